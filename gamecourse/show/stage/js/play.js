// A game to play. Small games are played here, with the table; for larger ones the kernel answers.

import { Columns } from "./bits.js";
import { Picture } from "./picture.js";
import { Scene, button, html, press, speaker, tell, unpack } from "./scene.js";
import { roll, rowOf } from "./table.js";
import { OTHER, OUTCOMES, called, coloured, lastWords, short, sign } from "./words.js";

/**
 * `played`: the numbers of the moves made, `sides`: which of its ways each was made on, `faces`: what dice have shown.
 * @typedef {{played: number[], sides?: number[], you: number, hints: boolean, numbers: boolean,
 *   faces: Object<string, string>}} State
 * @typedef {import("./table.js").Row} Row
 * @typedef {import("./table.js").Move} Move
 *
 * How it stands after `ply` moves: the position, the last move, what has happened since your own, how many moves were
 * made before that one (-1: none of yours), and whether values are more than won, drawn and lost.
 * @typedef {{row: Row, ply: number, you: number, last: Move | null, story: string[], back: number,
 *   values: boolean}} Now
 */

/** Play on which so many moves pass without you goes round for ever; of a longer story the last lines are told. */
const PATIENCE = 1000, TOLD = 6;

/** So many milliseconds the kernel may think before one is told that it may be gone. */
const LATE = 5000;

