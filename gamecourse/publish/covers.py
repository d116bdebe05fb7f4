"""Draw a cover for each lecture, in docs/covers: ``python -m gamecourse.publish.covers``.

A cover is a poster of what the lecture asks, never of what it answers, drawn with the pieces of the
stage. It is 12 wide and 8 high: x runs from 0 to 12 to the right, y from 0 to 8 downwards. Its
ground goes on beyond, so that it fills a frame of any shape.

Places and sizes are chosen by eye. ``cover.svg`` defines the shapes that are named here and are no
pieces of the stage: "plus", "coin", "floor" ...
"""

from itertools import product
from pathlib import Path
from string import Template
from typing import Any

import networkx as nx

from gamecourse.course.plan import lectures
from gamecourse.publish import ROOT
from gamecourse.show.colours import GROUNDS, SIDES
from gamecourse.show.records import Label, Line, Spot
from gamecourse.show.rendering import SpotState, render
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.pieces import PIECES
from gamecourse.show.stage.spots import Drawing
from gamefast import Ending
from gamelib import LEFT, RIGHT
from gamelib.games import (
    ConnectFour,
    CopsAndRobber,
    CopsAndThief,
    MinMaxTree,
    OverwriteTicTacToe,
    TicTacToe,
    Token,
)

#: The width and the height of a cover.
WIDTH, HEIGHT = 12, 8

# Policeman and thief, Connect Four, a graph and a town, as the lectures have them; the graph's
# vertices form an oval.
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


def put(what: str, x: float, y: float, size: float = 1, turn: float = 0) -> str:
    """Something at this place, so many times as large, turned by so many degrees, as SVG.

    ``what`` is SVG drawn around (0, 0), or the name of a piece of the stage, or of a shape of
    ``cover.svg``.
    """
    svg = what if "<" in what else PIECES.get(what, f'<use href="#{what}"/>')
    transform = f"translate({x:.4g} {y:.4g}) rotate({turn:g}) scale({size:.4g})"
    return f'<g transform="{transform}">{svg}</g>'


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
        if self.drawing.columns:  # discs fall into columns, as in Connect Four
            names.append("hole")
        if state.piece in self.drawing.legend:
            names.append(self.drawing.legend[state.piece])
        self.pieces += [put(name, spot["x"], spot["y"]) for name in names]

    def draw_label(self, label: Label) -> None:
        """Write nothing."""


def position(
    game: Any, at: Any = None, high: float = 6.4, x: float = WIDTH / 2, y: float = HEIGHT / 2
) -> str:
    """A position (the start, if ``at`` is None) as the stage draws it, so high, around this place."""
    stage_drawing = drawing(game)
    picture = stage_drawing.spec("")
    pieces = stage_drawing.pieces(game.start() if at is None else at)
    poster = Poster(stage_drawing)
    render(picture, {"pieces": pieces}, poster)
    svg = "".join([*poster.lines, *poster.heads, *poster.pieces])
    centred = put(svg, -picture["width"] / 2, -picture["height"] / 2)
    return put(centred, x, y, high / picture["height"])


def with_places(G: Any, places: dict[str, tuple[float, float]]) -> Any:
    """The graph with its vertices at these places."""
    nx.set_node_attributes(G, places, "pos")
    return G


def coin_tree() -> str:
    """The tree of lecture 9, whose numbers are stacks of coins on the floor."""
    node_y = 2.3
    lines_end_at = 7.4  # if there are no coins: a little below the floor
    # the place of each node, and, by their places, the numbers of coins below it
    numbers: dict[float, dict[float, int]] = {
        2.25: {1.5: 3, 3: 12},
        5.25: {4.5: 2, 6: 15},
        9: {7.5: 14, 9: 5, 10.5: 4},
    }
    parts = [put("floor", 0, 7)]
    for node, stacks in numbers.items():
        to_stacks = "".join(
            f"M{node} {node_y}L{x} {lines_end_at - coins / 4:g}" for x, coins in stacks.items()
        )
        parts.append(f'<path class="line" d="M6 .9L{node} {node_y}{to_stacks}"/>')
        parts.append(put("white disc", node, node_y))
        for x, coins in stacks.items():
            parts += [put("coin", x, 7.2 - k / 4) for k in range(coins)]
    parts.append(put("cell", 6, 0.9))
    return "".join(parts)


def motifs() -> list[str]:
    """What the covers show, in the order of the lectures, as SVG."""
    return [
        match_fan(),
        position(Token(with_places(nx.DiGraph(ARROWS.split()), OVAL), "a"), high=6.8),
        put(position(Token(nx.DiGraph(["xy", "yx"]), "x"), high=11, x=0, y=0), 6, 4, turn=90),
        position(CopsAndThief.from_text(BOARD)),
        town_with_roads(),
        match_rows((3, 4, 5)),
        sum_of_games(),
        row_of_pins(),
        coin_tree(),
        images_of_a_board(),
        tree_under_a_glass(),
        position(ConnectFour(), DISCS, x=6.4),
        board_and_die(),
        between_brackets(position(TicTacToe(), "X.O.O...X", high=4.9, x=6.9)),
        endgame(),
        board_with_dominoes(),
    ]


def match_fan() -> str:
    """Fifteen matches as a fan, 12 degrees apart."""
    match = put("match", 0, -3.1, 3.9)
    return "".join(put(match, 6, 6.6, turn=12 * k) for k in range(-7, 8))


