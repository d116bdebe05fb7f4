"""``python -m gamelib doctor``: can this computer run the course, and if not, what is to be done?

Each check is a function that returns a ``Diagnosis`` with its cure. What is installed is loaded in
another process, because a package that fails to load may take Python down with it.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from gamecourse.command import Refusal, printable

#: The folder of the three packages.
ROOT = Path(__file__).resolve().parents[2]
#: What lectures import, and what opens them.
MODULES = [
    *("numpy", "numba", "psutil", "tqdm", "networkx", "pandas"),
    *("matplotlib", "fontTools", "ipywidgets", "anywidget", "jupyterlab"),
]
#: The halves of the widgets that run in the browser, and the packages that bring them.
FRONT_ENDS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets"}
#: The most bytes that the kernel of a lecture takes (`make nbval` fails if one takes more).
LECTURE = 1_000_000_000
#: The bytes that JupyterLab and a browser take in addition.
BESIDE = 1_000_000_000
#: The bytes that should be free on the disk.
DISK = 500_000_000
#: How a shell calls this Python, and what installs the course, in its folder.
PYTHON = f'"{sys.executable}"' if " " in sys.executable else sys.executable
INSTALL = 'install -e ".[course]"'
#: A trial is ended after this many seconds: the first start after an installation is slow.
LIMIT = 120
#: Start the kernel that a notebook gets, and ask which Python and which gamelib it loads.
KERNEL = """
import logging, jupyter_client
logging.disable()
question = "import sys; print(sys.prefix); import gamelib; print(gamelib.__file__)"
with jupyter_client.run_kernel(kernel_name="python3") as client:
    client.execute_interactive(question, timeout=50)
