"""The judge: a process that reads one notebook, asks the student's process for each answer, and
reports what it finds.

``judge`` runs in a process of its own. ``Student`` represents the student's process for the judge,
with stand-ins for the objects in it.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import json
import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from gamecourse.grading import limits
from gamecourse.grading.calls import Reply, error_text, shorten
from gamecourse.grading.exercises import Exercise
from gamecourse.grading.feedback import NOT_ATTEMPTED, Feedback, State, wrong
from gamecourse.grading.marks import rights
from gamecourse.grading.marks.notebook import (
    Cell,
    NotMarked,
    Task,
    check_of,
    distinct,
    imported,
    read,
    tasks,
)
from gamecourse.grading.marks.processes import (
    LIMITS,
    Limits,
    end,
    files_together,
    how_it_ended,
    memory_together,
    orphans_ended,
    private_folder,
    start,
)
from gamecourse.grading.marks.wire import METHODS, Handle, Wire, receive_plain, send_trusted
from gamecourse.grading.marks.worker import ERROR, endless
from gamecourse.grading.plain import NotPlain
from gamecourse.grading.sheet import opened
from gamelib.core import IllegalMove

#: The most characters of a reason.
LONGEST = 20_000

#: The most characters of a lecture's name: a longer one is compared with nothing.
LONGEST_NAME = 100

#: How often, in seconds, it is looked up how much a student's process takes.
LOOK = 0.5

#: A message of the judge: its kind, and more.
Say = Callable[..., None]


class Job(NamedTuple):
    """What is to be judged.

    The exercises that count are those in ``wanted``. If that is None, they are those that the
    course has for the notebook's lecture. If the course does not have the lecture, they are those
    in the notebook.
    """

    notebook: Path | list[Cell]  # a file, or its cells
    wanted: list[Task] | None
    known: dict[str, list[Task]]  # the exercises of each lecture of the course
    limits: Limits


def judge(wire: Wire, job: Job, first: int, folder: str) -> None:
    """Judge the exercises of a notebook from number ``first`` on: this is what a judge's process
    does.

    Students' processes have their folders in ``folder``.

    The judge sends lists in JSON. First comes ``["notebook", lecture, [[name, cell, points],
    ...]]``, with the exercises if the course does not have that lecture. Then, again and again,
    come ``["cell", number]`` before a cell runs, ``["exercise", number]``, and ``["mark", state,
    reason]``. The last message is ``["end"]``, ``["not marked", why]``, or ``["lost", why]`` if the
    judge itself has failed.
    """

    def say(*message: Any) -> None:
        wire.send_bytes(json.dumps(message).encode())

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that marks the class ends this one
    rights.hide()
    rights.end_with_parent(os.getppid())
    rights.limit_memory(job.limits.memory)
    limits.EACH, limits.ALL = job.limits.each, job.limits.together
    tempfile.tempdir = folder
    try:
        with orphans_ended():
            _judge(say, job, first)
            say("end")
    except NotMarked as error:
        say("not marked", _clean(str(error)))
    except ConnectionError:  # the run was stopped: nobody listens any more
        pass
    except Exception as error:
        say("lost", _clean(f"the judge stopped with {error_text(error)}"))


def _judge(say: Say, job: Job, first: int) -> None:
    """Judge the exercises of a notebook from number ``first`` on, and say the mark of each. If an
    earlier judge was lost, it has judged those before.
    """
    if isinstance(job.notebook, Path):
        cells = read(job.notebook, follow=False)
    else:
        cells = job.notebook
    tasks_here = tasks(cells)
    import_cell, lecture = imported(cells)
    due = job.wanted  # otherwise what the course has, or what this notebook asks
    if due is None:
        due = job.known.get(lecture, distinct(tasks_here))
    sheet = _sheet(lecture, import_cell, list(job.known))
    for task in due:
        if not isinstance(sheet.get(task.name), Exercise):
            asks = f"cell {task.cell + 1} asks check.{task.name}"
            raise NotMarked(f"{asks}, which is not an exercise of {lecture}")
    new_tasks = [] if lecture in job.known else distinct(tasks_here)
    say("notebook", lecture, [[task.name, task.cell, task.points] for task in new_tasks])
    check_cells = {task.name: task.cell for task in tasks_here}
    with closing(_NotebookJudge(say, cells, lecture, sheet, job.limits)) as judge_answer:
        for number, task in enumerate(due[first:], first):
            check = check_cells.get(task.name)
            feedback = judge_answer(number, sheet[task.name], task.expression, check)
            say("mark", feedback.state.name, _clean(feedback.reason))


def _sheet(lecture: str, cell: int, known: list[str]) -> dict[str, Any]:
    """Everything in the module of a lecture's exercises, by name.

    Raises NotMarked if there is no such module, and says which of the known lectures may be meant.
    ``cell`` is the cell of the notebook that imports it.
    """
    module = f"gamecourse.check.{lecture}"
    if len(lecture) > LONGEST_NAME or importlib.util.find_spec(module) is None:
        name = shorten(lecture, LONGEST_NAME)
        similar = difflib.get_close_matches(name, known, 1)
        hint = f": was {similar[0]} meant?" if similar else ""
        raise NotMarked(
            f"cell {cell} imports the exercises of {name!r}, which is not a lecture of the "
            f"course{hint}"
        )
    try:
        sheet = opened(importlib.import_module(module))
    except Exception as error:
        raise NotMarked(f"{module}, which cell {cell} imports, {error_text(error)}") from None
    if not any(isinstance(thing, Exercise) for thing in sheet.values()):
        raise NotMarked(f"cell {cell} imports {module}, which has no exercises")
    return sheet


def _clean(words: str) -> str:
    """Words that any file can hold: not too long, and with no lone surrogate."""
    return shorten(words, LONGEST).encode("utf-8", "backslashreplace").decode()


#: What to say if the time for all cells and exercises is used up.
ALL_TIME = (
    "all cells and answers of your notebook together have taken more than {seconds:g} seconds"
)

#: What to say if a student's process does not begin, which is not the student's fault.
NOT_BEGUN = "a process for the notebook did not begin within {seconds:g} seconds"

#: The most characters of an expression in a reason.
LONGEST_EXPRESSION = 60

#: The most cells that a reason names.
MOST_CELLS = 3


class _NotebookJudge:
    """Judges exercise after exercise of a notebook, whose cells run in a student's process."""

    def __init__(
        self, say: Say, cells: list[Cell], lecture: str, sheet: dict[str, Any], limits: Limits
    ) -> None:
        self._say = say
        self._lecture = lecture
        self._sheet = sheet
        self._limits = limits
        #: the code of each cell; "" for words, and for checks, which are judged here instead
        self._code = [
            c["source"] if c["cell_type"] == "code" and check_of(c) is None else "" for c in cells
        ]
        self._end = monotonic() + limits.notebook
        self._cells_run = 0  #: how many cells have run in the student's process
        self._why_stopped: dict[int, str] = {}  #: what stopped a cell, by its number from 1 on
        #: the cells in which a process was lost: no other process runs them
        self._left_out: set[int] = set()
        self._student: Student | None = None

    def __call__(
        self, number: int, exercise: Exercise, expression: str, check: int | None
    ) -> Feedback:
        """Judge the answer that an expression gives, once the cells above its check have been run.

        One process runs the notebook as its author would. If the process is lost, for example in a
        loop that never ends, a new process starts and leaves out the cell in which it was lost.

        Parameters
        ----------
        number
            The number of the exercise among those that are due.
        exercise
            What checks the answer.
        expression
            The argument of the check.
        check
            The number of the cell that holds the check; if there is none, all cells are run.
        """
        cells_above = len(self._code) if check is None else check
        try:
            student = self._student_after(number, cells_above)
            self._say("exercise", number)
            student.seconds = self._limits.together  # for the calls of this exercise
            answer = student.answer(expression)
            if isinstance(answer, NotPlain) and answer.kind == ERROR:
                # neither the check nor the name that it asks for is in the notebook
                if check is None and answer.words.startswith("NameError"):
                    return NOT_ATTEMPTED
                return wrong(self._no_answer(expression, answer, cells_above))
            return exercise.judge(answer)
        except _NoTime:
            return wrong(ALL_TIME.format(seconds=self._limits.notebook))
        except NotBegun:
            return Feedback(State.NOT_MARKED, NOT_BEGUN.format(seconds=self._limits.start))
        except Lost as lost:
            self.close()  # a new process begins with the next exercise
            return wrong(f"your notebook's process is lost, while your answer was asked: {lost}")
        except TimeoutError:
            self.close()
            return wrong(
                f"your answer {shorten(expression, LONGEST_EXPRESSION)!r} takes too long to read"
            )

    def _student_after(self, number: int, cells_above: int) -> Student:
        """The student's process after the first cells have run in it, as many as ``cells_above``. If
        it is lost in one of them, a new one begins with the first cell again, without that one.
        """
        while True:
            student = self._student
            if student is None or student.process.poll() is not None:  # none yet, or it has ended
                self.close()
                self._say("exercise", number)
                student = self._student = Student(self._lecture, self._sheet, self._limits)
                self._cells_run = 0
            if self._run_cells(student, cells_above):
                return student
            self.close()

    def _run_cells(self, student: Student, cells_above: int) -> bool:
        """Run the cells that are still to be run, and return whether the process is still there."""
        while self._cells_run < cells_above:
            if monotonic() > self._end:
                raise _NoTime
            self._cells_run += 1
            cell = self._cells_run  # its number from 1 on
            code = self._code[cell - 1]
            if code and cell not in self._left_out and not self._run_cell(student, cell, code):
                return False
        return True

    def _run_cell(self, student: Student, cell: int, code: str) -> bool:
        """Run one cell, and return whether the process is still there."""
        self._say("cell", cell)
        try:
            self._why_stopped[cell] = student.run(code)
        except Lost as lost:
            self._why_stopped[cell] = f"has cost your notebook's process: {lost}"
            self._left_out.add(cell)
        except TimeoutError:
            self._why_stopped[cell] = endless(self._limits.cell)
            self._left_out.add(cell)
        return cell not in self._left_out

    def _no_answer(self, expression: str, error: NotPlain, cells_above: int) -> str:
        """Why there is no answer: what the expression gives, and which cells above it were
        stopped.
        """
        sentences = [f"{shorten(expression, LONGEST_EXPRESSION)} cannot be read: {error.words}."]
        stopped = [
            (cell, why) for cell, why in self._why_stopped.items() if why and cell <= cells_above
        ]
        sentences += [f"Cell {cell} {why}." for cell, why in stopped[-MOST_CELLS:]]
        return " ".join(sentences)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._student is not None:
            self._student.close()
        self._student = None


