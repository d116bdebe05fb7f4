"""What README, CONTRIBUTING and CHANGELOG say of the three packages is true of them."""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest

import gamelib
from gamecourse.course.doctor.asked import DISTRIBUTION
from gamelib import machine
from gamelib.moved import MODULES, NAMES, home_of

ROOT = Path(__file__).parents[1]
PACKAGES = ("gamelib", "gamefast", "gamecourse")
README, CONTRIBUTING, CHANGELOG = (
    (ROOT / f"{name}.md").read_text() for name in ("README", "CONTRIBUTING", "CHANGELOG")
)
MAP = re.search(r"```\n(gamelib/ .*?)```", README, re.DOTALL)[1]
#: A package, or what lies in one: how deep, its name, a folder or a file, and what is said of it.
ENTRY = re.compile(r"^((?:[│ ]   )?)(?:[├└]── )?(\w+)(/|\.py) +(.+)$")


def entries():
    """What the map names, as paths from the top of the repository, and its words."""
    found, above = {}, Path()
    for line in MAP.splitlines():
        inside, name, kind, words = ENTRY.match(line).groups()
        if not line.startswith(("├", "└", "│", " ")):
            package = above = Path(name)
        elif not inside:
            above = package / name
        found[(above / name if inside else above).with_suffix(kind.rstrip("/"))] = words
    return found


ENTRIES = entries()


def rooms(package):
    """The files of a package and its folders, and the folders in these."""
    for path in (ROOT / package).iterdir():
        if path.suffix == ".py" and path.name != "__init__.py":
            yield path.relative_to(ROOT)
        if (path / "__init__.py").exists():
            yield path.relative_to(ROOT)
            yield from (inside.parent.relative_to(ROOT) for inside in path.glob("*/__init__.py"))


def test_the_map_names_every_room():
    assert len(MAP.splitlines()) == len(ENTRIES) <= 45
    assert [path.name for path in ENTRIES if len(path.parts) == 1] == list(PACKAGES)
    for package in PACKAGES:
        named = {path for path in ENTRIES if path.parts[0] == package and len(path.parts) > 1}
        found = set(rooms(package))
        assert found - named <= {Path("gamelib/__main__.py")}  # another name of gamecourse's
        assert all((ROOT / path).exists() for path in named - found)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_map_goes_up_floor_by_floor(package):
    """What stands lower in the list may use what stands above it, never the other way round."""
    floors = [path.stem for path in ENTRIES if path.parts[0] == package and len(path.parts) == 2]
    for path in (ROOT / package).rglob("*.py"):
        here = path.relative_to(ROOT / package).parts[0].removesuffix(".py")
        if here == "__init__":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            for there in {name.split(".")[1] for name in names if name.startswith(f"{package}.")}:
                assert floors.index(there) <= floors.index(here), f"{path} imports from {there}"


def told(path):
    """The docstring of a room."""
    file = ROOT / path if path.suffix else ROOT / path / "__init__.py"
    return ast.get_docstring(ast.parse(file.read_text())) or ""


def test_the_map_speaks_the_words_of_the_packages_themselves():
    def plain(text):
        return set(re.sub(r"[^a-z_ ]", " ", text.lower().replace("\n", " ")).split())

    for path, words in ENTRIES.items():
        assert plain(words) <= plain(told(Path(path.parts[0])) + " " + told(path)), path


def test_the_path_of_one_idea_leads_through_files():
    path = README.partition("follow it through four files of gamelib")[2].partition("\n\n")[0]
    files = re.findall(r"`([\w/]+\.py)`", path)
    assert len(files) == 4
    assert all((ROOT / "gamelib" / file).exists() for file in files)


def test_each_package_is_told_in_one_sentence():
    said = README.partition("## Two commands")[0]
    assert re.findall(r"^\* \*\*(\w+)\*\*", said, re.MULTILINE) == list(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_face_of_a_package_is_written_down_whole(package):
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if f"``{name}" not in module.__doc__] == []


