"""A deck for each lecture, in build/slides: ``python -m gamecourse.publish.slides``. It needs no
network and no kernel.

A deck follows the lecture's script (``script.py``), with figures and widgets from a fresh run
(``notebooks.py``). reveal.js and MathJax come from node_modules.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from string import Template
from textwrap import dedent
from typing import NamedTuple

import nbformat
from nbconvert.filters import markdown2html
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from gamecourse.course import plan
from gamecourse.course.landing import title_of
from gamecourse.publish import ROOT
from gamecourse.publish.drawings import inline
from gamecourse.publish.hall import as_table, for_hall
from gamecourse.publish.notebooks import copy_shared_files, lectures_with_outputs
from gamecourse.publish.printing import as_pdf, chromium
from gamecourse.publish.script import CORE, FURTHER, Part, Script, Slide, faults, lines_of, read
from gamecourse.show.colours import GROUNDS
from gamecourse.show.figures import TITLED, UNTITLED, VEILED

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
COVERS = ROOT / "docs" / "covers"
#: The number of the lecture on a cover, which a deck says beside it.
NUMBER = re.compile(r"<text\b.*?</text>")
#: How code looks.
CODE = HtmlFormatter(style="friendly", nobackground=True)
#: A link to a file that is not beside the deck.
LINK = re.compile(r"\[([^]]*)\]\((?![a-z]+:)[^)]*\)")
#: The letter of a kind of positions, or a short first part of a word, and the hyphen behind it.
HYPHEN = re.compile(r"\b([NPD]|[Uu]n|[Nn]im)-(?=[a-z])")
#: A pair of numbers, such as a cell, in which no line ends.
PAIR = re.compile(r"\(([-−]?\d+), ([-−]?\d+)\)")
#: A product of two numbers, such as the size of a board, in which no line ends.
PRODUCT = re.compile(r"(?<=\w) × (?=\w)")
#: Before a number that ends a part of a sentence, such as *depth 3,*: no line ends there.
BEFORE_NUMBER = re.compile(r"(?<=[a-z]) (?=\d+[,.;:?!])")
#: A formula with what closes its sentence.
FORMULA = re.compile(r"(?<![$\w])(\$[^$<]{1,80}\$[.,;:?!]+)")
#: Where no line of a heading ends: between numbers, and beside a sign between two of them.
IN_HEADING = re.compile(r"(?<=\d), (?=\d)|(?<=\w) (?=[=×])|(?<=[=×]) (?=\w)")
#: Between two sentences of a heading.
SENTENCE_ENDS = re.compile(r"(?<=[\w)`*”][.?!:;]) (?=\S)")
#: The heading of the last slide of a core.
TAKE_HOME = "What to take home"
#: A slide with so few words and no list is a statement, and large.
FEW_WORDS = 14
LISTED = re.compile(r"<(ul|ol|table|pre)\b|\$")
#: What a press of the key brings, as the notes call it.
BROUGHT = {"show": "the figure", "code": "the code", "words": "more words", "choice": "the choices"}


class Figure(NamedTuple):
    """What stands in a box of a slide."""

    kind: str  #: "widget", "table", "cards", "picture", "words" or "code"
    content: str  #: as HTML
    before: str = ""  #: what stands in its place until a press of the key, as HTML


def words_of(text: str) -> str:
    """Markdown as HTML; links to files, which are not beside the deck, become plain words. No line
    ends at the hyphen of *N-position* or *un-move*, in a pair or a product of numbers, before a
    number that ends a part of a sentence, or between a formula and what closes its sentence.
    """
    as_html = str(markdown2html(LINK.sub(r"\1", text)))
    as_html = HYPHEN.sub("\\1\u2060-\u2060", as_html)
    as_html = PRODUCT.sub("\u00a0×\u00a0", as_html)
    as_html = PAIR.sub("(\\1,\u00a0\\2)", as_html)
    as_html = BEFORE_NUMBER.sub("\u00a0", as_html)
    return FORMULA.sub(r'<span class="whole">\1</span>', as_html)


def in_line(text: str) -> str:
    """A line of Markdown as HTML, without a paragraph round it."""
    return words_of(text).strip().removeprefix("<p>").removesuffix("</p>")


def figure_of(cell: nbformat.NotebookNode, prefix: str, part: Part) -> Figure:
    """The last output of a cell, as a slide shows it.

    Parameters
    ----------
    cell
        The cell, with the outputs of a run for pages.
    prefix
        With this the names in a drawing begin, because a figure may be on two slides.
    part
        What the script says of it: at which press of the key it comes, and how it is shown.

    Raises
    ------
    ValueError
        If something is given of a table that is not in it.
    """
    output = next(output for output in reversed(cell.outputs) if output.get("data"))
    data = output["data"]
    if "text/html" in data:
        if "data-stage" in data["text/html"]:
            return Figure("widget", data["text/html"])
        return Figure(*for_hall(data["text/html"], part.step, part.given))
    if UNTITLED in data:
        words = output.metadata.get("image/png", {}).get("alt", "")
        kind = TITLED if part.more == "titled" else UNTITLED
        drawn = inline(data[kind], prefix, words)
        veiled = data.get(VEILED, "")
        return Figure("picture", drawn, inline(veiled, f"{prefix}veiled-", "") if veiled else "")
    if "text/markdown" in data:
        return Figure("words", words_of(data["text/markdown"]))
    return Figure(*for_hall(as_table(data["text/plain"]), part.step, part.given))


def slide_of(
    slide: Slide,
    lecture: str,
    cells: Mapping[str, nbformat.NotebookNode],
    votes: Mapping[str, Slide],
) -> str:
    """A slide as HTML: its words, its vote, its figures, and the notes, which the audience does not
    see.

    Parameters
    ----------
    slide
        The slide.
    lecture
        The number and the title of the lecture, which stand above the heading.
    cells
        The cells of the lecture by their names, with the outputs of a run.
    votes
        The slides that have a vote, by their headings.
    """
    # What is of one kind and appears at the same press of the key is one block.
    blocks = groupby(slide.of("words", "choice", "vote"), lambda part: (part.kind, part.step))
    words = "".join(_words_block(list(parts), slide, votes) for _, parts in blocks)
    figures = "".join(
        _figure_box(part, slide, cells[part.text]) for part in slide.of("show", "code")
    )
    body = ""
    if words:
        body += f'<div class="words">{words}</div>'
    if figures:
        body += f'<div class="figures">{figures}</div>'
    above = lecture if slide.section == CORE else FURTHER.sub(r"Further: \1", slide.section)
    heading = f'<p class="kicker">{html.escape(above)}</p><h2>{_heading(slide.title)}</h2>'
    frame = f'<div class="frame">{heading}<div class="body">{body}</div></div>'
    seconds = slide.minutes * 60
    return (
        f'<section class="{_shape(slide, words, figures)}" data-timing="{seconds}">{frame}'
        f'<aside class="notes">{_notes(slide)}</aside></section>\n'
    )


def _heading(title: str) -> str:
    """The heading of a slide as HTML. Of several sentences each begins a line if they do not stand
    in one.
    """
    whole = IN_HEADING.sub(lambda space: space[0].replace(" ", "\u00a0"), title)
    sentences = [in_line(sentence) for sentence in SENTENCE_ENDS.split(whole)]
    if len(sentences) == 1:
        return sentences[0]
    return " ".join(f'<span class="sentence">{sentence}</span>' for sentence in sentences)


def _shape(slide: Slide, words: str, figures: str) -> str:
    """The classes of a slide, by which the style sheet lays it out."""
    if figures:
        return "both" if words else "figures-only"
    if slide.title == TAKE_HOME:
        return "words-only home"
    plain = not slide.of("choice", "vote") and not LISTED.search(words)
    return "words-only statement" if plain and slide.words <= FEW_WORDS else "words-only"


def _notes(slide: Slide) -> str:
    """The notes of a slide: its minutes, the right answer of a vote, what a press of the key brings,
    and what the lecturer does.
    """
    lines = [f"**{slide.minutes} minutes.**"]
    lines += [f"**Answer:** {part.text}" for part in slide.of("choice") if part.right]
    for step in range(1, slide.step + 1):
        kinds = [part.kind for part in slide.parts if part.step == step]
        names = dict.fromkeys(BROUGHT.get(kind, kind) for kind in kinds)
        lines.append(f"**Press:** {', '.join(names)}.")
    lines.append("\n".join(slide.notes))
    return words_of("\n\n".join(lines))


def _words_block(parts: list[Part], slide: Slide, votes: Mapping[str, Slide]) -> str:
    """Parts of one kind that appear at the same press of the key, as HTML: words, the choices of a
    vote, or the choices of an earlier vote with the right answer.
    """
    kind = parts[0].kind
    step = parts[0].step
    if kind == "words":
        content = "".join(words_of(part.text) for part in parts)
    elif kind == "choice":
        items = [f"<li>{in_line(part.text)}{_tick(part, slide)}</li>" for part in parts]
        name = html.escape(slide.title, quote=True)
        content = f'<ol class="vote" data-vote="{name}">{"".join(items)}</ol>'
    else:  # "vote"
        content = "".join(_told(votes[part.text]) for part in parts)
    waits = f' class="fragment" data-fragment-index="{step}"' if step else ""
    return f"<div{waits}>{content}</div>"


def _tick(choice: Part, slide: Slide) -> str:
    """What marks the right choice of a vote that is answered on its own slide, at the next press of
    the key; "" for any other choice.
    """
    if not choice.right or choice.step == slide.step:
        return ""
    return f'<span class="tick fragment" data-fragment-index="{choice.step + 1}"></span>'


def _told(asked: Slide) -> str:
    """The choices of an earlier vote, with the right one marked."""
    items = [
        f'<li class="{"right" if choice.right else "other"}">{in_line(choice.text)}</li>'
        for choice in asked.of("choice")
    ]
    name = html.escape(asked.title, quote=True)
    return f'<ol class="vote told" data-vote="{name}">{"".join(items)}</ol>'


def _figure_box(part: Part, slide: Slide, cell: nbformat.NotebookNode) -> str:
    """A figure, or code, in a box that fills the space left by the words.

    What waits for a press of the key has its place from the beginning: the widget without its
    colours, the axes without the curve, the first line of the code, or a question mark.
    """
    if part.kind == "code":
        figure = _code(lines_of(part, cell), part.step)
    else:
        try:
            figure = figure_of(cell, f"line-{slide.line}-{cell.id}-", part)
        except ValueError as error:
            raise FaultyScripts(f"{slide.title}: {part.text}: {error}") from None
    classes = ["box", figure.kind]
    if part.more in ("bare", "solved"):
        classes += ["bare", part.more]
    waits = f'class="fragment" data-fragment-index="{part.step}"'
    fit = f'<div class="fit">{figure.content}</div>'
    if part.step and figure.kind == "widget":  # the style sheet takes its colours away until then
        classes.append("waits")
        fit += f"<span {waits}></span>"
    elif part.step and figure.kind in ("picture", "words"):
        classes.append("guess")
        fit = f'<div class="fit"><div {waits}>{figure.content}</div></div>'
        fit += f'<div class="before">{figure.before}</div>'
    return f'<div class="{" ".join(dict.fromkeys(classes))}" data-kind="{figure.kind}">{fit}</div>'


def _code(lines: Sequence[str], step: int) -> Figure:
    """Lines of code; if they wait for a press of the key, the first one does not."""
    first, *rest = dedent("\n".join(lines)).splitlines()
    if not step or not rest:
        return Figure("code", highlight("\n".join([first, *rest]), PythonLexer(), CODE))
    shown = highlight(first, PythonLexer(), CODE)
    waiting = highlight("\n".join(rest), PythonLexer(stripnl=False), CODE)
    veil = f'<div class="fragment" data-fragment-index="{step}">{waiting}</div>'
    return Figure("code", shown + veil)


def deck_of(script: Script, lecture: nbformat.NotebookNode) -> str:
    """The deck of a lecture, as a page: first its cover, with notes on what to prepare, then the
    slides of the core, and then each further section as a stack of its own behind a door.
    """
    cells = {cell.id: cell for cell in lecture.cells}
    votes = {slide.title: slide for slide in script.slides if slide.of("choice")}
    number, title, question = title_of(lecture)
    name = f"{number} · {title}"
    stacks = []
    for section, slides in groupby(script.slides, lambda slide: slide.section):
        stack = "".join(slide_of(slide, name, cells, votes) for slide in slides)
        if section != CORE:
            stack = f"<section>\n{_door(section, name)}{stack}</section>\n"
        stacks.append(stack)
    template = Template((DECK / "deck.html").read_text(encoding="utf-8"))
    return template.substitute(
        name=script.path.stem,
        number=html.escape(number),
        title=html.escape(title),
        question=html.escape(question),
        ground=GROUNDS[int(number) - 1],
        slides="".join(stacks),
        before=words_of(script.sections["Before"]),
    )


def _door(section: str, lecture: str) -> str:
    """The slide before a further section: its name and its minutes."""
    heading = FURTHER.fullmatch(section)
    assert heading is not None, section  # a script with another heading is refused
    name, minutes = heading.groups()
    return (
        '<section class="door" data-visibility="uncounted"><div class="frame">'
        f'<p class="kicker">{html.escape(lecture)} · further</p>'
        f"<h2>{in_line(name[0].upper() + name[1:])}</h2><p>{minutes} minutes</p></div>"
        '<aside class="notes"><p>A further section: it needs the core alone.</p></aside></section>\n'
    )


class FaultyScripts(Exception):
    """Something is wrong with the scripts of lectures: a line for each fault."""


def write_decks(out: Path, lectures: Mapping[str, nbformat.NotebookNode]) -> None:
    """Write the decks of lectures, and the list of them, into a folder, which is emptied before.

    Raises FaultyScripts, and writes nothing, if something is wrong with the scripts.

    Parameters
    ----------
    out
        The folder.
    lectures
        The lectures with outputs, by their names.
    """
    scripts = {stem: read(SCRIPTS / f"{stem}.md") for stem in lectures}
    every_fault = [
        fault
        for stem, lecture in lectures.items()
        for fault in faults(scripts[stem], lecture.cells)
    ]
    if every_fault:
        raise FaultyScripts("\n".join(every_fault))
    decks = {stem: deck_of(scripts[stem], lecture) for stem, lecture in lectures.items()}
    lib = out / "lib"
    shutil.rmtree(out, ignore_errors=True)
    lib.mkdir(parents=True)
    for path in LIBRARY:
        shutil.copy(path, lib)
    for path in COVERS.glob("*.svg"):
        cover = NUMBER.sub("", path.read_text(encoding="utf-8"))
        (lib / path.name).write_text(cover, encoding="utf-8")
    _uncover_next_slide(lib / "notes.js")
    css = [(DECK / "deck.css").read_text(encoding="utf-8"), CODE.get_style_defs(".highlight")]
    (lib / "deck.css").write_text("\n".join(css), encoding="utf-8")
    copy_shared_files(lib)
    for stem, deck in decks.items():
        (out / f"{stem}.html").write_text(deck, encoding="utf-8")
    (out / "index.html").write_text(list_of(lectures), encoding="utf-8")


def _uncover_next_slide(notes: Path) -> None:
    """Move the label of the next slide in the window of the notes to the lower edge of that slide:
    reveal.js puts it over the heading.
    """
    label = '<span class=\\"overlay-element label\\"'
    text = notes.read_text(encoding="utf-8")
    found = f"{label}>Upcoming<"
    assert found in text, "reveal.js has another window for notes"
    moved = f'{label} style=\\"top: auto; bottom: 10px\\">Upcoming<'
    notes.write_text(text.replace(found, moved), encoding="utf-8")


def print_decks(decks: Sequence[Path], browser: str) -> None:
    """Print each deck into a PDF file beside it, a slide a page; as many at a time as there are
    processors.
    """

    def print_one(deck: Path) -> None:
        """Print a deck."""
        as_pdf(browser, f"{deck.absolute().as_uri()}?print-pdf", deck.with_suffix(".pdf"))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(print_one, decks))


def main(with_pdf: bool) -> None:
    """Write all decks and the list of them. With ``with_pdf`` they are printed as well, where there
    is a Chromium.
    """
    paths = plan.lectures()
    try:
        write_decks(OUT, lectures_with_outputs(paths))
    except FaultyScripts as error:
        sys.exit(str(error))
    browser = chromium() if with_pdf else None
    if browser:
        print_decks([OUT / f"{path.stem}.html" for path in paths], browser)
    print(f"{OUT.relative_to(ROOT)}/index.html: open it{'; PDFs beside it' if browser else ''}")


def list_of(lectures: Mapping[str, nbformat.NotebookNode]) -> str:
    """The page with links to the decks."""
    lines = []
    for stem, lecture in lectures.items():
        number, title, question = map(html.escape, title_of(lecture))
        cover = f'<img src="lib/{stem}.svg" alt="">'
        lines.append(
            f'<li><a href="{stem}.html">{cover}<p>{number} · {title}</p></a><p>{question}</p></li>'
        )
    return Template((DECK / "list.html").read_text(encoding="utf-8")).substitute(
        decks="\n".join(lines)
    )


if __name__ == "__main__":
    main(with_pdf="--no-pdf" not in sys.argv)
