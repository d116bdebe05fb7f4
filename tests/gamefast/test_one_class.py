"""One class for rules in numbers: dense or sparse, with positions and moves of their own, for every
solver; each answer is that of the book.
"""

from random import Random

import numpy as np
import pytest

import gamelib
from gamefast import (
    NO_POSITION,
    CompiledChance,
    CompiledGraph,
    CompiledRules,
    GameGraph,
    Searched,
    advise,
    alphabeta,
    check_solution,
    deepen,
    load,
    mcts,
    nimber,
    nimbers,
    registry,
    save,
    solve,
    winning_move,
)
from gamefast.compiled.rules import LONGEST_END
from gamefast.compiled.searchable import is_in_numbers
from gamefast.compiled.walked import WalkedGraph
from gamelib import Misere, Sum, match
from gamelib.core import NotImpartial, UnknownPosition
from gamelib.games import Nim


# A graph: data holds the number n of vertices, their results (2 for a number that stands for none),
# the beginnings of the rows of options and of sources, and the rows.
def listed(first, vertex, data, out):
    begin, end = data[first + vertex], data[first + vertex + 1]
    for k in range(begin, end):
        out[k - begin] = data[k]
    return end - begin


def options(vertex, data, out):
    if data[1 + vertex] == 2:
        return NO_POSITION
    return listed(1 + data[0], vertex, data, out)


def sources(vertex, data, out):
    return listed(2 + 2 * data[0], vertex, data, out)


def outcome(vertex, data):
    return data[1 + vertex]


class Graph:
    """A random graph with cycles as a game of names, for the book."""

    def __init__(self, seed):
        rng = Random(seed)
        self.n = rng.randint(2, 30)
        self.there = sorted({0, *(v for v in range(self.n) if rng.random() < 0.8)})
        self.rows = {
            v: rng.sample(self.there, rng.randint(0, min(4, len(self.there)))) for v in self.there
        }
        self.results = {v: rng.choice([-1, -1, 0, 1]) for v in self.there}

    def start(self):
        return "v0"

    def moves(self, name):
        return [f"v{w}" for w in self.rows[int(name[1:])]]

    def play(self, name, move):
        return move

    def outcome(self, name):
        vertex = int(name[1:])
        return None if self.rows[vertex] else self.results[vertex]

    def positions(self):
        return [f"v{v}" for v in self.there]

    def data(self):
        rows = [self.rows.get(v, []) for v in range(self.n)]
        back = [[u for u in range(self.n) if v in rows[u]] for v in range(self.n)]
        place, starts, entries = 3 + 3 * self.n, [], []
        for part in (rows, back):
            for row in part:
                starts.append(place + len(entries))
                entries += row
            starts.append(place + len(entries))
        results = [self.results.get(v, 2) for v in range(self.n)]
        return [self.n, *results, *starts, *entries]


def number_of(name):
    if name[0] != "v":
        raise KeyError(name)
    return int(name[1:])


def name_of(vertex):
    return f"v{vertex}"


NAMES = {"code": number_of, "decode": name_of}


def rules_of(graph, unmoves, **choices):
    un = sources if unmoves else None
    return CompiledRules(options, outcome, sources=un, most=30, data=graph.data(), **choices)


def verdicts(solution):
    return {p: (found.outcome, found.remoteness) for p, found in solution.items()}


@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_each_way_gives_what_the_book_gives(speed, dense, unmoves):
    for seed in range(25):
        graph = Graph(seed)
        size = graph.n if dense else None
        numbers = rules_of(graph, unmoves, size=size)
        names = rules_of(graph, unmoves, size=size, start="v0", **NAMES)
        starts = graph.positions() if dense else ["v0"]
        book = gamelib.solve(graph, positions=starts) if dense else gamelib.solve(graph, "v0")
        by_number = solve(numbers) if dense else solve(numbers, 0)
        by_name = solve(names) if dense else solve(names, "v0")
        assert verdicts(by_name) == verdicts(book)
        assert {name_of(v): there for v, there in verdicts(by_number).items()} == verdicts(book)
        assert check_solution(by_name) == check_solution(by_number) == len(book)
        for name in book:
            assert by_name.best(name) == book.best(name)
            assert by_name.explain(name) == book.explain(name)
        assert by_name.best() == book.best("v0")


def test_with_a_size_the_numbers_are_counted_through_and_without_walked():
    graph = Graph(3)
    dense, sparse = rules_of(graph, True, size=graph.n), rules_of(graph, True)
    assert isinstance(solve(dense).graph, CompiledGraph)
    assert isinstance(solve(sparse).graph, WalkedGraph)
    old = CompiledGraph.of(graph.n, options, outcome, sources, most=30, data=graph.data())
    assert verdicts(solve(old)) == verdicts(solve(dense))
    assert verdicts(solve(Misere(dense))) == verdicts(
        gamelib.solve(Misere(as_numbers(graph)), positions=graph.there)
    )


