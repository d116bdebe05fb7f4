"""Columns in a file: written in one step or not at all, and read with care."""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import struct
import sys
import time
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
FORMAT = "gamelib solution"
UNFINISHED = "gamelib run"

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

#: The member (a file in the archive) that says what the columns belong to.
ABOUT = "about.json"

#: For how many seconds an empty file may be one that another program has just made.
YOUNG = 60

# The layout of a zip archive, in bytes.
HEADER = 30  # of a member, before its name
LENGTHS_AT = 26  # where in a header two lengths stand, of the name and of further fields
SIZES = 20  # a further field: the size of a large member
FILL = 4  # the head of another further field, which says how many bytes of filling follow
FILL_ID = 0xD935  # by which this field is known
ALIGNMENT = 64  # the content of a member begins at a multiple of this


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
    described: dict[str, Any] = {}
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, column in columns.items():
            info = _aligned(f"{name}.npy", file.tell())
            with archive.open(info, "w", force_zip64=True) as member:
                with_checksum = _Checksum(member)
                np.lib.format.write_array(with_checksum, column, allow_pickle=False)
            described[name] = {
                "dtype": column.dtype.str[1:],  # without the sign for the byte order
                "shape": column.shape,
                "sha256": with_checksum.sha256.hexdigest(),
            }
        text = json.dumps({**about, "columns": described}, indent=1)
        archive.writestr(zipfile.ZipInfo(ABOUT), text)


def place_of(path: Any) -> Path:
    """The path of a file, or of a new one in a folder that exists; otherwise raises TypeError or
    OSError.

    A symbolic link is followed: it is the file behind it that is read or replaced, and the link
    stays. Anything but a regular file (a device, a FIFO, a socket) is refused before it is opened.
    """
    wanted = Path(path)
    if wanted.is_dir():
        raise IsADirectoryError(f"{wanted} is a folder: give the path of a file in it")
    try:
        kind = stat.S_IFMT(wanted.stat().st_mode)
    except FileNotFoundError:
        kind = stat.S_IFREG  # a new file
    except NotADirectoryError:
        raise NotADirectoryError(
            f"{wanted.parent} is not a folder: give the path of a file in a folder"
        ) from None
    if kind != stat.S_IFREG:
        what = SPECIAL.get(kind, "something else")
        raise OSError(f"{wanted} is not a file but {what}: give the path of a file")
    target = Path(os.path.realpath(wanted))
    if not target.parent.is_dir():
        folder = target.parent if wanted.is_symlink() else wanted.parent
        raise FileNotFoundError(f"there is no folder {folder}: make it first")
    return target


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Any]:
    """A file to be filled, open for bytes, that replaces the one at ``path`` when the block has
    ended without an error.

    Until then the old file stays; after an error it stays for good. Two processes may do this at
    once, even on two machines: one of the new files stays.
    """
    target = place_of(path)
    # The new file is filled under another name beside the old one, and renamed in the end.
    beside = target.with_name(f".{target.name}.{uuid.uuid4().hex}")
    try:
        with open(beside, "xb") as file:
            with suppress(OSError):  # where there are no locks, nothing is swept
                _lock(file)  # it tells others that the program which fills this file is alive
                _sweep(target)
            yield file
            file.flush()
            os.fsync(file.fileno())  # on the disk before the old one goes
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
    """Remove the unfinished files that killed programs have left beside a file.

    A program that is alive holds the lock of its file, so ``_lock`` raises OSError and the file
    stays. An empty file that is younger than ``YOUNG`` stays as well: it may have been made just
    now, and its lock is about to be taken.
    """
    for left in target.parent.glob(f".{escape(target.name)}.{'[0-9a-f]' * 32}"):
        with suppress(OSError), open(left, "rb") as file:
            about = left.stat()
            if about.st_size or time.time() - about.st_mtime > YOUNG:
                _lock(file)
                left.unlink()


