import inspect
import sys

import numpy as np
import pytest

from gamelib import machine, solve
from gamelib.core import TooLarge
from gamelib.games import Nim
from gamelib.machine import memory
from gamelib.solvers.backward.retrograde import settle


@machine.Kernel
def double(values, factor):
    """Multiply in place."""
    for i in range(len(values)):
        values[i] *= factor
    return len(values)


def test_a_kernel_runs_alike_at_both_speeds():
    for size in (1, machine.kernels.COMPILE_FROM):
        values = np.arange(4)
        assert double.at(size)(values, 3) == 4
        assert list(values) == [0, 3, 6, 9]
    assert double.at(1) == double.interpreted
    assert double.at(machine.kernels.COMPILE_FROM) == double.compiled


def test_help_and_source_show_the_function():
    assert "up to index" in settle.__doc__
    assert "while head < tail" in inspect.getsource(settle)


@pytest.fixture
def at_once(monkeypatch):
    """Bars appear without delay."""
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    monkeypatch.setattr(machine.progress, "DELAY", -1)


def test_the_bar_is_there_only_for_large_work(at_once):
    pytest.importorskip("tqdm")
    for size in (10, machine.kernels.COMPILE_FROM):
        with machine.Progress(100, "settling", size) as bar:
            bar(50)
        assert (bar._bar is None) == (size == 10)
    assert bar._bar.total == bar._bar.n == 50  # else a notebook would leave it there, red as after an error


