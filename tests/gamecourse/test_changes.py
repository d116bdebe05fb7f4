"""The notes of a release come from the list of changes, and only from a section that is closed."""

import re

import pytest

from gamecourse.command import Refusal
from gamecourse.publish import ROOT
from gamecourse.publish.changes import SECTION, notes
from gamelib import __version__

CHANGELOG = (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize(
    ("tag", "version", "words"),
    [
        ("v0.3.0", "0.4.0", "the tag is v0.3.0, but the packages are version 0.4.0"),
        ("0.4.0", "0.4.0", "name the tag v0.4.0"),
        ("v9.9", "9.9", "has no section ## 9.9"),
        ("v0.2.0", "0.2.0", "calls 0.2.0 unreleased"),
    ],
)
def test_what_is_no_release_is_refused(tag, version, words):
    with pytest.raises(Refusal, match=re.escape(words)):
        notes(CHANGELOG, tag, version)


def test_a_closed_section_becomes_the_notes():
    text = notes(CHANGELOG, "v0.3.0", "0.3.0")
    assert text in CHANGELOG
    assert "\n## " not in text
    assert len(text.splitlines()) > 100


def test_the_version_that_is_made_has_the_first_section():
    assert SECTION.search(CHANGELOG)[1] == re.match(r"[\d.]+\d", __version__)[0]


def test_the_citation_and_the_packages_have_one_version():
    """And one licence; texts and pictures have their own file."""
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == __version__
    assert re.search(r"^license: (.+)$", citation, re.MULTILINE)[1] == "MIT"
    assert "creativecommons.org/licenses/by/4.0/" in (ROOT / "LICENSE-texts").read_text()
    assert "[CC BY 4.0](LICENSE-texts)" in (ROOT / "README.md").read_text()
