"""Playing a game: a strategy is a function from position to move.

A solver's answer is a perfect strategy. ``random_moves`` makes one that knows only the rules,
``erring`` one that makes mistakes, and ``tricky`` one that waits for the mistakes of others. A
student may write another. ``match`` lets strategies play against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Number, Real
from typing import Any

from gamelib import gate
from gamelib.answers import Answer
from gamelib.arguments import python_number
from gamelib.core import CHANCE, ExtensiveGame, Game, IllegalMove, Record, is_extensive
from gamelib.diagnose import check_protocol, protocol_of, with_diagnosis
from gamelib.dice import Roll as Roll  # for those who play on a screen
from gamelib.dice import check_rng, random_choice
from gamelib.dice import roll as roll

Strategy = Callable[[Any], Any]

#: The number of moves and throws after which a match is stopped.
LONGEST = 100_000


@dataclass(frozen=True, repr=False)
class Match(Record):
    """One line of play.

    Attributes
    ----------
    moves, positions
        There is one position more than moves. A move None stands for a throw of dice.
    payoffs
        What each player gets; in a Game, player 0 is the first player.
    finished
        Whether play has ended. A match that was stopped at the limit counts as endless play, 0 for
        every player.
    """

    moves: tuple[Any, ...]
    positions: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    finished: bool

    @property
    def result(self) -> Any:
        """What player 0 gets."""
        return self.payoffs[0]


def match(
    game: Game[Any, Any] | ExtensiveGame[Any, Any],
    *players: Strategy,
    position: Any = None,
    rng: Any = None,
    limit: int = LONGEST,
) -> Match:
    """Let strategies play a game, one for each player.

    Parameters
    ----------
    game
        A Game, or an ExtensiveGame of as many players as there are strategies.
    *players
        Functions from position to move, such as a solver's answer. In a Game, the first one moves
        first.
    position
        Where play begins; the start if none is given.
    rng
        Throws the dice, if there are any: ``random.Random(1)``, or a Generator of numpy.
    limit
        The match is stopped after this many moves and throws.

    Raises
    ------
    IllegalMove
        For an illegal move, saying which player made it.
    TypeError, ValueError
        For anything that is not a game, strategy or position, and for a game that contradicts its
        protocol.

    Examples
    --------
    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> match(Matches(15), solve(Matches(15)), lambda pile: 1).moves
    (3, 1, 3, 1, 3, 1, 3)
    """
    methods = protocol_of(game)
    check_protocol(game, methods)
    check_players(game, players)
    return with_diagnosis(methods)(play_through)(game, position, players, rng, limit)


def check_players(game: Any, players: Sequence[Any]) -> None:
    """Raise TypeError unless there are strategies, and two of them in a Game."""
    if not players or (not is_extensive(game) and len(players) != 2):
        raise TypeError(
            f"strategies given: {len(players)}. Give one for each player, match(game, first, "
            "second)"
        )
    for number, player in enumerate(players):
        checked_strategy(player, f"player {number}")


def checked_strategy(given: Any, whose: str) -> Strategy:
    """A function from position to move, such as a solver's answer; TypeError for anything else."""
    if isinstance(given, type) or not callable(given):
        raise TypeError(
            f"{whose} is {given!r}: give a function from position to move, or a solver's answer"
        )
    strategy: Strategy = given
    return strategy


def play_through(
    game: Any, position: Any, players: Sequence[Strategy], rng: Any, limit: int
) -> Match:
    """One move after another, until play is over or the limit is reached."""
    here = gate.begin(game, position)
    moves: list[Any] = []
    positions = [here]
    turn = whose_turn(game, here, len(moves), len(players))
    while turn is not None and len(moves) < limit:
        move = None
        if turn == CHANCE:
            check_rng(rng)
            here = roll(game, here, rng).position
        else:
            move = move_of(turn, game, here, next_move(players[turn], positions))
            here = gate.play(game, here, move)
        moves.append(move)
        positions.append(here)
        turn = whose_turn(game, here, len(moves), len(players))
    finished = turn is None
    if finished:
        payoffs = final_payoffs(game, here, len(moves), len(players))
    else:
        payoffs = (0,) * len(players)  # as if play were endless
    return Match(tuple(moves), tuple(positions), payoffs, finished)


