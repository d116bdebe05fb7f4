"""Partizan values: what a position is worth if the two players have different moves.

The players are **Left** and **Right**, and a player who cannot move loses. A position is written
{a, b, ... | c, d, ...}: before the bar stand the options of Left, behind it those of Right. Play
must end, but the players need not take turns in one position, because in a *sum* of positions
either of them may move twice in the same part while their opponent moves elsewhere. That is why
every position has options of both players, whoever is to move.

**Order.** G >= 0 means that Left wins G if Right begins, and G >= H that Left wins G - H if Right
begins. Here -G is G with the players exchanged, and G - H is the sum of G and -H. It follows that
G >= H if and only if no right option of G is <= H and no left option of H is >= G. If both G >= H
and H >= G, then G and H are **equal**: in any sum, one can take the place of the other. If neither
holds, G is *confused with* H (written G || H): whoever begins wins G - H.

**Canonical form** (Conway 1976). Three changes leave the value of a position as it is:

* an option that is *dominated* goes: Left does not need a if another option b is >= a;
* an option that is *reversible* is bypassed. Suppose that Left moves to a, and that Right has an
  answer c there with c <= G. Then Right will give this answer at once, because it leaves Right no
  worse off than before. So the left options of c take the place of a;
* if there is a number x for which no left option is >= x and no right option is <= x, then the
  position is worth the *simplest* such number.

When nothing can be changed any more, the form is unique. So here equal values are one object, and
``is`` decides equality.

**Numbers** are values in which a move does harm: 0 = {|}, 1 = {0|}, 1/2 = {0|1}. They are the
fractions whose denominators are powers of 2. A number counts free moves of Left. In a sum nobody
moves in a number as long as another part is left (*number avoidance*).

**Stops.** In a game that is not a number the players do want to move. If they play in turn until a
number is reached, Left choosing the highest and Right the lowest, that number is the left stop if
Left begins, and the right stop if Right begins.

Sources: Conway, On Numbers and Games (1976); Berlekamp, Conway, Guy, Winning Ways (1982); Siegel,
Combinatorial Game Theory (2013), whose chapter II has the proofs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import ceil, floor, inf
from numbers import Rational
from typing import Any, ClassVar

from gamelib.arguments import is_list_like
from gamelib.core import TooLarge
from gamelib.thermograph import Thermograph, thermograph_of_number, thermograph_of_options

Options = frozenset["Value"]


class Value:
    """The value of a partizan position, in canonical form: one object for each value.

    ``Value(left, right)`` takes the options of Left and of Right: values, whole numbers and
    Fractions. Values are added, subtracted, negated, multiplied by whole numbers and compared, also
    with numbers. ``str`` gives the name that Winning Ways uses. A Value is never changed. Raises
    TypeError for options that are not exact, such as 0.5, and ValueError for a fraction whose
    denominator is not a power of 2.

    Attributes
    ----------
    left, right
        The canonical options of Left and of Right.
    fraction
        The number that the value is, as a Fraction, in free moves of Left; None if it is no number.
    left_stop, right_stop
        The number at which play ends if Left begins, or if Right begins.

    Examples
    --------
    >>> Value([0], [1])                          # Left can move to 0, Right to 1
    1/2
    >>> hot = Value([2], [-1])
    >>> hot.outcome, hot.mean, hot.temperature   # whoever begins wins, and is in a hurry
    ('N', Fraction(1, 2), Fraction(3, 2))
    >>> hot + hot, hot - hot, hot > 0, hot.confused_with(0)
    (1, 0, False, True)
    """

    __slots__ = (
        "_left",
        "_negative",
        "_right",
        "_thermograph",
        "fraction",
        "left_stop",
        "right_stop",
    )

    fraction: Fraction | None
    left_stop: Fraction
    right_stop: Fraction
    _left: Options
    _right: Options
    _negative: Value | None
    _thermograph: Thermograph | None

    #: Every number and every other value so far, by what defines it.
    numbers_so_far: ClassVar[dict[Fraction, Value]] = {}
    others_so_far: ClassVar[dict[tuple[Options, Options], Value]] = {}

    def __new__(cls, left: Iterable[Any] = (), right: Iterable[Any] = ()) -> Value:
        return canonical(checked_options(left, "Left"), checked_options(right, "Right"))

    @classmethod
    def number(cls, number: Fraction | int) -> Value:
        """A whole number, or a fraction whose denominator is a power of 2.

        >>> Value.number(Fraction(3, 4))
        3/4
        """
        fraction = checked_number(number)
        found = cls.numbers_so_far.get(fraction)
        if found is None:
            found = object.__new__(cls)
            found.fraction = found.left_stop = found.right_stop = fraction
            found._negative = found._thermograph = None
            cls.numbers_so_far[fraction] = found
        return found

    @classmethod
    def of_canonical(cls, left: Options, right: Options) -> Value:
        """The value that has these options, which are canonical, and that is not a number."""
        found = cls.others_so_far.get((left, right))
        if found is None:
            found = object.__new__(cls)
            found.fraction = None
            found._left = left
            found._right = right
            found.left_stop = max(option.right_stop for option in left)
            found.right_stop = min(option.left_stop for option in right)
            found._negative = found._thermograph = None
            cls.others_so_far[left, right] = found
        return found

    @classmethod
    def nimber(cls, heap: int) -> Value:
        """The value \\*n of a heap of Nim: both players can make it any smaller heap.

        >>> Value.nimber(1), Value.nimber(2), Value.nimber(2) + Value.nimber(3)
        (*, *2, *)
        """
        smaller: list[Value] = []
        for _ in range(heap):
            smaller.append(cls(smaller, smaller))
        return cls(smaller, smaller)

    @classmethod
    def switch(cls, high: Any, low: Any = None) -> Value:
        """The switch {high | low}; {x | -x}, written ±x, if only x = ``high`` is given.

        >>> Value.switch(1), Value.switch(2, -1)
        (±1, {2|-1})
        """
        if low is None:
            low = -as_value(high)
        return cls([high], [low])

    @classmethod
    def tiny(cls, threat: Any) -> Value:
        """Tiny x, {0 || 0 | -x}, for a number x > 0: above 0, but even many copies stay below ↑."""
        return cls([0], [cls([0], [-as_value(threat)])])

    @classmethod
    def miny(cls, threat: Any) -> Value:
        """Miny x, {x | 0 || 0}: the negative of tiny x."""
        return -cls.tiny(threat)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return self.fraction is not None

    @property
    def left(self) -> Options:
        if self.fraction is not None:
            return options_of_number(self.fraction, -1)
        return self._left

    @property
    def right(self) -> Options:
        if self.fraction is not None:
            return options_of_number(self.fraction, 1)
        return self._right

    @property
    def outcome(self) -> str:
        """The player who wins: "L" is Left, "R" is Right, whoever begins; "N" is the next player,
        the one who begins, and "P" the previous one.
        """
        if self >= 0:
            return "P" if self <= 0 else "L"
        return "R" if self <= 0 else "N"

    @property
    def thermograph(self) -> Thermograph:
        """The two walls, which say how play goes if every move has a price."""
        if self._thermograph is None:
            if self.fraction is not None:
                self._thermograph = thermograph_of_number(self.fraction)
            else:
                self._thermograph = thermograph_of_options(
                    [option.thermograph for option in self.left],
                    [option.thermograph for option in self.right],
                )
        return self._thermograph

    @property
    def mean(self) -> Fraction:
        """What the value is worth on average, in free moves of Left: n copies of it are worth about
        n times as much.
        """
        return self.thermograph.mast.score

    @property
    def temperature(self) -> Fraction:
        """The price at which neither player wants to move any more, in free moves.

        The temperature of a number is below 0, because a move there does harm: it is -1 for a whole
        number, and -1/2^k for an odd multiple of 1/2^k.
        """
        if self.fraction is not None:
            return Fraction(-1, self.fraction.denominator)
        return self.thermograph.mast.temperature

    def cooled(self, price: Fraction | int) -> Value:
        """The value if every move costs a price, in free moves: its stops are the walls of the
        thermograph at this temperature.

        At its temperature the value is a number plus something infinitely small, and above it the
        number alone, which is the mean. Raises ValueError for a price below 0, and for one whose
        denominator is not a power of 2. Source: Conway (1976), chapter 9.

        >>> hot = Value([2], [-1])
        >>> hot.cooled(Fraction(1, 2)), hot.cooled(Fraction(3, 2)), hot.cooled(2)
        ({3/2|-1/2}, 1/2*, 1/2)
        """
        price = checked_number(price)
        if price < 0:
            raise ValueError(f"a price of {price}: a move can cost 0 or more")
        if self.is_number:
            return self
        if price > self.temperature:
            return Value.number(self.mean)
        left = [option.cooled(price) - price for option in self.left]
        right = [option.cooled(price) + price for option in self.right]
        return Value(left, right)

    def confused_with(self, other: Any) -> bool:
        """Whether neither value is >= the other (written G || H): whoever begins wins G - H."""
        return not self <= other and not self >= other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Value) or self.fraction is None:
            return self is other
        return bool(self.fraction == other)

    def __hash__(self) -> int:
        if self.fraction is not None:
            return hash(self.fraction)  # because Value.number(2) == 2
        return id(self)

    def __le__(self, other: Any) -> bool:
        try:
            return is_at_most(self, as_value(other))
        except RecursionError:
            raise too_deep() from None

    def __ge__(self, other: Any) -> bool:
        try:
            return is_at_most(as_value(other), self)
        except RecursionError:
            raise too_deep() from None

    def __lt__(self, other: Any) -> bool:
        return self <= other and self is not as_value(other)

    def __gt__(self, other: Any) -> bool:
        return self >= other and self is not as_value(other)

    def __neg__(self) -> Value:
        if self._negative is None:
            if self.fraction is not None:
                self._negative = Value.number(-self.fraction)
            else:
                left = frozenset(-option for option in self.right)
                right = frozenset(-option for option in self.left)
                self._negative = Value.of_canonical(left, right)
        return self._negative

    def __add__(self, other: Any) -> Value:
        try:
            return total(self, as_value(other))
        except RecursionError:
            raise too_deep() from None

    __radd__ = __add__

    def __sub__(self, other: Any) -> Value:
        return self + -as_value(other)

    def __rsub__(self, other: Any) -> Value:
        return as_value(other) - self

    def __mul__(self, times: int) -> Value:
        if isinstance(times, bool) or not isinstance(times, int):
            raise TypeError(
                f"{times!r} times a value: a value is multiplied by whole numbers alone, as a sum "
                "of so many copies"
            )
        copy = self if times >= 0 else -self
        return sum([copy] * abs(times), ZERO)

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[Any, ...]:
        """How the value is copied and stored: by what defines it, so that it remains one object."""
        if self.fraction is not None:
            return Value.number, (self.fraction,)
        return Value, (tuple(self.left), tuple(self.right))

    def __repr__(self) -> str:
        return name(self)


def as_value(given: Any) -> Value:
    """A value as it is, and a whole number or a Fraction as a value."""
    return given if isinstance(given, Value) else Value.number(given)


def too_deep() -> TooLarge:
    """The error for a value whose options have options, and so on, too many times."""
    return TooLarge(
        "the options of this value are nested too deep for Python's recursion: add fewer copies, or "
        "look at a smaller position"
    )


def checked_number(given: Any) -> Fraction:
    """A whole number or a fraction that a position can be worth; an error for anything else."""
    if isinstance(given, bool) or not isinstance(given, Rational):
        raise TypeError(
            f"{given!r} is not a value: give a Value, a whole number or a Fraction, as "
            "Fraction(1, 2). Floats are refused, because values are exact"
        )
    fraction = Fraction(int(given.numerator), int(given.denominator))
    if not is_power_of_two(fraction.denominator):
        raise ValueError(
            f"{fraction} is not worth a position in which play must end: the denominator has to be "
            "a power of 2"
        )
    return fraction


def is_power_of_two(number: int) -> bool:
    """Whether a positive whole number is 1, 2, 4, 8, ...: a single bit is set."""
    return number & (number - 1) == 0


def checked_options(given: Any, player: str) -> set[Value]:
    """The options of one player as values; TypeError, naming the player, if they are not listed."""
    if not is_list_like(given):
        raise TypeError(
            f"the options of {player} are {given!r}: give them in a list, as Value([2], [-1])"
        )
    return {as_value(option) for option in given}


# Numbers


def simplest(
    low: Fraction | int | None,
    high: Fraction | int | None,
    *,
    low_allowed: bool = False,
    high_allowed: bool = False,
) -> Fraction:
    """The simplest number between two others: the one that is born first.

    That is the whole number nearest to 0 if a whole number lies between them; otherwise the only
    number between them with the smallest denominator 2, 4, 8, ... Source: Conway, On Numbers and
    Games (1976), chapter 2.

    Parameters
    ----------
    low, high
        The bounds; None if there is no bound on this side.
    low_allowed, high_allowed
        Whether the bound itself may be the answer.

    Raises
    ------
    ValueError
        If no number lies between the bounds.

    Examples
    --------
    >>> print(simplest(0, 1), simplest(3, None), simplest(Fraction(1, 4), 1), simplest(-5, Fraction(-3, 2)))
    1/2 4 1/2 -2
    """
    if not is_room_between(low, high, low_allowed and high_allowed):
        raise ValueError(f"no number lies between {low} and {high}")
    denominator = 1
    while True:
        smallest: float = -inf  # of the numerators that are in between
        if low is not None:
            smallest = ceil(low * denominator) if low_allowed else floor(low * denominator) + 1
        largest: float = inf
        if high is not None:
            largest = floor(high * denominator) if high_allowed else ceil(high * denominator) - 1
        if smallest <= largest:
            nearest_to_zero = min(max(0, smallest), largest)
            return Fraction(int(nearest_to_zero), denominator)
        denominator *= 2


def is_room_between(
    low: Fraction | int | None, high: Fraction | int | None, both_allowed: bool
) -> bool:
    """Whether there is a number between two bounds, of which None is no bound."""
    if low is None or high is None or low < high:
        return True
    return low == high and both_allowed


def options_of_number(number: Fraction, direction: int) -> Options:
    """The canonical options of Left (direction -1) or of Right (direction 1) in a number.

    A positive whole number n is {n - 1 | }, a negative one { | n + 1}, and an odd multiple m of
    1/2^k is {(m - 1)/2^k | (m + 1)/2^k}.
    """
    if number.denominator == 1:
        leads_to_zero = number * direction < 0
        if not leads_to_zero:
            return frozenset()
    return frozenset([Value.number(number + Fraction(direction, number.denominator))])


# Order


def is_at_most(one: Value, other: Value) -> bool:
    """Whether one value is <= another. Most pairs are settled by what is at hand."""
    if one is other:
        return True
    if one.fraction is not None and other.fraction is not None:
        return one.fraction < other.fraction
    if one.left_stop < other.right_stop:
        return True
    if one.left_stop > other.left_stop or one.right_stop > other.right_stop:
        return False
    return is_at_most_by_options(one, other)


def is_at_least(one: Value, other: Value) -> bool:
    """Whether one value is >= another."""
    return is_at_most(other, one)


@cache
def is_at_most_by_options(one: Value, other: Value) -> bool:
    """Whether one value is <= another, by the definition of the order.

    One of them is not a number. By number avoidance, moves in the other are not looked at if it is
    a number.
    """
    if not one.is_number and any(is_at_most(other, option) for option in one.left):
        return False
    return other.is_number or not any(is_at_most(option, one) for option in other.right)


# Sums


def total(one: Value, other: Value) -> Value:
    """The sum of two values: a move is a move in one of them."""
    if one.fraction is not None and other.fraction is not None:
        return Value.number(one.fraction + other.fraction)
    if one.fraction is not None:
        return translated(other, one)
    if other.fraction is not None:
        return translated(one, other)
    return total_by_options(*sorted([one, other], key=id))  # so each pair is added once


@cache
def translated(one: Value, number: Value) -> Value:
    """A value that is not a number, plus a number: every option grows by it.

    By number avoidance nobody needs to move in the number, and what results is canonical.
    """
    if number is ZERO:
        return one
    left = frozenset(total(option, number) for option in one.left)
    right = frozenset(total(option, number) for option in one.right)
    return Value.of_canonical(left, right)


@cache
def total_by_options(one: Value, other: Value) -> Value:
    """The sum of two values that are not numbers, by the definition of a sum."""
    left = {total(option, other) for option in one.left}
    left |= {total(one, option) for option in other.left}
    right = {total(option, other) for option in one.right}
    right |= {total(one, option) for option in other.right}
    return canonical(left, right)


# The canonical form


def canonical(left: set[Value], right: set[Value]) -> Value:
    """The value of the position {left | right}."""
    left = undominated(left, is_worse=is_at_most)
    right = undominated(right, is_worse=is_at_least)
    number = number_between(left, right)
    if number is not None:
        return Value.number(number)
    form = Form(left, right)
    return Value.of_canonical(
        frozenset(undominated(left_without_reversible(form), is_worse=is_at_most)),
        frozenset(undominated(right_without_reversible(form), is_worse=is_at_least)),
    )


def undominated(options: set[Value], is_worse: Callable[[Value, Value], bool]) -> set[Value]:
    """The options without those that are worse for their player than another one."""
    return {
        option
        for option in options
        if not any(is_worse(option, other) for other in options if other is not option)
    }


def number_between(left: set[Value], right: set[Value]) -> Fraction | None:
    """The number that the position {left | right} is worth, or None if it is not a number.

    It is the simplest number x for which no left option is >= x and no right option is <= x. A left
    option is >= every number below its right stop, and perhaps >= this stop itself; a right option
    is <= every number above its left stop, and perhaps <= this stop itself.
    """
    low = max((option.right_stop for option in left), default=None)
    high = min((option.left_stop for option in right), default=None)
    low_allowed = low is not None and not any(option >= low for option in left)
    high_allowed = high is not None and not any(option <= high for option in right)
    if not is_room_between(low, high, low_allowed and high_allowed):
        return None
    return simplest(low, high, low_allowed=low_allowed, high_allowed=high_allowed)


def left_without_reversible(form: Form) -> set[Value]:
    """Left's options, after each reversible one is replaced by what Left has after the answer."""
    kept = set()
    waiting = list(form.left)
    while waiting:
        option = waiting.pop()
        answer = next((reply for reply in option.right if form.is_at_least(reply)), None)
        if answer is None:
            kept.add(option)
        else:
            waiting.extend(answer.left)
    return kept


