"""Run notebooks in place (``python -m gamecourse.publish.notebooks FILE_OR_FOLDER ...``), and
lectures for pages.

Two runs give the same file to the byte, because it has no timings, widget state or version of
Python, and numbers its cells 1..n. A cell that fails stops the run and leaves its notebook as it
was. Each picture is tied to its description by a code.

Pages and decks have no kernel, so their widgets include their scenes, and their pictures include a
description. A run for pages is kept in build/executed until the lecture or the library changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from gamecourse.course.plan import notebooks_in
from gamecourse.publish import ROOT
from gamecourse.show.stage.widget import script, style

#: The output of a running widget beside its text; a stored notebook has no use for it.
WIDGET = "application/vnd.jupyter.widget-view+json"
#: The fonts of ``look.css``.
NEXT = "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght"
MONO = "@fontsource/atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin"
FONTS = [
    f"{NEXT}-normal.woff2",
    f"{NEXT}-italic.woff2",
    f"{MONO}-400-normal.woff2",
    f"{MONO}-700-normal.woff2",
]
HERE = Path(__file__).parent
OUT = ROOT / "build" / "executed"
#: The first cell of a run for pages: it lets widgets include their scenes.
EMBED = "from gamecourse.show.stage.page import embed; _ = embed()"


def seal(output: nbformat.NotebookNode) -> str:
    """A short code of a picture and of the words that describe it.

    It is stored beside the picture, so that a test finds a picture or words that have changed
    alone.
    """
    both = output.data.get("text/plain", "") + output.data["image/png"].strip()
    return hashlib.sha256(both.encode()).hexdigest()[:16]


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run all cells in a folder; the outputs are written into the notebook.

    They get no progress bars, which would show only on slow machines.
    """
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", record_timing=False, store_widget_state=False
    )
    # otherwise a kernel warns of connections that stay on this computer
    client.extra_arguments = ["--log-level=ERROR"]
    client.execute(cwd=str(folder), env={**os.environ, "TQDM_DISABLE": "1"})


def without_widgets(notebook: nbformat.NotebookNode) -> None:
    """Remove what a running widget has left: a stored notebook has no kernel for it."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    notebook.metadata.pop("widgets", None)


def run(path: Path) -> None:
    """Run one notebook from top to bottom and write it back."""
    notebook = nbformat.read(path, as_version=4)
    execute(notebook, path.parent)
    without_widgets(notebook)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                output.metadata["picture"] = seal(output)
    notebook.metadata.get("language_info", {}).pop("version", None)
    notebook.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def main(names: list[str]) -> None:
    """Run every notebook named, and every one in the folders named."""
    for path in notebooks_in(map(Path, names)):
        print(path, flush=True)
        run(path)


def library() -> str:
    """A digest of all files of the packages on which the outputs of a lecture may depend.

    Of this folder only this module counts: the others work on lectures that have been run. What
    checks answers on a page comes later as well.
    """
    files = []
    later = {HERE, HERE.parent / "live"}
    for package in ("gamelib", "gamefast", "gamecourse"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and path.suffix != ".pyc" and later.isdisjoint(path.parents):
                files.append(path)
    files.append(Path(__file__))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def with_outputs(path: Path, library_code: str) -> nbformat.NotebookNode:
    """A lecture with the outputs of a fresh run, or of an earlier run if nothing has changed since.

    ``library_code`` is what ``library()`` returns, a digest of all files of the packages.
    """
    digest = hashlib.sha256(library_code.encode() + path.read_bytes()).hexdigest()
    out = OUT / path.name
    if out.is_file():
        earlier: nbformat.NotebookNode = nbformat.read(out, as_version=4)
        if earlier.metadata.get("gamelib_run") == digest:
            return earlier
    notebook: nbformat.NotebookNode = nbformat.read(path, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(EMBED))
    execute(notebook, path.parent)
    del notebook.cells[0]
    without_widgets(notebook)
    notebook.metadata["gamelib_run"] = digest
    OUT.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, out)
    return notebook


def lectures_with_outputs(paths: Sequence[Path]) -> dict[str, nbformat.NotebookNode]:
    """Lectures with outputs, by their names without suffix.

    As many run at a time as there are processors. The last lectures, which take longest, come
    first.
    """
    code = library()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {path.stem: pool.submit(with_outputs, path, code) for path in reversed(paths)}
        return {path.stem: jobs[path.stem].result() for path in paths}


def copy_shared_files(folder: Path) -> None:
    """Copy what every page needs into a folder beside it: the stage, the look of the house with its
    fonts, and MathJax for formulas (one file, no fonts).
    """
    shutil.copy(HERE / "look.css", folder)
    (folder / "fonts").mkdir(exist_ok=True)
    for font in FONTS:
        shutil.copy(ROOT / "node_modules" / font, folder / "fonts")
    (folder / "stage.css").write_text(style(), encoding="utf-8")
    (folder / "stage.js").write_text(script(), encoding="utf-8")
    shutil.copy(ROOT / "node_modules" / "mathjax" / "es5" / "tex-svg.js", folder / "mathjax.js")


if __name__ == "__main__":
    main(sys.argv[1:])
