// A deck of slides on any screen: words keep their size, and the figure takes all that they leave.

/** The canvas is so high, and as wide as the screen asks, within these. */
const HEIGHT = 720, NARROWEST = 900, WIDEST = 1400;
/** So large may things become, by their kind, and so small; a way is better if it makes them larger by so much. */
const LARGEST = { code: 1.7, table: 1.8, cards: 1, words: 1.3, widget: 4, text: 1 }, SMALLEST = 0.4, STEP = 0.04;
const BETTER = 1.05;
/** A table in whose cells no line is broken may be so much smaller, but not smaller than this. */
const WHOLE = 0.7, READ = 0.75;

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
    const { width, height } = /** @type {SVGSVGElement} */ (inner.querySelector("svg")).viewBox.baseVal;
    return Math.min(box.clientWidth / width, box.clientHeight / height);
  }
  if (box.dataset.kind === "widget") {
    const pictures = /** @type {NodeListOf<HTMLElement>} */ (inner.querySelectorAll(".gl-picture"));
    return largest(LARGEST.widget, (size) => {
      for (const picture of pictures) picture.style.width = `calc(var(--wide) * ${size})`;
      return holds(box);
    });
  }
  const grow = () => largest(LARGEST[box.dataset.kind ?? "table"], (size) => {
    inner.style.zoom = String(size);
    return holds(box);
  });
  const broken = grow();
  if (box.dataset.kind !== "table") return broken;
  inner.classList.add("whole-cells"); // a table of whole cells may be somewhat smaller
  const whole = grow();
  if (whole >= Math.max(READ, WHOLE * broken)) return whole;
  inner.classList.remove("whole-cells");
  inner.style.zoom = String(broken);
  return broken;
}

/** Let each sentence of a heading begin a line, unless the heading then needs a line more. @param {HTMLElement} heading */
function headed(heading) {
  heading.classList.remove("running");
  const parted = heading.offsetHeight;
  heading.classList.add("running");
  if (parted <= heading.offsetHeight) heading.classList.remove("running");
}

