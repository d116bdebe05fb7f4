"""What a game is: a directed graph of positions, read from the chair of the player to move.

Four methods describe a game: where play starts, which moves there are, where a move leads, and when
play is over. Turns alternate. A position holds everything that matters for the rest of the play, who
moves included where the board does not tell. Nothing else is asked of a game. What else it can do for an
algorithm or a picture it offers as a *capability*, a further protocol of one method, each optional: ``text``
and ``move_text`` (a position and a move in characters and words), ``shape`` (rows and columns, where ``text``
draws a board of cells), ``order``, ``bounds`` and ``evaluate`` (what a search may use), ``representative`` (one
position of each class that the game's symmetries make), ``arena`` (the game ready-made as arrays), and the
declaration ``impartial = True`` (both players always have the same moves). Games with more players, dice, or payoffs
that do not add up to zero speak a second protocol, ``ExtensiveGame``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from enum import IntEnum
from fractions import Fraction
from typing import Any, Protocol, TypeVar

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")
P_in = TypeVar("P_in", bound=Hashable, contravariant=True)
M_in = TypeVar("M_in", contravariant=True)


class Outcome(IntEnum):
    """How a position ends under best play, for the player to move.

    >>> -Outcome.WIN == Outcome.LOSS  # the same result from the other chair
    True
    """

    WIN = 1
    DRAW = 0
    LOSS = -1

    def __repr__(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


class Game(Protocol[P, M]):
    """Two players, alternate turns, nothing hidden, no chance. Positions are hashable, moves any value but None.

    A game that a reader writes needs no base class; four methods are enough:

    >>> class Race:
    ...     "Add 1 or 2; who says 4 wins, so the player who is to move at 4 has lost."
    ...     def start(self): return 0
    ...     def moves(self, total): return [step for step in (1, 2) if total + step <= 4]
    ...     def play(self, total, step): return total + step
    ...     def outcome(self, total): return LOSS if total == 4 else None
    >>> from gamelib import solve
    >>> [str(verdict) for verdict in solve(Race()).values()]
    ['WIN in 3', 'LOSS in 2', 'WIN in 1', 'WIN in 1', 'LOSS in 0']
    """

    def start(self) -> P:
        """The position in which play begins."""
        ...

    def moves(self, position: P) -> Iterable[M]:
        """The moves of the player to move, always in the same order. Not asked for where play is over."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after the move. Changes nothing; raises IllegalMove for a move that is not there."""
        ...

    def outcome(self, position: P) -> float | None:
        """None: play goes on. Otherwise the result for the player to move (an Outcome or any number)."""
        ...


#: Whose turn it is where dice are thrown or cards dealt (``ExtensiveGame.turn``).
CHANCE = "chance"


class ExtensiveGame(Protocol[P, M]):
    """A game of any number of players, whose payoffs need not add up to zero, and in which Nature may take part.

    Players are the numbers 0, 1, 2, ... Nothing is hidden: information sets are not of this protocol. At a chance node
    ``chances`` takes the place of ``moves`` and ``play``.
    """

    def start(self) -> P:
        """The position in which play begins."""
        ...

    def turn(self, position: P) -> int | str | None:
        """The player to move, or CHANCE, or None where play is over."""
        ...

    def moves(self, position: P) -> Iterable[M]:
        """The moves of the player to move, always in the same order."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after the move. Changes nothing."""
        ...

    def chances(self, position: P) -> Iterable[tuple[Fraction, P]]:
        """At a chance node: the probability of each next position, as Fractions that add up to 1."""
        ...

    def payoffs(self, position: P) -> tuple[Any, ...]:
        """What each player gets where play is over."""
        ...


class HasText(Protocol[P_in]):
    """Capability: a position as text of one or more lines, for a terminal or a widget."""

    def text(self, position: P_in) -> str: ...


class HasMoveText(Protocol[P_in, M_in]):
    """Capability: a move in words, as on the button of a widget: "take 3"."""

    def move_text(self, position: P_in, move: M_in) -> str: ...


