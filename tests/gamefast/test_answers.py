"""One kind of answer: every solver's is asked in the same words, and is a strategy."""

import pickle
import re
from fractions import Fraction
from time import perf_counter

import numpy as np
import pytest
from naive import Boxes, DiGraph, game, taking_turns

import gamelib.local
from gamefast import (
    GameGraph,
    Searched,
    advise,
    alphabeta,
    chance_values,
    deepen,
    exact_values,
    mcts,
    minimax,
    nimber,
    solve,
    strategy_improvement,
)
from gamefast.retrograde.local import solve_locally
from gamelib import (
    DRAW,
    LOSS,
    WIN,
    Alternating,
    Answer,
    Extensive,
    Fixed,
    Misere,
    Quotient,
    Sum,
    backward_induction,
    check_game,
    expectiminimax,
    match,
)
from gamelib.answers import PositionResult
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Matches,
    Nim,
    Octal,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    TicTacToe,
    Tree,
)

LATE = "X.O.X.O.."


CENTIPEDE = Tree(
    {"a": ("I", {"take": (2, 0), "pass": "b"}), "b": ("II", {"take": (1, 3), "pass": (3, 2)})},
    players=("I", "II"),
)
ANSWERS = {
    "solve": (lambda: solve(TicTacToe()), TicTacToe(), LATE),
    "solve, quotient": (lambda: solve(Quotient(TicTacToe())), TicTacToe(), LATE),
    "solve, arena": (lambda: solve(Matches(9)), Matches(9), 7),
    "Searched": (lambda: Searched(TicTacToe()), TicTacToe(), LATE),
    "backward_induction": (lambda: backward_induction(CENTIPEDE), CENTIPEDE, "b"),
    "exact_values": (
        lambda: exact_values(OverwriteTicTacToe(2)),
        OverwriteTicTacToe(2),
        ("X...", "O"),
    ),
    "exact_values, walked": (lambda: exact_values(Boxes()), Boxes(), (4, 1)),
    "chance_values": (
        lambda: chance_values(OverwriteTicTacToe(2)),
        OverwriteTicTacToe(2),
        ("X...", "O"),
    ),
}


#: What a search of one position answers; game and position as above.
SEARCHES = {
    "minimax": lambda game, position: minimax(game, position),
    "alphabeta": lambda game, position: alphabeta(game, position),
    "a window": lambda game, position: alphabeta(game, position, window=(-2, -1)),
    "a table": lambda game, position: alphabeta(Quotient(game), position, table={}),
    "deepen": lambda game, position: deepen(Quotient(game), position, depth=2),
    "mcts": lambda game, position: mcts(game, position, playouts=400, rng=np.random.default_rng(1)),
    "mcts, quotient": lambda game, position: mcts(
        Quotient(game), position, playouts=9, rng=np.random.default_rng(1)
    ),
    "advise": lambda game, position: advise(game, position),
    "expectiminimax": lambda game, position: expectiminimax(Extensive(game), (position, 0)),
}
ABOUT_DICE = {
    "expectiminimax, dice": lambda: expectiminimax(Quotient(ShadedTicTacToe(2, 2, 2)), "..X."),
    "advise, dice": lambda: advise(OverwriteTicTacToe(2), ("X...", "O")),
    "advise, payoffs": lambda: advise(CENTIPEDE),
    "a guess": lambda: expectiminimax(Quotient(OverwriteTicTacToe(2)), depth=3),
}


class Wide:
    """Count down from 300; a position is as long as a board of 4,000 cells, and so is a move."""

    def start(self):
        return ("cell", 300) * 2_000

    def moves(self, position):
        return [("take", 1) * 2_000] if position[1] else []

    def play(self, position, move):
        return ("cell", position[1] - 1) * 2_000

    def outcome(self, position):
        return None if position[1] else -1


