"""Where things stand that were in ``gamelib`` once: an old import is answered with the new one, in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

#: Modules, and folders with all that is in them.
MODULES = {
    "gamelib.arenas.bitboard": "gamefast.arenas.bitboard",
    "gamelib.arenas.chance_rules": "gamefast.arenas.chance_rules",
    "gamelib.arenas.compiled": "gamefast.arenas.compiled",
    "gamelib.arenas.compiled_chance": "gamefast.arenas.compiled_chance",
    "gamelib.arenas.estimate": "gamefast.arenas.estimate",
    "gamelib.arenas.filling": "gamefast.arenas.filling",
    "gamelib.arenas.marks": "gamefast.arenas.marks",
    "gamelib.arenas.rules": "gamefast.arenas.rules",
    "gamelib.check": "gamecourse.check",
    "gamelib.check.apart": "gamecourse.check.marks",
    "gamelib.course": "gamecourse.course",
    "gamelib.games.endings": "gamefast.endings",
    "gamelib.games.spiel": "gamefast.spiel",
    "gamelib.machine.stopping": "gamefast.stopping",
    "gamelib.play.tournament": "gamefast.tournament",
    "gamelib.show": "gamecourse.show",
    "gamelib.solvers.backward.bits": "gamefast.backward.bits",
    "gamelib.solvers.backward.compiled": "gamefast.backward.compiled",
    "gamelib.solvers.backward.ranked": "gamefast.backward.ranked",
    "gamelib.solvers.backward.ranks": "gamefast.backward.ranks",
    "gamelib.solvers.backward.rounds": "gamefast.backward.rounds",
    "gamelib.solvers.backward.tiles": "gamefast.backward.tiles",
    "gamelib.solvers.backward.tokens": "gamefast.backward.tokens",
    "gamelib.solvers.chance.overwriting": "gamefast.chance.overwriting",
    "gamelib.solvers.chance.sweeps": "gamefast.chance.sweeps",
    "gamelib.solvers.forward.drops": "gamefast.forward.drops",
    "gamelib.solvers.forward.fours": "gamefast.forward.fours",
    "gamelib.solvers.impartial.sparse": "gamefast.impartial.sparse",
    "gamelib.solvers.spread": "gamefast.spread",
    "gamelib.storage": "gamefast.storage",
} | {
    f"gamelib.check.{name}": f"gamecourse.check.machinery.{name}"
    for name in (
        *("asked", "claims", "clock", "comparing", "cuts", "engine", "finding", "given", "inside", "memory", "moves"),
        *("pairs", "plain", "played", "rings", "rivals", "sheet", "solutions", "trees", "trial"),
    )
}

#: Names that a module had, and the module that has them.
NAMES = {
    "gamelib": {
        **dict.fromkeys(("CompiledChance", "CompiledGraph", "Estimate", "estimate", "tournament"), "gamefast"),
        **dict.fromkeys(("load", "save", "solve_spread"), "gamefast"),
        "show_source": "gamecourse",
    },
    "gamelib.games": {"Ending": "gamefast"},
    "gamelib.machine": {"StopButton": "gamefast.stopping"},
    "gamelib.play": dict.fromkeys(("Tournament", "tournament", "wilson"), "gamefast.tournament"),
}


def home_of(module: str, name: str = "") -> str | None:
    """The module that an old one has become, or that has a name of it; None where nothing has moved.

    >>> home_of("gamelib.show.boards"), home_of("gamelib", "save"), home_of("gamelib", "solve")
    ('gamecourse.show.boards', 'gamefast', None)
    """
    if name:
        moved = home_of(f"{module}.{name}")
        return NAMES.get(module, {}).get(name) or (moved.rpartition(".")[0] if moved else None)
    above, dot, last = module.rpartition(".")
    moved = MODULES.get(module) or (home_of(above) if above else None)
    return moved if module in MODULES or moved is None else f"{moved}{dot}{last}"


def has_moved(module: str, name: str) -> ImportError:
    """What there is to say of an old name."""
    return ImportError(f"{name} has moved: from {home_of(module, name)} import {name}", name=module)


class _Signpost(MetaPathFinder):
    """Asked last, after all who could find the module."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        if fullname.startswith("gamelib.") and (home := home_of(fullname)) is not None:
            raise ModuleNotFoundError(f"{fullname} has moved: it is {home} now", name=fullname)


if not any(type(finder).__name__ == "_Signpost" for finder in sys.meta_path):
    sys.meta_path.append(_Signpost())
