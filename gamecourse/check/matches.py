"""The exercises of lecture 01, matches."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from gamecourse.check import RIGHT, Feedback, exercise, function, mistake, wins, wrong, wrong_kind
from gamecourse.grading.domains import Lists, Question, Whole
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import items, whole
from gamelib.games import Matches

Takes = tuple[int, ...]

#: The numbers that may be taken: one to three different ones, up to 9.
TAKES = Lists(Whole(1, 9), 1, 3, kind=tuple, distinct=True)


@cache
def is_won(n: int, takes: Takes) -> bool:
    """Return whether the player to move wins with n matches: some take leads to a pile that is
    lost.
    """
    return any(not is_won(n - take, takes) for take in takes if take <= n)


@mistake("That would be right in misère play; here the player who cannot move has lost.")
@cache
def is_won_in_misere_play(n: int, takes: Takes) -> bool:
    """Return the answer if the player who cannot move has won."""
    possible = [take for take in takes if take <= n]
    return not possible or any(not is_won_in_misere_play(n - take, takes) for take in possible)


@mistake("It is as if 3 could be taken from a pile of 2: is t <= n asked everywhere?")
@cache
def is_won_below_zero(n: int, takes: Takes) -> bool:
    """Return the answer if any take is allowed from any pile, and a pile below 0 is lost."""
    return n > 0 and any(not is_won_below_zero(n - take, takes) for take in takes)


@mistake("That would be right if every number up to the largest take could be taken.")
def is_won_without_gaps(n: int, takes: Takes) -> bool:
    """Return the answer if all numbers from 1 to the largest take may be taken."""
    return is_won(n, tuple(range(1, max(takes) + 1)))


@mistake("That would be right for the takes 1, 3 and 4; each question has its own.")
def is_won_in_the_lecture(n: int, takes: Takes) -> bool:
    """Return the answer for takes 1, 3 and 4."""
    return is_won(n, (1, 3, 4))


def _piles(takes: Takes, rng: Draws) -> Iterator[Question]:
    """Yield the questions about all piles up to 20 with these takes, or about nine if there are
    three takes.
    """
    piles = list(range(21))
    if len(takes) == 3:
        piles = sorted({0, 1, 19, 20, *rng.sample(range(2, 19), 5)})
    yield from ((n, takes) for n in piles)


#: The game of the lecture comes first.
OF_THE_LECTURE = [(n, (1, 3, 4)) for n in range(21)]


@function(
    TAKES.asking(_piles, first=OF_THE_LECTURE),
    "Climb from 0: what can the player to move do with 0, 1, 2 matches?",
    "A pile is won if some possible take leads to a pile that is not won: `any(not wins(n - t, "
    "takes) for ...)`.",
    mistakes=[
        is_won_in_misere_play,
        is_won_below_zero,
        is_won_without_gaps,
        is_won_in_the_lecture,
    ],
    save_as="wins",
)
def other_takes(n: int, takes: Takes) -> bool:
    """wins(n, takes): whether the player to move wins with n matches if a move takes one of the
    numbers in takes.
    """
    return is_won(n, takes)


def piles_to_leave(takes: Takes) -> set[int]:
    """Return the piles up to 30 that are lost for the player to move, if the last match loses."""
    return {n for n in range(31) if not is_won_in_misere_play(n, takes)}


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
    right = piles_to_leave((1, 2, 3, 4))
    if given == right:
        return RIGHT
    pile = next(n for n in range(31) if (n in given) != (n in right))
    if pile in given:
        said = f"{pile} is in your list, but the player who faces it wins."
    else:
        said = f"{pile} is missing, though it is lost for the player to move."
    return wrong(said + _other_question(given - {0}))


#: What else could have been asked, with the piles that would be right from 1 on.
OTHER_QUESTIONS = {
    "if the last match won. Here it loses": set(range(5, 31, 5)),
    "if 1 to 3 might be taken. Here it is 1 to 4": piles_to_leave((1, 2, 3)),
    "if you were to face them. Here your opponent does": (
        set(range(1, 31)) - piles_to_leave((1, 2, 3, 4))
    ),
}


def _other_question(given: set[int | None]) -> str:
    """Return which other question these piles would answer, if there is one."""
    for condition, right in OTHER_QUESTIONS.items():
        if given == right:
            return f" Your piles would be right {condition}."
    return ""


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


@mistake("It is a + b for most pairs, but not for all: collect some, and see which are different.")
def always_the_sum(a: int, b: int) -> int:
    """Return the period without the exceptions."""
    return a + b


@mistake("Not every pair in which a goes into b is an exception: how many times does a go into b?")
def any_multiple(a: int, b: int) -> int:
    """Return the period as if even multiples of a acted like a, too."""
    return 2 * a if b % a == 0 else a + b


@mistake("There are exceptions with a > 1, too.")
def only_from_one(a: int, b: int) -> int:
    """Return the period with the exceptions for a = 1 alone."""
    return 2 if a == 1 and b % 2 else a + b


def _all_pairs() -> Iterator[Question]:
    """Yield all pairs of different takes up to 50, the smaller one first."""
    yield from ((a, b) for b in range(2, 51) for a in range(1, b))


@function(
    _all_pairs,
    "Let `find_period` tell you the period for some pairs. When is it not `a + b`?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how many times does a go into b?",
    mistakes=[always_the_sum, any_multiple, only_from_one],
)
def two_takes(a: int, b: int) -> int:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""
    # A round takes a + b, but an odd multiple of a acts like a. A test compares this rule with
    # piles that are solved.
    is_odd_multiple = b % a == 0 and b // a % 2 == 1
    return 2 * a if is_odd_multiple else a + b


#: What a control should be: a slider with these ends, and a text.
CONTROL = ["IntSlider 0 to 20 in steps of 1", "HTML"]


def text_beside(takes: Takes, n: int) -> str:
    """Return what stands beside the slider: the smallest take that wins, or that there is none."""
    winning = [take for take in takes if take <= n and not is_won(n - take, takes)]
    return f"take {min(winning)}" if winning else "lost"


def slider_notes(takes: Takes, piles: list[int]) -> list[str]:
    """Return what is noted of a control: what it is, and its text at 15 matches and after each
    move.
    """
    return [*CONTROL, *(text_beside(takes, n) for n in (15, *piles))]


@mistake("Several takes may win: the exercise asks for the smallest.")
def largest_take(takes: Takes, piles: list[int]) -> list[str]:
    """Return the notes with the largest take that wins."""
    texts = []
    for n in (15, *piles):
        winning = [take for take in takes if take <= n and not is_won(n - take, takes)]
        texts.append(f"take {max(winning)}" if winning else "lost")
    return [*CONTROL, *texts]


@mistake("Nothing has set the text before the slider moves: call your function once yourself.")
def nothing_at_first(takes: Takes, piles: list[int]) -> list[str]:
    """Return the notes if the text is set only when the slider moves; 15 again is no move."""
    texts = [text_beside(takes, n) for n in (15, *piles)]
    moves = [k for k, n in enumerate(piles, 1) if n != 15]
    first_move = moves[0] if moves else len(texts)
    empty_texts = [""] * first_move
    return [*CONTROL, *empty_texts, *texts[first_move:]]


@mistake(
    "The text never changes: does `observe` know your function, and does the function ask for the "
    "new value?"
)
def never_changes(takes: Takes, piles: list[int]) -> list[str]:
    """Return the notes if nothing is observed."""
    return [*CONTROL, *[text_beside(takes, 15)] * (1 + len(piles))]


@mistake("Where does your slider begin? The task says 15.")
def begins_at_ten(takes: Takes, piles: list[int]) -> list[str]:
    """Return the notes if the slider begins at 10."""
    return [*CONTROL, *(text_beside(takes, n) for n in (10, *piles))]


#: Moves of a slider: none, to its ends, to where it is, and up and down.
PILES = Lists(Whole(0, 20), 0, 12, any_order=False, draws=100)


def _moves(takes: Takes, rng: Draws) -> Iterator[Question]:
    """Yield moves of the slider with these takes, the shortest first."""
    yield from ((takes, piles) for piles in ([], [0], [20], [15], [14, 15], [20, 0]))
    yield takes, PILES.draw(rng)


@function(
    TAKES.asking(_moves),
    "The function that observe calls sets the value of the HTML. What does the HTML say before "
    "anything has moved?",
    "Call that function once yourself, before you return the pair. It can ask the slider for its "
    "value.",
    mistakes=[nothing_at_first, largest_take, never_changes, begins_at_ten],
)
def slider(takes: Takes, piles: list[int]) -> list[str]:
    """texts(takes, piles): what a control is, what its text says at 15 matches, and after each move
    of its slider.
    """
    return slider_notes(takes, piles)
