"""What Monte-Carlo tree search calls certain is true, by the book and by the compiled loops."""

from random import Random
from time import perf_counter

import cases
import definition
import numpy as np
import pytest

import gamelib
from gamefast import CompiledRules, mcts, solve
from gamelib.games import Matches, Nim
from gamelib.montecarlo import CURIOSITY, UctTree

#: Two methods are compared here: each is the other's witness.
pytestmark = pytest.mark.slow

FIELDS = ("position", "value", "line", "best", "exact", "bounds", "visits", "values", "playouts")


def facts(found):
    return {name: getattr(found, name) for name in FIELDS} | {"words": str(found.explain())}


def check(game, position, seed, chosen):
    """Whatever is certain is true, with either source of chance; and twice the same is the same."""
    for new in (Random, np.random.default_rng):
        found = mcts(game, position, rng=new(seed), **chosen)
        definition.check_mcts(found, game, chosen)
        assert facts(mcts(game, position, rng=new(seed), **chosen)) == facts(found)


@pytest.mark.parametrize("seed", range(100))
def test_what_is_certain_is_true_on_random_games_cycles_and_all(seed):
    rng = Random(seed)
    games = [*cases.acyclic_games(rng), cases.cyclic(rng, 9), cases.cyclic(rng, 12, numbers=True)]
    for game in [game for game in games if game.outcome(game.start()) is None]:
        chosen = {
            "playouts": rng.choice([1, 7, 60]),
            "curiosity": rng.choice([0.3, CURIOSITY, 5]),
            "span": (-3, 3),
        }
        check(game, None, seed, chosen)


@pytest.mark.parametrize("seed", range(12))
def test_and_on_boards(seed):
    rng = Random(seed)
    for game in cases.boards()[:3]:  # those that can be solved
        real = getattr(game, "game", game)
        position = cases.later_position(rng, real, 6)
        if real.outcome(position) is None:
            check(game, position, seed, {"playouts": 100})


@pytest.mark.parametrize("seed", range(60))
def test_compiled_rules_of_the_same_game_prove_the_same(seed):
    rng = Random(seed)
    written = cases.dag(rng, rng.randint(2, 16))
    options = {p: list(dict.fromkeys(to)) for p, to in written.options.items()}
    game = cases.GraphGame(options, written.results)
    here = mcts(game, playouts=3_000, rng=Random(seed))
    there = mcts(definition.as_rules(game), playouts=3_000, rng=Random(seed))
    assert here.exact
    assert there.exact
    assert here.value == there.value
    value = solve(game)[0].value
    assert here.value == value == -solve(game, there.best)[there.best].value


@pytest.mark.parametrize("seed", range(40))
def test_what_is_proved_is_true_and_the_bounds_hold(seed):
    rng = Random(seed)
    game = cases.dag(rng, rng.randint(2, 15))
    if game.outcome(0) is None:
        found = mcts(game, playouts=300, rng=Random(seed))
        value = solve(game)[0].value
        assert found.bounds[0] <= value <= found.bounds[1]
        assert found.value == value or not found.exact


@pytest.mark.parametrize("seed", range(5))
def test_plain_uct_comes_to_prefer_the_move_that_wins(seed):
    tree = UctTree(Nim((1, 2)), (1, 2), Random(seed), CURIOSITY, (-1, 1))
    for _ in range(400):
        tree.playout()
    assert tree.root.moves[tree.root.tries.index(max(tree.root.tries))] == (1, 1)
    assert not tree.root.proved


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"playouts": 0}, "playouts=0"),
        ({"seconds": 0}, "seconds=0: give a number above 0"),
        ({"playouts": None}, r"how long\? Give playouts=... or seconds=..."),
        ({"curiosity": 0}, "curiosity=0"),
        ({"span": (-1, 2)}, "what one player wins the other loses"),
        ({"span": (1, -1)}, "span="),
        ({"position": 0}, "play is over at 0"),
        ({"position": -1}, "-1"),
    ],
)
def test_mistakes_are_told_in_words(chosen, message):
    with pytest.raises(ValueError, match=message):
        mcts(Matches(9), **({"playouts": 9, "rng": np.random.default_rng(1)} | chosen))


def test_chance_needs_a_source_and_a_result_lies_in_the_span():
    for rng in (None, 1, Random):
        with pytest.raises(TypeError, match="chance needs its source"):
            mcts(Matches(9), playouts=9, rng=rng)
    game = cases.GraphGame({0: [1], 1: []}, {1: 2})
    with pytest.raises(ValueError, match=r"the result at 1 is 2, but span=\(-1, 1\)"):
        mcts(game, playouts=9, rng=Random(1))


def wheel_of_ten(cell, data, out):
    """A token walks round a wheel of ten cells, so nothing is ever proved."""
    out[0], out[1] = (cell + 1) % 10, (cell + 3) % 10
    return 2


def wheel(numbers):
    """The same game for either search: round and round, and nobody wins."""
    if numbers:
        return CompiledRules(wheel_of_ten, lambda cell, data: 0)
    return cases.GraphGame({i: [(i + 1) % 10, (i + 3) % 10] for i in range(10)}, {})


@pytest.mark.parametrize(
    ("search", "numbers"), [(mcts, False), (mcts, True), (gamelib.mcts, False)]
)
def test_the_time_ends_a_search_that_proves_nothing(search, numbers):
    game = wheel(numbers)
    begun = perf_counter()
    found = search(game, seconds=0.3, rng=Random(1))
    assert 0.3 <= perf_counter() - begun < 20  # a loop may be compiled in between
    assert found.playouts > 10
    assert not found.exact
    shortest = search(game, seconds=1e-9, rng=Random(1))
    assert shortest.playouts == 1
    assert shortest.best in shortest.visits
    limited = search(game, seconds=60, playouts=7, rng=Random(1))
    assert facts(limited) == facts(search(game, playouts=7, rng=Random(1)))
    assert limited.playouts == 7


@pytest.mark.parametrize("search", [mcts, gamelib.mcts])
def test_a_proof_ends_a_search_before_its_time(search):
    found = search(Nim((1, 2)), seconds=60, rng=Random(1))
    assert (found.exact, found.best) == (True, (1, 1))
    assert found.playouts < 1_000