def as_numbers(graph):
    """The graph as a game of numbers."""
    rows = {v: graph.rows[v] for v in graph.there}
    ends = {v: graph.results[v] for v in graph.there if not rows[v]}
    return Steps(rows, ends)


class Steps:
    """A written-out game in which a move is the position to go to."""

    def __init__(self, rows, ends):
        self.rows, self.ends = rows, ends

    def start(self):
        return 0

    def moves(self, position):
        return self.rows[position]

    def play(self, position, move):
        return move

    def outcome(self, position):
        return self.ends.get(position)


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("unmoves", [False, True])
@pytest.mark.parametrize("mapped", [False, True])
def test_names_are_saved_loaded_and_kept(tmp_path, dense, unmoves, mapped):
    graph = Graph(5)
    rules = rules_of(graph, unmoves, size=graph.n if dense else None, start="v0", **NAMES)
    solution = solve(rules)
    save(solution, tmp_path / "solution.npz")
    again = load(tmp_path / "solution.npz", rules, mapped=mapped)
    assert dict(again) == dict(solution)
    assert again.best() == solution.best()
    kept = solve(rules, keep=tmp_path / "kept.npz")
    assert dict(kept) == dict(solution)
    assert dict(solve(rules, keep=tmp_path / "kept.npz")) == dict(solution)
    other = rules_of(Graph(6), unmoves, size=graph.n if dense else None, start="v0", **NAMES)
    with pytest.raises(ValueError, match="is the solution of"):
        load(tmp_path / "solution.npz", other)


# Two heaps of Nim, whichever stands first: a position of the rules has the smaller heap first.
def heap_options(i, data, out):
    small, large = i % 16, i // 16
    if small > large:
        return NO_POSITION
    count = 0
    for left in range(small):
        out[count] = left + 16 * large
        count += 1
    for left in range(large):
        there = min(left, small) + 16 * max(left, small)
        if small != large:  # otherwise it is the same as with the other heap
            out[count] = there
            count += 1
    return count


def heap_code(heaps):
    return min(heaps) + 16 * max(heaps)


def heap_decode(i):
    return i % 16, i // 16


def lost(i, data):
    return -1


def two_heaps(**choices):
    words = {"code": heap_code, "decode": heap_decode}
    return CompiledRules(heap_options, lost, game=Nim((5, 3)), **words, **choices)


def test_the_options_of_two_heaps_are_listed_once():
    found = two_heaps().options_of((3 + 16 * 5,))
    assert len(found) == len({*found}) == 8
    assert len(two_heaps().options_of((4 + 16 * 4,))) == 4


@pytest.mark.parametrize("size", [None, 16 * 16])
def test_a_game_lends_its_moves_to_its_rules(speed, size):
    game = Nim((5, 3))
    rules = two_heaps(size=size)
    solution, book = solve(rules), gamelib.solve(game)
    for heaps, verdict in book.items():
        assert solution[heaps] == verdict
        best = solution.best(heaps)
        assert (best is None) == (book.best(heaps) is None)
        if best is not None:
            assert game.play(heaps, best) in {game.play(heaps, move) for move in game.moves(heaps)}
            after, due = (book[game.play(heaps, move)] for move in (best, book.best(heaps)))
            assert after == due
    assert check_solution(solution) == len(solution)
    assert solution.explain().splitlines()[1:] == book.explain().splitlines()[1:]
    assert [*match(rules, solution, solution).moves] == solution.line()


@pytest.mark.parametrize("size", [None, 16 * 16])
def test_searches_speak_of_the_moves_of_the_game(size):
    game = Nim((5, 3))
    rules = two_heaps(size=size)
    book = gamelib.solve(game, (5, 5))
    for heaps in ((5, 3), (3, 5), (1, 4), (4, 4)):
        found = alphabeta(rules, heaps)
        assert (found.value, found.exact) == (book[heaps].value, True)
        assert is_line(game, heaps, found.line)
        assert deepen(rules, heaps, depth=20).value == book[heaps].value
        assert Searched(rules)[heaps] == book[heaps]
        counsel = advise(rules, heaps)
        assert (counsel.outcome, counsel.remoteness) == (
            book[heaps].outcome,
            book[heaps].remoteness,
        )
        assert is_line(game, heaps, counsel.line)
        tree = mcts(rules, heaps, playouts=3_000, rng=Random(1))
        assert (tree.value, tree.exact) == (book[heaps].value, True)
        assert is_line(game, heaps, tree.line)
        assert {*tree.visits} <= {*game.moves(heaps)}
    assert "heap 0" in str(alphabeta(rules).explain())


