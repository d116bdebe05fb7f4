"""Pictures and things to click: ``boards``, ``plots`` and ``widgets``, each loaded when it is
imported.

``python -m gamelib`` uses ``parsing``, which finds a game by its name, and ``terminal``, in which you
play it.
"""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType

from gamelib.packages import check_installed, needs

#: The modules that need no other package (``ALONE``), those that need anywidget alone (``LINES``),
#: those that need the engine (``WORDS``), and those that need matplotlib, too (``PICTURES``). The rest
#: are widgets, which need all of these. A module of ``stage`` that is not named needs nothing itself.
ALONE = {
    "answers",
    "colours",
    "layout",
    "records",
    "rendering",
    "session",
    "source",
    "stage",
}
LINES = {"replay", "stage.widget"}
WORDS = {"arrays", "parsing", "stage.marks", "stage.wasm", "terminal"}
PICTURES = {
    "boards",
    "chances",
    "figures",
    "graphs",
    "hackenbush",
    "heat",
    "networks",
    "plots",
    "strokes",
    "style",
    "temperatures",
    "trees",
}
#: What the engine needs.
ENGINE = ("numpy", "numba")


class _Needs:
    """Says which package a module of this folder lacks, before Python looks for the module; finds
    nothing itself.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Called by Python with the full name of each module that is to be imported."""
        before, _, module = fullname.partition(f"{__name__}.")
        if before or not module:  # not a module of this folder
            return
        needs_nothing_itself = module.startswith("stage.") and module not in LINES | WORDS
        if module in ALONE or needs_nothing_itself:
            return
        # Each call raises an ImportError that says what to install, if a package is missing.
        if module in LINES:
            needs("anywidget", "show", "widgets")
            return
        if module not in WORDS:
            needs("matplotlib", "show", "pictures")
            if module not in PICTURES:
                needs("anywidget", "show", "widgets")
        check_installed(ENGINE, "fast", "games to play and pictures")


if not all(map(find_spec, (*ENGINE, "matplotlib", "anywidget"))):
    sys.meta_path.insert(0, _Needs())
