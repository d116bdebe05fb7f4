"""A notebook that was handed in, read with care: its cells, its lecture, and its exercises."""

from __future__ import annotations

import ast
import json
import os
import re
import stat
from pathlib import Path
from typing import Any, NamedTuple

#: How a notebook imports the exercises of its lecture, now and in older editions, from gamelib.
IMPORT = re.compile(r"^from (?:gamecourse|gamelib)\.check import (\w+) as check", re.MULTILINE)

#: The most bytes of a notebook that is read: pictures of a whole term fit in.
MOST_BYTES = 64_000_000

#: What has a name in a folder and is no file: how to recognise it, and what it is called.
KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)

#: A cell for marking: its kind, and its source as one text.
Cell = dict[str, Any]


class NotMarked(ValueError):
    """Why a notebook cannot be marked, and in which cell."""


class Task(NamedTuple):
    """An exercise of a notebook, as the cell with its check ``check.name(expression)`` says."""

    name: str
    expression: str  # the argument of the check
    cell: int  # the number of the cell, from 0 on
    points: int


def read(path: Path, *, follow: bool = True) -> list[Cell]:
    """The cells of a notebook; raises NotMarked, with the reason and the cell, if there is no
    readable notebook.

    A notebook that was handed in is read with ``follow=False``, so a link is refused: it might lead
    to our solutions, or to somebody else's.
    """
    try:
        content = content_of(path, follow=follow)
    except OSError as error:
        raise NotMarked(f"it cannot be read: {error.strerror or error}") from None
    try:
        notebook = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError, MemoryError) as error:
        raise NotMarked(f"this is not a notebook: {type(error).__name__}: {error}") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise NotMarked("this is not a notebook of format 4: it has no list of cells")
    return [_cell(number, cell) for number, cell in enumerate(cells, 1)]


def content_of(path: Path, most: int = MOST_BYTES, *, follow: bool = True) -> bytes:
    """The bytes of a regular file of at most ``most`` bytes; raises OSError for anything else, and
    never waits, as it would for a pipe.
    """
    if not follow and path.is_symlink():
        raise OSError(f"it is a link: give the place that it leads to, {os.readlink(path)!r}")
    _require_file(os.stat(path), most)  # a device may do something as soon as it is opened
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    with open(os.open(path, flags), "rb") as file:
        _require_file(os.fstat(file.fileno()), most)  # it may have been replaced since
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(f"it grows while it is read, beyond {most:,} bytes")
    return content


def _require_file(status: os.stat_result, most: int) -> None:
    """Raise OSError unless this is the status of a regular file of at most ``most`` bytes."""
    for is_kind, kind in KINDS:
        if is_kind(status.st_mode):
            raise OSError(f"it is {kind}, not a file")
    if status.st_size > most:
        raise OSError(f"it has {status.st_size:,} bytes, and at most {most:,} are read")


def _cell(number: int, cell: Any) -> Cell:
    """A cell with its source as one text; raises NotMarked if it is none. Cells are numbered from 1
    here.
    """
    if not isinstance(cell, dict):
        raise NotMarked(f"cell {number} is not a cell")
    source = cell.get("source")
    lines = [source] if isinstance(source, str) else source
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise NotMarked(f"cell {number} has no source")
    if cell.get("cell_type") not in ("code", "markdown", "raw"):
        raise NotMarked(f"cell {number} does not say of which type it is: code, markdown or raw")
    return {**cell, "source": "".join(lines)}


def imported(cells: list[Cell]) -> tuple[int, str]:
    """The number, from 1 on, of the cell that imports the exercises, and the name of their module;
    raises NotMarked if no cell does.
    """
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "code" and (found := IMPORT.search(cell["source"])):
            return number, found[1]
    raise NotMarked("no exercises here: no cell says `from gamecourse.check import ... as check`")


def tasks(cells: list[Cell]) -> list[Task]:
    """The exercises of a notebook, in order; an exercise has as many points as its heading has
    stars.
    """
    found = []
    stars = 1  # also of an exercise above all headings
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "markdown":
            heading = re.search(r"^## (★+)", cell["source"], re.MULTILINE)
            if heading:
                stars = len(heading[1])
        if check := check_of(cell):
            found.append(Task(*check, number, stars))
    return found


def distinct(tasks_found: list[Task]) -> list[Task]:
    """Each exercise once, at its last check, in the order of their first ones."""
    by_name: dict[str, Task] = {}
    for task in tasks_found:
        by_name[task.name] = task
    return list(by_name.values())


def check_of(cell: Cell) -> tuple[str, str] | None:
    """The name and the argument of ``check.name(answer)``, if the cell contains nothing else."""
    if cell["cell_type"] != "code" or "check." not in cell["source"]:
        return None
    try:
        match ast.parse(cell["source"]).body:
            case [ast.Expr(ast.Call(ast.Attribute(ast.Name("check"), name), [answer], []))]:
                return name, ast.unparse(answer)
    # the source is a student's: it can be as wrong, as long and as deep as it likes
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    return None
