"""Save and load: what comes back is what was kept, or a sentence that says why not."""

import io
import json
import mmap
import os
import pickle
import re
import socket
import stat
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, Flag, IntEnum, IntFlag, auto
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import numpy as np
import pytest
from naive import game

import gamelib
from gamefast import (
    CompiledChance,
    CompiledRules,
    Ending,
    GameGraph,
    Searched,
    advise,
    alphabeta,
    chance_values,
    check_solution,
    deepen,
    exact_values,
    load,
    mcts,
    minimax,
    nimbers,
    registry,
    save,
    solve,
    strategy_improvement,
)
from gamefast.compiled.graph import CompiledGraph
from gamefast.storage.codec import columns_of
from gamefast.storage.npz import ABOUT, FORMAT, VERSION, YOUNG, _lock, write
from gamefast.storage.solutions import ANSWER, load_solution
from gamelib import Misere, Quotient, backward_induction, expectiminimax
from gamelib.core import WIN
from gamelib.games import (
    ConnectFour,
    CopsAndThief,
    Matches,
    OverwriteTicTacToe,
    ShadedTicTacToe,
    TicTacToe,
    Tree,
)

BOARD = CopsAndThief.from_text("P..E\n.**.\n...T")
LOOP = nx.DiGraph(
    [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("a", ("x", 1, None, -0.5, b"y", True))]
)


@dataclass(frozen=True)
class Auction:
    """Each in turn takes 1 or 2 from n; who takes the last gets as much as it has taken moves to
    come there.
    """

    n: int = 7

    def start(self):
        return self.n, 0

    def moves(self, position):
        return [k for k in (1, 2) if k <= position[0]]

    def play(self, position, move):
        return position[0] - move, position[1] + 1

    def outcome(self, position):
        return -position[1] / 2 if position[0] == 0 else None


def countdown_options(i, data, out):
    """One or two less; no number that 7 divides."""
    if i % 7 == 0 and i > 0:
        return -1
    count = 0
    for k in (1, 2):
        if i >= k and ((i - k) % 7 or i == k):
            out[count] = i - k
            count += 1
    return count


def countdown_sources(i, data, out):
    count = 0
    for k in (1, 2):
        if i + k < data[0] and (i + k) % 7:
            out[count] = i + k
            count += 1
    return count


def countdown_outcome(i, data):
    return data[1]


@dataclass(frozen=True)
class Countdown:
    """One or two less, never to a number that 7 divides but 0; who comes there wins, or as
    ``worth`` says.
    """

    n: int
    worth: int = -1

    def start(self):
        return self.n - 1

    def moves(self, position):
        return [k for k in (1, 2) if k == position or (k < position and (position - k) % 7)]

    def play(self, position, move):
        return position - move

    def outcome(self, position):
        return None if position else self.worth

    def arrays(self):
        rules = countdown_options, countdown_outcome, countdown_sources
        return CompiledGraph.of(self.n, *rules, data=[self.n, self.worth], game=self)


registry.ARENAS[Countdown] = Countdown.arrays


GAMES = [
    *[
        Misere(Matches(9, takes=(2, 3))),
        TicTacToe(2, 3, 2),
        Quotient(TicTacToe(2, 4, 3)),
        BOARD,
        Auction(),
    ],
    Countdown(40),
]


