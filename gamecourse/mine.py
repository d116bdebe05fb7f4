"""A solver of your own: functions that a student has written, kept in ``mine.py`` beside the
notebooks.

A button below a right answer keeps the function. A later exercise takes it from ``mine.py``, or
ours if none is kept:

    settle = own("settle", settle)
"""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import linecache
import os
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

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
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)
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


def keep(name: str, function: FunctionType) -> str:
    """Write a function into ``mine.py`` under this name, with everything that it uses; an older
    version is replaced.

    Returns a sentence that says what has been done.

    Raises
    ------
    NotKept
        If the source of the function is not known, or if it uses something that cannot be written
        down.
    """
    # The engine writes the file. Exercises read `mine.py` where it is not installed, too.
    from gamefast.storage.npz import replacing

    source = "\n\n\n".join(_sources(function))
    if function.__name__ != name:
        source += f"\n\n\n{name} = {function.__name__}"
    try:
        exec(compile(source, NAME, "exec"), {"__name__": "mine"})
    except Exception as error:
        raise NotKept(f"alone in a file it stops with {type(error).__name__}: {error}") from None
    path = place()
    text = path.read_text(encoding="utf-8") if path.is_file() else HEAD
    part = PART.format(name=name, source=source)
    # A pattern of this part with any source: \0 holds its place while the rest is escaped.
    any_source = re.escape(PART.format(name=name, source="\0")).replace("\0", ".*?")
    text, count = re.subn(any_source, lambda _: part, text, flags=re.DOTALL)
    if count == 0:
        text = f"{text.rstrip()}\n\n\n{part}"
    with replacing(path) as file:
        file.write(text.encode())
    return f"{'Replaced' if count else 'Kept'}: {name} in {path.name}."


def _sources(function: FunctionType) -> Iterator[str]:
    """Yield the parts of a file that holds a function: imports, simple values and classes, other
    functions of the notebook, and at last the function itself.
    """
    parts = _Parts(seen={function.__name__}, defined={function.__name__: function})
    parts.add_names_of(function)
    if parts.imports:
        yield "\n".join(sorted(parts.imports))
    if parts.values:
        yield "\n".join(parts.values)
    yield from parts.functions
    yield _source(function)


@dataclass
class _Parts:
    """What a function uses, as lines of Python."""

    seen: set[str]  # the names that need no further look
    defined: dict[str, Any]  # functions and classes of the notebook, by the names they define
    imports: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)  # simple values, and classes
    functions: list[str] = field(default_factory=list)

    def add_names_of(self, function: FunctionType) -> None:
        """Add everything that a function uses, each name once."""
        for name in sorted(_names(function.__code__) - self.seen):
            self.seen.add(name)
            if name not in function.__globals__:
                raise NotKept(f"it uses {name}, which is no longer defined")
            self._add(name, function.__globals__[name])

    def _add(self, name: str, thing: Any) -> None:
        """Add a thing that a function uses under this name."""
        if isinstance(thing, ModuleType):
            self.imports.append(_import(thing.__name__, name))
        elif not hasattr(thing, "__qualname__"):  # neither a function nor a class: a value
            self.values.append(f"{name} = {_literal(name, thing)}")
        elif thing.__module__ == "mine":
            self._add_from_mine(name, thing)
        elif thing.__module__ not in ("__main__", "builtins", None):
            self.imports.append(f"from {thing.__module__} {_import(thing.__qualname__, name)}")
        elif inspect.isfunction(thing):
            self.add_names_of(thing)  # first, so that they stand above it
            self._define(name, thing, self.functions)
        elif inspect.isclass(thing):
            self._add_class(name, thing)
        else:
            self.values.append(f"{name} = {_literal(name, thing)}")

    def _add_from_mine(self, name: str, thing: Any) -> None:
        """See that a function or a class of ``mine.py`` is used under the name that it has there."""
        names = getattr(thing, "__globals__", {thing.__name__: thing})
        if names.get(name) is not thing:
            raise NotKept(f"it uses {thing.__name__} of mine.py under another name, {name}")

    def _define(self, name: str, thing: Any, lines: list[str]) -> None:
        """Add the source of a function or a class, once, and then the name under which it is used,
        if that is another.
        """
        own_name = name if thing.__name__ == "<lambda>" else thing.__name__
        if own_name not in self.defined:
            self.defined[own_name] = thing
            lines.append(_source(thing))
        elif self.defined[own_name] is not thing:
            raise NotKept(f"it uses {name}, and something else that is defined as {own_name}, too")
        if own_name != name:
            lines.append(f"{name} = {own_name}")

    def _add_class(self, name: str, thing: type) -> None:
        """Add a class of the notebook, after those that it inherits from and what its methods use."""
        for base in thing.__bases__:
            if base.__module__ != "builtins" and base.__name__ not in self.seen:
                self.seen.add(base.__name__)
                self._add(base.__name__, base)
        for method in filter(inspect.isfunction, vars(thing).values()):
            self.add_names_of(method)
        self._define(
            name, thing, self.values
        )  # among the values, so that it stands above functions


def _import(known_as: str, name: str) -> str:
    """An import under a name: ``import numpy as np``."""
    return f"import {name}" if known_as == name else f"import {known_as} as {name}"


def _source(thing: Any) -> str:
    """The source of a function, or of a class with a method: Python itself does not find the
    classes of a notebook.
    """
    try:
        if not inspect.isclass(thing):
            return textwrap.dedent(inspect.getsource(thing)).rstrip()
        methods = [method for method in vars(thing).values() if inspect.isfunction(method)]
        cell = "".join(linecache.getlines(methods[0].__code__.co_filename))
        (definition,) = (
            node for node in ast.parse(cell).body if getattr(node, "name", "") == thing.__name__
        )
        decorators = definition.decorator_list  # type: ignore[attr-defined]
        first = min(node.lineno for node in (definition, *decorators))
        return "\n".join(cell.splitlines()[first - 1 : definition.end_lineno])
    except (OSError, TypeError, IndexError, ValueError):
        raise NotKept(f"the source of {thing.__name__} is not known: run its cell again") from None


def _literal(name: str, value: Any) -> str:
    """A simple value as Python writes it; raises NotKept if it cannot be written down."""
    with suppress(ValueError, SyntaxError):
        if ast.literal_eval(repr(value)) == value:
            return repr(value)
    raise NotKept(
        f"it uses {name}, {type(value).__name__}, of the notebook: let the function get it as an "
        "argument"
    )


def _names(code: CodeType) -> set[str]:
    """The names that a function, or a function inside it, looks up outside."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):  # a function inside it
            names |= _names(constant)
    return names - vars(builtins).keys()
