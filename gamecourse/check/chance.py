"""The exercises of lecture 13, when the board throws dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from gamecourse.check import function, mistake
from gamecourse.grading.coin_games import LARGEST, CoinGames, Nodes
from gamecourse.grading.domains import Domain, Question, Together, Whole
from gamecourse.grading.draws import Draws
from gamelib.markov import Equations

#: Probabilities of success, among them the least and the greatest.
CHANCES = [
    Fraction(1, 2),
    Fraction(1),
    Fraction(1, 6),
    Fraction(2, 3),
    Fraction(3, 7),
    Fraction(999, 1000),
    Fraction(1, 999),
    Fraction(1, 1000),
]


@cache
def race_won(q: Fraction, mine: int, others: int) -> Fraction:
    """Return the probability that the player who throws first wins.

    The equations for (mine, others) and (others, mine) are solved together: x is the probability of
    the player who throws, y that of the other one when it is their turn. A success leaves the other
    player to throw, with one less to go for us.
    """
    if mine == 0:
        return Fraction(1)
    if others == 0:
        return Fraction(0)
    miss = 1 - q
    x_after_success = q * (1 - race_won(q, others, mine - 1))
    y_after_success = q * (1 - race_won(q, mine, others - 1))
    # x = x_after_success + miss (1 - y), and y = y_after_success + miss (1 - x): with the second put
    # into the first, x (1 - miss^2) = x_after_success + miss - miss (y_after_success + miss).
    return (x_after_success + miss - miss * (y_after_success + miss)) / (1 - miss * miss)


@mistake("That is what you have if the other player throws first.")
def race_thrown_second(q: Fraction, mine: int, others: int) -> Fraction:
    """Return the probability if the other player throws first."""
    return 1 - race_won(q, others, mine)


@mistake("`mine` and `others` have changed places.")
def race_exchanged(q: Fraction, mine: int, others: int) -> Fraction:
    """Return the probability with the numbers exchanged."""
    return race_won(q, others, mine)


@mistake("That is the probability that the other player wins.")
def race_lost(q: Fraction, mine: int, others: int) -> Fraction:
    """Return the probability that the player who throws first loses."""
    return 1 - race_won(q, mine, others)


class Races(Domain[Question]):
    """Races by the sum of their numbers: each with every probability if it is short."""

    draws = 60

    def small(self) -> Iterator[Question]:
        """Each pair of numbers up to 5, the shortest races first; long ones with only three of the
        probabilities.
        """
        sizes = sorted(product(range(1, 6), repeat=2), key=sum)
        for mine, others in sizes:
            is_short = mine + others < 6
            chances = CHANCES if is_short else CHANCES[2::2]
            yield from ((q, mine, others) for q in chances)

    def draw(self, rng: Draws) -> Question:
        """A race with any probability up to 1 and any numbers up to 5."""
        denominator = rng.randint(2, 1000)
        q = Fraction(rng.randint(1, denominator), denominator)
        return q, rng.randint(1, 5), rng.randint(1, 5)


@function(
    Races().questions(),
    "Let x be your probability when it is your turn, and y the other player's when it is theirs. "
    "What is x after a "
    "success? What is it after a miss?",
    "You have x = q (1 - what the other player has when you need one less) + (1 - q)(1 - y), and "
    "the same for y with "
    "the roles exchanged. These are two equations with two unknowns.",
    "Put y into the first equation: x (1 - (1 - q)^2) = ... A player who needs no more successes "
    "has won: that is 1.",
    mistakes=[race_thrown_second, race_exchanged, race_lost],
)
def race(q: Fraction, mine: int, others: int) -> Fraction:
    """race(q, mine, others): the probability that you win if you throw first, as a Fraction."""
    return race_won(q, mine, others)


#: Pairs of a probability and a payoff.
Coin = list[tuple[Fraction, Fraction]]


def expected_payoff(coin: Coin) -> Fraction:
    """Return the average payoff, each weighted by its probability."""
    return sum((probability * payoff for probability, payoff in coin), Fraction(0))


def choice(player: int, risky: Fraction, sure: Fraction) -> str:
    """Return which of two payoffs to player 0 the player takes."""
    if risky == sure:
        return "same"
    if player == 0:
        return "coin" if risky > sure else "sure"
    return "coin" if risky < sure else "sure"


@mistake(
    "Your function treats both players as player 0: player 1 pays, and wants the payoff to be small."
)
def choose_as_player_0(player: int, coin: Coin, sure: Fraction) -> str:
    """Return what player 0 would take."""
    return choice(0, expected_payoff(coin), sure)


@mistake("Your function takes the plain average of the payoffs: weight each by its probability.")
def choose_by_plain_average(player: int, coin: Coin, sure: Fraction) -> str:
    """Return the choice by an average in which all payoffs count the same."""
    average = sum((payoff for _, payoff in coin), Fraction(0)) / len(coin)
    return choice(player, average, sure)


@mistake("Your function looks only at the likeliest payoff: the other payoffs count, too.")
def choose_by_the_likeliest(player: int, coin: Coin, sure: Fraction) -> str:
    """Return the choice by the payoff with the greatest probability."""
    _, payoff = max(coin)
    return choice(player, payoff, sure)


class Bets(Domain[tuple[Coin, Fraction]]):
    """A coin and a sure payoff: averages that are met, or missed by as little as can be."""

    draws = 60

    def small(self) -> Iterator[tuple[Coin, Fraction]]:
        """Coins with one side or two and a sure payoff that is less, the same, more, or another by
        10 ** -20; and biased coins whose commonest side is not their average.
        """
        half = Fraction(1, 2)
        tenth = Fraction(1, 10)
        least = Fraction(1, 10**20)
        small = [Fraction(n) for n in (-1, 0, 1)]
        yield from (([(Fraction(1), payoff)], sure) for payoff in small for sure in small)
        yield [(tenth, Fraction(9)), (9 * tenth, Fraction(0))], half
        yield [(tenth, Fraction(1))] * 3 + [(7 * tenth, Fraction(0))], 3 * tenth
        for heads, tails in product(small, repeat=2):  # whose average is a multiple of a half
            for sure in (*small, -half, half, half + least, half - least):
                yield [(half, heads), (half, tails)], sure

    def extreme(self) -> Iterator[tuple[Coin, Fraction]]:
        """The largest payoff with a small probability, and its opposite otherwise; and eight large
        payoffs, with their average, or 10 ** -20 more, as the sure one.
        """
        rare = Fraction(1, 1000)
        for sign in (1, -1):
            coin = [(rare, Fraction(sign * LARGEST)), (1 - rare, Fraction(-sign * LARGEST))]
            yield coin, Fraction(1 - LARGEST)
            yield coin, expected_payoff(coin)
        near = [Fraction(LARGEST - k) for k in range(8)]
        coin = [(Fraction(1, 8), payoff) for payoff in near]
        yield coin, expected_payoff(coin)
        yield coin, expected_payoff(coin) + Fraction(1, 10**20)

    def draw(self, rng: Draws) -> tuple[Coin, Fraction]:
        """A coin of one to eight sides whose payoffs are whole numbers, sevenths or multiples of
        10 ** 11; the sure payoff is the average, or more, or a little less.
        """
        weights = rng.choices(range(1, 10), k=rng.randint(1, 8))
        scale = rng.choice([Fraction(1), Fraction(1, 7), Fraction(10**11)])
        total = sum(weights)
        coin = [(Fraction(weight, total), scale * rng.randint(-9, 9)) for weight in weights]
        difference = rng.choice([Fraction(0), scale / 7, -scale / 1000])
        return coin, expected_payoff(coin) + difference

    def related(self, value: tuple[Coin, Fraction], rng: Draws) -> Iterator[tuple[Coin, Fraction]]:
        """The bet with its sides in the opposite order, with all signs changed, and with each
        probability moved on to another payoff.
        """
        coin, sure = value
        yield coin[::-1], sure
        yield [(probability, -payoff) for probability, payoff in coin], -sure
        probabilities, payoffs = zip(*coin, strict=True)
        moved_on = [*probabilities[1:], probabilities[0]]
        yield list(zip(moved_on, payoffs, strict=True)), sure

    def altered(self, value: tuple[Coin, Fraction], rng: Draws) -> Iterator[tuple[Coin, Fraction]]:
        """The coin with another payoff on its last side."""
        coin, sure = value
        probability, payoff = coin[-1]
        change = rng.randint(1, 9)
        new_payoff = payoff - change if payoff > 0 else payoff + change  # no larger than is allowed
        yield [*coin[:-1], (probability, new_payoff)], sure


def _for_both(bet: tuple[Coin, Fraction], rng: Draws) -> Iterator[Question]:
    """Yield the bet as a question for either player."""
    yield from ((player, *bet) for player in (0, 1))


@function(
    Bets().asking(_for_both),
    "Compare expected values: the sum of each payoff times its probability. It does not matter "
    "which payoff is the "
    "likeliest.",
    "Player 1 pays, so player 1 wants the payoff to be small.",
    'If the two are equal, return `"same"`. With floats, `0.1 + 0.1 + 0.1` is not 0.3: stay with Fractions.',
    mistakes=[choose_as_player_0, choose_by_plain_average, choose_by_the_likeliest],
)
def choose(player: int, coin: Coin, sure: Fraction) -> str:
    """choose(player, coin, sure): "coin", "sure" or "same"; payoffs are to player 0."""
    return choice(player, expected_payoff(coin), sure)


def worth_of(throws: int) -> Fraction:
    """Return the value of a die that may be thrown so often: of each throw the larger of its face
    and the value of the throws that are left.
    """
    value = Fraction(0)
    for _ in range(throws):
        value = sum((max(Fraction(face), value) for face in range(1, 7)), Fraction(0)) / 6
    return value


@mistake("That is the mean of the largest face, as if you could choose at the end.")
def mean_of_the_largest(throws: int) -> Fraction:
    """Return the average of the largest of all faces: the sum, over the faces from 0 to 5, of the
    probability that some throw shows more.
    """
    return sum((1 - Fraction(face, 6) ** throws for face in range(6)), Fraction(0))


@mistake("That is the value of one throw more.")
def one_throw_more(throws: int) -> Fraction:
    """Return the value of the next question."""
    return worth_of(throws + 1)


@mistake("That is the value of one throw less.")
def one_throw_less(throws: int) -> Fraction:
    """Return the value of the question before."""
    return worth_of(throws - 1)


@function(
    Together(Whole(1, 40)).questions(),
    "One throw is worth 7/2. With two throws: would you keep a 3, if another throw is worth 7/2 "
    "on average?",
    "`worth(n)` is the average, over the six faces, of the larger of the face and `worth(n - 1)`.",
    mistakes=[mean_of_the_largest, one_throw_more, one_throw_less],
)
def stopping(throws: int) -> Fraction:
    """worth(throws): the value, as a Fraction, of a die that may be thrown this often and counts
    when you stop.
    """
    return worth_of(throws)


#: A move for each player's node.
Guess = Mapping[str, Any]


class Round(NamedTuple):
    """What each node is worth to Max if both play by a guess, and a better move for each node that
    has one.
    """

    values: dict[str, Fraction]
    changes: dict[str, Any]


def values_of(nodes: Nodes, guess: Guess) -> dict[str, Fraction]:
    """Return what the nodes are worth to Max if both players make the moves of a guess."""
    equations = Equations(list(nodes))
    for p, (who, after) in nodes.items():
        possible: list[Any] = list(after) if who == "coin" else [guess[p]]
        share = Fraction(1, len(possible))
        for q in possible:
            if q in nodes:
                equations.add_term(p, share, q)
            else:  # a number that Max gets
                equations.add_constant(p, share * q)
    values = equations.solve()
    return {p: values[p] for p in nodes}


def worth_of_options(nodes: Nodes, values: Mapping[str, Fraction], p: str) -> dict[Any, Fraction]:
    """Return what each option of a node is worth to Max."""
    _, after = nodes[p]
    return {q: values[q] if isinstance(q, str) else Fraction(q) for q in after}


def better_options(nodes: Nodes, values: Mapping[str, Fraction], p: str) -> dict[Any, Fraction]:
    """Return the options that are worth more to the player at a node than the node itself, each with
    how much more.
    """
    sign = {"Max": 1, "Min": -1}[nodes[p][0]]
    gains = {
        q: sign * (worth - values[p]) for q, worth in worth_of_options(nodes, values, p).items()
    }
    return {q: gain for q, gain in gains.items() if gain > 0}


def play_one_round(nodes: Nodes, guess: Guess) -> Round:
    """Return what the nodes are worth if both play by the guess, and the best of the better moves
    where there are any.
    """
    values = values_of(nodes, guess)
    changes = {}
    for p in guess:
        better = better_options(nodes, values, p)
        if better:
            changes[p] = max(better, key=better.__getitem__)
    return Round(values, changes)


@mistake("Min wants the value to be small: at Min's nodes less is better.")
def round_without_signs(nodes: Nodes, guess: Guess) -> Round:
    """Return the round as if Min wanted the value to be large."""
    values = values_of(nodes, guess)
    changes = {}
    for p in guess:
        worth = worth_of_options(nodes, values, p)
        best = max(worth, key=worth.__getitem__)
        if worth[best] > values[p]:
            changes[p] = best
    return Round(values, changes)


@mistake("Min's moves can be better, too: your function changes only Max's.")
def round_of_max_alone(nodes: Nodes, guess: Guess) -> Round:
    """Return the round without changes of Min."""
    values, changes = play_one_round(nodes, guess)
    return Round(values, {p: q for p, q in changes.items() if nodes[p][0] == "Max"})


@mistake(
    "Your function changes one player's moves: Min's if there are any, otherwise Max's. That is how "
    "the next guess is made; the exercise asks for every node at which another move alone is better."
)
def round_of_the_replier(nodes: Nodes, guess: Guess) -> Round:
    """Return the round with changes of Min, or of Max if Min has none."""
    values, changes = play_one_round(nodes, guess)
    of_min = {p: q for p, q in changes.items() if nodes[p][0] == "Min"}
    return Round(values, of_min or changes)


@mistake("If no move is better, the move stays, even if another is as good.")
def round_with_equal_moves(nodes: Nodes, guess: Guess) -> Round:
    """Return the round in which a move that is as good counts as better."""
    values, changes = play_one_round(nodes, guess)
    for p in guess:
        worth = worth_of_options(nodes, values, p)
        as_good = [q for q in worth if worth[q] == values[p] and q != guess[p]]
        if p not in changes and as_good:
            changes[p] = as_good[0]
    return Round(values, changes)


@mistake("Of several better moves take the best, not the first.")
def round_of_first_moves(nodes: Nodes, guess: Guess) -> Round:
    """Return the round with the first better move."""
    values, changes = play_one_round(nodes, guess)
    return Round(values, {p: next(iter(better_options(nodes, values, p))) for p in changes})


@mistake("The second dict has only the moves that are better, not all moves.")
def round_with_every_move(nodes: Nodes, guess: Guess) -> Round:
    """Return the round with a move for each of the players' nodes."""
    values, changes = play_one_round(nodes, guess)
    return Round(values, {**guess, **changes})


