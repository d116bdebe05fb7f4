"""The outcome of one position, looking no further than necessary; cycles and all, without
recursion.

Search forwards from the position, breadth first, and apply the two rules of retrograde analysis as
soon as possible: each result is carried back at once, as far as it settles anything. So cycles do
no harm: a position that is met again before it is settled gets no guess, but waits. The search ends
when the first position is settled, or when no position is left to open. In that case the first
position is drawn, by the same argument as in ``retrograde``. A position is not opened while all
positions known to lead to it are settled.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from gamefast import ask
from gamefast.arrays.arena import Arena, Steps
from gamefast.arrays.graph import GameGraph
from gamefast.machine import MAX_KEPT
from gamelib.core import DRAW, LOSS, WIN, Outcome, Record, TooLarge


@dataclass(frozen=True, repr=False)
class LocalResult(Record):
    """``outcome``: the outcome asked for, for the player to move. ``visited``: the number of
    positions looked at.

    ``move``: a move that keeps the outcome, None if play is over. A player who follows such moves
    from a won position wins, because each leads to a position that was settled earlier.
    """

    outcome: Outcome
    visited: int
    move: Any = None


def solve_locally(game: Any, position: Any = None, *, max_positions: int = MAX_KEPT) -> LocalResult:
    """Find the outcome of one position, looking at no more of the game than necessary; cycles and
    all.

    The outcome agrees with that of ``solve``; remoteness would need more positions.

    Parameters
    ----------
    game
        A Game, a GameGraph or a networkx DiGraph. If results are numbers, only the sign counts.
    position
        The position asked for; the start if none is given. A bare graph has no start: give the
        vertex.
    max_positions
        The largest number of positions looked at.

    Returns
    -------
    LocalResult
        The outcome for the player to move, a move that keeps it, and how many positions were looked
        at.

    Raises
    ------
    TypeError, ValueError
        The same as for ``solve``.
    TooLarge
        If ``max_positions`` positions do not settle the outcome.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph([("a", "b"), ("b", "a"), ("b", "end"), ("a", "c"), ("c", "a"), ("c", "d"), ("d", "e")])
    >>> solve_locally(G, "b")  # "end" is next to it, so c, d and e are never looked at
    LocalResult(outcome=WIN, visited=3, move='end')
    """
    if hasattr(game, "is_directed") and not isinstance(game, type):  # a graph of networkx
        game = GameGraph.from_networkx(game)
    if isinstance(game, Arena):
        arena = game.present()
        start = arena.position(arena.index(position))
        game = Steps(arena)
    else:
        start = ask.position(ask.a_game(game), position)
    search = LocalSearch(game, max_positions)
    outcome = search.settle(start)
    return LocalResult(outcome, len(search.waiting), search.move(start))


class LocalSearch:
    """What is known so far of the positions visited: their outcomes, how many hopes they have, and
    which of them wait for which.

    A hope is an option not yet known to be won for the opponent, who moves there. ``outcome`` has
    only settled positions: those that are known to be won or lost.
    """

    def __init__(self, rules: Any, max_positions: int) -> None:
        self.rules = rules
        self.max_positions = max_positions
        self.outcome: dict[Any, Outcome] = {}
        #: For every visited position, those found to lead to it: they wait for its outcome.
        self.waiting: dict[Any, list[Any]] = {}
        #: For every opened position, how many hopes it has.
        self.hopes: dict[Any, int] = {}
        #: For every won position, the lost option that settled it.
        self.won_by: dict[Any, Any] = {}
        #: Visited but not opened, because no unsettled position waits for them.
        self.asleep: set[Any] = set()

    def settle(self, start: Any) -> Outcome:
        """Open positions, breadth first, until ``start`` is settled; if none is left to open,
        ``start`` is drawn.
        """
        self.visit(start)
        queue = deque([start])
        while queue and start not in self.outcome:
            position = queue.popleft()
            if position in self.outcome:
                continue
            is_wanted = any(before not in self.outcome for before in self.waiting[position])
            if position == start or is_wanted:
                queue += self.open(position)
            else:
                self.asleep.add(position)
        return self.outcome.get(start, DRAW)

    def visit(self, position: Any) -> None:
        """Look at a position for the first time: is play over there?"""
        if len(self.waiting) == self.max_positions:
            raise TooLarge(
                f"{self.max_positions:,} positions do not settle the outcome; raise max_positions "
                f"if memory allows. {len(self.hopes):,} of them were opened"
            )
        self.waiting[position] = []
        result = ask.outcome(self.rules, position)
        if result:  # neither None, where play goes on, nor 0: a drawn position is never settled
            self.outcome[position] = WIN if result > 0 else LOSS

    def open(self, position: Any) -> list[Any]:
        """Look at the options of a position; return those that must be opened in their turn.

        If there are no options, play is over and the position is drawn: it stays unsettled.
        """
        options = [option for _, option in ask.steps(self.rules, position)]
        self.hopes[position] = len(options)
        to_open = []
        for option in options:
            is_new = option not in self.waiting
            if is_new or option in self.asleep:
                to_open.append(option)
                self.asleep.discard(option)
            if is_new:
                self.visit(option)
            self.waiting[option].append(position)
            if option in self.outcome:
                self.carry_back(position, option)
            if position in self.outcome:
                break  # the other options are not needed
        return to_open

    def carry_back(self, position: Any, option: Any) -> None:
        """An option of a position has been settled: carry that back to the position, and if it is
        settled by this, to those that wait for it, and so on.
        """
        to_do = [(position, option)]
        while to_do:
            position, option = to_do.pop()
            if position in self.outcome:
                continue
            outcome_of_option = self.outcome[option]
            self.hopes[position] -= 1
            has_no_hope = self.hopes[position] == 0
            if outcome_of_option == LOSS or has_no_hope:
                self.outcome[position] = Outcome(-outcome_of_option)
                if outcome_of_option == LOSS:
                    self.won_by[position] = option
                to_do += [(waiting, position) for waiting in self.waiting[position]]

    def move(self, position: Any) -> Any:
        """A move that keeps the outcome: to the option that settled the position, to an unsettled
        one, or any move.
        """
        steps = ask.steps(self.rules, position)
        if position in self.won_by:
            return next(move for move, option in steps if option == self.won_by[position])
        moves = [move for move, _ in steps]
        if position not in self.outcome:
            # A draw: an option that is settled is won for the opponent, so take another.
            drawing = [move for move, option in steps if option not in self.outcome]
            moves = drawing or moves
        return moves[0] if moves else None
