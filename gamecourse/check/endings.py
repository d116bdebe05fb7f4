"""The exercises of lecture 15, past the edge.

A square is a pair ``(row, column)``, counted from 0; ``king`` and ``rook`` are White's, ``black``
is the lone king.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import isqrt
from random import Random
from string import ascii_letters
from typing import Any

from gamecourse.check import (
    RIGHT,
    AnyOrder,
    Feedback,
    Mistake,
    exercise,
    function,
    require,
    variant,
    wrong,
)
from gamecourse.grading.extract import names_of
from gamecourse.grading.inputs import (
    Options,
    WrittenGame,
    all_graphs,
    by_turns,
    drawn,
    reached,
    shapes,
)
from gamelib import DRAW, LOSS, WIN, Outcome, solve
from gamelib.games import CopsAndThief, Nim, TicTacToe

__all__ = ["BY_HAND", "CopsAndThief", "Nim", "TicTacToe", "WrittenGame"]

#: White's king and rook, and the lone king, which they have just mated, on 4 x 4.
BY_HAND = ("c3", "a1", "d1")

Square = tuple[int, int]


def _squares(n: int) -> list[Square]:
    return [(r, c) for r in range(n) for c in range(n)]


def _apart(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@exercise(
    "A rook moves along its row and its column. What did the board look like before, and which "
    "player was to move?",
    "White was to move there, so Black had just moved. Could Black's king stand in check then?",
)
def came_from(answer: Any) -> Feedback:
    """The squares from which the rook of BY_HAND may have come with its last move."""
    kind = "a square of this board: they run from a1 to d4"
    names = [f"{column}{row}" for column in "abcd" for row in "1234"]
    squares = names_of(answer, 'a list of names of squares, as in ["b2", "b3"]', names, kind)
    for square in squares:
        require(
            square not in BY_HAND,
            f"a piece stands on {square} now, so the rook cannot have stood there before.",
        )
        require(square[0] == "a" or square[1] == "1", f"a rook cannot move from {square} to a1.")
        require(
            square[1] != "1",
            f"on {square} the rook would have given check already. But White was to move there, "
            "so Black had just "
            "moved, and would have left the king in check.",
        )
    return RIGHT if len(squares) == 3 else wrong("the rook may have come from other squares, too.")


def _symmetries(n: int) -> list[dict[Square, Square]]:
    """Return the symmetries of the n x n board, turns first: the image of each square."""
    turns = [{(r, c): (r, c) for r, c in _squares(n)}]
    for _ in range(3):
        turns.append({square: (n - 1 - c, r) for square, (r, c) in turns[-1].items()})
    mirrors = [{square: (c, r) for square, (r, c) in turn.items()} for turn in turns]
    return turns + mirrors


@function(
    lambda: ((n,) for n in range(1, 10)),
    "List all placings of the two kings that are not side by side. On 3 x 3 there are 32.",
    "The eight symmetries are (r, c) and (c, r), with each of the two numbers counted from this "
    "end or from the other.",
    "The smallest of a placing's eight images names its class. How many different names are there?",
    variant("Your function counts kings that stand side by side.", apart=1),
    variant(
        "Your function counts all placings: those that differ by a turn or a mirror count once.",
        images=1,
    ),
    variant(
        "That is an eighth of all placings. But some classes have fewer than eight: a mirror may "
        "leave both kings "
        "where they are.",
        images=1,
        by=8,
    ),
    variant(
        "Your function counts placings up to turns of the board: it has mirrors, too.", images=4
    ),
    least=5,
)
def kings(n: int, images: int = 8, apart: int = 2, by: int = 1) -> int:
    """kings(n): in how many ways White's and Black's king can stand on n x n, not side by side, up
    to symmetry.
    """
    # Mistakes take only the first ``images`` symmetries (turns come first), let kings stand closer,
    # or divide.
    symmetries = _symmetries(n)[:images]
    pairs = [(a, b) for a, b in product(_squares(n), repeat=2) if _apart(a, b) >= apart]
    return len({min((image[a], image[b]) for image in symmetries) for a, b in pairs}) // by


def _memories() -> Iterator[tuple[int, int]]:
    """Yield all small memories, then memories that a board fills to the last byte, one byte less,
    and others.
    """
    yield from product(range(20), (1, 2, 3, 8, 9))
    for n, bits in product(
        (2, 3, 7, 24, 99, 150, 355, 1_000, 2_659, 20_000), (1, 2, 8, 24, 99, 100)
    ):
        least = -(-bits * n**4 // 4)
        sizes = (least - 1, least, least + 1, least + least // 2)
        yield from ((memory, bits) for memory in sizes if memory <= 10**18)
    yield from ((10**18 - less, bits) for less in (0, 1) for bits in (1, 2, 64, 100))


@function(
    _memories,
    "How many positions does the chase on an empty n x n board have? Two people have a place, and "
    "either may move.",
    "A byte is eight bits: `2 * n**4 * bits` must not be more than `8 * memory`.",
    "Try n = 1, 2, 3, ... while the next one fits. Or take a root, and look at the numbers beside "
    "it.",
    variant("Your function counts the memory in bits: a byte has eight.", byte=1),
    variant(
        "Either of the two may be the player to move, so there are twice as many positions.",
        turns=1,
    ),
    variant("That board is one too wide: it no longer fits.", wider=1),
)
def largest(memory: int, bits: int, byte: int = 8, turns: int = 2, wider: int = 0) -> int:
    """largest(memory, bits): the width of the widest empty board that fits: ``memory`` bytes,
    ``bits`` per position.
    """
    return isqrt(isqrt(byte * memory // (turns * bits))) + wider


_STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
_JUMPS = [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)]

#: The directions of each piece, as (rows, columns), and the pieces that go on until they are
#: stopped.
_DIRECTIONS = {
    "K": _STRAIGHT + _DIAGONAL,
    "Q": _STRAIGHT + _DIAGONAL,
    "R": _STRAIGHT,
    "B": _DIAGONAL,
    "N": _JUMPS,
}
_SLIDING = "QRB"


def _attacked(n: int, piece: str, at: Square, blocks: set[Square]) -> set[Square]:
    """Return the squares that a piece attacks; those in ``blocks`` stop it."""
    found = set()
    for dr, dc in _DIRECTIONS[piece]:
        r, c = at[0] + dr, at[1] + dc
        while 0 <= r < n and 0 <= c < n:
            found.add((r, c))
            if (r, c) in blocks or piece not in _SLIDING:
                break
            r, c = r + dr, c + dc
    return found


def _positions() -> Iterator[tuple[int, Square, Square, Square]]:
    """Yield positions with Black to move: all on 3 x 3, some on larger boards, and kings in
    opposite corners.
    """
    rng = Random(15)
    for n in range(3, 9):
        squares = _squares(n)
        some = (rng.sample(squares, 3) for _ in range(60))
        corners = (((0, 0), at, (n - 1, n - 1)) for at in ((0, 1), (0, n - 1), (1, 1), (n - 1, 1)))
        placings = permutations(squares, 3) if n == 3 else some
        for king, rook, black in (*placings, *corners):
            if _apart(king, black) > 1:
                yield n, king, rook, black


@function(
    _positions,
    "A piece goes back as it goes forward, over empty squares: the rook along its lines, the king "
    "one step.",
    "Nothing has been captured, because Black has nothing but the king. So a square to go back to "
    "has to be empty.",
    "Before the move White was to move. So the kings were not side by side, and the rook did not "
    "attack Black's king.",
    variant(
        "White was to move before, so the rook cannot have attacked Black's king then.", but="check"
    ),
    variant(
        "If White's king stands between the rook and Black's king, that is not check.", but="shield"
    ),
    variant("The rook moves over empty squares only, backwards as well as forwards.", but="blocks"),
    variant("White's king may have moved, too.", but="king"),
    variant("The rook may have moved, too.", but="rook"),
    variant("The kings cannot have stood side by side before the move.", but="apart"),
)
def unmoves(
    n: int, king: Square, rook: Square, black: Square, but: str = ""
) -> set[tuple[Square, Square]]:
    """unmoves(n, king, rook, black): all (king, rook) from which White can have moved to this
    position.
    """
    # Where king and rook may have stood with White to move: a piece goes back as it goes. ``but``
    # leaves out a rule.
    squares = {*_squares(n)} - {king, rook, black}
    steps = _attacked(n, "K", king, set()) & squares
    lines = _attacked(n, "R", rook, set() if but == "blocks" else {king, black}) & squares
    found = {(k, rook) for k in steps if but != "king"} | {
        (king, r) for r in lines if but != "rook"
    }
    in_check = {
        (k, r) for k, r in found if black in _attacked(n, "R", r, set() if but == "shield" else {k})
    }
    apart = {(k, r) for k, r in found if _apart(k, black) > 1 or but == "apart"}
    return apart - (set() if but == "check" else in_check)


def _sides() -> Iterator[tuple[int, int, int, bool]]:
    """Yield all small cases; then each number at its largest, alone and with the other numbers."""
    yield from product(range(1, 5), range(1, 5), range(1, 4), (False, True))
    sides = (
        (1, 1_000),
        (1_000, 1),
        (999, 1_000),
        (12, 24),
        (8, 6),
        (100, 300),
        (355, 113),
        (997, 991),
    )
    yield from ((m, n, *how) for m, n in sides for how in product((1, 4, 6, 7, 10), (False, True)))


@function(
    _sides,
    "How many times as many positions are there? Each piece has n * n squares instead of m * m.",
    "If each move is looked at once, the time grows as the positions do. In rounds it also grows "
    "as the number "
    "of rounds, and that grows as the side.",
    "The answer is `Fraction(n, m)` to some power. For twice the width and three pieces, in "
    "rounds, it is `2**7`.",
    variant("Each piece stands in a row and in a column: both grow.", lines=1),
    variant("With rounds=True every position is read in each round.", again=False),
    variant("Only with rounds=True is every position read again and again.", again=True),
    variant("The known time is that of m x m; the exercise asks for that of n x n.", power=-1),
)
def longer(
    m: int, n: int, pieces: int, rounds: bool, lines: int = 2, power: int = 1, again: Any = None
) -> Fraction:
    """longer(m, n, pieces, rounds): how many times as long n x n takes as m x m did, as a
    Fraction.
    """
    return Fraction(n, m) ** (power * (lines * pieces + (rounds if again is None else again)))


@function(
    lambda: product(range(1, 5), "RQBN"),
    "Black's king is mated if it is in check and each of its steps leads into check: next to "
    "White's king, or onto a "
    "line of the piece.",
    "Black's king may capture the piece if it stands beside it and White's king does not guard it.",
    "Black's king cannot flee along the line of a rook: the line goes on behind it. Only White's "
    "king stops the line.",
    variant(
        "Your function counts stalemates, too: a king that is not in check is not mated.",
        but="check",
    ),
    variant("Black's king may capture a piece that White's king does not guard.", but="capture"),
    variant("Black's king cannot flee along a line: the line goes on behind it.", but="through"),
    least=4,
)
def mates(n: int, piece: str, but: str = "") -> int:
    """mates(n, piece): how many positions of king and piece against king are mate, on n x n."""
    count = 0  # ``but`` leaves out a rule
    for king, at, black in permutations(_squares(n), 3):
        if _apart(king, black) < 2:
            continue
        steps, near = _attacked(n, "K", black, set()), _attacked(n, "K", king, set())
        taken = _attacked(n, piece, at, {king, black} if but == "through" else {king})
        safe = {at} if but == "capture" else set()
        count += (black in taken or but == "check") and not steps - near - taken - safe
    return count


def _leads_to(
    cell: int, side: int, times: Any = lambda taken, by: taken % by == 0, least: int = 0
) -> AnyOrder:
    """Return the cells to which a move in Euclid's game leads; mistakes change what may be taken,
    or be left.
    """
    x, y = divmod(cell, side)
    if not x or not y:
        return AnyOrder()
    left = [c * side + y for c in range(least, x) if y <= x and times(x - c, y)]
    return AnyOrder(left + [x * side + d for d in range(least, y) if x <= y and times(y - d, x)])


def _cells() -> Iterator[tuple[int, int]]:
    """Yield all cells of small boards, and of larger boards some on, beside and away from the
    diagonal.
    """
    yield from ((cell, side) for side in range(1, 8) for cell in range(side * side))
    rng = Random(151)
    for side in (20, 64, 99, 100):
        pairs = [(x, y) for x in (1, 2, side // 2, side - 1) for y in (0, 1, x, side - 1)]
        pairs += [(rng.randrange(side), rng.randrange(side)) for _ in range(20)]
        pairs += [(x, x) for x in rng.choices(range(side), k=4)]
        yield from ((x * side + y, side) for x, y in pairs)


@function(
    _cells,
    "`x, y = cell // side, cell % side`. The cell of two numbers x and y is `x * side + y`.",
    "If one of the two is 0, nothing can be taken: return 0 at once. There are no multiples of 0 "
    "to take away.",
    "If `y <= x`, write the cells of `x - y`, `x - 2 * y`, ... down to 0 or just above, each with "
    "y. If `x <= y`, the "
    "other way round. If they are equal, do both.",
    variant("The smaller number may be taken away several times in one move.", times=int.__eq__),
    variant("The larger number may be brought down to 0, too.", least=1),
    Mistake(
        "If both are equal, either may be brought down to 0.",
        lambda cell, side: AnyOrder(_leads_to(cell, side)[cell % (side + 1) == 0 :]),
    ),
    variant("Only multiples of the smaller number may be taken away.", times=lambda *_: True),
)
def in_numbers(cell: int, side: int, **how: Any) -> AnyOrder:
    """listed(cell, side): the cells that options writes into out for Euclid's game, in any
    order.
    """
    return _leads_to(cell, side, **how)


def _written(options: Options, rng: Random) -> WrittenGame:
    """Return a game on a graph, with random outcomes, that begins where somebody can move; moves
    may be repeated.
    """
    moves = {v: row + row[:1] * (k % 3) for k, (v, row) in enumerate(options.items())}
    positions = dict[Any, Any]()
    for v in sorted(moves, key=lambda v: not moves[v]):
        if moves[v]:
            positions[v] = dict(zip(ascii_letters, moves[v], strict=False))
        else:
            positions[v] = rng.choice((LOSS, DRAW, WIN))
    return WrittenGame(positions)


def _played() -> Iterator[tuple[Any]]:
    """Yield the smallest games, random games, some games of the library, and shapes."""
    rng = Random(152)
    yield from ((WrittenGame({0: end}),) for end in (LOSS, DRAW, WIN))
    yield from ((_written(options, rng),) for options in (*all_graphs(2, cycles=True),) * 3)
    for k in range(240):
        n = 3 + k // 24
        options = drawn(rng, n, rng.uniform(1, 3) / n, cycles=True)
        ends = rng.sample(range(1, n), n // 3 + k % 2)
        yield (_written(by_turns(options | {v: [] for v in ends}, rng, k)[0], rng),)
    yield from ((game,) for game in (Nim((1, 2, 3)), TicTacToe(2, 2, 2), TicTacToe(1, 4, 2)))
    yield from ((CopsAndThief.from_text(text),) for text in ("P.T", "PTE", "P.\nT.", "PE\nT."))
    yield from ((_written(dict(reversed(options.items())), rng),) for options in shapes(40))


@function(
    _played,
    "Begin with the start. For each new position, ask outcome first; ask for the moves only if "
    "`outcome is None`.",
    "settle wants a dict from each position to the list of its options. What must play return? "
    "And for which positions "
    "is the list empty?",
    "A position whose only arrow leads to itself is drawn, whatever settle does. Give every "
    "drawn terminal position such an arrow.",
    variant(
        "If play ends in a draw, nobody has lost. Without an arrow that position would be lost.",
        lost=DRAW,
    ),
    variant(
        "At a terminal position the player to move may have won: tell settle that it is won.",
        lost=WIN,
    ),
    variant(
        "At a terminal position, outcome speaks for the player to move, not for the last player.",
        sign=-1,
    ),
    variant("The terminal positions are missing.", over=False),
    save_as="outcomes",
)
def outcomes(
    game: Any, lost: Outcome | None = None, sign: int = 1, over: bool = True
) -> dict[Any, Outcome]:
    """outcomes(game): WIN, LOSS or DRAW for each position that can come up from the start, as a
    dict.
    """
    # Mistakes take some terminal positions for lost, read all outcomes for the wrong player, or
    # leave some out.
    positions = dict[Any, Any]()
    for p, row in reached(game).items():
        result = game.outcome(p)
        if result is None:
            positions[p] = dict(enumerate(row))
        else:
            positions[p] = sign * (LOSS if result == lost else result)
    solution = solve(WrittenGame(positions))
    return {p: solution[p].outcome for p in positions if over or game.outcome(p) is None}
