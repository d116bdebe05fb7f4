"""A folder in which nbgrader can release, collect and mark the exercises of the course."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.course.plan import LECTURE, NOTEBOOKS
from gamecourse.course.student import Node, read, written
from gamecourse.grading.marks.notebook import tasks

#: A link to a lecture.
LINK_UP = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")

#: nbgrader's configuration file.
CONFIG = Path(__file__).with_name("nbgrader_config.txt")


def run(options: argparse.Namespace) -> None:
    """A folder for nbgrader.

    Lay the exercises and a configuration into a folder for nbgrader; what is there is left alone.

    Example: python -m gamelib class games2026
    """
    place, paths = Path(options.folder), sorted((NOTEBOOKS / "exercises").glob(LECTURE))
    if not paths:
        raise Refusal("the exercises are not here: run the command in the repository of the course")
    files = {place / "nbgrader_config.py": CONFIG.read_bytes()}
    files |= {
        place / "source" / path.stem / path.name: written(graded(read(path))) for path in paths
    }
    laid = [path for path in files if not path.exists()]
    for path in laid:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[path])
    told = (
        f"{len(laid)} files laid, {len(files) - len(laid)} were there and stay as they are; "
        f"{len(paths)} assignments"
    )
    print(f"{place}: {told}.\nNext, in that folder: nbgrader generate_assignment {paths[0].stem}")


def graded(notebook: Node) -> Node:
    """The notebook with nbgrader's metadata: answer cells hold a solution, check cells give a point
    for each star.
    """
    points = {task.cell: task.points for task in tasks(notebook["cells"])}
    cells = []
    for k, cell in enumerate(notebook["cells"]):
        name, code = cell.get("id", ""), cell["cell_type"] == "code"
        kind: Node = {}
        if code and name.endswith("-answer"):
            kind = {"grade": False, "solution": True, "locked": False}
        elif k in points:
            kind = {"grade": True, "solution": False, "locked": True, "points": points[k]}
        mark = (
            {"nbgrader": kind | {"grade_id": name, "schema_version": 3, "task": False}}
            if kind
            else {}
        )
        source = LINK_UP.sub(r"\1", cell["source"])  # the lectures are not beside an assignment
        cells.append(cell | {"source": source, "metadata": cell["metadata"] | mark})
    return notebook | {"cells": cells}
