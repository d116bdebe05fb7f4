"""What a student gets of a notebook: nothing stored, and no answer before the question.

What stands between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` is a stub in the exercises, and stands without
the two marks in the solutions. The notebooks of the repository are nbgrader sources as they stand.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from gamelib.machine import needs

SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"^[ \t]*### (?:BEGIN|END) SOLUTION[ \t]*(?:\n|\Z)", re.MULTILINE)
#: All that a notebook says of itself before it is run.
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def library() -> Any:
    """The package nbformat, which reads and writes notebooks."""
    return needs("nbformat", "course", "the notebooks of the course")


def stub(source: str) -> str:
    """The source with stubs for solutions: a function returns NotImplemented, a name is NotImplemented."""

    def replacement(match: re.Match[str]) -> str:
        name = re.match(r"(?:class )?(\w+)(?: = |:)", match[0].split("\n", 1)[1])
        return match[1] + ("return NotImplemented" if match[1] or name is None else f"{name[1]} = NotImplemented")

    return SOLUTION.sub(replacement, source)


def unmarked(source: str) -> str:
    """The source with its solutions, but without the marks round them."""
    return MARK.sub("", source).removesuffix("\n")


def student_version(path: Path) -> Any:
    """The notebook without its solutions and outputs, and without the cells that speak of the solutions."""
    notebook = _bare(path)
    notebook.cells = [cell for cell in notebook.cells if not _tells(cell)]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = stub(cell.source)
    return notebook


def solved_version(path: Path) -> Any:
    """The notebook with its solutions, to be read, and without outputs."""
    notebook = _bare(path)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = unmarked(cell.source)
    return notebook


def written(notebook: Any) -> bytes:
    """The notebook as a file holds it, the same on every machine."""
    text: str = library().writes(notebook)
    return (text.rstrip("\n") + "\n").encode()


def _bare(path: Path) -> Any:
    """The notebook without anything that a run leaves behind."""
    notebook = library().read(path, as_version=4)
    notebook.metadata = library().from_dict(METADATA)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        for left in ("execution", "trusted", "collapsed"):
            cell.metadata.pop(left, None)
    return notebook


def _tells(cell: Any) -> bool:
    """Whether the cell speaks of the solutions: the note that they are there, or what explains one."""
    return cell.get("id") == "solutions" or "solution" in cell.metadata.get("tags", [])
