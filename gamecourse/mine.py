"""A solver of your own: functions that a student has written, kept in ``mine.py`` beside the
notebooks.

A button below a right answer keeps the function. A later exercise takes it from ``mine.py``, or
ours if none is kept:

    settle = own("settle", settle)
"""

from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import os
import re
import symtable
import textwrap
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from gamecourse.files import put

Function = TypeVar("Function", bound=Callable[..., Any])

#: The statement that defines a function or a class.
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

#: If this environment variable is set, because answers are marked, our own functions are used.
OURS = "GAMECOURSE_OURS"
#: The name of the student's file, and its first line.
NAME = "mine.py"
HEAD = '"""Functions of mine, from the exercises of the course: my own solver of games."""\n'
#: A function in the file, between two lines that mark it.
PART = "# ---- {name} ----\n{source}\n# ---- end of {name} ----\n"


class NotKept(ValueError):
    """Raised with the reason why a function cannot be kept in a file."""


def own(name: str, ours: Function) -> Function:
    """The function of this name in ``mine.py``, or ``ours`` if there is none.

    Parameters
    ----------
    name
        The name of the function in ``mine.py``.
    ours
        A function of ours that does the same.

    Returns
    -------
    callable
        Your function, or ours. If it is yours, a printed line says so.

    Raises
    ------
    NotKept
        If ``mine.py`` exists and cannot be run.

    Examples
    --------
    >>> own("nothing_of_this_name", len) is len
    True
    """
    path = place()
    if OURS in os.environ or not path.is_file():
        return ours
    names: dict[str, Any] = {"__name__": "mine"}
    try:
        text = path.read_text(encoding="utf-8")
        exec(compile(text, str(path), "exec", dont_inherit=True), names)
    except Exception as error:
        # The line of a SyntaxError, or the line that was running.
        line = getattr(error, "lineno", None) or inspect.trace()[-1].lineno
        raise NotKept(
            f"{path}, line {line}: {type(error).__name__}: {error}. Repair the file, or remove it."
        ) from None
    function: Any = names.get(name)
    if not callable(function):
        return ours
    print(f"{name} is yours, from {path.name}")
    return function  # type: ignore[no-any-return]


def place() -> Path:
    """Where ``mine.py`` is, or will be: in the folder of the course, which is the current folder of
    a lecture, and contains the current folder of an exercise.
    """
    current = Path.cwd()
    course = current.parent if current.name == "exercises" else current
    return course / NAME


def keep(name: str, function: Callable[..., Any]) -> str:
    """Write a function into ``mine.py`` under this name, with everything that it uses; an older
    version is replaced.

    Returns a sentence that says what has been done.

    Raises
    ------
    NotKept
        If the source of the function is not known, or if it uses something that cannot be written
        down.
    """
    path = place()
    text = path.read_text(encoding="utf-8") if path.is_file() else HEAD
    new_text = kept_text(text, name, function)
    put(path, new_text.encode())
    is_new = _part_pattern(name).search(text) is None
    return f"{'Kept' if is_new else 'Replaced'}: {name} in {path.name}."


def kept_text(text: str, name: str, function: Callable[..., Any]) -> str:
    """The text of ``mine.py`` with a function under this name; raises NotKept as ``keep`` does.

    Parameters
    ----------
    text
        The text of the file so far; ``HEAD`` for a new file.
    name
        The name of the function in the file.
    function
        The function, as a notebook has defined it.
    """
    source = _source_with_all_it_uses(name, function)
    try:
        exec(compile(source, NAME, "exec", dont_inherit=True), {"__name__": "mine"})
    except Exception as error:
        raise NotKept(f"alone in a file it stops with {type(error).__name__}: {error}") from None
    pattern = _part_pattern(name)
    _refuse_other_meanings(source, pattern.sub("", text))
    part = PART.format(name=name, source=source)
    text, count = pattern.subn(lambda _: part, text)
    return text if count else f"{text.rstrip()}\n\n\n{part}"


def _part_pattern(name: str) -> re.Pattern[str]:
    """The pattern of the part of the file that holds the function of this name, in any version."""
    # \0 holds the place of the source while the rest is escaped.
    any_source = re.escape(PART.format(name=name, source="\0")).replace("\0", ".*?")
    return re.compile(any_source, re.DOTALL)


def _refuse_other_meanings(source: str, others: str) -> None:
    """Refuse a source that gives another meaning to a name of the other parts of the file."""
    try:
        taken = _meanings(others)
    except SyntaxError as error:
        raise NotKept(
            f"{NAME}, line {error.lineno}, is not Python: repair the file first"
        ) from None
    for name, meanings in _meanings(source).items():
        if taken[name] - meanings:
            raise NotKept(f"{NAME} has another {name} already: give yours another name")


