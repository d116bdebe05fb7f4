"""Claims: Pig to 100 has two million positions and throws of a die, and play can cycle. It is
solved to guaranteed intervals at most 1e-9 wide. As a game in Python, written as a student would,
it takes half a minute and half a gigabyte. With compiled rules it takes at most five times the time
of sweeps in C++, which make nothing certain.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from common import Cost, alone, compile_cpp, median, race, within

from gamefast import CompiledChance, chance_values

GOAL, FACES, WIDTH = 100, (0, 2, 3, 4, 5, 6), 1e-9
RUNS = 3


# A position as a number: the pair of points, the turn total, whose turn it is, and whether the die
# rolls; ends last.
def parts(i: int, goal: int) -> tuple[int, int, int, int, int]:
    pair, total = i // 4 // (goal + 1), i // 4 % (goal + 1)
    return pair // goal, pair % goal, total, i // 2 % 2, i % 2


def turn(i: int, data: Any) -> int:
    goal = data[0]
    if i >= 4 * goal * goal * (goal + 1):
        return 3
    first, second, total, player, die = parts(i, goal)
    if total > goal - (second if player else first):
        return -1
    return 2 if die else player


def options(i: int, data: Any, out: Any) -> int:
    goal = data[0]
    first, second, total, player, die = parts(i, goal)
    mine, here = second if player else first, (first * goal + second) * (goal + 1)
    if die:
        for k in range(1, len(data)):
            more = min(total + data[k], goal - mine)
            out[k - 1] = 4 * (here + more) + 2 * player if data[k] else 4 * here + 2 * (1 - player)
        return len(data) - 1
    out[0] = i + 1
    if total == 0:
        return 1
    if mine + total == goal:
        out[1] = 4 * goal * goal * (goal + 1) + (goal + first if player else second)
    else:
        there = here + (total if player else total * goal) * (goal + 1)
        out[1] = 4 * there + 2 * (1 - player)
    return 2


def payoff(i: int, data: Any) -> int:
    goal = data[0]
    return 1 if i < 4 * goal * goal * (goal + 1) + goal else -1


def code(position: Any, goal: int = GOAL) -> int:
    (first, second), total, player, *die = position
    if first >= goal:
        return 4 * goal * goal * (goal + 1) + second
    if second >= goal:
        return 4 * goal * goal * (goal + 1) + goal + first
    return 4 * ((first * goal + second) * (goal + 1) + total) + 2 * player + len(die)


def example(goal: int = GOAL) -> Any:
    """The game of examples/pig.py, read from that file."""
    path = Path(__file__).parents[1] / "examples" / "pig.py"
    names: dict[str, Any] = {}
    exec(compile(path.read_text().split("\ndef hold_at")[0], str(path), "exec"), names)
    return names["Pig"](goal, FACES)


def arena(goal: int = GOAL) -> CompiledChance:
    size = 4 * goal * goal * (goal + 1) + 2 * goal
    return CompiledChance.of(
        size, turn, options, payoff, most=max(2, len(FACES)), data=(goal, *FACES)
    )


def side(name: str, sharp: str) -> None:
    """Run one of our two sides: print processor seconds and peak memory, then compare every
    value.
    """
    if name == "compiled":
        chance_values(arena())  # loads the compiled code, which is kept on disk
    given = example() if name == "class" else arena()
    begin = time.process_time()
    values = chance_values(given, width=WIDTH)
    print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3)
    assert values.width <= WIDTH
    win = np.fromfile(sharp).tolist()  # the C++ program's values, swept until nothing changes
    compared = 0
    for position in values:
        i = code(position) if name == "class" else position
        first, second, total, player, die = parts(i, GOAL)
        if die == 0 and i < 4 * GOAL * GOAL * (GOAL + 1):
            expected = 2 * win[((player * GOAL + first) * GOAL + second) * (GOAL + 1) + total] - 1
            low, high = values[position]
            assert low - 1e-12 <= expected <= high + 1e-12, (position, low, expected, high)
            compared += 1
    print(f"{len(values):,} positions, {compared:,} values compared with those of C++")


def ours(name: str, sharp: Path) -> Cost:
    """What one of our sides took; its memory is measured before anything is compared."""
    words = alone(sys.executable, __file__, name, sharp)[1].split(maxsplit=2)
    print(f"  {name}: {words[2].strip()}")
    return Cost(float(words[0]), float(words[1]))


def main() -> None:
    program = compile_cpp("pig.cpp")
    folder = Path(tempfile.mkdtemp())
    plain, sharp = folder / "plain", folder / "sharp"
    faces = map(str, FACES)
    line = [str(GOAL), *faces]
    alone(program, "1e-15", sharp, *line)
    compiled, theirs = [], []
    for _ in range(RUNS):
        theirs.append(alone(program, f"{WIDTH:g}", plain, *line)[0])
        compiled.append(ours("compiled", sharp))
    work = f"Pig to {GOAL}, certified to {WIDTH:g}"
    race(work, "sweeps in C++ -O2, no certificate", median(compiled), median(theirs), 0.2)
    cost = ours("class", sharp)
    within(f"{work}, as a Python class", cost.seconds, 30, "s")
    within(f"{work}, as a Python class", (cost.memory or 0) / 1e3, 0.5, "GB")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        side(*sys.argv[1:3])
    else:
        print("Pig")
        main()