def same(found, expected):
    """Whether two solutions say the same of every position, and advise the same."""
    assert list(found) == list(expected)
    assert list(map(repr, found)) == list(map(repr, expected))
    for name in ("outcome", "remoteness", "order", "numbers"):
        one, other = getattr(found, name), getattr(expected, name)
        assert (one is None) == (other is None)
        assert one is None or (one.dtype == other.dtype and np.array_equal(one, other))
    assert list(found.values()) == list(expected.values())
    step = max(1, len(expected) // 300)
    assert [found.best(p) for p in list(found)[::step]] == [
        expected.best(p) for p in list(expected)[::step]
    ]
    return True


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_was_kept_comes_back_and_mapped_it_stays_in_the_file(game, mapped, tmp_path):
    solution = solve(game)
    save(solution, tmp_path / "kept.npz")
    assert os.listdir(tmp_path) == ["kept.npz"]
    found = load(tmp_path / "kept.npz", game, mapped=mapped)
    assert found.game is game
    assert same(found, solution)
    assert check_solution(found) == len(solution)
    for column in (found.outcome, found.remoteness) if mapped else ():
        assert isinstance(column.base.base, mmap.mmap)
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@pytest.mark.parametrize(
    "game", [TicTacToe(2, 2, 2), Quotient(TicTacToe(2, 2, 2)), BOARD, Matches(6)], ids=repr
)
def test_without_the_game_it_knows_no_rules_and_moves_are_positions(game, tmp_path):
    solution = solve(game)
    save(solution, tmp_path / "kept.npz")
    found = load(tmp_path / "kept.npz")
    assert found.game is None
    assert list(found.items()) == list(solution.items())
    for i, here in enumerate(solution):
        options = [solution.graph.position(int(j)) for j in solution.graph.options(i)]
        assert [(move, there) for move, there, _ in found.options(here)] == [
            (p, p) for p in options
        ]


def test_positions_that_are_numbers_are_not_listed_and_one_column_is_read_without_the_others(
    tmp_path,
):
    G = nx.DiGraph([(0, 1), (1, 2), (2, 0), (2, 3)])
    for kept, listed in (
        (Matches(5), False),
        (G, False),
        (nx.relabel_nodes(G, {0: True}), True),
        (BOARD, False),
    ):
        save(solve(kept), tmp_path / "kept.npz")
        with np.load(tmp_path / "kept.npz", allow_pickle=False) as columns:
            assert ("positions" in columns) == listed
            assert np.array_equal(columns["remoteness"], solve(kept).remoteness)
            assert json.loads(columns[ABOUT])["columns"]["outcome"]["shape"] == [len(solve(kept))]
        with zipfile.ZipFile(tmp_path / "kept.npz") as archive:
            assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_STORED}
    found = load(tmp_path / "kept.npz", BOARD)
    assert os.path.getsize(tmp_path / "kept.npz") < 3 * len(found) + 6_000  # no move is stored


@pytest.mark.parametrize(
    "vertex",
    [
        np.int64(3),
        ("a", (1, np.str_("b"))),
        float("nan"),
        object,
        range(2),
        type("Inside", (Auction,), {})(3),
    ],
)
def test_positions_that_cannot_be_read_back_are_refused_by_name(vertex, tmp_path):
    with pytest.raises(
        ValueError, match="cannot be saved, because it cannot be read back"
    ) as error:
        save(solve(nx.DiGraph([("a", vertex)])), tmp_path / "kept.npz")
    assert repr(vertex) in str(error.value)
    assert os.listdir(tmp_path) == []


class Side(Enum):
    LEFT = 1
    RIGHT = "r"


class Pair(NamedTuple):
    heaps: tuple
    side: Side

    class Inner(NamedTuple):
        left: int


@dataclass(frozen=True, kw_only=True)
class Board:
    cells: frozenset
    side: Side = Side.LEFT
    seen: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Changed:
    """What it makes of its fields is another position."""

    n: int

    def __post_init__(self):
        object.__setattr__(self, "n", self.n + 1)


POSITIONS = [
    *[
        Pair((1, 2), Side.RIGHT),
        Board(cells=frozenset({(1, "a\n"), (2, "b")})),
        Pair.Inner(3),
        frozenset(),
        Side.LEFT,
    ],
    *[
        WIN,
        Fraction(1, 3),
        float("inf"),
        (1, True, (None, -2.5), b"x"),
        (Board(cells=frozenset({Side.LEFT})),),
    ],
]


def test_positions_of_the_readers_own_classes_come_back(tmp_path):
    path, G = (
        tmp_path / "kept.npz",
        nx.DiGraph([(one, other) for one in POSITIONS[:5] for other in POSITIONS[5:]]),
    )
    solution = solve(G, keep=path)
    for found in (load(path), solve(G, keep=path)):
        assert [*map(repr, found)] == [*map(repr, solution)]
        assert dict(found) == dict(solution)
    with pytest.raises(ValueError, match=r"Changed\(n=1\) cannot be saved"):
        save(solve(nx.DiGraph([("a", Changed(0))])), path)


class Castling(Flag):
    KING = auto()
    QUEEN = auto()
    BOTH = KING | QUEEN


class Rights(IntFlag):
    READ = 4
    WRITE = 2


class Suit(str, Enum):  # noqa: UP042  # a student's, before StrEnum
    HEARTS = "♥"
    CLUBS = "♣"


class Rank(IntEnum):
    ACE = 1
    ONE = 1  # another name of ACE


class Cards:
    class Colour(Flag):
        RED = 1
        BLACK = 2


class Renamed(Enum):
    """Its members say that they are called otherwise."""

    IT = 1

    @property
    def name(self):
        return "another"


