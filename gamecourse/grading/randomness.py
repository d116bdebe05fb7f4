"""Whether a student's function uses chance: then one run of questions says little, and more are
asked.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

#: What may be around a function.
WRAPPERS = (MethodType, partial, type(cache(len)))

#: The names of sources of random numbers that keep no state which could be read.
UNSEEN = {"default_rng", "SystemRandom", "RandomState", "secrets", "urandom", "uuid4"}


def states(function: Any) -> list[Any]:
    """The states of all the sources of random numbers that a function can reach by name: they
    change with each use.

    numpy's are looked at if numpy's random numbers are loaded; loading them counts as a change.
    """
    found: list[Any] = [random.getstate()]
    numpys: Any = sys.modules.get("numpy.random")
    if numpys is not None:
        found.append(repr(numpys.get_state()[1:3]))
    for thing in _things(function):
        if isinstance(thing, random.Random):
            found.append(thing.getstate())
        elif numpys is not None and isinstance(thing, numpys.Generator):
            found.append(repr(thing.bit_generator.state))
    return found


def makes_its_own(function: Any) -> bool:
    """Whether a function, or another one that it calls by name, makes a new source of random
    numbers.
    """
    return not UNSEEN.isdisjoint(
        name for each in _functions(function) for name in _names(each.__code__)
    )


def _things(function: Any) -> Iterator[Any]:
    """What the function, and those that it calls, know by name: globals, default values, variables
    around them.
    """
    for each in _functions(function):
        yield from (each.__globals__.get(name) for name in _names(each.__code__))
        yield from each.__defaults__ or ()
        yield from _around(each)


def _functions(function: Any) -> Iterator[FunctionType]:
    """The function, and the functions that it calls by name."""
    left, seen = [function], set[int]()
    while left:
        each = _inner(left.pop())
        if type(each) is not FunctionType or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        left += [each.__globals__.get(name) for name in _names(each.__code__)]
        left += _around(each)


def _inner(thing: Any) -> Any:
    """The function in a method, or under the decorators of functools."""
    while type(thing) in WRAPPERS:
        thing = (
            thing.__func__
            if type(thing) is MethodType
            else getattr(thing, "func", None) or thing.__wrapped__
        )
    return thing


def _around(function: FunctionType) -> list[Any]:
    """What the variables around a function hold."""
    cells = function.__closure__ or ()
    return [cell.cell_contents for cell in cells if _is_filled(cell)]


def _is_filled(cell: Any) -> bool:
    try:
        return not isinstance(cell.cell_contents, ModuleType)
    except ValueError:  # nothing is in it yet
        return False


def _names(code: CodeType) -> Iterator[str]:
    """The names in a function's code, and in the functions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)
