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
from gamecourse.course.plan import NOTEBOOKS, notebooks_in
from gamecourse.files import put
from gamecourse.grading.calls import error_text
from gamecourse.grading.feedback import State
from gamecourse.grading.marks.marks import Mark, marks, unprotected
from gamecourse.grading.marks.notebook import NotMarked, content_of

#: The column names of the table.
HEAD = ("notebook", "exercise", "points", "of", "state", "words")

#: The types of a row.
TYPES = (str, str, int, int, str, str)

#: A notebook is left out if the run was ended this many times while judging it: the notebook may be
#: the cause.
MOST_BEGINNINGS = 2

#: A spreadsheet takes a text that begins so for a formula, also in the wide forms of these
#: characters.
FORMULA = tuple("=+-@\t\r\n＝＋－＠")

#: The seconds after which nobody is expected to read from a pipe any more.
PATIENCE = 60.0

#: The row of an exercise, with the columns of ``HEAD``. A notebook that cannot be marked has one
#: row, without the name of an exercise.
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
    notebooks = _notebooks_of(paths)
    stream = None if table is None else _open_stream(table)  # None for a file, too
    if warning := unprotected():
        yield warning
    if table is None:
        for path in notebooks:
            yield from _lines(path, _judge(path))
    elif stream is not None:
        yield from _mark_into_stream(stream, table, notebooks)
    else:
        yield from _mark_into_file(table, notebooks)


def _notebooks_of(paths: list[Path]) -> list[Path]:
    """The notebooks, each once.

    A link is not followed, but stays in the list: it may lead to what somebody else has handed in,
    and is refused when its turn comes.
    """
    found: list[Path] = []
    for path in paths:
        found += [path] if path.is_symlink() else notebooks_in([path])
    return list(dict.fromkeys(found))


def _mark_into_file(table: Path, notebooks: list[Path]) -> Iterator[str]:
    """Judge notebooks, and write the table after each; yield the lines to print."""
    run = _Run(table, notebooks)
    for path in notebooks:
        yield from run.mark(path)
    run.record.unlink()
    count = sum(len(run.rows[code]) for code in run.codes.values())
    yield f"{table}: {count} rows"


def _mark_into_stream(stream: int, table: Path, notebooks: list[Path]) -> Iterator[str]:
    """Judge notebooks, and write the table into a pipe or a device at the end, even if the run is
    ended before; yield the lines to print.
    """
    rows: list[Row] = []
    try:
        for path in notebooks:
            rows_of_notebook = _judge(path)
            rows += rows_of_notebook
            yield from _lines(path, rows_of_notebook)
    finally:
        _write_out(stream, table, _csv(rows))


def _judge(path: Path) -> list[Row]:
    """Judge one notebook, and return its rows.

    If it cannot be marked, it has a single row with the reason, and marks that came before count
    for nothing.
    """
    try:
        every_mark = list(marks(path, course=NOTEBOOKS / "exercises"))
    except NotMarked as error:
        return [_not_marked(path, str(error))]
    except Exception as error:  # the others are marked all the same
        return [_not_marked(path, f"the run stopped with {error_text(error)}")]
    return [_row(path, mark) for mark in every_mark]


def _row(path: Path, mark: Mark) -> Row:
    """The row of an exercise of a notebook."""
    task = mark.task
    words = "\n".join(printable(line) for line in str(mark.feedback).split("\n"))
    state = mark.feedback.state.name
    return [_printable_name(path), printable(task.name), mark.points, task.points, state, words]


def _not_marked(path: Path, why: str) -> Row:
    """The row of a notebook that cannot be marked."""
    words = printable(f"{State.NOT_MARKED.value}: {why}")
    return [_printable_name(path), "", 0, 0, State.NOT_MARKED.name, words]


def _lines(path: Path, rows: list[Row]) -> Iterator[str]:
    """The lines to print for a notebook: its points, or why there are none, and its exercises."""
    total = sum(points for _, _, points, _, _, _ in rows)
    most_in_all = sum(most for _, _, _, most, _, _ in rows)
    # a notebook that cannot be marked has a row without a name; its words begin with a sign
    refusals = [words.partition(" ")[2] for _, name, *_, words in rows if not name]
    result = "".join(refusals) or f"{total} of {most_in_all} points"
    yield f"{_printable_name(path)}: {result}"
    for _, name, points, most, _, words in rows:
        if name:
            sign = words[0]
            why = " ".join(words.partition(": ")[2].split())  # after the name of the state
            yield f"  {sign} {name}: {points} of {most}  {why}".rstrip()


