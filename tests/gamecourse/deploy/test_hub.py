"""A class of two on a real JupyterHub, with what deploy/ ships: from the log-in to the marks (`make
hub`).
"""

import re
from pathlib import Path

import psutil
import pytest
import requests
from hub import Person, running
from playwright.sync_api import expect
from seen import shot, stages

from gamecourse.course.student import SOLUTION
from gamecourse.grading.marks.notebook import read, tasks

ROOT = Path(__file__).parents[3]
NAME = "01-matches"
EXERCISE = read(ROOT / "notebooks" / "exercises" / f"{NAME}.ipynb")
RIGHT = {cell["id"]: cell["source"] for cell in EXERCISE if SOLUTION.search(cell["source"])}

#: What the two hand in: everything right; one answer right, one wrong, and the rest not attempted.
ANSWERS = {
    "ada": RIGHT,
    "bob": {
        "other-takes-answer": RIGHT["other-takes-answer"],
        "leave-answer": "piles = list(range(0, 31, 5))",
    },
}


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    with running(tmp_path_factory.mktemp("hub"), GAMELIB_INSTRUCTORS="lecturer") as hub:
        yield hub


@pytest.fixture(scope="module")
def lecturer(hub):
    """An instructor, who has handed out the first exercise in the Formgrader."""
    lecturer = Person(hub, "lecturer")
    lecturer.start()
    formgrader(lecturer, f"assignment/{NAME}/assign")
    formgrader(lecturer, f"assignment/{NAME}/release")
    return lecturer


def formgrader(lecturer, what):
    """Press one of its buttons."""
    done = lecturer.ask("POST", f"/formgrader/api/{what}")
    assert done["success"], done


@pytest.mark.parametrize("name", ANSWERS)
def test_a_student_logs_in_plays_and_hands_in(hub, lecturer, page, name):
    page.goto(hub.address)
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("any")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Who wins, how fast, and why?").wait_for(timeout=90_000)
    assert page.url.startswith(f"{hub.address}/user/{name}/lab/tree/course/index.ipynb")
    page.get_by_role("link", name=re.compile("Fifteen matches")).first.click()
    page.get_by_role("heading", name=re.compile("^1 · ")).wait_for(timeout=60_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    stage = stages(page).first
    stage.wait_for(timeout=60_000)
    stage.locator(".gl-can").last.click()
    expect(stage).to_contain_text("Your opponent:")
    shot(stage, f"hub-{name}")

    student = Person(hub, name)
    student.shell(f"nbgrader fetch_assignment {NAME}")
    hand_in(student, ANSWERS[name])
    student.shell(f"nbgrader submit {NAME} --student={name}")  # all accounts of this hub are one


def hand_in(student, answers):
    """Write the answers into the notebook that was fetched."""
    path = f"/api/contents/{NAME}/{NAME}.ipynb"
    notebook = student.ask("GET", path)["content"]
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell["id"], cell["source"])
    student.ask("PUT", path, {"type": "notebook", "format": "json", "content": notebook})


def test_the_instructor_collects_and_marks(lecturer):
    formgrader(lecturer, f"assignment/{NAME}/collect")
    for student in ANSWERS:
        formgrader(lecturer, f"submission/{NAME}/{student}/autograde")
    found = lecturer.ask("GET", f"/formgrader/api/submissions/{NAME}")
    marks = {one["student"]: (one["score"], one["max_score"]) for one in found}
    points = {task.name: task.points for task in tasks(EXERCISE)}
    full = sum(points.values())
    assert marks == {"ada": (full, full), "bob": (points["other_takes"], full)}
    assert 0 < points["other_takes"] < full


def test_only_instructors_have_the_formgrader_and_no_student_has_solutions(hub, lecturer):
    assert NAME in {one["name"] for one in lecturer.ask("GET", "/formgrader/api/assignments")}
    assert requests.get(f"{hub.address}/user/ada/formgrader", headers=hub.head).status_code == 404
    assert (lecturer.home / "gamelib" / "source" / NAME).is_dir()
    assert not (hub.folder / "ada" / "gamelib").exists()
    for one in ("lecturer", "ada", "bob"):
        assert (hub.folder / one / "course" / "exercises" / f"{NAME}.ipynb").exists()
        assert not (hub.folder / one / "course" / "solutions").exists()


def test_what_was_handed_out_has_our_stubs(hub, lecturer):
    released = (
        hub.folder / "exchange" / "gamelib" / "outbound" / NAME / f"{NAME}.ipynb"
    ).read_text()
    assert "SOLUTION" not in released
    assert released.count("NotImplemented") >= 4


def test_what_a_solver_may_take_is_what_the_hub_grants(hub, lecturer):
    limits = {}
    for person in (lecturer, Person(hub, "ada")):
        person.open("course/index.ipynb")
        limits[person.name] = int(person.run("import os; print(os.environ['MEM_LIMIT'])"))
        free = int(person.run("from gamefast import memory; print(memory.free_memory())"))
        assert 0.8 * limits[person.name] < free < limits[person.name]
        person.close()
    assert limits == {"lecturer": 6 << 30, "ada": 2 << 30}


def test_it_listens_to_this_machine_alone(hub):
    family = [hub.process, *hub.process.children(recursive=True)]
    heard = {
        one.laddr.ip
        for process in family
        for one in process.net_connections()
        if one.status == psutil.CONN_LISTEN
    }
    assert heard == {"127.0.0.1"}