def is_line(game, position, line):
    """Whether the moves are legal, one after another, and bring play to its end."""
    for move in line:
        assert move in game.moves(position)
        position = game.play(position, move)
    return game.outcome(position) is not None


def test_positions_of_their_own_in_searches():
    race = CompiledRules(
        count_on,
        lost,
        data=[20],
        start="0 said",
        code=lambda said: int(said.split()[0]),
        decode=lambda total: f"{total} said",
    )
    assert alphabeta(race).line[:2] == ("2 said", "3 said")
    assert deepen(race, "15 said", depth=9).best == "17 said"
    assert str(Searched(race)["15 said"]) == str(solve(race)["15 said"])
    assert mcts(race, "17 said", playouts=500, rng=Random(2)).value == -1
    assert advise(race, "15 said").best == "17 said"
    assert race.unmoves("3 said") == []
    for searched in (solve(race), Searched(race)):
        assert searched.best("15 said") == "17 said"


def count_on(total, data, out):
    out[0], out[1] = total + 1, total + 2
    return min(2, data[0] - total)


class Impartial(CompiledRules):
    """Rules that are the same for both players."""

    impartial = True


def take(pile, data, out):
    for k in range(min(pile, data[0])):
        out[k] = pile - 1 - k
    return min(pile, data[0])


@pytest.mark.parametrize("size", [None, 31])
def test_nimbers_of_rules_in_numbers(speed, size):
    pile = Impartial(take, lost, data=[3], start=30, size=size)
    assert dict(nimbers(pile)) == {n: n % 4 for n in range(31)}
    assert [nimber(pile, n) for n in (0, 5, 30)] == [0, 1, 2]
    assert winning_move(pile) == 28
    assert nimber(Sum(pile, Nim((3,))), (30, (3,))) == 1
    part, option = winning_move(Sum(pile, Nim((3,))), (30, (3,)))
    assert (part, nimber(pile, option)) == (0, 3) or option == (0, 1)
    assert dict(nimbers(two_heaps(size=size and 256)))[3, 5] == 6
    with pytest.raises(NotImpartial, match="CompiledRules does not say that both players"):
        nimbers(CompiledRules(take, lost, data=[3], start=30, size=size))
    won = Impartial(take, lambda pile, data: 1, data=[3], start=30, size=size)
    with pytest.raises(ValueError, match="at 0 play is over with 1 for the player to move"):
        nimbers(won)
    with pytest.raises(ValueError, match="lies on a cycle"):
        nimbers(Impartial(around, lost, data=[7], size=size and 7))


def around(i, data, out):
    out[0] = (i + 1) % data[0]
    return 1


class WithText(CompiledRules):
    """Says more, and has the same rules."""

    def text(self, pile):
        return "|" * pile


class Backwards(CompiledRules):
    """Has other rules than those that were given."""

    def outcome(self, pile):
        found = super().outcome(pile)
        return None if found is None else -found


def test_a_subclass_is_counted_through_unless_it_replaces_a_rule():
    choices = {"data": [3], "start": 30, "size": 31}
    assert is_in_numbers(WithText(take, lost, **choices))
    assert isinstance(registry.arena(WithText(take, lost, **choices)), CompiledGraph)
    assert registry.arena(Backwards(take, lost, **choices)) is None
    assert isinstance(solve(Backwards(take, lost, **choices)).graph, GameGraph)
    assert solve(Backwards(take, lost, **choices))[0].outcome == 1


def test_what_is_no_position_is_refused():
    rules = CompiledRules(options, outcome, size=3, data=[3, 2, -1, -1, 9, 9, 9, 9, 9, 9, 9, 9])
    for other in (0, 3, -1, 1.5, (1, 2), "no"):
        with pytest.raises(ValueError, match=r"is not a position|give whole numbers"):
            rules.check_position(other)
    assert rules.check_position(1) is None
    with pytest.raises(UnknownPosition, match="no position 0 here; one of them is 1"):
        solve(rules).best()
    with pytest.raises(ValueError, match="0 is not a position by the rules"):
        alphabeta(rules)
    graph = rules_of(Graph(1), False, start="v0", **NAMES)
    for other in ("w0", 7, None, "vx"):
        with pytest.raises(ValueError, match="is not a position: code fails"):
            graph.check_position(other)
        with pytest.raises(UnknownPosition):
            solve(graph).graph.index(other)


