"""How many exercises are right, and with which to go on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gamecourse.progress.record import Progress

#: The folder in a copy that shows the progress, and the file in it that lists all exercises.
FOLDER = "progress"
LIST = f"{FOLDER}/exercises.json"


class Exercise(NamedTuple):
    """An exercise of a notebook."""

    name: str
    title: str
    stars: int


class Worksheet(NamedTuple):
    """The exercises of a lecture: the file without its suffix, the module that checks them, and
    what they are.
    """

    stem: str
    lecture: str
    exercises: tuple[Exercise, ...]

    def count_right(self, progress: Progress) -> Count:
        """How many of the exercises are right."""
        right = [one for one in self.exercises if progress.is_right(self.lecture, one.name)]
        return Count(
            len(right),
            len(self.exercises),
            sum(one.stars for one in right),
            sum(one.stars for one in self.exercises),
        )


class Count(NamedTuple):
    """How many exercises are right, of how many, and how many stars they have."""

    right: int
    exercises: int
    stars: int
    all_stars: int

    def plus(self, other: Count) -> Count:
        """The numbers of both together."""
        return Count(*(number + more for number, more in zip(self, other, strict=True)))

    def __str__(self) -> str:
        return f"{self.right} of {self.exercises} right · {self.stars} of {self.all_stars} ★"


def text_of_list(sheets: Iterable[Worksheet]) -> str:
    """The text of the file that lists the exercises of all lectures."""
    content = [
        sheet._asdict() | {"exercises": [exercise._asdict() for exercise in sheet.exercises]}
        for sheet in sheets
    ]
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def read_list(course: Path) -> list[Worksheet]:
    """The exercises of all lectures as the list in a copy has them; none if it is missing or
    damaged.
    """
    try:
        return [_worksheet(record) for record in json.loads((course / LIST).read_bytes())]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []


def _worksheet(record: dict[str, Any]) -> Worksheet:
    """The exercises of a lecture, from the list; raises ValueError, TypeError or KeyError if the
    record is damaged.
    """
    stem = str(record["stem"])
    if Path(stem).name != stem:
        raise ValueError(f"{stem!r} leads out of its folder")
    exercises = tuple(
        Exercise(str(one["name"]), str(one["title"]), int(one["stars"]))
        for one in record["exercises"]
    )
    return Worksheet(stem, str(record["lecture"]), exercises)


def total(sheets: Iterable[Worksheet], progress: Progress) -> Count:
    """How many exercises are right in all lectures together."""
    whole = Count(0, 0, 0, 0)
    for sheet in sheets:
        whole = whole.plus(sheet.count_right(progress))
    return whole


def next_exercise(
    sheets: Sequence[Worksheet], progress: Progress
) -> tuple[Worksheet, Exercise] | None:
    """The exercise with which to go on: the first that is not right in the last lecture with a right
    answer, or in a later one, or else in an earlier one. None if nothing is right yet, or all is.
    """
    begun = [k for k, sheet in enumerate(sheets) if sheet.count_right(progress).right]
    if not begun:
        return None
    last = begun[-1]
    for sheet in (*sheets[last:], *sheets[:last]):
        for exercise in sheet.exercises:
            if not progress.is_right(sheet.lecture, exercise.name):
                return sheet, exercise
    return None
