// Policeman and thief. Drag one player, and the map of the other's cells follows; or paint the board itself.

import { Picture } from "./picture.js";
import { KINDS, Scene, button, html, press, speaker, tell, unpack } from "./scene.js";
import { solver } from "./tokens.js";
import { OTHER, OUTCOMES, called, cell, sign } from "./words.js";

/**
 * Cells are spots of the picture. With n free cells, the policeman is to move in position thief * n + policeman, and
 * the thief in n * n + policeman * n + thief; `steps` says where each may go from the k-th free cell.
 * @typedef {"policeman" | "thief"} Who
 * @typedef {{policeman: number, thief: number, turn: Who}} Position
 * @typedef {{terrain: string, marks: string, moves: number[], steps: {policeman: number[][], thief: number[][]}}} BoardColumns
 */

/** @type {{policeman: Who, thief: Who}} */
const RIVAL = { policeman: "thief", thief: "policeman" };

/** What is painted; the other brushes are the players, and "drag". @type {Object<string, string>} */
const PAINT = { wall: "*", free: ".", exit: "E" };

/** A line of play that cycles for ever is drawn for this many moves. */
const LONGEST = 200;

/** `terrain` is the board as it is painted, row after row. @extends {Scene<Position & {of: Who, terrain?: string}>} */
export class Chase extends Scene {
  /** @type {BoardColumns} */
  table = { terrain: "", marks: "", moves: [], steps: { policeman: [], thief: [] } };
  /** The numbers of the free cells. @type {Map<number, number>} */
  place = new Map();
  brush = "drag";
  /** The cells under the brush since it was put down. @type {number[]} */
  stroke = [];
  /** The cell that is pointed at. @type {number | null} */
  at = null;
  /** The player picked up, and whether that player has moved since. @type {Who | undefined} */
  held;
  moved = false;
  said = "";

  /** @param {import("./scene.js").Model} model @param {HTMLElement} root */
  constructor(model, root) {
    super(model, root);
    this.status = speaker("gl-status", root);
    const brushes = this.scene.brushes ? ["drag", ...this.scene.brushes] : [];
    this.showBrush = this.choice("Brush", brushes, (brush) => this.take(brush), root);
    const body = html("div", { class: "gl-body" }, root);
    this.picture = new Picture(this.scene.picture, {
      press: (spot) => this.press(spot),
      hover: (spot) => this.point(spot),
      grab: (spot) => this.grab(spot),
      release: () => this.release(),
    });
    this.picture.element.classList.add("gl-map");
    body.append(this.picture.element);
    const side = html("div", { class: "gl-story" }, body);
    if (!this.hall) side.append(this.status); // in a hall it stays above the board, in large letters
    const both = /** @type {Who[]} */ (Object.keys(RIVAL));
    this.showOf = this.choice("Map of", both, (of) => this.save({ of }), side);
    this.showTurn = this.choice("To move", both, (turn) => this.save({ turn }), side);
    this.legend = html("div", { class: "gl-legend" }, side);
    const tools = html("div", { class: "gl-row" }, side);
    this.textTool = button("As text", () => { this.text.hidden = !this.text.hidden; this.show(); }, tools);
    button("Copy", () => void this.copy(), tools);
    this.text = html("textarea", { class: "gl-text", readonly: "", "aria-label": "The board as text" }, side);
    this.text.hidden = !this.scene.brushes;
  }

  /**
   * A row of buttons, of which one is pressed; no row without names. Returns the function that presses one.
   * @template {string} N
   * @param {string} title @param {N[]} names @param {(name: N) => void} act @param {Element} parent
   */
  choice(title, names, act, parent) {
    if (!names.length) return () => {};
    const row = html("div", { class: "gl-row gl-choice", role: "group", "aria-label": title }, parent);
    html("span", { class: "gl-title" }, row, `${title}:`);
    const buttons = names.map((name) => button(name, () => act(name), row));
    return (/** @type {string} */ chosen) => buttons.forEach((one) => press(one, one.textContent === chosen));
  }

  async load() {
    this.scene = this.model.get("scene");
    this.picture.spec = this.scene.picture;
    this.lay(await unpack(this.scene.table));
    this.solve = this.scene.wasm && await solver(this.scene.wasm);
    this.picture.current ??= this.state.thief;
  }

  /** @param {BoardColumns} table */
  lay(table) {
    this.table = table;
    const free = [...table.terrain].flatMap((what, spot) => (what === "*" ? [] : [spot]));
    this.place = new Map(free.map((spot, k) => [spot, k]));
  }

  /** The verdict for the player to move; nothing if a player stands on a wall. @param {Position} position */
  known({ policeman, thief, turn }) {
    const [p, t, n] = [this.place.get(policeman), this.place.get(thief), this.place.size];
    if (p === undefined || t === undefined) return null;
    const i = turn === "policeman" ? t * n + p : n * n + p * n + t;
    return { mark: this.table.marks[i], moves: this.table.moves[i] };
  }