def _meanings(text: str) -> defaultdict[str, set[str]]:
    """What the names of a file stand for: the statements that define each of them, as text."""
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for statement in ast.parse(text).body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                meanings[statement.name].add(ast.unparse(statement))
            case ast.Assign(targets=[ast.Name(name)]):
                meanings[name].add(ast.unparse(statement))
            case ast.Import() | ast.ImportFrom():
                for alias in statement.names:
                    only = type(statement)(**{**vars(statement), "names": [alias]})
                    meanings[alias.asname or alias.name].add(ast.unparse(only))
    return meanings


def _source_with_all_it_uses(name: str, function: Callable[..., Any]) -> str:
    """A file that defines a function under this name: imports, simple values, and the definitions
    of what it uses, each below those that it uses itself.
    """
    used = _Used(name, function)
    imports: list[str] = []
    values: list[str] = []
    definitions: list[str] = []
    for known_as, thing in used.in_order:
        if isinstance(thing, ModuleType):
            imports.append(_import(thing.__name__, known_as))
        elif used.is_defined_here(thing):
            definitions += used.definition(known_as, thing)
        elif not hasattr(thing, "__qualname__"):  # neither a function nor a class: a value
            values.append(f"{known_as} = {_literal(known_as, thing)}")
        elif thing.__module__ == "mine":
            _require_same_name(known_as, thing)  # it is in the file already
        elif _is_builtin(thing):
            values.append(f"{known_as} = {thing.__name__}")
        elif thing.__module__ in ("__main__", "builtins", None):
            values.append(f"{known_as} = {_literal(known_as, thing)}")
        else:
            imports.append(f"from {thing.__module__} {_import(thing.__qualname__, known_as)}")
    parts = ["\n".join(sorted(imports)), "\n".join(values), *definitions]
    return "\n\n\n".join(filter(None, parts))


class _Used:
    """The names that a function uses in its notebook, and those that these use in turn.

    A name in the file must stand for the same thing as in the notebook. So a function is written
    under the name by which it is used, which need not be the name behind its ``def``: after
    ``earlier = wins`` there may be another ``wins``.
    """

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self._function = function
        self._notebook: dict[str, Any] = inspect.unwrap(function).__globals__
        self._things: dict[str, Any] = {}
        self._names_in_file: dict[int, str] = {}  # by the identity of what is defined already
        #: each name with what it stands for, below everything that this uses
        self.in_order: list[tuple[str, Any]] = []
        self._add(name, function)

    def _add(self, name: str, thing: Any) -> None:
        """Add a name that stands for a thing, after the names that the thing uses."""
        if name in self._things:
            if self._things[name] is not thing:
                raise NotKept(
                    f"it uses another function of the name {name}: give that another name"
                )
            return
        self._things[name] = thing
        if self.is_defined_here(thing):
            for used in sorted(_global_names(_source(name, thing))):
                if used in self._notebook:
                    self._add(used, self._notebook[used])
                elif used not in vars(builtins):
                    raise NotKept(f"it uses {used}, which is no longer defined")
            if inspect.isclass(thing):
                self._refuse_older_bases(thing)
        self.in_order.append((name, thing))

    def is_defined_here(self, thing: Any) -> bool:
        """Whether it is a function or a class of the notebook, and so has to be written down."""
        if thing is self._function:
            return True
        is_definition = inspect.isclass(thing) or inspect.isfunction(inspect.unwrap(thing))
        return is_definition and thing.__module__ == "__main__"

    def _refuse_older_bases(self, thing: type) -> None:
        """Refuse a class that inherits from one whose name stands for something else by now."""
        for base in thing.__bases__:
            if base.__module__ == "__main__" and self._notebook.get(base.__name__) is not base:
                raise NotKept(
                    f"{thing.__name__} was made of an older {base.__name__}: run it again"
                )

    def definition(self, name: str, thing: Any) -> list[str]:
        """The lines that define a thing under this name: its source, unless it stands above under
        another name.
        """
        lines = []
        if id(thing) not in self._names_in_file:
            own_name = inspect.unwrap(thing).__name__
            name_in_file = own_name if self._things.get(own_name) is thing else name
            self._names_in_file[id(thing)] = name_in_file
            lines.append(_source(name_in_file, thing))
        if self._names_in_file[id(thing)] != name:
            lines.append(f"{name} = {self._names_in_file[id(thing)]}")
        return lines


