"""The exercises of lecture 07, Sprague-Grundy. ``options`` is a dict from each vertex to its
options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    agrees,
    brief,
    exercise,
    function,
    require,
    shown,
    variant,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.extract import a_list, in_order, items, table_of, whole
from gamecourse.grading.inputs import Options, valued, without_cycles
from gamecourse.grading.plain import same, same_kind
from gamelib import Sum, mex, nim_sum
from gamelib.games import Matches, Nim, Octal

__all__ = ["BLINDFOLD", "BY_HAND"]

#: The graph of the first exercise; it has no cycles.
BY_HAND = {
    "a": "bcd",
    "b": "de",
    "c": "defg",
    "d": "fg",
    "e": "gh",
    "f": "h",
    "g": "fi",
    "h": "i",
    "i": "",
}

#: The three games of the exercise "blindfold": a row of Kayles, a heap, matches of which 1 or 2 may
#: be taken.
BLINDFOLD = Sum(Octal((5,), "0.77"), Nim((6,)), Matches(7, takes=(1, 2)))


#: A rule for the number of a vertex, from those of its options.
Rule = Callable[[list[int]], int]


def _won(below: list[int]) -> int:
    """Return 1 for a win and 0 for a loss, as if there were no other nimbers."""
    return int(0 in below)


#: Rules that are taken for the mex, and what to say about them.
_RULES: dict[str, Rule] = {
    "That is one more than the largest nimber of an option; the mex is the smallest number that is missing.": (
        lambda below: max(below, default=-1) + 1
    ),
    "That says only whether the player to move wins, 1 or 0; a nimber says more.": _won,
    "That is the number of options; the mex is the smallest number that is missing among their nimbers.": len,
}

#: The same mistakes in a function.
_WRONG_RULES = [variant(said, rule=rule) for said, rule in _RULES.items()]


def _numbered(options: Mapping[Any, Iterable[Any]], rule: Rule) -> dict[Any, int]:
    """Return the number of each vertex by such a rule."""
    return {v: valued(rule, options, v) for v in options}


@exercise(
    "i is a terminal vertex, so its nimber is 0. Which vertex has no option other than i?",
    "The mex is the smallest number that is missing. Of `{0, 1}` it is 2, of `{1, 2}` it is 0.",
)
def by_hand(answer: Any) -> Feedback:
    """The nimber of every vertex of the graph BY_HAND, as a dict."""
    right = _numbered(BY_HAND, mex)
    given = table_of(answer, "a dict from letter to nimber")
    for v, found in in_order(given, "ihfgedcba", "vertex"):  # options come first
        if agrees(found, right[v], v):
            continue
        below = ", ".join(f"{w}: {right[w]}" for w in BY_HAND[v])
        options = f"({below})" if below else "(there are none)"
        habits = [said for said, rule in _RULES.items() if same(given, _numbered(BY_HAND, rule))]
        habit = f" {habits[0]}" if len(habits) == 1 else ""
        return wrong(
            f"Look at {v} again: {shown(found)} is not the mex of its options {options}.{habit}"
        )
    if strangers := [v for v in given if v not in BY_HAND]:
        return wrong(f"{brief(strangers[0])} is not a vertex of the graph.")
    return RIGHT


@function(
    lambda: without_cycles(6, 16),
    "Let the function call itself for every option, collect the numbers in a set, and find the "
    "first that is missing.",
    "There are no cycles, but there are many ways to the same vertex: keep the nimbers found in a "
    "dict.",
    *_WRONG_RULES,
    save_as="nimber",
)
def on_a_graph(options: Options, v: Any, rule: Rule = mex) -> int:
    """nimber(options, v): the nimber of v on a graph without cycles."""
    return int(valued(rule, options, v))


@function(
    lambda: ((n,) for n in (*range(81), *range(9))),  # every heap, and the small ones once more
    "A move from n leads to `n - 1` or to `n // 2`. From 1 both lead to 0.",
    "Climb from 0 and keep the nimbers in a list; each is the mex of two that you have already.",
    *_WRONG_RULES,
    variant("Leaving half is a move as well, not only taking one match.", moves=lambda k: [k - 1]),
    variant("Taking one match is a move as well, not only leaving half.", moves=lambda k: [k // 2]),
    variant(
        "Half of the heap is rounded down: half of 3 is 1.",
        moves=lambda k: [k - 1, -(-k // 2) * (k > 1)],
    ),
)
def halving(
    n: int, rule: Rule = mex, moves: Callable[[int], list[int]] = lambda k: [k - 1, k // 2]
) -> int:
    """halving(n): the nimber of heap n if a move takes one match, or leaves half of the heap,
    rounded down.
    """
    return int(valued(rule, {k: moves(k) if k else [] for k in range(n + 1)}, n))


def _takes() -> Iterator[tuple[list[int]]]:
    """Yield all lists of up to three numbers up to 7, some longer and larger lists, and some in
    another order.
    """
    yield from (([*takes],) for many in (1, 2, 3) for takes in combinations(range(1, 8), many))
    rng = Random(71)
    yield from ((sorted(rng.sample(range(1, 13), 2 + k % 4)),) for k in range(40))
    yield from (
        ([2, 4, 7],),
        ([7, 4, 2],),
        ([12],),
        ([1, 12],),
        ([3, 4, 8, 9, 10, 12],),
        ([2, 3, 6, 9, 10, 12],),
    )


@function(
    _takes,
    "Climb from 0 as in the exercise before. On which nimbers does the next one depend, at most?",
    "It depends on the last `max(takes)` nimbers: keep each such tuple in a dict, with the heap "
    "at which it begins.",
    "When a tuple comes back, all that follows comes back. Its first place is `n0`, and its "
    "second is p later.",
    variant("That is the period of won and lost; the nimbers may settle down later.", rule=_won),
    variant(
        "As many nimbers as there are takes are not enough: the next one depends on the last "
        "max(takes).",
        back=len,
    ),
    Mistake(
        "Two takes add up to that; it need not be the period.",
        lambda takes: (0, min(takes) + max(takes)),
    ),
    variant(
        "n0 is the heap at which what repeats begins for the first time, not the second.", late=True
    ),
    save_as="repeats",
)
def repeats(
    takes: list[int], rule: Rule = mex, back: Rule = max, late: bool = False
) -> tuple[int, int]:
    """repeats(takes): the smallest (n0, p) such that from heap n0 on the nimbers repeat after p
    heaps.
    """
    # Mistakes use another rule, look back less far, or take the second place for the first.
    g, seen = list[int](), dict[tuple[int, ...], int]()
    while True:
        n, last = len(g) - back(takes), tuple(g[-back(takes) :])
        if n >= 0 and last in seen:
            return n if late else seen[last], n - seen[last]
        seen |= {last: n} if n >= 0 else {}
        g.append(rule([g[-take] for take in takes if take <= len(g)]))


def _game_left_out(position: Any, move: Any) -> Any:
    """Return the move in a sum if only the move in one of the games was given."""
    for k, game in enumerate(BLINDFOLD.games):
        if any(same(move, inner) for inner in game.moves(position[k])):
            return k, move
    return move


def _heap_left_out(position: Any, move: Any) -> Any:
    """Return the move in a sum if only the number of the game and what happens to its heap were
    given.
    """
    allowed = any(same(move, other) for other in BLINDFOLD.moves(position))
    return move if allowed or not same_kind(move, (0, 0)) else (move[0], (0, move[1]))


def _from_one(position: Any, move: Any) -> Any:
    """Return the move in a sum if games were counted from 1."""
    return (move[0] - 1, move[1]) if same_kind(move, (0, 0)) and isinstance(move[0], int) else move


#: Other ways to write a move in BLINDFOLD, and what to ask a student who writes it that way.
_HABITS: dict[str, Callable[[Any, Any], Any]] = {
    "A move in a sum is (k, move): did you leave out k, the number of the game?": _game_left_out,
    "A move in the heap is a pair of its own, as in (1, (0, 2)): did you leave out the inner 0?": _heap_left_out,
    "The games are counted from 0: did you begin with 1?": _from_one,
}


@exercise(
    "A heap is its own nimber, and those of the rows are given. Which nimber do seven matches "
    "have if 1 or 2 may be "
    "taken?",
    "It is the remainder on division by 3. A row that has fallen apart has the nim-sum of its "
    "pieces.",
    "For every move compute the nim-sum of all parts after it; make the move that leaves 0.",
)
def blindfold(answer: Any) -> Feedback:
    """A strategy for BLINDFOLD, position -> (k, move), that moves first and wins against
    everybody.
    """
    return wins(BLINDFOLD, answer, BLINDFOLD.start(), habits=_HABITS)


@exercise(
    "In misère play a single match is lost. Which other positions have the nimber 1?",
    "Any two positions with the same nim-sum will do if one of them has a heap above 1 and the "
    "other has none.",
)
def misere_trap(answer: Any) -> Feedback:
    """Two positions of Nim with the same nimber, not 0, of which exactly one is won in misère
    play.
    """
    what = "a list or tuple of two tuples of heaps, as in ((1, 2), (3,))"
    given = [heaps if isinstance(heaps, list | tuple) else (None,) for heaps in _two(answer, what)]
    both: Any = [tuple(whole(heap, 0) for heap in heaps) for heaps in given]
    if len(both) != 2 or any(None in heaps for heaps in both):
        raise wrong_kind(what, answer)
    a, b = (nim_sum(*heaps) for heaps in both)
    require(a == b, f"Their nimbers are {a} and {b}. They should be equal.")
    require(
        a != 0, "Both have the nimber 0, like those in the lecture. Find two with another nimber."
    )
    won = {_won_in_misere(heaps) for heaps in both}
    alike = f"In misère play both are {'won' if True in won else 'lost'} for the player to move."
    return wrong(alike) if len(won) == 1 else RIGHT


def _two(answer: Any, what: str) -> list[Any]:
    """Return the items of an answer; two that are equal are allowed here, because the checker has
    more to say.
    """
    return items(answer, what) if isinstance(answer, set | frozenset) else a_list(answer, what)


def _won_in_misere(heaps: tuple[int, ...]) -> bool:
    """Return whether the player to move wins misère Nim, by the rule of lecture 6; a test compares
    it with solve.
    """
    if max(heaps, default=0) <= 1:
        return nim_sum(*heaps) == 0
    return nim_sum(*heaps) != 0
