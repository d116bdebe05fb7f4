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
from collections import namedtuple
from string import ascii_uppercase

from gamecourse.publish import ROOT
from gamecourse.publish.handouts.figures import KINDS, defined, empty, paper, svg
from gamecourse.publish.script import CORE, PRINT, Script, read
from gamecourse.publish.slides import inline, words_of

SCRIPTS = ROOT / "docs" / "lectures"
GAP = '<span class="gap"></span>'
NAME = f'<p class="name">Name {GAP} Date {GAP}</p>'
BESIDE = {"[beside]": '<div class="beside"><div>', "[and]": "</div><div>", "[end]": "</div></div>"}
TAKEN = re.compile(r"\[(\w+)(?: (\d+))?(?: × (\d+))?: ((?:[^][\n]|\[[^][]*\])+)\]|_{4,}")
#: A link to a heading, which is of use only on a screen.
ANCHOR = re.compile(r' id="[^"]*"|<a class="anchor-link".*?</a>')
#: The exam questions, the patterns that make papers of them, and the millimetres that a student
#: writes in a minute.
EXAMS = ROOT / "docs" / "exams.md"
TEXT = EXAMS.read_text(encoding="utf-8")
HEADING = re.compile(
    r"^### (\d+\.\d+) ([^·\n]+) · (★{1,3}) · (\d+) minutes · (\d+) points$", re.MULTILINE
)
PAPER = re.compile(r"^\| ([a-z ]+\d*) \| (\d+) \| ([\d., ]+) \|$", re.MULTILINE)
ANSWER = "<details><summary>Answer</summary>"
WRITES = 6


def sheets(name: str) -> list[str]:
    """The sheets of a lecture; the last page has two slips for its votes, one for each student of a
    pair.
    """
    script = read(SCRIPTS / f"{name}.md")
    begin = f"<h1>{script.title}</h1>{NAME}"
    _, *parts = re.split(r"^### (.+)\n", script.sections[PRINT], flags=re.MULTILINE)
    tasks = zip(parts[::2], parts[1::2], strict=True)
    pages = [f"{begin}<h2>{inline(task)}</h2>\n{page(text, script)}" for task, text in tasks]
    pages.append(f'<div class="beside slips">{f"<div>{begin}{votes(script)}</div>" * 2}</div>')
    return [f'<section class="sheet">{one}</section>\n' for one in pages]


def page(text: str, script: Script) -> str:
    """Markdown with figures and lines to write on, as HTML.

    Raises ValueError, with the line in the script, for anything in brackets that cannot be drawn.
    """
    found = [_taken(one, script) for one in TAKEN.finditer(text)]
    marks = iter(range(len(found)))
    for word, tags in BESIDE.items():
        text = text.replace(word, tags)
    made = ANCHOR.sub("", words_of(TAKEN.sub(lambda _: f"@{next(marks)}@", text)))
    return re.sub("@(\\d+)@", lambda one: found[int(one[1])], made)


def _taken(one: re.Match[str], script: Script) -> str:
    """A line to write on, or a figure, which is given by a cell and an expression, a size, or
    labels.
    """
    kind, width, height, what = one.groups()
    try:
        if kind == "paper":
            rows, columns = what.split(" × ")
            return svg(paper(rows, columns, int(width), int(height)), int(width))
        if kind and (size := re.fullmatch(r"(\d+) × (\d+)", what)):
            return svg(empty(int(size[1]), int(size[2])), int(width or 0))
        return (
            svg(KINDS[kind](defined(script.path.stem, *what.split(" ", 1))), int(width or 0))
            if kind
            else GAP
        )
    except Exception as error:
        text = script.path.read_text(encoding="utf-8")
        line = text.count("\n", 0, text.index(one[0], text.index(f"## {PRINT}"))) + 1
        raise ValueError(
            f"{script.path}:{line}: {one[0]}: {type(error).__name__}: {error}"
        ) from None


def votes(script: Script) -> str:
    """The votes of the core: each with its choices, a box to mark and a box to tick."""
    made = ["<p>Mark what you expect before the class votes; when you know, tick what is true.</p>"]
    for slide in (slide for slide in script.slides if slide.section == CORE and slide.of("choice")):
        choices = zip(ascii_uppercase, slide.of("choice"), strict=False)
        rows = "".join(
            f"<li><i></i><i></i> {letter} &ensp; {inline(choice.text)}</li>"
            for letter, choice in choices
        )
        made.append(f'<h4>{inline(slide.title)}</h4><ul class="vote">{rows}</ul>')
    return "\n".join(made)


#: A question as it stands in the text, followed by its answer.
Question = namedtuple("Question", "number title stars minutes points asked answer")


def questions() -> dict[str, Question]:
    """All questions by their numbers."""
    _, *rest = HEADING.split(TEXT)
    found = {}
    for number, title, stars, minutes, points, text in zip(*[iter(rest)] * 6, strict=True):
        asked, answer = text.split(ANSWER)
        found[number] = Question(
            number, title, len(stars), int(minutes), int(points), asked.strip("\n"), answer
        )
    return found


def papers() -> dict[int, tuple[str, list[str]]]:
    """The papers by their minutes: the week of each paper, and the numbers of its questions."""
    return {
        int(minutes): (when, numbers.split(", ")) for when, minutes, numbers in PAPER.findall(TEXT)
    }


def exam(minutes: int) -> str:
    """One paper, its questions numbered from 1, each followed by room for the answer; name and date
    on every page.
    """
    (when, numbers), every = papers()[minutes], questions()
    points = sum(every[number].points for number in numbers)
    places = {number: str(k) for k, number in enumerate(numbers, 1)}
    task = f"{len(numbers)} questions, {minutes} minutes, {points} points."
    rows = [f"<p>{task} A pocket calculator is allowed. Say why, not only what.</p>"]
    for one in (every[number] for number in numbers):
        asked = re.sub(
            r"question (\d+\.\d+)", lambda found: f"question {places[found[1]]}", one.asked
        )
        head = (
            f"<h2>{places[one.number]} &ensp; {one.title} <small>{one.points} points</small></h2>"
        )
        room = f'<div class="room" style="height: {WRITES * one.minutes}mm"></div>'
        rows.append(f"{head}{words_of(asked)}{room}")
    body = "".join(f"<tr><td>{row}</td></tr>" for row in rows)
    return (
        '<table class="exam"><thead><tr><td><h1>Exam '
        f"{when}</h1>{NAME}</td></tr></thead>{body}</table>"
    )
