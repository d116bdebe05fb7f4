"""Claim: a 100 x 100 board, up to 2 x 10^8 positions, all outcomes and remotenesses: under 3 GB, in tens of seconds,
with a progress bar, and it can be interrupted. Its peer is the 40 x 40 board: the time a position takes may not
explode on the way."""

from __future__ import annotations

import resource
import signal
import threading
import time

import numpy as np
from common import random_board, seconds

from gamelib import check_solution, solve
from gamelib.games import CopsAndThief


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
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        print(
            f"  {name:<26} {len(solution):>12,} positions {took:7.2f} s {1e9 * took / len(solution):7.1f} ns each, "
            f"largest remoteness {solution.remoteness.max()}, peak so far {peak:.2f} GB (target: below 3)"
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
    main()
