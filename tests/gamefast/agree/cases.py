"""Random games, for holding the book against the solvers that stand beside it."""

from dataclasses import dataclass
from random import Random
from zlib import crc32

import networkx as nx

from gamelib import LOSS, WIN, Misere, Quotient, Sum
from gamelib.games import ConnectFour, Matches, MinMaxTree, Nim, TicTacToe


@dataclass(frozen=True, eq=False)
class GraphGame:
    """A game written down: the options of each position, and the results where there are none.

    A move is the place of the option in its list, so that several moves may lead to one option.
    """

    options: dict
    results: dict
    first: int = 0

    def start(self):
        return self.first

    def moves(self, position):
        return list(range(len(self.options[position])))

    def play(self, position, move):
        return self.options[position][move]

    def outcome(self, position):
        return self.results.get(position)


class ListedGame(GraphGame):
    """A game written down that can list its positions."""

    def positions(self):
        return list(self.options)


def results(rng: Random, numbers: bool):
    """A random result: of three kinds, or one of several numbers."""
    return rng.choice([-3, -1, -0.5, 0, 0.5, 1, 2] if numbers else [WIN, LOSS, LOSS, 0])


def dag(rng: Random, size: int, numbers: bool = False) -> ListedGame:
    """A random game without cycles, in which many ways lead to a position."""
    options, ends = {}, {}
    for position in range(size):
        later = range(position + 1, min(size, position + 7))
        options[position] = rng.choices(later, k=rng.randint(1, 3)) if later else []
        if position and rng.random() < 0.15:
            options[position] = []
        if not options[position]:
            ends[position] = results(rng, numbers)
    return ListedGame(options, ends)


def cyclic(rng: Random, size: int, numbers: bool = False) -> ListedGame:
    """A random game in which play can come back to a position."""
    options = {position: rng.choices(range(size), k=rng.randint(0, 3)) for position in range(size)}
    ends = {position: results(rng, numbers) for position in options if not options[position]}
    return ListedGame(options, ends)


def digraph(rng: Random, size: int, *, acyclic: bool = False, results=(None,)) -> nx.DiGraph:
    """A random directed graph; each vertex where play ends has one of these results, or None for
    the usual loss.
    """
    graph = nx.DiGraph()
    graph.add_nodes_from(range(size))
    for _ in range(rng.randint(0, 3 * size)):
        v, w = rng.randrange(size), rng.randrange(size)
        if not acyclic or v < w:
            graph.add_edge(v, w)
    for vertex in graph:
        result = rng.choice(results)
        if not graph[vertex] and result is not None:
            graph.nodes[vertex]["outcome"] = result
    return graph


def tree(rng: Random, depth: int, width: int) -> MinMaxTree:
    """A random tree with numbers in its leaves."""
    nodes, waiting = {}, [("r", 0)]
    for name, level in waiting:
        if level == depth or (level and rng.random() < 0.2):
            nodes[name] = rng.choice([-2, -1, 0, 0.5, 1, 2, 3])
        else:
            nodes[name] = [f"{name}{k}" for k in range(rng.randint(1, width))]
            waiting += [(child, level + 1) for child in nodes[name]]
    return MinMaxTree(nodes)


def later_position(rng: Random, game, most: int):
    """A position of the real board to which at most so many random moves lead."""
    rules = getattr(game, "game", game)
    position = rules.start()
    for _ in range(rng.randint(0, most)):
        if rules.outcome(position) is not None:
            break
        position = rules.play(position, rng.choice(list(rules.moves(position))))
    return position


def acyclic_games(rng: Random):
    """Games of every kind in which play cannot come back, each small enough for minimax."""
    heaps = tuple(rng.randint(0, 3) for _ in range(rng.randint(1, 3)))
    takes = tuple(sorted(rng.sample(range(1, 5), 2)))
    return [
        dag(rng, rng.randint(2, 12)),
        dag(rng, rng.randint(2, 14), numbers=True),
        tree(rng, rng.randint(1, 5), 3),
        Matches(rng.randint(1, 9), takes=(1, *takes[takes[0] == 1 :])),
        Nim(heaps),
        Quotient(Nim(heaps)),
        Misere(Nim(heaps)),
        Sum(Matches(rng.randint(1, 4)), Nim(heaps[:2])),
    ]


def boards():
    """Games with an order, bounds and an evaluation of their own."""
    return [TicTacToe(), Quotient(TicTacToe()), TicTacToe(3, 4, 3), ConnectFour(4, 4)]


def guess(position) -> float:
    """An evaluation that has nothing to do with the game, and is the same in each run."""
    return crc32(repr(position).encode()) % 7 / 4 - 1


def facts(found, counts: bool = True) -> dict:
    """Everything that a search says, for comparison with a record of another class."""
    names = ["position", "value", "line", "best", "exact", "window"]
    if counts:
        names += ["nodes", "cutoffs", "table_hits"]
    steps = [(step.depth, step.nodes, step.value, step.line) for step in found.iterations]
    return {name: getattr(found, name) for name in names} | {
        "steps": steps,
        "words": str(found.explain()),
    }


def depth_and_guess(rng: Random) -> dict:
    """Random choices of how far a search looks ahead, and what it takes there for the value."""
    if rng.random() < 0.4:
        return {}
    return {"depth": rng.randint(0, 5), "evaluate": rng.choice([True, False, guess])}


def answer(function, *given, **named):
    """What a function answers, or the kind of its error and what it says."""
    try:
        return function(*given, **named)
    except (TypeError, ValueError) as error:
        return type(error), str(error)
