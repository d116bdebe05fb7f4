"""The files that install the project say the same thing."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


EXTRAS = PROJECT["optional-dependencies"]


def name(requirement):
    return re.match(r"[A-Za-z0-9_.-]+", requirement)[0].lower()


def packages(extra):
    """What an extra asks for, the extras that it names written out."""
    for requirement in EXTRAS[extra]:
        if named := re.fullmatch(r"gamelib-course\[([a-z,]+)\]", requirement):
            for other in named[1].split(","):
                yield from packages(other)
        else:
            yield requirement


COURSE = {*PROJECT["dependencies"], *packages("course")}


def test_the_oldest_python_is_named_alike():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert (
        f"sys.version_info < ({oldest.replace('.', ', ')})"
        in (ROOT / "gamelib" / "__init__.py").read_text()
    )
    assert f"needs Python {oldest} or newer" in (ROOT / "gamelib" / "__init__.py").read_text()
    assert f"python={oldest}" in (ROOT / "environment.yml").read_text()


def test_conda_and_pip_install_the_same_packages():
    text = (ROOT / "environment.yml").read_text()
    listed = re.findall(r"^  - ([^\s:]+)$", text, re.MULTILINE)
    assert "python=3.11" in listed
    tools = {"python=3.11", "conda-forge", "make", "pip"}
    assert set(listed) - tools == {*map(name, COURSE)}
    assert len(listed) == len(set(listed))
    assert re.search(
        r"^  - pip:\n      - -e \.\[course\]$", text, re.MULTILINE
    )  # so the lower bounds hold here, too
    assert "conda-forge" in text


def test_versions_stand_in_pyproject_alone_and_have_a_lower_bound():
    for requirement in COURSE.union(*map(packages, EXTRAS)):
        assert re.fullmatch(r"[A-Za-z0-9_-]+>=[0-9.]+", requirement), requirement
    assert len({*map(name, COURSE)}) == len(COURSE)  # one bound for a package
    assert not re.search(
        r"^  - (?!python=)[^\s]+[=<>]", (ROOT / "environment.yml").read_text(), re.MULTILINE
    )


def matrix():
    """The tool behind `make test-matrix`."""
    spec = importlib.util.spec_from_file_location("matrix", ROOT / "tests" / "matrix.py")
    spec.loader.exec_module(tool := importlib.util.module_from_spec(spec))
    return tool


def test_the_matrix_begins_with_the_oldest_of_everything_and_ends_with_the_newest_python():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    rows = matrix().rows()
    assert rows[:2] == [(oldest, "lowest-direct"), (oldest, "highest")]
    assert {choice for _, choice in rows[1:]} == {"highest"}
    assert [version for version, _ in rows[1:]] == matrix().pythons(oldest, rows[-1][0])
    assert rows[-1][0] in (ROOT / "Makefile").read_text()  # make looks for this one first
    assert matrix().rows([oldest]) == rows[:2]


@pytest.mark.parametrize(
    ("works", "words"),
    [
        (lambda *command: True, "passed"),
        (lambda *command: "venv" not in command, "missing"),
        (lambda *command: "pip" not in command, "FAILED: the packages"),
        (lambda *command: "nbval" not in command, "FAILED: make nbval"),
    ],
)
def test_the_matrix_says_what_came_of_each_environment(works, words, monkeypatch, tmp_path, capsys):
    tool = matrix()
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    for version, choice in tool.rows():
        (tmp_path / "build" / "matrix" / f"{version}-{choice}").mkdir(parents=True)
    monkeypatch.setattr(tool, "run", works)
    assert tool.main(["3.12", "3.13"]) == (0 if words == "passed" else 1)
    last = capsys.readouterr().out.splitlines()[-2:]
    assert [line.split()[:3] for line in last] == [
        ["Python", "3.12", "highest"],
        ["Python", "3.13", "highest"],
    ]
    assert all(words in line for line in last)
