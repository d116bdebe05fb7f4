"""The exercises of lecture 16, hot and cold games: outcomes, numbers, switches and values.

Left and Right have different moves, and a player who cannot move loses. A position is written by
its options, {a | b}: Left can move to a, and Right to b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import ceil, floor
from string import ascii_lowercase
from typing import Any, NamedTuple

from gamecourse.check import (
    RIGHT,
    Feedback,
    exercise,
    function,
    mistake,
    require,
    wrong,
    wrong_kind,
)
from gamecourse.grading.domains import (
    Domain,
    Lists,
    OneOf,
    Options,
    Question,
    Together,
    backwards,
)
from gamecourse.grading.draws import Draws
from gamecourse.grading.extract import a_list, whole
from gamecourse.grading.games import TableGame, longest
from gamelib import Value, hottest, simplest, value, winning_moves
from gamelib.core import LEFT, opponent
from gamelib.core import RIGHT as RIGHT_PLAYER
from gamelib.games import Clobber, Cutcake, Domineering, Hackenbush, ToadsAndFrogs

__all__ = ["Clobber", "Cutcake", "Domineering", "Hackenbush", "TableGame", "ToadsAndFrogs"]

#: Where Left can move from each position, and where Right can.
Tables = tuple[Options, Options]

#: The players, the one who begins first.
PLAYERS = (LEFT, RIGHT_PLAYER)


@dataclass(frozen=True)
class MoveTables(Domain[Tables]):
    """The moves of Left and of Right between 1 to ``most`` positions; play always ends."""

    most: int
    draws: int = 40

    def small(self) -> Iterable[Tables]:
        """All tables of up to three positions, in which a move leads to a smaller number."""
        for n in (1, 2, 3):
            arrows = list(combinations(range(n), 2))
            for movers in product(MOVERS, repeat=len(arrows)):
                yield _tables(n, zip(arrows, movers, strict=True))

    def extreme(self) -> Iterable[Tables]:
        """Long paths, stairs, all moves at once, and many options of which one decides."""
        n = self.most
        _, left, right, both = MOVERS
        for turns in ([left], [right], [both], [left, right], [left, right, both]):
            yield _path(n, turns)
        yield stairs(n)
        yield _tables(n, [(arrow, PLAYERS) for arrow in combinations(range(n), 2)])
        for place in (0, (n - 2) // 2, n - 2):
            yield _one_good_move(n, place)
            yield _one_good_answer(n, min(place, n - 3))

    def draw(self, rng: Draws) -> Tables:
        """A random table, with few moves or many."""
        n = rng.randint(3, self.most)
        chances = {player: rng.choice((0.2, 0.4, 0.7)) for player in PLAYERS}
        moves = []
        for arrow in combinations(range(n), 2):
            movers = [player for player in PLAYERS if rng.random() < chances[player]]
            moves.append((arrow, movers))
        return _tables(n, moves)

    def related(self, value: Tables, rng: Draws) -> Iterable[Tables]:
        """The table with the players exchanged, written backwards, and with other names."""
        left, right = value
        yield right, left
        yield backwards(left), backwards(right)
        for names in (ascii_lowercase, range(self.most)):
            yield _renamed(value, rng.sample(names, len(left)), rng)

    def altered(self, value: Tables, rng: Draws) -> Iterable[Tables]:
        """The table without one of its moves."""
        tables = [{p: list(row) for p, row in table.items()} for table in value]
        rows = [row for table in tables for row in table.values() if row]
        if rows:
            row = rng.choice(rows)
            del row[rng.below(len(row))]
            yield tables[0], tables[1]


#: The players who may make a move: nobody, one of them, or both.
MOVERS: tuple[tuple[str, ...], ...] = ((), (LEFT,), (RIGHT_PLAYER,), PLAYERS)


def _tables(n: int, arrows: Iterable[tuple[tuple[int, int], Iterable[str]]]) -> Tables:
    """Return the tables of n positions. Each arrow (to, from) comes with the players who may make
    this move.
    """
    tables: dict[str, Options] = {player: {p: [] for p in range(n)} for player in PLAYERS}
    for (to, start), movers in arrows:
        for player in movers:
            tables[player][start].append(to)
    return tables[LEFT], tables[RIGHT_PLAYER]


def _path(n: int, turns: Sequence[tuple[str, ...]]) -> Tables:
    """Return a path of n positions. The players in ``turns`` may make its moves by turns, from the
    end of the path on.
    """
    moves = [((v, v + 1), turns[v % len(turns)]) for v in range(n - 1)]
    return _tables(n, moves)


def stairs(n: int) -> Tables:
    """Return n stairs: Left goes down one step, and Right two."""
    left: Options = {step: [step - 1] if step >= 1 else [] for step in range(n)}
    right: Options = {step: [step - 2] if step >= 2 else [] for step in range(n)}
    return left, right


def _one_good_move(n: int, place: int) -> Tables:
    """Return tables in which Left has many moves from the last position, and only the one in this
    place of the list wins.
    """
    last = n - 1
    between = list(range(1, last))
    left: Options = {p: [] for p in range(n)}
    right: Options = {p: [] for p in range(n)}
    left[last] = [*between[:place], 0, *between[place:]]
    for p in between:
        right[p] = [0]
    return left, right


def _one_good_answer(n: int, place: int) -> Tables:
    """Return tables in which Left has one move, and Right has many answers, of which only the one
    in this place of the list wins.
    """
    last = n - 1
    before_last = n - 2
    others = list(range(1, before_last))
    left: Options = {p: [] for p in range(n)}
    right: Options = {p: [] for p in range(n)}
    left[last] = [before_last]
    right[before_last] = [*others[:place], 0, *others[place:]]
    for p in others:
        left[p] = [0]
    return left, right


def _renamed(tables: Tables, names: list[Any], rng: Draws) -> Tables:
    """Return the same tables with other names of the positions, and everything in random order."""
    new_name = dict(zip(tables[0], names, strict=True))
    order = rng.shuffled(tables[0])

    def renamed(table: Options) -> Options:
        return {new_name[p]: rng.shuffled([new_name[q] for q in table[p]]) for p in order}

    return renamed(tables[0]), renamed(tables[1])


def moves_of_both(left: Options, right: Options) -> Options:
    """Return where either player can move from each position."""
    return {p: [*left[p], *right[p]] for p in left}


#: Of tables with more positions than this, only the two from which play can last longest are asked
#: about.
FEW_POSITIONS = 3


def _positions_asked(tables: Tables) -> list[Any]:
    """Return the positions that are asked about."""
    every = list(tables[0])
    if len(every) <= FEW_POSITIONS:
        return every
    both = moves_of_both(*tables)
    return sorted(every, key=lambda p: -longest(both, p))[:2]


def _tables_and_position(tables: Tables, rng: Draws) -> Iterator[Question]:
    """Yield the questions about tables: each time both of them, and a position."""
    yield from ((*tables, position) for position in _positions_asked(tables))


def _wins(tables: dict[str, Options], player: str, position: Any) -> bool:
    """Return whether a player wins who is to move."""
    other = opponent(player)
    return any(not _wins(tables, other, option) for option in tables[player][position])


def _letter(left_wins: bool, right_wins: bool) -> str:
    """Return the letter of an outcome, by whether each player wins if they begin."""
    if left_wins and right_wins:
        return "N"
    if left_wins:
        return "L"
    return "R" if right_wins else "P"


@mistake("Your function gives both players the same moves: Left has those in `left` alone.")
def with_the_same_moves(left: Options, right: Options, position: Any) -> str:
    """Return the outcome if each player may make the moves of both."""
    both = moves_of_both(left, right)
    wins = _wins({LEFT: both, RIGHT_PLAYER: both}, LEFT, position)
    return _letter(wins, wins)


@mistake(
    'Your function says who can move now. But a move may lead to where the opponent wins: "L" means '
    "that Left wins, whoever begins."
)
def by_one_move(left: Options, right: Options, position: Any) -> str:
    """Return the outcome if whoever can move wins."""
    return _letter(bool(left[position]), bool(right[position]))


@mistake(
    "After a move of Left it is Right's turn, and your function lets the same player move again."
)
def without_turns(left: Options, right: Options, position: Any) -> str:
    """Return the outcome if the player who begins makes all the moves."""
    return _letter(
        _wins({LEFT: left, RIGHT_PLAYER: left}, LEFT, position),
        _wins({LEFT: right, RIGHT_PLAYER: right}, LEFT, position),
    )


def _four(left: Options, right: Options, position: Any) -> str:
    """Return the outcome of a position."""
    tables = {LEFT: left, RIGHT_PLAYER: right}
    return _letter(_wins(tables, LEFT, position), _wins(tables, RIGHT_PLAYER, position))


@mistake('"L" and "R" have changed places: "L" means that Left wins, whoever begins.')
def players_exchanged(left: Options, right: Options, position: Any) -> str:
    """Return the outcome with the letters of the players exchanged."""
    letter = _four(left, right, position)
    return {"L": "R", "R": "L"}.get(letter, letter)


@mistake(
    '"N" and "P" have changed places: "N" means that the next player wins, who is the one to move.'
)
def next_and_previous_exchanged(left: Options, right: Options, position: Any) -> str:
    """Return the outcome with the next and the previous player exchanged."""
    letter = _four(left, right, position)
    return {"N": "P", "P": "N"}.get(letter, letter)


@function(
    MoveTables(10).asking(_tables_and_position),
    "Write a function inside that says whether a player wins who is to move at a position: Left "
    "wins if Left has a move after which Right, to move, does not win.",
    "A player who cannot move loses, so `any(...)` of an empty list is the right answer there.",
    "Ask twice, once with Left to move and once with Right. Each of the four pairs of answers has "
    "its letter.",
    mistakes=[
        with_the_same_moves,
        by_one_move,
        without_turns,
        players_exchanged,
        next_and_previous_exchanged,
    ],
)
def four_outcomes(left: Options, right: Options, position: Any) -> str:
    """outcome(left, right, position): "L", "R", "N" or "P", the player who wins."""
    return _four(left, right, position)


#: Two numbers, the smaller one first.
Bounds = tuple[Any, Any]

#: The largest number, and the largest denominator, of a bound.
FAR = 10**12


def _number(numerator: Any, denominator: int = 1) -> Any:
    """Return a fraction, as an int if it is whole."""
    fraction = Fraction(numerator, denominator)
    return int(fraction) if fraction.denominator == 1 else fraction


def _digits_of(pair: tuple[Fraction, Fraction]) -> tuple[Fraction, bool]:
    """Return what small bounds are sorted by: their size and their denominators, and of two pairs
    that are alike the one above 0 first.
    """
    low, high = pair
    return low.denominator + high.denominator + abs(low) + abs(high), low < 0


class TwoBounds(Domain[Bounds]):
    """Two different numbers up to FAR in size, with denominators up to FAR."""

    draws = 100

    def small(self) -> Iterable[Bounds]:
        """All pairs of numbers from -3 to 3 with denominators up to 4; the plainest pairs first."""
        numbers = {Fraction(k, d) for d in range(1, 5) for k in range(-3 * d, 3 * d + 1)}
        pairs = combinations(sorted(numbers), 2)
        plainest = sorted(pairs, key=_digits_of)
        yield from ((_number(low), _number(high)) for low, high in plainest)

    def extreme(self) -> Iterable[Bounds]:
        """The farthest bounds, the nearest to each other, and such as are numbers themselves."""
        yield -FAR, FAR
        yield from ((1, FAR), (FAR - 1, FAR), (FAR - 2, FAR), (100, 103), (0, FAR))
        near = Fraction(1, FAR)
        for middle in (0, Fraction(1, 2), Fraction(3, 8), 1, 7, FAR // 3):
            here = _number(middle)
            below = _number(middle - near)
            above = _number(middle + near)
            yield here, above
            yield below, here
            yield below, above
        yield FAR - near, FAR
        yield Fraction(1, 2**39), Fraction(1, 2**38)
        yield Fraction(1, FAR), Fraction(1, FAR - 1)
        yield Fraction(FAR // 3, FAR - 1), Fraction(FAR // 3 + 1, FAR)
        for power in range(1, 40, 6):
            above_five = 5 + Fraction(1, 2**power)
            yield 5, above_five
            yield above_five, 6

    def draw(self, rng: Draws) -> Bounds:
        """Two numbers with the same denominator, far from each other or near."""
        any_denominator = rng.randint(1, FAR)
        denominator = rng.choice((1, 2, 3, 7, 64, 1000, 2**20, FAR, any_denominator))
        size = rng.choice((1, 5, 1000, FAR)) * denominator
        low = rng.randint(-size, size - 1)
        widest = rng.choice((1, 3, denominator, size))
        high = min(low + rng.randint(1, widest), size)
        return _number(low, denominator), _number(high, denominator)

    def related(self, value: Bounds, rng: Draws) -> Iterable[Bounds]:
        """The bounds on the other side of 0."""
        low, high = value
        yield -high, -low

    def altered(self, value: Bounds, rng: Draws) -> Iterable[Bounds]:
        """The bounds with a number between them in the place of one of them."""
        low, high = value
        middle = _number(simplest(low, high))
        if middle.denominator <= FAR:
            yield low, middle
            yield middle, high


@mistake("The simplest number need not lie in the middle: between 0 and 5 it is 1.")
def the_middle(low: Any, high: Any) -> Fraction:
    """Return the number in the middle."""
    return Fraction(low + high) / 2


def _by_denominators(
    low: Any, high: Any, choose: Callable[[int, int], int], times: int = 2, allowed: int = 0
) -> Fraction:
    """Return the number between the bounds with the first denominator 1, ``times``, ... that fits,
    and of several numerators the one that ``choose`` takes. With ``allowed`` = 1 a bound may be the
    answer, too.
    """
    denominator = 1
    while True:
        smallest = floor(low * denominator) + 1
        largest = ceil(high * denominator) - 1
        if allowed:
            smallest = ceil(low * denominator)
            largest = floor(high * denominator)
        if smallest <= largest:
            return Fraction(choose(smallest, largest), denominator)
        denominator *= times


def nearest_to_zero(smallest: int, largest: int) -> int:
    """Return the whole number nearest to 0 from the smallest to the largest."""
    return min(max(0, smallest), largest)


@mistake(
    "If several whole numbers fit, the simplest is the one nearest to 0, not always the smallest."
)
def the_smallest_that_fits(low: Any, high: Any) -> Fraction:
    """Return the smallest number with the right denominator."""
    return _by_denominators(low, high, lambda smallest, largest: smallest)


@mistake(
    "If several whole numbers fit, the simplest is the one nearest to 0, not always the largest."
)
def the_largest_that_fits(low: Any, high: Any) -> Fraction:
    """Return the largest number with the right denominator."""
    return _by_denominators(low, high, lambda smallest, largest: largest)


@mistake("The number lies strictly between the two: neither of them may be the answer.")
def with_the_bounds(low: Any, high: Any) -> Fraction:
    """Return the simplest number if the bounds themselves are allowed."""
    return _by_denominators(low, high, nearest_to_zero, allowed=1)


@mistake("After the whole numbers come halves, quarters, eighths: a third is never the value.")
def with_any_denominator(low: Any, high: Any) -> Fraction:
    """Return the number with the smallest denominator of all, by the tree of Stern and Brocot."""
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -_between_from_zero(-Fraction(high), -Fraction(low))
    return _between_from_zero(Fraction(low), Fraction(high))


def _between_from_zero(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator between two numbers that are not below 0."""
    step = floor(low) + 1
    if step < high:
        return Fraction(step)
    low -= step - 1
    high -= step - 1
    if low == 0:
        return step - 1 + Fraction(1, floor(1 / high) + 1)
    return step - 1 + 1 / _between_from_zero(1 / high, 1 / low)


