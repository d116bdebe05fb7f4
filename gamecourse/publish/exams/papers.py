"""Exam papers in variants: drawn, as pages to print and as Markdown, and their marking schemes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase

from gamecourse.publish.exams.bank import (
    MENTIONED,
    Paper,
    Question,
    questions,
    words_of_answer,
)
from gamecourse.publish.exams.families import FAMILIES
from gamecourse.publish.exams.family import Family, draw_alike
from gamecourse.publish.handouts.sheets import ANCHOR, NAME
from gamecourse.publish.slides import words_of

#: How many millimetres of a page a student fills in a minute.
WRITES = 6
#: What a student may use, and what is asked of every answer.
RULES = "A pocket calculator is allowed. Say why, not only what."


class PaperError(ValueError):
    """What was asked for is no paper; it says why, and what to do."""


@dataclass(frozen=True)
class Variant:
    """A variant of a paper: a question for each number of the paper.

    Attributes
    ----------
    letter
        "A", "B", ...; empty for the paper of docs/exams.md itself.
    questions
        The questions, in the order of the paper.
    families
        For each question the family member it was drawn as; None for a question that is the same
        in all variants.
    """

    letter: str
    questions: tuple[Question, ...]
    families: tuple[Family | None, ...]


def original(paper: Paper) -> Variant:
    """The paper with the questions as docs/exams.md has them."""
    every = questions()
    asked = tuple(
        every[number]._replace(answer=words_of_answer(every[number])) for number in paper.numbers
    )
    return Variant("", asked, (None,) * len(asked))


def paper_of(numbers: Sequence[str]) -> Paper:
    """A paper of one's own with these questions, ``["1.1", "2.3"]``.

    Raises PaperError for a question that docs/exams.md does not have, for one that stands there
    twice, and for one that uses the numbers of a question that is not before it.
    """
    every = questions()
    for place, number in enumerate(numbers):
        if number not in every:
            raise PaperError(f"there is no question {number}: docs/exams.md has {', '.join(every)}")
        if number in numbers[:place]:
            raise PaperError(f"question {number} is there twice: give it once")
        shared = FAMILIES[number].shares if number in FAMILIES else None
        mentioned = MENTIONED.findall(every[number].asked)
        for other in {*mentioned, *([shared] if shared else [])}:
            if other not in numbers[:place]:
                raise PaperError(
                    f"question {number} needs question {other} before it: add {other}, or leave "
                    f"{number} out"
                )
    return Paper("", sum(every[number].minutes for number in numbers), tuple(numbers))


def draw_variants(paper: Paper, how_many: int, seed: int) -> list[Variant]:
    """Variants of a paper, which differ in every question that has a family.

    The same seed gives the same variants. A question depends on the seed and on its number and
    letter alone: it is the same in another paper, and whether or not more variants are drawn.

    Parameters
    ----------
    paper
        The paper.
    how_many
        How many variants, 1 to 26.
    seed
        Any whole number.
    """
    if not 1 <= how_many <= len(ascii_uppercase):
        raise PaperError(
            f"{how_many} variants: a paper has 1 to {len(ascii_uppercase)}, because each has a letter"
        )
    every = questions()
    drawn: dict[str, list[Family]] = {}  # by number, a member for each variant
    for number in paper.numbers:
        if number in FAMILIES:
            drawn[number] = _members(number, drawn, how_many, seed)
    variants = []
    for k, letter in enumerate(ascii_uppercase[:how_many]):
        families = tuple(drawn[number][k] if number in drawn else None for number in paper.numbers)
        asked = tuple(
            every[number]._replace(answer=words_of_answer(every[number]))
            if family is None
            else family.question()
            for number, family in zip(paper.numbers, families, strict=True)
        )
        variants.append(Variant(letter, asked, families))
    return variants


def _members(number: str, drawn: dict[str, list[Family]], how_many: int, seed: int) -> list[Family]:
    """Members of the family of a question, a different one for each variant."""
    family = FAMILIES[number]
    members: list[Family] = []
    for k in range(how_many):
        rng = Random(f"{seed} {number} {ascii_uppercase[k]}")
        shared = drawn[family.shares][k] if family.shares in drawn else None
        members.append(draw_alike(family, rng, shared, members))
    return members


# ---- a paper


def title_of(paper: Paper, variant: Variant) -> str:
    """What stands at the top: "Exam after lecture 5, variant A"."""
    week = f"Exam {paper.week}".strip()
    return f"{week}, variant {variant.letter}" if variant.letter else week


def _task(paper: Paper, variant: Variant) -> str:
    """How many questions there are, and how many minutes and points they take and give."""
    points = sum(question.points for question in variant.questions)
    return f"{len(variant.questions)} questions, {paper.minutes} minutes, {points} points. {RULES}"


def _renumbered(text: str, paper: Paper) -> str:
    """A text in which the questions that it mentions have their numbers in this paper."""
    new = {number: str(place) for place, number in enumerate(paper.numbers, 1)}
    return MENTIONED.sub(lambda found: f"question {new.get(found[1], found[1])}", text)


def paper_to_print(paper: Paper, variant: Variant) -> str:
    """A paper as HTML, its questions numbered from 1, each followed by room for the answer; name and
    date on every page.
    """
    rows = [f"<p>{_task(paper, variant)}</p>"]
    for place, question in enumerate(variant.questions, 1):
        title = f"{place} &ensp; {question.title}"
        head = f"<h2>{title} <small>{question.points} points</small></h2>"
        room = f'<div class="room" style="height: {WRITES * question.minutes}mm"></div>'
        rows.append(f"{head}{words_of(_renumbered(question.asked, paper))}{room}")
    body = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    return (
        f'<table class="exam"><thead><tr><td><h1>{title_of(paper, variant)}</h1>{NAME}</td></tr>'
        f"</thead>{body}</table>"
    )


def paper_as_markdown(paper: Paper, variant: Variant) -> str:
    """A paper as Markdown, without room for answers."""
    parts = [f"# {title_of(paper, variant)}", _task(paper, variant)]
    for place, question in enumerate(variant.questions, 1):
        parts.append(f"## {place} {question.title} · {question.points} points")
        parts.append(_renumbered(question.asked, paper))
    return "\n\n".join(parts) + "\n"


# ---- its marking scheme


def scheme_as_markdown(paper: Paper, variants: Sequence[Variant], seed: int) -> str:
    """The marking scheme of all variants of a paper, as Markdown: for each question how hard it is in
    each variant, by the question's own measure, and then what each variant asks, and the answer.
    """
    letters = "".join(variant.letter for variant in variants)
    week = f"Exam {paper.week}".strip()
    parts = [
        f"# Marking scheme: {week}, variants {letters[0]} to {letters[-1]}, seed {seed}",
        "Each answer comes from the library, and was derived once more by a program that does not "
        "use it. The tables say how hard a question is in each variant, and how hard the original "
        "is, which stands in docs/exams.md.",
    ]
    for place, number in enumerate(paper.numbers, 1):
        parts += _scheme_of_question(place, number, paper, variants)
    return "\n\n".join(parts) + "\n"


def scheme_to_print(scheme: str) -> str:
    """A marking scheme as HTML."""
    return f'<main class="scheme">{ANCHOR.sub("", words_of(scheme))}</main>'


def _scheme_of_question(
    place: int, number: str, paper: Paper, variants: Sequence[Variant]
) -> list[str]:
    """The part of the scheme for the question at a place of the paper, from 1."""
    original_question = questions()[number]
    head = f"## {place} {original_question.title} ({number}) · {original_question.points} points"
    first = variants[0]
    if first.families[place - 1] is None:
        question = first.questions[place - 1]
        return [
            head,
            "The same in all variants.",
            _renumbered(question.asked, paper),
            f"*Answer.* {_renumbered(question.answer, paper)}",
        ]
    parts = [head, _measures(place, number, variants)]
    for variant in variants:
        question = variant.questions[place - 1]
        parts.append(f"### {place}{variant.letter} · {question.title}")
        parts.append(_renumbered(question.asked, paper))
        parts.append(f"*Answer.* {_renumbered(question.answer, paper)}")
    return parts


def _measures(place: int, number: str, variants: Sequence[Variant]) -> str:
    """A table: how hard the question is in each variant, and how hard the original is."""
    letters = [variant.letter for variant in variants]
    members = [variant.families[place - 1] for variant in variants]
    columns = [member.measure() for member in members if member is not None]
    standard = FAMILIES[number]().measure()
    lines = [
        f"| how hard | {' | '.join(letters)} | original |",
        f"|---|{'---:|' * (len(letters) + 1)}",
    ]
    for name, value in standard.items():
        cells = " | ".join(f"{column[name]:g}" for column in columns)
        lines.append(f"| {name} | {cells} | {value:g} |")
    return "\n".join(lines)
