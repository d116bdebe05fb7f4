"""The look of all figures, the library's and the reader's; ``gamelib.mplstyle`` defines it.

Importing this module sets the look of every figure drawn from then on; ``matplotlib.rcdefaults()``
undoes it.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.style

import gamecourse.show.figures  # noqa: F401 - so that a figure in a notebook says in words what it shows
from gamecourse.show.colours import MARKS as MARKS

matplotlib.style.use(Path(__file__).with_name("gamelib.mplstyle"))
