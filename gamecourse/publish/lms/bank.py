"""The questions, from three documents: docs/questions.md says which there are and what each needs in
order to stand alone; the lecturers' scripts have the choices of the votes and the right ones; and
docs/exams.md has the exam questions and their answers, each of which is derived there.

docs/questions.md has a section for each lecture, ``## 1 · Matches``, and in it a heading for each
question: that of a vote, or ``### 1.1 · 15``, which is the number of an exam question and the answer.
The answer must be one of those in bold in docs/exams.md. Below the heading stand Markdown, figures
(``figures.py``), each in a line of its own, and, after ``>``, why the answer is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gamecourse.publish import ROOT
from gamecourse.publish.exams.bank import Question as ExamQuestion
from gamecourse.publish.exams.bank import questions as exam_questions
from gamecourse.publish.lms.figures import Figure, figure
from gamecourse.publish.script import CORE, Slide, read
from gamecourse.publish.slides import SCRIPTS, in_line, words_of

BANK = ROOT / "docs" / "questions.md"
#: The heading of a lecture, and that of an exam question with its answer.
LECTURE = re.compile(r"## (\d+) · (.+)")
EXAM = re.compile(r"(\d+\.\d+) · (.+)")
#: A figure: its kind, its width in millimetres, and what it shows.
FIGURE = re.compile(r"\[(\w+)(?: (\d+))?: (.+)\]")
#: An answer that is a number: a platform compares it as a number.
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
#: A formula, in the signs of our documents.
FORMULA = re.compile(r"\$([^$]+)\$")
#: What stands between an exam question, which may ask for more, and what is asked here.
ONE_RESULT = "<p><b>Only one result is asked here.</b></p>"
#: What Markdown puts round a word of a heading.
MARKUP = re.compile(r"[`*$]")


@dataclass(frozen=True)
class Choice:
    """A choice of a vote."""

    words: str  #: as HTML
    right: bool


@dataclass(frozen=True)
class Question:
    """A question for a platform: a vote, which has choices, or one with a short answer."""

    name: str
    words: tuple[str | Figure, ...]  #: HTML and figures in turn
    why: str  #: why the answer is right, as HTML
    tags: tuple[str, ...]
    choices: tuple[Choice, ...] = ()
    answer: str = ""

    @property
    def is_number(self) -> bool:
        """Whether the answer is a number."""
        return NUMBER.fullmatch(self.answer) is not None

    @property
    def tolerance(self) -> str:
        """How far a number may be from the answer: half of the last place of a decimal.

        >>> Question("", (), "", (), answer="1.48").tolerance
        '0.005'
        >>> Question("", (), "", (), answer="12").tolerance
        '0'
        """
        decimals = len(self.answer.partition(".")[2])
        return f"0.{'0' * decimals}5" if decimals else "0"


@dataclass(frozen=True)
class Lecture:
    """The questions of a lecture."""

    stem: str  #: the name of its file, without suffix
    title: str
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class _Entry:
    """What docs/questions.md says of a question."""

    line: int
    heading: str
    words: list[str]  #: the lines before the reason
    why: list[str]


def lectures(bank: Path = BANK, scripts: Path = SCRIPTS) -> list[Lecture]:
    """All questions, lecture by lecture.

    Raises ValueError with the place in the document if a question is in no script or exam, if a
    vote is left out, or if an answer is none of those in bold.
    """
    found = []
    for number, (title, entries) in enumerate(_entries(bank).items(), 1):
        (path,) = scripts.glob(f"{number:02}-*.md")
        votes = {slide.title: slide for slide in read(path).slides if slide.of("choice")}
        if left_out := votes.keys() - {entry.heading for entry in entries}:
            raise ValueError(f"{bank}: lecture {number}: no question for {min(left_out)!r}")
        questions = []
        for entry in entries:
            try:
                questions.append(_question(entry, number, path.stem, votes))
            except Exception as error:
                place = f"{bank}:{entry.line}: {entry.heading}"
                raise ValueError(f"{place}: {type(error).__name__}: {error}") from error
        found.append(Lecture(path.stem, title, tuple(questions)))
    return found


def _entries(bank: Path) -> dict[str, list[_Entry]]:
    """What docs/questions.md says, by the titles of the lectures."""
    sections: dict[str, list[_Entry]] = {}
    entries: list[_Entry] = []
    for number, line in enumerate(bank.read_text(encoding="utf-8").splitlines(), 1):
        if lecture := LECTURE.fullmatch(line):
            entries = sections[lecture[2]] = []
            if int(lecture[1]) != len(sections):
                raise ValueError(f"{bank}:{number}: the lectures are not in order")
        elif not sections:
            continue  # what the document says of itself
        elif line.startswith("### "):
            entries.append(_Entry(number, line.removeprefix("### "), [], []))
        elif line.startswith(">"):
            entries[-1].why.append(line[1:].strip())
        elif entries:
            entries[-1].words.append(line)
        elif line.strip():
            raise ValueError(f"{bank}:{number}: a line before the first question of a lecture")
    return sections


def _question(entry: _Entry, number: int, stem: str, votes: dict[str, Slide]) -> Question:
    """The question of an entry."""
    own_words = tuple(_parts("\n".join(entry.words), stem))
    why = _html("\n".join(entry.why)) if entry.why else ""
    if exam := EXAM.fullmatch(entry.heading):
        return _exam_question(exam[1], exam[2], own_words, why)
    if entry.heading not in votes:
        raise ValueError("the script has no vote of this name")
    slide = votes[entry.heading]
    step = slide.of("choice")[0].step
    shown = "\n".join(part.text for part in slide.of("words") if part.step <= step)
    asked = f"<p><b>{_math(in_line(slide.title))}</b></p>"
    return Question(
        name=f"{number} · {_plain(slide.title)}",
        words=(*own_words, asked, *_parts(shown, stem)),
        why=why,
        tags=(f"lecture {number}", "vote", "core" if slide.section == CORE else "further"),
        choices=tuple(
            Choice(_math(in_line(choice.text)), choice.right) for choice in slide.of("choice")
        ),
    )


def _exam_question(
    number: str, answer: str, prompt: tuple[str | Figure, ...], why: str
) -> Question:
    """A question of the exams, of which one result is asked: ``prompt`` says which."""
    every: dict[str, ExamQuestion] = exam_questions()
    if number not in every:
        raise ValueError(f"{BANK.with_name('exams.md')} has no question {number}")
    question = every[number]
    bold = BOLD.findall(question.answer)
    items = {item for result in bold for item in result.split(", ")}  # a result may be a list
    if answer not in {*bold, *items}:
        raise ValueError(f"the answer is none of those in bold: {', '.join(bold)}")
    lecture = number.partition(".")[0]
    return Question(
        name=f"{number} {question.title}",
        words=(_html(question.asked), ONE_RESULT, *prompt),
        why=why,
        tags=(f"lecture {lecture}", "exam", "★" * question.stars),
        answer=answer,
    )


def _parts(text: str, stem: str) -> Iterator[str | Figure]:
    """Yield Markdown as HTML, and the figures in it, each of which has a line of its own."""
    lines: list[str] = []
    for line in text.splitlines():
        drawn = FIGURE.fullmatch(line)
        if drawn is None:
            lines.append(line)
            continue
        if any(lines):
            yield _html("\n".join(lines))
        lines = []
        yield figure(stem, drawn[1], int(drawn[2] or 0), drawn[3])
    if any(lines):
        yield _html("\n".join(lines))


def _html(markdown: str) -> str:
    """Markdown as HTML, with formulas as a platform reads them."""
    return _math(words_of(markdown.strip("\n"))).strip()


def _math(text: str) -> str:
    r"""Formulas in the signs of a platform, ``\(`` and ``\)``.

    >>> print(_math("<p>$n^2$</p>"))
    <p>\(n^2\)</p>
    """
    return FORMULA.sub(lambda found: rf"\({found[1]}\)", text)


def _plain(heading: str) -> str:
    """A heading without the signs of Markdown and of formulas.

    >>> _plain("What is `c`?")
    'What is c?'
    """
    return MARKUP.sub("", heading.replace(r"\times", "×"))
