"""The exercises of lecture 04, policeman and thief."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from gamecourse.check import (
    RIGHT,
    Domain,
    Finding,
    Mistakes,
    Told,
    between,
    compare,
    exercise,
    one_of,
    wins,
    wrong,
)
from gamecourse.check.machinery.asked import shorten
from gamecourse.check.machinery.reading import board_of
from gamecourse.check.machinery.trial import Played
from gamelib import DRAW, LOSS, WIN, GameGraph, Outcome, Solution, solve
from gamelib.games.thief import POLICEMAN, THIEF, Cell, CopsAndThief, Position
from gamelib.machine import needs

__all__ = ["PARK"]

nx = needs("networkx", "graphs", "these exercises")

#: The board of the exercise "by your own head". A policeman who always goes to a nearest cell never catches the thief
#: here, however he counts and whichever of two he takes; tests/gamecourse/check/test_pursuit.py tries them all.
PARK = """
E...T.
...*..
......
*....P
...*..
"""


def _board(answer: Any, rows: int, columns: int) -> CopsAndThief:
    """The student's board."""
    text = board_of(answer, "the text of a board, a line for each row")
    try:
        board = CopsAndThief.from_text(text)
    except ValueError as error:
        raise Told(wrong(f"your text is not a board: {shorten(str(error))}.")) from None
    exits = sum(row.count(CopsAndThief.EXIT) for row in board.terrain)
    if board.shape != (rows, columns):
        raise Told(wrong(f"your board has {board.shape[0]} x {board.shape[1]} cells. Give one of {rows} x {columns}."))
    if exits != 1:
        raise Told(wrong(f"your board has {exits or 'no'} exits. Give one with a single exit."))
    return board


def _best_play(words: str, board: CopsAndThief, solution: Solution) -> Finding:
    """The finding that somebody wins, with the best play from the start."""
    played = Played(board, board.start(), tuple(solution.line()), names=(POLICEMAN, THIEF))
    return wrong(f"{words}\n{played}", played)


@exercise(
    "Look at the map on the board: you want the policeman on an orange cell, one step from a blue one.",
    "Put the thief two steps from the exit, the policeman three. Then see what a wall changes.",
)
def just_away(answer: Any) -> Finding:
    """A board of 4 x 4 with one exit: the policeman begins and the thief gets away, but by one move only."""
    board = _board(answer, 4, 4)
    solution = solve(board)
    verdict = solution[board.start()]
    if verdict.outcome == WIN:
        return _best_play("the policeman catches the thief, as in this play.", board, solution)
    if verdict.outcome == DRAW:
        return wrong("the thief does not get away, but is never caught either: the position is drawn.")
    if all(solution[cell, board.thief, POLICEMAN].outcome != WIN for cell in board.moves(board.start())):
        return wrong(
            "the thief gets away easily: with two moves at the beginning, too, the policeman could not catch the thief."
        )
    return RIGHT


@exercise(
    "In the lecture the thief hid behind two walls beside each other, and the exit was near the policeman.",
    "The policeman must be afraid to leave the exit, and the thief able to go round the walls on either side.",
)
def nobody_wins(answer: Any) -> Finding:
    """A drawn board of 3 x 4 with one exit, on which the policeman could walk to the thief if the thief stood still."""
    board = _board(answer, 3, 4)
    solution = solve(board)
    verdict = solution[board.start()]
    if verdict.outcome != DRAW:
        who = POLICEMAN if verdict.outcome == WIN else THIEF
        return _best_play(f"the {who} wins, as in this play.", board, solution)
    steps = nx.DiGraph((cell, to) for cell in board.cells for to in board.moves((cell, cell, POLICEMAN)))
    if not nx.has_path(steps, board.policeman, board.thief):
        return wrong("your board is drawn, but only because walls keep the policeman from ever coming to the thief.")
    return RIGHT


@exercise(
    "Going to the nearest cell fails: see where the thief slips past. What else must the policeman keep in view?",
    "Count steps to the exit: the policeman's (diagonals allowed) must never be more than the thief's.",
    "Take the cells from which the policeman has no more steps to the exit than the thief. Of these, go to the one "
    "nearest to the thief, counted in the policeman's steps.",
)
def chase(answer: Any) -> Finding:
    """A strategy for the policeman on PARK, position -> cell, that catches every thief."""
    board = CopsAndThief.from_text(PARK)
    return wins(board, answer, board.start())


