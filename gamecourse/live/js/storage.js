// What this browser keeps for the reader: answers, mine.py, progress. Nothing of it is sent anywhere.

const PREFIX = "gamelib-course/";

/** Takes the place of the browser's storage where that is refused, for as long as the page is open. @type {Map<string, string>} */
const memory = new Map();

/** The file of the reader's own functions. */
export const MINE = "mine.py";

/** @param {string} name @returns {string | null} */
export function read(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** @param {string} name @param {string} text */
export function write(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    memory.set(name, text);
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    memory.delete(name);
  }
}

/** The names of all that is kept. @returns {string[]} */
export function names() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [...memory.keys()];
  }
}

/** A number that is kept under a name; 0 if there is none. @param {string} name */
export const count = (name) => Number(read(name)) || 0;