#: Records of play that is long, or in which each position is long, of all kinds.
LONG = {
    "a match": lambda: match(
        CopsAndThief.from_text("P*T"), *[solve(CopsAndThief.from_text("P*T")).best] * 2
    ),
    "a wide match": lambda: match(Wide(), *[lambda position: ("take", 1) * 2_000] * 2, limit=50),
    "minimax": lambda: minimax(Matches(3_000, takes=(1,)), table={}),
    "wide minimax": lambda: minimax(Wide(), depth=50),
    "alphabeta": lambda: alphabeta(Wide(), depth=50),
    "deepen": lambda: deepen(Wide(), depth=5),
    "an iteration": lambda: deepen(Wide(), depth=5).iterations[-1],
    "mcts": lambda: mcts(Wide(), playouts=3, rng=np.random.default_rng(1)),
    "advise": lambda: advise(Wide(), nodes=20, seconds=0.1),
    "locally": lambda: solve_locally(Wide(), ("cell", 3) * 2_000),
    "solve": lambda: solve(Wide(), ("cell", 3) * 2_000),
    "exact": lambda: exact_values(Extensive(Wide()), (("cell", 3) * 2_000, 0)),
    "plan": lambda: backward_induction(Extensive(Wide()), (("cell", 3) * 2_000, 0)),
    "decision": lambda: backward_induction(Extensive(Wide()), (("cell", 3) * 2_000, 0))[
        ("cell", 3) * 2_000, 0
    ],
    "rounds": lambda: strategy_improvement(Extensive(Wide()), (("cell", 3) * 2_000, 0)).rounds[-1],
    "check_game": lambda: check_game(Wide(), ("cell", 3) * 2_000),
}


@pytest.mark.parametrize("name", LONG)
def test_python_writes_every_record_in_a_few_lines(name):
    assert len(repr(LONG[name]())) < 5_000


def test_a_short_record_is_written_in_full():
    play = match(Matches(4), solve(Matches(4)), solve(Matches(4)))
    assert repr(play) == "Match(moves=(1, 3), positions=(4, 3, 0), payoffs=(-1, 1), finished=True)"


RACE = DiGraph([("a", "b"), ("b", "c"), ("b", "d"), ("d", "e")])
TURNS = Boxes(5)
#: Solvers that are asked for a position other than the start, and that position.
BEGUN = {
    "an arena": (lambda p: solve(Matches(15), p), 7),
    "walked": (lambda p: solve(TicTacToe(), p), "X...O...."),
    "further positions": (lambda p: solve(Matches(15, takes=(1, 2)), positions=[p, 3]), 7),
    "classes": (lambda p: solve(Quotient(TicTacToe()), p), "....O...X"),
    "misere": (lambda p: solve(Misere(Nim((3, 2))), p), (1, 2)),
    "a graph": (lambda p: solve(RACE, p), "b"),
    "a bare arena": (lambda p: solve(GameGraph.from_networkx(RACE), p), "b"),
    "exact": (lambda p: exact_values(TURNS, p), (3, 1)),
    "exact, bits": (lambda p: exact_values(OverwriteTicTacToe(2), p), ("X...", "O")),
    "exact, classes": (lambda p: exact_values(Quotient(ShadedTicTacToe(2, 2, 2)), p), "..X."),
    "intervals": (lambda p: chance_values(TURNS, p), (3, 1)),
    "lower": (lambda p: chance_values(TURNS, p).lower, (3, 1)),
    "intervals, bits": (lambda p: chance_values(OverwriteTicTacToe(2), p), ("X...", "O")),
    "improved": (lambda p: strategy_improvement(TURNS, p), (3, 1)),
    "plan": (lambda p: backward_induction(CENTIPEDE, p), "b"),
}


@pytest.mark.parametrize("name", BEGUN)
def test_asked_without_a_position_an_answer_is_about_the_one_that_was_asked_for(name, tmp_path):
    make, position = BEGUN[name]
    answer = make(position)
    for found in (answer, pickle.loads(pickle.dumps(answer))):
        assert found.value() == found.value(position)
        assert found.best() == found.best(position)
        assert found.line(moves=3) == found.line(position, 3)
        assert found.explain() == found.explain(position)
        assert found.explain().startswith(f"{position!r} is ")
        assert found.options() == found.options(position)


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_asked_in_the_same_words(name):
    make, game, position = ANSWERS[name]
    answer = make()
    assert isinstance(answer, Answer)
    assert position in answer
    best = answer.best(position)
    assert answer(position) == best in list(game.moves(position))
    options = answer.options(position)
    assert [move for move, _, _ in options] == list(game.moves(position))
    for move, option, known in options:
        assert option == game.play(position, move)
        assert str(known) == str(answer[option])
    assert answer.line(position, 1) == [best]
    assert repr(position) in answer.explain(position)
    assert len(answer.explain(position).splitlines()) >= 2
    assert answer.best() == answer.best(game.start())
    assert str(answer.value()) == str(answer.value(game.start()))
    assert len(repr(answer)) < 120
    if name != "Searched":
        assert sum(answer.counts().values()) == len(answer)
    played = match(game, answer, answer, rng=np.random.default_rng(1))  # and it is a strategy
    assert played.finished
    assert (
        played.result == match(game, answer.best, answer.best, rng=np.random.default_rng(1)).result
    )
    twin = pickle.loads(pickle.dumps(answer))
    assert (twin[position], twin.options(position), twin.line(position, 3)) == (
        *(answer[position], answer.options(position), answer.line(position, 3)),
    )


