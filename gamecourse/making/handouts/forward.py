"""The sheets of lectures 9 to 12: trees, boards, windows, playouts."""

from __future__ import annotations

from typing import Any

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import GREY, LEFT, PALE, RIGHT, WIDE, Sheet, sheet_of
from gamecourse.show import layout
from gamecourse.show.stage.tokens import nodes_of
from gamelib import Quotient, ask
from gamelib.games import MinMaxTree, TicTacToe

#: Words on a line hide it.
PAPER = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}


def _tree(
    sheet: Sheet, what: Any, place: tuple[float, float, float, float], *, size: float = 0.36, windows: bool = False
) -> None:
    """A tree of Max and Min within (x, y, width, height): numbers in its leaves, inside nothing but names.

    With ``windows`` there is room for the window at each node, and for the numbers in the leaves.
    """
    game = what if isinstance(what, MinMaxTree) else MinMaxTree(what)
    nodes, children = nodes_of(game)
    spots = layout.tree(children)
    x, y, width, height = place
    far, deep = max(at for at, _ in spots), max(row for _, row in spots)
    at = [
        (x + size + along / max(far, 1) * (width - 2 * size), y + size + row / deep * (height - 2 * size))
        for along, row in spots
    ]
    for k, child in layout.branches(children):
        a, b = at[child]
        sheet.line(at[k], (a, b if children[child] else b - 0.24), 1.2, color=GREY)
    for node, (a, b), (_, row) in zip(nodes, at, spots, strict=True):
        number = game.outcome(node)
        if number is None:
            sheet.vertex(a, b, size, str(node), kind="square" if game.max_to_move(node) else "disc")
            if windows and row < 2:
                sheet.gap(a + size + 0.06, b - 0.14, 0.7, "α", 10)
                sheet.gap(a + size + 0.06, b + 0.2, 0.7, "β", 10)
            elif windows:
                sheet.gap(a - 0.5, b - size - 0.17, 0.44, "α", 10)
                sheet.gap(a + 0.06, b - size - 0.17, 0.44, "β", 10)
        else:
            worth = game.to_max(node, number)
            sheet.text(a, b - 0.12, str(node), 10, ha="center", color=GREY)
            if windows:
                sheet.box(a - 0.2, b + 0.02, 0.4, 0.34)
            else:
                sheet.text(a, b + 0.13, f"{worth:g}", 13, ha="center", weight="bold")


@sheet_of(9)
def ends_up(sheet: Sheet) -> None:
    """Square: Max moves; disc: Min moves. Write into each node what Max can be sure of, from the ends up, and make the
    best branches thick.
    """
    found = defined(9, "play", "players-run", "ties-run")
    _tree(sheet, found["tree"], (LEFT, sheet.y, WIDE, 3.3), size=0.42)
    sheet.y += 3.5
    sheet.part("Three friends. At each name: who takes what? Payoffs for A, B, C.")
    _friends(sheet, found["cake"])
    sheet.part("One shares ten coins, the other answers. Payoffs for both.")
    _friends(sheet, found["ultimatum"]("yes", "no"))


@sheet_of(9)
def pennies(sheet: Sheet) -> None:
    """Both show a coin at once. Draw what Max gets on average against each answer of Min, for every p, the probability
    that Max shows heads; go over the smaller of the two with a heavy line.
    """
    pay = defined(9, "play", "pennies-run")["win"]
    sides = sorted({a for a, _ in pay})
    cases = (("Equal sides pay 1", 1), ("Two heads pay 2", 2))
    for (x, y), (words, heads) in zip(sheet.spots(2, 1, 0, 4.2), cases, strict=True):
        sheet.text(x, y + 0.1, words, 12, weight="bold")
        table = {key: f"{worth:g}" for key, worth in (pay | {("heads", "heads"): heads}).items()}
        table |= {("", side): side for side in ("", *sides)} | {(side, ""): side for side in sides}
        for r, a in enumerate(["", *sides]):
            for c, b in enumerate(["", *sides]):
                shade = "white" if a and b else PALE
                sheet.box(x + 0.75 * c, y + 0.4 + 0.42 * r, 0.75, 0.42, table[a, b], facecolor=shade)
        sheet.text(x, y + 1.9, "rows: Max; columns: Min", 10, color=GREY)
        _axes(sheet, x + 3.2, y + 0.2)
        sheet.gap(x, y + 2.6, 2.2, "best p")
        sheet.gap(x, y + 3.05, 2.2, "sure of")


