"""``python -m gamelib doctor``: can this computer run the course, and if not, what is to be done?

Each question is a function that returns a ``Finding`` with its cure. Packages are loaded in
processes of their own, because an installed package may fail to load and take Python down with it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib import import_module, metadata
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from gamecourse.command import Refusal

#: The name of the distribution (on the index, gamelib is another project's), and the folder of the
#: packages.
DISTRIBUTION, ROOT = "gamelib-course", Path(__file__).parents[2]
#: The extras that lectures use; the rest of ``course`` is for people who change the course.
READING = ("", "fast", "graphs", "frames", "show")
#: The module of a package whose name is another.
MODULES = {"fonttools": "fontTools"}
#: The program that opens a lecture.
LAB = "jupyterlab"
REQUIREMENT = re.compile(
    r"([\w-]+)(?:\[.*?\])?\s*\(?([^;)]*)\)?\s*(?:;.*?\bextra\s*==\s*['\"](\w+)['\"])?.*"
)
#: The halves of the widgets that run in the browser, and the packages that bring them.
FRONT_ENDS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets"}
#: The most bytes that the kernel of any lecture takes (`make nbval` fails if one takes more). Then
#: the bytes that JupyterLab and a browser with one notebook take in addition.
LECTURE, BESIDE = 1_000_000_000, 1_000_000_000
#: Free bytes on the disk: below the first bound nothing can be kept, below the second the disk is
#: soon full.
DISK, DISK_AHEAD = 50_000_000, 500_000_000
#: A trial is ended after this many seconds. Three are usual; the first start after an installation
#: takes longer.
LIMIT = 60.0
#: The words of the report, each with a mark that every terminal has, and the width at which
#: sentences are broken.
MARKS, WIDTH = {"ok": "+", "careful": "!", "wrong": "x"}, 100
AGAIN = "The first time is slow. Run this once more; if it stays so, restart the computer."
#: Start the kernel that a notebook of the course gets, and ask it which Python it runs.
KERNEL = """
import logging, jupyter_client, jupyter_client.kernelspec as kernels
logging.disable()
print(kernels.KernelSpecManager().get_kernel_spec("python3").resource_dir, flush=True)
with jupyter_client.run_kernel(kernel_name="python3") as client:
    client.execute_interactive("import sys; print(sys.prefix); import gamelib; print(gamelib.__file__)", timeout=50)
