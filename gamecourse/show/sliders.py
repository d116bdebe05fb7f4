"""What changes with a probability: a slider that sets it, and the values that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, count, product
from math import ceil, floor
from typing import Any

from gamecourse.show.answers import require_answer
from gamecourse.show.records import Label, Line, PictureSpec, Size, Spot, Step
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.widget import StepScene
from gamefast import ask, exact_values
from gamelib import Extensive, Fixed, Solution
from gamelib.core import ExtensiveGame, IllegalMove, Text

#: Where the curves are drawn, in units of the picture: the upper left corner, the width and the
#: height of a rectangle.
LEFT, TOP, WIDE, HIGH = 1.2, 0.6, 5.2, 4.2

#: The lower edge of the rectangle, and where the values stand beside it.
BOTTOM, BESIDE = TOP + HIGH, LEFT + WIDE + 0.4

#: So far from the axes stand their numbers, because the ring of a point at the edge reaches over it.
FREE_OF_RINGS = 0.25

#: The looks that thin curves have in turn.
THIN_CURVES = "012"

#: A value at each probability, by a curve's name.
Columns = Mapping[str, Sequence[Fraction]]


class Slider(StepScene):
    """Curves over a probability, a slider that moves along them, and the values in numbers.

    ``at`` lists the probabilities. ``values`` has for each curve's name a value at each
    probability, and ``stories`` has the sentences for each probability. ``heights`` is what to draw
    if not the values.

    A subclass may change the class's ``parameter``, the letter of the probability, ``words``, what
    the values are, and ``heavy``, the number of the heavy curve (-1 for the last). It sets
    ``best_step`` if one step is better than all others.
    """

    parameter = "p"
    words = "value"
    heavy = -1
    best_step: int | None = None

    def __init__(
        self,
        at: Sequence[Fraction],
        values: Columns,
        stories: Sequence[list[str]],
        heights: Columns | None = None,
    ) -> None:
        self._at = at
        self._values = values
        self._stories_at = stories
        chart = Chart(self, at, values if heights is None else heights)
        steps = [self._step(k, chart) for k in range(len(at))]
        super().__init__([chart.picture()], steps, slider=self.parameter, look="chart", beat=350)

    def _step(self, k: int, chart: Chart) -> Step:
        """Return the step at the k-th probability: of the points on the curves only its own are
        shown.
        """
        name = f"{self.parameter} ="
        number = self.number(self._at[k])
        points = ["h"] * len(self._at)  # hidden
        points[k] = "p"
        return {
            "shown": [
                {
                    "lines": "".join([*chart.letters, *points]),
                    "labels": self._labels(k),
                }
            ],
            "story": self._stories_at[k],
            "counts": {name: number},
            "name": f"{name} {number}",
        }

    def _labels(self, k: int) -> list[str]:
        """Return the values at the k-th probability; that of a single curve with its name, which
        stands nowhere else.
        """
        labels = []
        for name, column in self._values.items():
            number = self.number(column[k])
            labels.append(f"{name} {number}" if len(self._values) == 1 else number)
        return labels

    def number(self, value: Fraction) -> str:
        """Return a number as it is written here."""
        return str(value) if value.denominator <= 100 else f"{float(value):.4f}"

    def story(self, step: int) -> Text:
        """Return the values where the slider stands, and what is said of them."""
        return Text("\n".join([self._row(step), *self._stories_at[step]]))

    def as_text(self) -> Text:
        """Return the widget as text: what is shown, and the values at the quarters and at
        ``best_step``.
        """
        told = {round(self.last * k / 4) for k in range(5)}
        if self.best_step is not None:
            told.add(self.best_step)
        return Text("\n".join([self.story(self.step), "", *map(self._row, sorted(told))]))

    def _row(self, step: int) -> str:
        values = ", ".join(
            f"{name} {self.number(column[step])}" for name, column in self._values.items()
        )
        return f"{self.parameter} = {self.number(self._at[step])}: {values}."


class Chart:
    """The chart of a slider: a grid, the curves, and on each curve the points at the probabilities.

    ``lines`` are the grid and each curve twice, in the chart and beside its name, which a single
    curve has only in the words beside the chart; ``letters`` say how they look. The points at a
    probability are one further line each, with a dashed upright.
    """

    def __init__(self, slider: Slider, at: Sequence[Fraction], curves: Columns) -> None:
        self.slider = slider
        self.at = at
        self.curves = curves
        self.has_names = len(curves) > 1  # beside the chart
        self.ticks = _ticks([height for column in curves.values() for height in column])
        self.lines: list[Line] = []
        self.letters: list[str] = []
        self.texts: list[Label] = []
        self.spots: list[Spot] = []
        self._add_grid()
        for k, name in enumerate(curves):
            self._add_curve(k, name)

    def place(self, p: Fraction, height: Fraction) -> tuple[float, float]:
        """Return where a value at a probability stands."""
        up = float((height - self.ticks[0]) / (self.ticks[-1] - self.ticks[0]))
        return round(LEFT + WIDE * float(p), 3), round(BOTTOM - HIGH * up, 3)

    def picture(self) -> PictureSpec:
        """Return the chart in the form that the browser needs."""
        name = f"{self.slider.words}, by {self.slider.parameter}"
        room_beside = 3.2 if self.has_names else 1.9
        size = Size(BESIDE + room_beside, BOTTOM + 1.2)
        made = picture(name, self.spots, size=size, unit=68, texts=self.texts)
        made["lines"] = [*self.lines, *map(self._points, range(len(self.at)))]
        return made

    def _add_grid(self) -> None:
        """Add lines at round numbers, their numbers, and what the axes are."""
        sides = _ticks([Fraction(0), Fraction(1)])
        across = [self.place(p, self.ticks[0])[0] for p in sides]
        down = [self.place(sides[0], height)[1] for height in self.ticks]
        for x in across:
            self._add_line(f"M{x} {TOP}v{HIGH}", "g")
        for y in down:
            self._add_line(f"M{LEFT} {y}h{WIDE}", "g")
        for x, p in zip(across, sides, strict=True):
            self._add_words(x, BOTTOM + FREE_OF_RINGS + 0.2, self.slider.number(p), "middle")
        for y, height in zip(down, self.ticks, strict=True):
            self._add_words(LEFT - FREE_OF_RINGS, y, self.slider.number(height), "end")
        self._add_words(0, 0.2, self.slider.words, "start")
        self._add_words(LEFT + WIDE / 2, BOTTOM + 0.95, self.slider.parameter, "middle")

    def _add_curve(self, k: int, name: str) -> None:
        """Add the k-th curve, and a place for its values beside the chart."""
        row = TOP + 0.3 + 0.95 * k
        heavy = self.slider.heavy % len(self.curves)
        letter = "b" if k == heavy else THIN_CURVES[k % len(THIN_CURVES)]
        points = map(self.place, self.at, self.curves[name])
        self._add_line("M" + "L".join(f"{x} {y}" for x, y in points), letter)
        x = BESIDE
        if self.has_names:
            self._add_line(f"M{BESIDE} {row}h0.5", letter)
            x += 0.65
            self._add_words(x, row, name, "start")
        self.spots.append(
            {
                "x": x,
                "y": row + 0.42,
                "w": 2.4,
                "h": 0.4,
                "type": 0.3,
                "shape": "bare",
                "name": name,
            }
        )

    def _points(self, k: int) -> Line:
        """Return the points on the curves at the k-th probability, and the upright through them."""
        places = [self.place(self.at[k], column[k]) for column in self.curves.values()]
        x, _ = places[0]
        return {"path": f"M{x} {TOP}v{HIGH}", "head": "".join(ring(x, y) for x, y in places)}

    def _add_line(self, path: str, letter: str) -> None:
        self.lines.append({"path": path})
        self.letters.append(letter)

    def _add_words(self, x: float, y: float, words: str, anchor: str) -> None:
        self.texts.append({"x": x, "y": y + 0.1, "words": words, "anchor": anchor})


def _ticks(values: Sequence[Fraction]) -> list[Fraction]:
    """Return three to six round numbers, from one below all values to one above them."""
    low = min(values)
    high = max(max(values), low + Fraction(1, 1000))  # if all are alike, there is a range yet
    round_parts = (1, 2, Fraction(5, 2), 5)
    sizes = (Fraction(10) ** k * part for k in count(-4) for part in round_parts)
    size = next(size for size in sizes if size * 4 >= high - low)
    first = floor(low / size)
    last = ceil(high / size)
    return [size * k for k in range(first, last + 1)]


def ring(x: float, y: float, r: float = 0.11) -> str:
    """Return a circle as a path of SVG: two arcs."""
    half = f"a{r} {r} 0 1 1"
    return f"M{x - r:g} {y}{half} {2 * r} 0{half} {-2 * r} 0"


class Mixing(Slider):
    """A matrix game in which Max mixes two moves: what each of Min's answers leaves Max, and what
    Max is sure of.

    Parameters
    ----------
    payoffs
        What Max gets for each pair of moves, Max's and Min's, which are made at the same time.
    steps
        In how many steps the probability of the first move goes from 0 to 1. There is also a step
        wherever two answers give the same.
    start
        The probability at which the slider stands at first: that of one of the steps.

    Raises
    ------
    ValueError
        If Max does not have two moves, for a pair of moves without a payoff, and for a start at
        which there is no step.
    """

    words = "Max gets on average"

    def __init__(
        self,
        payoffs: Mapping[tuple[Any, Any], Any],
        steps: int = 24,
        start: Fraction = Fraction(0),
    ) -> None:
        mine = list(dict.fromkeys(pair[0] for pair in payoffs))
        answers = list(dict.fromkeys(pair[1] for pair in payoffs))
        if len(mine) != 2:
            raise ValueError(f"Max has {len(mine)} moves, {mine}: the slider mixes two")
        for pair in product(mine, answers):
            if pair not in payoffs:
                raise ValueError(
                    f"the payoff of {pair} is missing: give one for each pair of moves"
                )
        # For each answer of Min's what Max's first move gives, and what the second gives.
        against = {b: [Fraction(payoffs[a, b]) for a in mine] for b in answers}
        grid = {Fraction(k, steps) for k in range(steps + 1)}
        at = sorted(grid | set(_crossings(list(against.values()))))
        if start not in at:
            raise ValueError(f"start={start} is no step: give one of {', '.join(map(str, at))}")
        averages = {
            b: [p * first + (1 - p) * second for p in at] for b, (first, second) in against.items()
        }
        sure = [min(values) for values in zip(*averages.values(), strict=True)]
        stories = []
        for k, p in enumerate(at):
            best_answers = [str(b) for b, values in averages.items() if values[k] == sure[k]]
            story = [
                f"Max: {mine[0]} with probability {p}, {mine[1]} with {1 - p}.",
                f"Min's best answer: {' or '.join(best_answers)}. So Max is sure of "
                f"{self.number(sure[k])} on average.",
            ]
            is_only_maximum = sure[k] == max(sure) and sure.count(sure[k]) == 1
            if is_only_maximum:
                self.best_step = k
                story.append("No other p is as good for Max.")
            stories.append(story)
        columns = {f"Min: {b}": values for b, values in averages.items()}
        super().__init__(at, columns | {"Max is sure of": sure}, stories)
        self.show_step(at.index(start))


def _crossings(pairs: list[list[Fraction]]) -> Iterator[Fraction]:
    """Yield the probabilities between 0 and 1 at which two answers give the same.

    Each answer is a pair (a, b): it gives p a + (1 - p) b.
    """
    for (a, b), (c, d) in combinations(pairs, 2):
        slope = (a - b) - (c - d)  # of the difference of the two lines
        if slope != 0:
            p = (d - b) / slope
            if 0 < p < 1:
                yield p


class Coin(Slider):
    """What a game with a coin is worth: the exact value to player 0 for each probability of heads.
    The slider begins in the middle.

    Parameters
    ----------
    make
        A function from the probability, a Fraction from 0 to 1, to an ExtensiveGame.
    steps
        In how many steps the probability goes from 0 to 1.
    """

    parameter = "q"
    words = "worth"

    def __init__(
        self, make: Callable[[Fraction], ExtensiveGame[Any, Any]], steps: int = 24
    ) -> None:
        at = [Fraction(k, steps) for k in range(steps + 1)]
        worth = [exact_values(make(q)).value() for q in at]
        stories = [
            [f"Heads comes with probability {q}: the game is worth {value} to player 0."]
            for q, value in zip(at, worth, strict=True)
        ]
        super().__init__(at, {"value": worth}, stories)
        self.show_step(steps // 2)


class Mistakes(Slider):
    """What each opening is worth against an opponent who errs with probability e.

    The numbers are the first player's expected outcomes; the curves show how much better each is
    than the first of them. With probability e the opponent makes a random move, all equally likely,
    and otherwise the solution's move. The values are exact, because such an opponent is a ``Fixed``
    player, whose errors are chance. The first player knows e, and always makes the move that is
    worth most.

    Parameters
    ----------
    solution
        An answer of ``solve`` for a game, or for its ``Quotient`` if the game is large.
    moves
        The openings to compare, by their names.
    steps
        In how many steps e goes from 0 to 1.

    Raises
    ------
    TypeError
        For anything but a Solution.
    ValueError
        For a solution without a game, and if there is no opening.
    IllegalMove
        For an opening that is not a legal move at the start.
    """

    parameter = "e"
    heavy = 0

    def __init__(
        self, solution: Solution[Any, Any], moves: Mapping[str, Any], steps: int = 20
    ) -> None:
        require_answer(solution, Solution, "solve", "Mistakes(solve(game), {'corner': (0, 0)})")
        game = solution.game
        if game is None:
            raise ValueError("openings are moves of a game: give solve(game)")
        after_move = dict(ask.steps(game, game.start()))
        if not moves:
            raise ValueError("there is no opening to compare: give the names and moves of some")
        for move in moves.values():
            if move not in after_move:
                raise IllegalMove(
                    f"{move!r} is not a move at the start: {', '.join(map(repr, after_move))} are"
                )
        at = [Fraction(k, steps) for k in range(steps + 1)]
        answers = [
            exact_values(Fixed(Extensive(game), 1, partial(_erring, solution, e))) for e in at
        ]
        # A position of ``Extensive(game)`` is a pair: the position, and the player to move.
        values = {
            name: [answer.value((after_move[move], 1)) for answer in answers]
            for name, move in moves.items()
        }
        stories = [
            [
                f"The opponent moves at random with probability {self.number(e)}, else perfectly.",
                _best_opening({name: column[k] for name, column in values.items()}),
            ]
            for k, e in enumerate(at)
        ]
        first = next(iter(values))
        self.words = f"better than {first} by"
        lead = {
            name: [a - b for a, b in zip(column, values[first], strict=True)]
            for name, column in values.items()
        }
        super().__init__(at, values, stories, heights=lead)

    def number(self, value: Fraction) -> str:
        return f"{float(value):.4g}"


def _best_opening(values: Mapping[str, Fraction]) -> str:
    """Say which openings are worth most."""
    most = max(values.values())
    best_names = [name for name, value in values.items() if value == most]
    if len(best_names) == len(values):
        return "All are worth the same."
    return f"Best: {' and '.join(best_names)}."


def _erring(solution: Solution[Any, Any], rate: Fraction, place: Any) -> dict[Any, Fraction]:
    """Return the probabilities of all moves: a random move at this rate, and otherwise the
    solution's move. ``place`` is a pair: a position of the solution, and the player to move.
    """
    position, _ = place
    moves = solution.game.moves(position)
    odds = dict.fromkeys(moves, rate / len(moves))
    odds[solution.best(position)] += 1 - rate
    return odds
