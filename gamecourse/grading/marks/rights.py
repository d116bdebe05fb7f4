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

# What a process asks of Linux for itself: numbers of prctl.
DIE_WITH_PARENT = 1
SET_DUMPABLE = 4
DROP_FROM_BOUNDING = 24
ADOPT_ORPHANS = 36
NO_NEW_PRIVILEGES = 38

#: The number of the signal that ends a process for sure (Windows has no name for it).
KILL = 9

#: Linux has fewer capabilities than this.
CAPABILITIES = 64

#: The user of a student's process is this number plus the number of the process: nobody has an
#: account there.
USERS = 2_100_000_000

#: In containers that have only 65,536 users, it is ``FEW_USERS`` plus the number of the process
#: modulo ``FEW``.
FEW_USERS, FEW = 20_000, 40_000

#: The current folder.
CURRENT_FOLDER = "."

#: What ``unshare`` calls a namespace of its own for named shared memory (CLONE_NEWIPC).
NEW_IPC = 0x08000000

#: What a student's process and its descendants may have together, besides what the same user has
#: already.
PROCESSES, DESCRIPTORS = 128, 256

#: The most bytes of one file that a student's process writes.
FILE = 100_000_000


#: The variables that say where a program writes by habit: a student's process writes into its
#: folder.
FOLDER_VARIABLES = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR")


@dataclass(frozen=True)
class Rights:
    """What a student's process may do besides writing into its current folder."""

    user: int | None  # the user that it becomes; None if it stays the same
    memory: int  # the most bytes that it may take; 0 for no limit


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
    """Ask Linux for something (``prctl``), and return whether it is granted."""
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
    _request(DIE_WITH_PARENT, KILL)
    if hasattr(os, "getppid") and os.getppid() != parent:  # it has ended meanwhile
        os._exit(1)


def limit_memory(memory: int) -> None:
    """Limit this process to so many bytes, if the system can do that; 0 for no limit."""
    if memory:
        _limit("RLIMIT_AS", memory)


def _limit(name: str, most: int) -> None:
    """Limit a resource, named as in Python's ``resource``, if the system can do that.

    A limit that is lower already stays.
    """
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (limit, limit))


# ---- another user ----


def user_for(process: int) -> int | None:
    """The number of the user that a student's process becomes, who has no other process.

    None if this process is not root's, so that it cannot change its user, or if there is no such
    user.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    for user in (USERS + process, FEW_USERS + process % FEW):
        if _exists(user, "uid_map") and _exists(user, "gid_map"):
            return user
    return None


def _exists(number: int, table: str) -> bool:
    """Whether this user or group can be had: some containers have only few.

    ``table`` is uid_map for a user, gid_map for a group: a file of Linux whose rows give ranges of
    numbers.
    """
    try:
        rows = Path("/proc/self", table).read_text().splitlines()
    except OSError:
        return True
    # In a row: the first number in this container, the same one outside, and how many there are.
    ranges = (tuple(map(int, row.split())) for row in rows)
    return any(first <= number < first + count for first, _, count in ranges)


def become(user: int) -> None:
    """Turn this process of root's into one of another user, without any of root's rights; raises
    OSError if that fails.

    The user changes after everything that only root may change: capabilities and groups.
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
        version = 0x20080522  # _LINUX_CAPABILITY_VERSION_3
        this_process = 0
        none_at_all = bytes(24)
        library.capset(struct.pack("=Ii", version, this_process), none_at_all)


def end_all_of(user: int) -> None:
    """End all processes of a user that exists for a student's process alone.

    A fork becomes that user, and so can end them all, but nothing of ours.
    """
    child = os.fork()
    if child == 0:
        try:
            become(user)
            os.kill(-1, KILL)  # everything that this user may end, but not the sender
        finally:
            os._exit(0)
    os.waitpid(child, 0)


# ---- one folder ----

# Landlock's rights to files: those that change something.
WRITE = 1 << 1
REMOVE_FOLDER = 1 << 4
REMOVE = 1 << 5
MAKE_CHARACTER = 1 << 6
MAKE_FOLDER = 1 << 7
MAKE_FILE = 1 << 8
MAKE_SOCKET = 1 << 9
MAKE_PIPE = 1 << 10
MAKE_BLOCK = 1 << 11
MAKE_LINK = 1 << 12
MOVE = 1 << 13  # from version 2 on
TRUNCATE = 1 << 14  # from version 3 on
CONTROL_DEVICE = 1 << 15  # from version 5 on

#: The rights that each version of Landlock knows, except to make devices.
CHANGES = (
    WRITE | REMOVE_FOLDER | REMOVE | MAKE_FOLDER | MAKE_FILE | MAKE_SOCKET | MAKE_PIPE | MAKE_LINK
)
#: The rights to make devices, which nobody gets in any folder.
DEVICES = MAKE_CHARACTER | MAKE_BLOCK
#: Sockets without a name in a folder, and signals, stay among the processes that were confined
#: together: bits of Landlock, from version 6 on.
SCOPES = 3
#: The numbers of Landlock's system calls, the same on every processor.
CREATE, ADD, RESTRICT = 444, 445, 446


def landlock_version() -> int:
    """The version of Landlock that the kernel has, 0 for none."""
    library = _libc()
    if library is None or not hasattr(library, "syscall"):
        return 0
    ask_for_version = 1
    return max(0, int(library.syscall(CREATE, None, 0, ask_for_version)))


