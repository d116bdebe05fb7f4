"""Odd ways to be right or wrong in lectures 1 to 5, each with the words it deserves."""

import sys
import time
from functools import cache

import networkx as nx
import pytest

from check.lecture import RIGHT, WRONG, meets
from check.test_graphs import king
from check.test_pursuit import program
from check.test_retrograde import local
from gamecourse.check import State, graphs, matches, pursuit, retrograde
from gamecourse.check.machinery import clock
from gamecourse.check.machinery.engine import Exercise
from gamecourse.check.marks.marks import marks
from gamelib import DRAW


def wins(n):
    return n % 7 not in (0, 2)


def below_nothing(n):
    return any(not below_nothing(n - t) for t in (1, 3, 4))


def test_a_high_limit_to_recursion_does_not_end_python():
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        meets(matches.other_takes, below_nothing, WRONG, r"below_nothing\(0\) calls itself for ever")
        assert sys.getrecursionlimit() == 10**6
    finally:
        sys.setrecursionlimit(limit)


class LooksForItsName:
    def __getattr__(self, name):
        while True:
            pass

    def __call__(self, n):
        return False


class NeverEqual:
    __hash__ = None

    def __eq__(self, other):
        while True:
            pass


def test_what_hangs_beside_the_call_does_not_hang(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.1)
    begun = time.monotonic()
    meets(matches.other_takes, LooksForItsName(), WRONG, r"it\(1\) is False, it should be True")

    def puts_it_in(options, v):
        options[v] = NeverEqual()
        return False

    meets(graphs.with_memory, puts_it_in, WRONG, r"puts_it_in\(.*\) is False, it should be True")
    assert time.monotonic() - begun < 25


def test_a_function_that_hangs_is_asked_no_more(monkeypatch):
    monkeypatch.setattr(clock, "EACH", 0.5)

    def only_even_numbers_end(n):
        k = 0
        while k != n:
            k += 2
        return True

    begun = time.monotonic()
    meets(matches.other_takes, only_even_numbers_end, WRONG, r"\(0\) is True, it should be False$")
    assert time.monotonic() - begun < 2


def test_once_all_time_is_used_up_the_words_are_still_true(monkeypatch):
    monkeypatch.setattr(clock, "ALL", 0.5)

    def check(answer):
        return matches.other_takes._check(answer)

    def slow_and_wrong(n):
        time.sleep(0.42)
        return [n]

    meets(Exercise(check, "none"), slow_and_wrong, WRONG, r"slow_and_wrong\(0\) is \[0\], which is not True or False")


def later(n):
    if n < 10:
        return wins(n)
    raise NotImplementedError


def test_a_stub_in_one_branch_is_told():
    meets(matches.other_takes, lambda n: wins(n) if n < 10 else NotImplemented, WRONG, r"\(10\) is not written yet")
    meets(matches.other_takes, later, WRONG, r"later\(10\) is not written yet: it comes to NotImplemented there")
    meets(matches.other_takes, lambda n: wins(n) if n < 30 else NotImplemented, WRONG, r"\(40\) is not written yet")
    meets(matches.strategy, lambda pile: 2 if pile == 32 else NotImplemented, WRONG, "your strategy is not written yet")
    assert matches.other_takes(lambda n: NotImplemented).state == State.NOT_ATTEMPTED


LOST = [0, 2, 7, 9, 14, 15, 16, 21, 23, 28, 30]


def test_a_table_is_not_blamed_for_remembering():
    meets(matches.other_takes, lambda n: n not in LOST, WRONG, r"\(15\) is False, it should be True$")


OPTIONS = {}


@cache
def cached(v):
    return any(not cached(w) for w in OPTIONS[v])


def by_the_cache(options, v):
    global OPTIONS
    OPTIONS = options
    return cached(v)


class Remembers:
    def __init__(self):
        self.known = {}

    def __call__(self, options, v):
        if v not in self.known:
            self.known[v] = any(not self(options, w) for w in options[v])
        return self.known[v]


def in_two_sets(options, v, won=set(), lost=set()):  # noqa: B006  # the mistake
    if v not in won | lost:
        (won if any(not in_two_sets(options, w) for w in options[v]) else lost).add(v)
    return v in won


def settles_into_its_default(options, found={}):  # noqa: B006  # the mistake
    found.update({v: 0 for v in options if not options[v]})
    return found


@pytest.mark.parametrize(
    ("exercise", "answer", "where"),
    [
        (graphs.with_memory, by_the_cache, "in the cache of cached: that was another"),
        (graphs.with_memory, Remembers(), r"in self\.known: that was another"),
        (graphs.with_memory, in_two_sets, "in won and lost: that was another"),
        (retrograde.queue, settles_into_its_default, r"found=\{\} is made once"),
    ],
)
def test_where_a_function_remembers(exercise, answer, where):
    meets(exercise, answer, WRONG, f"It remembers what it was asked before.*{where}")


