"""The exercises of lecture 13, when the board throws dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from gamecourse.check import Finding, Mistakes, compare, exercise
from gamecourse.check.machinery.subjects import SMALL_GAMES, Nodes
from gamelib.solvers.chance.exact import solved


def _race(q: Fraction, mine: int, others: int, again: bool = False) -> Fraction:
    """By the equations for (mine, others) and (others, mine), solved for both; ``again``: who succeeds goes on."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    first, second = (
        q * (_race(q, a - 1, b, True) if again else 1 - _race(q, b, a - 1)) for a, b in ((mine, others), (others, mine))
    )
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
    mistakes: Mistakes = {
        "That is what you have if the other throws first": lambda q, a, b: 1 - _race(q, b, a),
        "mine and others have changed places": lambda q, a, b: _race(q, b, a),
        "That is what the other has": lambda q, a, b: 1 - _race(q, a, b),
        "After a success it is the other's turn, too": partial(_race, again=True),
    }
    return compare(answer, _race, [(q, *size) for size in sizes for q in chances], mistakes=mistakes)


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
    mistakes: Mistakes = {
        "Player 1 pays: he wants it small": lambda player, coin, sure: _choice(0, coin, sure),
        "The players have changed places": lambda player, coin, sure: _choice(1 - player, coin, sure),
        "Payoffs count as much as they are probable": lambda player, coin, sure: _choice(
            player, [(Fraction(1, len(coin)), payoff) for _, payoff in coin], sure
        ),
        "The likeliest payoff is not all": lambda player, coin, sure: _choice(player, [(1, max(coin)[1])], sure),
        "With floats 0.1 + 0.1 + 0.1 is not 0.3: stay with Fractions": lambda player, coin, sure: _choice(
            player, [(float(probability), float(payoff)) for probability, payoff in coin], float(sure)
        ),
    }
    inputs = [(player, coin, sure) for coin, sure in coins for player in (0, 1)]
    return compare(answer, _choice, inputs, mistakes=mistakes)


def _worth(throws: int, faces: Iterable[int] = range(1, 7)) -> Fraction:
    before = _worth(throws - 1, faces) if throws > 1 else Fraction(0)
    return sum((max(Fraction(face), before) for face in faces), Fraction(0)) / 6


@exercise(
    "One throw is worth 7/2. With two: would you keep a 3, if another throw is worth 7/2 on the average?",
    "worth(n) is the average over the six faces of the larger of the face and worth(n - 1).",
)
def stopping(answer: Any) -> Finding:
    """worth(throws): the value, a Fraction, of a die that may be thrown so often and counts when you stop."""
    mistakes: Mistakes = {
        "That is the mean of the largest face, as if one might choose at the end": _largest,
        "range(6) goes from 0 to 5, the faces from 1 to 6": lambda throws: _worth(throws, range(6)),
        "range(1, 6) ends at 5, the faces at 6": lambda throws: _worth(throws, range(1, 6)),
        "Another throw is worth as much as what may follow it, not 7/2": _short_sighted,
        "That is worth one throw more": lambda throws: _worth(throws + 1),
        "That is worth one throw less": lambda throws: _worth(throws - 1) if throws > 1 else 0,
    }
    return compare(answer, _worth, [(throws,) for throws in range(1, 13)], mistakes=mistakes)


def _short_sighted(throws: int) -> Fraction:
    """The value if one looks one throw ahead only: keep 4, 5 and 6, always."""
    return Fraction(7, 2) if throws == 1 else Fraction(15, 6) + _short_sighted(throws - 1) / 2


def _largest(throws: int) -> Fraction:
    """The mean of the largest of so many faces."""
    return sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0))


def _values(nodes: Nodes, guess: Mapping[str, Any]) -> dict[str, Fraction]:
    """What the nodes are worth to Max if both players make the moves of a guess."""
    rows: dict[str, dict[str, Fraction]] = {p: {} for p in nodes}
    constants = dict.fromkeys(nodes, Fraction(0))
    for p, (who, after) in nodes.items():
        taken = after if who == "coin" else [guess[p]]
        for q in taken:
            if q in nodes:
                rows[p][str(q)] = rows[p].get(str(q), Fraction(0)) + Fraction(1, len(taken))
            else:
                constants[p] += Fraction(q) / len(taken)
    found = solved(rows, constants)
    return {p: found[p] for p in nodes}


def _round(nodes: Nodes, guess: Mapping[str, Any], signs: Any = None, as_good: bool = False, pick: Any = max) -> Any:
    """The values of a guess, and the better moves. ``signs``: which way each player looks; the rest are mistakes."""
    values, changes = _values(nodes, guess), {}
    looks = signs or {"Max": 1, "Min": -1}
    for p, (who, after) in nodes.items():
        if who in looks:
            worth = {q: looks[who] * (values[str(q)] if q in nodes else Fraction(q)) for q in after}
            here = looks[who] * values[p]
            better = {q: w for q, w in worth.items() if w > here or (as_good and w == here and q != guess[p])}
            if better:
                changes[p] = pick(better, key=better.__getitem__)
    return values, changes


#: What to say of a round that goes wrong, and the round.
_ROUNDS: Mistakes = {
    "Min wants it small: at his nodes less is better": partial(_round, signs={"Max": 1, "Min": 1}),
    "Max and Min have changed places": partial(_round, signs={"Max": -1, "Min": 1}),
    "Min changes his moves, too": partial(_round, signs={"Max": 1}),
    "Max changes his moves, too": partial(_round, signs={"Min": -1}),
    "A move that is only as good is not changed": partial(_round, as_good=True),
    "Of several better moves take the best": partial(_round, pick=min),
    "These are the values; which moves would be better?": lambda nodes, guess: (_values(nodes, guess), {}),
    "Changed are the moves that are better, not all": lambda nodes, guess: (
        _values(nodes, guess),
        guess | _round(nodes, guess)[1],
    ),
}


@exercise(
    "First the values: a row and a constant for each node. At a player's node only the guessed move counts, at a coin "
    "each of what follows, with the same share; a number goes to the constant.",
    "solved(rows, constants) gives the values. It changes what it is given: make the rows anew each time.",
    "Then, for Max: is the best of what follows worth more than the node itself? For Min: is the least worth less? "
    "Only then the node is in the dict of changes.",
)
def one_round(answer: Any) -> Finding:
    """one_round(nodes, guess): what the nodes are worth if both play by the guess; and the moves that are better."""
    inputs = []
    for nodes in SMALL_GAMES:
        for k in range(3):
            guess = {p: after[k % len(after)] for p, (who, after) in nodes.items() if who != "coin"}
            if (nodes, guess) not in inputs:
                inputs.append((nodes, guess))
    return compare(answer, _round, inputs, mistakes=_ROUNDS)
