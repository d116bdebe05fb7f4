"""Trees on a plain page: the race with its wagers, backward induction, the inside of Monte-Carlo
search.
"""

import numpy as np
import pytest
from playwright.sync_api import expect
from seen import SHOTS, faults_of, pressed, tool, violations

from gamecourse.show.alphabeta import AlphaBetaStepper
from gamecourse.show.montecarlo import SearchStepper
from gamecourse.show.playtree import PlayTree
from gamelib.games import Nim, TicTacToe, Tree

THIRD_SON = {"X": ["u", "v", "Y"], "u": 3, "v": 6, "Y": ["y1", "y2"], "y1": 5, "y2": 9}
CAKE = Tree(
    {
        "a": ("A", {"grab": (2, 1, 1), "pass": "b"}),
        "b": ("B", {"grab": (0, 4, 1), "pass": "c"}),
        "c": ("C", {"grab": (0, 0, 6), "share": (3, 3, 3)}),
    },
    players=("A", "B", "C"),
)


def trees():
    return {
        "race": AlphaBetaStepper(THIRD_SON),
        "cake": PlayTree(CAKE),
        "search": SearchStepper(
            TicTacToe(), "XXO.O.X..", playouts=10, rng=np.random.default_rng(1)
        ),
        "nim": SearchStepper(Nim((1, 2)), playouts=5, rng=np.random.default_rng(1)),
    }


def test_trees_stand_as_they_should_at_every_step(opened, page):
    """On a narrow screen and by night; as they begin, the pages of the course show them
    (tests/site).
    """
    page.set_viewport_size({"width": 760, "height": 768})
    page.emulate_media(color_scheme="dark")
    shown = opened(**trees())
    for stage in shown:
        expect(stage).to_contain_text("Press Next")
    for words in ("First", "Next", "Last", "Back"):
        for stage in shown:
            tool(stage, words).click()
        assert [faults_of(stage) for stage in shown] == [[]] * len(shown)
    assert violations(page) == []
    page.screenshot(path=SHOTS / "trees-760-dark.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")


@pytest.mark.parametrize("keyboard", [False, True])
def test_a_wager_is_won_where_the_branch_is_cut(opened, keyboard):
    (stage,) = opened(race=AlphaBetaStepper(THIRD_SON))
    number = AlphaBetaStepper(THIRD_SON).tree.number
    expect(stage).to_contain_text("Press Next")
    cutting = stage.locator(".gl-picture").nth(1)
    tool(stage, "Next").click()  # X is entered: its branches may be wagered on
    pressed(cutting, number["v"], keyboard)
    expect(stage).to_contain_text("You wager that v will be cut.")
    for _ in range(5):
        tool(stage, "Next").click()
    expect(stage).to_contain_text("Wagers: 0 right, 1 wrong")  # v has been looked at
    pressed(cutting, number["y2"], keyboard)
    for _ in range(3):
        tool(stage, "Next").click()
    expect(stage).to_contain_text("Wagers: 1 right, 1 wrong; cuts not guessed: 0.")
    expect(stage).to_contain_text("Max will not come here: y2 is cut.")
    expect(cutting.locator(".gl-line-c")).to_have_count(1)
    expect(stage.locator(".gl-picture").nth(0).locator(".gl-line-c")).to_have_count(0)
    expect(stage).to_contain_text("Minimax 6 nodes, 4 leaves")
    expect(stage).to_contain_text("Alpha-beta 5 nodes, 3 leaves")
    tool(stage, "Back").click()
    expect(stage).to_contain_text("You have seen what comes.")
    tool(stage, "First").click()
    expect(stage).to_contain_text("Wagers: 0 right, 0 wrong; cuts not guessed: 0.")
    tool(stage, "Last").click()
    expect(stage).to_contain_text("Wagers: 0 right, 0 wrong; cuts not guessed: 1.")
    tool(stage, "Back").click()
    labels = cutting.locator(".gl-label")
    assert "≤5" in labels.all_text_contents()
    tool(stage, "Fail-hard").click()
    expect(stage).to_contain_text("Fail-hard: what is returned is the edge of the window, ≤ 6.")
    assert "≤6" in labels.all_text_contents()


def test_backward_induction_climbs_row_by_row(opened):
    (stage,) = opened(cake=PlayTree(CAKE))
    expect(stage).to_contain_text("Press Next")
    assert "0, 0, 6" not in stage.locator(".gl-note").all_text_contents()
    tool(stage, "Next").click()
    expect(stage).to_contain_text("C: grab. That gives 0, 0, 6.")
    assert stage.locator(".gl-note").all_text_contents().count("0, 0, 6") == 1
    tool(stage, "Last").click()
    expect(stage).to_contain_text("Rational play gives 2, 1, 1.")
    expect(stage.locator(".gl-line-b")).to_have_count(3)


def test_the_tree_of_a_search_grows(opened):
    (stage,) = opened(nim=trees()["nim"])
    expect(stage).to_contain_text("Press Next")
    seen = []
    for _ in range(6):
        seen.append(stage.locator("[data-spot]:visible").count())
        tool(stage, "Next").click()
    assert seen[0] == 1
    assert seen == sorted(seen)
    tool(stage, "Last").click()
    expect(stage).to_contain_text("The value is proved, and the search is done.")


def test_the_root_of_a_search_can_be_read_on_a_phone(opened, page):
    page.set_viewport_size({"width": 390, "height": 800})
    (stage,) = opened(search=trees()["search"])
    root = stage.locator(".gl-label").first.bounding_box()
    assert 0 <= root["x"] <= root["x"] + root["width"] <= 390
    assert root["height"] > 5 * 11  # five lines
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
