"""The exercises of lecture 04, policeman and thief."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    exercise,
    function,
    mistake,
    refused,
    require,
    wins,
    wrong,
)
from gamecourse.grading.domains import Domain, Question, size_of
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import board_of
from gamecourse.grading.trial import Played
from gamelib import DRAW, LOSS, WIN, Outcome, Solution, solve
from gamelib.games.thief import POLICEMAN, THIEF, Cell, CopsAndThief, Position
from gamelib.packages import needs

__all__ = ["PARK"]

nx = needs("networkx", "graphs", "these exercises")

#: The board of the exercise "by your own head". A policeman who always goes to a nearest cell never
#: catches the thief here, however distance is counted and whichever of several nearest cells is
#: taken; test_pursuit.py tries them all.
PARK = """
E...T.
...*..
......
*....P
...*..
"""


def _solved_board(
    answer: Any, rows: int, columns: int
) -> tuple[CopsAndThief, Solution[Any, Any], Outcome]:
    """Return the student's board, its solution and the outcome of the start, which is for the
    policeman; or end the grading, and say what is wrong with the board.
    """
    text = board_of(answer, "the text of a board, a line for each row")
    with refused("your text is not a board: "):
        board = CopsAndThief.from_text(text)
    m, n = board.shape
    exits = sum(row.count(CopsAndThief.EXIT) for row in board.terrain)
    require(
        (m, n) == (rows, columns),
        f"your board has {m} x {n} cells. Give one of {rows} x {columns}.",
    )
    require(exits == 1, f"your board has {exits or 'no'} exits. Give one with a single exit.")
    solution = solve(board)
    return board, solution, solution[board.start()].outcome


def _best_play(words: str, board: CopsAndThief, solution: Solution[Any, Any]) -> Feedback:
    """Return the feedback that a player wins, with best play from the start."""
    played = Played(board, board.start(), tuple(solution.line()), names=(POLICEMAN, THIEF))
    return wrong(f"{words}\n{played}", played)


@exercise(
    "Look at the map on the board: you want the policeman on an orange cell, one step from a blue "
    "one.",
    "Put the thief two steps from the exit, the policeman three. Then see what a wall changes.",
)
def just_away(answer: Any) -> Feedback:
    """A board of 4 x 4 with one exit: the policeman begins and the thief gets away, but by one move
    only.
    """
    board, solution, outcome = _solved_board(answer, 4, 4)
    if outcome == WIN:
        return _best_play("the policeman catches the thief, as in this play.", board, solution)
    require(
        outcome != DRAW,
        "the thief does not get away, but is never caught either: the position is drawn.",
    )
    # Would the policeman win with a second move, that is, if it were the policeman's turn again?
    one_move_is_missing = any(
        solution[cell, board.thief, POLICEMAN].outcome == WIN for cell in board.moves(board.start())
    )
    require(
        one_move_is_missing,
        "the thief gets away easily: even with two moves at the beginning the policeman could not "
        "catch the thief.",
    )
    return RIGHT


@exercise(
    "The policeman must be afraid to leave the exit, and the thief able to go round the walls on "
    "either side.",
    "Put the exit, the two walls and the thief into the middle row, in this order.",
)
def nobody_wins(answer: Any) -> Feedback:
    """A drawn board of 3 x 4 with one exit, on which the policeman could walk to the thief if the
    thief stood still.
    """
    board, solution, outcome = _solved_board(answer, 3, 4)
    if outcome != DRAW:
        who = POLICEMAN if outcome == WIN else THIEF
        return _best_play(f"the {who} wins, as in this play.", board, solution)
    # The policeman's steps on the board, as if there were no thief.
    steps = nx.DiGraph((cell, to) for cell in board.cells for to in board.steps(cell, POLICEMAN))
    require(
        nx.has_path(steps, board.policeman, board.thief),
        "your board is drawn, but only because walls keep the policeman from ever coming to the "
        "thief.",
    )
    return RIGHT


@exercise(
    "Going to the nearest cell fails: see where the thief slips past. What else must the "
    "policeman keep in view?",
    "Count steps to the exit: the policeman's (diagonals allowed) must never be more than the "
    "thief's.",
    "Take the cells from which the policeman has no more steps to the exit than the thief. Of "
    "these, go to the one "
    "nearest to the thief, counted in the policeman's steps.",
)
def chase(answer: Any) -> Feedback:
    """A strategy for the policeman on PARK, position -> cell, that catches every thief."""
    board = CopsAndThief.from_text(PARK)
    return wins(board, answer, board.start())


def _text(cells: Sequence[str], n: int) -> str:
    """Return the text of a board of n columns."""
    return "\n".join("".join(cells[k : k + n]) for k in range(0, len(cells), n))


#: All boards of three and of four cells, each as its cells in a row and its number of columns.
SMALL_BOARDS = [
    (cells, n) for size, n in ((3, 3), (3, 1), (4, 2)) for cells in product(".*EPT", repeat=size)
]


class Texts(Domain[str]):
    """Texts of boards of up to 4 x 4 cells, each after its size."""

    draws = 22

    def small(self) -> Iterable[str]:
        for cells, n in SMALL_BOARDS:
            if cells.count("P") == cells.count("T") == 1:
                yield sized_text(cells, n)

    def extreme(self) -> Iterable[str]:
        """A board of one row, of one column, and bare boards with the two players in a corner."""
        for what in ".E*":
            yield sized_text(["P", "T", *what * 14], 4)
        yield sized_text("PT.E", 4)
        yield sized_text("E.TP", 1)

    def draw(self, rng: Draws) -> str:
        rows, columns = rng.randint(2, 4), rng.randint(2, 4)
        others = rng.choices("...*E", rows * columns - 2)
        return sized_text(rng.shuffled(["P", "T", *others]), columns)


def sized_text(cells: Sequence[str], n: int) -> str:
    """Return the text of a board of n columns, after its numbers of rows and columns."""
    return f"{len(cells) // n} {n}\n{_text(cells, n)}"


class Arrows(NamedTuple):
    """The options of each position, in any order, and the terminal positions that are won."""

    options: dict[Position, AnyOrder]
    won: set[Position]


def after_step(position: Position, step: Cell) -> Position:
    """Return where a step leads, even if play is over."""
    policeman, thief, turn = position
    return (step, thief, THIEF) if turn == POLICEMAN else (policeman, step, POLICEMAN)


def cell_of_mover(position: Position) -> Cell:
    """Return where the player to move stands."""
    policeman, thief, turn = position
    return policeman if turn == POLICEMAN else thief


def steps_from(board: CopsAndThief, position: Position) -> list[Cell]:
    """Return the cells to which the player to move can step, even if play is over."""
    _, _, turn = position
    return board.steps(cell_of_mover(position), turn)


def every_position(board: CopsAndThief) -> list[Position]:
    """Return all positions, also those that play cannot reach."""
    return list(product(board.cells, board.cells, (POLICEMAN, THIEF)))


def won_ends(board: CopsAndThief) -> set[Position]:
    """Return the terminal positions that are won for the player to move."""
    return {position for position in every_position(board) if board.outcome(position) == WIN}


def options_by(board: CopsAndThief, steps: Callable[[Position], Iterable[Cell]]) -> Any:
    """Return the options of each position if these are the steps from a position where play is not
    over.
    """
    options = {}
    for position in every_position(board):
        over = board.outcome(position) is not None
        cells = [] if over else steps(position)
        options[position] = AnyOrder(after_step(position, cell) for cell in cells)
    return options


@mistake("Staying is a move, too, for both players.")
def arrows_without_staying(text: str) -> Arrows:
    """Return the graph without the moves that stay."""
    board = CopsAndThief.from_text(text)

    def steps(position: Position) -> list[Cell]:
        stay = cell_of_mover(position)
        return [cell for cell in steps_from(board, position) if cell != stay]

    return Arrows(options_by(board, steps), won_ends(board))


@mistake("The thief has only the four directions along rows and columns.")
def arrows_of_an_agile_thief(text: str) -> Arrows:
    """Return the graph of a thief with all eight directions."""
    board = CopsAndThief.from_text(text)

    def steps(position: Position) -> list[Cell]:
        return board.steps(cell_of_mover(position), POLICEMAN)

    return Arrows(options_by(board, steps), won_ends(board))


@mistake("The policeman has all eight directions, not only those along rows and columns.")
def arrows_of_a_stiff_policeman(text: str) -> Arrows:
    """Return the graph of a policeman with four directions."""
    board = CopsAndThief.from_text(text)

    def steps(position: Position) -> list[Cell]:
        return board.steps(cell_of_mover(position), THIEF)

    return Arrows(options_by(board, steps), won_ends(board))


@mistake("The policeman may stay, too, even where that does not help.")
def arrows_of_a_policeman_who_goes_on(text: str) -> Arrows:
    """Return the graph of a policeman who never stays."""
    board = CopsAndThief.from_text(text)

    def steps(position: Position) -> list[Cell]:
        policeman, _, turn = position
        stay = policeman if turn == POLICEMAN else None
        return [cell for cell in steps_from(board, position) if cell != stay]

    return Arrows(options_by(board, steps), won_ends(board))


@mistake("The policeman may step between two walls that touch at a corner: a step crosses no cell.")
def arrows_round_corners(text: str) -> Arrows:
    """Return the graph of a policeman who needs a free cell beside each diagonal step."""
    board = CopsAndThief.from_text(text)
    free = set(board.cells)

    def has_room(start: Cell, end: Cell) -> bool:
        """Return whether a cell beside a diagonal step is free; beside another step one always is."""
        beside = {(start[0], end[1]), (end[0], start[1])}
        return bool(beside & free)

    def steps(position: Position) -> list[Cell]:
        start = cell_of_mover(position)
        return [cell for cell in steps_from(board, position) if has_room(start, cell)]

    return Arrows(options_by(board, steps), won_ends(board))


@mistake(
    "The thief may step onto the policeman's cell, foolish as that is: it is a step like others."
)
def arrows_of_a_careful_thief(text: str) -> Arrows:
    """Return the graph of a thief who never steps onto the policeman's cell."""
    board = CopsAndThief.from_text(text)

    def steps(position: Position) -> list[Cell]:
        policeman, _, turn = position
        avoided = policeman if turn == THIEF else None
        return [cell for cell in steps_from(board, position) if cell != avoided]

    return Arrows(options_by(board, steps), won_ends(board))


