"""A button below a verdict: it gives hint after hint (running all cells gives none), or keeps a
right function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gamecourse.grading.card import as_html, card
from gamecourse.grading.feedback import Feedback
from gamecourse.grading.sheet import Markdown
from gamelib.packages import needs

widgets = needs("ipywidgets", "show", "the button")

#: A verdict and all that is below it; its buttons look like those of a line of play.
VERDICT = "gl-verdict"

#: What they look like, in a light and in a dark theme.
STYLE = f"""<style>
.{VERDICT} .jupyter-button, .{VERDICT} .gl .gl-button {{ font: inherit; font-size: 16px; width: auto;
  height: auto; align-self: flex-start;
  min-height: 44px; line-height: 1.3; padding: 4px 14px; border: 1px solid #8a8a8a;
  border-radius: 8px; background: #f0f0ee; color: #111; box-shadow: none; }}
.{VERDICT} .jupyter-button:hover:enabled {{ border-color: #111; box-shadow: none; }}
.{VERDICT} .jupyter-button:disabled {{ opacity: 0.7; }}
.{VERDICT} .gl {{ font-size: 16px; }}
.{VERDICT} .widget-html-content {{ line-height: 1.45; font-size: 16px; white-space: normal; }}
.{VERDICT} .widget-html-content p {{ margin: 4px 0; }}
.{VERDICT} .widget-html, .{VERDICT} .jupyter-widgets {{ height: auto; }}
body[data-jp-theme-light="false"] .{VERDICT} .jupyter-button,
body[data-jp-theme-light="false"] .{VERDICT} .gl .gl-button {{ background: #333; color: #f2f2f2; }}
</style>"""


class Hints(Protocol):
    """What gives hints: an exercise."""

    @property
    def has_hint(self) -> bool: ...
    def hint(self) -> str: ...
    def hints_given(self) -> list[str]: ...
    def no_more_hints(self) -> str: ...


def alone(feedback: Feedback) -> dict[str, Any]:
    """A verdict as a notebook shows it; the file of the notebook keeps its text."""
    return _shown(feedback, [_verdict(feedback)])


def with_hints(feedback: Feedback, exercise: Hints) -> dict[str, Any]:
    """A verdict as a notebook shows it, the line of play that proves it, and a button for hints.

    Hints that were given before stand there already. After the last hint the button is switched off
    and says why.
    """
    said = widgets.HTML()
    pressed = widgets.Button(description="Hint", tooltip="One hint; press again for another.")

    def tell(hints: list[str]) -> None:
        said.value += "".join(map(as_html, hints))
        if not exercise.has_hint:
            said.value += as_html(exercise.no_more_hints())
            pressed.description = "No more hints"
            pressed.tooltip = "You have been given every hint."
            pressed.disabled = True

    def press(_: Any) -> None:
        if not pressed.disabled:
            tell([exercise.hint()] if exercise.has_hint else [])

    pressed.on_click(press)
    tell(exercise.hints_given())
    play = None if feedback.play is None else feedback.play.widget()
    verdict = _verdict(feedback, with_play=play is None)
    above = [verdict] if play is None else [verdict, play]
    return _shown(feedback, [*above, pressed, said])


def with_button(
    feedback: Feedback, description: str, press: Callable[[], str], below: str
) -> dict[str, Any]:
    """A verdict as a notebook shows it, a button, and a text below.

    What ``press`` returns is shown, and the button is switched off. If it raises ValueError, the
    reason is shown, and the button can be pressed again.
    """
    said, pressed = widgets.HTML(), widgets.Button(description=description)

    def tell(_: Any) -> None:
        if pressed.disabled:
            return
        try:
            said.value = as_html(press())
            pressed.disabled = True
        except ValueError as error:
            said.value = as_html(f"Not kept: {error}.")

    pressed.on_click(tell)
    parts = [_verdict(feedback), pressed, said]
    if below:
        more = widgets.Output()
        more.append_display_data(Markdown(below))
        parts.append(more)
    return _shown(feedback, parts)


def _verdict(feedback: Feedback, *, with_play: bool = True) -> Any:
    return widgets.HTML(STYLE + card(feedback, with_play=with_play))


def _shown(feedback: Feedback, parts: list[Any]) -> dict[str, Any]:
    box = widgets.VBox(parts)
    box.add_class(VERDICT)
    return {**box._repr_mimebundle_(), "text/plain": str(feedback)}
