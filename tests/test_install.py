"""The package as others get it: the wheel, and the wheel with numpy alone in an empty
environment.
"""

import ast
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import gamelib
from gamecourse import show
from gamecourse.show import PICTURES, WORDS

ROOT = Path(__file__).parents[1]
#: The three packages of the wheel.
OURS = ("gamelib", "gamefast", "gamecourse")
PACKAGES = [ROOT / name for name in OURS]
#: What the library can use and must not need.
ABSENT = [
    "numba",
    "psutil",
    "tqdm",
    "networkx",
    "pandas",
    "matplotlib",
    "anywidget",
    "IPython",
    "scipy",
    "pyspiel",
]
SENTENCE = re.compile(
    r"[a-z ]+ need (\w+): pip install -e '\.\[(\w+)\]' in the checkout of gamelib"
)


def run(*command, cwd, status=0):
    """What the command says; nothing of this environment, and no settings of pip, reach it."""
    clean = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("PYTHON", "PIP_", "UV_", "MYPY"))
    }
    clean |= {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "UV_NO_CONFIG": "1",
    }
    if command[1:4] == ("-m", "pip", "wheel"):
        clean = dict(os.environ)  # it may have to fetch hatchling, by whatever way leads there
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, cwd=cwd, env=clean
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    if find_spec("hatchling"):
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    else:  # an environment older than this test
        run(
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "-w",
            folder,
            ROOT,
            cwd=folder,
        )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def light(wheel, tmp_path_factory):
    """Runs an environment's Python, in a folder of its own; only the wheel and numpy are in the
    environment.
    """
    folder = tmp_path_factory.mktemp("light")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / "bin" / "python"
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    there = Path(np.__file__).parents[1]
    (site / "numpy").symlink_to(there / "numpy")
    about = f"numpy-{np.__version__}.dist-info"
    shutil.copytree(there / about, site / about)  # uv does not follow a link
    if find_spec("pip"):
        installer = (sys.executable, "-m", "pip", "--python", python, "install")
    else:
        installer = ("uv", "pip", "install", "--python", python)
    run(*installer, "--no-index", wheel, cwd=folder)  # fails if it asks for more than numpy
    return lambda *arguments, **how: run(python, "-I", *arguments, cwd=folder, **how)


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        told = message_from_bytes(
            archive.read(next(name for name in held if name.endswith("/METADATA")))
        )
    rest = {name.partition("/")[2] for name in held if name.partition("/")[0] not in OURS}
    assert rest == {"METADATA", "RECORD", "WHEEL", "licenses/LICENSE"}
    kinds = ("*.py", "*.js", "*.json", "*.css", "*.html", "*.svg", "*.mplstyle", "*.txt")
    sources = {
        path.relative_to(ROOT).as_posix()
        for kind in kinds
        for own in PACKAGES
        for path in own.rglob(kind)
    }
    sources = {name for name in sources if "/making/" not in name} | {
        f"{name}/py.typed" for name in OURS
    }
    assert {name for name in held if name.partition("/")[0] in OURS} == sources
    assert wheel.stat().st_size < 1_000_000  # nothing large has come in by mistake
    assert told["Version"] == gamelib.__version__
    assert [line for line in told.get_all("Requires-Dist") if "extra ==" not in line] == [
        "numpy>=1.26"
    ]


def test_games_are_solved_with_numpy_alone_and_large_ones_with_a_warning(light):
    said = light(
        "-c",
        "import importlib.metadata, importlib.util, sys\n"
        f"print([name for name in {ABSENT} if importlib.util.find_spec(name)])\n"
        "import gamelib\n"
        "from gamelib import machine, solve\n"
        "from gamecourse import show_source\n"
        "from gamelib.games import Matches\n"
        "print(gamelib.__file__.startswith(sys.prefix), "
        "importlib.metadata.version('gamelib-course'))\n"
        "print(show_source(Matches.start), solve(Matches(15))[15], file=sys.stderr)\n"
        "machine.kernels.COMPILE_FROM = 1\n"
        "print(solve(Matches(15))[15])\n",
    )
    assert said.stdout == f"[]\nTrue {gamelib.__version__}\nWIN in 7\n"
    assert said.stderr.startswith("def start(self) -> int:\n    return self.n WIN in 7\n")
    assert (
        "UserWarning: with numba this would be some fifty times as fast: pip install -e '.[fast]'"
        in said.stderr
    )


