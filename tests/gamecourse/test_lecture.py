"""``gamelib lecture``: what is opened, and what is left of it in the reader's copy."""

import json
import os
import subprocess
import sys

import pytest

from gamecourse.__main__ import main
from gamecourse.course import lecture
from gamecourse.course.copy import lay
from gamecourse.course.plan import NOTEBOOKS
from gamecourse.course.student import LECTURE, written

NAME = "04-policeman-and-thief.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder; and what would be run there is kept instead."""
    runs = []
    monkeypatch.setattr(lecture, "_run", lambda *call: runs.append(call))
    return tmp_path / "my course", runs


def folded(folder):
    cells = json.loads((folder / NAME).read_text(encoding="utf-8"))["cells"]
    return [
        cell["metadata"]["jupyter"]["source_hidden"]
        for cell in cells
        if cell["cell_type"] == "code"
    ]


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
    wanted = [
        cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        for cell in source
        if "outputs" in cell
    ]
    assert folded(folder) == wanted
    assert any(wanted)
    assert not all(wanted)


def test_a_folded_notebook_is_not_taken_for_one_that_was_written_in(course):
    folder, _ = course
    main(["lecture", "4", str(folder)])
    report = lay(
        folder, {NAME: (folder / NAME).read_bytes().replace(b"Play first", b"Play before")}
    )
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


def run_by_hand(path):
    """The lecturer has run the notebook and saved it, has written into it, and has left one output
    folded.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for k, cell in enumerate(code):
        cell["outputs"] = [
            {"output_type": "stream", "name": "stdout", "text": ["yesterday's answer"]}
        ]
        cell |= {"execution_count": k + 1}
        cell["metadata"]["execution"] = {"iopub.status.busy": "2026-01-01T00:00:00Z"}
    code[0]["metadata"]["jupyter"] = {"outputs_hidden": True}
    code[0]["source"] = ["# mine\n", "1 + 1"]
    mine = {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": ["my note"]}
    notebook["cells"].append(mine | {"attachments": {"board.png": {"image/png": "AAAA"}}})
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"state": {}}}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return notebook


def test_a_lecture_begins_without_the_answers_of_yesterday_and_with_everything_that_was_written(
    course,
):
    folder, _ = course
    lay(folder)
    for _ in range(2):  # and so it does the next time
        before = run_by_hand(folder / NAME)
        assert main(["lecture", "4", str(folder), "--code", "as-left"]) == 0
        text = (folder / NAME).read_text(encoding="utf-8")
        after = json.loads(text)
        assert "yesterday" not in text
        assert [cell.get("execution_count") for cell in after["cells"]] == [None] * len(
            after["cells"]
        )
        assert "widgets" not in after["metadata"]
        for was, now in zip(before["cells"], after["cells"], strict=True):
            for key in ("cell_type", "id", "attachments"):
                assert was.get(key) == now.get(key)
            assert "".join(was["source"]) == "".join(now["source"])
            assert was["metadata"].get("jupyter") == now["metadata"].get("jupyter")
        (folder / NAME).write_text(json.dumps(before), encoding="utf-8")


def test_outputs_may_be_kept(course):
    folder, _ = course
    lay(folder)
    before = run_by_hand(folder / NAME)
    assert main(["lecture", "4", str(folder), "--outputs", "kept"]) == 0
    after = json.loads((folder / NAME).read_text(encoding="utf-8"))
    assert [cell.get("outputs") for cell in after["cells"]] == [
        cell.get("outputs") for cell in before["cells"]
    ]


@pytest.mark.parametrize(("given", "taken"), [([], "cleared"), (["OUTPUTS=kept"], "kept")])
def test_make_takes_the_wish(given, taken):
    make = ["make", "--dry-run", "--directory", NOTEBOOKS.parent, "lecture", "N=4", *given]
    assert (
        f"--outputs {taken}\n"
        in subprocess.run(make, capture_output=True, text=True, check=True).stdout
    )


def test_what_is_as_it_should_be_is_not_written_again(course):
    """Where the notebook is open elsewhere, it is not told that its file has changed."""
    folder, _ = course
    main(["lecture", "4", str(folder)])
    as_jupyterlab_writes_it = json.dumps(
        json.loads((folder / NAME).read_text(encoding="utf-8")), indent=1
    )
    (folder / NAME).write_text(as_jupyterlab_writes_it, encoding="utf-8")
    os.utime(folder / NAME, (1, 1))
    main(["lecture", "4", str(folder)])
    assert (folder / NAME).stat().st_mtime == 1


def test_what_is_saved_in_the_meantime_is_not_written_over(course, monkeypatch, capsys):
    folder, runs = course
    lay(folder)
    run_by_hand(folder / NAME)
    saved = b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'

    def late(notebook):
        (folder / NAME).write_bytes(saved)
        return written(notebook)

    monkeypatch.setattr(lecture, "written", late)
    assert main(["lecture", "4", str(folder)]) == 2
    assert "has just been saved" in capsys.readouterr().err
    assert (folder / NAME).read_bytes() == saved
    assert not runs


#: What may stand in a file instead of a notebook.
BROKEN = [
    "",
    "{",
    "[]",
    "null",
    '{"cells": 3}',
    '{"cells": [3]}',
    '{"cells": [{"cell_type": "code", "source": ""}]}',
]
BROKEN += ['{"cells": [{"cell_type": "code", "source": "", "metadata": 3}]}', "[" * 100_000]


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("code", ["folded", pytest.param("as-left", marks=pytest.mark.slow)])
def test_a_file_that_is_no_notebook_is_left_and_told(course, capsys, text, code):
    folder, runs = course
    lay(folder)
    (folder / NAME).write_text(text or " x", encoding="utf-8")
    assert main(["lecture", "4", str(folder), "--code", code]) == 2
    assert f"{NAME}: cannot be read as a notebook" in capsys.readouterr().err
    assert (folder / NAME).read_text(encoding="utf-8") == (text or " x")
    assert not runs
