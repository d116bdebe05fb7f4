"""A function as it is now, with the present value of everything that it reads.

A rule may read global numbers, tuples and arrays, the variables of a function around it, defaults,
and other functions. numba reads all of these once, when it compiles the rule, and never again. So a
rule is frozen before it is compiled: it is copied, with a copy of every value that it can reach.
The copy is what runs, as Python and compiled, and its digest is the name under which machine code
is kept. If a value changes, the digest changes, and the rule is compiled again.

A value that cannot be copied and compared is refused, because nobody could tell when it changes.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache, reduce
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.machine import Kernel

#: Packages that do not change while a program runs: what they contain is known by its name alone.
WELL_KNOWN = frozenset(
    {
        "bisect",
        "builtins",
        "cmath",
        "collections",
        "functools",
        "heapq",
        "itertools",
        "math",
        "numba",
        "numpy",
        "operator",
    }
)

#: Values that never change. Their type and what ``repr`` says of them tell them apart.
ATOMS = (bool, int, float, complex, str, bytes, range, Fraction, np.generic, type(None), type(...))

#: Kinds of things that belong to a package and are known by their name there; the last is how numpy
#: has np.sum.
KNOWN_BY_NAME = (ModuleType, FunctionType, np.ufunc, type(np.sum))

#: What every module has, even an empty one.
EMPTY_MODULE = frozenset(vars(ModuleType("empty")))

#: How Python's code loads a global, a variable of the function around it, and an attribute of what
#: it has just loaded.
GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
CLOSED = ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF")
ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD")

#: How Python's code changes a global.
CHANGES = ("STORE_GLOBAL", "DELETE_GLOBAL")

#: Attributes of an object, one after another: ``("deep", "TAKE")`` in ``config.deep.TAKE``.
Chain = tuple[str, ...]

#: What stands for a value that is not there.
MISSING = object()


@dataclass(frozen=True, eq=False)
class Frozen:
    """A copy of a function that nothing outside can change, and a digest of the copy with all that
    it reads.

    ``recursive``: whether the function, or one that it calls, calls itself.
    """

    function: FunctionType
    digest: str
    recursive: bool


class CannotFreeze(TypeError):
    """A function reads something that cannot be copied and compared; the message names it."""


def freeze(function: FunctionType) -> Frozen:
    """Copy a function, with the present value of everything that it reads.

    Raises
    ------
    CannotFreeze
        If the function reads anything but numbers, texts, tuples, lists, dicts, sets, arrays, enums
        and functions. Modules, classes and objects may be read attribute by attribute:
        ``config.TAKE``.

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
    try:
        copier = _Copier(lambda helper: helper)
        copy = copier.function(function)
        return Frozen(copy, _digest_of(copy), copier.recursive)
    except RecursionError:
        raise CannotFreeze(
            "reads a value that contains itself: put what it needs of that into `data`"
        ) from None


def with_helpers(function: FunctionType, compiled: Callable[[FunctionType], Any]) -> FunctionType:
    """A copy of a frozen function in which each function that it calls has become
    ``compiled(function)``.
    """
    return _Copier(compiled).function(function)


def reads(code: CodeType, how: Sequence[str] = GLOBAL) -> Iterator[tuple[str, Chain]]:
    """Each name that code reads from outside, with the attributes that are read of it.

    >>> def area(radius):
    ...     return np.linalg.norm(radius) * scale
    >>> list(reads(area.__code__))
    [('np', ('linalg', 'norm')), ('scale', ())]
    """
    instructions = list(_instructions(code))
    for place, instruction in enumerate(instructions):
        if instruction.opname not in how:
            continue
        attributes = []
        for following in instructions[place + 1 :]:
            if following.opname not in ATTRIBUTE:
                break
            attributes.append(following.argval)
        yield instruction.argval, tuple(attributes)
    for inner in _inside(code):
        yield from reads(inner, how)


@dataclass(frozen=True)
class _Read:
    """The names that a function reads: globals, and variables of the function around it; each with
    its attributes.
    """

    of_globals: dict[str, set[Chain]]
    of_closure: dict[str, set[Chain]]


@lru_cache(maxsize=4_096)
def _read_by(code: CodeType) -> _Read:
    """What the code of a function reads. Raises CannotFreeze for code that changes globals, or
    imports.
    """
    _refuse_changes(code)
    closed = ((name, chain) for name, chain in reads(code, CLOSED) if name in code.co_freevars)
    return _Read(_by_name(reads(code)), _by_name(closed))