def test_the_command_line_works_and_the_doctor_says_which_extras_are_missing(light, tmp_path):
    """Read from the wheel's metadata: here is no pyproject.toml."""
    board = tmp_path / "board.txt"
    board.write_text("P...\n.**.\n..TE\n")
    assert light("-m", "gamelib", "cops", board).stdout == "LOSS in 2\n"
    for words in (["course"], ["lecture", "4"]):
        assert light("-m", "gamelib", *words, status=2).stderr.startswith(
            "the lectures are not here"
        )
    said = light("-m", "gamelib", "doctor", status=1)
    assert said.stderr == ""
    told = " ".join(said.stdout.split())
    missing = dict(
        re.findall(r"([\w, ]+) \(extra (\w+)\)", told[told.index("missing:") : told.index("Do:")])
    )
    found = {extra: {*re.findall(r"\w+", names)} for names, extra in missing.items()}
    assert found == {
        "fast": {"numba", "psutil", "tqdm"},
        "graphs": {"networkx"},
        "frames": {"pandas"},
        "show": {"matplotlib", "fonttools", "ipywidgets", "anywidget"},
        "course": {"jupyterlab"},
    }
    assert '-e ".[course]" in the checkout of gamelib' in told
    assert "widgets    JupyterLab cannot be asked: it is missing." in said.stdout
    assert "The course does not run here yet" in told


def test_a_python_without_numpy_is_named_in_one_line(tmp_path):
    """Mostly somebody has taken another Python than the course's."""
    for package in PACKAGES:
        (tmp_path / package.name).symlink_to(package)
    said = run(sys.executable, "-S", "-m", "gamelib", "doctor", cwd=tmp_path, status=1)
    assert said.stderr.count("\n") == 1
    assert "the commands need numpy: pip install -e '.[fast]'" in said.stderr


def test_every_module_loads_or_says_in_one_sentence_what_it_lacks(light):
    """Never a bare ModuleNotFoundError."""
    said = light(
        "-c",
        "import importlib, pkgutil\n"
        "def modules(path, above):\n"
        "    for found in pkgutil.iter_modules(path, above):\n"
        "        yield found.name\n"
        "        if found.ispkg:\n"
        "            inside = [f'{found.module_finder.path}/{found.name.rpartition(\".\")[2]}']\n"
        "            yield from modules(inside, found.name + '.')\n"
        f"for package in map(importlib.import_module, {OURS}):\n"
        "    for name in modules(package.__path__, package.__name__ + '.'):\n"
        "        try: importlib.import_module(name)\n"
        "        except ImportError as error: print(name, error, sep='|')\n",
    )
    lacks = dict(line.split("|") for line in said.stdout.splitlines())
    assert all(SENTENCE.fullmatch(sentence) for sentence in lacks.values()), lacks
    graphs = {f"gamecourse.check.{name}" for name in ("graphs", "retrograde", "pursuit", "cops")}
    assert SENTENCE.fullmatch(lacks.pop("gamecourse.check.machinery.button")).groups() == (
        "ipywidgets",
        "show",
    )
    assert {SENTENCE.fullmatch(lacks.pop(name)).groups() for name in graphs} == {
        ("networkx", "graphs")
    }
    assert SENTENCE.fullmatch(lacks.pop("gamecourse.course.marking")).groups() == (
        "nbgrader",
        "marks",
    )
    assert lacks
    assert all(
        name.startswith("gamecourse.show.") and name.split(".")[2] not in WORDS for name in lacks
    )
    drawn = light(
        "-c", "from gamelib.games import CopsAndRobber; CopsAndRobber([])", status=1
    ).stderr.rstrip()
    assert SENTENCE.fullmatch(drawn.rpartition("ModuleNotFoundError: ")[2]).groups() == (
        "networkx",
        "graphs",
    )


