"""How a game looks on the stage: spots, and for each position one character for each spot.

Pictures come from the game's own ``text`` and ``shape``, so that a reader's game of ten lines looks
right. Heaps, pins, tokens on graphs and trees have spots of their own. A game that no drawing can
show appears as text, with a button for each move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from gamecourse.show.records import Label, Size, Spot
from gamecourse.show.stage.rows import pins, sticks
from gamecourse.show.stage.spots import MOST_SPOTS, MOST_VERTICES, Block, Drawing, Edge, Way
from gamecourse.show.stage.tokens import chase, on_graph, token, tree
from gamefast import ask
from gamelib import Alternating, Extensive, Fixed, Misere, Quotient, Sum
from gamelib.adapters import PASS
from gamelib.core import move_text_of, text_of
from gamelib.games import (
    CopsAndRobber,
    CopsAndThief,
    HeapGame,
    Matches,
    MinMaxTree,
    Nim,
    Subtraction,
    TicTacToe,
    Token,
)

#: What the characters of a board stand for if the game does not say: names that the stage draws.
MARKS = {"X": "cross", "O": "ring", "#": "shade"}
DISCS = {"X": "black disc", "O": "white disc"}
CHASE = {"P": "policeman", "T": "thief", "E": "exit", "*": "wall"}

#: A chess piece by its letter, as in a FEN: capital letters are White's.
CHESSMEN = {
    letter: f"{side} {name}"
    for side, letters in (("white", "KQRBNP"), ("black", "kqrbnp"))
    for letter, name in zip(
        letters, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True
    )
}

#: How wide the parts of a sum may be side by side; the line with name and nimber above a part; the
#: gap. In cells.
WIDE, HEAD, BETWEEN = 14.0, 0.55, 0.5

#: The width of the letters and numbers at the edges of a chessboard, in cells, and the board's
#: largest height, in pixels, at which the whole board can be seen beside the words.
EDGE, TALL = 0.45, 500.0


def drawing(game: Any, start: Any = None) -> Drawing:
    """Return the drawing of a game, by its kind, or by its own ``shape`` and ``text``.

    ``start`` is where play begins if not at the game's own start; it says how many matches to draw.

    >>> from gamelib.games import TicTacToe
    >>> board = drawing(TicTacToe())
    >>> len(board.spots), board.pieces("X...O...."), board.ways("X...O....", (0, 2))
    (9, 'X...O....', [(2,)])
    """
    drawn = sketch(game, start)
    if drawn and 0 < len(drawn.spots) <= MOST_SPOTS:
        return drawn
    return Drawing(Size(1, 1), [], lambda position: "")


def sketch(game: Any, start: Any = None) -> Drawing | None:
    """Return the drawing of a game, however large; None if it can be shown only as text."""
    if isinstance(game, Alternating | Extensive):
        return _paired(game, start)
    start = game.start() if start is None else start
    if isinstance(game, Misere | Quotient | Fixed):
        made = sketch(game.game, start)
        return replace(made, stay=None) if made and isinstance(game, Quotient) else made
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
    """Return a board of cells, each a character of the game's text."""
    rows, columns = ask.shape(game)
    place = {cell: k for k, cell in enumerate(product(range(rows), range(columns)))}

    def lines(position: Any) -> list[str]:
        return text_of(game, position).split("\n")

    def pieces(position: Any) -> str:
        return "".join(
            line.ljust(columns)[:columns] for line in [*lines(position), *[""] * rows][:rows]
        )

    def ways(position: Any, move: Any) -> list[Way]:
        if placed := getattr(game, "cell_of", getattr(game, "cells_of", None)):
            move = placed(position, move)
        if _among(place, move):
            return [(place[move],)]
        if isinstance(move, tuple) and len(move) == 2 and all(_among(place, part) for part in move):
            return [(place[move[0]], place[move[1]])]
        return []

    start = game.start()
    if len(lines(start)) < rows or any(len(line) > columns for line in lines(start)[:rows]):
        return None
    # pieces fall if each move is the number of the column in which it fills a cell
    falls = hasattr(game, "cell_of") and all(
        [w[0] % columns for w in ways(start, m)] == [m] for m in game.moves(start)
    )
    k = getattr(game, "k", 0)
    made = Drawing(
        Size(columns, rows),
        cells(rows, columns),
        pieces,
        ways,
        lambda position: " ".join(lines(position)[rows:]),
        _legend(game, falls),
        columns=falls,
        won=lambda position: rows_won(
            pieces(position), (rows, columns), columns if k is None else k
        ),
    )
    return _chequered(made, rows, columns) if getattr(game, "chequered", False) else made


def _legend(game: Any, falls: bool) -> dict[str, str]:
    """Return what the characters of a board stand for, by the game itself if it says."""
    usual = DISCS if falls else MARKS
    if isinstance(game, CopsAndThief):
        usual = CHASE
    own = getattr(game, "pieces", None)
    legend = dict(CHESSMEN if getattr(game, "chequered", False) else usual)
    if isinstance(own, Mapping):
        legend |= {str(key): str(name) for key, name in own.items()}
    return legend


