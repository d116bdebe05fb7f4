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

export default { render };