class _Run:
    """The table, and beside it the record of the run: how often each notebook was begun, and the
    rows of those done; both by the codes of the notebooks (``_code``).
    """

    def __init__(self, table: Path, notebooks: list[Path]) -> None:
        self.table = table
        self.record = record_of(table)
        self.codes = {path: _code(path) for path in notebooks}
        begun, self.rows = _read_record(self.record) if table.exists() else ({}, {})
        self.begun = Counter(begun)
        self._write()

    def _write(self) -> None:
        """Write the record and the table."""
        put(self.record, json.dumps({"begun": self.begun, "rows": self.rows}).encode())
        rows = [row for code in self.codes.values() for row in self.rows.get(code, [])]
        put(self.table, _csv(rows))

    def mark(self, path: Path) -> Iterator[str]:
        """Judge a notebook, unless it has been judged already; return the lines to print."""
        code = self.codes[path]
        if code in self.rows:
            return iter([f"{_printable_name(path)}: was marked before the run was ended"])
        if self.begun[code] >= MOST_BEGINNINGS:
            why = f"the run was ended {self.begun[code]} times while this notebook was judged"
            rows = [_not_marked(path, why)]
        else:
            self.begun[code] += 1
            self._write()
            try:
                rows = _judge(path)
            except KeyboardInterrupt:
                self.begun[code] -= 1  # by the teacher, so it is not the notebook's fault
                self._write()
                raise
        self.rows[code] = rows
        self._write()
        return _lines(path, rows)


def record_of(table: Path) -> Path:
    """The file that lies beside a table until the run is complete."""
    return table.with_name(f"{table.name}.unfinished")


def _read_record(record: Path) -> tuple[dict[str, int], dict[str, list[Row]]]:
    """How often each notebook was begun in an unfinished run, and the rows of those done; both by
    the codes of the notebooks.

    Nothing if there is no record, or if the file is not one of ours.
    """
    try:
        if not _is_ours(record):
            return {}, {}
        content = json.loads(content_of(record, follow=False))
        begun, rows = content["begun"], content["rows"]
        begun_is_sound = all(type(count) is int for count in begun.values())
        rows_are_sound = all(_is_row(row) for of_notebook in rows.values() for row in of_notebook)
        return (begun, rows) if begun_is_sound and rows_are_sound else ({}, {})
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
    """Whether this can be a row of the table."""
    return isinstance(row, list) and tuple(map(type, row)) == TYPES and row[4] in State.__members__


def _code(path: Path) -> str:
    """A short code of a notebook's name, size and time of the last change.

    The content is left alone: only a judge opens what a student has handed in.
    """
    version = ""
    with suppress(OSError):
        status = os.lstat(path)
        version = f"{status.st_size} {status.st_mtime_ns}"
    return hashlib.sha256(f"{_printable_name(path)}\0{version}".encode()).hexdigest()[:20]


def _printable_name(path: Path) -> str:
    """A file's name in a form that can be written down: a name may hold what ends a line, or bytes
    that are no characters.
    """
    return printable(str(path))


# ---- the table ----


def _csv(rows: list[Row]) -> bytes:
    """The table, with no cell that a spreadsheet would take for a formula."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(HEAD)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def harmless(cell: Any) -> Any:
    """The content of a cell; a text that looks like a formula gets an apostrophe in front.

    To a spreadsheet the apostrophe says that this is a text, and it is not shown.
    """
    if isinstance(cell, str) and cell.lstrip().startswith(FORMULA):
        return f"'{cell}"
    return cell


def unguarded(cell: str) -> str:
    """A text of the table without the apostrophe that ``harmless`` has put in front.

    >>> unguarded(harmless("=1+1")), unguarded("'tis")
    ('=1+1', "'tis")
    """
    bare = cell.removeprefix("'")
    return bare if bare.lstrip().startswith(FORMULA) else cell


def _open_stream(table: Path) -> int | None:
    """The descriptor of a pipe or a device, opened for writing; None for a file, which is replaced
    as a whole.
    """
    try:
        mode = os.stat(table).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise Refusal(f"{table}: this is a folder: give the path of a file in it")
    if stat.S_ISREG(mode) and not os.path.abspath(table).startswith(("/dev/", "/proc/")):
        return None
    try:
        return os.open(table, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        why = "nobody reads from this pipe" if stat.S_ISFIFO(mode) else error.strerror
        raise Refusal(f"{table}: {why}") from None


def _write_out(stream: int, table: Path, content: bytes) -> None:
    """Write everything into a pipe or a device, and close it; raises Refusal if nobody reads it.

    ``stream`` is its descriptor, and ``table`` its name.
    """
    try:
        while content:
            if not select.select([], [stream], [], PATIENCE)[1]:
                raise Refusal(f"{table}: nobody has read from this pipe for {PATIENCE:g} seconds")
            count = os.write(stream, content)  # perhaps not all at once
            content = content[count:]
    except OSError as error:
        raise Refusal(f"{table}: {error.strerror}") from None
    finally:
        os.close(stream)
