"""The exercises of lecture 06, Nim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import permutations, product
from typing import Any

from gamecourse.check import RIGHT, Feedback, exercise, function, mistake, require, wins, wrong
from gamecourse.grading.domains import Domain, Question
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import pairs_of
from gamecourse.grading.trial import move_of
from gamelib import Misere, nim_sum
from gamelib.games import Nim

__all__ = ["BY_HAND", "TRAP"]

#: The numbers of matches in the heaps, or of coins on the steps.
Heaps = tuple[int, ...]

#: A move: the number of the heap, counted from 0, and how many matches are taken from it.
Move = tuple[int, int]

#: The heaps of the first exercise and of the misère game.
BY_HAND: Heaps = (5, 7, 9, 14)
TRAP: Heaps = (2, 3, 4)


def winning_moves(heaps: Heaps) -> list[Move]:
    """Return all winning moves, in the order of the heaps. They leave the nim-sum 0, so h ^ x must
    be left of a heap h, where x is the nim-sum.
    """
    x = nim_sum(*heaps)
    return [(k, h - (h ^ x)) for k, h in enumerate(heaps) if h ^ x < h]


def small_heaps(most: int, heaps: int) -> Iterator[Heaps]:
    """Yield all tuples of up to ``heaps`` heaps of up to ``most`` matches, small ones first."""
    for k in range(1, heaps + 1):
        yield from sorted(product(range(most + 1), repeat=k), key=sum)


def large_heaps(most: int, heaps: int) -> Iterator[Heaps]:
    """Yield tuples of up to ``heaps`` heaps: full ones, also with the last one match short; one full
    heap among empty ones; and two heaps, far apart or not, of 2^d or 2^d - 1 matches, where the
    binary digits change.
    """
    for k in range(1, heaps + 1):
        yield (most,) * k
        yield (most,) * (k - 1) + (most - 1,)
        for place in range(k):
            yield (0,) * place + (most,) + (0,) * (k - 1 - place)
    for digit in range(most.bit_length()):
        for place in range(1, heaps):
            gap = (0,) * (place - 1)
            yield (2**digit, *gap, 2**digit)
            yield (2**digit, *gap, 2**digit - 1)
            yield (2**digit - 1, *gap, 2**digit)


def balanced(heaps: Heaps, place: int, most: int) -> Heaps:
    """Return the heaps with another number at ``place``, so that the nim-sum is 0, if the number is
    not above ``most``.
    """
    others = nim_sum(*heaps[:place], *heaps[place + 1 :])
    return (*heaps[:place], min(others, most), *heaps[place + 1 :])


@dataclass(frozen=True)
class NimHeaps(Domain[Heaps]):
    """Tuples of 1 to ``most_heaps`` heaps of 0 to ``most`` matches; the nim-sum is often 0."""

    most_heaps: int
    most: int
    draws: int = 60

    def small(self) -> Iterable[Heaps]:
        yield from small_heaps(5, 3)
        # A search is too slow here. Later heaps would nest its calls too deep, which says less.
        yield 31, 30, 29, 28, 27

    def extreme(self) -> Iterable[Heaps]:
        """Large heaps; heaps with one or several winning moves, or none, in every order; and heaps
        each of which has a winning move.
        """
        yield from large_heaps(self.most, self.most_heaps)
        for heaps in ((7, 9, 14, 5), (100, 28, 127, 7), (64, 65, 66, 67), (65, 72, 81, 99, 127)):
            yield from permutations(heaps)
        for heaps in ((5, 6, 7, 7, 4), (9, 10, 12, 15, 8)):
            yield from (heaps[k:] + heaps[:k] for k in range(5))

    def draw(self, rng: Draws) -> Heaps:
        """Two heaps or more, small or large; half of the time the nim-sum is made 0, if it can be."""
        count = rng.randint(2, self.most_heaps)
        most = rng.choice((7, 31, self.most))
        heaps = tuple(rng.randint(0, most) for _ in range(count))
        return balanced(heaps, rng.below(count), self.most) if rng.random() < 0.5 else heaps

    def related(self, value: Heaps, rng: Draws) -> Iterable[Heaps]:
        """The heaps in other orders, and with a match less in the last one."""
        yield value[::-1]
        yield tuple(rng.shuffled(value))
        yield (*value[:-1], max(value[-1] - 1, 0))


def counted_from_one(heaps: Heaps, move: Move) -> Move:
    """Return the move that is meant if heaps were counted from 1."""
    return move[0] - 1, move[1]


def take_before_heap(heaps: Heaps, move: Move) -> Move:
    """Return the move that is meant if the number to take was written first."""
    return move[1], move[0]


def left_instead_of_taken(heaps: Heaps, move: Move) -> Move:
    """Return the move that is meant if the second number was what is left of the heap."""
    heap, left = move
    return (heap, heaps[heap] - left) if 0 <= heap < len(heaps) else (0, 0)


#: What to ask a student who writes a move in another way, and which move is meant.
HABITS: dict[str, Callable[[Heaps, Move], Move]] = {
    "Heaps are counted from 0: did you begin with 1?": counted_from_one,
    "The heap comes first, then what you take: did you write it the other way round?": (
        take_before_heap
    ),
    "The second number is what you take: did you give what you leave?": left_instead_of_taken,
}


def _question_on_writing(moves: list[Move]) -> str:
    """Return the question to ask, after a blank, if two or more of these moves do not win as given,
    but all do if they are read in one other way; otherwise "".
    """
    right = winning_moves(BY_HAND)
    if sum(move not in right for move in moves) < 2:
        return ""
    questions = [
        question
        for question, intended_move in HABITS.items()
        if all(intended_move(BY_HAND, move) in right for move in moves)
    ]
    return f" {questions[0]}" if len(questions) == 1 else ""


def _why_lost(heaps: Heaps, move: Move) -> str:
    """Return a sentence that says what is wrong with a pair that is not a winning move."""
    _, why = move_of(Nim(heaps), heaps, move)
    if why:
        return why
    left = Nim(heaps).play(heaps, move)
    return (
        f"{move} leaves {left}, and {' ⊕ '.join(map(str, left))} = {nim_sum(*left)}: your "
        "opponent wins."
    )


@exercise(
    "Write 5, 7, 9 and 14 in binary, one below the other. In which columns is the number of ones "
    "odd?",
    "A heap h has a winning move if `h xor x < h`, where x is the nim-sum. Then `h xor x` must be "
    "left of it.",
)
def winning_takes(answer: Any) -> Feedback:
    """All winning moves from BY_HAND, as pairs (heap, take), heaps counted from 0."""
    right = winning_moves(BY_HAND)
    given = pairs_of(answer, "a list of pairs (heap, take)")
    for move in given:
        require(move in right, f"{_why_lost(BY_HAND, move)}{_question_on_writing(given)}")
    if set(given) == set(right):
        return RIGHT
    return wrong(f"There are more winning moves: {len(right)} in all.")


def what_is_taken(move: Move) -> int:
    """Return how many matches a move takes."""
    return move[1]


@mistake("Your function takes the first winning move, and another one may take fewer matches.")
def first_winning_move(heaps: Heaps) -> Move | None:
    """Return the winning move from the first heap that has one."""
    moves = winning_moves(heaps)
    return moves[0] if moves else None


@mistake("If several winning moves take equally few, the exercise asks for the first of them.")
def last_of_the_smallest(heaps: Heaps) -> Move | None:
    """Return the winning move that takes the fewest matches, the last of several."""
    return min(reversed(winning_moves(heaps)), key=what_is_taken, default=None)


@mistake("Your function takes as many matches as it can; the exercise asks for the fewest.")
def largest_winning_move(heaps: Heaps) -> Move | None:
    """Return the winning move that takes the most matches."""
    return max(winning_moves(heaps), key=what_is_taken, default=None)


@mistake("Heaps are counted from 0: did you begin with 1?")
def smallest_counted_from_one(heaps: Heaps) -> Move | None:
    """Return the right move, with heaps counted from 1."""
    move = min(winning_moves(heaps), key=what_is_taken, default=None)
    return None if move is None else (move[0] + 1, move[1])


@mistake("The second number is what you take: did you give what you leave?")
def smallest_with_what_is_left(heaps: Heaps) -> Move | None:
    """Return the right move with what it leaves of the heap in the place of what it takes."""
    move = min(winning_moves(heaps), key=what_is_taken, default=None)
    return None if move is None else (move[0], heaps[move[0]] - move[1])


@function(
    NimHeaps(5, 127).alone(),
    "Add the heaps without carrying, as `nim_sum(*heaps)` does. If the sum x is 0, no move wins: "
    "return `None`.",
    "Each heap h with h ^ x < h has one winning move. How many matches does it take?",
    "Compare the winning moves by what they take, and keep the first of the smallest.",
    mistakes=[
        first_winning_move,
        last_of_the_smallest,
        largest_winning_move,
        smallest_counted_from_one,
        smallest_with_what_is_left,
    ],
    save_as="nim_move",
    nothing="no move wins",
)
def winning_move(heaps: Heaps) -> Move | None:
    """move(heaps): the winning move (heap, take) that takes the fewest matches, the first of
    several, or None.
    """
    return min(winning_moves(heaps), key=what_is_taken, default=None)


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
    feedback = wins(Misere(Nim(TRAP)), answer, TRAP, habits=HABITS)
    if feedback.play is None or not feedback.play.notes:
        return feedback
    mistake_number = min(feedback.play.notes)  # the move that the first note is on
    heaps = reduce(Nim(TRAP).play, feedback.play.line[:mistake_number], TRAP)
    if feedback.play.line[mistake_number] not in winning_moves(heaps):
        return feedback
    return wrong(
        f"{feedback.reason} In ordinary Nim that move from {heaps} would win.", feedback.play
    )


#: The most matches in a heap, and the largest limit on a move.
LARGEST_HEAP, LARGEST_LIMIT = 99, 120


@dataclass(frozen=True)
class LimitedNim(Domain[Question]):
    """Up to four heaps of up to LARGEST_HEAP matches, and how many a move takes at most."""

    draws: int = 120

    def small(self) -> Iterable[Question]:
        """All small heaps, and with each limit one heap or two whose remainders are near 0."""
        yield from product(small_heaps(4, 3), (1, 2, 3))
        yield (43, 42, 41, 40), 43  # too slow for a search
        for most in range(1, LARGEST_LIMIT + 1):
            heaps = self._near_multiples(most)
            yield from (((h,), most) for h in heaps)
            # Two heaps with some of the limits only: all would be too many questions.
            if most in (1, 2, 4, 5, 6, 7, 20, 31, 48, 49, 63, 98, 99, 119, 120):
                yield from product(product(heaps, repeat=2), (most,))

    def extreme(self) -> Iterable[Question]:
        """Large heaps."""
        for heaps in large_heaps(LARGEST_HEAP, 4):
            yield from product([heaps], (1, 2, 7, LARGEST_HEAP, LARGEST_LIMIT))

    def _near_multiples(self, most: int) -> list[int]:
        """Heaps a little below and above small and large multiples of ``most + 1``."""
        step = most + 1
        last = LARGEST_HEAP // step * step
        near = {1, most - 1, most, step, most + 2, 2 * step, 3 * step + 1, last, last - 1}
        return sorted(h for h in {*near, LARGEST_HEAP} if 0 <= h <= LARGEST_HEAP)

    def draw(self, rng: Draws) -> Question:
        """Any heaps, or heaps whose remainders have the nim-sum 0."""
        most = rng.randint(1, rng.choice((3, 12, 49, LARGEST_LIMIT)))
        heaps = [rng.randint(0, LARGEST_HEAP) for _ in range(rng.randint(1, 4))]
        place = rng.below(len(heaps))
        if rng.random() < 0.6:
            others = heaps[:place] + heaps[place + 1 :]
            rest = nim_sum(*(h % (most + 1) for h in others))
            heaps[place] = min(rest, LARGEST_HEAP)
        return tuple(heaps), most

    def related(self, value: Question, rng: Draws) -> Iterable[Question]:
        """The heaps in other orders, and with each heap as large as its remainder allows."""
        heaps, most = value
        yield heaps[::-1], most
        yield tuple(rng.shuffled(heaps)), most
        for place, heap in enumerate(heaps):
            same_remainder = range(heap, LARGEST_HEAP + 1, most + 1)
            yield (*heaps[:place], same_remainder[-1], *heaps[place + 1 :]), most


def _as_it_is(question: Question, rng: Draws) -> Iterator[Question]:
    """Yield what is a question already."""
    yield question


@mistake("That is right if any number may be taken; here at most `most` may.")
def won_without_a_limit(heaps: Heaps, most: int) -> bool:
    """Return the answer of ordinary Nim."""
    return nim_sum(*heaps) != 0


@mistake("Your function adds the heaps, as if they were one.")
def won_as_one_heap(heaps: Heaps, most: int) -> bool:
    """Return the answer for one heap of all the matches."""
    return sum(heaps) % (most + 1) != 0


@mistake(
    "Your function takes the remainders by `most`: what do your opponent's take and your answer "
    "add up to?"
)
def won_by_remainders_of_most(heaps: Heaps, most: int) -> bool:
    """Return the answer with a divisor that is too small by one."""
    return nim_sum(*(h % most for h in heaps)) != 0


@mistake(
    "Your function adds first, and takes the remainder of the sum: take the remainder of each heap "
    "before you add."
)
def won_by_the_remainder_of_the_sum(heaps: Heaps, most: int) -> bool:
    """Return the answer with the nim-sum before the remainder."""
    return nim_sum(*heaps) % (most + 1) != 0


@mistake("Two heaps that would be won alone can balance.")
def won_if_some_heap_is(heaps: Heaps, most: int) -> bool:
    """Return whether some heap alone is won."""
    return any(h % (most + 1) for h in heaps)


@mistake("A heap larger than `most` is not worth `most`: which heaps are lost alone?")
def won_with_heaps_cut_off(heaps: Heaps, most: int) -> bool:
    """Return the answer as if no more than ``most`` of a heap counted."""
    return nim_sum(*(min(h, most) for h in heaps)) != 0


@function(
    LimitedNim().asking(_as_it_is),
    "With one heap this is lecture 1. What counts there?",
    "A heap h is worth as much as a heap of h % (most + 1) in ordinary Nim.",
    mistakes=[
        won_without_a_limit,
        won_as_one_heap,
        won_by_remainders_of_most,
        won_by_the_remainder_of_the_sum,
        won_if_some_heap_is,
        won_with_heaps_cut_off,
    ],
)
def bounded(heaps: Heaps, most: int) -> bool:
    """is_won(heaps, most): whether the player to move wins Nim if a move takes at most ``most``
    from one heap.
    """
    return nim_sum(*(h % (most + 1) for h in heaps)) != 0


@dataclass(frozen=True)
class Stairs(Domain[Heaps]):
    """Stairs of 1 to ``most_steps`` steps with up to ``most`` coins on each; the odd steps often
    balance.
    """

    most_steps: int
    most: int
    draws: int = 80

    def small(self) -> Iterable[Heaps]:
        yield from small_heaps(3, 2)
        yield from small_heaps(2, 3)
        yield from small_heaps(1, 5)

    def extreme(self) -> Iterable[Heaps]:
        """Coins on one step alone, full stairs, and equal numbers on steps 1 and 3, also with coins on
        the even steps, which must not matter.
        """
        yield from large_heaps(self.most, self.most_steps)
        for step in range(self.most_steps):
            yield tuple(int(k == step) for k in range(self.most_steps))
        for coins in range(1, self.most + 1):
            yield coins, 0, coins
            yield coins, 1, coins, self.most, 0, coins - 1, 0

    def draw(self, rng: Draws) -> Heaps:
        """Coins on each step; half of the time balanced, so that the nim-sum of the odd steps is 0."""
        count = rng.randint(2, self.most_steps)
        most = rng.choice((3, self.most))
        coins = [rng.randint(0, most) for _ in range(count)]
        if rng.random() < 0.5:
            odd_steps = tuple(coins[::2])
            coins[::2] = balanced(odd_steps, rng.below(len(odd_steps)), self.most)
        return tuple(coins)

    def related(self, value: Heaps, rng: Draws) -> Iterable[Heaps]:
        """The odd steps in the opposite order and in their own, each time with other coins on the even
        steps.
        """
        odd_steps = value[::2]  # coins[0] lie on step 1
        for order in (odd_steps[::-1], odd_steps):
            coins = list(value)
            coins[::2] = order
            coins[1::2] = [rng.randint(0, self.most) for _ in coins[1::2]]
            yield tuple(coins)


@mistake("That is right if coins are taken away; here they move to the next step.")
def won_if_coins_leave(coins: Heaps) -> bool:
    """Return the answer as if each step were a heap of Nim."""
    return nim_sum(*coins) != 0


@mistake("Your function looks at the other steps: coins[0] lie on step 1.")
def won_by_the_even_steps(coins: Heaps) -> bool:
    """Return the answer with the even steps as heaps."""
    return nim_sum(*coins[1::2]) != 0


@mistake("Your function asks whether there are coins on certain steps, but two heaps can balance.")
def won_with_coins_on_odd_steps(coins: Heaps) -> bool:
    """Return whether any coin lies on an odd step."""
    return any(coins[::2])


@mistake("Two players can balance unequal parts: add the odd steps without carrying, by `nim_sum`.")
def won_by_the_sum(coins: Heaps) -> bool:
    """Return whether the number of coins on the odd steps is odd."""
    return sum(coins[::2]) % 2 != 0


@function(
    Stairs(7, 31).alone(),
    "Play with coins on steps 1 and 2 only. Does it matter how many lie on step 2?",
    "Whatever your opponent brings down from an even step, you bring down one step further.",
    "Coins on an even step might as well not be there. Those on the odd steps are heaps of Nim.",
    mistakes=[
        won_if_coins_leave,
        won_by_the_even_steps,
        won_with_coins_on_odd_steps,
        won_by_the_sum,
    ],
)
def stairs(coins: Heaps) -> bool:
    """wins(coins): whether the player to move wins with these numbers of coins on steps 1, 2, 3,
    ... of the stairs.

    A move brings some coins from one step down to the next; step 0 is the ground, and a player who
    cannot move loses.
    """
    return nim_sum(*coins[::2]) != 0
