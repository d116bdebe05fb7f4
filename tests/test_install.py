"""The packages as others get them: the wheel, in an environment with nothing else (gamelib solves,
plays and checks, and the doctor starts), and with what the engine cannot do without.
"""

import ast
import os
import pkgutil
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

import gamelib
from gamecourse import show
from gamecourse.show import ALONE, LINES, PICTURES, WORDS

ROOT = Path(__file__).parents[1]
#: The three packages of the wheel.
OURS = ("gamelib", "gamefast", "gamecourse")
PACKAGES = [ROOT / name for name in OURS]
#: What the library can use and must not need.
ABSENT = [
    "numpy",
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


def environment(folder, wheel):
    """Runs a new environment's Python, in this folder; the wheel alone is installed there."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "env", cwd=folder)
    python = folder / "env" / "bin" / "python"
    if find_spec("pip"):
        installer = (sys.executable, "-m", "pip", "--python", python, "install")
    else:
        installer = ("uv", "pip", "install", "--python", python)
    run(*installer, "--no-index", wheel, cwd=folder)  # fails if it asks for anything else
    return lambda *arguments, **how: run(python, "-I", *arguments, cwd=folder, **how)


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """An environment with the wheel and nothing else."""
    return environment(tmp_path_factory.mktemp("alone"), wheel)


@pytest.fixture(scope="module")
def engine(wheel, tmp_path_factory):
    """An environment with the wheel, numpy and numba."""
    folder = tmp_path_factory.mktemp("engine")
    python = environment(folder, wheel)
    (site,) = (folder / "env").glob("lib/python*/site-packages")
    for name in ("numpy", "numba", "llvmlite"):
        for top in {file.parts[0] for file in metadata.files(name)} - {"..", "__pycache__"}:
            (site / top).symlink_to(metadata.distribution(name).locate_file(top))
    return python


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
    sources = {name for name in sources if not re.search("/(publish|live)/", name)} | {
        f"{name}/py.typed" for name in OURS
    }
    assert {name for name in held if name.partition("/")[0] in OURS} == sources
    assert wheel.stat().st_size < 1_200_000  # nothing large has come in by mistake
    assert told["Version"] == gamelib.__version__
    assert [line for line in told.get_all("Requires-Dist") if "extra ==" not in line] == []


def test_gamelib_solves_plays_and_checks_with_nothing_installed(alone):
    said = alone(
        "-c",
        "import importlib.metadata, importlib.util, sys\n"
        f"print([name for name in {ABSENT} if importlib.util.find_spec(name)])\n"
        "import gamelib\n"
        "from gamelib import check_game, check_solution, match, solve\n"
        "from gamelib.games import Matches\n"
        "from gamecourse import show_source\n"
        "print(gamelib.__file__.startswith(sys.prefix), "
        "importlib.metadata.version('gamelib-course'))\n"
        "print(show_source(Matches.start))\n"
        "solution = solve(Matches(15))\n"
        "print(solution[15], match(Matches(15), solution, lambda pile: 1).moves)\n"
        "print(check_game(Matches(15)))\n"
        "print(check_solution(solution))\n",
    )
    assert said.stderr == ""
    assert said.stdout.startswith(
        f"[]\nTrue {gamelib.__version__}\ndef start(self) -> int:\n    return self.n\n"
        "WIN in 7 (3, 1, 3, 1, 3, 1, 3)\n16 positions, all: rules, text, move_text in order"
    )


@pytest.mark.parametrize(
    "line",
    [
        "import gamefast",
        "from gamefast import solve",
        "from gamefast.storage import load",
        "from gamefast import registry",
    ],
)
def test_the_engine_says_in_a_sentence_which_extra_brings_what_it_needs(alone, line):
    said = alone("-c", line, status=1).stderr.splitlines()
    kind, _, sentence = said[-1].partition(": ")
    assert kind == "ModuleNotFoundError"
    assert sentence == (
        "the functions of gamefast need numpy: pip install -e '.[fast]' in the checkout of gamelib"
    )
    frames = [Path(line.split('"')[1]) for line in said if line.startswith("  File ")]
    # Behind the reader's own line stand the package's first lines, and nothing deeper.
    assert [path.name for path in frames] == ["<string>", "__init__.py", "packages.py"]


@pytest.mark.slow
def test_with_numpy_and_numba_the_engine_and_the_command_line_work(engine, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("P...\n.**.\n..TE\n")
    assert engine("-m", "gamelib", "cops", board).stdout == "LOSS in 2\n"
    assert engine("-m", "gamelib", "solve", "Matches", "15").stdout.startswith("WIN in 7: take 3.")
    said = engine(
        "-c",
        "import sys\n"
        "from gamefast import check_solution, machine, solve\n"
        "from gamelib.games import Matches\n"
        "machine.kernels.COMPILE_FROM = 1\n"
        "solution = solve(Matches(15))\n"
        "check_solution(solution)\n"
        "print(solution[15], 'numba' in sys.modules)\n",
    )
    assert (said.stdout, said.stderr) == ("WIN in 7 True\n", "")


def test_a_command_without_the_engine_says_in_one_line_what_is_missing(alone, tmp_path):
    """Mostly somebody has taken another Python than the course's, so that is named."""
    board = tmp_path / "board.txt"
    board.write_text("P...\n.**.\n..TE\n")
    python = alone("-c", "import sys; print(sys.executable)").stdout.strip()
    for words in (["cops", board], ["solve", "Matches", "15"], ["play", "Matches", "15"]):
        said = alone("-m", "gamelib", *words, status=2)
        assert said.stdout == ""
        assert said.stderr.count("\n") == 1
        assert "need numpy: pip install -e '.[fast]' in the checkout of gamelib. " in said.stderr
        assert f"{python} was asked; python -m gamelib doctor says what it lacks" in said.stderr
    page = alone("-m", "gamelib", "page", tmp_path / "games.html", status=2).stderr
    assert page.startswith("pictures need matplotlib: pip install -e '.[show]'")


def test_the_doctor_starts_with_nothing_and_says_what_is_missing(alone):
    for words in (["course"], ["lecture", "4"]):
        assert alone("-m", "gamelib", *words, status=2).stderr.startswith(
            "the lectures are not here"
        )
    said = alone("-m", "gamelib", "doctor", status=1)
    assert said.stderr == ""
    missing = re.search(r"missing: (.+)\.$", said.stdout, re.MULTILINE)[1]
    assert set(missing.split(", ")) == {
        *("numpy", "numba", "psutil", "tqdm", "networkx", "pandas"),
        *("matplotlib", "fontTools", "ipywidgets", "anywidget", "jupyterlab"),
    }
    assert '-e ".[course]"' in said.stdout
    assert "The course does not run here yet" in said.stdout


def test_the_doctor_starts_where_the_packages_are_not_even_installed(tmp_path):
    for package in PACKAGES:
        (tmp_path / package.name).symlink_to(package)
    said = run(sys.executable, "-S", "-m", "gamelib", "doctor", cwd=tmp_path, status=1)
    assert said.stderr == ""
    assert "missing: numpy" in said.stdout


@pytest.mark.parametrize("package", ["numpy", "numba"])
@pytest.mark.parametrize(
    ("fault", "word"),
    [
        ("raise ImportError('built for another Python')", "built for another Python"),
        ("raise AttributeError('half of it is missing')", "half of it is missing"),
        ("import os; os.kill(os.getpid(), 9)", "broke off without a word"),
    ],
)
def test_the_doctor_starts_where_a_package_does_not_load(package, fault, word, tmp_path):
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text(fault)
    code = (
        f"import os, sys; sys.path[:0] = {[str(tmp_path), str(ROOT)]!r}; "
        f"os.environ['PYTHONPATH'] = {str(tmp_path)!r}; "
        "from gamecourse.course import doctor; "
        "doctor.MODULES = ['numpy', 'numba']; "
        "print(doctor.check_packages()); print(doctor.check_memory()); "
        "import gamecourse.__main__ as command; command._parser(); "
        "print([name for name in ('numpy', 'numba', 'gamefast') if name in sys.modules])"
    )
    said = run(sys.executable, "-c", code, cwd=tmp_path)
    assert f"{package} " in said.stdout
    assert "is there and does not load" in said.stdout
    assert word in said.stdout
    if package == "numpy":  # numba is loaded later
        assert "this computer does not tell what is free" in said.stdout
    assert said.stdout.endswith("[]\n")


def test_every_module_loads_or_says_in_one_sentence_what_it_lacks(alone):
    """Never a bare ModuleNotFoundError; gamelib loads whole."""
    said = alone(
        "-c",
        "import importlib, pkgutil\n"
        "def modules(path, above):\n"
        "    for found in pkgutil.iter_modules(path, above):\n"
        "        yield found.name\n"
        "        if found.ispkg:\n"
        "            inside = [f'{found.module_finder.path}/{found.name.rpartition(\".\")[2]}']\n"
        "            yield from modules(inside, found.name + '.')\n"
        "from pathlib import Path\n"
        "import gamelib\n"
        "site = Path(gamelib.__file__).parents[1]\n"
        f"for package in {OURS}:\n"
        "    for name in modules([f'{site}/{package}'], package + '.'):\n"
        "        try: importlib.import_module(name)\n"
        "        except ImportError as error: print(name, error, sep='|')\n",
    )
    lacks = dict(line.split("|") for line in said.stdout.splitlines())
    assert all(SENTENCE.fullmatch(sentence) for sentence in lacks.values()), lacks
    engine = {name for name in lacks if name.partition(".")[0] == "gamefast"}
    assert {SENTENCE.fullmatch(lacks.pop(name)).groups() for name in engine} == {("numpy", "fast")}
    graphs = {f"gamecourse.check.{name}" for name in ("graphs", "retrograde", "pursuit", "cops")}
    assert SENTENCE.fullmatch(lacks.pop("gamecourse.grading.button")).groups() == (
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
    # Programs are called through the words of a game that is played.
    words = {f"gamecourse.show.{name}" for name in WORDS} | {"gamecourse.course.contest"}
    assert {SENTENCE.fullmatch(lacks.pop(name)).groups() for name in words} == {("numpy", "fast")}
    lines = {f"gamecourse.show.{name}" for name in LINES}
    assert {SENTENCE.fullmatch(lacks.pop(name)).groups() for name in lines} == {
        ("anywidget", "show")
    }
    assert lacks
    assert all(SENTENCE.fullmatch(sentence)[1] == "matplotlib" for sentence in lacks.values())
    assert all(name.startswith("gamecourse.show.") for name in lacks)
    assert not {name.removeprefix("gamecourse.show.") for name in lacks} & (WORDS | ALONE)


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
    of_stage = {name for name in WORDS if name.startswith("stage.")}
    loaded = {name for name, sentence in lacks.items() if not sentence}
    assert loaded == (ALONE | WORDS | PICTURES) - of_stage
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
        path
        for package in PACKAGES
        for path in package.rglob("*.py")
        if not {"publish", "live"}.intersection(path.parts)
    ]
    found = {(path.relative_to(ROOT).parts[1], name) for path in files for name in imported(path)}
    assert found == {
        *(("memory.py", "psutil"), ("progress.py", "tqdm")),
        (
            "grading",
            "psutil",
        ),  # without it, what a notebook leaves running is ended as far as its group goes
        (
            "compiled",
            "numba",
        ),  # rules run as they are without it; the loop that they are handed to says so
        ("check", "numba"),  # without it, the verdict says that nobody has asked what compiles
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
def test_a_game_of_the_users_own_is_typed_strictly_and_a_wrong_one_refused(engine, tmp_path):
    (tmp_path / "right.py").write_text(OWN)
    (tmp_path / "wrong.py").write_text(
        OWN.replace("list[int]:", "None:").replace("return [step", "[step")
    )
    assert engine(tmp_path / "right.py").stdout == "1\n"
    python = engine("-c", "import sys; print(sys.executable)").stdout.strip()
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
