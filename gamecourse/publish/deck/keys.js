// The keys of a presenter, whose clicker sends PageDown and PageUp. Loaded before the stage, so that it hears them first.

/** What has the focus on a slide: a spot of a widget, a slider, a text field. */
const focused = () => {
  const held = /** @type {HTMLElement | null} */ (document.activeElement);
  return held?.closest(".slides") ? held : null;
};

window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const turn = { PageDown: "next", PageUp: "prev" }[event.key];
  if (!turn && !(event.key === "Escape" && focused())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  focused()?.blur();
  if (turn) Reveal[turn]();
}, true);
