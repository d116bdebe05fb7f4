"""The colours and marks of the course. Never colour alone: a mark or a letter goes with it."""

from __future__ import annotations

import gamelib.show.figures  # noqa: F401 - so that a figure in a notebook says in words what it shows
from gamelib.show.shades import ACCENT as ACCENT
from gamelib.show.shades import GRID as GRID
from gamelib.show.shades import HATCH as HATCH
from gamelib.show.shades import MARKS as MARKS
from gamelib.show.shades import WALL as WALL

#: The sizes of a figure's text, in points, legible from the last row.
LABEL, TITLE = 11, 13
