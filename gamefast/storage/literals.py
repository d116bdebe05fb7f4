"""Positions, moves and values as lines of text, as Python would write them, and back.

A NamedTuple, a frozen dataclass or an Enum is written as a call of its class: ``mygame.State((3,
4), 0)``. An Enum is called with its name, and a Flag with its value, because several flags together
have no name of their own. A file imports nothing: the class is looked up among the modules that are
there already, and only such a class is called.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum, Flag
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: What is written as a literal, and what as a call of its own name.
LITERALS = {bool, int, str, bytes, type(None)}
CALLED: dict[str, Any] = {
    kind.__name__: kind for kind in (float, Fraction, list, dict, set, frozenset)
}

#: How many brackets may be open at once: Python reads no more than 200.
DEEPEST = 100

#: What can be kept, in words.
KEPT = (
    "what is kept is made of Python's own numbers, texts, bytes, True, False, None, tuples, "
    "frozensets, and of "
    "NamedTuples, frozen dataclasses, Enums and Flags that stand at the top of a module"
)


def as_bytes(things: Iterable[Any], what: str = "position") -> NDArray[np.uint8]:
    """Things of one kind, one to a line; raises ValueError for one that could not be read back."""
    lines = []
    for thing in things:
        try:
            lines.append(_written(thing))
        except (
            Exception
        ) as error:  # the thing's own class may fail in any way when the thing is made once more
            why = str(error) or type(error).__name__
            raise ValueError(
                f"{what} {thing!r} cannot be saved, because it cannot be read back: {why}"
            ) from None
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def as_things(column: NDArray[Any]) -> list[Any]:
    """The things that a column of bytes lists."""
    return [_read(ast.parse(line, mode="eval").body) for line in io.BytesIO(column.tobytes())]


def _written(thing: Any, level: int = 0) -> str:
    if level > DEEPEST:
        raise ValueError(f"its parts lie more than {DEEPEST} levels deep in each other")
    kind = type(thing)
    if kind in LITERALS or (kind is float and thing - thing == 0):
        return repr(thing)
    if kind is tuple:
        return (
            f"({', '.join(_written(part, level + 1) for part in thing)}{',' * (len(thing) == 1)})"
        )
    name, parts = (
        kind.__name__ if kind in CALLED.values() else f"{kind.__module__}.{kind.__qualname__}",
        _parts(thing),
    )
    if parts is None or _class(name) is not kind or _made(kind, parts) != thing:
        raise ValueError(
            f"the class of {thing!r} is {kind.__module__}.{kind.__qualname__}, but {KEPT}"
        )
    return f"{name}({', '.join(_written(part, level + 1) for part in parts)})"


def _parts(thing: Any) -> Any:
    """What its class makes a thing of; None if that is not known."""
    match thing:
        case Flag():
            return [thing._value_]  # several flags together have no name of their own
        case Enum():
            return [thing._name_]
        case Fraction():
            return thing.as_integer_ratio()
        case float():
            return [str(thing)]  # inf
        case dict():
            return [tuple(thing.items())]
        case list() | set() | frozenset():
            return [tuple(thing)]
        case tuple():
            return [*thing]
    return [getattr(thing, name) for name in _fields(thing)] if is_dataclass(thing) else None


def _read(node: Any) -> Any:
    if isinstance(node, ast.Tuple):
        return tuple(map(_read, node.elts))
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    if (kind := _class(name := ast.unparse(node.func))) is None:
        raise ValueError(f"{name} is not known here: import it first")
    return _made(kind, [*map(_read, node.args)])


def _made(kind: Any, parts: Any) -> Any:
    if issubclass(kind, Flag) and isinstance(parts[0], int):
        return kind(parts[0])
    if issubclass(kind, Enum):
        return kind[parts[0]]
    named = dict(zip(_fields(kind), parts, strict=True)) if is_dataclass(kind) else {}
    return kind(**named) if named else kind(*parts)


def _fields(kind: Any) -> list[str]:
    return [each.name for each in fields(kind) if each.init]


def _class(name: str) -> Any:
    """The class of this name, if it is one that may be called; None otherwise. Runs no code of any
    module.
    """
    first, *rest = name.split(".")
    for k, _ in enumerate(rest):
        for module in (
            ".".join([first, *rest[:k]]),
            "__main__",
        ):  # a program may be a module elsewhere
            it: Any = sys.modules.get(module)
            for part in rest[k:]:
                it = getattr(it, "__dict__", {}).get(part)
            if isinstance(it, type) and (
                issubclass(it, Enum) or is_dataclass(it) or hasattr(it, "_fields")
            ):
                return it
    return CALLED.get(name)