def _refuse_changes(code: CodeType) -> None:
    """Raise CannotFreeze for code that changes a global, or imports a module that might change."""
    for instruction in _instructions(code):
        name = instruction.argval
        if instruction.opname in CHANGES:
            raise CannotFreeze(
                f"changes the global {name}: a rule must say the same whenever it is asked"
            )
        if instruction.opname == "IMPORT_NAME" and not _is_known_name(name):
            raise CannotFreeze(
                f"imports {name} whenever it is asked: write the import at the top of the file"
            )
    for inner in _inside(code):
        _refuse_changes(inner)


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of code, without those that only make the next one's argument longer."""
    return (
        instruction
        for instruction in dis.get_instructions(code)
        if instruction.opname != "EXTENDED_ARG"
    )


def _inside(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions inside a function."""
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


class _Arrays:
    """Copies of arrays. An array that has not changed since it was copied is not copied again.

    >>> arrays, squares = _Arrays(), np.arange(5) ** 2
    >>> copy = arrays.copy(squares)
    >>> arrays.copy(squares) is copy
    True
    >>> squares[0] = 7
    >>> arrays.copy(squares).tolist(), copy.tolist()
    ([7, 1, 4, 9, 16], [0, 1, 4, 9, 16])
    """

    def __init__(self) -> None:
        self._copies: dict[int, tuple[weakref.ref[NDArray[Any]], NDArray[Any]]] = {}
        self._digests: dict[int, tuple[weakref.ref[NDArray[Any]], bytes]] = {}

    def copy(self, array: NDArray[Any]) -> NDArray[Any]:
        """A copy of the array as it is now, which cannot be written to; a copy made here is
        returned as it is.
        """
        key = id(array)
        if self._known(self._digests, array) is not None:
            return array
        copy: NDArray[Any] | None = self._known(self._copies, array)
        if copy is None or not _same_bits(array, copy):
            copy = np.array(array, order="K")
            copy.flags.writeable = False
            self._copies[key] = weakref.ref(array, lambda _: self._copies.pop(key, None)), copy
            self.digest(copy)  # it is kept: by this a copy made here is known
        return copy

    def digest(self, array: NDArray[Any]) -> bytes:
        """A digest of the numbers in an array; that of a copy made here is kept, because the copy
        never changes.
        """
        known: bytes | None = self._known(self._digests, array)
        if known is not None:
            return known
        digest = hashlib.blake2b(array.tobytes(), digest_size=16).digest()
        if not array.flags.writeable:
            key = id(array)
            self._digests[key] = weakref.ref(array, lambda _: self._digests.pop(key, None)), digest
        return digest

    def _known(
        self, kept: dict[int, tuple[weakref.ref[NDArray[Any]], Any]], array: NDArray[Any]
    ) -> Any:
        """What is kept for an array; None if there is nothing, or if another array had this
        address.
        """
        reference, found = kept.get(id(array), (None, None))
        return found if reference is not None and reference() is array else None


def _same_bits(one: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays have the same type, shape and bits. (Numbers would not do: NaN is not
    equal to itself, and -0.0 is equal to 0.0.)
    """
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.flags.c_contiguous and other.flags.c_contiguous and one.nbytes:
        # as bytes, without a copy (an array without entries cannot be read in this way)
        return np.array_equal(one.reshape(-1).view(np.uint8), other.reshape(-1).view(np.uint8))
    return one.tobytes() == other.tobytes()


_ARRAYS = _Arrays()


class _Copier:
    """Copies functions, and the values that they read. ``helper`` says what becomes of a function
    that is read.
    """

    def __init__(self, helper: Callable[[FunctionType], Any]) -> None:
        self.helper = helper
        self.functions: dict[FunctionType, FunctionType] = {}
        self.helpers: dict[FunctionType, Any] = {}
        self.recursive = False

    def function(self, function: FunctionType) -> FunctionType:
        """A copy of a function whose globals are the names that it reads, and no others."""
        if function in self.functions:
            return self.functions[function]
        names: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__globals__.get("__name__"),
        }
        closure = function.__closure__ or ()
        cells = tuple(CellType() for _ in closure)
        copy = FunctionType(function.__code__, names, function.__name__, None, cells or None)
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        self.functions[function] = copy  # before anything is filled in: a function may call itself
        read = _read_by(function.__code__)
        for name, chains in read.of_globals.items():
            value = _outside(function, name)
            if value is not MISSING:
                names[name] = self.value(value, name, chains)
        for name, old, new in zip(function.__code__.co_freevars, closure, cells, strict=True):
            if _is_filled(old):
                new.cell_contents = self.value(
                    old.cell_contents, name, read.of_closure.get(name, {()})
                )
        defaults = function.__defaults__ or ()
        copy.__defaults__ = (
            tuple(self.value(default, "a default", {()}) for default in defaults) or None
        )
        named = function.__kwdefaults__ or {}
        copy.__kwdefaults__ = {
            name: self.value(default, name, {()}) for name, default in named.items()
        } or None
        return copy

    def value(self, value: Any, name: str, chains: set[Chain]) -> Any:
        """A copy of a value that a function reads under this name, or of which it reads these
        chains of attributes.
        """
        plain = _plain_function(value)
        if plain is not None:
            return self.called(plain, name, chains)
        if isinstance(value, np.void):  # a row of an array, which changes with the array
            return value.copy()
        if _never_changes(value):
            return value
        if type(value) in (np.ndarray, np.memmap) and not value.dtype.hasobject:
            return _ARRAYS.copy(value)
        if isinstance(value, tuple):
            items = [self.value(item, name, {()}) for item in value]
            return value._make(items) if hasattr(value, "_make") else tuple(items)
        if type(value) in (list, set, frozenset):
            return type(value)(self.value(item, name, {()}) for item in value)
        if type(value) is dict:
            return {
                self.value(key, name, {()}): self.value(item, name, {()})
                for key, item in value.items()
            }
        return self.stand_in(value, name, chains)

    def called(self, function: FunctionType, name: str, chains: set[Chain]) -> Any:
        """What becomes of a function that is read, with a copy of those attributes of its own that
        are read.
        """
        if function in self.functions and function not in self.helpers:  # it is just being copied
            self.recursive = True
        copy = self.function(function)
        for attribute, rest in _attributes(chains).items():
            if attribute in vars(function):
                value = self.value(vars(function)[attribute], f"{name}.{attribute}", rest)
                setattr(copy, attribute, value)
        if function not in self.helpers:  # a function that calls itself is there already
            self.helpers[function] = self.helper(copy)
        return self.helpers[function]

    def stand_in(self, thing: Any, name: str, chains: set[Chain]) -> ModuleType:
        """A module with copies of those attributes of a module, class or object that are read."""
        if () in chains or any(
            hasattr(ModuleType, chain[0]) for chain in chains
        ):  # such as __dict__, __class__
            raise CannotFreeze(
                f"reads {name}, {_described(thing)}. Nobody could tell when that changes, so "
                "machine code could not be "
                "kept for it: read numbers, tuples, arrays and functions, and put everything else "
                "into `data`"
            )
        stand_in = ModuleType(name)
        for attribute, rest in _attributes(chains).items():
            if hasattr(thing, attribute):
                value = self.value(getattr(thing, attribute), f"{name}.{attribute}", rest)
                setattr(stand_in, attribute, value)
        return stand_in


