"""The questions, each a function that returns a ``Finding`` with its cure; None if there is nothing to say."""

from __future__ import annotations

import errno
import json
import os
import platform
import shutil
import socket
import sys
import tempfile
from functools import partial
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from gamecourse.course.doctor.asked import LAB, Asked, asked, fits, here, wanted
from gamelib import machine

#: Where the packages lie; in a checkout, the repository.
ROOT = Path(__file__).parents[3]
#: The three packages of the course.
OURS = ("gamelib", "gamefast", "gamecourse")
#: The widgets' halves that run in the browser, and the packages that bring them.
FRONT_ENDS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets"}
#: What the kernel of the greediest lecture takes at most, in bytes; `make nbval` fails if one takes more.
LECTURE = 1_000_000_000
#: What JupyterLab and a browser with one notebook take beside it.
BESIDE = 1_000_000_000
#: Free bytes on the disk: below the first nothing can be kept, below the second it is soon full.
DISK, DISK_AHEAD = 50_000_000, 500_000_000
#: Where JupyterLab listens.
PORT = 8888
#: So many files are named one by one.
NAMED = 3
#: The words, each with a mark that every terminal has.
MARKS = {"ok": "+", "careful": "!", "wrong": "x"}
#: Longer sentences are broken.
WIDTH = 100
AGAIN = "The first time is slow. Run this once more; if it stays so, restart the computer."
PACKAGES_FIRST = "See to the packages first."


class Finding(NamedTuple):
    """One line of the report: ok, careful or wrong; what was found; what to do; and about what."""

    word: str
    found: str
    do: str = ""
    about: str = ""

    def text(self) -> str:
        """The lines of the report, what to do below what was found."""
        start = f"{MARKS[self.word]} {self.word:<8} {self.about:<10} "
        lines = wrap(self.found, WIDTH - len(start), break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"Do: {self.do}"] if self.do else []  # in one line: it may hold a command to copy
        return "\n".join([start + lines[0], *(" " * len(start) + line for line in lines[1:])])


ok, careful, wrong = (partial(Finding, word) for word in ("ok", "careful", "wrong"))


def quoted(word: object) -> str:
    """A word of a command, in quotation marks where a shell would take it for two."""
    return f'"{word}"' if any(mark in str(word) for mark in " []") else str(word)


def install(what: str, verb: str = "install") -> str:
    """The command that installs something into this environment."""
    if find_spec("pip"):
        return f"{quoted(sys.executable)} -m pip {verb} {what}"
    return f"uv pip {verb} --python {quoted(sys.executable)} {what}"


def extras(*names: str) -> str:
    """The command that installs these extras of the course."""
    chosen = f"[{','.join(names)}]" if names else ""
    if (ROOT / "pyproject.toml").is_file():
        return install(f"-e {quoted(f'{ROOT}{chosen}')}")
    return install(f"-e {quoted(f'.{chosen}')}") + " in the checkout of gamelib"


def python() -> Finding:
    """Python itself; one that is too old has stopped before."""
    return ok(f"{platform.python_version()}, in {sys.prefix}")


def packages(loaded: dict[str, Any]) -> Finding:
    """Whether each package is there, is new enough, and loads."""
    reading, _ = wanted()
    if not reading:
        return wrong("gamelib itself is not installed here.", extras("course"))
    broken = {name: fault for name, fault in loaded.get("loaded", {}).items() if fault}
    if begun := loaded.get("begun"):
        broken[begun] = loaded["fault"]
    lacking = [one for one in reading if one.lacks()]
    loading = [one.name for one in reading if one.name in broken and one not in lacking]
    faults = _lack(lacking)
    faults += [f"{name} {here(name)} is there and does not load: {broken[name]}" for name in loading]
    said = "; ".join(faults) + "."
    if lacking:
        short = {one.extra for one in lacking} - {""}
        return wrong(said, extras(*({"course"} & short or sorted(short))))
    if faults:
        return wrong(said, AGAIN if loaded.get("slow") else install(f"--force-reinstall {' '.join(broken)}"))
    versions = ", ".join(f"{one.name} {here(one.name)}" for one in reading)
    return ok(f"all there, none too old, and they load: {versions}")


def changing() -> Finding | None:
    """What is missing that no lecture needs."""
    missing = _lack([one for one in wanted()[1] if one.lacks()])
    only = "No lecture needs that; only those who change the course do."
    return ok(f"{'; '.join(missing)}. {only}") if missing else None


