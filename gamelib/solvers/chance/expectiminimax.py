"""Expectiminimax: minimax with a third kind of node, where Nature throws dice and the average
counts.

Player 0 takes the largest of the values that follow, player 1 the smallest. A chance node is worth
the sum of those values, each times its probability. So the size of the payoffs counts as well as
their order. Source: Michie, Game-playing and game-learning automata (1966).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamelib import ask
from gamelib.adapters import real_rules, unfolded
from gamelib.core import CHANCE, ExtensiveGame, PlayGoesRound
from gamelib.solvers.forward.depth import Descent, check_depth
from gamelib.solvers.forward.minimax import SearchResult
from gamelib.solvers.forward.search import search_root


def expectiminimax(
    game: ExtensiveGame[Any, Any],
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Callable[[Any], Any] | bool = True,
) -> SearchResult:
    """The value of a position to player 0, an exact Fraction, and best play until chance decides
    (Michie 1966).

    Each position is worked out once for each remaining depth. Raises ValueError for wrong
    probabilities, payoffs and turns, and, naming a position, if play can come back to it and no
    depth is given.

    Parameters
    ----------
    game
        An ExtensiveGame of two players, 0 and 1, whose payoffs add up to 0, or of player 0 alone.
    position
        The position asked for; the start if none is given.
    depth
        The largest number of players' moves to look ahead, not counting the dice. Without a depth,
        play must not come back.
    evaluate
        A guess at the value, for player 0, of a position at that depth that is not terminal. Give a
        function, True for the game's own guess (0 if it has none), or False for 0. If a guess was
        used, the result is not ``exact``.

    Examples
    --------
    >>> from gamelib.games import Tree
    >>> game = Tree({"choose": ("I", {"coin": "coin", "sure": (2, -2)}),
    ...              "coin": ("chance", {"heads": ("1/2", (5, -5)), "tails": ("1/2", (0, 0))})}, players=("I", "II"))
    >>> expectiminimax(game)
    SearchResult(value=Fraction(5, 2), line=('coin',), exact=True, nodes=5, cutoffs=0, table_hits=0)
    """
    ask.an_extensive_game(game)
    check_depth(depth)
    search = Expectiminimax(game, ask.offered(game, "evaluate", evaluate) or (lambda position: 0))
    real, root = search_root(game, position)
    with search.descent:
        value = search.value(root, depth)
    line = unfolded(game, real, search.line(root, depth))
    return SearchResult(
        real_rules(game), real, value, line, not search.guessed, len(search.known), 0, search.hits
    )


class Expectiminimax:
    """One search: the values found so far, by position and remaining depth, and the path from the
    start.
    """

    def __init__(self, game: Any, evaluate: Callable[[Any], Any]) -> None:
        self.game, self.evaluate = game, evaluate
        self.known: dict[Any, Fraction] = {}
        self.path: set[Any] = set()
        self.descent = Descent()
        self.hits, self.guessed = 0, False

    def value(self, position: Any, depth: int | None) -> Fraction:
        """The value of a position to player 0, looking ``depth`` moves ahead; worked out once."""
        here = (ask.hashable(position), depth)
        if here in self.path:
            advice = (
                ", or give a depth"
                if depth is None
                else "; dice alone lead back, so no depth helps"
            )
            raise PlayGoesRound(
                f"play can come back to {position!r}, so the search would never end: use "
                "chance_values or "
                f"exact_values, which can deal with cycles{advice}"
            )
        if here in self.known:
            self.hits += 1
        else:
            self.path.add(here)
            self.descent.deeper()
            self.known[here] = self.work_out(position, depth)
            self.descent.level -= 1
            self.path.discard(here)
        return self.known[here]

    def work_out(self, position: Any, depth: int | None) -> Fraction:
        """The value of a position, from the values of what follows."""
        turn = ask.turn(self.game, position)
        if turn is None:
            return ask.payoff(self.game, position)
        if turn == CHANCE:
            chances = ask.chances(self.game, position)
            return sum(
                [chance * self.value(there, depth) for chance, there in chances], Fraction(0)
            )
        if depth == 0:
            self.guessed = True
            return ask.number(self.evaluate(position), f"the guess at {position!r}")
        deeper = None if depth is None else depth - 1
        options = [self.game.play(position, move) for move in ask.moves(self.game, position)]
        return (max, min)[turn]([self.value(option, deeper) for option in options])

    def line(self, position: Any, depth: int | None) -> list[Any]:
        """Best play, once the value is known: until play is over, chance decides or the depth is
        reached.
        """
        line: list[Any] = []
        while depth != 0 and ask.turn(self.game, position) in (0, 1):
            value, depth = self.known[position, depth], None if depth is None else depth - 1
            steps = [
                (move, self.game.play(position, move)) for move in ask.moves(self.game, position)
            ]
            move, position = next(step for step in steps if self.known[step[1], depth] == value)
            line.append(move)
        return line