"""
#: Ask the engine how many bytes are free. It loads numpy and numba.
FREE_MEMORY = """
from gamefast.memory import free_memory
print(free_memory())
"""


class Finding(NamedTuple):
    """One line of the report: ok, careful or wrong, what was found, what to do, and the subject."""

    word: str
    found: str
    do: str = ""
    about: str = ""

    def text(self) -> str:
        """The lines of the report: what was found, and below that what to do."""
        start = f"{MARKS[self.word]} {self.word:<8} {self.about:<10} "
        lines = wrap(
            self.found, WIDTH - len(start), break_long_words=False, break_on_hyphens=False
        ) or [""]
        lines += (
            [f"Do: {self.do}"] if self.do else []
        )  # in one line, because it may hold a command to copy
        return "\n".join([start + lines[0], *(" " * len(start) + line for line in lines[1:])])


ok, careful, wrong = (partial(Finding, word) for word in ("ok", "careful", "wrong"))


class Asked(NamedTuple):
    """A required package, the versions that will do, and the extra that brings it ("" if none)."""

    name: str
    versions: str
    extra: str

    def lacks(self) -> str:
        """What is wrong with the package: nothing, missing, or too old. Without packaging, no
        version is too old.
        """
        if (version := here(self.name)) is None:
            return "missing"
        specifiers = import_module("packaging.specifiers") if find_spec("packaging") else None
        fits = specifiers is None or specifiers.SpecifierSet(self.versions).contains(
            version, prereleases=True
        )
        return "" if fits else f"{self.name} is {version}, and must be {self.versions}"


def asked() -> list[Asked]:
    """The packages that the installed course requires; empty if the course is not installed."""
    lines: list[str] = []
    with suppress(metadata.PackageNotFoundError):
        lines = metadata.requires(DISTRIBUTION) or []
    read = [
        Asked(one[1], one[2].strip(), one[3] or "")
        for line in lines
        if (one := REQUIREMENT.fullmatch(line))
    ]
    return [
        one for one in read if one.name != DISTRIBUTION and one.extra != "all"
    ]  # these name other extras


def for_reading() -> list[Asked]:
    """The packages that a lecture uses; the others are needed only to change the course."""
    needed = [
        one for one in asked() if one.extra in READING or (one.extra, one.name) == ("course", LAB)
    ]
    return [*{one.name: one for one in reversed(needed)}.values()][::-1]


def here(package: str) -> str | None:
    """The installed version, or None if there is none."""
    with suppress(Exception):  # not installed, or its metadata is damaged and has no version
        return str(metadata.version(package))
    return None


def quoted(word: object) -> str:
    """A word of a command, in quotation marks if a shell would take it for two."""
    return f'"{word}"' if any(mark in str(word) for mark in " []") else str(word)


def install(what: str, verb: str = "install") -> str:
    """The command that installs something into this environment."""
    own = quoted(sys.executable)
    return (
        f"{own} -m pip {verb} {what}"
        if find_spec("pip")
        else f"uv pip {verb} --python {own} {what}"
    )


def extras(*names: str) -> str:
    """The command that installs these extras of the course."""
    chosen = f"[{','.join(names)}]" if names else ""
    if (ROOT / "pyproject.toml").is_file():
        return install(f"-e {quoted(f'{ROOT}{chosen}')}")
    return install(f"-e {quoted(f'.{chosen}')}") + " in the checkout of gamelib"


def tried(program: str, limit: float = LIMIT) -> tuple[list[str], str]:
    """The lines that a program prints, and what went wrong ("" if nothing); no file near it hides
    modules.
    """
    how: dict[str, Any] = {
        "cwd": tempfile.gettempdir(),
        "stdin": subprocess.DEVNULL,
        "capture_output": True,
    }
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", program], timeout=limit, check=False, **how
        )
    except subprocess.TimeoutExpired:
        return [], f"it was not done after {limit:.0f} seconds"
    except OSError as error:
        return [], str(error)
    said, complaint = (
        stream.decode(errors="replace").splitlines() for stream in (done.stdout, done.stderr)
    )
    faults = [f"Python broke off without a word (status {done.returncode})"]
    faults += [line for line in complaint if re.match(r"[\w.]+: ", line)]
    return said, faults[-1] if done.returncode else ""


def packages(limit: float = LIMIT) -> Finding:
    """Whether each package is installed, is new enough, and loads."""
    if not for_reading():
        return wrong("gamelib itself is not installed here.", extras("course"))
    if lacking := [one for one in for_reading() if one.lacks()]:
        short = {one.extra for one in lacking} - {""}
        return wrong(_lack(lacking), extras(*({"course"} & short or sorted(short))))
    names = {one.name: f"{one.name} {here(one.name)}" for one in for_reading()}
    with ThreadPoolExecutor(2) as pool:  # each loads what it needs itself
        faults = dict(
            zip(
                names,
                pool.map(lambda name: tried(f"import {MODULES.get(name, name)}", limit)[1], names),
                strict=True,
            )
        )
    if broken := [name for name in names if faults[name]]:
        said = "; ".join(
            f"{names[name]} is there and does not load: {faults[name]}" for name in broken
        )
        cure = AGAIN if "not done" in said else install(f"--force-reinstall {' '.join(broken)}")
        return wrong(f"{said}.", cure)
    return ok(f"all there, none too old, and they load: {', '.join(names.values())}")


def changing() -> Finding:
    """Which packages are missing that no lecture needs."""
    needed = {one.name for one in for_reading()}
    missing = [one for one in asked() if one.name not in needed and one.lacks()]
    only = "No lecture needs that; only those who change the course do."
    return ok(f"{_lack(missing)} {only}" if missing else "what changes the course is there, too")


def _lack(lacking: list[Asked]) -> str:
    """What is wrong with packages, in words: the missing ones with the extra that brings them, then
    each old one.
    """
    gone = [one for one in lacking if one.lacks() == "missing"]
    brings = dict.fromkeys(one.extra for one in gone)
    named = {extra: ", ".join(one.name for one in gone if one.extra == extra) for extra in brings}
    said = [names + (f" (extra {extra})" if extra else "") for extra, names in named.items()]
    old = [one.lacks() for one in lacking if one.lacks() != "missing"]
    return "; ".join([f"missing: {', '.join(said)}"] * bool(said) + old) + "."


def older() -> Finding | None:
    """Whether the second edition is installed, too: its distribution had the name of its one
    package.
    """
    if (version := here("gamelib")) is None:
        return None
    return careful(
        f"An older gamelib, {version}, is installed beside this one.",
        install("gamelib", "uninstall"),
    )


def lab() -> Finding:
    """Whether JupyterLab is installed here, and whether `jupyter lab` starts this one."""
    if (version := here(LAB)) is None:
        return wrong("It is missing.", extras("course"))
    found = shutil.which("jupyter-lab")
    folder = Path(os.path.realpath(found)).parent if found else None
    if folder is None or Path(os.path.realpath(Path(sys.executable).parent)) in (
        folder,
        folder.parent,
    ):
        return ok(version)
    other = f"{version} is here, but the words `jupyter lab` start another one: {found}."
    return careful(other, f"Start it by: make lab, or by: {quoted(sys.executable)} -m jupyter lab")


def kernel() -> Finding:
    """Whether the kernel named python3 starts, is this Python, and imports this gamelib."""
    said, fault = tried(KERNEL)
    if "No module named" in fault and not said:
        return wrong("There is none: JupyterLab is missing.", extras("course"))
    if not said:
        return wrong(
            f"JupyterLab starts no kernel: {fault}.", install("--force-reinstall ipykernel")
        )
    folder, *answer = said
    anew = (
        f"Delete the folder {folder}, then run: {quoted(sys.executable)} -m ipykernel install "
        "--sys-prefix"
    )
    if not answer:
        late = "not done" in fault or "imeout" in fault
        return wrong(
            f"It does not answer: {fault}. It is described in {folder}.", AGAIN if late else anew
        )
    if Path(answer[0]).resolve() != Path(sys.prefix).resolve():
        return wrong(
            f"Notebooks run in another Python: {answer[0]}, as {folder}/kernel.json says.", anew
        )
    if len(answer) < 2:
        return wrong(
            "It starts, and finds no gamelib: that is not installed here, or does not load.",
            extras("course"),
        )
    if Path(answer[1]).resolve().parent != (ROOT / "gamelib").resolve():
        return wrong(
            f"Notebooks use another gamelib: {answer[1]}, not the one in {ROOT}.", extras("course")
        )
    return ok(f"starts this Python, and finds gamelib in {ROOT}")


def widgets() -> Finding:
    """Whether JupyterLab finds the half of each widget package that runs in the browser, and has it
    switched on.
    """
    if not find_spec("jupyter_core"):
        return wrong("JupyterLab cannot be asked: it is missing.", extras("course"))
    paths = import_module("jupyter_core.paths")
    places = [Path(place) for place in paths.jupyter_path("labextensions")]
    settings = [
        Path(folder) / "labconfig" / "page_config.json" for folder in paths.jupyter_config_path()
    ]
    told = [json.loads(file.read_text(encoding="utf-8")) for file in settings if file.is_file()]
    for name, package in FRONT_ENDS.items():
        found = next(
            (place / name for place in places if (place / name / "package.json").exists()), None
        )
        if found is None:
            half = f"JupyterLab does not find the half of {package} that runs in the browser."
            return wrong(half, install(f"--force-reinstall {package}"))
        if not found.resolve().is_relative_to(Path(sys.prefix).resolve()):
            other = f"JupyterLab takes {name} from {found}, not from this environment."
            return wrong(other, f"Delete the folder {found}, and start JupyterLab again.")
        if any(name in page.get("disabledExtensions", {}) for page in told):
            enable = f"{quoted(sys.executable)} -m jupyter labextension enable {name}"
            return wrong(f"{name} is switched off in JupyterLab.", enable)
    return ok("JupyterLab finds both halves of the games")


def names(folder: Path) -> Finding:
    """Whether a file beside the notebooks hides a module that they need."""
    ours = ("gamelib", "gamefast", "gamecourse")
    needed = {*sys.stdlib_module_names, *(one.name for one in asked()), *ours} - {
        "__main__",
        "this",
    }
    sources = (
        folder / "pyproject.toml"
    ).exists()  # this is the course's own file, and no notebook is here
    places = [] if sources else [folder, folder / "exercises", folder / "solutions"]
    files = [
        path
        for place in places
        if place.is_dir()
        for path in place.iterdir()
        if path.stem in needed
    ]
    hiding = sorted(
        path for path in files if path.suffix == ".py" or (path / "__init__.py").exists()
    )
    if not hiding:
        return ok("no file beside the notebooks hides a module")
    said = (
        f"The file {hiding[0]} hides a module of that name: notebooks beside it take the file for "
        "the module."
    )
    return wrong(said, f"Give another name to {', '.join(map(str, hiding))}.")


def free_memory() -> int | None:
    """Bytes that a process may still use; None if that is not known, or if the engine does not
    load.
    """
    said, _ = tried(FREE_MEMORY)
    return int(said[0]) if said and said[0].isdecimal() else None


def memory() -> Finding:
    """Whether the memory is enough for the greediest lecture."""
    free = free_memory()
    takes = f"the greediest lecture takes {LECTURE / 1e9:.1f} GB"
    if free is None:
        return ok(f"this computer does not tell what is free; {takes}")
    said = (
        f"{free / 1e9:.1f} GB are free; {takes}, JupyterLab and the browser {BESIDE / 1e9:.1f} GB "
        "more."
    )
    word = "wrong" if free < LECTURE else "careful" if free < LECTURE + BESIDE else "ok"
    return Finding(
        word,
        said,
        "Close other programs, and each notebook when you are done with it." * (word != "ok"),
    )


def disk(folder: Path) -> Finding:
    """Whether the folder can keep what a reader writes."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        cure = (
            "Make your copy of the course in a folder of your own: python -m gamelib course FOLDER"
        )
        return wrong(f"Nothing can be written into {there}: {error.strerror or error}.", cure)
    free = shutil.disk_usage(there).free
    word = "wrong" if free < DISK else "careful" if free < DISK_AHEAD else "ok"
    said = f"{free / 1e6:,.0f} MB are free in {there}, which can be written to"
    return Finding(word, said, "Delete what you do not need." * (word != "ok"))


