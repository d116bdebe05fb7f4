"""What the pictures and widgets are given: anything else is refused in one sentence, the same
everywhere.
"""

from fractions import Fraction

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from hand import Hand

from gamecourse.show import alphabeta, boards, chances, graphs, plots, trees
from gamecourse.show.alphabeta import AlphaBetaStepper
from gamecourse.show.chase import Chase
from gamecourse.show.dice import PlayDice
from gamecourse.show.editor import Editor
from gamecourse.show.heaps import PlayHeaps
from gamecourse.show.improver import Improver
from gamecourse.show.montecarlo import SearchStepper
from gamecourse.show.playtree import PlayTree
from gamecourse.show.replay import Replay
from gamecourse.show.sliders import Mistakes
from gamecourse.show.stepper import Stepper
from gamecourse.show.walk import StrategyWalk
from gamecourse.show.wave import Wave
from gamecourse.show.widgets import Play
from gamefast import Searched, chance_values, exact_values, solve
from gamelib import Extensive, Quotient, backward_induction, random_moves
from gamelib.core import IllegalMove
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Matches,
    MinMaxTree,
    Nim,
    OverwriteTicTacToe,
    TicTacToe,
    Tree,
)

BOARD = CopsAndThief.from_text("P.E\n..T")
DICE = OverwriteTicTacToe(2)
RNG = np.random.default_rng(1)
A_CLASS = (Matches, "Matches is a class: make a game from it first")
A_GRAPH = (nx.DiGraph([(0, 1)]), "a graph alone is not a game")
NO_GAME = (5, "int is not a game: a Game needs")
EXTENSIVE = (DICE, "OverwriteTicTacToe is an ExtensiveGame, but a Game is wanted here")
A_SOLUTION = (solve(Matches(3)), "Solution is not a game: a Game needs")
NO_GAMES = (A_CLASS, A_GRAPH, NO_GAME, A_SOLUTION)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def wanted(solver, call, name="Matches"):
    return f"{name} is not an answer of {solver}: write .*{call}"


#: What takes a game, and what takes an answer: each with what else it may be given, and what is
#: said then.
REFUSED = [
    *((Play, *wrong) for wrong in (*NO_GAMES, EXTENSIVE)),
    *((make, *EXTENSIVE) for make in (trees.tree, PlayHeaps)),
    *(
        (make, *A_CLASS)
        for make in (boards.draw, trees.tree, PlayHeaps, Chase, Editor, Stepper, Wave)
    ),
    (lambda kind: Mistakes(kind, {}), *A_CLASS),
    (PlayDice, *A_CLASS),
    *(
        (make, Matches, "the tree is <class")
        for make in (AlphaBetaStepper, alphabeta.tree, alphabeta.trace)
    ),
    *((make, *A_CLASS) for make in (graphs.graph, plots.ranks, chances.graph, Improver, PlayTree)),
    (lambda kind: plots.heat(kind, thief=(0, 0)), *A_CLASS),
    *(
        (make, Matches(3), f"Matches is not a board of policeman and thief: give {make.__name__}")
        for make in (Chase, Editor)
    ),
    (Stepper, Searched(Matches(3)), wanted("solve", "", "Searched")),
    *((lambda game: StrategyWalk(game, max), *wrong) for wrong in (A_CLASS, EXTENSIVE)),
    *((lambda game: Replay(game, []), *wrong) for wrong in (A_CLASS, EXTENSIVE)),
    *(
        (lambda game: SearchStepper(game, playouts=1, rng=RNG), *wrong)
        for wrong in (A_CLASS, EXTENSIVE)
    ),
    (PlayDice, Matches(3), "Matches is a Game, but an ExtensiveGame is wanted here"),
    (PlayDice, 5, "int is not a game: an ExtensiveGame needs"),
    (AlphaBetaStepper, 5, "the tree is 5: give a dict"),
    (alphabeta.tree, Matches(3), r"the tree is Matches\(.*: give a dict"),
    (Wave, Matches(3), wanted("solve", r"Wave\(solve\(game\)\)")),
    (
        lambda game: Mistakes(game, {"all": 3}),
        Matches(3),
        wanted("solve", r"Mistakes\(solve\(game\), "),
    ),
    (graphs.graph, Matches(3), wanted("solve", r"graphs.graph\(solve\(game\)\)")),
    (graphs.graph, nx.DiGraph([(0, 1)]), wanted("solve", r"graphs.graph\(solve", "DiGraph")),
    (plots.ranks, Searched(Matches(3)), wanted("solve", "plots.ranks", "Searched")),
    (
        lambda board: plots.heat(board, thief=(1, 2)),
        BOARD,
        wanted("solve", "plots.heat", "CopsAndThief"),
    ),
    (graphs.check_size, Matches(3), wanted("solve", "")),
    (graphs.Replay, Matches(3), wanted("solve", "")),
    (chances.graph, DICE, wanted("exact_values", "chances.graph", "OverwriteTicTacToe")),
    (
        chances.graph,
        chance_values(DICE),
        wanted("exact_values", r"chances.graph\(exact_values", "ChanceValues"),
    ),
    (
        Improver,
        exact_values(DICE),
        wanted("strategy_improvement", r"Improver\(strategy_impr", "ExactValues"),
    ),
    (chances.Net, DICE, wanted("exact_values", "", "OverwriteTicTacToe")),
    (
        lambda game: Play(Matches(3), solution=game),
        Matches(3),
        wanted("a solver", r"solution=solve\(game\)"),
    ),
    (
        lambda game: PlayDice(DICE, values=game),
        DICE,
        wanted("a solver", "values=exact", "OverwriteTicTacToe"),
    ),
    (lambda game: boards.strategy_map(game, max), *A_CLASS),
    (
        lambda game: boards.strategy_map(game, max),
        ConnectFour(),
        "ConnectFour is not played on the cells",
    ),
    (
        lambda game: StrategyWalk(game, max, first=False),
        Nim((3,)),
        "Nim is not played on the cells of a board",
    ),
    (
        lambda move: StrategyWalk(TicTacToe(), move),
        (0, 0),
        "the strategy is .0, 0.: give a function",
    ),
    (
        lambda move: boards.strategy_map(TicTacToe(), move),
        (0, 0),
        "the strategy is .0, 0.: give a function",
    ),
    (lambda move: Play(Matches(3), opponent=move), 2, "the opponent is 2: give a function"),
    (lambda move: PlayDice(DICE, opponent=move), 2, "the opponent is 2: give a function"),
    (lambda rng: PlayDice(DICE, rng=rng), 1, "rng=1: chance needs its source"),
]


