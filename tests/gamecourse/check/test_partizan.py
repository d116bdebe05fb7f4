"""The exercises of lecture 16: answers as they are given, and what becomes of each."""

from collections import deque
from fractions import Fraction
from functools import cache
from math import ceil, floor

import pytest
from verdicts.answers import not_the_hottest

from check.lecture import RIGHT, SLOW, TYPE, WRONG, Lecture, each, reference
from gamecourse.check import partizan as check
from gamelib import LEFT, Value, simplest, value
from gamelib import RIGHT as RIGHT_PLAYER
from gamelib.games import Hackenbush


def wins(mine, others, p):
    return any(not wins(others, mine, q) for q in mine[p])


def outcome(left, right, position, letters="LRNP"):
    left_wins, right_wins = wins(left, right, position), wins(right, left, position)
    if left_wins and right_wins:
        return letters[2]
    return letters[0] if left_wins else letters[1] if right_wins else letters[3]


def depth_of(left, right, p):
    return max((1 + depth_of(left, right, q) for q in left[p] + right[p]), default=0)


def impartial(left, right, position):
    both = {p: left[p] + right[p] for p in left}
    return "N" if wins(both, both, position) else "P"


def by_moves_now(left, right, position):
    return "PRLN"[2 * bool(left[position]) + bool(right[position])]


def alone(left, right, position):
    """The player who begins makes all the moves."""
    return "PRLN"[2 * wins(left, left, position) + wins(right, right, position)]


def by_count(left, right, position):
    more = len(left[position]) - len(right[position])
    return "L" if more > 0 else "R" if more < 0 else "N" if left[position] else "P"


def number(low, high, choose=lambda a, b: min(max(0, a), b), times=2, most=200):
    d = 1
    for _ in range(most):
        smallest, largest = floor(low * d) + 1, ceil(high * d) - 1
        if smallest <= largest:
            return Fraction(choose(smallest, largest), d)
        d *= times
    return 0


def one_by_one(low, high):
    """Whole numbers from 0 outward, then halves, quarters and so on."""
    d = 1
    while True:
        for n in range(floor(max(abs(low), abs(high)) * d) + 1):
            for m in (n, -n):
                if low < Fraction(m, d) < high:
                    return Fraction(m, d)
        d *= 2


def with_bounds(low, high):
    d = 1
    while True:
        smallest, largest = ceil(low * d), floor(high * d)
        if smallest <= largest:
            return Fraction(min(max(0, smallest), largest), d)
        d *= 2


def any_denominator(low, high):
    d = 1
    while floor(low * d) + 1 > ceil(high * d) - 1:
        d += 1
    return Fraction(min(max(0, floor(low * d) + 1), ceil(high * d) - 1), d)


def forecast(switches, first, order=None, heat=lambda x, y: Fraction(x - y) / 2, turns=True):
    order = order or (lambda pairs: sorted(pairs, key=lambda pair: pair[1] - pair[0]))
    mean = sum(Fraction(x + y) / 2 for x, y in switches)
    score, left = 0, first == LEFT
    for x, y in order(switches):
        score += x if left else y
        left = left != turns
    return mean, max(heat(*pair) for pair in switches), score


def forecast_by_own_gain(switches, first):
    """Each player takes the number that is best for them."""
    order, left, turn = [], list(switches), first == LEFT
    while left:
        best = max(left, key=lambda pair: pair[0]) if turn else min(left, key=lambda pair: pair[1])
        order.append(best)
        left.remove(best)
        turn = not turn
    return forecast(switches, first, order=lambda pairs: order)


def in_floats(switches, first):
    exact = forecast([(float(x), float(y)) for x, y in switches], first)
    return tuple(Fraction(number) for number in exact)


def stalk(colours, halves=lambda colours, k: any(c != colours[0] for c in colours[: k + 1])):
    worth, step = Fraction(0), Fraction(1)
    for k, colour in enumerate(colours):
        step /= 2 if halves(colours, k) else 1
        worth += step if colour == "B" else -step
    return worth


def stalk_without_memory(colours):
    lows = [stalk_without_memory(colours[:k]) for k, c in enumerate(colours) if c == "B"]
    highs = [stalk_without_memory(colours[:k]) for k, c in enumerate(colours) if c == "R"]
    return simplest(max(lows, default=None), min(highs, default=None))


def stalk_by_options(colours):
    """The simplest number between the options, with the numbers of all stalks below."""
    known = []
    for height in range(len(colours) + 1):
        lows = [known[k] for k in range(height) if colours[k] == "B"]
        highs = [known[k] for k in range(height) if colours[k] == "R"]
        known.append(simplest(max(lows, default=None), min(highs, default=None)))
    return known[-1]


