"""``gamelib lecture``: what is opened, and what is left of it in the reader's copy."""

import json
import os
import sys

import pytest

from gamecourse.__main__ import main
from gamecourse.course import lecture
from gamecourse.course.copy import lay
from gamecourse.course.plan import LECTURE, NOTEBOOKS

NAME = "04-policeman-and-thief.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder; and what would be run there is kept instead."""
    runs = []
    monkeypatch.setattr(lecture, "_run", lambda *call: runs.append(call))
    return tmp_path / "my course", runs


def folded(folder):
    cells = json.loads((folder / NAME).read_text(encoding="utf-8"))["cells"]
    return [cell["metadata"]["jupyter"]["source_hidden"] for cell in cells if cell["cell_type"] == "code"]


def test_the_lecture_opens_in_the_simple_interface_with_settings_of_its_own(course):
    folder, runs = course
    assert main(["lecture", "4", str(folder)]) == 0
    ((command, environment),) = runs
    assert command[:4] == [sys.executable, "-m", "jupyter", "lab"]
    assert f"--ServerApp.root_dir={folder}" in command
    assert f"--LabApp.default_url=/doc/tree/{NAME}" in command
    assert f"--LabApp.user_settings_dir={folder / '.lecture' / 'settings'}" in command
    assert environment["JUPYTER_PREFER_ENV_PATH"] == "1"
    assert environment.keys() >= os.environ.keys()


def test_code_is_folded_or_as_the_course_has_it_or_left_alone(course):
    folder, _ = course
    main(["lecture", "4", str(folder)])
    assert all(folded(folder))
    main(["lecture", "4", str(folder), "--code", "as-left"])
    assert all(folded(folder))
    main(["lecture", "4", str(folder), "--code", "shown"])
    source = json.loads((NOTEBOOKS / NAME).read_text(encoding="utf-8"))["cells"]
    wanted = [cell["metadata"].get("jupyter", {}).get("source_hidden", False) for cell in source if "outputs" in cell]
    assert folded(folder) == wanted
    assert any(wanted)
    assert not all(wanted)


def test_a_folded_notebook_is_not_taken_for_one_that_was_written_in(course):
    folder, _ = course
    main(["lecture", "4", str(folder)])
    report = lay(folder, {NAME: (folder / NAME).read_bytes().replace(b"Play first", b"Play before")})
    assert report.files["renewed"] == [NAME]


def test_what_the_lecturer_changes_in_the_menus_stays(course):
    folder, _ = course
    main(["lecture", "4", str(folder)])
    (kept,) = (folder / ".lecture").rglob("themes.jupyterlab-settings")
    assert "20px" in kept.read_text()
    kept.write_text('{"theme": "JupyterLab Dark"}')
    main(["lecture", "5", str(folder)])
    assert kept.read_text() == '{"theme": "JupyterLab Dark"}'


@pytest.mark.parametrize("number", ["0", "99", "four", "4.0", "²", ""])
def test_a_wrong_number_is_told_the_right_ones(course, capsys, number):
    folder, runs = course
    last = max(int(path.name[:2]) for path in NOTEBOOKS.glob(LECTURE))
    assert main(["lecture", number, str(folder)]) == 2
    assert capsys.readouterr().err.endswith(f"they have the numbers 1 to {last}\n")
    assert not runs
    assert not folder.exists()