def _write_only_here() -> None:
    """Let this process, and those that it starts, change files in its folder alone, and signal
    nobody else.
    """
    version = landlock_version()
    library = _libc()
    if version == 0:
        return
    allowed_here = CHANGES
    if version >= 2:
        allowed_here |= MOVE
    if version >= 3:
        allowed_here |= TRUNCATE
    forbidden = allowed_here | DEVICES  # everywhere, except for what a rule below allows
    if version >= 5:
        forbidden |= CONTROL_DEVICE
    network = 0  # nothing is forbidden there
    ruleset = struct.pack("=QQQ", forbidden, network, SCOPES)
    length = 24 if version >= 6 else 8  # older versions know the first number alone
    rules = library.syscall(CREATE, ruleset, length, 0)
    beneath_a_path = 1  # the kind of rule
    allowed_in_devnull = WRITE | (allowed_here & TRUNCATE)
    for path, allowed in ((CURRENT_FOLDER, allowed_here), (os.devnull, allowed_in_devnull)):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        library.syscall(ADD, rules, beneath_a_path, struct.pack("=Qi", allowed, place), 0)
        os.close(place)
    library.syscall(RESTRICT, rules, 0)
    os.close(rules)


# ---- a student's process ----


def give_up(rights: Rights) -> None:
    """Take from this process what a student's process does not need: called before any code of the
    student's runs.

    The current folder is the one that the process may write into. The user changes before the
    capabilities are dropped, because one of them is the right to do so.
    """
    parent = os.getppid() if hasattr(os, "getppid") else 0
    _limit_all(rights.memory)
    if rights.user is not None and _others_can_import():
        _move_to_user(rights.user)
    _drop_capabilities()
    _request(NO_NEW_PRIVILEGES, 1)
    _write_only_here()
    hide()
    end_with_parent(parent)


def _limit_all(memory: int) -> None:
    """Limit memory, files, descriptors and processes."""
    limit_memory(memory)
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_FSIZE", FILE)
    _limit("RLIMIT_NOFILE", DESCRIPTORS)
    _limit("RLIMIT_MSGQUEUE", 0)
    _limit("RLIMIT_NPROC", _threads_of_this_user() + PROCESSES)
    with suppress(OSError):  # where memory runs out, this process is ended before any other
        Path("/proc/self/oom_score_adj").write_text("1000")


def _threads_of_this_user() -> int:
    """How many threads this user has, because the limit of processes counts them all; 0 for root,
    who becomes another user.
    """
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    count = 0
    for tasks in Path("/proc").glob("[0-9]*/task"):
        with suppress(OSError):
            if tasks.stat().st_uid in (0, os.getuid()):  # what hides is listed as root's
                count += len(os.listdir(tasks))
    return count


def _others_can_import() -> bool:
    """Whether another user may read Python and the packages; a folder above them may be closed to
    that user, because we open the folders before (``_open_folders``).
    """
    files = os.__file__, __file__, Path(__file__).parents[2]
    return all(os.stat(name).st_mode & 0o4 for name in files)  # the right of others to read


def _move_to_user(user: int) -> None:
    """Become another user, who owns the current folder and can import all that root can."""
    opened = _open_folders()
    path = os.getcwd()
    _leave_shared_memory()
    with suppress(OSError):  # then it stays root's, and loses its capabilities all the same
        os.chown(CURRENT_FOLDER, user, user)
        become(user)
    _import_from(opened)
    if CURRENT_FOLDER in opened and not os.access(path, os.W_OK | os.X_OK):
        # a folder above is closed, so that the path leads nowhere; the open folder is still there
        os.environ.update(dict.fromkeys(FOLDER_VARIABLES, opened[CURRENT_FOLDER]))


def _leave_shared_memory() -> None:
    """Use another namespace for named shared memory, which ends, with all that is in it, when its
    last process ends.
    """
    library = _libc()
    if library is not None and hasattr(library, "unshare"):
        library.unshare(NEW_IPC)


def _open_folders() -> dict[str, str]:
    """Open the current folder and the folders to import from; return, by path, another path that
    leads there even if this user may no longer enter a folder above it.
    """
    if not hasattr(os, "O_PATH"):
        return {}
    folders = [CURRENT_FOLDER, *(path for path in sys.path if os.path.isdir(path))]
    return {path: f"/proc/self/fd/{os.open(path, os.O_PATH | os.O_DIRECTORY)}" for path in folders}


def _import_from(opened: dict[str, str]) -> None:
    """Replace the paths that this user cannot reach by those of the opened folders, also in packages
    that are loaded already.
    """
    closed = {
        path: open_path
        for path, open_path in opened.items()
        if not os.access(path, os.R_OK | os.X_OK)
    }

    def reachable(path: str) -> str:
        """The path with its beginning replaced if that is a closed folder, the innermost of several."""
        for folder in sorted(closed, key=len, reverse=True):
            if path == folder or path.startswith(folder + os.sep):
                return closed[folder] + path[len(folder) :]
        return path

    sys.path[:] = map(reachable, sys.path)
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        folders = getattr(module, "__path__", None)
        if isinstance(folders, list):
            folders[:] = map(reachable, folders)
