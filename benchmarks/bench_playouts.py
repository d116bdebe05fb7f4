"""Monte-Carlo tree search: playouts in a second, on tic-tac-toe and Connect Four, against
OpenSpiel's searches.

Claims: our compiled search is level with OpenSpiel's in C++ on tic-tac-toe, and twice as fast on
Connect Four.

All searches play one random game from each new node and choose by the same UCT with the same
weight. OpenSpiel's games are in C++ on both of its sides; its search is in Python on one and in C++
on the other. Ours is all in Python on one side, including the game; on the other the same search is
compiled, over rules in numbers. It also keeps sound bounds, and one node for a position reached in
two ways, so it proves tic-tac-toe a draw.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import version
from math import sqrt
from typing import Any

import numpy as np
from common import Cost, in_turn, race, seconds, within

from gamefast import CompiledRules, mcts
from gamefast.connect4 import in_numbers
from gamelib.games import ConnectFour, TicTacToe
from gamelib.montecarlo import MctsResult

try:
    import pyspiel
    from open_spiel.python.algorithms import mcts as spiel_mcts
except ImportError as missing:
    sys.exit(f"The peer is not installed ({missing}): pip install open_spiel")

SEED, RUNS, LEAST = 1, 9, 10_000  # so many playouts are measured together
SPIEL = f"OpenSpiel {version('open_spiel')}"


#: For each set of cells of tic-tac-toe, whether it holds a line.
LINES = (7, 56, 448, 73, 146, 292, 273, 84)
WON = [int(any(cells & line == line for line in LINES)) for cells in range(512)]


def options(i: int, won: Any, out: Any) -> int:
    """Tic-tac-toe in numbers: the cells of the player to move, and from bit 9 on those of the
    opponent.
    """
    if won[i >> 9] == 1:
        return 0
    count, free = 0, 511 & ~(i | i >> 9)
    while free:
        cell = free & -free
        out[count] = i >> 9 | (i & 511 | cell) << 9
        count, free = count + 1, free ^ cell
    return count


def outcome(i: int, won: Any) -> int:
    return -won[i >> 9]


def ours(game: Any, position: Any, playouts: int) -> MctsResult:
    return mcts(game, position, playouts=playouts, rng=np.random.default_rng(SEED))


def in_python(state: Any, playouts: int) -> Any:
    """OpenSpiel's search in Python; the root of its tree."""
    chance = np.random.RandomState(SEED)
    rollouts = spiel_mcts.RandomRolloutEvaluator(1, chance)
    return spiel_mcts.MCTSBot(
        state.get_game(), sqrt(2), playouts, rollouts, random_state=chance
    ).mcts_search(state)


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
    """Check that all three find the only good move of a position; ``best`` is its number in
    OpenSpiel.
    """
    state = state_of(name, actions)
    position = (
        position_of(state) if name == "connect_four" else position_of(state).replace("\n", "")
    )
    move = ours(game, position, playouts).best
    there = [
        in_python(state, playouts).best_child().action,
        in_cpp(state, playouts).best_child().action,
    ]
    number = move if isinstance(move, int) else 3 * move[0] + move[1]
    assert [number, *there] == [best] * 3, (actions, number, there)


def mean(work: Callable[[], object], times: int) -> float:
    """The seconds of a search, on average."""
    return seconds(lambda: [work() for _ in range(times)]) / times


def playouts_a_second(
    game: Any, rules: CompiledRules, name: str, words: str, wanted: dict[int, float]
) -> None:
    """Race with the numbers of playouts that ``wanted`` names; our search in Python takes part in
    the shortest race.
    """
    state = state_of(name, [])
    for playouts in wanted:
        sides: dict[str, Callable[[], object]] = {
            "OpenSpiel, C++": lambda n=playouts: in_cpp(state, n),
            "gamelib, compiled": lambda n=playouts: ours(rules, None, n),
        }
        if playouts == min(wanted):
            sides["OpenSpiel, Python"] = lambda n=playouts: in_python(state, n)
            sides["gamelib"] = lambda n=playouts: ours(game, None, n)
        ours(rules, None, 1_000)  # compiles the loop and the rules
        for work in sides.values():
            done = work()
            assert (
                done.playouts if isinstance(done, MctsResult) else done.explore_count
            ) == playouts
        print(f"{words} from the empty board, {playouts:,} playouts")
        took = in_turn(
            {
                side: lambda work=work, n=LEAST // playouts: mean(work, n)
                for side, work in sides.items()
            },
            RUNS,
        )
        for side, spent in took.items():
            print(f"  {side:<34} {playouts / spent:10,.0f} playouts/s")
        work, cost = (
            f"{words}: {playouts:,} playouts of tree search",
            {side: Cost(took[side]) for side in took},
        )
        cpp = f"{SPIEL}, MCTSBot in C++"
        race(
            f"{work}, compiled",
            cpp,
            cost["gamelib, compiled"],
            cost["OpenSpiel, C++"],
            wanted[playouts],
        )
        if "gamelib" in cost:
            race(
                work,
                f"{SPIEL}, mcts.py on a game in C++",
                cost["gamelib"],
                cost["OpenSpiel, Python"],
                None,
            )
            race(work, cpp, cost["gamelib"], cost["OpenSpiel, C++"], None)


def proved() -> None:
    """Check that our search proves tic-tac-toe a draw, and that OpenSpiel's, with many more
    playouts, does not.
    """
    found: list[MctsResult] = []
    took = seconds(lambda: found.append(ours(TicTacToe(), None, 200_000)))
    assert (found[0].value, found[0].exact) == (0, True)
    root = in_cpp(state_of("tic_tac_toe", []), 200_000)
    print(f"tic-tac-toe proved a draw: {found[0].playouts:,} playouts, {took:.2f} s")
    print(
        f"  {SPIEL} in C++: {root.explore_count:,} playouts, "
        f"{'proved' if root.outcome else 'not proved'}"
    )
    within("Tic-tac-toe, proved a draw by playouts", found[0].playouts, 3_000, "playouts")


def main() -> None:
    noughts, four = TicTacToe(), ConnectFour()
    all_find(noughts, "tic_tac_toe", [0], 4)  # X in the corner: only the centre holds the draw
    all_find(noughts, "tic_tac_toe", [0, 4, 1], 2)
    all_find(four, "connect_four", [3, 0, 3, 0, 3], 3)  # three in a column must be stopped
    all_find(four, "connect_four", [2, 2, 4, 4], 3)  # three in a row, open at both ends, win
    rules = CompiledRules(options, outcome, data=WON, most=9)
    playouts_a_second(noughts, rules, "tic_tac_toe", "Tic-tac-toe", {1_000: 0.9})
    playouts_a_second(
        four, in_numbers(four)[0], "connect_four", "Connect Four, 6 x 7", {1_000: 2, 10_000: 2}
    )
    proved()


if __name__ == "__main__":
    main()
