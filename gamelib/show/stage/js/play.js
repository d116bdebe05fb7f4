// A game to play. Small games are played here, with the table; for larger ones the kernel answers.

import { Picture, html } from "./picture.js";
import { Table, roll, unpack } from "./table.js";
import { OTHER, OUTCOMES, lastWords, short } from "./words.js";
import { Columns } from "./bits.js";

/**
 * What a widget's model offers, in a notebook or on a plain page.
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (name: string, act: () => void) => void, off?: (name: string, act: () => void) => void}} Model
 * @typedef {{played: number[], you: number, hints: boolean, numbers: boolean, faces: Object<string, string>}} State
 * @typedef {import("./table.js").Row} Row
 * @typedef {import("./table.js").Move} Move
 */

/** Play on which so many moves pass without you goes round for ever. */
const PATIENCE = 1000;

export class Play {
  /** @param {Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    this.scene = model.get("scene");
    this.status = html("div", this.scene.side ? "gl-story" : "gl-status", "", root);
    this.status.setAttribute("role", "status");
    const body = html("div", "gl-body", "", root);
    this.picture = new Picture(this.scene.picture, {
      press: (spot) => this.press(spot),
      drop: (from, to) => this.drop(from, to),
      hover: (spot) => this.hover(spot),
    });
    if (this.scene.picture.spots.length) body.append(this.picture.element);
    this.board = html("pre", "gl-board", "", this.scene.picture.spots.length ? undefined : body);
    if (this.scene.side) body.append(this.status);
    this.bits = this.scene.numbers ? new Columns(body, this.scene.numbers) : null;
    this.buttons = html("div", "gl-row", "", root);
    this.tools = html("div", "gl-row gl-tools", "", root);
    this.text = html("pre", "gl-text", "", root);
    this.text.hidden = true;
    this.addTools();
  }

  addTools() {
    this.tool("New game", () => this.restart(this.state.you));
    this.tool("Change sides", () => this.restart(1 - this.state.you));
    this.tool("Take back", () => this.takeBack());
    this.addHints();
  }

  addHints() {
    if (this.scene.hints) {
      this.hintTool = this.tool(this.scene.hint_words, () => this.save({ hints: !this.state.hints }));
      if (this.bits) this.numberTool = this.tool("Nim-sum", () => this.save({ numbers: !this.state.numbers }));
    }
    this.textTool = this.tool("As text", () => { this.text.hidden = !this.text.hidden; this.show(); });
  }

  /** @param {string} words @param {() => void} act */
  tool(words, act) {
    const button = html("button", "gl-button", words, this.tools);
    button.setAttribute("type", "button");
    button.addEventListener("click", act);
    return button;
  }

  async begin() {
    this.table = this.scene.table ? new Table(await unpack(this.scene.table)) : null;
    this.model.on("change:state", this.changed = () => this.show());
    this.model.on("change:now", this.changed);
    this.show();
    return this;
  }

  end() {
    this.model.off?.("change:state", this.changed ?? (() => {}));
    this.model.off?.("change:now", this.changed ?? (() => {}));
  }

  /** @returns {State} */
  get state() {
    return this.model.get("state");
  }

  /** @param {Partial<State>} change */
  save(change) {
    this.error = "";
    this.model.set("state", { ...this.state, ...change });
    this.model.save_changes();
    this.show();
  }

  /** The positions that have been, by their numbers. @param {number[]} played */
  path(played) {
    const been = [0];
    for (const k of played) been.push(this.rowAt(been[been.length - 1]).options[k].to ?? 0);
    return been;
  }

  /** @param {number} i @returns {Row} */
  rowAt(i) {
    return /** @type {Table} */ (this.table).row(i);
  }

  /** The position as it stands. @returns {Row} */
  get row() {
    if (!this.table) return this.model.get("now").row;
    const been = this.path(this.state.played);
    return this.rowAt(been[been.length - 1]);
  }

  /** Whose turn it is after so many moves: a player, "c" for chance. @param {Row} row @param {number} ply */
  turn(row, ply) {
    return this.scene.extensive ? row.turn : String(ply % 2);
  }

  /** Whether it is your turn. */
  get mine() {
    const row = this.row;
    return row.end === null && this.turn(row, this.state.played.length) === String(this.state.you);
  }

  /** A move of yours; then dice and the opponent, until it is your turn again. @param {number} k */
  move(k) {
    if (!this.mine || this.busy) return;
    this.save(this.answered([...this.state.played, k], this.state.you));
  }

  /** @param {number[]} played @param {number} you @returns {Partial<State>} */
  answered(played, you) {
    const faces = /** @type {Object<string, string>} */ ({});
    if (!this.table) return { played, you, faces };
    let at = this.path(played).pop() ?? 0;
    for (let n = 0; n < PATIENCE; n++) {
      const row = this.rowAt(at);
      const turn = this.turn(row, played.length);
      if (row.end !== null || turn === String(you)) break;
      let k = this.table.best(at);
      if (turn === "c") {
        const thrown = roll(row.odds ?? []);
        k = thrown.move;
        faces[played.length] = thrown.face;
      }
      played = [...played, k];
      at = row.options[k].to ?? 0;
    }
    return { played, you, faces };
  }

