"""The exercises of lecture 14, numbers that are certain.

Games by hand are dicts: ``nodes[p]`` is ``(who, after)``, where ``who`` is "Max", "Min" or "coin".
The list ``after`` holds the options, each a node or a number that Max gets. A coin gives all
options the same probability.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from math import ceil, floor
from statistics import mean
from typing import Any, cast

from gamecourse.check import (
    RIGHT,
    Feedback,
    call,
    exercise,
    function,
    mistake,
    name_of,
    require,
    wrong,
)
from gamecourse.grading.calls import read, shown
from gamecourse.grading.coin_games import CoinGames, Nodes, numbers_in
from gamecourse.grading.domains import Domain, Question
from gamecourse.grading.draws import Draws
from gamecourse.grading.exercises import inside
from gamecourse.grading.extract import game_of
from gamecourse.grading.feedback import GradingEnded, State, agrees, note, refused, wrong_kind
from gamecourse.grading.games import Options, reached
from gamecourse.grading.plain import same, same_kind
from gamecourse.grading.trial import CELL_HABITS, WON_ONCE, move_of
from gamelib import Fixed, exact_values
from gamelib.core import CHANCE, text_of
from gamelib.games import OverwriteTicTacToe, Tree

__all__ = ["GAME", "stubborn"]

#: The game of the strategy to be beaten.
GAME = OverwriteTicTacToe(3)

#: The lower and the upper bound of each node.
Bounds = Mapping[str, tuple[Fraction, Fraction]]
NewBounds = dict[str, tuple[Fraction, Fraction]]


def fractions_between(low: Fraction, high: Fraction, most: int) -> list[Fraction]:
    """Return the fractions n / d from low to high with d up to most; equal fractions are
    repeated.
    """
    return [
        Fraction(n, d)
        for d in range(1, most + 1)
        for n in range(ceil(low * d), floor(high * d) + 1)
    ]


def the_only_one(found: Collection[Fraction]) -> Fraction | None:
    """Return the fraction, if there is just one."""
    return next(iter(found)) if len(found) == 1 else None


def only_fraction(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the only fraction from low to high with denominator up to most, or None."""
    return the_only_one(set(fractions_between(low, high, most)))


