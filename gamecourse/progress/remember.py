"""Remember in the copy of the course what is right and what was won, as the notebooks there find out.

Nothing is remembered outside a copy, as in the sources of the course, or where answers are marked.
What goes wrong is said in a sentence, or not at all: a verdict does not depend on a file.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from gamecourse.files import put
from gamecourse.mine import OURS, place
from gamecourse.progress.counting import read_list
from gamecourse.progress.picture import draw
from gamecourse.progress.record import NAME, Progress, read_progress

#: The file in a copy of the course by which it is known.
RECORD = ".laid.json"

#: Where a server for notebooks says which notebook a kernel belongs to.
NOTEBOOK = "JPY_SESSION_NAME"


def course_here() -> Path | None:
    """The copy of the course to which the current folder belongs; None outside a copy, and where
    answers are marked.
    """
    if OURS in os.environ or os.environ.get("NBGRADER_EXECUTION"):
        return None
    try:
        course = place().parent
    except OSError:  # the current folder has been removed
        return None
    return course if (course / RECORD).is_file() else None


def write_progress(course: Path, progress: Progress) -> None:
    """Write the progress into a copy of the course, and draw it for the notebooks."""
    put(course / NAME, progress.text().encode())
    with suppress(OSError):  # what cannot be drawn now is drawn when the copy is brought up to date
        draw(course, progress)


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
    course = course_here()
    if course is None:
        return ""
    try:
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
    course = course_here()
    lecture = Path(os.environ.get(NOTEBOOK, "")).stem
    if course is None or lecture not in {sheet.stem for sheet in read_list(course)}:
        return
    try:
        progress = read_progress(course)
        if lecture not in progress.won:
            write_progress(course, progress.merged(Progress(won=[lecture])))
    except (OSError, ValueError):
        pass  # a game is no place to speak of files
