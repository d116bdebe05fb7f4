"""How things are written in a verdict: values to be read, and calls to be pasted into a cell and
run.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from types import FunctionType
from typing import Any

from gamecourse.grading.plain import DEEPEST, STUDENT_ERRORS, AnyOrder, words
from gamelib.core import Outcome

#: A call of more characters is not pasted: the exercise keeps its arguments.
LONGEST_CALL = 300


@dataclass(frozen=True)
class NotebookNames:
    """What a notebook calls the exercise that is judged, and the classes that the exercises show.

    >>> NotebookNames("limited").question
    '*check.limited.question'
    """

    exercise: str
    classes: Mapping[type, str] = dataclasses.field(default_factory=dict)

    @property
    def question(self) -> str:
        """The arguments of the last question that was answered wrongly."""
        return f"*check.{self.exercise}.question"


#: The names for the exercise that is judged; None if a checker is called without an exercise.
NAMES: ContextVar[NotebookNames | None] = ContextVar("NAMES", default=None)


class NotWritable(Exception):
    """Raised for a thing that no line of Python can make again."""


def in_words(thing: Any, depth: int = 0) -> str:
    """A value as a reader sees it: fractions as 3/7, lists where order does not matter, sets in
    order, tuples without the names of their parts.

    Examples
    --------
    >>> in_words([Fraction(3, 7), Fraction(2), {3, 1}])
    '[3/7, 2, {1, 3}]'
    """
    if type(thing) is Fraction:
        below = "" if thing.denominator == 1 else f"/{words(thing.denominator)}"
        return f"{words(thing.numerator)}{below}"
    if type(thing) is AnyOrder:
        return in_words(list(thing), depth)
    if isinstance(thing, tuple) and hasattr(thing, "_fields"):
        return in_words(tuple(thing), depth)
    if type(thing) not in BRACKETS or depth > DEEPEST:
        return words(thing)
    return _collection(thing, lambda item: in_words(item, depth + 1))


def as_code(thing: Any) -> str:
    """A line of Python that makes the thing again in a notebook; raises NotWritable if none does.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> as_code({"a": [Fraction(3, 7), Matches(7)]})
    "{'a': [Fraction(3, 7), Matches(7)]}"
    """
    if thing is None or type(thing) in (bool, int, float, str) or isinstance(thing, Outcome):
        return repr(thing)
    if type(thing) in BRACKETS:
        return _collection(thing, as_code)
    if isinstance(thing, FunctionType) and WRITTEN_AS in vars(thing):
        return str(vars(thing)[WRITTEN_AS])
    if type(thing) is Fraction:
        return f"{_name(Fraction)}({thing.numerator}, {thing.denominator})"
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        return f"{_name(type(thing))}({', '.join(_parameters(thing))})"
    raise NotWritable(type(thing).__name__)


#: Where a function of an exercise keeps the line of Python that makes it again.
WRITTEN_AS = "written_as"

#: What stands around the items of a collection.
BRACKETS: dict[type, Any] = {
    list: "[]",
    tuple: "()",
    dict: "{}",
    set: "{}",
    frozenset: ("frozenset({", "})"),
}


def _collection(thing: Any, write: Callable[[Any], str]) -> str:
    """A collection as Python writes it, with each item as ``write`` writes it."""
    kind = type(thing)
    if kind in (set, frozenset) and not thing:
        return f"{kind.__name__}()"
    if kind is dict:
        items = [f"{write(key)}: {write(value)}" for key, value in thing.items()]
    elif kind in (set, frozenset):
        items = [write(item) for item in _sorted(thing)]
    else:
        items = [write(item) for item in thing]
    if kind is tuple and len(items) == 1:
        return f"({items[0]},)"
    before, after = BRACKETS[kind]
    return f"{before}{', '.join(items)}{after}"


def _sorted(items: Any) -> list[Any]:
    """The items of a set in order; in the order of their words, if they cannot be compared."""
    try:
        return sorted(items)
    except STUDENT_ERRORS:
        return sorted(items, key=words)


def _name(kind: type) -> str:
    """What a notebook calls a class: ``check.WrittenGame``, if the exercises show it."""
    names = NAMES.get()
    shown = names.classes.get(kind) if names is not None else None
    return f"check.{shown}" if shown else kind.__name__


def _parameters(thing: Any) -> list[str]:
    """What a dataclass is called with to make this thing: parameters that have a default are
    named, or left out.
    """
    parameters = []
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if not field.init or not field.repr or _is_default(field, value):
            continue
        has_default = _default(field) is not dataclasses.MISSING
        parameters.append(f"{field.name}={as_code(value)}" if has_default else as_code(value))
    return parameters


def _default(field: dataclasses.Field[Any]) -> Any:
    """The default of a field; MISSING if it has none."""
    factory = field.default_factory
    return field.default if factory is dataclasses.MISSING else factory()


def _is_default(field: dataclasses.Field[Any], value: Any) -> bool:
    """Whether a value is the default of its field, in the same type."""
    default = _default(field)
    return type(default) is type(value) and bool(default == value)


def number_of(count: int, one: str, several: str) -> str:
    """A number with its noun.

    >>> number_of(1, "leaf is", "leaves are"), number_of(3, "leaf is", "leaves are")
    ('one leaf is', '3 leaves are')
    """
    return f"one {one}" if count == 1 else f"{count} {several}"


def call_text(name: str, arguments: tuple[Any, ...]) -> str:
    """A call as a verdict names it: a line that can be pasted into a cell and run.

    If the line would be too long, or if an argument cannot be written, the arguments are those that
    the exercise keeps: ``wins(*check.limited.question)``.

    Parameters
    ----------
    name
        What the student has called the function.
    arguments
        What it was called with.

    Examples
    --------
    >>> call_text("wins", (3, [1, 2])), call_text("wins", (3, len))
    ('wins(3, [1, 2])', 'wins(3, <built-in function len>)')
    """
    try:
        line = f"{name}({', '.join(map(as_code, arguments))})"
    except NotWritable:
        line = ""
    if line and len(line) <= LONGEST_CALL:
        return line
    names = NAMES.get()
    if names is None:
        return f"{name}({shorten(', '.join(map(words, arguments)))})"
    return f"{name}({names.question})"


def way_to_repeat(call: str, name: str) -> str:
    """A line that runs a call again, if the call cannot be pasted as it is shown; otherwise "".

    The call is given as a verdict shows it (``call_text``), and the name of the function.

    Examples
    --------
    >>> way_to_repeat("wins(3, [1, 2])", "wins")
    ''
    """
    names = NAMES.get()
    again = f"{name}({names.question})" if names is not None else ""
    if names is None or call == again or _stands_alone(call):
        return ""
    return again


def _stands_alone(call: str) -> bool:
    """Whether a call can be run wherever its function, and what the sheet shows, are known.

    Its arguments may use only well-known names, and names of classes, which have a capital letter.
    """
    try:
        tree = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        # "<lambda>(3)" is no Python, but the student has a name for that function
        return call.startswith(LAMBDA) and _stands_alone(f"it{call.removeprefix(LAMBDA)}")
    if not isinstance(tree, ast.Call):
        return False
    arguments = [*tree.args, *(keyword.value for keyword in tree.keywords)]
    nodes = [node for argument in arguments for node in ast.walk(argument)]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return all(name[0].isupper() for name in names - WELL_KNOWN)


#: What Python calls a function without a name.
LAMBDA = "<lambda>"

#: The names in a call that every notebook knows, or has imported if it needs them.
WELL_KNOWN = {"set", "frozenset", "inf", "check"}


def shorten(text: str, most: int = 300) -> str:
    """A text cut in the middle where it is long."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"
