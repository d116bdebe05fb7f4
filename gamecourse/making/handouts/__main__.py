"""Write all handouts as PDFs: ``python -m gamecourse.making.handouts build/handouts``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import matplotlib
from matplotlib.backends.backend_pdf import PdfPages

from gamecourse.making import checked_out
from gamecourse.making.handouts import backward, chance, forward, impartial, paper, votes
from gamecourse.making.handouts.lecture import NAMES
from gamecourse.making.handouts.sheet import SHEETS, Sheet, sheets_of

WINGS = (backward, impartial, forward, chance)  # each has the sheets of its lectures


def write(sheets: Iterable[Sheet], path: Path) -> None:
    """One PDF of these pages, the same file each time."""
    facts = {"CreationDate": None, "Title": path.stem, "Creator": "gamelib"}
    # A figure that has been saved asks for the layout again.
    with matplotlib.rc_context({"figure.constrained_layout.use": False}), PdfPages(path, metadata=facts) as pdf:
        for sheet in sheets:
            pdf.savefig(sheet.figure)


def main(folder: Path) -> None:
    """A file for each lecture, its votes last; one with all of them; and the exam papers."""
    folder.mkdir(parents=True, exist_ok=True)
    every: list[Sheet] = []
    for number in sorted(SHEETS):
        sheets = [*sheets_of(number), votes.slip(number)]
        write(sheets, folder / f"{NAMES[number]}.pdf")
        every += sheets
    write(every, folder / "handouts.pdf")
    for minutes in paper.papers():
        write(paper.pages(minutes), folder / f"exam-{minutes}-minutes.pdf")
    print(f"{len(SHEETS)} handouts, {len(every)} pages, in {folder}")


if __name__ == "__main__":
    checked_out()
    main(Path(sys.argv[1]))
