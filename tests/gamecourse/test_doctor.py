"""The doctor in environments that were broken on purpose: what he says, and that he never breaks himself."""

import json
import os
import pickle
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gamecourse.__main__ import main
from gamecourse.course import doctor
from gamecourse.course.doctor import asked, questions, trial, verdict
from gamecourse.course.doctor.questions import Finding, ok
from gamecourse.course.doctor.trial import tried
from gamelib import machine

ROOT = Path(__file__).parents[2]
#: Whether these are right depends on the computer, not on what is installed.
OF_THE_COMPUTER = {"memory", "disk", "port"}
#: In place of numba: it keeps compiled loops where FOLDER says, or nowhere.
FAKE_NUMBA = """
import os
class njit:
    def __init__(self, cache): self.stats = self
    def __call__(self, function): return self
    @property
    def cache_path(self):
        if not os.environ.get("FOLDER"): raise RuntimeError("cannot cache function: no locator available")
        return os.environ["FOLDER"]
"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A folder that is searched for packages before all others, here and in every process started."""
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
    every = "Python packages JupyterLab kernel widgets cache names memory disk port"
    assert list(found) == every.split()
    assert {about for about, one in found.items() if one["word"] == "wrong"} <= OF_THE_COMPUTER
    assert told["runs"] is (status == 0)
    for package in ("numpy", "numba", "anywidget", "jupyterlab"):
        assert f"{package} {asked.here(package)}" in found["packages"]["found"]


def test_what_is_asked_for_stands_in_pyproject():
    reading, changing = asked.wanted()
    assert {"numpy", "numba", "anywidget", "jupyterlab"} <= {one.name for one in reading}
    assert {"pytest", "mypy"} <= {one.name for one in changing}
    for one in [*reading, *changing]:
        assert f'"{one.name}{one.versions}"' in (ROOT / "pyproject.toml").read_text()


def test_packages_that_are_too_old(site):
    pretend(site, "numba", "0.50.1")
    says(questions.packages({}), "wrong", "numba is 0.50.1, and must be >=0.59.", "[fast]")
    assert questions.changing() is None
    pretend(site, "hypothesis", "5.0")
    says(questions.changing(), "ok", "hypothesis is 5.0")
    pretend(site, "jupyterlab_widgets", "1.1.11")
    says(questions.widgets(), "wrong", "jupyterlab_widgets 1.1.11 does not fit ipywidgets")
    assert questions.older() is None
    pretend(site, "gamelib", "2.0")
    says(questions.older(), "careful", "older gamelib, 2.0", "uninstall", "gamelib")


def test_a_package_that_does_not_load(site):
    for name, source, said in (
        ("pandas", "print('a banner')\nraise ImportError('DLL load failed\\nand more')", "load: DLL load failed."),
        ("networkx", "import os\nos._exit(139)", "Python broke off without a word (status 139)"),
    ):
        (site / f"{name}.py").write_text(source)
        found = questions.packages(tried("packages", "tqdm", name))
        says(found, "wrong", f"{name} {asked.here(name)} is there and does not load", said, f"--force-reinstall {name}")


def test_a_package_that_hangs(site):
    (site / "networkx.py").write_text("import time\ntime.sleep(60)")
    found = questions.packages(tried("packages", "networkx", limit=1))
    says(found, "wrong", "networkx", "it was not done after 1 second", "Run this once more")


