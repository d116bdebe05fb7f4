"""The page on which a reader begins: every lecture with its cover, its question and its minutes.

The words of the page are in ``index.txt``: the text after a line such as ``%% welcome`` is the cell
of that name.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template

from gamecourse.course.student import METADATA, Node
from gamecourse.progress.counting import Worksheet, next_exercise, total
from gamecourse.progress.record import NOTHING, Progress

#: After a sentence of fewer characters the next sentence follows, too.
SHORTEST_TEASER = 60
#: This word in the metadata marks the page.
MARK = {"gamelib": {"page": "index"}}


def cells_of_page() -> dict[str, str]:
    """The cells of the page by their names, as ``index.txt`` has them."""
    text = Path(__file__).with_name("index.txt").read_text(encoding="utf-8")
    # re.split yields what is before the first name, and then names and texts in turn
    _, *parts = re.split(r"^%% (\S+)\n", text, flags=re.MULTILINE)
    return {name: source.strip() for name, source in zip(parts[::2], parts[1::2], strict=True)}


def landing_page(
    pages: Sequence[tuple[str, Node]],
    exercises: set[str],
    solutions: bool = True,
    sheets: Sequence[Worksheet] = (),
    progress: Progress = NOTHING,
) -> Node:
    """Return the notebook ``index.ipynb``: its code is not run, and its links lead to the notebooks
    beside it.

    Parameters
    ----------
    pages
        The lectures in their order: name and notebook.
    exercises
        The names of the lectures that have exercises.
    solutions
        Whether the copy has the solutions, so that links can lead there.
    sheets
        The exercises that are counted.
    progress
        Which of them are right, and where a game was won.

    Examples
    --------
    >>> lecture = {"cells": [{"cell_type": "markdown", "source": "# 1 · Matches: who wins?"}], "metadata": {}}
    >>> page = landing_page([("01-matches.ipynb", lecture)], set())
    >>> [cell["id"] for cell in page["cells"]]
    ['welcome', 'play-first', 'play', 'first-steps', 'lectures', 'yours']
    """
    first_name, first = pages[0]
    number, title, _ = title_of(first)
    see_solutions = f" When you have tried, look at the [solutions](solutions/{first_name})."
    sheet_of = {f"{sheet.stem}.ipynb": sheet for sheet in sheets}
    cards = []
    for name, lecture in pages:
        links = [f'<a href="{name}"><b>Open</b></a>']
        if name in exercises:
            links.append(f'<a href="exercises/{name}">Exercises</a>')
            if solutions:
                links.append(f'<a href="solutions/{name}">Solutions</a>')
        done = done_in(Path(name).stem, sheet_of.get(name), progress)
        cards.append(card(Path(__file__).parent, name, lecture, links, "<br>", done))
    values = {
        "name": first_name,
        "number": number,
        "title": title,
        "solutions": see_solutions if solutions else "",
        "cards": "\n".join(cards),
    }
    way_on = next_exercise(sheets, progress)
    if way_on is not None:
        sheet, exercise = way_on
        values |= {
            "exercise": exercise.title,
            "sheet": f"exercises/{sheet.stem}.ipynb",
            "stars": "★" * exercise.stars,
            "lecture": title_of(dict(pages)[f"{sheet.stem}.ipynb"])[0],
            "count": str(total(sheets, progress)),
        }
    code: Node = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    # not editable, so that a double click does not turn the words into their source
    words: Node = {"cell_type": "markdown", "metadata": {"editable": False}}
    cells = [
        (code if name == "play" else words)
        | {"id": name, "source": Template(source).substitute(values)}
        for name, source in cells_of_page().items()
        if name != "go-on" or way_on is not None
    ]
    return {"cells": cells, "metadata": METADATA | MARK, "nbformat": 4, "nbformat_minor": 5}


def title_of(lecture: Node) -> tuple[str, str, str]:
    """Number, title and question, as the first heading has them: ``# 1 · Matches: who wins?``.

    Number and question are "" if the heading has none. The question gets a capital letter.
    """
    heading = re.search(r"^# (.+)$", "\n".join(_first_words(lecture)), re.MULTILINE)
    parts = re.fullmatch(r"(?:(\d+) · )?(.*?)(?:: (.+))?", heading[1] if heading else "Untitled")
    assert parts is not None  # the pattern fits every line
    question = parts[3] or ""
    return parts[1] or "", parts[2], question[:1].upper() + question[1:]


def minutes_of(lecture: Node) -> str:
    """How long the lecture takes, in words; empty if the lecture does not say so."""
    minutes = lecture["metadata"].get("gamelib", {}).get("minutes")
    if not minutes:
        return ""
    return f"{minutes['class']} minutes in class, {minutes['alone']} on your own"


def teaser_of(lecture: Node) -> str:
    """The first sentence below the heading, with as many more as it takes to be no longer short."""
    paragraphs = "\n".join(_first_words(lecture)).split("\n\n")
    first = paragraphs[1] if len(paragraphs) > 1 else ""  # below the heading
    # without Markdown's signs, and with the words of a link in place of the link
    words = re.sub(r"\*\*|\*|`|\[([^]]*)\]\([^)]*\)", r"\1", " ".join(first.split()))
    first_sentence, *others = re.split(r"(?<=[.?!]) ", words)
    teaser = first_sentence
    for sentence in others:
        if len(teaser) < SHORTEST_TEASER:
            teaser = f"{teaser} {sentence}"
    return teaser


#: How much of a lecture's exercises is right, as a bar.
BAR = (
    '<div style="background:#8884; border-radius:4px">'
    '<div style="background:#1b7f4b; border-radius:4px; height:8px; width:{share:.0%}"></div></div>'
)


def done_in(stem: str, sheet: Worksheet | None, progress: Progress) -> str:
    """What is done in a lecture, as HTML below its card: how many exercises are right, as words and
    as a bar of their stars, and whether a game was won; "" if nothing is.
    """
    words = []
    bar = ""
    if sheet is not None and (count := sheet.count_right(progress)).right:
        words.append(str(count))
        bar = BAR.format(share=count.stars / count.all_stars)
    if stem in progress.won:
        words.append("✓ game won")
    return f"<p><small>{'<br>'.join(words)}</small></p>{bar}" if words else ""


def card(
    folder: Path, name: str, lecture: Node, links: list[str], between: str, done: str = ""
) -> str:
    """A lecture on a first page, as HTML: the template ``card.html`` in a folder, filled in.

    Parameters
    ----------
    folder
        Where the template is.
    name
        The file name of the lecture, with or without suffix.
    lecture
        Its notebook.
    links
        What stands below the title and the question, after the minutes, as HTML.
    between
        What separates the minutes from the links.
    done
        What is done in the lecture, as HTML.
    """
    number, title, question = title_of(lecture)
    words = {"number": number, "title": title, "question": question, "teaser": teaser_of(lecture)}
    values = {key: html.escape(text) for key, text in words.items()}
    values |= {"name": name, "stem": Path(name).stem}
    template = (folder / "card.html").read_text(encoding="utf-8")
    facts = between.join(filter(None, [minutes_of(lecture), " · ".join(links)]))
    return template.strip().format(facts=facts, done=done, **values)


def _first_words(lecture: Node) -> list[str]:
    """The words of the first six cells: the title, what is played first, and what you will be able
    to do are among them.
    """
    return [cell["source"] for cell in lecture["cells"][:6] if cell["cell_type"] == "markdown"]
