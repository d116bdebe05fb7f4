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

from gamelib.adapters import Misere, Quotient, Sum
from gamelib.cops import cop_number
from gamelib.core import CHANCE, DRAW, LOSS, WIN, ExtensiveGame, Game, IllegalMove, Outcome
from gamelib.fixed import Fixed
from gamelib.graph import GameGraph
from gamelib.play import match, match_with_dice, random_moves
from gamelib.show.source import show_source
from gamelib.solution import Solution, Verdict
from gamelib.solvers import solve
from gamelib.solvers.chance import chance_values, exact_values
from gamelib.solvers.deepen import deepen
from gamelib.solvers.expectiminimax import expectiminimax
from gamelib.solvers.induction import Plan, backward_induction
from gamelib.solvers.mcts import mcts
from gamelib.solvers.nimbers import mex, nim_sum, nimber, nimbers, winning_move
from gamelib.solvers.octal import octal, octal_period
from gamelib.solvers.periods import Period, find_period
from gamelib.solvers.search import SearchResult, alphabeta, minimax
from gamelib.solvers.verify import check_game, check_solution

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
