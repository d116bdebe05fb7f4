"""The exercises of lecture 10, large games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from gamelib.check.asked import shorten
from gamelib.check.engine import FUNCTION, RIGHT, Finding, call, exercise, give, wrong
from gamelib.check.plain import equal
from gamelib.check.sheet import close
from gamelib.games import ConnectFour, MinMaxTree
from gamelib.play import match
from gamelib.solvers.forward.deepen import deepen
from gamelib.solvers.forward.mcts import mcts
from gamelib.solvers.forward.minimax import minimax
from gamelib.solvers.forward.searched import Searched

__all__ = ["BOARD", "PLAYOUTS", "SMALL", "better_evaluation", "beyond_the_horizon", "capture", "middle", "trap"]

#: The boards of the first two exercises.
BOARD, SMALL = ConnectFour(5, 6), ConnectFour(4, 5)

#: How many playouts the trap must survive.
PLAYOUTS = 100


def middle(position: str) -> float:
    """The evaluation to be beaten: pieces in the two middle columns, one's own less the other's."""
    mine = BOARD.mover(position)
    rows = position.split("\n")
    pieces = [row[column] for row in rows for column in (2, 3)]
    return sum(0 if piece == "." else 1 if piece == mine else -1 for piece in pieces) / 20


def _strategy(evaluate: Callable[[str], float]) -> Callable[[str], int]:
    return lambda position: int(deepen(BOARD, position, depth=2, evaluate=evaluate).line[0])


@exercise(
    "Count something that leads to four in a row: three of one's own with the fourth cell free are worth much.",
    "Speak for the player to move, BOARD.mover(position), and stay between -1 and 1: a guess must be less than a win.",
    "The game has one already: what does BOARD.evaluate count?",
)
def better_evaluation(answer: Any) -> Finding:
    """evaluate(position): a score for the player to move on BOARD; two moves deep it must beat ``middle``."""
    if not callable(answer):
        return give(FUNCTION, answer)

    def points_from(position: str) -> Any:
        """Of two plays, sides swapped."""
        score = answer(position)
        if score is NotImplemented:
            return score
        if not -1 < score < 1:
            said = f"the score of\n{position}\nis {shorten(str(score))}"
            return wrong(f"{said}: between -1 and 1, or it would count more than a win")
        mine, other = _strategy(answer), _strategy(middle)
        first = match(BOARD, mine, other, position=position).result
        second = match(BOARD, other, mine, position=position).result
        return (1 + first) / 2 + (1 - second) / 2

    rng, points, games = np.random.default_rng(10), 0.0, 0
    for _ in range(10):  # ten different beginnings
        position = BOARD.start()
        for _ in range(4):
            moves = BOARD.moves(position)
            position = BOARD.play(position, moves[int(rng.integers(len(moves)))])
        found = call(points_from, position, who=f"on\n{position}\nor soon after it")
        if isinstance(found, Finding):
            return found
        points, games = points + found, games + 2
    return RIGHT if points > games / 2 else wrong(f"it makes {points:g} of {games} points; more than half are needed")


@cache
def _exact() -> Searched:
    return Searched(SMALL)


@exercise(
    "A search two moves deep sees its own move and one answer. What comes with the third move it does not see.",
    "Make random positions with a few pieces, and let the computer look: where does the short search's move lose?",
)
def beyond_the_horizon(answer: Any) -> Finding:
    """A position of SMALL that is not lost, but in which the move of a search two deep (SMALL.evaluate) loses."""
    try:
        SMALL.check_position(answer)
    except (ValueError, TypeError) as error:
        return wrong(f"this is not a position of 4 x 5: {shorten(str(error))}")
    if SMALL.outcome(answer) is not None:
        return wrong("in this position play is over")
    if _exact()[answer].value < 0:
        return wrong("this position is lost whatever is played: nothing could be done better")
    move = deepen(SMALL, answer, depth=2, evaluate=SMALL.evaluate).line[0]
    after = SMALL.play(answer, move)
    if _exact()[after].value <= 0:
        return wrong(f"the short search plays column {move}, and that does not lose")
    return RIGHT


@exercise(
    "A piece leaves a cell, another is taken from the board, and the first comes to its cell. How many xors is that?",
    "key ^ number(from, piece) ^ number(to, captured) ^ number(to, piece).",
)
def capture(answer: Any) -> Finding:
    """after(key, number, piece, from_cell, to_cell, captured): the key after a move that takes a piece, or None taken.

    ``number(cell, piece)`` gives the random number; ``captured`` is the piece that stood on to_cell, or None.
    """
    rng = np.random.default_rng(11)
    numbers = {(cell, piece): int(rng.integers(1 << 62)) for cell in range(9) for piece in "KQRkqr"}
    for captured in (None, "q", "r", "k"):
        for _ in range(5):
            board: dict[int, str] = {int(c): str(p) for c, p in zip(rng.permutation(9)[:4], "KQRr", strict=True)}
            start, end = (int(c) for c in rng.permutation(9)[:2])
            board[start] = "Q"
            board.pop(end, None)
            if captured:
                board[end] = captured
            key = _key(board, numbers)
            moved = {**{c: p for c, p in board.items() if c != start}, end: "Q"}
            given = (key, lambda cell, piece: numbers[cell, piece], "Q", start, end, captured)
            found = call(answer, *given, who=f"for captured={captured!r} it")
            if isinstance(found, Finding):
                return found
            if not equal(found, _key(moved, numbers)):
                return wrong(
                    f"Q from cell {start} to {end}, captured={captured!r}: that is not the key of the new board"
                )
    return RIGHT


def _key(board: dict[int, str], numbers: dict[tuple[int, str], int]) -> int:
    key = 0
    for cell, piece in board.items():
        key ^= numbers[cell, piece]
    return key


@exercise(
    "Two moves: a quiet one, worth 0, and one after which random plays nearly all go well, but which loses.",
    "What ends at once is seen by the bounds at once. So let no answer of Min's end the play right there.",
    "Each answer is tried once before any is tried twice, in the order in which they stand. How many playouts?",
)
def trap(answer: Any) -> Finding:
    """A MinMaxTree (as a dict, at most 400 nodes, numbers in [-1, 1]) on which MCTS chooses a move that is not best.

    With 100 playouts, for at least 7 of 10 seeds.
    """
    try:
        tree = MinMaxTree(answer)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no tree: {shorten(str(error))}")
    if len(tree.nodes) > 400:
        return wrong(f"your tree has {len(tree.nodes)} nodes; 400 are enough")
    if tree.outcome(tree.start()) is not None:
        return wrong("at the root play is over: there is nothing to choose")
    if any(not -1 <= value <= 1 for value in tree.nodes.values() if not isinstance(value, list | tuple)):
        return wrong("the numbers at the ends must lie between -1 and 1")
    best = minimax(tree).value
    missed = 0
    for seed in range(10):
        move = mcts(tree, rng=np.random.default_rng(seed), playouts=PLAYOUTS).move
        missed += -minimax(tree, move).value < best
    return RIGHT if missed >= 7 else wrong(f"in {10 - missed} of 10 trials it finds a best move; at most 3 are allowed")


close(__name__)
