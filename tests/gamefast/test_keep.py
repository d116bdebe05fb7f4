"""A run that is kept: stopped wherever it may be, it goes on, and says what an undisturbed run
says.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import digraphs, game, random_board, street
from test_storage import LOOP, Auction, Countdown, countdown_options, countdown_outcome, race, same
from test_walked import crosses, slides

from gamefast import load, registry, save, solve
from gamefast.boards.tokens import TokenGraph
from gamefast.compiled import walked
from gamefast.compiled.graph import CompiledGraph
from gamefast.progress import Progress
from gamefast.retrograde import ranks, retrograde, tokens
from gamefast.retrograde.tokens import solve_by_rank
from gamefast.storage import checkpoint, npz
from gamelib import Misere, Quotient
from gamelib.games import CopsAndThief, Matches, TicTacToe

BOARD = CopsAndThief.from_text("P...\n.**.\n.*..\n...T")
RULES = (
    registry.arena(Countdown(40)),
    CompiledGraph.of(40, countdown_options, countdown_outcome, data=[40, -1]),
)
SMALL = CopsAndThief.from_text("P..\n.*.\nE.T")
GAMES = [
    SMALL,
    registry.arena(SMALL).explicit(),
    Matches(15),
    TicTacToe(2, 2, 2),
    Quotient(TicTacToe(2, 3, 2)),
    Auction(),
    LOOP,
]
GAMES += [Countdown(40), *RULES, slides(), slides(True), crosses()]


@pytest.fixture
def pieces(monkeypatch):
    """Pieces so small that a small game has many of them."""

    def cut(size):
        for solver in (ranks, retrograde):
            monkeypatch.setattr(solver, "CHUNK", size)

    cut(8)
    return cut


@pytest.fixture
def press(monkeypatch):
    """``press(k)``: when the k-th piece of the next run is settled, another thread presses the stop
    button.
    """
    settled = Progress.__call__

    def arm(k):
        left = [k]

        def report(bar, more, where=""):
            settled(bar, more, where)
            if where:
                left[0] -= 1
                if left[0] == 0:
                    thread = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
                    thread.start()
                    thread.join()

        monkeypatch.setattr(Progress, "__call__", report)

    return arm


def stopped(game, path):
    """What is said when a run is stopped; None if it came to its end. The handler is what it
    was.
    """
    before = signal.getsignal(signal.SIGINT)
    try:
        solve(game, keep=path)
    except KeyboardInterrupt as stop:
        return str(stop)
    finally:
        assert signal.getsignal(signal.SIGINT) is before
    return None


@pytest.fixture
def in_rounds(monkeypatch):
    """Boards of any size are solved in rounds."""
    monkeypatch.setattr(tokens, "ROUNDS_FROM", 1)


@pytest.mark.parametrize("n", [128, 129, 131])
def test_marks_may_become_wider_between_two_stops(n, tmp_path, press, in_rounds):
    path, arena, kinds = tmp_path / "street.npz", street(n), {}
    press(2 * 251)  # two players a round
    while "remoteness" in (stopped(arena, path) or ""):
        with checkpoint.reading(path) as (about, columns):
            assert about["remoteness"] == columns["at"][0] == 251 + len(kinds)  # a round at a time
            kinds[about["remoteness"]] = columns["marks_first"].dtype.name
        press(1)
    press(0)
    assert kinds == {r: "uint8" if r < 255 else "uint16" for r in range(251, 2 * n - 1)}
    assert same(solve(arena, keep=path), solve_by_rank(arena))


def test_what_rounds_cannot_tell_is_kept_rank_by_rank(tmp_path, pieces, press, in_rounds):
    steps = {0: [0]}, {0: [1], 1: [1], 2: [0, 2], 3: [2]}
    arena = TokenGraph.of(*steps, np.array([[0, 1, 0, 0]], np.int8), ("first", "second"))
    path, ranked = tmp_path / "lost.npz", solve_by_rank(arena)
    assert ((ranked.remoteness == 1) & (ranked.outcome < 0)).any()
    press(1)
    assert stopped(arena, path)
    with checkpoint.reading(path) as (_, columns):
        assert columns.keys() > {"outcome", "remoteness", "left", "at"}
    press(0)
    assert same(solve(arena, keep=path), ranked)


def board_of(seed):
    """A board of up to 12 cells."""
    rng = np.random.default_rng(seed)
    return CopsAndThief.from_text(
        random_board(rng, int(rng.integers(1, 4)), int(rng.integers(2, 5)))
    )


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    game=st.one_of(
        digraphs(12, (-2.0, -1.0, 0.0, 0.5, 1.0)),
        st.builds(board_of, st.integers(0, 10**6)),
        st.sampled_from(GAMES),
    ),
    size=st.integers(1, 9),
    presses=st.lists(st.tuples(st.integers(1, 9), st.sampled_from([1, 1_000])), max_size=6),
)
def test_any_game_stopped_anywhere(
    game, size, presses, tmp_path_factory, pieces, press, monkeypatch
):
    place = tmp_path_factory.mktemp("kept")
    path, saved = place / "game.npz", place / "saved.npz"
    pieces(size)
    with monkeypatch.context() as patch:
        for k, rounds_from in presses:
            patch.setattr(tokens, "ROUNDS_FROM", rounds_from)
            press(k)
            said = stopped(game, path)
            if "remoteness" in (said or ""):
                with checkpoint.reading(path) as (about, _):
                    there = f"remoteness {about['remoteness']}: what is found so far is in {path}"
                assert said == f"stopped at {there}, and the same call goes on from there"
                assert os.listdir(place) == ["game.npz"]
                with pytest.raises(
                    ValueError, match=r"game.npz is an unfinished run: solve, called with it"
                ):
                    load(path)
        press(0)
        found, expected = solve(game, keep=path), solve(game)
        assert same(found, expected)
        assert found.game is expected.game or found.game == expected.game
        save(expected, saved)
        assert path.read_bytes() == saved.read_bytes()
        for kernel in (
            "gamefast.retrograde.tokens.settle_by_rank",
            "gamefast.retrograde.compiled.settle_by_rank",
        ):
            patch.setattr(kernel, None)
        patch.setattr(retrograde, "settle", None)
        patch.setattr(tokens, "solve_rounds", None)
        again = solve(game, keep=path)  # nothing is solved
    assert same(again, expected)
    assert again.outcome.flags.writeable  # it is read, and the file may go


def test_pressed_when_all_is_solved_the_solution_is_there(tmp_path, monkeypatch):
    path = tmp_path / "chase.npz"

    def slow(solution, where):
        os.kill(os.getpid(), signal.SIGINT)
        save(solution, where)

    monkeypatch.setattr(checkpoint, "save", slow)
    assert stopped(BOARD, path) == (
        f"stopped when everything was solved: the solution is in {path}, and the same call loads it"
    )
    assert same(load(path, BOARD), solve(BOARD))


def test_it_is_kept_every_minute_and_not_more_than_a_tenth_of_the_time(
    tmp_path, pieces, monkeypatch
):
    clock, kept = [0.0], []

    def write(path, about, columns):
        clock[0] += took
        kept.append(clock[0])

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(checkpoint, "write", write)
    settled = Progress.__call__

    def report(bar, more, where=""):
        settled(bar, more, where)
        clock[0] += 7.0

    monkeypatch.setattr(Progress, "__call__", report)
    pieces(3)
    for took in (0.0, 30.0):
        clock[0] = 0.0
        kept.clear()
        solve(BOARD, keep=tmp_path / f"{took}.npz")
        assert len(kept) > 2
        assert 60 <= min(np.diff(kept)) <= max(np.diff(kept)) < max(60, 10 * took) + took + 7


@pytest.mark.parametrize("game", [slides(), slides(True), crosses(), Misere(crosses())])
def test_a_long_walk_is_kept_and_not_walked_again(tmp_path, pieces, press, monkeypatch, game):
    path, expected = tmp_path / "game.npz", solve(game)
    pieces(99)
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint, "EVERY", -1.0)
        patch.setattr(checkpoint, "solve_arena", None)  # nothing but the walk
        with pytest.raises(TypeError):
            solve(game, keep=path)
    with checkpoint.reading(path) as (_, columns):
        assert columns.keys() == {"codes", "degrees", "ends"}
    monkeypatch.setattr(walked.Walk, "run", None)
    press(3)
    assert "and the same call goes on from there" in stopped(game, path)
    with checkpoint.reading(path) as (_, columns):
        assert columns.keys() > {"codes", "degrees", "ends", "outcome", "remoteness"}
    press(0)
    assert same(solve(game, keep=path), expected)
    monkeypatch.undo()
    assert same(load(path, game), expected)


def test_a_walk_that_was_kept_belongs_to_its_starts_and_rules(tmp_path, pieces, press):
    path, rules = tmp_path / "game.npz", slides()
    there = rules.moves(rules.start())[0]
    pieces(99)
    press(3)
    assert "and the same call goes on from there" in stopped(rules, path)
    press(0)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="is a run by rules other than"):
        solve(rules, there, keep=path)
    assert path.read_bytes() == before
    with pytest.raises(ValueError, match="is a run of"):
        solve(slides(False, 3, 4), keep=path)
    assert same(solve(rules, keep=path), solve(rules))


def test_without_keep_nothing_is_written_and_the_button_stops_at_once(
    tmp_path, pieces, press, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    press(5)
    with pytest.raises(KeyboardInterrupt) as stop:
        solve(BOARD)
    assert str(stop.value) == ""
    assert os.listdir(tmp_path) == []


def refused(path, game=BOARD, error=ValueError):
    """The sentence with which a file is refused, which stays as it is."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(error) as caught:
        solve(game, keep=path)
    said = str(caught.value)
    assert "\n" not in said
    assert (path.read_bytes() if path.is_file() else None) == before
    return said.replace(str(path), "FILE")


