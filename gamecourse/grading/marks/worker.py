"""The student's process: it runs the cells of a notebook, and answers the judge's questions about
their objects.

The checkers are not loaded here, not even to be hidden. A lecture's module contains only what the
judge has sent: the names of its exercises, which do nothing, and what the exercises are about.
"""

from __future__ import annotations

import linecache
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

from gamecourse.grading.calls import Reply, call_function, error_text, method
from gamecourse.grading.marks.rights import Rights, give_up
from gamecourse.grading.marks.wire import METHODS, Handle, Wire, receive_trusted, send_plain
from gamecourse.grading.plain import NotPlain, plain
from gamecourse.mine import OURS
from gamelib.games import MinMaxTree, Tree

#: The kind of an ``NotPlain`` answer that is an error; no class can have this name.
ERROR = "an error"

#: The part of the checkers' folder that this process needs; a student's code cannot import the
#: rest.
NEEDED = (
    "plain",
    "calls",
    "limits",
    "surroundings",
    "writing",
    "marks",
)
KEPT = tuple(f"gamecourse.grading.{name}" for name in NEEDED)


#: The packages that hold the exercises, their right answers and what judges them.
HIDDEN = ("gamecourse.check.", "gamecourse.grading.")

#: What ends a cell or a call. All of it is the student's: no signal of a teacher's reaches this
#: process.
ANYTHING = BaseException


def work(wire: Wire, rights: Rights) -> None:
    """Run cells and answer questions until the judge has no more; ``rights`` are what this process
    may do.
    """
    give_up(rights)
    os.environ[OURS] = "1"  # the student's own mine.py is not used
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stdout
    _Student(wire).answer()


def endless(seconds: float) -> str:
    """What is said of a cell that was stopped after so many seconds."""
    return f"had not come to an end after {seconds:g} seconds and was stopped"


def _said(error: BaseException) -> str:
    """What kind of error it is, and what it says, even if saying it ends in another error."""
    try:
        return error_text(error)
    except ANYTHING:
        return type(error).__name__


class _Inert:
    """An exercise in a student's process: only the judge says whether an answer is right."""

    def __call__(self, *answer: Any) -> str:
        return "the judge will say"

    hint = solution = __call__


class _TimeUp(BaseException):
    """Raised in a cell that has run too long. It is not an Exception, which the cell might
    catch.
    """


def _ring(number: int, frame: Any) -> None:
    raise _TimeUp


class _Student:
    """Answers the judge."""

    def __init__(self, connection: Wire) -> None:
        self._connection = connection
        self._names: dict[str, Any] = {
            "__name__": "__main__",
            "display": lambda *things, **how: None,
        }
        self._things: list[Any] = []
        self._ours = {"__things__": self._things, "__plays__": partial(method, name="plays")}

    def answer(self) -> None:
        """Answer questions until the judge ends the process."""
        while True:
            number, question, *told = receive_trusted(self._connection, self._proxy)
            send_plain(self._connection, ["answer", number, getattr(self, f"_{question}")(*told)])

    def _begin(self, lecture: str, exercises: list[str], shown: dict[str, Any]) -> None:
        """Make a module of the lecture that contains only what the judge has sent.

        Its folder and that of the judging are no packages, so nothing else can be imported from
        them.
        """
        module, folder = ModuleType(f"gamecourse.check.{lecture}"), ModuleType("gamecourse.check")
        vars(module).update(shown, **{name: _Inert() for name in exercises})
        setattr(folder, lecture, module)
        for name in [name for name in sys.modules if name.startswith(HIDDEN)]:
            if not name.startswith(KEPT):
                del sys.modules[name]
        sys.modules["gamecourse.check"], sys.modules[f"gamecourse.check.{lecture}"] = folder, module
        sys.modules["gamecourse"].check = folder  # type: ignore[attr-defined]
        del sys.modules["gamecourse.grading"].__path__  # nothing else of it can be imported either

    def _run(self, cell: str, seconds: float) -> str:
        """Run a cell, and return what stopped it, as the end of a sentence; "" if it came to its
        end.

        A cell that stops or takes too long leaves everything that it has defined so far. If a cell
        cannot be interrupted, in one long call of C or on Windows, the judge ends the process and
        leaves the cell out.
        """
        code = "\n".join(
            line for line in cell.split("\n") if not line.lstrip().startswith(("%", "!"))
        )
        name = f"<cell {len(linecache.cache)}>"
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
        try:
            if hasattr(signal, "setitimer"):
                signal.signal(signal.SIGALRM, _ring)
                signal.setitimer(signal.ITIMER_REAL, seconds)
            try:
                exec(compile(code, name, "exec"), self._names)
            finally:
                if hasattr(signal, "setitimer"):
                    signal.setitimer(signal.ITIMER_REAL, 0)
        except _TimeUp:
            return endless(seconds)
        except ANYTHING as error:
            return f"stopped with {_said(error)}"
        return ""

    def _evaluate(self, expression: str) -> Any:
        """The value of an expression, of the check cell or about one of the things that stay
        here.
        """
        try:
            return self._sent(eval(expression, self._names, self._ours))
        except ANYTHING as error:  # even an error raised while the answer is read
            return NotPlain(ERROR, _said(error))

    def _ask(self, number: int, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        try:
            reply = call_function(self._things[number], arguments, as_it_is=as_it_is)
            return (
                replace(reply, value=self._sent(reply.value))
                if as_it_is and not reply.stopped
                else reply
            )
        except KeyboardInterrupt as error:  # elsewhere this is the stop button
            return Reply(stopped=f"stops with {error_text(error)}")

    def _sent(self, thing: Any) -> Any:
        """Plain data as it is, but a handle for anything that can be called or has methods."""
        if thing is NotImplemented:
            return Handle(-1, "NotImplemented", False)
        if type(thing) is MinMaxTree or (type(thing) is Tree and thing.players == ("Max", "Min")):
            thing = thing.nodes  # as a checker reads these games
        if (networkx := sys.modules.get("networkx")) and isinstance(thing, networkx.Graph):
            thing = list(thing.edges())
        edges = (
            type(thing).__module__ == "networkx.classes.reportviews"
        )  # classes can be called, too
        if not callable(thing) or edges:
            data = plain(thing)
            if (
                not isinstance(data, NotPlain)
                or data.meant is not None
                or hasattr(type(thing), "__next__")
            ):
                return data
        self._things.append(thing)
        name = getattr(thing, "__name__", type(thing).__name__)
        name = str.__str__(name)[:40] if isinstance(name, str) else "it"
        return Handle(len(self._things) - 1, name, callable(thing))

    def _proxy(self, kind: str, number: int) -> Any:
        """An object that stays with the judge, to be asked from here."""

        def far(method: str) -> Any:
            return lambda *arguments: self._asks(number, method, arguments)

        if kind == "function":
            return far("")
        return type("Game", (), {name: staticmethod(far(name)) for name in METHODS})()

    def _asks(self, number: int, method: str, arguments: tuple[Any, ...]) -> Any:
        """The judge's answer to a question from this process."""
        send_plain(self._connection, ["asks", number, method, plain(arguments)])
        found = receive_trusted(self._connection, self._proxy)
        if isinstance(found, Exception):
            raise found
        return found