def next_move(strategy: Strategy, positions: Sequence[Any]) -> Any:
    """The move of a strategy at the last of the positions; a tricky one is told all of them."""
    if isinstance(strategy, Tricky):
        return strategy(positions[-1], positions)
    return strategy(positions[-1])


def whose_turn(game: Any, position: Any, moves_made: int, players: int) -> Any:
    """Whose turn it is, a player's number or CHANCE; None if play is over. In either protocol."""
    if not is_extensive(game):
        is_over = gate.result(game, position) is not None
        return None if is_over else moves_made % 2
    turn = gate.turn(game, position)
    if isinstance(turn, int) and turn >= players:
        raise ValueError(
            f"player {turn} is to move at {position!r}: give a strategy for each, not {players}"
        )
    return turn


def final_payoffs(game: Any, position: Any, moves_made: int, players: int) -> tuple[Any, ...]:
    """What each player gets where play is over, in either protocol."""
    if is_extensive(game):
        payoffs = gate.payoffs(game, position)
        if len(payoffs) != players:
            raise ValueError(
                f"the payoffs at {position!r} are {payoffs!r}: give a strategy for each, not "
                f"{players}"
            )
        return payoffs
    to_mover = gate.result(game, position) + 0  # a plain number, as its negative is
    to_other = 0 - to_mover
    first_player_is_to_move = moves_made % 2 == 0
    return (to_mover, to_other) if first_player_is_to_move else (to_other, to_mover)


def move_of(turn: int, game: Any, position: Any, given: Any) -> Any:
    """The game's own move that a player means by ``given``.

    If there is none, the error names the player.
    """
    try:
        return own_move(game, position, given)
    except IllegalMove as error:
        if is_extensive(game):
            player = f"player {turn}"
        else:
            player = f"the {('first', 'second')[turn]} player"
        raise IllegalMove(f"{player} at {position!r}: {error}") from None


def play_checked(game: Any, position: Any, move: Any) -> Any:
    """The position after a move that may be illegal, even if the game itself checks no moves.

    Raises IllegalMove, saying which moves there are.

    >>> from gamelib.games import Matches
    >>> play_checked(Matches(15), 15, 3)
    12
    """
    return gate.play(game, position, own_move(game, position, move))


def own_move(game: Any, position: Any, move: Any) -> Any:
    """The game's own move that is meant; IllegalMove if there is none."""
    moves = gate.moves(game, position)
    number = which_move(moves, move)
    if number is not None:
        return moves[number]
    try:
        game.play(position, move)  # the game may say more clearly why not
    except IllegalMove:
        raise
    except Exception:  # not a move at all: an array, a list, something else
        pass
    raise IllegalMove(f"{move!r} is not one of the moves {moves!r}")


def which_move(moves: Sequence[Any], given: Any) -> int | None:
    """The number of the move that a strategy has given, or None if it is none of the moves.

    A whole number of numpy's is a whole number. But True is not 1, and neither is 1.0.

    >>> which_move([1, 2, 3], 2), which_move([1, 2, 3], 2.0), which_move([(0, 1)], (0, 1))
    (1, None, 0)
    """
    for number, move in enumerate(moves):
        if is_move(given, move):
            return number
    return None


def is_move(given: Any, move: Any) -> bool:
    """Whether this is the move, and not only equal to it."""
    given = python_number(given) if isinstance(given, Number) else given
    move = python_number(move) if isinstance(move, Number) else move
    if isinstance(given, tuple) and isinstance(move, tuple):
        return len(given) == len(move) and all(map(is_move, given, move))
    if not isinstance(given, kinds_of(move)) or isinstance(given, bool) != isinstance(move, bool):
        return False
    try:
        return bool(given == move)
    except Exception:  # whatever its class does to be compared
        return False


