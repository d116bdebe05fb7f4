"""The script of a lecture, ``docs/lectures/NN-name.md``: the lecturer's plan and the deck in one
file.

Sections (``##``): *Before*, *45 minutes*, *Further: name (N minutes)*, *On the board*, *What
students get wrong*, *If time runs short*, *To print* (the sheets of the handout: see
``handouts/sheets.py``). In *45 minutes* and in *Further* each ``### 5 min · Where must the
policeman stand?`` is a slide:

* plain Markdown is what the audience reads, and a line ``...`` waits for a press of the key;
* ``[show: heat-run]`` shows the output of the cell of that name, ``[show: play bare]`` its picture
  without controls, ``[show: play solved]`` the same after *Who wins?* was pressed, and
  ``[show: map-run titled]`` a figure with its title, which a slide otherwise leaves out; what waits
  for a press has its frame from the beginning, with a question mark in it;
* ``[show: check-run given positions; boards]`` shows a table in which the rows, columns or cards of
  these names do not wait for the press, because they say what is asked;
* ``[code: rounds-run 7-14]`` shows these lines of a cell, or of the source that it prints;
* ``- [ ] none`` and ``- [x] one`` are the choices of a vote. After a later press on the same slide
  the right one has a tick; ``[vote: heading]`` repeats them with the right answer
  (``docs/questions.md`` has what the vote needs outside the lecture);
* ``> ...`` is a note for the lecturer alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from textwrap import dedent
from typing import Any

import nbformat

# The most words, lines of code, characters of such a line, and figures on a slide.
WORDS = 40
CODE_LINES = 10
CODE_WIDTH = 72
FIGURES = 2

#: The minutes of the core of a lecture.
MINUTES = 45
#: How many slides the core may have.
SLIDES = range(12, 16)
CORE = "45 minutes"
PRINT = "To print"
#: The sections of a script in order; the further sections stand between the second and the third.
SECTIONS = (
    "Before",
    CORE,
    "On the board",
    "What students get wrong",
    "If time runs short",
    PRINT,
)

# What may stand in a line of a script: the heading of a slide, the name of a further section, what
# is shown, and a choice of a vote.
HEADING = re.compile(r"### (\d+) min · (.+)")
FURTHER = re.compile(r"Further: (.+) \((\d+) minutes\)")
SHOWN = re.compile(r"\[(show|code|vote): ([^\]]+)\]")
CHOICE = re.compile(r"- \[([ x])\] (.+)")
#: Before the rows, columns or cards of a table that do not wait for a press.
GIVEN = "given "
#: What may be said of how a figure is shown.
SHAPES = ("", "bare", "solved", "titled")
#: A word, which may have an apostrophe or a hyphen in it.
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True)
class Part:
    """A part of a slide."""

    kind: str  #: "words", "choice", "show", "code" or "vote"
    text: str  #: the words, or what is shown: the name of a cell, or the heading of a vote
    step: int  #: after how many presses of the key it appears
    right: bool = False  #: whether a choice is right
    #: "bare" or "solved" for a figure without controls, "titled", or "7-14" for lines of code
    more: str = ""
    given: tuple[str, ...] = ()  #: the rows, columns or cards of a table that do not wait


@dataclass
class Slide:
    """A slide: its minutes, its heading, what is on it, and the notes."""

    line: int  #: the line of the file in which it begins
    section: str
    minutes: int
    title: str
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    step: int = 0  #: the presses of the key that it has taken so far

    def of(self, *kinds: str) -> list[Part]:
        """The slide's parts of these kinds."""
        return [part for part in self.parts if part.kind in kinds]

    @property
    def words(self) -> int:
        """How many words the audience has to read, without the heading; a formula counts as one."""
        text = "\n".join(part.text for part in self.of("words", "choice"))
        return len(WORD.findall(re.sub(r"\$[^$]*\$", "x", text)))


