"""``advise``: the value of a position and a best move there, by the algorithm that fits the
game.

Methods are tried one after another, the exact ones first; each raises an error (TooLarge,
LimitReached, ...) if it is not the right one, and then the next is tried. An arena is a game whose
positions and moves are arrays; some games bring their own, so that nothing has to be walked.
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
from gamefast.heaps.nimbers import falls_apart, nimber_function
from gamefast.machine import MAX_KEPT
from gamefast.retrograde.local import solve_locally
from gamefast.search.deepen import deepen
from gamefast.search.registry import compiled_search
from gamefast.solving import solve
from gamelib.adapters import Alternating
from gamelib.alphabeta import scores_of_window
from gamelib.answers import Answer, PositionResult, Verdict, in_words
from gamelib.core import DRAW, LOSS, WIN, Outcome, PlayGoesRound, Text, TooLarge, move_text_of
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

#: Limits of positions, tried one after another: a game in which play can cycle is solved whole if
#: one of them is enough. The larger ones are tried only if there is time. Each is ten times as
#: large as the one before.
WHOLE = 200, 2_000, 20_000, 200_000

#: By this factor a compiled search may look at more positions before it gives up.
COMPILED = 100

#: A game that falls into parts (a sum, or heaps) is searched no further than this many positions.
#: A search knows the remoteness as well, but nimbers tell sooner who wins.
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
        """The value, the best move and the route, in one line."""
        if self.outcome is None:
            worth = f"worth {in_words(self.value)}"
        else:
            # The value may be what player 0 gets; a verdict is for the player to move. So only
            # the size is taken from the value, and the sign from the outcome. A value that is not
            # known counts as 1; that of a draw does not matter, because its sign is 0.
            size = abs(float(self.value or 1))
            worth = str(Verdict(self.outcome, self.remoteness, self.outcome * size))
        if not self.exact:
            worth += ", as far as the search saw"
        if self.best is None:
            words = "there is no move to make"
        else:
            words = move_text_of(self.game, self.position, self.best)
        return f"{worth}: {words}. Found by {self.route}"

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
    most_nodes = ask.whole(nodes, "nodes", 1)
    until = perf_counter() + ask.above_zero(seconds, "seconds")
    position = ask.position(ask.any_game(game), position)
    if ask.is_extensive(game):
        advice = _advise_extensive(game, position, most_nodes, until)
    else:
        advice = _advise_game(game, position, most_nodes, until)
    return replace(advice, game=real_rules(game))


def _advise_game(game: Any, position: Any, nodes: int, until: float) -> Advice:
    """Advice for a Game, by the first method that fits.

    ``nodes`` is how many positions a search may look at (a compiled one, COMPILED times as many),
    ``until`` the time at which all must be done, by ``perf_counter``.
    """
    result = ask.outcome(game, position)
    if result is not None:
        value = result + 0  # the constant WIN becomes the plain number 1
        return _advice_where_over(game, position, value, result)

    with suppress(TooLarge):
        if registry.arena(game) is not None:
            return _by_solving(game, position, "retrograde analysis of the game's own arena")

    # A search gives up after ``nodes_of_search`` positions. Then nimbers, if the game is a sum, or
    # retrograde analysis, if play can cycle or be very long; and at last a guess.
    is_sum = getattr(game, "impartial", False) and falls_apart(real_rules(game))
    nodes_of_search = min(nodes, FEW) if is_sum else nodes
    half_time = (perf_counter() + until) / 2  # the other half is left for a guess
    try:
        return _by_alphabeta(game, position, nodes_of_search, half_time)
    except LimitReached:
        # Retrograde analysis looks at every position, so it would take longer than the search.
        with suppress(ValueError, TooLarge):
            if is_sum:
                return _by_nimbers(game, position)
    except (PlayGoesRound, TooLarge) as error:
        why = "cycle" if isinstance(error, PlayGoesRound) else "be very long"
        with suppress(TooLarge):
            return _by_retrograde_analysis(game, position, f"because play can {why}", until)

    # Nothing exact was found in time, so the answer is a guess.
    nodes_of_guess = COMPILED * nodes if is_in_numbers(game) else nodes
    seconds_left = max(0.1, until - perf_counter())
    result_of_search = deepen(game, position, nodes=nodes_of_guess, seconds=seconds_left)
    ahead = len(result_of_search.iterations)
    plural = "s" if ahead != 1 else ""
    route = f"iterative deepening, {ahead} move{plural} ahead"
    return _from_search_result(game, result_of_search, route)


def _advise_extensive(game: Any, position: Any, nodes: int, until: float) -> Advice:
    """Advice for an ExtensiveGame. Without dice, and if one player gains what the other loses, it
    is taken as a Game; otherwise as it is.
    """
    turn = ask.turn(game, position, players=None)
    if turn is None:
        return _extensive_advice_where_over(game, position)

    # A position of the Game is a pair: the position here, and which player is to move. If it is
    # Nature's turn or a third player's, any will do: ``Alternating`` raises ValueError then.
    as_game = Alternating(game)
    mover = turn if turn in (0, 1) else 0
    root = position, mover
    try:
        advice = _advise_alternating(as_game, root, nodes, until)
    except ValueError:  # dice, more players, or payoffs that do not add up to 0
        return _advise_with_dice(game, position, until)

    # Where a player moves twice in a row, Alternating lets the other one pass in between. Those
    # passes are no moves of this game, so they are left out of the line.
    line = []
    pair = root
    for move in advice.line:
        position_here, player_to_move = pair
        if ask.turn(game, position_here) == player_to_move:
            line.append(move)
        pair = as_game.play(pair, move)

    # The Game's value is for the player to move; an ExtensiveGame's is what player 0 gets.
    value = advice.value
    if value and turn == 1:
        value = -value
    if advice.remoteness is not None:
        # The line goes to the end of play. The payoff there is the value as a Fraction; the Game's
        # value may be a rounded float.
        last_position = pair[0]
        value = ask.payoff(game, last_position)
    return replace(advice, game=game, position=position, value=value, line=tuple(line))


def _advise_alternating(as_game: Any, root: Any, nodes: int, until: float) -> Advice:
    """Advice for an ExtensiveGame that is taken as a Game; raises ValueError for payoffs that do
    not add up to 0.

    A small game is solved whole, although a search may be sooner: a search with cutoffs does not
    see all payoffs, so it could miss those that are wrong.
    """

    def solved(most: int) -> Advice:
        return _by_solving(as_game, root, "retrograde analysis", most)

    small_limits = WHOLE[:2]
    try:
        return _with_larger_limits(solved, small_limits, until)
    except TooLarge:
        return _advise_game(as_game, root, nodes, until)


def _advice_where_over(game: Any, position: Any, value: Any, result: Any) -> Advice:
    """What is known where play is over: the rules say it. ``result``: the outcome, for the player
    to move.
    """
    sign = (result > 0) - (result < 0)
    outcome = Outcome(sign)
    remoteness = None  # a draw has none
    if outcome != DRAW:
        remoteness = registry.end_remoteness(game, position)
    return Advice(
        game,
        position,
        value=value,
        line=(),
        exact=True,
        outcome=outcome,
        remoteness=remoteness,
        route=OVER,
    )


def _extensive_advice_where_over(game: Any, position: Any) -> Advice:
    """What is known where play is over in an ExtensiveGame: what player 0 gets, or the payoffs of
    all players if they do not add up to 0.
    """
    try:
        gain = ask.payoff(game, position)
    except ValueError:
        payoffs = ask.payoffs(game, position)
        return Advice(
            game,
            position,
            value=payoffs,
            line=(),
            exact=True,
            outcome=None,
            remoteness=None,
            route=OVER,
        )
    return _advice_where_over(game, position, gain, gain)


def _advise_with_dice(game: Any, position: Any, until: float) -> Advice:
    """Exact values, or a plan; if there are too many positions, expectiminimax, as deep as time
    allows.
    """

    def solved(most: int) -> tuple[Answer[Any, Any, Any], str]:
        return answer_of_extensive(game, position, max_positions=most)

    try:
        answer, route = _with_larger_limits(solved, WHOLE, until)
        line = _line(answer, position)
        return Advice(
            game,
            position,
            value=answer.value(position),
            line=line,
            exact=True,
            outcome=None,
            remoteness=None,
            route=route,
        )
    except TooLarge as error:
        too_large = str(error)  # needed below, where ``error`` no longer exists

    guess = ask.chosen_function(game, "evaluate", True) or (lambda leaf: 0)

    def evaluate(leaf: Any) -> Any:
        """The game's own guess, until the time is up."""
        if perf_counter() > until:
            raise LimitReached
        return guess(leaf)

    try:
        depth = 1  # this far without a look at the clock, so that there is an answer
        result = expectiminimax(game, position, depth=depth)
        with suppress(LimitReached):  # then the last depth that was finished counts
            while not result.exact:
                result = expectiminimax(game, position, depth=depth + 1, evaluate=evaluate)
                depth += 1
    except ValueError as error:
        raise TooLarge(
            f"{type(game).__name__} is too large for the time, and cannot be guessed at: {error}. "
            f"As a whole, {too_large}"
        ) from None
    plural = "s" if depth != 1 else ""
    route = f"expectiminimax, {depth} move{plural} ahead"
    return Advice(
        game,
        position,
        value=result.value,
        line=result.line,
        exact=result.exact,
        outcome=None,
        remoteness=None,
        route=route,
    )


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