FLAGS = [
    *[Castling.KING, Castling.KING | Castling.QUEEN, Castling.BOTH, Castling(0), ~Castling.KING],
    *[Rights.READ, Rights.READ | Rights.WRITE, Rights(0), Rights(8), Rights(1 << 70), ~Rights.READ],
    *[Suit.HEARTS, Rank.ACE, Rank.ONE, Cards.Colour.RED | Cards.Colour.BLACK, Renamed.IT],
    *[
        (1, Rights(3), (Castling.BOTH, None)),
        Pair((Rights(6),), Side.LEFT),
        frozenset({Castling(0)}),
    ],
]


@pytest.mark.parametrize("position", FLAGS, ids=repr)
def test_flags_and_other_enums_come_back_as_what_they_were(position, tmp_path):
    save(solve(nx.DiGraph([("a", position)])), tmp_path / "kept.npz")
    _, found = load(tmp_path / "kept.npz")
    assert (type(found), found, repr(found)) == (type(position), position, repr(position))
    assert load(tmp_path / "kept.npz")[position].outcome == -1


def nested(levels):
    inner = ()
    for _ in range(levels):
        inner = (inner,)
    return inner


@pytest.mark.parametrize(
    "position", [Decimal(1), 1j, (Decimal("0.5"),), nested(150), nested(900), Path("a"), slice]
)
def test_what_cannot_come_back_is_refused_in_a_sentence(position, tmp_path):
    with pytest.raises(ValueError, match="cannot be saved, because it cannot be read back"):
        save(solve(nx.DiGraph([("a", position)])), tmp_path / "kept.npz")
    assert os.listdir(tmp_path) == []


def test_a_position_of_many_levels_comes_back(tmp_path):
    save(solve(nx.DiGraph([("a", nested(50))])), tmp_path / "kept.npz")
    assert nested(50) in load(tmp_path / "kept.npz")


@pytest.mark.parametrize("named", ["gone.Pair", "subprocess.Popen", "builtins.eval", "os.system"])
def test_a_class_that_is_not_here_is_named_and_nothing_else_is_called(named, tmp_path):
    path = tmp_path / "kept.npz"
    save(solve(nx.DiGraph([("a", Pair((), Side.LEFT))])), path)
    with zipfile.ZipFile(path) as archive:
        lines = (
            np.load(io.BytesIO(archive.read("positions.npy")))
            .tobytes()
            .replace(b"test_storage.Pair", named.encode())
        )
        columns = {
            name[:-4]: np.load(io.BytesIO(archive.read(name)))
            for name in archive.namelist()
            if name != ABOUT
        }
        about = json.loads(archive.read(ABOUT))
    write(path, about, columns | {"positions": np.frombuffer(lines, np.uint8)})
    assert refusal(path).endswith(f": {named} is not known here: import it first")


COIN = Tree(
    {
        "choose": ("I", {"coin": "coin", "sure": (2, -2)}),
        "coin": ("chance", {"a": ("1/2", (5, -5)), "b": ("1/2", "choose")}),
    },
    players=("I", "II"),
)
SHADED = Quotient(ShadedTicTacToe(2, 2, 2))
OTHERS = {
    "exact": lambda: exact_values(COIN),
    "exact, classes": lambda: exact_values(SHADED),
    "exact, bits": lambda: exact_values(OverwriteTicTacToe(2)),
    "intervals": lambda: chance_values(OverwriteTicTacToe(2)),
    "intervals, walked": lambda: chance_values(COIN),
    "improved": lambda: strategy_improvement(COIN),
    "plan": lambda: backward_induction(SHADED),
}
FOUND = {
    "minimax": lambda: minimax(Matches(6)),
    "alphabeta": lambda: alphabeta(Quotient(TicTacToe()), "X.O.X.O.."),
    "deepen": lambda: deepen(TicTacToe(), nodes=500),
    "mcts": lambda: mcts(Auction(), playouts=50, rng=np.random.default_rng(1), span=(-4, 4)),
    "expectiminimax": lambda: expectiminimax(SHADED),
    "advise": lambda: advise(TicTacToe()),
}


@pytest.mark.parametrize("name", OTHERS)
def test_an_answer_about_chance_and_a_plan_come_back(name, tmp_path):
    answer, path = OTHERS[name](), tmp_path / "kept.npz"
    save(answer, path)
    found = load(path, answer.game)
    assert type(found) is type(answer)
    assert repr(found) == repr(answer)
    assert [*map(repr, found.items())] == [*map(repr, answer.items())]
    assert [found.best(p) for p in found] == [answer.best(p) for p in answer]
    assert found.explain() == answer.explain()
    assert found.counts() == answer.counts()
    assert getattr(found, "rounds", None) == getattr(answer, "rounds", None)
    save(found, path)  # once more
    assert pickle.loads(pickle.dumps(load(path, answer.game))).best() == answer.best()


