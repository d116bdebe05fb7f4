"""The exercises of lecture 08, Kayles and its kin. Codes are octal: "0.77" is Kayles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import inf
from operator import add, xor
from typing import Any

from gamecourse.check import RIGHT, Finding, Mistakes, Told, compare, exercise, give, wrong
from gamecourse.check.machinery.asked import brief, shorten
from gamecourse.check.machinery.reading import in_order, items, table_of, whole
from gamelib import mex, octal, octal_period
from gamelib.games import Octal
from gamelib.games.heaps import octal_digits

#: The games that are told in words, and their codes.
_CODES = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.1"}

#: Longer codes are refused, and values looked at only so far.
_DIGITS, _FAR = 12, 2_000


def _code_of(answer: Any, where: str = "") -> str:
    """An octal code, also if it was written as a number."""
    code = str(answer) if isinstance(answer, int | float) and not isinstance(answer, bool) else answer
    code = code.strip() if isinstance(code, str) else code
    try:
        digits = octal_digits(code)
    except ValueError as error:
        raise Told(wrong(f"{where}{shorten(str(error))}")) from None
    if len(digits) > _DIGITS:
        raise Told(wrong(f"{where}so many digits are not needed"))
    return code


def _left(code: str, n: int) -> set[tuple[int, ...]]:
    """What can be left of a heap of n."""
    return set(Octal((n,), code).heap_moves(n))


@exercise(
    "Each digit is a sum: 1 for leaving nothing, 2 for leaving one heap, 4 for leaving two. Which are allowed in a?",
    "The first digit behind the point is for taking one. If nobody may take just one, it is 0.",
    "In c something must be left, so no digit is odd. In e nothing is taken: that is the digit before the point.",
)
def in_code(answer: Any) -> Finding:
    """The octal codes of five games that are told in words, as a dict from letter to code."""
    given = table_of(answer, "a dict from letter to code")
    for name, found in in_order(given, _CODES, "game"):
        right, code = _CODES[name], _code_of(found, f"at {name}: ")
        for n in range(_DIGITS + 3):
            much, less = sorted(_left(code, n) - _left(right, n)), sorted(_left(right, n) - _left(code, n))
            if much or less:
                what = " and ".join(map(str, (much or less)[0])) or "nothing"
                by_code, by_rules = ("may", "not allowed") if much else ("may not", "allowed")
                told = f"From a heap of {n}, by that code, you {by_code} leave {what}; by the rules of the game this is"
                return wrong(f"{name} is not {code}. {told} {by_rules}")
    return RIGHT


def _cells(n: int, worth: Callable[[int, int], bool]) -> set[int]:
    """The cells c of a strip of n for which this holds of what lies to the left and to the right."""
    return {c for c in range(n) if worth(c, n - 1 - c)}


@exercise(
    "A strip of n cells is a heap of n + 2 in the game 0.007. Which heaps does an X in cell c leave?",
    "Heaps of c and of n - 1 - c. You win if that is lost for your opponent: if the two nimbers are equal.",
)
def first_cells(answer: Any) -> Finding:
    """first_cells(n): the cells, from 0 on, in which the first X wins Treblecross on a strip of n."""
    g = octal("0.007", 80).tolist()

    def right(n: int) -> set[int]:
        return _cells(n, lambda a, b: g[a] == g[b])

    mistakes: Mistakes = {
        "That counts the cells from 1: the first is cell 0": lambda n: {c + 1 for c in right(n)},
        "These are the cells that lose": lambda n: set(range(n)) - right(n),
        "Other cells than the middle can have equal nimbers on both sides": lambda n: {n // 2} if n % 2 else set(),
        "A strip of m cells is a heap of m + 2, and so are the strips that are left": lambda n: _cells(
            n, lambda a, b: g[max(a - 2, 0)] == g[max(b - 2, 0)]
        ),
        "The nim-sum of BOTH sides must be 0": lambda n: _cells(n, lambda a, b: g[a] == 0),
    }
    return compare(answer, right, ((n,) for n in (*range(3, 41), 60, 75)), mistakes=mistakes)


def _by_code(code: str, n: int, keep: int = 7, empty: int = 1, join: Callable[[int, int], int] = xor) -> list[int]:
    """The nimbers of the heaps 0 to n; mistakes keep parts of each digit, leave empty heaps, or join by no xor."""
    digits, g = octal_digits(code), list[int]()
    for k in range(n + 1):
        options: set[int] = set()
        for digit, m in ((digit & keep, k - i) for i, digit in enumerate(digits) if k >= i and (i or empty)):
            if digit & 1 and m == 0:
                options.add(0)
            if digit & 2 and m >= empty:
                options.add(g[m])
            if digit & 4:
                options |= {join(g[a], g[m - a]) for a in range(empty, m - empty + 1)}
        g.append(mex(options))
    return g


_MISTAKES: Mistakes = {
    "A heap that is left must not be empty: 2 and 4 do not allow it": partial(_by_code, empty=0),
    "The nimbers of two heaps are added without carrying: a nim-sum, not a sum": partial(_by_code, join=add),
    "4 lets a heap be parted in two, and in your function it never is": partial(_by_code, keep=3),
    "The digit before the point is for taking nothing: is it looked at?": lambda code, n: _by_code(f"0{code[1:]}", n),
    "1 lets nothing be left, when the whole heap is taken: is it looked at?": partial(_by_code, keep=6),
}


@exercise(
    "From heap k take i, as far as there is a digit i; m = k - i are left. What does the digit allow with these m?",
    "1: nothing, if m is 0. 2: one heap, if m is 1 or more. 4: heaps a and m - a, for a from 1 to m - 1.",
    "Climb from heap 0. With a 4 before the point i can be 0: then both heaps are smaller than k, so they are known.",
)
def from_code(answer: Any) -> Finding:
    """nimbers_of(code, n): the nimbers of the heaps 0 to n of an octal game, as a list."""
    codes = ("0.3", "0.1", "0.2", "0.7", "0.4", "0.77", "0.137", "4.3", "0.07", "4.01", "0.6", "0.007", "0.356")
    inputs = [(code, n) for n, code in product((0, 1, 2, 3, 4, 5, 8), codes)]
    inputs += [(code, 25) for code in codes]
    return compare(answer, lambda code, n: octal(code, n).tolist(), inputs, mistakes=_MISTAKES)


def _proved(
    values: list[int], n0: int, p: int, k: int, begin: int | None = None, end: int = 0, need: float = 0, least: int = 1
) -> bool:
    """What the theorem of Guy and Smith says; or what is misread in it: another begin or end, more or fewer values."""
    stop, seen = 2 * n0 + p + k + end, len(values) - p
    if n0 < least or seen < stop + need:
        return False
    return all(values[n + p] == values[n] for n in range(n0 if begin is None else begin, min(stop, seen)))


#: What is misread in the theorem.
_MISREAD: Mistakes = {
    "The theorem is for n0 from 1 on: 0.4 begins 0, 0, 0, and then comes 1": partial(_proved, least=0),
    "Nothing speaks against it, but are there values enough?": lambda g, n0, p, k: _proved(g, n0, p, len(g), need=-inf),
    "Where is k, the most that may be taken?": lambda g, n0, p, k: _proved(g, n0, p, 0),
    "n goes up to 2 n0 + p + k: is n0 counted twice?": lambda g, n0, p, k: _proved(g, n0, p, k, end=-n0),
    "The last n is 2 n0 + p + k - 1: does your function stop before it?": partial(_proved, end=-1),
    "n < 2 n0 + p + k, so 2 n0 + 2 p + k values are enough: do you ask for one too many?": partial(_proved, end=1),
    "The last comparison reads value 2 n0 + 2 p + k - 1: is it there?": lambda g, n0, p, k: _proved(
        g, n0, p, k, need=-p
    ),
    "2 n0 + 2 p + k values are enough: do you ask for one too many?": partial(_proved, need=1),
    "What comes before n0 may be anything: does your function look at it?": partial(_proved, begin=0),
    "n begins at n0: does your function begin after it?": lambda g, n0, p, k: _proved(g, n0, p, k, n0 + 1),
    "It says the contrary everywhere": lambda *given: not _proved(*given),
}


def _said_of(code: str, n0: int, p: int) -> Iterator[tuple[list[int], int, int, int]]:
    """Values of an octal game that has the period p from n0 on, and what is said of them."""
    k = len(code) - 2
    need = 2 * n0 + 2 * p + k
    values = octal(code, need + 4 * p + 20).tolist()
    for size in (need - 1, need, need - 2, need - 3, need + 1, need + 5):
        yield values[:size], n0, p, k
    yield [value + 1 if n == n0 - 1 else value for n, value in enumerate(values[:need])], n0, p, k
    for spoilt in (need - 1, need - 2, n0, n0 + p):
        yield [*values[:spoilt], values[spoilt] + 1, *values[spoilt + 1 : need]], n0, p, k
    yield values, n0, p + 1, k
    yield values, n0 + 2, p, k  # true and proved, though not the best that can be said
    yield values, n0, 2 * p, k
    yield values, max(1, n0 - 1), p, k


def _claims() -> Iterator[tuple[list[int], int, int, int]]:
    """What is said of four games, mixed, so that one misreading does not look like another; n0 = 0 comes last."""
    games = (("0.3", 1, 2), ("0.17", 2, 2), ("0.115", 1, 14), ("0.77", 71, 12))
    said = [list(_said_of(*game)) for game in games]
    for claims in zip(*(claims[k:] + claims[:k] for k, claims in enumerate(said)), strict=True):
        yield from claims
    yield [0, 0, 0], 0, 1, 1  # 0.4 begins like this, and then comes 1
    yield [0, 0, 0, 0], 0, 1, 2


@exercise(
    "Guy and Smith: g(n + p) = g(n) must have been seen for n0 <= n < 2 n0 + p + k. Which n + p is the last?",
    "So 2 n0 + 2 p + k values are needed, from 0 on; if there are fewer, nothing is proved.",
    "Do not look at n below n0, which the theorem wants to be 1 or more. And mind that range(a, b) leaves out b.",
)
def proved(answer: Any) -> Finding:
    """is_proved(values, n0, p, k): whether these nimbers, from heap 0 on, prove the period p from n0 on."""

    def shown(values: list[int], n0: int, p: int, k: int) -> str:
        few = ", ".join(map(str, values[:20]))
        some = repr(values) if len(values) <= 40 else f"[{few}, ...], of {len(values)} values"
        return f"{some}, n0={n0}, p={p}, k={k}"

    return compare(answer, _proved, _claims(), shown, _MISREAD)


@exercise(
    "There are only 64 codes 0.ab. For each compute some hundred nimbers, and try small p.",
    "For a code and a p, walk along n and count how often g(n + p) = g(n) holds without a break. When it breaks after "
    "3 p or more, you have one.",
)
def seems(answer: Any) -> Finding:
    """(code, n0, p): nimbers that show the period p four times over, from n0 on, and then break it. Not 0.16."""
    what = "a triple (code, n0, p)"
    given = items(answer, what)
    if len(given) != 3:
        raise give(what, answer)
    code = _code_of(given[0])
    if len(octal_digits(code)) > 4:
        return wrong("three digits behind the point are enough")
    if octal_digits(code) == octal_digits("0.16"):
        return wrong("0.16 is the lecture's: find another game")
    n0, p = whole(given[1], 1, _FAR), whole(given[2], 2, _FAR)
    if n0 is None or p is None or n0 + 4 * p > _FAR:
        told = f"n0 is 1 or more, p is 2 or more, both are whole numbers, and all is seen below heap {_FAR:,}"
        return wrong(f"{told}; you gave {brief(given[1:])}")
    g = octal(code, _FAR).tolist()
    if len(set(g[n0 : n0 + p])) == 1:
        return wrong(f"from heap {n0} to {n0 + p - 1} all are {g[n0]}: that is a period of 1")
    for n in range(n0, _FAR + 1 - p):
        if g[n] == g[n + p]:
            continue
        if n < n0 + 3 * p:
            return wrong(f"it is not seen four times: g({n}) = {g[n]}, and g({n + p}) = {g[n + p]}")
        return RIGHT
    proof = octal_period(code, _FAR).period
    return wrong(
        f"it never breaks: a period of {proof} is proved" if proof else f"up to heap {_FAR:,} it does not break"
    )
