"""What stands under the sliders, held against games in which the same is said with other words."""

from fractions import Fraction
from itertools import product

import networkx as nx
import numpy as np
import pytest
from hand import moments
from hypothesis import given
from hypothesis import strategies as st

from gamecourse.show.sliders import HIGH, TOP, Coin, Mistakes, Mixing
from gamefast import ask, chance_values, exact_values, solve
from gamelib import CHANCE, IllegalMove, Quotient
from gamelib.games import Matches, Nim, OverwriteTicTacToe, TicTacToe

SIDES = ("heads", "tails")
PENNIES = {(a, b): 1 if a == b else -1 for a in SIDES for b in SIDES}


def columns(widget):
    """What is written beside the curves: the values by their names. That of a single curve stands
    behind its name.
    """
    names = [spot["name"] for spot in widget.scene["pictures"][0]["spots"]]
    shown = (step["shown"][0]["labels"] for step in moments(widget))
    values = zip(*([words.split()[-1] for words in labels] for labels in shown), strict=True)
    return dict(zip(names, values, strict=True))


def curves(widget):
    """The points of the curves, as they are drawn."""
    lines, looks = widget.scene["pictures"][0]["lines"], moments(widget)[0]["shown"][0]["lines"]
    drawn = [
        line["path"]
        for line, look in zip(lines, looks, strict=True)
        if look in "b012" and "h" not in line["path"]
    ]
    return [[tuple(map(float, point.split())) for point in path[1:].split("L")] for path in drawn]


@pytest.mark.parametrize("stake", [Fraction(1, 10**5), 1, 10**6, 10**11, 10**30])
def test_stakes_may_be_of_any_size(stake):
    widget = Mixing({pair: stake * payoff for pair, payoff in PENNIES.items()})
    assert columns(widget)["Max is sure of"][12] == "0"
    heights = [y for curve in curves(widget) for _, y in curve]
    assert TOP <= min(heights) < max(heights) <= TOP + HIGH


def test_the_slider_stands_where_it_is_told_to_begin():
    widget = Mixing(PENNIES, start=Fraction(1, 2))
    assert str(widget.as_text()).startswith("p = 1/2: ")
    assert Mixing(PENNIES).step == 0


def test_matching_pennies_are_worth_nothing_and_only_at_one_half():
    widget = Mixing(PENNIES)
    heads, tails, sure = columns(widget).values()
    p = [Fraction(k, 24) for k in range(25)]
    assert [Fraction(value) for value in heads] == [2 * q - 1 for q in p]
    assert [Fraction(value) for value in tails] == [1 - 2 * q for q in p]
    assert [Fraction(value) for value in sure] == [-abs(1 - 2 * q) for q in p]
    widget.show_step(12)
    assert str(widget.as_text()).split("\n")[:4] == [
        "p = 1/2: Min: heads 0, Min: tails 0, Max is sure of 0.",
        "Max: heads with probability 1/2, tails with 1/2.",
        "Min's best answer: heads or tails. So Max is sure of 0 on average.",
        "No other p is as good for Max.",
    ]
    assert [
        k for k, step in enumerate(moments(widget)) if "No other p" in " ".join(step["story"])
    ] == [12]
    assert moments(widget)[6]["name"] == "p = 1/4"
    texts = widget.scene["pictures"][0]["texts"]
    assert [text["words"] for text in texts if text["anchor"] == "end"] == [
        "-1",
        "-1/2",
        "0",
        "1/2",
        "1",
    ]


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=1, max_size=4))
def test_what_a_mixture_is_sure_of_is_what_the_worst_answer_leaves(rows):
    widget = Mixing({(a, b): row[a] for b, row in enumerate(rows) for a in (0, 1)}, steps=7)
    at = [Fraction(step["name"].removeprefix("p = ")) for step in moments(widget)]
    (*_, sure) = widget._values.values()
    assert sure == [min(p * first + (1 - p) * second for first, second in rows) for p in at]
    grid = np.linspace(0, 1, 9241)  # of all crossings
    value = np.min([grid * a + (1 - grid) * b for a, b in rows], axis=0).max()
    assert value - 1e-9 <= max(sure) <= value + 1e-2
    values, heights = (
        np.ravel([*widget._values.values()]).astype(float),
        np.ravel([[y for _, y in c] for c in curves(widget)]),
    )
    assert TOP <= heights.min() <= heights.max() <= TOP + HIGH
    wanted = np.interp(
        values, (values.min(), values.max()), (heights.max(), heights.min())
    )  # y runs downwards
    assert np.allclose(heights, wanted, atol=1e-2)


