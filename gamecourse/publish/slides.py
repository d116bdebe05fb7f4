"""A deck for each lecture, in build/slides: ``python -m gamecourse.publish.slides``. It needs no
network and no kernel.

A deck follows the lecture's script (``script.py``), with figures and widgets from a fresh run
(``notebooks.py``). reveal.js and MathJax come from node_modules.
"""

from __future__ import annotations

import ast
import html
import re
import shutil
import sys
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from string import Template
from textwrap import dedent

import nbformat
from nbconvert.filters import markdown2html
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from gamecourse.course.landing import title_of
from gamecourse.publish import ROOT
from gamecourse.publish.notebooks import copy_shared_files, lectures_with_outputs
from gamecourse.publish.script import CORE, Part, Script, Slide, faults, lines_of, read

OUT = ROOT / "build" / "slides"
SCRIPTS = ROOT / "docs" / "lectures"
DECK = Path(__file__).with_name("deck")
#: The files of reveal.js that a deck needs.
REVEAL = ("dist/reveal.js", "dist/reveal.css", "plugin/notes/notes.js")
#: All files beside the decks.
LIBRARY = [
    *(ROOT / "node_modules" / "reveal.js" / file for file in REVEAL),
    DECK / "keys.js",
    DECK / "deck.js",
]
LIBRARY += (ROOT / "docs" / "covers").glob("*.svg")
#: How code looks.
CODE = HtmlFormatter(style="friendly", nobackground=True)
#: A link to a file that is not beside the deck.
LINK = re.compile(r"\[([^]]*)\]\((?![a-z]+:)[^)]*\)")


def words_of(text: str) -> str:
    """Markdown as HTML; links to files, which are not beside the deck, become plain words."""
    return str(markdown2html(LINK.sub(r"\1", text)))


def inline(text: str) -> str:
    """A line of Markdown as HTML, without a paragraph round it."""
    return words_of(text).strip().removeprefix("<p>").removesuffix("</p>")


