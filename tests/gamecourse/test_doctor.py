"""The doctor in environments that were broken on purpose: what he says, and that he never breaks himself."""

import io
import json
import os
import pickle
import re
import socket
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from gamecourse.__main__ import main
from gamecourse.course import doctor
from gamecourse.course.doctor import asked, computer, inside, installed, running
from gamecourse.course.doctor.finding import PLAIN, Finding, verdict
from gamecourse.course.doctor.trying import Trial, tried
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


@pytest.fixture
def jupyter(tmp_path, monkeypatch):
    """A folder that JupyterLab searches before all others."""
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    return tmp_path


def pretend(site, name, version):
    """Let a package seem to be installed in this version."""
    about = site / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


def kernel_of(jupyter, *command):
    """Let the kernel python3 be another one."""
    place = jupyter / "kernels" / "python3"
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(json.dumps({"argv": command, "display_name": "", "language": "python"}))
    return running.kernel(tried("kernel", "30"))


def bare(folder):
    """An environment with the packages of this one, each a link, but without anywidget."""
    there = Path(sys.prefix)
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (folder / "pyvenv.cfg").write_text((there / "pyvenv.cfg").read_text())
    (packages,) = there.glob("lib/python3*/site-packages")
    mine = folder / packages.relative_to(there)
    mine.mkdir(parents=True)
    for one in packages.iterdir():
        if not one.name.startswith("anywidget"):
            (mine / one.name).symlink_to(one)
    (folder / "share").symlink_to(there / "share")
    return str(folder / "bin" / "python")


def test_here_the_course_runs(capsys):
    status = main(["doctor", "--json"])
    told = json.loads(capsys.readouterr().out)
    found = {one["about"]: one for one in told["findings"]}
    assert list(found) == [
        *("Python", "packages", "JupyterLab", "kernel", "widgets", "cache", "names", "memory", "disk", "port")
    ]
    assert {about for about, one in found.items() if one["word"] == "wrong"} <= OF_THE_COMPUTER
    assert told["runs"] is (status == 0)
    for package in ("numpy", "numba", "anywidget", "jupyterlab"):
        assert f"{package} {asked.here(package)}" in found["packages"]["found"]


def test_what_is_asked_for_stands_in_pyproject_alone():
    reading, changing = installed.wanted()
    assert {"numpy", "numba", "anywidget", "jupyterlab"} <= {one.name for one in reading}
    assert {"pytest", "mypy"} <= {one.name for one in changing}
    for one in [*reading, *changing]:
        assert f'"{one.name}{one.versions}"' in (ROOT / "pyproject.toml").read_text()
    sources = "".join(path.read_text() for path in (ROOT / "gamecourse/course/doctor").glob("*.py"))
    assert not re.search(r"(numba|anywidget|jupyterlab)\W{0,4}[><=~]=", sources)


def test_an_environment_without_anywidget(tmp_path, monkeypatch):
    python = bare(tmp_path / "env")
    monkeypatch.setattr(sys, "executable", python)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "env"))
    monkeypatch.setattr(sys, "path", [str(ROOT), *map(str, (tmp_path / "env").glob("lib/python3*/site-packages"))])
    found = installed.packages(tried("packages", "networkx"))
    assert found[0].word == "wrong"
    assert "missing: anywidget (extra show)" in found[0].found
    assert python in found[0].do
    assert "[show]" in found[0].do
    seen = installed.widgets(Trial([]))
    assert (seen.word, seen.found) == ("wrong", "anywidget is missing: no game can be pressed.")


def test_a_package_that_is_too_old(site):
    pretend(site, "numba", "0.50.1")
    found = installed.packages(Trial([]))[0]
    assert found.word == "wrong"
    assert "numba is 0.50.1, and must be >=0.59." in found.found
    assert "[fast]" in found.do


def test_what_only_the_tests_need_is_not_wrong(site):
    pretend(site, "hypothesis", "5.0")
    found = installed.packages(Trial([]))
    assert [one.word for one in found] == ["ok", "ok"]
    assert "hypothesis is 5.0" in found[1].found


def test_a_package_that_does_not_load(site):
    (site / "pandas.py").write_text("print('a banner')\nraise ImportError('DLL load failed\\nand more')")
    found = installed.packages(tried("packages", "pandas"))[0]
    assert found.word == "wrong"
    assert f"pandas {asked.here('pandas')} is there and does not load: DLL load failed." in found.found
    assert found.do.endswith("--force-reinstall pandas")


def test_a_package_that_takes_python_down(site):
    (site / "networkx.py").write_text("import os\nos._exit(139)")
    found = installed.packages(tried("packages", "tqdm", "networkx"))[0]
    assert found.word == "wrong"
    assert "networkx" in found.found
    assert "Python broke off without a word (status 139)" in found.found


