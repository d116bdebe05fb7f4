"""The exercises of lecture 08, with answers as students give them."""

import importlib

from naive import game

from check.lecture import Lecture, right_and_wrong
from gamecourse.check.machinery.sheet import opened
from gamelib import DRAW, LOSS, mex, octal, solve

MODULE = importlib.import_module("gamecourse.check.kayles")
EVERYTHING = opened(MODULE)

CODES = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.1"}


def on_the_strip(n):
    """The strip itself: both write X, and three in a row win."""
    strip = game(
        start=lambda self: "." * n,
        moves=lambda self, cells: [c for c, mark in enumerate(cells) if mark == "."],
        play=lambda self, cells, c: f"{cells[:c]}X{cells[c + 1 :]}",
        outcome=lambda self, cells: LOSS if "XXX" in cells else None if "." in cells else DRAW,
    )
    solution = solve(strip)
    return [c for c in range(n) if solution[strip.play(strip.start(), c)].outcome == LOSS]


def first(n, more=2):
    g = octal("0.007", 90).tolist()

    def heap(cells):
        return g[max(cells + more, 0)]

    return [c for c in range(n) if heap(c - 2) ^ heap(n - 3 - c) == 0]


def options(digits, k, g, empty=1, add=lambda a, b: a ^ b):
    for i, digit in enumerate(digits):
        m = k - i
        if m < 0:
            continue
        if digit & 1 and m == 0:
            yield 0
        if digit & 2 and m >= empty:
            yield g[m]
        if digit & 4:
            yield from (add(g[a], g[m - a]) for a in range(empty, m + 1 - empty))


def from_code(code, n, kept=7, before=True, **how):
    digits = [int(digit) & kept for digit in code.replace(".", "")]
    digits[0] *= before
    g = []
    for k in range(n + 1):
        g.append(mex(options(digits, k, g, **how)))
    return g


def proves(values, n0, p, k, begin=0, end=0, need=0, least=1):
    """The theorem; or what is left of it with other bounds."""
    stop = 2 * n0 + p + k + end
    if n0 < least or len(values) < stop + p + need:
        return False
    return all(values[n + p] == values[n] for n in range(n0 + begin, stop) if n + p < len(values))


def unharmed(values, n0, p, k):
    return n0 >= 1 and all(values[n + p] == values[n] for n in range(n0, len(values) - p))


RIGHT = [
    ("in_code", CODES),
    ("in_code", {name.upper(): f" {code}0" for name, code in CODES.items()}),
    ("first_cells", first),
    ("from_code", from_code),
    ("proved", lambda values, n0, p, k: unharmed(values, n0, p, k) and len(values) >= 2 * (n0 + p) + k),
    ("seems", ("0.36", 268, 3)),
    ("seems", ("0.62", 255, 3)),
    ("seems", (0.63, 255, 3)),
]

