"""Strategy improvement: every round against the definitions, the result against three other
methods, by the book and by the engine alike.
"""

from fractions import Fraction
from itertools import pairwise

import naive
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import RING, WRONG, Graph, by_enumeration, games

from gamelib import (
    CHANCE,
    Fixed,
    IllegalMove,
    Quotient,
    chance_values,
    exact_values,
    strategy_improvement,
)
from gamelib.components import leaving
from gamelib.core import TooLarge
from gamelib.games import Matches, OverwriteTicTacToe

pytestmark = pytest.mark.usefixtures("package")
needs_numpy = pytest.mark.skipif(naive.np is None, reason="the other method needs numpy")

HALF = Fraction(1, 2)


@st.composite
def begun(draw, size=8):
    """A random game, many with end components and ties; the improver, and a first move at every
    position.
    """
    game = draw(games(size))
    ways = {
        p: draw(st.integers(0, len(options) - 1))
        for p, (who, options) in game.nodes.items()
        if who in (0, 1)
    }
    return game, draw(st.sampled_from([0, 1])), ways


def gains(player, before, after):
    """What a player has gained from one round to another, by position."""
    sign = 1 if player == 0 else -1
    return {p: sign * (after.values[p] - value) for p, value in before.values.items()}


class TestResult:
    @needs_numpy
    @settings(max_examples=60, deadline=None)
    @given(begun(6))
    def test_exact_values_intervals_enumeration_and_best_replies_agree(self, begun):
        game, player, first = begun
        found, within = strategy_improvement(game, first=first, player=player), chance_values(game)
        assert dict(found) == dict(exact_values(game))
        assert all(
            Fraction(within.lower[p]) <= found[p] <= Fraction(within.upper[p]) for p in found
        )
        for p, value in by_enumeration(game, list(found)).items():
            assert abs(float(found[p]) - value) < 1e-7
        for fixed in (0, 1):
            replied = exact_values(Fixed(game, fixed, found.best))
            assert all(replied[p] == found[p] for p in replied)

    @pytest.mark.parametrize("player", [0, 1])
    @pytest.mark.parametrize(
        "game", [OverwriteTicTacToe(2), Quotient(OverwriteTicTacToe(2)), RING], ids=str
    )
    def test_games_of_the_lecture(self, game, player, package):
        found, exact = strategy_improvement(game, player=player), exact_values(game)
        assert dict(found) == {p: exact[p] for p in found}
        if package == "gamelib":  # the engine's exact values are those of every board
            assert set(found) == set(exact)

    def test_the_answer_has_the_face_of_the_others(self):
        board = ("X...", "O")
        found = strategy_improvement(Quotient(OverwriteTicTacToe(2)))
        assert found[board] == Fraction(1, 3)
        assert (
            found.best(board) == found(board) == (0, 0)
        )  # a throw for the mark, on the real board
        assert repr(found).endswith(f"{len(found.rounds)} rounds>")
        assert strategy_improvement(RING, "one O")["one O"] == Fraction(-1, 3)


class TestRounds:
    @needs_numpy
    @settings(max_examples=40, deadline=None)
    @given(begun())
    def test_each_round_is_worth_what_it_says_and_changes_what_is_better(self, begun):
        game, player, first = begun
        rounds = strategy_improvement(game, first=first, player=player).rounds
        assert rounds[-1].player is None
        assert rounds[-1].changes == {}
        assert rounds[0].strategy == {p: first[p] for p in rounds[0].strategy}
        for one in rounds:
            for p, value in by_enumeration(game, list(one.values), one.strategy).items():
                assert abs(float(one.values[p]) - value) < 1e-7
            for p, move in one.changes.items():
                sign = 1 if one.player == 0 else -1
                assert game.turn(p) == one.player
                assert move != one.strategy[p]
                gain = sign * (one.values[game.play(p, move)] - one.values[p])
                assert gain > 0 if one.why == "better" else gain == 0
                assert one.why != "stay" or sign * one.values[p] < 0
                assert one.why != "leave" or (one.player != player and sign * one.values[p] > 0)
        for one, then in pairwise(rounds):
            assert then.strategy == {**one.strategy, **one.changes}
            gained = gains(one.player, one, then)
            if one.why == "leave":
                assert not any(gained.values())
                assert then.player is None
            elif one.player != player:
                assert min(gained.values()) >= 0
                assert all(gained[p] > 0 for p in one.changes)
        replied = [one for one in rounds if one.player in (player, None)]
        for one, then in pairwise(replied):
            gained = gains(player, one, then)
            assert min(gained.values()) >= 0
            assert all(gained[p] > 0 for p in one.changes)

    @settings(max_examples=60, deadline=None)
    @given(begun(6))
    def test_the_replier_has_no_better_reply_when_it_is_the_improvers_turn(self, begun):
        game, player, first = begun
        for one in strategy_improvement(game, first=first, player=player).rounds:
            if one.player == player:
                replied = exact_values(Fixed(game, player, one.strategy.__getitem__))
                assert all(replied[p] == one.values[p] for p in replied)

    def test_the_ring_from_a_wrong_choice(self):
        rounds = strategy_improvement(RING, first=WRONG).rounds
        shown = [
            {p: str(one.values[p]) for p in ("one X", "O tries", "one O", "X tries")}
            for one in rounds
        ]
        assert shown == [
            {"one X": "1", "O tries": "0", "one O": "-1", "X tries": "0"},
            {"one X": "0", "O tries": "0", "one O": "-1", "X tries": "-1/2"},
            {"one X": "1/3", "O tries": "1/3", "one O": "-1/3", "X tries": "-1/3"},
        ]
        assert [one.changes for one in rounds] == [{"one X": "try"}, {"one O": "try"}, {}]
        assert [one.player for one in rounds] == [1, 0, None]
        turned = strategy_improvement(RING, first=WRONG.get, player=1).rounds
        assert [one.changes for one in turned] == [{"one O": "try"}, {"one X": "try"}, {}]
        assert len(strategy_improvement(RING, first=exact_values(RING).best).rounds) == 1


