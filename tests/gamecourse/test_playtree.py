"""The tree of any game, with backward induction on it: against the plan, and against minimax."""

from fractions import Fraction

import pytest
from hand import moments

from gamecourse.show.playtree import PlayTree
from gamefast import minimax
from gamelib import CHANCE, backward_induction
from gamelib.games import CopsAndThief, Matches, MinMaxTree, ShadedTicTacToe, TicTacToe, Tree

CAKE = Tree(
    {
        "a": ("A", {"grab": (2, 1, 1), "pass": "b"}),
        "b": ("B", {"grab": (0, 4, 1), "pass": "c"}),
        "c": ("C", {"grab": (0, 0, 6), "share": (3, 3, 3)}),
    },
    players=("A", "B", "C"),
)
BET = Tree(
    {
        "choose": ("you", {"sure": (Fraction(2, 5),), "coin": "coin"}),
        "coin": (CHANCE, {"heads": ("1/2", (1,)), "tails": ("1/2", (0,))}),
    },
    players=("you",),
)
NUMBERS = MinMaxTree(
    {"A": ["B", "C"], "B": ["b1", "b2"], "b1": 3, "b2": 12, "C": ["c1", "c2"], "c1": 2, "c2": 15}
)


@pytest.mark.parametrize("game", [CAKE, BET, ShadedTicTacToe(1, 4, 2)])
def test_payoffs_come_up_row_by_row_and_are_those_of_the_plan(game):
    position = ".XO." if isinstance(game, ShadedTicTacToe) else None
    tree, plan = PlayTree(game, position), backward_induction(game, position)
    shown = [moment["shown"][0]["notes"] for moment in moments(tree)]
    inner = [k for k, node in enumerate(tree.nodes) if node.below]
    assert not any(shown[0])
    assert [bool(shown[-1][k]) for k in range(len(tree.nodes))] == [
        k in inner for k in range(len(tree.nodes))
    ]
    for k in inner:
        node = tree.nodes[k]
        appears = next(step for step, notes in enumerate(shown) if notes[k])
        assert appears == 1 + max(tree.nodes[child].height for child in node.below)
        assert shown[-1][k] == ", ".join(map(str, plan[node.position].payoffs))


def test_the_thick_branches_are_the_planned_moves_and_dashed_are_as_good():
    refuse = {"no": (0, 0), "yes": (10, 0)}
    tree = PlayTree(
        Tree(
            {"offer": ("p", {"mean": "m", "none": (1, 1)}), "m": ("other", refuse)}, ("p", "other")
        )
    )
    last = moments(tree)[-1]["shown"][0]
    at = {tree.nodes[k].position: k for k in range(len(tree.nodes))}
    branch = {(line["from"], line["label"]): look for line, look in zip(tree.scene["pictures"][0]["lines"], last["lines"], strict=True)}  # fmt: skip # noqa: E501
    assert branch == {(at["offer"], "mean"): "n", (at["offer"], "none"): "b", (at["m"], "no"): "b", (at["m"], "yes"): "e"}  # fmt: skip # noqa: E501
    assert "other: no. That gives 0, 0. To other, yes would be as good." in tree.story(1)
    assert [tree.nodes[k].position for k in last["path"]] == ["offer", (1, 1)]


def test_a_game_of_two_is_taken_as_it_is_and_worth_what_minimax_says():
    tree = PlayTree(NUMBERS)
    value = minimax(NUMBERS).value
    assert moments(tree)[-1]["shown"][0]["notes"][0] == f"{value}, {-value}"
    assert tree.story(tree.last).endswith("Rational play gives 3, -3.")
    assert len(PlayTree(TicTacToe(), "XOXOXO...").nodes) < 20


def test_whose_turn_it_is_is_told_by_the_shape_and_nature_has_the_diamond():
    shapes = [spot["shape"] for spot in PlayTree(CAKE).scene["pictures"][0]["spots"]]
    assert sorted(shapes) == sorted(["square", "disc", "hexagon", *4 * ["leaf"]])
    lines = PlayTree(BET).scene["pictures"][0]
    assert [spot["shape"] for spot in lines["spots"]].count("diamond") == 1
    assert [line["label"] for line in lines["lines"]] == ["sure", "coin", "1/2", "1/2"]


def test_the_text_says_the_whole_tree_and_what_is_known():
    tree = PlayTree(BET)
    tree.show_step(1)
    assert "  coin: Nature -> 1/2\n" in tree.as_text()
    assert tree.story(1) == "Nature throws: 1/2 · (1) + 1/2 · (0) = (1/2)."


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="more than 60 nodes would be a thicket"):
        PlayTree(Matches(8))  # few positions, many ways to play
    with pytest.raises(ValueError, match="come back"):
        PlayTree(CopsAndThief.from_text("P.T"))
