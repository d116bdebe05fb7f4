"""Marking a whole class: no notebook can stop the marking of the rest, and the table is never
lost.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import select
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from gamecourse.command import Refusal, printable
from gamecourse.course.copy import put
from gamecourse.course.plan import NOTEBOOKS, notebooks_in
from gamecourse.grading.calls import error_text
from gamecourse.grading.feedback import State
from gamecourse.grading.marks.marks import marks, unprotected
from gamecourse.grading.marks.notebook import NotMarked, content_of

#: The column names of the table.
HEAD = ("notebook", "exercise", "points", "of", "state", "words")

#: The types of a row.
TYPES = (str, str, int, int, str, str)

#: A notebook is left out if the run was ended this many times while judging it: the notebook may be
#: the cause.
TIMES = 2

#: A spreadsheet takes a text that begins so for a formula, also in the wide forms of these
#: characters.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")

#: The seconds after which nobody is expected to read from a pipe any more.
PATIENCE = 60.0

#: The row of an exercise. A notebook that cannot be marked has a row without the name of an
#: exercise.
Row = list[Any]


def mark(paths: list[Path], table: Path | None) -> Iterator[str]:
    """Judge notebooks, given one by one or in folders; yield a line for each notebook and for each
    exercise.

    ``table`` is a file for the marks, one row for each exercise, written after each notebook. Until
    the run is complete, a file beside the table (``marks.csv.unfinished``) says how far it is. A
    run that was ended goes on from there. If ``table`` is a pipe or a device, it gets all the rows
    at the end.
    """
    if missing := [path for path in paths if not path.exists()]:
        raise Refusal(f"{missing[0]}: there is no such file or folder")
    notebooks = _handed_in(paths)
    stream = None if table is None else _stream(table)
    if warning := unprotected():
        yield warning
    if table is None:
        for path in notebooks:
            yield from _lines(path, _judged(path))
    elif stream is not None:
        yield from _marked_into(stream, table, notebooks)
    else:
        yield from _marked(table, notebooks)


def _handed_in(paths: list[Path]) -> list[Path]:
    """The notebooks, each once; a link stands for itself, for it may lead to what somebody else has
    handed in.
    """
    found: list[Path] = []
    for path in paths:
        found += [path] if path.is_symlink() else notebooks_in([path])
    return list(dict.fromkeys(found))


def _marked(table: Path, notebooks: list[Path]) -> Iterator[str]:
    """Judge notebooks, and write the table after each."""
    run = _Run(table, notebooks)
    for path in notebooks:
        yield from run.marked(path)
    run.record.unlink()
    yield f"{table}: {sum(len(run.rows[code]) for code in run.codes.values())} rows"


def _marked_into(stream: int, table: Path, notebooks: list[Path]) -> Iterator[str]:
    """Judge notebooks, and write the table into a pipe or a device, also if the run is ended
    before.
    """
    rows: list[Row] = []
    try:
        for path in notebooks:
            judged = _judged(path)
            rows += judged
            yield from _lines(path, judged)
    finally:
        _write_out(stream, table, _csv(rows))


def _judged(path: Path) -> list[Row]:
    """The rows of one notebook: if it is not marked in the end, whatever was found before counts
    for nothing.
    """
    try:
        found = list(marks(path, course=NOTEBOOKS / "exercises"))
    except NotMarked as error:
        return [_not_marked(path, str(error))]
    except Exception as error:  # the others are marked all the same
        return [_not_marked(path, f"the run stopped with {error_text(error)}")]
    return [[_shown(path), *_marked_exercise(one.task, one.points, one.feedback)] for one in found]


def _marked_exercise(task: Any, points: int, feedback: Any) -> Row:
    words = "\n".join(printable(line) for line in str(feedback).split("\n"))
    return [printable(task.name), points, task.points, feedback.state.name, words]


def _not_marked(path: Path, why: str) -> Row:
    return [
        _shown(path),
        "",
        0,
        0,
        State.NOT_MARKED.name,
        printable(f"{State.NOT_MARKED.value}: {why}"),
    ]


def _lines(path: Path, rows: list[Row]) -> Iterator[str]:
    """The lines to print for a notebook: its points, or why there are none, and its exercises."""
    told = f"{sum(row[2] for row in rows)} of {sum(row[3] for row in rows)} points"
    refused = [words.partition(" ")[2] for _, name, *_, words in rows if not name]
    yield f"{_shown(path)}: {''.join(refused) or told}"
    for _, name, points, most, _, words in rows:
        if name:
            sign, why = words[0], " ".join(words.partition(": ")[2].split())
            yield f"  {sign} {name}: {points} of {most}  {why}".rstrip()


class _Run:
    """The table, and beside it the record of the run: how often each notebook was begun, and the
    rows of those done.
    """

    def __init__(self, table: Path, notebooks: list[Path]) -> None:
        self.table, self.record = table, table.with_name(f"{table.name}.unfinished")
        self.codes = {path: _code(path) for path in notebooks}
        begun, self.rows = _recorded(self.record) if table.exists() else ({}, {})
        self.begun = Counter(begun)
        self._write()

    def _write(self) -> None:
        put(self.record, json.dumps({"begun": self.begun, "rows": self.rows}).encode())
        put(
            self.table,
            _csv([row for code in self.codes.values() for row in self.rows.get(code, [])]),
        )

    def marked(self, path: Path) -> Iterator[str]:
        """Judge a notebook, unless it has been judged already."""
        code = self.codes[path]
        if code in self.rows:
            return iter([f"{_shown(path)}: was marked before the run was ended"])
        if self.begun[code] >= TIMES:
            why = f"the run was ended {self.begun[code]} times while this notebook was judged"
            rows = [_not_marked(path, why)]
        else:
            self.begun[code] += 1
            self._write()
            try:
                rows = _judged(path)
            except KeyboardInterrupt:
                self.begun[code] -= 1  # by the teacher, so it is not the notebook's fault
                self._write()
                raise
        self.rows[code] = rows
        self._write()
        return _lines(path, rows)


def _recorded(record: Path) -> tuple[dict[str, int], dict[str, list[Row]]]:
    """What the record of an unfinished run says; nothing if there is none, or if it is not one of
    ours.
    """
    try:
        if not _is_ours(record):
            return {}, {}
        told = json.loads(content_of(record, follow=False))
        begun, rows = told["begun"], told["rows"]
        counts = all(type(count) is int for count in begun.values())
        known = all(_is_row(row) for listed in rows.values() for row in listed)
        return (begun, rows) if counts and known else ({}, {})
    except FileNotFoundError:
        return {}, {}
    except OSError as error:
        raise Refusal(f"{record}: {error.strerror or error}") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}, {}


def _is_ours(record: Path) -> bool:
    """Whether we have written a file: a record that somebody else has put there is not believed."""
    return not hasattr(os, "geteuid") or os.lstat(record).st_uid == os.geteuid()


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and tuple(map(type, row)) == TYPES and row[4] in State.__members__


def _code(path: Path) -> str:
    """A short code of a notebook's name and of when it was changed; a judge alone opens it."""
    status = ""
    with suppress(OSError):
        found = os.lstat(path)
        status = f"{found.st_size} {found.st_mtime_ns}"
    return hashlib.sha256(f"{_shown(path)}\0{status}".encode()).hexdigest()[:20]


