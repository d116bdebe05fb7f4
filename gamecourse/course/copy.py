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

#: Where the record is in the copy.
NAME = ".laid.json"
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
        said = [
            (cell["cell_type"], "".join(cell["source"]), cell.get("attachments") or {})
            for cell in cells
        ]
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
    ):  # not a notebook, or half of one
        return digest(content)
    kept = [
        (kind, source.replace("\r\n", "\n"), *pasted.items())
        for kind, source, pasted in said
        if source.strip()
    ]
    return digest(json.dumps(kept, sort_keys=True).encode())


@dataclass
class Entry:
    """What the record knows of one file."""

    texts: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def know(self, content: bytes) -> None:
        """Note that this version is in the copy, or will be."""
        self.texts = [*dict.fromkeys([*self.texts, text_of(content)])]
        self.sums = [*dict.fromkeys([*self.sums, digest(content)])]


def _recorded(place: Path) -> dict[str, Entry] | None:
    """The record of a folder: the entries by the files' names, none without a record, None if it
    cannot be used.
    """
    try:
        told = json.loads((place / NAME).read_bytes())
        entries = {name: Entry(**kept) for name, kept in told.items()}
        lists = [part for entry in entries.values() for part in vars(entry).values()]
        if not all(
            isinstance(part, list) and all(isinstance(code, str) for code in part) for part in lists
        ):
            raise TypeError
    except FileNotFoundError:
        return {}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return entries


def _keep(place: Path, record: dict[str, Entry]) -> None:
    """Write the record."""
    put(place / NAME, (json.dumps(record, default=vars, indent=1, sort_keys=True) + "\n").encode())


class Report:
    """The names of the files, grouped by what was done to them; as a text, what the reader should
    know of it.
    """

    def __init__(self, folder: Path, damaged: bool = False) -> None:
        self.folder, self.damaged = folder, damaged
        self.files: dict[str, list[str]] = defaultdict(list)
        self.besides: list[str] = []

    def __str__(self) -> str:
        done = self.files
        if done["laid"] and not any(
            done[kind] for kind in ("same", "renewed", "yours", "beside", "again")
        ):
            lectures = sum("/" not in name and name != "index.ipynb" for name in done["laid"])
            solved = any(name.startswith("solutions/") for name in done["laid"])
            held = f"{lectures} lectures, exercises{', and their solutions' * solved}"
            lines = [f"{self.folder} is your copy of the course: {held}."]
        else:
            lines = self._named("New in the course", "laid") + self._named(
                "Brought up to date", "renewed"
            )
        lines += self._named("Missing, and here again", "again")
        lines += self._named("No longer in the course, and taken away", "removed")
        lines += self.besides
        lines += self._named("Just saved by you, so left for the next time", "busy")
        lines = lines or [f"{self.folder} is up to date."]
        lines += self._named(
            "No longer in the course, but left, because you have written in it", "left"
        )
        lines += self._named("Left as you have written them", "yours")
        if self.damaged:
            lines += [
                "What was laid before is not known (the record is damaged): whatever differs "
                "counts as yours."
            ]
        first = str(self.folder / "index.ipynb")
        quoted = f'"{first}"' if " " in first else first
        return "\n".join([*lines, f"Begin with: jupyter lab {quoted}"])

    def _named(self, what: str, kind: str) -> list[str]:
        """A line with the first names, if there are any. Pictures are named only if they are the
        reader's own.
        """
        names = [
            name
            for name in self.files[kind]
            if kind in ("yours", "left") or not name.startswith("pictures/")
        ]
        more = len(names) - NAMED
        told = ", ".join(names if more <= 1 else [*names[:NAMED], f"and {more} others"])
        return [f"{what}: {told}."] * bool(names)


class Step(NamedTuple):
    """What is to be done with one file; ``there`` is its present content, or None if there is
    nothing.
    """

    kind: str
    name: str
    new: bytes
    there: bytes | None
    beside: str = ""


