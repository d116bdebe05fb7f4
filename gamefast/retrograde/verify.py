"""The certificate of a solution.

A solution is checked position by position against its options alone, never by solving again. It is
enough that the conditions hold everywhere, even on graphs with cycles. By induction on remoteness
every WIN and LOSS is real. A position that meets the conditions of a DRAW always has a move to
another such position (or is itself a terminal position that is drawn), and has no move that wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import gamelib
from gamefast import ask
from gamefast.answers import Solution
from gamefast.arrays.graph import GameGraph
from gamefast.boards.tokens import TokenGraph, chunks
from gamefast.machine import Array, Kernel
from gamefast.retrograde import certificate
from gamefast.retrograde.comparing import compare_ends, compare_row
from gamefast.retrograde.endless import check_alternates
from gamelib.core import M, P, UnknownPosition

#: The number of positions at which the table of moves is compared with the rules, which are slower.
RULES = 3_000

#: How many options an error shows.
SHOWN = 6


@Kernel
def first_fault(
    which: Array,
    indptr: Array,
    targets: Array,
    terminal: Array,
    value: Array,
    remoteness: Array,
    worth: Array,
    end_remoteness: Array,
) -> int:
    """The first k at which position ``which[k]`` contradicts its options, or -1.

    Parameters
    ----------
    which
        int64, shape (m,): position numbers.
    indptr, targets
        int64, shape (m + 1,), and int32: the options of ``which[k]`` are
        ``targets[indptr[k]:indptr[k + 1]]``.
    terminal
        float64, shape (m,): the result of ``which[k]`` if it has no options.
    value, remoteness
        int8 or float64, and int16 or int32, shape (n,): for all positions.
    worth
        int8, shape (n,): what endless play is worth to the player to move; empty if it is a draw.
    end_remoteness
        int32, shape (m,): the remoteness of ``which[k]`` if it has no options, unless it is drawn
        and endless play is a draw, too.
    """
    forever = 1 << 40  # more moves than any play has: stands for endless play, remoteness -1
    for k in range(len(which)):
        v = value[which[k]]
        r = remoteness[which[k]]
        endless = worth[which[k]] if len(worth) else 0
        # A position without remoteness has the value of endless play. A draw has a remoteness only
        # if endless play is not a draw.
        if r < 0 and (r != -1 or v != endless):
            return k
        if r >= 0 and v == 0 and endless == 0:
            return k
        if indptr[k] == indptr[k + 1]:  # play is over
            has_remoteness = v != 0 or endless != 0
            if v != terminal[k] or r != (end_remoteness[k] if has_remoteness else -1):
                return k
            continue
        # The smallest value among the options, which is their best for the player to move here; and
        # of the options with this value, the smallest and the largest remoteness.
        smallest = value[targets[indptr[k]]]
        shortest = forever
        longest = 0
        for e in range(indptr[k], indptr[k + 1]):
            w = value[targets[e]]
            s = int(remoteness[targets[e]])
            if s < 0:
                s = forever
            if w < smallest:
                smallest = w
                shortest = forever
                longest = 0
            if w == smallest:
                if s < shortest:
                    shortest = s
                if s > longest:
                    longest = s
        # Whoever wins takes the shortest way. So does whoever draws, if endless play would be lost.
        wants_end = v > 0 or (v == 0 and endless < 0)
        expected = shortest if wants_end else longest
        expected = expected + 1 if expected < forever else -1
        if v != -smallest or r != expected:
            return k
    return -1


def check_solution(
    solution: Solution[P, M], *, sample: int | None = None, rng: np.random.Generator | None = None
) -> int:
    """Check a solution against the rules, position by position, in O(n + m); return the number of
    positions checked.

    What is checked is the arrays that ``save`` would write. A solution may answer from other data,
    as one of two tokens on large graphs does; these are compared with the arrays.

    A terminal position has the game's outcome, and remoteness 0 (none if drawn), or the remoteness
    that compiled rules give it. Elsewhere let v be the value and r the remoteness. The smallest
    value among the options is -v. Among the options with this value, the smallest remoteness is r -
    1 if v > 0, and the largest is r - 1 if v < 0; if v = 0 there is no remoteness. If endless play
    is won by a player, a position without remoteness has the value of endless play, and counts as
    more than any number of moves; a draw then has a remoteness, as in ``gamelib.certificate``.

    The arrays' table of moves is compared with the game's rules at all positions of a small game,
    and at a few thousand of a large one.

    Parameters
    ----------
    solution
        What ``solve`` has returned; the book's is checked by the book.
    sample
        Check only this many positions, drawn by ``rng``.
    rng
        The source of the sample.

    Returns
    -------
    int
        How many positions were checked.

    Raises
    ------
    AssertionError
        If a position is at fault, naming the first one and its options; or if the rules have
        changed since.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import Matches
    >>> check_solution(solve(Matches(15)))
    16
    """
    if not isinstance(solution, Solution):  # the book's own, or no solution at all
        return gamelib.check_solution(solution, sample=sample, rng=rng)
    which = None  # all positions
    if sample is not None:
        source = ask.source_of_chance(rng)
        which = source.integers(len(solution), size=ask.whole(sample, "sample"))
    try:
        return _check(solution, which)  # these errors come from arrays that are not a solution's
    except (IndexError, ValueError, UnknownPosition) as error:
        raise AssertionError(f"the arrays of the solution do not fit each other: {error}") from None


def _check(solution: Solution[P, M], sample: NDArray[np.int64] | None) -> int:
    """Check all that the solution stores, and return how many positions were checked."""
    graph = solution.graph
    n = len(solution)
    if graph.present() is not graph:
        raise AssertionError(
            "the rules read values that have changed since the game was solved: solve it again"
        )
    _check_lengths(solution)
    _compare_arrays_with_answers(solution)

    # All positions of two tokens, with plain outcomes, have a quicker certificate. If it does not
    # hold, the fault is named below.
    is_plain = sample is None and solution.numbers is None and solution.worth is None
    if is_plain and type(graph) is TokenGraph and certificate.holds(solution):
        _check_rules(solution, n)
        return n

    if not -1 <= solution.outcome.min(initial=0) <= solution.outcome.max(initial=0) <= 1:
        i = int(np.flatnonzero((solution.outcome < -1) | (solution.outcome > 1))[0])
        raise AssertionError(
            f"{graph.position(i)!r} has the outcome {solution.outcome[i]}: it is 1, 0 or -1"
        )
    if solution.worth is not None:
        check_alternates(graph, solution.worth)
    checked = _check_rows(solution, sample)
    if sample is None and solution.order is not None:
        _check_order(solution, solution.order)
    _check_rules(solution, checked)
    return checked


def _check_lengths(solution: Any) -> None:
    """Check that each array has an entry for each position."""
    n = len(solution)
    for name in ("outcome", "remoteness", "numbers", "worth"):
        # ``vars`` because an answer may make an array when it is asked for: then it fits.
        array = vars(solution).get(name)
        if array is not None and len(array) != n:
            raise AssertionError(f"{name} has {len(array)} entries for {n} positions")


def _check_rows(solution: Solution[Any, Any], sample: NDArray[np.int64] | None) -> int:
    """Check positions against their options, all or those of a sample; return how many were
    checked.
    """
    graph = solution.graph
    n = len(solution)
    value = solution.outcome if solution.numbers is None else solution.numbers
    worth = np.empty(0, np.int8) if solution.worth is None else solution.worth
    # The number of moves is asked for once: if no moves are stored, counting them is slow.
    find_fault = first_fault.at(n + graph.edges)
    parts = chunks(n) if sample is None else [sample]
    checked = 0
    for which in parts:
        # The outcome must be the sign of the value.
        differ = np.flatnonzero(np.sign(value[which]) != solution.outcome[which])
        if differ.size:
            raise AssertionError(_fault(solution, int(which[differ[0]])))
        if sample is None and isinstance(graph, GameGraph):
            # A chunk is a range of numbers, so its rows follow one another: no copy is needed.
            indptr = graph.indptr[which[0] : which[-1] + 2]
            targets = graph.targets
        else:
            indptr, targets = graph.rows(which)
        k = find_fault(
            which,
            indptr,
            targets,
            graph.results(which),
            value,
            solution.remoteness,
            worth,
            graph.end_remoteness(which),
        )
        if k >= 0:
            raise AssertionError(_fault(solution, int(which[k])))
        checked += len(which)
    return checked


def _compare_arrays_with_answers(solution: Any) -> None:
    """Compare the arrays of a solution that answers from other data (``Kept``) with its answers.

    Such a solution makes its arrays when they are first asked for, and ``save`` writes them. They
    may have been altered since, so those that exist are compared.
    """
    array_names = [name for name in ("outcome", "remoteness") if name in vars(solution)]
    if not hasattr(solution, "decoded") or not array_names:
        return
    for which in chunks(len(solution)):
        low = int(which[0])
        high = int(which[-1]) + 1
        outcome, remoteness = solution.decoded(low, high)
        answers = {"outcome": outcome, "remoteness": remoteness}
        for name in array_names:
            in_array = vars(solution)[name][low:high]
            answer = answers[name]
            differ = np.flatnonzero(in_array != answer)
            if differ.size:
                k = int(differ[0])
                position = solution.graph.position(low + k)
                raise AssertionError(
                    f"at {position!r} the array {name} has {in_array[k]}, but the answer there is "
                    f"{answer[k]}"
                )


def _check_order(solution: Solution[P, M], order: NDArray[np.int32]) -> None:
    """Check that ``order`` lists each settled position once: the largest results first, then by
    remoteness.
    """
    settled = np.flatnonzero(solution.remoteness >= 0)
    if not np.array_equal(np.sort(order), settled):
        raise AssertionError(
            f"order lists {len(order)} positions: it must list each of the {len(settled)} settled "
            "once"
        )
    size = np.abs(solution.results[order])
    remoteness = solution.remoteness[order]
    size_grows = np.diff(size) > 0
    remoteness_falls = (np.diff(size) == 0) & (np.diff(remoteness) < 0)
    faults = np.flatnonzero(size_grows | remoteness_falls)  # k: between entries k and k + 1
    if faults.size:
        late = solution.graph.position(int(order[faults[0] + 1]))
        raise AssertionError(f"in order {late!r} comes after positions that were settled later")


def _check_rules(solution: Solution[P, M], checked: int) -> None:
    """Compare the table of moves with the game itself, at as many positions as were checked but at
    most RULES: at all positions if the game has no more, otherwise at some drawn at random.

    With a sample these are other positions than those of the sample, since here the moves are
    compared, and not the answers. The results are compared twice, the second time after each single
    move that leads there: rules that keep something outside the position answer differently then.
    """
    game = solution.game
    arena = solution.graph
    if game is None:
        return
    n = min(checked, RULES)
    if len(arena) <= n:
        numbers: Any = range(len(arena))
    else:
        rng = np.random.default_rng(1)  # the same positions each time
        numbers = rng.integers(len(arena), size=n).tolist()
    for i in numbers:
        compare_row(game, arena, arena.position(i))
    # The second time backwards, so that each position comes after others than the first time.
    for i in reversed(numbers):
        compare_ends(game, arena, arena.position(i))


def _fault(solution: Solution[P, M], i: int) -> str:
    """The error for position number i: its verdict, and the verdicts of its options."""

    def name(j: int) -> str:
        position = solution.graph.position(j)
        return f"{position!r} {solution[position]}"

    options = [name(int(j)) for j in solution.graph.options(i)]
    if not options:
        which = np.array([i])
        result = solution.graph.results(which)[0]
        moves = int(solution.graph.end_remoteness(which)[0])
        words = f"{name(i)}: but play is over there with the result {result:g}"
        if moves:
            words += f", which takes {moves} more moves"
        return words
    words = "; ".join(options[:SHOWN])
    if len(options) > SHOWN:
        words += f" and {len(options) - SHOWN} more"
    return f"{name(i)}: its options contradict this: {words}"