class Erring:
    """The game against an opponent who errs, as a game with chance: his moves are thrown."""

    def __init__(self, solution, rate):
        self.game, self.solution, self.rate = solution.game, solution, rate

    def start(self):
        return self.game.start(), 0

    def turn(self, position):
        if self.game.outcome(position[0]) is not None:
            return None
        return CHANCE if position[1] else 0

    def moves(self, position):
        return self.game.moves(position[0])

    def play(self, position, move):
        return self.game.play(position[0], move), 1 - position[1]

    def chances(self, position):
        moves, best = list(self.moves(position)), self.solution.best(position[0])
        weight = {move: self.rate / len(moves) + (1 - self.rate) * (move == best) for move in moves}
        return [(weight[move], self.play(position, move)) for move in moves if weight[move]]

    def payoffs(self, position):
        result = Fraction(self.game.outcome(position[0])) * (-1 if position[1] else 1)
        return result, -result


@pytest.mark.parametrize(
    ("game", "k"),
    [
        *product([Matches(10), Nim((3, 2)), TicTacToe(2, 3, 2)], [0, 1, 20]),
        (Quotient(TicTacToe(2, 4, 3)), 5),
    ],
)
def test_openings_are_worth_what_the_solver_of_games_with_chance_says(game, k):
    solution = solve(game)
    firsts = {
        there: move for move, there in ask.steps(game, game.start())
    }  # one for each position they lead to
    widget = Mistakes(solution, {str(move): move for move in firsts.values()})
    known = exact_values(Erring(solution, Fraction(k, 20)))
    there = {Erring(solution, 0).play((game.start(), 0), move) for move in game.moves(game.start())}
    wanted = sorted(known[position] for position in there)
    shown = sorted(column[k] for column in widget._values.values())
    assert shown == wanted  # fractions: the very same
    assert max(shown) == known[(game.start(), 0)]


def test_corner_or_centre_depends_on_how_often_he_errs():
    openings = {"corner": (0, 0), "edge": (0, 1), "centre": (1, 1)}
    widget = Mistakes(solve(Quotient(TicTacToe())), openings)
    best = [step["story"][-1] for step in moments(widget)]
    assert best[0] == "All are worth the same."
    assert set(best[1:10]) == {"Best: centre."}
    assert best[10] == "Best: corner and centre."
    assert set(best[11:]) == {"Best: corner."}
    assert columns(widget)["corner"][20] == "0.9948"
    assert len(widget.scene["steps"]) < 5_000


@pytest.mark.parametrize(
    ("make", "error", "said"),
    [
        (
            lambda: Mixing({("a", "x"): 1}),
            ValueError,
            r"Max has 1 moves, \['a'\]: the slider mixes two",
        ),
        (
            lambda: Mixing({**PENNIES, ("heads", "edge"): 0}),
            ValueError,
            r"the payoff of \('tails', 'edge'\) is missing",
        ),
        (
            lambda: Mixing(PENNIES, steps=2, start=Fraction(1, 3)),
            ValueError,
            "start=1/3 is no step: give one of 0, 1/2, 1",
        ),
        (lambda: Mistakes(solve(nx.DiGraph([(0, 1)])), {"on": 1}), ValueError, "give solve"),
        (lambda: Mistakes(solve(Matches(5)), {}), ValueError, "no opening to compare"),
        (
            lambda: Mistakes(solve(Matches(5)), {"four": 4}),
            IllegalMove,
            "4 is not a move at the start: 1, 2, 3 are",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(make, error, said):
    with pytest.raises(error, match=said):
        make()


def test_a_coin_of_any_kind_on_two_by_two_follows_one_formula():
    """The equation of the ring solved by hand, the library's fractions, and its certified
    intervals.
    """
    widget = Coin(lambda q: OverwriteTicTacToe(2, q=q), steps=12)
    (values,) = columns(widget).values()
    for k, value in enumerate(values):
        q = Fraction(k, 12)
        assert Fraction(value) == (1 - q) / (1 + q)
        within = chance_values(OverwriteTicTacToe(2, q=q)).value()
        assert within.lower <= Fraction(value) <= within.upper
