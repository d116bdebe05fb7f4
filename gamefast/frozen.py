"""A function as it is now, with the present value of everything that it reads.

A rule may read global numbers, tuples and arrays, the variables of a function around it, defaults,
and other functions. numba reads all of these once, when it compiles the rule, and never again. So a
rule is frozen before it is compiled: it is copied, with a copy of every value that it can reach.
The copy is what runs, as Python and compiled, and its digest is the name under which machine code
is kept. If a value changes, the digest changes, and the rule is compiled again.

What a function reads is found in its bytecode, the instructions of Python's virtual machine
(``dis``). A global that is a module or an object is read attribute by attribute; such a chain of
attributes is a tuple of names.

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
from functools import lru_cache
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

#: Kinds of things that belong to a package and are known by their name there. (np.sum and others of
#: numpy are no plain functions, but of a class of numpy's own.)
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

#: The chains of a value that is read itself, and not attribute by attribute: only the empty one.
WHOLE_VALUE: set[Chain] = {()}


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
        copier = _Copier(lambda helper: helper)  # the copies of helpers stay as they are
        copy = copier.function(function)
        return Frozen(copy, _digest_of(copy), copier.recursive)
    except RecursionError:  # such as a list that is one of its own entries
        raise CannotFreeze(
            "reads a value that contains itself: put what it needs of that into `data`"
        ) from None


def with_helpers(function: FunctionType, compiled: Callable[[FunctionType], Any]) -> FunctionType:
    """A copy of a frozen function in which each function that it calls has become
    ``compiled(function)``.
    """
    return _Copier(compiled).function(function)


def reads(code: CodeType, how: Sequence[str] = GLOBAL) -> Iterator[tuple[str, Chain]]:
    """Each name that code, and the functions inside it, read from outside, with the attributes that
    are read of it.

    ``how``: the instructions that count as reading, GLOBAL or CLOSED.

    >>> def area(radius):
    ...     return np.linalg.norm(radius) * scale
    >>> list(reads(area.__code__))
    [('np', ('linalg', 'norm')), ('scale', ())]
    """
    instructions = list(_instructions(code))
    for k, instruction in enumerate(instructions):
        if instruction.opname not in how:
            continue
        name = instruction.argval
        attributes = []
        for following in instructions[k + 1 :]:  # as long as attributes are loaded
            if following.opname not in ATTRIBUTE:
                break
            attributes.append(following.argval)
        yield name, tuple(attributes)
    for inner in _functions_inside(code):
        yield from reads(inner, how)


@dataclass(frozen=True)
class _Read:
    """The names that a function reads: globals, and variables of the function around it; each with
    its chains of attributes.

    The empty chain means that the value itself is read, and not only attributes of it.
    """

    of_globals: dict[str, set[Chain]]
    of_closure: dict[str, set[Chain]]


@lru_cache(maxsize=4_096)
def _read_by(code: CodeType) -> _Read:
    """What the code of a function reads. Raises CannotFreeze for code that changes globals, or
    imports.
    """
    _refuse_changes(code)
    # A name in co_freevars belongs to a function around this one. The instructions in CLOSED also
    # load variables of its own that functions inside it read: these are left out.
    closed = ((name, chain) for name, chain in reads(code, CLOSED) if name in code.co_freevars)
    return _Read(of_globals=_by_name(reads(code)), of_closure=_by_name(closed))


def _refuse_changes(code: CodeType) -> None:
    """Raise CannotFreeze for code that changes a global, or imports a module that might change."""
    for instruction in _instructions(code):
        name = instruction.argval
        if instruction.opname in CHANGES:
            raise CannotFreeze(
                f"changes the global {name}: a rule must say the same whenever it is asked"
            )
        if instruction.opname == "IMPORT_NAME" and not _is_name_of_fixed_package(name):
            raise CannotFreeze(
                f"imports {name} whenever it is asked: write the import at the top of the file"
            )
    for inner in _functions_inside(code):
        _refuse_changes(inner)


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    """The instructions of code, without EXTENDED_ARG, which only makes the argument of the next one
    longer and would come between a name and its attributes.
    """
    return (
        instruction
        for instruction in dis.get_instructions(code)
        if instruction.opname != "EXTENDED_ARG"
    )


def _functions_inside(code: CodeType) -> Iterator[CodeType]:
    """The code of the functions inside a function, which Python keeps among its constants."""
    return (constant for constant in code.co_consts if isinstance(constant, CodeType))


class _Arrays:
    """Copies of arrays. An array that has not changed since it was copied is not copied again.

    Arrays cannot be keys of a dict, so what is kept for one stands under its ``id``, with a weak
    reference to the array: this tells whether it is still the same one, because the id of an array
    that is gone may be given to another.

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
        """A copy of the array as it is now, which cannot be written to. If the array is itself a
        copy made here, return it as it is.
        """
        has_digest = self._kept_for(array, self._digests) is not None
        if has_digest:  # so it is a copy made here
            return array
        old_copy: NDArray[Any] | None = self._kept_for(array, self._copies)
        if old_copy is not None and _same_bits(array, old_copy):
            return old_copy
        copy = np.array(array, order="K")  # "K": in the same order in memory
        copy.flags.writeable = False
        self._keep(array, copy, self._copies)
        self.digest(copy)  # keeps the digest, by which the array is known as a copy from now on
        return copy

    def digest(self, array: NDArray[Any]) -> bytes:
        """A digest of the numbers in an array. That of a copy made here is kept, because the copy
        never changes. Any other array that comes here belongs to an Enum and may still change.
        """
        kept_digest: bytes | None = self._kept_for(array, self._digests)
        if kept_digest is not None:
            return kept_digest
        digest = hashlib.blake2b(array.tobytes(), digest_size=16).digest()
        if not array.flags.writeable:
            self._keep(array, digest, self._digests)
        return digest

    def _keep(
        self,
        array: NDArray[Any],
        value: Any,
        table: dict[int, tuple[weakref.ref[NDArray[Any]], Any]],
    ) -> None:
        """Keep a value for an array in a table, as long as the array exists."""
        key = id(array)
        reference = weakref.ref(array, lambda _: table.pop(key, None))  # called when it is gone
        table[key] = reference, value

    def _kept_for(
        self, array: NDArray[Any], table: dict[int, tuple[weakref.ref[NDArray[Any]], Any]]
    ) -> Any:
        """What a table keeps for an array; None if it keeps nothing for it, or only for an array of
        the past that had the same id.
        """
        entry = table.get(id(array))
        if entry is None:
            return None
        reference, value = entry
        return value if reference() is array else None


