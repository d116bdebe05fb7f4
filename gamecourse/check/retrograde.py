"""The exercises of lecture 03, retrograde analysis. ``options`` is a dict from each vertex to its
options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from itertools import product
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
from gamecourse.grading.domains import Graphs, Options, Question, all_graphs
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import in_order, one_way, table_of
from gamelib import LOSS, WIN, Outcome, solve
from gamelib.packages import needs

__all__ = ["BY_HAND"]

nx = needs("networkx", "graphs", "these exercises")

#: The outcome and the remoteness of each vertex that is settled.
Settled = dict[Any, tuple[Outcome, int]]

#: The remoteness claimed of each vertex, None if it is drawn.
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

#: The graphs of the exercises.
GRAPHS = Graphs(most=40)


def settle(options: Options, won: Collection[Any] = ()) -> Settled:
    """Return the outcome and the remoteness of each vertex that can be settled. The terminal
    vertices in ``won`` are won, the others lost.

    The hopes of a vertex are its options that have not been found to be won: with none left it is
    lost.
    """
    before = arrows_into(options)
    hopes = {v: len(options[v]) for v in options}
    settled = terminal_vertices(options, won)
    queue = deque(settled)
    while queue:
        v = queue.popleft()
        outcome, remoteness = settled[v]
        for u in before[v]:
            hopes[u] -= 1
            if u in settled:
                continue
            if outcome == LOSS:
                settled[u] = WIN, remoteness + 1
                queue.append(u)
            elif hopes[u] == 0:
                settled[u] = LOSS, remoteness + 1
                queue.append(u)
    return settled


def arrows_into(options: Options) -> Options:
    """Return the vertices from which an arrow leads to each vertex."""
    before: Options = {v: [] for v in options}
    for u, row in options.items():
        for v in row:
            before[v].append(u)
    return before


def terminal_vertices(options: Options, won: Collection[Any]) -> Settled:
    """Return the vertices without options, with their outcome and remoteness 0."""
    return {v: (WIN if v in won else LOSS, 0) for v in options if not options[v]}


@mistake("Your function takes the vertex that came last: a queue takes the first.")
def settle_with_a_stack(options: Options, won: Collection[Any]) -> Settled:
    """Return what is found if the vertex that came last is taken first."""
    before = arrows_into(options)
    hopes = {v: len(options[v]) for v in options}
    settled = terminal_vertices(options, won)
    stack = list(settled)
    while stack:
        v = stack.pop()
        outcome, remoteness = settled[v]
        for u in before[v]:
            hopes[u] -= 1
            if u not in settled and (outcome == LOSS or hopes[u] == 0):
                settled[u] = Outcome(-outcome), remoteness + 1
                stack.append(u)
    return settled


@mistake("One won option does not lose a vertex: it has other hopes.")
def settle_without_hopes(options: Options, won: Collection[Any]) -> Settled:
    """Return what is found if a vertex is lost with its first won option."""
    before = arrows_into(options)
    settled = terminal_vertices(options, won)
    queue = deque(settled)
    while queue:
        v = queue.popleft()
        outcome, remoteness = settled[v]
        for u in before[v]:
            if u not in settled:
                settled[u] = Outcome(-outcome), remoteness + 1
                queue.append(u)
    return settled


@mistake("Your function takes every terminal vertex for lost; those in `won` are won.")
def settle_with_lost_ends(options: Options, won: Collection[Any]) -> Settled:
    """Return what is found if nothing is in ``won``."""
    return settle(options)


def remotenesses(options: Options) -> Claim:
    """Return the remoteness of each vertex, None if it is drawn."""
    settled = settle(options)
    return {v: settled[v][1] if v in settled else None for v in options}


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
    # Looked at from the end of play: the first mistake is the cause of others.
    settled = sorted((v for v in right if right[v] is not None), key=lambda v: (right[v], v))
    drawn = sorted(v for v in right if right[v] is None)
    for v, remoteness in in_order(given, [*settled, *drawn], "vertex"):
        if not agrees(remoteness, right[v], v):
            said = f"Look at {v} again: {shown(remoteness)} is not its remoteness."
            return wrong(said + _what_is_mixed_up(remoteness, v, right))
    return RIGHT


def _what_is_mixed_up(given: Any, v: str, right: Claim) -> str:
    """Return what has been mixed up at a vertex if all before it are right, in a sentence after a
    blank; or "" if that is not certain.
    """
    remoteness = right[v]
    settled_options = [r for w in BY_HAND[v] if (r := right[w]) is not None]
    if remoteness is None:
        return " Can the player there move to a lost vertex? Must they move to a won one?"
    if not isinstance(given, int):
        return ""
    if not settled_options:
        return " From there nobody can move, so how many moves are left?"
    is_won = remoteness % 2 == 1
    if not is_won and given == min(settled_options) + 1:
        return " A loser delays the end as long as possible."
    if is_won and given == max(settled_options) + 1:
        return " A winner goes to a lost vertex, and to the one from which the end is nearest."
    if given == remoteness - 1:
        return " An arrow is a move, too: it counts."
    return ""


def _some_ends_won(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield the graph with none, all, and some of its terminal vertices won; and then, to be told
    from these, with as many at random.
    """
    ends = [v for v in options if not options[v]]
    some = [v for v in ends if rng.random() < 0.5]
    as_many = rng.sample(ends, len(some))
    choices = [[], ends, some, as_many]
    seen: list[set[Any]] = []
    for choice in choices:
        won = set(choice)
        if won not in seen:
            seen.append(won)
            yield options, won


