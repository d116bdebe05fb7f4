"""A button below a verdict that gives one hint after the other: running all cells gives none."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from gamelib.machine import needs

widgets = needs("ipywidgets", "show", "the button")


def with_hints(words: str, play: Any, hint: Callable[[], str]) -> dict[str, Any]:
    """A verdict as a notebook shows it, or the play that proves it, with the button below."""
    said = widgets.HTML()
    button = widgets.Button(description="Hint", tooltip="One hint; press again for another.")

    def give(pressed: Any) -> None:
        said.value += f"<p>{escape(hint())}</p>".replace("\n", "<br>")

    button.on_click(give)
    verdict = widgets.HTML(f"<pre>{escape(words)}</pre>") if play is None else play
    below = widgets.HBox([button])
    return {**widgets.VBox([verdict, below, said])._repr_mimebundle_(), "text/plain": words}
