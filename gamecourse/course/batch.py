"""Marking a whole class: no notebook can stop the marking of the rest, and the table is never lost."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from gamecourse.check.machinery.finding import State
from gamecourse.check.marks.marks import marks
from gamecourse.check.marks.notebook import NotMarked
from gamecourse.command import Refusal
from gamecourse.course.copy import put
from gamecourse.course.plan import NOTEBOOKS, notebooks_in

#: The column names of the table.
HEAD = ("notebook", "exercise", "points", "of", "state", "words")

#: A notebook is left out if the run was ended this many times while judging it: the notebook may be the cause.
TIMES = 2

#: The row of an exercise. A notebook that cannot be marked has a row without the name of an exercise.
Row = list[Any]


def mark(paths: list[Path], table: Path | None) -> Iterator[str]:
    """Judge notebooks, given one by one or in folders; yield a line for each notebook and for each exercise.

    ``table`` is a file for the marks, one row for each exercise, written after each notebook. Until the run is
    complete, a file beside the table (``marks.csv.unfinished``) says how far it is. A run that was ended goes on from
    there.
    """
    if missing := [path for path in paths if not path.exists()]:
        raise Refusal(f"{missing[0]}: there is no such file or folder")
    notebooks = notebooks_in(paths)
    run = _Run(table, notebooks) if table else None
    for path in notebooks:
        yield from run.marked(path) if run else _lines(path, _judged(path))
    if run:
        run.record.unlink()
        yield f"{table}: {sum(len(run.rows[code]) for code in run.codes.values())} rows"


def _judged(path: Path) -> list[Row]:
    """The rows of one notebook."""
    rows = []
    try:
        for one in marks(path, course=NOTEBOOKS / "exercises"):
            task, finding = one.task, one.finding
            rows.append([_shown(path), task.name, one.points, task.points, finding.state.name, str(finding)])
    except NotMarked as error:
        rows.append(_not_marked(path, str(error)))
    return rows


def _not_marked(path: Path, why: str) -> Row:
    return [_shown(path), "", 0, 0, State.NOT_MARKED.name, f"{State.NOT_MARKED.value}: {why}"]


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
    """The table, and beside it the record of the run: how often each notebook was begun, and the rows of those done."""

    def __init__(self, table: Path, notebooks: list[Path]) -> None:
        self.table, self.record = table, table.with_name(f"{table.name}.unfinished")
        self.codes = {path: _code(path) for path in notebooks}
        known: dict[str, Any] = {}
        if table.exists() and self.record.exists():
            with suppress(ValueError):
                known = dict(json.loads(self.record.read_bytes()))
        self.begun, self.rows = Counter[str](known.get("begun")), dict[str, list[Row]](known.get("rows", {}))
        self._write()

    def _write(self) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows([HEAD, *(row for code in self.codes.values() for row in self.rows.get(code, []))])
        put(self.record, json.dumps({"begun": self.begun, "rows": self.rows}).encode())
        put(self.table, text.getvalue().encode())

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


def _code(path: Path) -> str:
    """A short code of a notebook's name and content."""
    content = b""
    with suppress(OSError):
        content = path.read_bytes()
    return hashlib.sha256(f"{_shown(path)}\0".encode() + content).hexdigest()[:20]


def _shown(path: Path) -> str:
    """A file's name in a form that can be written down: some names hold bytes that are not characters."""
    return str(path).encode("utf-8", "backslashreplace").decode()
