"""Partizan values against plain search, against the definitions, and against what is in print.

A *tree* here is a position as plain tuples: (the options of Left, the options of Right). Nothing of
gamelib is used to search it.
"""

import copy
import pickle
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from gamelib import LEFT, RIGHT, Value, simplest
from gamelib.core import TooLarge
from gamelib.partizan import DOWN, STAR, UP, ZERO, parse

HALF = Fraction(1, 2)
ENDED = ((), ())


def random_tree(random, depth):
    if depth == 0 or random.random() < 0.15:
        return ENDED
    return tuple(
        tuple(sorted({random_tree(random, depth - 1) for _ in range(random.randrange(3))}))
        for _ in (LEFT, RIGHT)
    )


@cache
def value_of(tree):
    left, right = tree
    return Value(map(value_of, left), map(value_of, right))


@cache
def negative(tree):
    left, right = tree
    return tuple(sorted(map(negative, right))), tuple(sorted(map(negative, left)))


@cache
def wins(trees, side):
    """Whether the player to move, 0 for Left and 1 for Right, wins a sum of trees, by search."""
    for k, tree in enumerate(trees):
        for option in tree[side]:
            rest = tuple(sorted((*trees[:k], option, *trees[k + 1 :])))
            if not wins(rest, 1 - side):
                return True
    return False


def outcome_by_search(*trees):
    trees = tuple(sorted(trees))
    left, right = wins(trees, 0), wins(trees, 1)
    return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[
        left, right
    ]


RANDOM = Random(51)
TREES = [random_tree(RANDOM, 3) for _ in range(300)]


def test_the_outcome_of_a_sum_is_found_by_search_too():
    met = set()
    for _ in range(3000):
        trees = [RANDOM.choice(TREES) for _ in range(RANDOM.randrange(1, 4))]
        outcome = outcome_by_search(*trees)
        assert sum(map(value_of, trees)).outcome == outcome, trees
        met.add(outcome)
    assert met == {*"LRNP"}


def test_values_are_ordered_as_search_orders_their_difference():
    met = set()
    for _ in range(3000):
        one, other = RANDOM.choice(TREES), RANDOM.choice(TREES)
        difference = outcome_by_search(one, negative(other))
        g, h = value_of(one), value_of(other)
        relation = [g > h, g < h, g.confused_with(h), g == h]
        assert relation == [difference == letter for letter in "LRNP"], (one, other)
        assert (g is h) == (g == h)
        assert (g >= h, g <= h) == (difference in "LP", difference in "RP")
        met.add(difference)
    assert met == {*"LRNP"}


def has_superfluous_option(g):
    """Whether an option of g is dominated or reversible, by the definitions."""
    for option in g.left:
        if any(option <= other for other in g.left if other is not option):
            return True
        if any(reply <= g for reply in option.right):
            return True
    for option in g.right:
        if any(option >= other for other in g.right if other is not option):
            return True
        if any(reply >= g for reply in option.left):
            return True
    return False


def test_the_form_is_canonical():
    for tree in TREES:
        assert not has_superfluous_option(value_of(tree)), tree


def test_values_are_a_group():
    for _ in range(1500):
        f, g, h = (value_of(RANDOM.choice(TREES)) for _ in range(3))
        assert (f + g) + h is f + (g + h)
        assert f + g is g + f
        assert f - f is ZERO
        opposite = -f
        assert -opposite is f
        assert f - g is -(g - f)
        assert 3 * f is f + f + f
        assert f * -2 is -f - f
        assert 0 * f is ZERO
        assert f + 0 is f


def test_a_value_is_made_of_its_options():
    for tree in TREES:
        g = value_of(tree)
        assert Value(g.left, g.right) is g
        h = g + RANDOM.choice([STAR, UP, Value.number(HALF), Value.switch(2, -1)])
        assert Value(h.left, h.right) is h


# Numbers


def simplest_by_days(low, high):
    """The first number in between, if numbers are listed day by day."""
    day = [Fraction(0)]
    while True:
        between = [x for x in day if (low is None or low < x) and (high is None or x < high)]
        if between:
            [found] = between
            return found
        middles = [(a + b) / 2 for a, b in pairwise(day)]
        day = sorted([*day, *middles, day[0] - 1, day[-1] + 1])


