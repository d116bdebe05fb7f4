"""The important numbers of the prose: each stands where it is told, and an output says it
(``numbers/NN-name.txt``).

A line: the cell of the text, words in it with the number, the cell of the code, and what its output
says.
"""

from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
LISTS = sorted(Path(__file__).with_name("numbers").glob("*.txt"))


def said(cell):
    """All that a cell of code has brought, as text."""
    kinds = [output.get("data", {"text/plain": output.get("text", "")}) for output in cell.outputs]
    return "\n".join(
        words for data in kinds for kind, words in data.items() if kind.startswith("text/")
    )


def test_every_lecture_has_its_list():
    assert [path.stem for path in LISTS] == [
        path.stem for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    ]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_what_the_prose_says_is_what_came_out(path):
    cells = {
        cell.id: cell
        for cell in nbformat.read(ROOT / "notebooks" / f"{path.stem}.ipynb", as_version=4).cells
    }
    lines = [
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    for line in lines:
        text, words, code, output = line.split(" | ")
        assert words in cells[text].source, line
        assert output in said(cells[code]), line
    assert lines