def right_without_reversible(form: Form) -> set[Value]:
    """Right's options, after each reversible one is replaced by what Right has after the answer."""
    kept = set()
    waiting = list(form.right)
    while waiting:
        option = waiting.pop()
        answer = next((reply for reply in option.left if form.is_at_most(reply)), None)
        if answer is None:
            kept.add(option)
        else:
            waiting.extend(answer.right)
    return kept


class Form:
    """A position {left | right} that is not a number and has no canonical form yet.

    It is compared with values as they are compared with each other (``is_at_most``).
    """

    def __init__(self, left: set[Value], right: set[Value]) -> None:
        self.left = left
        self.right = right
        self.left_stop = max(option.right_stop for option in left)
        self.right_stop = min(option.left_stop for option in right)
        self.known_at_least: dict[Value, bool] = {}
        self.known_at_most: dict[Value, bool] = {}

    def is_at_least(self, value: Value) -> bool:
        """Whether this position is >= a value."""
        if value.left_stop < self.right_stop:
            return True
        if value.left_stop > self.left_stop or value.right_stop > self.right_stop:
            return False
        if value not in self.known_at_least:
            self.known_at_least[value] = not (
                any(is_at_most(option, value) for option in self.right)
                or (not value.is_number and any(self.is_at_most(option) for option in value.left))
            )
        return self.known_at_least[value]

    def is_at_most(self, value: Value) -> bool:
        """Whether this position is <= a value."""
        if self.left_stop < value.right_stop:
            return True
        if self.left_stop > value.left_stop or self.right_stop > value.right_stop:
            return False
        if value not in self.known_at_most:
            self.known_at_most[value] = not (
                any(is_at_least(option, value) for option in self.left)
                or (not value.is_number and any(self.is_at_least(option) for option in value.right))
            )
        return self.known_at_most[value]


