// What is shown below an answer: the card of a verdict, and the play that proves it, on the stage.

import { html } from "../../show/stage/js/scene.js";
import { PATIENCE } from "./python.js";

/**
 * @typedef {import("./python.js").Outcome} Outcome
 * @typedef {{state: string, text: string, card: string, scene: any, play: string, printed: string, keep: string}} Verdict
 */

/** Words as HTML; what stands between backticks is code. @param {Element} parent @param {string} words */
export function tellWithCode(parent, words) {
  words.split("`").forEach((part, k) => {
    if (k % 2) html("code", {}, parent, part);
    else parent.append(part);
  });
}

/** A card of the page itself. @param {Element} parent @param {string} badge @param {string} words @param {string} kind */
export function showNote(parent, badge, words, kind) {
  const card = html("div", { class: `live-card live-${kind}` }, parent);
  html("strong", { class: "live-badge" }, card, badge);
  tellWithCode(html("p", {}, card), words);
}

/** A scene on the stage, which draws it and removes it again (stage.js). */
export class SceneOnPage {
  /** @param {Element} parent @param {any} scene */
  constructor(parent, scene) {
    this.element = html("div", { "data-stage": "" }, parent);
    html("script", { type: "application/json" }, this.element, JSON.stringify(scene));
    this.element.dispatchEvent(new CustomEvent("gl-draw", { bubbles: true }));
  }

  remove() {
    this.element.dispatchEvent(new CustomEvent("gl-end"));
    this.element.remove();
  }
}

/** The place of a verdict on the page. */
export class VerdictPlace {
  /** @type {SceneOnPage | undefined} */
  #scene;

  /** @param {Element} parent */
  constructor(parent) {
    this.element = html("div", { class: "live-verdict" }, parent);
    this.#words = html("div", { role: "status" }, this.element);
    this.#below = html("div", {}, this.element);
  }

  #words;
  #below;

  clear() {
    this.#scene?.remove();
    this.#scene = undefined;
    this.#words.replaceChildren();
    this.#below.replaceChildren();
    this.setOld(false);
  }

  /** Whether the text has changed since. @param {boolean} old */
  setOld(old) {
    this.element.classList.toggle("live-old", old && this.#words.childElementCount > 0);
  }

  /** @param {string} badge @param {string} words @param {string} kind */
  showNote(badge, words, kind) {
    this.clear();
    showNote(this.#words, badge, words, kind);
  }

  /** @param {Verdict} verdict */
  show(verdict) {
    this.clear();
    if (verdict.card) this.#words.innerHTML = verdict.card; // made by grading/card.py, which escapes what students write
    else showNote(this.#words, "✗ error", verdict.text, "wrong");
    if (verdict.scene) this.#scene = new SceneOnPage(this.#below, verdict.scene);
    else if (verdict.play) html("div", {}, this.#below).innerHTML = verdict.play;
    if (verdict.printed) this.#showPrinted(verdict.printed);
  }

  /** @param {string} printed */
  #showPrinted(printed) {
    const fold = html("details", { class: "live-printed" }, this.#below);
    html("summary", {}, fold, "What your code printed");
    html("pre", { tabindex: "0" }, fold, printed);
  }

  /** Say why there is no verdict. @param {Outcome} outcome */
  showEnd({ ended, calling, words }) {
    const what = calling ? `\`${calling}\`` : "Your code";
    if (ended === "stopped") {
      this.showNote("■ stopped", `You have stopped ${calling ? what : "your code"}.`, "quiet");
    } else if (ended === "silent") {
      const more = "Python could not be interrupted there, so a fresh one takes over.";
      this.showNote("◔ too slow", `${what} had not come to an end after ${PATIENCE} seconds. ${more}`, "slow");
    } else {
      this.showNote("✗ wrong", `${words ?? ""} A fresh Python takes over.`.trim(), "wrong");
    }
  }
}
