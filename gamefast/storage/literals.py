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

#: What is written as a literal.
LITERALS = {bool, int, str, bytes, type(None)}

#: What is written as a call of its own name, without a module.
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
            lines.append(_as_text(thing))
        except Exception as error:
            # The thing's own class may fail in any way when the thing is made once more.
            why = str(error) or type(error).__name__
            raise ValueError(
                f"{what} {thing!r} cannot be saved, because it cannot be read back: {why}"
            ) from None
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def as_things(column: NDArray[Any]) -> list[Any]:
    """The things that a column of bytes lists."""
    lines = io.BytesIO(column.tobytes())
    return [_from_node(ast.parse(line, mode="eval").body) for line in lines]


def _as_text(thing: Any, level: int = 0) -> str:
    """A thing as Python would write it; raises ValueError if it could not be read back.

    ``level``: in how many other things this one lies, such as 1 for the 5 in (5, 6).
    """
    if level > DEEPEST:
        raise ValueError(f"its parts lie more than {DEEPEST} levels deep in each other")
    kind = type(thing)
    is_finite_float = kind is float and thing - thing == 0  # inf - inf is NaN
    if kind in LITERALS or is_finite_float:
        return repr(thing)
    if kind is tuple:
        parts = [_as_text(part, level + 1) for part in thing]
        comma = "," if len(parts) == 1 else ""
        return f"({', '.join(parts)}{comma})"

    # Anything else is a call of its class, if that makes the same thing again.
    full_name = f"{kind.__module__}.{kind.__qualname__}"
    name = kind.__name__ if kind in CALLED.values() else full_name
    arguments = _arguments(thing)
    if arguments is None or _class(name) is not kind or _make(kind, arguments) != thing:
        raise ValueError(f"the class of {thing!r} is {full_name}, but {KEPT}")
    parts = [_as_text(argument, level + 1) for argument in arguments]
    return f"{name}({', '.join(parts)})"


def _arguments(thing: Any) -> Any:
    """The arguments with which a thing's class makes the same thing; None if they are not known."""
    match thing:
        case Flag():
            # By its value, because several flags together have no name of their own. A class may
            # define another ``value``, so ``_value_`` is read.
            return [thing._value_]
        case Enum():
            return [thing._name_]
        case Fraction():
            return thing.as_integer_ratio()
        case float():
            return [str(thing)]  # inf: other floats are written as literals
        case dict():
            return [tuple(thing.items())]
        case list() | set() | frozenset():
            return [tuple(thing)]
        case tuple():
            return [*thing]
    if is_dataclass(thing):
        return [getattr(thing, name) for name in _fields(thing)]
    return None


def _from_node(node: Any) -> Any:
    """The thing that Python's parser has found in a line: a literal, a tuple, or a call of a class
    that is known.
    """
    if isinstance(node, ast.Tuple):
        return tuple(map(_from_node, node.elts))
    if not isinstance(node, ast.Call):
        return ast.literal_eval(node)
    name = ast.unparse(node.func)
    kind = _class(name)
    if kind is None:
        raise ValueError(f"{name} is not known here: import it first")
    return _make(kind, [_from_node(argument) for argument in node.args])


def _make(kind: Any, arguments: Any) -> Any:
    """The thing that a class makes of these arguments."""
    if issubclass(kind, Flag) and isinstance(arguments[0], int):
        return kind(arguments[0])  # by its value
    if issubclass(kind, Enum):
        return kind[arguments[0]]  # by its name
    by_name = None
    if is_dataclass(kind):  # some of its fields may have to be given by name
        by_name = dict(zip(_fields(kind), arguments, strict=True))
    make: Any = kind
    return make(*arguments) if by_name is None else make(**by_name)


def _fields(kind: Any) -> list[str]:
    """The fields with which a dataclass is called."""
    return [field.name for field in fields(kind) if field.init]


def _class(name: str) -> Any:
    """The class of this name, if it is one that may be called; None otherwise.

    It is looked up in dicts alone, so that no code of any module runs. In
    ``package.module.Outer.Inner`` nothing tells where the module's name ends, so every place is
    tried.
    """
    first, *rest = name.split(".")
    for k in range(len(rest)):
        module_name = ".".join([first, *rest[:k]])
        for module in (module_name, "__main__"):  # a program may be a module elsewhere
            value: Any = sys.modules.get(module)
            for part in rest[k:]:
                value = getattr(value, "__dict__", {}).get(part)
            if isinstance(value, type) and _may_be_called(value):
                return value
    return CALLED.get(name)


def _may_be_called(kind: type) -> bool:
    """Whether a class is one of those that are written as a call: an Enum, a dataclass or a
    NamedTuple.
    """
    return issubclass(kind, Enum) or is_dataclass(kind) or hasattr(kind, "_fields")
