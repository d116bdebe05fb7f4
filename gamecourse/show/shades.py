"""The colours of the course: hue says who wins, lightness how soon. Never colour alone: a mark or a letter goes along.

Plain strings, so that figures and what is drawn in a browser wear the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamelib.core import DRAW, LOSS, WIN, Outcome


@dataclass(frozen=True)
class Mark:
    """How an outcome looks: its colour, the colour of text on it, its sign, its letter, and its word in a legend."""

    colour: str
    ink: str
    sign: str
    letter: str
    word: str


MARKS: dict[Outcome, Mark] = {
    WIN: Mark("#0072B2", "white", "▲", "W", "won"),
    LOSS: Mark("#E69F00", "black", "▼", "L", "lost"),
    DRAW: Mark("#DDDDDD", "black", "●", "D", "drawn"),
}

#: What has no outcome: a wall with its hatching, the lines of a board, and what deserves a second look.
WALL, HATCH, GRID, ACCENT = "#222222", "#777777", "#999999", "#D55E00"

#: The light squares of a chess board and the dark ones, as in ``stage/js/stage.css``: no colours of an outcome.
SHADES = "#FFFFFF", "#B4C3A4"

#: From the end of play to the remotest: the outcome's own colour lies between a darker and a paler one.
RAMPS: dict[Outcome, tuple[str, str, str]] = {
    WIN: ("#003F6B", MARKS[WIN].colour, "#A6D3F2"),
    LOSS: ("#B45500", MARKS[LOSS].colour, "#FFDF9E"),
}

#: How far on the way to the remotest the outcome's own colour stands.
OWN = 0.4


def shade(outcome: Outcome, remoteness: int | None, longest: int) -> tuple[str, str]:
    """The fill for a verdict and the ink that can be read on it: dark where the end is near, a draw plain grey.

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
    tuple of str
        The fill as ``#rrggbb``, and "black" or "white".

    Examples
    --------
    >>> shade(WIN, 0, 9), shade(WIN, 9, 9), shade(DRAW, None, 9)
    (('#003f6b', 'white'), ('#a6d3f2', 'black'), ('#dddddd', 'black'))
    """
    if remoteness is None or outcome == DRAW:
        return MARKS[DRAW].colour.lower(), MARKS[DRAW].ink
    dark, own, pale = map(_channels, RAMPS[Outcome(int(outcome))])
    way = min(1.0, remoteness / max(longest, 1))
    begin, end, part = (dark, own, way / OWN) if way < OWN else (own, pale, (way - OWN) / (1 - OWN))
    fill = "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(begin, end, strict=True))
    return fill, ink_on(fill)


def palette(longest: int) -> dict[str, list[tuple[str, str]]]:
    """The shades for each outcome, by its letter and then by remoteness, as a picture of the stage takes them."""
    ramps = {MARKS[outcome].letter: [shade(outcome, k, longest) for k in range(longest + 1)] for outcome in RAMPS}
    return ramps | {MARKS[DRAW].letter: [shade(DRAW, None, longest)]}


def ink_on(fill: str) -> str:
    """Black or white, whichever can be read better on a colour: the contrast is then at least 4.58.

    >>> ink_on("#0072B2"), ink_on("#E69F00")
    ('white', 'black')
    """
    return max("black", "white", key=lambda ink: contrast({"black": "#000000", "white": "#ffffff"}[ink], fill))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours ``#rrggbb``, from 1 to 21, as the WCAG define it; text wants 4.5.

    >>> round(contrast("#000000", "#ffffff"), 6), round(contrast("#0072B2", "#ffffff"), 2)
    (21.0, 5.19)
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (k / 255 for k in _channels(colour))]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))