def test_the_simplest_number_is_the_one_that_is_born_first():
    bounds = [None, *(Fraction(k, 8) for k in range(-20, 21))]
    tried = 0
    for low, high in product(bounds, bounds):
        if low is None or high is None or low < high:
            assert simplest(low, high) == simplest_by_days(low, high), (low, high)
            tried += 1
    assert tried > 800


def test_a_bound_may_itself_be_the_simplest():
    assert simplest(0, 1, low_allowed=True) == 0
    assert simplest(HALF, 1, high_allowed=True) == 1
    assert simplest(HALF, HALF, low_allowed=True, high_allowed=True) == HALF
    assert simplest(Fraction(5, 8), Fraction(3, 4), low_allowed=True, high_allowed=True) == 0.75
    assert simplest(10**9, None) == 10**9 + 1
    assert simplest(None, Fraction(-7, 2)) == -4
    assert simplest(Fraction(1, 3), Fraction(2, 5)) == Fraction(3, 8)


@pytest.mark.parametrize(("low", "high"), [(1, 0), (0, 0), (HALF, HALF)])
def test_where_no_number_is_between_none_is_the_simplest(low, high):
    with pytest.raises(ValueError, match="no number lies between"):
        simplest(low, high)
    with pytest.raises(ValueError, match="no number lies between"):
        simplest(low, high, low_allowed=True)


def test_numbers_are_calculated_with_as_numbers():
    numbers = [Fraction(k, 8) for k in range(-20, 21)]
    for x, y in product(numbers, numbers):
        assert Value.number(x) + y == x + y
        assert x - Value.number(y) == x - y
        assert (Value.number(x) <= y) == (x <= y)
        assert (Value.number(x) > y) == (x > y)
    for x in numbers:
        g = Value.number(x)
        assert Value(g.left, g.right) is g
        assert hash(g) == hash(x)
        assert (g.is_number, g.fraction, g.mean, g.left_stop, g.right_stop) == (True, x, x, x, x)
        assert g.temperature == Fraction(-1, x.denominator)


def test_canonical_options_of_numbers():
    """Siegel 2013, section II.3."""
    assert (Value.number(3).left, Value.number(3).right) == ({2}, frozenset())
    assert (Value.number(-2).left, Value.number(-2).right) == (frozenset(), {-1})
    three_quarters = Value.number(Fraction(3, 4))
    assert (three_quarters.left, three_quarters.right) == ({HALF}, {1})
    assert (ZERO.left, ZERO.right) == (frozenset(), frozenset())


# Stops, thermographs


@cache
def stop_by_search(g, player):
    """The number that is reached, if both players stop at numbers."""
    if g.is_number:
        return g.fraction
    if player == LEFT:
        return max(stop_by_search(option, RIGHT) for option in g.left)
    return min(stop_by_search(option, LEFT) for option in g.right)


@cache
def cooled(g, price):
    """The game cooled by a price, by the definition, as far as numbers go.

    At the lowest price at which the options make a number, the game is this number plus something
    infinitely small; above it, it is this number.
    """
    if g.is_number:
        return g
    freezes = freezing_price(g)
    if freezes is not None and freezes < price:
        return stop_by_search(paid(g, freezes), LEFT) + ZERO
    return paid(g, price)


def paid(g, price):
    return Value(
        [cooled(option, price) - price for option in g.left],
        [cooled(option, price) + price for option in g.right],
    )


STEP = Fraction(1, 8)


@cache
def freezing_price(g):
    """The lowest multiple of STEP, up to 12, at which the two stops of the cooled game are equal."""
    price = Fraction(0)
    while price <= 12:
        there = paid(g, price)
        if stop_by_search(there, LEFT) == stop_by_search(there, RIGHT):
            return price
        price += STEP
    return None


def deep_game(random, depth):
    """A game of whole numbers in which the walls of the thermograph have many corners."""
    if depth == 0 or random.random() < 0.1:
        return Value.number(random.randrange(-6, 7))
    sides = [
        [deep_game(random, depth - 1) for _ in range(random.randrange(1, 3))] for _ in range(2)
    ]
    return Value(*sides)


