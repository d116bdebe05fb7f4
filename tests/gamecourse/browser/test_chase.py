"""Policeman and thief dragged on a page of its own, opened from a disk: no kernel, no network."""

import random
import re
import statistics

import pytest
from playing import expected, middle, on_the_map, painted
from seen import SHOTS, shot
from test_drag import BOARD, scattered

from gamecourse.show.chase import Chase
from gamecourse.show.editor import Editor
from gamecourse.show.stage.page import page as page_of
from gamefast import solve
from gamelib.games import CopsAndThief

SMALL = CopsAndThief.from_text("P...\n.**.\n....\n..TE")


LARGE = scattered(1, 0.15)


@pytest.fixture
def page(page, tmp_path):
    """The three widgets on one page."""
    file = tmp_path / "chase.html"
    widgets = {"Chase": Chase(BOARD), "Large": Chase(LARGE), "Editor": Editor(SMALL)}
    file.write_text(page_of(widgets), encoding="utf-8")
    page.goto(file.as_uri())
    page.locator(".gl-way").first.wait_for(state="attached")
    return page


def section(page, name):
    return page.locator("section", has=page.locator("h2", has_text=name))


def ways(widget):
    """The two trails as lists of cells (row, column), policeman first."""
    drawn = widget.locator(".gl-way-line").evaluate_all(
        "paths => paths.map(path => path.getAttribute('d'))"
    )
    return [
        [(int(float(y)), int(float(x))) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]
        for path in drawn
    ]


def walked(board, solution, position):
    """The cells of best play, policeman first, who stays told once."""
    trails = [[position[0]], [position[1]]]
    for move in solution.line(position):
        player = 0 if position[2] == "policeman" else 1
        if trails[player][-1] != move:
            trails[player].append(move)
        position = board.play(position, move)
    return trails


STOPWATCH = """() => {
    window.times = [];
    window.addEventListener('pointermove', () => {
        const begun = performance.now();
        requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - begun)));
    }, true);
}"""


