// A whole strategy as boards inside boards: on each free cell the board that follows if the opponent goes there.

import { Picture, html, lively, svg } from "./picture.js";
import { PIECES } from "./pieces.js";
import { unpack } from "./table.js";
import { OUTCOMES } from "./words.js";

/**
 * A board on which the opponent is to move, or play is over. Answers: his cell, ours (-1: play is over), the board then, in words.
 * @typedef {{pieces: string, text: string, end: number | null, answers: [number, number, number, string][], plays: number[]}} Board
 */

const HOW = "LDW";
const ENDS = ["won", "drawn", "lost"];

/** Paper of a board on which play goes on, by the worst that can come of it; and of one on which it is over. @type {Object<string, string>[]} */
const [TINTS, FILLS] = [{ W: "#d6e8f5", D: "#e4e4e4", L: "#fbe6c0" }, { W: "#8ebfde", D: "#b4b4b4", L: "#f0bd55" }];

/** Deeper boards are no more than a tint. */
const DEEP = 2;

export class Walk {
  /** @param {import("./play.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.scene = model.get("scene");
    const body = html("div", "gl-body", "", root);
    this.picture = new Picture(this.scene.picture, { press: (spot) => this.press(spot), hover: (spot) => this.hover(spot) });
    this.picture.element.classList.add("gl-walk");
    this.inside = svg("g", { class: "gl-inside", "aria-hidden": "true" }, this.picture.element);
    body.append(this.picture.element);
    const side = html("div", "gl-side-by", "", body);
    this.crumbs = html("nav", "gl-crumbs", "", side);
    this.crumbs.setAttribute("aria-label", "The way to this board");
    this.counts = html("div", "gl-open", "", side);
    this.status = html("div", "gl-answer", "", side);
    this.status.setAttribute("role", "status");
    this.shown = [0, 0, 0];
  }

  async begin() {
    /** @type {Board[]} */
    this.boards = await unpack(this.scene.boards);
    this.model.on("change:state", this.changed = () => this.show());
    this.show();
    return this;
  }

  end() {
    this.model.off?.("change:state", this.changed ?? (() => {}));
  }

  /** The numbers of the answers that lead to the board that is shown. @returns {number[]} */
  get path() {
    return this.model.get("state").path;
  }

  /** The boards on the way there, and the strategy's last move on each. @param {number[]} path */
  way(path) {
    const boards = /** @type {Board[]} */ (this.boards);
    const way = [{ board: boards[this.scene.root], ours: this.scene.first, words: "the whole strategy" }];
    for (const k of path) {
      const [, ours, then, words] = way[way.length - 1].board.answers[k];
      way.push({ board: boards[then], ours, words });
    }
    return way;
  }

  /** Boards slide and grow: into the cell, or out of it. @param {number[]} path */
  go(path) {
    if (this.busy) return;
    const before = this.path;
    const [short, long] = path.length < before.length ? [path, before] : [before, path];
    const cell = this.way(short)[short.length].board.answers[long[short.length]][0];
    const held = this.root.contains(document.activeElement);
    const change = () => {
      this.model.set("state", { path });
      this.model.save_changes();
    };
    if (path === long) this.zoom(cell, false).then(change);
    else {
      change();
      if (held) this.picture.focus(cell);
      this.zoom(cell, true);
    }
  }

  /** @param {number} cell @param {boolean} out */
  async zoom(cell, out) {
    const { width, height } = this.scene.picture;
    const { x, y, cell: small } = this.place(cell, { x: 0, y: 0, cell: 1 });
    const view = this.picture.element;
    this.busy = true;
    for (let begin = 0, t = 0; lively() && t < 1;) {
      const now = await new Promise(requestAnimationFrame);
      begin ||= now;
      t = Math.min(1, (now - begin) / 450);
      const s = (out ? 1 - t : t) ** 2 * (3 - 2 * (out ? 1 - t : t));
      view.setAttribute("viewBox", [s * x, s * y, width * (1 + s * (small - 1)), height * (1 + s * (small - 1))].join(" "));
    }
    view.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.busy = false;
  }

  /** Where a board stands inside a cell of another: its corner, and the size of its cells. @param {number} spot @param {{x: number, y: number, cell: number}} around */
  place(spot, around) {
    const { width, height, spots } = this.scene.picture;
    const cell = (0.9 * around.cell) / Math.max(width, height);
    const [mx, my] = [around.x + spots[spot].x * around.cell, around.y + spots[spot].y * around.cell];
    return { x: mx - (width * cell) / 2, y: my - (height * cell) / 2, cell };
  }

  /** A board, with boards inside it. @param {Board} board @param {number} ours @param {{x: number, y: number, cell: number}} at @param {number} level @param {Element} parent */
  draw(board, ours, at, level, parent) {
    const { width, height, spots, legend } = this.scene.picture;
    const box = { x: at.x, y: at.y, width: width * at.cell, height: height * at.cell };
    const how = HOW[(board.end ?? 0) + 1];
    if (level > 0) {
      const fill = board.end === null ? TINTS[this.worst(board)] : FILLS[how];
      svg("rect", { ...box, class: board.end === null ? "gl-page" : "gl-page gl-over-now", style: `--fill: ${fill}; --cell: ${at.cell}px` }, parent);
      if (level > DEEP) return;
      const lines = spots.map((/** @type {{x: number, y: number}} */ { x, y }) => `M${at.x + (x - 0.5) * at.cell} ${at.y + (y + 0.5) * at.cell}h${at.cell}v${-at.cell}`).join("");
      svg("path", { d: lines, class: "gl-rules", style: `--cell: ${at.cell}px` }, parent);
      [...board.pieces].forEach((character, i) => {
        const piece = PIECES[legend[character]];
        if (!piece) return;
        const place = `translate(${at.x + spots[i].x * at.cell} ${at.y + spots[i].y * at.cell}) scale(${at.cell})`;
        svg("g", { transform: place, class: i === ours ? "gl-ours" : "gl-old" }, parent).innerHTML = piece;
      });
    }
    const boards = /** @type {Board[]} */ (this.boards);
    for (const [spot, answer, then] of board.answers) this.draw(boards[then], answer, this.place(spot, at), level + 1, parent);
    if (level === 1 && board.end !== null) {
      const free = spots[[...board.pieces].findIndex((character) => !PIECES[legend[character]])] ?? { x: width / 2, y: height / 2 };
      const sign = svg("text", { x: at.x + free.x * at.cell, y: at.y + free.y * at.cell, "font-size": 0.6 * at.cell, class: "gl-sign" }, parent);
      sign.textContent = OUTCOMES[how].sign;
    }
  }

  /** The worst that can come of a board. @param {Board} board */
  worst({ plays: [, drawn, lost] }) {
    return lost ? "L" : drawn ? "D" : "W";
  }

  show() {
    const way = this.way(this.path);
    const { board, ours } = way[way.length - 1];
    const held = this.root.contains(document.activeElement);
    const can = new Map(board.answers.map(([spot, , then, words]) => [spot, `${words}: ${this.told(then)}`]));
    this.picture.show({ pieces: board.pieces, can, last: ours < 0 ? [] : [ours], steady: true });
    this.inside.replaceChildren();
    this.draw(board, ours, { x: 0, y: 0, cell: 1 }, 0, this.inside);
    this.crumbs.replaceChildren(...way.map(({ words }, k) => {
      const crumb = html("button", "gl-button", words);
      crumb.setAttribute("type", "button");
      if (k === way.length - 1) crumb.setAttribute("aria-current", "step");
      crumb.addEventListener("click", () => { if (k < this.path.length) this.go(this.path.slice(0, k)); });
      return crumb;
    }));
    if (held && !can.size) /** @type {HTMLElement} */ (this.crumbs.lastElementChild).focus();
    this.hover(null);
    this.count(board.plays);
  }

  /** What is still open, counted down to what it is now. @param {number[]} plays */
  async count(plays) {
    const before = this.shown;
    this.shown = plays;
    for (let step = lively() ? 1 : 12; step <= 12 && this.shown === plays; step++) {
      const now = plays.map((n, i) => Math.round(before[i] + ((n - before[i]) * step) / 12));
      const total = now.reduce((a, b) => a + b, 0);
      const rows = ENDS.map((word, i) => `${OUTCOMES["WDL"[i]].sign} ${now[i].toLocaleString("en")} ${word}`);
      this.counts.replaceChildren(html("b", "", `${total.toLocaleString("en")} ${total === 1 ? "play" : "plays"} left`), ...rows.map((row, i) => html("span", `gl-key gl-key-${"wdl"[i]}`, row)));
      if (step < 12) await new Promise((done) => setTimeout(done, 35));
    }
  }

  /** @param {number} number */
  told(number) {
    const { end, plays } = /** @type {Board[]} */ (this.boards)[number];
    if (end !== null) return ENDS[1 - end];
    const total = plays.reduce((a, b) => a + b, 0);
    const some = plays.map((n, i) => (n ? `${n} ${ENDS[i]}` : "")).filter(Boolean).join(", ");
    return `${total} ${total === 1 ? "play" : "plays"} left, ${some}`;
  }

  /** @param {number | null} spot */
  hover(spot) {
    const way = this.way(this.path);
    const { board } = way[way.length - 1];
    const answer = board.answers.find(([his]) => his === spot);
    if (answer) this.status.textContent = `${answer[3]}: ${this.told(answer[2])}.`;
    else this.status.textContent = board.end === null ? "Where does the opponent go? Press there." : `Play is over: ${ENDS[1 - board.end]}.`;
  }

  /** @param {number} spot */
  press(spot) {
    const way = this.way(this.path);
    const k = way[way.length - 1].board.answers.findIndex(([his]) => his === spot);
    if (k >= 0) this.go([...this.path, k]);
  }

  /** @param {string} key */
  key(key) {
    if (key === "Escape" && this.path.length) {
      this.go(this.path.slice(0, -1));
      return true;
    }
    return this.picture.key(key);
  }
}
