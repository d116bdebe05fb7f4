"""The exercises of lecture 02, games on graphs. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from gamelib.check.asked import brief, shorten
from gamelib.check.engine import RIGHT, Finding, call, compare, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.check.trial import wins
from gamelib.core import LOSS, WIN, Outcome
from gamelib.machine import needs
from gamelib.solvers.backward.solve import solve

__all__ = ["BY_HAND", "king", "lead_the_king", "no_kernel", "p_positions", "with_memory"]

nx = needs("networkx", "graphs", "these exercises")

Options = dict[Any, list[Any]]

#: The graph to be settled by hand: no cycles.
BY_HAND = {"a": "bc", "b": "de", "c": "ef", "d": "gh", "e": "g", "f": "hi", "g": "i", "h": "ij", "i": "", "j": ""}


def explained(options: Any, vertex: Any) -> str:
    """Why a vertex is what it is, in the words of the solution."""
    return str(solve(nx.DiGraph({v: list(row) for v, row in options.items()})).explain(vertex))


@exercise(
    "Begin where nobody can move: i and j are P-positions, for the previous player has won there.",
    "Go on with a vertex all of whose arrows lead to vertices that you have settled: g and h.",
)
def p_positions(answer: Any) -> Finding:
    """The P-positions of the graph BY_HAND, as a set or a list of letters."""
    try:
        given = set(answer)
    except TypeError:
        return give("a set of letters", answer)
    if strangers := given - set(BY_HAND):
        return wrong(f"{brief(min(strangers, key=str))} is not a vertex of the graph")
    solution = solve(nx.DiGraph({v: list(row) for v, row in BY_HAND.items()}))
    for v in reversed(BY_HAND):  # from the ends up: the first mistake is the cause of others
        if (v in given) != (solution[v].outcome == LOSS):
            return wrong(f"look at {v} again. {explained(BY_HAND, v)}" if v in given else f"{v} is a P-position, too")
    return RIGHT


class _Counted(dict[Any, list[Any]]):
    """Options that count how often they are looked up, and have enough at some point."""

    looks = 0

    def __getitem__(self, vertex: Any) -> list[Any]:
        self.looks += 1
        if self.looks > 100 * len(self):
            raise RuntimeError(f"options looked up {self.looks - 1:,} times, with {len(self)} vertices: it forgets")
        return super().__getitem__(vertex)

    def __deepcopy__(self, memo: Any) -> _Counted:
        return _Counted(self)


@exercise(
    "Won, if some option is not won. What should happen before you look at the options a second time?",
    "Keep a dict from vertex to True or False; look there first, and write into it before you return.",
)
def with_memory(answer: Any) -> Finding:
    """is_won(options, v): whether the player to move wins at v; no cycles; each vertex to be settled only once."""

    def right(options: Options, v: Any) -> bool:
        return solve(nx.DiGraph(dict(options)))[v].outcome == WIN

    def inputs() -> Iterator[tuple[Any, ...]]:
        rng = np.random.default_rng(2)
        for n in range(1, 9):
            for _ in range(5):
                yield _Counted({v: [w for w in range(v) if rng.random() < 0.5] for v in range(n)}), n - 1
        yield _Counted({v: [w for w in (v - 1, v - 2) if w >= 0] for v in range(40)}), 39

    return compare(answer, right, inputs())


@dataclass(frozen=True)
class King:
    """A king on a chessboard steps left, down, or both; who cannot move loses. (0, 0) is the corner he comes to."""

    column: int = 7
    row: int = 7

    def start(self) -> tuple[int, int]:
        return self.column, self.row

    def moves(self, position: tuple[int, int]) -> list[tuple[int, int]]:
        c, r = position
        return [to for to in ((c - 1, r), (c, r - 1), (c - 1, r - 1)) if min(to) >= 0]

    def play(self, position: tuple[int, int], move: tuple[int, int]) -> tuple[int, int]:
        return move

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        return None if self.moves(position) else LOSS


@exercise(
    "A move may be anything; simplest is the square to go to. Then play returns just that.",
    "moves must leave out what is off the board, and outcome speaks for the player TO MOVE: in the corner, LOSS.",
)
def king(answer: Any) -> Finding:
    """The game of the king, written as a class with the four methods of a game, position (column, row)."""
    return call(_judge_king, answer, who="your game")  # type: ignore[no-any-return]  # a Finding


def _judge_king(answer: Any) -> Finding:
    """Compare a game with ``King``, square by square."""
    game = answer() if isinstance(answer, type) else answer
    if game.start() != (7, 7):
        return wrong(f"start() is {brief(game.start())}, it should be (7, 7)")
    for square in sorted(((c, r) for c in range(8) for r in range(8)), key=sum):
        result, due = game.outcome(square), King().outcome(square)
        if result != due:
            return wrong(f"outcome({square}) is {brief(result)}, it should be {due!r}")
        if result is None:
            found, right = sorted(game.play(square, move) for move in game.moves(square)), sorted(King().moves(square))
            if found != right:
                return wrong(f"from {square} your king comes to {brief(found)}, it should be {right}")
    return RIGHT


@exercise(
    "Settle the squares near the corner by hand: (0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2). Which are lost?",
    "Leave him a square with both numbers even.",
)
def lead_the_king(answer: Any) -> Finding:
    """A strategy, square -> square to go to, that wins with the king on (7, 6) against everybody."""
    return wins(King(7, 6), answer, (7, 6))


@exercise(
    "In a kernel no arrow leads from a member to a member, and each vertex outside has an arrow to a member.",
    "Without circles there is always one, the P-positions. So try a circle. Of how many vertices?",
)
def no_kernel(answer: Any) -> Finding:
    """The arrows, as pairs, of a graph of at most 6 vertices that has no kernel."""
    try:
        G = nx.DiGraph([(v, w) for v, w in answer])
    except (TypeError, ValueError, nx.NetworkXError):
        return give("a list of pairs (from, to)", answer)
    if not 1 <= len(G) <= 6:
        return wrong(f"your graph has {len(G)} vertices; 1 to 6 are allowed")
    for size in range(len(G) + 1):
        for kernel in combinations(G, size):
            if all((v in kernel) != any(w in kernel for w in G[v]) for v in G):
                return wrong(f"{{{shorten(', '.join(map(str, kernel)))}}} is a kernel of your graph")
    return RIGHT


close(__name__)
