"""What must hold of the package as a whole: floors, lightness, sizes, the face."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gamelib

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "gamelib"
#: From the ground up: an import runs to a lower floor, or stays on its own.
FLOORS = ["core", "machine", "ask", "adapters", "arenas", "games", "answers", "storage", "play", "solvers", "show"]
FLOORS += ["check", "course"]
FLOOR = {room: number for number, room in enumerate([*FLOORS, "__init__"])} | {"__main__": len(FLOORS)}
FILES = sorted(PACKAGE.rglob("*.py"))
#: The rooms in which whatever takes more than two parameters says in sections what they are.
TOLD = ["__init__", "core", "machine", "ask", "adapters", "arenas", "answers", "storage", "play", "games", "solvers"]
#: Rules over numbers, many small functions of the same few words: these are described once, above them.
SHARE_WORDS = {"games/endings/rules.py"}

#: What a lecture prints: there the prose of the lecture says what the parameters are.
PRINTED = {
    name
    for lecture in ROOT.glob("notebooks/*.ipynb")
    for name in re.findall(r"\bshow_source\(([\w.]+)\)", lecture.read_text())
}


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

    seen = set()  # from here no circle begins

    def visit(name, above):
        assert name not in above, " -> ".join((*above, name))
        if name not in seen:
            for other in graph.get(name, ()):
                visit(other, (*above, name))
            seen.add(name)

    for name in graph:
        visit(name, ())


def test_import_gamelib_loads_nothing_heavy():
    heavy = ["numba", "matplotlib", "ipywidgets", "anywidget", "networkx", "tqdm", "IPython", "psutil"]
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


def functions(path):
    """The public functions, methods and constructors of a file: name, node, docstring, and the parameters but self."""
    places = [("", ast.parse(path.read_text()))]
    for within, place in places:
        for node in place.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.append((f"{node.name}.", node))
            if not isinstance(node, ast.FunctionDef) or (node.name.startswith("_") and node.name != "__init__"):
                continue
            given = [*node.args.posonlyargs, *node.args.args, node.args.vararg, *node.args.kwonlyargs, node.args.kwarg]
            names = [argument.arg for argument in given if argument is not None]
            inside = within and "staticmethod" not in map(ast.unparse, node.decorator_list)
            docstring = ast.get_docstring(place if node.name == "__init__" else node)
            yield within + node.name, node, docstring, names[1:] if inside else names


def inherited(name, path):
    """Whether a method without a docstring overrides one that has its own: Python shows that one."""
    thing = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for part in name.split("."):
        thing = getattr(thing, part)
    return inspect.getdoc(thing) is not None


def sections(docstring):
    """The sections of a numpydoc docstring by their names."""
    parts = re.split(r"^(\w+)\n-{3,}\n", docstring, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(
    "path", [path for path in FILES if room(path) in TOLD], ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_what_takes_more_than_two_parameters_says_what_they_are(path):
    """A kernel says dtypes and shapes instead of an example; a constructor is described by its class."""
    for name, node, docstring, parameters in functions(path):
        kernel = "Kernel" in map(ast.unparse, node.decorator_list)
        if path.relative_to(PACKAGE).as_posix() in SHARE_WORDS:
            told = f"{ast.get_docstring(ast.parse(path.read_text()))} {docstring}"
            assert docstring, f"{name} says nothing"
            assert {f"``{one}``" for one in parameters} <= {*re.findall("``[^`]*``", told)}, f"{name}: {parameters}"
            continue
        if len(parameters) <= 2 or (name in PRINTED and not kernel) or (docstring is None and inherited(name, path)):
            continue
        found = sections(docstring or "")
        wanted = {"Parameters"} if kernel else {"Parameters", "Examples"}
        if not kernel and node.name != "__init__" and node.returns is not None and ast.unparse(node.returns) != "None":
            wanted.add("Returns")
        if any(isinstance(part, ast.Raise) for part in ast.walk(node)):
            wanted.add("Raises")
        assert wanted <= found.keys(), f"{name} has no section {', '.join(sorted(wanted - found.keys()))}"
        named = {one.strip(" *") for line in re.findall(r"^\S.*", found["Parameters"], re.M) for one in line.split(",")}
        assert named == set(parameters), f"{name} takes {parameters} and describes {sorted(named)}"
        assert kernel or ">>> " in found["Examples"], f"{name} has an example that is not run"


def test_nothing_below_show_prints():
    for path in FILES:
        if room(path) in ("show", "__main__", "check", "course"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", path
