// A whole strategy as boards inside boards: on each free cell the board that follows if the opponent goes there.

import { Picture } from "./picture.js";
import { KINDS, Scene, button, html, lively, speaker, svg, unpack } from "./scene.js";
import { OUTCOMES } from "./words.js";

/**
 * A board on which the opponent is to move, or play is over, and how many lines from there are won, drawn and lost.
 * An answer has the opponent's cell, ours (-1 if play is over), the number of the board then, and the words.
 * @typedef {{pieces: string, answers: [number, number, number, string][], plays: number[]}} BoardRecord
 */

const ENDS = ["won", "drawn", "lost"];

/** The paper of a board on which play goes on, by its worst outcome, and of a board on which play is over. */
const [TINTS, FILLS] = [["#d6e8f5", "#e4e4e4", "#fbe6c0"], ["#8ebfde", "#b4b4b4", "#f0bd55"]];

/** Boards deeper than this are only a tint. */
const DEEP = 2;

/** The steps and the milliseconds of a countdown, and how long boards slide. */
const [STEPS, STEP, SLIDE] = [12, 35, 450];

const many = (/** @type {number} */ n) => `${n.toLocaleString("en")} ${n === 1 ? "play" : "plays"} left`;
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0);
const outcome = (/** @type {number} */ end) => OUTCOMES["WDL"[end]];

