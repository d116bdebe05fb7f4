"""The pages of the course: the first page, each lecture, and its exercises, with hints folded;
solutions on demand.
"""

from __future__ import annotations

import html
import importlib
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from string import Template
from typing import Any

import nbformat
from bs4 import BeautifulSoup
from nbformat.v4 import new_markdown_cell, new_output

from gamecourse.course.landing import card, cells_of_page, minutes_of, title_of
from gamecourse.course.student import read, stub, without_marks
from gamecourse.grading.card import as_html
from gamecourse.publish.drawings import inline
from gamecourse.publish.hall import as_table, for_hall
from gamecourse.show.figures import TITLED, UNTITLED, VEILED

HERE = Path(__file__).parent
#: A link in Markdown that leads to a file, with its words and its target; not a picture.
LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def front_page(paths: Sequence[Path], for_lecturer: str = "") -> str:
    """The first page, as Markdown; its cards are HTML and link to the other pages.

    Parameters
    ----------
    paths
        The lectures of the site.
    for_lecturer
        What the lecturer's site begins with, as Markdown; students have nothing there.
    """
    cards = []
    contents = []
    for path in paths:
        lecture = read(path)
        name = path.stem
        number, title, _ = title_of(lecture)
        contents.append(f"{number} · {title} <notebooks/{name}>")
        link = f'<a href="notebooks/exercises/{name}.html">Exercises</a>'
        cards.append(card(HERE, name, lecture, [link], " · "))
    cells = cells_of_page()
    *imports, make_game = cells["play"].splitlines()  # its last line makes the widget
    template = Template((HERE / "index.txt").read_text(encoding="utf-8"))
    return template.substitute(
        welcome=cells["welcome"],
        lecturer=for_lecturer,
        game=_widget("\n".join(imports), make_game).section(),
        cards="\n".join(cards),
        lectures="\n".join(contents),
        lecturers="For lecturers <docs/lecturer>" if for_lecturer else "",
    )


def _widget(imports: str, expression: str) -> Any:
    """The widget that an expression makes after these imports."""
    names: dict[str, object] = {}
    exec(imports, names)
    return eval(expression, names)


def keep_links_to_pages(text: str, path: Path, pages: Collection[Path]) -> str:
    """The text of a file; links to anything without a page, such as a file of the library, become
    plain words.

    A link to something that does not exist stays as it is, so that the builder finds it.

    Parameters
    ----------
    text
        The text.
    path
        Its file in the repository, where its links start.
    pages
        The files that have a page.
    """

    def link_or_words(link: re.Match[str]) -> str:
        """The link if it can stay, otherwise its words."""
        target = (path.parent / link[2].partition("#")[0]).resolve()
        leads_to_no_page = target.exists() and target not in pages
        return link[1] if leads_to_no_page else link[0]

    return LINK.sub(link_or_words, text)


def anchor_of(heading: str) -> str:
    """The anchor of a heading: its words in small letters without accents, joined by hyphens. It is
    the same for MyST, for GitHub, and in the glossary.

    >>> anchor_of("Monte-Carlo tree search"), anchor_of("misère")
    ('monte-carlo-tree-search', 'misere')
    """
    letters = unicodedata.normalize("NFKD", heading).encode("ascii", "ignore").decode()
    return re.sub(r"[^\w\- ]", "", letters.strip().lower()).replace(" ", "-")


#: An anchor in a heading of the glossary, which JupyterLab needs where the heading has a capital
#: letter or an accent.
ANCHOR = re.compile(r'<a id="[^"]+"></a>')


def fold(summary: str, body: str) -> str:
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
    for cell in page.cells:
        if cell.cell_type == "code":
            # A warning is for whoever runs the code; it names places on the builder's disk.
            cell.outputs = [each for each in cell.outputs if each.get("name") != "stderr"]
        for number, output in enumerate(cell.get("outputs", [])):
            show_for_page(output, f"{cell.id}-{number}-")
    title, _, rest = page.cells[0].source.partition("\n")
    line = facts(minutes_of(lecture), f'<a href="exercises/{path.stem}.html">Exercises</a>')
    page.cells[0].source = title + line + rest.lstrip("\n")
    next_page = f"\n\n```{{toctree}}\n:hidden:\n\nExercises <exercises/{path.stem}>\n```"
    page.cells[-1].source += next_page
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
            cell.source = keep_links_to_pages(cell.source, path, pages)
            if cell.id == "further":  # its heading is a second title, and a page has one
                cell.source = f"#{cell.source}"
        else:
            tags.append(f"id-{cell.id}")  # a class on the page, by which scripts find the cell
            if cell.metadata.get("jupyter", {}).get("source_hidden"):
                tags.append("hide-input")
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                cell.metadata["mystnb"] = {"image": {"alt": output.metadata["image/png"]["alt"]}}
    notebook.metadata.language_info = {"name": "python", "pygments_lexer": "ipython3"}
    return notebook


def show_for_page(output: nbformat.NotebookNode, prefix: str) -> None:
    """Give an output the form that it has on a page, as on a slide: a dict becomes a table, outcomes
    become chips, and a figure is drawn, so that its words have the font of the page.

    With ``prefix`` the names in a drawing begin, so that two drawings on a page have no name in
    common.
    """
    data = output.get("data", {})
    if TITLED in data:
        words = output.metadata.get("image/png", {}).get("alt", "")
        data["text/html"] = f'<div class="drawn">{inline(data[TITLED], prefix, words)}</div>'
        del data["image/png"]
    elif data.keys() == {"text/plain"} and data["text/plain"].lstrip().startswith("{"):
        _, data["text/html"] = for_hall(as_table(data["text/plain"]))
    elif "<table" in data.get("text/html", "") and "data-stage" not in data["text/html"]:
        _, data["text/html"] = for_hall(data["text/html"])
    for kind in (TITLED, UNTITLED, VEILED):
        data.pop(kind, None)


