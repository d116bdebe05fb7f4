// Boards on which marks are set, searched here: a source of rows and replies for games too large for a table.

import { kernels } from "./scene.js";
import { cell } from "./words.js";

/**
 * What the page works out by itself on a board of marks: its cells are a text, row by row, and `lines` are those that win.
 * @template {{start: string, columns: number, lines: number[][]}} S
 */
export class Board {
  /** @param {S} spec */
  constructor(spec) {
    this.spec = spec;
    this.start = spec.start;
  }

  /** A cell in words. @param {number} i */
  cell(i) { return cell(i, this.spec.columns); }

  /** The cells of all lines that are full. @param {string} cells */
  won(cells) {
    const full = this.spec.lines.filter(([a, ...rest]) => cells[a] !== "." && rest.every((b) => cells[b] === cells[a]));
    return [...new Set(full.flat())].sort((a, b) => a - b);
  }

  /** What a row says of the board. @param {string} pieces @param {string} caption below it */
  seen(pieces, caption) {
    const lines = pieces.match(new RegExp(`.{${this.spec.columns}}`, "g")) ?? [];
    return { pieces, caption, text: [...lines, caption].join("\n"), won: this.won(pieces) };
  }
}

/**
 * Cells are numbered row by row, and a position is the board as a text. `bits` has the bit of each cell, and `lines`
 * the cells of each winning line. `arrays` are the kernel's, in its order: name, length, and the numbers to begin with.
 * @typedef {{start: string, columns: number, drops: boolean, lines: number[][], bits: number[],
 *   arrays: [string, number, string[]][], wasm: string}} MarksSpec
 */

/** The nodes to search between two looks at the clock, and the time to find who wins, in ms. */
const CHUNK = 100000n, KNOW = 2000;

/** @extends {Board<MarksSpec>} */
export class Marks extends Board {
  /** What each position is worth; a win that leaves n cells free counts n + 1. @type {Map<string, number>} */
  scores = new Map();
  /** Questions are answered one after the other. @type {Promise<any>} */
  last = Promise.resolve();

  /** @param {MarksSpec} spec */
  static async of(spec) {
    const memory = new WebAssembly.Memory({ initial: 1 + (spec.arrays.reduce((sum, [, n]) => sum + n, 0) >> 13) });
    return new Marks(spec, memory, await kernels(spec.wasm, memory));
  }

  /** @param {MarksSpec} spec @param {WebAssembly.Memory} memory @param {Object<string, (...given: bigint[]) => any>} made */
  constructor(spec, memory, made) {
    super(spec);
    this.kernels = made;
    this.size = spec.start.length;
    let at = 0;
    /** @type {Object<string, BigInt64Array>} */
    this.arrays = {};
    for (const [name, n, begin] of spec.arrays) {
      this.arrays[name] = new BigInt64Array(memory.buffer, at, n);
      this.arrays[name].set(begin.map(BigInt));
      at += 8 * n;
    }
    this.given = Object.values(this.arrays).flatMap((array) => [BigInt(array.byteOffset), BigInt(array.length)]);
  }

  /** The number of free cells. @param {string} cells */
  free(cells) { return cells.split(".").length - 1; }

  /** @param {string} cells */
  mover(cells) { return (this.size - this.free(cells)) % 2 ? "O" : "X"; }

  /** Where marks can be set, and the boards after it. @param {string} cells @returns {[number, string][]} */
  steps(cells) {
    if (this.won(cells).length) return [];
    const { drops, columns: n } = this.spec;
    const open = [...cells].flatMap((mark, i) => (mark === "." && !(drops && cells[i + n] === ".") ? [i] : []));
    if (drops) open.sort((a, b) => (a % n) - (b % n));
    return open.map((i) => [i, cells.slice(0, i) + this.mover(cells) + cells.slice(i + 1)]);
  }

  /**
   * Whether the score of a position is more than a, if play is not over; undefined if time ends before that is known.
   * @param {string} cells @param {number} a @param {number} until @returns {Promise<boolean | undefined>}
   */
  exceeds(cells, a, until) {
    const found = this.last.then(() => this.search(cells, a, until));
    this.last = found.catch(() => {});
    return found;
  }

