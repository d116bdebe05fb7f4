import pytest
from naive import DiGraph

from gamelib import DRAW, LOSS, WIN, Verdict, solve
from gamelib.core import UnknownPosition
from gamelib.games import CopsAndThief, Matches, TicTacToe

pytestmark = pytest.mark.usefixtures("package")

LOOP = DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")])


def test_it_is_a_mapping_from_positions_to_verdicts():
    solution = solve(Matches(4))
    assert solution[4] == Verdict(LOSS, 2, -1.0)
    assert list(solution) == [0, 1, 2, 3, 4]
    assert len(solution) == 5
    assert 3 in solution
    assert 9 not in solution
    assert solution.get("x") is None
    assert solution.counts() == {WIN: 3, LOSS: 2, DRAW: 0}
    assert repr(solution) == "<Solution: 5 positions: 3 WIN, 2 LOSS, 0 DRAW>"
    assert str(Verdict(LOSS, 2, -2.5)) == "LOSS in 2, worth -2.5"
    assert solution != solve(Matches(4))  # equality is identity


def test_an_unknown_position_is_named(package):
    said = {
        "gamelib": ["9 is not a position of Matches", r"\(\(0, 0\), \(0, 0\)\) is not a position"],
        "gamefast": [
            "no position 9 here: positions are the numbers 0 to 4",
            r"one of them is \(\(0, 0\), \(0, 0\), 'policeman'\)",
        ],
    }
    for rules, position, words in zip(
        [Matches(4), CopsAndThief.from_text("P.\n.T")],
        [9, ((0, 0), (0, 0))],
        said[package],
        strict=True,
    ):
        with pytest.raises(UnknownPosition, match=words):
            solve(rules)[position]


def test_who_has_lost_delays_even_where_the_other_move_ends_it_at_once():
    G = DiGraph([("a", "b"), ("a", "c"), ("c", "d")])
    G.nodes["b"]["outcome"] = WIN  # for the player who comes there, in 0; c is one in 1
    assert str(solve(G)["a"]) == "LOSS in 2"
    assert solve(G).best("a") == "c"


def test_the_line_of_a_draw_needs_a_length():
    with pytest.raises(ValueError, match="say how many moves"):
        solve(LOOP).line("a")
    assert solve(LOOP).line("a", 3) == ["b", "a", "b"]
    assert solve(LOOP).line("c", 9) == ["d"]
    assert solve(LOOP).best("d") is None
    for moves in (-1, 1.5):  # it would go round and never reach so many
        with pytest.raises(ValueError, match="give a whole number, 0 or more"):
            solve(LOOP).line("a", moves)


def test_explanations_name_the_moves_and_where_they_lead():
    solution = solve(Matches(6))
    assert str(solution.explain(4)) == (
        "4 is a LOSS in 2 for the player to move:\n"
        "  take 1 leads to 3, a WIN in 1 for the opponent.\n"
        "  take 2 leads to 2, a WIN in 1 for the opponent.\n"
        "  take 3 leads to 1, a WIN in 1 for the opponent."
    )
    assert repr(solution.explain(0)) == "0 is a LOSS in 0 for the player to move: play is over."


def test_a_draw_is_explained_by_its_cycle_or_its_end():
    assert str(solve(LOOP).explain("b")) == (
        "'b' is a DRAW for the player to move:\n"
        "  the step leads to 'a', a DRAW for the opponent.\n"
        "  the step leads to 'c', a WIN in 1 for the opponent.\n"
        "No move leads to a LOSS for the opponent, and the players can keep to a cycle: 'b' → 'a' "
        "→ 'b'."
    )
    G = DiGraph([("a", "b"), ("b", "end")])
    G.nodes["end"]["outcome"] = 0
    assert str(solve(G).explain("a")).endswith(
        "the players can keep to a drawn end: 'a' → 'b' → 'end'."
    )
    assert str(solve(G).explain("end")) == "'end' is a DRAW for the player to move: play is over."


@pytest.mark.parametrize(
    "game", [Matches(30), LOOP, DiGraph(), CopsAndThief.from_text("P..\n.*.\n..T"), TicTacToe(3, 2)]
)
def test_a_histogram_counts_the_verdicts_by_remoteness(game):
    solution = solve(game)
    histogram = solution.histogram()
    expected = {WIN: {}, LOSS: {}, DRAW: {}}
    for verdict in solution.values():
        if verdict.remoteness is not None:
            known = expected[verdict.outcome]
            known[verdict.remoteness] = known.get(verdict.remoteness, 0) + 1
    assert histogram == expected
    for counts in histogram.values():
        assert list(counts) == sorted(counts)
        assert {type(number) for pair in counts.items() for number in pair} <= {int}
    counts = solution.counts()
    assert {o: sum(histogram[o].values()) for o in (WIN, LOSS)} == {
        o: counts[o] for o in (WIN, LOSS)
    }
