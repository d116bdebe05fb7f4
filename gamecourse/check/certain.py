"""The exercises of lecture 14, numbers that are certain.

Games by hand are dicts: ``nodes[p]`` is ``(who, after)``, where ``who`` is "Max", "Min" or "coin".
The list ``after`` holds the options, each a node or a number that Max gets. A coin gives all
options the same probability.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import ceil, floor
from random import Random
from statistics import mean
from typing import Any, cast

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    call,
    exercise,
    function,
    name_of,
    require,
    variant,
    wrong,
)
from gamecourse.grading.calls import read, shown
from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import inside, once_more
from gamecourse.grading.extract import game_of
from gamecourse.grading.feedback import agrees, note, refused, wrong_kind
from gamecourse.grading.inputs import Nodes, Options, games, numbers_in, reached
from gamecourse.grading.plain import same, same_kind
from gamecourse.grading.trial import move_of
from gamelib import Fixed, exact_values
from gamelib.core import CHANCE, text_of
from gamelib.games import OverwriteTicTacToe, Tree

__all__ = ["GAME", "stubborn"]

#: The game of the strategy to be beaten.
GAME = OverwriteTicTacToe(3)

Bounds = Mapping[str, tuple[Fraction, Fraction]]


def _between(low: Fraction, high: Fraction, most: int) -> list[Fraction]:
    """Return the fractions n / d from low to high with d up to most; equal fractions are
    repeated.
    """
    return [
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(low * d), floor(high * d) + 1)
    ]


def _alone(found: Collection[Fraction]) -> Fraction | None:
    return next(iter(found)) if len(found) == 1 else None


def _intervals() -> Iterator[tuple[Fraction, Fraction, int]]:
    """Yield all small intervals, then narrow ones around fractions whose denominator is just
    allowed, or just not.
    """
    small = sorted(
        {Fraction(n, d) for d in (1, 2, 3) for n in range(-d, d + 1)},
        key=lambda x: (x.denominator, abs(x)),
    )
    for most in range(1, 6):
        yield from ((low, high, most) for low in small for high in small if low <= high)
    rng = Random(14)
    fine = 10**12
    for most in sorted([*rng.choices(range(6, 200), k=12), 199, 200]):
        for d in (most - 1, most, most + 1, rng.randrange(1, most)):
            whole = rng.choice((0, -1, fine - 2, 1 - fine))
            number = whole + Fraction(rng.randrange(d), d)
            reach = rng.choice((0, 1, 1_000, 10**7))
            below = Fraction(floor(number * fine) - reach, fine)
            above = Fraction(ceil(number * fine) + reach, fine)
            yield from ((low, high, most) for low in (number, below) for high in (number, above))
            yield above + Fraction(1, fine), above + Fraction(2 + reach, fine), most
    yield Fraction(1, 3), Fraction(2, 5), 200
    yield Fraction(fine), Fraction(fine), 200


@function(
    _intervals,
    "Try each denominator d from 1 to most: for which whole numbers n is `low <= n / d <= high`?",
    "From math: `ceil(low * d)` is the smallest of them, and `floor(high * d)` is the largest.",
    "2/4 is 1/2 again, so collect the Fractions in a set. If the set has one element, return it; "
    "otherwise `None`.",
    Mistake(
        "That is the fraction nearest to the middle: it need not be within the bounds, nor be the "
        "only fraction there.",
        lambda low, high, most: ((low + high) / 2).limit_denominator(most),
    ),
    variant("The bounds themselves belong to the interval, too.", ends=False),
    Mistake(
        "The denominator may be equal to most.",
        lambda low, high, most: _alone({*_between(low, high, most - 1)}),
    ),
    Mistake(
        "If there are several, your function gives the first that it finds: it should give None.",
        lambda *given: min(_between(*given), key=lambda number: number.denominator, default=None),
    ),
    Mistake(
        "Your function counts 1/2 and 2/4 as two, though they are equal.",
        lambda *given: _alone(_between(*given)),
    ),
    nothing="none, or several",
)
def only(low: Fraction, high: Fraction, most: int, ends: bool = True) -> Fraction | None:
    """only(low, high, most): the only Fraction from low to high, with denominator up to most; None
    if not just one.
    """
    return _alone({number for number in _between(low, high, most) if ends or low < number < high})


#: How the bounds of what follows are combined.
_RULES: dict[str, Any] = {"Max": max, "Min": min, "coin": mean}


def _sweeps() -> Iterator[list[Question]]:
    """Yield games with the widest bounds, and with random bounds."""
    rng = Random(14)
    for nodes in games():
        most = Fraction(max([1, *map(abs, numbers_in(nodes))]))
        sixths = [most * Fraction(n, 6) for n in range(-6, 7)]
        drawn = {p: tuple(sorted(rng.choices(sixths, k=2))) for p in nodes}
        yield [(nodes, dict.fromkeys(nodes, (-most, most))), (nodes, drawn)]


@function(
    lambda: once_more(_sweeps()),
    "What follows is a node, which has bounds of its own, or a number, which is its own lower and "
    "upper bound.",
    "At Max's nodes take the largest lower bound and the largest upper bound, at Min's nodes the "
    "smallest of each. "
    "At a coin take the average of each.",
    "Use the old bounds throughout, and put the new ones into a new dict.",
    variant(
        "At Min's nodes your function takes the largest bounds: Min chooses the smallest lower "
        "and upper bound.",
        rules=(_RULES | {"Min": max}, _RULES | {"Min": max}),
    ),
    variant(
        "For both players your function takes the smallest lower and the largest upper bound. But "
        "the player to move "
        "chooses: Max takes the largest of the lower bounds and the largest of the upper ones, "
        "and Min the smallest of "
        "each.",
        rules=(_RULES | {"Max": min}, _RULES | {"Min": max}),
    ),
    variant(
        "Your function uses new bounds in the same sweep: all must come from the old ones.",
        old=False,
    ),
    save_as="sweep",
    intact=True,
)
def sweep(nodes: Nodes, bounds: Bounds, rules: Any = (_RULES, _RULES), old: bool = True) -> Any:
    """sweep(nodes, bounds): the bounds after one sweep, a dict from node to (lower, upper)."""
    made, (lower, upper) = dict(bounds), rules
    for p, (who, after) in nodes.items():
        known = bounds if old else made
        pairs = [known[q] if isinstance(q, str) else (Fraction(q), Fraction(q)) for q in after]
        below, above = zip(*pairs, strict=True)
        made[p] = lower[who](below), upper[who](above)
    return made


def stubborn(position: Any) -> Any:
    """A strategy for GAME: complete a row on a free cell; otherwise throw for the opponent's first
    cell, or any.
    """
    moves = GAME.moves(position)
    rows = [move for move in moves if GAME.turn(GAME.play(position, move)) is None]
    throws = [move for move in moves if len(GAME.play(position, move)) == 3]
    return (rows or throws or moves)[0]


#: The game for X alone: O, whose strategy is known, is a part of Nature.
_ALONE: Any = Fixed(GAME, 1, stubborn)

#: What X can get from the stubborn O, and what other likely answers are (all by exact_values).
_MOST = Fraction(25, 32)
_OTHERS = {
    Fraction(5, 27): "that is the value against a perfect O. This O is not perfect.",
    -_MOST: "that is what O gets. The exercise asks for the value to X.",
    Fraction(
        -17, 30
    ): "that is the value to X if the stubborn strategy plays X. It plays O, who is player 1.",
}

_values = cache(exact_values)


@exercise(
    "A player whose strategy is known is a part of Nature: `Fixed(check.GAME, 1, check.stubborn)` "
    "is a game for X "
    "alone.",
    "Use `exact_values` of that game, and look up its start.",
)
def against_stubborn(answer: Any) -> Feedback:
    """The value of GAME to X against the stubborn O, as a Fraction, if X plays as well as
    possible.
    """
    found = read(answer)
    if not isinstance(found, str) and agrees(found, _MOST, "Your value"):
        return RIGHT
    if not same_kind(found, _MOST):
        raise wrong_kind("the value, a Fraction", found)
    told = (reason for value, reason in _OTHERS.items() if same(found, value))
    return wrong(next(told, f"the value is not {shown(found)}."))


@exercise(
    "The best reply to this O is not the perfect strategy, which takes care of dangers that never "
    "come.",
    "What `exact_values(...)` returns has a method best. Which game do you give to `exact_values`?",
)
def beat_stubborn(answer: Any) -> Feedback:
    """A strategy for X that is a best reply to the stubborn O."""
    moves: dict[Any, Any] = {}

    def judge(position: Any) -> Any:
        who = f"{name_of(answer)}({position!r})"
        moves[position], why = move_of(
            cast(Any, GAME), position, call(answer, position, who=who, what="a move"), who
        )
        require(not why, f"{why} The position is {position!r}:\n{text_of(GAME, position)}")
        return moves[position]

    got = exact_values(Fixed(_ALONE, 0, inside(judge)))[GAME.start()]
    if got == _MOST:
        return RIGHT
    return wrong(f"your strategy gets {got} on average, and more is possible.{_mistake(moves)}")


def _mistake(moves: dict[Any, Any]) -> str:
    """Tell the first position, in the order in which they are met, at which a strategy gives
    something away.
    """
    values = _values(_ALONE)
    for position, move in moves.items():
        if values[GAME.play(position, move)] < values[position]:
            return f" Look again at {position}, where it plays {move}:\n{text_of(GAME, position)}"
    return ""


@exercise(
    "The sweeps begin with the largest payoff at every position that is not terminal. Which "
    "positions stay that high?",
    "Take two positions that lead to each other. Each position keeps the other position's number "
    "too high.",
    "Let Max leave for 1 or go on, and let Min go back or leave for more. What is that worth, and "
    "what do sweeps say?",
)
def too_high(answer: Any) -> Feedback:
    """The nodes of a Tree without dice, with a choice for both players, where plain sweeps from
    above stay too high.
    """
    no_game = "these are not the nodes of such a game: "
    with refused(no_game):
        tree = game_of(answer)
        dice = any(who == CHANCE for who, _ in tree.nodes.values())
        require(not dice, "leave the dice out. Here the players hold each other up.")
        options = reached(tree)
    require(
        len(options) <= 12,
        f"your game has {len(options)} positions, terminal ones included; 12 are enough.",
    )
    with refused(no_game):
        values = exact_values(tree)
    choosing = {tree.turn(p) for p, row in options.items() if len(set(row)) > 1}
    require(
        {0, 1} <= choosing,
        "both players must have a choice, at nodes that play can reach from the first.",
    )
    ends = [
        end for _, moves in tree.nodes.values() for end in moves.values() if isinstance(end, tuple)
    ]
    if any(isinstance(number, float | bool) for end in ends for number in end):
        note("Give payoffs as whole numbers or Fractions.")
    gap = _gap(tree, options, values)
    end = f"end at most {float(gap):.3g} too high" if gap else "come down to the values everywhere"
    return RIGHT if gap > Fraction(1, 10) else wrong(f"in your game the sweeps from above {end}.")


def _gap(tree: Tree, options: Options, values: Mapping[Any, Fraction]) -> Fraction:
    """Return how far too high the sweeps from above stay, which begin with the largest payoff, or
    0.
    """
    choices: dict[Any, Any] = {0: max, 1: min}  # by player
    largest = max([Fraction(0), *(values[p] for p, row in options.items() if not row)])
    upper = {p: largest if row else values[p] for p, row in options.items()}
    before: dict[Any, Fraction] = {}
    while before != upper:  # this ends: bounds only fall, from payoff to payoff
        before = dict(upper)
        for p, row in options.items():
            if row:
                upper[p] = choices[tree.turn(p)](upper[q] for q in row)
    return max(upper[p] - values[p] for p in options)
