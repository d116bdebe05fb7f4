"""Iterative deepening on Connect Four, 6 x 7: the time to the same depth, and nodes a second,
against two peers.

Claim: the compiled search takes a thirtieth of the time of the best easyAI.

All sides use the same evaluation. The peers are easyAI and OpenSpiel. EasyAI's side is a board of
bits, with moves made and taken back, the middle columns first, and one table for all depths: as
quick as its author could write it. OpenSpiel's ``alpha_beta_search`` has neither a table nor an
order of moves, so it searches only a single, smaller depth; its game is in C++, and the evaluation
gets the board as text. A node is a position that a search is called for; our nodes are those that
the table did not answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from common import Cost, in_turn, race, seconds

from gamefast import deepen
from gamefast.connect4 import in_numbers
from gamelib.games import ConnectFour

try:
    import pyspiel
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame
    from open_spiel.python.algorithms import minimax as spiel_minimax
except ImportError as missing:
    sys.exit(f"The peers are not all installed ({missing}): pip install open_spiel easyAI")

GAME = ConnectFour()
RULES, CODE = in_numbers(GAME)
ROWS, COLUMNS = GAME.shape
PLACES = ROWS * (COLUMNS + 1)
DEPTH, SPIEL_DEPTH = 11, 6

#: The columns played so far.
BEGINNINGS = {"the empty board": [], "after six moves": [3, 3, 3, 2, 0, 1]}


def bit(r: int, c: int) -> int:
    """A cell of the board; an extra column keeps the rows apart."""
    return 1 << (r * (COLUMNS + 1) + c)


CELLS = [[bit(r, c) for r in reversed(range(ROWS))] for c in range(COLUMNS)]
WAYS = (1, COLUMNS, COLUMNS + 1, COLUMNS + 2)
LINES = [
    sum(bit(r + i * dr, c + i * dc) for i in range(4))
    for r in range(ROWS)
    for c in range(COLUMNS)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 3 * dr < ROWS and 0 <= c + 3 * dc < COLUMNS
]
WORTH = [4**pieces // 4 for pieces in range(5)]
MOST = len(LINES) * 4**4 + 1


class Board(TwoPlayerGame):
    """Connect Four for easyAI's interface: the pieces of the player to move and those of the
    opponent, as bits.
    """

    def __init__(self, played: list[int]) -> None:
        self.players, self.current_player = None, 1
        self.mine = self.other = 0
        self.height = [0] * COLUMNS
        for column in played:
            self.make_move(column)

    def possible_moves(self) -> list[int]:
        height = self.height
        return [column for column in (3, 2, 4, 1, 5, 0, 6) if height[column] < ROWS]

    def make_move(self, column: int) -> None:
        self.mine, self.other = self.other, self.mine | CELLS[column][self.height[column]]
        self.height[column] += 1

    def unmake_move(self, column: int) -> None:
        self.height[column] -= 1
        self.mine, self.other = self.other ^ CELLS[column][self.height[column]], self.mine

    def lost(self) -> bool:
        pieces = self.other
        for way in WAYS:
            pairs = pieces & pieces >> way
            if pairs & pairs >> 2 * way:
                return True
        return False

    def is_over(self) -> bool:
        return self.lost() or sum(self.height) == ROWS * COLUMNS

    def scoring(self) -> float:
        if self.lost():
            return -1
        score, mine, other = 0, self.mine, self.other
        for line in LINES:
            own, against = mine & line, other & line
            if not against:
                score += WORTH[own.bit_count()]
            elif not own:
                score -= WORTH[against.bit_count()]
        return score / MOST

    def ttentry(self) -> int:
        return self.mine << PLACES | self.other


def easy(played: list[int], depth: int) -> tuple[float, int]:
    """The score and the best column by easyAI, searching from depth 1 to this depth with one
    table.
    """
    board, table = Board(played), TranspositionTable()
    for d in range(1, depth + 1):
        search = Negamax(d, Board.scoring, tt=table)
        search(board)
    return search.alpha, board.ai_move


def board_of(state: Any) -> str:
    """OpenSpiel prints the same board."""
    return str(state).upper().strip()


def spiel(state: Any, depth: int) -> tuple[float, int]:
    """The score and the best column by OpenSpiel's alpha-beta to one depth, with our evaluation."""
    root = GAME.mover(board_of(state))

    def evaluate(leaf: Any) -> float:
        board = board_of(leaf)
        return GAME.evaluate(board) if GAME.mover(board) == root else -GAME.evaluate(board)

    return spiel_minimax.alpha_beta_search(state.get_game(), state, evaluate, depth)


