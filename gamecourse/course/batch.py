"""A whole class marked: notebook after notebook, none of which can stop the others, and a table that is never lost."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gamecourse.check.machinery.finding import State
from gamecourse.check.marks.marks import Mark, marks
from gamecourse.check.marks.notebook import NotMarked
from gamecourse.course.plan import NOTEBOOKS
from gamecourse.refusal import Refusal
from gamefast.storage.files import replacing

SIGNS = {State.RIGHT: "✓", State.WRONG: "✗", State.NOT_ATTEMPTED: "○", State.NOT_MARKED: "–"}

#: The table's head.
HEAD = ("notebook", "exercise", "points", "of", "state", "words")

#: A notebook during which a run was ended so many times is left out: it may be what ends them.
TIMES = 2


def mark(paths: list[Path], table: Path | None) -> Iterator[str]:
    """Judge notebooks; a line for each, and one for each exercise.

    Parameters
    ----------
    paths
        Notebooks, and folders with notebooks.
    table
        A file for the marks, one row an exercise, written as soon as it is known. While the run is not at its end, a
        file beside it (``marks.csv.unfinished``) says how far it is; a run that was ended goes on from there.

    Yields
    ------
    str
        What there is to say, line by line.

    Raises
    ------
    Refusal
        Where a file is missing, or the table cannot be written.
    """
    for path in paths:
        if not path.exists():
            raise Refusal(f"{path}: there is no such file or folder")
    notebooks = _notebooks(paths)
    if table is None:
        for path in notebooks:
            yield from _marked(path, lambda row: None)
        return
    try:
        kept = _Table(table, notebooks)
        for path in notebooks:
            yield from kept.marked(path)
        kept.record.unlink()
        yield f"{table}: {kept.rows} rows"
    except OSError as error:
        raise Refusal(f"{error.filename or table}: cannot be written: {error.strerror}") from None


def _notebooks(paths: list[Path]) -> list[Path]:
    found = [p for path in paths for p in (sorted(path.rglob("*.ipynb")) if path.is_dir() else [path])]
    return [path for path in dict.fromkeys(found) if ".ipynb_checkpoints" not in path.parts]


def _marked(path: Path, keep: Any) -> Iterator[str]:
    """The lines of one notebook; its rows go to ``keep``, each as soon as it is known."""
    found: list[Mark] = []
    try:
        for each in marks(path, course=NOTEBOOKS / "exercises"):
            found.append(each)
            keep((each.task.name, each.points, each.task.points, each.finding.state.name, each.finding))
    except NotMarked as error:
        keep(("", 0, "", State.NOT_MARKED.name, error))
        yield f"{_shown(path)}: not marked: {error}"
    else:
        points, most = sum(each.points for each in found), sum(each.task.points for each in found)
        yield f"{_shown(path)}: {points} of {most} points"
    yield from map(_line, found)


def _line(mark: Mark) -> str:
    words = "" if mark.finding.state == State.RIGHT else " ".join(mark.finding.reason.split())
    return f"  {SIGNS[mark.finding.state]} {mark.task.name}: {mark.points} of {mark.task.points}  {words}".rstrip()


class _Table:
    """The table, and the record of a run beside it: which notebooks have begun, and which are done."""

    def __init__(self, path: Path, notebooks: list[Path]) -> None:
        self.path, self.record = path, path.with_name(f"{path.name}.unfinished")
        self.begun: Counter[str] = Counter()
        self.done: set[str] = set()
        kept = []
        if path.exists() and self.record.exists():
            self._go_on()
            again = {_shown(each) for each in notebooks if _code(each) not in self.done}
            kept = [row for row in self._rows() if row[0] not in again]
        with replacing(path) as file:
            file.write(_as_csv([HEAD, *kept]))
        self.rows = len(kept)
        self.record.touch()

    def _go_on(self) -> None:
        """What an earlier run has done; half a line, where it was ended, is none."""
        for line in self.record.read_bytes().splitlines():
            try:
                what, code = json.loads(line)
            except ValueError:
                continue
            if what == "done":
                self.done.add(code)
            else:
                self.begun[code] += 1 if what == "begun" else -1

    def _rows(self) -> list[list[str]]:
        """The rows of the table; half a row is none."""
        text = self.path.read_text(encoding="utf-8", errors="replace")
        return [row for row in csv.reader(io.StringIO(text, newline="")) if len(row) == len(HEAD)][1:]

    def _note(self, what: str, code: str) -> None:
        with self.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps([what, code]) + "\n")

    def marked(self, path: Path) -> Iterator[str]:
        """Judge a notebook, unless that has been done."""
        code = _code(path)
        if code in self.done:
            yield f"{_shown(path)}: was marked before the run was ended"
            return

        def keep(row: tuple[Any, ...]) -> None:
            with self.path.open("ab") as file:
                file.write(_as_csv([(_shown(path), *row)]))
            self.rows += 1

        if self.begun[code] >= TIMES:
            why = f"the run was ended {self.begun[code]} times while this notebook was judged"
            keep(("", 0, "", State.NOT_MARKED.name, why))
            yield f"{_shown(path)}: not marked: {why}"
        else:
            self._note("begun", code)
            try:
                yield from _marked(path, keep)
            except (KeyboardInterrupt, GeneratorExit):
                self._note("stopped", code)  # by whoever marks: that is not the notebook's fault
                raise
        self._note("done", code)


def _as_csv(rows: list[Any]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def _code(path: Path) -> str:
    """A short code of a notebook's name and content."""
    try:
        content = path.read_bytes()
    except OSError:
        content = b""
    return hashlib.sha256(f"{_shown(path)}\0".encode() + content).hexdigest()[:20]


def _shown(path: Path) -> str:
    """A file's name as it can be written down: some hold what is no character."""
    return str(path).encode("utf-8", "backslashreplace").decode()
