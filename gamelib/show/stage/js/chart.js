// A chart: curves over what the slider changes, a point on each where it stands, and the values in numbers.

import { svg } from "./picture.js";

/**
 * @typedef {{words: string, from: number, to: number, ticks: [number, string][]}} Axis
 * @typedef {{name: string, points: [number, number][], values: string[], heavy?: boolean}} Curve
 * @typedef {{name: string, x: Axis, y: Axis, curves: Curve[]}} ChartSpec
 */

const FIELD = { left: 96, top: 16, width: 340, height: 300 };

export class Chart {
  /** @param {ChartSpec} spec */
  constructor(spec) {
    this.spec = spec;
    const { left, top, width, height } = FIELD;
    const { x, y, curves } = spec;
    this.element = svg("svg", { viewBox: "0 0 680 390", role: "img", class: "gl-picture gl-chart", style: "width: 680px" });
    this.words(x.words, left + width / 2, top + height + 60, "middle");
    this.words(y.words, 0, 0, "middle").setAttribute("transform", `translate(20 ${top + height / 2}) rotate(-90)`);
    for (const [value, words] of x.ticks) {
      const [px] = this.place([value, y.from]);
      svg("path", { d: `M${px} ${top}v${height}`, class: "gl-grid" }, this.element);
      this.words(words, px, top + height + 28, "middle");
    }
    for (const [value, words] of y.ticks) {
      const [, py] = this.place([x.from, value]);
      svg("path", { d: `M${left} ${py}h${width}`, class: "gl-grid" }, this.element);
      this.words(words, left - 8, py + 7, "end");
    }
    this.now = svg("path", { class: "gl-now" }, this.element);
    this.drawn = curves.map(({ name, points, heavy }, k) => {
      const kind = `gl-curve gl-curve-${k}${heavy ? " gl-heavy" : ""}`;
      svg("path", { d: "M" + points.map((point) => this.place(point).join(" ")).join("L"), class: kind }, this.element);
      const row = top + 24 + 66 * k;
      svg("path", { d: `M${left + width + 22} ${row - 6}h34`, class: kind }, this.element);
      this.words(name, left + width + 64, row, "start");
      const value = this.words("", left + width + 64, row + 28, "start");
      value.setAttribute("class", "gl-side gl-value");
      return { value, point: svg("circle", { r: heavy ? 9 : 7, class: "gl-point" }, this.element) };
    });
  }

  /** @param {[number, number]} point */
  place([x, y]) {
    const { left, top, width, height } = FIELD;
    const part = (/** @type {Axis} */ axis, /** @type {number} */ value) => (value - axis.from) / (axis.to - axis.from);
    return [left + width * part(this.spec.x, x), top + height * (1 - part(this.spec.y, y))];
  }

  /** @param {string} words @param {number} x @param {number} y @param {string} anchor */
  words(words, x, y, anchor) {
    const element = svg("text", { x, y, "text-anchor": anchor, "font-size": 20, class: "gl-side" }, this.element);
    element.textContent = words;
    return element;
  }

  /** @param {{at?: number}} frame which of the points */
  show({ at = 0 }) {
    const { name, curves } = this.spec;
    this.now.setAttribute("d", `M${this.place(curves[0].points[at])[0]} ${FIELD.top}v${FIELD.height}`);
    curves.forEach(({ points, values }, k) => {
      const [cx, cy] = this.place(points[at]);
      this.drawn[k].point.setAttribute("cx", String(cx));
      this.drawn[k].point.setAttribute("cy", String(cy));
      this.drawn[k].value.textContent = values[at];
    });
    this.element.setAttribute("aria-label", [name, ...curves.map((curve) => `${curve.name}: ${curve.values[at]}`)].join("; "));
  }

  /** Nothing to press. */
  key() {
    return false;
  }
}
