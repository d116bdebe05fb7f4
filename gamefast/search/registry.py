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


def compiled_search(
    game: Any, depth: int | None = None, most_nodes: float = inf
) -> EngineSearch | None:
    """A compiled search of the game, with its own table; None if there is none for this game.

    A CompiledRules has one, to any ``depth``. A game that ``registry.bitboard`` knows has one
    without a limit of depth, because that search always goes to the end of play.
    ``most_nodes``: the number of positions that the search may look at before it raises
    LimitReached.
    """
    if depth is None and registry.bitboard(game) is not None:
        return DropSearch(game, most_nodes=most_nodes)
    if is_in_numbers(game):
        return CompiledSearch(game, depth, most_nodes=most_nodes)
    return None


def search_of_book(solver: Solver, game: Any) -> Solver:
    """gamelib's own ``solver``, in a form that also takes objects of the engine.

    gamelib refuses these objects, and tells the reader to import the solver from gamefast instead.
    A reader who has come here has done that. So for an object of the engine this returns the solver
    without the refusal.
    """
    is_class = isinstance(game, type)  # not a game yet: gamelib's error says how to make one
    if is_class or not getattr(game, "needs_engine", False):
        return solver
    ask.a_game(game)  # raises TypeError if it is none
    # The refusal is in a decorator around the function.
    without_refusal: Solver = unwrap(solver)
    return without_refusal