def test_what_is_no_run_and_no_solution_of_this_game_stays_as_it_is(tmp_path, pieces, press):
    path = tmp_path / "file"
    path.write_text("dear diary")
    assert refused(path).startswith(
        "FILE is not a solution saved by gamelib: it is not an .npz file"
    )
    save(solve(Matches(15)), path)
    assert refused(path).startswith(
        "FILE is the solution of Matches(n=15, takes=(1, 2, 3)), not of CopsAndThief("
    )
    assert (
        refused(path, registry.arena(BOARD).explicit())
        == "FILE is a solution, but not of this graph"
    )
    path.unlink()
    solve(TicTacToe(), "XX.OO.X.O", keep=path)
    assert (
        refused(path, TicTacToe()) == "FILE is a solution from other positions, without '.........'"
    )
    press(2)
    assert stopped(Matches(19), tmp_path / "run")
    press(0)
    assert refused(tmp_path / "run").startswith(
        "FILE is a run of Matches(n=19, takes=(1, 2, 3)), not of CopsAndThief("
    )
    said = refused(tmp_path / "run", TicTacToe(8, 8, 8))  # which is not walked before
    assert (
        said == "FILE is a run of Matches(n=19, takes=(1, 2, 3)), not of TicTacToe(m=8, n=8, k=8)"
    )
    assert (
        refused(tmp_path / "run", LOOP)
        == "FILE is a run of Matches(n=19, takes=(1, 2, 3)), not of this graph"
    )
    refused(tmp_path, BOARD, OSError)  # a folder
    refused(tmp_path / "nowhere" / "file", BOARD, FileNotFoundError)
    assert {*os.listdir(tmp_path)} == {"file", "run"}


