"""The exercises of lecture 10, tic-tac-toe. A board is a string of nine characters, row by row: X,
O or . (free).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    call,
    exercise,
    function,
    mistake,
    name_of,
    require,
    shown,
    wins,
    wrong,
)
from gamecourse.grading.calls import cure
from gamecourse.grading.domains import Domain, GamesOfTwo, Question
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import pairs_of
from gamecourse.grading.trial import CELL_HABITS, Played
from gamelib import Misere, Quotient, Solution, solve
from gamelib.games import Matches, MinMaxTree, Nim, TicTacToe

__all__ = ["GAME", "Matches", "MinMaxTree", "Misere", "Nim", "Quotient", "TicTacToe"]

GAME = TicTacToe()


@cache
def _solution() -> Solution[Any, Any]:
    return solve(GAME)


class Boards(Domain[str]):
    """All positions, first those with few marks and among these the terminal ones."""

    complete = True

    def small(self) -> Iterable[str]:
        def order(board: str) -> tuple[int, bool, str]:
            """The number of marks, whether play goes on, and the corners with the centre."""
            marks = 9 - board.count(".")
            return marks, GAME.outcome(board) is None, board[::2]

        return sorted(_solution(), key=order)


#: The boards are asked in so many rounds, each from few marks to many: full boards come early, too.
ROUNDS = 12


class BoardsInRounds(Boards):
    """All positions in rounds."""

    def small(self) -> Iterable[str]:
        boards = list(super().small())
        for first in range(ROUNDS):
            yield from boards[first::ROUNDS]


@exercise(
    "Five cells are enough to think about, because the board is its own mirror image.",
    "X takes a corner beside the first mark, and O must meet the threat. If X can then make two "
    "threats, O loses.",
    "The centre is one of the answers. The other three lie in the row and in the column of the X.",
)
def answers_to_the_edge(answer: Any) -> Feedback:
    """O's answers that do not lose when X has begun at (0, 1), as a list of cells (row, column)."""
    board = GAME.play(GAME.start(), (0, 1))
    # The best answers, because the board is drawn; an option's value is for the opponent.
    right = {
        move
        for move, _, verdict in _solution().options(board)
        if verdict.value == -_solution()[board].value
    }
    given = pairs_of(answer, "a list of cells (row, column)")
    require(given, "your list is empty, but against some answers X cannot win.")
    questions = [
        question
        for question, intended_move in CELL_HABITS.items()
        if {intended_move(board, cell) for cell in given} == right
    ]
    remark = f" {questions[0]} Read like that, your list is right." if questions else ""
    for cell in given:
        require(cell in GAME.moves(board), f"{cell} is not a free cell of the board.{remark}")
        if cell not in right:
            line = _solution().line(GAME.play(board, cell))
            play = Played(GAME, board, (cell, *line), names=("O", "X"))
            return wrong(
                f"after {cell} X wins, moving first: {', '.join(map(str, line))}.{remark}", play
            )
    return RIGHT if set(given) == right else wrong("your cells are good, but there are more.")


#: A line of three cells, by their places.
Row = tuple[int, ...]

#: The lines, by their kind.
LINES: dict[str, list[Row]] = {
    "rows": [line for line in GAME.lines if line[1] - line[0] == 1],
    "columns": [line for line in GAME.lines if line[1] - line[0] == 3],
    "diagonals": [line for line in GAME.lines if line[1] - line[0] in (2, 4)],
}


def ended(board: str, lines: Collection[Row] = GAME.lines) -> str | None:
    """Return who has three in a row on one of the lines, "draw" for a full board without, None if
    play goes on.
    """
    for a, b, c in lines:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return None if "." in board else "draw"


def overlooking(lines: Collection[Row]) -> Callable[[str], str | None]:
    """Return the function that says how play ends if it does not look at these lines."""
    others = [line for line in GAME.lines if line not in lines]
    return lambda board: ended(board, others)


