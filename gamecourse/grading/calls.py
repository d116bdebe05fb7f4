"""One question to a student's function: what the function returns, or why it returns nothing, and
what else it does.
"""

from __future__ import annotations

import ast
import copy
import dis
import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from functools import lru_cache
from types import CodeType, FunctionType, MethodType
from typing import Any

from gamecourse.grading import limits
from gamecourse.grading.domains import Question
from gamecourse.grading.plain import STUDENT_ERRORS, NotPlain, plain, same
from gamecourse.grading.surroundings import Surroundings
from gamecourse.grading.writing import in_words
from gamecourse.grading.writing import shorten as shorten

#: A student's calls may be nested this deep, whatever limit is set: deeper calls can end Python
#: itself.
DEEPEST_CALLS = 3_000

#: The types of what gives its items only once, and of functions.
ITERATORS = {
    "generator",
    "map",
    "filter",
    "zip",
    "enumerate",
    "reversed",
    "list_iterator",
    "list_reverseiterator",
    "set_iterator",
    "tuple_iterator",
    "dict_keyiterator",
    "chain",
    "islice",
    "product",
    "permutations",
    "combinations",
    "count",
    "cycle",
    "repeat",
    "starmap",
    "takewhile",
    "dropwhile",
    "accumulate",
}
FUNCTIONS = {
    "function",
    "method",
    "builtin_function_or_method",
    "_lru_cache_wrapper",
    "partial",
    "method-wrapper",
}

#: What the statement returns that ``_falls_off`` adds to a function.
END = "the end of the function"


#: What can be changed after it has been returned.
COLLECTIONS = (list, dict, set)


@dataclass(frozen=True)
class Reply:
    """The result of one call of a student's function.

    Parameters
    ----------
    value
        What the function returned, as plain data.
    stopped
        Why there is no value, such as "stops with ZeroDivisionError: ..."; "" if there is one. It
        is "too deep" if calls are nested too deep, and "stub" if the function is not written yet.
        Only another process reports that time is up: it is "late" if this call took too long, and
        "late together" if all calls did.
    printed
        Whether the call printed anything.
    changed
        Whether it changed its arguments.
    falls
        Whether the value is None and some path through the function ends without a return.
    left
        What the arguments hold after a call that has changed them: lists, sets and dicts as plain
        data, None for others.
    """

    value: Any = None
    stopped: str = ""
    printed: bool = False
    changed: bool = False
    falls: bool = False
    left: Question | None = None

    @property
    def why_none(self) -> str:
        """If the value is None, a sentence that explains it, after a blank; otherwise nothing."""
        if self.value is None and self.printed:
            return " It prints something: write return where it says print."
        return " A path through your function ends without a return." if self.falls else ""


def call_function(
    function: Any, arguments: tuple[Any, ...], call_text: str = "", as_it_is: bool = False
) -> Reply:
    """Call a student's function, once, on copies of its arguments, and watch what it does besides.

    Parameters
    ----------
    function
        Something that can be called, or a stand-in for a function in another process, which has a
        method ``ask_elsewhere``.
    arguments
        What the function is called with.
    call_text
        The call as feedback names it, "wins(3)". If time is up, we know by it which call it was.
    as_it_is
        Whether the value is kept as it is instead of being read as plain data: a game is none.

    Examples
    --------
    >>> call_function(lambda n: [n, 1 / n], (2,)).value, call_function(lambda n: 1 / n, (0,)).stopped
    ([2, 0.5], 'stops with ZeroDivisionError: division by zero')
    """
    if hasattr(type(function), "ask_elsewhere"):
        return type(function).ask_elsewhere(function, arguments, as_it_is)  # type: ignore[no-any-return]
    copies = tuple(map(_copy_of, arguments))
    printed = limits.Printed(sys.stdout)
    surroundings = Surroundings(arguments)
    with limits.call(call_text), redirect_stdout(printed):
        reply = _reply_of(function, copies, as_it_is, surroundings)
        left = _left_in(copies, arguments)
        changed = left is not None or surroundings.changed_games()
    falls = reply.value is None and not reply.stopped and falls_off(function)
    return replace(reply, printed=printed.length > 0, changed=changed, falls=falls, left=left)


