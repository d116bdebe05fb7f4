"""Figures of a lecture for a sheet, as SVG in black and white: what the lecture's cells define,
with room to write.
"""

from __future__ import annotations

import ast
from functools import cache
from html import escape
from math import log10
from symtable import symtable
from typing import Any

import nbformat

from gamecourse.publish import ROOT
from gamecourse.show import chances
from gamecourse.show.layout import branches, upright
from gamecourse.show.playtree import PlayTree
from gamecourse.show.stage.drawing import cells, drawing
from gamecourse.show.stage.spots import fitted, picture
from gamecourse.show.stage.tokens import discs, edges_of, node_spot, nodes_of
from gamefast import exact_values
from gamelib.games import MinMaxTree

Picture = dict[str, Any]
#: The default side of a cell, and the largest size of letters, in millimetres.
CELL, NAME, PIECE, WORD = 12.0, 4.6, 9.0, 3.6
#: A call that contains one of these names draws a figure.
FIGURES = {"plt", "fig", "ax", "axes"}


@cache
def _cells(name: str) -> dict[str, list[ast.stmt]]:
    """The statements of each cell, without the expression that it shows at the end."""
    lecture = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    parsed = {
        cell.id: ast.parse(cell.source).body for cell in lecture.cells if cell.cell_type == "code"
    }
    return {
        cell: body[:-1] if isinstance(body[-1], ast.Expr) else body for cell, body in parsed.items()
    }


def defined(name: str, cell: str, expression: str) -> Any:
    """The value of an expression after this cell of a lecture has been run; only the necessary
    statements are run.

    Raises KeyError if no cell has this name, and any error of the expression.

    >>> sorted(defined("03-retrograde-analysis", "play-graph", "G"))
    ['a', 'b', 'c', 'd', 'p', 'q', 't']
    """
    cells, names = _cells(name), dict[str, Any]()
    before = list(cells)[: [*cells, cell].index(cell)]
    needed, kept = _touched(expression)[1], list[ast.stmt]()
    for one in reversed(
        [one for body in (*map(cells.__getitem__, before), cells[cell]) for one in body]
    ):
        made, used = _touched(ast.unparse(one))
        if made & needed:
            kept.insert(0, one)
            needed = (needed - made if isinstance(one, ast.Assign) else needed) | used
    exec(compile(ast.Module(kept, []), name, "exec"), names)
    return eval(expression, names)


def _touched(code: str) -> tuple[set[str], set[str]]:
    """The names that a statement makes or changes (for a loop or a call, all that it uses), and
    those that it uses.
    """
    tables = [symtable(code, "", "exec")]
    for table in tables:  # the list grows during the loop
        tables += table.get_children()
    symbols = [(one, table is tables[0]) for table in tables for one in table.get_symbols()]
    used = {
        one.get_name() for one, top in symbols if one.is_referenced() and (top or one.is_global())
    }
    made = {
        one.get_name() for one, top in symbols if top and (one.is_assigned() or one.is_imported())
    }
    changes = (not made or code.startswith("for ")) and not FIGURES & used
    return made | used if changes else made, used


def graph(what: Any) -> Picture:
    """A networkx graph, or all positions of a game with chance, with room below the name of each
    vertex.
    """
    if hasattr(what, "chances"):
        return _net(exact_values(what))
    edges = list(what.edges) if what.is_directed() else edges_of(what)
    (width, height), spots, lines = discs(what, edges, len(edges) if what.is_directed() else 0)
    named = [
        spot if isinstance(v, str) else spot | {"label": ""}
        for v, spot in zip(what, spots, strict=True)
    ]
    return picture("graph", named, lines, width=width, height=height)


def _net(values: Any) -> Picture:
    """Drawn higher than on a screen; moves of chance are dashed."""
    net = chances.Net(values)
    shapes = net.picture("XO")["spots"]
    spots = [shape | {"label": label} for shape, label in zip(shapes, net.labels, strict=True)]
    lines, size = fitted(spots, net.places * (0.9, 1.5), net.edges, 0.65, 0.9)
    made = picture("graph", spots, lines, **size)
    for line, chance in zip(made["lines"], net.chances, strict=True):
        line["look"] = "line" if chance is None else "dashed"
    return made


def tree(what: Any, down: float = 1.7) -> Picture:
    """A tree of Max and Min with the numbers in its leaves, or one of any players with their
    payoffs.

    A large tree has neither names nor numbers.
    """
    if not isinstance(what, MinMaxTree | dict):
        return dict(PlayTree(what).scene["pictures"][0])
    game = what if isinstance(what, MinMaxTree) else MinMaxTree(what)
    nodes, children = nodes_of(game)
    named = len(nodes) <= 30
    notes = [
        f"{game.nodes[node]:g}" if named and game.outcome(node) is not None else ""
        for node in nodes
    ]
    known = [
        {"label": str(node) * named, "note": note} for node, note in zip(nodes, notes, strict=True)
    ]
    spots = [node_spot(game, node, 0.84) | more for node, more in zip(nodes, known, strict=True)]
    upright(children, spots, down=down)
    return picture("tree", spots, [{"from": a, "to": b} for a, b in branches(children)])


def hidden(what: Any) -> Picture:
    """The same tree with empty leaves, and with lines for the window beside each node."""
    made = tree(what, 2.4)
    for spot in made["spots"]:
        spot["note"] = ""
    at = [(spot["x"] + 0.5, spot["y"]) for spot in made["spots"] if spot["shape"] != "leaf"]
    lines = ((x, y + by, f"{word} ____") for x, y in at for by, word in ((-0.02, "α"), (0.32, "β")))
    return made | {
        "texts": [{"x": x, "y": y, "words": words, "anchor": "start"} for x, y, words in lines]
    }


