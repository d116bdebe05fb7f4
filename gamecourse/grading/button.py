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

#: The CSS class of a verdict and all that is below it.
VERDICT = "gl-verdict"

#: How they look, in a light and in a dark theme; the buttons look like those of a line of play.
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


def alone(feedback: Feedback, below: str = "") -> dict[str, Any]:
    """A verdict without a button, and Markdown below, as MIME types for a notebook, whose file keeps
    only the text.
    """
    return _bundle(feedback, [_verdict(feedback), *_markdown(below)])


def with_hints(feedback: Feedback, exercise: Hints) -> dict[str, Any]:
    """A verdict, the line of play that proves it, and a button for hints, as MIME types.

    Hints that were given before stand there already. After the last hint the button is switched off
    and says why.
    """
    hints_shown = widgets.HTML()
    button = widgets.Button(description="Hint", tooltip="One hint; press again for another.")

    def add(hints: list[str]) -> None:
        """Show these hints below the others; if there are no more, say so and switch the button off."""
        hints_shown.value += "".join(map(as_html, hints))
        if not exercise.has_hint:
            hints_shown.value += as_html(exercise.no_more_hints())
            button.description = "No more hints"
            button.tooltip = "You have been given every hint."
            button.disabled = True

    def press(_: Any) -> None:
        if not button.disabled:
            add([exercise.hint()] if exercise.has_hint else [])

    button.on_click(press)
    add(exercise.hints_given())
    play = None if feedback.play is None else feedback.play.widget()
    if play is None:
        above = [_verdict(feedback)]
    else:
        above = [_verdict(feedback, with_play=False), play]
    return _bundle(feedback, [*above, button, hints_shown])


def with_button(
    feedback: Feedback, description: str, press: Callable[[], str], below: str
) -> dict[str, Any]:
    """A verdict, a button that calls ``press``, and Markdown below, as MIME types for a notebook.

    What ``press`` returns is shown, and the button is switched off. If it raises ValueError, the
    reason is shown, and the button can be pressed again.
    """
    message = widgets.HTML()
    button = widgets.Button(description=description)

    def respond(_: Any) -> None:
        """Call ``press`` once: when it has succeeded, the button does nothing more."""
        if button.disabled:
            return
        try:
            message.value = as_html(press())
            button.disabled = True
        except ValueError as error:
            message.value = as_html(f"Not kept: {error}.")

    button.on_click(respond)
    return _bundle(feedback, [_verdict(feedback), button, message, *_markdown(below)])


def _verdict(feedback: Feedback, *, with_play: bool = True) -> Any:
    """The card of a verdict as a widget, and the line on the progress."""
    line = as_html(feedback.progress) if feedback.progress else ""
    return widgets.HTML(STYLE + card(feedback, with_play=with_play) + line)


def _markdown(words: str) -> list[Any]:
    """A widget that shows Markdown, in a list; none if there are no words."""
    if not words:
        return []
    output = widgets.Output()
    output.append_display_data(Markdown(words))
    return [output]


def _bundle(feedback: Feedback, parts: list[Any]) -> dict[str, Any]:
    """These widgets, one below the other, as MIME types; the text is that of the feedback alone."""
    box = widgets.VBox(parts)
    box.add_class(VERDICT)
    return {**box._repr_mimebundle_(), "text/plain": str(feedback)}
