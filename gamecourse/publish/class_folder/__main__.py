"""Everything for a class in one folder, which opens with one page: ``make class``, or ``make class
N=4`` for one lecture.

The folder is the lecturer's site (``site/``), with the decks (``slides.py``) and the sheets
(``handouts/``) in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gamecourse.command import Refusal
from gamecourse.course.plan import lectures
from gamecourse.publish import ROOT
from gamecourse.publish.handouts.__main__ import sheets_of
from gamecourse.publish.notebooks import lectures_with_outputs
from gamecourse.publish.printing import chromium, write_pages
from gamecourse.publish.site.__main__ import Site, build
from gamecourse.publish.site.for_class import DECKS, SHEETS
from gamecourse.publish.slides import FaultyScripts, print_decks, write_decks


def chosen(number: int | None) -> list[Path]:
    """The lecture with a number, or all lectures; raises Refusal if there is none."""
    every = lectures()
    if number is None:
        return every
    found = [path for path in every if path.stem.startswith(f"{number:02}-")]
    if not found:
        raise Refusal(f"there is no lecture {number}: give a number from 1 to {len(every)}")
    return found


def write(out: Path, paths: Sequence[Path]) -> None:
    """Write the folder for a class with these lectures.

    Raises Refusal if a script is faulty, or if a page has a link that leads nowhere.
    """
    site = Site(out, lecturer=True, solutions=True, paths=paths, beside=True)
    if build(site):
        raise Refusal("the pages are not complete: the lines above say why")
    try:
        write_decks(out / DECKS, lectures_with_outputs(paths))
    except FaultyScripts as error:
        raise Refusal(str(error)) from None
    if browser := chromium():
        print_decks([out / DECKS / f"{path.stem}.html" for path in paths], browser)
    write_pages(out / SHEETS, sheets_of(paths))


def main(arguments: Sequence[str]) -> None:
    """Write the folder that is asked for, and say what to open."""
    parser = argparse.ArgumentParser(prog="make class", description="Everything for a class.")
    parser.add_argument("number", nargs="?", type=int, help="of one lecture; without it, all")
    number = parser.parse_args(arguments).number
    name = "class" if number is None else f"class-{number:02}"
    out = ROOT / "build" / name
    try:
        write(out, chosen(number))
    except Refusal as refusal:
        sys.exit(f"{refusal}.")
    pdf = (
        "decks and sheets also as PDF"
        if chromium()
        else "with a Chromium, decks would be PDFs, too"
    )
    print(f"{out.relative_to(ROOT)}/index.html: open it ({pdf})")


if __name__ == "__main__":
    main(sys.argv[1:])
