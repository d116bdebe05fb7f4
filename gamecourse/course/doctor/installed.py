"""What is installed: Python, the packages, the widgets' two halves, and numba's cache."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from gamecourse.course.doctor import asked
from gamecourse.course.doctor.finding import Finding
from gamecourse.course.doctor.trying import Trial

#: The widgets' halves that run in the browser, and the packages that bring them.
FRONT_ENDS = {"anywidget": "anywidget", "@jupyter-widgets/jupyterlab-manager": "jupyterlab_widgets"}
#: So many files are named one by one.
NAMED = 3


def quoted(word: object) -> str:
    """A word of a command, in quotation marks where a shell would take it for two."""
    return f'"{word}"' if any(mark in str(word) for mark in " []") else str(word)


def install(what: str) -> str:
    """The command that installs something into this environment."""
    if find_spec("pip"):
        return f"{quoted(sys.executable)} -m pip install {what}"
    return f"uv pip install --python {quoted(sys.executable)} {what}"


def extras(names: list[str]) -> str:
    """The command that installs these extras of gamelib."""
    chosen = f"[{','.join(names)}]" if names else ""
    if asked.project():
        return install(f"-e {quoted(f'{asked.ROOT}{chosen}')}")
    return install(f"-e {quoted(f'.{chosen}')}") + " in the checkout of gamelib"


def python() -> Finding:
    """Python itself."""
    version, wanted = platform.python_version(), asked.python_asked()
    if not asked.fits(version, wanted):
        return Finding(
            "wrong",
            "Python",
            f"{version}, and the course asks for {wanted}.",
            "Install a newer Python from https://www.python.org, and make the environment anew.",
        )
    return Finding("ok", "Python", f"{version}, in {sys.prefix}")


def wanted() -> tuple[list[asked.Asked], list[asked.Asked]]:
    """The packages that a lecture uses; and those that only who changes the course uses."""
    reading: dict[str, asked.Asked] = {}
    changing: dict[str, asked.Asked] = {}
    for one in sorted(asked.asked(), key=lambda one: one.extra == "course"):
        if one.extra in ("", *asked.READING) or (one.extra == "course" and one.name == asked.LAB):
            reading.setdefault(one.name, one)
        elif one.extra == "course" and one.name not in reading:
            changing[one.name] = one
    return [*reading.values()], [*changing.values()]


def older() -> Finding | None:
    """Whether the second edition is installed, too: its distribution had the name of its one package."""
    if (version := asked.here("gamelib")) is None:
        return None
    cure = install("").replace(" install", " uninstall") + "gamelib"
    return Finding("careful", "packages", f"An older gamelib, {version}, is installed beside this one.", cure)


def to_load() -> list[str]:
    """The packages that are there and that a lecture imports."""
    return [one.name for one in wanted()[0] if one.name != asked.LAB and asked.here(one.name)]


def packages(loaded: Trial) -> list[Finding]:
    """Whether each package is there, is new enough, and loads."""
    reading, changing = wanted()
    if not reading:
        return [Finding("wrong", "packages", "gamelib itself is not installed here.", extras(["course"]))]
    broken = {line["package"]: line["fault"] for line in loaded.told if line.get("fault") and "package" in line}
    begun = loaded.of("begins")
    if begun and begun[-1] not in loaded.of("package"):
        broken[begun[-1]] = loaded.fault
    lacking = [one for one in reading if _lacks(one)]
    faults, short = _lack(lacking), {one.extra for one in lacking}
    for one in reading:
        if one.name in broken and one not in lacking:
            faults.append(f"{one.name} {asked.here(one.name)} is there and does not load: {broken[one.name]}")
    found = []
    if short:
        names = ["course"] if "course" in short else sorted(short - {""})
        found.append(Finding("wrong", "packages", "; ".join(faults) + ".", extras(names)))
    elif faults and loaded.slow:
        again = "The first time is slow. Run this once more; if it stays so, restart the computer."
        found.append(Finding("wrong", "packages", "; ".join(faults) + ".", again))
    elif faults:
        reinstall = install(f"--force-reinstall {' '.join(broken)}")
        found.append(Finding("wrong", "packages", "; ".join(faults) + ".", reinstall))
    else:
        versions = ", ".join(f"{one.name} {asked.here(one.name)}" for one in reading)
        found.append(Finding("ok", "packages", f"all there, none too old, and they load: {versions}"))
    if not_here := _lack([one for one in changing if _lacks(one)]):
        only = f"{'; '.join(not_here)}. No lecture needs that: only who changes the course does."
        found.append(Finding("ok", "tests", only))
    return found


def _lacks(one: asked.Asked) -> bool:
    """Whether a package is missing, or too old."""
    version = asked.here(one.name)
    return version is None or not asked.fits(version, one.versions)


def _lack(lacking: list[asked.Asked]) -> list[str]:
    """What packages lack, in words: the missing ones by the extra that brings them, then each that is too old."""
    missing: dict[str, list[str]] = {}
    old = []
    for one in lacking:
        if version := asked.here(one.name):
            old.append(f"{one.name} is {version}, and must be {one.versions}")
        else:
            missing.setdefault(one.extra, []).append(one.name)
    said = [", ".join(names) + (f" (extra {extra})" if extra else "") for extra, names in missing.items()]
    return [f"missing: {', '.join(said)}", *old] if said else old


def widgets(lab: Trial) -> Finding:
    """The games to press: the half in Python and the half in JupyterLab, of one environment and of one age."""
    versions = {name: asked.here(name) for name in ("anywidget", "ipywidgets", "jupyterlab_widgets")}
    if absent := [name for name, version in versions.items() if version is None]:
        missing = f"{' and '.join(absent)} {'is' if len(absent) == 1 else 'are'} missing: no game can be pressed."
        return Finding("wrong", "widgets", missing, extras(["show"]))
    for one in asked.asked("ipywidgets"):
        name = one.name.replace("-", "_")  # a package is written either way
        have = versions.get(name)
        if have and not one.extra and not asked.fits(have, one.versions):
            unfit = f"{name} {have} does not fit ipywidgets {versions['ipywidgets']}, which asks for {one.versions}."
            return Finding("wrong", "widgets", unfit, install(f"--upgrade {name} ipywidgets"))
    if lab.fault:
        return Finding("wrong", "widgets", f"JupyterLab cannot be asked: {lab.fault}.", extras(["course"]))
    fronts = {line["front"]: line for line in lab.told if "front" in line}
    for name, package in FRONT_ENDS.items():
        if name not in fronts:
            absent_half = f"JupyterLab does not find the half of {package} that runs in the browser."
            return Finding("wrong", "widgets", absent_half, install(f"--force-reinstall --no-deps {package}"))
        own, found = _front_of(package, name), Path(fronts[name]["folder"])
        if own and own.resolve() != found.resolve():
            other = f"JupyterLab takes {name} {fronts[name]['version']} from {found}, not from this environment."
            return Finding("wrong", "widgets", other, f"Delete the folder {found}, and start JupyterLab again.")
    if off := [name for names in lab.of("off") for name in names]:
        switch = f"{quoted(sys.executable)} -m jupyter labextension enable {off[0]}"
        return Finding("wrong", "widgets", f"{off[0]} is switched off in JupyterLab.", switch)
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    return Finding("ok", "widgets", f"{told}, and JupyterLab finds both halves")


def _front_of(package: str, name: str) -> Path | None:
    """Where this environment's package has put its half for the browser; None if it does not tell."""
    for file in metadata.files(package) or []:
        if file.as_posix().endswith(f"labextensions/{name}/package.json"):
            return Path(str(file.locate())).parent
    return None


def cache(told: Trial) -> Finding | None:
    """Where the compiled loops are kept; None where numba is missing or broken, which the packages' line says."""
    if fault := "".join(told.of("cache_fault")):
        return Finding("careful", "cache", f"It cannot be looked at: {fault}.", "See to the packages first.")
    if told.of("nowhere"):
        return Finding(
            "careful",
            "cache",
            "Compiled loops cannot be kept anywhere: each start of a lecture on large games takes seconds longer.",
            "Let the variable NUMBA_CACHE_DIR name a folder into which you may write.",
        )
    damaged = [name for names in told.of("damaged") for name in names]
    if damaged:
        named = ", ".join(damaged[:NAMED]) + (f" and {len(damaged) - NAMED} more" if len(damaged) > NAMED else "")
        files = "a file is" if len(damaged) == 1 else f"{len(damaged)} files are"
        again = "Delete " + (named if len(damaged) <= NAMED else f"all files *.nbi and *.nbc beside {damaged[0]}")
        return Finding("careful", "cache", f"{files} damaged: {named}. It costs seconds, no answer.", again + ".")
    folders = [name for names in told.of("folders") for name in names]
    return Finding("ok", "cache", f"compiled loops are kept, as in {folders[0]}") if folders else None
