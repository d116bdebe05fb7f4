"""What every arena is: a game as numbered positions, their options and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any


class Arena:
    """A game as arrays, with positions numbered from 0: ``index``, ``position``, ``options``, ``rows``, ``results``.

    ``game`` is None for a bare graph. ``explicit()`` is the same arena with every move stored, as a GameGraph.
    ``negated`` gives the arena with the sign of every result reversed.
    """

    game: Any
    #: Whether a number may stand for several positions, all of one symmetry class.
    classes = False

    if TYPE_CHECKING:

        def __len__(self) -> int: ...
        def index(self, position: Any) -> int: ...
        def position(self, index: int) -> Any: ...
        def __getattr__(self, name: str) -> Any: ...
