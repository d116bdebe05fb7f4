"""What a checkout of the course can make of the lectures: stored notebooks, slides, pages,
handouts, covers, questions for a learning platform.

Each part is a command: ``python -m gamecourse.publish.notebooks FILE_OR_FOLDER ...``, ``...slides``,
``...site``, ``...handouts FOLDER``, ``...covers``, ``...lms FOLDER``.
"""

from pathlib import Path

#: The folder of the repository.
ROOT = Path(__file__).parents[2]
