"""What a checker can say of an answer: not attempted, right, too slow, of the wrong type, or wrong
with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any

from gamecourse.grading.calls import clause, shorten, shown
from gamecourse.grading.plain import agreement
from gamelib.core import Text


class State(Enum):
    """What a checker can say of an answer; only a right answer earns points."""

    NOT_ATTEMPTED = "○ not attempted yet"
    RIGHT = "✓ right"
    SLOW = "◔ too slow"
    TYPE = "≈ the right value in the wrong type"
    WRONG = "✗ wrong"
    NOT_MARKED = "– not marked"  # if the checker or the judge has failed, not the answer


class NotRight(Exception):
    """Raised if nbgrader runs the notebook and an answer is not right yet."""


class Feedback(Text):
    """A state and a reason; a notebook adds the line of play that proves the reason, hints, or a
    solution.
    """

    state: State
    reason: str
    play: Any
    number: int  # the number of the question that was answered wrongly, or -1
    beside: Callable[[str, Any], dict[str, Any]] | None

    def __new__(
        cls, state: State, reason: str = "", play: Any = None, number: int = -1
    ) -> Feedback:
        feedback = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        feedback.state, feedback.reason, feedback.play, feedback.number = (
            state,
            reason,
            play,
            number,
        )
        feedback.beside = None
        return feedback

    def __reduce__(self) -> tuple[Any, ...]:
        return Feedback, (self.state, self.reason, self.play, self.number)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """The words; on a page that can show widgets, also the line of play and whatever the
        exercise adds.
        """
        words, play = str(self), None if self.play is None else self.play.widget()
        if self.beside is not None:
            return self.beside(words, play)
        return (
            {"text/plain": words}
            if play is None
            else {**play._repr_mimebundle_(), "text/plain": words}
        )


class GradingEnded(Exception):
    """Raised as soon as there is feedback: this ends the judging, and any search of ours in it."""

    def __init__(self, feedback: Feedback) -> None:
        self.feedback = feedback


NOT_ATTEMPTED, RIGHT = Feedback(State.NOT_ATTEMPTED), Feedback(State.RIGHT)


def wrong(reason: str, play: Any = None) -> Feedback:
    """The feedback that an answer is wrong, with the reason and, if there is one, the line of play
    that shows it.
    """
    return Feedback(State.WRONG, reason, play)


def require(holds: Any, otherwise: str) -> None:
    """Go on only if the condition holds; if not, the answer is wrong, and ``otherwise`` says
    why.
    """
    if not holds:
        raise GradingEnded(wrong(otherwise))


@contextmanager
def refused(said: str) -> Iterator[None]:
    """What our own readers refuse is wrong, for the reason that they give: ``with refused("This is
    no board: ")``.
    """
    try:
        yield
    except (ValueError, TypeError, AttributeError) as error:
        raise GradingEnded(wrong(f"{said}{clause(shorten(str(error)))}.")) from None


def wrong_kind(what: str, answer: Any) -> GradingEnded:
    """What to raise for an answer of the wrong kind: ``raise give("a list of piles", answer)``."""
    return GradingEnded(wrong(f"Give {what}. You gave {shown(answer)}."))


#: The notes on types that are made while an answer is judged.
NOTED: ContextVar[list[str] | None] = ContextVar("NOTED", default=None)


def note(words: str) -> None:
    """Note, in a sentence, that a right value has the wrong type: the note counts if nothing else
    is wrong.
    """
    if (noted := NOTED.get()) is not None:
        noted.append(words)


def agrees(found: Any, expected: Any, who: str) -> bool:
    """Whether plain data has the expected value. A wrong type is noted, in a sentence about
    ``who``.

    Examples
    --------
    >>> agrees(2, 2, "f(1)"), agrees(3, 2, "f(1)")
    (True, False)
    """
    reason = agreement(found, expected)
    if reason:
        note(f"{who} is {shown(found)}. {reason}")
    return reason is not None
