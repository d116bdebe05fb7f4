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
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: If this is set, because answers are marked, our own functions are used.
OURS = "GAMECOURSE_OURS"
NAME = "mine.py"
HEAD = '"""Functions of mine, from the exercises of the course: my own solver of games."""\n'
#: The two lines around a function in the file.
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
        line = getattr(error, "lineno", None) or inspect.trace()[-1].lineno
        raise NotKept(
            f"{path}, line {line}: {type(error).__name__}: {error}. Repair the file, or remove it."
        ) from None
    found = names.get(name)
    if not callable(found):
        return ours
    print(f"{name} is yours, from {path.name}")
    return found  # type: ignore[no-any-return]


def place() -> Path:
    """Where ``mine.py`` is, or will be: in the folder of the course, which contains the folder of
    the exercises.
    """
    here = Path.cwd()
    return (here.parent if here.name == "exercises" else here) / NAME


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
    there = re.compile(
        re.escape(PART.format(name=name, source="\0")).replace("\0", ".*?"), re.DOTALL
    )
    replaced, found = there.subn(lambda _: part, text)
    text = replaced if found else f"{text.rstrip()}\n\n\n{part}"
    with replacing(path) as file:
        file.write(text.encode())
    return f"{'Replaced' if found else 'Kept'}: {name} in {path.name}."


def _sources(function: FunctionType) -> Iterator[str]:
    """The source of a function, after what it uses: imports, simple values, and other functions of
    the notebook.
    """
    imports, values, functions, seen = list[str](), list[str](), list[str](), {function.__name__}

    def note(this: FunctionType) -> None:
        """Note what a function uses, each name once."""
        for name in sorted(_names(this.__code__) - seen):
            seen.add(name)
            if name not in this.__globals__:
                raise NotKept(f"it uses {name}, which is no longer defined")
            thing = this.__globals__[name]
            if getattr(thing, "__module__", "") == "mine" and thing.__globals__.get(name) is thing:
                continue  # its own name is there already, and may be kept again
            if isinstance(thing, ModuleType):
                imports.append(
                    f"import {thing.__name__} as {name}"
                    if thing.__name__ != name
                    else f"import {name}"
                )
            elif getattr(thing, "__module__", "__main__") not in ("__main__", "builtins", None):
                known = getattr(thing, "__qualname__", name)
                imports.append(
                    f"from {thing.__module__} import {known}"
                    + (f" as {name}" if known != name else "")
                )
            elif inspect.isfunction(thing):
                note(thing)
                functions.append(_source(thing))
            elif inspect.isclass(thing):
                for method in filter(inspect.isfunction, vars(thing).values()):
                    note(method)
                values.append(_source(thing))
            else:
                values.append(f"{name} = {_written(name, thing)}")

    note(function)
    yield from filter(
        None, ["\n".join(sorted(imports)), "\n".join(values), *functions, _source(function)]
    )


def _source(thing: Any) -> str:
    """The source of a function, or of a class with a method: Python itself does not find the
    classes of a notebook.
    """
    methods = [method for method in vars(thing).values() if inspect.isfunction(method)]
    try:
        if not inspect.isclass(thing):
            return textwrap.dedent(inspect.getsource(thing)).rstrip()
        cell = "".join(linecache.getlines(methods[0].__code__.co_filename))
        (found,) = (
            node for node in ast.parse(cell).body if getattr(node, "name", "") == thing.__name__
        )
        first = min([found.lineno, *(one.lineno for one in found.decorator_list)])  # type: ignore[attr-defined]
        return "\n".join(cell.splitlines()[first - 1 : found.end_lineno])
    except (OSError, TypeError, IndexError, ValueError):
        raise NotKept(f"the source of {thing.__name__} is not known: run its cell again") from None


def _written(name: str, value: Any) -> str:
    """A simple value as Python writes it."""
    with suppress(ValueError, SyntaxError):
        if ast.literal_eval(repr(value)) == value:
            return repr(value)
    raise NotKept(
        f"it uses {name}, {type(value).__name__}, of the notebook: let the function get it as an "
        "argument"
    )


def _names(code: CodeType) -> set[str]:
    """The names that a function, or a function inside it, looks up outside."""
    found = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return found.union(*inner) - vars(builtins).keys()
