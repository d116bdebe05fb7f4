"""Games made from games are worth what they are by definition, found without the adapters."""

from random import Random

import cases
import kinds
import pytest

from gamefast import solve as engine_solve
from gamelib import LOSS, Alternating, Extensive, Misere, Quotient, Sum, exact_values, solve

SEEDS = [
    pytest.param(range(30), id="quick"),
    pytest.param(
        range(30, 1_030), id="a thousand", marks=[pytest.mark.slow, pytest.mark.exhaustive]
    ),
]


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_quotient_knows_every_position_of_the_whole_game(seeds):
    for seed in seeds:
        words = kinds.words(Random(seed))
        for solver in (solve, engine_solve):
            classes = solver(Quotient(words))
            whole = solver(words)
            for p, verdict in whole.items():
                assert classes[p] == verdict
                move = classes.best(p)
                assert move is None or whole[words.play(p, move)].value == -verdict.value


@pytest.mark.parametrize("seeds", SEEDS)
def test_misere_play_is_the_graph_with_every_result_negated(seeds):
    for seed in seeds:
        game = kinds.written(Random(seed), numbers=seed % 2 == 0)
        negated = {p: -result for p, result in game.results.items()}
        by_hand = cases.GraphGame(game.options, negated, game.first)
        assert dict(solve(Misere(game))) == dict(engine_solve(by_hand))


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_sum_is_the_product_of_the_graphs(seeds):
    for seed in seeds:
        rng = Random(seed)
        parts = [kinds.moving(rng, rng.randint(1, 5), acyclic=False) for _ in range(2)]
        one, other = parts
        options = {
            (p, q): [(r, q) for r in one.options[p]] + [(p, r) for r in other.options[q]]
            for p in one.options
            for q in other.options
        }
        ends = {place: LOSS for place, there in options.items() if not there}
        by_hand = engine_solve(cases.GraphGame(options, ends, (one.start(), other.start())))
        assert dict(solve(Sum(*parts))) == dict(by_hand)


@pytest.mark.parametrize("seeds", SEEDS)
def test_extensive_and_alternating_games_are_worth_the_same(seeds):
    for seed in seeds:
        game = kinds.written(Random(seed), numbers=seed % 2 == 0)
        values, verdicts = exact_values(Extensive(game)), engine_solve(game)
        for (p, player), value in values.items():
            assert float(value if player == 0 else -value) == verdicts[p].value
        back = solve(Alternating(Extensive(game)))
        for ((p, player), mover), verdict in back.items():
            sign = 1 if mover == player else -1
            assert verdict.value == sign * verdicts[p].value
        assert back.value() == float(values.value())
