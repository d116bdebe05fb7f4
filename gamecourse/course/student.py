"""What a student gets of a notebook: nothing stored, and no answer before the question.

What stands between ``### BEGIN SOLUTION`` and ``### END SOLUTION`` is a stub in the exercises, and stands without
the two marks in the solutions. The notebooks of the repository are nbgrader sources as they stand.

A notebook is a dict here, as its file has it, but with each cell's source as one string. Python's own library is
enough for that, and loads in no time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: A notebook or a cell.
Node = dict[str, Any]

SOLUTION = re.compile(r"^([ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"^[ \t]*### (?:BEGIN|END) SOLUTION[ \t]*(?:\n|\Z)", re.MULTILINE)
#: All that a notebook says of itself before it is run.
METADATA: Node = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def read(path: Path) -> Node:
    """The notebook in a file."""
    notebook: Node = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


def written(notebook: Node) -> bytes:
    """The notebook as a file holds it, the same on every machine."""
    cells = [cell | {"source": cell["source"].splitlines(keepends=True)} for cell in notebook["cells"]]
    return (json.dumps(notebook | {"cells": cells}, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode()


def stub(source: str) -> str:
    """The source with stubs for solutions: a function returns NotImplemented, a name is NotImplemented."""

    def replacement(match: re.Match[str]) -> str:
        name = re.match(r"(?:class )?(\w+)(?: = |:|\()", match[0].split("\n", 1)[1])
        return match[1] + ("return NotImplemented" if match[1] or name is None else f"{name[1]} = NotImplemented")

    return SOLUTION.sub(replacement, source)


def unmarked(source: str) -> str:
    """The source with its solutions, but without the marks round them."""
    return MARK.sub("", source).removesuffix("\n")


def student_version(notebook: Node) -> Node:
    """The notebook without its solutions and outputs, and without the cells that speak of the solutions."""
    bare = _bare(notebook, stub)
    return bare | {"cells": [cell for cell in bare["cells"] if not _tells(cell)]}


def solved_version(notebook: Node) -> Node:
    """The notebook with its solutions, to be read, and without outputs."""
    return _bare(notebook, unmarked)


def _bare(notebook: Node, code: Callable[[str], str]) -> Node:
    """The notebook without anything that a run leaves behind; ``code`` says what becomes of the source of a cell."""
    cells = []
    for cell in notebook["cells"]:
        kept = {name: known for name, known in cell["metadata"].items() if name not in ("execution", "trusted")}
        bare = cell | {"metadata": kept}
        if cell["cell_type"] == "code":
            bare |= {"source": code(cell["source"]), "outputs": [], "execution_count": None}
        cells.append(bare)
    return {"cells": cells, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}


def _tells(cell: Node) -> bool:
    """Whether the cell speaks of the solutions: the note that they are there, or what explains one."""
    return cell.get("id") == "solutions" or "solution" in cell["metadata"].get("tags", [])
