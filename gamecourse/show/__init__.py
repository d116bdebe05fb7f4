"""Pictures and things to click: ``boards``, ``plots`` and ``widgets``, each loaded when it is imported.

For ``python -m gamelib``: ``typed``, a game by its name, and ``terminal``, in which it is played.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType

from gamelib.machine import needs

#: The modules that need no other package, and those that need matplotlib alone. The rest are widgets.
WORDS = {"given", "layout", "shades", "source", "terminal", "turns", "typed"}
PICTURES = {"boards", "chances", "figures", "graphs", "heat", "networks", "plots", "stage", "strokes", "style", "trees"}


class _Needs:
    """Asked before a module of this folder is looked for: says which package it needs and lacks. Finds nothing."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        folder, _, module = fullname.rpartition(".")
        if folder == __name__ and module not in WORDS:
            needs("matplotlib", "show", "pictures")
            if module not in PICTURES:
                needs("anywidget", "show", "widgets")


if find_spec("matplotlib") is None or find_spec("anywidget") is None:
    sys.meta_path.insert(0, _Needs())