  /** @param {string} cells @param {number} a @param {number} until */
  async search(cells, a, until) {
    const { stack, state, board } = this.arrays;
    const [free, who] = [this.free(cells), this.mover(cells)];
    const sum = (/** @type {(mark: string) => boolean} */ is) =>
      this.spec.bits.reduce((all, bit, i) => (is(cells[i]) ? all | (1n << BigInt(bit)) : all), 0n);
    const [mine, taken] = [sum((mark) => mark === who), sum((mark) => mark !== ".")];
    const { glance, key_of, threats_of } = this.kernels;
    let begin = [mine, taken, 0n, -1n];
    if (glance) { // what the search of drops needs to know of the position in which it begins
      if (threats_of(mine, board[4]) & (taken + board[2]) & board[1]) return free > a;
      const [at, n, left] = [...this.given.slice(0, 2), BigInt(free)];
      const [low, high, , tries] = glance(at, n, taken ^ mine, mine, left);
      if (low > a || high <= a) return low > a;
      begin = [mine, taken, tries, key_of(at, n, mine + taken, left, BigInt(this.spec.columns)), -1n];
    }
    const ply = BigInt(this.size - free);
    stack.set(begin, begin.length * Number(ply));
    state.set([ply, ply, BigInt(a), -1n, 0n, 0n, 0n, 0n]);
    while (state[0] >= state[1]) {
      if (Date.now() > until) return undefined;
      state[7] = state[4] + CHUNK;
      this.kernels.exceeds(...this.given);
      if (state[0] >= state[1]) await new Promise((done) => { setTimeout(done); });
    }
    return state[3] === 1n;
  }

  /** @param {string} cells @param {number} until */
  async score(cells, until) {
    const [known, free] = [this.scores.get(cells), this.free(cells)];
    if (known !== undefined) return known;
    if (this.won(cells).length) return -free - 1;
    let [low, high] = [0, 0]; // only every other number can be a score
    if (free) {
      const [won, held] = [await this.exceeds(cells, 0, until), await this.exceeds(cells, -1, until)];
      if (won === undefined || held === undefined) return undefined;
      if (won) [low, high] = [2 - (free % 2), free];
      else if (!held) [low, high] = [1 - free, -1 - (free % 2 ? 1 : 0)];
    }
    while (low < high) {
      const half = low + 2 * Math.floor((high - low) / 4);
      const more = await this.exceeds(cells, half, until);
      if (more === undefined) return undefined;
      [low, high] = more ? [half + 2, high] : [low, half];
    }
    this.scores.set(cells, low);
    return low;
  }

  /** What is known of a position, nothing if time ends. @param {string} cells @param {number} until */
  async known(cells, until) {
    const score = await this.score(cells, until);
    if (score === undefined) return { mark: "", moves: -1 };
    const value = Math.sign(score);
    return { mark: "LDW"[value + 1], moves: value ? this.free(cells) + 1 - Math.abs(score) : -1, value };
  }

  /** @param {string} cells @param {boolean} known @returns {Promise<import("./table.js").Row>} */
  async row(cells, known) {
    const [who, steps, until] = [this.mover(cells), this.steps(cells), Date.now() + KNOW];
    const seen = this.seen(cells, `${who} to move`), options = [];
    for (const [i, to] of steps) {
      const where = this.spec.drops ? `in column ${i % this.spec.columns}` : `at ${this.cell(i)}`;
      options.push({ text: `${who} ${where}`, ways: [[i]], to, ...known ? await this.known(to, until) : {} });
    }
    return {
      ...seen, turn: ".", options, end: seen.won.length ? -1 : steps.length ? null : 0, numbers: false,
      ...known ? await this.known(cells, until) : {},
    };
  }

  /**
   * A best move; of several, the one that leaves the smallest share of replies that hold. If time ends, a move near the
   * middle that is not known to lose.
   * @param {string} cells @param {string[]} _ @param {number} ms
   */
  async reply(cells, _, ms) {
    const steps = this.steps(cells), until = Date.now() + ms;
    const score = steps.length > 1 ? await this.score(cells, Date.now() + ms / 2) : undefined;
    const found = [];
    for (const [move, [, to]] of steps.entries()) {
      const ends = this.won(to).length > 0 || !this.free(to), share = Date.now() + (until - Date.now()) / (steps.length - move);
      const far = Math.abs(2 * move - steps.length + 1);
      if (score === undefined) found.push([move, ends ? 0 : await this.exceeds(to, 0, share) ? 2 : 1, far]);
      else if (await this.score(to, until) === -score) found.push([move, await this.held(to, Math.sign(score), until), 0]);
    }
    return { move: found.reduce((a, b) => (b[1] - a[1] || b[2] - a[2]) < 0 ? b : a, found[0] ?? [0])[0] };
  }

  /** The share of replies that keep what a position is worth, as far as time allows. @param {string} cells @param {number} value @param {number} until */
  async held(cells, value, until) {
    const replies = value < 1 ? this.steps(cells) : []; // if the game is won, every reply holds
    let hold = 0;
    for (const [, to] of replies) hold += Number(Math.sign(await this.score(to, until) ?? 0) <= value);
    return replies.length ? hold / replies.length : 1;
  }
}
