"""How a game looks on the stage: spots, and for each position a character a spot.

Pictures come from the game's own ``text`` and ``shape``, so that a reader's game of ten lines looks right; heaps, pins,
tokens on graphs and trees have spots of their own. What a drawing cannot show is shown as text, with a button a move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import cos, pi, sin
from typing import Any

from gamelib.adapters import Misere, Quotient, Sum
from gamelib.core import move_text_of, text_of
from gamelib.games import CopsAndThief, HeapGame, Matches, MinMaxTree, Nim, Subtraction, Token

Way = tuple[int, ...]

#: What the characters of a board stand for, where the game does not say: names that the stage draws.
MARKS = {"X": "cross", "O": "ring", "#": "shade"}
DISCS = {"X": "black disc", "O": "white disc"}
CHASE = {"P": "policeman", "T": "thief", "E": "exit", "*": "wall"}

#: More spots than these are too small to be pressed; then the text is shown.
MOST_SPOTS, MOST_VERTICES, MOST_IN_A_ROW = 1_600, 60, 21


def no_ways(position: Any, move: Any) -> list[Way]:
    """No move has a place on the picture."""
    return []


def no_spots(position: Any) -> list[int]:
    """No spot is to be marked."""
    return []


def no_words(position: Any) -> str:
    """Nothing is to be said."""
    return ""


@dataclass(frozen=True)
class Drawing:
    """What the stage draws: where the spots are, and how a position stands on them.

    ``spots``: dicts of x, y (the middle, in cells), perhaps w and h, shape, name and label. ``pieces(p)``: a character
    for each spot. ``ways(p, move)``: the ways to make a move by hand, each the spot to press, or the one to take a
    piece from and the one to put it on.
    """

    size: tuple[float, float]
    spots: list[dict[str, Any]]
    pieces: Callable[[Any], str]
    ways: Callable[[Any, Any], list[Way]] = no_ways
    caption: Callable[[Any], str] = no_words
    legend: dict[str, str] = field(default_factory=dict)
    lines: list[dict[str, Any]] = field(default_factory=list)
    texts: list[dict[str, Any]] = field(default_factory=list)
    columns: bool = False
    won: Callable[[Any], list[int]] = no_spots

    def spec(self, name: str) -> dict[str, Any]:
        """The picture as the browser is told of it."""
        width, height = self.size
        unit = max(24.0, min(76.0, 1040 / max(width, 1), 900 / max(height, 1)))
        return {
            "width": width,
            "height": height,
            "unit": unit,
            "name": name,
            "spots": self.spots,
            "lines": self.lines,
            "texts": self.texts,
            "legend": self.legend,
        }


def drawing(game: Any) -> Drawing:
    """The drawing of a game, by what it is, or by its own ``shape`` and ``text``.

    >>> from gamelib.games import TicTacToe
    >>> board = drawing(TicTacToe())
    >>> len(board.spots), board.pieces("X...O...."), board.ways("X...O....", (0, 2))
    (9, 'X...O....', [(2,)])
    """
    while isinstance(game, Misere | Quotient):
        game = game.game
    made: Drawing | None = None
    if isinstance(game, Sum):
        made = _sum(game)
    elif isinstance(game, Matches):
        made = _sticks([game.n], lambda position: (position,), lambda move: (0, move))
    elif isinstance(game, Nim | Subtraction):
        made = _sticks(game.heaps, lambda position: position, lambda move: move)
    elif isinstance(game, HeapGame):
        made = _pins(game)
    elif isinstance(game, Token):
        made = _token(game)
    elif isinstance(game, MinMaxTree):
        made = _tree(game)
    elif hasattr(game, "shape"):
        made = _board(game)
    if made is None or len(made.spots) > MOST_SPOTS:
        return Drawing((1, 1), [], no_words)
    return made


def _board(game: Any) -> Drawing | None:
    """A board of cells, each a character of the game's text."""
    rows, columns = game.shape
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    place = {cell: k for k, cell in enumerate(cells)}

    def lines(position: Any) -> list[str]:
        return text_of(game, position).split("\n")

    def pieces(position: Any) -> str:
        return "".join(line.ljust(columns)[:columns] for line in lines(position)[:rows])

    def ways(position: Any, move: Any) -> list[Way]:
        if hasattr(game, "cell_of"):
            return [(place[game.cell_of(position, move)],)]
        if _among(place, move):
            return [(place[move],)]
        if isinstance(move, tuple) and len(move) == 2 and all(_among(place, part) for part in move):
            return [(place[move[0]], place[move[1]])]
        return []

    start = lines(game.start())
    if len(start) < rows or any(len(line) > columns for line in start[:rows]):
        return None
    legend = CHASE if isinstance(game, CopsAndThief) else DISCS if hasattr(game, "cell_of") else MARKS
    return Drawing(
        (columns, rows),
        [{"x": c + 0.5, "y": r + 0.5, "shape": "cell", "name": f"row {r}, column {c}"} for r, c in cells],
        pieces,
        ways,
        lambda position: " ".join(lines(position)[rows:]),
        {**legend, **dict(getattr(game, "pieces", {}))},
        columns=hasattr(game, "cell_of"),
        won=lambda position: rows_won(pieces(position), (rows, columns), getattr(game, "k", 0)),
    )


