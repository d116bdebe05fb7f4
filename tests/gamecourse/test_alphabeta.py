"""Minimax trees as pictures, and the alpha-beta stepper, held against the searches."""

import numpy as np
import pytest
from hand import unpacked

from gamecourse.show import alphabeta as pictures
from gamecourse.show import plots
from gamefast import alphabeta, minimax
from gamelib.games import MinMaxTree

EXAMPLE = {"X": ["u", "v", "Y"], "u": 3, "v": 6, "Y": ["y1", "y2"], "y1": 5, "y2": 9}


def random_tree(rng, depth, name="r"):
    if depth == 0 or rng.random() < 0.15:
        return {name: int(rng.integers(-9, 10))}
    children = [f"{name}{k}" for k in range(int(rng.integers(1, 4)))]
    return {name: children} | {
        k: v for child in children for k, v in random_tree(rng, depth - 1, child).items()
    }


class TestTrace:
    def test_what_is_traced_is_the_search_itself(self):
        rng = np.random.default_rng(1)
        for _ in range(100):
            tree = MinMaxTree(random_tree(rng, 4))
            steps, result = pictures.trace(tree), alphabeta(tree)
            assert sum(step.value is None for step in steps) == result.nodes
            assert steps[-1].value == result.value
            truth = {node: tree.to_max(node, minimax(tree, node).value) for node in tree.nodes}
            for step in steps:
                if step.value is not None:  # the contract, from Max's chair
                    if step.alpha < step.value < step.beta:
                        assert step.value == truth[step.node]
                    elif step.value <= step.alpha:
                        assert truth[step.node] <= step.value
                    else:
                        assert truth[step.node] >= step.value
            cut = {child for step in steps for child in step.cut}
            looked = {step.node for step in steps}
            assert not cut & looked


def test_of_a_tree_cut_by_the_search_the_picture_says_what_is_known():
    """The whole tree stands in the lectures."""
    ax = pictures.tree(EXAMPLE, cuts=True)
    assert plots.digest(ax) == "5 of 6 nodes looked at\nX: 6\nY: ≤ 5\nu: 3\nv: 6\ny1: 5\ny2: –"
    assert ax.get_title() == "Worth 6 to Max; 5 of 6 nodes looked at"


class TestStepper:
    def test_it_says_why_a_branch_is_cut(self):
        stepper = pictures.AlphaBetaStepper(EXAMPLE)
        assert "Press Next" in stepper.story(0)
        why, so = stepper.story(9).splitlines()[:2]
        assert why == "Min can hold Y down to 5, no more than alpha = 6, which Max has elsewhere."
        assert so == "Max will not come here: y2 is cut."
        assert "X (Max): alpha = 6, beta = ∞" in stepper.story(9)
        stepper.show_step(99)
        assert stepper.step == stepper.last == 10
        assert "All children of X are done: its value is 6." in stepper.as_text()
        at_max = {"A": ["B"], "B": ["c", "D"], "c": 3, "D": ["d1", "d2"], "d1": 5, "d2": 1}
        other = pictures.AlphaBetaStepper(at_max)
        told = "\n".join(other.story(k) for k in range(other.last + 1))
        assert (
            "Max can get 5 at D, no less than beta = 3, to which Min holds Max elsewhere." in told
        )
        assert "D (Max): alpha = -∞, beta = 3" in told

    def test_fail_hard_stays_in_the_picture_where_later_steps_tell_the_same_story(self):
        stepper = pictures.AlphaBetaStepper(EXAMPLE)
        hard = [stepper.tree.frame(stepper.hard[:k]) for k in range(stepper.last + 1)]
        soft = [stepper.tree.frame(stepper.steps[:k]) for k in range(stepper.last + 1)]
        assert [k for k in range(stepper.last + 1) if hard[k] != soft[k]] == [9, 10]
        steps = [stepper._step(k) for k in range(stepper.last + 1)]
        assert [k for k, step in enumerate(steps) if "hard" in step] == [9, 10]
        assert steps[10]["hard"]["shown"] == hard[10]

    def test_the_order_of_the_moves_can_be_given(self):
        last = pictures.AlphaBetaStepper(
            EXAMPLE, order=lambda node, moves: sorted(moves, reverse=True)
        )
        assert [step.node for step in last.steps if step.value is None][:2] == ["X", "v"]


@pytest.fixture(scope="module")
def some():
    rng = np.random.default_rng(3)
    return [MinMaxTree(random_tree(rng, 4)) for _ in range(25)]


