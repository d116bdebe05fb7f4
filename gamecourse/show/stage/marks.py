"""Boards on which marks are set, too large for a table: the page itself looks ahead
(``js/marks.js``, ``js/coins.js``).

The kernel of ``gamefast.search.fours`` searches four in a row on a board of drops; the kernel here
searches k in a row on a board without gravity. Both answer one question: is the score of a position
more than a? A win that leaves n cells free counts n + 1, and a loss counts -(n + 1). Both can be
stopped and called again, so the page can say if its time was not enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypedDict

from gamecourse.show.stage.table import pack, plain_value, worth
from gamecourse.show.stage.wasm import for_the_page
from gamefast import registry
from gamefast.boards.bitboard import DropBoard
from gamefast.machine import Array, Kernel
from gamefast.search import fours
from gamefast.search.fours import SPREAD
from gamelib import Answer
from gamelib.games import ConnectFour, OverwriteTicTacToe, TicTacToe

#: Cells of the largest board without gravity: two bits each, and twelve for the bounds of a score,
#: fit into a number.
MOST_CELLS = 25

#: Cells of the largest board of which a page carries the value of each position.
MOST_VALUED = 9

#: A page works with numbers of so many bits, without their sign, and stops where more are needed.
BITS = 63

#: The table of a search in a page has 2 ** PLACES places.
PLACES = 20

#: The entries on the stack for each number of marks on the board.
MINE, TAKEN, TO_TRY, NEXT = range(4)


@Kernel
def exceeds(
    board: Array, lines: Array, order: Array, table: Array, stack: Array, state: Array
) -> None:
    """Find whether the score of a position is more than a; the answer is known if afterwards
    ``state[0] < state[1]``.

    Otherwise the search was stopped and can be called again. It is alpha-beta with an empty window.
    A line that lacks one mark must be filled at once, by either side. A player cannot win if every
    line has one of the opponent's marks.

    Parameters
    ----------
    board
        int64, shape (2,): how many cells there are, and the bits of all cells.
    lines, order
        int64: the bits of each line's cells, and the bit of each cell, those on most lines first.
    table
        int64, its length a power of two. An entry is a key and two bounds of its score, 6 bits
        each, or 0 if empty.
    stack
        int64, shape (4 * (cells + 1),). With k marks on the board, four entries from 4 * k on are
        in use: the marks of the player to move, all marks, the cells to try, and the next index in
        ``order`` (-1 for a new position).
    state
        int64, shape (8,). The entries are how many marks are on the board now, how many were when
        the question was asked, a, which is turned into -a - 1 with each mark, and the last answer
        (0, 1, or -1 for none). Then come the counts of nodes, cutoffs and table hits, and the number
        of nodes at which to stop.
    """
    ply = state[0]
    base = state[1]
    a = state[2]
    answer = state[3]
    nodes = state[4]
    cutoffs = state[5]
    hits = state[6]
    while ply >= base and nodes < state[7]:
        level = 4 * ply
        free = board[0] - ply
        mine = stack[level + MINE]
        taken = stack[level + TAKEN]
        # What the table knows of the position.
        key = (taken << board[0] | taken ^ mine) + 1
        place = (key * SPREAD >> 20) & (len(table) - 1)
        low = -32
        high = 31
        if table[place] >> 12 == key:
            low = (table[place] >> 6 & 63) - 32
            high = (table[place] & 63) - 32
        # If we come from an option, the answer is the option's. What is not more than -a - 1 there,
        # for the opponent, is more than a here; anything else decides nothing, -1.
        answer = 1 if answer == 0 else -1
        if stack[level + NEXT] < 0:  # the position is new: look at its lines
            nodes += 1
            answer = -1
            if low > a or high <= a:
                hits += 1
            win = 0
            block = 0
            hope = 0
            fear = 0
            for line in lines:
                if line & taken == line & mine:  # without a mark of the opponent
                    hope = 1
                    rest = line & ~mine
                    if rest & (rest - 1) == 0:  # one mark is missing
                        win |= rest
                if line & mine == 0:  # without a mark of the player to move
                    fear = 1
                    rest = line & ~taken
                    if rest & (rest - 1) == 0:
                        block |= rest
            if win:
                low = free
                high = free
            elif block & (block - 1):  # two lines to block
                low = 1 - free
                high = 1 - free
            else:
                low = max(low, 1 - free if fear and free > 1 else 0)
                high = min(high, free - 2 if hope and free > 2 else 0)
            stack[level + NEXT] = 0
            stack[level + TO_TRY] = block if block else board[1] & ~taken
            if low > a or high <= a:  # the question is answered: back to the position before
                answer = 1 if low > a else 0
                ply -= 1
                a = -a - 1
                continue
        step = stack[level + NEXT]
        while step < len(order) and order[step] & stack[level + TO_TRY] == 0:
            step += 1
        if answer < 0 and step < len(order):  # on to the next option
            stack[level + NEXT] = step + 1
            next_level = level + 4
            stack[next_level + MINE] = taken ^ mine
            stack[next_level + TAKEN] = taken | order[step]
            stack[next_level + NEXT] = -1
            ply += 1
            a = -a - 1
        else:  # one option is enough, or no option is: into the table, and back
            answer = max(answer, 0)
            if answer:
                low = max(low, a + 1)
            else:
                high = min(high, a)
            table[place] = key << 12 | low + 32 << 6 | high + 32
            cutoffs += answer
            ply -= 1
            a = -a - 1
    state[0] = ply
    state[2] = a
    state[3] = answer
    state[4] = nodes
    state[5] = cutoffs
    state[6] = hits


class KernelArray(NamedTuple):
    """An array of the kernel: its name, its length, and the numbers with which it begins, as
    strings.
    """

    name: str
    length: int
    numbers: list[str]


class MarksSpec(TypedDict):
    """What ``js/marks.js`` needs to search a board.

    Cells are numbered row by row. ``bits`` has the bit of each cell, ``lines`` the cells of each
    winning line, ``arrays`` those of the kernel in its order, and ``wasm`` the kernel. ``drops``
    says whether pieces fall.
    """

    start: str
    columns: int
    drops: bool
    lines: list[tuple[int, ...]]
    bits: list[int]
    arrays: list[KernelArray]
    wasm: str


class CoinsSpec(TypedDict):
    """What ``js/coins.js`` needs to play on a board where marks are tried.

    ``odds`` has the probabilities that a try succeeds and fails. ``values`` (packed) says what each
    board with X to move is worth to X; without it, the page looks ahead.
    """

    start: str
    columns: int
    lines: list[tuple[int, ...]]
    odds: list[str]
    values: str | None


class LooksAhead(TypedDict, total=False):
    """The part of a scene with which the page itself looks ahead; empty if it cannot."""

    marks: MarksSpec
    coins: CoinsSpec


def looks_ahead(game: Any, start: Any, answer: Answer[Any, Any, Any] | None) -> LooksAhead:
    """Return the part of a scene with which the page itself plays this game from ``start`` on; {}
    if it cannot.

    A game with coins is played as the ``answer`` says, which must know a small board; without an
    answer by a guess.
    """
    if type(game) is OverwriteTicTacToe:
        if 0 < game.q < 1 and (answer is None or game.n**2 <= MOST_VALUED):
            return {"coins": _coins(game, start, answer)}
        return {}
    spec = marks(game, start)
    return {} if spec is None else {"marks": spec}


def _coins(game: OverwriteTicTacToe, start: Any, answer: Answer[Any, Any, Any] | None) -> CoinsSpec:
    """Return what ``js/coins.js`` needs, with the value that an answer gives to each board with X
    to move.
    """
    board, mover, *tried = start
    cells = list(product(range(game.n), repeat=2))
    return {
        "start": board + mover + "".join(str(cells.index(cell)) for cell in tried),
        "columns": game.n,
        "lines": game.lines,
        "odds": [str(game.q), str(1 - game.q)],
        "values": None if answer is None else _values(answer, len(cells)),
    }


def _values(answer: Answer[Any, Any, Any], cells: int) -> str:
    """Return what each board with X to move is worth to X, packed; 0 if it cannot come up, or is
    over.
    """
    boards = map("".join, product(".XO", repeat=cells))
    known = (answer.get((board, "X")) for board in boards)
    return pack([0 if value is None else plain_value(worth(value)) for value in known])


def marks(game: Any, start: Any) -> MarksSpec | None:
    """Return what ``js/marks.js`` needs to play this game from ``start`` on; None for a game that
    it does not know.
    """
    if type(game) is ConnectFour and (board := registry.bitboard(game)) is not None:
        if board.bits + board.rows + 1 > BITS:  # a diagonal step from the last cell
            return None
        search = _with_drops(board)
    elif type(game) is TicTacToe and game.m * game.n <= MOST_CELLS:
        search = _without_drops(game)
    else:
        return None
    return {
        "start": start.replace("\n", ""),
        "columns": game.shape[1],
        "drops": type(game) is ConnectFour,
        "lines": search.lines,
        "bits": search.bits,
        "arrays": [_kernel_array(name, begin) for name, begin in search.arrays.items()],
        "wasm": for_the_page(search.kernel, dict.fromkeys(search.arrays, "q")),
    }


def _kernel_array(name: str, begin: int | list[int]) -> KernelArray:
    """Return an array of the kernel, of zeros if only its length is known."""
    if isinstance(begin, int):
        return KernelArray(name, begin, [])
    return KernelArray(name, len(begin), [str(number) for number in begin])


@dataclass(frozen=True)
class Search:
    """How a board is searched: the kernel, its arrays in order (the numbers with which they begin,
    or only a length), the bit of each cell, and the cells of each winning line.
    """

    kernel: Kernel
    arrays: dict[str, int | list[int]]
    bits: list[int]
    lines: list[tuple[int, ...]]


def _without_drops(game: TicTacToe) -> Search:
    """Return the search of a board on which every free cell can be taken."""
    size = game.m * game.n
    lines = game.lines

    def count_lines(cell: int) -> int:
        return sum(cell in line for line in lines)

    order = sorted(range(size), key=count_lines, reverse=True)
    arrays: dict[str, int | list[int]] = {
        "board": [size, (1 << size) - 1],
        "lines": [sum(1 << cell for cell in line) for line in lines],
        "order": [1 << cell for cell in order],
        "table": 1 << PLACES,
        "stack": 4 * (size + 1),
        "state": 8,
    }
    return Search(exceeds, arrays, [*range(size)], lines)


def _with_drops(board: DropBoard) -> Search:
    """Return the search of a board on which pieces fall; its arrays are as ``fours.exceeds``
    describes them.
    """
    rows = board.rows
    columns = board.columns
    places = min(PLACES, board.bits)
    shape = [
        board.size,
        board.cells,
        board.floor,
        board.lower,
        rows + 1,
        (1 << board.bits) - 1,
        board.bits - places,
    ]
    arrays: dict[str, int | list[int]] = {
        "board": shape,
        "columns": [board.column(number) for number in board.from_outside],
        "table": 1 << places,
        "stack": 5 * (board.size + 1),
        "options": 4 * columns * board.size,
        "state": 8,
    }
    # Bits run up each column, from the lowest cell, and leave one free above it.
    bits = [
        column * (rows + 1) + rows - 1 - row for row in range(rows) for column in range(columns)
    ]
    return Search(fours.exceeds, arrays, bits, TicTacToe(rows, columns, 4).lines)
