"""Remember in the copy of the course what is right and what was won, as the notebooks there find out.

Nothing is remembered outside a copy, as in the sources of the course, or where answers are marked.
What goes wrong is said in a sentence, or not at all: a verdict does not depend on a file.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.course import copy
from gamecourse.course.progress import (
    NAME,
    Progress,
    next_exercise,
    parse,
    read_progress,
    total,
    worksheets,
)
from gamecourse.course.student import LECTURE
from gamecourse.course.ticks import pictures
from gamecourse.mine import OURS, place

#: Where a server for notebooks says which notebook a kernel belongs to.
NOTEBOOK = "JPY_SESSION_NAME"


def course_here() -> Path | None:
    """The copy of the course to which the current folder belongs; None outside a copy, and where
    answers are marked.
    """
    if OURS in os.environ or os.environ.get("NBGRADER_EXECUTION"):
        return None
    course = place().parent
    return course if (course / copy.NAME).is_file() else None


def write_progress(course: Path, progress: Progress) -> None:
    """Write the progress into a copy of the course, and draw it for the notebooks."""
    copy.put(course / NAME, progress.text().encode())
    for name, picture in pictures(course, progress).items():
        copy.put(course / name, picture)


def line_below(lecture: str, exercise: str, exercises: Collection[str], *, is_right: bool) -> str:
    """Remember an exercise if its answer is right, and return a line to show below the verdict: how
    many exercises of the notebook are right.

    The line is "" outside a copy of the course, and as long as nothing is right. If a right answer
    cannot be remembered, the line says why.

    Parameters
    ----------
    lecture
        The module that checks the exercise.
    exercise
        Its name there.
    exercises
        The names of all exercises of the notebook.
    is_right
        Whether the answer is right.
    """
    try:
        course = course_here()
        if course is None:
            return ""
        progress = read_progress(course)
        if is_right and not progress.is_right(lecture, exercise):
            progress = progress.merged(Progress({lecture: [exercise]}))
            write_progress(course, progress)
    except OSError as error:
        return f"Not remembered: {NAME}: {error.strerror or error}." if is_right else ""
    except ValueError as error:
        return f"Not remembered: {error}." if is_right else ""
    right = sum(progress.is_right(lecture, name) for name in exercises)
    if right == len(exercises):
        return f"All {right} are right in this notebook."
    return f"{right} of {len(exercises)} right in this notebook." if right else ""


def remember_win() -> None:
    """Remember that a game was won in the lecture whose kernel this is, if that is known."""
    lecture = Path(os.environ.get(NOTEBOOK, "")).name
    try:
        course = course_here()
        if course is None or not Path(lecture).match(LECTURE) or not (course / lecture).is_file():
            return
        progress = read_progress(course)
        stem = Path(lecture).stem
        if stem not in progress.won:
            write_progress(course, progress.merged(Progress(won=[stem])))
    except (OSError, ValueError):
        pass  # a game is no place to speak of files


def run(options: argparse.Namespace) -> None:
    """What is right in your copy of the course.

    Say which exercises are right in your copy of the course. With a file, move this between copies
    and pages of the course. An import only adds: nothing that was right before is lost.

    Example: python -m gamelib progress --import progress.json
    """
    course = options.folder
    if not (course / copy.NAME).is_file():
        raise Refusal(
            f"{course}: there is no copy of the course; python -m gamelib course makes one"
        )
    progress = read_progress(course)
    if options.file is not None:
        try:
            progress = progress.merged(parse(options.file.read_bytes()))
        except ValueError as error:
            raise Refusal(f"{options.file}: {error}") from None
        write_progress(course, progress)
    if options.export is not None:
        copy.put(options.export, progress.text().encode())
    print("\n".join(_report(course, progress)))


def _report(course: Path, progress: Progress) -> Iterator[str]:
    """Yield the lines that say what is right in a copy of the course, and how to go on."""
    sheets = worksheets(course / "exercises")
    for sheet in sheets:
        won = " · game won" if sheet.stem in progress.won else ""
        yield f"{sheet.stem}: {sheet.count_right(progress)}{won}"
    yield f"All lectures: {total(sheets, progress)}"
    way_on = next_exercise(sheets, progress)
    if way_on is not None:
        sheet, exercise = way_on
        stars = "★" * exercise.stars
        yield f"Go on with: {exercise.title} {stars}, in {course / 'exercises' / sheet.stem}.ipynb"
