"""A page says of an answer what a notebook says of it, word for word."""

import json
import os
import random
import re
import sys

import pytest
from drawn import drawn
from runner import cells_of
from test_solutions import PAGES
from verdicts.ideas import ideas
from verdicts.mutants import mutants
from verdicts.notebooks import tasks

from gamecourse.live import page as python

#: How many ideas that students might have, and mechanical changes of solutions, are compared; and
#: how many of all these in a quick run.
IDEAS = 45
MUTANTS = 15
QUICK = 20
#: What Python itself says of an error, which changes from one version to the next.
OWN_WORDS = re.compile(r"(stops with \w+: ).*", re.DOTALL)
#: Exercises whose questions need numba, and are left out where there is none.
WITH_NUMBA = {("15-past-the-edge", "in_numbers")}


def page_of(lecture):
    """The name of the page with the exercises of a lecture."""
    (name,) = (name for name in PAGES if name.startswith(f"{lecture:02}-"))
    return name


def sample():
    """Wrong answers, drawn by a seed: the page, the exercise, and the cell of the answer."""
    rng = random.Random(int(os.environ.get("CASES_SEED", "1")))
    written = [
        (page_of(n), idea.exercise, idea.program) for n, row in ideas().items() for idea in row
    ]
    yield from rng.sample(written, IDEAS)
    for task in rng.sample(list(tasks()), MUTANTS):
        _, *changed = (mutant for mutant in mutants(task) if not mutant.after)
        yield page_of(task.lecture), task.check, rng.choice(changed).source


CASES = {
    f"{name[:2]}-{exercise}-{number}": (name, exercise, answer)
    for number, (name, exercise, answer) in enumerate(sample())
    if (name, exercise) not in WITH_NUMBA
}


def in_a_notebook(cells, check):
    """What is said of the answer here, where a fork is watched."""
    job = {"action": "check", "cells": cells, "cell": check, "mine": ""}
    return json.loads(python.reply(json.dumps(job), tell=lambda text: None))


@pytest.fixture(autouse=True)
def own_folder_and_names(tmp_path, monkeypatch):
    """What a check leaves behind is taken away."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])


@pytest.mark.parametrize("case", drawn(CASES, QUICK))
def test_the_words_are_those_of_a_notebook(page, case):
    name, exercise, answer = CASES[case]
    cells, check = cells_of(PAGES[name], exercise, answer)
    here = page.ask("check", cells, check)
    there = in_a_notebook(cells, check)
    for key in ("state", "text", "card", "printed", "hints", "keep"):
        assert OWN_WORDS.sub(r"\1", str(here[key])) == OWN_WORDS.sub(r"\1", str(there[key])), key
    if there["scene"] is not None:
        assert here["scene"]["scene"]["line"] == there["scene"]["scene"]["line"]