  /** The best cells to go to, all equally good, in the order of the game. @param {Position} position */
  best(position) {
    const [here, { turn }] = [this.known(position), position];
    if (!here || here.moves === 0) return [];
    return this.table.steps[turn][this.place.get(position[turn]) ?? 0].filter((cell) => {
      const there = this.known({ ...position, [turn]: cell, turn: RIVAL[turn] });
      return there?.mark === OTHER[here.mark] && there.moves === Math.max(-1, here.moves - 1);
    });
  }

  /** The paths of both players in best play. @param {Position} position @returns {import("./picture.js").Trail[]} */
  line(position) {
    const ways = { policeman: [position.policeman], thief: [position.thief] };
    const seen = new Set();
    for (let at = position; seen.size < LONGEST; ) {
      const [cell] = this.best(at);
      const key = JSON.stringify(at);
      if (cell === undefined || seen.has(key)) break;
      seen.add(key);
      ways[at.turn].push(cell);
      at = { ...at, [at.turn]: cell, turn: RIVAL[at.turn] };
    }
    return [{ spots: ways.policeman, kind: "black" }, { spots: ways.thief, kind: "white" }];
  }

  /** The player who stands here, first the one whose cells are not on the map. @param {number} spot @returns {Who | undefined} */
  standing(spot) {
    return [RIVAL[this.state.of], this.state.of].find((who) => this.state[who] === spot);
  }

  /** Choose another brush. @param {string} brush */
  take(brush) {
    this.putDown();
    [this.brush, this.said] = [brush, ""];
    this.show();
  }

  /** Put the brush down, or pick up the player standing here. @param {number} spot @returns {boolean} whether it is */
  grab(spot) {
    if (this.held) return false;
    if (this.brush in PAINT) this.stroke = [spot];
    else if (this.brush !== "drag") this.put(/** @type {Who} */ (this.brush), spot);
    else if (!this.pickUp(spot)) return false;
    this.show();
    return true;
  }

  /** Pick up the player who stands here; the map becomes the other's. @param {number} spot */
  pickUp(spot) {
    [this.held, this.moved, this.said] = [this.standing(spot), false, ""];
    if (this.held) this.model.set("state", { ...this.state, of: RIVAL[this.held] });
    return this.held;
  }

  /** Move the player who is held, unless the cell is a wall. @param {Who} who @param {number} spot */
  put(who, spot) {
    [this.held, this.moved] = [who, true];
    this.said = this.place.has(spot) ? "" : `Not there: ${this.cell(spot)} is a wall.`;
    if (!this.said && this.state[who] !== spot) this.model.set("state", { ...this.state, [who]: spot });
  }

  /** The finger is lifted. A player pressed and not dragged stays picked up: the next press says where to go. */
  release() {
    if (this.stroke.length) this.paint(this.stroke);
    else if (this.moved) this.putDown();
  }

  putDown() {
    if (!this.held) return;
    this.held = undefined;
    this.save({});
  }

  /** A press by key, or on a cell where nobody stands. @param {number} spot */
  press(spot) {
    if (this.brush in PAINT) return this.paint([spot]);
    const who = this.held ?? (this.brush === "drag" ? undefined : /** @type {Who} */ (this.brush));
    if (who) { this.put(who, spot); return this.putDown(); }
    if (!this.pickUp(spot)) this.said = "Nobody stands there: drag the policeman or the thief.";
    this.show();
  }

  /** Paint a stroke of the brush, but no wall where a player stands. @param {number[]} cells */
  paint(cells) {
    const refused = cells.find((spot) => this.brush === "wall" && this.standing(spot));
    const terrain = [...this.table.terrain];
    for (const spot of cells) if (this.brush !== "wall" || !this.standing(spot)) terrain[spot] = PAINT[this.brush];
    this.stroke = [];
    this.said = refused === undefined ? "" : `Not there: the ${this.standing(refused)} stands on ${this.cell(refused)}.`;
    this.save({ terrain: terrain.join("") });
  }

  /** The pointer or the focus is on another cell. @param {number | null} spot */
  point(spot) {
    this.at = this.held ? null : spot;
    if (this.held && spot !== null) return this.put(this.held, spot);
    if (this.stroke.length && spot !== null) this.stroke.push(spot);
    if (!this.held) this.show();
  }

  /** A cell in words. @param {number} spot */
  cell(spot) {
    return cell(spot, this.scene.picture.width);
  }

  /** The verdict in words, and where to go. @param {Position} position */
  verdict(position) {
    const known = this.known(position);
    if (!known) return "";
    const cells = this.best(position).map((cell) => (cell === position[position.turn] ? "stay" : this.cell(cell)));
    const first = cells.findIndex((cell) => cell !== "stay");
    const ways = cells.map((cell, k) => (k === first ? `go to ${cell}` : cell)).join(" or ");
    const moves = cells.length > 2 ? `${cells.length} equally good moves` : ways;
    return `${OUTCOMES[known.mark].sign} ${called(known)}${moves && ", "}${moves}.`;
  }

