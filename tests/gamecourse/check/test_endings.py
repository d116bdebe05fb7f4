"""What becomes of the answers that students give in lecture 15."""

import importlib
import sys
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import isqrt

import pytest

from check.lecture import PLAINLY, RIGHT, TYPE, WRONG, Lecture, each, reference
from gamefast import Ending, solve
from gamelib import DRAW, LOSS, WIN

sheet = importlib.import_module("gamecourse.check.endings")

LINES = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if r * r != c * c]
STEPS = {"K": LINES + DIAGONALS, "Q": LINES + DIAGONALS, "R": LINES, "B": DIAGONALS, "N": JUMPS}


def attacked(n, piece, at, blocks=()):
    found = set()
    for down, right in STEPS[piece]:
        r, c = at[0] + down, at[1] + right
        while 0 <= r < n and 0 <= c < n:
            found.add((r, c))
            if (r, c) in blocks or piece in "KN":
                break
            r, c = r + down, c + right
    return found


def kings(n, near=1, symmetries=8):
    squares = list(product(range(n), repeat=2))
    apart = [
        (a, b)
        for a, b in product(squares, squares)
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > near
    ]

    def images(a, b):
        for turn, up, left in product((1, -1), (0, n - 1), (0, n - 1)):
            yield tuple((abs(up - r), abs(left - c))[::turn] for r, c in (a, b))

    return len({min(list(images(a, b))[:symmetries]) for a, b in apart})


def kings_by_turns(n):
    """As if there were no mirrors."""
    squares = product(range(n), repeat=2)
    classes = set()
    for pair in product(squares, repeat=2):
        if max(abs(a - b) for a, b in zip(*pair, strict=True)) > 1:
            images = [pair]
            for _ in range(3):
                images.append(tuple((n - 1 - c, r) for r, c in images[-1]))
            classes.add(min(images))
    return len(classes)


def largest(memory, bits, positions=lambda n: 2 * n**4, byte=8):
    n = 0
    while positions(n + 1) * bits <= byte * memory:
        n += 1
    return n


def unmoves(n, king, rook, black, shield=True, jumps=False, check=True, who="KR"):
    here = {king, rook, black}
    pairs = {(k, rook) for k in attacked(n, "K", king) - here if "K" in who}
    pairs |= {(king, r) for r in attacked(n, "R", rook, () if jumps else here) - here if "R" in who}
    return {
        (k, r)
        for k, r in pairs
        if black not in attacked(n, "K", k)
        and not (check and black in attacked(n, "R", r, {k, black} if shield else {black}))
    }


def mates(n, piece, in_check=True, blocks=(), capture=True):
    count = 0
    for king, at, black in permutations(product(range(n), repeat=2), 3):
        near = attacked(n, "K", king)
        if black in near:
            continue
        lines = attacked(n, piece, at, {king, *(black for _ in blocks)})
        free = attacked(n, "K", black) - near - lines - {king} - (set() if capture else {at})
        count += (black in lines or not in_check) and not free
    return count


#: The same outcome, to the opponent.
OTHERS = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}


def euclid(cell, side, times=99, least=0, both=True, part=None):
    def taken(larger, smaller):
        by = part or smaller
        return [
            left
            for left in (larger - k * by for k in range(1, times + 1))
            if left >= least and smaller
        ]

    x, y = divmod(cell, side)
    first = [left * side + y for left in taken(x, y) if x > y or (x == y and both)]
    return first + [x * side + left for left in taken(y, x) if y >= x]


def outcomes(game, read=lambda end: end, never=DRAW, whole=True, rounds=99):
    """In rounds, until nothing changes; mistakes read the ends otherwise, or what never ends, or
    leave the ends out, or stop after a few rounds.
    """
    ends, options, waiting = {}, {}, [game.start()]
    while waiting:
        p = waiting.pop()
        if p not in ends and p not in options:
            if (end := game.outcome(p)) is not None:
                ends[p] = read(end)
            else:
                options[p] = [game.play(p, move) for move in game.moves(p)]
                waiting += options[p]
    found, before = dict(ends), None
    while before != len(found) and rounds:
        before = len(found)
        rounds -= 1
        for p in options.keys() - found.keys():
            near = [found.get(q) for q in options[p]]
            if LOSS in near:
                found[p] = WIN
            elif set(near) == {WIN}:
                found[p] = LOSS
    return {p: found.get(p, never) for p in (*options, *ends) if whole or p in options}