def test_with_matplotlib_alone_there_are_pictures_and_no_widgets(tmp_path):
    names = [found.name for found in pkgutil.iter_modules(show.__path__)]
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); sys.modules['anywidget'] = None\n"
        "import importlib, gamelib\n"
        f"for name in {names}:\n"
        "    try: importlib.import_module('gamecourse.show.' + name)\n"
        "    except ImportError as error: print(name, error, sep='|')\n"
        "    else: print(name, '', sep='|')\n"
    )
    said = run(sys.executable, "-c", code, cwd=tmp_path)
    lacks = dict(line.split("|") for line in said.stdout.splitlines())
    assert {name for name, sentence in lacks.items() if not sentence} == WORDS | PICTURES
    assert set(lacks.values()) == {
        "",
        "widgets need anywidget: pip install -e '.[show]' in the checkout of gamelib",
    }


def imported(path):
    """The packages that a file imports anywhere, in functions too, but for Python's own, numpy and
    gamelib.
    """
    for node in ast.walk(ast.parse(path.read_text())):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        yield from {name.partition(".")[0] for name in names} - {
            *sys.stdlib_module_names,
            "numpy",
            *OURS,
        }


def test_what_may_be_absent_is_imported_only_where_its_absence_is_seen_to():
    """Elsewhere ``needs`` imports it, and tells what to do where it is absent."""
    files = [
        path for package in PACKAGES for path in package.rglob("*.py") if "making" not in path.parts
    ]
    found = {(path.relative_to(ROOT).parts[1], name) for path in files for name in imported(path)}
    assert found == {
        *(("memory.py", "psutil"), ("progress.py", "tqdm")),
        (
            "check",
            "psutil",
        ),  # without it, what a notebook leaves running is ended as far as its group goes
        (
            "arenas",
            "numba",
        ),  # rules run as they are without it; the loop that they are handed to says so
        *(
            ("show", name) for name in ("matplotlib", "fontTools", "anywidget", "traitlets")
        ),  # anywidget brings traitlets
        *(
            ("course", name) for name in ("nbgrader", "traitlets")
        ),  # below the line that asks for nbgrader
        ("course", "jupyterlab_server"),  # below the line that asks for JupyterLab
    }


OWN = """
from gamefast import minimax
from gamelib import LOSS, match


class Race:
    def start(self) -> int:
        return 0

    def moves(self, total: int) -> list[int]:
        return [step for step in (1, 2) if total + step <= 4]

    def play(self, total: int, step: int) -> int:
        return total + step

    def outcome(self, total: int) -> float | None:
        return LOSS if total == 4 else None


print(minimax(Race()).value)
match(Race(), lambda position: 1, lambda position: 1)
"""


@pytest.mark.slow
def test_a_game_of_the_users_own_is_typed_strictly_and_a_wrong_one_refused(light, tmp_path):
    (tmp_path / "right.py").write_text(OWN)
    (tmp_path / "wrong.py").write_text(
        OWN.replace("list[int]:", "None:").replace("return [step", "[step")
    )
    assert light(tmp_path / "right.py").stdout == "1\n"
    python = light("-c", "import sys; print(sys.executable)").stdout.strip()
    mypy = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--python-executable",
        python,
    )
    said = run(*mypy, "right.py", "wrong.py", cwd=tmp_path, status=1).stdout
    errors = [line for line in said.splitlines() if " error: " in line]
    calls = [number for number, line in enumerate(OWN.splitlines(), 1) if "(Race()" in line]
    assert [error.rpartition(" error: ")[0] for error in errors] == [
        f"wrong.py:{call}:" for call in calls
    ], said
    assert all('"Race"' in error for error in errors), said