/** A slide in the way that lets its figures be larger: words beside them, or above. @param {HTMLElement} slide */
function fit(slide) {
  const heading = slide.querySelector("h2");
  if (heading) headed(heading);
  const boxes = /** @type {HTMLElement[]} */ ([...slide.querySelectorAll(".box")]);
  const body = /** @type {HTMLElement | null} */ (slide.querySelector(".body"));
  if (!body) return; // a cover, or a door
  const words = /** @type {HTMLElement | null} */ (slide.querySelector(".words"));
  if (words && !boxes.length) {
    largest(LARGEST.text, (size) => {
      words.style.zoom = String(size);
      return holds(body) && holds(words);
    });
    return;
  }
  const laid = (/** @type {string} */ way) => {
    slide.classList.remove("beside", "above");
    slide.classList.add(way);
    return words && !holds(words) ? 0 : Math.min(...boxes.map(filled));
  };
  if (words) words.style.zoom = "1";
  const beside = words ? laid("beside") : 0, above = laid("above");
  if (beside > above * BETTER || (beside && !holds(body))) laid("beside");
  if (words && !beside && !holds(body)) { // too many words for either way: they become smaller
    largest(1, (size) => {
      words.style.zoom = String(size);
      return laid("above") > 0 && holds(body);
    });
  }
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

/** Press "Who wins?" in the widgets that are shown solved. */
async function solve() {
  for (const button of document.querySelectorAll(".solved button"))
    if (button.textContent === "Who wins?") /** @type {HTMLElement} */ (button).click();
  await new Promise((go) => setTimeout(go, 100));
}

/** The hands that were counted: for each vote, by its name, those of each choice. @type {Map<string, number[]>} */
const hands = new Map();

/** Count a hand for a choice of the vote on the present slide, or take one back. @param {number} choice @param {number} more */
function count(choice, more) {
  const vote = /** @type {HTMLElement | null} */ (Reveal.getCurrentSlide().querySelector(".vote:not(.told)"));
  const choices = vote?.children.length ?? 0;
  if (!vote || choice >= choices) return false;
  const counts = hands.get(vote.dataset.vote ?? "") ?? new Array(choices).fill(0);
  counts[choice] = Math.max(0, counts[choice] + more);
  hands.set(vote.dataset.vote ?? "", counts);
  document.querySelectorAll(".vote").forEach((list) => tell(/** @type {HTMLElement} */ (list)));
  return true;
}

/** Write the counts beside the choices, where the question is asked and where it is answered. @param {HTMLElement} list */
function tell(list) {
  const counts = hands.get(list.dataset.vote ?? "");
  if (!counts) return;
  const most = Math.max(1, ...counts);
  [...list.children].forEach((item, k) => {
    const choice = /** @type {HTMLElement} */ (item);
    choice.dataset.hands = String(counts[k]);
    const bar = choice.querySelector(".hands") ?? choice.appendChild(Object.assign(document.createElement("span"), { className: "hands" }));
    /** @type {HTMLElement} */ (bar).style.setProperty("--share", `${(100 * counts[k]) / most}%`);
  });
}

/** The keys a to d count a hand where there is a vote, with Shift they take one back; elsewhere b makes the screen dark. */
function voting() {
  /** @type {Record<number, (event: KeyboardEvent) => void>} */
  const keys = {};
  [..."ABCD"].forEach((letter, choice) => {
    keys[letter.charCodeAt(0)] = () => {
      if (!count(choice, 1) && letter === "B") Reveal.togglePause();
    };
  });
  // reveal.js passes over keys with Shift
  document.addEventListener("keydown", ({ key, shiftKey }) => {
    const choice = "ABCD".indexOf(key.toUpperCase());
    if (shiftKey && key.length === 1 && choice >= 0) count(choice, -1);
  });
  document.addEventListener("click", ({ target }) => {
    const choice = /** @type {Element} */ (target).closest(".vote:not(.told) > li");
    if (choice) count([...(choice.parentElement?.children ?? [])].indexOf(choice), 1);
  });
  return keys;
}

/** A mark on the bar where the core ends. */
function markCore() {
  const slides = Reveal.getSlides().filter((one) => one.dataset.visibility !== "uncounted");
  const core = slides.filter((one) => !one.parentElement?.classList.contains("stack")).length;
  if (core === slides.length) return;
  const mark = Object.assign(document.createElement("span"), { className: "core-ends", title: "The core ends here." });
  mark.style.left = `${(100 * (core - 0.5)) / (slides.length - 1)}%`;
  document.querySelector(".reveal .progress")?.append(mark);
}

async function begin() {
  const slides = /** @type {HTMLElement} */ (document.querySelector(".slides"));
  const printed = location.search.includes("print-pdf");
  await MathJax.startup.promise;
  await MathJax.typesetPromise([slides]);
  await drawn();
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  await document.fonts.ready;
  await solve();
  await Reveal.initialize({
    width: printed ? 1280 : wide(), height: HEIGHT, margin: 0, center: false, hash: true, slideNumber: !printed && "c/t",
    transition: "none", controls: false, navigationMode: "linear", minScale: 0.1, maxScale: 6,
    keyboardCondition: () => !focused(), keyboard: voting(), plugins: [RevealNotes], defaultTiming: 0, pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1,
  });
  if (printed) {
    while (!document.querySelector(".pdf-page")) await new Promise((go) => setTimeout(go, 50));
    document.querySelectorAll(".slides section:not(.stack)").forEach((slide) => fit(/** @type {HTMLElement} */ (slide)));
  } else {
    current();
    markCore();
    Reveal.on("slidechanged", current);
    window.addEventListener("resize", () => {
      Reveal.configure({ width: wide() });
      current();
    });
  }
  document.body.dataset.ready = "true";
}

void begin();
