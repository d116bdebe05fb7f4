"""Messages between the judge and a student's process: our objects go one way, JSON comes back.

They go over a ``Wire``, on which everything has a time by which it must be done.

In JSON a list is a list and a number is a number. Everything else is an object with a single pair,
from its kind to its parts: ``{"Fraction": [1, 3]}``. No such message can name a class or call a
function, whatever a student's process sends.
"""

from __future__ import annotations

import importlib
import io
import json
import pickle
import select
import socket
import struct
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from time import monotonic
from types import FunctionType, MethodType
from typing import Any, Protocol

from gamecourse.grading.calls import Reply
from gamecourse.grading.plain import DEEPEST, NotPlain
from gamelib.core import Outcome

#: The most bytes of a message that the judge reads.
MOST_BYTES = 20_000_000

#: The bound on whole numbers: Python writes no number of many more digits.
LARGEST = 10**4_000

#: The most parts of a set, or keys of a dict, that may have the same hash. By chance hardly two
#: have; by intent a million can, and then building the set takes for ever.
MOST_ALIKE = 1_000

#: The most bytes that are taken from a socket at once.
CHUNK = 1024**2

#: The methods that may be called on a game that stays with the judge.
METHODS = ("start", "moves", "play", "outcome", "evaluate")


class TooLong(OSError):
    """A message has more bytes than are read."""


class Connection(Protocol):
    """What carries messages; ``recv_bytes`` raises EOFError at the end, and OSError for a message
    that is too long.
    """

    def send_bytes(self, message: bytes, /) -> None: ...
    def recv_bytes(self, most: int | None = None, /) -> bytes: ...


class Wire:
    """One end of a connection between two processes. A message is its length in four bytes, and
    then its bytes.

    ``end`` is when sending or receiving raises TimeoutError, by the clock of ``monotonic``; None
    for never. However slowly the other side sends or reads, nothing here takes longer.
    """

    def __init__(self, end_of_pair: socket.socket) -> None:
        self._socket = end_of_pair
        self.end: float | None = None

    def fileno(self) -> int:
        """The number of the descriptor."""
        return self._socket.fileno()

    def close(self) -> None:
        """Close this end."""
        self._socket.close()

    def poll(self, seconds: float) -> bool:
        """Whether something comes, or the other end is closed, within so many seconds."""
        return bool(select.select([self._socket], [], [], max(0.0, seconds))[0])

    def send_bytes(self, message: bytes) -> None:
        """Send a message."""
        self._socket.settimeout(self.left())  # for all of it, however often a part is taken
        self._socket.sendall(struct.pack("!I", len(message)) + message)

    def recv_bytes(self, most: int | None = None) -> bytes:
        """Receive a message; raises TooLong if it has more than ``most`` bytes, and EOFError if the
        wire is closed.
        """
        (length,) = struct.unpack("!I", self._exactly(4))
        if most is not None and length > most:
            raise TooLong(f"a message of {length:,} bytes, at most {most:,} are read")
        return self._exactly(length)

    def _exactly(self, count: int) -> bytes:
        """So many bytes; raises EOFError if the wire is closed before."""
        received = bytearray()
        while len(received) < count:
            self._socket.settimeout(self.left())
            part = self._socket.recv(min(count - len(received), CHUNK))
            if not part:
                raise EOFError("the wire is closed")
            received += part
        return bytes(received)

    def left(self) -> float | None:
        """The seconds until the end, None for no end; raises TimeoutError if there are none."""
        if self.end is None:
            return None
        seconds = self.end - monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds


def begin() -> None:
    """In a new process (``processes.start``): connect to the process that has started this one, and
    call the function that it names.
    """
    if hasattr(socket, "fromshare"):  # on Windows
        end_of_pair = socket.fromshare(sys.stdin.buffer.read())
    else:
        end_of_pair = socket.socket(fileno=int(sys.argv[1]))
        end_of_pair.set_inheritable(False)
    wire = Wire(end_of_pair)
    work, arguments = pickle.loads(wire.recv_bytes())
    module, _, name = work.partition(":")
    getattr(importlib.import_module(module), name)(wire, *arguments)


class Handle:
    """What the judge knows of an object that stays in the student's process.

    Parameters
    ----------
    number
        The number of the object there; -1 stands for NotImplemented, which is the same everywhere.
    name
        Its name, or that of its type.
    called
        Whether it can be called.
    """

    def __init__(self, number: int, name: str, called: bool) -> None:
        self.number = number
        self.name = name
        self.called = called


class _Trusted(pickle.Pickler):
    """Pickles what the judge sends.

    Functions, and objects of our classes, stay with the judge: only a kind and a number are sent,
    by which the student's process can ask them. ``keep`` returns the number of such an object.
    """

    def __init__(self, file: Any, keep: Callable[[Any], int]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._keep = keep

    def persistent_id(self, thing: Any) -> tuple[str, int] | None:
        """What pickle writes in place of a thing: a kind and a number; None if it sends the thing."""
        if isinstance(thing, FunctionType | MethodType):
            return "function", self._keep(thing)
        is_ours = type(thing).__module__.startswith(("gamecourse.check.", "gamecourse.grading."))
        if is_ours and not isinstance(thing, dict):
            return "game", self._keep(thing)
        return None

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, dict) and type(thing) is not dict:  # it counts calls that nobody reads
            return dict, (list(thing.items()),)
        return NotImplemented


