"""Steps, waves and sliders on a plain page: by mouse and by keyboard, light and dark, without a
kernel.
"""

from functools import cache

import networkx as nx
import pytest
from hand import moments
from playwright.sync_api import expect
from seen import faults_of, shot, tool

from gamecourse.show.cooling import Cooling
from gamecourse.show.improver import Improver
from gamecourse.show.sliders import Mistakes, Mixing
from gamecourse.show.stepper import Stepper
from gamecourse.show.wave import Wave
from gamefast import solve, strategy_improvement
from gamelib import Quotient, Value
from gamelib.games import CopsAndThief, Matches, OverwriteTicTacToe, TicTacToe

LOOPS = nx.DiGraph(
    [tuple(edge) for edge in ["at", "ap", "pa", "qa", "bq", "bc", "cb", "cd", "da", "dc", "cc"]]
)
HIDEOUT = CopsAndThief.from_text("......\n.T**.E\n....P.\n....*.\n......")
FILLS = {
    "W": "rgb(0, 114, 178)",
    "L": "rgb(230, 159, 0)",
    "D": "rgb(221, 221, 221)",
    "-": "rgb(255, 255, 255)",
}


@cache
def widgets():
    sides = ("heads", "tails")
    pennies = {(a, b): 1 if a == b else -1 for a in sides for b in sides}
    return {
        "stepper": Stepper(LOOPS),
        "matches": Stepper(solve(Matches(12))),
        "wave": Wave(solve(LOOPS)),
        "board": Wave(solve(HIDEOUT)),
        "improver": Improver(strategy_improvement(Quotient(OverwriteTicTacToe(2)))),
        "mixing": Mixing(pennies),
        "cooling": Cooling(Value([Value([4], [2])], [Value([0], [-2])])),
        "mistakes": Mistakes(
            solve(Quotient(TicTacToe())), {"corner": (0, 0), "edge": (0, 1), "centre": (1, 1)}
        ),
    }


@pytest.fixture
def steppers(page, opened):
    """A page with all of them: the widgets, and their places on it."""
    page.emulate_media(reduced_motion="reduce")  # so that a colour is what it will be at once
    made = widgets()
    return {name: (made[name], stage) for name, stage in zip(made, opened(**made), strict=True)}


def slider(stage):
    return stage.get_by_role("slider")


def same_as(stage, step, palette=None):
    """What is on the page is the step: story, counts, and colour, note and arrows of the
    picture.
    """
    expect(stage.locator(".gl-story p")).to_have_text(step["story"])
    expect(stage.locator(".gl-count")).to_have_text(
        [f"{name} {value}" for name, value in step["counts"].items()]
    )
    (frame,) = step["shown"]
    if "lines" in frame:
        arrows = [line.get_attribute("class") for line in stage.locator("g.gl-line").all()]
        assert arrows == [f"gl-line gl-line-{how}" for how in frame["lines"]]
    if "marks" not in frame:
        return
    seen = stage.evaluate(
        """stage => [...stage.querySelectorAll("[data-spot]")].map((spot, k) => [
            getComputedStyle(spot.querySelector(".gl-base")).fill, stage.querySelectorAll(".gl-note")[k].textContent,
            spot.classList.contains("gl-chosen")])"""
    )
    assert [note for _, note, _ in seen] == frame["notes"]
    assert [k for k, (_, _, chosen) in enumerate(seen) if chosen] == frame.get("chosen", [])
    for k, (fill, _, _) in enumerate(seen):
        mark = frame["marks"][k]
        shade = palette[mark][frame["depths"][k]][0] if palette and mark in palette else None
        wanted = (
            f"rgb{tuple(int(shade[i : i + 2], 16) for i in (1, 3, 5))}"
            if shade
            else FILLS.get(mark, FILLS["-"])
        )
        assert fill == wanted


def test_every_step_by_the_buttons_and_back_by_the_slider(steppers):
    for name in (
        "stepper",
        "matches",
        "wave",
        "board",
        "improver",
    ):  # the curves have a test of their own
        widget, stage = steppers[name]
        steps, picture = moments(widget), widget.scene["pictures"][0]
        for k, step in enumerate(steps):
            same_as(stage, step, picture.get("palette"))
            expect(slider(stage)).to_have_value(str(k))
            tool(stage, "Next").click()
        slider(stage).focus()
        stage.page.keyboard.press("ArrowLeft")
        same_as(stage, steps[-2], picture.get("palette"))
        stage.page.keyboard.press("Home")
        same_as(stage, steps[0], picture.get("palette"))
        tool(stage, "Last").press("Enter")
        same_as(stage, steps[-1], picture.get("palette"))


def test_space_on_the_slider_plays_and_stops(steppers):
    widget, stage = steppers["wave"]
    slider(stage).focus()
    stage.page.keyboard.press("Space")
    expect(tool(stage, "■ Stop")).to_be_visible()
    expect(slider(stage)).to_have_value("2", timeout=5_000)
    stage.page.keyboard.press("Space")
    expect(tool(stage, "▶ Play")).to_be_visible()
    stage.page.wait_for_timeout(1_500)
    expect(slider(stage)).to_have_value("2")
    tool(stage, "▶ Play").click()
    expect(slider(stage)).to_have_value(str(widget.last), timeout=8_000)
    expect(tool(stage, "▶ Play")).to_be_visible()
    tool(stage, "▶ Play").click()  # once more, from the beginning
    expect(slider(stage)).to_have_value("0")


def test_the_curves_numbers_follow_and_are_said(steppers):
    for name in ("mixing", "cooling", "mistakes"):
        widget, stage = steppers[name]
        steps, names = (
            moments(widget),
            [spot["name"] for spot in widget.scene["pictures"][0]["spots"]],
        )
        for k in (0, 7, widget.last):
            slider(stage).fill(str(k))
            values = steps[k]["shown"][0]["labels"]
            expect(stage.locator(".gl-label")).to_have_text(values)
            for name, value in zip(names, values, strict=True):
                expect(
                    stage.get_by_role("img", name=f"{name}, {value}", exact=True)
                ).to_be_visible()
            expect(slider(stage)).to_have_attribute("aria-valuetext", steps[k]["name"])
            expect(stage.locator(".gl-line-p")).to_have_count(1)


def test_nothing_jumps_is_clipped_or_hard_to_read(steppers, page):
    """As they begin, the pages of the course show them at other widths (tests/site)."""
    for name, (widget, stage) in steppers.items():
        tops = set()
        for k in range(0, widget.last + 1, max(1, widget.last // 6)):
            slider(stage).fill(str(k))
            box, picture = stage.bounding_box(), stage.locator("svg.gl-picture").bounding_box()
            tops.add(
                (
                    round(picture["x"] - box["x"]),
                    round(picture["y"] - box["y"]),
                    round(picture["width"]),
                )
            )
        assert len(tops) == 1, f"{name} jumps"
        assert faults_of(stage) == []
        shot(stage, f"steps-{name}")
        if name in (
            "stepper",
            "wave",
            "board",
            "mixing",
            "cooling",
        ):  # the story is on the screen with its picture
            picture, story = (
                stage.locator(part).bounding_box() for part in ("svg.gl-picture", ".gl-story")
            )
            assert story["x"] >= picture["x"] + picture["width"]
            assert stage.bounding_box()["height"] <= 700
