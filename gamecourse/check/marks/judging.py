"""The judge's process: it reads one notebook, asks the student's process for each answer, and says what it finds."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import json
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from gamecourse.check.machinery import limits
from gamecourse.check.machinery.asked import said_by, shorten
from gamecourse.check.machinery.engine import Exercise
from gamecourse.check.machinery.finding import Finding, wrong
from gamecourse.check.machinery.sheet import opened
from gamecourse.check.marks.judge import Lost, Student
from gamecourse.check.marks.notebook import Cell, NotMarked, Task, check_of, imported, read, tasks
from gamecourse.check.marks.processes import Limits, adopt_orphans, confine, end_descendants
from gamecourse.renewing import renewed

#: No reason is longer.
LONGEST = 20_000

#: What the judge says, message by message: its kind, and more.
Say = Callable[..., None]


class Job(NamedTuple):
    """What is to be judged: a notebook, as a file or as its cells; ``course`` and ``wanted`` as for ``marks``."""

    notebook: Path | list[Cell]
    course: Path | None
    wanted: list[Task] | None
    limits: Limits


def judge(connection: Connection, job: Job, begin: int) -> None:
    """Judge the exercises of a notebook from number ``begin`` on, in a process of its own.

    Says, as lists in JSON: ``["tasks", [[name, expression, cell, points], ...]]``, and then, again and again,
    ``["cell", number]`` before it runs one, ``["exercise", number]``, and ``["mark", state, reason]``; at the end
    ``["end"]``; or ``["not marked", why]``.
    """

    def say(*message: Any) -> None:
        connection.send_bytes(json.dumps(message).encode())

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the class ends this process
    confine(job.limits.memory)
    adopt_orphans()
    limits.EACH, limits.ALL = job.limits.each, job.limits.together
    try:
        _judge(say, job, begin)
        say("end")
    except NotMarked as error:
        say("not marked", _clean(str(error)))
    except MemoryError:
        say("not marked", "the judge has run out of memory")
    except BrokenPipeError:  # the run was ended: nobody listens any more
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
            raise NotMarked(f"cell {task.cell + 1} asks check.{task.name}, which is no exercise of {lecture}")
    say("tasks", due)
    places = {task.name: task.cell for task in here}
    judged = _Judged(say, cells, lecture, sheet, job.limits)
    try:
        for number, task in enumerate(due[begin:], begin):
            finding = judged(number, sheet[task.name], task.expression, places.get(task.name, len(cells)))
            say("mark", finding.state.name, _clean(finding.reason))
    finally:
        judged.end()


def _lectures(course: Path | None) -> dict[str, list[Task]]:
    """The exercises of each lecture of the course, by the name of its module."""
    found = {}
    for path in sorted(course.glob("*.ipynb")) if course is not None else ():
        cells = read(path)
        found[imported(cells)[1]] = tasks(cells)
    return found


def _sheet(lecture: str, cell: int, known: list[str]) -> dict[str, Any]:
    """All that is in the module of the exercises."""
    where = f"gamecourse.check.{lecture}"
    if importlib.util.find_spec(where) is None:
        near = difflib.get_close_matches(lecture, known, 1)
        hint = f": was {near[0]} meant?" if near else ""
        raise NotMarked(f"cell {cell} imports the exercises of {lecture!r}, which is no lecture of the course{hint}")
    try:
        sheet = opened(importlib.import_module(where))
    except Exception as error:
        raise NotMarked(f"{where}, which cell {cell} imports, {said_by(error)}") from None
    if not any(isinstance(thing, Exercise) for thing in sheet.values()):
        raise NotMarked(f"cell {cell} imports {where}, which has no exercises")
    return sheet


def _clean(words: str) -> str:
    """Words that can be written to any file: not too long, and with no half of a character."""
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

        One process runs the notebook as its author would. Where it is lost, in a loop that never ends, there is a new
        one, which leaves out a cell that never ended.
        """
        try:
            if self._student is not None and not self._student.alive():
                self.end()  # it had to be ended, or has ended itself
            self._say("exercise", number)
            if self._student is None:
                self._student, self._run = Student(self._lecture, self._sheet, self._limits), 0
            while self._run < place:
                self._run += 1
                code = self._code[self._run - 1]
                if code and self._run not in self._lost:
                    self._say("cell", self._run)
                    self._lost.add(self._run)  # unless it comes to an end
                    self._student.run(code)
                    self._lost.discard(self._run)
            self._say("exercise", number)
            self._student.seconds = self._limits.together
            return exercise.judge(self._student.answer(expression))
        except Lost as error:
            self.end()
            return wrong(str(error))
        except TimeoutError:
            self.end()
            if self._run in self._lost:  # the cell is left out from now on
                return self(number, exercise, expression, place)
            return wrong("your notebook takes too long: is there a loop that never ends?")

    def end(self) -> None:
        """End the process, if there is one."""
        if self._student is not None:
            self._student.end()
        self._student = None
