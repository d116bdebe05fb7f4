"""A slip for the votes of a lecture, from its script: a student marks a choice before the class raises its fingers."""

from __future__ import annotations

import re
from string import ascii_uppercase

from gamecourse.making import ROOT
from gamecourse.making.handouts.lecture import NAMES
from gamecourse.making.handouts.sheet import LEFT, Sheet
from gamecourse.making.script import CORE, read

TASK = "Mark what you expect before the class votes; when you know, tick what is true."


def slip(number: int) -> Sheet:
    """The votes of the core: each with its choices, a box to mark and a box to tick."""
    script = read(ROOT / "docs" / "lectures" / f"{NAMES[number]}.md")
    sheet = Sheet(number, TASK)
    for slide in (slide for slide in script.slides if slide.section == CORE and slide.of("choice")):
        sheet.part(_plain(slide.title))
        for letter, choice in zip(ascii_uppercase, slide.of("choice"), strict=False):
            for column in (0.0, 0.4):
                sheet.box(LEFT + column, sheet.y, 0.26, 0.26, None)
            sheet.text(LEFT + 0.85, sheet.y + 0.13, f"{letter}   {_plain(choice.text)}")
            sheet.y += 0.36
        sheet.y += 0.16
    return sheet


def _plain(text: str) -> str:
    """Markdown as a sheet prints it."""
    return re.sub(r"(\*\*?|`|\$)(\S(?:.*?\S)?)\1", r"\2", text)
