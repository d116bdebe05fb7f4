"""The exercises of lecture 09, with answers as students give them."""

from fractions import Fraction
from functools import partial

from check.lecture import TYPE, Lecture, right_and_wrong
from gamecourse.check import State


def negamax(options, ends, v):
    if v in ends:
        return ends[v], None
    return max(((-negamax(options, ends, w)[0], w) for w in options[v]), key=lambda pair: pair[0])


def by_rule(rule, turned=lambda value: -value, at_the_end=lambda end: end):
    def value(options, ends, v):
        if v in ends:
            return at_the_end(ends[v]), None
        return rule(
            [(turned(value(options, ends, w)[0]), w) for w in options[v]], key=lambda pair: pair[0]
        )

    return value


def in_turn(options, ends, v, mine=True):
    """As if the ends were for the player who moves first."""
    if v in ends:
        return ends[v], None
    pairs = [(in_turn(options, ends, w, not mine)[0], w) for w in options[v]]
    return (max if mine else min)(pairs, key=lambda pair: pair[0])


def falsy(options, ends, v):
    return (
        (ends[v], None)
        if ends.get(v)
        else max((-falsy(options, ends, w)[0], w) for w in options[v])
    )


def from_below(start):
    def value(options, ends, v):
        if v in ends:
            return ends[v], None
        best = start, None
        for w in options[v]:
            worth = -value(options, ends, w)[0]
            best = (worth, w) if worth > best[0] else best
        return best

    return value


def remembers(options, ends, v, known={}):  # noqa: B006  # that is the mistake
    if v not in known:
        known[v] = (ends[v], None) if v in ends else negamax(options, ends, v)
    return known[v]


KNOWN = {}


def by_the_options(options, ends, v):
    key = str(options), v
    if key not in KNOWN:
        KNOWN[key] = negamax(options, ends, v)
    return KNOWN[key]


def not_deeper(options, ends, v, depth=7):
    if v in ends or depth == 0:
        return ends.get(v, 0), None
    return max(
        ((-not_deeper(options, ends, w, depth - 1)[0], w) for w in options[v]),
        key=lambda pair: pair[0],
    )


def mean(parts):
    return sum((p * value for p, value in parts), Fraction(0))


def worth(tree, at_max=max, at_min=min, at_chance=mean, at_a_leaf=lambda leaf: leaf):
    if not isinstance(tree, tuple):
        return at_a_leaf(tree)
    kind, inside = tree
    if kind == "chance":
        return at_chance([(p, worth(t, at_max, at_min, at_chance, at_a_leaf)) for p, t in inside])
    return (at_max if kind == "max" else at_min)(
        [worth(t, at_max, at_min, at_chance, at_a_leaf) for t in inside]
    )


def only_whole(tree):
    if isinstance(tree, int):
        return tree
    kind, inside = tree
    if kind == "chance":
        return sum(p * only_whole(t) for p, t in inside)
    return (max if kind == "max" else min)(map(only_whole, inside))


def mixed(rows, wide=True, least=True):
    """The value from the four corners: a saddle point, or where the two lines cross."""
    (a, b), (c, d) = rows
    pure = max(min(a, b), min(c, d))
    if pure == min(max(a, c), max(b, d)):
        best = [
            p
            for p in (Fraction(0), Fraction(1))
            if min(p * a + (1 - p) * c, p * b + (1 - p) * d) == pure
        ]
        if wide and a - c != b - d and 0 <= Fraction(d - c, a - b - c + d) <= 1:
            p = Fraction(d - c, a - b - c + d)
            best += [p] if p * a + (1 - p) * c == pure else []
        return pure, (min if least else max)(best)
    return Fraction(a * d - b * c, a + d - b - c), Fraction(d - c, a + d - b - c)


def by_halves(rows):
    """A search for the top of a concave function, in floats."""
    low, high = 0.0, 1.0
    for _ in range(60):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if held(rows, one) < held(rows, two):
            low = one
        else:
            high = two
    return held(rows, low), low


def held(rows, p):
    return min(p * a + (1 - p) * c for a, c in zip(*rows, strict=True))


