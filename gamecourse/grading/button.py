"""A button below a verdict: it gives hint after hint (running all cells gives none), or keeps a
right function.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any, Protocol

from gamecourse.grading.sheet import Markdown, as_html
from gamelib.packages import needs

widgets = needs("ipywidgets", "show", "the button")


class Hints(Protocol):
    """What gives hints: an exercise."""

    @property
    def has_hint(self) -> bool: ...
    def hint(self) -> str: ...
    def hints_given(self) -> list[str]: ...
    def no_more_hints(self) -> str: ...


def with_hints(words: str, play: Any, exercise: Hints) -> dict[str, Any]:
    """A verdict as a notebook shows it, or the line of play that proves it, and a button for hints.

    Hints that were given before stand there already. After the last hint the button is switched off
    and says why.
    """
    said = widgets.HTML()
    pressed = widgets.Button(description="Hint", tooltip="One hint; press again for another.")

    def tell(hints: list[str]) -> None:
        said.value += "".join(map(as_html, hints))
        if not exercise.has_hint:
            said.value += as_html(exercise.no_more_hints())
            pressed.description, pressed.tooltip = (
                "No more hints",
                "You have been given every hint.",
            )
            pressed.disabled = True

    def press(_: Any) -> None:
        if not pressed.disabled:
            tell([exercise.hint()] if exercise.has_hint else [])

    pressed.on_click(press)
    tell(exercise.hints_given())
    return _shown(words, [_verdict(words) if play is None else play, pressed, said])


def with_button(words: str, press: Callable[[], str], below: str, **button: Any) -> dict[str, Any]:
    """A verdict as a notebook shows it; a button, what each press says, and a text."""
    said, pressed, more = widgets.HTML(), widgets.Button(**button), widgets.Output()

    def tell(_: Any) -> None:
        said.value += as_html(press())

    pressed.on_click(tell)
    if below:
        more.append_display_data(Markdown(below))
    return _shown(words, [_verdict(words), pressed, said, *([more] if below else [])])


def _verdict(words: str) -> Any:
    return widgets.HTML(f"<pre>{escape(words)}</pre>")


def _shown(words: str, parts: list[Any]) -> dict[str, Any]:
    return {**widgets.VBox(parts)._repr_mimebundle_(), "text/plain": words}
