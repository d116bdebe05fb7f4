// Outcomes as they look, and what is said of them: the same marks as in the figures.

/** @type {Object<string, {colour: string, ink: string, sign: string, name: string}>} */
export const OUTCOMES = {
  W: { colour: "#0072B2", ink: "#ffffff", sign: "▲", name: "WIN" },
  L: { colour: "#E69F00", ink: "#000000", sign: "▼", name: "LOSS" },
  D: { colour: "#DDDDDD", ink: "#000000", sign: "●", name: "DRAW" },
};

/** The other chair. @type {Object<string, string>} */
export const OTHER = { W: "L", L: "W", D: "D", "": "" };

/** A value: a fraction as it is written, else with two decimals at most, so that it fits a cell. @param {string | number} value */
export function short(value) {
  const number = Number(value);
  if (Number.isInteger(number)) return number > 0 ? `+${number}` : String(number).replace("-", "−");
  let rounded = Math.round(number * 100) / 100;
  if (Math.abs(number) < 1 && Math.abs(rounded) >= 1 && Math.abs(number) < 1 - 1e-6) rounded = Math.sign(number) * 0.99;
  if (Number.isInteger(rounded)) return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
  return rounded.toFixed(2).replace(/^(-?)0/, "$1").replace(/^(?=[.\d])/, "+").replace("-", "−");
}

/** What is said when play is over. @param {number} worth */
export function lastWords(worth) {
  if (![-1, 0, 1].includes(worth)) return `Play is over. It is worth ${Number(worth.toPrecision(6))} to you.`;
  return worth > 0 ? "You have won." : worth < 0 ? "You have lost." : "It is a draw.";
}
