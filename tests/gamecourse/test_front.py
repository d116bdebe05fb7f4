"""The moving picture of the README is the one that the library draws now, and its numbers are those
of a second method.
"""

import re
from xml.etree import ElementTree

from gamecourse.publish import ROOT
from gamecourse.publish.front import BOARD, picture
from gamelib import WIN, solve
from gamelib.games.thief import POLICEMAN

STORED = (ROOT / "docs" / "chase.svg").read_text(encoding="utf-8")


def test_it_is_the_picture_that_the_library_draws():
    assert picture() == STORED, "run: .venv/bin/python -m gamecourse.publish.front"
    assert len(STORED) < 500_000
    assert not re.search(r"<script|href=|@import|url\(", STORED)  # GitHub shows it as an image


def test_its_marks_and_words_are_those_of_the_book():
    solution = solve(BOARD)
    verdicts = [verdict for position, verdict in solution.items() if position[2] == POLICEMAN]
    marks = "".join(re.findall(r'<path class="mark[^>]* d="([^"]+)"', STORED))
    won = sum(verdict.outcome == WIN for verdict in verdicts)
    assert marks.count("v.92") == won
    assert marks.count("a.42.42 0 1 0 .84") == len(verdicts) - won
    for so_far, moves in re.findall(r">(\d+) of 625 end within (\d+) moves", STORED):
        within = [verdict for verdict in verdicts if verdict.remoteness <= int(moves)]
        assert len(within) == int(so_far)
    longest = max(verdict.remoteness for verdict in verdicts)
    assert f">All {len(verdicts)} end within {longest} moves.<" in STORED
    assert f">Caught, after {solution[BOARD.start()].remoteness} moves.<" in STORED


def test_it_stands_still_for_those_who_want_that():
    """Then one line of words is seen on each side, and all marks."""
    assert "prefers-reduced-motion: reduce" in STORED
    names = re.findall(r'class="caption (\w+)"', STORED)
    hidden = re.findall(r"\.(\w+) \{ animation-name: \w+; visibility: hidden \}", STORED)
    assert len({*names} - {*hidden}) == 2
    ElementTree.fromstring(STORED)
