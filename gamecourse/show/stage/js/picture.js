// A picture of spots, lines and pieces. It is drawn once; then only what changes is touched, so nothing jumps.

import { lively, svg } from "./scene.js";
import { OUTCOMES } from "./words.js";

/**
 * Something that can hold a piece: a cell of a board, a vertex, a match. Units are cells, and (x, y) is its middle.
 * @typedef {{x: number, y: number, w?: number, h?: number, shape: string, name: string, label?: string,
 *   type?: number, dark?: boolean}} Spot
 * @typedef {{path: string, head?: string, label?: string, at?: [number, number], from?: number, to?: number}} Line the
 *   label stands at a place; a line may join spots
 * @typedef {{x: number, y: number, words: string, size?: number, anchor?: string, part?: number}} Label
 * What a character stands for, and how that is drawn in a square from -0.5 to 0.5, the picture says itself.
 * @typedef {{width: number, height: number, unit: number, name: string, spots: Spot[], lines?: Line[],
 *   texts?: Label[], badges?: [number, number][], legend: Object<string, string>, pieces: Object<string, string>,
 *   palette?: Object<string, [string, string][]>}} PictureSpec
 *
 * The state of a picture: for each spot the character of its piece, and what is laid over it.
 * @typedef {{pieces?: string | string[], marks?: string | string[], notes?: string[], depths?: number[],
 *   labels?: string[], lines?: string, can?: Map<number, string>, last?: number[], path?: number[],
 *   chosen?: number[], grab?: number[], arrows?: number[][], trails?: Trail[], laid?: Laid[], steady?: boolean}} Frame
 * @typedef {{spots: number[], side: string}} Laid a domino on two spots, "left" or "right"
 * @typedef {{spots: number[], kind: "black" | "white"}} Trail a way from spot to spot
 *
 * If `grab` takes what is pressed, `hover` follows it until it is released; otherwise there is a press, or a drop.
 * @typedef {{press?: (spot: number) => void, drop?: (from: number, to: number) => void,
 *   part?: (part: number) => void, hover?: (spot: number | null) => void, grab?: (spot: number) => boolean,
 *   release?: () => void}} Handlers
 */

/** @type {Object<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const ROUND = ["disc", "gap", "vertex"];

/** Shapes that are neither round nor rectangles, in a square from -1 to 1. @type {Object<string, number[][]>} */
const CORNERS = {
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  hexagon: [[-1, 0], [-0.6, -1], [0.6, -1], [1, 0], [0.6, 1], [-0.6, 1]],
  triangle: [[-1, 0.9], [0, -1.1], [1, 0.9]],
  pentagon: [[0, -1.05], [1, -0.3], [0.65, 0.95], [-0.65, 0.95], [-1, -0.3]],
};

export class Picture {
  /** @param {PictureSpec} spec @param {Handlers} [handlers] */
  constructor(spec, handlers = {}) {
    this.spec = spec;
    this.handlers = handlers;
    const { width, height, unit } = spec;
    this.element = svg("svg", {
      viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": spec.name, class: "gl-picture",
      style: `width: ${width * unit}px; --wide: ${width * unit}px`,
      tabindex: -1, // otherwise Chromium stops here on the way to a spot, because it listens to the focus
    });
    this.element.classList.toggle("gl-asks", Boolean(handlers.part));
    this.element.classList.toggle("gl-drags", Boolean(handlers.grab));
    this.lines = (spec.lines ?? []).map((line) => this.#line(line));
    // above the spots are lines of play, and above those are pieces and words, so that nothing covers a number
    this.laid = svg("g", { class: "gl-laid", "aria-hidden": "true" });
    this.over = svg("g");
    this.top = svg("g", { class: "gl-top", "aria-hidden": "true" });
    this.spots = spec.spots.map((spot, i) => this.#spot(spot, i));
    for (const { x, y, words, size = 0.3, anchor = "middle", part } of spec.texts ?? []) {
      const style = { x, y, "font-size": size, "text-anchor": anchor, class: "gl-side" };
      svg("text", part === undefined ? style : { ...style, "data-part": part }, this.element, words);
    }
    this.badges = (spec.badges ?? []).map(([x, y], part) => {
      const at = { transform: `translate(${x} ${y})`, class: "gl-badge gl-hidden", "data-part": part };
      const badge = svg("g", at, this.element);
      svg("rect", { x: -0.34, y: -0.22, width: 0.68, height: 0.44, rx: 0.22 }, badge);
      return { badge, words: svg("text", { "font-size": 0.32 }, badge) };
    });
    this.element.append(this.laid, this.over, this.top);
    /** @type {Frame} */
    this.frame = {};
    this.#listen();
  }

  /** @param {Spot} spot @param {number} i */
  #spot({ x, y, w = 1, h = 1, shape, name, label = "", type }, i) {
    const transform = `translate(${x} ${y})`;
    const [group, top] = [svg("g", { transform, "data-spot": i }, this.element), svg("g", { transform }, this.top)];
    const corners = CORNERS[shape]?.map(([a, b]) => `${(a * w) / 2},${(b * h) / 2}`).join(" ");
    const outline = (/** @type {string} */ kind, /** @type {number} */ inset, /** @type {number} */ rx) =>
      ROUND.includes(shape) ? svg("circle", { r: w / 2 + (inset && 0.02), class: kind }, group)
      : corners ? svg("polygon", { points: corners, class: kind }, group)
      : svg("rect", {
        x: inset - w / 2, y: inset - h / 2, width: w - 2 * inset, height: h - 2 * inset, rx, class: kind,
      }, group);
    const base = outline("gl-base", 0, shape === "cell" ? 0 : 0.08);
    const piece = svg("g", {}, top);
    const text = svg("text", { class: "gl-label" }, top);
    fit(text, label, w, type);
    if (text.textContent?.endsWith("…")) svg("title", {}, group, name);
    const note = svg("text", { class: "gl-note", y: h / 2 - 0.16 }, top);
    outline("gl-ring", 0.05, 0.06);
    return { group, top, base, piece, label: text, note, character: "" };
  }

  /** @param {Line} line */
  #line({ path, head, label, at = [0, 0] }) {
    const group = svg("g", {}, this.element);
    svg("path", { d: path, class: "gl-shaft" }, group);
    if (head) svg("path", { d: head, class: "gl-head" }, group);
    const style = { x: at[0], y: at[1], class: "gl-side", "font-size": 0.26, "text-anchor": "middle" };
    if (label) svg("text", style, group, label);
    return group;
  }

