"""A student's strategy on trial, against every opponent there is."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gamelib.check.engine import RIGHT, STRATEGY, Finding, brief, call, give, shorten, wrong
from gamelib.core import Game, IllegalMove, move_text_of, text_of
from gamelib.play import play_checked


def wins(game: Game[Any, Any], strategy: Callable[[Any], Any], position: Any, *, draws: bool = False) -> Finding:
    """Whether a strategy wins from a position, against every opponent; if not, the shortest play that shows it.

    Breadth first over all the opponent's answers: so the play shown is as short as can be. Play that comes back to a
    position is not won either, for a strategy does the same there again.

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
    trial = _Trial(game, strategy, position, draws)
    queue, line = deque([position]), dict[Any, tuple[Any, ...]]({position: ()})  # where we move: a shortest play to it
    after: dict[Any, set[Any]] = {}  # and where we move next
    while queue:
        here = queue.popleft()
        options = trial.round(here, line[here])
        if isinstance(options, Finding):
            return options
        after[here] = {option for option, _ in options}
        for option, moves in options:
            if option not in line:
                line[option] = (*line[here], *moves)
                queue.append(option)
    return RIGHT if draws or _ends(after) else wrong("against it play can go round for ever: nobody wins")


@dataclass(frozen=True)
class _Trial:
    """A strategy put to the test, from ``start`` on."""

    game: Game[Any, Any]
    strategy: Callable[[Any], Any]
    start: Any
    draws: bool

    def round(self, here: Any, line: tuple[Any, ...]) -> list[tuple[Any, tuple[Any, Any]]] | Finding:
        """Each position after our move and an answer to it, with the two moves; or what ends the trial."""
        if (result := self.game.outcome(here)) is not None:
            return self.ended(result, line)
        move = call(self.strategy, here, who="there your strategy")
        if isinstance(move, Finding):
            return self.refuted(line, move.reason) if move.reason else move
        try:
            there = play_checked(self.game, here, move)
        except IllegalMove as error:
            return self.refuted(line, f"there your move {brief(move)} is not allowed: {shorten(str(error))}")
        if (result := self.game.outcome(there)) is not None:
            return self.ended(-result, (*line, move))
        return [(self.game.play(there, answer), (move, answer)) for answer in self.game.moves(there)]

    def ended(self, result: float, line: tuple[Any, ...]) -> list[Any] | Finding:
        """Play is over, with this result for us: nothing follows, if it is good enough."""
        if result > 0 or (self.draws and result == 0):
            return []
        return self.refuted(line, "you have lost" if self.draws else "you have not won")

    def refuted(self, line: tuple[Any, ...], ending: str) -> Finding:
        """The finding that this play, shown as boards, is not what the strategy should come to."""
        return wrong(f"this play shows it.\n{as_boards(self.game, self.start, line, ('you', 'opponent'))}\n{ending}.")


def _ends(after: dict[Any, set[Any]]) -> bool:
    """Whether there is no cycle: remove again and again the positions all of whose options are removed."""
    while ends := [here for here, options in after.items() if not options]:
        for end in ends:
            del after[end]
        for options in after.values():
            options.difference_update(ends)
    return not after


def as_boards(game: Game[Any, Any], position: Any, line: Iterable[Any], names: tuple[str, str]) -> str:
    """A play as text.

    Parameters
    ----------
    game
        A Game.
    position
        Where play begins.
    line
        The moves.
    names
        What the player who begins is called, and the other.

    Returns
    -------
    str
        The position, and for each move who made it, the move, and the position after it.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> print(as_boards(Matches(3), 3, [2], ("you", "opponent")))
    |||  (3)
    you: take 2
    |  (1)
    """
    lines = [text_of(game, position)]
    for ply, move in enumerate(line):
        lines.append(f"{names[ply % 2]}: {move_text_of(game, position, move)}")
        position = game.play(position, move)
        lines.append(text_of(game, position))
    return "\n".join(lines)
