"""What is said of a notebook is what happened in it."""

import sys
from dataclasses import replace

import pytest
from attacks import TOOLS
from test_hostile import FIRST, PATIENT, RIGHT, SOON, cells

from gamecourse.grading.feedback import State
from gamecourse.grading.marks.marks import marks

linux_only = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="memory is limited on Linux"
)

UNKNOWN = "wins cannot be read: NameError: name 'wins' is not defined."
IN_A_CALL = "your notebook's process is lost, while your answer was asked: "

#: The source of a cell before the check, and what is said of it.
CELLS = {
    "an endless loop": (
        "while True: pass"
    , "Cell 2 had not come to an end after 2 seconds and was stopped."),
    "an endless loop in C": (
        "sum(iter(int, 1))"
    , "Cell 2 had not come to an end after 2 seconds and was stopped."),
    "an error": ("1 / 0", "Cell 2 stopped with ZeroDivisionError: division by zero."),
    "a line that is no Python": ("def wins(:", "Cell 2 stopped with SyntaxError: invalid syntax"),
    "exit(0)": ("exit(0)", "Cell 2 stopped with SystemExit: 0."),
    "sys.exit()": ("import sys\nsys.exit()", "Cell 2 stopped with SystemExit."),
    "KeyboardInterrupt": ("raise KeyboardInterrupt", "Cell 2 stopped with KeyboardInterrupt."),
    "any exception": (
        "class Mine(BaseException): pass\nraise Mine('x')"
    , "Cell 2 stopped with Mine: x."),
    "GeneratorExit": ("raise GeneratorExit", "Cell 2 stopped with GeneratorExit."),
    "os._exit(0)": (
        "import os\nos._exit(0)",
        "Cell 2 has cost your notebook's process: it ended itself with exit code 0, as "
        "os._exit(0) does.",
    ),
    "os._exit(3)": (
        "import os\nos._exit(3)",
        "Cell 2 has cost your notebook's process: it ended itself with exit code 3, as "
        "os._exit(3) does.",
    ),
    "a crash": (
        "import ctypes\nctypes.string_at(0)",
        "Cell 2 has cost your notebook's process: it crashed: segmentation fault (signal 11).",
    ),
    "an abort": (
        "import os\nos.abort()",
        "Cell 2 has cost your notebook's process: it crashed: aborted (signal 6).",
    ),
    "a kill": (
        "import os\nos.kill(os.getpid(), 9)",
        "Cell 2 has cost your notebook's process: it was killed (signal 9), as the system does "
        "when memory runs out",
    ),
    "a termination": (
        "import os\nos.kill(os.getpid(), 15)",
        "Cell 2 has cost your notebook's process: it was ended by signal 15 (terminated).",
    ),
    "a closed wire": (
        "import os, time\nos.closerange(3, 300)\ntime.sleep(60)",
        "Cell 2 has cost your notebook's process: it closed its connection to the judge.",
    ),
}  # fmt: skip


def said(source, **limits):
    (found,) = marks(cells(source), FIRST, replace(PATIENT, **limits))
    assert found.feedback.state in (State.WRONG, State.SLOW)
    assert "memory?" not in found.feedback
    return str(found.feedback)


@pytest.mark.parametrize("name", CELLS)
def test_what_stopped_a_cell_is_said(name):
    source, why = CELLS[name]
    told = said(source)
    assert UNKNOWN in told
    assert why in told


CALLS = {
    "os._exit(0)": (
        "import os\nwins = lambda n, t: os._exit(0)"
    , IN_A_CALL + "it ended itself with exit code 0"),
    "a crash": (
        "import ctypes\nwins = lambda n, t: ctypes.string_at(0)"
    , IN_A_CALL + "it crashed: segmentation fault"),
    "exit(0)": (
        "wins = lambda n, t: exit(0)"
    , "stops with SystemExit: exit() and sys.exit() end a program"),
    "KeyboardInterrupt": (
        "def wins(n, t): raise KeyboardInterrupt"
    , "stops with KeyboardInterrupt"),
    "MemoryError": ("wins = lambda n, t: [0] * 10**12", "stops with MemoryError"),
    "a loop": ("def wins(n, t):\n    while True: pass", "had not come to an end after 0.5 seconds"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_what_stopped_a_call_is_said(name):
    source, why = CALLS[name]
    limits = {"each": 0.5} if name == "a loop" else {}
    assert why in said(source, **limits)


@linux_only
def test_what_takes_too_much_memory_is_said():
    told = said("x = [0] * 10**9", memory=2 << 30)
    assert "Cell 2 stopped with MemoryError." in told
    apart = (
        f"{TOOLS}\nimport time\nfor _ in range(4): os.fork()\nx = "
        "bytearray(200_000_000)\ntime.sleep(9)"
    )
    told = said(apart, memory=1 << 30, cell=8.0)
    assert (
        "Cell 2 has cost your notebook's process: its processes (16), each counted in full, "
        "together take" in told
    )
    assert "more than 1,073,741,824 bytes of memory." in told


@linux_only
def test_what_writes_too_much_is_said():
    source = "for k in range(10**6):\n    open(f'{k}', 'wb').write(bytes(10**6))"
    told = said(source, disk=100_000_000, cell=20.0)
    assert (
        "Cell 2 has cost your notebook's process: it has written more than 100,000,000 bytes into "
        "files." in told
    )


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("while True: pass", marks=pytest.mark.slow),
        "1 / 0",
        "exit(0)",
        "import os\nos._exit(0)",
        "raise KeyboardInterrupt",
    ],
)
def test_a_cell_that_was_stopped_costs_no_answer_that_is_there(source):
    notebook = cells(RIGHT)
    notebook.insert(1, {"cell_type": "code", "source": source})
    (found,) = marks(notebook, FIRST, PATIENT)
    assert found.points == 1


def test_a_notebook_that_takes_its_time_in_many_cells_is_ended():
    slow = {"cell_type": "code", "source": "import time\ntime.sleep(1.5)"}
    (found,) = marks(
        [cells(RIGHT)[0], *[slow] * 20, *cells(RIGHT)[1:]], FIRST, replace(SOON, notebook=4.0)
    )
    assert (
        "✗ wrong: all cells and answers of your notebook together have taken more than"
        in found.feedback
    )


def test_a_function_that_closes_the_wire_or_fills_it_is_ended():
    for source in (
        "import os\ndef wins(n, t): os.closerange(3, 300)",
        "import os, signal\nos.kill(os.getpid(), 19)",
    ):
        said(source)