"""


class Diagnosis(NamedTuple):
    """What a check has found."""

    state: str  # "ok", "careful" or "wrong"
    sentence: str
    cure: str = ""  # what to do


def check_packages() -> Diagnosis:
    """Whether each package that lectures use is installed, and loads."""
    missing = [name for name in MODULES if not find_spec(name)]
    if missing:
        return Diagnosis("wrong", f"missing: {', '.join(missing)}.", pip(INSTALL))
    program = "\n".join(f"print('{name}'); import {name}" for name in MODULES)
    lines, fault = run_python(program)
    if fault:
        broken = [line for line in lines if line in MODULES][-1]  # printed before it was loaded
        sentence = f"{broken} is there and does not load: {fault}."
        return Diagnosis("wrong", sentence, pip(f"install --force-reinstall {broken}"))
    versions = [f"{name} {metadata.version(name)}" for name in MODULES]
    return Diagnosis("ok", f"all there, and they load: {', '.join(versions)}")


def check_kernel() -> Diagnosis:
    """Whether notebooks run this Python, and load this gamelib."""
    lines, fault = run_python(KERNEL)
    prefix, package = [*lines, "", ""][:2]  # "" for a line that was not printed
    if fault or Path(prefix).resolve() != Path(sys.prefix).resolve():
        reason = fault or f"they run that in {prefix}"
        sentence = f"Notebooks do not run this Python: {reason}."
        forget = f"{PYTHON} -m jupyter kernelspec remove -f python3"
        renew = f"{forget}, then: {pip('install --force-reinstall ipykernel')}"
        return Diagnosis("wrong", sentence, renew)
    # The package's file lies in ROOT/gamelib.
    if not package or Path(package).resolve().parents[1] != ROOT:
        sentence = f"Notebooks load {package or 'no gamelib'}, and not the gamelib in {ROOT}."
        return Diagnosis("wrong", sentence, f"{pip('uninstall gamelib')}, then: {pip(INSTALL)}")
    return Diagnosis("ok", f"starts this Python, and loads the gamelib in {ROOT}")


def check_widgets() -> Diagnosis:
    """Whether JupyterLab finds the half of each widget package that runs in the browser."""
    places = import_module("jupyter_core.paths").jupyter_path("labextensions")
    for extension, package in FRONT_ENDS.items():
        found = [place for place in places if Path(place, extension, "package.json").exists()]
        if not found:
            lost = f"JupyterLab does not find the half of {package} that runs in the browser."
            return Diagnosis("wrong", lost, pip(f"install --force-reinstall {package}"))
        if not is_in(found[0], sys.prefix):
            other = f"JupyterLab takes {extension} from another environment."
            return Diagnosis("wrong", other, f"Delete the folder {Path(found[0], extension)}")
    return Diagnosis("ok", "JupyterLab finds both halves of the games")


def check_names(folder: Path) -> Diagnosis:
    """Whether a file beside the notebooks hides a module that they need, as random.py would."""
    modules = {*sys.stdlib_module_names, *MODULES, "gamelib", "gamefast", "gamecourse"}
    places = (folder, folder / "exercises", folder / "solutions")
    files = [path for place in places for path in place.glob("*") if path.stem in modules]
    hiding = [path for path in files if path.suffix == ".py" or (path / "__init__.py").exists()]
    # in the repository, our own packages are there, too
    paths = ", ".join(str(path) for path in hiding if path.resolve().parent != ROOT)
    if not paths:
        return Diagnosis("ok", "no file beside the notebooks hides a module")
    sentence = f"Notebooks beside these files load them in place of modules: {paths}."
    return Diagnosis("wrong", sentence, "Give these files other names.")


def check_memory() -> Diagnosis:
    """Whether the memory is enough for the greediest lecture."""
    lines, _ = run_python("from gamefast.memory import free_memory; print(free_memory())")
    need = f"a lecture takes up to {LECTURE / 1e9} GB, JupyterLab and a browser {BESIDE / 1e9} GB"
    if not lines or not lines[0].isdecimal():
        return Diagnosis("ok", f"this computer does not tell what is free; {need}")
    free = int(lines[0])
    sentence = f"{free / 1e9:.1f} GB are free; {need}"
    if free >= LECTURE + BESIDE:
        return Diagnosis("ok", sentence)
    close = "Close other programs, and each notebook when you are done with it."
    return Diagnosis("careful", sentence, close)


def check_disk(folder: Path) -> Diagnosis:
    """Whether the disk has room for what a reader writes."""
    free = shutil.disk_usage(folder if folder.is_dir() else ".").free
    if free >= DISK:
        return Diagnosis("ok", f"{free / 1e6:,.0f} MB are free")
    return Diagnosis("careful", f"{free / 1e6:,.0f} MB are free", "Delete what you do not need.")


def run_python(program: str) -> tuple[list[str], str]:
    """The lines that a program prints in a process of its own, and its error ("" if none)."""
    # -P: no file in the current folder hides a module
    # -u: what is printed before a crash arrives
    command = [sys.executable, "-P", "-u", "-c", program]
    done = subprocess.run(
        command,
        cwd=tempfile.gettempdir(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=LIMIT,
    )
    lines = done.stdout.splitlines()
    if done.returncode == 0:
        return lines, ""
    # a traceback ends with the error: "KeyError: 0"
    errors = [line for line in done.stderr.splitlines() if re.match(r"[\w.]+: ", line)]
    if errors:
        return lines, errors[-1]
    return lines, f"Python broke off without a word (status {done.returncode})"


def is_in(path: str, folder: str | Path) -> bool:
    """Whether a path leads into a folder."""
    return Path(path).resolve().is_relative_to(Path(folder).resolve())


def pip(words: str) -> str:
    """The command that runs pip with these words for this environment; uv's pip if there is no
    other.
    """
    return f"{PYTHON} -m pip {words}" if find_spec("pip") else f"uv pip {words} --python {PYTHON}"


def examine(folder: Path) -> dict[str, Diagnosis]:
    """The diagnosis of each check, for a course in this folder."""
    checks: dict[str, Callable[[], Diagnosis]] = {
        "packages": check_packages,
        "kernel": check_kernel,
        "widgets": check_widgets,
        "names": lambda: check_names(folder),
        "memory": check_memory,
        "disk": lambda: check_disk(folder),
    }
    # Python needs no check: one that is too old has failed already, as it loaded gamelib.
    report = {"Python": Diagnosis("ok", f"{platform.python_version()}, in {sys.prefix}")}
    for subject, check in checks.items():
        try:
            report[subject] = check()
        except subprocess.TimeoutExpired:
            slow = f"It was not done after {LIMIT} seconds."
            again = "Run this once more: the first time is slow. Then restart the computer."
            report[subject] = Diagnosis("wrong", slow, again)
        except Exception as error:  # the other lines are worth having
            failure = f"It cannot be looked at: {type(error).__name__}: {error}"
            report[subject] = Diagnosis("careful", failure, "Show this line to your lecturer.")
    return report


def run(options: argparse.Namespace) -> int:
    """Whether the course runs on this computer.

    Look at everything that the course needs, and say in plain words what is wrong and what to do.

    Example: python -m gamelib doctor. For a class: each runs gamelib doctor --json > NAME.json, and
    the lecturer gamelib doctor --of *.json
    """
    if options.of:
        summarize(options.of)
        return 0
    report = examine(options.folder)
    wrong = [subject for subject, diagnosis in report.items() if diagnosis.state == "wrong"]
    if options.json:
        print(json.dumps({"runs": not wrong, "report": report}, indent=1))
        return 1 if wrong else 0
    for subject, (state, sentence, cure) in report.items():
        print(f"{state:<8} {subject:<9} {sentence}")
        if cure:  # in a line of its own, because it may hold a command to copy
            print(f"{'':<18} Do: {cure}")
    again = "Do what is said there, then run this again."
    if wrong:
        print(f"\nThe course does not run here yet. Wrong: {', '.join(wrong)}. {again}")
        return 1
    print(f"\nThe course runs here. It is opened by: {PYTHON} -m jupyter lab")
    return 0


def summarize(paths: list[Path]) -> None:
    """Print the reports of a class, the computers that do not run the course first.

    A file that is no report is named and left out, because ``*.json`` matches others, too.
    """
    summaries = []
    for path in paths:
        try:
            summaries.append(summary_of(path))
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            no_report = f"{path}: left out, because it is no report of gamelib doctor --json"
            print(printable(no_report), file=sys.stderr)
    if not summaries:
        raise Refusal("no report of gamelib doctor --json is among these files")
    print(*sorted(summaries), sep="\n")  # DOES NOT RUN comes first, because it is in capitals


def summary_of(path: Path) -> str:
    """Whether a computer runs the course, from the report in a file, and what is not in order."""
    content = json.loads(path.read_bytes())  # bytes, since PowerShell writes UTF-16
    faults = [
        f"    {state}: {subject}: {sentence}"
        for subject, (state, sentence, _) in content["report"].items()
        if state != "ok"
    ]
    head = f"{'runs' if content['runs'] else 'DOES NOT RUN'}: {path}"
    return "\n".join(map(printable, [head, *faults]))