def _lack(lacking: list[Asked]) -> list[str]:
    """What packages lack, in words: the missing ones by the extra that brings them, then each that is too old."""
    missing: dict[str, list[str]] = {}
    old = []
    for one in lacking:
        if version := here(one.name):
            old.append(f"{one.name} is {version}, and must be {one.versions}")
        else:
            missing.setdefault(one.extra, []).append(one.name)
    said = [", ".join(names) + (f" (extra {extra})" if extra else "") for extra, names in missing.items()]
    return [f"missing: {', '.join(said)}", *old] if said else old


def older() -> Finding | None:
    """Whether the second edition is installed, too: its distribution had the name of its one package."""
    if (version := here("gamelib")) is None:
        return None
    return careful(f"An older gamelib, {version}, is installed beside this one.", install("gamelib", "uninstall"))


def lab() -> Finding:
    """Whether JupyterLab is here, and is the one that its bare name starts."""
    version = here(LAB)
    if version is None:
        return wrong("It is missing.", PACKAGES_FIRST)
    own, found = Path(sys.executable).parent, shutil.which("jupyter-lab")
    folders = [Path(os.path.realpath(Path(found).parent))] if found else []
    folders += [folder.parent for folder in folders if os.name == "nt"]  # there it lies in a folder Scripts
    if not folders or {own, Path(os.path.realpath(own))} & {*folders}:
        return ok(version)
    return careful(
        f"{version} is here, but the words `jupyter lab` start another one: {found}.",
        f"Start it by: make lab, or by: {quoted(sys.executable)} -m jupyter lab",
    )


def kernel(told: dict[str, Any]) -> Finding:
    """Whether the kernel named python3 starts, is this Python, and imports this gamelib."""
    folder, fault = told.get("folder", ""), told.get("fault", "")
    again = install("--force-reinstall ipykernel")
    anew = f"Delete the folder {folder}, then run: {quoted(sys.executable)} -m ipykernel install --sys-prefix"
    package = ROOT / "gamelib"
    if here("jupyter_client") is None:
        return wrong("There is none: JupyterLab is missing.", PACKAGES_FIRST)
    if "No such kernel" in fault:
        return wrong("JupyterLab knows no kernel of the name python3.", again)
    if "prefix" not in told and (told.get("slow") or "in time" in fault or "respond" in fault):
        return wrong(f"It does not answer: {fault}.", AGAIN)
    if "prefix" not in told:
        own = folder and Path(folder).is_relative_to(sys.prefix)
        return wrong(f"It does not start: {fault}. It is described in {folder}.", again if own else anew)
    if Path(told["prefix"]).resolve() != Path(sys.prefix).resolve():
        return wrong(f"Notebooks run in another Python: {told['python']}, as {folder}/kernel.json says.", anew)
    if not told["gamelib"]:
        return wrong("It starts, and finds no gamelib: that is not installed here, or does not load.", extras("course"))
    if Path(told["gamelib"]).resolve().parent != package.resolve():
        return wrong(f"Notebooks use another gamelib: {told['gamelib']}, not the one in {package}.", extras("course"))
    return ok(f"starts this Python, and finds gamelib in {package}")


def widgets() -> Finding:
    """The games to press: the half in Python and the half in JupyterLab, of one environment and of one age."""
    versions = {name: here(name) for name in ("anywidget", "ipywidgets", "jupyterlab_widgets")}
    if absent := [name for name, version in versions.items() if version is None]:
        are = "is" if len(absent) == 1 else "are"
        return wrong(f"{' and '.join(absent)} {are} missing: no game can be pressed.", extras("show"))
    for one in asked("ipywidgets"):
        name = one.name.replace("-", "_")  # a package is written either way
        have = versions.get(name)
        if have and not one.extra and not fits(have, one.versions):
            unfit = f"{name} {have} does not fit ipywidgets {versions['ipywidgets']}, which asks for {one.versions}."
            return wrong(unfit, install(f"--upgrade {name} ipywidgets"))
    if find_spec("jupyter_core") is None:
        return wrong("JupyterLab cannot be asked: it is missing.", extras("course"))
    paths = import_module("jupyter_core.paths")
    places = [Path(place) for place in paths.jupyter_path("labextensions")]
    for name, package in FRONT_ENDS.items():
        found = next((place / name for place in places if (place / name / "package.json").exists()), None)
        if found is None:
            absent_half = f"JupyterLab does not find the half of {package} that runs in the browser."
            return wrong(absent_half, install(f"--force-reinstall --no-deps {package}"))
        own = [file for file in metadata.files(package) or [] if file.match(f"labextensions/{name}/package.json")]
        if own and Path(str(own[0].locate())).resolve().parent != found.resolve():
            version = json.loads((found / "package.json").read_text(encoding="utf-8")).get("version", "")
            other = f"JupyterLab takes {name} {version} from {found}, not from this environment."
            return wrong(other, f"Delete the folder {found}, and start JupyterLab again.")
    off: dict[str, bool] = {}
    for folder in reversed(paths.jupyter_config_path()):
        settings = Path(folder) / "labconfig" / "page_config.json"
        if settings.exists():
            named = json.loads(settings.read_text(encoding="utf-8")).get("disabledExtensions", {})
            off |= named if isinstance(named, dict) else dict.fromkeys(named, True)
    if switched := [name for name, is_off in off.items() if is_off and name.split(":")[0] in FRONT_ENDS]:
        enable = f"{quoted(sys.executable)} -m jupyter labextension enable {switched[0]}"
        return wrong(f"{switched[0]} is switched off in JupyterLab.", enable)
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    return ok(f"{told}, and JupyterLab finds both halves")