#: The values that have names of their own: 0, \*, ↑ and ↓.
ZERO = Value.number(0)
STAR = Value([0], [0])
UP = Value([0], [STAR])
DOWN = -UP


# Names


@cache
def name(value: Value) -> str:
    """The name of a value, as in Winning Ways; ``parse`` reads it.

    A number is followed by what is infinitely small: ups or downs and a nimber (``1/2``, ``↑*``,
    ``1⇓*2``), or a tiny or a miny (``⧾2``, ``1⧿3``). A value that is its own negative is a switch
    (``±2``). Any other value is written by its options. An option that is alone on its side needs
    no braces, because the bar of the outer pair is then longer: ``{2|1||0}`` is {{2|1}|0}.

    >>> print(Value([Value([2], [1])], [0]), Value.switch(1), 3 * UP + STAR, Value.tiny(2) - 1)
    {2|1||0} ±1 3·↑* -1⧾2
    """
    if value.fraction is not None:
        return str(value.fraction)
    if value.left_stop == value.right_stop:
        small = name_of_infinitesimal(value - value.left_stop)
        if small is not None:
            if value.left_stop == 0:
                return small
            between = "+" if small[0].isdigit() else ""  # 1+3·↑, which is not 13·↑
            return f"{value.left_stop}{between}{small}"
    if value is -value:
        return "±" + in_parentheses(value.left)
    left = without_braces(value.left)
    right = without_braces(value.right)
    bar = "|" * (1 + max(longest_bar(left), longest_bar(right)))
    return "{" + left + bar + right + "}"


