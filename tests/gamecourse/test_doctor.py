"""The doctor in environments that were broken on purpose: what it says, and that it never breaks
itself.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from gamecourse.__main__ import main
from gamecourse.course import doctor
from gamecourse.course.doctor import Diagnosis

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder that is searched for packages before all others, here and in every process
    started.
    """
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)]))
    return folder


def says(found, state, *parts):
    """It is in this state, and all the parts stand in the sentence or the cure."""
    assert found.state == state, found
    assert all(part in f"{found.sentence} {found.cure}" for part in parts), found


@pytest.mark.slow
def test_here_the_course_runs(capsys):
    status = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    found = {subject: Diagnosis(*one) for subject, one in told["report"].items()}
    subjects = ["Python", "packages", "kernel", "widgets", "names", "memory", "disk"]
    assert list(found) == subjects
    assert not [subject for subject, one in found.items() if one.state == "wrong"]
    assert told["runs"] is True
    assert status == 0
    for package in ("numpy", "numba", "anywidget", "jupyterlab"):
        assert f"{package} {metadata.version(package)}" in found["packages"].sentence


def test_what_lectures_import_is_what_pyproject_lists():
    """Of the extra ``course`` lectures need JupyterLab alone; the rest is for authors."""
    text = (ROOT / "pyproject.toml").read_text()
    extras = tomllib.loads(text)["project"]["optional-dependencies"]
    lines = [line for extra in ("fast", "graphs", "frames", "show") for line in extras[extra]]
    names = {re.match(r"[\w-]+", line)[0] for line in lines if "[" not in line}
    assert {name.lower() for name in doctor.MODULES} == names | {"jupyterlab"}


def test_packages_that_are_missing(monkeypatch):
    monkeypatch.setattr(doctor, "MODULES", ["json", "no_such_package"])
    says(doctor.check_packages(), "wrong", "missing: no_such_package.", '-e ".[course]"')


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("print('a banner')\nraise ImportError('DLL load failed\\nand more')", "DLL load failed"),
        ("import os\nos._exit(139)", "Python broke off without a word (status 139)"),
    ],
)
def test_packages_that_do_not_load(site, monkeypatch, source, fault):
    (site / "networkx.py").write_text(source)
    monkeypatch.setattr(doctor, "MODULES", ["json", "networkx", "pandas"])
    found = doctor.check_packages()
    says(found, "wrong", "networkx is there and does not load", fault)
    assert found.cure.endswith("install --force-reinstall networkx") or "networkx" in found.cure


def test_what_takes_too_long(monkeypatch):
    monkeypatch.setattr(doctor, "LIMIT", 0.5)
    with pytest.raises(subprocess.TimeoutExpired):
        doctor.run_python("import time; time.sleep(60)")
    for name in ("check_packages", "check_kernel", "check_widgets"):
        monkeypatch.setattr(doctor, name, lambda: doctor.run_python("while True: pass"))
    found = doctor.examine(ROOT)["kernel"]
    says(found, "wrong", "It was not done after 0.5 seconds", "Run this once more")


def test_a_kernel_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    place = tmp_path / "kernels" / "python3"
    place.mkdir(parents=True)
    command = ["/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (place / "kernel.json").write_text(
        json.dumps({"argv": command, "display_name": "", "language": "python"})
    )
    remove = "-m jupyter kernelspec remove -f python3"
    says(doctor.check_kernel(), "wrong", "do not run this Python", command[0], remove)


def test_a_kernel_that_answers_something_else(monkeypatch):
    for lines, fault, words in (
        ([sys.prefix], "", "no gamelib"),
        ([sys.prefix, "/old/gamelib/__init__.py"], "", "/old/gamelib/__init__.py"),
        ([sys.prefix, f"{ROOT}/.venv/lib/gamelib/__init__.py"], "", "uninstall gamelib"),
        (["/other"], "", "they run that in /other"),
        ([], "TimeoutError: Timeout waiting for output", "TimeoutError"),
        ([], "NoSuchKernel: No such kernel named python3", "reinstall ipykernel"),
    ):
        monkeypatch.setattr(doctor, "run_python", lambda _, both=(lines, fault): both)
        says(doctor.check_kernel(), "wrong", words)


