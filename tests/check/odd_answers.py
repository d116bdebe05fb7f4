"""Answers that are no answers: what hangs, what says yes to everything, what is of no use. For every exercise."""

from contextlib import suppress
from itertools import count
from threading import Thread
from unittest.mock import ANY, MagicMock

import numpy as np


class Yes:
    """It equals everything, is in everything, and is true."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def __contains__(self, other):
        return True


class Mute:
    """It cannot be shown."""

    def __repr__(self):
        raise RuntimeError

    __str__ = __repr__


class Unspeakable(Exception):
    def __str__(self):
        raise RuntimeError


def for_ever(*arguments):
    while True:
        pass


def catches_all(*arguments):
    while True:
        with suppress(Exception):
            for_ever()


def endless(*arguments):
    return endless(*arguments)


def never_yields():
    for_ever()
    yield 1


def unspeakable(*arguments):
    raise Unspeakable


def megabytes(*arguments):
    print("x" * 3_000_000)


def leaves(*arguments):
    raise SystemExit


class Holder:
    def __init__(self, *arguments):
        self.arguments = arguments


#: Functions, and what is said of them.
FUNCTIONS = {
    "any": (lambda *a: ANY, "ANY"),
    "yes": (lambda *a: Yes(), "Yes"),
    "pairs of yes": (lambda *a: (Yes(), Yes()), "Yes"),
    "mock": (lambda *a: MagicMock(), "."),
    "mute": (lambda *a: Mute(), "that cannot be shown"),
    "nested": (lambda *a: [NotImplemented], "NotImplemented"),
    "unspeakable": (unspeakable, "Unspeakable: it cannot be shown"),
    "megabytes": (megabytes, "print|return missing"),
    "exit": (leaves, "SystemExit"),
    "recursion": (endless, "calls itself for ever"),
    "loop": (for_ever, "has run for 0.2 seconds .*loop in it that never ends"),
    "stubborn loop": (catches_all, "has run for 0.2 seconds"),
    "counts": (lambda *a: count(), "200,000 items, or never ends"),
    "generator": (lambda *a: never_yields(), "has run for 0.2 seconds"),
    "class": (Holder, "Holder"),
    "signature": (lambda: 1, "TypeError"),
    "array": (lambda *a: np.array([[1, 2], [3, 4]]), r"\[\[?1, 2"),
    "bytes": (lambda *a: b"x", "b'x'"),
    "function": (lambda *a: len, "built-in function len"),
}

#: What is given where something worked out by hand is wanted.
THINGS = {
    "any": ANY,
    "yes": Yes(),
    "list of yes": [Yes()],
    "pair of yes": (Yes(), Yes()),
    "mute": Mute(),
    "list of mute": [Mute()],
    "nested": [NotImplemented],
    "none": None,
    "counts": count(),
    "generator": never_yields(),
    "class": Holder,
    "function": leaves,
    "instance": Holder(1, 2),
    "nan": float("nan"),
    "bytes": b"xyz",
    "text": "I do not know",
    "nans": [(float("nan"), float("inf"))],
    "array": np.array([[1.5, 2], [3, 4]]),
    "ellipsis": {"a": ..., "A": ..., "house": ..., "i": ..., "H": ..., "ring": ...},
    "yes in a dict": dict.fromkeys("abcdefghiABCDEFGH", Yes()) | dict.fromkeys(["ring", "judge"], Yes()),
}


def in_another_thread(exercise, answer):
    """What an exercise says in a thread of its own, where no signal comes."""
    found = []
    thread = Thread(target=lambda: found.append(exercise(answer)))
    thread.start()
    thread.join(20)
    return found[0]
