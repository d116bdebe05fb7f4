"""Whether a function remembers what it should have forgotten: what is made once, and filled at every call."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any

from gamecourse.check.machinery.asked import ask_function
from gamecourse.check.machinery.plain import same

#: What a function may remember in.
MEMORIES = (dict, list, set)

#: What ``functools.cache`` makes of a function.
CACHED = type(lru_cache(lambda: None))


def memories(function: Any) -> dict[str, Any]:
    """The filled dicts, lists, sets and caches that outlive a call: in defaults, in names outside, in an object."""
    owner = function.__self__ if type(function) is MethodType else function
    found: dict[str, Any] = {}
    if type(function) in (FunctionType, MethodType):
        found |= _in_the_code(function)
    elif isinstance(type(function).__dict__.get("__call__"), FunctionType):
        found |= _in_the_code(type(function).__dict__["__call__"])
    if isinstance(own := _parts(owner), dict):
        of = "" if type(owner) is FunctionType else "self."
        found |= {of + name: memory for name, memory in own.items()}
    found |= {f"the cache of {function.__name__}": function} if type(function) is CACHED else {}
    return {name: memory for name, memory in found.items() if _filled(memory)}


def _in_the_code(function: Any) -> dict[str, Any]:
    defaults = {name: parameter.default for name, parameter in inspect.signature(function).parameters.items()}
    try:
        outside = inspect.getclosurevars(function)
    except ValueError:  # in some name of a function around it nothing is yet
        return defaults
    found = {**defaults, **outside.nonlocals, **outside.globals}
    return {f"the cache of {name}" if type(thing) is CACHED else name: thing for name, thing in found.items()}


def _parts(owner: Any) -> Any:
    try:
        return object.__getattribute__(owner, "__dict__")
    except AttributeError:
        return None


def _filled(memory: Any) -> bool:
    return memory.cache_info().currsize > 0 if type(memory) is CACHED else type(memory) in MEMORIES and bool(memory)


@contextmanager
def emptied(memory: Any) -> Iterator[None]:
    """With this dict, list or set empty for a while; a cache stays empty, and only has to work again."""
    if type(memory) is CACHED:
        memory.cache_clear()
        yield
        return
    kept = memory.copy()
    memory.clear()
    try:
        yield
    finally:
        memory.clear()
        memory.extend(kept) if isinstance(memory, list) else memory.update(kept)


def _fills(function: Any, given: tuple[Any, ...] | None, memory: Any) -> bool:
    """Whether something is in a memory, once the function has been called; else it is a table, and nobody fills it."""
    if given is not None:
        ask_function(function, given)
    return _filled(memory)


def without_memory(
    function: Any, arguments: tuple[Any, ...], expected: Any, earlier: Iterable[tuple[Any, ...]] = ()
) -> str:
    """What to say if a wrong function is right for these arguments as soon as it has forgotten all; else "".

    ``earlier`` is what it was called with before, and was right.
    """
    defaults = getattr(function, "__defaults__", None) or () if type(function) in (FunctionType, MethodType) else ()
    found = memories(function)
    for names in [*([name] for name in found), list(found)]:
        with ExitStack() as stack:
            for name in names:
                stack.enter_context(emptied(found[name]))
            reply = ask_function(function, arguments)
            remembers = any(_fills(function, given, found[name]) for name in names for given in (None, *earlier))
        if not reply.stopped and same(reply.value, expected) and remembers:
            memory, name = found[names[0]], " and ".join(names)
            if len(names) == 1 and any(memory is default for default in defaults):
                return (
                    f"It remembers what it was asked before: {name}={type(memory)().__repr__()} is made once, with the "
                    f"function, and not at each call. Write {name}=None, and make it inside"
                )
            return f"It remembers what it was asked before, in {name}: that was another question"
    return ""
