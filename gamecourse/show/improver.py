"""Strategy improvement on the graph of a game: solve, look which moves would be better, change them, solve again."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamecourse.show import boards, given, layout
from gamecourse.show.chances import Net, net_of
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.steps import StepScene
from gamecourse.show.stage.vertices import arrows
from gamelib.core import CHANCE, Text, move_text_of
from gamelib.solvers.chance.improvement import ImprovedValues, Round

#: How Nature, a player and an end of play look: shape, and how much wider than its words.
SHAPES: dict[Any, tuple[str, float]] = {0: ("square", 1.0), 1: ("disc", 1.15), CHANCE: ("diamond", 1.5)}

#: The largest letters, in units.
TYPE = 0.31

#: So many changes are told one by one.
TOLD = 4


class Improver(StepScene):
    """The rounds of strategy improvement, two steps each: what the strategies are worth, and which moves are changed.

    Squares are player 0's positions, circles player 1's, diamonds chance; in each stands its value to player 0. Heavy
    arrows are the two strategies, heavy dashed ones the moves that come instead. From code: ``show_step(k)``.

    Parameters
    ----------
    values
        What ``strategy_improvement`` has answered, for a game of at most 60 positions before the end.

    Raises
    ------
    TypeError
        For what is no such answer.
    ValueError
        For a larger game.
    """

    def __init__(self, values: ImprovedValues) -> None:
        cure = "Improver(strategy_improvement(game))"
        self.values = given.answer(values, ImprovedValues, "strategy_improvement", cure)
        self.rounds = values.rounds
        names = getattr(values.rules, "players", ())
        named = isinstance(names, list | tuple) and len(names) == 2
        self.players = [str(name) for name in names] if named else ["player 0", "player 1"]
        self.net = net_of(values)
        self._names = [self._name(p) for p in self.net.live]
        steps = [
            {"shown": [self._frame(k)], "story": self._told(k), "counts": self._counts(k), "name": self._called(k)}
            for k in range(2 * len(self.rounds) - 1)
        ]
        super().__init__([self._picture(self.net)], steps, slider="step", beat=2_500)

    def story(self, step: int) -> Text:
        """What happens at a step, in words, and the values position by position."""
        one, changed = self._at(step)
        lines = [*self._told(step)]
        for p, name in zip(self.net.live, self._names, strict=True):
            move = f", {self._words(p, one.strategy[p])}" if p in one.strategy else ""
            then = f" → {self._words(p, one.changes[p])}" if changed and p in one.changes else ""
            lines.append(f"{_flat(name)}: {one.values[p]}{move}{then}")
        return Text("\n".join(lines))

    def _at(self, step: int) -> tuple[Round, bool]:
        """The round of a step, and whether its changes are shown."""
        return self.rounds[step // 2], step % 2 == 1

    def _called(self, step: int) -> str:
        return f"round {step // 2 + 1}, {'what is changed' if step % 2 else 'what it is worth'}"

    def _counts(self, step: int) -> dict[str, str]:
        """Where we are, and what the first position is worth."""
        one, changed = self._at(step)
        start = self.net.live[0] if self.net.live else next(iter(self.values))
        return {
            "round": f"{step // 2 + 1} of {len(self.rounds)}",
            f"{_flat(self._name(start))} is worth": str(one.values[start]),
            "moves to change": str(len(one.changes)) if changed or one.player is None else "?",
        }

    def _told(self, step: int) -> list[str]:
        """What happens at a step."""
        one, changed = self._at(step)
        if changed:
            return self._changes(one)
        before = self.rounds[step // 2 - 1] if step else None
        lines = ["The guess: heavy arrows." if before is None else f"New moves for {self._who(before)}."]
        lines.append("With both strategies fixed the equations are linear: solved, they give these values.")
        if one.player is None:
            lines.append("No move is better any more, for neither player: these are the values of the game.")
        else:
            lines.append("Which moves would be better?")
        return lines

    def _changes(self, one: Round) -> list[str]:
        """Who changes which moves, and why."""
        who, other = self._who(one), self.players[one.player == 0]
        wants = "more" if one.player == 0 else "less"
        if one.why == "better":
            reply = one.player != self.values.player
            lines = [f"A better reply for {who}:" if reply else f"No better reply for {other}. Better for {who}:"]
        elif one.why == "stay":
            lines = [f"No single move is better. But for {who} to go round for ever is, for that is worth 0:"]
        else:
            lines = [f"No move is better. Some are as good, and with them {other} cannot go round for ever:"]
        for p, move in list(one.changes.items())[:TOLD]:
            there = one.values[self.values.game.play(p, move)]
            words = f"{self._words(p, one.strategy[p])} becomes {self._words(p, move)}"
            gain = f", for {there} is {wants} than {one.values[p]}" if one.why == "better" else ""
            lines.append(f"{_flat(self._name(p))}: {words}{gain}.")
        if len(one.changes) > TOLD:
            lines.append(f"And {len(one.changes) - TOLD} more.")
        return lines

    def _who(self, one: Round) -> str:
        return "nobody" if one.player is None else self.players[one.player]

    def _words(self, p: Any, move: Any) -> str:
        return move if isinstance(move, str) else move_text_of(self.values.game, p, move)

    def _name(self, p: Any) -> str:
        """A position as it is written in its vertex: the rows of its board, or its name."""
        return "\n".join(row.replace(".", "·") for row in boards.cells(self.values.game, p)) or str(p)

    def _frame(self, step: int) -> dict[str, Any]:
        """How the picture stands: values under the names, chosen moves heavy, new ones dashed, changed spots ringed."""
        one, changed = self._at(step)
        game: Any = self.values.game

        def to(moves: dict[Any, Any]) -> set[tuple[int, int]]:
            return {(self.net.number[p], self.net.number[game.play(p, move)]) for p, move in moves.items()}

        chosen, new = to(one.strategy), to(one.changes) if changed else set()
        return {
            "pieces": " " * len(self.net.places),
            "labels": [
                *(f"{name}\n{one.values[p]}" for p, name in zip(self.net.live, self._names, strict=True)),
                *(f"end: {payoff}" for payoff in self.net.payoffs),
            ],
            "lines": "".join(
                "d" if best is None else "e" if edge in new else "b" if edge in chosen else "n"
                for edge, best in zip(self.net.edges, self.net.best, strict=True)
            ),
            "last": [self.net.number[p] for p in one.changes] if changed else [],
        }

    def _picture(self, net: Net) -> dict[str, Any]:
        """The graph as the browser is told of it, every vertex wide enough for its words."""
        rows = 2 + max((name.count("\n") for name in self._names), default=0)
        longest = max([4, *(len(line) for name in self._names for line in name.split("\n"))])
        wide = min(1.8, max(0.17 * longest + 0.25, 0.36 * rows))
        margin = wide * (1.2 if any(a == b for a, b in net.edges) else 0.8)
        places = net.places * (0.95 * wide, wide / 0.84)
        lines = arrows([(float(x), float(y)) for x, y in places], net.edges, wide / 2)
        ways = [layout.curve(places[line["from"]], places[line["to"]], line["bend"]) for line in lines]
        drawn = np.concatenate([places, *ways])
        least, most = drawn.min(axis=0) - 0.1, drawn.max(axis=0) + 0.1  # an arrow may bend out, but needs no margin
        least = np.minimum(least, places.min(axis=0) - margin)
        most = np.maximum(most, places.max(axis=0) + margin)
        width, height = (most - least).tolist()
        points = [(round(float(x), 3), round(float(y), 3)) for x, y in places - least]
        spots = []
        for (x, y), p, name in zip(points, net.live, self._names, strict=False):
            shape, more = SHAPES[self.values.game.turn(p)]
            who = "chance" if shape == "diamond" else self.players[shape == "disc"]
            size = {"w": wide * more, "h": wide * more}
            spots.append({"x": x, "y": y, **size, "shape": shape, "name": f"{_flat(name)}, {who}", "type": TYPE})
        for (x, y), payoff in zip(points[len(net.live) :], net.payoffs, strict=True):
            spots.append({"x": x, "y": y, "w": wide, "h": 0.6, "shape": "leaf", "name": f"end: {payoff}", "type": TYPE})
        texts = [
            {**_beside(points[line["from"]], points[line["to"]], line["bend"]), "words": str(chance), "size": 0.26}
            for line, chance in zip(lines, net.chances, strict=True)
            if chance is not None
        ]
        unit = float(np.clip(max(480 / height, 65), 36, min(90, 1000 / width)))
        drawn_as = {"width": round(width, 3), "height": round(height, 3), "unit": unit, "texts": texts}
        return picture(f"a graph of {len(net.live)} positions", spots, lines, **drawn_as)


def _flat(name: str) -> str:
    """The rows of a name in one line."""
    return name.replace("\n", " ")


def _beside(begin: tuple[float, float], end: tuple[float, float], bend: float) -> dict[str, float]:
    """The place for a word beside an arrow, nearer to its begin."""
    along = layout.curve(begin, end, bend)
    (x, y), (dx, dy) = along[13], along[14] - along[12]
    up = -0.22 / max(float(np.hypot(dx, dy)), 1e-9) * (1 if dx >= 0 else -1)
    return {"x": round(float(x - up * dy), 3), "y": round(float(y + up * dx) + 0.09, 3)}
