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


@pytest.fixture(scope="module")
def now(tmp_path_factory):
    path = tmp_path_factory.mktemp("picture") / "thief.svg"
    draw(path)
    return path


def test_the_picture_is_drawn_by_the_library(now):
    assert drawn(now) == drawn(STORED)


def test_it_is_the_same_file_each_time(now, tmp_path):
    draw(tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_bytes() == now.read_bytes()
    assert b"<dc:date>" not in now.read_bytes()


@pytest.mark.parametrize("name", COVERS)
def test_a_cover_is_of_a_lecture_and_drawn_by_the_library(name, tmp_path):
    assert (ROOT / "notebooks" / f"{name}.ipynb").exists()
    draw_cover(name, tmp_path / "cover.svg")
    assert drawn(tmp_path / "cover.svg") == drawn(STORED.parent / "covers" / f"{name}.svg")


def test_there_is_no_other_cover():
    assert {path.stem for path in (STORED.parent / "covers").iterdir()} == set(COVERS)
