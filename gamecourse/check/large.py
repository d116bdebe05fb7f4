"""The exercises of lecture 12, large games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, Told, between, compare, exercise, name_of, one_of, wrong
from gamecourse.check.machinery.asked import brief, shorten
from gamecourse.check.machinery.domain import Question
from gamecourse.check.machinery.engine import inside, number_of
from gamecourse.check.machinery.reading import board_of, tree_of
from gamecourse.check.machinery.subjects import BOARD, middle
from gamelib import alphabeta, deepen, match, mcts, minimax
from gamelib.games import ConnectFour, MinMaxTree

__all__ = ["BOARD", "PLAYOUTS", "SMALL", "middle"]

#: The board of the second exercise; that of the first is ``BOARD``.
SMALL = ConnectFour(4, 5)

#: How many playouts the trap must survive, and in how many of ten trials; and so many moves at the root are told.
PLAYOUTS, NEEDED, MOVES_TOLD = 100, 7, 6

#: From so many beginnings two games are played each; a score that says nothing makes one point a beginning.
BEGINNINGS, ENOUGH = 20, 23

#: So much worse must the move be into which the trap leads.
WORSE = 0.5


def _strategy(evaluate: Callable[[str], float]) -> Callable[[str], int]:
    return lambda position: int(deepen(BOARD, position, depth=2, evaluate=evaluate).line[0])


def _beginnings() -> list[str]:
    """Different positions after four random moves."""
    rng, seen = np.random.default_rng(10), dict[str, None]()
    while len(seen) < BEGINNINGS:
        position = BOARD.start()
        for _ in range(4):
            position = BOARD.play(position, int(rng.choice(BOARD.moves(position))))
        seen[position] = None
    return list(seen)


def _points(evaluate: Callable[[str], float]) -> float:
    """Points against ``middle``, two games from each beginning; it stops where there are enough."""
    mine, other, points = _strategy(evaluate), _strategy(cache(middle)), 0.0
    for position in _beginnings():
        first = match(BOARD, mine, other, position=position).result
        second = match(BOARD, other, mine, position=position).result
        points += (1 + first) / 2 + (1 - second) / 2
        if points >= ENOUGH:
            break
    return points


@exercise(
    "Count something that leads to four in a row: three of your own with the fourth cell free are worth much.",
    "Speak for the player to move, BOARD.mover(position), and stay between -1 and 1: a guess must be less than a win.",
    "The game has one already: what does BOARD.evaluate count?",
)
def better_evaluation(answer: Any) -> Finding:
    """evaluate(position): a score for the player to move on BOARD; two moves deep it must beat ``middle``."""

    def judge(position: str) -> Any:
        who = f"{name_of(answer)}({position!r})"
        score = number_of(answer, position, who=who)
        if not -1 < score < 1:
            raise Told(wrong(f"{who} is {brief(score)}: stay between -1 and 1. A guess must count less than a win."))
        return score

    points = _points(inside(judge))
    if points >= ENOUGH:
        return RIGHT
    return wrong(f"it makes {points:g} of {2 * BEGINNINGS} points; {ENOUGH} are needed.")


def _value(position: str) -> float:
    """Who wins on SMALL: 1, 0 or -1 for the player to move."""
    return float(alphabeta(SMALL, position).value)


@exercise(
    "A search two moves deep sees its own move and one answer. What comes with the third move it does not see.",
    "Make random positions with a few pieces, and let the computer look: where does the short search's move lose?",
)
def beyond_the_horizon(answer: Any) -> Finding:
    """A position of SMALL that is not lost, but in which the move of a search two deep (SMALL.evaluate) loses."""
    board = board_of(answer, "a board as text")
    try:
        SMALL.check_position(board)
    except (ValueError, TypeError) as error:
        return wrong(f"this is not a position of 4 x 5: {shorten(str(error)).rstrip('.')}.")
    if SMALL.outcome(board) is not None:
        return wrong("play is over in this position: there is nothing to choose.")
    move = deepen(SMALL, board, depth=2).line[0]
    if _value(SMALL.play(board, move)) <= 0:
        return wrong(f"the short search plays column {move}, and that does not lose.")
    if _value(board) < 0:
        return wrong("this position is lost whatever is played: nothing could be done better.")
    return RIGHT


#: The pieces in the third exercise: 0 is one, too.
_PIECES = ("K", "Q", "q", 0, 1)

#: Cells of a chess board, and so large may keys and numbers be.
_CELLS, _LARGEST = 64, 10**18

#: The random number of a piece on a cell.
_Number = Callable[[int, Any], int]


def _numbered(table: dict[tuple[int, Any], int]) -> _Number:
    def number(cell: int, piece: Any) -> int:
        if (cell, piece) not in table:
            raise ValueError(f"number({brief(cell)}, {brief(piece)}): ask for a cell, 0 to {_CELLS - 1}, and a piece")
        return table[cell, piece]

    number.__qualname__ = "number"  # errors name it
    return number


def _captures() -> Iterator[Question]:
    """Every piece taken by every other, with numbers in a row and with equal ones; then with random ones, too."""
    rng = np.random.default_rng(11)
    places = [(cell, piece) for piece in _PIECES for cell in range(_CELLS)]
    in_a_row = _numbered({place: k for k, place in enumerate(places, 1)})
    equal = _numbered(dict.fromkeys(places, _LARGEST))
    tables = [_numbered({place: int(rng.integers(1, _LARGEST)) for place in places}) for _ in range(2)]
    first = ((0, 0, 1), (1, 1, 0), (5, 0, _CELLS - 1), (_LARGEST, _CELLS - 1, 1))
    for (key, start, end), captured, piece in product(first, (None, *_PIECES), _PIECES):
        yield from ((key, number, piece, start, end, captured) for number in (in_a_row, equal))
    for captured, piece in [*product((None, *_PIECES), _PIECES)] * 2:
        start, end = (int(cell) for cell in rng.permutation(_CELLS)[:2])
        key = int(rng.integers(_LARGEST))
        yield from ((key, number, piece, start, end, captured) for number in (*tables, equal, tables[0]))


_CAPTURES = Domain(
    _captures,
    between("`key`", 0, _LARGEST, lambda key, *move: key),
    between("the random numbers", 1, _LARGEST, lambda key, number, piece, start, *to: number(start, piece)),
    one_of("`piece`", map(repr, _PIECES), lambda key, number, piece, *cells: repr(piece)),
    between("`start` and `end`, each", 0, _CELLS - 1, lambda key, number, piece, start, end, captured: [start, end]),
    one_of("`captured`", map(repr, (None, *_PIECES)), lambda *given: repr(given[-1])),
)


def _after(key: int, number: _Number, piece: Any, start: int, end: int, captured: Any, but: str = "") -> int:
    """The key after a move; ``but`` forgets a part of it."""
    for part, cell, what in (("start", start, piece), ("end", end, piece), ("captured", end, captured)):
        if what is not None and part != but:
            key ^= number(cell, what)
    return key


@exercise(
    "A piece leaves a cell, another is taken from the board, and the first comes to its cell. How many xors is that?",
    "It is key ^ number(start, piece) ^ number(end, piece); if a piece was taken, also ^ number(end, captured).",
    domain=_CAPTURES,
)
def capture(answer: Any) -> Finding:
    """after(key, number, piece, start, end, captured): the key after a move that may take a piece.

    ``number(cell, piece)`` gives the random number; ``captured`` is the piece that stood on ``end``, or None.
    """
    mistakes: Mistakes = {
        "The piece that was taken is still in your key.": partial(_after, but="captured"),
        "In your key the piece is still on the cell it came from.": partial(_after, but="start"),
        "In your key the piece has not come to its new cell.": partial(_after, but="end"),
        "The piece 0 can be taken, too: ask whether captured is None.": (
            lambda key, number, piece, start, end, captured: _after(key, number, piece, start, end, captured or None)
        ),
    }
    return compare(answer, _after, _CAPTURES, _written, mistakes)


def _written(key: int, number: _Number, piece: Any, *rest: Any) -> str:
    return f"{key}, number, {piece!r}, {', '.join(map(repr, rest))}"


@exercise(
    "You need two moves: a quiet one, worth 0, and one after which nearly all random plays go well, but which loses.",
    "The bounds see at once what ends at once. So let no answer of Min's end the play right there.",
    "Each answer is tried once before any is tried twice, in their order. How many playouts are there?",
)
def trap(answer: Any) -> Finding:
    """A MinMaxTree (as a dict, at most 400 nodes, numbers in [-1, 1]) on which MCTS chooses a move that is not best.

    With 100 playouts, for at least 7 of 10 seeds; the move must be worse by at least 1/2.
    """
    tree = tree_of(answer, 400)
    if tree.outcome(tree.start()) is not None:
        return wrong("play is over at the root: there is nothing to choose.")
    if any(not -1 <= value <= 1 for value in tree.nodes.values() if not isinstance(value, list)):
        return wrong("the numbers at the leaves must lie between -1 and 1.")
    missed, seen = _missed(tree)
    if missed >= NEEDED:
        return RIGHT
    return wrong(f"in {missed} of 10 trials its move is worse by 1/2 or more; at least {NEEDED} are needed.\n{seen}")


def _missed(tree: MinMaxTree) -> tuple[int, str]:
    """For how many of ten seeds MCTS chooses a move much worse than the best; and what it has seen at first."""
    table: dict[Any, Any] = {}
    worth = {move: -minimax(tree, move, table=table).value for move in tree.moves(tree.start())}
    trials = [mcts(tree, rng=np.random.default_rng(seed), playouts=PLAYOUTS) for seed in range(10)]
    first, lines = trials[0], ["In the first trial:"]
    for move in list(worth)[:MOVES_TOLD]:
        seen = f"{first.visits[move]} visits, average (or proved value) {float(first.values[move]):.3g}"
        lines.append(f"  {brief(move)}: {seen}; its value is {float(worth[move]):.3g}.")
    missed = sum(max(worth.values()) - worth[found.best] >= WORSE for found in trials)
    return missed, "\n".join(lines)
