"""The sheets of lectures 13 to 15: coins, bounds, counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, PALE, RIGHT, Sheet
from gamecourse.show import boards, chances, strokes
from gamecourse.show.stage.lines import drawn
from gamecourse.show.stage.vertices import arrows
from gamelib import exact_values
from gamelib.core import CHANCE


def dice() -> list[Sheet]:
    """All of 2 x 2 without its values; the strip, the equations, the rounds."""
    two = defined(13, "small-draw")["two"]
    whole = Sheet(
        13,
        "Overwriting tic-tac-toe on 2 × 2. Square: X moves; circle: O moves; diamond: the coin is in the air (dashed: "
        "one half each). Write below each board, inside its shape, what it is worth to X.",
    )
    _net(whole, two, (LEFT - 0.3, whole.y, RIGHT - LEFT + 0.1, 7.3))
    whole.y += 7.5
    whole.say("The equation of the ring. Let w be the value when one X stands and O tries.", weight="bold")
    whole.gap(LEFT, whole.y + 0.15, 3.2, "heads leads to")
    whole.gap(LEFT + 3.5, whole.y + 0.15, 3.3, "tails leads to")
    whole.gap(LEFT, whole.y + 0.65, 3.2, "w =")
    whole.gap(LEFT + 3.5, whole.y + 0.65, 3.3, "so w =")

    rounds = Sheet(
        13,
        "Strategy improvement on the ring. a: one X stands, O moves; b: one O stands, X moves. Both begin with take. "
        "Solve for a and b, then change what a single move makes better; O is asked first.",
    )
    head = ["round", "O", "X", "a", "b", "would O change?", "would X change?"]
    rows: list[list[str | None]] = [["1", "take", "take", *[None] * 4]]
    rows += [[str(k), *[None] * 6] for k in range(2, 6)]
    rounds.table(head, rows, [0.7, 0.8, 0.8, 0.77, 0.77, 1.5, 1.5], 0.5)
    rounds.say(
        "Nature shades a cell: strips of n cells, two neighbours win. What is a strip worth to X?", weight="bold"
    )
    strip = defined(13, "shaded-strip", only="strip")["strip"]
    for n in range(strip.n, strip.n + 4):
        rounds.board(LEFT, rounds.y, ["." * n], 0.62, fill=True)
        rounds.gap(LEFT + 5.0, rounds.y + 0.35, 1.8, "worth")
        rounds.y += 0.8
    rounds.y += 0.1
    rounds.say("Cut off after d moves: what does the program say of 2 × 2?", weight="bold")
    rounds.table([], [["d", *map(str, range(9))], ["value", *[None] * 9]], [0.7, *[0.68] * 9], 0.42)
    return [whole, rounds]


def _net(sheet: Sheet, game: Any, place: tuple[float, float, float, float]) -> None:
    """Every position of a game with chance, and the arrows between them; an empty box below each."""
    net = chances.net_of(exact_values(game))
    x, y, width, height = place
    low, high = net.places.min(axis=0), net.places.max(axis=0)
    size = 0.38
    room = np.array([width - 2.4 * size, height - 2.4 * size])
    places = np.array([x, y]) + 1.2 * size + (net.places - low) / (high - low) * room
    shapes = []
    for p, (a, b) in zip(net.live, places, strict=False):
        turn = game.turn(p)
        kind = {CHANCE: "diamond", 0: "square"}.get(turn, "disc")
        shapes.append(sheet.vertex(a, b, size * (1.2 if turn == CHANCE else 1.0), "", kind=kind, empty=False))
        rows = boards.cells(game, p)
        words = "\n".join(row.replace(".", "·") for row in rows)
        sheet.text(a, b - 0.14, words, 10, ha="center", family="monospace", linespacing=0.85)
        sheet.blank(a - 0.2, b + 0.03, 0.4, 0.24)
    for payoff, (a, b) in zip(net.payoffs, places[len(net.live) :], strict=True):
        ends = {"ha": "center", "weight": "bold", "bbox": {"facecolor": PALE, "edgecolor": "black", "pad": 4}}
        sheet.text(a, b, f"end: {payoff}", 10, **ends)
        shapes.append(sheet.vertex(a, b, 0.27, "", empty=False))
    lines = drawn(arrows(places, net.edges, 1.3 * size), shapes)
    for line, chance in zip(lines, net.chances, strict=True):
        strokes.draw_line(sheet.ax, line, "n" if chance is None else "d")


def bounds() -> list[Sheet]:
    """Sweeps by hand, and boards for the values of openings and answers."""
    low, high = defined(14, "interval-run")["bounds"][0]
    sweeps = Sheet(
        14,
        "Two bounds on w = ½ (−w) + ½. Put them into the equation, again and again: the upper bound makes the new "
        "lower one. In fractions.",
    )
    rows: list[list[str | None]] = [["0", str(low), str(high), str(high - low)]]
    rows += [[str(k), None, None, None] for k in range(1, 8)]
    sweeps.table(["sweeps", "lower bound", "upper bound", "width"], rows, [1.0, 1.95, 1.95, 1.95], 0.5)
    sweeps.say("Draw each pair of bounds on its line.", weight="bold")
    for k in range(6):
        y = sweeps.y + 0.25 + 0.42 * k
        sweeps.line((LEFT + 0.6, y), (RIGHT - 0.2, y), 1.0)
        sweeps.text(LEFT, y, str(k), 10)
        for tick in range(9):
            x = LEFT + 0.6 + (RIGHT - LEFT - 0.8) * tick / 8
            sweeps.line((x, y - 0.06), (x, y + 0.06), 1.0)
            if k == 5:
                sweeps.text(x, y + 0.22, str(Fraction(tick - 4, 4)), 10, ha="center")
    sweeps.y += 2.85
    sweeps.gap(LEFT, sweeps.y + 0.1, RIGHT - LEFT, "every number so far is certain, because")

    openings = Sheet(
        14,
        "3 × 3, as the lecture finds them: write what each opening is worth to X; then, with X in the centre, what "
        "each answer of O leaves to him. Where does O throw?",
    )
    game = defined(14, "three-bounds", only="game")["game"]
    side = ["." * game.n] * game.n
    middle = len(side) // 2
    centre = [row if r != middle else row[:middle] + "X" + row[middle + 1 :] for r, row in enumerate(side)]
    openings.board(LEFT, openings.y, side, 1.0, fill=True)
    openings.board(LEFT + 3.6, openings.y, centre, 1.0, fill=True)
    openings.gap(LEFT, openings.y + 3.4, 3.0, "the game is worth")
    openings.gap(LEFT + 3.6, openings.y + 3.4, 3.0, "a throw leaves")
    openings.y += 4.0
    openings.say(
        "4 × 4: X has opened on one of these. Mark O's best answers. What is special about them?", weight="bold"
    )
    four = defined(14, "bigger-fraction-run", only="kinds")["kinds"]
    for k, (kind, (r, c)) in enumerate(four.items()):
        rows4 = ["".join("X" if (a, b) == (r, c) else "." for b in range(4)) for a in range(4)]
        openings.text(LEFT + 2.35 * k, openings.y + 0.1, kind, 11)
        openings.board(LEFT + 2.35 * k, openings.y + 0.3, rows4, 0.52, fill=True)
    openings.gap(LEFT, openings.y + 2.9, RIGHT - LEFT, "they lie")
    return [sweeps, openings]


def counting() -> list[Sheet]:
    """Counts, bytes and logarithmic paper."""
    count = Sheet(
        15,
        "Count before you solve. The chase on an empty board of n × n: one cell for each of the two, and whose turn "
        "it is. A position costs 3 bytes.",
    )
    rows: list[list[str | None]] = [[str(n), None, None, None] for n in (3, 6, 12, 24, 48, 96)]
    count.table(["n", "positions", "times as many", "bytes"], rows, [0.9, 2.2, 1.7, 2.07], 0.42)
    count.gap(LEFT, count.y, 3.3, "formula: positions =")
    count.gap(LEFT + 3.6, count.y, 3.27, "8 GB hold n up to")
    count.y += 0.45
    count.say("Positions against size: chase, matches, three heaps of n. Which lines are straight?", weight="bold")
    _logarithmic(count, LEFT + 0.75, count.y + 0.05)
    return [count]


def _logarithmic(sheet: Sheet, x: float, y: float) -> None:
    """Paper with logarithmic axes: size from 1 to 100, positions from 1 to a million."""
    decade, height = 2.9, 0.68
    for k in range(2):
        for m in range(1, 10):
            at = x + decade * (k + np.log10(m))
            sheet.line((at, y), (at, y + 6 * height), 1.0 if m == 1 else 0.4, color="#888888")
    sheet.line((x + 2 * decade, y), (x + 2 * decade, y + 6 * height), 1.0, color="#888888")
    for k in range(6):
        for m in range(1, 10):
            at = y + 6 * height - height * (k + np.log10(m))
            if m in (1, 2, 5):
                sheet.line((x, at), (x + 2 * decade, at), 1.0 if m == 1 else 0.4, color="#888888")
    sheet.line((x, y), (x + 2 * decade, y), 1.0, color="#888888")
    for k in range(7):
        sheet.text(x - 0.1, y + height * (6 - k), f"{10**k:,}", 9, ha="right")
    for k in range(3):
        sheet.text(x + decade * k, y + 6 * height + 0.18, str(10**k), 10, ha="center")
    sheet.text(x + decade, y + 6 * height + 0.42, "size n", 10, ha="center")
    sheet.blank(x + 0.1, y + 0.1, 2 * decade - 0.2, 6 * height - 0.2)
