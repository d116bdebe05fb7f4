"""Un-moves that are not all the moves turned round: a single one that is missing, or is none, at a
single position that no sample looks at, is named, and never gives a wrong verdict.
"""

from random import Random

import pytest

from gamefast import NO_POSITION, CompiledRules, GameGraph, check_solution, solve
from gamefast.compiled.rules import GraphRules
from gamefast.compiled.walked import WalkedGraph
from gamefast.machine import Kernel
from gamefast.storage import checkpoint
from gamelib import Misere

#: The numbers of the games below; the last one stands for no position.
SIZE = 60
NOWHERE = SIZE - 1


@pytest.fixture(params=["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request, monkeypatch):
    """Loops and rules as plain Python, or compiled."""
    if request.param == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)


@pytest.fixture(autouse=True)
def no_sample(monkeypatch):
    """Nothing is compared in advance, so that every fault is where no sample looks."""
    monkeypatch.setattr(WalkedGraph, "compare", lambda arena: None)
    monkeypatch.setattr(GraphRules, "check", lambda rules: None)
    monkeypatch.setattr(GraphRules, "compare", lambda rules, numbers: None)


# A graph with cycles as two tables of rows: where the moves lead, and where they come from.
def options(vertex, data, out):
    if vertex == data.nowhere:
        return NO_POSITION
    begin, end = data.begins[vertex], data.begins[vertex + 1]
    for k in range(begin, end):
        out[k - begin] = data.targets[k]
    return end - begin


def sources(vertex, data, out):
    begin, end = data.back_begins[vertex], data.back_begins[vertex + 1]
    for k in range(begin, end):
        out[k - begin] = data.back_targets[k]
    return end - begin


def outcome(vertex, data):
    return data.results[vertex]


def further(vertex, data):
    return vertex % 4


class Rows:
    """The rows of a game and those of its un-moves, which a test may alter."""

    def __init__(self, seed):
        rng = Random(seed)
        self.results = [rng.choice([-1, -1, 0, 1]) for _ in range(SIZE)]
        self.options = [rng.sample(range(SIZE - 1), rng.randint(0, 3)) for _ in range(SIZE)]
        self.options[0] = [1, 2, 3]
        self.options[NOWHERE] = []
        self.sources = [[u for u in range(SIZE) if v in self.options[u]] for v in range(SIZE)]

    def rules(self, dense, late=False, unmoves=True, most=SIZE):
        begins, targets = flat(self.options)
        back_begins, back_targets = flat(self.sources)
        data = {
            "nowhere": NOWHERE,
            "begins": begins,
            "targets": targets,
            "back_begins": back_begins,
            "back_targets": back_targets,
            "results": self.results,
        }
        return CompiledRules(
            options,
            outcome,
            sources=sources if unmoves else None,
            remoteness=further if late else None,
            size=SIZE if dense else None,
            data=data,
            most=most,
        )


def flat(rows):
    """Rows as the places where they begin, and their entries one after another."""
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row))
    return begins, [entry for row in rows for entry in row]


def settled(rows, dense, game=lambda rules: rules):
    """The right solution, and the positions that are won or lost; ``game`` makes a game of rules."""
    solution = solve(game(rows.rules(dense, unmoves=False)))
    return solution, [v for v in solution if solution[v].remoteness is not None]


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("late", [False, True])
def test_every_single_unmove_that_is_missing_is_named(speed, dense, late):
    for seed in range(3):
        rows = Rows(seed)
        right, winners = settled(rows, dense)
        assert dict(solve(rows.rules(dense))) == dict(right)
        tried = 0
        for option in winners:
            for source in [u for u in rows.sources[option] if u in right]:
                rows.sources[option].remove(source)
                said = rf"position {source} leads to {option}, but sources\({option}\) does not"
                with pytest.raises(ValueError, match=f"{said}.*correct sources, or leave it out"):
                    solve(rows.rules(dense, late))
                rows.sources[option].append(source)
                tried += 1
        assert tried > 5


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("game", [lambda rules: rules, Misere], ids=["normal", "misere"])
def test_every_single_unmove_that_is_none_is_named(speed, dense, game):
    rows = Rows(4)
    right, winners = settled(rows, dense, game)
    for option in winners:
        wrong = [u for u in right if u not in rows.sources[option]]
        for source in Random(option).sample(wrong, 3):
            rows.sources[option].append(source)
            said = rf"sources\({option}\) lists {source}, but options\({source}\) does not list "
            with pytest.raises(ValueError, match=said):
                solve(game(rows.rules(dense)))
            rows.sources[option].remove(source)


def a_move(rows, right, winners):
    """A move between positions that are reached: from where, and to one of the winners."""
    option = next(v for v in winners if any(u in right for u in rows.sources[v]))
    return next(u for u in rows.sources[option] if u in right), option


