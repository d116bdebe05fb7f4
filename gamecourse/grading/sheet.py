"""What a notebook sees of a lecture's exercises: the exercises, what they are about, and solutions
once they are due.

The solutions come from the solved notebook. The reader's copy of the course has a folder
``solutions`` next to ``exercises``. A class whose answers are marked has no such folder.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from gamecourse.grading.marks.notebook import Cell, NotMarked, imported, read, tasks
from gamelib.core import Text


class Sheet(ModuleType):
    """A module that gives access only to the names in its ``__all__``, and to Python's own, such as
    ``__name__``: right answers stay hidden.
    """

    def __getattribute__(self, name: str) -> Any:
        """A thing that the sheet shows; raises AttributeError for any other name, and says which there
        are.
        """
        everything = ModuleType.__getattribute__(self, "__dict__")
        shown = everything["__all__"]
        if name == "__dict__":
            return {
                key: thing
                for key, thing in everything.items()
                if key in shown or key.startswith("__")
            }
        is_pythons_own = name.startswith("__") and name.endswith("__")
        if name in shown or is_pythons_own:
            return ModuleType.__getattribute__(self, name)
        raise AttributeError(f"there is no {name!r} here, but {', '.join(sorted(shown))}")

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("__"):
            raise AttributeError(f"{name} stays as it is: keep your own things under another name")
        ModuleType.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return sorted(ModuleType.__getattribute__(self, "__dict__")["__all__"])


def show(module: str, name: str) -> None:
    """Show an exercise of this name in its lecture's module, which becomes a sheet.

    The module's ``__all__`` names whatever else the sheet shows; the exercise is added to it. Modules
    outside ``gamecourse.check`` stay as they are.
    """
    if module.startswith("gamecourse.check."):
        sys.modules[module].__dict__.setdefault("__all__", []).append(name)
        sys.modules[module].__class__ = Sheet


def opened(module: ModuleType) -> dict[str, Any]:
    """Everything in a module, by name, even if it is a sheet that hides most of it."""
    everything: dict[str, Any] = ModuleType.__getattribute__(module, "__dict__")
    return everything


def hidden(module: str, name: str) -> Any:
    """Anything in a loaded module, by its name, even if the module is a sheet that hides it."""
    return opened(sys.modules[module])[name]


class Markdown(Text):
    """A text that a page renders as Markdown."""

    def _repr_markdown_(self) -> str:
        return str(self)


def folded_solution(lecture: str, name: str, *, unfolded: bool = False) -> str:
    """The solution of an exercise, and the words that explain it, as Markdown that folds; "" if no
    solved notebook is there.
    """
    for path in sorted((Path.cwd().parent / "solutions").glob("*.ipynb")):
        with suppress(NotMarked):  # no notebook, or none with exercises
            cells = read(path)
            checks = {task.name: task.cell for task in tasks(cells)}
            if imported(cells)[1] == lecture and name in checks:
                return _solution_at(cells, checks[name], unfolded)
    return ""


def _solution_at(cells: list[Cell], check: int, unfolded: bool) -> str:
    """The code above the cell of a check, and the next explanation of a solution, in a fold."""
    code = next((c["source"] for c in reversed(cells[:check]) if c["cell_type"] == "code"), "")
    explanations = (
        c["source"] for c in cells[check:] if "solution" in c.get("metadata", {}).get("tags", [])
    )
    tag = "<details open>" if unfolded else "<details>"
    head = f"{tag}<summary>Our solution, and why it works</summary>"
    return f"{head}\n\n```python\n{code}\n```\n\n{next(explanations, '')}\n\n</details>"