def purely(rows):
    value = max(map(min, rows))
    return value, int(min(rows[1]) < value)


def crossing(rows):
    (a, b), (c, d) = rows
    if a - b - c + d == 0:
        return mixed(rows)
    p = Fraction(d - c, a - b - c + d)
    return p * a + (1 - p) * c, p


def turned(rows):
    """How Min mixes."""
    (a, b), (c, d) = rows
    value, q = mixed([[-a, -c], [-b, -d]])
    return -value, q


VALUES = {"A": 5, "B": 5, "C": 4, "D": 8, "E": 5, "F": 9, "G": 4, "H": 7}
PLAN = {"house": "sell", "money": "ask", "car": "take", "judge": "agree", "ring": "take"}

RIGHT = [
    ("by_hand", VALUES),
    ("by_hand", {**VALUES, "d1": 3}),
    ("negamax", negamax),
    ("heirs", PLAN),
    ("with_chance", worth),
    ("mixing", mixed),
]

WRONG = [
    ("by_hand", {**VALUES, "H": 6}, "H is not worth 6. Below it are h1: 7, h2: 6.$"),
    (
        "by_hand",
        {"H": 7, "G": 4, "F": 9, "E": 5, "D": 8, "C": 7},
        "C is not worth 7. Below it are G: 4, H: 7.$",
    ),
    (
        "by_hand",
        {**VALUES, "B": -5, "C": -4},
        "The exercise asks for what Max gets, at B and C too",
    ),
    (
        "by_hand",
        {"A": 3, "B": 3, "C": 6, "D": 3, "E": 2, "F": 1, "G": -2, "H": 6},
        "Below it are h1: 7, h2: 6. Max takes the largest, Min the smallest: you have swapped them",
    ),
    ("by_hand", {**VALUES, "A": 9, "B": 9, "C": 7}, "You let Max move everywhere"),
    ("by_hand", {**VALUES, "B": None}, "B is not worth None"),
    ("by_hand", {**VALUES, "B": NotImplemented}, "B is not worth NotImplemented"),
    (
        "by_hand",
        {node.lower(): value for node, value in VALUES.items()},
        "H is missing. 'a' is not a node",
    ),
    ("by_hand", {"H": 7}, "G is missing"),
    ("by_hand", list(VALUES.values()), "Give a dict from letter to value. You gave"),
    ("negamax", by_rule(max, turned=lambda value: value), "a minus sign is missing"),
    ("negamax", by_rule(min), "That is the worst option"),
    ("negamax", by_rule(max, at_the_end=lambda end: -end), "one minus sign too many"),
    ("negamax", in_turn, "not always for the same player"),
    (
        "negamax",
        lambda o, e, v: negamax({**o, v: o[v][::-1]}, e, v),
        "is the last of several best options",
    ),
    ("negamax", lambda *given: negamax(*given)[0], r"is 0; it should be \(0, None\)"),
    ("negamax", falsy, r"\(\{0: \[\]\}, \{0: 0\}, 0\) stops with ValueError"),
    ("negamax", not_deeper, "it should be"),
    ("negamax", from_below(0), "The best value so far begins at 0"),
    *(
        ("negamax", from_below(start), r"it should be \S+ \S+\)\.$")
        for start in (-4, -100, -(10**9))
    ),
    ("negamax", by_rule(min, turned=lambda value: value), "takes the smallest value and leaves"),
    (
        "negamax",
        lambda o, e, v: (negamax(o, e, v)[0], o[v].index(negamax(o, e, v)[1]) if o[v] else None),
        "not its place in the list",
    ),
    ("negamax", lambda *given: (negamax(*given)[0], None), "the second entry is always None"),
    ("negamax", lambda *given: negamax(*given)[::-1], "The value comes first, then the option"),
    (
        "negamax",
        lambda o, e, v: negamax({**o, v: sorted(o[v])[::-1]}, e, v),
        "the one with the largest name",
    ),
    ("negamax", remembers, r"is \(0, None\), it should be \(1, None\)"),
    ("negamax", by_the_options, r"is \(0, None\), it should be \(1, None\)"),
    (
        "heirs",
        {**PLAN, "ring": "leave"},
        "better than 'leave', .*the third number is what Cem gets",
    ),
    ("heirs", {**PLAN, "judge": "fight"}, "At 'judge' Cem can do better than 'fight'"),
    (
        "heirs",
        {**PLAN, "car": "leave"},
        "At 'car' Bob can do better .*the second number is what Bob gets",
    ),
    ("heirs", {**PLAN, "money": "leave"}, "At 'money' Bob can do better than 'leave'"),
    (
        "heirs",
        {**PLAN, "house": "keep"},
        "At 'house' Ann can do better than 'keep'.*the first number",
    ),
    (
        "heirs",
        {**PLAN, "money": "money"},
        "For 'money' you gave 'money', which is not a move. The moves at 'money' are 'ask' and "
        "'leave'",
    ),
    ("heirs", {**PLAN, "money": 3}, "For 'money' you gave 3, which is not a move"),
    ("heirs", {**PLAN, "money": None}, "For 'money' you gave None, which is not a move"),
    ("heirs", {**PLAN, "money": ["ask"]}, r"For 'money' you gave \['ask'\], which is not a move"),
    (
        "heirs",
        {**PLAN, "money": "judge"},
        "For 'money' you gave 'judge', which is not a move. The moves",
    ),
    ("heirs", {**PLAN, "car": (3, 4, 1)}, r"For 'car' you gave \(3, 4, 1\), which is not a move"),
    (
        "heirs",
        {f"the {node}": move for node, move in PLAN.items()},
        "ring is missing. 'the house' is not a node",
    ),
    ("heirs", {}, "ring is missing"),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: sum(float(v) for _, v in parts) / len(parts)),
        "it should be",
    ),
    ("with_chance", partial(worth, at_max=min, at_min=max), r"it should be \S+( \S+)?\.$"),
    ("with_chance", partial(worth, at_max=min), "it should be"),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: sum(v for _, v in parts) / Fraction(len(parts))),
        "need not be equally likely",
    ),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: sum(v for _, v in parts)),
        "without the probabilities",
    ),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: max(v for _, v in parts)),
        r"it should be \S+( \S+)?\.$",
    ),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: max(parts, key=lambda p: p[0])[1]),
        r"it should be \S+( \S+)?\.$",
    ),
    (
        "with_chance",
        lambda tree: round(worth(tree)),
        r"\(Fraction\(1, 7\)\) is 0, it should be 1/7\.$",
    ),
    ("with_chance", only_whole, "stops with TypeError"),
    ("with_chance", lambda tree: -worth(tree), "is -1, it should be"),
    ("with_chance", lambda tree: 0, r"\(1\) is 0, it should be 1\.$"),
    ("mixing", purely, "the best that Max can do without mixing"),
    ("mixing", crossing, "need not be best, and p may come out below 0"),
    ("mixing", turned, "how often Min plays the first column"),
    (
        "mixing",
        lambda rows: (mixed(rows)[0], 1 - mixed(rows)[1]),
        "the probability of the second row",
    ),
    ("mixing", partial(mixed, least=False), "it should be"),
    ("mixing", lambda rows: mixed(rows)[::-1], "it should be"),
    ("mixing", by_halves, "it should be"),
    ("mixing", lambda rows: mixed(rows)[0], "it should be"),
]


FLOATS = [
    (
        "with_chance",
        partial(worth, at_a_leaf=float),
        State.WRONG,
        r"it should be -?\d+/\d+",
    ),
    (
        "with_chance",
        partial(worth, at_chance=lambda parts: float(mean(parts))),
        State.WRONG,  # floats round what differs in the 18th digit
        r"it should be -?\d+/\d+",
    ),
    ("mixing", lambda rows: tuple(map(float, mixed(rows))), TYPE, "It is a float"),
]

LECTURE = Lecture(
    "minimax", slow=["negamax", "with_chance"], answers=[*right_and_wrong(RIGHT, WRONG), *FLOATS]
)
