"""How a game looks on the stage: spots, and for each position one character for each spot.

Pictures come from the game's own ``text`` and ``shape``, so that a reader's game of ten lines looks
right. Heaps, pins, tokens on graphs and trees have spots of their own. A game that no drawing can
show appears as text, with a button for each move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import accumulate, product
from typing import Any

from gamecourse.show.colours import SIDES
from gamecourse.show.records import Label, Size, Spot
from gamecourse.show.stage.rows import pins, sticks
from gamecourse.show.stage.spots import MOST_SPOTS, MOST_VERTICES, Block, Drawing, Edge, Way
from gamecourse.show.stage.tokens import chase, on_graph, token, tree
from gamelib import Alternating, Extensive, Fixed, Misere, NormalPlay, Quotient, Sum
from gamelib.adapters import PASS
from gamelib.checking import shape_of
from gamelib.core import LEFT, RIGHT, move_text_of, opponent, text_of
from gamelib.diagnose import is_partizan
from gamelib.games import (
    Clobber,
    CopsAndRobber,
    CopsAndThief,
    Domineering,
    HeapGame,
    Matches,
    MinMaxTree,
    Nim,
    Subtraction,
    TicTacToe,
    ToadsAndFrogs,
    Token,
)

#: What the characters of a board stand for if the game does not say: names that the stage draws.
MARKS = {"X": "cross", "O": "ring", "#": "shade"}
DISCS = {"X": "black disc", "O": "white disc"}
CHASE = {"P": "policeman", "T": "thief", "E": "exit", "*": "wall"}
TOADS, CLOBBERS = {"T": "toad", "F": "frog"}, {"x": "left piece", "o": "right piece"}

#: What Left and what Right moves, beside the words "Your move" and in a title.
MOVED = {
    Domineering: (
        f"Left lays {SIDES[LEFT].lies} dominoes",
        f"Right lays {SIDES[RIGHT].lies} dominoes",
    ),
    ToadsAndFrogs: ("Left moves a toad to the right", "Right moves a frog to the left"),
    Clobber: ("Left moves a blue piece, x", "Right moves a red piece, o"),
}

#: A chess piece by its letter, as in a FEN: capital letters are White's.
CHESSMEN = {
    letter: f"{side} {name}"
    for side, letters in (("white", "KQRBNP"), ("black", "kqrbnp"))
    for letter, name in zip(
        letters, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True
    )
}

#: In cells: how wide the parts of a sum may be side by side, the height of the line with the name
#: and the nimber above a part, the gap between parts, and the least width of a part.
WIDEST_SUM, HEADING, GAP, NARROWEST_PART = 14.0, 0.55, 0.5, 2.4

#: The width of the letters and numbers at the edges of a chessboard, in cells, and the board's
#: largest height, in pixels, at which the whole board can be seen beside the words.
EDGE, TALLEST_CHESSBOARD = 0.45, 500.0


def drawing(game: Any, start: Any = None) -> Drawing:
    """Return the drawing of a game, by its kind, or by its own ``shape`` and ``text``.

    ``start`` is where play begins if not at the game's own start; it says how many matches to draw.

    >>> from gamelib.games import TicTacToe
    >>> board = drawing(TicTacToe())
    >>> len(board.spots), board.pieces("X...O...."), board.ways("X...O....", (0, 2))
    (9, 'X...O....', [(2,)])
    """
    drawn = sketch(game, start)
    if drawn is not None and 0 < len(drawn.spots) <= MOST_SPOTS:
        return drawn
    return Drawing(Size(1, 1), [], lambda position: "")  # no spots: the text is shown instead


def sketch(game: Any, start: Any = None) -> Drawing | None:
    """Return the drawing of a game, however large; None if it can be shown only as text."""
    if isinstance(game, Alternating | Extensive):
        return _paired(game, start)
    if isinstance(game, NormalPlay):
        return _partizan(game, start)
    start = game.start() if start is None else start
    if isinstance(game, Misere | Quotient | Fixed):
        drawn = sketch(game.game, start)
        if drawn and isinstance(game, Quotient):  # a symmetry may lay all pieces out anew
            return replace(drawn, stay=None)
        return drawn
    if isinstance(game, Sum):
        return _sum(game, start)
    if isinstance(game, Matches):
        return sticks([start], lambda position: (position,), lambda move: (0, move))
    if isinstance(game, Nim | Subtraction):
        return sticks(start, lambda position: position, lambda move: move)
    if isinstance(game, HeapGame):
        return pins(game, start)
    if isinstance(game, Token | CopsAndRobber) or on_graph(game):
        if len(game.G) > MOST_VERTICES:
            return None
        return chase(game) if isinstance(game, CopsAndRobber) else token(game)
    if isinstance(game, MinMaxTree):
        return tree(game)
    return _board(game) if hasattr(game, "shape") else None


def cells(rows: int, columns: int) -> list[Spot]:
    """Return the spots of a board, row by row."""
    places = product(range(rows), range(columns))
    return [
        Spot(x=c + 0.5, y=r + 0.5, shape="cell", name=f"row {r}, column {c}") for r, c in places
    ]


def _board(game: Any) -> Drawing | None:
    """Return a board of cells, each a character of the game's text; None if the text does not fit
    on the board.
    """
    rows, columns = shape_of(game)
    place = {cell: k for k, cell in enumerate(product(range(rows), range(columns)))}

    def lines(position: Any) -> list[str]:
        return text_of(game, position).split("\n")

    def pieces(position: Any) -> str:
        board = lines(position)[:rows]
        board += [""] * (rows - len(board))
        return "".join(line.ljust(columns)[:columns] for line in board)

    def caption(position: Any) -> str:
        return " ".join(lines(position)[rows:])

    def ways(position: Any, move: Any) -> list[Way]:
        """Return the cell to press for a move, or the two from and to which a piece goes; the move
        itself says which, unless the game does.
        """
        where = move
        if cell_of := getattr(game, "cell_of", getattr(game, "cells_of", None)):
            where = cell_of(position, move)
        if _is_key(place, where):
            return [(place[where],)]
        if isinstance(where, tuple) and len(where) == 2 and all(_is_key(place, c) for c in where):
            return [(place[where[0]], place[where[1]])]
        return []

    start = game.start()
    if len(lines(start)) < rows or any(len(line) > columns for line in lines(start)[:rows]):
        return None
    # Pieces fall if each move is the number of the column in which it fills a cell.
    falls = (
        hasattr(game, "cell_of")
        and not is_partizan(game)  # whose moves depend on the player
        and all(
            [way[0] % columns for way in ways(start, move)] == [move] for move in game.moves(start)
        )
    )
    k = getattr(game, "k", 0)  # 0: no row wins
    length = columns if k is None else k  # of a row that wins

    def won(position: Any) -> list[int]:
        return rows_won(pieces(position), (rows, columns), length)

    board = Drawing(
        Size(columns, rows),
        cells(rows, columns),
        pieces,
        ways,
        caption,
        _legend(game, falls),
        columns=falls,
        won=won,
    )
    if isinstance(game, Domineering):
        return replace(board, ways=_either_cell_first(ways))
    return _chequered(board, rows, columns) if getattr(game, "chequered", False) else board


def _either_cell_first(ways: Callable[[Any, Any], list[Way]]) -> Callable[[Any, Any], list[Way]]:
    """Return ways to lay a domino in which either of its cells may be pressed first."""

    def both(position: Any, move: Any) -> list[Way]:
        return [order for way in ways(position, move) for order in (way, way[::-1])]

    return both


def _legend(game: Any, falls: bool) -> dict[str, str]:
    """Return what the characters of a board stand for, by the game itself if it says."""
    usual = DISCS if falls else MARKS
    if isinstance(game, CopsAndThief):
        usual = CHASE
    if isinstance(game, ToadsAndFrogs):
        usual = TOADS
    if isinstance(game, Clobber):
        usual = CLOBBERS
    names_by_game = getattr(game, "pieces", None)
    legend = dict(CHESSMEN if getattr(game, "chequered", False) else usual)
    if isinstance(names_by_game, Mapping):
        legend |= {str(key): str(name) for key, name in names_by_game.items()}
    return legend


def _chequered(board: Drawing, rows: int, columns: int) -> Drawing:
    """Return a board as a chessboard: squares in two shades, their names, and letters and numbers
    along two edges.
    """
    spots = [
        Spot(
            x=c + 0.5 + EDGE,
            y=r + 0.5,
            shape="cell",
            name=f"{file(c)}{rows - r}",
            dark=(rows - 1 - r + c) % 2 == 0,
        )
        for r, c in product(range(rows), range(columns))
    ]
    texts = [Label(x=EDGE / 2, y=r + 0.62, words=str(rows - r)) for r in range(rows)]
    texts += [Label(x=c + 0.5 + EDGE, y=rows + 0.34, words=file(c)) for c in range(columns)]
    size = Size(columns + EDGE, rows + EDGE)
    return replace(board, size=size, spots=spots, texts=texts, tall=TALLEST_CHESSBOARD)


def file(column: int) -> str:
    """Return the letter of a column of a chessboard; after z comes aa.

    >>> file(0), file(7), file(26)
    ('a', 'h', 'aa')
    """
    before = file(column // 26 - 1) if column >= 26 else ""
    return before + chr(ord("a") + column % 26)


def rows_won(pieces: str, shape: tuple[int, int], k: int) -> list[int]:
    """Return the cells of all rows of k equal marks X or O, in any direction; no cells if a game
    has no k.

    >>> rows_won("XOOX..X..", (3, 3), 3)
    [0, 3, 6]
    """
    lines = TicTacToe(*shape, k).lines if 1 <= k <= max(shape) else []
    won: set[int] = set()
    for line in lines:
        if {pieces[cell] for cell in line} in ({"X"}, {"O"}):
            won.update(line)
    return sorted(won)


def _is_key(place: dict[Any, int], move: Any) -> bool:
    """Return whether a move, or a part of one, is a cell of the board."""
    try:
        return move in place
    except TypeError:  # an unhashable move is not a cell
        return False


def _partizan(game: NormalPlay[Any, Any], start: Any) -> Drawing | None:
    """Return the drawing of the partizan game inside; its caption says who moves, and what."""
    drawn = _paired(game, start)
    if drawn is None:
        return None
    as_left, as_right = MOVED.get(type(game.game), ("Left to move", "Right to move"))

    def caption(pair: Any) -> str:
        _, player = pair
        return as_left if player == LEFT else as_right

    lays_dominoes = isinstance(game.game, Domineering)
    lays = (game.first, opponent(game.first)) if lays_dominoes else ()
    return replace(drawn, caption=caption, lays=lays)


def _paired(
    game: Alternating[Any, Any] | Extensive[Any, Any] | NormalPlay[Any, Any], start: Any
) -> Drawing | None:
    """Return the drawing of the game inside, for a game whose positions are pairs with the player
    to move.
    """
    inner = sketch(game.game, None if start is None else start[0])
    if inner is None:
        return None

    def of_pair(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Return the function of a pair that looks at its first part only."""
        return lambda pair: function(pair[0])

    def ways(pair: Any, move: Any) -> list[Way]:
        """Return the ways of the game inside; the pass of a player who has no other move is no move
        of that game, and has a button.
        """
        must_pass = (
            isinstance(game, Alternating) and move == PASS and list(game.moves(pair)) == [PASS]
        )
        return [] if must_pass else inner.ways(pair[0], move)

    return replace(
        inner,
        pieces=of_pair(inner.pieces),
        ways=ways,
        caption=of_pair(inner.caption),
        won=of_pair(inner.won),
        stay=None,
    )


