"""What can be said of an answer: not attempted, right, too slow, of the wrong type, or wrong with a reason."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum
from typing import Any

from gamecourse.check.machinery.asked import shown
from gamecourse.check.machinery.plain import fit
from gamelib.core import Text


class State(Enum):
    """What can be said of an answer; only a right one earns points."""

    NOT_ATTEMPTED = "○ not attempted yet"
    RIGHT = "✓ right"
    SLOW = "◔ too slow"
    TYPE = "≈ the right value in the wrong type"
    WRONG = "✗ wrong"
    NOT_MARKED = "– not marked"  # where the checker or the judge has failed, and not the answer


class NotRight(Exception):
    """Where nbgrader runs a notebook: an answer that is not right yet."""


class Finding(Text):
    """A state and a reason, shown as it stands; in a notebook with the play that proves it, hints, or a solution."""

    state: State
    reason: str
    play: Any
    number: int  # of the question that was answered wrongly, or -1
    beside: Callable[[str, Any], dict[str, Any]] | None

    def __new__(cls, state: State, reason: str = "", play: Any = None, number: int = -1) -> Finding:
        finding = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        finding.state, finding.reason, finding.play, finding.number = state, reason, play, number
        finding.beside = None
        return finding

    def __reduce__(self) -> tuple[Any, ...]:
        return Finding, (self.state, self.reason, self.play, self.number)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """The words; and, where a page can show them, the play as a widget and what an exercise has to add."""
        words, play = str(self), None if self.play is None else self.play.widget()
        if self.beside is not None:
            return self.beside(words, play)
        return {"text/plain": words} if play is None else {**play._repr_mimebundle_(), "text/plain": words}


class Told(Exception):
    """Raised as soon as there is something to say of an answer: it ends the judging, and a search of ours in it."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


NOT_ATTEMPTED, RIGHT = Finding(State.NOT_ATTEMPTED), Finding(State.RIGHT)


def wrong(reason: str, play: Any = None) -> Finding:
    """The finding that an answer is wrong, and why; with the play that shows it, if there is one."""
    return Finding(State.WRONG, reason, play)


def insist(holds: Any, otherwise: str) -> None:
    """Go on only if something holds; if not, the answer is wrong, and ``otherwise`` says why."""
    if not holds:
        raise Told(wrong(otherwise))


def give(what: str, answer: Any) -> Told:
    """The end of judging an answer of the wrong kind: ``raise give("a list of piles", answer)``."""
    return Told(wrong(f"Give {what}. You gave {shown(answer)}."))


#: While an answer is judged: what is noted of its types.
NOTED: ContextVar[list[str] | None] = ContextVar("NOTED", default=None)


def note(words: str) -> None:
    """Note that a value is right in the wrong type, in a sentence: it counts if nothing else is wrong."""
    if (noted := NOTED.get()) is not None:
        noted.append(words)


def meets(found: Any, expected: Any, who: str) -> bool:
    """Whether plain data has the expected value; if it has it in the wrong type, that is noted, ``who`` being it.

    Examples
    --------
    >>> meets(2, 2, "f(1)"), meets(3, 2, "f(1)")
    (True, False)
    """
    reason = fit(found, expected)
    if reason:
        note(f"{who} is {shown(found)}. {reason}")
    return reason is not None
