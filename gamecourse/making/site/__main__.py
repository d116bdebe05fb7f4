"""The course as pages, in build/site: open index.html there, no server needed (``make site``).

The site has the lectures with the outputs of a run, the exercises with folded hints and solutions, and the texts in
docs. Sphinx turns these into pages. This module arranges the sources for Sphinx as in the repository, so that their
links hold.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nbformat
from sphinx.cmd.build import main as sphinx

from gamecourse.making import ROOT, script
from gamecourse.making.notebooks import all_executed, lay_beside
from gamecourse.making.site.pages import at_home, exercise_page, front_page, lecture_page

HERE = Path(__file__).parent
SOURCE, OUT, KEPT = (ROOT / "build" / name for name in ("site-source", "site", "site-doctrees"))


def lay_out() -> None:
    """Everything that Sphinx reads, in build/site-source."""
    for folder in (SOURCE, OUT, KEPT):
        shutil.rmtree(folder, ignore_errors=True)
    static, notebooks = SOURCE / "_static", SOURCE / "notebooks"
    shutil.copytree(HERE / "static", static)
    shutil.copytree(ROOT / "docs" / "covers", static / "pictures")
    (notebooks / "exercises").mkdir(parents=True)
    lay_beside(static)
    for name, lecture in all_executed().items():
        path = ROOT / "notebooks" / f"{name}.ipynb"
        exercises = path.parent / "exercises" / path.name
        nbformat.write(lecture_page(lecture, path, exercises.is_file()), notebooks / path.name)
        if exercises.is_file():
            nbformat.write(exercise_page(exercises), notebooks / "exercises" / path.name)
    _texts()
    (SOURCE / "index.md").write_text(front_page(), encoding="utf-8")


def _texts() -> None:
    """The texts in docs; texts in a folder of docs go below the page for lecturers."""
    texts = sorted((ROOT / "docs").rglob("*.md"))
    for path in texts:
        told = script.read(path).plan() if path.parent.name == "lectures" else path.read_text(encoding="utf-8")
        text = at_home(told, path)
        if path.name == "lecturer.md":
            below = [other.relative_to(path.parent) for other in texts if other.stem not in ("lecturer", *BESIDE)]
            order = sorted(below, key=lambda other: (len(other.parts), str(other)))
            text += "\n```{toctree}\n:hidden:\n\n" + "".join(f"{other.with_suffix('')}\n" for other in order) + "```\n"
        there = SOURCE / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text, encoding="utf-8")


#: The texts for every reader.
BESIDE = ("glossary", "sources")


def main() -> int:
    """Arrange the sources and let Sphinx write the pages; a link that leads nowhere is an error."""
    lay_out()
    options = ["-W", "--keep-going", "-q", "-j", "auto", "-b", "html", "-c", str(HERE), "-d", str(KEPT)]
    return int(sphinx([*options, str(SOURCE), str(OUT)]))


if __name__ == "__main__":
    sys.exit(main())
