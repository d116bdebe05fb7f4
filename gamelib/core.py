"""What a game is: a directed graph of positions, read from the point of view of the player to move.

Four methods describe a ``Game``: where play starts, which moves there are, where a move leads, and
when play is over. Turns alternate. A game with more players, dice, extra turns or payoffs that do
not add up to zero is an ``ExtensiveGame``, with five methods, or six if there are dice. A position
holds everything that matters, including whose turn it is if the board does not tell. Only in a
``PartizanGame`` it does not: there either player may move at any position, and has other moves.

Beyond its rules a game may offer **capabilities**. Each is optional, and used wherever it helps.
Some help an algorithm:

======================  ========================================================================
``positions()``         all positions, if the game can list them: ``solve`` begins with all
``impartial = True``    a declaration: both players always have the same moves
``representative(p)``   ``(rep, back)``: one position of p's symmetry class, and a function that
                        carries a move of rep back to p
``order(p, moves)``     all the moves, sorted so that good ones tend to come first
``bounds(p)``           ``(low, high)``: cheap and certain bounds on the value, for the player to
                        move
``evaluate(p)``         a score: a guess at the value, smaller in size than a win; for the player
                        to move, or in an ExtensiveGame for player 0
``check_position(p)``   raises ValueError, saying why, for what is not a position of the game
``parts(p)``            in a PartizanGame: positions of which p is the sum, as small and as few
                        different ones as the game can find
======================  ========================================================================

Others matter only on a terminal or in a picture:

===========================  ===================================================================
``text(p)``                  the position in characters, in one or more lines
``move_text(p, m)``          the move in words, as on a button: "take 3"
``chance_text(p, option)``   the throw that led from the chance node p to this option, in words
``end_text(p)``              why play is over, in words, if it is: "checkmate"
``shape``                    (rows, columns), if ``text`` draws a board of cells
``cell_of(p, m)``            the cell (row, column) that a move fills, or None for a pass; needed
                             if a move does not name its cell itself
``cells_of(p, m)``           the cells that a move goes from and to: two pairs (row, column)
``pieces``                   a dict from characters of ``text`` to what they stand for:
                             "policeman", or a character to draw: "♞"
``players``                  the names of the players, in their order
``chequered = True``         a declaration: a chess board with squares a1, b1, ... and chess
                             pieces KQRBNP and kqrbnp
===========================  ===================================================================
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import fields
from enum import IntEnum
from fractions import Fraction
from itertools import islice
from reprlib import Repr
from typing import Any, Protocol, TypeVar, cast

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


class Outcome(IntEnum):
    """How a position ends under best play, for the player to move.

    >>> -Outcome.WIN == Outcome.LOSS  # the same result from the opponent's point of view
    True
    """

    WIN = 1
    DRAW = 0
    LOSS = -1

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


class Game(Protocol[P, M]):
    """Two players, alternating turns, perfect information, no chance.

    Positions are hashable; moves are any value but None.

    A game that a reader writes needs no base class; four methods are enough:

    >>> class Race:
    ...     "Add 1 or 2; whoever says 4 wins, so the player to move at 4 has lost."
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

    def moves(self, position: P, /) -> Iterable[M]:
        """The moves of the player to move, always in the same order.

        The games of ``gamelib.games`` list none if play is over.
        """
        ...

    def play(self, position: P, move: M, /) -> P:
        """The position after the move. Changes nothing; raises IllegalMove for an illegal move."""
        ...

    def outcome(self, position: P, /) -> float | None:
        """None: play goes on. Otherwise the result for the player to move.

        It is an Outcome or any finite number.
        """
        ...


#: Whose turn it is when dice are thrown or cards dealt (``ExtensiveGame.turn``).
CHANCE = "chance"


class ExtensiveGame(Protocol[P, M]):
    """A game of any number of players, whose payoffs need not add up to zero, perhaps with chance.

    Players are the numbers 0, 1, 2, ...; one of them may move several times in a row. Information
    is perfect: the protocol has no information sets. At a chance node a further method,
    ``chances``, takes the place of ``moves`` and ``play`` (``ChanceGame``). No base class is needed
    here either:

    >>> class Coin:
    ...     "Stop, and nobody pays. Or throw a coin: player 0 gets 2 from player 1 for heads, and pays 1 for tails."
    ...     def start(self): return "stop or throw"
    ...     def turn(self, p): return {"stop or throw": 0, "thrown": CHANCE}.get(p)
    ...     def moves(self, p): return ["stop", "throw"]
    ...     def play(self, p, move): return "stopped" if move == "stop" else "thrown"
    ...     def chances(self, p): return [(Fraction(1, 2), "heads"), (Fraction(1, 2), "tails")]
    ...     def payoffs(self, p): return {"stopped": (0, 0), "heads": (2, -2), "tails": (-1, 1)}[p]
    >>> from gamelib import exact_values
    >>> values = exact_values(Coin())
    >>> print(values["stop or throw"], values.best())
    1/2 throw
    """

    def start(self) -> P:
        """The position in which play begins."""
        ...

    def turn(self, position: P, /) -> int | str | None:
        """The player to move, or CHANCE, or None if play is over."""
        ...

    def moves(self, position: P, /) -> Iterable[M]:
        """The moves of the player to move, always in the same order."""
        ...

    def play(self, position: P, move: M, /) -> P:
        """The position after the move. Changes nothing."""
        ...

    def payoffs(self, position: P, /) -> tuple[Any, ...]:
        """What each player gets if play is over."""
        ...


