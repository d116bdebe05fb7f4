"""Progress: what is right or won is remembered in the reader's copy and nowhere else, and is shown
where the reader sees it and where nobody else does.
"""

import importlib
import json
import os
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from ipywidgets.widgets.widget import _instances

from gamecourse.__main__ import main
from gamecourse.check import matches
from gamecourse.course.copy import lay
from gamecourse.course.plan import copy_of
from gamecourse.course.sheets import worksheets
from gamecourse.grading import exercises
from gamecourse.grading.marks.marks import marks
from gamecourse.grading.marks.notebook import read
from gamecourse.grading.sheet import opened
from gamecourse.mine import OURS
from gamecourse.progress.counting import (
    LIST,
    Count,
    Exercise,
    Worksheet,
    next_exercise,
    read_list,
    text_of_list,
    total,
)
from gamecourse.progress.picture import picture
from gamecourse.progress.record import NAME, Progress, parse, read_progress
from gamecourse.progress.remember import NOTEBOOK, RECORD
from gamecourse.show import widgets
from gamelib import Misere
from gamelib.games import Matches

ROOT = Path(__file__).parents[2]
SHEETS = worksheets(ROOT / "notebooks" / "exercises")
RIGHT_PILES = [1, 6, 11, 16, 21, 26]


def my_take(pile):
    return pile % 6 or 1


@pytest.fixture(scope="module")
def files():
    """The files of a copy of two lectures."""
    whole = copy_of()
    names = ("01-matches.ipynb", "02-games-on-graphs.ipynb")
    wanted = {*names, *(f"exercises/{name}" for name in names), "index.ipynb"}
    files = {name: content for name, content in whole.items() if name in wanted}
    return files | {LIST: text_of_list(SHEETS[:2]).encode()}


@pytest.fixture
def course(files, tmp_path, monkeypatch):
    """A copy of the course, in whose folder of exercises we are."""
    lay(tmp_path / "course", files)
    monkeypatch.chdir(tmp_path / "course" / "exercises")
    return tmp_path / "course"


@pytest.fixture(autouse=True)
def not_solved_yet(monkeypatch):
    """Each test begins with exercises that nobody has solved in this process."""
    for name in ("good_to_leave", "strategy"):
        monkeypatch.setattr(opened(matches)[name], "_solved", False)


