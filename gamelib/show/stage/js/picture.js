// A picture of spots, lines and pieces. Drawn once; then only what changes is touched, so nothing jumps.

import { PIECES } from "./pieces.js";
import { OUTCOMES } from "./words.js";

/**
 * Something that can hold a piece: a cell of a board, a vertex, a match. Units are cells; x, y is its middle.
 * @typedef {{x: number, y: number, w?: number, h?: number, shape: string, name: string, label?: string, type?: number}} Spot
 * @typedef {{from: number, to: number, bend?: number, knee?: number, arrow?: boolean, label?: string}} Line
 * @typedef {{x: number, y: number, words: string, size?: number, anchor?: string}} Words
 * @typedef {{width: number, height: number, unit: number, name: string, spots: Spot[], lines?: Line[], texts?: Words[],
 *   legend: Object<string, string>, palette?: Object<string, [string, string][]>}} Spec
 *
 * How it stands: a character a spot (the piece), and what is laid over it.
 * @typedef {{pieces: string, marks?: string, notes?: string[], depths?: number[], labels?: string[], lines?: string,
 *   can?: Map<number, string>, last?: number[], path?: number[], chosen?: number[], arrows?: [number, number][], steady?: boolean}} Frame
 * @typedef {{press?: (spot: number) => void, drop?: (from: number, to: number) => void,
 *   hover?: (spot: number | null) => void, drag?: (from: number, to: number) => void}} Handlers
 */

/** @param {string} name @param {Object<string, string | number>} [attributes] @param {Element} [parent] */
export function svg(name, attributes = {}, parent) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** @param {string} name @param {string} [className] @param {string} [words] @param {Element} [parent] */
export function html(name, className = "", words = "", parent) {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = words;
  parent?.append(element);
  return element;
}

/** Whether movement is welcome. */
export const lively = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

const KEYS = /** @type {Object<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** Shapes that are neither round nor rectangles, in a square from -1 to 1. @type {Object<string, number[][]>} */
const CORNERS = {
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  hexagon: [[-1, 0], [-0.6, -1], [0.6, -1], [1, 0], [0.6, 1], [-0.6, 1]],
  triangle: [[-1, 0.9], [0, -1.1], [1, 0.9]],
  pentagon: [[0, -1.05], [1, -0.3], [0.65, 0.95], [-0.65, 0.95], [-1, -0.3]],
};

/** Words on a spot, line by line, as large as they can be there. @param {Element} text @param {Spot} spot @param {string} words */
function fitted(text, { w = 1, type = 0.36 }, words) {
  const lines = words.split("\n");
  const size = Math.min(type, (1.5 * w) / Math.max(1, ...lines.map((line) => line.length)));
  text.setAttribute("font-size", String(size));
  if (lines.length === 1) text.textContent = words;
  else text.replaceChildren(...lines.map((line, k) => {
    const part = svg("tspan", { x: 0, y: 1.05 * size * (k - (lines.length - 1) / 2) });
    part.textContent = line;
    return part;
  }));
}

