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
 * @typedef {Known & {text: string, ways: number[][], stay?: number[][][], to: any, odds?: string}} Option
 * @typedef {Known & {pieces: string, caption: string, text: string, turn: string, end: Value | null, won?: number[],
 *   why?: string, options: Option[], numbers: boolean}} Row
 *
 * Columns: position i has `counts[i]` options, and what others share with it is in `listed`. An option leads to the next
 * position that has not been named yet, `to` is 0 then, or to one that stands so many places before that.
 * @typedef {{rows: Object<string, any>, options: Object<string, any>, counts: number[], listed: any[],
 *   numbers: boolean}} Columns
 */

export class Table {
  start = 0;

  /** @param {Columns} columns */
  constructor(columns) {
    this.columns = columns;
    const { options, counts } = columns;
    let next = 1, sum = 0;
    options.to = (options.to ?? []).map((/** @type {number} */ back) => (back ? next - back : next++));
    /** The options of position i are those from first[i] on, before first[i + 1]. */
    this.first = [0, ...counts.map((count) => (sum += count))];
  }

  /** The i-th entry of each column. @param {Object<string, any>} columns @param {number} i @returns {any} */
  at(columns, i) {
    const { listed, ...own } = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]]));
    return { ...this.columns.listed[listed], ...own };
  }

  /** @param {number} i @returns {Row} */
  row(i) {
    const { columns: { rows, options, numbers }, first } = this;
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
    const { columns: { rows, options }, first } = this;
    if (rows.turn[i] === "c") return roll(this.row(i).options.map(({ odds = "" }) => odds));
    const last = (/** @type {number} */ k) => seen.lastIndexOf(options.to[first[i] + k]);
    return { move: [rows.best[i]].flat().reduce((a, b) => (last(b) < last(a) ? b : a)) };
  }
}

/** A throw of the dice: the option that it chooses, and what the die shows. @param {string[]} odds fractions */
export function roll(odds) {
  const parts = odds.map((odd) => odd.split("/").map(Number)).map(([a, b = 1]) => [a, b]);
  let faces = 1;
  while (parts.some(([, b]) => faces % b)) faces += 1;
  if (6 % faces === 0) faces = 6;
  const face = 1 + Math.floor(Math.random() * faces);
  let sum = 0;
  const move = parts.findIndex(([a, b]) => (sum += (a * faces) / b) >= face);
  return { move, face: faces === 6 ? "⚀⚁⚂⚃⚄⚅"[face - 1] : `${face} of ${faces}` };
}
