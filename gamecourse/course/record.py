"""What was laid in a folder, so that what the reader has written can be told from it.

For each file the record keeps ``texts``, what any of its versions said; ``sums``, what their bytes were; and ``seen``,
the versions that the reader has, in this file or beside it. A version is known before it is laid, and seen afterwards:
so an interrupted run leaves nothing that would be taken for the reader's.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

NAME = ".laid.json"


def digest(content: bytes) -> str:
    """A short code of the content, another for any other content."""
    return hashlib.sha256(content).hexdigest()[:20]


def text_of(content: bytes) -> str:
    """A code of what somebody wrote: in a notebook the cells, their kinds and their order; else every byte.

    To run a notebook, to save it or to fold a cell does not change it; nor do empty cells, which JupyterLab adds.
    """
    try:
        cells = json.loads(content.decode("utf-8-sig"))["cells"]
        said = [(cell["cell_type"], "".join(cell["source"]), cell.get("attachments") or {}) for cell in cells]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # no notebook, or half of one
        return digest(content)
    kept = [(kind, source.replace("\r\n", "\n"), *pasted.items()) for kind, source, pasted in said if source.strip()]
    return digest(json.dumps(kept, sort_keys=True).encode())


@dataclass
class Entry:
    """What is known of one file."""

    texts: list[str] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def know(self, content: bytes) -> None:
        """This version is, or will be, laid."""
        for known, code in ((self.texts, text_of(content)), (self.sums, digest(content))):
            if code not in known:
                known.append(code)


@dataclass
class Record:
    """The entries by the files' names; ``damaged`` where there was a record that cannot be used."""

    entries: dict[str, Entry] = field(default_factory=dict)
    damaged: bool = False

    @classmethod
    def read(cls, folder: Path) -> Record:
        """The record of a folder; an empty one where there is none."""
        try:
            told = json.loads((folder / NAME).read_bytes())
            entries = {name: Entry(**kept) for name, kept in told.items()}
            lists = [part for entry in entries.values() for part in vars(entry).values()]
            if not all(isinstance(part, list) and all(isinstance(code, str) for code in part) for part in lists):
                raise TypeError
        except FileNotFoundError:
            return cls()
        except (ValueError, TypeError, AttributeError, RecursionError):
            return cls(damaged=True)
        return cls(entries)

    def of(self, name: str) -> Entry:
        """What is known of a file; nothing, if it was never laid."""
        return self.entries.get(name, Entry())

    def enter(self, name: str) -> Entry:
        """The file's entry, a new one if there is none."""
        return self.entries.setdefault(name, Entry())

    def as_bytes(self) -> bytes:
        """As the file holds it."""
        told = {name: vars(self.entries[name]) for name in sorted(self.entries)}
        return (json.dumps(told, indent=1) + "\n").encode()
