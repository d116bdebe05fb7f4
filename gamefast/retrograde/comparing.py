"""An arena compared with the rules of its game, position by position."""

from __future__ import annotations

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
    i = arena.index(position)
    _compare_result(game, arena, position)
    numbers = arena.options(i).tolist()
    options = [option for _, option in ask.steps(game, position)]
    if arena.classes:  # of each class one position is compared
        numbers = sorted({*numbers})
        options = [arena.position(j) for j in sorted({arena.index(option) for option in options})]
    there = [arena.position(j) for j in numbers]
    if there != options:
        raise AssertionError(
            f"in the arena {position!r} leads to {there!r}; by the rules, to {options!r}"
        )


def compare_ends(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError, naming an option, if the rules give it another result than the arena
    just after its move.

    >>> from gamefast.arrays.piles import pile_graph
    >>> from gamelib.games import Matches
    >>> compare_ends(Matches(15), pile_graph(Matches(15)), 3)
    """
    if ask.outcome(game, position) is None:
        for move in ask.moves(game, position):
            _compare_result(game, arena, ask.played(game, position, move))


def _compare_result(game: Any, arena: Any, position: Any) -> None:
    """Raise AssertionError if the arena and the rules differ in whether play is over, or in the
    result.
    """
    result = float(arena.results(np.array([arena.index(position)]))[0])
    said = ask.outcome(game, position)
    if (said is None) != np.isnan(result) or (said is not None and float(said) != result):
        raise AssertionError(
            f"the arena has the result {result:g} at {position!r}, the rules say {said!r}"
        )
