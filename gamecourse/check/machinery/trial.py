"""A student's strategy on trial, against every opponent there is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gamecourse.check.machinery.asked import ask_function, brief
from gamecourse.check.machinery.engine import STRATEGY, stopped
from gamecourse.check.machinery.finding import RIGHT, Finding, give, wrong
from gamecourse.check.machinery.moves import move_of
from gamecourse.check.machinery.played import Played, as_boards, first_mistake, sentence
from gamelib import ask
from gamelib.core import Game, text_of

__all__ = ["as_boards", "wins"]

#: After each position where we move: the positions where we move next, and the two moves that lead there.
Rounds = dict[Any, dict[Any, tuple[Any, Any]]]


def wins(game: Game[Any, Any], strategy: Callable[[Any], Any], position: Any, *, draws: bool = False) -> Finding:
    """Whether a strategy wins from a position, against every opponent; if not, the shortest play that shows it.

    Breadth first over all the opponent's answers: so the play shown is as short as can be. Play that comes back to a
    position is not won either, for a strategy does the same there again. The first move that gives the win away is
    marked.

    Parameters
    ----------
    game
        A Game.
    strategy
        The student's function from position to move; it moves first.
    position
        Where play begins.
    draws
        Whether it is enough not to lose.

    Returns
    -------
    Finding
        Right, or the play that refutes the strategy, or not attempted.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> wins(Matches(7), lambda pile: pile % 4, 7)
    ✓ right
    """
    if not callable(strategy):
        return give(STRATEGY, strategy)
    position = ask.position(ask.a_game(game), position)
    trial = _Trial(game, strategy, position, draws)
    queue, line = deque([position]), dict[Any, tuple[Any, ...]]({position: ()})  # where we move: a shortest play to it
    after: Rounds = {}
    while queue:
        here = queue.popleft()
        options = trial.round(here, line[here])
        if isinstance(options, Finding):
            return options
        after[here] = options
        for option, moves in options.items():
            if option not in line:
                line[option] = (*line[here], *moves)
                queue.append(option)
    return RIGHT if draws or not (left := _endless(after)) else trial.goes_round(left, line)


@dataclass(frozen=True)
class _Trial:
    """A strategy put to the test, from ``start`` on."""

    game: Game[Any, Any]
    strategy: Callable[[Any], Any]
    start: Any
    draws: bool

    def round(self, here: Any, line: tuple[Any, ...]) -> dict[Any, tuple[Any, Any]] | Finding:
        """Each position after our move and an answer to it, with the two moves; or what ends the trial."""
        if (result := ask.outcome(self.game, here)) is not None:
            return self.ended(result, line)
        reply = ask_function(self.strategy, (here,))
        if reply.stopped:
            found = stopped(reply, "there your strategy", begun=bool(line))
            return self.refuted(line, found.reason.replace("at there your strategy", "here")) if found.reason else found
        if reply.value is None and reply.printed:
            return self.refuted(line, "there your strategy prints something and returns nothing: return the move")
        move, why = move_of(self.game, here, reply.value)
        if why:
            return self.refuted(line, f"there {why}")
        there = ask.played(self.game, here, move)
        if (result := ask.outcome(self.game, there)) is not None:
            return self.ended(-result, (*line, move))
        return {ask.played(self.game, there, answer): (move, answer) for answer in ask.moves(self.game, there)}

    def ended(self, result: float, line: tuple[Any, ...]) -> dict[Any, Any] | Finding:
        """Play is over, with this result for us: nothing follows, if it is good enough."""
        if result > 0 or (self.draws and result == 0):
            return {}
        return self.refuted(line, "you have lost" if self.draws else "you have not won")

    def refuted(self, line: tuple[Any, ...], ending: str) -> Finding:
        """The finding that this play, shown as boards, is not what the strategy should come to."""
        notes = first_mistake(self.game, self.start, line, draws=self.draws)
        play = Played(self.game, self.start, line, notes, ending)
        return wrong(f"this play shows it.\n{play}\n{sentence(ending)}", play)

    def goes_round(self, left: Rounds, line: dict[Any, tuple[Any, ...]]) -> Finding:
        """The finding that an opponent need not let play end, with the cycle."""
        here = min(left, key=lambda position: len(line[position]))
        path, moves = [here], list(line[here])
        while True:  # whoever is left can go on to somebody who is left
            here, both = next((option, both) for option, both in left[path[-1]].items() if option in left)
            moves += both
            if here in path:
                break
            path.append(here)
        begin = len(line[path[0]]) + 2 * path.index(here)
        notes = {begin: "from here", len(moves) - 1: "and there it is again"}
        play = Played(self.game, self.start, tuple(moves), notes, "play can go round for ever, and nobody wins")
        where = brief(here) if "\n" in text_of(self.game, here) else text_of(self.game, here)
        return wrong(
            f"against it play can go round for ever: nobody wins. Play comes back to {where}.\n{play}\nand so on.", play
        )


def _endless(after: Rounds) -> Rounds:
    """What is left when the positions all of whose options are removed are removed, again and again."""
    left = {here: dict(options) for here, options in after.items()}
    while ends := [here for here, options in left.items() if not options]:
        gone = set(ends)
        left = {
            here: {option: both for option, both in options.items() if option not in gone}
            for here, options in left.items()
            if here not in gone
        }
    return left