def name_of_infinitesimal(value: Value) -> str | None:
    """The name of a value made of ups, a nimber, a tiny or a miny; None for any other value."""
    parts = ups_and_heap(value)
    if parts is not None:
        return name_of_ups(*parts)
    for sign, candidate in (("⧾", value), ("⧿", -value)):
        threat = threat_of_tiny(candidate)
        if threat is not None:
            return sign + in_parentheses([threat])
    return None


@cache
def ups_and_heap(value: Value) -> tuple[int, int] | None:
    """The numbers n and k if the value is n ups (or -n downs) and the nimber k; otherwise None.

    If n is 1 or more, then n·↑ + \\*k is {0 | (n - 1)·↑ + \\*(k xor 1)}, and only ↑* = {0, * | 0} is
    not.
    """
    if value.left == value.right:
        heap = len(value.left)
        return (0, heap) if value is Value.nimber(heap) else None
    if value is UP + STAR:
        return 1, 1
    if value.left == {ZERO} and len(value.right) == 1:
        [option] = value.right
        below = ups_and_heap(option)
        if below is None or below[0] < 0:
            return None
        ups, heap = below
        return ups + 1, heap ^ 1
    if value.right == {ZERO} or value is DOWN + STAR:
        negative = ups_and_heap(-value)
        if negative is None:
            return None
        ups, heap = negative
        return -ups, heap
    return None


