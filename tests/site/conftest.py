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

browser, page = shared.browser, shared.page


@pytest.fixture
def alone(page):
    """A page whose requests are refused, all but those to the disk."""
    page.context.set_offline(True)
    page.route(lambda address: not address.startswith(("file:", "data:", "blob:")), lambda route: route.abort())
    return page
