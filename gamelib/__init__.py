"""Solving games: who wins, how fast, and why. This page is the map of what a notebook imports.

A ``Game`` has four methods. One with more players or extra turns is an ``ExtensiveGame``, and with
dice a ``ChanceGame``; ``help("gamelib.core")`` says more. An ``Outcome`` is ``WIN``, ``DRAW`` or
``LOSS``; then there are ``CHANCE`` and ``IllegalMove``. ``gamelib.games`` holds rules to start
from. ``Quotient``, ``Sum``, ``Misere``, ``Fixed``, ``Alternating`` and ``Extensive`` make games
from games. A ``GameGraph`` is a game as arrays.

backward    ``solve``: the verdict on every position, cycles and all; ``check_game``, ``check_solution``; ``cop_number``
impartial   ``nimber``, ``nimbers``, ``winning_move``, ``octal``, ``octal_period``, ``find_period``
forward     ``minimax``, ``alphabeta``, ``deepen``, ``mcts``: one position, by looking ahead; ``Searched``
chance      ``exact_values``, ``chance_values``, ``strategy_improvement``, ``expectiminimax``, ``backward_induction``
any         ``advise``: what is this position worth, and what should I do?

Every answer uses the same words: ``value``, ``best``, ``line``, ``explain``. An ``Answer`` knows
many positions, and is a strategy for ``match``, like ``random_moves``: a ``Solution`` has a
``Verdict`` for each, a ``Plan`` the payoffs. A ``SearchResult`` knows one. A row of nimbers may
have a ``Period``; ``mex`` and ``nim_sum`` calculate with nimbers. ``gamefast`` does the same for
larger games, or faster, and is found automatically; ``gamecourse`` holds pictures, widgets and
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
        f"gamelib needs Python 3.11 or newer, and numpy; {sys.executable} is too old, or lacks "
        "numpy. `make env` makes "
        "the course's own Python: .venv/bin/python, or .venv\\Scripts\\python on Windows",
        name=__name__,
    )

from gamelib import moved
from gamelib.adapters import Alternating as Alternating
from gamelib.adapters import Extensive as Extensive
from gamelib.adapters import Fixed as Fixed
from gamelib.adapters import Misere as Misere
from gamelib.adapters import Quotient as Quotient
from gamelib.adapters import Sum as Sum
from gamelib.answers import Answer as Answer
from gamelib.answers import Solution as Solution
from gamelib.answers import Verdict as Verdict
from gamelib.arenas.graph import GameGraph as GameGraph
from gamelib.core import CHANCE as CHANCE
from gamelib.core import DRAW as DRAW
from gamelib.core import LOSS as LOSS
from gamelib.core import WIN as WIN
from gamelib.core import ChanceGame as ChanceGame
from gamelib.core import ExtensiveGame as ExtensiveGame
from gamelib.core import Game as Game
from gamelib.core import IllegalMove as IllegalMove
from gamelib.core import Outcome as Outcome
from gamelib.play import match as match
from gamelib.play import random_moves as random_moves
from gamelib.solvers.advise import advise as advise
from gamelib.solvers.backward.contract import check_game as check_game
from gamelib.solvers.backward.cop_number import cop_number as cop_number
from gamelib.solvers.backward.solve import solve as solve
from gamelib.solvers.backward.verify import check_solution as check_solution
from gamelib.solvers.chance.expectiminimax import expectiminimax as expectiminimax
from gamelib.solvers.chance.improvement import strategy_improvement as strategy_improvement
from gamelib.solvers.chance.induction import Plan as Plan
from gamelib.solvers.chance.induction import backward_induction as backward_induction
from gamelib.solvers.chance.values import chance_values as chance_values
from gamelib.solvers.chance.values import exact_values as exact_values
from gamelib.solvers.forward.deepen import deepen as deepen
from gamelib.solvers.forward.mcts import mcts as mcts
from gamelib.solvers.forward.minimax import SearchResult as SearchResult
from gamelib.solvers.forward.minimax import alphabeta as alphabeta
from gamelib.solvers.forward.minimax import minimax as minimax
from gamelib.solvers.forward.searched import Searched as Searched
from gamelib.solvers.impartial.nimbers import mex as mex
from gamelib.solvers.impartial.nimbers import nim_sum as nim_sum
from gamelib.solvers.impartial.nimbers import nimber as nimber
from gamelib.solvers.impartial.nimbers import nimbers as nimbers
from gamelib.solvers.impartial.nimbers import winning_move as winning_move
from gamelib.solvers.impartial.octal import octal as octal
from gamelib.solvers.impartial.octal import octal_period as octal_period
from gamelib.solvers.impartial.periods import Period as Period
from gamelib.solvers.impartial.periods import find_period as find_period

__version__ = "0.4.0.dev0"

moved.signpost(__name__)
