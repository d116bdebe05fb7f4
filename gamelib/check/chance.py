"""The exercises of lecture 13, chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, cast

from gamelib.adapters import Fixed
from gamelib.answers import Answer
from gamelib.arenas.chance import MAX, MIN, NOBODY, ChanceGraph
from gamelib.check.asked import brief, read, shorten
from gamelib.check.comparing import compare
from gamelib.check.engine import STRATEGY, exercise, name_of
from gamelib.check.finding import RIGHT, Finding, give, wrong
from gamelib.check.inside import Told, inside, returned
from gamelib.check.moves import move_of
from gamelib.check.plain import meant, same, same_kind
from gamelib.check.rivals import GAME, stubborn
from gamelib.check.sheet import close
from gamelib.check.trees import game_of
from gamelib.core import CHANCE, text_of
from gamelib.solvers.chance.values import ChanceValues, ExactValues, chance_values, exact_values

__all__ = ["GAME", "against_stubborn", "beat_stubborn", "choose", "race", "stopping", "stubborn", "too_high"]


def _race(q: Fraction, mine: int, others: int) -> Fraction:
    """By the equations for (mine, others) and (others, mine), solved for both at once."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    first, second = (q * (1 - _race(q, b, a - 1)) for a, b in ((mine, others), (others, mine)))
    return (first + miss - miss * (second + miss)) / (1 - miss * miss)


@exercise(
    "Call it x when it is your turn, and y when it is the other's, as he sees it. What is x after a success? And after "
    "a miss?",
    "x = q (1 - what he has when you need one less) + (1 - q)(1 - y), and the same for y. Two equations, two unknowns.",
    "Put y into the first: x (1 - (1 - q)^2) = ... And when you need none any more, you have won: 1.",
)
def race(answer: Any) -> Finding:
    """race(q, mine, others): the probability that you win if you throw first, as a Fraction."""
    sizes = [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (2, 3), (3, 3), (5, 2), (2, 5), (4, 4), (1, 5), (5, 5)]
    chances = [Fraction(1, 2), Fraction(1, 6), Fraction(1), Fraction(2, 3), Fraction(3, 7)]
    return compare(
        answer,
        _race,
        [(q, *size) for size in sizes for q in chances],
        mistakes={
            "That is what you have if the other throws first": lambda q, a, b: 1 - _race(q, b, a),
            "mine and others have changed places": lambda q, a, b: _race(q, b, a),
            "That is what the other has": lambda q, a, b: 1 - _race(q, a, b),
            "After a success it is the other's turn, too": _race_on,
        },
    )


