"""Figures of a lecture for a sheet, as SVG in black and white: what the lecture's cells define,
with room to write.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from math import log10
from symtable import symtable
from typing import Any, NamedTuple

import nbformat

from gamecourse.publish import ROOT
from gamecourse.show import chances
from gamecourse.show.layout import branches, upright
from gamecourse.show.playtree import PlayTree
from gamecourse.show.records import Frame, Label, Line, PictureSpec, Size, Spot
from gamecourse.show.rendering import SpotState, render
from gamecourse.show.stage.drawing import cells, drawing
from gamecourse.show.stage.spots import Edge, arranged, picture, size_of
from gamecourse.show.stage.tokens import discs, edges_of, node_shape, nodes_of
from gamefast import exact_values
from gamelib.games import MinMaxTree

#: The side of a cell in millimetres, if no width is given.
CELL = 12.0
# The largest size of letters, in millimetres: of names, of pieces, and of other words.
NAME = 4.6
PIECE = 9.0
WORD = 3.6
#: A tree with more nodes has neither names nor numbers.
MOST_NAMED = 30
#: How a line looks (``handouts.css``), by its letter in a frame.
LINES = {"n": "line", "d": "dashed", "r": "rule", "f": "fine"}
#: A call that contains one of these names draws a figure, and changes nothing else.
FIGURES = {"plt", "fig", "ax", "axes"}


@cache
def _cells(name: str) -> dict[str, list[ast.stmt]]:
    """The statements of each cell, without the expression that it shows at the end."""
    lecture = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    statements = {}
    for cell in lecture.cells:
        if cell.cell_type == "code":
            body = ast.parse(cell.source).body
            shows_expression = isinstance(body[-1], ast.Expr)
            statements[cell.id] = body[:-1] if shows_expression else body
    return statements


def defined(name: str, cell: str, expression: str) -> Any:
    """The value of an expression after this cell of a lecture, and those above it, have been run.

    Only the statements are run on which the value depends. Raises KeyError if no cell has this
    name, and any error of the expression.

    >>> sorted(defined("03-retrograde-analysis", "play-graph", "G"))
    ['a', 'b', 'c', 'd', 'p', 'q', 't']
    """
    cells = _cells(name)
    statements = []
    for cell_above, its_statements in cells.items():
        if cell_above == cell:
            break
        statements += its_statements
    statements += cells[cell]
    names = dict[str, Any]()
    needed = _needed_statements(statements, expression)
    exec(compile(ast.Module(needed, []), name, "exec"), names)
    return eval(expression, names)


def _needed_statements(statements: list[ast.stmt], expression: str) -> list[ast.stmt]:
    """The statements on which the value of an expression depends, in their order.

    From the last statement upwards, we keep what changes a name that is still needed.
    """
    open_names = _names(expression).uses
    needed = list[ast.stmt]()
    for statement in reversed(statements):
        names = _names(ast.unparse(statement))
        if names.changes & open_names:
            needed.insert(0, statement)
            if isinstance(statement, ast.Assign):  # what the names were before does not matter
                open_names = open_names - names.changes
            open_names = open_names | names.uses
    return needed


class Names(NamedTuple):
    """The names that a statement makes or changes, and those that it uses."""

    changes: set[str]
    uses: set[str]


def _names(code: str) -> Names:
    """The names in a statement; a loop or a call may change all that it uses."""
    outside = symtable(code, "", "exec")
    inside = outside.get_children()  # of functions and classes in the statement
    for table in inside:  # the list grows during the loop
        inside += table.get_children()
    symbols = outside.get_symbols()
    makes = {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}
    uses = {s.get_name() for s in symbols if s.is_referenced()} | _added_to(code)
    for table in inside:
        for symbol in table.get_symbols():
            if symbol.is_referenced() and symbol.is_global():
                uses.add(symbol.get_name())
    may_change_all = not makes or code.startswith("for ")  # a call alone, or a loop
    draws_figure = bool(FIGURES & uses)
    if may_change_all and not draws_figure:
        return Names(makes | uses, uses)
    return Names(makes, uses)


def _added_to(code: str) -> set[str]:
    """The names that a statement adds to, as in ``count += 1``: it needs what they were before."""
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.AugAssign)]
    return {node.target.id for node in nodes if isinstance(node.target, ast.Name)}


@dataclass(frozen=True)
class Figure:
    """A picture, and how it looks on a sheet."""

    picture: PictureSpec
    frame: Frame


def graph(what: Any) -> Figure:
    """A networkx graph, or all positions of a game with chance, with room below the name of each
    vertex.
    """
    if hasattr(what, "chances"):
        return _chance_graph(exact_values(what))
    if what.is_directed():
        pairs = list(what.edges)
        arrows = len(pairs)
    else:
        pairs = edges_of(what)
        arrows = 0
    drawn = discs(what, pairs, arrows)
    labels = [v if isinstance(v, str) else "" for v in what]
    return Figure(picture("graph", drawn.spots, drawn.edges, size=drawn.size), {"labels": labels})


def _chance_graph(values: Any) -> Figure:
    """All positions of a game with chance, from their exact values; moves of chance are dashed.

    It is narrower and higher than on a screen.
    """
    net = chances.Net(values)
    shapes = net.shapes(net.word_width, "XO")
    across, down = 0.9, 1.5  # the factors by which distances change
    radius, room = 0.65, 0.9  # of a spot; from its middle to the border
    drawn = arranged(shapes, net.places * (across, down), net.edges, radius, room)
    frame: Frame = {
        "labels": net.labels,
        "lines": ["n" if chance is None else "d" for chance in net.chances],
    }
    return Figure(picture("graph", drawn.spots, drawn.edges, size=drawn.size), frame)


def tree(what: Any, down: float = 1.7) -> Figure:
    """A tree of Max and Min with the numbers in its leaves, or one of any players with their
    payoffs.

    A level of the tree lies ``down`` below the one above it. A large tree has neither names nor
    numbers.
    """
    if not isinstance(what, MinMaxTree | dict):
        return Figure(PlayTree(what).scene["pictures"][0], {})
    game = what if isinstance(what, MinMaxTree) else MinMaxTree(what)
    nodes, children = nodes_of(game)
    side = 0.84  # of a node
    shapes = [node_shape(game, node, side) for node in nodes]
    spots = upright(children, shapes, down=down)
    edges = [Edge(a, b) for a, b in branches(children)]
    frame: Frame = {"labels": [""] * len(nodes), "notes": [""] * len(nodes)}
    if len(nodes) <= MOST_NAMED:
        frame["labels"] = [str(node) for node in nodes]
        frame["notes"] = [
            f"{game.nodes[node]:g}" if game.outcome(node) is not None else "" for node in nodes
        ]
    return Figure(picture("tree", spots, edges), frame)


def hidden(what: Any) -> Figure:
    """The same tree with empty leaves, and with lines for the window beside each inner node."""
    drawn = tree(what, down=2.4)
    drawn.frame["notes"] = [""] * len(drawn.picture["spots"])
    texts: list[Label] = []
    for spot in drawn.picture["spots"]:
        if spot["shape"] != "leaf":
            x, y = spot["x"] + 0.5, spot["y"]
            texts.append({"x": x, "y": y - 0.02, "words": "α ____", "anchor": "start"})
            texts.append({"x": x, "y": y + 0.32, "words": "β ____", "anchor": "start"})
    drawn.picture["texts"] = texts
    return drawn


def board(what: Any) -> Figure:
    """A game at its start, or at a position: ``what`` is the game, or a pair (game, position).

    A third item, a text, names pieces that are left out.
    """
    game, position, *pieces_to_leave_out = what if isinstance(what, tuple) else (what, what.start())
    whole = drawing(game, position)
    pairs = zip(whole.spots, whole.pieces(position), strict=True)
    shown = [(spot, piece) for spot, piece in pairs if spot["shape"] not in ("gap", "none")]
    left_out = "".join(pieces_to_leave_out)
    spots = [spot for spot, _ in shown]
    pieces = ["." if piece in left_out else piece for _, piece in shown]
    spec = picture("board", spots, size=size_of(spots, 0.0), texts=whole.texts, legend=whole.legend)
    return Figure(spec, {"pieces": pieces})


def empty(rows: int, columns: int) -> Figure:
    """A board without a game."""
    return Figure(picture("board", cells(rows, columns), size=Size(columns, rows)), {})


def paper(rows: str, columns: str, width: float, height: float) -> Figure:
    """Paper to draw on, with labels for its lines from below and from the left, and the divisions
    between two labels.

    Parameters
    ----------
    rows, columns
        The labels from the bottom to the top and from left to right, and what divides them
        (``_divisions``).
    width, height
        The size of the whole in millimetres. The unit of the picture is a centimetre, so that
        letters are as large as in other pictures.
    """
    lines: list[Line] = []
    letters: list[str] = []
    texts: list[Label] = []
    # the size of the grid: the margins hold the labels
    grid_width = width / 10 - 2.7
    grid_height = height / 10 - 1.1
    for distance, label in _divisions(columns, grid_width):
        x = 2 + distance
        texts.append({"x": x, "y": grid_height + 0.85, "words": label, "anchor": "middle"})
        lines.append({"path": f"M{x:g} 0.3v{grid_height:g}"})
        letters.append(_rule(label))
    for distance, label in _divisions(rows, grid_height):
        y = 0.4 + grid_height - distance
        texts.append({"x": 1.8, "y": y, "words": label, "anchor": "end"})
        lines.append({"path": f"M2 {y - 0.1:g}h{grid_width:g}"})
        letters.append(_rule(label))
    sheet = picture("paper", [], size=Size(width / 10, height / 10), texts=texts)
    sheet["lines"] = lines
    return Figure(sheet, {"lines": letters})


def _rule(label: str) -> str:
    """The letter in ``LINES`` of a line on paper: a fine one, if it has no label."""
    return "r" if label else "f"


def _divisions(words: str, length: float) -> Iterator[tuple[float, str]]:
    """Yield how far along an axis of this length each line stands, and its label, "" for a line
    between two labels.

    ``words`` are the labels, and perhaps how the space between two of them is divided: "0 1 2 by 4"
    has three lines there, and "1 10 100 by log" has eight, at 2, 3, ... 9.
    """
    labels, _, parts = words.partition(" by ")
    # Where the lines stand between two labels, in parts of the space; 0 is at the first label.
    if parts == "log":
        shares = [log10(m) for m in range(1, 10)]
    else:
        count = int(parts or 1)
        shares = [m / count for m in range(count)]
    *all_but_last, last = labels.split()
    space = length / len(all_but_last)
    for k, label in enumerate(all_but_last):
        for share in shares:
            yield (k + share) * space, "" if share > 0 else label
    yield length, last


def svg(figure: Figure, width: float = 0.0) -> str:
    """A figure as SVG, ``width`` millimetres wide; a cell is 12 mm wide if no width is given."""
    spec = figure.picture
    unit = width / spec["width"] if width else CELL
    canvas = Sheet(spec["legend"], unit)
    render(spec, figure.frame, canvas)
    content = "".join([*canvas.shapes, *canvas.words, *canvas.labels])
    measures = f'width="{spec["width"] * unit:.1f}mm" height="{spec["height"] * unit:.1f}mm"'
    view = f"0 0 {spec['width']:g} {spec['height']:g}"
    return f'<svg {measures} viewBox="{view}">{content}</svg>'


class Sheet:
    """A sheet on which a picture is drawn in black and white, with units of so many millimetres.

    Shapes lie below words, and words below the labels of lines. Places and sizes are in units of
    the picture, in which a cell is 1 wide; distances of letters are chosen by eye.
    """

    def __init__(self, legend: Mapping[str, str], unit: float) -> None:
        self.legend = legend
        self.unit = unit
        self.shapes: list[str] = []
        self.words: list[str] = []
        self.labels: list[str] = []

    def draw_line(self, line: Line, letter: str) -> None:
        """Draw a line with its head, and write its label."""
        self.shapes.append(f'<path class="{LINES[letter]}" d="{line["path"]}"/>')
        if "head" in line:
            self.shapes.append(f'<path class="arrow" d="{line["head"]}"/>')
        if "label" in line:
            x, y = line["at"]
            self.labels.append(self._label({"x": x, "y": y, "words": line["label"]}))

    def draw_label(self, label: Label) -> None:
        """Write words beside the spots."""
        self.words.append(self._label(label))

    def _label(self, label: Label) -> str:
        """Words of a picture as SVG, moved up a little so that they do not touch what is below."""
        size = min(0.34, WORD / self.unit)
        anchor = label.get("anchor", "middle")
        return _text(label["x"], label["y"] - size / 3, label["words"], size, anchor)

    def draw_spot(self, spot: Spot, state: SpotState) -> None:
        """Draw a vertex, a node or a cell with whatever is on it.

        The character of a piece is in the middle. The label is at the top, so that there is room
        below; without notes a leaf has its label in the middle.
        """
        meaning = self.legend.get(state.piece, state.piece)  # what the character stands for
        if meaning in ("match", "pin"):
            self.shapes.append(_stick(spot))
            return
        is_wall = meaning in ("wall", "shade")
        x, y = spot["x"], spot["y"]
        self.shapes.append(_outline(spot, "wall" if is_wall else spot["shape"]))
        if meaning and not is_wall:
            self.shapes.append(_text(x, y, state.piece, min(0.6, PIECE / self.unit)))
        size = min(0.28, NAME / self.unit)
        if spot["shape"] == "leaf" and state.note is None:
            self.shapes.append(_text(x, y, state.label, size))
            return
        top = y - spot.get("h", 1) / 2
        first_row = top + 0.12 + size / 2  # the middle of the letters, a little below the top
        if spot["shape"] == "diamond":  # whose top is only a corner
            first_row += 0.3 * spot.get("w", 1)
        for k, row in enumerate(state.label.split("\n")):
            self.shapes.append(_text(x, first_row + size * k, row, size))
        self.shapes.append(_text(x, y + 0.18, state.note or "", 1.4 * size))


def _text(x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    """Words as SVG; "" if there are none. Their "start", "middle" or "end" (``anchor``) is at x."""
    if not words:
        return ""
    attributes = f'x="{x:g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}"'
    return f"<text {attributes}>{escape(words)}</text>"


def _stick(spot: Spot) -> str:
    """A match or a pin as SVG: a line, and a disc as its head."""
    x = spot["x"]
    y = spot["y"]
    height = spot.get("h", 1)
    top = y - height / 2
    bottom = y + height / 2
    head = top + 0.18
    stick = f'<path class="match" d="M{x:g} {top + 0.2:g}V{bottom:g}"/>'
    return f'{stick}<circle class="head" cx="{x:g}" cy="{head:g}" r="0.1"/>'


def _outline(spot: Spot, kind: str) -> str:
    """The shape of a spot as SVG; ``kind`` is its shape, or "wall"."""
    x = spot["x"]
    y = spot["y"]
    width = spot.get("w", 1)
    height = spot.get("h", 1)
    left = x - width / 2
    top = y - height / 2
    bottom = y + height / 2
    if kind in ("disc", "vertex"):
        return f'<circle cx="{x:g}" cy="{y:g}" r="{width / 2:g}"/>'
    if kind == "diamond":  # its corners on the left, above, on the right and below
        upper_half = f"M{left:g} {y:g}L{x:g} {top:g}l{width / 2:g} {height / 2:g}"
        return f'<path class="cell" d="{upper_half}L{x:g} {bottom:g}Z"/>'
    return f'<rect class="{kind}" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'


#: What draws each kind of figure that a script can ask for.
KINDS = {"graph": graph, "tree": tree, "hidden": hidden, "board": board}
