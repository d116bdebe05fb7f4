"""Compiled searches, for the games that have them."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from gamefast import registry
from gamefast.compiled.searchable import CompiledRules
from gamefast.search.compiled import CompiledSearch
from gamefast.search.drops import DropSearch

#: The compiled search of the games of a class; one of a subclass may have other rules.
SEARCHES: dict[type, Callable[..., Any]] = {CompiledRules: CompiledSearch}


def compiled_search(game: Any, depth: int | None = None, most: float = inf) -> Any:
    """A compiled search with its own table, if there is one for the game or its bits; or None.

    ``most``: the number of positions that it may look at before it raises Stop.
    """
    if depth is None and registry.bitboard(game) is not None:
        return DropSearch(game, most=most)
    search = SEARCHES.get(type(game))
    return None if search is None else search(game, depth, most=most)
