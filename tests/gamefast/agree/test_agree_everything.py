"""Book and engine give the same answer: every solver on every kind of input, a thousand cases each.

"The same answer" is outcome, remoteness, value, exactness, the best move and the line of best play.
A hundred cases of each kind are quick; a thousand are slow.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import cases
import definition
import kinds
import networkx as nx
import numpy as np
import pytest
from naive import naive_octal, rounds

import gamefast
import gamelib
from gamelib import CHANCE, Extensive, Fixed
from gamelib.core import PlayGoesRound

SEEDS = [
    pytest.param(range(30), id="quick"),
    pytest.param(
        range(30, 1_030), id="a thousand", marks=[pytest.mark.slow, pytest.mark.exhaustive]
    ),
]


def answer(solver: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What a solver answers, or how it fails."""
    try:
        return solver(*given, **named)
    except (PlayGoesRound, ValueError) as error:
        return type(error), str(error)


def both(name: str, *given: Any, **named: Any) -> tuple[Any, Any]:
    """The answers of the book and of the engine."""
    return (
        answer(getattr(gamelib, name), *given, **named),
        answer(getattr(gamefast, name), *given, **named),
    )


def compare_solutions(game: Any, position: Any = None) -> None:
    """Hold all verdicts, moves and lines against each other, and certify both."""
    found, expected = both("solve", game, position)
    assert set(found) <= set(expected)  # an arena may hold positions that play does not reach
    for p in found:
        ours, theirs = found[p], expected[p]
        assert (ours.outcome, ours.remoteness, ours.value) == (
            theirs.outcome,
            theirs.remoteness,
            theirs.value,
        )
        assert found.best(p) == expected.best(p)
        assert found.line(p, moves=4) == expected.line(p, moves=4)
        assert answer(found.line, p) == answer(expected.line, p)
    assert gamelib.check_solution(found) == len(found)
    assert gamefast.check_solution(expected) == len(expected)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.GAMES)
def test_solve_and_check_solution(kind, seeds):
    for seed in seeds:
        game = kinds.GAMES[kind](Random(seed))
        compare_solutions(game)
        if seed % 2:
            compare_solutions(game, Random(seed).choice(list(gamelib.solve(game))))


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("acyclic", [True, False])
def test_solve_networkx_graphs(acyclic, seeds):
    for seed in seeds:
        graph = kinds.digraph(Random(seed), acyclic)
        compare_solutions(graph)
        results = {result for _, result in graph.nodes(data="outcome")}
        if results <= {None, -1, 0, 1}:
            settled = {v: known for v, known in gamelib.solve(graph).items() if known.outcome}
            assert {v: (k.outcome, k.remoteness) for v, k in settled.items()} == rounds(graph)


#: Searches: a function from a source of chance to a choice of parameters.
SEARCHES = {
    "minimax": cases.depth_and_guess,
    "minimax with a table": lambda rng: cases.depth_and_guess(rng) | {"table": {}},
    "alphabeta": lambda rng: cases.depth_and_guess(rng) | ways(rng),
    "alphabeta with a table": lambda rng: cases.depth_and_guess(rng) | ways(rng) | {"table": {}},
    "deepen": lambda rng: {
        "depth": rng.choice([1, 2, 5]),
        "evaluate": rng.choice([True, False, cases.guess]),
        "order": rng.choice([True, False, backwards]),
    },
    "mcts": lambda rng: {"playouts": rng.choice([1, 9, 40]), "span": (-4, 4)},
}


def backwards(position: Any, moves: list[Any]) -> list[Any]:
    return list(moves)[::-1]


def ways(rng: Random) -> dict[str, Any]:
    """Random choices of a window, an order and bounds."""
    window = tuple(sorted(rng.sample([-np.inf, -3, -1, -0.5, 0, 0.25, 1, 2, np.inf], 2)))
    return {
        "window": rng.choice([(-np.inf, np.inf), window]),
        "order": rng.choice([True, False, backwards]),
        "bounds": rng.choice([True, False]),
    }


