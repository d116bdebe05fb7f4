"""The solver for each kind of arena."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gamefast.answers import Solution
from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph
from gamefast.boards.tokens import TokenGraph
from gamefast.compiled.graph import CompiledGraph
from gamefast.compiled.walked import WalkedGraph
from gamefast.progress import UNKEPT, Run
from gamefast.retrograde.compiled import solve_compiled, solve_walked
from gamefast.retrograde.reversal import solve_stored
from gamefast.retrograde.tokens import solve_tokens

#: Any other arena is solved with every move stored.
SOLVERS: dict[type, Callable[[Any, Run], Solution[Any, Any]]] = {
    GameGraph: solve_stored,
    TokenGraph: solve_tokens,
    CompiledGraph: solve_compiled,
    WalkedGraph: solve_walked,
}


def solve_arena(arena: Arena, run: Run = UNKEPT) -> Solution[Any, Any]:
    """Solve an arena by the solver for its class. ``run`` may keep the state in a file; an earlier
    run that was kept is resumed.
    """
    solver = SOLVERS.get(type(arena))
    if solver is not None:
        return solver(arena, run)
    solution = solve_stored(arena.explicit(), run)
    return replace(solution, graph=arena)
