"""The queue of retrograde analysis, step by step, forwards and backwards.

It replays what ``solve`` recorded (``Solution.order``); nothing is solved a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamecourse.show.graphs import Replay, graph_picture, verdict
from gamecourse.show.records import Frame, Step
from gamecourse.show.stage.widget import StepScene
from gamefast import solve


class Stepper(StepScene):
    """Settle a graph's vertices one by one, with a picture and with words that say what happens and
    why.

    A settled vertex shows its verdict. An open vertex shows the number of its hopes: its moves that
    are not yet known to lead to a position won for the opponent.

    ``what`` is a networkx DiGraph, or an answer of ``solve`` with a stored graph. The buttons and
    the slider choose a step; step k has taken k positions from the queue, and at step 0 only
    terminal positions are settled. From code, use ``show_step(k)``. Raises TypeError for anything
    else, and ValueError for more than 60 positions.
    """

    def __init__(self, what: Any) -> None:
        self.replay = Replay(solve(what) if hasattr(what, "is_directed") else what)
        self.solution = self.replay.solution
        super().__init__([graph_picture(self.solution)], list(_steps(self.replay)))


def _steps(replay: Replay) -> Iterator[Step]:
    """Yield the state of the graph after each step.

    A heavy ring marks the vertex taken from the queue, and light rings mark the vertices that it
    has settled.
    """
    at = replay.at  # the step at which each vertex was settled
    order = replay.order
    signs = [verdict(replay.solution, i) for i in range(len(at))]
    for step in range(len(order) + 1):
        taken = order[step - 1] if step > 0 else None
        hopes = replay.hopes(step)
        known = replay.known(step)
        just_settled = [i for i, when in enumerate(at) if when == step]
        frame: Frame = {
            "marks": "".join(
                sign.letter if is_known else "-"
                for sign, is_known in zip(signs, known, strict=True)
            ),
            "notes": [
                signs[i].words if is_known else str(hopes[i]) for i, is_known in enumerate(known)
            ],
            "lines": "".join("b" if j == taken else "n" for _, j in replay.moves),
            "chosen": [] if taken is None else [taken],
            "last": just_settled if step > 0 else [],  # at the beginning nothing has changed
        }
        counts = {
            "settled": sum(when <= step for when in at),
            "in the queue": sum(at[i] <= step for i in order[step:]),
        }
        left = len(at) - counts["settled"]
        story = replay.story(step).split("\n")
        yield {
            "shown": [frame],
            "story": story,
            "counts": counts | {"drawn" if step == len(order) else "open": left},
        }