def _aligned(name: str, begin: int) -> zipfile.ZipInfo:
    """A member of the archive whose header stands from ``begin`` on, with as much filling that its
    content begins at a multiple of ALIGNMENT.

    The content is an .npy file, whose own header takes a multiple of 64 bytes. So the numbers after
    it begin at such a place as well, and can be mapped.
    """
    info = zipfile.ZipInfo(name)
    content_begins = begin + HEADER + len(name) + SIZES + FILL  # without any filling
    fill = -content_begins % ALIGNMENT
    info.extra = struct.pack("<HH", FILL_ID, fill) + bytes(fill)
    return info


class _Checksum:
    """A file that computes the checksum of what is written to it."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.sha256 = hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.sha256.update(data)
        self.file.write(data)


@contextmanager
def reading(
    path: str | os.PathLike[str], mapped: bool = False
) -> Iterator[tuple[dict[str, Any], Columns]]:
    """What a file says, and its columns, after every checksum has been checked. If ``mapped``, the
    columns stay in the file until they are looked at, and no checksum is checked.

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
                columns = {
                    name: read(archive, name, described)
                    for name, described in about["columns"].items()
                }
                yield about, columns
        except Refused as error:
            raise ValueError(f"{os.fspath(path)} {error}") from None
        except Exception as error:  # reading what is damaged may raise nearly anything
            why = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(
                f"{os.fspath(path)} is damaged, and nothing in it can be trusted: {why}"
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
    expected_members = {ABOUT, *(f"{name}.npy" for name in about["columns"])}
    if set(archive.namelist()) != expected_members:
        raise ValueError("it does not have the columns that it should")
    return about


def _column(archive: zipfile.ZipFile, name: str, described: dict[str, Any]) -> NDArray[Any]:
    """A column, after its checksum has been checked. ``described``: what ``about.json`` says of
    it.
    """
    with archive.open(f"{name}.npy") as member:
        digest = hashlib.file_digest(member, "sha256").hexdigest()  # type: ignore[arg-type]
        if digest != described["sha256"]:
            raise ValueError(f"the checksum of {name} is wrong")
    with archive.open(f"{name}.npy") as member:
        column: NDArray[Any] = np.lib.format.read_array(member, allow_pickle=False)
    return _as_described(column, name, described)


def _mapped(archive: zipfile.ZipFile, name: str, described: dict[str, Any]) -> NDArray[Any]:
    """A column that stays in the file: its numbers are not read yet, so its checksum is not
    checked.

    A column that cannot be mapped, because it is empty or its numbers are not aligned, is read and
    checked after all.
    """
    info = archive.getinfo(f"{name}.npy")
    with archive.open(info) as member:
        np.lib.format.read_magic(member)  # the version, which is 1.0 in files of ours
        shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(member)
        numbers_in_member = member.tell()  # where the numbers begin, after the header of the column
    is_whole = info.file_size == numbers_in_member + math.prod(shape) * dtype.itemsize
    # Not compressed, in C's order, and plain numbers: as ``write`` has written it.
    if info.compress_type != zipfile.ZIP_STORED or is_fortran or dtype.hasobject or not is_whole:
        raise ValueError(f"{name} does not lie in it as it should")

    # Where the numbers begin in the file: after the member's header, its name and further fields.
    # ``info`` does not tell how long these are: it comes from the list at the end of the archive,
    # and a member's own header may have other further fields. So that header is read.
    file: Any = archive.fp
    file.seek(info.header_offset + LENGTHS_AT)
    length_of_name, length_of_fields = struct.unpack("<HH", file.read(4))  # two of 2 bytes each
    content_begins = info.header_offset + HEADER + length_of_name + length_of_fields
    begin = content_begins + numbers_in_member
    if 0 in shape or begin % dtype.alignment:
        return _column(archive, name, described)
    column = np.memmap(file, dtype, "r", begin, shape).view(np.ndarray)
    return _as_described(column, name, described)


def _as_described(column: NDArray[Any], name: str, described: dict[str, Any]) -> NDArray[Any]:
    """The column, if it is of the kind that ``about.json`` gives."""
    if [*column.shape] != described["shape"] or column.dtype.str[1:] != described["dtype"]:
        raise ValueError(f"{name} is not of the kind it should be")
    return column
