"""What a student has got right, and where the student has won, remembered in the copy of the course.

The file ``.progress.json`` in the folder of the copy says it. A student may delete the file. A page
of the course keeps the same text in the browser's storage, so it can be moved from one to the other:

    {"version": 1, "right": {"matches": ["other_takes"]}, "won": ["01-matches"]}

``right`` names exercises by the module that checks them, and ``won`` names lectures in which a game
was won. A lecture or an exercise that is not known here stays in the file and is not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

#: The student's file, in the folder of the copy.
NAME = ".progress.json"


@dataclass(frozen=True)
class Progress:
    """Which exercises are right, by the module that checks them, and in which lectures a game was
    won.

    >>> Progress({"nim": ["misere"]}).merged(Progress({"nim": ["misere", "stairs"]})).right
    {'nim': ['misere', 'stairs']}
    """

    right: Mapping[str, list[str]] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)

    def is_right(self, lecture: str, exercise: str) -> bool:
        """Whether an answer to this exercise was right."""
        return exercise in self.right.get(lecture, ())

    def merged(self, other: Progress) -> Progress:
        """What is right or won in this progress, or in the other one."""
        right = {
            lecture: _union(self.right.get(lecture, ()), other.right.get(lecture, ()))
            for lecture in _union(self.right, other.right)
        }
        return Progress(right, _union(self.won, other.won))

    def text(self) -> str:
        """The text of the file."""
        content = {"version": 1, "right": dict(self.right), "won": self.won}
        return json.dumps(content, indent=1) + "\n"


#: What is right as long as nothing is.
NOTHING = Progress()


def _union(names: Iterable[str], more: Iterable[str]) -> list[str]:
    """The names of both, each once."""
    return [*dict.fromkeys([*names, *more])]


def parse(text: str | bytes) -> Progress:
    """The progress that is written in a text; raises ValueError if the text is none.

    >>> parse(Progress(won=["01-matches"]).text())
    Progress(right={}, won=['01-matches'])
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    match content:
        case {"version": 1, "right": dict(right), "won": list(won)} if all(
            _is_list_of_names(names) for names in (won, *right.values())
        ):
            return Progress(right, won)
    raise ValueError("is not what a copy or a page of the course has written")


def _is_list_of_names(names: object) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) for name in names)


def read_progress(course: Path) -> Progress:
    """The progress in a copy of the course; none if there is no file.

    Raises ValueError if the file is damaged, and OSError if it cannot be read.
    """
    try:
        text = (course / NAME).read_bytes()
    except FileNotFoundError:
        return NOTHING
    try:
        return parse(text)
    except ValueError:
        raise ValueError(f"{NAME} is damaged; delete it to begin anew") from None


def known_progress(course: Path) -> Progress:
    """The progress in a copy of the course as far as it can be read; nothing is raised."""
    try:
        return read_progress(course)
    except (OSError, ValueError):
        return NOTHING
