"""The exercises of lecture 08, Kayles and its kin. Codes are octal: "0.77" is Kayles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    brief,
    exercise,
    function,
    mistake,
    refused,
    require,
    wrong,
    wrong_kind,
)
from gamecourse.grading.domains import Domain, Graphs, Options, Together, Whole
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import a_list, in_order, table_of, whole
from gamelib import mex, nim_sum, octal
from gamelib.games import Octal
from gamelib.games.heaps import octal_digits

#: The games that are described in words, and their codes.
_CODES = {"a": "0.7", "b": "0.03", "c": "0.22", "d": "0.07", "e": "4.1"}

#: Codes with more digits than this are refused, and values are looked at only up to this heap.
_DIGITS, _FAR = 12, 2_000


def _code_of(answer: Any, where: str) -> Any:
    """Return an octal code, or say why the answer is not one; ``where`` stands before the
    reason.
    """
    with refused(where):
        digits = octal_digits(answer)
    require(
        len(digits) <= _DIGITS, f"{where}the code has {len(digits)} digits; {_DIGITS} are enough."
    )
    return answer


def _parts_left(code: str, n: int) -> set[tuple[int, ...]]:
    """Return what a move can leave of a heap of n: each time the heaps, which may be none, one or two."""
    return set(Octal((n,), code).heap_moves(n))


def _leaving(parts: tuple[int, ...]) -> str:
    """Describe a move in a heap by what it leaves."""
    if not parts:
        return "take the whole heap"
    return f"leave {'heaps' if len(parts) == 2 else 'a heap'} of {' and '.join(map(str, parts))}"


@exercise(
    "Each digit is a sum: 1 for leaving nothing, 2 for leaving one heap, 4 for leaving two. Which "
    "are allowed in a?",
    "The first digit after the point is for taking one. If nobody may take just one, it is 0.",
    "In c something must be left, so no digit is odd. In e nothing is taken: that is the digit "
    "before the point.",
)
def in_code(answer: Any) -> Feedback:
    """The octal codes of five games that are described in words, as a dict from letter to code."""
    given = table_of(answer, "a dict from letter to code")
    largest = _DIGITS + 2  # from which the last digit can leave two heaps of 1
    for name, given_code in in_order(given, _CODES, "game"):
        code = _code_of(given_code, f"At {name}: ")
        for n in range(largest + 1):
            by_code = _parts_left(code, n)
            by_rules = _parts_left(_CODES[name], n)
            not_code = f"Game {name} is not {code}. By that code you"
            if too_many := sorted(by_code - by_rules):
                move = f"{_leaving(too_many[0])} from {n}"
                return wrong(f"{not_code} may {move}; by the rules you may not.")
            if missing := sorted(by_rules - by_code):
                move = f"{_leaving(missing[0])} from {n}"
                return wrong(f"{not_code} may not {move}; by the rules you may.")
    return RIGHT


def _nimbers(code: str, n: int) -> list[int]:
    """Return the nimbers of the heaps 0 to n."""
    return octal(code, n)


#: The nimbers of the heaps of Treblecross.
_STRIP = _nimbers("0.007", 75)


def cells_that_win(n: int) -> list[int]:
    """Return the cells in which the first X leaves two strips with equal nimbers.

    An X in cell c spoils two cells on each side of it. It leaves strips of c - 2 and n - c - 3 cells,
    which are heaps of c and of n - 1 - c.
    """
    return [c for c in range(n) if _STRIP[c] == _STRIP[n - 1 - c]]


@mistake("That counts the cells from 1: the first is cell 0.")
def cells_from_one(n: int) -> AnyOrder:
    """Return the cells, counted from 1."""
    return AnyOrder(1 + c for c in cells_that_win(n))


@mistake("Other cells than the middle can have equal nimbers on both sides.")
def the_middle_alone(n: int) -> list[int]:
    """Return the cell in the middle, if there is one."""
    return [n // 2] if n % 2 else []


@mistake("A strip of m cells is a heap of m + 2, and so are the strips that are left.")
def cells_of_smaller_heaps(n: int) -> AnyOrder:
    """Return the cells if a strip of m cells that is left were taken for a heap of m - 2."""
    left = [_STRIP[max(c - 2, 0)] for c in range(n)]
    return AnyOrder(c for c in range(n) if left[c] == left[n - 1 - c])


@function(
    Together(Whole(3, 75)).questions(),
    "A strip of n cells is a heap of n + 2 in the game 0.007. Which heaps does an X in cell c "
    "leave?",
    "It leaves heaps of c and of n - 1 - c. You win if that is lost for your opponent: if the two "
    "nimbers are equal.",
    mistakes=[cells_from_one, the_middle_alone, cells_of_smaller_heaps],
)
def first_cells(n: int) -> AnyOrder:
    """first_cells(n): the cells, from 0 on, in which the first X wins Treblecross on a strip of
    n.
    """
    return AnyOrder(cells_that_win(n))


@mistake("The nimbers of two heaps are added without carrying: a nim-sum, not a sum.")
def nimbers_added(code: str, n: int) -> list[int]:
    """Return what comes out if the nimbers of two heaps are added like ordinary numbers."""
    g: list[int] = []
    for k in range(n + 1):
        g.append(mex({sum(g[m] for m in parts) for parts in _parts_left(code, k)}))
    return g


def _nimbers_overlooking(bit: int, code: str, n: int) -> list[int]:
    """Return the nimbers that come out if this part of every digit, 1, 2 or 4, is overlooked."""
    digits: dict[str, str | int | None] = {str(d): str(d & ~bit) for d in range(8)}
    return _nimbers(code.translate(str.maketrans(digits)), n)


@mistake("A 4 allows a heap to be split in two, and in your function it never is.")
def nimbers_without_splits(code: str, n: int) -> list[int]:
    """Return the nimbers if no digit allows to leave two heaps."""
    return _nimbers_overlooking(4, code, n)


@mistake(
    "A 1 allows taking the whole heap, so that nothing is left, and your function does not allow it."
)
def nimbers_without_whole_heaps(code: str, n: int) -> list[int]:
    """Return the nimbers if no digit allows to leave nothing."""
    return _nimbers_overlooking(1, code, n)


@mistake("The digit before the point is for taking nothing, and your function does not look at it.")
def nimbers_without_the_head(code: str, n: int) -> list[int]:
    """Return the nimbers if nothing can be taken only to split a heap."""
    return _nimbers(f"0{code[1:]}", n)


def _by_digits(
    code: str, n: int, allowed: Callable[[int, int], Iterable[tuple[int, ...]]]
) -> list[int]:
    """Return the nimbers of the heaps 0 to n if a digit allows with m left what ``allowed(digit,
    m)`` lists.
    """
    digits = code[0] + code[2:]  # without the point: digit i is for taking i
    g = list[int]()
    for k in range(n + 1):
        option_nimbers = set()
        for i, digit in enumerate(digits[: k + 1]):
            for parts in allowed(int(digit), k - i):
                option_nimbers.add(nim_sum(*(g[part] for part in parts)))
        g.append(mex(option_nimbers))
    return g


def _allowed(digit: int, m: int) -> Iterator[tuple[int, ...]]:
    """Yield what a digit allows to leave of m: each time the heaps that are left."""
    if digit & 1 and m == 0:
        yield ()
    if digit & 2 and m > 0:
        yield (m,)
    if digit & 4:
        yield from ((a, m - a) for a in range(1, m))


def _with_empty_heaps(digit: int, m: int) -> Iterator[tuple[int, ...]]:
    """Yield what a digit allows if a 2 may leave an empty heap, too."""
    yield from _allowed(digit, m)
    if digit & 2 and m == 0:
        yield ()


def _without_equal_heaps(digit: int, m: int) -> Iterator[tuple[int, ...]]:
    """Yield what a digit allows if a 4 may not leave two equal heaps."""
    return (parts for parts in _allowed(digit, m) if len(parts) < 2 or parts[0] != parts[1])


def _with_what_vanishes(digit: int, m: int) -> Iterator[tuple[int, ...]]:
    """Yield what a digit allows if a 1 may leave nothing, whatever there is."""
    yield from _allowed(digit, m)
    if digit & 1:
        yield ()


def _of_single_kinds(digit: int, m: int) -> Iterator[tuple[int, ...]]:
    """Yield what a digit allows if only 1, 2 and 4 mean anything."""
    return _allowed(digit, m) if digit in (1, 2, 4) else iter(())


@mistake(
    "A 2 is for leaving one heap, and your function lets it leave nothing: a heap has 1 or more."
)
def nimbers_with_empty_heaps(code: str, n: int) -> list[int]:
    """Return the nimbers if a 2 allows to leave nothing, too."""
    return _by_digits(code, n, _with_empty_heaps)


@mistake("A 4 may leave two equal heaps, too: they have the nim-sum 0.")
def nimbers_without_equal_heaps(code: str, n: int) -> list[int]:
    """Return the nimbers if a 4 may not leave two equal heaps."""
    return _by_digits(code, n, _without_equal_heaps)


@mistake(
    "A 1 is for taking the whole heap: it allows nothing if something is left, that is, if m is not "
    "0."
)
def nimbers_with_what_vanishes(code: str, n: int) -> list[int]:
    """Return the nimbers if a 1 allows to leave nothing whatever is left."""
    return _by_digits(code, n, _with_what_vanishes)


@mistake("A digit is a sum: 3 allows what 1 and 2 allow. Ask for each part, as in `d & 2`.")
def nimbers_of_single_kinds(code: str, n: int) -> list[int]:
    """Return the nimbers if a digit such as 3 allows nothing, because it is neither 1, 2 nor 4."""
    return _by_digits(code, n, _of_single_kinds)


#: A code, and the largest heap whose nimber is asked for.
CodeAndHeap = tuple[str, int]

#: The most digits after the point, and the largest heap.
MOST_DIGITS, LARGEST_HEAP = 7, 100


class Codes(Domain[CodeAndHeap]):
    """Codes of up to seven digits after the point, with heaps up to 100."""

    draws = 40

    def small(self) -> Iterable[CodeAndHeap]:
        """All codes of one digit and of two."""
        for n, digit, head in product(range(7), range(8), (0, 4)):
            yield f"{head}.{digit}", n
        for n, a, b, head in product((3, 9), range(8), range(8), (0, 4)):
            yield f"{head}.{a}{b}", n

    def extreme(self) -> Iterable[CodeAndHeap]:
        """A digit after zeros, nothing but zeros, and large heaps with large nimbers."""
        for zeros, digit, head in product(range(2, MOST_DIGITS), range(1, 8), (0, 4)):
            yield f"{head}.{'0' * zeros}{digit}", 12  # larger than the most that can be taken
        yield "0." + "0" * MOST_DIGITS, 3
        for code in ("0.16", "0.77", "0.007", "4.7", "0.4", "4.3", "0.66", "4.44", "0.1234567"):
            yield code, LARGEST_HEAP
        for digits in ("7654321", "7777777", "4444444"):
            yield f"4.{digits}", LARGEST_HEAP

    def draw(self, rng: Draws) -> CodeAndHeap:
        digits = rng.choices("01234567", k=rng.randint(2, MOST_DIGITS))
        return f"{rng.choice('04')}.{''.join(digits)}", rng.randint(5, 40)

    def related(self, value: CodeAndHeap, rng: Draws) -> Iterable[CodeAndHeap]:
        """The same game up to a smaller heap, and with a digit 0 more."""
        code, n = value
        yield code, n - 1
        if len(code) < len("0.") + MOST_DIGITS and n < LARGEST_HEAP:
            yield f"{code}0", n


@function(
    Codes().questions(seed=8),
    "From heap k take i, if there is a digit i; m = k - i are left. What does the digit allow "
    "with these m?",
    "If m is 0, a 1 lets you leave nothing. If m is 1 or more, a 2 lets you leave one heap. "
    "A 4 lets you leave heaps a and m - a for 0 < a < m.",
    "Climb from heap 0. With a 4 before the point i can be 0: then both heaps are smaller than k, "
    "so they are known.",
    mistakes=[
        nimbers_added,
        nimbers_with_empty_heaps,
        nimbers_without_equal_heaps,
        nimbers_without_splits,
        nimbers_without_the_head,
        nimbers_without_whole_heaps,
        nimbers_with_what_vanishes,
        nimbers_of_single_kinds,
    ],
    save_as="nimbers_of",
)
def from_code(code: str, n: int) -> list[int]:
    """nimbers_of(code, n): the nimbers of the heaps 0 to n of an octal game, as a list."""
    return _nimbers(code, n)


#: Values, and what is claimed of them: n0, p and k.
Claim = tuple[list[int], int, int, int]

#: Octal games in which periods are proved soon, or broken at every place where a program might not
#: look: found by a search among all games of up to four digits.
_PERIODIC = [
    "0.1", "4.11", "0.151", "0.5501", "0.001", "0.34", "0.2201", "0.2", "0.605", "0.01",
    "4.1", "0.4", "0.02", "0.0421", "0.2134", "0.3", "4.31", "0.004", "0.703", "0.046",
    "0.4233", "0.6", "0.03", "0.04", "0.14", "0.33", "0.52", "0.7006", "0.1311", "4.12",
    "0.36", "0.61", "0.512", "0.161", "0.542", "0.532", "0.154", "0.16", "0.226",
]  # fmt: skip


def _claims_about(code: str, n0: int, p: int, most: int) -> Iterator[Claim]:
    """Yield the claim about enough nimbers of a game, one more or fewer, much fewer, and those up to
    heap ``most``; a false claim about as many as it needs, and about all of them or nearly all.
    """
    k = len(code) - 2  # the digits after the point: the most that may be taken
    g = _nimbers(code, most)
    need = 2 * n0 + 2 * p + k
    if _proves(g, n0, p, k):
        sizes = [need, need - 1, need + 1, need - p, need - p - 1, len(g)]
    else:
        few = (n0 + p) % 3  # so many of the last are left out: 0, 1 or 2
        sizes = [need, len(g) - few]
    yield from ((g[:size], n0, p, k) for size in sizes)


class Claims(Domain[Claim]):
    """Claims about nimbers of real games: any others could contradict what the theorem proves."""

    draws = 20

    def small(self) -> Iterable[Claim]:
        """All small n0 and p."""
        claims: list[Claim] = [([0], 1, 1, 1), ([0, 1], 1, 1, 1)]
        for code, n0, p in product(_PERIODIC, range(8), range(1, 9)):
            claims += _claims_about(code, n0, p, 59)
        yield from sorted(claims, key=lambda claim: len(claim[0]))

    def extreme(self) -> Iterable[Claim]:
        """Long periods, and such as begin or break late."""
        for code, n0, p in (("0.6", 22, 3), ("0.36", 28, 3), ("0.115", 1, 14), ("0.77", 71, 12)):
            for begin in (max(1, n0 - 1), n0, n0 + 2):
                yield from _claims_about(code, begin, p, 240)
            for period in (p + 1, 2 * p):
                yield from _claims_about(code, n0, period, 240)

    def draw(self, rng: Draws) -> Claim:
        """A claim about as many nimbers as it needs, or some more or fewer."""
        n0, p = rng.randint(1, 20), rng.randint(1, 12)
        return rng.choice(list(_claims_about(rng.choice(_PERIODIC), n0, p, 120)))


def _repeats(g: list[int], p: int, places: Iterable[int]) -> bool:
    """Return whether nothing that is there contradicts the period at these places."""
    return all(g[n + p] == g[n] for n in places if n + p < len(g))


def _proves(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return whether nimbers prove a period by the theorem of Guy and Smith."""
    stop = 2 * n0 + p + k
    return n0 >= 1 and len(g) >= stop + p and _repeats(g, p, range(n0, stop))


