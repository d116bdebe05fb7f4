"""What goes between the judge and a student's process: objects of ours one way, plain data the other."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import FunctionType, MethodType
from typing import Any

#: The classes of which the judge takes objects from a student's process, each no more than data.
TAKEN = {
    ("fractions", "Fraction"),
    ("gamelib.core", "Outcome"),
    ("gamelib.check.plain", "Odd"),
    ("gamelib.check.asked", "Reply"),
    ("gamelib.check.apart.wire", "Handle"),
    ("gamelib.check.apart.wire", "Made"),
}

#: So many bytes the judge reads at once.
MOST_BYTES = 50_000_000


class Handle:
    """Something that stays in the student's process: its number and name there, whether it is called, or a class."""

    def __init__(self, number: int, name: str, called: bool, made: bool) -> None:
        self.number, self.name, self.called, self.made = number, name, called, made


class Made:
    """A game of the package: its class's name, and what it was made of; the judge makes it anew."""

    def __init__(self, name: str, parts: list[Any]) -> None:
        self.name, self.parts = name, parts


class _Trusted(pickle.Pickler):
    """From the judge: what counts or answers there stays, and is asked from afar; the rest is sent as it is."""

    def __init__(self, file: Any, keep: Callable[[Any], int]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._keep = keep

    def persistent_id(self, thing: Any) -> tuple[str, int] | None:
        if isinstance(thing, FunctionType | MethodType):
            return "function", self._keep(thing)
        own = type(thing).__module__.startswith("gamelib.check.") and not isinstance(thing, dict | Handle)
        return ("game", self._keep(thing)) if own else None

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, dict) and type(thing) is not dict:  # one that counts, where nobody reads the count
            return dict, (list(thing.items()),)
        return NotImplemented


class _Proxies(pickle.Unpickler):
    """To the student's process: what stayed with the judge becomes something to ask."""

    def __init__(self, file: Any, proxy: Callable[[str, int], Any]) -> None:
        super().__init__(file)
        self._proxy = proxy

    def persistent_load(self, pid: Any) -> Any:
        return self._proxy(*pid)


class _Careful(pickle.Unpickler):
    """To the judge: data only."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in TAKEN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


def send_trusted(connection: Connection, message: Any, keep: Callable[[Any], int]) -> None:
    """From the judge to the student's process; ``keep`` numbers what stays here."""
    file = io.BytesIO()
    _Trusted(file, keep).dump(message)
    connection.send_bytes(file.getvalue())


def receive_trusted(connection: Connection, proxy: Callable[[str, int], Any]) -> Any:
    """In the student's process; ``proxy`` makes something to ask of a number."""
    return _Proxies(io.BytesIO(connection.recv_bytes()), proxy).load()


def send_plain(connection: Connection, message: Any) -> None:
    """From the student's process: plain data, and no more."""
    connection.send_bytes(pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))


def receive_plain(connection: Connection) -> Any:
    """At the judge's: ValueError for what is no plain data."""
    try:
        return _Careful(io.BytesIO(connection.recv_bytes(MOST_BYTES))).load()
    except EOFError:
        raise
    except Exception as error:  # whatever a broken or a clever message does to the reader
        raise ValueError(f"the student's process sends what cannot be read: {error}") from None
