"""What a checker can say of an answer: not attempted, right, too slow, of the wrong type, or wrong
with a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gamecourse.grading.calls import clause, shorten, shown
from gamecourse.grading.card import card
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


@dataclass(frozen=True)
class Case:
    """One call of a student's function, or one part of an answer, in words: what it gave and what
    is right.

    ``stopped`` says why a call gave nothing, "stops with KeyError: 0". ``other_kind`` says that
    what it gave is of another kind than what is right, such as a list for a number. ``at`` is the
    position, or whatever else, at which a large answer first differs. ``boards`` are drawn beside the
    call, and ``board_there`` is drawn for ``at``; ``again`` is a line that asks the call again, if
    ``call`` is none.

    >>> print(Case("wins(3)", gave="True", expected="False"))
    wins(3) is True, it should be False.
    """

    call: str
    gave: str = ""
    expected: str = ""
    stopped: str = ""
    other_kind: bool = False
    at: Any = None
    boards: tuple[str, ...] = ()
    board_there: str = ""
    again: str = ""

    def __str__(self) -> str:
        """The case as one sentence, with as much of it as is known."""
        if self.stopped:
            return f"{self.call} {self.stopped}."
        if not self.gave:
            return f"{self.call} is not what it should be."
        if not self.expected:
            return f"{self.call} is {self.gave}."
        pause = ";" if self.other_kind else ","
        return f"{self.call} is {self.gave}{pause} it should be {self.expected}."


class Feedback(Text):
    """A state and the reason for it, which is a text; a notebook shows the parts of it as a card.

    ``opening`` is the first sentence, or all there is to say; then come ``case`` and ``play``, a
    line of play that proves the reason, if there are any; and ``remarks``, which say where to look.
    An exercise sets ``beside`` to show more than a card: it makes the MIME types for a notebook. It
    also sets ``progress``, a line for the reader's eyes alone, which no file keeps.
    """

    state: State
    opening: str
    play: Any
    number: int  # the number of the question that was answered wrongly, or -1
    case: Case | None
    remarks: str
    beside: Callable[[Feedback], dict[str, Any]] | None
    progress: str

    def __new__(
        cls,
        state: State,
        opening: str = "",
        play: Any = None,
        number: int = -1,
        case: Case | None = None,
        remarks: str = "",
    ) -> Feedback:
        """Make the text of the parts, and keep the parts as well."""
        reason = _reason(opening, case, play, remarks)
        feedback = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        feedback.state = state
        feedback.opening = opening
        feedback.play = play
        feedback.number = number
        feedback.case = case
        feedback.remarks = remarks
        feedback.beside = None
        feedback.progress = ""
        return feedback

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.state, self.opening, self.play, self.number, self.case, self.remarks)
        return Feedback, parts

    @property
    def reason(self) -> str:
        """All that is said beside the state."""
        return _reason(self.opening, self.case, self.play, self.remarks)

    def with_question(self, number: int, case: Case | None) -> Feedback:
        """The same about the question of this number, and about this call."""
        return Feedback(self.state, self.opening, self.play, number, case, self.remarks)

    def with_remark(self, words: str) -> Feedback:
        """The same with one more sentence that says where to look."""
        apart = "\n" if self.play is not None else " "
        remarks = f"{self.remarks}{apart}{words}".strip()
        return Feedback(self.state, self.opening, self.play, self.number, self.case, remarks)

    def html(self) -> str:
        """The feedback as a card, for a page that needs neither widgets nor styles of its own."""
        return card(self)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """The text, and the card; on a page that can show widgets, also the line of play and
        whatever the exercise adds.
        """
        if self.beside is not None:
            return self.beside(self)
        bundle = {"text/plain": str(self), "text/html": self.html()}
        play = None if self.play is None else self.play.widget()
        return bundle if play is None else {**play._repr_mimebundle_(), **bundle}


def _reason(opening: str, case: Case | None, play: Any, remarks: str) -> str:
    """The parts of feedback as one text; a line of play, or a board, has lines of its own."""
    if play is not None:
        return "\n".join(filter(None, (opening, str(play), remarks)))
    if case is None:
        apart = "\n" if "\n" in opening else " "
        return apart.join(filter(None, (opening, remarks)))
    again = f"To run it again: {case.again}." if case.again else ""
    return " ".join(filter(None, (opening, str(case), remarks, again)))


class GradingEnded(Exception):
    """Raised as soon as there is feedback: this ends the judging, and any search of ours in it."""

    def __init__(self, feedback: Feedback) -> None:
        self.feedback = feedback


NOT_ATTEMPTED, RIGHT = Feedback(State.NOT_ATTEMPTED), Feedback(State.RIGHT)


def wrong(reason: str, play: Any = None) -> Feedback:
    """The feedback that an answer is wrong, with the reason and, if there is one, the line of play
    that shows it; the reason may contain the line as a text, with something to say after it.
    """
    if play is None:
        return Feedback(State.WRONG, reason)
    opening, _, remarks = reason.partition(str(play))
    return Feedback(State.WRONG, opening.strip("\n"), play, remarks=remarks.strip("\n"))


def require(holds: Any, otherwise: str) -> None:
    """Go on only if the condition holds; if not, the answer is wrong, and ``otherwise`` says
    why.
    """
    if not holds:
        raise GradingEnded(wrong(otherwise))


@contextmanager
def refused(said: str) -> Iterator[None]:
    """If code of ours in this block refuses what a student gave, the answer is wrong: the reason is
    ``said`` with the words of the error. ``with refused("This is no board: ")``.
    """
    try:
        yield
    except (ValueError, TypeError, AttributeError) as error:
        raise GradingEnded(wrong(f"{said}{clause(shorten(str(error)))}.")) from None


def wrong_kind(what: str, answer: Any) -> GradingEnded:
    """What to raise for an answer of the wrong kind: ``raise wrong_kind("a list", answer)``."""
    return GradingEnded(wrong(f"Give {what}. You gave {shown(answer)}."))


#: The notes on types that are made while an answer is judged.
NOTED: ContextVar[list[Feedback] | None] = ContextVar("NOTED", default=None)


def note(words: str, case: Case | None = None) -> None:
    """Note, in a sentence, that a right value has the wrong type: the note counts if nothing else
    is wrong.
    """
    if (noted := NOTED.get()) is not None:
        noted.append(Feedback(State.TYPE, case=case, remarks=words))


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
        note(reason, Case(who, gave=shown(found)))
    return reason is not None