#: How the heading of a further section begins.
FURTHER = "Further: "


def fold_further_sections(contents: str) -> str:
    """The list of a page's contents, as HTML, with its further sections in a fold.

    >>> print(fold_further_sections("<ul><li><a>Further: A</a></li></ul>").replace("><ul", ">\\n<ul"))
    <ul><li><details><summary>Further sections: 1</summary>
    <ul><li><a>A</a></li></ul></details></li></ul>
    """
    soup = BeautifulSoup(contents, "html.parser")
    sections = [
        item
        for item in soup.find_all("li")
        if item.a is not None and item.a.get_text().startswith(FURTHER)
    ]
    if not sections:
        return contents
    fold = soup.new_tag("details")
    summary = soup.new_tag("summary")
    summary.string = f"Further sections: {len(sections)}"
    inside = soup.new_tag("ul")
    place = soup.new_tag("li")
    sections[0].insert_before(place)
    for item in sections:
        if item.a is not None:
            item.a.string = item.a.get_text().removeprefix(FURTHER)
        inside.append(item.extract())
    fold.extend([summary, inside])
    place.append(fold)
    return str(soup)


#: What the page of the exercises says of itself where no script says more (``live/js/page.js``).
NOTE = (
    "Without JavaScript, or in an old browser, you can only read the exercises here. Your own copy "
    "of the course checks your answers: <code>make lab</code> opens it, in the folder of the course."
)
#: The words at the imports of a page of exercises, which are folded.
IMPORTS = "What is imported for you"
#: The import of the module that checks the answers.
CHECKER = re.compile(r"from gamecourse\.check import (\w+)")
#: A cell that shows a widget to try things with.
WIDGET = re.compile(r"(?:Editor|widgets\.\w+)\(")
#: How an explanation of a solution begins, which the summary of its fold says already.
WHY = "**Why it is right.** "


def exercise_page(path: Path, pages: Collection[Path], solutions: bool) -> nbformat.NotebookNode:
    """The exercises in a file, with hints folded; nothing is checked here.

    With ``solutions`` they are there as well, also folded. Without, nothing on the page comes from
    a solution: the outputs of the cells below an answer are left out too, because the stored
    outputs come from a run with solutions.
    """
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    notebook.cells[0].source += facts(f'<span class="exercises">{NOTE}</span>')
    cells = list(_with_folds([cell for cell in notebook.cells if cell.id not in LEFT_OUT]))
    notebook.cells = cells if solutions else list(_without_solutions(cells))
    return as_page(notebook, path, pages)


def is_solution(cell: nbformat.NotebookNode) -> bool:
    """Whether a cell explains a solution."""
    return "solution" in cell.metadata.get("tags", [])


def _without_solutions(cells: list[nbformat.NotebookNode]) -> Iterator[nbformat.NotebookNode]:
    """Yield the cells of a page for students: no solution, and no outputs from the cell for the
    answer to the next heading, because they come from a run with solutions.
    """
    below_answer = False
    for cell in cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            below_answer = False
        if cell.id.endswith("-answer"):
            below_answer = True
        if below_answer and cell.cell_type == "code":
            cell.outputs = []
        if not is_solution(cell):
            yield cell


def _with_folds(cells: list[nbformat.NotebookNode]) -> Iterator[nbformat.NotebookNode]:
    """Yield the cells of the page of a file of exercises.

    The cell for an answer has a stub in it. In place of its check come the hints, and the solution
    stands above its explanation, all folded. Widgets to try things with are put in as they are.
    """
    sheet = next(checker[1] for cell in cells if (checker := CHECKER.search(cell.source)))
    solution = ""  # the last answer, until its explanation comes
    imports = ""
    for cell in cells:
        if cell.id.endswith("-answer"):
            solution = f"```python\n{without_marks(cell.source)}\n```"
            cell.source = stub(cell.source)
            cell.outputs = []
        elif cell.id.endswith("-check"):
            cell = new_markdown_cell(_hints(sheet, cell.source), id=cell.id)
        elif is_solution(cell):
            explanation = f"{solution}\n\n{cell.source.removeprefix(WHY)}"
            cell.source = fold("A solution, and why it is right", explanation)
            solution = ""
        elif cell.id == "imports":
            imports = cell.source
            cell.metadata["jupyter"] = {"source_hidden": True}
            cell.metadata["mystnb"] = {"code_prompt_show": IMPORTS, "code_prompt_hide": IMPORTS}
        elif cell.cell_type == "code" and WIDGET.match(cell.source):
            widget = _widget(imports, cell.source)
            data = {"text/html": widget.section(), "text/plain": widget.as_text()}
            cell.outputs = [new_output("display_data", data)]
        yield cell
    if solution:
        raise ValueError(f"a solution without the words that explain it: {solution}")


def _hints(sheet: str, check: str) -> str:
    """The hints of the exercise that a cell checks, each in a fold of its own.

    ``sheet`` is the name of the module of the exercises, and ``check`` the source of the cell.
    """
    (name,) = re.findall(r"\bcheck\.(\w+)\(", check)
    exercise = getattr(importlib.import_module(f"gamecourse.check.{sheet}"), name)
    summaries = chain(["Hint", "Another hint"], repeat("And another"))
    return "".join(map(fold, summaries, map(as_html, exercise._hints)))