class TestEndlessPlay:
    @pytest.mark.parametrize("improver", [0, 1])
    @pytest.mark.parametrize(("who", "sign"), [(0, -1), (1, 1)])
    def test_stop_or_stay(self, who, sign, improver):
        """To stop costs 1, to stay nothing: no single move helps, and yet it is better to stay for
        ever.
        """
        game = Graph({0: (who, [1, 0]), 1: (None, Fraction(sign))})
        rounds = strategy_improvement(game, player=improver).rounds
        assert [(one.values[0], one.changes, one.why) for one in rounds] == [
            (sign, {0: 1}, "stay"),
            (0, {}, ""),
        ]
        # to stop gains 1: the chain of the guess never ends
        game = Graph({0: (who, [0, 1]), 1: (None, Fraction(-sign))})
        rounds = strategy_improvement(game, player=improver).rounds
        assert [(one.values[0], one.changes, one.why) for one in rounds] == [
            (0, {0: 1}, "better"),
            (-sign, {}, ""),
        ]

    @pytest.mark.parametrize("sign", [1, -1])
    def test_the_replier_leads_play_out_among_moves_that_are_equally_good(self, sign):
        """Who stops loses 1, and would rather go round; to the other both moves are worth 1, and
        one goes round.
        """
        one, other = (0, 1) if sign == 1 else (1, 0)
        game = Graph({0: (one, [2, 1]), 1: (other, [0, 2]), 2: (None, Fraction(-sign))})
        found = strategy_improvement(game, player=one)
        assert [(r.changes, r.player, r.why) for r in found.rounds] == [
            ({1: 1}, other, "leave"),
            ({}, None, ""),
        ]
        assert found[0] == found[1] == -sign

    @settings(max_examples=60, deadline=None)
    @given(games(7), st.sampled_from([0, 1]))
    def test_leaving_is_what_cannot_be_kept_in(self, game, stayer):
        """Against the largest set that holds itself, vertices taken away until nothing changes."""
        options = {
            p: [q for _, q in rest] if who == CHANCE else [] if who is None else rest
            for p, (who, rest) in game.nodes.items()
        }
        inside = {p for p, (who, _) in game.nodes.items() if who is not None}
        out = leaving(inside, options.__getitem__, lambda p: game.turn(p) != stayer)
        kept = set(inside)
        while True:
            some = {
                p
                for p in kept
                if (any if game.turn(p) == stayer else all)(q in kept for q in options[p])
            }
            if some == kept:
                break
            kept = some
        assert set(out) == inside - kept
        assert len(out) == len(set(out))
        for k, p in enumerate(out):
            earlier = [q not in inside or q in out[:k] for q in options[p]]
            assert (all if game.turn(p) == stayer else any)(earlier)


class TestRefusals:
    @pytest.mark.parametrize(
        ("ask", "error", "said"),
        [
            (lambda: strategy_improvement(RING, player=2), ValueError, "player=2: give 0 or 1"),
            (
                lambda: strategy_improvement(RING, first="take"),
                TypeError,
                "first='take': give a function or a dict",
            ),
            (
                lambda: strategy_improvement(RING, player=True),
                ValueError,
                "player=True: give 0 or 1",
            ),
            (
                lambda: strategy_improvement(RING, first={"one O": "pass"}),
                IllegalMove,
                "'pass' at 'one O', where",
            ),
            (lambda: strategy_improvement(Matches(3)), TypeError, "Matches"),
            (
                lambda: strategy_improvement(Graph({0: (0, [1]), 1: (2, [0])})),
                ValueError,
                "the turn of 2",
            ),
        ],
    )
    def test_what_is_refused(self, ask, error, said):
        with pytest.raises(error, match=said):
            ask()

    def test_a_game_too_large_is_refused_with_the_number(self, package):
        said = {"gamelib": "51 positions so far", "gamefast": "50"}
        with pytest.raises(TooLarge, match=said[package]):
            strategy_improvement(OverwriteTicTacToe(2), max_positions=50)
