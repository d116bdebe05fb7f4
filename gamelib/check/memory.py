"""Whether a function remembers what it should have forgotten: a dict that is made once and filled at every call."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gamelib.check.asked import ask_function
from gamelib.check.plain import same

#: What a function may remember in.
MEMORIES = (dict, list, set)


def memories(function: Any) -> dict[str, Any]:
    """The filled dicts, lists and sets that outlive a call: in defaults, in names outside, by what they are called.

    And those that it has as attributes.
    """
    own = getattr(function, "__dict__", None)
    kept = {name: memory for name, memory in (own if type(own) is dict else {}).items() if type(memory) in MEMORIES}
    code = getattr(function, "__code__", None)
    if code is None:
        return {name: memory for name, memory in kept.items() if memory}
    names = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    found = dict(zip(names[len(names) - len(defaults) :], defaults, strict=False)) | (function.__kwdefaults__ or {})
    outside = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    cells = zip(code.co_freevars, function.__closure__ or (), strict=False)
    found |= kept | outside | {name: cell.cell_contents for name, cell in cells}
    return {name: memory for name, memory in found.items() if type(memory) in MEMORIES and memory}


@contextmanager
def emptied(memory: Any) -> Iterator[None]:
    """With this dict, list or set empty for a while."""
    kept = memory.copy()
    memory.clear()
    try:
        yield
    finally:
        memory.clear()
        memory.extend(kept) if isinstance(memory, list) else memory.update(kept)


def without_memory(function: Any, arguments: tuple[Any, ...], expected: Any) -> str:
    """What to say if a wrong function is right as soon as it has forgotten all; "" if that is not it.

    Parameters
    ----------
    function
        A student's function that is wrong for these arguments.
    arguments
        What it was called with.
    expected
        What it should have returned.

    Returns
    -------
    str
        A sentence, or nothing.
    """
    defaults = getattr(function, "__defaults__", None) or ()
    for name, memory in memories(function).items():
        with emptied(memory):
            reply = ask_function(function, arguments)
        if not reply.stopped and same(reply.value, expected):
            if any(memory is default for default in defaults):
                return (
                    f"It remembers what it was asked before: {name}={type(memory)().__repr__()} is made once, with the "
                    f"function, and not at each call. Write {name}=None, and make it inside"
                )
            return f"It remembers what it was asked before, in {name}: that was another question"
    return ""
