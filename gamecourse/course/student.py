"""The student's version of a notebook: it has no stored outputs, and no answer before the question.

In the exercises, a stub replaces everything from ``### BEGIN SOLUTION`` to ``### END SOLUTION``; in
the solutions, only these two marks are left out. The notebooks of the repository are already
nbgrader sources.

A notebook is a dict here, as in its file, but each cell's source is one string. Python's standard
library is enough for that, and loads in no time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: A notebook or a cell.
Node = dict[str, Any]

#: The names of lectures, and of the notebooks with their exercises.
LECTURE = "[0-9][0-9]-*.ipynb"

#: A solution between its two marks, and its indentation.
SOLUTION = re.compile(
    r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE
)
#: A line that is one of the marks.
MARK = re.compile(r"^[ \t]*### (?:BEGIN|END) SOLUTION[ \t]*(?:\n|\Z)", re.MULTILINE)
#: The metadata of a notebook before it is run.
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
METADATA: Node = {"kernelspec": KERNEL, "language_info": {"name": "python"}}


def read(path: Path) -> Node:
    """The notebook in a file."""
    notebook: Node = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


def written(notebook: Node) -> bytes:
    """The notebook as the text of a file, the same on every machine."""
    cells = [
        cell | {"source": cell["source"].splitlines(keepends=True)} for cell in notebook["cells"]
    ]
    whole = notebook | {"cells": cells}
    text = json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True)
    return f"{text}\n".encode()


def stub(source: str) -> str:
    """The source with stubs for solutions: a function returns NotImplemented, and a name is
    NotImplemented.
    """

    def replacement(solution: re.Match[str]) -> str:
        indentation = solution[1]
        _, below_mark = solution[0].split("\n", 1)
        # The solution begins with "name = ...", "class name:" or "class name(...)".
        definition = re.match(r"(?:class )?(\w+)(?: = |:|\()", below_mark)
        if indentation or definition is None:  # inside a function, or code that defines no name
            return f"{indentation}return NotImplemented"
        return f"{definition[1]} = NotImplemented"

    return SOLUTION.sub(replacement, source)


def without_marks(source: str) -> str:
    """The source with its solutions, but without the marks round them."""
    return MARK.sub("", source).removesuffix("\n")


def student_version(notebook: Node) -> Node:
    """The notebook without its solutions and outputs, and without the cells that speak of the
    solutions.
    """
    # The cell "solutions" says that the notebook is the source; a tag marks what explains a solution.
    cells = [
        cell
        for cell in notebook["cells"]
        if cell.get("id") != "solutions" and "solution" not in cell["metadata"].get("tags", [])
    ]
    return _without_runs(notebook | {"cells": cells}, stub)


#: What the notebook with the solutions says of itself, where the source says that it is the source.
SOLVED = (
    "These are our solutions. Your own answers belong in the notebook of the same name in the "
    "folder `exercises`."
)


def solved_version(notebook: Node) -> Node:
    """The notebook with its solutions, for reading, and without outputs."""
    cells = [
        cell | {"source": SOLVED} if cell.get("id") == "solutions" else cell
        for cell in notebook["cells"]
    ]
    return _without_runs(notebook | {"cells": cells}, without_marks)


def _without_runs(notebook: Node, change: Callable[[str], str]) -> Node:
    """The notebook without anything that a run leaves behind; ``change`` changes the source of each
    code cell.
    """
    cells = []
    for cell in notebook["cells"]:
        metadata = {
            name: value
            for name, value in cell["metadata"].items()
            if name not in ("execution", "trusted")
        }
        clean = cell | {"metadata": metadata}
        if cell["cell_type"] == "code":
            clean |= {"source": change(cell["source"]), "outputs": [], "execution_count": None}
        cells.append(clean)
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