@mistake("The theorem needs n0 to be 1 or more: the nimbers of 0.4 begin 0, 0, 0, 1.")
def proved_from_zero(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if n0 may be 0."""
    stop = 2 * n0 + p + k
    return len(g) >= stop + p and _repeats(g, p, range(n0, stop))


@mistake("Nothing contradicts the period, but are there enough values?")
def proved_by_any_values(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if it is enough that all values that are there agree."""
    return n0 >= 1 and _repeats(g, p, range(n0, len(g)))


@mistake("Your function leaves out k, the most that may be taken.")
def proved_without_k(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement without k."""
    return _proves(g, n0, p, 0)


@mistake("Your function leaves out p: the last n is 2 n0 + p + k - 1.")
def proved_without_p(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if the comparisons end at 2 n0 + k."""
    stop = 2 * n0 + k
    return n0 >= 1 and len(g) >= stop + p and _repeats(g, p, range(n0, stop))


@mistake("The last n is 2 n0 + p + k - 1, and your function stops before it.")
def proved_too_soon(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement without the last n."""
    return _proves(g, n0, p, k - 1)


@mistake("2 n0 + 2 p + k values are enough, and your function asks for one more.")
def proved_too_late(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement with one value more than needed."""
    return len(g) > 2 * n0 + 2 * p + k and _proves(g, n0, p, k)


@mistake("What comes before n0 may be anything, but your function looks at it.")
def proved_from_the_beginning(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if the period must hold below n0, too."""
    return _proves(g, n0, p, k) and _repeats(g, p, range(n0))


@mistake("The first n is n0 itself, and your function begins after it.")
def proved_from_the_next(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement without n0."""
    stop = 2 * n0 + p + k
    return n0 >= 1 and len(g) >= stop + p and _repeats(g, p, range(n0 + 1, stop))


@mistake("To compare the last n, 2 n0 + p + k - 1, you need the value p places further on as well.")
def proved_by_comparisons_alone(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if 2 n0 + p + k values are enough."""
    stop = 2 * n0 + p + k
    return n0 >= 1 and len(g) >= stop and _repeats(g, p, range(n0, stop))


@mistake("The last n is 2 n0 + p + k - 1: n0 counts twice, because two heaps may be left.")
def proved_with_n0_once(g: list[int], n0: int, p: int, k: int) -> bool:
    """Return the judgement if n0 + p + k is where the comparisons end."""
    stop = n0 + p + k
    return n0 >= 1 and len(g) >= stop + p and _repeats(g, p, range(n0, stop))


@function(
    Claims().questions(),
    "Guy and Smith: `g(n + p) = g(n)` must have been seen for `n0 <= n < 2 n0 + p + k`. Which n + "
    "p is the last?",
    "So 2 n0 + 2 p + k values are needed, from 0 on; if there are fewer, nothing is proved.",
    "Do not look at n below n0, which the theorem wants to be 1 or more. And mind that `range(a, "
    "b)` leaves out b.",
    mistakes=[
        proved_from_zero,
        proved_by_any_values,
        proved_without_k,
        proved_without_p,
        proved_too_soon,
        proved_too_late,
        proved_from_the_beginning,
        proved_from_the_next,
        proved_by_comparisons_alone,
        proved_with_n0_once,
    ],
)
def proved(g: list[int], n0: int, p: int, k: int) -> bool:
    """is_proved(values, n0, p, k): whether these nimbers, from heap 0 on, prove the period p from
    n0 on.
    """
    return _proves(g, n0, p, k)


@exercise(
    "There are only 64 codes 0.ab. For each compute a few hundred nimbers, and try small p.",
    "For a code and a p, walk along n and count how often `g(n + p) = g(n)` holds without a "
    "break. When it breaks "
    "after 3 p or more, you have one.",
)
def seems(answer: Any) -> Feedback:
    """(code, n0, p): a code, not 0.16, whose nimbers show the period p four times over, from n0 on,
    then break it.
    """
    what = "a triple (code, n0, p)"
    given = a_list(answer, what)
    if len(given) != 3:
        raise wrong_kind(what, answer)
    code = _code_of(given[0], "")
    n0 = whole(given[1], 1, _FAR)
    p = whole(given[2], 2, _FAR)
    if n0 is None or p is None or n0 + 4 * p > _FAR:
        least = (
            "Give n0 from 1 on and p from 2 on, whole numbers, so that n0 + 4 p is at most "
            f"{_FAR:,}"
        )
        return wrong(f"{least}. You gave {brief(given[1:])}.")
    require(len(code.partition(".")[2]) <= 3, f"{code} has more than three digits after the point.")
    require(
        octal_digits(code) != octal_digits("0.16"),
        "The code 0.16 is the lecture's: find another game.",
    )
    g = _nimbers(code, _FAR - 1)
    reason = _why_it_does_not_seem(g, n0, p)
    return wrong(f"{reason}{_what_was_meant(g, n0, p)}") if reason else RIGHT


def _first_break(g: list[int], n0: int, p: int) -> int:
    """Return the first heap from n0 on whose nimber does not come again p later, or _FAR."""
    return next((n for n in range(n0, _FAR - p) if g[n] != g[n + p]), _FAR)


def _why_it_does_not_seem(g: list[int], n0: int, p: int) -> str:
    """Return why these nimbers do not show the period p four times from n0 on and break it later; ""
    if they do.
    """
    if len(set(g[n0 : n0 + p])) == 1:
        return (
            f"The nimbers of the heaps {n0} to {n0 + p - 1} are all {g[n0]}: that is a period of 1."
        )
    broken = _first_break(g, n0, p)
    if broken == _FAR:
        return f"The period does not break below heap {_FAR:,}."
    if broken < n0 + 3 * p:
        return (
            f"The period is not seen four times: g({broken}) is {g[broken]}, g({broken + p}) "
            f"{g[broken + p]}."
        )
    return ""


def _what_was_meant(g: list[int], n0: int, p: int) -> str:
    """Return what seems to be wrong with n0, in a sentence after a blank: it is counted from another
    place, or has changed places with p; "" if neither explains it.
    """
    begin = n0
    while begin > 1 and g[begin - 1] == g[begin - 1 + p]:
        begin -= 1
    if not _why_it_does_not_seem(g, n0 + 1, p):
        return (
            f" It is seen from {n0 + 1} on: n0 is the first heap of the run, not the one before it."
        )
    if begin < n0 and not _why_it_does_not_seem(g, begin, p):
        return f" It is seen from {begin} on: n0 is where the run begins, not where it ends."
    if n0 > 1 and p + 4 * n0 <= _FAR and not _why_it_does_not_seem(g, p, n0):
        return (
            " The beginning n0 comes before the period p: did you write them the other way round?"
        )
    return ""


def _numbered(options: Options) -> dict[Any, int]:
    """Number vertices by Smith's rule.

    A vertex gets the mex m of the numbers of its options, if every option that has no number can be
    answered: it has an option with the number m itself.
    """
    numbers: dict[Any, int] = {}
    changed = True
    while changed:
        changed = False
        for v in options:
            if v in numbers:
                continue
            m = mex(numbers[w] for w in options[v] if w in numbers)
            without = [w for w in options[v] if w not in numbers]
            if all(any(numbers.get(x) == m for x in options[w]) for w in without):
                numbers[v] = m
                changed = True
    return _in_order(numbers, options)


def _in_order(numbers: dict[Any, int], options: Options) -> dict[Any, int]:
    """Return the numbers in the order of the vertices."""
    return {v: numbers[v] for v in options if v in numbers}


@mistake(
    "Condition 2 is missing: a move to an option without a number must be answered, by a move to a "
    "number m."
)
def numbered_without_answers(options: Options) -> dict[Any, int]:
    """Return the numbers if options without a number do not matter."""
    numbers: dict[Any, int] = {}
    while len(numbers) < len(options):
        for v in options:
            if v not in numbers:
                numbers[v] = mex(numbers[w] for w in options[v] if w in numbers)
    return _in_order(numbers, options)


@mistake("A vertex can get a number before all its options have one: see condition 2.")
def numbered_from_the_ends(options: Options) -> dict[Any, int]:
    """Return the numbers if a vertex waits for all its options."""
    numbers: dict[Any, int] = {}
    changed = True
    while changed:
        changed = False
        for v in options:
            if v not in numbers and all(w in numbers for w in options[v]):
                numbers[v] = mex(numbers[w] for w in options[v])
                changed = True
    return _in_order(numbers, options)


class SmithGraphs(Graphs):
    """Graphs in which one option decides whether a vertex has a number."""

    def extreme(self) -> Iterable[Options]:
        """Further graphs in which the option that decides, or the answer to it, is first, last or
        between others.
        """
        yield from super().extreme()
        yield from _unanswered(self.most)
        # Of 8 and 9 each waits for the other: neither gets a number.
        yield {8: [*range(8), 9], 9: [*range(8), 8]} | {v: [] for v in range(8)}
        for place in range(9):  # a move to vertex 1 cannot be answered, but a move to 2, ..., 8 can
            row = [*range(2, 9)[:place], 1, *range(2, 9)[place:]]
            yield {0: [], 1: [1], 9: row} | {v: [v, 0] for v in range(2, 9)}
        for count in range(2, self.most - 2):
            yield _answered_last(count)


def _answered_last(count: int) -> Options:
    """A graph in which vertex 0 has the number 1, because the answer to its option 1 is the last
    among the moves from there, after ``count`` ends.
    """
    ends = list(range(3, 3 + count))
    return {0: [1, ends[0]], 1: [*ends, 1, 2], 2: [ends[0]]} | {v: [] for v in ends}


def _unanswered(n: int) -> Iterator[Options]:
    """Yield graphs of n vertices with one option that cannot be answered, first, last or between
    others.
    """
    ends: Options = {v: [] for v in range(1, n)}
    for place in (0, n // 2, n - 1):
        others = list(range(1, n))
        yield {0: [*others[:place], 0, *others[place:]]} | ends


@function(
    SmithGraphs(10).alone(),
    "Begin with no number at all. The mex of nothing is 0: which vertices get it first?",
    "Go through the vertices that have no number, again and again, until a whole round gives none.",
    "An option w without a number is no obstacle if w itself has an option with the number m, "
    "given before.",
    mistakes=[numbered_without_answers, numbered_from_the_ends],
    save_as="loopy_nimbers",
)
def goes_round(options: Options) -> dict[Any, int]:
    """numbers(options): the numbers that Smith's rule gives, as a dict without the vertices that
    never get one.
    """
    return _numbered(options)
