"""The sheets of lectures 6 to 8: heaps, nimbers, rows of pins."""

from __future__ import annotations

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, RIGHT, Sheet
from gamelib.games import Octal


def nim() -> list[Sheet]:
    """Heaps to strike out, and columns of binary numbers."""
    game = defined(6, "position-run")["game"]
    play = Sheet(6, "Two play. In turn, strike out as many matches as you like, of one heap. Who cannot move has lost.")
    starts = [game.heaps, game.heaps, (2, 5, 6), (1, 3, 5, 7)]
    for k, heaps in enumerate(starts):
        x, y = LEFT + 3.6 * (k % 2), play.y + 4.2 * (k // 2)
        play.text(x, y + 0.1, f"heaps of {', '.join(map(str, heaps))}", 11, weight="bold")
        for row, heap in enumerate(heaps):
            play.matches(x + 0.15, y + 0.35 + 0.78 * row, heap, apart=0.4)
        play.gap(x, y + 3.75, 1.5, "began")
        play.gap(x + 1.6, y + 3.75, 1.5, "won")

    add = Sheet(
        6,
        "Write each heap in binary. Below the line: 1 where the number of ones is odd, else 0. If that is not 0, find "
        "the heap h with a smaller h ⊕ x.",
    )
    for k, heaps in enumerate([game.heaps, (3, 5, 6), (2, 5, 6), (1, 3, 5, 7), (9, 12, 14), None]):
        _binary(add, LEFT + 3.55 * (k % 2), add.y + 2.95 * (k // 2), heaps)
    return [play, add]


def _binary(sheet: Sheet, x: float, y: float, heaps: tuple[int, ...] | None) -> None:
    """A table of binary digits to fill in; without heaps, these are to be chosen."""
    for k, place in enumerate(("8", "4", "2", "1")):
        sheet.box(x + 1.0 + 0.5 * k, y, 0.5, 0.3, place, facecolor="#D9D9D9")
    rows: list[int | None] = [None] * 3 if heaps is None else list(heaps)
    for row, heap in enumerate(rows):
        sheet.box(x, y + 0.3 + 0.36 * row, 1.0, 0.36, None if heap is None else f"heap of {heap}")
        for k in range(4):
            sheet.box(x + 1.0 + 0.5 * k, y + 0.3 + 0.36 * row, 0.5, 0.36)
    below = y + 0.36 + 0.36 * len(rows)
    sheet.box(x, below, 1.0, 0.36, "nim-sum")
    for k in range(4):
        sheet.box(x + 1.0 + 0.5 * k, below, 0.5, 0.36, linewidth=1.8)
    sheet.gap(x, below + 0.6, 1.2, "take")
    sheet.gap(x + 1.3, below + 0.6, 1.9, "from the heap of")


def sprague_grundy() -> list[Sheet]:
    """The graph of the token with empty nimbers, the three games on one table, and a chessboard."""
    found = defined(7, "play")
    G, three = found["G"], found["three"]
    sheet = Sheet(7, "The nimber is the smallest number that none of the options has. Begin at the end of play.")
    sheet.graph(G, (LEFT, sheet.y, 3.6, 3.4), radius=0.42)
    for k, v in enumerate(["vertex", *sorted(G, reverse=True)]):
        head = {"facecolor": "#D9D9D9"} if not k else {}
        y = sheet.y + 0.2 + 0.5 * k
        sheet.box(LEFT + 3.8, y, 0.7, 0.5, v, **head)
        sheet.box(LEFT + 4.5, y, 1.5, 0.5, "options have" if not k else None, **head)
        sheet.box(LEFT + 6.0, y, 0.87, 0.5, "nimber" if not k else None, **head)
    sheet.y += 3.7
    pins, heap, _ = three.games
    sheet.say(
        "Three games on one table. In your turn move in one of them; who can move in none has lost.", weight="bold"
    )
    for row, many in enumerate((*pins.heaps, *heap.heaps)):
        sheet.matches(LEFT + 0.15 + 4.2 * row, sheet.y, many, apart=0.45)
    sheet.y += 0.9
    sheet.say("Takes and nimbers: fill in, from the left.", weight="bold")
    each = (RIGHT - LEFT - 1.4) / 14
    rows = [[f"takes {', '.join(map(str, takes))}", *[None] * 14] for takes in ((1, 2, 3), (1, 3, 4), (2, 4, 7))]
    sheet.table(["pile", *map(str, range(14))], rows, [1.4, *[each] * 14], 0.38)

    chess = Sheet(
        7,
        "A rook moves to the left or down, as far as it likes; who cannot move has lost. Write the nimber into each "
        "cell, from the corner left below. Then the same for a knight that jumps two down or two to the left.",
    )
    for k, piece in enumerate(("rook", "knight")):
        y = chess.y + 4.3 * k
        chess.text(LEFT, y + 2.0, piece, 13, weight="bold")
        chess.board(LEFT + 1.4, y, ["." * 8] * 8, 0.5, fill=True)
    return [sheet, chess]


def kayles() -> list[Sheet]:
    """Rows of pins, strips for Treblecross, and a table of nimbers."""
    eleven = Octal((11,), "0.77")
    play = Sheet(
        8,
        "Kayles: strike out one pin, or two that stand side by side with no gap between them. Who takes the last has "
        "won. With which pin do you begin?",
    )
    for heap in (*eleven.heaps * 4, 7, 5):
        play.matches(LEFT + 0.2, play.y, heap, apart=0.45)
        play.gap(LEFT + 5.4, play.y + 0.3, 1.45, "won")
        play.y += 0.88
    play.y += 0.1
    play.say("Treblecross: both write X, in turn; who completes three in a row wins.", weight="bold")
    cells = defined(8, "treblecross-class")["Treblecross"](9).shape[1]
    for _ in range(4):
        play.board(LEFT, play.y, ["." * cells], 0.55, fill=True)
        play.gap(LEFT + 5.4, play.y + 0.3, 1.45, "won")
        play.y += 0.72

    fill = Sheet(
        8,
        "Kayles, row by row: what may be left, with its nimber (of two rows the nim-sum), and the smallest number that "
        "is missing. What stands above helps with what stands below.",
    )
    for n in range(8):
        leaves = ["nothing left to take"] if n == 0 else list(dict.fromkeys(_left(n)))
        fill.box(LEFT, fill.y, 0.9, 0.92, f"row of {n}")
        each = 5.0 / max(len(leaves), 4)
        for k, left in enumerate(leaves):
            wide = 5.0 if n == 0 else each
            fill.box(LEFT + 0.9 + wide * k, fill.y, wide, 0.36, left, facecolor="#F2F2F2")
            fill.box(LEFT + 0.9 + wide * k, fill.y + 0.36, wide, 0.56, None)
        fill.box(LEFT + 5.9, fill.y, 0.97, 0.36, f"g({n})", facecolor="#D9D9D9")
        fill.box(LEFT + 5.9, fill.y + 0.36, 0.97, 0.56, None)
        fill.y += 1.02
    return [play, fill]


def _left(n: int) -> list[str]:
    """What a row of n pins may leave, each pair of rows once."""
    game = Octal((n,), "0.77")
    after = (game.play((n,), move) for move in game.moves((n,)))
    return [" and ".join(map(str, sorted(h for h in heaps if h))) or "0" for heaps in after]