def _axes(sheet: Sheet, x: float, y: float) -> None:
    """Squared paper for lines over p from 0 to 1."""
    for k in range(13):
        style = {"color": "#BBBBBB" if k != 8 else "black"}
        sheet.line((x, y + 0.28 * k), (x + 3.5, y + 0.28 * k), 0.7, **style)
        if k % 4 == 0:
            sheet.text(x - 0.1, y + 0.28 * k, str(2 - k // 4), 10, ha="right")
    for k in range(11):
        sheet.line((x + 0.35 * k, y), (x + 0.35 * k, y + 3.36), 0.7, color="#BBBBBB" if k else "black")
    for p, k in (("p = 0", 0), ("1/2", 5), ("1", 10)):
        sheet.text(x + 0.35 * k, y + 3.55, p, 10, ha="center")
    sheet.blank(x + 0.05, y, 3.4, 3.36)


def _friends(sheet: Sheet, tree: Any) -> None:
    """A tree of several players that grows to the right: payoffs at its ends, empty boxes at its nodes."""
    nodes, children = layout.unfolded(("", tree.start()), lambda pair: ask.steps(tree, pair[1]))
    spots = layout.tree(children)
    last = max(along for along, _ in spots)
    at = [(LEFT + 1.9 * row, sheet.y + 0.35 + 0.58 * along) for along, row in spots]
    for k, child in layout.branches(children):
        (x, y), (u, v) = at[k], at[child]
        sheet.line((x + 1.0, y), (u, v), 1.2, color=GREY)
        sheet.text((x + 1.0 + u) / 2, (y + v) / 2, str(nodes[child][0]), 10, ha="center", bbox=PAPER)
    for (_, node), (x, y) in zip(nodes, at, strict=True):
        if tree.turn(node) is None:
            sheet.text(x + 0.08, y, f"({', '.join(map(str, node))})", 11)
        else:
            sheet.box(x, y - 0.2, 1.0, 0.48, None)
            sheet.text(x + 0.5, y - 0.3, str(tree.nodes[node][0]), 10, ha="center", weight="bold")
    sheet.y += 0.58 * last + 0.85


@sheet_of(10)
def boards(sheet: Sheet) -> None:
    """Play. Then use a board for each question: which answers of O lose, and why?"""
    for x, y in sheet.spots(12, 3, 2.4, 2.3):
        sheet.board(x, y, ["..."] * 3, 0.66, fill=True)


@sheet_of(10)
def images(sheet: Sheet) -> None:
    """Draw the images of this board: turn it, look at it in a mirror. Which are alike?"""
    game = TicTacToe()
    rep, _ = game.representative("..X.O....")
    sheet.board(LEFT, sheet.y + 0.65, _board(game, rep), 0.42)
    for x, y in sheet.spots(8, 4, 1.4, 1.45):
        sheet.board(x + 1.65, y, ["..."] * 3, 0.4, fill=True)
    sheet.y += 0.2
    sheet.part(
        "The first two moves, equal boards once. Write into each circle W, L or D: for O below X's first move, for X "
        "below O's answer."
    )
    _beginnings(sheet, game)


def _board(game: Any, position: str) -> list[str]:
    width = game.shape[1]
    return [position[k : k + width] for k in range(0, len(position), width)]


def _beginnings(sheet: Sheet, game: TicTacToe) -> None:
    """X's first moves and O's answers, a representative of each class, with an empty circle at each."""
    quotient: Quotient[str, int] = Quotient(game)
    firsts = list(dict.fromkeys(quotient.play(quotient.start(), move) for move in quotient.moves(quotient.start())))
    for row, first in enumerate(firsts):
        y = sheet.y + 1.75 * row
        answers = list(dict.fromkeys(quotient.play(first, move) for move in quotient.moves(first)))
        for column, board in enumerate([first, *answers]):
            x = LEFT + (1.2 * column + 0.25 if column else 0.0)
            sheet.board(x, y, _board(game, board), 0.3)
            sheet.vertex(x + 0.45, y + 1.17, 0.22, "", empty=True)
        sheet.line((LEFT + 1.12, y + 0.45), (LEFT + 1.38, y + 0.45), 1.4, color=GREY)


@sheet_of(11)
def windows(sheet: Sheet) -> None:
    """One of you cuts off the slip below and keeps it. The other asks for leaves, one by one, until sure of what A is
    worth, and writes the numbers down. Then fill in the others, and search from left to right. Write the window into
    each node when you enter it (α: what Max is sure of, β: what Min is sure of), then its value or bound.
    """
    example = defined(11, "stepper")["example"]
    _tree(sheet, example, (LEFT - 0.1, sheet.y, WIDE + 0.2, 6.3), size=0.36, windows=True)
    sheet.y += 6.5
    sheet.gaps("leaves asked for", "never looked at", "largest cutoff")
    sheet.line((LEFT, sheet.y), (RIGHT, sheet.y), 1.0, color=GREY, linestyle="--")
    sheet.y += 0.1
    sheet.say("The numbers of the leaves, for Max. Give only those that you are asked for.")
    numbers = {node: inside for node, inside in example.items() if not isinstance(inside, list)}
    sheet.table([list(numbers), [f"{number:g}" for number in numbers.values()]], height=0.32)


@sheet_of(11)
def cuts(sheet: Sheet) -> None:
    """Which leaves need not be looked at? Write ≤ or ≥ where the search breaks off."""
    found = defined(11, "idea-run", "equal-tree", "diamond")
    for (x, y), name in zip(sheet.spots(3, 3, 2.35, 3.4), ("third_son", "a_to_e", "diamond"), strict=True):
        _tree(sheet, found[name], (x, y, 2.3, 3.2), size=0.3)
    sheet.part(
        "Three moves everywhere, the best move always first on the left. Mark the leaves of Max's proof (one move of "
        "Max, all moves of Min) with a circle, those of Min's proof with a cross. How many must be seen?"
    )
    _uniform(sheet, 3, 3)
    sheet.gaps("Max's proof", "Min's proof", "together")


def _uniform(sheet: Sheet, moves: int, depth: int) -> None:
    """A tree with so many moves everywhere, its leaves empty circles; Max begins."""
    for row in range(depth + 1):
        many = moves**row
        for k in range(many):
            x, y = LEFT + WIDE * (k + 0.5) / many, sheet.y + 0.3 + 0.95 * row
            if row:
                above = LEFT + WIDE * (k // moves + 0.5) / (many // moves)
                sheet.line((above, y - 0.95), (x, y), 1.0, color=GREY)
            size = 0.115 if row == depth else 0.2
            sheet.vertex(x, y, size, "", kind="square" if row % 2 == 0 and row < depth else "disc", empty=row == depth)
    sheet.y += 0.95 * depth + 0.7


@sheet_of(12)
def connect_four(sheet: Sheet) -> None:
    """Connect Four: a disc falls to the bottom of its column; four in a row win. X begins."""
    shown = defined(12, "evaluate-run")["p"].split("\n")
    sheet.board(LEFT + 0.7, sheet.y, ["." * len(row) for row in shown], 0.72, fill=True)
    sheet.y += 0.72 * len(shown) + 0.25
    sheet.part("O is to move. Where would you play? Look two moves ahead, then further.")
    sheet.board(LEFT + 0.7, sheet.y, shown, 0.5, fill=True)
    sheet.gap(LEFT + 4.5, sheet.y + 0.6, 2.3, "two ahead: column")
    sheet.gap(LEFT + 4.5, sheet.y + 1.2, 2.3, "further: column")


@sheet_of(12)
def playouts(sheet: Sheet) -> None:
    """To which move does the next playout go? N counts it, too. Work out average + √2 · √(ln N / n)."""
    found = defined(12, "collision-run", "number-known")
    root = found["root"]
    sheet.part(f"After {root.visits} playouts:")
    known = zip(root.moves, root.tries, found["averages"], strict=True)
    rows = [[str(move), str(tries), f"{average:g}"] for move, tries, average in known]
    head = ["move", "n", "average", "√(ln N / n)", "√2 times that", "together"]
    sheet.table([head, *rows], [0.9, 0.6, 1.0, 1.45, 1.45, 1.45], 0.45)
    sheet.gaps("N =", "the next playout goes to")
    sheet.part("X is to move here. A move is (row, column), both counted from 0.")
    sheet.board(LEFT, sheet.y, _board(found["small"], root.position), 0.6)
