"""What a checkout of the course can make of the lectures: stored notebooks, slides, pages,
handouts, covers.

Each part is a command: ``python -m gamecourse.publish.notebooks FILE_OR_FOLDER ...``, ``...slides``,
``...site``, ``...handouts FOLDER``, ``...covers``.
"""

from pathlib import Path

#: The folder of the repository.
ROOT = Path(__file__).parents[2]
