"""A function as it is now, with the present value of everything that it reads.

A rule may read global numbers, tuples and arrays, the variables of a function around it, defaults, and other functions.
numba reads all of these once, when it compiles the rule, and never again. So a rule is frozen before it is compiled: it
is copied, with a copy of every value that it can reach. The copy is what runs, as Python and compiled, and its digest
is the name under which machine code is kept. If a value changes, the digest changes, and the rule is compiled again.

A value that cannot be copied and compared is refused, because nobody could tell when it changes.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from gamelib.machine import Kernel

#: Packages that do not change while a program runs: what they contain is known by its name alone.
WELL_KNOWN = frozenset({"builtins", "cmath", "math", "numba", "numpy", "operator"})

#: Values that never change. Their type and what ``repr`` says of them tell them apart.
ATOMS = (bool, int, float, complex, str, bytes, range, Fraction, np.generic, type(None), type(...))

#: How Python's code loads a name from outside of a function, and an attribute of what it has just loaded.
FROM_OUTSIDE, ATTRIBUTE = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF"), ("LOAD_ATTR", "LOAD_METHOD")


@dataclass(frozen=True, eq=False)
class Frozen:
    """A copy of a function that nothing outside can change, and a digest of the copy with all that it reads."""

    function: FunctionType
    digest: str


class CannotFreeze(TypeError):
    """A function reads something that cannot be copied and compared; the message names it."""


def freeze(function: FunctionType) -> Frozen:
    """Copy a function, with the present value of everything that it reads.

    Raises
    ------
    CannotFreeze
        If the function reads anything but numbers, texts, tuples, lists, dicts, sets, arrays, enums and functions.
        Modules, classes and objects may be read attribute by attribute: ``config.TAKE``.

    Examples
    --------
    >>> def most(take):
    ...     return lambda pile: min(pile, take)
    >>> two, three = most(2), most(3)
    >>> freeze(two).digest == freeze(most(2)).digest, freeze(two).digest == freeze(three).digest
    (True, False)
    >>> freeze(two).function(7)
    2
    """
    copy = _Copier(lambda helper: helper).function(function)
    digest = _Digest()
    digest.feed(copy)
    return Frozen(copy, digest.hex())


def with_helpers(function: FunctionType, compiled: Callable[[FunctionType], Any]) -> FunctionType:
    """A copy of a frozen function in which each function that it calls has become ``compiled(function)``."""
    return _Copier(compiled).function(function)


def reads(code: CodeType) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each name that code reads from outside, with the attributes that are read of it.

    >>> def area(radius):
    ...     return np.linalg.norm(radius) * scale
    >>> list(reads(area.__code__))
    [('np', ('linalg', 'norm')), ('scale', ())]
    """
    instructions = list(dis.get_instructions(code))
    for place, instruction in enumerate(instructions):
        if instruction.opname not in FROM_OUTSIDE:
            continue
        attributes = []
        for following in instructions[place + 1 :]:
            if following.opname not in ATTRIBUTE:
                break
            attributes.append(following.argval)
        yield instruction.argval, tuple(attributes)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):  # a function inside the function
            yield from reads(constant)


class _Copier:
    """Copies functions, and the values that they read. ``helper`` says what becomes of a function that is read."""

    def __init__(self, helper: Callable[[FunctionType], Any]) -> None:
        self.helper = helper
        self.functions: dict[FunctionType, FunctionType] = {}
        self.helpers: dict[FunctionType, Any] = {}

    def function(self, function: FunctionType) -> FunctionType:
        """A copy of a function whose globals are the names that it reads, and no others."""
        if function in self.functions:
            return self.functions[function]
        names: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        closure = function.__closure__ or ()
        cells = tuple(CellType() for _ in closure)
        copy = FunctionType(function.__code__, names, function.__name__, None, cells or None)
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        self.functions[function] = copy  # before anything is filled in: a function may call itself
        read = _by_name(reads(function.__code__))
        for name, chains in read.items():
            if name in function.__globals__:
                names[name] = self.value(function.__globals__[name], name, chains)
        for name, old, new in zip(function.__code__.co_freevars, closure, cells, strict=True):
            if _is_filled(old):
                new.cell_contents = self.value(old.cell_contents, name, read.get(name, {()}))
        defaults = function.__defaults__ or ()
        copy.__defaults__ = tuple(self.value(default, "a default", {()}) for default in defaults) or None
        named = function.__kwdefaults__ or {}
        copy.__kwdefaults__ = {name: self.value(default, name, {()}) for name, default in named.items()} or None
        return copy

    def value(self, value: Any, name: str, chains: set[tuple[str, ...]]) -> Any:
        """A copy of a value that a function reads under this name, or of which it reads these chains of attributes."""
        plain = _plain_function(value)
        if plain is not None:
            if plain not in self.helpers:
                self.helpers[plain] = self.helper(self.function(plain))
            return self.helpers[plain]
        if _never_changes(value):
            return value
        if type(value) is np.ndarray and not value.dtype.hasobject:
            copy = value.copy(order="K")
            copy.flags.writeable = False
            return copy
        if isinstance(value, tuple):
            items = [self.value(item, name, {()}) for item in value]
            return value._make(items) if hasattr(value, "_make") else tuple(items)
        if type(value) in (list, set, frozenset):
            return type(value)(self.value(item, name, {()}) for item in value)
        if type(value) is dict:
            return {self.value(key, name, {()}): self.value(item, name, {()}) for key, item in value.items()}
        return self.stand_in(value, name, chains)

    def stand_in(self, thing: Any, name: str, chains: set[tuple[str, ...]]) -> ModuleType:
        """A module with copies of those attributes of a module, class or object that are read."""
        if () in chains:
            raise CannotFreeze(
                f"reads {name}, {_described(thing)}. Nobody could tell when that changes, so machine code could not be "
                "kept for it: read numbers, tuples, arrays and functions, and put everything else into `data`"
            )
        stand_in = ModuleType(name)
        deeper = _by_name((chain[0], chain[1:]) for chain in chains)
        for attribute, rest in deeper.items():
            if hasattr(thing, attribute):
                value = self.value(getattr(thing, attribute), f"{name}.{attribute}", rest)
                setattr(stand_in, attribute, value)
        return stand_in