@pytest.mark.parametrize("name", FOUND)
def test_what_a_search_has_found_comes_back(name, tmp_path):
    found, path = FOUND[name](), tmp_path / "kept.npz"
    save(found, path)
    again = load(path, found.game)
    assert again == found
    assert type(again) is type(found)
    assert again.explain() == found.explain()


def race_options(total, data, out):
    out[0], out[1] = total + 1, total + 2
    return min(2, data[len(data) - 1] - total)


def lost(i, data):
    return -1


class Nameless:
    """Take 1 or 2 from n; whoever takes the last wins. It is written without n."""

    def __init__(self, n):
        self.n = n

    def start(self):
        return self.n

    def moves(self, left):
        return [k for k in (1, 2) if k <= left]

    def play(self, left, k):
        return left - k

    def outcome(self, left):
        return None if left else -1

    def __repr__(self):
        return "Nameless()"


class Grid(Nameless):
    """The same, but counted from 0 up to n."""

    def start(self):
        return 0

    def moves(self, taken):
        return [k for k in (1, 2) if taken + k <= self.n]

    def play(self, taken, k):
        return taken + k

    def outcome(self, taken):
        return None if taken < self.n else -1


@pytest.mark.parametrize(
    "kind", [Nameless, Grid, lambda n: CompiledRules(race_options, lost, data=[0] * 9 + [n])]
)
def test_what_a_search_has_found_is_of_no_other_game(kind, tmp_path):
    path = tmp_path / "kept.npz"
    for search in (alphabeta, advise):
        save(search(kind(8)), path)
        assert load(path, kind(8)).value == search(kind(8)).value
        for n in (6, 7, 9):
            assert "was solved by rules other than" in refusal(path, kind(n))


def test_other_answers_are_kept_for_their_game_alone(tmp_path):
    path = tmp_path / "kept.npz"
    save(exact_values(OverwriteTicTacToe(2)), path)
    with pytest.raises(
        ValueError,
        match=r"kept.npz holds ExactValues: load needs the game, OverwriteTicTacToe\(n=2",
    ):
        load(path)
    with pytest.raises(
        ValueError, match=r"of OverwriteTicTacToe\(n=2.*, not of OverwriteTicTacToe\(n=3"
    ):
        load(path, OverwriteTicTacToe(3))
    with pytest.raises(ValueError, match="holds ExactValues, not a solution"):
        solve(Matches(3), keep=path)
    rewritten(path, lambda about, _: about.update(game=repr(OverwriteTicTacToe(3))))
    assert refusal(path, OverwriteTicTacToe(3)).startswith(
        "was solved by rules other than OverwriteTicTacToe(n=3"
    )
    for wrong in (3, Searched(TicTacToe()), chance_values(COIN).lower):
        with pytest.raises(
            TypeError,
            match="cannot be saved: save takes what solve returns, another solver or a search",
        ):
            save(wrong, path)
    with pytest.raises(TypeError, match=r"or a search; here, what search\(position\) returns"):
        save(Searched(TicTacToe()), path)
    with pytest.raises(TypeError, match="Nimbers are soon computed again, and `numbers` is their"):
        save(nimbers(Matches(3)), path)


def throw_turn(i, data):
    return (0, 3, 2, 3, 3)[i]


def throw_options(i, data, out):
    if i == 0:
        out[0] = 2
        out[1] = 3
    else:
        out[0] = 4
        out[1] = 0
    return 2


def throw_payoff(i, data):
    return 1 if i == 4 else -1


@pytest.mark.parametrize("solver", [exact_values, chance_values, strategy_improvement])
def test_a_game_with_chance_in_numbers_is_loaded_by_its_arena(tmp_path, solver):
    path = tmp_path / "kept.npz"
    arena = CompiledChance.of(5, throw_turn, throw_options, throw_payoff)
    values = solver(arena)
    save(values, path)
    again = load(path, CompiledChance.of(5, throw_turn, throw_options, throw_payoff))
    assert dict(again) == dict(values)
    assert again.best(0) == values.best(0)
    said = r"load needs the game, CompiledChance.of\(5, throw_turn, throw_options, throw_payoff\)"
    with pytest.raises(ValueError, match=said):
        load(path)
    other = CompiledChance.of(5, throw_turn, throw_options, lambda i, data: 0)
    with pytest.raises(ValueError, match=r"not of CompiledChance|by rules other than"):
        load(path, other)