def test_choices_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="give code and decode together"):
        CompiledRules(take, lost, code=len)
    with pytest.raises(ValueError, match="give a start: with code and decode"):
        CompiledRules(take, lost, **NAMES)
    with pytest.raises(ValueError, match=r"with a size, a position is one number, not \(0, 0\)"):
        CompiledRules(take, lost, size=5, start=(0, 0))
    with pytest.raises(ValueError, match="size=0: give a whole number"):
        CompiledRules(take, lost, size=0)
    with pytest.raises(TypeError, match="is not a game"):
        CompiledRules(take, lost, game=7)


def other_way(i):
    return i // 16, i % 16 + (i == 3)


@pytest.mark.parametrize("size", [None, 256])
def test_code_and_decode_and_the_game_must_agree(size):
    said = r"decode\(3\) gives \(0, 4\), but code\(\(0, 4\)\) gives 4"
    words = {"code": pair_code, "decode": other_way}
    with pytest.raises(ValueError, match=said):
        solve(CompiledRules(take, lost, data=[3], start=(0, 9), size=size and 10, **words))
    words = {"code": heap_code, "decode": heap_decode}
    with pytest.raises(ValueError, match=r"the rules and Nim differ at"):
        solve(CompiledRules(heap_options, lost, game=Nim((5, 3), most=2), size=size, **words))
    won = CompiledRules(heap_options, lambda i, data: 1, game=Nim((5, 3)), size=size, **words)
    with pytest.raises(ValueError, match="the results are 1 and LOSS"):
        solve(won)
    with pytest.raises(ValueError, match="the results are 1 and LOSS"):
        alphabeta(won)


def pair_code(pair):
    return pair[0] * 16 + pair[1]


def place_options(own, other, data, out):
    count = 0
    for cell in range(4):
        if (own | other) >> cell & 1 == 0:
            out[2 * count], out[2 * count + 1] = other, own | 1 << cell
            count += 1
    return count


def drawn(own, other, data):
    return -1


def test_pairs_of_numbers_with_positions_of_their_own(speed):
    def code(cells):
        return tuple(sum(1 << cell for cell in side) for side in cells)

    def decode(pair):
        return tuple(frozenset(c for c in range(4) if side >> c & 1) for side in pair)

    empty = frozenset(), frozenset()
    rules = CompiledRules(place_options, drawn, start=empty, code=code, decode=decode)
    plain = CompiledRules(place_options, drawn, start=(0, 0))
    solution, numbers = solve(rules), solve(plain)
    assert {code(p): v for p, v in solution.items()} == dict(numbers)
    assert solution.best() == decode(numbers.best())
    assert alphabeta(rules).line == tuple(map(decode, alphabeta(plain).line))
    assert np.array_equal(solution.graph.codes, numbers.graph.codes)


def count_up(total, data, out):
    out[0] = total + 1
    out[1] = total + 2
    return min(2, data[0] - total)


@pytest.mark.parametrize("size", [None, 21])
def test_check_game_takes_rules_in_numbers(size):
    """Their bounds are compared with the values by the book, which must not send us to the engine."""
    race = CompiledRules(count_up, lambda total, data: -1, size=size, data=[20])
    report = gamelib.check_game(race)
    assert report.positions == 21


def test_the_class_itself_says_how_its_rules_are_written():
    """A reader has ``help(CompiledRules)``, and no module at hand."""
    for rule in ("options(i, data, out)", "outcome(i, data)", "evaluate(i, data)"):
        assert f"``{rule}``" in CompiledRules.__doc__
    for rule in ("remoteness(i, data)", "sources(i, data, out)"):
        assert f"``{rule}``" in CompiledRules.__doc__
    for word in ("NO_POSITION", "100,000", "2**63 - 1", "impartial", "dict(a) == dict(b)"):
        assert word in CompiledRules.__doc__
    for rule in ("turn(i, data)", "payoff(i, data)", "shares(i, data, out)"):
        assert f"``{rule}``" in CompiledChance.__doc__
    assert f"{LONGEST_END:,}" == "100,000"


@pytest.mark.parametrize("name", ["solve", "alphabeta", "deepen", "mcts", "nimbers"])
def test_gamelib_refuses_the_rules_that_gamefast_takes_and_names_the_import(name):
    race = CompiledRules(count_up, lambda total, data: -1, data=[20])
    with pytest.raises(TypeError, match=f"from gamefast import {name}"):
        getattr(gamelib, name)(race)


def test_gamelib_takes_rules_in_numbers_where_gamefast_has_nothing_else():
    race = CompiledRules(count_up, lambda total, data: -1, data=[20])
    assert gamelib.minimax(race, 15).value == 1
    first = match(race, lambda total: total + 1, lambda total: total + 1)
    assert len(first.moves) == 20


def test_an_impartial_game_lends_that_to_its_rules():
    assert nimbers(two_heaps())[3, 5] == 6
    with pytest.raises(NotImpartial):
        nimbers(CompiledRules(take, lost, data=[3], start=30))