def valued(game, position, rule=Value, first=LEFT, second=RIGHT_PLAYER):
    known = {}

    def worth(p):
        if p not in known:
            sides = [
                [worth(game.play(p, move, player)) for move in game.moves(p, player)]
                for player in (first, second)
            ]
            known[p] = rule(*sides)
        return known[p]

    return worth(position)


def valued_without_memory(game, position):
    return Value(
        [
            valued_without_memory(game, game.play(position, move, LEFT))
            for move in game.moves(position, LEFT)
        ],
        [
            valued_without_memory(game, game.play(position, move, RIGHT_PLAYER))
            for move in game.moves(position, RIGHT_PLAYER)
        ],
    )


def valued_in_turn(game, position):
    def after(p, player):
        other = RIGHT_PLAYER if player == LEFT else LEFT
        options = [after(game.play(p, move, player), other) for move in game.moves(p, player)]
        return Value(options, []) if player == LEFT else Value([], options)

    sides = [
        [after(game.play(position, move, player), other) for move in game.moves(position, player)]
        for player, other in ((LEFT, RIGHT_PLAYER), (RIGHT_PLAYER, LEFT))
    ]
    return Value(*sides)


KNOWN = {}


def kept_for_all_games(game, position):
    if position not in KNOWN:
        KNOWN[position] = value(game, position)
    return KNOWN[position]


def play_forgotten(game, position):
    """A move taken for the position to which it leads."""
    return Value(
        [play_forgotten(game, move) for move in game.moves(position, LEFT)],
        [play_forgotten(game, move) for move in game.moves(position, RIGHT_PLAYER)],
    )


FOUR_OUTCOMES = [
    (outcome, RIGHT, "right$"),
    (cache(lambda *given: 0), WRONG, "unhashable|TypeError"),
    (lambda *given: [outcome(*given)], WRONG, r"\['P'\]; it should be 'P'"),
    (lambda *given: outcome(*given).lower(), WRONG, "is 'p', it should be 'P'"),
    (
        impartial,
        WRONG,
        r"\(\{0: \[\], 1: \[0\]\}, \{0: \[\], 1: \[\]\}, 1\) is 'N', it should be 'L'. Your "
        "function gives both players the same moves",
    ),
    (by_moves_now, WRONG, "is 'R', it should be 'P'. Your function says who can move now"),
    (alone, WRONG, "your function lets the same player move again"),
    (by_count, WRONG, r"it should be '.'\.$"),
    (lambda *given: outcome(*given, letters="RLNP"), WRONG, '"L" and "R" have changed places'),
    (lambda *given: outcome(*given, letters="LRPN"), WRONG, '"N" and "P" have changed places'),
    (
        lambda left, right, p: outcome(left, right, p) if depth_of(left, right, p) < 9 else "N",
        WRONG,
        "it should be '[LRP]'",
    ),
    (
        lambda left, right, p: outcome({q: row[:6] for q, row in left.items()}, right, p),
        WRONG,
        "is 'R', it should be 'P'",
    ),
    (lambda left, right, p: outcome(left, right, max(left, key=str)), WRONG, "it should be"),
]

BETWEEN = [
    (number, RIGHT, "right$"),
    (lambda low, high: simplest(low, high), RIGHT, "right$"),
    (lambda low, high: float(simplest(low, high)), TYPE, "give the number exactly"),
    (lambda low, high: str(simplest(low, high)), TYPE, "It is a text: leave out the quotes"),
    (
        lambda low, high: Value.number(simplest(low, high)),
        TYPE,
        "of the type Value: give an int or a Fraction",
    ),
    (
        lambda low, high: (low + high) / 2,
        WRONG,
        "The simplest number need not lie in the middle",
    ),
    (
        lambda low, high: number(low, high, choose=lambda a, b: a),
        WRONG,
        r"\(-3, 0\) is -2, it should be -1. .* nearest to 0, not always the smallest",
    ),
    (
        lambda low, high: number(low, high, choose=lambda a, b: b),
        WRONG,
        "nearest to 0, not always the largest",
    ),
    (with_bounds, WRONG, "neither of them may be the answer"),
    (
        lambda low, high: any_denominator(low, high) if high - low > Fraction(1, 999) else 0,
        WRONG,
        r"is -?1/3, it should be -?1/4. .* a third is never the value",
    ),
    (lambda low, high: number(low, high, most=30), WRONG, "is 0, it should be"),
    (lambda low, high: number(low, high, times=10), WRONG, "it should be"),
]

