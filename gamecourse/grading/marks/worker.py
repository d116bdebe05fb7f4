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

#: The kind of a ``NotPlain`` answer that is an error; no class can have this name.
ERROR = "an error"

#: The modules in the folder of the checkers that this process needs; a student's code cannot
#: import the others.
NEEDED = (
    "plain",
    "calls",
    "limits",
    "surroundings",
    "writing",
    "marks",
)
NEEDED_MODULES = tuple(f"gamecourse.grading.{name}" for name in NEEDED)

#: The packages that hold the exercises, their right answers and what judges them.
HIDDEN = ("gamecourse.check.", "gamecourse.grading.")

#: What may end a cell or a call: whatever is raised, even a KeyboardInterrupt. For no signal of a
#: teacher's reaches this process, so all of it is the student's.
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
    _Worker(wire).answer()


def endless(seconds: float) -> str:
    """What is said of a cell that was stopped after so many seconds."""
    return f"had not come to an end after {seconds:g} seconds and was stopped"


def _words_of(error: BaseException) -> str:
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
    """What the alarm does when the time for a cell is up."""
    raise _TimeUp


class _Worker:
    """Answers the judge's questions.

    A question names a method here without its underscore: ``_begin``, ``_run``, ``_evaluate`` or
    ``_ask``.
    """

    def __init__(self, connection: Wire) -> None:
        self._connection = connection
        #: the names of the student's notebook, and what they stand for
        self._names: dict[str, Any] = {
            "__name__": "__main__",
            "display": lambda *things, **how: None,
        }
        #: the objects that stay here, of which the judge knows only the numbers
        self._things: list[Any] = []
        #: what an expression of the judge's may use besides, seen by no cell
        self._judges_names = {
            "__things__": self._things,
            "__plays__": partial(method, name="plays"),
        }

    def answer(self) -> None:
        """Answer questions until the judge ends the process."""
        while True:
            number, question, *arguments = receive_trusted(self._connection, self._proxy)
            answer = getattr(self, f"_{question}")(*arguments)
            send_plain(self._connection, ["answer", number, answer])

    def _begin(self, lecture: str, exercises: list[str], shown: dict[str, Any]) -> None:
        """Make a module of the lecture that contains only what the judge has sent.

        The modules that hold the exercises and what judges them are unloaded. Nothing else can be
        imported from their folders, because these are no longer packages.
        """
        name = f"gamecourse.check.{lecture}"
        module = ModuleType(name)
        vars(module).update(shown, **{exercise: _Inert() for exercise in exercises})
        folder = ModuleType("gamecourse.check")
        setattr(folder, lecture, module)
        in_their_folders = [loaded for loaded in sys.modules if loaded.startswith(HIDDEN)]
        for loaded in in_their_folders:
            if not loaded.startswith(NEEDED_MODULES):
                del sys.modules[loaded]
        sys.modules["gamecourse.check"] = folder
        sys.modules[name] = module
        sys.modules["gamecourse"].check = folder  # type: ignore[attr-defined]
        del sys.modules["gamecourse.grading"].__path__  # without it, it is no package

    def _run(self, cell: str, seconds: float) -> str:
        """Run a cell, and return what stopped it, as the end of a sentence; "" if it came to its
        end.

        A cell that stops or takes too long leaves everything that it has defined so far. If a cell
        cannot be interrupted, in one long call of C or on Windows, the judge ends the process and
        leaves the cell out.
        """
        lines = cell.split("\n")
        magic = ("%", "!")  # such lines are for IPython, and no Python
        code = "\n".join(line for line in lines if not line.lstrip().startswith(magic))
        name = f"<cell {len(linecache.cache)}>"  # another one for each cell
        # so that inspect finds the source of the functions in the cell
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
            return f"stopped with {_words_of(error)}"
        return ""

    def _evaluate(self, expression: str) -> Any:
        """The value of an expression, of the check cell or about one of the things that stay
        here.
        """
        try:
            return self._to_send(eval(expression, self._names, self._judges_names))
        except ANYTHING as error:  # even an error raised while the answer is read
            return NotPlain(ERROR, _words_of(error))

    def _ask(self, number: int, arguments: tuple[Any, ...], as_it_is: bool) -> Reply:
        """Call the function of this number, and return its reply."""
        try:
            reply = call_function(self._things[number], arguments, as_it_is=as_it_is)
            if as_it_is and not reply.stopped:
                return replace(reply, value=self._to_send(reply.value))
            return reply
        except KeyboardInterrupt as error:  # elsewhere this is the stop button
            return Reply(stopped=f"stops with {error_text(error)}")

    def _to_send(self, thing: Any) -> Any:
        """Plain data as it is, but a handle for anything that can be called or has methods."""
        if thing is NotImplemented:
            return Handle(-1, "NotImplemented", False)
        if type(thing) is MinMaxTree or (type(thing) is Tree and thing.players == ("Max", "Min")):
            thing = thing.nodes  # as a checker reads these games
        networkx = sys.modules.get("networkx")
        if networkx and isinstance(thing, networkx.Graph):
            thing = list(thing.edges())
        # G.edges is a collection, though networkx lets it be called
        is_view = type(thing).__module__ == "networkx.classes.reportviews"
        if is_view or not callable(thing):
            data = plain(thing)
            is_iterator = hasattr(type(thing), "__next__")  # which is refused, not called
            if not isinstance(data, NotPlain) or data.meant is not None or is_iterator:
                return data
        self._things.append(thing)
        name = getattr(thing, "__name__", type(thing).__name__)
        name = str.__str__(name)[:40] if isinstance(name, str) else "it"
        return Handle(len(self._things) - 1, name, callable(thing))

    def _proxy(self, kind: str, number: int) -> Any:
        """A stand-in for the function or the game of this number, which stays with the judge."""

        def remote(method: str) -> Any:
            """A function that calls this method there; "" calls the object itself."""
            return lambda *arguments: self._ask_judge(number, method, arguments)

        if kind == "function":
            return remote("")
        return type("Game", (), {name: staticmethod(remote(name)) for name in METHODS})()

    def _ask_judge(self, number: int, method: str, arguments: tuple[Any, ...]) -> Any:
        """Call a method of an object that stays with the judge; "" as its name calls the object
        itself.
        """
        send_plain(self._connection, ["asks", number, method, plain(arguments)])
        answer = receive_trusted(self._connection, self._proxy)
        if isinstance(answer, Exception):
            raise answer
        return answer
