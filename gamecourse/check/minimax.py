"""The exercises of lecture 09, minimax."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
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
    wrong,
)
from gamecourse.grading.domains import Domain, Graphs, Options, Question, Trees, leaves_of, scaled
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import in_order, table_of
from gamecourse.grading.plain import same
from gamelib import CHANCE, backward_induction
from gamelib.games import Tree

__all__ = ["BY_HAND", "HEIRS"]

#: The tree to work out by hand; Max moves at A, and the numbers are for Max.
BY_HAND: dict[str, Any] = {
    "A": ["B", "C"], "B": ["D", "E", "F"], "C": ["G", "H"], "D": ["d1", "d2"], "E": ["e1", "e2"], "F": ["f1", "f2"],
    "G": ["g1", "g2"], "H": ["h1", "h2"], "d1": 3, "d2": 8, "e1": 5, "e2": 2, "f1": 9, "f2": 1, "g1": 4, "g2": -2,
    "h1": 7, "h2": 6,
}  # fmt: skip

#: Three heirs who move in turn; payoffs are for Ann, Bob and Cem.
HEIRS = Tree(
    {
        "house": ("Ann", {"keep": "money", "sell": "car"}),
        "money": ("Bob", {"ask": "judge", "leave": (4, 1, 3)}),
        "car": ("Bob", {"take": (3, 4, 1), "leave": "ring"}),
        "judge": ("Cem", {"agree": (2, 3, 2), "fight": (5, 0, 1)}),
        "ring": ("Cem", {"take": (6, 2, 4), "leave": (1, 5, 2)}),
    },
    players=("Ann", "Bob", "Cem"),
)

#: The largest number in a question.
FAR = 10**12

#: A function that takes the largest or the smallest of some numbers.
Choice = Callable[[Iterable[Any]], Any]


def _worked_out(at_max: Choice, at_min: Choice) -> dict[str, int]:
    """Return the values of all nodes of BY_HAND if players choose like this at Max's and at Min's
    nodes.
    """
    values = dict(BY_HAND)
    for node in "HGFEDCBA":  # the children before their parents
        choose = at_min if node in "BC" else at_max
        values[node] = choose(values[child] for child in BY_HAND[node])
    return values


@exercise(
    "Max moves at A, Min at B and C, Max again at D to H. Begin with D: Max takes the larger of 3 "
    "and 8.",
    "At B Min takes the smallest of what D, E and F are worth.",
)
def by_hand(answer: Any) -> Feedback:
    """The values for Max of the inner nodes A to H of the tree BY_HAND, as a dict."""
    right = _worked_out(max, min)
    given = table_of(answer, "a dict from letter to value")
    habits = {
        "Max takes the largest, Min the smallest: you have swapped them.": _worked_out(min, max),
        "You let Max move everywhere: at B and C it is Min's turn.": _worked_out(max, max),
        "The exercise asks for what Max gets, at B and C too.": {
            **right,
            "B": -right["B"],
            "C": -right["C"],
        },
    }
    for node, given_value in in_order(given, "HGFEDCBA", "node"):
        if agrees(given_value, right[node], f"The value of {node}"):
            continue
        below = ", ".join(f"{child}: {right[child]}" for child in BY_HAND[node])
        remark = ""
        for words, values in habits.items():
            if all(same(given.get(v), values[v]) for v in "ABCDEFGH"):
                remark += f" {words}"
        return wrong(f"{node} is not worth {brief(given_value)}. Below it are {below}.{remark}")
    return RIGHT


#: The value of each vertex where play is over, for the player who would be to move.
Ends = Mapping[Any, int]

#: What a vertex is worth, and the option that leads to it.
Best = tuple[int, Any]


def value_and_move(options: Options, ends: Ends, v: Any) -> Best:
    """Return the value of v for the player to move, and the first option that reaches it."""
    if v in ends:
        return ends[v], None
    values = [-value_and_move(options, ends, w)[0] for w in options[v]]
    best = max(values)
    return best, options[v][values.index(best)]


@mistake("What is good for the next player is bad for this one: a minus sign is missing.")
def negamax_without_sign(options: Options, ends: Ends, v: Any) -> Best:
    """Return the largest number that can be reached, as if both players wanted it."""
    if v in ends:
        return ends[v], None
    values = [negamax_without_sign(options, ends, w)[0] for w in options[v]]
    best = max(values)
    return best, options[v][values.index(best)]


@mistake(
    "That is the worst option for the player to move, with its value. Does a minus stand before the "
    "maximum? Turn the sign of each option's value first, and then take the largest."
)
def worst_option(options: Options, ends: Ends, v: Any) -> Best:
    """Return the smallest value and its option."""
    if v in ends:
        return ends[v], None
    values = [-worst_option(options, ends, w)[0] for w in options[v]]
    worst = min(values)
    return worst, options[v][values.index(worst)]


@mistake(
    "Your function takes the smallest value and leaves its sign: for the player to move the value is "
    "the smallest of the options' values with its sign turned."
)
def smallest_without_sign(options: Options, ends: Ends, v: Any) -> Best:
    """Return the smallest number that can be reached, as if neither player wanted more."""
    if v in ends:
        return ends[v], None
    values = [smallest_without_sign(options, ends, w)[0] for w in options[v]]
    least = min(values)
    return least, options[v][values.index(least)]


@mistake(
    "The best value so far begins at 0 in your function: where every option is worth 0 or less, no "
    "option beats that. Begin with -inf, or with the first option."
)
def best_from_zero(options: Options, ends: Ends, v: Any) -> Best:
    """Return the answer if an option must be worth more than 0."""
    if v in ends:
        return ends[v], None
    values = [-best_from_zero(options, ends, w)[0] for w in options[v]]
    best = max(values)
    return (best, options[v][values.index(best)]) if best > 0 else (0, None)


@mistake("The values are right. The second entry is the option itself, not its place in the list.")
def place_of_the_option(options: Options, ends: Ends, v: Any) -> Best:
    """Return the value, and where the best option stands."""
    value, move = value_and_move(options, ends, v)
    return value, None if move is None else options[v].index(move)


@mistake(
    "The values are right, but the second entry is always None: which option had the best one?"
)
def value_without_option(options: Options, ends: Ends, v: Any) -> Best:
    """Return the value without its option."""
    value, _ = value_and_move(options, ends, v)
    return value, None


@mistake("The value comes first, then the option: did you write them the other way round?")
def option_before_value(options: Options, ends: Ends, v: Any) -> Best:
    """Return the answer in the other order."""
    value, move = value_and_move(options, ends, v)
    return move, value


@mistake(
    "Of several best options your function takes the one with the largest name, as `max` does with "
    "pairs; the exercise asks for the first in the list."
)
def best_option_by_name(options: Options, ends: Ends, v: Any) -> Best:
    """Return the value and, of the options that reach it, the one with the largest name."""
    return value_and_move(options | {v: sorted(options[v], reverse=True)}, ends, v)


@mistake("The numbers in ends are for the player who would be to move: one minus sign too many.")
def ends_turned(options: Options, ends: Ends, v: Any) -> Best:
    """Return the answer if the numbers at the ends are for the player who moved there."""
    return value_and_move(options, scaled(ends, -1), v)


@mistake(
    "The numbers in ends are for the player who would be to move there, not always for the "
    "same player."
)
def ends_for_one_player(options: Options, ends: Ends, v: Any) -> Best:
    """Return the answer if all numbers at the ends are for the player who moves at v."""

    def best_of(u: Any, choose: Choice, choose_next: Choice) -> Best:
        """Return what u is worth if ``choose`` is the rule here, and ``choose_next`` after a move."""
        if u in ends:
            return ends[u], None
        values = [best_of(w, choose_next, choose)[0] for w in options[u]]
        best = choose(values)
        return best, options[u][values.index(best)]

    return best_of(v, max, min)


@mistake("That is the last of several best options; the exercise asks for the first.")
def last_best_option(options: Options, ends: Ends, v: Any) -> Best:
    """Return the value and the last option that reaches it."""
    return value_and_move(options | {v: options[v][::-1]}, ends, v)


#: The graphs of the exercise.
GRAPHS = Graphs(most=25, cycles=False, widest=12)

#: A graph with more lines of play than this is not asked about: a program may follow each.
MOST_LINES = 3_000


def lines_from(options: Options) -> dict[Any, int]:
    """Return how many lines of play begin at each vertex."""

    @cache
    def lines(v: Any) -> int:
        return sum(map(lines, options[v])) or 1  # 1 where play is over

    return {v: lines(v) for v in options}


def _numbers_at(leaves: list[Any], rng: Draws) -> Iterator[Ends]:
    """Yield numbers for the vertices where play is over: small, all equal except one, all equal,
    nearly equal and large, and any.
    """
    yield {w: rng.randint(-2, 2) for w in leaves}
    usual = rng.randint(-1, 1)
    yield dict.fromkeys(leaves, usual) | {rng.choice(leaves): usual + rng.choice((1, -1))}
    yield dict.fromkeys(leaves, rng.choice((FAR, -FAR)))
    sign = rng.choice((1, -1))
    yield {w: sign * (FAR - rng.randint(0, 1)) for w in leaves}
    yield {w: rng.randint(-FAR, FAR) for w in leaves}


def _with_numbers(options: Options, rng: Draws) -> Iterator[Question]:
    """Yield questions about a graph, with several choices of numbers: about all its vertices if it
    is small; otherwise about that from which most lines begin, and one question about any vertex.
    """
    leaves = [w for w, row in options.items() if not row]
    if len(options) <= 3:
        choices = [
            dict(zip(leaves, row, strict=True)) for row in product((0, 1, -1), repeat=len(leaves))
        ]
        choices += [dict.fromkeys(leaves, far) for far in (FAR, -FAR)]
        yield from ((options, ends, v) for ends in choices for v in options)
        return
    lines = lines_from(options)
    widest = max(options, key=lambda v: (lines[v], len(options[v])))
    if lines[widest] > MOST_LINES:
        return
    several_ends = list(_numbers_at(rng.shuffled(leaves), rng))
    yield from ((options, ends, widest) for ends in several_ends)
    yield options, several_ends[-1], rng.choice(list(options))


@function(
    GRAPHS.asking(_with_numbers),
    "At a terminal vertex, return `ends[v]` and None: the number is for the player who would be "
    "to move there.",
    "Elsewhere the value is the largest of the values of the options, each with its sign turned.",
    "Keep the values in a list, in the order of the options: `values.index(best)` is the place of "
    "the first best one.",
    mistakes=[
        negamax_without_sign,
        worst_option,
        smallest_without_sign,
        best_from_zero,
        place_of_the_option,
        value_without_option,
        option_before_value,
        ends_turned,
        ends_for_one_player,
        last_best_option,
        best_option_by_name,
    ],
    save_as="negamax",
)
def negamax(options: Options, ends: Ends, v: Any) -> Best:
    """negamax(options, ends, v): the value of v for the player to move, and its first best option,
    if any.
    """
    return value_and_move(options, ends, v)


@exercise(
    "Begin with Cem, who gets the third number. At 'judge' Cem compares 2 and 1, at 'ring' 4 and "
    "2.",
    "Bob knows what Cem will do. At 'money' Bob gets the second number of what follows, or 1.",
)
def heirs(answer: Any) -> Feedback:
    """The plan of backward induction for HEIRS: a dict from node to move."""
    plan = backward_induction(HEIRS)
    given = table_of(answer, "a dict from node to move")
    for node, move in in_order(given, reversed(list(HEIRS.nodes)), "node"):
        who, moves = HEIRS.nodes[node]
        possible = f"The moves at {node!r} are {' and '.join(map(repr, moves))}"
        if not isinstance(move, str) or move not in moves:
            return wrong(f"For {node!r} you gave {brief(move)}, which is not a move. {possible}.")
        if move != plan[node].move:
            which = ("first", "second", "third")[HEIRS.players.index(who)]
            better = f"At {node!r} {who} can do better than {move!r}, given what comes later"
            return wrong(f"{better}: the {which} number is what {who} gets.")
    return RIGHT


#: A number, or a pair of a kind ("max", "min" or "chance") and what follows.
ChanceTree = Any

#: The probability and the value of each branch of a chance node.
Parts = list[tuple[Fraction, Fraction]]


def expected(parts: Parts) -> Fraction:
    """Return the average of the values, each weighted by its probability."""
    return sum((p * value for p, value in parts), Fraction(0))


def value_of(tree: ChanceTree, at_chance: Callable[[Parts], Fraction] = expected) -> Fraction:
    """Return the value of a tree; ``at_chance`` is the rule for the branches of a chance node."""
    if not isinstance(tree, tuple):
        return Fraction(tree)
    kind, branches = tree
    if kind == CHANCE:
        return at_chance([(p, value_of(branch, at_chance)) for p, branch in branches])
    values = [value_of(branch, at_chance) for branch in branches]
    return max(values) if kind == "max" else min(values)


@mistake(
    "At a chance node your function takes the plain mean: the branches need not be equally likely."
)
def value_by_the_mean(tree: ChanceTree) -> Fraction:
    """Return the value if all branches of a chance node were equally likely."""
    return value_of(tree, lambda parts: sum((v for _, v in parts), Fraction(0)) / len(parts))


@mistake("At a chance node your function adds the values, without the probabilities.")
def value_by_the_sum(tree: ChanceTree) -> Fraction:
    """Return the value if the branches of a chance node were added."""
    return value_of(tree, lambda parts: sum((v for _, v in parts), Fraction(0)))


#: The trees of the exercise, before their nodes get kinds.
TREES = Trees(levels=3, branches=8, most=FAR)

#: The kinds of nodes.
KINDS = ("max", "min", CHANCE)

#: Two numbers that differ less than floats of their size can.
ALMOST = Fraction(1, 10**6)


def _probabilities(count: int, rng: Draws) -> list[Fraction]:
    """Return the probabilities of so many branches: equal, different, or nearly 0 and 1."""
    how = rng.choice(("equal", "different", "different", "rare"))
    weights = rng.choices(range(1, 10), k=count)
    if how == "equal":
        weights = [1] * count
    elif how == "rare" and count == 2:
        weights = rng.shuffled([1, 99])
    return [Fraction(weight, sum(weights)) for weight in weights]


def _with_kinds(tree: Any, kinds: Iterator[str], rng: Draws) -> ChanceTree:
    """Return the tree with the next of these kinds at each of its nodes, the root first."""
    if not isinstance(tree, list):
        return tree
    kind = next(kinds)
    branches = [_with_kinds(branch, kinds, rng) for branch in tree]
    if kind != CHANCE:
        return kind, branches
    return kind, list(zip(_probabilities(len(branches), rng), branches, strict=True))


def _nodes_in(tree: Any) -> int:
    """Return how many nodes of a tree are no leaves."""
    return 1 + sum(map(_nodes_in, tree)) if isinstance(tree, list) else 0


def _with_last(tree: Any, leaf: Any) -> Any:
    """Return the tree with another number at its last leaf."""
    return [*tree[:-1], _with_last(tree[-1], leaf)] if isinstance(tree, list) else leaf


def _trees_of_chance(tree: Any, rng: Draws) -> Iterator[Question]:
    """Yield trees of this shape: with one kind at all nodes; then with any kinds, with the same
    numbers, with the last number a little changed, and with all divided by 7.
    """
    count = _nodes_in(tree)
    if count == 0:  # a number
        yield (tree,)
        yield (Fraction(tree, 7),)
        return
    for kind in KINDS:
        yield (_with_kinds(tree, iter([kind] * count), rng),)
    kinds = rng.choices(KINDS, k=count)
    last = leaves_of(tree)[-1]
    nearly = last - ALMOST if last > 0 else last + ALMOST
    for shape in (tree, _with_last(tree, nearly), scaled(tree, Fraction(1, 7))):
        yield (_with_kinds(shape, iter(kinds), rng),)


#: Probabilities whose common denominator has more than ten digits; numbers whose sum is lost in
#: floats; and two trees that read alike, number after number.
_FINE_CHANCES = [Fraction(1, n) for n in (97, 89, 83, 79, 73, 71)]
UNUSUAL_TREES: list[Question] = [
    (("chance", [*zip(_FINE_CHANCES, range(6), strict=True), (1 - sum(_FINE_CHANCES), 6)]),),
    (("chance", [(Fraction(1, 2), FAR), (Fraction(1, 2), ALMOST - FAR)]),),
    (("max", [("min", [1, 2]), 3]),),
    (("max", [("min", [1, 2, 3])]),),
]


@function(
    TREES.asking(_trees_of_chance, last=UNUSUAL_TREES),
    "A number is its own value. Otherwise look at the first entry: `'max'`, `'min'` or `'chance'`.",
    "For chance: the sum of probability times value, with Fractions.",
    mistakes=[value_by_the_mean, value_by_the_sum],
    save_as="value",
)
def with_chance(tree: ChanceTree) -> Fraction:
    """value(tree): the value of a number, ("max", [trees]), ("min", [trees]) or ("chance", [(p,
    tree), ...]).
    """
    return value_of(tree)


#: A matrix game: what Min pays to Max, by row and column.
Rows = list[list[int]]

#: The value of a matrix game, and the probability of the first row.
Mix = tuple[Fraction, Fraction]


def sure_of(rows: Rows, p: Fraction) -> Fraction:
    """Return what Max is sure of on average by playing the first row with this probability: Min
    takes the column that gives Max less.
    """
    first_row, second_row = rows
    columns = zip(first_row, second_row, strict=True)
    return min(p * first + (1 - p) * second for first, second in columns)


def crossings(rows: Rows) -> list[Fraction]:
    """Return where the lines of the two columns cross, even below 0 or above 1; none if they are
    parallel. The lines are p a + (1 - p) c and p b + (1 - p) d.
    """
    (a, b), (c, d) = rows
    slope_difference = (a - c) - (b - d)
    return [Fraction(d - c, slope_difference)] if slope_difference else []


def best_among(rows: Rows, where: list[Fraction]) -> Mix:
    """Return the most that Max is sure of by one of these probabilities, and the smallest of them
    that gives it.
    """
    sure = {p: sure_of(rows, p) for p in where}
    value = max(sure.values())
    return value, min(p for p in where if sure[p] == value)


#: The probabilities of the first row without mixing.
PURE = [Fraction(0), Fraction(1)]


def best_mix(rows: Rows) -> Mix:
    """Return the value of a matrix game, and the smallest best probability of the first row."""
    between = [p for p in crossings(rows) if 0 < p < 1]
    return best_among(rows, PURE + between)


@mistake("That is the best that Max can do without mixing.")
def best_row(rows: Rows) -> Mix:
    """Return the answer if Max plays one row alone."""
    return best_among(rows, PURE)


@mistake("The point where the lines cross need not be best, and p may come out below 0 or above 1.")
def at_the_crossing(rows: Rows) -> Mix:
    """Return the answer if Max mixes so that both columns give the same wherever that is."""
    return best_among(rows, crossings(rows) or PURE)


@mistake("That is how often Min plays the first column; the exercise asks how Max mixes.")
def mix_of_min(rows: Rows) -> Mix:
    """Return the value and how Min mixes."""
    (a, b), (c, d) = rows
    matrix_of_min = [[-a, -c], [-b, -d]]  # Min's columns as rows, and what Min gets
    value, q = best_mix(matrix_of_min)
    return -value, q


@mistake("That is the probability of the second row.")
def second_row(rows: Rows) -> Mix:
    """Return the value and the probability of the second row."""
    value, p = best_mix(rows)
    return value, 1 - p


class Matrices(Domain[Rows]):
    """Matrices of two rows and two columns, with numbers from -10^12 to 10^12."""

    def small(self) -> Iterable[Rows]:
        return ([[a, b], [c, d]] for a, b, c, d in product((0, 1, -1, 2), repeat=4))

    def extreme(self) -> Iterable[Rows]:
        """All matrices of numbers that are largest, or differ from these by one."""
        numbers = (FAR, FAR - 1, -FAR, 1 - FAR)
        return ([[a, b], [c, d]] for a, b, c, d in product(numbers, repeat=4))

    def draw(self, rng: Draws) -> Rows:
        most = rng.choice((3, 9, 100, FAR))
        a, b, c, d = (rng.randint(-most, most) for _ in range(4))
        return [[a, b], [c, d]]

    def related(self, value: Rows, rng: Draws) -> Iterable[Rows]:
        """The matrix with its rows swapped, with its columns swapped, with two equal numbers in a row
        or a column, and, if its numbers are small, with large ones.
        """
        (a, b), (c, d) = value
        yield [[c, d], [a, b]]
        yield [[b, a], [d, c]]
        yield rng.choice([[[a, a], [c, d]], [[a, b], [c, c]], [[a, b], [a, d]], [[a, b], [c, b]]])
        size = max(map(abs, (a, b, c, d)))
        if 0 < size <= 100:
            yield scaled(value, FAR // size)
            edge = rng.choice((FAR - size, size - FAR))
            yield [[edge + number for number in row] for row in value]

    def altered(self, value: Rows, rng: Draws) -> Iterable[Rows]:
        """The matrix with another number in one place; and, read digit after digit, the same one."""
        (a, b), (c, d) = value
        yield [[a, b], [c, rng.randint(-9, 9)]]
        if 0 < b < 100 and 0 <= a < 100:  # 1, 23 and 12, 3 read alike
            digits = f"{a}{b}"
            yield [[int(digits[:1]), int(digits[1:])], [c, d]]
            yield [[int(digits[:-1]), int(digits[-1:])], [c, d]]


@function(
    Matrices().asking(lambda rows, rng: [(rows,)]),
    "Against a column, Max gets p times its upper number plus 1 - p times its lower one, on "
    "average.",
    "The smaller of two straight lines in p is largest at p = 0, at p = 1, or where the two lines "
    "cross.",
    "They cross where p = (d - c) / (a - b - c + d), if that is not 0 below and p lies between 0 "
    "and 1.",
    mistakes=[best_row, at_the_crossing, mix_of_min, second_row],
    save_as="mix",
)
def mixing(rows: Rows) -> Mix:
    """mix(rows): the value of a 2 x 2 matrix game to Max, who chooses the row, and the probability
    of the first row.
    """
    return best_mix(rows)
