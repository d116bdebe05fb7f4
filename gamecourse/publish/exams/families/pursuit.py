"""Lecture 4: policeman and thief."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words, listed
from gamefast import solve
from gamelib.games import CopsAndThief

Rows = tuple[str, ...]


def connected(rows: Rows) -> bool:
    """Whether the thief could walk from each cell that is not a wall to each other."""
    free = {(r, c) for r, row in enumerate(rows) for c, what in enumerate(row) if what != "*"}

    def beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
        r, c = cell
        return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & free

    return set(plain.reached(min(free), beside)) == free


@dataclass(frozen=True)
class CountThePositions(Family):
    """4.1: how many positions a board has, and in how many of them play is over."""

    number = "4.1"
    rows: Rows = ("P...E", ".*.*.", ".....", ".*..T")

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        height, width = rng.randint(3, 5), rng.randint(4, 6)
        walls = rng.randint(2, 5)
        marks = "PTE" + "*" * walls
        cells = list(marks.ljust(height * width, "."))
        rng.shuffle(cells)
        return cls(tuple("".join(cells[k : k + width]) for k in range(0, len(cells), width)))

    def is_sound(self) -> bool:
        return connected(self.rows)

    @property
    def _walls(self) -> int:
        """How many cells are walls."""
        return "".join(self.rows).count("*")

    def asked(self) -> str:
        board = "\n".join(f"    {row}" for row in self.rows)
        return (
            f"A board of policeman (P) and thief (T), with walls (*) and an exit (E):\n\n{board}\n\n"
            "Each may stand on any cell, and either may be to move. How many positions are there? In "
            "how many of them is play over?"
        )

    def results(self) -> Results:
        board = CopsAndThief.from_text("\n".join(self.rows))
        solution = solve(board)
        away = [cell for cell in board.cells if not board.is_exit(cell)]
        return {
            "cells": len(board.cells),
            "positions": len(solution),
            "away": len(away),
            "over": sum(verdict.remoteness == 0 for verdict in solution.values()),
        }

    def results_again(self) -> Results:
        cells = "".join(self.rows).replace("*", "")
        places = range(len(cells))
        pairs = [(policeman, thief) for policeman in places for thief in places]
        over = [(p, t) for p, t in pairs if p == t or cells[t] == "E"]
        return {
            "cells": len(cells),
            "positions": 2 * len(pairs),
            "away": len(cells) - cells.count("E"),
            "over": 2 * len(over),
        }

    def answer(self) -> str:
        results = self.results()
        cells = results["cells"]
        every = capital(in_words(len("".join(self.rows))))
        return (
            f"{every} cells less {in_words(self._walls)} walls leave **{cells}**, and the exit is a "
            "cell like the others. Policeman and thief each stand on "
            f"one of {cells} cells, and either may be to move: **{results['positions']}** positions. "
            f"Play is over if both are in one cell ({cells} pairs), or if the thief is on the exit "
            f"and the policeman elsewhere ({results['away']} pairs). Either player may be to move, "
            f"which makes **{results['over']}**."
        )

    def measure(self) -> dict[str, float]:
        return {"cells": len("".join(self.rows)) - self._walls, "walls": self._walls}


@dataclass(frozen=True)
class CorridorWithADoor(Family):
    """4.2: a corridor with an exit at one end; every place of the policeman is asked for."""

    number = "4.2"
    cells: int = 6
    thief: int = 2
    exit: int = 5

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        cells = rng.randint(5, 8)
        return cls(cells, thief=rng.randrange(cells), exit=rng.choice((0, cells - 1)))

    def essence(self) -> tuple[int, int]:
        return self.cells, abs(self.thief - self.exit)  # a corridor in the mirror is the same

    def _between(self) -> list[int]:
        """Cells from which the policeman cuts the thief off from the exit, not beside the thief."""
        if self.exit:
            return list(range(self.thief + 2, self.cells))
        return list(range(self.thief - 1))

    def _behind(self) -> list[int]:
        """Cells on the other side, not beside the thief."""
        if self.exit:
            return list(range(self.thief - 1))
        return list(range(self.thief + 2, self.cells))

    def is_sound(self) -> bool:
        # The thief gets away from some cell, and has to be driven to the dead end from another one.
        return bool(self._between() and self._behind())

    def asked(self) -> str:
        return (
            f"Policeman and thief play in a corridor of {in_words(self.cells)} cells, 0 to "
            f"{self.cells - 1}, with the exit on cell {self.exit}. The thief stands on cell "
            f"{self.thief}, and the policeman, on another cell, moves first. Both may stay where "
            "they are. From which cells does the policeman catch the thief, and from which does the "
            "thief get away? After how many moves, of both players, is play over?"
        )

    def results(self) -> Results:
        row = "".join("E" if cell == self.exit else "." for cell in range(self.cells))
        thief = (0, self.thief)
        corridor = solve(CopsAndThief((row,), thief, thief))
        return {
            str(cell): str(corridor[(0, cell), thief, "policeman"])
            for cell in range(self.cells)
            if cell != self.thief
        }

    def results_again(self) -> Results:
        def steps(cell: int) -> list[int]:
            return [c for c in (cell - 1, cell, cell + 1) if 0 <= c < self.cells]

        every = [
            (p, t, turn) for p in range(self.cells) for t in range(self.cells) for turn in "pt"
        ]
        options: dict[tuple[int, int, str], list[tuple[int, int, str]]] = {}
        won_at_the_end = []
        for policeman, thief, turn in every:
            position = policeman, thief, turn
            is_caught, is_away = policeman == thief, thief == self.exit
            if is_caught or is_away:
                options[position] = []
                if (turn == "p") == is_caught:
                    won_at_the_end.append(position)
            elif turn == "p":
                options[position] = [(cell, thief, "t") for cell in steps(policeman)]
            else:
                options[position] = [(policeman, cell, "p") for cell in steps(thief)]
        settled = plain.settle(options, won_at_the_end)
        ends = {p: settled[p, self.thief, "p"] for p in range(self.cells) if p != self.thief}
        return {str(cell): f"{end.outcome} in {end.moves}" for cell, end in ends.items()}

    def _moves(self, cells: Iterable[int]) -> list[int]:
        """In how many moves play is over from these cells."""
        results = self.results()
        return [int(results[str(cell)].split()[-1]) for cell in cells]

    def answer(self) -> str:
        beside = [self.thief - 1, self.thief + 1]
        between, behind = self._between(), self._behind()
        driven = listed(
            f"in **{moves}** from {cell}"
            for cell, moves in zip(between, self._moves(between), strict=True)
        )
        late = self._moves(behind)[0]
        return (
            f"From {listed(beside)} the policeman steps on the thief: won in **1**. From "
            f"{listed(between)} the policeman bars the way to the exit, and drives the thief to the "
            f"dead end. The policeman wins {driven}. From {listed(behind)} the policeman "
            f"comes too late, and the thief walks out: lost in **{late}**."
        )

    def measure(self) -> dict[str, float]:
        every = self._moves(cell for cell in range(self.cells) if cell != self.thief)
        return {"cells": self.cells, "longest line": max(every)}


FAMILIES = (CountThePositions, CorridorWithADoor)