/** @extends {Scene<{path: number[]}>} the numbers of the answers that lead to the board that is shown */
export class Walk extends Scene {
  /** @type {BoardRecord[]} */
  boards = [];
  counted = [0, 0, 0];
  busy = false;

  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    const body = html("div", { class: "gl-body" }, root);
    this.picture = new Picture(this.scene.picture, {
      press: (spot) => this.press(spot),
      hover: (spot) => this.point(spot),
    });
    this.picture.element.classList.add("gl-walk");
    this.inside = svg("g", { class: "gl-inside", "aria-hidden": "true" }, this.picture.element);
    body.append(this.picture.element);
    const side = html("div", { class: "gl-beside" }, body);
    this.counts = html("div", { class: "gl-plays" }, side);
    this.status = speaker("gl-answer", side);
    this.crumbs = html("nav", { class: "gl-crumbs", "aria-label": "The way to this board" }, side);
  }

  async load() {
    this.boards = await unpack(this.scene.boards);
  }

  get path() {
    return this.state.path;
  }

  /** The boards on the path, and the strategy's last move on each. @param {number[]} path */
  way(path) {
    const way = [{ board: this.boards[this.scene.root], ours: this.scene.first, words: "the whole strategy" }];
    for (const k of path) {
      const [, ours, then, words] = way[way.length - 1].board.answers[k];
      way.push({ board: this.boards[then], ours, words });
    }
    return way;
  }

  /** The board that is shown. */
  get board() {
    return this.way(this.path)[this.path.length].board;
  }

  /** Slide and grow boards, into a cell and out of it. @param {number[]} path */
  async go(path) {
    if (this.busy) return;
    this.busy = true;
    const into = path.length > this.path.length;
    const [outer, inner] = into ? [this.path, path] : [path, this.path];
    const cell = this.way(outer)[outer.length].board.answers[inner[outer.length]][0];
    const held = this.root.contains(document.activeElement);
    if (into) await this.zoom(cell, 0, 1);
    this.save({ path });
    if (held && !into) this.picture.focus(cell);
    if (!into) await this.zoom(cell, 1, 0);
    this.busy = false;
  }

  /** Zoom from the picture, 0, to a cell, 1, or back. @param {number} cell @param {number} from @param {number} to */
  async zoom(cell, from, to) {
    const { width, height } = this.scene.picture;
    const { x, y, scale } = this.place(cell);
    const view = (/** @type {number} */ s) => this.picture.element.setAttribute("viewBox",
      [s * x, s * y, width * (1 + s * (scale - 1)), height * (1 + s * (scale - 1))].join(" "));
    for (let begin = 0, t = 0; lively() && t < 1;) {
      const now = await new Promise(requestAnimationFrame);
      begin ||= now;
      t = Math.min(1, (now - begin) / SLIDE);
      view(from + (to - from) * t * t * (3 - 2 * t));
    }
    view(0);
  }

  /** Where a board stands inside a cell of another: its corner, and its scale. @param {number} cell */
  place(cell) {
    const { width, height, spots } = this.scene.picture;
    const scale = 0.9 / Math.max(width, height);
    return { x: spots[cell].x - (width * scale) / 2, y: spots[cell].y - (height * scale) / 2, scale };
  }

  /**
   * A board, with boards inside it.
   * @param {BoardRecord} board @param {number} ours @param {number} level @param {Element} parent
   */
  draw({ pieces, answers, plays }, ours, level, parent) {
    const { width, height, spots, pieces: drawn } = this.scene.picture;
    const [worst, over] = [plays[2] ? 2 : plays[1] ? 1 : 0, !answers.length];
    if (level > 0) {
      const fill = (over ? FILLS : TINTS)[worst];
      svg("rect", { width, height, fill, class: over ? "gl-page gl-over" : "gl-page" }, parent);
    }
    if (level > DEEP) return;
    if (level > 0) {
      const corner = (/** @type {import("./picture.js").Spot} */ { x, y }) => `M${x - 0.5} ${y + 0.5}h1v-1`;
      svg("path", { d: spots.map(corner).join(""), class: "gl-rules" }, parent);
      [...pieces].forEach((character, i) => {
        const at = { transform: `translate(${spots[i].x} ${spots[i].y})`, class: i === ours ? "gl-ours" : "gl-old" };
        if (character in drawn) svg("g", at, parent).innerHTML = drawn[character];
      });
    }
    for (const [cell, answer, then] of answers) {
      const { x, y, scale } = this.place(cell);
      const inside = svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, parent);
      this.draw(this.boards[then], answer, level + 1, inside);
    }
    if (level === 1 && over) {
      const free = spots[[...pieces].findIndex((character) => !(character in drawn))];
      const { x, y } = free ?? { x: width / 2, y: height / 2 };
      svg("text", { x, y, "font-size": 0.6, class: "gl-sign" }, parent, outcome(worst).sign);
    }
  }

  show() {
    const way = this.way(this.path);
    const { board, ours } = way[way.length - 1];
    const held = this.root.contains(document.activeElement);
    const can = new Map(board.answers.map(([cell, , then, words]) => [cell, `${words}: ${this.told(then)}`]));
    this.picture.show({ pieces: board.pieces, can, last: ours < 0 ? [] : [ours], steady: true });
    this.inside.replaceChildren();
    this.draw(board, ours, 0, this.inside);
    this.crumbs.replaceChildren(...way.map(({ words }, k) =>
      button(words, () => { if (k < this.path.length) void this.go(this.path.slice(0, k)); })));
    this.crumbs.lastElementChild?.setAttribute("aria-current", "step");
    if (held && !can.size) /** @type {HTMLElement} */ (this.crumbs.lastElementChild).focus();
    this.point(null);
    void this.count(board.plays);
  }

  /** Count down to the number of lines that are still open. @param {number[]} plays */
  async count(plays) {
    const before = this.counted;
    this.counted = plays;
    for (let step = lively() ? 1 : STEPS; step <= STEPS && this.counted === plays; step++) {
      const now = plays.map((n, i) => Math.round(before[i] + ((n - before[i]) * step) / STEPS));
      const keys = ENDS.map((word, i) => html("span", { class: "gl-key", style: `border-color: ${FILLS[i]}; background: ${TINTS[i]}` },
        undefined, `${outcome(i).sign} ${now[i].toLocaleString("en")} ${word}`));
      this.counts.replaceChildren(html("b", {}, undefined, many(sum(now))), ...keys);
      if (step < STEPS) await new Promise((done) => setTimeout(done, STEP));
    }
  }

  /** How play can end from a board, in words. @param {number} number */
  told(number) {
    const { answers, plays } = this.boards[number];
    const some = plays.flatMap((n, i) => (n ? [answers.length ? `${n} ${ENDS[i]}` : ENDS[i]] : []));
    return answers.length ? `${many(sum(plays))}, ${some.join(", ")}` : some[0];
  }

  /** The answer to what the opponent can play there. @param {number | null} spot */
  point(spot) {
    const { answers, plays } = this.board;
    const answer = answers.find(([cell]) => cell === spot);
    this.status.textContent = answer ? `${answer[3]}: ${this.told(answer[2])}.`
      : answers.length ? "Where does the opponent go? Press there." : `Play is over: ${ENDS[plays.indexOf(1)]}.`;
  }

  /** @param {number} spot */
  press(spot) {
    const k = this.board.answers.findIndex(([cell]) => cell === spot);
    if (k >= 0) void this.go([...this.path, k]);
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Escape" || !this.path.length) return super.key(key);
    void this.go(this.path.slice(0, -1));
    return true;
  }
}

KINDS.walk = Walk;
