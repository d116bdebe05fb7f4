"""What this package does faster, by type; gamelib asks for it (``gamelib.offers``). Modules are
loaded when needed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any

from gamefast.arenas.bitboard import DropBoard
from gamefast.arenas.compiled import CompiledGraph
from gamefast.arenas.compiled_rules import CompiledRules
from gamefast.arenas.filling import MAX_CELLS, filling
from gamefast.arenas.marks import MarkGraph
from gamefast.arenas.meeting import Meeting
from gamelib.arenas.graph import GameGraph
from gamelib.arenas.tokens import TokenGraph
from gamelib.games.connect4 import BITS, FREE, ConnectFour, O, X
from gamelib.games.overwrite import OverwriteTicTacToe
from gamelib.games.tictactoe import TicTacToe
from gamelib.offers import offer

#: What is done, for which class (object: for anything), and the module and function that do it.
WORK: dict[tuple[str, type], tuple[str, str]] = {
    ("solve", GameGraph): ("backward.reversal", "solve_stored"),
    ("solve", TokenGraph): ("backward.tokens", "solve_tokens"),
    ("solve", CompiledGraph): ("backward.compiled", "solve_compiled"),
    ("certificate", TokenGraph): ("backward.certificate", "holds"),
    ("keep", object): ("storage.runs", "solve_kept"),
    ("reverse", object): ("backward.reversal", "reverse"),
    ("components", object): ("arenas.components", "components"),
    ("compile", object): ("compiling", "Compiled"),
    ("free memory", object): ("memory", "free_memory"),
    ("limits", object): ("arenas.estimate", "Guard"),
    ("nimbers of heaps", object): ("impartial.sparse", "extended"),
    ("search", DropBoard): ("forward.drops", "DropSearch"),
    ("search", CompiledRules): ("forward.compiled", "CompiledSearch"),
    ("tree", CompiledRules): ("forward.compiled", "CompiledTree"),
    ("chance values", MarkGraph): ("chance.overwriting", "interval_answer"),
    ("exact values", MarkGraph): ("chance.overwriting", "fraction_answer"),
}


def _done_by(module: str, name: str, *arguments: Any, **named: Any) -> Any:
    return getattr(import_module(f"gamefast.{module}"), name)(*arguments, **named)


for asked, place in WORK.items():
    offer(*asked)(partial(_done_by, *place))

offer("meeting")(Meeting)


@offer("arena", OverwriteTicTacToe)
def _marks(game: OverwriteTicTacToe) -> MarkGraph | None:
    """Every board, by the set of taken cells; None unless the coin is fair."""
    return MarkGraph(game.n, tuple(game.lines)) if game.q == Fraction(1, 2) else None


@offer("walked_graph", TicTacToe)
def _filled(game: TicTacToe) -> Any:
    """All positions and moves; None if there are more than 12 cells."""
    size = game.m * game.n
    return filling(game, size, game.lines, X + O + FREE) if size <= MAX_CELLS else None


@offer("bitboard", ConnectFour)
def _drops(game: ConnectFour) -> DropBoard | None:
    """Four in a row as bits; None if the board is too large."""
    fits = game.k == 4 and DropBoard.fits(game.rows, game.columns)
    return DropBoard(game.rows, game.columns, partial(_pieces, game.columns)) if fits else None


def _pieces(width: int, position: str) -> tuple[int, int]:
    """The pieces of the player to move and of both, as ``DropBoard`` numbers the cells."""
    cells = "".join(FREE + position[column :: width + 1] for column in reversed(range(width)))
    xs, os = (int(cells.translate(BITS[piece]), 2) for piece in (X, O))
    return (xs if position.count(X) == position.count(O) else os), xs | os
