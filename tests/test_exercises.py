"""The student version: no solution in it, green from top to bottom, and every checker says "not attempted yet"."""

import re
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from gamelib.check import State

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from exercises import stub, student_version  # noqa: E402

EXERCISES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))


def printed(notebook):
    """What each code cell shows, by the cell's id."""
    return {
        cell.id: "".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


def test_a_stub_takes_the_place_of_a_solution():
    assert stub("def f(n):\n    ### BEGIN SOLUTION\n    return n\n    ### END SOLUTION") == (
        "def f(n):\n    return NotImplemented"
    )
    assert stub("### BEGIN SOLUTION\nx = [1,\n     2]\n### END SOLUTION\nx") == "x = NotImplemented\nx"
    assert stub("### BEGIN SOLUTION\nclass King:\n    pass\n### END SOLUTION") == "King = NotImplemented"


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.name)
def test_the_solutions_are_right(path):
    shown = printed(nbformat.read(path, as_version=4))
    checks = [words for name, words in shown.items() if name.endswith("-check")]
    assert len(checks) >= 4
    assert set(checks) == {State.RIGHT.value}
    assert all(cell.source.count("\n") < 25 for cell in nbformat.read(path, as_version=4).cells)


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.name)
def test_the_student_version_holds_no_solution_and_runs_green(path):
    source, student = nbformat.read(path, as_version=4), student_version(path)
    text = "\n".join(cell.source for cell in student.cells)
    assert "SOLUTION" not in text
    stubs = re.findall(r"^(?:\w+ =|    return) NotImplemented$", text, re.MULTILINE)
    assert len(stubs) == "\n".join(c.source for c in source.cells).count("### BEGIN SOLUTION") >= 4
    assert all(not cell.get("outputs") for cell in student.cells)
    NotebookClient(
        student, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    checks = [words for name, words in printed(student).items() if name.endswith("-check")]
    assert set(checks) == {State.NOT_ATTEMPTED.value}