@dataclass
class Script:
    """A lecture's script: the text before the first section, the text of each section, and the
    slides.
    """

    path: Path
    top: str
    sections: dict[str, str]
    slides: list[Slide]

    @property
    def title(self) -> str:
        """The heading of the file."""
        return self.top.partition("\n")[0].removeprefix("# ")

    def plan(self) -> str:
        """The page for the lecturer: a table of the slides of each section with what stands on them,
        and the headings of the sheets to print.
        """
        parts = [self.top]
        for name, text in self.sections.items():
            if name == PRINT:
                text = "* " + "\n* ".join(re.findall("^### (.+)", text, re.MULTILINE))
            slides = [slide for slide in self.slides if slide.section == name]
            rows = [
                f"| {slide.minutes} | {_on_slide(slide)} | {' '.join(slide.notes)} |"
                for slide in slides
            ]
            table = "\n".join(["| minutes | slide | what |", "|---:|---|---|", *rows])
            parts.append(f"## {name}\n\n{table if slides else text.strip()}\n")
        return "\n".join(parts)


def _on_slide(slide: Slide) -> str:
    """What stands on a slide, as a cell of a table in Markdown: its heading, its words, and the
    choices of a vote, the right one with a tick.
    """
    lines = [f"**{slide.title}**"]
    letters = iter(ascii_uppercase)
    for part in slide.of("words", "choice"):
        if part.kind == "choice":
            lines.append(f"{next(letters)} {part.text}{' ✓' if part.right else ''}")
        else:
            items = re.sub(r"^\* ", "<br>• ", part.text, flags=re.MULTILINE)
            in_one_line = " ".join(items.removeprefix("<br>").split())
            lines.append(in_one_line.replace("|", "\\|"))
    return "<br>".join(lines)


def read(path: Path) -> Script:
    """The script in a file.

    Raises
    ------
    ValueError
        If a line in a section of slides belongs to no slide.
    """
    top: list[str] = []
    sections: dict[str, list[str]] = {}
    slides: list[Slide] = []
    section = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            section = line[3:]
            sections[section] = []
            continue
        text = sections[section] if section else top
        text.append(line)
        has_slides = section == CORE or section.startswith("Further")
        if not has_slides:
            continue
        if heading := HEADING.fullmatch(line):
            slides.append(Slide(number, section, int(heading[1]), heading[2]))
        elif line.strip() and (not slides or slides[-1].section != section):
            raise ValueError(f"{path}:{number}: before the first slide of a section: {line}")
        elif slides:
            _add(slides[-1], line)
    texts = {name: "\n".join(lines) for name, lines in sections.items()}
    return Script(path, "\n".join(top), texts, slides)


def _add(slide: Slide, line: str) -> None:
    """Add a line of the script to a slide; consecutive lines of words are one part."""
    step = slide.step
    last = slide.parts[-1] if slide.parts else None
    if line == "...":
        slide.step += 1
    elif line.startswith(">"):
        slide.notes.append(line[1:].strip())
    elif shown := SHOWN.fullmatch(line):
        kind, name = shown.groups()
        more = ""
        if kind != "vote":  # the heading of a vote may have blanks in it
            name, _, more = name.partition(" ")
        given: tuple[str, ...] = ()
        if more.startswith(GIVEN):
            given = tuple(label.strip() for label in more.removeprefix(GIVEN).split(";"))
            more = ""
        slide.parts.append(Part(kind, name, step, more=more, given=given))
    elif choice := CHOICE.fullmatch(line):
        slide.parts.append(Part("choice", choice[2], step, right=choice[1] == "x"))
    elif last and last.kind == "words" and last.step == step:
        slide.parts[-1] = Part("words", f"{last.text}\n{line}", step)
    elif line.strip():
        slide.parts.append(Part("words", line, step))


def lines_of(part: Part, cell: nbformat.NotebookNode) -> list[str]:
    """The lines that a part of kind ``code`` shows: of a cell, or of the source that it prints."""
    first, _, last = part.more.partition("-")  # "7-14", "7" or ""
    lines: list[str] = cell.source.splitlines()
    if cell.source.startswith("show_source("):  # whose output is source, as Markdown
        printed: str = cell.outputs[0].data["text/markdown"]
        lines = printed.removeprefix("```python\n").removesuffix("\n```").splitlines()
    return lines[int(first or 1) - 1 : int(last or first or len(lines))]