@dataclass(frozen=True)
class Restless:
    """Policeman and thief, but those in ``restless`` may not stay where they are."""

    board: CopsAndThief
    restless: tuple[str, ...]

    def start(self) -> Position:
        return self.board.start()

    def moves(self, position: Position) -> list[Cell]:
        stay = position[0] if position[2] == POLICEMAN else position[1]
        return [cell for cell in self.board.moves(position) if position[2] not in self.restless or cell != stay]

    def play(self, position: Position, move: Cell) -> Position:
        return self.board.play(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        return self.board.outcome(position)


@cache
def _remoteness(board: CopsAndThief, *restless: str) -> int | None:
    """The remoteness of the start, None if it is drawn, if these may not stay."""
    return solve(GameGraph.of(Restless(board, restless)))[board.start()].remoteness


#: Boards at the limits: without a wall, with as many as may be, and those on which somebody lives on waiting.
_BUILT = [
    *(
        "P... ...E .... E..T",
        "E... .P.. ..T. ...E",
        "..E. .PT. .... ....",
        "P.E. ***. ***. ***T",
        "T.E. ***. ***. ***P",
    ),
    *(".E* T*P .E.", ".E. P*T *.. *E.", "**** *.E* .T*E ..EP", "**** T.EP .**. .E.*", "E*** ..E. .T*P *.E*"),
    *(
        "**** ..E* T**P .EE.",
        "*.E* *... .T*E *.EP",
        "..E. PE*T .... ..E.",
        ".E.. T.E. .*.P .E.*",
        ".... *.E. .T*E ..EP",
    ),
    *("E... .**. .**. P..T", "P... .**T ..*. E..."),
]


def _drawn(rows: list[str]) -> CopsAndThief | None:
    """The board with these rows, if it has a place for both, an exit, and from every free cell a step for both."""
    text = "\n".join(rows)
    if sorted(re.sub(r"[^PT]", "", text)) != ["P", "T"] or "E" not in text:
        return None
    board = CopsAndThief.from_text(text)
    stuck = any(len(board.moves((cell, cell, THIEF))) == 1 for cell in board.cells)
    return None if stuck else board


def random_boards(number: int, seed: int) -> Iterator[CopsAndThief]:
    """Boards with one to three exits, on which each of the two always has a step to take."""
    rng = np.random.default_rng(seed)
    found: list[CopsAndThief] = []
    while len(found) < number:
        size = rng.integers(1, 5, size=2)
        cells = rng.choice(list(".*"), size=size, p=(0.75, 0.25)).ravel()
        marks = list("PTEEE")[: int(rng.integers(3, 6))]
        if len(marks) <= len(cells):
            cells[rng.permutation(len(cells))[: len(marks)]] = marks
            board = _drawn(["".join(row) for row in cells.reshape(size)])
            found += [] if board is None else [board]
    yield from found


def _small_boards() -> Iterator[CopsAndThief]:
    """All of three cells in a row or column, and of four in a square."""
    for rows, columns in ((1, 3), (3, 1), (2, 2)):
        for cells in product(".*EPT", repeat=rows * columns):
            board = _drawn(["".join(cells[r * columns : (r + 1) * columns]) for r in range(rows)])
            if board is not None:
                yield board


def _chases() -> Iterator[tuple[CopsAndThief, str]]:
    """The small boards, random ones and those at the limits, with each of the two; some of them once more."""
    built = [CopsAndThief.from_text("\n".join(rows.split())) for rows in _BUILT]
    boards = sorted((*_small_boards(), *random_boards(70, 4), *built), key=lambda board: len(board.cells))
    for board in (*boards, *boards[::20]):
        yield board, POLICEMAN
        yield board, THIEF


_CHASES = Domain(
    _chases,
    between("rows", 1, 4, lambda board, who: board.shape[0]),
    between("columns", 1, 4, lambda board, who: board.shape[1]),
    between("exits", 1, 3, lambda board, who: "".join(board.terrain).count("E")),
    between("walls", 0, 9, lambda board, who: "".join(board.terrain).count("*")),
    one_of("`who`", (POLICEMAN, THIEF), lambda board, who: who),
)


def _line_by_line(board: CopsAndThief, who: str) -> int | None:
    """What the program of the task says with both of its lines about staying under one condition, turn != who."""
    found: dict[Position, tuple[Outcome, int]] = {}
    hopes: dict[Position, int] = {}
    positions = product(board.cells, board.cells, (POLICEMAN, THIEF))
    before: dict[Position, list[Position]] = {position: [] for position in positions}
    for here in before:
        p, t, turn = here
        if (outcome := board.outcome(here)) is not None:
            found[here] = outcome, 0
            continue
        steps = [to for to in board.moves(here) if to != (p if turn == POLICEMAN else t)]
        hopes[here] = len(steps) + (turn != who)
        if turn != who:
            before[here].append((p, t, _other(turn)))
        for to in steps:
            before[board.play(here, to)].append(here)
    queue = list(found)
    for v in queue:  # grows while it is read
        for u in before[v]:
            if u not in found:
                hopes[u] -= 1
                if found[v][0] == LOSS or hopes[u] == 0:
                    found[u] = -found[v][0], found[v][1] + 1  # type: ignore[assignment]  # Outcome or int, all one
                    queue.append(u)
    return found.get(board.start(), (DRAW, None))[1]


def _other(who: str) -> str:
    return THIEF if who == POLICEMAN else POLICEMAN


@exercise(
    "Take the line that counts or lists staying. From where to where does the stay lead? Whose stay is it?",
    "before[p, t, turn] lists who can move to (p, t, turn). Staying leads there from (p, t, the OTHER turn).",
    "So in the round of (p, t, turn) the hope is that of turn, but the arrow is the other's: two conditions.",
    domain=_CHASES,
)
def restless(answer: Any) -> Finding:
    """restless(board, who): the remoteness of the start, None if drawn, if ``who`` may never stay where he is."""
    mistakes: Mistakes = {
        "It is what is right if both may stay.": lambda board, who: _remoteness(board),
        "It is what is right if neither may stay.": lambda board, who: _remoteness(board, POLICEMAN, THIEF),
        "It is what is right if who may stay, and the other of the two may not.": (
            lambda board, who: _remoteness(board, _other(who))
        ),
        "It is what is right if the policeman may not stay, whoever who is.": (
            lambda board, who: _remoteness(board, POLICEMAN)
        ),
        "It is what is right if the thief may not stay, whoever who is.": lambda board, who: _remoteness(board, THIEF),
        "It is what the program says with both of its lines about staying under the condition turn != who. Whose stay "
        "does each of them speak of?": _line_by_line,
    }

    def shown(board: CopsAndThief, who: str) -> str:
        return f"\n{board.text(board.start())}, {who!r}"

    return compare(answer, _remoteness, _CHASES, shown, mistakes, nothing="drawn")
