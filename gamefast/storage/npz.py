"""Columns in a file: written in one step or not at all, and read with care."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import struct
import sys
import uuid
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: What a file says it is: a solution, or an unfinished run.
FORMAT, UNFINISHED = "gamelib solution", "gamelib run"

#: The version of the layout of these files. A reader accepts no other: the names of modules and
#: classes, by which positions are written, changed with version 3.
VERSION = 3

#: What a path may lead to that is neither a file nor a folder, in words.
SPECIAL = {
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
}

#: The columns of a file, by name.
Columns = dict[str, NDArray[Any]]

#: The member that says what the columns belong to.
ABOUT = "about.json"


class Refused(ValueError):
    """The reason for refusing a file, in one sentence."""


def write(path: str | os.PathLike[str], about: Mapping[str, Any], columns: Columns) -> None:
    """Write a file: a member for each column, and ``about.json`` last; the old file is replaced in
    one step or stays.

    ``about``: what ``about.json`` says before the checksums.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write(f"{folder}/kept.npz", {"format": FORMAT, "version": VERSION}, {"left": np.arange(3)})
    ...     with reading(f"{folder}/kept.npz") as (_, columns):
    ...         columns
    {'left': array([0, 1, 2])}
    """
    said: dict[str, Any] = {}
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, column in columns.items():
            with archive.open(
                _aligned(f"{name}.npy", file.tell()), "w", force_zip64=True
            ) as member:
                tee = _Checksum(member)
                np.lib.format.write_array(tee, column, allow_pickle=False)
            said[name] = {
                "dtype": column.dtype.str[1:],
                "shape": column.shape,
                "sha256": tee.sha256.hexdigest(),
            }
        archive.writestr(zipfile.ZipInfo(ABOUT), json.dumps({**about, "columns": said}, indent=1))


def place_of(path: Any) -> Path:
    """The path of a file, or of a new one in a folder that exists; otherwise raises TypeError or
    OSError.

    A symbolic link is followed: it is the file behind it that is read or replaced, and the link
    stays. Anything but a regular file (a device, a FIFO, a socket) is refused before it is opened.
    """
    given = Path(path)
    if given.is_dir():
        raise IsADirectoryError(f"{given} is a folder: give the path of a file in it")
    try:
        kind = stat.S_IFMT(given.stat().st_mode)
    except FileNotFoundError:
        kind = stat.S_IFREG  # a new file
    except NotADirectoryError:
        raise NotADirectoryError(
            f"{given.parent} is not a folder: give the path of a file in a folder"
        ) from None
    if kind != stat.S_IFREG:
        raise OSError(
            f"{given} is not a file but {SPECIAL.get(kind, 'something else')}: give the path of a "
            "file"
        )
    target = Path(os.path.realpath(given))
    if not target.parent.is_dir():
        raise FileNotFoundError(
            f"there is no folder {target.parent if given.is_symlink() else given.parent}: make it "
            "first"
        )
    return target


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Any]:
    """A file to be filled, open for bytes, that replaces the one at ``path`` when the block has
    ended without an error.

    Until then the old file stays; after an error it stays for good. Two processes may do this at
    once, even on two machines: one of the new files stays.
    """
    target = place_of(path)
    beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        with open(beside, "xb") as file:
            with suppress(OSError):  # where there are no locks, nothing is swept
                _lock(file)
                _sweep(target)
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def _lock(file: Any) -> None:
    """Hold the lock of a file until it is closed; raises OSError if another program that is alive
    holds it.
    """
    if sys.platform != "win32":  # there, nobody can remove a file that another program has open
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sweep(target: Path) -> None:
    """Remove what killed programs have left beside a file; one that is still empty may have been
    made just now.
    """
    for left in target.parent.glob(f".{escape(target.name)}.{'[0-9a-f]' * 32}"):
        with suppress(OSError), open(left, "rb") as file:
            if left.stat().st_size:
                _lock(file)
                left.unlink()


def _aligned(name: str, begin: int) -> zipfile.ZipInfo:
    """A member whose header, from ``begin`` on, is padded so that its numbers lie where a processor
    wants them.
    """
    info = zipfile.ZipInfo(name)
    fill = (
        -(begin + 30 + len(name) + 20 + 4) % 64
    )  # 30 for a header, 20 for the size of large members, 4 to say "fill"
    info.extra = struct.pack("<HH", 0xD935, fill) + bytes(fill)
    return info


class _Checksum:
    """A file that computes the checksum of what is written to it."""

    def __init__(self, file: Any) -> None:
        self.file, self.sha256 = file, hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.sha256.update(data)
        self.file.write(data)


@contextmanager
def reading(
    path: str | os.PathLike[str], mapped: bool = False
) -> Iterator[tuple[dict[str, Any], Columns]]:
    """What a file says, and its columns, with every checksum checked; if ``mapped``, these stay in
    the file until read.

    Raises ValueError, naming the file, if it is damaged, is not one of ours or was written by a
    newer or an older gamelib, even if that is found only while the block runs.
    """
    with open(place_of(path), "rb") as file:
        try:
            if not zipfile.is_zipfile(file):
                raise Refused(
                    "is not a solution saved by gamelib: it is not an .npz file, or its end is "
                    "missing"
                )
            with zipfile.ZipFile(file) as archive:
                about = _about(archive)
                read = _mapped if mapped else _column
                yield (
                    about,
                    {name: read(archive, name, said) for name, said in about["columns"].items()},
                )
        except Refused as error:
            raise ValueError(f"{os.fspath(path)} {error}") from None
        except Exception as error:  # reading what is damaged may raise nearly anything
            said = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(
                f"{os.fspath(path)} is damaged, and nothing in it can be trusted: {said}"
            ) from None


def _about(archive: zipfile.ZipFile) -> dict[str, Any]:
    """What ``about.json`` says, if this is one of our files."""
    if ABOUT not in archive.namelist():
        raise Refused(f"is not a solution saved by gamelib: it has no {ABOUT}")
    about = json.loads(archive.read(ABOUT))
    if not isinstance(about, dict) or about.get("format") not in (FORMAT, UNFINISHED):
        raise Refused(f"is not a solution saved by gamelib: its {ABOUT} does not say so")
    if about["version"] > VERSION:
        raise Refused(
            f"is from a newer gamelib: its format has version {about['version']}; {VERSION} is "
            "known here"
        )
    if about["version"] < VERSION:
        raise Refused(
            f"is from an older gamelib: its format has version {about['version']}, and only "
            f"{VERSION} is read here: solve the game again and save the answer"
        )
    if {*archive.namelist()} != {ABOUT, *(f"{name}.npy" for name in about["columns"])}:
        raise ValueError("it does not have the columns that it should")
    return about


def _column(archive: zipfile.ZipFile, name: str, said: dict[str, Any]) -> NDArray[Any]:
    """A column, after its checksum has been checked."""
    with archive.open(f"{name}.npy") as member:
        if hashlib.file_digest(member, "sha256").hexdigest() != said["sha256"]:  # type: ignore[arg-type]
            raise ValueError(f"the checksum of {name} is wrong")
    with archive.open(f"{name}.npy") as member:
        column: NDArray[Any] = np.lib.format.read_array(member, allow_pickle=False)
    return _as_said(column, name, said)


def _mapped(archive: zipfile.ZipFile, name: str, said: dict[str, Any]) -> NDArray[Any]:
    """A column that stays in the file; none of its bytes is read yet, so its checksum is not
    checked.
    """
    info = archive.getinfo(f"{name}.npy")
    with archive.open(info) as member:
        np.lib.format.read_magic(member)  # ours are version 1.0
        shape, fortran, dtype = np.lib.format.read_array_header_1_0(member)
        begin = member.tell()
    whole = info.file_size == begin + math.prod(shape) * dtype.itemsize
    if info.compress_type != zipfile.ZIP_STORED or fortran or dtype.hasobject or not whole:
        raise ValueError(f"{name} does not lie in it as it should")
    file: Any = archive.fp
    file.seek(
        info.header_offset + 26
    )  # the member's own header says here how long the rest of it is
    begin += info.header_offset + 30 + sum(struct.unpack("<HH", file.read(4)))
    if 0 in shape or begin % dtype.alignment:
        return _column(archive, name, said)
    return _as_said(np.memmap(file, dtype, "r", begin, shape).view(np.ndarray), name, said)


def _as_said(column: NDArray[Any], name: str, said: dict[str, Any]) -> NDArray[Any]:
    """The column, if it is of the kind that ``about.json`` gives."""
    if [*column.shape] != said["shape"] or column.dtype.str[1:] != said["dtype"]:
        raise ValueError(f"{name} is not of the kind it should be")
    return column
