"""What becomes of the answers that students give in lecture 12."""

import importlib
from fractions import Fraction
from functools import cache
from itertools import islice, product

import numpy as np
import pytest

from check.lecture import Lecture, right_and_wrong
from gamecourse.check import State
from gamecourse.check.machinery.sheet import opened
from gamelib import Searched, deepen
from gamelib.games import MinMaxTree
from gamelib.solvers.forward.zobrist import Zobrist

sheet = importlib.import_module("gamecourse.check.large")
inner = opened(sheet)
BOARD, SMALL = sheet.BOARD, sheet.SMALL
HORIZON = ".....\n....O\n....X\nO.XOX"


#: All lines of four cells, as places in the text of a board.
FOURS = [
    [7 * (r + i * dr) + c + i * dc for i in range(4)]
    for r, c, (dr, dc) in product(range(5), range(6), ((0, 1), (1, 0), (1, 1), (1, -1)))
    if r + 3 * dr < 5 and 0 <= c + 3 * dc < 6
]


@cache
def lines(position, power=2, chair=BOARD.mover):
    """Lines of four cells on which only one side has pieces, as the solution counts them."""
    mine, total = chair(position), 0
    for a, b, c, d in FOURS:
        line = (position[a] + position[b] + position[c] + position[d]).replace(".", "")
        if line and line.count(line[0]) == len(line):
            total += len(line) ** power * (1 if line[0] == mine else -1)
    return total / 5_000


@cache
def weights(position):
    mine, total = BOARD.mover(position), 0
    worth = [[3, 4, 5, 5, 4, 3], [4, 6, 8, 8, 6, 4], [5, 8, 11, 11, 8, 5], [4, 6, 8, 8, 6, 4], [3, 4, 5, 5, 4, 3]]
    for row, numbers in zip(position.split("\n"), worth, strict=True):
        total += sum(n * ((piece == mine) - (piece not in (mine, "."))) for piece, n in zip(row, numbers, strict=True))
    return total / 1_000


def of_a_column(column):
    def score(position):
        mine = BOARD.mover(position)
        pieces = [row[column] for row in position.split("\n")]
        return (2 * pieces.count(mine) + pieces.count(".") - 5) / 10

    return score


def late(position):
    """Out of the range, but not at the beginning."""
    return BOARD.evaluate(position) * (1 if position.count(".") > 18 else 10**9)


def after(key, number, piece, start, end, captured):
    key ^= number(start, piece) ^ number(end, piece)
    return key if captured is None else key ^ number(end, captured)


def added(key, number, piece, start, end, captured):
    key += number(end, piece) - number(start, piece)
    return key if captured is None else key - number(end, captured)


def numbers_remembered():
    """The first number that was given for a piece on a cell, for ever."""
    known = {}

    def remembers(key, number, piece, start, end, captured):
        def asked(cell, what):
            return known.setdefault((cell, what), number(cell, what))

        return after(key, asked, piece, start, end, captured)

    return remembers


def zeros_remembered():
    """The key 0 that was found for a captured piece, for ever."""
    known = {}

    def remembers(*given):
        found = known[given[5]] if given[5] in known else after(*given)
        return found if found else known.setdefault(given[5], 0)

    return remembers


def hidden(answers, bad=-1):
    tree = {"root": ["quiet", "greedy"], "quiet": ["q"], "q": 0, "greedy": [f"a{k}" for k in range(answers)]}
    for name in tree["greedy"]:
        tree |= {name: [name + "x"], name + "x": 1}
    return {**tree, tree["greedy"][-1] + "x": bad}


def turned(tree):
    return {node: inside if isinstance(inside, list) else -inside for node, inside in tree.items()}


def ladder(steps):
    """A graph with as many ways through it as two to the power of its steps."""
    tree = {"a0": ["a1", "b1"]}
    for k in range(1, steps):
        tree |= {f"{side}{k}": [f"a{k + 1}", f"b{k + 1}"] for side in "ab"}
    return tree | {f"a{steps}": 1, f"b{steps}": 0}


