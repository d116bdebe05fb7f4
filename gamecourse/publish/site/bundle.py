"""Scripts bundled by esbuild with all that they import, and the licences of what the site carries."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gamecourse.publish import ROOT

NODE_MODULES = ROOT / "node_modules"
#: The texts of licences that do not come with what they are for.
LICENCES = Path(__file__).with_name("licences")
#: The package of npm to which a file belongs.
PACKAGE = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
#: What the site carries from npm besides the bundled scripts, and from Python's packages.
FROM_NPM = {"mathjax", "pyodide"}
FROM_PYTHON = ("furo", "networkx", "sphinx")


class Bundle(NamedTuple):
    """A script and all that it imports."""

    script: bytes
    packages: set[str]  #: the packages of npm of which it holds parts


def bundle(main: Path, *options: str) -> Bundle:
    """Bundle a script with all that it imports."""
    with TemporaryDirectory() as folder:
        script = Path(folder, "script.js")
        contents = Path(folder, "contents.json")
        esbuild = NODE_MODULES / ".bin" / "esbuild"
        usual = ["--bundle", "--minify", "--log-level=error"]
        files = [f"--outfile={script}", f"--metafile={contents}"]
        subprocess.run([esbuild, main, *usual, *files, *options], check=True, cwd=ROOT)
        inputs = json.loads(contents.read_text(encoding="utf-8"))["inputs"]
        packages = {found[1] for name in inputs if (found := PACKAGE.search(name))}
        return Bundle(script.read_bytes(), packages)


def licences(packages: Iterable[str]) -> str:
    """The licences of these packages of npm, and of what else the site carries."""
    parts = [_licence_from_npm(name) for name in sorted(FROM_NPM.union(packages))]
    parts += [_licence_from_python(name) for name in FROM_PYTHON]
    python = (LICENCES / "Python.txt").read_text(encoding="utf-8")
    parts.append(f"Python, which Pyodide runs\n\n{python}")
    line = "=" * 80
    return f"\n\n{line}\n\n".join(part.strip() for part in parts) + "\n"


def _licence_from_npm(name: str) -> str:
    """The licence of a package of npm, and if its text does not come with it, the package's sources."""
    folder = NODE_MODULES / name
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    title = f"{name} {about['version']}"
    text = folder / "LICENSE"
    if text.is_file():
        return f"{title}\n\n{text.read_text(encoding='utf-8')}"
    text = LICENCES / f"{about['license']}.txt"
    sources = f"It is here as it was published. Its sources: {about['homepage']}"
    return f"{title}\n\n{sources}\n\n{text.read_text(encoding='utf-8')}"


def _licence_from_python(name: str) -> str:
    """The licence of a package of Python's."""
    package = distribution(name)
    file = next(file for file in package.files or () if file.name.startswith("LICENSE"))
    text = Path(str(file.locate())).read_text(encoding="utf-8")
    return f"{name} {package.version}\n\n{text}"
