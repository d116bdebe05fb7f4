"""An arena compared with the rules of its game, position by position."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np

from gamefast import ask


def compare_row(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError, naming the position, if an arena and the rules differ in its options or
    its result.

    >>> from gamefast.arrays.piles import pile_graph
    >>> from gamelib.games import Matches
    >>> compare_row(Matches(15), pile_graph(Matches(15)), 3)
    """
    _compare_results(arena, [position], [ask.outcome(game, position)])
    numbers = arena.options(arena.index(position)).tolist()
    by_rules = [option for _, option in ask.steps(game, position)]
    if arena.classes:
        # A number stands for a class. The arena lists each class once, in any order, but several
        # options by the rules may be of one class.
        numbers = sorted({*numbers})
        by_rules = [arena.position(j) for j in sorted({*map(arena.index, by_rules)})]
    in_arena = [arena.position(j) for j in numbers]
    if in_arena != by_rules:
        raise AssertionError(
            f"in the arena {position!r} leads to {in_arena!r}; by the rules, to {by_rules!r}"
        )


def compare_ends(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError, naming an option, if the rules give it another result than the arena
    just after its move.

    This finds rules that keep something outside the position, and change it when a move is played.

    >>> from gamefast.arrays.piles import pile_graph
    >>> from gamelib.games import Matches
    >>> compare_ends(Matches(15), pile_graph(Matches(15)), 3)
    """
    if ask.outcome(game, position) is None:
        options = []
        results = []
        for move in ask.moves(game, position):
            option = ask.played(game, position, move)
            options.append(option)
            results.append(ask.outcome(game, option))
        _compare_results(arena, options, results)


def _compare_results(arena: Any, positions: list[Any], results: list[Any]) -> None:
    """Raise AssertionError, naming the first position, if the arena and the rules differ in whether
    play is over, or in the result. ``results`` are those by the rules, None where play goes on.

    The arena is asked for all positions at once: a game may have hundreds of moves at each.
    """
    numbers = np.array([*map(arena.index, positions)], np.int64)
    results_in_arena = arena.results(numbers).tolist()  # NaN where play goes on
    for position, in_arena, by_rules in zip(positions, results_in_arena, results, strict=True):
        if by_rules is None:
            agree = isnan(in_arena)
        else:
            agree = float(by_rules) == in_arena
        if not agree:
            raise AssertionError(
                f"the arena has the result {in_arena:g} at {position!r}, the rules say {by_rules!r}"
            )
