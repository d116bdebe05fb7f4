"""Run notebooks again, in place: ``python -m gamecourse.making.notebooks FILE_OR_FOLDER ...``.

Two runs give the same file to the byte: no timings, no widget state, no version of Python, cells numbered 1..n.
A cell that fails stops the run and leaves its notebook as it was. Each picture is sealed to the words beside it.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from gamecourse.course.plan import notebooks_in

#: What a running widget puts beside its text; a stored notebook has no use for it.
WIDGET = "application/vnd.jupyter.widget-view+json"


def seal(output: nbformat.NotebookNode) -> str:
    """A picture and the words beside it as one short code: with either exchanged, it is another."""
    both = output.data.get("text/plain", "") + output.data["image/png"].strip()
    return hashlib.sha256(both.encode()).hexdigest()[:16]


def execute(notebook: nbformat.NotebookNode, folder: Path) -> None:
    """Run all cells in the folder given; no progress bar, which shows only on a slow machine, gets into an output."""
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False, store_widget_state=False)
    client.execute(cwd=str(folder), env={**os.environ, "TQDM_DISABLE": "1"})


def without_widgets(notebook: nbformat.NotebookNode) -> None:
    """Take out what a running widget has left: a stored notebook has no kernel that would know it."""
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
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


def main(names: list[str]) -> None:
    """Run every notebook named, and every one in the folders named."""
    for path in notebooks_in(map(Path, names)):
        print(path, flush=True)
        run(path)


if __name__ == "__main__":
    main(sys.argv[1:])
