"""Pictures and things to click: ``boards``, ``plots`` and ``widgets``, each loaded when it is
imported.

``python -m gamelib`` uses ``typed``, which finds a game by its name, and ``terminal``, in which you
play it.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType

from gamelib.packages import needs

#: The modules that need no other package, and those that need only matplotlib. The rest are
#: widgets.
WORDS = {"given", "layout", "shades", "source", "terminal", "turns", "typed"}
PICTURES = {
    "boards",
    "chances",
    "figures",
    "graphs",
    "heat",
    "networks",
    "plots",
    "stage",
    "strokes",
    "style",
    "trees",
}


class _Needs:
    """Says which package a module of this folder lacks, before Python looks for the module; finds
    nothing itself.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        folder, _, module = fullname.rpartition(".")
        if folder == __name__ and module not in WORDS:
            needs("matplotlib", "show", "pictures")
            if module not in PICTURES:
                needs("anywidget", "show", "widgets")


if find_spec("matplotlib") is None or find_spec("anywidget") is None:
    sys.meta_path.insert(0, _Needs())
