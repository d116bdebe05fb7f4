"""The wave of retrograde analysis: from the terminal positions it spreads backwards, one remoteness
at each step.

Positions that it never reaches are drawn. Nothing is solved here: the remoteness of a position is
its step.
"""

from __future__ import annotations

from typing import Any

from gamecourse.show import graphs
from gamecourse.show.arrays import require_solution
from gamecourse.show.colours import palette
from gamecourse.show.graphs import Sign, arrows_of, graph_picture, verdict
from gamecourse.show.heat import cells_of, in_letters, pieces_of
from gamecourse.show.plots import by_remoteness
from gamecourse.show.records import Frame, PictureSpec, Step
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.widget import StepScene
from gamefast.answers import Solution
from gamelib.core import LOSS, WIN, Text
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
        For a graph that is not stored or is too large, and if a player wins endless play.
    """

    def __init__(self, solution: Solution[Any, Any]) -> None:
        self.solution = require_solution(solution, "Wave(solve(game))")
        if self.solution.worth is not None:
            raise ValueError(
                "here a player wins endless play, but the wave calls what it never reaches drawn: "
                "solve the game without endless=..."
            )
        #: For won and for lost: how many positions of the whole game have each remoteness, up to the
        #: largest of all.
        self._reached = {
            outcome: numbers.tolist() for outcome, numbers in by_remoteness(self.solution).items()
        }
        self._longest = len(self._reached[WIN]) - 1
        #: How many positions are never reached: they are drawn.
        self._never = len(solution) - sum(map(sum, self._reached.values()))
        #: What the map of a board shows, as a sentence; nothing has to be said of a graph.
        self._map_in_words = ""
        #: The number of the position that each spot of the picture shows; None for a wall.
        self._position_at: list[int | None] = list(range(len(solution)))
        if isinstance(solution.game, CopsAndThief):
            picture = self._map(solution.game)
        else:
            graphs.check_size(self.solution)  # refuses a graph that cannot be drawn
            picture = graph_picture(self.solution)
            self._pieces = " " * len(solution)
            self._moves = arrows_of(self.solution)
        count = self._longest + 1
        if self._never:
            count += 1  # a last step shows the draws
        steps = [self._step(k) for k in range(count)]
        beat = max(250, min(900, 12_000 // count))  # milliseconds; all together about 12 seconds
        super().__init__([picture], steps, slider="remoteness", beat=beat)

    def _step(self, remoteness: int) -> Step:
        """Return the step at which the wave has reached this remoteness; after the largest comes
        the step that shows the draws.
        """
        return {
            "shown": [self._frame(remoteness)],
            "story": self._story_of(remoteness),
            "counts": self._counts(remoteness),
            "name": f"remoteness {remoteness}",
        }

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
        self._moves = []  # a map of a board has no arrows
        drawn = drawing(board)
        if not drawn.spots:
            raise ValueError(
                f"a board of {board.shape[0]} x {board.shape[1]} cells is too large to be drawn"
            )
        index = self.solution.graph.index
        free_cells = set(board.cells)
        thief = board.thief
        self._position_at = [
            index((cell, thief, POLICEMAN)) if cell in free_cells else None
            for cell in cells_of(board)
        ]
        self._pieces = pieces_of(board, thief)
        self._map_in_words = (
            "For the policeman, who is to move, wherever the policeman stands; the thief stands "
            f"at {thief}."
        )
        remoteness = [int(self.solution.remoteness[i]) for i in self._position_at if i is not None]
        picture = drawn.spec("a map of the board: where the policeman stands")
        picture["unit"] = min(picture["unit"], max(36, 560 / board.shape[0]))
        picture["palette"] = palette(max([0, *remoteness]))
        return picture

    def _is_known(self, i: int | None, step: int) -> bool:
        """Return whether a position is known: the wave has reached it, or is over and never
        will.
        """
        if i is None:
            return False
        return bool(step > self._longest or 0 <= self.solution.remoteness[i] <= step)

    def _frame(self, step: int) -> Frame:
        """Return the state of the picture: positions just reached have a ring, and heavy arrows are
        best moves.
        """
        remoteness = self.solution.remoteness
        wall = Sign(" ", "")
        signs = [wall if i is None else verdict(self.solution, i) for i in self._position_at]
        known = [self._is_known(i, step) for i in self._position_at]
        heavy = [
            self._is_known(i, step) and graphs.is_best(self.solution, i, j) for i, j in self._moves
        ]
        return {
            "pieces": self._pieces,
            "marks": "".join(
                sign.letter if is_known or sign == wall else "-"
                for sign, is_known in zip(signs, known, strict=True)
            ),
            "notes": [
                sign.words if is_known else "" for sign, is_known in zip(signs, known, strict=True)
            ],
            "depths": [0 if i is None else max(0, int(remoteness[i])) for i in self._position_at],
            "last": [
                spot
                for spot, i in enumerate(self._position_at)
                if i is not None and remoteness[i] == step
            ],
            "lines": "".join("b" if is_heavy else "n" for is_heavy in heavy),
        }

    def _counts(self, step: int) -> dict[str, str]:
        """Return how many positions of the whole game are settled, won and lost after a step, and
        how many are drawn, which only the last step can tell.
        """
        won = sum(self._reached[WIN][: step + 1])
        lost = sum(self._reached[LOSS][: step + 1])
        last = self._longest + 1 if self._never else self._longest
        return {
            "settled": f"{won + lost:,} of {len(self.solution):,}",
            "▲ won": f"{won:,}",
            "▼ lost": f"{lost:,}",
            "● drawn": f"{self._never:,}" if step >= last else "?",
        }

    def _story_of(self, step: int) -> list[str]:
        """Return what happens at a step, in sentences."""
        sentences = [self._map_in_words] if self._map_in_words else []
        if step > self._longest:
            sentences.append(
                f"The wave has come to rest. It has never reached {_positions(self._never)}: "
                "nobody can force an end there."
            )
            return sentences
        won = self._reached[WIN][step]
        lost = self._reached[LOSS][step]
        if step == 0:
            ends = f"{_positions(won)} won, {_positions(lost)} lost"
            sentences.append(f"The ends of play: {ends}, for the player to move.")
            return sentences
        if won:
            sentences.append(
                f"Won in {step}: {_positions(won)}, with a move to one lost in {step - 1}."
            )
        if lost:
            sentences.append(
                f"Lost in {step}: {_positions(lost)}. All moves lead to won ones, the longest in "
                f"{step - 1}."
            )
        return sentences

    def _as_lines(self, step: int) -> list[str]:
        """Return the picture in characters: a board row by row, or what is known of each vertex of
        a graph.
        """
        known: dict[Any, Any] = {}
        for i in self._position_at:
            if i is not None:
                position = self.solution.graph.position(i)
                known[position] = self.solution[position] if self._is_known(i, step) else "?"
        if isinstance(self.solution.game, CopsAndThief):
            verdicts = {policeman: word for (policeman, _, _), word in known.items()}
            return in_letters(self.solution.game, verdicts)
        return [f"{position}: {word}" for position, word in known.items()]


def _positions(number: int) -> str:
    """Return a number of positions in words, "no position" for 0."""
    if number == 0:
        return "no position"
    return "1 position" if number == 1 else f"{number:,} positions"
