// How outcomes look, and what is said of them: the same marks as in the figures.

/** @type {Object<string, {colour: string, ink: string, sign: string, name: string}>} */
export const OUTCOMES = {
  W: { colour: "#0072B2", ink: "#ffffff", sign: "▲", name: "WIN" },
  L: { colour: "#E69F00", ink: "#000000", sign: "▼", name: "LOSS" },
  D: { colour: "#DDDDDD", ink: "#000000", sign: "●", name: "DRAW" },
};

/** The outcome from the opponent's point of view. @type {Object<string, string>} */
export const OTHER = { W: "L", L: "W", D: "D" };

/**
 * What is known of a position: its outcome, and the moves to the end; -1 if there is no end.
 * @typedef {{mark: string, moves: number}} Known
 */

/** ▲5 @param {Known} known */
export const sign = ({ mark, moves }) => OUTCOMES[mark].sign + (moves < 0 ? "" : moves);

/** WIN in 5 @param {Known} known */
export const called = ({ mark, moves }) => OUTCOMES[mark].name + (moves < 0 ? "" : ` in ${moves}`);

/** A cell of a board as it is counted, (row, column). @param {number} spot @param {number} columns */
export const cell = (spot, columns) => `(${Math.floor(spot / columns)}, ${spot % columns})`;

/** What a value is as a number; it may be a fraction, written 3/7. @param {any} value */
export const number = (value) => String(value).split("/").map(Number).reduce((a, b) => a / b);

/** The style with the colours of an outcome. @param {string} mark */
export const coloured = (mark) => `background: ${OUTCOMES[mark].colour}; color: ${OUTCOMES[mark].ink}`;

/** A value with at most two decimals, so that it fits a cell; only 1 itself is written as 1. @param {number} value */
export function short(value) {
  let rounded = Math.round(value * 100) / 100;
  if (Math.abs(value) < 1 - 1e-6 && Math.abs(rounded) === 1) rounded *= 0.99;
  const words = Number.isInteger(rounded) ? String(rounded) : rounded.toFixed(2).replace(/^(-?)0/, "$1");
  return (rounded > 0 ? "+" : "") + words.replace("-", "−");
}
