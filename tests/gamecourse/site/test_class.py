"""The folder for a class: one page, from which all that a lecture needs is a click away."""

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gamecourse.course.plan import lectures
from gamecourse.publish.site.for_class import class_table

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "build" / "class-01"


def make_class(*arguments):
    command = [sys.executable, "-m", "gamecourse.publish.class_folder", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder():
    made = make_class("1")
    assert made.returncode == 0, made.stderr
    assert made.stdout.strip().endswith("as PDF)")
    assert "build/class-01/index.html: open it" in made.stdout
    return FOLDER


def test_everything_that_the_table_names_is_in_the_folder(folder, alone):
    alone.goto((folder / "index.html").as_uri())
    links = alone.locator(".class-table a").evaluate_all(
        "all => all.map(one => [one.textContent, one.getAttribute('href')])"
    )
    words = [text for text, _ in links]
    assert words[1:] == [
        "script",
        "deck",
        "PDF",
        "sheets",
        "PDF",
        "exercises, solutions folded",
        "1.1 to 1.4",
    ]
    for _, target in links:
        address = urlsplit(target)
        assert (folder / address.path).is_file(), target
    assert alone.locator(".class-table tbody tr").count() == 1
    for width in (390, 1280):
        alone.set_viewport_size({"width": width, "height": 844})
        assert alone.evaluate("document.documentElement.scrollWidth") <= width


def test_what_the_table_leads_to_is_what_it_says(folder, alone):
    alone.goto((folder / "index.html").as_uri())
    alone.get_by_role("link", name="1.1 to 1.4").click()
    alone.wait_for_url("**/exams.html#*")
    target = "document.querySelector(':target').closest('section').querySelector('h2').innerText"
    assert alone.evaluate(target).startswith("1 · Matches")
    alone.goto((folder / "index.html").as_uri())
    alone.get_by_role("link", name="script").click()
    alone.wait_for_url("**/lectures/*.html")
    assert alone.locator("h1").inner_text().startswith("1. Matches")
    alone.goto((folder / "index.html").as_uri())
    alone.get_by_role("link", name="exercises, solutions folded").click()
    alone.wait_for_url("**/exercises/*.html")
    assert alone.get_by_text("A solution, and why it is right").count() > 0
    for pdf in ("slides", "handouts"):
        (file,) = (folder / pdf).glob("*.pdf")
        assert file.read_bytes().startswith(b"%PDF")


def test_all_lectures_have_a_row():
    table = class_table(lectures(), beside=True)
    assert table.count("<tr><td>") == len(lectures())
    assert "make class" not in table
    assert "`make class` puts them here" in class_table(lectures(), beside=False)


def test_a_lecture_that_is_not_there_is_named():
    made = make_class("99")
    assert made.returncode == 1
    assert made.stderr.strip() == (
        f"there is no lecture 99: give a number from 1 to {len(lectures())}."
    )
