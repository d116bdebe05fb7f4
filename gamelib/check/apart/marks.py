"""Marks for a notebook: each of its exercises judged in a process of its own."""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gamelib.check.apart.judge import Lost, Student
from gamelib.check.engine import Exercise
from gamelib.check.finding import Finding, State, wrong
from gamelib.check.sheet import opened


@dataclass(frozen=True)
class Task:
    """An exercise of a notebook: its name, what the check is called with, where it stands, and its points."""

    name: str
    expression: str
    cell: int
    points: int


@dataclass(frozen=True)
class Mark:
    """What the judge says of an answer, and the points for it."""

    task: Task
    finding: Finding

    @property
    def points(self) -> int:
        return self.task.points if self.finding.state == State.RIGHT else 0


def read(path: Path) -> list[dict[str, Any]]:
    """The cells of a notebook, each source one text.

    Raises
    ------
    ValueError
        For a file that is no notebook.
    """
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [{**cell, "source": "".join(cell["source"])} for cell in cells]
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path.name} is no notebook: {type(error).__name__}: {error}") from None


def lecture_of(cells: list[dict[str, Any]]) -> str:
    """The module of the exercises that a notebook imports.

    Raises
    ------
    ValueError
        For a notebook without exercises.
    """
    for cell in cells:
        if found := re.search(r"^from gamelib\.check import (\w+) as check", cell["source"], re.MULTILINE):
            return found[1]
    raise ValueError("no exercises here: no cell says `from gamelib.check import ... as check`")


def tasks(cells: list[dict[str, Any]]) -> list[Task]:
    """The exercises of a notebook, in order; an exercise has as many points as its heading has stars."""
    found, stars = [], 1
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and (heading := re.search(r"^## (★+)", cell["source"], re.MULTILINE)):
            stars = len(heading[1])
        call = _check_call(cell)
        if call is not None:
            found.append(Task(call.func.attr, ast.unparse(call.args[0]), number, stars))  # type: ignore[attr-defined]
    return found


def _check_call(cell: dict[str, Any]) -> ast.Call | None:
    """The call ``check.name(answer)``, if a cell is nothing else."""
    if cell["cell_type"] != "code" or "check." not in cell["source"]:
        return None
    try:
        (statement,) = ast.parse(cell["source"]).body
    except (SyntaxError, ValueError):
        return None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords:
        return None
    return call if re.fullmatch(r"check\.\w+", ast.unparse(call.func)) else None


def marks(cells: list[dict[str, Any]], wanted: list[Task] | None = None) -> Iterator[Mark]:
    """Judge each exercise of a notebook, in a process that runs the cells above its check.

    One process runs the notebook as its author would; where it is lost, in a loop that never ends, the next exercise
    gets a new one.

    Parameters
    ----------
    cells
        The student's notebook: see ``read``.
    wanted
        The exercises that count, from a notebook of the teacher's; those of this notebook, if none are given. Where an
        exercise is missing here, all cells are run first.

    Yields
    ------
    Mark
        What the judge says, exercise by exercise.

    Raises
    ------
    ValueError
        For a notebook without exercises.
    """
    here = tasks(cells)
    places = {task.name: task.cell for task in here}
    lecture = lecture_of(cells)
    sheet = opened(importlib.import_module(f"gamelib.check.{lecture}"))
    judged = _Judged(cells, lecture)
    try:
        for task in here if wanted is None else wanted:
            yield Mark(task, judged(sheet[task.name], task.expression, places.get(task.name, len(cells))))
    finally:
        judged.end()


class _Judged:
    """Judges exercise after exercise of a notebook."""

    def __init__(self, cells: list[dict[str, Any]], lecture: str) -> None:
        self._code = [c["source"] if _is_the_students(c) else "" for c in cells]
        self._lecture, self._run = lecture, 0
        self._student: Student | None = None

    def __call__(self, exercise: Exercise, expression: str, place: int) -> Finding:
        """What the checker says of an expression, once the cells above this place have been run."""
        try:
            if self._student is not None and not self._student.alive():
                self.end()  # it had to be ended, or has ended itself
            if self._student is None:
                self._student, self._run = Student(self._lecture), 0
            fresh = [code for code in self._code[self._run : place] if code]
            self._run = max(self._run, place)
            self._student.run(fresh)
            return exercise.judge(self._student.answer(expression))
        except Lost as error:
            self.end()
            return wrong(str(error))
        except TimeoutError:
            self.end()
            return wrong("your notebook takes too long: is there a loop that never ends?")

    def end(self) -> None:
        """End the process, if there is one."""
        if self._student is not None:
            self._student.end()
        self._student = None


def _is_the_students(cell: dict[str, Any]) -> bool:
    return cell["cell_type"] == "code" and _check_call(cell) is None
