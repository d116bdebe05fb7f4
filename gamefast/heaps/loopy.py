"""Impartial games whose graphs have cycles: nimbers if there are any, otherwise infinity with a
set.

A position gets the nimber m if m is the mex of the nimbers found so far among its options, and if
every option without a nimber can be answered by a move to a position of nimber m. So it is as if
the move to that option had never been played. A position that never gets a nimber is worth
**infinity**, with the set of the nimbers of its options. Sums follow from these values. Finite ones
add by the nim-sum. Infinity(K) beside a finite g is won (by moving to g) if g is in K, and
otherwise drawn. Two infinities are drawn.

On a graph without cycles these are the usual nimbers. Sources: Smith, Graphs and composite games
(1966); Fraenkel and Perl, Constructions in combinatorial games with cycles (1975); Winning Ways
(1982), chapter 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamefast.heaps.nimbers import normal_graph
from gamelib.nimbers import mex


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


Value = int | Infinity


def loopy_nimbers(game: Any) -> dict[Any, Value]:
    """The value of every position of an impartial game in normal play, cycles and all: a nimber or
    an Infinity.

    ``game``: a game that declares ``impartial = True``, its GameGraph, or a networkx DiGraph.
    Raises ValueError for a terminal position that is not a loss for the player to move. Takes O(n
    m), so it is only for graphs of a few thousand moves.

    >>> import networkx as nx
    >>> loopy_nimbers(nx.DiGraph([("x", "y"), ("y", "x"), ("y", "end"), ("z", "x"), ("z", "z")]))
    {'x': 0, 'y': 1, 'end': 0, 'z': ∞{0}}
    """
    arena = normal_graph(game)
    options = [arena.options(v).tolist() for v in range(len(arena))]
    found: dict[int, int] = {}
    news = True
    while news:
        news = False
        for v in range(len(options)):
            if v in found:
                continue
            m = mex(found[w] for w in options[v] if w in found)
            if all(
                any(found.get(x) == m for x in options[w]) for w in options[v] if w not in found
            ):
                found[v], news = m, True
    return {
        arena.position(v): found[v]
        if v in found
        else Infinity(frozenset(found[w] for w in options[v] if w in found))
        for v in range(len(options))
    }
