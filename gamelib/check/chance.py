"""The exercises of lecture 11, chance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from gamelib.adapters import Fixed
from gamelib.arenas.chance import MAX, NOBODY, ChanceGraph
from gamelib.check.asked import shorten
from gamelib.check.engine import RIGHT, STRATEGY, Finding, call, compare, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.core import IllegalMove
from gamelib.games import OverwriteTicTacToe, Tree
from gamelib.solvers.chance.values import ExactValues, exact_values

__all__ = ["GAME", "against_stubborn", "beat_stubborn", "choose", "race", "stopping", "stubborn", "too_high"]

#: The board of the exercises with a strategy.
GAME = OverwriteTicTacToe(3)


def _race(q: Fraction, mine: int, others: int) -> Fraction:
    """By the equations for (mine, others) and (others, mine), solved for both at once."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    first, second = (q * (1 - _race(q, b, a - 1)) for a, b in ((mine, others), (others, mine)))
    return (first + miss - miss * (second + miss)) / (1 - miss * miss)


@exercise(
    "Call it x when it is your turn, and y when it is the other's, as he sees it. What is x after a success? And after "
    "a miss?",
    "x = q (1 - what he has when you need one less) + (1 - q)(1 - y), and the same for y. Two equations, two unknowns.",
    "Put y into the first: x (1 - (1 - q)^2) = ... And when you need none any more, you have won: 1.",
)
def race(answer: Any) -> Finding:
    """race(q, mine, others): the probability that you win if you throw first, as a Fraction."""
    sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (2, 3), (3, 3), (2, 5), (4, 4)]
    chances = [Fraction(1, 2), Fraction(1, 6), Fraction(1), Fraction(2, 3)]
    return compare(answer, _race, [(q, *size) for size in sizes for q in chances])


def _choice(player: int, coin: list[tuple[Fraction, Fraction]], sure: Fraction) -> str:
    expected = sum((probability * payoff for probability, payoff in coin), Fraction(0))
    if expected == sure:
        return "same"
    return "coin" if (expected > sure) == (player == 0) else "sure"


@exercise(
    "The expected value: the sum of each payoff times its probability. Which payoff is the likeliest does not matter.",
    "Player 1 wants it small.",
    'Equal is "same". With floats, 0.1 + 0.1 + 0.1 is not 0.3: stay with Fractions.',
)
def choose(answer: Any) -> Finding:
    """choose(player, coin, sure): "coin", "sure" or "same"; payoffs are to player 0."""
    half, tenth = Fraction(1, 2), Fraction(1, 10)
    coins: list[tuple[list[tuple[Fraction, Fraction]], Fraction]] = [
        ([(half, Fraction(1)), (half, Fraction(0))], Fraction(2, 5)),
        ([(tenth, Fraction(9)), (9 * tenth, Fraction(0))], half),
        ([(tenth, Fraction(1))] * 3 + [(7 * tenth, Fraction(0))], 3 * tenth),
        ([(half, Fraction(-3)), (half, Fraction(1))], Fraction(-1)),
        ([(half, Fraction(1)), (half, Fraction(0))], half + tenth**20),
        ([(Fraction(1, 6), Fraction(k)) for k in range(1, 7)], Fraction(7, 2)),
    ]
    return compare(answer, _choice, [(player, coin, sure) for coin, sure in coins for player in (0, 1)])


def _worth(throws: int) -> Fraction:
    before = _worth(throws - 1) if throws > 1 else Fraction(0)
    return sum((max(Fraction(face), before) for face in range(1, 7)), Fraction(0)) / 6


@exercise(
    "One throw is worth 7/2. With two: would you keep a 3, if another throw is worth 7/2 on the average?",
    "worth(n) is the average over the six faces of the larger of the face and worth(n - 1).",
)
def stopping(answer: Any) -> Finding:
    """worth(throws): the value, a Fraction, of a die that may be thrown so often and counts when you stop."""
    return compare(answer, _worth, [(throws,) for throws in range(1, 13)])


