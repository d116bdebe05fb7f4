"""Monte-Carlo tree search: playouts in a second, on tic-tac-toe and Connect Four, against OpenSpiel's searches.

All searches play one random game from each new node and choose by the same UCT with the same weight. OpenSpiel's games
are in C++ on both of its sides; its search is in Python on one and in C++ on the other. Ours is all in Python,
including the game. It also keeps sound bounds, and one node for a position reached in two ways, so it proves
tic-tac-toe a draw.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from math import sqrt
from typing import Any

import numpy as np
from common import Cost, in_turn, processor_seconds, race, within

from gamelib import mcts
from gamelib.games import ConnectFour, TicTacToe
from gamelib.solvers.forward.mcts import MctsResult

try:
    import pyspiel
    from open_spiel.python.algorithms import mcts as spiel_mcts
except ImportError as missing:
    sys.exit(f"The peer is not installed ({missing}): pip install open_spiel")

SEED, RUNS = 1, 9
SPIEL = f"OpenSpiel {version('open_spiel')}"


def ours(game: Any, position: Any, playouts: int) -> MctsResult:
    return mcts(game, position, playouts=playouts, rng=np.random.default_rng(SEED))


def in_python(state: Any, playouts: int) -> Any:
    """OpenSpiel's search in Python; the root of its tree."""
    chance = np.random.RandomState(SEED)
    rollouts = spiel_mcts.RandomRolloutEvaluator(1, chance)
    return spiel_mcts.MCTSBot(state.get_game(), sqrt(2), playouts, rollouts, random_state=chance).mcts_search(state)


def in_cpp(state: Any, playouts: int) -> Any:
    """OpenSpiel's search in C++, which proves what it can; the root of its tree."""
    rollouts = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(state.get_game(), rollouts, sqrt(2), playouts, 1000, True, SEED, False)
    return bot.mcts_search(state)


def state_of(name: str, actions: list[int]) -> Any:
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def position_of(state: Any) -> str:
    """OpenSpiel prints the same boards, row by row."""
    return str(state).upper().strip()


def all_find(game: Any, name: str, actions: list[int], best: int, playouts: int = 3_000) -> None:
    """Check that all three find the only good move of a position; ``best`` is its number in OpenSpiel."""
    state = state_of(name, actions)
    position = position_of(state) if name == "connect_four" else position_of(state).replace("\n", "")
    move = ours(game, position, playouts).best
    there = [in_python(state, playouts).best_child().action, in_cpp(state, playouts).best_child().action]
    number = move if isinstance(move, int) else 3 * move[0] + move[1]
    assert [number, *there] == [best] * 3, (actions, number, there)


def playouts_a_second(game: Any, name: str, words: str, playouts: int) -> None:
    state = state_of(name, [])
    sides: dict[str, Callable[[], object]] = {
        "OpenSpiel, Python": lambda: in_python(state, playouts),
        "OpenSpiel, C++": lambda: in_cpp(state, playouts),
        "gamelib": lambda: ours(game, None, playouts),
    }
    assert in_python(state, playouts).explore_count == in_cpp(state, playouts).explore_count == playouts
    assert ours(game, None, playouts).playouts == playouts
    print(f"{words} from the empty board, {playouts:,} playouts, CPU seconds")
    took = in_turn({side: lambda work=work: processor_seconds(work) for side, work in sides.items()}, RUNS)
    for side, seconds in took.items():
        print(f"  {side:<34} {playouts / seconds:10,.0f} playouts/s")
    work, mine = f"{words}: {playouts:,} playouts of tree search", Cost(took["gamelib"])
    race(work, f"{SPIEL}, mcts.py on a game in C++", mine, Cost(took["OpenSpiel, Python"]), None)
    race(work, f"{SPIEL}, MCTSBot in C++", mine, Cost(took["OpenSpiel, C++"]), None)


def proved() -> None:
    """Check that our search proves tic-tac-toe a draw, and that OpenSpiel's, with many more playouts, does not."""
    found: list[MctsResult] = []
    took = processor_seconds(lambda: found.append(ours(TicTacToe(), None, 200_000)))
    assert (found[0].value, found[0].exact) == (0, True)
    root = in_cpp(state_of("tic_tac_toe", []), 200_000)
    print(f"tic-tac-toe proved a draw: {found[0].playouts:,} playouts, {took:.2f} s")
    print(f"  {SPIEL} in C++: {root.explore_count:,} playouts, {'proved' if root.outcome else 'not proved'}")
    within("Tic-tac-toe, proved a draw by playouts", found[0].playouts, 3_000, "playouts")


def main() -> None:
    noughts, four = TicTacToe(), ConnectFour()
    all_find(noughts, "tic_tac_toe", [0], 4)  # X in the corner: only the centre holds the draw
    all_find(noughts, "tic_tac_toe", [0, 4, 1], 2)
    all_find(four, "connect_four", [3, 0, 3, 0, 3], 3)  # three in a column must be stopped
    all_find(four, "connect_four", [2, 2, 4, 4], 3)  # three in a row, open at both ends, win
    playouts_a_second(noughts, "tic_tac_toe", "Tic-tac-toe", 1_000)
    playouts_a_second(four, "connect_four", "Connect Four, 6 x 7", 1_000)
    proved()


if __name__ == "__main__":
    main()