def lay(folder: str | Path, held: dict[str, bytes] | None = None) -> Report:
    """Make the copy in a folder, or bring it up to date: the files in ``held``, or the whole course
    if it is None.
    """
    place = Path(folder)
    held = copy_of() if held is None else held
    _check_ours(place)
    known = _recorded(place)
    record, report = defaultdict(Entry, known or {}), Report(place, damaged=known is None)
    _tidy(place, held)
    steps = [_settle(place, name, new, record) for name, new in held.items()]
    for step in steps:
        for name in {
            step.name,
            step.beside or step.name,
        }:  # taking over a new version is not writing it
            record[name].know(step.new)
    _keep(place, record)
    kinds = {}
    for step in steps:
        kind = kinds[step.name] = _do(place, step)
        report.files[kind].append(step.name)
        if kind == "beside":
            lies = f"it stays as it is, and the new one lies beside it, as {step.beside}."
            report.besides.append(f"You have written in {step.name}: {lies}")
        if kind in ("beside", "yours"):
            record[step.name].seen = sorted({*record[step.name].seen, text_of(step.new)})
        elif kind != "busy":
            record[step.name].seen = [text_of(step.new)]
    _part(place, kinds, record, report)
    _keep(place, record)
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
        if (
            json.loads((place / "index.ipynb").read_bytes())["metadata"]["gamelib"]
            == MARK["gamelib"]
        ):
            return
    raise Refusal(
        f"{place}: holds other files, and no copy of the course; name an empty folder, or a new one"
    )


def _settle(place: Path, name: str, new: bytes, record: dict[str, Entry]) -> Step:
    """What to do with a file of the course."""
    there, entry = _there(place / name), record.get(name, Entry())
    if there is None:
        return Step("again" if entry.seen else "laid", name, new, there)
    text, wanted = text_of(there), text_of(new)
    if text == wanted and (there == new or digest(there) not in entry.sums):
        return Step("same", name, new, there)
    if text == wanted or text in entry.texts:
        return Step("renewed", name, new, there)
    if wanted in entry.seen:
        return Step("yours", name, new, there)
    for path in _beside(place / name, "new"):
        beside = path.relative_to(place).as_posix()
        there = _there(path)
        if there is None or text_of(there) in [wanted, *record.get(beside, Entry()).texts]:
            break
    return Step("beside", name, new, there, beside)


def _beside(path: Path, word: str) -> Iterator[Path]:
    """Names for a file beside this one: ``NAME (new).ipynb``, ``NAME (new 2).ipynb`` and so on."""
    for number in ("", *(f" {k}" for k in range(2, 1_000))):
        yield path.with_name(f"{path.stem} ({word}{number}){path.suffix}")


def _do(place: Path, step: Step) -> str:
    """Carry out a step and return what was done: its kind, or ``busy`` if the reader has just saved
    the file.
    """
    path = place / (step.beside or step.name)
    lies = step.beside and step.there is not None and text_of(step.there) == text_of(step.new)
    if lies or step.kind in ("same", "yours"):
        return step.kind
    if _there(path) != step.there:
        return "busy"
    put(path, step.new)
    return step.kind


def _part(place: Path, kinds: dict[str, str], record: dict[str, Entry], report: Report) -> None:
    """Remove files that have left the course, and versions beside files that are up to date; keep
    the reader's work.
    """
    for name in list(record):
        beside = BESIDE.fullmatch(name)
        base = beside[1] + beside[2] if beside else name
        if name in kinds or kinds.get(base) in ("beside", "yours", "busy"):
            continue
        path, entry = place / name, record.pop(name)
        there = None if {"..", "/"} & {*PurePosixPath(name).parts} else _there(path)
        if there is not None and text_of(there) in entry.texts:
            path.unlink()
            report.files["removed"].append(name)
        elif there is not None and not beside:
            report.files["left"].append(name)


def _there(path: Path) -> bytes | None:
    """The content of the file, or None if the file is missing or empty."""
    content = path.read_bytes() if path.exists() else b""
    return content if content.strip() else None


def put(path: Path, content: bytes) -> None:
    """Put the whole file into place at once; do nothing if it is there already."""
    from gamefast.storage.npz import replacing  # the doctor and the marks start without it

    if _there(path) == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        error.filename = str(path)
        raise


def _tidy(place: Path, held: dict[str, bytes]) -> None:
    """Remove what an interrupted run left half written."""
    for folder in {(place / name).parent for name in held}:
        for path in folder.glob(".*"):
            if UNFINISHED.fullmatch(path.name) and time.time() - path.stat().st_mtime > GIVEN_UP:
                path.unlink()