def _sum(game: Sum, start: Any) -> Drawing | None:
    """Return the parts in columns, each as it is drawn alone, with its name and nimber above it;
    None if a part cannot be drawn.
    """
    parts = [part for part in map(sketch, game.games, start) if part and part.spots]
    if len(parts) < len(game.games):
        return None
    corners, size = _in_columns([part.size for part in parts])
    combined = _Parts(parts)
    legend: dict[str, str] = {}
    spots: list[Spot] = []
    edges: list[Edge] = []
    texts: list[Label] = []
    badges: list[tuple[float, float]] = []
    for k, (part, (x, y)) in enumerate(zip(parts, corners, strict=True)):
        texts.append(Label(x=x + 0.1, y=y + 0.35, words=f"game {k}", anchor="start", part=k))
        badges.append((x + 1.75, y + 0.25))
        for text in part.texts:
            moved_text = Label(**text)
            moved_text |= {"x": text["x"] + x, "y": text["y"] + y + HEADING, "part": k}
            texts.append(moved_text)
        for spot in part.spots:
            moved_spot = Spot(**spot)
            moved_spot |= {"x": spot["x"] + x, "y": spot["y"] + y + HEADING}
            moved_spot["name"] = f"game {k}, {spot['name']}"
            spots.append(moved_spot)
        first = combined.first_spot[k]
        edges += [
            replace(edge, start=edge.start + first, end=edge.end + first) for edge in part.edges
        ]
        legend |= part.legend
    return Drawing(
        size,
        spots,
        combined.pieces,
        combined.ways,
        legend=legend,
        edges=edges,
        texts=texts,
        badges=badges,
        stay=combined.stay if any(part.stay for part in parts) else None,
    )


