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

from gamecourse.grading.marks.notebook import NotMarked, imported, read, tasks
from gamelib.core import Text


class Sheet(ModuleType):
    """A module that gives access only to the names in its ``__all__``."""

    def __getattribute__(self, name: str) -> Any:
        everything = ModuleType.__getattribute__(self, "__dict__")
        if name == "__dict__":
            shown = everything["__all__"]
            return {
                key: thing
                for key, thing in everything.items()
                if key in shown or key.startswith("__")
            }
        if name in everything["__all__"] or (name.startswith("__") and name.endswith("__")):
            return ModuleType.__getattribute__(self, name)
        raise AttributeError(
            f"there is no {name!r} here, but {', '.join(sorted(everything['__all__']))}"
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("__"):
            raise AttributeError(f"{name} stays as it is: keep your own things under another name")
        ModuleType.__setattr__(self, name, value)

    def __dir__(self) -> list[str]:
        return sorted(ModuleType.__getattribute__(self, "__dict__")["__all__"])


def show(module: str, name: str) -> None:
    """Show an exercise in its lecture's module, which becomes a sheet; ``__all__`` names its other
    contents.
    """
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


class Markdown(Text):
    """A text that a page renders as Markdown."""

    def _repr_markdown_(self) -> str:
        return str(self)


def folded(lecture: str, name: str, *, unfolded: bool = False) -> str:
    """The solution of an exercise, and the words below its check, as Markdown that folds; empty if
    there is none.
    """
    for path in sorted((Path.cwd().parent / "solutions").glob("*.ipynb")):
        with suppress(NotMarked):  # no notebook, or none with exercises
            cells = read(path)
            place = {task.name: task.cell for task in tasks(cells)}.get(name)
            if imported(cells)[1] == lecture and place is not None:
                code = next(
                    (c["source"] for c in reversed(cells[:place]) if c["cell_type"] == "code"), ""
                )
                told = (
                    c["source"]
                    for c in cells[place:]
                    if "solution" in c.get("metadata", {}).get("tags", [])
                )
                head = (
                    f"<details{' open' * unfolded}><summary>Our solution, and why it "
                    "works</summary>"
                )
                return f"{head}\n\n```python\n{code}\n```\n\n{next(told, '')}\n\n</details>"
    return ""