def test_a_run_by_other_rules_is_refused(tmp_path, pieces, press):
    Race = race()
    path = tmp_path / "race.npz"
    press(2)
    assert stopped(Race(), path)
    press(0)
    Race.takes = (1, 3)
    assert "FILE is a run by rules other than" in refused(path, Race())
    Race.takes = (1, 2)
    assert same(solve(Race(), keep=path), solve(Race()))


def test_a_damaged_run_is_refused_wherever_it_is_damaged(tmp_path, pieces, press):
    path, rng = tmp_path / "chase.npz", np.random.default_rng(5)
    press(4)
    assert stopped(BOARD, path)
    press(0)
    whole, expected, said = path.read_bytes(), solve(BOARD), []
    for end in range(0, len(whole), 2_999):
        path.write_bytes(whole[:end])
        said.append(refused(path))
    for place in rng.integers(len(whole), size=30):
        altered = bytearray(whole)
        altered[place] ^= int(rng.integers(1, 256))
        path.write_bytes(altered)
        try:
            assert same(solve(BOARD, keep=path), expected)  # a byte that nobody reads
        except ValueError as error:
            assert path.read_bytes() == altered
            said.append(str(error))
    assert len(said) > 15
    path.write_bytes(whole)
    assert same(solve(BOARD, keep=path), expected)


def beyond(column):
    column[column.argmin()] = 77
    return column


@pytest.mark.parametrize(
    ("rounds_from", "name", "change", "why"),
    [
        (1_000, "left", lambda column: column[:-1], "left has the shape (337,) for 338 positions"),
        (1_000, "outcome", lambda column: column.astype("f8"), "outcome holds float64"),
        (
            1_000,
            "frontier",
            lambda column: column + 10**6,
            "frontier lists a number that is not a position",
        ),
        (1_000, "following", lambda column: column[None], "for 338 positions"),
        (
            1,
            "marks_first",
            lambda column: column[:-1],
            "marks_first has the shape (168,) for 338 positions",
        ),
        (1, "marks_second", lambda column: column.astype("i1"), "marks_second holds int8"),
        (1, "marks_first", beyond, "marks_first does not fit pass 3"),
        (1, "at", lambda column: column - 1, "does not fit pass 2"),
        (1, "at", lambda column: column + 252, "does not fit pass 255"),
        (1, "at", None, "its columns are not those of a run"),
        (1, "left", lambda _: np.zeros(338, "i1"), "its columns are not those of a run"),
    ],
)
def test_columns_that_do_not_fit_are_damage_though_their_checksums_are_right(
    rounds_from, name, change, why, tmp_path, pieces, press, monkeypatch
):
    path = tmp_path / "chase.npz"
    monkeypatch.setattr(tokens, "ROUNDS_FROM", rounds_from)
    press(3 * 2)  # two players a round
    assert stopped(BOARD, path)
    press(0)
    with checkpoint.reading(path) as (about, columns):
        assert ("marks_first" in columns) == (rounds_from == 1)
        column = columns.pop(name, None)
        checkpoint.write(path, about, columns | ({name: change(column)} if change else {}))
    said = refused(path)
    assert said.startswith("FILE is damaged, and nothing in it can be trusted: ")
    assert said.endswith(why)


