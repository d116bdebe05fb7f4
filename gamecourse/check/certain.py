"""The exercises of lecture 14, numbers that are certain.

Games by hand are dicts: ``nodes[p]`` is ``(who, after)``, with ``who`` one of "Max", "Min" and "coin", and ``after`` a
list of what may follow, each a node or a number, what Max gets. A coin gives each the same probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, partial
from math import ceil, floor
from statistics import mean
from typing import Any, cast

from gamecourse.check import RIGHT, Finding, Mistakes, Told, call, compare, exercise, give, name_of, wrong
from gamecourse.check.machinery.asked import brief, read, shorten
from gamecourse.check.machinery.engine import STRATEGY, inside
from gamecourse.check.machinery.plain import is_pair, same, same_kind
from gamecourse.check.machinery.reading import game_of
from gamecourse.check.machinery.subjects import GAME, SMALL_GAMES, Nodes, stubborn
from gamecourse.check.machinery.trial import move_of
from gamelib import Answer, Fixed, chance_values, exact_values
from gamelib.arenas.chance import MAX, MIN, NOBODY, ChanceGraph
from gamelib.core import CHANCE, text_of

__all__ = ["GAME", "stubborn"]

Bounds = Mapping[str, tuple[Fraction, Fraction]]


def _only(low: Fraction, high: Fraction, most: int) -> Fraction | None:
    between = {Fraction(n, d) for d in range(1, most + 1) for n in range(ceil(low * d), floor(high * d) + 1)}
    return between.pop() if len(between) == 1 else None


@exercise(
    "Try each denominator from 1 to most. Which whole numbers n have low <= n / d <= high?",
    "From math: ceil(low * d) is the smallest of them, floor(high * d) the largest.",
    "2/4 is 1/2 again: collect Fractions in a set. One in it: that is the answer; none, or several: None.",
)
def only(answer: Any) -> Finding:
    """only(low, high, most): the only Fraction from low to high with a denominator up to most; None if not just one."""
    half, third, tiny = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10**9)
    inputs = [(Fraction(1, 4), Fraction(3, 8), 3), (Fraction(2, 5), Fraction(3, 5), 4), (half, half, 8)]
    inputs += [(Fraction(0), Fraction(1), 1), *((third, Fraction(2, 5), most) for most in (2, 3, 7))]
    near = [(-third, tiny, 50), (third, tiny, 300), (Fraction(5, 27), tiny, 300), (Fraction(5, 27), 10**5 * tiny, 300)]
    inputs += [(middle - reach, middle + reach, most) for middle, reach, most in near]
    inputs += [(third + tiny, third + 2 * tiny, 200), (Fraction(-2), Fraction(-2), 5)]
    inputs += [(Fraction(1, 9) - 1000 * tiny, Fraction(1, 9), 400)]
    mistakes: Mistakes = {
        "The nearest to the middle need not lie between them, nor be the only one": (
            lambda low, high, most: ((low + high) / 2).limit_denominator(most)
        ),
        "The ends belong to it, too: the bounds may be met": lambda low, high, n: _only(
            low + tiny**2, high - tiny**2, n
        ),
        "The denominator may be equal to most": lambda low, high, most: _only(low, high, most - 1),
    }
    return compare(answer, _only, inputs, mistakes=mistakes, nothing="none, or several")


def _sweep(nodes: Nodes, bounds: Bounds, choose: Mapping[str, Any] | None = None, old: bool = True) -> Any:
    """One sweep; ``choose`` says what becomes of the bounds at each kind of node, and ``old`` which bounds are used."""
    made: dict[str, tuple[Fraction, Fraction]] = dict(bounds)
    rule = {"Max": max, "Min": min, "coin": mean} | dict(choose or {})
    for p, (who, after) in nodes.items():
        known = bounds if old else made
        pairs = [known[q] if isinstance(q, str) else (Fraction(q), Fraction(q)) for q in after]
        made[p] = cast(Any, tuple(rule[who](column) for column in zip(*pairs, strict=True)))
    return made


def _pessimist(nodes: Nodes, bounds: Bounds) -> Any:
    """The smallest of the lower and the largest of the upper bounds, whoever is to move."""
    lower, upper = (_sweep(nodes, bounds, {"Max": rule, "Min": rule}) for rule in (min, max))
    return {p: (lower[p][0], upper[p][1]) for p in nodes}


#: What to say of a sweep that goes wrong, and the sweep.
_SWEPT: Mistakes = {
    "Min wants it small: take the smallest, of the lower bounds and of the upper ones": partial(
        _sweep, choose={"Min": max}
    ),
    "Whoever moves, chooses: Max the largest of the lower bounds and the largest of the upper ones": _pessimist,
    "At a coin stands the average of what follows, not the best of it": partial(_sweep, choose={"coin": max}),
    "All new bounds come from the old ones, those of the sweep before": partial(_sweep, old=False),
    "The lower bound stands first": lambda *given: {p: pair[::-1] for p, pair in _sweep(*given).items()},
}


@exercise(
    "What follows is a node, with bounds of its own, or a number, which is its own lower and upper bound.",
    "Max: the largest lower bound and the largest upper bound. Min: the smallest of each. A coin: the average of each.",
    "Use the old bounds throughout, and put the new ones into a new dict.",
)
def sweep(answer: Any) -> Finding:
    """sweep(nodes, bounds): the bounds after one sweep, a dict from node to (lower, upper)."""
    inputs = []
    for nodes in SMALL_GAMES:
        bounds: Bounds = {p: (Fraction(-5), Fraction(5)) for p in nodes}
        for _ in range(3):
            inputs.append((nodes, bounds))
            bounds = _sweep(nodes, bounds)
    return compare(answer, _sweep, inputs, mistakes=_SWEPT)


#: The game for X alone: whose strategy is known, is a part of Nature.
_ALONE: Any = Fixed(GAME, 1, stubborn)


_exact, _within = cache(exact_values), cache(chance_values)


def _most() -> Fraction:
    """What X can get from the stubborn O: what a reply gets that is the best within bounds 1e-9 wide."""
    return _exact(Fixed(_ALONE, 0, _within(_ALONE).best))[GAME.start()]


@exercise(
    "A player whose strategy is known is a part of Nature: Fixed(check.GAME, 1, check.stubborn) is a game for X alone.",
    "exact_values of that game, at its start.",
)
def against_stubborn(answer: Any) -> Finding:
    """The value of GAME, to X, against the stubborn O, if X makes the best of it; a Fraction."""
    if isinstance(answer, Answer):
        return wrong("these are the values of all positions; asked for is one, that of check.GAME.start()")
    found, start = read(answer), GAME.start()
    if is_pair(found) and same(found, tuple(_within(_ALONE)[start])):
        return wrong("these are bounds, and the value lies between them; exact_values gives the value itself")
    if not same_kind(found, Fraction(0)):
        raise give("the value, a Fraction", found)
    if isinstance(found, float):
        return wrong("give it exactly, as a Fraction")
    most, perfect = _most(), _exact(GAME)
    reasons = {
        most: "",
        perfect[start]: "that is the value against a perfect O; this one is not perfect",
        -most: "that is what O gets; asked for is the value to X",
        (1 + most) / 2: "that is the probability that X wins; a row is worth 1 to X and -1 to O",
        _exact(Fixed(GAME, 0, stubborn))[start]: "that is the value if he plays X; he plays O, who is player 1",
        _exact(Fixed(_ALONE, 0, perfect))[start]: "that is what the perfect strategy gets from him; X can do better",
    }
    for value, reason in reasons.items():
        if same(found, value):
            return wrong(reason) if reason else RIGHT
    return wrong(f"it is not {brief(found)}")


@exercise(
    "The best reply to this O is not the perfect strategy: that one takes care of dangers which never come.",
    "exact_values(...) has a method best. Of which game?",
)
def beat_stubborn(answer: Any) -> Finding:
    """A strategy for X that is a best reply to the stubborn O."""
    if not callable(answer):
        raise give(STRATEGY, answer)
    moves: dict[Any, Any] = {}

    def judge(position: Any) -> Any:
        where = f"at {position}\n{text_of(GAME, position)}\n"
        found = call(answer, position, who=f"{where}{name_of(answer)}", what="a move")
        moves[position], why = move_of(cast(Any, GAME), position, found)
        if why:
            raise Told(wrong(f"{where}{why}"))
        return moves[position]

    got = exact_values(Fixed(_ALONE, 0, inside(judge)))[GAME.start()]
    if got == _most():
        return RIGHT
    return wrong(f"it gets {got} on the average, and more is possible{_mistake(moves)}")


def _mistake(moves: dict[Any, Any]) -> str:
    """The first move of a strategy, as one comes to its positions, by which something is given away."""
    low, high = _within(_ALONE).lower, _within(_ALONE).upper
    for position, move in moves.items():
        if high[GAME.play(position, move)] < low[position]:
            return f". Look again at {position}, where it plays {move}:\n{text_of(GAME, position)}"
    return ""


@exercise(
    "From above: all that is not an end begins with the largest payoff. Who keeps it there, though it is wrong?",
    "Two positions that lead to each other: each holds the other's number up.",
    "Max leaves for 1 or goes on; Min goes back or leaves for more. What is that worth, and what does the sweep say?",
)
def too_high(answer: Any) -> Finding:
    """The nodes of a Tree without dice, with a choice for both players, where plain sweeps from above stay too high."""
    try:
        tree = game_of(answer)
        if any(who == CHANCE for who, _ in tree.nodes.values()):
            return wrong("leave the dice out: here the players hold each other up")
        graph = ChanceGraph.of(tree)
    except (ValueError, TypeError, AttributeError) as error:
        return wrong(f"this is no such game: {shorten(str(error))}")
    if len(graph) > 12:
        return wrong(f"your game has {len(graph)} positions, ends counted; 12 are enough")
    choosers = {int(turn) for p, turn in enumerate(graph.turn) if len(set(graph.options(p))) > 1}
    if not {0, 1} <= choosers:
        return wrong("both players must have a choice, at nodes to which play can come from the first")
    values = exact_values(tree)
    gaps = {sign: _gap(graph, values, sign) for sign in (1, -1)}
    if gaps[1] > Fraction(1, 10):
        return RIGHT
    below = ". From below they would stop too low: exchange Max and Min, and the payoffs of the two"
    said = "here the sweeps from above come down to the values everywhere, or so near that nobody would mind"
    return wrong(said + below * (gaps[-1] > Fraction(1, 10)))


def _gap(graph: ChanceGraph, values: Mapping[Any, Fraction], sign: int) -> Fraction:
    """How far sweeps from above, which begin with the largest payoff, or 0, stay too high; with -1, from below."""
    best = {MAX: max, MIN: min} if sign > 0 else {MAX: min, MIN: max}
    payoff = {p: sign * value for p, value in graph.payoff.items()}
    top = max([Fraction(0), *payoff.values()])
    upper = [payoff[p] if turn == NOBODY else top for p, turn in enumerate(graph.turn)]
    before: list[Fraction] = []
    while before != upper:  # it ends: they only fall, from payoff to payoff
        before = list(upper)
        for p, turn in enumerate(graph.turn):
            if turn != NOBODY:
                upper[p] = best[int(turn)](upper[q] for q in graph.options(p))
    return max(number - sign * values[graph.numbering.position(p)] for p, number in enumerate(upper))
