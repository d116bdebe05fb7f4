"""Games made from games. An adapter is a game itself, so no algorithm needs to know of it.

``Misere(game)`` swaps who wins when play is over. ``Quotient(game)`` plays on one position of each
symmetry class. ``Sum(g, h, ...)`` puts impartial games side by side. ``Fixed(game, player,
strategy)`` leaves a player no choice. Two adapters join the protocols: ``Alternating(game)`` makes
a Game from an ExtensiveGame, even one with extra turns, and ``Extensive(game)`` does the reverse.
``NormalPlay(game)`` makes a Game from a PartizanGame.
An adapter offers the capabilities of the game under it that stay true.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol

from gamelib import gate
from gamelib.arguments import check_whole
from gamelib.core import (
    CHANCE,
    LEFT,
    LOSS,
    RIGHT,
    ExtensiveGame,
    Game,
    IllegalMove,
    M,
    NotImpartial,
    Outcome,
    P,
    PartizanGame,
    check_player,
    move_text_of,
    opponent,
    text_of,
)
from gamelib.diagnose import (
    EXTENSIVE,
    GAME,
    NOT_IMPARTIAL,
    check_partizan,
    check_position_of,
    check_protocol,
    protocol_of,
)

#: An adapter changes the play on a board, but never what the board looks like.
BOARD = (
    "text",
    "move_text",
    "check_position",
    "shape",
    "pieces",
    "chequered",
    "cell_of",
    "cells_of",
    "end_text",
)


class Playable(Protocol[P, M]):
    """What a Game and an ExtensiveGame have in common."""

    def start(self) -> P: ...
    def moves(self, position: P, /) -> Iterable[M]: ...
    def play(self, position: P, move: M, /) -> P: ...


class Adapter(Generic[P, M]):
    """A game made from another one, ``game``.

    ``passed_on`` names the methods and capabilities of that game that hold here as they are. An
    adapter has only these, and those that it defines itself.
    """

    game: Any
    passed_on: ClassVar[tuple[str, ...]] = ()

    def start(self) -> P:
        start: P = self.game.start()
        return start

    def moves(self, position: P, /) -> Iterable[M]:
        moves: Iterable[M] = self.game.moves(position)
        return moves

    def play(self, position: P, move: M, /) -> P:
        option: P = self.game.play(position, move)
        return option

    def __getattr__(self, name: str) -> Any:
        if name in self.passed_on:
            return getattr(self.game, name)
        inner = type(self.__dict__.get("game")).__name__
        raise AttributeError(f"{type(self).__name__}({inner}) has no {name!r}")


@dataclass(frozen=True)
class Misere(Adapter[P, M]):
    """The game with its results negated: a player who cannot move wins instead of losing.

    The game's ``bounds`` are not offered, because they do not hold for the value under misère play.
    Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 13.

    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> solution = solve(Misere(Matches(5)))      # whoever takes the last match loses
    >>> [str(solution[pile]) for pile in range(6)]
    ['WIN in 0', 'LOSS in 1', 'WIN in 2', 'WIN in 2', 'WIN in 2', 'LOSS in 3']
    """

    game: Game[P, M]
    passed_on = ("positions", "impartial", "representative", *BOARD)

    def __post_init__(self) -> None:
        check_protocol(self.game, GAME)

    def outcome(self, position: P, /) -> float | None:
        result: float | None = gate.result(self.game, position)
        return None if result is None else -result


@dataclass(frozen=True)
class Quotient(Adapter[P, M]):
    """The game played on one representative of each symmetry class.

    The moves are those of the representatives, and two moves to the same class remain two moves.
    The game, a Game or an ExtensiveGame, must know its symmetries (``representative``). Raises
    TypeError for one that does not.

    >>> from gamelib.games import Nim
    >>> game = Quotient(Nim((2, 1)))
    >>> game.start(), game.play((1, 2), (1, 2))      # take 2 from heap 1: heaps of 1 and 0 are left
    ((1, 2), (0, 1))
    """

    game: Any
    passed_on = (
        "outcome",
        "turn",
        "payoffs",
        "impartial",
        "order",
        "bounds",
        "evaluate",
        *BOARD,
    )

    if TYPE_CHECKING:  # it follows the protocol of its game

        def __init__(self, game: Playable[P, M]) -> None: ...
        def outcome(self, position: P, /) -> float | None: ...
        def turn(self, position: P, /) -> int | str | None: ...
        def payoffs(self, position: P, /) -> tuple[Any, ...]: ...

    def __post_init__(self) -> None:
        check_protocol(self.game, protocol_of(self.game))
        if not hasattr(self.game, "representative"):
            raise TypeError(
                f"{type(self.game).__name__} knows no symmetries: it has no method "
                "representative(position)"
            )

    def start(self) -> P:
        return self.class_of(self.game.start())

    def play(self, position: P, move: M, /) -> P:
        return self.class_of(self.game.play(position, move))

    def chances(self, position: P, /) -> list[tuple[Any, P]]:
        return [
            (probability, self.class_of(option))
            for probability, option in self.game.chances(position)
        ]

    def class_of(self, position: P) -> P:
        """The representative of a position of the real board."""
        rep: P = representative(self.game, position)[0]
        return rep

    def unfold(self, position: P, line: Iterable[M]) -> list[M]:
        """A line of play among the representatives, as moves on the real board.

        It begins there at ``position``. Each move is carried back by the symmetry of the position
        where it is made; the symmetry may change.

        >>> from gamelib.games import Nim
        >>> Quotient(Nim((2, 1))).unfold((2, 1), [(1, 1), (1, 1)])   # the larger heap, twice
        [(0, 1), (1, 1)]
        """
        real_moves: list[M] = []
        for move in line:
            rep, back = representative(self.game, position)
            if move not in list(self.game.moves(rep)):
                raise IllegalMove(f"{move!r} is not a move of the representative {rep!r}")
            real_move = back(move)
            real_moves.append(real_move)
            position = self.game.play(position, real_move)
        return real_moves


def representative(game: Any, position: Any) -> tuple[Any, Callable[[Any], Any]]:
    """What a game says of a position's symmetry class: ``(rep, back)``.

    Raises ValueError for anything else.
    """
    given = game.representative(position)
    if isinstance(given, tuple | list) and len(given) == 2:
        rep, back = given
        if callable(back):
            return rep, back
    raise ValueError(
        f"representative({position!r}) gives {given!r}: give a pair (rep, back), where back(move) "
        "is the move here that move is at rep"
    )


@dataclass(frozen=True, init=False)
class Sum:
    """Impartial games side by side: a move is a move in one of them.

    A player who can move in none loses. A position is the tuple of the parts' positions, and
    ``(k, move)`` is a move in part k, counted from 0. Raises NotImpartial for a part that does not
    declare ``impartial = True``, and ValueError if a part does not end with a loss for the player
    to move: sums are for normal play. Source: Winning Ways (1982), chapter 2.

    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> two = Sum(Matches(3), Matches(5, takes=(1, 2)))
    >>> str(solve(two)[3, 5]), solve(two).best((3, 5))
    ('WIN in 7', (0, 1))
    """

    games: tuple[Game[Any, Any], ...]
    impartial: ClassVar[bool] = True

    def __init__(self, *games: Game[Any, Any]) -> None:
        if not games:
            raise ValueError("a sum of no games: give at least one, Sum(g, h)")
        if len(games) == 1 and isinstance(games[0], list | tuple):
            raise TypeError("the parts of a sum are given one by one: Sum(*games)")
        for k, game in enumerate(games):
            check_part(k, game)
        object.__setattr__(self, "games", games)

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for what is not a tuple of positions of the parts."""
        if not isinstance(position, tuple) or len(position) != len(self.games):
            raise ValueError(
                f"{position!r} is not a position of the sum: give a tuple of {len(self.games)}, "
                "one for each part"
            )
        for game, part in self.parts(position):
            check_position_of(game, part)

    def parts(self, position: tuple[Any, ...]) -> list[tuple[Game[Any, Any], Any]]:
        """Each game with its own position."""
        return list(zip(self.games, position, strict=True))

    def start(self) -> tuple[Any, ...]:
        return tuple(game.start() for game in self.games)

    def moves(self, position: tuple[Any, ...]) -> list[tuple[int, Any]]:
        moves: list[tuple[int, Any]] = []
        for k, (game, part) in enumerate(self.parts(position)):
            if game.outcome(part) is None:
                moves.extend((k, move) for move in game.moves(part))
        return moves

    def play(self, position: tuple[Any, ...], move: tuple[int, Any]) -> tuple[Any, ...]:
        k, inner = self.check_move(move)
        if self.games[k].outcome(position[k]) is not None:
            raise IllegalMove(f"part {k} of the sum is over: move in another")
        option = self.play_in_part(k, position[k], inner)
        return (*position[:k], option, *position[k + 1 :])

    def play_in_part(self, k: int, part: Any, inner: Any) -> Any:
        """The position of part k after a move in it; the part is named if the move is illegal."""
        try:
            return self.games[k].play(part, inner)
        except IllegalMove as error:
            raise IllegalMove(f"in part {k} of the sum, {error}") from None

    def check_move(self, move: Any) -> tuple[int, Any]:
        """The part of a move, and the move in it; IllegalMove if it has another form."""
        last = len(self.games) - 1
        if isinstance(move, tuple | list) and len(move) == 2 and hasattr(move[0], "__index__"):
            k, inner = move
            if 0 <= index(k) <= last:
                return index(k), inner
        raise IllegalMove(f"{move!r} is not a move in a sum: give (k, move), k from 0 to {last}")

    def outcome(self, position: tuple[Any, ...]) -> Outcome | None:
        results = [game.outcome(its_position) for game, its_position in self.parts(position)]
        for k, result in enumerate(results):
            if result is not None and result != LOSS:
                raise ValueError(
                    f"part {k} of the sum ends at {position[k]!r} with {result} for the player to "
                    "move; sums are for normal play, in which a player who cannot move loses (LOSS)"
                )
        return None if None in results else LOSS

    def text(self, position: tuple[Any, ...]) -> str:
        texts = [text_of(game, part) for game, part in self.parts(position)]
        indented = [text.replace("\n", "\n     ") for text in texts]
        return "\n".join(f"[{k}]  {text}" for k, text in enumerate(indented))

    def move_text(self, position: tuple[Any, ...], move: tuple[int, Any]) -> str:
        k, inner = move
        return f"[{k}] {move_text_of(self.games[k], position[k], inner)}"


