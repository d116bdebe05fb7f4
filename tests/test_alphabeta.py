"""Minimax trees as pictures, the alpha-beta stepper, the nested map of a strategy."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from gamelib import alphabeta, minimax, solve
from gamelib.games import MinMaxTree, TicTacToe
from gamelib.show import alphabeta as pictures
from gamelib.show import boards, plots, widgets

EXAMPLE = {"X": ["u", "v", "Y"], "u": 3, "v": 6, "Y": ["y1", "y2"], "y1": 5, "y2": 9}


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def random_tree(rng, depth, name="r"):
    if depth == 0 or rng.random() < 0.15:
        return {name: int(rng.integers(-9, 10))}
    children = [f"{name}{k}" for k in range(int(rng.integers(1, 4)))]
    return {name: children} | {k: v for child in children for k, v in random_tree(rng, depth - 1, child).items()}


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

    def test_the_windows_are_for_max(self):
        steps = {step.node: step for step in pictures.trace(MinMaxTree(EXAMPLE)) if step.value is None}
        assert (steps["Y"].alpha, steps["Y"].beta) == (6, float("inf"))


class TestPictures:
    def test_values_and_bounds(self):
        assert plots.digest(pictures.tree(EXAMPLE)).splitlines()[0] == "6 of 6 nodes looked at"
        ax = pictures.tree(EXAMPLE, cuts=True)
        assert plots.digest(ax) == "5 of 6 nodes looked at\nX: 6\nY: ≤ 5\nu: 3\nv: 6\ny1: 5\ny2: –"
        assert ax.get_title() == "Worth 6 to Max; 5 of 6 nodes looked at"

    def test_every_node_is_written_with_its_value_and_a_cut_is_marked(self):
        def words(ax):
            return sorted(text.get_text() for text in ax.texts)

        assert words(pictures.tree(EXAMPLE)) == ["X\n6", "Y\n5", "u\n3", "v\n6", "y1\n5", "y2\n9"]
        assert words(pictures.tree(EXAMPLE, cuts=True)) == sorted(
            ["X\n6", "Y\n≤ 5", "u\n3", "v\n6", "y1\n5", "y2", "✂"]
        )

    def test_every_node_has_a_place_of_its_own(self):
        rng = np.random.default_rng(2)
        for _ in range(20):
            tree = MinMaxTree(random_tree(rng, 4))
            places = list(pictures._places(tree).values())
            assert len(set(places)) == len(places)

    def test_what_is_no_tree_is_refused(self):
        with pytest.raises(ValueError, match="'B', a child of 'A', is missing"):
            pictures.tree({"A": ["B"]})
        with pytest.raises(ValueError, match="at 'A' stands 'B': give the list of its children, or a number"):
            pictures.AlphaBetaStepper({"A": "B"})


class TestStepper:
    def test_it_says_why_a_branch_is_cut(self):
        stepper = pictures.AlphaBetaStepper(EXAMPLE)
        stepper.show_step(9)
        why, so = stepper.as_text().splitlines()[:2]
        assert why == "Min can hold Y down to 5, no more than alpha = 6, which Max has elsewhere."
        assert so == "Max will not come here: y2 is cut."
        assert "X (Max): alpha = 6, beta = ∞" in stepper.as_text()
        stepper.show_step(99)
        assert stepper.step == stepper.last == 10
        assert "All children of X are done: its value is 6." in stepper.as_text()
        assert "svg" in stepper._picture.value
        stepper.show_step(0)
        assert "Press Next" in stepper.as_text()

    def test_a_cut_at_max(self):
        stepper = pictures.AlphaBetaStepper({"A": ["B"], "B": ["c", "D"], "c": 3, "D": ["d1", "d2"], "d1": 5, "d2": 1})
        texts = []
        for k in range(stepper.last + 1):
            stepper.show_step(k)
            texts.append(stepper.as_text())
        assert any("Max can get 5 at D, no less than beta = 3, to which Min holds him elsewhere." in t for t in texts)
        assert any("D (Max): alpha = -∞, beta = 3" in t for t in texts)

    def test_the_order_of_the_moves_can_be_given(self):
        last = pictures.AlphaBetaStepper(EXAMPLE, order=lambda node, moves: sorted(moves, reverse=True))
        assert [step.node for step in last.steps if step.value is None][:2] == ["X", "v"]


class TestStrategyMap:
    def test_the_perfect_strategy_never_loses(self):
        game = TicTacToe()
        solution = solve(game)
        for first, words in ((True, "71 won, 2 drawn, 0 lost"), (False, "386 won, 183 drawn, 0 lost")):
            assert plots.digest(boards.strategy_map(game, solution.best, first=first)) == words

    def test_boards_inside_boards_with_all_their_marks(self):
        """X in the corner, and in each of the 8 other cells a board with two X and one O: 9 grids of 4 lines."""
        game = TicTacToe()
        ax = boards.strategy_map(game, lambda position: game.moves(position)[0], depth=2)
        rings, strokes = ax.collections
        assert len(rings.get_paths()) == 8
        assert len(strokes.get_segments()) == 9 * 4 + 2 * (1 + 8 * 2)
        black = [colour for colour in strokes.get_colors() if tuple(colour) == (0, 0, 0, 1)]
        assert len(black) == 2 * 9  # the strategy's move on each board is heavy
        assert plots.digest(ax) == "0 won, 0 drawn, 0 lost, 8 cut off"

    def test_the_endings_are_counted_right(self):
        game = TicTacToe()

        def count(position, mine):
            result = game.outcome(position)
            if result is not None:
                worth = -result if not mine else result
                return np.array([worth > 0, worth == 0, worth < 0], int)
            moves = [game.moves(position)[0]] if mine else game.moves(position)
            return sum(count(game.play(position, move), not mine) for move in moves)

        won, drawn, lost = count(game.start(), True)
        ax = boards.strategy_map(game, lambda position: game.moves(position)[0])
        assert plots.digest(ax) == f"{won} won, {drawn} drawn, {lost} lost"
        assert lost > 0


def test_numbers_are_said_as_numbers():
    widget = widgets.Play(MinMaxTree(EXAMPLE))
    widget.move("v")
    assert "Play is over. It is worth 6 to you." in widget.as_text()
