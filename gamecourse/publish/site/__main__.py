"""The course as pages for students, in build/site: open index.html there, no server needed (``make
site``).

The site has the lectures with the outputs of a run, the exercises with folded hints, the glossary,
the sources, and a reference made of the docstrings. The students' site has the solutions only if
``--solutions`` asks for them. The lecturer's site, in build/site-lecturer, always has them, and
also the other texts in docs; its first page begins with all that a lecture needs. Sphinx turns all
this into pages. This module arranges the sources for Sphinx as in the repository, so that their
links hold.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from sphinx.cmd.build import main as sphinx

from gamecourse.course.plan import lectures
from gamecourse.publish import ROOT, script
from gamecourse.publish.notebooks import copy_shared_files, lectures_with_outputs
from gamecourse.publish.site import interactive
from gamecourse.publish.site.for_class import class_table
from gamecourse.publish.site.live import exercise_cells, in_script, lecture_cells, python_files
from gamecourse.publish.site.pages import (
    ANCHOR,
    exercise_page,
    front_page,
    keep_links_to_pages,
    lecture_page,
)

HERE = Path(__file__).parent
#: What Sphinx reads, and what it keeps for itself.
SOURCE = ROOT / "build" / "site-source"
DOCTREES = ROOT / "build" / "site-doctrees"
#: The texts of docs for every reader; the others are the lecturer's.
FOR_ALL = ("glossary", "sources")
#: The texts for whoever has the repository: how fast the library is, its tour, how to learn with a
#: copy of the course. They are no pages.
FOR_THE_REPOSITORY = ("speed", "library", "learning")
#: A question of the exams in a list: students do not see which questions there are.
EXAM = re.compile(r"(, )?\bexam \d+\.\d+")
#: The pages below the page for lecturers, as Sphinx wants them listed.
LECTURERS_PAGES = "\n```{toctree}\n:hidden:\n:glob:\n\nexams\nmarks\nquestions\nlectures/*\n```\n"


@dataclass(frozen=True)
class Site:
    """A site that is to be built."""

    out: Path  #: the folder, which is emptied before
    lecturer: bool  #: for a lecturer, not for students
    solutions: bool
    paths: Sequence[Path]  #: the lectures that it has
    beside: bool = False  #: whether decks and sheets come into its folder (``make class``)


def lay_out(site: Site) -> None:
    """Write everything that Sphinx reads into build/site-source."""
    static = SOURCE / "_static"
    shutil.copytree(HERE / "static", static)
    shutil.copytree(ROOT / "docs" / "covers", static / "pictures")
    shutil.copytree(HERE / "reference", SOURCE / "reference")
    copy_shared_files(static)
    all_texts = (
        path for path in (ROOT / "docs").rglob("*.md") if path.stem not in FOR_THE_REPOSITORY
    )
    stems = {path.stem for path in site.paths}
    texts = [
        path
        for path in all_texts
        if path.stem in FOR_ALL
        or (site.lecturer and (path.parent.name != "lectures" or path.stem in stems))
    ]
    exercises = {path.parent / "exercises" / path.name for path in site.paths}
    pages = {*texts, *site.paths, *exercises}
    _write_notebooks(site, pages)
    _write_texts(texts, pages, site.lecturer)
    table = class_table(site.paths, site.beside) if site.lecturer else ""
    front = front_page(site.paths, table)
    (SOURCE / "index.md").write_text(
        keep_links_to_pages(front, ROOT / "index.md", pages), encoding="utf-8"
    )


def _write_notebooks(site: Site, pages: set[Path]) -> None:
    """Write the lectures and their exercises; ``pages`` are the files that have a page."""
    notebooks = SOURCE / "notebooks"
    (notebooks / "exercises").mkdir(parents=True)
    for name, lecture in lectures_with_outputs(site.paths).items():
        path = ROOT / "notebooks" / f"{name}.ipynb"
        exercises = path.parent / "exercises" / path.name
        nbformat.write(lecture_page(lecture, path, pages), notebooks / path.name)
        page = exercise_page(exercises, pages, site.solutions)
        nbformat.write(page, notebooks / "exercises" / path.name)


def _write_texts(texts: list[Path], pages: set[Path], lecturer: bool) -> None:
    """Write the texts of docs; of a script, the plan for the lecturer."""
    (SOURCE / "docs" / "lectures").mkdir(parents=True)
    for path in texts:
        if path.parent.name == "lectures":
            text = script.read(path).plan()
        else:
            text = path.read_text(encoding="utf-8")
        if not lecturer:
            text = EXAM.sub("", text)
        text = keep_links_to_pages(text, path, pages)
        if path.name == "glossary.md":
            text = ANCHOR.sub("", text)  # Sphinx makes its own
        if path.name == "lecturer.md":
            text += LECTURERS_PAGES
        (SOURCE / path.relative_to(ROOT)).write_text(text, encoding="utf-8")


def add_scripts(site: Site) -> None:
    """Make the written pages of the exercises check answers and those of the lectures run their
    code; and let the first page show progress.
    """
    out = site.out
    version = interactive.write_files(out / interactive.FOLDER, python_files())
    solutions = "open" if site.lecturer else "earned"
    exercises: dict[str, nbformat.NotebookNode] = {}
    for source in site.paths:
        name = source.stem
        cells = lecture_cells(nbformat.read(source, as_version=4), name)
        page = out / "notebooks" / f"{name}.html"
        interactive.make_interactive(page, "../", in_script(cells), version)
        notebook = nbformat.read(source.parent / "exercises" / source.name, as_version=4)
        exercises[name] = notebook
        cells = exercise_cells(notebook, name)
        page = out / "notebooks" / "exercises" / f"{name}.html"
        interactive.make_interactive(page, "../../", in_script(cells), version, solutions)
    interactive.show_progress(out / "index.html", exercises)


def build(site: Site) -> int:
    """Arrange the sources and let Sphinx write the pages; a link that leads nowhere is an error.
    Returns the exit status.
    """
    for folder in (SOURCE, DOCTREES, site.out):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(site)
    # A warning is an error, but the first does not end the run; quiet, on all processors.
    sphinx_options = ["-W", "--keep-going", "-q", "-j", "auto"]
    # Pages of HTML; where conf.py is, and where Sphinx keeps what it has read.
    sphinx_options += ["-b", "html", "-c", str(HERE), "-d", str(DOCTREES)]
    if status := int(sphinx([*sphinx_options, str(SOURCE), str(site.out)])):
        return status
    add_scripts(site)
    return 0


def main() -> int:
    """Build the site that is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "reader", nargs="?", choices=["lecturer"], help="for whom the site is, if not for students"
    )
    parser.add_argument(
        "--solutions", action="store_true", help="with the solutions, on the students' site too"
    )
    options = parser.parse_args()
    lecturer = options.reader == "lecturer"
    out = ROOT / "build" / ("site-lecturer" if lecturer else "site")
    status = build(Site(out, lecturer, lecturer or options.solutions, lectures()))
    if status == 0:
        print(f"{out.relative_to(ROOT)}/index.html: open it")
    return status


if __name__ == "__main__":
    sys.exit(main())