export class Picture {
  /** @param {Spec} spec @param {Handlers} [handlers] */
  constructor(spec, handlers = {}) {
    this.spec = spec;
    this.handlers = handlers;
    const { width, height, unit } = spec;
    this.element = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": spec.name, class: "gl-picture" });
    this.element.setAttribute("style", `width: ${width * unit}px`);
    this.lines = (spec.lines ?? []).map((line) => this.#line(line));
    this.spots = spec.spots.map((spot, i) => this.#spot(spot, i));
    for (const { x, y, words, size = 0.3, anchor = "middle" } of spec.texts ?? []) {
      svg("text", { x, y, "font-size": size, "text-anchor": anchor, class: "gl-side" }, this.element).textContent = words;
    }
    this.over = svg("g", { class: "gl-over" }, this.element);
    /** @type {Frame} */
    this.frame = { pieces: "" };
    this.#listen();
  }

  /** @param {Spot} spot @param {number} i */
  #spot(spot, i) {
    const { x, y, w = 1, h = 1, shape } = spot;
    const group = svg("g", { transform: `translate(${x} ${y})`, class: `gl-spot gl-${shape}`, "data-spot": i }, this.element);
    const round = shape === "disc" || shape === "gap";
    const corners = CORNERS[shape]?.map(([a, b]) => `${(a * w) / 2},${(b * h) / 2}`).join(" ");
    const base = round
      ? svg("circle", { r: w / 2, class: "gl-base" }, group)
      : corners ? svg("polygon", { points: corners, class: "gl-base" }, group)
      : svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: shape === "cell" ? 0 : 0.08, class: "gl-base" }, group);
    const piece = svg("g", { class: "gl-piece" }, group);
    const label = svg("text", { class: "gl-label" }, group);
    fitted(label, spot, spot.label ?? "");
    const note = svg("text", { class: "gl-note", y: h / 2 - 0.09 }, group);
    const ring = round
      ? svg("circle", { r: w / 2 + 0.02, class: "gl-ring" }, group)
      : corners ? svg("polygon", { points: corners, class: "gl-ring" }, group)
      : svg("rect", { x: -w / 2 + 0.05, y: -h / 2 + 0.05, width: w - 0.1, height: h - 0.1, rx: 0.06, class: "gl-ring" }, group);
    return { spot, group, base, piece, label, note, ring, character: "" };
  }

  /** @param {Line} line */
  #line({ from, to, bend = 0, knee, arrow = false, label = "" }) {
    const [a, b] = [this.spec.spots[from], this.spec.spots[to]];
    const group = svg("g", { class: "gl-line" }, this.element);
    const { path, head, middle } = arrow || bend ? curve(a, b, bend) : branch(a, b, knee);
    svg("path", { d: path, class: "gl-shaft" }, group);
    if (arrow) svg("path", { d: head, class: "gl-head" }, group);
    const words = svg("text", { x: middle[0], y: middle[1], class: "gl-side", "font-size": 0.26, "text-anchor": "middle" }, group);
    words.textContent = label;
    return group;
  }

  /** @param {Frame} frame */
  show(frame) {
    const before = this.frame;
    this.frame = frame;
    const { marks = "", notes = [], depths = [], labels = [], can, last = [], chosen = [], path = [] } = frame;
    this.spots.forEach((drawn, i) => {
      const character = frame.pieces[i] ?? " ";
      const mark = OUTCOMES[marks[i]] ?? null;
      const shade = mark && this.spec.palette?.[marks[i]]?.[Math.max(0, depths[i] ?? 0)];
      const [fill, ink] = shade || (mark ? [mark.colour, mark.ink] : ["", ""]);
      drawn.base.setAttribute("style", fill ? `fill: ${fill}` : "");
      drawn.note.setAttribute("style", ink ? `fill: ${ink}` : "");
      drawn.label.setAttribute("style", ink ? `fill: ${ink}` : "");
      drawn.note.textContent = notes[i] ?? "";
      drawn.note.setAttribute("font-size", String(Math.min(0.29, (1.6 * (drawn.spot.w ?? 1)) / ((notes[i]?.length ?? 0) + 1))));
      if (labels.length) fitted(drawn.label, drawn.spot, labels[i] ?? drawn.spot.label ?? "");
      if (character !== drawn.character) {
        drawn.character = character;
        drawn.piece.innerHTML = this.#piece(character);
      }
      const noted = Boolean(notes[i]) && drawn.spot.shape !== "disc";
      drawn.piece.setAttribute("transform", noted && "*#".indexOf(character) < 0 ? "translate(0 -.12) scale(.72)" : "");
      const list = drawn.group.classList;
      list.toggle("gl-can", Boolean(can?.has(i)));
      list.toggle("gl-last", last.includes(i));
      list.toggle("gl-chosen", chosen.includes(i));
      list.toggle("gl-open", marks[i] === "-");
      list.toggle("gl-path", path.includes(i));
      drawn.group.setAttribute("data-mark", marks[i] ?? "");
      list.toggle("gl-held", "@".includes(character));
      if (can?.has(i)) drawn.group.setAttribute("role", "button");
      else drawn.group.removeAttribute("role");
      drawn.group.setAttribute("aria-label", [drawn.spot.name, this.#called(character), can?.get(i), notes[i]].filter(Boolean).join(", "));
    });
    this.lines.forEach((line, i) => line.setAttribute("class", `gl-line gl-line-${frame.lines?.[i] ?? "n"}`));
    this.over.replaceChildren();
    for (const [from, to] of frame.arrows ?? []) {
      const { path, head } = curve({ ...this.spec.spots[from], w: 0.2 }, { ...this.spec.spots[to], w: 0.1 }, 0);
      svg("path", { d: path, class: "gl-trail" }, this.over);
      svg("path", { d: head, class: "gl-trail-head" }, this.over);
    }
    if (!frame.steady && lively()) this.#move(before.pieces, frame.pieces);
    this.#rove();
  }

  /** @param {string} character */
  #piece(character) {
    const name = this.spec.legend[character];
    if (name !== undefined && name in PIECES) return PIECES[name];
    const words = svg("text", { class: "gl-letter", y: 0.02 });
    words.textContent = name ?? (" .".includes(character) ? "" : character);
    return words.outerHTML;
  }

  /** @param {string} character */
  #called(character) {
    const name = this.spec.legend[character];
    return " .".includes(character) ? "" : name && name in PIECES ? name : (name ?? character);
  }

  /** What has gone from one spot to another slides there; what has come drops in; what has left falls. @param {string} before @param {string} after */
  #move(before, after) {
    if (before.length !== after.length || before === after) return;
    const gone = [...before].map((c, i) => (c !== after[i] ? i : -1)).filter((i) => i >= 0);
    for (const i of gone) {
      const piece = this.spots[i].piece;
      const from = gone.find((j) => j !== i && before[j] === after[i]);
      const once = after.split(after[i]).length === 2 && before.split(after[i]).length === 2;
      if (" .".includes(after[i])) this.#fall(before[i], i);
      else if (from !== undefined && once) {
        const [a, b] = [this.spec.spots[from], this.spec.spots[i]];
        piece.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: 280, easing: "ease-out" });
      } else {
        const name = this.spec.legend[after[i]] ?? "";
        const start = name.endsWith("disc") ? `translate(0px, ${-this.spec.spots[i].y}px)` : "scale(.3)";
        piece.animate([{ transform: start }, { transform: "none" }], { duration: name.endsWith("disc") ? 350 : 160, easing: "ease-in" });
      }
    }
  }

  /** @param {string} character @param {number} i */
  #fall(character, i) {
    const name = this.spec.legend[character];
    if (name !== "match" && name !== "pin") return;
    const { x, y } = this.spec.spots[i];
    const ghost = svg("g", { transform: `translate(${x} ${y})`, "aria-hidden": "true" }, this.element);
    const inner = svg("g", {}, ghost);
    inner.innerHTML = this.#piece(character);
    const fallen = name === "pin" ? "rotate(80deg) translate(.2px, -.1px)" : "translate(0, .5px)";
    inner.animate([{ transform: "none", opacity: 1 }, { transform: fallen, opacity: 0 }], { duration: 420, easing: "ease-in" })
      .finished.then(() => ghost.remove(), () => ghost.remove());
  }

  #listen() {
    /** @type {number | null} */
    let down = null;
    let at = /** @type {number | null} */ (null);
    const spotOf = (/** @type {PointerEvent | MouseEvent} */ event) => {
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      return over && this.element.contains(over) ? Number(/** @type {SVGElement} */ (over).dataset.spot) : null;
    };
    this.element.addEventListener("pointerdown", (event) => {
      down = spotOf(event);
      if (down !== null && this.handlers.drag) event.preventDefault();
    });
    this.element.addEventListener("pointermove", (event) => {
      const spot = spotOf(event);
      if (spot === at) return;
      at = spot;
      if (down !== null && spot !== null) this.handlers.drag?.(down, spot);
      this.handlers.hover?.(spot);
    });
    this.element.addEventListener("pointerleave", () => { at = null; this.handlers.hover?.(null); });
    this.element.addEventListener("pointerup", (event) => {
      const [from, to] = [down, spotOf(event)];
      down = null;
      if (to === null || from === null) return;
      if (from !== to && this.handlers.drop) this.handlers.drop(from, to);
      else if (from === to) this.handlers.press?.(to);
    });
    this.element.addEventListener("focusin", (event) => {
      const spot = /** @type {SVGElement} */ (event.target).dataset.spot;
      if (spot !== undefined) { this.current = Number(spot); this.handlers.hover?.(this.current); }
    });
    this.element.addEventListener("focusout", () => this.handlers.hover?.(null));
  }

  /** Arrow keys go to the nearest spot that can be pressed, Enter and Space press it. @param {string} key @returns {boolean} whether it was ours */
  key(key) {
    if (this.current === undefined || !this.spots[this.current]?.group.contains(document.activeElement)) return false;
    if (key === "Enter" || key === " ") { this.handlers.press?.(this.current); return true; }
    if (key === "Escape") { this.spots[this.current].group.blur(); return true; }
    if (!(key in KEYS)) return false;
    const [dx, dy] = KEYS[key];
    const here = this.spec.spots[this.current];
    let [next, nearest] = [-1, Infinity];
    for (const i of this.frame.can?.keys() ?? []) {
      const [x, y] = [this.spec.spots[i].x - here.x, this.spec.spots[i].y - here.y];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      if (along > 0.01 && along + 3 * aside < nearest) [next, nearest] = [i, along + 3 * aside];
    }
    if (next >= 0) this.focus(next);
    return true;
  }

  /** @param {number} spot */
  focus(spot) {
    this.current = spot;
    this.#rove();
    this.spots[spot].group.focus();
  }

  /** One stop for the Tab key: the spot that had the focus, or the nearest that can be pressed. */
  #rove() {
    const can = [...(this.frame.can?.keys() ?? [])];
    const here = this.spec.spots[this.current ?? 0];
    const far = (/** @type {number} */ i) => Math.hypot(this.spec.spots[i].x - here.x, this.spec.spots[i].y - here.y);
    const stop = can.length ? can.reduce((a, b) => (far(b) < far(a) ? b : a)) : -1;
    const held = this.current !== undefined && this.spots[this.current]?.group === document.activeElement;
    this.spots.forEach(({ group }, i) => {
      if (can.includes(i)) group.setAttribute("tabindex", i === stop ? "0" : "-1");
      else if (i !== this.current || !held) group.removeAttribute("tabindex");
    });
    if (held && stop >= 0 && stop !== this.current) this.focus(stop);
  }
}

