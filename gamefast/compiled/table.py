"""The table that rules look things up in: flat, or with a name for each number and array.

The loops are compiled once for all games, so what they hand to a rule is always one flat array of
int64. Named numbers and arrays are laid out in it one after the other. It begins with a head: for
each name, the number itself, or where its array begins and ends. So rules with the same names are
the same machine code, however long the arrays are.
"""

from __future__ import annotations

import hashlib
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from keyword import iskeyword
from reprlib import repr as short
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: What the rules may be given: whole numbers, or a number or an array for each name.
Data = ArrayLike | Mapping[str, ArrayLike]


@dataclass(frozen=True)
class Layout:
    """How named numbers and arrays stand in a flat table.

    ``names``: in the order of the table's head. ``arrays``: those that are names of arrays.

    >>> table, layout = table_of({"goal": 20, "steps": [1, 2, 5]})
    >>> table.tolist()                    # the goal; where the steps begin and end; the steps
    [20, 3, 6, 1, 2, 5]
    >>> named = layout.read(table.data)
    >>> named.goal, named.steps.tolist()
    (20, [1, 2, 5])
    """

    names: tuple[str, ...]
    arrays: frozenset[str]

    @property
    def record(self) -> Any:
        """The NamedTuple that a rule is given as ``data``."""
        return record_of(self.names)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each name stands in the head."""
        places = {}
        place = 0
        for name in self.names:
            places[name] = place
            place += 2 if name in self.arrays else 1
        return places

    @property
    def digest(self) -> str:
        """What tells layouts apart, in a few letters that may stand in the name of a file."""
        text = repr([(name, name in self.arrays) for name in self.names])
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def read(self, data: Any) -> Any:
        """What a rule is given for a flat table: an array, or a memoryview of one."""
        values = []
        for name, place in self.places.items():
            if name in self.arrays:
                values.append(data[data[place] : data[place + 1]])
            else:
                values.append(data[place])
        return self.record(*values)

    def in_code(self) -> str:
        """The same as an expression, which can be compiled: ``record(data[0], data[data[1]:data[2]])``."""
        values = [
            f"data[data[{place}]:data[{place + 1}]]" if name in self.arrays else f"data[{place}]"
            for name, place in self.places.items()
        ]
        return f"record({', '.join(values)})"

    def by_name(self, rule: Callable[..., int], words: int) -> Callable[..., int]:
        """A rule that reads names, as a function that takes the flat table.

        A position of the rules is so many numbers (``words``), and the table follows them. The table
        is read once for many calls in a row, as long as the same object is given.
        """
        last_table: Any = None
        named: Any = None

        def call(*given: Any) -> int:
            nonlocal last_table, named
            position = given[:words]
            table = given[words]
            others = given[words + 1 :]
            if table is not last_table:
                named = self.read(table)
                last_table = table
            return rule(*position, named, *others)

        return call


@lru_cache
def record_of(names: tuple[str, ...]) -> Any:
    """A NamedTuple with these names, the same one for the same names."""
    return namedtuple("data", names)  # the names come with the game


def table_of(data: Data) -> tuple[NDArray[np.int64], Layout | None]:
    """A flat table of its own, int64, and how names stand in it; None if there are no names.

    Raises ValueError, naming the key, for what is not a whole number or a flat array of them, and
    for a name that Python does not take.
    """
    if not isinstance(data, Mapping) or not data:
        return integers(tuple(data) if isinstance(data, Mapping) else data, "data"), None
    head = list[int]()
    tail = list[NDArray[np.int64]]()
    arrays = {name for name, value in data.items() if dimensions(name, value) == 1}
    end = len(data) + len(arrays)
    for name, value in data.items():
        numbers = integers(value, f"data[{name!r}]")
        if name in arrays:
            head += [end, end + len(numbers)]
            end += len(numbers)
            tail.append(numbers)
        else:
            head.append(int(numbers[0]))
    table = np.concatenate([np.array(head, np.int64), *tail])
    return table, Layout(tuple(data), frozenset(arrays))


def dimensions(name: Any, value: Any) -> int:
    """0 for a number, 1 for a flat array; raises ValueError for anything else, and for a name that
    is none.
    """
    if not isinstance(name, str) or not name.isidentifier() or iskeyword(name) or name[0] == "_":
        raise ValueError(f"data has the name {name!r}: rules read it as data.name, so give a name")
    count = None
    with suppress(ValueError):  # rows of different lengths
        count = np.ndim(value)
    if count not in (0, 1):
        raise ValueError(
            f"data[{name!r}]={short(value)}: give a number or a flat list of numbers, not rows"
        )
    return int(count)


def integers(given: Any, name: str) -> NDArray[np.int64]:
    """Return whole numbers of 64 bits as a flat array of its own; otherwise raise ValueError, with
    the name.
    """
    with suppress(TypeError, ValueError, OverflowError):
        table = np.array(given, np.int64).ravel()
        if np.array_equal(table, np.ravel(given)):
            return table
    raise ValueError(f"{name}={short(given)}: give whole numbers from -2**63 to 2**63 - 1")


def as_called(
    compiled: Callable[..., int],
    parameters: Iterable[str],
    layout: Layout | None,
    rule: FunctionType,
) -> FunctionType:
    """A function with these parameters, and no others, that calls a compiled rule.

    It has no variables around it and seems to stand in the file of the ``rule``, so that numba can
    keep its machine code there.
    """
    scope: dict[str, Any] = {"rule": compiled, "__name__": rule.__module__}
    given = {name: name for name in parameters}
    if layout is not None:
        given["data"] = layout.in_code()
        scope["record"] = layout.record
    text = f"def called({', '.join(given)}):\n    return rule({', '.join(given.values())})"
    exec(compile(text, rule.__code__.co_filename, "exec"), scope)
    called: FunctionType = scope["called"]
    return called
