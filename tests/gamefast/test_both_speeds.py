"""Every loop says the same as plain Python and compiled, on seeded random inputs of every kind."""

from random import Random

import numpy as np
import pytest
from naive import DiGraph, Graph, naive_octal, random_arena, random_arrays, random_board

from gamefast import (
    GameGraph,
    alphabeta,
    chance_values,
    check_solution,
    deepen,
    exact_values,
    mcts,
    nimbers,
    octal,
    octal_period,
    solve,
)
from gamefast.arrays.reversing import reverse_by_counting
from gamefast.machine import Kernel
from gamelib import CHANCE, Misere
from gamelib.games import ConnectFour, CopsAndThief, Matches, OverwriteTicTacToe, TicTacToe

#: How many cases are compared in a test, and in a quick one.
CASES, QUICK_CASES = 60, 20


def parts(number):
    """The seeds of so many tests, after those of the only quick test."""
    later = [range(QUICK_CASES, CASES)]
    later += [range(first, first + CASES) for first in range(CASES, number * CASES, CASES)]
    slow = [pytest.param(seeds, marks=pytest.mark.slow) for seeds in later]
    return [range(QUICK_CASES), *slow]


@pytest.fixture
def speeds(monkeypatch):
    """A function from a question to its answers: by plain Python, and by compiled loops."""

    def asked(question):
        answers = []
        for speed in ("interpreted", "compiled"):
            with monkeypatch.context() as patch:
                patch.setattr(
                    Kernel, "at", lambda kernel, size, speed=speed: getattr(kernel, speed)
                )
                answers.append(question())
        return answers

    return asked


def known(solution):
    """All that a solution says, and that its certificate accepts it."""
    assert check_solution(solution) == len(solution)
    order = None if solution.order is None else solution.order.tolist()
    best = [solution.best(p) for p in list(solution)[:20]]
    return (
        *(solution.outcome.tolist(), solution.remoteness.tolist(), solution.results.tolist()),
        *(order, best),
    )


def random_graph(seed):
    """A random graph in arrays, with results of three kinds or numbers, or the usual loss."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    indptr, targets = random_arrays(rng, n, int(rng.integers(0, 3 * n)))
    ends = indptr[1:] == indptr[:-1]
    results = [[-1.0], [-1.0, 0.0, 1.0], [-3.0, -0.5, 0.0, 0.5, 2.0]][seed % 3]
    return GameGraph.from_arrays(indptr, targets, np.where(ends, rng.choice(results, n), np.nan))


@pytest.mark.parametrize("seeds", parts(8))
def test_graphs_are_solved_checked_and_reversed(seeds, speeds):
    for seed in seeds:
        graph = random_graph(seed)
        one, other = speeds(lambda graph=graph: known(solve(graph)))
        assert one == other, seed
        rows = graph.indptr, graph.targets
        one, other = speeds(
            lambda rows=rows: [each.tolist() for each in reverse_by_counting(*rows)]
        )
        assert one == other, seed


@pytest.mark.parametrize("seeds", parts(2))
def test_chases_are_solved_by_tokens_and_by_the_explicit_graph(seeds, speeds):
    for seed in seeds:
        rng = np.random.default_rng(seed)
        if seed % 2:
            arena = random_arena(rng, *rng.integers(2, 9, size=2).tolist(), stay=seed % 4 == 1)
        else:
            board = CopsAndThief.from_text(random_board(rng, 3, 3, exits=seed % 3 % 2))
            arena = solve(Misere(board) if seed % 8 == 0 else board).graph
        one, other = speeds(lambda arena=arena: known(solve(arena)))
        assert one == other, seed
        explicit = known(solve(arena.explicit()))
        assert explicit[:3] == one[:3], seed


@pytest.mark.parametrize("seeds", parts(4))
def test_nimbers(seeds, speeds):
    for seed in seeds:
        rng = Random(seed)
        n = rng.randint(1, 30)
        graph = DiGraph({v: [w for w in range(v) if rng.random() < 3 / n] for v in range(n)})
        stored = GameGraph.from_networkx(graph)
        one, other = speeds(lambda stored=stored: nimbers(stored).numbers.tolist())
        assert one == other, seed
        for v, number in enumerate(one):  # by the definition
            below = {one[w] for w in graph[v]}
            assert number == next(g for g in range(n + 1) if g not in below)


def test_octal_games_and_their_periods(speeds):
    for seed in range(CASES):
        rng = Random(seed)
        code = rng.choice(["0.", "4."]) + "".join(
            str(rng.randint(0, 7)) for _ in range(rng.randint(1, 4))
        )
        one, other = speeds(lambda code=code: octal(code, 150).tolist())
        assert one == other == naive_octal(code, 151)
        one, other = speeds(lambda code=code: octal_period(code, limit=400))
        assert one == other


def stochastic(seed):
    """A random game with chance and cycles."""
    rng = Random(seed)
    size = rng.randint(2, 10)
    nodes = {}
    for p in range(size):
        who = rng.choice([0, 1, CHANCE]) if p == 0 or rng.random() < 0.7 else None
        options = rng.choices(range(size), k=rng.randint(1, 3))
        if who == CHANCE:
            share = 2 ** -(len(options) - 1)
            options = [(share, q) for q in options[1:]] + [
                (1 - share * (len(options) - 1), options[0])
            ]
        nodes[p] = (who, options if who is not None else rng.choice([-2, -1, 0, 0.5, 1]))
    return Graph(nodes)


@pytest.mark.parametrize("seeds", parts(4))
def test_games_with_chance_are_swept(seeds, speeds):
    for seed in seeds:
        game = stochastic(seed)
        one, other = speeds(lambda game=game: dict(chance_values(game)))
        assert one == other, seed
        one, other = speeds(lambda game=game: dict(exact_values(game)))
        assert one == other, seed


@pytest.mark.parametrize(("n", "k"), [(1, 1), (2, 1), pytest.param(2, 2, marks=pytest.mark.slow)])
def test_overwriting_by_sweeps_over_whole_boards(n, k, speeds):
    game = OverwriteTicTacToe(n, k)
    for question in (
        lambda: dict(chance_values(game)),
        lambda: dict(exact_values(game)),
        lambda: [exact_values(game).best(p) for p in exact_values(game)],
    ):
        one, other = speeds(question)
        assert one == other


def test_boards_that_are_filled_or_stored(speeds):
    for game in (TicTacToe(2, 3, 2), TicTacToe(3, 3, 3), Matches(40, takes=(1, 3, 4))):
        one, other = speeds(lambda game=game: known(solve(game)))
        assert one == other


@pytest.mark.parametrize("seed", range(12))
def test_searches_of_four_in_a_row(seed, speeds):
    rng = Random(seed)
    game = ConnectFour(4, rng.choice([4, 5]))
    position = game.start()
    for _ in range(rng.randint(2, 8)):
        if game.outcome(position) is None:
            position = game.play(position, rng.choice(list(game.moves(position))))
    if game.outcome(position) is not None:
        return

    def facts(found):
        return found.value, found.line, found.best, found.exact

    for question in (
        lambda: facts(alphabeta(game, position, depth=4)),
        lambda: facts(deepen(game, position, depth=4)),
        lambda: facts(mcts(game, position, playouts=50, rng=np.random.default_rng(seed))),
    ):
        one, other = speeds(question)
        assert one == other