def cache(loaded: dict[str, Any]) -> Finding | None:
    """Where the compiled loops are kept; None if numba is missing or broken, which the packages' line says."""
    if "folders" not in loaded:
        asked_for = loaded.get("begun") == "" and "fault" in loaded
        return careful(f"It cannot be looked at: {loaded['fault']}.", PACKAGES_FIRST) if asked_for else None
    if not loaded["folders"]:
        return careful(
            "Compiled loops cannot be kept anywhere: each start of a lecture on large games takes seconds longer.",
            "Let the variable NUMBA_CACHE_DIR name a folder into which you may write.",
        )
    if damaged := loaded["damaged"]:
        named = ", ".join(damaged[:NAMED]) + (f" and {len(damaged) - NAMED} more" if len(damaged) > NAMED else "")
        files = "a file is" if len(damaged) == 1 else f"{len(damaged)} files are"
        again = "Delete " + (named if len(damaged) <= NAMED else f"all files *.nbi and *.nbc beside {damaged[0]}")
        return careful(f"{files} damaged: {named}. It costs seconds, no answer.", again + ".")
    return ok(f"compiled loops are kept, as in {loaded['folders'][0]}")


def names(folder: Path) -> Finding:
    """Whether a file beside the notebooks hides a module that they need."""
    needed = {*sys.stdlib_module_names, *(one.name for one in asked()), *OURS} - {"__main__", "this"}
    sources = (folder / "pyproject.toml").exists()  # of the course, and no notebook is here
    places = [] if sources else [folder, folder / "exercises", folder / "solutions"]
    files = [path for place in places if place.is_dir() for path in place.iterdir() if path.stem in needed]
    hiding = sorted(path for path in files if path.suffix == ".py" or (path / "__init__.py").exists())
    if not hiding:
        return ok("no file beside the notebooks hides a module")
    first, *more = hiding
    return wrong(
        f"The file {first} hides a module that is named {first.stem}, too: notebooks beside it take the file for it.",
        f"Give it another name{', and so ' * bool(more)}{', '.join(map(str, more[:NAMED]))}.",
    )


def memory() -> Finding:
    """Whether the greediest lecture fits."""
    free = machine.memory.free_memory()
    takes = f"the greediest lecture takes {LECTURE / 1e9:.1f} GB"
    if free is None:
        return ok(f"this computer does not tell what is free; {takes}")
    needs = f"{free / 1e9:.1f} GB are free; {takes}"
    if free < LECTURE:
        return wrong(f"Only {needs}.", "Close other programs, or take another computer.")
    if free < LECTURE + BESIDE:
        beside = f"{needs}, JupyterLab and the browser {BESIDE / 1e9:.1f} GB more."
        return careful(beside, "Close other programs, and each notebook when you are done with it.")
    return ok(needs)


def disk(folder: Path) -> Finding:
    """Whether what a reader writes can be kept in the folder."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        cure = "Make your copy of the course in a folder of your own: python -m gamelib course FOLDER"
        return wrong(f"Nothing can be written into {there}: {error.strerror or error}.", cure)
    free = shutil.disk_usage(there).free
    if free < DISK_AHEAD:
        word = "wrong" if free < DISK else "careful"
        return Finding(word, f"Only {free / 1e6:,.0f} MB are free in {there}.", "Delete what you do not need.")
    return ok(f"{free / 1e9:,.0f} GB are free, and {there} can be written to")


def port() -> Finding:
    """Whether JupyterLab's port is free."""
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere this would let two listen at one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", PORT))
            probe.listen()
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                taken = (
                    f"{PORT} is taken, perhaps by a JupyterLab that still runs. The next one takes another by itself."
                )
                return careful(taken, "Open the address that JupyterLab prints when it starts, no other.")
            cure = "Ask who looks after this computer to let Python listen at 127.0.0.1."
            return wrong(f"No program may listen on this computer: {error.strerror or error}.", cure)
    return ok(f"{PORT} is free")
