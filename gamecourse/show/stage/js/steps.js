// Something shown step by step: pictures, a story, forwards and backwards, or played like a film.

import { Film } from "./film.js";
import { Picture } from "./picture.js";
import { KINDS, Scene, html, speaker, tell, unpack } from "./scene.js";

/**
 * A moment: the state of each picture, what is said, what is counted. What a step leaves out stays as it was.
 * @typedef {import("./picture.js").Frame} Frame
 * In a race, `bets` are the branches on which you may wager; `hard` is what fail-hard shows instead.
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
    this.film = new Film(root, this.scene.slider ?? "step", this.scene.beat ?? 900, (step) => this.save({ step }));
    this.counts = html("div", { class: "gl-counts" }, root);
    const body = html("div", { class: "gl-body" }, root);
    /** @type {Picture[]} */
    this.pictures = this.scene.pictures.map((/** @type {any} */ spec, /** @type {number} */ k) =>
      new Picture(spec, { press: (spot) => this.press(k, spot) }));
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
  }

  end() {
    this.film.stop();
    super.end();
  }

  get step() {
    return Math.min(this.state.step, this.last);
  }

  get last() {
    return Math.max(0, this.steps.length - 1);
  }

  /** @param {Object<string, any>} change */
  save(change) {
    if (this.steps.length) super.save(change);
  }

  /** A spot is pressed; a scene in which you may guess uses this. @param {number} picture @param {number} spot */
  press(picture, spot) {
    void [picture, spot];
  }

  /** The state of the pictures at a step. @param {Step} step */
  frames(step) {
    return step.shown;
  }

  /** What is said at a step. @param {Step} step */
  told(step) {
    return step.story ?? [];
  }

  show() {
    const step = this.steps[this.step];
    this.film.show(this.step, this.last, step.name);
    this.frames(step).forEach((frame, k) => this.pictures[k].show(frame));
    tell(this.story, this.told(step), "p");
    this.counts.replaceChildren(...Object.entries(step.counts ?? {}).map(([name, value]) => {
      const count = html("span", { class: "gl-count" }, undefined, `${name} `);
      html("b", {}, count, String(value));
      return count;
    }));
  }

  /** @param {string} key */
  key(key) {
    return this.film.key(key) ?? this.pictures.some((picture) => picture.key(key));
  }
}

KINDS.steps = Steps;
