"""The wave of retrograde analysis: from the terminal positions it spreads backwards, one remoteness
at each step.

Positions that it never reaches are drawn. Nothing is solved here: the remoteness of a position is
its step.
"""

from __future__ import annotations

from typing import Any

from gamecourse.show import graphs
from gamecourse.show.answers import require_answer
from gamecourse.show.colours import palette
from gamecourse.show.graphs import Sign, arrows_of, graph_picture, verdict
from gamecourse.show.heat import cells_of, in_letters, pieces_of
from gamecourse.show.plots import by_remoteness
from gamecourse.show.records import Frame, PictureSpec, Step
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.widget import StepScene
from gamefast.answers import Solution
from gamelib.core import WIN, Text
from gamelib.games.thief import POLICEMAN, CopsAndThief


class Wave(StepScene):
    """Blue and orange spread from the terminal positions, one remoteness at each step; what stays
    grey is drawn.

    The picture is the game's graph, of at most 60 vertices. For a board of policeman and thief it
    is the map of the policeman's cells, with the thief where the game begins. The counts are those
    of the whole game. From code, use ``show_step(k)``, where k is the remoteness settled last;
    after the largest come the draws.

    Parameters
    ----------
    solution
        An answer of ``solve`` with a stored graph, or for a CopsAndThief.

    Raises
    ------
    TypeError
        For anything but a Solution.
    ValueError
        For a graph that is not stored or is too large.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self.solution = require_answer(solution, Solution, "solve", "Wave(solve(game))")
        #: How many positions of the whole game have each remoteness, and how many are never
        #: reached.
        self._reached = {o: numbers.tolist() for o, numbers in by_remoteness(self.solution).items()}
        self._longest = len(self._reached[WIN]) - 1
        self._never = len(solution) - sum(map(sum, self._reached.values()))
        self._whose = ""
        #: The number of the position that each spot of the picture shows; None for a wall.
        self._shown: list[int | None] = list(range(len(solution)))
        if isinstance(solution.game, CopsAndThief):
            picture = self._map(solution.game)
        else:
            graphs.check_size(self.solution)
            picture = graph_picture(self.solution)
            self._pieces = " " * len(solution)
            self._moves = arrows_of(self.solution)
        steps: list[Step] = [
            {
                "shown": [self._frame(k)],
                "story": self._story_of(k),
                "counts": self._counts(k),
                "name": f"remoteness {k}",
            }
            for k in range(self._longest + 1 + bool(self._never))
        ]
        super().__init__(
            [picture], steps, slider="remoteness", beat=max(250, min(900, 12_000 // len(steps)))
        )

    def story(self, step: int) -> Text:
        """Return what the wave has reached at a step, in words, in numbers, and position by
        position.
        """
        numbers = ", ".join(f"{name} {number}" for name, number in self._counts(step).items())
        return Text(
            "\n".join(
                [*self._story_of(step), f"In the whole game: {numbers}.", *self._as_lines(step)]
            )
        )

    def as_text(self) -> Text:
        """Return the widget as text: the step that is shown, and the counts at the end."""
        end = ", ".join(f"{name} {number}" for name, number in self._counts(self.last).items())
        return Text(f"{self.story(self.step)}\nWhen the wave has come to rest: {end}.")

    def _map(self, board: CopsAndThief) -> PictureSpec:
        """Return the picture of a board with the thief at the start, and note which positions it
        shows.
        """
        self._moves = []
        made = drawing(board)
        if not made.spots:
            raise ValueError(
                f"a board of {board.shape[0]} x {board.shape[1]} cells is too large to be drawn"
            )
        index, places, thief = self.solution.graph.index, set(board.cells), board.thief
        self._shown = [
            index((cell, thief, POLICEMAN)) if cell in places else None for cell in cells_of(board)
        ]
        self._pieces = pieces_of(board, thief)
        self._whose = (
            "For the policeman, who is to move, wherever the policeman stands; the thief stands "
            f"at {thief}."
        )
        deepest = max(
            [0, *(int(self.solution.remoteness[i]) for i in self._shown if i is not None)]
        )
        picture = made.spec("a map of the board: where the policeman stands")
        picture["unit"] = min(picture["unit"], max(36, 560 / board.shape[0]))
        picture["palette"] = palette(deepest)
        return picture

    def _known(self, i: int | None, beat: int) -> bool:
        """Return whether a position is known: the wave has reached it, or is over and never
        will.
        """
        return i is not None and bool(
            beat > self._longest or 0 <= self.solution.remoteness[i] <= beat
        )

    def _frame(self, beat: int) -> Frame:
        """Return the state of the picture: positions just reached have a ring, and heavy arrows are
        best moves.
        """
        remoteness, solution = self.solution.remoteness, self.solution
        wall = Sign(" ", "")
        seen = [wall if i is None else verdict(solution, i) for i in self._shown]
        known = [self._known(i, beat) for i in self._shown]
        return {
            "pieces": self._pieces,
            "marks": "".join(
                sign.letter if is_known or sign == wall else "-"
                for sign, is_known in zip(seen, known, strict=True)
            ),
            "notes": [
                sign.words if is_known else "" for sign, is_known in zip(seen, known, strict=True)
            ],
            "depths": [0 if i is None else max(0, int(remoteness[i])) for i in self._shown],
            "last": [
                spot
                for spot, i in enumerate(self._shown)
                if i is not None and remoteness[i] == beat
            ],
            "lines": "".join(
                "nb"[known[i] and graphs.is_best(solution, i, j)] for i, j in self._moves
            ),
        }

    def _counts(self, beat: int) -> dict[str, str]:
        """Return the counts over the whole game."""
        won, lost = (sum(numbers[: beat + 1]) for numbers in self._reached.values())
        over = beat > self._longest or (beat == self._longest and not self._never)
        settled = f"{won + lost:,} of {len(self.solution):,}"
        drawn = f"{self._never:,}" if over else "?"
        return {"settled": settled, "▲ won": f"{won:,}", "▼ lost": f"{lost:,}", "● drawn": drawn}

    def _story_of(self, beat: int) -> list[str]:
        """Say what happens at a step."""
        begin = [self._whose] if self._whose else []
        if beat > self._longest:
            never = f"It has never reached {_many(self._never)}: nobody can force an end there."
            return [*begin, f"The wave has come to rest. {never}"]
        won, lost = (numbers[beat] for numbers in self._reached.values())
        if beat == 0:
            return [
                *begin,
                f"The ends of play: {_many(won)} won, {_many(lost)} lost, for the player to move.",
            ]
        wins = f"Won in {beat}: {_many(won)}, with a move to one lost in {beat - 1}."
        losses = (
            f"Lost in {beat}: {_many(lost)}. All moves lead to won ones, the longest in {beat - 1}."
        )
        return [*begin, *[wins] * bool(won), *[losses] * bool(lost)]

    def _as_lines(self, beat: int) -> list[str]:
        """Return the picture in characters: a board row by row, or what is known of each vertex of
        a graph.
        """
        position = self.solution.graph.position
        seen = {position(i): self._known(i, beat) for i in self._shown if i is not None}
        known = {p: self.solution[p] if reached else "?" for p, reached in seen.items()}
        if isinstance(self.solution.game, CopsAndThief):
            return in_letters(
                self.solution.game, {cell: what for (cell, *_), what in known.items()}
            )
        return [f"{p}: {what}" for p, what in known.items()]


def _many(number: int) -> str:
    """Return a number of positions in words, "no position" for 0."""
    return f"{number:,} position{'s' * (number != 1)}" if number else "no position"