@pytest.mark.parametrize(("make", "given", "said"), REFUSED)
def test_what_is_no_game_no_answer_and_no_strategy_is_refused_in_one_sentence(make, given, said):
    with pytest.raises(TypeError, match=f"^{said}") as refused:
        make(given)
    assert ". " not in str(refused.value).replace("wanted here. ", "")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("draw", "things", "said"),
    [
        (plots.strip, Matches(3), "the outcomes are Matches"),
        (
            plots.strip,
            solve(Matches(3)),
            r"the outcomes are <Solution: .* plots.strip\(solution.values\(\)\)",
        ),
        (plots.strip, ["W", "L"], "'W' is one of the outcomes: give those of piles"),
        (plots.nimbers, Nim((3,)), "the nimbers are Nim"),
        (plots.nimbers, [0, "1"], "'1' is one of the nimbers: give the nimbers of heaps"),
        (plots.binary, 5, "the heaps are 5: give whole numbers"),
        (lambda turn: Chase(BOARD, turn=turn), "cops", "turn='cops': give 'policeman' or"),
        (lambda position: boards.draw(TicTacToe(), position), "XX", "'XX' is not a board of 3 x 3"),
        (lambda position: trees.tree(Nim((2, 1)), position), "XX", "'XX' is not a position"),
    ],
)
def test_other_things_of_a_wrong_value_are_refused_too(draw, things, said):
    with pytest.raises(ValueError, match=said):
        draw(things)


@pytest.mark.parametrize("game", [Matches(100), Nim((60, 60)), ConnectFour()])
def test_a_game_too_large_to_draw_is_refused_without_a_limit_that_cannot_be_raised(game):
    with pytest.raises(ValueError, match="more than 60 nodes would be a thicket") as refused:
        trees.tree(game)
    assert "max_positions" not in str(refused.value)


class TestAnswersOfAnySolver:
    """A widget takes them as solution, as values and as the opponent."""

    @pytest.mark.parametrize("solver", [solve, Searched, lambda game: solve(Quotient(game))])
    def test_play(self, solver):
        game = Nim((2, 1))
        answer = solver(game)
        play = Play(game, solution=answer, you=1)
        assert play.position == (1, 1)
        assert Hand(play).hints() == Hand(Play(game, you=1)).hints() == [("W", 1, 1), ("W", 1, 1)]
        assert Play(game, opponent=answer, you=1).position == (1, 1)

    @pytest.mark.parametrize("solver", [exact_values, chance_values])
    def test_dice(self, solver):
        widget = PlayDice(DICE, values=solver(DICE), rng=np.random.default_rng(1))
        value = Hand(widget).source.row(Hand(widget).place, True)["value"]
        assert float(Fraction(value)) == pytest.approx(1 / 3, abs=1e-8)

    def test_a_plan_tells_what_each_player_gets(self):
        game = Tree(
            {
                "a": ("Ann", {"on": "b", "stop": (1, 0)}),
                "b": ("Bob", {"left": (2, 5), "right": (0, 6)}),
            },
            ("Ann", "Bob"),
        )
        plan = backward_induction(game)
        assert [value for _, _, value in Hand(PlayDice(game, values=plan)).hints()] == [
            [0, 6],
            [1, 0],
        ]
        second = PlayDice(game, values=plan, opponent=lambda position: "on", you=1)
        second.move("right")
        assert second.as_text().startswith("Play is over. It is worth 6 to you.")

    def test_a_game_as_an_extensive_one(self):
        game = Extensive(Matches(5))
        widget = PlayDice(
            game, values=exact_values(game), opponent=random_moves(game, np.random.default_rng(1))
        )
        assert [int(value) for _, _, value in Hand(widget).hints()] == [1, -1, -1]
        with pytest.raises(IllegalMove):
            widget.move(4)


def test_a_dict_is_a_tree_wherever_a_tree_is_drawn():
    nodes = {"A": ["B", "C"], "B": 4, "C": 3}
    assert alphabeta.trace(nodes) == alphabeta.trace(MinMaxTree(nodes))
    assert plots.digest(alphabeta.tree(nodes)) == plots.digest(alphabeta.tree(MinMaxTree(nodes)))
