"""Solve an empty board with one exit in its corner on a Dask cluster: see README.md beside this
file.

python deploy/solve_board.py 300 /shared/board-300 --scheduler-file /shared/scheduler.json
"""

from __future__ import annotations

import argparse
import time

from distributed import Client

from gamefast import solve_spread
from gamelib.games import CopsAndThief


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("side", type=int, help="cells along a side of the board")
    parser.add_argument("folder", help="where the answer is written; all workers must see it")
    parser.add_argument(
        "--scheduler-file", help="as given to dask scheduler; without it, this machine's own cores"
    )
    parser.add_argument("--size", type=int, help="places of the policeman in a block")
    parser.add_argument(
        "--every", type=int, default=64, help="rounds, a move of each player, between two savings"
    )
    said = parser.parse_args()
    free = "." * said.side
    board = CopsAndThief(
        (free[1:] + "E", *[free] * (said.side - 1)), (0, 0), (said.side - 1, said.side - 1)
    )
    client = Client(scheduler_file=said.scheduler_file) if said.scheduler_file else None
    begin = time.monotonic()
    solution = solve_spread(board, said.folder, client, size=said.size, every=said.every)
    print(
        f"{len(solution):,} positions in {time.monotonic() - begin:,.0f} s; at the start "
        f"{solution[board.start()]}"
    )


if __name__ == "__main__":
    main()
