"""A game typed in a terminal, as its name and its arguments. Only plain values are read; nothing is
evaluated.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

import gamefast
from gamecourse.command import Refusal
from gamefast import ask
from gamelib import adapters, games
from gamelib.diagnose import is_partizan

#: Every game of the packages by its name; OpenSpiel's games are loaded only when they are asked
#: for.
GAMES = games.GAMES | games.PARTIZAN_GAMES | {"Ending": gamefast.Ending}
KNOWN = (*sorted(GAMES), "SpielGame")

#: "name", "module:name" or "path/to/file.py:name", and what comes after it: arguments in brackets,
#: or words.
NAME_AND_REST = re.compile(
    r"""\s*
    (?: (?P<where> [^\s(] [^('"{\[]*? ) : )?
    (?P<name> [A-Za-z_]\w* )
    (?P<rest> (?: [\s(] .* )? )""",
    re.DOTALL | re.VERBOSE,
)
AS_WRITTEN = "write it as Matches(15, takes=(1, 3, 4))"

#: Among so many positions, the start first, one is looked for that is printed as it was typed.
MOST_LOOKED_AT = 20_000


def parse_value(text: str) -> Any:
    """Return a number, a string, a tuple or the like from its text in Python; any other text stands
    for itself.

    >>> parse_value("(3, 4, 5)"), parse_value("X...O...X")
    ((3, 4, 5), 'X...O...X')
    """
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text


def parse_position(game: Any, text: str) -> Any:
    """Return the position that is meant: a plain value, or one that Python prints as this text.

    >>> parse_position(games.Nim((3, 4, 5)), "(1,4,5)")
    (1, 4, 5)
    """
    value = parse_value(text)
    start = ask.position(game)
    if isinstance(value, type(start)):
        return value
    row = {start}  # the positions after 0, 1, 2, ... moves
    seen = set[Any]()  # those after fewer
    while row and len(seen) < MOST_LOOKED_AT:
        for position in row:
            if position == value or repr(position) == text.strip():
                return position
        seen |= row
        row = {option for position in row for _, option in ask.steps(game, position)} - seen
    return value


def parse_game(words: Sequence[str]) -> Any:
    """Return the game that is meant; raise Refusal, with a sentence, if the words mean none.

    Write it as an expression, ``Matches(15, takes=(1, 3, 4))``, or word by word, ``Matches 15
    takes=(1,3,4)``; a word that is not a plain value is a string. Name a game of your own as
    ``module:Class`` or ``path/to/file.py:Class``.

    >>> parse_game(["Matches(15, takes=(1, 3, 4))"]) == parse_game(["Matches", "15", "takes=(1,3,4)"])
    True
    >>> parse_game(["Misere(Matches(15))"])
    Misere(game=Matches(n=15, takes=(1, 2, 3)))

    In a partizan game the two players take turns, and Left begins.

    >>> parse_game(["Domineering", "4", "4"])
    NormalPlay(game=Domineering(rows=4, columns=4), first='left')
    """
    parts = NAME_AND_REST.fullmatch(words[0]) if words else None
    if words and words[0].endswith(".py"):
        _maker(words[0], "")  # refuses a file alone, and tells which games it has
    if parts is None:
        raise Refusal(
            f"{' '.join(words)!r} is not the name of a game: the package has {', '.join(KNOWN)}"
        )
    name, rest = parts["name"], parts["rest"]
    make = _maker(parts["where"], name)
    if rest.startswith("("):
        positional, named = _call_arguments(name + " ".join([rest, *words[1:]]))
    else:
        positional, named = _word_arguments([rest.strip(), *words[1:]])
    game = _make_game(name, make, positional, named)
    return ask.any_game(adapters.NormalPlay(game) if is_partizan(game) else game)


def _word_arguments(words: Sequence[str]) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments that are typed word by word, ``15 takes=(1,3,4)``."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name.isidentifier():
            named[name] = parse_value(value)
        elif word:
            positional.append(parse_value(word))
    return positional, named


def _call_arguments(text: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments of a call, which must be plain values or games of the package."""
    try:
        call = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise Refusal(f"{text!r} cannot be read: {AS_WRITTEN}") from None
    if not isinstance(call, ast.Call):
        raise Refusal(f"{text!r} is more than a name and its arguments: {AS_WRITTEN}")
    named = {
        keyword.arg: _argument(keyword.value)
        for keyword in call.keywords
        if keyword.arg is not None
    }
    if len(named) < len(call.keywords):
        raise Refusal(f"{text!r}: write the arguments out, without **")
    return [_argument(argument) for argument in call.args], named


def _argument(node: ast.expr) -> Any:
    """Return a plain value, or a game of the package made from plain values."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _make_game(
            node.func.id, _maker(None, node.func.id), *_call_arguments(ast.unparse(node))
        )
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        raise Refusal(
            f"{ast.unparse(node)!r} is not a plain value: give numbers, strings, tuples, dicts"
        ) from None


def _make_game(name: str, make: Any, positional: list[Any], named: dict[str, Any]) -> Any:
    """Return what ``make`` makes of these arguments; a game that exists already is returned as it
    is.
    """
    is_made_game = not isinstance(make, type) and hasattr(make, "start")
    if is_made_game or not callable(make):
        if positional or named:
            raise Refusal(f"{name} is there already and takes no arguments")
        return make
    signature = inspect.signature(make)
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        bare = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        without_types = signature.replace(parameters=bare, return_annotation=signature.empty)
        raise Refusal(f"{name}: {error}; it is made as {name}{without_types}") from None
    return make(*positional, **named)


def _maker(where: str | None, name: str) -> Any:
    """Return what makes a game: a class of the packages by its name, or something in a module or a
    file.
    """
    if where is not None:
        names = _load(where)
        if name not in names:
            raise _not_in_a_module(where, name, names)
        return names[name]
    if name == "SpielGame":
        return importlib.import_module("gamefast.spiel").SpielGame
    makers = {key: kind for key, kind in vars(adapters).items() if hasattr(kind, "start")} | GAMES
    if name not in makers:
        by_lower_case = {known.lower(): known for known in KNOWN}
        near = get_close_matches(name.lower(), by_lower_case, 1)
        meant = f"did you mean {by_lower_case[near[0]]}? " if near else ""
        raise Refusal(
            f"there is no game {name}: {meant}The package has {', '.join(KNOWN)}; your own is "
            f"file.py:{name}"
        )
    return makers[name]


def _not_in_a_module(where: str, name: str, names: dict[str, Any]) -> Refusal:
    """Return the error for a name that a module or a file does not have, or for a file alone."""
    classes = [
        key
        for key, kind in names.items()
        if isinstance(kind, type) and kind.__module__ == names["__name__"]
    ]
    if not name:
        games = [f"{where}:{key}" for key in classes if hasattr(names[key], "start")]
        return Refusal(f"{where} is a file: give {' or '.join(games or [f'{where}:Class'])}")
    if not classes:
        return Refusal(f"{where} has no {name}: it has no classes")
    return Refusal(f"{where} has no {name}: its classes are {', '.join(classes)}")


def _load(where: str) -> dict[str, Any]:
    """Return what a module or a .py file holds; either may import what lies beside it."""
    path = Path(where)
    is_file = path.suffix == ".py"
    if is_file and not path.is_file():
        raise Refusal(f"there is no file {path}")
    folder = str(path.parent.resolve() if is_file else Path.cwd())
    if folder not in sys.path:
        # The folder comes first, unless a file in it would take the place of Python's own module.
        hides_a_module = path.stem in sys.stdlib_module_names
        sys.path.insert(len(sys.path) if hides_a_module else 0, folder)
    try:
        return _run(path) if is_file else vars(importlib.import_module(where))
    except ModuleNotFoundError as error:
        # Is it this module that is missing (or a package around it), or one that it imports?
        is_itself = error.name is not None and f"{where}.".startswith(f"{error.name}.")
        if is_itself and not is_file:
            raise Refusal(
                f"there is no module {where} here: give its name, or the path of a file that ends "
                "in .py"
            ) from None
        raise Refusal(f"{where} cannot be loaded: {error}") from None
    except SyntaxError as error:
        raise Refusal(f"{where} cannot be loaded: line {error.lineno}: {error.msg}") from None


def _run(path: Path) -> dict[str, Any]:
    """Run a file anew as a module, under a name that hides no library; return what it holds.

    Its classes can be pickled where it has been run. What imports it afterwards by its own name
    gets the same classes.
    """
    module = ModuleType(f"{path.stem.replace('.', ' ')} of yours")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    exec(compile(path.read_bytes(), path, "exec", dont_inherit=True), vars(module))
    if path.stem not in sys.stdlib_module_names:
        sys.modules.setdefault(path.stem, module)
    return vars(module)
