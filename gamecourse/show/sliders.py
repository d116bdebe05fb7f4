"""What changes with a probability: a slider that sets it, and the values that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import ceil, floor
from typing import Any

from gamecourse.show import given
from gamecourse.show.stage.spots import Told, picture
from gamecourse.show.stage.widget import StepScene
from gamefast import ask, exact_values
from gamelib import Extensive, Fixed, Solution
from gamelib.core import ExtensiveGame, IllegalMove, Text

#: Where the curves are drawn, in units of the picture; the axes and the values have their places
#: around it.
LEFT, TOP, WIDE, HIGH = 1.2, 0.6, 5.2, 4.2

#: A value at each probability, by a curve's name.
Columns = Mapping[str, Sequence[Fraction]]


class Slider(StepScene):
    """Curves over a probability, a slider that moves along them, and the values in numbers.

    ``at`` lists the probabilities. ``values`` has for each curve's name a value at each
    probability, and ``told`` has the sentences for each probability. ``heights`` is what to draw if
    not the values.
    """

    parameter, words, heavy = "p", "value", -1

    def __init__(
        self,
        at: Sequence[Fraction],
        values: Columns,
        told: Sequence[list[str]],
        heights: Columns | None = None,
    ) -> None:
        self._at, self._values, self._told = at, values, told
        picture, looks = self._picture(values if heights is None else heights)
        name, last = f"{self.parameter} =", len(at) - 1
        steps = [
            {
                "shown": [
                    {
                        "lines": looks + "h" * k + "p" + "h" * (last - k),
                        "labels": [*map(self.number, column)],
                    }
                ],
                **{
                    "story": told[k],
                    "counts": {name: self.number(p)},
                    "name": f"{name} {self.number(p)}",
                },
            }
            for k, (p, column) in enumerate(
                zip(at, zip(*values.values(), strict=True), strict=True)
            )
        ]
        super().__init__([picture], steps, slider=self.parameter, look="chart", beat=350)

    def number(self, value: Fraction) -> str:
        """Return a number as it is written here."""
        return str(value) if value.denominator <= 100 else f"{float(value):.4f}"

    def story(self, step: int) -> Text:
        """Return the values where the slider stands, and what is said of them."""
        return Text("\n".join([self._row(step), *self._told[step]]))

    def as_text(self) -> Text:
        """Return the widget as text: what is shown, and the values at the quarters."""
        quarters = sorted({round(self.last * k / 4) for k in range(5)})
        return Text("\n".join([self.story(self.step), "", *map(self._row, quarters)]))

    def _row(self, step: int) -> str:
        values = ", ".join(
            f"{name} {self.number(column[step])}" for name, column in self._values.items()
        )
        return f"{self.parameter} = {self.number(self._at[step])}: {values}."

    def _picture(self, curves: Mapping[str, Sequence[Fraction]]) -> tuple[Told, str]:
        """Return the chart as a picture, and the looks of its lines: the grid, each curve twice,
        and then the points.

        The points that stand on the curves at a probability are one line of the picture, with a
        dashed upright.
        """
        sides, heights = (
            _ticks([Fraction(0), Fraction(1)]),
            _ticks([height for c in curves.values() for height in c]),
        )
        below, beside = TOP + HIGH, LEFT + WIDE + 0.4

        def place(p: Fraction, height: Fraction) -> tuple[float, float]:
            up = float((height - heights[0]) / (heights[-1] - heights[0]))
            return round(LEFT + WIDE * float(p), 3), round(below - HIGH * up, 3)

        def words(x: float, y: float, said: str, anchor: str) -> Told:
            return {"x": x, "y": y + 0.1, "words": said, "anchor": anchor}

        across, down = (
            [place(p, heights[0])[0] for p in sides],
            [place(sides[0], height)[1] for height in heights],
        )
        paths = [f"M{x} {TOP}v{HIGH}" for x in across] + [f"M{LEFT} {y}h{WIDE}" for y in down]
        texts = [
            words(x, below + 0.3, self.number(p), "middle")
            for x, p in zip(across, sides, strict=True)
        ]
        texts += [
            words(LEFT - 0.15, y, self.number(height), "end")
            for y, height in zip(down, heights, strict=True)
        ]
        texts += [
            words(0, 0.2, self.words, "start"),
            words(LEFT + WIDE / 2, below + 0.75, self.parameter, "middle"),
        ]
        looks, spots = "g" * len(paths), []
        for k, (name, column) in enumerate(curves.items()):
            row = TOP + 0.3 + 0.95 * k
            path = "L".join(f"{x} {y}" for x, y in map(place, self._at, column))
            paths += [f"M{path}", f"M{beside} {row}h0.5"]
            looks += 2 * ("b" if k == self.heavy % len(curves) else "012"[k % 3])
            texts.append(words(beside + 0.65, row, name, "start"))
            here = {"x": beside + 0.65, "y": row + 0.42, "w": 2.4, "h": 0.4}
            spots.append({**here, "type": 0.3, "shape": "bare", "name": name})
        lines = [{"path": path} for path in paths]
        for p, *column in zip(self._at, *curves.values(), strict=True):
            places = [place(p, height) for height in column]
            lines.append(
                {
                    "path": f"M{places[0][0]} {TOP}v{HIGH}",
                    "head": "".join(_ring(x, y) for x, y in places),
                }
            )
        size = {"width": beside + 3.2, "height": below + 1.0, "unit": 68, "texts": texts}
        return picture(f"{self.words}, by {self.parameter}", spots, [], **size) | {
            "lines": lines
        }, looks


def _ticks(values: Sequence[Fraction]) -> list[Fraction]:
    """Return three to six round numbers, from one below all values to one above them."""
    low, high = min(values), max(max(values), min(values) + Fraction(1, 1000))
    sizes = (Fraction(10) ** k * part for k in range(-4, 10) for part in (1, 2, Fraction(5, 2), 5))
    size = next(size for size in sizes if size * 4 >= high - low)
    return [size * k for k in range(floor(low / size), ceil(high / size) + 1)]


def _ring(x: float, y: float, r: float = 0.11) -> str:
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

    Raises
    ------
    ValueError
        If Max does not have two moves, and for a pair of moves without a payoff.
    """

    words = "Max gets on average"

    def __init__(self, payoffs: Mapping[tuple[Any, Any], Any], steps: int = 24) -> None:
        mine, answers = (list(dict.fromkeys(pair[k] for pair in payoffs)) for k in (0, 1))
        if len(mine) != 2:
            raise ValueError(f"Max has {len(mine)} moves, {mine}: the slider mixes two")
        for pair in product(mine, answers):
            if pair not in payoffs:
                raise ValueError(
                    f"the payoff of {pair} is missing: give one for each pair of moves"
                )
        ends = {b: [Fraction(payoffs[a, b]) for a in mine] for b in answers}
        at = sorted(
            {Fraction(k, steps) for k in range(steps + 1)} | set(_crossings(list(ends.values())))
        )
        mixed = {
            b: [p * first + (1 - p) * second for p in at] for b, (first, second) in ends.items()
        }
        sure = [min(values) for values in zip(*mixed.values(), strict=True)]
        told = []
        for k, p in enumerate(at):
            best = [str(b) for b, values in mixed.items() if values[k] == sure[k]]
            so = (
                f"Min's best answer: {' or '.join(best)}. So Max is sure of "
                f"{self.number(sure[k])} on average."
            )
            told.append([f"Max: {mine[0]} with probability {p}, {mine[1]} with {1 - p}.", so])
            if sure[k] == max(sure) and sure.count(sure[k]) == 1:
                told[-1].append("No other p is as good for Max.")
        super().__init__(
            at,
            {f"Min: {b}": values for b, values in mixed.items()} | {"Max is sure of": sure},
            told,
        )