class _Parts:
    """The drawings of the parts of a sum as one. A position is a tuple of theirs, and a move is a
    pair: the number of a part, and a move in it.

    The spots of a part have the numbers from ``first_spot`` on.
    """

    def __init__(self, parts: list[Drawing]) -> None:
        self.parts = parts
        counts = [len(part.spots) for part in parts]
        self.first_spot = [0, *accumulate(counts)]

    def pieces(self, position: Any) -> str:
        return "".join(part.pieces(p) for part, p in zip(self.parts, position, strict=True))

    def ways(self, position: Any, move: Any) -> list[Way]:
        k, inner_move = move
        first = self.first_spot[k]
        inner_ways = self.parts[k].ways(position[k], inner_move)
        return [tuple(first + spot for spot in way) for way in inner_ways]

    def stay(self, position: Any, move: Any, way: Way) -> list[Block] | None:
        """Return what stays in the part that is moved in, with the numbers of the whole; the pieces
        of the other parts keep their numbers.
        """
        k, inner_move = move
        first = self.first_spot[k]
        part = self.parts[k]
        if part.stay is None:
            return []
        blocks = part.stay(position[k], inner_move, tuple(spot - first for spot in way))
        if blocks is None:
            return None
        return [Block(first + after, first + before, length) for after, before, length in blocks]


