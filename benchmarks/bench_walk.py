"""Claim: a game that somebody has written in Python, king and rook against king, is walked at least
1.6 times as fast as by the walk of the first edition, without changing the game.

Nothing that asks the rules for every move can be faster than the rules by themselves, so their
share is printed. Beside it is the plainest possible walk, which checks nothing. Each walk is a
separate process, and all find the same positions and moves.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import sys
import time
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import nan
from typing import Any

import numpy as np
from common import Cost, alone, median, race

from gamefast import GameGraph, ask
from gamelib import DRAW, LOSS, Outcome

RUNS = 3

Square = tuple[int, int]

#: The white king, the rook (None: captured), the black king, and whether White is to move.
Position = tuple[Square, Square | None, Square, bool]


@cache
def around(square: Square, n: int) -> list[Square]:
    """The squares that are one king's step away."""
    r, c = square
    near = [(a, b) for a in (r - 1, r, r + 1) for b in (c - 1, c, c + 1)]
    return [(a, b) for a, b in near if (a, b) != square and 0 <= a < n and 0 <= b < n]


@cache
def lines(square: Square, n: int) -> list[list[Square]]:
    """The lines along which a rook leaves a square, with the nearest square first."""
    r, c = square
    up, down = [(a, c) for a in range(r + 1, n)], [(a, c) for a in range(r - 1, -1, -1)]
    right, left = [(r, b) for b in range(c + 1, n)], [(r, b) for b in range(c - 1, -1, -1)]
    return [line for line in (up, down, right, left) if line]


@dataclass(frozen=True)
class RookEnding:
    """King and rook against king, written for chess and not for speed. A move says which piece
    moves, and where.
    """

    n: int = 8

    def start(self) -> Position:
        return (0, 2), (0, 3), (self.n - 1, 1), True

    def moves(self, position: Position) -> list[tuple[str, Square]]:
        king, rook, other, white = position
        if not white:
            free = [to for to in around(other, self.n) if to not in around(king, self.n)]
            return [("k", to) for to in free if to == rook or not self.attacked(to, king, rook)]
        found = [
            ("K", to)
            for to in around(king, self.n)
            if to != rook and to not in around(other, self.n)
        ]
        for line in lines(rook, self.n):
            for to in line:
                if to == king:
                    break
                found.append(("R", to))
        return found

    def attacked(self, square: Square, king: Square, rook: Square | None) -> bool:
        """Whether the rook attacks a square; its own king may stand between."""
        if rook is None or (square[0] != rook[0] and square[1] != rook[1]):
            return False
        for line in lines(rook, self.n):
            if square in line:
                return king not in line[: line.index(square)]
        return False

    def play(self, position: Position, move: tuple[str, Square]) -> Position:
        king, rook, other, _ = position
        piece, to = move
        if piece == "K":
            return to, rook, other, False
        if piece == "R":
            return king, to, other, False
        return king, None if to == rook else rook, to, True

    def outcome(self, position: Position) -> Outcome | None:
        king, rook, other, white = position
        if rook is None:
            return DRAW
        if white or self.moves(position):
            return None
        return LOSS if self.attacked(other, king, rook) else DRAW


Found = tuple[Any, Any, Any]


def now(game: RookEnding) -> Found:
    """The walk as it is now."""
    graph = GameGraph.of(game)
    return graph.indptr, graph.targets, graph.terminal


def plain(game: RookEnding) -> Found:
    """The plainest walk: a dict and lists."""
    positions: list[Position] = [game.start()]
    number = {positions[0]: 0}
    indptr, targets, terminal = [0], list[int](), list[float]()
    for position in positions:
        outcome = game.outcome(position)
        terminal.append(nan if outcome is None else outcome)
        for move in game.moves(position) if outcome is None else ():
            option = game.play(position, move)
            if option not in number:
                number[option] = len(positions)
                positions.append(option)
            targets.append(number[option])
        indptr.append(len(targets))
    return indptr, targets, terminal