@mistake(
    "The dict holds every pair of cells on either turn, even if play cannot reach the position."
)
def arrows_that_play_reaches(text: str) -> Arrows:
    """Return the part of the graph that play can reach."""
    options, won = arrows_of_the_chase(text)
    seen = {CopsAndThief.from_text(text).start(): None}
    waiting = deque(seen)
    while waiting:
        for option in options[waiting.popleft()]:
            if option not in seen:
                seen[option] = None
                waiting.append(option)
    return Arrows({position: options[position] for position in seen}, won & seen.keys())


@mistake("Play is over when the thief is caught, or away: no arrow leads on from there.")
def arrows_where_play_is_over(text: str) -> Arrows:
    """Return the graph with arrows from terminal positions."""
    board = CopsAndThief.from_text(text)
    options = {
        position: AnyOrder(after_step(position, cell) for cell in steps_from(board, position))
        for position in every_position(board)
    }
    return Arrows(options, won_ends(board))


@mistake("A thief who shares an exit with the policeman is caught, not away.")
def arrows_with_exits_first(text: str) -> Arrows:
    """Return the graph as if a thief on an exit were away, wherever the policeman stands."""
    board = CopsAndThief.from_text(text)
    options, won = arrows_of_the_chase(text)
    caught_on_exits = {(cell, cell) for cell in board.cells if board.is_exit(cell)}
    others = {position for position in won if position[:2] not in caught_on_exits}
    return Arrows(options, others | {(p, t, THIEF) for p, t in caught_on_exits})


