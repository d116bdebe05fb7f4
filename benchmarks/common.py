"""What every benchmark needs: a random board, a compiler, two sides timed in turn."""

from __future__ import annotations

import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np


def random_board(size: int, walls: float, seed: int) -> str:
    """The text of a square board with a policeman, a thief and one exit at random places."""
    rng = np.random.default_rng(seed)
    cells = np.where(rng.random(size * size) < walls, "*", ".")
    cells[rng.choice(size * size, 3, replace=False)] = ["P", "T", "E"]
    return "\n".join("".join(row) for row in cells.reshape(size, size))


def compile_cpp(name: str, *flags: str) -> Path:
    """The program ``name`` beside this file, compiled by g++ -O2 (and more flags) into a temporary folder."""
    program = Path(tempfile.mkdtemp()) / "program"
    subprocess.run(["g++", "-O2", *flags, str(Path(__file__).with_name(name)), "-o", str(program)], check=True)
    return program


def deep_stack() -> None:
    """For a child process that recurses as deep as its graph."""
    resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def seconds(work: Callable[[], object]) -> float:
    """How long it took."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def in_turn(sides: dict[str, Callable[[], float]], runs: int = 5) -> dict[str, float]:
    """Each side's median of ``runs`` measurements, A B A B ..., printed; the machine's moods hit all alike."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(runs):
        for name, measure in sides.items():
            taken[name].append(measure())
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, times in taken.items():
        print(f"  {name:<34} median {medians[name]:8.4f} s   min {min(times):8.4f}   max {max(times):8.4f}")
    return medians


def claim(words: str, ratio: float, target: float) -> None:
    """Print a ratio beside what was to be reached."""
    print(f"  {words}: {ratio:.2f} (target: at least {target:g}) {'reached' if ratio >= target else 'NOT REACHED'}")