def examine(folder: Path) -> list[Finding]:
    """All findings, for a course in this folder."""
    python = partial(
        ok, f"{platform.python_version()}, in {sys.prefix}"
    )  # too old a Python stops earlier
    every: dict[str, Callable[[], Finding | None]] = {
        "Python": python,
        "packages": packages,
        "tests": changing,
    }
    every |= {"edition": older, "JupyterLab": lab, "kernel": kernel, "widgets": widgets}
    every |= {"names": partial(names, folder), "memory": memory, "disk": partial(disk, folder)}
    found = []
    for about, question in every.items():
        try:
            one = question()
        except (
            Exception
        ) as error:  # even if something is broken here, the other lines are worth having
            said = f"It cannot be looked at: {type(error).__name__}: {error}"
            one = careful(said, "Show this line to your lecturer.")
        found += [one._replace(about=about)] if one else []
    return found


def run(options: argparse.Namespace) -> int:
    """Whether the course runs on this computer.

    Look at everything that the course needs, and say in plain words what is wrong and what to do.

    Example: python -m gamelib doctor. For a class: each runs gamelib doctor --json > NAME.json, and
    the lecturer gamelib doctor --of *.json
    """
    if options.of:
        print("\n".join(collected(options.of)))
        return 0
    findings = examine(options.folder)
    runs = all(one.word != "wrong" for one in findings)
    if options.json:
        who = {
            "computer": platform.node(),
            "system": platform.platform(),
            "python": platform.python_version(),
        }
        print(
            json.dumps(
                who | {"runs": runs, "findings": [one._asdict() for one in findings]}, indent=1
            )
        )
    else:
        print("\n".join([*(one.text() for one in findings), "", verdict(findings)]))
    return int(not runs)