@mistake("Some terminal positions are won for the player to move: see the lecture's table.")
def arrows_with_lost_ends(text: str) -> Arrows:
    """Return the graph as if every terminal position were lost."""
    options, _ = arrows_of_the_chase(text)
    return Arrows(options, set())


def arrows_of_the_chase(text: str) -> Arrows:
    """Return the options of all positions of a board, and the terminal positions that are won."""
    board = CopsAndThief.from_text(text)
    options = options_by(board, lambda position: steps_from(board, position))
    return Arrows(options, won_ends(board))


def board_at(question: Question, position: Any) -> str:
    """Return a position of the board that a question is about, as text; or the question itself."""
    text: str = question[0]
    if position == text:
        return text
    board = CopsAndThief.from_text(text)
    board.check_position(position)
    return board.text(position)


@function(
    Texts().alone(),
    "Read the rows, list the cells that are not walls, and go through all pairs of cells and both "
    "turns.",
    "With two loops over -1, 0, 1 you have the nine steps, staying among them; for the thief dr * "
    "dc must be 0.",
    "A terminal position gets an empty list. It is won if the thief is caught and the policeman "
    "is to move, or if the "
    "thief has got away and is to move.",
    mistakes=[
        arrows_without_staying,
        arrows_of_an_agile_thief,
        arrows_of_a_stiff_policeman,
        arrows_of_a_policeman_who_goes_on,
        arrows_round_corners,
        arrows_of_a_careful_thief,
        arrows_that_play_reaches,
        arrows_where_play_is_over,
        arrows_with_exits_first,
        arrows_with_lost_ends,
    ],
    save_as="arrows",
    draw=board_at,
)
def arrows(text: str) -> Arrows:
    """arrows(text): the dict of all positions of a board with their options, and the set of won
    terminal positions.
    """
    return arrows_of_the_chase(text)