@pytest.mark.parametrize("name", [*SEARCHES, *ABOUT_DICE])
def test_every_search_is_asked_in_the_same_words(name):
    found = SEARCHES[name](TicTacToe(), LATE) if name in SEARCHES else ABOUT_DICE[name]()
    assert isinstance(found, PositionResult)
    assert type(found.line) is tuple
    assert found.best == found.line[0]
    here = found.position
    for move in found.line:  # on the real board
        assert move in list(found.game.moves(here))
        here = found.game.play(here, move)
    said = found.explain()
    bound = "at least " if name == "a window" else ""
    worth = "(2, 0)" if name == "advise, payoffs" else f"{bound}{found.value}"
    assert said.startswith(f"{found.position!r} is worth {worth} to ")
    assert f"It leads to {here!r}, where " in said
    assert ("a guess" in said) == (not found.exact)
    if name in SEARCHES and found.exact:
        assert found.value == 1  # a row can be completed
    assert "Found" not in repr(found)
    assert pickle.loads(pickle.dumps(found)) == found


def test_a_search_says_where_best_play_ends():
    game = TicTacToe()
    for found, end in (
        (minimax(game, "XXXOO...."), "There play is over."),
        (minimax(game, LATE), "where play is over."),
        (minimax(game, depth=1), "where play goes on."),
        (minimax(game, LATE, depth=0), "There play goes on."),
        (
            ABOUT_DICE["advise, dice"](),
            "where chance decides.\nFound by exact values, proved in fractions.",
        ),
        (
            expectiminimax(OverwriteTicTacToe(2), ("X...", "O", (0, 0)), depth=0),
            "There chance decides.",
        ),
    ):
        assert found.explain().endswith(end)
        assert (found.best is None) == end.startswith("There")
    assert (
        "to player 0, as far as the search saw: that is a guess"
        in ABOUT_DICE["a guess"]().explain()
    )
    assert "is worth (2, 0) to the players" in ABOUT_DICE["advise, payoffs"]().explain()
    assert "is worth at most 1 to" in alphabeta(game, window=(1, 2)).explain()


def test_a_quotients_solution_answers_for_every_real_position_on_the_real_board():
    game = TicTacToe()
    whole, small = solve(game), solve(Quotient(game))
    assert (len(whole), len(small)) == (5478, 765)
    for position, verdict in whole.items():
        assert small[position] == verdict
        move = small.best(position)
        if move is not None:
            assert (
                whole[game.play(position, move)] == whole[game.play(position, whole.best(position))]
            )
    with pytest.raises(UnknownPosition, match="'XX' is not a position of TicTacToe"):
        small["XX"]
    assert "XX" not in small
    position = LATE
    for move in small.line(LATE):
        position = game.play(position, move)
    assert game.outcome(position) is not None


def test_interval_and_exact_values_of_a_quotient_too():
    game = OverwriteTicTacToe(2)
    whole, small = exact_values(game), exact_values(Quotient(game))
    within = chance_values(Quotient(game))
    assert len(small) < len(whole)
    for position, value in whole.items():
        assert small[position] == value
        assert within[position].lower <= value <= within[position].upper
        move = small.best(position)
        assert (move is None) == (whole.best(position) is None)
        if move is not None:
            assert whole[game.play(position, move)] == value

    turned = (
        taking_turns(  # two moves; what they are called depends on the side from which one looks
            start=lambda self: (2, 1),
            turn=lambda self, q: q[0] % 2 if q[0] else None,
            moves=lambda self, q: [(q[1], 0), (q[1], 1)],
            play=lambda self, q, m: (q[0] - 1, m[1]),
            payoffs=lambda self, q: (1, -1),
            representative=lambda self, q: ((q[0], 0), lambda m: (q[1], m[1])),
        )
    )
    turned = backward_induction(Quotient(turned))
    assert turned[2, 1].move == turned.best((2, 1)) == (1, 0)
    assert turned[2, 1].equal == ((1, 1),)
    assert turned[2, 0].move == (0, 0)


