"""Notebooks that try to bend marks, or to stop a class (`make marks`): none gets a point, none
costs another one.
"""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from gamecourse.course.batch import mark
from gamecourse.grading.feedback import State
from gamecourse.grading.marks import marks as marks_module
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.notebook import NotMarked, read, tasks
from gamecourse.grading.marks.processes import LIMITS

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "notebooks" / "exercises" / "01-matches.ipynb"
FIRST = tasks(read(SOURCE))[:1]
SOON = replace(LIMITS, each=0.5, together=5.0, cell=2.0, grace=1.0, judge=8.0, start=20.0)

#: For right answers: a busy machine must not make them slow.
PATIENT = replace(LIMITS, cell=2.0, grace=1.0)

#: For cells that do much and have to come to their end.
PATIENT_CELLS = replace(LIMITS, grace=1.0)

RIGHT = "wins = lambda n, takes: any(not wins(n - t, takes) for t in takes if t <= n)"

#: What finds the wire to the judge, in a student's process.
PIPE = """
import gc, json
(pipe,) = {thing for thing in gc.get_objects() if type(thing).__name__ == "Wire"}
send = lambda text: pipe.send_bytes(text if isinstance(text, bytes) else json.dumps(text).encode())
"""

HOSTILE = {
    "the reference": "wins = check._pile_wins((1, 3, 4))",
    "the reference, imported": "from gamecourse.check.matches import _pile_wins\nwins = _pile_wins((1, 3, 4))",
    "the reference, found": """
        import gc
        wins = next(f for f in gc.get_objects() if getattr(f, "__name__", "") in ("_wins", "other_takes"))
        """,
    "the caller's variables": """
        import inspect
        def wins(n, takes):
            for frame in inspect.stack():
                for name in ("expected", "right", "found"):
                    if name in frame.frame.f_locals:
                        return frame.frame.f_locals[name]
        """,
    "equality": "import unittest.mock\nwins = lambda n, takes: unittest.mock.ANY",
    "the engine": """
        import sys
        plain = sys.modules["gamecourse.grading.plain"]
        plain.same = plain.equal = lambda *a: True
        wins = lambda n, takes: None
        """,
    "the sheet": "check.other_takes = lambda answer: '✓ right'\nwins = 3",
    "a fresh import": """
        import sys
        for name in [name for name in sys.modules if name.startswith(('gamecourse.check', 'gamecourse.grading'))]:
            del sys.modules[name]
        from gamecourse.grading import exercises
        exercises.State.WRONG._value_ = "✓ right"
        wins = lambda n, takes: n > 0
        """,
    "a mark, sent": PIPE + "\nsend(['mark', 'RIGHT', ''])\nwins = lambda n, takes: True",
    "answers, sent ahead": PIPE + "\nfor k in range(9): send(['answer', k, True])\nwins = lambda n, takes: send([n])",
    "a class with a slot state": PIPE + """
evil = b"cfractions\\nFraction\\n(N}V__eq__\\ncgamecourse.grading.calls\\nReply\\nstb."  # setattr, in a pickle
wins = lambda n, takes: send(evil)
""",
    "what calls": PIPE + '\nwins = lambda n, takes: send(b\'{"os.system": ["echo judged"]}\')',
    "a fraction of texts": PIPE + '\nwins = lambda *_: send(b\'["answer", 4, {"Fraction": ["1e999999999", 1]}]\')',
    "half a message": PIPE + """
import os
wins = lambda n, takes: os.write(pipe.fileno(), b'\\0\\0\\1\\0abc') and os.read(pipe.fileno(), 1)
""",
    "a set that fills one place": PIPE + """
parts = [k * (2**61 - 1) for k in range(150_000)]
texts = [json.dumps(["answer", k, {"Reply": [{"set": parts}, "", False, False, False]}]).encode() for k in range(9)]
wins = lambda n, takes: [send(text) for text in texts]
""",
    "questions without end": PIPE + "\ndef wins(n, takes):\n    while True:\n        send(['asks', 0, '', []])",
    "60 MB": "wins = lambda n, takes: 'x' * 60_000_000",
    "60 MB, sent": PIPE + "\nwins = lambda n, takes: send(b'[' + b'[],' * 20_000_000 + b'0]')",
    "many small things": PIPE + "\nwins = lambda n, takes: send(b'[' + b'[],' * 6_000_000 + b'0]')",
    "5 GB": "wins = lambda n, takes: bytes(5 * 10**9)",
    "a nested bomb": "wins = []\nfor _ in range(25):\n    wins = [wins] * 10",
    "no end of depth": "wins = []\nwins.append(wins)",
    "a number of a million digits": "wins = lambda n, takes: 10**1_000_000",
    "an Arabic digit": "wins = '١e999999999'",
    "half of a character": "wins = lambda n, takes: '\\ud800'",
    "the end": "import os\nwins = lambda n, takes: os._exit(0)",
    "the end at once": "import os\nos._exit(0)",
    "the judge's end": "import os\nwins = lambda n, takes: os.kill(os.getppid(), 9)",
    "the judge's end at once": "import os\nos.kill(os.getppid(), 9)",
    "a fault of the machine": "import ctypes\nwins = lambda n, takes: ctypes.string_at(0)",
    "deaf to every signal": """
        import signal, time
        for number in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        def wins(n, takes):
            while True:
                try: time.sleep(9)
                except BaseException: pass
        """,
    "threads that go on": """
        import threading, time
        for _ in range(20):
            threading.Thread(target=time.sleep, args=(600,)).start()
        wins = lambda n, takes: True
        """,
    "no answer": "del check",
    "a dead end": (
        "class Long:\n    def __repr__(self):\n        while True:\n            pass\nwins = "
        "Long()"
    ),
    "an argument": "wins = lambda n, takes: n.__class__",
}  # fmt: skip


