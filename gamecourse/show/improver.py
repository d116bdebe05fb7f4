"""Strategy improvement on the graph of a game: solve, see which moves would be better, change them,
solve again.
"""

from __future__ import annotations

from typing import Any

from gamecourse.show.answers import require_answer
from gamecourse.show.chances import Net
from gamecourse.show.records import Frame, Step
from gamecourse.show.stage.widget import StepScene
from gamefast.chance.improvement import ImprovedValues, Round
from gamelib.core import Text, move_text_of

#: At most this many changes are told one by one.
TOLD = 4


class Improver(StepScene):
    """The rounds of strategy improvement, in two steps each: what the strategies are worth, and
    which moves change.

    Player 0 moves at squares, player 1 at circles, and chance at diamonds; each shows its value to
    player 0. Heavy arrows are the two strategies, and heavy dashed arrows are the new moves. From
    code, use ``show_step(k)``.

    Parameters
    ----------
    values
        An answer of ``strategy_improvement`` for a game with at most 60 positions before the end.

    Raises
    ------
    TypeError
        For anything but such an answer.
    ValueError
        For a larger game.
    """

    def __init__(self, values: ImprovedValues[Any, Any]) -> None:
        cure = "Improver(strategy_improvement(game))"
        self.values = require_answer(values, ImprovedValues, "strategy_improvement", cure)
        self.rounds = values.rounds
        named = getattr(values.rules, "players", ())
        known = isinstance(named, list | tuple) and len(named) == 2
        self.players = [*map(str, named)] if known else ["player 0", "player 1"]
        self.net = Net(values)
        steps = [
            self._step(k, changed) for k in range(len(self.rounds)) for changed in (False, True)
        ][:-1]
        super().__init__([self.net.picture(self.players)], steps, slider="step", beat=2_500)

    def story(self, step: int) -> Text:
        """Return what happens at a step, and the values position by position."""
        one, changed = self.rounds[step // 2], step % 2
        lines = [str(super().story(step))]
        for p, name in zip(self.net.live, self.net.names, strict=True):
            move = f", {self._words(p, one.strategy[p])}" if p in one.strategy else ""
            then = f" → {self._words(p, one.changes[p])}" if changed and p in one.changes else ""
            lines.append(f"{_flat(name)}: {one.values[p]}{move}{then}")
        return Text("\n".join(lines))

    def _step(self, k: int, changed: bool) -> Step:
        """Return a step: a round's values, or its changes, with where we are and what the first
        position is worth.
        """
        one = self.rounds[k]
        start = self.net.live[0] if self.net.live else next(iter(self.values))
        first = _flat(self.net.names[0] if self.net.names else str(start))
        counts = {
            "round": f"{k + 1} of {len(self.rounds)}",
            f"{first} is worth": str(one.values[start]),
            "moves to change": str(len(one.changes)) if changed or one.player is None else "?",
        }
        what = "is changed" if changed else "it is worth"
        return {
            "shown": [self._frame(one, one.changes if changed else {})],
            "story": self._changes(one) if changed else self._solved(k),
            "counts": counts,
            "name": f"round {k + 1}, what {what}",
        }

    def _solved(self, k: int) -> list[str]:
        """Say how a round begins, and whether it is the last."""
        begin = (
            f"New moves for {self._who(self.rounds[k - 1])}." if k else "The guess: heavy arrows."
        )
        solved = (
            "With both strategies fixed the equations are linear: solved, they give these values."
        )
        over = "No move is better now, for either player: these are the values of the game."
        return [
            begin,
            solved,
            over if self.rounds[k].player is None else "Which moves would be better?",
        ]

    def _changes(self, one: Round) -> list[str]:
        """Say which player changes which moves, and why."""
        who, other = self._who(one), self.players[one.player == 0]
        wants = "more" if one.player == 0 else "less"
        if one.why == "better":
            reply = one.player != self.values.player
            lines = [
                f"A better reply for {who}:"
                if reply
                else f"No better reply for {other}. Better for {who}:"
            ]
        elif one.why == "stay":
            lines = [
                f"No single move is better. But it is better for {who} to cycle for ever, which "
                "is worth 0:"
            ]
        else:
            lines = [
                f"No move is better. Some are as good, and with them {other} cannot cycle for ever:"
            ]
        for p, move in list(one.changes.items())[:TOLD]:
            there = one.values[self.values.game.play(p, move)]
            words = f"{self._words(p, one.strategy[p])} becomes {self._words(p, move)}"
            gain = (
                f", because {there} is {wants} than {one.values[p]}" if one.why == "better" else ""
            )
            lines.append(f"{_flat(self.net.names[self.net.number[p]])}: {words}{gain}.")
        return lines + [f"And {len(one.changes) - TOLD} more."] * (len(one.changes) > TOLD)

    def _who(self, one: Round) -> str:
        return "nobody" if one.player is None else self.players[one.player]

    def _words(self, p: Any, move: Any) -> str:
        return move if isinstance(move, str) else move_text_of(self.values.game, p, move)

    def _frame(self, one: Round, changes: dict[Any, Any]) -> Frame:
        """Return a step's picture: values under names, chosen moves heavy, new moves dashed,
        changed spots ringed.
        """
        number, play = self.net.number, self.values.game.play
        chosen = {(number[p], number[play(p, move)]) for p, move in one.strategy.items()}
        new = {(number[p], number[play(p, move)]) for p, move in changes.items()}

        def look(edge: tuple[int, int], best: bool | None) -> str:
            if best is None:
                return "d"
            if edge in new:
                return "e"
            return "b" if edge in chosen else "n"

        named = list(zip(self.net.live, self.net.names, strict=True))
        ends = self.net.labels[len(named) :]
        return {
            "pieces": " " * len(self.net.places),
            "labels": [*(f"{name}\n{one.values[p]}" for p, name in named), *ends],
            "lines": "".join(map(look, self.net.edges, self.net.best)),
            "last": [number[p] for p in changes],
        }


def _flat(name: str) -> str:
    """The rows of a name in one line."""
    return name.replace("\n", " ")
