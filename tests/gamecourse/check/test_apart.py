"""Answers judged in a process of their own: marks are what they should be, whatever a notebook
does.
"""

import importlib
import json
import os
import re
import subprocess
import sys
import threading
from contextlib import closing, suppress
from dataclasses import replace
from fractions import Fraction
from multiprocessing import Pipe
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamecourse.grading.calls import Reply, call_function
from gamecourse.grading.exercises import call
from gamecourse.grading.feedback import State
from gamecourse.grading.marks.judge import Student
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.notebook import NotMarked, imported, read, tasks
from gamecourse.grading.marks.processes import LIMITS
from gamecourse.grading.marks.wire import MOST_BYTES, receive_plain, send_plain
from gamecourse.grading.plain import NotPlain
from gamecourse.grading.sheet import opened
from gamelib.core import DRAW, LOSS, WIN

ROOT = Path(__file__).parents[3]
SOURCE = read(ROOT / "notebooks" / "exercises" / "01-matches.ipynb")
WANTED = tasks(SOURCE)

RIGHT = """
def wins(n, takes):
    f = []
    for k in range(n + 1):
        f.append(any(not f[k - t] for t in takes if t <= k))
    return f[n]
"""


def notebook(*answers):
    """A notebook with these cells before the check of the first exercise."""
    sources = ["from gamecourse.check import matches as check", *answers, "check.other_takes(wins)"]
    return [{"cell_type": "code", "source": source} for source in sources]


def mark(*answers, **limits):
    (found,) = marks(notebook(*answers), WANTED[:1], replace(LIMITS, **limits))
    return found


def test_the_tasks_of_a_notebook_are_read_from_its_checks():
    assert [task.name for task in WANTED] == [
        "other_takes",
        "good_to_leave",
        "strategy",
        "two_takes",
        "slider",
    ]
    assert [task.points for task in WANTED] == [1, 1, 2, 3, 2]
    assert [task.expression for task in WANTED] == ["wins", "piles", "my_take", "period", "texts"]
    assert imported(SOURCE)[1] == "matches"
    for source, number in (
        ("# put back\n\ncheck.other_takes(wins)", 1),
        ("check.strategy.hint()", 0),
        ("x = 1", 0),
    ):
        assert len(tasks([{"cell_type": "code", "source": source}])) == number
    with pytest.raises(NotMarked, match="no exercises here"):
        imported([{"cell_type": "code", "source": "1 + 1"}])


def all_four(wins, piles, my_take, period):
    """A notebook with answers to all exercises."""
    sources = [wins, "check.other_takes(wins)", piles, "check.good_to_leave(piles)"]
    sources += [my_take, "check.strategy(my_take)", period, "check.two_takes(period)"]
    return notebook()[:1] + [{"cell_type": "code", "source": source} for source in sources]


def test_answers_get_their_points_and_the_checkers_words_and_leave_no_trace():
    before = dict(os.environ)
    wrong = "def my_take(pile):\n    return 1"
    found = list(
        marks(
            all_four(
                RIGHT, "piles = NotImplemented", wrong, "period = lambda a, b: NotImplemented"
            ),
            WANTED[:4],
        )
    )
    assert [each.points for each in found] == [1, 0, 0, 0]
    states = [State.RIGHT, State.NOT_ATTEMPTED, State.WRONG, State.NOT_ATTEMPTED]
    assert [each.feedback.state for each in found] == states
    assert "you: take 1   <-- this gives the win away: take 2 keeps it" in found[2].feedback
    assert dict(os.environ) == before


def test_an_honest_notebook_is_not_disturbed_by_what_else_is_in_it():
    cells = [
        "%matplotlib inline",
        "1 / 0",
        "while True:\n    pass",
        "exit()",
        "input()",
        "check.other_takes(3)",
        "!ls",
    ]
    assert mark(*cells, RIGHT, "print('x' * 10**6)\ndisplay(wins)", cell=1.0).points == 1


