"""Retrograde analysis with every move stored, as in gamelib, with a progress bar, and kept in a file if asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamefast.progress import Progress
from gamelib.answers import Solution
from gamelib.arenas.arena import Arena
from gamelib.solvers.backward.retrograde import Analysis

if TYPE_CHECKING:
    from gamefast.storage.runs import Run


def solve_stored(arena: Arena, run: Run | None = None) -> Solution[Any, Any]:
    """Outcome, remoteness and value of every position. ``run`` may keep the state; a kept run is resumed.

    The reversed graph is not kept, but computed anew.
    """
    graph = arena.explicit()
    work = Analysis(graph)
    if run is not None and (begun := run.begun()):
        work.outcome[:], work.remoteness[:], work.left[:] = begun["outcome"], begun["remoteness"], begun["left"]
        work.head, work.tail, work.begins = int(begun["at"][0]), len(begun["order"]), begun["at"][1:].tolist()
        work.order[: work.tail] = begun["order"]

    def state() -> dict[str, NDArray[Any]]:
        at = np.array([work.head, *work.begins], np.int64)
        known: dict[str, NDArray[Any]] = {name: getattr(work, name) for name in ("outcome", "remoteness", "left")}
        return known | {"order": work.order[: work.tail], "at": at}

    with Progress(len(graph), "settling", len(graph) + graph.edges) as bar:
        bar(work.head)
        while not work.over:
            before = work.head
            work.step()
            farthest = int(work.remoteness[work.order[work.head - 1]])
            bar(work.head - before, f"remoteness {farthest}")
            if run is not None:
                run.look(state, farthest)
    solution = work.solution()
    return solution if arena is graph else replace(solution, graph=arena)
