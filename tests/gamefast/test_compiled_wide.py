"""Compiled rules by which a position has more options than 16 bits count."""

from gamefast import CompiledGraph
from gamelib import check_solution, solve
from gamelib.core import WIN


def star(i, data, out):
    if i > 0:
        return 0
    for k in range(40_000):
        out[k] = k + 1
    return 40_000


def to_the_middle(i, data, out):
    out[0] = 0
    return int(0 < i <= 40_000)


def test_they_are_all_counted():
    solution = solve(CompiledGraph.of(40_001, star, lambda i, data: WIN, to_the_middle, most=40_000))
    assert str(solution[0]) == "LOSS in 1"
    assert solution.graph.edges == check_solution(solution) - 1
