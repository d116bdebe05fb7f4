import io
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gamecourse.__main__ import main
from gamelib.games import GAMES, PARTIZAN_GAMES

BOARD = "P...\n.**.\n..TE\n"
TREE = (
    "Tree({'a': ('A', {'l': (1, 2), 'r': 'b'}), 'b': ('B', {'x': (4, 3), 'y': (0, 1)})}, "
    "players=('A', 'B'))"
)


@pytest.fixture
def board(tmp_path):
    """Writes the file with the board, and has its name."""

    def written(content):
        (tmp_path / "board.txt").write_bytes(
            content.encode() if isinstance(content, str) else content
        )
        return str(tmp_path / "board.txt")

    return written


def said(capsys, *arguments, status=0):
    """What the command prints: on standard output, or in one line on standard error."""
    assert main(list(arguments)) == status
    out, err = capsys.readouterr()
    assert (out, err[err.find("\n") :]) == ("", "\n") if status else err == ""
    return err[:-1] if status else out


def test_cops_says_who_wins_and_shows_best_play(board, capsys):
    assert (
        said(capsys, "cops", board("\ufeff" + BOARD)) == "LOSS in 2\n"
    )  # a byte order mark is no cell
    assert said(capsys, "cops", board("P.T"), "--show").split("\n\n") == [
        "WIN in 3",
        "P.T\npoliceman to move",
        "1. policeman to (0, 1)\n.PT",
        "2. thief stays at (0, 2)\n.PT",
        "3. policeman to (0, 2)\n..P",
        "the policeman has caught the thief\n",
    ]
    assert said(capsys, "cops", board("P*T"), "--show").endswith(
        "and so on: neither side can force an end\n"
    )
    out = said(capsys, "cops", board("P" + "." * 20 + "T"), "--show")
    assert "10. thief" in out
    assert out.endswith("more\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("P..\n..T.\n", "row 1 of the board has 4 cells, but row 0 has 3"),
        (b"P..\n.\xff.T\n", "not a text file: line 2, column 2 holds the byte 0xff"),
        ("P" + "." * 199_998 + "T", "positions are too many: they need about"),
    ],
)
def test_bad_input_gets_one_line_and_status_2(content, message, board, capsys):
    told = said(capsys, "cops", name := board(content), status=2)
    assert told.startswith(f"{name}: ")
    assert message in told


def test_files_that_cannot_be_read(tmp_path, capsys):
    assert "cannot be read" in said(capsys, "cops", str(tmp_path), status=2)
    assert (
        said(capsys, "cops", "no\nwhere", status=2)
        == "'no\\nwhere': cannot be read: No such file or directory"
    )


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (MemoryError("9 GiB"), 2, "standard input: too large for the memory at hand\n"),
        (RuntimeError("oh"), 2, "test_what_stops"),
        (KeyboardInterrupt(), 130, "stopped\n"),
    ],
)
def test_what_stops_a_run_is_told_in_one_line(error, status, said, monkeypatch, capsys):
    def stopping(board):
        raise error

    monkeypatch.setattr("gamefast.solve", stopping)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"PT")))
    assert main(["cops", "-"]) == status
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told


def shell(line, **environment):
    line = line.replace("PYTHON", shlex.quote(sys.executable))
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout, done.stderr


def test_streams_that_are_closed_full_or_left():
    assert shell("PYTHON -m gamelib cops - <&-") == (
        2,
        "",
        "standard input: cannot be read: it is closed\n",
    )
    status, _, err = shell("echo PT | PYTHON -m gamelib cops - > /dev/full")
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith("standard output: ")
    assert shell("echo PT | PYTHON -u -m gamelib cops - --show | true")[2] == ""
    line = "printf '\\xff\\n' | PYTHON -m gamelib play Matches 5"
    assert shell(line, PYTHONIOENCODING="utf-8:strict")[::2] == (
        2,
        "standard input: it is not text\n",
    )