def _is_builtin(thing: Any) -> bool:
    """Whether it is one of Python's own functions or types, such as ``max`` or ``list``."""
    return vars(builtins).get(thing.__name__) is thing


def _require_same_name(name: str, thing: Any) -> None:
    """See that a function or a class of ``mine.py`` is used under the name that it has there."""
    names = getattr(inspect.unwrap(thing), "__globals__", {thing.__name__: thing})
    if names.get(name) is not thing:
        raise NotKept(f"it uses {thing.__name__} of mine.py under another name, {name}")


def _import(known_as: str, name: str) -> str:
    """An import under a name: ``import numpy as np``."""
    return f"import {name}" if known_as == name else f"import {known_as} as {name}"


def _source(name: str, thing: Any) -> str:
    """The source of a function or a class of a notebook, so that it defines this name."""
    try:
        cell, node = _place_of_definition(thing)
    except (SyntaxError, ValueError):
        if inspect.isclass(thing):
            needed = "give it a method, and run its cell again"
            raise NotKept(f"the source of the class {name} is not known: {needed}") from None
        raise NotKept(f"the source of {name} is not known: run its cell again") from None
    if not inspect.isclass(thing):
        _refuse_hidden_parts(name, thing, len(getattr(node, "decorator_list", ())))
    if isinstance(node, ast.Lambda):
        return f"{name} = ({ast.get_source_segment(cell, node)})"
    lines = cell.splitlines()
    definition = re.compile(rf"((?:async\s+)?(?:def|class)\s+){node.name}\b")
    lines[node.lineno - 1] = definition.sub(rf"\g<1>{name}", lines[node.lineno - 1], count=1)
    return textwrap.dedent("\n".join(lines[_first_line(node) - 1 : node.end_lineno])).rstrip()


def _place_of_definition(thing: Any) -> tuple[str, Definition | ast.Lambda]:
    """The text of the cell that defines a function or a class, and the statement in it; raises
    ValueError if there is no such statement, or more than one.
    """
    if inspect.isclass(thing):
        return _place_of_class(thing)
    code = inspect.unwrap(thing).__code__
    cell = "".join(linecache.getlines(code.co_filename))
    (found,) = (
        node
        for node in ast.walk(ast.parse(cell))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        and getattr(node, "name", "<lambda>") == code.co_name
        and _first_line(node) == code.co_firstlineno
    )
    return cell, found


def _place_of_class(thing: type) -> tuple[str, ast.ClassDef]:
    """The text of the cell that defines a class, and the statement in it; raises ValueError if it
    is not known.

    Python itself does not find the classes of a notebook, but their methods say where they are.
    Methods that a decorator has added come from other files.
    """
    methods = filter(inspect.isfunction, vars(thing).values())
    cells = [
        "".join(linecache.getlines(file)) for file in {m.__code__.co_filename for m in methods}
    ]
    (found,) = (
        (cell, node)
        for cell in cells
        for node in ast.parse(cell).body
        if isinstance(node, ast.ClassDef) and node.name == thing.__name__
    )
    return found


def _first_line(node: Definition | ast.Lambda) -> int:
    """The number of the first line of a definition, which may be that of a decorator."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min(part.lineno for part in (node, *decorators))


def _refuse_hidden_parts(name: str, function: Any, decorators: int) -> None:
    """Refuse a function that is more than its definition says: one that was made inside another
    function, or was wrapped later, as by ``wins = cache(wins)``.
    """
    if inspect.unwrap(function).__closure__:
        raise NotKept(f"{name} is made inside another function, whose names it uses")
    layers = 0
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
        layers += 1
    if layers > decorators:
        raise NotKept(
            f"{name} was wrapped after its definition: write a decorator above it instead"
        )


def _literal(name: str, value: Any) -> str:
    """A simple value as Python writes it; raises NotKept if it cannot be written down."""
    with suppress(ValueError, SyntaxError):
        if ast.literal_eval(repr(value)) == value:
            return repr(value)
    raise NotKept(
        f"it uses {name}, {type(value).__name__}, of the notebook: let the function get it as an "
        "argument"
    )


def _global_names(source: str) -> set[str]:
    """The names that a definition looks up outside: in its decorators, its default values and its
    body.
    """
    return {
        symbol.get_name()
        for table in _tables(symtable.symtable(source, NAME, "exec"))
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module")
    }


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """Yield the table of names of a piece of code, and those of all functions and classes in it."""
    yield table
    for inner in table.get_children():
        yield from _tables(inner)
