"""The sheets of lectures 1 to 5: matches, graphs, boards to chase on."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, RIGHT, Sheet
from gamelib.games import CopsAndThief, Matches


def matches() -> list[Sheet]:
    """Rows to strike out; then tables of won and lost piles."""
    game = Matches(15)
    *first, last = game.takes
    few = f"{', '.join(map(str, first))} or {last}"
    play = Sheet(
        1, f"Two play. In turn, strike out {few} matches of a row. Who cannot move has lost. Can you win every time?"
    )
    for _ in range(7):
        play.matches(LEFT + 0.1, play.y + 0.1, game.n)
        play.gap(LEFT + 5.3, play.y + 0.2, 1.55, "began")
        play.gap(LEFT + 5.3, play.y + 0.62, 1.55, "won")
        play.y += 1.22
    play.gap(LEFT, play.y + 0.1, RIGHT - LEFT, "I want to leave my opponent")

    fill = Sheet(1, "Who wins? Write W below a pile that is won for the player to move, and L below one that is lost.")
    several = defined(1, "periods-table-run")["several"]
    for takes in (game.takes, several[1], several[-1], None):
        named = "____, ____, ____" if takes is None else ", ".join(map(str, takes))
        _piles(fill, f"Takes {named}. Who cannot move loses.")
    _piles(fill, f"Takes {', '.join(map(str, game.takes))}, misère: who cannot move wins.")
    return [play, fill]


def _piles(sheet: Sheet, words: str, largest: int = 17) -> None:
    sheet.say(words, weight="bold")
    width = (RIGHT - LEFT - 0.9) / (largest + 1)
    sheet.table(
        [],
        [["pile", *map(str, range(largest + 1))], ["W or L", *[None] * (largest + 1)]],
        [0.9, *[width] * (largest + 1)],
        0.42,
    )
    sheet.gap(LEFT, sheet.y, 3.3, "the pattern comes back after")
    sheet.gap(LEFT + 3.5, sheet.y, 3.3, "it begins with pile")
    sheet.y += 0.42


def graphs() -> list[Sheet]:
    """The graph of the lecture, and a row for its vertices."""
    G = defined(2, "play-graph")["G"]
    play = Sheet(
        2,
        "Push a coin along the arrows, in turn; who cannot move has lost. Then begin at the end of play, and write N "
        "into each vertex from which the next player wins, P where the previous one does.",
    )
    play.graph(G, (LEFT, play.y, RIGHT - LEFT, 6.6), radius=0.42)
    play.y += 6.9
    play.say("A strategy is a table: for each N-position a move to a P-position.", weight="bold")
    names = sorted(G)
    play.table([], [["at", *names], ["move to", *[None] * len(names)]], [0.9, *[0.59] * len(names)], 0.45)

    row = Sheet(
        2, "Write the vertices into this row so that all arrows point to the left. Then go through it from the left."
    )
    row.table([], [["vertex", *[None] * len(G)], ["N or P", *[None] * len(G)]], [0.9, *[0.59] * len(G)], 0.6)
    row.graph(G, (LEFT + 0.6, row.y, 5.6, 5.0), radius=0.3, empty=False)
    row.y += 5.2
    row.say("One arrow more, from j back to e. Which vertices can you still settle? Why no others?", weight="bold")
    _lines(row, 4)
    return [play, row]


def _lines(sheet: Sheet, number: int) -> None:
    for _ in range(number):
        sheet.gap(LEFT, sheet.y + 0.2, RIGHT - LEFT)
        sheet.y += 0.42


def retrograde() -> list[Sheet]:
    """The graph with cycles, its counters, and the queue."""
    G = defined(3, "play-graph")["G"]
    names = sorted(G)
    sheet = Sheet(
        3,
        "Settle the graph from its end. Strike out a hope in the table when it is gone, put into the queue what is "
        "settled, and write W or L and the remoteness into its vertex. What is never settled is a draw.",
    )
    sheet.graph(G, (LEFT + 0.4, sheet.y, 6.0, 4.6), radius=0.47)
    sheet.y += 4.8
    sheet.say("Hopes: the arrows out of a vertex, and what is left of them after each step.", weight="bold")
    each = (RIGHT - LEFT - 1.5) / len(names)
    rows = [["at the beginning", *[None] * len(names)]]
    rows += [[f"after step {k}", *[None] * len(names)] for k in range(1, 6)]
    sheet.table(["vertex", *names], rows, [1.5, *[each] * len(names)], 0.31)
    sheet.say("The queue, first in, first out: vertex, W or L, remoteness.", weight="bold")
    sheet.table([], [[None] * len(names)], [(RIGHT - LEFT) / len(names)] * len(names), 0.6)

    small = Sheet(3, "Four small graphs. Write W, L or D and the remoteness into each vertex. Where can play go round?")
    cycle = defined(3, "recursion-run")["cycle"]
    longer = nx.DiGraph([*cycle.edges, ("x", "z"), ("z", "e"), ("y", "z")])
    for k, H in enumerate((cycle, defined(2, "mixed-run")["K"], longer, defined(3, "dfs-try")["H"])):
        small.graph(H, (LEFT + 3.5 * (k % 2), small.y + 4.4 * (k // 2), 3.3, 3.3), radius=0.47)
    return [sheet, small]


def thief() -> list[Sheet]:
    """The board to play on, and maps to fill in."""
    board = defined(4, "play")["board"]
    hideout = defined(4, "drawn-run")["hideout"]
    play = Sheet(
        4,
        "Put two coins on P and T. The policeman moves first, one step in any of 8 directions, the thief in 4; both "
        "may stay. The policeman wants to step on the thief, the thief wants to step on E.",
    )
    rows = _rows(board, board.policeman, board.thief)
    play.board(LEFT + 0.4, play.y + 0.1, rows, 1.0)
    play.y += len(rows) + 0.45
    play.board(LEFT + 1.6, play.y, _rows(hideout, hideout.policeman, hideout.thief), 0.6)
    play.text(LEFT, play.y + 1.5, "And here?", 12, weight="bold")

    fill = Sheet(
        4,
        "The thief stands on T, the policeman moves. Write into each cell: if he starts here, W (he catches him), "
        "L (the thief gets away) or D (nobody can force an end).",
    )
    higher = (board.thief[0] - 1, board.thief[1])
    cases = [(board, board.thief), (board, higher), (hideout, hideout.thief), (hideout, None)]
    for k, (which, at) in enumerate(cases):
        x, y = LEFT + 3.55 * (k % 2), fill.y + 3.1 * (k // 2)
        fill.text(x, y + 0.1, "Choose a cell for T yourself" if at is None else f"T on {at}", 11, weight="bold")
        fill.board(x, y + 0.3, _rows(which, None, at), 0.54, fill=True)
    fill.y += 6.3
    fill.say("A corridor of three cells, no exit: in how many moves? Rows: the policeman; columns: the thief.")
    for k, turn in enumerate(("policeman", "thief")):
        fill.text(LEFT + 3.55 * k + 0.3, fill.y + 0.08, f"the {turn} moves", 11, weight="bold")
        _corridor(fill, LEFT + 3.55 * k, fill.y + 0.25)
    return [play, fill]


def _corridor(sheet: Sheet, x: float, y: float) -> None:
    """A table for the positions of a corridor, of which the ends are given."""
    board = CopsAndThief.from_text("P.T")
    many = len(board.cells)
    for k in range(many):
        sheet.box(x + 0.7 * (k + 1), y, 0.7, 0.3, f"T{k}", edgecolor="none", facecolor="none")
        sheet.box(x, y + 0.3 + 0.42 * k, 0.7, 0.42, f"P{k}", edgecolor="none", facecolor="none")
        for j in range(many):
            sheet.box(x + 0.7 * (j + 1), y + 0.3 + 0.42 * k, 0.7, 0.42, "caught" if j == k else None)


def _rows(board: CopsAndThief, policeman: object, thief: object) -> Sequence[str]:
    """The board with these two on it, or without."""
    tokens = {policeman: "P", thief: "T"}
    return ["".join(tokens.get((r, c), what) for c, what in enumerate(row)) for r, row in enumerate(board.terrain)]


def cops() -> list[Sheet]:
    """A town to take apart, and graphs to play on with coins."""
    found = defined(5, "play", "five")
    town, five = found["town"], found["five"]
    apart = Sheet(
        5,
        "One coin for the cop, one for the robber: play, then take the town apart, corner by corner. A corner is a "
        "vertex whose neighbours, with itself, are all near another one, which dominates it.",
    )
    apart.graph(town, (LEFT, apart.y, RIGHT - LEFT, 3.3), radius=0.3, empty=False)
    apart.y += 3.5
    many = len(town) - 1
    each = (RIGHT - LEFT - 1.4) / many
    rows = [[word, *[None] * many] for word in ("goes", "dominated by")]
    apart.table(["turn", *map(str, range(1, many + 1))], rows, [1.4, *[each] * many], 0.4)
    apart.say("Two cops against one robber, with coins: do they catch him?", weight="bold")
    apart.graph(_nameless(five["Petersen"]), (LEFT + 1.2, apart.y, 4.5, 3.9), radius=0.3, empty=False)

    number = Sheet(5, "How many cops does each graph need? Strike out the corners; play with coins where none is left.")
    shown = {name: five[name] for name in ("tree", "cycle", "wheel", "grid")}
    shown |= {"octahedron": nx.octahedral_graph()} | defined(5, "bigger-picture")
    for k, name in enumerate(("tree", "cycle", "wheel", "grid", "octahedron", "dodecahedron")):
        x, y, size = LEFT + 2.35 * (k % 3), number.y + 2.45 * (k // 3), 1.95
        if name == "dodecahedron":
            x, y, size = LEFT + 0.9, number.y + 4.85, 3.9
        elif name == "octahedron":
            x = LEFT + 3.5
        number.gap(x, y + 0.12, min(size, 2.6), f"{name}: cops")
        number.graph(_nameless(shown[name]), (x, y + 0.3, size, size), radius=0.2, empty=False)
    return [apart, number]


def _nameless(G: nx.Graph) -> nx.Graph:
    """The same with empty names, in the same places."""
    return nx.relabel_nodes(G, {v: " " * (k + 1) for k, v in enumerate(G)})