def _guesses(nodes: Nodes, rng: Draws) -> Iterator[Question]:
    """Yield the game with guesses: at every player's node the first option; then the last, and any,
    if some node has a choice.
    """
    options = {p: list(after) for p, (who, after) in nodes.items() if who != "coin"}
    yield nodes, {p: after[0] for p, after in options.items()}
    has_a_choice = any(len(after) > 1 for after in options.values())
    if has_a_choice:
        yield nodes, {p: after[-1] for p, after in options.items()}
        yield nodes, {p: rng.choice(after) for p, after in options.items()}


@function(
    CoinGames().asking(_guesses),
    "First the values: a row and a constant for each node. At a player's node only the guessed "
    "move counts; at a coin "
    "each option counts with the same share. A number goes to the constant.",
    "`solved(rows, constants)` gives the values. It changes what it is given: make the rows anew "
    "each time.",
    "Then ask, for Max: is the best option worth more than the node itself? For Min: is the least "
    "worth less? Only "
    "then is the node in the dict of changes.",
    mistakes=[
        round_without_signs,
        round_of_max_alone,
        round_of_the_replier,
        round_with_equal_moves,
        round_of_first_moves,
        round_with_every_move,
    ],
    save_as="better_moves",
)
def better_moves(nodes: Nodes, guess: Guess) -> Round:
    """better_moves(nodes, guess): what the nodes are worth if both play by the guess, and the moves
    that are better.
    """
    return play_one_round(nodes, guess)
