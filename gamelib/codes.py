"""The usual code of octal games (Guy, Smith 1956), read by rules and solvers alike."""

from __future__ import annotations


def octal_digits(code: str) -> list[int]:
    """The digits d_0, d_1, ... of a code such as "0.77" or "4.007", without zeros at the end.

    Raises ValueError for what is not such a code.

    >>> octal_digits("0.770")
    [0, 7, 7]
    """
    head, point, tail = code.partition(".") if isinstance(code, str) else ("", "", "")
    if head not in ("0", "4") or not point or not set(tail) <= set("01234567"):
        raise ValueError(f"{code!r} is not an octal code: give 0. or 4. and digits from 0 to 7, as in '0.77' (Kayles)")
    return [int(digit) for digit in head + tail.rstrip("0")]
