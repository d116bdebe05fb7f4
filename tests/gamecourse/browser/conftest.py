"""A real browser, and JupyterLab on this machine: what the tests in this folder share.

Run by ``make browser``. Screenshots are kept in build/screenshots, to be looked at: no assertion
sees that a page is ugly.
"""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright
from serving import free_port, serving

from gamecourse.course.copy import lay
from gamecourse.show.stage.page import page as written

sys.path.insert(0, str(Path(__file__).parents[1]))  # for hand.py

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
QUIET += ["--disable-background-networking", "--disable-component-update"]


def chromium():
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    assert found, "no Chromium here; on Debian: apt install chromium"
    return found


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """The copy of the course that belongs to a reader: nothing is stored in it, so that what is
    seen was run.
    """
    folder = tmp_path_factory.mktemp("reader") / "course"
    lay(folder)
    return folder


@pytest.fixture(scope="session")
def lab(course, tmp_path_factory):
    """JupyterLab on the reader's copy, with settings of its own; its address."""
    home = tmp_path_factory.mktemp("lab")
    (home / "config" / "labconfig").mkdir(parents=True)
    news = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (home / "config" / "labconfig" / "page_config.json").write_text(json.dumps(news))
    tracker = (
        home / "settings" / "@jupyterlab" / "notebook-extension" / "tracker.jupyterlab-settings"
    )
    tracker.parent.mkdir(parents=True)
    tracker.write_text(
        json.dumps({"windowingMode": "none"})
    )  # every output is on the page, seen or not
    port = free_port()
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    command = [
        sys.executable,
        "-m",
        "jupyter",
        "lab",
        "--no-browser",
        "--allow-root",
        f"--port={port}",
    ]
    command += [
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
        f"--ServerApp.root_dir={course}",
    ]
    command += ["--LabApp.expose_app_in_browser=True"]
    with serving(command, environment, home / "log", port) as address:
        yield address


@pytest.fixture(scope="session")
def browser():
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=QUIET) as running,
    ):
        yield running


@pytest.fixture
def page(browser, request):
    """An empty page with a projector's size. Afterwards: no error in its console, and no request
    left this machine.
    """
    page = watched(browser.new_page(viewport={"width": 1366, "height": 768}))
    yield page
    faults = list(page.faults)
    page.close()
    assert not faults


def watched(page):
    """A page that keeps its faults: errors, and requests that leave this machine."""
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(f"error: {error}"))
    page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)
    page.on(
        "request",
        lambda asked: page.faults.append(f"asked for {asked.url}") if leaves(asked.url) else None,
    )
    return page


def leaves(address):
    """Whether an address is not on this machine."""
    return not address.startswith(
        ("http://127.0.0.1", "ws://127.0.0.1", "file:", "data:", "blob:", "about:")
    )


@pytest.fixture
def opened(page, tmp_path):
    """Opens a page with these widgets from the disk, without a network; gives the widgets' places
    on it.
    """

    def open_page(**shown):
        path = tmp_path / "games.html"
        path.write_text(written({name.replace("_", " "): widget for name, widget in shown.items()}))
        page.context.set_offline(True)
        page.goto(path.as_uri())
        stages = page.locator(".gl")
        expect(stages).to_have_count(len(shown))
        return [stages.nth(k) for k in range(len(shown))]

    return open_page
