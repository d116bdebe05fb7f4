"""A value that is cooled: a slider sets the temperature, and the walls say what is left of it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from gamecourse.show.records import Label, Line, PictureSpec, Size, Spot, Step
from gamecourse.show.sliders import ring
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.widget import StepScene
from gamecourse.show.temperatures import dyadic_step
from gamelib import Value
from gamelib.core import Text
from gamelib.partizan import as_value
from gamelib.thermograph import Wall

#: Where the walls are drawn, in units of the picture: the upper left corner, the width and the height
#: of a rectangle; its lower edge; and where the scores stand beside it.
LEFT_EDGE, TOP, WIDE, HIGH = 1.2, 0.7, 5.2, 4.2
BOTTOM, BESIDE = TOP + HIGH, LEFT_EDGE + WIDE + 0.4

#: The air on either side of the walls, in free moves; and at most about so many numbers at an axis.
AROUND, MOST_TICKS = Fraction(1, 4), 5

#: A name of a value with more characters than this is not told.
LONGEST_NAME = 60

#: How wide the words beside the walls are.
WORDS_WIDE = 3.2

#: The highest temperature that is shown is higher than the value's own by this part of it, and at
#: least by so much.
ABOVE, LEAST_ABOVE = Fraction(1, 4), Fraction(1, 2)


class Cooling(StepScene):
    """The thermograph of a value, a slider for the temperature, and the value cooled by it.

    The temperature points upwards and the score to the left, as in ``temperatures.thermograph``. A
    level line marks the temperature t. It meets the left wall at the score that is reached if Left
    begins and every move costs t, and the right wall at the score if Right begins.

    Parameters
    ----------
    value
        A Value, a whole number or a Fraction.
    steps
        In how many steps the temperature rises at least; there is also a step at each corner of a
        wall.
    """

    def __init__(self, value: Value | Fraction | int, steps: int = 12) -> None:
        self.value = as_value(value)
        self.temperatures = temperatures(self.value, steps)
        chart = Chart(self.value, self.temperatures)
        made = [self._step(k, chart) for k in range(len(self.temperatures))]
        super().__init__([chart.picture()], made, slider="temperature", look="chart", beat=450)

    def _step(self, k: int, chart: Chart) -> Step:
        """Return the step at the k-th temperature: of the level lines only its own is shown."""
        temperature = self.temperatures[k]
        levels = ["h"] * len(self.temperatures)  # hidden
        levels[k] = "p"
        scores = self._scores(temperature)
        return {
            "shown": [{"lines": "".join([*chart.letters, *levels]), "labels": scores}],
            "story": self._told_at(temperature),
            "counts": {"price": str(temperature)},
            "name": f"temperature {temperature}",
        }

    def _scores(self, temperature: Fraction) -> list[str]:
        """Return the scores on the left and on the right wall."""
        walls = self.value.thermograph
        return [str(walls.left_score(temperature)), str(walls.right_score(temperature))]

    def _told_at(self, temperature: Fraction) -> list[str]:
        """Return what is said at a temperature."""
        value = self.value
        if value.is_number:
            return [f"{value} is a number. Nobody wants to move in it, whatever a move costs."]
        if temperature > value.temperature:
            return [
                "A move is no longer worth its cost, so nobody wants to move.",
                f"Cooled by {temperature}, {called(value)} is the number {value.mean}, its mean.",
            ]
        left, right = self._scores(temperature)
        cost = "is free" if temperature == 0 else f"costs {temperature}"
        story = [
            f"Every move {cost}. If Left begins, the score is {left}. If Right begins, it is {right}."
        ]
        if temperature == value.temperature:
            story.append("The walls meet here, so this is the temperature of the value.")
        cooled = value.cooled(temperature)
        if temperature > 0 and len(str(cooled)) <= LONGEST_NAME:
            story.append(f"Cooled by {temperature}, {called(value)} becomes {cooled}.")
        return story

    def story(self, step: int) -> Text:
        """Return the temperature at a step, and what is said there."""
        temperature = self.temperatures[step]
        return Text("\n".join([f"Temperature {temperature}.", *self._told_at(temperature)]))

    def as_text(self) -> Text:
        """Return the widget as text: what is shown, and the scores where a wall has a corner and at
        the last step.
        """
        told = [*corners(self.value), self.temperatures[-1]]
        rows = []
        for temperature in told:
            left, right = self._scores(temperature)
            rows.append(f"temperature {temperature}: left wall {left}, right wall {right}")
        return Text("\n".join([self.story(self.step), "", *rows]))


def called(value: Value) -> str:
    """Return a value by its name, unless that is very long."""
    name = str(value)
    return name if len(name) <= LONGEST_NAME else "the value"


def corners(value: Value) -> list[Fraction]:
    """Return the temperatures at which a wall of a value has a corner, with those of its ends."""
    walls = value.thermograph
    return sorted(
        {corner.temperature for wall in (walls.left_wall, walls.right_wall) for corner in wall}
    )


def temperatures(value: Value, steps: int) -> list[Fraction]:
    """Return temperatures from 0 to some way above that of a value, at least ``steps`` of them: the
    multiples of a power of 2, and the corners of the walls.

    >>> [str(t) for t in temperatures(Value([2], [-1]), 2)]
    ['0', '1/2', '1', '3/2', '2']
    """
    corner_temperatures = corners(value)
    highest = corner_temperatures[-1]
    top = highest + max(highest * ABOVE, LEAST_ABOVE)
    gap = dyadic_step(top, 2 * steps)
    return sorted({*multiples(gap, Fraction(0), top), *corner_temperatures})


def multiples(gap: Fraction, low: Fraction, high: Fraction) -> list[Fraction]:
    """Return the multiples of ``gap`` from one that is at most ``low`` to one that is at least
    ``high``.

    >>> [str(k) for k in multiples(Fraction(1, 2), Fraction(1, 4), Fraction(1))]
    ['0', '1/2', '1']
    """
    return [gap * k for k in range(floor(low / gap), ceil(high / gap) + 1)]


class Chart:
    """The picture of a cooled value: a grid, the mast, the walls, and a level line at each
    temperature.

    ``lines`` are those that are always shown, and ``letters`` say how they look.
    """

    def __init__(self, value: Value, at: list[Fraction]) -> None:
        self.value = value
        self.at = at
        low, high = value.right_stop - AROUND, value.left_stop + AROUND
        self.score_ticks = multiples(dyadic_step(high - low, MOST_TICKS), low, high)
        self.temperature_ticks = multiples(dyadic_step(at[-1], MOST_TICKS), Fraction(0), at[-1])
        self.lines: list[Line] = []
        self.letters: list[str] = []
        self.texts: list[Label] = []
        self.spots: list[Spot] = []
        self._add_grid()
        self._add_walls()

    def place(self, score: Fraction, temperature: Fraction) -> tuple[float, float]:
        """Return where a score at a temperature stands; a high score stands on the left."""
        low, high = self.score_ticks[0], self.score_ticks[-1]
        across = float((high - score) / (high - low))
        up = float(temperature / self.temperature_ticks[-1])
        return round(LEFT_EDGE + WIDE * across, 3), round(BOTTOM - HIGH * up, 3)

    def picture(self) -> PictureSpec:
        """Return the chart in the form that the browser needs."""
        size = Size(BESIDE + WORDS_WIDE, BOTTOM + 1.0)
        made = picture("a thermograph", self.spots, size=size, unit=66, texts=self.texts)
        made["lines"] = [*self.lines, *map(self._level, self.at)]
        return made

    def _add_grid(self) -> None:
        """Add lines at round numbers, their numbers, and what the axes are."""
        for score in self.score_ticks:
            x, _ = self.place(score, Fraction(0))
            self._add_line(f"M{x} {TOP}v{HIGH}", "g")
            self._add_words(x, BOTTOM + 0.3, str(score), "middle")
        for temperature in self.temperature_ticks:
            _, y = self.place(self.score_ticks[0], temperature)
            self._add_line(f"M{LEFT_EDGE} {y}h{WIDE}", "g")
            self._add_words(LEFT_EDGE - 0.15, y, str(temperature), "end")
        self._add_words(0, 0.25, "price of a move", "start")
        middle = LEFT_EDGE + WIDE / 2
        self._add_words(middle, BOTTOM + 0.75, "score, growing to the left", "middle")

    def _add_walls(self) -> None:
        """Add the mast and the walls, and places for their scores beside them."""
        walls = self.value.thermograph
        mast = walls.mast
        x, foot = self.place(mast.score, mast.temperature)
        self._add_line(f"M{x} {foot}V{TOP}", "b")
        sides = [
            ("If Left begins", walls.left_wall, "l"),
            ("If Right begins", walls.right_wall, "r"),
        ]
        for k, (words, wall, letter) in enumerate(sides):
            if len(wall) > 1:
                self._add_line(self._path(wall), letter)
            row = TOP + 0.4 + 1.1 * k
            self._add_line(f"M{BESIDE} {row}h0.6", letter)
            x = BESIDE + 0.8
            self._add_words(x, row, words, "start")
            name = f"score {words[0].lower()}{words[1:]}"
            self.spots.append(
                Spot(x=x, y=row + 0.48, w=2.4, h=0.4, type=0.36, shape="bare", name=name)
            )
        row = TOP + 0.4 + 2.2
        self._add_line(f"M{BESIDE} {row}h0.6", "b")
        self._add_words(BESIDE + 0.8, row, "nobody moves", "start")

    def _path(self, wall: Wall) -> str:
        """Return a wall as a path of SVG."""
        places = [self.place(corner.score, corner.temperature) for corner in wall]
        return "M" + "L".join(f"{x} {y}" for x, y in places)

    def _level(self, temperature: Fraction) -> Line:
        """Return the level line at a temperature, with rings where it meets the walls."""
        walls = self.value.thermograph
        scores = {walls.left_score(temperature), walls.right_score(temperature)}
        places = [self.place(score, temperature) for score in sorted(scores)]
        _, y = places[0]
        return {"path": f"M{LEFT_EDGE} {y}h{WIDE}", "head": "".join(ring(x, y) for x, y in places)}

    def _add_line(self, path: str, letter: str) -> None:
        self.lines.append({"path": path})
        self.letters.append(letter)

    def _add_words(self, x: float, y: float, words: str, anchor: str) -> None:
        self.texts.append({"x": x, "y": y + 0.1, "words": words, "anchor": anchor})
