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

# The styles of the parts of a card, as CSS; {colour} is the colour of the state.
CARD = (
    "border:1px solid rgba(128,128,128,.35);border-left:6px solid {colour};border-radius:12px;"
    "padding:12px 16px 14px 14px;margin:6px 0;max-width:48em;box-sizing:border-box;"
    "font-size:16px;line-height:1.45;overflow-wrap:normal;word-break:normal"
)
BADGE = (
    "display:inline-block;background:{colour};color:#fff;border-radius:.3em;"
    "padding:.02em .5em .06em .4em;font-weight:700"
)
ROW = "display:flex;flex-wrap:wrap;gap:0 12px;margin-top:6px"
LABEL = "flex:0 0 8.5em;opacity:.75"
VALUE = "flex:1 1 16em;min-width:0"
CODE = (
    "font-family:ui-monospace,monospace;font-size:15px;white-space:pre-wrap;overflow-wrap:normal;"
    "word-break:normal;background:rgba(128,128,128,.14);color:inherit;border-radius:.3em;"
    "padding:1px 5px"
)
BOARD = (
    "font-family:ui-monospace,monospace;font-size:15px;line-height:1.25;margin:2px 0;padding:0;"
    "white-space:pre;background:none;color:inherit;overflow-x:auto"
)
#: A step of a line of play that has a note, such as the one that gives the game away.
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
        parts.append(play_as_html(feedback))
    if feedback.remarks:
        remarks = "".join(map(_sentence, feedback.remarks.split("\n")))
        parts.append(_row("Where to look" if feedback.case else "", remarks))
    return f'<div style="{CARD.format(colour=colour)}">{"".join(parts)}</div>'


def as_html(words: str) -> str:
    """A paragraph of plain words as HTML; what stands between backticks is code.

    >>> as_html("Is `n < 2` enough?")
    '<p>Is <code>n &lt; 2</code> enough?</p>'
    """
    return f"<p>{_with_code(words)}</p>".replace("\n", "<br>")


def _with_code(words: str) -> str:
    """Words as HTML; what stands between backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(words))


def _sentence(words: str) -> str:
    """A sentence as a line of its own. It begins with a capital letter, unless it begins with a piece
    of Python, such as ``total[q]``.
    """
    if re.match(r"[a-z]+\b(?![\[(_.]|\d)", words):
        words = words[0].upper() + words[1:]
    return f"<div>{_with_code(words)}</div>"


def _opening(feedback: CardContent) -> list[str]:
    """The opening as a list of one part, or of none: its first line is a sentence, and the lines
    below it, which may be a board, stay lines.
    """
    if not feedback.opening:
        return []
    first, *more = feedback.opening.split("\n")
    sentence = _sentence(first.rstrip(";"))
    board = _board("\n".join(more)) if more else ""
    return [f'<div style="margin-top:6px">{sentence}{board}</div>']


def _case(feedback: CardContent) -> list[str]:
    """Rows for the call, the boards that it is about, what it gave and what is right."""
    case = feedback.case
    if case is None:
        return []
    is_call = case.call.endswith(")")  # otherwise it is a place in an answer
    rows = [_row("Call" if is_call else "At", _code(case.call))]
    shows_board_itself = "\n" in case.call
    if not shows_board_itself:
        rows += [_row("Board", _board(board)) for board in case.boards]
    if case.board_there:
        rows.append(_row("Board there", _board(case.board_there)))
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


def _board(text: str) -> str:
    """A board, or another text whose lines stay lines."""
    return f'<pre style="{BOARD}">{escape(text)}</pre>'


def _code(text: str) -> str:
    """A piece of Python in a line of words."""
    return f'<code style="{CODE}">{escape(text)}</code>'


def play_as_html(feedback: CardContent) -> str:
    """The line of play of feedback (``trial.Played``), step by step; a step that has a note, such as
    the one that gives the game away, has a bar on its left, and the note in bold.

    If the play is anything else, it is shown as its text.
    """
    play = feedback.play
    colour = COLOURS[feedback.state.name]
    if not hasattr(play, "steps"):
        return _row("", _board(str(play)))
    parts = []
    for step in play.steps():
        move = f"<div>{escape(step.said)}</div>" if step.said else ""
        note = f"<div><strong>{escape(step.note)}</strong></div>" if step.note else ""
        board = _board(step.board) if step.board else ""
        style = TURN.format(colour=colour) if step.note else "padding-left:0"
        parts.append(f'<div style="{style};margin-top:4px">{move}{note}{board}</div>')
    return _row("The play", f'<div style="padding-left:12px">{"".join(parts)}</div>')
