"""The exercises of lecture 07, Sprague-Grundy. ``options`` is a dict from each vertex to its
options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    agrees,
    brief,
    exercise,
    function,
    mistake,
    require,
    shown,
    wins,
    wrong,
    wrong_kind,
)
from gamecourse.grading.domains import (
    Domain,
    Graphs,
    Options,
    Question,
    Whole,
    with_repeated_options,
)
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import a_list, in_order, items, table_of, whole
from gamecourse.grading.games import longest, valued
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


def one_more_than_the_largest(below: list[int]) -> int:
    """Return what some take for the mex: one more than the largest number."""
    return max(below, default=-1) + 1


def won_or_lost(below: list[int]) -> int:
    """Return 1 for a win and 0 for a loss, as if there were no other nimbers."""
    return int(0 in below)


#: What to say about rules that are taken for the mex.
LARGEST = (
    "That is one more than the largest nimber of an option; the mex is the smallest number that is "
    "missing."
)
WON_OR_LOST = "That says only whether the player to move wins, 1 or 0; a nimber says more."
OPTIONS = (
    "That is the number of options; the mex is the smallest number that is missing among their "
    "nimbers."
)

#: Rules that are taken for the mex.
RULES: dict[str, Rule] = {
    LARGEST: one_more_than_the_largest,
    WON_OR_LOST: won_or_lost,
    OPTIONS: len,
}


def numbered(options: Mapping[Any, Iterable[Any]], rule: Rule) -> dict[Any, int]:
    """Return the number of each vertex by such a rule."""
    return {v: valued(rule, options, v) for v in options}


@exercise(
    "i is a terminal vertex, so its nimber is 0. Which vertex has no option other than i?",
    "The mex is the smallest number that is missing. Of `{0, 1}` it is 2, of `{1, 2}` it is 0.",
)
def by_hand(answer: Any) -> Feedback:
    """The nimber of every vertex of the graph BY_HAND, as a dict."""
    right = numbered(BY_HAND, mex)
    given = table_of(answer, "a dict from letter to nimber")
    for v, nimber in in_order(given, "ihfgedcba", "vertex"):  # options come first
        if agrees(nimber, right[v], v):
            continue
        below = ", ".join(f"{w}: {right[w]}" for w in BY_HAND[v])
        options = f"({below})" if below else "(there are none)"
        reasons = [words for words, rule in RULES.items() if same(given, numbered(BY_HAND, rule))]
        reason = f" {reasons[0]}" if len(reasons) == 1 else ""
        return wrong(
            f"Look at {v} again: {shown(nimber)} is not the mex of its options {options}.{reason}"
        )
    if strangers := [v for v in given if v not in BY_HAND]:
        return wrong(f"{brief(strangers[0])} is not a vertex of the graph.")
    return RIGHT


#: The graphs of the next exercise.
GRAPHS = Graphs(16, cycles=False)

#: Of a graph with more vertices than this, only the two from which play can last longest are asked
#: about; in one that has no more, some options are listed several times.
FEW_VERTICES = 5


def _vertices(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield the graph with each of its vertices, and once with options that are listed several times;
    or, if there are many vertices, with the two from which play can last longest.
    """
    if len(options) > FEW_VERTICES:
        longest_first = sorted(options, key=lambda v: -longest(options, v))
        yield from ((options, v) for v in longest_first[:2])
        return
    yield from ((options, v) for v in options)
    repeated = with_repeated_options(options, GRAPHS.most - 1)
    yield repeated, rng.choice(list(options))


@mistake(LARGEST)
def largest_on_a_graph(options: Options, v: Any) -> int:
    """Return one more than the largest number of an option, from the end on."""
    return int(valued(one_more_than_the_largest, options, v))


@mistake(WON_OR_LOST)
def outcome_on_a_graph(options: Options, v: Any) -> int:
    """Return 1 if the player to move wins, otherwise 0."""
    return int(valued(won_or_lost, options, v))


