"""Where things that were once in ``gamelib`` are now: an old import fails with a sentence that
names the new one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any


def _moved(*rows: str) -> dict[str, str]:
    """Old places and new ones; a row has the old folder, the new one, and the names."""
    return {
        f"{old}.{name}": f"{new}.{name}"
        for old, new, *names in map(str.split, rows)
        for name in names
    }


#: Modules, and folders with everything in them.
MODULES = _moved(
    "gamelib gamecourse check course show",
    "gamelib gamefast storage",
    "gamelib.machine gamefast progress stopping",
    "gamelib.play gamefast tournament",
    "gamelib.games gamefast endings spiel",
    "gamelib.solvers gamefast spread",
    "gamelib.arenas gamefast.arenas bitboard chance_rules compiled compiled_chance estimate",
    "gamelib.arenas gamefast.arenas filling marks meeting rules",
    "gamelib.solvers.backward gamefast.backward bits compiled ranked ranks reversal rounds tiles "
    "tokens",
    "gamelib.solvers.chance gamefast.chance overwriting sweeps",
    "gamelib.solvers.forward gamefast.forward drops fours",
    "gamelib.solvers.impartial gamefast.impartial sparse",
    "gamelib.check gamecourse.check.machinery asked comparing engine finding plain sheet trial",
) | {
    "gamelib.check.apart": "gamecourse.check.marks",
    "gamelib.check.clock": "gamecourse.check.machinery.limits",
    "gamelib.check.pairs": "gamecourse.check.machinery.reading",
}

#: Names in modules.
NAMES = _moved(
    "gamelib gamefast CompiledChance CompiledGraph Estimate estimate load save solve_spread "
    "tournament",
    "gamelib gamecourse show_source",
    "gamelib.games gamefast Ending",
    "gamelib.play gamefast.tournament Tournament tournament wilson",
)


def home_of(module: str, name: str = "") -> str | None:
    """Return the new place of an old module, or of a name in it; None if nothing has moved.

    >>> home_of("gamelib.show.boards"), home_of("gamelib", "save"), home_of("gamelib", "solve")
    ('gamecourse.show.boards', 'gamefast', None)
    """
    if name:
        moved = NAMES.get(f"{module}.{name}") or home_of(f"{module}.{name}")
        return moved.rpartition(".")[0] if moved else None
    above, _, last = module.rpartition(".")
    moved = home_of(above) if above else None
    return MODULES.get(module) or (f"{moved}.{last}" if moved else None)


class Moved(AttributeError):
    """A name that a module once had; the message says where it is now. ``hasattr`` answers False,
    as for any name.
    """


def signpost(module: str, later: dict[str, str] | None = None) -> None:
    """Let a module say where an old name is now, and list only its own names, not those that it
    imports for itself.

    ``later``: names that it also has, each with the module from which it is imported when it is
    asked for.
    """
    here, later = vars(sys.modules[module]), later or {}

    def get(name: str) -> Any:
        if name in later:
            return getattr(import_module(later[name]), name)
        if (home := home_of(module, name)) is not None:
            raise Moved(
                f"{name} has moved: from {home} import {name}", name=name, obj=sys.modules[module]
            )
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    def names() -> list[str]:
        homes = {
            name: getattr(it, "__module__", getattr(it, "__name__", module))
            for name, it in here.items()
        }
        own = [name for name, home in homes.items() if name[0] != "_" and home.startswith(module)]
        return sorted({*own, *later})

    here.update(__getattr__=get, __dir__=names)


class _Signpost(MetaPathFinder):
    """A finder that is asked first, because a folder left behind by a moved module would be taken
    for the module.

    It is also asked for the name in ``from gamelib import save``: a package that has no such
    attribute may have such a module.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if fullname in NAMES and fullname not in MODULES:
            module, _, name = fullname.rpartition(".")
            raise ImportError(
                f"{name} has moved: from {home_of(module, name)} import {name}", name=module
            )
        if fullname.startswith("gamelib.") and (home := home_of(fullname)) is not None:
            raise ImportError(f"{fullname} has moved: it is {home} now", name=fullname)


if not any(type(finder).__name__ == "_Signpost" for finder in sys.meta_path):
    sys.meta_path.insert(0, _Signpost())
