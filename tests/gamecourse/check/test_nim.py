"""The exercises of lecture 06, with answers as students give them."""

import importlib
import re

import numpy as np
import pytest

from check.lecture import Lecture, right_and_wrong
from gamecourse.check.machinery.sheet import opened
from gamelib import nim_sum, solve
from gamelib.core import LOSS, WIN
from gamelib.games import Nim

MODULE = importlib.import_module("gamecourse.check.nim")
EVERYTHING = opened(MODULE)


def recipe(heaps):
    x = nim_sum(*heaps)
    return next(((k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h), None)


def otherwise(change):
    """The recipe, written down in another way."""

    def move(heaps):
        found = recipe(heaps)
        return None if found is None else change(heaps, found)

    return move


def three_columns(heaps):
    x = nim_sum(*(h & 7 for h in heaps))
    return next(((k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h), None)


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
        not stairs_by_trying(tuple(c - t * (i == k) + t * (i == k - 1) for i, c in enumerate(coins)))
        for k, c in enumerate(coins)
        for t in range(1, c + 1)
    )


MOVES = [(0, 5), (1, 5), (3, 3)]

RIGHT = [
    ("winning_takes", MOVES),
    ("winning_takes", dict(MOVES)),
    ("winning_move", recipe),
    ("misere", misere),
    ("bounded", is_won),
    ("stairs", lambda coins: nim_sum(*coins[::2]) != 0),
]

WRONG = [
    ("winning_takes", [(3, 3)], "these win, but there are more: 3 in all$"),
    ("winning_takes", [(2, 4), (3, 3)], r"\(5, 7, 5, 14\), and 5 ⊕ 7 ⊕ 5 ⊕ 14 = 9: won for the opponent$"),
    ("winning_takes", [(k + 1, take) for k, take in MOVES], "counted from 0: did you begin with 1"),
    ("winning_takes", [(take, k) for k, take in MOVES], "The heap comes first, then what you take"),
    ("winning_takes", [(0, 0), (1, 2), (3, 11)], "heap 0 has 5.*did you give what you leave"),
    ("winning_takes", [(5, 5), (7, 5), (14, 3)], "numbered from 0 to 3. The first number says which heap"),
    ("winning_takes", (0, 5), "also if there is only one; this is"),
    ("winning_takes", [], "your list is empty, but the nim-sum"),
    ("winning_takes", [0, 5, 3], "give a list of pairs .heap, take.; in yours stands 0"),
    ("winning_takes", [(0, 5, 1)], r"in yours stands \(0, 5, 1\)"),
    ("winning_takes", [(0, 2.5)], r"in yours stands \(0, 2.5\)"),
    ("winning_takes", [(True, 5)], r"in yours stands \(True, 5\)"),
    ("winning_takes", [(0, NotImplemented)], "in yours stands"),
    ("winning_move", lambda heaps: None, r"it should be a winning move, \(0, 1\) for example: is a return missing"),
    ("winning_move", lambda heaps: (0, 1) if any(heaps) else None, r"leaves \(1,\), a heap that the opponent takes"),
    ("bounded", lambda heaps, most: nim_sum(*(min(h, most) for h in heaps)) != 0, "is True, it should be False$"),
    ("misere", lambda heaps: misere(heaps)[::-1], "The heap comes first, then what you take: did you write"),
    ("misere", lambda heaps: (misere(heaps)[0] + 1, misere(heaps)[1]), "did you begin with 1"),
    ("winning_move", lambda heaps: (0, 1), r"\(\(0,\)\) is \(0, 1\), it should be None: no match is left"),
    ("winning_move", lambda heaps: recipe(heaps) or (0, 1), "should be None: no match is left"),
    (
        "winning_move",
        lambda heaps: recipe(heaps) or next(((k, 1) for k, h in enumerate(heaps) if h), None),
        "should be None: the nim-sum is 0, and every move",
    ),
    ("winning_move", otherwise(lambda heaps, move: move[::-1]), "heap comes first, then what you take"),
    ("winning_move", otherwise(lambda heaps, move: (move[0] + 1, move[1])), "did you begin with 1"),
    ("winning_move", otherwise(lambda heaps, move: (move[0], heaps[move[0]] - move[1])), "did you give what you leave"),
    ("winning_move", otherwise(lambda heaps, move: (heaps[move[0]], move[1])), "did you give its size"),
    ("winning_move", otherwise(lambda heaps, move: move[1]), "is 1, it should be a winning move, a pair"),
    ("winning_move", otherwise(lambda heaps, move: "a winning move"), "it should be a winning move, a pair"),
    ("winning_move", three_columns, r"\(\(6, 32\)\) is \(0, 6\), which leaves \(0, 32\), and 0 ⊕ 32 = 32: won"),
    (
        "winning_move",
        lambda heaps: (heaps.index(max(heaps)), 1) if any(heaps) else None,
        "which leaves .* it should be a winning move$",
    ),
    ("misere", recipe, r"win away.*not won. In ordinary Nim that move from \(1, 3, 1\) would win"),
    ("misere", lambda heaps: (heaps.index(max(heaps)), 1), "you have not won.$"),
    ("misere", lambda heaps: (0, 9), r"your move \(0, 9\) is not allowed"),
    ("misere", lambda heaps: (0, 0), r"your move \(0, 0\) is not allowed"),
    ("bounded", lambda heaps, most: nim_sum(*heaps) != 0, "if any number may be taken; here at most"),
    ("bounded", lambda heaps, most: sum(heaps) % (most + 1) != 0, "It adds the heaps"),
    ("bounded", lambda heaps, most: nim_sum(*(h % most for h in heaps)) != 0, "the remainders by `most`"),
    ("bounded", lambda heaps, most: nim_sum(*heaps) % (most + 1) != 0, "Take the remainders of the heaps, and then"),
    ("bounded", lambda heaps, most: any(h % (most + 1) for h in heaps), "won alone can balance"),
    ("bounded", lambda heaps, most: not is_won(heaps, most), "It says the contrary everywhere"),
    ("bounded", lambda heaps, most: True, "is True, it should be False$"),
    ("bounded", lambda heaps, most: False, "is False, it should be True$"),
    ("bounded", lambda heaps, most: is_won(heaps, min(most, 3)), "it should be (True|False)$"),
    ("bounded", lambda heaps, most: is_won([min(h, 6) for h in heaps], most), "it should be (True|False)$"),
    ("stairs", lambda coins: nim_sum(*coins) != 0, r"\(\(0, 1\)\) is True.*here they come to lie on the next step"),
    ("stairs", lambda coins: nim_sum(*coins[1::2]) != 0, r"coins\[0\] lie on step 1"),
    ("stairs", lambda coins: any(coins[::2]), "two heaps can balance"),
    ("stairs", lambda coins: sum(coins[::2]) % 2 != 0, "two equal heaps balance"),
    ("stairs", lambda coins: nim_sum(*coins[::2]) == 0, "It says the contrary everywhere"),
    ("stairs", lambda coins: nim_sum(*(c & 3 for c in coins[::2])) != 0, "is False, it should be True$"),
    ("stairs", lambda coins: nim_sum(*coins[:5:2]) != 0, "it should be (True|False)$"),
    ("stairs", lambda coins: sum(coins) % 2 == 1, "is False, it should be True$"),
    ("stairs", lambda coins: (nim_sum(*coins[::2]) != 0) != (len(coins) == 7), "it should be (True|False)$"),
]


LECTURE = Lecture(
    "nim",
    answers=right_and_wrong(RIGHT, WRONG),
)


@pytest.mark.parametrize(("name", "answer"), [("bounded", by_trying), ("stairs", stairs_by_trying)])
def test_what_is_right_but_slow_is_told_that_it_is_slow(name, answer, monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.5)
    finding = EVERYTHING[name](answer)
    assert re.search(r"has run for 0.5 seconds at \w+\(\(.*does it call itself again and again", finding), finding


def test_what_is_asked_is_what_solving_finds():
    for (heaps,) in EVERYTHING["_rising"](4, 3):
        for most in (1, 2, 3):
            game = Nim(heaps, most=most)
            assert (solve(game)[heaps].outcome == WIN) == EVERYTHING["_bounded"](heaps, most)
    outcomes = [EVERYTHING["_bounded"](*given) for given in large_questions("bounded")]
    assert 0.15 < np.mean(outcomes) < 0.9
    assert 0.2 < np.mean([nim_sum(*heaps) == 0 for heaps in EVERYTHING["_large"](5, 100, 5)]) < 0.8
    coins = list(EVERYTHING["_large"](7, 30, 7, step=2))
    assert 0.2 < np.mean([nim_sum(*row[::2]) == 0 for row in coins]) < 0.8
    assert max(map(len, coins)) == 7


def large_questions(name):
    """What a right function is asked."""
    asked = []

    def noting(*given):
        asked.append(given)
        return is_won(*given)

    EVERYTHING[name](noting)
    return [given for given in asked if max(given[0]) > 4]


def test_the_hints_of_the_misere_game_win():
    """Above two large heaps the nim-sum 0; at one large heap an odd number of ones; and ones alone are counted."""
    game = EVERYTHING["Misere"](Nim((3, 3, 3)))
    for heaps, verdict in solve(game).items():
        large = [h for h in heaps if h > 1]
        if not large:
            assert (verdict.outcome == WIN) == (heaps.count(1) % 2 == 0)
        elif len(large) == 1:
            assert verdict.outcome == WIN
        else:
            assert (verdict.outcome == LOSS) == (nim_sum(*heaps) == 0)
