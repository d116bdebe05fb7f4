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
from gamecourse.course.sheets import with_head, worksheets
from gamecourse.course.student import (
    LECTURE,
    Node,
    read,
    solved_version,
    student_version,
    written,
)
from gamecourse.progress.counting import LIST, text_of_list
from gamecourse.progress.record import NOTHING, Progress

#: The folder of the notebooks, beside the package in the repository.
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
#: A link in Markdown, or of a picture or an anchor in HTML, that leads neither to the web nor to
#: the same page.
LINK = re.compile(r"""(\]\(|(?:src|href)=["'])(?![a-z]+:|#|/)([^)"'#\s]+)""")


def lectures(notebooks: Path = NOTEBOOKS) -> list[Path]:
    """The lectures in their order; raises Refusal if there are none."""
    if found := sorted(notebooks.glob(LECTURE)):
        return found
    raise Refusal(
        "the lectures are not here: they come with the repository of the course, not with the "
        "installed package. Run the command in the repository's folder"
    )


def notebooks_in(paths: Iterable[Path]) -> list[Path]:
    """These notebooks, and the notebooks in these folders, each once."""
    found: list[Path] = []
    for path in paths:
        found += sorted(path.rglob("*.ipynb")) if path.is_dir() else [path]
    return [path for path in dict.fromkeys(found) if ".ipynb_checkpoints" not in path.parts]


def copy_of(
    notebooks: Path = NOTEBOOKS, *, solutions: bool = True, progress: Progress = NOTHING
) -> dict[str, bytes]:
    """The content of each file of the copy by its name, in the order in which the files are
    written, the first page last.

    Without ``solutions``, this is the copy for a student whose answers are marked. ``progress`` is
    shown on the first page.
    """
    paths = lectures(notebooks)
    exercises = sorted((notebooks / "exercises").glob(LECTURE))
    covers = sorted((notebooks.parent / "docs" / "covers").glob("*.svg"))
    files = {f"pictures/{cover.name}": cover.read_bytes() for cover in covers}
    for path in paths:
        files[path.name] = _with_linked_files(student_version, path, "", notebooks, files)
    sheets = worksheets(notebooks / "exercises")
    files[LIST] = text_of_list(sheets).encode()
    stems = {sheet.stem for sheet in sheets}
    for path in exercises:
        version = with_head(student_version, path.stem) if path.stem in stems else student_version
        name = f"exercises/{path.name}"
        files[name] = _with_linked_files(version, path, "../", notebooks, files)
    for path in exercises if solutions else ():
        name = f"solutions/{path.name}"
        files[name] = _with_linked_files(solved_version, path, "../", notebooks, files)
    pages = [(path.name, read(path)) for path in paths]
    names = {path.name for path in exercises}
    first_page = landing_page(pages, names, solutions, sheets, progress)
    files["index.ipynb"] = written(first_page)
    return files


def _as_in_copy(path: Path) -> bytes:
    """A file beside the notebooks, as the copy has it: there the lectures are one folder higher."""
    content = path.read_bytes()
    if path.suffix == ".md":
        content = content.replace(b"](../notebooks/", b"](../")
    return content


def _with_linked_files(
    version: Callable[[Node], Node], path: Path, up: str, notebooks: Path, files: dict[str, bytes]
) -> bytes:
    """A notebook of the copy; the files that it links to are added to ``files``.

    Only files of the repository outside the folder of the notebooks are added, such as pictures.
    The links are changed so that they lead to them.

    Parameters
    ----------
    version
        Makes the student's version of the notebook, or the solved one.
    path
        The notebook in the repository.
    up
        The way from the notebook to the folder of the copy: "" or "../".
    notebooks
        The folder of the notebooks.
    files
        The files of the copy, by their names.
    """
    folder = notebooks.resolve()
    root = folder.parent

    def with_new_target(link: re.Match[str]) -> str:
        """The link, with its new target if the file comes along."""
        target = (path.parent / unquote(link[2])).resolve()
        is_outside = target.is_relative_to(root) and not target.is_relative_to(folder)
        if not is_outside or not target.is_file():
            return link[0]
        name = target.relative_to(root).as_posix()
        files[name] = _as_in_copy(target)
        return f"{link[1]}{up}{quote(name)}"

    notebook = version(read(path))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = LINK.sub(with_new_target, cell["source"])
    return written(notebook)
