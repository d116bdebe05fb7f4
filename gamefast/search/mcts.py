"""Monte-Carlo tree search, by the compiled loops where the rules are compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamefast import ask
from gamefast.compiled.searchable import CompiledRules
from gamefast.search.compiled import CompiledTree
from gamefast.search.search import search_root
from gamefast.search.tree import CURIOSITY, MctsResult, Tree
from gamelib.core import Game


def mcts(
    game: Game[Any, Any],
    position: Any = None,
    *,
    playouts: int,
    rng: np.random.Generator,
    curiosity: float = CURIOSITY,
    span: tuple[float, float] = (-1, 1),
) -> MctsResult:
    """Look for the best move at a position by random playouts, and prove what can be proved on the
    way.

    The same ``rng``, newly seeded, gives the same result. Raises ValueError if play is over and for
    a result outside ``span``, and TypeError for moves that cannot be dict keys.

    Parameters
    ----------
    game, position
        A Game and the position to search from; the start if no position is given.
    playouts
        How many playouts are played; fewer if the value is proved earlier.
    rng
        The source of all random choices.
    curiosity
        The exploration constant of UCT: the weight of the bonus for options that have seldom been
        tried.
    span
        The utility range: the smallest and the largest possible result, for either player.

    Examples
    --------
    >>> from gamelib.games import Nim
    >>> found = mcts(Nim((1, 2)), rng=np.random.default_rng(1), playouts=500)
    >>> found.best, found.value, found.exact
    ((1, 1), 1, True)
    """
    ask.above_zero(curiosity, "curiosity")
    if sum(ask.interval(span, "span")):
        raise ValueError(
            f"span={span!r}: what one player wins the other loses, so give (-x, x), x the largest "
            "result"
        )
    most = ask.whole(playouts, "playouts", 1)
    root, _ = search_root(ask.a_game(game), position)
    if ask.outcome(game, root) is not None:
        raise ValueError(f"play is over at {root!r}: there is no move to look for")
    for move in ask.moves(game, root):
        ask.hashable(move, "move")
    compiled = type(game) is CompiledRules and span == (-1, 1)
    kind = CompiledTree if compiled else Tree
    tree: Tree = kind(game, root, ask.source_of_chance(rng), curiosity, span)
    return tree.run(most)
