"""Programs play each other, each in a process of its own: what is late, not allowed or broken
loses.
"""

import os
import sys
from pathlib import Path

import nbformat
import psutil
import pytest
from test_mine import notebook

from gamecourse.__main__ import main
from gamecourse.command import Refusal
from gamecourse.course.contest import Forfeit, Program, contest
from gamecourse.mine import keep
from gamelib.games import Matches

EXERCISES = Path(__file__).parents[2] / "notebooks" / "exercises" / "12-large-games.ipynb"

PERFECT = """
from gamefast import solve
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
THREE = (
    "Tree({1: ('I', {'on': 2}), 2: ('II', {'on': 3}), 3: ('III', {'on': (1, 2, 3)})}, "
    "players=('I', 'II', 'III'))"
)


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


@pytest.mark.parametrize(
    "kept", [["move"], pytest.param(["limited", "move"], marks=pytest.mark.slow)], ids=" and ".join
)
def test_what_is_kept_of_lecture_12_plays_and_nothing_is_missing(tmp_path, monkeypatch, kept):
    """The solution with the library's search; and with what has been kept before, which is not
    written twice.
    """
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
    files = written(
        tmp_path, perfect=PERFECT, walks=WALKS.format(stem) if stem == "running" else PERFECT
    )
    (tmp_path / f"{stem}.py").write_text(RUNNING)
    told = contest(files, [f"{tmp_path / stem}.py:Running"], 2, 2.0, 1)
    assert "lost a game" not in told
    assert len(told.splitlines()) == 3


@pytest.mark.slow
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


# ---- programs that try something ----


def gives(expression, before="import numpy as np"):
    return f"{before}\ndef move(game, position, seconds):\n    return {expression}\n"


#: What is no move in a game whose moves are 1, 2 and 3, and what is said of it.
NO_MOVES = {
    "float(1)": "1.0, of the type float, is not a move at 15",
    "True": "True, of the type bool, is not a move at 15",
    "np.float64(1)": "of the type float64, is not a move at 15",
    "np.bool_(True)": "of the type bool, is not a move at 15",
    "np.array(1)": "array(1), of the type ndarray, is not a move at 15",
    "np.array([1])": "array([1]), of the type ndarray, is not a move at 15",
    "np.array([1, 2])": "array([1, 2]), of the type ndarray, is not a move at 15",
    "None": "None, of the type NoneType, is not a move at 15: is a return missing?",
    "print(1)": "is a return missing?",
    "'1'": "'1', of the type str, is not a move at 15",
    "[1]": "[1], of the type list, is not a move at 15",
    "(1,)": "(1,), of the type tuple, is not a move at 15",
    "float('nan')": "nan, of the type float, is not a move at 15",
    "1 + 0j": "(1+0j), of the type complex, is not a move at 15",
    "__import__('fractions').Fraction(1)": "of the type Fraction, is not a move at 15",
    "__import__('decimal').Decimal(1)": "of the type Decimal, is not a move at 15",
    "__import__('unittest.mock').mock.ANY": "<ANY>, of the type _ANY, is not a move at 15",
    "move": "of the type function, is not a move at 15",
    "(n for n in [1])": "of the type generator, is not a move at 15",
    "10 ** 5_000": "a number of more than 4,000 digits is not a move at 15",
    "4": "4 is not a move at 15",
    "0": "0 is not a move at 15",
    "-1": "-1 is not a move at 15",
    "'\\x1b[2K\\n9 won'": "is not a move at 15",
    "'x' * 10 ** 8": "is not a move at 15",
}
#: What is a move, by the course's policy for types: an int is an int, also numpy's.
MOVES = [
    "1",
    "np.int64(1)",
    "np.uint8(1)",
    "np.array([1, 2])[0]",
    "__import__('enum').IntEnum('E', 'a b').a",
]


@pytest.mark.slow
@pytest.mark.parametrize("expression", NO_MOVES)
def test_what_is_no_move_costs_a_game_in_a_sentence(tmp_path, expression):
    files = written(tmp_path, bad=gives(expression), good=TAKES_ONE)
    told = contest(files, ["Matches(15)"], 1, 2.0, 1).splitlines()
    assert told[1].split()[:4] == ["good", "2", "0", "0"]
    assert told[3].startswith("bad has lost a game: ")
    assert all(line.isprintable() and len(line) < 500 for line in told)
    (bad, _) = files
    with (
        Program(bad, Matches(15), ["Matches(15)"], 2.0) as program,
        pytest.raises(Forfeit) as forfeit,
    ):
        program(15)
    assert NO_MOVES[expression] in str(forfeit.value)


@pytest.mark.parametrize("expression", MOVES)
def test_a_whole_number_is_a_move_and_the_game_sees_its_own(tmp_path, expression):
    (path,) = written(tmp_path, good=gives(expression))
    with Program(path, Matches(15), ["Matches(15)"], 2.0) as program:
        assert (program(15), type(program(15))) == (1, int)


#: Programs that do something else than move, and what is said of them; "" if it costs nothing, None
#: if it may.
PROGRAMS = {
    "prints": ("print('9 won', 'x' * 10**6)\n    return 1", "it printed something"),
    "writes": ("import os\n    os.write(1, b'9 won'); os.write(2, b'9 won'); return 1", ""),
    "crashes": (
        "import ctypes\n    ctypes.string_at(0)",
        "it crashed: segmentation fault (signal 11)",
    ),
    "exits": ("import os\n    os._exit(3)", "it ended itself with exit code 3"),
    "exits in words": ("exit('9 won\\n')", "SystemExit: 9 won"),
    "kills itself": ("import os\n    os.kill(os.getpid(), 9)", "it was killed (signal 9)"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "raises a class of its own": ("raise type('Mine', (BaseException,), {})('x')", "Mine: x"),
    "calls itself": ("return move(game, position, seconds)", "RecursionError"),
    "never answers": ("while True: pass", "it took longer than 1 seconds"),
    "stops": ("import os\n    os.kill(os.getpid(), 19)", "it took longer than 1 seconds"),
    "fills the memory": ("return len([0] * 10**12)", "MemoryError"),
    "forks": ("import os\n    os.fork(); return 1", None),  # both read each other's questions
    "forks for ever": (
        "import os\n    while True:\n        try: os.fork()\n        except OSError: pass",
        "it took longer than 1 seconds",
    ),
    "closes everything": (
        "import os\n    os.closerange(3, 300)\n    return 1",
        "its process has ended",
    ),
}

#: What finds the wire to the referee.
WIRE = """
import gc, json
(wire,) = {thing for thing in gc.get_objects() if type(thing).__name__ == "Wire"}
send = lambda text: wire.send_bytes(text if isinstance(text, bytes) else json.dumps(text).encode())
"""

#: What is sent over it, and what is said of that.
SENT = {
    "garbage": "b'\\x80\\x04garbage'",
    "no list": "7",
    "no kind": "[]",
    "an unknown kind": "['won']",
    "a number of no move": "['move', 1, 99]",
    "a negative number": "['move', 1, -1]",
    "True": "['move', 1, True]",
    "a text": "['move', 1, '1']",
    "NaN": "['move', 1, float('nan')]",
    "many bytes": "b'[' * 10_000_000",
    "no text": "['stop', 1, [1]]",
    "a pickle": "__import__('pickle').dumps(Evil())",
}


def test_nothing_is_seen_of_what_a_program_writes(tmp_path, capfd):
    files = written(
        tmp_path,
        noisy=f"def move(game, position, seconds):\n    {PROGRAMS['writes'][0]}\n",
        one=TAKES_ONE,
    )
    contest(files, ["Matches(15)"], 1, 2.0, 1)
    assert "9 won" not in "".join(capfd.readouterr())


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_does_something_else_stops_nothing(tmp_path, name):
    body, why = PROGRAMS[name]
    files = written(
        tmp_path, bad=f"def move(game, position, seconds):\n    {body}\n", good=TAKES_ONE
    )
    told = contest(files, ["Matches(15)"], 1, 1.0, 1)
    assert len(told.splitlines()) >= 3
    assert all(line.isprintable() for line in told.splitlines())
    assert "good has lost a game" not in told
    if why == "":
        assert "lost a game" not in told
    elif why:
        assert "bad has lost a game: " in told
        assert why in told


@pytest.mark.slow
@pytest.mark.parametrize("name", SENT)
def test_a_program_that_sends_something_else_stops_nothing(tmp_path, name):
    evil = "class Evil:\n    def __reduce__(self): return (print, ('9 won',))\n"
    source = (
        f"{WIRE}\n{evil}\ndef move(game, position, seconds):\n    send({SENT[name]})\n    return "
        "1\n"
    )
    files = written(tmp_path, bad=source, good=TAKES_ONE)
    told = contest(files, ["Matches(15)"], 1, 1.0, 1)
    assert "bad has lost a game: it sends what no program sends" in told
    assert "good has lost a game" not in told


def test_answers_that_are_sent_ahead_are_moves_like_any_other(tmp_path):
    body = "[send(['move', k, 0]) for k in range(50)]\n    return 2"
    source = f"{WIRE}\ndef move(game, position, seconds):\n    {body}\n"
    (path,) = written(tmp_path, bad=source)
    with Program(path, Matches(15), ["Matches(15)"], 1.0) as program:
        assert {program(15) for _ in range(60)} <= {1, 2}


REACHES = """
import os, ctypes
libc = ctypes.CDLL(None)
def tried(what):
    try: return what()
    except OSError: return 0
