"""Boards on Dask: every position as on one machine; a worker is lost, a run stopped, a memory
small, a cluster real.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import distributed
import numpy as np
import pytest
from naive import random_arena, random_board

from gamefast import Ending, check_solution, registry, solve
from gamefast.boards.tokens import TokenGraph
from gamefast.distributed import solve as spread
from gamefast.distributed.ranges import Ranges
from gamefast.distributed.solve import solve_spread
from gamefast.distributed.strips import Strips
from gamefast.retrograde.rounds import solve_rounds
from gamelib.core import TooLarge
from gamelib.games import CopsAndThief, TicTacToe

ROOT = Path(__file__).parents[3]
QUIET = {"threads_per_worker": 1, "dashboard_address": ":0"}


def board_of(size, walls, exits, seed=1):
    """A square board with a policeman, a thief and some exits at random places."""
    return CopsAndThief.from_text(
        random_board(np.random.default_rng(seed), size, size, walls, exits)
    )


def agree(solution, arena):
    """The answer in the files is that of one machine, position by position."""
    expected = solve_rounds(arena)
    assert (solution.outcome == expected.outcome).all()
    assert (solution.remoteness == expected.remoteness).all()
    assert solution.counts() == expected.counts()


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(n_workers=2, **QUIET) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def rounds(monkeypatch):
    """Which rounds are computed; ``rounds.then[k]`` is done before round k."""

    done, advance = type("Rounds", (list,), {"then": {}})(), spread.Run.advance

    def heard(self, active, round, near):
        done.then.get(round, lambda: None)()
        done.append(round)
        return advance(self, active, round, near)

    monkeypatch.setattr(spread.Run, "advance", heard)
    return done


@pytest.mark.parametrize(("walls", "exits", "size"), [(0.0, 1, 64), (0.3, 2, 37)])
def test_on_boards_every_position_is_as_on_one_machine(client, tmp_path, walls, exits, size):
    board = board_of(12, walls, exits)
    solution = solve_spread(board, tmp_path, client, size=size)
    agree(solution, registry.arena(board))
    check_solution(solution, sample=300, rng=np.random.default_rng(1))
    start = board.start()
    known = solve_rounds(registry.arena(board))
    assert (solution[start], solution.line(start)) == (known[start], known.line(start))


@pytest.mark.parametrize(("n0", "n1", "size"), [(150, 70, 33), (1, 90, None)])
def test_on_odd_pairs_of_graphs_too(client, tmp_path, n0, n1, size):
    arena = random_arena(np.random.default_rng(n0), n0, n1, stay=True)
    agree(solve_spread(arena, tmp_path, client, size=size), arena)


@pytest.mark.parametrize(("pieces", "side", "size"), [("KRK", 4, 100), ("KQK", 5, None)])
def test_on_endings_of_chess_too(client, tmp_path, rounds, pieces, side, size):
    game = Ending(pieces, rows=side, columns=side)
    solution, expected = solve_spread(game, tmp_path, client, size=size, every=3), solve(game)
    assert (solution.outcome == expected.outcome).all()
    assert (solution.remoteness == expected.remoteness).all()
    assert solution.line(game.start()) == expected.line(game.start())
    assert rounds == list(
        range(1, expected.remoteness.max() + 2)
    )  # in the last one nothing is found


def test_it_brings_its_own_cluster(tmp_path):
    board = CopsAndThief.from_text("P..*..T.E")
    solution = solve_spread(board, tmp_path)
    agree(solution, registry.arena(board))
    assert str(solution[board.start()]) == "LOSS in 4"
    agree(
        solve_spread(board, tmp_path), registry.arena(board)
    )  # all is there: no cluster is needed any more


def test_a_worker_is_lost_in_the_middle(client, tmp_path, rounds):
    board, before = board_of(12, 0.1, 1), client.run(os.getpid)

    def kill():
        os.kill(next(iter(before.values())), signal.SIGKILL)

    rounds.then = {
        7: kill,
        13: lambda: os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL),
    }
    agree(solve_spread(board, tmp_path, client, size=40, every=5), registry.arena(board))
    assert rounds == list(range(1, len(rounds) + 1))
    assert len(rounds) > 13
    client.wait_for_workers(2)
    assert set(client.run(os.getpid).values()) != set(before.values())


def test_a_run_that_was_stopped_goes_on_from_its_last_saved_round(client, tmp_path, rounds):
    def stop():
        raise KeyboardInterrupt

    board = board_of(12, 0.1, 1, seed=3)
    rounds.then = {12: stop}
    with pytest.raises(KeyboardInterrupt):
        solve_spread(board, tmp_path, client, size=50, every=4)
    assert rounds == list(range(1, 12))  # rounds 1 to 11 are done, 1 to 8 saved
    rounds.clear()
    rounds.then = {}
    solution = solve_spread(board, tmp_path, client)
    assert rounds[0] == 9
    assert rounds == list(range(9, 9 + len(rounds)))
    agree(solution, registry.arena(board))
    rounds.clear()
    agree(solve_spread(board, tmp_path, client), registry.arena(board))
    assert rounds == []  # all is there


def test_a_folder_is_never_taken_for_something_else(client, tmp_path):
    solve_spread(board_of(5, 0, 1), tmp_path / "a", client)
    with pytest.raises(ValueError, match="holds another board"):
        solve_spread(board_of(5, 0, 1, seed=2), tmp_path / "a", client)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("Dear")
    with pytest.raises(ValueError, match="holds other files: take a new folder"):
        solve_spread(board_of(5, 0, 1), tmp_path / "b", client)


def test_what_rounds_cannot_tell_is_refused(client, tmp_path):
    arena = TokenGraph.of(
        {0: [0]}, {0: [1], 1: [1]}, np.array([[0, 1]], np.int8), ("first", "second")
    )
    with pytest.raises(ValueError, match="lost in one move"):
        solve_spread(arena, tmp_path, client)
    with pytest.raises(
        ValueError, match="TicTacToe is not a game of two tokens, and its rules are not compiled"
    ):
        solve_spread(TicTacToe(), tmp_path, client)


@pytest.mark.parametrize(
    ("blocks", "game"), [(Strips, board_of(12, 0, 1)), (Ranges, Ending("KRK", rows=4, columns=4))]
)
def test_play_that_is_too_long_is_told_in_moves(client, tmp_path, monkeypatch, blocks, game):
    """On a board a file holds so many rounds, of two moves each; with compiled rules, so many
    moves.
    """
    monkeypatch.setattr(blocks, "longest", 3)
    moves = {Strips: 6, Ranges: 3}[blocks]
    with pytest.raises(
        TooLarge, match=f"play is longer than {moves} moves, more than the files hold"
    ):
        solve_spread(game, tmp_path, client)


@pytest.mark.slow
def test_a_board_larger_than_the_memory_of_the_workers(tmp_path):
    """One worker of 400 MB, of which Python with numba takes half; the answer has 486 MB, in
    files.
    """
    # an exit is never far: play is short
    cells = [["E" if r % 3 == 1 and c % 3 == 1 else "." for c in range(105)] for r in range(105)]
    board, limit = CopsAndThief(tuple(map("".join, cells)), (0, 0), (104, 104)), 400_000_000
    with (
        distributed.LocalCluster(
            n_workers=1, memory_limit=limit, local_directory=tmp_path, **QUIET
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        solution = solve_spread(board, tmp_path / "answer", client, size=512)
        (most,) = client.run(lambda: __import__("resource").getrusage(0).ru_maxrss * 1024).values()
    assert sum(path.stat().st_size for path in (tmp_path / "answer").iterdir()) > limit > most
    expected = solve_rounds(registry.arena(board))
    assert solution.counts() == expected.counts()
    for i in np.random.default_rng(1).integers(len(expected), size=100).tolist():
        position = solution.graph.position(i)
        assert solution[position] == expected[position]


def test_a_scheduler_and_two_workers_as_processes_of_their_own(tmp_path):
    """As deploy/README.md starts them on several machines, with a folder that all see."""
    dask, file = Path(sys.executable).with_name("dask"), tmp_path / "scheduler.json"
    quiet = {"cwd": tmp_path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = [
        dask,
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--dashboard-address",
        "127.0.0.1:0",
    ]
    worker = [
        dask,
        "worker",
        "--scheduler-file",
        file,
        "--nthreads",
        "1",
        "--no-dashboard",
        "--memory-limit",
        "1GB",
    ]
    started = [subprocess.Popen([*scheduler, "--scheduler-file", file], **quiet)]
    try:
        started += [subprocess.Popen(worker, **quiet) for _ in range(2)]
        while not file.exists():
            assert started[0].poll() is None
            time.sleep(0.1)
        solve = [
            sys.executable,
            ROOT / "deploy" / "solve_board.py",
            "10",
            tmp_path / "answer",
            "--size",
            "32",
        ]
        done = subprocess.run(
            [*solve, "--scheduler-file", file], cwd=tmp_path, capture_output=True, text=True
        )
        board = CopsAndThief((".........E", *["." * 10] * 9), (0, 0), (9, 9))
        expected = solve_rounds(registry.arena(board))
        assert re.fullmatch(
            rf"20,000 positions in \d+ s; at the start {expected[board.start()]}\n", done.stdout
        )
        with distributed.Client(scheduler_file=str(file)) as client:
            client.wait_for_workers(2, timeout=60)
            assert len(client.scheduler_info(n_workers=-1)["workers"]) == 2
            agree(
                solve_spread(board, tmp_path / "answer", client), registry.arena(board)
            )  # it is all there
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(30)