@pytest.mark.parametrize("mapped", [False, True])
def test_a_graph_is_loaded_by_the_graph(tmp_path, mapped):
    path = tmp_path / "kept.npz"
    G = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "c"), ("c", "d")])
    save(solve(G), path)
    again = load(path, G, mapped=mapped)
    assert dict(again) == dict(solve(G))
    assert again.best("c") == "d"
    G.add_edge("d", "a")
    with pytest.raises(ValueError, match="is a solution, but not of this graph"):
        load(path, G, mapped=mapped)


def test_a_missing_folder_is_named(tmp_path):
    solution, missing = solve(Matches(3)), tmp_path / "nodir" / "x.npz"
    for use in (lambda path: save(solution, path), load, lambda path: solve(Matches(3), keep=path)):
        with pytest.raises(FileNotFoundError, match=r"there is no folder .*nodir: make it first"):
            use(missing)
        with pytest.raises(IsADirectoryError, match=r"is a folder: give the path of a file in it"):
            use(tmp_path)
        with pytest.raises(TypeError, match="PathLike"):
            use(5)


def test_compiled_answers_can_be_pickled():
    for answer, position in (
        (solve(Ending("KQK", 4, 4)), None),
        (Searched(ConnectFour(4, 4)), "....\n....\nOO..\nXX.."),
    ):
        twin = pickle.loads(pickle.dumps(answer))
        assert (twin.best(position), twin.value(position)) == (
            answer.best(position),
            answer.value(position),
        )


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be removed")
def test_what_a_killed_program_has_left_is_removed_and_what_a_living_one_writes_stays(tmp_path):
    path, left, living = (
        tmp_path / name for name in ("run.npz", f".run.npz.{'0' * 32}", f".run.npz.{'1' * 32}")
    )
    other = tmp_path / f".another.npz.{'2' * 32}"
    for one in (left, living, other):
        one.write_bytes(b"half a file")
    with open(living, "rb") as file:
        _lock(file)
        save(solve(Matches(5)), path)
        assert {*os.listdir(tmp_path)} == {path.name, living.name, other.name}
    save(solve(Matches(5)), path)
    assert {*os.listdir(tmp_path)} == {path.name, other.name}


@pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be removed")
def test_an_empty_file_is_removed_once_nobody_can_be_about_to_lock_it(tmp_path):
    path, empty = tmp_path / "run.npz", tmp_path / f".run.npz.{'0' * 32}"
    empty.touch()
    save(solve(Matches(5)), path)
    assert {*os.listdir(tmp_path)} == {path.name, empty.name}
    long_ago = time.time() - 2 * YOUNG
    os.utime(empty, (long_ago, long_ago))
    save(solve(Matches(5)), path)
    assert os.listdir(tmp_path) == [path.name]


ASKED = {
    "arena": (Matches(15), lambda game: solve(game, 7)),
    "walked": (TicTacToe(), lambda game: solve(game, "X........")),
    "tokens": (BOARD, lambda game: solve(game, [*solve(game)][7])),
    "classes": (Quotient(TicTacToe()), lambda game: solve(game, "........X")),
    "compiled": (Ending("KQK", 4, 4), lambda game: solve(game, registry.arena(game).position(30))),
    "exact": (OverwriteTicTacToe(2), lambda game: exact_values(game, ("X...", "O"))),
    "plan": (Quotient(ShadedTicTacToe(2, 2, 2)), lambda game: backward_induction(game, "..X.")),
}


@pytest.mark.parametrize("name", ASKED)
def test_the_position_that_was_asked_for_is_kept(name, tmp_path):
    game, make = ASKED[name]
    answer = make(game)
    save(answer, tmp_path / "kept.npz")
    found = load(tmp_path / "kept.npz", game)
    assert (found.value(), found.best(), found.explain()) == (
        answer.value(),
        answer.best(),
        answer.explain(),
    )
    assert not found.explain().startswith(repr(game.start()))


def test_a_kept_run_answers_for_the_position_of_its_own_call(tmp_path):
    for position, start in ((7, 7), (8, 8), (None, 15), (7, 7)):
        solution = solve(Matches(15), position, keep=tmp_path / "kept.npz")
        assert solution.explain().startswith(f"{start} is a ")
    solve(Matches(15), 7, keep=tmp_path / "new.npz")
    assert load(tmp_path / "new.npz", Matches(15)).explain().startswith("7 is a ")


def refusal(path, game=None):
    """The sentence with which a file is refused."""
    with pytest.raises(ValueError, match=r"\b(is|was)\b") as error:
        load(path, game)
    said = str(error.value)
    assert said.startswith(str(path))
    assert "\n" not in said
    return said.removeprefix(str(path)).strip()


def race():
    """A class of its own each time, whose rules a test may change."""
    return type(
        game(
            start=lambda self: 20,
            takes=(1, 2),
            moves=lambda self, p: [k for k in self.takes if k <= p],
        )
    )


