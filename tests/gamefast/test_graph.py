import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import DiGraph, game

import gamelib
from gamefast import GameGraph, check_solution, load, registry, save, solve
from gamefast.arrays.walk import Listed
from gamelib import LOSS, WIN
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import CopsAndThief, Matches


def test_a_game_is_walked_breadth_first_from_its_start():
    graph = GameGraph.of(Matches(5, takes=(1, 2)))
    assert [graph.position(i) for i in range(len(graph))] == [5, 4, 3, 2, 1, 0]
    assert [graph.position(j) for j in graph.options(graph.index(3))] == [2, 1]
    assert graph.edges == 2 * 4 + 1
    assert graph.terminal[graph.index(0)] == LOSS
    assert np.isnan(graph.terminal[:5]).all()
    assert graph.indptr.dtype == np.int64
    assert graph.targets.dtype == np.int32
    assert (len(GameGraph.of(Matches(0))), GameGraph.of(Matches(0)).edges) == (1, 0)
    assert len(solve(DiGraph())) == len(solve(GameGraph.from_arrays([0], []))) == 0


def test_rows_are_the_options_of_several_positions():
    for arena in (GameGraph.of(Matches(9)), registry.arena(CopsAndThief.from_text("P.*\n.ET"))):
        which = np.array([3, 0, 3, len(arena) - 1])
        indptr, targets = arena.rows(which)
        for k, i in enumerate(which):
            assert list(targets[indptr[k] : indptr[k + 1]]) == list(arena.options(i))


def test_guards_say_which_limit_to_raise():
    endless = game(play=lambda self, p, k: p + k)
    with pytest.raises(TooLarge, match=r"more than 1,000 positions; raise max_positions"):
        GameGraph.of(endless, max_positions=1000)
    with pytest.raises(TooLarge, match=r"more than 500 moves; raise max_edges"):
        solve(endless, max_edges=500)
    assert (
        len(GameGraph.of(Matches(9), max_positions=10, max_edges=24)) == 10
    )  # just enough is enough
    board = CopsAndThief.from_text("P..\n..T")
    with pytest.raises(TooLarge, match=r"the limit is 10: raise max_edges"):
        registry.arena(board).explicit(max_edges=10)


def test_networkx_ends_lose_unless_they_say_otherwise():
    G = DiGraph([("a", "lost"), ("b", "won"), ("c", "drawn")])
    G.nodes["won"]["outcome"] = WIN
    G.nodes["drawn"]["outcome"] = 0
    solution = solve(G)
    assert {v: str(verdict) for v, verdict in solution.items()} == {
        "a": "WIN in 1",
        "lost": "LOSS in 0",
        "b": "LOSS in 1",
        "won": "WIN in 0",
        "c": "DRAW",
        "drawn": "DRAW",
    }


def test_parallel_edges_count_as_two_moves_to_one_option():
    nx = pytest.importorskip("networkx")
    solution = solve(nx.MultiDiGraph([(0, 1), (0, 1), (1, 2)]))
    assert str(solution[0]) == "LOSS in 2"


def test_networkx_graphs_that_are_no_games_are_refused():
    with pytest.raises(TypeError, match="directed graph"):
        solve(DiGraph([(0, 1)]).to_undirected())
    G = DiGraph([("a", "b")])
    G.nodes["a"]["outcome"] = 1
    with pytest.raises(ValueError, match=r"vertex 'a' has an outcome, 1, but also 1 moves"):
        solve(G)
    G = DiGraph([("a", "b")])
    G.nodes["b"]["outcome"] = "lost"
    with pytest.raises(ValueError, match=r"the outcome of 'b' is 'lost'"):
        solve(G)


@pytest.mark.parametrize(
    ("indptr", "targets", "outcome", "message"),
    [
        ([0, 1], [1], None, r"targets\[0\] is 1: vertices are the numbers 0 to 0"),
        (
            np.array([0, 3, 1, 4], np.uint64),
            [0, 1, 2, 0],
            None,
            r"indptr falls at entry 2: 3, then 1",
        ),
        ([0, 2], [0], None, "indptr must run from 0 to 1"),
        ([], [], None, "indptr must run from 0 to 0"),
        ([0.0, 1.0], [0], None, "indptr must be a flat array of integers"),
        ([0, 1], ["a"], None, "targets must be a flat array of integers"),
        ([0, 1, 1], [1], [-1, -1], "vertex 0 has an outcome, -1, but also 1 moves"),
        ([0, 1, 1], [1], [-1], "outcome has shape"),
        ([0, 1, 1], [1], [np.nan, np.inf], "the outcome of vertex 1 is not a finite number"),
    ],
)
def test_faulty_arrays_are_refused(indptr, targets, outcome, message):
    with pytest.raises(ValueError, match=message):
        GameGraph.from_arrays(indptr, targets, outcome)


def test_arrays_given_stay_as_they_are():
    outcome = np.array([np.nan, np.nan])
    GameGraph.from_arrays([0, 1, 1], [1], outcome)
    assert np.isnan(outcome).all()


@pytest.mark.parametrize("position", [7, -1, "a", (0, 1), [0], None])
def test_unknown_positions_are_named(position):
    for graph in (GameGraph.from_arrays([0, 1, 1], [1]), GameGraph.of(Matches(1))):
        with pytest.raises(UnknownPosition, match="no position"):
            graph.index(position)


@st.composite
def written_games(draw):
    """Positions to lists of options, and outcomes for some of the ends."""
    n = draw(st.integers(1, 8))
    rows = {
        f"p{i}": draw(st.lists(st.sampled_from([f"p{i}" for i in range(n)]), max_size=4))
        for i in range(n)
    }
    ends = [p for p, row in rows.items() if not row]
    outcome = {p: draw(st.sampled_from([WIN, 0, LOSS, 0.5])) for p in ends if draw(st.booleans())}
    return rows, outcome


