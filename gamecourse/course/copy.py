"""Put the copy into a folder, and bring it up to date without touching what the reader has written.

A file follows the course as long as the reader has not written in it. A file in which the reader
has written stays as it is. If the course has changed since, the new version is put beside it, once,
as ``NAME (new).ipynb``. Each file is written under another name and then moved into place, so no
file is ever half written.

A record says what was put there, which tells it from what the reader has written. For each file the
record keeps three sets of codes. ``texts`` is for the words of all versions, and ``sums`` for their
bytes. ``seen`` holds the versions that the reader has, in this file or beside it. A version is
recorded as known before it is written, and as seen afterwards. So nothing that an interrupted run
leaves behind is taken for the reader's work.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from gamecourse.command import Refusal
from gamecourse.course.landing import MARK
from gamecourse.course.plan import copy_of
from gamecourse.files import put
from gamecourse.progress.counting import FOLDER
from gamecourse.progress.picture import draw
from gamecourse.progress.record import known_progress
from gamecourse.progress.remember import RECORD as NAME

#: The name of a file while it is written, and of a new version beside the reader's file.
UNFINISHED = re.compile(r"\..+\.[0-9a-f]{32}")
BESIDE = re.compile(r"(.+) \(new(?: \d+)?\)(\.\w+)")
#: After this many seconds an unfinished file counts as left behind.
GIVEN_UP = 60
#: The most files that are named one by one.
NAMED = 3


def digest(content: bytes) -> str:
    """A short code of the content, different for any other content."""
    return hashlib.sha256(content).hexdigest()[:20]


def text_of(content: bytes) -> str:
    """A code of what somebody wrote: of a notebook's cells, with kinds and order; otherwise of
    every byte.

    Running or saving a notebook or folding a cell does not change the code; nor do empty cells,
    which JupyterLab adds.
    """
    try:
        cells = json.loads(content.decode("utf-8-sig"))["cells"]
        parts = [
            (cell["cell_type"], "".join(cell["source"]), cell.get("attachments") or {})
            for cell in cells
        ]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return digest(content)  # it is not a notebook, or half of one
    not_empty = [
        (kind, source.replace("\r\n", "\n"), *attachments.items())
        for kind, source, attachments in parts
        if source.strip()
    ]
    return digest(json.dumps(not_empty, sort_keys=True).encode())


@dataclass
class Entry:
    """What the record knows of one file, as lists of codes without repetition."""

    texts: list[str] = field(default_factory=list)  # of the words of all our versions (``text_of``)
    sums: list[str] = field(default_factory=list)  # of the bytes of all our versions (``digest``)
    seen: list[str] = field(default_factory=list)  # of the words of those that the reader has

    def know(self, content: bytes) -> None:
        """Note that this version is in the copy, or will be."""
        self.texts = [*dict.fromkeys([*self.texts, text_of(content)])]
        self.sums = [*dict.fromkeys([*self.sums, digest(content)])]


def _read_record(place: Path) -> dict[str, Entry] | None:
    """The record of a folder: the entries by the files' names, {} if there is no record; None if
    the record is damaged.
    """
    try:
        content = json.loads((place / NAME).read_bytes())
        entries = {name: Entry(**lists) for name, lists in content.items()}
        every_list = [codes for entry in entries.values() for codes in vars(entry).values()]
        if not all(
            isinstance(codes, list) and all(isinstance(code, str) for code in codes)
            for codes in every_list
        ):
            raise TypeError  # damaged, as below
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return entries


def _write_record(place: Path, record: dict[str, Entry]) -> None:
    """Write the record into its folder."""
    text = json.dumps(record, default=vars, indent=1, sort_keys=True) + "\n"
    put(place / NAME, text.encode())


class Report:
    """The names of the files, grouped by what was done to them; as a text, what the reader should
    know of it.

    The groups in ``files``: "laid" and "again" (new, or missing before), "renewed", "same", "yours"
    (left as the reader has written them), "beside" (the new version was put beside the reader's),
    "busy" (just saved by the reader), "removed", and "left" (no longer in the course, but written
    in).
    """

    def __init__(self, folder: Path, damaged: bool = False) -> None:
        self.folder = folder
        self.damaged = damaged  # whether the record could not be read
        self.files: dict[str, list[str]] = defaultdict(list)
        self.besides: list[str] = []  # a sentence for each file in the group "beside"

    def __str__(self) -> str:
        """What was done, what was left to the reader, and with which file to begin."""
        lines = self._new_copy() or self._changes() or [f"{self.folder} is up to date."]
        lines += self._line_of_names(
            "No longer in the course, but left, because you have written in it", "left"
        )
        lines += self._line_of_names("Left as you have written them", "yours")
        if self.damaged:
            lines.append(
                "What was laid before is not known (the record is damaged): whatever differs "
                "counts as yours."
            )
        first = str(self.folder / "index.ipynb")
        quoted = f'"{first}"' if " " in first else first
        lines.append(f"Begin with: jupyter lab {quoted}")
        return "\n".join(lines)

    def _new_copy(self) -> list[str]:
        """The lines for a copy in which everything is new; none for an older copy."""
        laid = self.files["laid"]
        older = ("same", "renewed", "yours", "beside", "again")
        if not laid or any(self.files[kind] for kind in older):
            return []
        lectures = sum("/" not in name and name != "index.ipynb" for name in laid)
        has_solutions = any(name.startswith("solutions/") for name in laid)
        content = f"{lectures} lectures, exercises"
        if has_solutions:
            content += ", and their solutions"
        return [f"{self.folder} is your copy of the course: {content}.", *self._other_changes()]

    def _changes(self) -> list[str]:
        """The lines for an older copy that was brought up to date."""
        lines = self._line_of_names("New in the course", "laid")
        lines += self._line_of_names("Brought up to date", "renewed")
        return lines + self._other_changes()

    def _other_changes(self) -> list[str]:
        """Lines on files that were missing, have left the course, or were put beside the reader's."""
        lines = self._line_of_names("Missing, and here again", "again")
        lines += self._line_of_names("No longer in the course, and taken away", "removed")
        lines += self.besides
        return lines + self._line_of_names("Just saved by you, so left for the next time", "busy")

    def _line_of_names(self, what: str, kind: str) -> list[str]:
        """A line with the first names of a group, or none if there are no names. Pictures and the
        list of the exercises are named only if they are the reader's own.
        """
        names = self.files[kind]
        if kind not in ("yours", "left"):
            names = [name for name in names if not name.startswith(("pictures/", f"{FOLDER}/"))]
        if not names:
            return []
        more = len(names) - NAMED
        if more > 1:
            names = [*names[:NAMED], f"and {more} others"]
        return [f"{what}: {', '.join(names)}."]


class Step(NamedTuple):
    """What is to be done with one file of the course."""

    kind: str  # a group of ``Report``: "laid", "again", "same", "renewed", "yours" or "beside"
    name: str
    new: bytes  # the course's version
    there: bytes | None  # what is there now, in the file that may be written; None if nothing is
    beside: str = ""  # the name of the file beside it that gets the new version, if any


def lay(folder: str | Path, files: dict[str, bytes] | None = None) -> Report:
    """Make the copy in a folder, or bring it up to date.

    Parameters
    ----------
    folder
        Where the copy is, or will be.
    files
        The content of each file by its name; the whole course if this is None.
    """
    place = Path(folder)
    progress = known_progress(place)
    files = copy_of(progress=progress) if files is None else files
    _check_ours(place)
    known = _read_record(place)
    record = defaultdict(Entry, known or {})
    report = Report(place, damaged=known is None)
    _remove_unfinished(place, files)
    steps = [_settle(place, name, new, record) for name, new in files.items()]
    # Every version is in the record before the first is written.
    for step in steps:
        record[step.name].know(step.new)  # also if it goes beside: the reader may move it here
        if step.beside:
            record[step.beside].know(step.new)  # so that it is known as ours there, too
    _write_record(place, record)
    done = {}  # what was done with each file
    for step in steps:
        kind = _do(place, step)
        done[step.name] = kind
        report.files[kind].append(step.name)
        if kind == "beside":
            beside = f"it stays as it is, and the new one lies beside it, as {step.beside}."
            report.besides.append(f"You have written in {step.name}: {beside}")
        if kind in ("beside", "yours"):
            record[step.name].seen = sorted({*record[step.name].seen, text_of(step.new)})
        elif kind != "busy":
            record[step.name].seen = [text_of(step.new)]
    _remove_old_files(place, done, record, report)
    _write_record(place, record)
    draw(place, progress)
    return report


def _check_ours(place: Path) -> None:
    """Refuse a folder that holds other things."""
    if not place.exists():
        return
    if not place.is_dir():
        raise Refusal(f"{place}: is a file; name a folder for the copy of the course")
    if (place / NAME).exists() or all(path.name.startswith(".") for path in place.iterdir()):
        return
    with suppress(OSError, ValueError, TypeError, KeyError):
        first_page = json.loads((place / "index.ipynb").read_bytes())
        if first_page["metadata"]["gamelib"] == MARK["gamelib"]:
            return
    raise Refusal(
        f"{place}: holds other files, and no copy of the course; name an empty folder, or a new one"
    )


def _settle(place: Path, name: str, new: bytes, record: dict[str, Entry]) -> Step:
    """What to do with a file of the course, of which ``new`` is the present version."""
    there = _content(place / name)
    entry = record.get(name, Entry())
    if there is None:
        return Step("again" if entry.seen else "laid", name, new, there)
    text = text_of(there)
    new_text = text_of(new)
    same_words = text == new_text
    saved_by_reader = digest(there) not in entry.sums  # the notebook was run, or cells folded
    if same_words and (there == new or saved_by_reader):
        return Step("same", name, new, there)
    if same_words or text in entry.texts:  # the words are ours, of this or an older version
        return Step("renewed", name, new, there)
    # The reader has written in the file. If the reader has the new version too, nothing is to do.
    if new_text in entry.seen:
        return Step("yours", name, new, there)
    for path in _names_beside(place / name):  # the first that is free, or holds a version of ours
        beside = path.relative_to(place).as_posix()
        there_beside = _content(path)
        ours = [new_text, *record.get(beside, Entry()).texts]
        if there_beside is None or text_of(there_beside) in ours:
            return Step("beside", name, new, there_beside, beside)
    raise Refusal(f"{place / name}: you have written in it, and no name beside it is free")


def _names_beside(path: Path) -> Iterator[Path]:
    """Yield names for a file beside this one: ``NAME (new).ipynb``, ``NAME (new 2).ipynb`` and so
    on.
    """
    yield path.with_name(f"{path.stem} (new){path.suffix}")
    for number in range(2, 1_000):
        yield path.with_name(f"{path.stem} (new {number}){path.suffix}")


def _do(place: Path, step: Step) -> str:
    """Carry out a step and return what was done: its kind, or ``busy`` if the reader has just saved
    the file.
    """
    path = place / (step.beside or step.name)
    has_new_words = step.there is not None and text_of(step.there) == text_of(step.new)
    if step.kind in ("same", "yours") or (step.beside and has_new_words):
        return step.kind  # there is nothing to write
    if _content(path) != step.there:  # since the step was settled
        return "busy"
    put(path, step.new)
    return step.kind


def _remove_old_files(
    place: Path, done: dict[str, str], record: dict[str, Entry], report: Report
) -> None:
    """Remove files that have left the course, and versions beside files that are up to date; keep
    the reader's work.

    ``done`` says what was done with each file of the course.
    """
    for name in list(record):
        beside = BESIDE.fullmatch(name)
        base = beside[1] + beside[2] if beside else name  # the file beside which it may lie
        if name in done or done.get(base) in ("beside", "yours", "busy"):
            continue
        path = place / name
        entry = record.pop(name)
        leads_outside = {"..", "/"} & {*PurePosixPath(name).parts}  # in a record that is not ours
        there = None if leads_outside else _content(path)
        if there is not None and text_of(there) in entry.texts:
            path.unlink()
            report.files["removed"].append(name)
        elif there is not None and not beside:
            report.files["left"].append(name)


def _content(path: Path) -> bytes | None:
    """The content of the file, or None if the file is missing or empty."""
    content = path.read_bytes() if path.exists() else b""
    return content if content.strip() else None


def _remove_unfinished(place: Path, files: dict[str, bytes]) -> None:
    """Remove what an interrupted run left half written."""
    for folder in {(place / name).parent for name in files}:
        for path in folder.glob(".*"):
            if not UNFINISHED.fullmatch(path.name):
                continue
            seconds = time.time() - path.stat().st_mtime
            if seconds > GIVEN_UP:
                path.unlink()