def verdict(findings: list[Finding]) -> str:
    """The last line of the report: whether the course runs here."""
    bad, doubtful = (sum(one.word == word for one in findings) for word in ("wrong", "careful"))
    if bad:
        return (
            f"The course does not run here yet. Wrong: {bad}. Do what is said there, then run "
            "this again."
        )
    return "The course runs here." + f" To be careful about: {doubtful}." * bool(doubtful)


def collected(paths: list[Path]) -> Iterator[str]:
    """A line for each report of a class, computers that need help first; then the counts.

    A file that is no report is named on standard error and left out, because ``*.json`` matches
    other files, too.
    """
    reports = []
    for path in paths:
        try:
            reports.append(read_report(path))
        except Refusal as refusal:
            print(f"{_plain(path)}: left out, because it {refusal}", file=sys.stderr)
    if not reports:
        raise Refusal("no report of gamelib doctor --json is among these files")
    yield from (report.text() for report in sorted(reports, key=attrgetter("runs")))
    yield f"{sum(report.runs for report in reports)} of {len(reports)} computers run the course."


class Report(NamedTuple):
    """What ``doctor --json`` has written on one computer: its file, whether the course runs there,
    and why not.
    """

    name: str
    runs: bool
    findings: list[Finding]

    def text(self) -> str:
        """A line that says whether the course runs, and one for each thing that is not in order."""
        head = f"{self.name}: {'runs' if self.runs else 'DOES NOT RUN'}"
        faults = [
            f"    {one.word}: {one.about}: {one.found}" for one in self.findings if one.word != "ok"
        ]
        return "\n".join(_plain(line) for line in [head, *faults])


def read_report(path: Path) -> Report:
    """The report in a file; raises Refusal, saying what the file is or cannot do, if there is none
    in it.
    """
    no_report = Refusal("is not a report of gamelib doctor --json")
    try:
        if not path.is_file() and path.exists():
            raise no_report
        kept = json.loads(path.read_text(encoding="utf-8-sig"))
        findings = [Finding(**one) for one in kept["findings"]]
        runs = kept["runs"]
    except OSError as error:
        raise Refusal(f"cannot be read: {error.strerror}") from None
    except (ValueError, LookupError, TypeError, RecursionError):
        raise no_report from None
    words = [word for one in findings for word in one]
    of_ours = all(one.word in MARKS for one in findings) and all(
        isinstance(word, str) for word in words
    )
    if not (findings and of_ours and isinstance(runs, bool)):
        raise no_report
    return Report(path.name, runs, findings)


def _plain(text: object) -> str:
    """A text in one line, without what a terminal would obey: a report comes from somebody else."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))