def test_loops_are_ended_and_named_and_after_a_lost_process_the_next_exercise_is_judged():
    # Only the process can be ended.
    in_c = "import itertools, os\ndef wins(n, takes):\n    return sum(itertools.count())"
    left, endless = (
        "def my_take(pile):\n    os._exit(0)",
        "def period(a, b):\n    while a != b:\n        pass",
    )
    cells = all_four(in_c, "piles = list(range(1, 31, 5))", left, endless)
    found = list(marks(cells, WANTED[:4], replace(LIMITS, each=0.3, grace=0.5)))
    assert [each.points for each in found] == [0, 1, 0, 0]
    assert "wins(0, (1, 3, 4)) had not come to an end" in found[0].feedback
    assert found[3].feedback.state == State.SLOW


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
def test_memory_is_limited():
    found = mark("def wins(n, takes):\n    return len([0] * 10**9) > n", memory=2 << 30)
    assert "stops with MemoryError" in found.feedback


def test_what_stays_there_and_what_comes_back():
    cells = [
        "from fractions import Fraction\nimport numpy as np",
        "def give(thing):\n    return {'a': (np.int64(3), Fraction(1, 3)), 'b': thing}",
        "class Game:\n    def start(self):\n        return 7\n"
        "    def moves(self, n):\n        return list(map(Move, range(n)))\n"
        "    def play(self, n, move):\n        return 'ab'[move.k]",
        "class Move:\n    def __init__(self, k):\n        self.k = k",
        "from gamelib.games import Matches, MinMaxTree, Tree",
        "class Strange:\n    def __eq__(self, other):\n        return True",
    ]
    sheet = opened(importlib.import_module("gamecourse.check.matches"))
    with closing(Student("matches", sheet)) as student:
        for cell in cells:
            student.run(cell)
        assert call(student.answer("give"), [1], who="it") == {"a": (3, Fraction(1, 3)), "b": [1]}
        game = call(student.answer("Game"), who="it", as_it_is=True)
        assert call(game.plays, 2, who="it") == ["a", "b"]  # where they lead, whatever a move is
        assert call(game.start, who="it") == 7
        assert [move.kind for move in call(game.moves, 3, who="it")] == ["Move"] * 3
        with pytest.raises(AttributeError):
            _ = game.outcome
        assert isinstance(student.answer("nothing"), NotPlain)
        assert repr(student.answer("Matches(7, (1, 2))")) == "<a Matches>"
        assert student.answer("MinMaxTree({'a': ['b'], 'b': 3})") == {
            "a": ["b"],
            "b": 3,
        }  # as its checker reads it
        assert student.answer("Tree({'a': ('Max', {'b': (1, -1)})}, players=('Max', 'Min'))") == {
            "a": ("Max", {"b": (1, -1)})
        }
        assert isinstance(call_function(student.answer("lambda: Strange()"), ()).value, NotPlain)
        assert (
            call(student.answer("lambda f: f(2) + 1"), lambda n: 10 * n, who="it") == 21
        )  # ours, asked from there


@pytest.mark.parametrize(
    "number", [1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 15))]
)
def test_the_solutions_of_the_course_have_all_points(number):
    (path,) = (ROOT / "notebooks" / "exercises").glob(f"{number:02}-*.ipynb")
    cells = read(path)
    wanted = tasks(cells)
    assert len(wanted) >= 4
    patient = replace(
        LIMITS, each=60, together=80
    )  # how long it takes on a busy machine is not asked here
    assert {found.task.name: str(found.feedback) for found in marks(cells, wanted, patient)} == {
        task.name: State.RIGHT.value for task in wanted
    }


def test_what_our_games_say_of_illegal_questions_and_what_cannot_be_read_does_not_end_the_process():
    sources = [
        "from gamecourse.check import pursuit as check\ndef far(board, who): return "
        "board.play(board.start(), (9, 9))",
        *("check.restless(far)", "leaves = ['c2'] * 300_000", "check.just_away(leaves)"),
        *("nodes = (1 / 0 for _ in 'x')", "check.nobody_wins(nodes)"),
    ]
    far, leaves, nodes = marks([{"cell_type": "code", "source": source} for source in sources])
    assert re.search(
        r"stops with IllegalMove: the policeman at .* cannot go to \(9, 9\)", far.feedback
    )
    assert leaves.feedback.startswith("✗ wrong: Give the text of a board")
    assert nodes.feedback.endswith("of the type generator.")


PLAIN = [
    None, True, 7, -(10**3_999), 0.1, "", "\ud800", [], [1, [2]], (), ((1,), "a"), {1, 2}, frozenset({(1, 2)}),
    {"a": [1], (1, 2): {3: None}}, Fraction(-1, 3), LOSS, [Fraction(2), WIN], (DRAW,),
]  # fmt: skip