@pytest.mark.parametrize(
    "line", ["cops < BOARD", "cops --show < BOARD", "cops - < BOARD", "cops /dev/stdin < BOARD"]
)
def test_a_board_is_read_from_what_is_piped_in(line, board):
    status, out, err = shell(
        f"PYTHON -m gamelib {line}".replace("BOARD", shlex.quote(board("P.T")))
    )
    assert (status, out[:9], err) == (0, "WIN in 3\n", "")


def test_a_pipe_without_a_board_is_refused_in_one_line():
    for source in ("< /dev/null", "<&-"):
        status, out, err = shell(f"PYTHON -m gamelib cops {source}")
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert err.startswith("standard input: ")


def at_a_terminal(*arguments, typed=b""):
    """The status of a command at a terminal where this is typed, and all that the terminal
    shows.
    """
    keyboard, screen = pty.openpty()
    command = [sys.executable, "-m", "gamelib", *arguments]
    with (
        os.fdopen(keyboard, "rb+", buffering=0) as outside,
        os.fdopen(screen, "rb+", buffering=0) as inside,
    ):
        outside.write(typed)
        done = subprocess.run(command, stdin=inside, stdout=inside, stderr=inside, timeout=60)
        return done.returncode, os.read(keyboard, 10_000).decode().replace("\r\n", "\n")


def test_at_a_terminal_cops_asks_for_a_file_and_waits_for_nothing():
    status, shown = at_a_terminal("cops")
    assert (status, shown.count("\n")) == (2, 1)
    assert "cops BOARD.txt" in shown
    assert "cops < BOARD.txt" in shown


def test_at_a_terminal_a_dash_says_that_it_waits_for_a_board():
    status, shown = at_a_terminal("cops", "-", typed=b"P.T\n\x04")
    assert status == 0
    assert "Type the board" in shown
    assert shown.endswith("WIN in 3\n")


def test_usage_errors_leave_with_status_2(capsys):
    for arguments in (
        (),
        ("cops", "a", "b"),
        ("chess",),
        ("play", "Matches", "15", "--seed", "-1"),
    ):
        with pytest.raises(SystemExit) as left:
            main([*arguments])
        assert left.value.code == 2
    assert "'-1' is not a seed: give a whole number, 0 or more" in capsys.readouterr().err


def test_each_command_tells_what_it_does(capsys):
    for name in ("solve", "play", "cops", "page", "course", "lecture", "mark", "class", "doctor"):
        with pytest.raises(SystemExit):
            main([name, "--help"])
        assert f"Example: python -m gamelib {name}" in " ".join(capsys.readouterr().out.split())


def test_small_boards_do_not_wait_for_a_compiler():
    code = (
        "import sys, gamecourse.__main__ as m; m.main(['cops', '-']); "
        "loaded = "
        "{'numba', 'matplotlib', 'anywidget', 'ipywidgets', 'networkx', 'tqdm', 'IPython'}; "
        "loaded &= set(sys.modules); sys.exit(str(loaded) if loaded else 0)"
    )
    board = "\n".join(["P" + "." * 9, *["." * 10] * 8, "." * 9 + "T"]).encode()
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=board,
        capture_output=True,
        cwd=Path(__file__).parents[2],
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"WIN in ")


def typing(monkeypatch, *lines):
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (
            ["Matches", "15"],
            "WIN in 7: take 3. Found by retrograde analysis of the game's own arena",
        ),
        (["Matches(14, takes=(1, 3, 4))"], "LOSS in 8: take "),
        (["Matches", "14", "takes=(1,3,4)"], "LOSS in 8: take "),
        (["Nim (3,4,5)"], "WIN in 11: take 2 from heap 0. "),
        (["Nim((3, 4, 5))"], "WIN in 11: take 2 from heap 0. "),
        (["TicTacToe", "--position", "X...O...X"], "DRAW: O at "),
        (["TicTacToe", "--position", "'X...O...X'"], "DRAW: O at "),
        (["Misere(Matches(5))"], "LOSS in 3: take 1. "),
        (["Domineering", "4", "4"], "WIN in 7: domino on (1, 0) and (2, 0). "),
        (["ToadsAndFrogs", "TT.FF"], "WIN in 5: toad on cell 1. "),
        (["MinMaxTree", "{'A': ['B', 'C'], 'B': 4, 'C': 7}"], "WIN in 1, worth 7: "),
        ([TREE], "worth (4, 3): 'r'. Found by backward"),
        (
            ["OverwriteTicTacToe", "2"],
            "worth 1/3: X at (0, 0). Found by exact values, proved in fractions",
        ),
    ],
)
def test_solve_says_what_advise_says(arguments, answer, capsys):
    out = said(capsys, "solve", *arguments)
    assert out.startswith(answer)
    assert out.count("\n") == 1


