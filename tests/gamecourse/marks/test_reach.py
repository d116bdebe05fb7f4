"""The student's process reaches neither the judge nor the run, as root and as anybody else."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from attacks import REACHES, TOOLS, attack
from test_hostile import FIRST, PATIENT_CELLS, RIGHT, ROOT, SOON, cells

from gamecourse.grading.feedback import State
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.rights import landlock_version

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="what is tried here is Linux's"
)
root_only = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="root alone changes its user"
)


def judged(source, limits=PATIENT_CELLS):
    (found,) = marks(cells(source), FIRST, limits)
    return found


def seen(expression, before=""):
    """What an expression is in a student's process."""
    found = judged(f"{TOOLS}\n{before}\nwins = repr({expression})")
    assert found.feedback.state == State.WRONG
    return eval(str(found.feedback).partition("You gave the text ")[2].rstrip("."))


ALL_REFUSED = f"You gave the text '{' '.join(['refused'] * len(REACHES))}'"


@pytest.mark.parametrize("pid", ["judge", "run"])
def test_neither_the_judge_nor_the_run_can_be_reached(pid):
    found = judged(attack(*REACHES.values(), pid=pid))
    assert found.points == 0
    assert ALL_REFUSED in found.feedback


@root_only
def test_as_root_the_student_is_somebody_else_without_any_right():
    assert seen("0 in os.getresuid() + os.getresgid() or os.getgroups()") == "[]"
    lines = (
        "[line.split()[1] for line in open('/proc/self/status') if line.startswith(('Cap', "
        "'NoNew'))]"
    )
    assert eval(seen(lines)) == ["0" * 16] * 5 + ["1"]


def test_only_the_wire_is_inherited_and_no_secret_of_the_environment(monkeypatch, capfd):
    monkeypatch.setenv("TOKEN_OF_THE_TEACHER", "secret")
    before = """
kinds = []
for number in range(256):
    try: kinds.append(os.fstat(number).st_mode >> 12)
    except OSError: pass
"""
    folder, device, wire = 4, 2, 12  # the kinds of files, as stat has them
    assert set(eval(seen("kinds", before))) <= {folder, device, wire}
    assert seen(f"kinds.count({wire})", before) == "1"
    assert "secret" not in seen("dict(os.environ)")
    judged(
        "import os\nfor k in (0, 1, 2):\n    os.write(k, b'9 of 9 points') if k else None\nwins = 3"
    )
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def open_folder(tmp_path_factory):
    """A folder that everybody may write into, as a carelessly shared one."""
    folder = Path(f"/tmp/gamelib-open-{os.getpid()}")
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "kept.txt").write_text("as it was")
    (folder / "kept.txt").chmod(0o666)
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


#: What would write where somebody else reads; ``there`` is a folder that is open to everybody.
WRITES = [
    "open(there + '/new', 'w')",
    "open(there + '/kept.txt', 'a')",
    "os.truncate(there + '/kept.txt', 0)",
    "os.symlink('/etc/passwd', there + '/marks.csv')",
    "os.rename(there + '/kept.txt', there + '/other')",
    "os.unlink(there + '/kept.txt')",
    "os.mkdir(there + '/b.ipynb')",
    "os.mkfifo(there + '/x.ipynb')",
    "socket.socket(socket.AF_UNIX).bind(there + '/socket')",
    "os.link(there + '/kept.txt', there + '/linked')",
    "os.rename('mine', there + '/mine')",
    "os.link('mine', there + '/mine')",
    "os.mknod(there + '/device', 0o20666, os.makedev(1, 5))",
    "open('/tmp/gamelib-planted', 'w')",
    "open('/var/tmp/gamelib-planted', 'w')",
    "open('/dev/shm/gamelib-planted', 'w')",
    "open(os.path.join(__import__('gamelib').__path__[0], 'planted.py'), 'w')",
    "open(f'/proc/{judge}/oom_score_adj', 'w')",
    "open(f'/proc/{run}/comm', 'w')",
]


