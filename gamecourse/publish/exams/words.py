"""Numbers and lists as a sentence has them."""

from __future__ import annotations

from collections.abc import Iterable, Sized

#: The numbers below twenty, and the tens from twenty on.
SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def in_words(number: int) -> str:
    """A number from 0 to 99 in words: ``forty-two``. Raises ValueError for any other."""
    if not 0 <= number < 100:
        raise ValueError(f"{number} is not between 0 and 99: write it in digits")
    if number < 20:
        return SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens - 2]}-{SMALL[ones]}" if ones else TENS[tens - 2]


def listed(things: Iterable[object], last: str = "and") -> str:
    """Things in a row, as a sentence lists them: ``2, 3 and 5``."""
    *others, end = map(str, things)
    return f"{', '.join(others)} {last} {end}" if others else end


def several(number: int, one: str, many: str | None = None) -> str:
    """How many of a thing there are: ``1 move``, ``3 moves``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def form(things: Sized, one: str, many: str) -> str:
    """The form of a word that so many things need: ``is`` or ``are``."""
    return one if len(things) == 1 else many


def capital(sentence: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


#: Digits above the line.
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(base: object, exponent: int) -> str:
    """A power without a formula: ``10⁹``."""
    return f"{base}{str(exponent).translate(RAISED)}"


def with_minus(number: object) -> str:
    """A number, if it is negative with a minus sign and not a hyphen: ``−128``."""
    return str(number).replace("-", "−")