others = {int(pid) for pid in os.listdir("/proc") if pid.isdigit()} - {os.getpid()}
got = [
    tried(lambda: os.kill(os.getppid(), 0) is None),
    tried(lambda: os.listdir(f"/proc/{os.getppid()}/fd")),
    tried(lambda: libc.syscall(438, os.pidfd_open(os.getppid()), 5, 0) >= 0),
    tried(lambda: open("/tmp/gamelib-planted", "w")),
    [pid for pid in others if tried(lambda: os.kill(pid, 0) is None)],
]
def move(game, position, seconds):
    raise ValueError("got: " + str(list(filter(None, got))))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what is tried here is Linux's")
def test_a_program_reaches_neither_the_referee_nor_another_program(tmp_path):
    told = contest(written(tmp_path, one=REACHES, other=REACHES), ["Matches(15)"], 1, 2.0, 1)
    assert "one has lost a game: ValueError: got: []" in told
    assert "other has lost a game: ValueError: got: []" in told


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what stays is found on Linux")
def test_what_a_program_leaves_behind_is_ended(tmp_path):
    leaves = """
import os, time
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execv("/bin/sleep", ["gamelib-left-by-a-program", "600"])
"""
    contest(written(tmp_path, bad=leaves + TAKES_ONE, one=TAKES_ONE), ["Matches(15)"], 1, 2.0, 1)
    assert not [
        p
        for p in psutil.process_iter(["cmdline"])
        if "gamelib-left-by-a-program" in (p.info["cmdline"] or [])
    ]


