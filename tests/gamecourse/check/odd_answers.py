"""Answers that are no answers: what hangs, what says yes to everything, what is of no use. For
every exercise.
"""

import sys
from contextlib import suppress
from itertools import count
from unittest.mock import ANY, MagicMock

import numpy as np


class Yes:
    """It equals everything, is in everything, before and behind everything, and is true."""

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 1

    def __bool__(self):
        return True

    __contains__ = __lt__ = __gt__ = __le__ = __ge__ = __eq__


class Mute:
    """It cannot be shown."""

    def __repr__(self):
        raise RuntimeError

    __str__ = __repr__


class Unspeakable(Exception):
    """An exception that cannot be shown."""

    def __str__(self):
        raise ValueError("no words")

    __repr__ = __str__


class Holder:
    def __init__(self, *arguments):
        self.arguments = arguments


def hangs(*arguments):
    while True:
        pass


def hangs_on(*arguments):
    while True:
        with suppress(Exception):  # and not what the clock raises
            hangs()


def calls_itself(*arguments):
    return calls_itself(*arguments)


def goes_on(*arguments):
    while True:
        yield 1


def unspeakable(*arguments):
    raise Unspeakable


def leaves(*arguments):
    sys.exit()


def babbles(*arguments):
    print("x" * 3_000_000)


#: The text of a number that would be years in the making: as Python reads it, with a digit of
#: another script.
ENDLESS = "١e999999999"

#: Functions that are right for nothing, and what must be said of them.
FUNCTIONS = {
    "any": (lambda *a: ANY, "ANY"),
    "yes": (lambda *a: Yes(), "Yes"),
    "pair of yes": (lambda *a: (Yes(), Yes()), "Yes"),
    "list of yes": (lambda *a: [Yes(), Yes()], "Yes"),
    "mock": (lambda *a: MagicMock(), "."),
    "mute": (lambda *a: Mute(), "that cannot be shown"),
    "nested stub": (lambda *a: [NotImplemented], "NotImplemented"),
    "stub in a dict": (lambda *a: {"a": NotImplemented}, "NotImplemented"),
    "unspeakable": (unspeakable, "Unspeakable: it cannot be shown"),
    "megabytes printed": (babbles, "It prints something"),
    "megabytes": (lambda *a: "x" * 1_000_000, "xxx"),
    "nothing": (lambda *a: None, "None|nothing"),
    "exit": (leaves, "SystemExit"),
    "recursion": (calls_itself, "RecursionError"),
    "counts": (lambda *a: count(), "count"),
    "goes on": (goes_on, "generator"),
    "class": (Holder, "Holder"),
    "instances": (Yes, "TypeError"),
    "signature": (lambda: 1, "TypeError"),
    "array": (lambda *a: np.array([[1, 2], [3, 4]]), r"\[\[?1, 2"),
    "bytes": (lambda *a: b"x", "b'x'"),
    "text of a number": (lambda *a: ENDLESS, ENDLESS),
    "nan": (lambda *a: float("nan"), "nan"),
    "complex": (lambda *a: 1j, "1j"),
    "function": (lambda *a: len, "built-in function len"),
    "print": (print, "It prints something"),
}

#: Functions that never end.
HANGING = {"loop": hangs, "stubborn loop": hangs_on, "in C": lambda *a: sum(range(10**12))}

#: What is given where something worked out by hand is wanted.
THINGS = {
    "any": ANY,
    "yes": Yes(),
    "list of yes": [Yes()],
    "pair of yes": (Yes(), Yes()),
    "list of pairs of yes": [(Yes(), Yes())],
    "yes in dicts": {Yes(): Yes()},
    "yes in a dict": dict.fromkeys("abcdefghiABCDEFGH", Yes())
    | dict.fromkeys(["ring", "judge"], Yes()),
    "yes in a tree": {"A": [Yes()]},
    "yes in a game": {"A": ("Max", {"x": Yes()})},
    "mute": Mute(),
    "unspeakable": Unspeakable(),
    "nested stub": [NotImplemented],
    "ellipsis": {"a": ..., "A": ..., "house": ..., "i": ..., "H": ..., "ring": ...},
    "none": None,
    "number": 7,
    "large number": 10**400,
    "nan": float("nan"),
    "list of nan": [float("nan")],
    "pair of nan": [(float("nan"), float("inf"))],
    "text": "I do not know",
    "text of a number": ENDLESS,
    "megabytes": ["x" * 1_000_000],
    "bytes": b"xyz",
    "no dict": {},
    "no list": [],
    "lists in lists": [[[]]],
    "triple": [(1, 2, 3)],
    "array": np.array([[1.5, 2], [3, 4]]),
    "array in a dict": {"a": np.array([1, 2]), "i": np.array([1, 2])},
    "pair of lists": [([0, 0], [0, 1])],
    "pair of none": [(None, None)],
    "counts": count(),
    "goes on": goes_on(),
    "class": Holder,
    "instance": Holder(1, 2),
    "function": leaves,
}
