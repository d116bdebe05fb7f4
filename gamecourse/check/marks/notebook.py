"""A notebook that was handed in, read with care: its cells, its lecture, and its exercises."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

#: How a notebook imports the exercises of its lecture, now and in older editions, from gamelib.
IMPORT = re.compile(r"^from (?:gamecourse|gamelib)\.check import (\w+) as check", re.MULTILINE)

#: A cell for marking: its kind, and its source as one text.
Cell = dict[str, Any]


class NotMarked(ValueError):
    """Why a notebook cannot be marked, and in which cell."""


class Task(NamedTuple):
    """An exercise of a notebook: its name, the argument of the check, the cell of the check, and the points."""

    name: str
    expression: str
    cell: int
    points: int


def read(path: Path) -> list[Cell]:
    """The cells of a notebook; raises NotMarked, with the reason and the cell, if there is no readable notebook."""
    try:
        told = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise NotMarked(f"it cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise NotMarked(f"this is not a notebook: {type(error).__name__}: {error}") from None
    cells = told.get("cells") if isinstance(told, dict) else None
    if not isinstance(cells, list):
        raise NotMarked("this is not a notebook of format 4: it has no list of cells")
    return [_cell(number, cell) for number, cell in enumerate(cells, 1)]


def _cell(number: int, cell: Any) -> Cell:
    if not isinstance(cell, dict):
        raise NotMarked(f"cell {number} is not a cell")
    source = cell.get("source")
    lines = [source] if isinstance(source, str) else source
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise NotMarked(f"cell {number} has no source")
    if cell.get("cell_type") not in ("code", "markdown", "raw"):
        raise NotMarked(f"cell {number} does not say of which type it is: code, markdown or raw")
    return {**cell, "source": "".join(lines)}


def imported(cells: list[Cell]) -> tuple[int, str]:
    """The number, from 1 on, of the cell that imports the exercises, and the module; NotMarked if no cell does."""
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] == "code" and (found := IMPORT.search(cell["source"])):
            return number, found[1]
    raise NotMarked("no exercises here: no cell says `from gamecourse.check import ... as check`")


def tasks(cells: list[Cell]) -> list[Task]:
    """The exercises of a notebook, in order; an exercise has as many points as its heading has stars."""
    found, stars = [], 1
    for number, cell in enumerate(cells):
        if cell["cell_type"] == "markdown" and (heading := re.search(r"^## (★+)", cell["source"], re.MULTILINE)):
            stars = len(heading[1])
        if check := check_of(cell):
            found.append(Task(*check, number, stars))
    return found


def check_of(cell: Cell) -> tuple[str, str] | None:
    """The name and the argument of ``check.name(answer)``, if the cell contains nothing else."""
    if cell["cell_type"] != "code" or "check." not in cell["source"]:
        return None
    try:
        match ast.parse(cell["source"]).body:
            case [ast.Expr(ast.Call(ast.Attribute(ast.Name("check"), name), [answer], []))]:
                return name, ast.unparse(answer)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the source can be as long and as deep as it likes
        pass
    return None