@pytest.mark.parametrize("dense", [False, True])
def test_one_missing_and_one_too_many_at_the_same_position(speed, dense):
    rows = Rows(5)
    right, winners = settled(rows, dense)
    forgotten, option = a_move(rows, right, winners)
    invented = next(u for u in right if u not in rows.sources[option])
    rows.sources[option].remove(forgotten)
    rows.sources[option].append(invented)
    with pytest.raises(ValueError, match=rf"position {forgotten} leads to {option}, but"):
        solve(rows.rules(dense))


@pytest.mark.parametrize("dense", [False, True])
def test_what_is_listed_twice_is_named(speed, dense):
    rows = Rows(6)
    right, winners = settled(rows, dense)
    source, option = a_move(rows, right, winners)
    rows.sources[option].append(source)
    with pytest.raises(ValueError, match=rf"sources\({option}\) lists \[.*\]: each "):
        solve(rows.rules(dense))
    rows.sources[option].remove(source)
    rows.options[source].append(option)
    with pytest.raises(ValueError, match=rf"options\({source}\) lists \[.*\]: with un-moves"):
        solve(rows.rules(dense))
    assert dict(solve(rows.rules(dense, unmoves=False))) == dict(right)  # stored, it is two moves


def test_only_positions_of_a_dense_game_and_no_more_than_most(speed):
    rows = Rows(7)
    _, winners = settled(rows, True)
    option = winners[0]
    for other in (NOWHERE, -1, SIZE, 10**12):
        rows.sources[option].append(other)
        with pytest.raises(ValueError, match=rf"sources\({option}\) lists .*{other}"):
            solve(rows.rules(True))
        rows.sources[option].remove(other)
    rows.sources[option] *= 9
    with pytest.raises(ValueError, match=rf"sources\({option}\) gives .* to 12 \(`most`\)"):
        solve(rows.rules(True, most=12))


def test_unmoves_that_play_cannot_reach_are_left_out(speed):
    rows = Rows(8)
    right, winners = settled(rows, False)
    for option in winners:
        rows.sources[option] += [SIZE + option, -5]
    found = solve(rows.rules(False))
    assert dict(found) == dict(right)
    assert check_solution(found) == len(right)


@pytest.mark.parametrize("dense", [False, True])
def test_where_nothing_is_ever_settled_the_unmoves_are_not_asked_for(speed, dense):
    rows = Rows(9)
    right, winners = settled(rows, dense)
    drawn = [v for v in right if v not in winners and rows.sources[v]]
    assert drawn
    for v in drawn:
        rows.sources[v] = []
    assert dict(solve(rows.rules(dense))) == dict(right)


# Play alternates between even and odd numbers, and goes round: who wins endless play is asked.
def around(i, data, out):
    out[0] = (i + 1) % 8
    out[1] = 8 + i % 2
    return 2 if i < 8 else 0


def around_back(i, data, out):
    count = 0
    if i < 8:
        out[0] = (i + 7) % 8
        return 1
    for k in range(i % 2, 8, 2):
        if k != data.forgotten or i != 9:
            out[count] = k
            count += 1
    return count


def won(i, data):
    return 1


@pytest.mark.parametrize("size", [None, 10])
def test_if_endless_play_is_won_too(speed, size):
    def game(forgotten):
        data = {"forgotten": forgotten}
        return CompiledRules(around, won, sources=around_back, size=size, data=data)

    def even(i):
        return 1 if i % 2 == 0 else -1

    stored = CompiledRules(around, won, size=size, data={"forgotten": -1})
    alternates = {"endless": lambda i: even(i) if i < 8 else -even(i)}
    assert dict(solve(game(-1), **alternates)) == dict(solve(stored, **alternates))
    with pytest.raises(ValueError, match=r"position 3 leads to 9, but sources\(9\) does not list"):
        solve(game(3), **alternates)


@pytest.mark.parametrize("dense", [False, True])
def test_a_run_that_goes_on_is_compared_too(tmp_path, monkeypatch, dense):
    """Each position is compared when its un-moves are asked for, so nothing need be kept for it."""
    rows = Rows(10)
    right, _ = settled(rows, dense)
    game = rows.rules(dense)
    path = tmp_path / "game.npz"
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "EVERY", -1.0)
        patch.setattr(checkpoint, "save", None)
        with pytest.raises(TypeError):
            solve(game, keep=path)  # the file holds the last state that was kept
    with checkpoint.reading(path) as (_, columns):
        assert "frontier" in columns
    assert dict(solve(game, keep=path)) == dict(right)


@pytest.mark.parametrize("dense", [False, True])
def test_the_arena_is_solved_again_and_negated(speed, dense):
    rows = Rows(11)
    right, winners = settled(rows, dense)
    arena = solve(rows.rules(dense)).graph
    assert "move_sums" not in vars(arena)
    assert dict(solve(arena)) == dict(right)
    graph = GameGraph.of(Misere(rows.rules(False)))
    assert solve(Misere(rows.rules(False))).counts() == solve(graph).counts()
    assert winners
