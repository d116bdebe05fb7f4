"""The texts to print: a lecture's sheets, from *To print* in its script, and the exam papers of
docs/exams.md.

Each ``### What is asked`` is a page of Markdown. Students fill in the empty cells of a table, and
``____`` is a line to write on. The parts between ``[beside]``, ``[and]`` and ``[end]`` are printed
side by side. Figures have room to write, too:

* ``[graph: play-graph G]`` draws G as it is after the lecture's cell ``play-graph``, ``[graph 90:
  ...]`` 90 mm wide;
* ``tree`` and ``hidden`` (a tree with empty leaves), ``board`` (a game, or a game and a position)
  do the same;
* ``[board: 3 × 4]`` is an empty board of 3 rows;
* ``[paper 90 × 60: 0 1 2 by 4 × 1 10 100 by log]`` is paper to draw on, with labels from below and
  from the left.
"""

from __future__ import annotations

import re
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple

from gamecourse.publish import ROOT
from gamecourse.publish.handouts.figures import KINDS, defined, empty, paper, svg
from gamecourse.publish.script import CORE, PRINT, Script, read
from gamecourse.publish.slides import in_line, words_of

SCRIPTS = ROOT / "docs" / "lectures"
#: A line to write on.
GAP = '<span class="gap"></span>'
#: What stands at the top of a page.
NAME = f'<p class="name">Name {GAP} Date {GAP}</p>'
#: The words around parts that are printed side by side, and what they become.
BESIDE = {"[beside]": '<div class="beside"><div>', "[and]": "</div><div>", "[end]": "</div></div>"}
#: A figure, such as ``[graph 90: play-graph G]``, with its kind, width, height and content; or a line
#: to write on.
DRAWN = re.compile(r"\[(\w+)(?: (\d+))?(?: × (\d+))?: ((?:[^][\n]|\[[^][]*\])+)\]|_{4,}")
#: A link to a heading, which is of use only on a screen.
ANCHOR = re.compile(r' id="[^"]*"|<a class="anchor-link".*?</a>')
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
QUESTION = re.compile(r"question (\d+\.\d+)")
#: What stands between a question and its answer.
ANSWER = "<details><summary>Answer</summary>"
#: How many millimetres of a page a student fills in a minute.
WRITES = 6


def sheets(name: str) -> list[str]:
    """The sheets of a lecture; the last page has two slips for its votes, one for each student of a
    pair.
    """
    script = read(SCRIPTS / f"{name}.md")
    head = f"<h1>{script.title}</h1>{NAME}"
    # re.split yields what is before the first task, and then headings and texts in turn
    _, *parts = re.split(r"^### (.+)\n", script.sections[PRINT], flags=re.MULTILINE)
    tasks = zip(parts[::2], parts[1::2], strict=True)
    pages = [f"{head}<h2>{in_line(task)}</h2>\n{page(text, script)}" for task, text in tasks]
    slip = f"<div>{head}{votes(script)}</div>"
    pages.append(f'<div class="beside slips">{slip}{slip}</div>')
    return [f'<section class="sheet">{content}</section>\n' for content in pages]


def page(text: str, script: Script) -> str:
    """Markdown with figures and lines to write on, as HTML.

    Raises ValueError, with the line in the script, for anything in brackets that cannot be drawn.
    """
    drawings = [_drawing(place, script) for place in DRAWN.finditer(text)]
    for word, tags in BESIDE.items():
        text = text.replace(word, tags)
    # Markdown would change what is drawn, so a number, as @3@, stands for it meanwhile.
    numbers = count()
    with_numbers = DRAWN.sub(lambda _: f"@{next(numbers)}@", text)
    page_html = ANCHOR.sub("", words_of(with_numbers))
    return re.sub("@(\\d+)@", lambda number: drawings[int(number[1])], page_html)


def _drawing(place: re.Match[str], script: Script) -> str:
    """What is drawn at a place in the text of a sheet, as HTML: a line to write on, or a figure.

    A figure is given by labels ("paper"), by a size (an empty board), or by a cell and an
    expression.
    """
    kind, width, height, content = place.groups()
    if not kind:
        return GAP
    try:
        if kind == "paper":
            rows, columns = content.split(" × ")
            return svg(paper(rows, columns, int(width), int(height)), int(width))
        if size := re.fullmatch(r"(\d+) × (\d+)", content):
            return svg(empty(int(size[1]), int(size[2])), int(width or 0))
        cell, expression = content.split(" ", 1)
        value = defined(script.path.stem, cell, expression)
        return svg(KINDS[kind](value), int(width or 0))
    except Exception as error:
        text = script.path.read_text(encoding="utf-8")
        begin = text.index(place[0], text.index(f"## {PRINT}"))  # of the words in brackets
        line = text.count("\n", 0, begin) + 1
        raise ValueError(
            f"{script.path}:{line}: {place[0]}: {type(error).__name__}: {error}"
        ) from None


def votes(script: Script) -> str:
    """The votes of the core: each with its choices, a box to mark and a box to tick."""
    parts = [
        "<p>Mark what you expect before the class votes; when you know, tick what is true.</p>"
    ]
    for slide in script.slides:
        if slide.section != CORE or not slide.of("choice"):
            continue
        choices = zip(ascii_uppercase, slide.of("choice"), strict=False)
        rows = "".join(
            f"<li><i></i><i></i> {letter} &ensp; {in_line(choice.text)}</li>"
            for letter, choice in choices
        )
        parts.append(f'<h4>{in_line(slide.title)}</h4><ul class="vote">{rows}</ul>')
    return "\n".join(parts)


class Question(NamedTuple):
    """A question of the exams."""

    number: str  # "3.2"
    title: str
    stars: int
    minutes: int
    points: int
    asked: str  # the text of the question, as Markdown
    answer: str  # the text of its answer


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


def papers() -> dict[int, tuple[str, list[str]]]:
    """The papers by their minutes: the week of each paper, and the numbers of its questions."""
    return {
        int(minutes): (week, numbers.split(", ")) for week, minutes, numbers in PAPER.findall(TEXT)
    }


def exam(minutes: int) -> str:
    """One paper, its questions numbered from 1, each followed by room for the answer; name and date
    on every page.
    """
    week, numbers = papers()[minutes]
    every = questions()
    points = sum(every[number].points for number in numbers)
    new_numbers = {number: str(k) for k, number in enumerate(numbers, 1)}
    task = f"{len(numbers)} questions, {minutes} minutes, {points} points."
    rows = [f"<p>{task} A pocket calculator is allowed. Say why, not only what.</p>"]
    for number in numbers:
        question = every[number]
        # Where the text mentions another question, it gets its new number, too.
        text = QUESTION.sub(lambda found: f"question {new_numbers[found[1]]}", question.asked)
        title = f"{new_numbers[number]} &ensp; {question.title}"
        head = f"<h2>{title} <small>{question.points} points</small></h2>"
        room = f'<div class="room" style="height: {WRITES * question.minutes}mm"></div>'
        rows.append(f"{head}{words_of(text)}{room}")
    body = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    return (
        '<table class="exam"><thead><tr><td><h1>Exam '
        f"{week}</h1>{NAME}</td></tr></thead>{body}</table>"
    )