@function(
    GRAPHS.asking(_some_ends_won),
    "First reverse the arrows: for each vertex list the vertices that have an arrow to it.",
    "The terminal vertices enter the queue first, with remoteness 0: won if they are in `won`, "
    "otherwise lost.",
    "Take a vertex from the queue. If it is lost, every open vertex before it is won, now. If it "
    "is won, each of these "
    "vertices loses one hope, and is lost when it has none. A settled vertex joins the END of the "
    "queue.",
    mistakes=[settle_with_a_stack, settle_without_hopes, settle_with_lost_ends],
    save_as="settle",
)
def queue(options: Options, won: Collection[Any]) -> Settled:
    """settle(options, won): outcome and remoteness of all vertices that are settled (no drawn
    ones), as a dict.
    """
    return settle(options, won)


@mistake("Your function settles only the terminal vertices.")
def only_the_ends(options: Options) -> dict[Any, Outcome]:
    """Return what is found if the loop settles nothing."""
    return {v: LOSS for v in options if not options[v]}


@function(
    GRAPHS.alone(),
    "Whose status is asked for in the first test of the loop? Every vertex in the queue is "
    "settled already.",
    "The loop asks for `status[v]` four times. Two are right: is v lost, is v won? Whose status "
    "do the other two mean?",
    mistakes=[only_the_ends],
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
    # The player makes the moves to a lost vertex, and the opponent any moves from there. If play goes
    # on like this for ever, there is a cycle of such arrows.
    followed = [(v, w) for v, w in G.edges if LOSS in (solution[v].outcome, solution[w].outcome)]
    if not nx.is_directed_acyclic_graph(nx.DiGraph(followed)):
        return RIGHT
    if any(solution[v].outcome == WIN for v in G):
        return wrong(
            "A player who always moves to a lost vertex wins on this graph, from every won vertex."
        )
    return wrong(
        "No vertex of this graph is won, because no arrow leads to a vertex without an arrow."
    )


#: Whether a claimed remoteness, None for drawn, agrees with those claimed for the options.
Rule = Callable[[int | None, list[int | None]], bool]


def lost_and_won(of_options: list[int | None]) -> tuple[list[int], list[int]]:
    """Return the remotenesses of the lost options, which are even, and those of the won ones."""
    settled = [r for r in of_options if r is not None]
    return [r for r in settled if r % 2 == 0], [r for r in settled if r % 2 == 1]


def agrees_with_options(remoteness: int | None, of_options: list[int | None]) -> bool:
    """Return whether a claimed remoteness agrees with those claimed for the options."""
    lost, won = lost_and_won(of_options)
    if remoteness is None:  # drawn
        return not lost and None in of_options
    if remoteness % 2 == 1:  # won
        return bool(lost) and min(lost) == remoteness - 1
    all_are_won = len(won) == len(of_options)
    return all_are_won and max(won, default=-1) == remoteness - 1  # 0 if there are no options


def agrees_if_winners_dawdle(remoteness: int | None, of_options: list[int | None]) -> bool:
    """Return the same if a won vertex took the longest way."""
    lost, _ = lost_and_won(of_options)
    if remoteness is not None and remoteness % 2 == 1:
        return bool(lost) and max(lost) == remoteness - 1
    return agrees_with_options(remoteness, of_options)


def agrees_if_losers_hurry(remoteness: int | None, of_options: list[int | None]) -> bool:
    """Return the same if a lost vertex took the shortest way."""
    _, won = lost_and_won(of_options)
    if remoteness is not None and remoteness % 2 == 0:
        return len(won) == len(of_options) and min(won, default=-1) == remoteness - 1
    return agrees_with_options(remoteness, of_options)


def agrees_if_draws_need_nothing(remoteness: int | None, of_options: list[int | None]) -> bool:
    """Return the same if a vertex without a lost option could be drawn, whatever its options are."""
    lost, _ = lost_and_won(of_options)
    return not lost if remoteness is None else agrees_with_options(remoteness, of_options)


def everywhere(rule: Rule, options: Options, claim: Claim) -> bool:
    """Return whether the rule holds at every vertex."""
    return all(rule(claim[v], [claim[w] for w in options[v]]) for v in options)


@mistake(
    "For a won vertex your function takes the largest of the lost options: a winner takes the "
    "quickest way."
)
def certificate_of_slow_winners(options: Options, claim: Claim) -> bool:
    """Return the judgement with the longest way for a winner."""
    return everywhere(agrees_if_winners_dawdle, options, claim)


@mistake(
    "For a lost vertex your function takes the smallest of the won options: a loser takes the "
    "slowest way."
)
def certificate_of_quick_losers(options: Options, claim: Claim) -> bool:
    """Return the judgement with the shortest way for a loser."""
    return everywhere(agrees_if_losers_hurry, options, claim)


@mistake("Your function takes a vertex for drawn though it has no drawn option.")
def certificate_of_any_draw(options: Options, claim: Claim) -> bool:
    """Return the judgement without a drawn option for a draw."""
    return everywhere(agrees_if_draws_need_nothing, options, claim)


def _wrong_at(options: Options, v: Any, remoteness: int | None) -> Claim:
    """Return a claim that is wrong only at ``v``: all other numbers follow from what is claimed
    there.

    In round k all other vertices that the claim, so far, makes won or lost in k are settled. The
    rounds end when one settles nothing, but not before that of the vertex ``v`` itself.
    """
    claim: Claim = dict.fromkeys(options)
    claim[v] = remoteness
    k = 0
    settled_some = True
    while settled_some or k <= (remoteness or 0):
        drawn_so_far = [u for u in options if u != v and claim[u] is None]
        settled_now = [
            u for u in drawn_so_far if agrees_with_options(k, [claim[w] for w in options[u]])
        ]
        claim |= dict.fromkeys(settled_now, k)
        settled_some = bool(settled_now)
        k += 1
    return claim


#: All claims are asked about graphs of at most so many vertices. In larger ones one vertex is wrong.
ALL_CLAIMS = 2


def _claims(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield the graph with its solution, and with claims that are wrong at one vertex: the first or
    the last one, that with most options, or any other.
    """
    if len(options) <= ALL_CLAIMS:  # SMALL_CLAIMS has them
        return
    truth = remotenesses(options)
    yield options, {v: truth[v] for v in rng.shuffled(truth)}
    vertices = list(options)
    widest = max(vertices, key=lambda v: len(options[v]))
    any_vertex = rng.choice(vertices)
    for v in (widest, rng.choice([vertices[0], vertices[-1], any_vertex])):
        for remoteness in _wrong_remotenesses(options, truth, v, rng):
            claim = _wrong_at(options, v, remoteness)
            yield options, {u: claim[u] for u in rng.shuffled(claim)}


def _wrong_remotenesses(options: Options, truth: Claim, v: Any, rng: Draws) -> list[int | None]:
    """Return what is likely to be taken for the remoteness of a vertex: one round later for the same
    player, or what follows from another option; and one other.
    """
    later = (truth[v] or 0) + 2
    settled_options = [r for w in options[v] if (r := truth[w]) is not None]
    from_options = (
        {1 + min(settled_options), 1 + max(settled_options)} if settled_options else set()
    )
    likely = {later, *from_options} - {truth[v]}
    others = [r for r in (None, *range(6)) if r != truth[v] and r not in likely]
    return [*sorted(likely), rng.choice(others)]


#: All claims about the smallest graphs.
SMALL_CLAIMS = [
    (options, dict(enumerate(claimed)))
    for n in range(1, ALL_CLAIMS + 1)
    for options in all_graphs(n, cycles=True)
    for claimed in product((None, 0, 1, 2, 3), repeat=n)
]


@function(
    GRAPHS.asking(_claims, first=SMALL_CLAIMS),
    "Look at one vertex and its options only. What is true of a terminal, a won and a lost vertex?",
    "Won in r: its smallest even option is r - 1. Lost in r: all its options are odd, and the "
    "largest is r - 1.",
    "Drawn: no option is lost, and some option is drawn. A terminal vertex is never drawn here.",
    mistakes=[certificate_of_slow_winners, certificate_of_quick_losers, certificate_of_any_draw],
)
def certificate(options: Options, claim: Claim) -> bool:
    """is_right(options, claim): whether the remotenesses claimed (None: drawn) are the solution,
    without solving.
    """
    return everywhere(agrees_with_options, options, claim)
