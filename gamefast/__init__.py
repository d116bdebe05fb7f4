"""The same answers for larger games, or faster. ``import gamelib`` is enough: it finds this package
(``offers``).

With this package beside it, gamelib needs less time for what it solves by itself: policeman and
thief on large boards, four in a row and overwriting on bits, heaps of octal games. What gamelib
cannot do alone is available here by name:

``CompiledGraph``, ``CompiledChance``   rules that are functions of whole numbers, compiled
``CompiledRules``                       the same for searches: ``deepen``, ``mcts``, ``alphabeta``, ``advise``
``Ending``                              chess endings of up to four pieces without pawns
``save``, ``load``                      an answer in a file; ``solve(game, keep="run.npz")`` keeps a long run there
``estimate``, ``Estimate``              how large a game will be
``tournament``                          many matches of the same strategies, and how far to trust their shares of wins
``solve_spread``                        boards beyond one machine, on Dask
"""

import typing

from gamefast.arenas.compiled import CompiledGraph as CompiledGraph
from gamefast.arenas.compiled_chance import CompiledChance as CompiledChance
from gamefast.arenas.compiled_rules import CompiledRules as CompiledRules
from gamefast.arenas.estimate import Estimate as Estimate
from gamefast.arenas.estimate import estimate as estimate
from gamefast.endings import Ending as Ending
from gamefast.tournament import tournament as tournament
from gamelib import moved

if typing.TYPE_CHECKING:
    from gamefast.spread.solve import solve_spread as solve_spread
    from gamefast.storage import load as load
    from gamefast.storage import save as save

# these load half of Python's library, so they are imported when they are needed
moved.signpost(
    __name__,
    {
        **dict.fromkeys(("load", "save"), "gamefast.storage"),
        "solve_spread": "gamefast.spread.solve",
    },
)
