"""The cells of an exercise: the answer, its check, a hint of its own, and an explanation that no student is given."""

import re
from pathlib import Path

import nbformat
import pytest

from gamecourse.course.student import read, student_version

ROOT = Path(__file__).parents[3]
EXERCISES = sorted((ROOT / "notebooks" / "exercises").glob("*.ipynb"))


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_each_answer_is_followed_by_its_check_its_hint_and_its_explanation(path):
    cells = nbformat.read(path, as_version=4).cells
    checks = [k for k, cell in enumerate(cells) if cell.id.endswith("-check")]
    assert len(checks) >= 4
    for k in checks:
        task = cells[k].id.removesuffix("-check")
        answer, check, hint, why = cells[k - 1 : k + 3]
        name = re.match(r"check\.(\w+)\(", check.source)[1]
        assert [cell.id for cell in (answer, hint, why)] == [f"{task}-answer", f"{task}-hint", f"{task}-why"]
        assert hint.source == f"check.{name}.hint()"
        assert hint.metadata.slideshow.slide_type == "fragment"
        assert why.cell_type == "markdown"
        assert why.metadata.tags == ["solution"]
        assert why.metadata.slideshow.slide_type == "notes"
        assert 2 <= len(re.findall(r"[.?!](?=\s|$)", why.source)) <= 7
        assert "```" not in why.source
    assert sum(cell.id.endswith("-why") for cell in cells) == len(checks)


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_a_student_is_given_the_hints_and_no_explanation(path):
    source, student = read(path)["cells"], student_version(read(path))["cells"]
    assert not any("solution" in cell["metadata"].get("tags", []) for cell in student)
    dropped = [cell["id"] for cell in source if cell["id"] not in {cell["id"] for cell in student}]
    assert dropped == ["solutions", *(cell["id"] for cell in source if cell["id"].endswith("-why"))]
    assert any(cell["id"].endswith("-hint") for cell in student)