def test_solve_takes_a_position_and_several():
    assert len(solve(TicTacToe(), "XX.OO....")) < 100
    both = solve(TicTacToe(), positions=["XX.OO....", "XO......."])
    assert both["XX.OO...."].outcome == both["XO......."].outcome == WIN
    assert "........." not in both
    assert len(solve(Matches(9), 4)) == 10  # its arena has all piles
    for known, unknown in ((Matches(9), 12), (DiGraph([("a", "b"), ("b", "c")]), "z")):
        with pytest.raises(UnknownPosition):
            solve(known, unknown)
    quotient = solve(Quotient(Nim((2, 1, 1))), (1, 2, 0))
    assert quotient[0, 1, 2] == quotient[2, 0, 1]


def test_extra_turns_are_solved_searched_played_and_checked_like_any_other():
    for boxes in (
        *map(Boxes, range(1, 12)),
        *map(Extensive, (Matches(7), Nim((1, 2, 3)), TicTacToe(2, 3, 2))),
    ):
        game, start = Alternating(boxes), boxes.start()
        value = exact_values(boxes)[start]
        solution = solve(game)
        assert solution[game.start()].value == minimax(game).value == value
        assert Searched(game)[game.start()].value == value
        assert backward_induction(boxes).value() == (value, -value)
        assert chance_values(boxes)[start].lower == value
        assert match(game, solution, Searched(game)).result == value
        assert match(boxes, exact_values(boxes), backward_induction(boxes)).payoffs == (
            value,
            -value,
        )
        assert check_game(boxes).complete
        assert check_game(game).complete
    with pytest.raises(ValueError, match=r"at .* chance decides, but a Game has no dice"):
        solve(Alternating(OverwriteTicTacToe(2)))
    with pytest.raises(
        ValueError, match=r"'x' is not a position of Alternating: give \(position, player to move\)"
    ):
        solve(Alternating(Boxes()), "x")


def test_match_lets_any_number_play():
    three = Tree(
        {
            "a": ("A", {"x": "b"}),
            "b": ("B", {"y": "c"}),
            "c": ("C", {"z": (1, 2, 3), "w": (3, 2, 1)}),
        },
        players=("A", "B", "C"),
    )
    plan = backward_induction(three)
    played = match(three, plan, plan, lambda position: "w")
    assert (played.moves, played.payoffs, played.result) == (("x", "y", "w"), (3, 2, 1), 3)
    with pytest.raises(
        ValueError, match="player 2 is to move at 'c': give a strategy for each, not 2"
    ):
        match(three, plan, plan)
    with pytest.raises(
        ValueError, match=r"the payoffs at .* are \(3, 2, 1\): give a strategy for each, not 4"
    ):
        match(three, plan, plan, lambda position: "w", plan)
    assert "worth (1, 2, 3) (best)" in plan.explain("b")


#: Games of every kind, each with a position where play is over, and the value there.
OVER = {
    "a board": (TicTacToe(), "XXXOO....", -1),
    "drawn": (TicTacToe(), "XOXXOXOXO", 0),
    "no symmetry": (game(), 0, -1),
    "any number": (game(outcome=lambda self, p: None if p else 0.5), 0, 0.5),
    "an arena": (Matches(15), 0, -1),
    "bits": (ConnectFour(4, 4), "....\n....\nOOO.\nXXXX", -1),
    "heaps": (Nim((50, 60)), (0, 0), -1),
    "classes": (Quotient(TicTacToe()), "XXXOO....", -1),
    "classes of heaps": (Quotient(Nim((2, 1))), (0, 0), -1),
    "misere": (Misere(Nim((3, 2))), (0, 0), 1),
    "classes of a misere game": (Quotient(Misere(Nim((3, 2)))), (0, 0), 1),
    "misere play of classes": (Misere(Quotient(Nim((3, 2)))), (0, 0), 1),
    "a sum": (Sum(Nim((3,)), Matches(4)), ((0,), 0), -1),
    "extensive": (Extensive(Matches(4)), (0, 1), 1),
    "alternating": (Alternating(Extensive(Matches(4))), ((0, 1), 1), -1),
    "dice": (OverwriteTicTacToe(2), ("XX..", "O"), 1),
    "classes with dice": (Quotient(OverwriteTicTacToe(2)), ("XX..", "O"), 1),
    "fixed": (Fixed(Extensive(Matches(4)), 0, lambda p: 1), (0, 1), 1),
    "fixed classes": (
        Fixed(Quotient(OverwriteTicTacToe(2)), 1, lambda p: (0, 0)),
        ("XX..", "O"),
        1,
    ),
    "payoffs": (CENTIPEDE, (3, 2), (3, 2)),
}
SHORT = [{}, {"seconds": 0.001}, {"seconds": 1e-9}, {"nodes": 1}, {"nodes": 1, "seconds": 1e-9}]