def _crossings(lines: list[list[Fraction]]) -> Iterator[Fraction]:
    """Yield the probabilities at which two answers give the same."""
    for (a, b), (c, d) in combinations(lines, 2):
        slope = (a - b) - (c - d)
        if slope and 0 < (d - b) / slope < 1:
            yield (d - b) / slope


class Coin(Slider):
    """What a game with a coin is worth: the exact value to player 0 for each probability of heads.

    Parameters
    ----------
    make
        A function from the probability, a Fraction from 0 to 1, to an ExtensiveGame.
    steps
        In how many steps the probability goes from 0 to 1.
    """

    parameter, words = "q", "worth"

    def __init__(
        self, make: Callable[[Fraction], ExtensiveGame[Any, Any]], steps: int = 24
    ) -> None:
        at = [Fraction(k, steps) for k in range(steps + 1)]
        worth = [exact_values(make(q)).value() for q in at]
        said = "Heads comes with probability {}: the game is worth {} to player 0."
        super().__init__(
            at, {"value": worth}, [[said.format(q, v)] for q, v in zip(at, worth, strict=True)]
        )


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

    parameter, heavy = "e", 0

    def __init__(
        self, solution: Solution[Any, Any], moves: Mapping[str, Any], steps: int = 20
    ) -> None:
        given.answer(solution, Solution, "solve", "Mistakes(solve(game), {'corner': (0, 0)})")
        game = solution.game
        if game is None:
            raise ValueError("openings are moves of a game: give solve(game)")
        there = dict(ask.steps(game, game.start()))
        if not moves:
            raise ValueError("there is no opening to compare: give the names and moves of some")
        for move in moves.values():
            if move not in there:
                raise IllegalMove(
                    f"{move!r} is not a move at the start: {', '.join(map(repr, there))} are"
                )
        at = [Fraction(k, steps) for k in range(steps + 1)]
        known = [exact_values(Fixed(Extensive(game), 1, partial(_erring, solution, e))) for e in at]
        values = {
            name: [worth.value((there[move], 1)) for worth in known] for name, move in moves.items()
        }
        told = []
        for k in range(len(at)):
            most = max(column[k] for column in values.values())
            best = [name for name, column in values.items() if column[k] == most]
            which = (
                "All are worth the same."
                if len(best) == len(values)
                else f"Best: {' and '.join(best)}."
            )
            told.append(
                [
                    f"The opponent moves at random with probability {self.number(at[k])}, else "
                    "perfectly.",
                    which,
                ]
            )
        first = next(iter(values))
        self.words = f"better than {first} by"
        more = {
            name: [a - b for a, b in zip(column, values[first], strict=True)]
            for name, column in values.items()
        }
        super().__init__(at, values, told, more)

    def number(self, value: Fraction) -> str:
        return f"{float(value):.4g}"


def _erring(solution: Solution[Any, Any], rate: Fraction, place: Any) -> dict[Any, Fraction]:
    """Return the probabilities of all moves: a random move at this rate, and otherwise the
    solution's move.
    """
    moves = solution.game.moves(place[0])
    odds = dict.fromkeys(moves, rate / len(moves))
    odds[solution.best(place[0])] += 1 - rate
    return odds
