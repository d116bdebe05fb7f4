// A picture of spots, lines and pieces. Drawn once; then only what changes is touched, so nothing jumps.

import { PIECES } from "./pieces.js";
import { OUTCOMES } from "./words.js";

/**
 * Something that can hold a piece: a cell of a board, a vertex, a match. Units are cells; x, y is its middle.
 * @typedef {{x: number, y: number, w?: number, h?: number, shape: string, name: string, label?: string, type?: number}} Spot
 * @typedef {{from: number, to: number, bend?: number, knee?: number, away?: [number, number], arrow?: boolean, label?: string}} Line
 * @typedef {{x: number, y: number, words: string, size?: number, anchor?: string, part?: number}} Words
 * @typedef {{width: number, height: number, unit: number, name: string, spots: Spot[], lines?: Line[], texts?: Words[],
 *   badges?: [number, number][], legend: Object<string, string>, palette?: Object<string, [string, string][]>}} Spec
 *
 * How it stands: a character a spot (the piece), and what is laid over it.
 * @typedef {{pieces: string, marks?: string, notes?: string[], depths?: number[], labels?: string[], lines?: string,
 *   can?: Map<number, string>, last?: number[], path?: number[], chosen?: number[], grab?: number[], arrows?: number[][],
 *   trails?: Trail[], steady?: boolean}} Frame
 * @typedef {{spots: number[], kind: string}} Trail a way from spot to spot, "black" or "white"
 *
 * What is grabbed, as `grab` says, is dragged until it is released; else there is a press, or a drop elsewhere.
 * @typedef {{press?: (spot: number) => void, drop?: (from: number, to: number) => void, part?: (part: number) => void,
 *   hover?: (spot: number | null) => void, grab?: (spot: number) => boolean, drag?: (from: number, to: number) => void,
 *   release?: () => void}} Handlers
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

export class Picture {
  /** @param {Spec} spec @param {Handlers} [handlers] */
  constructor(spec, handlers = {}) {
    this.spec = spec;
    this.handlers = handlers;
    const { width, height, unit } = spec;
    this.element = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": spec.name, class: "gl-picture" });
    this.element.setAttribute("style", `width: ${width * unit}px; --wide: ${width * unit}px`);
    this.element.setAttribute("tabindex", "-1"); // or Chromium stops here on the way to a spot, as it listens to the focus
    this.lines = (spec.lines ?? []).map((line) => this.#line(line));
    this.spots = spec.spots.map((spot, i) => this.#spot(spot, i));
    for (const { x, y, words, size = 0.3, anchor = "middle", part } of spec.texts ?? []) {
      const text = svg("text", { x, y, "font-size": size, "text-anchor": anchor, class: "gl-side" }, this.element);
      text.textContent = words;
      if (part !== undefined) text.setAttribute("data-part", String(part));
    }
    this.badges = (spec.badges ?? []).map(([x, y], part) => {
      const badge = svg("g", { transform: `translate(${x} ${y})`, class: "gl-badge gl-hidden", "data-part": part }, this.element);
      svg("rect", { x: -0.34, y: -0.22, width: 0.68, height: 0.44, rx: 0.22 }, badge);
      svg("text", { "font-size": 0.32 }, badge);
      return badge;
    });
    this.over = svg("g", { class: "gl-over" }, this.element);
    /** @type {Frame} */
    this.frame = { pieces: "" };
    this.element.classList.toggle("gl-asks", Boolean(handlers.part));
    this.element.classList.toggle("gl-drags", Boolean(handlers.grab));
    this.#listen();
  }

  /** @param {Spot} spot @param {number} i */
  #spot(spot, i) {
    const { x, y, w = 1, h = 1, shape } = spot;
    const group = svg("g", { transform: `translate(${x} ${y})`, class: `gl-spot gl-${shape}`, "data-spot": i }, this.element);
    const round = ["disc", "gap", "vertex"].includes(shape);
    const corners = CORNERS[shape]?.map(([a, b]) => `${(a * w) / 2},${(b * h) / 2}`).join(" ");
    const base = round
      ? svg("circle", { r: w / 2, class: "gl-base" }, group)
      : corners ? svg("polygon", { points: corners, class: "gl-base" }, group)
      : svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: shape === "cell" ? 0 : 0.08, class: "gl-base" }, group);
    const piece = svg("g", { class: "gl-piece" }, group);
    const label = svg("text", { class: "gl-label" }, group);
    fit(label, spot.label ?? "", w, spot.type);
    if (label.textContent?.endsWith("…")) svg("title", {}, group).textContent = spot.name;
    const note = svg("text", { class: "gl-note", y: h / 2 - 0.09 }, group);
    const ring = round
      ? svg("circle", { r: w / 2 + 0.02, class: "gl-ring" }, group)
      : corners ? svg("polygon", { points: corners, class: "gl-ring" }, group)
      : svg("rect", { x: -w / 2 + 0.05, y: -h / 2 + 0.05, width: w - 0.1, height: h - 0.1, rx: 0.06, class: "gl-ring" }, group);
    return { spot, group, base, piece, label, note, ring, character: "" };
  }

  /** @param {Line} line */
  #line({ from, to, bend = 0, knee, away, arrow = false, label = "" }) {
    const [a, b] = [this.spec.spots[from], this.spec.spots[to]];
    const group = svg("g", { class: "gl-line" }, this.element);
    const { path, head, middle } = knee === undefined ? curve(a, b, bend, away) : elbow(a, b, knee);
    const through = `M${a.x} ${a.y}Q${(a.x + b.x) / 2 - bend * (b.y - a.y)} ${(a.y + b.y) / 2 + bend * (b.x - a.x)} ${b.x} ${b.y}`;
    svg("path", { d: arrow || knee !== undefined ? path : through, class: "gl-shaft" }, group);
    if (arrow) svg("path", { d: head, class: "gl-head" }, group);
    const words = svg("text", { x: middle[0], y: middle[1], class: "gl-side", "font-size": 0.26, "text-anchor": "middle" }, group);
    words.textContent = label;
    return group;
  }

  /** @param {Frame} frame */
  show(frame) {
    const before = this.frame;
    this.frame = frame;
    const { marks = "", notes = [], depths = [], labels = [], can, last = [], chosen = [], path = [], grab = [] } = frame;
    const pieces = [...frame.pieces];
    this.spots.forEach((drawn, i) => {
      const character = pieces[i] ?? " ";
      const mark = OUTCOMES[marks[i]] ?? null;
      const shade = mark && this.spec.palette?.[marks[i]]?.[Math.max(0, depths[i] ?? 0)];
      const [fill, ink] = shade || (mark ? [mark.colour, mark.ink] : ["", ""]);
      drawn.base.setAttribute("style", fill ? `fill: ${fill}` : "");
      drawn.note.setAttribute("style", ink ? `fill: ${ink}; stroke: ${fill}` : "");
      drawn.label.setAttribute("style", ink ? `fill: ${ink}` : "");
      drawn.note.textContent = notes[i] ?? "";
      drawn.note.setAttribute("font-size", String(Math.min(0.29, (1.6 * (drawn.spot.w ?? 1)) / ((notes[i]?.length ?? 0) + 1))));
      const label = labels[i] ?? drawn.spot.label ?? "";
      if (label || drawn.label.textContent) fit(drawn.label, label, (drawn.spot.w ?? 1) * (character === "@" ? 0.75 : 1), drawn.spot.type);
      if (character !== drawn.character) {
        drawn.character = character;
        drawn.piece.innerHTML = this.#piece(character);
      }
      const noted = Boolean(notes[i]) && drawn.spot.shape !== "disc";
      drawn.piece.setAttribute("transform", noted && "*#".indexOf(character) < 0 ? "translate(0 -.12) scale(.72)" : drawn.spot.shape === "disc" && character !== "@" ? "scale(.8)" : "");
      const list = drawn.group.classList;
      list.toggle("gl-can", Boolean(can?.has(i)));
      list.toggle("gl-last", last.includes(i));
      list.toggle("gl-chosen", chosen.includes(i));
      list.toggle("gl-grab", grab.includes(i));
      list.toggle("gl-open", marks[i] === "-");
      list.toggle("gl-path", path.includes(i));
      drawn.group.setAttribute("data-mark", marks[i] ?? "");
      list.remove("gl-look");
      list.toggle("gl-held", "@".includes(character));
      list.toggle("gl-full", drawn.spot.shape === "disc" && !" .@".includes(character));
      drawn.group.setAttribute("role", can?.has(i) ? "button" : "img");
      drawn.group.setAttribute("aria-label", [drawn.spot.name, this.#called(character), labels[i], can?.get(i), notes[i]].filter(Boolean).join(", "));
    });
    this.lines.forEach((line, i) => line.setAttribute("class", `gl-line gl-line-${frame.lines?.[i] ?? "n"}`));
    this.over.replaceChildren();
    for (const trail of frame.trails ?? []) this.#trail(trail);
    for (const [from, to] of frame.arrows ?? []) {
      const { path, head } = curve({ ...this.spec.spots[from], w: 0.55 }, { ...this.spec.spots[to], w: 0.6 }, 0);
      svg("path", { d: path, class: "gl-trail" }, this.over);
      svg("path", { d: head, class: "gl-trail-head" }, this.over);
    }
    if (!frame.steady && lively()) this.#move([...before.pieces], pieces);
    this.#rove();
  }

  /** Spots that are worth a look. @param {number[]} spots */
  mark(spots) {
    this.spots.forEach(({ group }, i) => group.classList.toggle("gl-look", spots.includes(i)));
  }

  /** The nimber of each part, beside its name; none are shown without numbers. @param {number[]} numbers @param {number[]} [now] what they are, if these are what they would be */
  badge(numbers, now = numbers) {
    this.badges.forEach((badge, k) => {
      badge.classList.toggle("gl-hidden", numbers.length !== this.badges.length);
      badge.classList.toggle("gl-changed", numbers[k] !== now[k]);
      badge.setAttribute("aria-label", `nimber ${numbers[k]}`);
      /** @type {Element} */ (badge.lastElementChild).textContent = `= ${numbers[k]}`;
    });
  }

  /** @param {Trail} trail */
  #trail({ spots, kind }) {
    const ways = spots.map((i) => this.spec.spots[i]).filter((spot, k, all) => spot !== all[k - 1]);
    const path = ways.map(({ x, y }, k) => `${k ? "L" : "M"}${x} ${y}`).join("");
    const group = svg("g", { class: `gl-way gl-way-${kind}` }, this.over);
    for (const part of ["case", "line"]) svg("path", { d: path, class: `gl-way-${part}` }, group);
    if (ways.length > 1) svg("path", { d: curve(ways[ways.length - 2], { ...ways[ways.length - 1], w: -0.08 }, 0).head, class: "gl-way-head" }, group);
  }

  /** @param {string} character */
  #piece(character) {
    const name = this.spec.legend[character];
    if (name !== undefined && Object.hasOwn(PIECES, name)) return PIECES[name];
    const words = svg("text", { class: "gl-letter", y: 0.02 });
    words.textContent = name ?? (" .".includes(character) ? "" : character);
    return words.outerHTML;
  }

  /** @param {string} character */
  #called(character) {
    const name = this.spec.legend[character];
    return " .".includes(character) ? "" : name ?? character;
  }

  /** What has gone from one spot to another slides there; what has come drops in; what has left falls. @param {string[]} before @param {string[]} after */
  #move(before, after) {
    if (before.length !== after.length) return;
    const gone = before.map((c, i) => (c !== after[i] ? i : -1)).filter((i) => i >= 0);
    for (const i of gone) {
      const piece = this.spots[i].piece;
      const from = gone.find((j) => j !== i && before[j] === after[i]);
      const once = [after, before].every((all) => all.indexOf(after[i]) === all.lastIndexOf(after[i]));
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
    let grabbed = false;
    const release = () => { [down, grabbed] = [null, false]; this.handlers.release?.(); };
    const spotOf = (/** @type {PointerEvent | MouseEvent} */ event) => {
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      return over && this.element.contains(over) ? Number(/** @type {SVGElement} */ (over).dataset.spot) : null;
    };
    this.element.addEventListener("pointerdown", (event) => {
      down = spotOf(event);
      grabbed = down !== null && Boolean(this.handlers.grab?.(down));
      if (grabbed) this.element.setPointerCapture(event.pointerId);
    });
    this.element.addEventListener("pointermove", (event) => {
      const spot = spotOf(event);
      if (spot === at) return;
      at = spot;
      if (down !== null && spot !== null && grabbed) this.handlers.drag?.(down, spot);
      this.handlers.hover?.(spot);
    });
    this.element.addEventListener("pointerleave", () => { at = null; this.handlers.hover?.(null); });
    this.element.addEventListener("pointercancel", () => { if (grabbed) release(); });
    this.element.addEventListener("pointerup", (event) => {
      if (grabbed) return release();
      const [from, to] = [down, spotOf(event)];
      down = null;
      if (to === null || from === null) return;
      if (from !== to && this.handlers.drop) this.handlers.drop(from, to);
      else if (from === to) this.handlers.press?.(to);
    });
    this.element.addEventListener("click", (event) => {
      const part = /** @type {SVGElement} */ (/** @type {Element} */ (event.target).closest("[data-part]"))?.dataset.part;
      if (part !== undefined) this.handlers.part?.(Number(part));
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
    if (next < 0) {  // none lies there: the next of all, or the one before
      const all = [...(this.frame.can?.keys() ?? [])].sort((a, b) => a - b);
      next = all[(all.indexOf(this.current) + dx + dy + all.length) % all.length] ?? -1;
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

/** Words as large as the width allows, line by line; what would be too small to be read is cut. @param {Element} text @param {string} words @param {number} width @param {number} [most] the largest size */
function fit(text, words, width, most = 0.36) {
  const lines = words.split("\n").map((line) => [...line]);
  const room = Math.max(2, Math.floor(width / 0.11));
  const size = Math.min(most, Math.max(0.18, (1.5 * width) / Math.max(1, ...lines.map((line) => line.length))));
  text.setAttribute("font-size", String(size));
  const cut = lines.map((line) => (line.length > room ? `${line.slice(0, room - 1).join("")}…` : line.join("")));
  if (cut.length === 1) text.textContent = cut[0];
  else text.replaceChildren(...cut.map((line, k) => {
    const part = svg("tspan", { x: 0, y: 1.05 * size * (k - (cut.length - 1) / 2) });
    part.textContent = line;
    return part;
  }));
}

/**
 * A bent line between two spots, kept outside both, with its arrow head; from a spot to itself a loop, away from it.
 * @param {Spot} a @param {Spot} b @param {number} bend @param {[number, number]} [away] of length 1
 */
export function curve(a, b, bend, [ux, uy] = [0, -1]) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const edge = (/** @type {Spot} */ s, /** @type {number} */ vx, /** @type {number} */ vy) =>
    (s.w ?? 1) / 2 / (s.shape === "square" ? Math.max(Math.abs(vx), Math.abs(vy)) : 1);
  if (length < 0.01) {
    const r = (a.w ?? 1) / 2;
    const at = (/** @type {number} */ out, /** @type {number} */ side) => [a.x + r * (out * ux - side * uy), a.y + r * (out * uy + side * ux)];
    const [hx, hy] = at(0.87, -0.5);
    return {
      path: `M${at(0.87, 0.5)}C${at(2.4, 1.3)} ${at(2.4, -1.3)} ${at(1.05, -0.55)}`,
      head: head(hx, hy, -0.89 * ux - 0.45 * uy, -0.89 * uy + 0.45 * ux), middle: at(2.2, 0),
    };
  }
  const [cx, cy] = [a.x + dx / 2 - bend * dy, a.y + dy / 2 + bend * dx];
  const toward = (/** @type {Spot} */ s, /** @type {number} */ more) => {
    const d = Math.hypot(cx - s.x, cy - s.y) || 1;
    const [vx, vy] = [(cx - s.x) / d, (cy - s.y) / d];
    const r = edge(s, vx, vy) + more;
    return [s.x + r * vx, s.y + r * vy, vx, vy];
  };
  const [ax, ay] = toward(a, 0.02);
  const [bx, by, vx, vy] = toward(b, 0.04);
  return {
    path: `M${ax} ${ay}Q${cx} ${cy} ${bx + 0.14 * vx} ${by + 0.14 * vy}`,
    head: head(bx, by, -vx, -vy),
    middle: [(ax + 2 * cx + bx) / 4, (ay + 2 * cy + by) / 4],
  };
}

/** A branch to the right, slanting as far as the knee and level from there on. @param {Spot} a @param {Spot} b @param {number} knee */
function elbow(a, b, knee) {
  const end = b.x - (b.w ?? 1) / 2;
  return { path: `M${a.x} ${a.y}L${knee} ${b.y}L${b.x} ${b.y}`, head: "", middle: [(knee + end) / 2, b.y - 0.12] };
}

/** @param {number} x @param {number} y @param {number} ux @param {number} uy */
const head = (x, y, ux, uy) =>
  `M${x} ${y}L${x - 0.2 * ux + 0.09 * uy} ${y - 0.2 * uy - 0.09 * ux}L${x - 0.2 * ux - 0.09 * uy} ${y - 0.2 * uy + 0.09 * ux}Z`;