/** A bent line between two spots, kept outside both, with its arrow head. @param {Spot} a @param {Spot} b @param {number} bend */
export function curve(a, b, bend) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const edge = (/** @type {Spot} */ s, /** @type {number} */ ux, /** @type {number} */ uy) =>
    (s.w ?? 1) / 2 / (s.shape === "square" ? Math.max(Math.abs(ux), Math.abs(uy)) : 1);
  if (length < 0.01) {
    const r = (a.w ?? 1) / 2;
    const path = `M${a.x + 0.5 * r} ${a.y - 0.87 * r}C${a.x + 1.3 * r} ${a.y - 2.4 * r} ${a.x - 1.3 * r} ${a.y - 2.4 * r} ${a.x - 0.55 * r} ${a.y - 1.05 * r}`;
    return { path, head: head(a.x - 0.5 * r, a.y - 0.87 * r, 0.45, 0.89), middle: [a.x, a.y - 2.2 * r] };
  }
  const [cx, cy] = [a.x + dx / 2 - bend * dy, a.y + dy / 2 + bend * dx];
  const toward = (/** @type {Spot} */ s, /** @type {number} */ more) => {
    const d = Math.hypot(cx - s.x, cy - s.y) || 1;
    const [ux, uy] = [(cx - s.x) / d, (cy - s.y) / d];
    const r = edge(s, ux, uy) + more;
    return [s.x + r * ux, s.y + r * uy, ux, uy];
  };
  const [ax, ay] = toward(a, 0.02);
  const [bx, by, ux, uy] = toward(b, 0.04);
  return {
    path: `M${ax} ${ay}Q${cx} ${cy} ${bx + 0.14 * ux} ${by + 0.14 * uy}`,
    head: head(bx, by, -ux, -uy),
    middle: [(ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4],
  };
}

/** A branch of a tree: straight, or slanting as far as the knee and level from there on. @param {Spot} a @param {Spot} b @param {number} [knee] */
function branch(a, b, knee) {
  const end = b.x - (b.w ?? 1) / 2;
  const middle = knee === undefined ? [(a.x + b.x) / 2, (a.y + b.y) / 2] : [(knee + end) / 2, b.y - 0.12];
  return { path: `M${a.x} ${a.y}L${knee ?? b.x} ${b.y}L${b.x} ${b.y}`, head: "", middle };
}

/** @param {number} x @param {number} y @param {number} ux @param {number} uy */
const head = (x, y, ux, uy) =>
  `M${x} ${y}L${x - 0.2 * ux + 0.09 * uy} ${y - 0.2 * uy - 0.09 * ux}L${x - 0.2 * ux - 0.09 * uy} ${y - 0.2 * uy + 0.09 * ux}Z`;
