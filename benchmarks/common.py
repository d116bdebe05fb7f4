"""What every benchmark needs: a random board, a compiler, two sides timed in turn, a row in the
table of claims.

All seconds, of both sides, are those for which processors were busy, so that other work on the
machine favours nobody.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np


def random_board(size: int, walls: float, seed: int) -> str:
    """The text of a square board with a policeman, a thief and one exit at random places."""
    rng = np.random.default_rng(seed)
    cells = np.where(rng.random(size * size) < walls, "*", ".")
    cells[rng.choice(size * size, 3, replace=False)] = ["P", "T", "E"]
    return "\n".join("".join(row) for row in cells.reshape(size, size))


def compile_cpp(name: str, *flags: str) -> Path:
    """Compile the program ``name`` beside this file by g++ -O2 (and more flags) into a temporary
    folder.
    """
    program = Path(tempfile.mkdtemp()) / "program"
    subprocess.run(
        ["g++", "-O2", *flags, str(Path(__file__).with_name(name)), "-o", str(program)], check=True
    )
    return program


def clock() -> float:
    """The seconds for which this process, with all its threads, and its ended children have kept
    processors busy.
    """
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def seconds(work: Callable[[], object]) -> float:
    """How many seconds a piece of work kept processors busy."""
    begin = clock()
    work()
    return clock() - begin


def in_turn(sides: dict[str, Callable[[], float]], runs: int = 5) -> dict[str, float]:
    """Each side's median of ``runs`` measurements, A B A B ..., so that the machine's moods hit all
    alike; printed.
    """
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(runs):
        for name, measure in sides.items():
            taken[name].append(measure())
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, times in taken.items():
        print(
            f"  {name:<34} median {medians[name]:8.4f} s   min {min(times):8.4f}   max "
            f"{max(times):8.4f}"
        )
    return medians


@dataclass(frozen=True)
class Cost:
    """What a side took: seconds, and the peak memory in MB of a process that did only this (None:
    not measured).
    """

    seconds: float
    memory: float | None = None


#: Starts a command and reports its peak memory. It is a separate process, because a child inherits
#: its parent's peak.
LAUNCHER = """
import os, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
process = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(process.pid, 0)
open(sys.argv[1], "w").write(str(used.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def alone(*command: str | Path, text: str = "") -> tuple[Cost, str]:
    """Run a command in its own process: return its cost, whose seconds are the first number
    printed, and all its words.

    The memory is the process's whole peak, an interpreter and its packages included.
    """
    with tempfile.NamedTemporaryFile("r") as told:
        launched = [sys.executable, "-S", "-c", LAUNCHER, told.name, *command]
        words = subprocess.run(
            launched, input=text, stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        return Cost(float(words.split()[0]), int(told.read()) / 1e3), words


def median(costs: Sequence[Cost]) -> Cost:
    """The median of the seconds, and of the memory if all costs have it."""
    memory = [cost.memory for cost in costs if cost.memory is not None]
    return Cost(
        statistics.median(cost.seconds for cost in costs),
        statistics.median(memory) if len(memory) == len(costs) else None,
    )


def race(work: str, peer: str, ours: Cost, theirs: Cost, wanted: float | None) -> None:
    """Claim that ``work`` is ``wanted`` times as fast as by ``peer``; below 1 it may be slower;
    None is no claim.
    """
    ratio = theirs.seconds / ours.seconds
    claimed = "" if wanted is None else f" (wanted: {wanted:.2f}) {verdict(ratio >= wanted)}"
    print(f"  {work}: {ratio:.2f} times as fast as {peer}{claimed}")
    keep(work=work, peer=peer, ratio=ratio, wanted=wanted, ours=asdict(ours), theirs=asdict(theirs))


def within(work: str, measured: float, limit: float, unit: str) -> None:
    """Claim that ``work`` takes at most ``limit`` seconds, GB, nodes, or whatever the unit says."""
    print(
        f"  {work}: {told(measured)} {unit} (at most {told(limit)} wanted) "
        f"{verdict(measured <= limit)}"
    )
    keep(work=work, measured=measured, limit=limit, unit=unit)


def told(number: float) -> str:
    """A number as a table shows it."""
    return f"{number:,.0f}" if number >= 1_000 else f"{number:.3g}"


def verdict(reached: bool) -> str:
    return "reached" if reached else "NOT REACHED"


def keep(**row: object) -> None:
    """Add a row to the table that `make bench` prints, in the file that the environment names."""
    if path := os.environ.get("BENCH_ROWS"):
        with Path(path).open("a") as file:
            file.write(json.dumps(row) + "\n")
