"""A result may take further moves where play is over: with and without un-moves, dense and sparse,
solved and searched, remoteness is what the definition says.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import gamelib
from gamefast import (
    CompiledRules,
    Searched,
    advise,
    alphabeta,
    check_solution,
    deepen,
    load,
    registry,
    save,
    solve,
    solve_spread,
)
from gamefast.machine import Kernel
from gamefast.progress import Run
from gamefast.retrograde import compiled as by_unmoves
from gamefast.retrograde import retrograde
from gamefast.retrograde.registry import solve_arena
from gamelib import Misere
from gamelib.core import DRAW, LOSS, WIN


# A graph: vertex v has the options near[begins[v]:begins[v + 1]], and the sources likewise.
def listed(begins, near, vertex, out):
    count = 0
    for k in range(begins[vertex], begins[vertex + 1]):
        out[count] = near[k]
        count += 1
    return count


def options(vertex, data, out):
    return listed(data.begins, data.options, vertex, out)


def sources(vertex, data, out):
    return listed(data.back_begins, data.sources, vertex, out)


def outcome(vertex, data):
    return data.results[vertex]


def remoteness(vertex, data):
    return data.moves[vertex]


class Graph:
    """A random graph whose ends have a result, and how many moves it takes; a DAG if asked."""

    def __init__(self, seed, acyclic=False, longest=6):
        rng = Random(seed)
        self.n = rng.randint(2, 40)
        self.rows = []
        for v in range(self.n):
            there = range(v + 1, self.n) if acyclic else range(self.n)
            self.rows.append(rng.sample(there, min(len(there), rng.choice([0, 1, 2, 2, 3]))))
        self.results = [rng.choice([-1, -1, 0, 1]) for _ in range(self.n)]
        self.moves = [rng.choice([0, 1, 2, rng.randint(0, longest)]) for _ in range(self.n)]

    def rules(self, unmoves=False, late=True, **choices):
        back = [[u for u in range(self.n) if v in self.rows[u]] for v in range(self.n)]
        data = {"results": self.results, "moves": self.moves}
        for begins, near, rows in (
            ("begins", "options", self.rows),
            ("back_begins", "sources", back),
        ):
            data[begins] = np.cumsum([0, *map(len, rows)])
            data[near] = [w for row in rows for w in row]
        return CompiledRules(
            options,
            outcome,
            remoteness=remoteness if late else None,
            sources=sources if unmoves else None,
            most=40,
            data=data,
            **choices,
        )

    def model(self, sign=1):
        """The definition, value by value: a position is won in r if the quickest lost option is
        lost in r - 1; lost in r if all options are won, the slowest in r - 1. The least solution is
        found by going through all r in order.
        """
        known = {}
        for v in range(self.n):
            if not self.rows[v] and self.results[v] == 0:
                known[v] = (DRAW, None)
        for r in range(100 + 2 * self.n + max(self.moves)):
            found = {}
            for v in range(self.n):
                if v in known:
                    continue
                if not self.rows[v]:
                    if self.moves[v] == r:
                        found[v] = (WIN if sign * self.results[v] > 0 else LOSS, r)
                    continue
                there = [known.get(w, (DRAW, None)) for w in self.rows[v]]
                quickest = [moves for result, moves in there if result == LOSS]
                if quickest:
                    found[v] = (WIN, r)
                elif all(result == WIN for result, _ in there):
                    found[v] = (LOSS, r)
            known |= found
        return {v: known.get(v, (DRAW, None)) for v in range(self.n)}


def verdicts(solution):
    return {p: (found.outcome, found.remoteness) for p, found in solution.items()}


def holds(known, graph):
    """Whether verdicts meet the definition at each position."""
    for v, (result, moves) in known.items():
        there = [known[w] for w in graph.rows[v]]
        lost = [m for r, m in there if r == LOSS]
        if not there:
            assert (result, moves) == (
                (DRAW, None) if graph.results[v] == 0 else (graph.results[v], graph.moves[v])
            )
        elif lost:
            assert (result, moves) == (WIN, 1 + min(lost))
        elif all(r == WIN for r, _ in there):
            assert (result, moves) == (LOSS, 1 + max(m for _, m in there))
        else:
            assert (result, moves) == (DRAW, None)
    return True


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_remoteness_is_what_the_definition_says(speed, monkeypatch, dense, unmoves):
    monkeypatch.setattr(retrograde, "CHUNK", 3)
    monkeypatch.setattr(by_unmoves, "CHUNK", 3)
    for seed in range(30):
        graph = Graph(seed)
        rules = graph.rules(unmoves, size=graph.n if dense else None)
        solution = solve(rules) if dense else solve(rules, 0, positions=range(graph.n))
        known = graph.model()
        assert holds(known, graph)
        assert verdicts(solution) == known
        assert check_solution(solution) == graph.n
        if not unmoves or solution.order is not None:
            in_order = [solution[p].remoteness for p in solution.settled]
            assert in_order == sorted(in_order)
        assert verdicts(solve(Misere(rules))) == {
            v: found for v, found in graph.model(-1).items() if v in solve(Misere(rules))
        }


def test_gaps_between_the_ends_and_many_moves(speed):
    def chain(vertex, data, out):
        out[0] = vertex + 1
        out[1] = 1_000
        return 0 if vertex >= 999 else 1 + (vertex % 7 == 0)

    def ends(vertex, data):
        return -1

    def moves(vertex, data):
        return 40_000 if vertex == 999 else 0

    def back(vertex, data, out):
        if vertex == 1_000:
            for k in range(143):
                out[k] = 7 * k
            return 143
        out[0] = vertex - 1
        return int(vertex > 0)

    found = [
        solve(CompiledRules(chain, ends, remoteness=moves, sources=un, size=size, most=143))
        for un in (None, back)
        for size in (None, 1_001)
    ]
    for solution in found:
        assert str(solution[999]) == "LOSS in 40000"
        assert str(solution[998]) == "WIN in 40001"
        assert str(solution[994]) == "WIN in 1"
        assert str(solution[995]) == "LOSS in 40004"
        assert check_solution(solution) == 1_001
        assert verdicts(solution) == verdicts(found[0])


def test_it_is_the_same_as_moves_that_are_played():
    """Each end is replaced by a chain of forced moves: the book gives the same verdicts."""
    for seed in range(40):
        graph = Graph(seed)
        steps, ends = {}, {}
        for v in range(graph.n):
            steps[v] = list(graph.rows[v])
            if not steps[v]:
                here = v
                for k in range(graph.moves[v] if graph.results[v] else 0):
                    there = (v, k)
                    steps[here] = [there]
                    here = there
                steps[here] = []
                ends[here] = graph.results[v] * (-1) ** (graph.moves[v] * bool(graph.results[v]))
        book = gamelib.solve(Written(steps, ends), positions=range(graph.n))
        solution = solve(graph.rules(), positions=range(graph.n))
        for v in range(graph.n):
            assert solution[v] == book[v]


class Written:
    """A written-out game in which a move is the position to go to."""

    def __init__(self, steps, ends):
        self.steps, self.ends = steps, ends

    def start(self):
        return 0

    def moves(self, position):
        return self.steps[position]

    def play(self, position, move):
        return move

    def outcome(self, position):
        return self.ends.get(position)


#: The seed of a graph with many settled positions.
MANY = next(
    k for k in range(4, 99) if sum(m is not None for _, m in Graph(k).model().values()) > 20
)


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_altered_solutions_are_refused(dense, unmoves):
    graph = Graph(MANY)
    rules = graph.rules(unmoves, size=graph.n if dense else None)
    solution = solve(rules) if dense else solve(rules, positions=range(graph.n))
    settled = np.flatnonzero(solution.remoteness >= 0)
    assert len(settled) > 9
    for i in settled:
        altered = solution.remoteness.copy()
        altered[i] += 2
        with pytest.raises(AssertionError, match=r"contradict|play is over|order"):
            check_solution(replace(solution, remoteness=altered))
    end = next(
        v for v in range(graph.n) if not graph.rows[v] and graph.results[v] and graph.moves[v]
    )
    altered = solution.remoteness.copy()
    altered[solution.graph.index(end)] = 0
    with pytest.raises(AssertionError, match=f"which takes {graph.moves[end]} more moves"):
        check_solution(replace(solution, remoteness=altered, order=None))


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_answers_are_explained_saved_loaded_and_kept(tmp_path, dense, unmoves):
    graph = Graph(4)
    size = graph.n if dense else None
    rules = graph.rules(unmoves, size=size)
    solution = solve(rules)
    path = tmp_path / "solution.npz"
    save(solution, path)
    again = load(path, rules)
    assert verdicts(again) == verdicts(solution)
    assert check_solution(again) == len(solution)
    assert verdicts(solve(rules, keep=tmp_path / "run.npz")) == verdicts(solution)
    for v in solution:
        if not graph.rows[v] and graph.results[v]:
            assert (
                solution.explain(v)
                == f"{v} is a {solution[v]} for the player to move: play is over."
            )
    with pytest.raises(ValueError, match=r"rules other than|is the solution of"):
        load(path, graph.rules(unmoves, late=False, size=size))


class Interrupted(Run):
    """A run that stops each time it is looked at, and then goes on from the state that it had."""

    def __init__(self, state):
        self.state, self.looked = state, False

    def begun(self):
        return {name: column.copy() for name, column in self.state.items()}

    def look(self, state, remoteness):
        self.state, self.looked = state(), True
        raise KeyboardInterrupt


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_a_run_goes_on_where_it_was_stopped(monkeypatch, dense, unmoves):
    monkeypatch.setattr(retrograde, "CHUNK", 3)
    monkeypatch.setattr("gamefast.retrograde.ranks.CHUNK", 3)
    for seed in (1, 4, 6, 8):
        graph = Graph(seed, longest=20)
        rules = graph.rules(unmoves, size=graph.n if dense else None)
        state = {}
        for _ in range(500):
            arena = registry.arena(rules) or registry.walk(rules, range(graph.n), None, None)
            run = Interrupted(state)
            try:
                solution = solve_arena(arena, run)
                break
            except KeyboardInterrupt:
                state = run.state
        assert verdicts(solution) == graph.model()


def test_searches_count_the_further_moves(speed):
    decided = 0
    for seed in range(40):
        graph = Graph(seed, acyclic=True)
        rules = graph.rules()
        known = graph.model()
        searched = Searched(rules)
        for v in range(graph.n):
            result, moves = known[v]
            assert (searched[v].outcome, searched[v].remoteness) == (result, moves)
            found = alphabeta(rules, v)
            assert (found.verdict.outcome, found.verdict.remoteness) == (result, moves)
            counsel = advise(rules, v)
            assert (counsel.outcome, counsel.remoteness) == (result, moves)
            if graph.rows[v]:
                found = deepen(rules, v, depth=50)
                assert (found.verdict.outcome, found.verdict.remoteness) == (result, moves)
                decided += moves is not None
    assert decided > 100


def test_endless_play_that_a_player_wins():
    """A ring of four, and ends with a draw and with a win in 3."""
    data = {
        "begins": [0, 2, 4, 5, 6, 6, 6],
        "options": [1, 5, 2, 4, 3, 0],
        "results": [0, 0, 0, 0, 1, 0],
        "moves": [0, 0, 0, 0, 3, 7],
    }
    rules = CompiledRules(options, outcome, remoteness=remoteness, size=6, data=data)
    solution = solve(rules, endless=lambda v: WIN if v % 2 == 0 else LOSS)
    assert str(solution[4]) == "WIN in 3"
    assert str(solution[5]) == "DRAW in 0"
    assert check_solution(solution) == 6


def negative(vertex, data):
    return -1


def no_number(vertex, data):
    return 1.5


def far(vertex, data):
    return 10**6


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize(
    ("rule", "said"), [(negative, "gives -1"), (no_number, "gives 1.5"), (far, "gives 1000000")]
)
def test_what_is_no_number_of_moves_is_named(dense, unmoves, rule, said):
    graph = Graph(4)
    rules = graph.rules(unmoves, size=graph.n if dense else None)
    wrong = CompiledRules(
        options,
        outcome,
        remoteness=rule,
        sources=sources if unmoves else None,
        size=rules.size,
        most=40,
        data=rules.layout.read(rules.data)._asdict(),
    )
    message = rf"remoteness\(\d+\) {said}: give a whole number, 0 to 100000"
    with pytest.raises(ValueError, match=message):
        solve(wrong)
    with pytest.raises(ValueError, match=message):
        alphabeta(wrong, depth=60)


def cut_off(vertex, data):
    return (vertex + 1) * data[0] % 1_000  # 0 in Python; compiled, the product wraps round


@pytest.mark.slow
def test_a_rule_that_wraps_round_once_compiled_is_noticed(monkeypatch):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)

    def chain(vertex, data, out):
        out[0] = vertex + 1
        return int(vertex < 200)

    for size in (None, 201):
        rules = CompiledRules(
            chain, lambda vertex, data: -1, remoteness=cut_off, size=size, data=[10**17]
        )
        with pytest.raises(ValueError, match=r"in Python, but|compiled"):
            solve(rules)


def test_what_does_not_count_them_refuses(tmp_path):
    graph = Graph(4)

    class Other(CompiledRules):
        def outcome(self, position):
            return super().outcome(position)

    rules = graph.rules()
    other = Other(
        options,
        outcome,
        remoteness=remoteness,
        most=40,
        data=rules.layout.read(rules.data)._asdict(),
    )
    with pytest.raises(ValueError, match="Other replaces a rule, so it is walked by its methods"):
        solve(other)
    with pytest.raises(ValueError, match="are for solve alone"):
        solve_spread(graph.rules(size=graph.n), tmp_path)
