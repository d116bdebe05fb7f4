// A deck of slides on any screen: words keep their size, and the figure takes all that they leave.

/** The canvas is so high, and as wide as the screen asks, within these. */
const HEIGHT = 720, NARROWEST = 900, WIDEST = 1400;
/** So large may things become, by their kind, and so small; a way is better if it makes them larger by so much. */
const LARGEST = { code: 2, table: 2.8, words: 1.4, widget: 4, text: 1.6 }, SMALLEST = 0.4, STEP = 0.04;
const BETTER = 1.05;

/** @returns {number} */
const wide = () => Math.round(Math.min(WIDEST, Math.max(NARROWEST, (HEIGHT * innerWidth) / innerHeight)));
/** Lengths of the layout, which a scaled canvas leaves alone. @param {Element} box */
const holds = (box) => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;

/** The largest size at which all of it is inside. @param {number} most @param {(size: number) => boolean} fits */
function largest(most, fits) {
  let size = most;
  while (size > SMALLEST && !fits(size)) size -= STEP;
  return size;
}

/** A figure as large as its box allows. @param {HTMLElement} box @returns {number} its size */
function filled(box) {
  const inner = /** @type {HTMLElement} */ (box.firstElementChild);
  if (box.dataset.kind === "picture") {
    const image = /** @type {HTMLImageElement} */ (inner.querySelector("img"));
    return Math.min(box.clientWidth / image.naturalWidth, box.clientHeight / image.naturalHeight);
  }
  if (box.dataset.kind === "widget") {
    const pictures = /** @type {NodeListOf<HTMLElement>} */ (inner.querySelectorAll(".gl-picture"));
    return largest(LARGEST.widget, (size) => {
      for (const picture of pictures) picture.style.width = `calc(var(--wide) * ${size})`;
      return holds(box);
    });
  }
  return largest(LARGEST[box.dataset.kind ?? "table"], (size) => {
    inner.style.zoom = String(size);
    return holds(box);
  });
}

/** A slide in the way that lets its figures be larger: words beside them, or above. @param {HTMLElement} slide */
function fit(slide) {
  const boxes = /** @type {HTMLElement[]} */ ([...slide.querySelectorAll(".box")]);
  const body = /** @type {HTMLElement} */ (slide.querySelector(".body"));
  const words = /** @type {HTMLElement | null} */ (slide.querySelector(".words"));
  if (words && !boxes.length) {
    largest(LARGEST.text, (size) => {
      words.style.zoom = String(size);
      return holds(body);
    });
    return;
  }
  const laid = (/** @type {string} */ way) => {
    slide.classList.remove("beside", "above");
    slide.classList.add(way);
    return words && !holds(words) ? 0 : Math.min(...boxes.map(filled));
  };
  const beside = words ? laid("beside") : 0, above = laid("above");
  if (beside > above * BETTER || (beside && !holds(body))) laid("beside");
}

/** The sizes of the widgets of the present slide, after they were fitted. @type {Map<Element, string>} */
const sizes = new Map();
/** @param {Element} one */
const size = (one) => `${one.scrollWidth} ${one.scrollHeight}`;

/** What stands on the slide may grow, such as a widget in which a button opens a table: then all is fitted anew. */
const grown = new ResizeObserver((entries) => {
  if (entries.some(({ target }) => sizes.get(target) !== size(target))) current();
});

/** Fit the present slide, and watch its widgets. */
function current() {
  const slide = Reveal.getCurrentSlide();
  fit(slide);
  grown.disconnect();
  sizes.clear();
  for (const one of slide.querySelectorAll(".box.widget :is(.gl, .gl > *, .gl-body > *)")) {
    sizes.set(one, size(one));
    grown.observe(one);
  }
}

/** All scenes are drawn; they unpack what they carry, which takes a moment. */
async function drawn() {
  const waits = () => document.querySelector("[data-stage] > .gl:not([data-drawn])");
  for (let k = 0; k < 400 && waits(); k++) await new Promise((go) => setTimeout(go, 25));
}

async function begin() {
  const slides = /** @type {HTMLElement} */ (document.querySelector(".slides"));
  const printed = location.search.includes("print-pdf");
  await MathJax.startup.promise;
  await MathJax.typesetPromise([slides]);
  await drawn();
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await Reveal.initialize({
    width: printed ? 1280 : wide(), height: HEIGHT, margin: 0, center: false, hash: true, slideNumber: !printed && "c/t",
    transition: "none", controls: false, navigationMode: "linear", minScale: 0.1, maxScale: 6,
    keyboardCondition: () => !focused(), plugins: [RevealNotes], pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1,
  });
  if (printed) {
    while (!document.querySelector(".pdf-page")) await new Promise((go) => setTimeout(go, 50));
    document.querySelectorAll(".slides section").forEach((slide) => fit(/** @type {HTMLElement} */ (slide)));
  } else {
    current();
    Reveal.on("slidechanged", current);
    window.addEventListener("resize", () => {
      Reveal.configure({ width: wide() });
      current();
    });
  }
  document.body.dataset.ready = "true";
}

void begin();