def depth_first(game):
    """As if play had no cycles: what is being looked at is drawn."""
    known = {}

    def look(p):
        if p not in known:
            known[p] = DRAW
            end = game.outcome(p)
            known[p] = (
                max(OTHERS[look(game.play(p, m))] for m in game.moves(p)) if end is None else end
            )
        return known[p]

    look(game.start())
    return known


def in_place(game, rounds, step=-1):
    """A few rounds through the positions in the order of the walk, or in the opposite one; what is
    found counts at once.
    """
    known, options, order = {}, {}, [game.start()]
    for p in order:
        if p not in options:
            known[p] = game.outcome(p)
            options[p] = [game.play(p, m) for m in game.moves(p)] if known[p] is None else []
            order += options[p]
    for _ in range(rounds):
        for p in [*options][::step]:
            near = [known[q] for q in options[p]]
            if LOSS in near:
                known[p] = WIN
            elif near and {*near} == {WIN}:
                known[p] = LOSS
    return {p: DRAW if found is None else found for p, found in known.items()}


def by_hash(game):
    """As if two positions with the same hash were the same."""
    first = {}
    for p in outcomes(game):
        first.setdefault(hash(p), p)
    return {first[hash(p)]: found for p, found in outcomes(game).items()}


CAME_FROM = [
    (["a2", "a3", "a4"], RIGHT, PLAINLY),
    ({"a4", "a3", "a2"}, TYPE, "is a set: give a list"),
    (["a2", "b1", "a3"], WRONG, "on b1 the rook would have given check already"),
    (["a2", "b2"], WRONG, "a rook cannot move from b2 to a1"),
    (["a1"], WRONG, "a piece stands on a1 now"),
    (["a2", "a4"], WRONG, "the rook may have come from other squares, too"),
    (["a2", "a2"], WRONG, "'a2' is in it more than once"),
    ([], WRONG, "the rook may have come from other squares, too"),
    (["A2", "a3", "a4"], WRONG, "'A2' is not a square of this board"),
    (["a5"], WRONG, "'a5' is not a square of this board"),
    ([(1, 0)], WRONG, r"\(1, 0\) is not a square"),
    ("a2, a3 and a4", WRONG, "Give a list of names of squares"),
]

