"""The widgets of every lecture in JupyterLab: in both themes, at three sizes, by mouse and by
keyboard.
"""

import re

import nbformat
import pytest
from drawn import drawn
from playwright.sync_api import expect
from seen import SHOTS, faults_of, open_and_run, pressed, shot, stages, tool, violations

from gamefast import chance_values, deepen
from gamefast.connect4 import in_numbers
from gamelib.games import ConnectFour, OverwriteTicTacToe

#: One of each kind: steppers, what asks the kernel, dice. What the page plays alone begins the
#: first page, below.
LECTURES = ["03-retrograde-analysis.ipynb", "12-large-games.ipynb", "13-chance.ipynb"]

#: A projector, and one at 175 % zoom, which leaves so many pixels.
SIZES = {"1366": (1366, 768), "zoom": (781, 439)}


def theme(page, name):
    page.evaluate(
        "window.jupyterapp.commands.execute('apputils:change-theme', "
        f"{{theme: 'JupyterLab {name}'}})"
    )
    page.wait_for_function(
        "name => document.body.dataset.jpThemeName === 'JupyterLab ' + name", arg=name
    )
    page.wait_for_timeout(300)


@pytest.mark.parametrize("name", drawn(LECTURES, 1))
def test_a_lecture_begins_on_the_first_screen_and_plays_with_its_kernel(page, lab, name):
    """In JupyterLab, in both themes. How all other widgets stand is looked at on the pages
    (tests/site).
    """
    open_and_run(page, lab, name)
    shown = stages(page)
    assert is_on_the_first_screen(page, shown.first, name[:2])
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)
        found = {k: faults for k in range(shown.count()) if (faults := faults_of(shown.nth(k)))}
        assert found == {}, size
    page.set_viewport_size({"width": 1366, "height": 768})
    for scheme in ("Light", "Dark"):
        theme(page, scheme)
        assert violations(page) == [], scheme
        shot(shown.first, f"{name[:2]}-{scheme.lower()}")
    assert keys_stay_inside(page, shown)
    tried = TRIED.get(name[3:-6])
    if tried:
        tried(page, shown)


def is_on_the_first_screen(page, stage, number):
    """Whether the title and half of the first game are seen without scrolling, and a press there is
    answered.
    """
    pages = page.locator(".jp-WindowedPanel-outer").first
    pages.evaluate("one => one.scrollTo(0, 0)")
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{number}-begins.png")
    whole, box = pages.bounding_box(), stage.locator(".gl-picture").first.bounding_box()
    can = min(
        (one.bounding_box() for one in stage.locator(".gl-can").all()), key=lambda one: one["y"]
    )
    end = whole["y"] + whole["height"]
    said = stage.get_by_role("status").first
    before = said.inner_text()
    page.mouse.click(
        can["x"] + can["width"] / 2, min(can["y"] + can["height"] / 2, end - 20)
    )  # columns go on below
    expect(said).not_to_have_text(before)
    tool(stage, "New game").click()
    expect(said).to_have_text(before)
    return box["y"] + box["height"] / 2 <= end


def keys_stay_inside(page, shown):
    """Whether keys pressed on a widget do nothing to the notebook: none of its cells is cut, added
    or run.
    """
    cells = (
        "window.jupyterapp.shell.currentWidget.content.widgets.map(cell => [cell.model.id, "
        "cell.model.executionCount])"
    )
    before = page.evaluate(cells)
    for k in range(shown.count()):
        shown.nth(k).locator("[tabindex='0'], button").first.focus()
        for key in ("x", "d", "d", "a", "b", "z", "m", "Escape"):
            page.keyboard.press(key)
    return page.evaluate(cells) == before


def a_large_game_asks_the_kernel(page, shown):
    stage, game = shown.first, ConnectFour()
    rules, code = in_numbers(game)
    tool(stage, "New game").click()
    expect(stage.locator("[data-spot]")).to_have_count(42)
    position = game.start()
    for ply, (column, row) in enumerate(
        [(3, 0), (3, 5), (2, 2)], start=1
    ):  # anywhere in the column will do
        pressed(stage, row * 7 + column)
        position = game.play(position, column)
        there = deepen(rules, code(position), nodes=300_000).best
        answer = next(
            move for move in game.moves(position) if code(game.play(position, move)) == there
        )
        expect(stage.locator("[data-spot][aria-label*=disc]")).to_have_count(2 * ply)
        expect(stage).to_contain_text(f"Your opponent: {game.move_text(position, answer)}.")
        position = game.play(position, answer)
    names = {"X": "black disc", "O": "white disc"}
    for k, piece in enumerate(position.replace("\n", "")):
        if piece in names:
            expect(stage.locator(f"[data-spot='{k}']")).to_have_attribute(
                "aria-label", re.compile(names[piece])
            )