def cells(answer, lecture="matches"):
    answer = textwrap.dedent(answer).strip()
    sources = (
        f"from gamecourse.check import {lecture} as check",
        answer,
        "check.other_takes(wins)",
    )
    return [{"cell_type": "code", "metadata": {}, "source": source} for source in sources]


def write(path, answer, **changes):
    path.write_text(
        json.dumps(
            {"cells": cells(answer), "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | changes
        )
    )
    return path


@pytest.mark.parametrize("name", HOSTILE)
def test_no_trick_gets_a_mark(name, capfd):
    is_named = name.startswith(
        "the judge's end"
    )  # how it went must be said, and not that it was late
    (found,) = marks(cells(HOSTILE[name]), FIRST, PATIENT_CELLS if is_named else SOON)
    assert found.points == 0
    assert found.feedback.state not in (State.RIGHT, State.NOT_ATTEMPTED)
    assert "Traceback" not in found.feedback
    assert len(found.feedback) < 25_000
    if is_named:  # which is refused where the system can do that
        assert (
            "PermissionError" in found.feedback
            or "the judge was ended by signal 9" in found.feedback
        )
    said = capfd.readouterr()
    assert "judged" not in said.out
    assert not said.err


def judges():
    """The judges that this process has started."""
    return [
        child
        for child in psutil.Process().children()
        if "marks.wire import begin" in " ".join(child.cmdline())
    ]


def test_a_judge_that_is_ended_costs_one_exercise_and_another_judge_goes_on(monkeypatch):
    read_message = marks_module._message
    ended = []

    def ends_the_first_judge_in_cell_2(wire):
        message = read_message(wire)
        if message == ["cell", 2] and not ended:
            (judge,) = judges()
            judge.kill()
            ended.append(judge)
        return message

    monkeypatch.setattr(marks_module, "_message", ends_the_first_judge_in_cell_2)
    sleeps = "import os, time\ntime.sleep(30)\nwins = 3"
    first, second = marks(cells(sleeps), FIRST * 2, replace(SOON, cell=5.0))
    assert str(first.feedback) == "– not marked: the judge was ended by signal 9 while cell 2 ran"
    assert "Cell 2 had not come to an end after 5 seconds" in second.feedback
    assert not judges()


#: Notebooks that cannot be marked at all, and what is said of them.
UNREADABLE = {
    "misspelt": (
        cells(RIGHT, "match"),
        "'match', which is not a lecture of the course: was matches meant?",
    ),
    "no sheet": (
        cells(RIGHT, "marks"),
        "cell 1 imports gamecourse.check.marks, which has no exercises",
    ),
    "typeless": ([*cells(RIGHT), {"source": ""}], "cell 4 does not say of which type it is"),
    "sourceless": ([*cells(RIGHT), {"cell_type": "code", "source": [1]}], "cell 4 has no source"),
    "cellless": ([*cells(RIGHT), 7], "cell 4 is not a cell"),
    "empty": ([], "no exercises here"),
    "no list": ({}, "it has no list of cells"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_notebook_that_cannot_be_marked_is_told_why_and_where(tmp_path, name):
    told, said = UNREADABLE[name]
    with pytest.raises(NotMarked) as error:
        list(marks(write(tmp_path / "x.ipynb", RIGHT, cells=told), course=SOURCE.parent))
    assert said in str(error.value)


def test_other_files_and_a_check_of_nobodys_are_told_as_well(tmp_path):
    deep = tmp_path / "deep.ipynb"
    for content, why in ((b"[" * 100_000, "RecursionError"), (b"\x80\x00", "UnicodeDecodeError")):
        deep.write_bytes(content)
        with pytest.raises(NotMarked, match=f"this is not a notebook: {why}"):
            list(marks(deep))
    with pytest.raises(
        NotMarked, match=r"cell 3 asks check\.foo, which is not an exercise of matches"
    ):
        list(marks([*cells(RIGHT)[:2], {"cell_type": "code", "source": "check.foo(wins)"}]))
    with pytest.raises(NotMarked, match="it cannot be read"):
        list(marks(tmp_path))


def test_a_check_as_long_as_it_likes_is_no_check(tmp_path):
    long = {"cell_type": "code", "source": f"check{'.x' * 50_000}(wins)"}
    (found,) = marks(
        [*cells(RIGHT), long, {"cell_type": "code", "source": f"check.x({'-' * 50_000}1)"}]
    )
    assert found.points == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what stays is found on Linux")
def test_what_was_made_to_stay_is_ended():
    for leave in ("", "os.setsid()"):
        (found,) = marks(cells(f"""
            import os
            if not os.fork():
                {leave or "pass"}
                if not os.fork():
                    os.execv("/bin/sleep", ["gamelib-made-to-stay", "600"])
                os._exit(0)
            os.wait()
            {RIGHT}
            """), FIRST, PATIENT_CELLS)  # fmt: skip
        assert found.points == 1
        staying = [
            p
            for p in psutil.process_iter(["cmdline"])
            if "gamelib-made-to-stay" in (p.info["cmdline"] or [])
        ]
        assert not staying


def rows(table):
    with table.open(encoding="utf-8", newline="") as file:
        return sorted(tuple(row.values()) for row in csv.DictReader(file))


@pytest.mark.slow
def test_a_class_has_the_same_marks_in_every_order(tmp_path):
    """Honest notebooks among those that try to stop it."""
    folder = tmp_path / "class"
    folder.mkdir()
    write(folder / "ada.ipynb", RIGHT)
    write(folder / "zoe.ipynb", RIGHT)
    write(folder / "bob.ipynb", "wins = lambda n, takes: n % 7 != 0")
    for name in (
        "a class with a slot state",
        "the judge's end",
        "an Arabic digit",
        "half of a character",
    ):
        write(folder / f"{name}.ipynb", HOSTILE[name])
    for name in ("misspelt", "typeless"):
        write(folder / f"{name}.ipynb", RIGHT, cells=UNREADABLE[name][0])
    (folder / "deep.ipynb").write_text("[" * 100_000)
    notebooks, found = sorted(folder.glob("*.ipynb")), []
    for turn in range(3):
        random.Random(turn).shuffle(notebooks)
        lines = list(mark(notebooks, tmp_path / "marks.csv"))
        assert lines[-1] == f"{tmp_path / 'marks.csv'}: {len(rows(tmp_path / 'marks.csv'))} rows"
        found.append(rows(tmp_path / "marks.csv"))
    assert found[0] == found[1] == found[2]
    points = {Path(row[0]).stem: int(row[2]) for row in found[0] if row[1] in ("other_takes", "")}
    assert points == dict.fromkeys(points, 0) | {"ada": 1, "zoe": 1}
    assert {Path(row[0]).stem for row in found[0] if row[4] == "NOT_MARKED" and not row[1]} == {
        "misspelt", "typeless", "deep",
    }  # fmt: skip
    assert not (tmp_path / "marks.csv.unfinished").exists()


def class_of(tmp_path, *answers):
    """A small class, and the command that marks it."""
    for k, answer in enumerate(answers):
        write(tmp_path / f"{k}.ipynb", answer)
    command = [
        sys.executable,
        "-m",
        "gamelib",
        "mark",
        str(tmp_path),
        "--csv",
        str(tmp_path / "marks.csv"),
    ]
    return lambda: subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )


def started(start, record, begun):
    """A run, once so many notebooks were begun, counting each time."""
    process, end = start(), time.monotonic() + 60
    while not record.exists() or sum(json.loads(record.read_text())["begun"].values()) != begun:
        assert time.monotonic() < end
        time.sleep(0.02)
    time.sleep(1)
    return process


def test_a_run_that_was_ended_goes_on_where_it_was(tmp_path):
    start = class_of(tmp_path, RIGHT, "import time\ntime.sleep(20)", RIGHT)
    record = tmp_path / "marks.csv.unfinished"
    for begun, signal_ in ((2, signal.SIGKILL), (3, signal.SIGINT)):  # 0, then 1; and 1 again
        process = started(start, record, begun)
        process.send_signal(signal_)
        complaint = process.communicate()[1]
        assert signal_ == signal.SIGKILL or "Traceback" not in complaint
    assert [row[1] for row in rows(tmp_path / "marks.csv")].count("other_takes") == 1
    with (tmp_path / "marks.csv").open("a") as file:
        file.write("half a ro")  # as the power fails
    write(tmp_path / "1.ipynb", "wins = 3")
    told, _ = start().communicate()
    assert "0.ipynb: was marked before the run was ended" in told
    assert [row[2] for row in rows(tmp_path / "marks.csv") if row[1] == "other_takes"] == [
        "1",
        "0",
        "1",
    ]
    assert not record.exists()


@pytest.mark.slow
def test_a_notebook_during_which_the_run_was_ended_twice_is_left_out(tmp_path):
    start = class_of(tmp_path, RIGHT, "import time\ntime.sleep(20)", RIGHT)
    for begun in (2, 3):
        process = started(start, tmp_path / "marks.csv.unfinished", begun)
        process.kill()
        process.communicate()
    told, complaint = start().communicate()
    assert not complaint
    assert "1.ipynb: not marked: the run was ended 2 times while this notebook was judged" in told
    found = rows(tmp_path / "marks.csv")
    assert [(Path(row[0]).stem, row[2]) for row in found if row[1] in ("other_takes", "")] == [
        ("0", "1"), ("1", "0"), ("2", "1"),
    ]  # fmt: skip


def test_a_file_whose_name_cannot_be_written_is_marked_too(tmp_path):
    write(Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.ipynb")), RIGHT)
    assert any("1 of 9 points" in line for line in mark([tmp_path], tmp_path / "marks.csv"))
    assert rows(tmp_path / "marks.csv")[0][0].endswith("\\udcff.ipynb")