def rows_won(pieces: str, shape: tuple[int, int], k: int) -> list[int]:
    """The cells of all rows of k equal marks X or O, in any direction; none where a game has no k.

    >>> rows_won("XOOX..X..", (3, 3), 3)
    [0, 3, 6]
    """
    rows, columns = shape
    found: set[int] = set()
    for r, c in product(range(rows if k else 0), range(columns)):
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(r + i * dr, c + i * dc) for i in range(k)]
            if all(0 <= a < rows and 0 <= b < columns for a, b in line):
                spots = [a * columns + b for a, b in line]
                if {pieces[spot] for spot in spots} in ({"X"}, {"O"}):
                    found.update(spots)
    return sorted(found)


def _among(place: dict[Any, int], move: Any) -> bool:
    try:
        return move in place
    except TypeError:  # an unhashable move is no cell
        return False


def _sticks(
    start: Sequence[int], heaps: Callable[[Any], Sequence[int]], parts: Callable[[Any], tuple[int, int]]
) -> Drawing | None:
    """Rows of matches; to press one takes it and all to the right of it."""
    if max(start, default=0) > MOST_IN_A_ROW or len(start) > 8:
        return None
    left = 1.5 if len(start) > 1 else 0.2
    spots = [
        {"x": left + 0.3 + 0.6 * j, "y": k + 0.5, "w": 0.56, "h": 0.96, "shape": "bare", "name": f"heap {k}: leave {j}"}
        for k, heap in enumerate(start)
        for j in range(heap)
    ]
    first = [sum(start[:k]) for k in range(len(start))]

    def pieces(position: Any) -> str:
        return "".join("|" * heap + " " * (whole - heap) for heap, whole in zip(heaps(position), start, strict=True))

    def ways(position: Any, move: Any) -> list[Way]:
        k, take = parts(move)
        return [(first[k] + heaps(position)[k] - take,)]

    texts = [
        {"x": 0.1, "y": k + 0.6, "words": f"heap {k}", "anchor": "start"} for k in range(len(start)) if len(start) > 1
    ]
    width = left + 0.6 * max(start, default=1) + 0.2
    return Drawing((width, max(1, len(start))), spots, pieces, ways, legend={"|": "match"}, texts=texts)


def _pins(game: HeapGame) -> Drawing | None:
    """A row of pins, a gap between heaps; to press a pin takes it, to press between two takes both, or parts there."""
    parting = not str(getattr(game, "code", "4")).startswith("0")  # a heap may be parted without taking anything
    total = sum(game.heaps)
    width = max(1, 2 * total - 1 if parting else total + len(game.heaps) - 1)
    if width > 2 * MOST_IN_A_ROW:
        return None
    pins = [
        {"x": 0.4 + 0.7 * j, "y": 0.7, "w": 0.62, "h": 1.0, "shape": "bare", "name": f"pin {j}"} for j in range(width)
    ]
    gaps = [
        {"x": 0.75 + 0.7 * j, "y": 1.42, "w": 0.34, "h": 0.34, "shape": "gap", "name": f"between {j} and {j + 1}"}
        for j in range(width - 1)
    ]

    def pieces(position: Any) -> str:
        row = " ".join("i" * heap for heap in position).ljust(width)
        return row + "".join("-" if row[j : j + 2] == "ii" else " " for j in range(width - 1))

    def ways(position: Any, move: Any) -> list[Way]:
        k, parts = move
        first = sum(position[:k]) + k
        taken = position[k] - sum(parts)
        sides = sorted({(*parts, 0)[0], (*parts, 0, 0)[1]})  # what stays on the left: either part
        if taken == 1:
            return [(first + side,) for side in sides]
        if taken == 2 and not parting:
            return [(width + first + side,) for side in sides]
        return [(width + first + side - 1,) for side in sides if side] if taken == 0 else []

    return Drawing((0.7 * width + 0.2, 1.7), [*pins, *gaps], pieces, ways, legend={"i": "pin", "-": "between"})


