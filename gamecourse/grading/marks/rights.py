"""What a process may do to others: the judge and the run hide, and a student's process gives up its
rights.

On Linux, a process that hides cannot be traced, and nobody else without rights of root can read its
memory or copy its descriptors. A student's process of root's becomes another user. On Linux it also
keeps no capability, writes into one folder alone and sends signals to nobody else (Landlock, as far
as the kernel has it). Each step is taken as far as the system allows.
"""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Requests to Linux (``prctl``): what a process asks for itself.
DIE_WITH_PARENT, SET_DUMPABLE, DROP_FROM_BOUNDING, ADOPT_ORPHANS, NO_NEW_PRIVILEGES = (
    1,
    4,
    24,
    36,
    38,
)

#: Linux has fewer capabilities than this.
CAPABILITIES = 64

#: The numbers of users that are taken, plus the number of a process: nobody has an account there.
#: The second is for containers that have only 65,536 users.
USERS, FEW_USERS, FEW = 2_100_000_000, 20_000, 40_000

#: The current folder; and what ``unshare`` calls a room of its own for named memory.
HERE, NEW_IPC = ".", 0x08000000

#: What a student's process and its descendants may have together, besides what the same user has
#: already.
PROCESSES, DESCRIPTORS = 128, 256

#: The most bytes of one file that a student's process writes.
FILE = 100_000_000


#: The variables that say where a program writes by habit: a student's process writes into its
#: folder.
PLACES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR")


@dataclass(frozen=True)
class Rights:
    """What a student's process may do: take so many bytes, and be this user, or the same as before;
    where it writes is its current folder.
    """

    user: int | None
    memory: int


# ---- what the system is asked for ----


def _libc() -> Any:
    """The C library of Linux, or None."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        return ctypes.CDLL(None, use_errno=True)
    except (ImportError, OSError):
        return None


def _request(option: int, value: int = 0) -> bool:
    """Whether Linux has granted a request of this process."""
    library = _libc()
    if library is None or not hasattr(library, "prctl"):
        return False
    from ctypes import c_ulong

    return bool(library.prctl(option, c_ulong(value), c_ulong(0), c_ulong(0), c_ulong(0)) == 0)


def hide() -> bool:
    """Keep other processes of this user out of this one, and return whether the system can do that.

    A new program is visible again, so this is called in each process, after it has begun.
    """
    return _request(SET_DUMPABLE, 0)


def protects() -> bool:
    """Whether this process is out of the reach of a student's process: root changes its user,
    others hide.
    """
    changes_user = user_for(os.getpid()) is not None
    hides = hide() and landlock_version() > 0
    return changes_user or hides


def adopt_orphans() -> None:
    """Become the parent of what descendants leave behind, so that it can be found and ended."""
    _request(ADOPT_ORPHANS, 1)


def end_with_parent(parent: int) -> None:
    """End this process when its parent has ended."""
    _request(DIE_WITH_PARENT, 9)
    if hasattr(os, "getppid") and os.getppid() != parent:  # it has ended meanwhile
        os._exit(1)


def limit_memory(memory: int) -> None:
    """Limit this process to so many bytes, if the system can do that; 0 for no limit."""
    if memory:
        _limit("RLIMIT_AS", memory)


def _limit(name: str, most: int) -> None:
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))


# ---- another user ----


def user_for(process: int) -> int | None:
    """The user that a process of root's becomes, who has no other process; None if this process
    cannot change it.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    candidates = (USERS + process, FEW_USERS + process % FEW)
    return next(
        (user for user in candidates if _exists(user, "uid_map") and _exists(user, "gid_map")), None
    )


def _exists(number: int, table: str) -> bool:
    """Whether this user or group can be had: some containers have only few."""
    try:
        rows = Path("/proc/self", table).read_text().splitlines()
    except OSError:
        return True
    ranges = (tuple(map(int, row.split())) for row in rows)
    return any(first <= number < first + count for first, _, count in ranges)


def become(user: int) -> None:
    """Turn this process of root's into one of another user without any right; raises OSError if
    that fails.
    """
    for capability in range(CAPABILITIES):
        _request(DROP_FROM_BOUNDING, capability)
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    _drop_capabilities()
    if os.getuid() != user or os.geteuid() != user:
        raise PermissionError("the user has not changed")


def _drop_capabilities() -> None:
    """Give up all capabilities, for good."""
    library = _libc()
    if library is not None and hasattr(library, "capset"):
        version, this_process = 0x20080522, 0
        library.capset(struct.pack("=Ii", version, this_process), bytes(24))


def end_all_of(user: int) -> None:
    """End all processes of a user that exists for a student's process alone."""
    child = os.fork()
    if child == 0:
        try:
            become(user)
            os.kill(-1, 9)  # everything that this user may end, but not the sender
        finally:
            os._exit(0)
    os.waitpid(child, 0)


# ---- one folder ----