@mistake("Your function takes three free cells for three in a row.")
def ended_by_free_cells(board: str) -> str | None:
    """Return what is found if three equal characters are enough."""
    for a, b, c in GAME.lines:
        if board[a] == board[b] == board[c]:
            return board[a]
    return None if "." in board else "draw"


@mistake("Even on a full board, look for three in a row first.")
def full_boards_drawn(board: str) -> str | None:
    """Return what is found if every full board is drawn."""
    return ended(board) if "." in board else "draw"


@mistake("Even while a cell is free, look for three in a row first.")
def only_full_boards_ended(board: str) -> str | None:
    """Return what is found if play goes on while a cell is free."""
    return None if "." in board else ended(board)


def rows_of(question: Question, board: str) -> str:
    """Return a board as three rows."""
    return "\n".join((board[:3], board[3:6], board[6:]))


@function(
    BoardsInRounds().alone(),
    "There are eight lines: three rows, three columns, two diagonals. Write down the places of "
    "their cells, 0 to 8.",
    "First ask for three in a row. Only if nobody has it, ask whether a cell is free.",
    mistakes=[
        *(
            Mistake(f"Your function overlooks the {kind}.", overlooking(lines))
            for kind, lines in LINES.items()
        ),
        *(
            Mistake(
                "Your function overlooks the line of the places {}, {} and {}.".format(*line),
                overlooking([line]),
            )
            for line in GAME.lines
        ),
        ended_by_free_cells,
        full_boards_drawn,
        only_full_boards_ended,
    ],
    nothing="play goes on",
    draw=rows_of,
)
def ending(board: str) -> str | None:
    """ending(board): "X" or "O" with three in a row, "draw" for a full board without, None if play
    goes on.
    """
    return ended(board)


@exercise(
    "Turn the board by a quarter: the cell (r, c) of the new one is the cell (2 - c, r) of the "
    "old one.",
    "Four turns of the board and four of its mirror image are eight boards. Take the smallest, "
    "`min(...)`.",
    questions=Boards().alone(),
    save_as="representative",
)
def representative(answer: Any) -> Feedback:
    """representative(board): one of the up to eight images of a board, the same one for all of
    them.
    """
    # For our own representative of each class of boards: the first board, and what is given for it.
    chosen: dict[str, tuple[str, Any]] = {}
    for (board,) in Boards().alone()():
        who = f"{name_of(answer)}({board!r})"
        image = call(answer, board, who=who, what="an image of the board")
        require(
            image in GAME.images(board),
            f"{who} is {shown(image)}, which is not an image of the board.{cure(image)}",
        )
        class_name, _ = GAME.representative(board)
        first_board, first_image = chosen.setdefault(class_name, (board, image))
        if image != first_image:
            return wrong(
                f"{who} is {image!r}, but {first_image!r} is what you give for {first_board!r}, "
                f"{_relation(first_board, board)}."
            )
    return RIGHT


#: The place on a board from which each mark comes if the board is turned by a quarter.
_QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)


def _relation(board: str, image: str) -> str:
    """Return in words how a board and its image are related: they are the same, or the board is
    turned, or seen in a mirror.
    """
    if board == image:
        return "the same board"
    turned = board
    for _ in range(3):
        turned = "".join(turned[place] for place in _QUARTER_TURN)
        if turned == image:
            return "which is the same board turned"
    return "which is the same board in a mirror"


#: Random games, before their numbers become results.
TREES = GamesOfTwo(most=26)


def with_results(tree: MinMaxTree) -> MinMaxTree:
    """Return the game in which only the sign of a number counts: it is won, drawn or lost."""

    def sign(number: int) -> int:
        return (number > 0) - (number < 0)

    nodes = {v: row if isinstance(row, list) else sign(row) for v, row in tree.nodes.items()}
    return MinMaxTree(nodes)


