"""Impartial games in which play can cycle: nimbers, and infinity with a set.

A position gets the nimber m if m is the mex of the nimbers found so far among its options, and if
every option without a nimber can be answered by a move to a position of nimber m. Such an answer
restores the nimber, as if the move to that option had never been played. A position that never gets
a nimber is worth **infinity**, with the set of the nimbers of its options.

Sums follow from these values. Finite ones add by the nim-sum. Infinity(K) beside a finite g is won
(by moving to g) if g is in K, and otherwise drawn. Two infinities are drawn. On a graph without
cycles these are the usual nimbers.

Sources: Smith, Graphs and composite games (1966); Fraenkel and Perl, Constructions in combinatorial
games with cycles (1975); Berlekamp, Conway, Guy, Winning Ways (1982), chapter 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib.core import TooLarge
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.gate import MAX_POSITIONS
from gamelib.nimbers import impartial_graph, mex


@dataclass(frozen=True)
class Infinity:
    """The value of a position without a nimber; ``nimbers`` are those of its options.

    Infinity(()) is a draw in any company; Infinity({0, 2}) is won alone, and beside a heap of 2.
    """

    nimbers: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "nimbers", frozenset(self.nimbers))

    def __repr__(self) -> str:
        return f"∞{{{', '.join(map(str, sorted(self.nimbers)))}}}"


@with_diagnosis(GAME)
def loopy_nimbers(game: Any) -> dict[Any, int | Infinity]:
    """The nimber of every position of an impartial game, or an Infinity; play can cycle.

    ``game``: a game that declares ``impartial = True``, or a networkx DiGraph. Raises ValueError
    for a terminal position that is not a loss for the player to move. For n positions with m moves
    it takes O(n m), so it is for graphs of a few thousand moves.

    >>> import networkx as nx
    >>> loopy_nimbers(nx.DiGraph([("x", "y"), ("y", "x"), ("y", "end"), ("z", "x"), ("z", "z")]))
    {'x': 0, 'y': 1, 'end': 0, 'z': ∞{0}}
    """
    try:
        graph = impartial_graph(game, None)
    except TooLarge:
        raise TooLarge(
            f"more than {MAX_POSITIONS:,} positions: loopy_nimbers is for graphs of a few thousand "
            "moves. Who wins, `from gamefast import solve` says for hundreds of millions"
        ) from None
    found: dict[Any, int] = {}
    anything_new = True
    while anything_new:
        anything_new = False
        for position in graph:
            if position in found:
                continue
            number = certain_nimber(position, graph, found)
            if number is not None:
                found[position] = number
                anything_new = True
    return {p: found.get(p, Infinity(nimbers_after(p, graph, found))) for p in graph}


def certain_nimber(position: Any, graph: dict[Any, list[Any]], found: dict[Any, int]) -> int | None:
    """The nimber of a position, if it follows from the nimbers found so far; otherwise None."""
    number = mex(nimbers_after(position, graph, found))
    for option in graph[position]:
        if option in found:
            continue
        can_be_answered = any(found.get(reply) == number for reply in graph[option])
        if not can_be_answered:
            return None
    return number


def nimbers_after(
    position: Any, graph: dict[Any, list[Any]], found: dict[Any, int]
) -> frozenset[int]:
    """The nimbers found so far among the options of a position."""
    return frozenset(found[option] for option in graph[position] if option in found)
