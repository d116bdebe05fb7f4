"""The arrays of a pile of matches are the graph of its rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamefast import GameGraph, registry, solve
from gamelib.core import TooLarge
from gamelib.games import Matches

takes = st.sets(st.integers(1, 9), min_size=1, max_size=4).map(tuple)


@given(st.integers(0, 40), takes)
def test_the_arrays_are_the_graph_of_the_rules(n, takes):
    arena, walked = registry.arena(Matches(n, takes)), GameGraph.of(Matches(n, takes))
    for pile in (walked.position(i) for i in range(len(walked))):
        mine = [arena.position(j) for j in arena.options(arena.index(pile))]
        assert mine == [walked.position(j) for j in walked.options(walked.index(pile))]
    assert len(arena) == n + 1


def test_a_pile_that_does_not_fit_is_refused_before_memory_runs_out():
    for n in (10**10, 10**30):
        with pytest.raises(TooLarge, match="positions are too many"):
            solve(Matches(n))
    assert len(solve(Matches(10, range(1, 10**6)))) == 11  # takes beyond the pile cost nothing