def test_a_game_that_is_written_the_same_and_has_other_rules_is_refused(tmp_path):
    Race = race()
    path = tmp_path / "kept.npz"
    save(solve(Race()), path)
    assert load(path, Race()).best(20) == solve(Race()).best(20)  # another object of the same class
    Race.takes = (1, 2, 5)
    assert re.search(
        "was solved by rules other than <.*Mine object> has now, .* at 20", refusal(path, Race())
    )
    Race.takes, Race.outcome = (1, 2), lambda self, left: None if left else 1
    assert refusal(path, Race()).endswith("has now, for example at 0")
    Race.play = lambda self, left, k: left[0]
    assert refusal(path, Race()).endswith("has now, for example at 20")


def test_what_is_no_solution_is_refused_and_a_missing_file_is_missing(tmp_path):
    path = tmp_path / "kept.npz"
    for wrong, error in ((None, FileNotFoundError), (15, TypeError)):
        with pytest.raises(error, match=r"No such file|is not a game"):
            load(path, wrong)
    save(solve(LOOP), path)
    assert refusal(path, Matches(3)).startswith(
        "is the solution of a bare graph, not of Matches(n=3"
    )
    graph = solve(Matches(4)).graph
    write(
        path,
        {"format": FORMAT, "version": VERSION, "arena": "GameGraph", "game": None},
        columns_of(graph),
    )
    assert refusal(path) == "is damaged, and nothing in it can be trusted: 'outcome'"
    for text in (b"", b"PK\x03\x04 and no more"):
        path.write_bytes(text)
        assert refusal(path).startswith(
            "is not a solution saved by gamelib: it is not an .npz file"
        )
    np.savez(path, outcome=np.zeros(3))
    assert refusal(path) == "is not a solution saved by gamelib: it has no about.json"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(ABOUT, "[]")
    assert refusal(path) == "is not a solution saved by gamelib: its about.json does not say so"