def _token(game: Token) -> Drawing | None:
    """A graph with its vertices in a circle, and the token on one of them."""
    vertices = list(game.G)
    n = len(vertices)
    if n > MOST_VERTICES:
        return None
    number = {v: k for k, v in enumerate(vertices)}
    radius = max(1.35, 0.24 * n)
    spots: list[dict[str, Any]] = [
        {"x": radius + 0.6 + radius * sin(2 * pi * k / n), "y": radius + 0.6 - radius * cos(2 * pi * k / n), "w": 0.8}
        | {"shape": "disc", "name": f"vertex {v}", "label": str(v)}
        for k, v in enumerate(vertices)
    ]
    edges = [(number[a], number[b]) for a, b in game.G.edges()]
    return Drawing(
        (2 * radius + 1.2, 2 * radius + 1.2),
        spots,
        lambda position: "." * number[position] + "@" + "." * (n - number[position] - 1),
        lambda position, move: [(number[move],)],
        legend={"@": "token"},
        lines=arrows([(s["x"], s["y"]) for s in spots], edges),
    )


def arrows(places: Sequence[tuple[float, float]], edges: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Arrows along edges, bent so that they pass no vertex and no opposite arrow."""
    return [{"from": a, "to": b, "bend": 0.14, "arrow": True} for a, b in edges]


def _tree(game: MinMaxTree) -> Drawing | None:
    """A tree of Max and Min: squares and discs, numbers in the leaves, the token where play stands."""
    nodes = list(game.nodes)
    if len(nodes) > MOST_VERTICES:
        return None
    place = dict(tree_places(game))
    number = {node: k for k, node in enumerate(nodes)}
    spots = []
    for node in nodes:
        leaf, (x, row) = game.outcome(node) is not None, place[node]
        shape = "leaf" if leaf else "square" if game.max_to_move(node) else "disc"
        label = f"{game.nodes[node]:g}" if leaf else str(node)
        who = "leaf" if leaf else "Max" if shape == "square" else "Min"
        spots.append({"x": 0.7 + 1.1 * x, "y": 0.7 + 1.4 * row, "w": 0.8, "h": 0.8, "shape": shape, "label": label})
        spots[-1]["name"] = f"{node}, {who}"
    edges = [
        (number[node], number[child]) for node in nodes if game.outcome(node) is None for child in game.moves(node)
    ]
    width = 1.4 + 1.1 * max(x for x, _ in place.values())
    return Drawing(
        (width, 1.6 + 1.4 * max(row for _, row in place.values())),
        spots,
        lambda position: "".join("@" if node == position else "." for node in nodes),
        lambda position, move: [(number[move],)],
        lambda position: game.text(position),
        legend={"@": "token"},
        lines=[{"from": a, "to": b} for a, b in edges],
    )


def tree_places(game: MinMaxTree) -> Iterator[tuple[Any, tuple[float, int]]]:
    """Each node and its place (x, row): leaves side by side, every other node above the middle of its children."""
    x: dict[Any, float] = {}
    row: dict[Any, int] = {}

    def walk(node: Any, depth: int) -> None:
        row[node] = max(depth, row.get(node, 0))
        children = [] if game.outcome(node) is not None else game.moves(node)
        for child in children:
            walk(child, depth + 1)
        if node not in x:
            inside = [x[child] for child in children]
            x[node] = sum(inside) / len(inside) if inside else float(sum(not _inner(game, other) for other in x))

    walk(game.start(), 0)
    yield from ((node, (x[node], row[node])) for node in x)


def _inner(game: MinMaxTree, node: Any) -> bool:
    return game.outcome(node) is None


def _sum(game: Sum) -> Drawing | None:
    """The parts below each other, each as it is drawn alone."""
    parts = [drawing(part) for part in game.games]
    if not all(part.spots for part in parts):
        return None
    legend: dict[str, str] = {}
    spots: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    texts: list[dict[str, Any]] = []
    first, top, width = [], 0.0, 0.0
    for k, part in enumerate(parts):
        first.append(len(spots))
        texts.append({"x": 0.1, "y": top + part.size[1] / 2, "words": f"game {k}", "anchor": "start"})
        texts += [{**words, "x": words["x"] + 1.6, "y": words["y"] + top} for words in part.texts]
        lines += [{**line, "from": line["from"] + first[k], "to": line["to"] + first[k]} for line in part.lines]
        spots += [
            {**spot, "x": spot["x"] + 1.6, "y": spot["y"] + top, "name": f"game {k}, {spot['name']}"}
            for spot in part.spots
        ]
        legend |= part.legend
        top, width = top + part.size[1] + 0.3, max(width, part.size[0] + 1.6)

    def pieces(position: Any) -> str:
        return "".join(part.pieces(p) for part, p in zip(parts, position, strict=True))

    def ways(position: Any, move: Any) -> list[Way]:
        k, inner = move
        return [tuple(first[k] + spot for spot in way) for way in parts[k].ways(position[k], inner)]

    return Drawing((width, top), spots, pieces, ways, legend=legend, lines=lines, texts=texts)


def move_words(game: Any, position: Any, move: Any) -> str:
    """A move as it stands on a button; a string is not quoted."""
    return move if isinstance(move, str) and not hasattr(game, "move_text") else move_text_of(game, position, move)
