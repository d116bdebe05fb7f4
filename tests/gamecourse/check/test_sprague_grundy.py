"""The exercises of lecture 07, with answers as students give them."""

from functools import cache
from itertools import product

from check.lecture import RIGHT, TYPE, WRONG, Lecture, each
from gamecourse.check import sprague_grundy
from gamefast import octal, solve
from gamelib import WIN, Misere, mex, nim_sum
from gamelib.games import Nim


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


def heap(rule, moves=lambda n: [n - 1, n // 2], memory=cache):
    """A recursion for heaps."""

    @memory
    def number(n):
        return rule([number(m) for m in moves(n)] if n else [])

    return number


def climbing(n):
    g = [0]
    for k in range(1, n + 1):
        g.append(mex([g[k - 1], g[k // 2]]))
    return g[n]


def climbed(takes, rule=mex, n=400):
    g = []
    for heap in range(n):
        g.append(rule([g[heap - take] for take in takes if take <= heap]))
    return g


def repeats(takes, rule=mex, back=max):
    """The first place of the last max(takes) nimbers that comes back, and the way from there to the
    second.
    """
    g, seen = climbed(takes, rule), {}
    for n in range(len(g)):
        window = tuple(g[n : n + back(takes)])
        if window in seen:
            return seen[window], n - seen[window]
        seen[window] = n


def looks(takes, most=160):
    """Without a proof: tries all n0 and p on a long list."""
    g = climbed(takes)
    return min(
        (n0, p) for p in range(1, most // 2) for n0 in range(most) if g[n0:-p] == g[n0 + p :]
    )


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


def few(most):
    """The mex, as somebody writes it who has never seen a large one."""
    return lambda below: next((n for n in range(most) if n not in set(below)), most)


def cut(options, v):
    return with_memory({u: row[:12] for u, row in options.items()}, v)


BY_HAND = [
    (NUMBERS, RIGHT, "right$"),
    (NUMBERS | {"g": True}, TYPE, "It is True or False: give a number"),
    (NUMBERS | {"c": 3.0}, TYPE, "give a whole number"),
    (
        numbered(one_more),
        WRONG,
        r"Look at f again: 2 is not the mex .*\(h: 1\)\. That is one more than the largest",
    ),
    (
        numbered(won),
        WRONG,
        "Look at d again: 1 is not the mex .*That says only whether the player to move wins",
    ),
    (numbered(len), WRONG, r"Look at f again: 1 is not .*\(h: 1\)\. That is the number of options"),
    (NUMBERS | {"g": 2}, WRONG, r"2 is not the mex of its options \(f: 0, i: 0\)\.$"),
    (
        NUMBERS | {"i": 1},
        WRONG,
        r"Look at i again: 1 is not the mex of its options \(there are none\)\.$",
    ),
    (NUMBERS | {"g": None}, WRONG, "Look at g again: None is not the mex"),
    (NUMBERS | {"g": NotImplemented}, WRONG, "Look at g again: NotImplemented"),
    (NUMBERS | {"z": 0}, WRONG, "'z' is not a vertex of the graph"),
    (
        {v.upper(): number for v, number in NUMBERS.items()},
        WRONG,
        "i is missing. 'A' is not a vertex",
    ),
    ({"i": 0}, WRONG, r"h is missing\.$"),
    ([0, 1, 3, 2, 0, 0, 1, 1, 0], WRONG, "Give a dict from letter to nimber. You gave"),
]

ON_A_GRAPH = [
    (with_memory, RIGHT, "right$"),
    (by_rule(mex), RIGHT, "right$"),
    (lambda options, v: float(with_memory(options, v)), TYPE, "give a whole number"),
    (by_rule(one_more), WRONG, "That is one more than the largest"),
    (by_rule(won), WRONG, "That says only whether the player to move wins, 1 or 0"),
    (by_rule(len), WRONG, "That is the number of options"),
    (by_rule(few(8)), WRONG, r"is 8, it should be (9|1\d)\."),
    (by_rule(few(14)), WRONG, "is 14, it should be 15"),
    (cut, WRONG, r"is 0, it should be 2\."),
    (lambda options, v: 0, WRONG, r"is 0, it should be 1\.$"),
    (lambda options, v: 7, WRONG, r"\(\{0: \[\]\}, 0\) is 7, it should be 0\.$"),
    (remembers, WRONG, r"\(\{0: \[\], 1: \[0\]\}, 1\) is 0, it should be 1"),
    (Remembering(), WRONG, r"\(\{0: \[\], 1: \[0\]\}, 1\) is 0, it should be 1"),
    (in_order, WRONG, "stops with KeyError"),
    (as_written, WRONG, "stops with KeyError"),
    (empties, WRONG, "It also changes what it is given"),
    (remoteness, WRONG, r"\(\{0: \[\], 1: \[0\], 2: \[1\]\}, 2\) is 2, it should be 0\.$"),
    (lambda options, v: mex(with_memory(options, w) for w in options), WRONG, "it should be"),
]

HALVING = [
    (climbing, RIGHT, "right$"),
    (heap(mex, memory=lambda function: function), RIGHT, "right$"),
    (heap(one_more), WRONG, r"\(2\) is 2, it should be 0\. That is one more"),
    (heap(won), WRONG, r"\(3\) is 1, it should be 2\. That says only whether"),
    (
        heap(mex, lambda n: [n - 1]),
        WRONG,
        r"\(3\) is 1, it should be 2\. Leaving half is a move as well",
    ),
    (heap(mex, lambda n: [n // 2]), WRONG, "Taking one match is a move as well"),
    (heap(mex, lambda n: [n - 1, (n + 1) // 2]), WRONG, "Does your function call itself for ever"),
    (heap(mex, lambda n: [n - 1, (n + 1) // 2] if n > 1 else [0]), WRONG, r"half of 3 is 1\.$"),
    (heap(mex, lambda n: [n - 1] if n % 2 else [n - 1, n // 2]), WRONG, "it should be"),
    (lambda n: (climbing(n) + 1) % 3, WRONG, r"\(0\) is 1, it should be 0\.$"),
    (lambda n: [0, 1, 0, 2, 1, 2, 0, 1][n % 8], WRONG, r"\(9\) is 1, it should be 2\.$"),
    (lambda n: climbing(n) if n <= 64 else n % 2, WRONG, r"it should be [012]\.$"),
    ([climbing(n) for n in range(80)].__getitem__, WRONG, r"\(80\) stops with IndexError"),
]

REPEATS = [
    (repeats, RIGHT, "right$"),
    (looks, RIGHT, "right$"),
    (lambda takes: [*repeats(takes)], RIGHT, "right$"),
    (lambda takes: tuple(map(float, repeats(takes))), TYPE, "give a whole number"),
    (lambda takes: looks(takes, 60), WRONG, "stops with ValueError"),
    (lambda takes: repeats(takes, won), WRONG, "That is the period of won and lost"),
    (
        lambda takes: repeats(takes, back=len),
        WRONG,
        r"the next one depends on the last max\(takes\)",
    ),
    (lambda takes: (0, min(takes) + max(takes)), WRONG, "it need not be the period"),
    (
        lambda takes: (sum(repeats(takes)), repeats(takes)[1]),
        WRONG,
        "for the first time, not the second",
    ),
    (lambda takes: repeats(takes)[::-1], WRONG, r"is \(2, 0\), it should be \(0, 2\)\.$"),
    (lambda takes: repeats(takes)[1], WRONG, r"\(\[1\]\) is 2; it should be \(0, 2\)"),
    (lambda takes: repeats(sorted(takes)[:2]), WRONG, "it should be"),
    (lambda takes: repeats(takes, back=lambda takes: takes[-1]), WRONG, "need not stand last"),
]


def counted_from_one(move):
    """The move as it would be if games were counted from 1."""
    return move[0] + 1, move[1]


def without_zero(move):
    """The move without the number of the heap inside the game of Nim."""
    return (1, move[1][1]) if move[0] == 1 else move


def without_brackets(move):
    return (move[0], *move[1]) if move[0] == 1 else move


def with_what_is_left(position, move):
    return (1, (0, position[1][0] - move[1][1])) if move[0] == 1 else move


BLINDFOLD = [
    (kayles, RIGHT, "right$"),
    (lambda position: list(kayles(position)), RIGHT, "right$"),
    (lambda position: kayles(position, 2), WRONG, "You have lost|stops with"),
    (
        lambda position: sprague_grundy.BLINDFOLD.moves(position)[0],
        WRONG,
        "this gives the win away",
    ),
    (lambda position: (0, 1), WRONG, r"The move \(0, 1\) is not allowed"),
    (lambda position: (7, 1), WRONG, r"The move \(7, 1\) is not allowed"),
    (
        lambda position: (0, 1),
        WRONG,
        r"in part 0 of the sum, 1 is not a move: .* there is one heap, number 0\.",
    ),
    (
        lambda position: kayles(position)[1],
        WRONG,
        "did you leave out k, the number of the game. Read like that, it wins",
    ),
    (
        lambda position: counted_from_one(kayles(position)),
        WRONG,
        "did you begin with 1. Read like that, it wins",
    ),
    (
        lambda position: without_zero(kayles(position)),
        WRONG,
        "did you leave out the inner 0. Read like that, it wins",
    ),
    (
        lambda position: without_brackets(kayles(position)),
        WRONG,
        "did you leave out its brackets. Read like that, it wins",
    ),
    (
        lambda position: kayles(position)[::-1],
        WRONG,
        "The number of the game comes first, .* Read like that, it wins",
    ),
    (
        lambda position: with_what_is_left(position, kayles(position)),
        WRONG,
        "did you give what is left. Read like that, it wins",
    ),
]


MISERE_TRAP = [
    (TRAP, RIGHT, "right$"),
    ([[3, 2], [1]], RIGHT, "right$"),
    ({(1,), (2, 3)}, TYPE, "is a set: give a list"),
    (((1, 0), (2, 3)), RIGHT, "right$"),
    (((1.0,), (2, 3)), TYPE, "should be a whole number"),
    (((1), (2, 3)), WRONG, r"1 is a number: .* is a tuple, too, \(1,\) with its comma"),
    (((1, 2), (3,)), WRONG, "In misère play both are won for .*Both have a heap above 1"),
    (((1,), (1, 0)), WRONG, "In misère play both are lost for .*Neither has a heap above 1"),
    (((1,), (1,)), WRONG, "In misère play both are lost for the player to move"),
    ((1, 1), WRONG, r"a position with a single heap is a tuple, too, \(1,\) with its comma"),
    (((1,) * 11, (2, 3)), RIGHT, "right$"),
    (((10**6,), (10**6, 1, 1)), WRONG, "In misère play both are won for the player to move"),
    (((1,), (2,)), WRONG, "Their nimbers are 1 and 2. They should be equal"),
    (((1, 1), (2, 2)), WRONG, "like those in the lecture"),
    (((10**6,), (10**6, 0)), WRONG, "In misère play both are won for the player to move"),
    (((1,),), WRONG, "Give a list or tuple of two tuples"),
    ((*TRAP, (4,)), WRONG, "Give a list or tuple of two tuples"),
    (((1,), (2.5, 3)), WRONG, "Give a list or tuple of two tuples"),
    (((-1,), (1,)), WRONG, "Give a list or tuple of two tuples"),
    (((1,), "two and three"), WRONG, "Give a list or tuple of two tuples"),
]


LECTURE = Lecture(
    "sprague_grundy",
    slow=["blindfold", "halving", "on_a_graph", "repeats"],
    answers=each(
        {
            "by_hand": BY_HAND,
            "on_a_graph": ON_A_GRAPH,
            "halving": HALVING,
            "repeats": REPEATS,
            "blindfold": BLINDFOLD,
            "misere_trap": MISERE_TRAP,
        }
    ),
)


def test_the_rule_of_misere_nim_agrees_with_solve():
    rule = LECTURE.sheet["won_in_misere_play"]
    for heaps in product(range(5), repeat=3):
        assert rule(heaps) == (solve(Misere(Nim(heaps)))[heaps].outcome == WIN)


def test_what_was_asked_before_is_named_as_the_cause():
    remembers.__defaults__[0].clear()  # of what other tests have asked
    for answer in (remembers, Remembering()):
        assert "it keeps something from earlier questions" in sprague_grundy.on_a_graph(answer)


def test_the_memory_of_one_heap_may_be_kept():
    known = {}

    def number(n):
        known[n] = known[n] if n in known else mex([number(n - 1), number(n // 2)]) if n else 0
        return known[n]

    assert sprague_grundy.halving(number).state == RIGHT