@contextmanager
def calls_at_most(deepest: int) -> Iterator[None]:
    """In this block, calls that are nested deeper end with RecursionError; they do so as well where
    Python's own limit is lower.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, deepest))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _reply_of(
    function: Any, arguments: tuple[Any, ...], as_it_is: bool, surroundings: Surroundings
) -> Reply:
    """Call the function, and return its value, or why there is none.

    Whatever the call has changed around it is put back at once.
    """
    changes: list[str] = []
    try:
        try:
            with calls_at_most(DEEPEST_CALLS):
                value = function(*arguments)
        finally:
            changes = surroundings.changes()
        if value is not NotImplemented and not as_it_is:
            value = plain(value)
    except RecursionError:
        reply = Reply(stopped="too deep")
    except NotImplementedError:
        reply = Reply(stopped="stub")
    except KeyboardInterrupt:
        if limits.may_be_interrupted():
            raise
        own = "it raises that itself, because nobody has pressed stop"
        reply = Reply(stopped=f"stops with KeyboardInterrupt: {own}")
    except BaseException as error:
        reply = Reply(stopped=f"stops with {_advice_on(error)}")
    else:
        reply = Reply(stopped="stub") if value is NotImplemented else Reply(value)
    if changes:
        names = " and ".join(changes[:3])
        return Reply(stopped=f"changes {names}, which everything else in Python needs as well")
    return reply


def _advice_on(error: BaseException) -> str:
    """What kind of error a student's function raises, what it says, and for some what to do."""
    if isinstance(error, SystemExit):
        return "SystemExit: exit() and sys.exit() end a program. Return the answer instead"
    text = error_text(error)
    if isinstance(error, MemoryError):
        return f"{text} (it asks for more memory than there is)"
    if isinstance(error, TypeError) and "NotImplemented" in text:
        return f"{text} (is a function that it calls still to be written?)"
    return text


def method(game: Any, name: str) -> Any:
    """A method of a student's game, as a function for ``exercises.call``, which reports whatever
    goes wrong.

    So the method is looked up only when the function is called: it may be missing. The name "plays"
    stands for a function that returns where each move leads from a position, whatever a move is.
    """
    if hasattr(type(game), "ask_elsewhere"):  # a stand-in for a game in another process
        return getattr(game, name)
    if name == "plays":
        return lambda position: [game.play(position, move) for move in game.moves(position)]
    return lambda *arguments: getattr(game, name)(*arguments)


def is_filled_again(function: Any, question: Question, other: Question) -> bool:
    """Whether the list, dict or set that a function returns for one question becomes another one when
    it is asked the other question.

    Examples
    --------
    >>> shelf = []
    >>> def kept(n):
    ...     shelf[:] = [n]
    ...     return shelf
    >>> is_filled_again(kept, (1,), (2,)), is_filled_again(lambda n: [n], (1,), (2,))
    (True, False)
    """
    returned = call_function(function, question, as_it_is=True).value
    if not isinstance(returned, COLLECTIONS):
        return False
    before = read(returned)
    call_function(function, other)
    return not same(read(returned), before)


def read(answer: Any) -> Any:
    """A student's answer as plain data (``plain``)."""
    with limits.call(""):
        return plain(answer)


def _copy_of(argument: Any) -> Any:
    """A copy of a collection, which a function might change.

    Anything else stays as it is: a function of ours may count its calls, and a copy would count
    them apart.
    """
    return copy.deepcopy(argument) if isinstance(argument, dict | list | set | tuple) else argument


def _left_in(arguments: Question, before: Question) -> Question | None:
    """What the arguments hold after a call, as plain data; None if they are as they were before."""
    try:
        unchanged = bool(arguments == before)
    except STUDENT_ERRORS:  # arrays, and what students put into them
        unchanged = False
    if unchanged:
        return None
    return tuple(
        plain(argument) if isinstance(argument, dict | list | set | tuple) else None
        for argument in arguments
    )


