"""The judge: a process that reads one notebook, asks the student's process for each answer, and reports its findings.

``judge`` runs in a process of its own. ``Student`` represents the student's process for the judge, with stand-ins for
the objects in it.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import json
import signal
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from gamecourse.check.machinery import limits
from gamecourse.check.machinery.asked import Reply, said_by, shorten
from gamecourse.check.machinery.engine import Exercise
from gamecourse.check.machinery.finding import Finding, wrong
from gamecourse.check.machinery.plain import Odd
from gamecourse.check.machinery.sheet import opened
from gamecourse.check.marks.notebook import Cell, NotMarked, Task, check_of, imported, read, tasks
from gamecourse.check.marks.processes import LIMITS, Limits, confine, end_descendants, end_group, start
from gamecourse.check.marks.wire import METHODS, Handle, receive_plain, send_trusted
from gamecourse.check.marks.worker import work
from gamecourse.renewing import renewed
from gamelib.core import IllegalMove

#: The most characters of a reason.
LONGEST = 20_000

#: A message of the judge: its kind, and more.
Say = Callable[..., None]


class Job(NamedTuple):
    """What is to be judged: a notebook, given as a file or as its cells; ``course`` and ``wanted`` are as for
    ``marks``."""

    notebook: Path | list[Cell]
    course: Path | None
    wanted: list[Task] | None
    limits: Limits


def judge(connection: Connection, job: Job, begin: int) -> None:
    """Judge the exercises of a notebook from number ``begin`` on, in a process of its own.

    The judge sends lists in JSON. First comes ``["tasks", [[name, expression, cell, points], ...]]``. Then, again and
    again, come ``["cell", number]`` before a cell runs, ``["exercise", number]``, and ``["mark", state, reason]``. The
    last message is ``["end"]``, or ``["not marked", why]``.
    """

    def say(*message: Any) -> None:
        connection.send_bytes(json.dumps(message).encode())

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that marks the class ends this one
    confine(job.limits.memory)
    limits.EACH, limits.ALL = job.limits.each, job.limits.together
    try:
        _judge(say, job, begin)
        say("end")
    except NotMarked as error:
        say("not marked", _clean(str(error)))
    except MemoryError:
        say("not marked", "the judge has run out of memory")
    except ConnectionError:  # the run was stopped: nobody listens any more
        pass
    finally:
        end_descendants()


def _judge(say: Say, job: Job, begin: int) -> None:
    cells = read(job.notebook) if isinstance(job.notebook, Path) else job.notebook
    here, (cell, lecture) = tasks(cells), imported(cells)
    known = _lectures(job.course)
    due = known.get(lecture, here) if job.wanted is None else job.wanted
    sheet = _sheet(lecture, cell, list(known))
    for task in due:
        if not isinstance(sheet.get(task.name), Exercise):
            raise NotMarked(f"cell {task.cell + 1} asks check.{task.name}, which is not an exercise of {lecture}")
    say("tasks", due)
    places = {task.name: task.cell for task in here}
    with closing(_Judged(say, cells, lecture, sheet, job.limits)) as judged:
        for number, task in enumerate(due[begin:], begin):
            finding = judged(number, sheet[task.name], task.expression, places.get(task.name, len(cells)))
            say("mark", finding.state.name, _clean(finding.reason))


def _lectures(course: Path | None) -> dict[str, list[Task]]:
    """The exercises of each lecture of the course, by the name of its module."""
    notebooks = map(read, sorted(course.glob("*.ipynb")) if course is not None else ())
    return {imported(cells)[1]: tasks(cells) for cells in notebooks}


def _sheet(lecture: str, cell: int, known: list[str]) -> dict[str, Any]:
    """Everything in the module of the exercises."""
    where = f"gamecourse.check.{lecture}"
    if importlib.util.find_spec(where) is None:
        near = difflib.get_close_matches(lecture, known, 1)
        hint = f": was {near[0]} meant?" if near else ""
        raise NotMarked(f"cell {cell} imports the exercises of {lecture!r}, which is not a lecture of the course{hint}")
    try:
        sheet = opened(importlib.import_module(where))
    except Exception as error:
        raise NotMarked(f"{where}, which cell {cell} imports, {said_by(error)}") from None
    if not any(isinstance(thing, Exercise) for thing in sheet.values()):
        raise NotMarked(f"cell {cell} imports {where}, which has no exercises")
    return sheet


def _clean(words: str) -> str:
    """Words that any file can hold: not too long, and with no lone surrogate."""
    return shorten(words, LONGEST).encode("utf-8", "backslashreplace").decode()


class _Judged:
    """Judges exercise after exercise of a notebook."""

    def __init__(self, say: Say, cells: list[Cell], lecture: str, sheet: dict[str, Any], limits: Limits) -> None:
        self._code = [renewed(c["source"]) if c["cell_type"] == "code" and check_of(c) is None else "" for c in cells]
        self._say, self._lecture, self._sheet, self._limits = say, lecture, sheet, limits
        self._run, self._lost = 0, set[int]()
        self._student: Student | None = None

    def __call__(self, number: int, exercise: Exercise, expression: str, place: int) -> Finding:
        """What the checker says of an expression, once the cells above this place have been run.

        One process runs the notebook as its author would. If the process is lost, for example in a loop that never
        ends, a new process starts and leaves out the cell that never ended.
        """
        try:
            if self._student is None or not self._student.process.is_alive():  # it was ended, or has ended itself
                self.close()
                self._say("exercise", number)
                self._student, self._run = Student(self._lecture, self._sheet, self._limits), 0
            while self._run < place:
                self._run += 1
                code = self._code[self._run - 1]
                if code and self._run not in self._lost:
                    self._say("cell", self._run)
                    self._lost.add(self._run)  # unless the cell comes to an end
                    self._student.run(code)
                    self._lost.discard(self._run)
            self._say("exercise", number)
            self._student.seconds = self._limits.together
            return exercise.judge(self._student.answer(expression))
        except Lost as error:
            self.close()
            return wrong(str(error))
        except TimeoutError:
            self.close()
            if self._run in self._lost:  # the cell is left out from now on
                return self(number, exercise, expression, place)
            return wrong("your notebook takes too long: is there a loop that never ends?")

    def close(self) -> None:
        """End the process, if there is one."""
        if self._student is not None:
            self._student.close()
        self._student = None


#: What to say if the student's process stops by itself.
ENDED = "your notebook's process has ended: was it out of memory?"


class Lost(BaseException):
    """The student's process has gone; the words say why. No Exception, or a checker would blame the student."""