def test_widgets_of_another_environment_or_without_their_half_in_the_browser(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    old = tmp_path / "labextensions" / "anywidget"
    old.mkdir(parents=True)
    (old / "package.json").write_text("{}")
    found = doctor.check_widgets()
    says(found, "wrong", "takes anywidget from another", f"Delete the folder {old}")
    monkeypatch.delenv("JUPYTER_PATH")
    monkeypatch.setattr(doctor, "FRONT_ENDS", {"none-such": "anywidget"})
    says(doctor.check_widgets(), "wrong", "runs in the browser", "--force-reinstall anywidget")


def test_little_memory_and_little_room_on_the_disk(monkeypatch, tmp_path):
    for free, state in ((3e8, "careful"), (12e8, "careful"), (5e9, "ok"), (None, "ok")):
        lines = [] if free is None else [f"{free:.0f}"]
        monkeypatch.setattr(doctor, "run_python", lambda _, lines=lines: (lines, ""))
        assert doctor.check_memory().state == state
    for free, state in ((1e6, "careful"), (1e8, "careful"), (1e10, "ok")):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _, usage=usage: usage)
        assert doctor.check_disk(tmp_path / "course").state == state


def test_a_file_that_hides_a_module(tmp_path):
    (tmp_path / "exercises").mkdir()
    for name in ("mine.py", "exercises/random.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "gamelib").mkdir()
    (tmp_path / "gamelib" / "__init__.py").write_text("")
    found = doctor.check_names(tmp_path)
    says(found, "wrong", str(tmp_path / "exercises" / "random.py"), str(tmp_path / "gamelib"))
    assert "mine" not in found.sentence
    assert doctor.check_names(ROOT).state == "ok"  # the packages are the modules themselves


def test_a_check_that_fails_itself_is_a_line_and_what_is_to_be_copied_stands_in_one(
    monkeypatch, capsys
):
    for name in ("check_packages", "check_widgets"):
        monkeypatch.setattr(doctor, name, lambda: Diagnosis("ok", "large"))
    monkeypatch.setattr(doctor, "check_memory", lambda: 1 / 0)
    missing = Diagnosis("wrong", "missing " * 30, "run " + "word " * 30)
    monkeypatch.setattr(doctor, "check_kernel", lambda: missing)
    assert main(["doctor"]) == 1
    said, complained = capsys.readouterr()
    assert "careful  memory    It cannot be looked at: ZeroDivisionError" in said
    lines = [line.strip() for line in said.splitlines()]
    assert ("Do: run " + "word " * 30).strip() in lines
    assert lines[-1].startswith("The course does not run here yet. Wrong: kernel.")
    assert complained == ""


def report(path, state, encoding="utf-8"):
    """Write a report in which the kernel is in this state."""
    content = {"runs": state != "wrong", "report": {"kernel": (state, "as found", "")}}
    path.write_text(json.dumps(content), encoding=encoding)


def test_the_reports_of_a_class(tmp_path, monkeypatch, capsys):
    """In UTF-16, too, which a shell of Windows writes."""
    monkeypatch.chdir(tmp_path)
    report(Path("anna"), "ok", "utf-16")
    report(Path("zeno"), "wrong", "utf-8-sig")
    assert main(["doctor", "--of", "anna", "zeno"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "DOES NOT RUN: zeno",
        "    wrong: kernel: as found",
        "runs: anna",
    ]


def test_files_that_are_no_reports_are_named_and_left_out(tmp_path, capsys):
    report(tmp_path / "anna.json", "ok")
    contents = ["", "[]", "null", "{}", '{"name": "stage"}', "\x00", "[" * 100_000]
    contents += ['{"runs": true, "report": null}', '{"report": {}}']
    contents += ['{"runs": true, "report": {"kernel": 1}}', '{"runs": true, "report": {"a": "b"}}']
    for number, content in enumerate(contents):
        (tmp_path / f"other{number}.json").write_text(content)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\xff")
    others = sorted(path for path in tmp_path.iterdir() if path.name != "anna.json")
    others.append(tmp_path / "gone.json")
    assert main(["doctor", "--of", *map(str, [*others, tmp_path / "anna.json"])]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"runs: {tmp_path / 'anna.json'}"]
    no_report = "left out, because it is no report of gamelib doctor --json"
    assert err.splitlines() == [f"{path}: {no_report}" for path in others]


def test_among_the_files_of_a_checkout_the_reports_are_found(tmp_path, capsys):
    report(tmp_path / "anna.json", "ok")
    kept = [str(path) for path in ROOT.glob("*.json")]
    assert kept
    assert main(["doctor", "--of", *kept, str(tmp_path / "anna.json")]) == 0
    out, err = capsys.readouterr()
    assert out == f"runs: {tmp_path / 'anna.json'}\n"
    assert len(err.splitlines()) == len(kept)
    assert main(["doctor", "--of", *kept]) == 2
    assert capsys.readouterr().err.endswith(
        "no report of gamelib doctor --json is among these files\n"
    )


def test_a_report_that_holds_what_a_terminal_obeys_is_shown_without_it(tmp_path, capsys):
    told = {"runs": False, "report": {"kernel": ("wrong", "red \x1b[31m and\na new line", "")}}
    (tmp_path / "bad.json").write_text(json.dumps(told))
    assert main(["doctor", "--of", str(tmp_path / "bad.json")]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 2
