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
MAP = re.search(r"```\n(gamelib/ .*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)[1]
#: The rooms of each package, from the ground up, as CONTRIBUTING draws them: an import runs to a
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


def off_the_map(house, rooms):
    """What to do with modules that the map does not have."""
    return (
        f"{house} has {', '.join(rooms)}, and the map in CONTRIBUTING.md does not: add a line there, "
        "below everything that it imports and above everything that imports it"
    )


def floor(module):
    """Where a module lies: its package, and its room there; a package's own face and its command
    line are on top.
    """
    house, room = [*module.split("."), "__init__"][:2]
    rooms = HOUSE[house]
    on_the_map = room in ("__init__", "__main__") or room in rooms
    assert on_the_map, off_the_map(house, [room])
    return PACKAGES.index(house), len(rooms) if room in ("__init__", "__main__") else rooms.index(
        room
    )


def name_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_imports_run_downward():
    for path in FILES:
        for module in imports(path):
            assert floor(module) <= floor(name_of(path)), (
                f"{path.relative_to(ROOT)} imports {module}, which stands below it on the map in "
                "CONTRIBUTING.md"
            )


def test_the_map_names_every_room():
    assert [*HOUSE] == PACKAGES
    for house, rooms in HOUSE.items():
        found = {
            p.stem
            for p in (ROOT / house).iterdir()
            if p.suffix == ".py" or (p / "__init__.py").exists()
        }
        missing = sorted(found - {"__init__", "__main__"} - {*rooms})
        assert not missing, off_the_map(house, missing)
        stray = sorted({*rooms} - {"__main__"} - found)
        assert not stray, f"the map in CONTRIBUTING.md has {', '.join(stray)}; {house} does not"


def circle(graph):
    """Modules that import each other in a circle, the first of them again at the end; or None."""
    without = set()  # from these no circle begins

    def visit(name, above):
        if name in above:
            return [*above[above.index(name) :], name]
        if name in without:
            return None
        for other in sorted(graph.get(name, ())):
            if found := visit(other, [*above, name]):
                return found
        without.add(name)
        return None

    return next(filter(None, (visit(name, []) for name in sorted(graph))), None)


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b", "c"}, "b": {"c"}, "c": set()}, None),
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, ["b", "c", "b"]),
        ({"a": {"a"}}, ["a", "a"]),
    ],
)
def test_a_circle_is_found(graph, found):
    assert circle(graph) == found


def test_there_is_no_circle_among_the_modules():
    """Not even by what a function imports."""
    graph = {name_of(path): {*imports(path)} for path in FILES}
    assert circle(graph) is None
    for package in PACKAGES:
        assert sum(name.partition(".")[0] == package for name in graph) > 30  # all were read


def test_tests_of_a_package_need_nothing_above_it():
    """`make alone` tries those of gamelib with nothing else installed."""
    for package in ("gamelib", "gamefast"):
        above = PACKAGES[PACKAGES.index(package) + 1 :]
        for path in (ROOT / "tests" / package).rglob("*.py"):
            assert not [module for module in imports(path) if module.split(".")[0] in above], path


def python(code, *switches):
    """What a program prints, in Python with these switches and this folder alone."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    done = subprocess.run(
        [sys.executable, "-I", *switches, "-c", start + code], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


#: Load every module of gamelib, and print what is loaded that is neither Python's nor gamelib's.
LOADED = """
import pkgutil
from importlib import import_module
before = {name.partition(".")[0] for name in sys.modules}
import gamelib
modules = [found.name for found in pkgutil.walk_packages(gamelib.__path__, "gamelib.")]
for name in modules:
    import_module(name)
loaded = {name.partition(".")[0] for name in sys.modules} - before
print(len(modules), *sorted(loaded - sys.stdlib_module_names - {"gamelib"}))
"""


@pytest.mark.parametrize("switches", [["-S"], []], ids=["nothing else is there", "all is there"])
def test_gamelib_loads_the_standard_library_alone(switches):
    """``-S`` leaves out what is installed. `make alone` runs gamelib's tests so, too."""
    modules, *others = python(LOADED, *switches).split()
    assert int(modules) > 40
    assert others == []


def test_gamelib_imports_the_standard_library_alone_even_inside_a_function():
    for path in (ROOT / "gamelib").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) else []
            packages = {name.partition(".")[0] for name in names}
            assert packages <= {*sys.stdlib_module_names, "gamelib"}, path


def test_gamelib_is_imported_in_a_tenth_of_a_second():
    """Of a processor's time, and the best of five: others use this machine, too."""
    code = "import time; before = time.process_time(); import gamelib; print(time.process_time() - before)"
    assert min(float(python(code, "-S")) for _ in range(5)) < 0.1


@pytest.mark.parametrize("package", PACKAGES)
def test_help_fits_a_screen_and_names_what_the_package_has(package):
    module = importlib.import_module(package)
    page = pydoc.plain(pydoc.render_doc(module))
    page = re.sub(r"(?s)PACKAGE CONTENTS.*?\n\n", "", page)  # a line for each file
    assert len(page.splitlines()) < 60
    own = [name for name in dir(module) if not isinstance(getattr(module, name), ModuleType)]
    missing = [
        name for name in own if f"``{name}" not in module.__doc__ and not name.startswith("_")
    ]
    assert not missing, (
        f"help({package}) does not name {', '.join(missing)}: add ``{missing[0]}`` to the docstring "
        f"at the top of {package}/__init__.py"
    )


@pytest.mark.parametrize("name", ["gamelib", "gamefast"])
def test_tab_offers_what_a_module_has_and_nothing_that_it_imports_for_itself(name):
    module = importlib.import_module(name)
    for offered in dir(module):
        thing = getattr(module, offered)  # and it is there
        home = getattr(thing, "__module__", None) or getattr(thing, "__name__", name)
        assert home.startswith(("gamelib", name)), offered
    assert {"solve", "Sum", "WIN"} <= {*dir(importlib.import_module("gamelib"))}
    assert {"save", "load", "solve_spread", "Ending"} <= {*dir(importlib.import_module("gamefast"))}