  /** @param {number} you */
  restart(you) {
    this.save(this.answered([], you));
  }

  takeBack() {
    const { played, you } = this.state;
    let mine = -1;
    if (this.table) {
      const been = this.path(played);
      for (let ply = 0; ply < played.length; ply++) if (this.turn(this.rowAt(been[ply]), ply) === String(you)) mine = ply;
    } else mine = this.model.get("now").back;
    if (mine >= 0) this.save({ played: played.slice(0, mine), faces: {} });
  }

  /** The moves that end at a spot, as places in the list of moves. @param {number} spot */
  movesTo(spot) {
    if (!this.mine) return [];
    const from = this.chosen;
    return this.row.options.map((move, k) => ({ move, k })).filter(({ move }) =>
      move.ways.some((way) => way[way.length - 1] === spot && (way.length === 1 || from === undefined || way[0] === from)));
  }

  /** @param {number} spot */
  press(spot) {
    if (this.scene.columns) spot = this.inColumn(spot);
    const here = this.movesTo(spot);
    const starts = this.mine && this.row.options.some((move) => move.ways.some((way) => way.length > 1 && way[0] === spot));
    if (here.length === 1 && (here[0].move.ways.some((way) => way.length === 1) || this.chosen !== undefined)) {
      this.chosen = undefined;
      this.move(here[0].k);
    } else if (starts) {
      this.chosen = this.chosen === spot ? undefined : spot;
      this.show();
    } else if (here.length === 1) this.move(here[0].k);
    else this.refuse(spot);
  }

  /** A piece falls to its place wherever in its column one presses. @param {number} spot */
  inColumn(spot) {
    const { spots } = this.scene.picture;
    return [...(this.picture.frame.can?.keys() ?? [])].find((i) => spots[i].x === spots[spot].x) ?? spot;
  }

  /** A piece is dragged: what counts is where it is put down. @param {number} from @param {number} to */
  drop(from, to) {
    this.chosen = from;
    const here = this.movesTo(to);
    this.chosen = undefined;
    if (here.length) this.move(here[0].k);
    else this.refuse(to);
  }

  /** @param {number} spot */
  refuse(spot) {
    if (!this.mine) return;
    const name = this.scene.picture.spots[spot].name;
    this.error = `Not allowed: ${name}. What you may do has a frame.`;
    this.show();
  }

  /** Where a move leads is shown before it is made. @param {number | null} spot */
  hover(spot) {
    const k = spot === null ? undefined : this.movesTo(spot)[0]?.k;
    this.point(k);
  }

  /** @param {number | undefined} k */
  point(k) {
    if (!this.bits || !this.state.numbers) return;
    const row = this.row;
    const move = k === undefined ? undefined : row.options[k];
    this.bits.show(row.parts ?? [], move?.parts, move?.text);
  }

  /** What has happened since your last move. @returns {string[]} */
  story() {
    if (!this.table) return this.model.get("now").story;
    const { played, you, faces } = this.state;
    const been = this.path(played);
    const who = been.map((i, ply) => this.turn(this.rowAt(i), ply)).slice(0, played.length);
    const last = who.lastIndexOf(String(you));
    const lines = [];
    for (let ply = this.scene.extensive ? Math.max(last, 0) : last + 1; ply < played.length; ply++) {
      const text = this.rowAt(been[ply]).options[played[ply]].text;
      lines.push(who[ply] === "c" ? `The die shows ${faces[ply] ?? "?"}: ${text}.` : `${who[ply] === String(you) ? "You" : "Your opponent"}: ${text}.`);
    }
    return lines.length > 7 ? ["...", ...lines.slice(-6)] : lines;
  }

  /** What stands above the board. @returns {string[]} */
  said() {
    const row = this.row;
    const lines = [...this.story()];
    if (row.end !== null) return [...lines, lastWords(this.worth(row.end))];
    if (!this.mine) return [...lines, this.busy ? "Your opponent thinks." : "Play goes round for ever, and that is a draw."];
    if (this.error) return [...lines, this.error];
    lines.push(row.caption ? `Your move (${row.caption}).` : "Your move.");
    if (this.state.hints) lines.push(this.verdict(row));
    return lines;
  }

  /** A result at the end, for you. @param {number} end */
  worth(end) {
    const ply = this.state.played.length;
    const theirs = this.scene.extensive ? this.state.you === 1 : ply % 2 !== this.state.you;
    return theirs && end ? -end : end;
  }

