"""The exercises of lecture 04, policeman and thief."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, Told, compare, exercise, wins, wrong
from gamecourse.check.machinery.asked import shorten
from gamecourse.check.machinery.reading import board_of
from gamecourse.check.machinery.trial import Played
from gamelib import DRAW, LOSS, WIN, GameGraph, Outcome, Solution, solve
from gamelib.games.thief import POLICEMAN, THIEF, Cell, CopsAndThief, Position
from gamelib.machine import needs

__all__ = ["PARK"]

nx = needs("networkx", "graphs", "these exercises")

#: The board of the exercise "by your own head". Whoever goes to the nearest cell, however he counts and whichever of
#: two equally near ones he takes, never catches the thief here; tests/gamecourse/check/test_pursuit.py tries them all.
PARK = """
E...T.
...*..
......
*....P
...*..
"""


def _board(answer: Any, rows: int, columns: int) -> CopsAndThief:
    """The student's board."""
    if type(answer) is CopsAndThief:
        board = answer
    else:
        text = board_of(answer, "the text of a board, a line for each row")
        try:
            board = CopsAndThief.from_text(text)
        except (ValueError, TypeError) as error:
            raise Told(wrong(f"this is not a board: {shorten(str(error))}")) from None
    exits = sum(row.count(CopsAndThief.EXIT) for row in board.terrain)
    if board.shape != (rows, columns) or exits != 1:
        r, c = board.shape
        raise Told(wrong(f"the board is {r} x {c} with exits: {exits}; asked for is {rows} x {columns} with one"))
    if board.outcome(board.start()) is not None:
        raise Told(wrong("on your board play is over before it has begun"))
    return board


def _best_play(words: str, board: CopsAndThief, solution: Solution) -> Finding:
    """The finding that somebody wins, with the best play from the start."""
    played = Played(board, board.start(), tuple(solution.line()), names=(POLICEMAN, THIEF))
    return wrong(f"{words}:\n{played}", played)


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
        return _best_play("the policeman catches him", board, solution)
    if verdict.outcome == DRAW:
        return wrong("the thief does not get away, he is only never caught: the position is drawn")
    if all(solution[cell, board.thief, POLICEMAN].outcome != WIN for cell in board.moves(board.start())):
        return wrong("he gets away easily: even with two moves at the beginning the policeman would not catch him")
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
        return _best_play(f"the {who} wins", board, solution)
    steps = nx.DiGraph((cell, to) for cell in board.cells for to in board.moves((cell, cell, POLICEMAN)))
    if not nx.has_path(steps, board.policeman, board.thief):
        return wrong("it is drawn, but only because walls keep the policeman from ever coming to the thief")
    return RIGHT


@exercise(
    "Going to the nearest cell fails: see where the thief slips past. What else must the policeman keep in view?",
    "Count steps to the exit: the policeman's (diagonals allowed) must never be more than the thief's.",
    "Of the cells from which he has no more steps to the exit than the thief: the nearest to the thief, in HIS steps.",
)
def chase(answer: Any) -> Finding:
    """A strategy for the policeman on PARK, position -> cell, that catches every thief."""
    board = CopsAndThief.from_text(PARK)
    return wins(board, answer, board.start())


@dataclass(frozen=True)
class Restless:
    """Policeman and thief, but one of them, ``who``, may not stay where he is."""

    board: CopsAndThief
    who: str

    def start(self) -> Position:
        return self.board.start()

    def moves(self, position: Position) -> list[Cell]:
        stay = position[0] if self.who == POLICEMAN else position[1]
        return [cell for cell in self.board.moves(position) if position[2] != self.who or cell != stay]

    def play(self, position: Position, move: Cell) -> Position:
        return self.board.play(position, move)

    def outcome(self, position: Position) -> Outcome | None:
        return self.board.outcome(position)


def random_boards(number: int, seed: int) -> Iterator[CopsAndThief]:
    """Boards from small to large, with one exit, on which from every free cell there is a step to another for both."""
    rng = np.random.default_rng(seed)
    made = 0
    while made < number:
        rows, columns = (int(k) for k in rng.integers(2, 3 + 3 * made // number, size=2))
        cells = np.where(rng.random((rows, columns)) < 0.25, "*", ".")
        free = [(int(r), int(c)) for r, c in zip(*np.nonzero(cells == "."), strict=True)]
        if len(free) < 3 or any(all(abs(a - r) + abs(b - c) != 1 for a, b in free) for r, c in free):
            continue
        policeman, thief, away = (free[k] for k in rng.permutation(len(free))[:3])
        cells[away] = "E"
        made += 1
        yield CopsAndThief(tuple("".join(row) for row in cells), policeman, thief)


def _line_by_line(board: CopsAndThief, who: str) -> int | None:
    """The classical program with both of its lines about staying under one condition, turn != who."""
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
            before[here].append((p, t, THIEF if turn == POLICEMAN else POLICEMAN))
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


@exercise(
    "Take the line that counts or lists staying. From where to where does the stay lead? Whose stay is it?",
    "before[p, t, turn] lists who can move to (p, t, turn). Staying leads there from (p, t, the OTHER turn).",
    "So in the round of (p, t, turn) the hope is turn's, but the arrow is the other's: two conditions.",
)
def restless(answer: Any) -> Finding:
    """restless(board, who): the remoteness of the start, None if drawn, if ``who`` may never stay where he is."""

    def right(board: CopsAndThief, who: str) -> int | None:
        return solve(GameGraph.of(Restless(board, who)))[board.start()].remoteness

    def the_other(board: CopsAndThief, who: str) -> int | None:
        return right(board, THIEF if who == POLICEMAN else POLICEMAN)

    mistakes: Mistakes = {
        "That is right if both may stay": lambda board, who: solve(board)[board.start()].remoteness,
        "The wrong one of the two may not stay": the_other,
        "Both lines stand under the condition turn != who: whose stay does each of them speak of?": _line_by_line,
    }

    def shown(board: CopsAndThief, who: str) -> str:
        return f"\n{board.text(board.start())}, {who!r}"

    inputs = ((board, who) for board in random_boards(60, 4) for who in (POLICEMAN, THIEF))
    return compare(answer, right, inputs, shown, mistakes, nothing="drawn")
