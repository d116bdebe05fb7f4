"""What is handed in may be anything at all: the run goes on, reads files alone, and writes what
nobody misreads.
"""

import csv
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from test_hostile import FIRST, PATIENT, RIGHT, ROOT, SOON, cells, rows, write

from gamecourse.command import Refusal
from gamecourse.course import batch
from gamecourse.course.batch import mark
from gamecourse.grading.feedback import State
from gamecourse.grading.marks import marks as marks_module
from gamecourse.grading.marks import rights
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.notebook import MOST_BYTES, NotMarked
from gamecourse.grading.marks.processes import LIMITS

#: Limits that a busy machine keeps, too.
LONG = replace(LIMITS, each=60.0, together=120.0, cell=60.0, judge=60.0, start=60.0)
posix_only = pytest.mark.skipif(os.name != "posix", reason="pipes and devices have names on POSIX")


def run(*words, **options):
    command = [sys.executable, "-m", "gamelib", "mark", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, cwd=ROOT, timeout=120, check=False, **options
    )


# ---- what is opened ----


def endless(path):
    path.symlink_to("/dev/zero")


def sparse(path):
    with path.open("wb") as file:
        file.truncate(40 << 30)


def closed(path):
    write(path, RIGHT)
    path.chmod(0)


def somebody_elses(path):
    path.symlink_to(ROOT / "notebooks" / "exercises" / "01-matches.ipynb")


def its_own(path):
    path.symlink_to(path)


def listens(path):
    with socket.socket(socket.AF_UNIX) as place:
        place.bind(str(path))


def device(path):
    os.mknod(path, 0o20666, os.makedev(1, 5))


KINDS = {
    "pipe": (os.mkfifo, "it is a pipe, not a file"),
    "endless": (endless, "it is a link: give the place that it leads to, '/dev/zero'"),
    "device": (device, "it is a device, not a file"),
    "sparse": (sparse, f"it has 42,949,672,960 bytes, and at most {MOST_BYTES:,} are read"),
    "folder": (Path.mkdir, "it is a folder, not a file"),
    "solved": (somebody_elses, "it is a link: give the place that it leads to"),
    "loop": (its_own, "it is a link: give the place that it leads to"),
    "socket": (listens, "it is a socket, not a file"),
    "nothing": (Path.touch, "this is not a notebook"),
}


@posix_only
def test_only_regular_files_of_sane_size_are_opened_and_the_class_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    for name, (make, _) in KINDS.items():
        try:
            make(Path(f"{name}.ipynb"))
        except PermissionError:
            pytest.skip("root alone makes devices")
    write(Path("zoe.ipynb"), RIGHT)
    done = run(tmp_path, "--csv", tmp_path / "marks.csv")
    assert done.returncode == 0, done.stderr
    told = done.stdout.decode()
    for name, (_, why) in KINDS.items():
        assert f"{name}.ipynb: not marked: " in told
        assert why in told
    assert "zoe.ipynb: 1 of 9 points" in told


@posix_only
def test_nobody_hands_in_a_link_to_somebody_elses_folder(tmp_path):
    (tmp_path / "ada").mkdir()
    write(tmp_path / "ada" / "x.ipynb", RIGHT)
    (tmp_path / "eve").symlink_to("ada")
    lines = [
        line
        for line in mark(sorted(tmp_path.iterdir()), None)
        if "points" in line or "link" in line
    ]
    assert [line.split(": ", 1)[1][:13] for line in lines] == ["1 of 9 points", "not marked: i"]


@posix_only
def test_a_file_that_its_owner_has_closed_is_refused(tmp_path):
    if os.geteuid() == 0:
        pytest.skip("root reads what is closed")
    closed(tmp_path / "closed.ipynb")
    with pytest.raises(NotMarked, match="it cannot be read: Permission denied"):
        list(marks(tmp_path / "closed.ipynb"))


def test_a_file_that_is_changed_while_it_is_marked_has_no_marks(tmp_path):
    path = write(tmp_path / "x.ipynb", "import os\nwins = lambda n, takes: os._exit(0)")
    found = marks(path, FIRST * 2, SOON)
    assert next(found).points == 0
    path.write_text(json.dumps({"cells": cells(RIGHT)}))
    assert [each.points for each in found] in ([], [0])


# ---- what comes over the wire ----

FORGERY = """
import json, sys, time
from gamecourse.grading.marks.wire import Wire

TASK = ["other_takes", 2, 1]
BEGUN = ["notebook", "matches", [TASK]]

def forge(wire, job, begin, folder):
    for message in MESSAGES:
        wire.send_bytes(message if isinstance(message, bytes) else json.dumps(message).encode())
    time.sleep(1)
"""

