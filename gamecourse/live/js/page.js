// An exercise page that checks answers, and a lecture whose code can be run. The page itself holds what it would be
// without this script: the text, the code, the hints.

import { html } from "../../show/stage/js/scene.js";
import { Answer } from "./answer.js";
import { Example } from "./example.js";
import { Python } from "./python.js";
import { markWon } from "./progress.js";
import { MINE, read } from "./storage.js";
import { Work } from "./work.js";

/**
 * A cell of code, as gamecourse/publish/site/live.py writes it. An answer has a cell that checks it, which names the
 * exercise.
 * @typedef {{id: string, kind: "imports" | "given" | "answer" | "check", source: string, check?: string,
 *   exercise?: string, runs?: boolean}} Cell
 * @typedef {{page: string, module: string, cells: Cell[]}} Given
 */

/** @param {string} text */
const parsed = (text) => /** @type {Given} */ (JSON.parse(text));

/** Whether this browser can run Python at all. */
const isAble = () => [typeof WebAssembly, typeof Worker, typeof DecompressionStream].every((type) => type !== "undefined");

const INTRODUCTION = "Write your answer into the box below a task, and press Check.";
const PROMISE = "Python runs in this page. Nothing is installed, nothing is sent anywhere, and a verdict here is no mark.";
const LECTURE = "Code with a button “Try it” can be changed and run in this page. The rest needs numpy, pandas, matplotlib or "
  + "gamefast: your own copy of the course has them.";
const KEYS = "In a box, Tab indents, and Ctrl+Enter checks or runs what you have written. To leave it by keys, press Escape and then Tab.";

export class Course {
  /** @type {Answer[]} */
  answers = [];
  /** @type {Example[]} */
  examples = [];

  /** @param {HTMLElement} data the element with the cells of the page */
  constructor(data) {
    const { page, module, cells } = parsed(data.textContent ?? "");
    this.page = page;
    this.sheet = module;
    this.cells = cells;
    this.isLecture = cells.every(({ kind }) => kind !== "answer");
    this.solutionsAreEarned = data.dataset.solutions === "earned";
    this.python = new Python(new URL(data.dataset.base ?? "", location.href).href);
  }

  begin() {
    const article = /** @type {HTMLElement} */ (document.querySelector("article"));
    html("p", { class: "live-unseen", id: "live-keys" }, article, KEYS);
    if (!this.isLecture) this.#addHead(article);
    for (const cell of this.cells) this.#enliven(cell);
    if (this.isLecture) {
      if (this.examples.length) this.#addNote(article);
      document.addEventListener("gl-won", () => markWon(this.page));
      return;
    }
    this.work = new Work(article.querySelector("section") ?? article, () => this.showProgress());
    this.showProgress();
    this.#goToTask();
    void this.#startIfCached();
  }

  /** A link from another page leads to a box: show the task above it, too. */
  #goToTask() {
    const wanted = this.answers.find(({ cell }) => location.hash === `#${cell.id}`);
    wanted?.section?.scrollIntoView();
  }

  /** @param {Element} article */
  #addHead(article) {
    const facts = article.querySelector(".facts");
    const head = html("div", { class: "live-head exercises" });
    html("p", { class: "live-do" }, head, INTRODUCTION);
    html("p", { class: "facts" }, head, `${PROMISE} `);
    this.bar = html("div", { class: "live-bar" }, head);
    facts?.replaceWith(head);
  }

  /** Say what a lecture can do. @param {Element} article */
  #addNote(article) {
    article.querySelector(".facts")?.after(html("p", { class: "facts" }, undefined, LECTURE));
  }

  /** Make a cell of the page live, if it is one to write in or to run. @param {Cell} cell */
  #enliven(cell) {
    const place = document.querySelector(`.tag_id-${cell.id}`);
    if (!place) return;
    if (cell.kind === "answer") {
      const check = this.cells.find(({ id }) => id === cell.check);
      this.answers.push(new Answer(this, cell, check?.id ?? "", check?.exercise ?? "", place));
    }
    if (cell.kind === "given" && cell.runs !== false) this.examples.push(new Example(this, cell, place));
  }

  /** All cells as they are now. */
  #texts() {
    const now = new Map([...this.answers, ...this.examples].map(({ cell, text }) => [cell.id, text]));
    return this.cells.map(({ id, source }) => ({ id, source: now.get(id) ?? source }));
  }

  /**
   * @param {{action: "check" | "run" | "keep", cell: string}} what
   * @param {(said: import("./python.js").Said) => void} hear
   */
  ask(what, hear) {
    return this.python.ask({ ...what, cells: this.#texts(), mine: read(MINE) ?? "" }, hear);
  }

  startPython() {
    this.python.start().catch(() => {}); // whoever asks it something hears why it is not there
  }

  async #startIfCached() {
    if (await this.python.isCached()) this.startPython();
  }

  /** @param {{showNote: (badge: string, words: string, kind: string) => void}} place @param {unknown} error */
  sayNoPython(place, error) {
    const words = this.python.fromDisk
      ? "Python could not be started from the disk. Open a terminal in the folder of the site, run "
        + "`python -m http.server`, and open http://localhost:8000 instead."
      : "Python could not be fetched. Is there a network? Your text is safe: press again when there is one.";
    place.showNote("✗ no Python", words, "wrong");
    console.warn(error);
  }

  /** What a heading says, without its link and its mark. @param {Element | null | undefined} heading */
  titleOf(heading) {
    const words = [...(heading?.childNodes ?? [])].filter((node) => !(node instanceof HTMLElement && node.matches(".headerlink, .live-done")));
    return words.map((node) => node.textContent).join("").trim();
  }

  progressWords() {
    const right = this.answers.filter((answer) => answer.right).length;
    const all = this.answers.length;
    return right === all ? `All ${all} are right on this page` : `${right} of ${all} right on this page`;
  }

  /** The next exercise that is not right yet, if there is one. @param {Answer} answer */
  nextAfter(answer) {
    const place = this.answers.indexOf(answer);
    const order = [...this.answers.slice(place + 1), ...this.answers.slice(0, place)];
    return order.find(({ right }) => !right);
  }

  showProgress() {
    if (!this.bar) return;
    const list = html("ol", { class: "live-marks" });
    this.answers.forEach((answer, k) => {
      const state = answer.right ? "right" : "not right yet";
      const link = html("a", { href: `#${answer.anchor}`, title: answer.title, "aria-label": `${answer.title}: ${state}` },
        html("li", {}, list), answer.right ? "✓" : String(k + 1));
      link.classList.toggle("live-right", answer.right);
      answer.showState();
    });
    const words = html("span", { class: "live-count" }, undefined, this.progressWords());
    const work = html("a", { href: "#your-work", class: "live-take" }, undefined, "Your work");
    this.bar.replaceChildren(list, words, work);
  }

  showWork() {
    this.work?.show();
  }
}

const data = document.getElementById("course-cells");
if (data && isAble()) new Course(data).begin();