def ours(position: str, depth: int) -> tuple[float, int]:
    found = deepen(GAME, position, depth=depth)
    return found.value, found.line[0]


def compiled(position: str, depth: int) -> tuple[float, int]:
    """The score and the best column by the compiled search of the same game in numbers."""
    found = deepen(RULES, CODE(position), depth=depth)
    there = found.line[0][1] ^ CODE(position)[1]
    return found.value, (there.bit_length() - 1) // (ROWS + 1)


def calls(module: Any, name: str, work: Callable[[], object]) -> int:
    """How many times a recursive function of a module is called."""
    function, count = getattr(module, name), 0

    def counted(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return function(*arguments, **named)

    setattr(module, name, counted)
    try:
        work()
    finally:
        setattr(module, name, function)
    return count


def measured(found: list[Any], work: Callable[[], object]) -> Callable[[], float]:
    """A side to measure: it returns the seconds, and what it finds is added to the list."""

    return lambda: seconds(lambda: found.append(work()))


def compare(words: str, played: list[int]) -> None:
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in played:
        state.apply_action(column)
    position = board_of(state)
    found: list[Any] = []
    shallow: list[Any] = []
    sides = {
        f"easyAI, depths 1 to {DEPTH}": measured(found, lambda: easy(played, DEPTH)),
        f"gamelib, depths 1 to {DEPTH}": measured(found, lambda: ours(position, DEPTH)),
        f"compiled, depths 1 to {DEPTH}": measured(found, lambda: compiled(position, DEPTH)),
        f"OpenSpiel, depth {SPIEL_DEPTH} alone": measured(
            shallow, lambda: spiel(state, SPIEL_DEPTH)
        ),
        f"gamelib, depths 1 to {SPIEL_DEPTH}": measured(
            shallow, lambda: ours(position, SPIEL_DEPTH)
        ),
    }
    compiled(position, DEPTH)  # compiles the loop and the rules
    print(f"Connect Four, 6 x 7, {words}")
    took = list(in_turn(sides).values())
    for scores in ({score for score, _ in found}, {score for score, _ in shallow}):
        assert max(scores) - min(scores) < 1e-12, scores
    nodes = [
        calls(sys.modules["easyAI.AI.Negamax"], "negamax", lambda: easy(played, DEPTH)),
        deepen(GAME, position, depth=DEPTH).nodes,
        deepen(RULES, CODE(position), depth=DEPTH).nodes,
        calls(spiel_minimax, "_alpha_beta", lambda: spiel(state, SPIEL_DEPTH)),
        deepen(GAME, position, depth=SPIEL_DEPTH).nodes,
    ]
    for side, spent, count in zip(sides, took, nodes, strict=True):
        print(f"  {side:<34} {count:9,} nodes, {count / spent:9,.0f} nodes/s")
    easy_ai, of_spiel = (f"{name} {version(name)}" for name in ("easyAI", "open_spiel"))
    where = f"Connect Four, {words}"
    race(
        f"{where}, {DEPTH} moves deep",
        f"{easy_ai}, bits, table",
        Cost(took[1]),
        Cost(took[0]),
        wanted=None,
    )
    race(
        f"{where}, {DEPTH} moves deep, compiled",
        f"{easy_ai}, bits, table",
        Cost(took[2]),
        Cost(took[0]),
        wanted=30,
    )
    race(
        f"{where}, {SPIEL_DEPTH} moves deep",
        f"{of_spiel}, alpha-beta",
        Cost(took[4]),
        Cost(took[3]),
        wanted=None,
    )


def main() -> None:
    for words, played in BEGINNINGS.items():
        compare(words, played)


if __name__ == "__main__":
    main()
