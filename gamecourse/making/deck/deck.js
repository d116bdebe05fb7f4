// A deck of slides: what is too tall is laid in two columns, or made smaller, before anybody sees it.

const WIDTH = 1280, HEIGHT = 720;
/** Between a slide and the frame. */
const MARGIN = 24;
/** So large and so small may a slide become, and so much must two columns gain over one. */
const LARGEST = 1.2, SMALLEST = 0.5, GAIN = 1.12;

const slides = document.querySelector(".slides");

/** The slides, not the columns of slides that reveal makes of them. @returns {HTMLElement[]} */
const leaves = () => [...document.querySelectorAll(".slides section")].filter((one) => !one.querySelector("section"));

/** All that stands on a slide goes into a frame of its own, which can be made smaller. @param {HTMLElement} slide */
function framed(slide) {
  const frame = document.createElement("div");
  frame.className = "deck-frame";
  frame.append(...[...slide.childNodes].filter((node) => !(node instanceof Element && node.matches("aside.notes"))));
  slide.prepend(frame);
  return frame;
}

/** A slide without a heading of its own goes on under the one before. @param {HTMLElement[]} frames */
function headed(frames) {
  let last = "";
  for (const frame of frames) {
    const heading = frame.querySelector("h1, h2, h3");
    if (heading) last = heading.innerHTML;
    else frame.insertAdjacentHTML("afterbegin", `<p class="deck-again">${last}</p>`);
  }
}

/** The largest size at which the frame fits; 0 where none does. @param {HTMLElement} frame */
function largest(frame) {
  const fits = (/** @type {number} */ size) => {
    frame.style.zoom = String(size);
    return frame.getBoundingClientRect().height <= HEIGHT - 2 * MARGIN
      && frame.scrollWidth <= frame.clientWidth + 1
      && [...frame.querySelectorAll("pre, .gl")].every((one) => one.scrollWidth <= one.clientWidth + 1);
  };
  let size = LARGEST;
  while (size >= SMALLEST && !fits(size)) size -= 0.02;
  return size;
}

/** A slide in the way that lets it be larger: one column, or pictures to the right of words and code. */
function fit(/** @type {HTMLElement} */ frame) {
  const one = largest(frame);
  let size = one;
  if (one < 1 && frame.querySelector(".jp-Cell-outputWrapper")) {
    frame.classList.add("deck-two");
    size = largest(frame);
    if (size < one * GAIN) {
      frame.classList.remove("deck-two");
      size = largest(frame);
    }
  }
  frame.parentElement.dataset.size = size.toFixed(2);
}

/** The slide that is shown, as it stands now: perhaps a fold was opened. */
function refit() {
  const slide = Reveal.getCurrentSlide();
  slide.dataset.size = largest(slide.querySelector(".deck-frame")).toFixed(2);
}

/** All scenes are drawn; they unpack what they carry, which takes a moment. */
async function drawn() {
  const waits = () => document.querySelector("[data-stage] > .gl:not([data-drawn])");
  for (let k = 0; k < 400 && waits(); k++) await new Promise((go) => setTimeout(go, 25));
}

async function begin() {
  document.querySelectorAll(".slides a[href]").forEach((link) => { link.target = "_blank"; link.rel = "noopener"; });
  document.body.classList.add("deck-measured");
  await MathJax.startup.promise;
  await MathJax.typesetPromise([slides]);
  await drawn();
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  const frames = leaves().map(framed);
  headed(frames);
  frames.forEach(fit);
  document.body.classList.remove("deck-measured");
  await Reveal.initialize({
    width: WIDTH, height: HEIGHT, margin: 0, center: false, hash: true, slideNumber: "c/t", transition: "none", navigationMode: "linear",
    plugins: [RevealNotes], pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1,
  });
  refit();
  Reveal.on("slidechanged", refit);
  slides.addEventListener("toggle", refit, true);
  document.body.dataset.ready = "true";
}

begin();
