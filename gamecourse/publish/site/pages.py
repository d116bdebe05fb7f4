"""The pages of the course: the first page, each lecture, and its exercises, with hints folded;
solutions on demand.
"""

from __future__ import annotations

import html
import importlib
import re
from collections.abc import Collection, Iterator
from itertools import chain, repeat
from pathlib import Path
from string import Template
from typing import Any

import nbformat
from nbformat.v4 import new_markdown_cell, new_output

from gamecourse.course.landing import card, cells_of_page, minutes_of, title_of
from gamecourse.course.plan import lectures
from gamecourse.course.student import read, stub, unmarked
from gamecourse.grading.card import as_html

LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def front_page(lecturer: bool) -> str:
    """The first page, as Markdown; its cards are HTML and link to the other pages."""
    cards, contents = [], []
    for path in lectures():
        lecture, name = read(path), path.stem
        number, title, _ = title_of(lecture)
        contents.append(f"{number} · {title} <notebooks/{name}>")
        link = f'<a href="notebooks/exercises/{name}.html">Exercises</a>'
        cards.append(card(Path(__file__).parent, name, lecture, [link], " · "))
    cells = cells_of_page()
    *imports, game = cells["play"].splitlines()
    shown = _alive("\n".join(imports), game).section()
    page = Template(Path(__file__).with_name("index.txt").read_text(encoding="utf-8"))
    known = {
        "welcome": cells["welcome"],
        "game": shown,
        "cards": "\n".join(cards),
        "lectures": "\n".join(contents),
    }
    return page.substitute(known, lecturers="For lecturers <docs/lecturer>" * lecturer)


def _alive(imports: str, expression: str) -> Any:
    """The widget that an expression makes after these imports."""
    names: dict[str, object] = {}
    exec(imports, names)
    return eval(expression, names)


def at_home(text: str, path: Path, pages: Collection[Path]) -> str:
    """The text of a file; links to anything without a page, such as a file of the library, become
    plain words.

    A link to something that does not exist stays as it is, so that the builder finds it.
    """

    def kept(match: re.Match[str]) -> str:
        target = (path.parent / match[2].partition("#")[0]).resolve()
        return match[0] if target in pages or not target.exists() else match[1]

    return LINK.sub(kept, text)


#: A row of the glossary: its terms, the words in brackets, and its lecture.
ROW = re.compile(r"^\| ([^|(]+?)( \([^|]*)? \| (\d+) \|", re.MULTILINE)


def glossary_page(text: str) -> str:
    """The glossary; the search leads to each term, and the term to its lecture."""
    paths = lectures()

    def row(match: re.Match[str]) -> str:
        terms = ", ".join(f"{{index}}`!{term}`" for term in match[1].split(", "))
        return (
            f"| {terms}{match[2] or ''} | "
            f"[{match[3]}](../notebooks/{paths[int(match[3]) - 1].name}) |"
        )

    return ROW.sub(row, text)


def folded(summary: str, body: str) -> str:
    """Markdown in a fold."""
    return f"<details><summary>{html.escape(summary)}</summary>\n\n{body.strip()}\n\n</details>\n"


def facts(*words: str) -> str:
    """A line below the title."""
    return '\n\n<p class="facts">' + " · ".join(filter(None, words)) + "</p>\n\n"


#: Cells that a page does not need: how to run a notebook, where the next one is, how answers are
#: checked.
LEFT_OUT = {"how-to-run", "way-on", "verdicts", "solutions"}


def lecture_page(
    lecture: nbformat.NotebookNode, path: Path, pages: Collection[Path]
) -> nbformat.NotebookNode:
    """A lecture that has been run, with its minutes below the title; its exercises are the next
    page.

    ``path`` is the lecture's file in the repository, where its links start; ``pages`` are the files
    that have pages.
    """
    page = as_page(lecture, path, pages)
    title, _, rest = page.cells[0].source.partition("\n")
    told = facts(minutes_of(lecture), f'<a href="exercises/{path.stem}.html">Exercises</a>')
    page.cells[0].source = title + told + rest.lstrip("\n")
    page.cells[
        -1
    ].source += f"\n\n```{{toctree}}\n:hidden:\n\nExercises <exercises/{path.stem}>\n```"
    return page