/** @extends {Scene<State>} */
export class Play extends Scene {
  /** The spots pressed so far on the way to a move. @type {number[]} */
  chosen = [];
  /** What can be done, and the spots to press for it. @type {{move: Move, k: number, ways: number[][]}[]} */
  options = [];
  /** The moves made and by whom, where there is a table. @type {(Move & {turn: string})[]} */
  past = [];
  /** @type {Now} */
  now = this.model.get("now");
  error = "";

  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    const { kind, picture, side, numbers, hints } = this.scene;
    const two = kind === "play" && !hints; // lines: what the opponent did, and whose turn it is
    this.status = speaker(side ? "gl-story" : two ? "gl-status gl-two" : "gl-status", root);
    const body = html("div", { class: "gl-body" }, root);
    this.picture = new Picture(picture, {
      press: (spot) => this.press(spot),
      drop: (from, to) => { this.chosen = [from]; this.press(to); },
      hover: (spot) => this.point(spot === null ? undefined : this.meant(spot)?.k),
      part: numbers && hints ? (part) => this.work(part) : undefined,
    });
    if (picture.spots.length) body.append(this.picture.element);
    this.board = html("pre", { class: "gl-board" }, picture.spots.length ? undefined : body);
    if (side) body.append(this.status);
    this.bits = numbers ? new Columns(body, numbers, (part) => this.work(part)) : null;
    this.buttons = html("div", { class: "gl-row" }, root);
    this.tools = html("div", { class: "gl-row" }, root);
    this.text = html("pre", { class: "gl-text", hidden: "" }, root);
    this.addTools();
    if (hints) {
      this.hintTool = this.toggle(this.scene.hint_words, "hints");
      if (this.bits) this.numberTool = this.toggle("Nim-sum", "numbers");
    }
    this.textTool = button("As text", () => { this.text.hidden = !this.text.hidden; this.show(); }, this.tools);
  }

  addTools() {
    button("New game", () => this.restart(this.state.you), this.tools);
    button("Change sides", () => this.restart(1 - this.state.you), this.tools);
    button("Take back", () => this.takeBack(), this.tools);
  }

  /** A button that shows something, or hides it. @param {string} words @param {"hints" | "numbers"} what */
  toggle(words, what) {
    return button(words, () => this.busy || this.save({ [what]: !this.state[what] }), this.tools);
  }

  async load() {
    this.table = this.scene.table && await unpack(this.scene.table);
    this.read();
  }

  /** @param {Partial<State>} change */
  save(change) {
    this.error = "";
    this.late = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.late = this.busy; if (this.late) this.show(); }, LATE);
    super.save(change);
  }

  end() {
    clearTimeout(this.timer);
    super.end();
  }

  /** What is said while the kernel has not answered yet. */
  get waiting() {
    if (this.status.closest(".jupyter-widgets-disconnected")) return "No kernel is there to answer: run this cell again.";
    return `Your opponent thinks.${this.late ? " If no kernel is running, run this cell again." : ""}`;
  }

  /** The positions that have been, the last one as it stands now. @param {number[]} played @returns {Row[]} */
  rows(played) {
    const rows = [rowOf(this.table, 0)];
    for (const k of played) rows.push(rowOf(this.table, rows[rows.length - 1].options[k].to ?? 0));
    return rows;
  }

  /** How it stands is looked up in the table; without one the kernel has told it. */
  read() {
    this.now = this.model.get("now");
    if (!this.table) return;
    const { played, you } = this.state;
    const rows = this.rows(played);
    this.past = played.map((k, ply) => ({ ...rows[ply].options[k], turn: this.turn(rows[ply], ply) }));
    const back = this.past.map(({ turn }) => turn).lastIndexOf(String(you));
    this.now = {
      row: rows[played.length], ply: played.length, you, last: this.past.at(-1) ?? null, story: this.story(back), back,
      values: this.scene.values,
    };
  }

  /** Whose turn it is after so many moves: a player, "c" for chance. @param {Row} row @param {number} ply */
  turn(row, ply) {
    return this.scene.extensive ? row.turn : String(ply % 2);
  }

  /** Whether it is your turn. */
  get mine() {
    const { row, ply, you } = this.now;
    return !this.busy && row.end === null && this.turn(row, ply) === String(you);
  }

  /** Whether the kernel still owes its answer. */
  get busy() {
    return this.now.ply !== this.state.played.length || this.now.you !== this.state.you;
  }

  /** A move of yours, and what follows. @param {number} k @param {number} [side] which of its ways */
  move(k, side = 0) {
    if (!this.mine) return;
    const { played, you, sides = [] } = this.state;
    this.save({ ...this.answered([...played, k], you), sides: [...played.map((_, ply) => sides[ply] ?? 0), side] });
  }

  /** Dice and the opponent, until it is your turn again. @param {number[]} played @param {number} you */
  answered(played, you) {
    const faces = /** @type {Object<string, string>} */ ({});
    let row = this.table && this.rows(played)[played.length];
    for (let n = 0; row && n < PATIENCE; n++) {
      const turn = this.turn(row, played.length);
      if (row.end !== null || turn === String(you)) break;
      const { move, face } = turn === "c" ? roll(row.odds ?? []) : { move: row.best ?? 0, face: "" };
      if (face) faces[played.length] = face;
      played = [...played, move];
      row = rowOf(this.table, row.options[move].to ?? 0);
    }
    return { played, you, faces };
  }

  /** @param {number} you */
  restart(you) {
    this.save(this.answered([], you));
  }

  takeBack() {
    const { played } = this.state;
    const back = this.busy ? played.length - 1 : this.now.back;
    if (back >= 0) this.save({ played: played.slice(0, back), faces: {} });
  }

  /** Which of the ways to make a move was taken. @template T @param {T[]} ways @param {number} ply */
  side(ways, ply) {
    return ways[this.state.sides?.[ply] ?? 0] ?? ways[0];
  }

  /** Where each piece lies after so many moves; pins stay, though a move changes their numbers. @param {number} ply */
  lie(ply) {
    const plain = [...Array(this.scene.picture.spots.length).keys()];
    return this.past.slice(0, ply).reduce((at, { stay = [] }, k) => {
      const blocks = this.side(stay, k);
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

  /** What can be pressed next, and the moves that go on there. @returns {Map<number, Move[]>} */
  next() {
    const found = /** @type {Map<number, Move[]>} */ (new Map());
    for (const { way, k } of this.begun(this.chosen)) {
      const spot = way[this.chosen.length];
      found.set(spot, [...(found.get(spot) ?? []), this.now.row.options[k]]);
    }
    return found;
  }

  /**
   * Whether a move is better for you than another: it is worth more, or wins sooner, or loses later.
   * @param {Move} a @param {Move} b
   */
  better(a, b) {
    const [x, y] = [a, b].map(({ value = 0 }) => this.worth(value));
    const later = (a.moves ?? -1) - (b.moves ?? -1);
    return x === y ? later * x < 0 : x > y;
  }

  /** What a position after your move is worth to you. @param {string | number} value for who moves next, or player 0 */
  worth(value) {
    const [above, below = 1] = String(value).split("/").map(Number);
    return (this.scene.extensive && this.state.you === 0 ? above : -above) / below;
  }

  /** What a press does: the way that is complete with it, or the only one that ends there. @param {number} spot */
  meant(spot) {
    const pressed = [...this.chosen, spot];
    const found = this.begun(pressed);
    const ends = pressed.length > 1 || found.length ? [] : this.begun([]).filter(({ way }) => way.at(-1) === spot);
    return found.find(({ way }) => way.length === pressed.length) ?? (ends.length === 1 ? ends[0] : undefined);
  }

  /** @param {number} spot */
  press(spot) {
    const { spots } = this.scene.picture;
    if (this.scene.columns) { // a piece falls to its place wherever in its column one presses
      spot = [...(this.picture.frame.can?.keys() ?? [])].find((i) => spots[i].x === spots[spot].x) ?? spot;
    }
    const [move, pressed] = [this.meant(spot), this.chosen];
    this.chosen = [];
    if (move) this.move(move.k, move.side);
    else if (this.begun([...pressed, spot]).length) this.chosen = [...pressed, spot];
    else if (pressed.length && pressed.at(-1) !== spot) this.press(spot);
    else if (!pressed.length && this.mine) {
      this.error = `Not allowed: ${spots[spot].name}. What you may do has a frame.`;
    }
    this.show();
  }

  /** The numbers as they are, or as they are after the k-th move. @param {number} [k] */
  point(k) {
    if (!this.bits) return;
    const { parts = [], options } = this.now.row;
    const move = options[k ?? -1];
    const { numbers } = this.state;
    if (numbers) this.bits.show(parts, options.map((option) => option.parts ?? []), move);
    this.picture.badge(numbers ? move?.parts ?? parts : [], parts);
  }

  /** What the nim-sum asks of one part, worked out; the spot to press is marked. @param {number} part */
  work(part) {
    if (!this.scene.hints) return;
    this.save({ numbers: true });
    const { parts = [] } = this.now.row;
    const found = this.options.find(({ move }) =>
      move.parts?.every((n, k) => k === part || n === parts[k]) && move.parts.reduce((a, b) => a ^ b, 0) === 0);
    this.bits?.work(parts, part, found?.move.text);
    this.picture.mark(found?.ways[0] ?? []);
  }

  /** What has happened since your last move; with dice that move, too. @param {number} back made before it */
  story(back) {
    const lines = this.past.map(({ text, turn }, ply) => turn === "c"
      ? `The die shows ${this.state.faces[ply] ?? "?"}: ${text}.`
      : `${turn === String(this.state.you) ? "You" : "Your opponent"}: ${text}.`);
    lines.splice(0, this.scene.extensive ? Math.max(back, 0) : back + 1);
    return lines.length > TOLD + 1 ? ["...", ...lines.slice(-TOLD)] : lines;
  }

  /** What stands above the board. @returns {string[]} */
  said() {
    const { row, ply, story } = this.now;
    const lines = [...story];
    if (row.end !== null) return [...lines, `${row.why ?? ""} ${lastWords(this.yours(row.end, ply))}`.trim()];
    if (this.busy) return [...lines, this.waiting];
    if (!this.mine) return [...lines, "Play goes round for ever, and that is a draw."];
    if (this.error) return [...lines, this.error];
    const held = this.chosen.map((spot) => this.picture.called(spot)).join(", ");
    lines.push(`Your move${held ? `: ${held}, and now the next` : row.caption && ` (${row.caption})`}.`);
    return this.state.hints && row.mark ? [...lines, this.verdict(row)] : lines;
  }

  /** A result for you: it is given for who is to move, or for player 0. @param {number} value @param {number} ply */
  yours(value, ply) {
    const theirs = this.scene.extensive ? this.state.you === 1 : ply % 2 !== this.state.you;
    return theirs && value ? -value : value;
  }

  /** @param {Row} row */
  verdict({ mark, moves, value = 0 }) {
    if (this.scene.extensive) return `With best play on both sides this is worth ${this.exactly(value)} to you.`;
    const worth = [-1, 0, 1].includes(Number(value)) ? "" : `, worth ${value}`;
    return `The position is a ${OUTCOMES[mark].sign} ${called({ mark, moves })}${worth} for you.`;
  }

  /** A value for you as a fraction is written. @param {string | number} value player 0's */
  exactly(value) {
    const words = String(value);
    return this.state.you === 0 || words === "0" ? words : `-${words}`.replace(/^--/, "");
  }

  /** What a move leads to, for you: its mark, and a note of few characters. @param {Move} move */
  hint({ mark, moves = -1, value = 0 }) {
    if (!this.state.hints || !mark) return { mark: "", note: "" };
    const theirs = !this.scene.extensive || this.state.you === 1; // it is told for who moves next, or for player 0
    const known = { mark: theirs ? OTHER[mark] : mark, moves: moves < 0 ? -1 : moves + 1 };
    const numbers = this.scene.extensive || this.now.values;
    return { mark: known.mark, note: numbers ? short(this.worth(value)) : sign(known) };
  }

  show() {
    this.read();
    const { row, ply, last } = this.now;
    const { hints, numbers } = this.state;
    const [marks, notes, pieces] = ["", "", " "].map((nothing) => this.scene.picture.spots.map(() => nothing));
    const can = new Map();
    const at = this.lie(ply);
    this.options = (this.mine ? row.options : [])
      .map((move, k) => ({ move, k, ways: move.ways.map((way) => way.map((spot) => at[spot])) }));
    for (const [spot, moves] of this.next()) {
      const best = moves.reduce((a, b) => (this.better(b, a) ? b : a));
      can.set(spot, moves.length > 1 ? `${moves.length} moves` : best.text);
      ({ mark: marks[spot], note: notes[spot] } = this.hint(best));
    }
    [...row.pieces].forEach((piece, i) => { if (piece !== " ") pieces[at[i]] = piece; });
    const touched = last ? this.side(last.ways, ply - 1) ?? [] : [];
    this.picture.show({
      pieces, marks, notes, can, chosen: this.chosen,
      last: row.won?.length ? row.won : touched.map((spot) => this.lie(ply - 1)[spot]),
    });
    this.board.textContent = this.text.textContent = row.text;
    this.showButtons();
    tell(this.status, this.said());
    press(this.hintTool, hints);
    press(this.numberTool, numbers);
    press(this.textTool, !this.text.hidden);
    if (this.bits) this.bits.element.hidden = !numbers;
    this.point();
  }

  /** A button for each move that has no place on the picture. */
  showButtons() {
    const focus = [...this.buttons.children].findIndex((one) => one === document.activeElement);
    const made = this.options.filter(({ ways }) => !ways.length).map(({ move, k }) => {
      const { mark, note } = this.hint(move);
      const element = button(`${move.text} ${note}`.trim(), () => this.move(k));
      if (mark) element.setAttribute("style", coloured(mark));
      for (const come of ["pointerenter", "focus"]) element.addEventListener(come, () => this.point(k));
      for (const gone of ["pointerleave", "blur"]) element.addEventListener(gone, () => this.point());
      return element;
    });
    this.buttons.replaceChildren(...made);
    if (focus >= 0) made[Math.min(focus, made.length - 1)]?.focus();
  }
}
