import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from gamelib import kernels
from gamelib.solvers.retrograde import settle


@kernels.Kernel
def double(values, factor):
    """Multiply in place."""
    for i in range(len(values)):
        values[i] *= factor
    return len(values)


def test_a_kernel_runs_alike_at_both_speeds():
    for size in (1, kernels.COMPILE_FROM):
        values = np.arange(4)
        assert double.at(size)(values, 3) == 4
        assert list(values) == [0, 3, 6, 9]
    assert double.at(1) == double.interpreted
    assert double.at(kernels.COMPILE_FROM) is double.compiled


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
        "from gamelib.solvers.retrograde import turn_round\n"
        "out = np.zeros(1, np.int32)\n"
        "turn_round.compiled(np.array([0, 0, 1]), np.array([0], np.int32), np.zeros(4, int), out)\n"
        "print(out[0])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


def test_the_bar_is_there_only_for_large_work(capsys, monkeypatch):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    for size in (10, kernels.COMPILE_FROM):
        with kernels.Progress(100, "settling", size) as bar:
            bar(50)
        assert (bar._bar is None) == (size == 10)
    assert capsys.readouterr().err.strip() == ""  # too quick to be shown


def test_the_environment_can_forbid_the_bar(monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "1")
    with kernels.Progress(100, "settling", kernels.COMPILE_FROM) as bar:
        bar(50)
        assert bar._bar is None
