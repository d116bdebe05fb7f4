"""The covers in docs are those that the library draws now."""

from gamecourse.publish import ROOT
from gamecourse.publish.covers import covers
from gamecourse.show.colours import MARKS


def test_every_lecture_has_the_cover_that_the_library_draws():
    stored = {
        path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "covers").iterdir()
    }
    assert covers() == stored
    for cover in stored.values():
        assert len(cover) < 20_000
        assert not any(mark.colour in cover or mark.sign in cover for mark in MARKS.values()), (
            "it tells who wins"
        )
