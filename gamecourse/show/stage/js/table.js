// The solved game as the page carries it: a source of rows and replies that needs nothing else.

/**
 * A source tells `play.js` about positions, which it may call what it likes. `row` says what a position is like, with
 * or without who wins there. `reply` says which option the opponent or chance takes, and what the die shows; it knows the
 * positions `seen` so far, and has some milliseconds.
 * @typedef {{start: any, row: (position: any, known: boolean) => Row | Promise<Row>, end?: () => void,
 *   reply: (position: any, seen: any[], ms: number) => Reply | Promise<Reply>}} Source
 * @typedef {{move: number, face?: string}} Reply
 *
 * What is known of a position, for the player to move, for player 0, or for each player; no mark if nothing is told.
 * @typedef {string | number | (string | number)[]} Value
 * @typedef {{mark?: string, moves?: number, value?: Value, parts?: number[]}} Known
 *
 * A move: its words, the ways to make it by hand, the pieces that stay where they lie on each way, the position it
 * leads to, and what is known of that position; or an outcome of chance, and how likely it is.
 * @typedef {Known & {text: string, ways: number[][], stay?: number[][][], to: any, odds?: string}} Move
 * @typedef {Known & {pieces: string, caption: string, text: string, turn: string, end: Value | null, won?: number[],
 *   why?: string, options: Move[], numbers: boolean}} Row
 *
 * Columns: `first[i]` to `first[i + 1]` are the options of position i; some entries are numbers of entries in `listed`.
 * @typedef {{rows: Object<string, any>, options: Object<string, any>, first: number[], listed: any[],
 *   numbers: boolean}} Columns
 */

const LISTED = ["caption", "text", "why", "ways", "stay"];

export class Table {
  start = 0;

  /** @param {Columns} columns */
  constructor(columns) {
    this.columns = columns;
  }

  /** The i-th entry of each column. @param {Object<string, any>} columns @param {number} i @returns {any} */
  at(columns, i) {
    const entries = Object.entries(columns).map(([name, column]) => [name, column[i]]);
    for (const entry of entries) {
      if (LISTED.includes(entry[0]) && typeof entry[1] === "number") entry[1] = this.columns.listed[entry[1]];
    }
    return Object.fromEntries(entries);
  }

  /** @param {number} i @returns {Row} */
  row(i) {
    const { rows, options, first, numbers } = this.columns;
    const { mark, moves, value, parts } = rows;
    const known = Object.fromEntries(Object.entries({ mark, moves, value, parts }).filter(([, column]) => column));
    const told = [];
    for (let m = first[i]; m < first[i + 1]; m++) {
      const option = this.at(options, m);
      told.push({ ways: [], ...option, ...this.at(known, option.to) });
    }
    return { pieces: "", caption: "", end: null, ...this.at(rows, i), options: told, numbers };
  }

  /** Of several equally good moves, the one whose option was seen longest ago. @param {number} i @param {number[]} seen */
  reply(i, seen) {
    const { rows, options, first } = this.columns;
    if (rows.turn[i] === "c") return roll(options.odds.slice(first[i], first[i + 1]));
    const last = (/** @type {number} */ k) => seen.lastIndexOf(options.to[first[i] + k]);
    return { move: [rows.best[i]].flat().reduce((a, b) => (last(b) < last(a) ? b : a)) };
  }
}

/** A throw of the dice: the option that it chooses, and what the die shows. @param {string[]} odds fractions */
function roll(odds) {
  const parts = odds.map((odd) => odd.split("/").map(Number)).map(([a, b = 1]) => [a, b]);
  let faces = 1;
  while (parts.some(([, b]) => faces % b)) faces += 1;
  if (6 % faces === 0) faces = 6;
  const face = 1 + Math.floor(Math.random() * faces);
  let sum = 0;
  const move = parts.findIndex(([a, b]) => (sum += (a * faces) / b) >= face);
  return { move, face: faces === 6 ? "⚀⚁⚂⚃⚄⚅"[face - 1] : `${face} of ${faces}` };
}
