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
    if begun := run.begun():
        work.outcome[:], work.remoteness[:], work.left[:] = (
            begun["outcome"],
            begun["remoteness"],
            begun["left"],
        )
        work.head, work.tail, work.begins = (
            int(begun["at"][0]),
            len(begun["order"]),
            begun["at"][1:].tolist(),
        )
        work.order[: work.tail] = begun["order"]

    def state() -> dict[str, NDArray[Any]]:
        at = np.array([work.head, *work.begins], np.int64)
        known: dict[str, NDArray[Any]] = {
            name: getattr(work, name) for name in ("outcome", "remoteness", "left")
        }
        return known | {"order": work.order[: work.tail], "at": at}

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