def test_a_kernel_that_does_not_start(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    place = tmp_path / "kernels" / "python3"
    place.mkdir(parents=True)
    command = ["/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (place / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "", "language": "python"}))
    says(questions.kernel(tried("kernel")), "wrong", "It does not start", command[0], f"the folder {place},")


def test_a_kernel_that_answers_something_else():
    answer = {"folder": "/kernels/python3", "prefix": sys.prefix, "python": "", "gamelib": ""}
    for told, words in (
        (answer, "finds no gamelib"),
        (answer | {"gamelib": "/old/gamelib/__init__.py"}, "another gamelib: /old"),
        (answer | {"prefix": "/other", "python": "/other/python"}, "run in another Python: /other/python"),
        ({"fault": "No such kernel named python3"}, "no kernel of the name python3"),
        ({"fault": "it was not done after 61 seconds", "slow": True}, "Run this once more"),
    ):
        says(questions.kernel(told), "wrong", words)


def test_jupyterlab_of_another_environment_on_the_path(tmp_path, monkeypatch):
    for name in ("jupyter-lab", "jupyter-lab.exe"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    says(questions.lab(), "careful", str(tmp_path), "-m jupyter lab")


def test_widgets_of_two_environments_switched_off_or_without_their_half_in_the_browser(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    old = tmp_path / "labextensions" / "anywidget"
    old.mkdir(parents=True)
    (old / "package.json").write_text('{"name": "anywidget", "version": "0.1.0"}')
    says(questions.widgets(), "wrong", f"takes anywidget 0.1.0 from {old}", f"Delete the folder {old}")
    monkeypatch.delenv("JUPYTER_PATH")
    with monkeypatch.context() as patch:
        patch.setattr(questions, "FRONT_ENDS", {"none-such": "anywidget"})
        says(questions.widgets(), "wrong", "runs in the browser", "--no-deps anywidget")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    (tmp_path / "labconfig").mkdir()
    off = {"disabledExtensions": {"@jupyter-widgets/jupyterlab-manager": True}}
    (tmp_path / "labconfig" / "page_config.json").write_text(json.dumps(off))
    says(questions.widgets(), "wrong", "switched off", "labextension enable @jupyter-widgets/jupyterlab-manager")


def test_the_cache_of_compiled_loops(site, tmp_path, monkeypatch):
    (site / "numba.py").write_text(FAKE_NUMBA)
    says(questions.cache(tried("packages", "numba")), "careful", "NUMBA_CACHE_DIR")
    monkeypatch.setenv("FOLDER", str(tmp_path))
    told = pickle.dumps("0.68") + pickle.dumps({"signature": b"machine code" * 99})
    (tmp_path / "settle.nbi").write_bytes(told)
    says(questions.cache(tried("packages", "numba")), "ok", str(tmp_path))
    (tmp_path / "settle.1.nbc").write_bytes(told[:-40])
    says(questions.cache(tried("packages", "numba")), "careful", f"Delete {tmp_path / 'settle.1.nbc'}.")
    assert questions.cache(tried("packages", "tqdm")) is None


def test_what_is_damaged_is_seen_without_running_it(tmp_path):
    file = tmp_path / "one.nbi"
    told = pickle.dumps("0.68") + pickle.dumps([1, 2])
    for content in (told, b"", told[:9], told + b"?", b"\0" * 9):
        file.write_bytes(content)
        assert trial.whole(file) == (content == told)


def test_a_port_that_is_taken(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(questions, "PORT", other.getsockname()[1])
        says(questions.port(), "careful", f"{questions.PORT} is taken")
    assert questions.port() == ok(f"{questions.PORT} is free")


def test_little_memory_and_little_room_on_the_disk(monkeypatch, tmp_path):
    for free, word in ((3e8, "wrong"), (12e8, "careful"), (5e9, "ok"), (None, "ok")):
        monkeypatch.setattr(machine.memory, "free_memory", lambda free=free: free)
        assert questions.memory().word == word
    for free, word in ((1e6, "wrong"), (1e8, "careful"), (1e10, "ok")):
        monkeypatch.setattr(questions.shutil, "disk_usage", lambda _, free=free: SimpleNamespace(free=free))
        assert questions.disk(tmp_path / "course").word == word


def test_a_file_that_hides_a_module(tmp_path):
    (tmp_path / "exercises").mkdir()
    for name in ("mine.py", "exercises/random.py"):
        (tmp_path / name).write_text("")
    found = questions.names(tmp_path)
    says(found, "wrong", f"The file {tmp_path / 'exercises' / 'random.py'} hides a module")
    assert "mine" not in found.found + found.do
    (tmp_path / "pyproject.toml").write_text("")
    assert questions.names(tmp_path).word == "ok"


def test_a_question_that_fails_itself_is_a_line(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "tried", lambda *words: {"fault": "it broke"})
    monkeypatch.setattr(questions, "memory", lambda: 1 / 0)
    assert main(["doctor"]) == 1
    said, complained = capsys.readouterr()
    assert "careful  memory     It cannot be looked at: ZeroDivisionError" in said
    assert "it broke" in said
    assert complained == ""


def test_what_may_have_to_be_copied_stands_in_one_line(monkeypatch, capsys):
    path = "/home/anna/" + "a-folder-of-many-words/" * 6
    found = [ok("large", about="disk"), Finding("wrong", f"missing in {path} " * 3, "run " + "word " * 30, "kernel")]
    monkeypatch.setattr(doctor, "examine", lambda folder: found)
    assert main(["doctor"]) == 1
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0].startswith("+ ok ")
    assert lines.count(path) == 3
    assert ("Do: run " + "word " * 30).strip() in lines
    assert lines[-1].startswith("The course does not run here yet: one thing is wrong.")


def test_the_last_line_counts():
    fine, careful, wrong = (Finding(word, "") for word in ("ok", "careful", "wrong"))
    assert verdict([fine]) == "The course runs here."
    assert verdict([fine, careful, careful]) == "The course runs here. Be careful about 2 things."
    assert "2 things are wrong" in verdict([wrong, fine, wrong])


def test_the_reports_of_a_class(tmp_path, capsys):
    for name, word in (("anna", "ok"), ("zeno", "wrong")):
        one = {"word": word, "about": "kernel", "found": "as found", "do": ""}
        (tmp_path / name).write_text(json.dumps({"runs": word == "ok", "findings": [one]}), encoding="utf-8-sig")
    assert main(["doctor", "--of", str(tmp_path / "anna"), str(tmp_path / "zeno")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "zeno: DOES NOT RUN",
        "    wrong: kernel: as found",
        "anna: runs",
        "1 of 2 computers run the course.",
    ]
    (tmp_path / "other").write_text("[]")
    assert main(["doctor", "--of", str(tmp_path / "other")]) == 2
    assert capsys.readouterr().err.endswith("other: is no report of gamelib doctor --json\n")
