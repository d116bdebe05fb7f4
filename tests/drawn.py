"""Long lists of cases of which a quick run tries a few, drawn by a seed; the others are slow.

CI takes the number of commits for the seed (``CASES_SEED``): after each commit it tries others, and
``make slow`` and its like try all.
"""

import os
import random

import pytest


def drawn(names, count):
    """The names of cases as parameters of a test: ``count`` of them quick, the others slow."""
    names = list(names)
    rng = random.Random(int(os.environ.get("CASES_SEED", "1")))
    quick = set(rng.sample(names, count))
    slow = pytest.mark.slow
    return [name if name in quick else pytest.param(name, marks=slow) for name in names]