@mistake(OPTIONS)
def options_on_a_graph(options: Options, v: Any) -> int:
    """Return the number of options."""
    return len(options[v])


@function(
    GRAPHS.asking(_vertices),
    "Let the function call itself for every option, collect the numbers in a set, and find the "
    "first that is missing.",
    "There are no cycles, but there are many ways to the same vertex: keep the nimbers found in a "
    "dict.",
    mistakes=[largest_on_a_graph, outcome_on_a_graph, options_on_a_graph],
    save_as="nimber",
)
def on_a_graph(options: Options, v: Any) -> int:
    """nimber(options, v): the nimber of v on a graph without cycles."""
    nimbers: dict[Any, int] = {}

    def nimber(u: Any) -> int:
        if u not in nimbers:
            nimbers[u] = mex(nimber(w) for w in options[u])
        return nimbers[u]

    return nimber(v)


def _one_heap(n: int, rng: Draws) -> Iterator[Question]:
    """Yield the heap as a question."""
    yield (n,)


def climb(n: int, moves: Callable[[int], list[int]], rule: Rule) -> int:
    """Return the number of heap n by a rule, if the moves from heap k lead to ``moves(k)``."""
    numbers = [rule([])]
    for k in range(1, n + 1):
        numbers.append(rule([numbers[m] for m in moves(k)]))
    return numbers[n]


