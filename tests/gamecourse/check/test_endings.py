"""What becomes of the answers that students give in lecture 15."""

import importlib
from fractions import Fraction
from itertools import permutations, product

from check.lecture import Lecture, right_and_wrong
from gamecourse.check.machinery.sheet import opened
from gamefast import Ending
from gamelib import solve

sheet = importlib.import_module("gamecourse.check.endings")
inner = opened(sheet)

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
    apart = [(a, b) for a, b in product(squares, squares) if max(abs(a[0] - b[0]), abs(a[1] - b[1])) > near]

    def images(a, b):
        for turn, up, left in product((1, -1), (0, n - 1), (0, n - 1)):
            yield tuple((abs(up - r), abs(left - c))[::turn] for r, c in (a, b))

    return len({min(list(images(a, b))[:symmetries]) for a, b in apart})


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


RIGHT = [
    ("came_from", ["a2", "a3", "a4"]),
    ("came_from", {"A4", "a3 ", "a2"}),
    ("came_from", "a2, a3 and a4"),
    ("kings", kings),
    ("largest", largest),
    ("longer", lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * pieces + rounds)),
    ("mates", mates),
    ("unmoves", unmoves),
]

WRONG = [
    ("came_from", ["a2", "b1", "a3"], "on b1 the rook gave check already"),
    ("came_from", ["a2", "b2"], "a rook does not go from b2 to a1"),
    ("came_from", ["a1"], "on a1 a piece stands now"),
    ("came_from", ["a2", "a4"], "right, but not all"),
    ("came_from", [], "it has come from somewhere"),
    ("came_from", ["a5"], "'a5' is not a square of this board"),
    ("came_from", [(1, 0)], r"\(1, 0\) is not a square"),
    ("kings", lambda n: kings(n, near=0), "Kings may not stand side by side"),
    ("kings", lambda n: kings(n, symmetries=1), "mirror images count once"),
    ("kings", lambda n: inner["_kings"](n, 0, False) // 8, "A mirror leaves a king on the diagonal"),
    ("kings", lambda n: inner["_kings"](n, mirror=False), "You have the turns of the board"),
    ("kings", lambda n: 462, r"\(1\) is 462, it should be 0"),
    ("largest", lambda memory, bits: largest(memory, bits, byte=1), "a byte is eight bits"),
    ("largest", lambda memory, bits: largest(memory, bits, byte=64), "bits are not bytes"),
    ("largest", lambda memory, bits: largest(memory, bits, lambda n: n**4), "Either of the two may be to move"),
    ("largest", lambda memory, bits: largest(memory, bits) + 1, "does not fit any more"),
    ("largest", lambda memory, bits: (4 * memory / bits) ** 0.25, "it should be"),
    ("longer", lambda m, n, pieces, rounds: Fraction(n, m) ** (2 * pieces), "read in each round"),
    ("longer", lambda m, n, pieces, rounds: Fraction(n, m) ** (pieces + rounds), "in a row and in a column"),
    ("longer", lambda m, n, pieces, rounds: Fraction(m, n) ** (2 * pieces + rounds), "m was measured"),
    ("longer", lambda m, n, pieces, rounds: (n / m) ** (2 * pieces + rounds), "and not as a float"),
    ("mates", lambda n, piece: mates(n, piece, in_check=False), "is stalemated, not mated"),
    ("mates", lambda n, piece: mates(n, piece, capture=False), "He may capture what nobody guards"),
    ("mates", lambda n, piece: mates(n, piece, blocks=(1,)), "it goes on behind him"),
    ("mates", lambda n, piece: 0, "it should be 16"),
    ("unmoves", lambda *given: unmoves(*given, check=False), "Black cannot have been in check"),
    ("unmoves", lambda *given: unmoves(*given, shield=False), "stands between keeps the check off"),
    ("unmoves", lambda *given: unmoves(*given, jumps=True), "over empty squares only"),
    ("unmoves", lambda *given: unmoves(*given, who="R"), "White's king may have moved, too"),
    ("unmoves", lambda *given: [rook for _, rook in unmoves(*given)], "it should be"),
]

LECTURE = Lecture(
    "endings",
    answers=right_and_wrong(RIGHT, WRONG),
    slow=["mates", "unmoves"],
)


def named(square):
    """A square's name, from its row and column."""
    return "abcdefgh"[square[1]] + str(square[0] + 1)


def test_un_moves_are_the_moves_of_the_library_turned_round():
    game = Ending("KRK", rows=4, columns=4)
    before = {}
    for king, rook, black in permutations(product(range(4), repeat=2), 3):
        position = (named(king), named(rook), named(black), "white")
        if black not in attacked(4, "K", king) and black not in attacked(4, "R", rook, {king, black}):
            for move in game.moves(position):
                before.setdefault(game.play(position, move), set()).add((king, rook))
    asked = [given for given in inner["_boards"]() if given[0] == 4]
    assert len(asked) > 50
    for n, *pieces in asked:
        found = before.get((*map(named, pieces), "black"), set())
        assert inner["_unmoves"](n, *pieces) == found == unmoves(n, *pieces)


def test_mates_are_those_of_the_solved_endings():
    """Counted with their mirror images: of a class of mates, each has eight where no mirror leaves it as it is."""
    for piece in "RQBN":
        solution = solve(Ending(f"K{piece}K", rows=4, columns=4))
        places = set()
        for position in (p for p, known in solution.items() if known.remoteness == 0):
            squares = [(int(name[1]) - 1, "abcd".index(name[0])) for name in position[:-1]]
            for up, left, turn in product((0, 3), (0, 3), (1, -1)):
                places.add(tuple((abs(up - r), abs(left - c))[::turn] for r, c in squares))
        assert inner["_mates"](4, piece) == len(places)


def test_by_hand_is_mate_and_the_rook_has_come_along_its_column():
    king, rook, black = ((int(name[1]) - 1, "abcd".index(name[0])) for name in sheet.BY_HAND)
    game = Ending("KRK", rows=4, columns=4)
    assert str(solve(game)[(*sheet.BY_HAND, "black")]) == "LOSS in 0"
    assert {named(r) for _, r in inner["_unmoves"](4, king, rook, black)} == {"a2", "a3", "a4"}
