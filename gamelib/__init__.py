"""Solving games: who wins, how fast, and why. This page is the map of what a notebook imports.

A game is four methods (``Game``). ``solve`` gives the verdict on every position of one, cycles and all, as
a ``Solution``; ``check_game`` and ``check_solution`` check what is claimed. A game with dice, with more players, or
with any payoffs is six methods (``ExtensiveGame``): ``backward_induction``, ``expectiminimax``, ``exact_values`` and
``chance_values`` say what it is worth. ``gamelib.games`` holds rules to start from, ``gamelib.show`` draws boards and
plots and makes widgets to play with.

>>> from gamelib import solve
>>> from gamelib.games import Matches
>>> str(solve(Matches(15))[15])
'WIN in 7'
"""

from gamelib.adapters import Fixed, Misere, Quotient, Sum
from gamelib.answers import Solution, Verdict
from gamelib.arenas.graph import GameGraph
from gamelib.core import CHANCE, DRAW, LOSS, WIN, ExtensiveGame, Game, IllegalMove, Outcome
from gamelib.play import match, match_with_dice, random_moves
from gamelib.show.source import show_source
from gamelib.solvers.backward.cop_number import cop_number
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.backward.verify import check_game, check_solution
from gamelib.solvers.chance.expectiminimax import expectiminimax
from gamelib.solvers.chance.induction import Plan, backward_induction
from gamelib.solvers.chance.values import chance_values, exact_values
from gamelib.solvers.forward.deepen import deepen
from gamelib.solvers.forward.mcts import mcts
from gamelib.solvers.forward.search import SearchResult, alphabeta, minimax
from gamelib.solvers.impartial.nimbers import mex, nim_sum, nimber, nimbers, winning_move
from gamelib.solvers.impartial.octal import octal, octal_period
from gamelib.solvers.impartial.periods import Period, find_period

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "DRAW",
    "LOSS",
    "WIN",
    "ExtensiveGame",
    "Fixed",
    "Game",
    "GameGraph",
    "IllegalMove",
    "Misere",
    "Outcome",
    "Period",
    "Plan",
    "Quotient",
    "SearchResult",
    "Solution",
    "Sum",
    "Verdict",
    "alphabeta",
    "backward_induction",
    "chance_values",
    "check_game",
    "check_solution",
    "cop_number",
    "deepen",
    "exact_values",
    "expectiminimax",
    "find_period",
    "match",
    "match_with_dice",
    "mcts",
    "mex",
    "minimax",
    "nim_sum",
    "nimber",
    "nimbers",
    "octal",
    "octal_period",
    "random_moves",
    "show_source",
    "solve",
    "winning_move",
]
