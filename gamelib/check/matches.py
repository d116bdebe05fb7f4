"""The exercises of lecture 01, matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamelib.adapters import Misere
from gamelib.check.engine import RIGHT, Finding, compare, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.check.trial import wins
from gamelib.core import LOSS, WIN
from gamelib.games import Matches
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.impartial.periods import find_period

__all__ = ["good_to_leave", "other_takes", "strategy", "two_takes"]


def _pile_wins(takes: tuple[int, ...], misere: bool = False) -> Callable[[int], bool]:
    game: Any = Misere(Matches(60, takes)) if misere else Matches(60, takes)
    solution = solve(game)
    return lambda n: solution[n].outcome == WIN


@exercise(
    "Climb from 0: what can the player to move do with 0, 1, 2 matches?",
    "won, if some take that is there leads to a pile that is not won: any(not wins(n - t) for t in (1, 3, 4) if ...).",
)
def other_takes(answer: Any) -> Finding:
    """wins(n): does the player to move win with n matches, if 1, 3 or 4 may be taken?"""
    return compare(answer, _pile_wins((1, 3, 4)), ((n,) for n in range(61)))


@exercise(
    "Who faces 1 match must take it and has lost. Who faces 2, 3, 4 or 5?",
    "Whatever he takes, you take what is missing to 5. Which pile do you want to come down to?",
)
def good_to_leave(answer: Any) -> Finding:
    """The piles up to 30 to leave to the opponent, as a list, if the last match loses and 1 to 4 may be taken."""
    is_won = _pile_wins((1, 2, 3, 4), misere=True)
    right = [n for n in range(31) if not is_won(n)]
    if not isinstance(answer, list | tuple | set | range):
        return give("a list of piles", answer)
    try:
        answer = {int(n) for n in answer}
    except (TypeError, ValueError):
        return give("a list of whole numbers", answer)
    for n in range(31):
        if (n in answer) != (n in right):
            return wrong(
                f"{n} is {'in your list, but is a WIN' if n in answer else 'missing: it is a LOSS'} for who faces it"
            )
    return RIGHT


@exercise(
    "Which piles does a player want to leave, if 1 to 5 may be taken?",
    "Take the remainder by 6; where it is 0 you will never stand, if you have begun well.",
)
def strategy(answer: Any) -> Finding:
    """A strategy for 32 matches of which 1 to 5 may be taken: pile -> take, winning against everybody."""
    return wins(Matches(32, (1, 2, 3, 4, 5)), answer, 32)


@exercise(
    "Let find_period tell you the period for some pairs. When is it not a + b?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how often does a go into b?",
)
def two_takes(answer: Any) -> Finding:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""

    def right(a: int, b: int) -> int:
        solution = solve(Matches(12 * b, (a, b)))
        found = find_period([verdict.outcome == LOSS for verdict in solution.values()], b)
        assert found is not None
        return found.period

    return compare(answer, right, ((a, b) for b in range(2, 11) for a in range(1, b)))


close(__name__)
