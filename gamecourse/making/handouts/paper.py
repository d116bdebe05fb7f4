"""The exam papers of docs/exams.md as sheets: the questions without their answers, and room to write."""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple

from gamecourse.making import ROOT
from gamecourse.making.handouts.sheet import GREY, HEIGHT, LEFT, RIGHT, Sheet

EXAMS = ROOT / "docs" / "exams.md"
TEXT = EXAMS.read_text(encoding="utf-8") if EXAMS.is_file() else ""
HEADING = re.compile(r"^### (\d+\.\d+) ([^·\n]+) · (★{1,3}) · (\d+) minutes · (\d+) points$", re.MULTILINE)
PAPER = re.compile(r"^\| ([a-z ]+\d*) \| (\d+) \| ([\d., ]+) \|$", re.MULTILINE)
ANSWER = "<details><summary>Answer</summary>"
#: A student writes so many inches a minute, and a page ends so many above its border.
WRITES, FOOT = 0.24, 0.5


class Question(NamedTuple):
    """A question as it stands in the text, with its answer behind it."""

    number: str
    title: str
    stars: int
    minutes: int
    points: int
    asked: str
    answer: str


def questions() -> dict[str, Question]:
    """All questions by their numbers."""
    _, *rest = HEADING.split(TEXT)
    found = {}
    for number, title, stars, minutes, points, text in zip(*[iter(rest)] * 6, strict=True):
        asked, answer = text.split(ANSWER)
        found[number] = Question(number, title, len(stars), int(minutes), int(points), asked.strip("\n"), answer)
    return found


def papers() -> dict[int, tuple[str, list[str]]]:
    """The papers by their minutes: when they are written, and the numbers of their questions."""
    return {int(minutes): (when, numbers.split(", ")) for when, minutes, numbers in PAPER.findall(TEXT)}


def pages(minutes: int) -> list[Sheet]:
    """One paper, its questions numbered from 1, each followed by room for the answer."""
    every = questions()
    when, numbers = papers()[minutes]
    points = sum(every[number].points for number in numbers)
    places = {number: str(k) for k, number in enumerate(numbers, 1)}
    task = f"{len(numbers)} questions, {minutes} minutes, {points} points. "
    task += "A pocket calculator is allowed. Say why, not only what."
    sheets = [Sheet(0, task, heading=f"Exam {when}")]
    for number in numbers:
        one = every[number]
        lines = _lines(re.sub(r"question (\d+\.\d+)", lambda found: f"question {places[found[1]]}", one.asked))
        height = 0.5 + 0.25 * len(lines) + WRITES * one.minutes
        if sheets[-1].y + height > HEIGHT - FOOT:
            sheets.append(Sheet(0, f"Page {len(sheets) + 1}", heading=f"Exam {when}"))
        sheet = sheets[-1]
        sheet.text(LEFT, sheet.y + 0.12, f"{places[number]}   {one.title}", 12, weight="bold")
        sheet.text(RIGHT, sheet.y + 0.12, f"{one.points} points", 11, ha="right", color=GREY)
        sheet.y += 0.4
        for line, code in lines:
            style = {"family": "monospace"} if code else {"parse_math": "$" in line}
            sheet.text(LEFT + 0.3 * code, sheet.y, line, 11, **style)
            sheet.y += 0.25
        sheet.blank(LEFT, sheet.y, RIGHT - LEFT, WRITES * one.minutes)
        sheet.y += WRITES * one.minutes + 0.1
    return sheets


def _lines(asked: str) -> list[tuple[str, bool]]:
    """The lines of a question as they are printed, and whether they are set like a board or a list of arrows."""
    lines: list[tuple[str, bool]] = []
    for paragraph in asked.split("\n\n"):
        if paragraph.startswith("    "):
            lines += [(line[4:], True) for line in ["", *paragraph.split("\n"), ""]]
        else:
            plain = re.sub(r"\*+|`", "", paragraph.replace("\n", " "))
            lines += [(line, False) for line in textwrap.wrap(plain, 86, break_long_words=False)]
    return lines