#: Rights to files, in the order of Landlock's bits: those that change something. Devices are not
#: made in any folder.
(
    WRITE,
    REMOVE_FOLDER,
    REMOVE,
    MAKE_CHARACTER,
    MAKE_FOLDER,
    MAKE_FILE,
    MAKE_SOCKET,
    MAKE_PIPE,
    MAKE_BLOCK,
    MAKE_LINK,
) = (1 << bit for bit in (1, 4, 5, 6, 7, 8, 9, 10, 11, 12))
MOVE, TRUNCATE, CONTROL_DEVICE = 1 << 13, 1 << 14, 1 << 15
#: The rights that each version of Landlock knows, from the first on.
CHANGES = (
    WRITE | REMOVE_FOLDER | REMOVE | MAKE_FOLDER | MAKE_FILE | MAKE_SOCKET | MAKE_PIPE | MAKE_LINK
)
DEVICES = MAKE_CHARACTER | MAKE_BLOCK
#: Sockets without a name in a folder, and signals, stay among the processes that were confined
#: together.
SCOPES = 3
#: The numbers of Landlock's calls, the same on every processor.
CREATE, ADD, RESTRICT = 444, 445, 446


def landlock_version() -> int:
    """The version of Landlock that the kernel has, 0 for none."""
    library = _libc()
    if library is None or not hasattr(library, "syscall"):
        return 0
    return max(0, int(library.syscall(CREATE, None, 0, 1)))


def _write_only_here() -> None:
    """Let this process, and those that it starts, change files in its folder alone, and signal
    nobody else.
    """
    version, library = landlock_version(), _libc()
    if version == 0:
        return
    inside = CHANGES
    for since, right in ((2, MOVE), (3, TRUNCATE)):
        if version >= since:
            inside |= right
    handled = inside | DEVICES
    if version >= 5:
        handled |= CONTROL_DEVICE
    told = struct.pack("=QQQ", handled, 0, SCOPES)
    length = 24 if version >= 6 else 8
    rules = library.syscall(CREATE, told, length, 0)
    for path, allowed in ((".", inside), (os.devnull, WRITE | (inside & TRUNCATE))):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        library.syscall(ADD, rules, 1, struct.pack("=Qi", allowed, place), 0)
        os.close(place)
    library.syscall(RESTRICT, rules, 0)
    os.close(rules)


# ---- a student's process ----


def give_up(rights: Rights) -> None:
    """Take from this process what a student's process does not need: called before any code of the
    student's runs.

    The current folder is the one that the process may write into.
    """
    parent = os.getppid() if hasattr(os, "getppid") else 0
    _limit_all(rights.memory)
    if rights.user is not None and _others_can_read():
        _become(rights.user)
    _drop_capabilities()
    _request(NO_NEW_PRIVILEGES, 1)
    _write_only_here()
    hide()
    end_with_parent(parent)


def _limit_all(memory: int) -> None:
    limit_memory(memory)
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_FSIZE", FILE)
    _limit("RLIMIT_NOFILE", DESCRIPTORS)
    _limit("RLIMIT_MSGQUEUE", 0)
    _limit("RLIMIT_NPROC", _threads_of_this_user() + PROCESSES)
    with suppress(OSError):  # where memory runs out, this process is ended before any other
        Path("/proc/self/oom_score_adj").write_text("1000")


def _threads_of_this_user() -> int:
    """How many threads this user has, for the system counts them together; 0 for root, who becomes
    somebody else.
    """
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    count = 0
    for tasks in Path("/proc").glob("[0-9]*/task"):
        with suppress(OSError):
            if tasks.stat().st_uid in (0, os.getuid()):  # what hides is listed as root's
                count += len(os.listdir(tasks))
    return count


def _others_can_read() -> bool:
    """Whether another user may read Python and the packages, once a folder above them is passed
    by.
    """
    read = os.__file__, __file__, Path(__file__).parents[2]
    return all(os.stat(name).st_mode & 0o4 for name in read)


def _become(user: int) -> None:
    """Become another user, who owns the current folder and can import all that root can."""
    opened = _opened()
    here = os.getcwd()
    _apart_from_shared_memory()
    with suppress(OSError):
        os.chown(".", user, user)
        become(user)
    _import_from(opened)
    if not os.access(here, os.W_OK | os.X_OK):
        os.environ.update(dict.fromkeys(PLACES, opened[HERE]))


def _apart_from_shared_memory() -> None:
    """Use another room for named memory: what is left in it goes with the last process."""
    library = _libc()
    if library is not None and hasattr(library, "unshare"):
        library.unshare(NEW_IPC)


def _opened() -> dict[str, str]:
    """The folders to import from, as paths that lead there even if a folder above them is closed to
    this user.
    """
    if not hasattr(os, "O_PATH"):
        return {}
    folders = [HERE, *(path for path in sys.path if os.path.isdir(path))]
    return {path: f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_DIRECTORY)}" for path in folders}


def _import_from(opened: dict[str, str]) -> None:
    """Replace the folders that this user cannot reach, also in packages that are loaded already."""
    closed = {
        path: there for path, there in opened.items() if not os.access(path, os.R_OK | os.X_OK)
    }

    def reached(path: str) -> str:
        for above in sorted(closed, key=len, reverse=True):
            if path == above or path.startswith(above + os.sep):
                return closed[above] + path[len(above) :]
        return path

    sys.path[:] = map(reached, sys.path)
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        folders = getattr(module, "__path__", None)
        if isinstance(folders, list):
            folders[:] = map(reached, folders)
