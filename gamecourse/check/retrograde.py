"""The exercises of lecture 03, retrograde analysis. ``options`` is a dict from each vertex to its
options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    agrees,
    brief,
    exercise,
    function,
    mistake,
    shown,
    wrong,
)
from gamecourse.grading.exercises import Question
from gamecourse.grading.extract import in_order, one_way, table_of
from gamecourse.grading.inputs import Options, all_graphs, by_turns, drawn, renamed, shapes
from gamelib import LOSS, WIN, Outcome, solve
from gamelib.packages import needs

__all__ = ["BY_HAND"]

nx = needs("networkx", "graphs", "these exercises")

Claim = dict[Any, int | None]

#: The graph to settle by hand.
BY_HAND = {
    "a": "bh",
    "b": "ag",
    "c": "b",
    "d": "hi",
    "e": "afg",
    "f": "cgi",
    "g": "",
    "h": "ac",
    "i": "dh",
}


def settle(
    options: Options, won: Collection[Any] = (), *, last: bool = False, patient: bool = True
) -> dict[Any, tuple[Outcome, int]]:
    """Return the outcome and remoteness of each vertex that the queue settles, or what a wrong
    program finds.

    ``won`` are the terminal vertices that are won. With ``last``, the vertex that came last is
    taken first. Without ``patient``, a vertex is lost with its first won option.
    """
    before = {v: [u for u in options if v in options[u]] for v in options}
    hopes = {v: len(options[v]) for v in options}
    found = {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}
    waiting = list(found)
    while waiting:
        v = waiting.pop(-1 if last else 0)
        for u in before[v]:
            hopes[u] -= 1
            if u not in found and (found[v][0] == LOSS or hopes[u] == 0 or not patient):
                found[u] = Outcome(-found[v][0]), found[v][1] + 1
                waiting.append(u)
    return found


def remotenesses(options: Options) -> Claim:
    """Return the remoteness of each vertex, None if it is drawn."""
    return dict.fromkeys(options) | {v: r for v, (_, r) in settle(options).items()}


@exercise(
    "g has no arrow: its remoteness is 0. Which vertices have an arrow to g?",
    "The remoteness of a won vertex is one more than the SMALLEST of its lost options, that of a "
    "lost vertex one more "
    "than the LARGEST of all.",
    "What is left when the queue is empty is drawn: `None`.",
)
def by_hand(answer: Any) -> Feedback:
    """The remoteness of every vertex of the graph BY_HAND, as a dict, None if it is drawn."""
    right = remotenesses({v: list(row) for v, row in BY_HAND.items()})
    given = table_of(answer, "a dict from letter to remoteness")
    if strangers := [v for v in given if v not in right]:
        return wrong(f"{brief(strangers[0])} is not a vertex of the graph.")
    order = sorted(
        right, key=lambda v: (right[v] is None, right[v], v)
    )  # the first mistake is the cause of others
    for v, found in in_order(given, order, "vertex"):
        if not agrees(found, right[v], v):
            return wrong(
                f"Look at {v} again: {shown(found)} is not its remoteness.{_why(found, v, right)}"
            )
    return RIGHT


def _why(found: Any, v: str, right: Claim) -> str:
    """Return what has been mixed up at a vertex if all before it are right, or "" if that is not
    certain.
    """
    near = [r for r in map(right.__getitem__, BY_HAND[v]) if r is not None]
    r = right[v]
    if r is None or not isinstance(found, int):
        return ""
    if not near:
        return " From there nobody can move, so how many moves are left?"
    if r % 2 == 0 and found == min(near) + 1:
        return " A loser delays the end as long as possible."
    if r % 2 == 1 and found == max(near) + 1:
        return " A winner goes to a lost vertex, and to the one from which the end is nearest."
    return " An arrow is a move, too: it counts." if found == r - 1 else ""


def _fork(short: int, long: int) -> Options:
    """Return a graph with a fork, where a short and a long path begin; both lead to won or both to
    lost terminal vertices.

    Some programs go through the vertices in order, again and again, and settle at once what they
    can. Such a program finds the long path first, because the numbers rise from its end to the
    fork, and then from the end of the short path.
    """
    fork = long + 1
    options: Options = {v: [v - 1] for v in range(fork + short + 2)}
    return options | {0: [], fork: [fork - 1, fork + short + 1], fork + 1: []}


def _fans(width: int) -> Iterator[Options]:
    """Yield graphs with a vertex of ``width`` options, all of one remoteness (None: drawn) except
    the last.

    There is a graph for each pair of remotenesses, as it is and with the options of each vertex in
    reverse order.
    """
    centre, end, loop = width, width + 1, width + 6
    ways: Options = {v: [v - 1] for v in range(end + 1, loop)} | {end: [], loop: [loop]}
    for others, last in permutations((None, 0, 1, 2, 3, 4), 2):
        to = [loop if r is None else end + r for r in (*[others] * (width - 1), last)]
        fan = {v: [w] for v, w in enumerate(to)} | {centre: list(range(width))} | ways
        yield fan
        yield {v: row[::-1] for v, row in fan.items()}


def _random(rng: Random, n: int, k: int) -> Options:
    """Return a random graph of n vertices, named by numbers in order, by letters, or by numbers in
    no order.
    """
    return by_turns(drawn(rng, n, rng.uniform(1, 2.5) / n, cycles=True), rng, k)[0]


def _large(most: int) -> Iterator[Options]:
    """Yield graphs of ``most`` vertices: shapes without cycles, a circle, a circle with a way out,
    and all arrows.
    """
    yield from shapes(most)
    yield {v: [(v + 1) % most] for v in range(most)}
    yield {v: [(v + 1) % (most - 1)] for v in range(most - 1)} | {0: [1, most - 1], most - 1: []}
    yield {v: [w for w in range(most) if w != v] if v else [] for v in range(most)}
    yield {v: list(range(most)) for v in range(most)}


def _graphs() -> Iterator[Options]:
    """Yield graphs from small to large: all of up to three vertices, random graphs, forks, fans,
    shapes; some again.
    """
    for n in (1, 2, 3):
        yield from all_graphs(n, cycles=True)
    rng = Random(3)
    for n in range(4, 9):
        yield from (_random(rng, n, k) for k in range(20))
    forks = (_fork(*ways) for ways in ((1, 3), (2, 4), (1, 5), (2, 6), (2, 30), (1, 31)))
    for options in (*forks, *_fans(6), *_fans(30), *_large(40)):
        n = len(options)
        yield options
        yield {n - 1 - v: [n - 1 - w for w in options[v]] for v in reversed(range(n))}
        yield from (renamed(options, rng, range(n))[0] for _ in range(3))
        yield options
    yield from ({0: [0]}, {0: []}, {0: [1], 1: []})


def _ended() -> Iterator[tuple[Options, set[Any]]]:
    """Yield the same graphs, in turn with none, all and some of their terminal vertices won."""
    for k, options in enumerate(_graphs()):
        ends = [v for v in options if not options[v]]
        choices = ends[:0], ends, ends[::2], ends[1::2]
        yield from (
            (options, set(won)) for won in (choices if len(options) < 3 else choices[k % 4 :][:1])
        )


@function(
    _ended,
    "First reverse the arrows: for each vertex list the vertices that have an arrow to it.",
    "The terminal vertices enter the queue first, with remoteness 0: won if they are in `won`, "
    "otherwise lost.",
    "Take a vertex from the queue. If it is lost, every open vertex before it is won, now. If it "
    "is won, each of these "
    "vertices loses one hope, and is lost when it has none. A settled vertex joins the END of the "
    "queue.",
    mistake("Your function takes the vertex that came last: a queue takes the first.", last=True),
    mistake("One won option does not lose a vertex: it has other hopes.", patient=False),
    mistake(
        "Your function takes every terminal vertex for lost; those in `won` are won.",
        lambda options, won: settle(options),
    ),
    save_as="settle",
)
def queue(options: Options, won: Collection[Any], **how: bool) -> dict[Any, tuple[Outcome, int]]:
    """settle(options, won): outcome and remoteness of all vertices that are settled (no drawn
    ones), as a dict.
    """
    return settle(options, won, **how)


@function(
    lambda: ((options,) for options in _graphs()),
    "Whose status is asked for in the first test of the loop? Every vertex in the queue is "
    "settled already.",
    "The loop asks for `status[v]` four times. Two are right: is v lost, is v won? Whose status "
    "do the other two mean?",
    mistake(
        "Your function settles only the terminal vertices.",
        lambda options: {v: LOSS for v in options if not options[v]},
    ),
)
def mended(options: Options) -> dict[Any, Outcome]:
    """mended(options): the program without its slip; it returns WIN or LOSS for all settled
    vertices, as a dict.
    """
    return {v: outcome for v, (outcome, _) in settle(options).items()}


@exercise(
    "In the lecture it was a -> p -> a, with a way out a -> t. Make the cycle longer. Which of "
    "its vertices are won?",
    "On the cycle won and lost vertices alternate, so its length is even: four, and a way out "
    "from one that is won.",
)
def never_wins(answer: Any) -> Feedback:
    """Arrows, no two of them opposite, on which a player can move to a lost vertex for ever; at
    most 5 vertices.
    """
    G = one_way(answer, 5)
    solution = solve(G)
    H = nx.DiGraph((v, w) for v, w in G.edges if LOSS in (solution[v].outcome, solution[w].outcome))
    if not nx.is_directed_acyclic_graph(H):
        return RIGHT
    if any(solution[v].outcome == WIN for v in G):
        return wrong(
            "A player who always moves to a lost vertex wins on this graph, from every won vertex."
        )
    return wrong(
        "No vertex of this graph is won, because no arrow leads to a vertex without an arrow."
    )


def stands(
    r: int | None, near: list[int | None], win: Any = min, lose: Any = max, drawn: bool = True
) -> bool:
    """Return whether a claimed remoteness agrees with those claimed for the options; other rules
    are mistakes.
    """
    lost = [s for s in near if s is not None and s % 2 == 0]
    won = [s for s in near if s is not None and s % 2]
    if r is None:
        return not lost and (None in near or not drawn)
    if r % 2:
        return lost != [] and win(lost) == r - 1
    return len(won) == len(near) and lose(won, default=-1) == r - 1


def _wrong_at(options: Options, v: Any, r: int | None) -> Claim:
    """Return a claim that is wrong only at ``v``: all other numbers follow from what is claimed
    there.
    """
    claim: Claim = dict.fromkeys(options)
    claim[v] = r
    k, follow = 0, [v]
    while follow or k <= (r or 0):
        follow = [
            u
            for u in options
            if u != v and claim[u] is None and stands(k, [claim[w] for w in options[u]])
        ]
        claim |= dict.fromkeys(follow, k)
        k += 1
    return claim


def _claimed(options: Options, places: Iterable[Any]) -> Iterator[Question]:
    """Yield a graph with its solution, and with claims that are wrong at one vertex."""
    truth = remotenesses(options)
    yield options, truth
    for v in places:
        claimed = (None, *range(6), (truth[v] or 0) + 2)
        yield from ((options, _wrong_at(options, v, r)) for r in claimed if r != truth[v])


def _claims() -> Iterator[Question]:
    """Yield the smallest graphs with all claims, then larger graphs with some claims that are wrong
    at one vertex.
    """
    for n in (1, 2):
        for options, numbers in product(
            all_graphs(n, cycles=True), product((None, 0, 1, 2, 3), repeat=n)
        ):
            yield options, dict(enumerate(numbers))
    rng = Random(4)
    small = (_random(rng, n, k) for n in range(3, 8) for k in range(4))
    for options in (*small, *(renamed(_fork(*ways), rng)[0] for ways in ((1, 3), (2, 4), (1, 5)))):
        yield from _claimed(options, options)
    for width in (6, 30):
        for options in _fans(width):
            yield from _claimed(options, [width])
    for options in _large(40):
        yield from _claimed(options, (0, 1, 39))


@function(
    _claims,
    "Look at one vertex and its options only. What is true of a terminal, a won and a lost vertex?",
    "Won in r: its smallest even option is r - 1. Lost in r: all its options are odd, and the "
    "largest is r - 1.",
    "Drawn: no option is lost, and some option is drawn. A terminal vertex is never drawn here.",
    mistake(
        "For a won vertex your function takes the largest of the lost options: a winner takes the "
        "quickest way.",
        win=max,
    ),
    mistake(
        "For a lost vertex your function takes the smallest of the won options: a loser takes the "
        "slowest way.",
        lose=min,
    ),
    mistake("Your function takes a vertex for drawn though it has no drawn option.", drawn=False),
)
def certificate(options: Options, claim: Claim, **how: Any) -> bool:
    """is_right(options, claim): whether the remotenesses claimed (None: drawn) are the solution,
    without solving.
    """
    return all(stands(r, [claim[w] for w in options[v]], **how) for v, r in claim.items())
