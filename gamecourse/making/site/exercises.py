"""A notebook of exercises as a page: the question, the place for an answer, and folded what a reader may look up."""

from __future__ import annotations

import html
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import nbformat

from gamecourse.course.student import stub, unmarked
from gamecourse.making.site.lectures import as_page
from gamecourse.making.site.words import facts, folded

NOTE = "On this page you can read them; your own copy of the course checks your answers."
#: How the checker is used, which is not here.
HOW = re.compile(r"The check(?:er)? below each says .*? each time you run it\. ?", re.DOTALL)
#: Which module checks the answers.
CHECKER = re.compile(r"from gamecourse\.check import (\w+)")
#: A cell that shows a widget to try things with.
WIDGET = re.compile(r"(?:Editor|widgets\.\w+)\(")
WHY = "**Why it is right.** "


def exercise_page(path: Path) -> nbformat.NotebookNode:
    """The exercises in a file, with hints and solutions folded; nothing is checked here."""
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    title = notebook.cells[0]
    title.source = HOW.sub("", title.source) + facts(NOTE)
    notebook.cells = list(_cells(notebook.cells))
    return as_page(notebook, path)


def _cells(cells: list[nbformat.NotebookNode]) -> Iterator[nbformat.NotebookNode]:
    """The cells of the page; what belongs to an answer comes after the hints."""
    sheet = next(found[1] for cell in cells if (found := CHECKER.search(cell.source)))
    solution = imports = ""
    for cell in cells:
        if cell.id == "solutions" or cell.id.endswith("-hint"):
            continue
        if cell.id.endswith("-answer"):
            solution = f"```python\n{unmarked(cell.source)}\n```"
            cell.source, cell.outputs = stub(cell.source), []
            yield cell
        elif cell.id.endswith("-check"):
            hints = "".join(folded(name, words) for name, words in _hints(sheet, cell.source))
            yield _told(cell.id, hints)
        elif "solution" in cell.metadata.get("tags", []):
            why = f"{solution}\n\n{cell.source.removeprefix(WHY)}"
            yield _told(cell.id, folded("A solution, and why it is right", why))
            solution = ""
        else:
            if cell.id == "imports":
                imports, cell.metadata["jupyter"] = cell.source, {"source_hidden": True}
            elif cell.cell_type == "code" and WIDGET.match(cell.source):
                cell.outputs = [_widget(imports, cell.source)]
            yield cell
    if solution:
        raise ValueError(f"a solution without the words that explain it: {solution}")


def _widget(imports: str, source: str) -> nbformat.NotebookNode:
    """What a cell shows that makes a widget and needs no answer: alive."""
    names: dict[str, object] = {}
    exec(imports, names)
    shown = eval(source, names)
    data = {"text/html": shown.section(), "text/plain": shown.as_text()}
    output: nbformat.NotebookNode = nbformat.v4.new_output("display_data", data)
    return output


def _told(name: str, source: str) -> nbformat.NotebookNode:
    cell: nbformat.NotebookNode = nbformat.v4.new_markdown_cell(source, id=name)
    return cell


def _hints(sheet: str, check: str) -> list[tuple[str, str]]:
    """The hints of the exercise that a cell checks, each under its name."""
    called = re.search(r"\bcheck\.(\w+)\(", check)
    if called is None:
        raise ValueError(f"no exercise is checked here: {check}")
    words = getattr(importlib.import_module(f"gamecourse.check.{sheet}"), called[1])._hints
    names = ["Hint", "Another hint", *("And another" for _ in words[2:])]
    return [
        (name, re.sub("`([^`]+)`", r"<code>\1</code>", f"<p>{html.escape(said)}</p>"))
        for name, said in zip(names, words, strict=False)
    ]
