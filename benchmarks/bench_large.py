"""Claims: Connect Four on 4 x 5 and 5 x 4 is solved as a draw, and the larger of the two (by nodes)
at least 3 times as fast as by OpenSpiel's alpha-beta. Monte-Carlo tree search with bounds proves
tic-tac-toe a draw within 100,000 playouts. The matches of lecture 12 with a second a move take
long: ``python bench_large.py matches 20``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib.metadata import version

import numpy as np
from common import Cost, clock, race, seconds

from gamefast import alphabeta, deepen, mcts
from gamelib import Quotient, match
from gamelib.games import ConnectFour, TicTacToe
from gamelib.montecarlo import CURIOSITY, BoundedTree, UctTree


def solved(rows: int, columns: int) -> tuple[float, int]:
    game = ConnectFour(rows, columns)
    found = alphabeta(Quotient(game), window=(-1, 1), table={})
    return found.value, found.nodes


def against_open_spiel() -> None:
    try:
        import pyspiel
        from open_spiel.python.algorithms.minimax import alpha_beta_search
    except ImportError as missing:
        sys.exit(f"The peer is not installed ({missing}): pip install open_spiel")
    print("Connect Four, from the empty board")
    for rows, columns in ((4, 5), (5, 4)):
        begin = clock()
        value, nodes = solved(rows, columns)
        assert value == 0
        print(f"  gamelib, {rows} x {columns}: {clock() - begin:.2f} s, {nodes:,} nodes")
    game = pyspiel.load_game("connect_four", {"rows": 4, "columns": 5})
    values: list[float] = []
    theirs = seconds(lambda: values.append(alpha_beta_search(game)[0]))
    mine = seconds(lambda: solved(4, 5))
    assert values == [0]
    print(f"  OpenSpiel, alpha_beta_search, 4 x 5: {theirs:.2f} s")
    peer = f"OpenSpiel {version('open_spiel')}, alpha_beta_search"
    race("Connect Four on 4 x 5 from the empty board", peer, Cost(mine), Cost(theirs), wanted=3)


def proof() -> None:
    for seed in range(5):
        found = mcts(TicTacToe(), rng=np.random.default_rng(seed), playouts=100_000)
        print(
            f"  tic-tac-toe, seed {seed}: proved {found.exact}, value {found.value:g}, "
            f"{found.playouts:,} playouts"
        )


def matches(number: int) -> None:
    """Deepening with a second a move, against depth 4, and against MCTS in the same time, with and
    without bounds.
    """
    game, rng = ConnectFour(), np.random.default_rng(10)

    def playouts(kind: type[UctTree], position: str) -> int:
        tree, until = kind(game, position, rng, CURIOSITY, (-1, 1)), time.perf_counter() + 1
        while time.perf_counter() < until and not tree.root.proved:
            tree.playout()
        return int(tree.root.moves[tree.root.tries.index(max(tree.root.tries))])

    peers: dict[str, Callable[[str], int]] = {
        "depth 4": lambda position: deepen(game, position, depth=4).line[0],
        "plain MCTS, a second a move": lambda position: playouts(UctTree, position),
        "MCTS with bounds, a second a move": lambda position: playouts(BoundedTree, position),
    }
    for name, peer in peers.items():
        results = []
        for k in range(number):
            position = game.start()
            for _ in range(k // 2 % 4):  # different openings, each played from both sides
                moves = game.moves(position)
                position = game.play(
                    position, moves[int(np.random.default_rng(k // 2).integers(len(moves)))]
                )
            mine: Callable[[str], int] = lambda p: deepen(game, p, seconds=1).line[0]  # noqa: E731
            first, second = (mine, peer) if k % 2 == 0 else (peer, mine)
            result = match(game, first, second, position=position).result
            results.append(result if k % 2 == 0 else -result)
        won, drawn = sum(r > 0 for r in results), sum(r == 0 for r in results)
        print(
            f"  deepening, a second a move, against {name}: {won} won, {drawn} drawn, "
            f"{number - won - drawn} lost",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["matches"]:
        matches(int(sys.argv[2]))
    else:
        against_open_spiel()
        proof()
