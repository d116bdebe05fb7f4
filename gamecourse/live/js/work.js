// The reader's own work as files: to take it to another browser, or into JupyterLab and back.

import { button, html } from "../../show/stage/js/scene.js";
import { addFile, asFile } from "./progress.js";
import { MINE, forget, names, read, write } from "./storage.js";

/** The name of the file of progress. */
const PROGRESS = "progress.json";

/** @param {string} name @param {string} text */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A button that asks for a file. @param {Element} parent @param {string} words @param {string} kinds @param {(text: string) => void} take */
function uploader(parent, words, kinds, take) {
  const input = html("input", { type: "file", accept: kinds, hidden: "", "aria-label": words }, parent);
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) take(await file.text());
  });
  return button(words, () => input.click(), parent, "live-button");
}

/** The part of the page with downloads and uploads. */
export class Work {
  /** @param {Element} parent @param {() => void} changed what to do when progress has changed */
  constructor(parent, changed) {
    this.changed = changed;
    const section = html("section", { class: "live-work", id: "your-work" }, parent);
    html("h2", {}, section, "Your work");
    html("p", {}, section, "Your answers, your mine.py and your progress stay in this browser, on this device. "
      + "To go on in another browser, or in your own copy of the course, take mine.py and your progress along as files.");
    this.mineButton = this.#addMine(section);
    this.#addProgress(section);
    this.said = html("p", { role: "status", class: "live-said" }, section);
    this.show();
  }

  /** @param {Element} section */
  #addMine(section) {
    const row = html("div", { class: "live-tools" }, section);
    const press = button(`Download ${MINE}`, () => download(MINE, read(MINE) ?? ""), row, "live-button");
    uploader(row, `Upload ${MINE}`, ".py", (text) => {
      write(MINE, text);
      this.#say(`${MINE} is here. Exercises use it from now on.`);
    });
    return press;
  }

  /** @param {Element} section */
  #addProgress(section) {
    const row = html("div", { class: "live-tools" }, section);
    button("Download progress", () => download(PROGRESS, asFile()), row, "live-button");
    uploader(row, "Upload progress", ".json", (text) => this.#takeProgress(text));
    button("Forget everything", () => this.#forget(), row, "live-button");
  }

  /** @param {string} text */
  #takeProgress(text) {
    try {
      addFile(text);
      this.#say("What is right there is right here, too.");
    } catch {
      this.#say("This file does not hold the progress of this course.");
    }
  }

  #forget() {
    const words = "Remove all your answers, mine.py and your progress from this browser?";
    if (!confirm(words)) return;
    names().forEach(forget);
    location.reload();
  }

  /** @param {string} words */
  #say(words) {
    this.said.textContent = words;
    this.show();
    this.changed();
  }

  /** A file that is not there cannot be downloaded. */
  show() {
    this.mineButton.hidden = !read(MINE);
  }
}