class ChanceGame(ExtensiveGame[P, M], Protocol[P, M]):
    """An ExtensiveGame with dice: the type of one for which ``turn`` may say CHANCE."""

    def chances(self, position: P, /) -> Iterable[tuple[Fraction, P]]:
        """At a chance node: each next position with its probability.

        The probabilities are Fractions and add up to 1.
        """
        ...


#: The players of a PartizanGame.
LEFT, RIGHT = "left", "right"


class PartizanGame(Protocol[P, M]):
    """A game of Left and Right, who have different moves; a player who cannot move loses.

    It has the methods of a Game, but ``moves`` and ``play`` are told the player, LEFT or RIGHT,
    because in a sum of positions either player may move in any of them. There is no ``outcome``:
    the moves say who has lost. Play must end, even if one player alone moves in a position.
    ``gamelib.value`` says what a position is worth, and ``NormalPlay`` makes a Game of it. No base
    class is needed:

    >>> class Stairs:
    ...     "A ball on a step: Left lets it roll down 1 step, Right 2 steps."
    ...     def start(self): return 5
    ...     def moves(self, step, player): return [size for size in [1 if player == LEFT else 2] if size <= step]
    ...     def play(self, step, size, player): return step - size
    >>> from gamelib import value
    >>> [value(Stairs(), step) for step in range(5)]
    [0, 1, {1|0}, 0, 1]
    """

    def start(self) -> P:
        """The position in which play begins."""
        ...

    def moves(self, position: P, player: str, /) -> Iterable[M]:
        """The moves of a player, LEFT or RIGHT, always in the same order; none if there are none."""
        ...

    def play(self, position: P, move: M, player: str, /) -> P:
        """The position after a move of this player. Changes nothing; raises IllegalMove."""
        ...


def opponent(player: str) -> str:
    """The other player of a PartizanGame.

    >>> opponent(LEFT)
    'right'
    """
    return RIGHT if player == LEFT else LEFT


def check_player(player: Any) -> None:
    """Raise ValueError for anything but LEFT and RIGHT."""
    if player not in (LEFT, RIGHT):
        raise ValueError(
            f"player {player!r}: the players are LEFT and RIGHT, {LEFT!r} and {RIGHT!r}"
        )


def is_extensive(game: Any) -> bool:
    """Whether a game follows the protocol ExtensiveGame, and not the protocol Game."""
    return not hasattr(game, "outcome") and (hasattr(game, "turn") or hasattr(game, "payoffs"))


class IllegalMove(ValueError):
    """A move that the rules do not allow here; the message says what is allowed.

    >>> from gamelib.games import Matches
    >>> Matches(15).play(2, 3)
    Traceback (most recent call last):
    gamelib.core.IllegalMove: take 3 from a pile of 2: at most 2
    """


class PlayGoesRound(ValueError):
    """Play can come back to a position, but a search or an induction needs play to end."""


class NotImpartial(TypeError):
    """A game must declare that both players always have the same moves, but does not."""


class UnknownPosition(KeyError):
    """A position that is not one of the game's.

    It is a KeyError, so that ``in`` and ``get`` work as usual.
    """

    def __str__(self) -> str:
        return str(self.args[0])


class TooLarge(MemoryError):
    """The game does not fit the limits given or the memory at hand.

    The message says which, and by how much.

    ``size``: the number of positions and the number of bytes needed, if they are known.
    """

    def __init__(self, said: str, size: tuple[int, int] | None = None) -> None:
        super().__init__(said)
        self.size = size


class Text(str):
    """A string that a notebook shows without quotes, line by line."""

    def __repr__(self) -> str:
        return str(self)


class _Short(Repr):
    """How Python writes a thing, but with the rest of a long text, tuple or dict left out."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 3
        self.maxtuple = self.maxlist = self.maxdict = self.maxset = self.maxfrozenset = 30
        self.maxstring = self.maxother = self.maxlong = 300

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        """The entries in their own order, and not sorted."""
        if level <= 0:
            return "{...}"
        shown = [
            f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}"
            for key in islice(x, self.maxdict)
        ]
        if len(x) > self.maxdict:
            shown.append("...")
        return "{" + ", ".join(shown) + "}"


_SHORT = _Short()

#: How many characters of a field a record shows.
LONGEST_FIELD = 1_000


class Record:
    """The base of dataclasses that may hold a long line of play: ``repr`` leaves the rest out.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, repr=False)
    ... class Walk(Record):
    ...     steps: tuple[int, ...]
    >>> Walk((1, 2, 3)), len(repr(Walk(tuple(range(10**6))))) < 200
    (Walk(steps=(1, 2, 3)), True)
    """

    def __repr__(self) -> str:
        shown = []
        for field in fields(cast(Any, self)):
            if field.repr:
                text = _SHORT.repr(getattr(self, field.name))
                if len(text) > LONGEST_FIELD:
                    text = text[:LONGEST_FIELD] + "..."
                shown.append(f"{field.name}={text}")
        return f"{type(self).__qualname__}({', '.join(shown)})"


def text_of(game: Any, position: object) -> str:
    """The position as the game draws it, or as Python writes it if the game draws nothing."""
    return str(game.text(position)) if hasattr(game, "text") else repr(position)


def move_text_of(game: Any, position: object, move: object) -> str:
    """A move in words, as on a button: the game's, or as Python writes it if the game has none.

    >>> from gamelib.games import Matches
    >>> move_text_of(Matches(15), 15, 3), move_text_of(None, 15, 3)
    ('take 3', '3')
    """
    return str(game.move_text(position, move)) if hasattr(game, "move_text") else repr(move)
