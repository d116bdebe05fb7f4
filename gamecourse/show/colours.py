"""The colours of the course: hue says who wins, lightness how soon, and a mark or a letter always
says it, too.

Colours are plain strings, so that figures and the browser use the same ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gamelib.core import DRAW, LEFT, LOSS, RIGHT, WIN, Outcome


@dataclass(frozen=True)
class Mark:
    """How an outcome looks: its colour, the colour of text on it, its sign, its letter, and its
    word in a legend.
    """

    colour: str
    ink: str
    sign: str
    letter: str
    word: str


@dataclass(frozen=True)
class Side:
    """How a player of a partizan game looks: their colour, their letter in Hackenbush, how their
    dominoes lie, and the dashes of their lines as matplotlib has them.
    """

    colour: str
    letter: str
    lies: str
    dashes: str | tuple[int, tuple[float, ...]]


class Shade(NamedTuple):
    """A colour, and the colour of text on it."""

    fill: str
    ink: str


MARKS: dict[Outcome, Mark] = {
    WIN: Mark("#0072B2", "white", "▲", "W", "won"),
    LOSS: Mark("#E69F00", "black", "▼", "L", "lost"),
    DRAW: Mark("#DDDDDD", "black", "●", "D", "drawn"),
}

#: The players of a partizan game, in games, figures and scenes alike: Left is blue, stands upright
#: and has unbroken lines; Right is red, lies flat and has dashed lines. Both colours are darker than
#: those of the outcomes, so that a hint and a piece are told apart.
SIDES: dict[str, Side] = {
    LEFT: Side("#34449E", "B", "upright", "-"),
    RIGHT: Side("#C5303A", "R", "flat", (0, (3.2, 1.4))),
}

#: What both players of Hackenbush may cut: its colour and its letter.
EITHER, EITHER_LETTER = "#5FAE6B", "G"

#: From cool to hot, for the regions of a board by their temperature; a number is coldest.
HEAT = "#F4F1E8", "#F3D9A4", "#E8A06B", "#CF5F45"

#: Colours without an outcome: for the lines of a board, and for whatever deserves a second look.
GRID, ACCENT = "#999999", "#D55E00"

#: The light and the dark squares of a chessboard, as in ``stage/js/stage.css``; no outcome has
#: these colours.
SQUARES = "#FFFFFF", "#B4C3A4"

#: The grounds of the lectures, on covers, slides and pages: all equally light, around the circle of
#: hues.
GROUNDS = (
    "#4b89a6",
    "#3f8d98",
    "#428f86",
    "#528f73",
    "#678c5f",
    "#7c8750",
    "#8f8048",
    "#9d794a",
    "#a67355",
    "#aa6e66",
    "#a86c7a",
    "#a16e8d",
    "#95719d",
    "#8576a9",
    "#737daf",
    "#5e83ae",
)

#: From the smallest remoteness to the largest: the outcome's own colour lies between a darker and a
#: paler one.
RAMPS: dict[Outcome, tuple[str, str, str]] = {
    WIN: ("#003F6B", MARKS[WIN].colour, "#A6D3F2"),
    LOSS: ("#B45500", MARKS[LOSS].colour, "#FFDF9E"),
}

#: At this part of the largest remoteness a shade is the outcome's own colour.
OWN = 0.4


def shade(outcome: Outcome, remoteness: int | None, longest: int) -> Shade:
    """Return the fill for a verdict and a readable ink: dark if play ends soon, plain grey for a
    draw.

    Parameters
    ----------
    outcome
        Who wins.
    remoteness
        In how many moves; None for a draw.
    longest
        The largest remoteness in the picture, which is palest.

    Returns
    -------
    Shade
        The fill as ``#rrggbb``, and "black" or "white".

    Examples
    --------
    >>> shade(WIN, 0, 9), shade(WIN, 9, 9).fill, shade(DRAW, None, 9).fill
    (Shade(fill='#003f6b', ink='white'), '#a6d3f2', '#dddddd')
    """
    if remoteness is None or outcome == DRAW:
        return Shade(MARKS[DRAW].colour.lower(), MARKS[DRAW].ink)
    dark, own, pale = map(_channels, RAMPS[Outcome(int(outcome))])
    part = min(1.0, remoteness / max(longest, 1))  # 0 is darkest, 1 is palest
    if part < OWN:
        fill = _between(dark, own, part / OWN)
    else:
        fill = _between(own, pale, (part - OWN) / (1 - OWN))
    return Shade(fill, ink_on(fill))


def _between(begin: Iterable[int], end: Iterable[int], part: float) -> str:
    """Return the colour that lies this part of the way from one colour to another."""
    channels = (round(a + (b - a) * part) for a, b in zip(begin, end, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def palette(longest: int) -> dict[str, list[Shade]]:
    """Return the shades for each outcome, by letter and then by remoteness, as a picture of the
    stage needs them.
    """
    ramps = {
        MARKS[outcome].letter: [shade(outcome, k, longest) for k in range(longest + 1)]
        for outcome in RAMPS
    }
    return ramps | {MARKS[DRAW].letter: [shade(DRAW, None, longest)]}


def ink_on(fill: str) -> str:
    """Return "black" or "white", whichever is easier to read on a colour; the contrast is at least
    4.58.

    >>> ink_on("#0072B2"), ink_on("#E69F00")
    ('white', 'black')
    """
    black, white = contrast("#000000", fill), contrast("#ffffff", fill)
    return "black" if black >= white else "white"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours ``#rrggbb``, from 1 to 21, as WCAG defines it; text needs
    4.5.

    >>> round(contrast("#000000", "#ffffff"), 6), round(contrast("#0072B2", "#ffffff"), 2)
    (21.0, 5.19)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return how light a colour is, from 0 to 1: the relative luminance of sRGB, as WCAG defines
    it.
    """
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    """Return how much light a channel of sRGB gives, from 0 to 1."""
    if channel <= 0.04045:
        return channel / 12.92
    return float(((channel + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, ...]:
    """Return the red, the green and the blue of a colour ``#rrggbb``, each from 0 to 255."""
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))
