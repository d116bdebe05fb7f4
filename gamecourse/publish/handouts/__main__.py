"""Write all handouts as pages and, with a Chromium, PDFs: ``python -m gamecourse.publish.handouts
build/handouts``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gamecourse.course.plan import lectures
from gamecourse.publish.handouts.sheets import exam, papers, sheets

#: The head of a page, to be filled with its title and the styles.
HEAD = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta '
    'charset="utf-8"><title>{}</title>\n<style>\n{}</style></head>\n'
)
#: The commands by which a system may call a Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
#: How a Chromium prints a page.
PRINT_OPTIONS = ("--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer")


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


def chromium() -> str | None:
    """The Chromium of the system, or one of Playwright's."""
    playwrights = Path.home().glob(".cache/ms-playwright/chromium-*/chrome-*/chrome")
    for command in (*BROWSERS, *map(str, playwrights)):
        if path := shutil.which(command):
            return path
    return None


def as_pdf(browser: str, paths: list[Path]) -> None:
    """Print each page into a PDF file beside it."""
    options = list(PRINT_OPTIONS)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # as root, Chromium does not start without it
    with tempfile.TemporaryDirectory() as home:
        for path in map(Path.absolute, paths):
            files = [
                f"--user-data-dir={home}",
                f"--print-to-pdf={path.with_suffix('.pdf')}",
                path.as_uri(),
            ]
            subprocess.run(
                [browser, *options, *files], check=True, capture_output=True, timeout=120
            )


def main(folder: Path) -> None:
    """Write the pages, and print them if a browser is there."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {folder / f"{name}.html": text for name, text in pages().items()}
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8")
    if browser := chromium():
        as_pdf(browser, list(paths))
    how = "and the same as PDF" if browser else "any browser prints them: Print, paper A4"
    print(f"{len(paths)} pages in {folder}; {how}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
