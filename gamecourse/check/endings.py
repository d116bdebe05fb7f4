"""The exercises of lecture 15, past the edge.

A square is a pair ``(row, column)``, counted from 0; ``king`` and ``rook`` are White's, ``black`` is the lone king.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import isqrt
from string import ascii_letters
from typing import Any

import numpy as np

from gamecourse.check import RIGHT, Domain, Finding, Mistakes, between, compare, exercise, one_of, wrong
from gamecourse.check.machinery.inputs import Options, WrittenGame, all_graphs, by_turns, drawn, shapes
from gamecourse.check.machinery.plain import AnyOrder
from gamecourse.check.machinery.reading import names_of
from gamelib import DRAW, LOSS, WIN, GameGraph, Outcome, solve
from gamelib.games import CopsAndThief, Nim, TicTacToe

__all__ = ["BY_HAND"]

#: White's king and rook, and the lone king, whom they have just mated; on 4 x 4.
BY_HAND = ("c3", "a1", "d1")

Square = tuple[int, int]

#: The steps of a rook, a bishop and a knight; a queen and a king step as rook and bishop do.
_STEPS: dict[str, list[Square]] = {
    "R": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "N": [(r, c) for r, c in product((-2, -1, 1, 2), repeat=2) if abs(r) != abs(c)],
}
_STEPS["Q"] = _STEPS["K"] = _STEPS["R"] + _STEPS["B"]


def _squares(n: int) -> list[Square]:
    return [(r, c) for r in range(n) for c in range(n)]


def _apart(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@exercise(
    "A rook moves along its row and its column. What did the board look like before, and which player was to move?",
    "White was to move there, so Black had just moved. Could Black's king stand in check then?",
)
def came_from(answer: Any) -> Finding:
    """The squares from which the rook of BY_HAND may have come with its last move."""
    kind = "a square of this board: they run from a1 to d4"
    names = [f"{column}{row}" for column in "abcd" for row in "1234"]
    squares = names_of(answer, 'a list of names of squares, as in ["b2", "b3"]', names, kind)
    for square in squares:
        if square in BY_HAND:
            return wrong(f"a piece stands on {square} now, so the rook cannot have stood there before.")
        if square[0] != "a" and square[1] != "1":
            return wrong(f"a rook cannot move from {square} to a1.")
        if square[1] == "1":
            return wrong(
                f"on {square} the rook would have given check already. But White was to move there, so Black had just "
                "moved, and would have left the king in check."
            )
    return RIGHT if len(squares) == 3 else wrong("the rook may have come from other squares, too.")


def _kings(n: int, images: int = 8, apart: int = 2) -> int:
    """Placings of two kings up to so many symmetries, the turns first; ``apart``: their least distance."""
    classes = set()
    for pair in product(_squares(n), repeat=2):
        if _apart(*pair) >= apart:
            turned = [list(pair)]
            for _ in range(3):
                turned.append([(c, n - 1 - r) for r, c in turned[-1]])
            mirrored = [[(c, r) for r, c in image] for image in turned]
            classes.add(min(map(tuple, (*turned, *mirrored)[:images])))
    return len(classes)


_BOARDS = Domain(lambda: ((n,) for n in range(1, 10)), between("`n`", 1, 9))


@exercise(
    "List all placings of the two kings that are not side by side. On 3 x 3 there are 32.",
    "The eight symmetries are (r, c) and (c, r), with each of the two numbers counted from this end or from the other.",
    "The smallest of a placing's eight images names its class. How many different names are there?",
    domain=_BOARDS,
)
def kings(answer: Any) -> Finding:
    """kings(n): in how many ways White's and Black's king can stand on n x n, not side by side, up to symmetry."""
    mistakes: Mistakes = {
        "Your function counts kings that stand side by side.": partial(_kings, apart=1),
        "Your function counts all placings: those that differ by a turn or a mirror count once.": partial(
            _kings, images=1
        ),
        "That is an eighth of all placings. But some classes have fewer than eight: a mirror may leave both kings "
        "where they are.": lambda n: _kings(n, 1) // 8,
        "Your function counts placings up to turns of the board: it has mirrors, too.": partial(_kings, images=4),
    }
    return compare(answer, _kings, _BOARDS, mistakes=mistakes, least=5)


def _largest(memory: int, bits: int) -> int:
    return isqrt(isqrt(4 * memory // bits))


def _memories() -> Iterator[tuple[int, int]]:
    """All small ones; then what a board fills to the last byte, one byte less, and others."""
    yield from product(range(20), (1, 2, 3, 8, 9))
    for n, bits in product((2, 3, 7, 24, 99, 150, 355, 1_000, 2_659, 20_000), (1, 2, 8, 24, 99, 100)):
        least = -(-bits * n**4 // 4)
        sizes = (least - 1, least, least + 1, least + least // 2)
        yield from ((memory, bits) for memory in sizes if memory <= 10**18)
    yield from ((10**18 - less, bits) for less in (0, 1) for bits in (1, 2, 64, 100))


_MEMORIES = Domain(
    _memories,
    between("`memory`", 0, 10**18, lambda memory, bits: memory),
    between("`bits`", 1, 100, lambda memory, bits: bits),
)


@exercise(
    "How many positions does the chase on an empty n x n board have? Two people have a place, and either may move.",
    "A byte is eight bits: 2 * n**4 * bits must not be more than 8 * memory.",
    "Try n = 1, 2, 3, ... while the next one fits. Or take a root, and look at the numbers beside it.",
    domain=_MEMORIES,
)
def largest(answer: Any) -> Finding:
    """largest(memory, bits): the widest empty board whose chase fits, at so many bits a position, in so many bytes."""
    mistakes: Mistakes = {
        "Your function counts the memory in bits: a byte has eight.": lambda memory, bits: _largest(memory, 8 * bits),
        "Either of the two may be to move: that makes twice as many positions.": lambda memory, bits: _largest(
            2 * memory, bits
        ),
        "That board is one too wide: it no longer fits.": lambda memory, bits: _largest(memory, bits) + 1,
    }
    return compare(answer, _largest, _MEMORIES, mistakes=mistakes)


def _attacked(n: int, piece: str, at: Square, blocks: set[Square]) -> set[Square]:
    """The squares that a piece attacks; those in ``blocks`` stop it."""
    found = set()
    for dr, dc in _STEPS[piece]:
        r, c = at[0] + dr, at[1] + dc
        while 0 <= r < n and 0 <= c < n:
            found.add((r, c))
            if (r, c) in blocks or piece in "KN":
                break
            r, c = r + dr, c + dc
    return found


def _unmoves(n: int, king: Square, rook: Square, black: Square, but: str = "") -> set[tuple[Square, Square]]:
    """Where king and rook may have stood, White to move: a piece goes back as it goes; ``but`` forgets a rule."""
    squares = {*_squares(n)} - {king, rook, black}
    steps = _attacked(n, "K", king, set()) & squares
    lines = _attacked(n, "R", rook, set() if but == "blocks" else {king, black}) & squares
    found = {(k, rook) for k in steps if but != "king"} | {(king, r) for r in lines if but != "rook"}
    in_check = {(k, r) for k, r in found if black in _attacked(n, "R", r, set() if but == "shield" else {k})}
    apart = {(k, r) for k, r in found if _apart(k, black) > 1 or but == "apart"}
    return apart - (set() if but == "check" else in_check)


def _positions() -> Iterator[tuple[int, Square, Square, Square]]:
    """Positions with Black to move: all on 3 x 3, more and more thinly on larger boards, and kings in two corners."""
    rng = np.random.default_rng(15)
    for n in range(3, 9):
        squares = _squares(n)
        drawn = (tuple(squares[k] for k in rng.permutation(n * n)[:3]) for _ in range(60))
        corners = (((0, 0), at, (n - 1, n - 1)) for at in ((0, 1), (0, n - 1), (1, 1), (n - 1, 1)))
        for king, rook, black in (*(permutations(squares, 3) if n == 3 else drawn), *corners):
            if _apart(king, black) > 1:
                yield n, king, rook, black


_POSITIONS = Domain(
    _positions,
    between("`n`", 3, 8, lambda n, king, rook, black: n),
    between("steps from king to king", 2, 7, lambda n, king, rook, black: _apart(king, black)),
    between("steps from the rook to a king", 1, 7, lambda n, k, rook, b: [_apart(rook, k), _apart(rook, b)]),
)


@exercise(
    "A piece goes back as it goes forward, over empty squares: the rook along its lines, the king one step.",
    "Nothing has been captured, because Black has nothing but the king. So a square to go back to has to be empty.",
    "Before the move White was to move. So the kings were not side by side, and the rook did not attack Black's king.",
    domain=_POSITIONS,
)
def unmoves(answer: Any) -> Finding:
    """unmoves(n, king, rook, black): all (king, rook) from which White can have moved to this position."""
    mistakes: Mistakes = {
        "White was to move before, so the rook cannot have attacked Black's king then.": partial(_unmoves, but="check"),
        "If White's king stands between the rook and Black's king, that is no check.": partial(_unmoves, but="shield"),
        "The rook moves over empty squares only, backwards as well as forwards.": partial(_unmoves, but="blocks"),
        "White's king may have moved, too.": partial(_unmoves, but="king"),
        "The rook may have moved, too.": partial(_unmoves, but="rook"),
        "The kings cannot have stood side by side before the move.": partial(_unmoves, but="apart"),
    }
    return compare(answer, _unmoves, _POSITIONS, mistakes=mistakes)


def _longer(m: int, n: int, pieces: int, rounds: bool) -> Fraction:
    return Fraction(n, m) ** (2 * pieces + rounds)


def _sides() -> Iterator[tuple[int, int, int, bool]]:
    """All small ones; then each as large as it may be, alone and with the others."""
    yield from product(range(1, 5), range(1, 5), range(1, 4), (False, True))
    sides = ((1, 1_000), (1_000, 1), (999, 1_000), (12, 24), (8, 6), (100, 300), (355, 113), (997, 991))
    yield from ((m, n, *how) for m, n in sides for how in product((1, 4, 6, 7, 10), (False, True)))


_SIDES = Domain(
    _sides,
    between("`m` and `n`", 1, 1_000, lambda m, n, pieces, rounds: [m, n]),
    between("`pieces`", 1, 10, lambda m, n, pieces, rounds: pieces),
    one_of("`rounds`", (False, True), lambda m, n, pieces, rounds: rounds),
)


@exercise(
    "How many times as many positions are there? Each piece has n * n squares instead of m * m.",
    "If each move is looked at once, the time grows as the positions do. In rounds it also grows as the number "
    "of rounds, and that grows as the side.",
    "The answer is Fraction(n, m) to some power. For twice the width and three pieces, in rounds, it is 2**7.",
    domain=_SIDES,
)
def longer(answer: Any) -> Finding:
    """longer(m, n, pieces, rounds): how many times as long n x n takes as m x m did, a Fraction."""
    mistakes: Mistakes = {
        "Each piece stands in a row and in a column: both grow.": (
            lambda m, n, pieces, rounds: Fraction(n, m) ** (pieces + rounds)
        ),
        "With rounds=True every position is read in each round.": lambda m, n, k, _: _longer(m, n, k, False),
        "Only with rounds=True is every position read again and again.": lambda m, n, k, _: _longer(m, n, k, True),
        "The known time is that of m x m; the exercise asks for that of n x n.": lambda m, n, *how: _longer(n, m, *how),
    }
    return compare(answer, _longer, _SIDES, mistakes=mistakes)


def _mates(n: int, piece: str, but: str = "") -> int:
    """Mates of the lone king by king and piece; ``but`` forgets a rule."""
    count = 0
    for king, at, black in permutations(_squares(n), 3):
        if _apart(king, black) < 2:
            continue
        steps, near = _attacked(n, "K", black, set()), _attacked(n, "K", king, set())
        taken = _attacked(n, piece, at, {king, black} if but == "through" else {king})
        safe = {at} if but == "capture" else set()
        count += (black in taken or but == "check") and not steps - near - taken - safe
    return count


_ENDINGS = Domain(
    lambda: product(range(1, 5), "RQBN"),
    between("`n`", 1, 4, lambda n, piece: n),
    one_of("`piece`", "RQBN", lambda n, piece: piece),
)


@exercise(
    "Black's king is mated if it is in check and each of its steps leads into check: next to White's king, or onto a "
    "line of the piece.",
    "Black's king may capture the piece if it stands beside it and White's king does not guard it.",
    "Black's king cannot flee along the line of a rook: the line goes on behind it. Only White's king stops the line.",
    domain=_ENDINGS,
)
def mates(answer: Any) -> Finding:
    """mates(n, piece): how many positions of king and piece against king are mate, on n x n."""
    mistakes: Mistakes = {
        "Your function counts stalemates, too: a king that is not in check is not mated.": partial(_mates, but="check"),
        "Black's king may capture a piece that White's king does not guard.": partial(_mates, but="capture"),
        "Black's king cannot flee along a line: the line goes on behind it.": partial(_mates, but="through"),
    }
    return compare(answer, _mates, _ENDINGS, mistakes=mistakes, least=4)


def _leads_to(
    cell: int, side: int, times: Callable[[int, int], bool] = lambda taken, by: taken % by == 0, least: int = 0
) -> AnyOrder:
    """The cells that a move in Euclid's game leads to; mistakes: what may be taken away, and how little be left."""
    x, y = divmod(cell, side)
    if not x or not y:
        return AnyOrder()
    left = [c * side + y for c in range(least, x) if y <= x and times(x - c, y)]
    return AnyOrder(left + [x * side + d for d in range(least, y) if x <= y and times(y - d, x)])


