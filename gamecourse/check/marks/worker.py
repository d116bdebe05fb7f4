"""The student's process: it runs the cells of a notebook, and answers the judge's questions about their objects.

The checkers are not loaded here, not even to be hidden. A lecture's module contains only what the judge has sent: the
names of its exercises, which do nothing, and what the exercises are about.
"""

from __future__ import annotations

import contextlib
import linecache
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any

from gamecourse.check.machinery.asked import Reply, ask_function, method, said_by
from gamecourse.check.machinery.plain import STUDENT_ERRORS, Odd, plain
from gamecourse.check.marks.processes import confine
from gamecourse.check.marks.wire import METHODS, Handle, receive_trusted, send_plain
from gamecourse.mine import OURS
from gamelib.games import MinMaxTree, Tree

#: The part of the checkers' folder that this process needs; a student's code cannot import the rest.
NEEDED = ("machinery.plain", "machinery.asked", "machinery.limits", "machinery.surroundings", "marks")
KEPT = tuple(f"gamecourse.check.{name}" for name in NEEDED)


def work(connection: Connection, memory: int) -> None:
    """Run cells and answer questions until the judge has no more.

    Parameters
    ----------
    connection
        The connection to the judge.
    memory
        The most bytes that this process may take, if the system can limit them; 0 for no limit.
    """
    with contextlib.suppress(AttributeError, OSError):
        os.setsid()  # so that processes started here can be ended with this one
    confine(memory)
    os.environ[OURS] = "1"  # the student's own mine.py is not used
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # until the process ends
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    _Student(connection).answer()


class _Inert:
    """An exercise in a student's process: only the judge says whether an answer is right."""

    def __call__(self, *answer: Any) -> str:
        return "the judge will say"

    hint = solution = __call__


class _TimeUp(BaseException):
    """Raised in a cell that has run too long. It is not an Exception, which the cell might catch."""


def _ring(number: int, frame: Any) -> None:
    raise _TimeUp


class _Student:
    """Answers the judge."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._names: dict[str, Any] = {"__name__": "__main__", "display": lambda *things, **how: None}
        self._things: list[Any] = []
        self._ours = {"__things__": self._things, "__plays__": partial(method, name="plays")}

    def answer(self) -> None:
        """Answer questions until the judge ends the process."""
        while True:
            number, question, *told = receive_trusted(self._connection, self._proxy)
            send_plain(self._connection, ["answer", number, getattr(self, f"_{question}")(*told)])

    def _begin(self, lecture: str, exercises: list[str], shown: dict[str, Any]) -> None:
        """Make a module of the lecture that contains only what the judge has sent.

        Its folder is no package, so nothing else can be imported from it.
        """
        module, folder = ModuleType(f"gamecourse.check.{lecture}"), ModuleType("gamecourse.check")
        vars(module).update(shown, **{name: _Inert() for name in exercises})
        setattr(folder, lecture, module)
        for name in [name for name in sys.modules if name.startswith("gamecourse.check.")]:
            if not name.startswith(KEPT):
                del sys.modules[name]
        sys.modules["gamecourse.check"], sys.modules[f"gamecourse.check.{lecture}"] = folder, module
        sys.modules["gamecourse"].check = folder  # type: ignore[attr-defined]

    def _run(self, cell: str, seconds: float) -> None:
        """Run a cell; a cell that stops or takes too long leaves everything that it has defined so far.

        If a cell cannot be interrupted, in one long call of C or on Windows, the judge ends the process and leaves the
        cell out.
        """
        code = "\n".join(line for line in cell.split("\n") if not line.lstrip().startswith(("%", "!")))
        name = f"<cell {len(linecache.cache)}>"
        linecache.cache[name] = len(code), None, code.splitlines(keepends=True), name
        with contextlib.suppress(Exception, SystemExit, _TimeUp):
            if hasattr(signal, "setitimer"):
                signal.signal(signal.SIGALRM, _ring)
                signal.setitimer(signal.ITIMER_REAL, seconds)
            try:
                exec(compile(code, name, "exec"), self._names)
            finally:
                if hasattr(signal, "setitimer"):
                    signal.setitimer(signal.ITIMER_REAL, 0)

    def _evaluate(self, expression: str) -> Any:
        """The value of an expression, of the check cell or about one of the things that stay here."""
        try:
            return self._sent(eval(expression, self._names, self._ours))
        except STUDENT_ERRORS as error:  # even an error raised while the answer is read
            return Odd("error", said_by(error))

    def _ask(self, number: int, arguments: tuple[Any, ...], keep: bool) -> Reply:
        reply = ask_function(self._things[number], arguments, keep=keep)
        return replace(reply, value=self._sent(reply.value)) if keep and not reply.stopped else reply

    def _sent(self, thing: Any) -> Any:
        """Plain data as it is, but a handle for anything that can be called or has methods."""
        if thing is NotImplemented:
            return Handle(-1, "NotImplemented", False)
        if type(thing) is MinMaxTree or (type(thing) is Tree and thing.players == ("Max", "Min")):
            thing = thing.nodes  # as a checker reads these games
        if (networkx := sys.modules.get("networkx")) and isinstance(thing, networkx.Graph):
            thing = list(thing.edges())
        edges = type(thing).__module__ == "networkx.classes.reportviews"  # classes can be called, too
        if not callable(thing) or edges:
            data = plain(thing)
            if not isinstance(data, Odd) or data.meant is not None or hasattr(type(thing), "__next__"):
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
