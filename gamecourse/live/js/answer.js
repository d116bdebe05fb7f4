// The box for an answer: a task's editor, its buttons, the verdict, and what follows from it.

import { button, html } from "../../show/stage/js/scene.js";
import { Editor } from "./editor.js";
import { isRight, markRight } from "./progress.js";
import { MINE, count, read, write } from "./storage.js";
import { VerdictPlace } from "./verdict.js";
import { Waiting } from "./waiting.js";

/**
 * @typedef {import("./page.js").Course} Course
 * @typedef {import("./page.js").Cell} Cell
 */

/** A solution may be seen after so many answers that were not right (grading/exercises.py). */
const TRIES = 3;

/** These states are no try. */
const NO_TRY = ["RIGHT", "NOT_ATTEMPTED", "NOT_MARKED", "ERROR"];

const MESSAGES = {
  again: "Begin again",
  back: "Bring my text back",
  hint: "Hint",
  noHint: "No more hints",
};

/** Take the hints, and perhaps a solution, from the folds below a cell. @param {Element} place */
function takeFolds(place) {
  const folds = [];
  let next = place.nextElementSibling;
  while (next instanceof HTMLDetailsElement) {
    folds.push(next);
    next = next.nextElementSibling;
  }
  for (const fold of folds) fold.remove();
  const isSolution = (/** @type {Element} */ fold) => fold.querySelector("summary")?.textContent?.startsWith("A solution");
  return { hints: folds.filter((fold) => !isSolution(fold)), solution: folds.find(isSolution) };
}

export class Answer {
  /** The text before "Begin again". @type {string | undefined} */
  #before;
  #running = false;

  /**
   * @param {Course} course
   * @param {Cell} cell
   * @param {string} check the id of the cell that checks it
   * @param {string} exercise its name
   * @param {Element} place the cell on the page
   */
  constructor(course, cell, check, exercise, place) {
    this.course = course;
    this.cell = cell;
    this.checkId = check;
    this.exercise = exercise;
    this.key = `${course.page}/${cell.id}`;
    this.section = place.closest("section");
    this.heading = this.section?.querySelector("h2");
    this.title = course.titleOf(this.heading);
    const { hints, solution } = takeFolds(place);
    this.hints = hints;
    this.solution = solution;
    this.element = html("div", { class: "live-answer", id: cell.id, role: "group", "aria-label": `Your answer to ${this.title}` });
    place.replaceWith(this.element);
    this.text = read(this.key) ?? cell.source;
    this.editor = this.#makeEditor();
    this.tools = this.#makeTools();
    this.waiting = new Waiting(this.element, course.python);
    this.verdict = new VerdictPlace(this.element);
    this.after = html("div", { class: "live-after" }, this.element);
    this.hintPlace = html("div", { class: "live-hints", role: "status" }, this.element);
    if (this.solution) this.element.append(this.solution);
    this.#showHints();
    this.showState();
  }

  /** Where a link leads that shows the task, too. */
  get anchor() {
    return this.section?.id || this.cell.id;
  }

  get right() {
    return isRight(this.course.sheet, this.exercise);
  }