@dataclass(frozen=True)
class Restless(CopsAndThief):
    """Policeman and thief, but those in ``restless`` may not stay where they are."""

    restless: tuple[str, ...] = ()

    def moves(self, position: Position) -> list[Cell]:
        cells = super().moves(position)  # staying comes first
        _, _, turn = position
        return cells[1:] if turn in self.restless else cells


@cache
def remoteness_without_staying(board: CopsAndThief, *restless: str) -> int | None:
    """Return the remoteness of the start if these players may not stay; None if it is drawn."""
    game = Restless(board.terrain, board.policeman, board.thief, restless)
    return solve(game)[board.start()].remoteness


#: The cells of a board in a row, and its number of columns.
Cells = tuple[Sequence[str], int]

#: Boards at the limits: without walls, with as many walls as possible, and boards where a player
#: survives by waiting.
_BUILT = [
    "P... ...E .... E..T", "E... .P.. ..T. ...E", "..E. .PT. .... ....", "P.E. ***. ***. ***T", "T.E. ***. ***. ***P",
    ".E* T*P .E.", ".E. P*T *.. *E.", "**** *.E* .T*E ..EP", "**** T.EP .**. .E.*", "E*** ..E. .T*P *.E*",
    "**** ..E* T**P .EE.", "*.E* *... .T*E *.EP", "..E. PE*T .... ..E.", ".E.. T.E. .*.P .E.*", ".... *.E. .T*E ..EP",
    "E... .**. .**. P..T", "P... .**T ..*. E...",
]  # fmt: skip


def playable(cells: Sequence[str], n: int) -> CopsAndThief | None:
    """Return the board with these cells if it has both players, an exit, and a step for both from
    every free cell.
    """
    text = _text(cells, n)
    if text.count("P") != 1 or text.count("T") != 1 or "E" not in text:
        return None
    board = CopsAndThief.from_text(text)
    return board if all(len(board.steps(cell, THIEF)) > 1 for cell in board.cells) else None


class Chases(Domain[Cells]):
    """Boards of up to 4 x 4 cells with one to three exits, on which both players always have a step
    to take.
    """

    draws = 40

    def small(self) -> Iterable[Cells]:
        yield from sorted(SMALL_BOARDS, key=size_of)

    def extreme(self) -> Iterable[Cells]:
        for rows in map(str.split, _BUILT):
            yield list("".join(rows)), len(rows[0])

    def draw(self, rng: Draws) -> Cells:
        """A board with a policeman, a thief and exits in any free places, drawn again until both
        players always have a step to take.
        """
        while True:
            rows, columns = rng.choices(range(1, 5), 2)
            cells = rng.choices("...*", rows * columns)
            marks = "PTEEE"[: rng.randint(3, 5)]
            if len(marks) > len(cells):
                continue
            for place, mark in zip(rng.sample(range(len(cells)), len(marks)), marks, strict=True):
                cells[place] = mark
            if playable(cells, columns):
                return cells, columns

    def related(self, value: Cells, rng: Draws) -> Iterable[Cells]:
        """The board turned by half a circle."""
        cells, columns = value
        yield cells[::-1], columns

    def altered(self, value: Cells, rng: Draws) -> Iterable[Cells]:
        """The board with an exit or a wall elsewhere."""
        cells, columns = list(value[0]), value[1]
        marked = [k for k, cell in enumerate(cells) if cell in "E*"]
        free = [k for k, cell in enumerate(cells) if cell == "."]
        if marked and free:
            place, free_place = rng.choice(marked), rng.choice(free)
            cells[place], cells[free_place] = cells[free_place], cells[place]
            yield cells, columns


def _for_each_player(value: Cells, rng: Draws) -> Iterator[Question]:
    """Yield the board with each player, if it can be played."""
    board = playable(*value)
    if board:
        yield from ((board, who) for who in (POLICEMAN, THIEF))


@mistake("That is the remoteness if both may stay.")
def remoteness_if_both_may_stay(board: CopsAndThief, who: str) -> int | None:
    """Return the remoteness of the lecture's game."""
    return remoteness_without_staying(board)


@mistake("That is the remoteness if neither may stay.")
def remoteness_if_neither_may_stay(board: CopsAndThief, who: str) -> int | None:
    """Return the remoteness if nobody may stay."""
    return remoteness_without_staying(board, POLICEMAN, THIEF)


