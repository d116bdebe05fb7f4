"""The exercises of lecture 06, Nim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Finding, Mistakes, Told, call, compare, exercise, name_of, wins, wrong
from gamecourse.check.machinery.asked import brief, shown
from gamecourse.check.machinery.reading import pairs_of
from gamelib import Misere, nim_sum
from gamelib.games import Nim

__all__ = ["BY_HAND", "TRAP"]

#: The heaps of the first exercise and of the misère game.
BY_HAND, TRAP = (5, 7, 9, 14), (2, 3, 4)

Heaps = tuple[int, ...]
Pair = tuple[int, int]

#: Other ways to write a winning move (heap, take), and what to ask whoever writes it so.
_HABITS: dict[str, Callable[[Heaps, Pair], Pair]] = {
    "Heaps are counted from 0: did you begin with 1?": lambda heaps, move: (move[0] - 1, move[1]),
    "The heap comes first, then what you take: did you write it the other way round?": lambda heaps, move: move[::-1],
    "The second number is what you take: did you give what you leave?": lambda heaps, move: (
        (move[0], heaps[move[0]] - move[1]) if 0 <= move[0] < len(heaps) else (0, 0)
    ),
    "The first number says which heap, counted from 0: did you give its size?": lambda heaps, move: (
        (heaps.index(move[0]), move[1]) if move[0] in heaps else (0, 0)
    ),
}


def _is_winning(heaps: Heaps, move: Pair) -> bool:
    k, take = move
    return 0 <= k < len(heaps) and 1 <= take <= heaps[k] and nim_sum(*heaps[:k], heaps[k] - take, *heaps[k + 1 :]) == 0


def _habit(told: list[tuple[Heaps, Pair]]) -> str:
    """The question to ask, if all these moves win when they are read in one other way, and two at least not as read."""
    if sum(not _is_winning(heaps, move) for heaps, move in told) < 2:
        return ""
    found = [words for words, meant in _HABITS.items() if all(_is_winning(heaps, meant(heaps, m)) for heaps, m in told)]
    return f". {found[0]}" if len(found) == 1 else ""


def _why_lost(heaps: Heaps, move: Pair) -> str:
    """What is wrong with a pair that is no winning move."""
    k, take = move
    if not 0 <= k < len(heaps):
        return f"is no move: a move is (heap, take), and the heaps are numbered from 0 to {len(heaps) - 1}"
    if not 1 <= take <= heaps[k]:
        return f"is no move: a move is (heap, take), and heap {k} has {heaps[k]}"
    left = Nim(heaps).play(heaps, move)
    if len(left) == 1:
        return f"leaves {left}, a heap that the opponent takes: won for him"
    return f"leaves {left}, and {' ⊕ '.join(map(str, left))} = {nim_sum(*left)}: won for the opponent"


def _rising(most: int, heaps: int) -> Iterator[tuple[Heaps]]:
    """All tuples of up to so many heaps of up to so many matches, the small ones first."""
    for k in range(1, heaps + 1):
        yield from ((p,) for p in sorted(product(range(most + 1), repeat=k), key=sum))


def _large(seed: int, most: int, heaps: int, step: int = 1) -> Iterator[Heaps]:
    """Some tuples of large numbers, the smaller ones first; of every other one the nim-sum is 0 in steps 0, 2, ...

    ``step`` 1 counts all of them; with 2 those on the even places do not count.
    """
    rng = np.random.default_rng(seed)
    found = []
    for k in range(40):
        row = [int(h) for h in rng.integers(0, most + 1, int(rng.integers(2, heaps + 1)))]
        if k % 2:
            row[0] = nim_sum(*row[step::step])
        found.append(tuple(row))
    return iter(sorted(found, key=sum))


@exercise(
    "Write 5, 7, 9 and 14 in binary, one below the other. In which columns is the number of ones odd?",
    "A heap h is good if h xor x < h, where x is the nim-sum; then h xor x must be left of it.",
)
def winning_takes(answer: Any) -> Finding:
    """All winning moves from BY_HAND, as pairs (heap, take), heaps counted from 0."""
    right = {move for move in Nim(BY_HAND).moves(BY_HAND) if _is_winning(BY_HAND, move)}
    given = pairs_of(answer, "(heap, take)")
    if not given:
        return wrong("your list is empty, but the nim-sum of the heaps is not 0: there is a winning move")
    habit = _habit([(BY_HAND, move) for move in given])
    for move in given:
        if move not in right:
            return wrong(f"{move} {_why_lost(BY_HAND, move)}{habit}")
    return RIGHT if set(given) == right else wrong(f"these win, but there are more: {len(right)} in all")


@exercise(
    "Add the heaps without carrying; in Python a ^ b. Where it is 0 there is no winning move: None.",
    "Try each heap h: is h ^ x smaller than h? Then take the difference.",
)
def winning_move(answer: Any) -> Finding:
    """move(heaps): a winning move (heap, take) in Nim, or None where there is none."""
    questions = [*_rising(5, 3), *((heaps,) for heaps in _large(5, 100, 5))]
    for number, (heaps,) in enumerate(questions):
        who = f"{name_of(answer)}({heaps})"
        one = next((move for move in Nim(heaps).moves(heaps) if _is_winning(heaps, move)), None)
        found = call(answer, heaps, who=who, what=f"a winning move, {one} for example" if one else "")
        if one is None:
            if found is not None:
                why = "the nim-sum is 0, and every move makes it another" if any(heaps) else "no match is left"
                return wrong(f"{who} is {brief(found)}, it should be None: {why}")
            continue
        try:
            (move,) = pairs_of([found], "(heap, take)")
        except Told:
            return wrong(f"{who} is {shown(found)}, it should be a winning move, a pair (heap, take)")
        if not _is_winning(heaps, move):
            next_ = [heaps for (heaps,) in questions[number + 1 :] if nim_sum(*heaps)][:8]
            why = f"{_why_lost(heaps, move)}; it should be a winning move"
            return wrong(f"{who} is {brief(found)}, which {why}{_habit(_told(answer, [heaps, *next_]))}")
    return RIGHT


def _told(answer: Any, questions: list[Heaps]) -> list[tuple[Heaps, Pair]]:
    """The pairs that a function returns; none, if it returns something else anywhere."""
    try:
        return [(heaps, pairs_of([call(answer, heaps)], "(heap, take)")[0]) for heaps in questions]
    except Told:
        return []


@exercise(
    "With heaps of 0 and 1 only, who has to move at an even number of ones wins.",
    "As long as two heaps or more are above 1, play as in ordinary Nim: leave the nim-sum 0.",
    "If exactly one heap is above 1, take it down to 0 or to 1, so that the number of ones that you leave is odd.",
)
def misere(answer: Any) -> Finding:
    """A strategy, heaps -> (heap, take), that moves first and wins misère Nim from TRAP against everybody."""
    finding = wins(Misere(Nim(TRAP)), answer, TRAP, habits=_HABITS)
    if finding.play is None or not finding.play.notes:
        return finding
    heaps: Heaps = TRAP
    ply = next(iter(finding.play.notes))
    for move in finding.play.line[:ply]:
        heaps = Nim(heaps).play(heaps, move)
    if not _is_winning(heaps, finding.play.line[ply]):
        return finding
    return wrong(f"{finding.reason} In ordinary Nim that move from {heaps} would win.", finding.play)


def _bounded(heaps: Heaps, most: int) -> bool:
    return nim_sum(*(h % (most + 1) for h in heaps)) != 0


@exercise(
    "With one heap this is lecture 1. What counts there?",
    "A heap h is worth as much as a heap of h % (most + 1) in ordinary Nim.",
)
def bounded(answer: Any) -> Finding:
    """is_won(heaps, most): whether the player to move wins Nim, if at most ``most`` may be taken, from one heap."""

    def inputs() -> Iterator[tuple[Heaps, int]]:
        yield from ((heaps, most) for (heaps,) in _rising(4, 3) for most in (1, 2, 3))
        for number, heaps in enumerate(_large(6, 40, 4)):
            for most in (2, 4 + number % 9):
                yield heaps, most
                yield (*heaps[:2], heaps[1] + most + 1, heaps[0]), most  # two pairs, each in balance
                rest = nim_sum(*(h % (most + 1) for h in heaps[1:]))
                yield (rest + (most + 1) * (number % 3 if rest <= most else 0), *heaps[1:]), most

    mistakes: Mistakes = {
        "It is right if any number may be taken; here at most `most` may": lambda heaps, most: nim_sum(*heaps) != 0,
        "Take the remainders of the heaps, and then the nim-sum": lambda heaps, most: nim_sum(*heaps) % (most + 1) != 0,
        "It adds the heaps, as if they were one": lambda heaps, most: sum(heaps) % (most + 1) != 0,
        "It takes the remainders by `most`: what do your opponent's take and your answer add up to?": (
            lambda heaps, most: nim_sum(*(h % most for h in heaps)) != 0
        ),
        "Two heaps that would be won alone can balance": lambda heaps, most: any(h % (most + 1) for h in heaps),
    }
    return compare(answer, _bounded, inputs(), mistakes=mistakes)


@exercise(
    "Play with coins on steps 1 and 2 only. Does it matter how many lie on step 2?",
    "Whatever your opponent brings down from an even step, you bring down one step further.",
    "Coins on an even step might as well not be there. Those on the odd steps are heaps of Nim.",
)
def stairs(answer: Any) -> Finding:
    """wins(coins): whether the player to move wins with so many coins on steps 1, 2, 3, ... of the stairs.

    A move brings some coins of one step down to the next; step 0 is the ground, and who cannot move loses.
    """
    mistakes: Mistakes = {
        "It is right if coins are taken away; here they come to lie on the next step": lambda coins: (
            nim_sum(*coins) != 0
        ),
        "It looks at the other steps: coins[0] lie on step 1": lambda coins: nim_sum(*coins[1::2]) != 0,
        "It asks whether there are coins at all on certain steps: two heaps can balance": lambda coins: any(coins[::2]),
        "It adds up coins of different steps: two equal heaps balance": lambda coins: sum(coins[::2]) % 2 != 0,
    }
    inputs = [*_rising(3, 2), *_rising(2, 3), *_rising(1, 5), *((coins,) for coins in _large(7, 30, 7, step=2))]
    return compare(answer, lambda coins: nim_sum(*coins[::2]) != 0, inputs, mistakes=mistakes)
