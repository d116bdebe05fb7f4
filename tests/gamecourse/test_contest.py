"""Programs play each other, each in a process of its own: what is late, not allowed or broken loses."""

import sys
from pathlib import Path

import nbformat
import pytest
from test_mine import notebook

from gamecourse.command import Refusal
from gamecourse.course.contest import Forfeit, Program, contest
from gamecourse.mine import keep
from gamelib.games import Matches

EXERCISES = Path(__file__).parents[2] / "notebooks" / "exercises" / "12-large-games.ipynb"

PERFECT = """
from gamelib import solve
def move(game, position, seconds):
    return solve(game).best(position)
"""
TAKES_ONE = "def move(game, position, seconds):\n    return 1\n"
TAKES_FOUR = "def move(game, position, seconds):\n    return 4\n"
SLEEPS = "import time\ndef move(game, position, seconds):\n    time.sleep(60)\n"
LEAVES = "import os\ndef move(game, position, seconds):\n    os._exit(3)\n"
STOPS = "def move(game, position, seconds):\n    return 1 / 0\n"
BROKEN = "def move(game, position, seconds:\n"
EMPTY = "moves = 3\n"
FIRST = "def move(game, position, seconds):\n    return list(game.moves(position))[0]\n"

#: A game of three players.
THREE = "Tree({1: ('I', {'on': 2}), 2: ('II', {'on': 3}), 3: ('III', {'on': (1, 2, 3)})}, players=('I', 'II', 'III'))"


def written(folder, **programs):
    files = []
    for name, source in programs.items():
        files.append(folder / f"{name}.py")
        files[-1].write_text(source)
    return files


def test_the_better_program_wins(tmp_path):
    told = contest(written(tmp_path, one=TAKES_ONE, perfect=PERFECT), ["Matches(15)"], 4, 2.0, 1)
    first, second = told.splitlines()[1:3]
    assert first.startswith("perfect")
    won, drawn, lost = map(int, first.split()[1:4])
    assert won + lost == 8
    assert drawn == 0
    assert second.split()[1:4] == [str(lost), "0", str(won)]
    assert "forfeit" not in told


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (SLEEPS, "it took longer than 0.2 seconds"),
        (LEAVES, "its process has ended"),
        (STOPS, "ZeroDivisionError: division by zero"),
        (BROKEN, "SyntaxError"),
        (EMPTY, "there is no function move(game, position, seconds) in it"),
    ],
)
def test_who_does_not_move_forfeits(tmp_path, source, why):
    with pytest.raises(Forfeit) as forfeit:
        Program(*written(tmp_path, bad=source), Matches(15), ["Matches(15)"], 0.2)(15)
    assert why in str(forfeit.value)


def test_who_forfeits_loses_and_the_other_one_plays_on(tmp_path):
    told = contest(written(tmp_path, bad=TAKES_FOUR, good=TAKES_ONE), ["Matches(15)"], 1, 0.2, 1)
    assert told.splitlines()[1].split()[:4] == ["good", "2", "0", "0"]
    assert "bad has lost a game: 4 is not a move at" in told


@pytest.mark.parametrize("kept", [["move"], ["limited", "move"]], ids=" and ".join)
def test_what_is_kept_of_lecture_12_plays_and_nothing_is_missing(tmp_path, monkeypatch, kept):
    """The solution with the library's search; and with what has been kept before, which is not written twice."""
    monkeypatch.chdir(tmp_path)
    cells = {cell.id: cell.source for cell in nbformat.read(EXERCISES, as_version=4).cells}
    for name, last in (("limited", "depth-answer"), ("move", "deepening-answer")):
        if name in kept:
            before = ["imports", "deepening-tools"][: 1 + (name == "move")]
            keep(name, notebook(*(cells[cell] for cell in (*before, last)))[name])
    assert (tmp_path / "mine.py").read_text().count("def limited") == 1
    (friend,) = written(tmp_path, friend=FIRST)
    told = contest([friend, tmp_path / "mine.py"], ["ConnectFour(4, 4, 3)"], 1, 0.5, 1)
    assert told.splitlines()[1].startswith("mine")
    assert "lost a game" not in told


#: A game of a reader, whose positions and moves are objects of classes of its file.
RUNNING = """
from dataclasses import dataclass
from enum import Enum
from gamelib import LOSS

class Pace(Enum):
    WALK = 1
    RUN = 2

@dataclass(frozen=True)
class Track:
    left: int

class Running:
    def start(self): return Track(7)
    def moves(self, track): return [pace for pace in Pace if pace.value <= track.left]
    def play(self, track, pace): return Track(track.left - pace.value)
    def outcome(self, track): return None if track.left else LOSS
"""
WALKS = "from {} import Pace\ndef move(game, position, seconds):\n    return Pace.WALK\n"


@pytest.mark.parametrize("stem", ["running", "token"])
def test_positions_and_moves_may_be_objects_of_classes(tmp_path, monkeypatch, stem):
    """Of the file of the game, even if it has the name of a module of Python."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    files = written(tmp_path, perfect=PERFECT, walks=WALKS.format(stem) if stem == "running" else PERFECT)
    (tmp_path / f"{stem}.py").write_text(RUNNING)
    told = contest(files, [f"{tmp_path / stem}.py:Running"], 2, 2.0, 1)
    assert "lost a game" not in told
    assert len(told.splitlines()) == 3


def test_dice_are_thrown_by_the_seed_and_short_games_come_to_an_end(tmp_path):
    files = written(tmp_path, perfect=PERFECT.replace("solve", "exact_values"), first=FIRST)
    told = contest(files, ["OverwriteTicTacToe(2)"], 3, 2.0, 1)
    assert "lost a game" not in told
    assert told == contest(files, ["OverwriteTicTacToe(2)"], 3, 2.0, 1)
    last = contest(written(tmp_path, one=TAKES_ONE, other=TAKES_ONE), ["Matches(1)"], 1, 1.0, 1)
    assert [line.split()[1:4] for line in last.splitlines()[1:]] == [["1", "0", "1"]] * 2


@pytest.mark.parametrize(
    ("game", "games", "seconds", "why"),
    [
        ("Matches(15)", 0, 1.0, "games=0: give a whole number, 1 or more"),
        ("Matches(15)", 1, -1.0, "seconds=-1: give a number above 0"),
        (THREE, 1, 1.0, "a tournament is for games of two players: this one has 3"),
    ],
)
def test_what_is_no_tournament_is_refused(tmp_path, game, games, seconds, why):
    with pytest.raises((Refusal, ValueError), match=why):
        contest(written(tmp_path, one=TAKES_ONE, other=TAKES_ONE), [game], games, seconds, 1)


def test_nobody_plays_alone_or_under_two_names(tmp_path):
    (one,) = written(tmp_path, one=TAKES_ONE)
    for files in ([one], [one, one]):
        with pytest.raises(Refusal, match="two files or more"):
            contest(files, ["Matches(15)"], 1, 1.0, 1)
    with pytest.raises(Refusal, match="no such file"):
        contest([one, tmp_path / "other.py"], ["Matches(15)"], 1, 1.0, 1)
