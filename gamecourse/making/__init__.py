"""What is made of the lectures, in a checkout of the course: stored notebooks, slides, pages, handouts, pictures.

Each part is a command: ``python -m gamecourse.making.notebooks FILE_OR_FOLDER ...``, ``...slides``, ``...site``,
``...handouts FOLDER``, ``...picture``.
"""

import sys
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.course.plan import lectures

#: The repository.
ROOT = Path(__file__).parents[2]


def checked_out() -> None:
    """End with a sentence where the package is installed without the notebooks: there is nothing to make."""
    try:
        lectures()
    except Refusal as error:
        sys.exit(str(error))
