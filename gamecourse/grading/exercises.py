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
from gamecourse.grading.sheet import Markdown, Sheet, folded_solution, hidden, opened, show
from gamecourse.grading.surroundings import replaced_builtins
from gamecourse.grading.writing import NAMES, NotebookNames
from gamelib.core import Text

if sys.platform in limits.IN_A_PAGE:
    from gamecourse.grading.in_page import limited
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

#: An answer that uses chance is judged again this many times ...
REPEATS = 10

#: ... unless its calls have taken more than these seconds in all.
SECONDS_FOR_REPEATS = 5.0

#: The signals that end a process in which Python has crashed.
CRASHES = {"SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSYS"}

#: The solution may be seen after this many answers that were not right.
TRIES = 3

#: The number of a question if there is none.
NO_QUESTION = -1

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
        self.__doc__ = check.__doc__
        self.__name__ = check.__name__
        self.__module__ = check.__module__
        self.questions = questions
        self.save_as = save_as
        self._check = check
        self._hints = hints
        self._hints_shown = 0
        self._tries = 0  # how many answers were not right
        self._solved = False
        self._right_answer: Any = None  # the last answer, if it was right
        self._wrong_question = NO_QUESTION  # the number of the last one that was answered wrongly

    def __call__(self, answer: Any) -> Feedback:
        """The feedback on an answer, which a notebook shows with a button below it.

        Here tries are counted. Under nbgrader an answer that is not right raises ``NotRight``.
        """
        feedback = self._judge_in_limited_time(answer)
        if feedback.state not in (State.RIGHT, State.NOT_ATTEMPTED, State.NOT_MARKED):
            self._tries += 1
        is_right = feedback.state == State.RIGHT
        self._solved = self._solved or is_right
        if not is_right and os.environ.get("NBGRADER_EXECUTION"):
            raise NotRight(feedback)  # an error in a cell is all that nbgrader looks for
        if feedback.number != NO_QUESTION:
            self._wrong_question = feedback.number
        self._right_answer = answer if is_right else None
        # a copy, because all exercises share the one RIGHT, and each shows something else beside it
        feedback = feedback.with_question(feedback.number, feedback.case)
        feedback.beside = self._beside
        if feedback.state not in (State.NOT_ATTEMPTED, State.NOT_MARKED):
            feedback.progress = self._progress(is_right)
        return feedback

    def _progress(self, is_right: bool) -> str:
        """Remember a right answer, in the reader's copy of the course, and say how many exercises
        of the notebook are right; "" elsewhere.
        """
        if not self.__module__.startswith("gamecourse.check."):
            return ""
        contents = opened(sys.modules[self.__module__])
        exercises = [name for name, thing in contents.items() if isinstance(thing, Exercise)]
        lecture = self.__module__.rpartition(".")[2]
        try:
            from gamecourse.progress.remember import line_below

            return line_below(lecture, self.__name__, exercises, is_right=is_right)
        except Exception:  # the notebook may have replaced what is needed here: no verdict is lost
            return ""

    @property
    def question(self) -> Question:
        """The arguments of the last question that was answered wrongly: ``wins(*check.x.question)``
        asks it again.
        """
        if self.questions is not None and self._wrong_question != NO_QUESTION:
            question = next(islice(self.questions(), self._wrong_question, None), None)
            if question is not None:
                return question
        raise LookupError(f"no question of check.{self.__name__} has been answered wrongly yet")

    def _judge_in_limited_time(self, answer: Any) -> Feedback:
        """Judge an answer, where possible in another process, which is ended when time is up.

        If the answer is wrong, the question that shows it is asked again, alone.
        """
        with _bar() as show_calls:

            def ask(only: int = NO_QUESTION) -> Feedback:
                """Judge the answer by all questions, or only by the question of this number."""
                work = partial(self._judge_repeatedly, limits.FRESH.get()(answer))
                result: Feedback | OutOfTime = limited(work, _dump, only, show_calls)
                return too_slow(result) if isinstance(result, OutOfTime) else result

            try:
                feedback = ask()
                if feedback.state == State.WRONG:
                    return self._explain_change(feedback, ask)
                return feedback
            except limits.ProcessEnded as ended:
                return wrong(_why_ended(ended.call or "your answer", ended.code))
            except limits.CheckerTooSlow as error:
                return Feedback(State.NOT_MARKED, _checker_too_slow(error.spent))

    def _explain_change(self, feedback: Feedback, ask: Callable[..., Feedback]) -> Feedback:
        """Add a remark to wrong feedback if the same question, asked again, gets another answer.

        ``ask()`` judges the answer by all questions again, and ``ask(number)`` by this one alone.

        A function that is right if it is asked this question alone, and wrong again after the same
        questions as before, keeps something from earlier questions. Otherwise its answers change
        without a reason, as those of a function that uses random numbers do.
        """
        if feedback.number == NO_QUESTION:  # no function was compared with the right one
            return feedback
        alone = ask(feedback.number)
        if alone.reason == CHANGES:
            return feedback.with_remark(CHANGES)
        if alone.state != State.RIGHT:
            return feedback
        had_earlier_questions = feedback.number > 0
        if had_earlier_questions and _is_same_mistake(ask(), feedback):
            return feedback.with_remark(REMEMBERS)
        return feedback.with_remark(CHANGES)

    def _judge_repeatedly(self, answer: Any) -> Feedback:
        """Judge an answer, and judge it again and again if it uses chance: then it must be right
        each time.
        """
        watch = limits.WATCH.get()
        states_before = randomness.states(answer)
        feedback = self.judge(answer)
        drew_numbers = randomness.changed_since(states_before, answer)
        if not drew_numbers and not randomness.makes_its_own(answer):
            return feedback
        if watch.only != NO_QUESTION:  # the question that was answered wrongly is asked again
            return Feedback(State.RIGHT, CHANGES) if feedback.state == State.RIGHT else feedback
        names_a_question = feedback.number != NO_QUESTION  # which will be asked again anyway
        if names_a_question or feedback.state not in (State.RIGHT, State.WRONG):
            return feedback
        for _ in range(REPEATS):
            limits.so_far(feedback)
            if watch.spent > SECONDS_FOR_REPEATS:
                break
            again = self.judge(answer)
            if str(again) == str(feedback):
                continue
            wrong_one = again if again.state == State.WRONG else feedback
            if wrong_one.state == State.WRONG:  # once right and once wrong, or wrong in two ways
                return wrong_one.with_remark(CHANGES)
        return feedback

    def judge(self, answer: Any) -> Feedback:
        """Judge an answer in this process, without a limit of time: nothing is counted or shown, and
        nothing raised.
        """
        notes: list[Feedback] = []  # on right values in the wrong type: filled while we judge
        reset_notes = NOTED.set(notes)
        reset_names = NAMES.set(self._notebook_names())
        try:
            feedback = NOT_ATTEMPTED if answer is NotImplemented else self._check(answer)
        except GradingEnded as ended:
            feedback = ended.feedback
        # a student's class may raise these two, which are no Exceptions, while an answer is read
        except (SystemExit, GeneratorExit) as error:
            return wrong(f"Your answer stops with {error_text(error)}.")
        except Exception as error:
            if names := replaced_builtins():
                return wrong(f"Your notebook has replaced {' and '.join(names)}. {RESTART}")
            return self._checker_failed(f"stopped with {error_text(error)} ({_place_of(error)})")
        finally:
            NOTED.reset(reset_notes)
            NAMES.reset(reset_names)
        if not isinstance(feedback, Feedback):
            return self._checker_failed(
                f"returned {shown(feedback)} and no feedback: is a return missing in it?"
            )
        return notes[0] if feedback.state == State.RIGHT and notes else feedback

    def _notebook_names(self) -> NotebookNames:
        """What a notebook calls this exercise, and the classes that its lecture's sheet shows."""
        module = sys.modules.get(self.__module__)
        if module is None:
            return NotebookNames(self.__name__, {})
        contents = opened(module)
        classes = {
            contents[name]: name
            for name in contents.get("__all__", ())
            if isinstance(contents.get(name), type)
        }
        return NotebookNames(self.__name__, classes)

    def _checker_failed(self, why: str) -> Feedback:
        """The feedback that the checker itself has failed, which costs nobody points."""
        said = f"the checker of {self.__name__} {why}. That is its author's mistake, not yours."
        return Feedback(State.NOT_MARKED, said)

    def __repr__(self) -> str:
        return f"<exercise {self.__name__}: call it with your answer, or ask for its hint()>"

    def _beside(self, feedback: Feedback) -> dict[str, Any]:
        """What a notebook shows of feedback, by MIME type: the solution below a right answer,
        otherwise a button for hints.
        """
        solution = self._folded_solution() if self._solved else ""
        bundle = {"text/plain": str(feedback), "text/html": card(feedback)}
        if solution:  # one text with the card above the solution, so that both are shown
            bundle["text/markdown"] = f"{bundle.pop('text/html')}\n\n{solution}"
        may_save = bool(self.save_as) and inspect.isfunction(inspect.unwrap(self._right_answer))
        if solution and not may_save and not feedback.progress:
            return bundle
        try:
            from gamecourse.grading import button  # widgets are loaded only if one is shown
        except ImportError:
            return bundle
        if not self._solved:
            return button.with_hints(feedback, self)
        if not may_save:
            return button.alone(feedback, solution)
        save = partial(self._save, self._right_answer)
        return button.with_button(feedback, "Keep in mine.py", save, solution)

    def _save(self, function: Any) -> str:
        """Write a right function into the student's own file, and return a sentence that says so;
        raises ValueError if that cannot be done.
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
        self._hints_shown += 1
        return Text(self.hints_given()[-1])

    @property
    def has_hint(self) -> bool:
        """Whether there is a hint that was not given yet."""
        return self._hints_shown < len(self._hints)

    def hints_given(self) -> list[str]:
        """The hints that were given so far."""
        every = enumerate(self._hints[: self._hints_shown], start=1)
        return [f"Hint {number} of {len(self._hints)}: {words}" for number, words in every]

    def no_more_hints(self) -> str:
        """What a button says after the last hint: the way to a solution, if there is one beside the
        notebook.
        """
        if not self._folded_solution():
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
        solution = self._folded_solution(unfolded=True)
        return Markdown(solution or "There is no solution beside this notebook.")

    def _folded_solution(self, unfolded: bool = False) -> str:
        """The solution as Markdown that folds; empty if there is none beside the notebook."""
        lecture = self.__module__.rpartition(".")[2]
        return folded_solution(lecture, self.__name__, unfolded=unfolded)


@contextmanager
def _bar() -> Iterator[Callable[[int], None]]:
    """Show a progress bar for a long check, and yield the function that tells it the number of
    calls so far. Without gamefast, which draws the bar, none is shown.
    """
    try:
        from gamefast.progress import Progress
    except Exception:  # it is not installed, or the notebook has replaced what it is loaded with
        yield lambda calls: None
        return
    any_size = sys.maxsize  # small work gets no bar, but a call may be slow
    with Progress(None, "checking", any_size, " answers") as bar:
        yield lambda calls: bar(calls - bar.done)


def exercise(
    *hints: str, questions: Questions | None = None, save_as: str = ""
) -> Callable[[Checker], Exercise]:
    """Make an exercise of a checker, with at least one hint: ``@exercise("Begin at the end.")``."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')

    def decorate(check: Checker) -> Exercise:
        show(check.__module__, check.__name__)
        return Exercise(check, *hints, questions=questions, save_as=save_as)

    return decorate