def _by_alphabeta(game: Any, position: Any, nodes: int, until: float) -> Advice:
    """Search by alpha-beta with everything the game offers.

    Raises LimitReached after ``nodes`` positions (a compiled search: ``COMPILED`` times as many), or
    at the time ``until``.
    """
    compiled = compiled_search(game, most_nodes=COMPILED * nodes)
    if compiled is not None:
        compiled.end_of_time = until
        method = "compiled alpha-beta"
        result = compiled.answer(position)
    else:
        searchable = quotient_of(game)
        method = "alpha-beta"
        if searchable is not game:
            method += ", one position of each symmetry class"
        result = _search_within_limits(searchable, position, nodes, until)
    return _from_search_result(game, result, f"{method}, {result.nodes:,} positions")


@with_diagnosis(GAME)
def _search_within_limits(game: Any, position: Any, nodes: int, until: float) -> SearchResult:
    """Search by gamelib's alpha-beta with a table; raise LimitReached at a limit."""
    table: dict[Any, Any] = {}
    depth = None  # to the end of play
    evaluate = True  # what the game offers, and so with the other two
    order = True
    bounds = True
    search = LimitedAlphaBeta(table, game, position, depth, evaluate, order, bounds)
    search.most_nodes = nodes
    search.end_of_time = until
    alpha, beta = scores_of_window(-inf, inf)
    with deep_recursion():
        score, line = search.in_window(search.root, alpha, beta, depth)
    return search.record(score, line)