def test_a_package_that_hangs(site):
    (site / "networkx.py").write_text("import time\ntime.sleep(60)")
    found = installed.packages(tried("packages", "networkx", limit=2))[0]
    assert found.word == "wrong"
    assert "networkx" in found.found
    assert "it was not done after 2 seconds" in found.found
    assert "Run this once more" in found.do


def test_a_kernel_whose_python_is_gone(jupyter):
    found = kernel_of(jupyter, "/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}")
    assert found.word == "wrong"
    assert "It does not start" in found.found
    assert "/nowhere/python" in found.found
    assert str(jupyter / "kernels" / "python3") in found.do


def test_a_kernel_that_dies(jupyter):
    found = kernel_of(jupyter, sys.executable, "-c", "raise SystemExit(3)", "{connection_file}")
    assert found.word == "wrong"
    assert "It does not start: Kernel died" in found.found


def test_a_kernel_that_is_another_python(jupyter):
    other = bare(jupyter / "other")
    found = kernel_of(jupyter, other, "-m", "ipykernel_launcher", "-f", "{connection_file}")
    assert found.word == "wrong"
    assert f"Notebooks run in another Python: {other}" in found.found
    assert f"Delete the folder {jupyter / 'kernels' / 'python3'}" in found.do
    assert "-m ipykernel install --sys-prefix" in found.do


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"prefix": sys.prefix, "python": "", "gamelib": ""}, "finds no gamelib"),
        ({"prefix": sys.prefix, "python": "", "gamelib": "/old/gamelib/__init__.py"}, "another gamelib: /old"),
    ],
)
def test_a_kernel_with_another_gamelib(answer, words):
    found = running.kernel(Trial([{"folder": "/kernels/python3"}, {"kernel": answer}]))
    assert found.word == "wrong"
    assert words in found.found
    assert "[course]" in found.do


def test_no_kernel_of_that_name():
    assert "no kernel of the name python3" in running.kernel(Trial([{"nothing": True}])).found


