"""The script of a lecture, ``docs/lectures/NN-name.md``: the lecturer's plan and the deck in one
file.

Sections (``##``): *Before*, *45 minutes*, *Further: name (N minutes)*, *On the board*, *What
students get wrong*, *If time runs short*, *To print* (the sheets of the handout: see
``handouts/sheets.py``). In *45 minutes* and in *Further* each ``### 5 min · Where must the
policeman stand?`` is a slide:

* plain Markdown is what the audience reads, and a line ``...`` waits for a press of the key;
* ``[show: heat-run]`` shows the output of the cell of that name, ``[show: play bare]`` its picture
  without controls;
* ``[code: rounds-run 7-14]`` shows these lines of a cell, or of the source that it prints;
* ``- [ ] none`` and ``- [x] one`` are the choices of a vote; ``[vote: heading]`` repeats them with
  the right answer;
* ``> ...`` is a note for the lecturer alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat

#: The limits of a slide, and of the core of a lecture.
WORDS, CODE_LINES, CODE_WIDTH, FIGURES, MINUTES, SLIDES = 40, 10, 72, 2, 45, range(12, 16)
#: The sections of a script in order; the further sections stand between the second and the third.
SECTIONS = (
    "Before",
    "45 minutes",
    "On the board",
    "What students get wrong",
    "If time runs short",
    "To print",
)
CORE, PRINT = SECTIONS[1], SECTIONS[-1]

HEADING = re.compile(r"### (\d+) min · (.+)")
FURTHER = re.compile(r"Further: (.+) \((\d+) minutes\)")
TAKEN = re.compile(r"\[(show|code|vote): ([^\]]+)\]")
CHOICE = re.compile(r"- \[([ x])\] (.+)")
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True)
class Part:
    """A part of a slide, after some presses: ``words``, a ``choice``, or what ``show``, ``code`` or
    ``vote`` name.
    """

    kind: str
    text: str
    step: int
    right: bool = False  #: whether a choice is right
    more: str = ""  #: "bare", or "7-14"


@dataclass
class Slide:
    """A slide: its minutes, its heading, what is on it, and the notes; ``step`` counts the presses
    so far.
    """

    line: int
    section: str
    minutes: int
    title: str
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    step: int = 0

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
        """The page for the lecturer: a table of the slides of each section, and the headings of the
        sheets to print.
        """
        parts = [self.top]
        for name, text in self.sections.items():
            if name == PRINT:
                text = "* " + "\n* ".join(re.findall("^### (.+)", text, re.MULTILINE))
            slides = [slide for slide in self.slides if slide.section == name]
            rows = [
                f"| {slide.minutes} | {slide.title} | {' '.join(slide.notes)} |" for slide in slides
            ]
            table = "\n".join(["| minutes | slide | what |", "|---:|---|---|", *rows])
            parts.append(f"## {name}\n\n{table if slides else text.strip()}\n")
        return "\n".join(parts)


def read(path: Path) -> Script:
    """The script in a file.

    Raises
    ------
    ValueError
        If a line in a section of slides belongs to no slide.
    """
    top, sections, slides, section = list[str](), dict[str, list[str]](), list[Slide](), ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            section = line[3:]
            sections[section] = []
            continue
        (sections[section] if section else top).append(line)
        if section != CORE and not section.startswith("Further"):
            continue
        if found := HEADING.fullmatch(line):
            slides.append(Slide(number, section, int(found[1]), found[2]))
        elif line.strip() and (not slides or slides[-1].section != section):
            raise ValueError(f"{path}:{number}: before the first slide of a section: {line}")
        elif slides:
            _add(slides[-1], line)
    return Script(
        path, "\n".join(top), {name: "\n".join(lines) for name, lines in sections.items()}, slides
    )


def _add(slide: Slide, line: str) -> None:
    """Add what a line brings to a slide; consecutive lines of words are one part."""
    last, step = slide.parts[-1] if slide.parts else None, slide.step
    if line == "...":
        slide.step += 1
    elif line.startswith(">"):
        slide.notes.append(line[1:].strip())
    elif found := TAKEN.fullmatch(line):
        name, _, more = (found[2], "", "") if found[1] == "vote" else found[2].partition(" ")
        slide.parts.append(Part(found[1], name, step, more=more))
    elif found := CHOICE.fullmatch(line):
        slide.parts.append(Part("choice", found[2], step, right=found[1] == "x"))
    elif last and last.kind == "words" and last.step == step:
        slide.parts[-1] = Part("words", f"{last.text}\n{line}", step)
    elif line.strip():
        slide.parts.append(Part("words", line, step))


def lines_of(part: Part, cell: nbformat.NotebookNode) -> list[str]:
    """The lines that a part of kind ``code`` shows: of a cell, or of the source that it prints."""
    first, _, last = part.more.partition("-")
    lines: list[str] = cell.source.splitlines()
    if cell.source.startswith("show_source("):
        printed: str = cell.outputs[0].data["text/markdown"]
        lines = printed.removeprefix("```python\n").removesuffix("\n```").splitlines()
    return lines[int(first or 1) - 1 : int(last or first or len(lines))]


def faults(script: Script, cells: Sequence[nbformat.NotebookNode]) -> list[str]:
    """The faults of a script, given the cells of its lecture: each with file and line."""
    found = [f"{script.path.name}: {fault}" for fault in _of_sections(script)]
    names = [cell.id for cell in cells]
    core = set(names[: names.index("further")] if "further" in names else names)
    votes = {slide.title for slide in script.slides if slide.of("choice")}
    for slide in script.slides:
        known = {cell.id: cell for cell in cells if slide.section != CORE or cell.id in core}
        where = f"{script.path.name}:{slide.line}: {slide.title}"
        found += [f"{where}: {fault}" for fault in _of_slide(slide, known, set(names), votes)]
    return found


def _of_sections(script: Script) -> Iterator[str]:
    plain = tuple(name for name in script.sections if not name.startswith("Further"))
    if plain != SECTIONS:
        yield f"its sections are {', '.join(plain)}, and they should be {', '.join(SECTIONS)}"
    core = [slide for slide in script.slides if slide.section == CORE]
    if len(core) not in SLIDES:
        yield f"{len(core)} slides in the core, which has {SLIDES[0]} to {SLIDES[-1]}"
    if sum(slide.minutes for slide in core) != MINUTES:
        yield (
            f"the slides of the core take {sum(slide.minutes for slide in core)} minutes, not "
            f"{MINUTES}"
        )
    for name in script.sections:
        if name.startswith("Further"):
            told = FURTHER.fullmatch(name)
            took = sum(slide.minutes for slide in script.slides if slide.section == name)
            if told is None or int(told[2]) != took:
                yield (
                    f'"{name}": its slides take {took} minutes; the heading is "Further: name (N '
                    'minutes)"'
                )


def _of_slide(
    slide: Slide, known: dict[str, Any], everywhere: set[str], votes: set[str]
) -> Iterator[str]:
    for part in slide.of("show", "code"):
        if part.text not in everywhere:
            yield f"no cell is called {part.text}"
        elif part.text not in known:
            yield f"{part.text} is a cell of a further section, and this slide belongs to the core"
        elif part.kind == "show" and not any(
            output.get("data") for output in known[part.text].get("outputs", [])
        ):
            yield f"{part.text} shows nothing"
        elif part.kind == "code":
            lines = lines_of(part, known[part.text])
            if not 1 <= len(lines) <= CODE_LINES:
                yield f"{len(lines)} lines of code, and {CODE_LINES} are the most"
            if max(map(len, dedent("\n".join(lines)).split("\n"))) > CODE_WIDTH:
                yield f"a line of code is longer than {CODE_WIDTH} characters"
    yield from (
        f'no vote is called "{part.text}"' for part in slide.of("vote") if part.text not in votes
    )
    choices = slide.of("choice")
    if choices and sum(part.right for part in choices) != 1:
        yield "a vote has one right answer: - [x]"
    if slide.words > WORDS:
        yield f"{slide.words} words, and {WORDS} are the most"
    if len(slide.of("show", "code")) > FIGURES:
        yield f"more than {FIGURES} figures"
    if not "".join(slide.notes).strip():
        yield "no notes"