@pytest.mark.filterwarnings("ignore::UserWarning")  # a drawn start, at which play goes on
@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.GAMES)
@pytest.mark.parametrize("search", SEARCHES)
def test_searches_by_the_definition(search, kind, seeds):
    """The engine has the book's, for games like these."""
    name = search.split()[0]
    check = getattr(definition, f"check_{name}")
    for seed in seeds:
        game = kinds.GAMES[kind](Random(seed))
        chosen = SEARCHES[search](Random(seed))
        asked = chosen | ({"rng": Random(seed)} if name == "mcts" else {})
        start = game.start()
        if name in ("deepen", "mcts") and game.outcome(start) is not None:
            with pytest.raises(ValueError, match="play is over at"):
                getattr(gamefast, name)(game, **asked)
            continue
        try:
            found = getattr(gamefast, name)(game, **asked)
        except PlayGoesRound:
            assert "depth" not in chosen
            with pytest.raises(PlayGoesRound):
                definition.Definition(game).truth(start)
            continue
        if name == "alphabeta" and kind in kinds.CYCLIC and "depth" not in chosen:
            check_without_depth(found, game)
        else:
            check(found, game, chosen)
        if search == "alphabeta with a table" and "depth" in chosen:
            for window in WINDOWS:  # in turn, with what the table knows by now
                again = chosen | {"window": window}
                check(gamefast.alphabeta(game, **again), game, again)


#: Windows that a table is asked for one after the other.
WINDOWS = [(1, 2), (0.25, 1), (-0.5, 0.25), (-1, 0), (-np.inf, np.inf)]


def check_without_depth(found: Any, game: Any) -> None:
    """Where cutoffs have left the cycles out: the contract of the window, by retrograde analysis."""
    value = gamelib.solve(game)[found.position].value
    low, high = found.window
    bound = float(found.value)  # a verdict has floats, a game may have fractions
    if found.value <= low:
        assert value <= bound
    elif found.value >= high:
        assert value >= bound
    else:
        assert value == bound


def rules_of(rng: Random, acyclic: bool) -> tuple[cases.GraphGame, gamefast.CompiledRules]:
    """A random game written down, and the same as rules over numbers."""
    size = rng.randint(2, 16)
    written = cases.dag(rng, size) if acyclic else cases.cyclic(rng, size)
    options = {position: list(dict.fromkeys(to)) for position, to in written.options.items()}
    game = cases.GraphGame(options, written.results)
    return game, definition.as_rules(game, 8, eighths)


def eighths(position: int) -> float:
    return (position * 7 % 15 - 7) / 8


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("acyclic", [True, False])
def test_the_compiled_searches_have_the_value_the_first_best_move_and_the_length(acyclic, seeds):
    for seed in seeds:
        rng = Random(seed)
        game, rules = rules_of(rng, acyclic)
        depth = rng.choice([None, 1, 2, 3, 5]) if acyclic else rng.choice([1, 2, 3, 5])
        true = definition.Definition(game, eighths).truth(0, depth)
        found = gamefast.alphabeta(rules, depth=depth)
        assert found.value == true.value
        assert found.exact or true.guessed
        assert found.best == (game.play(0, true.line[0]) if true.line else None)
        assert len(found.line) == len(true.line) or found.value == 0
        if true.line:
            deep = gamefast.deepen(rules, depth=depth or 4)
            for step in deep.iterations:
                assert step.value == definition.Definition(game, eighths).truth(0, step.depth).value


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.IMPARTIAL)
def test_nimber_nimbers_and_winning_move(kind, seeds):
    for seed in seeds:
        game = kinds.IMPARTIAL[kind](Random(seed))
        one, other = both("nimber", game)
        assert one == other
        one, other = both("winning_move", game)
        assert one == other
        graph = gamefast.GameGraph.of(game)
        known = gamelib.nimbers(game)
        numbers = [known[graph.position(i)] for i in range(len(graph))]
        assert numbers == gamefast.nimbers(graph).numbers.tolist()
        for i, number in enumerate(numbers):  # by the definition
            below = {numbers[j] for j in graph.options(i)}
            assert number == next(g for g in range(len(below) + 1) if g not in below)


