"""``mcts``: by compiled loops where there are any, and otherwise gamelib's own."""

from __future__ import annotations

from typing import Any

from gamefast import ask
from gamefast.compiled.searchable import is_in_numbers
from gamefast.search.compiled import CompiledTree
from gamefast.search.registry import search_of_book
from gamelib.core import Game
from gamelib.montecarlo import CURIOSITY, MctsResult, check_choices
from gamelib.montecarlo import mcts as mcts_of_book

#: The smallest and the largest result of a CompiledRules.
SPAN_OF_RULES = (-1, 1)


def mcts(
    game: Game[Any, Any],
    position: Any = None,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    rng: Any,
    curiosity: float = CURIOSITY,
    span: tuple[float, float] = (-1, 1),
) -> MctsResult:
    """Look for the best move at a position by random playouts, and prove what can be proved.

    A ``CompiledRules`` is searched by compiled loops if you leave ``span`` as it is. Any other game
    is searched by ``gamelib.mcts``. With ``playouts`` alone, the same ``rng``, newly seeded, gives the same result.

    Parameters
    ----------
    game, position
        A Game and the position to search from; the start if no position is given.
    playouts, seconds
        The limits, at least one of them: how many playouts are played, and for how long. One is
        always played; the search ends earlier if the value is proved.
    rng
        The source of all random choices: ``random.Random(1)``, or a Generator of numpy.
    curiosity
        The exploration constant of UCT: the weight of the bonus for options that have seldom been
        tried.
    span
        The utility range: the smallest and the largest possible result, for either player.

    Raises
    ------
    ValueError
        If no limit is given, if play is over, and for a result outside ``span``.
    TypeError
        For moves that cannot be dict keys.

    Examples
    --------
    >>> import numpy as np
    >>> from gamelib.games import Nim
    >>> found = mcts(Nim((1, 2)), rng=np.random.default_rng(1), playouts=500)
    >>> found.best, found.value, found.exact
    ((1, 1), 1, True)
    """
    if is_in_numbers(game):
        check_choices(playouts, seconds, rng, curiosity, span)
        if tuple(span) == SPAN_OF_RULES:
            root = ask.position(game, position)
            if ask.outcome(game, root) is not None:
                raise ValueError(f"play is over at {root!r}: there is no move to look for")
            return CompiledTree(game, root, rng, curiosity, span).run(playouts, seconds)
    solver = search_of_book(mcts_of_book, game)
    return solver(
        game,
        position,
        playouts=playouts,
        seconds=seconds,
        rng=rng,
        curiosity=curiosity,
        span=span,
    )
