"""The exercises of lecture 01: right and wrong answers as they are given, and what becomes of
each.
"""

from functools import partial

from ipywidgets import HTML, IntSlider

from check.lecture import RIGHT, TYPE, WRONG, Lecture, each, reference
from gamecourse.check import matches as check
from gamecourse.grading.sheet import opened
from gamefast import solve
from gamelib import LOSS, WIN, Misere
from gamelib.games import Matches


def plain_recursion(n, takes):
    return any(not plain_recursion(n - t, takes) for t in takes if t <= n)


def without_a_short_cut(n, takes):
    won = False
    for t in takes:
        if t <= n and without_a_short_cut(n - t, takes) is False:
            won = True
    return won


def climbs(n, takes=(1, 3, 4)):
    f = []
    for k in range(n + 1):
        f.append(any(not f[k - t] for t in takes if t <= k))
    return f[n]


def climbs_below_nothing(n, takes):
    """Python counts from the end where the index is negative."""
    f = [False] * (n + 1)
    for k in range(1, n + 1):
        f[k] = any(not f[k - t] for t in takes if t <= n)
    return f[n]


def takes_what_is_not_there(n, takes):
    return n > 0 and any(not takes_what_is_not_there(n - t, takes) for t in takes)


def stops_at_what_is_not_there(n, takes):
    """As if the takes came in order."""
    for t in takes:
        if t > n:
            return False
        if not stops_at_what_is_not_there(n - t, takes):
            return True
    return False


def prints_and_returns(n, takes):
    print(n)
    return climbs(n, takes)


def misere(n, takes):
    return solve(Misere(Matches(20, sorted(takes))))[n].outcome == WIN


OTHER_TAKES = [
    (climbs, RIGHT, "right$"),
    (prints_and_returns, RIGHT, "right$"),
    (plain_recursion, RIGHT, "right$"),
    (without_a_short_cut, RIGHT, "right$"),
    (
        lambda n, takes: not climbs(n, takes),
        WRONG,
        r"0, \(1, 3, 4\)\) is True, it should be False\. Your function says the opp",
    ),
    (
        lambda n, takes: n % (max(takes) + 1) != 0,
        WRONG,
        r"\(2, .*right if every number up to the largest",
    ),
    (
        lambda n, takes: climbs(n),
        WRONG,
        "right for the takes 1, 3 and 4; each question has its own",
    ),
    (takes_what_is_not_there, WRONG, r"\(2, .* is True.*as if 3 could be taken from a pile of 2"),
    (climbs_below_nothing, WRONG, "it should be"),
    (stops_at_what_is_not_there, WRONG, r", 1, .* is False, it should be True|it should be True"),
    (misere, WRONG, r"\(0, .* is True.*right in misère play"),
    (lambda n, takes: WIN if climbs(n, takes) else LOSS, WRONG, r"is LOSS; it should be False"),
    (
        lambda n, takes: climbs(n, takes) if n < 20 else None,
        WRONG,
        r"\(20, \(1, 3, 4\)\) is None, it should be True\.$",
    ),
    (lambda n, takes: climbs(n, takes[:2]), WRONG, "it should be"),
    (lambda n, takes: True, WRONG, r"is True, it should be False\.$"),
    ("wins", WRONG, "Give the function itself"),
]


PILES = [1, 6, 11, 16, 21, 26]

LEAVE = [
    (PILES, RIGHT, "right$"),
    (tuple(PILES[::-1]), RIGHT, "right$"),
    (
        range(1, 31, 5),
        TYPE,
        r"range\(1, 31, 5\) is of the type range\. Write list\(\.\.\.\) around it",
    ),
    ([*map(float, PILES)], TYPE, r"1\.0 should be a whole number, 1\."),
    (PILES + PILES, WRONG, "1 is in it more than once"),
    (
        [*range(0, 31, 5)],
        WRONG,
        "the player who faces it wins. Your piles would be right if the last match won",
    ),
    (
        [*range(5, 31, 5)],
        WRONG,
        "1 is missing.*would be right if the last match won. Here it loses",
    ),
    ([*range(1, 31, 4)], WRONG, "5 is in your list.*would be right if 1 to 3 might be taken"),
    ([n for n in range(31) if n % 5 != 1], WRONG, "would be right if you were to face them"),
    (PILES[:-1], WRONG, "26 is missing, though it is lost for the player to move.$"),
    ([*PILES, 31], WRONG, "Give a list of whole numbers from 0 to 30"),
    ([1.5, *PILES[1:]], WRONG, "Give a list of whole numbers"),
    ([True, *PILES[1:]], WRONG, "Give a list of whole numbers"),
    (lambda n: n % 5 == 1, WRONG, "Give a list of piles"),
    ([], WRONG, "1 is missing"),
]