#: The game that a list of all games begins with.
FIRST_GAME = min(GAMES | PARTIZAN_GAMES)


def test_solve_counts_all_positions(capsys):
    assert said(capsys, "solve", "Matches", "15", "--all").endswith(
        "\n16 positions: 12 WIN, 4 LOSS, 0 DRAW\n"
    )
    told = "\n109 positions: 43 good for player 0, 42 bad, 24 worth nothing to player 0\n"
    assert said(capsys, "solve", "OverwriteTicTacToe(2)", "--all").endswith(told)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "Matchez 15",
            f"there is no game Matchez: did you mean Matches? The package has {FIRST_GAME}, ",
        ),
        ("qqqqqq", f"there is no game qqqqqq: The package has {FIRST_GAME}, "),
        ("Matches-15", "'Matches-15' is not the name of a game"),
        (
            "Matches",
            "Matches: missing a required argument: 'n'; it is made as Matches(n, takes=(1, 2, 3))",
        ),
        ("Matches many", "n='many': give a whole number, 0 or more"),
        (
            "Matches(2**9**9)",
            "'2 ** 9 ** 9' is not a plain value: give numbers, strings, tuples, dicts",
        ),
        ("Matches(15", "'Matches(15' cannot be read: write it as Matches(15, takes=(1, 3, 4))"),
        ("Matches(15).n", "'Matches(15).n' is more than a name and its arguments"),
        ("Matches(**{'n':3})", "\"Matches(**{'n':3})\": write the arguments out, without **"),
        ("Matches(__import__('os'))", "there is no game __import__"),
        (
            "nowhere_at_all:Game",
            "there is no module nowhere_at_all here: give its name, or the path of a file",
        ),
        ("gamelib.nowhere:Game", "there is no module gamelib.nowhere here"),
        ("gamelib.core:Nowhere", "gamelib.core has no Nowhere: its classes are Outcome, Game, "),
        (
            "gamelib.core:text_of 3 4",
            "str is not a game: a Game needs the methods start, moves, play, outcome",
        ),
        ("nowhere/at_all.py:Game", f"there is no file {Path('nowhere/at_all.py')}"),
        ("Matches 15 --position -3", "-3 is not a pile: give a whole number, 0 or more"),
        ("TicTacToe --position [1]", "position [1] cannot be a dict key"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(words, message, capsys):
    assert said(capsys, "solve", *words.split(), status=2).startswith(message)


RACE = """
from gamelib import LOSS

class Race:
    "Add 1 or 2; who is to move at the goal has lost."
    def __init__(self, goal=4): self.goal = goal
    def start(self): return 0
    def moves(self, total): return [step for step in (1, 2) if total + step <= self.goal]
    def play(self, total, step): return total + step
    def outcome(self, total): return LOSS if total == self.goal else None

class Stumbling(Race):
    def moves(self, total): return [1 // total]

class Mute(Race):
    def text(self, total): raise RuntimeError

class Fussy(Race):
    def check_position(self, total):
        if total == 3: raise ValueError("three is unlucky")
    def __init__(self):
        super().__init__(); self.spare = {}

class Round:
    def start(self): return 0
    def turn(self, p): return 0
    def moves(self, p): return ["on"]
    def play(self, p, move): return 1 - p
    def payoffs(self, p): return (0, 0)

class Unmade(Race):
    def __init__(self): raise ValueError("not today")

ready = Race(7)
"""


@pytest.fixture
def race(tmp_path, monkeypatch):
    """A file of the user's own in the current folder."""
    (tmp_path / "race_of_mine.py").write_text(RACE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("race_of_mine", None)


def test_a_game_of_ones_own(race, capsys):
    assert said(capsys, "solve", "race_of_mine.py:Race(6)").startswith("LOSS in 4: 1. ")
    assert said(capsys, "solve", str(race / "race_of_mine.py:Race"), "goal=3").startswith(
        "LOSS in 2: 1. "
    )
    assert said(capsys, "solve", "race_of_mine:ready", "--all").endswith(
        "8 positions: 5 WIN, 3 LOSS, 0 DRAW\n"
    )
    root = str(Path(__file__).parents[2])
    status, out, err = shell("PYTHON -m gamelib solve race_of_mine:Race", PYTHONPATH=root)
    assert (status, out[:14], err) == (0, "WIN in 3: 1. F", "")
    assert main(["play", "race_of_mine:Mute"]) == 2
    assert capsys.readouterr().err == "Mute.text stopped with RuntimeError\n"
    (race / "race_of_mine.py").write_text(RACE.replace("goal=4", "goal=3"))
    assert said(capsys, "solve", "race_of_mine.py:Race").startswith(
        "LOSS in 2: "
    )  # as the file is now


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            "race_of_mine:Stumbling",
            "Stumbling.moves stopped with ZeroDivisionError: integer division",
        ),
        ("race_of_mine:Fussy --position 3", "three is unlucky"),
        ("race_of_mine:Unmade", "Unmade.__init__ stopped with ValueError: not today"),
        ("race_of_mine:ready 4", "ready is there already and takes no arguments"),
        ("race_of_mine:Rase", "race_of_mine has no Rase: its classes are Race, Stumbling, "),
        (
            "race_of_mine.py",
            "race_of_mine.py is a file: give race_of_mine.py:Race or race_of_mine.py:Stumbling or ",
        ),
        ("broken.py:Race", "broken.py cannot be loaded: line 2: "),
        ("broken:Race", "broken cannot be loaded: line 2: "),
        ("lacking:Race", "lacking cannot be loaded: No module named 'nowhere_at_all'"),
        ("stopping.py:Race", "stopping.py stopped with NameError: name 'undefined' is not defined"),
        ("bytes.py:Race", "bytes.py cannot be loaded: "),
    ],
)
def test_what_is_wrong_with_a_game_of_ones_own(race, words, message, capsys):
    (race / "broken.py").write_text("x = 1\nclass Race\n")
    (race / "lacking.py").write_text("import nowhere_at_all\n")
    (race / "stopping.py").write_text("undefined\n")
    (race / "bytes.py").write_bytes(b"x = '\xff'\n")
    assert said(capsys, "solve", *words.split(), status=2).startswith(message)