def state(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def shown(feedback):
    """The text of a notebook's output, and the HTML of the card above all else."""
    bundle = feedback._repr_mimebundle_()
    box = _instances[bundle["application/vnd.jupyter.widget-view+json"]["model_id"]]
    return bundle, box.children[0].value


# What is remembered


def test_a_right_answer_is_remembered_and_counted(course):
    assert matches.good_to_leave([1]).progress == ""
    assert not (course / NAME).exists()
    right = matches.good_to_leave(RIGHT_PILES)
    assert right.progress == "1 of 5 right in this notebook."
    assert json.loads((course / NAME).read_text()) == {
        "version": 1,
        "right": {"matches": ["good_to_leave"]},
        "won": [],
    }
    assert matches.good_to_leave([1]).progress == "1 of 5 right in this notebook."
    assert matches.strategy(lambda pile: NotImplemented).progress == ""
    assert matches.strategy(my_take).progress == "2 of 5 right in this notebook."
    assert read_progress(course) == Progress({"matches": ["good_to_leave", "strategy"]})
    (course / NAME).unlink()
    assert matches.strategy(my_take).progress == "1 of 5 right in this notebook."


def test_the_last_one_is_the_last(course):
    others = [one.name for one in SHEETS[0].exercises if one.name != "strategy"]
    (course / NAME).write_text(Progress({"matches": others}).text())
    assert matches.strategy(my_take).progress == "All 5 are right in this notebook."


def test_the_line_is_seen_and_no_file_keeps_it(course):
    """The output of a cell is handed in: it says no more than the verdict."""
    for feedback in (
        matches.good_to_leave(RIGHT_PILES),
        matches.good_to_leave([1]),
        matches.strategy(my_take),
        matches.strategy(lambda pile: 1),
    ):
        bundle, html = shown(feedback)
        assert "right in this notebook.</p>" in html
        assert bundle["text/plain"] == str(feedback)
        assert "in this notebook" not in json.dumps(bundle)
        assert "in this notebook" not in feedback.html()


def test_a_solution_that_unfolds_stands_below_the_line(course):
    (course / "solutions").mkdir()
    source = (ROOT / "notebooks" / "exercises" / "01-matches.ipynb").read_bytes()
    (course / "solutions" / "01-matches.ipynb").write_bytes(source)
    bundle = matches.good_to_leave(RIGHT_PILES)._repr_mimebundle_()
    assert "text/markdown" not in bundle
    box = _instances[bundle["application/vnd.jupyter.widget-view+json"]["model_id"]]
    verdict, solution = box.children
    assert "1 of 5 right" in verdict.value
    assert "Our solution" in solution.outputs[0]["data"]["text/markdown"]


def no_copy(monkeypatch, course):
    (course / RECORD).unlink()


def in_the_sources(monkeypatch, course):
    monkeypatch.chdir(ROOT / "notebooks" / "exercises")


def beside_the_solutions(monkeypatch, course):
    (course / "solutions").mkdir()
    monkeypatch.chdir(course / "solutions")


def under_nbgrader(monkeypatch, course):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")


def where_answers_are_marked(monkeypatch, course):
    monkeypatch.setenv(OURS, "1")


ELSEWHERE = [
    no_copy,
    in_the_sources,
    beside_the_solutions,
    under_nbgrader,
    where_answers_are_marked,
]


@pytest.mark.parametrize("place", ELSEWHERE)
def test_elsewhere_nothing_is_remembered_and_verdicts_look_as_ever(place, course, monkeypatch):
    place(monkeypatch, course)
    before = state(course)
    monkeypatch.setenv(NOTEBOOK, "01-matches.ipynb")
    feedback = matches.good_to_leave(RIGHT_PILES)
    assert feedback.progress == ""
    win(widgets.Play(Matches(15)))
    assert state(course) == before
    assert not (Path.cwd() / NAME).exists()
    assert not (Path.cwd().parent / NAME).exists()


def test_the_judge_remembers_nothing(course):
    cells = ["from gamecourse.check import matches as check", f"piles = {RIGHT_PILES}"]
    cells.append("check.good_to_leave(piles)")
    before = state(course)
    (mark,) = marks([{"cell_type": "code", "source": source} for source in cells])
    assert mark.feedback == "✓ right"
    assert state(course) == before


def test_an_exercise_of_your_own_is_not_counted(course):
    mine = exercises.exercise("A hint.")(lambda answer: exercises.Feedback(exercises.State.RIGHT))
    assert mine(1).progress == ""
    assert not (course / NAME).exists()


DAMAGED = [
    b"",
    b"{",
    b"\xff",
    b"[]",
    b'{"version": 1, "right": {"matches": "strategy"}, "won": []}',
    b'{"version": 1, "right": {"matches": [3]}, "won": []}',
    b'{"version": 1, "right": [], "won": []}',
    b'{"version": 1, "right": {}}',
    b'{"version": 2, "right": {"matches": ["strategy"]}, "won": []}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("content", DAMAGED, ids=lambda content: repr(content[:40]))
def test_a_damaged_file_is_left_as_it_is_and_one_sentence_says_so(content, course, files):
    (course / NAME).write_bytes(content)
    line = "Not remembered: .progress.json is damaged; delete it to begin anew."
    assert matches.strategy(my_take) == "✓ right"
    assert matches.strategy(my_take).progress == line
    assert matches.strategy(lambda pile: 1).progress == ""
    win(widgets.Play(Matches(15)))
    lay(course, files)
    assert (course / NAME).read_bytes() == content
    with pytest.raises(ValueError, match="is not what a copy or a page"):
        parse(content)


def test_what_cannot_be_written_or_read_costs_no_verdict(course, monkeypatch):
    def full(*given):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        feedback = matches.strategy(my_take)
    assert feedback == "✓ right"
    assert feedback.progress == "Not remembered: .progress.json: No space left on device."
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "gamefast.storage.npz", None)
        feedback = matches.strategy(my_take)
    assert (feedback, feedback.progress) == ("✓ right", "")
    (course / NAME).mkdir()
    assert matches.strategy(my_take).progress.startswith("Not remembered: .progress.json: ")
    assert matches.strategy(lambda pile: 1).progress == ""


def test_where_no_picture_can_be_drawn_all_else_is_as_ever(course):
    shutil.rmtree(course / "progress")
    (course / "progress").write_text("in the way")
    assert matches.strategy(my_take).progress == "1 of 5 right in this notebook."
    (course / NAME).unlink()
    (course / "progress").unlink()
    (course / "progress").mkdir()
    (course / "progress" / "01-matches.svg").mkdir()
    (course / LIST).write_text(text_of_list(SHEETS[:2]))
    assert matches.strategy(my_take).progress == "1 of 5 right in this notebook."


def test_all_that_is_right_anywhere_is_right_after_a_merge():
    first = Progress({"nim": ["misere", "stairs"], "gone": ["x"]}, ["06-nim"])
    second = Progress({"nim": ["misere", "bounded"], "cops": ["chase"]}, ["06-nim", "01-matches"])
    both = Progress(
        {"nim": ["misere", "stairs", "bounded"], "gone": ["x"], "cops": ["chase"]},
        ["06-nim", "01-matches"],
    )
    assert first.merged(second) == both
    assert both.merged(first) == both
    assert parse(both.text()) == both


# Games


def win(play):
    """Play as the solution says, and look at it as the page does."""
    while not play.over:
        play.move(play.solution.best(play.position))


@pytest.mark.parametrize(
    ("notebook", "won"),
    [
        ("01-matches.ipynb", ["01-matches"]),
        ("deeper/01-matches.ipynb", ["01-matches"]),
        ("index.ipynb", None),
        ("09-unknown.ipynb", None),
        ("", None),
    ],
)
def test_a_game_that_is_won_is_remembered_for_its_lecture(notebook, won, course, monkeypatch):
    monkeypatch.chdir(course)
    monkeypatch.setenv(NOTEBOOK, notebook)
    win(widgets.Play(Matches(15)))
    found = read_progress(course) if (course / NAME).exists() else None
    assert found == (None if won is None else Progress(won=won))


def test_a_game_that_is_lost_or_goes_on_is_not_remembered(course, monkeypatch):
    monkeypatch.chdir(course)
    monkeypatch.setenv(NOTEBOOK, "01-matches.ipynb")
    lost = widgets.Play(Matches(4))
    while not lost.over:
        lost.move(1)
    going_on = widgets.Play(Misere(Matches(15)))
    going_on.move(going_on.solution.best(going_on.position))
    assert not (course / NAME).exists()


# What is counted


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_the_exercises_of_a_notebook_are_those_of_its_module(sheet):
    """So a verdict can count them without looking for the notebook."""
    module = importlib.import_module(f"gamecourse.check.{sheet.lecture}")
    contents = opened(module)
    names = {name for name in contents if isinstance(contents[name], exercises.Exercise)}
    assert {one.name for one in sheet.exercises} == names
    assert all(1 <= one.stars <= 3 for one in sheet.exercises)
    text = "\n".join(
        cell["source"] for cell in read(ROOT / "notebooks" / "exercises" / f"{sheet.stem}.ipynb")
    )
    for one in sheet.exercises:
        assert f"## {'★' * one.stars} {one.title}\n" in text


def test_the_list_in_a_copy_is_that_of_the_notebooks(course):
    assert read_list(course) == SHEETS[:2]
    outside = SHEETS[0]._replace(stem="../01-matches")
    for damaged in ("", "{}", "[3]", '[{"stem": "1"}]', "[" * 100_000, text_of_list([outside])):
        (course / LIST).write_text(damaged)
        assert read_list(course) == []
        assert matches.strategy(my_take).progress == "1 of 5 right in this notebook."


def test_titles_and_stars_are_those_of_the_headings():
    first = SHEETS[0]
    assert (len(SHEETS), first.stem, first.lecture) == (16, "01-matches", "matches")
    assert first.exercises[2] == Exercise("strategy", "Win, whatever your opponent does", 2)
    assert first.count_right(Progress({"matches": ["strategy", "gone"]})) == Count(1, 5, 2, 9)
    assert total(SHEETS, Progress()).exercises == sum(len(sheet.exercises) for sheet in SHEETS)


A, B, C = (
    Worksheet(f"0{k}-x", name, tuple(Exercise(f"{name}{i}", "Title", 1) for i in (1, 2)))
    for k, name in enumerate("abc", 1)
)


@pytest.mark.parametrize(
    ("right", "next_name"),
    [
        ({}, None),
        ({"gone": ["x"]}, None),
        ({"a": ["a1"]}, "a2"),
        ({"a": ["a1", "a2"]}, "b1"),
        ({"b": ["b2"]}, "b1"),
        ({"a": ["a1"], "b": ["b1", "b2"]}, "c1"),
        ({"b": ["b1"], "c": ["c1", "c2"]}, "a1"),
        ({"a": ["a1", "a2"], "b": ["b1", "b2"], "c": ["c1", "c2"]}, None),
    ],
)
def test_one_goes_on_in_the_last_lecture_that_was_begun(right, next_name):
    found = next_exercise([A, B, C], Progress(right))
    assert (found and found[1].name) == next_name


# What is shown in the copy


def words_of(svg):
    root = ElementTree.fromstring(svg)
    return [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_head_of_a_notebook_is_a_picture_that_is_always_up_to_date(course):
    path = course / "progress" / "01-matches.svg"
    cells = read(course / "exercises" / "01-matches.ipynb")
    assert cells[1]["source"] == "![](../progress/01-matches.svg)"
    before = words_of(path.read_text(encoding="utf-8"))
    assert before[0] == "0 of 5 right · 0 of 9 ★"
    assert before.count("○") == 5
    notebook = (course / "exercises" / "01-matches.ipynb").read_bytes()
    matches.strategy(my_take)
    after = words_of(path.read_text(encoding="utf-8"))
    assert after[0] == "1 of 5 right · 2 of 9 ★"
    assert after[after.index("✓") :][:3] == ["✓", "★★", "Win, whatever your opponent does"]
    assert after.count("○") == 4
    assert (course / "exercises" / "01-matches.ipynb").read_bytes() == notebook


def test_a_title_with_signs_is_a_picture_still():
    sheet = Worksheet("01-x", "x", (Exercise("a", "Is `a < b` & *c*?", 3),))
    assert words_of(picture(sheet, Progress()))[-1] == "Is a < b & c?"


def first_page(course):
    cells = read(course / "index.ipynb")
    return "\n".join(cell["source"] for cell in cells)


def test_the_first_page_says_how_far_you_are_and_how_to_go_on(tmp_path, monkeypatch, capsys):
    course = tmp_path / "course"
    monkeypatch.chdir(tmp_path)
    assert main(["course"]) == 0
    assert not re.search(r"Go on with|of \d+ right|game won", first_page(course))
    progress = Progress({"matches": ["strategy"], "graphs": ["king"]}, ["01-matches", "06-nim"])
    (course / NAME).write_text(progress.text())
    assert main(["course"]) == 0
    page = first_page(course)
    assert "**Go on with** [By hand](exercises/02-games-on-graphs.ipynb) ★" in page
    assert f"So far: {total(SHEETS, progress)}." in page
    assert page.count("1 of 5 right · 2 of ") == 2
    assert "width:22%" in page
    assert "width:20%" in page
    assert page.count("✓ game won") == 2
    assert main(["course"]) == 0
    assert "is up to date" in capsys.readouterr().out


# The command


def said(capsys, *arguments, status=0):
    assert main(["progress", *map(str, arguments)]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) if status else err == ""
    return err if status else out


def test_the_command_moves_progress_from_a_page_to_a_copy_and_back(course, capsys, tmp_path):
    matches.strategy(my_take)
    page = Progress({"matches": ["good_to_leave"], "graphs": ["king"]}, ["02-games-on-graphs"])
    (tmp_path / "page.json").write_text(page.text())
    lines = said(
        capsys, course, "--import", tmp_path / "page.json", "--export", tmp_path / "out.json"
    ).splitlines()
    assert lines[0] == "01-matches: 2 of 5 right · 3 of 9 ★"
    assert lines[1] == "02-games-on-graphs: 1 of 5 right · 2 of 10 ★ · game won"
    assert lines[2] == "All lectures: 3 of 10 right · 5 of 19 ★"
    begins = "Go on with: By hand ★, in "
    assert lines[3] == begins + str(course / "exercises" / "02-games-on-graphs.ipynb")
    assert parse((tmp_path / "out.json").read_bytes()) == read_progress(course)
    assert read_progress(course).right["matches"] == ["strategy", "good_to_leave"]
    head = (course / "progress" / "02-games-on-graphs.svg").read_text(encoding="utf-8")
    assert words_of(head)[0] == "1 of 5 right · 2 of 10 ★"


def test_what_the_command_refuses_changes_nothing(course, capsys, tmp_path):
    matches.strategy(my_take)
    before = state(course)
    (tmp_path / "bad.json").write_text("{}")
    refusal = said(capsys, course, "--import", tmp_path / "bad.json", status=2)
    assert "bad.json: is not what a copy or a page of the course has written" in refusal
    assert "No such file" in said(capsys, course, "--import", tmp_path / "none.json", status=2)
    assert "there is no copy of the course" in said(capsys, tmp_path / "elsewhere", status=2)
    assert state(course) == before
    (course / NAME).write_text("{")
    assert "is damaged; delete it" in said(capsys, course, status=2)