def check_part(k: int, game: Any) -> None:
    """Raise an error unless a part of a sum is an impartial game."""
    check_protocol(game, GAME)
    if not getattr(game, "impartial", False):
        raise NotImpartial(f"part {k} of the sum, {type(game).__name__} {NOT_IMPARTIAL}")


@dataclass(frozen=True)
class Fixed(Adapter[P, M]):
    """An ExtensiveGame in which ``player`` follows a fixed strategy.

    For all others, that player is a part of Nature. The value of this game is what the other
    players can get against that strategy. ``strategy`` is a function from position to move, or to a
    dict from moves to their probabilities. When the game is played or solved, it raises IllegalMove
    for an illegal move.

    >>> from gamelib.chance import exact_values
    >>> from gamelib.games import Tree
    >>> pennies = Tree({"hide": ("I", {"left": "seek", "right": "seek too"}),
    ...                 "seek": ("II", {"left": (-1, 1), "right": (1, -1)}),
    ...                 "seek too": ("II", {"left": (1, -1), "right": (-1, 1)})},
    ...                players=("I", "II"))
    >>> half = lambda position: {"left": 0.5, "right": 0.5}
    >>> print(exact_values(pennies)["hide"], exact_values(Fixed(pennies, 1, half))["hide"])
    -1 0
    """

    game: ExtensiveGame[P, M]
    player: int
    strategy: Callable[[P], Any]
    passed_on = BOARD

    def __post_init__(self) -> None:
        check_protocol(self.game, EXTENSIVE)
        check_whole(self.player, "player")
        if isinstance(self.strategy, type) or not callable(self.strategy):
            raise TypeError(
                f"the strategy is {self.strategy!r}: give a function from position to move, or a "
                "solver's answer"
            )
        if isinstance(self.game, Fixed) and self.player in self.game.fixed_players:
            raise ValueError(f"player {self.player} already follows a fixed strategy")

    @property
    def fixed_players(self) -> set[int]:
        """The players who follow a fixed strategy: this one, and those of a Fixed game under it."""
        if isinstance(self.game, Fixed):
            return {self.player, *self.game.fixed_players}
        return {self.player}

    def turn(self, position: P, /) -> int | str | None:
        turn = self.game.turn(position)
        return CHANCE if turn == self.player else turn

    def payoffs(self, position: P, /) -> tuple[Any, ...]:
        payoffs = gate.payoffs(self.game, position)
        if len(payoffs) <= self.player:
            raise ValueError(
                f"there is no player {self.player}: the payoffs at {position!r} are {payoffs!r}"
            )
        return payoffs

    def chances(self, position: P, /) -> list[tuple[Any, P]]:
        """The dice of the game, or the player's moves with their probabilities."""
        if self.game.turn(position) == CHANCE:
            return gate.chances(self.game, position)
        moves = list(self.game.moves(position))
        answer = self.strategy(position)
        mixed = [(answer, 1)]  # moves with their probabilities
        if isinstance(answer, Mapping):
            mixed = list(answer.items())
        for move, _ in mixed:
            if not isinstance(move, Hashable) or move not in moves:
                raise IllegalMove(
                    f"the strategy of player {self.player} plays {move!r} at {position!r}: it must "
                    "be one of the moves, or a dict from moves to their probabilities"
                )
        return [(probability, self.game.play(position, move)) for move, probability in mixed]