def board(what: Any) -> Picture:
    """A game at its start, or at a position, with some pieces left out."""
    game, position, *away = what if isinstance(what, tuple) else (what, what.start())
    drawn = drawing(game, position)
    legend = drawn.legend | dict.fromkeys("".join(away), "")
    placed = zip(drawn.spots, drawn.pieces(position), strict=True)
    told = [(spot, one) for spot, one in placed if spot["shape"] not in ("gap", "none")]
    shown = [spot | {"of": one, "piece": legend.get(one, one.strip(" ."))} for spot, one in told]
    width, height = (
        max(spot[at] + spot.get(wide, 1) / 2 for spot in shown) for at, wide in ("xw", "yh")
    )
    return picture("board", shown, [], texts=drawn.texts, width=width, height=height)


def empty(rows: int, columns: int) -> Picture:
    """A board without a game."""
    return picture("board", cells(rows, columns), [], width=columns, height=rows)


def paper(rows: str, columns: str, width: float, height: float) -> Picture:
    """Paper to draw on, with labels for its lines from below and from the left, and the divisions
    between two labels.

    The unit is a centimetre, so that letters are as large as in other pictures.
    """
    lines, texts = list[Picture](), list[Picture]()
    wide, high = width / 10 - 2.7, height / 10 - 1.1
    for words, length, below in ((columns, wide, True), (rows, high, False)):
        labels, _, parts = words.partition(" by ")
        many = 9 if parts == "log" else int(parts or 1)
        shares = [log10(m + 1) if parts == "log" else m / many for m in range(many)]
        *most, last = enumerate(labels.split())
        for at, label in [
            (k + share, "" if share else label) for k, label in most for share in shares
        ] + [last]:
            far = at * length / last[0]
            x, y = (2 + far, high + 0.85) if below else (1.8, 0.4 + high - far)
            texts.append({"x": x, "y": y, "words": label, "anchor": "middle" if below else "end"})
            path = f"M{x:g} 0.3v{high:g}" if below else f"M2 {y - 0.1:g}h{wide:g}"
            lines.append({"path": path, "look": "rule" if label else "fine"})
    return {"width": width / 10, "height": height / 10, "spots": [], "lines": lines, "texts": texts}


def svg(made: Picture, width: float = 0.0) -> str:
    """A picture of the stage, ``wide`` millimetres wide."""
    unit = width / made["width"] if width else CELL
    drawn, texts = "", list(made.get("texts", ()))
    for line in made["lines"]:
        drawn += f'<path class="{line.get("look", "line")}" d="{line["path"]}"/>'
        drawn += f'<path class="arrow" d="{line["head"]}"/>' if "head" in line else ""
        texts += (
            [{"x": x, "y": y, "words": line["label"]} for x, y in [line["at"]]]
            if "label" in line
            else []
        )
    drawn += "".join(_spot(spot, unit) for spot in made["spots"])
    size = min(0.34, WORD / unit)
    for text in texts:
        drawn += _text(
            text["x"], text["y"] - size / 3, text["words"], size, text.get("anchor", "middle")
        )
    measures = f'width="{made["width"] * unit:.1f}mm" height="{made["height"] * unit:.1f}mm"'
    return f'<svg {measures} viewBox="0 0 {made["width"]:g} {made["height"]:g}">{drawn}</svg>'


def _text(x: float, y: float, words: str, size: float, anchor: str = "middle") -> str:
    where = f'x="{x:g}" y="{y:g}" font-size="{size:.3g}" text-anchor="{anchor}"'
    return f"<text {where}>{escape(words)}</text>" if words else ""


def _spot(spot: Picture, unit: float) -> str:
    """A vertex, a node or a cell with whatever is on it; the label is at the top, so that there is
    room below.
    """
    x, y, w, h, piece = spot["x"], spot["y"], spot.get("w", 1), spot.get("h", 1), spot.get("piece")
    top, kind = y - h / 2, "wall" if piece in ("wall", "shade") else spot["shape"]
    if piece in ("match", "pin"):
        stick = f'<path class="match" d="M{x:g} {top + 0.2:g}V{y + h / 2:g}"/>'
        return f'{stick}<circle class="head" cx="{x:g}" cy="{top + 0.18:g}" r="0.1"/>'
    drawn = f'<rect class="{kind}" x="{x - w / 2:g}" y="{top:g}" width="{w:g}" height="{h:g}"/>'
    if kind in ("disc", "vertex"):
        drawn = f'<circle cx="{x:g}" cy="{y:g}" r="{w / 2:g}"/>'
    elif kind == "diamond":
        drawn = (
            f'<path class="cell" d="M{x - w / 2:g} {y:g}L{x:g} {top:g}l{w / 2:g} {h / 2:g}L{x:g} '
            f'{y + h / 2:g}Z"/>'
        )
    if piece and kind != "wall":
        drawn += _text(x, y, spot["of"], min(0.6, PIECE / unit))
    label, size = spot.get("label", ""), min(0.28, NAME / unit)
    if kind == "leaf" and "note" not in spot:  # payoffs
        return drawn + _text(x, y, label, size)
    high = top + 0.12 + size / 2 + (0.3 * w if kind == "diamond" else 0)
    rows = (_text(x, high + size * k, row, size) for k, row in enumerate(label.split("\n")))
    return drawn + "".join(rows) + _text(x, y + 0.18, spot.get("note", ""), 1.4 * size)


KINDS = {"graph": graph, "tree": tree, "hidden": hidden, "board": board}