def town_with_roads() -> str:
    """Cops and robber in a town, drawn twice: broad light roads, and dashes in their middle."""
    graph = with_places(nx.Graph(STREETS.split()), TOWN)
    town = position(CopsAndRobber(graph), (("i",), "h", "cops"), high=6.6, x=6.1, y=4.3)
    return f'<g class="road">{town}</g><g class="dash">{town}</g>'


def match_rows(heaps: tuple[int, ...]) -> str:
    """A row of matches for each heap, centred; the number of a heap says how far down its row is."""
    apart = 1.35
    return "".join(
        put("match", WIDTH / 2 + apart * (k - (heap - 1) / 2), 2.3 * heap - 5.25, 2.6)
        for heap in heaps
        for k in range(heap)
    )


def sum_of_games() -> str:
    """A pin plus a match plus a token on an arrow."""
    token = position(Token(nx.DiGraph(["ab"]), "a"), high=4.6, x=9.8)
    parts = [
        put("pin", 2.1, 4, 4),
        put("plus", 4, 4),
        put("match", 6, 3.75, 4.4),
        put("plus", 8, 4),
        token,
    ]
    return "".join(parts)


def row_of_pins() -> str:
    """Kayles: a row of eleven pins, of which the fourth lies on the floor; this move does not win."""
    lying = 3
    standing = [put("pin", 0.9 + 1.02 * k, 4.3, 3.4) for k in range(11) if k != lying]
    return put("floor", 0, 5.2) + "".join(standing) + put("pin", 4, 5.9, 3.4, turn=78)


def images_of_a_board() -> str:
    """The eight images of a board: four turned ones, and below them their mirror images."""
    board = position(TicTacToe(), "XO..X....", high=2.3, x=0, y=0)
    mirrored = f'<g transform="scale(-1 1)">{board}</g>'
    return "".join(
        put(image, 2 + 2.67 * k, y, turn=90 * k)
        for y, image in ((3.1, board), (5.77, mirrored))
        for k in range(4)
    )


def tree_under_a_glass() -> str:
    """A binary tree with 16 leaves, pale except under a magnifying glass."""
    inner_nodes = range(1, 16)
    leaves = range(16, 32)
    nodes: dict[int, Any] = {k: [2 * k, 2 * k + 1] for k in inner_nodes}
    nodes |= dict.fromkeys(leaves, 0)
    tree = position(MinMaxTree(nodes), high=4.7, y=4.3)
    around = f'<g class="pale">{tree}<use href="#lens" class="paper"/></g>'
    inside = f'<g clip-path="url(#inside)">{tree}</g>'
    glass = put("glass", 0, 0)
    return around + inside + glass


def board_and_die() -> str:
    """A board of overwriting noughts and crosses, with a die on it."""
    board = position(OverwriteTicTacToe(3), ("XOXXOOOXX", "X"), high=6.2, x=5.6)
    return board + put("die", 9.6, 5.4, 3, turn=16)


def between_brackets(motif: str) -> str:
    """A motif between two brackets, as a number between two bounds."""
    return put("bracket", 6.9, 4) + put("bracket", 6.9, 4, turn=180) + motif


def endgame() -> str:
    """King and rook against king, on a corner of a board that goes on beyond the cover."""
    game = Ending("KRK", rows=4, columns=4, begin=("a1", "d2", "c3", "white"))
    return put("beyond", 0, 0) + position(game, high=7.12, x=5.64, y=4.36)


#: The side of a cell of Domineering on its cover.
CELL_OF_DOMINOES = 1.22


def board_with_dominoes() -> str:
    """Domineering: each player has laid four dominoes, and the board has fallen into regions.

    Who is ahead does not show: in these regions whoever begins wins.
    """
    rows = 5
    columns = 7
    upright = [(0, 2), (0, 3), (2, 2), (2, 6)]  # the upper cell of each, as row and column
    flat = [(2, 0), (2, 4), (4, 1), (4, 4)]  # the left cell of each
    parts = [put("cell", x, y) for x, y in product(range(columns), range(rows))]
    for row, column in upright:
        parts.append(put(domino(LEFT), column, row + 0.5))
    for row, column in flat:
        parts.append(put(domino(RIGHT), column + 0.5, row, turn=90))
    middle_column = (columns - 1) / 2
    middle_row = (rows - 1) / 2
    centred = put("".join(parts), -middle_column, -middle_row)
    return put(centred, 6.95, 4, CELL_OF_DOMINOES)


def domino(player: str) -> str:
    """A domino that stands upright, in the colour of its player, with a line across its middle."""
    return (
        f'<rect x="-.42" y="-.92" width=".84" height="1.84" rx=".16" fill="{SIDES[player].colour}"/>'
        '<path class="divide" d="M-.26 0H.26"/>'
    )


def covers() -> dict[str, str]:
    """The covers as SVG, by the names of the lectures."""
    frame = Template(Path(__file__).with_name("cover.svg").read_text(encoding="utf-8"))
    names = [path.stem for path in lectures()]
    return {
        name: frame.substitute(number=int(name[:2]), ground=ground, motif=motif)
        for name, ground, motif in zip(names, GROUNDS, motifs(), strict=True)
    }


if __name__ == "__main__":
    for name, cover in covers().items():
        (ROOT / "docs" / "covers" / f"{name}.svg").write_text(cover, encoding="utf-8")