SUM_OF_SWITCHES = [
    (forecast, RIGHT, "right$"),
    (lambda *given: list(forecast(*given)), RIGHT, "right$"),
    (
        lambda switches, first: tuple(map(str, forecast(switches, first))),
        TYPE,
        "It is a text: leave out the quotes",
    ),
    (
        lambda *given: forecast(*given, order=lambda pairs: pairs),
        WRONG,
        "takes the switches as they are listed",
    ),
    (
        lambda *given: forecast(*given, order=lambda ps: sorted(ps, key=lambda p: p[0] - p[1])),
        WRONG,
        "begins with the coldest switch",
    ),
    (
        lambda *given: forecast(*given, heat=lambda x, y: Fraction(x - y)),
        WRONG,
        r"\(\[\(1, -1\)\], 'left'\) is \(0, 2, 1\), .* half of the difference",
    ),
    (lambda switches, first: forecast(switches, LEFT), WRONG, "Right may begin, too"),
    (lambda *given: forecast(*given, turns=False), WRONG, "After each move it is the opponent's"),
    (
        lambda *given: forecast_by_own_gain(*given),
        WRONG,
        "what counts is the difference of the two numbers",
    ),
    (lambda switches, first: forecast(switches[:4], first), WRONG, "it should be"),
    (lambda *given: forecast(*given)[::-1], WRONG, "it should be"),
    (lambda *given: forecast(*given)[1:], WRONG, "it should be"),
    (in_floats, WRONG, "it should be"),
    (
        lambda *given: forecast(*given, order=lambda ps: sorted(ps)[::-1]),
        WRONG,
        "it should be",
    ),
]

STALK = [
    (stalk, RIGHT, "right$"),
    (lambda colours: float(stalk(colours)), TYPE, "give the number exactly"),
    (
        lambda colours: Value.number(stalk(colours)),
        TYPE,
        "of the type Value: give an int or a Fraction",
    ),
    (
        lambda colours: colours.count("B") - colours.count("R"),
        WRONG,
        r"\('BR'\) is 0, it should be 1/2. A red edge on a blue one counts less than 1",
    ),
    (
        lambda colours: stalk(colours, halves=lambda colours, k: k > 0),
        WRONG,
        r"\('BB'\) is 3/2, it should be 2. Up to the first change",
    ),
    (
        lambda colours: stalk(colours, halves=lambda c, k: k > 0 and c[k] != c[k - 1]),
        WRONG,
        r"\('BRR'\) is 0, it should be 1/4. After the first change",
    ),
    (lambda colours: stalk(colours[::-1]), WRONG, "your function begins at the top"),
    (
        lambda colours: stalk(colours, halves=lambda c, k: any(x != c[0] for x in c[:k])),
        WRONG,
        "counts 1/2 already, and in your function it counts 1",
    ),
    (lambda colours: -stalk(colours), WRONG, r"\('B'\) is -1, it should be 1. The sign is wrong"),
    (lambda colours: stalk(colours[:50]), WRONG, "it should be"),
    (lambda colours: Fraction(float(stalk(colours))), WRONG, "it should be"),
]

VALUES = [
    (valued, RIGHT, "right$"),
    (lambda game, position: value(game, position), RIGHT, "right$"),
    (
        lambda game, position: (
            value(game, position).fraction
            if value(game, position).is_number
            else value(game, position)
        ),
        TYPE,
        r"TableGame\(\{0: \[\]\}, \{0: \[\]\}\), 0\) is 0. It is a number: give the Value",
    ),
    (
        lambda game, position: str(value(game, position)),
        TYPE,
        "It is a text: give the Value itself",
    ),
    (
        lambda *given: valued(*given, first=RIGHT_PLAYER, second=LEFT),
        WRONG,
        r"TableGame\(\{0: \[\], 1: \[0\]\}, \{0: \[\], 1: \[\]\}\), 1\) is -1, it should "
        "be 1. The options of Left come first",
    ),
    (
        lambda *given: valued(*given, rule=lambda a, b: Value(a[:1], b[:1])),
        WRONG,
        "your function looks at the first one alone",
    ),
    (
        lambda game, p: Value.number(len(game.moves(p, LEFT)) - len(game.moves(p, RIGHT_PLAYER))),
        WRONG,
        "That counts the moves of Left now",
    ),
    (valued_in_turn, WRONG, "Your function takes turns"),
    (lambda *given: value(*given).outcome, WRONG, "is 'P'; it should be 0|the text 'P'"),
    (lambda *given: value(*given).mean, WRONG, r"it should be \*"),
    (kept_for_all_games, WRONG, "it should be"),
    (play_forgotten, WRONG, "it should be|stops with"),
    (
        lambda game, p: value(game, p) if len(game.moves(p, LEFT)) < 7 else Value(),
        WRONG,
        r"is 0, it should be",
    ),
]

