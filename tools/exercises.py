"""Make the student version of the exercises: ``python tools/exercises.py FOLDER``, usually build/exercises.

What stands between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` in notebooks/exercises is replaced by a stub, and
outputs are dropped. The notebooks are nbgrader sources as they stand; the student version is never edited.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import nbformat

SOURCE = Path(__file__).parents[1] / "notebooks" / "exercises"
SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE)


def stub(source: str) -> str:
    """The source with stubs for solutions: a function returns NotImplemented, a name is NotImplemented."""

    def replacement(match: re.Match[str]) -> str:
        name = re.match(r"(?:class )?(\w+)(?:\(\w+\))?(?: = |:)", match[0].split("\n", 1)[1])
        return match[1] + ("return NotImplemented" if match[1] or name is None else f"{name[1]} = NotImplemented")

    return SOLUTION.sub(replacement, source)


def student_version(path: Path) -> nbformat.NotebookNode:
    """The notebook without its solutions, their explanations, its outputs, and the cell that says they are there."""
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [c for c in notebook.cells if c.id != "solutions" and "solution" not in c.metadata.get("tags", [])]
    for cell in notebook.cells:
        cell.source = cell.source.replace("](../", "](../../notebooks/")  # from build/exercises
        if cell.cell_type == "code":
            cell.source, cell.outputs, cell.execution_count = stub(cell.source), [], None
    return notebook


def main(folder: str) -> None:
    """Write the student version of every exercise notebook into the folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for path in sorted(SOURCE.glob("*.ipynb")):
        nbformat.write(student_version(path), Path(folder) / path.name)
        print(Path(folder) / path.name)


if __name__ == "__main__":
    main(sys.argv[1])
