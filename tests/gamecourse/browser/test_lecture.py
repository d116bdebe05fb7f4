"""``make lecture N=4``: JupyterLab as a class sees it."""

import json
import os
import sys

import pytest
from playwright.sync_api import expect
from seen import READY, SHOTS, stages
from serving import free_port, serving

#: JupyterLab's own sizes, in pixels.
WORDS, CODE = 14, 13


@pytest.fixture
def address(tmp_path):
    """Where the lecture is shown; a server's configuration of our own stands in for the lecturer's
    browser.
    """
    port = free_port()
    (tmp_path / "config").mkdir()
    server = {"port": port, "ip": "127.0.0.1", "open_browser": False}
    config = {
        "ServerApp": server,
        "IdentityProvider": {"token": ""},
        "LabApp": {"expose_app_in_browser": True},
    }
    (tmp_path / "config" / "jupyter_server_config.json").write_text(json.dumps(config))
    environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    command = [sys.executable, "-m", "gamelib", "lecture", "4", str(tmp_path / "course")]
    with serving(command, environment, tmp_path / "log", port) as address:
        yield address


def size(page, selector):
    """The size of the letters, in pixels."""
    style = page.locator(selector).first.evaluate("one => getComputedStyle(one).fontSize")
    return float(style.removesuffix("px"))


def test_a_lecture_fills_the_screen_in_large_type_with_its_code_folded(page, address):
    page.goto(address)
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=90_000)
    page.wait_for_function(READY, timeout=90_000)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "lecture-begins.png")
    assert page.url == f"{address}/doc/tree/04-policeman-and-thief.ipynb"
    assert page.locator("#jp-main-dock-panel").get_attribute("data-mode") == "single-document"
    for beside in (
        "#jp-left-stack",
        ".jp-SideBar",
        "#jp-bottom-panel",
    ):  # files, the symbols at the edges, the status
        for one in page.locator(beside).all():
            expect(one).to_be_hidden()
    expect(page.locator(".jp-Notebook h1").first).to_contain_text("Policeman and thief")
    assert size(page, ".jp-Notebook .jp-RenderedMarkdown p") >= 1.4 * WORDS
    expect(page.locator(".jp-Notebook .jp-InputArea-editor:visible .cm-content")).to_have_count(0)
    assert (
        page.locator(".jp-Dialog, .Toastify__toast").count() == 0
    )  # nothing asks for news or for permission
    for _ in range(4):
        page.keyboard.press("Shift+Enter")
    expect(stages(page).first).to_be_visible(timeout=60_000)
    stages(page).first.evaluate("one => one.scrollIntoView({block: 'end'})")
    expect(stages(page).first).to_be_in_viewport(
        ratio=0.9
    )  # in large type, it is as large as the screen at most
    page.screenshot(path=SHOTS / "lecture-plays.png")
    page.get_by_role("button", name="Show code").click()
    expect(page.locator(".jp-Notebook .cm-content:visible").first).to_be_visible()
    assert size(page, ".jp-Notebook .cm-content") >= 1.4 * CODE
    page.screenshot(path=SHOTS / "lecture-code.png")
    page.get_by_role("button", name="Fold code").click()
    expect(page.locator(".jp-Notebook .jp-InputArea-editor:visible .cm-content")).to_have_count(0)
