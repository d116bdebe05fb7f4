// A play to step through, and to take over at any move.

import { Play } from "./play.js";
import { button } from "./scene.js";

export class Replay extends Play {
  addTools() {
    button("◀ one back", () => this.jump(this.state.played.slice(0, -1)), this.tools);
    button("one forward ▶", () => this.forward(), this.tools);
    const first = Math.min(...Object.keys(this.scene.notes).map(Number));
    if (first < Infinity) button("to the turning point", () => this.jump(this.scene.line.slice(0, first + 1)), this.tools);
    button("from the beginning", () => this.jump([]), this.tools);
  }

  /** @param {number[]} played */
  jump(played) {
    this.save({ played, faces: {} });
  }

  /** How many of the moves made are those of the play. */
  get follows() {
    const { played } = this.state;
    const other = played.findIndex((k, ply) => k !== this.scene.line[ply]);
    return other < 0 ? played.length : other;
  }

  forward() {
    const at = this.follows;
    this.jump(this.scene.line.slice(0, at < this.state.played.length ? at : at + 1));
  }

  /** In a replay either side may be played: whose turn it is, is yours. */
  get mine() {
    return !this.busy && this.now.row.end === null;
  }

  said() {
    const { line, notes, verdict } = this.scene;
    const { played, you } = this.state;
    const ply = played.length;
    if (this.follows < ply) return ["You have taken over.", ...super.said()];
    const lines = verdict ? [verdict] : [];
    lines.push(`The play that shows it: ${ply} of ${line.length} moves.`);
    if (this.error) return [...lines, this.error];
    if (ply) lines.push(`${(ply - 1) % 2 === you ? "You" : "Your opponent"}: ${this.now.last?.text}.`);
    if (notes[ply - 1]) lines.push(notes[ply - 1]);
    const { end, why } = this.now.row;
    if (end !== null) return why ? [...lines, why] : lines;
    const other = ply % 2 === you ? "play a move yourself" : "choose another answer for him";
    return [...lines, ply < line.length ? `Press forward, or ${other}.` : "Go back, and play better."];
  }
}
