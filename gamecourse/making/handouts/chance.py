"""The sheets of lectures 13 to 15: coins, bounds, counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from gamecourse.making.handouts.lecture import defined
from gamecourse.making.handouts.sheet import LEFT, PALE, RIGHT, WIDE, Sheet, sheet_of
from gamecourse.show import boards, chances, strokes
from gamecourse.show.stage.spots import arrows, drawn
from gamelib import CHANCE, exact_values


@sheet_of(13)
def two_by_two(sheet: Sheet) -> None:
    """Overwriting tic-tac-toe on 2 × 2. Square: X moves; circle: O moves; diamond: the coin is in the air (dashed: one
    half each). Write below each board, inside its shape, what it is worth to X.
    """
    _net(sheet, defined(13, "small-draw")["two"], (LEFT - 0.3, sheet.y, WIDE + 0.1, 7.3))
    sheet.y += 7.5
    sheet.part("The equation of the ring. Let w be the value when one X stands and O tries.")
    sheet.gaps("heads leads to", "tails leads to")
    sheet.gaps("w =", "so w =")


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


@sheet_of(13)
def rounds(sheet: Sheet) -> None:
    """Strategy improvement on the ring. a: one X stands, O moves; b: one O stands, X moves. Both begin with take. Solve
    for a and b, then change what a single move makes better; O is asked first.
    """
    head = ["round", "O", "X", "a", "b", "would O change?", "would X change?"]
    rows = [["1", "take", "take"], *([str(k)] for k in range(2, 6))]
    sheet.table([head, *rows], [0.7, 0.8, 0.8, 0.77, 0.77, 1.5, 1.5], 0.5)
    sheet.part("Nature shades a cell: strips of n cells, two neighbours win. What is a strip worth to X?")
    strip = defined(13, "shaded-strip", only="strip")["strip"]
    for k, (x, y) in enumerate(sheet.spots(4, 1, 0, 0.8)):
        sheet.board(x, y, ["." * (strip.n + k)], 0.62, fill=True)
        sheet.gap(x + 5.0, y + 0.35, 1.8, "worth")
    sheet.part("Cut off after d moves: what does the program say of 2 × 2?")
    sheet.table([["d", *map(str, range(9))], ["value"]], 0.7, 0.42)


@sheet_of(14)
def sweeps(sheet: Sheet) -> None:
    """Two bounds on w = ½ (−w) + ½. Put them into the equation, again and again: the upper bound makes the new lower
    one. In fractions.
    """
    low, high = defined(14, "interval-run")["bounds"][0]
    head = ["sweeps", "lower bound", "upper bound", "width"]
    sheet.table([head, ["0", str(low), str(high), str(high - low)], *([str(k)] for k in range(1, 8))], 1.0, 0.5)
    sheet.part("Draw each pair of bounds on its line.")
    for k, (x, top) in enumerate(sheet.spots(6, 1, 0, 0.42)):
        y = top + 0.25
        sheet.line((x + 0.6, y), (RIGHT - 0.2, y), 1.0)
        sheet.text(x, y, str(k), 10)
        for tick in range(9):
            at = x + 0.6 + (WIDE - 0.8) * tick / 8
            sheet.line((at, y - 0.06), (at, y + 0.06), 1.0)
            if k == 5:
                sheet.text(at, y + 0.22, str(Fraction(tick - 4, 4)), 10, ha="center")
    sheet.y += 0.25
    sheet.gaps("every number so far is certain, because")


@sheet_of(14)
def openings(sheet: Sheet) -> None:
    """3 × 3, as the lecture finds them: write what each opening is worth to X; then, with X in the centre, what each
    answer of O leaves to X. Where does O throw?
    """
    sheet.board(LEFT, sheet.y, ["..."] * 3, 1.0, fill=True)
    sheet.board(LEFT + 3.6, sheet.y, ["...", ".X.", "..."], 1.0, fill=True)
    sheet.y += 3.2
    sheet.gaps("the game is worth", "a throw leaves")
    sheet.part("4 × 4: X has opened on one of these. Mark O's best answers. What is special about them?")
    four = defined(14, "bigger-fraction-run", only="kinds")["kinds"]
    for (x, y), (kind, opening) in zip(sheet.spots(len(four), 3, 2.35, 2.6), four.items(), strict=True):
        rows = ["".join("X" if (r, c) == opening else "." for c in range(4)) for r in range(4)]
        sheet.text(x, y + 0.1, kind, 11)
        sheet.board(x, y + 0.3, rows, 0.52, fill=True)
    sheet.gaps("they lie")


@sheet_of(15)
def counts(sheet: Sheet) -> None:
    """Count before you solve. The chase on an empty board of n × n: one cell for each of the two, and whose turn it is.
    A position costs 3 bytes.
    """
    head = ["n", "positions", "times as many", "bytes"]
    sheet.table([head, *([str(n)] for n in (3, 6, 12, 24, 48, 96))], 0.9, 0.42)
    sheet.gaps("formula: positions =", "8 GB hold n up to")
    sheet.part("Positions against size: chase, matches, three heaps of n. Which lines are straight?")
    _logarithmic(sheet, LEFT + 0.75, sheet.y + 0.05)


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