def rewritten(path, change, method=zipfile.ZIP_STORED):
    """The file with another ``about.json`` or other members; the archive itself is sound."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(members[ABOUT])
    change(about, members)
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in (members | {ABOUT: json.dumps(about).encode()}).items():
            archive.writestr(name, data)


def test_a_newer_version_is_named_and_missing_or_wrong_parts_are_damage(tmp_path):
    path = tmp_path / "kept.npz"

    def changed(change):
        save(solve(TicTacToe(2, 2, 2)), path)
        rewritten(path, change)
        return refusal(path)

    assert changed(lambda about, _: about.update(version=VERSION + 1)) == (
        f"is from a newer gamelib: its format has version {VERSION + 1}; {VERSION} is known here"
    )
    for older in (1, 2):
        assert changed(lambda about, _, older=older: about.update(version=older)) == (
            f"is from an older gamelib: its format has version {older}, and only {VERSION} is read "
            "here: solve the game again and save the answer"
        )
    for change in (
        lambda about, _: about.update(version="new"),
        lambda about, _: about.pop("arena"),
        lambda about, _: about.update(arena="TokenGraph"),
        lambda about, _: about["columns"].pop("positions"),
        lambda about, _: about["columns"]["outcome"].update(shape=[3]),
        lambda about, _: about["columns"]["order"].update(dtype="i8"),
        lambda about, _: about["columns"]["targets"].update(sha256="0" * 64),
        lambda _, members: members.pop("terminal.npy"),
        lambda _, members: members.update({"outcome.npy": members["remoteness.npy"]}),
    ):
        said = changed(change)
        assert said.startswith("is damaged, and nothing in it can be trusted: "), said


SMALL = TicTacToe(2, 2, 2)


@pytest.mark.parametrize(
    ("game", "name", "change"),
    [
        (SMALL, "outcome", lambda column: column[:-1]),
        (SMALL, "remoteness", lambda column: column.astype(np.int8)),
        (SMALL, "order", lambda column: np.append(column, column)),
        (SMALL, "targets", lambda column: column + 1),
        (SMALL, "indptr", lambda column: column[::-1].copy()),
        (SMALL, "terminal", np.zeros_like),
        (SMALL, "positions", lambda column: np.frombuffer(b"1\n" * len(solve(SMALL)), "u1")),
        (SMALL, "positions", lambda column: np.frombuffer(b"__import__('os').getcwd()", "u1")),
        (BOARD, "won", lambda column: column[:-1]),
        (BOARD, "targets", lambda column: column - 1),
        (BOARD, "targets", lambda column: np.append(column[:-1], column[-1:] + len(BOARD.cells))),
        (BOARD, "targets", lambda column: np.append(column[:1] + len(BOARD.cells), column[1:])),
        (BOARD, "turns", lambda column: np.frombuffer(b"'one'", "u1")),
        (Countdown(40), "codes", lambda column: column[::-1].copy()),
    ],
)
def test_columns_that_do_not_fit_each_other_are_damage_though_their_checksums_are_right(
    game, name, change, tmp_path
):
    solution, path = solve(game), tmp_path / "kept.npz"
    about = {
        "format": FORMAT,
        "version": VERSION,
        "arena": type(solution.graph).__name__,
        "game": None,
    }
    columns = {
        name: getattr(solution, name) for name in ANSWER if getattr(solution, name) is not None
    }
    columns |= columns_of(solution.graph)
    write(path, about, columns | {name: change(columns[name])})
    assert refusal(path).startswith("is damaged, and nothing in it can be trusted: ")


@pytest.mark.parametrize("game", [Quotient(SMALL), CopsAndThief.from_text("P.\nET"), Auction()])
def test_one_altered_byte_is_refused_or_harmless(game, tmp_path):
    path, solution, rng = tmp_path / "kept.npz", solve(game), np.random.default_rng(7)
    save(solution, path)
    whole = path.read_bytes()
    refused = []
    for place in rng.integers(len(whole), size=120):
        altered = bytearray(whole)
        altered[place] ^= int(rng.integers(1, 256))
        path.write_bytes(altered)
        try:
            found = load(path, game)
        except ValueError as error:
            refused.append(str(error))
        else:
            assert same(found, solution)
    assert len(refused) > 60
    assert all(said.startswith(str(path)) for said in refused)


def test_a_file_that_cannot_be_written_leaves_the_old_one_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "kept.npz"
    save(solve(GameGraph.from_arrays([0], [])), path)
    assert len(load(path, mapped=True)) == 0  # mapped even what is empty
    save(solve(Matches(4)), path)
    before = path.read_bytes()
    for wrong, error in ((solve(nx.DiGraph([(0, np.int8(1))])), ValueError), (3, TypeError)):
        with pytest.raises(error, match=r"cannot be saved|save takes what solve returns"):
            save(wrong, path)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np.lib.format, "write_array", full)
    with pytest.raises(OSError, match="No space left"):
        save(solve(Matches(9)), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["kept.npz"]


def special(folder, kind):
    """Something in the folder that is no regular file."""
    path = folder / "special"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(path))
    elif kind == "device":
        try:
            os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 7))  # as /dev/full
        except PermissionError:
            pytest.skip("only root makes devices")
    elif kind == "link to a device":
        path.symlink_to("/dev/full")
    elif kind == "link to a fifo":
        os.mkfifo(folder / "fifo")
        path.symlink_to("fifo")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("special")  # to itself
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="these are not files of Windows")
@pytest.mark.parametrize(
    "kind", ["fifo", "socket", "device", "link to a device", "link to a fifo", "folder", "loop"]
)
def test_only_a_file_is_replaced_or_read(kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    path = special(Path(), kind)

    def there():
        found = os.lstat(path)
        return found.st_ino, found.st_mode, found.st_rdev, sorted(os.listdir(tmp_path))

    before = there()
    for use in (
        lambda: save(solve(Matches(4)), path),
        lambda: load(path),
        lambda: solve(Matches(4), keep=path),
    ):
        with pytest.raises(OSError, match="special"):
            use()
    assert there() == before


def test_behind_a_link_the_file_is_replaced_and_the_link_stays(tmp_path):
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link.npz", tmp_path / "folder" / "kept.npz"
    link.symlink_to(target)
    for matches in (4, 9):  # there is no file at first
        save(solve(Matches(matches)), link)
        assert link.is_symlink()
        assert len(load(target)) == len(load(link)) == matches + 1
    target.unlink()
    assert len(solve(Matches(5), keep=link)) == len(load(target)) == 6
    assert link.is_symlink()
    assert [*os.listdir(tmp_path / "folder")] == ["kept.npz"]


FULL = """
import resource, sys
from gamefast import load, save
from gamefast import solve
from gamelib.games import Matches
save(solve(Matches(4)), "kept.npz")
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
for path in ("kept.npz", "new.npz"):
    try:
        save(solve(Matches(9_999)), path)
    except OSError as error:
        print("refused")