def _same_bits(first: NDArray[Any], second: NDArray[Any]) -> bool:
    """Whether two arrays have the same type, shape and bits. (Numbers would not do: NaN is not
    equal to itself, and -0.0 is equal to 0.0.)
    """
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    # If both lie in memory without gaps, they are compared there, as bytes and without a copy. (An
    # array of 0 bytes cannot be viewed as bytes.)
    are_without_gaps = first.flags.c_contiguous and second.flags.c_contiguous
    if are_without_gaps and first.nbytes > 0:
        first_bytes = first.reshape(-1).view(np.uint8)
        second_bytes = second.reshape(-1).view(np.uint8)
        return np.array_equal(first_bytes, second_bytes)
    return first.tobytes() == second.tobytes()


#: The copies of all arrays that frozen functions read.
_ARRAYS = _Arrays()


class _Copier:
    """Copies functions, and the values that they read. ``made_of`` is called with the copy of each
    function that another one reads; what it returns stands in the place of that function.
    """

    def __init__(self, made_of: Callable[[FunctionType], Any]) -> None:
        self.made_of = made_of
        #: The copy of each function, from the moment on at which it is begun.
        self.functions: dict[FunctionType, FunctionType] = {}
        #: What ``made_of`` returned for each function that others read.
        self.helpers: dict[FunctionType, Any] = {}
        #: Whether a function was read, by itself or by a helper, while it was being copied.
        self.recursive = False

    def function(self, function: FunctionType) -> FunctionType:
        """A copy of a function whose globals are the names that it reads, and no others."""
        if function in self.functions:
            return self.functions[function]
        new_globals: dict[str, Any] = {
            "__builtins__": builtins,
            "__name__": function.__globals__.get("__name__"),
        }
        # A cell holds a variable of the function around. The copy gets new ones, empty at first.
        old_cells = function.__closure__ or ()
        new_cells = tuple(CellType() for _ in old_cells)
        copy = FunctionType(
            function.__code__, new_globals, function.__name__, closure=new_cells or None
        )
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        # Noted before its values are copied, because these may lead back to the function.
        self.functions[function] = copy

        # Copy what it reads: globals, and variables of the function around.
        read = _read_by(function.__code__)
        for name, chains in read.of_globals.items():
            value = _value_of_global(function, name)
            if value is not MISSING:
                new_globals[name] = self.value(value, name, chains)
        closed_names = function.__code__.co_freevars
        for name, old, new in zip(closed_names, old_cells, new_cells, strict=True):
            if _is_filled(old):
                chains = read.of_closure.get(name, WHOLE_VALUE)  # if it is only written
                new.cell_contents = self.value(old.cell_contents, name, chains)

        # Copy the defaults of its parameters.
        defaults = function.__defaults__ or ()
        new_defaults = tuple(self.value(value, "a default", WHOLE_VALUE) for value in defaults)
        copy.__defaults__ = new_defaults or None
        keyword_defaults = function.__kwdefaults__ or {}
        new_keyword_defaults = {
            name: self.value(value, name, WHOLE_VALUE) for name, value in keyword_defaults.items()
        }
        copy.__kwdefaults__ = new_keyword_defaults or None
        return copy

    def value(self, value: Any, name: str, chains: set[Chain]) -> Any:
        """A copy of a value that a function reads under this name. It reads these chains of
        attributes of the value; the empty chain means the value itself.
        """
        plain = _plain_function(value)
        if plain is not None:
            return self.function_that_is_read(plain, name, chains)
        if isinstance(value, np.void):  # a row of an array, which changes with the array
            return value.copy()
        if _never_changes(value):
            return value
        is_array = type(value) in (np.ndarray, np.memmap)
        if is_array and not value.dtype.hasobject:
            return _ARRAYS.copy(value)
        if isinstance(value, tuple):
            items = [self.value(item, name, WHOLE_VALUE) for item in value]
            if hasattr(value, "_make"):  # which every NamedTuple has
                return value._make(items)
            return tuple(items)
        if type(value) in (list, set, frozenset):
            return type(value)(self.value(item, name, WHOLE_VALUE) for item in value)
        if type(value) is dict:
            copies = {}
            for key, item in value.items():
                copies[self.value(key, name, WHOLE_VALUE)] = self.value(item, name, WHOLE_VALUE)
            return copies
        return self.stand_in(value, name, chains)

    def function_that_is_read(self, function: FunctionType, name: str, chains: set[Chain]) -> Any:
        """What becomes of a function that another one reads under this name: what ``made_of`` makes
        of a copy. The copy has copies of those attributes of the function that are read.
        """
        is_being_copied = function in self.functions and function not in self.helpers
        if is_being_copied:
            self.recursive = True
        copy = self.function(function)
        for attribute, rest in _first_attributes(chains).items():
            if attribute in vars(function):
                value = self.value(vars(function)[attribute], f"{name}.{attribute}", rest)
                setattr(copy, attribute, value)
        # Asked again: if the function calls itself, copying it has come here and made a helper of
        # it.
        if function not in self.helpers:
            self.helpers[function] = self.made_of(copy)
        return self.helpers[function]

    def stand_in(self, thing: Any, name: str, chains: set[Chain]) -> ModuleType:
        """A module with copies of those attributes of a module, class or object that are read; the
        frozen function reads them there.

        Raises CannotFreeze if the thing itself is read: it cannot be copied whole.
        """
        is_read_whole = () in chains
        # Every module has attributes such as __dict__ and __class__. Those of the stand-in would be
        # its own, so they are refused as well.
        if is_read_whole or any(hasattr(ModuleType, chain[0]) for chain in chains):
            raise CannotFreeze(
                f"reads {name}, {_described(thing)}. Nobody could tell when that changes, so "
                "machine code could not be kept for it: read numbers, tuples, arrays and "
                "functions, and put everything else into `data`"
            )
        stand_in = ModuleType(name)
        for attribute, rest in _first_attributes(chains).items():
            if hasattr(thing, attribute):
                value = self.value(getattr(thing, attribute), f"{name}.{attribute}", rest)
                setattr(stand_in, attribute, value)
        return stand_in