def overwriting_is_played_with_the_die_shown(page, shown):
    stage, best = shown.first, chance_values(OverwriteTicTacToe(3)).best
    tool(stage, "What is it worth?").click()
    expect(stage).to_contain_text("With best play on both sides this is worth 0.185")
    tool(stage, "What is it worth?").click()
    for _ in range(100):
        story = stage.locator(".gl-story").inner_text()
        if any(face in story for face in "⚀⚁⚂⚃⚄⚅"):
            return
        labels = stage.locator("[data-spot]").evaluate_all(
            "all => all.map(one => one.getAttribute('aria-label'))"
        )
        board = "".join(
            "X" if "cross" in words else "O" if "ring" in words else "." for words in labels
        )
        row, column = best((board, "X"))
        pressed(stage, 3 * row + column)
        page.wait_for_timeout(500)  # two throws may tell the same: there is no change to wait for
    raise AssertionError("no die was thrown")


def the_stepper_and_the_wave_are_those_of_the_lecture(page, shown):
    stepper, wave = shown.nth(1), shown.nth(2)  # behind the token to play with
    tool(stepper, "First").click()
    expect(stepper.locator(".gl-story p").first).to_contain_text(
        "The terminal vertices are settled"
    )
    tool(stepper, "Next").click()
    expect(stepper.locator(".gl-story p").nth(1)).to_contain_text(
        "a can move to it, so a is a WIN in 1."
    )
    stepper.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(stepper.locator(".gl-count").last).to_have_text("drawn 2")
    shot(stepper, "lab-stepper")
    tool(wave, "Last").click()
    expect(wave.locator(".gl-count").first).to_have_text("settled 5 of 7")
    shot(wave, "lab-wave")


#: What else is tried on a lecture's page, once it is open.
TRIED = {
    "retrograde-analysis": the_stepper_and_the_wave_are_those_of_the_lecture,
    "large-games": a_large_game_asks_the_kernel,
    "chance": overwriting_is_played_with_the_die_shown,
}


def test_a_newcomer_lands_on_the_first_page_and_plays(page, lab):
    page.goto(f"{lab}/lab/tree/index.ipynb?reset")
    page.get_by_role("heading", name="Who wins, how fast, and why?").wait_for(timeout=90_000)
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    for picture in page.locator(".jp-RenderedMarkdown img").all():
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    stage = stages(page).first
    stage.wait_for(timeout=60_000)
    shot(stage, "first-page")
    stage.locator(".gl-can").last.click()
    expect(stage).to_contain_text("Your opponent:")
    page.get_by_role("link", name=re.compile("Fifteen matches")).first.click()
    page.get_by_role("heading", name=re.compile("^1 · ")).wait_for(timeout=60_000)
    assert (
        page.locator(".jp-OutputArea-output").count()
        == page.locator(".jp-OutputArea-output:not(:visible)").count()
    )


ANSWERS = {
    "other-takes-answer": "def wins(n, takes):\n    return all(not wins(n - t, takes) for t in takes if t <= n)",
    "leave-answer": "piles = list(range(1, 31, 5))",
    "strategy-answer": "def my_take(pile):\n    return min(pile, 3)",
    "two-answer": "def period(a, b):\n    while True:\n        pass",
}


def test_answers_are_met_with_a_play_a_solution_or_words(page, lab, course):
    path = course / "exercises" / "01-matches.ipynb"
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = ANSWERS.get(cell.id, cell.source)
    nbformat.write(notebook, path)
    page.goto(f"{lab}/lab/tree/exercises/01-matches.ipynb?reset")
    page.get_by_text(re.compile(r"Python 3.*\| Idle")).first.wait_for(timeout=90_000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(page.locator(".jp-Notebook")).to_contain_text(
        "says the opposite of the right answer", timeout=60_000
    )
    replay = stages(page).first
    expect(replay).to_contain_text("✗ wrong: You have lost.")
    expect(replay).to_contain_text("This gives the win away: take 2 keeps it.")
    tool(replay, "Next").click()
    expect(replay).to_contain_text("Your opponent: take 5.")
    replay.locator(".gl-can").first.click()
    expect(replay).to_contain_text("You have taken over.")
    assert faults_of(replay) == violations(page) == []
    shot(replay, "replay")
    solution = page.locator("details", has_text="Our solution, and why it works")
    expect(solution).to_have_count(1)
    expect(solution.locator("pre")).not_to_be_visible()
    solution.locator("summary").click()
    expect(solution.locator("pre")).to_contain_text("range(1, 31, 5)")
    shot(solution, "solution")
    words = "It had not come to an end after 5 seconds"
    expect(page.locator(".jp-Notebook")).to_contain_text(words, timeout=60_000)
    hints = page.get_by_role("button", name="Hint")
    expect(hints).to_have_count(4)
    expect(page.locator(".jp-Notebook")).not_to_contain_text("Hint 1 of")
    hints.first.click()
    expect(page.locator(".jp-Notebook")).to_contain_text("Hint 1 of 2: Climb from 0")
    hints.first.click()
    expect(page.locator(".jp-Notebook")).to_contain_text("Hint 2 of 2: A pile is won")
    expect(hints.first).to_be_disabled()
    expect(hints.first).to_have_text("No more hints")
    expect(page.locator(".jp-Notebook")).to_contain_text("No more hints; after 3 tries check.")
    shot(hints.first, "hint")