def test_a_whole_game_by_piped_input(monkeypatch, capsys):
    typing(monkeypatch, "3", "take 1", "  TAKE   1 ", "hint", "3")
    first, *out = said(capsys, "play", "Matches", "15").split("\n\n")
    assert first == "Type the number of a move, or the move; or hint, back, quit."
    listed = "\n  1. take 1\n  2. take 2\n  3. take 3\nYour move: "
    assert out == [
        f"||||| ||||| |||||  (15){listed}You: take 3.\nThe computer: take 1.",
        f"||||| ||||| |  (11){listed}You: take 1.\nThe computer: take 2.",
        f"||||| |||  (8){listed}You: take 1.\nThe computer: take 3.",
        f"||||  (4){listed}LOSS in 2: take 1\nYour move: You: take 3.\nThe computer: take 1.",
        "  (0)\nYou have lost.\n",
    ]


def test_the_computer_begins_and_one_takes_back(monkeypatch, capsys):
    typing(monkeypatch, "back", "(0,2)", "back", "O at (1, 1)", "1", "quit")
    out = said(capsys, "play", "TicTacToe", "--second")
    first = "X..\n...\n...\nO to move\n"
    assert out.count(first) == 2
    assert "The computer: X at (0, 0).\n\n" + first in out
    assert "Your move: There is nothing to take back.\nYour move: You: O at (0, 2)." in out
    assert "Your move: You: O at (1, 1).\nThe computer: X at (0, 1).\n" in out
    assert "Your move: You: O at (0, 2).\nThe computer: " in out
    assert out.endswith("Your move: You have left before the end.\n")


