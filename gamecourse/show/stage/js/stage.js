// The stage: what a notebook, a slide or a plain page renders. One module; the others are its rooms.

import { KINDS, html } from "./scene.js";

/** @param {{model: import("./scene.js").Model, el: HTMLElement}} what */
function render({ model, el }) {
  const root = html("div", { class: "gl", "data-lm-suppress-shortcuts": "true" }, el);
  const shown = new KINDS[model.get("scene").kind](model, root);
  /** Keys are for the stage alone, before anybody else on the page takes them. @param {KeyboardEvent} event */
  const keys = (event) => {
    if (!root.contains(/** @type {Node} */ (event.target)) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Tab" || (event.key === "Enter" && event.shiftKey)) return;
    event.stopImmediatePropagation();
    if (shown.key(event.key)) event.preventDefault();
  };
  window.addEventListener("keydown", keys, true);
  const sorry = (/** @type {Error} */ error) =>
    html("p", { class: "gl-status" }, root, `This picture could not be shown: ${error.message}`);
  shown.begin().then(() => { root.dataset.drawn = "true"; }).catch(sorry);
  return () => { window.removeEventListener("keydown", keys, true); shown.end(); };
}

/** The scenes of a page come to life where no kernel and no widget manager is: each element holds its own. */
function revive() {
  for (const el of document.querySelectorAll("[data-stage]")) {
    const kept = JSON.parse(el.querySelector("script")?.textContent ?? "{}");
    const heard = /** @type {Object<string, (() => void)[]>} */ ({});
    const model = {
      get: (/** @type {string} */ name) => kept[name],
      set: (/** @type {string} */ name, /** @type {any} */ value) => {
        kept[name] = value;
        for (const act of heard[`change:${name}`] ?? []) act();
      },
      on: (/** @type {string} */ name, /** @type {() => void} */ act) => { (heard[name] ??= []).push(act); },
      save_changes: () => {},
    };
    render({ model, el: /** @type {HTMLElement} */ (el) });
  }
}

export default { render, revive };