class _Digest:
    """A digest of frozen functions and values: equal values give equal digests, in every
    session.

    A value is taken in as words: the first says of which kind it is, the others what it contains.
    So 1 and "1" have different digests.
    """

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        #: The functions taken in so far, numbered from 0 in this order.
        self._seen: dict[FunctionType, int] = {}

    def hex(self) -> str:
        return self._hash.hexdigest()

    def tell(self, *words: object) -> None:
        """Take in some words, each after its length: so "ab", "c" and "a", "bc" differ."""
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            self._hash.update(len(data).to_bytes(8, "little"))
            self._hash.update(data)

    def feed(self, value: Any) -> None:
        """Take in a frozen value, by its kind. The order counts where a value is of two kinds: a
        member of an IntEnum is an int, too.
        """
        if isinstance(value, FunctionType) and not _belongs_to_fixed_package(value):
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
        elif isinstance(value, int) and type(value) is int:  # not a bool, which is an int as well
            self.tell("int", hex(value))  # str refuses very long numbers
        elif isinstance(value, ATOMS):
            self.tell(type(value).__name__, repr(value))
        elif isinstance(value, tuple | list):
            field_names = getattr(value, "_fields", ())  # of a NamedTuple
            self.tell(type(value).__qualname__, *field_names)
            self.items(value)
        elif isinstance(value, dict):
            self.tell("dict")
            self.items(value.items())
        elif isinstance(value, set | frozenset):  # its order differs from session to session
            self.tell(type(value).__name__, *sorted(_digest_of(item) for item in value))
        elif isinstance(value, ModuleType):
            self.module(value)
        elif isinstance(value, MethodType):  # of a member of an Enum, or of a NamedTuple
            self.feed(value.__func__)
        else:  # something of a well-known package, by its name or, if it has none, its text
            module = getattr(value, "__module__", "")
            self.tell("known", module, getattr(value, "__qualname__", value))

    def type(self, kind: type) -> None:
        """Take in a class: an Enum by its members, a NamedTuple by its fields and their defaults,
        and any other by its name. (A rule may raise an error of the user's own class, which is of
        no package.)
        """
        if issubclass(kind, Enum):
            self.tell("enum", kind.__qualname__, *kind.__members__)
            self.items(kind.__members__.values())
        elif _is_named_tuple(kind):
            self.tell("fields", kind.__qualname__, *kind._fields)  # type: ignore[attr-defined]
            self.feed(getattr(kind, "_field_defaults", None))
        else:
            module = kind.__module__ if _belongs_to_fixed_package(kind) else ""
            self.tell("class", module, kind.__qualname__)

    def module(self, module: ModuleType) -> None:
        """Take in a module: one of a package that does not change by its name, and one made by
        ``_Copier.stand_in`` by the attributes that it was given.
        """
        if _belongs_to_fixed_package(module):
            self.tell("module", module.__name__)
        else:
            given = vars(module).keys() - EMPTY_MODULE
            self.names({name: vars(module)[name] for name in given})

    def items(self, items: Iterable[Any]) -> None:
        """Take in how many values there are, and then each."""
        items = list(items)
        self.tell(len(items))
        for item in items:
            self.feed(item)

    def names(self, values: dict[str, Any]) -> None:
        """Take in values by their names, in the order of the alphabet: their order in the dict does
        not count.
        """
        self.tell("names", *sorted(values))
        self.items(values[name] for name in sorted(values))

    def function(self, function: FunctionType) -> None:
        """Take in a frozen function: its code, its attributes, and every value that it reads.

        A function that is met again, such as one that calls itself, is taken in by its number.
        """
        if function in self._seen:
            self.tell("function met before", self._seen[function])
            return
        self._seen[function] = len(self._seen)
        self.tell("function")
        self.code(function.__code__)
        self.names(vars(function))

        read = _read_by(function.__code__)
        for name in sorted(read.of_globals):
            self.read(name, _value_of_global(function, name), read.of_globals[name])
        closed_names = function.__code__.co_freevars
        for name, cell in zip(closed_names, function.__closure__ or (), strict=True):
            value = cell.cell_contents if _is_filled(cell) else MISSING
            self.read(name, value, read.of_closure.get(name, set()))
        self.feed(function.__defaults__)
        self.feed(function.__kwdefaults__)

    def read(self, name: str, value: Any, chains: set[Chain]) -> None:
        """Take in a value that is read under this name, and the attributes that are read of it by
        these chains.

        Of most values, the attributes are part of the copy, and are taken in with it. But a known
        module, a class, an Enum's member and a NamedTuple keep all of theirs, and somebody may have
        set others since: so those that are read are taken in here.
        """
        if value is MISSING:
            self.tell("missing", name)
            return
        self.tell("name", name)
        self.feed(value)
        if not _keeps_attributes(value):
            return
        for chain in sorted(chains):
            attribute = _attribute(value, chain)
            is_missing = attribute is MISSING
            self.tell(*chain, is_missing)
            self.feed(None if is_missing else attribute)

    def code(self, code: CodeType) -> None:
        """Take in what the code does, and nothing of where it stands (its file, its lines)."""
        self.tell(
            "code", code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        )
        self.tell(code.co_code, code.co_exceptiontable)  # the second says where errors are caught
        for names in (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars):
            self.tell(len(names), *names)
        self.items(code.co_consts)