def faults(script: Script, cells: Sequence[nbformat.NotebookNode]) -> list[str]:
    """The faults of a script, given the cells of its lecture: each with its file, and a fault of a
    slide with its line.
    """
    found = [f"{script.path.name}: {fault}" for fault in _faults_of_sections(script)]
    every_cell = {cell.id: cell for cell in cells}
    core_cells = {}  # those above the cell ``further``
    for cell in cells:
        if cell.id == "further":
            break
        core_cells[cell.id] = cell
    votes = {slide.title for slide in script.slides if slide.of("choice")}
    for slide in script.slides:
        allowed = core_cells if slide.section == CORE else every_cell
        place = f"{script.path.name}:{slide.line}: {slide.title}"
        for fault in _faults_of_slide(slide, allowed, set(every_cell), votes):
            found.append(f"{place}: {fault}")
    return found


def _faults_of_sections(script: Script) -> Iterator[str]:
    """Yield what is wrong with the sections, and with the minutes and the slides of each."""
    plain = tuple(name for name in script.sections if not name.startswith("Further"))
    if plain != SECTIONS:
        yield f"its sections are {', '.join(plain)}, and they should be {', '.join(SECTIONS)}"
    core = [slide for slide in script.slides if slide.section == CORE]
    if len(core) not in SLIDES:
        yield f"{len(core)} slides in the core, which has {SLIDES[0]} to {SLIDES[-1]}"
    minutes = sum(slide.minutes for slide in core)
    if minutes != MINUTES:
        yield f"the slides of the core take {minutes} minutes, not {MINUTES}"
    for name in script.sections:
        if name.startswith("Further"):
            heading = FURTHER.fullmatch(name)
            minutes = sum(slide.minutes for slide in script.slides if slide.section == name)
            if heading is None or int(heading[2]) != minutes:
                yield (
                    f'"{name}": its slides take {minutes} minutes; the heading is "Further: name '
                    '(N minutes)"'
                )


def _faults_of_slide(
    slide: Slide, allowed: dict[str, Any], every_name: set[str], votes: set[str]
) -> Iterator[str]:
    """Yield what is wrong with a slide.

    Parameters
    ----------
    slide
        The slide.
    allowed
        The cells that it may show, by their names.
    every_name
        The names of all cells of the lecture.
    votes
        The headings of the slides with votes.
    """
    for part in slide.of("show", "code"):
        if part.text not in every_name:
            yield f"no cell is called {part.text}"
        elif part.text not in allowed:
            yield f"{part.text} is a cell of a further section, and this slide belongs to the core"
        elif part.kind == "code":
            yield from _faults_of_code(part, allowed[part.text])
        elif not any(output.get("data") for output in allowed[part.text].get("outputs", [])):
            yield f"{part.text} shows nothing"
        elif part.more not in SHAPES:
            yield f'{part.text} cannot be shown "{part.more}", only bare, solved or titled'
        elif part.given and not part.step:
            yield f"{part.text} waits for no press, so nothing of it can be given before"
        elif part.more == "titled" and part.step:
            yield f"{part.text} waits for a press, and its title would give the answer away"
    for part in slide.of("vote"):
        if part.text not in votes:
            yield f'no vote is called "{part.text}"'
    choices = slide.of("choice")
    if choices and sum(part.right for part in choices) != 1:
        yield "a vote has one right answer: - [x]"
    if slide.words > WORDS:
        yield f"{slide.words} words, and {WORDS} are the most"
    if len(slide.of("show", "code")) > FIGURES:
        yield f"more than {FIGURES} figures"
    if not "".join(slide.notes).strip():
        yield "no notes"


def _faults_of_code(part: Part, cell: nbformat.NotebookNode) -> Iterator[str]:
    """Yield what is wrong with the code on a slide."""
    lines = lines_of(part, cell)
    if not 1 <= len(lines) <= CODE_LINES:
        yield f"{len(lines)} lines of code, and {CODE_LINES} are the most"
    if max(map(len, dedent("\n".join(lines)).split("\n"))) > CODE_WIDTH:
        yield f"a line of code is longer than {CODE_WIDTH} characters"
