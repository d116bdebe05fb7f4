"""What a solver hands back of a game with chance: by position an interval, or a fraction, and the best move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from gamelib.adapters import of_class
from gamelib.answers import Answer
from gamelib.arenas.chance import ChanceGraph
from gamelib.core import ExtensiveGame

V = TypeVar("V")


class Interval(NamedTuple):
    """The value of a position, to player 0, is certain to lie between ``lower`` and ``upper``."""

    lower: float
    upper: float

    def __str__(self) -> str:
        return f"{self.lower:.6g} to {self.upper:.6g}"


class ChanceAnswer(Answer[V]):
    """What is known, to player 0, of every position of a game with chance; it is walked when counted or listed.

    Parameters
    ----------
    game, graph
        The ExtensiveGame, and a function that walks it.
    known, choose, width
        Functions from position to what is known of it and to the best move; how wide intervals are at most.

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
        """The move that makes what is known certain for the player to move; None at chance nodes and ends."""
        rep, back = of_class(self.game, self._at(position))
        move = self._choose(rep)
        return None if move is None else back(move)


class ChanceValues(ChanceAnswer[Interval]):
    """What ``chance_values`` has found: an Interval for every position, at most ``width`` wide.

    Playing ``best``, player 0 gets at least ``lower[p]`` on the average, and player 1 gives no more than ``upper[p]``.
    """

    @cached_property
    def lower(self) -> Mapping[Any, float]:
        """The lower ends, by position."""
        return _End(self, 0)

    @cached_property
    def upper(self) -> Mapping[Any, float]:
        """The upper ends, by position."""
        return _End(self, 1)

    def counts(self) -> dict[str, int]:
        """How many positions are certainly good for player 0, for player 1, and how many are even or undecided."""
        signs = [(low > 0) - (high < 0) for low, high in self.values()]
        return {"for player 0": signs.count(1), "for player 1": signs.count(-1), "even or open": signs.count(0)}

    def __repr__(self) -> str:
        return f"<ChanceValues: intervals at most {self.width:.1e} wide>"


class ExactValues(ChanceAnswer[Fraction]):
    """What ``exact_values`` has found: the value of every position to player 0, a Fraction."""

    def counts(self) -> dict[Fraction, int]:
        """How many positions have each value, the best for player 0 first."""
        return dict(sorted(Counter(self.values()).items(), reverse=True))

    def __repr__(self) -> str:
        return f"<ExactValues of {type(self.game).__name__}>"


class _End(Mapping[Any, float]):
    """One end of every interval."""

    def __init__(self, values: ChanceValues, end: int) -> None:
        self._values, self._end = values, end

    def __getitem__(self, position: Any) -> float:
        return self._values[position][self._end]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return "<a number for every position of the game>"
