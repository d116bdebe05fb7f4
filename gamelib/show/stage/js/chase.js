// Policeman and thief. Drag one of them, and the map of the other's cells follows; or paint the board itself.

import { Picture, html } from "./picture.js";
import { unpack } from "./table.js";
import { OTHER, OUTCOMES } from "./words.js";

/**
 * Cells are spots of the picture. With n free cells, position thief * n + policeman is that with the policeman to move,
 * n * n + policeman * n + thief that with the thief to move; `steps` says where each may go from the k-th free cell.
 * @typedef {"policeman" | "thief"} Who
 * @typedef {{policeman: number, thief: number, turn: Who}} Position
 * @typedef {{terrain: string, marks: string, moves: number[], steps: {policeman: number[][], thief: number[][]}}} Known
 */

/** @type {{policeman: Who, thief: Who}} */
const RIVAL = { policeman: "thief", thief: "policeman" };

/** @type {Object<string, string>} */
const BRUSH = { wall: "*", free: ".", exit: "E" };

/** Of a line of play that goes round for ever so many moves are drawn; so long one waits for the kernel. */
const LONGEST = 200, WAIT = 4000;

export class Chase {
  /** @param {import("./play.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    this.scene = model.get("scene");
    this.brush = "drag";
    /** @type {Known} */
    this.table = { terrain: "", marks: "", moves: [], steps: { policeman: [], thief: [] } };
    this.place = /** @type {Map<number, number>} */ (new Map());
    this.stroke = /** @type {number[]} */ ([]);
    this.at = /** @type {number | null} */ (null);
    this.held = /** @type {Who | undefined} */ (undefined);
    this.moved = false;
    this.said = "";
    this.status = html("div", "gl-status", "", root);
    this.status.setAttribute("role", "status");
    if (this.scene.brushes) {
      this.brushes = this.choice("Brush", ["drag", ...this.scene.brushes], (brush) => { this.putDown(); [this.brush, this.said] = [brush, ""]; this.show(); }, root);
    }
    const body = html("div", "gl-body", "", root);
    this.picture = new Picture(this.scene.picture, {
      press: (spot) => this.press(spot),
      hover: (spot) => this.hover(spot),
      grab: (spot) => this.grab(spot),
      drag: (_, to) => this.drag(to),
      release: () => this.release(),
    });
    this.picture.element.classList.add("gl-map");
    body.append(this.picture.element);
    const side = html("div", "gl-story", "", body);
    this.of = this.choice("Map of", ["policeman", "thief"], (of) => this.save({ of }), side);
    this.turn = this.choice("To move", ["policeman", "thief"], (turn) => this.save({ turn }), side);
    this.legend = html("div", "gl-legend", "", side);
    const text = html("div", "gl-row", "", side);
    this.text = /** @type {HTMLTextAreaElement} */ (html("textarea", "gl-text", "", side));
    this.text.readOnly = true;
    this.text.setAttribute("aria-label", "The board as text");
    this.text.hidden = !this.scene.brushes;
    this.textTool = this.tool("As text", () => { this.text.hidden = !this.text.hidden; this.show(); }, text);
    this.tool("Copy", () => this.copy(), text);
  }

  /** @param {string} words @param {() => void} act @param {Element} parent */
  tool(words, act, parent) {
    const button = html("button", "gl-button", words, parent);
    button.setAttribute("type", "button");
    button.addEventListener("click", act);
    return button;
  }

  /** A row of buttons of which one is pressed. @param {string} title @param {string[]} names @param {(name: any) => void} act @param {Element} parent */
  choice(title, names, act, parent) {
    const row = html("div", "gl-row gl-choice", "", parent);
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", title);
    html("span", "gl-title", `${title}:`, row);
    return names.map((name) => this.tool(name, () => act(name), row));
  }

  async begin() {
    this.model.on("change:scene", this.arrived = () => void this.load());
    this.model.on("change:state", this.changed = () => this.show());
    await this.load();
  }

  end() {
    clearTimeout(this.timer);
    this.model.off?.("change:scene", this.arrived ?? (() => {}));
    this.model.off?.("change:state", this.changed ?? (() => {}));
  }

  /** A board has come, the first or one that was painted. */
  async load() {
    const scene = this.model.get("scene");
    const table = await unpack(scene.table);
    if (scene !== this.model.get("scene")) return;
    [this.scene, this.table, this.picture.spec] = [scene, table, scene.picture];
    this.place = new Map([...table.terrain].flatMap((what, spot) => (what === "*" ? [] : [spot])).map((spot, k) => [spot, k]));
    this.picture.current ??= this.state.thief;
    this.said = scene.said ?? "";
    this.heard();
  }

  /** The kernel has answered, or nobody will. */
  heard() {
    clearTimeout(this.timer);
    [this.timer, this.stroke] = [undefined, []];
    this.show();
  }

  /** @returns {Position & {of: Who}} */
  get state() {
    return this.model.get("state");
  }

  /** @param {Object<string, any>} change */
  save(change) {
    this.model.set("state", { ...this.state, ...change });
    this.model.save_changes();
    this.show();
  }

  /** The verdict for who is to move; nothing where one stands on a wall. @param {Position} position */
  known({ policeman, thief, turn }) {
    const [p, t, n] = [this.place.get(policeman), this.place.get(thief), this.place.size];
    if (p === undefined || t === undefined) return null;
    const i = turn === "policeman" ? t * n + p : n * n + p * n + t;
    return { mark: this.table.marks[i], moves: this.table.moves[i] };
  }

  /** The cells to go to, all that are equally good, in the order of the game. @param {Position} position */
  best(position) {
    const [here, { turn }] = [this.known(position), position];
    if (!here || here.moves === 0) return [];
    return this.table.steps[turn][this.place.get(position[turn]) ?? 0].filter((cell) => {
      const there = this.known({ ...position, [turn]: cell, turn: RIVAL[turn] });
      return there?.mark === OTHER[here.mark] && there.moves === Math.max(-1, here.moves - 1);
    });
  }

  /** Best play: the way of each. @param {Position} position @returns {import("./picture.js").Trail[]} */
  line(position) {
    const ways = { policeman: [position.policeman], thief: [position.thief] };
    const seen = new Set();
    for (let at = position; ways.thief.length + ways.policeman.length < LONGEST; ) {
      const [cell] = this.best(at);
      const key = JSON.stringify(at);
      if (cell === undefined || seen.has(key)) break;
      seen.add(key);
      ways[at.turn].push(cell);
      at = { ...at, [at.turn]: cell, turn: RIVAL[at.turn] };
    }
    return [{ spots: ways.policeman, kind: "black" }, { spots: ways.thief, kind: "white" }];
  }

  /** Who stands here: first he whose cells are not on the map. @param {number} spot @returns {Who | undefined} */
  standing(spot) {
    return /** @type {Who[]} */ ([RIVAL[this.state.of], this.state.of]).find((who) => this.state[who] === spot);
  }

  /** The brush is put on; or who stands here is picked up, and the map becomes the other's. @param {number} spot @returns {boolean} whether something is held now */
  grab(spot) {
    if (this.timer || this.held) return Boolean(this.timer);
    if (this.brush in BRUSH) this.stroke = [spot];
    else if (this.brush !== "drag") this.put(/** @type {Who} */ (this.brush), spot);
    else if (!this.pickUp(spot)) return false;
    this.show();
    return true;
  }

  /** @param {number} spot */
  pickUp(spot) {
    [this.held, this.moved, this.said] = [this.standing(spot), false, ""];
    if (this.held) this.model.set("state", { ...this.state, of: RIVAL[this.held] });
    return this.held;
  }

  /** @param {number} spot */
  drag(spot) {
    if (this.held) this.put(this.held, spot);
    else if (this.stroke.length && !this.timer) { this.stroke = [...this.stroke, spot]; this.show(); }
  }

  /** Who is held is moved, unless it is to a wall. @param {Who} who @param {number} spot */
  put(who, spot) {
    [this.held, this.moved] = [who, true];
    this.said = this.place.has(spot) ? "" : `Not there: ${this.cell(spot)} is a wall.`;
    if (!this.said && this.state[who] !== spot) this.model.set("state", { ...this.state, [who]: spot });
  }

  /** The finger is lifted. Who was pressed and not dragged stays picked up: he goes where one presses next. */
  release() {
    if (this.stroke.length && !this.timer) this.paint(this.stroke);
    else if (this.moved) this.putDown();
  }

  putDown() {
    if (!this.held) return;
    this.held = undefined;
    this.save({});
  }

  /** A press by key, or on a cell where nobody stands. @param {number} spot */
  press(spot) {
    if (this.timer) return;
    if (this.brush in BRUSH) return this.paint([spot]);
    const who = this.held ?? (this.brush === "drag" ? undefined : /** @type {Who} */ (this.brush));
    if (who) { this.put(who, spot); return this.putDown(); }
    if (!this.pickUp(spot)) this.said = "Nobody stands there: drag the policeman or the thief.";
    this.show();
  }

  /** The kernel is asked for the board with this stroke of the brush. @param {number[]} cells */
  paint(cells) {
    [this.stroke, this.said] = [cells, ""];
    this.timer = setTimeout(() => {
      this.said = "Nothing is painted, since no kernel answers. The chase can still be explored: choose “drag”.";
      this.heard();
    }, WAIT);
    this.save({ paint: { stroke: this.scene.painted + 1, cells: [...new Set(cells)], brush: this.brush } });
  }

  /** @param {number | null} spot */
  hover(spot) {
    this.at = this.held ? null : spot;
    if (!this.held) this.show();
    else if (spot !== null) this.put(this.held, spot);
  }

  /** A cell as it is counted, (row, column). @param {number} spot */
  cell(spot) {
    const { width } = this.scene.picture;
    return `(${Math.floor(spot / width)}, ${spot % width})`;
  }

  /** The verdict in words, and where to go. @param {Position} position */
  verdict(position) {
    const known = this.known(position);
    if (!known) return "";
    const cells = this.best(position).map((cell) => (cell === position[position.turn] ? "stay" : `go to ${this.cell(cell)}`));
    const moves = cells.length > 2 ? `${cells.length} equally good moves` : cells.join(" or ").replace(/(?<=go to .*)go to /, "");
    return `${OUTCOMES[known.mark].sign} ${words(known)}${moves && ", "}${moves}.`;
  }

  /** What comes of it, for both. @param {Position} position */
  fate(position) {
    const mark = this.known(position)?.mark ?? "D";
    if (mark === "D") return "Neither can force an end.";
    return (mark === "W") === (position.turn === "policeman") ? "He catches the thief." : "The thief gets away.";
  }

  show() {
    const { of, turn, policeman, thief } = this.state;
    const pieces = [...this.table.terrain];
    for (const spot of this.stroke) pieces[spot] = BRUSH[this.brush];
    [pieces[thief], pieces[policeman]] = ["T", "P"];
    const [marks, labels, notes] = [" ", "", ""].map((nothing) => Array(pieces.length).fill(nothing));
    const depths = /** @type {number[]} */ ([]);
    const can = new Map(this.brush === "drag" ? [] : pieces.map((_, spot) => [spot, ""]));
    for (const spot of this.place.keys()) {
      const known = this.known({ policeman, thief, turn, [of]: spot });
      can.set(spot, known ? words(known) : "");
      if (!known || spot === this.state[RIVAL[of]] || pieces[spot] === "*") continue;
      [marks[spot], depths[spot]] = [known.mark, known.moves];
      (pieces[spot] === "." ? labels : notes)[spot] = sign(known);
    }
    const there = this.at !== null && this.place.has(this.at) && this.standing(this.at) === undefined ? this.at : null;
    const seen = { policeman, thief, turn, [of]: there ?? this.state[of] };
    const best = this.best(seen);
    this.picture.show({
      pieces: pieces.join(""), marks: marks.join(""), labels, notes, depths, can, steady: true,
      grab: this.brush === "drag" ? [policeman, thief] : [], chosen: this.held ? [this.state[this.held]] : [],
      trails: this.line(seen), arrows: best.filter((cell) => cell !== seen[turn]).map((cell) => [seen[turn], cell]),
      last: best.filter((cell) => cell === seen[turn]),
    });
    this.speak(there === null ? null : seen);
  }

  /** The lines above the board, and what else is in words. @param {Position | null} seen what is pointed at */
  speak(seen) {
    const { of, turn, policeman, thief } = this.state;
    const lines = [
      `${turn === "thief" ? "Thief" : "Policeman"} to move: ${this.verdict(this.state)}`,
      seen ? `If the ${of} stood at ${this.cell(seen[of])}: ${this.verdict(seen)}` : this.fate(this.state),
      this.held ? `Picked up: the ${this.held}. Move him by mouse or arrow keys; Enter puts him down.`
        : this.said || (this.brush === "drag" ? "Drag the thief or the policeman; point at a cell." : `Press cells, or drag over them: ${this.brush}.`),
    ];
    this.status.replaceChildren(...lines.map((line) => html("div", "", line)));
    const rival = RIVAL[turn];
    this.legend.replaceChildren(...[["W", `the ${turn} wins`], ["L", `the ${rival} wins`], ["D", "neither can force it"]].map(([mark, who]) => {
      const row = html("div", "", who);
      const swatch = html("span", "gl-swatch", OUTCOMES[mark].sign);
      swatch.setAttribute("style", `background: ${OUTCOMES[mark].colour}; color: ${OUTCOMES[mark].ink}`);
      row.prepend(swatch);
      return row;
    }), html("div", "", "The number: how many moves."));
    const pressed = (/** @type {HTMLElement[]} */ row, /** @type {string} */ name) =>
      row.forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === name)));
    pressed(this.of, of);
    pressed(this.turn, turn);
    pressed(this.brushes ?? [], this.brush);
    this.textTool.setAttribute("aria-pressed", String(!this.text.hidden));
    const board = [...this.table.terrain];
    [board[thief], board[policeman]] = ["T", "P"];
    const { width, height } = this.scene.picture;
    [this.text.rows, this.text.cols] = [height, Math.max(width, 12)];
    this.text.value = Array.from({ length: height }, (_, r) => board.slice(r * width, (r + 1) * width).join("")).join("\n");
  }

  /** The text is selected, too: where the page may not copy, Ctrl+C does. */
  async copy() {
    this.text.hidden = false;
    this.text.select();
    this.said = await navigator.clipboard?.writeText(this.text.value).then(() => "The board is copied.", () => "") || "Press Ctrl+C to copy the board.";
    this.show();
  }

  /** @param {string} key */
  key(key) {
    if (key === "Escape" && this.held) { this.putDown(); return true; }
    return this.picture.key(key);
  }
}

/** @param {{mark: string, moves: number}} known */
const sign = ({ mark, moves }) => OUTCOMES[mark].sign + (moves < 0 ? "" : moves);

/** @param {{mark: string, moves: number}} known */
const words = ({ mark, moves }) => OUTCOMES[mark].name + (moves < 0 ? "" : ` in ${moves}`);
