// The solved game as the page carries it: every position with its picture, its moves and its verdict, in columns.

/**
 * @typedef {{text: string, ways: number[][], stay?: number[][][], to?: number, mark?: string, moves?: number, value?: string | number, parts?: number[]}} Move
 * @typedef {{pieces: string, caption: string, text: string, turn: string, end: number | null, mark: string, moves: number,
 *   value?: string | number, parts?: number[], won?: number[], options: Move[], odds?: string[]}} Row
 *
 * Columns: `first[i]` to `first[i + 1]` are the moves of position i; `words` are what `caption`, `text` and `said` point at.
 * @typedef {{pieces?: string[], words: string[], caption: number[], text: number[], turn: string, end: (number | null)[],
 *   marks: string, moves: number[], values?: (string | number)[], parts?: number[][], won?: number[][], first: number[], to: number[],
 *   said: number[], ways: number[], stay?: number[], places: any[][], best: number[], odds?: string[]}} Columns
 */

/** @param {string} packed base64 of deflated JSON @returns {Promise<any>} */
export async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

export class Table {
  /** @param {Columns} columns */
  constructor(columns) {
    this.columns = columns;
  }

  /** @param {number} i @returns {Row} */
  row(i) {
    const c = this.columns;
    const options = [];
    for (let m = c.first[i]; m < c.first[i + 1]; m++) {
      const to = c.to[m];
      options.push({
        text: c.words[c.said[m]], ways: c.places[c.ways[m]], stay: c.places[c.stay?.[m] ?? -1], to,
        mark: c.marks[to], moves: c.moves[to], value: c.values?.[to], parts: c.parts?.[to],
      });
    }
    return {
      pieces: c.pieces?.[i] ?? "", caption: c.words[c.caption[i]], text: c.words[c.text[i]], turn: c.turn[i], end: c.end[i],
      mark: c.marks[i], moves: c.moves[i], value: c.values?.[i], parts: c.parts?.[i], won: c.won?.[i], options,
      odds: c.odds?.slice(c.first[i], c.first[i + 1]),
    };
  }

  /** The number of the opponent's answer among the moves. @param {number} i */
  best(i) {
    return this.columns.best[i];
  }
}

/** A throw of the dice: which of the moves, and what the die showed. @param {string[]} odds fractions that add up to 1 */
export function roll(odds) {
  const parts = odds.map((odd) => odd.split("/").map(Number)).map(([a, b = 1]) => [a, b]);
  const least = parts.reduce((all, [, b]) => lcm(all, b), 1);
  const faces = 6 % least === 0 ? 6 : least;
  const face = 1 + Math.floor(Math.random() * faces);
  let sum = 0;
  const move = parts.findIndex(([a, b]) => (sum += (a * faces) / b) >= face);
  return { move, face: faces === 6 ? "⚀⚁⚂⚃⚄⚅"[face - 1]  : `${face} of ${faces}` };
}

/** @param {number} a @param {number} b */
function lcm(a, b) {
  let [x, y] = [a, b];
  while (y) [x, y] = [y, x % y];
  return (a / x) * b;
}