@function(
    TwoBounds().questions(),
    "Is there a whole number between them? The smallest is `floor(low) + 1`. Which is the largest?",
    "Of several whole numbers take the one nearest to 0. If 0 itself is between them, it is 0.",
    "If there is none, look at halves: n/2 lies between `low` and `high` if n lies between "
    "`2 * low` and `2 * high`. Then look at quarters, eighths and so on.",
    mistakes=[
        the_middle,
        the_smallest_that_fits,
        the_largest_that_fits,
        with_the_bounds,
        with_any_denominator,
    ],
    save_as="simplest",
)
def between(low: Any, high: Any) -> Fraction:
    """simplest(low, high): the simplest number strictly between two numbers."""
    return simplest(low, high)


#: A switch {high | low}: Left can move to high, and Right to low, which is smaller.
Switch = tuple[Any, Any]

#: The largest number in a switch, and the largest denominator.
LARGEST, FINEST = 10**15, 1024


class Switches(Domain[Switch]):
    """Switches of numbers up to LARGEST in size, with denominators up to FINEST."""

    def small(self) -> Iterable[Switch]:
        half = Fraction(1, 2)
        yield from ((1, -1), (1, 0), (0, -1), (2, 0), (2, -1), (half, -half), (0, -2), (3, -4))
        yield from ((5, 4), (-2, -5))

    def extreme(self) -> Iterable[Switch]:
        finest = Fraction(1, FINEST)
        yield from ((LARGEST, -LARGEST), (LARGEST, LARGEST - 1), (1 - LARGEST, -LARGEST))
        yield from ((LARGEST, LARGEST - finest), (finest, 0), (LARGEST - finest, finest - LARGEST))

    def draw(self, rng: Draws) -> Switch:
        below = rng.choice((1, 1, 2, 4, FINEST))
        size = rng.choice((3, 10, 100, LARGEST)) * below
        low = rng.randint(-size, size - 1)
        high = low + rng.randint(1, size - low)
        return _number(high, below), _number(low, below)