def test_the_bar_opens_when_it_is_time_and_nothing_of_it_before(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    with machine.Progress(100, "settling", machine.kernels.COMPILE_FROM) as bar:
        bar(30)
        assert bar._bar is None
        assert capsys.readouterr().err == ""
        monkeypatch.setattr(bar, "_opens", 0)
        bar(20, "remoteness 7")
        shown = bar._bar
        assert (shown.initial, shown.n, shown.total, shown.postfix) == (30, 50, 100, "remoteness 7")
        bar(50)
        assert bar._bar is shown


def test_the_bar_of_what_failed_is_not_called_done(at_once):
    pytest.importorskip("tqdm")
    bar = machine.Progress(100, "settling", machine.kernels.COMPILE_FROM)
    bar(50)
    bar.__exit__(KeyboardInterrupt)
    assert (bar._bar.n, bar._bar.total) == (50, 100)


@pytest.mark.skipif(not memory.MEMINFO.exists(), reason="it is no Linux")
def test_without_psutil_linux_tells_what_is_free(monkeypatch):
    by_psutil = pytest.importorskip("psutil").virtual_memory().available
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert 0.5 < memory._free_on_the_machine() / by_psutil < 2


def test_without_psutil_and_without_linux_the_free_pages_are_counted(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "psutil", None)
    for meminfo in ("nowhere", "old"):  # before 2014 Linux did not say what is available
        (tmp_path / "old").write_text("MemTotal: 7 kB\nMemFree: 7 kB\n")
        monkeypatch.setattr(memory, "MEMINFO", tmp_path / meminfo)
        monkeypatch.setattr(memory.os, "sysconf", {"SC_AVPHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}.__getitem__)
        assert memory._free_on_the_machine() == 4_096_000


def limited(place, monkeypatch, groups, where, names=("memory.max", "memory.current", "inactive_file")):
    """A control group that may take a gigabyte, and has taken 0.4 of it and 0.1 more with files that were read."""
    (place / "groups").write_text(groups)
    monkeypatch.setattr(memory, "GROUPS", place / "groups")
    monkeypatch.setattr(memory, "CONTAINER", place)
    folder = place / where
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text("1000000000\n")
    (folder / names[1]).write_text("500000000\n")
    (folder / "memory.stat").write_text(f"anon 400000000\n{names[2]} 100000000\n")


V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


@pytest.mark.parametrize(
    ("groups", "where", "names"),
    [
        pytest.param("0::/\n", "", (), id="container"),
        pytest.param("0::/system.slice/jupyter-ada.service\n", "system.slice/jupyter-ada.service", (), id="service"),
        pytest.param("0::/system.slice/jupyter-ada.service\n", "system.slice", (), id="slice"),
        pytest.param("5:cpu:/\n4:memory:/docker/1f\n0::/\n", "memory", (V1,), id="old-container"),
        pytest.param(
            "4:memory:/system.slice/a.service\n0::/\n", "memory/system.slice/a.service", (V1,), id="old-service"
        ),
    ],
)
def test_a_limit_of_memory_is_seen_from_inside(monkeypatch, tmp_path, groups, where, names):
    monkeypatch.setattr(memory, "_free_on_the_machine", lambda: 64_000_000_000)
    limited(tmp_path, monkeypatch, groups, where, *names)
    assert memory.free_memory() == 600_000_000
    (tmp_path / where / (V1 if names else ["memory.max"])[0]).write_text("9223372036854771712\n" if names else "max\n")
    assert memory.free_memory() == 64_000_000_000


def test_a_machine_with_less_than_the_limit_has_the_last_word(monkeypatch, tmp_path):
    limited(tmp_path, monkeypatch, "0::/\n", "")
    monkeypatch.setattr(memory, "_free_on_the_machine", lambda: 5)
    assert memory.free_memory() == 5


def test_the_hub_grants_so_much_and_no_more(monkeypatch, tmp_path):
    psutil = pytest.importorskip("psutil")
    monkeypatch.setattr(memory, "GROUPS", tmp_path / "nowhere")
    monkeypatch.setenv("MEM_LIMIT", str(2 << 30))
    own = psutil.Process().memory_info().rss
    assert memory.free_memory() == pytest.approx((2 << 30) - own, abs=100_000_000)
    with pytest.raises(TooLarge, match="GB are free; at most"):
        machine.check_memory(250_000_000, 10)
    monkeypatch.setenv("MEM_LIMIT", "no number")
    assert memory.free_memory() == pytest.approx(memory._free_on_the_machine(), rel=0.5)


def test_a_walk_stops_before_the_memory_is_full(monkeypatch):
    left = iter([300, 270, 250, 0])
    monkeypatch.setattr(memory, "_free_memory", lambda: next(left) << 20)
    monkeypatch.setenv("TQDM_DISABLE", "1")
    monkeypatch.setattr(machine.progress, "DELAY", -1)
    with pytest.raises(
        TooLarge, match=r"after \d{2,3},\d{3} positions 0\.3 GB of memory are free.*notebooks that you do not"
    ):
        solve(Nim((15, 15, 15, 15, 15)))
    assert list(left) == [0]
    monkeypatch.setattr(memory, "_free_memory", lambda: None)
    machine.check_left(1)


def unknown_name(name):
    raise ValueError("unrecognized configuration name")


@pytest.mark.parametrize("sysconf", [unknown_name, lambda name: -1, None], ids=["macOS", "untold", "Windows"])
def test_where_nothing_tells_little_is_taken_to_be_free_and_the_sentence_says_so(monkeypatch, tmp_path, sysconf):
    monkeypatch.setitem(sys.modules, "psutil", None)
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "nowhere")
    monkeypatch.setattr(memory, "CONTAINER", tmp_path)
    if sysconf:
        monkeypatch.setattr(memory.os, "sysconf", sysconf)
    else:
        monkeypatch.delattr(memory.os, "sysconf")
    machine.check_memory(200_000_000, 10)
    with pytest.raises(TooLarge, match=r"2\.0 GB and 2\.0 GB are taken to be free.*pip install -e '\.\[fast\]'"):
        machine.check_memory(200_000_001, 10)
    limited(tmp_path, monkeypatch, "0::/\n", "")
    with pytest.raises(TooLarge, match=r"they need about 0\.7 GB and 0\.6 GB are free;"):
        machine.check_memory(70_000_000, 10)


def test_what_is_free_is_told_plainly_where_it_is_known(monkeypatch):
    with pytest.raises(TooLarge, match=r"GB are free; at most 2,147,483,647 can be numbered"):
        machine.check_memory(1 << 31, 0)


def test_without_tqdm_large_work_goes_on_without_a_bar(monkeypatch, at_once):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with machine.Progress(100, "settling", machine.kernels.COMPILE_FROM) as bar:
        bar(50)
        bar(50)
    assert (bar._bar, bar.done) == (None, 100)


def test_an_absent_package_is_named_in_one_sentence_with_the_command(monkeypatch, tmp_path):
    assert machine.needs("numpy", "fast", "numbers") is np
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ModuleNotFoundError) as caught:
        machine.needs("networkx", "graphs", "graphs")
    assert str(caught.value) == "graphs need networkx: pip install -e '.[graphs]' in the checkout of gamelib"
    assert caught.value.name == "networkx"
    (tmp_path / "broken_package.py").write_text("import something_it_lacks")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="No module named 'something_it_lacks'"):
        machine.needs("broken_package", "graphs", "graphs")  # it is there: to install it would not help


def test_the_environment_can_forbid_the_bar(at_once, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    with machine.Progress(100, "settling", machine.kernels.COMPILE_FROM) as bar:
        bar(50)
        assert bar._bar is None
