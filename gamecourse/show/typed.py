"""A game as it is typed in a terminal: its name and its arguments. Only plain values are read, nothing is evaluated."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from gamefast import Ending
from gamelib import adapters, ask, games

#: Makers of games: those of the package, those of games of games, and OpenSpiel's, loaded when it is asked for.
ADAPTERS = ("Alternating", "Extensive", "Misere", "Quotient", "Sum")
GAMES = games.GAMES | {"Ending": Ending}
KNOWN = (*sorted(GAMES), "SpielGame")

#: "name", "module:name" or "path/to/file.py:name", and what comes after it.
TYPED = re.compile(r"\s*(?:(?P<where>[^\s(][^('\"{\[]*?):)?(?P<name>[A-Za-z_]\w*)(?P<rest>(?:[\s(].*)?)", re.DOTALL)
KEYWORD = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


class Refusal(Exception):
    """What is wrong with the input, in one line."""


def typed_value(text: str) -> Any:
    """A number, a string, a tuple and the like, as Python writes it; any other text stands for itself.

    >>> typed_value("(3, 4, 5)"), typed_value("X...O...X")
    ((3, 4, 5), 'X...O...X')
    """
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text


def typed_game(words: Sequence[str]) -> Any:
    """The game that is meant; raises Refusal, in a sentence, for what is none.

    Either like an expression, ``Matches(15, takes=(1, 3, 4))``, or word by word, ``Matches 15 takes=(1,3,4)``; a word
    that is no plain value is a string. A game of one's own: ``module:Class`` or ``path/to/file.py:Class``.

    >>> typed_game(["Matches(15, takes=(1, 3, 4))"]) == typed_game(["Matches", "15", "takes=(1,3,4)"])
    True
    >>> typed_game(["Misere(Matches(15))"])
    Misere(game=Matches(n=15, takes=(1, 2, 3)))
    """
    found = TYPED.fullmatch(words[0]) if words else None
    if found is None:
        raise Refusal(f"{' '.join(words)!r} is not the name of a game: the package has {', '.join(KNOWN)}")
    make, rest = _maker(found["where"], found["name"]), found["rest"]
    if rest.startswith("("):
        positional, named = _call_arguments(found["name"] + " ".join([rest, *words[1:]]))
    else:
        positional, named = [], {}
        for word in [rest.strip()] * bool(rest.strip()) + list(words[1:]):
            if keyword := KEYWORD.fullmatch(word):
                named[keyword[1]] = typed_value(keyword[2])
            else:
                positional.append(typed_value(word))
    game = _made(found["name"], make, positional, named)
    try:
        return ask.any_game(game)
    except TypeError as error:
        raise Refusal(str(error)) from None


def _call_arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call, which must be plain values, or games of the package."""
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise Refusal(f"{text!r} cannot be read: write it as Matches(15, takes=(1, 3, 4))") from None
    if not isinstance(call, ast.Call):
        raise Refusal(f"{text!r} is more than a name and its arguments: write it as Matches(15, takes=(1, 3, 4))")
    named = {keyword.arg: _argument(keyword.value) for keyword in call.keywords if keyword.arg is not None}
    if len(named) < len(call.keywords):
        raise Refusal(f"{text!r}: write the arguments out, without **")
    return [_argument(argument) for argument in call.args], named


def _argument(node: ast.expr) -> Any:
    """A plain value, or a game of the package made of such."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _made(node.func.id, _maker(None, node.func.id), *_call_arguments(ast.unparse(node)))
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        raise Refusal(f"{ast.unparse(node)!r} is not a plain value: give numbers, strings, tuples, dicts") from None


def _made(name: str, make: Any, positional: list[Any], named: dict[str, Any]) -> Any:
    """What is made with these arguments; a game that is there already is taken as it is."""
    if not callable(make) or (not isinstance(make, type) and hasattr(make, "start")):
        if positional or named:
            raise Refusal(f"{name} is there already and takes no arguments")
        return make
    signature = inspect.signature(make)
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        parts = [
            part.name if part.default is part.empty else f"{part.name}={part.default!r}"
            for part in signature.parameters.values()
        ]
        raise Refusal(f"{name}: {error}; it is made as {name}({', '.join(parts)})") from None
    try:
        return make(*positional, **named)
    except (ValueError, TypeError, ModuleNotFoundError) as error:
        if getattr(make, "__module__", "").startswith(("gamelib.", "gamefast.")):
            raise Refusal(" ".join(str(error).split())) from None
        raise


def _maker(where: str | None, name: str) -> Any:
    """What makes a game: of the package by its name, or of a module or a file."""
    if where is None:
        if name == "SpielGame":
            return importlib.import_module("gamefast.spiel").SpielGame
        if name in GAMES:
            return GAMES[name]
        if name in ADAPTERS:
            return getattr(adapters, name)
        by_small = {known.lower(): known for known in KNOWN}
        near = [by_small[small] for small in get_close_matches(name.lower(), by_small, 1)]
        meant = f"did you mean {near[0]}? " if near else ""
        raise Refusal(f"there is no game {name}: {meant}The package has {', '.join(KNOWN)}; your own is file.py:{name}")
    module = _file(Path(where)) if where.endswith(".py") else _module(where)
    if not hasattr(module, name):
        own = [
            key for key, kind in vars(module).items() if isinstance(kind, type) and kind.__module__ == module.__name__
        ]
        raise Refusal(f"{where} has no {name}: {'its classes are ' + ', '.join(own) if own else 'it has no classes'}")
    return getattr(module, name)


def _module(name: str) -> Any:
    """A module that can be imported from the current folder."""
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise Refusal(f"{name} cannot be loaded: {error}") from None
        raise Refusal(
            f"there is no module {name} here: give its name, or the path of a file that ends in .py"
        ) from None
    except SyntaxError as error:
        raise Refusal(f"{name} cannot be loaded: line {error.lineno}: {error.msg}") from None


def _file(path: Path) -> Any:
    """A module by the path of its file; it may import what lies beside it."""
    if not path.is_file():
        raise Refusal(f"there is no file {path}")
    if str(path.parent.resolve()) not in sys.path:
        sys.path.insert(0, str(path.parent.resolve()))
    name = f"{path.stem} of yours" if path.stem in sys.modules else path.stem
    try:
        return _executed(name, path)
    except ModuleNotFoundError as error:
        raise Refusal(f"{path} cannot be loaded: {error}") from None
    except (SyntaxError, UnicodeDecodeError) as error:
        line = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else "it is not a text file"
        raise Refusal(f"{path} cannot be loaded: {line}") from None


def _executed(name: str, path: Path) -> Any:
    """The module of a file, which stays among those that are loaded unless it stops."""
    spec: Any = spec_from_file_location(name, path)
    module = sys.modules[name] = module_from_spec(spec)  # dataclasses look for their module there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
