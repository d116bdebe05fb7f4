"""Each further section of a lecture needs the core alone: no name that only another section
makes.
"""

from dis import get_instructions
from itertools import takewhile
from pathlib import Path
from types import CodeType

import nbformat
import pytest

LECTURES = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def names(cells):
    """The names that the code of these cells binds, and those that it asks for before it binds
    them.
    """
    bound, asked = set(), set()

    def look(code):
        for step in get_instructions(code):
            if step.opname in ("STORE_NAME", "STORE_GLOBAL"):
                bound.update([step.argval] if code.co_name == "<module>" else ())
            elif step.opname in ("LOAD_NAME", "LOAD_GLOBAL") and step.argval not in bound:
                asked.add(step.argval)
            elif isinstance(step.argval, CodeType):
                look(step.argval)

    for cell in cells:
        if cell.cell_type == "code":
            look(compile(cell.source, cell.id, "exec"))
    return bound, asked


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_a_further_section_asks_for_no_name_of_another(path):
    cells = nbformat.read(path, as_version=4).cells
    core = list(takewhile(lambda cell: cell.id != "further", cells))
    sections = []
    for cell in cells[len(core) + 1 :]:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            sections.append([])
        if sections:
            sections[-1].append(cell)
    assert sections
    made = [names(section) for section in sections]
    for number, (_, asked) in enumerate(made):
        others = set().union(*(bound for other, (bound, _) in enumerate(made) if other != number))
        assert not asked & others - names(core)[0], f"section {number + 1}"
