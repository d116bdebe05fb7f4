"""The sheets to print: one for each lecture, to be filled in, with nothing on top of anything else."""

import re

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import PathPatch

from gamecourse.making.handouts.__main__ import write
from gamecourse.making.handouts.lecture import NAMES, defined
from gamecourse.making.handouts.sheet import HEIGHT, SHEETS, WIDTH, Sheet, sheets_of
from gamecourse.making.handouts.votes import slip

pytestmark = pytest.mark.slow

#: How far from the border a printer prints for certain, and how far letters may reach into a form; in inches.
BORDER, NEAR = 0.2, 0.07
#: The cell of a lecture that defines the graph on its first sheet.
GRAPHS = {2: "play-graph", 3: "play-graph", 7: "play"}


def words(sheet):
    return [text.get_text() for text in sheet.ax.texts if text.get_text().strip()]


def placed(sheet):
    """Each text and where it stands: left, top, right, bottom, in inches."""
    renderer = FigureCanvasAgg(sheet.figure).get_renderer()
    dpi = sheet.figure.dpi
    for text in sheet.ax.texts:
        if text.get_text().strip():
            box = text.get_window_extent(renderer)
            yield text.get_text(), (box.x0 / dpi, HEIGHT - box.y1 / dpi, box.x1 / dpi, HEIGHT - box.y0 / dpi)


def overlap(one, other):
    """How far two rectangles reach into each other; 0 or less where they do not."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


def filled_in(sheet):
    """What stands where a student writes."""
    return [said for said, where in placed(sheet) for blank in sheet.blanks if overlap(where, blank) > NEAR]


def on_paper(rectangle):
    left, top, right, bottom = rectangle
    return BORDER < left < right < WIDTH - BORDER and BORDER < top < bottom < HEIGHT - BORDER


def test_every_lecture_has_a_handout():
    assert set(SHEETS) == set(NAMES)


@pytest.mark.parametrize("number", NAMES)
def test_every_lecture_has_a_slip_for_its_votes(number):
    sheet = slip(number)
    assert len(sheet.blanks) >= 2 + 2 * 2 * 3  # name and date; two votes of three choices at least
    assert filled_in(sheet) == []
    assert all(on_paper(where) for _, where in placed(sheet))


@pytest.mark.parametrize("number", NAMES)
def test_a_handout_is_an_empty_form(number):
    sheets = sheets_of(number)
    assert 1 <= len(sheets) <= 2
    assert sum(len(sheet.blanks) for sheet in sheets) >= 20
    for sheet in sheets:
        said = words(sheet)
        assert said[0].startswith(f"{number} · ")
        assert said[1:3] == ["Name", "Date"]
        assert " ".join(said[3:]).startswith(sheet.task)
        assert filled_in(sheet) == []
        every = list(placed(sheet))
        assert [one for one, where in every if not on_paper(where)] == []
        assert all(map(on_paper, sheet.blanks))
        pairs = [(one, other, overlap(a, b)) for k, (one, a) in enumerate(every) for other, b in every[:k]]
        assert [pair for pair in pairs if pair[2] > 0.04] == []
    if number in GRAPHS:
        G = defined(number, GRAPHS[number])["G"]
        assert set(G) <= set(words(sheets[0]))
        arrows = [patch for patch in sheets[0].ax.patches if isinstance(patch, PathPatch)]
        assert len(arrows) == 2 * G.number_of_edges()  # with their heads
    if number == 9:
        leaves = [str(n) for n in defined(9, "play")["numbers"].values() if not isinstance(n, list)]
        assert set(leaves) <= set(words(sheets[0]))


def test_an_answer_in_a_form_is_found():
    sheet = Sheet(1, "Fill in.")
    sheet.table([["pile"], [None]], [1.0])
    assert filled_in(sheet) == []
    left, top, right, bottom = sheet.blanks[-1]
    sheet.text((left + right) / 2, (top + bottom) / 2, "WIN", ha="center")
    assert filled_in(sheet) == ["WIN"]


def test_the_files_have_all_pages_and_are_the_same_each_time(tmp_path):
    sheets = [*sheets_of(15), *sheets_of(1)]
    for name in ("one", "two"):
        write(sheets, tmp_path / f"{name}.pdf")
    one = (tmp_path / "one.pdf").read_bytes()
    assert len(re.findall(rb"/Type /Page\b(?!s)", one)) == len(sheets)
    assert one.replace(b"(one)", b"(two)") == (tmp_path / "two.pdf").read_bytes()
    width, height = (float(x) for x in re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)", one).groups())
    assert (round(width), round(height)) == (595, 842)  # A4, in points
    assert b"/Subtype /Image" not in one