class Games(Domain[Any]):
    """Games without cycles with results from -1 to 1; at the end some games of the library, also in
    misère play, whose outcomes are plain numbers, not Outcomes.
    """

    draws = 110

    def small(self) -> Iterable[MinMaxTree]:
        return map(with_results, TREES.small())

    def extreme(self) -> Iterable[MinMaxTree]:
        """Those of ``GamesOfTwo``, positions with the same hash, and traps that are easily missed."""
        yield from map(with_results, TREES.extreme())
        yield MinMaxTree({0: [-1, -2], -1: 1, -2: -1})  # numbers that have the same hash
        yield from (_late_trap(place) for place in (0, 5, 9))
        yield from (_two_traps(*traps) for traps in NEARLY_EQUAL_TRAPS)

    def draw(self, rng: Draws) -> MinMaxTree:
        return with_results(TREES.draw(rng))

    def related(self, value: MinMaxTree, rng: Draws) -> Iterable[MinMaxTree]:
        return TREES.related(value, rng)

    def altered(self, value: MinMaxTree, rng: Draws) -> Iterable[MinMaxTree]:
        return map(with_results, TREES.altered(value, rng))

    def values(self, rng: Draws) -> Iterator[Any]:
        """Trees, and then games of the library: also those whose results are turned round twice, and
        quotients, whose positions stand for several.
        """
        yield from super().values(rng)
        known: tuple[Any, ...] = (
            Nim((1, 2, 3)),
            TicTacToe(2, 2, 2),
            Misere(TicTacToe(1, 5, 2)),
            Matches(60, (1, 2)),
        )
        yield from map(Misere, known)
        yield Quotient(Misere(Nim((2, 2))))
        yield Misere(Quotient(TicTacToe(2, 3, 2)))
        yield Misere(Misere(GAME))


#: For two moves the replies of the opponent: w wins, d draws, l loses. The second is the larger trap:
#: by little, if a reply counts that is there twice, or if a loss is no worse than a draw.
NEARLY_EQUAL_TRAPS = (
    ("wlllllll", "wllllllll"),
    ("wl", "wll"),
    ("wwwll", "wwddd"),
)


def _two_traps(first: str, second: str) -> MinMaxTree:
    """Return a game with two moves that are equally good, after which these replies are possible.
    Replies that lose lead to one position.
    """
    # Numbers are for the player who begins, who loses where a reply of the opponent wins.
    ends = {"w": -1, "d": 0, "l": 1}
    return MinMaxTree({"r": ["b", "a"], "b": list(first), "a": list(second), **ends})


def _late_trap(place: int) -> MinMaxTree:
    """Return a game with two moves that are equally good; the second leaves ten replies, of which
    the one at ``place`` is wrong.
    """
    first_replies = list("cdefghijkl")
    second_replies = list(range(10))
    draws = dict.fromkeys([*second_replies, *first_replies], 0)
    ends = draws | {second_replies[place]: 1}  # won for the player who begins
    return MinMaxTree({"r": ["b", "a"], "b": first_replies, "a": second_replies, **ends})


def all_values(game: Any) -> dict[Any, int]:
    """Return the value of each position for the player to move."""

    @cache
    def value(p: Any) -> int:
        result = game.outcome(p)
        if result is not None:
            return int(result)
        return max(-value(game.play(p, move)) for move in game.moves(p))

    return {p: value(p) for p in solve(game)}


@mistake("The values of the options are your opponent's: turn their signs.")
def values_without_signs(game: Any) -> dict[Any, int]:
    """Return the largest result that play can reach from each position."""

    @cache
    def value(p: Any) -> int:
        result = game.outcome(p)
        if result is not None:
            return int(result)
        return max(value(game.play(p, move)) for move in game.moves(p))

    return {p: value(p) for p in solve(game)}


@mistake("Where play is over, outcome speaks for the player to move already: leave its sign.")
def values_of_misere_play(game: Any) -> dict[Any, int]:
    """Return the values if the sign is turned where play is over."""
    return all_values(Misere(game))


