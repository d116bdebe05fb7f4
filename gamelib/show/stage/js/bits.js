// The nim-sum under the heaps: a row of binary digits for each nimber, the columns with an odd number of ones glowing.

import { html } from "./picture.js";

export class Columns {
  /** @param {Element} parent @param {string} name what each number belongs to */
  constructor(parent, name) {
    this.name = name;
    this.element = html("table", "gl-bits", "", parent);
    this.said = html("caption", "");
  }

  /** The numbers as they are, or as they would be after a move. @param {number[]} now @param {number[]} [then] @param {string} [move] */
  show(now, then, move) {
    const numbers = then ?? now;
    const sum = numbers.reduce((a, b) => a ^ b, 0);
    const width = Math.max(1, ...[...now, ...numbers].map((n) => n.toString(2).length));
    const bits = (/** @type {number} */ n) => [...n.toString(2).padStart(width, "0")];
    const odd = bits(sum).map((bit) => bit === "1");
    this.said.textContent = move ? `After “${move}”:` : "As it stands:";
    const rows = numbers.map((n, k) => {
      const row = html("tr", n === now[k] ? "" : "gl-changed");
      html("th", "", `${this.name} ${k}`, row);
      bits(n).forEach((bit, c) => html("td", bit === "1" ? (odd[c] ? "gl-one gl-odd" : "gl-one") : "", bit, row));
      html("td", "gl-number", `= ${n}`, row);
      const better = n ^ sum;
      html("td", "gl-xor", sum ? `${n} ⊕ ${sum} = ${better}${better < n ? " ✓" : ""}` : "", row);
      return row;
    });
    const last = html("tr", "gl-sum");
    html("th", "", "nim-sum", last);
    bits(sum).forEach((bit, c) => html("td", odd[c] ? "gl-one gl-odd" : "", bit, last));
    html("td", "gl-number", `= ${sum}`, last);
    html("td", "gl-xor", sum ? "odd columns glow" : "every column is even", last);
    const body = html("tbody");
    body.append(...rows, last);
    this.element.replaceChildren(this.said, body);
  }
}
