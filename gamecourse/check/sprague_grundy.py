"""The exercises of lecture 07, Sprague-Grundy. ``options`` is a dict: for each vertex the list of its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import prod
from typing import Any

from gamecourse.check import RIGHT, Finding, Mistakes, compare, exercise, give, wins, wrong
from gamecourse.check.machinery.asked import brief, shorten, shown
from gamecourse.check.machinery.inputs import valued, without_cycles
from gamecourse.check.machinery.plain import same, same_kind
from gamecourse.check.machinery.reading import in_order, items, table_of
from gamelib import Misere, Sum, mex, nim_sum, solve
from gamelib.core import TooLarge
from gamelib.games import Matches, Nim, Octal

__all__ = ["BLINDFOLD", "BY_HAND"]

#: The graph of the first exercise: no cycles.
BY_HAND = {"a": "bcd", "b": "de", "c": "defg", "d": "fg", "e": "gh", "f": "h", "g": "fi", "h": "i", "i": ""}

#: The three games of the exercise "blindfold": a row of Kayles, a heap, matches of which 1 or 2 may be taken.
BLINDFOLD = Sum(Octal((5,), "0.77"), Nim((6,)), Matches(7, takes=(1, 2)))


#: A rule for the number of a vertex, from those of its options.
Rule = Callable[[list[int]], int]


#: Rules that are taken for the mex, and what to say of whoever takes them.
_RULES: dict[str, Rule] = {
    "That is one more than the largest nimber of an option, not the smallest that is missing": (
        lambda below: max(below, default=-1) + 1
    ),
    "That says who wins, 1 or 0: a nimber says more": lambda below: int(0 in below),
    "That is the number of options: the mex is the smallest number that is missing among theirs": len,
}


def _numbered(options: Mapping[Any, Iterable[Any]], rule: Rule) -> dict[Any, int]:
    """The number of each vertex by such a rule."""
    return {v: valued(rule, options, v) for v in options}


@exercise(
    "i is the end: 0. Who has no other option than i?",
    "The mex is the smallest number that is missing. Of {0, 1} it is 2, of {1, 2} it is 0.",
)
def by_hand(answer: Any) -> Finding:
    """The nimber of every vertex of the graph BY_HAND, as a dict."""
    right = _numbered(BY_HAND, mex)
    given = table_of(answer, "a dict from letter to nimber")
    for v, found in in_order(given, reversed(BY_HAND), "vertex"):  # the first mistake is the cause of others
        if same(found, right[v]):
            continue
        if not same_kind(found, right[v]):
            return wrong(f"at {v} stands {shown(found)}: a nimber is a number, 0 or more")
        below = ", ".join(f"{w}: {right[w]}" for w in BY_HAND[v]) or "none"
        habit = [words for words, rule in _RULES.items() if same(given, _numbered(BY_HAND, rule))]
        said = f". {habit[0]}" if len(habit) == 1 else ""
        return wrong(f"look at {v} again: {brief(found)} is not the mex of its options ({below}){said}")
    return RIGHT


@exercise(
    "Let the function call itself for every option, collect the numbers in a set, and find the first that is missing.",
    "There are no cycles, but there are many ways to the same vertex: keep the nimbers found in a dict.",
)
def on_a_graph(answer: Any) -> Finding:
    """nimber(options, v): the nimber of v on a graph without cycles."""

    mistakes: Mistakes = {words: partial(valued, rule) for words, rule in _RULES.items()}
    return compare(answer, partial(valued, mex), without_cycles(6, 6, 9, 0.6), mistakes=mistakes)


def _of_a_heap(n: int, rule: Rule = mex, moves: Callable[[int], list[int]] = lambda k: [k - 1, k // 2]) -> int:
    return int(valued(rule, {k: moves(k) if k else [] for k in range(n + 1)}, n))


@exercise(
    "From n one can come to n - 1 and to n // 2. From 1 that is the same: 0.",
    "Climb from 0 and keep the nimbers in a list; each is the mex of two that are there already.",
)
def halving(answer: Any) -> Finding:
    """nimber(n): of a heap from which one takes one match, or leaves half of it, rounded down; 0 is the end."""
    mistakes: Mistakes = {words: partial(_of_a_heap, rule=rule) for words, rule in _RULES.items()}
    mistakes |= {
        "Leaving half is a move as well, not only taking one match": partial(_of_a_heap, moves=lambda k: [k - 1]),
        "Taking one match is a move as well, not only leaving half": partial(_of_a_heap, moves=lambda k: [k // 2]),
        "Half of the heap is rounded down: half of 3 is 1": partial(
            _of_a_heap, moves=lambda k: [k - 1, -(-k // 2) * (k > 1)]
        ),
        "An odd heap can be halved, too, for half of it is rounded down": partial(
            _of_a_heap, moves=lambda k: [k - 1, k - 1 if k % 2 else k // 2]
        ),
        "At 0 play is over, and who is to move has lost: 0": partial(_of_a_heap, rule=lambda b: mex(b) if b else 1),
    }
    return compare(answer, _of_a_heap, ((n,) for n in (*range(65), 80, 100, *range(8))), mistakes=mistakes)


@exercise(
    "A heap is its own nimber, and those of the rows are given. Which do seven matches have, if 1 or 2 may be taken?",
    "The remainder by 3. And a row that has fallen apart is the nim-sum of its pieces.",
    "For every move compute the nim-sum of all parts after it; make the one that leaves 0.",
)
def blindfold(answer: Any) -> Finding:
    """A strategy for BLINDFOLD, position -> (k, move), that moves first and wins against everybody."""
    return wins(BLINDFOLD, answer, BLINDFOLD.start())


def _heap(number: Any) -> Any:
    """A whole number that is written as 2.0; else what it is."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


@exercise(
    "In misère play one single match is lost. What else has the nimber 1?",
    "Any two positions with the same nim-sum will do if in one there is a heap above 1 and in the other there is not.",
)
def misere_trap(answer: Any) -> Finding:
    """Two positions of Nim with the same nimber, not 0, of which exactly one is won in misère play."""
    what = "two tuples of heaps, as in ((1, 2), (3,))"
    given = items(answer, what)
    if len(given) != 2:
        raise give(what, answer)
    both = [(heaps,) if isinstance(heaps, int | float) else heaps for heaps in given]
    if not all(isinstance(heaps, list | tuple | set | frozenset) for heaps in both):
        raise give(what, answer)
    try:
        games = [Nim(tuple(map(_heap, heaps))) for heaps in both]
    except (TypeError, ValueError) as error:
        return wrong(shorten(str(error)))
    except TooLarge:
        games = []
    if not games or any(prod(h + 1 for h in game.heaps) > 2_000 for game in games):
        return wrong("smaller heaps, please: the checker looks at every position")
    first, second = (game.heaps for game in games)
    if nim_sum(*first) == 0 == nim_sum(*second):
        return wrong("both have the nimber 0, like those in the lecture: find two with another nimber")
    if nim_sum(*first) != nim_sum(*second):
        return wrong(f"their nimbers are {nim_sum(*first)} and {nim_sum(*second)}")
    outcomes = [solve(Misere(game))[game.heaps].outcome for game in games]
    if outcomes[0] == outcomes[1]:
        return wrong(f"in misère play both are a {outcomes[0]}")
    return RIGHT
