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

SOLUTION = re.compile(
    r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE
)
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
    return (
        json.dumps(notebook | {"cells": cells}, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    ).encode()


def stub(source: str) -> str:
    """The source with stubs for solutions: a function returns NotImplemented, and a name is
    NotImplemented.
    """

    def replacement(match: re.Match[str]) -> str:
        name = re.match(r"(?:class )?(\w+)(?: = |:|\()", match[0].split("\n", 1)[1])
        return match[1] + (
            "return NotImplemented" if match[1] or name is None else f"{name[1]} = NotImplemented"
        )

    return SOLUTION.sub(replacement, source)


def unmarked(source: str) -> str:
    """The source with its solutions, but without the marks round them."""
    return MARK.sub("", source).removesuffix("\n")


def student_version(notebook: Node) -> Node:
    """The notebook without its solutions and outputs, and without the cells that speak of the
    solutions.
    """
    asked = [
        cell for cell in notebook["cells"] if cell.get("id") != "solutions"
    ]  # that this is the source
    return _bare(
        notebook | {"cells": [c for c in asked if "solution" not in c["metadata"].get("tags", [])]},
        stub,
    )


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
    return _bare(notebook | {"cells": cells}, unmarked)


def _bare(notebook: Node, code: Callable[[str], str]) -> Node:
    """The notebook without anything that a run leaves behind; ``code`` changes the source of each
    code cell.
    """
    cells = []
    for cell in notebook["cells"]:
        kept = {
            name: known
            for name, known in cell["metadata"].items()
            if name not in ("execution", "trusted")
        }
        bare = cell | {"metadata": kept}
        if cell["cell_type"] == "code":
            bare |= {"source": code(cell["source"]), "outputs": [], "execution_count": None}
        cells.append(bare)
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
