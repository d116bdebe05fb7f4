"""The exercises of lecture 08: answers as they are given, and what becomes of each."""

from collections import deque
from operator import ne

import networkx as nx
import numpy as np
from naive import game

from check.lecture import RIGHT, TYPE, WRONG, Lecture, each, reference
from gamecourse.check import kayles as check
from gamefast import octal, solve
from gamelib import DRAW, LOSS, mex
from gamelib.loopy import loopy_nimbers

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


def by_digits(code, n, nothing=1, equal=True):
    """As from_code; or a 2 may leave nothing, or a 4 may not leave two equal heaps."""
    g = []
    for k in range(n + 1):
        found = set()
        for i, digit in enumerate(map(int, code.replace(".", "")[: k + 1])):
            m = k - i
            found |= {0} if m == 0 and digit & nothing else set()
            found |= {g[m]} if m and digit & 2 else set()
            found |= {g[a] ^ g[m - a] for a in range(1, m) if digit & 4 and (equal or 2 * a != m)}
        g.append(mex(found))
    return g


def proves(values, n0, p, k, begin=0, end=0, need=0, least=1):
    """The theorem; or what is left of it with other bounds."""
    stop = 2 * n0 + p + k + end
    if n0 < least or len(values) < stop + p + need:
        return False
    return all(values[n + p] == values[n] for n in range(n0 + begin, stop) if n + p < len(values))


def unharmed(values, n0, p, k):
    return n0 >= 1 and all(values[n + p] == values[n] for n in range(n0, len(values) - p))


def smith(options, second=True, everywhere=True, rounds=99):
    """Rounds of Smith's rule, each over all vertices that have no number yet."""
    found = {}
    for _ in range(rounds):
        for v in options:
            if v in found:
                continue
            known = {found[w] for w in options[v] if w in found}
            m = next(n for n in range(99) if n not in known)
            without = [w for w in options[v] if w not in found]
            if (
                not second or all(any(found.get(x) == m for x in options[w]) for w in without)
            ) and (everywhere or not without):
                found[v] = m
    return found


def recursive(options):
    def number(v):
        return mex(number(w) for w in options[v])

    return {v: number(v) for v in options}


IN_CODE = [
    (CODES, RIGHT, "right$"),
    ({name: f"{code}0" for name, code in CODES.items()}, RIGHT, "right$"),
    (
        {**CODES, "a": "0.07"},
        WRONG,
        "Game a is not 0.07. By that code you may not take the whole heap from 1; by the rules",
    ),
    (
        {**CODES, "a": "0.3"},
        WRONG,
        "By that code you may not leave heaps of 1 and 1 from 3; by the rules you may.$",
    ),
    (
        {**CODES, "b": "0.07"},
        WRONG,
        "By that code you may leave heaps of 1 and 1 from 4; by the rules you may not.$",
    ),
    (
        {**CODES, "b": "0.33"},
        WRONG,
        "b is not 0.33. By that code you may take the whole heap from 1",
    ),
    (
        {**CODES, "c": "0.33"},
        WRONG,
        "c is not 0.33. By that code you may take the whole heap from 1",
    ),
    (
        {**CODES, "e": "0.1"},
        WRONG,
        "e is not 0.1. By that code you may not leave heaps of 1 and 1 from 2",
    ),
    ({**CODES, "d": "77"}, WRONG, "At d: '77' is not an octal code"),
    ({**CODES, "d": " 0.07"}, WRONG, "At d: ' 0.07' is not an octal code"),
    ({**CODES, "a": 0.7}, WRONG, "At a: 0.7 is not an octal code: give 0"),
    ({**CODES, "d": None}, WRONG, "At d: None is not an octal code"),
    ({**CODES, "d": "0." + "7" * 99}, WRONG, "the code has 100 digits; 12 are enough"),
    ({"a": "0.7"}, WRONG, "b is missing"),
    (
        {name.upper(): code for name, code in CODES.items()},
        WRONG,
        "a is missing.*'A' is not a game",
    ),
    (["0.7", "0.03"], WRONG, "Give a dict from letter to code"),
]

