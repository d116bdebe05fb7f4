"""An ending of chess on a plain page: a piece is pressed, then its square; no kernel, no
network.
"""

import re

import numpy as np
import pytest
from playwright.sync_api import expect
from seen import pressed, stages, tool

from gamecourse.show import widgets
from gamecourse.show.replay import Replay
from gamecourse.show.stage.page import Embedded
from gamefast import Ending, solve

SMALL = Ending("KRK", 4, 4)
MATE_IN_ONE = ("b3", "d2", "a1", "white")
SQUARES = [f"{file}{row}" for row in (4, 3, 2, 1) for file in "abcd"]


@pytest.fixture(scope="module")
def solution():
    return solve(SMALL)


def play(solution, position):
    return widgets.Play(Ending("KRK", 4, 4, begin=position), solution=solution)


def square(stage, name):
    return stage.locator(f"[data-spot='{SQUARES.index(name)}']")


def note(stage, name):
    return stage.locator(".gl-note").nth(SQUARES.index(name))


def test_mate_in_one_is_clicked(opened, solution):
    (stage,) = opened(one=play(solution, MATE_IN_ONE))
    expect(square(stage, "d2")).to_have_attribute(
        "aria-label", re.compile(r"^d2, white rook, \d moves")
    )
    expect(square(stage, "a1")).to_have_attribute("aria-label", "a1, black king")
    pressed(stage, SQUARES.index("d2"))
    expect(stage.locator(".gl-status")).to_contain_text("Your move: white rook, d2")
    expect(square(stage, "d1")).to_have_attribute("aria-label", re.compile("Rd2-d1"))
    pressed(stage, SQUARES.index("d1"))
    expect(stage.locator(".gl-status")).to_contain_text("Checkmate. You have won.")
    expect(square(stage, "d1")).to_have_attribute("aria-label", "d1, white rook")
    expect(stage.locator(".gl-last")).to_have_count(2)  # where it stood, and where it stands
    tool(stage, "Take back").click()
    expect(square(stage, "d2")).to_have_attribute("aria-label", re.compile("white rook"))
    pressed(stage, SQUARES.index("d1"))  # the square alone is enough where one piece can go there
    expect(stage.locator(".gl-status")).to_contain_text("Checkmate. You have won.")


def test_the_keys_play_and_the_loser_delays(opened, page, solution):
    position = next(p for p in solution if p[-1] == "white" and solution[p].remoteness == 5)
    (stage,) = opened(three=play(solution, position))
    best = solution.best(position)
    for name in (best[:2], best[2:]):
        square(stage, name).focus()
        page.keyboard.press("Enter")
    there = SMALL.play(position, best)
    answer = solution.best(there)
    expect(stage.locator(".gl-status")).to_contain_text(
        f"Your opponent: {SMALL.move_text(there, answer)}."
    )
    tool(stage, "Who wins?").click()
    expect(stage.locator(".gl-status")).to_contain_text("WIN in 3 for you")
    best = solution.best(SMALL.play(there, answer))
    expect(note(stage, best[:2])).to_have_text("▲3")  # the best that its piece can do
    pressed(stage, SQUARES.index(best[:2]))
    expect(note(stage, best[2:])).to_have_text("▲3")


def test_the_longest_mate_is_stepped_on_a_page_that_cannot_keep_the_game(page, tmp_path):
    """The line is kept whole, and beside it the best answers: a reader may leave it, and is mated
    all the same.
    """
    game = Ending("KRK")
    solution = solve(game)
    longest = solution.graph.position(int(np.argmax(solution.remoteness)))
    line = solution.line(longest)
    replay = Replay(game, line, position=longest, solution=solution)
    path = tmp_path / "large.html"
    path.write_text(
        "<!doctype html><html "
        f"lang=en><title>KRK</title>{Embedded()._repr_html_()}{replay.section()}"
    )
    page.goto(path.as_uri())
    stage = stages(page).first
    story = stage.locator(".gl-story")
    for ply in range(len(line)):
        expect(story).to_contain_text(f"{ply} of {len(line)} moves")
        tool(stage, "Next").click()
    expect(story).to_contain_text("Checkmate.")
    tool(stage, "First").click()
    stage.locator(".gl-can").click()
    stage.locator(f".gl-can:not([aria-label*='{game.move_text(longest, line[0])}'])").first.click()
    expect(story).to_contain_text("You have taken over.")
    expect(story).to_contain_text("Your opponent: ")
