"""Buttons below a verdict: one gives hint after hint (running all cells gives none), one keeps a right function."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from gamecourse.check.machinery.sheet import Shown
from gamecourse.mine import NotKept
from gamelib.machine import needs

widgets = needs("ipywidgets", "show", "the button")


def with_hints(words: str, play: Any, hint: Callable[[], str]) -> dict[str, Any]:
    """A verdict as a notebook shows it, or the line of play that proves it, with the hint button below."""
    said = widgets.HTML()
    button = widgets.Button(description="Hint", tooltip="One hint; press again for another.")

    def give(pressed: Any) -> None:
        said.value += f"<p>{escape(hint())}</p>".replace("\n", "<br>")

    button.on_click(give)
    verdict = widgets.HTML(f"<pre>{escape(words)}</pre>") if play is None else play
    below = widgets.HBox([button])
    return {**widgets.VBox([verdict, below, said])._repr_mimebundle_(), "text/plain": words}


def with_keeping(words: str, solution: str, keep: Callable[[], str]) -> dict[str, Any]:
    """The verdict on a right answer, a button that keeps the function in the student's own file, and the solution."""
    said = widgets.HTML()
    button = widgets.Button(description="Keep in mine.py", layout=widgets.Layout(width="auto"))

    def kept(pressed: Any) -> None:
        try:
            said.value = f"<p>{escape(keep())}</p>"
        except (NotKept, OSError) as error:
            said.value = f"<p>Not kept: {escape(str(error))}.</p>"

    button.on_click(kept)
    below = widgets.Output()
    if solution:
        below.append_display_data(Shown(solution))
    verdict = widgets.HTML(f"<pre>{escape(words)}</pre>")
    return {**widgets.VBox([verdict, button, said, below])._repr_mimebundle_(), "text/plain": words}
