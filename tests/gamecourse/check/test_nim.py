"""The exercises of lecture 06: answers as they are given, and what becomes of each."""

import importlib
import re

import numpy as np
import pytest

from check.lecture import RIGHT, SLOW, TYPE, WRONG, Lecture, each, reference
from gamecourse.grading import limits
from gamecourse.grading.sheet import opened
from gamefast import solve
from gamelib import nim_sum
from gamelib.core import LOSS, WIN
from gamelib.games import Nim

MODULE = importlib.import_module("gamecourse.check.nim")
EVERYTHING = opened(MODULE)


def every(heaps):
    """All winning moves."""
    x = nim_sum(*heaps)
    return [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]


def gentle(heaps):
    return min(every(heaps), key=lambda move: move[1], default=None)


def recipe(heaps):
    return next(iter(every(heaps)), None)


def otherwise(change):
    """The right move, written down in another way."""

    def move(heaps):
        found = gentle(heaps)
        return None if found is None else change(heaps, found)

    return move


def three_columns(heaps):
    x = nim_sum(*(h & 7 for h in heaps))
    return min(
        ((k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h),
        key=lambda move: move[1],
        default=None,
    )


def misere(heaps):
    large = [k for k, h in enumerate(heaps) if h > 1]
    if len(large) == 1:
        return large[0], heaps[large[0]] - (heaps.count(1) % 2 == 0)
    if not large:
        return next(k for k, h in enumerate(heaps) if h), 1
    return recipe(heaps)


def is_won(heaps, most):
    return nim_sum(*(h % (most + 1) for h in heaps)) != 0


def by_trying(heaps, most):
    return any(
        not by_trying((*heaps[:k], h - take, *heaps[k + 1 :]), most)
        for k, h in enumerate(heaps)
        for take in range(1, min(h, most) + 1)
    )


def stairs_by_trying(coins):
    return any(
        not stairs_by_trying(
            tuple(c - t * (i == k) + t * (i == k - 1) for i, c in enumerate(coins))
        )
        for k, c in enumerate(coins)
        for t in range(1, c + 1)
    )


MOVES = [(0, 5), (1, 5), (3, 3)]

TAKES = [
    (MOVES, RIGHT, "right$"),
    (MOVES[::-1], RIGHT, "right$"),
    ({*MOVES}, TYPE, "is a set: give a list"),
    ([(0, 5.0), *MOVES[1:]], TYPE, r"5\.0 should be a whole number"),
    (dict(MOVES), WRONG, r"Give a list of pairs \(heap, take\)"),
    ([(3, 3)], WRONG, r"There are more winning moves: 3 in all\.$"),
    ([(2, 4), (3, 3)], WRONG, r"\(5, 7, 5, 14\), and 5 ⊕ 7 ⊕ 5 ⊕ 14 = 9: your opponent wins\.$"),
    ([(k + 1, take) for k, take in MOVES], WRONG, "counted from 0: did you begin with 1"),
    ([(take, k) for k, take in MOVES], WRONG, "The heap comes first, then what you take"),
    (
        [(0, 0), (1, 2), (3, 11)],
        WRONG,
        r"The move \(0, 0\) is not allowed: .*did you give what you leave",
    ),
    ([(5, 5), (7, 5), (14, 3)], WRONG, r"where k is the number of the heap, from 0 to 3\.$"),
    ((0, 5), WRONG, "also if there is only one. You gave"),
    ([], WRONG, "There are more winning moves: 3 in all"),
    ([0, 5, 3], WRONG, "Give a list of pairs .heap, take.. Your answer contains 0"),
    ([(0, 5, 1)], WRONG, r"Your answer contains \(0, 5, 1\)"),
    ([(0, 2.5)], WRONG, r"Your answer contains \(0, 2.5\)"),
    ([(True, 5)], WRONG, r"Your answer contains \(True, 5\)"),
    ([(0, NotImplemented)], WRONG, "Your answer contains"),
]

MOVE = [
    (gentle, RIGHT, "right$"),
    (otherwise(lambda heaps, move: (move[0], float(move[1]))), TYPE, "It is a float"),
    (
        recipe,
        WRONG,
        r"\(\(3, 2, 2\)\) is \(0, 3\), it should be \(1, 1\). Your function takes the first "
        r"winning move",
    ),
    (
        lambda heaps: min(every(heaps)[::-1], key=lambda move: move[1], default=None),
        WRONG,
        "it should be",
    ),
    (lambda heaps: None, WRONG, r"is None \(no move wins\), it should be \(0, 1\)\.$"),
    (
        lambda heaps: (0, 1) if any(heaps) else None,
        WRONG,
        r"\(\(2,\)\) is \(0, 1\), it should be \(0, 2\)",
    ),
    (lambda heaps: (0, 1), WRONG, r"\(\(0,\)\) is \(0, 1\), it should be None \(no move wins\)"),
    (
        lambda heaps: gentle(heaps) or next(((k, 1) for k, h in enumerate(heaps) if h), None),
        WRONG,
        r"\(\(1, 1\)\) is \(0, 1\), it should be None",
    ),
    (
        otherwise(lambda heaps, move: (move[0] + 1, move[1])),
        WRONG,
        r"is \(1, 1\), it should be \(0, 1\)\. Heaps are counted from 0: did you begin with 1\?$",
    ),
    (otherwise(lambda heaps, move: move[1]), WRONG, r"is 1; it should be \(0, 1\)"),
    (otherwise(lambda heaps, move: str(move)), WRONG, "is the text '.0, 1.'; it should be"),
    (three_columns, WRONG, r"\(\(31, 30, 29, 28, 27\)\) is \(1, 1\), it should be \(3, 21\)\.$"),
    (lambda heaps: gentle(heaps[:4]), WRONG, "it should be"),
    (lambda heaps: gentle(heaps) if max(heaps) < 64 else None, WRONG, "it should be"),
]

MISERE = [
    (misere, RIGHT, "right$"),
    (
        lambda heaps: misere(heaps)[::-1],
        WRONG,
        "The heap comes first, then what you take: did you write",
    ),
    (lambda heaps: (misere(heaps)[0] + 1, misere(heaps)[1]), WRONG, "did you begin with 1"),
    (
        recipe,
        WRONG,
        r"win away.*You have lost. In ordinary Nim that move from \(1, 3, 1\) would win",
    ),
    (lambda heaps: (heaps.index(max(heaps)), 1), WRONG, "You have lost.$"),
    (lambda heaps: (0, 9), WRONG, r"The move \(0, 9\) is not allowed"),
    (lambda heaps: (0, 0), WRONG, r"The move \(0, 0\) is not allowed"),
]

BOUNDED = [
    (is_won, RIGHT, "right$"),
    (lambda heaps, most: int(is_won(heaps, most)), TYPE, "It is a number: give True or False"),
    (
        lambda heaps, most: nim_sum(*(min(h, most) for h in heaps)) != 0,
        WRONG,
        "A heap larger than `most` is not worth `most`",
    ),
    (lambda heaps, most: nim_sum(*heaps) != 0, WRONG, "if any number may be taken; here at most"),
    (lambda heaps, most: sum(heaps) % (most + 1) != 0, WRONG, "Your function adds the heaps"),
    (
        lambda heaps, most: nim_sum(*(h % most for h in heaps)) != 0,
        WRONG,
        "the remainders by `most`",
    ),
    (
        lambda heaps, most: nim_sum(*heaps) % (most + 1) != 0,
        WRONG,
        "take the remainder of each heap before you add",
    ),
    (lambda heaps, most: any(h % (most + 1) for h in heaps), WRONG, "won alone can balance"),
    (
        lambda heaps, most: not is_won(heaps, most),
        WRONG,
        "says the opposite of the right answer everywhere",
    ),
    (lambda heaps, most: True, WRONG, r"is True, it should be False\.$"),
    (lambda heaps, most: False, WRONG, r"is False, it should be True\.$"),
    (lambda heaps, most: is_won(heaps, min(most, 3)), WRONG, r"it should be (True|False)\.$"),
    (lambda heaps, most: is_won(heaps, min(most, 98)), WRONG, r"it should be (True|False)\.$"),
    (
        lambda heaps, most: is_won([min(h, 6) for h in heaps], most),
        WRONG,
        r"it should be (True|False)\.$",
    ),
    (lambda heaps, most: is_won(heaps[:3], most), WRONG, r"it should be (True|False)\.$"),
]

STAIRS = [
    (lambda coins: nim_sum(*coins[::2]) != 0, RIGHT, "right$"),
    (
        lambda coins: nim_sum(*coins) != 0,
        WRONG,
        r"\(\(0, 1\)\) is True.*here they move to the next step",
    ),
    (lambda coins: nim_sum(*coins[1::2]) != 0, WRONG, r"coins\[0\] lie on step 1"),
    (lambda coins: any(coins[::2]), WRONG, "two heaps can balance"),
    (lambda coins: sum(coins[::2]) % 2 != 0, WRONG, "add the odd steps without carrying"),
    (
        lambda coins: nim_sum(*coins[::2]) == 0,
        WRONG,
        "says the opposite of the right answer everywhere",
    ),
    (
        lambda coins: nim_sum(*(c & 3 for c in coins[::2])) != 0,
        WRONG,
        r"is False, it should be True\.$",
    ),
    (
        lambda coins: nim_sum(*coins[:5:2]) != 0,
        WRONG,
        r"\(\([01], 0, 0, 0, 0, 0, 1\)\) is (False|True), it should be (True|False)",
    ),
    (lambda coins: sum(coins) % 2 == 1, WRONG, r"is False, it should be True\.$"),
    (
        lambda coins: (nim_sum(*coins[::2]) != 0) != (len(coins) == 7),
        WRONG,
        r"it should be (True|False)\.$",
    ),
]


LECTURE = Lecture(
    "nim",
    answers=each(
        {
            "winning_takes": TAKES,
            "winning_move": MOVE,
            "misere": MISERE,
            "bounded": BOUNDED,
            "stairs": STAIRS,
        }
    ),
)


def test_what_is_right_but_slow_is_told_that_it_is_slow(monkeypatch):
    monkeypatch.setattr(limits, "EACH", 0.5)
    feedback = EVERYTHING["bounded"](by_trying)
    assert feedback.state == SLOW
    assert re.search(r"right as far as it came; by_trying\(\(.*after 0.5 seconds", feedback), (
        feedback
    )


def test_what_is_asked_is_what_solving_finds():
    for heaps in EVERYTHING["small_heaps"](4, 3):
        for most in (1, 2, 3):
            game = Nim(heaps, most=most)
            assert (solve(game)[heaps].outcome == WIN) == reference(EVERYTHING["bounded"])(
                heaps, most
            )
        winning = [
            move for move in Nim(heaps).moves(heaps) if nim_sum(*Nim(heaps).play(heaps, move)) == 0
        ]
        assert sorted(EVERYTHING["winning_moves"](heaps)) == sorted(winning)
    for coins in EVERYTHING["small_heaps"](2, 3):
        assert stairs_by_trying(coins) == reference(EVERYTHING["stairs"])(coins)


@pytest.mark.parametrize("name", ["winning_move", "bounded", "stairs"])
def test_many_of_the_large_questions_are_lost(name):
    right = reference(EVERYTHING[name])
    large = [given for given in EVERYTHING[name].questions() if max(given[0]) > 4]
    assert 0.15 < np.mean([bool(right(*given)) for given in large]) < 0.9


def test_the_hints_of_the_misere_game_win():
    """Above two large heaps the nim-sum 0; at one large heap an odd number of ones; and ones alone
    are counted.
    """
    game = EVERYTHING["Misere"](Nim((3, 3, 3)))
    for heaps, verdict in solve(game).items():
        large = [h for h in heaps if h > 1]
        if not large:
            assert (verdict.outcome == WIN) == (heaps.count(1) % 2 == 0)
        elif len(large) == 1:
            assert verdict.outcome == WIN
        else:
            assert (verdict.outcome == LOSS) == (nim_sum(*heaps) == 0)
