"""The solution of an exercise, from the solved notebook that lies beside the reader's own.

The reader's copy of the course has a folder ``solutions`` next to ``exercises``. In a class whose answers are marked
there is none.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from gamelib.core import Text


class Shown(Text):
    """A text that a page renders as markdown."""

    def _repr_markdown_(self) -> str:
        return str(self)


def folded(lecture: str, name: str, *, unfolded: bool = False) -> str:
    """The solution of an exercise and its explanation, as markdown that folds.

    Parameters
    ----------
    lecture
        The module of its lecture, ``"matches"``.
    name
        The exercise, ``"other_takes"``.
    unfolded
        Whether it is shown open.

    Returns
    -------
    str
        Markdown; empty where no solution lies beside the notebook.
    """
    found = find(Path.cwd().parent / "solutions", lecture, name)
    if found is None:
        return ""
    code, why = found
    head = f"<details{' open' * unfolded}><summary>Our solution, and why it works</summary>"
    return f"{head}\n\n```python\n{code}\n```\n\n{why}\n\n</details>"


def find(folder: Path, lecture: str, name: str) -> tuple[str, str] | None:
    """The code of a solution and its explanation: the cell before the check of this name, and words below it.

    Parameters
    ----------
    folder
        Where the solved notebooks are.
    lecture
        The module of its lecture, ``"matches"``.
    name
        The exercise, ``"other_takes"``.

    Returns
    -------
    tuple or None
        The code and the explanation, which may be empty; None where there is no such notebook.
    """
    for path in sorted(folder.glob("*.ipynb")):
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except (OSError, ValueError, KeyError):
            continue
        if any(f"from gamecourse.check import {lecture} " in _source(cell) for cell in cells):
            return _in(cells, name)
    return None


def _in(cells: list[dict[str, Any]], name: str) -> tuple[str, str] | None:
    for k, cell in enumerate(cells):
        if cell.get("cell_type") == "code" and re.match(rf"check\.{name}\(", _source(cell)):
            code = next((_source(c) for c in reversed(cells[:k]) if c.get("cell_type") == "code"), "")
            told = (c for c in cells[k + 1 :] if "solution" in c.get("metadata", {}).get("tags", []))
            return code, _source(next(told, {}))
    return None


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)
