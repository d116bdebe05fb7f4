"""The first page: a game to play, and every lecture with its picture, its question, and the minutes it takes."""

from __future__ import annotations

from pathlib import Path
from string import Template

from gamecourse.course.landing import cells_of_page, facts_of, minutes_of, title_of
from gamecourse.course.plan import lectures
from gamecourse.course.student import read

#: A lecture on the page, and its picture there.
CARD = Path(__file__).with_name("card.html").read_text(encoding="utf-8").strip()
PICTURE = Path(__file__).with_name("picture.html").read_text(encoding="utf-8")


def front_page(pictures: dict[str, str]) -> str:
    """The first page, as Markdown; its cards are HTML, and lead to the other pages.

    ``pictures`` holds the file of the picture of a lecture, by the lecture's name.
    """
    cards, contents = [], []
    for path in lectures():
        lecture, name = read(path), path.stem
        facts = facts_of(lecture)
        exercises = (path.parent / "exercises" / path.name).is_file()
        links = [f'<a href="notebooks/exercises/{name}.html">Exercises</a>'] if exercises else []
        picture = PICTURE.format(name=name, file=pictures[name]) if name in pictures else ""
        number, title, _ = title_of(lecture)
        contents.append(f"{number} · {title} <notebooks/{name}>")
        told = " · ".join(filter(None, [minutes_of(lecture), *links]))
        cards.append(CARD.format(name=name, picture=picture, facts=told, **facts))
    cells = cells_of_page()
    page = Template(Path(__file__).with_name("index.txt").read_text(encoding="utf-8"))
    return page.substitute(
        welcome=cells["welcome"], game=_game(cells["play"]), cards="\n".join(cards), lectures="\n".join(contents)
    )


def _game(code: str) -> str:
    """The game of the course's first page, alive."""
    names: dict[str, object] = {}
    *before, last = code.splitlines()
    exec("\n".join(before), names)
    return str(eval(last, names).section())
