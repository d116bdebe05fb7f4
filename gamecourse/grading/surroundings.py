"""What a student's function may spoil for everybody: Python's own modules, the working directory, a
game it is given.

All of it is looked at after each call, and put back. So a function that sets ``builtins.min`` or
empties a game's dict harms no question but its own, and the verdict can name what it has changed.
"""

from __future__ import annotations

import builtins
import collections
import copy
import fractions
import functools
import heapq
import itertools
import math
import operator
import os
import random
import statistics
from builtins import dict, getattr, isinstance, list, set, setattr, type, vars  # noqa: UP029  # students may replace them
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType
from typing import Any

from gamelib.core import Outcome
from gamelib.partizan import Value

#: The modules that checkers, games and students share.
MODULES = (
    builtins,
    collections,
    copy,
    fractions,
    functools,
    heapq,
    itertools,
    math,
    operator,
    random,
    statistics,
)

#: The classes of the numbers, outcomes and values that checkers compare.
CLASSES = (fractions.Fraction, Outcome, Value)

#: Names that Python changes by itself: the last value of a notebook, and what a class keeps of its
#: subclasses.
OWN_TO_PYTHON = {"_", "__builtins__", "__dict__", "__weakref__", "_abc_impl", "__abstractmethods__"}

#: Builtins that a notebook replaces, which is no fault of the student's.
REPLACED = {"input", "open", "print", "breakpoint", "help", "exit", "quit"}

#: Python's own functions and types, as they were when the first checker was loaded.
OWN = {
    name: thing
    for name, thing in vars(builtins).items()
    if isinstance(thing, type | BuiltinFunctionType)
    and not name.startswith("_")
    and name not in REPLACED
}

#: A module or a class, and the things in it by their names.
Contents = tuple[Any, dict[str, Any]]


class Surroundings:
    """What is around one call: ``changes()`` says what the call has changed there, and puts it
    back.
    """

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self._process = os.getpid()
        self._folder = _folder()
        self._modules: list[Contents] = [(module, dict(vars(module))) for module in MODULES]
        games = [game for argument in arguments for game in _games(argument)]
        self._classes: list[Contents] = [
            (kind, dict(vars(kind))) for kind in {*CLASSES, *map(type, games)}
        ]
        self._collections = [
            (game, name, part, _copy_of(part))
            for game in games
            for name, part in _collections(game)
        ]
        self._attributes = [(vars(game), set(vars(game))) for game in games]

    def changes(self) -> list[str]:
        """Put back what the call has changed in modules and classes, and return the names of it,
        such as "builtins.min".

        A copy of this process, which the call has made by os.fork, ends here: it would go on with
        the check as well.
        """
        if os.getpid() != self._process:
            os._exit(0)
        changed = [
            name
            for holder, contents in (*self._modules, *self._classes)
            for name in _put_back(holder, contents)
        ]
        if self._folder is not None and _folder() != self._folder:
            with suppress(OSError):  # it may have been removed
                os.chdir(self._folder)
        return changed

    def changed_games(self) -> bool:
        """Whether a collection in a game has changed; it is put back.

        New attributes, such as the values of cached properties, are no change, but are taken away.
        """
        for attributes, names_before in self._attributes:
            for name in attributes.keys() - names_before:
                del attributes[name]
        changed = False
        for game, name, collection, before in self._collections:
            if getattr(game, name, None) is not collection or collection != before:
                changed = True
                _refill(collection, before)
                object.__setattr__(game, name, collection)  # its dataclass may be frozen
        return changed


def replaced_builtins() -> list[str]:
    """The functions and types of Python's own that a notebook has replaced, such as
    "builtins.min".
    """
    return [
        f"builtins.{name}" for name, thing in OWN.items() if vars(builtins).get(name) is not thing
    ]


def _put_back(holder: Any, before: dict[str, Any]) -> Iterator[str]:
    """Yield the names in a module or a class that stand for something else now, and put them
    back.
    """
    if vars(holder) == before:
        return
    now = dict(vars(holder))
    for name, thing in before.items():
        if name not in OWN_TO_PYTHON and now.get(name) is not thing:
            setattr(holder, name, thing)
            yield f"{holder.__name__}.{name}"


def _games(argument: Any) -> Iterator[Any]:
    """Yield a game, and the games that it is made of."""
    if is_dataclass(argument) and not isinstance(argument, type):
        yield argument
        for field in fields(argument):
            yield from _games(getattr(argument, field.name, None))


def _collections(game: Any) -> Iterator[tuple[str, Any]]:
    """Yield a game's dicts, lists and sets, each after its name; without the fields that the game
    itself changes, such as a note of how long it took: they are marked by ``compare=False``.
    """
    may_change = {field.name for field in fields(game) if not field.compare}
    for name, part in vars(game).items():
        if name not in may_change and isinstance(part, dict | list | set):
            yield name, part


def _copy_of(part: Any) -> Any:
    """A copy of a collection, and of those in its lists and dicts; a tuple stays as it is."""
    if type(part) is dict:
        return {key: _copy_of(value) for key, value in part.items()}
    if type(part) is list:
        return [_copy_of(value) for value in part]
    return set(part) if type(part) is set else part


def _refill(collection: Any, before: Any) -> None:
    """Give a collection the items again that it had before."""
    collection.clear()
    if isinstance(collection, list):
        collection.extend(before)
    else:
        collection.update(before)


def _folder() -> str | None:
    """The current folder; None if there is none any more."""
    try:
        return os.getcwd()
    except OSError:  # it has been removed
        return None