def _race_on(q: Fraction, mine: int, others: int) -> Fraction:
    """The race in which whoever succeeds throws again."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    first, second = q * _race_on(q, mine - 1, others), q * _race_on(q, others - 1, mine)
    return (first + miss - miss * (second + miss)) / (1 - miss * miss)


def _choice(player: int, coin: list[tuple[Any, Any]], sure: Any) -> str:
    expected = sum(probability * payoff for probability, payoff in coin)
    if expected == sure:
        return "same"
    return "coin" if (expected > sure) == (player == 0) else "sure"


@exercise(
    "The expected value: the sum of each payoff times its probability. Which payoff is the likeliest does not matter.",
    "Player 1 wants it small.",
    'Equal is "same". With floats, 0.1 + 0.1 + 0.1 is not 0.3: stay with Fractions.',
)
def choose(answer: Any) -> Finding:
    """choose(player, coin, sure): "coin", "sure" or "same"; payoffs are to player 0."""
    half, tenth = Fraction(1, 2), Fraction(1, 10)
    coins: list[tuple[list[tuple[Fraction, Fraction]], Fraction]] = [
        ([(half, Fraction(1)), (half, Fraction(0))], Fraction(2, 5)),
        ([(tenth, Fraction(9)), (9 * tenth, Fraction(0))], half),
        ([(tenth, Fraction(1))] * 3 + [(7 * tenth, Fraction(0))], 3 * tenth),
        ([(half, Fraction(-3)), (half, Fraction(1))], Fraction(-1)),
        ([(half, Fraction(1)), (half, Fraction(0))], half + tenth**20),
        ([(Fraction(1, 6), Fraction(k)) for k in range(1, 7)], Fraction(7, 2)),
    ]
    return compare(
        answer,
        _choice,
        [(player, coin, sure) for coin, sure in coins for player in (0, 1)],
        mistakes={
            "Player 1 pays: he wants it small": lambda player, coin, sure: _choice(0, coin, sure),
            "The players have changed places": lambda player, coin, sure: _choice(1 - player, coin, sure),
            "Payoffs count as much as they are probable": lambda player, coin, sure: _choice(
                player, [(Fraction(1, len(coin)), payoff) for _, payoff in coin], sure
            ),
            "The likeliest payoff is not all": lambda player, coin, sure: _choice(player, [(1, max(coin)[1])], sure),
            "With floats 0.1 + 0.1 + 0.1 is not 0.3: stay with Fractions": _choice_in_floats,
        },
    )


def _choice_in_floats(player: int, coin: list[tuple[Any, Any]], sure: Any) -> str:
    return _choice(player, [(float(probability), float(payoff)) for probability, payoff in coin], float(sure))


def _worth(throws: int, faces: Iterable[int] = range(1, 7)) -> Fraction:
    before = _worth(throws - 1, faces) if throws > 1 else Fraction(0)
    return sum((max(Fraction(face), before) for face in faces), Fraction(0)) / 6


@exercise(
    "One throw is worth 7/2. With two: would you keep a 3, if another throw is worth 7/2 on the average?",
    "worth(n) is the average over the six faces of the larger of the face and worth(n - 1).",
)
def stopping(answer: Any) -> Finding:
    """worth(throws): the value, a Fraction, of a die that may be thrown so often and counts when you stop."""
    return compare(
        answer,
        _worth,
        [(throws,) for throws in range(1, 13)],
        mistakes={
            "That is the mean of the largest face, as if one might choose at the end": _largest,
            "range(6) goes from 0 to 5, the faces from 1 to 6": lambda throws: _worth(throws, range(6)),
            "range(1, 6) ends at 5, the faces at 6": lambda throws: _worth(throws, range(1, 6)),
            "Another throw is worth as much as what may follow it, not 7/2": _short_sighted,
            "That is worth one throw more": lambda throws: _worth(throws + 1),
            "That is worth one throw less": lambda throws: _worth(throws - 1) if throws > 1 else 0,
        },
    )


def _short_sighted(throws: int) -> Fraction:
    """The value if one looks one throw ahead only: keep 4, 5 and 6, always."""
    return Fraction(7, 2) if throws == 1 else Fraction(15, 6) + _short_sighted(throws - 1) / 2


def _largest(throws: int) -> Fraction:
    """The mean of the largest of so many faces."""
    return sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0))


#: The game for X alone: whose strategy is known, is a part of Nature.
_ALONE: Any = Fixed(GAME, 1, stubborn)


@cache
def _perfect() -> ExactValues:
    return exact_values(GAME)


@cache
def _of_perfect() -> Fraction:
    return exact_values(Fixed(_ALONE, 0, _perfect()))[GAME.start()]


@cache
def _as_x() -> Fraction:
    """What X is worth if he plays as the stubborn O does."""
    return exact_values(Fixed(GAME, 0, stubborn))[GAME.start()]


@cache
def _bounds() -> ChanceValues:
    return chance_values(_ALONE)


@cache
def _most() -> Fraction:
    """What X can get from the stubborn O: what a reply gets that is the best within bounds 1e-9 wide."""
    return exact_values(Fixed(_ALONE, 0, _bounds().best))[GAME.start()]


@exercise(
    "A player whose strategy is known is a part of Nature: Fixed(check.GAME, 1, check.stubborn) is a game for X alone.",
    "exact_values of that game, at its start.",
)
def against_stubborn(answer: Any) -> Finding:
    """The value of GAME, to X, against the stubborn O, if X makes the best of it; a Fraction."""
    if isinstance(answer, Answer):
        return wrong("these are the values of all positions; asked for is one, that of check.GAME.start()")
    found = read(answer)
    if isinstance(found, list | tuple) and found in (list(_bounds()[GAME.start()]), tuple(_bounds()[GAME.start()])):
        return wrong("these are bounds, and the value lies between them; exact_values gives the value itself")
    if not same_kind(found, Fraction(0)):
        return give("the value, a Fraction", found)
    if isinstance(meant(found), float):
        return wrong("give it exactly, as a Fraction")
    most, perfect = _most(), _perfect()[GAME.start()]
    reasons = {
        most: "",
        perfect: "that is the value against a perfect O; this one is not perfect",
        -most: "that is what O gets; asked for is the value to X",
        (1 + most) / 2: "that is the probability that X wins; a row is worth 1 to X and -1 to O",
        _as_x(): "that is the value if he plays X; he plays O, who is player 1",
        _of_perfect(): "that is what the perfect strategy gets from him; X can do better",
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
        return give(STRATEGY, answer)
    moves: dict[Any, Any] = {}

    def judge(position: Any) -> Any:
        found = returned(answer, position, who=name_of(answer), what="a move")
        if isinstance(found, Finding):
            why = found.reason
        else:
            moves[position], why = move_of(cast(Any, GAME), position, found)
            found = moves[position]
        return wrong(f"at {position}\n{text_of(GAME, position)}\n{why}") if why else found

    try:
        got = exact_values(Fixed(_ALONE, 0, inside(judge)))[GAME.start()]
    except Told as told:
        return told.finding
    if got == _most():
        return RIGHT
    return wrong(f"it gets {got} on the average, and more is possible{_mistake(moves)}")


def _mistake(moves: dict[Any, Any]) -> str:
    """The first move of a strategy, as one comes to its positions, by which something is given away."""
    low, high = _bounds().lower, _bounds().upper
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
        if isinstance(tree, Finding):
            return tree
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


close(__name__)
