"""The files that install the project say the same thing."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


EXTRAS = PROJECT["optional-dependencies"]


def name(requirement):
    return re.match(r"[A-Za-z0-9_.-]+", requirement)[0].lower()


def packages(extra):
    """What an extra asks for, the extras that it names written out."""
    for requirement in EXTRAS[extra]:
        if named := re.fullmatch(r"gamelib\[([a-z,]+)\]", requirement):
            for other in named[1].split(","):
                yield from packages(other)
        else:
            yield requirement


COURSE = {*PROJECT["dependencies"], *packages("course")}


def test_the_oldest_python_is_named_alike():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert f"sys.version_info < ({oldest.replace('.', ', ')})" in (ROOT / "gamelib" / "__init__.py").read_text()
    assert f"needs Python {oldest} or newer" in (ROOT / "gamelib" / "__init__.py").read_text()
    assert f"python={oldest}" in (ROOT / "environment.yml").read_text()


def test_the_library_alone_needs_numpy_alone():
    assert [*map(name, PROJECT["dependencies"])] == ["numpy"]
    needed = {extra: {*map(name, packages(extra))} for extra in ("fast", "graphs", "frames", "show", "spiel")}
    assert needed == {
        "fast": {"numba", "psutil", "tqdm"},
        "graphs": {"networkx"},
        "frames": {"pandas"},
        "show": {"matplotlib", "ipywidgets", "anywidget", "networkx"},
        "spiel": {"open_spiel"},
    }


def test_the_course_holds_all_that_small_and_large_games_and_pictures_need():
    assert {*packages("fast"), *packages("graphs"), *packages("frames"), *packages("show")} <= COURSE


def test_conda_and_pip_install_the_same_packages():
    text = (ROOT / "environment.yml").read_text()
    listed = re.findall(r"^  - ([^\s:]+)$", text, re.MULTILINE)
    assert "python=3.11" in listed
    tools = {"python=3.11", "conda-forge", "make", "pip"}
    assert set(listed) - tools == {*map(name, COURSE)}
    assert len(listed) == len(set(listed))
    assert re.search(r"^  - pip:\n      - -e \.$", text, re.MULTILINE)
    assert "conda-forge" in text


def test_versions_stand_in_pyproject_alone_and_have_a_lower_bound():
    for requirement in COURSE.union(*map(packages, EXTRAS)):
        assert re.fullmatch(r"[A-Za-z0-9_-]+>=[0-9.]+", requirement), requirement
    assert len({*map(name, COURSE)}) == len(COURSE)  # one bound for a package
    assert not re.search(r"^  - (?!python=)[^\s]+[=<>]", (ROOT / "environment.yml").read_text(), re.MULTILINE)


def test_the_makefile_explains_its_targets():
    told = subprocess.run(["make", "help"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    for target in ("env", "lab", "test", "notebooks", "browser"):
        assert re.search(rf"^{target}\s+\S", told, re.MULTILINE), target