class WithPlayer(Adapter[Any, Any], Generic[P, M]):
    """A game whose positions are pairs: a position of the game under it, and the player to move."""

    passed_on = ("shape", "pieces", "chequered")

    def check_position(self, position: Any) -> None:
        """Raise ValueError for what is not a pair of a position of the game and a player."""
        if not is_with_player(position):
            raise ValueError(
                f"{position!r} is not a position of {type(self).__name__}: give (position, player "
                f"to move), as {self.start()!r}"
            )
        inner, _ = position
        check_position_of(self.game, inner)

    def text(self, position: tuple[P, int]) -> str:
        inner, _ = position
        return text_of(self.game, inner)

    def move_text(self, position: tuple[P, int], move: Any) -> str:
        inner, _ = position
        return move_text_of(self.game, inner, move)


def is_with_player(position: Any) -> bool:
    """Whether something is a pair (position, player) with player 0 or 1."""
    if not isinstance(position, tuple) or len(position) != 2:
        return False
    _, player = position
    return player in (0, 1) and not isinstance(player, bool)


#: The only move of a player while their opponent moves again.
PASS = "pass"


@dataclass(frozen=True)
class Alternating(WithPlayer[P, M]):
    """An ExtensiveGame of two players, without dice, as a Game.

    So ``solve``, ``minimax`` and whatever else takes a Game can take it. A position is
    ``(position, player)``, with the player to move, 0 or 1. If the rules let the same player move
    again, their opponent first has to ``"pass"``, the only move there; remoteness counts it. Payoffs must add
    up to zero. Raises ValueError at a chance node when it is played.

    >>> from gamelib.retrograde import solve
    >>> class Again:
    ...     "Take 1 or 2 of n; a player who takes 2 moves again. Whoever takes the last wins."
    ...     def start(self): return (4, 0)
    ...     def turn(self, p): return p[1] if p[0] else None
    ...     def moves(self, p): return [k for k in (1, 2) if k <= p[0]]
    ...     def play(self, p, k): return (p[0] - k, p[1] if k == 2 and p[0] > 2 else 1 - p[1])
    ...     def payoffs(self, p): return (-1, 1) if p[1] == 0 else (1, -1)
    >>> game = Alternating(Again())
    >>> str(solve(game)[game.start()]), solve(game).line()
    ('WIN in 3', [2, 'pass', 2])
    """

    game: ExtensiveGame[P, M]

    def __post_init__(self) -> None:
        check_protocol(self.game, EXTENSIVE)

    def start(self) -> tuple[P, int]:
        start = self.game.start()
        return start, self.turn_at(start) or 0  # if play is over at once, either player will do

    def moves(self, position: tuple[P, int], /) -> list[M | str]:
        inner, player = position
        turn = self.turn_at(inner)
        if turn is None:
            return []
        return gate.moves(self.game, inner) if turn == player else [PASS]

    def play(self, position: tuple[P, int], move: M | str, /) -> tuple[P, int]:
        inner, player = position
        if self.turn_at(inner) == player:
            return gate.play(self.game, inner, move), 1 - player
        if move != PASS:
            raise IllegalMove(
                f"{move!r} at {position!r}: the other player moves again, so there is only {PASS!r}"
            )
        return inner, 1 - player

    def outcome(self, position: tuple[P, int], /) -> Any:
        inner, player = position
        if self.turn_at(inner) is not None:
            return None
        gate.payoff(self.game, inner)  # raises ValueError unless the payoffs add up to 0
        gain_of_0, *_ = self.game.payoffs(inner)
        return gain_of_0 if player == 0 else -gain_of_0

    def move_text(self, position: tuple[P, int], move: M | str) -> str:
        inner, player = position
        return super().move_text(position, move) if self.turn_at(inner) == player else PASS

    def turn_at(self, position: P) -> int | None:
        """The player to move at a position of the game under this one; None if play is over."""
        turn: int | str | None = gate.turn_of_two(self.game, position)
        if isinstance(turn, str):
            raise ValueError(
                f"at {position!r} chance decides, but a Game has no dice: use exact_values, "
                "chance_values"
            )
        return turn