#: Sums in which a float cannot tell which switch is the hotter one, or loses the end of the score.
NEAR_TIES: list[Question] = [
    ([(LARGEST, 0), (LARGEST - Fraction(1, FINEST), 0)], LEFT),
    ([(LARGEST - Fraction(1, FINEST), 0), (LARGEST, 0)], RIGHT_PLAYER),
    ([(-Fraction(1, FINEST), -LARGEST), (LARGEST, Fraction(2, FINEST))], LEFT),
    ([(LARGEST, LARGEST - 2), (-LARGEST + Fraction(3, 2), -LARGEST), (7, 5)], RIGHT_PLAYER),
]


class Forecast(NamedTuple):
    """What is known of a sum of switches before play begins."""

    mean: Fraction
    temperature: Fraction
    score: Fraction


def _forecast(played: list[Switch], first: str, switches: list[Switch]) -> Forecast:
    """Return the mean, the temperature and the score of a sum of switches if the players take the
    switches in this order.
    """
    score = Fraction(0)
    player = first
    for high, low in played:
        score += high if player == LEFT else low
        player = opponent(player)
    mean = sum((Fraction(high + low) / 2 for high, low in switches), Fraction(0))
    return Forecast(mean, max(map(_temperature, switches)), score)


def _temperature(switch: Switch) -> Fraction:
    """Return the temperature of a switch."""
    high, low = switch
    return Fraction(high - low) / 2


