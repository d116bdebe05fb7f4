"""What a lecture's own cells define: its graphs, boards and trees, so that a sheet shows the very same."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import nbformat

from gamecourse.making import ROOT

NOTEBOOKS = ROOT / "notebooks"
#: Every lecture has a sheet that bears its name.
NAMES = {int(path.name[:2]): path.stem for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
#: A statement in which one of these stands draws a figure.
FIGURES = {"plt", "fig", "ax", "axes"}


@cache
def _cells(number: int) -> dict[str, str]:
    notebook = nbformat.read(NOTEBOOKS / f"{NAMES[number]}.ipynb", as_version=4)
    return {cell.id: cell.source for cell in notebook.cells}


def title(number: int) -> str:
    """The heading of a lecture without its question: "3 · Retrograde analysis"."""
    return _cells(number)["title"].split("\n")[0].removeprefix("# ").split(":")[0]


def defined(number: int, *cells: str, only: str = "") -> dict[str, Any]:
    """The names that these cells of a lecture define, without what they draw and what they show at their end.

    Where they also work something out that a sheet has no use for, ``only`` one name is taken.

    >>> sorted(defined(3, "play-graph")["G"])
    ['a', 'b', 'c', 'd', 'p', 'q', 't']
    """
    names: dict[str, Any] = {}
    kept = [one for cell in cells for one in _statements(number, cell, only)]
    used = {node.id for one in kept for node in ast.walk(one) if isinstance(node, ast.Name)}
    for one in ast.parse(_cells(number)["imports"]).body:
        if isinstance(one, ast.Import | ast.ImportFrom):
            one.names = [alias for alias in one.names if (alias.asname or alias.name) in used]
            kept = [one, *kept] if one.names else kept
    exec(compile(ast.Module(kept, []), f"lecture {number}", "exec"), names)
    return names


def _statements(number: int, cell: str, only: str) -> list[ast.stmt]:
    body = ast.parse(_cells(number)[cell]).body
    if isinstance(body[-1], ast.Expr):
        body = body[:-1]
    if only:
        return [one for one in body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == only]
    return [one for one in body if not FIGURES & {n.id for n in ast.walk(one) if isinstance(n, ast.Name)}]
