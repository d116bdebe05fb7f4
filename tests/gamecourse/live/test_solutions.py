"""Every exercise of the course in a page's Python: solutions are right, stubs are not attempted."""

import re
from pathlib import Path

import nbformat
import pytest
from runner import cells_of

from gamecourse.publish.site import live

NOTEBOOKS = Path(__file__).parents[3] / "notebooks" / "exercises"
PAGES = {
    path.stem: live.exercise_cells(nbformat.read(path, as_version=4), path.stem, solutions=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb"))
}
#: The page and the name of each exercise.
EXERCISES = [
    (name, cell["exercise"])
    for name, record in PAGES.items()
    for cell in record["cells"]
    if cell["kind"] == "check"
]


def test_these_are_all_exercises():
    """As many as the notebooks have cells that check an answer, counted in their text."""
    texts = [path.read_text(encoding="utf-8") for path in NOTEBOOKS.glob("*.ipynb")]
    counted = sum(len(re.findall(r'"check\.\w+\(\w+\)"\n', text)) for text in texts)
    assert len(EXERCISES) == counted >= 84


@pytest.mark.parametrize(
    ("name", "exercise"), EXERCISES, ids=[f"{name[:2]}-{exercise}" for name, exercise in EXERCISES]
)
def test_the_solution_is_right_and_the_stub_not_attempted(page, name, exercise):
    record = PAGES[name]
    cells, check = cells_of(record, exercise)
    stub = page.ask("check", cells, check)
    assert stub["state"] == "NOT_ATTEMPTED", stub
    # Every answer of the notebook is a solution, because later ones may use earlier ones.
    solved = [
        {"id": cell["id"], "source": cell.get("solution", cell["source"])}
        for cell in record["cells"]
    ]
    result = page.ask("check", solved, check)
    without_numba = ": but whether it compiles was not asked: numba is not installed here."
    words = without_numba if exercise == "in_numbers" else ""
    assert (result["state"], result["text"]) == ("RIGHT", f"✓ right{words}"), result
    assert "✓ right" in result["card"]
    assert result["scene"] is None
    assert result["hints"]
