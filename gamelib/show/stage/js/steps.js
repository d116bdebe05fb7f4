// Something shown step by step: pictures, a story, forwards and backwards, or played like a film.

import { Chart } from "./chart.js";
import { Picture, html, lively } from "./picture.js";
import { unpack } from "./table.js";

/**
 * A moment: how each picture stands, what is said of it, what is counted. What a step leaves out is as in the step before.
 * @typedef {import("./picture.js").Frame & {at?: number}} Frame
 * @typedef {{shown: Frame[], story?: string[], counts?: Object<string, number | string>, name?: string}} Step
 */

export class Steps {
  /** @param {import("./play.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    this.scene = model.get("scene");
    root.classList.add("gl-steps", `gl-${this.scene.look ?? this.scene.kind}`);
    const tools = html("div", "gl-row gl-tools gl-top", "", root);
    this.run = this.tool("▶ Play", () => this.toggle(), tools);
    this.tool("First", () => this.go(0), tools);
    this.tool("Back", () => this.go(this.step - 1), tools);
    this.tool("Next", () => this.go(this.step + 1), tools);
    this.tool("Last", () => this.go(this.last), tools);
    this.slider = /** @type {HTMLInputElement} */ (html("input", "gl-slider", "", tools));
    Object.assign(this.slider, { type: "range", min: "0", step: "1" });
    this.slider.setAttribute("aria-label", this.scene.slider ?? "step");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.counts = html("div", "gl-counts", "", root);
    const body = html("div", "gl-body", "", root);
    this.pictures = this.scene.pictures.map((/** @type {any} */ spec, /** @type {number} */ k) => {
      const picture = spec.curves ? new Chart(spec) : new Picture(spec, { press: (spot) => this.press(k, spot) });
      body.append(picture.element);
      return picture;
    });
    this.story = html("div", "gl-story", "", body);
    this.story.setAttribute("role", "status");
  }

  /** @param {string} words @param {() => void} act @param {Element} parent */
  tool(words, act, parent) {
    const button = html("button", "gl-button", words, parent);
    button.setAttribute("type", "button");
    button.addEventListener("click", act);
    return button;
  }

  async begin() {
    const steps = /** @type {Step[]} */ (await unpack(this.scene.steps));
    steps.forEach((step, k) => {
      const before = steps[k - 1];
      step.shown = step.shown.map((frame, p) => ({ ...before?.shown[p], ...frame }));
      step.counts ??= before?.counts;
    });
    this.steps = steps;
    this.slider.max = String(this.last);
    this.model.on("change:state", this.changed = () => this.show());
    this.show();
    return this;
  }

  end() {
    this.stop();
    this.model.off?.("change:state", this.changed ?? (() => {}));
  }

  get step() {
    return Math.min(this.model.get("state").step ?? 0, this.last);
  }

  get last() {
    return (this.steps?.length ?? 1) - 1;
  }

  /** @param {number} step */
  go(step) {
    if (!this.steps) return;
    this.model.set("state", { ...this.model.get("state"), step: Math.max(0, Math.min(this.last, step)) });
    this.model.save_changes();
    this.show();
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
    return [...step.shown];
  }

  /** What is said at a step. @param {Step} step */
  told(step) {
    return step.story ?? [];
  }

  show() {
    const step = /** @type {Step[]} */ (this.steps)[this.step];
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", step.name ?? `${this.step} of ${this.last}`);
    this.frames(step).forEach((frame, k) => this.pictures[k].show({ ...frame, steady: !lively() }));
    this.story.replaceChildren(...this.told(step).map((line) => html("p", "", line)));
    this.counts.replaceChildren(...Object.entries(step.counts ?? {}).map(([name, value]) => {
      const count = html("span", "gl-count", `${name} `);
      count.append(html("b", "", String(value)));
      return count;
    }));
  }

  /** The arrow keys move the slider by themselves. @param {string} key */
  key(key) {
    if (document.activeElement === this.slider) {
      if (key === " ") this.toggle();
      return key === " ";
    }
    return this.pictures.some((/** @type {Picture | Chart} */ picture) => picture.key(key));
  }
}