def as_table(text: str) -> str:
    """A value as Python writes it, in a form for a lecture hall: a dict as rows, a list as words.

    >>> as_table("{'positions': 1250, 'won': [1, 2]}")
    '<table><tr><th>positions</th><td>1,250</td></tr><tr><th>won</th><td>1, 2</td></tr></table>'
    """
    try:
        return _as_html(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        return f"<pre>{html.escape(text)}</pre>"


def _as_html(value: ast.expr) -> str:
    """A parsed value as HTML (``as_table``)."""
    match value:
        case ast.Dict(keys, values):
            pairs = zip(keys, values, strict=True)
            rows = (
                f"<tr><th>{_as_html(key)}</th><td>{_as_html(value)}</td></tr>"
                for key, value in pairs
                if key  # a ** in a dict has none
            )
            return f"<table>{''.join(rows)}</table>"
        case ast.List(items) | ast.Set(items):
            return ", ".join(map(_as_html, items)) or "–"
        case ast.Constant(int(number)) if not isinstance(number, bool):
            return f"{number:,}"
        case ast.Constant(str(text)):
            return html.escape(text)
    return html.escape(ast.unparse(value))


def figure_of(cell: nbformat.NotebookNode) -> tuple[str, str]:
    """The last output of a cell: its kind (widget, table, picture, words) and the HTML."""
    output = next(output for output in reversed(cell.outputs) if output.get("data"))
    data = output["data"]
    if "text/html" in data:
        kind = "widget" if "data-stage" in data["text/html"] else "table"
        return kind, data["text/html"]
    if "image/png" in data:
        alt = html.escape(output.metadata.get("image/png", {}).get("alt", ""), quote=True)
        source = f"data:image/png;base64,{data['image/png'].strip()}"
        return "picture", f'<img alt="{alt}" src="{source}">'
    if "text/markdown" in data:
        return "words", words_of(data["text/markdown"])
    return "table", as_table(data["text/plain"])


def slide_of(
    slide: Slide, cells: Mapping[str, nbformat.NotebookNode], votes: Mapping[str, Slide]
) -> str:
    """A slide as HTML: its words, its vote, its figures, and the notes, which the audience does not
    see.

    Parameters
    ----------
    slide
        The slide.
    cells
        The cells of the lecture by their names, with the outputs of a run.
    votes
        The slides that have a vote, by their headings.
    """
    # What is of one kind and appears at the same press of the key is one block.
    blocks = groupby(slide.of("words", "choice", "vote"), lambda part: (part.kind, part.step))
    words = "".join(_words_block(list(parts), votes) for _, parts in blocks)
    figures = "".join(_figure_box(part, cells[part.text]) for part in slide.of("show", "code"))
    body = ""
    if words:
        body += f'<div class="words">{words}</div>'
    if figures:
        body += f'<div class="figures">{figures}</div>'
    shape = "figures-only"
    if words:
        shape = "both" if figures else "words-only"
    layer = "" if slide.section == CORE else f'<p class="layer">{html.escape(slide.section)}</p>'
    heading = f"<h2>{inline(slide.title)}</h2>{layer}"
    frame = f'<div class="frame">{heading}<div class="body">{body}</div></div>'
    answers = "".join(f"\n\n**Answer:** {part.text}" for part in slide.of("choice") if part.right)
    notes = words_of(f"**{slide.minutes} minutes.**{answers}\n\n" + "\n".join(slide.notes))
    return f'<section class="{shape}">{frame}<aside class="notes">{notes}</aside></section>\n'


def _words_block(parts: list[Part], votes: Mapping[str, Slide]) -> str:
    """Parts of one kind that appear at the same press of the key, as HTML: words, the choices of a
    vote, or the choices of an earlier vote with the right answer.
    """
    kind = parts[0].kind
    step = parts[0].step
    if kind == "words":
        content = "".join(words_of(part.text) for part in parts)
    elif kind == "choice":
        items = [f"<li>{inline(part.text)}</li>" for part in parts]
        content = f'<ol class="vote">{"".join(items)}</ol>'
    else:  # "vote"
        choices = [choice for part in parts for choice in votes[part.text].of("choice")]
        items = [
            f'<li class="{"right" if choice.right else "other"}">{inline(choice.text)}</li>'
            for choice in choices
        ]
        content = f'<ol class="vote told">{"".join(items)}</ol>'
    waits = f' class="fragment" data-fragment-index="{step}"' if step else ""
    return f"<div{waits}>{content}</div>"


def _figure_box(part: Part, cell: nbformat.NotebookNode) -> str:
    """A figure, or code, in a box that fills the space left by the words."""
    if part.kind == "code":
        kind = "code"
        code = dedent("\n".join(lines_of(part, cell)))
        content = highlight(code, PythonLexer(), CODE)
    else:
        kind, content = figure_of(cell)
    classes = ["box", kind]
    if part.more == "bare":
        classes.append("bare")
    waits = ""  # for a press of the key
    if part.step:
        classes.append("fragment")
        waits = f' data-fragment-index="{part.step}"'
    attributes = f'class="{" ".join(classes)}"{waits} data-kind="{kind}"'
    return f'<div {attributes}><div class="fit">{content}</div></div>'


def deck_of(script: Script, lecture: nbformat.NotebookNode) -> str:
    """The deck of a lecture, as a page: first its cover, with notes on what to prepare, then the
    slides.
    """
    cells = {cell.id: cell for cell in lecture.cells}
    votes = {slide.title: slide for slide in script.slides if slide.of("choice")}
    slides = "".join(slide_of(slide, cells, votes) for slide in script.slides)
    number, title, question = map(html.escape, title_of(lecture))
    template = Template((DECK / "deck.html").read_text(encoding="utf-8"))
    return template.substitute(
        name=script.path.stem,
        number=number,
        title=title,
        question=question,
        slides=slides,
        before=words_of(script.sections["Before"]),
    )


def main() -> int:
    """Write all decks and the list of them, or print what is wrong with the scripts; return the exit
    status.
    """
    lectures = lectures_with_outputs()
    scripts = {stem: read(SCRIPTS / f"{stem}.md") for stem in lectures}
    every_fault = [
        fault
        for stem, lecture in lectures.items()
        for fault in faults(scripts[stem], lecture.cells)
    ]
    if every_fault:
        print(*every_fault, sep="\n", file=sys.stderr)
        return 1
    lib = OUT / "lib"
    shutil.rmtree(OUT, ignore_errors=True)
    lib.mkdir(parents=True)
    for path in LIBRARY:
        shutil.copy(path, lib)
    css = [(DECK / "deck.css").read_text(encoding="utf-8"), CODE.get_style_defs(".highlight")]
    (lib / "deck.css").write_text("\n".join(css), encoding="utf-8")
    copy_shared_files(lib)
    for stem, lecture in lectures.items():
        (OUT / f"{stem}.html").write_text(deck_of(scripts[stem], lecture), encoding="utf-8")
    (OUT / "index.html").write_text(list_of(lectures), encoding="utf-8")
    print(f"{OUT.relative_to(ROOT)}/index.html: open it")
    return 0


def list_of(lectures: Mapping[str, nbformat.NotebookNode]) -> str:
    """The page with links to the decks."""
    lines = []
    for stem, lecture in lectures.items():
        number, title, question = map(html.escape, title_of(lecture))
        cover = f'<img src="lib/{stem}.svg" alt="">'
        lines.append(f'<li><a href="{stem}.html">{cover}{number} · {title}</a><br>{question}</li>')
    return Template((DECK / "list.html").read_text(encoding="utf-8")).substitute(
        decks="\n".join(lines)
    )


if __name__ == "__main__":
    sys.exit(main())