KINGS = [
    (kings, RIGHT, PLAINLY),
    (
        lambda n: kings(n, near=0),
        WRONG,
        r"\(2\) is 2, it should be 0\. .*counts kings that stand side by side",
    ),
    (
        lambda n: kings(n, symmetries=1),
        WRONG,
        r"\(3\) is 32, it should be 5\. .*counts all placings",
    ),
    (lambda n: kings(n, symmetries=1) // 8, WRONG, "That is an eighth of all placings"),
    (kings_by_turns, WRONG, "it has mirrors, too"),
    (lambda n: 462, WRONG, r"\(1\) is 462, it should be 0\.$"),
    (lambda n: kings(min(n, 8)), WRONG, r"\(9\) is 462, it should be"),
    (lambda n: float(kings(n)), TYPE, "It is a float: give a whole number"),
]

LARGEST = [
    (largest, RIGHT, PLAINLY),
    (lambda memory, bits: largest(memory, bits, byte=1), WRONG, "a byte has eight"),
    (lambda memory, bits: largest(memory, bits, byte=64), WRONG, r"it should be \d+\.$"),
    (
        lambda memory, bits: largest(memory, bits, lambda n: n**4),
        WRONG,
        "Either of the two may be the player to move",
    ),
    (lambda memory, bits: largest(memory, bits) + 1, WRONG, "it no longer fits"),
    (lambda memory, bits: isqrt(4 * memory // bits), WRONG, r"it should be \d+\.$"),
    (lambda memory, bits: (4 * memory / bits) ** 0.25, WRONG, "it should be"),
    (lambda memory, bits: int((4 * memory / bits) ** 0.25), WRONG, "it should be"),
    (lambda memory, bits: min(largest(memory, bits), 10_000), WRONG, "is 10000, it should be"),
]

IN_NUMBERS = [
    (euclid, RIGHT, PLAINLY),
    (lambda cell, side: tuple(euclid(cell, side))[::-1], RIGHT, PLAINLY),
    (lambda cell, side: {*euclid(cell, side)}, TYPE, "It is a set: give a list"),
    (
        lambda cell, side: euclid(cell, side, times=1),
        WRONG,
        "may be taken away several times in one move",
    ),
    (lambda cell, side: euclid(cell, side, least=1), WRONG, "may be brought down to 0, too"),
    (lambda cell, side: euclid(cell, side, both=False), WRONG, "either may be brought down to 0"),
    (
        lambda cell, side: [
            left for left in euclid(cell, side) if cell % (side + 1) or left % side == 0
        ],
        WRONG,
        "either may be brought down to 0",
    ),
    (partial(euclid, part=1), WRONG, "Only multiples of the smaller"),
    (partial(euclid, times=98), WRONG, r"\((9901|199), 100\) is"),
    (
        lambda cell, side: [c for c in euclid(cell, side) for _ in "ab"],
        WRONG,
        "in it more than once",
    ),
    (lambda cell, side: euclid(cell, side)[:50], WRONG, "it should be"),
    (lambda cell, side: [*range(0, cell % side, cell // side)], WRONG, "stops with ValueError"),
    (lambda cell, side: len(euclid(cell, side)), WRONG, r"\(0, 1\) is 0; it should be \[\]"),
]

OUTCOMES = [
    (outcomes, RIGHT, PLAINLY),
    (lambda game: dict(sorted(outcomes(game).items(), key=str)), RIGHT, PLAINLY),
    (
        lambda game: {p: int(found) for p, found in outcomes(game).items()},
        TYPE,
        "give WIN, LOSS or DRAW",
    ),
    (
        lambda game: outcomes(game, read=lambda end: end or LOSS),
        WRONG,
        "If play ends in a draw, nobody has lost",
    ),
    (
        lambda game: outcomes(game, read=lambda end: DRAW if end == DRAW else LOSS),
        WRONG,
        "may have won",
    ),
    (lambda game: outcomes(game, read=lambda end: LOSS), WRONG, "it should be"),
    (lambda game: outcomes(game, read=OTHERS.get), WRONG, "not for the last player"),
    (lambda game: outcomes(game, whole=False), WRONG, "The terminal positions are missing"),
    (lambda game: outcomes(game, never=LOSS), WRONG, "it should be"),
    (lambda game: outcomes(game, rounds=6), WRONG, "it should"),
    (lambda game: outcomes(game, rounds=30), WRONG, "it should"),
    (lambda game: in_place(game, 6), WRONG, "it should"),
    (lambda game: in_place(game, 6, 1), WRONG, "it should"),
    (by_hash, WRONG, "it should"),
    (
        lambda game: {p: found for p, found in outcomes(game).items() if found != DRAW},
        WRONG,
        "The drawn positions are missing",
    ),
    (
        lambda game: {p: str(found) for p, found in outcomes(game).items()},
        TYPE,
        "leave out the quotes",
    ),
    (lambda game: outcomes(game)[game.start()], WRONG, "it should be {0: LOSS}"),
    (depth_first, WRONG, "it should be"),
]

LONGER = [
    (lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * pieces + rounds), RIGHT, PLAINLY),
    (
        lambda m, n, pieces, rounds: (n / m) ** (2 * pieces + rounds),
        TYPE,
        "give the number exactly",
    ),
    (
        lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * pieces),
        WRONG,
        "every position is read in each round",
    ),
    (
        lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * pieces + 1),
        WRONG,
        "Only with rounds=True",
    ),
    (
        lambda m, n, pieces, rounds: Fraction(n, m) ** (pieces + rounds),
        WRONG,
        "in a row and in a column",
    ),
    (
        lambda m, n, pieces, rounds: Fraction(m, n) ** (2 * pieces + rounds),
        WRONG,
        "asks for that of n x n",
    ),
    (
        lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * min(pieces, 6) + rounds),
        WRONG,
        "it should be",
    ),
]

MATES = [
    (mates, RIGHT, PLAINLY),
    (lambda n, piece: mates(n, piece, in_check=False), WRONG, ".*counts stalemates, too"),
    (
        lambda n, piece: mates(n, piece, capture=False),
        WRONG,
        "may capture a piece that White's king does not guard",
    ),
    (lambda n, piece: mates(n, piece, blocks=(1,)), WRONG, "the line goes on behind it"),
    (lambda n, piece: 0, WRONG, r"\(3, 'R'\) is 0, it should be 16\.$"),
]

UNMOVES = [
    (unmoves, RIGHT, PLAINLY),
    (
        lambda *given: unmoves(*given, check=False),
        WRONG,
        "the rook cannot have attacked Black's king then",
    ),
    (lambda *given: unmoves(*given, shield=False), WRONG, "that is not check"),
    (lambda *given: unmoves(*given, jumps=True), WRONG, "over empty squares only"),
    (lambda *given: unmoves(*given, who="R"), WRONG, "White's king may have moved, too"),
    (lambda *given: unmoves(*given, who="K"), WRONG, "The rook may have moved, too"),
    (lambda *given: [rook for _, rook in unmoves(*given)], WRONG, "it should be"),
    (lambda *given: sorted(unmoves(*given)), TYPE, "It is a list: give a set"),
    (lambda *given: {*sorted(unmoves(*given))[:12]}, WRONG, "it should be"),
]


LECTURE = Lecture(
    "endings",
    answers=each(
        {
            "came_from": CAME_FROM,
            "kings": KINGS,
            "largest": LARGEST,
            "unmoves": UNMOVES,
            "longer": LONGER,
            "in_numbers": IN_NUMBERS,
            "outcomes": OUTCOMES,
            "mates": MATES,
        }
    ),
    slow=["in_numbers", "mates", "outcomes", "unmoves"],
)


def named(square):
    """A square's name, from its row and column."""
    return "abcdefgh"[square[1]] + str(square[0] + 1)


def test_un_moves_are_the_moves_of_the_library_turned_round():
    game = Ending("KRK", rows=4, columns=4)
    before = {}
    for king, rook, black in permutations(product(range(4), repeat=2), 3):
        position = (named(king), named(rook), named(black), "white")
        if black not in attacked(4, "K", king) and black not in attacked(
            4, "R", rook, {king, black}
        ):
            for move in game.moves(position):
                before.setdefault(game.play(position, move), set()).add((king, rook))
    for pieces in permutations(product(range(4), repeat=2), 3):
        if max(abs(here - there) for here, there in zip(pieces[0], pieces[2], strict=True)) < 2:
            continue
        found = before.get((*map(named, pieces), "black"), set())
        assert reference(sheet.unmoves)(4, *pieces) == found == unmoves(4, *pieces)


def test_mates_are_those_of_the_solved_endings():
    """Counted with their mirror images: of a class of mates, each has eight where no mirror leaves
    it as it is.
    """
    for piece in "RQBN":
        solution = solve(Ending(f"K{piece}K", rows=4, columns=4))
        places = set()
        for position in (p for p, known in solution.items() if known.remoteness == 0):
            squares = [(int(name[1]) - 1, "abcd".index(name[0])) for name in position[:-1]]
            for up, left, turn in product((0, 3), (0, 3), (1, -1)):
                places.add(tuple((abs(up - r), abs(left - c))[::turn] for r, c in squares))
        assert reference(sheet.mates)(4, piece) == len(places)


def test_by_hand_is_mate_and_the_rook_has_come_along_its_column():
    king, rook, black = ((int(name[1]) - 1, "abcd".index(name[0])) for name in sheet.BY_HAND)
    game = Ending("KRK", rows=4, columns=4)
    assert str(solve(game)[(*sheet.BY_HAND, "black")]) == "LOSS in 0"
    assert {named(r) for _, r in reference(sheet.unmoves)(4, king, rook, black)} == {
        "a2",
        "a3",
        "a4",
    }


#: A right answer of numbers and loops, and how it may be written so that numba refuses it.
EUCLID = """
def options(cell, data, out):
    side, count = data[0], 0
    x, y = cell // side, cell % side
    if x == 0 or y == 0:
        return 0
    larger, smaller = max(x, y), min(x, y)
    for left in range(larger - smaller, -1, -smaller):
        {after_x}
        if x != y:
            out[count] = left * side + y if x > y else x * side + left
            count += 1
        else:
            out[0], out[1], count = y, x * side, 2
    return count


def listed(cell, side):
    out = [-1] * 100
    count = options(cell, [side], out)
    return out[:count]
"""


def listed(after_x):
    names = {}
    exec(EUCLID.format(after_x=after_x), names)
    return names["listed"]


@pytest.mark.slow
def test_rules_in_numbers_compile():
    assert sheet.in_numbers(listed("pass")) == "✓ right"
    found = sheet.in_numbers(listed("first, *others = x, y"))
    assert found.state == WRONG
    assert "does not compile: numba says" in found


def test_without_numba_it_is_said_that_nobody_has_asked(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    found = sheet.in_numbers(listed("pass"))
    assert found.state == RIGHT
    assert "whether it compiles was not asked: numba is not installed" in found
