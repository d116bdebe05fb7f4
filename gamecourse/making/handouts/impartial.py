"""The sheets of lectures 6 to 8: heaps, nimbers, rows of pins."""

from __future__ import annotations

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, PALE, Sheet, sheet_of
from gamelib.games import Octal


@sheet_of(6)
def heaps_to_strike_out(sheet: Sheet) -> None:
    """Two play. Take turns to strike out as many matches as you like, of one heap. A player who cannot move loses."""
    heaps = defined(6, "position-run")["game"].heaps
    starts = (heaps, heaps, (2, 5, 6), (1, 3, 5, 7))
    for (x, y), start in zip(sheet.spots(4, 2, 3.6, 4.2), starts, strict=True):
        sheet.text(x, y + 0.1, f"heaps of {', '.join(map(str, start))}", 11, weight="bold")
        for k, heap in enumerate(start):
            sheet.matches(x + 0.15, y + 0.35 + 0.78 * k, heap, apart=0.4)
        sheet.gap(x, y + 3.75, 1.5, "began")
        sheet.gap(x + 1.6, y + 3.75, 1.5, "won")


@sheet_of(6)
def binary(sheet: Sheet) -> None:
    """Write each heap in binary. Below the line: 1 where the number of ones is odd, otherwise 0. If that is not 0, find
    the heap h with a smaller h ⊕ x.
    """
    heaps = defined(6, "position-run")["game"].heaps
    every = [heaps, (3, 5, 6), (2, 5, 6), (1, 3, 5, 7), (9, 12, 14), (None,) * 3]
    for (x, y), several in zip(sheet.spots(6, 2, 3.55, 2.95), every, strict=True):
        for k, place in enumerate("8421"):
            sheet.box(x + 1.0 + 0.5 * k, y, 0.5, 0.3, place, facecolor=PALE)
        below = y + 0.36 + 0.36 * len(several)
        rows = [(y + 0.3 + 0.36 * k, f"heap of {heap}" if heap else None, 0.9) for k, heap in enumerate(several)]
        for top, label, width in (*rows, (below, "nim-sum", 1.8)):
            sheet.box(x, top, 1.0, 0.36, label)
            for k in range(4):
                sheet.box(x + 1.0 + 0.5 * k, top, 0.5, 0.36, linewidth=width)
        sheet.gap(x, below + 0.6, 1.2, "take")
        sheet.gap(x + 1.3, below + 0.6, 1.9, "from the heap of")


@sheet_of(7)
def smallest_missing(sheet: Sheet) -> None:
    """The nimber is the smallest number that none of the options has. Begin at the end of play."""
    found = defined(7, "play")
    G, three = found["G"], found["three"]
    sheet.graph(G, (LEFT, sheet.y, 3.6, 3.4), radius=0.42)
    rows = [("vertex", "options have", "nimber"), *((v, None, None) for v in sorted(G, reverse=True))]
    for k, row in enumerate(rows):
        for x, width, words in zip((3.8, 4.5, 6.0), (0.7, 1.5, 0.87), row, strict=True):
            sheet.box(LEFT + x, sheet.y + 0.2 + 0.5 * k, width, 0.5, words, facecolor="white" if k else PALE)
    sheet.y += 3.7
    pins, heap, _ = three.games
    sheet.part("Three games on one table. On your turn move in one of them; a player who can move in none loses.")
    for k, many in enumerate((*pins.heaps, *heap.heaps)):
        sheet.matches(LEFT + 0.15 + 4.2 * k, sheet.y, many, apart=0.45)
    sheet.y += 0.9
    sheet.part("Takes and nimbers: fill in, from the left.")
    takes = [[f"takes {', '.join(map(str, takes))}"] for takes in ((1, 2, 3), (1, 3, 4), (2, 4, 7))]
    sheet.table([["pile", *map(str, range(14))], *takes], 1.4, 0.38)


@sheet_of(7)
def chessboards(sheet: Sheet) -> None:
    """A rook moves to the left or down, as far as it likes; a player who cannot move loses. Write the nimber into each
    cell, from the lower left corner. Then the same for a knight that jumps two down or two to the left.
    """
    for (x, y), piece in zip(sheet.spots(2, 1, 0, 4.3), ("rook", "knight"), strict=True):
        sheet.text(x, y + 2.0, piece, 13, weight="bold")
        sheet.board(x + 1.4, y, ["." * 8] * 8, 0.5, fill=True)


@sheet_of(8)
def pins(sheet: Sheet) -> None:
    """Kayles: strike out one pin, or two that stand side by side with no gap between them. Whoever takes the last
    wins. With which pin do you begin?
    """
    rows = (11, 11, 11, 11, 7, 5)
    for (x, y), many in zip(sheet.spots(len(rows), 1, 0, 0.88), rows, strict=True):
        sheet.matches(x + 0.2, y, many, apart=0.45)
        sheet.gap(x + 5.4, y + 0.3, 1.45, "won")
    sheet.y += 0.1
    sheet.part("Treblecross: both write X, in turn; whoever completes three in a row wins.")
    cells = defined(8, "treblecross-class")["Treblecross"](9).shape[1]
    for x, y in sheet.spots(4, 1, 0, 0.72):
        sheet.board(x, y, ["." * cells], 0.55, fill=True)
        sheet.gap(x + 5.4, y + 0.3, 1.45, "won")


@sheet_of(8)
def row_by_row(sheet: Sheet) -> None:
    """Kayles, row by row: what may be left, with its nimber (of two rows the nim-sum), and the smallest number that is
    missing. What stands above helps with what stands below.
    """
    for n, (x, y) in enumerate(sheet.spots(8, 1, 0, 1.02)):
        left = list(dict.fromkeys(_left(n))) or ["nothing left to take"]
        sheet.box(x, y, 0.9, 0.92, f"row of {n}")
        width = 5.0 / max(len(left), 4 if n else 1)
        columns = [(0.9 + width * k, width, words, "#F2F2F2") for k, words in enumerate(left)]
        for across, width, words, shade in (*columns, (5.9, 0.97, f"g({n})", PALE)):
            sheet.box(x + across, y, width, 0.36, words, facecolor=shade)
            sheet.box(x + across, y + 0.36, width, 0.56)


def _left(n: int) -> list[str]:
    """What a row of n pins may leave, each pair of rows once."""
    game = Octal((n,), "0.77")
    after = (game.play((n,), move) for move in game.moves((n,)))
    return [" and ".join(map(str, sorted(h for h in heaps if h))) or "0" for heaps in after]
