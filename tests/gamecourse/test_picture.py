"""The pictures in docs are those that the library draws now."""

import re
from xml.etree import ElementTree

import pytest

from gamecourse.making import ROOT
from gamecourse.making.picture import COVERS, draw, draw_cover

STORED = ROOT / "docs" / "thief.svg"


def drawn(path):
    """Each shape and each word of a picture with its colours, in order.

    Not where they stand, to the last digit: versions of matplotlib differ there, and so do the fonts of machines.
    """
    found = []
    for element in ElementTree.parse(path).iter():
        tag = element.tag.split("}")[1]
        if tag in ("path", "use", "text"):
            style = element.get("style", "") + "".join(f";{name}: {element.get(name)}" for name in ("fill", "stroke"))
            found.append((tag, "".join(element.itertext()).strip(), *re.findall(r"(?:fill|stroke): (#\w+)", style)))
    return found


def test_the_picture_is_drawn_by_the_library_and_the_same_file_each_time(tmp_path):
    now, again = tmp_path / "now.svg", tmp_path / "again.svg"
    draw(now)
    draw(again)
    assert drawn(now) == drawn(STORED)
    assert again.read_bytes() == now.read_bytes()


@pytest.mark.parametrize("name", COVERS)
def test_a_cover_is_of_a_lecture_and_drawn_by_the_library(name, tmp_path):
    assert (ROOT / "notebooks" / f"{name}.ipynb").exists()
    draw_cover(name, tmp_path / "cover.svg")
    assert drawn(tmp_path / "cover.svg") == drawn(STORED.parent / "covers" / f"{name}.svg")


def test_there_is_no_other_cover():
    assert {path.stem for path in (STORED.parent / "covers").iterdir()} == set(COVERS)