def first(game: RookEnding) -> Found:
    """The walk of the first edition, without its limits; its estimate of the game's size was the
    costly part.
    """
    positions: list[Any] = [game.start()]
    number: dict[Any, int] = {positions[0]: 0}
    indptr, targets, terminal = array("q", [0]), array("i"), array("d")
    next_look = 300_000

    def look(position: Any) -> list[Any]:
        result = game.outcome(position)
        if result is not None:
            terminal.append(float(ask.result(result, position)))
            return []
        terminal.append(nan)
        return [game.play(position, move) for move in ask.moves(game, position)]

    for position in positions:
        for option in look(position):
            j = number.setdefault(option, len(positions))
            if j == len(positions):
                positions.append(option)
            targets.append(j)
        indptr.append(len(targets))
        if len(positions) + len(targets) > next_look:
            if next_look == 300_000:
                first_estimate(game)
            next_look += 300_000
    return indptr, targets, terminal


def first_estimate(game: RookEnding) -> int:
    """Random lines, at most 400 moves long, through 60,000 positions; return how many different
    positions these are.
    """
    rng = np.random.default_rng(1)
    met: list[Counter[Any]] = []
    played = looked = 0
    while played < 2_000 and looked < 60_000:
        here, depth, played = game.start(), 0, played + 1
        while True:
            if depth == len(met):
                met.append(Counter())
            met[depth][here] += 1
            looked += 1
            if depth == 400 or ask.outcome(game, here) is not None:
                break
            moves = ask.moves(game, here)
            here, depth = ask.played(game, here, moves[int(rng.integers(len(moves)))]), depth + 1
    return len(sum(met, Counter()))


def rules(game: RookEnding) -> float:
    """The seconds that the rules take by themselves, if each is asked once for every position and
    move.
    """
    graph = GameGraph.of(game)
    positions = [graph.position(i) for i in range(len(graph))]
    begin = time.process_time()
    for position in positions:
        if game.outcome(position) is None:
            for move in game.moves(position):
                game.play(position, move)
    return time.process_time() - begin


WALKS: dict[str, Callable[[RookEnding], Found]] = {"now": now, "first": first, "plain": plain}


def one(name: str) -> None:
    """Run in a separate process: print seconds, and one word for what was found."""
    if name == "rules":
        print(rules(RookEnding()))
        return
    begin = time.process_time()
    found = WALKS[name](RookEnding())
    print(time.process_time() - begin)
    indptr, targets, terminal = (
        np.asarray(part, kind) for part, kind in zip(found, "qid", strict=True)
    )
    digest = hashlib.sha256(
        b"".join(part.tobytes() for part in (indptr, targets, terminal))
    ).hexdigest()
    print(len(terminal), len(targets), digest)


def main() -> None:
    os.environ["TQDM_DISABLE"] = "1"
    taken: dict[str, list[Cost]] = {name: [] for name in (*WALKS, "rules")}
    answers = set()
    for _ in range(RUNS):
        for name, costs in taken.items():
            cost, said = alone(sys.executable, __file__, name)
            costs.append(cost)
            answers.add(tuple(said.split()[1:]))
    answers.remove(())  # the rules by themselves find nothing
    ((positions, moves, _),) = answers  # one answer from all walks
    assert int(positions) == 402_676
    costs = {name: median(some) for name, some in taken.items()}
    print(
        f"King and rook against king as a Python game: {int(positions):,} positions, "
        f"{int(moves):,} moves"
    )
    for name, what in (
        ("first", "the walk of the first edition"),
        ("now", "the walk"),
        ("plain", "a dict and lists, no checks"),
        ("rules", "the rules by themselves"),
    ):
        print(f"  {what:<32} {costs[name].seconds:6.2f} s   {costs[name].memory:6.0f} MB")
    for name, what in (
        ("rules", "the rules' own share of the walk"),
        ("plain", "a dict and lists / the walk"),
    ):
        pairs = zip(taken[name], taken["now"], strict=True)
        print(
            f"  {what}: {statistics.median(one.seconds / all_.seconds for one, all_ in pairs):.2f}"
        )
    race(
        "Rook ending written in Python, walked",
        "the first edition's walk",
        costs["now"],
        costs["first"],
        1.6,
    )


if __name__ == "__main__":
    one(sys.argv[1]) if len(sys.argv) > 1 else main()
