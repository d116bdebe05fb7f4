"""Checking a student's answer: an exercise is called with the answer, and reports what it finds
(``State``).

An answer is *not attempted yet* if the stub is still there, which returns ``NotImplemented``. It is
*right*, or *too slow* if it is right as far as the check came. It may be *the right value in the
wrong type*. A *wrong* answer comes with the smallest question on which it differs, or, if it is a
strategy, with the shortest line that refutes it. Below a verdict, a button gives one hint after
another. ``exercise.solution()`` shows a solution to any student whose answer was right, or who has
tried three times.
"""

from __future__ import annotations

import inspect
import io
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import Any

from gamecourse.grading import limits, randomness
from gamecourse.grading.calls import Reply, call_function, error_text, shown
from gamecourse.grading.card import card
from gamecourse.grading.domains import Question
from gamecourse.grading.feedback import (
    NOT_ATTEMPTED,
    NOTED,
    Case,
    Feedback,
    GradingEnded,
    NotRight,
    State,
    require,
    wrong,
    wrong_kind,
)
from gamecourse.grading.limits import OutOfTime
from gamecourse.grading.sheet import Markdown, Sheet, folded, hidden, opened, show
from gamecourse.grading.surroundings import replaced_builtins
from gamecourse.grading.writing import NAMES, NotebookNames
from gamelib.core import Text

if sys.platform in limits.IN_A_PAGE:
    limited = limits.in_this_process
else:
    from gamecourse.grading.watched import limited

#: What the exercise asks for, if it was given something else.
FUNCTION = "the function itself, without calling it"

#: What to say if a stub is left in a function that is otherwise written.
UNFINISHED = (
    "Your function returns NotImplemented at some positions, and not at others: is a part still "
    "to be written?"
)

#: What to say of a function that is right only if no other question is asked before.
REMEMBERS = (
    "Asked this question alone, your function is right: it keeps something from earlier "
    "questions. Is a dict, a "
    "list or a cache filled outside the function, or in its first line, as in known={}?"
)

#: What to say of a function that gives different answers to the same question.
CHANGES = (
    "The same question gets different answers. Does your function use random numbers or the time, "
    "or something that an "
    "earlier call has left behind?"
)

#: What to do if Python's own functions have been replaced.
RESTART = (
    "Everything else in Python needs that as well: take the line away, and restart the kernel."
)

#: An answer that uses chance is checked this many times, as long as its calls take no more than
#: these seconds in all.
REPEATS, SECONDS_FOR_REPEATS = 10, 5.0

#: The signals that end a process in which Python has crashed.
CRASHES = {"SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSYS"}

#: The solution may be seen after this many answers that were not right.
TRIES = 3


#: What yields the questions of an exercise, from small to large. They lie in the range that the task
#: states, and reach its ends.
Questions = Callable[[], Iterable[Question]]


#: A checker, written by the author of a lecture: it returns feedback on an answer.
Checker = Callable[[Any], Feedback]


