"""A page says of an answer what a notebook says of it, word for word."""

import json
import os
import random
import re
import sys
from time import process_time

import pytest
from drawn import drawn
from runner import cells_of
from test_solutions import PAGES
from verdicts.ideas import ideas
from verdicts.mutants import mutants
from verdicts.notebooks import tasks

from gamecourse.grading import limits
from gamecourse.live import page as python

#: How many ideas that students might have, and mechanical changes of solutions, are compared; and
#: how many of all these in a quick run.
IDEAS = 45
MUTANTS = 15
QUICK = 12
#: What Python itself says of an error, which changes from one version to the next.
OWN_WORDS = re.compile(r"(stops with \w+: )[^\n<]*")
#: A page interrupts a cell after a while. A notebook runs it for as long as it takes.
INTERRUPTED = f"your cell had not come to an end after {python.CELLS:g} seconds"
#: Python in a page takes at most so many times the seconds that it takes here.
SLOWER = 6
#: So many times the seconds are enough for this Python, whatever else the machine does.
BUSY = 20
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


def assert_same_words(here, there):
    """What a page says of an answer is what a notebook says."""
    for key in ("state", "text", "card", "printed", "hints", "keep"):
        assert OWN_WORDS.sub(r"\1", str(here[key])) == OWN_WORDS.sub(r"\1", str(there[key])), key
    if there["scene"] is not None:
        assert here["scene"]["scene"]["line"] == there["scene"]["scene"]["line"]


@pytest.mark.parametrize("case", drawn(CASES, QUICK))
def test_the_words_are_those_of_a_notebook(page, case, monkeypatch):
    name, exercise, answer = CASES[case]
    cells, check = cells_of(PAGES[name], exercise, answer)
    here = page.ask("check", cells, check)
    begun = process_time()
    there = in_a_notebook(cells, check)
    slow = (here["state"] == "SLOW", there["state"] == "SLOW")
    if INTERRUPTED in here["text"]:
        assert process_time() - begun > python.CELLS / SLOWER
    elif slow == (True, False):  # too slow in a page only, so it is near the limits here
        multiply_limits(monkeypatch, 1 / SLOWER)
        assert in_a_notebook(cells, check)["state"] == "SLOW"
    elif slow == (False, True):  # too slow only where other work on the machine counts
        multiply_limits(monkeypatch, BUSY)
        assert_same_words(here, in_a_notebook(cells, check))
    else:
        assert_same_words(here, there)


def multiply_limits(monkeypatch, factor):
    """Let calls take so many times the seconds that they may take."""
    monkeypatch.setattr(limits, "EACH", factor * limits.EACH)
    monkeypatch.setattr(limits, "ALL", factor * limits.ALL)