  /** How play ends, for both players. @param {Position} position */
  fate(position) {
    const mark = this.known(position)?.mark ?? "D";
    if (mark === "D") return "Neither can force an end.";
    return (mark === "W") === (position.turn === "policeman") ? "The thief is caught." : "The thief gets away.";
  }

  show() {
    const { of, turn, policeman, thief, terrain } = this.state;
    if (terrain && terrain !== this.table.terrain) this.lay(this.solve(terrain, this.scene.picture.width));
    const shades = (this.scene.picture.palette.W.length - 1) / Math.max(1, ...this.table.moves);
    const pieces = [...this.table.terrain];
    for (const spot of this.stroke) pieces[spot] = PAINT[this.brush];
    [pieces[thief], pieces[policeman]] = ["T", "P"];
    const [marks, labels, notes] = ["", "", ""].map((nothing) => pieces.map(() => nothing));
    const depths = /** @type {number[]} */ ([]);
    const can = new Map(this.brush === "drag" ? [] : pieces.map((_, spot) => [spot, ""]));
    for (const spot of this.place.keys()) {
      const known = this.known({ policeman, thief, turn, [of]: spot });
      can.set(spot, known ? called(known) : "");
      if (!known || spot === this.state[RIVAL[of]] || pieces[spot] === "*") continue;
      [marks[spot], depths[spot]] = [known.mark, Math.round(known.moves * shades)];
      (pieces[spot] === "." ? labels : notes)[spot] = sign(known);
    }
    const there = this.at !== null && this.place.has(this.at) && !this.standing(this.at) ? this.at : null;
    const seen = { policeman, thief, turn, [of]: there ?? this.state[of] };
    const best = this.best(seen);
    // a hall looks for the border on the map, so a line of play crosses it only while a cell is pointed at
    const trails = this.hall && there === null ? [] : this.line(seen);
    this.picture.show({
      pieces, marks, labels, notes, depths, can, steady: true,
      grab: this.brush === "drag" ? [policeman, thief] : [], chosen: this.held ? [this.state[this.held]] : [],
      trails, arrows: best.filter((cell) => cell !== seen[turn]).map((cell) => [seen[turn], cell]),
      last: best.filter((cell) => cell === seen[turn]),
    });
    tell(this.status, [
      `${turn === "thief" ? "Thief" : "Policeman"} to move: ${this.verdict(this.state)}`,
      there === null ? this.fate(this.state) : `If the ${of} stood at ${this.cell(there)}: ${this.verdict(seen)}`,
      this.held ? `Picked up: the ${this.held}. Move the ${this.held} by mouse or arrow keys; Enter puts the ${this.held} down.`
        : this.said || (this.brush === "drag" ? "Drag the thief or the policeman; point at a cell."
          : `Press cells, or drag over them: ${this.brush}.`),
    ]);
    this.explain();
  }

  /** The things beside the board: what is chosen, what colours mean, and the board as text. */
  explain() {
    const { of, turn, policeman, thief } = this.state;
    this.showOf(of);
    this.showTurn(turn);
    this.showBrush(this.brush);
    press(this.textTool, !this.text.hidden);
    const colours = { W: `the ${turn} wins`, L: `the ${RIVAL[turn]} wins`, D: "neither can force it" };
    this.legend.replaceChildren(...Object.entries(colours).map(([mark, who]) => {
      const row = html("div");
      const shades = this.scene.picture.palette[mark].flatMap((/** @type {string[]} */ [fill]) => [fill, fill]);
      const style = `background: linear-gradient(90deg, ${shades}); color: ${OUTCOMES[mark].ink}`;
      html("span", { class: "gl-swatch", style }, row, OUTCOMES[mark].sign);
      row.append(who);
      return row;
    }), html("div", {}, undefined, "The number: how many moves; the darker, the fewer."));
    const { width, height } = this.scene.picture;
    const board = [...this.table.terrain];
    [board[thief], board[policeman]] = ["T", "P"];
    [this.text.rows, this.text.cols] = [height, Math.max(width, 12)];
    this.text.value = board.map((what, spot) => (spot % width || !spot ? what : `\n${what}`)).join("");
  }

  /** Copy the text and select it, too: if the page may not copy, Ctrl+C does. */
  async copy() {
    this.text.hidden = false;
    this.text.select();
    const copied = await navigator.clipboard?.writeText(this.text.value).then(() => true, () => false);
    this.said = copied ? "The board is copied." : "Press Ctrl+C to copy the board.";
    this.show();
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Escape" || !this.held) return super.key(key);
    this.putDown();
    return true;
  }
}

KINDS.chase = Chase;
