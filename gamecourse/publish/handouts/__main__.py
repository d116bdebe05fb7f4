"""Write all handouts as pages and, with a Chromium, PDFs: ``python -m gamecourse.publish.handouts
build/handouts``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from gamecourse.course.plan import lectures
from gamecourse.publish.handouts.sheets import exam, papers, sheets
from gamecourse.publish.printing import as_pdf, chromium

#: The head of a page, to be filled with its title and the styles.
HEAD = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta '
    'charset="utf-8"><title>{}</title>\n<style>\n{}</style></head>\n'
)


def pages() -> dict[str, str]:
    """All files by their names: one for each lecture, one with all lectures, and the exam
    papers.
    """
    bodies = {path.stem: "".join(sheets(path.stem)) for path in lectures()}
    bodies["handouts"] = "".join(bodies.values())
    for minutes in papers():
        bodies[f"exam-{minutes}-minutes"] = exam(minutes)
    style = Path(__file__).with_name("handouts.css").read_text(encoding="utf-8")
    return {
        name: f"{HEAD.format(name, style)}<body>\n{body}</body>\n</html>\n"
        for name, body in bodies.items()
    }


def main(folder: Path) -> None:
    """Write the pages, and print them if a browser is there."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {folder / f"{name}.html": text for name, text in pages().items()}
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8")
    if browser := chromium():
        for path in paths:
            as_pdf(browser, path.absolute().as_uri(), path.with_suffix(".pdf"))
    how = "and the same as PDF" if browser else "any browser prints them: Print, paper A4"
    print(f"{len(paths)} pages in {folder}; {how}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
