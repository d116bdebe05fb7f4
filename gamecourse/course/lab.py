"""JupyterLab as ``make lab`` opens it for the first time: no news, the names of the notebooks whole,
and nothing to the right of the notebook.

The settings are those of the environment; a reader's own come before them. The layout is only the
first one: JupyterLab keeps every change of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from gamecourse.files import put

#: The settings of the environment, under the names of JupyterLab's plugins.
SETTINGS: dict[str, dict[str, Any]] = {
    # JupyterLab asks nobody for news here; whoever wants them says so in its settings.
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
    # The dates of the files would take the place of their names.
    "@jupyterlab/filebrowser-extension:browser": {"showLastModifiedColumn": False},
}
#: The shares of the files, of the notebook, and of what stands to the right, which is hidden.
SHARES = [0.22, 0.78, 0]
FILES = "filebrowser"
#: The first layout.
LAYOUT = {
    "left": {"collapsed": False, "visible": True, "current": FILES, "widgets": [FILES]},
    "right": {"collapsed": True, "visible": False},
    "relativeSizes": SHARES,
}


def first_layout(workspaces: Path, layout: dict[str, Any]) -> None:
    """Write the layout with which JupyterLab begins, unless it has kept one in this folder already."""
    # imported here, because every other command runs without JupyterLab
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    manager = WorkspacesManager(str(workspaces))
    if not manager.load("default")["data"]:
        first = {"data": {"layout-restorer:data": layout}, "metadata": {"id": "default"}}
        manager.save("default", json.dumps(first))


def prepare(folder: Path) -> None:
    """Write settings and layout into the folder that the environment has for JupyterLab."""
    first_layout(folder / "workspaces", LAYOUT)
    put(folder / "settings" / "overrides.json", json.dumps(SETTINGS, indent=1).encode())


if __name__ == "__main__":
    prepare(Path(sys.argv[1]))
