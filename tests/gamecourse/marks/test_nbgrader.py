"""nbgrader's whole cycle with the exercises of the course: released, handed in, marked, and told
why (`make marks`).
"""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamecourse.course.student import SOLUTION
from gamecourse.grading.marks.notebook import read, tasks

pytest.importorskip("nbgrader")

ROOT = Path(__file__).parents[3]

#: What students hand in who make every typical mistake, by the answer cell; and what the feedback
#: must say of it.
MISTAKES = {
    "01-matches": {
        "other-takes-answer": (
            "def wins(n, takes):\n    return all(not wins(n - t, takes) for t in takes if t <= n)",
            "Your function says the opposite of the right answer everywhere.",
        ),
        "leave-answer": (
            "piles = list(range(0, 31, 5))",
            "0 is in your list, but the player who faces it wins",
        ),
        "strategy-answer": (
            "def my_take(pile):\n    while True:\n        pass",
            "had not come to an end after",
        ),
        "two-answer": ("def period(a, b):\n    print(a + b)", "write return where it says print"),
    },
    "02-games-on-graphs": {
        "hand-answer": (
            'p_positions = {"a", "b"}',
            "Look at j again. It is not in your set, and no arrow leads from it to a vertex of "
            "your set.",
        ),
        "memory-answer": (
            "def is_won(options, v, known={}):\n"
            "    if v not in known:\n"
            "        known[v] = any(not is_won(options, w, known) for w in options[v])\n"
            "    return known[v]",
            "it should be",
        ),
        "king-answer": ("King = 5", "start"),
        "lead-answer": (
            "def lead(square):\n    return [square[0] + 1, square[1]]",
            "is not allowed",
        ),
        "kernel-answer": ('arrows = [("a", "b")]', "The number of arrows from"),
    },
}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """The class's folder, after the whole cycle."""
    folder = tmp_path_factory.mktemp("class")
    run = [sys.executable, "-m", "gamelib", "class", str(folder)]
    many = len(list((ROOT / "notebooks" / "exercises").glob("*.ipynb")))
    assert (
        f"{many} assignments"
        in subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    )
    config = folder / "nbgrader_config.py"
    config.write_text(config.read_text().replace("seconds = 5.0 ", "seconds = 1.0 "))
    for name, mistakes in MISTAKES.items():
        nbgrader(folder, "generate_assignment", name)
        hand_in(folder, "ada", name, solutions(name))
        hand_in(folder, "bob", name, {cell: source for cell, (source, _) in mistakes.items()})
        if name == "01-matches":
            hand_in(folder, "eve", name, {}, drop="-check")
        nbgrader(folder, "autograde", name)
        nbgrader(folder, "generate_feedback", name)
    nbgrader(folder, "export", "--to", "grades.csv")
    return folder


def nbgrader(folder, *words):
    path = os.pathsep.join(
        [str(Path(sys.executable).parent), os.environ["PATH"]]
    )  # it calls alembic by name
    command = [sys.executable, "-m", "nbgrader", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env={**os.environ, "PATH": path}
    )
    assert done.returncode == 0, done.stdout + done.stderr


def solutions(name):
    """The answer cells as the course solves them."""
    (path,) = (ROOT / "notebooks" / "exercises").glob(f"{name}.ipynb")
    return {cell["id"]: cell["source"] for cell in read(path) if SOLUTION.search(cell["source"])}


def hand_in(folder, student, name, answers, drop="nothing"):
    """What a student hands in: the released notebook with these answers."""
    notebook = json.loads((folder / "release" / name / f"{name}.ipynb").read_text())
    notebook["cells"] = [cell for cell in notebook["cells"] if not cell["id"].endswith(drop)]
    for cell in notebook["cells"]:
        if cell["id"] in answers:
            cell["source"] = answers[cell["id"]]
    path = folder / "submitted" / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook))


def grades(folder):
    with (folder / "grades.csv").open() as file:
        return {
            (row["student_id"], row["assignment"]): float(row["score"])
            for row in csv.DictReader(file)
        }


@pytest.mark.parametrize("name", MISTAKES)
def test_a_release_holds_stubs_and_no_solution(school, name):
    text = (school / "release" / name / f"{name}.ipynb").read_text()
    assert "SOLUTION" not in text
    assert '"solution"\n' not in text  # the tag of an explanation
    assert text.count("NotImplemented") >= len(MISTAKES[name])


@pytest.mark.parametrize("name", MISTAKES)
def test_right_answers_get_all_points_wrong_ones_none(school, name):
    found = grades(school)
    full = sum(task.points for task in tasks(read(school / "source" / name / f"{name}.ipynb")))
    assert found["ada", name] == full > 5
    assert found["bob", name] == 0
    assert found.get(("eve", name), 0) == 0


@pytest.mark.parametrize("name", MISTAKES)
def test_the_feedback_is_in_the_checkers_own_words(school, name):
    page = (school / "feedback" / "bob" / name / f"{name}.html").read_text()
    for _, said in MISTAKES[name].values():
        assert said in page, said
    assert "✓ right" in (school / "feedback" / "ada" / name / f"{name}.html").read_text()


def test_checks_that_were_deleted_come_back_and_are_judged(school):
    page = (school / "feedback" / "eve" / "01-matches" / "01-matches.html").read_text()
    assert page.count("not attempted yet") == 5 + 1  # and in the notebook's own first words
