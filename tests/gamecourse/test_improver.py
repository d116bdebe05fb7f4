"""Strategy improvement as a widget: what it shows is what the rounds say, step by step."""

from fractions import Fraction

import pytest
from hand import moments
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import RING, WRONG, Graph, games

from gamecourse.show.improver import Improver
from gamefast import strategy_improvement
from gamelib import CHANCE, Quotient
from gamelib.games import OverwriteTicTacToe, Tree

STAY = Tree({"here": ("you", {"stop": (-1, 1), "stay": "here"})}, players=("you", "nobody"))


def drawn(widget, step):
    """The picture at a step: what stands in the spots, and for each arrow its ends in those words
    and how it looks.
    """
    (frame,) = step["shown"]
    spots = [label.split("\n") for label in frame["labels"]]
    lines = {}
    for line, look in zip(widget.scene["pictures"][0]["lines"], frame["lines"], strict=True):
        lines[spots[line["from"]][0], spots[line["to"]][0]] = look
    return {spot[0]: spot[1] for spot in spots if len(spot) > 1}, lines


@settings(max_examples=40, deadline=None)
@given(games(6), st.sampled_from([0, 1]))
def test_what_is_shown_is_what_the_rounds_say(game, player):
    values = strategy_improvement(game, player=player)
    widget = Improver(values)
    steps, rounds = moments(widget), values.rounds
    assert len(steps) == widget.last + 1 == 2 * len(rounds) - 1
    for k, step in enumerate(steps):
        one, changing = rounds[k // 2], k % 2
        worth, lines = drawn(widget, step)
        assert worth == {
            str(p): str(value) for p, value in one.values.items() if game.turn(p) is not None
        }
        name = {
            p: str(p) if game.turn(p) is not None else f"end: {one.values[p]}" for p in one.values
        }
        chosen = {(name[p], name[game.play(p, move)]) for p, move in one.strategy.items()}
        new = (
            {(name[p], name[game.play(p, move)]) for p, move in one.changes.items()}
            if changing
            else set()
        )
        for (a, b), look in lines.items():
            by_chance = game.turn(int(a)) == CHANCE
            assert look == (
                "d" if by_chance else "e" if (a, b) in new else "b" if (a, b) in chosen else "n"
            )
        ringed = {
            widget.scene["pictures"][0]["spots"][i]["name"].split(",")[0]
            for i in step["shown"][0]["last"]
        }
        assert ringed == ({str(p) for p in one.changes} if changing else set())
        assert step["counts"]["round"] == f"{k // 2 + 1} of {len(rounds)}"


def test_the_picture_tells_players_chance_and_ends_apart():
    picture = Improver(strategy_improvement(RING)).scene["pictures"][0]
    shapes = {spot["name"]: spot["shape"] for spot in picture["spots"]}
    assert shapes == {
        "one X, O": "disc",
        "O tries, chance": "diamond",
        "one O, X": "square",
        "X tries, chance": "diamond",
        "end: -1": "leaf",
        "end: 1": "leaf",
    }
    assert [text["words"] for text in picture["texts"]] == ["1/2"] * 4


def test_the_ring_in_words():
    widget = Improver(strategy_improvement(RING, first=WRONG))
    told = [step["story"] for step in moments(widget)]
    assert told[1] == [
        "A better reply for O:",
        "one X: take becomes try, because 0 is less than 1.",
    ]
    assert told[3] == [
        "No better reply for O. Better for X:",
        "one O: take becomes try, because -1/2 is more than -1.",
    ]
    assert told[4][0] == "New moves for X."
    assert (
        told[4][-1] == "No move is better now, for either player: these are the values of the game."
    )
    widget.show_step(3)
    assert "one O: -1, take → try" in widget.as_text()


def test_endless_play_in_words():
    told = [step["story"] for step in moments(Improver(strategy_improvement(STAY)))]
    assert told[1] == [
        "No single move is better. But it is better for you to cycle for ever, which is worth 0:",
        "here: stop becomes stay.",
    ]
    led = Graph({0: (0, [2, 1]), 1: (1, [0, 2]), 2: (None, Fraction(-1))})
    told = [step["story"] for step in moments(Improver(strategy_improvement(led)))]
    assert told[1] == [
        "No move is better. Some are as good, and with them player 0 cannot cycle for ever:",
        "1: 0 becomes 1.",
    ]


def test_boards_stand_in_their_vertices_and_many_changes_are_counted():
    widget = Improver(strategy_improvement(Quotient(OverwriteTicTacToe(2))))
    labels = moments(widget)[-1]["shown"][0]["labels"]
    assert labels[0] == "··\n··\n1/3"
    many = {p: (0, [(p + 1) % 7, 7]) for p in range(7)} | {7: (None, Fraction(1))}
    told = moments(Improver(strategy_improvement(Graph(many))))[1]["story"]
    assert len(told) == 6
    assert told[-1] == "And 3 more."


def test_what_cannot_be_shown_is_refused():
    with pytest.raises(ValueError, match="73 positions would be a tangle"):
        Improver(strategy_improvement(OverwriteTicTacToe(2)))
    over = Graph({0: (None, Fraction(2))})
    assert "No move is better" in Improver(strategy_improvement(over)).as_text()