STRATEGY = [
    (lambda pile: pile % 6, RIGHT, "right$"),
    ({pile: pile % 6 for pile in range(33)}.get, RIGHT, "right$"),
    (lambda pile: pile % 5 or 1, WRONG, "You have lost"),
    (lambda pile: min(pile, 5), WRONG, "this gives the win away: take 2 keeps it"),
    (lambda pile: 1, WRONG, "You have lost"),
    (lambda pile: 7, WRONG, r"The move 7 is not allowed: take 7 from a pile of 32"),
    (lambda pile: pile - pile % 6, WRONG, "The move 30 is not allowed"),
    (lambda pile: (2,), WRONG, r"is \(2,\), which is not a move. The moves here are 1, 2"),
]


def period(a, b):
    return 2 * a if b % a == 0 and b // a % 2 else a + b


def by_looking(a, b):
    won = [any(n >= t and not won[n - t] for t in (a, b)) for won in [[]] for n in range(0)]
    for n in range(6 * (a + b)):
        won.append(any(n >= t and not won[n - t] for t in (a, b)))
    return next(p for p in range(1, 200) if all(won[n] == won[n + p] for n in range(len(won) - p)))


TWO_TAKES = [
    (period, RIGHT, "right$"),
    (lambda a, b: a + b, WRONG, r"\(1, 3\) is 4, it should be 2\. It is a \+ b for most pairs"),
    (
        lambda a, b: 2 * a if b % a == 0 else a + b,
        WRONG,
        r"\(1, 2\) is 2.*Not every pair in which a goes into b",
    ),
    (lambda a, b: 2 if a == 1 and b % 2 else a + b, WRONG, r"\(2, 6\) is 8.*exceptions with a > 1"),
    (lambda a, b: 2 * period(a, b), WRONG, r"\(1, 2\) is 6, it should be 3\.$"),
    (lambda a, b: period(a, b) if b < 11 else a + b, WRONG, r"\(1, 11\) is 12, it should be 2"),
    (lambda a, b: a - b, WRONG, r"\(1, 2\) is -1, it should be 3\.$"),
]


def test_what_is_taken_for_right_is_what_play_finds():
    assert [n for n in range(61) if not climbs(n)] == [n for n in range(61) if n % 7 in (0, 2)]
    assert all(
        reference(check.two_takes)(a, b) == by_looking(a, b) for a, b in check.two_takes.questions()
    )
    largest = {}
    for n, takes in check.other_takes.questions():
        key = tuple(sorted(takes))
        largest[key] = max(n, largest.get(key, 0))
    won = {takes: solve(Matches(most, takes)) for takes, most in largest.items()}
    won_in_misere_play = {
        takes: solve(Misere(Matches(most, takes))) for takes, most in largest.items()
    }
    for n, takes in check.other_takes.questions():
        key = tuple(sorted(takes))
        assert reference(check.other_takes)(n, takes) == (won[key][n].outcome == WIN)
        in_misere_play = opened(check)["is_won_in_misere_play"](n, takes)
        assert in_misere_play == (won_in_misere_play[key][n].outcome == WIN)


def told(takes, n):
    return next((f"take {t}" for t in sorted(takes) if t <= n and not climbs(n - t, takes)), "lost")


CONTROL = ["IntSlider 0 to 20 in steps of 1", "HTML"]


def with_widgets(takes, piles, first=True, largest=False):
    """A slider and a text, joined as in the task, or not quite."""
    slider, text = IntSlider(value=15, min=0, max=20), HTML()

    def tell(change):
        good = [t for t in takes if t <= slider.value and not climbs(slider.value - t, takes)]
        text.value = f"take {(max if largest else min)(good)}" if good else "lost"

    slider.observe(tell, names="value")
    if first:
        tell(None)
    said = [
        f"{type(slider).__name__} {slider.min} to {slider.max} in steps of {slider.step}",
        type(text).__name__,
        text.value,
    ]
    for slider.value in piles:
        said.append(text.value)
    return said


SLIDER = [
    (with_widgets, RIGHT, "right$"),
    (lambda takes, piles: [*CONTROL, *(told(takes, n) for n in (15, *piles))], RIGHT, "right$"),
    (partial(with_widgets, first=False), WRONG, "Nothing has set the text before the slider moves"),
    (
        partial(with_widgets, largest=True),
        WRONG,
        "Several takes may win: the exercise asks for the smallest",
    ),
    (lambda takes, piles: with_widgets(takes, piles)[1:], WRONG, "it should be"),
    (
        lambda takes, piles: [*CONTROL, *[with_widgets(takes, [])[2]] * (1 + len(piles))],
        WRONG,
        "The text never changes: does `observe` know your function",
    ),
    (
        lambda takes, piles: [
            *CONTROL,
            with_widgets(takes, [])[2],
            *with_widgets(takes, piles)[2:-1],
        ],
        WRONG,
        "it should be|items",
    ),
    (
        lambda takes, piles: [*CONTROL, *(said.upper() for said in with_widgets(takes, piles)[2:])],
        WRONG,
        "it should be",
    ),
]


LECTURE = Lecture(
    "matches",
    answers=each(
        {
            "other_takes": OTHER_TAKES,
            "good_to_leave": LEAVE,
            "strategy": STRATEGY,
            "two_takes": TWO_TAKES,
            "slider": SLIDER,
        }
    ),
    slow=["other_takes", "slider"],
)