  /** @param {Row} row */
  verdict(row) {
    const { mark, moves, value } = row;
    if (this.scene.extensive) return `With best play on both sides this is worth ${this.flipped(value ?? 0)} to you.`;
    const { sign, name } = OUTCOMES[mark] ?? OUTCOMES.D;
    const worth = value === undefined || [-1, 0, 1].includes(Number(value)) ? "" : `, worth ${value}`;
    return `The position is a ${sign} ${name}${moves >= 0 ? ` in ${moves}` : ""}${worth} for you.`;
  }

  /** @param {string | number} value */
  flipped(value) {
    if (this.state.you === 0 || !this.scene.extensive) return value;
    return typeof value === "number" ? -value : value.startsWith("-") ? value.slice(1) : value === "0" ? value : `-${value}`;
  }

  /** What a move leads to, for you: its mark, and a note of few characters. @param {Move} move */
  hint(move) {
    if (move.mark === undefined) return { mark: "", note: "" };
    if (this.scene.extensive) {
      const value = this.flipped(move.value ?? 0);
      const number = Number(String(value).split("/").reduce((a, b) => String(Number(a) / Number(b))));
      return { mark: number > 0 ? "W" : number < 0 ? "L" : "D", note: short(number) };
    }
    const mark = OTHER[move.mark];
    if (this.table ? this.scene.values : this.model.get("now").values) return { mark, note: short(-Number(move.value)) };
    return { mark, note: OUTCOMES[mark].sign + ((move.moves ?? -1) >= 0 ? (move.moves ?? 0) + 1 : "") };
  }

  /** Whether the kernel still owes its answer. */
  get busy() {
    return !this.table && this.model.get("now").ply !== this.state.played.length;
  }

  show() {
    const row = this.row;
    const { hints, numbers } = this.state;
    const size = this.scene.picture.spots.length;
    const marks = Array(size).fill(" ");
    const notes = Array(size).fill("");
    const can = new Map();
    const loose = /** @type {number[]} */ ([]);
    if (this.mine && !this.busy) {
      row.options.forEach((move, k) => {
        const { mark, note } = hints ? this.hint(move) : { mark: "", note: "" };
        if (!move.ways.length) loose.push(k);
        for (const way of move.ways) {
          const spot = this.chosen !== undefined || way.length === 1 ? way[way.length - 1] : way[0];
          if (way.length > 1 && this.chosen !== undefined && way[0] !== this.chosen) continue;
          can.set(spot, move.text);
          if (way.length === 1 || this.chosen !== undefined) [marks[spot], notes[spot]] = [mark || " ", note];
        }
      });
    }
    this.picture.show({
      pieces: row.pieces, marks: marks.join(""), notes, can, last: row.won?.length ? row.won : (this.lastMove?.ways[0]?.slice(-1) ?? []), labels: this.scene.labels,
      chosen: this.chosen === undefined ? [] : [this.chosen],
    });
    this.board.textContent = row.text;
    this.showButtons(loose, row);
    this.status.replaceChildren(...this.said().map((line) => html("div", "", line)));
    this.text.textContent = row.text;
    this.hintTool?.setAttribute("aria-pressed", String(hints));
    this.numberTool?.setAttribute("aria-pressed", String(numbers));
    this.textTool?.setAttribute("aria-pressed", String(!this.text.hidden));
    if (this.bits) { this.bits.element.hidden = !numbers; this.bits.show(row.parts ?? []); }
  }

  /** The last move that was made. @returns {Move | undefined} */
  get lastMove() {
    const { played } = this.state;
    if (!this.table) return this.model.get("now").last;
    const been = this.path(played.slice(0, -1));
    return this.rowAt(been[been.length - 1]).options[played[played.length - 1]];
  }

  /** Its words. */
  get lastText() {
    return this.lastMove?.text ?? "";
  }

  /** A button for each move that has no place on the picture. @param {number[]} loose @param {Row} row */
  showButtons(loose, row) {
    const focus = [...this.buttons.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.buttons.replaceChildren(...loose.map((k) => {
      const move = row.options[k];
      const { mark, note } = this.state.hints ? this.hint(move) : { mark: "", note: "" };
      const button = html("button", "gl-button gl-move", note ? `${move.text} ${note}` : move.text);
      button.setAttribute("type", "button");
      if (mark) button.setAttribute("style", `background: ${OUTCOMES[mark].colour}; color: ${OUTCOMES[mark].ink}`);
      button.addEventListener("click", () => this.move(k));
      button.addEventListener("pointerenter", () => this.point(k));
      button.addEventListener("focus", () => this.point(k));
      button.addEventListener("pointerleave", () => this.point(undefined));
      return button;
    }));
    if (focus >= 0) /** @type {HTMLElement} */ (this.buttons.children[Math.min(focus, this.buttons.children.length - 1)])?.focus();
  }

  /** @param {string} key */
  key(key) {
    return this.picture.key(key);
  }
}