class HasOrder(Protocol[P_in, M]):
    """Capability: moves in an order in which good ones tend to come first."""

    def order(self, position: P_in, moves: Iterable[M]) -> Iterable[M]: ...


class HasBounds(Protocol[P_in]):
    """Capability: cheap bounds on a position's value, for the player to move, that are certain to hold."""

    def bounds(self, position: P_in) -> tuple[float, float]: ...


class HasEvaluate(Protocol[P_in]):
    """Capability: a score, a guess at the value for the player to move, smaller in size than a win's.

    An ExtensiveGame guesses for player 0.
    """

    def evaluate(self, position: P_in) -> float: ...


class HasCheckPosition(Protocol):
    """Capability: raises ValueError, saying why, for what a reader has typed and is no position of the game."""

    def check_position(self, position: Any) -> None: ...


class HasRepresentative(Protocol[P, M]):
    """Capability: one position of each symmetry class, and the way back from it."""

    def representative(self, position: P) -> tuple[P, Callable[[M], M]]:
        """``(rep, back)``: the representative of its class; ``back`` carries a move of ``rep`` over to the position."""
        ...


class HasCellOf(Protocol[P_in, M_in]):
    """Capability: the cell (row, column) of the board that a move fills, where moves are dropped into columns."""

    def cell_of(self, position: P_in, move: M_in) -> tuple[int, int]: ...


class HasChanceText(Protocol[P_in]):
    """Capability: what the dice have done, in words, told by the chance node and the position after it."""

    def chance_text(self, position: P_in, there: P_in) -> str: ...


class HasArena(Protocol):
    """Capability: the whole game as arrays (a GameGraph, a TokenGraph, a MarkGraph), so that nobody need walk it."""

    def arena(self) -> Any: ...


class IllegalMove(ValueError):
    """A move that the rules do not allow here; the message says what is allowed."""


class NotImpartial(TypeError):
    """A game that does not declare that both players always have the same moves, where that is needed."""


class UnknownPosition(KeyError):
    """A position that is not one of the game's; a KeyError, so that ``in`` and ``get`` work as usual."""

    def __str__(self) -> str:
        return str(self.args[0])


class TooLarge(MemoryError):
    """The game does not fit the limits given or the memory at hand; the message says which, and by how much."""


class Text(str):
    """Words that a notebook shows as they stand, line by line."""

    def __repr__(self) -> str:
        return str(self)


def text_of(game: object, position: object) -> str:
    """The position as the game itself draws it, or else as Python writes it."""
    return str(game.text(position)) if hasattr(game, "text") else repr(position)


def move_text_of(game: object, position: object, move: object) -> str:
    """The move as the game itself words it, or else as Python writes it."""
    return str(game.move_text(position, move)) if hasattr(game, "move_text") else repr(move)


def arena_of(game: object) -> Any:
    """The game as arrays, if it offers them; None for a subclass of such a game, whose rules may be others."""
    inherited = hasattr(type(game), "arena") and "arena" not in vars(type(game))
    return None if inherited or not hasattr(game, "arena") else game.arena()


def root_of(game: Any, position: Any) -> Any:
    """The position to begin with: the start, if none is given; raises ValueError for what the game knows to be none."""
    root = game.start() if position is None else position
    if hasattr(game, "check_position"):
        game.check_position(root)
    return root


def check_made(game: object) -> None:
    """Raise TypeError for a class in place of a game."""
    if isinstance(game, type):
        raise TypeError(f"{game.__name__} is a class: make a game of it first, {game.__name__}(...)")


def check_extensive(game: Any) -> None:
    """Raise TypeError, saying what to do, for what is not an ExtensiveGame."""
    check_made(game)
    missing = [m for m in ("start", "turn", "moves", "play", "chances", "payoffs") if not hasattr(game, m)]
    if missing:
        raise TypeError(
            f"{type(game).__name__} is not an ExtensiveGame, for it has no {missing[0]}: "
            "without dice, a Game is solved by solve, minimax or alphabeta"
        )
