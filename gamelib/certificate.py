"""A certificate: is a solution right? Each verdict is held against those on its options.

Nothing is solved again.

**Theorem.** If every verdict follows from those on its options, all verdicts are right, on graphs
with cycles, too.

*Proof.* From a position of value v > 0 and remoteness r there is a move to one of value -v and
remoteness r - 1, and none to a smaller value. From a position of value -v every move leads to a
value of v or more, and if it is v, the remoteness falls by at least 1. So a winner who follows the
verdicts never loses value, and as long as the value stays the same, remoteness falls with each
move. There are finitely many values, so play ends, with the result v or more. A loser who follows
the verdicts gets at least -v, because no move of the winner leads below -v, and endless play would
be better. They also make play last r moves, unless the winner gives up value. From a drawn position
there is a move to another drawn one, or play is over there, and no move leads to a lost one. So
neither player can win if the other follows the verdicts.

If one player wins endless play (``endless``), a verdict without a remoteness is allowed only where
it says what endless play is worth. Then the player who wins endless play has, at each position won
without a remoteness, a move to a position lost without one, from which every move of the opponent
leads to a position that is won again. So this player never loses value, and wins, whether play ends
or not. Where there is a remoteness, the argument above holds, for a draw, too: remoteness falls
with each move of the player who wants play to end, that is of the winner, or in a draw of the
player who loses endless play; and it falls whatever the other player does.
"""

from __future__ import annotations

from math import inf, isnan
from numbers import Integral
from typing import Any

from gamelib import gate, mistakes
from gamelib.answers import Solution, Verdict, sign, wants_end
from gamelib.arguments import check_whole
from gamelib.core import DRAW, LOSS, WIN, Outcome
from gamelib.dice import check_rng, random_below

#: How many options of a faulty position an error lists.
MOST_LISTED = 6

#: From how many positions each move is played once more, to see where play ends.
MOST_PLAYED_AGAIN = 10_000


def check_solution(
    solution: Solution[Any, Any], *, sample: int | None = None, rng: Any = None
) -> int:
    """Check a solution against the rules, position by position, in O(n + m).

    A terminal position has the game's outcome, and remoteness 0 (none if drawn). Elsewhere let v be
    the value and r the remoteness. The smallest value among the options is -v. Among the options
    with this value, the smallest remoteness is r - 1 if v > 0, and the largest is r - 1 if v < 0;
    if v = 0 there is no remoteness.

    If endless play is won by a player, a position without remoteness has the value of endless play,
    and counts as more than any number of moves. A draw then has a remoteness: r - 1 is the smallest
    among the drawn options where the player to move loses endless play, and the largest elsewhere.

    Parameters
    ----------
    solution
        What ``solve`` has returned.
    sample
        Check only this many positions, drawn by ``rng``.
    rng
        The source of the sample: a ``random.Random`` or a numpy Generator.

    Returns
    -------
    int
        How many positions were checked.

    Raises
    ------
    AssertionError
        If a position is at fault, naming the first one and its options.

    Examples
    --------
    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> check_solution(solve(Matches(15)))
    16
    """
    if not isinstance(solution, Solution):
        raise TypeError(f"{solution!r} is not a solution: give what solve returns")
    if getattr(solution, "needs_engine", False):
        raise TypeError(
            "this solution is in arrays, which the engine reads: `from gamefast import "
            "check_solution`"
        )
    positions = list(solution.known)
    if sample is None:
        check_settled(solution)
    else:
        positions = draw_sample(positions, sample, rng)
    for position in positions:
        check_verdict(solution, position)
    for position in reversed(positions[:MOST_PLAYED_AGAIN]):
        check_ends_after_moves(solution, position)
    return len(positions)


def check_verdict(solution: Solution[Any, Any], position: Any) -> None:
    """Raise AssertionError if the verdict on a position does not follow from its options."""
    verdict = verdict_on(solution, position)
    endless = solution.worth_of_endless_play(position)
    options = [option for _, option in gate.options(solution.game, position)]
    if not options:
        result = float(gate.result(solution.game, position))
        if verdict != verdict_at_end(result, endless):
            raise AssertionError(
                f"{position!r} {verdict}: but play is over there with the result {result:g}"
            )
        return
    check_alternates(solution, position, options)
    verdicts = [verdict_on(solution, option) for option in options]
    if verdict != verdict_before(verdicts, endless):
        raise AssertionError(
            f"{position!r} {verdict}: its options contradict this: "
            f"{options_in_words(options, verdicts)}"
        )


def check_alternates(solution: Solution[Any, Any], position: Any, options: list[Any]) -> None:
    """Raise AssertionError if a move leaves endless play worth the same to the player to move."""
    endless = solution.worth_of_endless_play(position)
    for option in options:
        if solution.worth_of_endless_play(option) != -endless:
            error = mistakes.worth_does_not_alternate(position, option, endless)
            raise AssertionError(str(error))


