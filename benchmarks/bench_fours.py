"""Claims: the compiled search of four in a row takes at most 1.5 times the time of the same search
in C++ (g++ -O2), node for node. Any position after twelve moves on 6 x 7 is solved in seconds. The
empty board of 6 x 7 is solved within ten minutes, with a table of half a gigabyte; this part takes
minutes itself: ``python bench_fours.py empty``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from math import inf
from pathlib import Path

import numpy as np
from common import Cost, clock, compile_cpp, in_turn, race, seconds, within

from gamefast import alphabeta
from gamefast.search import drops
from gamefast.search.drops import DropSearch
from gamelib import SearchResult
from gamelib.games import ConnectFour

PLACES = 24


def against_cpp(programs: dict[str, Path], rows: int, columns: int, moves: str) -> None:
    """Can the player to move win? Ask both sides, from an empty table, and compare node for
    node.
    """
    answers = set()
    game = ConnectFour(rows, columns)
    position = game.start()
    for move in moves:
        position = game.play(position, int(move))

    def plain(program: Path) -> float:
        asked = [program, str(rows), str(columns), str(PLACES), moves or "-", "0"]
        found, nodes, took = subprocess.run(
            asked, capture_output=True, text=True, check=True
        ).stdout.split()
        answers.add((int(found), int(nodes)))
        return float(took)

    def ours() -> float:
        search = DropSearch(game)
        begin = clock()
        found = search.exceeds(*search.board.code(position), 0)
        took = clock() - begin
        answers.add((int(found), search.nodes))
        return took

    ours()  # warm
    print(f"{rows} x {columns} after {moves or 'no moves'}")
    took = in_turn(
        {name: lambda p=program: plain(p) for name, program in programs.items()} | {"gamelib": ours}
    )
    assert len(answers) == 1, answers
    print(f"  {answers.pop()[1]:,} nodes on both sides")
    for name in programs:
        work = f"Connect Four, {rows} x {columns}, after {len(moves)} moves: can X win?"
        race(work, f"the same search, {name}", Cost(took["gamelib"]), Cost(took[name]), 1 / 1.5)


def after_twelve_moves(count: int = 20) -> None:
    game, rng, took = ConnectFour(), np.random.default_rng(12), []
    while len(took) < count:
        position = game.start()
        for _ in range(12):
            if game.outcome(position) is None:
                position = game.play(position, int(rng.choice(game.moves(position))))
        if game.outcome(position) is None:
            took.append(seconds(lambda position=position: alphabeta(game, position)))
    print(f"6 x 7 after twelve random moves, value and best play: mean {np.mean(took):.2f} s")
    within(f"Connect Four after twelve moves, the longest of {count}", max(took), 5, "s")


def report(words: str, found: SearchResult, took: float) -> None:
    memory = (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    )  # this process does nothing else
    print(f"6 x 7, the empty board, {words}: {took:.0f} s; {found.nodes:,} nodes,")
    print(
        f"  {found.cutoffs:,} cutoffs, {found.table_hits:,} table hits, {memory:.2f} GB; columns "
        f"{found.line}"
    )
    assert (found.value > 0, found.line[0]) == (
        True,
        3,
    )  # in the middle: J. D. Allen, V. Allis (1988)
    within(f"Connect Four, 6 x 7 from the empty board, {words}", took / 60, 10, "minutes")
    within(f"Connect Four, 6 x 7 from the empty board, {words}, memory", memory, 1, "GB")


def empty_board() -> None:
    """Is it won, drawn or lost? Then, with the same table, how soon; and whether another first move
    wins.
    """
    game = ConnectFour()
    search = DropSearch(game)
    begin = clock()
    for words, window in (("won, drawn or lost", (-1, 1)), ("and how soon", (-inf, inf))):
        found = search.answer(None, window)
        report(words, found, clock() - begin)
    for column in range(3):  # the others are their mirror images
        answered = search.exceeds(*search.board.code(game.play(game.start(), column)), -1)
        assert answered, f"column {column} wins too"
        print(f"  column {column} does not win, {clock() - begin:.0f} s")


def main() -> None:
    if sys.argv[1:] == ["empty"]:
        return empty_board()
    after_twelve_moves()
    drops.FIRST, drops.LAST, drops.FEW = (
        PLACES,
        PLACES,
        0,
    )  # as on the other side: one table, compiled from the start
    programs = {
        f"g++ {' '.join(['-O2', *more])}": compile_cpp("fours.cpp", *more)
        for more in ([], ["-march=native"])
    }
    against_cpp(programs, 6, 6, "")
    against_cpp(programs, 6, 7, "01234560")
    subprocess.run([sys.executable, __file__, "empty"], check=True)


if __name__ == "__main__":
    main()
