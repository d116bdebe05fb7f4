"""The exercises of lecture 01, matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, between, compare, exercise, give, wins, wrong
from gamecourse.check.machinery.reading import items, whole
from gamelib import WIN, Misere, solve
from gamelib.games import Matches

#: Up to here a function that calls itself without a memory comes to an end soon: lecture 2 teaches the memory.
_PILES = Domain(lambda: ((n,) for n in range(28)), between("`n`", 0, 27))


def _pile_wins(takes: tuple[int, ...], misere: bool = False) -> Callable[[int], bool]:
    game: Any = Misere(Matches(60, takes)) if misere else Matches(60, takes)
    solution = solve(game)
    return lambda n: solution[n].outcome == WIN


@cache
def _takes_too_much(n: int) -> bool:
    """Who is won if 1, 3 or 4 may be taken from any pile, and fewer than no matches are lost as none are."""
    return n > 0 and not all(_takes_too_much(n - t) for t in (1, 3, 4))


@exercise(
    "Climb from 0: what can the player to move do with 0, 1, 2 matches?",
    "A pile is won if some take that is there leads to a pile that is not won: any(not wins(n - t) for ...).",
    domain=_PILES,
)
def other_takes(answer: Any) -> Finding:
    """wins(n): does the player to move win with n matches, if 1, 3 or 4 may be taken?"""
    right = _pile_wins((1, 3, 4))
    mistakes: Mistakes = {
        "It is as if 3 could be taken from a pile of 2: is t <= n asked everywhere?": _takes_too_much,
        "That would be right for the takes 1, 2 and 3; here they are 1, 3 and 4.": lambda n: n % 4 != 0,
        "That would be right in misère play; here the player who cannot move has lost.": (
            _pile_wins((1, 3, 4), misere=True)
        ),
    }
    return compare(answer, right, _PILES, mistakes=mistakes)


@exercise(
    "The player who faces 1 match must take it and has lost. What about 2, 3, 4 and 5?",
    "Whatever your opponent takes, you take the difference from 5. Which pile do you want to come down to?",
)
def good_to_leave(answer: Any) -> Finding:
    """The piles up to 30 to leave to the opponent, as a list, if the last match loses and 1 to 4 may be taken."""
    is_won = _pile_wins((1, 2, 3, 4), misere=True)
    given = {whole(pile, 0, 30) for pile in items(answer, "a list of piles")}
    if None in given:
        raise give("a list of whole numbers from 0 to 30", answer)
    other = _other_question(given - {0})
    for n in range(31):
        if n in given and is_won(n):
            return wrong(f"{n} is in your list, but the player who faces it wins.{other}")
        if n not in given and not is_won(n):
            return wrong(f"{n} is missing, though it is lost for the player to move.{other}")
    return RIGHT


def _other_question(given: set[int | None]) -> str:
    """What else was asked, if these piles answer that."""
    piles = range(1, 31)
    answers = {
        "if the last match won. Here it loses": {n for n in piles if n % 5 == 0},
        "if 1 to 3 might be taken. Here it is 1 to 4": {n for n in piles if n % 4 == 1},
        "if you were to face them. Here your opponent does": {n for n in piles if n % 5 != 1},
    }
    return next((f" Your piles would be right {words}." for words, right in answers.items() if given == right), "")


@exercise(
    "Which piles does a player want to leave, if 1 to 5 may be taken?",
    "Take the remainder by 6. If you have begun well, you will never face a pile where it is 0.",
)
def strategy(answer: Any) -> Finding:
    """A strategy for 32 matches of which 1 to 5 may be taken: pile -> take, winning against everybody."""
    return wins(Matches(32, (1, 2, 3, 4, 5)), answer, 32)


def _period(a: int, b: int) -> int:
    """A round takes a + b; but an odd multiple of a does what a does. A test compares it with what play finds."""
    return 2 * a if b % a == 0 and b // a % 2 else a + b


def _pairs() -> Iterator[tuple[int, int]]:
    """All pairs up to 10; then of larger ones those that are exceptions, and their neighbours."""
    yield from ((a, b) for b in range(2, 11) for a in range(1, b))
    for b in (*range(11, 25), 27, 28, 32, 35, 36, 45, 48, 49, 50):
        yield from ((a, b) for a in range(1, b) if b % a == 0 or a in (b - 1, b // 2 + 1))


_PAIRS = Domain(_pairs, between("`a`", 1, 49, lambda a, b: a), between("`b`", 2, 50, lambda a, b: b))


@exercise(
    "Let find_period tell you the period for some pairs. When is it not a + b?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how many times does a go into b?",
    domain=_PAIRS,
)
def two_takes(answer: Any) -> Finding:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""
    mistakes = {
        "It is a + b for most pairs, but not for all: collect some, and see which are different.": lambda a, b: a + b,
        "Not every pair in which a goes into b is an exception: how many times does it go?": lambda a, b: (
            a + b if b % a else 2 * a
        ),
        "There are exceptions with a > 1, too.": lambda a, b: 2 if a == 1 and b % 2 else a + b,
    }
    return compare(answer, _period, _PAIRS, mistakes=mistakes)
