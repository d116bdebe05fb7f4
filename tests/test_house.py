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
#: From the ground up, packages and the rooms of each: an import runs to a lower floor, or stays on its own.
FLOORS = ["core", "offers", "moved", "machine", "ask", "adapters", "arenas", "games", "answers", "play", "solvers"]
HOUSE = {
    "gamelib": FLOORS,
    "gamefast": [
        *("stopping", "compiling", "arenas", "impartial", "chance", "endings", "storage", "backward", "forward"),
        *("spread", "tournament", "spiel", "offers"),
    ],
    "gamecourse": ["renewing", "show", "check", "course", "making"],
}
PACKAGES = [*HOUSE]
#: What calls a module by its name, and the two files of gamelib that so call what stands above it.
CALLS = {"__import__", "find_spec", "import_module", "needs", "run_module"}
CALLERS = {"gamelib/offers.py", "gamelib/__main__.py"}
FILES = sorted(path for package in HOUSE for path in (ROOT / package).rglob("*.py"))

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())

#: What a lecture prints: there the prose of the lecture says what the parameters are.
PRINTED = {
    name
    for lecture in ROOT.glob("notebooks/*.ipynb")
    for name in re.findall(r"\bshow_source\(([\w.]+)\)", lecture.read_text())
}


def package(path):
    return path.relative_to(ROOT).parts[0]


def imports(path):
    """The modules of the three packages that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] in HOUSE:
            for name in node.names:
                module = ROOT.joinpath(*node.module.split("."), name.name)
                below = module.is_dir() or module.with_suffix(".py").exists()
                yield f"{node.module}.{name.name}" if below else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] in HOUSE)


def floor(module):
    """Where a module lies: its package, and its room there; a package's own face and its command line are on top."""
    house, room = [*module.split("."), "__init__"][:2]
    rooms = HOUSE[house]
    return PACKAGES.index(house), len(rooms) if room in ("__init__", "__main__") else rooms.index(room)


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@each_file
def test_imports_run_downward(path):
    here = floor(name_of(path))
    for module in imports(path):
        assert floor(module) <= here, module


def test_every_room_has_a_floor():
    for house, rooms in HOUSE.items():
        found = {p.stem for p in (ROOT / house).iterdir() if p.suffix == ".py" or (p / "__init__.py").exists()}
        assert found - {"__init__", "__main__"} == {*rooms}


@each_file
def test_who_stands_below_calls_nobody_above_by_name(path):
    """gamelib asks for gamefast in one place, and hands its command line over in another."""
    above = tuple(PACKAGES[PACKAGES.index(package(path)) + 1 :])
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in CALLS:
            named = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            if any(name.split(".")[0] in above for name in named):
                assert path.relative_to(ROOT).as_posix() in CALLERS, named


def test_there_is_no_circle_among_the_modules():
    """Not even by what a function imports."""
    graph = {name_of(path): {*imports(path)} for path in FILES}
    seen = set()  # from here no circle begins

    def visit(name, above):
        assert name not in above, " -> ".join((*above, name))
        if name not in seen:
            for other in sorted(graph.get(name, ())):
                visit(other, (*above, name))
            seen.add(name)

    for name in graph:
        visit(name, ())


@pytest.mark.parametrize(
    "path",
    [*(ROOT / "tests/gamelib").rglob("*.py"), *(ROOT / "tests/gamefast").rglob("*.py"), ROOT / "tests/naive.py"],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_tests_of_a_package_need_nothing_above_it(path):
    """Those of gamelib only what `make alone` installs, too: other packages are asked for where a test needs them."""
    above = PACKAGES[2 if "gamefast" in path.parts else 1 :]
    assert not [module for module in imports(path) if module.split(".")[0] in above]
    if "gamefast" not in path.parts:
        first = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.Import | ast.ImportFrom)]
        tops = {node.module.split(".")[0] for node in first if isinstance(node, ast.ImportFrom)}
        tops |= {name.name.split(".")[0] for node in first if isinstance(node, ast.Import) for name in node.names}
        assert tops - sys.stdlib_module_names <= {"gamelib", "hypothesis", "naive", "numpy", "pytest"}


def test_import_gamelib_loads_nothing_heavy():
    heavy = ["gamefast", "gamecourse", "numba", "matplotlib", "ipywidgets", "anywidget", "networkx", "tqdm"]
    heavy += ["IPython", "psutil", "pandas"]
    code = f"import sys, gamelib, gamelib.games; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    "path", [path for path in FILES if package(path) != "gamefast"], ids=lambda path: path.relative_to(ROOT).as_posix()
)
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
    "path",
    [path for path in FILES if package(path) == "gamelib"],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_what_takes_more_than_two_parameters_says_what_they_are(path):
    """A kernel says dtypes and shapes instead of an example; a constructor is described by its class."""
    for name, node, docstring, parameters in functions(path):
        kernel = "Kernel" in map(ast.unparse, node.decorator_list)
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


def test_nothing_below_gamecourse_prints():
    for path in FILES:
        if package(path) == "gamecourse":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", path