def _from_search_result(game: Any, result: SearchResult, route: str) -> Advice:
    """The result of a search as advice; who wins is known only if the search was exact."""
    outcome = None
    remoteness = None
    if result.exact:
        outcome = result.verdict.outcome
        remoteness = result.verdict.remoteness
    return Advice(
        game,
        result.position,
        value=result.value,
        line=result.line,
        exact=result.exact,
        outcome=outcome,
        remoteness=remoteness,
        route=route,
    )


def _by_nimbers(game: Any, position: Any) -> Advice:
    """Who wins a sum, and by which move: to an option of nimber 0; a loser may take any move."""
    nimber_at = nimber_function(game, position)
    steps = ask.steps(game, position)
    any_move = steps[0][0]
    best = next((move for move, option in steps if nimber_at(option) == 0), any_move)
    outcome = WIN if nimber_at(position) else LOSS
    route = f"nimbers, whose sum over the parts is {nimber_at(position)}"
    return Advice(
        game,
        position,
        value=int(outcome),
        line=(best,),
        exact=True,
        outcome=outcome,
        remoteness=None,
        route=route,
    )


def _by_retrograde_analysis(game: Any, position: Any, why: str, until: float) -> Advice:
    """Retrograde analysis of the whole game, or of as much as this position needs; raise TooLarge
    if it is too much.
    """

    def solved_whole(most: int) -> Advice:
        return _by_solving(game, position, f"retrograde analysis, {why}", most)

    def solved_locally(most: int) -> Any:
        return solve_locally(game, position, max_positions=most)

    with suppress(TooLarge):
        return _with_larger_limits(solved_whole, WHOLE, until)
    local = _with_larger_limits(solved_locally, (*WHOLE, MAX_KEPT), until)
    route = f"the local solver, {why}; {local.visited:,} positions"
    # The local solver says who wins, but not how much. So the value is known only of a draw.
    value = 0 if local.outcome == DRAW else None
    line = () if local.move is None else (local.move,)
    return Advice(
        game,
        position,
        value=value,
        line=line,
        exact=True,
        outcome=local.outcome,
        remoteness=None,
        route=route,
    )


def _with_larger_limits(work: Callable[[int], T], sizes: Iterable[int], until: float) -> T:
    """Do the work with a small limit of positions, then with larger ones as long as there is time.

    ``work`` takes the limit, and raises TooLarge if it is not enough. Raises TooLarge if none of
    ``sizes`` is.
    """
    reason = ""
    for most in sizes:
        began = perf_counter()
        try:
            return work(most)
        except TooLarge as error:
            reason = f": {error}"
        ended = perf_counter()
        time_of_next = 10 * (ended - began)  # because each limit is ten times the one before
        if ended + time_of_next > until:
            break
    raise TooLarge(f"the game is too large for the time{reason}")


def _by_solving(game: Any, position: Any, route: str, most: int = WHOLE[-1]) -> Advice:
    """Advice by solving all that play can reach from a position; raises TooLarge for more than
    ``most`` positions.
    """
    solution = solve(game, position, max_positions=most)
    verdict = solution[position]
    line = _line(solution, position)
    return Advice(
        game,
        position,
        value=verdict.value,
        line=line,
        exact=True,
        outcome=verdict.outcome,
        remoteness=verdict.remoteness,
        route=route,
    )


def _line(answer: Answer[Any, Any, Any], position: Any) -> tuple[Any, ...]:
    """Best play, or only its first move if play need not end."""
    try:
        return tuple(answer.line(position))
    except ValueError:
        return tuple(answer.line(position, 1))
