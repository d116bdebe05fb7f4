"""The course as pages for students, in build/site: open index.html there, no server needed (``make
site``).

The site has the lectures with the outputs of a run, the exercises with folded hints, the glossary,
the sources, and a reference made of the docstrings. The students' site has the solutions only if
``--solutions`` asks for them. The lecturer's site, in build/site-lecturer, always has them, and
also the other texts in docs. Sphinx turns all this into pages. This module arranges the sources for
Sphinx as in the repository, so that their links hold.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

import nbformat
from sphinx.cmd.build import main as sphinx

from gamecourse.publish import ROOT, script
from gamecourse.publish.notebooks import all_executed, lay_beside
from gamecourse.publish.site.pages import (
    at_home,
    exercise_page,
    front_page,
    glossary_page,
    lecture_page,
)

HERE = Path(__file__).parent
SOURCE, KEPT = (ROOT / "build" / name for name in ("site-source", "site-doctrees"))
#: The texts for every reader; the others are the lecturer's.
BESIDE = ("glossary", "sources")
#: A question of the exams, in a list of what teaches something.
EXAM = re.compile(r"(, )?\bexam \d+\.\d+")
#: What is below the page for lecturers.
BELOW = "\n```{toctree}\n:hidden:\n:glob:\n\nexams\nmarks\nlectures/*\n```\n"


def lay_out(lecturer: bool, solutions: bool) -> None:
    """Everything that Sphinx reads, in build/site-source."""
    static, notebooks = SOURCE / "_static", SOURCE / "notebooks"
    shutil.copytree(HERE / "static", static)
    shutil.copytree(ROOT / "docs" / "covers", static / "pictures")
    shutil.copytree(HERE / "reference", SOURCE / "reference")
    for folder in (notebooks / "exercises", SOURCE / "docs" / "lectures"):
        folder.mkdir(parents=True)
    lay_beside(static)
    texts = [path for path in (ROOT / "docs").rglob("*.md") if lecturer or path.stem in BESIDE]
    pages = {*texts, *(ROOT / "notebooks").rglob("*.ipynb")}
    for name, lecture in all_executed().items():
        path = ROOT / "notebooks" / f"{name}.ipynb"
        exercises = path.parent / "exercises" / path.name
        nbformat.write(lecture_page(lecture, path, pages), notebooks / path.name)
        nbformat.write(
            exercise_page(exercises, pages, solutions), notebooks / "exercises" / path.name
        )
    for path in texts:
        told = (
            script.read(path).plan()
            if path.parent.name == "lectures"
            else path.read_text(encoding="utf-8")
        )
        text = at_home(told if lecturer else EXAM.sub("", told), path, pages)
        if path.name == "glossary.md":
            text = glossary_page(text)
        (SOURCE / path.relative_to(ROOT)).write_text(
            text + BELOW * (path.name == "lecturer.md"), encoding="utf-8"
        )
    front = at_home(front_page(lecturer), ROOT / "index.md", pages)
    (SOURCE / "index.md").write_text(front, encoding="utf-8")


def main() -> int:
    """Arrange the sources and let Sphinx write the pages; a link that leads nowhere is an error."""
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
    for folder in (SOURCE, KEPT, out):
        shutil.rmtree(folder, ignore_errors=True)
    lay_out(lecturer, solutions=lecturer or options.solutions)
    how = ["-W", "--keep-going", "-q", "-j", "auto", "-b", "html", "-c", str(HERE), "-d", str(KEPT)]
    if failed := int(sphinx([*how, str(SOURCE), str(out)])):
        return failed
    print(f"{out.relative_to(ROOT)}/index.html: open it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
