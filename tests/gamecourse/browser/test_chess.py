"""An ending of chess on a plain page: a piece is pressed, then its square; no kernel, no network."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect
from seen import SHOTS, faults_of, pressed, stages, tool

from gamecourse.show import widgets
from gamecourse.show.replay import Replay
from gamecourse.show.stage.page import embed
from gamecourse.show.stage.page import page as written
from gamecourse.show.stage.widget import Stage
from gamefast import Ending
from gamelib import solve

SMALL = Ending("KRK", 4, 4)
MATE_IN_ONE = ("b3", "d2", "a1", "white")
SQUARES = [f"{file}{row}" for row in (4, 3, 2, 1) for file in "abcd"]


@pytest.fixture(scope="module")
def html():
    """Mate in one, and a board on which White needs three moves."""
    solution = solve(SMALL)
    three = next(p for p in solution if p[-1] == "white" and solution[p].remoteness == 5)
    games = {"one": Ending("KRK", 4, 4, begin=MATE_IN_ONE), "three": Ending("KRK", 4, 4, begin=three)}
    return written({name: widgets.Play(game, solution=solution) for name, game in games.items()}), three, solution


@pytest.fixture
def opened(page, tmp_path, html):
    path = tmp_path / "ending.html"
    path.write_text(html[0])
    page.context.set_offline(True)
    page.goto(path.as_uri())
    expect(stages(page)).to_have_count(2)
    return [stages(page).nth(k) for k in range(2)]


def square(stage, name):
    return stage.locator(f"[data-spot='{SQUARES.index(name)}']")


def test_mate_in_one_is_clicked(opened):
    stage = opened[0]
    expect(square(stage, "d2")).to_have_attribute("aria-label", re.compile(r"^d2, white rook, \d moves"))
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


def test_the_square_alone_is_enough_where_one_piece_can_go_there(opened):
    stage = opened[0]
    pressed(stage, SQUARES.index("d1"))
    expect(stage.locator(".gl-status")).to_contain_text("Checkmate. You have won.")


def test_the_keys_play_and_the_loser_delays(opened, page, html):
    stage, (_, position, solution) = opened[1], html
    best = solution.best(position)
    square(stage, best[:2]).focus()
    page.keyboard.press("Enter")
    square(stage, best[2:]).focus()
    page.keyboard.press("Enter")
    there = SMALL.play(position, best)
    answer = solution.best(there)
    expect(stage.locator(".gl-status")).to_contain_text(f"Your opponent: {SMALL.move_text(there, answer)}.")
    there = SMALL.play(there, answer)
    tool(stage, "Who wins?").click()
    expect(stage.locator(".gl-status")).to_contain_text("WIN in 3 for you")
    best = solution.best(there)
    expect(square(stage, best[:2]).locator(".gl-note")).to_have_text("▲3")  # the best that its piece can do
    pressed(stage, SQUARES.index(best[:2]))
    expect(square(stage, best[2:]).locator(".gl-note")).to_have_text("▲3")


def test_the_longest_mate_is_stepped_on_a_page_that_cannot_keep_the_game(page, tmp_path):
    """The line is kept whole, and beside it the best answers: a reader may leave it, and is mated all the same."""
    game = Ending("KRK")
    solution = solve(game)
    longest = solution.graph.position(int(np.argmax(solution.remoteness)))
    line = solution.line(longest)
    replay = Replay(game, line, position=longest, solution=solution)
    before = Stage.embedded
    scripts = embed()._repr_html_()
    Stage.embedded = before
    both = "<style>:root { color-scheme: light dark }</style>"
    path = tmp_path / "large.html"
    path.write_text(f"<!doctype html><html lang=en><title>KRK</title>{both}{scripts}{replay.section()}")
    for width, scheme in ((1366, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 768})
        page.emulate_media(color_scheme=scheme)
        page.goto(path.as_uri())
        stage = stages(page).first
        expect(stage.locator(".gl-can")).to_have_count(1)
        assert faults_of(stage) == []
        story = stage.locator(".gl-story")
        for ply in range(len(line)):
            expect(story).to_contain_text(f"{ply} of {len(line)} moves")
            tool(stage, "Next").click()
        expect(story).to_contain_text("Checkmate.")
        page.wait_for_timeout(400)
        page.screenshot(path=SHOTS / f"ending-large-{width}-{scheme}.png", full_page=True)
    tool(stage, "First").click()
    stage.locator(".gl-can").click()
    other = stage.locator(f".gl-can:not([aria-label*='{game.move_text(longest, line[0])}'])").first
    other.click()
    expect(story).to_contain_text("You have taken over.")
    expect(story).to_contain_text("Your opponent: ")
