"""A game as a tree: the start on top, a row for each move made, and a branch for every way to play.

A position stands in the tree once for each way to reach it. ``merged=True`` draws each position
once, with all the moves to it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from matplotlib.axes import Axes

from gamecourse.show import layout, strokes
from gamecourse.show.colours import MARKS
from gamecourse.show.records import Frame, PictureSpec, Shape
from gamecourse.show.stage.spots import arranged, picture
from gamefast import GameGraph, solve
from gamelib import Game
from gamelib.core import TooLarge

#: What the first player does, by the outcome of the root.
FIRST_PLAYER = {"W": "wins", "L": "loses", "D": "draws"}


def tree(
    game: Game[Any, Any],
    position: Any = None,
    *,
    merged: bool = False,
    label: Callable[[Any], str] = str,
    ax: Axes | None = None,
) -> Axes:
    """Draw the tree of all ways to play, with the outcome at each node.

    A thick line is a move by which the player to move wins.

    Parameters
    ----------
    game
        A Game.
    position
        The root of the tree; the start if none is given.
    merged
        Whether each position is drawn only once, in the row of the longest path to it.
    label
        A function from position to the words at its node.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamelib.games import Nim
    >>> tree(Nim((2, 1))).get_title(), tree(Nim((2, 1)), merged=True).get_title()
    ('The first player wins: 12 nodes, 11 moves', 'The first player wins: 6 positions, 9 moves')
    """
    try:
        graph = GameGraph.of(game, position, max_positions=layout.MAX_NODES)
    except TooLarge:  # a tree has at least a node for each position
        raise layout.too_large() from None
    solution = solve(graph)
    if merged:
        nodes = list(range(len(graph)))
        children = [sorted(set(graph.options(v).tolist())) for v in nodes]
    else:
        nodes, children = _unfolded(graph)
    edges = layout.branches(children)
    words = [label(graph.position(node)) for node in nodes]
    spec = _picture(words, children, merged)
    marks = [MARKS[solution[graph.position(node)].outcome] for node in nodes]
    letters = "".join(mark.letter for mark in marks)
    wins = [letters[a] == "W" and letters[b] == "L" for a, b in edges]
    frame: Frame = {
        "marks": letters,
        "labels": words,
        # as long as the words, and so no larger: words and sign stand one above the other
        "notes": [mark.sign.center(len(word)) for mark, word in zip(marks, words, strict=True)],
        "lines": "".join("b" if is_win else "n" for is_win in wins),
    }
    size = f"{len(nodes)} {'positions' if merged else 'nodes'}, {len(edges)} moves"
    counts = [
        f"{letters.count(mark.letter)} {mark.sign} {outcome}"
        for outcome, mark in MARKS.items()
        if mark.letter in letters
    ]
    title = f"The first player {FIRST_PLAYER[letters[0]]}: {size}"
    legend = strokes.OUTCOMES | {"b": "winning move"}
    alternative = f"{size}: {', '.join(counts)}"

    def undecided() -> strokes.Shown:
        """Return the tree without outcomes. Where each position is drawn once, the class sees all
        ways to play instead, if they can be drawn: which of these nodes are one?
        """
        if merged:
            try:
                nodes, children = _unfolded(graph)
            except ValueError:
                return strokes.Shown(spec, {"labels": words})
            all_words = [label(graph.position(node)) for node in nodes]
            return strokes.Shown(_picture(all_words, children, False), {"labels": all_words})
        return strokes.Shown(spec, {"labels": words})

    return strokes.draw(spec, frame, ax, legend, before=undecided, title=title, label=alternative)


def _unfolded(graph: GameGraph) -> tuple[list[int], list[list[int]]]:
    """Return the nodes of the tree of all ways to play and the children of each; ValueError if it
    is too large to draw.
    """
    return layout.unfolded(0, lambda v: graph.options(v).tolist())


def _picture(words: list[str], children: layout.Children, merged: bool) -> PictureSpec:
    """Return the picture of a tree whose nodes have these words."""
    width = max(0.4, 0.13 * max(map(len, words)))  # of a node
    places = layout.scaled(_places(children, merged), 1.15 * width, 0.72)
    shapes = [Shape(w=width, h=0.42, shape="box", name=word) for word in words]
    edges = layout.branches(children)
    arrangement = arranged(shapes, places, edges, width / 2, width / 2 + 0.3)
    branches = [replace(edge, arrow=False) for edge in arrangement.edges]
    return picture("a tree", arrangement.spots, branches, size=arrangement.size, unit=115)


def _places(children: layout.Children, merged: bool) -> list[layout.Place]:
    """Return the place of each node: how far along its row, and the row.

    If positions are drawn once, each row is centred; raises ValueError if play can cycle.
    """
    places: list[layout.Place] = [*layout.tree(children)]
    if not merged:
        return places
    rows = [row for _, row in places]
    if max(rows) >= len(children):  # no path is that long, unless it cycles
        raise ValueError(
            "play can cycle here, and a tree has an end: show.graphs draws graphs with cycles"
        )
    sideways = layout.columns(rows)  # each row as a column, the places in it centred
    return [(3.4 * along, row) for (_, along), row in zip(sideways, rows, strict=True)]
