"""The one walk: all that can be reached, breadth first, each position numbered when it is first met."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gamelib import ask
from gamelib.core import TooLarge, UnknownPosition
from gamelib.machine import Progress, check_left, in_words
from gamelib.machine.kernels import COMPILE_FROM
from gamelib.offers import offered

#: How many positions and moves are walked between two looks at how large the game is going to be.
LOOK = 300_000

#: How many times over a limit an estimate must be before it stops a walk.
SURELY = 3


class Numbering(Protocol):
    """Positions to numbers and back."""

    def __len__(self) -> int: ...
    def index(self, position: Any) -> int: ...
    def position(self, index: int) -> Any: ...


class Listed:
    """The numbering that a list of distinct positions gives."""

    def __init__(self, positions: Sequence[Hashable], index: dict[Hashable, int] | None = None) -> None:
        self._positions = positions
        self._index = {p: i for i, p in enumerate(positions)} if index is None else index

    def __len__(self) -> int:
        return len(self._positions)

    def index(self, position: Hashable) -> int:
        try:
            return self._index[position]
        except (KeyError, TypeError):
            raise UnknownPosition(f"no position {position!r} here; one of them is {self._example()}") from None

    def position(self, index: int) -> Any:
        return self._positions[index]

    def _example(self) -> str:
        return repr(self._positions[0]) if len(self) else "none: the graph is empty"


class Numbers:
    """The numbering of vertices that are numbers already."""

    def __init__(self, n: int) -> None:
        self._n = n

    def __len__(self) -> int:
        return self._n

    def index(self, position: Any) -> int:
        if isinstance(position, int | np.integer) and 0 <= position < self._n:
            return int(position)
        raise UnknownPosition(f"no position {position!r} here: positions are the numbers 0 to {self._n - 1}")

    def position(self, index: int) -> int:
        return index


def walk(
    game: Any,
    starts: Iterable[Any],
    look: Callable[[Any], list[Any]],
    max_positions: int,
    max_edges: int,
    what: str = "moves",
) -> tuple[Listed, NDArray[np.int64], NDArray[np.int32]]:
    """Number all positions that can be reached, breadth first, and list where play goes from each.

    Parameters
    ----------
    game
        The game that is walked; an estimate of its size is made by random plays of it.
    starts
        Where the walk begins; they get the first numbers.
    look
        A function from a position to the positions that can follow, in order; called once for each position, in the
        order of the numbers.
    max_positions, max_edges
        At most so many positions, and so many entries in all lists together.
    what
        What an entry is called in an error.

    Returns
    -------
    tuple
        The numbering; ``indptr``, int64, shape (n + 1,), and ``targets``, int32, shape (m,): compressed sparse rows.

    Raises
    ------
    TooLarge
        With an estimate, as soon as it is clear that a limit will be passed; or when the memory is nearly full.
    TypeError, ValueError
        For a position that is not hashable, and for None.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> found, indptr, targets = walk(Matches(2), [2], lambda pile: list(range(pile)), 10, 10)
    >>> [found.position(i) for i in range(3)], indptr.tolist(), targets.tolist()      # 2 leads to 0 and 1; 1 to 0
    ([2, 0, 1], [0, 2, 2, 3], [1, 2, 1])
    """
    positions: list[Any] = list(dict.fromkeys(starts))
    number: dict[Any, int] = {p: i for i, p in enumerate(positions)}
    indptr, targets = array("q", [0]), array("i")
    n = len(positions)
    with _Guard(game, positions[0], max_positions, max_edges, what) as guard:
        for position in positions:  # the list grows while we walk along it
            for option in look(position):
                try:
                    j = number.setdefault(option, n)
                except TypeError:
                    ask.hashable(option)
                    raise
                if j == n:
                    if option is None:
                        raise ValueError(f"a move at {position!r} leads to None: play must return the next position")
                    positions.append(option)
                    n += 1
                targets.append(j)
            m = len(targets)
            indptr.append(m)
            if n > max_positions or m > max_edges or n + m > guard.next_look:
                guard.look(len(indptr) - 1, n, m)
    return (
        Listed(positions, number),
        np.frombuffer(indptr, np.int64),
        np.frombuffer(targets, np.int32) if targets else np.empty(0, np.int32),
    )


class _Guard:
    """Looks now and then at how large the game is going to be, and shows how far the walk has come."""

    def __init__(self, game: Any, start: Any, max_positions: int, max_edges: int, what: str) -> None:
        self.game, self.start, self.what = game, start, what
        self.max_positions, self.max_edges = max_positions, max_edges
        self.next_look = LOOK
        self._bar: Progress | None = None

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge, with an estimate, if a limit is passed or is surely going to be."""
        self._refuse(positions > self.max_positions, "positions", "max_positions", self.max_positions)
        self._refuse(moves > self.max_edges, self.what, "max_edges", self.max_edges)
        check_left(positions)
        if self._bar is None:
            self._look_ahead()
            self._bar = Progress(None, "walking", COMPILE_FROM)
        expected = positions * moves / walked
        if expected > 2 * SURELY * self.max_edges:
            raise TooLarge(
                f"the game has {positions:,} positions at least, and about {in_words(expected)} {self.what}, more "
                f"than {self.max_edges:,}; raise max_edges, if memory allows, or take a smaller game"
            )
        gc.freeze()  # positions stay: who collects garbage need not look at all of them again and again
        self._bar(walked - self._bar.done)
        self.next_look += LOOK

    def _look_ahead(self) -> None:
        """Ask random plays how large the game is."""
        if (by_plays := offered("estimate")) is None:
            return
        found = by_plays(self.game, self.start, probes=2_000)
        for size, limit, value in (
            (found.positions, "max_positions", self.max_positions),
            (found.moves, "max_edges", self.max_edges),
        ):
            if size > SURELY * value:
                raise TooLarge(
                    f"the game has {found}; {limit} is {value:,}: raise it, if memory allows, or take a smaller game"
                )

    def _refuse(self, over: bool, what: str, limit: str, value: int) -> None:
        if over:
            told = ""
            if (by_plays := offered("estimate")) is not None:
                found = by_plays(self.game, self.start, probes=500)
                told = f" An estimate: {found}" if min(found.positions, found.moves) > value else ""
            raise TooLarge(f"the game has more than {value:,} {what}; raise {limit}, or take a smaller game.{told}")

    def __enter__(self) -> _Guard:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:
            gc.unfreeze()
            self._bar.__exit__(failed)