class TestAdvise:
    @pytest.mark.parametrize("limits", SHORT, ids=str)
    @pytest.mark.parametrize("name", OVER)
    def test_where_play_is_over_the_rules_say_the_value_however_short_the_time(self, name, limits):
        one, end, value = OVER[name]
        found = advise(one, end, **limits)
        assert (found.value, found.line, found.best, found.exact) == (value, (), None, True)
        assert found.remoteness in (0, None)
        assert "there is no move to make" in str(found)
        assert "There play is over." in found.explain()

    @pytest.mark.parametrize("limits", SHORT, ids=str)
    @pytest.mark.parametrize("name", OVER)
    def test_what_it_has_found_is_told_in_words_for_every_kind_of_game(self, name, limits):
        one, _, _ = OVER[name]
        found = advise(one, **limits)
        assert f"{found.position!r} is worth " in found.explain()
        assert ("Best play: " in found.explain()) != ("There chance decides." in found.explain())

    def test_it_agrees_with_solve_and_says_how(self):
        for one, route in (
            (Matches(15), "arena"),
            (TicTacToe(), "alpha-beta, one position of each symmetry class"),
            (Misere(Nim((1, 2))), "alpha-beta"),
            (Alternating(Boxes()), "alpha-beta"),
        ):
            solution = solve(one)
            for here, known in list(solution.items())[::7]:
                found = advise(one, here)
                assert (found.value, found.outcome, found.remoteness) == (
                    known.value,
                    known.outcome,
                    known.remoteness,
                )
                assert (found.best is None) == (one.outcome(here) is not None)
                assert (
                    found.best is None or solution[one.play(here, found.best)].value == -found.value
                )
                assert ("the rules: play is over" if found.best is None else route) in found.route
                assert str(found.outcome) in str(found)
                assert found.exact
        assert str(advise(Matches(15), 0)).startswith("LOSS in 0: there is no move to make")

    def test_where_play_goes_round(self, monkeypatch):
        board = type("Board", (CopsAndThief,), {}).from_text(
            "P...\n.**.\n..TE"
        )  # no arrays, as a reader's own
        solution = solve(CopsAndThief.from_text("P...\n.**.\n..TE"))
        assert "play can cycle" in advise(board).route
        assert advise(board).remoteness == solution[board.start()].remoteness
        monkeypatch.setattr("gamefast.advice.WHOLE", (20,))
        found = advise(board)
        assert "local solver" in found.route
        assert (found.outcome, found.remoteness) == (solution[board.start()].outcome, None)
        monkeypatch.setattr("gamefast.advice.WHOLE", (1,))
        drawn = advise(type(board).from_text("P*T"))
        assert (drawn.outcome, drawn.value) == (DRAW, 0)
        assert solution[board.play(board.start(), found.best)].outcome == -found.outcome

    def test_where_results_are_numbers_the_local_solver_knows_no_more_than_who_wins(
        self, monkeypatch
    ):
        """On a ring of 300 play can always be ended, for 1 or for 5."""
        monkeypatch.setattr("gamefast.advice.WHOLE", (20,))
        moves = {"one": -1, "five": -5}
        ring = game(
            moves=lambda self, p: [1, -1, *moves],
            play=lambda self, p, m: m if isinstance(m, str) else (p + m) % 300,
            outcome=lambda self, p: moves.get(p),
        )
        found = advise(ring)
        assert (found.outcome, found.value) == (WIN, None)
        assert str(found).startswith("WIN: 'one'")
        assert found.explain().startswith("3 is worth WIN to the player to move.")

    def test_a_long_game_is_not_said_to_go_round(self, monkeypatch):
        monkeypatch.setattr("gamelib.recursion.DEEPEST", 500)
        found = advise(game(start=lambda self: 1_000, moves=lambda self, p: [1]))
        assert found.outcome == LOSS
        assert "because play can be very long" in found.route

    def test_what_is_too_large_is_guessed_and_said_so(self):
        found = advise(ConnectFour(), nodes=2_000)
        assert not found.exact
        assert found.outcome is None
        assert found.best in range(7)
        assert "as far as the search saw" in str(found)
        assert "iterative deepening" in found.route

    def test_a_loss_that_is_near_is_found_where_a_search_in_depth_loses_itself(self):
        """The first move is forced; the answer "1" wins, "0" leads on for 16 more moves, to a
        draw.
        """
        well = game(
            start=lambda self: "",
            moves=lambda self, p: ["0", "1"] if p else ["0"],
            play=lambda self, p, m: p + m,
            outcome=lambda self, p: LOSS if p == "01" else DRAW if len(p) == 18 else None,
            bounds=lambda self, p: (-1, 1),
        )
        found = advise(well, nodes=500)
        assert (found.outcome, found.remoteness, found.exact) == (LOSS, 2, True)
        assert found.route == "iterative deepening, 2 moves ahead"

    def test_sums_and_heaps_are_won_and_lost_as_their_nimbers_say(self, monkeypatch):
        assert str(advise(Nim((50, 50, 50, 50)))).startswith(
            "LOSS: take 1 from heap 0. Found by nimbers"
        )
        monkeypatch.setattr("gamefast.advice.FEW", 1)
        for one in (
            Nim((3, 4, 2)),
            Quotient(Nim((3, 2, 3))),
            Octal((6, 4), "0.77"),
            Sum(Matches(5), Nim((2, 3))),
        ):
            solution = solve(one)
            for here, known in solution.items():
                found = advise(one, here)
                assert (found.outcome, found.value, found.exact) == (
                    known.outcome,
                    known.value,
                    True,
                )
                assert (
                    found.best is None or solution[one.play(here, found.best)].value == -found.value
                )
            assert found.route.startswith("the rules: play is over")
            assert advise(one).route == f"nimbers, whose sum over the parts is {nimber(one)}"

    @pytest.mark.parametrize(
        "endless",
        [
            TicTacToe(40, 40, 5),
            game(
                play=lambda self, p, m: (p + m) % 10**12,
                outcome=lambda self, p: None,
                moves=lambda self, p: [1, -1],
            ),
            type("Dice", (OverwriteTicTacToe,), {})(3),
        ],
    )
    def test_time_is_limited_and_a_guess_is_said_to_be_one(self, endless, monkeypatch):
        monkeypatch.setattr("gamefast.advice.WHOLE", (500, 1_000))
        begin = perf_counter()
        found = advise(endless, seconds=0.5)
        assert (
            perf_counter() - begin < 15
        )  # at the one move that is always looked ahead, and on a busy machine
        assert not found.exact
        assert found.outcome is None
        assert found.best in list(endless.moves(found.position))
        assert "as far as the search saw" in str(found)
        assert re.search(r"(iterative deepening|expectiminimax), \d+ moves? ahead", found.route)

    def test_what_is_too_large_and_cannot_be_guessed_at_is_refused(self, monkeypatch):
        monkeypatch.setattr("gamefast.advice.WHOLE", (10,))
        shared = taking_turns(start=lambda self: (90, 0), payoffs=lambda self, p: (3, 4))
        with pytest.raises(
            TooLarge,
            match=r"Dots is too large for the time, and cannot be guessed at: the payoffs at.*"
            r"more than 10 positions.* At least 1[0-9] positions were found, [0-9]+ of them opened",
        ):
            advise(shared)

    @pytest.mark.parametrize("whole", [(2_000,), (1,)])
    def test_without_dice_it_is_a_game_in_which_the_players_need_not_alternate(
        self, whole, monkeypatch
    ):
        monkeypatch.setattr("gamefast.advice.WHOLE", whole)
        boxes = Boxes(9)
        values = exact_values(boxes)
        for here in values:
            at = here, boxes.turn(here) or 0
            found, known = advise(boxes, here), solve(Alternating(boxes), at)[at]
            assert (found.value, found.outcome, found.remoteness) == (
                values[here],
                known.outcome,
                known.remoteness,
            )
            assert (found.game, found.position, found.exact) == (boxes, here, True)
            for move in found.line:
                here = boxes.play(here, move)
            assert boxes.payoffs(here)[0] == found.value

    def test_payoffs_that_pruning_would_not_look_at_are_looked_at(self):
        """After "left" and a first look at "right" (-1) alpha-beta is done; but player 1 would
        rather have 5 than 1.
        """
        game = Tree(
            {
                "a": ("I", {"left": (1, -1), "right": "b"}),
                "b": ("II", {"take": (-1, 1), "share": (5, 5)}),
            },
            players=("I", "II"),
        )
        assert (advise(game).value, advise(game).route) == ((5, 5), "backward induction")

    def test_one_player_alone_with_and_without_dice(self):
        coin = Tree(
            {
                "here": ("you", {"stop": (1,), "throw": "coin"}),
                "coin": (
                    "chance",
                    {"heads": ("1/3", (5,)), "tails": ("1/3", (0,)), "edge": ("1/3", "here")},
                ),
            },
            players=("you",),
        )
        assert exact_values(coin)["here"] == Fraction(5, 2) == strategy_improvement(coin)["here"]
        assert str(advise(coin)) == "worth 5/2: 'throw'. Found by exact values, proved in fractions"
        maze = Tree(
            {"a": ("you", {"back": "a", "on": "b"}), "b": ("you", {"out": (3,), "on": "a"})},
            players=("you",),
        )
        assert (advise(maze).value, advise(maze).line) == (3, ("on", "out"))
        assert str(advise(maze)).startswith("WIN in 3, worth 3")