@dataclass(frozen=True)
class Extensive(WithPlayer[P, M]):
    """A Game as an ExtensiveGame of player 0, who begins, and player 1.

    So ``exact_values``, ``Fixed`` and the like can take it. A position is ``(position, player)``,
    with the player to move.

    >>> from gamelib.chance import exact_values
    >>> from gamelib.games import Matches
    >>> print(exact_values(Extensive(Matches(4)))[4, 0])       # player 0 is to move, and loses
    -1
    """

    game: Game[P, M]

    def __post_init__(self) -> None:
        check_protocol(self.game, GAME)

    def start(self) -> tuple[P, int]:
        return self.game.start(), 0

    def turn(self, position: tuple[P, int], /) -> int | None:
        inner, player = position
        return player if gate.result(self.game, inner) is None else None

    def moves(self, position: tuple[P, int], /) -> list[M]:
        inner, _ = position
        return [] if self.turn(position) is None else gate.moves(self.game, inner)

    def play(self, position: tuple[P, int], move: M, /) -> tuple[P, int]:
        inner, player = position
        return gate.play(self.game, inner, move), 1 - player

    def payoffs(self, position: tuple[P, int], /) -> tuple[Any, Any]:
        inner, player = position
        result = gate.result(self.game, inner) + 0  # a plain number, and not minus zero
        return (result, 0 - result) if player == 0 else (0 - result, result)


