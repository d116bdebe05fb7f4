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
    """What is to be judged: a notebook, given as a file or as its cells.

    ``wanted`` are the exercises that count; if it is None, those that ``known`` has for the
    lecture, or the notebook.
    """

    notebook: Path | list[Cell]
    wanted: list[Task] | None
    known: dict[str, list[Task]]
    limits: Limits


def judge(wire: Wire, job: Job, begin: int, folder: str) -> None:
    """Judge the exercises of a notebook from number ``begin`` on, in a process of its own.

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
            _judge(say, job, begin)
            say("end")
    except NotMarked as error:
        say("not marked", _clean(str(error)))
    except ConnectionError:  # the run was stopped: nobody listens any more
        pass
    except Exception as error:
        say("lost", _clean(f"the judge stopped with {error_text(error)}"))


def _judge(say: Say, job: Job, begin: int) -> None:
    cells = read(job.notebook, follow=False) if isinstance(job.notebook, Path) else job.notebook
    here, (cell, lecture) = tasks(cells), imported(cells)
    due = job.known.get(lecture, distinct(here)) if job.wanted is None else job.wanted
    sheet = _sheet(lecture, cell, list(job.known))
    for task in due:
        if not isinstance(sheet.get(task.name), Exercise):
            raise NotMarked(
                f"cell {task.cell + 1} asks check.{task.name}, which is not an exercise of "
                f"{lecture}"
            )
    told = (
        []
        if lecture in job.known
        else [[task.name, task.cell, task.points] for task in distinct(here)]
    )
    say("notebook", lecture, told)
    places = {task.name: task.cell for task in here}
    with closing(_Judged(say, cells, lecture, sheet, job.limits)) as judged:
        for number, task in enumerate(due[begin:], begin):
            feedback = judged(number, sheet[task.name], task.expression, places.get(task.name))
            say("mark", feedback.state.name, _clean(feedback.reason))


def _sheet(lecture: str, cell: int, known: list[str]) -> dict[str, Any]:
    """Everything in the module of the exercises."""
    where, named = f"gamecourse.check.{lecture}", shorten(lecture, LONGEST_NAME)
    if len(lecture) > LONGEST_NAME or importlib.util.find_spec(where) is None:
        near = difflib.get_close_matches(named, known, 1)
        hint = f": was {near[0]} meant?" if near else ""
        raise NotMarked(
            f"cell {cell} imports the exercises of {named!r}, which is not a lecture of the "
            f"course{hint}"
        )
    try:
        sheet = opened(importlib.import_module(where))
    except Exception as error:
        raise NotMarked(f"{where}, which cell {cell} imports, {error_text(error)}") from None
    if not any(isinstance(thing, Exercise) for thing in sheet.values()):
        raise NotMarked(f"cell {cell} imports {where}, which has no exercises")
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

#: The most characters of an expression, and the most cells, in a reason.
LONGEST_EXPRESSION, MOST_CELLS = 60, 3


class _Judged:
    """Judges exercise after exercise of a notebook."""

    def __init__(
        self, say: Say, cells: list[Cell], lecture: str, sheet: dict[str, Any], limits: Limits
    ) -> None:
        self._code = [
            c["source"] if c["cell_type"] == "code" and check_of(c) is None else "" for c in cells
        ]
        self._say, self._lecture, self._sheet, self._limits = say, lecture, sheet, limits
        self._end = monotonic() + limits.notebook
        self._run = 0  #: how many cells have run in the student's process
        self._stopped: dict[int, str] = {}  #: what stopped a cell, by its number from 1 on
        self._lost = set[int]()  #: the cells that cost a process: no other process runs them
        self._student: Student | None = None

    def __call__(
        self, number: int, exercise: Exercise, expression: str, check: int | None
    ) -> Feedback:
        """What the checker says of an expression, once the cells above its check have been run:
        all, if it has none.

        One process runs the notebook as its author would. If the process is lost, for example in a
        loop that never ends, a new process starts and leaves out the cell in which it was lost.
        """
        place = len(self._code) if check is None else check
        try:
            while not self._run_cells(number, place):
                pass
            self._say("exercise", number)
            assert self._student is not None
            self._student.seconds = self._limits.together
            answer = self._student.answer(expression)
            if isinstance(answer, NotPlain) and answer.kind == ERROR:
                if check is None and answer.words.startswith("NameError"):
                    return NOT_ATTEMPTED
                return wrong(self._no_answer(expression, answer, place))
            return exercise.judge(answer)
        except _NoTime:
            return wrong(ALL_TIME.format(seconds=self._limits.notebook))
        except NotBegun:
            return Feedback(State.NOT_MARKED, NOT_BEGUN.format(seconds=self._limits.start))
        except Lost as lost:
            self.close()
            return wrong(f"your notebook's process is lost, while your answer was asked: {lost}")
        except TimeoutError:
            self.close()
            return wrong(
                f"your answer {shorten(expression, LONGEST_EXPRESSION)!r} takes too long to read"
            )

    def _run_cells(self, number: int, place: int) -> bool:
        """Run the cells above a place, and return whether the process is still there."""
        if self._student is None or self._student.process.poll() is not None:
            self.close()
            self._say("exercise", number)
            self._student, self._run = Student(self._lecture, self._sheet, self._limits), 0
        while self._run < place:
            if monotonic() > self._end:
                raise _NoTime
            self._run += 1
            if (
                self._code[self._run - 1]
                and self._run not in self._lost
                and not self._run_cell(self._student)
            ):
                self.close()
                return False
        return True

    def _run_cell(self, student: Student) -> bool:
        """Run one cell, and return whether the process is still there."""
        self._say("cell", self._run)
        try:
            self._stopped[self._run] = student.run(self._code[self._run - 1])
        except Lost as lost:
            self._stopped[self._run] = f"has cost your notebook's process: {lost}"
            self._lost.add(self._run)
        except TimeoutError:
            self._stopped[self._run] = endless(self._limits.cell)
            self._lost.add(self._run)
        return self._run not in self._lost

    def _no_answer(self, expression: str, error: NotPlain, place: int) -> str:
        """Why there is no answer: what the expression gives, and which cells above it were
        stopped.
        """
        told = [f"{shorten(expression, LONGEST_EXPRESSION)} cannot be read: {error.words}."]
        stopped = [(cell, why) for cell, why in self._stopped.items() if why and cell <= place]
        told += [f"Cell {cell} {why}." for cell, why in stopped[-MOST_CELLS:]]
        return " ".join(told)

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
    """The student's process has gone; the words say why. No Exception, or a checker would blame the
    student.
    """


def _stays_here(thing: Any) -> bool:
    """Whether the student's process gets only the name: of an exercise, and of a class of ours,
    with which right answers would come.
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
        self._limits, self._asked = limits, 0
        self.seconds = limits.together  #: the seconds left for all the calls of an exercise
        self._kept: list[Any] = []
        self._open = ExitStack()
        self._folder = self._open.enter_context(private_folder())
        self._user = rights.user_for(os.getpid())
        given = rights.Rights(self._user, limits.memory)
        self.process, self._here = start(
            "gamecourse.grading.marks.worker:work", given, folder=self._folder
        )
        hidden = [name for name in sheet["__all__"] if _stays_here(sheet[name])]
        shown = {name: sheet[name] for name in sheet["__all__"] if name not in hidden}
        try:
            self._question(limits.start, "begin", lecture, hidden, shown)
        except (TimeoutError, Lost):
            self.close()
            raise NotBegun from None

    def close(self) -> None:
        """End the process, and the processes that it has started."""
        end(self.process, self._user)
        self._here.close()
        self._open.close()

    def run(self, cell: str) -> str:
        """Run a cell in the student's process, and return what stopped it, or "" if it came to its
        end.
        """
        stopped = self._question(
            self._limits.cell + self._limits.grace, "run", cell, self._limits.cell
        )
        return shorten(stopped) if isinstance(stopped, str) else ""

    def answer(self, expression: str) -> Any:
        """What the check cell would get: plain data, or a stand-in for a function or an object."""
        return self._stand_in(self._question(self._limits.each, "evaluate", expression))

    def call(self, handle: Handle, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        """Call a function in the student's process."""
        seconds, before = min(self._limits.each, self.seconds), monotonic()
        late = "late" if seconds == self._limits.each else "late together"
        if self.process.poll() is not None or seconds <= 0:
            return Reply(stopped=late)
        try:
            reply = self._question(seconds, "ask", handle.number, arguments, as_it_is)
        except TimeoutError:
            return Reply(stopped=late)
        finally:
            self.seconds -= monotonic() - before
        if not isinstance(reply, Reply):
            raise Lost("it answers what was not asked")
        return (
            replace(reply, value=self._stand_in(reply.value))
            if isinstance(reply.value, Handle)
            else reply
        )

    def _question(self, seconds: float, *question: Any) -> Any:
        self._here.end = monotonic() + seconds
        with self._lost_is_told():
            self._asked += 1
            send_trusted(self._here, (self._asked, *question), self._keep)
            while True:
                message = self._hear()
                if not isinstance(message, list) or len(message) != 3 or message[0] != "answer":
                    self._oblige(message)
                elif message[1] == self._asked:  # otherwise the question is too old
                    return message[2]

    @contextmanager
    def _lost_is_told(self) -> Iterator[None]:
        """End a process that is late, and say how it ended if it is lost."""
        try:
            yield
        except TimeoutError:
            self.process.kill()
            self.process.wait()
            raise
        except (EOFError, OSError):
            raise Lost(how_it_ended(self.process)) from None

    def _oblige(self, message: Any) -> None:
        """Answer a question from the student's function to one of its arguments: a game, or a
        function of ours.
        """
        try:
            asks, number, method, arguments = message
            thing: Any = self._kept[number]
            allowed = asks == "asks" and method in ("", *METHODS)
            found = (getattr(thing, method) if method else thing)(*arguments) if allowed else None
            found = list(found or ()) if method == "moves" else found
        except (IllegalMove, ValueError) as error:  # put into words, as in the notebook
            found = type(error)(str(error)) if type(error) in (IllegalMove, ValueError) else None
        except Exception:  # the function asks for something that does not exist
            found = None
        send_trusted(self._here, found, self._keep)

    def _hear(self) -> Any:
        """The next message; raises TimeoutError when time is up, even if messages never stop
        coming.
        """
        while not self._here.poll(min(LOOK, self._here.left() or LOOK)):
            self._look()
        try:
            return receive_plain(self._here)
        except ValueError as error:
            raise Lost(f"it {error}") from None

    def _look(self) -> None:
        """Raise Lost if the processes of the student take too much."""
        count, taken = memory_together(os.getpid())
        if taken > self._limits.memory > 0:
            most = f"{self._limits.memory:,} bytes of memory"
            raise Lost(
                f"its processes ({count}), each counted in full, together take more than {most}"
            )
        if files_together(self._folder, self._limits.disk) > self._limits.disk:
            raise Lost(f"it has written more than {self._limits.disk:,} bytes into files")

    def _keep(self, thing: Any) -> int:
        self._kept.append(thing)
        return len(self._kept) - 1

    def _stand_in(self, found: Any) -> Any:
        if not isinstance(found, Handle):
            return found
        if found.number < 0:
            return NotImplemented
        return FarFunction(self, found) if found.called else Far(self, found)


class Far:
    """A stand-in for an object in the student's process: the object's methods can be called."""

    def __init__(self, student: Student, handle: Handle) -> None:
        self._student, self._handle, self.__name__ = student, handle, handle.name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        thing = f"__things__[{self._handle.number}]"
        found = self._student.answer(
            f"__plays__({thing})" if name == "plays" else f"{thing}.{name}"
        )
        if isinstance(found, NotPlain):
            raise AttributeError(found.words)
        return found

    def __repr__(self) -> str:
        return f"<a {self._handle.name}>"

    def ask_elsewhere(self, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        """Call it there: ``call_function`` asks it so."""
        return self._student.call(self._handle, arguments, as_it_is)


class FarFunction(Far):
    """A stand-in for a function, or a class, in the student's process."""

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("a student's function is asked by call(...) or compare(...)")