class Student:
    """A process for a student's cells: ``with closing(Student("matches", sheet)) as student: student.run(cell)``.

    ``sheet`` is everything in the module of the exercises, such as ``"matches"``. The process gets the part that a
    notebook sees: names of exercises, and data. Every question raises Lost if the process has died, and TimeoutError if
    it had to be ended.
    """

    def __init__(self, lecture: str, sheet: dict[str, Any], limits: Limits = LIMITS) -> None:
        self._limits, self._asked = limits, 0
        self.seconds = limits.together  #: the seconds left for all the calls of an exercise
        self._kept: list[Any] = []
        self.process, self._here = start(work, limits.memory, daemon=True)
        exercises = [name for name in sheet["__all__"] if isinstance(sheet[name], Exercise)]
        shown = {name: sheet[name] for name in sheet["__all__"] if name not in exercises}
        self._question(limits.start, "begin", lecture, exercises, shown)

    def close(self) -> None:
        """End the process, and the processes that it has started."""
        if self.process.pid is not None:
            end_group(self.process.pid)
        self.process.kill()
        self.process.join()
        self._here.close()

    def run(self, cell: str) -> None:
        """Run a cell in the student's process."""
        self._question(self._limits.cell + self._limits.grace, "run", cell, self._limits.cell)

    def answer(self, expression: str) -> Any:
        """What the check cell would get: plain data, or a stand-in for a function or an object."""
        return self._stand_in(self._question(self._limits.each, "evaluate", expression))

    def call(self, handle: Handle, arguments: tuple[Any, ...], keep: bool) -> Reply:
        """Call a function in the student's process."""
        seconds, before = min(self._limits.each, self.seconds), monotonic()
        late = "late" if seconds == self._limits.each else "late together"
        if not self.process.is_alive() or seconds <= 0:
            return Reply(stopped=late)
        try:
            reply = self._question(seconds, "ask", handle.number, arguments, keep)
        except TimeoutError:
            return Reply(stopped=late)
        finally:
            self.seconds -= monotonic() - before
        if not isinstance(reply, Reply):
            raise Lost("your notebook's process answers what was not asked")
        return replace(reply, value=self._stand_in(reply.value)) if isinstance(reply.value, Handle) else reply

    def _question(self, seconds: float, *question: Any) -> Any:
        try:
            self._asked += 1
            send_trusted(self._here, (self._asked, *question), self._keep)
        except OSError:
            raise Lost(ENDED) from None
        end = monotonic() + seconds
        while True:
            message = self._hear(end)
            if not isinstance(message, list) or len(message) != 3 or message[0] != "answer":
                self._oblige(message)
            elif message[1] == self._asked:  # otherwise the question is too old
                return message[2]

    def _oblige(self, message: Any) -> None:
        """Answer a question from the student's function to one of its arguments: a game, or a function of ours."""
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

    def _hear(self, end: float) -> Any:
        """The next message; raises TimeoutError at ``end``, even if messages never stop coming."""
        try:
            left = end - monotonic()
            if left <= 0 or not self._here.poll(left):
                self.process.kill()
                self.process.join()
                raise TimeoutError
            return receive_plain(self._here)
        except (EOFError, ConnectionError):
            raise Lost(ENDED) from None
        except ValueError as error:
            raise Lost(str(error)) from None

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
        found = self._student.answer(f"__plays__({thing})" if name == "plays" else f"{thing}.{name}")
        if isinstance(found, Odd):
            raise AttributeError(found.words)
        return found

    def __repr__(self) -> str:
        return f"<a {self._handle.name}>"

    def ask_elsewhere(self, arguments: tuple[Any, ...], keep: bool) -> Reply:
        """Call it there: ``ask_function`` asks it so."""
        return self._student.call(self._handle, arguments, keep)


class FarFunction(Far):
    """A stand-in for a function, or a class, in the student's process."""

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("a student's function is asked by call(...) or compare(...)")
