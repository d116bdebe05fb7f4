"""The exam questions and the papers, as ``docs/exams.md`` has them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gamecourse.publish import ROOT

#: The exam questions.
EXAMS = ROOT / "docs" / "exams.md"
TEXT = EXAMS.read_text(encoding="utf-8")
#: The heading of a question: its number, title, stars, minutes and points.
HEADING = re.compile(
    r"^### (\d+\.\d+) ([^·\n]+) · (★{1,3}) · (\d+) minutes · (\d+) points$", re.MULTILINE
)
#: A row of the table of papers: the week, the minutes, and the numbers of the questions.
PAPER = re.compile(r"^\| ([a-z ]+\d*) \| (\d+) \| ([\d., ]+) \|$", re.MULTILINE)
#: A question that another one mentions, by its number.
MENTIONED = re.compile(r"question (\d+\.\d+)")
#: What stands between a question and its answer.
ANSWER = "<details><summary>Answer</summary>"
#: The lines in an answer that derive its numbers, and what ends the answer.
DERIVED = re.compile(r"```python\n.*?```", re.DOTALL)
#: What an answer says of these lines where they try a proof on many cases.
OF_THE_LINES = re.compile(r"\s+The check\s[^.]*\*\*\d+\*\*[^.]*\.$", re.MULTILINE)
END = "</details>"


class Question(NamedTuple):
    """A question of the exams."""

    number: str  # "3.2"
    title: str
    stars: int
    minutes: int
    points: int
    asked: str  # the text of the question, as Markdown
    answer: str  # the text of its answer, with the lines that derive it


class Paper(NamedTuple):
    """A paper: when it is written, how many minutes it takes, and the numbers of its questions."""

    week: str  # "after lecture 5"
    minutes: int
    numbers: tuple[str, ...]


def questions() -> dict[str, Question]:
    """All questions by their numbers."""
    # Six parts for each question: the five groups of its heading, and the text below.
    _, *parts = HEADING.split(TEXT)
    every = {}
    for k in range(0, len(parts), 6):
        number, title, stars, minutes, points, text = parts[k : k + 6]
        asked, answer = text.split(ANSWER)
        every[number] = Question(
            number, title, len(stars), int(minutes), int(points), asked.strip("\n"), answer
        )
    return every


def papers() -> dict[int, Paper]:
    """The papers by their minutes."""
    return {
        int(minutes): Paper(week, int(minutes), tuple(numbers.split(", ")))
        for week, minutes, numbers in PAPER.findall(TEXT)
    }


def words_of_answer(question: Question) -> str:
    """What an answer says, without the lines that derive it, and without what is said of them."""
    said, _ = question.answer.split(END)
    return OF_THE_LINES.sub("", DERIVED.sub("", said)).strip()