def kinds_of(move: Any) -> tuple[type, ...]:
    """The types as which a move can be given."""
    if isinstance(move, int):
        return (int,)
    if isinstance(move, Fraction):
        return (int, Fraction)
    if isinstance(move, float):
        return (int, Fraction, float)
    return (type(move),)


def random_moves(game: Any, rng: Any) -> Strategy:
    """The strategy that takes any move with equal probability.

    >>> from random import Random
    >>> from gamelib.games import Matches
    >>> random_moves(Matches(15), Random(1))(15) in (1, 2, 3)
    True
    """
    check_protocol(game, protocol_of(game))
    check_rng(rng)

    def strategy(position: Any) -> Any:
        return random_choice(rng, gate.moves(game, position))

    return strategy


def erring(strategy: Strategy, game: Any, rate: float, rng: Any) -> Strategy:
    """A strategy that makes mistakes: with probability ``rate`` it moves at random instead.

    >>> from random import Random
    >>> from gamelib.games import Matches
    >>> never = erring(lambda pile: 1, Matches(15), 0.0, Random(1))
    >>> [never(pile) for pile in (15, 8, 3)]
    [1, 1, 1]
    """
    if not isinstance(rate, Real) or not 0 <= rate <= 1:
        raise ValueError(f"rate={rate!r}: give a probability, from 0 to 1")
    at_random = random_moves(game, rng)

    def with_mistakes(position: Any) -> Any:
        if rng.random() < rate:
            return at_random(position)
        return strategy(position)

    return with_mistakes


def tricky(solution: Answer[Any, Any, Any]) -> Tricky:
    """Perfect play that waits for mistakes: of the best moves, one that is hard to reply to.

    A reply *holds* if it keeps the value of the position. A move *presses* hard if only a small
    share of the replies to it hold.

    ``solution.best`` takes the first of the best moves, and against a perfect opponent the choice
    does not matter. But an opponent who errs is more likely to do so, the more replies there are
    that are worse than the best one. Only moves of equal value and remoteness are compared, so the
    winner still wins as quickly as possible, and the loser loses as slowly. ``solution`` is the
    answer of ``solve``.

    >>> from gamelib.retrograde import solve
    >>> from gamelib.games import Matches
    >>> tricky(solve(Matches(16)))(16)     # every move loses, and after each a single reply wins
    1
    """
    return Tricky(solution)


@dataclass(frozen=True)
class Tricky:
    """The strategy that ``tricky`` makes.

    If several moves press equally hard (see ``tricky``), it prefers an option that play has never visited, or has
    not visited for the longest time. So in a drawn position it does not stand still. Only ``match``
    and what plays on the screen tell it where play has been.
    """

    solution: Answer[Any, Any, Any]

    def __call__(self, position: Any, positions: Sequence[Any] = ()) -> Any:
        """The move at a position; ``positions``: where play has been, the latest one last."""
        steps = self.pressing_steps(position)
        if not steps:
            return self.solution.best(position)
        last_visit = {visited: time for time, visited in enumerate(positions)}
        visits = [last_visit.get(option, -1) for _, option in steps]  # -1: never
        longest_ago = visits.index(min(visits))
        move, _ = steps[longest_ago]
        return move

    def pressing_steps(self, position: Any) -> list[tuple[Any, Any]]:
        """The moves that press hardest, each with its option; empty if play is over."""
        steps = self.solution.options(position)
        best = self.solution.best(position)
        best_verdict = next((verdict for move, _, verdict in steps if move == best), None)
        good = [(move, option) for move, option, verdict in steps if verdict == best_verdict]
        if not good:
            return []
        shares = [self.share_of_replies_that_hold(option) for _, option in good]
        least = min(shares)
        return [step for step, share in zip(good, shares, strict=True) if share == least]

    def share_of_replies_that_hold(self, option: Any) -> float:
        """The share of the replies to an option that keep its value; 1 where play is over."""
        value = self.solution[option].value
        replies = [-verdict.value for _, _, verdict in self.solution.options(option)]
        if not replies:
            return 1.0
        holding = [reply for reply in replies if reply >= value]
        return len(holding) / len(replies)
