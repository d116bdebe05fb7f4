"""Claims: an empty board of 100 x 100, 2 x 10^8 positions, is solved with all outcomes and
remotenesses in four seconds and half a gigabyte, including an interpreter with all its packages.
Rounds take less time and memory than ranks. A run can be interrupted. A certificate of all
positions takes no more memory than solving. The two ways, and the certificate, run in turn, each in
its own process. Their answers are compared on boards of 40 x 40; on the large board the counts are
compared, and a sample is certified.
"""

from __future__ import annotations

import signal
import sys
import threading
import time

import numpy as np
from common import Cost, alone, clock, median, race, random_board, seconds, within

from gamefast import check_solution, registry, solve
from gamefast.retrograde.rounds import solve_rounds
from gamefast.retrograde.tokens import solve_by_rank
from gamelib.games import CopsAndThief

WORK = "empty board of 100 x 100, 2 x 10^8 positions"
WAYS = {"rounds": solve_rounds, "ranks": solve_by_rank}
CERTIFICATE = "certificate"


def board(size: int, walls: float) -> CopsAndThief:
    return CopsAndThief.from_text(random_board(size, walls, seed=1))


def one_way(name: str) -> None:
    """Solve the empty board this way, after a small one, or certify it; print the seconds, and what
    was found.
    """
    way = WAYS.get(name, solve_rounds)
    small, begin = way(registry.arena(board(40, 0.2))), clock()
    solution = way(registry.arena(board(100, 0.0)))
    assert solution is not None
    if name == CERTIFICATE:
        assert check_solution(small) == len(small)
        begin = clock()
        assert check_solution(solution) == len(solution)
    print(clock() - begin, *solution.counts().values())


def compare(runs: int = 3) -> None:
    """Run both ways in turn, in new processes, before this process is large, because its memory
    would count.
    """
    found: dict[str, list[Cost]] = {name: [] for name in (*WAYS, CERTIFICATE)}
    answers = set()
    for _ in range(runs):
        for name, costs in found.items():
            cost, words = alone(sys.executable, __file__, name)
            costs.append(cost)
            answers.add(tuple(words.split()[1:]))
            print(f"  {name}: {cost.seconds:.2f} s, {cost.memory:.0f} MB")
    assert len(answers) == 1, answers
    rounds, ranks, certificate = (median(costs) for costs in found.values())
    within(f"{WORK}, seconds", rounds.seconds, 4, "s")
    within(f"{WORK}, memory", (rounds.memory or 0) / 1e3, 0.5, "GB")
    race(WORK, "the same rank by rank", rounds, ranks, 1)
    race(f"{WORK}: the certificate", "solving it (gamelib)", certificate, rounds, None)


def main() -> None:
    compare()
    for walls in (0.0, 0.2):
        one, other = (way(registry.arena(board(40, walls))) for way in WAYS.values())
        assert (one.outcome == other.outcome).all()
        assert (one.remoteness == other.remoteness).all()
    for walls in (0.2, 0.0):
        large, found = board(100, walls), []
        took = seconds(lambda large=large, found=found: found.append(solve(large)))
        print(
            f"  100 x 100, {walls:.0%} walls: {len(found[0]):,} positions, {took:.2f} s, "
            f"{found[0].counts()}"
        )
        check_solution(found[0], sample=200_000, rng=np.random.default_rng(1))
    pressed = []

    def press_stop() -> None:
        pressed.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    threading.Timer(1, press_stop).start()
    try:
        solve(large)
    except KeyboardInterrupt:
        print(f"  interrupted {time.perf_counter() - pressed[0]:.2f} s after the stop button")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one_way(sys.argv[1])
    else:
        main()