RIGHT = [
    ("better_evaluation", lines),
    ("better_evaluation", weights),
    ("better_evaluation", lambda position, k=4: lines(position, 3) / k),
    ("beyond_the_horizon", HORIZON),
    ("beyond_the_horizon", "\n".join("    " + row for row in HORIZON.split("\n"))),
    ("beyond_the_horizon", SMALL.text(HORIZON)),
    ("beyond_the_horizon", "\n".join(" ".join(row) for row in HORIZON.split("\n"))),
    ("beyond_the_horizon", "\n".join(row[::-1] for row in HORIZON.split("\n"))),
    ("capture", after),
    ("trap", hidden(110)),
    ("trap", MinMaxTree(hidden(110))),
]

WRONG = [
    ("better_evaluation", lambda position: 0, r"20 of 40 points; 23 are needed\.$"),
    ("better_evaluation", of_a_column(4), r"23 are needed\.$"),
    ("better_evaluation", lambda position: abs(lines(position)), r"23 are needed\.$"),
    ("better_evaluation", lambda position: lines(position, chair=lambda p: "X"), r"23 are needed\.$"),
    ("better_evaluation", lambda position: lines(position) * 5_000, "A guess must count less than a win"),
    ("better_evaluation", lambda position: 1, r"'\) is 1: stay between -1 and 1"),
    (
        "better_evaluation",
        lambda position: lines(position) if position.count(".") > 18 else NotImplemented,
        "returns NotImplemented at some positions, and not at others",
    ),
    ("better_evaluation", late, r"late\(.*\) is -?[0-9.]+: stay between -1 and 1"),
    ("better_evaluation", lambda position: [lines(position)], "which is not a number"),
    ("better_evaluation", lambda position: -lines(position), r"23 are needed\.$"),
    ("beyond_the_horizon", HORIZON.split("\n"), "Give a board as text"),
    ("beyond_the_horizon", HORIZON.lower(), "this is not a position of 4 x 5"),
    ("beyond_the_horizon", SMALL.start(), "that does not lose"),
    ("beyond_the_horizon", ".....\n.....\nXXX..\nOOO..", "that does not lose"),
    ("beyond_the_horizon", HORIZON.replace("\n", ""), "this is not a position of 4 x 5"),
    ("beyond_the_horizon", ".....\nO....\nO.X..\nO.XX.", "the short search plays column 0, and that does not lose"),
    ("beyond_the_horizon", ".....\n.....\n.....\n..X.O", "the short search plays column .*, and that does not lose"),
    ("beyond_the_horizon", ".....\n.....\n.XXX.\n.OOO.", "this position is lost whatever is played"),
    ("beyond_the_horizon", "X....\nXO...\nXO...\nXO...", "play is over in this position"),
    ("beyond_the_horizon", ".....\n.....\n..X..\n.....", "a piece hangs in the air"),
    ("beyond_the_horizon", ".....\n.....\n.....\n..X.X", "X begins, and they take turns"),
    ("beyond_the_horizon", BOARD.start(), "give 4 lines of 5 characters"),
    (
        "capture",
        lambda key, number, piece, a, b, taken: key ^ number(a, piece) ^ number(b, piece),
        r"\(0, number, 'K', 0, 1, 'K'\) is 3, it should be 1\. The piece that was taken is still in your key",
    ),
    (
        "capture",
        lambda *given: after(*given) ^ given[1](given[3], given[2]),
        r"\(0, number, 'K', 0, 1, None\).*In your key the piece is still on the cell it came from",
    ),
    ("capture", lambda *given: after(*given) ^ given[1](given[4], given[2]), "has not come to its new cell"),
    (
        "capture",
        lambda k, n, p, a, b, c: k ^ n(a, p) ^ n(b, p) ^ (0 if c is None else n(a, c)),
        r"it should be \d+\.$",
    ),
    (
        "capture",
        lambda key, number, piece, a, b, taken: after(key, number, piece, a, b, taken or None),
        r"1, 0\) is .*The piece 0 can be taken, too",
    ),
    ("capture", zeros_remembered(), "it should be"),
    ("capture", numbers_remembered(), r"\) is \d+, it should be \d+\.$"),
    ("capture", lambda *given: after(*given) % 2**53, "it should be"),
    ("capture", added, "it should be"),
    (
        "capture",
        lambda k, n, p, a, b, c: k ^ n(a, p) ^ n(b, p) ^ n(b, c),
        r"number\(1, None\): ask for a cell, 0 to 63, and a piece",
    ),
    (
        "capture",
        lambda *given: after(*given) if given[5] is None else NotImplemented,
        "is NotImplemented: a part of your function is still to be written",
    ),
    (
        "trap",
        hidden(20),
        r"in 0 of 10 trials .*; at least 7 are needed\.\nIn the first trial:\n  'quiet': \d+ visits",
    ),
    ("trap", hidden(250), "has 504 nodes; 400 are enough"),
    ("trap", hidden(110, -0.3), "in 0 of 10 trials its move is worse by 1/2 or more; at least 7 are needed"),
    ("trap", turned(hidden(110)), "in 0 of 10 trials"),
    ("trap", {"A": ["B", "C"], "B": 1, "C": -1}, "in 0 of 10 trials"),
    ("trap", {"A": 5}, "play is over at the root"),
    ("trap", {"A": ["B"], "B": 2}, "between -1 and 1"),
    ("trap", {"A": ["B"], "B": ["C"], "C": Fraction(1, 3)}, r"'B': \d+ visits, .* 0\.333; its value is 0\.333"),
    ("trap", {"A": ["B"], "B": ["A"]}, "'A' lies on a cycle"),
    ("trap", {"A": ["B"]}, "'B', a child of 'A', is missing"),
    ("trap", ladder(90), "trials"),
    ("trap", {**{k: [k + 1] for k in range(399)}, 399: 1}, "trials"),
]