@pytest.mark.parametrize(
    "games", ["0", "-1", "ten", "1.5", "", "1" + 30 * "0", "10**30", "9" * 5_000, "10001", "nan"]
)
def test_a_number_of_games_that_is_none_is_refused_in_a_sentence(tmp_path, capsys, games):
    files = map(str, written(tmp_path, one=TAKES_ONE, other=TAKES_ONE))
    assert main(["tournament", *files, "--game", "Matches(15)", f"--games={games}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "give a whole number of games, from 1 to 10,000" in said.err
    assert len(said.err) < 200


@pytest.mark.slow
def test_a_program_that_says_something_else_each_time_is_told_in_few_lines(tmp_path):
    random = (
        "import random\ndef move(game, position, seconds):\n    raise ValueError(random.random())\n"
    )
    told = contest(
        written(tmp_path, bad=random, one=TAKES_ONE), ["Matches(15)"], 8, 1.0, 1
    ).splitlines()
    assert len(told) <= 3 + 4
    assert told[-1] == "bad has lost 13 games more for other reasons"


def test_a_file_that_is_none_is_refused(tmp_path):
    (one,) = written(tmp_path, one=TAKES_ONE)
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "large.py").write_bytes(b"#" * 20_000_000)
    (tmp_path / "folder.py").mkdir()
    for name, why in (
        ("pipe", "it is a pipe"),
        ("large", "it has 20,000,000 bytes"),
        ("folder", "it is a folder"),
    ):
        with pytest.raises(Refusal, match=why):
            contest([one, tmp_path / f"{name}.py"], ["Matches(15)"], 1, 1.0, 1)


def test_a_game_whose_positions_cannot_be_sent_is_refused(tmp_path):
    game = "class Odd:\n    def start(self): return lambda: 1\n    def moves(self, p): return [1]\n"
    game += "    def play(self, p, m): return p\n    def outcome(self, p): return None\n"
    (path,) = written(tmp_path, odd=game)
    with pytest.raises(Refusal, match="a position of this game cannot be sent to a program"):
        contest(written(tmp_path, one=TAKES_ONE, other=TAKES_ONE), [f"{path}:Odd"], 1, 1.0, 1)


def test_a_referee_that_is_not_protected_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("gamecourse.grading.marks.rights.protects", lambda: False)
    told = contest(written(tmp_path, one=TAKES_ONE, other=TAKES_ONE), ["Matches(15)"], 1, 1.0, 1)
    assert told.splitlines()[-1].startswith("The referee is not protected on this system: ")
