"""The exercises of lecture 01, matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from gamecourse.check import RIGHT, Finding, Mistakes, State, compare, exercise, give, wins, wrong
from gamecourse.check.machinery.asked import brief
from gamecourse.check.machinery.plain import same
from gamecourse.check.machinery.reading import items
from gamelib import LOSS, WIN, Misere, find_period, solve
from gamelib.games import Matches

#: Up to here a function that calls itself without a memory comes to an end soon; the larger piles take it years.
SMALL, LARGE = 27, (40, 45, 51, 58, 60)


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
    "won, if some take that is there leads to a pile that is not won: any(not wins(n - t) for t in (1, 3, 4) if ...).",
)
def other_takes(answer: Any) -> Finding:
    """wins(n): does the player to move win with n matches, if 1, 3 or 4 may be taken?"""
    right = _pile_wins((1, 3, 4))
    mistakes: Mistakes = {
        "From a pile of 2 nobody can take 3: is t <= n asked everywhere?": _takes_too_much,
        "That would be right for the takes 1, 2 and 3; here they are 1, 3 and 4": lambda n: n % 4 != 0,
        "That is misère play; here who cannot move has lost": _pile_wins((1, 3, 4), misere=True),
    }
    piles = ((n,) for n in range(SMALL + 1))
    return compare(answer, right, piles, mistakes=mistakes, beyond=((n,) for n in LARGE), late=_right_but_slow)


def _right_but_slow(n: int) -> Finding:
    """Larger piles are for what is true of small ones only: who is too slow for them is right as well."""
    said = f"but with {n} matches it takes too long: it asks for the same small piles again and again. "
    return Finding(State.RIGHT, f"{said}In lecture 2 it learns to remember")


@exercise(
    "Who faces 1 match must take it and has lost. Who faces 2, 3, 4 or 5?",
    "Whatever he takes, you take what is missing to 5. Which pile do you want to come down to?",
)
def good_to_leave(answer: Any) -> Finding:
    """The piles up to 30 to leave to the opponent, as a list, if the last match loses and 1 to 4 may be taken."""
    is_won = _pile_wins((1, 2, 3, 4), misere=True)
    found = items(answer, "a list of piles")
    for pile in found:
        if not any(same(pile, n) for n in range(31)):
            if isinstance(pile, int | float) and pile > 30:
                return wrong(f"{brief(pile)} is more than 30")
            raise give("a list of whole numbers, 0 to 30", answer)
    given = {n for n in range(31) if any(same(pile, n) for pile in found)}
    for n in range(31):
        if (n in given) == is_won(n):
            what = "in your list, but is a WIN" if n in given else "missing: it is a LOSS"
            return wrong(f"{n} is {what} for who faces it{_other_question(given - {0})}")
    return RIGHT


def _other_question(given: set[int]) -> str:
    """What else was asked, if these piles answer that."""
    piles = range(1, 31)
    answers = {
        "if the last match wins. Here it loses": {n for n in piles if n % 5 == 0},
        "if 1 to 3 may be taken. Here it is 1 to 4": {n for n in piles if n % 4 == 1},
        "if you were to face them. Here your opponent does": {n for n in piles if n % 5 != 1},
    }
    return next((f". They would be right {words}" for words, right in answers.items() if given == right), "")


@exercise(
    "Which piles does a player want to leave, if 1 to 5 may be taken?",
    "Take the remainder by 6; where it is 0 you will never stand, if you have begun well.",
)
def strategy(answer: Any) -> Finding:
    """A strategy for 32 matches of which 1 to 5 may be taken: pile -> take, winning against everybody."""
    return wins(Matches(32, (1, 2, 3, 4, 5)), answer, 32)


@cache
def _period(a: int, b: int) -> int:
    solution = solve(Matches(12 * b, (a, b)))
    found = find_period([verdict.outcome == LOSS for verdict in solution.values()], b)
    assert found is not None
    return found.period


@exercise(
    "Let find_period tell you the period for some pairs. When is it not a + b?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how often does a go into b?",
)
def two_takes(answer: Any) -> Finding:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""
    larger = [(4, 28), (4, 32), (5, 45), (6, 30), (7, 35), (9, 27), (10, 25), (11, 13), (12, 36), (12, 48), (15, 45)]
    mistakes = {
        "It is a + b for most pairs, but not for all: collect some, and see which are different": lambda a, b: a + b,
        "Not every pair in which a goes into b is one: how often does it?": lambda a, b: a + b if b % a else 2 * a,
        "There are exceptions with a > 1, too": lambda a, b: 2 if a == 1 and b % 2 else a + b,
        "That is twice the period: half of it would do": lambda a, b: 2 * _period(a, b),
    }
    return compare(answer, _period, [*((a, b) for b in range(2, 11) for a in range(1, b)), *larger], mistakes=mistakes)