@mistake(
    "That is the fraction nearest to the middle: it need not be within the bounds, nor be the only "
    "fraction there."
)
def nearest_to_the_middle(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the fraction that lies nearest to the middle."""
    return ((low + high) / 2).limit_denominator(most)


@mistake("The bounds themselves belong to the interval, too.")
def only_inside(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the answer without the bounds themselves."""
    return the_only_one({x for x in fractions_between(low, high, most) if low < x < high})


@mistake("The denominator may be equal to most.")
def only_below_most(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the answer for denominators below most."""
    return only_fraction(low, high, most - 1)


@mistake("If there are several, your function gives the first that it finds: it should give None.")
def first_found(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the fraction with the smallest denominator."""
    found = fractions_between(low, high, most)
    return min(found, key=lambda number: number.denominator, default=None)


@mistake("Your function counts 1/2 and 2/4 as two, though they are equal.")
def only_as_written(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """Return the answer if a fraction counts as often as it can be written."""
    return the_only_one(fractions_between(low, high, most))


#: The largest numbers, and the finest denominator of a bound.
FINE = 10**12


class Intervals(Domain[Question]):
    """All small intervals, and narrow ones around fractions whose denominator is just allowed, or
    just not.
    """

    draws = 14

    def small(self) -> Iterator[Question]:
        """Intervals between fractions from -1 to 1 with denominators up to 5, for every ``most`` up
        to 5; then intervals between tenths from 0 to 2, for denominators up to 3.
        """
        fractions = {Fraction(n, d) for d in range(1, 6) for n in range(-d, d + 1)}
        simplest = sorted(fractions, key=lambda x: (x.denominator, abs(x)))
        for most in range(1, 6):
            yield from self.between(simplest, most)
        tenths = [Fraction(n, 10) for n in range(21)]
        yield from self.between(tenths, most=3)

    def between(self, numbers: list[Fraction], most: int) -> Iterator[Question]:
        """Yield the intervals between any two of these numbers, or from one to itself."""
        for low in numbers:
            for high in numbers:
                if low <= high:
                    yield low, high, most

    def extreme(self) -> Iterator[Question]:
        """The largest numbers as bounds; then intervals around fractions whose denominator d is just
        allowed or just not: around 1/d, as narrow as can be, and around FINE - 1 - 1/d, where bounds
        that are turned into floats are all the same.
        """
        yield Fraction(1, 3), Fraction(2, 5), 200  # with many fractions in it
        yield Fraction(FINE), Fraction(FINE), 200
        yield Fraction(-FINE), Fraction(-FINE), 1
        yield Fraction(FINE - 2), Fraction(FINE), 1
        for most in (199, 200):
            for d in (most - 1, most, most + 1):
                yield from self.around(Fraction(1, d), most, reach=0)
                n = FINE // d - 1
                # The fractions nearest to 1/d, as far as the denominator of a bound may go.
                for beside in (Fraction(n, n * d + 1), Fraction(n, n * d - 1)):
                    yield beside, beside, most
                yield from self.around(FINE - 2 + Fraction(d - 1, d), most, reach=1)

    def draw(self, rng: Draws) -> Question:
        """An interval around a fraction near 0, or near the least or the greatest number, whose
        denominator d is often just allowed or just not.
        """
        most = rng.randint(6, 200)
        any_denominator = rng.randint(1, most - 1)
        d = rng.choice([most - 1, most, most + 1, any_denominator])
        whole = rng.choice([0, -1, FINE - 2, 1 - FINE])
        numerator = rng.below(d)
        number = whole + Fraction(numerator, d)
        reach = rng.choice([0, 1, 1_000, 10**7])
        questions = list(self.around(number, most, reach))
        return rng.choice(questions)

    def around(self, number: Fraction, most: int, reach: int) -> Iterator[Question]:
        """Yield intervals that the number bounds or lies in, and one that just misses it. They reach
        to the next multiples of 1/FINE, and by ``reach`` more of these steps.
        """
        below = Fraction(floor(number * FINE) - reach, FINE)
        above = Fraction(ceil(number * FINE) + reach, FINE)
        yield from ((low, high, most) for low in (number, below) for high in (number, above))
        yield above + Fraction(1, FINE), above + Fraction(2 + reach, FINE), most


@function(
    Intervals().questions(),
    "Try each denominator d from 1 to most: for which whole numbers n is `low <= n / d <= high`?",
    "From math: `ceil(low * d)` is the smallest of them, and `floor(high * d)` is the largest.",
    "2/4 is 1/2 again, so collect the Fractions in a set. If the set has one element, return it; "
    "otherwise `None`.",
    mistakes=[nearest_to_the_middle, only_inside, only_below_most, first_found, only_as_written],
    nothing="none, or several",
)
def only(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    """only(low, high, most): the only Fraction from low to high, with denominator up to most; None
    if not just one.
    """
    return only_fraction(low, high, most)


#: How a player, or a coin, combines the bounds of its options.
RULES: dict[str, Callable[[Sequence[Fraction]], Fraction]] = {"Max": max, "Min": min, "coin": mean}


def bounds_of_options(
    after: Sequence[Any], bounds: Bounds
) -> tuple[list[Fraction], list[Fraction]]:
    """Return the lower and the upper bounds of options; a number is its own bound."""
    lower = [bounds[q][0] if isinstance(q, str) else Fraction(q) for q in after]
    upper = [bounds[q][1] if isinstance(q, str) else Fraction(q) for q in after]
    return lower, upper


def swept(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """Return the bounds after one sweep: what each node makes of the old bounds of its options."""
    new = {}
    for p, (who, after) in nodes.items():
        lower, upper = bounds_of_options(after, bounds)
        new[p] = RULES[who](lower), RULES[who](upper)
    return new


@mistake(
    "At Min's nodes your function takes the largest bounds: Min chooses the smallest lower and upper "
    "bound."
)
def swept_for_max_alone(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """Return the sweep as if Max moved at Min's nodes."""
    as_max = {p: ("Max" if who == "Min" else who, after) for p, (who, after) in nodes.items()}
    return swept(as_max, bounds)


@mistake(
    "For both players your function takes the smallest lower and the largest upper bound. But the "
    "player to move chooses: Max takes the largest of the lower bounds and the largest of the upper "
    "ones, and Min the smallest of each."
)
def swept_for_nobody(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """Return the sweep as if nobody chose at the players' nodes."""
    new = swept(nodes, bounds)
    for p, (who, after) in nodes.items():
        if who != "coin":
            lower, upper = bounds_of_options(after, bounds)
            new[p] = min(lower), max(upper)
    return new


@mistake("Your function uses new bounds in the same sweep: all must come from the old ones.")
def swept_in_place(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """Return the sweep in which a node already sees the new bounds of the nodes before it."""
    new = dict(bounds)
    for p, (who, after) in nodes.items():
        lower, upper = bounds_of_options(after, new)
        new[p] = RULES[who](lower), RULES[who](upper)
    return new


@mistake(
    "Your function keeps an old bound where it is tighter. The exercise asks for one sweep: what each "
    "node makes of the old bounds of its options, and nothing else."
)
def swept_only_tighter(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """Return the sweep in which a bound changes only for a tighter one."""
    new = swept(nodes, bounds)
    return {p: (max(new[p][0], bounds[p][0]), min(new[p][1], bounds[p][1])) for p in nodes}


def _wide_and_drawn_bounds(nodes: Nodes, rng: Draws) -> Iterator[Question]:
    """Yield the game with the widest bounds, with narrow ones, with bounds that differ from node to
    node, and with random ones.
    """
    largest = max([1, *map(abs, numbers_in(nodes))])
    most = Fraction(ceil(largest))
    yield nodes, dict.fromkeys(nodes, (-most, most))
    for narrow in (most / 20, most / 21):  # the same to two places, if the numbers are small
        yield nodes, dict.fromkeys(nodes, (-narrow, narrow))

    different: NewBounds = {}
    for place, p in enumerate(nodes):
        bound = most / (10 + place)
        different[p] = (-bound, bound)
    yield nodes, different

    sixths = [most * Fraction(n, 6) for n in range(-6, 7)]
    random: NewBounds = {}
    for p in nodes:
        low, high = sorted(rng.choices(sixths, k=2))
        random[p] = (low, high)
    yield nodes, random


@function(
    CoinGames().asking(_wide_and_drawn_bounds),
    "What follows is a node, which has bounds of its own, or a number, which is its own lower and "
    "upper bound.",
    "At Max's nodes take the largest lower bound and the largest upper bound, at Min's nodes the "
    "smallest of each. "
    "At a coin take the average of each.",
    "Use the old bounds throughout, and put the new ones into a new dict.",
    mistakes=[swept_for_max_alone, swept_for_nobody, swept_in_place, swept_only_tighter],
    save_as="sweep",
    intact=True,
)
def sweep(nodes: Nodes, bounds: Bounds) -> NewBounds:
    """sweep(nodes, bounds): the bounds after one sweep, a dict from node to (lower, upper)."""
    return swept(nodes, bounds)


def stubborn(position: Any) -> Any:
    """A strategy for GAME: complete a row on a free cell; otherwise throw for the opponent's first
    cell, or any.
    """
    moves = GAME.moves(position)
    # Only a row ends the game, so that nobody is to move.
    rows = [move for move in moves if GAME.turn(GAME.play(position, move)) is None]
    # While the coin is in the air, a position has a third part: the cell that it decides about.
    throws = [move for move in moves if len(GAME.play(position, move)) == 3]
    return (rows or throws or moves)[0]


#: The game for X alone: O, whose strategy is known, is a part of Nature.
_ALONE: Any = Fixed(GAME, 1, stubborn)

#: What X can get from the stubborn O, and what other likely answers are (all by exact_values).
_MOST = Fraction(25, 32)
_OTHERS = {
    Fraction(5, 27): "that is the value against a perfect O. This O is not perfect.",
    -_MOST: "that is what O gets. The exercise asks for the value to X.",
    Fraction(-17, 30): (
        "that is the value to X if the stubborn strategy plays X. It plays O, who is player 1."
    ),
    Fraction(1, 3): (
        "that is what the perfect strategy of the lecture gets from this O. A best reply gets more."
    ),
    Fraction(1, 5): "that is what X gets if the stubborn strategy plays both sides.",
    (1 + _MOST) / 2: "that counts a win 1 and a loss 0. Here a loss counts -1.",
}

#: What to say of a strategy that gets as much from the stubborn O.
_OTHER_STRATEGIES = {
    Fraction(1, 3): (
        "The perfect strategy of the lecture gets as much. It takes care of dangers that never come "
        "from this O: for which game is your strategy best?"
    ),
    Fraction(1, 5): "The stubborn strategy itself gets as much.",
}

_values = cache(exact_values)


@exercise(
    "A player whose strategy is known is a part of Nature: `Fixed(check.GAME, 1, check.stubborn)` "
    "is a game for X "
    "alone.",
    "Use `exact_values` of that game, and look up its start.",
)
def against_stubborn(answer: Any) -> Feedback:
    """The value of GAME to X against the stubborn O, as a Fraction, if X plays as well as
    possible.
    """
    given = read(answer)
    if not isinstance(given, str) and agrees(given, _MOST, "Your value"):
        return RIGHT
    if not same_kind(given, _MOST):
        raise wrong_kind("the value, a Fraction", given)
    for value, reason in _OTHERS.items():
        if same(given, value):
            return wrong(reason)
    return wrong(f"the value is not {shown(given)}.")


@exercise(
    "The best reply to this O is not the perfect strategy, which takes care of dangers that never "
    "come.",
    "What `exact_values(...)` returns has a method best. Which game do you give to `exact_values`?",
)
def beat_stubborn(answer: Any) -> Feedback:
    """A strategy for X that is a best reply to the stubborn O."""
    moves: dict[Any, Any] = {}
    try:
        gain = average_gain(answer, moves)
    except GradingEnded as ended:
        # An illegal move, for example, may be a cell that is counted from 1.
        is_wrong = ended.feedback.state == State.WRONG
        question = _question_on_cells(answer) if is_wrong else ""
        if not question:
            raise
        return ended.feedback.with_remark(question)
    if gain == _MOST:
        return _asked_again(answer, moves)
    where = _first_mistake(moves)
    too_little = wrong(f"your strategy gets {gain} on average, and more is possible.{where}")
    hint = _question_on_cells(answer) or _OTHER_STRATEGIES.get(gain, "")
    return too_little.with_remark(hint) if hint else too_little


def _asked_again(strategy: Any, moves: dict[Any, Any]) -> Feedback:
    """Return the feedback on a best reply that is asked once more at each position: it must not
    depend on what it was asked before.
    """
    changed: dict[Any, Any] = {}
    for position, move in moves.items():
        try:
            second_move = _move_at(strategy, position)
        except GradingEnded as ended:
            return ended.feedback.with_remark(WON_ONCE)
        if second_move != move:
            changed[position] = second_move
    where = _first_mistake(changed)  # another move may be as good
    return wrong(f"{WON_ONCE}{where}") if where else RIGHT


def _move_at(strategy: Any, position: Any) -> Any:
    """Return the move of a strategy for X; what is no legal move is told with the board."""
    call_text = f"{name_of(strategy)}({position!r})"
    given = call(strategy, position, who=call_text, what="a move for X, who is player 0")
    move, why = move_of(cast(Any, GAME), position, given, call_text)
    require(not why, f"{why} The position is {position!r}:\n{text_of(GAME, position)}")
    return move


def average_gain(strategy: Any, moves: dict[Any, Any]) -> Fraction:
    """Return what a strategy for X gets from the stubborn O on average. Its moves are noted in
    ``moves``, in the order in which it is asked.
    """

    def note_move(position: Any) -> Any:
        moves[position] = _move_at(strategy, position)
        return moves[position]

    # With both strategies known nobody has a choice left, so this is the average over the dice.
    return exact_values(Fixed(_ALONE, 0, inside(note_move)))[GAME.start()]


def _question_on_cells(strategy: Any) -> str:
    """Return the question to ask if a strategy is a best reply once its cells are read in another
    way, otherwise "".
    """
    for question, intended_move in CELL_HABITS.items():

        def reread(position: Any, intended: Callable[[Any, Any], Any] = intended_move) -> Any:
            return intended(position, call(strategy, position))

        with suppress(GradingEnded):
            if average_gain(reread, {}) == _MOST:
                return f"{question} Read like that, it is a best reply."
    return ""


def _first_mistake(moves: dict[Any, Any]) -> str:
    """Return a sentence on the first of these positions at which the strategy's move gives something
    away, with the board; or "" if there is none.
    """
    if not moves:
        return ""
    values = _values(_ALONE)
    for position, move in moves.items():
        if values[GAME.play(position, move)] < values[position]:
            return f" Look again at {position}, where it plays {move}:\n{text_of(GAME, position)}"
    return ""


@exercise(
    "The sweeps begin with the largest payoff at every position that is not terminal. Which "
    "positions stay that high?",
    "Take two positions that lead to each other. Each position keeps the other position's number "
    "too high.",
    "Let Max leave for 1 or go on, and let Min go back or leave for more. What is that worth, and "
    "what do sweeps say?",
)
def too_high(answer: Any) -> Feedback:
    """The nodes of a Tree without dice, with a choice for both players, where plain sweeps from
    above stay too high.
    """
    no_game = "these are not the nodes of such a game: "
    with refused(no_game):
        tree = game_of(answer)
        dice = any(who == CHANCE for who, _ in tree.nodes.values())
        require(not dice, "leave the dice out. Here the players hold each other up.")
        options = reached(tree)
    require(
        len(options) <= 12,
        f"your game has {len(options)} positions, terminal ones included; 12 are enough.",
    )
    with refused(no_game):
        values = exact_values(tree)
    choosing = {tree.turn(p) for p, row in options.items() if len(set(row)) > 1}
    require(
        {0, 1} <= choosing,
        "both players must have a choice, at nodes that play can reach from the first.",
    )
    payoffs = [
        after
        for _, moves in tree.nodes.values()
        for after in moves.values()
        if isinstance(after, tuple)
    ]
    if any(isinstance(number, float | bool) for pair in payoffs for number in pair):
        note("Give payoffs as whole numbers or Fractions.")
    gap = _gap(tree, options, values)
    if gap > Fraction(1, 10):
        return RIGHT
    result = (
        f"end at most {float(gap):.3g} too high" if gap else "come down to the values everywhere"
    )
    return wrong(f"in your game the sweeps from above {result}.")


def _gap(tree: Tree, options: Options, values: Mapping[Any, Fraction]) -> Fraction:
    """Return how far too high the sweeps from above stay, at the position where it is most. They
    begin with the largest payoff, or 0, at every position that is not terminal.
    """
    choices: dict[Any, Any] = {0: max, 1: min}  # by player
    largest = max([Fraction(0), *(values[p] for p, row in options.items() if not row)])
    upper = {p: largest if row else values[p] for p, row in options.items()}
    before: dict[Any, Fraction] = {}
    while before != upper:  # this ends: bounds only fall, from payoff to payoff
        before = dict(upper)
        for p, row in options.items():
            if row:
                upper[p] = choices[tree.turn(p)](upper[q] for q in row)
    return max(upper[p] - values[p] for p in options)
