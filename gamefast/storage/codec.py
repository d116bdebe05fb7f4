"""Arenas and positions as columns, and back; and how to tell one game from another.

Compiled rules are functions, and no file holds functions. A file has only the numbers of the
positions of their arena, and the game makes the arena anew; if they were found by a walk, it is not
walked again.

A column is an array with a name, as it stands in a file. A kind of number is written as numpy does:
``i4`` is an integer of 4 bytes, ``f8`` a float of 8.
"""

from __future__ import annotations

import hashlib
import re
import sys
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast import ask
from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph
from gamefast.arrays.walk import Listed, Numbers
from gamefast.boards.tokens import TokenGraph
from gamefast.compiled.graph import CompiledGraph
from gamefast.compiled.rules import Rules
from gamefast.compiled.searchable import CompiledRules, shown
from gamefast.compiled.walked import WalkedGraph
from gamefast.storage.literals import as_bytes, as_things
from gamelib.adapters import Adapter

#: The columns of the two arenas, and the kind of number in each.
GRAPH = {"indptr": "i8", "targets": "i4", "terminal": "f8"}
TOKENS = {"indptr": "i8", "targets": "i4", "won": "i1"}

#: The columns of positions that compiled rules have found.
WALKED: dict[str, str | tuple[str, ...]] = {
    "codes": "i8",
    "degrees": ("i1", "i2", "i4"),
    "ends": "i1",
}

#: At how many positions two things are compared if they are too large to compare in full.
COMPARED = 200


def columns_of(arena: Arena) -> dict[str, NDArray[Any]]:
    """The columns with which the arena is made again: by ``arena_of``, or for compiled rules by the
    game. Raises ValueError if they could not be read back.
    """
    # For compiled rules: which positions there are; the rules have the moves.
    if isinstance(arena, WalkedGraph):
        return {name: getattr(arena, name) for name in WALKED}
    if isinstance(arena, CompiledGraph):
        return {"codes": arena.codes}
    columns = moves_of(arena)
    if isinstance(arena, TokenGraph):
        first, second = arena.vertices
        columns["first"] = as_bytes(first.position(i) for i in range(len(first)))
        columns["second"] = as_bytes(second.position(i) for i in range(len(second)))
        columns["turns"] = as_bytes(arena.turns)
    elif isinstance(arena, GameGraph) and not isinstance(arena.numbering, Numbers):
        positions = [arena.position(i) for i in range(len(arena))]
        are_their_numbers = all(type(p) is int and p == i for i, p in enumerate(positions))
        if not are_their_numbers:
            columns["positions"] = as_bytes(positions)
    return columns


def moves_of(arena: Arena) -> dict[str, NDArray[Any]]:
    """The columns that say where play goes and how it ends, by number; compiled rules have none."""
    kinds = {"GameGraph": GRAPH, "TokenGraph": TOKENS}.get(type(arena).__name__, {})
    return {name: np.asarray(getattr(arena, name)) for name in kinds}


def fingerprint(arena: Arena) -> str:
    """A text that is the same for two arenas only if they have the same moves and results; of
    compiled rules, only those at a sample of positions count.
    """
    digest = hashlib.sha256()
    if isinstance(arena, CompiledGraph):
        rules = arena.rules
        data = rules.data.data
        options = [(i, rules.listed(rules.options, i)) for i in sample(rules.size)]
        ends = [i for i, listed in options if listed == []]  # None if i stands for no position
        results = [rules.outcome.in_python(i, data) for i in ends]
        late_ends = ends if arena.ends_late else []
        remoteness = [arena.remoteness_at(np.array([i])).tolist() for i in late_ends]
        digest.update(repr((rules.size, arena.sign, options, results, *remoteness)).encode())
        digest.update(data)
    if isinstance(arena, WalkedGraph):
        walk = arena.starts, len(arena), arena.edges, arena.sign
        by_rules = [walked_row(arena, i) for i in sample(len(arena))]
        digest.update(repr((walk, by_rules)).encode())
        digest.update(arena.rules.data.data)
    for column in moves_of(arena).values():
        digest.update(np.ascontiguousarray(column).data)
    return digest.hexdigest()


def walked_row(arena: WalkedGraph, i: int) -> tuple[Any, ...]:
    """What the rules say of position number i of a walk: the numbers that the position is, its
    options, and its result, or None if it has options. If play is over and the arena
    ``ends_late``, also its remoteness.
    """
    numbers = arena.numbers(i)
    options = [shown(option) for option in arena.rules.options_of(numbers)]
    result = None if options else arena.rules.result_of(numbers)
    if arena.ends_late and result is not None:
        return shown(numbers), options, result, arena.rules.remoteness_of(numbers)
    return shown(numbers), options, result


def code_of(thing: Any) -> str | None:
    """Which Python the rules were compiled by, and a digest of their code as it is now, such as
    "cpython-312 abc"; None for anything but compiled rules.

    They may be the rules of an adapter's game, as in ``Misere(rules)``, or of a game with chance.
    """
    if isinstance(thing, Adapter):
        return code_of(thing.game)
    if isinstance(thing, CompiledGraph):
        digest = thing.present().rules.digest
    elif isinstance(thing, WalkedGraph):
        digest = thing.rules.frozen().digest
    elif isinstance(thing, CompiledRules | Rules):
        digest = thing.frozen().digest
    else:
        return None
    python = f"{sys.implementation.cache_tag}"  # such as cpython-312
    return " ".join([python, *map(str, digest)])


