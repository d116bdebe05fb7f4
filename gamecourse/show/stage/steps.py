"""Something shown step by step on the stage: pictures, a story and counts at each step, all made beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamecourse.show.stage.table import pack
from gamecourse.show.stage.widget import Stage
from gamelib.core import Text


class StepScene(Stage):
    """Pictures and a story, forwards and backwards, or played like a film. No kernel is needed.

    ``pictures``: as ``Drawing.spec`` gives them. ``steps``: dicts with ``shown``, for each picture how it stands (a
    frame, ``js/picture.js``; what is left out stays as it was), ``story``, a list of lines, and ``counts``. From code:
    ``show_step(k)``.
    """

    def __init__(self, pictures: Sequence[dict[str, Any]], steps: Sequence[dict[str, Any]], **scene: Any) -> None:
        self.last = len(steps) - 1
        super().__init__(
            scene={"kind": "steps", "pictures": list(pictures), "steps": pack(list(steps)), **scene},
            state={"step": 0},
        )

    @property
    def step(self) -> int:
        """The step that is shown."""
        return int(self.state["step"])

    def show_step(self, step: int) -> None:
        """Go to a step, from 0 to the last."""
        self.state = {**self.state, "step": max(0, min(self.last, step))}

    def story(self, step: int) -> Text:
        """What happens at a step, in words."""
        raise NotImplementedError

    def as_text(self) -> Text:
        return self.story(self.step)
