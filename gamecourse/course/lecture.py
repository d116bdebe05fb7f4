"""A lecture in front of a class: JupyterLab with nothing but the notebook, in large type, its code folded.

The notebook is the lecturer's own copy. The settings for lectures are in the copy too, apart from the settings of the
lecturer's other work. A change in JupyterLab's menus during a lecture is kept for the next.
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
from gamecourse.course.copy import lay, put
from gamecourse.course.plan import NOTEBOOKS, lectures
from gamecourse.course.student import read, written
from gamelib.machine import needs

#: Where the settings are in the copy.
SETTINGS = ".lecture"
#: Sizes in pixels; JupyterLab's own are 13 for code, 14 for words and 13 for menus.
CODE, WORDS, MENUS = 20, 21, 15
#: The first settings, under the names of JupyterLab's settings editor: sizes, and buttons for the code.
SIZES = {"code-font-size": f"{CODE}px", "content-font-size1": f"{WORDS}px", "ui-font-size1": f"{MENUS}px"}
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
#: The first layout: nothing to the left or to the right of the notebook, and no line with its name above.
HIDDEN = {"collapsed": True, "visible": False}
LAYOUT = {"left": HIDDEN, "right": HIDDEN, "top": {"simpleVisibility": False}}


def name_of(number: str) -> str:
    """The notebook of the lecture with this number.

    >>> name_of("4")
    '04-policeman-and-thief.ipynb'
    """
    names = {int(path.name[:2]): path.name for path in lectures()}
    if not number.isdecimal() or int(number) not in names:
        raise Refusal(f"there is no lecture {number}: they have the numbers {min(names)} to {max(names)}")
    return names[int(number)]


def fold(path: Path, code: str) -> None:
    """Fold the code of a notebook, unfold the code that the course shows, or with ``as-left`` change nothing.

    Folding changes no word, so the copy goes on following the course.
    """
    if code == "as-left":
        return
    try:
        notebook = read(path)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Refusal(f"{path}: cannot be read as a notebook: {error}") from None
    unfolded = read(NOTEBOOKS / path.name)["cells"] if code == "shown" else []
    hidden = {cell["id"] for cell in unfolded if cell["metadata"].get("jupyter", {}).get("source_hidden")}
    for cell in cells:
        cell["metadata"].setdefault("jupyter", {})["source_hidden"] = code == "folded" or cell.get("id") in hidden
    path.write_bytes(written(notebook))


def settings(folder: Path) -> Path:
    """The folder of the settings for lectures; missing settings are written there."""
    place = folder / SETTINGS
    for name, chosen in FIRST.items():
        file = place / "settings" / f"{name}.jupyterlab-settings"
        if not file.exists():
            put(file, json.dumps(chosen, indent=1).encode())
    from jupyterlab_server.workspaces_handler import WorkspacesManager  # not before JupyterLab is needed

    workspaces = WorkspacesManager(str(place / "workspaces"))
    if not workspaces.load("default")["data"]:
        first = {"data": {"layout-restorer:data": LAYOUT}, "metadata": {"id": "default"}}
        workspaces.save("default", json.dumps(first))
    return place


def run(options: argparse.Namespace) -> None:
    """A lecture in front of a class.

    Open a lecture from your own copy of the course in JupyterLab: nothing but the notebook, in large type, the code
    folded.

    Example: python -m gamelib lecture 4
    """
    name, folder = name_of(options.number), options.folder
    needs("jupyterlab", "course", "lectures")
    print(lay(folder), flush=True)
    fold(folder / name, options.code)
    place = settings(folder)
    command = [sys.executable, "-m", "jupyter", "lab", f"--ServerApp.root_dir={folder}"]
    command += [f"--LabApp.default_url=/doc/tree/{name}"]  # JupyterLab's address of a document in the simple interface
    command += [f"--LabApp.user_settings_dir={place / 'settings'}", f"--LabApp.workspaces_dir={place / 'workspaces'}"]
    command += ["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    _run(command, {**os.environ, "JUPYTER_PREFER_ENV_PATH": "1"})


def _run(command: list[str], environment: dict[str, str]) -> None:
    """Let JupyterLab take this process over and receive the keys that end it; on Windows, wait for JupyterLab."""
    if os.name == "posix":
        os.execve(command[0], command, environment)
    subprocess.run(command, env=environment)
