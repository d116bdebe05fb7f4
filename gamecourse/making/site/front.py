"""The first page: a game to play, and every lecture with its picture, its question, and the minutes it takes."""

from __future__ import annotations

import html
from pathlib import Path

from gamecourse.course.landing import PLAY, WELCOME, minutes_of, teaser_of, title_of
from gamecourse.course.student import read

PAGE = """---
hide-toc: true
---
{welcome}

You are the policeman (black); the thief runs for the exit. Press the cell to which you go: one step in any of the 8
directions, where he has only 4. Catch him. (You can; he makes no mistake.)

{game}

## The lectures

<div class="cards">
{cards}
</div>

## Beside the lectures

* [Glossary](docs/glossary.md): the terms of the course in four languages.
* [Sources](docs/sources.md): where the classical texts are taught here, and where they err.
* [For lecturers](docs/lecturer.md): how to give the course.

Everything on these pages plays as it stands, without a network. To change the code and run it, and to have your answers
to the exercises checked, you need the course itself, with Python: in its folder, `make lab` opens your own copy of it.

```{{toctree}}
:hidden:
:caption: Lectures

{lectures}
```

```{{toctree}}
:hidden:
:caption: Beside them

Glossary <docs/glossary>
Sources <docs/sources>
For lecturers <docs/lecturer>
```
"""

CARD = """<section class="card">
<h3><a href="notebooks/{name}.html">{number} · {title}</a></h3>
{picture}<p class="question">{question}</p>
<p>{teaser}</p>
<p class="facts">{facts}</p>
</section>"""


def front_page(root: Path, pictures: dict[str, str]) -> str:
    """The first page, as Markdown.

    Parameters
    ----------
    root
        The repository.
    pictures
        The file of the picture of a lecture, by the lecture's name.

    Returns
    -------
    str
        The page; its cards are HTML, and lead to the other pages.
    """
    cards, contents = [], []
    for path in sorted((root / "notebooks").glob("[0-9][0-9]-*.ipynb")):
        lecture = read(path)
        number, title, question = title_of(lecture)
        exercises = (path.parent / "exercises" / path.name).is_file()
        contents.append(f"{number} · {title} <notebooks/{path.stem}>")
        cards.append(
            CARD.format(
                name=path.stem,
                number=number,
                title=html.escape(title),
                question=html.escape(question),
                teaser=html.escape(teaser_of(lecture)),
                picture=_picture(path.stem, pictures.get(path.stem)),
                facts=_facts(path.stem, minutes_of(lecture), exercises),
            )
        )
    return PAGE.format(welcome=WELCOME, game=_game(), cards="\n".join(cards), lectures="\n".join(contents))


def _game() -> str:
    """The game of the course's first page."""
    names: dict[str, object] = {}
    *before, last = PLAY.splitlines()
    exec("\n".join(before), names)
    return str(eval(last, names).section())


def _picture(name: str, file: str | None) -> str:
    link = f'<a href="notebooks/{name}.html" tabindex="-1" aria-hidden="true">'
    return f'<p class="cover">{link}<img src="_static/pictures/{file}" alt=""></a></p>\n' if file else ""


def _facts(name: str, minutes: tuple[int, int] | None, exercises: bool) -> str:
    words = [f"{minutes[0]} minutes in class, {minutes[1]} alone"] if minutes else []
    words += [f'<a href="notebooks/exercises/{name}.html">Exercises</a>'] if exercises else []
    return " · ".join(words)
