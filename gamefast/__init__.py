"""The same answers for larger games, or faster. ``import gamelib`` is enough: it finds what is here (``offers``).

What gamelib solves by itself takes less time with this package beside it: policeman and thief on large boards, four in
a row and overwriting on bits, heaps of octal games. What it cannot do alone is here by name:

``CompiledGraph``, ``CompiledChance``   rules that are functions of whole numbers, compiled
``Ending``                              chess endings of up to four pieces without pawns
``save``, ``load``                      a Solution in a file; ``solve(game, keep="run.npz")`` keeps a long run there
``estimate``, ``Estimate``              how large a game is going to be
``tournament``                          many plays of the same strategies, and how far their shares can be trusted
``solve_spread``                        boards beyond one machine, on Dask
"""

from typing import TYPE_CHECKING, Any

from gamefast.arenas.compiled import CompiledGraph
from gamefast.arenas.compiled_chance import CompiledChance
from gamefast.arenas.estimate import Estimate, estimate
from gamefast.endings import Ending
from gamefast.tournament import tournament

if TYPE_CHECKING:
    from gamefast.spread.solve import solve_spread
    from gamefast.storage import load, save

__all__ = [
    "CompiledChance",
    "CompiledGraph",
    "Ending",
    "Estimate",
    "estimate",
    "load",
    "save",
    "solve_spread",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """``save``, ``load`` and what spreads boards bring half of Python's library with them: loaded when asked for."""
    if name in ("load", "save"):
        from gamefast import storage

        return getattr(storage, name)
    if name == "solve_spread":
        from gamefast.spread import solve

        return solve.solve_spread
    raise AttributeError(f"module 'gamefast' has no attribute {name!r}")
