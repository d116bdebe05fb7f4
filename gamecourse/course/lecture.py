"""A lecture in front of a class: JupyterLab with nothing but the notebook, in large type, its code
folded.

The outputs of earlier runs are cleared, because they would give the answers of the votes away.

The notebook is the lecturer's own copy. The settings for lectures are in the copy too, apart from
the settings of the lecturer's other work. A change in JupyterLab's menus during a lecture is kept
for the next.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from gamecourse.command import Refusal
from gamecourse.course.copy import lay
from gamecourse.course.lab import first_layout
from gamecourse.course.plan import NOTEBOOKS, lectures
from gamecourse.course.student import Node, read, written
from gamecourse.files import put
from gamelib.packages import needs

#: Where the settings are in the copy.
SETTINGS = ".lecture"
#: The sizes of letters in code, in pixels; JupyterLab's own is 13 ...
CODE = 20
#: ... in words; JupyterLab's own is 14 ...
WORDS = 21
#: ... and in menus; JupyterLab's own is 13.
MENUS = 15
#: The first settings, under the names of JupyterLab's settings editor: sizes, and buttons for the
#: code.
SIZES = {
    "code-font-size": f"{CODE}px",
    "content-font-size1": f"{WORDS}px",
    "ui-font-size1": f"{MENUS}px",
}
BUTTONS = [
    {"name": "fold", "command": "notebook:hide-all-cell-code", "label": "Fold code", "rank": 50},
    {"name": "unfold", "command": "notebook:show-all-cell-code", "label": "Show code", "rank": 51},
]
FIRST: dict[str, dict[str, Any]] = {
    "@jupyterlab/apputils-extension/themes": {"overrides": SIZES},
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/notebook-extension/panel": {"toolbar": BUTTONS},
    "@jupyterlab/statusbar-extension/plugin": {"visible": False},
}
#: The first layout: nothing to the left or to the right of the notebook, and no line with its name
#: above.
HIDDEN = {"collapsed": True, "visible": False}
LAYOUT = {"left": HIDDEN, "right": HIDDEN, "top": {"simpleVisibility": False}}


def name_of(number: str) -> str:
    """The notebook of the lecture with this number.

    >>> name_of("4")
    '04-policeman-and-thief.ipynb'
    """
    names = {int(path.name[:2]): path.name for path in lectures()}
    if not number.isdecimal() or int(number) not in names:
        raise Refusal(
            f"there is no lecture {number}: they have the numbers {min(names)} to {max(names)}"
        )
    return names[int(number)]


def prepare(path: Path, code: str, outputs: str) -> None:
    """Prepare a notebook for a class.

    ``code`` is "folded", "shown" (as the course has it) or "as-left"; ``outputs`` is "cleared" or
    "kept".

    What the lecturer has written stays, and none of this changes a word, so the copy goes on
    following the course. A notebook that is as it should be is not written.
    """
    if code == "as-left" and outputs == "kept":
        return
    try:
        content = path.read_bytes()
        notebook = read(path)
        if code == "folded":
            fold(notebook, None)
        elif code == "shown":
            fold(notebook, hidden_in(NOTEBOOKS / path.name))
        if outputs == "cleared":
            clear(notebook)
        prepared = written(notebook)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Refusal(f"{path}: cannot be read as a notebook: {error}") from None
    if path.read_bytes() != content:  # since we have read it
        raise Refusal(
            f"{path}: has just been saved elsewhere, so it was left as it is; start the lecture "
            "once more"
        )
    if notebook != read(path):
        put(path, prepared)


def hidden_in(path: Path) -> set[str]:
    """The cells of a notebook whose code is folded, by their ids."""
    cells = read(path)["cells"]
    return {
        cell["id"] for cell in cells if cell["metadata"].get("jupyter", {}).get("source_hidden")
    }


def fold(notebook: Node, hidden: set[str] | None) -> None:
    """Fold the code of the cells with these ids, and unfold all other code; None folds
    everything.
    """
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            folded = hidden is None or cell.get("id") in hidden
            cell["metadata"].setdefault("jupyter", {})["source_hidden"] = folded


def clear(notebook: Node) -> None:
    """Remove what runs have left: outputs, their numbers and times, and the state of widgets."""
    notebook["metadata"].pop("widgets", None)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"outputs": [], "execution_count": None}
            cell["metadata"].pop("execution", None)


def settings(folder: Path) -> Path:
    """The folder of the settings for lectures; missing settings are written there."""
    place = folder / SETTINGS
    for name, chosen in FIRST.items():
        file = place / "settings" / f"{name}.jupyterlab-settings"
        if not file.exists():
            put(file, json.dumps(chosen, indent=1).encode())
    first_layout(place / "workspaces", LAYOUT)
    return place


def run(options: argparse.Namespace) -> None:
    """A lecture in front of a class.

    Open a lecture from your own copy of the course in JupyterLab: nothing but the notebook, in
    large type, the code folded, and without the outputs of earlier runs.

    Example: python -m gamelib lecture 4
    """
    name = name_of(options.number)
    folder = options.folder
    needs("jupyterlab", "course", "lectures")
    print(lay(folder), flush=True)
    prepare(folder / name, options.code, options.outputs)
    place = settings(folder)
    command = [sys.executable, "-m", "jupyter", "lab"]
    command.append(f"--ServerApp.root_dir={folder}")
    command.append(f"--LabApp.default_url=/doc/tree/{name}")  # the notebook, and nothing around it
    command.append(f"--LabApp.user_settings_dir={place / 'settings'}")
    command.append(f"--LabApp.workspaces_dir={place / 'workspaces'}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    # This environment's kernels come before those in the user's own folder.
    _run(command, {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1"})


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Let JupyterLab take this process over and receive the keys that end it; on Windows, wait for
    JupyterLab.
    """
    if os.name == "posix":
        os.execve(command[0], command, environment)
    subprocess.run(command, env=environment)
