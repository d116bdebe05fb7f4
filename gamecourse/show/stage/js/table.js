// The solved game as the page carries it: every position with its picture, its moves and its verdict, in columns.

/**
 * A move: its words, the ways to make it by hand, which pieces stay where they lie on each of these ways; then what is
 * known of the position it leads to.
 * @typedef {{text: string, ways: number[][], stay?: number[][][], to?: number, mark?: string, moves?: number,
 *   value?: string | number, parts?: number[]}} Move
 * @typedef {{pieces: string, caption: string, text: string, turn: string, end: number | null, mark: string,
 *   moves: number, value?: string | number, parts?: number[], won?: number[], why?: string, options: Move[], odds?: string[],
 *   best?: number}} Row
 *
 * Columns: `first[i]` to `first[i + 1]` are the moves of position i; `caption`, `text` and `said` point at `words`.
 * @typedef {{pieces?: string[], words: string[], caption: number[], text: number[], turn: string,
 *   end: (number | null)[], marks: string, moves: number[], values?: (string | number)[], parts?: number[][],
 *   won?: number[][], why?: string[], first: number[], to: number[], said: number[], ways: number[], stay?: number[],
 *   places: any[][], best: number[], odds?: string[]}} Columns
 */

/** The position number i. @param {Columns} c @param {number} i @returns {Row} */
export function rowOf(c, i) {
  const known = (/** @type {number} */ j) =>
    ({ mark: c.marks[j], moves: c.moves[j], value: c.values?.[j], parts: c.parts?.[j] });
  const options = c.to.slice(c.first[i], c.first[i + 1]).map((to, k) => {
    const m = c.first[i] + k;
    return { text: c.words[c.said[m]], ways: c.places[c.ways[m]], stay: c.places[c.stay?.[m] ?? -1], to, ...known(to) };
  });
  return {
    pieces: c.pieces?.[i] ?? "", caption: c.words[c.caption[i]], text: c.words[c.text[i]], turn: c.turn[i],
    end: c.end[i], won: c.won?.[i], why: c.why?.[i], ...known(i), options, odds: c.odds?.slice(c.first[i], c.first[i + 1]),
    best: c.best[i],
  };
}

/** A throw of the dice: which of the moves, and what the die showed. @param {string[]} odds fractions */
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
