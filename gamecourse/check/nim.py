"""The exercises of lecture 06, Nim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import permutations, product
from random import Random
from typing import Any

from gamecourse.check import (
    RIGHT,
    Feedback,
    Mistake,
    exercise,
    function,
    require,
    variant,
    wins,
    wrong,
)
from gamecourse.grading.extract import pairs_of
from gamecourse.grading.trial import move_of
from gamelib import Misere, nim_sum
from gamelib.games import Nim

__all__ = ["BY_HAND", "TRAP"]

Heaps = tuple[int, ...]

#: The heaps of the first exercise and of the misère game.
BY_HAND: Heaps = (5, 7, 9, 14)
TRAP: Heaps = (2, 3, 4)

Pair = tuple[int, int]

#: Other ways to write a winning move (heap, take), and what to ask a student who writes it that
#: way.
_HABITS: dict[str, Callable[[Heaps, Pair], Pair]] = {
    "Heaps are counted from 0: did you begin with 1?": lambda heaps, move: (move[0] - 1, move[1]),
    "The heap comes first, then what you take: did you write it the other way round?": lambda heaps, move: (
        move[::-1]
    ),
    "The second number is what you take: did you give what you leave?": lambda heaps, move: (
        (move[0], heaps[move[0]] - move[1]) if 0 <= move[0] < len(heaps) else (0, 0)
    ),
}


def _winning(heaps: Heaps) -> list[Pair]:
    """Return all winning moves, in the order of the heaps."""
    x = nim_sum(*heaps)
    return [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]


def _habit(moves: list[Pair]) -> str:
    """Return the question to ask if two of these moves do not win as given, but all do if read in
    one other way.
    """
    right = _winning(BY_HAND)
    if sum(move not in right for move in moves) < 2:
        return ""
    found = [
        said
        for said, meant in _HABITS.items()
        if all(meant(BY_HAND, move) in right for move in moves)
    ]
    return f" {found[0]}" if len(found) == 1 else ""


def _why_lost(heaps: Heaps, move: Pair) -> str:
    """Return a sentence that says what is wrong with a pair that is not a winning move."""
    _, why = move_of(Nim(heaps), heaps, move)
    if why:
        return why
    left = Nim(heaps).play(heaps, move)
    return (
        f"{move} leaves {left}, and {' ⊕ '.join(map(str, left))} = {nim_sum(*left)}: your "
        "opponent wins."
    )


def _rising(most: int, heaps: int) -> Iterator[tuple[Heaps]]:
    """Yield all tuples of up to ``heaps`` heaps of up to ``most`` matches, small ones first."""
    for k in range(1, heaps + 1):
        yield from ((p,) for p in sorted(product(range(most + 1), repeat=k), key=sum))


def _large(seed: int, most: int, heaps: int, step: int = 1) -> Iterator[Heaps]:
    """Yield tuples of up to ``heaps`` numbers up to ``most``: first with each measure at its
    greatest, then random.

    In many of the random tuples, the nim-sum of the numbers in places 0, ``step``, ... is 0; other
    places do not count.
    """
    rng = Random(seed)
    for k in range(1, heaps + 1):
        yield from (
            (most,) * k,
            (0,) * (k - 1) + (most,),
            (most,) + (0,) * (k - 1),
            (most,) * (k - 1) + (most - 1,),
        )
    gap = (0,) * (step - 1)
    for power in (2**c for c in range(most.bit_length())):
        yield from ((power, *gap, power), (power, *gap, power - 1))
    for k in range(40):
        row = rng.choices(range(most + 1), k=rng.randint(2, heaps))
        if k % 2:
            row[0] = min(nim_sum(*row[step::step]), most)
        yield tuple(row)
        yield tuple(row[::-1])


@exercise(
    "Write 5, 7, 9 and 14 in binary, one below the other. In which columns is the number of ones "
    "odd?",
    "A heap h has a winning move if `h xor x < h`, where x is the nim-sum. Then `h xor x` must be "
    "left of it.",
)
def winning_takes(answer: Any) -> Feedback:
    """All winning moves from BY_HAND, as pairs (heap, take), heaps counted from 0."""
    right = _winning(BY_HAND)
    given = pairs_of(answer, "a list of pairs (heap, take)")
    for move in given:
        require(move in right, f"{_why_lost(BY_HAND, move)}{_habit(given)}")
    return (
        RIGHT
        if set(given) == set(right)
        else wrong(f"There are more winning moves: {len(right)} in all.")
    )


def _gentle_questions() -> Iterator[tuple[Heaps]]:
    yield from _rising(5, 3)
    yield (
        (31, 30, 29, 28, 27),
    )  # a search is too slow here, and is told so before its calls are nested too deep
    yield from ((row,) for row in _large(5, 127, 5))
    for heaps in ((7, 9, 14, 5), (100, 28, 127, 7), (64, 65, 66, 67)):
        yield from ((order,) for order in permutations(heaps))
    yield from (((h,) * k,) for h in (1, 2, 64, 127) for k in (3, 5))
    yield ((1, 2),)  # as before


@function(
    _gentle_questions,
    "Add the heaps without carrying, as `nim_sum(*heaps)` does. If the sum x is 0, no move wins: "
    "return `None`.",
    "Each heap h with h ^ x < h has one winning move. How many matches does it take?",
    "Compare the winning moves by what they take, and keep the first of the smallest.",
    variant(
        "Your function takes the first winning move, and another one may take fewer matches.",
        fewest=False,
    ),
    save_as="nim_move",
    nothing="no move wins",
)
def winning_move(heaps: Heaps, fewest: bool = True) -> Pair | None:
    """move(heaps): the winning move (heap, take) that takes the fewest matches, the first of
    several, or None.
    """
    return min(_winning(heaps), key=lambda move: move[1] if fewest else 0, default=None)


@exercise(
    "If all heaps are 0 or 1, the player to move wins if the number of ones is even.",
    "As long as two heaps or more are above 1, play as in ordinary Nim: leave the nim-sum 0.",
    "If exactly one heap is above 1, take it down to 0 or to 1, so that the number of ones that "
    "you leave is odd.",
)
def misere(answer: Any) -> Feedback:
    """A strategy, heaps -> (heap, take), that moves first and wins misère Nim from TRAP against
    everybody.
    """
    feedback = wins(Misere(Nim(TRAP)), answer, TRAP, habits=_HABITS)
    if feedback.play is None or not feedback.play.notes:
        return feedback
    ply = min(feedback.play.notes)
    heaps = reduce(Nim(TRAP).play, feedback.play.line[:ply], TRAP)
    if feedback.play.line[ply] not in _winning(heaps):
        return feedback
    return wrong(
        f"{feedback.reason} In ordinary Nim that move from {heaps} would win.", feedback.play
    )


def _bounded_questions() -> Iterator[tuple[Heaps, int]]:
    yield from ((heaps, most) for (heaps,) in _rising(4, 3) for most in (1, 2, 3))
    yield (43, 42, 41, 40), 43  # too slow for a search, like the heaps above
    for most in (1, 2, 4, 5, 6, 7, 20, 31, 48, 49, 63, 98, 99, 119, 120):
        around = [
            h
            for h in (1, most - 1, most, most + 1, most + 2, 2 * most + 2, 3 * most + 4, 99)
            if h <= 99
        ]
        yield from ((row, most) for k in (1, 2) for row in product(around, repeat=k))
    for number, heaps in enumerate(_large(6, 99, 4)):
        for most in (1 + number % 3, 4 + number % 9, 10 + number):
            yield heaps, most
            rest = nim_sum(*(h % (most + 1) for h in heaps[1:]))
            yield from (((h, *heaps[1:]), most) for h in (rest, rest + most + 1) if h <= 99)


@function(
    _bounded_questions,
    "With one heap this is lecture 1. What counts there?",
    "A heap h is worth as much as a heap of h % (most + 1) in ordinary Nim.",
    Mistake(
        "That is right if any number may be taken; here at most `most` may.",
        lambda heaps, most: nim_sum(*heaps) != 0,
    ),
    Mistake(
        "Your function adds the heaps, as if they were one.",
        lambda heaps, most: sum(heaps) % (most + 1) != 0,
    ),
    variant(
        "Your function takes the remainders by `most`: what do your opponent's take and your "
        "answer add up to?",
        by=0,
    ),
    Mistake(
        "Your function adds first, and takes the remainder of the sum: take the remainder of each "
        "heap before you add.",
        lambda heaps, most: nim_sum(*heaps) % (most + 1) != 0,
    ),
    Mistake(
        "Two heaps that would be won alone can balance.",
        lambda heaps, most: any(h % (most + 1) for h in heaps),
    ),
)
def bounded(heaps: Heaps, most: int, by: int = 1) -> bool:
    """is_won(heaps, most): whether the player to move wins Nim if a move takes at most ``most``
    from one heap.
    """
    return nim_sum(*(h % (most + by) for h in heaps)) != 0


def _stairs_questions() -> Iterator[tuple[Heaps]]:
    yield from (*_rising(3, 2), *_rising(2, 3), *_rising(1, 5))
    yield from (
        (tuple(coins * (k == step) for k in range(7)),) for coins in (1, 31) for step in range(7)
    )
    yield from ((coins,) for coins in _large(7, 31, 7, step=2))


@function(
    _stairs_questions,
    "Play with coins on steps 1 and 2 only. Does it matter how many lie on step 2?",
    "Whatever your opponent brings down from an even step, you bring down one step further.",
    "Coins on an even step might as well not be there. Those on the odd steps are heaps of Nim.",
    variant("That is right if coins are taken away; here they move to the next step.", by=1),
    variant("Your function looks at the other steps: coins[0] lie on step 1.", first=1),
    Mistake(
        "Your function asks whether there are coins on certain steps, but two heaps can balance.",
        lambda coins: any(coins[::2]),
    ),
)
def stairs(coins: Heaps, first: int = 0, by: int = 2) -> bool:
    """wins(coins): whether the player to move wins with these numbers of coins on steps 1, 2, 3,
    ... of the stairs.

    A move brings some coins from one step down to the next; step 0 is the ground, and a player who
    cannot move loses.
    """
    return nim_sum(*coins[first::by]) != 0