#: What no judge sends: the messages of a forged judge.
FORGED = {
    "no JSON": "[b'{']",
    "no UTF-8": "[b'\\xff']",
    "no list": "[{'mark': 'RIGHT'}]",
    "no kind": "[[]]",
    "a list as kind": "[[[]]]",
    "an unknown kind": "[BEGUN, ['points', 9]]",
    "a mark before anything": "[['mark', 'RIGHT', '']]",
    "an unknown state": "[BEGUN, ['mark', 'BEST', '']]",
    "no reason": "[BEGUN, ['mark', 'RIGHT']]",
    "a number as state": "[BEGUN, ['mark', 1, '']]",
    "NaN": "[BEGUN, b'[\"mark\", NaN, \"\"]']",
    "forty marks": "[BEGUN, *[['mark', 'RIGHT', '']] * 40, ['end']]",
    "the end before the marks": "[BEGUN, ['end']]",
    "two beginnings": "[BEGUN, BEGUN, ['mark', 'RIGHT', ''], ['end']]",
    "no number of a cell": "[BEGUN, ['cell', 'x']]",
    "True as a cell": "[BEGUN, ['cell', True]]",
    "2 MB": "[BEGUN, ['mark', 'RIGHT', 'x' * 2_000_000]]",
    "nested": "[b'[' * 100_000]",
    "a number without end": "[b'[\"cell\", ' + b'9' * 10_000 + b']']",
}  # fmt: skip


