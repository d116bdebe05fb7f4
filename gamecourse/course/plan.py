"""Everything in the copy, by name, made from the notebooks of the repository: nothing is typed
twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import quote, unquote

from gamecourse.command import Refusal
from gamecourse.course.landing import landing_page
from gamecourse.course.student import Node, read, solved_version, student_version, written

#: The folder of the notebooks, beside the package in the repository.
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LECTURE = "[0-9][0-9]-*.ipynb"
#: A link in Markdown, or of a picture or an anchor in HTML, that leads neither to the web nor to
#: the same page.
LINK = re.compile(r"""(\]\(|(?:src|href)=["'])(?![a-z]+:|#|/)([^)"'#\s]+)""")


def lectures(notebooks: Path = NOTEBOOKS) -> list[Path]:
    """The lectures in their order; raises Refusal if there are none."""
    if found := sorted(notebooks.glob(LECTURE)):
        return found
    told = (
        "the lectures are not here: they come with the repository of the course, not with the "
        "installed package"
    )
    raise Refusal(f"{told}. Run the command in the repository's folder")


def notebooks_in(paths: Iterable[Path]) -> list[Path]:
    """These notebooks, and the notebooks in these folders, each once."""
    found = [
        p for path in paths for p in (sorted(path.rglob("*.ipynb")) if path.is_dir() else [path])
    ]
    return [path for path in dict.fromkeys(found) if ".ipynb_checkpoints" not in path.parts]


def copy_of(notebooks: Path = NOTEBOOKS, *, solutions: bool = True) -> dict[str, bytes]:
    """The content of each file of the copy by its name, in the order in which the files are
    written, the first page last.

    Without ``solutions``, this is the copy for a student whose answers are marked.
    """
    paths = lectures(notebooks)
    covers = sorted((notebooks.parent / "docs" / "covers").glob("*.svg"))
    held = {f"pictures/{cover.name}": cover.read_bytes() for cover in covers}
    pages = [(path.name, read(path)) for path in paths]
    for path in paths:
        held[path.name] = _made(student_version, path, "", notebooks, held)
    exercises = sorted((notebooks / "exercises").glob(LECTURE))
    for folder, make in (("exercises", student_version), ("solutions", solved_version))[
        : 1 + solutions
    ]:
        for path in exercises:
            held[f"{folder}/{path.name}"] = _made(make, path, "../", notebooks, held)
    held["index.ipynb"] = written(landing_page(pages, {path.name for path in exercises}, solutions))
    return held


def _made(
    make: Callable[[Node], Node], path: Path, up: str, notebooks: Path, held: dict[str, bytes]
) -> bytes:
    """A notebook of the copy; files outside the notebooks that it links to are added, and the links
    lead to them.

    ``up`` is the way from the notebook to the folder of the copy.
    """
    root = notebooks.resolve().parent

    def moved(match: re.Match[str]) -> str:
        target = (path.parent / unquote(match[2])).resolve()
        if (
            target.is_relative_to(notebooks.resolve())
            or not target.is_relative_to(root)
            or not target.is_file()
        ):
            return match[0]
        name = target.relative_to(root).as_posix()
        held[name] = target.read_bytes()
        return f"{match[1]}{up}{quote(name)}"

    notebook = make(read(path))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = LINK.sub(moved, cell["source"])
    return written(notebook)
