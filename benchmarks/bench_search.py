"""Claims: tic-tac-toe from the empty board is searched 1.5 times as fast as by the best easyAI. All
its 5,478 positions are solved 3 times as fast as by OpenSpiel. Four in a row on 4 x 4 takes an
eighth of the time and a tenth of the nodes of the best easyAI; without the game's ``bounds``, which
settle most of that board, it takes two thirds of easyAI's time.

OpenSpiel's side is its own game in C++ under its own searches in Python, because it offers Python
no searches in C++. EasyAI's side is a game as quick as its interface allows, with two orders of
moves: row by row, as in easyAI's examples, and the cells on most lines first, which easyAI leaves
to the author of a game. Its interface has no place for bounds except those of ``win_score``.
Whatever depends only on the size of the board is prepared beforehand, on all sides. Everything
measured is plain Python in one thread.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from math import inf
from typing import Any

from common import Cost, alone, in_turn, race, seconds, within

from gamefast import alphabeta, solve
from gamelib import DRAW, Quotient, SearchResult
from gamelib.games import TicTacToe

try:
    import pyspiel
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame
    from easyAI.AI.DictTranspositionTable import DictTranspositionTable
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
except ImportError as missing:
    sys.exit(f"The peers are not all installed ({missing}): pip install open_spiel easyAI")

try:
    from open_spiel.python.algorithms.value_iteration import value_iteration
except ImportError:
    value_iteration = None

SPIEL, EASY = f"OpenSpiel {version('open_spiel')}", f"easyAI {version('easyAI')}"

LOSING = -100
BUCKETS = 16_381  # a prime, so that boards spread over the buckets of easyAI's table


@cache
def prepared(size: int) -> tuple[bytes, list[int], list[int]]:
    """For each set of cells, as bits, whether it holds a line; the cells row by row, and those on
    most lines first.
    """
    lines = [sum(1 << place for place in line) for line in TicTacToe(size, size, size).lines]
    won = bytes(any(marks & line == line for line in lines) for marks in range(1 << size * size))
    cells = [1 << place for place in range(size * size)]
    return won, cells, sorted(cells, key=lambda cell: -sum(bool(cell & line) for line in lines))


class Board(TwoPlayerGame):
    """Tic-tac-toe for easyAI's interface: the marks of the player to move and those of the
    opponent, as bits.
    """

    def __init__(self, size: int, most_lines_first: bool) -> None:
        self.players, self.current_player = None, 1
        self.mine = self.other = 0
        self.shift, self.full = size * size, (1 << size * size) - 1
        self.won, cells, promising = prepared(size)
        self.cells = promising if most_lines_first else cells

    def possible_moves(self) -> list[int]:
        taken = self.mine | self.other
        return [cell for cell in self.cells if not taken & cell]

    def make_move(self, move: int) -> None:
        self.mine, self.other = self.other, self.mine | move

    def unmake_move(self, move: int) -> None:
        self.mine, self.other = self.other ^ move, self.mine

    def is_over(self) -> bool:
        return self.won[self.other] or self.mine | self.other == self.full

    def scoring(self) -> int:
        return LOSING if self.won[self.other] else 0

    def ttentry(self) -> int:
        return self.mine << self.shift | self.other


class Counted(Board):
    """The same, counting the moves made, and the positions that the table did not answer, as
    gamelib counts them.
    """

    def __init__(self, size: int, most_lines_first: bool) -> None:
        super().__init__(size, most_lines_first)
        self.made = self.nodes = 0

    def possible_moves(self) -> list[int]:
        self.nodes += 1
        return super().possible_moves()

    def make_move(self, move: int) -> None:
        self.made += 1
        super().make_move(move)

    def scoring(self) -> int:
        self.nodes += 1
        return super().scoring()


def negamax(board: Board, table: Any = None, win_score: float = inf) -> float:
    """The value of the empty board by easyAI; with ``win_score`` it ignores how quick a win is."""
    search = Negamax(board.shift, type(board).scoring, win_score=win_score, tt=table)
    search(board)
    return search.alpha


def drawn(find: Callable[[], float], times: int) -> Callable[[], float]:
    """A side to measure: the mean seconds of several searches, which must all find a draw."""

    def measure() -> float:
        values: list[float] = []
        took = seconds(lambda: values.extend(find() for _ in range(times)))
        assert all(value == DRAW for value in values), values
        return took / times

    return measure


def best(took: dict[str, float], *beginnings: str) -> tuple[str, float]:
    """The quickest of the sides whose names begin with this."""
    return min(
        ((name, time) for name, time in took.items() if name.startswith(beginnings)),
        key=lambda side: side[1],
    )


def three_by_three() -> None:
    game, spiel = TicTacToe(), pyspiel.load_game("tic_tac_toe")
    quotient = Quotient(game)

    def buckets() -> TranspositionTable:
        return TranspositionTable(DictTranspositionTable(BUCKETS))

    sides: dict[str, Callable[[], float]] = {
        "OpenSpiel, alpha_beta_search": lambda: alpha_beta_search(spiel)[0],
        "easyAI by rows, no table": lambda: negamax(Board(3, False)),
        "easyAI by rows, table": lambda: negamax(Board(3, False), TranspositionTable()),
        "easyAI by rows, table of buckets": lambda: negamax(Board(3, False), buckets()),
        "easyAI by rows, table, win_score": lambda: negamax(
            Board(3, False), TranspositionTable(), -LOSING
        ),
        "easyAI by lines, no table": lambda: negamax(Board(3, True)),
        "easyAI by lines, table": lambda: negamax(Board(3, True), TranspositionTable()),
        "easyAI by lines, table of buckets": lambda: negamax(Board(3, True), buckets()),
        "easyAI by lines, table, win_score": lambda: negamax(
            Board(3, True), TranspositionTable(), -LOSING
        ),
        "gamelib, table": lambda: alphabeta(game, bounds=False, table={}).value,
        "gamelib, Quotient": lambda: alphabeta(quotient, bounds=False, table={}).value,
        "gamelib, Quotient, bounds": lambda: alphabeta(quotient, table={}).value,
    }
    print("tic-tac-toe from the empty board")
    measured = {name: drawn(find, 10) for name, find in sides.items()}
    for measure in measured.values():
        measure()  # warm
    took = in_turn(measured, runs=9)
    _, quickest = best(took, "gamelib")
    for kind, who, wanted in (
        ("OpenSpiel", SPIEL, 2),
        ("easyAI by rows", EASY, 2),
        ("easyAI", EASY, 1.5),
    ):
        peer, slower = best(took, kind)
        way = peer.partition(" ")[2]
        race(
            "tic-tac-toe from the empty board", f"{who} {way}", Cost(quickest), Cost(slower), wanted
        )


def all_positions() -> None:
    spiel = pyspiel.load_game("tic_tac_toe")
    found: dict[str, Any] = {}

    def keep(name: str, work: Callable[[], object]) -> Callable[[], float]:
        return lambda: seconds(lambda: found.update({name: work()}))

    sides = {
        "OpenSpiel, MinimaxSolver": keep("solver", lambda: MinimaxSolver("tic_tac_toe").solve()),
        "gamelib, solve": keep("ours", lambda: solve(TicTacToe())),
    }
    if value_iteration:
        sides["OpenSpiel, value_iteration"] = keep(
            "iteration",
            lambda: value_iteration(spiel, depth_limit=-1, threshold=0.01, cyclic_game=True),
        )
    for measure in sides.values():
        measure()  # warm
    print(f"all {len(found['ours']):,} positions of tic-tac-toe")
    took = in_turn(sides)
    solution = found["ours"]
    assert solution[TicTacToe().start()].value == DRAW
    for board, entry in found["solver"].items():
        assert solution[board.replace("\n", "").upper()].value == entry.value, board
    for board, value in found.get("iteration", {}).items():
        position = board.replace("\n", "").upper()
        sign = 1 if TicTacToe().mover(position) == "X" else -1
        assert solution[position].value == sign * value, board
    print(
        f"  OpenSpiel's solver keeps the {len(found['solver']):,} that are not over; the values "
        "all agree"
    )
    if not value_iteration:
        print("  value_iteration was left out: it needs cvxpy (pip install cvxpy)")
    peer, slower = best(took, "OpenSpiel")
    race(
        "all 5,478 positions of tic-tac-toe",
        f"{SPIEL}, {peer.partition(', ')[2]}",
        Cost(took["gamelib, solve"]),
        Cost(slower),
        wanted=3,
    )


WAYS: dict[str, tuple[bool, float]] = {
    "by rows, table": (False, inf),
    "by lines, table": (True, inf),
    "by lines, table, win_score": (True, -LOSING),
}


def theirs(way: str) -> float:
    """The value of four in a row on 4 x 4, by easyAI."""
    most_lines_first, win_score = WAYS[way]
    return negamax(Board(4, most_lines_first), TranspositionTable(), win_score)


def ours(bounds: bool) -> SearchResult:
    """The same value, by gamelib."""
    return alphabeta(Quotient(TicTacToe(4, 4, 4)), bounds=bounds, table={})


def four_by_four() -> None:
    print("4 x 4, four in a row, from the empty board")
    nodes = {}
    for name, (most_lines_first, win_score) in WAYS.items():
        board = Counted(4, most_lines_first)
        assert negamax(board, TranspositionTable(), win_score) == DRAW
        nodes[name] = board.nodes
        print(f"  {name:<34} {board.nodes:9,} nodes, {board.made:,} calls of make_move")
    own, plain = ours(True).nodes, ours(False).nodes
    print(
        f"  {'gamelib, Quotient':<34} {plain:9,} nodes\n  {'gamelib, Quotient, bounds':<34} "
        f"{own:9,} nodes"
    )
    sides = {name: drawn(lambda way=name: theirs(way), 1) for name in WAYS}
    sides["gamelib, Quotient"] = drawn(lambda: ours(False).value, 1)
    sides["gamelib, Quotient, bounds"] = drawn(lambda: ours(True).value, 10)
    took = in_turn(sides, runs=3)
    peer, slower = best(took, "by")
    theirs_cost, plain_cost, bounds_cost = map(memory, (peer, "without", "with"))
    work, who = "4 x 4, four in a row, from the empty board", f"{EASY} {peer}"
    race(
        work,
        who,
        Cost(took["gamelib, Quotient, bounds"], bounds_cost),
        Cost(slower, theirs_cost),
        wanted=8,
    )
    plain_time = Cost(took["gamelib, Quotient"], plain_cost)
    race(f"{work}, without bounds", who, plain_time, Cost(slower, theirs_cost), wanted=1.5)
    within(
        "4 x 4, four in a row: a tenth of easyAI's nodes", own, min(nodes.values()) // 10, "nodes"
    )


def memory(side: str) -> float | None:
    """The peak memory, in MB, of a process that searches 4 x 4 once."""
    return alone(sys.executable, __file__, side)[0].memory


def main() -> None:
    print(f"{SPIEL}, {EASY}")
    three_by_three()
    all_positions()
    four_by_four()


if __name__ == "__main__":
    if sys.argv[1:]:
        side = sys.argv[1]
        print(seconds(lambda: theirs(side) if side in WAYS else ours(side == "with")))
    else:
        main()
