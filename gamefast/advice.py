"""``advise``: the value of a position and a best move there, by the algorithm that fits the
game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from gamefast import ask, registry
from gamefast.chance.values import exact_values
from gamefast.compiled.searchable import is_in_numbers
from gamefast.heaps.nimbers import falls_apart, worths
from gamefast.machine import MAX_KEPT
from gamefast.retrograde.local import solve_locally
from gamefast.search.deepen import deepen
from gamefast.search.registry import compiled_search
from gamefast.solving import solve
from gamelib.adapters import Alternating
from gamelib.alphabeta import scores_of_window
from gamelib.answers import Answer, PositionResult, Verdict, in_words
from gamelib.core import LOSS, WIN, Outcome, PlayGoesRound, Text, TooLarge, move_text_of
from gamelib.deepen import LimitedAlphaBeta, LimitReached
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.expectiminimax import expectiminimax
from gamelib.induction import backward_induction
from gamelib.recursion import deep_recursion
from gamelib.search import SearchResult
from gamelib.symmetry import quotient_of, real_rules

T = TypeVar("T")

#: How the value is found where play is over.
OVER = "the rules: play is over here"

#: A game in which play can cycle is solved whole up to these sizes, the larger ones only if there
#: is time.
WHOLE = 200, 2_000, 20_000, 200_000

#: By this factor a compiled search may look at more positions before it gives up.
COMPILED = 100

#: A game that falls into parts is searched for the number of moves up to this many positions;
#: nimbers tell who wins.
FEW = 2_000


@dataclass(frozen=True, repr=False)
class Advice(PositionResult):
    """What a position is worth, and what to do there: ``best`` is the move.

    ``value``: the result for the player to move, or None if only the outcome is known; for an
    ExtensiveGame what player 0 gets, or the payoffs of all players. ``line``: best play, but a
    single move if play need not end. ``outcome``: WIN, DRAW or LOSS for the player to move.
    ``remoteness``: the moves until play is over, as ``Alternating`` counts them. Both are None if
    they are not known. ``route``: how the value was found.
    """

    outcome: Outcome | None
    remoteness: int | None
    route: str

    def __str__(self) -> str:
        worth = f"worth {in_words(self.value)}"
        if self.outcome is not None:
            worth = str(
                Verdict(self.outcome, self.remoteness, self.outcome * abs(float(self.value or 1)))
            )
        words = (
            "there is no move to make"
            if self.best is None
            else move_text_of(self.game, self.position, self.best)
        )
        return (
            f"{worth}{'' if self.exact else ', as far as the search saw'}: {words}. Found by "
            f"{self.route}"
        )

    def explain(self) -> Text:
        return Text(f"{super().explain()}\nFound by {self.route}.")

    def worth(self) -> str:
        return str(self.outcome) if self.value is None else super().worth()


def advise(game: Any, position: Any = None, *, nodes: int = 300_000, seconds: float = 10) -> Advice:
    """What a position is worth, and a best move there, by the algorithm that fits the game.

    A game with an arena is solved by retrograde analysis. Any other is searched by alpha-beta, with
    a transposition table and everything the game offers: symmetries, move ordering, bounds. If the
    search proves too large, nimbers tell who wins a sum or a game of heaps. If play can come back
    to a position, retrograde analysis solves the whole game if it is small; otherwise only as much
    is solved as this position needs. If all this takes too long, iterative deepening gives its best
    guess, and says so. An ExtensiveGame of two players without dice is taken as a Game
    (``Alternating``). The values of other games come from ``exact_values`` or
    ``backward_induction``; if there are dice and too many positions, ``expectiminimax`` makes the
    guess. Raises TooLarge for a game that is beyond all these methods.

    ``nodes``: how many positions a search looks at before it stops trying to be exact; a compiled
    search looks at a hundred times as many. ``seconds``: how long searches may take together, of
    which half is left for the guess.

    >>> from gamelib.games import Matches, Nim, TicTacToe
    >>> print(advise(Matches(15)))
    WIN in 7: take 3. Found by retrograde analysis of the game's own arena
    >>> advise(TicTacToe(), "X...O...X").outcome
    DRAW
    >>> print(advise(Nim((50, 60, 70, 80))))
    WIN: take 8 from heap 0. Found by nimbers, whose sum over the parts is 24
    """
    limits = ask.whole(nodes, "nodes", 1), perf_counter() + ask.above_zero(seconds, "seconds")
    here = ask.position(ask.any_game(game), position)
    found = (_of_extensive if ask.is_extensive(game) else _of_game)(game, here, *limits)
    return replace(found, game=real_rules(game))


def _of_game(game: Any, here: Any, nodes: int, until: float) -> Advice:
    if (result := ask.outcome(game, here)) is not None:
        return _over(game, here, result + 0, result)
    with suppress(TooLarge):
        if registry.arena(game) is not None:
            return _of_solution(game, here, "retrograde analysis of the game's own arena")
    parts = getattr(game, "impartial", False) and falls_apart(real_rules(game))
    try:
        return _searched(
            game, here, min(nodes, FEW) if parts else nodes, (perf_counter() + until) / 2
        )
    except LimitReached:
        with suppress(ValueError, TooLarge):
            if parts:
                return _of_parts(game, here)
    except (PlayGoesRound, TooLarge) as error:
        why = "cycle" if isinstance(error, PlayGoesRound) else "be very long"
        with suppress(TooLarge):
            return _backwards(game, here, f"because play can {why}", until)
    many = COMPILED * nodes if is_in_numbers(game) else nodes
    found = deepen(game, here, nodes=many, seconds=max(0.1, until - perf_counter()))
    ahead = len(found.iterations)
    return _of_search(game, found, f"iterative deepening, {ahead} move{'s' * (ahead != 1)} ahead")


def _of_extensive(game: Any, here: Any, nodes: int, until: float) -> Advice:
    """Without dice, and if one player gains what the other loses, the game is taken as a Game;
    otherwise as it is.
    """
    turn, taken = ask.turn(game, here, players=None), Alternating(game)
    if turn is None:
        return _paid(game, here)
    there = here, turn if turn in (0, 1) else 0
    try:
        try:  # pruning could miss payoffs that do not add up to 0, so look at all positions if they are few
            found = _grown(
                lambda most: _of_solution(taken, there, "retrograde analysis", most),
                WHOLE[:2],
                until,
            )
        except TooLarge:
            found = _of_game(taken, there, nodes, until)
    except ValueError:
        return _with_dice(game, here, until)
    line = []
    for move in found.line:
        line += [move] * (ask.turn(game, there[0]) == there[1])  # no passes
        there = taken.play(there, move)
    value = found.value and (-found.value if turn == 1 else found.value)
    if found.remoteness is not None:
        value = ask.payoff(game, there[0])  # a Fraction
    return replace(found, game=game, position=here, value=value, line=tuple(line))


def _over(game: Any, here: Any, value: Any, result: Any) -> Advice:
    """What is known where play is over: the rules say it. ``result``: the outcome, for the player
    to move.
    """
    outcome = Outcome((result > 0) - (result < 0))
    remoteness = registry.end_remoteness(game, here) if outcome else None
    return Advice(game, here, value, (), True, outcome, remoteness, OVER)


def _paid(game: Any, here: Any) -> Advice:
    """The same in an ExtensiveGame: what player 0 gets, or the payoffs of all players if they do
    not add up to 0.
    """
    try:
        gain = ask.payoff(game, here)
    except ValueError:
        return Advice(game, here, ask.payoffs(game, here), (), True, None, None, OVER)
    return _over(game, here, gain, gain)


def _with_dice(game: Any, here: Any, until: float) -> Advice:
    """Exact values, or a plan; if there are too many positions, expectiminimax, as deep as time
    allows.
    """
    try:
        answer, route = _grown(
            lambda most: answer_of_extensive(game, here, max_positions=most), WHOLE, until
        )
        return Advice(game, here, answer.value(here), _line(answer, here), True, None, None, route)
    except TooLarge as error:
        size = str(error)
    guess = ask.chosen_function(game, "evaluate", True) or (lambda position: 0)

    def evaluate(position: Any) -> Any:
        if perf_counter() > until:
            raise LimitReached
        return guess(position)

    try:
        found, depth = expectiminimax(game, here, depth=1), 1
        with suppress(LimitReached):
            while not found.exact:
                found, depth = (
                    expectiminimax(game, here, depth=depth + 1, evaluate=evaluate),
                    depth + 1,
                )
    except ValueError as error:
        raise TooLarge(
            f"{type(game).__name__} is too large for the time, and cannot be guessed at: {error}. "
            f"As a whole, {size}"
        ) from None
    route = f"expectiminimax, {depth} move{'s' * (depth != 1)} ahead"
    return Advice(game, here, found.value, found.line, found.exact, None, None, route)


def answer_of_extensive(
    game: Any, position: Any = None, **limits: int
) -> tuple[Answer[Any, Any, Any], str]:
    """Return exact values if two players' payoffs add up to 0, otherwise backward induction, with
    the route.

    >>> from gamelib.games import OverwriteTicTacToe
    >>> answer_of_extensive(OverwriteTicTacToe(2))[1]
    'exact values, proved in fractions'
    """
    try:
        return exact_values(game, position, **limits), "exact values, proved in fractions"
    except ValueError:  # other payoffs, or more players
        return backward_induction(game, position, **limits), "backward induction"


def _searched(game: Any, here: Any, nodes: int, until: float) -> Advice:
    """Search by alpha-beta with everything the game offers.

    Raises LimitReached after ``nodes`` positions (a compiled search: ``COMPILED`` times as many), or
    at the time ``until``.
    """
    compiled = compiled_search(game, most=COMPILED * nodes)
    if compiled is not None:
        compiled.end_of_time = until
        way = "compiled alpha-beta"
        found = compiled.answer(here)
    else:
        searchable = quotient_of(game)
        way = "alpha-beta"
        if searchable is not game:
            way += ", one position of each symmetry class"
        found = _within_limits(searchable, here, nodes, until)
    return _of_search(game, found, f"{way}, {found.nodes:,} positions")


@with_diagnosis(GAME)
def _within_limits(game: Any, position: Any, nodes: int, until: float) -> SearchResult:
    """Search by gamelib's alpha-beta with a table; raise LimitReached at a limit."""
    search = LimitedAlphaBeta({}, game, position, None, True, True, True)
    search.most_nodes = nodes
    search.end_of_time = until
    with deep_recursion():
        score, line = search.in_window(search.root, *scores_of_window(-inf, inf), None)
    return search.record(score, line)


