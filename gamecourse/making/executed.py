"""The lectures run for pages and decks, which have no kernel; kept in build/executed.

Widgets bring their scenes, pictures what they show in words. A lecture is run again when it or the library has changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat

from gamecourse.course.plan import lectures
from gamecourse.making import ROOT
from gamecourse.making.notebooks import execute, without_widgets
from gamecourse.show.stage.widget import script, style

HERE = Path(__file__).parent
OUT = ROOT / "build" / "executed"
EMBED = "from gamecourse.show.stage.page import embed; _ = embed()"
#: So many lectures are run at once.
AT_ONCE = os.cpu_count() or 1


def library() -> str:
    """What the library is, as a short code: all of it but what makes something of lectures that have been run."""
    every = [path for name in ("gamelib", "gamefast", "gamecourse") for path in sorted((ROOT / name).rglob("*"))]
    files = [path for path in every if path.suffix in {".py", ".js", ".css", ".mplstyle"} and HERE not in path.parents]
    return hashlib.sha256(b"".join(path.read_bytes() for path in [*files, Path(__file__)])).hexdigest()


def executed(path: Path, library: str) -> nbformat.NotebookNode:
    """A lecture with the outputs of a fresh run; or of an earlier one, if nothing has changed since."""
    seal = hashlib.sha256(library.encode() + path.read_bytes()).hexdigest()
    out = OUT / path.name
    if out.is_file():
        kept: nbformat.NotebookNode = nbformat.read(out, as_version=4)
        if kept.metadata.get("gamelib_run") == seal:
            return kept
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(EMBED))
    execute(notebook, path.parent)
    del notebook.cells[0]
    without_widgets(notebook)
    notebook.metadata["gamelib_run"] = seal
    OUT.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, out)
    return notebook


def all_executed() -> dict[str, nbformat.NotebookNode]:
    """All lectures with outputs, by their names without suffix; two cores run two at a time, the longest first."""
    here, paths = library(), lectures()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = {path.stem: pool.submit(executed, path, here) for path in reversed(paths)}
        return {path.stem: jobs[path.stem].result() for path in paths}


def lay_beside(folder: Path) -> None:
    """What every page needs, into a folder beside it: the stage, and what sets formulas (one file, no fonts)."""
    (folder / "stage.css").write_text(style(), encoding="utf-8")
    (folder / "stage.js").write_text(script(), encoding="utf-8")
    shutil.copy(ROOT / "node_modules" / "mathjax" / "es5" / "tex-svg.js", folder / "mathjax.js")
