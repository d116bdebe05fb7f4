"""The exercises of lecture 01, matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations
from random import Random
from typing import Any

from gamecourse.check import RIGHT, Feedback, exercise, function, mistake, wins, wrong, wrong_kind
from gamecourse.grading.extract import items, whole
from gamelib.games import Matches

Takes = tuple[int, ...]


def _rules() -> Iterator[Takes]:
    """Yield takes of one to three numbers up to 9, and some in another order."""
    yield from ((1, 3, 4), (1, 2, 3), (2, 3), (1,), (9,))
    yield from chain(combinations(range(1, 10), 2), combinations(range(1, 10), 3))
    yield from ((4, 1, 3), (9, 8), (3, 2, 1), (8, 5, 9))


def _piles() -> Iterator[tuple[int, Takes]]:
    """Yield all piles with takes 1, 3 and 4, then some piles with all takes."""
    yield from ((n, (1, 3, 4)) for n in range(21))
    yield from ((n, takes) for k, takes in enumerate(_rules()) for n in (*range(k % 3, 20, 3), 20))


@cache
def _wins(n: int, takes: Takes, misere: bool = False, beyond: bool = False) -> bool:
    """Return whether the player to move wins with n matches: some take leads to a pile that is
    lost.

    If ``beyond``, any take is allowed from any pile, and a pile below 0 is lost, as pile 0 is.
    """
    piles = [max(n - take, 0) for take in takes if take <= n or (beyond and n)]
    return not all(_wins(pile, takes, misere, beyond) for pile in piles) if piles else misere


@function(
    _piles,
    "Climb from 0: what can the player to move do with 0, 1, 2 matches?",
    "A pile is won if some possible take leads to a pile that is not won: `any(not wins(n - t, "
    "takes) for ...)`.",
    mistake(
        "It is as if 3 could be taken from a pile of 2: is t <= n asked everywhere?", beyond=True
    ),
    mistake(
        "That would be right if every number up to the largest take could be taken.", gaps=False
    ),
    mistake(
        "That would be right in misère play; here the player who cannot move has lost.", misere=True
    ),
    mistake(
        "That would be right for the takes 1, 3 and 4; each question has its own.",
        lambda n, _: n % 7 not in (0, 2),
    ),
    save_as="wins",
)
def other_takes(n: int, takes: Takes, gaps: bool = True, **how: bool) -> bool:
    """wins(n, takes): whether the player to move wins with n matches if a move takes one of the
    numbers in takes.
    """
    return _wins(n, takes if gaps else tuple(range(1, max(takes) + 1)), **how)


@exercise(
    "The player who faces 1 match must take it and has lost. What about 2, 3, 4 and 5?",
    "Whatever your opponent takes, you take the difference from 5. Which pile do you want to come "
    "down to?",
)
def good_to_leave(answer: Any) -> Feedback:
    """The piles up to 30 to leave to the opponent, as a list, if the last match loses and 1 to 4
    may be taken.
    """
    given = {whole(pile, 0, 30) for pile in items(answer, "a list of piles")}
    if None in given:
        raise wrong_kind("a list of whole numbers from 0 to 30", answer)
    for n in range(31):
        if (n in given) == _wins(n, (1, 2, 3, 4), misere=True):
            here = "in your list, but the player who faces it wins."
            said = here if n in given else "missing, though it is lost for the player to move."
            return wrong(f"{n} is {said}{_other_question(given - {0})}")
    return RIGHT


def _other_question(given: set[int | None]) -> str:
    """Return which other question these piles would answer, if there is one."""
    piles = range(1, 31)
    answers = {
        "if the last match won. Here it loses": {n for n in piles if n % 5 == 0},
        "if 1 to 3 might be taken. Here it is 1 to 4": {n for n in piles if n % 4 == 1},
        "if you were to face them. Here your opponent does": {n for n in piles if n % 5 != 1},
    }
    return next(
        (
            f" Your piles would be right {words}."
            for words, right in answers.items()
            if given == right
        ),
        "",
    )


@exercise(
    "Which piles does a player want to leave if 1 to 5 may be taken?",
    "Take the remainder on division by 6. If you have begun well, you will never face a pile "
    "where it is 0.",
)
def strategy(answer: Any) -> Feedback:
    """A strategy, pile -> take, that wins against everybody with 32 matches, of which 1 to 5 may be
    taken.
    """
    return wins(Matches(32, (1, 2, 3, 4, 5)), answer, 32)


def _pairs() -> Iterator[tuple[int, int]]:
    """Yield all pairs up to 10, then the exceptions among larger pairs, and their neighbours."""
    yield from ((a, b) for b in range(2, 11) for a in range(1, b))
    for b in (*range(11, 25), 27, 28, 32, 35, 36, 45, 48, 49, 50):
        yield from ((a, b) for a in range(1, b) if b % a == 0 or a in (b - 1, b // 2 + 1))


@function(
    _pairs,
    "Let `find_period` tell you the period for some pairs. When is it not `a + b`?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how many times does a go into b?",
    mistake(
        "It is a + b for most pairs, but not for all: collect some, and see which are different.",
        lambda a, b: a + b,
    ),
    mistake(
        "Not every pair in which a goes into b is an exception: how many times does a go into b?",
        odd=False,
    ),
    mistake("There are exceptions with a > 1, too.", lambda a, b: 2 if a == 1 and b % 2 else a + b),
)
def two_takes(a: int, b: int, odd: bool = True) -> int:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""
    # A round takes a + b, but an odd multiple of a acts like a. A test compares this rule with
    # piles that are solved.
    return 2 * a if b % a == 0 and (b // a % 2 or not odd) else a + b


def _moved() -> Iterator[tuple[Takes, list[int]]]:
    """Yield moves of a slider: none, up and down, to its ends, and back to where it was."""
    rng = Random(11)
    for k, takes in enumerate(_rules()):
        yield takes, [[], [0], [20, 0], [14, 15], [15]][k % 5]
        yield takes, rng.choices(range(21), k=12 - k % 12)


@function(
    _moved,
    "The function that observe calls sets the value of the HTML. What does the HTML say before "
    "anything has moved?",
    "Call that function once yourself, before you return the pair. It can ask the slider for its "
    "value.",
    mistake(
        "Nothing has set the text before the slider moves: call your function once yourself.",
        untold=True,
    ),
    mistake("Several takes may win: the exercise asks for the smallest.", rule=max),
)
def slider(
    takes: Takes, piles: list[int], untold: bool = False, rule: Callable[[list[int]], int] = min
) -> list[str]:
    """texts(takes, piles): what the text beside a slider says at 15 matches, and after each move of
    the slider.
    """

    def text(n: int) -> str:
        good = [t for t in takes if t <= n and not _wins(n - t, takes)]
        return f"take {rule(good)}" if good else "lost"

    still = 1 + next((k for k, n in enumerate(piles) if n != 15), len(piles)) if untold else 0
    return [""] * still + [*map(text, (15, *piles))][still:]
