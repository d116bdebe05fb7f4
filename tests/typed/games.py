# pyright: strict
"""Games as readers write them, with types: mypy and pyright, both strict, say that each fits, and
what comes back.

``python tests/typed/games.py`` runs it: what a type says here is also true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, assert_type

import gamelib
from gamefast import (
    GameGraph,
    Solution,
    advise,
    alphabeta,
    chance_values,
    exact_values,
    minimax,
    nimber,
    solve,
)
from gamelib import (
    CHANCE,
    DRAW,
    LOSS,
    WIN,
    Alternating,
    Answer,
    ChanceGame,
    Extensive,
    ExtensiveGame,
    Fixed,
    Game,
    Misere,
    Outcome,
    Plan,
    Quotient,
    Sum,
    Verdict,
    backward_induction,
    check_game,
    match,
)
from gamelib.games import CopsAndThief, Matches, Nim, TicTacToe


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Race(NamedTuple):
    """How far both sides have come, and who moves."""

    steps: tuple[int, int]
    mover: int


@dataclass(frozen=True)
class Running:
    """No base class, NamedTuple positions, parameters with names of their own: whoever comes to the
    goal wins.
    """

    goal: int = 4

    def start(self) -> Race:
        return Race((0, 0), 0)

    def moves(self, race: Race) -> list[int]:
        return [1, 2]

    def play(self, race: Race, stride: int) -> Race:
        first, second = race.steps
        steps = (first + stride, second) if race.mover == 0 else (first, second + stride)
        return Race(steps, 1 - race.mover)

    def outcome(self, race: Race) -> Outcome | None:
        return LOSS if max(race.steps) >= self.goal else None

    def representative(self, race: Race) -> tuple[Race, Any]:
        first, second = race.steps
        return (race, same) if race.mover == 0 else (Race((second, first), 0), same)


def same(move: int) -> int:
    return move


@dataclass(frozen=True)
class Coins:
    """A row of coins with a gap; the position of a game that inherits the protocol."""

    coins: frozenset[int]
    side: Side


class Sliding(Game[Coins, tuple[int, int]]):
    """Inherits the protocol; positions are frozen dataclasses that hold a frozenset and an Enum."""

    def start(self) -> Coins:
        return Coins(frozenset({2, 4}), Side.LEFT)

    def moves(self, coins: Coins) -> Iterator[tuple[int, int]]:
        for coin in sorted(coins.coins):
            if coin > 0 and coin - 1 not in coins.coins:
                yield coin, coin - 1

    def play(self, coins: Coins, move: tuple[int, int]) -> Coins:
        return Coins(coins.coins - {move[0]} | {move[1]}, coins.side.other)

    def outcome(self, coins: Coins) -> float | None:
        return None if any(self.moves(coins)) else LOSS


class Countdown(Game[int, int]):
    """The result is a number, and moves are any iterable."""

    impartial = True

    def start(self) -> int:
        return 10

    def moves(self, n: int) -> Iterable[int]:
        return range(1, min(n, 3) + 1)

    def play(self, n: int, k: int) -> int:
        return n - k

    def outcome(self, n: int) -> float | None:
        return None if n else -1


@dataclass(frozen=True)
class Pot:
    holds: int
    turn: int


class Share:
    """Two players, no dice: an ExtensiveGame without ``chances``."""

    def start(self) -> Pot:
        return Pot(3, 0)

    def turn(self, pot: Pot) -> int | None:
        return pot.turn if pot.holds else None

    def moves(self, pot: Pot) -> list[int]:
        return [1, 2] if pot.holds > 1 else [1]

    def play(self, pot: Pot, k: int) -> Pot:
        return replace(pot, holds=pot.holds - k, turn=1 - pot.turn)

    def payoffs(self, pot: Pot) -> tuple[int, int]:
        return (1, -1) if pot.turn else (-1, 1)


class Toss(ExtensiveGame[str, str]):
    """Dice, and the base class without them."""

    def start(self) -> str:
        return "stop or throw"

    def turn(self, p: str) -> int | str | None:
        return 0 if p == "stop or throw" else CHANCE if p == "thrown" else None

    def moves(self, p: str) -> list[str]:
        return ["stop", "throw"]

    def play(self, p: str, move: str) -> str:
        return "stopped" if move == "stop" else "thrown"

    def chances(self, p: str) -> list[tuple[Fraction, str]]:
        return [(Fraction(1, 2), "heads"), (Fraction(1, 2), "tails")]

    def payoffs(self, p: str) -> tuple[int, int]:
        return {"stopped": (0, 0), "heads": (2, -2), "tails": (-1, 1)}[p]


def first_of(game: Game[Any, int], position: Any) -> int:
    """A strategy of one's own that takes any game with whole numbers as moves."""
    return next(iter(game.moves(position)))


