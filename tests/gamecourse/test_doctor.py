"""The doctor in environments that were broken on purpose: what it says, and that it never breaks
itself.
"""

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gamecourse.__main__ import main
from gamecourse.course import doctor
from gamecourse.course.doctor import Finding, here, ok

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


def pretend(site, name, version):
    """Let a package seem to be installed in this version."""
    about = site / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def says(found, word, *parts):
    """It is one of these words, and all the parts stand in what was found or is to be done."""
    assert found.word == word, found
    assert all(part in f"{found.found} {found.do}" for part in parts), found


def test_here_the_course_runs(capsys):
    status = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    found = {one["about"]: one for one in told["findings"]}
    assert list(found) == [
        "Python",
        "packages",
        "tests",
        "JupyterLab",
        "kernel",
        "widgets",
        "names",
        "memory",
        "disk",
    ]
    assert {about for about, one in found.items() if one["word"] == "wrong"} <= {"memory", "disk"}
    assert told["runs"] is (status == 0)
    for package in ("numpy", "numba", "anywidget", "jupyterlab"):
        assert f"{package} {here(package)}" in found["packages"]["found"]


def test_what_is_asked_for_stands_in_pyproject():
    assert {"numpy", "numba", "anywidget", "jupyterlab"} <= {
        one.name for one in doctor.for_reading()
    }
    assert {"pytest", "mypy"} <= {one.name for one in doctor.asked()}
    for one in doctor.for_reading():
        assert f'"{one.name}{one.versions}"' in (ROOT / "pyproject.toml").read_text()


def test_packages_that_are_too_old(site):
    pretend(site, "numba", "0.50.1")
    says(doctor.packages(), "wrong", "numba is 0.50.1, and must be >=0.59.", "[fast]")
    pretend(site, "hypothesis", "5.0")
    says(doctor.changing(), "ok", "hypothesis is 5.0")
    assert doctor.older() is None
    pretend(site, "gamelib", "2.0")
    says(doctor.older(), "careful", "older gamelib, 2.0", "uninstall", "gamelib")


def test_packages_that_do_not_load(site, monkeypatch):
    for name, source in (
        ("pandas", "print('a banner')\nraise ImportError('DLL load failed\\nand more')"),
        ("networkx", "import os\nos._exit(139)"),
    ):
        (site / f"{name}.py").write_text(source)
    both = [one for one in doctor.for_reading() if one.name in ("pandas", "networkx")]
    monkeypatch.setattr(doctor, "for_reading", lambda: both)
    found = doctor.packages()
    says(
        found,
        "wrong",
        "pandas",
        "DLL load failed",
        "networkx",
        "Python broke off without a word (status 139)",
    )
    assert found.do.endswith("--force-reinstall pandas networkx") or "networkx pandas" in found.do
    (site / "networkx.py").write_text("import time\ntime.sleep(60)")
    says(
        doctor.packages(limit=1),
        "wrong",
        "networkx",
        "it was not done after 1 second",
        "Run this once more",
    )


def test_a_kernel_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    place = tmp_path / "kernels" / "python3"
    place.mkdir(parents=True)
    command = ["/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (place / "kernel.json").write_text(
        json.dumps({"argv": command, "display_name": "", "language": "python"})
    )
    says(doctor.kernel(), "wrong", "It does not answer", command[0], f"the folder {place},")


def test_a_kernel_that_answers_something_else(monkeypatch):
    folder = "/kernels/python3"
    for said, fault, words in (
        ([folder, sys.prefix], "ModuleNotFoundError: gamelib", "finds no gamelib"),
        ([folder, sys.prefix, "/old/gamelib/__init__.py"], "", "another gamelib: /old"),
        ([folder, "/other"], "", "run in another Python: /other"),
        ([folder], "it was not done after 60 seconds", "Run this once more"),
        ([], "NoSuchKernel: No such kernel named python3", "starts no kernel: NoSuchKernel"),
        ([], "ModuleNotFoundError: No module named 'jupyter_client'", "JupyterLab is missing"),
    ):
        monkeypatch.setattr(doctor, "tried", lambda program, both=(said, fault): both)
        says(doctor.kernel(), "wrong", words)


