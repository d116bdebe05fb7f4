// The nim-sum beside the heaps: a row of binary digits for each nimber; columns with an odd number of ones glow.

import { button, html, speaker } from "./scene.js";

const nimSum = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a ^ b, 0);

export class Columns {
  size = "";

  /**
   * @param {Element} parent @param {string} name what each number belongs to
   * @param {(part: number) => void} asked a row is pressed
   */
  constructor(parent, name, asked) {
    this.name = name;
    this.asked = asked;
    this.element = html("div", { class: "gl-columns" }, parent);
    this.said = html("div", { class: "gl-after" }, this.element);
    this.body = html("tbody", {}, html("table", { class: "gl-bits" }, this.element));
    this.worked = speaker("gl-worked", this.element);
  }

  /**
   * The numbers as they are, or as they would be after a move.
   * @param {number[]} now @param {number[][]} options after each move @param {import("./table.js").Option} [move]
   */
  show(now, options, move) {
    const numbers = move?.parts ?? now;
    const x = nimSum(numbers);
    const [every, parts] = [[now, ...options].flat(), Math.max(...[now, ...options].map((all) => all.length))];
    const width = Math.max(1, ...every.map((n) => n.toString(2).length));
    const odd = [...x.toString(2).padStart(width, "0")];
    this.said.textContent = move ? `After “${move.text}”:` : "As it stands:";
    if (move) this.worked.textContent = "";
    if (this.size !== `${parts} ${width}`) this.build(parts, width);
    this.size = `${parts} ${width}`;
    [...this.body.rows].forEach((row, k) => {
      const last = k === parts;
      const n = last ? x : numbers[k];
      row.className = last ? "gl-sum" : n === undefined ? "gl-hidden" : n === now[k] ? "" : "gl-changed";
      if (n === undefined) return;
      [...n.toString(2).padStart(width, "0")].forEach((bit, c) => {
        const look = bit === "0" ? "" : odd[c] === "1" ? "gl-one gl-odd" : "gl-one";
        Object.assign(row.cells[c + 1], { textContent: bit, className: look });
      });
      row.cells[width + 1].textContent = `= ${n}`;
      row.cells[width + 2].textContent = last ? (x ? "odd columns glow" : "all columns even")
        : x ? `${n} ⊕ ${x} = ${n ^ x}${(n ^ x) < n ? " ✓" : ""}` : "";
    });
  }

  /** The table, still empty: a row for each part and a row for the nim-sum. @param {number} parts @param {number} width */
  build(parts, width) {
    this.body.replaceChildren();
    for (let k = 0; k <= parts; k++) {
      const row = html("tr", {}, this.body);
      const head = html("th", {}, row, k < parts ? "" : "nim-sum");
      if (k < parts) button(`${this.name} ${k}`, () => this.asked(k), head, "gl-part");
      for (let c = 0; c < width; c++) html("td", {}, row);
      for (const name of ["gl-number", "gl-xor"]) html("td", { class: name }, row);
    }
  }

  /**
   * What one part must become if the nim-sum is to be 0.
   * @param {number[]} now @param {number} part @param {string} [move] which does it
   */
  work(now, part, move) {
    const [n, x] = [now[part], nimSum(now)];
    const more = (n ^ x) < n ? "" : `, more than ${n}`;
    const leave = this.name === "heap" ? `leave ${n ^ x}, ` : "";
    this.worked.textContent = !x ? "The nim-sum is 0 already: every move makes it another number."
      : `${n} ⊕ ${x} = ${n ^ x}${move ? `${more && `${more}, but a move goes up to it`}: ${leave}${move}.`
        : `, more than ${n}: no move here.`}`;
  }
}
