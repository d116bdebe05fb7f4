"""Whether a student's function uses chance: then one run of questions says little, and more are
asked.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

#: The types of a function that has another function in it: a method, a partial, and whatever
#: ``functools.cache`` makes.
WRAPPERS = (MethodType, partial, type(cache(len)))

#: The names of sources of random numbers that keep no state which could be read.
UNSEEN = {"default_rng", "SystemRandom", "RandomState", "secrets", "urandom", "uuid4"}


#: The state of numpy's random numbers when the checker has loaded them.
_LOADED_BY_CHECKER: list[str] = []


def states(function: Any) -> list[Any]:
    """The states of all the sources of random numbers that a function can reach by name.

    A state changes with each number that is drawn. So a function has used chance if this list is
    another one after a call. If numpy's random numbers are loaded, their states are in the list,
    too; loading them counts as a change.
    """
    every_state: list[Any] = [random.getstate()]
    numpy_random: Any = sys.modules.get("numpy.random")
    if numpy_random is not None:
        every_state.append(_numpy_state(numpy_random))
    for thing in _reachable(function):
        if isinstance(thing, random.Random):
            every_state.append(thing.getstate())
        elif numpy_random is not None and isinstance(thing, numpy_random.Generator):
            every_state.append(repr(thing.bit_generator.state))
    return every_state


def _numpy_state(numpy_random: Any) -> str:
    """The state of numpy's global random numbers."""
    _, words, index, *_ = numpy_random.get_state()
    return repr((words, index))


def changed_since(before: list[Any], function: Any) -> bool:
    """Whether the states are others than before (``states``), apart from what has happened inside
    ``untouched``.
    """
    now = states(function)
    # If the checker has loaded numpy's random numbers since then, they come second now: they have not
    # been used if their state is as it was when they were loaded.
    if _LOADED_BY_CHECKER and len(now) == len(before) + 1:
        before = [before[0], _LOADED_BY_CHECKER[-1], *before[1:]]
    return now != before


@contextmanager
def untouched() -> Iterator[None]:
    """Leave Python's random numbers, and numpy's, as they were: for what the checker itself does,
    such as loading numba, which says nothing of the student's function.
    """
    own = random.getstate()
    numpy_random: Any = sys.modules.get("numpy.random")
    of_numpy = None if numpy_random is None else numpy_random.get_state()
    try:
        yield
    finally:
        random.setstate(own)
        if numpy_random is not None:
            numpy_random.set_state(of_numpy)
        elif "numpy.random" in sys.modules:
            _LOADED_BY_CHECKER.append(_numpy_state(sys.modules["numpy.random"]))


def makes_its_own(function: Any) -> bool:
    """Whether a function, or another one that it calls by name, makes a new source of random
    numbers.
    """
    return not UNSEEN.isdisjoint(
        name for each in _functions(function) for name in _names(each.__code__)
    )


def _reachable(function: Any) -> Iterator[Any]:
    """Yield the values that a function, or a function that it calls, can reach: globals that it
    names, default values, and variables of the functions around it.
    """
    for each in _functions(function):
        yield from (each.__globals__.get(name) for name in _names(each.__code__))
        yield from each.__defaults__ or ()
        yield from _around(each)


def _functions(function: Any) -> Iterator[FunctionType]:
    """Yield the function, and the functions that it names, and those that they name, and so on."""
    waiting = [function]
    seen = set[int]()
    while waiting:
        each = _unwrapped(waiting.pop())
        if type(each) is not FunctionType or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting += [each.__globals__.get(name) for name in _names(each.__code__)]
        waiting += _around(each)


def _unwrapped(thing: Any) -> Any:
    """The function in a method, or under the decorators of functools; anything else as it is."""
    while type(thing) in WRAPPERS:
        if type(thing) is MethodType:
            thing = thing.__func__
        else:
            thing = getattr(thing, "func", None) or thing.__wrapped__
    return thing


def _around(function: FunctionType) -> list[Any]:
    """The values of the variables of outer functions that a function uses (its closure)."""
    cells = function.__closure__ or ()
    return [cell.cell_contents for cell in cells if _has_value(cell)]


def _has_value(cell: Any) -> bool:
    """Whether a variable of a closure has a value, other than a module."""
    try:
        return not isinstance(cell.cell_contents, ModuleType)
    except ValueError:  # nothing is in it yet
        return False


def _names(code: CodeType) -> Iterator[str]:
    """Yield the names in a function's code, and in the functions inside it."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)
