"""Progress as a reader sees it in JupyterLab: below a verdict, at the head of a notebook that is opened
again, on the first page.
"""

import json

from playwright.sync_api import expect
from seen import READY, SHOTS

from gamecourse.course.copy import lay
from gamecourse.progress.record import Progress, read_progress
from gamecourse.progress.remember import write_progress


def open_notebook(page, lab, name):
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.wait_for_function(READY, timeout=90_000)


def answer(path, stub, solution):
    """Write an answer into a notebook of the copy."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"]).replace(stub, solution)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def head_of(page):
    """The text of the picture at the head of the notebook, as the browser gets it."""
    picture = page.locator(".jp-MarkdownOutput img[src*='progress']")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("one => one.naturalWidth") > 0
    return picture.evaluate("async one => await (await fetch(one.src)).text()")


def test_a_right_answer_is_seen_below_the_verdict_at_the_head_and_on_the_first_page(
    page, lab, course
):
    path = course / "exercises" / "01-matches.ipynb"
    path.unlink()  # other tests answer in the same copy
    lay(course)
    write_progress(course, Progress())
    answer(path, "piles = NotImplemented", "piles = [1, 6, 11, 16, 21, 26]")
    open_notebook(page, lab, "exercises/01-matches.ipynb")
    assert "0 of 5 right" in head_of(page)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    line = page.get_by_text("1 of 5 right in this notebook.")
    expect(line).to_be_visible(timeout=120_000)
    SHOTS.mkdir(parents=True, exist_ok=True)
    line.scroll_into_view_if_needed()
    page.screenshot(path=SHOTS / "progress-verdict.png")
    assert read_progress(course) == Progress({"matches": ["good_to_leave"]})
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    assert "of 5 right" not in path.read_text(encoding="utf-8")

    open_notebook(page, lab, "exercises/01-matches.ipynb")
    assert "1 of 5 right" in head_of(page)
    page.screenshot(path=SHOTS / "progress-head.png")

    win = "widgets.Play(Matches(3)).move(3)"
    answer(course / "01-matches.ipynb", "widgets.Play(Matches(15))", win)
    open_notebook(page, lab, "01-matches.ipynb")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    for _ in range(60):
        if read_progress(course).won:
            break
        page.wait_for_timeout(1_000)
    assert read_progress(course).won == ["01-matches"]

    lay(course)
    open_notebook(page, lab, "index.ipynb")
    way_on = page.get_by_role("link", name="Other takes")
    expect(way_on).to_be_visible()
    page.screenshot(path=SHOTS / "progress-way-on.png")
    won = page.locator(".jp-RenderedMarkdown small", has_text="✓ game won")
    won.scroll_into_view_if_needed()
    bar = page.locator(".jp-RenderedMarkdown div[style*='11%']")
    assert bar.bounding_box()["width"] > 5
    page.screenshot(path=SHOTS / "progress-first-page.png")
