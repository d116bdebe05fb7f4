"""The command that says what is right in a copy of the course, and moves it to other places."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.files import put
from gamecourse.progress.counting import next_exercise, read_list, total
from gamecourse.progress.record import Progress, parse, read_progress
from gamecourse.progress.remember import RECORD, write_progress


def run(options: argparse.Namespace) -> None:
    """What is right in your copy of the course.

    Say which exercises are right in your copy of the course. With a file, move this between copies
    and pages of the course. An import only adds: nothing that was right before is lost.

    Example: python -m gamelib progress --import progress.json
    """
    course = options.folder
    if not (course / RECORD).is_file():
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
        put(options.export, progress.text().encode())
    print("\n".join(_report(course, progress)))


def _report(course: Path, progress: Progress) -> Iterator[str]:
    """Yield the lines that say what is right in a copy of the course, and how to go on."""
    sheets = read_list(course)
    for sheet in sheets:
        won = " · game won" if sheet.stem in progress.won else ""
        yield f"{sheet.stem}: {sheet.count_right(progress)}{won}"
    yield f"All lectures: {total(sheets, progress)}"
    way_on = next_exercise(sheets, progress)
    if way_on is not None:
        sheet, exercise = way_on
        stars = "★" * exercise.stars
        yield f"Go on with: {exercise.title} {stars}, in {course / 'exercises' / sheet.stem}.ipynb"