@given(written_games())
def test_a_dict_of_lists_is_the_graph_of_networkx(written):
    rows, outcome = written
    rows = {p: list(dict.fromkeys(row)) for p, row in rows.items()}  # a DiGraph has an edge once
    G = DiGraph([(p, q) for p, row in rows.items() for q in row])
    G.add_nodes_from(rows)
    for p, result in outcome.items():
        G.nodes[p]["outcome"] = result
    solution = solve(GameGraph.from_dict(rows, outcome))
    assert dict(solution) == dict(solve(G))
    assert list(solution) == list(rows)


@given(written_games())
def test_a_dict_with_names_of_moves_is_solved_by_the_book_as_well(written):
    rows, outcome = written
    named = {p: {f"to {q}": q for q in row} for p, row in rows.items()}
    graph = GameGraph.from_dict(named, outcome)
    solution = solve(graph)
    assert check_solution(solution) == len(rows)
    if graph.game is None:  # there is no move anywhere
        assert graph.edges == 0
        return
    book = gamelib.solve(graph.game)
    assert dict(book) == dict(solution)
    assert {p: book.best(p) for p in rows} == {p: solution.best(p) for p in rows}


@pytest.mark.parametrize(
    ("options", "outcome", "error", "message"),
    [
        ([("a", "b")], None, TypeError, "list is not a dict: give a dict from each position"),
        (
            {"a": "b", "b": []},
            None,
            ValueError,
            "the options of 'a' are 'b': give a list, or a dict",
        ),
        ({"a": 7}, None, ValueError, "the options of 'a' are 7: give a list"),
        ({"a": ["b"]}, None, ValueError, "'a' leads to 'b', which has no entry in the dict"),
        ({"a": [["b"]], "b": []}, None, TypeError, r"position \['b'\] cannot be a dict key"),
        ({None: []}, None, ValueError, "None is one of the positions"),
        ({"a": {"on": "b"}, "b": ["a"]}, None, ValueError, "'a' has a dict .* but 'b' a list"),
        ({"a": ["a"]}, {"a": 1}, ValueError, "'a' has an outcome, 1, but also 1 moves"),
        ({"a": []}, {"b": 1}, ValueError, "the outcome of 'b' is given, which is not a position"),
        ({"a": []}, {"a": "won"}, ValueError, "the outcome of 'a' is 'won'"),
    ],
)
def test_a_faulty_dict_is_refused_with_the_position(options, outcome, error, message):
    with pytest.raises(error, match=message):
        GameGraph.from_dict(options, outcome)


def test_a_game_from_a_dict_begins_at_its_first_position_and_can_be_kept(tmp_path):
    written = {"a": {"on": "b", "stay": "a"}, "b": {"on": "c"}, "c": {}}
    solution = solve(GameGraph.from_dict(written, {"c": WIN}))
    written["a"]["on"] = "c"  # the graph has its own copy
    assert (solution.line(), str(solution["a"])) == (["on", "on"], "WIN in 2")
    save(solution, tmp_path / "written.npz")
    again = load(tmp_path / "written.npz", solution.game)
    assert dict(again) == dict(solution)
    assert again.best("a") == "on"
    empty = solve(GameGraph.from_dict({}))
    assert len(empty) == 0


class Clumsy:
    """A position whose hash is that of many others."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        return isinstance(other, Clumsy) and self.number == other.number


@pytest.mark.parametrize(
    "positions",
    [
        [],
        [7],
        [i << 40 for i in range(3_000)],
        [-i for i in range(1, 500)],
        [f"{i:09}" for i in range(5_000)],
        [(i % 30, (i // 30, "x")) for i in range(2_000)],
        [Clumsy(i) for i in range(60)],
        [1.0, "1", (1,), None, frozenset({1})],
    ],
)
def test_each_position_is_found_by_its_number_and_nothing_else_is(positions):
    numbering = Listed(positions)
    assert [numbering.index(p) for p in positions] == list(range(len(positions)))
    again = pickle.loads(pickle.dumps(numbering)) if len(positions) != 60 else numbering
    assert [again.position(i) for i in range(len(again))] == positions
    for stranger in ("no", -(10**6), (0, 0), [7], Clumsy(99)):
        with pytest.raises(UnknownPosition, match="no position"):
            numbering.index(stranger)
    if 1.0 in positions:
        assert numbering.index(True) == numbering.index(1) == 0  # as in a dict


def test_a_numbering_is_found_again_in_a_process_with_other_hashes(tmp_path):
    numbering = Listed([f"position {i}" for i in range(100)])
    assert numbering.index("position 7") == 7  # what was made of the hashes must stay here
    (tmp_path / "numbering").write_bytes(pickle.dumps(numbering))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).index('position 7'))"
    for seed in ("1", "2"):
        here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, tmp_path / "numbering"]
        assert (
            subprocess.run(command, env=here, stdout=subprocess.PIPE, check=True).stdout == b"7\n"
        )


@pytest.mark.parametrize(
    ("leads_to", "error", "message"),
    [
        (None, ValueError, "a move at 2 leads to None: play must return the next position"),
        ([0], TypeError, r"position \[0\] cannot be a dict key: use tuples and strings"),
    ],
)
def test_the_walk_names_the_first_move_that_leads_nowhere(leads_to, error, message):
    strange = game(
        start=lambda self: 0,
        moves=lambda self, p: [1, 2],
        play=lambda self, p, move: leads_to if (p, move) == (2, 2) else p + 1,
        outcome=lambda self, p: None if p < 9 else LOSS,
    )
    with pytest.raises(error, match=message):
        GameGraph.of(strange)