def _digest_of(value: Any) -> str:
    """The digest of one frozen value, with all that it reads."""
    digest = _Digest()
    digest.feed(value)
    return digest.hex()


def _by_name(chains: Iterable[tuple[str, Chain]]) -> dict[str, set[Chain]]:
    """For each name, all chains of attributes that are read of it, from pairs of a name and one
    chain.
    """
    collected: dict[str, set[Chain]] = {}
    for name, chain in chains:
        collected.setdefault(name, set()).add(chain)
    return collected


def _first_attributes(chains: Iterable[Chain]) -> dict[str, set[Chain]]:
    """The attributes with which chains begin, each with the rests of its chains: these are read of
    the attribute.

    >>> _first_attributes([("deep", "TAKE"), ("SIZE",), ()])
    {'deep': {('TAKE',)}, 'SIZE': {()}}
    """
    return _by_name((chain[0], chain[1:]) for chain in chains if chain)


def _attribute(value: Any, chain: Chain) -> Any:
    """The value at the end of a chain of attributes; MISSING if there is none."""
    for name in chain:
        value = getattr(value, name, MISSING)  # an attribute of MISSING is MISSING again
    return value


def _value_of_global(function: FunctionType, name: str) -> Any:
    """What a function finds under the name of a global: in its module, or among the builtins;
    otherwise MISSING.
    """
    return function.__globals__.get(name, getattr(builtins, name, MISSING))


