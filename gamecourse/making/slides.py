"""A deck for each lecture, in build/slides: ``python -m gamecourse.making.slides``. It needs no network and no kernel.

The lectures are run for pages (``executed.py``) and made into slides by nbconvert; reveal.js and MathJax come from
node_modules. What a plan in docs/plans says of a heading becomes a note for the lecturer on its slide.
"""

from __future__ import annotations

import base64
import html
import re
import shutil
from pathlib import Path
from string import Template

import nbformat
from nbconvert import SlidesExporter
from nbconvert.filters import markdown2html
from pygments.formatters import HtmlFormatter

from gamecourse.course.landing import picture_of, title_of
from gamecourse.making import ROOT, checked_out
from gamecourse.making.executed import all_executed, lay_beside

OUT = ROOT / "build" / "slides"
DECK = Path(__file__).with_name("deck")
MODULES = ROOT / "node_modules"
#: What lies beside the decks, and where it comes from.
TAKEN = {
    "dist/reveal.js": MODULES / "reveal.js/dist/reveal.js",
    "dist/reveal.css": MODULES / "reveal.js/dist/reveal.css",
    "notes.js": MODULES / "reveal.js/plugin/notes/notes.js",
    "deck.js": DECK / "deck.js",
}
LINK = re.compile(r"\[([^]]*)\]\((?![a-z]+:|#)([^)]*)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
COVER = '<img class="deck-cover" alt="" src="data:image/{kind};base64,{picture}">\n\n'
NOTE = '\n\n<aside class="notes">{}</aside>\n'


def plain_links(source: str, stems: set[str]) -> str:
    """Links to other lectures lead to their decks; those to files that are not beside a deck become words."""

    def moved(match: re.Match[str]) -> str:
        stem = match[2].removesuffix(".ipynb")
        return f"[{match[1]}]({stem}.html)" if stem in stems else match[1]

    return LINK.sub(moved, source)


def told_of(stem: str) -> dict[str, str]:
    """What the plan of a lecture says, by the heading to which it belongs: minutes, and what to do."""
    path = ROOT / "docs" / "plans" / f"{stem}.md"
    if not path.is_file():
        return {}
    plan = path.read_text(encoding="utf-8").partition("## 45 minutes")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in plan.splitlines() if line.startswith("|")]
    told: dict[str, str] = {}
    for minutes, what, where in (row for row in rows if len(row) == 3 and row[0].isdigit()):
        heading = where.partition(";")[0].strip()
        told[heading] = f"{told.get(heading, '')}**{minutes} minutes.** {what}\n\n"
    return told


def slides_of(stem: str, notebook: nbformat.NotebookNode, stems: set[str]) -> str:
    """The deck of a lecture."""
    told = told_of(stem)
    suffix, picture = picture_of(ROOT / "notebooks" / f"{stem}.ipynb", notebook) or ("", b"")
    kind = "svg+xml" if suffix == ".svg" else "png"
    notebook.cells[0].source = (
        COVER.format(kind=kind, picture=base64.b64encode(picture).decode()) + notebook.cells[0].source
    )
    notebook.metadata["title"] = re.sub(r"[$*`]", "", title_of(notebook)[1])
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = plain_links(cell.source, stems)
            heading = HEADING.search(cell.source)
            if heading and heading[1] in told:
                cell.source += NOTE.format(markdown2html(told.pop(heading[1])))
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata["transient"] = {"remove_source": True}
    exporter = SlidesExporter(template_name="deck", extra_template_basedirs=[str(DECK.parent)])
    exporter.reveal_url_prefix, exporter.reveal_theme = "lib", "deck"
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = True
    return exporter.from_notebook_node(notebook)[0]


def main() -> None:
    """All decks, and the list of them."""
    checked_out()
    lib = OUT / "lib"
    shutil.rmtree(OUT, ignore_errors=True)
    (lib / "dist" / "theme").mkdir(parents=True)  # as nbconvert's template has it
    for name, path in TAKEN.items():
        shutil.copy(path, lib / name)
    code = HtmlFormatter(style="friendly").get_style_defs(".highlight")
    css = [(DECK / "deck.css").read_text(encoding="utf-8"), code, ".highlight { background: #f6f6f4; }"]
    (lib / "dist/theme/deck.css").write_text("\n".join(css), encoding="utf-8")
    lay_beside(lib)
    lectures = all_executed()
    decks = []
    for stem, notebook in lectures.items():
        number, title, question = title_of(notebook)
        (OUT / f"{stem}.html").write_text(slides_of(stem, notebook, set(lectures)), encoding="utf-8")
        decks.append(
            f'<li value="{number}"><a href="{stem}.html">{html.escape(title)}</a>: {html.escape(question)}</li>'
        )
    index = Template((DECK / "list.html").read_text(encoding="utf-8"))
    (OUT / "index.html").write_text(index.substitute(decks="\n".join(decks)), encoding="utf-8")


if __name__ == "__main__":
    main()
