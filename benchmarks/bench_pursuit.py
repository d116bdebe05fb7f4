"""Claim: on a 40 x 40 board with a fifth of it walls, on the fly is at least 10 times as fast as the classical C++
program, and the explicit route (graph built, edges reversed, solved) is no slower than it."""

from __future__ import annotations

import subprocess

from common import claim, compile_cpp, deep_stack, in_turn, random_board, seconds

from gamelib import solve
from gamelib.games import CopsAndThief


def main() -> None:
    text = random_board(40, 0.2, seed=1)
    program = compile_cpp("classical.cpp")
    board = CopsAndThief.from_text(text)
    answers = []

    def classical() -> float:
        done = subprocess.run(
            [program], input=f"40 40\n{text}\n", capture_output=True, text=True, preexec_fn=deep_stack
        )
        outcome, wins, losses, took = done.stdout.split()
        answers.append((outcome, int(wins), int(losses)))
        return float(took)

    for game in (board, board.graph()):  # warm: compiled, or read from the cache
        solution = solve(game)
        counts = solution.counts()
        answers.append((str(solution[board.start()].outcome), *list(counts.values())[:2]))
    print(f"policeman and thief, 40 x 40, {len(solution):,} positions")
    took = in_turn(
        {
            "classical C++ (-O2)": classical,
            "gamelib, on the fly": lambda: seconds(lambda: solve(board)),
            "gamelib, explicit": lambda: seconds(lambda: solve(board.graph())),
        }
    )
    assert len(set(answers)) == 1, answers
    print(f"  all agree: {answers[0]}")
    claim("C++ / on the fly", took["classical C++ (-O2)"] / took["gamelib, on the fly"], 10)
    claim("C++ / explicit", took["classical C++ (-O2)"] / took["gamelib, explicit"], 1)


if __name__ == "__main__":
    main()