@mistake("That is the remoteness if the player named may stay and the other may not.")
def remoteness_of_the_other(board: CopsAndThief, who: str) -> int | None:
    """Return the remoteness if the other player may not stay."""
    return remoteness_without_staying(board, the_other(who))


def the_other(who: str) -> str:
    """Return the name of the other player."""
    return THIEF if who == POLICEMAN else POLICEMAN


def remoteness_by_queue(
    board: CopsAndThief, hopes_to_stay: Sequence[str], may_have_stayed: Sequence[str]
) -> int | None:
    """Return the remoteness of the start that the queue of the exercise finds if these players count
    staying as a hope, and if an arrow is written down where these players have stayed; None if it
    does not settle the start.

    A stay leads to the same two cells with the other turn. So the only stay that leads to a position
    is that of the other player, from the position to which the stay of the player to move leads.
    """
    before: dict[Position, list[Position]] = {position: [] for position in every_position(board)}
    hopes: dict[Position, int] = {}  # the moves that may still win or draw
    settled: dict[Position, tuple[Outcome, int]] = {}
    for position in before:
        policeman, thief, turn = position
        if (outcome := board.outcome(position)) is not None:
            settled[position] = outcome, 0
            continue
        options = [after_step(position, cell) for cell in steps_from(board, position)]
        other_turn = policeman, thief, the_other(turn)
        moves_on = [option for option in options if option != other_turn]
        hopes[position] = len(moves_on)
        if turn in hopes_to_stay:
            hopes[position] += 1
        if the_other(turn) in may_have_stayed:
            before[position].append(other_turn)
        for option in moves_on:
            before[option].append(position)
    run_the_queue(before, hopes, settled)
    if board.start() not in settled:
        return None
    _, remoteness = settled[board.start()]
    return remoteness


def run_the_queue(
    before: dict[Position, list[Position]],
    hopes: dict[Position, int],
    settled: dict[Position, tuple[Outcome, int]],
) -> None:
    """Add the outcome and the remoteness of each position that the queue settles to ``settled``, which
    has those of the terminal positions; whether or not arrows and hopes belong to the same game.
    """
    queue = deque(settled)
    while queue:
        v = queue.popleft()
        outcome, remoteness = settled[v]
        for u in before[v]:
            if u in settled:
                continue
            hopes[u] -= 1
            if outcome == LOSS or hopes[u] == 0:
                settled[u] = Outcome(-outcome), remoteness + 1
                queue.append(u)


@mistake(
    "Your two lines have the same guard, but they speak of different players: the hope is that of "
    "the player to move here, and the arrow shows that the other one has stayed."
)
def remoteness_with_the_same_guard(board: CopsAndThief, who: str) -> int | None:
    """Return what the queue finds if both lines about staying ask ``turn != who``."""
    other = the_other(who)
    return remoteness_by_queue(board, hopes_to_stay=[other], may_have_stayed=[who])


@mistake(
    "The counter still counts staying as a hope of the player who may not stay: guard the line "
    "that counts, too."
)
def remoteness_with_a_hope_too_many(board: CopsAndThief, who: str) -> int | None:
    """Return what the queue finds if only the arrow is guarded."""
    both = [POLICEMAN, THIEF]
    return remoteness_by_queue(board, hopes_to_stay=both, may_have_stayed=[the_other(who)])


@mistake(
    "The arrow of the stay is still there for the player who may not stay: guard the line that "
    "writes it down, too."
)
def remoteness_with_an_arrow_too_many(board: CopsAndThief, who: str) -> int | None:
    """Return what the queue finds if only the counter is guarded."""
    both = [POLICEMAN, THIEF]
    return remoteness_by_queue(board, hopes_to_stay=[the_other(who)], may_have_stayed=both)


@function(
    Chases().asking(_for_each_player, seed=4),
    "Take the line that counts or lists staying. From where to where does the stay lead? Whose "
    "stay is it?",
    "`before[p, t, turn]` lists where a move to `(p, t, turn)` begins. Staying leads there from "
    "(p, t, the OTHER "
    "turn).",
    "So in the round of `(p, t, turn)` the hope is that of turn, but the arrow is the other "
    "player's: two conditions.",
    mistakes=[
        remoteness_if_both_may_stay,
        remoteness_if_neither_may_stay,
        remoteness_of_the_other,
        remoteness_with_the_same_guard,
        remoteness_with_a_hope_too_many,
        remoteness_with_an_arrow_too_many,
    ],
    nothing="drawn",
)
def restless(board: CopsAndThief, who: str) -> int | None:
    """restless(board, who): the remoteness of the start if ``who`` may never stay put; None if it
    is drawn.
    """
    return remoteness_without_staying(board, who)