def _of_search(game: Any, found: SearchResult, route: str) -> Advice:
    outcome, remoteness = (
        (found.verdict.outcome, found.verdict.remoteness) if found.exact else (None, None)
    )
    return Advice(
        game, found.position, found.value, found.line, found.exact, outcome, remoteness, route
    )


def _of_parts(game: Any, here: Any) -> Advice:
    """Who wins a sum, and by which move: to an option of nimber 0; a loser may take any move."""
    worth, steps = worths(game, here), ask.steps(game, here)
    move = next((move for move, option in steps if worth(option) == 0), steps[0][0])
    outcome, route = (
        WIN if worth(here) else LOSS,
        f"nimbers, whose sum over the parts is {worth(here)}",
    )
    return Advice(game, here, int(outcome), (move,), True, outcome, None, route)


def _backwards(game: Any, here: Any, why: str, until: float) -> Advice:
    """Retrograde analysis of the whole game, or of as much as this position needs; raise TooLarge
    if it is too much.
    """
    with suppress(TooLarge):
        return _grown(
            lambda most: _of_solution(game, here, f"retrograde analysis, {why}", most), WHOLE, until
        )
    local = _grown(
        lambda most: solve_locally(game, here, max_positions=most), (*WHOLE, MAX_KEPT), until
    )
    route = f"the local solver, {why}; {local.visited:,} positions"
    value, line = None if local.outcome else 0, () if local.move is None else (local.move,)
    return Advice(game, here, value, line, True, local.outcome, None, route)


def _grown(work: Callable[[int], T], sizes: Iterable[int], until: float) -> T:
    """Work with a small limit, then with larger ones as long as there is time; raise TooLarge if
    none is enough.
    """
    reason = ""
    for most in sizes:
        began = perf_counter()
        try:
            return work(most)
        except TooLarge as error:
            reason = f": {error}"
        if (ended := perf_counter()) + 10 * (ended - began) > until:  # sizes grow by ten
            break
    raise TooLarge(f"the game is too large for the time{reason}")


def _of_solution(game: Any, here: Any, route: str, most: int = WHOLE[-1]) -> Advice:
    """Advice by solving all that play can reach from here, at most ``most`` positions."""
    solution = solve(game, here, max_positions=most)
    found = solution[here]
    line = _line(solution, here)
    is_exact = True
    return Advice(game, here, found.value, line, is_exact, found.outcome, found.remoteness, route)


def _line(answer: Answer[Any, Any, Any], here: Any) -> tuple[Any, ...]:
    """Best play, or only its first move if play need not end."""
    try:
        return tuple(answer.line(here))
    except ValueError:
        return tuple(answer.line(here, 1))
