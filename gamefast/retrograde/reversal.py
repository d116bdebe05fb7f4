"""Retrograde analysis with every move stored, which can be kept in a file and resumed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.compiled.walked import WalkedGraph
from gamefast.progress import UNKEPT, Progress, Run
from gamefast.retrograde.retrograde import Analysis


def solve_stored(arena: Arena, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Outcome, remoteness and value of every position. ``run`` may keep the state; a kept run is
    resumed.

    The reversed graph is not kept, but computed anew. A WalkedGraph reverses its moves without
    storing them.
    """
    graph = arena if isinstance(arena, WalkedGraph) else arena.explicit()
    work = Analysis(graph)
    begun = run.begun()
    if begun:
        work.outcome[:] = begun["outcome"]
        work.remoteness[:] = begun["remoteness"]
        work.left[:] = begun["left"]
        work.tail = len(begun["order"])
        work.order[: work.tail] = begun["order"]
        work.head, *work.begins = begun["at"].tolist()  # as ``state`` has put them together

    def state() -> dict[str, NDArray[Any]]:
        """What a file has to keep for the run to be resumed."""
        return {
            "outcome": work.outcome,
            "remoteness": work.remoteness,
            "left": work.left,
            "order": work.order[: work.tail],
            "at": np.array([work.head, *work.begins], np.int64),
        }

    with Progress(len(graph), "settling", len(graph) + graph.edges) as bar:
        bar(work.head)
        while not work.over:
            before = work.head
            work.step()
            farthest = int(work.remoteness[work.order[work.head - 1]])
            bar(work.head - before, f"remoteness {farthest}")
            run.look(state, farthest)
    solution = work.solution()
    return solution if arena is graph else replace(solution, graph=arena)
