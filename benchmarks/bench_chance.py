"""Claims: overwriting tic-tac-toe on 3 x 3 is solved by certified intervals in under half a second,
at least 20 times as fast as by OpenSpiel's value iteration on the same rules, and exactly in under
ten seconds. On 4 x 4 it is solved in under a minute and 3 GB, with the value that lecture 14
prints.
"""

from __future__ import annotations

import resource
import sys
import threading
from fractions import Fraction
from importlib.metadata import version
from typing import Any

from common import Cost, clock, race, seconds, within

from gamefast import chance_values, exact_values
from gamelib.games import OverwriteTicTacToe

GAME = OverwriteTicTacToe(3)


class Walked(OverwriteTicTacToe):
    """The same game as a subclass, so it is walked position by position and not solved by
    arrays.
    """

    def turn(self, position: Any) -> int | str | None:
        return super().turn(position)


def peer_game() -> Any:
    """The same rules as a game for OpenSpiel: a state is the board, the player to move, and the
    cell that is tried.
    """
    import pyspiel

    kind = pyspiel.GameType(
        short_name="overwriting",
        long_name="Overwriting tic-tac-toe",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    size = pyspiel.GameInfo(
        num_distinct_actions=9,
        max_chance_outcomes=2,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=1_000_000,
    )
    lines = GAME.lines

    class State(pyspiel.State):
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.board, self.mover, self.tried, self.winner = "." * 9, 0, -1, None

        def current_player(self) -> int:
            if self.winner is not None:
                return int(pyspiel.PlayerId.TERMINAL)
            return int(pyspiel.PlayerId.CHANCE) if self.tried >= 0 else self.mover

        def _legal_actions(self, player: int) -> list[int]:
            return [i for i in range(9) if self.board[i] != "XO"[self.mover]]

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return [(0, 0.5), (1, 0.5)]

        def _apply_action(self, action: int) -> None:
            cell = action
            if self.tried >= 0:
                cell, self.tried = (self.tried if action else -1), -1
            elif self.board[action] != ".":
                self.tried = action
                return
            if cell >= 0:
                mark = "XO"[self.mover]
                self.board = self.board[:cell] + mark + self.board[cell + 1 :]
                if any(all(self.board[i] == mark for i in line) for line in lines):
                    self.winner = self.mover
            self.mover = 1 - self.mover

        def is_terminal(self) -> bool:
            return self.winner is not None

        def returns(self) -> list[float]:
            return (
                [0.0, 0.0]
                if self.winner is None
                else [1.0, -1.0]
                if self.winner == 0
                else [-1.0, 1.0]
            )

        def __str__(self) -> str:
            return f"{self.board} {self.mover} {self.tried}"

    class Game(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, size, params or {})

        def new_initial_state(self) -> State:
            return State(self)

    return Game()


def open_spiel(found: dict[str, Any]) -> None:
    try:
        from open_spiel.python.algorithms.value_iteration import value_iteration
    except ImportError as missing:
        found["missing"] = missing
        return
    game = peer_game()
    found["seconds"] = seconds(
        lambda: found.update(values=value_iteration(game, -1, 1e-9, cyclic_game=True))
    )


def three_by_three() -> None:
    start = GAME.start()
    chance_values(GAME)  # warm
    mine = min(seconds(lambda: chance_values(GAME)) for _ in range(3))
    print(f"  gamelib, intervals of 1e-9: {mine:.3f} s")
    within("overwriting 3 x 3, intervals of 1e-9", mine, 0.5, "s")
    exact = seconds(lambda: exact_values(GAME))
    values = exact_values(GAME)
    print(f"  gamelib, exact and proved, by arrays: {exact:.2f} s; value {values[start]}")
    within("overwriting 3 x 3, exact and proved, by arrays", exact, 10, "s")
    walked: list[Any] = []
    exact = seconds(lambda: walked.append(exact_values(Walked(3))))
    print(
        f"  gamelib, exact and proved, position by position: {exact:.2f} s; {len(walked[0]):,} "
        "positions"
    )
    assert all(values[p] == walked[0][p] for p in list(walked[0])[::101])
    within("overwriting 3 x 3, exact and proved, position by position", exact, 10, "s")
    found: dict[str, Any] = {}
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 << 20)  # it recurses once for every new state
    thread = threading.Thread(target=open_spiel, args=(found,))
    thread.start()
    thread.join()
    if "missing" in found:
        sys.exit(f"The peer is not installed ({found['missing']}): pip install open_spiel cvxpy")
    theirs = found["values"]
    for p in list(values)[::101]:
        if len(p) == 2:
            assert abs(theirs[f"{p[0]} {'XO'.index(p[1])} -1"] - float(values[p])) < 1e-6
    print(f"  OpenSpiel, value_iteration: {found['seconds']:.1f} s, {len(theirs):,} states")
    peer, theirs = f"OpenSpiel {version('open_spiel')}, value_iteration", Cost(found["seconds"])
    race("overwriting 3 x 3, intervals of 1e-9", peer, Cost(mine), theirs, 20)
    race("overwriting 3 x 3, fractions, position by position", peer, Cost(exact), theirs, 1)


def four_by_four() -> None:
    game = OverwriteTicTacToe(4)
    begin = clock()
    values = chance_values(game)
    taken, memory = clock() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    low, high = values.lower[game.start()], values.upper[game.start()]
    assert Fraction(low) <= Fraction(1, 9) <= Fraction(high)
    assert high - low <= values.width <= 1e-9
    print(
        f"  gamelib, 4 x 4: {taken:.1f} s, compiling included; {memory:.2f} GB at most; from "
        f"{low} to {high}"
    )
    within("overwriting 4 x 4, intervals of 1e-9", taken, 60, "s")
    within("overwriting 4 x 4, intervals of 1e-9: memory", memory, 3, "GB")
    begin = clock()
    exact = exact_values(game)[game.start()]
    taken = clock() - begin
    print(f"  gamelib, 4 x 4, exact and proved: {taken:.1f} s; value {exact}")
    assert exact == Fraction(1, 9)
    within("overwriting 4 x 4, exact and proved", taken, 60, "s")


if __name__ == "__main__":
    print("Overwriting tic-tac-toe")
    four_by_four()
    three_by_three()