@pytest.fixture
def wire():
    here, there = Pipe()
    with here, there:
        yield here, there


@pytest.mark.parametrize("thing", PLAIN, ids=lambda thing: repr(thing)[:20])
def test_plain_data_comes_back_as_it_was(wire, thing):
    here, there = wire
    send_plain(there, ["answer", 1, Reply(thing, "", printed=True)])
    kind, number, reply = receive_plain(here)
    assert (kind, number, reply.printed, reply.falls) == ("answer", 1, True, False)
    assert (repr(reply.value), type(reply.value)) == (repr(thing), type(thing))


#: What no process of ours sends: other kinds, parts of other types, what could be called, what has
#: no end.
FORGED = [
    "", "{", "\xff", '{"Fraction": ["1e999999999", 1]}', '{"Fraction": [1, 0]}', '{"Fraction": [1.5, 2]}',
    '{"Fraction": [true, 2]}', '{"Fraction": 3}', '{"Reply": [1, "late", true, true]}', '{"Handle": [0, 1, 2]}',
    '{"Reply": [1, {"NotPlain": ["a", "b"]}, true, true, true]}', '{"Outcome": [7]}', '{"Outcome": ["WIN"]}',
    '{"os.system": ["ls"]}', '{"Fraction": [1, 2], "tuple": []}', "{}", '{"set": [[1]]}', '{"dict": [[[1], 2]]}',
    '{"Made": ["Matches", 3]}', "[" * 100_000, "9" * 10_000, '{"tuple": ' * 200 + "[]" + "}" * 200, "[1, 2",
]  # fmt: skip


@pytest.mark.parametrize("text", FORGED, ids=lambda text: text[:30])
def test_what_was_written_by_nobody_is_not_read(wire, text):
    here, there = wire
    there.send_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError, match="sends what cannot be read"):
        receive_plain(here)


def test_too_much_at_once_is_not_even_taken(wire):
    here, there = wire

    def send():
        with suppress(OSError, TypeError):  # the other end is closed meanwhile
            there.send_bytes(b"9" * (3 * MOST_BYTES))

    sender = threading.Thread(target=send)
    sender.start()
    with pytest.raises(ValueError, match="more than 20,000,000 bytes at once"):
        receive_plain(here)
    here.close()
    sender.join()


@pytest.mark.slow
def test_a_process_of_a_student_has_no_checker_in_it():
    source = (
        "import gc\nfound = "
        "sorted({thing.__module__ for thing in gc.get_objects() if hasattr(thing, '__module__') "
        "and str(thing.__module__).startswith('gamecourse.check')})"
    )
    loaded = (
        "import sys, gamecourse.grading.marks.worker; print(*(m for m in sys.modules if "
        "'gamecourse.check' in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    folder = set(done.stdout.split())
    for path in (ROOT / "notebooks" / "exercises").glob("*.ipynb"):
        lecture = imported(read(path))[1]
        assert f"gamecourse.check.{lecture}" not in folder
        sheet = opened(importlib.import_module(f"gamecourse.check.{lecture}"))
        with closing(Student(lecture, sheet)) as student:
            student.run(
                f"from gamecourse.check import {lecture} as check\nnames = "
                f"sorted(vars(check))\n{source}"
            )
            names, found = student.answer("names"), student.answer("found")
        assert set(sheet["__all__"]) <= set(names)
        assert set(found) <= folder, lecture


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=10), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = st.sampled_from(["cell_type", "source", "id", "metadata"])
CHANGES = st.lists(
    st.tuples(st.integers(0, len(SOURCE) - 1), KEYS, ANYTHING | st.just("delete")), max_size=4
)


@given(CHANGES, st.integers(0, 400), st.binary(max_size=3))
def test_a_damaged_notebook_is_read_or_refused_in_words(tmp_path_factory, changes, place, more):
    cells = [dict(cell) for cell in SOURCE]
    for number, key, thing in changes:
        if thing == "delete":
            cells[number].pop(key, None)
        else:
            cells[number][key] = thing
    content = json.dumps({"cells": cells}).encode()
    at = place * len(content) // 400
    path = tmp_path_factory.getbasetemp() / "damaged.ipynb"
    path.write_bytes(content[:at] + more + content[at + len(more) :])
    with suppress(NotMarked):
        cells = read(path)
        assert all(isinstance(cell["source"], str) for cell in cells)
        assert len(tasks(cells)) <= len(cells)
        imported(cells)
