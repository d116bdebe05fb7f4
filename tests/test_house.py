"""What must hold of the package as a whole: floors, lightness, sizes, the face."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import gamelib

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "gamelib"
#: From the ground up: an import runs to a lower floor, or stays on its own.
FLOORS = ["core", "machine", "ask", "adapters", "arenas", "games", "answers", "storage", "play", "solvers", "show"]
FLOORS += ["check"]
FLOOR = {room: number for number, room in enumerate([*FLOORS, "__init__"])} | {"__main__": len(FLOORS)}
FILES = sorted(PACKAGE.rglob("*.py"))


def room(path):
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path):
    """The rooms of gamelib that a file imports anywhere, and the names of the modules."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "gamelib":
            for name in node.names:
                module = PACKAGE.joinpath(*node.module.split(".")[1:], name.name)
                below = module.is_dir() or module.with_suffix(".py").exists()
                yield f"{node.module}.{name.name}" if below else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "gamelib")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downward(path):
    here = room(path)
    for module in imports(path):
        there = [*module.split("."), "__init__"][1]
        assert FLOOR[there] < FLOOR[here] or there == here or {here, there} <= {"__init__", "__main__"}, module


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


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_and_functions_can_be_read_at_one_sitting(path):
    source = path.read_text()
    assert source.count("\n") <= 300
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            told = len((ast.get_docstring(node) or "").split("\n"))
            assert node.end_lineno - node.lineno - told <= 50, node.name


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
