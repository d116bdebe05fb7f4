"""The exercises of lecture 10, tic-tac-toe. A board is a string of nine characters, row by row: X,
O or . (free).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    call,
    exercise,
    function,
    name_of,
    require,
    shown,
    variant,
    wins,
    wrong,
)
from gamecourse.grading.calls import cure
from gamecourse.grading.extract import pairs_of
from gamecourse.grading.inputs import graph_of_two
from gamecourse.grading.trial import Played
from gamelib import Misere, Quotient, Solution, solve
from gamelib.games import Matches, MinMaxTree, Nim, TicTacToe

__all__ = ["GAME", "Matches", "MinMaxTree", "Misere", "Nim", "Quotient", "TicTacToe"]

GAME = TicTacToe()


@cache
def _solution() -> Solution[Any, Any]:
    return solve(GAME)


def _boards() -> Iterator[tuple[str]]:
    """Yield all positions, first those with few marks and among these the terminal ones; then some
    once more.
    """
    boards = sorted(
        _solution(), key=lambda board: (-board.count("."), GAME.outcome(board) is None, board[::2])
    )
    yield from ((board,) for board in (*boards, *boards[::500]))


#: The boards are asked in so many rounds, each from few marks to many: full boards come early, too.
ROUNDS = 9


def _boards_in_rounds() -> Iterator[tuple[str]]:
    """Yield all positions in rounds, and some once more."""
    boards = list(_boards())
    for first in range(ROUNDS):
        yield from boards[first::ROUNDS]


#: Other ways to write down cells, and what to ask about them.
_HABITS: dict[str, Callable[[str, Any], Any]] = {
    "Rows and columns are counted from 0: did you begin with 1?": lambda board, cell: (
        cell[0] - 1,
        cell[1] - 1,
    ),
    "The row comes first, then the column: did you write it the other way round?": lambda board, cell: (
        cell[::-1]
    ),
}


@exercise(
    "Five cells are enough to think about, because the board is its own mirror image.",
    "X takes a corner beside the first mark, and O must meet the threat. If X can then make two "
    "threats, O loses.",
    "The centre is one of the answers. The other three lie in the row and in the column of the X.",
)
def answers_to_the_edge(answer: Any) -> Feedback:
    """O's answers that do not lose when X has begun at (0, 1), as a list of cells (row, column)."""
    board = GAME.play(GAME.start(), (0, 1))
    right = {
        move
        for move, _, verdict in _solution().options(board)
        if verdict.value == -_solution()[board].value
    }
    given = pairs_of(answer, "a list of cells (row, column)")
    require(given, "your list is empty, but against some answers X cannot win.")
    read_so = [
        words for words, meant in _HABITS.items() if {meant(board, cell) for cell in given} == right
    ]
    habit = f" {read_so[0]} Read like that, your list is right." if read_so else ""
    for cell in given:
        require(cell in GAME.moves(board), f"{cell} is not a free cell of the board.{habit}")
        if cell not in right:
            line = _solution().line(GAME.play(board, cell))
            play = Played(GAME, board, (cell, *line), names=("O", "X"))
            return wrong(
                f"after {cell} X wins, moving first: {', '.join(map(str, line))}.{habit}", play
            )
    return RIGHT if set(given) == right else wrong("your cells are good, but there are more.")


#: How far apart the places of a line are, by its kind; and the lines.
_APART = {"rows": (1,), "columns": (3,), "diagonals": (2, 4)}
_KINDS = {
    kind: [line for line in GAME.lines if line[1] - line[0] in apart]
    for kind, apart in _APART.items()
}


@function(
    _boards_in_rounds,
    "There are eight lines: three rows, three columns, two diagonals. Write down the places of "
    "their cells, 0 to 8.",
    "First ask for three in a row. Only if nobody has it, ask whether a cell is free.",
    *(variant(f"Your function overlooks the {kind}.", but=lines) for kind, lines in _KINDS.items()),
    *(
        variant(
            "Your function overlooks the line of the places {}, {} and {}.".format(*line),
            but=[line],
        )
        for line in GAME.lines
    ),
    variant("Your function takes three free cells for three in a row.", free=""),
    variant(
        "Even on a full board, look for three in a row first.", looks=lambda board: "." in board
    ),
    variant(
        "Even while a cell is free, look for three in a row first.",
        looks=lambda board: "." not in board,
    ),
    nothing="play goes on",
)
def ending(
    board: str, but: Any = (), free: str = ".", looks: Callable[[str], bool] = bool
) -> str | None:
    """ending(board): "X" or "O" with three in a row, "draw" for a full board without, None if play
    goes on.
    """
    kept = (line for line in GAME.lines if looks(board) and line not in but)
    rows = (board[a] for a, b, c in kept if board[a] == board[b] == board[c] != free)
    return next(rows, None if "." in board else "draw")


@exercise(
    "Turn the board by a quarter: the cell (r, c) of the new one is the cell (2 - c, r) of the "
    "old one.",
    "Four turns of the board and four of its mirror image are eight boards. Take the smallest, "
    "`min(...)`.",
    questions=_boards,
    save_as="representative",
)
def representative(answer: Any) -> Feedback:
    """representative(board): one of the up to eight images of a board, the same one for all of
    them.
    """
    chosen: dict[str, tuple[str, Any]] = {}
    for (board,) in _boards():
        who = f"{name_of(answer)}({board!r})"
        image = call(answer, board, who=who, what="an image of the board")
        require(
            image in GAME.images(board),
            f"{who} is {shown(image)}, which is not an image of the board.{cure(image)}",
        )
        other, before = chosen.setdefault(GAME.representative(board)[0], (board, image))
        if before != image:
            return wrong(
                f"{who} is {image!r}, but {before!r} is what you give for {other!r}, "
                f"{_turned(other, board)}."
            )
    return RIGHT


