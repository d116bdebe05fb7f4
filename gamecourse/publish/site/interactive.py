"""What makes the pages of the exercises check answers, and code of the lectures run: scripts, the
files of Python, a policy.

A page is first written as it is for a browser without JavaScript. Then the cells of its notebook,
the script and the policy are added. Everything lies in the site's own folder, ``_static/live``.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from gamecourse.publish import ROOT
from gamecourse.publish.site.bundle import bundle, licences
from gamecourse.publish.site.live import exercise_cells, in_script

JS = ROOT / "gamecourse" / "live" / "js"
#: Where the files lie below the site's folder.
FOLDER = "_static/live"
#: The heading of an exercise.
HEADING = re.compile(r"## (.+)")
#: Takes the signs of Markdown out of a heading.
PLAIN = str.maketrans("", "", "*`")
#: A script that stands in the page itself; data have a type.
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)

#: What a page with answers may load and reach: nothing outside the site's own folder. Styles in the
#: page are those of cards and of the editor. A page on a disk has no origin, hence ``file:``.
POLICY = {
    "default-src": "'self' file:",
    "script-src": "'self' file: data: blob: 'wasm-unsafe-eval'",
    "worker-src": "data: blob:",
    "connect-src": "'self' data:",
    "style-src": "'self' file: 'unsafe-inline'",
    "img-src": "'self' file: data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self' file:",
}


def write_files(folder: Path, python: Mapping[str, bytes]) -> str:
    """Write scripts, style sheet, licences and the files of Python into a folder; return the version
    of the latter.

    The files of Python are in a folder named by their version. So a browser may keep them for as
    long as it likes, and never mixes two versions.
    """
    version = hashlib.sha256(b"".join(python.values())).hexdigest()[:12]
    (folder / version).mkdir(parents=True)
    packages: set[str] = set()
    for name in ("page", "front"):
        # A classic script, because a page on a disk may load no module.
        bundled = bundle(JS / f"{name}.js", "--format=iife", "--target=es2022")
        (folder / f"{name}.js").write_bytes(bundled.script)
        packages |= bundled.packages
    shutil.copy(JS.parent / "live.css", folder)
    (folder / "licences.txt").write_text(licences(packages), encoding="utf-8")
    for name, content in python.items():
        (folder / version / name).write_bytes(content)
    (folder / version / "python-data.js").write_text(_disk_script(python), encoding="ascii")
    return version


def _disk_script(python: Mapping[str, bytes]) -> str:
    """A script that holds all files of Python, for a page on a disk, which can fetch none."""
    packed = {
        name: base64.b64encode(gzip.compress(content, mtime=0)).decode()
        for name, content in python.items()
    }
    return f"globalThis.courseFiles = {json.dumps(packed)};\n"


def policy(page: str) -> str:
    """The Content-Security-Policy of a page; the scripts that stand in it are named by digests."""
    rules = dict(POLICY)
    for script in INLINE_SCRIPT.findall(page):
        rules["script-src"] += f" {_source_of(script)}"
    return "; ".join(f"{name} {sources}" for name, sources in rules.items())


def _source_of(script: str) -> str:
    """What a policy calls a script that stands in the page: its digest."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def make_interactive(path: Path, up: str, cells: str, version: str, solutions: str = "") -> None:
    """Add everything to a written page that lets it run Python.

    Parameters
    ----------
    path
        The page, as HTML.
    up
        The way from its folder to that of the site.
    cells
        The cells of its notebook, as JSON for a script.
    version
        That of Python's files.
    solutions
        "earned" if a solution may be seen after a right answer or three tries, otherwise "open".
    """
    page = path.read_text(encoding="utf-8")
    folder = f"{up}{FOLDER}"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(page)}">'
    data = (
        f'<script type="application/json" id="course-cells" data-base="{folder}/{version}/" '
        f'data-solutions="{solutions}">{cells}</script>'
    )
    site = path.parent / up
    script = f'<script defer src="{_address(site, up, "page.js")}"></script>'
    page = page.replace("<head>", f"<head>\n{meta}", 1)
    page = page.replace("</head>", f"{_link_to_style(site, up)}\n</head>", 1)
    path.write_text(_with_end(page, f"{data}\n{script}"), encoding="utf-8")


def show_progress(path: Path, lectures: Mapping[str, NotebookNode]) -> None:
    """Add everything to the first page of the site that shows progress on it.

    ``lectures`` are the notebooks of the exercises, by the names of their lectures.
    """
    site = path.parent
    page = path.read_text(encoding="utf-8")
    outline = {"lectures": [_outline(name, notebook) for name, notebook in lectures.items()]}
    data = f'<script type="application/json" id="course-outline">{in_script(outline)}</script>'
    script = f'<script defer src="{_address(site, "", "front.js")}"></script>'
    page = page.replace("</head>", f"{_link_to_style(site, '')}\n</head>", 1)
    path.write_text(_with_end(page, f"{data}\n{script}"), encoding="utf-8")


def _outline(name: str, notebook: NotebookNode) -> dict[str, Any]:
    """The exercises of a lecture: the names of their cells and of their checks, titles and stars."""
    page = exercise_cells(notebook, name)
    checks = {cell["id"]: cell["exercise"] for cell in page["cells"] if cell["kind"] == "check"}
    titles = _titles(notebook)
    exercises = [
        {
            "id": cell["id"],
            "exercise": checks[cell["check"]],
            "title": titles[cell["id"]],
            "stars": cell["stars"],
        }
        for cell in page["cells"]
        if cell["kind"] == "answer"
    ]
    number = name.partition("-")[0].lstrip("0")
    return {"name": name, "number": number, "sheet": page["module"], "exercises": exercises}


def _titles(notebook: NotebookNode) -> dict[str, str]:
    """The heading above each cell, as plain words, by the id of the cell."""
    titles = {}
    title = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and (heading := HEADING.match(cell.source)):
            title = heading[1].translate(PLAIN)
        titles[cell.id] = title
    return titles


def _link_to_style(site: Path, up: str) -> str:
    """What makes a page use our style sheet; ``up`` is the way from the page to the site's folder."""
    return f'<link rel="stylesheet" href="{_address(site, up, "live.css")}">'


def _address(site: Path, up: str, name: str) -> str:
    """The address of a file of ours, which changes with the file."""
    digest = hashlib.sha256((site / FOLDER / name).read_bytes()).hexdigest()[:8]
    return f"{up}{FOLDER}/{name}?v={digest}"


def _with_end(page: str, more: str) -> str:
    """A page with more at its end."""
    beginning, end, rest = page.rpartition("</body>")
    return f"{beginning}{more}\n{end}{rest}"
