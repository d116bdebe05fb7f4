"""The browser of tests/browser, for the pages of the course."""

import importlib.util
import sys
from pathlib import Path

import pytest

BROWSER = Path(__file__).parents[1] / "browser"
sys.path.insert(0, str(BROWSER))  # for seen.py

known = importlib.util.spec_from_file_location("browser_conftest", BROWSER / "conftest.py")
shared = importlib.util.module_from_spec(known)
known.loader.exec_module(shared)

browser = shared.browser


@pytest.fixture(scope="session")
def reader(browser):
    """A reader's page: it can ask for nothing but the disk. One for all tests, which is faster than
    one for each.
    """
    page = shared.watched(browser.new_page())
    page.context.set_offline(True)
    page.route(
        lambda address: not address.startswith(("file:", "data:", "blob:")),
        lambda route: route.abort(),
    )
    return page


@pytest.fixture
def alone(reader):
    """The reader's page with a projector's size, by day. Afterwards: no error, and nothing was
    asked of a network.
    """
    reader.goto("about:blank")
    reader.set_viewport_size({"width": 1366, "height": 768})
    reader.emulate_media(media="screen", color_scheme="light")
    reader.faults.clear()
    yield reader
    assert reader.faults == []