print(len(load("kept.npz")))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit to the size of a file there")
def test_a_full_disk_loses_nothing_and_leaves_no_half_file(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", FULL], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert done.stdout.split() == ["refused", "refused", "5"], done.stderr
    assert os.listdir(tmp_path) == ["kept.npz"]


def test_mapped_a_file_whose_parts_do_not_lie_as_they_should_is_refused(tmp_path):
    path = tmp_path / "kept.npz"
    save(solve(TicTacToe(2, 2, 2)), path)
    whole = path.read_bytes()

    for name, change, method in (
        ("outcome", lambda data: data, zipfile.ZIP_DEFLATED),
        ("outcome", lambda data: data[:-1], zipfile.ZIP_STORED),
        ("terminal", lambda data: data.replace(b"False", b"True "), zipfile.ZIP_STORED),
        ("indptr", lambda data: data.replace(b"<i8", b"|O8"), zipfile.ZIP_STORED),
    ):
        path.write_bytes(whole)
        part = f"{name}.npy"
        rewritten(
            path, lambda _, members, p=part, c=change: members.update({p: c(members[p])}), method
        )
        with pytest.raises(ValueError, match="is damaged, and nothing in it can be trusted: "):
            load(path, mapped=True)
    for end in range(0, len(whole), 53):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match=r"kept.npz is"):
            load(path, mapped=True)


def test_mapped_a_file_that_another_program_has_packed_anew_is_read_where_it_cannot_be_mapped(
    tmp_path,
):
    save(solve(TicTacToe(2, 2, 2)), tmp_path / "kept.npz")
    rewritten(tmp_path / "kept.npz", lambda about, _: about.update(written="x"))
    found = load(tmp_path / "kept.npz", TicTacToe(2, 2, 2), mapped=True)
    assert same(found, solve(TicTacToe(2, 2, 2)))
    assert check_solution(found) == len(found)
    assert all(
        column.flags.aligned for column in (found.remoteness, found.order, found.graph.indptr)
    )


def test_compiled_rules_are_not_in_the_file_and_come_from_the_game(tmp_path):
    path = tmp_path / "kept.npz"
    save(solve(Countdown(40)), path)
    with np.load(path) as columns:
        assert {*columns} == {"outcome", "remoteness", "codes", ABOUT}
    with pytest.raises(
        ValueError, match=r"kept.npz holds no moves: they follow from compiled rules"
    ) as error:
        load(path)
    assert str(error.value).endswith("and load needs Countdown(n=40, worth=-1)")
    assert (
        refusal(path, Countdown(41))
        == "is the solution of Countdown(n=40, worth=-1), not of Countdown(n=41, worth=-1)"
    )
    for mapped in (False, True):  # and no position is counted for that
        found = load(path, Countdown(40), mapped=mapped)
        assert found[39] == solve(Countdown(40))[39]
        assert found.best(39) == solve(Countdown(40)).best(39)
        assert "_counted" not in vars(found.graph)
    rewritten(path, lambda about, _: about.update(game=repr(Countdown(40, 1))))
    assert (
        refusal(path, Countdown(40, 1))
        == "was solved by rules other than Countdown(n=40, worth=1) has now"
    )


@pytest.mark.parametrize("sources", [None, countdown_sources])
def test_the_solution_of_an_arena_is_loaded_with_the_arena(sources, tmp_path):
    def arena(n):
        return CompiledGraph.of(
            n, countdown_options, countdown_outcome, sources, data=[n, -1, *[1] * n]
        )

    path, solution = tmp_path / "kept.npz", solve(arena(40))
    save(solution, path)
    assert same(load(path, arena(40)), solution)
    assert load(path, arena(40)).best(39) == solution.best(39)
    assert re.search("by rules other than|not of this graph", refusal(path, arena(41)))


def test_a_table_that_differs_where_no_trial_looks_is_another_game(tmp_path):
    def two_at(place):
        steps = [1] * 1000
        steps[place] = 2
        rules = countdown_options, countdown_outcome, countdown_sources
        return CompiledGraph.of(1000, *rules, data=[1000, -1, *steps])

    path = tmp_path / "kept.npz"
    solution = solve(two_at(7))
    save(solution, path)
    assert same(load_solution(path, None, two_at(7)), solution)
    for place in (8, 501, 998):
        with pytest.raises(ValueError, match="was solved by rules other than"):
            load_solution(path, None, two_at(place))


@pytest.mark.parametrize(
    ("answer", "solver"),
    [
        (gamelib.solve(Matches(5)), "solve"),
        (gamelib.chance_values(gamelib.games.OverwriteTicTacToe(2)), "chance_values"),
    ],
)
def test_an_answer_of_gamelib_s_that_no_file_holds_is_refused_and_the_import_is_named(
    tmp_path, answer, solver
):
    with pytest.raises(TypeError, match=f"`from gamefast import {solver}`"):
        save(answer, tmp_path / "answer.npz")