def falls_off(function: Any) -> bool:
    """Whether a path through a function ends without a return and so gives None; False if the
    source is not known.

    Examples
    --------
    >>> falls_off(name_of), falls_off(len)
    (False, False)
    """
    try:
        inner = inspect.unwrap(function)
    except STUDENT_ERRORS:  # whatever its class does to be unwrapped
        return False
    inner = inner.__func__ if type(inner) is MethodType else inner
    return type(inner) is FunctionType and _falls_off(inner)


@lru_cache(maxsize=16)  # called for each None that is returned, and None may be right
def _falls_off(function: FunctionType) -> bool:
    """Whether a path through a function ends without a return.

    We add a last statement, ``return "the end of the function"``, and compile the function again.
    Python leaves out what cannot be reached: if the statement is still there, a path leads to it.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        definition = tree.body[0]
        assert isinstance(definition, ast.FunctionDef)
        definition.body += ast.parse(f"return {END!r}").body
        constants = compile(tree, END, "exec").co_consts
    except STUDENT_ERRORS:  # a function whose def cannot be found
        return False
    codes = [constant for constant in constants if isinstance(constant, CodeType)]
    return any(step.argval == END for code in codes for step in dis.get_instructions(code))


def name_of(function: Any) -> str:
    """What a student has called a function."""
    try:
        with limits.call(""):
            name = getattr(function, "__name__", "it")
    except STUDENT_ERRORS:  # whatever its class does to find a name
        return "it"
    return shorten(name, 40) if isinstance(name, str) else "it"


def error_text(error: BaseException) -> str:
    """The type of an error, and its message: "KeyError: 0"."""
    try:
        message = str.__str__(str(error))
    except Exception:
        message = "it cannot be shown"
    kind = type(error).__name__
    return f"{kind}: {shorten(message)}" if message else kind


def clause(text: str) -> str:
    """A text as the last part of a sentence, which brings its own full stop.

    The text loses its full stop. Three dots become "and so on", because one of them would be lost.

    >>> clause("only 1, 2, ..."), clause("This is no board.")
    ('only 1, 2 and so on', 'This is no board')
    """
    if text.endswith("..."):
        return f"{text.rstrip('.').rstrip(', ')} and so on"
    return text.rstrip(".")


def brief(thing: Any) -> str:
    """A student's answer, or a part of it, in words and cut where it is long.

    Writing it down runs the student's code, as in ``__repr__``. So it is timed like a call.
    """
    with limits.call(""):
        return shorten(in_words(thing))


def cure(thing: Any, *, listed: bool = False) -> str:
    """What to write instead of a generator or a function, in a sentence after a blank; "" for
    anything else.

    ``listed`` says that a list or another collection is wanted.

    >>> cure(plain(n for n in (1, 2)), listed=True), cure(plain(map), listed=True)
    (' It gives its items only once: write list(...) around it.', '')
    """
    if not isinstance(thing, NotPlain) or thing.meant is not None:
        return ""
    if thing.kind == "generator" and "<genexpr>" not in thing.words:
        way = "put the items into a list, and write return" if listed else "write return"
        return f" `yield` makes a generator of your function: {way} instead."
    if thing.kind == "coroutine":
        return " `async` makes a coroutine of your function: write def alone."
    if thing.kind in ITERATORS and listed:
        return " It gives its items only once: write list(...) around it."
    if thing.kind in ITERATORS:
        return (
            " It has worked out nothing yet: give it to the function that is to use its items, "
            "as in sum(...)."
        )
    if thing.kind in FUNCTIONS:
        return " It is a function: to call it, write brackets behind it."
    return ""


def shown(thing: Any) -> str:
    """Like ``brief``, but say that a text is a text, because quotes are easily missed, and name the
    type of whatever is not plain data.

    Examples
    --------
    >>> shown("3"), shown(3), shown(plain({1: 2}.items()))
    ("the text '3'", '3', 'dict_items([(1, 2)]), of the type dict_items')
    """
    if isinstance(thing, str):
        return f"the text {brief(thing)}"
    if isinstance(thing, NotPlain):
        return f"{brief(thing)}, of the type {thing.kind}"
    return brief(thing)
