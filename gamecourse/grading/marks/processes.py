"""Processes for marking: how they start, how much time and memory they may take, how they end, and
how to end them.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from gamecourse.grading.marks import rights
from gamecourse.grading.marks.wire import Wire

#: How a process begins: with no windows, no progress bars, and no threads for small calculations.
QUIET = {"MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1", "TQDM_DISABLE": "1"}

#: What a student's process gets of the environment; the rest may hold passwords.
SHARED = (
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "LD_LIBRARY_PATH",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "PATHEXT",
)

#: What a new process runs. ``-I`` keeps the current folder out of the folders to import from, and
#: so does this list.
BEGIN = "import sys; sys.path[:] = {folders!r}; from gamecourse.grading.marks.wire import begin; begin()"

#: What a file takes on the disk at least, in bytes, even if it is empty.
SMALLEST_FILE = 4096

#: The unit in which a system counts the size of a file (``st_blocks``), in bytes.
BLOCK = 512


@dataclass(frozen=True)
class Limits:
    """Seconds and bytes for one notebook.

    Parameters
    ----------
    each, together
        The most seconds for one call of a student's function, and for all calls of an exercise.
    cell
        The most seconds for one cell of the notebook.
    judge
        The most seconds that the judge itself may take over an exercise.
    start
        The most seconds until a process runs.
    grace
        The seconds that a process has, after its time is up, to say so itself before it is ended.
    memory
        The most bytes for each process, if the system can limit them; 0 for no limit. All processes
        of a student together may have the same number of bytes.
    notebook
        The most seconds for all cells and exercises of the notebook.
    disk
        The most bytes of files that a notebook may write.
    """

    each: float = 5.0
    together: float = 30.0
    cell: float = 30.0
    judge: float = 90.0
    start: float = 30.0
    grace: float = 3.0
    memory: int = 4 * 1024**3
    notebook: float = 900.0
    disk: int = 1024**3


#: The default limits.
LIMITS = Limits()


# ---- how a process starts ----


def start(
    work: str, *arguments: Any, folder: Path | None = None
) -> tuple[subprocess.Popen[bytes], Wire]:
    """Start a process that inherits nothing from this one but a wire, and return it with our end of
    the wire.

    Parameters
    ----------
    work
        The function to call there, as "module:function". It gets its end of the wire, before the
        arguments.
    arguments
        Anything that can be pickled.
    folder
        For a student's process, its current folder: the process gets a small environment, and a
        session of its own.
    """
    our_end, their_end = socket.socketpair()
    command = [sys.executable, "-I", "-X", "utf8", "-c", BEGIN.format(folders=_import_folders())]
    # The new process gets the other end of the wire: on Windows as bytes through its standard input
    # (``share``), elsewhere as an open descriptor, whose number is its argument.
    on_windows = hasattr(their_end, "share")
    descriptor = their_end.fileno()
    with their_end:
        process = subprocess.Popen(
            command if on_windows else [*command, str(descriptor)],
            stdin=subprocess.PIPE if on_windows else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=() if on_windows else (descriptor,),
            env={**os.environ, **QUIET} if folder is None else _small_environment(folder),
            cwd=folder,
            start_new_session=folder is not None,
        )
        if process.stdin is not None:
            process.stdin.write(their_end.share(process.pid))  # type: ignore[attr-defined,unused-ignore]
            process.stdin.close()
    wire = Wire(our_end)
    with suppress(OSError):  # it has ended already, as the next question will find
        wire.send_bytes(pickle.dumps((work, arguments)))
    return process, wire


def _import_folders() -> list[str]:
    """The folders from which this process imports, ours first.

    The current folder is left out, because it may hold what students handed in.
    """
    ours = str(Path(__file__).parents[3])
    left_out = [ours]
    with suppress(OSError):  # the current folder has been removed
        left_out.append(os.getcwd())
    others = [path for path in sys.path if os.path.isabs(path) and path not in left_out]
    return [ours, *others]


def _small_environment(folder: Path) -> dict[str, str]:
    """The environment variables of a student's process: what it writes by habit goes into its
    folder.
    """
    shared = {name: os.environ[name] for name in SHARED if name in os.environ}
    places = dict.fromkeys(rights.FOLDER_VARIABLES, str(folder))
    return {**shared, **places, **QUIET}


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder for one student's process, removed afterwards with whatever is in it."""
    folder = Path(mkdtemp(prefix="gamecourse-"))
    try:
        yield folder
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    """Remove a folder in which anything may lie: folders that may not be entered, or that are nested
    too deep for Python's own ``rmtree``.
    """
    if os.name != "posix":
        rmtree(folder, ignore_errors=True)
        return
    name = str(folder)
    commands = [["rm", "-rf", "--", name]]
    if os.geteuid() != 0:  # root may enter every folder
        commands.insert(0, ["chmod", "-R", "u+rwX", "--", name])
    for command in commands:
        with suppress(OSError):
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