class _Digest:
    """A digest of frozen functions and values: equal values give equal digests, in every session."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        self._seen: dict[FunctionType, int] = {}

    def hex(self) -> str:
        return self._hash.hexdigest()

    def tell(self, *said: object) -> None:
        """Take in some words, each so that its end can be told."""
        for word in said:
            data = word if isinstance(word, bytes) else str(word).encode()
            self._hash.update(len(data).to_bytes(8, "little"))
            self._hash.update(data)

    def feed(self, value: Any) -> None:
        """Take in a frozen value."""
        if isinstance(value, FunctionType) and not _is_well_known(value):
            self.function(value)
        elif isinstance(value, CodeType):
            self.code(value)
        elif isinstance(value, np.ndarray):
            self.tell("array", value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, Enum):
            self.tell("member", type(value).__module__, type(value).__qualname__, value.name)
            self.feed(value.value)
        elif isinstance(value, type) and issubclass(value, Enum):
            self.tell("enum", value.__module__, value.__qualname__)
            self.items(value.__members__.values())
        elif isinstance(value, int) and type(value) is int:
            self.tell("int", hex(value))  # str refuses very long numbers
        elif isinstance(value, ATOMS):
            self.tell(type(value).__name__, repr(value))
        elif isinstance(value, tuple | list):
            self.tell(type(value).__qualname__)
            self.items(value)
        elif isinstance(value, dict):
            self.tell("dict")
            self.items(value.items())
        elif isinstance(value, set | frozenset):
            self.tell(type(value).__name__, *sorted(_digest_of(item) for item in value))
        elif isinstance(value, ModuleType) and not _is_well_known(value):
            self.names({name: item for name, item in vars(value).items() if not name.startswith("__")})
        else:
            self.tell("known", getattr(value, "__module__", ""), getattr(value, "__qualname__", value))

    def items(self, items: Iterable[Any]) -> None:
        items = list(items)
        self.tell(len(items))
        for item in items:
            self.feed(item)

    def names(self, named: dict[str, Any]) -> None:
        self.tell("names", *sorted(named))
        self.items(named[name] for name in sorted(named))

    def function(self, function: FunctionType) -> None:
        if function in self._seen:
            self.tell("function met before", self._seen[function])
            return
        self._seen[function] = len(self._seen)
        self.tell("function")
        self.code(function.__code__)
        self.names({name: value for name, value in function.__globals__.items() if not name.startswith("__")})
        self.items(cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell))
        self.feed(function.__defaults__)
        self.feed(function.__kwdefaults__)

    def code(self, code: CodeType) -> None:
        """Take in what the code does, and nothing of where it stands."""
        self.tell("code", code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self.tell(code.co_code, code.co_exceptiontable)
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.tell(len(names), *names)
        self.items(code.co_consts)


def _digest_of(value: Any) -> str:
    digest = _Digest()
    digest.feed(value)
    return digest.hex()


def _by_name(chains: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, set[tuple[str, ...]]]:
    """Chains of attributes, collected by the name that they begin with."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for name, rest in chains:
        found.setdefault(name, set()).add(rest)
    return found


def _is_filled(cell: CellType) -> bool:
    """Whether a variable of the function around has been given a value yet."""
    try:
        cell.cell_contents  # noqa: B018  # reading it is the question
    except ValueError:
        return False
    return True


def _plain_function(value: Any) -> FunctionType | None:
    """The plain Python function that a value is, or that numba's or our own decorator was put on; otherwise None."""
    plain = value
    if isinstance(value, Kernel):
        plain = value.plain
    elif type(value).__module__.startswith("numba."):
        plain = getattr(value, "py_func", None)
    return plain if isinstance(plain, FunctionType) and not _is_well_known(plain) else None


def _is_well_known(value: Any) -> bool:
    """Whether a module, function or class belongs to a package that does not change."""
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return isinstance(name, str) and name.partition(".")[0] in WELL_KNOWN


def _never_changes(value: Any) -> bool:
    """Whether a value stays the same as long as the program runs, so that it need not be copied."""
    if isinstance(value, Enum) or type(value) in ATOMS or isinstance(value, np.generic):
        return True
    if isinstance(value, BuiltinFunctionType):  # a function of C; a method of an object may change with the object
        return value.__self__ is None or (isinstance(value.__self__, ModuleType) and _is_well_known(value.__self__))
    if isinstance(value, type):
        return issubclass(value, Enum | BaseException) or hasattr(value, "_fields") or _is_well_known(value)
    return isinstance(value, ModuleType | FunctionType | np.ufunc) and _is_well_known(value)


def _described(thing: Any) -> str:
    """What a value is, in words."""
    if isinstance(thing, ModuleType):
        return f"the module {thing.__name__} as a whole"
    if isinstance(thing, type):
        return f"the class {thing.__name__} as a whole"
    return f"an object of the class {type(thing).__name__}"
