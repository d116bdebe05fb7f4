"""The page on which a reader begins: every lecture with its picture, its question, and the minutes it takes."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Sequence
from pathlib import Path

from gamecourse.course.student import METADATA, Node

#: A picture that is larger, in bytes, is none for this page.
LARGEST_PICTURE = 120_000
#: A sentence that is shorter, in characters, is given the next one too.
SHORTEST_TEASER = 60
#: By this word in its metadata the page is known again.
MARK = {"gamelib": {"page": "index"}}

WELCOME = """# Who wins, how fast, and why?

This is a course on **solving** games: from fifteen matches on a table, over chases that go round in circles, to boards
that throw dice. In every lecture you **play first**, then **predict**, and then you see whether you were right."""

PLAY_FIRST = """## Play one now

Click into the grey cell below and press **Shift + Enter**: a board appears. You are the policeman, and the thief runs
for the exit. Press the cell to which you go: one step in any of the 8 directions, where he has only 4. Catch him. (You
can; he makes no mistake.)"""

PLAY = r"""from gamelib.games import CopsAndThief
from gamecourse.show import widgets
board = "..P..E ...**. ...... .*...T ....**".replace(" ", "\n")
widgets.Play(CopsAndThief.from_text(board))"""

FIRST_STEPS = """## What to do first

1. Did a board appear, and did the thief run? Then everything works.
2. Open [lecture {number}: {title}]({name}). Read from the top, and run each cell with **Shift + Enter**. Where it says
   *predict*, do, before you run the cell: it is half of the fun, and most of the learning.
3. Then do its [exercises](exercises/{name}). Each cell tells you whether you are right, and if not, shows where it
   fails; ask for hints as often as you like."""

THEN_SOLUTIONS = " When you have tried, look at the [solutions](solutions/{name})."

YOURS = """## This folder is yours

Write into every notebook what you like. When the course changes, the next start brings the new lectures, but never over
anything that you have written: then the new one lies beside yours, with *(new)* in its name. To have a notebook fresh
again, delete or rename it, and start anew."""

CARD = """<div style="flex:1 1 200px; max-width:250px; margin:6px; padding:12px; border:1px solid #8888; \
border-radius:8px">
{picture}<p><b>{number} · {title}</b><br>{question}</p>
<p><small>{teaser}</small></p>
<p><small>{minutes}{links}</small></p>
</div>"""

CARDS = """## The lectures

<div style="display:flex; flex-wrap:wrap">
{cards}
</div>"""

PICTURE = """<p style="text-align:center; height:140px; line-height:136px; background:white; border-radius:4px">\
<a href="{name}"><img src="{picture}" alt="{title}" style="max-width:100%; max-height:136px; \
vertical-align:middle"></a></p>
"""


def landing_page(
    pages: Sequence[tuple[str, Node]], pictures: dict[str, str], exercises: set[str], solutions: bool = True
) -> Node:
    """The notebook ``index.ipynb``.

    Parameters
    ----------
    pages
        The lectures in their order: name and notebook.
    pictures
        Where the picture of a lecture is, by the lecture's name.
    exercises
        The names of the lectures that have exercises.
    solutions
        Whether they are in the copy, to be linked to.

    Returns
    -------
    notebook
        Its code is not run and its links lead to the notebooks beside it.

    Examples
    --------
    >>> lecture = {"cells": [{"cell_type": "markdown", "source": "# 1 · Matches: who wins?"}]}
    >>> page = landing_page([("01-matches.ipynb", lecture)], {}, set())
    >>> [cell["id"] for cell in page["cells"]]
    ['welcome', 'play-first', 'play', 'first-steps', 'lectures', 'yours']
    """
    cards = [_card(name, lecture, pictures.get(name), name in exercises, solutions) for name, lecture in pages]
    name, first = pages[0]
    number, title, _ = title_of(first)
    play: Node = {
        "cell_type": "code",
        "id": "play",
        "metadata": {},
        "source": PLAY,
        "outputs": [],
        "execution_count": None,
    }
    steps = FIRST_STEPS + THEN_SOLUTIONS * solutions
    cells = [
        _words("welcome", WELCOME),
        _words("play-first", PLAY_FIRST),
        play,
        _words("first-steps", steps.format(number=number, title=title, name=name)),
        _words("lectures", CARDS.format(cards="\n".join(cards))),
        _words("yours", YOURS),
    ]
    return {"cells": cells, "metadata": METADATA | MARK, "nbformat": 4, "nbformat_minor": 5}


def _words(name: str, source: str) -> Node:
    """A cell of words; a second click does not open its source."""
    return {"cell_type": "markdown", "id": name, "metadata": {"editable": False}, "source": source}


def title_of(lecture: Node) -> tuple[str, str, str]:
    """Number, title and question, as the first heading has them: ``# 1 · Matches: who wins?``."""
    heading = re.search(r"^# (.+)$", "\n".join(_begins(lecture)), re.MULTILINE)
    told = re.fullmatch(r"(?:(\d+) · )?(.*?)(?:: (.+))?", heading[1] if heading else "Untitled")
    assert told is not None
    question = told[3] or ""
    return told[1] or "", told[2], question[:1].upper() + question[1:]


