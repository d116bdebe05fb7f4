"""What the lecturer's site begins with: for each lecture all that a class needs, a click away."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path

from gamecourse.course.landing import title_of
from gamecourse.course.student import read
from gamecourse.publish.exams.bank import TEXT, questions
from gamecourse.publish.printing import chromium
from gamecourse.publish.site.pages import anchor_of

#: Where decks and sheets lie in the folder of the site.
DECKS = "slides"
SHEETS = "handouts"

#: What stands above the table.
HEAD = """## For your class

Everything that a lecture needs, lecture by lecture. [For lecturers](docs/lecturer.md) says how to use it, and begins
with the half hour before your first lecture.
"""
#: What stands below the table where decks and sheets are missing.
WITHOUT = """
Decks and sheets are not in this folder: `make class` puts them here, too.
"""
#: What stands below the table in any case.
FOOT = """
[Exam questions](docs/exams.md) come with their answers, and `make exam VARIANTS=4 SEED=7` draws papers that differ from
neighbour to neighbour. [Marks](docs/marks.md) says how to collect and mark exercises, and how votes and marks get into
Moodle or Canvas. `make lecture N=4` opens the notebook of lecture 4 in large type.

## What your students see
"""
#: The heads of the columns.
COLUMNS = ("Lecture", "Minutes", "Read", "Show", "Print", "Exercises", "Exam")


def class_table(paths: Sequence[Path], beside: bool) -> str:
    """The table, as Markdown.

    Parameters
    ----------
    paths
        The lectures.
    beside
        Whether decks and sheets are in the folder of the site.
    """
    heads = "".join(f"<th>{column}</th>" for column in COLUMNS)
    rows = "\n".join(_row(path, beside) for path in paths)
    table = (
        f'<div class="class-table"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>\n"
    )
    return f"{HEAD}\n{table}{'' if beside else WITHOUT}{FOOT}"


def _row(path: Path, beside: bool) -> str:
    """The row of a lecture."""
    lecture = read(path)
    number, title, question = title_of(lecture)
    minutes = lecture["metadata"]["gamelib"]["minutes"]
    name = path.stem
    page = f"notebooks/{name}.html"
    decks = [(f"{DECKS}/{name}.html", "deck"), (f"{DECKS}/{name}.pdf", "PDF")]
    sheets = [(f"{SHEETS}/{name}.html", "sheets"), (f"{SHEETS}/{name}.pdf", "PDF")]
    printed = slice(None) if chromium() else slice(1)  # without a browser there are no PDFs
    cells = [
        f'<a href="{page}"><b>{number} · {html.escape(title)}</b></a><br>{html.escape(question)}',
        f"in class {minutes['class']}<br>exercises {minutes['exercises']}",
        _links([(f"docs/lectures/{name}.html", "script")]),
        _links(decks[printed]) if beside else "",
        _links(sheets[printed]) if beside else "",
        _links([(f"notebooks/exercises/{name}.html", "exercises, solutions folded")]),
        _links([_exam_questions(number)]),
    ]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _links(targets: Sequence[tuple[str, str]]) -> str:
    """Links one below the other, each a target and its words."""
    return "<br>".join(f'<a href="{target}">{words}</a>' for target, words in targets)


def _exam_questions(number: str) -> tuple[str, str]:
    """A link to the exam questions of a lecture: its target, and the first and the last number."""
    (heading,) = re.findall(rf"^## ({number} · .+)$", TEXT, re.MULTILINE)
    own = [each for each in questions() if each.partition(".")[0] == number]
    return f"docs/exams.html#{anchor_of(heading)}", f"{own[0]} to {own[-1]}"