class _Digest:
    """A digest of frozen functions and values: equal values give equal digests, in every
    session.
    """

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
            self.tell("array", repr(value.dtype), value.shape, _ARRAYS.digest(value))
        elif isinstance(value, np.void):
            self.tell("row", repr(value.dtype), value.tobytes())
        elif isinstance(value, Enum):
            self.tell("member", type(value).__qualname__, isinstance(value, int), value.name)
            self.feed(value.value)
        elif isinstance(value, type):
            self.type(value)
        elif isinstance(value, int) and type(value) is int:
            self.tell("int", hex(value))  # str refuses very long numbers
        elif isinstance(value, ATOMS):
            self.tell(type(value).__name__, repr(value))
        elif isinstance(value, tuple | list):
            self.tell(type(value).__qualname__, *getattr(value, "_fields", ()))
            self.items(value)
        elif isinstance(value, dict):
            self.tell("dict")
            self.items(value.items())
        elif isinstance(value, set | frozenset):
            self.tell(type(value).__name__, *sorted(_digest_of(item) for item in value))
        elif isinstance(value, ModuleType):
            self.module(value)
        elif isinstance(value, MethodType):
            self.feed(value.__func__)
        else:
            self.tell(
                "known", getattr(value, "__module__", ""), getattr(value, "__qualname__", value)
            )

    def type(self, kind: type) -> None:
        """Take in a class: an Enum by its members, a NamedTuple by its fields, and any other by its
        name.
        """
        if issubclass(kind, Enum):
            self.tell("enum", kind.__qualname__, *kind.__members__)
            self.items(kind.__members__.values())
        elif _is_named_tuple(kind):
            self.tell("fields", kind.__qualname__, *kind._fields)  # type: ignore[attr-defined]
            self.feed(getattr(kind, "_field_defaults", None))
        else:
            self.tell("class", kind.__module__ if _is_well_known(kind) else "", kind.__qualname__)

    def module(self, module: ModuleType) -> None:
        """Take in a module that does not change by its name, and one that stands in for another by
        what it has.
        """
        if _is_well_known(module):
            self.tell("module", module.__name__)
        else:
            self.names(
                {name: value for name, value in vars(module).items() if name not in EMPTY_MODULE}
            )

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
        self.names(vars(function))
        read = _read_by(function.__code__)
        for name in sorted(read.of_globals):
            self.read(name, _outside(function, name), read.of_globals[name])
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            value = cell.cell_contents if _is_filled(cell) else MISSING
            self.read(name, value, read.of_closure.get(name, set()))
        self.feed(function.__defaults__)
        self.feed(function.__kwdefaults__)

    def read(self, name: str, value: Any, chains: set[Chain]) -> None:
        """Take in a value that is read under this name; and, of a class or a known module, the
        attributes read of it.

        Classes and known modules are not copied, and somebody may have given them other attributes.
        """
        if value is MISSING:
            self.tell("missing", name)
            return
        self.tell("name", name)
        self.feed(value)
        if not _is_not_copied(value):
            return
        for chain in sorted(chains):
            found = _attribute(value, chain)
            self.tell(*chain, found is MISSING)
            self.feed(None if found is MISSING else found)

    def code(self, code: CodeType) -> None:
        """Take in what the code does, and nothing of where it stands."""
        self.tell(
            "code", code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        )
        self.tell(code.co_code, code.co_exceptiontable)
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.tell(len(names), *names)
        self.items(code.co_consts)