LECTURE = Lecture(
    "large",
    slow=["better_evaluation", "beyond_the_horizon", "trap"],
    answers=right_and_wrong(RIGHT, WRONG),
)


def random_positions(count):
    rng = np.random.default_rng(5)
    for _ in range(count):
        position = SMALL.start()
        for _ in range(int(rng.integers(8, 13))):
            if SMALL.outcome(position) is None:
                position = SMALL.play(position, int(rng.choice(SMALL.moves(position))))
        if SMALL.outcome(position) is None:
            yield position


@pytest.mark.slow
def test_what_a_loop_with_the_tools_of_the_lecture_finds_is_right():
    """The values come by another way than the checker's."""
    exact, found = Searched(SMALL), []
    for position in random_positions(150):
        there = SMALL.play(position, deepen(SMALL, position, depth=2).line[0])
        loses = exact[there].value > 0 and exact[position].value >= 0
        found += [position] * loses
        assert (sheet.beyond_the_horizon.judge(position).state == State.RIGHT) == loses
    assert len(found) >= 5


def test_values_are_those_of_another_search():
    exact = Searched(SMALL)
    for position in islice(random_positions(100), 40):
        assert inner["_value"](position) == exact[position].outcome


def test_the_right_key_is_the_key_of_the_new_board():
    keys, seen = Zobrist(64, "KQq01", bits=16), 0

    def right(key, number, piece, start, end, captured):
        nonlocal seen
        board, moved = ["."] * 64, ["."] * 64
        board[start], board[end], moved[end] = str(piece), "." if captured is None else str(captured), str(piece)
        taken = None if captured is None else str(captured)
        new = after(keys.key("".join(board)), keys.number, str(piece), start, end, taken)
        assert new == keys.key("".join(moved))
        seen += 1
        return after(key, number, piece, start, end, captured)

    assert sheet.capture.judge(right).state == State.RIGHT
    assert seen > 300
