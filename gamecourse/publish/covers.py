"""Draw a cover for each lecture, in docs/covers: ``python -m gamecourse.publish.covers``.

A cover is a poster of what the lecture asks, never of what it answers, drawn with the pieces of the
stage. It is 12 wide and 8 high. Its ground goes on beyond, so that it fills a frame of any shape.
"""

from pathlib import Path
from string import Template
from typing import Any

import networkx as nx

from gamecourse.course.plan import lectures
from gamecourse.publish import ROOT
from gamecourse.show.records import Label, Line, Spot
from gamecourse.show.rendering import SpotState, render
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.pieces import PIECES
from gamecourse.show.stage.spots import Drawing
from gamefast import Ending
from gamelib.games import (
    ConnectFour,
    CopsAndRobber,
    CopsAndThief,
    MinMaxTree,
    OverwriteTicTacToe,
    TicTacToe,
    Token,
)

#: Policeman and thief, Connect Four, a graph and a town, as the lectures have them; the graph's
#: vertices form an oval.
BOARD = "..P..E ...**. ...... .*...T ....**".replace(" ", "\n")
DISCS = "....... ....... ....... ..X.... ..OX..X XOOXOOX".replace(" ", "\n")
ARROWS = "ab ac ad be bf ce cg dh ef eh fi gi hj hi ij"
OVAL = {v: (1.6 * x, y) for v, (x, y) in nx.circular_layout("abcdefghij").items()}
STREETS = "ab bc cd de ea fa fb fc fd fe bg cg gh ei ij je"
TOWN = {
    "a": (0, 1.7),
    "b": (1.6, 0.5),
    "c": (1, -1.4),
    "d": (-1, -1.4),
    "e": (-1.6, 0.5),
    "f": (0, 0),
}
TOWN |= {"g": (2.9, -0.8), "h": (4.2, -0.8), "i": (-3, 0.5), "j": (-2.4, -1)}
#: The grounds of the covers: all equally light, around the circle of hues.
GROUNDS = (
    "4b89a6 3f8e97 439084 568f6e 6d8b5a 83844c 957d47 a2764e a9705e aa6d72 a46d87 997099 8975a7 "
    "757caf 5f83ae"
)