def _place_of(error: BaseException) -> str:
    """The file and the line of the checker in which an error arose.

    The lines of the common engine, in the folder ``grading``, are left out: its author cannot help
    it.
    """
    frames = traceback.extract_tb(error.__traceback__)
    outside = [frame for frame in frames if "grading" not in Path(frame.filename).parts]
    innermost = (outside or frames)[-1]
    return f"{os.path.basename(innermost.filename)}, line {innermost.lineno}"


class _Dumper(pickle.Pickler):
    """Pickles what a checker's process has found.

    pickle looks up classes and functions by name, but a lecture's sheet hides most of them. So they
    are pickled as a call of ``hidden``, which finds them.
    """

    def reducer_override(self, thing: Any) -> Any:
        """How a thing is pickled: for what a sheet hides, the function to call and its arguments."""
        has_name = isinstance(thing, type | FunctionType)
        if has_name and isinstance(sys.modules.get(thing.__module__), Sheet):
            return hidden, (thing.__module__, thing.__qualname__)
        return NotImplemented  # pickled in the usual way


def _dump(message: tuple[str, str, Feedback]) -> bytes:
    """A message of a checker's process as bytes: its kind, what was printed, and feedback.

    If the line of play cannot be pickled, the feedback is sent without it.
    """
    file = io.BytesIO()
    try:
        _Dumper(file).dump(message)
    except Exception:  # a game may hold whatever its author likes
        kind, printed, feedback = message
        without_play = Feedback(feedback.state, feedback.reason, number=feedback.number)
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
    if not late.call:
        return wrong("Your answer takes too long to read: does it go on for ever?")
    stopped = f"had not come to an end after {limits.EACH:g} seconds"
    opening = "right as far as it came;"
    if late.calls <= 1:
        stopped += ", and that was the first question"
        opening = ""
    case = Case(late.call, stopped=stopped)
    return Feedback(State.SLOW, opening, number=late.calls - 1, case=case)


