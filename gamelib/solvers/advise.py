"""``advise``: the value of a position and a best move there, by the algorithm that fits the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamelib import ask
from gamelib.adapters import by_classes
from gamelib.answers import Answer, Found, Verdict, in_words
from gamelib.core import Outcome, PlayGoesRound, Text, TooLarge, move_text_of
from gamelib.solvers.backward.local import solve_locally
from gamelib.solvers.backward.solve import solve
from gamelib.solvers.chance.induction import backward_induction
from gamelib.solvers.chance.values import exact_values
from gamelib.solvers.forward.deepen import Limited, Stop, deepen
from gamelib.solvers.forward.minimax import SearchResult, quick, searched

#: A game in which play can cycle is solved whole up to this size; a larger one only as far as one position needs.
WHOLE = 200_000

#: By this factor a compiled search may look at more positions before it gives up; it takes no longer.
COMPILED = 100


@dataclass(frozen=True)
class Advice(Found):
    """What a position is worth, and what to do there: ``best`` is the move.

    ``value``: the result for the player to move, or None if only the outcome is known; for an ExtensiveGame a Fraction
    for player 0, or the payoffs of all players. ``line``: best play, but a single move if play need not end.
    ``outcome``: WIN, DRAW or LOSS for the player to move. ``remoteness``: the moves until play is over. Both are None
    if they are not known. ``route``: how the value was found.
    """

    outcome: Outcome | None
    remoteness: int | None
    route: str

    def __str__(self) -> str:
        worth = f"worth {in_words(self.value)}"
        if self.outcome is not None:
            worth = str(Verdict(self.outcome, self.remoteness, float(self.value or self.outcome)))
        words = "there is no move to make"
        if self.best is not None:
            words = move_text_of(self.game, self.position, self.best)
        return f"{worth}{'' if self.exact else ', as far as the search saw'}: {words}. Found by {self.route}"

    def explain(self) -> Text:
        return Text(f"{super().explain()}\nFound by {self.route}.")

    def _worth(self) -> str:
        return str(self.outcome) if self.value is None else super()._worth()


def advise(game: Any, position: Any = None, *, nodes: int = 300_000) -> Advice:
    """What a position is worth, and a best move there, by the algorithm that fits the game.

    A game with an arena is solved by retrograde analysis. Any other is searched by alpha-beta, with a transposition
    table and everything the game offers: symmetries, move ordering, bounds. If the search proves too large, iterative
    deepening gives its best guess, and says so. If play can come back to a position, retrograde analysis solves the
    whole game if it is small; otherwise only as much is solved as this position needs. The values of games with dice
    come from ``exact_values`` or ``backward_induction``. Raises TooLarge for a game that is beyond all these methods.

    ``nodes``: how many positions a search looks at before it stops trying to be exact; a compiled search looks at a
    hundred times as many.

    >>> from gamelib.games import Matches, TicTacToe
    >>> print(advise(Matches(15)))
    WIN in 7: take 3. Found by retrograde analysis of the game's own arena
    >>> advise(TicTacToe(), "X...O...X").outcome
    DRAW
    """
    nodes = ask.whole(nodes, "nodes", 1)
    here = ask.position(ask.any_game(game), position)
    if ask.is_extensive(game):
        answer, route = answer_of_extensive(game, position)
        return Advice(game, here, answer.value(here), _line(answer, here), True, None, None, route)
    if ask.arena(game) is not None:
        return _of_solution(game, here, "retrograde analysis of the game's own arena")
    try:
        return _searched(game, position, nodes)
    except Stop:
        found = deepen(game, position, nodes=nodes)
        return _of_search(game, found, f"iterative deepening, {len(found.iterations)} moves ahead")
    except PlayGoesRound:
        why = "because play can cycle"
    except TooLarge:
        why = "because play can be very long"
    try:
        return _of_solution(game, here, f"retrograde analysis, {why}")
    except TooLarge:
        local = solve_locally(game, here)
        route = f"the local solver, {why}; {local.visited:,} positions"
        line = () if local.move is None else (local.move,)
        return Advice(game, here, None, line, True, local.outcome, None, route)


def answer_of_extensive(game: Any, position: Any = None) -> tuple[Answer[Any], str]:
    """Return exact values if two players' payoffs add up to 0, otherwise backward induction, with the route.

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
    found = solution[here]
    return Advice(game, here, found.value, _line(solution, here), True, found.outcome, found.remoteness, route)


def _line(answer: Answer[Any], here: Any) -> tuple[Any, ...]:
    """Best play, or only its first move if play need not end."""
    try:
        return tuple(answer.line(here))
    except ValueError:
        return tuple(answer.line(here, 1))


def _searched(game: Any, position: Any, nodes: int) -> Advice:
    """Search by alpha-beta with everything the game offers; raise Stop after this many positions."""
    if (compiled := quick(game, most=COMPILED * nodes)) is not None:
        found = searched(compiled, position)
        return _of_search(game, found, f"compiled alpha-beta, {found.nodes:,} positions")
    searchable = by_classes(game)
    search = Limited(searchable, table={})
    search.most = nodes
    found = searched(search, position)
    classes = ", one position of each symmetry class" if searchable is not game else ""
    return _of_search(game, found, f"alpha-beta{classes}, {found.nodes:,} positions")


def _of_search(game: Any, found: SearchResult, route: str) -> Advice:
    outcome, remoteness = None, None
    if found.exact:
        outcome, remoteness = found.verdict.outcome, found.verdict.remoteness
    return Advice(game, found.position, found.value, found.line, found.exact, outcome, remoteness, route)
