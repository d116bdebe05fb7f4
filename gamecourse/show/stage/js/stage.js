// The stage: what a notebook, a slide or a plain page renders. The other files are its parts.

import { KINDS, html } from "./scene.js";

/** @param {{model: import("./scene.js").Model, el: HTMLElement}} what */
function render({ model, el }) {
  const root = html("div", { class: "gl", "data-lm-suppress-shortcuts": "true" }, el);
  const shown = new KINDS[model.get("scene").kind](model, root);
  /** Take keys for the stage, before anything else on the page gets them. @param {KeyboardEvent} event */
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

/** Bring a scene of a page to life without a kernel or a widget manager. @param {Element} el it holds its own scene */
function reviveOne(el) {
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
  const end = render({ model, el: /** @type {HTMLElement} */ (el) });
  el.addEventListener("gl-end", end, { once: true });
}

/** Bring all scenes of a page to life, and those that come later: each of these asks for it by an event. */
function revive() {
  document.querySelectorAll("[data-stage]").forEach(reviveOne);
  document.addEventListener("gl-draw", (event) => reviveOne(/** @type {Element} */ (event.target)));
}

export default { render, revive };