@mistake(
    "The player to move gets the worst of the options. Does a minus stand before the maximum? Turn "
    "the sign of each value first, and then take the largest."
)
def values_of_the_worst_moves(game: Any) -> dict[Any, int]:
    """Return the value of each position if the largest value of an option gets the minus sign."""

    @cache
    def value(p: Any) -> int:
        result = game.outcome(p)
        if result is not None:
            return int(result)
        return -max(value(game.play(p, move)) for move in game.moves(p))

    return {p: value(p) for p in solve(game)}


@mistake("The terminal positions are missing.")
def values_while_play_goes_on(game: Any) -> dict[Any, int]:
    """Return the values of the positions that are not terminal."""
    return {p: value for p, value in all_values(game).items() if game.outcome(p) is None}


@function(
    Games().alone(seed=101),
    "At a terminal position, the value is what outcome says: outcome speaks for the player to "
    "move.",
    "Elsewhere it is the largest of the values of the options, each with its sign turned.",
    "Let an inner function call itself for each option. It first checks whether the dict has the "
    "position already.",
    mistakes=[
        values_without_signs,
        values_of_misere_play,
        values_of_the_worst_moves,
        values_while_play_goes_on,
    ],
    save_as="solve_all",
)
def solve_all(game: Any) -> dict[Any, int]:
    """solve_all(game): the value of every position that can come up, for the player to move, as a
    dict.
    """
    return all_values(game)


@dataclass(frozen=True)
class Candidate:
    """A move, the value of its option for the opponent, and what each reply gives the opponent."""

    move: Any
    value: int
    replies: list[int]


def candidates(game: Any, position: Any) -> list[Candidate]:
    """Return the moves at a position, each with what the replies to it give the opponent."""
    values = all_values(game)
    every = []
    for move in game.moves(position):
        option = game.play(position, move)
        replies = [] if game.outcome(option) is not None else game.moves(option)
        gains = [-values[game.play(option, reply)] for reply in replies]
        every.append(Candidate(move, values[option], gains))
    return every


def best_candidates(game: Any, position: Any) -> list[Candidate]:
    """Return the moves with the best value: the smallest for the opponent."""
    every = candidates(game, position)
    least = min(candidate.value for candidate in every)
    return [candidate for candidate in every if candidate.value == least]


def is_wrong(candidate: Candidate, reply: int) -> bool:
    """Return whether a reply gives the opponent less than the best ones do."""
    return reply < candidate.value


def number_of_wrong_replies(candidate: Candidate) -> int:
    """Return how many replies are wrong."""
    return sum(is_wrong(candidate, reply) for reply in candidate.replies)


def share_of_replies(
    candidate: Candidate, is_counted: Callable[[Candidate, int], bool]
) -> Fraction:
    """Return the share of the replies that are counted; 0 if there are none."""
    counted = sum(is_counted(candidate, reply) for reply in candidate.replies)
    return Fraction(counted, len(candidate.replies) or 1)


def size_of_trap(candidate: Candidate) -> Fraction:
    """Return the share of wrong replies among all replies."""
    return share_of_replies(candidate, is_wrong)


@mistake(
    "That is the first of the best moves; the exercise asks for the one that sets the largest trap."
)
def first_best_move(game: Any, position: Any) -> Any:
    """Return the first of the best moves."""
    return best_candidates(game, position)[0].move


@mistake(
    "Your function does not look at the values first: of the moves with the best value, take the "
    "one with the largest trap."
)
def largest_trap_of_all(game: Any, position: Any) -> Any:
    """Return the move that sets the largest trap, whatever it is worth."""
    return max(candidates(game, position), key=size_of_trap).move


@mistake("The trap is the share of wrong replies among all replies, not their number.")
def most_wrong_replies(game: Any, position: Any) -> Any:
    """Return the best move with the most wrong replies."""
    return max(best_candidates(game, position), key=number_of_wrong_replies).move


