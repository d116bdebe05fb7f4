"""Feedback as a card: a piece of HTML that needs neither widgets nor a style sheet.

Its colours are those of the page, except for a bar and a badge that say the state, by a sign and in
words as well. So the card is readable in a light and in a dark theme. It wraps between words.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, Protocol


class CardContent(Protocol):
    """The parts of ``Feedback`` that a card shows."""

    state: Any
    opening: str
    play: Any
    case: Any
    remarks: str


#: The colour of each state; white words on it have a contrast of at least 4.5.
COLOURS = {
    "RIGHT": "#1b7f4b",
    "WRONG": "#b3261e",
    "SLOW": "#8a5a00",
    "TYPE": "#5b4b8a",
    "NOT_ATTEMPTED": "#5f5f5f",
    "NOT_MARKED": "#5f5f5f",
}

CARD = (
    "border-left:6px solid {colour};padding:6px 0 6px 14px;margin:6px 0;max-width:48em;"
    "font-size:16px;line-height:1.45;overflow-wrap:normal;word-break:normal"
)
BADGE = (
    "display:inline-block;background:{colour};color:#fff;border-radius:8px;padding:2px 12px;"
    "font-weight:600"
)
ROW = "display:flex;flex-wrap:wrap;gap:0 12px;margin-top:6px"
LABEL = "flex:0 0 8.5em;opacity:.75"
VALUE = "flex:1 1 16em;min-width:0"
CODE = (
    "font-family:ui-monospace,monospace;font-size:15px;white-space:pre-wrap;overflow-wrap:normal;"
    "word-break:normal;background:rgba(128,128,128,.14);color:inherit;border-radius:4px;"
    "padding:1px 5px"
)
BOARD = (
    "font-family:ui-monospace,monospace;font-size:15px;line-height:1.25;margin:2px 0;padding:0;"
    "white-space:pre;background:none;color:inherit;overflow-x:auto"
)
TURN = "border-left:4px solid {colour};padding-left:8px;margin-left:-12px"


def card(feedback: CardContent, *, with_play: bool = True) -> str:
    """Feedback as HTML; without the line of play, if something else shows it.

    Examples
    --------
    >>> from gamecourse.grading.feedback import RIGHT
    >>> "✓ right</strong>" in card(RIGHT)
    True
    """
    colour = COLOURS[feedback.state.name]
    badge = BADGE.format(colour=colour)
    parts = [f'<strong style="{badge}">{escape(feedback.state.value)}</strong>']
    parts += _opening(feedback)
    parts += _case(feedback)
    if with_play and feedback.play is not None:
        parts.append(_play(feedback.play, colour))
    if feedback.remarks:
        remarks = "".join(map(_sentence, feedback.remarks.split("\n")))
        parts.append(_row("Where to look" if feedback.case else "", remarks))
    return f'<div style="{CARD.format(colour=colour)}">{"".join(parts)}</div>'


def as_html(words: str) -> str:
    """A paragraph of plain words as HTML; what stands between backticks is code.

    >>> as_html("Is `n < 2` enough?")
    '<p>Is <code>n &lt; 2</code> enough?</p>'
    """
    return f"<p>{_marked(words)}</p>".replace("\n", "<br>")


def _marked(words: str) -> str:
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(words))


def _sentence(words: str) -> str:
    """A sentence as a line of its own; it begins with a capital letter."""
    return f"<div>{_marked(words[:1].upper() + words[1:])}</div>"


def _opening(feedback: CardContent) -> list[str]:
    """The first sentences; lines of a board, which they may contain, stay lines."""
    if not feedback.opening:
        return []
    first, *more = feedback.opening.split("\n")
    said = _sentence(first.rstrip(";"))
    below = f'<pre style="{BOARD}">{escape(chr(10).join(more))}</pre>' if more else ""
    return [f'<div style="margin-top:6px">{said}{below}</div>']


def _case(feedback: CardContent) -> list[str]:
    """The call, what it gave, what is right, and the boards that it is about."""
    case = feedback.case
    if case is None:
        return []
    rows = [_row("Call" if case.call.endswith(")") else "At", _code(case.call))]
    if "\n" not in case.call:
        rows += [
            _row("Board", f'<pre style="{BOARD}">{escape(board)}</pre>') for board in case.boards
        ]
    if case.stopped:
        rows.append(_row("What happens", _sentence(f"it {case.stopped}.")))
    if case.gave:
        rows.append(_row("It gives", _code(case.gave)))
    if case.expected:
        rows.append(_row("It should give", _code(case.expected)))
    if case.again:
        rows.append(_row("To run it again", _code(case.again)))
    return rows


def _row(label: str, content: str) -> str:
    """A labelled part; without a label, only what it contains."""
    if not label:
        return f'<div style="margin-top:6px">{content}</div>'
    return (
        f'<div style="{ROW}"><div style="{LABEL}">{label}</div>'
        f'<div style="{VALUE}">{content}</div></div>'
    )


def _code(text: str) -> str:
    return f'<code style="{CODE}">{escape(text)}</code>'


def _play(play: Any, colour: str) -> str:
    """A line of play, step by step; what gives the game away has a bar, and its sentence in bold.

    Something else than a line of play is shown as its text.
    """
    steps = play.steps() if hasattr(play, "steps") else None
    if steps is None:
        return _row("", f'<pre style="{BOARD}">{escape(str(play))}</pre>')
    shown = []
    for step in steps:
        said = f"<div>{escape(step.said)}</div>" if step.said else ""
        note = f"<div><strong>{escape(step.note)}</strong></div>" if step.note else ""
        board = f'<pre style="{BOARD}">{escape(step.board)}</pre>' if step.board else ""
        style = TURN.format(colour=colour) if step.note else "padding-left:0"
        shown.append(f'<div style="{style};margin-top:4px">{said}{note}{board}</div>')
    return _row("The play", f'<div style="padding-left:12px">{"".join(shown)}</div>')
