"""The judge's side: a student's process, and stand-ins for what is in it."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing import Pipe
from time import monotonic
from types import TracebackType
from typing import Any

from gamecourse.check.machinery.asked import Reply, said_by
from gamecourse.check.machinery.engine import Exercise
from gamecourse.check.machinery.plain import Odd
from gamecourse.check.marks.processes import LIMITS, Limits, end_group, start
from gamecourse.check.marks.wire import METHODS, Handle, Made, receive_plain, send_trusted
from gamecourse.check.marks.worker import work
from gamecourse.show.typed import GAMES
from gamelib.core import IllegalMove

#: What there is to say where it stops by itself.
ENDED = "your notebook's process has ended: was it out of memory?"


class Lost(BaseException):
    """The student's process has gone; why, in words. No Exception, which a checker takes for the student's."""


class Student:
    """A process for a student's cells: ``with Student("matches", sheet) as student: student.run(cell)``.

    ``sheet`` is all that is in the module of the exercises, ``"matches"``; the process gets what of it a notebook sees:
    names of exercises, and data. Every question raises Lost when the process has died, and TimeoutError when it had to
    be ended.
    """

    def __init__(self, lecture: str, sheet: dict[str, Any], limits: Limits = LIMITS) -> None:
        self._here, there = Pipe()
        self._limits, self._asked = limits, 0
        self.seconds = limits.together  #: what is left for all the calls of an exercise
        self._kept: list[Any] = []
        self._process = start(work, there, limits.memory, daemon=True)
        there.close()
        exercises = [name for name in sheet["__all__"] if isinstance(sheet[name], Exercise)]
        shown = {name: sheet[name] for name in sheet["__all__"] if name not in exercises}
        self._question(limits.start, "begin", lecture, exercises, shown)

    def __enter__(self) -> Student:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: Any, traceback: TracebackType | None) -> None:
        self.end()

    def end(self) -> None:
        """End the process, and those that it has started."""
        if self._process.pid is not None:
            end_group(self._process.pid)
        self._process.kill()
        self._process.join()
        self._here.close()

    def alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.is_alive()

    def run(self, cell: str) -> None:
        """Run a cell there."""
        self._question(self._limits.cell + self._limits.grace, "run", cell, self._limits.cell)

    def answer(self, expression: str) -> Any:
        """What the check cell would be given: plain data, or a stand-in for a function or an object."""
        return self._stand_in(self._question(self._limits.each, "evaluate", expression))

    def attribute(self, handle: Handle, name: str) -> Any:
        """A method of an object there."""
        if isinstance(found := self._question(self._limits.each, "get", handle.number, name), Odd):
            raise AttributeError(found.words)
        return self._stand_in(found)

    def call(self, handle: Handle, arguments: tuple[Any, ...], keep: bool, question: str = "ask") -> Reply:
        """Call a function there; or ask something else of an object."""
        seconds, before = min(self._limits.each, self.seconds), monotonic()
        if not self._process.is_alive() or seconds <= 0:
            return Reply(stopped="late")
        try:
            reply = self._question(seconds, question, handle.number, arguments, keep)
        except TimeoutError:
            return Reply(stopped="late")
        finally:
            self.seconds -= monotonic() - before
        if not isinstance(reply, Reply):
            raise Lost("your notebook's process answers what was not asked")
        return replace(reply, value=self._stand_in(reply.value)) if isinstance(reply.value, Handle) else reply

    def _question(self, seconds: float, *question: Any) -> Any:
        try:
            self._asked += 1
            send_trusted(self._here, (self._asked, *question), self._keep)
        except OSError:
            raise Lost(ENDED) from None
        end = monotonic() + seconds
        while True:
            message = self._hear(end)
            if not isinstance(message, list) or len(message) != 3 or message[0] != "answer":
                self._oblige(message)
            elif message[1] == self._asked:  # else it was asked for too long ago
                return message[2]

    def _oblige(self, message: Any) -> None:
        """Answer what a function there asks of what was given to it: a game, or a function of ours."""
        try:
            asks, number, method, arguments = message
            thing: Any = self._kept[number]
            allowed = asks == "asks" and method in ("", *METHODS)
            found = (getattr(thing, method) if method else thing)(*arguments) if allowed else None
            found = list(found or ()) if method == "moves" else found
        except (IllegalMove, ValueError) as error:  # said in words, as in the notebook
            found = type(error)(str(error)) if type(error) in (IllegalMove, ValueError) else None
        except Exception:  # it asks for what cannot be had
            found = None
        send_trusted(self._here, found, self._keep)

    def _hear(self, end: float) -> Any:
        """The next message; raises TimeoutError at ``end``, also where messages come without end."""
        try:
            left = end - monotonic()
            if left <= 0 or not self._here.poll(left):
                self._process.kill()
                self._process.join()
                raise TimeoutError
            return receive_plain(self._here)
        except (EOFError, ConnectionError):
            raise Lost(ENDED) from None
        except ValueError as error:
            raise Lost(str(error)) from None

    def _keep(self, thing: Any) -> int:
        self._kept.append(thing)
        return len(self._kept) - 1

    def _stand_in(self, found: Any) -> Any:
        if isinstance(found, Made):
            return _made(found)
        if not isinstance(found, Handle):
            return found
        if found.number < 0:
            return NotImplemented
        return Callable(self, found) if found.called else Far(self, found)


def _made(found: Made) -> Any:
    """The game that a student's process describes, made here; or what is wrong with it."""
    try:
        made = GAMES.get(found.name)
        return Odd("game", found.name) if made is None else made(*found.parts)
    except Exception as error:  # what stands in it is the student's
        return Odd("game", said_by(error))


class Far:
    """A stand-in for an object in the student's process: its methods can be called."""

    def __init__(self, student: Student, handle: Handle) -> None:
        self._student, self._handle = student, handle

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._student.attribute(self._handle, name)

    def __repr__(self) -> str:
        return f"<a {self._handle.name}>"

    def plays_elsewhere(self, position: Any) -> Reply:
        """Where each move leads, asked there."""
        return self._student.call(self._handle, (position,), keep=False, question="plays")


class Callable(Far):
    """A stand-in for a function, or a class, in the student's process; ``ask_function`` knows how to ask it."""

    def __init__(self, student: Student, handle: Handle) -> None:
        super().__init__(student, handle)
        self.__name__ = handle.name

    def ask_elsewhere(self, arguments: tuple[Any, ...], keep: bool) -> Reply:
        """Call it there."""
        return self._student.call(self._handle, arguments, keep)

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError("a student's function is asked by call(...) or compare(...)")
