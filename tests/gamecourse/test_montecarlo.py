"""The stepper inside Monte-Carlo tree search: it shows what the library's search does, number by
number.
"""

import re
from math import log, sqrt

import numpy as np
import pytest
from hand import moments

from gamecourse.show.montecarlo import SearchStepper
from gamefast import mcts, minimax
from gamelib.games import MinMaxTree, Nim, TicTacToe

END = "XXO.O.X.."


def stepper(game, position=None, playouts=9, **more):
    return SearchStepper(game, position, playouts=playouts, rng=np.random.default_rng(1), **more)


@pytest.mark.parametrize(
    ("game", "position"), [(Nim((2, 3)), None), (TicTacToe(), END), (Nim((1, 2)), None)]
)
@pytest.mark.parametrize("playouts", [1, 7, 40])
def test_what_is_watched_is_the_search_itself(game, position, playouts):
    watched = stepper(game, position, playouts)
    found = mcts(game, position, playouts=playouts, rng=np.random.default_rng(1))
    assert watched.search.record(len(watched.search.playouts)) == found
    assert watched.last == 4 * found.playouts
    for _, _, taken, options in (
        choice for playout in watched.search.playouts for choice in playout.choices
    ):
        assert options[taken][2] == max(bound for _, _, bound in options)
    if found.exact:
        assert found.value == minimax(game, position).value
        assert watched.story(watched.last).endswith("The value is proved, and the search is done.")


def test_the_upper_bound_is_worked_out_with_all_its_parts():
    watched = stepper(TicTacToe(), END, 14)
    found = 0
    for step in range(watched.last + 1):
        for mean, c, n, tries, again, bonus, total in re.findall(
            r": ([-+.\d]+) \+ ([.\d]+) · √\(ln (\d+) / (\d+)\) = ([-+.\d]+) \+ ([.\d]+) = "
            r"([-+.\d]+)",
            watched.story(step),
        ):
            assert mean == again
            assert float(bonus) == pytest.approx(
                sqrt(2) * sqrt(log(int(n)) / int(tries)), abs=0.006
            )
            assert float(total) == pytest.approx(float(mean) + float(bonus), abs=0.011)
            assert float(c) == 1.41
            found += 1
    assert found > 4


def test_the_tree_grows_and_its_numbers_are_those_of_the_nodes():
    watched = stepper(TicTacToe(), END, 6)
    shown = [moment["shown"][0] for moment in moments(watched)]
    there = [frame["marks"].count("v") for frame in shown]
    assert there == sorted(there)
    assert there[0] == 1
    assert there[-1] == len(watched.nodes) == len(set(watched.search.nodes))
    for k, playout in enumerate(watched.search.playouts):
        before, grown, played, after = shown[4 * k + 1 : 4 * k + 5]
        assert (
            before["path"]
            == after["path"]
            == [watched.number[node.position] for node in playout.path]
        )
        assert grown["labels"] == played["labels"]
        assert sum(
            note != other for note, other in zip(played["labels"], after["labels"], strict=True)
        ) <= len(playout.path)
    visits = [int(note.split("(")[1].rstrip(")")) for note in shown[-1]["labels"]]
    assert visits == [node.visits for node in watched.nodes]
    assert visits[0] == 6


def test_four_steps_a_playout_by_their_names():
    watched = stepper(Nim((1, 2)), playouts=2)
    names = [watched.story(step).split(".")[1].strip() for step in range(1, 9)]
    assert names == 2 * ["Selection", "Expansion", "Simulation", "Backup"]
    assert watched.as_text().startswith("Below each position: the average")
    watched.show_step(3)
    assert re.search(
        r"At random to the end: \(1, 2\) → .*\(0, 0\)\.\nThat is [-+]1 to the player to move\.",
        watched.as_text(),
    )


def test_what_cannot_be_searched_or_drawn_is_refused():
    with pytest.raises(ValueError, match="play is over"):
        stepper(Nim((0,)))
    with pytest.raises(ValueError, match="40 can be drawn: ask for fewer playouts"):
        stepper(TicTacToe(), playouts=9)
    with pytest.raises(ValueError, match="give the smallest and the largest result"):
        stepper(MinMaxTree({"A": ["B"], "B": 9}))