class Exercise:
    """A task with a checker and hints; call it with the answer. ``questions`` yields what a
    function is asked.

    ``save_as`` is the name under which the student can keep a right function in ``mine.py``, or "" if
    none can be kept.
    """

    def __init__(
        self, check: Checker, *hints: str, questions: Questions | None = None, save_as: str = ""
    ) -> None:
        self._check, self._hints, self._given = check, hints, 0
        self._tries, self._solved = 0, False
        self.questions, self.save_as, self._answer = questions, save_as, None
        self._wrong = -1  # the number of the last question that was answered wrongly
        self.__doc__, self.__name__, self.__module__ = (
            check.__doc__,
            check.__name__,
            check.__module__,
        )

    def __call__(self, answer: Any) -> Feedback:
        feedback = self._limited(answer)
        self._tries += feedback.state not in (State.RIGHT, State.NOT_ATTEMPTED, State.NOT_MARKED)
        self._solved = self._solved or feedback.state == State.RIGHT
        if feedback.state != State.RIGHT and os.environ.get(
            "NBGRADER_EXECUTION"
        ):  # which looks only for errors
            raise NotRight(feedback)
        if feedback.number >= 0:
            self._wrong = feedback.number
        feedback = feedback.with_question(feedback.number, feedback.case)  # RIGHT serves everybody
        feedback.beside = self._beside
        self._answer = answer if feedback.state == State.RIGHT else None
        return feedback

    @property
    def question(self) -> Question:
        """The arguments of the last question that was answered wrongly: ``wins(*check.x.question)``
        asks it again.
        """
        asked = [] if self.questions is None or self._wrong < 0 else self.questions()
        for question in islice(asked, max(self._wrong, 0), None):
            return question
        raise LookupError(f"no question of check.{self.__name__} has been answered wrongly yet")

    def _limited(self, answer: Any) -> Feedback:
        """The feedback, in a limited time; a question that was answered wrongly is asked again,
        alone.
        """
        with _bar() as waiting:

            def asked(only: int = -1) -> Feedback:
                work = partial(self._steadily, answer)
                found: Feedback | OutOfTime = limited(work, _dump, only, waiting)
                return too_slow(found) if isinstance(found, OutOfTime) else found

            try:
                found = asked()
                return self._asked_again(found, asked) if found.state == State.WRONG else found
            except limits.ProcessEnded as ended:
                return wrong(_why_ended(ended.who or "your answer", ended.code))
            except limits.CheckerTooSlow as endless:
                return Feedback(State.NOT_MARKED, _endless(endless.spent))

    def _asked_again(self, found: Feedback, asked: Callable[..., Feedback]) -> Feedback:
        """The wrong feedback, with what becomes clear if its question is asked again, alone, several
        times.

        A function that is right then keeps something from earlier questions, if after the same
        questions it is wrong again. Otherwise the same question gets different answers.
        """
        if found.number < 0:  # no function was compared with the right one
            return found
        alone = asked(found.number)
        if alone.reason == CHANGES:
            return found.with_remark(CHANGES)
        if alone.state != State.RIGHT:
            return found
        steady = found.number > 0 and _is_same(asked(), found)
        return found.with_remark(REMEMBERS if steady else CHANGES)

    def _steadily(self, answer: Any) -> Feedback:
        """The feedback; an answer that uses chance is judged again and again, and must be right each
        time.
        """
        before, watch = randomness.states(answer), limits.WATCH.get()
        found = self.judge(answer)
        if not randomness.makes_its_own(answer) and randomness.states(answer) == before:
            return found
        if watch.only != -1:
            return Feedback(State.RIGHT, CHANGES) if found.state == State.RIGHT else found
        if found.number >= 0 or found.state not in (State.RIGHT, State.WRONG):
            return found
        for _ in range(REPEATS):
            limits.so_far(found)
            if watch.spent > SECONDS_FOR_REPEATS:
                break
            again = self.judge(answer)
            wrong_one = again if again.state == State.WRONG else found
            if wrong_one.state == State.WRONG and str(again) != str(found):
                return wrong_one.with_remark(CHANGES)
        return found

    def judge(self, answer: Any) -> Feedback:
        """The feedback alone, in this process and without a limit: nothing is counted or shown, and
        nothing raised.
        """
        noted: list[Feedback] = []
        notes = NOTED.set(noted)
        here = NAMES.set(self._names())
        try:
            feedback = NOT_ATTEMPTED if answer is NotImplemented else self._check(answer)
        except GradingEnded as told:
            feedback = told.feedback
        except (
            SystemExit,
            GeneratorExit,
        ) as error:  # a student's class may raise it while an answer is read
            return wrong(f"Your answer stops with {error_text(error)}.")
        except Exception as error:
            if names := replaced_builtins():
                return wrong(f"Your notebook has replaced {' and '.join(names)}. {RESTART}")
            return self._failed(f"stopped with {error_text(error)} ({_where(error)})")
        finally:
            NOTED.reset(notes)
            NAMES.reset(here)
        if not isinstance(feedback, Feedback):
            return self._failed(
                f"returned {shown(feedback)} and no feedback: is a return missing in it?"
            )
        return noted[0] if feedback.state == State.RIGHT and noted else feedback

    def _names(self) -> NotebookNames:
        """What a notebook calls this exercise and the classes beside it."""
        everything = vars(sys.modules[self.__module__]) if self.__module__ in sys.modules else {}
        if isinstance(sys.modules.get(self.__module__), Sheet):
            everything = opened(sys.modules[self.__module__])
        shown = {name: everything.get(name) for name in everything.get("__all__", ())}
        classes = {thing: name for name, thing in shown.items() if isinstance(thing, type)}
        return NotebookNames(self.__name__, classes)

    def _failed(self, why: str) -> Feedback:
        said = f"the checker of {self.__name__} {why}. That is its author's mistake, not yours."
        return Feedback(State.NOT_MARKED, said)

    def __repr__(self) -> str:
        return f"<exercise {self.__name__}: call it with your answer, or ask for its hint()>"

    def _beside(self, feedback: Feedback) -> dict[str, Any]:
        """What a notebook shows of feedback: the solution below a right answer, otherwise a button
        for hints.
        """
        solution = self._folded() if self._solved else ""
        shown = {"text/plain": str(feedback), "text/html": card(feedback)}
        if solution:
            shown["text/markdown"] = f"{shown.pop('text/html')}\n\n{solution}"
        may_keep = bool(self.save_as) and inspect.isfunction(self._answer)
        if solution and not may_keep:
            return shown
        try:
            from gamecourse.grading import button  # widgets are loaded only if one is shown
        except ImportError:
            return shown
        if self._solved and not may_keep:
            return button.alone(feedback)
        if self._solved:
            return button.with_button(
                feedback, "Keep in mine.py", partial(self._kept, self._answer), solution
            )
        return button.with_hints(feedback, self)

    def _kept(self, function: Any) -> str:
        """Keep a right function in the student's own file, and say so; raises ValueError if that
        cannot be done.
        """
        from gamecourse.mine import keep

        try:
            return keep(self.save_as, function)
        except (OSError, ModuleNotFoundError) as error:
            raise ValueError(str(error)) from None

    def hint(self) -> Text:
        """The next hint; when there are no more, the way to a solution."""
        if not self.has_hint:
            return Text(self.no_more_hints().replace("`", ""))
        self._given += 1
        return Text(self.hints_given()[-1])

    @property
    def has_hint(self) -> bool:
        """Whether there is a hint that was not given yet."""
        return self._given < len(self._hints)

    def hints_given(self) -> list[str]:
        """The hints that were given so far."""
        every = enumerate(self._hints[: self._given], start=1)
        return [f"Hint {number} of {len(self._hints)}: {words}" for number, words in every]

    def no_more_hints(self) -> str:
        """What a button says after the last hint: the way to a solution, if there is one beside the
        notebook.
        """
        if not self._folded():
            return "No more hints."
        shows = f"`check.{self.__name__}.solution()` shows a solution"
        if self._solved or self._tries >= TRIES:
            return f"No more hints; {shows}."
        return f"No more hints; after {TRIES} tries {shows} (so far {self._tries})."

    def solution(self) -> Text:
        """A solution with its explanation, once an answer is right, or after three tries."""
        if not self._solved and self._tries < TRIES:
            return Text(
                f"A solution unfolds after a right answer, or after {TRIES} tries; so far: "
                f"{self._tries}."
            )
        return Markdown(self._folded(unfolded=True) or "There is no solution beside this notebook.")

    def _folded(self, unfolded: bool = False) -> str:
        return folded(self.__module__.rpartition(".")[2], self.__name__, unfolded=unfolded)


