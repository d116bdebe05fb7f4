"""The cells of a notebook, run without a kernel: what a cell needs of the cells before it, and what
is told of an error in it.
"""

from __future__ import annotations

import ast
import linecache
import re
import symtable
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from gamecourse.live.missing import (
    REPLACEMENT,
    Missing,
    NotInThisPage,
    replacement_for,
    with_replacements,
)

#: The names of a notebook.
Names = dict[str, Any]

#: A line that defines a name, or is meant to.
LINE = re.compile(r"^(?:def |class )?(\w+)", re.MULTILINE)


class Cell(NamedTuple):
    """A cell of code: its id in the notebook, and its source as it is now."""

    id: str
    source: str

    @property
    def file(self) -> str:
        """What stands for a file where Python names one."""
        return f"<cell {self.id}>"

    @property
    def is_answer(self) -> bool:
        """Whether this is a reader's answer, not a cell that the course gives."""
        return self.id.endswith("-answer")


def new_names() -> Names:
    """The names of a notebook in which nothing has run: those of a new module ``__main__``."""
    main = ModuleType("__main__")
    setattr(main, REPLACEMENT, replacement_for)
    sys.modules["__main__"] = main
    return main.__dict__


def execute(cell: Cell, names: Names) -> Any:
    """Run a cell, and return the value of its last line if that is an expression.

    Examples
    --------
    >>> execute(Cell("sum", "a = 3\\na + 4"), new_names())
    7
    """
    tree = _parsed(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell.file, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), cell.file, "eval"), names)


def execute_above(cell: Cell, names: Names) -> None:
    """Run a cell that another one needs. If it is not an answer, a line of it may use what a page
    does not have, such as a picture: it is left out, and what it defines is missing as well.
    """
    if cell.is_answer:
        execute(cell, names)
        return
    for statement in _parsed(cell).body:
        try:
            exec(compile(ast.Module([statement], []), cell.file, "exec"), names)
        except NotInThisPage:
            left_out = names_of(ast.unparse(statement)).defined
            names |= {name: Missing(name) for name in left_out}


def _parsed(cell: Cell) -> ast.Module:
    """A cell as a tree, and its lines where Python looks for the source of a function."""
    lines = cell.source.splitlines(keepends=True)
    linecache.cache[cell.file] = (len(cell.source), None, lines, cell.file)
    return with_replacements(ast.parse(cell.source, cell.file))


def needed(cells: Sequence[Cell], cell: Cell) -> list[Cell]:
    """Those of the cells that define what a cell below them uses, and what they use themselves.

    Examples
    --------
    >>> cells = [Cell("a", "a = 1"), Cell("b", "b = 2"), Cell("c", "def c(): return a")]
    >>> [each.id for each in needed(cells, Cell("check", "c()"))]
    ['a', 'c']
    """
    wanted = names_of(cell.source).used
    kept = []
    for each in reversed(cells):
        names = names_of(each.source)
        if names.defined & wanted:
            kept.append(each)
            wanted |= names.used
    return kept[::-1]


class CellNames(NamedTuple):
    """The global names that a cell defines, and those that it uses."""

    defined: set[str]
    used: set[str]


def names_of(source: str) -> CellNames:
    """The global names in a cell. If it is no Python, what its lines seem to define counts, so that
    the cell is run, and says what is wrong with it.
    """
    try:
        top = symtable.symtable(source, "cell", "exec")
    except SyntaxError:
        return CellNames(set(LINE.findall(source)), set())
    names = CellNames(set(), set())
    for symbol in top.get_symbols():
        if symbol.is_assigned() or symbol.is_imported():
            names.defined.add(symbol.get_name())
        if symbol.is_referenced():
            names.used.add(symbol.get_name())
    for symbol in _symbols_inside(top.get_children()):
        if not symbol.is_global():
            continue
        names.used.add(symbol.get_name())
        if symbol.is_assigned():
            names.defined.add(symbol.get_name())
    return names


def _symbols_inside(tables: Iterable[symtable.SymbolTable]) -> Iterator[symtable.Symbol]:
    """Yield the symbols of functions and classes, and of those inside them."""
    for table in tables:
        yield from table.get_symbols()
        yield from _symbols_inside(table.get_children())


def error_in_cell(error: BaseException) -> str:
    """An error as a notebook shows it, but only with the lines of the notebook itself."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith("<cell ")]
    lines = traceback.format_list(own) + traceback.format_exception_only(error)
    return "".join(lines).rstrip()
