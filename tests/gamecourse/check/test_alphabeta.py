"""What becomes of the answers that students give in lecture 11."""

import importlib
import math

from check.lecture import TYPE, Lecture, right_and_wrong
from gamecourse.check import State
from gamecourse.check.machinery.sheet import opened
from gamecourse.show import alphabeta as pictures
from gamelib import alphabeta, minimax
from gamelib.games import MinMaxTree

inf = math.inf
sheet = importlib.import_module("gamecourse.check.alphabeta")
inner = opened(sheet)
HAND, SORT = sheet.BY_HAND, sheet.TO_SORT
SORTED = {**SORT, "A": ["C", "B", "D"], "B": ["b2", "b3", "b1"]}
HIGH = {"R": ["A"], "A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d1", "d2"], "b": -1, "c": -4, "d1": -1,
        "d2": -3}  # fmt: skip
LOW = {"A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d1", "d2"], "b": 1, "c": 4, "d1": 1, "d2": 3}


def soft(game, position, alpha, beta, over=lambda result: result is not None, order=iter):
    """As the lecture has it; or with other ends, or the options in another order."""
    result = game.outcome(position)
    if over(result):
        return result
    best = -inf
    for option in order(game.play(position, move) for move in game.moves(position)):
        best = max(best, -soft(game, option, -beta, -max(alpha, best), over, order))
        if best >= beta:
            break
    return best