def games_on_the_grid():
    """Games whose temperatures, and those of all that can follow, are multiples of STEP."""
    random = Random(6)
    games = [value_of(tree) for tree in TREES] + [deep_game(random, 3) for _ in range(150)]
    return [g for g in dict.fromkeys(games) if not g.is_number and on_the_grid(g)]


@cache
def on_the_grid(g):
    if g.is_number:
        return True
    fits = (g.temperature / STEP).denominator == 1
    return fits and all(map(on_the_grid, [*g.left, *g.right]))


GAMES = games_on_the_grid()


def test_there_are_hot_games_among_those_that_are_cooled():
    assert len(GAMES) > 60
    assert len({g.temperature for g in GAMES}) > 10
    assert max(len(g.thermograph.left_wall) for g in GAMES) > 3


def test_the_walls_are_the_stops_of_the_cooled_game():
    """Conway 1976, chapter 9: the definition of cooling, worked out price by price."""
    for g in GAMES:
        for price in (k * STEP for k in range(0, 40, 3)):
            there = cooled(g, price)
            assert g.cooled(price) is there, (g, price)
            walls = g.thermograph
            stops = stop_by_search(there, LEFT), stop_by_search(there, RIGHT)
            assert (walls.left_score(price), walls.right_score(price)) == stops, (g, price)


def test_temperature_and_mean_are_where_the_cooled_game_freezes():
    for g in GAMES:
        assert g.temperature == freezing_price(g), g
        assert g.mean == stop_by_search(paid(g, g.temperature), LEFT), g


def test_many_copies_are_worth_the_mean():
    """Winning Ways, chapter 6: the stops of n copies stay within the temperature of n means."""
    for g in GAMES[:80]:
        copies = 6 * g
        for stop in (copies.left_stop, copies.right_stop):
            assert abs(stop - 6 * g.mean) <= g.temperature, g


def test_stops():
    for tree in TREES:
        g = value_of(tree)
        assert g.left_stop == stop_by_search(g, LEFT)
        assert g.right_stop == stop_by_search(g, RIGHT)


def test_a_thermograph_by_hand():
    """{4 || 3 | 0}: up to 1 degree Right's move is a threat, which Left answers."""
    thermograph = Value([4], [Value.switch(3, 0)]).thermograph
    assert thermograph.left_wall == ((0, 4), (1, 3))
    assert thermograph.right_wall == ((0, 3), (1, 3))
    assert thermograph.mast == (1, 3)
    assert thermograph.left_score(HALF) == Fraction(7, 2)
    assert thermograph.left_score(7) == thermograph.right_score(7) == 3
    with pytest.raises(ValueError, match="temperature -1: a wall begins at temperature 0"):
        thermograph.left_score(-1)


# In print

ON = [
    ("Winning Ways, chapter 1: {0|1} = 1/2", Value([0], [1]), HALF),
    ("Winning Ways, chapter 2: {2|3} = 5/2", Value([2], [3]), Fraction(5, 2)),
    ("ONAG, chapter 0: {1/4|1} = 1/2", Value([Fraction(1, 4)], [1]), HALF),
    ("ONAG, chapter 0: {-1|1} = 0", Value([-1], [1]), 0),
    ("ONAG, chapter 0: {|} = 0", Value(), 0),
    ("ONAG, chapter 0: {0|} = 1", Value([0]), 1),
    ("ONAG, chapter 0: {1|} = 2", Value([1]), 2),
    ("Winning Ways, chapter 2: * + * = 0", STAR + STAR, 0),
    ("Winning Ways, chapter 2: *2 + *3 = *", Value.nimber(2) + Value.nimber(3), STAR),
    ("Winning Ways, chapter 2: up = {0|*}", Value([0], [STAR]), UP),
    ("Winning Ways, chapter 3: up + * = {0, *|0}", UP + STAR, Value([0, STAR], [0])),
    ("Winning Ways, chapter 3: up + up = {0|up + *}", 2 * UP, Value([0], [UP + STAR])),
    ("Winning Ways, chapter 3: up + up + * = {0|up}", 2 * UP + STAR, Value([0], [UP])),
    ("Winning Ways, chapter 3: 3 up = {0|2 up + *}", 3 * UP, Value([0], [2 * UP + STAR])),
    ("ONAG, chapter 8: {up|down} = *", Value([UP], [DOWN]), STAR),
    ("ONAG, chapter 8: {up|up} = {0|up}", Value([UP], [UP]), 2 * UP + STAR),
    ("Winning Ways, chapter 5: ±1 + ±1 = 0", Value.switch(1) + Value.switch(1), 0),
    ("Winning Ways, chapter 5: {5|1} = 3 ± 2", Value.switch(5, 1), 3 + Value.switch(2)),
    ("Winning Ways, chapter 5: 1 + ±1 = {2|0}", 1 + Value.switch(1), Value.switch(2, 0)),
    ("Siegel, section II.5: tiny x = {0 || 0 | -x}", Value.tiny(2), parse("{0||0|-2}")),
    ("Siegel, section II.5: miny x is -tiny x", Value.miny(2), parse("{2|0||0}")),
    ("Lessons in Play, chapter 5: {*|*} = 0", Value([STAR], [STAR]), 0),
    ("Lessons in Play, chapter 6: {1|*} needs no change", parse("{1|*}").right, {STAR}),
]