@pytest.mark.parametrize(
    "typed", ["Heap(stones=3, mover=<Who.II: 2>)", "Heap(stones=2, mover=<Who.I: 1>)"]
)
def test_a_position_is_typed_as_it_is_printed(capsys, tmp_path, typed):
    (tmp_path / "heaps.py").write_text(HEAPS)
    game = f"{tmp_path / 'heaps.py'}:Heaps"
    assert said(capsys, "solve", game, "--position", typed).startswith(
        "LOSS in " if "3" in typed else "WIN in "
    )
    refused = said(capsys, "solve", game, "--position", typed.replace("stones", "stone"), status=2)
    assert "is not a position of Heaps" in refused
    assert "one is Heap(stones=4, mover=<Who.I: 1>)" in refused


HEAPS = """
from enum import Enum
from typing import NamedTuple
Who = Enum("Who", "I II")
class Heap(NamedTuple):
    stones: int
    mover: Who
class Heaps:
    def start(self): return Heap(4, Who.I)
    def moves(self, heap): return [k for k in (1, 2) if k <= heap.stones]
    def play(self, heap, k): return Heap(heap.stones - k, Who.II if heap.mover is Who.I else Who.I)
    def outcome(self, heap): return None if heap.stones else -1
"""


def test_a_move_that_is_an_object_of_a_class_may_be_typed_as_a_tuple(monkeypatch, capsys, tmp_path):
    (tmp_path / "cells.py").write_text(CELLS)
    typing(monkeypatch, "(0,2)", "0, 0")
    assert "Your move: You: Cell(row=0, column=2)." in said(
        capsys, "play", f"{tmp_path / 'cells.py'}:Cells"
    )


HELP = "Type the number of a move, or the move; or hint, back, quit."
CELLS = """
from typing import NamedTuple
class Cell(NamedTuple):
    row: int
    column: int
class Cells:
    def start(self): return frozenset()
    def moves(self, p): return [Cell(0, k) for k in range(3) if k not in p]
    def play(self, p, cell): return p | {cell.column}
    def outcome(self, p): return -1 if len(p) == 3 else None
"""


def test_wrong_moves_are_asked_for_again_and_the_end_of_input_is_an_end(monkeypatch, capsys):
    typing(monkeypatch, "4", "take", "", "help", "take 2")
    out = said(capsys, "play", "Matches(20, takes=(2, 3))")
    again = "is not a move here: type a number, 2 to 3, a move, hint, back or quit\nYour move: "
    assert (
        f"  2. take 2\n  3. take 3\nYour move: '4' {again}'take' {again}Your move: {HELP}\nYour "
        "move: You: take 2.\n" in out
    )
    assert out.endswith("Your move: \nYou have left before the end.\n")
    typing(monkeypatch, "?", "HINT", "Back", "Quit")
    told = said(capsys, "play", "Matches(4)")
    assert told.endswith(
        f"Your move: {HELP}\nYour move: LOSS in 2: take 1\nYour move: There is nothing to take "
        "back.\n"
        "Your move: You have left before the end.\n"
    )
    typing(monkeypatch, "q")
    assert said(capsys, "play", "TicTacToe").endswith("Your move: You have left before the end.\n")
    typing(monkeypatch)
    assert said(capsys, "play", "TicTacToe").endswith(
        "  9. X at (2, 2)\nYour move: \nYou have left before the end.\n"
    )