def _hottest_first(switches: list[Switch]) -> list[Switch]:
    """Return the switches from the hottest to the coldest."""
    return sorted(switches, key=_temperature, reverse=True)


@mistake("Your function takes the switches as they are listed: the players take the hottest first.")
def in_the_order_given(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast if the switches are taken as they are listed."""
    return _forecast(switches, first, switches)


@mistake("Your function begins with the coldest switch: the players take the hottest first.")
def coldest_first(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast if the coldest switch is taken first."""
    return _forecast(_hottest_first(switches)[::-1], first, switches)


@mistake(
    "Each player takes the switch in which there is most to gain, but a move also keeps the "
    "opponent from moving there: what counts is the difference of the two numbers."
)
def by_own_gain(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast if Left takes the largest high number, and Right the smallest low one."""
    left_over = list(switches)
    played = []
    player = first
    while left_over:
        if player == LEFT:
            chosen = max(left_over, key=lambda switch: switch[0])
        else:
            chosen = min(left_over, key=lambda switch: switch[1])
        left_over.remove(chosen)
        played.append(chosen)
        player = opponent(player)
    return _forecast(played, first, switches)


@mistake("Right may begin, too: see `first`.")
def left_always_first(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast if Left begins."""
    return _forecast(_hottest_first(switches), LEFT, switches)


@mistake("The temperature of {x | y} is half of the difference, (x - y)/2.")
def temperature_not_halved(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast with the difference in the place of the temperature."""
    right = _forecast(_hottest_first(switches), first, switches)
    return right._replace(temperature=2 * right.temperature)


@mistake("After each move it is the opponent's turn: in the next switch they take their number.")
def the_same_player_again(switches: list[Switch], first: str) -> Forecast:
    """Return the forecast if the player who begins makes every move."""
    right = _forecast(switches, first, switches)
    place = 0 if first == LEFT else 1
    return right._replace(score=sum((Fraction(switch[place]) for switch in switches), Fraction(0)))


@function(
    Together(Lists(Switches(), 1, 8), OneOf(PLAYERS)).asking(
        lambda question, rng: [question], last=NEAR_TIES
    ),
    "The mean of {x | y} is (x + y)/2, and its temperature is (x - y)/2. The means of all switches "
    "are added up. Which of the temperatures is asked for?",
    "Sort the switches by temperature, the hottest first. Then go along the list: Left takes the "
    "first number of a pair, and Right the second.",
    "Change the player after each switch. `Fraction(x + y) / 2` is exact, and `(x + y) / 2` is not.",
    mistakes=[
        in_the_order_given,
        coldest_first,
        by_own_gain,
        left_always_first,
        temperature_not_halved,
        the_same_player_again,
    ],
)
def sum_of_switches(switches: list[Switch], first: str) -> Forecast:
    """forecast(switches, first): the mean of a sum of switches, the temperature of the hottest one,
    and the score if the players always move in the hottest.
    """
    return _forecast(_hottest_first(switches), first, switches)


#: The most edges of a stalk.
TALLEST = 60


class Stalks(Domain[str]):
    """Stalks of 1 to TALLEST blue and red edges."""

    draws = 60

    def small(self) -> Iterable[str]:
        """All stalks of up to five edges."""
        for height in range(1, 6):
            yield from map("".join, product("BR", repeat=height))

    def extreme(self) -> Iterable[str]:
        """The tallest stalks, with the first change early or late, or none at all."""
        for height in (6, TALLEST - 1, TALLEST):
            yield "B" * height
            yield ("BR" * height)[:height]
            for at in (1, 2, height // 2, height - 1):
                yield "B" * at + "R" * (height - at)
                yield "B" * at + "R" + "B" * (height - at - 1)

    def draw(self, rng: Draws) -> str:
        height = rng.randint(6, rng.choice((12, TALLEST)))
        run = rng.randint(0, height // 2)
        return rng.choice("BR") * run + "".join(rng.choices("BR", k=height - run))

    def related(self, value: str, rng: Draws) -> Iterable[str]:
        """The stalk with the colours exchanged."""
        yield value.translate(str.maketrans("BR", "RB"))

    def altered(self, value: str, rng: Draws) -> Iterable[str]:
        """The stalk with one edge of the other colour, and the stalk turned upside down."""
        at = rng.below(len(value))
        other = "R" if value[at] == "B" else "B"
        yield value[:at] + other + value[at + 1 :]
        yield value[::-1]


def _sign(colour: str) -> int:
    """Return 1 for a blue edge, and -1 for a red one."""
    return 1 if colour == "B" else -1


def _by_first_change(colours: str) -> Fraction:
    """Return the number of a stalk. Up to the first change of colour every edge counts 1; from then
    on each counts half of the one below it.
    """
    step = Fraction(1)
    worth = Fraction(0)
    changed = False
    for colour in colours:
        changed = changed or colour != colours[0]
        if changed:
            step /= 2
        worth += _sign(colour) * step
    return worth


@mistake("A red edge on a blue one counts less than 1, because it falls with the blue one.")
def blue_minus_red(colours: str) -> int:
    """Return the number of blue edges less the number of red ones."""
    return sum(map(_sign, colours))


@mistake("Up to the first change of colour each edge counts 1: two blue edges are two free moves.")
def halved_from_the_ground(colours: str) -> Fraction:
    """Return the number if each edge counts half of the one below it, from the ground on."""
    return sum(
        (Fraction(_sign(colour), 2**height) for height, colour in enumerate(colours)), Fraction(0)
    )


@mistake(
    "After the first change of colour every edge counts half of the one below it, also if it has "
    "the same colour."
)
def halved_at_changes_alone(colours: str) -> Fraction:
    """Return the number if an edge counts half of the one below it only where the colour changes."""
    step = Fraction(1)
    worth = Fraction(0)
    below = colours[0]
    for colour in colours:
        if colour != below:
            step /= 2
        worth += _sign(colour) * step
        below = colour
    return worth


@mistake("The colours are listed from the ground up, and your function begins at the top.")
def from_the_top(colours: str) -> Fraction:
    """Return the number of the stalk upside down."""
    return _by_first_change(colours[::-1])


@mistake("The first edge of the other colour counts 1/2 already, and in your function it counts 1.")
def halved_after_the_change(colours: str) -> Fraction:
    """Return the number if only the edge after the first change counts half."""
    step = Fraction(1)
    worth = Fraction(0)
    changed = False
    for colour in colours:
        if changed:
            step /= 2
        worth += _sign(colour) * step
        changed = changed or colour != colours[0]
    return worth


@function(
    Stalks().alone(),
    "What are B, BB, BR and BRR worth? Write down the options of both players: to cut an edge takes "
    "away all edges above it.",
    "The edges from the ground up to the first change of colour count 1 each, or -1 if they are "
    "red.",
    "The first edge of the other colour counts 1/2, the next one 1/4, and so on: with + if it is "
    "blue, and with - if it is red.",
    mistakes=[
        blue_minus_red,
        halved_from_the_ground,
        halved_at_changes_alone,
        from_the_top,
        halved_after_the_change,
    ],
)
def stalk(colours: str) -> Fraction:
    """stalk(colours): the number that a stalk of Hackenbush is worth; colours from the ground up."""
    return _by_first_change(colours)


def _game_and_position(tables: Tables, rng: Draws) -> Iterator[Question]:
    """Yield the question about tables: a game, and the position from which play can last longest.

    More questions would take too long where answers are marked: there each move that a student's
    function asks for comes from another process.
    """
    both = moves_of_both(*tables)
    yield TableGame(*tables), max(both, key=lambda p: longest(both, p))


#: The stairs that are too many to follow each way down.
STAIRS = 60


def _last_games() -> Iterator[Question]:
    """Yield games of the library, and stairs on which too many ways lead to the same step."""
    stalk_game = Hackenbush.stalk("BRRB")
    flower = Hackenbush([(0, 1, "G"), (1, 2, "B"), (1, 3, "R"), (1, 4, "B")])
    games: list[Any] = [
        Domineering(2, 2),
        Domineering(2, 3),
        Domineering(3, 2),
        ToadsAndFrogs("TT.FF"),
        ToadsAndFrogs("T.TFF"),
        stalk_game,
        flower,
        Clobber(1, 4),
        Cutcake(2, 3),
    ]
    yield from ((game, game.start()) for game in games)
    yield Domineering(3, 3), ".#.\n...\n#.#"
    left, right = stairs(STAIRS)
    for game in (TableGame(left, right), TableGame(right, left)):
        yield game, STAIRS - 2
        yield game, STAIRS - 1


@mistake("The options of Left come first: `Value(left, right)`.")
def with_options_exchanged(game: Any, position: Any) -> Value:
    """Return the value with the options of the players exchanged."""
    return -value(game, position)


def _valued_by(
    rule: Callable[[list[Value], list[Value]], Value], game: Any, position: Any
) -> Value:
    """Return the value of a position by a rule for the values of the options of both players."""
    known: dict[Any, Value] = {}

    def worth(p: Any) -> Value:
        if p not in known:
            left, right = (
                [worth(game.play(p, move, player)) for move in game.moves(p, player)]
                for player in PLAYERS
            )
            known[p] = rule(left, right)
        return known[p]

    return worth(position)


@mistake("A player may have several options, and your function looks at the first one alone.")
def by_first_options(game: Any, position: Any) -> Value:
    """Return the value by the first option of each player."""
    return _valued_by(lambda left, right: Value(left[:1], right[:1]), game, position)


@mistake("That counts the moves of Left now, less those of Right: what do they lead to?")
def by_counting_moves(game: Any, position: Any) -> Value:
    """Return the number of Left's moves less the number of Right's."""
    counts = [len(list(game.moves(position, player))) for player in PLAYERS]
    return Value.number(counts[0] - counts[1])


@mistake(
    "Your function takes turns. But in a sum Left may move twice in the same part, so every option "
    "has options of both players as well."
)
def with_turns(game: Any, position: Any) -> Value:
    """Return the value if after a move of Left only Right can move, and the other way round."""

    def after(p: Any, player: str) -> Value:
        """The value if only this player can move next."""
        options = [
            after(game.play(p, move, player), opponent(player)) for move in game.moves(p, player)
        ]
        return Value(options, []) if player == LEFT else Value([], options)

    left = [
        after(game.play(position, move, LEFT), RIGHT_PLAYER) for move in game.moves(position, LEFT)
    ]
    right = [
        after(game.play(position, move, RIGHT_PLAYER), LEFT)
        for move in game.moves(position, RIGHT_PLAYER)
    ]
    return Value(left, right)


def _drawn_board(question: Question, given: Any) -> str:
    """Return the board of a position that is one, and "" for anything else."""
    return given if isinstance(given, str) and "\n" in given else ""


@function(
    MoveTables(9, draws=15).asking(_game_and_position, last=_last_games()),
    "Let the function call itself: the values of Left's options in one list, those of Right's in "
    "another. `Value(left, right)` does the rest.",
    "`game.moves(position, LEFT)` lists Left's moves, and `game.play(position, move, LEFT)` is the "
    "position after one of them. The same with RIGHT.",
    "Many ways lead to the same position. Keep the values found in a dict, a new one for each game.",
    mistakes=[with_options_exchanged, by_first_options, by_counting_moves, with_turns],
    save_as="value",
    draw=_drawn_board,
)
def values(game: Any, position: Any) -> Value:
    """value(game, position): the value of a position, by the values of its options."""
    return value(game, position)


#: The largest whole number in a part, and how deep pairs may be nested.
LARGEST_OF_PART, DEEPEST_PAIR = 100, 4

#: What the last exercise asks for.
PARTS = "a list of two or three parts, as in [(1, -1), ((5, 1), 0)]"


def _worth_of_part(part: Any, deeper: int = DEEPEST_PAIR) -> Value:
    """Return the value of a part, which is a whole number or a pair of the options of Left and of
    Right.
    """
    number = whole(part, -LARGEST_OF_PART, LARGEST_OF_PART)
    if number is not None:
        return Value.number(number)
    is_pair = isinstance(part, list | tuple) and len(part) == 2
    if not is_pair:
        raise wrong_kind(
            f"for each part a whole number from -{LARGEST_OF_PART} to {LARGEST_OF_PART}, or a pair "
            "(left, right) of two such parts",
            part,
        )
    require(deeper > 0, f"Pairs are nested too deep: {DEEPEST_PAIR} levels are enough.")
    left, right = part
    return Value([_worth_of_part(left, deeper - 1)], [_worth_of_part(right, deeper - 1)])


def _why_not(worths: list[Value], player: str) -> str:
    """Return why a sum of values is not one in which the only winning moves of a player are outside
    the hottest part; "" if it is one.
    """
    found = hottest(worths)
    if found is None:
        return "All parts are numbers, so no part is hot."
    hot = worths[found.part]
    also_hot = [worth for worth in worths if worth.temperature == found.temperature]
    if len(also_hot) > 1:
        return (
            f"Two parts are equally hot, with the temperature {found.temperature}: one of them has "
            "to be the hottest."
        )
    winning = winning_moves(worths, player)
    name = player.capitalize()
    if not winning:
        together = sum(worths, Value.number(0))
        return f"{name} has no winning move: together the parts are worth {together}."
    for move in winning:
        if move.part == found.part:
            return (
                f"The hottest part is {hot}, with the temperature {found.temperature}, and "
                f"{name} wins there, by the move to {move.option}."
            )
    return ""


@exercise(
    "The temperature says how much a move is worth on average. When does the average say too "
    "little? Think of a move that the opponent has to answer at once.",
    "Take a switch {t | -t}, and a part {{a | b} | c} that is a little colder. If Left moves to "
    "{a | b}, Right has to answer, because a is large. Then it is Left's turn again.",
    "Loop over small numbers a, b, c and t. For each sum ask `hottest(parts)` and "
    "`winning_moves(parts, LEFT)`: no winning move may be in the hottest part.",
)
def not_the_hottest(answer: Any) -> Feedback:
    """Two or three parts of a sum in which Left, to move, wins, but not by a move in the hottest
    part.
    """
    parts = a_list(answer, PARTS)
    if len(parts) not in (2, 3):
        raise wrong_kind(PARTS, answer)
    worths = [_worth_of_part(part) for part in parts]
    reason = _why_not(worths, LEFT)
    if not reason:
        return RIGHT
    if not _why_not(worths, RIGHT_PLAYER):
        reason += " With Right to move it would be such a sum, but Left is to move."
    return wrong(f"Your parts are {' and '.join(map(str, worths))}. {reason}")