@pytest.mark.parametrize("seeds", SEEDS)
def test_nimbers_of_networkx_graphs(seeds):
    cyclic = 0
    for seed in seeds:
        rng = Random(seed)
        graph = cases.digraph(rng, rng.randint(1, 20), acyclic=rng.random() < 0.7)
        found, expected = both("nimbers", graph)
        if isinstance(found, tuple):  # both name a position on a cycle, not always the same
            assert found[0] is expected[0]
            cyclic += 1
        else:
            assert list(found.items()) == list(expected.items())
    assert 0.05 < cyclic / len(seeds) < 0.5


@pytest.mark.parametrize("seeds", SEEDS)
def test_octal_games_and_their_periods(seeds):
    for seed in seeds:
        rng = Random(seed)
        digits = "".join(str(rng.randint(0, 7)) for _ in range(rng.randint(1, 4)))
        code = rng.choice(["0.", "4."]) + digits
        found, expected = both("octal", code, 60)
        assert found == expected.tolist() == naive_octal(code, 61)
        found, expected = both("octal_period", code, 200)
        for name in ("preperiod", "period", "exceptions", "certified_to"):
            assert getattr(found, name) == getattr(expected, name)


def smallest_period(values: list[int], memory: int) -> tuple[int, int] | None:
    """The period that the values prove, by trying: where some ``memory`` of them come twice, all
    that follow do.
    """
    windows: dict[tuple[int, ...], int] = {}
    for n in range(len(values) - memory + 1):
        window = tuple(values[n : n + memory])
        if window in windows:
            return windows[window], n - windows[window]
        windows[window] = n
    return None


@pytest.mark.parametrize("seeds", SEEDS)
def test_find_period(seeds):
    """By a second method: the engine has the book's."""
    periodic = 0
    for seed in seeds:
        rng = Random(seed)
        memory = rng.randint(1, 5)
        rule = {}
        values = [rng.randrange(2) for _ in range(memory)]
        for _ in range(rng.randint(0, 60)):
            last = tuple(values[-memory:])
            values.append(rule.setdefault(last, rng.randrange(2)))
        found, expected = gamelib.find_period(values, memory), smallest_period(values, memory)
        if expected is None:
            assert found is None
            continue
        periodic += 1
        first, period = expected
        while first and values[first - 1] == values[first - 1 + period]:
            first -= 1
        assert found == gamelib.Period(first, period)
    assert periodic > len(seeds) / 3


@pytest.mark.parametrize("seeds", SEEDS)
def test_cop_number(seeds):
    for seed in seeds:
        rng = Random(seed)
        size = rng.randint(1, 6)
        graph = nx.random_labeled_tree(size, seed=seed)
        for _ in range(rng.randint(0, size)):
            graph.add_edge(rng.randrange(size), rng.randrange(size))
        one, other = both("cop_number", graph)
        assert one == other


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.CHANCES)
def test_exact_values_and_intervals(kind, seeds):
    for seed in seeds:
        game = kinds.CHANCES[kind](Random(seed))
        found, expected = both("exact_values", game)
        assert dict(found) == dict(expected)
        for p in found:
            assert found.best(p) == expected.best(p)
            assert found.line(p, 4) == expected.line(p, 4)
        assert found.counts() == expected.counts()
        within = both("chance_values", game)
        assert within[0].counts() == within[1].counts()
        for p, value in found.items():
            for interval in (within[0][p], within[1][p]):
                assert interval.lower <= value <= interval.upper
                assert interval.upper - interval.lower <= 1e-9


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.CHANCES)
def test_the_best_moves_of_exact_values_are_optimal_and_the_first_of_them(kind, seeds):
    """Against a fixed strategy the other player finds nothing better. And whatever does not go on
    for ever at a loss is the first move that keeps the value.
    """
    for seed in seeds:
        game = kinds.CHANCES[kind](Random(seed))
        values = gamefast.exact_values(game)
        for player in (0,) if kind.startswith("one player") else (0, 1):
            replied = gamelib.exact_values(Fixed(game, player, values.best))
            assert all(replied[p] == values[p] for p in replied)
        for p, value in values.items():
            who = game.turn(p)
            if who not in (None, CHANCE) and (value if who == 0 else -value) <= 0:
                keeping = (move for move in game.moves(p) if values[game.play(p, move)] == value)
                assert values.best(p) == next(keeping)


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.CHANCES)
def test_strategy_improvement(kind, seeds):
    for seed in seeds:
        game = kinds.CHANCES[kind](Random(seed))
        found, expected = both("strategy_improvement", game, player=seed % 2)
        assert dict(found) == dict(expected)
        assert [found.best(p) for p in found] == [expected.best(p) for p in found]
        for one, other in zip(found.rounds, expected.rounds, strict=True):
            assert (one.values, one.changes, one.why) == (other.values, other.changes, other.why)


