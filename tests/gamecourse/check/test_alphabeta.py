"""What becomes of the answers that students give in lecture 11."""

import importlib
import math
from functools import partial
from itertools import permutations, product

from verdicts.draws import worth

from check.lecture import TYPE, Lecture, reference, right_and_wrong
from gamecourse.check import State
from gamecourse.grading.sheet import opened
from gamecourse.show import alphabeta as pictures
from gamefast import minimax
from gamelib.games import MinMaxTree

inf = math.inf
sheet = importlib.import_module("gamecourse.check.alphabeta")
inner = opened(sheet)
HAND, SORT = sheet.BY_HAND, sheet.TO_SORT
SORTED = {**SORT, "A": ["C", "B", "D"], "B": ["b2", "b3", "b1"]}
HIGH = {"R": ["A"], "A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d1", "d2"], "b": -1, "c": -4, "d1": -1,
        "d2": -3}  # fmt: skip
LOW = {
    "A": ["B", "C"],
    "B": ["b", "D"],
    "C": ["D", "c"],
    "D": ["d1", "d2"],
    "b": 1,
    "c": 4,
    "d1": 1,
    "d2": 3,
}


def two_players(tree, player, alpha, beta):
    """As the exercise has it."""
    if not isinstance(tree, list):
        return max(alpha, min(tree, beta)), [tree]
    seen = []
    for branch in tree:
        if player == "Max":
            value, leaves = two_players(branch, "Min", alpha, beta)
            alpha = max(alpha, value)
        else:
            value, leaves = two_players(branch, "Max", alpha, beta)
            beta = min(beta, value)
        seen += leaves
        if alpha >= beta:
            break
    return alpha if player == "Max" else beta, seen


def as_it_comes(tree, player, alpha, beta):
    """A number is its own value, and at a cutoff so is what caused it."""
    if not isinstance(tree, list):
        return tree, [tree]
    seen = []
    for branch in tree:
        value, leaves = as_it_comes(branch, "Min" if player == "Max" else "Max", alpha, beta)
        seen += leaves
        if value >= beta if player == "Max" else value <= alpha:
            return value, seen
        if player == "Max":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return alpha if player == "Max" else beta, seen


def one_chair(tree, alpha, beta, sign, seen, start=-inf, first=99):
    """As the lecture has it, for the player to move."""
    if not isinstance(tree, list):
        seen.append(tree)
        return sign * tree
    best = start
    for branch in tree[:first]:
        best = max(best, -one_chair(branch, -beta, -max(alpha, best), -sign, seen, start, first))
        if best >= beta:
            break
    return best


def turned(tree, player, alpha, beta, hard=True, **how):
    """The same, brought to the form of the exercise."""
    sign, seen = 1 if player == "Max" else -1, []
    window = (alpha, beta) if player == "Max" else (-beta, -alpha)
    value = sign * one_chair(tree, *window, sign, seen, **how)
    return (max(alpha, min(value, beta)) if hard else value), seen


def every_leaf(tree):
    return (
        [leaf for branch in tree for leaf in every_leaf(branch)]
        if isinstance(tree, list)
        else [tree]
    )


def wide_open(tree, player, alpha, beta):
    """The branches get the window that was given."""
    if not isinstance(tree, list):
        return max(alpha, min(tree, beta)), [tree]
    low, high, seen = alpha, beta, []
    for branch in tree:
        value, leaves = wide_open(branch, "Min" if player == "Max" else "Max", alpha, beta)
        low, high = (max(low, value), high) if player == "Max" else (low, min(high, value))
        seen += leaves
        if low >= high:
            break
    return low if player == "Max" else high, seen


def unfinished(tree, player, alpha, beta):
    return NotImplemented if isinstance(tree, list) else two_players(tree, player, alpha, beta)


def equal_bounds_alone(game, position, alpha, beta, table):
    """A pair counts only if both bounds are equal."""
    best = game.outcome(position)
    if best is None:
        low, high = table.get(position, (-inf, inf))
        if low == high:
            return max(alpha, min(low, beta))
        best = alpha
        for move in game.moves(position):
            there = game.play(position, move)
            best = max(best, -equal_bounds_alone(game, there, -beta, -best, table))
            if best >= beta:
                break
        table[position] = (best if best > alpha else low, best if best < beta else high)
    return max(alpha, min(best, beta))


