// Minimax and alpha-beta side by side, and a wager: which branch will be cut?

import { KINDS, button, html, press, speaker } from "./scene.js";
import { Steps } from "./steps.js";

/** @typedef {import("./steps.js").Step} Step */

export class Race extends Steps {
  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    this.hard = button("Fail-hard", () => this.save({ hard: !this.state.hard }), this.film.element);
    this.score = speaker("gl-score", root);
    this.counts.before(this.score);
  }

  /** Going back to the beginning takes off all wagers. @param {Object<string, any>} change */
  save(change) {
    const { step = this.step } = change;
    super.save({ ...change, ...(step ? { seen: Math.max(this.state.seen, step) } : { seen: 0, wagers: {} }) });
  }

  /** Wager on a branch, or withdraw the wager; only on branches that have not been seen yet. */
  press(/** @type {number} */ picture, /** @type {number} */ spot) {
    if (picture !== 1 || !this.open.includes(spot)) return;
    const { [spot]: placed, ...wagers } = this.state.wagers;
    this.save({ wagers: placed === undefined ? { ...wagers, [spot]: this.step } : wagers });
  }

  /** The branches on which you may wager now. @returns {number[]} */
  get open() {
    return this.step === this.state.seen ? this.steps[this.step].bets ?? [] : [];
  }

  /** What became of the wagers so far: the spots won, lost and not yet decided, and those cut without a wager. */
  tally() {
    const waiting = { ...this.state.wagers };
    const [won, lost, missed] = /** @type {number[][]} */ ([[], [], []]);
    for (const [step, spot, cut] of this.scene.events) {
      if (step > this.step) break;
      if (waiting[spot] < step) {
        (cut ? won : lost).push(spot);
        delete waiting[spot];
      } else if (cut) missed.push(spot);
    }
    return { won, lost, missed, waiting: Object.keys(waiting).map(Number) };
  }

  /** @param {Step} step */
  frames({ shown: [full, cutting, line], hard }) {
    const can = new Map(this.open.map((spot) => [spot, "wager that it will be cut"]));
    const instead = this.state.hard ? hard?.shown : {};
    return [full, { ...cutting, ...instead, can, chosen: this.tally().waiting }, line];
  }

  /** @param {Step} step */
  told(step) {
    return (this.state.hard && step.hard?.story) || super.told(step);
  }

  show() {
    super.show();
    const { won, lost, missed, waiting } = this.tally();
    press(this.hard, this.state.hard);
    const names = waiting.map((spot) => this.scene.pictures[1].spots[spot].name.split(",")[0]);
    const now = this.step < this.state.seen ? "You have seen what comes. First starts a new wager."
      : names.length ? `You wager that ${names.join(", ")} will be cut.`
      : this.open.length ? "Which branch will be cut? Click it in the alpha-beta tree, before it happens." : "";
    const count = `Wagers: ${won.length} right, ${lost.length} wrong; cuts not guessed: ${missed.length}. `;
    this.score.replaceChildren(html("b", {}, undefined, count), now);
  }
}

KINDS.race = Race;
