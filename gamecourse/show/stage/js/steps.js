// Something shown step by step: pictures, a story, forwards and backwards, or played like a film.

import { Chart } from "./chart.js";
import { Picture } from "./picture.js";
import { Scene, button, html, speaker, tell, unpack } from "./scene.js";

/**
 * A moment: how each picture stands, what is said, what is counted. What a step leaves out is as in the one before.
 * @typedef {import("./picture.js").Frame & {at?: number}} Frame
 * Of a race, `bets` are the branches on which one may wager; `hard` is what fail-hard shows instead.
 * @typedef {{shown: Frame[], story?: string[], counts?: Object<string, number | string>, name?: string,
 *   bets?: number[], hard?: {shown: Frame, story: string[]}}} Step
 */

/** @extends {Scene<any>} */
export class Steps extends Scene {
  /** @type {Step[]} */
  steps = [];

  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    root.classList.add("gl-steps", `gl-${this.scene.look ?? this.scene.kind}`);
    this.tools = html("div", { class: "gl-row gl-tools" }, root);
    this.run = button("▶ Play", () => this.toggle(), this.tools);
    button("First", () => this.go(0), this.tools);
    button("Back", () => this.go(this.step - 1), this.tools);
    button("Next", () => this.go(this.step + 1), this.tools);
    button("Last", () => this.go(this.last), this.tools);
    const slides = { class: "gl-slider", type: "range", min: 0, step: 1, "aria-label": this.scene.slider ?? "step" };
    this.slider = html("input", slides, this.tools);
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.counts = html("div", { class: "gl-counts" }, root);
    const body = html("div", { class: "gl-body" }, root);
    /** @type {(Picture | Chart)[]} */
    this.pictures = this.scene.pictures.map((/** @type {any} */ spec, /** @type {number} */ k) =>
      spec.curves ? new Chart(spec) : new Picture(spec, { press: (spot) => this.press(k, spot) }));
    body.append(...this.pictures.map((picture) => picture.element));
    this.story = speaker("gl-story", body);
  }

  async load() {
    this.steps = await unpack(this.scene.steps);
    this.steps.forEach((step, k) => {
      const before = this.steps[k - 1];
      step.shown = step.shown.map((frame, p) => ({ ...before?.shown[p], ...frame }));
      step.counts ??= before?.counts;
    });
    this.slider.max = String(this.last);
  }

  end() {
    this.stop();
    super.end();
  }

  get step() {
    return Math.min(this.state.step, this.last);
  }

  get last() {
    return Math.max(0, this.steps.length - 1);
  }

  /** @param {number} step */
  go(step) {
    this.save({ step: Math.max(0, Math.min(this.last, step)) });
  }

  /** @param {Object<string, any>} change */
  save(change) {
    if (this.steps.length) super.save(change);
  }

  /** One button: play it like a film, a beat a step; from the beginning if it is at its end. */
  toggle() {
    if (this.timer) return this.stop();
    if (this.step >= this.last) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step >= this.last) this.stop();
    }, this.scene.beat ?? 900);
    this.run.textContent = "■ Stop";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.run.textContent = "▶ Play";
  }

  /** A spot is pressed; a stage on which one may guess uses it. @param {number} picture @param {number} spot */
  press(picture, spot) {
    void [picture, spot];
  }

  /** How the pictures stand at a step. @param {Step} step */
  frames(step) {
    return step.shown;
  }

  /** What is said at a step. @param {Step} step */
  told(step) {
    return step.story ?? [];
  }

  show() {
    const step = this.steps[this.step];
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", step.name ?? `${this.step} of ${this.last}`);
    this.frames(step).forEach((frame, k) => this.pictures[k].show(frame));
    tell(this.story, this.told(step), "p");
    this.counts.replaceChildren(...Object.entries(step.counts ?? {}).map(([name, value]) => {
      const count = html("span", { class: "gl-count" }, undefined, `${name} `);
      html("b", {}, count, String(value));
      return count;
    }));
  }

  /** The arrow keys move the slider by themselves. @param {string} key */
  key(key) {
    if (document.activeElement !== this.slider) return this.pictures.some((picture) => picture.key(key));
    if (key === " ") this.toggle();
    return key === " ";
  }
}
