"""What a solver returns for a game with chance: for each position an interval or a fraction, and the best move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from gamelib.adapters import of_class
from gamelib.answers import Answer
from gamelib.arenas.chance import ChanceGraph
from gamelib.core import ExtensiveGame

V = TypeVar("V")


class Interval(NamedTuple):
    """An interval that is certain to contain the value of a position to player 0."""

    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.lower:.6g} to {self.upper:.6g}"


class ChanceAnswer(Answer[V]):
    """What is known, for player 0, of every position of a game with chance; the game is walked to count or list them.

    Parameters
    ----------
    game, graph
        The ExtensiveGame, and a function that walks it.
    known, choose, width
        Functions from position to what is known of it and to the best move; the largest width of an interval.

    Examples
    --------
    >>> from gamelib import exact_values
    >>> from gamelib.games import OverwriteTicTacToe
    >>> exact_values(OverwriteTicTacToe(2)).best(("X...", "O"))
    (0, 0)
    """

    def __init__(
        self,
        game: ExtensiveGame[Any, Any],
        known: Callable[[Any], V],
        choose: Callable[[Any], Any],
        graph: Callable[[], ChanceGraph],
        width: float = 0.0,
    ) -> None:
        self.game, self._known, self._choose, self._graph, self.width = game, known, choose, graph, width

    def __getitem__(self, position: Any) -> V:
        return self._known(self._key(position))

    def __iter__(self) -> Iterator[Any]:
        graph = self._graph()
        return (graph.numbering.position(i) for i in range(len(graph)))

    def __len__(self) -> int:
        return len(self._graph())

    def best(self, position: Any = None) -> Any:
        """The move that makes what is known certain for the player to move; None if chance decides or play is over."""
        rep, back = of_class(self.game, self._at(position))
        move = self._choose(rep)
        return None if move is None else back(move)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {type(self.game).__name__}>"


class ChanceValues(ChanceAnswer[Interval]):
    """What ``chance_values`` has found: an Interval for every position, at most ``width`` wide.

    By playing ``best``, player 0 gets at least ``lower[p]`` on average, and player 1 pays at most ``upper[p]``.
    """

    @cached_property
    def lower(self) -> ChanceAnswer[float]:
        """The lower bounds, by position."""
        return ChanceAnswer(self.game, lambda p: self._known(p).lower, self._choose, self._graph)

    @cached_property
    def upper(self) -> ChanceAnswer[float]:
        """The upper bounds, by position."""
        return ChanceAnswer(self.game, lambda p: self._known(p).upper, self._choose, self._graph)

    def counts(self) -> dict[str, int]:
        """How many positions are certainly good for player 0 or for player 1, and how many are even or undecided."""
        signs = [(low > 0) - (high < 0) for low, high in self.values()]
        return {"for player 0": signs.count(1), "for player 1": signs.count(-1), "even or open": signs.count(0)}

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.width:.1e} wide>"


class ExactValues(ChanceAnswer[Fraction]):
    """What ``exact_values`` has found: the value of every position to player 0, a Fraction."""

    def counts(self) -> dict[Fraction, int]:
        """How many positions have each value, with the best for player 0 first."""
        return dict(sorted(Counter(self.values()).items(), reverse=True))
