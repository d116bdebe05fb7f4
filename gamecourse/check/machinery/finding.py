"""What can be said of an answer: not attempted, wrong with a reason, or right."""

from __future__ import annotations

from enum import Enum
from typing import Any

from gamecourse.check.machinery.asked import shown
from gamelib.core import Text


class State(Enum):
    """What can be said of an answer."""

    NOT_ATTEMPTED = "○ not attempted yet"
    WRONG = "✗ wrong"
    RIGHT = "✓ right"
    NOT_MARKED = "– not marked"  # only where the judge itself was lost


class NotRight(Exception):
    """Where nbgrader runs a notebook: an answer that is not right yet."""


class Finding(Text):
    """A state and a reason, shown as it stands; in a notebook with the play that proves it, or with a solution."""

    state: State
    reason: str
    play: Any
    solution: str

    def __new__(cls, state: State, reason: str = "", play: Any = None, solution: str = "") -> Finding:
        finding = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        finding.state, finding.reason, finding.play, finding.solution = state, reason, play, solution
        return finding

    def __reduce__(self) -> tuple[Any, ...]:
        return Finding, (self.state, self.reason)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """The words; and the play as a widget, or the solution, folded, where a page can show them."""
        bundle: dict[str, Any] = {"text/plain": str(self)}
        if self.solution:
            bundle["text/markdown"] = f"{self}\n\n{self.solution}"
        if self.play is not None:
            bundle |= self.play.widget(str(self))
        return bundle


class Told(Exception):
    """Raised as soon as there is something to say of an answer: it ends the judging, and a search of ours in it."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


NOT_ATTEMPTED, RIGHT = Finding(State.NOT_ATTEMPTED), Finding(State.RIGHT)


def wrong(reason: str, play: Any = None) -> Finding:
    """The finding that an answer is wrong, and why; with the play that shows it, if there is one."""
    return Finding(State.WRONG, reason, play)


def give(what: str, answer: Any) -> Told:
    """The end of judging an answer of the wrong kind: ``raise give("a list of piles", answer)``."""
    return Told(wrong(f"give {what}; this is {shown(answer)}"))
