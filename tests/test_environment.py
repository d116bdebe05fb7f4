"""The files that install the project say the same thing."""

import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def name(requirement):
    return re.match(r"[A-Za-z0-9_.-]+", requirement)[0].lower()


def test_conda_and_pip_install_the_same_packages():
    text = (ROOT / "environment.yml").read_text()
    listed = re.findall(r"^  - ([^\s:]+)$", text, re.MULTILINE)
    assert "python=3.11" in listed
    tools = {"python=3.11", "conda-forge", "make", "pip"}
    asked = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["course"]
    assert set(listed) - tools == {name(requirement) for requirement in asked}
    assert len(listed) == len(set(listed))
    assert re.search(r"^  - pip:\n      - -e \.$", text, re.MULTILINE)
    assert "conda-forge" in text


def test_versions_stand_in_pyproject_alone_and_have_a_lower_bound():
    for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["course"]:
        assert re.fullmatch(r"[a-z0-9-]+>=[0-9.]+", requirement), requirement
    assert not re.search(r"^  - (?!python=)[^\s]+[=<>]", (ROOT / "environment.yml").read_text(), re.MULTILINE)


def test_the_makefile_explains_its_targets():
    told = subprocess.run(["make", "help"], capture_output=True, text=True, cwd=ROOT, check=True).stdout
    for target in ("env", "lab", "test", "notebooks", "browser"):
        assert re.search(rf"^{target}\s+\S", told, re.MULTILINE), target
