"""A lecture as a page."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat

from gamecourse.course.landing import minutes_of
from gamecourse.making.site.words import at_home, facts, inside

#: How one comes to the outputs of a notebook; on a page they are there.
TO_RUN = re.compile(r"Press \*\*Shift \+ Enter\*\* until [^.]*\. ")
#: Where the last cell leads to; below a page stands the same.
WAY_ON = re.compile(r"\n---\n(?:Previous|Next): .*\Z", re.DOTALL)


def lecture_page(lecture: nbformat.NotebookNode, path: Path, exercises: bool) -> nbformat.NotebookNode:
    """A lecture that has been run, with its minutes below the title, and its exercises, if it has some, behind it.

    ``path`` is its file in the repository, from which its links lead.
    """
    link = f'<a href="exercises/{path.stem}.html">Exercises</a>' if exercises else ""
    line = facts(minutes_of(lecture), link)
    page = as_page(lecture, path)
    title, _, rest = page.cells[0].source.partition("\n")
    page.cells[0].source = title + line + rest.lstrip("\n")
    if exercises:
        page.cells[-1].source += inside("Exercises", f"exercises/{path.stem}")
    return page


def as_page(notebook: nbformat.NotebookNode, path: Path) -> nbformat.NotebookNode:
    """A notebook for the builder: folded cells stay folded, pictures have words, links lead to pages."""
    for cell in notebook.cells:
        tags = cell.metadata.setdefault("tags", [])
        if cell.cell_type == "markdown":
            cell.source = at_home(WAY_ON.sub("", TO_RUN.sub("", cell.source)), path)
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            tags.append("hide-input")
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                alt = output.metadata["image/png"]["alt"]
                cell.metadata["mystnb"] = {"image": {"alt": alt}}
    notebook.metadata.language_info = {"name": "python", "pygments_lexer": "ipython3"}
    return notebook
