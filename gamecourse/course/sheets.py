"""The exercise notebooks of the course: their exercises, and the picture at their head."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from gamecourse.course.student import LECTURE, Node
from gamecourse.grading.marks.notebook import NotMarked, distinct, imported, read, tasks
from gamecourse.progress.counting import FOLDER, Exercise, Worksheet


def worksheet(path: Path) -> Worksheet:
    """The exercises in a notebook; raises NotMarked if there is none."""
    cells = read(path)
    exercises = []
    for task in distinct(tasks(cells)):
        above = "\n".join(
            cell["source"] for cell in cells[: task.cell] if cell["cell_type"] == "markdown"
        )
        headings: list[str] = re.findall(r"^## ★+ (.+)$", above, re.MULTILINE)
        exercises.append(Exercise(task.name, headings[-1] if headings else task.name, task.points))
    return Worksheet(path.stem, imported(cells)[1], tuple(exercises))


def worksheets(folder: Path) -> list[Worksheet]:
    """The exercises of all lectures, in their order, from the notebooks in a folder; a notebook
    without exercises is left out.
    """
    sheets = []
    for path in sorted(folder.glob(LECTURE)):
        with suppress(NotMarked):
            sheets.append(worksheet(path))
    return sheets


def with_head(version: Callable[[Node], Node], stem: str) -> Callable[[Node], Node]:
    """What makes the same version of a notebook with its picture below the title.

    The picture has no words in its place: where it is missing, nothing is shown.
    """
    source = f"![](../{FOLDER}/{stem}.svg)"
    cell: Node = {"cell_type": "markdown", "id": "progress", "metadata": {}, "source": source}

    def version_with_head(notebook: Node) -> Node:
        without_head = version(notebook)
        title, *others = without_head["cells"]
        return without_head | {"cells": [title, cell, *others]}

    return version_with_head
