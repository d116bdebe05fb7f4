"""Random inputs of every kind, each a function of a source of chance."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from zlib import crc32

import cases
import chance_cases
from naive import Graph

from gamelib import CHANCE, LOSS, WIN, Alternating, Extensive, Misere, Quotient, Sum
from gamelib.games import Grundy, Matches, Nim, Octal, Subtraction, TicTacToe, Token


@dataclass(frozen=True)
class Words:
    """A reader's own game: a position is a text such as ``"X.O"``, and a move is a cell.

    The player to move turns a cell over: ``.`` becomes X, X becomes O, O becomes ``.`` again. Which
    cells may be turned, and where play is over with which result, is drawn by the salt. A board
    and its mirror image are alike, so that the game has a Quotient.
    """

    size: int
    salt: int
    numbers: bool = False

    def start(self) -> str:
        return "." * self.size

    def drawn_number(self, position: str) -> int:
        """A number that is the same for a board and its mirror image."""
        return crc32(f"{self.salt} {min(position, position[::-1])}".encode())

    def moves(self, position: str) -> list[int]:
        if self.outcome(position) is not None:
            return []
        number = self.drawn_number(position)
        cells = range(self.size)
        some = [cell for cell in cells if number >> min(cell, self.size - 1 - cell) + 9 & 1]
        return some or [*cells]

    def play(self, position: str, move: int) -> str:
        turned = "XO."[".XO".index(position[move])]
        return position[:move] + turned + position[move + 1 :]

    def outcome(self, position: str) -> float | None:
        number = self.drawn_number(position)
        if position == self.start() or number % 4:
            return None
        results = [-2, -1, -0.5, 0, 1, 3] if self.numbers else [LOSS, LOSS, 0, WIN]
        return results[number // 4 % len(results)]

    def representative(self, position: str):
        mirrored = position[::-1]
        if position <= mirrored:
            return position, lambda move: move
        return mirrored, lambda move: self.size - 1 - move


class Moving(cases.GraphGame):
    """A random game in which both players have the same moves, and a player without one loses."""

    impartial = True


def moving(rng: Random, size: int, acyclic: bool = True) -> Moving:
    written = (cases.dag if acyclic else cases.cyclic)(rng, size)
    return Moving(written.options, dict.fromkeys(written.results, LOSS))


def heaps(rng: Random) -> tuple[int, ...]:
    return tuple(rng.randint(0, 4) for _ in range(rng.randint(1, 3)))


def heap_game(rng: Random):
    """A game of heaps, each kind now and then."""
    return rng.choice(
        [
            lambda: Nim(heaps(rng)),
            lambda: Nim(heaps(rng), most=rng.randint(1, 3)),
            lambda: Subtraction(heaps(rng), takes=tuple(rng.sample(range(1, 5), 2))),
            lambda: Octal(heaps(rng), f"0.{rng.randint(1, 7)}{rng.randint(0, 7)}"),
            lambda: Grundy((rng.randint(1, 8),)),
            lambda: Matches(rng.randint(0, 20), takes=tuple(rng.sample(range(1, 7), 3))),
        ]
    )()


def written(rng: Random, numbers: bool = False) -> cases.GraphGame:
    """A random game with cycles that lists no positions."""
    listed = cases.cyclic(rng, rng.randint(1, 9), numbers)
    return cases.GraphGame(listed.options, listed.results, rng.randrange(len(listed.options)))


def without_chance(rng: Random, acyclic: bool = False) -> Graph:
    """A random zero-sum game without dice in which the players need not alternate."""
    game = chance_cases.stochastic(rng, rng.randint(2, 9), acyclic=acyclic)
    nodes = {
        p: (rng.randrange(2), [q for _, q in rest]) if who == CHANCE else (who, rest)
        for p, (who, rest) in game.nodes.items()
    }
    return Graph(nodes)


def symmetric(rng: Random) -> Quotient:
    """The classes of a game with symmetries."""
    board = rng.choice([(2, 2, 2), (1, 4, 2), (1, 5, 3), (2, 3, 3)])
    return Quotient(rng.choice([Nim(heaps(rng)), Misere(Nim(heaps(rng))), TicTacToe(*board)]))


def sum_of(rng: Random) -> Sum:
    parts = [Matches(rng.randint(0, 4)), Nim(heaps(rng)[:2]), moving(rng, rng.randint(1, 5))]
    return Sum(*rng.sample(parts, 2))


def sum_with_cycles(rng: Random) -> Sum:
    return Sum(moving(rng, rng.randint(1, 5), acyclic=False), Matches(rng.randint(0, 4)))


def digraph(rng: Random, acyclic: bool = False):
    results = rng.choice([[None], [None, -1, 0, 1], [None, -3, -1, -0.5, 0, 0.5, 1, 2]])
    return cases.digraph(rng, rng.randint(1, 9), acyclic=acyclic, results=results)


def token(rng: Random) -> Token:
    graph = cases.digraph(rng, rng.randint(1, 9))
    return Token(graph, rng.randrange(len(graph)))


def words(rng: Random) -> Words:
    return Words(rng.randint(1, 3), rng.randrange(10**9), rng.random() < 0.5)


#: Games of two players in turn in which play comes to an end.
ACYCLIC = {
    "without cycles": lambda rng: cases.dag(rng, rng.randint(2, 11)),
    "numbers in the leaves": lambda rng: cases.dag(rng, rng.randint(2, 11), numbers=True),
    "trees": lambda rng: cases.tree(rng, rng.randint(1, 4), 3),
    "heaps": heap_game,
    "sums": sum_of,
    "quotients": symmetric,
    "misere": lambda rng: Misere(rng.choice([heap_game(rng), cases.dag(rng, 9)])),
    "turns that need not alternate": lambda rng: Alternating(without_chance(rng, acyclic=True)),
}
#: Games of two players in turn in which play can cycle.
CYCLIC = {
    "cycles": written,
    "cycles and numbers": lambda rng: written(rng, numbers=True),
    "tokens on graphs": token,
    "sums with cycles": sum_with_cycles,
    "texts": words,
    "quotients of texts": lambda rng: Quotient(words(rng)),
    "misere with cycles": lambda rng: Misere(written(rng, rng.random() < 0.5)),
    "turns with cycles": lambda rng: Alternating(without_chance(rng)),
}
GAMES = ACYCLIC | CYCLIC
#: Impartial games.
IMPARTIAL = {
    "graphs": lambda rng: moving(rng, rng.randint(1, 16)),
    "heaps": heap_game,
    "sums": sum_of,
    "quotients": lambda rng: Quotient(Nim(heaps(rng))),
    "tokens": lambda rng: Token(cases.digraph(rng, 9, acyclic=True), rng.randrange(9)),
}


def dyadic(rng: Random) -> Graph:
    """A random game with chance whose probabilities and payoffs are floats."""
    game = chance_cases.stochastic(rng, rng.randint(2, 9))
    nodes = {}
    for p, (who, rest) in game.nodes.items():
        if who == CHANCE:
            shares = rng.choice([[1.0], [0.5, 0.5], [0.25, 0.75], [0.125, 0.625, 0.25]])
            nodes[p] = who, [(share, rng.randrange(len(game.nodes))) for share in shares]
        elif who is None:
            nodes[p] = who, float(rng.choice([-1, -0.1, 0, 0.3, 2]))
        else:
            nodes[p] = who, rest
    return Graph(nodes)


class Alone(Graph):
    """A Graph of one player."""

    def payoffs(self, p):
        return (self.nodes[p][1],)


def alone(rng: Random, acyclic: bool = False) -> Alone:
    game = chance_cases.stochastic(rng, rng.randint(2, 9), acyclic=acyclic)
    return Alone({p: (0 if who == 1 else who, rest) for p, (who, rest) in game.nodes.items()})


#: Games with dice, extra turns or one player, zero-sum.
CHANCES = {
    "fractions": lambda rng: chance_cases.stochastic(rng, rng.randint(2, 9)),
    "fractions without cycles": lambda rng: chance_cases.stochastic(rng, 9, acyclic=True),
    "floats": dyadic,
    "extra turns": without_chance,
    "one player": alone,
    "one player without cycles": lambda rng: alone(rng, acyclic=True),
    "games in turn": lambda rng: Extensive(rng.choice([written, heap_game])(rng)),
}


def of_players(rng: Random):
    """A random game without cycles of any number of players."""
    return chance_cases.of_players(rng, rng.randint(2, 9), rng.randint(1, 4))


def odd_number(rng: Random) -> Fraction:
    return Fraction(rng.randint(-9, 9), rng.randint(1, 9))
