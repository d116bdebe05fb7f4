"""The exercises of lecture 07, with answers as students give them."""

import importlib

from check.lecture import Lecture, right_and_wrong
from gamecourse.check import State, sprague_grundy
from gamecourse.check.machinery.sheet import opened
from gamelib import mex, nim_sum, octal

MODULE = importlib.import_module("gamecourse.check.sprague_grundy")
EVERYTHING = opened(MODULE)


def by_rule(rule):
    """A recursion without memory."""

    def number(options, v):
        return rule([number(options, w) for w in options[v]])

    return number


def one_more(below):
    return max(below, default=-1) + 1


def won(below):
    return int(0 in below)


def with_memory(options, v, known=None):
    known = {} if known is None else known
    if v not in known:
        known[v] = mex(with_memory(options, w, known) for w in options[v])
    return known[v]


def remembers(options, v, known={}):  # noqa: B006  # that is the mistake
    if v not in known:
        known[v] = mex(remembers(options, w) for w in options[v])
    return known[v]


class Remembering:
    def __init__(self):
        self.memory = {}

    def __call__(self, options, v):
        if v not in self.memory:
            self.memory[v] = mex([self(options, w) for w in options[v]])
        return self.memory[v]


def remoteness(options, v):
    below = [remoteness(options, w) for w in options[v]]
    return min((r for r in below if r % 2 == 0), default=max(below, default=-1)) + 1


def in_order(options, v):
    found = {}
    for u in sorted(options):
        found[u] = mex(found[w] for w in options[u])
    return found[v]


def as_written(options, v):
    found = {}
    for u in options:
        found[u] = mex(found[w] for w in options[u])
    return found[v]


def empties(options, v):
    found = mex([empties(options, w) for w in options[v]])
    options[v] = []
    return found


