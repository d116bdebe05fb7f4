"""The same answers for larger games, or faster. ``import gamelib`` is enough: it finds this package (``offers``).

With this package beside it, gamelib needs less time for what it solves by itself: policeman and thief on large boards,
four in a row and overwriting on bits, heaps of octal games. What gamelib cannot do alone is available here by name:

``CompiledGraph``, ``CompiledChance``   rules that are functions of whole numbers, compiled
``CompiledRules``                       the same for searches: ``deepen``, ``mcts``, ``alphabeta``, ``advise``
``Ending``                              chess endings of up to four pieces without pawns
``save``, ``load``                      a Solution in a file; ``solve(game, keep="run.npz")`` keeps a long run there
``estimate``, ``Estimate``              how large a game will be
``tournament``                          many matches of the same strategies, and how far to trust their shares of wins
``solve_spread``                        boards beyond one machine, on Dask
"""

from typing import TYPE_CHECKING, Any

from gamefast.arenas.compiled import CompiledGraph
from gamefast.arenas.compiled_chance import CompiledChance
from gamefast.arenas.compiled_rules import CompiledRules
from gamefast.arenas.estimate import Estimate, estimate
from gamefast.endings import Ending
from gamefast.tournament import tournament

if TYPE_CHECKING:
    from gamefast.spread.solve import solve_spread
    from gamefast.storage import load, save

__all__ = [
    "CompiledChance",
    "CompiledGraph",
    "CompiledRules",
    "Ending",
    "Estimate",
    "estimate",
    "load",
    "save",
    "solve_spread",
    "tournament",
]


def __getattr__(name: str) -> Any:
    """``save``, ``load`` and ``solve_spread`` load half of Python's library, so they are imported when needed."""
    if name in ("load", "save"):
        from gamefast import storage

        return getattr(storage, name)
    if name == "solve_spread":
        from gamefast.spread import solve

        return solve.solve_spread
    raise AttributeError(f"module 'gamefast' has no attribute {name!r}")
