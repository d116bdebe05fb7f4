"""What a notebook sees of a lecture's exercises: the exercises, what they are about, and solutions once they are due.

The solutions come from the solved notebook. The reader's copy of the course has a folder ``solutions`` next to
``exercises``. A class whose answers are marked has no such folder.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from gamecourse.check.marks.notebook import Cell, NotMarked, check_of, imported, read
from gamelib.core import Text


class Sheet(ModuleType):
    """A module that gives access only to the names in its ``__all__``."""

    def __getattribute__(self, name: str) -> Any:
        everything = ModuleType.__getattribute__(self, "__dict__")
        if name == "__dict__":
            shown = everything["__all__"]
            return {key: thing for key, thing in everything.items() if key in shown or key.startswith("__")}
        if name in everything["__all__"] or (name.startswith("__") and name.endswith("__")):
            return ModuleType.__getattribute__(self, name)
        raise AttributeError(f"there is no {name!r} here, but {', '.join(sorted(everything['__all__']))}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("__"):
            raise AttributeError(f"{name} stays as it is: keep your own things under another name")
        ModuleType.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return sorted(ModuleType.__getattribute__(self, "__dict__")["__all__"])


def show(module: str, name: str) -> None:
    """Show an exercise in its lecture's module, which becomes a sheet; ``__all__`` names its other contents."""
    if module.startswith("gamecourse.check."):
        sys.modules[module].__dict__.setdefault("__all__", []).append(name)
        sys.modules[module].__class__ = Sheet


def opened(module: ModuleType) -> dict[str, Any]:
    """Everything in a module, whether or not it is a sheet: for tests of the exercises."""
    everything: dict[str, Any] = ModuleType.__getattribute__(module, "__dict__")
    return everything


def hidden(module: str, name: str) -> Any:
    """Anything in a module, by its name."""
    return opened(sys.modules[module])[name]


class Shown(Text):
    """A text that a page renders as Markdown."""

    def _repr_markdown_(self) -> str:
        return str(self)


def folded(lecture: str, name: str, *, unfolded: bool = False) -> str:
    """The solution of an exercise and its explanation, as Markdown that folds; empty if there is no solution."""
    found = find(Path.cwd().parent / "solutions", lecture, name)
    if found is None:
        return ""
    code, why = found
    head = f"<details{' open' * unfolded}><summary>Our solution, and why it works</summary>"
    return f"{head}\n\n```python\n{code}\n```\n\n{why}\n\n</details>"


def find(folder: Path, lecture: str, name: str) -> tuple[str, str] | None:
    """The code of a solution, from the cell before its check, and the words below the check, if there are any."""
    for path in sorted(folder.glob("*.ipynb")):
        with suppress(NotMarked):  # no notebook, or none with exercises
            cells = read(path)
            if imported(cells)[1] == lecture:
                return _in(cells, name)
    return None


def _in(cells: list[Cell], name: str) -> tuple[str, str] | None:
    for k, cell in enumerate(cells):
        if (check := check_of(cell)) and check[0] == name:
            code = next((c["source"] for c in reversed(cells[:k]) if c["cell_type"] == "code"), "")
            told = (c["source"] for c in cells[k + 1 :] if "solution" in c.get("metadata", {}).get("tags", []))
            return code, next(told, "")
    return None