def name_of_ups(ups: int, heap: int) -> str:
    """The name of so many ups (below 0: downs) and a nimber."""
    single, double = "↑⇑" if ups > 0 else "↓⇓"
    count = abs(ups)
    arrows = {0: "", 1: single, 2: double}.get(count, f"{count}·{single}")
    star = {0: "", 1: "*"}.get(heap, f"*{heap}")
    return arrows + star


def threat_of_tiny(value: Value) -> Value | None:
    """The x above 0 for which the value is tiny x, {0 || 0 | -x}; None if it is not a tiny."""
    if value.left != {ZERO} or len(value.right) != 1:
        return None
    [option] = value.right
    if option.left != {ZERO} or len(option.right) != 1:
        return None
    [lowest] = option.right
    return -lowest if lowest < 0 else None


def in_parentheses(values: Iterable[Value]) -> str:
    """The names of some values, as they stand behind a sign.

    A single value that is a number or has braces needs no parentheses.
    """
    names = sorted_names(values)
    is_plain = len(names) == 1 and (names[0].startswith("{") or NUMBER.fullmatch(names[0]))
    return names[0] if is_plain else "(" + ", ".join(names) + ")"


def without_braces(options: Options) -> str:
    """The names of one player's options; an option that is alone loses its braces."""
    names = sorted_names(options)
    if len(names) == 1 and names[0].startswith("{"):
        return names[0][1:-1]
    return ", ".join(names)


