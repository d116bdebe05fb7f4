"""What is made of the lectures, in a checkout of the course: stored notebooks, slides, pages, handouts, pictures.

Each part is a command: ``python -m gamecourse.making.notebooks FILE_OR_FOLDER ...``, ``...slides``, ``...site``,
``...handouts FOLDER``, ``...picture``.
"""

import sys
from pathlib import Path

#: The repository.
ROOT = Path(__file__).parents[2]


def checked_out() -> None:
    """End with a sentence where the package is installed without the notebooks: there is nothing to make."""
    if not (ROOT / "notebooks").is_dir():
        sys.exit(
            "the lectures are not here: they come with the repository of the course, not with the installed package. "
            "Run the command in the repository's folder"
        )