class _NoTime(Exception):
    """The time for all cells and exercises of the notebook is used up."""


class NotBegun(Exception):
    """A student's process has not begun in time."""


class Lost(BaseException):
    """The student's process has ended; the message says why.

    It is not an Exception, because a checker takes an Exception for the student's mistake.
    """


def _stays_here(thing: Any) -> bool:
    """Whether the student's process gets only the name of a thing.

    That holds for exercises, and for classes of ours: right answers would come with them.
    """
    ours = ("gamecourse.check.", "gamecourse.grading.")
    return isinstance(thing, Exercise) or (
        isinstance(thing, type) and thing.__module__.startswith(ours)
    )


class Student:
    """A process for a student's cells: ``with closing(Student("matches", sheet)) as student:
    student.run(cell)``.

    ``sheet`` is everything in the module of the exercises, such as ``"matches"``. The process gets
    the part that a notebook sees: names of exercises, and data. Every question raises Lost if the
    process has died, and TimeoutError if it had to be ended.
    """

    def __init__(self, lecture: str, sheet: dict[str, Any], limits: Limits = LIMITS) -> None:
        self.seconds = limits.together  #: the seconds left for all the calls of an exercise
        self._limits = limits
        self._questions_asked = 0
        self._kept: list[Any] = []  #: our objects to which the student's code may put questions
        self._open = ExitStack()
        self._folder = self._open.enter_context(private_folder())
        self._user = rights.user_for(os.getpid())
        their_rights = rights.Rights(self._user, limits.memory)
        self.process, self._wire = start(
            "gamecourse.grading.marks.worker:work", their_rights, folder=self._folder
        )
        hidden = [name for name in sheet["__all__"] if _stays_here(sheet[name])]
        shown = {name: sheet[name] for name in sheet["__all__"] if name not in hidden}
        try:
            self._ask(limits.start, "begin", lecture, hidden, shown)
        except (TimeoutError, Lost):
            self.close()
            raise NotBegun from None

    def close(self) -> None:
        """End the process, and the processes that it has started."""
        end(self.process, self._user)
        self._wire.close()
        self._open.close()

    def run(self, cell: str) -> str:
        """Run a cell in the student's process, and return what stopped it, or "" if it came to its
        end.
        """
        stopped = self._ask(self._limits.cell + self._limits.grace, "run", cell, self._limits.cell)
        return shorten(stopped) if isinstance(stopped, str) else ""

    def answer(self, expression: str) -> Any:
        """What the check cell would get: plain data, or a stand-in for a function or an object."""
        return self._stand_in(self._ask(self._limits.each, "evaluate", expression))

    def call(self, handle: Handle, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        """Call a function in the student's process, and return its reply."""
        begun = monotonic()
        seconds = min(self._limits.each, self.seconds)
        late = "late" if seconds == self._limits.each else "late together"
        was_ended = self.process.poll() is not None  # because an earlier call took too long
        if was_ended or seconds <= 0:
            return Reply(stopped=late)
        try:
            reply = self._ask(seconds, "ask", handle.number, arguments, as_it_is)
        except TimeoutError:
            return Reply(stopped=late)
        finally:
            self.seconds -= monotonic() - begun
        if not isinstance(reply, Reply):
            raise Lost("it answers what was not asked")
        if isinstance(reply.value, Handle):
            return replace(reply, value=self._stand_in(reply.value))
        return reply

    def _ask(self, seconds: float, *question: Any) -> Any:
        """Put a question to the student's process, and return its answer.

        A question is the name of a method of ``worker._Worker``, and its arguments. Meanwhile we
        answer whatever the student's code asks of our objects.
        """
        self._wire.end = monotonic() + seconds
        with self._process_watched():
            self._questions_asked += 1
            number = self._questions_asked
            send_trusted(self._wire, (number, *question), self._keep)
            while True:
                message = self._receive()
                if not isinstance(message, list) or len(message) != 3 or message[0] != "answer":
                    self._answer_question(message)
                    continue
                _, answered_number, answer = message
                if answered_number == number:
                    return answer
                # otherwise it answers an older question, which was given up

    @contextmanager
    def _process_watched(self) -> Iterator[None]:
        """If time is up in this block, end the process; if the process has ended, raise Lost, which
        says how.
        """
        try:
            yield
        except TimeoutError:
            self.process.kill()
            self.process.wait()
            raise
        except (EOFError, OSError):
            raise Lost(how_it_ended(self.process)) from None

    def _answer_question(self, message: Any) -> None:
        """Answer a question of the student's code to an object of ours: a game, or a function.

        Anything that is no such question gets the answer None.
        """
        answer: Any
        try:
            kind, number, method, arguments = message
            thing: Any = self._kept[number]
            if kind != "asks" or method not in ("", *METHODS):
                answer = None
            elif method == "moves":  # a game may give them as something that cannot be sent
                answer = list(thing.moves(*arguments) or ())
            else:  # "" calls the thing itself
                function = getattr(thing, method) if method else thing
                answer = function(*arguments)
        except (IllegalMove, ValueError) as error:
            # The student's code gets the same error as in a notebook, but no class of ours.
            answer = type(error)(str(error)) if type(error) in (IllegalMove, ValueError) else None
        except Exception:  # the student's code asks for something that does not exist
            answer = None
        send_trusted(self._wire, answer, self._keep)

    def _receive(self) -> Any:
        """The next message; raises TimeoutError when time is up, even if messages never stop
        coming.
        """
        while not self._wire.poll(min(LOOK, self._wire.left() or LOOK)):
            self._check_use()
        try:
            return receive_plain(self._wire)
        except ValueError as error:
            raise Lost(f"it {error}") from None

    def _check_use(self) -> None:
        """Raise Lost if the student's processes take too much memory, or too much of the disk."""
        count, taken = memory_together(os.getpid())
        if taken > self._limits.memory > 0:
            most = f"{self._limits.memory:,} bytes of memory"
            raise Lost(
                f"its processes ({count}), each counted in full, together take more than {most}"
            )
        if files_together(self._folder, self._limits.disk) > self._limits.disk:
            raise Lost(f"it has written more than {self._limits.disk:,} bytes into files")

    def _keep(self, thing: Any) -> int:
        """Keep an object of ours, and return the number by which the student's process asks it."""
        self._kept.append(thing)
        return len(self._kept) - 1

    def _stand_in(self, value: Any) -> Any:
        """A stand-in for an object that stays in the student's process; plain data as they are."""
        if not isinstance(value, Handle):
            return value
        if value.number < 0:  # what the stub returns
            return NotImplemented
        return FarFunction(self, value) if value.called else Far(self, value)


class Far:
    """A stand-in for an object in the student's process: the object's methods can be called."""

    def __init__(self, student: Student, handle: Handle) -> None:
        self._student = student
        self._handle = handle
        self.__name__ = handle.name

    def __getattr__(self, name: str) -> Any:
        """A method of the object; ``__things__`` and ``__plays__`` are names in its process
        (``worker``).
        """
        if name.startswith("_"):
            raise AttributeError(name)
        thing = f"__things__[{self._handle.number}]"
        expression = f"__plays__({thing})" if name == "plays" else f"{thing}.{name}"
        value = self._student.answer(expression)
        if isinstance(value, NotPlain):
            raise AttributeError(value.words)
        return value

    def __repr__(self) -> str:
        return f"<a {self._handle.name}>"

    def ask_elsewhere(self, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        """Call the object in its process: what ``calls.call_function`` does with a stand-in."""
        return self._student.call(self._handle, arguments, as_it_is)


class FarFunction(Far):
    """A stand-in for a function, or a class, in the student's process."""

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("a student's function is asked by call(...) or compare(...)")