def test_endless_games_end_at_a_limit():
    counting = taking_turns(play=lambda self, p, k: (p[0] + k, 1 - p[1]))
    for solver in (backward_induction, exact_values):
        with pytest.raises(
            TooLarge,
            match="more than 1,000 positions; raise max_positions.* "
            r"At least [12],00\d positions were found, (1,0|9)\d\d of them opened",
        ):
            solver(counting, max_positions=1_000)
    with pytest.raises(
        TooLarge, match="1,000 positions do not settle the outcome; raise max_positions"
    ):
        solve_locally(Alternating(counting), max_positions=1_000)
    with pytest.raises(TooLarge, match=r"1,000 positions do not settle .* \d+ of them were opened"):
        gamelib.local.solve_locally(Alternating(counting), max_positions=1_000)


def test_a_drawn_line_asks_how_long_it_may_be():
    stay = Tree({"here": ("you", {"stop": (-1, 1), "stay": "here"})}, players=("you", "nobody"))
    with pytest.raises(ValueError, match="best play comes back to 'here'"):
        exact_values(stay).line()
    assert exact_values(stay).line(moves=3) == ["stay"] * 3
    round_and_round = solve(CopsAndThief.from_text("P*T"))
    with pytest.raises(ValueError, match=r"best play comes back to .* say how many moves you want"):
        round_and_round.line()
    assert len(round_and_round.line(moves=5)) == 5


def test_the_line_of_a_draw_that_ends_needs_no_number():
    solution = solve(TicTacToe())
    assert len(solution.line()) == 9
    assert match(TicTacToe(), solution, solution).moves == tuple(solution.line())


@pytest.mark.parametrize("ask", ["best", "options", "line", "explain", "value", "__getitem__"])
@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_no_position_is_said_to_be_none(name, ask):
    answer = ANSWERS[name][0]()
    for wrong in ("nonsense", -1, (1, 2, 3), 10**9):
        with pytest.raises(
            (UnknownPosition, ValueError),
            match=f"{wrong!r}".replace("(", r"\(").replace(")", r"\)"),
        ):
            getattr(answer, ask)(wrong)


def test_a_histogram_is_counted_in_parts(monkeypatch):
    solution = solve(CopsAndThief.from_text("P..\n.*.\n..T"))
    whole = solution.histogram()
    monkeypatch.setattr("gamefast.answers.CHUNK", 7)
    assert solution.histogram() == whole
