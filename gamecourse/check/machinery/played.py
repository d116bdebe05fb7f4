"""A play that shows something: as boards in words, and in a notebook as a widget that steps through it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gamelib.core import Game, Outcome, TooLarge, move_text_of, text_of
from gamelib.solvers.backward.solve import solve

#: The game is solved to say which move was the mistake, if it has at most so many positions.
MOST_SOLVED = 100_000


def as_boards(
    game: Game[Any, Any],
    position: Any,
    line: Iterable[Any],
    names: tuple[str, str],
    notes: Mapping[int, str] | None = None,
) -> str:
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
    notes
        What is to be said beside a move, by its number from 0.

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
        note = (notes or {}).get(ply)
        lines.append(f"{names[ply % 2]}: {move_text_of(game, position, move)}{f'   <-- {note}' if note else ''}")
        position = game.play(position, move)
        lines.append(text_of(game, position))
    return "\n".join(lines)


@dataclass(frozen=True)
class Played:
    """A play from a position, the student first, with notes beside its moves."""

    game: Game[Any, Any]
    start: Any
    line: tuple[Any, ...]
    notes: Mapping[int, str] = field(default_factory=dict)
    ending: str = ""
    names: tuple[str, str] = ("you", "opponent")

    def __str__(self) -> str:
        return as_boards(self.game, self.start, self.line, self.names, self.notes)

    def widget(self, words: str) -> dict[str, Any]:
        """What a notebook shows besides the words: a widget that steps through the play; nothing without widgets."""
        try:
            from gamecourse.show.replay import Replay  # widgets are loaded when one is shown
        except ImportError:
            return {}
        said = f"✗ wrong: {sentence(self.ending)}"
        widget = Replay(self.game, self.line, position=self.start, notes=self.notes, verdict=said)
        return {**widget._repr_mimebundle_(), "text/plain": words}


def sentence(words: str) -> str:
    """The words with a full stop, unless they end in a mark of their own.

    Examples
    --------
    >>> sentence("you have lost"), sentence("is a return missing?")
    ('you have lost.', 'is a return missing?')
    """
    return words if words.endswith((".", "?")) else f"{words}."


def first_mistake(game: Game[Any, Any], start: Any, line: tuple[Any, ...], *, draws: bool = False) -> dict[int, str]:
    """The first move of the player who begins that gives away what he had, and what would have kept it.

    Parameters
    ----------
    game
        A Game; where it is too large to be solved, nothing is said.
    start
        Where play begins.
    line
        The moves.
    draws
        Whether a draw is good enough for him.

    Returns
    -------
    dict
        The number of the move, from 0, and a note; empty if no single move is to blame.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> first_mistake(Matches(7), 7, (3, 1, 2, 1))
    {2: 'this gives the win away: take 3 keeps it'}
    """
    wanted = Outcome.DRAW if draws else Outcome.WIN
    try:
        solution = solve(game, start, max_positions=MOST_SOLVED)
    except (TooLarge, ValueError, TypeError):
        return {}
    position = start
    for ply, move in enumerate(line):
        option = game.play(position, move)
        if ply % 2 == 0 and solution[position].outcome >= wanted > -solution[option].outcome:
            better = move_text_of(game, position, solution.best(position))
            return {ply: f"this gives the {'draw' if draws else 'win'} away: {better} keeps it"}
        position = option
    return {}
