"""Python as a page has it: the worker of the pages, with the files that a page fetches."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))  # for the ideas of wrong answers (verdicts)

from runner import Page

from gamecourse.publish.site import live


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """What a page fetches to have Python."""
    path = tmp_path_factory.mktemp("python")
    for name, content in live.python_files().items():
        (path / name).write_bytes(content)
    return path


@pytest.fixture(scope="session")
def page(folder):
    """A page whose worker runs from one test to the next."""
    page = Page(folder)
    yield page
    page.end()
