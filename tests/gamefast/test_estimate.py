"""How large a game is going to be, told by random plays."""

import re
from contextlib import nullcontext

import numpy as np
import pytest
from naive import Boxes

from gamefast import Ending, ask, chance_values, estimate, exact_values, solve
from gamefast.retrograde.local import solve_locally
from gamelib import Misere
from gamelib.core import TooLarge
from gamelib.games import ConnectFour, CopsAndThief, Matches, Nim, OverwriteTicTacToe, TicTacToe


class Breakthrough:
    """Rows of pawns on a board of 4 x 4, which step forwards and take aslant; whoever gets to the
    other side wins.
    """

    size = 4

    def start(self):
        return "o" * 8 + "x" * 8, True  # the side to move is x, at the bottom

    def moves(self, position):
        board, down = position
        n, mine, forward = self.size, "ox"[down], (1, -1)[down]
        for i, piece in enumerate(board):
            row, column = divmod(i, n)
            if piece == mine and 0 <= row + forward < n:
                for aside in (-1, 0, 1):
                    j = i + forward * n + aside
                    if 0 <= column + aside < n and board[j] != mine and (aside or board[j] == "."):
                        yield i, j

    def play(self, position, move):
        board, down = position
        cells = list(board)
        cells[move[1]], cells[move[0]] = cells[move[0]], "."
        return "".join(cells), not down

    def outcome(self, position):
        board, down = position
        last = board[-self.size :] if down else board[: self.size]
        return -1 if "xo"[down] in last or "ox"[down] not in board else None


def walked(game, most):
    """The positions that a walk finds, breadth first, and how many of them it has opened, at most
    ``most``.
    """
    found, waiting = {game.start()}, [game.start()]
    for opened, position in enumerate(waiting):
        if opened == most:
            return len(found), opened
        for _, there in ask.steps(game, position):
            if there not in found:
                found.add(there)
                waiting.append(there)
    return len(found), len(found)


LARGE = [
    Breakthrough(),
    TicTacToe(4, 4, 4),
    ConnectFour(),
    OverwriteTicTacToe(3),
    Nim((20, 20, 20)),
]


@pytest.mark.parametrize(
    "game",
    [LARGE[0], *(pytest.param(game, marks=pytest.mark.slow) for game in LARGE[1:])],
    ids=lambda game: type(game).__name__,
)
def test_of_a_large_game_it_says_only_what_a_walk_has_found(game):
    found = estimate(game)
    assert (found.positions, found.opened) == walked(game, found.opened)
    assert not found.exact or found.positions == found.opened
    assert (
        found.exact
        or f"at least {found.positions:,} positions found, {found.opened:,} of them opened"
        in str(found)
    )
    assert "about" not in str(found).partition("the tree")[0]


@pytest.mark.parametrize(
    "game", [TicTacToe(), Nim((4, 5, 6)), CopsAndThief.from_text("P..\n...\n..T"), Boxes(30)]
)
def test_a_small_game_is_counted(game):
    found = estimate(game)
    positions = len(exact_values(game)) if isinstance(game, Boxes) else len(solve(game))
    assert (found.positions, found.opened, found.exact) == (positions, positions, True)


def test_the_tree_is_right_on_the_average():
    found = [
        estimate(TicTacToe(), probes=400, rng=np.random.default_rng(k)).tree for k in range(10)
    ]
    assert abs(np.mean(found) / 549_946 - 1) < 0.05


def test_it_is_the_same_each_time_and_exact_where_there_is_no_choice():
    assert estimate(TicTacToe()) == estimate(TicTacToe())
    line = estimate(Matches(50, takes=(1,)))
    assert (line.positions, line.tree, line.moves, line.longest) == (51, 51, 50, 50)
    assert estimate(CopsAndThief.from_text("P*T")).tree == float("inf")
    assert estimate(OverwriteTicTacToe(2)).tree == float(
        "inf"
    )  # random plays soon end, but they come back
    assert line.exact
    assert str(line).startswith("51 positions, 50 moves, at most ")
    assert str(line).endswith(" GB; the tree has about 51 nodes")
    assert "the tree may be endless" in str(estimate(OverwriteTicTacToe(2)))


@pytest.mark.parametrize(
    "game",
    [
        Matches(30),
        Misere(Matches(30)),
        CopsAndThief.from_text("P..\n.*.\nE.T"),
        Ending("KQK", 4, 4),
    ],
)
def test_a_game_with_an_arena_is_counted(game):
    found, solution = estimate(game, probes=3), solve(game)
    assert found.exact
    assert found.positions == len(solution)
    assert found.moves == sum(len(solution.graph.options(i)) for i in range(len(solution)))
    assert found.bytes > solution.outcome.nbytes + solution.remoteness.nbytes


@pytest.mark.parametrize(("rounds_from", "each"), [(1_000, 10), (1, 5)])
def test_what_it_takes_is_what_is_asked_for_before_solving(monkeypatch, rounds_from, each):
    monkeypatch.setattr("gamefast.boards.tokens.ROUNDS_FROM", rounds_from)
    monkeypatch.setattr("gamefast.retrograde.tokens.ROUNDS_FROM", rounds_from)
    board = CopsAndThief.from_text("P..\n...\n..T")
    found = estimate(board, probes=3).bytes
    assert found == each * 2 * 9 * 9
    for free, large in ((found, False), (found - 1, True)):
        monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda free=free: free)
        with pytest.raises(TooLarge) if large else nullcontext():
            solve(board)


def test_of_a_board_too_large_for_the_memory_the_positions_are_known_too(monkeypatch):
    board = CopsAndThief.from_text("P" + "." * 148 + "T\n" + ("." * 150 + "\n") * 149)
    monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 10**9)
    found = estimate(board, probes=3)
    assert not found.exact
    assert found.positions == 2 * 22_500**2
    assert found.bytes == 5 * found.positions  # so large a board is solved in rounds


def test_a_game_far_too_large_is_refused_at_once_with_the_estimate():
    with pytest.raises(
        TooLarge,
        match=r"far more than 3,000,000 positions; raise max_.* At least .* found, .* opened when this",
    ):
        solve(ConnectFour(7, 8))


FAR = {
    "positions": (
        lambda: solve(TicTacToe(), max_positions=500),
        "than 500 positions",
        "max_positions",
    ),
    "moves": (lambda: solve(TicTacToe(), max_edges=500), "than 500 moves", "max_edges"),
    "dice": (
        lambda: exact_values(Boxes(30), max_positions=20),
        "than 20 positions",
        "max_positions",
    ),
    "chances": (
        lambda: chance_values(Boxes(30), max_edges=20),
        "than 20 moves and chances",
        "max_edges",
    ),
    "local": (
        lambda: solve_locally(TicTacToe(), max_positions=500),
        "500 positions do not settle",
        "max_positions",
    ),
}


@pytest.mark.parametrize("name", FAR)
def test_a_walk_that_ends_at_a_limit_says_how_far_it_got_and_which_limit_to_raise(name):
    walk, beyond, limit = FAR[name]
    with pytest.raises(TooLarge, match=beyond) as caught:
        walk()
    assert re.search(r"\d of them (were )?opened|were found and opened", str(caught.value))
    assert f"; raise {limit} if memory allows" in str(caught.value)