def as_page(
    notebook: nbformat.NotebookNode, path: Path, pages: Collection[Path]
) -> nbformat.NotebookNode:
    """A notebook for the builder: folded cells stay folded, pictures have words, links lead to
    pages.
    """
    notebook.cells = [cell for cell in notebook.cells if cell.id not in LEFT_OUT]
    for cell in notebook.cells:
        tags = cell.metadata.setdefault("tags", [])
        if cell.cell_type == "markdown":
            cell.source = "#" * (cell.id == "further") + at_home(
                cell.source, path, pages
            )  # a page has one title
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            tags.append("hide-input")
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                cell.metadata["mystnb"] = {"image": {"alt": output.metadata["image/png"]["alt"]}}
    notebook.metadata.language_info = {"name": "python", "pygments_lexer": "ipython3"}
    return notebook


NOTE = "On this page you can read them; your own copy of the course checks your answers."
#: The module that checks the answers.
CHECKER = re.compile(r"from gamecourse\.check import (\w+)")
#: A cell that shows a widget to try things with.
WIDGET = re.compile(r"(?:Editor|widgets\.\w+)\(")
WHY = "**Why it is right.** "


def exercise_page(path: Path, pages: Collection[Path], solutions: bool) -> nbformat.NotebookNode:
    """The exercises in a file, with hints folded; nothing is checked here.

    With ``solutions`` they are there as well, also folded. Without, nothing on the page comes from
    a solution: the outputs of the cells below an answer are left out too, because the stored
    outputs come from a run with solutions.
    """
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    notebook.cells[0].source += facts(f'<span class="exercises">{NOTE}</span>')
    cells = list(_cells([cell for cell in notebook.cells if cell.id not in LEFT_OUT]))
    notebook.cells = cells if solutions else list(_unsolved(cells))
    return as_page(notebook, path, pages)


def is_solution(cell: nbformat.NotebookNode) -> bool:
    """Whether a cell explains a solution."""
    return "solution" in cell.metadata.get("tags", [])


def _unsolved(cells: list[nbformat.NotebookNode]) -> Iterator[nbformat.NotebookNode]:
    """The cells of a page for students: no solution, and below an answer no output of a run that
    had one.
    """
    answered = False
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            answered = False
        answered = answered or cell.id.endswith("-answer")
        if answered and cell.cell_type == "code":
            cell.outputs = []
        if not is_solution(cell):
            yield cell


def _cells(cells: list[nbformat.NotebookNode]) -> Iterator[nbformat.NotebookNode]:
    """The cells of the page; cells about an answer come after the hints."""
    sheet = next(found[1] for cell in cells if (found := CHECKER.search(cell.source)))
    solution = imports = ""
    for cell in cells:
        if cell.id.endswith("-answer"):
            solution = f"```python\n{unmarked(cell.source)}\n```"
            cell.source, cell.outputs = stub(cell.source), []
            yield cell
        elif cell.id.endswith("-check"):
            yield new_markdown_cell(_hints(sheet, cell.source), id=cell.id)
        elif is_solution(cell):
            why = f"{solution}\n\n{cell.source.removeprefix(WHY)}"
            cell.source = folded("A solution, and why it is right", why)
            yield cell
            solution = ""
        else:
            if cell.id == "imports":
                imports, cell.metadata["jupyter"] = cell.source, {"source_hidden": True}
            elif cell.cell_type == "code" and WIDGET.match(cell.source):
                shown = _alive(imports, cell.source)
                live = {"text/html": shown.section(), "text/plain": shown.as_text()}
                cell.outputs = [new_output("display_data", live)]
            yield cell
    if solution:
        raise ValueError(f"a solution without the words that explain it: {solution}")


def _hints(sheet: str, check: str) -> str:
    """The hints of the exercise that a cell checks, each folded under its name."""
    (called,) = re.findall(r"\bcheck\.(\w+)\(", check)
    words = getattr(importlib.import_module(f"gamecourse.check.{sheet}"), called)._hints
    return "".join(
        map(folded, chain(["Hint", "Another hint"], repeat("And another")), map(as_html, words))
    )
