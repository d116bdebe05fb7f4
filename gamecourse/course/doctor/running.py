"""What runs: the kernel that a notebook gets, and the JupyterLab that is started."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from gamecourse.course.doctor import asked
from gamecourse.course.doctor.finding import Finding
from gamecourse.course.doctor.installed import extras, install, quoted
from gamecourse.course.doctor.trying import Trial

PACKAGE = Path(__file__).parents[3] / "gamelib"


def kernel(told: Trial) -> Finding:
    """Whether the kernel named python3 starts, is this Python, and imports this gamelib."""
    if asked.here("jupyter_client") is None:
        return Finding("wrong", "kernel", "There is none: JupyterLab is missing.", "See to the packages first.")
    again = install("--force-reinstall ipykernel")
    anew = f"{quoted(sys.executable)} -m ipykernel install --sys-prefix"
    if told.of("nothing"):
        return Finding("wrong", "kernel", "JupyterLab knows no kernel of the name python3.", again)
    folder = next(iter(told.of("folder")), "")
    answers = told.of("kernel")
    if not answers:
        if told.slow or "in time" in told.fault or "respond" in told.fault:
            once = "The first start is slow. Run this once more; if it stays so, restart the computer."
            return Finding("wrong", "kernel", f"It does not answer: {told.fault}.", once)
        own = folder and Path(folder).is_relative_to(sys.prefix)
        remove = again if own else f"Delete the folder {folder}, then run: {anew}"
        return Finding("wrong", "kernel", f"It does not start: {told.fault}. It is described in {folder}.", remove)
    (answer,) = answers
    if Path(answer["prefix"]).resolve() != Path(sys.prefix).resolve():
        other = f"Notebooks run in another Python: {answer['python']}, as {Path(folder) / 'kernel.json'} says."
        return Finding("wrong", "kernel", other, f"Delete the folder {folder}, then run: {anew}")
    if not answer["gamelib"]:
        alone = "It starts, and finds no gamelib: that is not installed here, or does not load."
        return Finding("wrong", "kernel", alone, extras(["course"]))
    if Path(answer["gamelib"]).resolve().parent != PACKAGE.resolve():
        another = f"Notebooks use another gamelib: {answer['gamelib']}, not the one in {PACKAGE}."
        return Finding("wrong", "kernel", another, extras(["course"]))
    return Finding("ok", "kernel", f"starts this Python, and finds gamelib in {PACKAGE}")


def lab() -> Finding:
    """Whether JupyterLab is here, and is the one that its bare name starts."""
    version = asked.here(asked.LAB)
    if version is None:
        return Finding("wrong", "JupyterLab", "It is missing.", "See to the packages first.")
    own, found = Path(sys.executable).parent, shutil.which("jupyter-lab")
    if found is None or Path(os.path.realpath(Path(found).parent)) in (own, Path(os.path.realpath(own))):
        return Finding("ok", "JupyterLab", version)
    if os.name == "nt" and Path(found).parent.parent.resolve() == own.resolve():  # its folder Scripts
        return Finding("ok", "JupyterLab", version)
    return Finding(
        "careful",
        "JupyterLab",
        f"{version} is here, but the words `jupyter lab` start another one: {found}.",
        f"Start it by: make lab, or by: {quoted(sys.executable)} -m jupyter lab",
    )
