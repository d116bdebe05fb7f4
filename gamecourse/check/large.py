"""The exercises of lecture 12, large games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, Told, compare, exercise, name_of, wrong
from gamecourse.check.machinery.asked import brief, shorten
from gamecourse.check.machinery.engine import inside, number_of
from gamecourse.check.machinery.reading import board_of, tree_of
from gamecourse.check.machinery.subjects import BOARD, middle
from gamelib import Quotient, alphabeta, deepen, match, mcts, minimax
from gamelib.games import ConnectFour, MinMaxTree

__all__ = ["BOARD", "PLAYOUTS", "SMALL", "middle"]

#: The board of the second exercise; that of the first is ``BOARD``.
SMALL = ConnectFour(4, 5)

#: How many playouts the trap must survive.
PLAYOUTS = 100

#: From so many beginnings two games are played each; a score that says nothing makes one point a beginning.
BEGINNINGS, ENOUGH = 20, 23

#: So much worse must the move be into which the trap leads.
WORSE = 0.5


def _strategy(evaluate: Callable[[str], float]) -> Callable[[str], int]:
    return lambda position: int(deepen(BOARD, position, depth=2, evaluate=evaluate).line[0])


def _beginnings() -> Iterator[str]:
    """Different positions after four random moves."""
    rng, seen = np.random.default_rng(10), set[str]()
    while len(seen) < BEGINNINGS:
        position = BOARD.start()
        for _ in range(4):
            moves = BOARD.moves(position)
            position = BOARD.play(position, moves[int(rng.integers(len(moves)))])
        if position not in seen:
            seen.add(position)
            yield position


def _points(evaluate: Callable[[str], float], beginnings: list[str], enough: float) -> float:
    """Points against ``middle``, two games from each beginning; it stops where there are enough."""
    mine, other, points = _strategy(evaluate), _strategy(cache(middle)), 0.0
    for position in beginnings:
        first = match(BOARD, mine, other, position=position).result
        second = match(BOARD, other, mine, position=position).result
        points += (1 + first) / 2 + (1 - second) / 2
        if points >= enough:
            break
    return points


def _turned(evaluate: Callable[[str], float], who: str) -> Callable[[str], float]:
    """The evaluation with its sign turned round where these players are to move."""
    return lambda position: -evaluate(position) if BOARD.mover(position) in who else evaluate(position)


@exercise(
    "Count something that leads to four in a row: three of one's own with the fourth cell free are worth much.",
    "Speak for the player to move, BOARD.mover(position), and stay between -1 and 1: a guess must be less than a win.",
    "The game has one already: what does BOARD.evaluate count?",
)
def better_evaluation(answer: Any) -> Finding:
    """evaluate(position): a score for the player to move on BOARD; two moves deep it must beat ``middle``."""
    scores: set[float] = set()

    def judge(position: str) -> Any:
        score = number_of(answer, position, who=f"on\n{position}\n{name_of(answer)}")
        if not -1 < score < 1:
            said = f"on\n{position}\n{name_of(answer)} is {shorten(str(score))}"
            raise Told(wrong(f"{said}: between -1 and 1, or it would count more than a win"))
        scores.add(float(score))
        return score

    evaluate, beginnings = inside(judge), list(_beginnings())
    points = _points(evaluate, beginnings, ENOUGH)
    if points >= ENOUGH:
        return RIGHT
    said = f"it makes {points:g} of {2 * BEGINNINGS} points; {ENOUGH} are needed"
    return wrong(said + (_chair(evaluate, beginnings) if len(scores) > 1 else ". All positions get the same score"))


def _chair(evaluate: Callable[[str], float], beginnings: list[str]) -> str:
    """Whether the evaluation is good, and speaks from the wrong chair."""
    few, enough = beginnings[: BEGINNINGS // 2], 0.65 * BEGINNINGS
    if _points(_turned(evaluate, "XO"), few, enough) >= enough:
        return ". With the sign turned round it would do well: does it speak for the other player?"
    for other, who in (("O", "X"), ("X", "O")):
        if _points(_turned(evaluate, other), few, enough) >= enough:
            return f". It would do well if {who} were always to move: speak for the player to move, whoever it is"
    return ""


#: SMALL up to its mirror, and what is known of its positions.
_HALF: Quotient[Any, Any] = Quotient(SMALL)
_KNOWN: dict[Any, Any] = {}


def _value(position: str) -> float:
    """Who wins on SMALL: 1, 0 or -1 for the player to move."""
    return float(alphabeta(_HALF, position, window=(-1, 1), table=_KNOWN).value)


def _short_moves(position: str) -> list[int]:
    """What a search two moves deep plays, by each of the lecture's searches: among equals they may differ."""
    found = (deepen(SMALL, position, depth=2), alphabeta(SMALL, position, depth=2), minimax(SMALL, position, depth=2))
    return sorted({int(each.line[0]) for each in found})