@pytest.fixture
def forged(tmp_path, monkeypatch):
    """Put another judge in the place of ours: one that sends these messages."""
    number = iter(range(100))

    def put(messages):
        name = f"forgery{next(number)}"
        (tmp_path / f"{name}.py").write_text(f"{FORGERY}\nMESSAGES = {messages}\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.setattr(marks_module, "JUDGE", f"{name}:forge")

    return put


@pytest.mark.parametrize("name", FORGED)
def test_what_no_judge_sends_costs_the_notebook_its_marks(forged, name):
    forged(FORGED[name])
    with pytest.raises(NotMarked, match="the judge's messages are not those of a judge"):
        list(marks(cells(RIGHT), None, SOON, ROOT / "notebooks" / "exercises"))


@pytest.mark.parametrize(
    "tasks",
    [
        "[['other_takes', 2, 1_000_000]]",
        "[['other_takes', 2, float('nan')]]",
        "[['other_takes', 2, -1]]",
        "[['other_takes', 2, True]]",
        "[['other_takes', 2]]",
        "['other_takes']",
        "7",
    ],
)
def test_points_that_no_exercise_has_are_not_counted(forged, tasks):
    forged(f"[['notebook', 'unknown', {tasks}], ['mark', 'RIGHT', ''], ['end']]")
    with pytest.raises(NotMarked):
        list(marks(cells(RIGHT), None, SOON, ROOT / "notebooks" / "exercises"))


def test_the_run_counts_the_exercises_of_the_course_whatever_it_is_told(forged):
    forged("[['notebook', 'matches', [TASK] * 90], *[['mark', 'RIGHT', '']] * 5, ['end']]")
    found = list(marks(cells(RIGHT), None, SOON, ROOT / "notebooks" / "exercises"))
    assert [each.task.points for each in found] == [1, 1, 2, 3, 2]


def test_the_marks_of_a_forging_notebook_are_void_and_the_next_one_has_its_own(forged, tmp_path):
    write(tmp_path / "a.ipynb", RIGHT)
    forged("[BEGUN, ['mark', 'RIGHT', ''], ['mark', 'RIGHT', ''], ['gotcha']]")
    table = tmp_path / "marks.csv"
    list(mark([tmp_path / "a.ipynb"], table))
    ((_, exercise, points, most, state, _),) = rows(table)
    assert (exercise, points, most, state) == ("", "0", "0", State.NOT_MARKED.name)


def test_in_a_notebook_of_nobodys_an_exercise_counts_once_and_stars_are_few():
    (found,) = marks([*cells(RIGHT), *cells(RIGHT)[1:] * 5], None, PATIENT)
    assert found.points == 1
    heading = {"cell_type": "markdown", "source": f"## {'★' * 1_000} mine"}
    with pytest.raises(
        NotMarked, match=r"check\.other_takes has 1,000 stars: at most 10 are counted"
    ):
        list(marks([heading, *cells(RIGHT)], None, SOON))


def test_an_exercise_that_is_not_in_the_notebook_counts_as_not_attempted():
    states = [
        each.feedback.state
        for each in marks(cells(RIGHT), None, PATIENT, ROOT / "notebooks" / "exercises")
    ]
    assert states == [State.RIGHT] + [State.NOT_ATTEMPTED] * 4


@pytest.mark.parametrize("missing", ["_libc", "landlock_version"])
def test_a_run_that_cannot_protect_the_marks_says_so_in_one_sentence(
    tmp_path, monkeypatch, missing
):
    monkeypatch.setattr(
        rights, "user_for", lambda process: None
    )  # nobody but root changes the user
    monkeypatch.setattr(rights, missing, lambda: None if missing == "_libc" else 0)
    monkeypatch.setattr(batch, "marks", partial(marks, limits=LONG))  # time is not the question
    write(tmp_path / "a.ipynb", RIGHT)
    first, second, *_ = mark([tmp_path / "a.ipynb"], None)
    assert first.startswith("Marks are not protected on this system: ")
    assert second.endswith("a.ipynb: 1 of 9 points")


# ---- what is written ----

NAMES = [
    "=1+1.ipynb",
    "+1.ipynb",
    "-1.ipynb",
    "@x.ipynb",
    "\tx.ipynb",
    "\rx.ipynb",
    " =1.ipynb",
    "＝1.ipynb",
    "\n=1.ipynb",
]


@posix_only
def test_nothing_in_the_table_is_a_formula(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        Path(name).write_text("{}")
    list(mark([Path(name) for name in NAMES], Path("marks.csv")))
    found = rows(Path("marks.csv"))
    assert len(found) == len(NAMES)
    for name, *others in found:
        assert name.startswith(("'", "\\"))
        assert not any(cell.lstrip()[:1] in tuple("=+-@＝＋－＠") for cell in others if cell)


@pytest.mark.parametrize(
    "name",
    [
        "a\n  ✓ other_takes: 9 of 9.ipynb", "a\r9 of 9 points.ipynb", "\x1b[2K\x1b[1Ga.ipynb", "a\x9b2Kb.ipynb",
        "a\u202etxt.ipynb", "a\u2066b.ipynb", "a\x08\x08b.ipynb", "a\x7f.ipynb", "a\u2028b.ipynb", "a\x85b.ipynb",
        "a\u200bb.ipynb", "a\ufeffb.ipynb",
    ],
)  # fmt: skip
@posix_only
def test_no_name_forges_a_line_of_the_terminal_or_of_the_table(tmp_path, name):
    (tmp_path / name).write_text("{}")
    (line, _) = mark([tmp_path / name], tmp_path / "marks.csv")
    assert line.isprintable()
    assert "not marked" in line
    ((shown, *_),) = rows(tmp_path / "marks.csv")
    assert shown.isprintable()


def test_no_answer_forges_a_line_either(tmp_path):
    words = (
        "class Words:\n    def __repr__(self):\n        return 'a\\x1b[2K\\r9 of 9\\u202e\\x9b'\n"
    )
    source = f"{words}wins = lambda n, t: Words()"
    write(tmp_path / "a.ipynb", source)
    assert all(line.isprintable() for line in mark([tmp_path / "a.ipynb"], tmp_path / "marks.csv"))
    (_, text) = next(
        (row[1], row[5]) for row in rows(tmp_path / "marks.csv") if row[1] == "other_takes"
    )
    assert "9 of 9" in text
    assert text.isprintable()


@pytest.mark.parametrize(
    "encoding",
    [
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("latin-1", "utf-8")),
        "ascii",
        "cp1252",
    ],
)
def test_an_output_that_is_not_utf_8_ends_nothing(tmp_path, encoding):
    write(tmp_path / "ä.ipynb", RIGHT)
    done = run(tmp_path, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode == 0
    assert not done.stderr
    assert "other_takes: 1 of 1" in done.stdout.decode(encoding)


@posix_only
def test_the_table_goes_into_a_pipe_a_device_or_standard_output(tmp_path):
    write(tmp_path / "a.ipynb", RIGHT)
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    done = run(tmp_path / "a.ipynb", "--csv", pipe)
    reader.join(10)
    assert done.returncode == 0, done.stderr
    assert [row["points"] for row in csv.DictReader(read[0].splitlines())] == [
        "1",
        "0",
        "0",
        "0",
        "0",
    ]
    assert pipe.is_fifo()
    assert (
        '"other_takes",1,1,"RIGHT"'
        in run(tmp_path / "a.ipynb", "--csv", "/dev/stdout").stdout.decode()
    )
    assert run(tmp_path / "a.ipynb", "--csv", "/dev/null").returncode == 0
    assert Path("/dev/null").is_char_device()
    full = run(tmp_path / "a.ipynb", "--csv", "/dev/full")
    assert (full.returncode, full.stderr.decode()) == (2, "/dev/full: No space left on device\n")
    assert Path("/dev/full").is_char_device()


@posix_only
def test_a_pipe_that_nobody_reads_and_a_folder_are_refused_before_anything_is_marked(tmp_path):
    write(tmp_path / "a.ipynb", RIGHT)
    os.mkfifo(tmp_path / "pipe")
    done = run(tmp_path / "a.ipynb", "--csv", tmp_path / "pipe")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "nobody reads from this pipe" in done.stderr.decode()
    done = run(tmp_path / "a.ipynb", "--csv", tmp_path)
    assert done.returncode == 2
    assert "is a folder" in done.stderr.decode()


@posix_only
def test_a_record_that_is_no_record_is_not_believed(tmp_path):
    write(tmp_path / "a.ipynb", RIGHT)
    table, record = tmp_path / "marks.csv", tmp_path / "marks.csv.unfinished"
    for content in (
        "[]",
        '{"begun": 7}',
        '{"rows": {"x": 3}, "begun": {"x": "y"}}',
        "[" * 100_000,
        "\xff",
    ):
        table.write_text("x")
        record.write_bytes(content.encode("latin-1"))
        assert "1 of 9 points" in next(mark([tmp_path / "a.ipynb"], table))
    record.unlink()
    os.mkfifo(record)
    with pytest.raises(Refusal, match="it is a pipe, not a file"):
        list(mark([tmp_path / "a.ipynb"], table))
    record.unlink()