def heap(rule, moves=lambda n: [n - 1, n // 2]):
    """A recursion without memory for heaps."""

    def number(n):
        return rule([number(m) for m in moves(n)] if n else [])

    return number


def climbing(n):
    g = [0]
    for k in range(1, n + 1):
        g.append(mex([g[k - 1], g[k // 2]]))
    return g[n]


def kayles(position, third=3):
    numbers = octal("0.77", 5).tolist()

    def worth(place):
        rows, heap, matches = place
        return nim_sum(*(numbers[n] for n in rows), heap[0], matches % third)

    game = sprague_grundy.BLINDFOLD
    moves = game.moves(position)
    return next((move for move in moves if worth(game.play(position, move)) == 0), moves[0])


NUMBERS = {"a": 0, "b": 1, "c": 3, "d": 2, "e": 0, "f": 0, "g": 1, "h": 1, "i": 0}
TRAP = ((1,), (2, 3))


def numbered(rule):
    graph = {v: list(row) for v, row in sprague_grundy.BY_HAND.items()}
    return {v: by_rule(rule)(graph, v) for v in graph}


RIGHT = [
    ("by_hand", NUMBERS),
    ("by_hand", {v.upper(): number for v, number in NUMBERS.items()}),
    ("misere_trap", ((1.0,), (2, 3))),
    ("on_a_graph", with_memory),
    ("halving", climbing),
    ("blindfold", kayles),
    ("misere_trap", TRAP),
    ("misere_trap", [[3, 2], [1]]),
    ("misere_trap", {(1,), (2, 3)}),
    ("misere_trap", ((1), (2, 3))),
]

WRONG = [
    ("by_hand", numbered(one_more), r"at g again: 3 is not the mex .*\(f: 0, i: 0\). That is one more"),
    ("by_hand", numbered(won), r"look at d again: 1 is not the mex .*That says who wins, 1 or 0"),
    ("by_hand", numbered(len), "That is the number of options"),
    ("by_hand", {**NUMBERS, "g": 2}, r"2 is not the mex of its options \(f: 0, i: 0\)$"),
    ("by_hand", {**NUMBERS, "i": 1}, r"look at i again: 1 is not the mex of its options \(none\)$"),
    ("by_hand", {**NUMBERS, "g": None}, "at g stands None: a nimber is a number"),
    ("by_hand", {**NUMBERS, "g": NotImplemented}, "at g stands NotImplemented: a nimber"),
    ("by_hand", {f"vertex {v}": number for v, number in NUMBERS.items()}, "i is missing; 'vertex a' is no vertex"),
    ("by_hand", {"i": 0}, "h is missing$"),
    ("by_hand", [0, 1, 3, 2, 0, 0, 1, 1, 0], "give a dict from letter to nimber; this is"),
    ("on_a_graph", by_rule(one_more), "That is one more than the largest"),
    ("on_a_graph", by_rule(won), "That says who wins, 1 or 0"),
    ("on_a_graph", by_rule(len), "That is the number of options"),
    ("on_a_graph", lambda options, v: 0, "is 0, it should be 1$"),
    ("on_a_graph", lambda options, v: 7, "is 7, it should be 0$"),
    ("on_a_graph", remembers, "It remembers what it was asked before: known={} is made once"),
    ("on_a_graph", in_order, "stops with KeyError"),
    ("on_a_graph", as_written, "stops with KeyError"),
    ("on_a_graph", empties, "It also changes what it is given"),
    ("on_a_graph", lambda options, v: mex(with_memory(options, w) for w in options), "it should be"),
    ("halving", heap(one_more), r"\(2\) is 2, it should be 0. That is one more"),
    ("halving", heap(won), r"\(3\) is 1, it should be 2. That says who wins"),
    ("halving", heap(mex, lambda n: [n - 1]), r"\(3\) is 1, it should be 2. Leaving half is a move as well"),
    ("halving", heap(mex, lambda n: [n // 2]), "Taking one match is a move as well"),
    ("halving", heap(mex, lambda n: [n - 1, (n + 1) // 2]), "calls itself for ever"),
    ("halving", lambda n: (climbing(n) + 1) % 3, r"\(0\) is 1, it should be 0$"),
    ("halving", lambda n: [0, 1, 0, 2, 1, 2, 0, 1][n % 8], r"\(9\) is 1, it should be 2$"),
    ("halving", lambda n: climbing(n) if n <= 64 else n % 2, "it should be [012]$"),
    ("halving", [climbing(n) for n in range(65)].__getitem__, r"\(80\) stops with IndexError"),
    ("halving", heap(mex, lambda n: [n - 1, (n + 1) // 2] if n > 1 else [0]), "half of 3 is 1$"),
    ("halving", heap(mex, lambda n: [n - 1] if n % 2 else [n - 1, n // 2]), "An odd heap can be halved, too"),
    ("on_a_graph", remoteness, r"\(.*, 2\) is 1, it should be 2$"),
    ("on_a_graph", Remembering(), "It remembers what it was asked before, in self.memory: that was another question"),
    ("blindfold", lambda position: kayles(position, 2), "you have not won|stops with"),
    ("blindfold", lambda position: sprague_grundy.BLINDFOLD.moves(position)[0], "this gives the win away"),
    ("blindfold", lambda position: (0, 1), r"your move \(0, 1\) is not allowed"),
    ("blindfold", lambda position: (7, 1), r"your move \(7, 1\) is not allowed"),
    ("misere_trap", ((1, 2), (3,)), "in misère play both are a WIN"),
    ("misere_trap", ((1,), (1,)), "in misère play both are a LOSS"),
    ("misere_trap", ((1,), (2,)), "their nimbers are 1 and 2"),
    ("misere_trap", ((1, 1), (2, 2)), "like those in the lecture"),
    ("misere_trap", ((10**6,), (10**6,)), "smaller heaps"),
    ("misere_trap", ((10**9,), (10**9,)), "smaller heaps"),
    ("misere_trap", ((1,),), "give two tuples"),
    ("misere_trap", (*TRAP, (4,)), "give two tuples"),
    ("misere_trap", ((1,), (2.5, 3)), r"heaps are \(2.5, 3\): give a tuple of whole numbers"),
    ("misere_trap", ((-1,), (1,)), r"heaps are \(-1,\)"),
    ("misere_trap", ((1,), "two and three"), "give two tuples"),
]


LECTURE = Lecture(
    "sprague_grundy",
    slow=["halving", "blindfold"],
    answers=right_and_wrong(RIGHT, WRONG),
)


def test_the_memory_of_one_heap_may_be_kept():
    known = {}

    def number(n):
        known[n] = known[n] if n in known else mex([number(n - 1), number(n // 2)]) if n else 0
        return known[n]

    assert str(EVERYTHING["halving"](number)) == State.RIGHT.value