def sorted_names(values: Iterable[Value]) -> list[str]:
    """The names of some values in the alphabet's order, those of numbers first."""
    numbers_first = sorted(values, key=lambda value: (not value.is_number, name(value)))
    return [name(value) for value in numbers_first]


def longest_bar(text: str) -> int:
    """The length of the longest bar, such as ``||``, that is not inside braces or parentheses."""
    bars = [part for part in split_outside(text, r"\|+") if part.startswith("|")]
    return max(map(len, bars), default=0)


def split_outside(text: str, separator: str) -> list[str]:
    """Cut a text at each match of a pattern that is not inside braces or parentheses.

    The separators stand between the parts.
    """
    parts = [""]
    depth = 0
    for piece in re.findall(f"{separator}|.", text, re.DOTALL):
        depth += (piece in "{(") - (piece in "})")
        if depth == 0 and re.fullmatch(separator, piece):
            parts += [piece, ""]
        else:
            parts[-1] += piece
    return parts


NUMBER = re.compile(r"-?\d+(/\d+)?")

#: A number, ups or downs and a nimber, each of which may be absent: ``1/2``, ``1⇑*2``, ``2+3·↓``.
SIMPLE = re.compile(
    r"(?P<number>-?\d+(/\d+)?(?!·))?\+?"
    r"((?P<count>\d+)·)?(?P<arrow>[↑⇑↓⇓])?"
    r"(?P<star>\*(?P<heap>\d*))?"
)
ARROWS = {"↑": 1, "⇑": 2, "↓": -1, "⇓": -2}

