"""The commands for a class and its students: ``course``, ``lecture``, ``class`` and ``mark``."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamelib.check.apart.marks import Mark, Task, lecture_of, marks, read, tasks
from gamelib.check.finding import State
from gamelib.course.classroom import class_folder
from gamelib.course.copy import lay
from gamelib.course.lecture import lecture
from gamelib.course.plan import LECTURE, NOTEBOOKS, copy_of
from gamelib.show.typed import Refusal

SIGNS = {State.RIGHT: "✓", State.WRONG: "✗", State.NOT_ATTEMPTED: "○"}


def add_to(commands: Any) -> None:
    """Add the commands to a parser's."""
    copy = commands.add_parser(
        "course",
        help="your own copy of the course",
        description="Make your own copy of the course, or bring it up to date: lectures, exercises, solutions. What "
        "you have written in it is never written over.",
        epilog="Example: python -m gamelib course, then: jupyter lab course/index.ipynb",
    )
    copy.add_argument("folder", nargs="?", default="course", metavar="FOLDER", help="where; course, if not given")
    copy.add_argument("--no-solutions", action="store_true", help="for a class whose answers are marked")
    lecturer = commands.add_parser(
        "lecture",
        help="a lecture in front of a class",
        description="Open a lecture from your own copy of the course in JupyterLab: nothing but the notebook, in large "
        "type, the code folded.",
        epilog="Example: python -m gamelib lecture 4",
    )
    lecturer.add_argument("number", metavar="N", help="which lecture")
    lecturer.add_argument(
        "folder", nargs="?", type=Path, default=Path("course"), help="your copy; course, if not given"
    )
    ways = ["folded", "shown", "as-left"]
    told = "all code folded (if not given), shown as in the course, or as you left it"
    lecturer.add_argument("--code", choices=ways, default=ways[0], help=told)
    marker = commands.add_parser(
        "mark",
        help="judge exercise notebooks that were handed in",
        description="Judge each exercise of the notebooks, in a process of its own, within limits of time and memory.",
        epilog="Example: python -m gamelib mark submissions --csv marks.csv",
    )
    marker.add_argument("paths", nargs="+", type=Path, metavar="NOTEBOOK", help="notebooks, or folders with notebooks")
    marker.add_argument("--csv", type=Path, metavar="FILE", help="write the marks to this file, too")
    teacher = commands.add_parser(
        "class",
        help="a folder for nbgrader",
        description="Lay the exercises and a configuration into a folder for nbgrader; what is there is left alone.",
        epilog="Example: python -m gamelib class games2026",
    )
    teacher.add_argument("folder", metavar="FOLDER")


def run(options: argparse.Namespace) -> None:
    """Run one of the commands, and print what it has to say as soon as it is known."""
    if options.game == "course":
        print(lay(options.folder, copy_of(solutions=not options.no_solutions)))
    elif options.game == "lecture":
        lecture(options.number, options.folder, options.code)
    elif options.game == "class":
        print(class_folder(options.folder))
    else:
        for line in _mark(options.paths, options.csv):
            print(line, flush=True)


def _mark(paths: list[Path], table: Path | None) -> Iterator[str]:
    """Judge notebooks; a line for each, and one for each exercise."""
    rows = []
    for path in _notebooks(paths):
        try:
            cells = read(path)
            found = list(marks(cells, wanted(lecture_of(cells))))
        except (ValueError, OSError) as error:
            yield f"{path}: not marked: {error}"
            continue
        yield f"{path}: {sum(mark.points for mark in found)} of {sum(mark.task.points for mark in found)} points"
        yield from map(_line, found)
        rows += [(str(path), m.task.name, m.points, m.task.points, m.finding.state.name, m.finding) for m in found]
    if table is not None:
        with table.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("notebook", "exercise", "points", "of", "state", "words"), *rows])
        yield f"{table}: {len(rows)} rows"


def _notebooks(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise Refusal(f"{path}: there is no such file or folder")
    found = [p for path in paths for p in (sorted(path.rglob("*.ipynb")) if path.is_dir() else [path])]
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]


def wanted(lecture: str) -> list[Task] | None:
    """The exercises of the lecture as the course has them, if it has them: a student's notebook may lack some."""
    for path in sorted((NOTEBOOKS / "exercises").glob(LECTURE)):
        cells = read(path)
        if lecture_of(cells) == lecture:
            return tasks(cells)
    return None


def _line(mark: Mark) -> str:
    words = "" if mark.finding.state == State.RIGHT else " ".join(mark.finding.reason.split())
    return f"  {SIGNS[mark.finding.state]} {mark.task.name}: {mark.points} of {mark.task.points}  {words}".rstrip()