@pytest.mark.parametrize(("found", "printed"), [line[1:] for line in ON], ids=[o[0] for o in ON])
def test_equations_in_print(found, printed):
    assert found == printed


def test_inequalities_in_print():
    """Winning Ways, chapters 2, 3, 5; Siegel, sections II.4 and II.5."""
    assert UP > 0
    assert UP.confused_with(STAR)
    assert 2 * UP > STAR
    assert all(n * UP < Fraction(1, 64) for n in range(1, 8))
    assert STAR.confused_with(0)
    assert Fraction(1, 64) > STAR
    assert all(UP.confused_with(Value.nimber(n)) == (n == 1) for n in range(1, 6))
    assert all(Value.nimber(n) < UP for n in range(2, 6))
    for x in range(1, 5):
        assert 0 < Value.tiny(x + 1) < Value.tiny(x)
        assert 20 * Value.tiny(x) < UP
    assert Value.switch(1).confused_with(HALF)
    assert Value.switch(1) < 2


def test_nimbers_add_as_in_nim():
    for a, b in product(range(9), repeat=2):
        assert Value.nimber(a) + Value.nimber(b) is Value.nimber(a ^ b)


def test_switches_have_means_and_temperatures():
    """Winning Ways, chapter 6: {x|y} has mean (x + y)/2 and temperature (x - y)/2."""
    for x in range(-4, 6):
        for y in range(-4, x):
            switch = Value.switch(x, y)
            assert (switch.mean, switch.temperature) == (Fraction(x + y, 2), Fraction(x - y, 2))
            assert (switch.left_stop, switch.right_stop) == (x, y)


@pytest.mark.parametrize(("g", "letter"), [(UP, "L"), (DOWN, "R"), (STAR, "N"), (ZERO, "P")])
def test_the_four_outcomes(g, letter):
    assert g.outcome == letter


# Names

NAMES = [
    ("0", ZERO),
    ("-3", Value.number(-3)),
    ("1/2", Value.number(HALF)),
    ("*", STAR),
    ("*2", Value.nimber(2)),
    ("1*", 1 + STAR),
    ("-1/2*3", Value.nimber(3) - HALF),
    ("↑", UP),
    ("↓", DOWN),
    ("↑*", UP + STAR),
    ("↓*", DOWN + STAR),
    ("⇑", 2 * UP),
    ("⇑*", 2 * UP + STAR),
    ("⇓*2", 2 * DOWN + Value.nimber(2)),
    ("↑*3", UP + Value.nimber(3)),
    ("3·↑", 3 * UP),
    ("1+3·↑*", 1 + 3 * UP + STAR),
    ("-1+4·↓", 4 * DOWN - 1),
    ("⧾2", Value.tiny(2)),
    ("⧿1/2", Value.miny(HALF)),
    ("1⧾2", 1 + Value.tiny(2)),
    ("⧾(1*)", Value.tiny(1 + STAR)),
    ("±1", Value.switch(1)),
    ("±1/2", Value.switch(HALF)),
    ("±(1*)", Value.switch(1 + STAR)),
    ("±(*, ↑)", Value([STAR, UP], [STAR, DOWN])),
    ("±{3|1}", Value.switch(Value.switch(3, 1))),
    ("{2|-1}", Value.switch(2, -1)),
    ("{2|1||0}", Value([Value.switch(2, 1)], [0])),
    ("{3||2|1}", Value([3], [Value.switch(2, 1)])),
    ("{4|3||2|||1}", Value([Value([Value.switch(4, 3)], [2])], [1])),
    ("{1|0, *}", Value([1], [0, STAR])),
    ("{0, {3|-1}|-3}", Value([0, Value.switch(3, -1)], [-3])),
]


