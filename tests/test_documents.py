"""What README, CONTRIBUTING, CHANGELOG and the glossary send a reader to is there."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest

import gamefast
import gamelib.games
from gamecourse.course.doctor import DISTRIBUTION
from gamelib import machine

ROOT = Path(__file__).parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
FILES = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT, check=True).stdout.splitlines()


def text_of(path):
    """What a file says; of a notebook its words."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    cells = nbformat.read(path, as_version=4).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".md", ".ipynb"))])
def test_links_lead_somewhere(name):
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text_of(ROOT / name)):
        assert link.startswith(("https://", "mailto:")) or (ROOT / name).parent.joinpath(link).exists(), link


def test_contributors_are_sent_to_files_and_targets_that_are_there():
    tops = "|".join(["gamelib", "gamefast", "gamecourse", "tests", "notebooks", "examples", "docs"])
    for path in re.findall(rf"`?((?:{tops})/[\w/.-]*\w)", CONTRIBUTING):
        assert (ROOT / path).exists() or "NN-name" in path, path
    for name in re.findall(r"`(test_\w+\.py)`", CONTRIBUTING):
        assert list((ROOT / "tests").rglob(name)), name
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`", CONTRIBUTING)) <= targets


@pytest.mark.slow
def test_every_way_to_run_one_test_finds_one():
    commands = re.findall(r"^    \.venv/bin/python -m pytest (tests/\S+) -k (.+)$", CONTRIBUTING, re.MULTILINE)
    assert len(commands) >= 5
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tests.quick", "-p", "no:cacheprovider"]
    done = subprocess.run([*collect, *(path for path, _ in commands)], capture_output=True, text=True, cwd=ROOT)
    found = done.stdout.splitlines()
    for path, word in commands:
        assert any(line.startswith(f"{path}::") and word in line.partition("::")[2] for line in found), (path, word)


def test_nobody_is_sent_to_the_index_for_gamelib():
    """What is called gamelib there is another project's package: our hints and documents named it."""
    wrong = re.compile(r"""pip3? install(?: +-{1,2}[\w-]+)* +[\\'"{(]*(?:quoted\(f?["'])?gamelib""")
    assert wrong.search("needs it: pip install 'gamelib[fast]'")
    assert wrong.search("uv pip install --upgrade gamelib-course")
    kinds = (".py", ".md", ".ipynb", ".js", ".sh", ".toml", ".yml", ".yaml", "Makefile", "run")
    for name in FILES:
        if name.endswith(kinds) and not name.startswith("tests/"):
            assert not wrong.search((ROOT / name).read_text(encoding="utf-8")), name
    assert machine.packages.install("fast").startswith("pip install -e '.[fast]'")


def test_the_distribution_and_the_package_have_two_names():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told["name"] == DISTRIBUTION != "gamelib"
    needed = " ".join(line for extra in told["optional-dependencies"].values() for line in extra if "[" in line)
    assert {*re.findall(r"([\w-]+)\[", needed)} == {DISTRIBUTION}


REFERENCE = ROOT / "gamecourse" / "making" / "site" / "reference"


@pytest.mark.parametrize(
    ("page", "names"), [("gamelib", dir(gamelib)), ("games", gamelib.games.GAMES), ("gamefast", dir(gamefast))]
)
def test_the_reference_has_every_name_of_a_package(page, names):
    """The line of a name: ``.. autofunction:: name``, or ``autoclass``. A package lists its modules, too."""
    names = {name for name in names if not (ROOT / page / name).is_dir() and not (ROOT / page / f"{name}.py").exists()}
    written = (REFERENCE / f"{page}.rst").read_text()
    told = re.findall(r"^(?:\.\. \w+::|  ) *(?:\w+\.)*(\w+)(?:\(\))?$", written, re.MULTILINE)
    assert names - {*told} == set(), f"not in {page}.rst"


def test_the_reference_has_every_picture_and_widget_of_the_lectures():
    written = (REFERENCE / "gamecourse.rst").read_text()
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        code = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
        places = {}
        for node in ast.walk(code):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gamecourse.show"):
                places |= {name.asname or name.name: f"{node.module}.{name.name}" for name in node.names}
        for node in ast.walk(code):
            match node:
                case ast.Attribute(ast.Name(module), name) if module in places:
                    assert f":: {places[module]}.{name}\n" in written, f"{path.name}: not in gamecourse.rst"
                case ast.Call(ast.Name(name)) if name in places:
                    assert f":: {places[name]}\n" in written, f"{path.name}: not in gamecourse.rst"


#: The rows of the glossary: the term, its lecture, and how it is called in three languages.
TERMS = re.findall(
    r"^\| ([^|]+) \| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
    (ROOT / "docs" / "glossary.md").read_text(),
    re.MULTILINE,
)


def bold(lecture):
    """The words in bold of a lecture, in small letters."""
    (path,) = (ROOT / "notebooks").glob(f"{int(lecture):02}-*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    found = re.findall(r"\*\*([^*]+)\*\*|^#+ (.*)$", text, re.MULTILINE)  # or in a heading
    return " | ".join(one or other for one, other in found).lower()


def test_each_term_of_the_glossary_is_defined_in_its_lecture():
    assert len(TERMS) > 50
    missing = []
    for term, lecture, *_ in TERMS:
        words = [re.sub(r" \(.*\)", "", word).lower() for word in term.split(", ")]
        missing += [(word, int(lecture)) for word in words if word not in bold(lecture)]
    assert missing == []
