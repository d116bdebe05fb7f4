"""The engine: the same names and the same answers as gamelib, for larger games, or sooner.

``from gamefast import solve`` in the place of ``from gamelib import solve`` is all that changes.
Faster here: ``solve``, ``check_solution``, ``cop_number``, ``nimber``, ``nimbers``,
``winning_move``, ``octal``, ``octal_period``, ``exact_values``, ``chance_values``,
``strategy_improvement``; and for games with a compiled search ``alphabeta``, ``deepen``, ``mcts``,
``Searched``. What cannot be faster is gamelib's own: ``check_game``, ``minimax``,
``expectiminimax``, ``backward_induction``, ``find_period``, ``match``, ``random_moves``, ``mex``,
``nim_sum``, ``value``, ``move_values``, ``simplest``, ``winning_moves``, ``hottest``,
``hottest_move``, and the records ``Answer``, ``Verdict``, ``SearchResult``, ``Plan``, ``Period``,
``Value``. A ``Solution`` is one of gamelib, with arrays besides. And there is more:

``GameGraph``, ``TokenGraph``           a game as arrays; two tokens on two small graphs, storing no move
``CompiledRules``                       rules that are functions of whole numbers, compiled: for ``solve``, dense or
                                        sparse, and for ``alphabeta``, ``deepen``, ``mcts``, ``advise``, ``nimbers``;
                                        ``NO_POSITION``: a number that stands for none
``CompiledChance``                      the same with dice; ``CompiledGraph``: the older name of rules with a size
``Ending``                              chess endings of up to four pieces without pawns
``advise``                              what is this position worth, and what should I do?
``save``, ``load``                      an answer in a file; ``solve(game, keep="run.npz")`` keeps a long run there
``estimate``, ``Estimate``              how large a game will be
``tournament``                          many matches of the same strategies, and how far to trust their shares of wins
``solve_spread``                        boards beyond one machine, on Dask
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from gamelib.packages import check_installed

check_installed(("numpy", "numba"), "fast", "the functions of gamefast")

from gamefast.advice import advise as advise
from gamefast.answers import Solution as Solution
from gamefast.arrays.graph import GameGraph as GameGraph
from gamefast.boards.tokens import TokenGraph as TokenGraph
from gamefast.chance.improvement import strategy_improvement as strategy_improvement
from gamefast.chance.values import chance_values as chance_values
from gamefast.chance.values import exact_values as exact_values
from gamefast.compiled.chance import CompiledChance as CompiledChance
from gamefast.compiled.graph import CompiledGraph as CompiledGraph
from gamefast.compiled.rules import NO_POSITION as NO_POSITION
from gamefast.compiled.searchable import CompiledRules as CompiledRules
from gamefast.endings import Ending as Ending
from gamefast.estimating import Estimate as Estimate
from gamefast.estimating import estimate as estimate
from gamefast.heaps.nimbers import nimber as nimber
from gamefast.heaps.nimbers import nimbers as nimbers
from gamefast.heaps.nimbers import winning_move as winning_move
from gamefast.heaps.octal import octal as octal
from gamefast.heaps.octal import octal_period as octal_period
from gamefast.pursuit import cop_number as cop_number
from gamefast.retrograde.verify import check_solution as check_solution
from gamefast.search.alphabeta import alphabeta as alphabeta
from gamefast.search.deepen import deepen as deepen
from gamefast.search.mcts import mcts as mcts
from gamefast.search.searched import Searched as Searched
from gamefast.solving import solve as solve
from gamefast.tournament import tournament as tournament
from gamelib import Answer as Answer
from gamelib import Period as Period
from gamelib import Plan as Plan
from gamelib import SearchResult as SearchResult
from gamelib import Value as Value
from gamelib import Verdict as Verdict
from gamelib import backward_induction as backward_induction
from gamelib import check_game as check_game
from gamelib import expectiminimax as expectiminimax
from gamelib import find_period as find_period
from gamelib import hottest as hottest
from gamelib import hottest_move as hottest_move
from gamelib import match as match
from gamelib import mex as mex
from gamelib import minimax as minimax
from gamelib import move_values as move_values
from gamelib import nim_sum as nim_sum
from gamelib import random_moves as random_moves
from gamelib import simplest as simplest
from gamelib import value as value
from gamelib import winning_moves as winning_moves

if TYPE_CHECKING:
    from gamefast.distributed.solve import solve_spread as solve_spread
    from gamefast.storage import load as load
    from gamefast.storage import save as save

#: Where these names come from. Their modules load half of Python's library, so they are imported
#: when they are needed.
LATER = {
    "load": "gamefast.storage",
    "save": "gamefast.storage",
    "solve_spread": "gamefast.distributed.solve",
}


def __getattr__(name: str) -> Any:
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names: functions and classes, but not the modules, some of which have the same
    names as functions.
    """
    own = {name for name, value in globals().items() if not isinstance(value, ModuleType)}
    public = {name for name in own if not name.startswith("_")}
    return sorted((public - HIDDEN) | set(LATER))


#: What this module imports for itself.
HIDDEN = {
    "HIDDEN",
    "LATER",
    "TYPE_CHECKING",
    "Any",
    "ModuleType",
    "check_installed",
    "import_module",
}
