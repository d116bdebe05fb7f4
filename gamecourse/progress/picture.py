"""Progress as pictures: at the head of each exercise notebook of the copy stands a picture of its
exercises, with a tick at those that are right.

The notebook only names the picture, which lies in the folder ``progress`` of the copy. So the head is
up to date whenever the notebook is opened, without a cell that runs, and a notebook that is handed in
tells nothing of it.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from gamecourse.files import put
from gamecourse.progress.counting import FOLDER, Worksheet, read_list
from gamecourse.progress.record import Progress

# Sizes and colours of a picture, in pixels; it is as readable in a dark theme as in a light one.
WIDTH = 560
ROW = 26
MARGIN = 14
BAR = 8
GREEN = "#1b7f4b"
GREY = "#6b6b6b"
BLACK = "#222222"


def draw(course: Path, progress: Progress) -> None:
    """Draw the pictures of all exercise notebooks of a copy that have changed."""
    for sheet in read_list(course):
        put(course / FOLDER / f"{sheet.stem}.svg", picture(sheet, progress).encode())


def picture(sheet: Worksheet, progress: Progress) -> str:
    """The exercises of a notebook as an SVG picture: how many are right, a bar whose length counts
    their stars, and a line for each.
    """
    count = sheet.count_right(progress)
    full = WIDTH - 2 * MARGIN
    height = 2 * MARGIN + BAR + ROW * (1 + len(sheet.exercises))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
        f' font-family="sans-serif" font-size="15">',
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="8" fill="#ffffff"'
        f' stroke="#bbbbbb"/>',
        _text(MARGIN, MARGIN + 14, BLACK, str(count)),
        _bar(full, "#dddddd"),
    ]
    if count.stars:
        parts.append(_bar(round(full * count.stars / count.all_stars), GREEN))
    baseline = MARGIN + ROW + BAR + 20
    for exercise in sheet.exercises:
        is_right = progress.is_right(sheet.lecture, exercise.name)
        colour = GREEN if is_right else GREY
        parts.append(_text(MARGIN, baseline, colour, "✓" if is_right else "○"))
        parts.append(_text(MARGIN + 24, baseline, colour, "★" * exercise.stars))
        parts.append(_text(MARGIN + 80, baseline, BLACK, _plain(exercise.title)))
        baseline += ROW
    return "\n".join([*parts, "</svg>", ""])


def _text(x: int, y: int, colour: str, words: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}">{escape(words)}</text>'


def _bar(length: int, colour: str) -> str:
    where = f'x="{MARGIN}" y="{MARGIN + ROW}" width="{length}" height="{BAR}"'
    return f'<rect {where} rx="{BAR // 2}" fill="{colour}"/>'


def _plain(title: str) -> str:
    """A heading without the signs of Markdown."""
    return re.sub(r"[*`]", "", title)
