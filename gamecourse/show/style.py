"""The look of all figures, in ``gamelib.mplstyle``: those of the library and those that a reader draws.

Importing this dresses every figure drawn from then on; ``matplotlib.rcdefaults()`` undoes it.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.style

import gamecourse.show.figures  # noqa: F401 - so that a figure in a notebook says in words what it shows
from gamecourse.show.shades import MARKS as MARKS

matplotlib.style.use(Path(__file__).with_name("gamelib.mplstyle"))