def stubborn(position: Any) -> Any:
    """A strategy for GAME: complete a row on a free cell; else throw for the first cell of the other's; else any."""
    moves = GAME.moves(position)
    rows = [move for move in moves if GAME.turn(GAME.play(position, move)) is None]
    throws = [move for move in moves if len(GAME.play(position, move)) == 3]
    return (rows or throws or moves)[0]


@cache
def _perfect() -> ExactValues:
    return exact_values(GAME)


@cache
def _against_stubborn() -> ExactValues:
    return exact_values(Fixed(GAME, 1, stubborn))


@exercise(
    "A player whose strategy is known is a part of Nature: Fixed(check.GAME, 1, check.stubborn) is a game for X alone.",
    "exact_values of that game, at its start.",
)
def against_stubborn(answer: Any) -> Finding:
    """The value of GAME, to X, against the stubborn O, if X makes the best of it; a Fraction."""
    if isinstance(answer, float):
        return wrong("give it exactly, as a Fraction")
    if answer == _against_stubborn()[GAME.start()]:
        return RIGHT
    if answer == _perfect()[GAME.start()]:
        return wrong("that is the value against a perfect O; this one is not perfect")
    if answer == exact_values(Fixed(Fixed(GAME, 1, stubborn), 0, _perfect()))[GAME.start()]:
        return wrong("that is what the perfect strategy gets from him; X can do better")
    return wrong(f"it is not {shorten(str(answer))}")


@exercise(
    "The best reply to this O is not the perfect strategy: that one takes care of dangers which never come.",
    "exact_values(...) has a method best. Of which game?",
)
def beat_stubborn(answer: Any) -> Finding:
    """A strategy for X that is a best reply to the stubborn O."""
    if not callable(answer):
        return give(STRATEGY, answer)
    start = GAME.start()

    def judged() -> Any:
        try:
            return exact_values(Fixed(Fixed(GAME, 1, stubborn), 0, answer))[start]
        except IllegalMove as error:
            return wrong(shorten(str(error)))

    first = call(answer, start, who="it")
    got = first if isinstance(first, Finding) else call(judged, who="it")
    if isinstance(got, Finding):
        return got
    if got == _against_stubborn()[start]:
        return RIGHT
    return wrong(f"it gets {got} on the average, and more is possible")


@exercise(
    "From above: all that is not an end begins with the largest payoff. Who keeps it there, though it is wrong?",
    "Two positions that lead to each other: each holds the other's number up.",
    "Max leaves for 1 or goes on; Min goes back or leaves for more. What is that worth, and what does the sweep say?",
)
def too_high(answer: Any) -> Finding:
    """The nodes of a Tree without dice, with a choice for both players, where plain sweeps from above stay too high."""
    try:
        tree = Tree(answer, players=("Max", "Min"))
        graph = ChanceGraph.of(tree)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no such game: {shorten(str(error))}")
    if len(graph) > 12:
        return wrong(f"your game has {len(graph)} positions, ends counted; 12 are enough")
    if graph.probabilities:
        return wrong("leave the dice out: here the players hold each other up")
    choosers = {int(turn) for p, turn in enumerate(graph.turn) if len(set(graph.options(p))) > 1}
    if not {0, 1} <= choosers:
        return wrong("both players must have a choice, at nodes to which play can come from the first")
    swept, values = _sweep_from_above(graph), exact_values(tree)
    for p, number in enumerate(swept):
        position = graph.numbering.position(p)
        if number - values[position] > Fraction(1, 10):
            return RIGHT
    return wrong("here the sweeps come down to the values everywhere, or so near that nobody would mind")


def _sweep_from_above(graph: ChanceGraph, sweeps: int = 300) -> list[float]:
    """Plain value iteration: begin with the largest payoff, or 0, and put the best of what follows in its place."""
    top = max([0.0, *map(float, graph.payoff.values())])
    upper = [float(graph.payoff[p]) if turn == NOBODY else top for p, turn in enumerate(graph.turn)]
    for _ in range(sweeps):
        for p, turn in enumerate(graph.turn):
            after = [upper[q] for q in graph.options(p)]
            if after:
                upper[p] = max(after) if turn == MAX else min(after)
    return upper


close(__name__)
