"""A game too large for a Solution, asked position by position."""

from __future__ import annotations

from typing import Any

from gamelib.adapters import Quotient
from gamelib.answers import Verdict
from gamelib.core import Game, Outcome
from gamelib.solvers.forward.search import SearchResult, alphabeta


class Searched:
    """Verdicts and best moves by alpha-beta, found when they are asked for: for games too large for a Solution.

    ``searched[position]``, ``options`` and ``best`` as a Solution has them. What the game offers is used (``order``,
    ``bounds``, ``representative``), and one table is kept, so that later questions cost little.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._searchable: Any = Quotient(game) if hasattr(game, "representative") else game
        self._order, self._bounds = getattr(game, "order", None), getattr(game, "bounds", None)
        self._table: dict[Any, Any] = {}

    def _result(self, position: Any) -> SearchResult:
        return alphabeta(self._searchable, position, order=self._order, bounds=self._bounds, table=self._table)

    def __getitem__(self, position: Any) -> Verdict:
        found = self._result(position)
        outcome = Outcome((found.value > 0) - (found.value < 0))
        return Verdict(outcome, len(found.line) if outcome else None, float(found.value))

    def options(self, position: Any) -> list[tuple[Any, Any, Verdict]]:
        """``(move, option, verdict on the option)`` for each move, in the game's order; [] at the end."""
        if self.game.outcome(position) is not None:
            return []
        steps = [(move, self.game.play(position, move)) for move in self.game.moves(position)]
        return [(move, option, self[option]) for move, option in steps]

    def best(self, position: Any) -> Any:
        """A best move; None where play is over."""
        if self.game.outcome(position) is not None:
            return None
        line = self._result(position).line
        if line:
            return line[0]
        return min(self.options(position), key=lambda step: step[2].value)[
            0
        ]  # bounds have proved a draw, not how to keep it
