"""The queue of retrograde analysis, step by step, forwards and backwards.

It replays what ``solve`` recorded (``Solution.order``); nothing is solved a second time.
"""

from __future__ import annotations

import html
from typing import Any

import ipywidgets
from matplotlib.figure import Figure

from gamelib.core import Text
from gamelib.graph import GameGraph
from gamelib.show import graphs
from gamelib.show.buttons import make_button, svg
from gamelib.solution import Solution
from gamelib.solvers import solve


class Stepper(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets is untyped
    """Settle a graph's vertices one by one: the picture, and in words what happens and why.

    ``what``: a networkx DiGraph, a list of edges ``(from, to)``, a Game, or a Solution with its order kept; at most
    some dozens of positions. Buttons and the slider move to a step, by mouse or keyboard; ``show_step(k)`` from code.
    Raises ValueError for more than 60 positions, and for an edge that is not a pair, naming it.
    """

    def __init__(self, what: Any) -> None:
        self.solution = _solution(what)
        graphs.check_size(self.solution)
        assert self.solution.order is not None
        self.last = len(self.solution.order)
        self._slider = ipywidgets.IntSlider(value=0, min=0, max=self.last, description="step")
        self._slider.observe(lambda _: self._refresh(), "value")
        self._picture = ipywidgets.HTML()
        self._story = ipywidgets.HTML()
        tools = [
            make_button("First", lambda _: self.show_step(0)),
            make_button("Back", lambda _: self.show_step(self.step - 1)),
            make_button("Next", lambda _: self.show_step(self.step + 1)),
            make_button("Last", lambda _: self.show_step(self.last)),
        ]
        self._refresh()
        super().__init__([ipywidgets.HBox([*tools, self._slider]), self._picture, self._story])

    @property
    def step(self) -> int:
        """How many positions the queue has worked off."""
        return int(self._slider.value)

    def show_step(self, step: int) -> None:
        """Go to a step, from 0 (only the ends are settled) to the last (the queue is empty)."""
        self._slider.value = max(0, min(self.last, step))

    def _refresh(self) -> None:
        figure = Figure(figsize=(6.4, 5.2), layout="constrained")
        graphs.graph(self.solution, step=self.step, circle=True, ax=figure.add_subplot())
        self._picture.value = svg(figure)
        words = html.escape(graphs.story(self.solution, self.step))
        self._story.value = f"<pre style='font-size:15px; line-height:1.4; margin:6px 0'>{words}</pre>"

    def as_text(self) -> Text:
        """The widget as text: what happens at this step, the queue, the hopes."""
        return graphs.story(self.solution, self.step)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options)
        return {**bundle, "text/plain": str(self.as_text())}


def _solution(what: Any) -> Solution:
    """The solution of whatever was given, on stored moves."""
    if isinstance(what, Solution):
        return what
    if isinstance(what, list | tuple):
        import networkx as nx

        for edge in what:
            if not isinstance(edge, list | tuple) or len(edge) != 2:
                raise ValueError(f"the edge {edge!r} is not a pair (from, to)")
        return solve(nx.DiGraph(list(map(tuple, what))))
    if hasattr(what, "arena") or hasattr(what, "moves"):
        return solve(GameGraph.of(what, max_positions=graphs.MAX_VERTICES))
    return solve(what)
