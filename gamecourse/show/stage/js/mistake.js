// What a game that is over shows of your play: your first mistake, the first move after which best play gives you less.

import { number } from "./words.js";

/**
 * One of your moves: how many moves were made before it, its number among the options, and what was known of the position
 * before it and of the one after it. `before` and `after` are what these are worth to you.
 * @typedef {{ply: number, move: number, text: string, known: Known, left: Known, before: number, after: number}} Judged
 * @typedef {{mark: string, moves: number}} Known
 *
 * The first of your moves that gave something away, and its number among your moves, from 1; or, if none did, whether
 * every position that you faced was lost.
 * @typedef {{mistake?: Judged, nth: number, hopeless: boolean}} Judgement
 */

/**
 * Judge your moves, if the source knows what every position is worth.
 * @param {import("./table.js").Source} source @param {{turn: string, from: any}[]} past @param {number[]} played
 * @param {number} you @returns {Promise<Judged[] | undefined>}
 */
export async function judged(source, past, played, you) {
  const found = [];
  for (const [ply, { turn, from }] of past.entries()) {
    if (turn !== String(you)) continue;
    const row = await source.row(from, true);
    const option = row.options[played[ply]];
    if (!row.mark || !option?.mark) return undefined;
    found.push({
      ply, move: played[ply], text: option.text, known: plain(row), left: plain(option),
      before: number(row.value ?? 0), after: -number(option.value ?? 0), // your opponent is to move after it
    });
  }
  return found;
}

/** @param {import("./table.js").Known} known @returns {Known} */
const plain = ({ mark = "", moves = -1 }) => ({ mark, moves });

/**
 * The first mistake, if a mistake has cost anything: in the end you have less than before it.
 * @param {Judged[]} moves yours @param {number} result what the end of play is worth to you @returns {Judgement}
 */
export function judgement(moves, result) {
  const mistakes = moves.filter(({ before, after }) => after < before);
  const hopeless = result < 0 && mistakes.length === 0;
  if (!mistakes.some(({ before }) => result < before)) return { nth: 0, hopeless };
  return { mistake: mistakes[0], nth: 1 + moves.indexOf(mistakes[0]), hopeless };
}
