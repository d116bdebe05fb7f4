"""Each further section of a lecture runs after the core alone, without the other sections."""

from itertools import takewhile
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
import pytest

LECTURES = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def run(cells, names):
    """Run the code of these cells, as a notebook does, but for what it shows."""
    for cell in cells:
        if cell.cell_type == "code":
            exec(compile(cell.source, cell.id, "exec"), names)
    plt.close("all")


@pytest.mark.slow
@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_each_further_section_runs_after_the_core_alone(path):
    cells = nbformat.read(path, as_version=4).cells
    core = list(takewhile(lambda cell: cell.id != "further", cells))
    names = {"__name__": "lecture", "display": lambda *shown: None}
    run(core, names)
    sections = []
    for cell in cells[len(core) + 1 :]:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            sections.append([])
        if sections:
            sections[-1].append(cell)
    assert sections
    for section in sections:
        run(section, dict(names))
