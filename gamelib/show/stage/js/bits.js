// The nim-sum beside the heaps: a row of binary digits for each nimber, the columns with an odd number of ones glowing.

import { html } from "./picture.js";

const sum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a ^ b, 0);

export class Columns {
  /** @param {Element} parent @param {string} name what each number belongs to @param {(part: number) => void} asked a row is pressed */
  constructor(parent, name, asked) {
    this.name = name;
    this.asked = asked;
    this.element = html("div", "gl-columns", "", parent);
    this.said = html("div", "gl-after", "", this.element);
    this.body = /** @type {HTMLTableSectionElement} */ (html("tbody", "", "", html("table", "gl-bits", "", this.element)));
    this.size = "";
    this.worked = html("div", "gl-worked", "", this.element);
    this.worked.setAttribute("role", "status");
  }

  /** The numbers as they are, or as they would be after a move. @param {number[]} now @param {number[][]} options after each move @param {number[]} [then] @param {string} [move] */
  show(now, options, then, move) {
    const numbers = then ?? now;
    const x = sum(numbers);
    const width = Math.max(1, ...[now, ...options].flat().map((n) => n.toString(2).length));
    const bits = (/** @type {number} */ n) => [...n.toString(2).padStart(width, "0")];
    const odd = bits(x).map((bit) => bit === "1");
    this.said.textContent = move ? `After “${move}”:` : "As it stands:";
    if (then) this.worked.textContent = "";
    if (this.size !== `${now.length} ${width}`) this.build(now.length, width);
    this.size = `${now.length} ${width}`;
    [...numbers, x].forEach((n, k) => {
      const row = this.body.rows[k];
      const [number, xor] = [row.cells[width + 1], row.cells[width + 2]];
      row.className = k === now.length ? "gl-sum" : n === now[k] ? "" : "gl-changed";
      bits(n).forEach((bit, c) => {
        Object.assign(row.cells[c + 1], { textContent: bit, className: bit === "0" ? "" : odd[c] ? "gl-one gl-odd" : "gl-one" });
      });
      number.textContent = `= ${n}`;
      if (k === now.length) xor.textContent = x ? "odd columns glow" : "all columns even";
      else xor.textContent = x ? `${n} ⊕ ${x} = ${n ^ x}${(n ^ x) < n ? " ✓" : ""}` : "";
    });
  }

  /** The table, still empty: a row for each part, and one for the nim-sum. @param {number} parts @param {number} width */
  build(parts, width) {
    this.body.replaceChildren();
    for (let k = 0; k <= parts; k++) {
      const row = html("tr", "", "", this.body);
      const head = html("th", "", k < parts ? "" : "nim-sum", row);
      for (let c = 0; c < width; c++) html("td", "", "", row);
      for (const name of ["gl-number", "gl-xor"]) html("td", name, "", row);
      if (k === parts) break;
      const button = html("button", "gl-part", `${this.name} ${k}`, head);
      button.setAttribute("type", "button");
      button.addEventListener("click", () => this.asked(k));
    }
  }

  /** What must become of one part if the nim-sum is to be 0. @param {number[]} now @param {number} part @param {string} [move] which does it */
  work(now, part, move) {
    const [n, x] = [now[part], sum(now)];
    const worked = `${n} ⊕ ${x} = ${n ^ x}`;
    if (!x) this.worked.textContent = "The nim-sum is 0 already: every move makes it another number.";
    else if (move) this.worked.textContent = `${worked}${(n ^ x) < n ? "" : `, more than ${n}, but a move goes up to it`}: ${this.name === "heap" ? `leave ${n ^ x}, ` : ""}${move}.`;
    else this.worked.textContent = `${worked}, more than ${n}: no move here.`;
  }
}
