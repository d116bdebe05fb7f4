"""Each cell of a lecture that a page offers to run does run there."""

from pathlib import Path

import nbformat
import pytest
from drawn import drawn

from gamecourse.publish.site import live

NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
CELLS = {
    path.stem: live.lecture_cells(nbformat.read(path, as_version=4), path.stem)["cells"]
    for path in sorted(NOTEBOOKS.glob("*.ipynb"))
}
#: The lectures with such cells, and how many of them are tried in a quick run.
LECTURES = [
    name
    for name, cells in CELLS.items()
    if any(cell["runs"] for cell in cells if cell["kind"] == "given")
]
QUICK = 2


def test_most_lectures_have_such_cells():
    assert len(LECTURES) == 15


@pytest.mark.parametrize("name", drawn(LECTURES, QUICK))
def test_a_cell_that_can_be_tried_runs(page, name):
    cells = [{"id": cell["id"], "source": cell["source"]} for cell in CELLS[name]]
    page.end()  # names last as long as a page
    for cell in CELLS[name]:
        if cell["runs"] and cell["kind"] == "given":
            ran = page.ask("run", cells, cell["id"])
            assert ran["ok"], (cell["id"], ran["error"])