NOT_THE_HOTTEST = [
    ([((1, 0), -1), (1, -1)], RIGHT, "right$"),
    ([(1, -1), ((1, 0), -1)], RIGHT, "right$"),
    (([[1, 0], -1], [1, -1], 0), RIGHT, "right$"),
    (deque([((1, 0), -1), (1, -1)]), TYPE, "of the type deque"),
    ([((1.0, 0), -1), (1, -1)], TYPE, "1.0 should be a whole number"),
    (
        [(1, -1), (2, -2)],
        WRONG,
        "Your parts are ±1 and ±2. The hottest part is ±2, with the temperature 2, and Left wins "
        "there, by the move to 2.$",
    ),
    ([(1, -1), (1, -1)], WRONG, "Two parts are equally hot, with the temperature 1"),
    ([3, (1, 4)], WRONG, "Your parts are 3 and 2. All parts are numbers, so no part is hot.$"),
    (
        [(-1, -2), (-1, -3)],
        WRONG,
        "Left has no winning move: together the parts are worth {-2.-3..-4.-5}.$",
    ),
    (
        [(1, (0, -1)), (1, -1)],
        WRONG,
        "With Right to move it would be such a sum, but Left is to move.$",
    ),
    ([((1, 0), -1)], WRONG, "Give a list of two or three parts"),
    ([(1, -1)] * 4, WRONG, "Give a list of two or three parts"),
    ([Value.switch(1), Value.switch(2)], WRONG, "for each part a whole number from -100 to 100"),
    ([(101, 0), (1, -1)], WRONG, "for each part a whole number.*You gave 101"),
    ([(1, 0, -1), (1, -1)], WRONG, "for each part a whole number"),
    ([(((((1, 0), -1), -2), -3), -4), (1, -1)], WRONG, "nested too deep: 4 levels are enough"),
    (["{1|0||-1}", "±1"], WRONG, "for each part a whole number.*the text"),
    ({"a": (1, -1), "b": 2}, WRONG, "Give a list of two or three parts"),
]


LECTURE = Lecture(
    "partizan",
    answers=each(
        {
            "four_outcomes": FOUR_OUTCOMES,
            "between": BETWEEN,
            "sum_of_switches": SUM_OF_SWITCHES,
            "stalk": STALK,
            "values": VALUES,
            "not_the_hottest": NOT_THE_HOTTEST,
        }
    ),
    slow=["between", "stalk", "values"],
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "answer"),
    [("between", one_by_one), ("stalk", stalk_without_memory), ("values", valued_without_memory)],
)
def test_what_tries_everything_is_too_slow(name, answer):
    feedback = LECTURE.exercise(name)(answer)
    assert feedback.state == SLOW
    assert "right as far as it came" in feedback


class Named:
    """Something of another class that is written as a Value is."""

    def __init__(self, worth):
        self.worth = worth

    def __repr__(self):
        return repr(self.worth)


def test_outcomes_are_those_of_the_values():
    for left, right, position in check.four_outcomes.questions():
        game = check.TableGame(left, right)
        assert (
            reference(check.four_outcomes)(left, right, position) == value(game, position).outcome
        )


def test_a_stalk_is_worth_what_hackenbush_says():
    every = {colours for (colours,) in check.stalk.questions()}
    low = [colours for colours in every if len(colours) <= 13]
    assert len(low) > 60
    for colours in low:
        worth = value(Hackenbush.stalk(colours))
        assert reference(check.stalk)(colours) == worth.fraction
    for colours in every:
        assert reference(check.stalk)(colours) == stalk_by_options(colours)


def test_the_score_of_a_few_switches_is_the_stop_of_their_sum():
    """No order of play is better, by the values: they know nothing of temperatures."""
    seen = 0
    for switches, first in check.sum_of_switches.questions():
        if len(switches) <= 5 and max(abs(number) for pair in switches for number in pair) < 100:
            together = sum((Value.switch(x, y) for x, y in switches), Value())
            stop = together.left_stop if first == LEFT else together.right_stop
            found = reference(check.sum_of_switches)(switches, first)
            assert (found.score, found.mean) == (stop, together.mean)
            seen += 1
    assert seen > 200


def test_sums_in_which_the_hottest_move_is_wrong_are_those_that_play_finds():
    """Each of many sums of two parts, by what the exercise says and by playing it out."""
    judged = {RIGHT: 0, WRONG: 0}
    for a in range(-2, 5):
        for b in range(-3, a):
            for c in range(-3, 2):
                for t in (1, 2):
                    parts = [((a, b), c), (t, -t)]
                    state = check.not_the_hottest.judge(parts).state
                    assert (state == RIGHT) == (not_the_hottest(parts, check) == ""), parts
                    judged[state] += 1
    assert judged[RIGHT] > 10
    assert judged[WRONG] > 100


def test_a_value_that_a_student_returns_is_known_by_its_name():
    """A Value cannot come from the process in which answers run, but its name can."""
    names = {}
    for question in check.values.questions():
        worth = value(*question)
        assert names.setdefault(str(worth), worth) is worth
    assert len(names) > 80
    assert check.values.judge(lambda game, p: Named(value(game, p))).state == WRONG
