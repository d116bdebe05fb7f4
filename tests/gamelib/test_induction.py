"""Backward induction: more players, any payoffs, Nature; and what is refused."""

from fractions import Fraction
from random import Random

import pytest

from gamelib import CHANCE, Extensive, backward_induction, minimax
from gamelib.games import MinMaxTree, TicTacToe, Tree

ULTIMATUM = Tree(
    {
        "offer": ("proposer", {"fair": "fair", "greedy": "greedy"}),
        "fair": ("other", {"yes": (5, 5), "no": (0, 0)}),
        "greedy": ("other", {"yes": (10, 0), "no": (0, 0)}),
    },
    players=("proposer", "other"),
)


def test_the_plan_names_who_is_indifferent_and_takes_the_first():
    plan = backward_induction(ULTIMATUM)
    assert plan["greedy"].move == "yes"
    assert plan["greedy"].equal == ("no",)
    assert plan["offer"].payoffs == (10, 0)
    assert plan.line() == ["greedy", "yes"]
    assert set(plan) == {"offer", "fair", "greedy", (5, 5), (0, 0), (10, 0)}
    turned = Tree(
        {**ULTIMATUM.nodes, "greedy": ("other", {"no": (0, 0), "yes": (10, 0)})}, ULTIMATUM.players
    )
    assert backward_induction(turned)["offer"].payoffs == (
        5,
        5,
    )  # the same wishes, another tie, another result


def test_for_two_players_whose_payoffs_add_up_to_zero_it_is_minimax():
    rng = Random(1)
    for _ in range(100):
        nodes = {
            v: [w for w in range(v + 1, 12) if w % 2 != v % 2 and rng.random() < 0.4]
            for v in range(12)
        }
        nodes = {v: below or rng.randint(-5, 5) for v, below in nodes.items()}
        tree = MinMaxTree(nodes)
        assert backward_induction(Extensive(tree))[0, 0].payoffs[0] == minimax(tree).value
    plan = backward_induction(Extensive(TicTacToe()))
    assert plan[TicTacToe().start(), 0].payoffs == (0, 0)
    assert len(plan) == 5_478


def test_nature_takes_the_expected_value_exactly():
    nodes = {"choose": ("A", {"sure": (Fraction(2, 5),), "coin": "coin"})}
    nodes["coin"] = (CHANCE, {"heads": ("1/2", (1,)), "tails": ("1/2", (0,))})
    plan = backward_induction(Tree(nodes, players=("A",)))
    assert plan["choose"].payoffs == (Fraction(1, 2),)
    assert plan.line() == ["coin"]
    thirds = Tree({"x": (CHANCE, {k: ("1/3", (k,)) for k in range(3)})}, players=("A",))
    assert backward_induction(thirds)["x"].payoffs == (Fraction(1),)
    sure = 0.1, -0.1  # ten tenths of the float 0.1 are this float again, if they are not rounded
    tenths = {"throw": (CHANCE, dict.fromkeys(range(10), ("1/10", sure)))}
    either = {"a": ("A", {"sure": sure, "throw": "throw"}), **tenths}
    plan = backward_induction(Tree(either, players=("A", "B")))
    assert plan["throw"].payoffs == sure
    assert (plan["a"].move, plan["a"].equal) == ("sure", ("throw",))


def test_three_players_each_for_himself():
    nodes = {"a": ("A", {"l": "b", "r": (1, 1, 1)}), "b": ("B", {"l": "c", "r": (0, 2, 5)})}
    nodes["c"] = ("C", {"l": (3, 3, 0), "r": (0, 0, 1)})
    plan = backward_induction(Tree(nodes, players=("A", "B", "C")))
    assert (plan["c"].move, plan["b"].move, plan["a"].move) == ("r", "r", "r")
    assert plan["a"].payoffs == (1, 1, 1)


def test_a_long_game_needs_no_recursion():
    n = 5_000
    nodes = {str(k): ("A", {"on": str(k + 1)}) for k in range(n)}
    game = Tree({**nodes, str(n): ("A", {"stop": (7,)})}, players=("A",))
    assert backward_induction(game)["0"].payoffs == (7,)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            lambda: Tree({"a": ("A", {"x": "b"}), "b": ("A", {"y": "a"})}, ("A",)),
            "play can come back to 'a'",
        ),
        (
            lambda: Tree({"a": (CHANCE, {"x": ("1/2", (1,)), "y": ("1/3", (0,))})}, ("A",)),
            "add up to 5/6, not to 1",
        ),
        (
            lambda: Tree({"a": ("B", {"x": (1,)})}, ("A",)),
            "the turn of 'B', who is not one of the players",
        ),
        (
            lambda: Tree({"a": ("A", {"x": "z"})}, ("A",)),
            "'z', where 'x' leads from 'a', is missing",
        ),
        (lambda: Tree({"a": ("A", {"x": (1, 2)})}, ("A",)), "give one for each of"),
    ],
)
def test_what_is_no_finite_game_is_refused(game, message):
    with pytest.raises(ValueError, match=message):
        backward_induction(game())
