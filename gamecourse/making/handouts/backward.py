"""The sheets of lectures 1 to 5: matches, graphs, boards to chase on."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, WIDE, Sheet, sheet_of
from gamelib.games import CopsAndThief, Matches

FIFTEEN = Matches(15)


@sheet_of(1)
def matches(sheet: Sheet) -> None:
    """Two play. Take turns to strike out matches of a row. A player who cannot move loses. Can you win every time?"""
    *first, last = FIFTEEN.takes
    sheet.part(f"You may strike out {', '.join(map(str, first))} or {last} matches.")
    for x, y in sheet.spots(7, 1, 0, 1.19):
        sheet.matches(x + 0.1, y + 0.1, FIFTEEN.n)
        sheet.gap(x + 5.3, y + 0.2, 1.55, "began")
        sheet.gap(x + 5.3, y + 0.62, 1.55, "won")
    sheet.gaps("I want to leave my opponent")


@sheet_of(1)
def piles(sheet: Sheet) -> None:
    """Who wins? Write W below a pile that is won for the player to move, and L below one that is lost."""
    several = defined(1, "periods-table-run")["several"]
    named = [", ".join(map(str, takes)) for takes in (FIFTEEN.takes, several[1], several[-1])]
    rules = [f"Takes {takes}. Whoever cannot move loses." for takes in (*named, "____, ____, ____")]
    for rule in (*rules, f"Takes {named[0]}, misère: whoever cannot move wins."):
        sheet.part(rule)
        sheet.table([["pile", *map(str, range(18))], ["W or L"]], 0.9, 0.42)
        sheet.y -= 0.1
        sheet.gaps("the pattern comes back after", "it begins with pile")


@sheet_of(2)
def coin(sheet: Sheet) -> None:
    """Take turns to push a coin along an arrow; a player who cannot move loses. Then begin where play is over, and
    write N into each vertex from which the next player wins, P where the previous one does.
    """
    G = defined(2, "play-graph")["G"]
    sheet.graph(G, (LEFT, sheet.y, WIDE, 6.6), radius=0.42)
    sheet.y += 6.9
    sheet.part("A strategy is a table: for each N-position a move to a P-position.")
    sheet.table([["at", *sorted(G)], ["move to"]], 0.9, 0.45)


@sheet_of(2)
def row(sheet: Sheet) -> None:
    """Write the vertices into this row so that all arrows point to the left. Then go through it from the left."""
    G = defined(2, "play-graph")["G"]
    sheet.table([["vertex", *[None] * len(G)], ["N or P"]], 0.9, 0.6)
    sheet.graph(G, (LEFT + 0.6, sheet.y, 5.6, 5.0), radius=0.3, empty=False)
    sheet.y += 5.2
    sheet.part("One arrow more, from j back to e. Which vertices can you still settle? Why no others?")
    for x, y in sheet.spots(4, 1, 0, 0.42):
        sheet.gap(x, y + 0.2, WIDE)


@sheet_of(3)
def hopes(sheet: Sheet) -> None:
    """Settle the graph from its end. Strike out a hope in the table when it is gone, put each settled
    vertex into the queue, and write W or L and the remoteness into it. A vertex that is never settled is drawn.
    """
    G = defined(3, "play-graph")["G"]
    sheet.graph(G, (LEFT + 0.4, sheet.y, 6.0, 4.6), radius=0.47)
    sheet.y += 4.8
    sheet.part("Hopes: the arrows out of a vertex, and what is left of them after each step.")
    steps = [[f"after step {k}"] for k in range(1, 6)]
    sheet.table([["vertex", *sorted(G)], ["at the beginning"], *steps], 1.5, 0.31)
    sheet.part("The queue, first in, first out: vertex, W or L, remoteness.")
    sheet.table([[None] * len(G)], height=0.6)


@sheet_of(3)
def small_graphs(sheet: Sheet) -> None:
    """Four small graphs. Write W, L or D and the remoteness into each vertex. Where can play cycle?"""
    cycle = defined(3, "recursion-run")["cycle"]
    longer = nx.DiGraph([*cycle.edges, ("x", "z"), ("z", "e"), ("y", "z")])
    four = (cycle, defined(2, "mixed-run")["K"], longer, defined(3, "dfs-try")["H"])
    for (x, y), H in zip(sheet.spots(4, 2, 3.5, 4.4), four, strict=True):
        sheet.graph(H, (x, y, 3.3, 3.3), radius=0.47)


@sheet_of(4)
def chase(sheet: Sheet) -> None:
    """Put two coins on P and T. The policeman moves first, one step in any of 8 directions, the thief in 4; both may
    stay. The policeman wants to step on the thief, the thief wants to step on E.
    """
    board, hideout = defined(4, "play")["board"], defined(4, "drawn-run")["hideout"]
    rows = _rows(board, board.policeman, board.thief)
    sheet.board(LEFT + 0.4, sheet.y + 0.1, rows, 1.0)
    sheet.y += len(rows) + 0.45
    sheet.board(LEFT + 1.6, sheet.y, _rows(hideout, hideout.policeman, hideout.thief), 0.6)
    sheet.text(LEFT, sheet.y + 1.5, "And here?", 12, weight="bold")


@sheet_of(4)
def maps(sheet: Sheet) -> None:
    """The thief stands on T, the policeman moves. For a policeman who starts on it, write into each cell W (the thief
    is caught), L (the thief gets away) or D (nobody can force an end).
    """
    board, hideout = defined(4, "play")["board"], defined(4, "drawn-run")["hideout"]
    higher = (board.thief[0] - 1, board.thief[1])
    cases = [(board, board.thief), (board, higher), (hideout, hideout.thief), (hideout, None)]
    for (x, y), (which, at) in zip(sheet.spots(4, 2, 3.55, 3.1), cases, strict=True):
        sheet.text(x, y + 0.1, "Choose a cell for T yourself" if at is None else f"T on {at}", 11, weight="bold")
        sheet.board(x, y + 0.3, _rows(which, None, at), 0.54, fill=True)
    sheet.y += 0.1
    sheet.say("A corridor of three cells, no exit: in how many moves? Rows: the policeman; columns: the thief.")
    for (x, y), turn in zip(sheet.spots(2, 2, 3.55, 2.0), ("policeman", "thief"), strict=True):
        sheet.text(x + 0.3, y + 0.08, f"the {turn} moves", 11, weight="bold")
        _corridor(sheet, x, y + 0.25)


def _corridor(sheet: Sheet, x: float, y: float) -> None:
    """A table for the positions of a corridor, of which the ends are given."""
    many = len(CopsAndThief.from_text("P.T").cells)
    for k in range(many):
        sheet.box(x + 0.7 * (k + 1), y, 0.7, 0.3, f"T{k}", edgecolor="none", facecolor="none")
        sheet.box(x, y + 0.3 + 0.42 * k, 0.7, 0.42, f"P{k}", edgecolor="none", facecolor="none")
        for j in range(many):
            sheet.box(x + 0.7 * (j + 1), y + 0.3 + 0.42 * k, 0.7, 0.42, "caught" if j == k else None)


def _rows(board: CopsAndThief, policeman: object, thief: object) -> Sequence[str]:
    """The board with these two on it, or without."""
    tokens = {policeman: "P", thief: "T"}
    return ["".join(tokens.get((r, c), what) for c, what in enumerate(row)) for r, row in enumerate(board.terrain)]


@sheet_of(5)
def town(sheet: Sheet) -> None:
    """One coin for the cop, one for the robber: play, then take the town apart, corner by corner. A corner is a vertex
    whose neighbours, with itself, are all near another one, which dominates it.
    """
    found = defined(5, "play", "five")
    sheet.graph(found["town"], (LEFT, sheet.y, WIDE, 3.3), radius=0.3, empty=False)
    sheet.y += 3.5
    turns = map(str, range(1, len(found["town"])))
    sheet.table([["turn", *turns], ["goes"], ["dominated by"]], 1.4, 0.4)
    sheet.part("Two cops against one robber, with coins: do they catch the robber?")
    sheet.graph(_nameless(found["five"]["Petersen"]), (LEFT + 1.2, sheet.y, 4.5, 3.9), radius=0.3, empty=False)


@sheet_of(5)
def how_many_cops(sheet: Sheet) -> None:
    """How many cops does each graph need? Strike out the corners; if none is left, play with coins."""
    shown = defined(5, "play", "five")["five"] | {"octahedron": nx.octahedral_graph()} | defined(5, "bigger-picture")
    places = [(x, y, 1.95) for x, y in sheet.spots(5, 3, 2.35, 2.45)]
    places[-1] = (LEFT + 3.5, places[-1][1], 1.95)
    places.append((LEFT + 0.9, sheet.y, 3.9))
    names = ("tree", "cycle", "wheel", "grid", "octahedron", "dodecahedron")
    for name, (x, y, size) in zip(names, places, strict=True):
        sheet.gap(x, y + 0.12, min(size, 2.6), f"{name}: cops")
        sheet.graph(_nameless(shown[name]), (x, y + 0.3, size, size), radius=0.2, empty=False)


def _nameless(G: nx.Graph) -> nx.Graph:
    """The same with empty names, in the same places."""
    return nx.relabel_nodes(G, {v: " " * (k + 1) for k, v in enumerate(G)})
