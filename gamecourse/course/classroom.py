"""A folder in which nbgrader can release, collect and mark the exercises of the course."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.course.plan import NOTEBOOKS
from gamecourse.course.student import LECTURE, Node, read, written
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
    place = Path(options.folder)
    paths = sorted((NOTEBOOKS / "exercises").glob(LECTURE))
    if not paths:
        raise Refusal("the exercises are not here: run the command in the repository of the course")
    files = {place / "nbgrader_config.py": CONFIG.read_bytes()}
    for path in paths:
        files[place / "source" / path.stem / path.name] = written(
            with_nbgrader_metadata(read(path))
        )
    missing = [path for path in files if not path.exists()]
    for path in missing:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[path])
    report = (
        f"{len(missing)} files laid, {len(files) - len(missing)} were there and stay as they are; "
        f"{len(paths)} assignments"
    )
    print(f"{place}: {report}.\nNext, in that folder: nbgrader generate_assignment {paths[0].stem}")


def with_nbgrader_metadata(notebook: Node) -> Node:
    """The notebook with nbgrader's metadata: answer cells hold a solution, check cells give a point
    for each star.
    """
    points = {task.cell: task.points for task in tasks(notebook["cells"])}
    cells = []
    for number, cell in enumerate(notebook["cells"]):
        source = LINK_UP.sub(r"\1", cell["source"])  # the lectures are not beside an assignment
        metadata = dict(cell["metadata"])
        name = cell.get("id", "")
        is_answer = cell["cell_type"] == "code" and name.endswith("-answer")
        if is_answer:
            grading: Node = {"grade": False, "solution": True, "locked": False}
            metadata["nbgrader"] = grading | _nbgrader(name)
        elif number in points:
            grading = {"grade": True, "solution": False, "locked": True, "points": points[number]}
            metadata["nbgrader"] = grading | _nbgrader(name)
        cells.append(cell | {"source": source, "metadata": metadata})
    return notebook | {"cells": cells}


def _nbgrader(name: str) -> Node:
    """What nbgrader's metadata say of every cell that it knows, by its name."""
    return {"grade_id": name, "schema_version": 3, "task": False}