def minutes_of(lecture: Node) -> tuple[int, int] | None:
    """How long it takes as a lecture, and alone; None where it does not say so."""
    told = re.search(r"\*\*Time\*\* (\d+) minutes as a lecture, (\d+) alone", "\n".join(_begins(lecture)))
    return (int(told[1]), int(told[2])) if told else None


def teaser_of(lecture: Node) -> str:
    """The words below the heading, as far as they make one sentence, or two short ones."""
    below = "\n".join(_begins(lecture)).partition("\n\n")[2].partition("\n\n")[0]
    words = re.sub(r"\*\*|\*|`|\[([^]]*)\]\([^)]*\)", r"\1", " ".join(below.split()))
    teaser = ""
    for sentence in re.split(r"(?<=[.?!]) ", words):
        if len(teaser) < SHORTEST_TEASER:
            teaser = f"{teaser} {sentence}".strip()
    return teaser


def picture_of(path: Path, lecture: Node) -> tuple[str, bytes] | None:
    """The lecture's picture with its suffix: the one in docs/covers, or else the first that the lecture stores."""
    cover = path.parents[1] / "docs" / "covers" / f"{path.stem}.svg"
    if cover.is_file():
        return ".svg", cover.read_bytes()
    for cell in lecture["cells"]:
        for output in cell.get("outputs", []):
            drawn = base64.b64decode("".join(output.get("data", {}).get("image/png", "")))
            if 0 < len(drawn) <= LARGEST_PICTURE:
                return ".png", drawn
    return None


def _begins(lecture: Node) -> list[str]:
    """The words of the first cells: the title, what is played first, and what one will be able to do."""
    return [cell["source"] for cell in lecture["cells"][:6] if cell["cell_type"] == "markdown"]


def _card(name: str, lecture: Node, picture: str | None, exercises: bool, solutions: bool) -> str:
    number, title, question = title_of(lecture)
    minutes = minutes_of(lecture)
    links = [f'<a href="{name}"><b>Open</b></a>']
    if exercises:
        links += [f'<a href="exercises/{name}">Exercises</a>']
    if exercises and solutions:
        links += [f'<a href="solutions/{name}">Solutions</a>']
    return CARD.format(
        picture=PICTURE.format(name=name, picture=picture, title=html.escape(title)) if picture else "",
        number=number,
        title=f'<a href="{name}">{html.escape(title)}</a>',
        question=html.escape(question),
        teaser=html.escape(teaser_of(lecture)),
        minutes=f"{minutes[0]} minutes in class, {minutes[1]} alone<br>" if minutes else "",
        links=" · ".join(links),
    )
