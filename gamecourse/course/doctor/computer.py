"""The computer: memory, disk, the port, and files that stand in Python's way."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

from gamecourse.course.doctor import asked
from gamecourse.course.doctor.finding import Finding
from gamelib import machine

#: What the kernel of the greediest lecture takes at most, in bytes; `make nbval` fails if one takes more.
LECTURE = 1_000_000_000
#: What JupyterLab and a browser with one notebook take beside it.
BESIDE = 1_000_000_000
#: Free bytes on the disk: below the first nothing can be kept, below the second it is soon full.
DISK, DISK_AHEAD = 50_000_000, 500_000_000
#: The three packages of the course.
OURS = ("gamelib", "gamefast", "gamecourse")
#: Where JupyterLab listens, and how many ports further on it looks one by one.
PORT, PORTS = 8888, 5


def memory() -> Finding:
    """Whether the greediest lecture fits."""
    free = machine.memory.free_memory()
    if free is None:
        unknown = f"this computer does not tell what is free; the greediest lecture takes {LECTURE / 1e9:.1f} GB"
        return Finding("ok", "memory", unknown)
    needs = f"{free / 1e9:.1f} GB are free; the greediest lecture takes {LECTURE / 1e9:.1f} GB"
    if free < LECTURE:
        return Finding("wrong", "memory", f"Only {needs}.", "Close other programs, or take another computer.")
    if free < LECTURE + BESIDE:
        beside = f"{needs}, JupyterLab and the browser {BESIDE / 1e9:.1f} GB more."
        return Finding(
            "careful", "memory", beside, "Close other programs, and each notebook when you are done with it."
        )
    return Finding("ok", "memory", needs)


def disk(folder: Path) -> Finding:
    """Whether what a reader writes can be kept in the folder."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        return Finding(
            "wrong",
            "disk",
            f"Nothing can be written into {there}: {error.strerror or error}.",
            "Make your copy of the course in a folder of your own: python -m gamelib course FOLDER",
        )
    free = shutil.disk_usage(there).free
    if free < DISK_AHEAD:
        word = "wrong" if free < DISK else "careful"
        return Finding(word, "disk", f"Only {free / 1e6:,.0f} MB are free in {there}.", "Delete what you do not need.")
    return Finding("ok", "disk", f"{free / 1e9:,.0f} GB are free, and {there} can be written to")


def port() -> Finding:
    """Whether JupyterLab's port is free, or which it takes instead."""
    try:
        free = next((number for number in range(PORT, PORT + PORTS) if _is_free(number)), None)
    except OSError as error:
        return Finding(
            "wrong",
            "port",
            f"No program may listen on this computer: {error.strerror or error}.",
            "Ask who looks after this computer to let Python listen at 127.0.0.1.",
        )
    if free == PORT:
        return Finding("ok", "port", f"{PORT} is free")
    takes = f"{free}" if free else "another one"
    return Finding(
        "careful",
        "port",
        f"{PORT} is taken, perhaps by a JupyterLab that still runs. The next one takes {takes} by itself.",
        "Open the address that JupyterLab prints when it starts, no other.",
    )


def _is_free(number: int) -> bool:
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere this would let two listen at one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
            probe.listen()
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES) or getattr(error, "winerror", 0) in (10013, 10048):
                return False
            raise
    return True


def names(folder: Path) -> Finding:
    """Whether a file beside the notebooks hides a module that they need."""
    needed = {*sys.stdlib_module_names, *(one.name for one in asked.asked()), *OURS} - {"__main__", "this"}
    places = [folder, folder / "exercises", folder / "solutions"]
    if (folder / "pyproject.toml").exists():  # these are the sources of the course, and no notebook is here
        places = []
    hiding = sorted(
        path
        for place in places
        if place.is_dir()
        for path in place.iterdir()
        if (path.suffix == ".py" and path.stem in needed) or (path.name in needed and (path / "__init__.py").exists())
    )
    if not hiding:
        return Finding("ok", "names", "no file beside the notebooks hides a module")
    first = hiding[0]
    return Finding(
        "wrong",
        "names",
        f"The file {first} hides a module that is named {first.stem}, too: notebooks beside it take the file for it.",
        "Give it another name"
        + (", and so " + ", ".join(str(path) for path in hiding[1:4]) if hiding[1:] else "")
        + ".",
    )
