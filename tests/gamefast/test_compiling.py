"""Kernels compiled by numba: whatever happens to its cache, to its threads, or to the stop button,
the answer comes.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from gamefast import machine


@machine.Kernel
def double(values, factor):
    """Multiply in place."""
    for i in range(len(values)):
        values[i] *= factor
    return len(values)


def test_a_kernel_that_is_just_being_compiled_for_another_thread_is_waited_for():
    """Two threads need it for new types at once: numba lets the second in, and when its turn has
    come refuses it.
    """
    from numba.core.compiler_lock import global_compiler_lock

    kernel, refused = machine.Kernel(double.plain), []
    kernel.compiled(np.arange(4), 3)
    compiled = kernel.compiled.fast

    def noted(*arguments):
        try:
            return compiled(*arguments)
        except RuntimeError as error:
            refused.append(str(error))
            raise

    values, found = np.arange(4, dtype=np.int16), []
    with global_compiler_lock:  # as long as the first thread has it
        compiled.disable_compile(False)
        kernel.compiled.fast = noted
        second = threading.Thread(target=lambda: found.append(kernel.compiled(values, 3)))
        second.start()
        second.join(0.5)
        kernel.compiled.fast = compiled
        compiled.disable_compile()
    second.join()
    assert (found, refused) == ([4], ["compilation disabled"])
    assert values.tolist() == [0, 3, 6, 9]


def run_python(code, cache):
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "NUMBA_CACHE_DIR": str(cache),
    }
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=cache
    )


COUNT = (
    "import numpy as np\n"
    "from gamefast.arrays.reversing import count_moves\n"
    "def count():\n"
    "    out = np.zeros(1, np.int32)\n"
    "    count_moves.compiled(np.array([0], np.int32), out)\n"
    "    return out[0]\n"
)


@pytest.mark.slow
def test_the_stop_button_during_the_first_compiled_run_leaves_the_next_one_whole(tmp_path):
    stopped = (
        "import _thread, threading, sys\n"
        "threading.Timer(0.3, _thread.interrupt_main).start()\n"
        "try:\n"
        "    count()\n"
        "    import time; time.sleep(9)\n"
        "except KeyboardInterrupt:\n"
        "    print(count())\n"
    )
    done = run_python(COUNT + stopped, tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


@pytest.mark.slow
def test_a_damaged_cache_does_not_lose_the_answer(tmp_path):
    damaged = (
        "from pathlib import Path\n"
        "from gamefast.machine import Kernel\n"
        "print(count())\n"
        "kept = "
        "{path: path.read_bytes() for path in Path().rglob('*') if path.suffix in ('.nbi', '.nbc')}\n"
        "assert len(kept) >= 2\n"
        "for damage in (lambda old: old[: len(old) // 2], lambda old: b'\\x80\\x05not a pickle at "
        "all'):\n"
        "    for path, whole in kept.items():\n"
        "        path.write_bytes(damage(whole))\n"
        "    count_moves = Kernel(count_moves.plain)\n"  # as in a new session: nothing is compiled yet
        "    print(count())\n"
    )
    done = run_python(COUNT + damaged, tmp_path)
    assert (done.stdout, done.returncode) == ("1\n1\n1\n", 0), done.stderr


NO_FOLDER = """
import numba
plain = numba.njit
def njit(*args, cache=False, **options):
    if cache: raise RuntimeError('cannot cache function: no locator available')
    return plain(*args, **options)
numba.njit = njit
"""


@pytest.mark.slow
def test_where_machine_code_cannot_be_kept_the_answer_comes(tmp_path):
    done = run_python(NO_FOLDER + COUNT + "print(count())", tmp_path)
    assert (done.stdout, done.returncode) == ("1\n", 0), done.stderr


@pytest.mark.parametrize("package", ["numpy", "numba"])
def test_what_is_missing_is_named_with_the_extra_that_brings_it(package, tmp_path):
    done = run_python(f"import sys; sys.modules['{package}'] = None\nimport gamefast", tmp_path)
    assert done.returncode == 1
    assert (
        f"ModuleNotFoundError: the functions of gamefast need {package}: pip install -e '.[fast]' "
        "in the checkout of gamelib" in done.stderr
    )


LOOP = """
from gamefast.machine import Kernel
from limits import FACTOR

@Kernel
def times(values):
    for i in range(len(values)):
        values[i] *= FACTOR
    return values[0]
"""


@pytest.mark.slow
def test_machine_code_on_disk_belongs_to_constants_of_other_files(tmp_path):
    (tmp_path / "loop.py").write_text(LOOP)
    code = (
        "import sys; sys.path[0] = '.'\nimport numpy as np\nfrom loop import "
        "times\nprint(times.compiled(np.ones(1)))\n"
    )
    for factor in (2, 3):
        (tmp_path / "limits.py").write_text(f"FACTOR = {factor}\n")
        done = run_python(code, tmp_path)
        assert done.stdout == f"{factor}.0\n", done.stderr


FORK = (
    "import multiprocessing, os, signal, threading, time\n"
    "from gamefast.machine import Kernel\n"
    "def other(values):\n"
    "    return len(values)\n"
    "def in_child():\n"
    "    signal.alarm(60)\n"  # ends the child, should it hang
    "    return Kernel(other).compiled(np.arange(4)) + int(count())\n"
)


def ended(child):
    """The lines of a program in which ``child`` is the process id of a fork: it must end well, with
    exit code 5.
    """
    return f"status = os.waitpid({child}, 0)[1]\nprint(os.waitstatus_to_exitcode(status))\n"


FORKED = "child = os.fork()\nif not child: os._exit(in_child())\n" + ended("child")

#: How a program comes to fork: after it has compiled, before, while it is compiling, or through
#: multiprocessing.
FORKS = {
    "after": "count()\n" + FORKED,
    "before": FORKED,
    "grandchild": (
        "count()\nchild = os.fork()\nif not child:\n    in_child()\n    grandchild = os.fork()\n"
        "    os._exit(in_child() if not grandchild else "
        "os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]))\n"
    )
    + ended("child"),
    "while compiling": (
        "thread = threading.Thread(target=count)\nthread.start()\ntime.sleep(0.2)\n"
        + FORKED
        + "thread.join()\n"
    ),
    "multiprocessing": (
        "count()\nprocess = multiprocessing.get_context('fork').Process(target=lambda: "
        "os._exit(in_child()))\n"
        "process.start()\nprocess.join(60)\nprint(process.exitcode)\n"
    ),
    "a pool": (
        "count()\n"
        "with multiprocessing.get_context('fork').Pool(2) as pool:\n"
        "    print(*{pool.apply_async(in_child).get(60) for _ in range(4)})\n"
    ),
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="only some systems fork")
@pytest.mark.parametrize("how", FORKS)
def test_a_forked_child_compiles_what_it_needs(tmp_path, how):
    done = run_python("import numpy as np\n" + COUNT + FORK + FORKS[how], tmp_path)
    assert (done.stdout, done.returncode) == ("5\n", 0), done.stderr
