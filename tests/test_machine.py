import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gamelib import machine
from gamelib.solvers.backward.retrograde import settle


@machine.Kernel
def double(values, factor):
    """Multiply in place."""
    for i in range(len(values)):
        values[i] *= factor
    return len(values)


def test_a_kernel_runs_alike_at_both_speeds():
    for size in (1, machine.COMPILE_FROM):
        values = np.arange(4)
        assert double.at(size)(values, 3) == 4
        assert list(values) == [0, 3, 6, 9]
    assert double.at(1) == double.interpreted
    assert double.at(machine.COMPILE_FROM) == double.compiled


def test_help_and_source_show_the_function():
    assert "up to index" in settle.__doc__
    assert "while head < tail" in inspect.getsource(settle)


def test_without_a_folder_to_write_the_kernel_is_compiled_all_the_same(tmp_path):
    """A read-only installation: numba finds nowhere to keep its machine code."""
    code = (
        "import numpy as np, numba\n"
        "plain = numba.njit\n"
        "def njit(*args, cache=False, **options):\n"
        "    if cache: raise RuntimeError('cannot cache function: no locator available')\n"
        "    return plain(*args, **options)\n"
        "numba.njit = njit\n"
        "from gamelib.solvers.backward.retrograde import turn_round\n"
        "out = np.zeros(1, np.int32)\n"
        "turn_round.compiled(np.array([0, 0, 1]), np.array([0], np.int32), np.zeros(4, int), out)\n"
        "print(out[0])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_the_bar_is_there_only_for_large_work(capsys):
    for size in (10, machine.COMPILE_FROM):
        with machine.Progress(100, "settling", size) as bar:
            bar(50)
        assert (bar._bar is None) == (size == 10)
    assert capsys.readouterr().err.strip() == ""  # too quick to be shown


def run_python(code, cache):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "NUMBA_CACHE_DIR": str(cache)}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=cache)


TURN = (
    "import numpy as np\n"
    "from gamelib.solvers.backward.retrograde import turn_round\n"
    "def turn():\n"
    "    out = np.zeros(1, np.int32)\n"
    "    turn_round.compiled(np.array([0, 0, 1]), np.array([0], np.int32), np.zeros(4, int), out)\n"
    "    return out[0]\n"
)


@pytest.mark.parametrize("after", [0.1, 0.6])
def test_the_stop_button_during_the_first_compiled_run_leaves_the_next_one_whole(tmp_path, after):
    stopped = (
        "import _thread, threading, sys\n"
        f"threading.Timer({after}, _thread.interrupt_main).start()\n"
        "try:\n"
        "    turn()\n"
        "    import time; time.sleep(9)\n"
        "except KeyboardInterrupt:\n"
        "    print(turn())\n"
    )
    done = run_python(TURN + stopped, tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_a_damaged_cache_does_not_lose_the_answer(tmp_path):
    for damage in (lambda old: old[: len(old) // 2], lambda old: b"\x80\x05not a pickle at all"):
        assert run_python(TURN + "print(turn())", tmp_path).stdout == "1\n"
        kept = [path for path in tmp_path.rglob("*") if path.suffix in (".nbi", ".nbc")]
        assert len(kept) >= 2
        for path in kept:
            path.write_bytes(damage(path.read_bytes()))
        done = run_python(TURN + "print(turn())", tmp_path)
        assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr
        for path in kept:
            path.unlink()


def test_a_full_disk_does_not_lose_the_answer(tmp_path):
    full = (
        "import errno\n"
        "from numba.core.caching import IndexDataCacheFile\n"
        "def save(*_): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "IndexDataCacheFile.save = save\n"
    )
    done = run_python(full + TURN + "print(turn())", tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_without_numba_the_loop_runs_in_plain_python_and_says_so(tmp_path):
    done = run_python("import sys; sys.modules['numba'] = None\n" + TURN + "print(turn())", tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr
    assert "pip install 'gamelib[fast]'" in done.stderr
