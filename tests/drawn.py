"""Long lists of cases of which a quick run tries a few, drawn by a seed; the others are slow.

CI takes the number of commits for the seed (``CASES_SEED``): after each commit it tries others, and
``make slow`` and its like try all.
"""

import os
import random

import pytest


def drawn(cases, count):
    """Cases as parameters of a test: ``count`` of them are quick, the others are slow.

    A case is a name, or a ``pytest.param`` of one's own, which may be marked as slow already.
    """
    cases = list(cases)
    unmarked = [k for k, case in enumerate(cases) if not getattr(case, "marks", ())]
    rng = random.Random(int(os.environ.get("CASES_SEED", "1")))
    quick = set(rng.sample(unmarked, min(count, len(unmarked))))
    return [case if k in quick else _slow(case) for k, case in enumerate(cases)]


def _slow(case):
    if not hasattr(case, "values"):
        return pytest.param(case, marks=pytest.mark.slow)
    return pytest.param(*case.values, id=case.id, marks=pytest.mark.slow)
