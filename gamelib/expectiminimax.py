"""Expectiminimax: minimax with a third kind of node, where Nature throws dice.

Player 0 takes the largest of the values that follow, player 1 the smallest. A chance node is worth
the average of those values, each times its probability. So the size of the payoffs matters, and not
only their order.

Source: Michie, Game-playing and game-learning automata (1966).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamelib import gate
from gamelib.core import CHANCE, PlayGoesRound
from gamelib.diagnose import EXTENSIVE, with_diagnosis
from gamelib.recursion import deep_recursion
from gamelib.search import Search, SearchResult, one_less
from gamelib.symmetry import real_rules, unfold


@with_diagnosis(EXTENSIVE)
def expectiminimax(
    game: Any,
    position: Any = None,
    *,
    depth: int | None = None,
    evaluate: Any = True,
) -> SearchResult:
    """The value of a position to player 0, an exact Fraction, and best play until chance decides.

    Each position is worked out once for each remaining depth.

    Parameters
    ----------
    game
        An ExtensiveGame of two players, 0 and 1, whose payoffs add up to 0, or of player 0 alone.
    position
        The position asked for; the start if none is given.
    depth
        The largest number of players' moves to look ahead, not counting the dice. Without a depth,
        play must not be able to come back to a position.
    evaluate
        A guess at the value, for player 0, of a position at that depth where play goes on. Give a
        function, True for what the game offers (0 if it offers nothing), or False for 0. If a guess
        was used, the result is not ``exact``.

    Examples
    --------
    >>> from gamelib.games import Tree
    >>> game = Tree({"choose": ("I", {"coin": "coin", "sure": (2, -2)}),
    ...              "coin": ("chance", {"heads": ("1/2", (5, -5)), "tails": ("1/2", (0, 0))})},
    ...             players=("I", "II"))
    >>> expectiminimax(game)
    SearchResult(value=Fraction(5, 2), line=('coin',), exact=True, nodes=5, cutoffs=0, table_hits=0)
    """
    search = Expectiminimax(game, depth, evaluate)
    root = search.root(position)
    with deep_recursion():
        value = search.value(root, depth)
    rules = real_rules(game)
    here = gate.begin(rules, position)
    return SearchResult(
        game=rules,
        position=here,
        value=value,
        line=unfold(game, here, search.line(root, depth)),
        exact=search.guesses == 0,
        nodes=len(search.known),
        table_hits=search.table_hits,
    )


class Expectiminimax(Search):
    """A search that keeps the values found so far in ``known``, by position and remaining depth."""

    def __init__(self, game: Any, depth: int | None, evaluate: Any) -> None:
        super().__init__(game, depth, evaluate)
        self.known: dict[tuple[Any, int | None], Fraction] = {}

    def value(self, position: Any, depth: int | None) -> Fraction:
        """The value of a position to player 0, worked out once for each depth."""
        here = (position, depth)
        if here in self.known:
            self.table_hits += 1
            return self.known[here]
        if here in self.path:
            raise PlayGoesRound(cycle_in_words(position, depth))
        self.enter(here, depth)
        value = self.work_out(position, depth)
        self.leave(here)
        self.known[here] = value
        return value

    def work_out(self, position: Any, depth: int | None) -> Fraction:
        """The value of a position, from the values of what follows."""
        turn = gate.turn_of_two(self.game, position)
        if turn is None:
            return gate.payoff(self.game, position)
        if turn == CHANCE:
            average = Fraction(0)
            for chance, option in gate.chances(self.game, position):
                average += chance * self.value(option, depth)
            return average
        if depth == 0:
            return self.guess_for_0(position)
        values = []
        for move in gate.moves(self.game, position):
            option = gate.play(self.game, position, move)
            values.append(self.value(option, one_less(depth)))
        return max(values) if turn == 0 else min(values)

    def guess_for_0(self, position: Any) -> Fraction:
        """A guess at the value of a position where the search stops."""
        self.guesses += 1
        if self.evaluate is None:
            return Fraction(0)
        guess = self.evaluate(position)
        return gate.fraction(guess, f"the guess at {position!r}")

    def line(self, position: Any, depth: int | None) -> list[Any]:
        """Best play, once the values are known.

        It ends where play is over, chance decides, or the search has stopped.
        """
        line: list[Any] = []
        while depth != 0 and gate.turn(self.game, position) in (0, 1):
            value = self.known[position, depth]
            depth = one_less(depth)
            for move, option in gate.steps(self.game, position):
                if self.known[option, depth] == value:
                    line.append(move)
                    position = option
                    break
        return line


def cycle_in_words(position: Any, depth: int | None) -> str:
    """The error's sentence for play that can come back to a position."""
    advice = "dice alone lead back, so no depth helps"
    if depth is None:
        advice = "or give a depth"
    return (
        f"play can come back to {position!r}, so the search would never end: use chance_values or "
        f"exact_values, which can deal with cycles; {advice}"
    )
