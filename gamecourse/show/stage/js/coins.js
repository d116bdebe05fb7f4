// Overwriting tic-tac-toe: the page knows what each small board is worth, and on a larger one it looks ahead.

import { Board } from "./marks.js";
import { unpack } from "./scene.js";
import { roll } from "./table.js";
import { number } from "./words.js";

/**
 * A position is the board as a text, the mark to move, and the number of the cell that is tried, if one is. `values` says
 * what each board with X to move is worth to X; boards are numbers with the digits ".XO". `odds` has the probabilities
 * that a try succeeds and fails.
 * @typedef {{start: string, columns: number, lines: number[][], odds: string[], values: string | null}} CoinsSpec
 * @typedef {import("./table.js").Value} Value
 */

/** How many moves to look ahead after each option on a board without values. */
const AHEAD = 1;

const OTHER = { X: "O", O: "X", ".": "." };

/** @extends {Board<CoinsSpec>} */
export class Coins extends Board {
  /** @param {CoinsSpec} spec */
  static async of(spec) {
    return new Coins(spec, spec.values && await unpack(spec.values));
  }

  /** @param {CoinsSpec} spec @param {Value[] | null} values */
  constructor(spec, values) {
    super(spec);
    this.values = values;
  }

  /** @param {string} position @returns {{cells: string, who: "X" | "O", tried: string}} */
  parts(position) {
    const [, cells, who, tried] = /** @type {any} */ (position.match(/^([XO.]*)([XO])(\d*)$/));
    return { cells, who, tried };
  }

  /** What can be done or happen, and where it leads. @param {string} position @returns {import("./table.js").Option[]} */
  options(position) {
    const { cells, who, tried } = this.parts(position);
    const taken = (/** @type {number} */ i) => cells.slice(0, i) + who + cells.slice(i + 1) + OTHER[who];
    if (tried) {
      const at = this.cell(Number(tried)), [odds, rest] = this.spec.odds;
      return [{ text: `${at} is ${who}'s now`, ways: [], to: taken(Number(tried)), odds },
        { text: `nothing changes at ${at}`, ways: [], to: cells + OTHER[who], odds: rest }];
    }
    return this.won(cells).length ? [] : [...cells].flatMap((mark, i) => (mark === who ? [] : [{
      text: `${who} ${mark === "." ? "at" : "tries"} ${this.cell(i)}`, ways: [[i]], to: mark === "." ? taken(i) : position + i,
    }]));
  }

  /** What a position is worth to X, or, without values, what it seems to be `ahead` moves later. @param {string} position @param {number} ahead @returns {Value} */
  worth(position, ahead) {
    const { cells, who, tried } = this.parts(position);
    if (this.won(cells).length) return who === "X" ? -1 : 1;
    if (!tried && this.values) {
      const digits = [...cells].map((mark) => ".XO".indexOf(who === "X" ? mark : OTHER[/** @type {"X"} */ (mark)]));
      const value = this.values[parseInt(digits.join(""), 3)];
      return who === "X" || !number(value) ? value : `-${value}`.replace("--", "");
    }
    if (!tried && !ahead) {
      const free = (/** @type {string} */ mark) => this.spec.lines.filter((line) => line.every((i) => cells[i] !== mark)).length;
      return (free("O") - free("X")) / (this.spec.lines.length + 1);
    }
    const worths = this.options(position).map(({ to }) => number(this.worth(to, tried ? ahead : ahead - 1)));
    if (!tried) return who === "X" ? Math.max(...worths) : Math.min(...worths);
    return Number(worths.reduce((sum, worth, k) => sum + worth * number(this.spec.odds[k]), 0).toFixed(9));
  }

  /** @param {string} position @returns {import("./table.js").Known} */
  known(position) {
    const value = this.worth(position, AHEAD);
    return this.values ? { mark: "LDW"[Math.sign(number(value)) + 1], moves: -1, value } : { mark: "", moves: -1 };
  }

  /** @param {string} position @returns {import("./table.js").Row} */
  row(position) {
    const { cells, who, tried } = this.parts(position);
    const over = this.won(cells).length > 0;
    const caption = over ? `${OTHER[who]} has won` : tried ? `${who} tries ${this.cell(Number(tried))}` : `${who} to move`;
    return {
      ...this.seen(cells, caption), turn: over ? "." : tried ? "c" : String("XO".indexOf(who)), numbers: true,
      end: over ? this.worth(position, 0) : null, ...this.known(position),
      options: this.options(position).map((option) => ({ ...option, ...this.known(option.to) })),
    };
  }

  /** @param {string} position */
  reply(position) {
    const { who, tried } = this.parts(position);
    if (tried) return roll(this.spec.odds);
    const worths = this.options(position).map(({ to }) => number(this.worth(to, AHEAD)) * (who === "X" ? 1 : -1));
    return { move: worths.indexOf(Math.max(...worths)) };
  }
}
