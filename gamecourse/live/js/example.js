// A cell of the course that a reader may change and run.

import { button, html } from "../../show/stage/js/scene.js";
import { Editor } from "./editor.js";
import { read, write } from "./storage.js";
import { SceneOnPage, showNote } from "./verdict.js";
import { Waiting } from "./waiting.js";

/** So many characters of what is printed are shown. */
const MOST = 20_000;

export class Example {
  #running = false;
  #printed = "";
  /** @type {SceneOnPage | undefined} */
  #scene;

  /**
   * @param {import("./page.js").Course} course
   * @param {import("./page.js").Cell} cell
   * @param {Element} place the cell on the page
   */
  constructor(course, cell, place) {
    this.course = course;
    this.cell = cell;
    this.key = course.isLecture ? "" : `${course.page}/${cell.id}`; // nothing is kept of a lecture's code
    this.text = (this.key && read(this.key)) || cell.source;
    this.input = /** @type {HTMLElement} */ (place.querySelector(".cell_input"));
    this.stored = place.querySelector(".cell_output");
    button("Try it", () => this.edit().focus(), this.input, "live-button live-corner");
    this.tools = this.#makeTools();
    this.waiting = new Waiting(place, course.python);
    this.output = html("div", { class: "live-output", role: "status" }, place);
    if (this.text !== cell.source) this.edit();
  }

  #makeTools() {
    const row = html("div", { class: "live-tools live-small", hidden: "" });
    this.input.after(row);
    const run = button("Run", () => void this.run(), row, "live-button live-check");
    const stop = button("Stop", () => this.course.python.stop(), row, "live-button live-stop");
    button("As it was", () => this.#restore(), row, "live-button");
    stop.hidden = true;
    return { row, run, stop };
  }

  /** Put an editor in the place of the code, and buttons below it. */
  edit() {
    if (this.editor) return this.editor;
    const box = html("div", { class: "live-editor" });
    this.input.replaceChildren(box);
    this.input.classList.add("live-open");
    this.tools.row.hidden = false;
    this.editor = new Editor(box, {
      text: this.text,
      label: "Python to try",
      help: "live-keys",
      change: (text) => this.#changed(text),
      go: () => void this.run(),
    });
    return this.editor;
  }

  /** @param {string} text */
  #changed(text) {
    this.text = text;
    if (this.key) write(this.key, text);
    this.output.classList.add("live-old");
    this.course.startPython();
  }

  #restore() {
    this.edit().text = this.cell.source;
  }

  async run() {
    if (this.#running) return;
    this.#run(true);
    try {
      const outcome = await this.course.ask({ action: "run", cell: this.cell.id }, (said) => this.#print(said.printed ?? ""));
      if (outcome.result) this.#show(outcome.result);
      else showNote(this.output, "■ stopped", "This cell was ended. A fresh Python takes over.", "quiet");
    } catch (error) {
      this.course.sayNoPython(this, error);
    } finally {
      this.#run(false);
    }
  }

  /** @param {string} badge @param {string} words @param {string} kind */
  showNote(badge, words, kind) {
    showNote(this.output, badge, words, kind);
  }

  /** @param {boolean} running */
  #run(running) {
    this.#running = running;
    const hadFocus = document.activeElement === this.tools.stop;
    this.tools.run.setAttribute("aria-disabled", String(running));
    this.tools.stop.hidden = !running;
    if (hadFocus) this.tools.run.focus();
    if (!running) return this.waiting.end();
    this.stored?.remove(); // what comes now takes its place
    this.#scene?.remove();
    this.#scene = undefined;
    this.#printed = "";
    this.output.replaceChildren();
    this.output.classList.remove("live-old");
    this.waiting.begin();
  }

  /** @param {string} words */
  #print(words) {
    if (!words || this.#printed.length > MOST) return;
    this.#printed = (this.#printed + words).slice(0, MOST + 1);
    const pre = this.output.querySelector("pre") ?? html("pre", { tabindex: "0" }, this.output);
    pre.textContent = this.#printed;
  }

  /** @param {{ok: boolean, text: string, scene: any, error: string}} result */
  #show({ ok, text, scene, error }) {
    if (scene) this.#scene = new SceneOnPage(this.output, scene);
    else if (text) html("pre", { tabindex: "0" }, this.output, text);
    if (!ok) html("pre", { class: "live-error", tabindex: "0" }, this.output, error || text);
  }
}
