// Steps forward and back, by buttons and a slider, or played like a film.

import { button, html } from "./scene.js";

export class Film {
  /** The step that is shown, and the last one. */
  step = 0;
  last = 0;

  /** @param {Element} parent @param {string} name of the slider @param {number} beat in ms @param {(step: number) => void} show */
  constructor(parent, name, beat, show) {
    this.beat = beat;
    this.go = (/** @type {number} */ step) => show(Math.max(0, Math.min(this.last, step)));
    this.element = html("div", { class: "gl-row gl-tools" }, parent);
    this.run = button("▶ Play", () => this.toggle(), this.element);
    button("First", () => this.go(0), this.element);
    button("Back", () => this.go(this.step - 1), this.element);
    button("Next", () => this.go(this.step + 1), this.element);
    button("Last", () => this.go(this.last), this.element);
    this.slider = html("input", { class: "gl-slider", type: "range", min: 0, step: 1, "aria-label": name }, this.element);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
  }

  /** @param {number} step @param {number} last @param {string} [words] */
  show(step, last, words = `${step} of ${last}`) {
    [this.step, this.last, this.slider.max, this.slider.value] = [step, last, String(last), String(step)];
    this.slider.setAttribute("aria-valuetext", words);
  }

  /** Play the film, one step in each beat; from the beginning if it is at its end. */
  toggle() {
    if (this.timer) return this.stop();
    if (this.step >= this.last) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step >= this.last) this.stop();
    }, this.beat);
    this.run.textContent = "■ Stop";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.run.textContent = "▶ Play";
  }

  /** Take a key; the arrow keys move the slider by themselves. @param {string} key @returns {boolean | undefined} whether it was ours */
  key(key) {
    if (document.activeElement !== this.slider) return undefined;
    if (key === " ") this.toggle();
    return key === " ";
  }
}
