"""Which search a game gets: a compiled one, if there is one for it, or that of gamelib."""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from math import inf
from typing import Any, TypeVar

from gamefast import ask, registry
from gamefast.compiled.searchable import is_in_numbers
from gamefast.search.base import EngineSearch
from gamefast.search.compiled import CompiledSearch
from gamefast.search.drops import DropSearch

Solver = TypeVar("Solver", bound=Callable[..., Any])


def compiled_search(game: Any, depth: int | None = None, most: float = inf) -> EngineSearch | None:
    """A compiled search with its own table, if there is one for the game, or None: for rules in
    numbers, and for a game that ``registry.bitboard`` knows, whose search goes to the end of play
    and so takes no ``depth``.

    ``most``: the number of positions that it may look at before it raises LimitReached.
    """
    if depth is None and registry.bitboard(game) is not None:
        return DropSearch(game, most=most)
    if is_in_numbers(game):
        return CompiledSearch(game, depth, most=most)
    return None


def search_of_book(solver: Solver, game: Any) -> Solver:
    """gamelib's own ``solver``, for a game without a compiled search, in a form that takes it.

    gamelib refuses objects of the engine, and names the import of gamefast that has brought the
    reader here. So for these objects the refusal is left out.
    """
    is_of_engine = getattr(game, "needs_engine", False) and not isinstance(game, type)
    if not is_of_engine:
        return solver
    ask.a_game(game)
    # The refusal is in a decorator around the function.
    without_refusal: Solver = unwrap(solver)
    return without_refusal
