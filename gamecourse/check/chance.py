"""The exercises of lecture 13, when the board throws dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from gamecourse.check import Mistake, function, variant
from gamecourse.grading.domains import Question
from gamecourse.grading.exercises import once_more
from gamecourse.grading.inputs import LARGEST, Nodes, games
from gamelib.markov import Equations

#: Probabilities of success, among them the least and the greatest.
_CHANCES = [
    Fraction(n, d) for n, d in ((1, 2), (1, 1), (1, 6), (2, 3), (3, 7), (999, 1000), (1, 1000))
]


def _races() -> Iterator[Question]:
    """Yield all sizes, from small to large, with every probability for small sizes; then the first
    sizes again.
    """
    sizes = sorted(product(range(1, 6), repeat=2), key=sum)
    for size in sizes:
        yield from ((q, *size) for q in (_CHANCES if sum(size) < 6 else _CHANCES[2::2]))
    yield from ((_CHANCES[0], *size) for size in sizes[:3])


@cache
def _race(q: Fraction, mine: int, others: int) -> Fraction:
    """Solve the equations for (mine, others) and (others, mine) together."""
    if mine == 0 or others == 0:
        return Fraction(mine == 0)
    miss = 1 - q
    first, second = (q * (1 - _race(q, b, a - 1)) for a, b in ((mine, others), (others, mine)))
    return (first + miss - miss * (second + miss)) / (1 - miss * miss)


@function(
    _races,
    "Let x be your probability when it is your turn, and y the other player's when it is theirs. "
    "What is x after a "
    "success? What is it after a miss?",
    "You have x = q (1 - what the other player has when you need one less) + (1 - q)(1 - y), and "
    "the same for y with "
    "the roles exchanged. These are two equations with two unknowns.",
    "Put y into the first equation: x (1 - (1 - q)^2) = ... A player who needs no more successes "
    "has won: that is 1.",
    Mistake(
        "That is what you have if the other player throws first.",
        lambda q, a, b: 1 - _race(q, b, a),
    ),
    Mistake("`mine` and `others` have changed places.", lambda q, a, b: _race(q, b, a)),
    Mistake(
        "That is the probability that the other player wins.", lambda q, a, b: 1 - _race(q, a, b)
    ),
)
def race(q: Fraction, mine: int, others: int) -> Fraction:
    """race(q, mine, others): the probability that you win if you throw first, as a Fraction."""
    return _race(q, mine, others)


Coin = list[tuple[Any, Any]]


def _mean(coin: Coin) -> Any:
    return sum(probability * payoff for probability, payoff in coin)


def _bets() -> Iterator[tuple[Coin, Fraction]]:
    """Yield bets with small numbers, with averages that are met or just missed, and with many
    payoffs.
    """
    rng = Random(13)
    half = Fraction(1, 2)
    tenth = Fraction(1, 10)
    least = Fraction(1, 10**20)
    small = [Fraction(n) for n in (-1, 0, 1)]
    yield from (([(Fraction(1), payoff)], sure) for payoff in small for sure in small)
    yield [(tenth, Fraction(9)), (9 * tenth, Fraction(0))], half
    yield [(tenth, Fraction(1))] * 3 + [(7 * tenth, Fraction(0))], 3 * tenth
    for one, other in product(small, repeat=2):
        yield from (
            ([(half, one), (half, other)], sure)
            for sure in (*small, -half, half, half + least, half - least)
        )
    yield (
        [(Fraction(1, 1000), Fraction(LARGEST)), (Fraction(999, 1000), Fraction(-LARGEST))],
        Fraction(1 - LARGEST),
    )
    for turn in range(60):
        weights = rng.choices(range(1, 10), k=1 + turn % 8)
        payoffs = [Fraction(rng.randint(-9, 9)) for _ in weights]
        scale = (Fraction(1), Fraction(1, 7), Fraction(10**11))[turn % 3]
        coin = [
            (Fraction(w, sum(weights)), scale * payoff)
            for w, payoff in zip(weights, payoffs, strict=True)
        ]
        yield from ((coin, _mean(coin) + reach) for reach in (0, scale / 7, -scale / 1000))


@function(
    lambda: ((player, coin, sure) for coin, sure in _bets() for player in (0, 1)),
    "Compare expected values: the sum of each payoff times its probability. It does not matter "
    "which payoff is the "
    "likeliest.",
    "Player 1 pays, so player 1 wants the payoff to be small.",
    'If the two are equal, return `"same"`. With floats, `0.1 + 0.1 + 0.1` is not 0.3: stay with Fractions.',
    variant(
        "Your function treats both players as player 0: player 1 pays, and wants the payoff to be "
        "small.",
        alike=True,
    ),
    variant(
        "Your function takes the plain average of the payoffs: weight each by its probability.",
        seen=lambda coin: [(Fraction(1, len(coin)), payoff) for _, payoff in coin],
    ),
    variant(
        "Your function looks only at the likeliest payoff: the other payoffs count, too.",
        seen=lambda coin: [(1, max(coin)[1])],
    ),
)
def choose(player: int, coin: Coin, sure: Any, seen: Any = list, alike: bool = False) -> str:
    """choose(player, coin, sure): "coin", "sure" or "same"; payoffs are to player 0."""
    expected = _mean(seen(coin))
    if expected == sure:
        return "same"
    return "coin" if (expected > sure) == (player == 0 or alike) else "sure"


@function(
    lambda: (
        (throws,) for throws in (*range(1, 41), 3, 1, 2)
    ),  # from few to many, and then few again
    "One throw is worth 7/2. With two throws: would you keep a 3, if another throw is worth 7/2 "
    "on average?",
    "`worth(n)` is the average, over the six faces, of the larger of the face and `worth(n - 1)`.",
    Mistake(
        "That is the mean of the largest face, as if you could choose at the end.",
        lambda throws: sum(1 - Fraction(face, 6) ** throws for face in range(6)),
    ),
    variant("That is the value of one throw more.", more=1),
    variant("That is the value of one throw less.", more=-1),
)
def stopping(throws: int, more: int = 0) -> Fraction:
    """worth(throws): the value, as a Fraction, of a die that may be thrown this often and counts
    when you stop.
    """
    value = Fraction(0)
    for _ in range(throws + more):
        value = sum((max(Fraction(face), value) for face in range(1, 7)), Fraction(0)) / 6
    return value


#: A guess: a move for each player's node.
Guess = Mapping[str, Any]


def _guesses(nodes: Nodes) -> Iterator[Guess]:
    """Yield guesses: at every player's node the first option, the last, others, and the first
    again.
    """
    for k in (0, -1, 1, 2, 0):
        yield {p: after[k % len(after)] for p, (who, after) in nodes.items() if who != "coin"}


def _values(nodes: Nodes, guess: Guess) -> dict[str, Fraction]:
    """Return what the nodes are worth to Max if both players make the moves of a guess."""
    equations = Equations(list(nodes))
    for p, (who, after) in nodes.items():
        taken: list[Any] = list(after) if who == "coin" else [guess[p]]
        share = Fraction(1, len(taken))
        for q in taken:
            if q in nodes:
                equations.add_term(p, share, q)
            else:
                equations.add_constant(p, share * q)
    values = equations.solve()
    return {p: values[p] for p in nodes}


#: Max wants more, Min less.
_SIGNS = {"Max": 1, "Min": -1}


@function(
    lambda: once_more([(nodes, guess) for guess in _guesses(nodes)] for nodes in games()),
    "First the values: a row and a constant for each node. At a player's node only the guessed "
    "move counts; at a coin "
    "each option counts with the same share. A number goes to the constant.",
    "`solved(rows, constants)` gives the values. It changes what it is given: make the rows anew "
    "each time.",
    "Then ask, for Max: is the best option worth more than the node itself? For Min: is the least "
    "worth less? Only "
    "then is the node in the dict of changes.",
    variant(
        "Min wants the value to be small: at Min's nodes less is better.",
        signs={"Max": 1, "Min": 1},
    ),
    variant("Min's moves can be better, too: your function changes only Max's.", signs={"Max": 1}),
    variant("If no move is better, the move stays, even if another is as good.", as_good=True),
    variant(
        "Of several better moves take the best, not the first.",
        pick=lambda moves, key: next(iter(moves)),
    ),
    variant("The second dict has only the moves that are better, not all moves.", every=True),
    save_as="one_round",
)
def one_round(
    nodes: Nodes,
    guess: Guess,
    signs: Any = _SIGNS,
    as_good: bool = False,
    pick: Any = max,
    every: bool = False,
) -> Any:
    """one_round(nodes, guess): what the nodes are worth if both play by the guess, and the moves
    that are better.
    """
    values, changes = _values(nodes, guess), dict(guess if every else {})
    for p, (who, after) in nodes.items():
        if who in signs:
            worth = {q: signs[who] * (values[str(q)] if q in nodes else Fraction(q)) for q in after}
            here = signs[who] * values[p]
            better = {
                q: w
                for q, w in worth.items()
                if w > here or (as_good and w == here and q != guess[p])
            }
            if better:
                changes[p] = pick(better, key=better.__getitem__)
    return values, changes