@pytest.mark.parametrize(("text", "g"), NAMES, ids=[text for text, _ in NAMES])
def test_names(text, g):
    assert str(g) == repr(g) == text
    assert parse(text) is g


def test_the_name_of_every_value_is_read_back():
    random = Random(8)
    values = [value_of(tree) for tree in TREES] + [deep_game(random, 3) for _ in range(60)]
    values += [g + h for g, h in zip(values[::2], values[1::2], strict=False)]
    for g in values:
        assert parse(str(g)) is g, g
    assert len({*map(str, values)}) == len({*values}) > 100


def test_what_a_reader_writes_need_not_be_canonical():
    assert parse("{ 0, -1 | 1 }") == HALF
    assert parse("{|}") == parse("{ | }") == 0
    assert parse("{0|}") == 1
    assert parse("{{2|1}|0}") is parse("{2|1||0}") is parse("{2|1|||0}")


@pytest.mark.parametrize(
    "text", ["", "x", "1/2/3", "{1, 2}", "{1|2|3}", "+", "0.5", "↑↓", "{1|", "±"]
)
def test_what_is_no_name_is_refused(text):
    with pytest.raises(ValueError, match=r"is not the name of a value|needs one bar"):
        parse(text)


# Wrong use


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Value([0.5], []), TypeError, "0.5 is not a value: give a Value, a whole number or"),
        (lambda: UP + 0.5, TypeError, "0.5 is not a value"),
        (lambda: UP < 0.5, TypeError, "Floats are refused, because values are exact"),
        (lambda: Value.number("1"), TypeError, "'1' is not a value"),
        (lambda: Value([True]), TypeError, "True is not a value"),
        (lambda: Value.number(Fraction(1, 3)), ValueError, "1/3 is not worth a position .* power of 2"),
        (lambda: Value(2, -1), TypeError, r"the options of Left are 2: give them in a list"),
        (lambda: Value([2], "-1"), TypeError, "the options of Right are '-1': give them in a list"),
        (lambda: UP * HALF, TypeError, r"Fraction\(1, 2\) times a value: .* whole numbers alone"),
        (lambda: UP * True, TypeError, "True times a value"),
    ],
)  # fmt: skip
def test_wrong_use_is_said_in_a_sentence(make, error, message):
    with pytest.raises(error, match=message):
        make()


def test_a_value_equals_numbers_and_nothing_else():
    assert Value.number(HALF) == HALF == Value.number(HALF)
    assert Value.number(HALF) == 0.5
    assert Value.number(2) == 2
    assert {2: "two"}[Value.number(2)] == "two"
    assert STAR != 0
    assert Value.number(1) != "1"
    assert UP != "↑"
    assert not UP > UP


def test_a_copy_is_the_same_object():
    for g in (HALF + ZERO, UP, Value.switch(Value.switch(3, 1), -2), Value.tiny(2)):
        assert pickle.loads(pickle.dumps(g)) is g
        assert copy.deepcopy(g) is copy.copy(g) is g


def test_options_nested_too_deep_are_refused_in_a_sentence():
    with pytest.raises(TooLarge, match="nested too deep for Python's recursion: add fewer copies"):
        2_000 * Value.tiny(2)
    with pytest.raises(TooLarge, match="nested too deep"):
        sum([Value.tiny(3)] * 1_500, ZERO)
    assert Value.tiny(2) + Value.miny(2) is ZERO  # what comes afterwards is right