# ---- how a process has ended ----

#: Signals by which a process ends that has done something impossible.
CRASHES = ("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP", "SIGSYS")


def how_it_ended(process: subprocess.Popen[bytes]) -> str:
    """How a process has ended after its wire was closed, as the end of a sentence: "it crashed:
    ...".
    """
    try:
        code = process.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it closed its connection to the judge"
    if code >= 0:
        return f"it ended itself with exit code {code}, as os._exit({code}) does"
    number = -code
    try:
        name = signal.Signals(number).name
    except ValueError:
        name = "a signal"
    meaning = (signal.strsignal(number) or name).lower()
    if name in CRASHES:
        return f"it crashed: {meaning} (signal {number})"
    if name == "SIGKILL":
        return (
            "it was killed (signal 9), as the system does when memory runs out, or as a program "
            "does to itself"
        )
    return f"it was ended by signal {number} ({meaning})"


# ---- how to end processes ----


def end(process: subprocess.Popen[bytes], user: int | None) -> None:
    """End a student's process and the processes that it has started, even those that have left its
    group.
    """
    descendants = _descendants(process.pid)  # to be found only as long as their parent lives
    if user is not None:  # nobody else has processes of this user
        rights.end_all_of(user)
    with suppress(AttributeError, OSError):  # on Windows, or if the group has ended
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    _end_all(descendants)


@contextmanager
def orphans_ended() -> Iterator[None]:
    """End whatever the processes that start in this block leave behind.

    On Linux this process becomes the parent of such orphans, so that it finds them.
    """
    before = {child.pid for child in _descendants(os.getpid())}
    rights.adopt_orphans()
    try:
        yield
    finally:
        for _ in range(100):  # the next round finds any process that is forked meanwhile
            orphans = [
                child
                for child in _descendants(os.getpid())
                if child.pid not in before and _is_in_another_session(child.pid)
            ]
            if not orphans:
                break
            _end_all(orphans)


def _is_in_another_session(process: int) -> bool:
    """Whether a process is not in our session: that holds for a student's processes, and for no
    other child of ours.
    """
    try:
        return os.getsid(process) != os.getsid(0)
    except (AttributeError, OSError):
        return False


def _descendants(process: int) -> list[Any]:
    """All descendants of a process that can be found, as psutil's objects; none without psutil."""
    try:
        import psutil
    except ModuleNotFoundError:
        return []
    with suppress(psutil.Error):
        return list(psutil.Process(process).children(recursive=True))
    return []


def _end_all(processes: list[Any]) -> None:
    """End processes, given as psutil's objects."""
    if not processes:
        return
    import psutil

    for process in processes:
        with suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(processes, timeout=1)


def memory_together(process: int) -> tuple[int, int]:
    """How many descendants a process has, and the bytes that they take, as far as that can be seen.

    Each is counted in full, with what it shares with the others.
    """
    descendants = _descendants(process)
    taken = 0
    for child in descendants:
        with suppress(Exception):  # it has ended meanwhile
            taken += child.memory_info().rss
    return len(descendants), taken


def files_together(folder: Path, most: int) -> int:
    """The bytes of the files in a folder; more than ``most`` as soon as that is clear."""
    taken = 0
    waiting = [str(folder)]
    while waiting and taken <= most:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                blocks = getattr(status, "st_blocks", status.st_size // BLOCK)
                taken += SMALLEST_FILE + BLOCK * blocks
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
    return taken
