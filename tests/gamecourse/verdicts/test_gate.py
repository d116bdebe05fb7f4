"""The gate on a sample of mutants, and that the gate itself can fail."""

import os
from fractions import Fraction

import numpy as np
import pytest

from gamecourse.check import RIGHT, wrong
from gamelib import Value
from verdicts import gate, oracles
from verdicts.notebooks import Task, tasks
from verdicts.policy import SAME, TYPE, WRONG, compared


def test_every_exercise_has_a_judge():
    keys = {task.key for task in tasks()}
    without = sorted(keys - oracles.known())
    assert not without, (
        f"no judge for {', '.join(without)}: say in tests/gamecourse/verdicts, in draws.py, "
        "answers.py or oracles.py, what a right answer is"
    )
    stray = sorted(oracles.known() - keys)
    assert not stray, f"a judge for {', '.join(stray)}, which no notebook has: take it out"


@pytest.mark.parametrize(
    ("found", "due", "said"),
    [
        (np.bool_(True), True, SAME),
        (1, True, TYPE),
        ("True", True, TYPE),
        (np.int64(3), 3, SAME),
        (3.0, 3, TYPE),
        (True, 1, TYPE),
        (2, Fraction(2), SAME),
        (0.5, Fraction(1, 2), TYPE),
        ("1/2", Fraction(1, 2), TYPE),
        (0, None, WRONG),
        ((1, [2]), [1, (2,)], SAME),
        (np.array([1, 2]), [1, 2], TYPE),
        (iter([1, 2]), [1, 2], TYPE),
        ([1, 2, 2], [1, 2], WRONG),
        ([2, 1], [1, 2], WRONG),
        ({1, 2}, {2, 1}, SAME),
        ([1, 2], {2, 1}, TYPE),
        ({"a": 1}.items(), {"a": 1}, TYPE),
        ({"a": 1}, {"a": 1, "b": 2}, WRONG),
        (Value([1], [-1]), Value.switch(1), SAME),
        (1, Value([0], []), TYPE),
        (1, Value.switch(1), WRONG),
    ],
)
def test_the_policy_of_types(found, due, said):
    assert compared(found, due) == said


def breaks(answer):
    raise LookupError("nobody has thought of this")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the gate copies its process")
@pytest.mark.parametrize(
    ("checker", "failure"),
    [
        (lambda answer: RIGHT, "accepted"),
        (lambda answer: wrong("no"), "the solution itself is refused"),
        (breaks, "the checker fails"),
    ],
)
def test_a_checker_that_is_wrong_is_caught(monkeypatch, checker, failure):
    checker.__module__ = "gamecourse.check.matches"
    everything = list(tasks([1], "other_takes"))
    monkeypatch.setattr(Task, "exercise", property(lambda task: checker))
    cases = list(gate.run(gate.spread(everything, 1)[:4], seconds=0.2, limit=10))
    assert len(cases) == 4
    assert failure in {case.failure for case in cases}


@pytest.mark.slow
@pytest.mark.exhaustive
def test_no_wrong_answer_is_called_right():
    """A sample, spread over all exercises: ``make verdicts`` tries every mutant."""
    seed = int(os.environ.get("VERDICTS_SEED", "1"))
    jobs = [job for job in gate.spread(tasks(), seed) if job[1].kind != "model"]
    cases = list(gate.run(jobs, seed=seed, seconds=0.3, limit=15, cpu=20))
    assert len(cases) >= 20
    failures = [str(case) for case in cases if case.failure]
    assert not failures, "\n".join(failures)
