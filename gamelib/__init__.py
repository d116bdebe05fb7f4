"""Solving games: who wins, how fast, and why. This page is the map of what a notebook imports.

A ``Game`` has four methods. One with more players or extra turns is an ``ExtensiveGame``, and with
dice a ``ChanceGame``; ``help("gamelib.core")`` says more. An ``Outcome`` is ``WIN``, ``DRAW`` or
``LOSS``; then there are ``CHANCE`` and ``IllegalMove``. ``gamelib.games`` holds rules to start
from. ``Quotient``, ``Sum``, ``Misere``, ``Fixed``, ``Alternating``, ``Extensive`` and ``NormalPlay``
make games from games.

backward    ``solve``: the verdict on every position, cycles and all; ``check_game``, ``check_solution``; ``cop_number``
impartial   ``nimber``, ``nimbers``, ``winning_move``, ``octal``, ``octal_period``, ``find_period``
partizan    ``value``: what a position of a ``PartizanGame`` of ``LEFT`` and ``RIGHT`` is worth, a ``Value``;
            ``move_values``; ``simplest``; in a sum ``winning_moves``, ``hottest``, ``hottest_move``
forward     ``minimax``, ``alphabeta``, ``deepen``, ``mcts``: one position, by looking ahead; ``Searched``
chance      ``exact_values``, ``chance_values``, ``strategy_improvement``, ``expectiminimax``, ``backward_induction``

Every answer uses the same words: ``value``, ``best``, ``line``, ``explain``. An ``Answer`` knows
many positions, and is a strategy for ``match``, like ``random_moves``: a ``Solution`` has a
``Verdict`` for each, a ``Plan`` the payoffs. A ``SearchResult`` knows one. A row of nimbers may
have a ``Period``; ``mex`` and ``nim_sum`` calculate with nimbers.

To read on: ``gamelib.local`` (the outcome of one position), ``gamelib.loopy`` (nimbers where play
can cycle), ``gamelib.zobrist`` (keys for tables).

This is the book: each algorithm is one file in Python alone, to be read from top to bottom.
``gamefast`` is the engine: the same names and the same answers, for larger games or sooner.
``gamecourse`` holds pictures, widgets and exercises.

>>> from gamelib import solve
>>> from gamelib.games import Matches
>>> str(solve(Matches(15))[15])
'WIN in 7'
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # an installer may ignore requires-python
    raise ImportError(  # by its name, `python -m gamelib` can say this in one line
        f"gamelib needs Python 3.11 or newer; {sys.executable} is too old. `make env` makes the "
        "course's own Python: .venv/bin/python, or .venv\\Scripts\\python on Windows",
        name=__name__,
    )

from gamelib.adapters import Alternating as Alternating
from gamelib.adapters import Extensive as Extensive
from gamelib.adapters import Fixed as Fixed
from gamelib.adapters import Misere as Misere
from gamelib.adapters import NormalPlay as NormalPlay
from gamelib.adapters import Quotient as Quotient
from gamelib.adapters import Sum as Sum
from gamelib.alphabeta import alphabeta as alphabeta
from gamelib.answers import Answer as Answer
from gamelib.answers import Solution as Solution
from gamelib.answers import Verdict as Verdict
from gamelib.certificate import check_solution as check_solution
from gamelib.chance import exact_values as exact_values
from gamelib.checking import check_game as check_game
from gamelib.core import CHANCE as CHANCE
from gamelib.core import DRAW as DRAW
from gamelib.core import LEFT as LEFT
from gamelib.core import LOSS as LOSS
from gamelib.core import RIGHT as RIGHT
from gamelib.core import WIN as WIN
from gamelib.core import ChanceGame as ChanceGame
from gamelib.core import ExtensiveGame as ExtensiveGame
from gamelib.core import Game as Game
from gamelib.core import IllegalMove as IllegalMove
from gamelib.core import Outcome as Outcome
from gamelib.core import PartizanGame as PartizanGame
from gamelib.deepen import deepen as deepen
from gamelib.expectiminimax import expectiminimax as expectiminimax
from gamelib.improvement import strategy_improvement as strategy_improvement
from gamelib.induction import Plan as Plan
from gamelib.induction import backward_induction as backward_induction
from gamelib.intervals import chance_values as chance_values
from gamelib.minimax import minimax as minimax
from gamelib.montecarlo import mcts as mcts
from gamelib.nimbers import mex as mex
from gamelib.nimbers import nim_sum as nim_sum
from gamelib.nimbers import nimber as nimber
from gamelib.nimbers import nimbers as nimbers
from gamelib.nimbers import winning_move as winning_move
from gamelib.octal import octal as octal
from gamelib.octal import octal_period as octal_period
from gamelib.partizan import Value as Value
from gamelib.partizan import simplest as simplest
from gamelib.periods import Period as Period
from gamelib.periods import find_period as find_period
from gamelib.play import match as match
from gamelib.play import random_moves as random_moves
from gamelib.pursuit import cop_number as cop_number
from gamelib.retrograde import solve as solve
from gamelib.search import SearchResult as SearchResult
from gamelib.searched import Searched as Searched
from gamelib.sums import hottest as hottest
from gamelib.sums import hottest_move as hottest_move
from gamelib.sums import move_values as move_values
from gamelib.sums import value as value
from gamelib.sums import winning_moves as winning_moves

__version__ = "0.4.0"


def __dir__() -> list[str]:
    """What a notebook imports, and not the modules, some of which have the same names."""
    return sorted(
        name
        for name, thing in globals().items()
        if not name.startswith("_") and not isinstance(thing, type(sys))
    )
