"""A token is pushed for ever, and the largest number that comes again and again decides: even, or
odd? Nobody sees the end of such play. Who wins it?

``python examples/parity.py``; add ``--picture parity.svg`` to keep a picture of who wins where.

Player 0 moves at some vertices and player 1 at the others. Player 0 wins if the largest number that
is met infinitely often is even, otherwise player 1. Sources: Zielonka, Infinite games on finitely
coloured graphs (1998), after McNaughton, Infinite games played on finite graphs (1993), for the
algorithm; Büchi and Landweber, Solving sequential conditions by finite-state strategies (1969), for
games of this kind.
"""

import sys
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import networkx as nx

from gamecourse.check import RIGHT, exercise, wrong
from gamecourse.show import style
from gamelib import LOSS, WIN, Alternating, solve


@dataclass(frozen=True)
class Parity:
    """A parity game. For each vertex: its number, whose turn it is, and where the token may go."""

    number: dict[Any, int]
    owner: dict[Any, int]
    arrows: dict[Any, Any]


@dataclass(frozen=True)
class Reach:
    """A player wins as soon as the token comes to a goal; play stays within some vertices."""

    parity: Parity
    vertices: set[Any]
    goal: set[Any]
    player: int

    def start(self):
        return min(self.vertices)

    def turn(self, v):
        return None if v in self.goal else self.parity.owner[v]

    def moves(self, v):
        return [w for w in self.parity.arrows[v] if w in self.vertices]

    def play(self, v, w):
        return w

    def payoffs(self, v):
        return (1, -1) if self.player == 0 else (-1, 1)


def attractor(
    parity: Parity, vertices: set[Any], goal: set[Any], player: int
) -> tuple[set[Any], dict[Any, Any]]:
    """The vertices from which a player can force the token to a goal, and the moves that do it.

    It is a game of its own, in which endless play is lost for the player. ``Alternating`` makes a
    position of a vertex and the player to move, so the position tells for whom.
    """
    solution = solve(
        Alternating(Reach(parity, vertices, goal, player)),
        positions=[(v, player) for v in vertices],
        endless=lambda position: LOSS if position[1] == player else WIN,
    )
    near = {v for v in vertices if solution[v, player].outcome == WIN}
    own = {v for v in near - goal if parity.owner[v] == player}
    return near, {v: solution.best((v, player)) for v in own}


def zielonka(parity, vertices):
    """Who wins from each vertex, if play stays within these, and the winners' moves: two dicts."""
    if not vertices:
        return {}, {}
    top = max(parity.number[v] for v in vertices)
    player = top % 2  # who likes to meet the largest number
    tops = {v for v in vertices if parity.number[v] == top}
    near, moves = attractor(parity, vertices, tops, player)
    winner, moves_elsewhere = zielonka(parity, vertices - near)
    lost = {v for v in winner if winner[v] != player}
    if not lost:
        # Play comes to the top again and again, or stays away from it in the end: both suit the
        # player.
        onwards = {
            v: next(w for w in parity.arrows[v] if w in vertices)
            for v in tops
            if parity.owner[v] == player
        }
        return dict.fromkeys(vertices, player), moves_elsewhere | moves | onwards
    # From there the player cannot get to the top, so the opponent wins, and also from wherever the
    # opponent can force play to go there. The rest is a smaller game.
    far, moves_to_lost = attractor(parity, vertices, lost, 1 - player)
    moves_to_lost |= {v: w for v, w in moves_elsewhere.items() if v in lost}
    winner, moves = zielonka(parity, vertices - far)
    return winner | dict.fromkeys(far, 1 - player), moves | moves_to_lost


# A vertex: its number, the player to move there, and where that player may go.
TABLE = {
    "a": (0, 1, "dh"),
    "b": (1, 0, "de"),
    "c": (2, 1, "fh"),
    "d": (0, 0, "ab"),
    "e": (2, 0, "dh"),
    "f": (3, 1, "ag"),
    "g": (2, 1, "ac"),
    "h": (1, 0, "df"),
}
GAME = Parity(
    number={v: number for v, (number, _, _) in TABLE.items()},
    owner={v: owner for v, (_, owner, _) in TABLE.items()},
    arrows={v: arrows for v, (_, _, arrows) in TABLE.items()},
)
winner, moves = zielonka(GAME, set(GAME.number))
for player in (0, 1):
    won = [v for v in GAME.number if winner[v] == player]
    own = [f"{v} to {moves[v]}" for v in won if GAME.owner[v] == player]
    print(f"Player {player} wins from {', '.join(won)}, by moving from {', from '.join(own)}.")

# Where both move as well as they can, play soon goes round a cycle.
line = ["a"]
while line[-1] not in line[:-1]:
    line.append(moves.get(line[-1], GAME.arrows[line[-1]][0]))
numbers = [GAME.number[v] for v in line[line.index(line[-1]) : -1]]
print(f"Play from a: {' '.join(line)}; again and again the numbers {numbers}.")


@exercise(
    "A number that is met only once does not count.",
    "Follow every move of the opponent, and look at each cycle: which number is its largest?",
)
def stays_even(answer):
    """``answer``: a function from a vertex of player 0 to where player 0 moves."""
    G = nx.DiGraph()
    for v in (v for v in GAME.number if winner[v] == 0):
        G.add_edges_from((v, w) for w in ([answer(v)] if GAME.owner[v] == 0 else GAME.arrows[v]))
    for cycle in nx.simple_cycles(G):
        most = max(GAME.number[v] for v in cycle)
        if most % 2:
            return wrong(f"play can go round {', '.join(cycle)} for ever, where {most} is largest")
    return RIGHT


def greedy(v):
    """Move to the largest even number; if there is none, to the smallest odd one."""
    return max(GAME.arrows[v], key=lambda w: GAME.number[w] * (-1) ** GAME.number[w])


print("Always to the largest even number?", stays_even(greedy))
print("Ask Zielonka?", stays_even(moves.get))


def picture(parity):
    """The graph: round vertices are player 0's, square ones player 1's; a thick arrow wins."""
    G = nx.DiGraph((v, w) for v in parity.arrows for w in parity.arrows[v])
    place = nx.circular_layout(G)
    marks = [style.MARKS[WIN], style.MARKS[LOSS]]  # for player 0, and for player 1
    fig, ax = plt.subplots(figsize=(6, 6))
    for v in G:
        mark = marks[winner[v]]
        shape = "os"[parity.owner[v]]
        text = f"{v}: {parity.number[v]}"
        nx.draw_networkx_nodes(G, place, [v], 1100, mark.colour, shape, ax=ax)
        nx.draw_networkx_labels(G, place, {v: text}, font_color=mark.ink, ax=ax)
    widths = [3 if moves.get(v) == w else 0.8 for v, w in G.edges]
    bent = "arc3,rad=0.08"  # so that arrows both ways lie side by side
    nx.draw_networkx_edges(G, place, node_size=1100, width=widths, connectionstyle=bent, ax=ax)
    ax.set_title("Player 0 wins from blue, 1 from orange")
    ax.set_axis_off()
    return fig


if sys.argv[1:2] == ["--picture"]:
    picture(GAME).savefig(sys.argv[2])
