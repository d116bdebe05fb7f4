"""Certificates: is this a solution, is this a game?

A solution is checked position by position against its options alone, never by solving again. That the
conditions hold everywhere is enough, on graphs with cycles too: by induction on remoteness every WIN and
LOSS is real, and a position that meets the conditions of a DRAW always has a move to another such position
(or is a drawn end), and none that wins.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamelib.answers import Solution, Verdict
from gamelib.arenas.tokens import chunks
from gamelib.core import Game, Outcome
from gamelib.machine import Array, Kernel


@Kernel
def first_fault(which: Array, indptr: Array, targets: Array, terminal: Array, value: Array, remoteness: Array) -> int:
    """The first k at which position ``which[k]`` contradicts its options, or -1.

    The options of ``which[k]`` are ``targets[indptr[k]:indptr[k + 1]]``; ``terminal[k]`` is its result where it
    has none.
    """
    for k in range(len(which)):
        v, r = value[which[k]], remoteness[which[k]]
        if indptr[k] == indptr[k + 1]:
            if v != terminal[k] or r != (0 if v != 0 else -1):
                return k
            continue
        worst, least, most = value[targets[indptr[k]]], -1, -1
        for e in range(indptr[k], indptr[k + 1]):
            w, s = value[targets[e]], remoteness[targets[e]]
            if w < worst:
                worst, least, most = w, -1, -1
            if w == worst:
                least = s if least < 0 or s < least else least
                most = s if s > most else most
        expected = -1 if v == 0 else 1 + (least if v > 0 else most)
        if v != -worst or r != expected:
            return k
    return -1


def check_solution(solution: Solution, *, sample: int | None = None, rng: np.random.Generator | None = None) -> int:
    """Check a solution against the rules, position by position, in O(n + m); the number of positions checked.

    A terminal has the game's result and remoteness 0 (none if drawn). Elsewhere, with v the value and r the
    remoteness: the smallest value among the options is -v; if v > 0 the smallest remoteness among those is
    r - 1, if v < 0 the largest is; if v = 0 there is no remoteness. With ``sample``, only so many positions,
    drawn by ``rng``. Raises AssertionError, naming the first position at fault and its options.
    """
    graph, n = solution.graph, len(solution)
    for name in ("outcome", "remoteness", "value"):
        if len(getattr(solution, name)) != len(graph):
            raise AssertionError(f"{name} has {len(getattr(solution, name))} entries for {len(graph)} positions")
    if (bad := np.flatnonzero(np.abs(solution.outcome) > 1)).size:
        raise AssertionError(
            f"{graph.position(int(bad[0]))!r} has the outcome {solution.outcome[bad[0]]}: it is 1, 0 or -1"
        )
    if sample is not None and rng is None:
        raise ValueError("a sample needs its source of randomness: rng=numpy.random.default_rng(1)")
    value = solution.outcome if solution.numbers is None else solution.numbers
    parts: Iterable[NDArray[np.int64]] = chunks(n) if sample is None or rng is None else [rng.integers(n, size=sample)]
    checked = 0
    for which in parts:
        if (bad := np.flatnonzero(np.sign(value[which]) != solution.outcome[which])).size:
            raise AssertionError(_fault(solution, int(which[bad[0]])))
        indptr, targets = graph.rows(which)
        run = first_fault.at(n + graph.edges)
        k = run(which, indptr, targets, graph.results(which), value, solution.remoteness)
        if k >= 0:
            raise AssertionError(_fault(solution, int(which[k])))
        checked += len(which)
    return checked


def _fault(solution: Solution, i: int) -> str:
    """What is wrong with position number i: what it is called, and what its options are called."""

    def name(j: int) -> str:
        verdict = Verdict(Outcome(int(solution.outcome[j])), int(solution.remoteness[j]), float(solution.value[j]))
        return f"{solution.graph.position(j)!r} {verdict}"

    options = [name(int(j)) for j in solution.graph.options(i)]
    if not options:
        return f"{name(i)}: but play is over there, and the result is {solution.graph.results(np.array([i]))[0]:g}"
    more = "" if len(options) <= 6 else f" and {len(options) - 6} more"
    return f"{name(i)}: its options do not bear that out: {'; '.join(options[:6])}{more}"


def check_game(game: Game[Any, Any], *, max_positions: int = 5_000) -> int:
    """Check that a game keeps the rules of the protocol; the number of positions visited, breadth first.

    Positions are hashable and are not changed by looking or playing; asking twice gives the same moves in the
    same order; the result of a position is None or a finite number; where it is None there is a move.
    Raises AssertionError, naming the position.

    >>> from gamelib.games import Matches
    >>> check_game(Matches(15))
    16
    """
    start = game.start()
    _must_be_hashable(start)
    if start != game.start():
        raise AssertionError(f"start() gives {start!r} the first time and {game.start()!r} the second")
    seen: set[Hashable] = {start}
    waiting = [start]
    for position in waiting:
        before, label = hash(position), repr(position)
        result = game.outcome(position)
        if result is not None:
            if not isinstance(result, Real) or not math.isfinite(result):
                raise AssertionError(f"the outcome of {label} is {result!r}: it must be None or a finite number")
            if result != game.outcome(position):
                raise AssertionError(f"the outcome of {label} changes when it is asked for twice")
            continue
        moves = list(game.moves(position))
        if moves != list(game.moves(position)):
            raise AssertionError(f"the moves of {label} change when they are asked for twice")
        if not moves:
            raise AssertionError(f"{label} has no move, but its outcome is None: say who has won there")
        for k, move in enumerate(moves):
            if move in moves[:k]:
                raise AssertionError(f"the move {move!r} stands twice in the moves of {label}")
            option = game.play(position, move)
            if option != game.play(position, move):
                raise AssertionError(f"play({label}, {move!r}) gives two different positions")
            _must_be_hashable(option)
            if option not in seen and len(seen) < max_positions:
                seen.add(option)
                waiting.append(option)
        if hash(position) != before or repr(position) != label:
            raise AssertionError(f"the position {label} was changed by playing from it: it is now {position!r}")
    if hasattr(game, "text") and not isinstance(game.text(start), str):
        raise AssertionError(f"text({start!r}) is {type(game.text(start)).__name__}, not a string")
    return len(seen)


def _must_be_hashable(position: Any) -> None:
    try:
        hash(position)
    except TypeError:
        raise AssertionError(f"position {position!r} cannot be a dict key: use tuples and strings, not lists") from None