def test_dice_fall_the_same_by_the_same_seed(monkeypatch, capsys):
    def played(seed):
        typing(monkeypatch, *["hint", "1"] * 40)
        return said(capsys, "play", "OverwriteTicTacToe", "2", "--seed", seed)

    plays = [played(str(seed)) for seed in range(4)]
    assert plays[1] == played("1")
    assert len(set(plays)) > 1
    assert "Your move: worth 1/3 to you: X at (0, 0)\n" in plays[1]
    assert "Chance: " in "".join(plays)
    assert plays[1].rstrip().endswith(("You have won.", "You have lost."))
    typing(monkeypatch, "hint")
    out = said(capsys, "play", "OverwriteTicTacToe", "2", "--second")
    assert "Your move: worth -1/3 to you: O tries (0, 0)\n" in out


def test_payoffs_need_not_add_up_to_zero(monkeypatch, capsys):
    typing(monkeypatch, "hint", "r")
    out = said(capsys, "play", TREE)
    assert "Your move: worth 4 to you: 'r'\nYour move: You: 'r'.\nThe computer: 'x'.\n" in out
    assert out.endswith("Play is over. It is worth 4 to you.\n")
    typing(monkeypatch, "hint", "'y'")
    out = said(capsys, "play", TREE, "--second")
    assert "The computer: 'r'.\n" in out
    assert "Your move: worth 3 to you: 'x'\n" in out
    assert out.endswith("You: 'y'.\n\n(0, 1)\nYou have won.\n")


def test_play_that_goes_round_without_you_comes_to_an_end(race, monkeypatch, capsys):
    out = said(capsys, "play", "race_of_mine.py:Round", "--second")
    assert out.count("The computer: 'on'.\n") == 1_000
    assert out.endswith(
        "\n1,000 moves without your turn: play goes on for ever, and that is a draw.\n"
    )


def test_a_large_game_is_played_move_by_move(monkeypatch, capsys):
    monkeypatch.setattr("gamecourse.show.terminal.MOST_SOLVED", 10)
    typing(monkeypatch, "hint", "1", "1", "1", "1", "1")
    out = said(capsys, "play", "TicTacToe")
    assert "Your move: DRAW: X at " in out
    assert out.count("The computer: O at ") >= 3
    assert out.endswith(("You have lost.\n", "It is a draw.\n"))


def test_a_page_of_games_is_written_and_a_large_game_refused(tmp_path, capsys):
    file = tmp_path / "games.html"
    assert said(capsys, "page", str(file)) == f"{file}: open it in a browser.\n"
    text = file.read_text(encoding="utf-8")
    assert re.findall("<h2>(.*?)</h2>", text) == [
        "Fifteen matches",
        "Policeman and thief",
        "Tic-tac-toe",
        "Nim",
    ]
    assert len(text) < 600_000
    assert not re.search(
        r'(src|href)="|@import|https?://(?!www\.w3\.org)', text
    )  # nothing is asked of anybody
    assert main(["page", str(file), "Matches(21)", "OverwriteTicTacToe(2)", "ConnectFour()"]) == 0
    headings = ["1. Matches(21)", "2. OverwriteTicTacToe(2)", "3. ConnectFour()"]
    assert re.findall("<h2>(.*?)</h2>", file.read_text(encoding="utf-8")) == headings
    capsys.readouterr()
    before = file.read_text(encoding="utf-8")
    large = said(capsys, "page", str(file), "TicTacToe(6, 6, 4)", status=2)
    assert "has more positions than a page can carry (20,000)" in large
    assert file.read_text(encoding="utf-8") == before
    assert main(["page", str(file), "TicTacToe(6, 6, 4)", "Matches(5)", "Chess"]) == 2
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(
        "TicTacToe(6, 6, 4) is left out: TicTacToe(m=6, n=6, k=4) has more positions than a page"
    )
    assert told[1].startswith("Chess is left out: there is no game Chess")
    assert told[2:] == [f"{file}: open it in a browser."]
    assert re.findall("<h2>(.*?)</h2>", file.read_text(encoding="utf-8")) == ["1. Matches(5)"]
    nowhere = said(capsys, "page", str(tmp_path / "nowhere" / "games.html"), "Matches(3)", status=2)
    assert "nowhere/games.html: No such file or directory" in nowhere
