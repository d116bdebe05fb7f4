"""Expectiminimax: minimax with a third kind of node, where Nature throws dice.

Player 0 takes the largest of the values that follow, player 1 the smallest. A chance node is worth
the average of those values, each times its probability. So the size of the payoffs matters, and not
only their order.

Source: Michie, Game-playing and game-learning automata (1966).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamelib import gate
from gamelib.arguments import chosen_function
from gamelib.core import CHANCE, ExtensiveGame, PlayGoesRound
from gamelib.diagnose import EXTENSIVE, with_diagnosis
from gamelib.recursion import deep_recursion, make_room
from gamelib.search import SearchResult, check_depth, one_less
from gamelib.symmetry import real_rules, start_of, unfold


@with_diagnosis(EXTENSIVE)
def expectiminimax(
    game: ExtensiveGame[Any, Any],
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
    check_depth(depth)
    search = Expectiminimax(game, chosen_function(game, "evaluate", evaluate))
    root = start_of(game, position)
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
        nodes=len(search.known),  # each position was looked at once for each depth
        table_hits=search.table_hits,
    )


class Expectiminimax:
    """A search for the values of positions to player 0.

    A throw of dice does not use up any depth. So play that comes back to a position by dice alone
    comes back to the same pair of a position and a remaining depth, and would never end.

    Attributes
    ----------
    known
        The values found so far, by position and remaining depth.
    on_path
        The pairs of a position and a remaining depth that are being worked out at present.
    guesses
        How many times an evaluation has taken the place of a result.
    table_hits
        How many times a value was known already.
    """

    def __init__(self, game: Any, evaluate: Callable[[Any], Any] | None) -> None:
        self.game = game
        self.evaluate = evaluate
        self.known: dict[tuple[Any, int | None], Fraction] = {}
        self.on_path: set[tuple[Any, int | None]] = set()
        self.guesses = 0
        self.table_hits = 0

    def value(self, position: Any, depth: int | None) -> Fraction:
        """The value of a position to player 0, worked out once for each depth."""
        here = (position, depth)
        if here in self.known:
            self.table_hits += 1
            return self.known[here]
        if here in self.on_path:
            raise PlayGoesRound(cycle_in_words(position, depth))
        self.on_path.add(here)
        make_room(len(self.on_path))
        value = self.work_out(position, depth)
        self.on_path.remove(here)
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