def writing(there):
    """A cell that tries all of it."""
    begin = f"there = {str(there)!r}\nopen('mine', 'w').write('x')"
    return f"{begin}\n{attack(*(f'{write}{chr(10)}return chr(119)' for write in WRITES))}"


NOTHING_WRITTEN = f"You gave the text '{' '.join(['refused'] * len(WRITES))}'"


def test_nothing_is_written_where_others_read(open_folder):
    assert NOTHING_WRITTEN in judged(writing(open_folder)).feedback
    assert [path.name for path in open_folder.iterdir()] == ["kept.txt"]
    assert (open_folder / "kept.txt").read_text() == "as it was"


def test_a_notebook_may_write_beside_itself_and_nothing_of_it_stays():
    places = seen("(os.getcwd(), __import__('tempfile').gettempdir(), open('x', 'w').write('x'))")
    here, temporary, *_ = eval(places)
    assert here == temporary
    assert not Path(here).exists()


def test_it_may_write_even_where_the_folder_for_temporary_files_is_closed(tmp_path, monkeypatch):
    tmp_path.chmod(0o700)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written = "__import__('tempfile').NamedTemporaryFile(mode='w').write('x')"
    assert seen(f"({written}, open('x', 'w').write('x'))") == "(1, 1)"
    assert not list(tmp_path.iterdir())


@root_only
def test_named_memory_goes_with_the_last_process():
    before = Path("/proc/sysvipc/shm").read_text()
    assert "True" in seen("libc.shmget(0, 1 << 20, 0o1600) >= 0")
    assert Path("/proc/sysvipc/shm").read_text() == before


def test_a_fork_bomb_ends_with_its_notebook():
    bomb = (
        "libc.prctl(15, b'gamelib-bomb')\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    )
    found = judged(f"{TOOLS}\n{bomb}\n{RIGHT}", SOON)
    assert found.points == 0
    assert "gamelib-bomb" not in {process.name() for process in psutil.process_iter()}


def test_a_file_of_many_gigabytes_is_not_written():
    found = judged(
        "with open('big', 'wb') as file:\n    for _ in range(4_000): "
        "file.write(bytes(10**6))\nwins = 3"
    )
    assert "Cell 2 stopped with OSError: [Errno 27] File too large." in found.feedback
    assert found.points == 0


# ---- as an ordinary user ----

PLAIN = "/usr/bin/python3"


def as_nobody(source):
    """What an ordinary user's run says of a notebook with this source."""
    script = f"""
import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from test_hostile import FIRST, PATIENT_CELLS, cells
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.rights import landlock_version
(found,) = marks(cells({source!r}), FIRST, PATIENT_CELLS)
print(found.points, found.feedback)
"""
    folders = [ROOT, *(path for path in sys.path if path.endswith("site-packages"))]
    done = subprocess.run(
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", PLAIN, "-c", script],
        capture_output=True, text=True, cwd="/", check=False,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(map(str, folders)), "HOME": "/nonexistent"},
    )  # fmt: skip
    assert not done.stderr
    return done.stdout


def has_plain():
    if not os.path.exists(PLAIN) or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    version = subprocess.run(
        [PLAIN, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True
    )
    return version.stdout.split() == [str(part) for part in sys.version_info[:2]]


@pytest.mark.skipif(not has_plain(), reason="there is no Python that an ordinary user may run")
@pytest.mark.parametrize("pid", ["judge", "run"])
def test_neither_can_be_reached_by_the_same_user(pid):
    told = as_nobody(attack(*REACHES.values(), pid=pid))
    assert told.startswith("0 ")
    assert ALL_REFUSED in told


@pytest.mark.skipif(not has_plain(), reason="there is no Python that an ordinary user may run")
@pytest.mark.skipif(
    landlock_version() == 0, reason="this kernel lets nobody give up a right to files"
)
def test_the_same_user_writes_nothing_where_others_read(open_folder):
    assert NOTHING_WRITTEN in as_nobody(writing(open_folder))
    assert (open_folder / "kept.txt").read_text() == "as it was"