def hard(game, position, alpha, beta):
    if game.outcome(position) is not None:
        return game.outcome(position)
    for move in game.moves(position):
        alpha = max(alpha, -hard(game, game.play(position, move), -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


def two_players(game, position, alpha, beta, mine=True):
    """Max and Min apart, as many books have it: right from the chair of whoever begins."""
    result = game.outcome(position)
    if result is not None:
        return result if mine else -result
    best = -inf if mine else inf
    for move in game.moves(position):
        value = two_players(game, game.play(position, move), alpha, beta, not mine)
        if mine:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def leaves_first(game, position, alpha, beta):
    return soft(
        game, position, alpha, beta, order=lambda options: sorted(options, key=lambda o: game.outcome(o) is None)
    )


def unfinished(game, position, alpha, beta):
    result = game.outcome(position)
    return NotImplemented if result is None else result


def of_the_library(game, position, alpha, beta):
    return alphabeta(game, position, window=(alpha, beta)).value


def small_numbers_only(game, position, alpha, beta):
    return max(-2, min(2, soft(game, position, alpha, beta)))


def from_below(start):
    def search(game, position, alpha, beta):
        result = game.outcome(position)
        if result is not None:
            return result
        best = start
        for move in game.moves(position):
            best = max(best, -search(game, game.play(position, move), -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return search


def only_the_first(count):
    return lambda *given: soft(*given, order=lambda options: list(options)[:count])


def twice(game, position, alpha, beta):
    result = game.outcome(position)
    if result is not None:
        return result
    best = -inf
    for move in game.moves(position):
        there = game.play(position, move)
        if -twice(game, there, -beta, -max(alpha, best)) > best:
            best = -twice(game, there, -beta, -max(alpha, best))
        if best >= beta:
            break
    return best


RIGHT = [
    ("never_seen", {"c2", "c3", "f2"}),
    ("search", soft),
    ("search", hard),
    ("search", two_players),
    ("search", of_the_library),
    ("sort", SORTED),
    ("too_high", HIGH),
    ("too_high", MinMaxTree(HIGH)),
]

WRONG = [
    ("never_seen", {"c2", "c3"}, "that are looked at: 0. Leaves never looked at that are missing: 1"),
    ("never_seen", {"c2", "c3", "f2", "e2"}, "that are looked at: 1. Leaves never looked at that are missing: 0"),
    ("never_seen", set(), "are missing: 3"),
    ("never_seen", {"c2", "c3", "F"}, "F is no leaf of the tree: it has children"),
    ("never_seen", {"c2", "c3", "f3"}, "'f3' is not a leaf of the tree"),
    ("never_seen", {"b1", "c1", "c2"}, "from right to left; here it is from left to right"),
    ("never_seen", "c2, c3, f2", "Give a set of leaves"),
    (
        "never_seen",
        {leaf for leaf, inside in HAND.items() if not isinstance(inside, list)} - {"c2", "c3", "f2"},
        "these are the leaves that are looked at",
    ),
    *(("search", from_below(start), "the value is") for start in (-4, -100, -(10**9))),
    *(("search", only_the_first(count), "the value is") for count in (2, 3, 4, 6, 8)),
    ("search", lambda g, p, a, b: minimax(g, p).value, "Nothing is ever cut"),
    ("search", leaves_first, "which is right. Leaves looked at: \\d+; enough are: 1"),
    ("search", lambda *given, known={}: inner["_search"](*given, table=known), "The tree:"),
    ("search", unfinished, "NotImplemented at some positions"),
    (
        "search",
        lambda *given: soft(*given, over=bool),
        "stops with IllegalMove: at .* play is over, with the outcome 0: there are no moves",
    ),
    ("search", lambda g, p, a, b: (soft(g, p, a, b), p), "which is no number"),
    ("search", lambda g, p, a, b: soft(g, p, a, b) > 0, "which is no number"),
    ("search", small_numbers_only, "which says 'at (most|least)|inside the window"),
    ("search", lambda g, p, a, b: -soft(g, p, a, b), "the value is"),
    ("search", lambda g, p, a, b: 0, "inside the window; the value is|leaves"),
    ("sort", SORT, "7 leaves are looked at; 5 are enough.$"),
    ("sort", dict(reversed(SORT.items())), "What counts is the order in each list of children"),
    ("sort", {**SORTED, "d1": 4}, "At 'd1' stands 4: only the order of children may be changed; 5 stood there"),
    ("sort", {**SORTED, "A": {"C", "B", "D"}}, "a set, which has no order"),
    ("sort", {**SORTED, "A": ["C", "B"]}, r"only the order of \['B', 'C', 'D'\] may be changed"),
    ("sort", {node: inside for node, inside in SORTED.items() if node != "b1"}, "'b1' is missing: give the whole dict"),
    ("sort", {**SORTED, "E": 3}, "There is no 'E' in the tree"),
    ("too_high", LOW, "That is less, as in the lecture.*\nD: d1, d2\n"),
    ("too_high", {"A": ["B", "C"], "B": 1, "C": 2}, "gives 2. More than the value is wanted"),
    ("too_high", {"A": ["B"]}, "'B', a child of 'A', is missing"),
    ("too_high", {"A": ["B"], "B": ["A"]}, "lies on a cycle"),
    ("too_high", {"A": ["B", "C"], "B": ["C"], "C": 1}, "either could be to move"),
    ("too_high", {"A": ["B"], "B": inf}, "give a finite number"),
    ("too_high", {"A": ["B"], "B": 10**400}, "smaller numbers will do"),
    ("too_high", {k: [k + 1] if k < 11 else 1 for k in range(12)}, "has 12 nodes; 10 are enough"),
]

TYPES = [
    ("never_seen", ["c2", "c3", "f2"], TYPE, "is a list: give a set"),
    ("never_seen", {"c2": 7, "c3": 5, "f2": 1}.keys(), TYPE, "dict_keys"),
    ("sort", {**SORTED, "d1": 5.0}, TYPE, "a whole number"),
]


LECTURE = Lecture("alphabeta", answers=[*right_and_wrong(RIGHT, WRONG), *TYPES])


def test_each_mistake_is_told_from_the_others():
    for mistake, said in inner["_MISTAKES"].items():
        finding = sheet.search.judge(lambda *given, mistake=mistake: inner["_search"](*given, mistake))
        assert finding.endswith(said)


def test_what_searches_twice_is_right_and_told_so():
    assert "Is search called more than once for a move?" in sheet.search.judge(twice)
    assert "something is left in it" in sheet.search(lambda *given, known={}: inner["_search"](*given, table=known))


def test_no_cell_can_change_the_tasks():
    kept = dict(SORT)
    try:
        SORT.update({**SORTED, "d1": 9})
        assert "At 'd1' stands 9" in sheet.sort(SORT)
        SORT["d1"] = kept["d1"]
        assert sheet.sort(SORT).state == State.RIGHT
    finally:
        SORT.update(kept)


def test_what_is_taken_for_right_is_what_the_lecture_draws():
    drawn = {step.node for step in pictures.trace(MinMaxTree(HAND), None)}
    assert {leaf for leaf in HAND if leaf not in drawn} == inner["_unseen"](HAND) == {"c2", "c3", "f2"}
    assert inner["_fewest"]() == 5
    for nodes, alpha, beta in sheet.search.domain:
        tree = MinMaxTree(nodes)
        assert not inner["_breach"](soft(tree, "r", alpha, beta), minimax(tree).value, alpha, beta)