#: A number, which may be absent, and a tiny or a miny: ``⧾2``, ``1⧿(↑)``.
TINY = re.compile(r"(?P<number>-?\d+(/\d+)?)?(?P<sign>[⧾⧿])(?P<threat>.+)")


def parse(text: str) -> Value:
    """The value that has a name, as ``str`` writes it, or that is written by its options.

    >>> parse("{2|-1}") + parse("1/2"), parse("{2|1||0}").temperature, parse("{0|*}")
    ({5/2|-1/2}, Fraction(3, 4), ↑)

    Raises ValueError, naming the part, for what is not the name of a value.
    """
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        return parse_bars(text[1:-1])
    if text.startswith("±"):
        left = parse_parentheses(text[1:])
        return Value(left, [-option for option in left])
    tiny = TINY.fullmatch(text)
    if tiny is not None:
        [threat] = parse_parentheses(tiny["threat"])
        small = Value.tiny(threat) if tiny["sign"] == "⧾" else Value.miny(threat)
        return small + Fraction(tiny["number"] or 0)
    simple = SIMPLE.fullmatch(text)
    if simple is None or text in ("", "+"):
        raise ValueError(
            f"{text!r} is not the name of a value: write 3/4, ±1, ↑*, *2, ⧾2 or options in braces, "
            "as in {2|-1}"
        )
    ups = int(simple["count"] or 1) * ARROWS.get(simple["arrow"], 0)
    heap = int(simple["heap"] or 1) if simple["star"] else 0
    return Fraction(simple["number"] or 0) + ups * UP + Value.nimber(heap)


def parse_bars(inside: str) -> Value:
    """The value of what stands in braces: the longest bar parts the options of Left and Right."""
    bar = "|" * longest_bar(inside)
    sides = split_outside(inside, r"\|+")
    if sides.count(bar) != 1:
        raise ValueError(f"{{{inside}}} needs one bar that is longer than any other inside")
    middle = sides.index(bar)
    return Value(parse_list("".join(sides[:middle])), parse_list("".join(sides[middle + 1 :])))


def parse_list(text: str) -> list[Value]:
    """The options of one player, with commas between them; or a single one without its braces."""
    if longest_bar(text) > 0:
        return [parse_bars(text)]
    if not text.strip():
        return []
    return [parse(part) for part in split_outside(text, ",") if part != ","]


def parse_parentheses(text: str) -> list[Value]:
    """The values that stand behind a sign: several in parentheses, or a single one as it is."""
    if text.startswith("(") and text.endswith(")"):
        return parse_list(text[1:-1])
    return [parse(text)]