FIRST_CELLS = [
    (first, RIGHT, "right$"),
    (lambda n: first(n)[::-1], RIGHT, "right$"),
    (lambda n: {*first(n)}, TYPE, "It is a set: give a list"),
    (lambda n: np.array(first(n)), TYPE, "of the type ndarray"),
    (lambda n: [c + 1 for c in first(n)], WRONG, "counts the cells from 1"),
    (
        lambda n: [n // 2] if n % 2 else [],
        WRONG,
        r"\(3\) is \[1\], it should be .*Other cells than the middle",
    ),
    (lambda n: first(n, more=0), WRONG, r"A strip of m cells is a heap of m \+ 2"),
    (
        lambda n: sorted({*range(n)} - {*first(n)}),
        WRONG,
        r"\(3\) is \[\], it should be \[0, 1, 2\]\.$",
    ),
    (lambda n: [*first(n), *first(n)], WRONG, "Something is in it more than once"),
    (lambda n: None, WRONG, r"\(3\) is None, it should be \[0, 1, 2\]\.$"),
    (lambda n: first(n)[:1], WRONG, r"\(3\) is \[0\], it should be"),
    (lambda n: first(n)[:6], WRONG, "it should be"),
    (lambda n: first(n) if n < 75 else [], WRONG, r"\(75\) is \[\], it should be"),
]

FROM_CODE = [
    (from_code, RIGHT, "right$"),
    (lambda code, n: by_digits(code, n), RIGHT, "right$"),
    (
        lambda code, n: by_digits(code, n, nothing=3),
        WRONG,
        r"'0.2', 1\) is .* 2 is for leaving one heap",
    ),
    (
        lambda code, n: by_digits(code, n, equal=False),
        WRONG,
        r"'4.0', 2\) is .*A 4 may leave two equal heaps, too",
    ),
    (octal, TYPE, "of the type ndarray"),
    (
        lambda code, n: [str(value) for value in from_code(code, n)],
        TYPE,
        "It is a text: leave out the quotes",
    ),
    (lambda code, n: from_code(code, n, kept=3), WRONG, "A 4 allows a heap to be split in two"),
    (lambda code, n: from_code(code, n, kept=6), WRONG, "A 1 allows taking the whole heap"),
    (
        lambda code, n: from_code(code, n, before=False),
        WRONG,
        "The digit before the point is for taking nothing",
    ),
    (lambda code, n: from_code(code, n, add=lambda a, b: a + b), WRONG, "a nim-sum, not a sum"),
    (lambda code, n: from_code(code.replace("4.", "0."), n, empty=0), WRONG, "it should be"),
    (lambda code, n: from_code(code, n)[1:], WRONG, "it should be"),
    (lambda code, n: list(range(n + 1)), WRONG, "it should be"),
    (lambda code, n: from_code(code[:5], n), WRONG, "it should be"),
    (lambda code, n: from_code(code[:8], n), WRONG, r"'0.0000001', 12\)|'0.\d{7}', \d+\) is"),
    (lambda code, n: [value % 16 for value in from_code(code, n)], WRONG, "it should be"),
    (
        lambda code, n: [min(value, 63) for value in from_code(code, n)],
        WRONG,
        "At place 83 it has 63, not 64",
    ),
]

PROVED = [
    (
        lambda values, n0, p, k: (
            unharmed(values[: 2 * (n0 + p) + k], n0, p, k) and len(values) >= 2 * (n0 + p) + k
        ),
        RIGHT,
        "right$",
    ),
    (
        lambda v, n0, p, k: (
            n0 >= 1
            and len(v) >= 2 * n0 + 2 * p + k
            and all(v[n] == v[n + p] for n in range(n0, len(v) - p))
        ),
        RIGHT,
        "right$",
    ),
    (
        lambda v, n0, p, k: (
            n0 > 0 and len(v) >= 2 * (n0 + p) + k and not any(map(ne, v[n0:], v[n0 + p :]))
        ),
        RIGHT,
        "right$",
    ),
    (lambda *given: int(proves(*given)), TYPE, "It is a number: give True or False"),
    (lambda v, n0, p, k: proves(v, n0, p, k, end=-n0, need=n0), WRONG, "it should be False"),
    (lambda *given: proves(*given, end=2), WRONG, r"it should be (True|False)\.$"),
    (
        lambda values, n0, p, k: (
            len(values) >= 2 * n0 + p + k and unharmed(values[: 2 * (n0 + p) + k], n0, p, k)
        ),
        WRONG,
        "is True, it should be False. To compare the last n",
    ),
    (
        unharmed,
        WRONG,
        r"1, 1, 1\) is True, it should be False. Nothing contradicts the period, but are there",
    ),
    (
        lambda *given: proves(*given, end=-given[3]),
        WRONG,
        "leaves out k, the most that may be taken",
    ),
    (lambda *given: proves(*given, end=-given[1]), WRONG, "n0 counts twice"),
    (lambda *given: proves(*given, end=-given[2]), WRONG, "leaves out p: the last n is"),
    (lambda *given: proves(*given, end=-1), WRONG, "your function stops before it"),
    (lambda *given: proves(*given, end=1), WRONG, "your function asks for one more"),
    (lambda *given: proves(*given, begin=1), WRONG, "The first n is n0 itself"),
    (lambda *given: proves(*given, begin=-given[1]), WRONG, "What comes before n0 may be anything"),
    (lambda *given: proves(*given, need=1), WRONG, "your function asks for one more"),
    (
        lambda *given: proves(*given, least=0),
        WRONG,
        r"\(\[0, 0, 0\], 0, 1, 1\).*The theorem needs n0 to be 1 or more",
    ),
    (lambda *given: proves(*given, least=2), WRONG, r"is False, it should be True\.$"),
    (lambda *given: not proves(*given), WRONG, "says the opposite of the right answer everywhere"),
    (lambda *given: True, WRONG, r"is True, it should be False\.$"),
    (lambda *given: False, WRONG, r"is False, it should be True\.$"),
    (
        lambda values, n0, p, k: all(values[n + p] == values[n] for n in range(n0, 2 * n0 + p + k)),
        WRONG,
        "stops with IndexError",
    ),
]

SEEMS = [
    (("0.36", 268, 3), RIGHT, "right$"),
    (("0.62", 255, 3), RIGHT, "right$"),
    (["0.63", 255, 3], RIGHT, "right$"),
    (("0.63", 255.0, 3), TYPE, "255.0 should be a whole number"),
    (deque(("0.36", 268, 3)), TYPE, "of the type deque"),
    ((0.63, 255, 3), WRONG, "0.63 is not an octal code"),
    (("0.16", 571, 3), WRONG, "The code 0.16 is the lecture's"),
    (("0.77", 71, 12), WRONG, "The period does not break below heap 2,000"),
    (("0.77", 3, 3), WRONG, "The period is not seen four times"),
    (("0.36", 260, 3), WRONG, r"The period is not seen four times: g\(\d+\) is \d, g\(\d+\) \d"),
    (("0.36", 268, 1), WRONG, "Give n0 from 1 on and p from 2 on"),
    (("0.36", "268", 3), WRONG, "whole numbers, .* You gave .'268', 3."),
    (("0.36", 1990, 3), WRONG, "n0 . 4 p is at most 2,000"),
    (("0.0007", 1, 2), WRONG, "0.0007 has more than three digits after the point"),
    (("0.4", 1, 2), WRONG, "not seen four times|a period of 1"),
    (("0.03", 2, 2), WRONG, "are all 1: that is a period of 1|not break|not seen"),
    (("36", 268, 3), WRONG, "'36' is not an octal code"),
    (("0.36", 268), WRONG, r"Give a triple \(code, n0, p\)"),
    ({"0.36", 268, 3}, WRONG, r"Give a triple \(code, n0, p\)"),
]

GOES_ROUND = [
    (smith, RIGHT, "right$"),
    (lambda options: dict(sorted(smith(options).items())), RIGHT, "right$"),
    (lambda options: smith({v: set(row) for v, row in options.items()}), RIGHT, "right$"),
    (lambda options: {v: float(n) for v, n in smith(options).items()}, TYPE, "give a whole number"),
    (
        lambda options: smith(options, second=False),
        WRONG,
        "a move to an option without a number must be answered",
    ),
    (lambda options: smith(options, everywhere=False), WRONG, "before all its options have one"),
    (lambda options: smith(options, rounds=1), WRONG, "it should be"),
    (lambda options: {v: smith(options).get(v) for v in options}, WRONG, "should not be in it"),
    (
        lambda options: {v: smith(options).get(v, 0) for v in options},
        WRONG,
        "0 should not be in it",
    ),
    (recursive, WRONG, "Does your function call itself for ever"),
]


def test_the_numbers_that_go_round_are_those_of_the_library():
    for (options,) in check.goes_round.questions():
        values = loopy_nimbers(nx.DiGraph(options))
        assert reference(check.goes_round)(options) == {
            v: n for v, n in values.items() if isinstance(n, int)
        }


LECTURE = Lecture(
    "kayles",
    answers=each(
        {
            "in_code": IN_CODE,
            "first_cells": FIRST_CELLS,
            "from_code": FROM_CODE,
            "proved": PROVED,
            "seems": SEEMS,
            "goes_round": GOES_ROUND,
        }
    ),
    slow=["from_code", "goes_round", "proved", "seems"],
)


def test_the_values_asked_about_are_nimbers_of_a_game():
    """No others: a theorem about nimbers says nothing of lists that cannot be nimbers."""
    codes = {*LECTURE.sheet["_PERIODIC"]} | {"0.115", "0.77", "0.6", "0.36"}
    known = {code: octal(code, 240).tolist() for code in codes}
    for values, _, _, k in LECTURE.sheet["proved"].questions():
        assert any(len(code) - 2 == k and values == g[: len(values)] for code, g in known.items())


def test_the_strip_itself_says_the_same():
    for n in range(3, 13):
        assert on_the_strip(n) == first(n)
