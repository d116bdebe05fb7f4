"""What a question shows beside its words: a picture for Moodle XML, and the same as text for GIFT,
which holds no pictures.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.etree import ElementTree

import nbformat

from gamecourse.publish import ROOT
from gamecourse.publish.handouts.figures import KINDS, defined, svg
from gamecourse.publish.script import Part, lines_of
from gamecourse.show.playtree import PlayTree
from gamelib.games import MinMaxTree

#: The attributes of what is drawn, by its class; "" is for everything without one of its own. They
#: stand in the drawing itself, because a platform may forbid it a style sheet.
LOOKS = {
    "": {"fill": "white", "stroke": "black"},
    "line": {"fill": "none", "stroke": "#444"},
    "dashed": {"fill": "none", "stroke": "#444", "stroke-dasharray": "6 4"},
    "arrow": {"fill": "#444", "stroke": "none"},
    "bare": {"fill": "none", "stroke": "none"},
    "leaf": {"fill": "white", "stroke": "#777"},
    "wall": {"fill": "#777", "stroke": "black"},
    "match": {"fill": "none", "stroke": "#777", "stroke-width": "4"},
    "head": {"fill": "black", "stroke": "black"},
}
#: The tags of SVG of which a drawing consists.
SHAPES = ("rect", "circle", "path")
SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Figure:
    """A picture and the same as text, or a text alone."""

    text: str  #: what it shows, in lines
    drawing: bytes = b""  #: the picture as SVG; empty if the text is all there is


def figure(stem: str, kind: str, width: int, content: str) -> Figure:
    """What a line such as ``[graph 90: play-graph G]`` shows.

    Parameters
    ----------
    stem
        The lecture, without the suffix of its file.
    kind
        "graph", "tree" or "board" draws the value of an expression, and "code" is lines of a cell.
    width
        How wide the drawing is, in millimetres; 0 if that is not given.
    content
        The name of a cell, and then an expression or the numbers of lines.

    Raises
    ------
    ValueError
        If there is no such kind, or no such cell.
    """
    cell_name, _, rest = content.partition(" ")
    if kind in KINDS:
        value = defined(stem, cell_name, rest)
        return Figure(as_text(value), alone(svg(KINDS[kind](value), width)))
    cell = _cells(stem).get(cell_name)
    if cell is None:
        raise ValueError(f"no cell is called {cell_name}")
    if kind == "code":
        return Figure("\n".join(lines_of(Part("code", cell_name, 0, more=rest), cell)))
    raise ValueError(f"nothing is drawn by {kind}")


@cache
def _cells(stem: str) -> dict[str, nbformat.NotebookNode]:
    """The cells of a lecture by their names."""
    lecture = nbformat.read(ROOT / "notebooks" / f"{stem}.ipynb", as_version=4)
    return {cell.id: cell for cell in lecture.cells}


def alone(drawing: str) -> bytes:
    """A drawing of a handout as a file of its own, which needs no style sheet."""
    root = ElementTree.fromstring(drawing)
    for element in root.iter():
        looks = None
        if element.tag in SHAPES:
            classes = element.attrib.pop("class", "").split()
            looks = LOOKS[next((name for name in classes if name in LOOKS), "")]
            element.set("vector-effect", "non-scaling-stroke")
        elif element.tag == "text":
            looks = {"font-family": "sans-serif", "font-weight": "bold"}
            element.set("dominant-baseline", "central")
        for attribute, look in (looks or {}).items():
            element.set(attribute, look)
    root.set("xmlns", SVG)
    return ElementTree.tostring(root, encoding="unicode").encode()


def as_text(value: Any) -> str:
    """What is drawn, as text: a graph by its arrows or edges, a tree by its children and leaves, a
    board row by row.

    >>> import networkx as nx
    >>> print(as_text(nx.DiGraph(["ab", "ac", "bc"])))
    a → b, c
    b → c
    >>> print(as_text(MinMaxTree({"A": ["B", "C"], "B": 3, "C": 5})))
    A → B = 3, C = 5
    """
    if isinstance(value, MinMaxTree):
        return _text_of_tree(value)
    if hasattr(value, "adj"):  # a graph of networkx
        sign = "→" if value.is_directed() else "–"
        lines = (f"{v} {sign} {', '.join(map(str, value.adj[v]))}" for v in value if value.adj[v])
        return "\n".join(lines)
    if hasattr(value, "payoffs"):  # a tree of several players
        return str(PlayTree(value).as_text())
    game, position, *_ = value if isinstance(value, tuple) else (value, value.start())
    return str(game.text(position))


def _text_of_tree(tree: MinMaxTree) -> str:
    """A tree as text: a line for each node that has children, with the numbers of the leaves."""
    lines = []
    for name, children in tree.nodes.items():
        if isinstance(children, list | tuple):
            words = [
                f"{child} = {tree.nodes[child]:g}"
                if tree.outcome(child) is not None
                else str(child)
                for child in children
            ]
            lines.append(f"{name} → {', '.join(words)}")
    return "\n".join(lines)


def as_pre(text: str) -> str:
    """Lines of text as HTML that keeps their form."""
    return f"<pre>{html.escape(text)}</pre>"
