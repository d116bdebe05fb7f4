"""Rules of sparse positions, walked from a start: they give what the book gives, as plain Python and
compiled, by reversed moves and by un-moves.
"""

import numpy as np
import pytest

import gamelib
from benchmarks import sliding
from gamefast import CompiledRules, GameGraph, check_solution, load, save, solve
from gamefast.compiled import walked, walking
from gamefast.compiled.walked import WalkedGraph
from gamefast.machine import Kernel
from gamefast.progress import SHORT, Progress
from gamelib import Misere
from gamelib.core import TooLarge, UnknownPosition
from gamelib.games import TicTacToe


class Plain:
    """The same game without arrays: what the book solves."""

    def __init__(self, rules):
        self.rules = rules

    def start(self):
        return self.rules.start()

    def moves(self, position):
        return self.rules.moves(position)

    def play(self, position, move):
        return move

    def outcome(self, position):
        return self.rules.outcome(position)


def lost(code, data):
    return -1


def slides(unmoves=False, rows=3, columns=3, own=0b000010101, other=0b101000010):
    """Pieces slide on a board, and a player with three in a row wins."""
    return sliding.sliding(rows, columns, 3, own, other, unmoves)


# Tic-tac-toe as a pair of sets.
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def wins(cells):
    won = False
    for line in LINES:
        won = won or cells & line == line
    return won


def place_options(own, other, data, out):
    if wins(other):
        return 0
    count = 0
    for cell in range(9):
        if (own | other) >> cell & 1 == 0:
            out[2 * count], out[2 * count + 1] = other, own | 1 << cell
            count += 1
    return count


def place_outcome(own, other, data):
    return -1 if wins(other) else 0


def place_sources(own, other, data, out):
    if wins(own):
        return 0
    count = 0
    for cell in range(9):
        if other >> cell & 1:
            out[2 * count], out[2 * count + 1] = other ^ 1 << cell, own
            count += 1
    return count


def crosses(unmoves=False):
    sources = place_sources if unmoves else None
    return CompiledRules(place_options, place_outcome, sources=sources, start=(0, 0), most=9)


# A graph whose vertices are numbers far apart, negative ones among them: data has the number of
# vertices, their results, and sparse rows of options and of sources.
def code_of(vertex):
    return (vertex - 3) * 1_000_000_000_000_007


def vertex_of(code):
    return code // 1_000_000_000_000_007 + 3


def listed(vertex, first, data, out):
    begin, end = data[first + vertex], data[first + vertex + 1]
    for k in range(begin, end):
        out[k - begin] = code_of(data[k])
    return end - begin


def graph_options(code, data, out):
    return listed(vertex_of(code), 1 + data[0], data, out)


def graph_sources(code, data, out):
    return listed(vertex_of(code), 2 + 2 * data[0], data, out)


def graph_outcome(code, data):
    return data[1 + vertex_of(code)]


