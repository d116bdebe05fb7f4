"""Write all handouts as pages and, with a Chromium, PDFs: ``python -m gamecourse.publish.handouts
build/handouts``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from gamecourse.course.plan import lectures
from gamecourse.publish.exams.bank import papers
from gamecourse.publish.exams.papers import original, paper_to_print
from gamecourse.publish.handouts.sheets import sheets
from gamecourse.publish.printing import write_pages


def sheets_of(paths: Sequence[Path]) -> dict[str, str]:
    """The bodies of the pages with the sheets of lectures, by their names."""
    return {path.stem: "".join(sheets(path.stem)) for path in paths}


def bodies() -> dict[str, str]:
    """The bodies of all pages by their names: one for each lecture, one with all lectures, and the
    exam papers.
    """
    pages = sheets_of(lectures())
    pages["handouts"] = "".join(pages.values())
    for minutes, paper in papers().items():
        pages[f"exam-{minutes}-minutes"] = paper_to_print(paper, original(paper))
    return pages


if __name__ == "__main__":
    print(write_pages(Path(sys.argv[1]), bodies()))
