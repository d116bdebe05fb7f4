"""Games that need not be walked: their arrays are made at once.

An arena is a game as arrays, with its positions numbered from 0; the solvers take it as it is.
Each table says what is made for the games of a class. A game of a subclass may have other rules, so
the class must be exactly this one; any other game is walked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from gamefast.arrays.graph import GameGraph
from gamefast.arrays.piles import pile_graph
from gamefast.boards.bitboard import DropBoard
from gamefast.boards.chases import board_chase
from gamefast.boards.filling import MAX_CELLS, filling
from gamefast.boards.marks import MarkGraph
from gamefast.compiled.graph import CompiledGraph
from gamefast.compiled.searchable import CompiledRules, is_in_numbers
from gamefast.compiled.walked import WalkedGraph
from gamefast.endings.ending import Ending
from gamefast.machine import (
    MAX_EDGES,
    MAX_EDGES_COMPILED,
    MAX_POSITIONS,
    MAX_POSITIONS_COMPILED,
)
from gamelib.adapters import Misere
from gamelib.games import ConnectFour, CopsAndThief, Matches, OverwriteTicTacToe, TicTacToe
from gamelib.games.connect4 import BITS, FREE, O, X


def overwriting_marks(game: OverwriteTicTacToe) -> MarkGraph | None:
    """Every board, by the set of taken cells; None unless the coin is fair."""
    return MarkGraph(game.n, tuple(game.lines)) if game.q == Fraction(1, 2) else None


def filled_boards(game: TicTacToe) -> GameGraph | None:
    """Everything that play from the empty board can reach; None if there are more than 12 cells."""
    cells = game.m * game.n
    return filling(game, cells, game.lines, X + O + FREE) if cells <= MAX_CELLS else None


def drop_board(game: ConnectFour) -> DropBoard | None:
    """Four in a row as bits; None if the board is too large."""
    if game.k != 4 or not DropBoard.fits(game.rows, game.columns):
        return None
    return DropBoard(game.rows, game.columns, partial(drop_pieces, game.columns))


def drop_pieces(width: int, position: str) -> tuple[int, int]:
    """The pieces of the player to move and of both, as bits: ``DropBoard`` says which is which.

    >>> [f"{bits:04b}" for bits in drop_pieces(1, ".\\nO\\nX")]  # from the top down; X is to move
    ['0001', '0011']
    """
    # A position is its rows as text, from the top down, with a line break after each but the last:
    # so a column is every (width + 1)-th character. The last column has the highest bits, and above
    # each column there is a free bit. A binary number begins with its highest bit, so the last
    # column comes first, and each column begins with its free bit.
    cells = "".join(FREE + position[column :: width + 1] for column in reversed(range(width)))
    xs = int(cells.translate(BITS[X]), 2)
    os = int(cells.translate(BITS[O]), 2)
    x_is_to_move = position.count(X) == position.count(O)  # X begins
    mover = xs if x_is_to_move else os
    return mover, xs | os


#: The whole game as an arena, all of which is solved wherever play begins; or None.
ARENAS: dict[type, Callable[[Any], Any]] = {
    Matches: pile_graph,
    CopsAndThief: board_chase,
    OverwriteTicTacToe: overwriting_marks,
    Ending: Ending.compiled,
}

#: The graph that a walk from the start would find; or None.
WALKED: dict[type, Callable[[Any], GameGraph | None]] = {TicTacToe: filled_boards}

#: The board as bits, for a compiled search; or None.
BITBOARDS: dict[type, Callable[[Any], DropBoard | None]] = {ConnectFour: drop_board}


def arena(game: Any) -> Any:
    """The whole game as an arena, by its rules as they are now; None if it has to be walked.

    >>> arena(Matches(3)), arena(Misere(Matches(3))).terminal[0]
    (<GameGraph: 4 positions, 6 moves>, np.float64(1.0))
    """
    if type(game) is Misere:  # the same positions and moves; only every result is reversed
        normal = arena(game.game)
        return None if normal is None else normal.negated(game)
    if is_in_numbers(game) and game.size is not None:
        return CompiledGraph.of_rules(game)
    make = ARENAS.get(type(game))
    own_arena: Any = None if make is None else make(game)
    # None and a MarkGraph have no ``present``: a MarkGraph has no rules that could change.
    return own_arena.present() if hasattr(own_arena, "present") else own_arena


def walk(
    game: Any, positions: Iterable[Any], max_positions: int | None, max_edges: int | None
) -> Any:
    """Everything that can be reached from some positions, as an arena, walked at the speed that
    the game allows.

    A limit that is None is the usual one: rules that are compiled have larger limits.
    """
    rules, sign = rules_in_numbers(game)
    own_game = game.game if type(game) is Misere else game
    if rules is None and isinstance(own_game, CompiledRules) and own_game.ends_late:
        raise ValueError(
            f"{type(own_game).__name__} replaces a rule, so it is walked by its methods, which know "
            "of no remoteness= where play is over"
        )
    if max_positions is None:
        max_positions = MAX_POSITIONS if rules is None else MAX_POSITIONS_COMPILED
    if max_edges is None:
        max_edges = MAX_EDGES if rules is None else MAX_EDGES_COMPILED
    if rules is None:
        return GameGraph.of(
            game, positions=positions, max_positions=max_positions, max_edges=max_edges
        )
    graph = WalkedGraph.of(rules, positions, max_positions=max_positions, max_edges=max_edges)
    return graph if sign == 1 else graph.negated(game)


def rules_in_numbers(game: Any) -> tuple[CompiledRules | None, int]:
    """The compiled rules of a game, and the sign of its results by them; None for the rules if it
    has none.

    The sign is -1 for ``Misere`` of compiled rules, where every result is reversed.
    """
    if type(game) is Misere:
        rules, sign = rules_in_numbers(game.game)
        return rules, -sign
    return (game if is_in_numbers(game) else None), 1


def end_remoteness(game: Any, position: Any) -> int:
    """The remoteness of a position where play is over: 0, unless compiled rules end play before the
    last move and say how many moves are missing, such as 1 where a king can be taken.
    """
    rules, _ = rules_in_numbers(game)
    return 0 if rules is None else rules.remoteness_of(rules.numbers(position))


def walked_graph(game: Any) -> GameGraph | None:
    """The graph that a walk from the start would find, made at once; None if it has to be walked."""
    make = WALKED.get(type(game))
    return None if make is None else make(game)


def bitboard(game: Any) -> Any:
    """The game's board as bits, for a compiled search; None if there is none."""
    make = BITBOARDS.get(type(game))
    return None if make is None else make(game)
