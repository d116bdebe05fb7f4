// A chart: curves over what the slider changes, a point on each curve at the slider, and the values in numbers.

import { svg } from "./scene.js";

/**
 * @typedef {{words: string, from: number, to: number, ticks: [number, string][]}} Axis
 * @typedef {{name: string, points: [number, number][], values: string[], heavy?: boolean}} Curve
 * @typedef {{name: string, x: Axis, y: Axis, curves: Curve[]}} ChartSpec
 */

const [LEFT, TOP, WIDTH, HEIGHT] = [96, 16, 340, 300];

export class Chart {
  /** @param {ChartSpec} spec */
  constructor(spec) {
    this.spec = spec;
    const { x, y, curves } = spec;
    const size = { viewBox: "0 0 680 390", style: "width: 680px" };
    /** @type {Element} */
    this.element = svg("svg", { ...size, role: "img", class: "gl-picture" });
    this.words(x.words, LEFT + WIDTH / 2, TOP + HEIGHT + 60);
    this.words(y.words, 0, 0).setAttribute("transform", `translate(20 ${TOP + HEIGHT / 2}) rotate(-90)`);
    for (const [value, words] of x.ticks) {
      const [px] = this.place([value, y.from]);
      this.path(`M${px} ${TOP}v${HEIGHT}`, "gl-grid");
      this.words(words, px, TOP + HEIGHT + 28);
    }
    for (const [value, words] of y.ticks) {
      const [, py] = this.place([x.from, value]);
      this.path(`M${LEFT} ${py}h${WIDTH}`, "gl-grid");
      this.words(words, LEFT - 8, py + 7, "end");
    }
    this.now = this.path("", "gl-now");
    this.drawn = curves.map(({ name, points, heavy }, k) => {
      const kind = `gl-curve ${heavy ? "gl-heavy" : `gl-curve-${k}`}`;
      const [column, row] = [LEFT + WIDTH + 64, TOP + 24 + 66 * k];
      this.path(`M${points.map((point) => this.place(point).join(" ")).join("L")}`, kind);
      this.path(`M${column - 42} ${row - 6}h34`, kind);
      this.words(name, column, row, "start");
      const value = this.words("", column, row + 28, "start", "gl-side gl-value");
      return { value, point: svg("circle", { r: heavy ? 9 : 7, class: "gl-point" }, this.element) };
    });
  }

  /** @param {[number, number]} point */
  place([x, y]) {
    const part = (/** @type {Axis} */ { from, to }, /** @type {number} */ value) => (value - from) / (to - from);
    return [LEFT + WIDTH * part(this.spec.x, x), TOP + HEIGHT * (1 - part(this.spec.y, y))];
  }

  /** @param {string} d @param {string} kind */
  path(d, kind) {
    return svg("path", { d, class: kind }, this.element);
  }

  /** @param {string} words @param {number} x @param {number} y @param {string} [anchor] @param {string} [kind] */
  words(words, x, y, anchor = "middle", kind = "gl-side") {
    return svg("text", { x, y, "text-anchor": anchor, "font-size": 20, class: kind }, this.element, words);
  }

  /** @param {{at?: number}} frame which of the points */
  show({ at = 0 }) {
    const { name, curves } = this.spec;
    this.now.setAttribute("d", `M${this.place(curves[0].points[at])[0]} ${TOP}v${HEIGHT}`);
    curves.forEach(({ points, values }, k) => {
      const { point, value } = this.drawn[k];
      const [x, y] = this.place(points[at]);
      point.setAttribute("cx", String(x));
      point.setAttribute("cy", String(y));
      value.textContent = values[at];
    });
    const known = curves.map((curve) => `${curve.name}: ${curve.values[at]}`);
    this.element.setAttribute("aria-label", [name, ...known].join("; "));
  }

  /** Nothing to press. */
  key() {
    return false;
  }
}