def _cells() -> Iterator[tuple[int, int]]:
    """All cells of small boards; of larger ones some on and beside the diagonal, and others, to the last corner."""
    yield from ((cell, side) for side in range(1, 8) for cell in range(side * side))
    rng = np.random.default_rng(151)
    for side in (20, 64, 99, 100):
        pairs = [(x, y) for x in (1, 2, side // 2, side - 1) for y in (0, 1, x, side - 1)]
        pairs += rng.integers(side, size=(20, 2)).tolist() + [(x, x) for x in rng.integers(side, size=4).tolist()]
        yield from ((x * side + y, side) for x, y in pairs)


_CELLS = Domain(
    _cells,
    between("`side`", 1, 100, lambda cell, side: side),
    between("`cell`", 0, 9_999, lambda cell, side: cell),
    between("options", 0, 99, lambda cell, side: len(_leads_to(cell, side))),
)


@exercise(
    "x, y = cell // side, cell % side. The cell of two numbers x and y is x * side + y.",
    "Where one of the two is 0 nothing can be taken: return 0 at once. The other is then no multiple of anything.",
    "If y <= x, write the cells of x - y, x - 2 * y, ... down to 0 or just above, each with y. If x <= y, the other "
    "way round. If they are equal, do both.",
    domain=_CELLS,
)
def in_numbers(answer: Any) -> Finding:
    """listed(cell, side): the cells that options writes into out for Euclid's game, in any order."""
    mistakes: Mistakes = {
        "The smaller number may be taken away several times in one move.": partial(_leads_to, times=int.__eq__),
        "The larger number may be brought down to 0, too.": partial(_leads_to, least=1),
        "If both are equal, either may be brought down to 0.": (
            lambda cell, side: AnyOrder(_leads_to(cell, side)[cell % (side + 1) == 0 :])
        ),
        "Only multiples of the smaller number may be taken away.": partial(_leads_to, times=lambda *_: True),
    }
    return compare(answer, _leads_to, _CELLS, mistakes=mistakes)


def _outcomes(game: Any, ends: Callable[[Any], Any] = lambda ends: ends) -> dict[Any, Outcome]:
    """The outcome of each position that can come up, in the order in which they do; mistakes change those at the end.

    ``ends`` gets, and returns, an array: NaN where play goes on.
    """
    graph = GameGraph.of(game)
    solution = solve(replace(graph, terminal=ends(graph.terminal)))
    return {p: solution[p].outcome for p in map(graph.position, range(len(graph)))}


def _written(options: Options, rng: np.random.Generator) -> WrittenGame:
    """A game on a graph, outcomes drawn, that begins where somebody can move; one move may stand twice, or thrice."""
    moves = {v: row + row[:1] * (k % 3) for k, (v, row) in enumerate(options.items())}
    ends, order = [LOSS, DRAW, WIN], sorted(moves, key=lambda v: not moves[v])
    return WrittenGame({v: dict(zip(ascii_letters, moves[v], strict=False)) or ends[rng.integers(3)] for v in order})


def _played() -> Iterator[tuple[Any]]:
    """The smallest games, random ones, some of the library, and shapes."""
    rng = np.random.default_rng(152)
    yield from ((WrittenGame({0: end}),) for end in (LOSS, DRAW, WIN))
    yield from ((_written(options, rng),) for options in (*all_graphs(2, cycles=True),) * 3)
    for k in range(240):
        n = 3 + k // 24
        options = drawn(rng, n, float(rng.uniform(1, 3)) / n, cycles=True)
        ends = rng.permutation(range(1, n))[: n // 3 + k % 2]
        yield (_written(by_turns(options | {int(v): [] for v in ends}, rng, k)[0], rng),)
    yield from ((game,) for game in (Nim((1, 2, 3)), TicTacToe(2, 2, 2), TicTacToe(1, 4, 2)))
    yield from ((CopsAndThief.from_text(text),) for text in ("P.T", "PTE", "P.\nT.", "PE\nT."))
    yield from ((_written(dict(reversed(options.items())), rng),) for options in shapes(40))


def _options(game: Any) -> list[list[int]]:
    """Where the moves of each position lead, by numbers."""
    graph = GameGraph.of(game)
    return [graph.options(k).tolist() for k in range(len(graph))]


_PLAYED = Domain(
    _played,
    between("positions", 1, 40, lambda game: len(GameGraph.of(game))),
    between("options of a position", 0, 39, lambda game: [len({*row}) for row in _options(game)]),
    between(
        "moves to the same option", 1, 3, lambda game: [n for row in _options(game) for n in Counter(row).values()]
    ),
    one_of(
        "outcomes where play ends",
        (LOSS, DRAW, WIN),
        lambda game: [r for r in GameGraph.of(game).terminal.tolist() if r == r],
    ),
)


@exercise(
    "Begin with the start. Of each position that is new, ask outcome first; only where it is None ask for the moves.",
    "settle wants a dict from each position to the list of its options. What must play return? And for which positions "
    "is the list empty?",
    "A position with an arrow to itself alone is drawn, whatever settle does. Give one to every drawn end.",
    domain=_PLAYED,
    keep="outcomes",
)
def outcomes(answer: Any) -> Finding:
    """outcomes(game): WIN, LOSS or DRAW for each position that can come up from the start, as a dict."""
    mistakes: Mistakes = {
        "Where play ends in a draw nobody has lost: without an arrow the position is lost.": (
            partial(_outcomes, ends=lambda ends: np.where(ends == DRAW, LOSS, ends))
        ),
        "Where play ends, the player to move may have won: give these positions to settle, as won.": (
            partial(_outcomes, ends=lambda ends: np.where(ends == WIN, LOSS, ends))
        ),
        "What outcome says of an end is said for the player to move there, not for the player who came there.": (
            partial(_outcomes, ends=np.negative)
        ),
        "The positions where play is over are missing.": (
            lambda game: {p: found for p, found in _outcomes(game).items() if game.outcome(p) is None}
        ),
    }
    return compare(answer, _outcomes, _PLAYED, mistakes=mistakes)