def check_ends_after_moves(solution: Solution[Any, Any], position: Any) -> None:
    """Raise AssertionError if a move ends play with another result than the solution has.

    The results are asked for again, each right after a single move: rules that keep something
    outside the position answer differently then.
    """
    game = solution.game
    if game.outcome(position) is not None:
        return
    for move in game.moves(position):
        option = game.play(position, move)
        result = game.outcome(option)
        if result is None:
            continue
        verdict = verdict_on(solution, option)
        if verdict != verdict_at_end(float(result), solution.worth_of_endless_play(option)):
            raise AssertionError(
                f"{option!r} {verdict}: but after the move {move!r} from {position!r} the rules say "
                f"that play is over with the result {float(result):g}. A position must hold "
                "everything that matters"
            )


def options_in_words(options: list[Any], verdicts: list[Verdict]) -> str:
    """The first options of a position, each with the verdict on it, and how many more there are."""
    listed = []
    for option, verdict in zip(options[:MOST_LISTED], verdicts, strict=False):
        listed.append(f"{option!r} {verdict}")
    words = "; ".join(listed)
    if len(options) > MOST_LISTED:
        words += f" and {len(options) - MOST_LISTED} more"
    return words


def verdict_on(solution: Solution[Any, Any], position: Any) -> Verdict:
    """The verdict on a position. Raises AssertionError if there is none, or if it cannot be one."""
    verdict = solution.known.get(position)
    if verdict is None:
        raise AssertionError(f"play can reach {position!r}, but the solution has no verdict on it")
    if verdict.outcome not in (WIN, DRAW, LOSS):
        raise AssertionError(f"{position!r} has the outcome {verdict.outcome!r}: it is 1, 0 or -1")
    if isnan(verdict.value) or sign(verdict.value) != verdict.outcome:
        raise AssertionError(
            f"{position!r} has the outcome {verdict.outcome!r}, but the value {verdict.value:g}"
        )
    if not is_possible_remoteness(verdict, solution.worth_of_endless_play(position)):
        raise AssertionError(
            f"{position!r} is a {verdict.outcome!r} with the remoteness {verdict.remoteness!r}: it "
            "is a number of moves, and None where the outcome is that of endless play"
        )
    return verdict


def is_possible_remoteness(verdict: Verdict, endless: Outcome) -> bool:
    """Whether a verdict with this outcome can have this remoteness.

    None stands for endless play, so the outcome must be that of ``endless`` play. A draw has a
    number of moves only where a player who loses endless play hurries for it.
    """
    if verdict.remoteness is None:
        return verdict.outcome == endless
    is_number = isinstance(verdict.remoteness, Integral)
    return is_number and (verdict.outcome != DRAW or endless != DRAW)


def verdict_at_end(result: float, endless: Outcome) -> Verdict:
    """The verdict on a terminal position with this result."""
    if result == 0:
        return Verdict(DRAW, None if endless == DRAW else 0, 0.0)
    return Verdict(WIN if result > 0 else LOSS, 0, result)


def verdict_before(options: list[Verdict], endless: Outcome) -> Verdict:
    """The verdict on a position whose options have these verdicts, for the opponent."""
    worst_for_opponent = min(verdict.value for verdict in options)
    value = -worst_for_opponent
    moves_left = [
        inf if verdict.remoteness is None else verdict.remoteness
        for verdict in options
        if verdict.value == worst_for_opponent
    ]
    moves = min(moves_left) if wants_end(value, endless) else max(moves_left)
    remoteness = None if moves == inf else int(moves) + 1
    return Verdict(Outcome(sign(value)), remoteness, value)


def check_settled(solution: Solution[Any, Any]) -> None:
    """Raise AssertionError unless ``settled`` has the positions with a remoteness in order.

    The largest results come first, and among equal ones the smallest remoteness.
    """
    decided = {p for p in solution.known if verdict_on(solution, p).remoteness is not None}
    if set(solution.settled) != decided or len(solution.settled) != len(decided):
        raise AssertionError(
            "settled must list every position that has a remoteness, and no other, each once"
        )
    last = (-inf, 0)
    for position in solution.settled:
        verdict = solution.known[position]
        place = (-abs(verdict.value), verdict.remoteness or 0)  # the smallest place comes first
        if place < last:
            raise AssertionError(f"{position!r} {verdict} stands too late in settled")
        last = place


def draw_sample(positions: list[Any], sample: Any, rng: Any) -> list[Any]:
    """Some of the positions, drawn with replacement by a source of random numbers."""
    check_rng(rng)
    check_whole(sample, "sample")
    return [positions[random_below(rng, len(positions))] for _ in range(sample)]