def put(what: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
    """SVG drawn around (0, 0), a piece of the stage, or a shape of ``cover.svg``, at this place."""
    drawn = what if "<" in what else PIECES.get(what, f'<use href="#{what}"/>')
    return (
        f'<g transform="translate({x:.4g} {y:.4g}) rotate({turn:g}) scale({size:.4g})">{drawn}</g>'
    )


class Poster:
    """A canvas for a cover: lines below heads, heads below pieces, and no words."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.lines: list[str] = []
        self.heads: list[str] = []
        self.pieces: list[str] = []

    def draw_line(self, line: Line, letter: str) -> None:
        """Draw a line with its head; all look the same."""
        self.lines.append(f'<path class="line" d="{line["path"]}"/>')
        if "head" in line:
            self.heads.append(f'<path class="ink" d="{line["head"]}"/>')

    def draw_spot(self, spot: Spot, state: SpotState) -> None:
        """Draw a spot, and what stands on it."""
        base = "disc" if spot["shape"] == "disc" else "cell"
        names = ["dark" if spot.get("dark") else base]
        if self.drawing.columns:
            names.append("hole")
        if state.piece in self.drawing.legend:
            names.append(self.drawing.legend[state.piece])
        self.pieces += [put(name, spot["x"], spot["y"]) for name in names]

    def draw_label(self, label: Label) -> None:
        """Write nothing."""


def position(game: Any, at: Any = None, high: float = 6.4, x: float = 6, y: float = 4) -> str:
    """A position as the stage draws it, so high, around this place."""
    made = drawing(game)
    picture = made.spec("")
    poster = Poster(made)
    render(picture, {"pieces": made.pieces(game.start() if at is None else at)}, poster)
    whole = "".join([*poster.lines, *poster.heads, *poster.pieces])
    centred = put(whole, -picture["width"] / 2, -picture["height"] / 2)
    return put(centred, x, y, high / picture["height"])


def on(G: Any, places: dict[str, tuple[float, float]]) -> Any:
    """The graph with its vertices at these places."""
    nx.set_node_attributes(G, places, "pos")
    return G


def coins() -> str:
    """The tree of lecture 9, whose numbers are coins."""
    parts = [put("floor", 0, 7)]
    for node, stacks in (
        (2.25, {1.5: 3, 3: 12}),
        (5.25, {4.5: 2, 6: 15}),
        (9, {7.5: 14, 9: 5, 10.5: 4}),
    ):
        lines = "".join(f"M{node} 2.3L{x} {7.4 - high / 4:g}" for x, high in stacks.items())
        parts += [f'<path class="line" d="M6 .9L{node} 2.3{lines}"/>', put("black disc", node, 2.3)]
        parts += [put("coin", x, 7.2 - k / 4) for x, high in stacks.items() for k in range(high)]
    return "".join(parts) + put("cell", 6, 0.9)


def motifs() -> list[str]:
    """What the covers show, in the order of the lectures."""
    town = position(
        CopsAndRobber(on(nx.Graph(STREETS.split()), TOWN)), (("i",), "h", "cops"), 6.6, 6.1, 4.3
    )
    nim = [
        (6 + 1.35 * (k - (heap - 1) / 2), 2.3 * heap - 5.25)
        for heap in (3, 4, 5)
        for k in range(heap)
    ]
    token = position(Token(nx.DiGraph(["ab"]), "a"), None, 4.6, 9.8)
    pins = "".join(
        put("pin", 0.9 + 1.02 * k, 4.3, 3.4) for k in range(11) if k != 3
    )  # to take this one does not win
    board = position(TicTacToe(), "XO..X....", 2.3, 0, 0)
    images = (3.1, board), (5.77, f'<g transform="scale(-1 1)">{board}</g>')
    tree = position(
        MinMaxTree({k: [2 * k, 2 * k + 1] if k < 16 else 0 for k in range(1, 32)}), None, 4.7, y=4.3
    )
    return [
        "".join(put(put("match", 0, -3.1, 3.9), 6, 6.6, turn=12 * (k - 7)) for k in range(15)),
        position(Token(on(nx.DiGraph(ARROWS.split()), OVAL), "a"), high=6.8),
        put(position(Token(nx.DiGraph(["xy", "yx"]), "x"), None, 11, 0, 0), 6, 4, turn=90),
        position(CopsAndThief.from_text(BOARD)),
        f'<g class="road">{town}</g><g class="dash">{town}</g>',
        "".join(put("match", x, y, 2.6) for x, y in nim),
        put("pin", 2.1, 4, 4)
        + put("plus", 4, 4)
        + put("match", 6, 3.75, 4.4)
        + put("plus", 8, 4)
        + token,
        put("floor", 0, 5.2) + pins + put("pin", 4, 5.9, 3.4, 78),
        coins(),
        "".join(put(image, 2 + 2.67 * k, y, turn=90 * k) for y, image in images for k in range(4)),
        f'<g class="pale">{tree}<use href="#lens" class="paper"/></g><g clip-path="url(#inside)">{tree}</g>'
        + put("glass", 0, 0),
        position(ConnectFour(), DISCS, x=6.4),
        position(OverwriteTicTacToe(3), ("XOXXOOOXX", "X"), 6.2, 5.6) + put("die", 9.6, 5.4, 3, 16),
        put("bracket", 6.9, 4)
        + put("bracket", 6.9, 4, turn=180)
        + position(TicTacToe(), "X.O.O...X", 4.9, 6.9),
        put("beyond", 0, 0)
        + position(
            Ending("KRK", rows=4, columns=4, begin=("a1", "d2", "c3", "white")),
            None,
            7.12,
            5.64,
            4.36,
        ),
    ]


def covers() -> dict[str, str]:
    """The covers as SVG, by the names of the lectures."""
    frame = Template(Path(__file__).with_name("cover.svg").read_text(encoding="utf-8"))
    every = zip([path.stem for path in lectures()], GROUNDS.split(), motifs(), strict=True)
    return {
        name: frame.substitute(number=int(name[:2]), ground=ground, motif=drawn)
        for name, ground, drawn in every
    }


if __name__ == "__main__":
    for name, cover in covers().items():
        (ROOT / "docs" / "covers" / f"{name}.svg").write_text(cover, encoding="utf-8")