def graph_game(seed, unmoves):
    """A random graph with cycles, and results of three kinds."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    rows = [rng.permutation(n)[: rng.integers(0, min(n, 4) + 1)].tolist() for _ in range(n)]
    back = [[u for u in range(n) if v in rows[u]] for v in range(n)]
    place, starts, entries = 3 + 3 * n, [], []
    for part in (rows, back):
        for row in part:
            starts.append(place + len(entries))
            entries += row
        starts.append(place + len(entries))
    results = rng.integers(-1, 2, n).tolist()
    return CompiledRules(
        graph_options,
        graph_outcome,
        sources=graph_sources if unmoves else None,
        start=code_of(0),
        data=[n, *results, *starts, *entries],
        most=40,
    )


# A pile from which 1 or 2 are taken, each option written twice.
def twice_options(pile, data, out):
    count = 0
    for take in range(1, min(2, pile) + 1):
        for _ in range(2):
            out[count] = pile - take
            count += 1
    return count


def twice(unmoves=False):
    return CompiledRules(
        twice_options, lost, sources=pile_sources if unmoves else None, start=30, most=4
    )


def pile_sources(pile, data, out):
    out[0], out[1] = pile + 1, pile + 2
    return 2


@pytest.fixture(params=["as they are", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request, monkeypatch):
    """Loops and rules as plain Python, or compiled."""
    if request.param == "compiled":
        monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
        monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)
    return request.param


@pytest.fixture
def tight(monkeypatch):
    """Arrays and a table that grow all the time, and pieces of a few positions."""
    for name, size in (("ROOM", 1), ("SLOTS", 1), ("FEW", 3), ("CHUNK", 5)):
        monkeypatch.setattr(walked, name, size)


def agrees(rules, *positions):
    """Solve a game; it has the positions and the answers of the book, and holds its certificate."""
    solution = solve(rules, *positions)
    assert isinstance(solution.graph, WalkedGraph)
    book = gamelib.solve(Plain(rules), *positions)
    known = {position: (verdict.outcome, verdict.remoteness) for position, verdict in book.items()}
    assert {p: (found.outcome, found.remoteness) for p, found in solution.items()} == known
    assert check_solution(solution) == len(book)
    stored = solve(GameGraph.of(rules, *positions))
    assert list(solution) == list(stored)
    assert solution.graph.edges == stored.graph.edges
    if rules.sources is None:
        assert solution.settled == stored.settled
    for position in list(solution)[:100]:
        assert solution.best(position) == book.best(position)
    assert solution.counts() == stored.counts()
    return solution


@pytest.mark.parametrize("unmoves", [False, True])
def test_sliding_pieces(speed, unmoves):
    solution = agrees(slides(unmoves))
    assert 0 not in solution.counts().values()
    assert solution.explain() == solve(GameGraph.of(slides())).explain()


@pytest.mark.parametrize("unmoves", [False, True])
def test_pairs(speed, unmoves):
    solution = agrees(crosses(unmoves))
    board = gamelib.solve(TicTacToe())
    assert solution.counts() == board.counts()
    assert solution.line((0b11, 0b1001000))[-1] == (0b1001000, 0b111)
    for other in (3, (1, 2, 3), "no", (0, "no"), (1, 1), None):
        with pytest.raises(UnknownPosition):
            solution.graph.index(other)


@pytest.mark.parametrize("unmoves", [False, True])
def test_graphs_with_cycles_and_codes_far_apart(speed, tight, unmoves):
    for seed in range(60):
        agrees(graph_game(seed, unmoves))


def test_an_option_that_is_listed_twice_is_two_moves(speed):
    solution = agrees(twice())
    assert solution.graph.edges == 2 * (1 + 2 * 29)
    assert solution[3].outcome == -1


GONE = -1


def options_or_gone(pile, data, out):
    """As ``take_some`` of at most 2, but a pile of 1 or 2 leads to one lost position."""
    if pile in (GONE, 0):
        return 0
    if pile <= 2:
        out[0] = GONE
        return 1
    out[0], out[1] = pile - 1, pile - 2
    return 2


def test_a_common_lost_position_says_won_in_one(speed):
    solution = agrees(CompiledRules(options_or_gone, lost, start=20))
    whole = agrees(CompiledRules(take_some, lost, start=20))
    for pile in range(1, 21):
        assert solution[pile] == whole[pile]
    assert 0 not in solution


def test_with_unmoves_an_option_may_not_be_listed_twice(speed):
    with pytest.raises(ValueError, match=r"options\(30\) lists \[29, 29, 28, 28\]: with un-moves"):
        solve(twice(unmoves=True))


def test_positions_that_all_want_the_same_slot(monkeypatch, tight):
    monkeypatch.setattr(walking, "AGAIN", 0)
    monkeypatch.setattr(walked.Walk, "is_quick", False)  # compiled loops keep the factor they had
    for seed in range(9):
        agrees(graph_game(seed, False))


def test_the_walk_begins_where_it_is_told(speed):
    rules = slides()
    there = rules.moves(rules.start())[0]
    far = next(p for p in solve(rules) if rules.outcome(p) is not None)
    solution = solve(rules, far)
    assert list(solution) == [far]
    assert solution.best() is None
    solution = agrees(rules, there)
    assert solution.best() == solution.best(there)
    both = solve(rules, far, positions=[there, far])
    assert list(both)[:2] == [far, there]
    assert len(both) >= len(solution)


def test_results_of_the_other_sign(speed):
    for unmoves in (False, True):
        rules = slides(unmoves)
        solution = solve(Misere(rules))
        assert isinstance(solution.graph, WalkedGraph)
        book = gamelib.solve(Misere(Plain(rules)))
        assert {p: v.outcome for p, v in solution.items()} == {
            p: v.outcome for p, v in book.items()
        }
        assert check_solution(solution) == len(book)


@pytest.mark.parametrize("rules", [slides(), slides(True), crosses(), Misere(crosses())])
@pytest.mark.parametrize("mapped", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_what_is_saved_is_loaded_without_a_walk(tmp_path, monkeypatch, rules, mapped):
    solution = solve(rules)
    path = tmp_path / "solution.npz"
    save(solution, path)
    with pytest.raises(ValueError, match="holds no moves: they follow from compiled rules"):
        load(path)
    monkeypatch.setattr(walked.Walk, "run", None)
    for given in (rules, solution.graph):
        again = load(path, given, mapped=mapped)
        assert dict(again) == dict(solution)
        assert list(again) == list(solution)
        assert again.settled == solution.settled
        assert check_solution(again) == len(solution)
        assert again.best() == solution.best()
    assert dict(solve(again.graph)) == dict(solution)  # it is reversed again
    other = CompiledRules(sliding.options, lost, start=5, data=sliding.board(3, 3, 3), most=12)
    with pytest.raises(ValueError, match="is the solution of"):
        load(path, other)


def one_more(pile, data, out):
    out[0] = pile + 1
    return int(pile < 90 and pile != data[0])


def test_a_file_belongs_to_its_rules_and_its_positions(tmp_path):
    path = tmp_path / "solution.npz"
    save(solve(CompiledRules(one_more, lost, data=[*range(100, 120), 1])), path)
    with pytest.raises(ValueError, match="solved by rules other than"):
        load(path, CompiledRules(one_more, lost, data=[*range(100, 120), 2]))
    rules = CompiledRules(one_more, lost, data=[50])
    graph = solve(rules).graph
    for codes, degrees, starts in (
        (graph.codes[:-1], graph.degrees, 1),
        (graph.codes, graph.degrees - 1, 1),
        (graph.codes, graph.degrees, 0),
        (np.zeros_like(graph.codes), graph.degrees, 1),
    ):
        with pytest.raises(ValueError, match=r"do not fit|no rules have|is there twice"):
            WalkedGraph.found_before(rules, codes, degrees, graph.ends, starts)


def test_limits_say_what_was_found_and_which_to_raise(speed):
    rules = slides()
    size = len(solve(rules))
    assert len(solve(rules, max_positions=size)) == size
    with pytest.raises(TooLarge, match=r"more than 1,000 positions; raise max_positions .* opened"):
        solve(rules, max_positions=1_000)
    with pytest.raises(TooLarge, match=r"At least 1,0[0-2]\d positions"):  # it stops at once
        solve(rules, max_positions=1_000)
    with pytest.raises(TooLarge, match=f"more than {size - 1:,} positions; raise max_positions"):
        solve(rules, max_positions=size - 1)
    with pytest.raises(TooLarge, match=r"more than 500 moves; raise max_edges .* positions were"):
        solve(rules, max_edges=500)


def test_a_game_that_is_far_too_large_is_noticed_early(monkeypatch):
    monkeypatch.setattr(walked, "FORESEEN", 2_000)
    monkeypatch.setattr(walked, "FEW", 100)
    monkeypatch.setattr(walked, "CHUNK", 100)
    with pytest.raises(TooLarge, match="far more than 10,000 positions; raise max_positions"):
        solve(slides(False, 5, 6, 0b010101010101, 0b010101010101 << 17), max_positions=10_000)


def test_memory_is_told_before_it_is_needed(monkeypatch):
    monkeypatch.setattr(walked, "SLOTS", 1)
    rules, reversed_ = slides(), []
    found = solve(rules)
    n, moves = len(found), found.graph.edges
    real = walking.list_sources.interpreted

    def fill(*arguments):
        reversed_.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(walking.list_sources, "at", lambda size: fill, raising=False)
    monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 14 * n + 4 * moves)
    assert dict(solve(rules)) == dict(found)
    assert reversed_
    reversed_.clear()
    monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 14 * n + 4 * moves - 1)
    said = f"to reverse the moves .* {n:,} positions with {moves:,} moves were found"
    with pytest.raises(TooLarge, match=said):
        solve(rules)
    assert not reversed_
    assert dict(solve(slides(True))) == dict(found)  # un-moves take less
    monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 5_000)
    with pytest.raises(
        TooLarge, match=r"to walk on .* positions with .* moves .* were opened|to walk on"
    ):
        solve(rules)


def test_memory_for_the_arrays_is_told_as_well(monkeypatch, tight):
    enter = walked.Walk._enter

    def enter_with_memory(walk, slots):
        monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 10**9)
        enter(walk, slots)
        monkeypatch.setattr("gamefast.machine.memory.free_memory", lambda: 2_000)

    monkeypatch.setattr(walked.Walk, "_enter", enter_with_memory)
    with pytest.raises(TooLarge, match=r"to walk on .* positions with .* moves .* of them opened"):
        solve(slides())


def test_the_bar_shows_positions_found_and_opened(monkeypatch, tight):
    shown = []

    class Bar(Progress):
        def __call__(self, more, where=""):
            super().__call__(more, where)
            shown.append((self._options["desc"], self.done, where))

    monkeypatch.setattr(walked, "Progress", Bar)
    size = len(solve(slides()))
    walks = [(done, where) for what, done, where in shown if what == "walking"]
    assert len(walks) > 99
    assert walks[-1] == (size, f"{size:,} found")
    assert {what for what, _, _ in shown} == {"walking", "reversing moves"}
    assert [done for done, _ in walks] == sorted(done for done, _ in walks)
    shape = {"desc": "walking", "n_fmt": "9", "unit": " positions opened", "elapsed": "00:02"}
    said = SHORT.format(**shape, postfix=", 11 found")
    assert said == "walking: 9 positions opened, 00:02, 11 found"


def too_many(pile, data, out):
    for k in range(6):
        out[k] = pile + 1
    return 6 if pile == 30 else 1


def negative(pile, data, out):
    out[0] = pile + 1
    return 1 - 2 * (pile == 30)


def chain(pile, data, out):
    out[0] = pile + 1
    return int(pile < 40)


def own_number(pile, data):
    return pile


def back(pile, data, out):
    out[0] = pile - 1
    return int(pile > 0)


def back_twice(pile, data, out):
    out[0] = out[1] = pile - 1
    return 2 * (pile == 20) + (pile != 20)


def forgets(pile, data, out):
    out[0] = pile - 1
    return int(pile < 20)


def invents(pile, data, out):
    out[0], out[1] = pile - 1, pile + 1
    return 2


def endless(pile, data, out):
    out[0] = pile + 1
    return 1 + 0 // (30 - pile)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ((too_many, lost), r"options\(30\) gives 6: give a whole number, 0 to 4 \(`most`\)"),
        ((negative, lost), r"options\(30\) gives -1: give a whole number, 0 to 4"),
        ((chain, own_number), r"outcome\(40\) gives 40: give a whole number, -1 to 1"),
        ((chain, lost, back_twice), r"sources\(20\) lists \[19, 19\]: each once|does not list"),
        ((chain, lost, forgets), r"leads to \d+, but sources\(\d+\) does not list \d+ once"),
        ((chain, lost, invents), r"sources\(\d+\) lists \d+, but options\(\d+\) does not list"),
    ],
)
def test_rules_that_are_wrong_are_named(speed, rules, said):
    options, outcome, *sources = rules
    game = CompiledRules(options, outcome, sources=sources[0] if sources else None, most=4)
    with pytest.raises(ValueError, match=said):
        solve(game)


def test_unmoves_that_are_listed_twice_are_named_where_no_sample_looks(speed, monkeypatch):
    monkeypatch.setattr(WalkedGraph, "compare", lambda arena: None)
    with pytest.raises(ValueError, match=r"sources\(20\) lists \[19, 19\]: each once"):
        solve(CompiledRules(chain, lost, sources=back_twice, most=4))


def test_rules_that_fail_are_named_with_the_line():
    with pytest.raises(ValueError, match=r"options\(30\) fails, ZeroDivisionError"):
        solve(CompiledRules(endless, lost))


def large(pile, data, out):
    out[0] = pile + 1
    return int(pile * 4_000_000_000 < 2**63 and pile < 2_400_000_000)


@pytest.mark.slow
def test_rules_that_wrap_round_once_compiled_are_noticed(monkeypatch):
    monkeypatch.setattr("gamefast.machine.kernels.COMPILE_FROM", 0)
    monkeypatch.setattr(Kernel, "at", lambda kernel, size: kernel.compiled)
    rules = CompiledRules(large, lost, start=2_400_000_000 - 100_000_000)
    with pytest.raises((ValueError, TooLarge), match=r"in Python, but|max_positions"):
        solve(rules, max_positions=1_000)


def remembers(pile, data, out):
    data[0] += 1
    out[0] = pile + 1
    return int(pile < 40 and data[0] < 60)


def test_rules_that_depend_on_more_than_the_position_are_noticed(monkeypatch):
    for unmoves in (None, back):
        game = CompiledRules(remembers, lost, sources=unmoves, data=[0])
        with pytest.raises(ValueError, match=r"the rules write to data, for example to entry 0: "):
            solve(game)
    with pytest.raises(ValueError, match=r"the rules write to data"):
        solve(CompiledRules(remembers, lost, data=[0], size=100))
    monkeypatch.setattr(walked, "require_unwritten", lambda data, before: None)
    with pytest.raises((ValueError, AssertionError), match="has other options now"):
        solve(CompiledRules(remembers, lost, data=[0]))


TAKE = 2


def take_some(pile, data, out):
    for k in range(min(pile, TAKE)):
        out[k] = pile - 1 - k
    return min(pile, TAKE)


def test_rules_that_change_are_walked_again(monkeypatch):
    rules = CompiledRules(take_some, lost, start=12)
    solution = solve(rules)
    assert solution[3].outcome == -1
    monkeypatch.setitem(globals(), "TAKE", 3)
    with pytest.raises(AssertionError, match="values that have changed since"):
        check_solution(solution)
    assert solve(solution.graph)[3].outcome == 1
    assert solve(rules)[4].outcome == -1


def pile_options(pile, data, out):
    """Take one or two."""
    out[0], out[1] = pile - 1, pile - 2
    return min(2, pile)


class WithText(CompiledRules):
    """Says more, and has the same rules."""

    def text(self, pile):
        return "|" * pile


class Misread(CompiledRules):
    """Has other rules than those that were given."""

    def outcome(self, pile):
        found = super().outcome(pile)
        return None if found is None else -found


def test_a_subclass_is_walked_as_its_rules_say_unless_it_replaces_one():
    def solution(kind):
        return solve(kind(pile_options, lambda pile, data: -1, start=9))

    assert isinstance(solution(WithText).graph, WalkedGraph)
    assert {p: str(v) for p, v in solution(WithText).items()} == {
        p: str(v) for p, v in solution(CompiledRules).items()
    }
    assert isinstance(solution(Misread).graph, GameGraph)
    assert solution(Misread)[1].outcome == -solution(WithText)[1].outcome
