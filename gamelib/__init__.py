"""Solving games: who wins, how fast, and why. This page is the map of what a notebook imports.

A game has four methods (``Game``), or five or six if it has more players, extra turns or dice (``ExtensiveGame``): see
``gamelib.core``, also for what else a game may offer. Its vocabulary is ``Outcome`` (``WIN``, ``DRAW``, ``LOSS``),
``CHANCE`` and ``IllegalMove``. ``gamelib.games`` holds rules to start from. ``gamelib.adapters`` makes games from
games: ``Quotient``, ``Sum``, ``Misere``, ``Fixed``, ``Alternating``, ``Extensive``. A ``GameGraph`` is a game as
arrays. The four wings of ``gamelib.solvers`` are the four parts of the course:

backward    ``solve``: the verdict on every position, cycles and all; ``check_game``, ``check_solution``; ``cop_number``
impartial   ``nimber``, ``nimbers``, ``winning_move``, ``octal``, ``octal_period``, ``find_period``
forward     ``minimax``, ``alphabeta``, ``deepen``, ``mcts``: one position, by looking ahead; ``Searched``
chance      ``exact_values``, ``chance_values``, ``strategy_improvement``, ``expectiminimax``, ``backward_induction``

``advise`` answers one question about any game: what is this position worth, and what should I do? Every answer uses
the same words: ``value``, ``best``, ``line``, ``explain``. An ``Answer`` knows many positions: a ``Solution`` has a
``Verdict`` for each, a ``Plan`` the payoffs. It is also a strategy for ``match``, like ``random_moves``. A
``SearchResult`` knows one position. A row of nimbers may have a ``Period``; ``mex`` and ``nim_sum`` calculate with
nimbers. Underneath are ``arenas`` (games as arrays), ``ask`` (the gate that checks what a game says) and ``machine``
(loops at two speeds).

This package holds what the lectures teach, and nothing else. Two packages build on it: ``gamefast`` gives the same
answers for larger games, or faster, and is found automatically (``offers``); ``gamecourse`` holds pictures, widgets and
exercises.

>>> from gamelib import solve
>>> from gamelib.games import Matches
>>> str(solve(Matches(15))[15])
'WIN in 7'
"""

import sys
from importlib.util import find_spec

if sys.version_info < (3, 11) or find_spec("numpy") is None:
    raise ImportError(  # by its name, `python -m gamelib` can say this in one line
        f"gamelib needs Python 3.11 or newer, and numpy; {sys.executable} is too old, or lacks numpy. `make env` makes "
        "the course's own Python: .venv/bin/python, or .venv\\Scripts\\python on Windows",
        name=__name__,
    )

from gamelib.adapters import Alternating, Extensive, Fixed, Misere, Quotient, Sum
from gamelib.answers import Answer, Solution, Verdict
from gamelib.arenas.graph import GameGraph
from gamelib.core import CHANCE, DRAW, LOSS, WIN, ExtensiveGame, Game, IllegalMove, Outcome
from gamelib.moved import signpost
from gamelib.play import match, random_moves
from gamelib.solvers.advise import advise
from gamelib.solvers.backward.contract import check_game
from gamelib.solvers.backward.cop_number import cop_number
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.backward.verify import check_solution
from gamelib.solvers.chance.expectiminimax import expectiminimax
from gamelib.solvers.chance.improvement import strategy_improvement
from gamelib.solvers.chance.induction import Plan, backward_induction
from gamelib.solvers.chance.values import chance_values, exact_values
from gamelib.solvers.forward.deepen import deepen
from gamelib.solvers.forward.mcts import mcts
from gamelib.solvers.forward.minimax import SearchResult, alphabeta, minimax
from gamelib.solvers.forward.searched import Searched
from gamelib.solvers.impartial.nimbers import mex, nim_sum, nimber, nimbers, winning_move
from gamelib.solvers.impartial.octal import octal, octal_period
from gamelib.solvers.impartial.periods import Period, find_period

__version__ = "0.3.0.dev0"

__all__ = [
    "CHANCE",
    "DRAW",
    "LOSS",
    "WIN",
    "Alternating",
    "Answer",
    "Extensive",
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
    "Searched",
    "Solution",
    "Sum",
    "Verdict",
    "advise",
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
    "mcts",
    "mex",
    "minimax",
    "nim_sum",
    "nimber",
    "nimbers",
    "octal",
    "octal_period",
    "random_moves",
    "solve",
    "strategy_improvement",
    "winning_move",
]


__getattr__ = signpost(__name__)
