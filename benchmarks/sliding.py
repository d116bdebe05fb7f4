"""Pieces slide on a board, and a player with a line of them wins: a sparse game, for a benchmark and
for tests. Play can cycle.

A position is one number with two sets of cells, the bits of the player to move and above them those
of the opponent. A move slides an own piece to a free cell beside it.
"""

from __future__ import annotations

from typing import Any

from gamefast import CompiledRules


def board(rows: int, columns: int, length: int) -> dict[str, Any]:
    """The number of cells; the lines, each a set of cells; and the neighbours of cell i:
    ``near[begins[i]:begins[i + 1]]``.
    """
    lines = list[int]()
    near: list[list[int]] = [[] for _ in range(rows * columns)]
    for cell in range(rows * columns):
        r, c = divmod(cell, columns)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(r + k * down, c + k * right) for k in range(length)]
            if all(a < rows and 0 <= b < columns for a, b in line):
                lines.append(sum(1 << a * columns + b for a, b in line))
            other = (r + down) * columns + c + right
            if down * right == 0 and r + down < rows and c + right < columns:
                near[cell].append(other)
                near[other].append(cell)
    begins = [0]
    for there in near:
        begins.append(begins[-1] + len(there))
    return {
        "cells": rows * columns,
        "lines": lines,
        "begins": begins,
        "near": [neighbour for there in near for neighbour in there],
    }


def has_line(pieces: int, lines: Any) -> bool:
    for line in lines:  # noqa: SIM110  # numba compiles no generators
        if pieces & line == line:
            return True
    return False


def options(code: int, data: Any, out: Any) -> int:
    own, other = code & (1 << data.cells) - 1, code >> data.cells
    if has_line(other, data.lines):
        return 0
    count = 0
    for cell in range(data.cells):
        if own >> cell & 1:
            for k in range(data.begins[cell], data.begins[cell + 1]):
                there = data.near[k]
                if (own | other) >> there & 1 == 0:
                    out[count] = other | (own ^ 1 << cell ^ 1 << there) << data.cells
                    count += 1
    return count


def sources(code: int, data: Any, out: Any) -> int:
    """The opponent's last slide taken back."""
    own, other = code & (1 << data.cells) - 1, code >> data.cells
    if has_line(own, data.lines):
        return 0
    count = 0
    for cell in range(data.cells):
        if other >> cell & 1:
            for k in range(data.begins[cell], data.begins[cell + 1]):
                there = data.near[k]
                if (own | other) >> there & 1 == 0:
                    out[count] = (other ^ 1 << cell ^ 1 << there) | own << data.cells
                    count += 1
    return count


def lost(code: int, data: Any) -> int:
    return -1


def sliding(
    rows: int, columns: int, length: int, own: int, other: int, unmoves: bool
) -> CompiledRules:
    """The game from the start at which the players have these sets of cells."""
    return CompiledRules(
        options,
        lost,
        sources=sources if unmoves else None,
        start=own | other << rows * columns,
        data=board(rows, columns, length),
    )
