"""Minimax trees as pictures, and alpha-beta on them step by step.

All numbers are for Max, the player who begins; Max's nodes are square and white, Min's round and black. What the search
did is recorded by listening to it (``trace``); nothing is searched here a second time in another way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from gamecourse.show import strokes
from gamecourse.show.layout import branches
from gamecourse.show.listening import Step as Step
from gamecourse.show.listening import as_tree as as_tree
from gamecourse.show.listening import plain_trace
from gamecourse.show.listening import trace as trace
from gamecourse.show.listening import written as _written
from gamecourse.show.race import AlphaBetaStepper as AlphaBetaStepper
from gamecourse.show.race import Tree
from gamelib.games import MinMaxTree


def tree(what: MinMaxTree | Mapping[Any, Any], *, cuts: bool = False, ax: Axes | None = None) -> Axes:
    """A minimax tree with the value for Max at every node. Thick lines are best moves.

    Parameters
    ----------
    what
        A MinMaxTree, or a dict as it takes one.
    cuts
        Whether to show what alpha-beta finds instead. What it never looks at is dashed, and a value with ≤ or ≥ is a
        bound: there the search broke off.
    ax
        Where to draw; a new figure, if none is given.
    """
    game = as_tree(what)
    return _draw(game, trace(game) if cuts else plain_trace(game), ax)


def _draw(game: MinMaxTree, steps: list[Step], ax: Axes | None) -> Axes:
    """The tree as it stands after these steps, as the stepper has it."""
    shown = Tree(game)
    left = {step.node: step for step in steps if step.value is not None}
    seen = {step.node for step in steps}
    mine = [game.outcome(node) is not None or game.max_to_move(node) for node in shown.nodes]
    frame = shown.frame(steps)
    frame["marks"] = ["-" if node not in seen else " M"[not own] for node, own in zip(shown.nodes, mine, strict=True)]
    frame["lines"] = [
        "d" if how == "n" and shown.nodes[b] not in seen else how
        for how, (_, b) in zip(frame["lines"], branches(shown.children), strict=True)
    ]
    frame["labels"] = [_written(game, left[node]) if node in left else "" for node in shown.nodes]
    words = {"square": "Max moves", "disc": "Min moves", "b": "best move", "-": "not looked at"}
    ax = strokes.draw(shown.picture("") | {"unit": 100}, frame, ax, words)
    looked = f"{len(seen)} of {len(shown.nodes)} nodes looked at"
    root = left.get(game.start())
    worth = f"Worth {_written(game, root)} to Max" if root else ""
    ax.set_title("; ".join(filter(None, [worth, "" if worth and len(seen) == len(shown.nodes) else looked])))
    known = [f"{node}: {_written(game, left[node]) if node in left else '–'}" for node in shown.nodes]
    ax.set_label("\n".join([looked, *sorted(known)]))
    return ax
