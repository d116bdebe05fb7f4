"""What every arena is: a game as numbered positions, their options and their results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray


class Arena:
    """A game as arrays, with positions numbered from 0.

    ``index`` and ``position`` lead from a position to its number and back; ``numbering`` does this
    for most arenas. ``options`` gives the numbers of a position's options, and ``rows`` those of
    several positions at once, as ``(indptr, targets)``. ``results`` says what terminal positions
    are worth. ``game`` is None for a bare graph. ``explicit()`` is the same arena with every move
    stored, as a GameGraph. ``negated`` gives the arena with the sign of every result reversed.
    """

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    game: Any
    #: Whether a number may stand for several positions, all of one symmetry class.
    classes = False
    #: Whether ``end_remoteness`` may be more than 0 where play is over.
    ends_late = False

    def index(self, position: Any) -> int:
        """The number of a position; raises UnknownPosition."""
        return int(self.numbering.index(position))

    def position(self, index: int) -> Any:
        """The position with this number."""
        return self.numbering.position(index)

    def positions(self, which: NDArray[np.int64]) -> Iterator[Any]:
        """The positions with these numbers, one after another."""
        return (self.position(int(i)) for i in which)

    def options(self, index: int) -> NDArray[np.int32]:
        """The numbers of a position's options: one for each move, in the order of the moves. If
        numbers stand for symmetry classes (``classes``), each class once, in any order.
        """
        targets: NDArray[np.int32]
        _indptr, targets = self.rows(np.array([index]))
        return targets

    def end_remoteness(self, which: NDArray[np.int64]) -> NDArray[np.int32]:
        """int32, shape (k,): the remoteness of several positions in which play is over.

        It is 0 everywhere unless the arena ``ends_late``. Rules may end play a move early, for
        example as soon as a king can be taken: the remoteness is then 1, for the move that takes
        the king.
        """
        return np.zeros(len(which), np.int32)

    def present(self) -> Arena:
        """The arena by the rules as they are now. Arrays do not change, so it is the arena itself;
        only compiled rules may read values that have changed since.
        """
        return self

    if TYPE_CHECKING:

        def __len__(self) -> int: ...
        def __getattr__(self, name: str) -> Any: ...


class Steps:
    """The rules of an arena without a game, such as a bare graph: a move is the position to go
    to.
    """

    def __init__(self, arena: Arena) -> None:
        self.arena = arena

    def start(self) -> Any:
        raise ValueError("a bare graph has no start: say which position")

    def moves(self, position: Any) -> list[Any]:
        options = self.arena.options(self.arena.index(position))
        return [self.arena.position(int(option)) for option in options]

    def play(self, position: Any, move: Any) -> Any:
        return move

    def outcome(self, position: Any) -> float | None:
        which = np.array([self.arena.index(position)])
        result = float(self.arena.results(which)[0])
        play_goes_on = np.isnan(result)
        return None if play_goes_on else result

    def move_text(self, position: Any, move: Any) -> str:
        return "the step"