def by_recursion(game: Any, position: Any) -> tuple[Any, ...]:
    """The payoffs of best play, the first of equally good moves, from the definition."""
    who = game.turn(position)
    if who is None:
        return tuple(game.payoffs(position))
    if who == CHANCE:
        pairs = [(share, by_recursion(game, q)) for share, q in game.chances(position)]
        return tuple(
            sum(share * payoffs[k] for share, payoffs in pairs) for k in range(len(pairs[0][1]))
        )
    options = [by_recursion(game, game.play(position, move)) for move in game.moves(position)]
    return max(options, key=lambda payoffs: payoffs[who])


@pytest.mark.parametrize("seeds", SEEDS)
def test_backward_induction_by_the_definition(seeds):
    """The engine has the book's."""
    for seed in seeds:
        game = kinds.of_players(Random(seed))
        plan = gamelib.backward_induction(game)
        for p in plan:
            assert plan[p].payoffs == by_recursion(game, p)
            who = game.turn(p)
            if who not in (None, CHANCE):
                worth = {m: by_recursion(game, game.play(p, m))[who] for m in game.moves(p)}
                best = [m for m in game.moves(p) if worth[m] == max(worth.values())]
                assert (plan.best(p), list(plan[p].equal)) == (best[0], best[1:])


@pytest.mark.parametrize("seeds", SEEDS)
def test_expectiminimax_against_the_engine_s_exact_values(seeds):
    for seed in seeds:
        kind = ["fractions without cycles", "one player without cycles"][seed % 2]
        game = kinds.CHANCES[kind](Random(seed))
        if seed % 2 == 0:
            found, values = gamelib.expectiminimax(game), gamefast.exact_values(game)
            assert (found.value, found.exact) == (values.value(), True)
            assert found.best == values.best()
        plain = Extensive(kinds.ACYCLIC["numbers in the leaves"](Random(seed)))
        assert gamelib.expectiminimax(plain).value == gamefast.exact_values(plain).value()


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("kind", kinds.GAMES)
def test_match_plays_the_solutions_of_both_alike(kind, seeds):
    for seed in seeds:
        game = kinds.GAMES[kind](Random(seed))
        found, expected = both("solve", game)
        played = [gamelib.match(game, s, s, limit=30) for s in (found, expected)]
        assert played[0] == played[1]
        if played[0].finished:  # otherwise a drawn line that goes round, or a long one
            assert float(played[0].result) == found[played[0].positions[0]].value


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=[pytest.mark.slow] * (number % 4 > 0))
        for number, kind in enumerate(kinds.GAMES)
    ],
)
def test_check_game_finds_every_kind_in_order(kind, seeds):
    """And has seen as many positions as a walk of the engine."""
    for seed in seeds:
        game = kinds.GAMES[kind](Random(seed))
        report = gamelib.check_game(game)
        assert (report.complete, report.positions) == (True, len(gamefast.GameGraph.of(game)))
