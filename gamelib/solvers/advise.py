"""``advise``: the value of a position and a best move there, by the algorithm that fits the game."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from gamelib import ask
from gamelib.adapters import by_classes
from gamelib.answers import Answer
from gamelib.core import Outcome, PlayGoesRound, TooLarge, move_text_of
from gamelib.solvers.backward.local import solve_locally
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.chance.induction import backward_induction
from gamelib.solvers.chance.values import exact_values
from gamelib.solvers.forward.deepen import Limited, Stop, deepen
from gamelib.solvers.forward.minimax import on_bits
from gamelib.solvers.forward.search import HIGHEST, LOWEST, real_line, search_root

#: A game in which play goes round is solved whole up to this size; beyond it only as far as one position needs.
WHOLE = 200_000

#: A compiled search looks at so many times as many positions before it gives up, which takes no longer.
COMPILED = 100


@dataclass(frozen=True)
class Advice:
    """What a position is worth, and what to do there.

    ``value``: the result for the player to move, None where only the outcome is known; of an ExtensiveGame for player
    0, a Fraction, or the payoffs of all.
    ``move``: a best one, None where play is over or chance decides. ``outcome``: WIN, DRAW or LOSS for the player to
    move; ``remoteness``: the moves to the end; both None where they are not known. ``exact``: nothing was
    guessed. ``route``: how it was found. ``words``: the move in words.
    """

    position: Any
    value: Any
    move: Any
    outcome: Outcome | None
    remoteness: int | None
    exact: bool
    route: str
    words: str

    def __str__(self) -> str:
        worth = f"worth {_in_text(self.value)}" if self.outcome is None else str(self.outcome)
        worth += "" if self.remoteness is None else f" in {self.remoteness}"
        sized = self.outcome is not None and self.value is not None and abs(self.value) not in (0, 1)
        worth += f", worth {float(self.value):g}" if sized else ""
        guess = "" if self.exact else ", as far as one can see"
        return f"{worth}{guess}: {self.words}. Found by {self.route}"


def advise(game: Any, position: Any = None, *, nodes: int = 300_000) -> Advice:
    """What a position is worth, and a best move there, by the algorithm that fits the game.

    A game with an arena is solved by retrograde analysis. Any other is searched by alpha-beta, with a transposition
    table and all that the game offers: symmetries, move ordering, bounds. If the search proves too large, iterative
    deepening gives its best guess, and says so. If play can come back to a position, the game is solved by retrograde
    analysis, the whole of it if it is small, else only as much as this position needs.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position
        The position asked for; the start, if none is given.
    nodes
        How many positions a search looks at before it gives up being exact; a compiled one, a hundred times as many.

    Returns
    -------
    Advice
        Value, move, outcome and remoteness as far as they are known, and the route.

    Raises
    ------
    TypeError, ValueError
        For what is no game and no position, and for what a game says wrongly.
    TooLarge
        For a game with dice that is beyond ``exact_values`` and ``backward_induction``.

    Examples
    --------
    >>> from gamelib.games import Matches, TicTacToe
    >>> print(advise(Matches(15)))
    WIN in 7: take 3. Found by retrograde analysis of the game's own arena
    >>> advise(TicTacToe(), "X...O...X").outcome
    DRAW
    """
    nodes = ask.whole(nodes, "nodes", 1)
    if ask.is_extensive(ask.any_game(game)):
        return _of_extensive(game, position)
    here = ask.position(game, position)
    if ask.arena(game) is not None:
        return _of_solution(game, here, "retrograde analysis of the game's own arena")
    try:
        return _searched(game, position, nodes)
    except Stop:
        found = deepen(game, position, nodes=nodes)
        outcome = Outcome((found.value > 0) - (found.value < 0)) if found.exact else None
        remoteness = len(found.line) if outcome else None
        route = f"iterative deepening, {len(found.iterations)} moves ahead"
        return _advice(game, here, found.value, found.line[0], outcome, remoteness, route, exact=found.exact)
    except PlayGoesRound:
        why = "for play can go round"
    except TooLarge:
        why = "for play can be very long"
    try:
        return _of_solution(game, here, f"retrograde analysis, {why}")
    except TooLarge:
        local = solve_locally(game, here)
        route = f"the local solver, {why}; {local.visited:,} positions"
        return _advice(game, here, None, local.move, local.outcome, None, route)


def _of_extensive(game: Any, position: Any) -> Advice:
    here = ask.position(game, position)
    answer, route = answer_of_extensive(game, position)
    return _advice(game, here, answer.value(here), answer.best(here), None, None, route)


def answer_of_extensive(game: Any, position: Any = None) -> tuple[Answer[Any], str]:
    """Exact values where there are two players and what one gets the other loses, else backward induction; the route.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> answer_of_extensive(OverwriteTicTacToe(2))[1]
    'exact values, proved in fractions'
    """
    try:
        return exact_values(game, position), "exact values, proved in fractions"
    except ValueError:  # other payoffs, or more players
        return backward_induction(game, position), "backward induction"


def _of_solution(game: Any, here: Any, route: str) -> Advice:
    solution = solve(game, here, max_positions=WHOLE)
    verdict = solution[here]
    return _advice(game, here, verdict.value, solution.best(here), verdict.outcome, verdict.remoteness, route)


def _searched(game: Any, position: Any, nodes: int) -> Advice:
    """By alpha-beta with all that the game offers; raises Stop after so many positions."""
    if (bits := on_bits(game, COMPILED * nodes)) is not None:
        return _of_bits(game, position, bits)
    searchable = by_classes(game)
    real, root = search_root(searchable, position)
    search = Limited(searchable, True, True, True, inf, nodes)
    with search.descent:
        (value, _), found = search.alphabeta(root, LOWEST, HIGHEST, None)
    line = real_line(searchable, real, found)
    outcome = Outcome((value > 0) - (value < 0))
    classes = ", one position of each symmetry class" if searchable is not game else ""
    route = f"alpha-beta{classes}, {search.nodes:,} positions"
    return _advice(game, real, value + 0, line[0] if line else None, outcome, len(line) if outcome else None, route)


def _of_bits(game: Any, position: Any, bits: Any) -> Advice:
    """By alpha-beta on bitboards."""
    found, here = bits.result(game, position), ask.position(game, position)
    outcome = Outcome(int(found.value))
    route = f"alpha-beta on bitboards, {found.nodes:,} positions"
    move, remoteness = next(iter(found.line), None), len(found.line) if outcome else None
    return _advice(game, here, found.value, move, outcome, remoteness, route)


def _in_text(value: Any) -> str:
    """A value, or the payoffs of all players, in characters."""
    return f"({', '.join(map(str, value))})" if isinstance(value, tuple) else str(value)


def _advice(
    game: Any,
    here: Any,
    value: Any,
    move: Any,
    outcome: Outcome | None,
    remoteness: int | None,
    route: str,
    exact: bool = True,
) -> Advice:
    words = "there is no move to make" if move is None else move_text_of(game, here, move)
    return Advice(here, value, move, outcome, remoteness, exact, route, words)