def narrowing(
    game, position, alpha, beta, table, exact=False, soft=False, given=False, read=True, write=True
):
    """The window shrinks to what the table leaves open; mistakes on request."""

    def search(p, alpha, beta):
        result = game.outcome(p)
        low, high = (
            (result, result)
            if result is not None
            else table.get(p, (-inf, inf))
            if read
            else (-inf, inf)
        )
        a, b = max(alpha, low), min(beta, high)
        if a < b:
            best = -inf if soft else a
            for child in game.moves(p):
                best = max(best, -search(child, *((alpha, beta) if given else (-b, -max(a, best)))))
                if best >= b:
                    break
            low, high = best if exact or best > a else low, best if exact or best < b else high
            if write:
                table[p] = low, high
        best = low if low > alpha else high
        return best if soft else max(alpha, min(best, beta))

    return search(position, alpha, beta)


def in_the_lecture(game, position, alpha, beta, table):
    if game.outcome(position) is not None:
        return game.outcome(position)
    low, high = table.get(position, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    best = -inf
    for move in game.moves(position):
        there, a = game.play(position, move), max(alpha, best)
        best = max(best, -in_the_lecture(game, there, -beta, -a, table))
        if best >= beta:
            break
    table[position] = (best if best > alpha else low, best if best < beta else high)
    return best


def brought_in(game, position, alpha, beta, table):
    """The lecture's search, brought into the window."""
    return max(alpha, min(in_the_lecture(game, position, alpha, beta, table), beta))


def forgotten(game, position, alpha, beta, table, known={}):  # noqa: B006
    """A table of its own, which it keeps for ever."""
    return narrowing(game, position, alpha, beta, known)


RIGHT = [
    ("never_seen", {"c2", "c3", "f2"}),
    ("search", two_players),
    ("search", turned),
    ("sort", SORTED),
    ("with_bounds", narrowing),
    ("with_bounds", brought_in),
    ("too_high", HIGH),
    ("too_high", MinMaxTree(HIGH)),
]

WRONG = [
    (
        "never_seen",
        {"c2", "c3"},
        "one leaf is missing. Write the window",
    ),
    (
        "never_seen",
        {"c2", "c3", "f2", "e2"},
        "one leaf of your set is looked at. Write the window",
    ),
    ("never_seen", set(), "3 leaves are missing"),
    ("never_seen", {"b1"}, "one leaf of your set is looked at and 3 leaves are missing"),
    ("never_seen", {"c2", "c3", "F"}, "F is not a leaf of the tree, because it has children"),
    ("never_seen", {"c2", "c3", "f3"}, "'f3' is not a leaf of the tree"),
    ("never_seen", "c2, c3, f2", "Give a set of leaves"),
    (
        "never_seen",
        {leaf for leaf, inside in HAND.items() if not isinstance(inside, list)}
        - {"c2", "c3", "f2"},
        "these leaves are looked at",
    ),
    *(("search", partial(turned, start=start), "it should be") for start in (-4, -100, -(10**9))),
    *(("search", partial(turned, first=first), "it should be") for first in (2, 3, 4, 6, 8)),
    (
        "search",
        lambda *given: (two_players(*given)[0], every_leaf(given[0])),
        "Nothing is ever cut",
    ),
    ("search", wide_open, "The branches get the window as it was given"),
    ("search", as_it_comes, "A value outside the window is returned as it is"),
    ("search", partial(turned, hard=False), r"is \(0, \[0\]\), it should be \(-3, \[0\]\)"),
    ("search", lambda *given: two_players(given[0], "Max", *given[2:]), r"'Min', .*it should be"),
    (
        "search",
        lambda *given, known={}: known.setdefault(str(given[0]), two_players(*given)),
        "it should be",
    ),
    ("search", unfinished, "NotImplemented: a part of your function is still to be written"),
    ("search", lambda *given: two_players(*given)[0], "is 0; it should be"),
    (
        "search",
        lambda *given: (two_players(*given)[0], set(two_players(*given)[1])),
        "it should be",
    ),
    ("search", lambda *given: two_players(*given)[::-1], "it should be"),
    ("search", lambda tree, player, alpha, beta: (0, []), "it should be"),
    ("sort", SORT, "7 leaves are looked at; 5 are enough.$"),
    ("sort", dict(reversed(SORT.items())), "What counts is the order in each list of children"),
    (
        "sort",
        {**SORTED, "d1": 4},
        "For 'd1' you gave 4, and it was 5: only the order of the children",
    ),
    ("sort", {**SORTED, "A": {"C", "B", "D"}}, "give a list of the children of A"),
    ("sort", {**SORTED, "A": ["C", "B"]}, r"and it was \['B', 'C', 'D'\]: only the order"),
    ("sort", {node: inside for node, inside in SORTED.items() if node != "b1"}, "b1 is missing"),
    ("sort", {**SORTED, "E": 3}, "There is no 'E' in the tree"),
    ("with_bounds", partial(narrowing, exact=True), "one side is open"),
    ("with_bounds", partial(narrowing, given=True), "the table says"),
    ("with_bounds", in_the_lecture, "Outside the window the exercise asks for its nearer edge"),
    (
        "with_bounds",
        partial(narrowing, read=False, write=False),
        "the table has nothing on 0 afterwards",
    ),
    (
        "with_bounds",
        lambda *given: narrowing(*given[:4], {}),
        "the table has nothing on 0 afterwards",
    ),
    (
        "with_bounds",
        lambda *given: narrowing(given[0], given[1], -inf, inf, given[4]),
        r"is 0, it should be -3\.",
    ),
    ("with_bounds", equal_bounds_alone, "asks only whether the two are equal"),
    ("with_bounds", forgotten, "the table has nothing on 0 afterwards"),
    ("with_bounds", lambda *given: {given[1]: narrowing(*given)}, "it should be"),
    ("too_high", LOW, "That is less, .* At 'D' the table keeps 1, and .* is 3.*\nD: d1, d2\n"),
    (
        "too_high",
        {"A": ["B", "C"], "B": 1, "C": 2},
        "The exercise asks for more than the value. Each result that the table keeps is the value",
    ),
    ("too_high", {"A": ["B"]}, "'B', a child of 'A', is missing"),
    ("too_high", {"A": ["B"], "B": ["A"]}, "lies on a cycle"),
    ("too_high", {"A": ["B", "C"], "B": ["C"], "C": 1}, "either player could be to move"),
    ("too_high", {"A": ["B"], "B": inf}, "give a finite number"),
    ("too_high", {"A": ["B"], "B": 10**400}, "smaller numbers will do"),
    ("too_high", {k: [k + 1] if k < 11 else 1 for k in range(12)}, "has 12 nodes; 10 are enough"),
]

TYPES = [
    ("never_seen", ["c2", "c3", "f2"], TYPE, "is a list: give a set"),
    ("never_seen", {"c2": 7, "c3": 5, "f2": 1}.keys(), TYPE, "dict_keys"),
    ("sort", {**SORTED, "d1": 5.0}, TYPE, "a whole number"),
]


def with_the_table_as_leaves(tree, node, alpha, beta, table):
    """Minimax on the tree in which what the table knows is a leaf."""
    low, high = table.get(node, (-inf, inf))
    if low >= beta or high <= alpha:
        return beta if low >= beta else alpha
    known = {p: tree.to_max(p, low) for p, (low, high) in table.items() if low == high}
    nodes = {p: known.get(p, inside) for p, inside in tree.nodes.items()}
    own = {
        p: inside if isinstance(inside, list) else tree.to_max(node, inside)
        for p, inside in nodes.items()
    }
    return max(alpha, min(minimax(MinMaxTree({node: own[node]} | own), table={}).value, beta))


def test_what_is_due_with_a_table_is_what_minimax_finds():
    for given in sheet.with_bounds.questions():
        assert reference(sheet.with_bounds)(*given) == with_the_table_as_leaves(*given)


LECTURE = Lecture(
    "alphabeta", slow=["search", "with_bounds"], answers=[*right_and_wrong(RIGHT, WRONG), *TYPES]
)


def test_no_cell_can_change_the_tasks():
    kept = dict(SORT)
    try:
        SORT.update({**SORTED, "d1": 9})
        assert "For 'd1' you gave 9" in sheet.sort(SORT)
        SORT["d1"] = kept["d1"]
        assert sheet.sort(SORT).state == State.RIGHT
    finally:
        SORT.update(kept)


def test_what_is_taken_for_right_is_what_the_lecture_draws():
    drawn = {step.node for step in pictures.trace(MinMaxTree(HAND), None)}
    assert {leaf for leaf in HAND if leaf not in drawn} == inner["_UNSEEN"]


def test_no_order_looks_at_fewer_leaves():
    rows = [node for node, inside in SORT.items() if isinstance(inside, list)]
    orders = product(*(map(list, permutations(SORT[node])) for node in rows))
    trees = (
        [[SORT[leaf] for leaf in row[node]] for node in row["A"]]
        for row in (dict(zip(rows, o, strict=True)) for o in orders)
    )
    assert min(len(turned(tree, "Max", -inf, inf)[1]) for tree in trees) == inner["_FEWEST"]


def test_what_is_due_of_a_search_is_the_value_or_the_edge_of_the_window():
    for tree, player, alpha, beta in sheet.search.questions():
        true = worth(tree, (player, "Min" if player == "Max" else "Max"))
        value, seen = inner["search_for_two"](tree, player, alpha, beta)
        assert (value, seen) == turned(tree, player, alpha, beta)
        assert value == max(alpha, min(true, beta))
