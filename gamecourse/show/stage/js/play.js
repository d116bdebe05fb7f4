// The playing engine: turns, the story, hints, what is pressed. A source says what a position is like and what the
// opponent plays: the table that the page carries, a search in the page, or the kernel.

import { Columns } from "./bits.js";
import { Coins } from "./coins.js";
import { NOBODY, Remote } from "./kernel.js";
import { Marks } from "./marks.js";
import { judged, judgement } from "./mistake.js";
import { Picture } from "./picture.js";
import { KINDS, Scene, button, html, press, speaker, tell, unpack } from "./scene.js";
import { Table } from "./table.js";
import { OTHER, OUTCOMES, called, coloured, number, short, sign } from "./words.js";

/**
 * `played` has the numbers of the moves made, `sides` the way in which each was made, `faces` what dice have shown.
 * @typedef {{played: number[], sides?: number[], you: number, hints: boolean, numbers: boolean,
 *   faces: Object<string, string>}} State
 * @typedef {import("./table.js").Row} Row
 * @typedef {import("./table.js").Option} Option
 * @typedef {import("./table.js").Value} Value
 *
 * The game after the moves `past`: the row of the present position, and what the source calls it; if play is over, what
 * it shows of your moves, as far as that is known.
 * @typedef {{row: Row, at: any, past: (Option & {turn: string, from: any})[], you: number,
 *   faces: Object<string, string>, judgement?: import("./mistake.js").Judgement}} Now
 */

/** Only this many last lines of a story are told, and this many moves that are better than a mistake are named. */
const TOLD = 6, MOST_NAMED = 3;

/** In pixels: beside a picture that is not so high, what is said would grow out of it; it stands below. */
const FLAT = 160;

/** In ms: how long the opponent may think, and how long you wait before that is said, or that nobody may be there; and
 * the pause before each reply in a hall, so that everybody sees who did what. */
const THINK = 2000, SOON = 300, LATE = 5000, PAUSE = 1200;

