"""The second methods by numbers that are known, and how a graph is settled, as an answer tells it."""

from random import Random

import networkx as nx
import pytest

from gamecourse.publish.exams.arrows import in_columns, options, taken_in_turn, told
from gamecourse.publish.exams.families.retrograde import one_or_two_arrows
from gamecourse.publish.exams.plain import caught_in, corners_in_turn
from gamelib import DRAW, WIN, solve


def neighbours(graph):
    return {str(v): [str(w) for w in graph[v]] for v in graph}


@pytest.mark.parametrize(
    ("graph", "cops", "moves"),
    [
        (nx.path_graph(3), 1, 1),
        (nx.path_graph(5), 1, 3),
        (nx.cycle_graph(4), 1, None),
        (nx.cycle_graph(6), 2, 1),
        (nx.cycle_graph(8), 2, 3),
        (nx.petersen_graph(), 2, None),
    ],
)
def test_cops_need_so_many_moves(graph, cops, moves):
    assert caught_in(neighbours(graph), cops) == moves


def test_corners_are_removed_one_after_another():
    assert corners_in_turn({"a": "b", "b": "ac", "c": "b"}) == (
        [("a", "b"), ("b", "c")],
        ["c"],
    )
    square = {"a": "bd", "b": "ac", "c": "bd", "d": "ac"}
    assert corners_in_turn(square) == ([], list("abcd"))
    removed, left = corners_in_turn(square | {"a": "bde", "e": "a"})
    assert removed == [("e", "a")]
    assert sorted(left) == list("abcd")


@pytest.mark.parametrize("seed", range(20))
def test_the_queue_of_an_answer_settles_what_the_library_settles(seed):
    arrows = one_or_two_arrows(Random(seed), "abcde", "abcdest")
    graph = {"s": [], "t": []} | options(arrows)
    as_networkx = nx.DiGraph(graph)
    as_networkx.nodes["s"]["outcome"] = WIN
    solution = solve(as_networkx)
    steps = taken_in_turn(graph, {"s": "WIN", "t": "LOSS"})
    moves = [solution[step.vertex].remoteness for step in steps]
    assert {step.vertex for step in steps} == {v for v in graph if solution[v].outcome != DRAW}
    assert moves == sorted(moves)
    for step in steps:
        assert all(str(solution[v]).startswith("WIN") for v in step.won)
        assert all(str(solution[v]).startswith("LOSS") for v in step.lost)


def test_what_a_queue_does_is_told_in_sentences():
    graph = {"t": [], "x": ["t"], "y": ["t", "x"], "z": ["x", "y"], "v": ["x"]}
    steps = taken_in_turn(graph, {"t": "LOSS"})
    moves = {"t": 0, "x": 1, "y": 1, "z": 2, "v": 2}
    assert told(steps, graph, moves) == (
        "Arrows lead from x and y to t, so x and y are won in **1**. "
        "The vertex x takes one hope from each of v and z. "
        "For v it was the only one, so v is lost in **2**. "
        "The vertex y takes one hope from z. "
        "For z it was the last one, so z is lost in **2**."
    )


def test_columns_stand_one_below_the_other():
    assert in_columns(["a → b, c", "d → e", "f → g"], 2) == ("    a → b, c     d → e\n    f → g")