@mistake("A wrong reply need not lose: a draw is wrong, too, if there is a win.")
def most_losing_replies(game: Any, position: Any) -> Any:
    """Return the best move with the largest share of wrong replies that lose."""

    def share_that_loses(candidate: Candidate) -> Fraction:
        return share_of_replies(candidate, lambda move, reply: reply < min(move.value, 0))

    return max(best_candidates(game, position), key=share_that_loses).move


@mistake(
    "A reply that loses is not wrong if all lose, and a draw is wrong if there is a win: compare each "
    "reply with the best one."
)
def most_replies_that_lose(game: Any, position: Any) -> Any:
    """Return the best move with the largest share of replies that lose, whether or not others are
    better.
    """

    def share_that_loses(candidate: Candidate) -> Fraction:
        return share_of_replies(candidate, lambda move, reply: reply < 0)

    return max(best_candidates(game, position), key=share_that_loses).move


@mistake("Your function counts the right replies: the largest trap has most that are wrong.")
def most_right_replies(game: Any, position: Any) -> Any:
    """Return the best move with the largest share of right replies."""

    def share_that_is_right(candidate: Candidate) -> Fraction:
        return share_of_replies(candidate, lambda move, reply: not is_wrong(move, reply))

    return max(best_candidates(game, position), key=share_that_is_right).move


@mistake(
    "The values of the options are your opponent's: the moves with the best value are those whose "
    "options have the smallest."
)
def largest_trap_of_the_worst(game: Any, position: Any) -> Any:
    """Return the move that sets the largest trap among those that are best for the opponent."""
    every = candidates(game, position)
    most = max(candidate.value for candidate in every)
    worst = [candidate for candidate in every if candidate.value == most]
    return max(worst, key=size_of_trap).move


@mistake("A move that ends play sets no trap: nobody replies to it.")
def ending_moves_as_traps(game: Any, position: Any) -> Any:
    """Return the best move with the largest trap, that of a move that ends play being 1."""

    def size(candidate: Candidate) -> Fraction:
        return size_of_trap(candidate) if candidate.replies else Fraction(1)

    return max(best_candidates(game, position), key=size).move


@mistake("Of several moves that set the largest trap take the first.")
def last_of_the_largest_traps(game: Any, position: Any) -> Any:
    """Return the last of the best moves that set the largest trap."""
    return max(reversed(best_candidates(game, position)), key=size_of_trap).move


#: A game with more positions than this is large: only its first two are asked about.
FEW_POSITIONS = 100


def _first_choices(game: Any, rng: Draws) -> Iterator[Question]:
    """Yield the positions where play goes on among the first eight of a game, or among the first two
    if it is large.
    """
    positions = list(solve(game))
    first = positions[:8] if len(positions) <= FEW_POSITIONS else positions[:2]
    yield from ((game, p) for p in first if game.outcome(p) is None)


@function(
    Games().asking(_first_choices, seed=101),
    "Which moves lead to an option with the smallest value for the opponent? Only these are "
    "candidates.",
    "A reply is wrong if it gives the opponent less than the value of the position in which they "
    "reply.",
    "Count the wrong replies with a Fraction: `Fraction(wrong, replies)`. max takes the first of "
    "several largest.",
    mistakes=[
        first_best_move,
        last_of_the_largest_traps,
        largest_trap_of_all,
        largest_trap_of_the_worst,
        most_wrong_replies,
        most_losing_replies,
        most_replies_that_lose,
        most_right_replies,
        ending_moves_as_traps,
    ],
    save_as="best_move",
)
def best_move(game: Any, position: Any) -> Any:
    """best_move(game, position): of the moves with the best value, the first that sets the largest
    trap.
    """
    return max(best_candidates(game, position), key=size_of_trap).move


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
    return wins(GAME, answer, GAME.start(), draws=True, habits=CELL_HABITS)