def is_other_code(kept: str | None, now: str | None) -> bool:
    """Whether compiled rules have changed since ``code_of`` was kept. Code of another Python cannot
    be compared.

    >>> is_other_code("cpython-311 abc", "cpython-311 abd"), is_other_code("cpython-311 abc", "cpython-312 ffe")
    (True, False)
    """
    if kept is None or now is None:
        return False
    python_then = kept.partition(" ")[0]
    python_now = now.partition(" ")[0]
    return kept != now and python_then == python_now


def arena_of(kind: str, columns: dict[str, NDArray[Any]], mapped: bool) -> Arena:
    """The arena, of the class named ``kind``, that ``columns_of`` has put into columns; it has no
    game.

    If ``mapped``, not all moves are read to see whether they are in order. Raises ValueError for
    columns that do not describe an arena.

    >>> graph = GameGraph.from_arrays([0, 2, 3, 3], [1, 2, 0])
    >>> arena_of("GameGraph", columns_of(graph), mapped=False)
    <GameGraph: 3 positions, 3 moves>
    """
    if kind == "TokenGraph":
        return _tokens(columns)
    if kind != "GameGraph":
        raise ValueError(f"there is no arena of the kind {kind}")
    return _graph(columns, mapped)


def _graph(columns: dict[str, NDArray[Any]], mapped: bool) -> GameGraph:
    """An arena with every move stored. Its moves are checked like arrays from anybody else; if the
    columns are ``mapped``, only their lengths, because the moves are not to be read.
    """
    indptr, targets, terminal = (
        checked_column(columns, name, kind) for name, kind in GRAPH.items()
    )
    if mapped:
        n = len(terminal)
        if indptr.shape != (n + 1,) or indptr[0] != 0 or targets.shape != (indptr[-1],):
            raise ValueError("its moves do not fit its positions")
        graph = GameGraph(indptr, targets, terminal, Numbers(n))
    else:
        graph = GameGraph.from_arrays(indptr, targets, terminal)
    if "positions" not in columns:
        return graph
    positions = as_things(columns["positions"])
    n_different = len(set(positions))
    if n_different != len(graph):
        raise ValueError(f"{n_different} positions are listed for {len(graph)} numbers")
    return replace(graph, numbering=Listed(positions))


def _tokens(columns: dict[str, NDArray[Any]]) -> TokenGraph:
    """An arena of two tokens, with no move stored."""
    indptr, targets, won = (checked_column(columns, name, kind) for name, kind in TOKENS.items())
    first = as_things(columns["first"])
    second = as_things(columns["second"])
    turns = as_things(columns["turns"])
    # Made only because it raises ValueError unless the rows are in order.
    GameGraph.from_arrays(indptr, targets)
    n0 = len(first)
    n1 = len(second)
    if won.shape != (n0, n1) or len(indptr) != n0 + n1 + 1 or len(turns) != 2:
        raise ValueError("the two small graphs do not fit each other")
    # Each token moves on its own graph: the steps of the second come after those of the first.
    begin = indptr[n0]
    first_targets = targets[:begin]
    second_targets = targets[begin:]
    if first_targets.max(initial=0) >= n0 or second_targets.max(initial=0) >= n1:
        raise ValueError("a token leaves its small graph")
    return TokenGraph(indptr, targets, won, (Listed(first), Listed(second)), (turns[0], turns[1]))


def checked_column(
    columns: dict[str, NDArray[Any]], name: str, kinds: str | tuple[str, ...]
) -> Any:
    """Return a column in this machine's byte order, if it has one of the dtypes ``kinds``;
    otherwise raise ValueError.

    >>> checked_column({"left": np.array([2, 1], ">i4")}, "left", ("i1", "i4"))
    array([2, 1], dtype=int32)
    """
    column = columns[name]
    kind = column.dtype.str[1:]  # without the sign for the byte order, such as i4
    if kind not in kinds:
        raise ValueError(f"{name} holds {column.dtype}")
    return column.astype(column.dtype.newbyteorder("="), copy=False)


def name_of(game: Any) -> str:
    """The game as Python writes it, without addresses in memory, which differ from run to run."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(game))


def contradiction(arena: Arena, game: Any) -> Any:
    """The first position of a sample at which the arena contradicts the game's rules; None if there
    is none.
    """
    for i in sample(len(arena)):
        position = arena.position(i)
        try:
            options = [arena.index(option) for _, option in ask.steps(game, position)]
            result = np.nan if options else float(ask.outcome(game, position))
        except Exception:  # the rules may fail on anything that is not a position
            return position
        result_in_arena = arena.results(np.array([i]))
        same_result = np.array_equal(result_in_arena, [result], equal_nan=True)
        if options != arena.options(i).tolist() or not same_result:
            return position
    return None


def sample(n: int, size: int = COMPARED) -> list[int]:
    """At most ``size`` of the numbers from 0 to n - 1, including the first and the last."""
    if n == 0:
        return []
    evenly_spread = np.linspace(0, n - 1, size).astype(int).tolist()
    return list(dict.fromkeys(evenly_spread))  # each once