def sure(game: ChanceGame[str, str]) -> bool:
    """What takes games with dice asks for them."""
    return all(sum(share for share, _ in game.chances(p)) == 1 for p in ["thrown"])


running = solve(Running())
assert_type(running, Solution[Race, int])
assert_type(running.best(), int | None)
assert_type(running[Running().start()], Verdict)
assert_type(running.line(), list[int])
strategy: Answer[Race, int, Verdict] = running
assert running.best() in (1, 2)

sliding = solve(Sliding(), Coins(frozenset({1, 4}), Side.RIGHT))
assert_type(sliding, Solution[Coins, tuple[int, int]])
assert next(iter(sliding)).side is Side.RIGHT

assert_type(solve(Misere(Running())), Solution[Race, int])
assert_type(solve(Quotient(Running())), Solution[Race, int])
assert_type(solve(Quotient(Misere(Running()))), Solution[Race, int])
assert_type(solve(Misere(Countdown())).best(10), int | None)
assert_type(solve(Alternating(Share())), Solution[tuple[Pot, int], int | str])
assert_type(solve(Sum(Countdown(), Nim((1, 2)))), Solution[tuple[Any, ...], tuple[int, Any]])
assert_type(solve(Matches(15)).best(15), int | None)
assert_type(solve(TicTacToe()).line(), list[tuple[int, int]])
assert_type(solve(GameGraph.of(Matches(3))), Solution[Any, Any])
assert solve(CopsAndThief.from_text("P.T")).best() is not None

toss = exact_values(Toss())
assert_type(toss["thrown"], Fraction)
assert_type(toss.best(), str | None)
assert_type(chance_values(Toss()).lower["thrown"], float)
assert toss.best() == "throw"
assert sure(Toss())
assert_type(exact_values(Fixed(Toss(), 0, lambda p: "throw"))["thrown"], Fraction)
assert_type(gamelib.exact_values(Toss())["thrown"], Fraction)
assert_type(gamelib.exact_values(Toss()).best(), str | None)
assert_type(gamelib.strategy_improvement(Toss()).best(), str | None)
assert_type(gamelib.chance_values(Toss()).best(), str | None)
assert_type(exact_values(Extensive(Running())).best(), int | None)
assert_type(backward_induction(Share()), Plan[Pot, int])
assert_type(backward_induction(Share()).best(), int | None)

for game in (Running(), Sliding(), Countdown(), Toss(), Share()):
    check_game(game)


def largest_first(left: int, takes: Sequence[int]) -> Sequence[int]:
    return sorted(takes, reverse=True)


assert alphabeta(Countdown(), order=largest_first).value == minimax(Countdown()).value
assert minimax(Countdown()).value == alphabeta(Running(), depth=9).value
assert nimber(Countdown()) == 2
assert advise(Sliding()).outcome in (WIN, DRAW, LOSS)
assert match(Running(), running, lambda race: 1).finished
assert match(Countdown(), lambda n: first_of(Countdown(), n), solve(Countdown())).finished
assert match(Share(), backward_induction(Share()), lambda pot: 1).finished
