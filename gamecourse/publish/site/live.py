"""What the pages of the exercises need besides their text: the cells of a notebook, and Python with
our packages.
"""

from __future__ import annotations

import ast
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import nbformat

from gamecourse.course.student import stub, without_marks
from gamecourse.grading.card import as_html
from gamecourse.live.cells import names_of
from gamecourse.live.missing import is_missing
from gamecourse.publish import ROOT
from gamecourse.publish.site.bundle import NODE_MODULES, bundle
from gamecourse.show import ALONE, LINES, WORDS

#: The worker that runs Python, and the file that its parts are joined to.
WORKER_SOURCE = ROOT / "gamecourse" / "live" / "js" / "worker.js"
WORKER = "worker.js"

#: Pyodide's own files, as they are in its npm package.
PYODIDE = ("pyodide.asm.wasm", "python_stdlib.zip")

#: Folders and files of our packages that a page runs.
OURS = (
    "LICENSE",
    "gamelib",
    "gamecourse/__init__.py",
    "gamecourse/files.py",
    "gamecourse/mine.py",
    "gamecourse/progress",
    "gamecourse/check",
    "gamecourse/grading",
    "gamecourse/live",
    "gamecourse/show/__init__.py",
    *(f"gamecourse/show/{name}" for name in ALONE),
)

#: What is left out of the folders: what marks answers, and what needs a process or arrays.
NOT_OURS = (
    "gamecourse/check/marks",
    "gamecourse/grading/button.py",
    "gamecourse/grading/watched.py",
    *(
        f"gamecourse/grading/marks/{name}.py"
        for name in ("judge", "marks", "processes", "rights", "wire", "worker")
    ),
    *(f"gamecourse/show/stage/{name}.py" for name in ("bundle", "page")),
    *(f"gamecourse/show/{name.replace('.', '/')}.py" for name in LINES | WORDS),
)

#: A file in a zip is as old as this, so that the same files make the same zip.
DATE = (1980, 1, 1, 0, 0, 0)


def python_files() -> dict[str, bytes]:
    """What a page fetches to have Python, by name."""
    pyodide = NODE_MODULES / "pyodide"
    return {
        WORKER: _worker(),
        **{name: (pyodide / name).read_bytes() for name in PYODIDE},
        "course.zip": _zipped(_course_files()),
        "networkx.zip": _zipped(_networkx_files()),
    }


def _worker() -> bytes:
    """The worker with all that it imports, Pyodide's own JavaScript too, as one module."""
    # Pyodide imports these where it runs in node.
    elsewhere = ["--external:node:*", "--external:ws"]
    return bundle(WORKER_SOURCE, "--format=esm", "--platform=neutral", *elsewhere).script


def _course_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of our packages that a page runs, each with its name in the zip."""
    for part in OURS:
        path = ROOT / part
        module = path.with_suffix(".py")
        paths = path.rglob("*") if path.is_dir() else [path if path.is_file() else module]
        for file in paths:
            name = file.relative_to(ROOT).as_posix()
            if file.suffix in (".py", ".svg", "") and not name.startswith(NOT_OURS):
                yield name, file


def _networkx_files() -> Iterator[tuple[str, Path]]:
    """Yield the files of networkx that a page runs, and its licence."""
    for file in distribution("networkx").files or ():
        is_licence = file.name == "LICENSE.txt"
        is_module = file.suffix == ".py" and "tests" not in file.parts
        if is_licence or is_module:
            yield file.as_posix(), Path(str(file.locate()))


def _zipped(files: Iterable[tuple[str, Path]]) -> bytes:
    """Files as a zip, which is the same wherever and whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, path in sorted(files):
            if path.is_file():
                info = zipfile.ZipInfo(name, DATE)
                archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return buffer.getvalue()


#: The import of the module of a lecture's exercises.
SHEET = re.compile(r"^from gamecourse\.check import (\w+) as check$", re.MULTILINE)
#: The line of a cell that checks an answer.
CHECK = re.compile(r"^check\.(\w+)\(", re.MULTILINE)
#: The stars in the heading of an exercise.
STARS = re.compile(r"^## (★+)", re.MULTILINE)


def exercise_cells(
    notebook: nbformat.NotebookNode, page: str, solutions: bool = False
) -> dict[str, Any]:
    """The cells of a page of exercises, as its script needs them.

    ``notebook`` is as in the repository, and ``page`` is the name of its file. Answers are stubs;
    with ``solutions`` the solutions are there as well.
    """
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    module = next(found[1] for cell in code if (found := SHEET.search(cell.source)))
    exercises = import_module(f"gamecourse.check.{module}")
    stars = _stars(notebook)
    cells = []
    for cell in code:
        record: dict[str, Any] = {"id": cell.id, "kind": "given", "source": stub(cell.source)}
        name, _, kind = cell.id.rpartition("-")
        if cell.id == "imports":
            record["kind"] = "imports"
        elif kind == "answer":
            record |= {"kind": kind, "check": f"{name}-check", "stars": stars[cell.id]}
            if solutions:
                record["solution"] = without_marks(cell.source)
        elif kind == "check" and (check := CHECK.search(cell.source)):
            hints = getattr(exercises, check[1])._hints
            record |= {"kind": kind, "exercise": check[1], "hints": list(map(as_html, hints))}
        cells.append(record)
    return {"page": page, "module": module, "cells": cells}


def lecture_cells(notebook: nbformat.NotebookNode, page: str) -> dict[str, Any]:
    """The cells of code of a lecture, as the script of its page needs them: ``runs`` says whether a
    page can run a cell, because neither it nor what it needs uses anything that a page lacks.
    """
    lacking: set[str] = set()  # the names that a page cannot make
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kind = "imports" if cell.id == "imports" else "given"
            runs = _runs(cell.source, lacking)
            cells.append({"id": cell.id, "kind": kind, "source": cell.source, "runs": runs})
    return {"page": page, "cells": cells}


def _runs(source: str, lacking: set[str]) -> bool:
    """Whether a page can run a cell; ``lacking`` are the names that it cannot make, up to here."""
    runs = True
    for statement in ast.parse(source).body:
        names = names_of(ast.unparse(statement))
        if isinstance(statement, ast.Import | ast.ImportFrom):
            lacks = {name for name, module in _imported(statement) if is_missing(module)}
        elif names.used & lacking:
            lacks = names.defined
            runs = False
        else:
            lacks = set()
        lacking -= names.defined
        lacking |= lacks
    return runs


def _imported(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """Yield the names that an import makes, each with the module that it needs."""
    for alias in statement.names:
        module = alias.name
        if isinstance(statement, ast.ImportFrom):
            module = f"{statement.module}.{alias.name}"
        yield alias.asname or alias.name.partition(".")[0], module


def _stars(notebook: nbformat.NotebookNode) -> dict[str, int]:
    """The number of stars in the heading above each cell, by its id."""
    stars = {}
    number = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (heading := STARS.search(cell.source)):
            number = len(heading[1])
        stars[cell.id] = number
    return stars


def in_script(record: dict[str, Any]) -> str:
    """A record as JSON that can stand in a script of a page."""
    return json.dumps(record, ensure_ascii=False).replace("</", "<\\/")