@exercise(
    "A search two moves deep sees its own move and one answer. What comes with the third move it does not see.",
    "Make random positions with a few pieces, and let the computer look: where does the short search's move lose?",
)
def beyond_the_horizon(answer: Any) -> Finding:
    """A position of SMALL that is not lost, but in which the move of a search two deep (SMALL.evaluate) loses."""
    board = board_of(answer, "a board as text")
    if "\n" not in board and len(board) == SMALL.rows * SMALL.columns:
        board = "\n".join(board[k : k + SMALL.columns] for k in range(0, len(board), SMALL.columns))
    try:
        SMALL.check_position(board)
    except (ValueError, TypeError) as error:
        return wrong(f"this is not a position of 4 x 5: {shorten(str(error))}")
    if SMALL.outcome(board) is not None:
        return wrong("in this position play is over")
    short = _short_moves(board)
    if all(_value(SMALL.play(board, move)) <= 0 for move in short):
        return wrong(f"the short search plays column {' or '.join(map(str, short))}, and that does not lose")
    if _value(board) < 0:
        return wrong("this position is lost whatever is played: nothing could be done better")
    return RIGHT


def _after(key: int, number: Any, piece: str, start: int, end: int, captured: str | None, but: str = "") -> int:
    """The key after a move; ``but`` forgets a part of it, or the "place" where a piece was taken."""
    for part, cell, what in (("start", start, piece), ("end", end, piece), ("captured", end, captured)):
        if what is not None and part != but:
            key ^= number(start if but == "place" and part == "captured" else cell, what)
    return key


@exercise(
    "A piece leaves a cell, another is taken from the board, and the first comes to its cell. How many xors is that?",
    "key ^ number(start, piece) ^ number(end, piece), and ^ number(end, captured), if a piece was taken.",
)
def capture(answer: Any) -> Finding:
    """after(key, number, piece, start, end, captured): the key after a move that may take a piece.

    ``number(cell, piece)`` gives the random number; ``captured`` is the piece that stood on ``end``, or None.
    """
    rng = np.random.default_rng(11)
    numbers = {(cell, piece): int(rng.integers(1 << 16)) for cell in range(9) for piece in "KQRkqr"}

    def number(cell: int, piece: str) -> int:
        if (cell, piece) not in numbers:
            raise ValueError(f"number({brief(cell)}, {brief(piece)}): ask for a cell, 0 to 8, and a piece on it")
        return numbers[cell, piece]

    number.__qualname__ = "number"  # errors name it

    inputs = []
    for captured in (None, "q", "r", "k"):
        for piece in "QQKRQ":
            start, end = (int(cell) for cell in rng.permutation(9)[:2])
            inputs.append((int(rng.integers(1 << 16)), number, piece, start, end, captured))

    mistakes: Mistakes = {
        "The piece that was taken is still in it": partial(_after, but="captured"),
        "The piece is still on the cell it came from": partial(_after, but="start"),
        "The piece has not come to its new cell": partial(_after, but="end"),
        "The piece that was taken stood on the cell to which the other goes": partial(_after, but="place"),
        "Numbers go in and out by xor, the sign ^": _added,
    }

    def shown(key: int, number: Any, piece: str, start: int, end: int, captured: str | None) -> str:
        return f"key, number, {piece!r}, {start}, {end}, {captured!r}"

    return compare(answer, _after, inputs, shown, mistakes)


def _added(key: int, number: Any, piece: str, start: int, end: int, captured: str | None) -> int:
    """The key, if numbers are added and subtracted."""
    return int(key - number(start, piece) + number(end, piece) - (number(end, captured) if captured else 0))


@exercise(
    "Two moves: a quiet one, worth 0, and one after which random plays nearly all go well, but which loses.",
    "What ends at once is seen by the bounds at once. So let no answer of Min's end the play right there.",
    "Each answer is tried once before any is tried twice, in the order in which they stand. How many playouts?",
)
def trap(answer: Any) -> Finding:
    """A MinMaxTree (as a dict, at most 400 nodes, numbers in [-1, 1]) on which MCTS chooses a move that is not best.

    With 100 playouts, for at least 7 of 10 seeds; the move must be worse by at least 1/2.
    """
    tree = tree_of(answer, 400)
    if tree.outcome(tree.start()) is not None:
        return wrong("at the root play is over: there is nothing to choose")
    if any(not -1 <= value <= 1 for value in tree.nodes.values() if not isinstance(value, list)):
        return wrong("the numbers at the ends must lie between -1 and 1")
    lost = _lost(tree)
    missed = sum(loss >= WORSE for loss in lost)
    if missed >= 7:
        return RIGHT
    if sum(loss > 0 for loss in lost) > missed:
        return wrong(f"in {missed} of 10 trials its move is worse by 1/2 or more; at least 7 are needed")
    turned = {node: below if isinstance(below, list) else -below for node, below in tree.nodes.items()}
    chair = sum(loss >= WORSE for loss in _lost(MinMaxTree(turned))) >= 7
    words = ". With all signs turned round it would be a trap: the numbers are for Max, whoever moves last" * chair
    return wrong(f"in {10 - missed} of 10 trials it finds a best move; at most 3 are allowed{words}")


def _lost(tree: MinMaxTree) -> list[float]:
    """For ten seeds, how much worse than the best the move is that MCTS chooses."""
    table: dict[Any, Any] = {}
    worth = {move: -minimax(tree, move, table=table).value for move in tree.moves(tree.start())}
    moves = [mcts(tree, rng=np.random.default_rng(seed), playouts=PLAYOUTS).best for seed in range(10)]
    return [max(worth.values()) - worth[move] for move in moves]
