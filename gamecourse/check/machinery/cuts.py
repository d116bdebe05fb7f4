"""Alpha-beta as it should be, and with each of the mistakes that are often made; and a game that counts its leaves."""

from __future__ import annotations

from math import inf
from typing import Any

from gamelib.core import IllegalMove
from gamelib.games import MinMaxTree


class Counted:
    """A game that notes at which ends it is asked for the result."""

    def __init__(self, tree: MinMaxTree) -> None:
        self.start, self.play, self._tree = tree.start, tree.play, tree
        self.leaves: set[Any] = set()

    def outcome(self, position: Any) -> float | None:
        result = self._tree.outcome(position)
        if result is not None:
            self.leaves.add(position)
        return result

    def moves(self, position: Any) -> list[Any]:
        result = self._tree.outcome(position)
        if result is not None:
            raise IllegalMove(f"at {position!r} play is over, with the outcome {result}: there are no moves")
        return self._tree.moves(position)


def search(game: Any, position: Any, alpha: float, beta: float, but: str = "") -> float:
    """Alpha-beta, as the lecture writes it; or with a mistake.

    Parameters
    ----------
    game, position
        A game, and where to begin.
    alpha, beta
        The window, for the player to move.
    but
        The mistake, one of ``MISTAKES``; if empty, none.

    Returns
    -------
    float
        The value, if it lies inside the window; else a bound.

    Examples
    --------
    >>> search(MinMaxTree({"A": ["B", "C"], "B": 4, "C": 3}), "A", -inf, inf)
    4
    """
    if but == "window not used":
        return search(game, position, -inf, inf)
    result: float | None = game.outcome(position)
    if result is not None:
        return -result if but == "leaf turned" else result
    best = -inf
    for move in game.moves(position):
        raised = alpha if but == "alpha stays" else max(alpha, best)
        window = (raised, beta) if but == "window not turned" else (-beta, -raised)
        window = (-raised, -beta) if but == "ends not exchanged" else window
        window = (-inf, inf) if but == "no window" else window
        value = search(game, game.play(position, move), *window, but)
        best = max(best, value if but == "sign not turned" else -value)
        if but != "no cut" and (best > beta if but == "cut too late" else best >= beta):
            break
    return best


#: What to say of each mistake.
MISTAKES = {
    "alpha stays": "The window never gets narrower: alpha becomes the larger of alpha and the best so far",
    "window not turned": "The option gets the window as it stands; from the other chair it is (-beta, -alpha)",
    "ends not exchanged": "The window has its signs turned, and its ends must change places, too: (-beta, -alpha)",
    "window not used": "The window that is given is not used: it begins with -inf and inf",
    "leaf turned": "The outcome speaks for the player to move, who asks: it needs no minus",
    "no window": "The options get the whole window: what is sure already is forgotten on the way down",
    "sign not turned": "The value of an option speaks for the other player: it needs a minus",
    "no cut": "Nothing is ever cut: leave the loop when the best so far reaches beta",
    "cut too late": "A value equal to beta is enough for a cut",
}