@pytest.mark.parametrize("timed", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_thief_is_dragged(page, timed):
    """The map follows at once: the middle of the times from a movement to the frame that shows what
    followed, which is measured where nothing else runs beside it.
    """
    widget, solution = section(page, "Large"), solve(LARGE)
    widget.locator(".gl-picture").scroll_into_view_if_needed()
    before = widget.locator(".gl-picture").bounding_box()
    assert on_the_map(widget) == expected(solution, (0, 0), (11, 11), "policeman", "policeman")
    page.evaluate(STOPWATCH)
    page.mouse.move(*middle(widget, LARGE, (11, 11)))
    page.mouse.down()
    times = []
    for cell in [
        (11, 10),
        (10, 10),
        (10, 9),
        (9, 9),
        (8, 9),
        (8, 8),
        (7, 8),
        (6, 8),
        (5, 8),
        (5, 7),
    ]:
        page.evaluate("window.times.length = 0")
        page.mouse.move(*middle(widget, LARGE, cell))
        page.wait_for_function("window.times.length > 0")
        times.append(page.evaluate("window.times[0]"))
        assert on_the_map(widget) == expected(solution, (0, 0), cell, "policeman", "policeman")
    page.mouse.up()
    assert not timed or statistics.median(times) < 50, times
    assert widget.locator(".gl-picture").bounding_box() == before
    shot(widget, "chase-large")


@pytest.mark.parametrize("cell", [(2, 1), (0, 2), (0, 5)])
def test_a_hover_tells_the_verdict_the_best_moves_and_the_line(page, cell):
    widget, solution = section(page, "Chase"), solve(BOARD)
    page.mouse.move(*middle(widget, BOARD, cell))
    position = (cell, BOARD.thief, "policeman")
    best = solution.best(position)
    equal = [solution[BOARD.play(position, best)]]
    moves = [move for move, _, verdict in solution.options(position) if [verdict] == equal]
    said = widget.locator(".gl-status").inner_text()
    assert str(solution[position]) in said
    assert f"go to {moves[0]}" in said or len(moves) > 2 or moves[0] == cell
    assert widget.locator(".gl-trail").count() == len([move for move in moves if move != cell])
    assert widget.locator(".gl-last").count() == (cell in moves)  # to stay is a ring
    assert ways(widget) == walked(BOARD, solution, position)


#: The numbers that a piece touches, and the lines of play that lie above a number.
COVERED = """widget => {
    const touches = (one, at) => {
        const { fill, stroke } = getComputedStyle(one), there = at.matrixTransform(one.getScreenCTM().inverse());
        return fill !== 'none' && one.isPointInFill(there) || stroke !== 'none' && one.isPointInStroke(there);
    };
    const found = [], numbers = [...widget.querySelectorAll('.gl-label, .gl-note')];
    const pieces = [...widget.querySelectorAll('.gl-top > g > g :is(path, circle, rect)')];
    for (const number of numbers) {
        const { left, top, width, height } = number.getBoundingClientRect();  // of its letters, and some air above
        for (let k = 0; k <= 20 && width; k++) for (let j = 3; j <= 8; j++) {
            const at = new DOMPoint(left + width * k / 20, top + height * j / 10);
            for (const one of pieces) if (touches(one, at)) found.push(`${number.textContent}: ${one.outerHTML}`);
        }
    }
    for (const line of widget.querySelectorAll('.gl-way, .gl-trail, .gl-trail-head'))
        if (numbers[0].compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING) found.push(line.outerHTML);
    return [...new Set(found)];
}"""


def test_no_number_is_covered(page):
    widget = section(page, "Chase")
    for of, turn in [("policeman", "policeman"), ("thief", "thief"), ("thief", "policeman")]:
        for title, who in (("Map of", of), ("To move", turn)):
            widget.get_by_role("group", name=title).get_by_role("button", name=who).click()
        for cell in [(0, 0), (0, 2), (2, 1), (4, 3), (2, 5)]:
            page.mouse.move(*middle(widget, BOARD, cell))
            assert widget.evaluate(COVERED) == []
    shot(widget, "chase-numbers")


def test_the_policeman_is_dragged_and_the_map_is_the_thiefs(page):
    widget, solution = section(page, "Chase"), solve(BOARD)
    page.mouse.move(*middle(widget, BOARD, (0, 2)))
    page.mouse.down()
    page.mouse.move(*middle(widget, BOARD, (2, 2)))
    assert on_the_map(widget) == expected(solution, (2, 2), (3, 5), "policeman", "thief")
    page.mouse.move(*middle(widget, BOARD, (1, 3)))  # a wall: he stays where he was
    page.mouse.up()
    assert on_the_map(widget) == expected(solution, (2, 2), (3, 5), "policeman", "thief")
    widget.get_by_role("group", name="To move").get_by_role("button", name="thief").click()
    assert on_the_map(widget) == expected(solution, (2, 2), (3, 5), "thief", "thief")
    assert str(solution[((2, 2), (3, 5), "thief")]) in widget.locator(".gl-status").inner_text()
    widget.get_by_role("button", name="As text").click()
    assert (
        widget.get_by_label("The board as text").input_value()
        == ".....E\n...**.\n..P...\n.*...T\n....**"
    )


def test_the_thief_is_moved_by_keys(page):
    widget, solution = section(page, "Chase"), solve(BOARD)
    focused = "() => document.activeElement.getAttribute('aria-label') ?? ''"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused).startswith("row 3, column 5, thief")
    page.keyboard.press("Enter")
    assert "Picked up: the thief." in widget.locator(".gl-status").inner_text()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert on_the_map(widget) == expected(solution, (0, 2), (2, 4), "policeman", "policeman")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    assert "Picked up" not in widget.locator(".gl-status").inner_text()
    assert on_the_map(widget) == expected(solution, (0, 2), (2, 4), "policeman", "policeman")
    page.screenshot(path=SHOTS / "chase-keys.png")


def test_what_is_painted_is_solved_in_the_page(page):
    """Twenty boards, a stroke each: the map, the words and the text are those of Python."""
    widget = section(page, "Editor")
    widget.locator(".gl-picture").scroll_into_view_if_needed()
    editor = painted(widget, SMALL, random.Random(6), 20)
    assert (
        widget.get_by_label("The board as text").input_value()
        == editor.as_text().partition("\npoliceman")[0]
    )
    widget.get_by_role("button", name="wall", exact=True).click()
    page.mouse.click(*middle(widget, SMALL, editor.board.thief))
    assert "Not there: the thief stands on" in widget.locator(".gl-status").inner_text()
    shot(widget, "editor-painted")