def test_jupyterlab_of_another_environment_on_the_path(tmp_path, monkeypatch):
    for name in ("jupyter-lab", "jupyter-lab.exe"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    says(doctor.lab(), "careful", str(tmp_path), "-m jupyter lab")


def test_widgets_of_another_environment_switched_off_or_without_their_half_in_the_browser(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    old = tmp_path / "labextensions" / "anywidget"
    old.mkdir(parents=True)
    (old / "package.json").write_text("{}")
    says(doctor.widgets(), "wrong", f"takes anywidget from {old}", f"Delete the folder {old}")
    monkeypatch.delenv("JUPYTER_PATH")
    with monkeypatch.context() as patch:
        patch.setattr(doctor, "FRONT_ENDS", {"none-such": "anywidget"})
        says(doctor.widgets(), "wrong", "runs in the browser", "--force-reinstall anywidget")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    (tmp_path / "labconfig").mkdir()
    off = {"disabledExtensions": {"@jupyter-widgets/jupyterlab-manager": True}}
    (tmp_path / "labconfig" / "page_config.json").write_text(json.dumps(off))
    says(
        doctor.widgets(),
        "wrong",
        "switched off",
        "labextension enable @jupyter-widgets/jupyterlab-manager",
    )


def test_little_memory_and_little_room_on_the_disk(monkeypatch, tmp_path):
    for free, word in ((3e8, "wrong"), (12e8, "careful"), (5e9, "ok"), (None, "ok")):
        monkeypatch.setattr(doctor, "free_memory", lambda free=free: free)
        assert doctor.memory().word == word
    for free, word in ((1e6, "wrong"), (1e8, "careful"), (1e10, "ok")):
        monkeypatch.setattr(
            doctor.shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free)
        )
        assert doctor.disk(tmp_path / "course").word == word


def test_a_file_that_hides_a_module(tmp_path):
    (tmp_path / "exercises").mkdir()
    for name in ("mine.py", "exercises/random.py"):
        (tmp_path / name).write_text("")
    found = doctor.names(tmp_path)
    says(found, "wrong", f"The file {tmp_path / 'exercises' / 'random.py'} hides a module")
    assert "mine" not in found.found + found.do
    (tmp_path / "pyproject.toml").write_text("")
    assert doctor.names(tmp_path).word == "ok"


def test_a_question_that_fails_itself_is_a_line_and_what_is_to_be_copied_stands_in_one(
    monkeypatch, capsys
):
    path = "/home/anna/" + "a-folder-of-many-words/" * 6
    for name in ("packages", "changing", "widgets", "lab"):
        monkeypatch.setattr(doctor, name, lambda: ok(f"large, in {path}"))
    monkeypatch.setattr(doctor, "memory", lambda: 1 / 0)
    monkeypatch.setattr(
        doctor, "kernel", lambda: Finding("wrong", f"missing in {path} " * 3, "run " + "word " * 30)
    )
    assert main(["doctor"]) == 1
    said, complained = capsys.readouterr()
    assert "careful  memory     It cannot be looked at: ZeroDivisionError" in said
    lines = [line.strip() for line in said.splitlines()]
    assert lines.count(path) == 7
    assert ("Do: run " + "word " * 30).strip() in lines
    assert lines[-1].startswith("The course does not run here yet. Wrong: 1.")
    assert complained == ""
    assert (
        doctor.verdict([ok(""), doctor.careful("")])
        == "The course runs here. To be careful about: 1."
    )


def report(path, word):
    """Write a report in which the kernel is as this word says."""
    one = {"word": word, "about": "kernel", "found": "as found", "do": ""}
    path.write_text(json.dumps({"runs": word != "wrong", "findings": [one]}), encoding="utf-8-sig")


def test_the_reports_of_a_class(tmp_path, capsys):
    report(tmp_path / "anna", "ok")
    report(tmp_path / "zeno", "wrong")
    assert main(["doctor", "--of", str(tmp_path / "anna"), str(tmp_path / "zeno")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "zeno: DOES NOT RUN",
        "    wrong: kernel: as found",
        "anna: runs",
        "1 of 2 computers run the course.",
    ]


def test_files_that_are_no_reports_are_named_and_left_out(tmp_path, capsys):
    report(tmp_path / "anna.json", "ok")
    one = {"word": "ok", "about": "kernel", "found": "", "do": ""}
    for number, content in enumerate(
        [
            "",
            "[]",
            "null",
            "{}",
            '{"name": "stage"}',
            '{"runs": true, "findings": null}',
            "\x00",
            "[" * 100_000,
        ]
        + [
            json.dumps(kept)
            for kept in ({"runs": "no", "findings": [one]}, {"runs": True, "findings": []})
        ]
        + [
            json.dumps({"runs": True, "findings": [one | changed]})
            for changed in ({"word": "?"}, {"found": 1})
        ]
    ):
        (tmp_path / f"other{number}.json").write_text(content)
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\xff")
    others = sorted(path for path in tmp_path.iterdir() if path.name != "anna.json")
    assert (
        main(
            ["doctor", "--of", *map(str, [*others, tmp_path / "anna.json", tmp_path / "gone.json"])]
        )
        == 0
    )
    out, err = capsys.readouterr()
    assert out.splitlines() == ["anna.json: runs", "1 of 1 computers run the course."]
    assert err.splitlines() == [
        *(
            f"{path}: left out, because it is not a report of gamelib doctor --json"
            for path in others
        ),
        f"{tmp_path / 'gone.json'}: left out, because it cannot be read: No such file or directory",
    ]


def test_among_the_files_of_a_checkout_the_reports_are_found(tmp_path, capsys):
    report(tmp_path / "anna.json", "ok")
    kept = [str(path) for path in ROOT.glob("*.json")]
    assert kept
    assert main(["doctor", "--of", *kept, str(tmp_path / "anna.json")]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("1 of 1 computers run the course.\n")
    assert len(err.splitlines()) == len(kept)
    assert main(["doctor", "--of", *kept]) == 2
    assert capsys.readouterr().err.endswith(
        "no report of gamelib doctor --json is among these files\n"
    )


def test_a_report_that_holds_what_a_terminal_obeys_is_shown_without_it(tmp_path, capsys):
    one = {"word": "wrong", "about": "kernel", "found": "red \x1b[31m and\na new line", "do": ""}
    (tmp_path / "bad.json").write_text(json.dumps({"runs": False, "findings": [one]}))
    assert main(["doctor", "--of", str(tmp_path / "bad.json")]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 3