WRONG = [
    ("in_code", {**CODES, "a": "0.07"}, "a is not 0.07. From a heap of 1, by that code, you may not leave nothing"),
    ("in_code", {**CODES, "a": "0.3"}, "a is not 0.3. From a heap of 3, by that code, you may not leave 1 and 1"),
    ("in_code", {**CODES, "b": "0.07"}, "b is not 0.07. From a heap of 4, by that code, you may leave 1 and 1"),
    ("in_code", {**CODES, "b": "0.33"}, "b is not 0.33. From a heap of 1, by that code, you may leave nothing"),
    ("in_code", {**CODES, "c": "0.33"}, "c is not 0.33. From a heap of 1, by that code, you may leave nothing"),
    ("in_code", {**CODES, "e": "0.1"}, "e is not 0.1. From a heap of 2, by that code, you may not leave 1 and 1"),
    ("in_code", {**CODES, "d": "77"}, "at d: '77' is not an octal code"),
    ("in_code", {**CODES, "d": 7}, "at d: '7' is not an octal code"),
    ("in_code", {**CODES, "d": None}, "at d: None is not an octal code"),
    ("in_code", {**CODES, "d": "0." + "7" * 99}, "so many digits are not needed"),
    ("in_code", {"a": "0.7"}, "b is missing"),
    ("in_code", ["0.7", "0.03"], "give a dict from letter to code"),
    ("first_cells", lambda n: [c + 1 for c in first(n)], "counts the cells from 1"),
    ("first_cells", lambda n: [n // 2] if n % 2 else [], r"\(3\) is \[1\], it should be .*Other cells than the middle"),
    ("first_cells", lambda n: first(n, more=0), r"A strip of m cells is a heap of m \+ 2"),
    ("first_cells", lambda n: sorted({*range(n)} - {*first(n)}), "the cells that lose"),
    ("first_cells", lambda n: first(n)[:1], r"\(3\) is \[0\], it should be"),
    ("first_cells", lambda n: first(n) if n < 60 else [], "it should be"),
    ("from_code", lambda code, n: from_code(code, n, kept=3), "4 lets a heap be parted in two"),
    ("from_code", lambda code, n: from_code(code, n, kept=6), "1 lets nothing be left"),
    ("from_code", lambda code, n: from_code(code, n, before=False), "The digit before the point is for taking nothing"),
    ("from_code", lambda code, n: from_code(code, n, add=lambda a, b: a + b), "a nim-sum, not a sum"),
    ("from_code", lambda code, n: from_code(code.replace("4.", "0."), n, empty=0), "must not be empty|it should be"),
    ("from_code", lambda code, n: from_code(code, n)[1:], "it should be"),
    ("from_code", lambda code, n: list(range(n + 1)), "it should be"),
    ("proved", lambda *given: proves(*given, end=2), "it should be True$"),
    (
        "proved",
        lambda values, n0, p, k: len(values) >= 2 * n0 + p + k and unharmed(values[: 2 * (n0 + p) + k], n0, p, k),
        "is it there",
    ),
    ("proved", unharmed, r"n0=1, p=2, k=1\) is True, it should be False. Nothing speaks against it, but are there"),
    ("proved", lambda *given: proves(*given, end=-given[3]), "Where is k, the most that may be taken"),
    ("proved", lambda *given: proves(*given, end=-given[1]), "is n0 counted twice"),
    ("proved", lambda *given: proves(*given, end=-1), "does your function stop before it"),
    ("proved", lambda *given: proves(*given, end=1), "k values are enough: do you ask for one too many"),
    ("proved", lambda *given: proves(*given, begin=1), "does your function begin after it"),
    ("proved", lambda *given: proves(*given, begin=-given[1]), "What comes before n0 may be anything"),
    ("proved", lambda *given: proves(*given, need=1), "k values are enough: do you ask for one too many"),
    ("proved", lambda *given: proves(*given, least=0), r"n0=0, p=1, k=1\).*The theorem is for n0 from 1"),
    ("proved", lambda *given: proves(*given, least=2), "is False, it should be True$"),
    ("proved", lambda *given: not proves(*given), "It says the contrary everywhere$"),
    ("proved", lambda *given: True, "is True, it should be False$"),
    ("proved", lambda *given: False, "is False, it should be True$"),
    (
        "proved",
        lambda values, n0, p, k: all(values[n + p] == values[n] for n in range(n0, 2 * n0 + p + k)),
        "stops with IndexError",
    ),
    ("seems", ("0.16", 571, 3), "0.16 is the lecture's"),
    ("seems", ("0.77", 71, 12), "it never breaks: a period of 12 is proved"),
    ("seems", ("0.36", 260, 3), r"it is not seen four times: g\(\d+\) = \d, and g\(\d+\) = \d"),
    ("seems", ("0.36", 268, 1), "n0 is 1 or more, p is 2 or more"),
    ("seems", ("0.36", "268", 3), "both are whole numbers, .*; you gave .'268', 3."),
    ("seems", ("0.36", 1990, 3), "all is seen below heap 2,000"),
    ("seems", ("0.0007", 1, 2), "three digits behind the point are enough"),
    ("seems", ("0.4", 1, 2), "it is not seen|a period of 1"),
    ("seems", ("0.03", 2, 2), "all are 1: that is a period of 1|it never breaks|not seen"),
    ("seems", ("36", 268, 3), "'36' is not an octal code"),
    ("seems", ("0.36", 268), r"give a triple \(code, n0, p\)"),
]


LECTURE = Lecture(
    "kayles",
    answers=right_and_wrong(RIGHT, WRONG),
    slow=["proved", "seems", "first_cells"],
)


def test_the_strip_itself_says_the_same():
    for n in range(3, 13):
        assert on_the_strip(n) == first(n)