class _Proxies(pickle.Unpickler):
    """Reads what the judge has sent: an object that stayed there becomes a proxy.

    ``proxy`` makes it, of a kind and a number (``_Trusted.persistent_id``).
    """

    def __init__(self, file: Any, proxy: Callable[[str, int], Any]) -> None:
        super().__init__(file)
        self._proxy = proxy

    def persistent_load(self, pid: Any) -> Any:
        return self._proxy(*pid)


def send_trusted(connection: Connection, message: Any, keep: Callable[[Any], int]) -> None:
    """Send a message from the judge to the student's process; ``keep`` numbers the objects that
    stay.
    """
    file = io.BytesIO()
    _Trusted(file, keep).dump(message)
    connection.send_bytes(file.getvalue())


def receive_trusted(connection: Connection, proxy: Callable[[str, int], Any]) -> Any:
    """Receive a message in the student's process; ``proxy`` turns a number into an object to ask."""
    return _Proxies(io.BytesIO(connection.recv_bytes()), proxy).load()


def send_plain(connection: Connection, message: list[Any]) -> None:
    """Send a message from the student's process: plain data, replies and handles, and no more."""
    connection.send_bytes(json.dumps(to_json(message)).encode())


def receive_plain(connection: Connection) -> Any:
    """Receive a message in the judge; raises ValueError if it is too long, or is not such a
    message.
    """
    try:
        text = connection.recv_bytes(MOST_BYTES)
    except (TimeoutError, ConnectionError):
        raise
    except OSError:
        raise ValueError(f"sends more than {MOST_BYTES:,} bytes at once") from None
    try:
        return from_json(json.loads(text))
    except (ValueError, TypeError, KeyError, ArithmeticError, RecursionError, MemoryError) as error:
        raise ValueError(f"sends what cannot be read: {type(error).__name__}") from None


def to_json(thing: Any) -> Any:
    """Plain data, a Reply or a Handle, in the form for JSON."""
    kind = type(thing)
    if thing is None or kind in (bool, float, str):
        return thing
    if kind is int and not -LARGEST < thing < LARGEST:
        return {"NotPlain": ["int", "a number of more than 4,000 digits", None]}
    if kind is int:
        return thing
    if kind is list:
        return [to_json(part) for part in thing]
    # PARTS has no other class: a thing that must not be sent raises KeyError.
    return {kind.__name__: [to_json(part) for part in PARTS[kind](thing)]}


def from_json(content: Any, depth: int = 0) -> Any:
    """Rebuild what ``to_json`` has written, from the content of a JSON text; raises ValueError,
    TypeError or KeyError for anything that it never writes.
    """
    # twice as deep as data may be nested, because an object is a dict with a list, and a Reply
    if depth > 2 * DEEPEST + 10:
        raise ValueError("it is nested too deep")
    if type(content) is list:
        return [from_json(part, depth + 1) for part in content]
    if type(content) is not dict:
        return content
    ((kind, parts),) = content.items()
    if type(parts) is not list:
        raise TypeError("the parts are not a list")
    return MAKERS[kind](*(from_json(part, depth + 1) for part in parts))


def _for_types(make: Callable[..., Any], *kinds: type) -> Callable[..., Any]:
    """The function ``make``, but for arguments of exactly these types: it raises TypeError for others.

    Fraction, for one, would read even a text, which may take for ever.
    """

    def make_checked(*parts: Any) -> Any:
        if tuple(map(type, parts)) != kinds:
            raise TypeError("the parts are of other types")
        return make(*parts)

    return make_checked


def _with_spread_hashes(parts: list[Any]) -> list[Any]:
    """The same parts; raises ValueError if too many have the same hash (``MOST_ALIKE``)."""
    parts_by_hash = Counter(map(hash, parts))
    if parts_by_hash and max(parts_by_hash.values()) > MOST_ALIKE:
        raise ValueError("too many parts have the same hash")
    return parts


def _mapping(*pairs: Any) -> dict[Any, Any]:
    """A dict of pairs; raises ValueError if too many keys have the same hash."""
    _with_spread_hashes([key for key, _ in pairs])
    return dict(pairs)


def _reply(value: Any, *parts: Any) -> Reply:
    """A reply, made of its fields in their order; raises TypeError if one is of a wrong type."""
    *stopped_and_flags, left = parts
    if type(left) not in (tuple, type(None)):
        raise TypeError("what is left in the arguments is no tuple")
    make_reply = _for_types(partial(Reply, value), str, bool, bool, bool)
    reply: Reply = make_reply(*stopped_and_flags)
    return replace(reply, left=left)


#: What each class is taken apart into, in the order in which its maker takes them.
PARTS: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((tuple, set, frozenset), list),
    dict: lambda thing: map(list, thing.items()),
    Fraction: lambda thing: (thing.numerator, thing.denominator),
    Outcome: lambda thing: [int(thing)],
    **dict.fromkeys((NotPlain, Handle, Reply), lambda thing: vars(thing).values()),
}

#: How each class is rebuilt from its parts.
MAKERS: dict[str, Callable[..., Any]] = {
    "tuple": lambda *parts: parts,
    "set": lambda *parts: set(_with_spread_hashes(list(parts))),
    "frozenset": lambda *parts: frozenset(_with_spread_hashes(list(parts))),
    "dict": _mapping,
    "Fraction": _for_types(Fraction, int, int),
    "Outcome": _for_types(Outcome, int),
    "NotPlain": lambda kind, words, meant: replace(
        _for_types(NotPlain, str, str)(kind, words), meant=meant
    ),
    "Handle": _for_types(Handle, int, str, bool),
    "Reply": _reply,
}
