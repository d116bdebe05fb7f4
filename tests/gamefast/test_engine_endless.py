"""Endless play that is won by a player, in every kind of arena: each against the book."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from naive import random_arena, random_board

import gamelib
from gamefast import (
    CompiledGraph,
    Ending,
    GameGraph,
    check_solution,
    load,
    registry,
    save,
    solve,
)
from gamefast.retrograde import endless as endless_play
from gamelib import DRAW, LOSS, WIN, Alternating, Quotient, Verdict
from gamelib.games import CopsAndRobber, CopsAndThief, Matches, TicTacToe


def won_by(player):
    """Endless play is won by the player of this name, who stands last in a position."""
    return lambda position: WIN if position[-1] == player else LOSS


def as_vertices(arena):
    """The arena as a graph of networkx, for the book."""
    G = nx.DiGraph()
    for i in range(len(arena)):
        position, result = arena.position(i), arena.results(np.array([i]))[0]
        G.add_node(position)
        if not np.isnan(result):
            G.nodes[position]["outcome"] = float(result)
        G.add_edges_from((position, arena.position(int(j))) for j in arena.options(i))
    return G


def agree(solution, book):
    """Whether two solutions say the same of every position, and choose the same moves."""
    assert dict(solution) == dict(book)
    assert check_solution(solution) == len(book)
    assert solution.counts() == book.counts()
    assert set(solution.settled) == set(book.settled)
    return all(solution.best(position) == book.best(position) for position in book)


@pytest.mark.parametrize("in_rounds", [False, True])
def test_two_tokens(monkeypatch, in_rounds):
    least = 1 if in_rounds else 1_000_000
    monkeypatch.setattr("gamefast.retrograde.tokens.ROUNDS_FROM", least)
    met = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng, 5, 6, stay=in_rounds)
        for player in arena.turns:
            book = gamelib.solve(as_vertices(arena), endless=won_by(player))
            assert agree(solve(arena, endless=won_by(player)), book)
            met += sum(verdict.remoteness is None for verdict in book.values())
    assert met > 100


def test_policeman_and_thief():
    rng = np.random.default_rng(7)
    for _ in range(5):
        board = CopsAndThief.from_text(random_board(rng, 3, 4))
        for player in ("policeman", "thief"):
            book = gamelib.solve(board, endless=won_by(player))
            assert agree(solve(board, endless=won_by(player)), book)


def test_a_robber_who_is_never_caught_has_won():
    for G, outcome in ((nx.cycle_graph(5), LOSS), (nx.path_graph(5), WIN)):
        chase = CopsAndRobber(G)
        solution = solve(chase, endless=won_by("robber"))
        assert solution[chase.start()].outcome == outcome
        assert agree(solution, gamelib.solve(chase, endless=won_by("robber")))


class Steps:
    """A token on a random graph of two halves, as rules in numbers; some ends are drawn."""

    def __init__(self, seed, results):
        rng = np.random.default_rng(seed)
        n = 24
        moves = [(i, j) for i in range(n) for j in range(n) if i % 2 != j % 2]
        chosen = rng.permutation(len(moves))[:40]
        self.options = [[] for _ in range(n)]
        for i, j in (moves[k] for k in chosen):
            self.options[i].append(j)
        for end in rng.permutation(n)[:6]:
            self.options[end] = []
        self.results = rng.choice(results, size=n)

    def data(self):
        rows, columns = [], []
        for i, there in enumerate(self.options):
            rows += [len(there), *there, *[0] * (12 - len(there))]
            before = [j for j, row in enumerate(self.options) if i in row]
            columns += [len(before), *before, *[0] * (12 - len(before))]
        return [*rows, *columns, *self.results]

    def arena(self, with_sources):
        sources = before if with_sources else None
        return CompiledGraph.of(24, after, result, sources, most=12, data=self.data())

    def graph(self):
        G = nx.DiGraph()
        for i, there in enumerate(self.options):
            G.add_node(i, **({} if there else {"outcome": int(self.results[i])}))
        G.add_edges_from((i, j) for i, there in enumerate(self.options) for j in there)
        return G


def after(i, data, out):
    for k in range(data[13 * i]):
        out[k] = data[13 * i + 1 + k]
    return data[13 * i]


def before(i, data, out):
    row = 13 * 24 + 13 * i
    for k in range(data[row]):
        out[k] = data[row + 1 + k]
    return data[row]


def result(i, data):
    return data[2 * 13 * 24 + i]


def of_even(i):
    return 1 if i % 2 == 0 else -1


def of_odd(i):
    return -1 if i % 2 == 0 else 1


@pytest.mark.parametrize("with_sources", [False, True])
@pytest.mark.parametrize("results", [(-1,), (-1, 1), (-1, 0, 1), (0,)])
def test_rules_in_numbers(with_sources, results):
    met = {(outcome, ends): 0 for outcome in (WIN, DRAW, LOSS) for ends in (True, False)}
    for seed in range(8):
        steps = Steps(seed, results)
        for worth in (of_even, of_odd):
            book = gamelib.solve(steps.graph(), endless=worth)
            assert agree(solve(steps.arena(with_sources), endless=worth), book)
            for verdict in book.values():
                met[verdict.outcome, verdict.remoteness is not None] += 1
    assert min(met[WIN, False], met[LOSS, False]) > 0
    assert (met[DRAW, True] > 10) == (0 in results)


class Reach:
    """A token on a ring of six; player 0 moves at even vertices and wants it to come to 3."""

    def start(self):
        return 0

    def turn(self, v):
        return None if v == 3 else v % 2

    def moves(self, v):
        return [1, -1]

    def play(self, v, step):
        return (v + step) % 6

    def payoffs(self, v):
        return (1, -1)


def test_a_game_that_is_walked():
    game = Alternating(Reach())
    worth = lambda position: LOSS if position[1] == 0 else WIN  # noqa: E731
    solution = solve(game, endless=worth)
    assert agree(solution, gamelib.solve(game, endless=worth))
    assert str(solution[game.start()]) == "LOSS"
    assert str(solution[2, 0]) == "WIN in 1"


def test_an_ending_is_drawn_in_so_many_moves_if_endless_play_is_not_a_draw():
    """King and rook on a tiny board, where a bare king often reaches the rook."""
    ending = Ending("KRK", 4, 4)
    graph = as_vertices(registry.arena(ending))
    for player in ("white", "black"):
        solution = solve(ending, endless=won_by(player))
        book = gamelib.solve(graph, endless=won_by(player))
        assert dict(solution) == dict(book)
        assert check_solution(solution) == len(book)
        assert sum(verdict == Verdict(DRAW, 1, 0.0) for verdict in book.values()) > 10


def test_a_game_whose_arena_is_made_at_once_and_a_quotient():
    pile = lambda n: WIN if n % 2 else LOSS  # noqa: E731
    only_ones = Matches(9, takes=(1,))
    assert agree(solve(only_ones, endless=pile), gamelib.solve(only_ones, endless=pile))
    marks = lambda board: WIN if board.count(".") % 2 else LOSS  # noqa: E731
    for game in (TicTacToe(2, 2, 2), TicTacToe(2, 3, 3), Quotient(TicTacToe(2, 3, 3))):
        assert agree(solve(game, endless=marks), gamelib.solve(game, endless=marks))


def test_it_comes_back_from_a_file(tmp_path):
    board = CopsAndThief.from_text("P..\n.*.\n..T")
    ring = GameGraph.from_arrays([0, 1, 3, 3], [1, 0, 2], [np.nan, np.nan, 0])
    for game, worth in ((board, won_by("thief")), (ring, of_odd)):
        path = tmp_path / f"{type(game).__name__}.npz"
        solution = solve(game, endless=worth)
        save(solution, path)
        for mapped in (False, True):
            back = load(path, game, mapped=mapped)
            assert dict(back) == dict(solution)
            assert check_solution(back) == len(solution)
            assert (back.worth == solution.worth).all()
            assert all(back.best(position) == solution.best(position) for position in solution)
        with pytest.raises(ValueError, match="endless play is not a draw in it"):
            solve(game, keep=path)


def test_a_run_is_not_kept(tmp_path):
    with pytest.raises(
        ValueError, match=r"keep=\.\.\. is for games in which endless play is a draw"
    ):
        solve(Matches(9), endless=lambda n: DRAW, keep=tmp_path / "run.npz")
    assert not list(tmp_path.iterdir())


def test_what_does_not_alternate_is_named_in_every_arena():
    board = CopsAndThief.from_text("P..\n.*.\n..T")
    for arena in (board, registry.arena(board), registry.arena(board).explicit()):
        with pytest.raises(ValueError, match=r"must be LOSS, .* must tell whose turn it is"):
            solve(arena, endless=lambda position: WIN)


def test_a_number_is_refused_with_its_position():
    graph = GameGraph.from_arrays([0, 1, 2, 2], [1, 2], [np.nan, np.nan, 2.5])
    with pytest.raises(ValueError, match=r"the outcome of 2 is 2\.5: with endless"):
        solve(graph, endless=of_even)


def test_positions_come_in_bulk_as_one_by_one():
    arena = random_arena(np.random.default_rng(1), 3, 4, stay=True)
    which = np.arange(len(arena))
    assert list(arena.positions(which)) == [arena.position(i) for i in range(len(arena))]


def test_a_large_board_in_pieces(monkeypatch):
    """Positions are asked for a piece at a time."""
    board = CopsAndThief.from_text("P...\n.**.\n...T")
    whole = solve(board, endless=won_by("thief"))
    cut = endless_play.chunks
    monkeypatch.setattr(endless_play, "chunks", lambda n: cut(n, 7))
    assert dict(solve(board, endless=won_by("thief"))) == dict(whole)
    with pytest.raises(ValueError, match="must tell whose turn"):
        solve(board, endless=lambda position: WIN)


def test_only_the_solution_passes():
    """Any outcomes and remotenesses that the certificate accepts are those of the solution."""
    rng = np.random.default_rng(3)
    accepted = 0
    for seed in range(3_000):
        n = 3 + seed % 2
        rows = [[j for j in range(n) if i % 2 != j % 2 and rng.random() < 0.5] for i in range(n)]
        results = np.array([np.nan if row else rng.integers(-1, 2) for row in rows])
        graph = GameGraph.from_arrays(
            np.cumsum([0, *map(len, rows)]),
            np.array([j for row in rows for j in row], int),
            results,
        )
        solution = solve(graph, endless=of_even if seed % 4 < 2 else of_odd)
        guessed = rng.random(n) < 0.5
        outcome = np.where(guessed, rng.integers(-1, 2, size=n), solution.outcome).astype(np.int8)
        remoteness = np.where(guessed, rng.integers(-1, 4, size=n), solution.remoteness)
        order = np.flatnonzero(remoteness >= 0)
        order = order[np.lexsort((remoteness[order], -np.abs(outcome[order])))].astype(np.int32)
        other = replace(
            solution, outcome=outcome, remoteness=remoteness.astype(np.int32), order=order
        )
        try:
            check_solution(other)
        except AssertionError:
            continue
        accepted += 1
        assert (outcome == solution.outcome).all()
        assert (remoteness == solution.remoteness).all()
    assert 300 < accepted < 1_500
