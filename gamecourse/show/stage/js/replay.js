// A line of play to step through, and to take over at any move.

import { Film } from "./film.js";
import { Play } from "./play.js";
import { KINDS, button } from "./scene.js";

export class Replay extends Play {
  addTools() {
    this.film = new Film(this.root, "move", 1500, (step) => this.jump(step));
    this.tools.before(this.film.element);
    const first = Math.min(...Object.keys(this.scene.notes).map(Number));
    if (first < Infinity) button("To the turning point", () => this.jump(first + 1), this.tools);
  }

  end() {
    this.film?.stop();
    super.end();
  }

  /** Show this many moves of the line; from your own moves, one step leads back to where you left it. @param {number} step */
  jump(step) {
    const left = this.follows < this.state.played.length && Math.abs(step - this.follows) < 2;
    this.save({ played: this.scene.line.slice(0, left ? this.follows : step), faces: {} });
  }

  /** How many of the moves made are those of the line. */
  get follows() {
    const { played } = this.state;
    const other = played.findIndex((k, ply) => k !== this.scene.line[ply]);
    return other < 0 ? played.length : other;
  }

  /** In a replay you may play either side, so it is always your turn. */
  get mine() {
    return !this.waiting && this.now.row.end === null;
  }

  draw() {
    super.draw();
    this.film?.show(this.follows, this.scene.line.length);
  }

  said() {
    const { line, notes, verdict } = this.scene;
    const { past, row, you } = this.now;
    const ply = past.length;
    if (this.follows < ply || this.waiting) return ["You have taken over.", ...super.said()];
    const lines = verdict ? [verdict] : [];
    lines.push(`The play that shows it: ${ply} of ${line.length} moves.`);
    if (this.error) return [...lines, this.error];
    if (ply) lines.push(`${(ply - 1) % 2 === you ? "You" : "Your opponent"}: ${past[ply - 1].text}.`);
    if (notes[ply - 1]) lines.push(notes[ply - 1]);
    if (row.end !== null) return row.why ? [...lines, row.why] : lines;
    const other = ply % 2 === you ? "play a move yourself" : "choose another answer for your opponent";
    return [...lines, ply < line.length ? `Press Next, or ${other}.` : "Go back, and play better."];
  }

  /** @param {string} key */
  key(key) {
    return this.film?.key(key) ?? super.key(key);
  }
}

KINDS.replay = Replay;