@pytest.mark.parametrize("text", [README, CONTRIBUTING, CHANGELOG], ids=["README", "CONTRIBUTING", "CHANGELOG"])
def test_links_lead_somewhere(text):
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_contributors_are_sent_to_files_and_targets_that_are_there():
    tops = "|".join([*PACKAGES, "tests", "tools", "notebooks", "examples", "docs"])
    for path in re.findall(rf"`?((?:{tops})/[\w/.-]*\w)", CONTRIBUTING):
        assert (ROOT / path).exists() or "NN-name" in path, path
    for name in re.findall(r"`(test_\w+\.py)`", CONTRIBUTING):
        assert list((ROOT / "tests").rglob(name)), name
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)`", CONTRIBUTING)) <= targets
    assert CONTRIBUTING.count("\n") < 120


@pytest.mark.slow
def test_every_way_to_run_one_test_finds_one():
    commands = re.findall(r"^    \.venv/bin/python -m pytest (tests/\S+) -k (.+)$", CONTRIBUTING, re.MULTILINE)
    assert len(commands) >= 5
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "tools.quick", "-p", "no:cacheprovider"]
    done = subprocess.run([*collect, *(path for path, _ in commands)], capture_output=True, text=True, cwd=ROOT)
    found = done.stdout.splitlines()
    for path, word in commands:
        assert any(line.startswith(f"{path}::") and word in line.partition("::")[2] for line in found), (path, word)


def test_nobody_is_sent_to_the_index_for_gamelib():
    """What is called gamelib there is another project's package: our hints and documents named it."""
    kinds = ("*.py", "*.md", "*.ipynb", "*.js", "*.sh", "*.toml", "*.yml", "*.yaml", "Makefile", "run")
    folders = (*PACKAGES, "docs", "notebooks", "deploy", "examples", "tools", "benchmarks", ".ci")
    paths = [path for kind in kinds for folder in folders for path in (ROOT / folder).rglob(kind)]
    paths += [path for kind in kinds for path in ROOT.glob(kind)]
    assert len(paths) > 300
    wrong = re.compile(r"""pip3? install(?: +-{1,2}[\w-]+)* +[\\'"{(]*(?:quoted\(f?["'])?gamelib""")
    assert wrong.search("needs it: pip install 'gamelib[fast]'")
    assert wrong.search("uv pip install --upgrade gamelib-course")
    for path in paths:
        assert not wrong.search(path.read_text(encoding="utf-8")), path
    assert machine.packages.install("fast").startswith("pip install -e '.[fast]'")


def test_the_distribution_and_the_package_have_two_names():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert told["name"] == DISTRIBUTION != "gamelib"
    assert f"`{DISTRIBUTION}`" in README
    named = {
        re.match(r"[\w-]+", line)[0]
        for extra in told["optional-dependencies"].values()
        for line in extra
        if "[" in line
    }
    assert named == {DISTRIBUTION}


def where(name):
    """A dotted name, as a module or as something in one."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, inside = name.rpartition(".")
        return getattr(where(module), inside)


THIRD, SECOND = re.findall(r"^## 0\.[23]\.0(.*?)(?=^## )", CHANGELOG, re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(gamelib[\w.]+)` \| `(game[\w.]+)` \|$", re.MULTILINE)
#: Where things went in the second edition, and where in the third.
BEFORE, MOVED = dict(ROW.findall(SECOND)), dict(ROW.findall(THIRD))


def now(name):
    """A dotted name of the second edition, as it is called today."""
    module, _, last = name.rpartition(".")
    home = home_of(module, last)
    return f"{home}.{last}" if home else name


def test_old_names_are_gone_and_new_ones_are_there():
    assert len(BEFORE) > 30 < len(MOVED)
    for old, new in [*BEFORE.items(), *MOVED.items()]:
        assert where(now(new)) is not None
        with pytest.raises((ImportError, AttributeError)):
            where(old)


def test_the_table_of_moved_names_is_that_of_the_package():
    """What lay under the lectures in gamelib.check, the engine of verdicts, is told in one line."""
    engine = {old for old, new in MODULES.items() if new.startswith("gamecourse.check.machinery.")}
    moved = {old: new for old, new in MODULES.items() if old not in engine}
    moved |= {f"{old}.{name}": f"{new}.{name}" for old, names in NAMES.items() for name, new in names.items()}
    assert moved == MOVED
    assert all(importlib.import_module(MODULES[old]) for old in engine)


def test_every_module_of_the_first_edition_that_is_gone_is_in_the_table():
    first = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", "7d95f4e", "gamelib"], capture_output=True, text=True, cwd=ROOT
    )
    if first.returncode:
        pytest.skip("the history of the repository is not here")
    modules = [path.removesuffix(".py").replace("/", ".") for path in first.stdout.split() if "__" not in path]
    assert modules
    for name in modules:
        try:
            where(name)
        except (ImportError, AttributeError):
            assert name in BEFORE or where(home_of(name)), name


def test_what_was_added_is_there():
    added = SECOND.partition("### Added")[2].partition("### Changed")[0]
    names = re.findall(r"`(\w+)\(", added)
    assert len(names) > 8
    for name in names:
        assert name in gamelib.__all__ or where(now(f"gamelib.{name}")), name


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


def test_what_is_said_of_the_sources_speaks_of_lectures_that_there_are():
    text = (ROOT / "docs" / "sources.md").read_text()
    named = {int(number) for row in re.findall(r"lectures? ([\d, and]+)", text) for number in re.findall(r"\d+", row)}
    assert named == set(range(1, 15)) - {5, 8}  # cops on graphs and octal games are not in the classical texts
