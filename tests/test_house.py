"""What must hold of the package as a whole: floors, lightness, sizes, the face."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gamelib

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "gamelib"
FLOORS = [
    {"core"},
    {"adapters", "codes", "kernels", "limits", "zobrist"},
    {"fixed", "graph", "marks"},
    {"tokens", "chances"},
    {"solution"},
    {"games", "solvers"},
    {"play", "cops"},
    {"show"},
    {"check"},
    {"__init__", "__main__"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(PACKAGE.rglob("*.py"))


def room(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path):
    """The rooms of gamelib that a file imports anywhere, and the names of the modules."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "gamelib":
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "gamelib")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downward(path):
    here = room(path)
    for module in imports(path):
        there = [*module.split("."), "__init__"][1]
        assert FLOOR[there] < FLOOR[here] or there == here or {here, there} <= {"__init__", "__main__"}, module
        assert {here, there} != {"games", "solvers"}


def test_there_is_no_circle_among_the_modules():
    graph = {}
    for path in FILES:
        name = ".".join(("gamelib", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        graph[name] = set(imports(path))

    def visit(name, above):
        assert name not in above, " -> ".join((*above, name))
        for other in graph.get(name, ()):
            visit(other, (*above, name))

    for name in graph:
        visit(name, ())


def test_import_gamelib_loads_nothing_heavy():
    heavy = ["numba", "matplotlib", "ipywidgets", "networkx", "tqdm", "IPython", "psutil"]
    code = f"import sys, gamelib, gamelib.games; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n", done.stderr


def lines_of_code(path):
    """The lines on which something is done: no docstrings, no comments, no empty lines."""
    source, told = path.read_text(), set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            told |= set(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(source.split("\n"), start=1)
    return sum(bool(line.strip()) and not line.strip().startswith("#") and k not in told for k, line in lines)


def test_a_student_can_read_it_in_an_evening():
    lines = 0
    for path in FILES:
        tree = ast.parse(path.read_text())
        length = path.read_text().count("\n")
        assert length <= 280, path
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                assert node.end_lineno - node.lineno <= 60, (path, node.name)
        if room(path) in ("core", "graph", "solution", "solvers"):
            lines += lines_of_code(path)
    assert lines <= 2300


def test_every_name_of_the_face_is_used_in_a_notebook():
    face = gamelib.__all__
    code = []
    for path in (ROOT / "notebooks").rglob("*.ipynb"):
        cells = json.loads(path.read_text())["cells"]
        code += ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    words = set(re.findall(r"\w+", "\n".join(code)))
    assert [name for name in face if name not in words] == []


def test_public_names_have_docstrings():
    for name in gamelib.__all__:
        thing = getattr(gamelib, name)
        if callable(thing):
            assert thing.__doc__, name
            if not isinstance(thing, type) or name not in ("Outcome",):
                assert len(thing.__doc__) > 40, name


def test_nothing_below_show_prints():
    for path in FILES:
        if room(path) in ("show", "__main__", "check"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", path