def _shown(path: Path) -> str:
    """A file's name in a form that can be written down: a name may hold what ends a line, or no
    characters at all.
    """
    return printable(str(path))


# ---- the table ----


def _csv(rows: list[Row]) -> bytes:
    """The table, with no cell that a spreadsheet would take for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(HEAD)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def _harmless(cell: Any) -> Any:
    """A text as a spreadsheet shows it: an apostrophe says that it is a text, and is not shown."""
    if isinstance(cell, str) and cell.lstrip().startswith(FORMULA):
        return f"'{cell}"
    return cell


def _stream(table: Path) -> int | None:
    """A pipe or a device, opened for writing; None for a file, which is replaced as a whole."""
    try:
        kind = os.stat(table).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(kind):
        raise Refusal(f"{table}: this is a folder: give the path of a file in it")
    if stat.S_ISREG(kind) and not os.path.abspath(table).startswith(("/dev/", "/proc/")):
        return None
    try:
        return os.open(table, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        why = "nobody reads from this pipe" if stat.S_ISFIFO(kind) else error.strerror
        raise Refusal(f"{table}: {why}") from None


def _write_out(stream: int, table: Path, content: bytes) -> None:
    """Write everything into a pipe or a device, and close it; raises Refusal if nobody reads it."""
    try:
        while content:
            if not select.select([], [stream], [], PATIENCE)[1]:
                raise Refusal(f"{table}: nobody has read from this pipe for {PATIENCE:g} seconds")
            content = content[os.write(stream, content) :]
    except OSError as error:
        raise Refusal(f"{table}: {error.strerror}") from None
    finally:
        os.close(stream)