def one_or_half(k: int) -> list[int]:
    """Return where the moves from heap k lead."""
    return [k - 1, k // 2]


@mistake(LARGEST)
def halving_by_the_largest(n: int) -> int:
    """Return one more than the largest number of an option, from 0 on."""
    return climb(n, one_or_half, one_more_than_the_largest)


@mistake(WON_OR_LOST)
def halving_by_the_outcome(n: int) -> int:
    """Return 1 if the player to move wins, otherwise 0."""
    return climb(n, one_or_half, won_or_lost)


@mistake(OPTIONS)
def halving_by_the_options(n: int) -> int:
    """Return the number of moves."""
    return climb(n, one_or_half, len)


@mistake("Leaving half is a move as well, not only taking one match.")
def halving_without_half(n: int) -> int:
    """Return the nimber if a move takes one match."""
    return climb(n, lambda k: [k - 1], mex)


@mistake("Taking one match is a move as well, not only leaving half.")
def halving_without_one(n: int) -> int:
    """Return the nimber if a move leaves half."""
    return climb(n, lambda k: [k // 2], mex)


@mistake("Half of the heap is rounded down: half of 3 is 1.")
def halving_rounded_up(n: int) -> int:
    """Return the nimber if half of the heap is rounded up; half of 1 is 0 even so."""
    return climb(n, lambda k: [k - 1, (k + 1) // 2] if k > 1 else [0], mex)


@function(
    Whole(0, 80).asking(_one_heap),
    "A move from n leads to `n - 1` or to `n // 2`. From 1 both lead to 0.",
    "Climb from 0 and keep the nimbers in a list; each is the mex of two that you have already.",
    mistakes=[
        halving_by_the_largest,
        halving_by_the_outcome,
        halving_by_the_options,
        halving_without_half,
        halving_without_one,
        halving_rounded_up,
    ],
)
def halving(n: int) -> int:
    """halving(n): the nimber of heap n if a move takes one match, or leaves half of the heap,
    rounded down.
    """
    return climb(n, one_or_half, mex)


#: A list of the numbers that may be taken.
Takes = list[int]

#: Where the nimbers begin to repeat, and after how many heaps they do.
Period = tuple[int, int]


@dataclass(frozen=True)
class TakeLists(Domain[Takes]):
    """Lists of one to six different numbers up to 12, in any order."""

    draws: int = 60

    def small(self) -> Iterable[Takes]:
        """All sets of one to six numbers, the pairs in both orders."""
        for size in range(1, 7):
            yield from map(list, combinations(range(1, 13), size))
            if size == 2:
                yield from map(list, combinations(range(12, 0, -1), 2))

    def draw(self, rng: Draws) -> Takes:
        return sorted(rng.sample(range(1, 13), rng.randint(3, 6)))

    def related(self, value: Takes, rng: Draws) -> Iterable[Takes]:
        """The same numbers in other orders."""
        yield value[::-1]
        yield rng.shuffled(value)


def first_repeat(takes: Takes, rule: Rule, back: int) -> Period:
    """Number the heaps from 0 on by ``rule`` until the last ``back`` numbers have stood next to each
    other before; return where they stood first, and how many heaps later they come again.

    The number of a heap depends on those of its options. So if ``back`` is the largest take, all
    that follows comes again, too.
    """
    numbers: list[int] = []
    first_place: dict[tuple[int, ...], int] = {}
    while True:
        place = len(numbers) - back
        if place >= 0:
            last_numbers = tuple(numbers[place:])
            if last_numbers in first_place:
                return first_place[last_numbers], place - first_place[last_numbers]
            first_place[last_numbers] = place
        numbers.append(rule([numbers[-take] for take in takes if take <= len(numbers)]))


@mistake("That is the period of won and lost; the nimbers may settle down later.")
def repeats_of_outcomes(takes: Takes) -> Period:
    """Return the period of won and lost."""
    return first_repeat(takes, won_or_lost, max(takes))


@mistake(
    "As many nimbers as there are takes are not enough: the next one depends on the last "
    "max(takes)."
)
def repeats_of_few_nimbers(takes: Takes) -> Period:
    """Return what is found if as many nimbers as there are takes come back."""
    return first_repeat(takes, mex, len(takes))


@mistake("The largest number need not stand last in `takes`.")
def repeats_as_if_sorted(takes: Takes) -> Period:
    """Return what is found if the last number is taken for the largest."""
    return first_repeat(takes, mex, takes[-1])


@mistake("Two takes add up to that; it need not be the period.")
def repeats_after_the_sum(takes: Takes) -> Period:
    """Return the period of many pairs of takes."""
    return 0, min(takes) + max(takes)


@mistake("n0 is the heap at which what repeats begins for the first time, not the second.")
def repeats_for_the_second_time(takes: Takes) -> Period:
    """Return the second place of what comes back."""
    n0, p = first_repeat(takes, mex, max(takes))
    return n0 + p, p


@function(
    TakeLists().alone(),
    "Climb from 0 as in the exercise before. On which nimbers does the next one depend, at most?",
    "It depends on the last `max(takes)` nimbers: keep each such tuple in a dict, with the heap "
    "at which it begins.",
    "When a tuple comes back, all that follows comes back. Its first place is `n0`, and its "
    "second is p later.",
    mistakes=[
        repeats_of_outcomes,
        repeats_of_few_nimbers,
        repeats_as_if_sorted,
        repeats_after_the_sum,
        repeats_for_the_second_time,
    ],
    save_as="repeats",
)
def repeats(takes: Takes) -> Period:
    """repeats(takes): the smallest (n0, p) such that from heap n0 on the nimbers repeat after p
    heaps.
    """
    return first_repeat(takes, mex, max(takes))


#: The number of the game in BLINDFOLD that is a heap of Nim.
HEAP = 1

#: A move in BLINDFOLD, and one as it may have been written instead.
Move = Any


def _is_a_pair(move: Move) -> bool:
    """Return whether something is a tuple or list of two, the first of them a number."""
    return same_kind(move, (0, 0)) and same_kind(move[0], 0)


def _game_left_out(position: Any, move: Move) -> Move:
    """Return the move in a sum if only the move in one of the games was given."""
    for k, game in enumerate(BLINDFOLD.games):
        if any(same(move, inner) for inner in game.moves(position[k])):
            return k, move
    return move


def _heap_left_out(position: Any, move: Move) -> Move:
    """Return the move in a sum if the number of the heap in its game, 0, was left out: (1, (0, 2))
    for (1, 2).
    """
    # a move in the matches is a number, so there (2, 1) lacks nothing
    is_allowed = any(same(move, legal) for legal in BLINDFOLD.moves(position))
    if is_allowed or not _is_a_pair(move):
        return move
    game, in_the_heap = move
    return game, (0, in_the_heap)


def _without_brackets(position: Any, move: Move) -> Move:
    """Return the move in a sum if the move inside stands without brackets of its own."""
    return (move[0], tuple(move[1:])) if same_kind(move, (0, 0, 0)) else move


def _game_last(position: Any, move: Move) -> Move:
    """Return the move in a sum if the number of the game was given last."""
    return (move[1], move[0]) if same_kind(move, (0, 0)) else move


def _from_one(position: Any, move: Move) -> Move:
    """Return the move in a sum if games were counted from 1."""
    return (move[0] - 1, move[1]) if _is_a_pair(move) else move


def _what_is_left(position: Any, move: Move) -> Move:
    """Return the move in a sum if what is left of the heap was given, not what is taken."""
    if not _is_a_pair(move) or move[0] != HEAP or not _is_a_pair(move[1]):
        return move
    (heap,) = position[HEAP]
    return HEAP, (0, heap - move[1][1])


#: Other ways to write a move in BLINDFOLD, and what to ask a student who writes it that way.
HABITS: dict[str, Callable[[Any, Move], Move]] = {
    "A move in a sum is (k, move): did you leave out k, the number of the game?": _game_left_out,
    "A move in the heap is a pair of its own, as in (1, (0, 2)): did you leave out the inner 0?": (
        _heap_left_out
    ),
    "A move in the heap is a pair of its own, as in (1, (0, 2)): did you leave out its brackets?": (
        _without_brackets
    ),
    "The number of the game comes first, then the move: did you write them the other way round?": (
        _game_last
    ),
    "The games are counted from 0: did you begin with 1?": _from_one,
    "In the heap a move says what is taken: did you give what is left?": _what_is_left,
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
    return wins(BLINDFOLD, answer, BLINDFOLD.start(), habits=HABITS)


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
    two = _two_positions(answer, what)
    for heaps in two:
        require(
            not same_kind(heaps, 0),
            f"{brief(heaps)} is a number: a position with a single heap is a tuple, too, "
            f"({brief(heaps)},) with its comma.",
        )
    # None stands for what is no position, and for what is no number.
    given = [heaps if isinstance(heaps, list | tuple) else (None,) for heaps in two]
    both: Any = [tuple(whole(heap, 0) for heap in heaps) for heaps in given]
    if len(both) != 2 or any(None in heaps for heaps in both):
        raise wrong_kind(what, answer)
    a, b = (nim_sum(*heaps) for heaps in both)
    require(a == b, f"Their nimbers are {a} and {b}. They should be equal.")
    require(
        a != 0, "Both have the nimber 0, like those in the lecture. Find two with another nimber."
    )
    won = {won_in_misere_play(heaps) for heaps in both}
    if len(won) == 2:
        return RIGHT
    outcome = "won" if True in won else "lost"
    reason = f"In misère play both are {outcome} for the player to move."
    have_large = {max(heaps) > 1 for heaps in both}
    if len(have_large) == 1:
        both_have = "Both have" if True in have_large else "Neither has"
        reason += f" {both_have} a heap above 1: the rule differs only if no heap is larger than 1."
    return wrong(reason)


def _two_positions(answer: Any, what: str) -> list[Any]:
    """Return the items of an answer; two that are equal are allowed here, because the checker has
    more to say.
    """
    return items(answer, what) if isinstance(answer, set | frozenset) else a_list(answer, what)


def won_in_misere_play(heaps: tuple[int, ...]) -> bool:
    """Return whether the player to move wins misère Nim, by the rule of lecture 6; a test compares
    it with solve.
    """
    if max(heaps, default=0) <= 1:
        return nim_sum(*heaps) == 0
    return nim_sum(*heaps) != 0
