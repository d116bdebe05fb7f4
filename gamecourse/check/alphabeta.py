"""The exercises of lecture 11, alpha-beta. The numbers in a tree are for Max."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from math import inf
from typing import Any, NamedTuple

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    agrees,
    brief,
    exercise,
    function,
    mistake,
    wrong,
)
from gamecourse.grading.domains import GamesOfTwo, ListTree, Question, Trees, leaves_of
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import in_order, names_of, table_of, tree_of
from gamecourse.grading.games import reached
from gamecourse.grading.writing import number_of
from gamelib import alphabeta, minimax
from gamelib.games import MinMaxTree

__all__ = ["BY_HAND", "TO_SORT", "MinMaxTree"]

#: The tree of the first exercise.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2"], "b1": 6, "b2": 4, "C": ["c1", "c2", "c3"], "c1": 3, "c2": 7, "c3": 5,
    "D": ["E", "F"], "E": ["e1", "e2"], "e1": 5, "e2": 8, "F": ["f1", "f2"], "f1": 9, "f2": 1,
}  # fmt: skip

#: The tree whose children must be put in a better order.
TO_SORT: dict[str, Any] = {
    "A": ["B", "C", "D"], "B": ["b1", "b2", "b3"], "b1": 8, "b2": 2, "b3": 5, "C": ["c1", "c2", "c3"], "c1": 9, "c2": 7,
    "c3": 6, "D": ["d1", "d2", "d3"], "d1": 5, "d2": 4, "d3": 1,
}  # fmt: skip

#: Copies that no cell of a notebook can change.
_BY_HAND, _TO_SORT = deepcopy(BY_HAND), deepcopy(TO_SORT)

#: The leaves of BY_HAND that alpha-beta never looks at, and the smallest number of leaves of
#: TO_SORT that it looks at in any order of the children; tests/gamecourse/check/test_alphabeta.py
#: compares both with a search.
_UNSEEN, _FEWEST = {"c2", "c3", "f2"}, 5


@exercise(
    "B is worth 4: alpha is 4 from there on. At C, after which leaf is Min sure of 4 or less?",
    "At D Min is sure of what E is worth. After which leaf of F does Max have as much, so that "
    "Min will not go there?",
)
def never_seen(answer: Any) -> Feedback:
    """The leaves of BY_HAND that alpha-beta never looks at if it goes from left to right with the
    full window.
    """
    leaves = {node for node, below in _BY_HAND.items() if not isinstance(below, list)}
    given = set(
        names_of(answer, 'a set of leaves, as {"b1", "e2"}', _BY_HAND, "a leaf of the tree")
    )
    if inner := sorted(given - leaves):
        return wrong(
            f"{inner[0]} is not a leaf of the tree, because it has children. Name only leaves."
        )
    if given == leaves - _UNSEEN:
        return wrong(
            "these leaves are looked at. The exercise asks for the leaves that are never looked at."
        )
    if given == _UNSEEN:
        return RIGHT
    mistakes = []
    if looked_at := len(given - _UNSEEN):
        mistakes.append(
            f"{number_of(looked_at, 'leaf of your set is', 'leaves of your set are')} looked at"
        )
    if missing := len(_UNSEEN - given):
        mistakes.append(f"{number_of(missing, 'leaf is', 'leaves are')} missing")
    again = "Write the window beside each node, and go through the tree once more."
    return wrong(f"{' and '.join(mistakes)}. {again}")


class Seen(NamedTuple):
    """A value, and the leaves that are looked at to find it, in order."""

    value: Any
    leaves: list[Any]


#: The player who moves next.
OTHER = {"Max": "Min", "Min": "Max"}


def into_window(value: float, alpha: float, beta: float) -> float:
    """Return the value, or the nearer edge of the window if it lies outside."""
    return max(alpha, min(value, beta))


def search_for_two(tree: ListTree, player: str, alpha: float, beta: float) -> Seen:
    """Search a tree by alpha-beta. ``player`` moves at the root, then the two take turns.

    The numbers are for Max at every node, so Max raises alpha, Min lowers beta, and nothing changes
    its sign. The value is the edge of the window if it lies outside.
    """
    if not isinstance(tree, list):
        return Seen(into_window(tree, alpha, beta), [tree])
    seen = []
    for branch in tree:
        value, leaves = search_for_two(branch, OTHER[player], alpha, beta)
        seen += leaves
        if player == "Max":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return Seen(alpha if player == "Max" else beta, seen)


@mistake("Nothing is ever cut: leave the loop as soon as alpha reaches beta. Equality is enough.")
def search_without_cuts(tree: ListTree, player: str, alpha: float, beta: float) -> Seen:
    """Return the same value with all numbers of the tree."""
    if not isinstance(tree, list):
        return Seen(into_window(tree, alpha, beta), [tree])
    seen = []
    for branch in tree:
        value, leaves = search_without_cuts(branch, OTHER[player], alpha, beta)
        seen += leaves
        if player == "Max":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return Seen(alpha if player == "Max" else beta, seen)


@mistake(
    "A value outside the window is returned as it is: its nearer edge takes its place, after a cutoff "
    "and for a tree that is a single number."
)
def search_with_values_outside(tree: ListTree, player: str, alpha: float, beta: float) -> Seen:
    """Return what is found if a number is its own value, whatever the window."""
    if not isinstance(tree, list):
        return Seen(tree, [tree])
    seen = []
    for branch in tree:
        value, leaves = search_with_values_outside(branch, OTHER[player], alpha, beta)
        seen += leaves
        if player == "Max":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return Seen(alpha if player == "Max" else beta, seen)


@mistake(
    "The branches get the window as it was given: what is sure already is forgotten on the way "
    "down."
)
def search_with_one_window(tree: ListTree, player: str, alpha: float, beta: float) -> Seen:
    """Return what is found if all branches get the window that was given."""
    if not isinstance(tree, list):
        return Seen(into_window(tree, alpha, beta), [tree])
    low, high = alpha, beta
    seen = []
    for branch in tree:
        value, leaves = search_with_one_window(branch, OTHER[player], alpha, beta)
        seen += leaves
        if player == "Max":
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return Seen(low if player == "Max" else high, seen)


#: The largest number in a question.
FAR = 10**12

#: The trees of the exercise.
TREES = Trees(levels=4, branches=10, most=FAR)

#: Windows as distances from the value, which then lies inside, at an edge, or outside.
WINDOWS = [
    (-inf, inf),
    (-inf, 0),
    (0, inf),
    (-2, 0),
    (0, 2),
    (-1, 1),
    (1, 5),
    (-7, -3),
    (-10, inf),
    (-inf, 10),
]


#: A tree of at most so many leaves is asked about with more windows.
SMALL_TREE = 4


def _windows(tree: ListTree, rng: Draws) -> Iterator[Question]:
    """Yield the tree with each player at its root and a window around its value; more windows if it
    is small, and all of them if it is a single number. The full window comes last.
    """
    is_small = len(leaves_of(tree)) <= SMALL_TREE
    if not isinstance(tree, list):
        count = len(WINDOWS)
    elif is_small:
        count = 2
    else:
        count = 1
    for player in ("Max", "Min"):
        value, _ = search_for_two(tree, player, -inf, inf)
        windows = rng.sample(WINDOWS, count)
        yield from ((tree, player, value + low, value + high) for low, high in windows)
        if is_small:
            yield tree, player, -3, 3  # a window that does not depend on the value
    yield tree, rng.choice(("Max", "Min")), -inf, inf


@function(
    TREES.asking(_windows),
    "At a number nothing is left to search: the list has only that number. What is returned if it "
    "is outside the "
    "window?",
    "At Max's nodes each value may raise alpha, at Min's nodes it may lower beta; the next branch "
    "gets the new window.",
    "Stop when `alpha >= beta`: equality is enough. Max returns alpha in the end, and Min beta.",
    mistakes=[search_without_cuts, search_with_one_window, search_with_values_outside],
)
def search(tree: ListTree, player: str, alpha: float, beta: float) -> Seen:
    """search(tree, player, alpha, beta): the value, or the edge of the window, and the numbers
    looked at, in order.
    """
    return search_for_two(tree, player, alpha, beta)


@exercise(
    "Which child of A is best for Max? It should come first: then alpha is as high as it can be.",
    "At the other nodes Min moves. Which leaf shows soonest that it is not worth going there?",
)
def sort(answer: Any) -> Feedback:
    """TO_SORT with the children of its nodes in an order in which alpha-beta looks at as few leaves
    as possible.
    """
    given = table_of(answer, "a dict like TO_SORT")
    rule = "only the order of the children in their lists may be changed"
    for node, given_below in in_order(given, _TO_SORT, "node of the tree"):
        below = _TO_SORT[node]  # its children, or the number at a leaf
        is_inner = isinstance(below, list)
        if is_inner and not isinstance(given_below, list | tuple):
            return wrong(
                f"For {node!r} you gave {brief(given_below)}: give a list of the children of {node}."
            )
        wanted = AnyOrder(below) if is_inner else below
        if not agrees(given_below, wanted, f"The number at {node!r}"):
            return wrong(f"For {node!r} you gave {brief(given_below)}, and it was {below}: {rule}.")
    if strangers := [brief(node) for node in given if node not in _TO_SORT]:
        return wrong(f"There is no {strangers[0]} in the tree: nothing may be added.")
    tree = {
        node: list(given[node]) if isinstance(below, list) else below
        for node, below in _TO_SORT.items()
    }
    inner_nodes = 4  # A, B, C and D: in any order alpha-beta looks at all of them
    leaves_seen = alphabeta(MinMaxTree(tree)).nodes - inner_nodes
    said = f"{leaves_seen} leaves are looked at; {_FEWEST} are enough."
    if list(given) != list(_TO_SORT) and tree == _TO_SORT:
        said += (
            " What counts is the order in each list of children, not that of the nodes in the dict."
        )
    return RIGHT if leaves_seen == _FEWEST else wrong(said)


#: What a table says: a position's value for the player to move lies between these two.
Bounds = dict[Any, tuple[float, float]]

#: What is known of a position that is not in the table.
UNKNOWN = (-inf, inf)


def is_settled(pair: tuple[float, float], alpha: float, beta: float) -> bool:
    """Return whether bounds settle what a search with this window returns: beta, alpha, or the only
    value that they allow.
    """
    low, high = pair
    return low >= beta or high <= alpha or low == high


def search_with_bounds(
    game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds
) -> float:
    """Return the value for the player to move, or the edge of the window, and write what is found
    out into the table.
    """
    result = game.outcome(position)
    if result is not None:
        return into_window(result, alpha, beta)
    low, high = table.get(position, UNKNOWN)
    if is_settled((low, high), alpha, beta):
        settling_bound = high if high <= alpha else low
        return into_window(settling_bound, alpha, beta)
    best = alpha
    for move in game.moves(position):
        option = game.play(position, move)
        best = max(best, -search_with_bounds(game, option, -beta, -best, table))
        if best >= beta:
            break
    new_low = best if best > alpha else low
    new_high = best if best < beta else high
    table[position] = new_low, new_high
    return best


@mistake("Outside the window the exercise asks for its nearer edge.")
def values_outside(
    game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds
) -> float:
    """Return the best number that is found, even if it lies outside the window: so does the
    lecture's search.
    """
    known = dict(table)

    def best_of(p: Any, alpha: float, beta: float) -> float:
        """The value of p, or a bound on it, for the player to move there."""
        result = game.outcome(p)
        if result is not None:
            return result
        low, high = known.get(p, UNKNOWN)
        if is_settled((low, high), alpha, beta):
            return low if low >= beta or low == high else high
        best = -inf
        for move in game.moves(p):
            best = max(best, -best_of(game.play(p, move), -beta, -max(alpha, best)))
            if best >= beta:
                break
        known[p] = (best if best > alpha else low, best if best < beta else high)
        return best

    return best_of(position, alpha, beta)


@mistake(
    "A pair settles the answer also if low is beta or more, or high is alpha or less: then look no "
    "further. Your function asks only whether the two are equal."
)
def only_equal_bounds_read(
    game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds
) -> float:
    """Return what is found if bounds that differ are not read."""
    values = {p: pair for p, pair in table.items() if pair[0] == pair[1]}
    return search_with_bounds(game, position, alpha, beta, values)


@mistake("Your function ignores what the table says.")
def table_not_read(
    game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds
) -> float:
    """Return what is found with an empty table."""
    return search_with_bounds(game, position, alpha, beta, {})


#: The games of the exercise.
GAMES = GamesOfTwo(most=20, ladder=121)


def _drawn_bounds(game: MinMaxTree, inner: list[Any], rng: Draws) -> Bounds:
    """Return bounds for up to ten of the positions ``inner``, where play goes on, in the order in
    which play reaches them. Some bounds are wide, others narrow.

    They are true, except that the value of ``inner[1]`` may be made up, so that a search must read
    it to be right. Then all other bounds agree with it.
    """
    table: Bounds = {}
    if len(inner) > 1 and rng.random() < 0.5:
        made_up = rng.randint(-9, 9)
        table[inner[1]] = made_up, made_up
    count = rng.choice((1, 3, 10 - len(table)))
    for p in rng.sample(inner, count):
        value = search_with_bounds(game, p, -inf, inf, dict(table))
        below, above = rng.choices((0, 0, 1, 3, inf), k=2)
        table.setdefault(p, (value - below, value + above))  # what is made up stays
    return table


def _tables(game: MinMaxTree, rng: Draws) -> Iterator[Question]:
    """Yield searches of a game without a table and with one, each with several windows; and with made-up
    bounds that settle the answer, so that a search which ignores its table is found out.
    """
    inner = [p for p in reached(game) if game.outcome(p) is None]
    positions = [game.start(), *inner[1:2]]  # the value of the second may be made up
    for table in ({}, _drawn_bounds(game, inner, rng)):
        for p in positions:
            value = search_with_bounds(game, p, -inf, inf, dict(table))
            for low, high in ((-inf, inf), rng.choice(WINDOWS[1:])):
                yield game, p, value + low, value + high, table
    if inner:  # low above beta, then high below alpha: both are made up
        value = search_with_bounds(game, inner[0], -inf, inf, {})
        yield game, inner[0], value - 1, value + 2, {inner[0]: (value + 3, inf)}
        yield game, inner[0], value - 2, value + 1, {inner[0]: (-inf, value - 3)}


def wrong_table(before: Question, after: Question) -> str:
    """Return what is wrong with the table that a search has left, in a sentence, or "". The
    arguments of the call are ``before`` it as they were given, and ``after`` it as it left them.

    What stands in it must be true, must settle the question that was asked, and must tell no less
    than before.
    """
    game, position, alpha, beta, table = before
    table_after = after[-1]
    if game.outcome(position) is not None or is_settled(table.get(position, UNKNOWN), alpha, beta):
        return ""
    if missing := _not_written(game, position, table_after):
        return f"the table has nothing on {missing} afterwards: write down what you find out."
    if lost := [p for p in table if p not in table_after]:
        return f"the table has nothing on {lost[0]!r} afterwards, and it had: add to what it knows."
    known = dict(table)
    for p, pair in table_after.items():
        value = search_with_bounds(game, p, -inf, inf, known)
        if said := _wrong_pair(p, pair, table.get(p, UNKNOWN), value):
            return said
    if not is_settled(table_after[position], alpha, beta):
        said = f"the table says {table_after[position]!r} of {position!r} afterwards."
        return f"{said} The search has found out more: that would not settle the same question."
    return ""


def _not_written(game: MinMaxTree, position: Any, table_after: Bounds) -> str:
    """Return what must be in the table after a search from this position and is not, or ""."""
    if position not in table_after:
        return repr(position)
    options = [game.play(position, move) for move in game.moves(position)]
    all_inner = all(game.outcome(p) is None for p in options)
    # A terminal option, of which nothing is written, may have been the only one looked at.
    if all_inner and not any(p in table_after for p in options):
        return f"the options of {position!r}"
    return ""


def _wrong_pair(p: Any, pair: Any, old: tuple[float, float], value: float) -> str:
    """Return what is wrong with the bounds of a position whose value is known, or ""."""
    says = f"the table says {pair!r} of {p!r} afterwards"
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return f"{says}: it takes pairs (low, high)."
    low, high = pair
    if not low <= value <= high:
        said = f"{says}, and its value is {value}."
        if low == high:
            said += (
                " Is a bound stored as if it were the value? After a cutoff, or with nothing above "
                "alpha, one side is open."
            )
        return said
    if low < old[0] or high > old[1]:
        return f"{says}, and it said {old!r} before: a bound that was known is forgotten."
    return ""


@function(
    GAMES.asking(_tables),
    "A pair `(low, high)` settles the answer if `low >= beta`, or `high <= alpha`, or `low == "
    "high`. Otherwise search.",
    "If the loop finds nothing above alpha, alpha is an upper bound only. After a cutoff, beta is "
    "a lower bound only.",
    "A result above alpha is the new low, a result below beta the new high. The other bound stays "
    "as it was.",
    mistakes=[values_outside, only_equal_bounds_read, table_not_read],
    save_as="alphabeta",
    leaves=wrong_table,
)
def with_bounds(game: MinMaxTree, position: Any, alpha: float, beta: float, table: Bounds) -> float:
    """alphabeta(game, position, alpha, beta, table): the value, or the edge of the window, with a
    table of bounds.
    """
    return search_with_bounds(game, position, alpha, beta, dict(table))


def search_that_believes(
    game: MinMaxTree, position: Any, alpha: float, beta: float, results: dict[Any, float]
) -> float:
    """Return what alpha-beta finds with a table that keeps no bounds: each result is believed."""
    result = game.outcome(position)
    if result is not None:
        return result
    if position not in results:
        best = -inf
        for move in game.moves(position):
            option = game.play(position, move)
            options_value = search_that_believes(game, option, -beta, -max(alpha, best), results)
            best = max(best, -options_value)
            if best >= beta:
                break
        results[position] = best
    return results[position]


@exercise(
    "In the lecture D was first seen with a low beta and cut early: the bound left made it look "
    "worse than it is.",
    "Put one more node on top, so that Min moves where Max moved before, and reverse the sign of "
    "every number.",
)
def too_high(answer: Any) -> Feedback:
    """A graph of at most 10 nodes on which alpha-beta with a table that keeps no bounds returns
    MORE than the value.
    """
    tree = tree_of(answer, 10)
    value = minimax(tree, table={}).value
    results: dict[Any, float] = {}
    believed = search_that_believes(tree, tree.start(), -inf, inf, results)
    if believed > value:
        return RIGHT
    said = f"The value is {value}, and the table without bounds gives {believed}."
    less = "That is less, as in the lecture. " if believed < value else ""
    why = f"{less}The exercise asks for more than the value. {_falsely_kept(tree, results)}"
    lines = [f"{said} {why}"]
    for node, below in tree.nodes.items():
        children = ", ".join(map(str, below)) if isinstance(below, list) else below
        lines.append(f"{node}: {children}")
    return wrong("\n".join(lines))


def _falsely_kept(tree: MinMaxTree, results: Mapping[Any, float]) -> str:
    """Return at which node a result is kept that is not the value, in a sentence."""
    for node, kept in results.items():
        value = minimax(tree, node, table={}).value
        if kept != value:
            kept_there = f"At {node!r} the table keeps {kept}"
            return f"{kept_there}, and the value for the player to move is {value}."
    return "Each result that the table keeps is the value of its node."
