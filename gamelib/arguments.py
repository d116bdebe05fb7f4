"""What a caller has chosen: numbers, intervals and functions, checked before a solver begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from operator import index
from typing import Any


def check_whole(given: Any, name: str, least: int = 0) -> None:
    """Raise ValueError for an argument that is not a whole number, ``least`` or more."""
    if not is_whole(given, least):
        raise ValueError(f"{name}={given!r}: give a whole number, {least} or more")


def whole(given: Any, name: str, least: int = 0) -> int:
    """A whole number, ``least`` or more, as an int of Python; ValueError for any other argument."""
    check_whole(given, name, least)
    return index(given)


def is_whole(given: Any, least: int) -> bool:
    """Whether something is a whole number, ``least`` or more; True and False are not."""
    return not isinstance(given, bool) and hasattr(given, "__index__") and given >= least


def is_list_like(given: Any) -> bool:
    """Whether something lists its elements one by one; a text and a dict are refused.

    >>> is_list_like([1, 2]), is_list_like(range(3)), is_list_like("12"), is_list_like(12)
    (True, True, False, False)
    """
    return isinstance(given, Iterable) and not isinstance(given, str | Mapping)


def check_above_zero(given: Any, name: str) -> None:
    """Raise ValueError for an argument that is not a number above 0."""
    number = python_number(given)
    if not isinstance(number, Real) or not number > 0:  # type: ignore[operator]
        raise ValueError(f"{name}={given!r}: give a number above 0")


def check_graph(given: Any, wanted: str) -> None:
    """Raise TypeError for anything but a networkx graph; ``wanted`` is the kind to ask for."""
    if isinstance(given, type) or not hasattr(given, "is_directed"):
        raise TypeError(f"{type(given).__name__} is not a graph: give a networkx {wanted}")


def check_digraph(given: Any) -> None:
    """Raise TypeError, saying what to do, for anything but a networkx DiGraph."""
    check_graph(given, wanted="DiGraph")
    if not given.is_directed():
        raise TypeError(
            "a game needs a directed graph: give a DiGraph, or G.to_directed() for moves both ways"
        )


def increasing_pair(given: Any, name: str) -> tuple[Any, Any]:
    """The two numbers of an argument, as they were given; ValueError unless the first is lower."""
    pair = pair_of_numbers(given)
    if pair is not None:
        low, high = pair
        if low < high:
            return low, high
    raise ValueError(f"{name}={given!r}: give two numbers, the lower first, as in (-1, 1)")


def bounds_at(bounds: Callable[[Any], Any], position: Any) -> tuple[Any, Any]:
    """What ``bounds`` gives at a position; ValueError unless it is two numbers in order."""
    given = bounds(position)
    pair = pair_of_numbers(given)
    if pair is not None:
        low, high = pair
        if low <= high:
            return low, high
    raise ValueError(
        f"the bounds of {position!r} are {given!r}: give a pair (low, high), for the player to move"
    )


def score_at(evaluate: Callable[[Any], Any], position: Any) -> Any:
    """What ``evaluate`` gives at a position; ValueError unless it is a number."""
    given = evaluate(position)
    score = python_number(given)
    if isinstance(score, bool) or not isinstance(score, Real) or score != score:
        raise ValueError(
            f"the score of {position!r} is {given!r}: evaluate must give a number, for the player "
            "to move"
        )
    return score


def pair_of_numbers(given: Any) -> tuple[Any, Any] | None:
    """The two numbers that are given; None if it is anything but two numbers.

    >>> pair_of_numbers([0, 1]), pair_of_numbers((0, float("nan"))), pair_of_numbers(7)
    ((0, 1), None, None)
    """
    try:
        low, high = map(python_number, given)
    except (TypeError, ValueError):
        return None
    for number in (low, high):
        if not isinstance(number, Real) or number != number:
            return None
    return low, high


def python_number(number: Any) -> Any:
    """A number of numpy as one of Python, because the short ones of numpy can overflow."""
    return number.item() if hasattr(number, "item") else number


def chosen_function(game: Any, name: str, choice: Any) -> Any:
    """The function that a caller means by ``name=choice``; None if it is none.

    True stands for the game's own method of this name, False and None for no function.
    """
    if choice is True:
        own = getattr(game, name, None)
        return own if callable(own) else None  # a field of this name is something else
    if choice is None or choice is False:
        return None
    if not callable(choice):
        raise TypeError(
            f"{name}={choice!r}: give True (what the game offers), False (none) or a function"
        )
    return choice
