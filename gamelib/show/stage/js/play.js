// A game to play. Small games are played here, with the table; for larger ones the kernel answers.

import { Picture, html } from "./picture.js";
import { Table, roll, unpack } from "./table.js";
import { OTHER, OUTCOMES, lastWords, short } from "./words.js";
import { Columns } from "./bits.js";

/**
 * What a widget's model offers, in a notebook or on a plain page.
 * @typedef {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void,
 *   on: (name: string, act: () => void) => void, off?: (name: string, act: () => void) => void}} Model
 * @typedef {{played: number[], sides?: number[], you: number, hints: boolean, numbers: boolean, faces: Object<string, string>}} State
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
    /** The spots pressed so far on the way to a move. @type {number[]} */
    this.chosen = [];
    /** What can be done, and the spots to press for it. @type {{move: Move, k: number, ways: number[][]}[]} */
    this.options = [];
    this.status = html("div", this.scene.side ? "gl-story" : "gl-status", "", root);
    this.status.setAttribute("role", "status");
    const body = html("div", "gl-body", "", root);
    this.picture = new Picture(this.scene.picture, {
      press: (spot) => this.press(spot),
      drop: (from, to) => this.drop(from, to),
      hover: (spot) => this.hover(spot),
      part: this.scene.numbers && this.scene.hints ? (part) => this.work(part) : undefined,
    });
    if (this.scene.picture.spots.length) body.append(this.picture.element);
    this.board = html("pre", "gl-board", "", this.scene.picture.spots.length ? undefined : body);
    if (this.scene.side) body.append(this.status);
    this.bits = this.scene.numbers ? new Columns(body, this.scene.numbers, (part) => this.work(part)) : null;
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
      this.hintTool = this.tool(this.scene.hint_words, () => this.busy || this.save({ hints: !this.state.hints }));
      if (this.bits) this.numberTool = this.tool("Nim-sum", () => this.busy || this.save({ numbers: !this.state.numbers }));
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
    this.model.on("comm_live_update", this.changed);
    this.show();
    return this;
  }

  end() {
    clearTimeout(this.timer);
    for (const event of ["change:state", "change:now", "comm_live_update"]) this.model.off?.(event, this.changed ?? (() => {}));
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
    this.late = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.late = this.busy; if (this.late) this.show(); }, 5000);
    this.show();
  }

  /** What is said while the kernel has not answered yet. */
  get waiting() {
    if (this.status.closest(".jupyter-widgets-disconnected")) return "No kernel is there to answer: run this cell again.";
    return `Your opponent thinks.${this.late ? " If no kernel is running, run this cell again." : ""}`;
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

  /** A move of yours; then dice and the opponent, until it is your turn again. @param {number} k @param {number} [side] which of its ways */
  move(k, side = 0) {
    if (!this.mine || this.busy) return;
    const { played, you, sides = [] } = this.state;
    this.save({ ...this.answered([...played, k], you), sides: [...played.map((_, ply) => sides[ply] ?? 0), side] });
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
    } else mine = this.busy ? played.length - 1 : this.model.get("now").back;
    if (mine >= 0) this.save({ played: played.slice(0, mine), faces: {} });
  }

  /** Where each piece lies: pins stay where they are, though a move gives them other numbers. @param {number[]} played */
  lie(played) {
    const plain = this.scene.picture.spots.map((/** @type {unknown} */ _, /** @type {number} */ i) => i);
    if (!this.table?.columns.stay) return plain;
    const been = this.path(played);
    return played.reduce((at, k, ply) => {
      const { stay = [] } = this.rowAt(been[ply]).options[k];
      const blocks = stay[this.state.sides?.[ply] ?? 0] ?? stay[0];
      const next = blocks ? [...at] : plain;
      for (const [to, from, n] of blocks ?? []) for (let j = 0; j < n; j++) next[to + j] = at[from + j];
      return next;
    }, plain);
  }

  /** The ways that begin with these spots. @param {number[]} pressed */
  begun(pressed) {
    return this.options.flatMap(({ k, ways }) => ways.map((way, side) => ({ k, side, way })))
      .filter(({ way }) => pressed.every((spot, i) => way[i] === spot));
  }

  /** What a press on a spot does: a way that is complete with it, or the only one that ends there. @param {number} spot */
  meant(spot) {
    const pressed = [...this.chosen, spot];
    const found = this.begun(pressed);
    const ends = this.chosen.length || found.length ? [] : this.begun([]).filter(({ way }) => way.at(-1) === spot);
    return found.find(({ way }) => way.length === pressed.length) ?? (ends.length === 1 ? ends[0] : undefined);
  }

  /** @param {number} spot */
  press(spot) {
    if (this.scene.columns) spot = this.inColumn(spot);
    const [move, pressed] = [this.meant(spot), this.chosen];
    this.chosen = [];
    if (move) this.move(move.k, move.side);
    else if (this.begun([...pressed, spot]).length) this.chosen = [...pressed, spot];
    else if (pressed.length && pressed.at(-1) !== spot) this.press(spot);
    else if (!pressed.length) this.refuse(spot);
    this.show();
  }

  /** A piece falls to its place wherever in its column one presses. @param {number} spot */
  inColumn(spot) {
    const { spots } = this.scene.picture;
    return [...(this.picture.frame.can?.keys() ?? [])].find((i) => spots[i].x === spots[spot].x) ?? spot;
  }

  /** A piece is dragged from one spot to another. @param {number} from @param {number} to */
  drop(from, to) {
    this.chosen = [from];
    this.press(to);
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
    if (this.bits && this.state.numbers) this.point(spot === null ? undefined : this.meant(spot)?.k);
  }

  /** The numbers as they are, or as they are after a move. @param {number | undefined} [k] */
  point(k) {
    if (!this.bits) return;
    const { parts = [], options } = this.row;
    const move = k === undefined ? undefined : options[k];
    if (this.state.numbers) this.bits.show(parts, options.map((option) => option.parts ?? []), move?.parts, move?.text);
    this.picture.badge(this.state.numbers ? (move?.parts ?? parts) : [], parts);
  }

  /** What the nim-sum asks of one part, worked out; the spot to press is marked. @param {number} part */
  work(part) {
    if (!this.bits || !this.scene.hints) return;
    this.save({ numbers: true });
    const { parts = [] } = this.row;
    const found = this.options.filter(({ move }) =>
      move.parts?.every((n, k) => k === part || n === parts[k]) && move.parts.reduce((a, b) => a ^ b, 0) === 0);
    this.bits.work(parts, part, found[0]?.move.text);
    this.picture.mark(found[0]?.ways[0] ?? []);
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
    if (!this.mine) return [...lines, this.busy ? this.waiting : "Play goes round for ever, and that is a draw."];
    if (this.error) return [...lines, this.error];
    const held = this.chosen.map((spot) => this.scene.picture.spots[spot].name).join(", ");
    lines.push(held ? `Your move: ${held}, and now the next.` : row.caption ? `Your move (${row.caption}).` : "Your move.");
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
    const { ply, you } = this.table ? { ply: 0, you: 0 } : this.model.get("now");
    return !this.table && (ply !== this.state.played.length || you !== this.state.you);
  }

  show() {
    const row = this.row;
    const { hints, numbers } = this.state;
    const size = this.scene.picture.spots.length;
    const marks = Array(size).fill(" ");
    const notes = Array(size).fill("");
    const pieces = Array(size).fill(" ");
    const can = new Map();
    const at = this.lie(this.state.played);
    const open = this.mine && !this.busy;
    this.options = open ? row.options.map((move, k) => ({ move, k, ways: move.ways.map((way) => way.map((spot) => at[spot])) })) : [];
    for (const { way, k } of this.begun(this.chosen)) {
      const { mark, note } = hints ? this.hint(row.options[k]) : { mark: "", note: "" };
      const spot = way[this.chosen.length];
      can.set(spot, row.options[k].text);
      if (way.length === this.chosen.length + 1) [marks[spot], notes[spot]] = [mark || " ", note];
    }
    const loose = this.options.filter(({ ways }) => !ways.length).map(({ k }) => k);
    [...row.pieces].forEach((piece, i) => { if (piece !== " ") pieces[at[i]] = piece; });
    const side = this.state.sides?.[this.state.played.length - 1] ?? 0;
    const last = this.lastMove && (this.lastMove.ways[side] ?? this.lastMove.ways[0])?.at(-1);
    this.picture.show({
      pieces: pieces.join(""), marks: marks.join(""), notes, can, labels: this.scene.labels, chosen: this.chosen,
      last: row.won?.length ? row.won : last === undefined ? [] : [this.lie(this.state.played.slice(0, -1))[last]],
    });
    this.board.textContent = row.text;
    this.showButtons(loose, row);
    this.status.replaceChildren(...this.said().map((line) => html("div", "", line)));
    this.text.textContent = row.text;
    this.hintTool?.setAttribute("aria-pressed", String(hints));
    this.numberTool?.setAttribute("aria-pressed", String(numbers));
    this.textTool?.setAttribute("aria-pressed", String(!this.text.hidden));
    if (this.bits) this.bits.element.hidden = !numbers;
    this.point();
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
      for (const gone of ["pointerleave", "blur"]) button.addEventListener(gone, () => this.point());
      return button;
    }));
    if (focus >= 0) /** @type {HTMLElement} */ (this.buttons.children[Math.min(focus, this.buttons.children.length - 1)])?.focus();
  }

  /** @param {string} key */
  key(key) {
    return this.picture.key(key);
  }
}
