// What is seen while Python is on its way, or at work.

import { html } from "../../show/stage/js/scene.js";

/** Waits of fewer milliseconds are not worth a word. */
const SOON = 250;

export class Waiting {
  /** @param {Element} parent @param {import("./python.js").Python} python */
  constructor(parent, python) {
    this.python = python;
    this.element = html("div", { class: "live-waiting", hidden: "" }, parent);
    this.bar = html("progress", { max: "1", "aria-label": "Python" }, this.element);
    this.words = html("span", {}, this.element);
    this.calling = "";
    this.shown = 0;
    python.addEventListener("change", () => this.#show());
  }

  /** Show how far Python is from now on, until the end of the job. */
  begin() {
    this.calling = "";
    this.busy = true;
    setTimeout(() => this.#show(), SOON);
  }

  /** @param {string} words what is called just now; there may be hundreds a second */
  call(words) {
    this.calling = words;
    const now = performance.now();
    if (now - this.shown < SOON) return;
    this.shown = now;
    this.#show();
  }

  end() {
    this.busy = false;
    this.#show();
  }

  /** Show also while nothing is asked of Python yet, until it is ready. */
  watch() {
    this.watches = true;
    this.#show();
  }

  #show() {
    const { state, share } = this.python;
    const loads = state === "loading";
    this.element.hidden = !(this.busy || (this.watches && loads));
    if (loads) {
      this.bar.value = share;
      this.words.textContent = `Python is on its way: ${Math.floor(100 * share)} %`;
    } else {
      this.bar.removeAttribute("value");
      this.words.textContent = this.calling ? `At work: ${this.calling}` : "At work …";
    }
  }
}
