"""The exercises of lecture 05, Nim."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from gamelib.adapters import Misere
from gamelib.check.asked import brief
from gamelib.check.engine import FUNCTION, RIGHT, Finding, compare, exercise, give, wrong
from gamelib.check.sheet import close
from gamelib.check.trial import wins
from gamelib.core import Text
from gamelib.games import Nim
from gamelib.solvers.impartial.nimbers import nim_sum

__all__ = ["BY_HAND", "TRAP", "bounded", "misere", "stairs", "winning_move", "winning_takes"]

#: The heaps of the first exercise and of the misère game.
BY_HAND, TRAP = (5, 7, 9, 14), (2, 3, 4)


def _rising(most: int, heaps: int) -> Iterator[tuple[tuple[int, ...]]]:
    """All tuples of up to so many heaps of up to so many matches, the small ones first."""
    for k in range(1, heaps + 1):
        yield from ((p,) for p in sorted(product(range(most + 1), repeat=k), key=sum))


@exercise(
    "Write 5, 7, 9 and 14 in binary, one below the other. In which columns is the number of ones odd?",
    "A heap h is good if h xor x < h, where x is the nim-sum; then h xor x must be left of it.",
)
def winning_takes(answer: Any) -> Finding:
    """All winning moves from BY_HAND, as pairs (heap, take), heaps counted from 0."""
    game = Nim(BY_HAND)
    right = {(k, t) for k, t in game.moves(BY_HAND) if nim_sum(*game.play(BY_HAND, (k, t))) == 0}
    try:
        given = {(int(k), int(take)) for k, take in answer}
    except (TypeError, ValueError):
        return give("a list of pairs (heap, take)", answer)
    for move in sorted(given - right, key=str):
        if move not in game.moves(BY_HAND):
            return wrong(f"{brief(move)} is no move here: (heap, take), heaps 0 to {len(BY_HAND) - 1}")
        left = game.play(BY_HAND, move)
        return wrong(f"{move} leaves {left}, and {' ⊕ '.join(map(str, left))} = {nim_sum(*left)}: won for the opponent")
    return RIGHT if given == right else wrong(f"these win, but there are more: {len(right)} in all")


@exercise(
    "Add the heaps without carrying; in Python a ^ b. Where it is 0 there is no winning move: None.",
    "Try each heap h: is h ^ x smaller than h? Then take the difference.",
)
def winning_move(answer: Any) -> Finding:
    """move(heaps): a winning move (heap, take) in Nim, or None where there is none."""

    winning = Text("a winning move")

    def judged(heaps: tuple[int, ...]) -> Any:
        found = answer(heaps)
        try:
            k, take = found
            after = Nim(heaps).play(heaps, (int(k), int(take)))
        except (TypeError, ValueError):  # None, NotImplemented, no pair, no move
            return repr(found) if isinstance(found, str) else found
        return winning if nim_sum(*after) == 0 else found

    if not callable(answer):
        return give(FUNCTION, answer)
    judged.__name__ = getattr(answer, "__name__", "it")
    return compare(judged, lambda heaps: winning if nim_sum(*heaps) else None, _rising(5, 3))


@exercise(
    "With heaps of 0 and 1 only, who has to move at an even number of ones wins.",
    "As long as your move leaves two or more heaps above 1: play Nim. When it leaves one or none, count the ones.",
    "If exactly one heap is above 1, take it down to 0 or to 1, so that the number of ones that you leave is odd.",
)
def misere(answer: Any) -> Finding:
    """A strategy, heaps -> (heap, take), that moves first and wins misère Nim from TRAP against everybody."""
    return wins(Misere(Nim(TRAP)), answer, TRAP)


@exercise(
    "With one heap this is lecture 1. What counts there?",
    "A heap h is worth as much as a heap of h % (most + 1) in ordinary Nim.",
)
def bounded(answer: Any) -> Finding:
    """is_won(heaps, most): whether the player to move wins Nim, if at most ``most`` may be taken, from one heap."""

    def right(heaps: tuple[int, ...], most: int) -> bool:
        return nim_sum(*(h % (most + 1) for h in heaps)) != 0

    return compare(answer, right, ((*heaps, most) for heaps in _rising(6, 3) for most in (1, 2, 3)))


@exercise(
    "Play with coins on steps 1 and 2 only. Does it matter how many lie on step 2?",
    "Whatever your opponent brings down from an even step, you bring down one step further.",
    "Coins on an even step might as well not be there. Those on the odd steps are heaps of Nim.",
)
def stairs(answer: Any) -> Finding:
    """is_won(coins): whether the player to move wins with so many coins on steps 1, 2, 3, ... of the stairs.

    A move brings some coins of one step down to the next; step 0 is the ground, and who cannot move loses.
    """
    return compare(answer, lambda coins: nim_sum(*coins[::2]) != 0, _rising(3, 5))


close(__name__)