  /** @param {Frame} frame */
  show(frame) {
    const before = [...(this.frame.pieces ?? "")];
    const pieces = [...(frame.pieces ?? "")];
    this.frame = frame;
    this.spots.forEach((_, i) => this.#dress(i, pieces[i] ?? " "));
    this.lines.forEach((line, i) => line.setAttribute("class", `gl-line gl-line-${frame.lines?.[i] ?? "n"}`));
    this.#lay(frame.laid ?? []);
    this.over.replaceChildren();
    for (const trail of frame.trails ?? []) this.#trail(trail);
    for (const [from, to] of frame.arrows ?? []) {
      const { path, head } = arrow(this.spec.spots[from], this.spec.spots[to], 0.5, 0.36);
      svg("path", { d: path, class: "gl-trail" }, this.over);
      svg("path", { d: head, class: "gl-trail-head" }, this.over);
    }
    if (!frame.steady && lively()) this.#move(before, pieces);
    this.#rove();
  }

  /** Show the state of one spot. @param {number} i @param {string} character */
  #dress(i, character) {
    const { w = 1, h = 1, shape, name, label: own = "", type, dark } = this.spec.spots[i];
    const drawn = this.spots[i];
    const { group, top, base, piece, label, note } = drawn;
    const { marks = "", notes, depths, labels, can, last, chosen, path, grab, laid } = this.frame;
    const [mark, said, words] = [marks[i] ?? "", notes?.[i] ?? "", labels?.[i] ?? own];
    const { colour = "", ink: plain = "" } = OUTCOMES[mark] ?? {};
    const [fill, ink] = this.spec.palette?.[mark]?.[Math.max(0, depths?.[i] ?? 0)] ?? [colour, plain];
    base.setAttribute("style", fill && `fill: ${fill}`);
    for (const text of [label, note]) text.setAttribute("style", ink && `fill: ${ink}; stroke: ${fill}`);
    note.setAttribute("font-size", String(Math.min(0.29, (1.4 * w) / (said.length + 1))));
    note.textContent = said;
    const room = shape === "cell" || character === "@" ? 0.7 : 1; // trails run along the edges of cells
    fit(label, words, w * room, type);
    if (character !== drawn.character) {
      drawn.character = character;
      piece.innerHTML = this.#piece(character);
      if ("*#".includes(character)) base.after(piece); // walls lie below lines
      else top.prepend(piece);
    }
    piece.setAttribute("transform", said ? `translate(0 ${-0.18 * h}) scale(${0.6 * h})` : `scale(${h})`);
    const domino = laid?.find(({ spots }) => spots.includes(i));
    const dress = (/** @type {Element} */ part, /** @type {Object<string, any>} */ is) => {
      part.setAttribute("class", [shape, ...Object.keys(is).filter((kind) => is[kind])].map((kind) => `gl-${kind}`).join(" "));
      part.setAttribute("data-mark", mark);
    };
    dress(group, {
      spot: true, can: can?.has(i), last: last?.includes(i), chosen: chosen?.includes(i), grab: grab?.includes(i),
      path: path?.includes(i), dark, covered: domino,
    });
    dress(top, { noted: said, held: character === "@", full: shape === "disc" && !" .@".includes(character) });
    group.setAttribute("role", can?.has(i) ? "button" : "img");
    const names = [name, this.#called(character), domino && `domino of ${domino.side}`, labels?.[i], can?.get(i), said];
    group.setAttribute("aria-label", names.filter(Boolean).join(", "));
  }

  /** A spot in words, what stands on it first. @param {number} spot */
  called(spot) {
    return [this.#called(this.spots[spot].character), this.spec.spots[spot].name].filter(Boolean).join(", ");
  }

  /** Mark spots that are worth a look. @param {number[]} spots */
  mark(spots) {
    this.spots.forEach(({ group }, i) => group.classList.toggle("gl-look", spots.includes(i)));
  }

  /**
   * Show the nimber of each part beside its name; without numbers, show none.
   * @param {number[]} numbers @param {number[]} [now] what they are, if these are what they would be
   */
  badge(numbers, now = numbers) {
    this.badges.forEach(({ badge, words }, k) => {
      badge.classList.toggle("gl-hidden", numbers.length !== this.badges.length);
      badge.classList.toggle("gl-changed", numbers[k] !== now[k]);
      badge.setAttribute("aria-label", `nimber ${numbers[k]}`);
      words.textContent = `= ${numbers[k]}`;
    });
  }

  /** Draw the dominoes that lie on the board; one that has just been laid grows. @param {Laid[]} laid */
  #lay(laid) {
    const isNew = laid.length === this.laid.childElementCount + 1;
    this.laid.replaceChildren(...laid.map(({ spots, side }) => {
      const on = spots.map((i) => this.spec.spots[i]);
      const [left, top] = [Math.min(...on.map(({ x }) => x)), Math.min(...on.map(({ y }) => y))];
      const [wide, high] = [Math.max(...on.map(({ x }) => x)) - left, Math.max(...on.map(({ y }) => y)) - top];
      const last = spots.every((i) => this.frame.last?.includes(i));
      const domino = svg("g", { class: `gl-domino gl-domino-${side}${last ? " gl-domino-last" : ""}` });
      svg("rect", { x: left - 0.42, y: top - 0.42, width: wide + 0.84, height: high + 0.84, rx: 0.16 }, domino);
      svg("path", { d: `M${left} ${top}L${left + wide} ${top + high}`, class: "gl-domino-mark" }, domino);
      return domino;
    }));
    const newest = this.laid.lastElementChild;
    if (isNew && newest && lively()) newest.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250 });
  }

  /** @param {Trail} trail */
  #trail({ spots, kind }) {
    const way = spots.map((i) => this.spec.spots[i]).filter((spot, k, all) => spot !== all[k - 1]);
    const path = `M${way.map(({ x, y }) => `${x} ${y}`).join("L")}`;
    const group = svg("g", { class: `gl-way gl-way-${kind}` }, this.over);
    for (const part of ["case", "line"]) svg("path", { d: path, class: `gl-way-${part}` }, group);
    if (way.length < 2) return;
    svg("path", { d: arrow(way[way.length - 2], way[way.length - 1], 0, 0).head, class: "gl-way-head" }, group);
  }

  /** @param {string} character */
  #piece(character) {
    const drawn = this.spec.pieces[character];
    return drawn ?? svg("text", { class: "gl-letter", y: 0.02 }, undefined, this.#called(character)).outerHTML;
  }

  /** @param {string} character */
  #called(character) {
    return " .".includes(character) ? "" : this.spec.legend[character] ?? character;
  }

  /**
   * A piece that has gone from one spot to another slides there; a new piece drops in; a piece that has left falls.
   * @param {string[]} before @param {string[]} after
   */
  #move(before, after) {
    if (before.length !== after.length) return;
    const gone = before.map((c, i) => (c !== after[i] ? i : -1)).filter((i) => i >= 0);
    for (const i of gone) {
      const name = this.spec.legend[after[i]] ?? "";
      const from = gone.find((j) => j !== i && before[j] === after[i]);
      const once = [after, before].every((all) => all.indexOf(after[i]) === all.lastIndexOf(after[i]));
      const [a, b] = [this.spec.spots[from ?? i], this.spec.spots[i]];
      const come = (/** @type {string} */ transform, /** @type {number} */ duration, easing = "ease-in") =>
        this.spots[i].piece.animate([{ transform }, { transform: "none" }], { duration, easing });
      if (" .".includes(after[i])) this.#fall(before[i], i);
      else if (from !== undefined && once) come(`translate(${a.x - b.x}px, ${a.y - b.y}px)`, 280, "ease-out");
      else if (name.endsWith("disc")) come(`translate(0px, ${-b.y}px)`, 350);
      else come("scale(.3)", 160);
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
    const transform = name === "pin" ? "rotate(80deg) translate(.2px, -.1px)" : "translate(0, .5px)";
    const steps = [{ transform: "none", opacity: 1 }, { transform, opacity: 0 }];
    inner.animate(steps, { duration: 420, easing: "ease-in" }).finished.finally(() => ghost.remove());
  }

  #listen() {
    const { press, drop, part, hover, grab, release } = this.handlers;
    /** @type {(kinds: string, act: (event: any) => void) => void} */
    const on = (kinds, act) => kinds.split(" ").forEach((kind) => this.element.addEventListener(kind, act));
    const spotOf = (/** @type {PointerEvent} */ event) => {
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-spot]");
      return over && this.element.contains(over) ? Number(/** @type {SVGElement} */ (over).dataset.spot) : null;
    };
    /** Where the pointer was pressed, and where it is. @type {(number | null)[]} */
    let [down, at] = [null, null];
    let grabbed = false;
    on("pointerdown", (event) => {
      down = spotOf(event);
      grabbed = down !== null && Boolean(grab?.(down));
      if (grabbed) this.element.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
      const spot = spotOf(event);
      if (spot !== at) hover?.(at = spot);
    });
    on("pointerup pointercancel", (event) => {
      const [from, to] = [down, event.type === "pointerup" ? spotOf(event) : null];
      down = null;
      if (grabbed) { grabbed = false; release?.(); }
      else if (to !== null && from === to) press?.(to);
      else if (to !== null && from !== null) drop?.(from, to);
    });
    on("pointerleave", () => hover?.(at = null));
    on("click", ({ target }) => {
      const asked = target.closest("[data-part]");
      if (asked) part?.(Number(asked.dataset.part));
    });
    on("focusin", ({ target }) => {
      if (target.dataset.spot === undefined) return;
      this.current = Number(target.dataset.spot);
      hover?.(this.current);
    });
    on("focusout", () => hover?.(null));
  }

  /**
   * Arrow keys go to the nearest spot that can be pressed, Enter and Space press it.
   * @param {string} key @returns {boolean} whether it was ours
   */
  key(key) {
    const group = this.spots[this.current ?? -1]?.group;
    if (this.current === undefined || !group?.contains(document.activeElement)) return false;
    if (key === "Enter" || key === " ") this.handlers.press?.(this.current);
    else if (key === "Escape") group.blur();
    else if (key in KEYS) this.#go(this.current, KEYS[key]);
    else return false;
    return true;
  }

  /** @param {number} current @param {[number, number]} direction */
  #go(current, [dx, dy]) {
    const here = this.spec.spots[current];
    let [next, nearest] = [-1, Infinity];
    for (const i of this.frame.can?.keys() ?? []) {
      const [x, y] = [this.spec.spots[i].x - here.x, this.spec.spots[i].y - here.y];
      const [along, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
      if (along > 0.01 && along + 3 * aside < nearest) [next, nearest] = [i, along + 3 * aside];
    }
    if (next < 0) {  // none lies there: take the next of all, or the one before
      const all = [...(this.frame.can?.keys() ?? [])].sort((a, b) => a - b);
      next = all[(all.indexOf(current) + dx + dy + all.length) % all.length] ?? -1;
    }
    if (next >= 0) this.focus(next);
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

/**
 * Words as large as the width allows, line by line; words that would be too small to read are cut.
 * @param {Element} text @param {string} words @param {number} width @param {number} [most] the largest size
 */
function fit(text, words, width, most = 0.36) {
  const room = Math.max(2, Math.floor(width / 0.11));
  const lines = words.split("\n").map((line) => [...line]);
  const size = Math.min(most, Math.max(0.18, (1.5 * width) / Math.max(1, ...lines.map((line) => line.length))));
  text.setAttribute("font-size", String(size));
  const cut = lines.map((line) => (line.length > room ? `${line.slice(0, room - 1).join("")}…` : line.join("")));
  if (cut.length === 1) text.textContent = cut[0];
  else text.replaceChildren(...cut.map((line, k) =>
    svg("tspan", { x: 0, y: 1.05 * size * (k - (cut.length - 1) / 2) }, undefined, line)));
}

/**
 * A straight arrow that keeps these distances from the middles of two spots.
 * @param {Spot} a @param {Spot} b @param {number} begin @param {number} end
 */
function arrow(a, b, begin, end) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [x, y] = [b.x - end * ux, b.y - end * uy];
  const corner = (/** @type {number} */ side) => `${x - 0.2 * ux + side * uy} ${y - 0.2 * uy - side * ux}`;
  return {
    path: `M${a.x + begin * ux} ${a.y + begin * uy}L${x - 0.14 * ux} ${y - 0.14 * uy}`,
    head: `M${x} ${y}L${corner(0.09)}L${corner(-0.09)}Z`,
  };
}