#: The place on a board from which each mark comes if the board is turned by a quarter.
_QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def _turned(one: str, other: str) -> str:
    """Return how one board comes from another: it is the same, or only turned, or seen in a
    mirror.
    """
    if one == other:
        return "the same board"
    turned = one
    for _ in range(3):
        turned = "".join(turned[place] for place in _QUARTER_TURN)
        if turned == other:
            return "which is the same board turned"
    return "which is the same board in a mirror"


def _games() -> Iterator[Any]:
    """Yield random games, and known games in misère play, whose outcomes are plain numbers, not
    Outcomes.
    """
    rng = Random(101)
    yield from (graph_of_two(rng, 1 + k // 11, 1, 0.8) for k in range(286))
    yield MinMaxTree({0: [-1, -2], -1: 1, -2: -1})  # numbers that have the same hash
    yield from (_late_trap(place) for place in (0, 5, 9))
    known: list[Any] = [
        Nim((1, 2, 3)),
        TicTacToe(2, 2, 2),
        Misere(TicTacToe(1, 5, 2)),
        Matches(60, (1, 2)),
    ]
    yield from map(Misere, known)
    yield from (
        Quotient(Misere(Nim((2, 2)))),
        Misere(Quotient(TicTacToe(2, 3, 2))),
        Misere(Misere(GAME)),
    )


def _late_trap(place: int) -> MinMaxTree:
    """Return a game with two moves that are equally good; the second leaves ten replies, of which
    the one at ``place`` is wrong.
    """
    replies = list(range(10))
    others = list("cdefghijkl")
    ends = dict.fromkeys([*replies, *others], 0) | {replies[place]: 1}
    return MinMaxTree({"r": ["b", "a"], "b": others, "a": replies, **ends})


def _solved(game: Any, sign: int = -1) -> dict[Any, int]:
    """Return the value of each position; if no sign is turned, the largest result that play can
    reach from it.
    """

    @cache
    def value(p: Any) -> int:
        result = game.outcome(p)
        return (
            max(sign * value(game.play(p, move)) for move in game.moves(p))
            if result is None
            else int(result)
        )

    return {p: value(p) for p in solve(game)}


@function(
    lambda: ((game,) for game in (*_games(), *_games())),
    "At a terminal position, the value is what outcome says: outcome speaks for the player to "
    "move.",
    "Elsewhere it is the largest of the values of the options, each with its sign turned.",
    "Let an inner function call itself for each option. It first checks whether the dict has the "
    "position already.",
    variant("The values of the options are your opponent's: turn their signs.", sign=1),
    Mistake(
        "Where play is over, outcome speaks for the player to move already: leave its sign.",
        lambda game: _solved(Misere(game)),
    ),
    variant("The terminal positions are missing.", over=False),
    save_as="solve_all",
)
def solve_all(game: Any, over: bool = True, sign: int = -1) -> dict[Any, int]:
    """solve_all(game): the value of every position that can come up, for the player to move, as a
    dict.
    """
    return {p: value for p, value in _solved(game, sign).items() if over or game.outcome(p) is None}


def _share(here: int, replies: list[int]) -> Fraction:
    """Return how large a trap is: the share of the replies that give less than the best ones."""
    return Fraction(sum(reply < here for reply in replies), len(replies) or 1)


@function(
    lambda: (
        (game, p) for game in _games() for p in list(solve(game))[:8] if game.outcome(p) is None
    ),
    "Which moves lead to an option with the smallest value for the opponent? Only these are "
    "candidates.",
    "A reply is wrong if it gives the opponent less than the value of the position in which they "
    "reply.",
    "Count the wrong replies with a Fraction: `Fraction(wrong, replies)`. max takes the first of "
    "several largest.",
    variant(
        "That is the first of the best moves; the exercise asks for the one that sets the largest "
        "trap.",
        trap=lambda here, replies: 0,
    ),
    variant(
        "Your function does not look at the values first: of the moves with the best value, take "
        "the one with the "
        "largest trap.",
        every=True,
    ),
    variant(
        "The trap is the share of wrong replies among all replies, not their number.",
        trap=lambda here, replies: sum(reply < here for reply in replies),
    ),
    variant(
        "A wrong reply need not lose: a draw is wrong, too, if there is a win.",
        trap=lambda here, replies: _share(min(here, 0), replies),
    ),
    save_as="best_move",
)
def best_move(
    game: Any, position: Any, trap: Callable[[int, list[int]], Any] = _share, every: bool = False
) -> Any:
    """best_move(game, position): of the moves with the best value, the first that sets the largest
    trap.
    """
    values = _solved(game)
    after = {move: game.play(position, move) for move in game.moves(position)}
    least = min(values[there] for there in after.values())

    def size(move: Any) -> Any:
        there = after[move]
        replies = game.moves(there) if game.outcome(there) is None else []
        return trap(values[there], [-values[game.play(there, reply)] for reply in replies])

    return max((move for move in after if every or values[after[move]] == least), key=size)


@exercise(
    "Ask in this order: can X complete a line? Must X block one? Otherwise take a cell that makes "
    "two threats, or the "
    "centre.",
    "Begin in a corner or in the centre. If every move of X threatens, O has no time for a threat.",
    "A table of what to do is simplest to get right. It needs only the boards that can occur with "
    "your own moves.",
)
def never_lose(answer: Any) -> Feedback:
    """A strategy for X, board -> cell (row, column), that never loses; X begins."""
    return wins(GAME, answer, GAME.start(), draws=True, habits=_HABITS)