def _in_columns(sizes: list[Size]) -> tuple[list[tuple[float, float]], Size]:
    """Return the upper left corner of each part, in columns as low as the width allows, and the
    size of the whole.
    """
    heights = [height + HEADING for _, height in sizes]
    limit = max(heights)
    while True:
        corners, size = _in_columns_of(limit, sizes, heights)
        is_one_column = all(x == 0 for x, _ in corners)
        if is_one_column or size.width <= WIDEST_SUM:
            return corners, size
        limit += 1


def _in_columns_of(
    limit: float, sizes: list[Size], heights: list[float]
) -> tuple[list[tuple[float, float]], Size]:
    """Return the same for columns of at most this height."""
    corners: list[tuple[float, float]] = []
    x = 0.0
    y = 0.0
    column_width = 0.0
    whole_height = 0.0
    for (width, _), height in zip(sizes, heights, strict=True):
        if y and y + height > limit:  # a new column
            x += column_width + GAP
            y = 0.0
            column_width = 0.0
        corners.append((x, y))
        whole_height = max(whole_height, y + height)
        column_width = max(column_width, width, NARROWEST_PART)
        y += height + GAP
    return corners, Size(x + column_width, whole_height)


def move_words(game: Any, position: Any, move: Any) -> str:
    """Return a move as it stands on a button; a string has no quotes unless it is blank."""
    if isinstance(move, str) and not hasattr(game, "move_text"):
        words = move
    else:
        words = move_text_of(game, position, move)
    return words if words.strip() else repr(move)
