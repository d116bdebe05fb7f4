// Which exercises are right, and which games are won. gamecourse/progress reads and writes the same.

import { read, write } from "./storage.js";

/** @typedef {{version: 1, right: Object<string, string[]>, won: string[]}} Progress */

const NAME = "progress";

/** What is said of a file that holds something else. */
const STRANGE = "This file does not hold the progress of this course.";

/** @param {unknown} thing @returns {string[]} */
const words = (thing) => (Array.isArray(thing) ? thing.filter((one) => typeof one === "string") : []);

/** Progress as it should be, of anything that was read. @param {any} found @returns {Progress} */
function sound(found) {
  const right = Object.entries(found?.right ?? {}).map(([sheet, done]) => [sheet, words(done)]);
  return { version: 1, right: Object.fromEntries(right), won: words(found?.won) };
}

/** @returns {Progress} */
export function progress() {
  try {
    return sound(JSON.parse(read(NAME) ?? "{}"));
  } catch {
    return sound({});
  }
}

/** @param {Progress} now */
const save = (now) => write(NAME, JSON.stringify(now));

/** @param {string[] | undefined} list @param {string[]} more */
const union = (list, more) => [...new Set([...(list ?? []), ...more])];

/** @param {string} sheet the module of the exercises @param {string} exercise */
export const isRight = (sheet, exercise) => Boolean(progress().right[sheet]?.includes(exercise));

/** @param {string} sheet the module of the exercises @param {string} exercise */
export function markRight(sheet, exercise) {
  const now = progress();
  now.right[sheet] = union(now.right[sheet], [exercise]);
  save(now);
}

/** @param {string} game */
export function markWon(game) {
  const now = progress();
  now.won = union(now.won, [game]);
  save(now);
}

/** Add what a file holds to what is known here; nothing is taken away. @param {string} text */
export function addFile(text) {
  const found = JSON.parse(text);
  if (found?.version !== 1 || typeof found.right !== "object") throw new Error(STRANGE);
  const [now, more] = [progress(), sound(found)];
  for (const [sheet, done] of Object.entries(more.right)) now.right[sheet] = union(now.right[sheet], done);
  now.won = union(now.won, more.won);
  save(now);
}

/** Progress as the text of a file. */
export const asFile = () => `${JSON.stringify(progress(), null, 2)}\n`;
