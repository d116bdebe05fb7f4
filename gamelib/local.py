"""The outcome of one position, found by looking no further than necessary.

Retrograde analysis looks at every position that play can reach. To learn the outcome of one
position, less is often enough. We open positions, beginning with the one asked for, breadth first,
and apply the two rules of retrograde analysis as soon as we can:

* a position with a move to a lost option is **won**;
* a position all of whose options are won (for the opponent) is **lost**.

Each result is carried back at once, to the positions that wait for it, as far as it settles
anything. Play can cycle: a position that is met again before it is settled does no harm, because
its outcome is not guessed; it waits. The search ends when the first position is settled. It also
ends when no position is left to open. Then the first position is **drawn**, by the same argument as
in ``retrograde``.

A position need not be opened while all positions that are known to lead to it are settled, because
none of them waits for it. It falls asleep, and wakes up if an unsettled position is found to lead
there.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from gamelib import gate
from gamelib.core import DRAW, LOSS, WIN, Outcome, TooLarge
from gamelib.diagnose import GAME, with_diagnosis
from gamelib.digraph import as_game


@dataclass(frozen=True)
class LocalResult:
    """What ``solve_locally`` has found.

    Attributes
    ----------
    outcome
        The outcome that was asked for, for the player to move.
    visited
        The number of positions looked at.
    move
        A move that keeps the outcome; None if play is over. A player who follows such moves from a
        won position wins, because each leads to a position that was settled earlier.
    """

    outcome: Outcome
    visited: int
    move: Any = None


@with_diagnosis(GAME)
def solve_locally(
    game: Any, position: Any = None, *, max_positions: int = gate.MAX_POSITIONS
) -> LocalResult:
    """The outcome of one position, found by looking at no more of the game than necessary.

    Play can cycle. The outcome is that of ``solve``; its remoteness would need more positions.

    Parameters
    ----------
    game
        A Game or a networkx DiGraph. If results are numbers, only the sign counts.
    position
        The position asked for; the start if none is given. A bare graph has no start: give the
        vertex.
    max_positions
        The largest number of positions to look at.

    Raises
    ------
    TypeError, ValueError
        The same as for ``solve``.
    TooLarge
        If ``max_positions`` positions do not settle the outcome.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "end"), ("a", "c"), ("c", "a"), ("c", "d")])
    >>> solve_locally(G, "b")          # "end" is next to it, so c and d are never looked at
    LocalResult(outcome=WIN, visited=3, move='end')
    """
    game = as_game(game)
    start = gate.begin(game, position)
    search = LocalSearch(game, max_positions)
    outcome = search.settle(start)
    return LocalResult(outcome, len(search.before), search.move(start))


class LocalSearch:
    """What is known so far of the positions visited.

    Attributes
    ----------
    outcome
        The outcomes of the settled positions.
    before
        For each visited position, the positions that are known to lead to it.
    hopes
        For each opened position, how many of its moves are not known to be hopeless.
    lost_option
        For each won position, the lost option that settled it.
    asleep
        The positions that were not opened, because no unsettled position needs them.
    """

    def __init__(self, game: Any, max_positions: int) -> None:
        self.game = game
        self.max_positions = max_positions
        self.outcome: dict[Any, Outcome] = {}
        self.before: dict[Any, list[Any]] = {}
        self.hopes: dict[Any, int] = {}
        self.lost_option: dict[Any, Any] = {}
        self.asleep: set[Any] = set()

    def settle(self, start: Any) -> Outcome:
        """Open positions, breadth first, until ``start`` is settled or none is left to open."""
        self.visit(start)
        queue = deque([start])
        while queue and start not in self.outcome:
            position = queue.popleft()
            if position in self.outcome:  # settled in the meantime
                continue
            if position == start or self.is_needed(position):  # nobody waits for the start but us
                queue.extend(self.open(position))
            else:
                self.asleep.add(position)
        return self.outcome.get(start, DRAW)

    def is_needed(self, position: Any) -> bool:
        """Whether an unsettled position waits for this one."""
        return any(other not in self.outcome for other in self.before[position])

    def visit(self, position: Any) -> None:
        """Meet a position for the first time. If play is over there, it may be settled at once."""
        if len(self.before) == self.max_positions:
            raise TooLarge(
                f"{self.max_positions:,} positions do not settle the outcome: raise max_positions "
                f"if memory allows. {len(self.hopes):,} of them were opened"
            )
        self.before[position] = []
        result = gate.result(self.game, position)
        if result is not None and result != 0:
            self.outcome[position] = WIN if result > 0 else LOSS

    def open(self, position: Any) -> list[Any]:
        """Look at the options of a position; return those to put into the queue.

        These are the options met for the first time, and those that were asleep, unless they are
        settled. (A drawn end is opened like any other position, and has no options.)
        """
        options = [option for _, option in gate.options(self.game, position)]
        self.hopes[position] = len(options)
        to_queue = []
        for option in options:
            is_new = option not in self.before
            if is_new:
                self.visit(option)  # if play is over there with a winner, this settles it
            not_queued_yet = is_new or option in self.asleep
            if not_queued_yet and option not in self.outcome:
                to_queue.append(option)
                self.asleep.discard(option)
            self.before[option].append(position)
            if option in self.outcome:  # it is settled: tell this position
                self.carry_back(position, option)
            if position in self.outcome:
                break  # the other options are not needed
        return to_queue

    def carry_back(self, position: Any, option: Any) -> None:
        """An option of a position is settled: settle all that follows from this."""
        arrows = [(position, option)]  # each leads to a settled position, and was not followed back
        while arrows:
            here, settled = arrows.pop()
            if here in self.outcome:
                continue
            self.hopes[here] -= 1
            if self.outcome[settled] == LOSS:
                self.outcome[here] = WIN
                self.lost_option[here] = settled
            elif self.hopes[here] == 0:
                self.outcome[here] = LOSS
            if here in self.outcome:
                arrows.extend((other, here) for other in self.before[here])

    def move(self, position: Any) -> Any:
        """A move that keeps the outcome; None if play is over."""
        for move, option in gate.options(self.game, position):
            if self.keeps_outcome(position, option):
                return move
        return None

    def keeps_outcome(self, position: Any, option: Any) -> bool:
        """Whether a move to this option keeps the outcome, as far as the search has seen.

        From a won position it leads to the option that settled it, from a lost one anywhere, and
        from a drawn one to a position that is not settled.
        """
        if position in self.lost_option:
            return bool(option == self.lost_option[position])
        return position in self.outcome or option not in self.outcome