def _digest_of(value: Any) -> str:
    digest = _Digest()
    digest.feed(value)
    return digest.hex()


def _by_name(chains: Iterable[tuple[str, Chain]]) -> dict[str, set[Chain]]:
    """Chains of attributes, collected by the name that they begin with."""
    found: dict[str, set[Chain]] = {}
    for name, rest in chains:
        found.setdefault(name, set()).add(rest)
    return found


def _attributes(chains: Iterable[Chain]) -> dict[str, set[Chain]]:
    """The attributes with which chains begin, each with what is read of it."""
    return _by_name((chain[0], chain[1:]) for chain in chains if chain)


def _attribute(value: Any, chain: Chain) -> Any:
    """The value at the end of a chain of attributes; MISSING if there is none."""
    return reduce(lambda thing, name: getattr(thing, name, MISSING), chain, value)


def _outside(function: FunctionType, name: str) -> Any:
    """What a function finds under the name of a global: in its module, or among the builtins;
    otherwise MISSING.
    """
    return function.__globals__.get(name, getattr(builtins, name, MISSING))


def _is_filled(cell: CellType) -> bool:
    """Whether a variable of the function around has been given a value yet."""
    try:
        cell.cell_contents  # noqa: B018  # reading it is the question
    except ValueError:
        return False
    return True


def _plain_function(value: Any) -> FunctionType | None:
    """The plain Python function that a value is, or that numba's or our own decorator was put on;
    otherwise None.
    """
    plain = value
    if isinstance(value, Kernel):
        plain = value.plain
    elif type(value).__module__.startswith("numba."):
        plain = getattr(value, "py_func", None)
    return plain if isinstance(plain, FunctionType) and not _is_well_known(plain) else None


def _is_well_known(value: Any) -> bool:
    """Whether a module, function or class belongs to a package that does not change."""
    if isinstance(value, FunctionType):  # its __module__ may be that of a function which it wraps
        return _is_known_name(value.__globals__.get("__name__"))
    if isinstance(value, np.ufunc):  # others are made of functions of the user's
        return getattr(np, value.__name__, None) is value
    return _is_known_name(
        value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    )


def _is_known_name(name: Any) -> bool:
    """Whether a module's name belongs to a package that does not change; ``_heapq`` is a part of
    ``heapq``.
    """
    return isinstance(name, str) and name.partition(".")[0].removeprefix("_") in WELL_KNOWN


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _is_not_copied(value: Any) -> bool:
    """Whether a value may have attributes and is not copied: a known module, an Enum, or a class;
    or a NamedTuple.
    """
    return isinstance(value, Enum | type) or _is_named_tuple(type(value)) or _is_known_module(value)


def _is_known_module(value: Any) -> bool:
    return isinstance(value, ModuleType) and _is_well_known(value)


def _never_changes(value: Any) -> bool:
    """Whether a value stays the same as long as the program runs, so that it need not be copied."""
    if isinstance(value, Enum) or type(value) in ATOMS or isinstance(value, np.generic):
        return True
    if isinstance(
        value, BuiltinFunctionType
    ):  # a function of C; a method of an object may change with the object
        return value.__self__ is None or _is_known_module(value.__self__)
    if isinstance(value, type):
        return (
            issubclass(value, Enum | BaseException)
            or _is_named_tuple(value)
            or _is_well_known(value)
        )
    if type(value).__module__.startswith("numba.core.types."):  # such as numba.int64
        return True
    return isinstance(value, KNOWN_BY_NAME) and _is_well_known(value)


def _described(thing: Any) -> str:
    """What a value is, in words."""
    if isinstance(thing, ModuleType):
        return f"the module {thing.__name__} as a whole"
    if isinstance(thing, type):
        return f"the class {thing.__name__} as a whole"
    return f"an object of the class {type(thing).__name__}"
