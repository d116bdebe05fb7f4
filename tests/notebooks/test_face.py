"""What the notebooks import, and what they print of the library."""

import ast
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
#: What a page has room for.
COLUMNS = 80


def name_of(path):
    return str(path.relative_to(ROOT / "notebooks"))


def code_cells(path):
    cells = nbformat.read(path, as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


def is_public(module):
    """Whether a module is flat, as gamelib.retrograde is; the classroom has a second floor."""
    package, *rooms = module.split(".")
    if any(room.startswith("_") for room in rooms):
        return False
    if package == "gamecourse" and rooms[:1] in (["check"], ["grading"], ["show"]):
        return len(rooms) <= 2
    return not package.startswith("game") or len(rooms) <= 1


def beyond_the_face(source):
    """The names in a piece of code that are nobody's business outside the library."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            if not is_public(node.module):
                yield node.module
            yield from (alias.name for alias in node.names if alias.name.startswith("_"))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if not is_public(alias.name))
        elif isinstance(node, ast.Attribute):
            is_special = node.attr.startswith("__") and node.attr.endswith("__")
            if node.attr.startswith("_") and not is_special:
                yield node.attr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_a_notebook_reaches_for_no_private_name(path):
    found = {cell.id: list(beyond_the_face(cell.source)) for cell in code_cells(path)}
    assert {cell: names for cell, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    [
        "from gamefast.search.compiled import CompiledTree",
        "import gamefast.search.compiled",
        "from gamelib.retrograde import _settle",
        "from gamelib._hidden import solve",
        "solution._order",
    ],
)
def test_a_private_name_is_found(source):
    assert list(beyond_the_face(source))


def test_what_is_public_is_not_refused():
    source = (
        "from gamelib.retrograde import settle\nfrom gamecourse.show.wave import Wave\nx.__doc__"
    )
    assert list(beyond_the_face(source)) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
def test_the_source_that_a_lecture_prints_has_room_on_a_page(path):
    for cell in code_cells(path):
        if cell.source.startswith("show_source("):
            printed = cell.outputs[0].data["text/markdown"]
            assert max(map(len, printed.splitlines())) <= COLUMNS, cell.id