class TestRace:
    def test_what_fail_hard_returns_is_the_fail_soft_value_brought_into_the_window(self, some):
        outside = 0
        for tree in some:
            soft, hard = pictures.trace(tree), pictures.trace(tree, hard=True)
            assert hard[-1].value == alphabeta(tree).value
            assert [(s.node, s.alpha, s.beta, s.cut) for s in soft] == [
                (h.node, h.alpha, h.beta, h.cut) for h in hard
            ]
            for s, h in zip(soft, hard, strict=True):
                if s.value is not None and tree.outcome(s.node) is None:
                    assert h.value == min(max(s.value, s.alpha), s.beta)
                    outside += h.value != s.value
                else:
                    assert h.value == s.value
        assert outside > 5

    def test_counts_values_cuts_and_windows_are_those_of_the_searches(self, some):
        for tree in [MinMaxTree(EXAMPLE), *some]:
            stepper = pictures.AlphaBetaStepper(tree)
            steps, number, n = (
                unpacked(stepper.scene["steps"]),
                stepper.tree.number,
                len(stepper.line.numbers),
            )
            leaves = sum(tree.outcome(node) is not None for node in tree.nodes)
            assert steps[0]["counts"] == {
                "Minimax": "0 nodes, 0 leaves",
                "Alpha-beta": "0 nodes, 0 leaves",
            }
            assert steps[-1]["counts"]["Minimax"] == f"{minimax(tree).nodes} nodes, {leaves} leaves"
            assert steps[-1]["counts"]["Alpha-beta"].startswith(f"{alphabeta(tree).nodes} nodes")
            plain, cutting, _ = (frame.get("labels") for frame in steps[-1]["shown"])
            for node, exact, found in zip(stepper.tree.nodes, plain, cutting, strict=True):
                truth = tree.to_max(node, minimax(tree, node).value)
                assert float(exact) == truth
                value = float(found.strip("≤≥") or truth)  # a bound where it is marked as one
                assert {"≤": truth <= value, "≥": truth >= value}.get(found[:1], truth == value)
            events = stepper.scene["events"]
            cut = {
                (k, number[node]) for k, step in enumerate(stepper.steps, 1) for node in step.cut
            }
            assert {(k, spot) for k, spot, is_cut in events if is_cut} == cut
            for (
                k,
                spot,
                is_cut,
            ) in events:  # whatever is looked at or cut could be wagered on just before
                assert k == 1 or spot in steps[k - 1]["bets"], (k, spot, is_cut)
            assert steps[-1]["bets"] == steps[0]["bets"] == []
            assert {spot for step in steps for spot in step["bets"]} <= {
                spot for _, spot, _ in events
            }
            gone = set()
            for step, moment in zip(stepper.steps, steps[1:], strict=True):
                alpha, beta = (moment["shown"][2]["pieces"].index(stop) for stop in "ab")
                gone |= {number[node] for node in step.cut}
                looks = zip(
                    stepper.scene["pictures"][1]["lines"], moment["shown"][1]["lines"], strict=True
                )
                assert {line["to"] for line, look in looks if look == "c"} == gone
                if step.cut:
                    assert alpha >= beta - 2 * n
                elif step.value is None:
                    assert alpha <= beta - 2 * n

    def test_fail_hard_is_told_where_it_differs(self):
        stepper = pictures.AlphaBetaStepper(EXAMPLE)
        stepper.state = {**stepper.state, "hard": True, "step": 9}
        assert "Fail-hard: what is returned is the edge of the window, ≤ 6." in stepper.as_text()
        hard = unpacked(stepper.scene["steps"])[9]["hard"]
        assert hard["shown"]["labels"][stepper.tree.number["Y"]] == "≤6"
        assert (
            unpacked(stepper.scene["steps"])[9]["shown"][1]["labels"][stepper.tree.number["Y"]]
            == "≤5"
        )


class TestTree:
    def test_before_a_search_the_leaves_alone_have_numbers(self):
        ax = pictures.tree(EXAMPLE, values=False, unknown=["y2"])
        assert plots.digest(ax) == "X: –\nY: –\nu: 3\nv: 6\ny1: 5\ny2: ?"
        assert ax.get_title() == ""
        words = [text.get_text() for text in ax.texts]
        assert words.count("?") == 1
        assert words.count("9") == 0

    def test_for_the_player_to_move_each_branch_has_what_it_brings_up(self):
        tree = MinMaxTree({"A": ["B", "C"], "B": ["b1", "b2"], "b1": 3, "b2": 0, "C": -2})
        ax = pictures.tree(tree, for_mover=True)
        assert plots.digest(ax).splitlines()[1:] == ["A: 0", "B: 0", "C: 2", "b1: 3", "b2: 0"]
        assert ax.get_title() == "Worth 0 to Max, who moves"
        branches = [text.get_text() for text in ax.texts if text.get_bbox_patch()]
        assert {"-3", "0", "-2"} <= set(branches)

    def test_in_every_node_stands_the_largest_that_its_branches_bring(self, some):
        for tree in some[:6]:
            lines = plots.digest(pictures.tree(tree, for_mover=True)).splitlines()[1:]
            told = {node: int(value) for node, value in (line.split(": ") for line in lines)}
            for node, inside in tree.nodes.items():
                if isinstance(inside, list):
                    assert told[node] == max(-told[child] for child in inside)