  #makeEditor() {
    const box = html("div", { class: "live-editor" }, this.element);
    return new Editor(box, {
      text: this.text,
      label: `Your answer to ${this.title}`,
      help: "live-keys",
      change: (text) => this.#changed(text),
      go: () => void this.check(),
    });
  }

  #makeTools() {
    const row = html("div", { class: "live-tools" }, this.element);
    const check = button("Check", () => void this.check(), row, "live-button live-check");
    const stop = button("Stop", () => this.course.python.stop(), row, "live-button live-stop");
    const hint = button(MESSAGES.hint, () => this.#giveHint(), row, "live-button");
    const again = button(MESSAGES.again, () => this.#beginAgain(), row, "live-button");
    html("span", { class: "live-key", "aria-hidden": "true" }, row, "Ctrl+Enter");
    check.title = "Ctrl+Enter";
    stop.hidden = true;
    hint.hidden = this.hints.length === 0;
    return { check, stop, hint, again };
  }

  /** @param {string} text */
  #changed(text) {
    this.text = text;
    write(this.key, text);
    this.#before = undefined;
    this.tools.again.textContent = MESSAGES.again;
    this.verdict.setOld(true);
    this.waiting.watch();
    this.course.startPython();
  }

  #beginAgain() {
    const [before, after] = [this.text, this.#before ?? this.cell.source];
    const brings = this.#before === undefined;
    this.editor.text = after;
    if (brings && before !== after) {
      this.#before = before;
      this.tools.again.textContent = MESSAGES.back;
    }
    this.editor.focus();
  }

  #giveHint() {
    write(`${this.key}/hints`, String(Math.min(count(`${this.key}/hints`) + 1, this.hints.length)));
    this.#showHints();
  }

  #showHints() {
    const given = Math.min(count(`${this.key}/hints`), this.hints.length);
    for (const fold of this.hints.slice(this.hintPlace.childElementCount, given)) {
      const hint = html("div", { class: "live-hint" }, this.hintPlace);
      html("strong", {}, hint, `Hint ${this.hintPlace.childElementCount} of ${this.hints.length}`);
      hint.append(...[...fold.childNodes].slice(1)); // without its summary
    }
    const isLast = given === this.hints.length;
    this.tools.hint.textContent = isLast ? MESSAGES.noHint : MESSAGES.hint;
    this.tools.hint.setAttribute("aria-disabled", String(isLast));
  }

  async check() {
    if (this.#running) return;
    this.#run(true);
    try {
      const outcome = await this.course.ask({ action: "check", cell: this.checkId }, (said) => {
        if (said.calling) this.waiting.call(said.calling);
      });
      if (outcome.result) this.#show(outcome.result);
      else this.verdict.showEnd(outcome);
    } catch (error) {
      this.course.sayNoPython(this.verdict, error);
    } finally {
      this.#run(false);
    }
    this.verdict.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} running */
  #run(running) {
    this.#running = running;
    const hadFocus = document.activeElement === this.tools.stop;
    this.tools.check.setAttribute("aria-disabled", String(running));
    this.tools.stop.hidden = !running;
    if (hadFocus) this.tools.check.focus(); // the one that had it is gone
    if (!running) return this.waiting.end();
    this.verdict.clear();
    this.after.replaceChildren();
    this.waiting.begin();
  }

  /** @param {import("./verdict.js").Verdict} verdict */
  #show(verdict) {
    this.verdict.show(verdict);
    if (!NO_TRY.includes(verdict.state)) write(`${this.key}/tries`, String(count(`${this.key}/tries`) + 1));
    if (verdict.state === "RIGHT") markRight(this.course.sheet, this.exercise);
    this.course.showProgress();
    if (verdict.state === "RIGHT") this.#showWayOn(verdict.keep);
  }

  /** What to do after a right answer. @param {string} keep the name under which the function can be kept */
  #showWayOn(keep) {
    if (keep) {
      const place = html("p", {}, this.after);
      const press = button(`Keep ${keep} in ${MINE}`, () => void this.#keep(press, place), place, "live-button");
    }
    const words = html("p", {}, this.after, `${this.course.progressWords()}. `);
    const next = this.course.nextAfter(this);
    if (next) html("a", { href: `#${next.anchor}` }, words, `Go on with ${next.title}`);
  }

  /** @param {HTMLButtonElement} press @param {Element} place */
  async #keep(press, place) {
    if (press.getAttribute("aria-disabled") === "true") return;
    const job = { action: /** @type {const} */ ("keep"), cell: this.checkId };
    const { result } = await this.course.ask(job, () => {});
    if (result?.ok) {
      write(MINE, result.mine);
      press.setAttribute("aria-disabled", "true");
      this.course.showWork();
    }
    place.querySelector("[role=status]")?.remove();
    html("span", { role: "status" }, place, ` ${result?.text ?? "It was not kept. Press again."}`);
  }

  /** Show at the heading whether the answer is right; the solution may be seen then, or after three tries. */
  showState() {
    this.heading?.querySelector(".live-done")?.remove();
    if (this.right && this.heading) html("span", { class: "live-done" }, this.heading, "✓ right");
    if (this.solution && this.course.solutionsAreEarned) {
      this.solution.hidden = !this.right && count(`${this.key}/tries`) < TRIES;
    }
  }
}
