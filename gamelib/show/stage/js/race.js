// Minimax and alpha-beta side by side, and a wager: which branch will be cut?

import { html } from "./picture.js";
import { Steps } from "./steps.js";

/**
 * A step of the race: `bets` are the branches on which one may wager; `hard` is what fail-hard shows instead.
 * @typedef {import("./steps.js").Step & {bets: number[], hard?: {shown: import("./picture.js").Frame, story: string[]}}} Moment
 */

export class Race extends Steps {
  /** @param {import("./play.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    this.hard = this.tool("Fail-hard", () => this.save({ hard: !this.state.hard }), this.counts);
    this.score = html("div", "gl-score");
    this.score.setAttribute("role", "status");
    this.counts.before(this.score);
    this.counts.after(html("div", "gl-row", "", root));
    root.querySelector(".gl-tools")?.append(this.hard);
  }

  get state() {
    return this.model.get("state");
  }

  /** @param {Object<string, any>} change */
  save(change) {
    if (!this.steps) return;
    this.model.set("state", { ...this.state, ...change });
    this.model.save_changes();
    this.show();
  }

  /** Back at the beginning all wagers are off. @param {number} step */
  go(step) {
    const to = Math.max(0, Math.min(this.last, step));
    this.save({ step: to, ...(to ? { seen: Math.max(this.state.seen, to) } : { seen: 0, wagers: {} }) });
  }

  /** A wager on a branch, or the wager withdrawn; only on what has not been seen yet. @param {number} picture @param {number} spot */
  press(picture, spot) {
    if (picture !== 1 || !this.open.includes(spot)) return;
    const { [spot]: placed, ...wagers } = this.state.wagers;
    this.save({ wagers: placed === undefined ? { ...wagers, [spot]: this.step } : wagers });
  }

  /** The branches on which one may wager now. @returns {number[]} */
  get open() {
    const moment = /** @type {Moment} */ (this.steps?.[this.step]);
    return this.step === this.state.seen ? moment.bets : [];
  }

  /** What became of the wagers so far: the spots won, lost and not yet decided, and those cut without one. */
  tally() {
    const won = /** @type {number[]} */ ([]), lost = /** @type {number[]} */ ([]), missed = /** @type {number[]} */ ([]);
    const waiting = { ...this.state.wagers };
    for (const [step, spot, cut] of this.scene.events) {
      if (step > this.step) break;
      if (waiting[spot] < step) {
        (cut ? won : lost).push(spot);
        delete waiting[spot];
      } else if (cut) missed.push(spot);
    }
    return { won, lost, missed, waiting: Object.keys(waiting).map(Number) };
  }

  /** @param {import("./steps.js").Step} step */
  frames(step) {
    const { hard } = /** @type {Moment} */ (step);
    const frames = super.frames(step);
    const can = new Map(this.open.map((spot) => [spot, "wager that it will be cut"]));
    frames[1] = { ...frames[1], ...(this.state.hard ? hard?.shown : {}), can, chosen: this.tally().waiting };
    return frames;
  }

  /** @param {import("./steps.js").Step} step */
  told(step) {
    return (this.state.hard && /** @type {Moment} */ (step).hard?.story) || super.told(step);
  }

  show() {
    super.show();
    const { won, lost, missed, waiting } = this.tally();
    this.hard.setAttribute("aria-pressed", String(Boolean(this.state.hard)));
    const names = waiting.map((spot) => this.scene.pictures[1].spots[spot].name.split(",")[0]);
    const now = this.step < this.state.seen ? "You have seen what comes. First starts a new wager."
      : names.length ? `You wager that ${names.join(", ")} will be cut.`
      : this.open.length ? "Which branch will be cut? Click it in the alpha-beta tree, before it happens." : "";
    this.score.replaceChildren(html("b", "", `Wagers: ${won.length} right, ${lost.length} wrong; cuts not guessed: ${missed.length}. `), now);
  }
}