def test_a_generator_can_be_asked_twice_and_one_that_is_used_up_is_named():
    piles = (n for n in range(31) if n % 5 == 1)
    meets(matches.good_to_leave, piles, RIGHT)
    meets(matches.good_to_leave, piles, RIGHT)
    piles = map(int, "1")
    list(piles)
    meets(matches.good_to_leave, piles, WRONG, "nothing is left in it: a generator gives what it has only once")


MEANT = [
    (graphs.no_kernel, "(a, b), (b, c), (c, a)"),
    (graphs.no_kernel, "a b, b c, c a"),
    (graphs.no_kernel, ["a>b", "b to c", "c => a"]),
    (graphs.no_kernel, {1: 2, 2: 3, 3: 1}),
    (retrograde.by_hand, list(zip("ABCDEFGHI", (4, 1, 2, None, 1, 1, 0, 3, None), strict=True))),
    (retrograde.never_wins, "a->b->c->d->a, a->t"),
    (pursuit.just_away, [list(row) for row in ("...P", "....", "....", "E.T.")]),
    (pursuit.just_away, ". . . P\n. . . .\n. . . .\nE . T ."),
]


@pytest.mark.parametrize(("exercise", "answer"), MEANT, ids=lambda case: str(case)[:40])
def test_what_is_clearly_meant_is_taken(exercise, answer):
    meets(exercise, answer, RIGHT, "right$")


def wrong_anyway(options, v, known={}):  # noqa: B006  # but that is not what makes it wrong
    known[v] = v
    return v == 0


#: Wrong answers that do what a typical mistake does on the first few inputs, but not everywhere.
NOT_THAT = [
    (
        retrograde.certificate,
        local(lost=lambda r, near, even, odd: not near or (odd == near and max(odd) == r - 1)),
        "won and lost only",
    ),
    (graphs.with_memory, lambda options, v: len(options[v]) % 2 == 1, "all options to be lost"),
    (
        pursuit.restless,
        lambda board, who: program(board, lambda turn: turn != who, lambda turn: False)[1],
        "Both lines",
    ),
    (pursuit.restless, lambda board, who: program(board, lambda turn: True, lambda turn: turn != who)[1], "Both lines"),
    (graphs.with_memory, wrong_anyway, "remembers"),
    (matches.two_takes, lambda a, b: -(2 * a if b % (2 * a) == a else a + b), "It is the other player's"),
]


@pytest.mark.parametrize(("exercise", "answer", "said"), NOT_THAT)
def test_no_mistake_is_named_that_is_not_made(exercise, answer, said):
    finding = exercise(answer)
    assert finding.state == WRONG
    assert said not in finding


def test_what_is_no_pair_and_what_has_no_direction():
    meets(graphs.no_kernel, [(b"a", b"b"), (b"b", b"c"), (b"c", b"a")], WRONG, "give a list of pairs")
    meets(graphs.no_kernel, nx.cycle_graph(3), WRONG, "your graph has edges without direction")


def test_a_remoteness_is_a_number_of_moves():
    right = {"a": 4, "b": 1, "c": 2, "d": None, "e": 1, "f": 1, "g": 0, "h": 3, "i": None}
    for drawn in (float("inf"), -1, DRAW, ..., "?"):
        meets(retrograde.by_hand, right | {"d": drawn}, WRONG, "look at d again: .*, which is a number of moves, or No")


def test_four_numbers_are_not_off_the_board():
    steps = {(0, 1): [(0, -1)], (1, 0): [(-1, 0)], (1, 1): [(-1, 0), (0, -1), (-1, -1)]}
    adds_tuples = king(moves=lambda self, s: steps[min(s[0], 1), min(s[1], 1)], play=lambda self, s, move: s + move)
    meets(graphs.king, adds_tuples, WRONG, r"comes to \[\(0, 1, 0, -1\)\], it should be \[\(0, 0\)\]$")


def marked(exercise, lecture, answer):
    """What is said of an answer that is judged for a mark."""
    cells = [f"from gamecourse.check import {lecture} as check\nimport networkx as nx", answer, f"check.{exercise}(x)"]
    (found,) = marks([{"cell_type": "code", "source": source} for source in cells])
    return found.finding


def test_for_a_mark_graphs_are_read_and_a_solution_is_a_strategy():
    assert marked("no_kernel", "graphs", "x = nx.cycle_graph(3, create_using=nx.DiGraph)").state == RIGHT
    answer = "from gamelib import solve\nfrom gamelib.games import Matches\nx = solve(Matches(32, (1, 2, 3, 4, 5)))"
    assert marked("strategy", "matches", answer).state == RIGHT
