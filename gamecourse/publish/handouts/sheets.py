"""The texts to print: a lecture's sheets, from *To print* in its script.

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
#: The slips for votes on a page, which is cut along the dashes.
SLIPS = 4
#: A link to a heading, which is of use only on a screen.
ANCHOR = re.compile(r' id="[^"]*"|<a class="anchor-link".*?</a>')


def sheets(name: str) -> list[str]:
    """The sheets of a lecture; the last page has four slips for its votes, one for each student of
    two pairs.
    """
    script = read(SCRIPTS / f"{name}.md")
    head = f"<h1>{script.title}</h1>{NAME}"
    # re.split yields what is before the first task, and then headings and texts in turn
    _, *parts = re.split(r"^### (.+)\n", script.sections[PRINT], flags=re.MULTILINE)
    tasks = zip(parts[::2], parts[1::2], strict=True)
    pages = [f"{head}<h2>{in_line(task)}</h2>\n{page(text, script)}" for task, text in tasks]
    slip = f"<div>{head}{votes(script)}</div>"
    pages.append(f'<div class="beside slips">{slip * SLIPS}</div>')
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