def _chequered(made: Drawing, rows: int, columns: int) -> Drawing:
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
    return replace(made, size=size, spots=spots, texts=texts, tall=TALL)


def file(column: int) -> str:
    """Return the letter of a column of a chessboard; after z comes aa.

    >>> file(0), file(7), file(26)
    ('a', 'h', 'aa')
    """
    return (file(column // 26 - 1) if column >= 26 else "") + chr(ord("a") + column % 26)


def rows_won(pieces: str, shape: tuple[int, int], k: int) -> list[int]:
    """Return the cells of all rows of k equal marks X or O, in any direction; no cells if a game
    has no k.

    >>> rows_won("XOOX..X..", (3, 3), 3)
    [0, 3, 6]
    """
    lines = TicTacToe(*shape, k).lines if k in range(1, max(shape) + 1) else []
    return sorted(
        {
            spot
            for line in lines
            for spot in line
            if {pieces[other] for other in line} in ({"X"}, {"O"})
        }
    )


def _among(place: dict[Any, int], move: Any) -> bool:
    try:
        return move in place
    except TypeError:  # an unhashable move is not a cell
        return False


def _paired(game: Alternating[Any, Any] | Extensive[Any, Any], start: Any) -> Drawing | None:
    """Return the drawing of the game inside, for a game whose positions are pairs with the player
    to move.
    """
    made = sketch(game.game, None if start is None else start[0])
    if made is None:
        return None

    def inside(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda position, *move: function(position[0], *move)

    def ways(position: Any, move: Any) -> list[Way]:
        passes = (
            isinstance(game, Alternating) and move == PASS and list(game.moves(position)) == [PASS]
        )
        return [] if passes else made.ways(position[0], move)

    pieces, caption, won = map(inside, (made.pieces, made.caption, made.won))
    return replace(made, pieces=pieces, ways=ways, caption=caption, won=won, stay=None)


def _sum(game: Sum, start: Any) -> Drawing | None:
    """Return the parts in columns, each as it is drawn alone, with its name and nimber above it."""
    parts = [part for part in map(sketch, game.games, start) if part and part.spots]
    if len(parts) < len(game.games):
        return None
    legend: dict[str, str] = {}
    spots: list[Spot] = []
    edges: list[Edge] = []
    texts: list[Label] = []
    badges: list[tuple[float, float]] = []
    first: list[int] = []
    places, size = _columns([part.size for part in parts])
    for k, (part, (x, y)) in enumerate(zip(parts, places, strict=True)):
        first.append(len(spots))
        texts.append(Label(x=x + 0.1, y=y + 0.35, words=f"game {k}", anchor="start", part=k))
        badges.append((x + 1.75, y + 0.25))
        for text in part.texts:
            place = Label(**text)
            place |= {"x": text["x"] + x, "y": text["y"] + y + HEAD, "part": k}
            texts.append(place)
        for spot in part.spots:
            moved = Spot(**spot)
            moved |= {"x": spot["x"] + x, "y": spot["y"] + y + HEAD}
            moved["name"] = f"game {k}, {spot['name']}"
            spots.append(moved)
        edges += [
            replace(edge, start=edge.start + first[k], end=edge.end + first[k])
            for edge in part.edges
        ]
        legend |= part.legend

    def pieces(position: Any) -> str:
        return "".join(part.pieces(p) for part, p in zip(parts, position, strict=True))

    def ways(position: Any, move: Any) -> list[Way]:
        k, inner = move
        return [tuple(first[k] + spot for spot in way) for way in parts[k].ways(position[k], inner)]

    def stay(position: Any, move: Any, way: Way) -> list[Block] | None:
        k, inner = move
        follow = parts[k].stay
        if follow is None:
            return []
        inside = follow(position[k], inner, tuple(spot - first[k] for spot in way))
        if inside is None:
            return None
        return [Block(first[k] + to, first[k] + at, length) for to, at, length in inside]

    return Drawing(
        size,
        spots,
        pieces,
        ways,
        legend=legend,
        edges=edges,
        texts=texts,
        badges=badges,
        stay=stay if any(part.stay for part in parts) else None,
    )


def _columns(sizes: list[Size]) -> tuple[list[tuple[float, float]], Size]:
    """Return a place for each part, in columns as low as the width allows, and the size of the
    whole.
    """
    tall = [height + HEAD for _, height in sizes]
    limit = max(tall)
    while True:
        places, x, y, wide, height = [], 0.0, 0.0, 0.0, 0.0
        for (width, _), h in zip(sizes, tall, strict=True):
            if y and y + h > limit:
                x, y, wide = x + wide + BETWEEN, 0.0, 0.0
            places.append((x, y))
            y, wide, height = y + h + BETWEEN, max(wide, width, 2.4), max(height, y + h)
        if x == 0 or x + wide <= WIDE:
            return places, Size(x + wide, height)
        limit += 1


def move_words(game: Any, position: Any, move: Any) -> str:
    """Return a move as it stands on a button; a string has no quotes unless it is blank."""
    if isinstance(move, str) and not hasattr(game, "move_text"):
        words = move
    else:
        words = move_text_of(game, position, move)
    return words if words.strip() else repr(move)
