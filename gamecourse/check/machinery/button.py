"""A button below a verdict: it gives hint after hint (running all cells gives none), or keeps a right function."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from gamecourse.check.machinery.sheet import Shown
from gamelib.machine import needs

widgets = needs("ipywidgets", "show", "the button")


def with_button(words: str, play: Any, press: Callable[[], str], below: str = "", **button: Any) -> dict[str, Any]:
    """A verdict as a notebook shows it, or the line of play that proves it; a button, what each press says, a text."""
    said, pressed, more = widgets.HTML(), widgets.Button(**button), widgets.Output()

    def tell(_: Any) -> None:
        said.value += f"<p>{escape(press())}</p>".replace("\n", "<br>")

    pressed.on_click(tell)
    if below:
        more.append_display_data(Shown(below))
    verdict = widgets.HTML(f"<pre>{escape(words)}</pre>") if play is None else play
    box = widgets.VBox([verdict, pressed, said, *([more] if below else [])])
    return {**box._repr_mimebundle_(), "text/plain": words}