@dataclass(frozen=True)
class NormalPlay(Adapter[Any, Any], Generic[P, M]):
    """A PartizanGame as a Game: Left and Right take turns, and a player who cannot move loses.

    So ``solve``, ``match`` and whatever else takes a Game can take it; ``Misere`` reverses who
    wins. A position is ``(position, player)``, with the player to move; ``first`` begins, LEFT or
    RIGHT. Raises TypeError for anything but a PartizanGame, and ValueError for another player.

    >>> from gamelib.games import Domineering
    >>> from gamelib.retrograde import solve
    >>> solution = solve(NormalPlay(Domineering(2, 2)))
    >>> str(solution["..\\n..", "left"]), solution.best(("..\\n..", "left"))
    ('WIN in 1', ((0, 0), (1, 0)))
    """

    game: PartizanGame[P, M]
    first: str = LEFT
    passed_on = ("shape", "pieces", "chequered")

    def __post_init__(self) -> None:
        check_partizan(self.game)
        check_player(self.first)

    def check_position(self, position: Any) -> None:
        """Raise ValueError for what is not a pair of a position of the game and a player."""
        is_pair = isinstance(position, tuple) and len(position) == 2
        if not is_pair or position[1] not in (LEFT, RIGHT):
            raise ValueError(
                f"{position!r} is not a position of NormalPlay: give (position, player to move), as "
                f"{self.start()!r}"
            )
        check = getattr(self.game, "check_position", None)
        if check is not None:
            check(position[0])

    def start(self) -> tuple[P, str]:
        return self.game.start(), self.first

    def moves(self, position: tuple[P, str], /) -> list[M]:
        inner, player = position
        return list(self.game.moves(inner, player))

    def play(self, position: tuple[P, str], move: M, /) -> tuple[P, str]:
        inner, player = position
        return self.game.play(inner, move, player), opponent(player)

    def outcome(self, position: tuple[P, str], /) -> Outcome | None:
        return None if self.moves(position) else LOSS

    def text(self, position: tuple[P, str]) -> str:
        inner, player = position
        return f"{text_of(self.game, inner)}\n{player.capitalize()} to move"

    def move_text(self, position: tuple[P, str], move: M) -> str:
        inner, _ = position
        return move_text_of(self.game, inner, move)

    def end_text(self, position: tuple[P, str]) -> str:
        _, player = position
        return f"{player.capitalize()} cannot move"