def test_a_full_disk_costs_the_file_and_not_the_answer(tmp_path, pieces, press, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    path = tmp_path / "chase.npz"
    press(4)
    rank = stopped(BOARD, path).partition(":")[0]
    whole = path.read_bytes()
    monkeypatch.setattr(np.lib.format, "write_array", full)
    press(9)
    with pytest.warns(
        UserWarning, match=r"chase.npz could not be written: .*No space left on device"
    ):
        said = stopped(BOARD, path)
    assert said.partition(":")[0] != rank  # it has come farther, and says what is kept
    assert said.partition(":")[2].startswith(
        f" what was found up to {rank.removeprefix('stopped at ')} is in {path}"
    )
    assert path.read_bytes() == whole
    press(0)
    with pytest.warns(UserWarning, match="could not be written"):
        assert same(solve(BOARD, keep=path), solve(BOARD))
    assert path.read_bytes() == whole
    assert os.listdir(tmp_path) == ["chase.npz"]


def test_what_somebody_else_writes_meanwhile_is_not_lost(tmp_path, pieces, monkeypatch):
    path = tmp_path / "chase.npz"
    monkeypatch.setattr(Progress, "__call__", lambda bar, more, where="": path.write_text("mine"))
    with pytest.warns(
        UserWarning, match="could not be written: another program has written it meanwhile"
    ):
        assert same(solve(BOARD, keep=path), solve(BOARD))
    assert path.read_text() == "mine"


def test_positions_that_cannot_be_read_back_are_refused_before_anything_is_solved(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(retrograde, "settle", None)
    with pytest.raises(
        ValueError, match=r"position range\(0, 2\) cannot be saved, because it cannot be read back"
    ):
        solve(nx.DiGraph([("a", range(2))]), keep=tmp_path / "graph.npz")
    walked = type(
        game(start=lambda self: np.int64(3), moves=lambda self, p: pytest.fail("this is the walk"))
    )()
    with pytest.raises(ValueError, match=r"position np.int64\(3\) cannot be saved"):
        solve(walked, keep=tmp_path / "graph.npz")


KILLED = """
import sys, time
from gamefast import solve
from gamelib.games import CopsAndThief
from gamefast.machine import kernels
from gamefast.progress import Progress
from gamefast.retrograde import ranks
from gamefast.storage import checkpoint
checkpoint.EVERY, checkpoint.PART, ranks.CHUNK, kernels.COMPILE_FROM = -1.0, 1e9, 50, 10**12
settled = Progress.__call__
def slowly(bar, more, where=""):
    settled(bar, more, where)
    time.sleep(0.01)
Progress.__call__ = slowly
solve(CopsAndThief.from_text(sys.argv[2]), keep=sys.argv[1])
"""


def far_in(path):
    """Up to which remoteness it has come in a file."""
    if not path.exists():
        return -1
    with checkpoint.reading(path) as (about, _):
        return about["remoteness"]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nobody is killed on Windows")
def test_killed_in_the_middle_it_goes_on_from_what_was_kept(tmp_path, monkeypatch):
    path, text = tmp_path / "chase.npz", "P.......\n.*.*.*..\n........\n..*...*.\n.......T"
    game = CopsAndThief.from_text(text)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", KILLED, path, text], env=environment) as child:
        begun = time.monotonic()
        while far_in(path) < 1 and time.monotonic() < begun + 60:
            time.sleep(0.002)
        time.sleep(0.05)
        child.kill()
    with checkpoint.reading(path) as (about, _):
        assert about["format"] == "gamelib run"  # it was killed in the middle
    # It may have been killed just when it had made a file; nobody is about to lock that one now.
    monkeypatch.setattr(npz, "YOUNG", -1)
    assert same(solve(game, keep=path), solve(game))
    assert os.listdir(tmp_path) == [path.name]  # and what it was writing is gone