def test_jupyterlab_of_another_environment_on_the_path(tmp_path, monkeypatch):
    for name in ("jupyter-lab", "jupyter-lab.exe"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = running.lab()
    assert found.word == "careful"
    assert str(tmp_path) in found.found
    assert "-m jupyter lab" in found.do


def test_widgets_of_two_environments(jupyter):
    old = jupyter / "labextensions" / "anywidget"
    old.mkdir(parents=True)
    (old / "package.json").write_text('{"name": "anywidget", "version": "0.1.0"}')
    found = installed.widgets(tried("lab"))
    assert found.word == "wrong"
    assert f"takes anywidget 0.1.0 from {old}" in found.found
    assert f"Delete the folder {old}" in found.do


def test_widgets_that_are_switched_off(tmp_path, monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(tmp_path))
    (tmp_path / "labconfig").mkdir()
    off = {"disabledExtensions": {"@jupyter-widgets/jupyterlab-manager": True}}
    (tmp_path / "labconfig" / "page_config.json").write_text(json.dumps(off))
    found = installed.widgets(tried("lab"))
    assert found.word == "wrong"
    assert "is switched off" in found.found
    assert found.do.endswith("labextension enable @jupyter-widgets/jupyterlab-manager")


def test_widgets_without_their_half_in_the_browser():
    found = installed.widgets(Trial([{"off": []}]))
    assert found.word == "wrong"
    assert "runs in the browser" in found.found


def test_widgets_that_do_not_fit_each_other(site):
    pretend(site, "jupyterlab_widgets", "1.1.11")
    found = installed.widgets(tried("lab"))
    assert found.word == "wrong"
    assert "jupyterlab_widgets 1.1.11 does not fit ipywidgets" in found.found


def test_no_folder_for_compiled_loops(site):
    (site / "numba.py").write_text(FAKE_NUMBA)
    found = installed.cache(tried("packages", "numba"))
    assert found.word == "careful"
    assert "NUMBA_CACHE_DIR" in found.do


def test_a_damaged_cache(site, tmp_path, monkeypatch):
    (site / "numba.py").write_text(FAKE_NUMBA)
    monkeypatch.setenv("FOLDER", str(tmp_path))
    told = pickle.dumps("0.68") + pickle.dumps({"signature": b"machine code" * 99})
    (tmp_path / "settle.nbi").write_bytes(told)
    assert installed.cache(tried("packages", "numba")).word == "ok"
    (tmp_path / "settle.1.nbc").write_bytes(told[:-40])
    found = installed.cache(tried("packages", "numba"))
    assert found.word == "careful"
    assert found.do == f"Delete {tmp_path / 'settle.1.nbc'}."


@pytest.mark.parametrize(
    "damage", [lambda old: b"", lambda old: old[:9], lambda old: old + b"?", lambda old: b"\0" * 9]
)
def test_what_is_damaged_is_seen_without_running_it(damage, tmp_path):
    file = tmp_path / "one.nbi"
    file.write_bytes(told := pickle.dumps("0.68") + pickle.dumps([1, 2]))
    assert inside.whole(file)
    file.write_bytes(damage(told))
    assert not inside.whole(file)


def test_a_port_that_is_taken(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        monkeypatch.setattr(computer, "PORT", other.getsockname()[1])
        found = computer.port()
        assert found.word == "careful"
        assert f"{computer.PORT} is taken" in found.found
    assert computer.port() == Finding("ok", "port", f"{computer.PORT} is free")


@pytest.mark.parametrize(("free", "word"), [(3e8, "wrong"), (12e8, "careful"), (5e9, "ok"), (None, "ok")])
def test_little_memory(free, word, monkeypatch):
    monkeypatch.setattr(machine.memory, "free_memory", lambda: free)
    assert computer.memory().word == word


@pytest.mark.parametrize(("free", "word"), [(1e6, "wrong"), (1e8, "careful"), (1e10, "ok")])
def test_little_room_on_the_disk(free, word, monkeypatch, tmp_path):
    monkeypatch.setattr(computer.shutil, "disk_usage", lambda _: namedtuple("Usage", "free")(free))
    assert computer.disk(tmp_path / "course").word == word


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="elsewhere the one who may do anything may write anywhere")
def test_a_folder_in_which_nothing_can_be_written():
    found = computer.disk(Path("/proc/self"))
    assert found.word == "wrong"
    assert "Nothing can be written into /proc/self" in found.found


def test_a_file_that_hides_a_module(tmp_path):
    (tmp_path / "exercises").mkdir()
    for name in ("mine.py", "exercises/random.py"):
        (tmp_path / name).write_text("")
    found = computer.names(tmp_path)
    assert found.word == "wrong"
    assert found.found.startswith(f"The file {tmp_path / 'exercises' / 'random.py'} hides a module")
    assert "mine" not in found.found + found.do


def test_a_python_that_is_too_old(monkeypatch):
    monkeypatch.setattr(installed.platform, "python_version", lambda: "3.9.1")
    assert installed.python().word == "wrong"


def test_a_look_that_fails_itself_is_a_line(monkeypatch, capsys):
    monkeypatch.setattr(doctor, "all_tried", lambda trials: {name: Trial([], "it broke") for name in trials})
    monkeypatch.setattr(computer, "memory", lambda: 1 / 0)
    assert main(["doctor"]) == 1
    said, complained = capsys.readouterr()
    assert "careful  memory     It cannot be looked at: ZeroDivisionError" in said
    assert "it broke" in said
    assert complained == ""


def test_what_there_is_to_do_stands_in_one_line_below(monkeypatch, capsys):
    findings = [Finding("ok", "disk", "large"), Finding("wrong", "kernel", "missing " * 30, "run " + "word " * 30)]
    monkeypatch.setattr(doctor, "examine", lambda folder: findings)
    monkeypatch.setattr(sys, "stdout", told := io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    assert main(["doctor"]) == 1
    lines = told.buffer.getvalue().decode("cp1252").splitlines()
    assert lines[0].startswith(f"{PLAIN['ok']} ok ")
    assert any(line.strip() == ("Do: run " + "word " * 30).strip() for line in lines)
    assert max(map(len, lines[:3])) <= 100
    assert lines[-1].startswith("The course does not run here yet: one thing is wrong.")


def test_what_may_have_to_be_copied_is_not_broken_across_lines():
    path = "/home/anna/" + "a-folder-of-many-words/" * 6
    lines = Finding("wrong", "disk", f"there is no room in {path} any more").text(PLAIN).splitlines()
    assert [line.strip() for line in lines[1:]] == [path, "any more"]


def test_the_last_line_counts():
    ok, careful, wrong = (Finding(word, "", "") for word in ("ok", "careful", "wrong"))
    assert verdict([ok]) == "The course runs here."
    assert verdict([ok, careful, careful]) == "The course runs here. Be careful about 2 things."
    assert "2 things are wrong" in verdict([wrong, ok, wrong])


def test_the_reports_of_a_class(tmp_path, capsys):
    for name, word in (("anna", "ok"), ("zeno", "wrong")):
        one = Finding(word, "kernel", "as found").kept()
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