/** @extends {Scene<State>} */
export class Play extends Scene {
  /** The spots pressed so far on the way to a move. @type {number[]} */
  chosen = [];
  /** What can be done, and the spots to press for it. @type {{move: Option, k: number, ways: number[][]}[]} */
  options = [];
  /** @type {Now | undefined} */
  drawn;
  /** The number of the last request; answers to earlier ones are not shown any more. */
  asked = {};
  /** What is said while you wait for the source. */
  waiting = "";
  error = "";
  /** The mistake that is shown, its number among your moves, and the moves made before it.
   * @type {{mistake: import("./mistake.js").Judged, nth: number, played: number[]} | undefined} */
  lesson;

  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    /** @type {import("./table.js").Source} */
    this.source = new Remote(model);
    const { kind, picture, side, numbers, hints } = this.scene;
    const two = kind === "play" && !hints; // lines: what the opponent did, and whose turn it is
    this.status = speaker(side ? "gl-story" : two ? "gl-status gl-two" : "gl-status", root);
    const body = html("div", { class: "gl-body" }, root);
    const beside = side || !this.hall; // what is said stands beside the picture; in a hall above it, in large letters
    this.picture = new Picture(picture, {
      press: (spot) => this.press(spot),
      drop: (from, to) => { this.chosen = [from]; this.press(to); },
      hover: (spot) => this.point(spot === null ? undefined : this.meant(spot)?.k),
      part: numbers && hints ? (part) => this.work(part) : undefined,
    });
    if (picture.spots.length) body.append(this.picture.element);
    this.board = html("pre", { class: "gl-board" }, picture.spots.length ? undefined : body);
    const aside = this.hall ? body : html("div", { class: "gl-aside" }, body);
    aside.classList.toggle("gl-below", picture.height * picture.unit < FLAT);
    if (beside) aside.append(this.status);
    this.lessonTool = button("", () => this.showMistake(), aside);
    this.lessonTool.hidden = true;
    this.bits = numbers ? new Columns(aside, numbers, (part) => this.work(part)) : null;
    this.buttons = html("div", { class: "gl-row" }, root);
    this.tools = html("div", { class: "gl-row" }, root);
    this.text = html("pre", { class: "gl-text", hidden: "" }, root);
    this.watch(html("div", { class: "gl-thought", hidden: "" }, root), model);
    this.addTools();
    if (hints) {
      this.hintTool = this.toggle(this.scene.hint_words, "hints");
      if (this.bits) this.numberTool = this.toggle("Nim-sum", "numbers");
    }
    this.textTool = button("As text", () => { this.text.hidden = !this.text.hidden; this.draw(); }, this.tools);
  }

  addTools() {
    button("New game", () => this.restart(this.state.you), this.tools);
    button("Change sides", () => this.restart(1 - this.state.you), this.tools);
    button("Take back", () => this.takeBack(), this.tools);
  }

  /** A button that shows something, or hides it. @param {string} words @param {"hints" | "numbers"} what */
  toggle(words, what) {
    return button(words, () => this.waiting || this.save({ [what]: !this.state[what] }), this.tools);
  }

  /**
   * Show what a program thinks, if the widget has one: how much of its work each move has taken.
   * @param {HTMLElement} panel @param {import("./scene.js").Model} model
   */
  watch(panel, model) {
    const show = () => {
      const thought = model.get("thought");
      panel.hidden = !thought?.words || model.get("state").played.length === 0;
      if (panel.hidden) return;
      panel.replaceChildren();
      html("p", {}, panel, thought.words);
      const list = html("dl", {}, panel);
      for (const { words, share, chosen } of thought.moves) {
        const percent = `${Math.round(100 * share)} %`;
        html("dt", chosen ? { class: "gl-chosen" } : {}, list, chosen ? `${words} ◂` : words);
        const bar = html("dd", {}, list, percent);
        bar.style.setProperty("--share", percent.replace(" ", ""));
      }
      if (thought.line) html("p", {}, panel, thought.line);
    };
    for (const what of ["thought", "state"]) model.on(`change:${what}`, show);
    show();
  }

  async load() {
    if (this.scene.table) this.source = new Table(await unpack(this.scene.table));
    else if (this.scene.marks) this.source = await Marks.of(this.scene.marks);
    else if (this.scene.coins) this.source = await Coins.of(this.scene.coins);
  }

  end() {
    this.asked = {};
    this.source.end?.();
    super.end();
  }

  /** @returns {Now} */
  get now() {
    if (!this.drawn) throw new Error(NOBODY);
    return this.drawn;
  }

  /** @param {Partial<State>} change @param {string} [error] what is said then */
  save(change, error = "") {
    this.error = error;
    super.save(change);
  }

  /** The game after the moves that have been made. @param {State} state @returns {Promise<Now>} */
  async stand({ played, you, hints, faces }) {
    const at = this.source.start;
    const told = hints || Boolean(this.shown);
    const known = (/** @type {number} */ ply) => told && ply === played.length;
    /** @type {Now} */
    let now = { row: await this.source.row(at, known(0)), at, past: [], you, faces };
    for (const [ply, k] of played.entries()) now = await this.after(now, k, known(ply + 1));
    return now;
  }

  /** The game after one more move. @param {Now} now @param {number} k @param {boolean} known @returns {Promise<Now>} */
  async after(now, k, known) {
    const move = { ...now.row.options[k], turn: this.turn(now), from: now.at };
    return { ...now, row: await this.source.row(move.to, known), at: move.to, past: [...now.past, move] };
  }

  /** Whose turn it is: a player, "c" for chance, "." if play is over. @param {Now} now */
  turn({ row, past }) {
    return row.end !== null ? "." : this.scene.extensive ? row.turn : String(past.length % 2);
  }

  /** Whether it is your turn. */
  get mine() {
    return !this.waiting && this.turn(this.now) === String(this.now.you);
  }

  /** How many moves were made before your last one; -1 if you made none. */
  get back() {
    return this.now.past.map(({ turn }) => turn).lastIndexOf(String(this.now.you));
  }

  /**
   * Take what the source gives when it comes, unless something else has been asked for since. If it does not come
   * within `delay` milliseconds, say so; if it fails, leave everything as it was and say why.
   * @template T @param {string} words @param {number} delay @param {(going: () => boolean) => Promise<T>} get @param {(got: T) => void} take
   */
  async wait(words, delay, get, take) {
    const [asked, before] = [this.asked = {}, this.drawn];
    const going = () => this.asked === asked;
    const say = (/** @type {string} */ more) => () => { if (going() && this.drawn) { this.waiting = words + more; this.draw(); } };
    const timers = [setTimeout(say(""), delay), setTimeout(say(" If no kernel is running, run this cell again."), LATE)];
    try {
      const got = await get(going);
      if (!going()) return;
      this.waiting = "";
      take(got);
    } catch (error) {
      if (!going()) return;
      if (!before) throw error;
      [this.waiting, this.drawn] = ["", before];
      const why = /** @type {Error} */ (error).message;
      if (this.state.hints && !before.row.mark) return this.save({ hints: false }, why);
      this.error = why;
      this.draw();
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  show() {
    const get = async () => {
      const now = await this.stand(this.state);
      return { ...now, judgement: await this.judge(now, this.state.played) };
    };
    return this.wait("One moment.", SOON, get, (now) => { this.drawn = now; this.draw(); });
  }

  /**
   * What a game that is over shows of your moves; nothing if the scene does not say that all positions are known, or if
   * the kernel cannot be asked any more.
   * @param {Now} now @param {number[]} played
   */
  async judge(now, played) {
    const { row, past, you } = now;
    if (!this.scene.judged || this.scene.kind !== "play" || this.hall || row.end === null || !past.length) return undefined;
    const result = number(row.end) * (past.length % 2 === you ? 1 : -1);
    const moves = await judged(this.source, past, played, you).catch(() => undefined);
    return moves && judgement(moves, result);
  }

  /** Go back to where you made your first mistake, and show what was possible there. */
  showMistake() {
    const { mistake, nth = 0 } = this.now.judgement ?? {};
    if (!mistake) return;
    const played = this.state.played.slice(0, mistake.ply);
    this.lesson = { mistake, nth, played };
    this.save({ played, faces: {} });
  }

  /** The mistake that is shown, if play stands where it was made. */
  get shown() {
    const { played } = this.state;
    const here = this.lesson?.played.length === played.length && played.every((k, ply) => k === this.lesson?.played[ply]);
    return here ? this.lesson : undefined;
  }

  /** Whether a move keeps what the position of the mistake is worth. @param {Option} move */
  keeps(move) {
    return this.worth(move.value) >= (this.shown?.mistake.before ?? Infinity);
  }

  /** Let dice and the opponent go on until it is your turn again, and keep the result. @param {number[]} played @param {Partial<State>} [more] */
  play(played, more = {}) {
    this.lesson = undefined;
    const wish = { ...this.state, ...more, played, faces: /** @type {Object<string, string>} */ ({}) };
    this.error = "";
    return this.wait("Your opponent thinks.", 0, async (going) => {
      let now = await this.stand({ ...wish, hints: false });
      for (let n = 0; going() && n < this.scene.patience && ![".", String(wish.you)].includes(this.turn(now)); n++) {
        if (!n || this.hall) this.drawn = now; // your move is shown while the opponent thinks
        if (n && this.hall) this.draw();
        if (this.hall) await new Promise((done) => { setTimeout(done, PAUSE); });
        const { move, face } = await this.source.reply(now.at, now.past.map(({ from }) => from), THINK);
        if (face) wish.faces[wish.played.length] = face;
        wish.played = [...wish.played, move];
        now = await this.after(now, move, false);
      }
      return wish;
    }, (kept) => this.save(kept));
  }

  /** Make your move, and what follows. @param {number} k @param {number} [side] which of its ways */
  move(k, side = 0) {
    if (!this.mine) return;
    const { played, sides = [] } = this.state;
    void this.play([...played, k], { sides: [...played.map((_, ply) => sides[ply] ?? 0), side] });
  }

  /** @param {number} you */
  restart(you) {
    void this.play([], { you });
  }

  takeBack() {
    if (this.waiting) void this.show();
    else if (this.back >= 0) void this.play(this.state.played.slice(0, this.back));
  }

  /** Which of the ways to make a move was taken. @template T @param {T[]} ways @param {number} ply */
  side(ways, ply) {
    return ways[this.state.sides?.[ply] ?? 0] ?? ways[0];
  }

  /** Where each piece lies after `ply` moves; pins stay, though a move changes their numbers. @param {number} ply */
  lie(ply) {
    const plain = [...Array(this.scene.picture.spots.length).keys()];
    return this.now.past.slice(0, ply).reduce((at, { stay }, k) => {
      const blocks = this.side(stay || [], k);
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

  /** The spots that can be pressed next, and the moves that go on there. @returns {Map<number, Option[]>} */
  next() {
    const found = /** @type {Map<number, Option[]>} */ (new Map());
    for (const { way, k } of this.begun(this.chosen)) {
      const spot = way[this.chosen.length];
      found.set(spot, [...(found.get(spot) ?? []), this.now.row.options[k]]);
    }
    return found;
  }

  /**
   * Whether a move is better for you than another: it is worth more, or wins sooner, or loses later.
   * @param {Option} a @param {Option} b
   */
  better(a, b) {
    const [x, y] = [a, b].map(({ value }) => this.worth(value));
    const later = (a.moves ?? -1) - (b.moves ?? -1);
    return x === y ? later * x < 0 : x > y;
  }

  /** What a position after your move is worth to you. @param {Value} [value] */
  worth(value = 0) {
    const [above, below = 1] = String(this.yours(value, this.now.past.length + 1)).split("/").map(Number);
    return above / below;
  }

  /** A number for you; it is given for each player, for player 0, or for the player to move after `ply` moves.
   * @param {Value} value @param {number} [ply] */
  yours(value, ply = this.now.past.length) {
    const { you } = this.now;
    if (Array.isArray(value)) return value[you];
    const theirs = this.scene.extensive ? you === 1 : ply % 2 !== you;
    return theirs && Number(value) !== 0 ? `-${value}`.replace(/^--/, "") : value;
  }

  /** The way that a press completes, or the only way that ends there. @param {number} spot */
  meant(spot) {
    const pressed = [...this.chosen, spot];
    const found = this.begun(pressed);
    const ends = pressed.length > 1 || found.length ? [] : this.begun([]).filter(({ way }) => way.at(-1) === spot);
    return found.find(({ way }) => way.length === pressed.length) ?? (ends.length === 1 ? ends[0] : undefined);
  }

  /** @param {number} spot */
  press(spot) {
    const { spots } = this.scene.picture;
    if (this.scene.columns) { // a piece falls to its place wherever in its column you press
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
    this.draw();
  }

  /** Show the numbers as they are, or as they will be after the k-th move. @param {number} [k] */
  point(k) {
    if (!this.bits) return;
    const { parts = [], options } = this.now.row;
    const move = options[k ?? -1];
    const { numbers } = this.state;
    if (numbers) this.bits.show(parts, options.map((option) => option.parts ?? []), move);
    this.picture.badge(numbers ? move?.parts ?? parts : [], parts);
  }

  /** Work out what the nim-sum asks of one part, and mark the spot to press. @param {number} part */
  work(part) {
    if (!this.scene.hints) return;
    this.save({ numbers: true });
    const { parts = [] } = this.now.row;
    const found = this.options.find(({ move }) =>
      move.parts?.every((n, k) => k === part || n === parts[k]) && move.parts.reduce((a, b) => a ^ b, 0) === 0);
    this.bits?.work(parts, part, found?.move.text);
    this.picture.mark(found?.ways[0] ?? []);
  }

  /** What has happened since your last move; with dice, or in a hall, also that move. */
  story() {
    const { past, you, faces } = this.now;
    const lines = past.map(({ text, turn }, ply) => turn === "c"
      ? `The die shows ${faces[ply] ?? "?"}: ${text}.`
      : `${turn === String(you) ? "You" : "Your opponent"}: ${text}.`);
    lines.splice(0, this.scene.extensive || this.hall ? Math.max(this.back, 0) : this.back + 1);
    return lines.length > TOLD + 1 ? ["...", ...lines.slice(-TOLD)] : lines;
  }

  /** What is said of the play and of the position. @returns {string[]} */
  said() {
    const { row, judgement: shows } = this.now;
    const lines = this.story();
    if (this.waiting) return [...lines, this.status.closest(".jupyter-widgets-disconnected") ? NOBODY : this.waiting];
    if (this.error) return [...lines, this.error];
    if (row.end !== null) {
      const over = `${row.why ?? ""} ${this.lastWords(Number(this.yours(row.end)))}`.trim();
      return shows?.hopeless && !row.numbers ? [...lines, over, this.noChance()] : [...lines, over];
    }
    if (this.shown && !this.chosen.length) return this.explained(this.shown);
    if (!this.mine) return [...lines, this.scene.words.endless];
    const held = this.chosen.map((spot) => this.picture.called(spot)).join(", ");
    lines.push(`Your move${held ? `: ${held}, and now the next` : row.caption && ` (${row.caption})`}.`);
    return this.state.hints ? [...lines, row.mark ? this.verdict(row) : this.scene.extensive ? "What it is worth is not known here." : "Who wins is not known yet."] : lines;
  }

  /** What is said when play is over. @param {number} worth to you */
  lastWords(worth) {
    const { ends, worth: words } = this.scene.words;
    return ends[worth] ?? words.replace("{}", String(Number(worth.toPrecision(6))));
  }

  /** What is said if every position that you faced was lost. */
  noChance() {
    const winner = this.now.you ? "first" : "second";
    return `You could not have won: whoever moves ${winner} wins, and your opponent made no mistake.`;
  }

  /** What is said of a mistake, and of what would have been better. @param {NonNullable<Play["lesson"]>} lesson */
  explained({ mistake, nth }) {
    const { row } = this.now;
    const { known, left, before, after, text } = mistake;
    const was = row.numbers ? `worth ${before} to you` : `a ${OUTCOMES[known.mark].sign} ${called(known)} for you`;
    const mine = { mark: OTHER[left.mark], moves: left.moves < 0 ? -1 : left.moves + 1 }; // counted as on the board
    const became = row.numbers ? String(after) : `a ${OUTCOMES[mine.mark].sign} ${called(mine)}`;
    const better = row.options.filter((move) => this.keeps(move)).map((move) => move.text);
    const keep = better.length > MOST_NAMED ? `${better.length} moves, which are marked` : better.join("; ");
    return [`Your move ${nth} was a mistake: ${text}.`, `The position was ${was}; the move made it ${became}.`,
      `Better: ${keep}.`, "Go on from here: it is your move."];
  }

  /** @param {Row} row */
  verdict({ mark = "D", moves = -1, value = 0 }) {
    if (this.scene.extensive) return `With best play on both sides this is worth ${this.yours(value)} to you.`;
    const worth = [-1, 0, 1].includes(Number(value)) ? "" : `, worth ${value}`;
    return `The position is a ${OUTCOMES[mark].sign} ${called({ mark, moves })}${worth} for you.`;
  }

  /** What a move leads to, for you: its mark, and a short note. @param {Option} move */
  hint(move) {
    const { mark, moves = -1, value } = move;
    const mistake = this.now.row.options[this.shown?.mistake.move ?? -1];
    const told = this.state.hints || move === mistake || this.keeps(move);
    if (!told || !mark) return { mark: "", note: "" };
    const worth = this.worth(value);
    const known = { mark: "LDW"[Math.sign(worth) + 1], moves: moves < 0 ? -1 : moves + 1 };
    return { mark: known.mark, note: this.now.row.numbers ? short(worth) : sign(known) };
  }

  draw() {
    const { row, past } = this.now;
    const { hints, numbers } = this.state;
    const [marks, notes, pieces] = ["", "", " "].map((nothing) => this.scene.picture.spots.map(() => nothing));
    const can = new Map();
    const [last, at] = [past.at(-1), this.lie(past.length)];
    this.options = (this.mine ? row.options : [])
      .map((move, k) => ({ move, k, ways: move.ways.map((way) => way.map((spot) => at[spot])) }));
    for (const [spot, moves] of this.next()) {
      const best = moves.reduce((a, b) => (this.better(b, a) ? b : a));
      can.set(spot, moves.length > 1 ? `${moves.length} moves` : best.text);
      ({ mark: marks[spot], note: notes[spot] } = this.hint(best));
    }
    [...row.pieces].forEach((piece, i) => { if (piece !== " ") pieces[at[i]] = piece; });
    const laid = this.dominoes();
    for (const { spots } of laid) for (const spot of spots) pieces[spot] = " ";
    const touched = last ? this.side(last.ways, past.length - 1) ?? [] : [];
    this.picture.show({
      pieces, marks, notes, can, laid, chosen: this.chosen,
      last: row.won?.length ? row.won : touched.map((spot) => this.lie(past.length - 1)[spot]),
    });
    this.board.textContent = this.text.textContent = row.text;
    this.showButtons();
    tell(this.status, this.said());
    this.status.classList.toggle("gl-over", row.end !== null);
    this.offerLesson();
    this.tellIfWon(row);
    press(this.hintTool, hints);
    press(this.numberTool, numbers);
    press(this.textTool, !this.text.hidden);
    if (this.bits) this.bits.element.hidden = !numbers;
    this.point();
  }

  /** The dominoes that have been laid, each with the side of its player. @returns {import("./picture.js").Laid[]} */
  dominoes() {
    const { lays } = this.scene;
    if (!lays?.length) return [];
    return this.now.past.map(({ ways }, ply) => ({ spots: ways[0], side: lays[ply % 2] }));
  }

  /** Offer to show your first mistake; whoever has taken the offer by a key goes on in the picture. */
  offerLesson() {
    const { mistake, nth } = this.now.judgement ?? {};
    const held = document.activeElement === this.lessonTool;
    this.lessonTool.hidden = !mistake;
    this.lessonTool.textContent = mistake ? `Your first mistake was move ${nth}: show me` : "";
    if (!held || mistake) return;
    const best = this.options.find(({ move }) => this.keeps(move))?.ways[0];
    if (best) this.picture.focus(best[0]);
    else this.buttons.querySelector("button")?.focus();
  }

  /** Tell the page around the scene of a game that you have won. @param {Row} row */
  tellIfWon({ end }) {
    const won = end !== null && Number(this.yours(end)) > 0 && this.scene.kind === "play";
    if (won) this.root.dispatchEvent(new CustomEvent("gl-won", { bubbles: true }));
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

KINDS.play = Play;
