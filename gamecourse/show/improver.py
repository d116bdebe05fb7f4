"""Strategy improvement on the graph of a game: solve, see which moves would be better, change them,
solve again.
"""

from __future__ import annotations

from typing import Any

from gamecourse.show.answers import require_answer
from gamecourse.show.chances import Net, players_of
from gamecourse.show.records import Frame, Step
from gamecourse.show.stage.widget import StepScene
from gamefast.chance.improvement import ImprovedValues, Round
from gamelib.core import Text, move_text_of

#: At most this many changes of moves are listed one by one.
MOST_CHANGES = 4


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
        self.players = players_of(values)
        self.net = Net(values)
        # Each round has two steps, its values and its changes; the last has no changes.
        steps: list[Step] = []
        for k in range(len(self.rounds)):
            steps.append(self._values_step(k))
            if k < len(self.rounds) - 1:
                steps.append(self._changes_step(k))
        super().__init__([self.net.picture(self.players)], steps, slider="step", beat=2_500)

    def story(self, step: int) -> Text:
        """Return what happens at a step, and the values position by position."""
        this_round = self.rounds[step // 2]
        shows_changes = step % 2 == 1
        changes = this_round.changes if shows_changes else {}
        lines = [str(super().story(step))]
        for p, name in zip(self.net.live, self.net.names, strict=True):
            line = f"{_in_one_line(name)}: {this_round.values[p]}"
            if p in this_round.strategy:
                line += f", {self._move_words(p, this_round.strategy[p])}"
            if p in changes:
                line += f" → {self._move_words(p, changes[p])}"
            lines.append(line)
        return Text("\n".join(lines))

    def _values_step(self, k: int) -> Step:
        """Return the step that shows the values in round k."""
        this_round = self.rounds[k]
        number_of_changes = str(len(this_round.changes)) if this_round.player is None else "?"
        return {
            "shown": [self._frame(this_round, {})],
            "story": self._values_in_words(k),
            "counts": self._counts(k, number_of_changes),
            "name": f"round {k + 1}, what it is worth",
        }

    def _changes_step(self, k: int) -> Step:
        """Return the step that shows which moves change in round k."""
        this_round = self.rounds[k]
        return {
            "shown": [self._frame(this_round, this_round.changes)],
            "story": self._changes_in_words(this_round),
            "counts": self._counts(k, str(len(this_round.changes))),
            "name": f"round {k + 1}, what is changed",
        }

    def _counts(self, k: int, number_of_changes: str) -> dict[str, str]:
        """Return where we are, what the first position is worth, and how many moves change."""
        start = self.net.live[0] if self.net.live else next(iter(self.values))
        name = _in_one_line(self.net.names[0] if self.net.names else str(start))
        return {
            "round": f"{k + 1} of {len(self.rounds)}",
            f"{name} is worth": str(self.rounds[k].values[start]),
            "moves to change": number_of_changes,
        }

    def _values_in_words(self, k: int) -> list[str]:
        """Return how round k begins, and whether it is the last."""
        begin = "The guess: heavy arrows."
        if k > 0:
            begin = f"New moves for {self._player(self.rounds[k - 1])}."
        solved = (
            "With both strategies fixed the equations are linear: solved, they give these values."
        )
        end = "Which moves would be better?"
        if self.rounds[k].player is None:
            end = "No move is better now, for either player: these are the values of the game."
        return [begin, solved, end]

    def _changes_in_words(self, this_round: Round) -> list[str]:
        """Return which player changes which moves, and why."""
        lines = [self._reason(this_round)]
        wants = "more" if this_round.player == 0 else "less"
        for p, move in list(this_round.changes.items())[:MOST_CHANGES]:
            name = _in_one_line(self.net.names[self.net.number[p]])
            old, new = self._move_words(p, this_round.strategy[p]), self._move_words(p, move)
            gain = ""
            if this_round.why == "better":
                new_value = this_round.values[self.values.game.play(p, move)]
                gain = f", because {new_value} is {wants} than {this_round.values[p]}"
            lines.append(f"{name}: {old} becomes {new}{gain}.")
        if len(this_round.changes) > MOST_CHANGES:
            lines.append(f"And {len(this_round.changes) - MOST_CHANGES} more.")
        return lines

    def _reason(self, this_round: Round) -> str:
        """Return why moves change in a round (``why``): "better" moves, "stay" in a cycle, or else
        moves that are as good but lead out of a cycle.
        """
        player = self._player(this_round)
        other = self.players[1] if this_round.player == 0 else self.players[0]
        if this_round.why == "better":
            is_reply = this_round.player != self.values.player
            if is_reply:
                return f"A better reply for {player}:"
            return f"No better reply for {other}. Better for {player}:"
        if this_round.why == "stay":
            return (
                f"No single move is better. But it is better for {player} to cycle for ever, "
                "which is worth 0:"
            )
        return f"No move is better. Some are as good, and with them {other} cannot cycle for ever:"

    def _player(self, this_round: Round) -> str:
        """Return the name of the player whose moves change in a round."""
        return "nobody" if this_round.player is None else self.players[this_round.player]

    def _move_words(self, p: Any, move: Any) -> str:
        return move if isinstance(move, str) else move_text_of(self.values.game, p, move)

    def _frame(self, this_round: Round, changes: dict[Any, Any]) -> Frame:
        """Return a step's picture: values under names, chosen moves heavy, new moves dashed,
        changed spots ringed.
        """

        def edges_of_moves(moves: dict[Any, Any]) -> set[tuple[int, int]]:
            """Return the arrows of these moves, which are given by position."""
            play = self.values.game.play
            return {self.net.edge(p, play(p, move)) for p, move in moves.items()}

        chosen = edges_of_moves(this_round.strategy)
        new = edges_of_moves(changes)

        def line_letter(edge: tuple[int, int], is_best: bool | None) -> str:
            """Return how an arrow looks: d by chance, for which ``is_best`` is None, e a new move,
            b a chosen one, otherwise n.
            """
            if is_best is None:
                return "d"
            if edge in new:
                return "e"
            return "b" if edge in chosen else "n"

        positions = zip(self.net.live, self.net.names, strict=True)
        labels = [f"{name}\n{this_round.values[p]}" for p, name in positions]
        ends = self.net.labels[len(labels) :]
        return {
            "pieces": " " * len(self.net.places),
            "labels": [*labels, *ends],
            "lines": "".join(map(line_letter, self.net.edges, self.net.best)),
            "last": [self.net.number[p] for p in changes],
        }


def _in_one_line(name: str) -> str:
    """Return the rows of a name in one line."""
    return name.replace("\n", " ")
