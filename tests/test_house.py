"""What must hold of the three packages: which way imports run, and what `import gamelib` loads."""

import ast
import importlib
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ["gamelib", "gamefast", "gamecourse"]
MAP = re.search(r"```\n(gamelib/ .*?)```", (ROOT / "README.md").read_text(), re.DOTALL)[1]
#: The rooms of each package, from the ground up, as the README draws them: an import runs to a
#: lower floor, or stays.
HOUSE = {
    package: re.findall(r"^[├└]── (\w+)", rooms, re.MULTILINE)
    for package, rooms in re.findall(r"^(\w+)/ .*\n((?:[├└│ ].*\n)*)", MAP, re.MULTILINE)
}
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


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
    """Where a module lies: its package, and its room there; a package's own face and its command
    line are on top.
    """
    house, room = [*module.split("."), "__init__"][:2]
    rooms = HOUSE[house]
    return PACKAGES.index(house), len(rooms) if room in ("__init__", "__main__") else rooms.index(
        room
    )


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_imports_run_downward():
    for path in FILES:
        for module in imports(path):
            assert floor(module) <= floor(name_of(path)), (path, module)


def test_the_map_of_the_readme_names_every_room():
    assert [*HOUSE] == PACKAGES
    for house, rooms in HOUSE.items():
        found = {
            p.stem
            for p in (ROOT / house).iterdir()
            if p.suffix == ".py" or (p / "__init__.py").exists()
        }
        assert found - {"__init__", "__main__"} == {*rooms} - {"__main__"}


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


def test_tests_of_a_package_need_nothing_above_it():
    """`make alone` tries those of gamelib with nothing else installed."""
    for package in ("gamelib", "gamefast"):
        above = PACKAGES[PACKAGES.index(package) + 1 :]
        for path in (ROOT / "tests" / package).rglob("*.py"):
            assert not [module for module in imports(path) if module.split(".")[0] in above], path


def test_import_gamelib_loads_nothing_heavy():
    heavy = [
        "numpy",
        "gamefast",
        "gamecourse",
        "numba",
        "matplotlib",
        "ipywidgets",
        "anywidget",
        "networkx",
        "tqdm",
    ]
    heavy += ["IPython", "psutil", "pandas"]
    code = (
        f"import sys, gamelib, gamelib.games; print([name for name in {heavy} if name in "
        "sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_help_fits_a_screen_and_names_what_the_package_has(package):
    module = importlib.import_module(package)
    page = pydoc.plain(pydoc.render_doc(module))
    page = re.sub(r"(?s)PACKAGE CONTENTS.*?\n\n", "", page)  # a line for each file
    assert len(page.splitlines()) < 60
    own = [name for name in dir(module) if not isinstance(getattr(module, name), ModuleType)]
    assert [
        name for name in own if f"``{name}" not in module.__doc__ and not name.startswith("_")
    ] == []


@pytest.mark.parametrize("name", ["gamelib", "gamefast"])
def test_tab_offers_what_a_module_has_and_nothing_that_it_imports_for_itself(name):
    module = importlib.import_module(name)
    for offered in dir(module):
        thing = getattr(module, offered)  # and it is there
        home = getattr(thing, "__module__", None) or getattr(thing, "__name__", name)
        assert home.startswith(("gamelib", name)), offered
    assert {"solve", "Sum", "WIN"} <= {*dir(importlib.import_module("gamelib"))}
    assert {"save", "load", "solve_spread", "Ending"} <= {*dir(importlib.import_module("gamefast"))}