def _is_filled(cell: CellType) -> bool:
    """Whether a variable of the function around has been given a value yet."""
    try:
        cell.cell_contents  # noqa: B018  # raises ValueError if the cell is empty
    except ValueError:
        return False
    return True


def _plain_function(value: Any) -> FunctionType | None:
    """The plain Python function that a value is, or that numba's or our own decorator was put on;
    otherwise None.

    None also for a function of a package that does not change: it need not be copied.
    """
    plain = value
    if isinstance(value, Kernel):
        plain = value.plain
    elif type(value).__module__.startswith("numba."):
        plain = getattr(value, "py_func", None)  # where numba keeps what it compiles
    if isinstance(plain, FunctionType) and not _belongs_to_fixed_package(plain):
        return plain
    return None


def _belongs_to_fixed_package(value: Any) -> bool:
    """Whether a module, function or class belongs to a package that does not change."""
    if isinstance(value, FunctionType):
        # Not by its __module__: functools.wraps sets it to that of the function inside.
        return _is_name_of_fixed_package(value.__globals__.get("__name__"))
    if isinstance(value, np.ufunc):
        # Only numpy's own: np.frompyfunc makes others, of functions of the user's.
        return getattr(np, value.__name__, None) is value
    if isinstance(value, ModuleType):
        return _is_name_of_fixed_package(value.__name__)
    return _is_name_of_fixed_package(getattr(value, "__module__", None))


def _is_name_of_fixed_package(name: Any) -> bool:
    """Whether a module's name belongs to a package that does not change; ``_heapq`` is a part of
    ``heapq``.
    """
    if not isinstance(name, str):
        return False
    package = name.partition(".")[0]
    return package.removeprefix("_") in WELL_KNOWN


def _is_named_tuple(kind: type) -> bool:
    """Whether a class is a NamedTuple."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def _keeps_attributes(value: Any) -> bool:
    """Whether a frozen value still has all its attributes, as they are today: a known module, an
    Enum's member, a class or a NamedTuple. Of any other value a copy was made, in which only those
    attributes are that are read.
    """
    return isinstance(value, Enum | type) or _is_named_tuple(type(value)) or _is_known_module(value)


def _is_known_module(value: Any) -> bool:
    """Whether a value is a module of a package that does not change."""
    return isinstance(value, ModuleType) and _belongs_to_fixed_package(value)


def _never_changes(value: Any) -> bool:
    """Whether a value stays the same as long as the program runs, so that it need not be copied."""
    if isinstance(value, Enum) or type(value) in ATOMS or isinstance(value, np.generic):
        return True
    if isinstance(value, BuiltinFunctionType):
        # The __self__ of a function of a C module is the module, or None. That of a method is an
        # object, with which what the method returns may change.
        return value.__self__ is None or _is_known_module(value.__self__)
    if isinstance(value, type):
        return (
            issubclass(value, Enum | BaseException)
            or _is_named_tuple(value)
            or _belongs_to_fixed_package(value)
        )
    if type(value).__module__.startswith("numba.core.types."):  # such as numba.int64
        return True
    return isinstance(value, KNOWN_BY_NAME) and _belongs_to_fixed_package(value)


def _described(thing: Any) -> str:
    """What kind of value something is that cannot be copied, in words, for an error."""
    if isinstance(thing, ModuleType):
        return f"the module {thing.__name__} as a whole"
    if isinstance(thing, type):
        return f"the class {thing.__name__} as a whole"
    return f"an object of the class {type(thing).__name__}"
