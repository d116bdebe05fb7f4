"""What tells how much memory is left, and how far a long run has come."""

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gamefast import machine, memory, progress, solve
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.progress import Progress
from gamelib.core import TooLarge
from gamelib.games import Nim


@pytest.mark.skipif(not memory.MEMINFO.exists(), reason="it is no Linux")
def test_linux_tells_what_is_free_and_psutil_elsewhere(monkeypatch, tmp_path):
    pytest.importorskip("psutil")
    told = memory._free_on_the_machine()
    (tmp_path / "old").write_text(
        "MemTotal: 7 kB\nMemFree: 7 kB\n"
    )  # before 2014 Linux did not say what is available
    for meminfo in ("nowhere", "old"):
        monkeypatch.setattr(memory, "MEMINFO", tmp_path / meminfo)
        assert 0.5 < memory._free_on_the_machine() / told < 2


V2, V1 = memory.LIMITS[""], memory.LIMITS["memory"]


def limited(place, monkeypatch, groups="0::/\n", where="", names=V2):
    """A control group that may take a gigabyte, and has taken 0.4 of it and 0.1 more with files
    that were read.
    """
    (place / "groups").write_text(groups)
    monkeypatch.setattr(memory, "GROUPS", place / "groups")
    monkeypatch.setattr(memory, "CONTAINER", place)
    folder = place / where
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text("1000000000\n")
    (folder / names[1]).write_text("500000000\n")
    (folder / "memory.stat").write_text(f"anon 400000000\n{names[2]} 100000000\n")


@pytest.mark.parametrize(
    ("groups", "where", "names"),
    [
        ("0::/\n", "", V2),
        ("0::/system.slice/jupyter-ada.service\n", "system.slice", V2),
        ("5:cpu:/\n4:memory:/docker/1f\n0::/\n", "memory", V1),
        ("4:memory:/system.slice/a.service\n0::/\n", "memory/system.slice/a.service", V1),
    ],
)
def test_a_limit_of_memory_is_seen_from_inside(monkeypatch, tmp_path, groups, where, names):
    free = [64_000_000_000]
    monkeypatch.setattr(memory, "_free_on_the_machine", lambda: free[0])
    limited(tmp_path, monkeypatch, groups, where, names)
    assert memory.free_memory() == machine.memory.free_memory() == 600_000_000
    (tmp_path / where / names[0]).write_text("9223372036854771712\n" if names is V1 else "max\n")
    assert memory.free_memory() == free[0]
    limited(tmp_path, monkeypatch, groups, where, names)
    free[0] = 5  # a machine with less than the limit has the last word
    assert memory.free_memory() == 5


def test_the_hub_grants_so_much_and_no_more(monkeypatch, tmp_path):
    psutil = pytest.importorskip("psutil")
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "nowhere")
    monkeypatch.setenv("MEM_LIMIT", str(2 << 30))
    own = psutil.Process().memory_info().rss
    assert memory.free_memory() == pytest.approx((2 << 30) - own, abs=100_000_000)
    with pytest.raises(TooLarge, match="GB are free; at most 2,147,483,647 can be numbered"):
        machine.check_memory(250_000_000, 10)


def test_a_walk_stops_before_the_memory_is_full(monkeypatch):
    left = iter([270, 250, 0])
    monkeypatch.setattr(memory, "free_memory", lambda: next(left) << 20)
    monkeypatch.setenv("TQDM_DISABLE", "1")
    with pytest.raises(
        TooLarge,
        match=r"after \d{2,3},\d{3} positions 0\.3 GB of memory are free.*notebooks that you do not",
    ):
        solve(Nim((15, 15, 15, 15, 15)))
    assert list(left) == [0]
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    memory.check_left(1)


@pytest.mark.parametrize(
    ("size", "wait", "without", "there"),
    [(10, -1, None, False), (COMPILE_FROM, -1, None, True), (COMPILE_FROM, 60, None, False)]
    + [(COMPILE_FROM, -1, what, False) for what in ("tqdm", "environment", "terminal")],
)
def test_the_bar_is_there_only_for_large_work_that_takes_long_and_where_it_may(
    monkeypatch, size, wait, without, there
):
    pytest.importorskip("tqdm")
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setattr(progress, "DELAY", wait)
    monkeypatch.setattr(progress, "is_watched", lambda: without != "terminal")
    if without == "environment":
        monkeypatch.setenv("TQDM_DISABLE", "1")
    elif without == "tqdm":
        monkeypatch.setitem(sys.modules, "tqdm", None)
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    for failed in (None, KeyboardInterrupt):
        bar = Progress(100, "settling", size)
        bar(30)
        bar(20, "remoteness 7")
        bar.__exit__(failed)
        assert bar.done == 50
        assert (bar._bar is not None) == there
        if there:  # at the end nothing is missing, or a notebook would leave it there, red as after an error
            shown = bar._bar
            assert (shown.n, shown.total, shown.postfix) == (
                50,
                100 if failed else 50,
                "remoteness 7",
            )


def test_a_bar_that_opens_late_begins_where_the_work_is(monkeypatch):
    pytest.importorskip("tqdm")
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setattr(progress, "is_watched", lambda: True)
    with Progress(100, "settling", COMPILE_FROM) as bar:
        bar(30)
        monkeypatch.setattr(bar, "_opens", -np.inf)
        bar(20)
        assert (bar._bar.initial, bar._bar.n) == (30, 50)


#: A program with a bar that opens at once.
WITH_BAR = """
from gamefast import progress
progress.DELAY = -1
with progress.Progress(9, "settling", 10**9) as bar:
    for _ in range(3):
        bar(3)
"""


def environment_with_bars():
    """The environment of a program that may show bars, at any width of the window."""
    here = {name: value for name, value in os.environ.items() if name != "TQDM_DISABLE"}
    return here | {"PYTHONPATH": str(Path(__file__).parents[2]), "COLUMNS": "80"}


def test_no_bar_is_written_to_a_file_or_a_pipe(tmp_path):
    pytest.importorskip("tqdm")
    command = [sys.executable, "-c", WITH_BAR]
    with (tmp_path / "log").open("w") as log:
        subprocess.run(command, stderr=log, env=environment_with_bars(), check=True)
    assert (tmp_path / "log").read_text() == ""
    piped = subprocess.run(command, stderr=subprocess.PIPE, env=environment_with_bars(), check=True)
    assert piped.stderr == b""


def test_a_terminal_shows_the_bar():
    pytest.importorskip("tqdm")
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    os.set_blocking(ours, False)
    command = [sys.executable, "-c", WITH_BAR]
    subprocess.run(command, stderr=theirs, env=environment_with_bars(), check=True)
    shown = os.read(ours, 100_000)  # before the other side is closed
    os.close(theirs)
    os.close(ours)
    assert b"settling" in shown


@pytest.mark.parametrize(("kernel", "watched"), [(True, True), (False, False), (None, False)])
def test_a_notebook_is_watched_though_it_is_no_terminal(monkeypatch, kernel, watched):
    config = {"IPKernelApp": {}} if kernel else {}
    shell = None if kernel is None else SimpleNamespace(config=config)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    for stderr in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stderr)
        assert progress.is_watched() == watched
