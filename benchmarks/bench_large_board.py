"""Claim: a 100 x 100 board, up to 2 x 10^8 positions, all outcomes and remotenesses: under 3 GB, in tens of seconds,
with a progress bar, and it can be interrupted. Its peer is the 40 x 40 board: the time a position takes may not
explode on the way. And in rounds it is solved at least as fast as rank by rank, in a third of the memory: the two in
turn, each in a process of its own, memory counted from where numba is loaded and a small board solved."""

from __future__ import annotations

import json
import resource
import signal
import statistics
import subprocess
import sys
import threading
import time

import numpy as np
from common import claim, random_board, seconds

from gamelib import check_solution, solve
from gamelib.games import CopsAndThief
from gamelib.solvers.backward.rounds import solve_rounds
from gamelib.solvers.backward.tokens import solve_by_rank

WAYS = {"in rounds": solve_rounds, "rank by rank": solve_by_rank}


def peak() -> float:
    """The most memory that this process has had, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def one_way(name: str) -> None:
    """Solve the empty board this way, and print seconds of the clock, of the processor, and memory, as JSON."""
    WAYS[name](CopsAndThief.from_text(random_board(40, 0.2, seed=1)).arena())
    before, arena = peak(), CopsAndThief.from_text(random_board(100, 0.0, seed=1)).arena()
    begin, used = time.perf_counter(), time.process_time()
    solution = WAYS[name](arena)
    took = time.perf_counter() - begin, time.process_time() - used
    print(json.dumps([*took, peak() - before, peak()]))
    assert len(solution) == len(arena)


def compare(runs: int = 3) -> None:
    """Both ways in turn, each time in a new process."""
    found: dict[str, list[list[float]]] = {name: [] for name in WAYS}
    for _ in range(runs):
        for name, results in found.items():
            done = subprocess.run([sys.executable, __file__, name], stdout=subprocess.PIPE, check=True)
            results.append(json.loads(done.stdout))
    medians = {name: [statistics.median(part) for part in zip(*runs, strict=True)] for name, runs in found.items()}
    for name, (clock, processor, more, total) in medians.items():
        print(
            f"  {name:<26} {clock:6.2f} s, {processor:6.2f} s of processors, {more:.2f} GB more, {total:.2f} GB in all"
        )
    slow, fast = medians["rank by rank"], medians["in rounds"]
    claim("time, rank by rank : in rounds", slow[0] / fast[0], 1)
    claim("memory, rank by rank : in rounds", slow[2] / fast[2], 3)


def main() -> None:
    boards = {
        "40 x 40, a fifth walls": CopsAndThief.from_text(random_board(40, 0.2, seed=1)),
        "100 x 100, a fifth walls": CopsAndThief.from_text(random_board(100, 0.2, seed=1)),
        "100 x 100, no walls": CopsAndThief.from_text(random_board(100, 0.0, seed=1)),
    }
    solve(boards["40 x 40, a fifth walls"])  # warm
    for name, board in boards.items():
        found = []
        took = seconds(lambda board=board, found=found: found.append(solve(board)))
        solution = found[0]
        check_solution(solution, sample=200_000, rng=np.random.default_rng(1))
        print(
            f"  {name:<26} {len(solution):>12,} positions {took:7.2f} s {1e9 * took / len(solution):7.1f} ns each, "
            f"largest remoteness {solution.remoteness.max()}, peak so far {peak():.2f} GB (target: below 3)"
        )
    pressed = []

    def press_stop() -> None:
        pressed.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    threading.Timer(3, press_stop).start()
    try:
        solve(boards["100 x 100, no walls"])
    except KeyboardInterrupt:
        print(f"  interrupted {time.perf_counter() - pressed[0]:.2f} s after the stop button")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one_way(sys.argv[1])
    else:
        main()
        compare()
