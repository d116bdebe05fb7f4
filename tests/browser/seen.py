"""What is seen on a page: widgets of the stage, found, pressed, measured, photographed."""

import itertools
import re
from pathlib import Path

import nbformat

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "screenshots"

#: Whether the code cells have been run as the numbers given. Asked of the notebook: a folded cell shows no number.
COUNTS = """wanted => {
    const cells = window.jupyterapp.shell.currentWidget.content.widgets.filter(cell => cell.model.type === 'code');
    return JSON.stringify(cells.map(cell => cell.model.executionCount)) === JSON.stringify(wanted);
}"""


def open_and_run(page, lab, name):
    """Open the notebook and run all its cells afresh."""
    page.goto(f"{lab}/lab/tree/{name}?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    cells = [c for c in nbformat.read(ROOT / "notebooks" / name, as_version=4).cells if c.cell_type == "code"]
    page.wait_for_function(COUNTS, arg=list(range(1, len(cells) + 1)), timeout=120_000)
    assert page.locator(".jp-OutputArea [data-mime-type='application/vnd.jupyter.error']").count() == 0


def stages(page):
    """All widgets of the stage, in their order on the page."""
    return page.locator(".gl")


def pressed(stage, spot, keyboard=False):
    """Press a spot of a picture, by mouse or by keyboard."""
    where = stage.locator(f"[data-spot='{spot}']").first
    if keyboard:
        where.focus()
        stage.page.keyboard.press("Enter")
    else:
        where.click()


def tool(stage, words):
    """A button below the picture."""
    return stage.get_by_role("button", name=words, exact=True)


def shot(stage, name):
    """A photograph of the page as it stands, the widget in sight."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    stage.scroll_into_view_if_needed()
    stage.page.wait_for_timeout(400)
    stage.page.screenshot(path=SHOTS / f"{name}.png")


def boxes_apart(boxes):
    """No two rectangles overlap by more than a pixel."""
    return all(
        a["x"] + a["width"] <= b["x"] + 1
        or b["x"] + b["width"] <= a["x"] + 1
        or a["y"] + a["height"] <= b["y"] + 1
        or b["y"] + b["height"] <= a["y"] + 1
        for a, b in itertools.combinations(boxes, 2)
    )