def _why_ended(who: str, code: int | None) -> str:
    """Why the process in which an answer is checked has ended.

    ``who`` is the subject of the sentence, a call or "your answer". ``code`` is the exit status
    (``limits.ProcessEnded``).
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


def _checker_too_slow(spent: float) -> str:
    """What to say if the checker has taken too long, though the student's code took only these
    seconds of it.
    """
    own = f"your own code took {spent:.1f} of them"
    return (
        f"the check was stopped after {limits.CHECKER:g} seconds, though {own}. A smaller answer "
        "may be checked sooner."
    )


def _is_same_mistake(first: Feedback, second: Feedback) -> bool:
    """Whether two wrong answers name the same question and the same reply to it; the remarks may
    differ.
    """
    same_question = first.number == second.number and first.case == second.case
    return same_question and first.state == second.state and first.opening == second.opening


def call(
    answer: Any, *arguments: Any, who: str = "it", what: str = "", as_it_is: bool = False
) -> Any:
    """Call a student's function on copies of the arguments, and return its value as plain data.

    Raises GradingEnded if the function stops, is still the stub, or is not a function.

    Parameters
    ----------
    answer
        The student's function.
    arguments
        What it is called with.
    who
        The call as the feedback names it, "wins(3)": the subject of its sentences.
    what
        What is wanted, "a list of moves". If this is given, None is refused as well.
    as_it_is
        Whether the value is returned as it is instead of being read as plain data.

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
    """A student's function as one of our searches may call it: ``judge`` calls the function and
    returns its value, or raises GradingEnded. It is itself called only once for each position.

    If a part of the function is still to be written, the feedback says so: NotImplemented at the
    first position means that nothing is written yet.

    Examples
    --------
    >>> inside(lambda position: position + 1)(2)
    3
    """

    @cache
    def judge_once(position: Any) -> Any:
        """Judge a position that was not judged before; a stub after other answers is unfinished."""
        try:
            return judge(position)
        except GradingEnded as ended:
            answered_before = judge_once.cache_info().currsize > 0
            is_stub = not ended.feedback.reason  # NOT_ATTEMPTED alone has none
            if is_stub and answered_before:
                raise GradingEnded(wrong(UNFINISHED)) from None
            raise ended from None

    return judge_once


def stopped(reply: Reply, who: str, *, begun: bool = False) -> Feedback:
    """The feedback on a call that gave no value; ``who`` is the call in words, "wins(3)".

    ``begun`` says that earlier calls gave a value, so the function is more than a stub.
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
        # Nobody has counted the calls. too_slow asks only whether there was more than one of them.
        if reply.stopped == "late together":
            return too_slow(OutOfTime(who, calls=0, together=True))
        return too_slow(OutOfTime(who, calls=2 if begun else 1))
    return Feedback(State.WRONG, case=Case(who, stopped=reply.stopped))
