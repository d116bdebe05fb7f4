"""A game that is written out as a dict: what each position leads to, and by which moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gamefast import ask
from gamelib.core import LOSS


@dataclass(frozen=True)
class DictGame:
    """A game as a dict: each position has a dict from its moves to the positions they lead to.

    ``outcomes`` has the results of terminal positions, for the player to move; a terminal position
    without one is a LOSS. The first position is the start.

    >>> game = DictGame({"a": {"left": "b", "right": "c"}, "b": {}, "c": {}}, {"c": 0})
    >>> game.moves("a"), game.play("a", "right"), game.outcome("b"), game.outcome("c")
    (['left', 'right'], 'c', LOSS, 0)
    """

    steps: Mapping[Any, Mapping[Any, Any]]
    outcomes: Mapping[Any, float]

    def start(self) -> Any:
        return next(iter(self.steps))

    def positions(self) -> list[Any]:
        """All positions, in the order of the dict."""
        return list(self.steps)

    def moves(self, position: Any) -> list[Any]:
        return list(self.steps[position])

    def play(self, position: Any, move: Any) -> Any:
        return self.steps[position][move]

    def outcome(self, position: Any) -> float | None:
        return None if self.steps[position] else self.outcomes.get(position, LOSS)

    def check_position(self, position: Any) -> None:
        """Raise ValueError for anything that is not a position."""
        if position not in self.steps:
            raise ValueError(f"{position!r} is not a position: it has no entry in the dict")


def read_rows(options: Any) -> tuple[dict[Any, list[Any]], bool]:
    """The options of each position as a list, and whether the moves have names.

    Raises TypeError if ``options`` is not a dict, and ValueError, naming the position, for
    anything but a list of positions, or a dict from moves to positions.

    >>> read_rows({"a": {"on": "b"}, "b": []})
    ({'a': ['b'], 'b': []}, True)
    """
    if not isinstance(options, Mapping):
        raise TypeError(
            f"{type(options).__name__} is not a dict: give a dict from each position to its options"
        )
    rows: dict[Any, list[Any]] = {}
    # The positions that have a dict, and those that have a list. An empty one does not count,
    # because it has no moves, with or without names.
    with_dict = []
    with_list = []
    for position, row in options.items():
        if position is None:
            raise ValueError("None is one of the positions: take another value, such as 'none'")
        if isinstance(row, Mapping):
            rows[position] = list(row.values())
            if row:
                with_dict.append(position)
        else:
            rows[position] = ask.listed(
                row,
                f"the options of {position!r}",
                "give a list, or a dict from moves to positions",
            )
            if rows[position]:
                with_list.append(position)
    if with_dict and with_list:
        raise ValueError(
            f"{with_dict[0]!r} has a dict from moves to positions, but {with_list[0]!r} a list: "
            "give dicts everywhere, or lists"
        )
    return rows, bool(with_dict)


def check_option(position: Any, option: Any, rows: Mapping[Any, Any]) -> None:
    """Raise ValueError, naming the position, for an option that is not one of the positions; and
    TypeError for one that cannot be a key.
    """
    if ask.hashable(option) not in rows:
        raise ValueError(
            f"{position!r} leads to {option!r}, which has no entry in the dict: give it one, [] if "
            "play is over there"
        )
