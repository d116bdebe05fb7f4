"""Thermographs: how much a move is worth, and how eager both players are to make it.

Suppose that every move costs its player t points: the game is *cooled* by t. Then Left, moving
first, can still reach some final score, and so can Right. Drawn for every t, these two scores are
the **left wall** and the **right wall** of the thermograph. At the *temperature* of the game the
walls meet, because a move is no longer worth its cost. Above that temperature nobody wants to
move, and a single vertical line, the **mast**, stands on the score that is the *mean* of the game.

The walls follow from those of the options. If Left moves to an option and pays t, Right moves next
there. So the left wall is the highest of the right walls of Left's options, less t. In the same
way, the right wall is the lowest of the left walls of Right's options, plus t. Where these two
lines meet, the mast begins.

In pictures the temperature points upwards, and the score points to the **left**, because Left wants
to go there. Here a wall is a tuple of points with straight lines between them; above the last point
the score no longer changes. Temperatures begin at 0.

Sources: Conway, On Numbers and Games (1976), chapter 9; Berlekamp, Conway, Guy, Winning Ways
(1982), chapter 6; Siegel, Combinatorial Game Theory (2013), section II.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A corner of a wall: a temperature, and the score there, both in moves of Left."""

    temperature: Fraction
    score: Fraction


#: The corners of a wall, in the order of their temperatures; the first has temperature 0.
Wall = tuple[Point, ...]


@dataclass(frozen=True)
class Thermograph:
    """The two walls of a game, from temperature 0 up to the point where they meet.

    Attributes
    ----------
    left_wall, right_wall
        The corners of each wall. The first is the left stop or the right stop, at temperature 0.
    """

    left_wall: Wall
    right_wall: Wall

    @property
    def mast(self) -> Point:
        """Where the walls meet. Above this point both are the same vertical line."""
        return self.left_wall[-1]

    def left_score(self, temperature: Fraction | int) -> Fraction:
        """The score if Left begins and every move costs this much."""
        return score_at(self.left_wall, temperature)

    def right_score(self, temperature: Fraction | int) -> Fraction:
        """The score if Right begins and every move costs this much."""
        return score_at(self.right_wall, temperature)


def thermograph_of_number(number: Fraction) -> Thermograph:
    """A number is a mast alone: nobody wants to move in it, however little a move costs."""
    wall = (Point(Fraction(0), number),)
    return Thermograph(wall, wall)


def thermograph_of_options(
    left_options: Iterable[Thermograph], right_options: Iterable[Thermograph]
) -> Thermograph:
    """The thermograph of a game that is not a number, from those of its options.

    >>> switch = thermograph_of_options(
    ...     [thermograph_of_number(Fraction(5))], [thermograph_of_number(Fraction(-1))])
    >>> for temperature, score in switch.left_wall:
    ...     print(f"temperature {temperature}: score {score}")
    temperature 0: score 5
    temperature 3: score 2
    """
    after_left = envelope([option.right_wall for option in left_options], max)
    after_right = envelope([option.left_wall for option in right_options], min)
    corners = temperatures_of([after_left, after_right])
    top = meeting_temperature(after_left, after_right, corners)
    temperatures = [t for t in corners if t < top] + [top]
    left_wall = [Point(t, score_at(after_left, t) - t) for t in temperatures]
    right_wall = [Point(t, score_at(after_right, t) + t) for t in temperatures]
    return Thermograph(only_corners(left_wall), only_corners(right_wall))


def meeting_temperature(
    after_left: Wall, after_right: Wall, corners: Sequence[Fraction]
) -> Fraction:
    """The lowest temperature at which a move of Left and a move of Right lead to the same score.

    ``after_left`` and ``after_right`` are the scores before the moves themselves are paid for. The
    gap between the walls never widens as the temperature rises, and is linear between corners.
    """

    def gap(temperature: Fraction) -> Fraction:
        costs = 2 * temperature  # one move of each player
        return score_at(after_left, temperature) - score_at(after_right, temperature) - costs

    if gap(corners[0]) <= 0:
        return corners[0]
    for below, above in pairwise(corners):
        if gap(above) <= 0:
            return crossing(below, above, gap(below), gap(above))
    last = corners[-1]
    return last + gap(last) / 2  # from here on only the costs grow, by 2 a degree


def score_at(wall: Wall, temperature: Fraction | int) -> Fraction:
    """The score of a wall at a temperature, 0 or more."""
    if temperature < 0:
        raise ValueError(f"temperature {temperature}: a wall begins at temperature 0")
    for below, above in pairwise(wall):
        if temperature < above.temperature:
            degrees = above.temperature - below.temperature
            slope = (above.score - below.score) / degrees
            return below.score + slope * (temperature - below.temperature)
    return wall[-1].score


def envelope(walls: Sequence[Wall], choose: Callable[[Iterable[Fraction]], Fraction]) -> Wall:
    """The highest (``choose=max``) or the lowest (``choose=min``) of some walls at each temperature."""
    chosen = walls[0]
    for wall in walls[1:]:
        corners = temperatures_of([chosen, wall])
        corners = sorted({*corners, *crossings(chosen, wall, corners)})
        chosen = only_corners(
            [Point(t, choose([score_at(chosen, t), score_at(wall, t)])) for t in corners]
        )
    return chosen


def crossings(one: Wall, other: Wall, corners: Sequence[Fraction]) -> list[Fraction]:
    """The temperatures between two corners at which one wall crosses the other."""
    gaps = [score_at(one, t) - score_at(other, t) for t in corners]
    found = []
    for (below, gap_below), (above, gap_above) in pairwise(zip(corners, gaps, strict=True)):
        if gap_below * gap_above < 0:
            found.append(crossing(below, above, gap_below, gap_above))
    return found


def crossing(
    below: Fraction, above: Fraction, gap_below: Fraction, gap_above: Fraction
) -> Fraction:
    """The temperature between two others at which a gap that changes linearly is 0."""
    return below + (above - below) * gap_below / (gap_below - gap_above)


def temperatures_of(walls: Iterable[Wall]) -> list[Fraction]:
    """The temperatures of all corners of some walls, in rising order."""
    return sorted({point.temperature for wall in walls for point in wall})


def only_corners(points: Sequence[Point]) -> Wall:
    """The points of a wall without those in the middle of a straight line."""
    corners: list[Point] = []
    for point in points:
        if len(corners) >= 2 and is_straight(corners[-2], corners[-1], point):
            corners.pop()
        corners.append(point)
    return tuple(corners)


def is_straight(first: Point, middle: Point, last: Point) -> bool:
    """Whether the middle one of three points lies on the line between the two others."""
    rise_before = (middle.score - first.score) * (last.temperature - middle.temperature)
    rise_after = (last.score - middle.score) * (middle.temperature - first.temperature)
    return rise_before == rise_after