@contextmanager
def _bar() -> Iterator[Callable[[int], None]]:
    """A bar for a long check, to be told the number of calls so far; none without gamefast, which
    draws it.
    """
    try:
        from gamefast.progress import Progress
    except Exception:  # it is not installed, or the notebook has replaced what it is loaded with
        yield lambda calls: None
        return
    with Progress(None, "checking", sys.maxsize, " answers") as bar:
        yield lambda calls: bar(calls - bar.done)


def exercise(
    *hints: str, questions: Questions | None = None, save_as: str = ""
) -> Callable[[Checker], Exercise]:
    """Make an exercise of a checker, with at least one hint: ``@exercise("Begin at the end.")``."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')

    def made(check: Checker) -> Exercise:
        show(check.__module__, check.__name__)
        return Exercise(check, *hints, questions=questions, save_as=save_as)

    return made


def _where(error: BaseException) -> str:
    """The line of the checker in which an error arose."""
    here = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in here if "grading" not in Path(frame.filename).parts] or list(here)
    return f"{os.path.basename(theirs[-1].filename)}, line {theirs[-1].lineno}"


class _Dumper(pickle.Pickler):
    """Pickles what a checker's process has found: what the lectures' modules hide goes by its
    name.
    """

    def reducer_override(self, thing: Any) -> Any:
        named = isinstance(thing, type | FunctionType) and isinstance(
            sys.modules.get(thing.__module__), Sheet
        )
        return (hidden, (thing.__module__, thing.__qualname__)) if named else NotImplemented


def _dump(thing: Any) -> bytes:
    """Feedback as bytes. If its line of play cannot be sent, the verdict is sent without it."""
    file = io.BytesIO()
    try:
        _Dumper(file).dump(thing)
    except Exception:  # a game may hold whatever its author likes
        kind, printed, found = thing
        without_play = Feedback(found.state, found.reason, number=found.number)
        return pickle.dumps((kind, printed, without_play))
    return file.getvalue()


def too_slow(late: OutOfTime) -> Feedback:
    """The feedback that the answer ran out of time: for all its calls together, for one of them, or
    for being read.
    """
    if late.together:
        calls = f"the first {late.calls} calls" if late.calls > 1 else "its calls"
        why = (
            f"{calls} have taken {limits.ALL:g} seconds together, and that is all the time there is"
        )
        return Feedback(
            State.SLOW, f"right as far as it came; {why}. Find out what takes so long in each call."
        )
    if not late.who:
        return wrong("Your answer takes too long to read: does it go on for ever?")
    after = f"had not come to an end after {limits.EACH:g} seconds"
    if late.calls > 1:
        case, opening = Case(late.who, stopped=after), "right as far as it came;"
    else:
        case, opening = Case(late.who, stopped=f"{after}, and that was the first question"), ""
    return Feedback(State.SLOW, opening, number=late.calls - 1, case=case)


def _why_ended(who: str, code: int | None) -> str:
    """Why the process in which an answer is checked has ended, as its exit status tells
    (``limits.Ended``).
    """
    if code is None or code == limits.CLOSED:
        return f"{who} has cut off the check: it ends or closes something that is not its own."
    if code >= 0:
        return (
            f"{who} has ended Python itself, with exit status {code}. Leave out os._exit, and "
            "return the answer."
        )
    name = signal.Signals(-code).name if -code in {*signal.Signals} else f"signal {-code}"
    if name in CRASHES:
        return (
            f"Python itself has crashed in {who} ({name}). Calls that are nested too deep can do "
            "that."
        )
    if name == "SIGKILL":
        return (
            f"{who} was ended by the system ({name}). Most often that means that the memory was "
            "full."
        )
    return f"{who} was ended by {name}."


def _endless(spent: float) -> str:
    """What to say if the checker itself has taken too long."""
    own = f"your own code took {spent:.1f} of them"
    return (
        f"the check was stopped after {limits.CHECKER:g} seconds, though {own}. A smaller answer "
        "may be checked sooner."
    )


def _is_same(one: Feedback, other: Feedback) -> bool:
    """Whether two wrong answers name the same question and the same reply to it; the diagnoses may
    differ.
    """
    return (one.state, one.number, one.opening, one.case) == (
        other.state,
        other.number,
        other.opening,
        other.case,
    )


def call(
    answer: Any, *arguments: Any, who: str = "it", what: str = "", as_it_is: bool = False
) -> Any:
    """Return what a student's function returns, as plain data; the function gets copies of lists,
    sets and dicts.

    If the function stops, is still the stub or is not a function, the feedback says so, and ``who``
    is the subject of its sentence. If ``what`` says what is wanted, None is refused as well.
    ``as_it_is`` leaves the value as it is.

    Examples
    --------
    >>> call(len, "abc")
    3
    """
    if not callable(answer):
        raise wrong_kind(FUNCTION, answer)
    reply = call_function(answer, arguments, who, as_it_is)
    if reply.stopped:
        raise GradingEnded(stopped(reply, who))
    require(
        reply.value is not None or not what, f"{who} is None, it should be {what}.{reply.why_none}"
    )
    return reply.value


def inside(judge: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A student's function as one of our searches may call it: ``judge`` asks the function once for
    each position.

    Examples
    --------
    >>> inside(lambda position: position + 1)(2)
    3
    """

    @cache
    def asked(position: Any) -> Any:
        try:
            return judge(position)
        except GradingEnded as told:
            begun = asked.cache_info().currsize > 0
            raise (
                GradingEnded(wrong(UNFINISHED)) if begun and not told.feedback.reason else told
            ) from None

    return asked


def stopped(reply: Reply, who: str, *, begun: bool = False) -> Feedback:
    """Why a call gave no value. ``begun`` says that other calls gave one, so the function is not a
    stub.
    """
    if reply.stopped == "stub" and begun:
        unfinished = "is NotImplemented: a part of your function is still to be written"
        return Feedback(State.WRONG, case=Case(who, stopped=unfinished))
    if reply.stopped == "stub":
        return NOT_ATTEMPTED
    if reply.stopped == "too deep":
        nested = "stops with RecursionError: the calls are nested too deep"
        endless = "Does your function call itself for ever?"
        return Feedback(State.WRONG, case=Case(who, stopped=nested), remarks=endless)
    if reply.stopped in ("late", "late together"):
        together = reply.stopped == "late together"
        return too_slow(
            OutOfTime(who, 0 if together else 1 + begun, together)
        )  # nobody has counted the calls
    return Feedback(State.WRONG, case=Case(who, stopped=reply.stopped))
