"""The colours and marks of the course. Never colour alone: a mark or a letter goes with it."""

from __future__ import annotations

from dataclasses import dataclass

import gamelib.show.figures  # noqa: F401 - so that a figure in a notebook says in words what it shows
from gamelib.core import DRAW, LOSS, WIN, Outcome


@dataclass(frozen=True)
class Mark:
    """How an outcome looks: its colour, the colour of text on it, its sign and its letter."""

    colour: str
    ink: str
    sign: str
    letter: str


MARKS: dict[Outcome, Mark] = {
    WIN: Mark("#0072B2", "white", "▲", "W"),
    LOSS: Mark("#E69F00", "black", "▼", "L"),
    DRAW: Mark("#DDDDDD", "black", "●", "D"),
}

WALL = "#222222"
GRID = "#999999"

#: The sizes of a figure's text, in points, legible from the last row.
LABEL, TITLE = 11, 13
