"""Programs play each other, each in a process of its own: what is late, not allowed or broken loses."""

from pathlib import Path

import nbformat
import pytest
from test_mine import notebook

from gamecourse.command import Refusal
from gamecourse.course.contest import Forfeit, Program, contest
from gamecourse.mine import keep

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
        Program(*written(tmp_path, bad=source), ["Matches(15)"], 0.2)(15)
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
    (friend,) = written(tmp_path, friend="def move(game, position, seconds):\n    return game.moves(position)[0]\n")
    told = contest([friend, tmp_path / "mine.py"], ["ConnectFour(4, 4, 3)"], 1, 0.5, 1)
    assert told.splitlines()[1].startswith("mine")
    assert "lost a game" not in told


def test_nobody_plays_alone_or_under_two_names(tmp_path):
    (one,) = written(tmp_path, one=TAKES_ONE)
    for files in ([one], [one, one]):
        with pytest.raises(Refusal, match="two files or more"):
            contest(files, ["Matches(15)"], 1, 1.0, 1)
    with pytest.raises(Refusal, match="no such file"):
        contest([one, tmp_path / "other.py"], ["Matches(15)"], 1, 1.0, 1)
