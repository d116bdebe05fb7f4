"""What a caller gives: numbers, functions, sources of chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any, cast

import numpy as np

#: Numbers up to this size can be added as floats without overflow.
LARGEST = int(1e300)


def hashable(thing: Any, what: str = "position") -> Any:
    """The position (or move); raises TypeError, saying what to do, for one that cannot be a dict key."""
    try:
        hash(thing)
    except TypeError:
        raise TypeError(f"{what} {thing!r} cannot be a dict key: use tuples and strings, not lists") from None
    return thing


def is_exact(value: Any) -> bool:
    """Whether it is a Fraction of Python's own whole numbers; with numpy's, it would overflow without a word."""
    return type(value) is Fraction and type(value.numerator) is int and type(value.denominator) is int


def number(value: Any, what: str) -> Fraction:
    """A number as a Fraction, exactly; raises ValueError for what is not one, or too large to reckon with."""
    if is_exact(value):
        exact = cast(Fraction, value)
    elif isinstance(value, Rational):
        exact = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, float | np.floating) and isfinite(value):
        exact = Fraction(float(value))
    else:
        raise ValueError(f"{what} is {value!r}: it must be a finite number, an int, a float or a Fraction")
    if abs(exact.numerator) > LARGEST * exact.denominator:
        raise ValueError(f"{what} is too large: at most {LARGEST:.0e} in size")
    return exact


def listed(things: Any, what: str, instead: str) -> list[Any]:
    """What a game has given, as a list.

    Parameters
    ----------
    things
        Any iterable but a string or a dict.
    what, instead
        For the error: what they are, in the plural, and what to give instead.

    Returns
    -------
    list
        The same things.

    Raises
    ------
    ValueError
        For anything else.

    Examples
    --------
    >>> listed((1, 2), "the moves at 7", "give a list of moves")
    [1, 2]
    """
    if isinstance(things, Iterable) and not isinstance(things, str | Mapping):
        return list(things)
    raise ValueError(f"{what} are {things!r}: {instead}")


def offered(game: Any, name: str, choice: Any) -> Callable[..., Any] | None:
    """The function that the caller has chosen for a capability: the game's, his own, or none.

    Parameters
    ----------
    game
        A game that may offer the capability.
    name
        Of the method: "order", "bounds", "evaluate".
    choice
        True: what the game offers. False or None: none. A function: that one.

    Returns
    -------
    function or None
        None also where the game does not offer it.

    Raises
    ------
    TypeError
        For any other choice.

    Examples
    --------
    >>> offered("a string", "upper", True)(), offered("a string", "upper", False)
    ('A STRING', None)
    """
    if choice is True:
        return cast("Callable[..., Any] | None", getattr(game, name, None))
    if choice is None or choice is False:
        return None
    if not callable(choice):
        raise TypeError(f"{name}={choice!r}: give True (what the game offers), False (none) or a function")
    return cast(Callable[..., Any], choice)


def whole(value: Any, name: str, least: int = 0) -> int:
    """A whole number that is large enough.

    Parameters
    ----------
    value
        What the caller has given.
    name
        Of the parameter, for the error.
    least
        The smallest number allowed.

    Returns
    -------
    int
        The number, a Python int also where numpy's was given.

    Raises
    ------
    ValueError
        For a smaller number and for anything else.

    Examples
    --------
    >>> whole(np.int64(7), "games", least=1)
    7
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name}={value!r}: give a whole number, {least} or more")
    return int(value)


def source_of_chance(rng: Any) -> np.random.Generator:
    """The source of random numbers; else TypeError, saying how to make one."""
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f"rng={rng!r}: chance needs its source, rng=numpy.random.default_rng(1)")
    return rng


def strategy(given: Any, whose: str = "the strategy") -> Callable[[Any], Any]:
    """A function from position to move; an answer of a solver is one. Else TypeError."""
    if isinstance(given, type) or not callable(given):
        raise TypeError(f"{whose} is {given!r}: give a function from position to move, or what a solver has answered")
    return cast(Callable[[Any], Any], given)
