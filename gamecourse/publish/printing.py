"""Pages to print: as HTML, and as PDF by the Chromium of the system, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

#: The head of a page to print, to be filled with its title and the styles.
HEAD = (
    '<!DOCTYPE html>\n<html lang="en">\n<head><meta '
    'charset="utf-8"><title>{}</title>\n<style>\n{}</style></head>\n'
)
STYLE = Path(__file__).with_name("handouts") / "handouts.css"
#: The commands by which a system may call a Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
#: How a Chromium prints a page. The milliseconds are those of the page's own clock: so long may its
#: scripts take, and they are not waited for if nothing happens.
PRINT_OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--no-pdf-header-footer",
    "--virtual-time-budget=60000",
)


def chromium() -> str | None:
    """The Chromium of the system, or one of Playwright's."""
    playwrights = Path.home().glob(".cache/ms-playwright/chromium-*/chrome-*/chrome")
    for command in (*BROWSERS, *map(str, playwrights)):
        if path := shutil.which(command):
            return path
    return None


def as_pdf(browser: str, address: str, file: Path) -> None:
    """Print the page at an address into a PDF file."""
    options = list(PRINT_OPTIONS)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")  # as root, Chromium does not start without it
    with tempfile.TemporaryDirectory() as home:
        files = [f"--user-data-dir={home}", f"--print-to-pdf={file.absolute()}", address]
        subprocess.run([browser, *options, *files], check=True, capture_output=True, timeout=180)


def page_to_print(title: str, body: str) -> str:
    """A page with the styles of what is printed."""
    style = STYLE.read_text(encoding="utf-8")
    return f"{HEAD.format(title, style)}<body>\n{body}</body>\n</html>\n"


def write_pages(folder: Path, bodies: Mapping[str, str]) -> str:
    """Write pages to print into a folder, and print each as PDF if a browser is there. Returns how
    many there are and what to do with them, in words.

    Parameters
    ----------
    folder
        It is made if it is not there.
    bodies
        The body of each page as HTML, by its name.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {folder / f"{name}.html": page_to_print(name, body) for name, body in bodies.items()}
    for path, text in paths.items():
        path.write_text(text, encoding="utf-8")
    if browser := chromium():
        for path in paths:
            as_pdf(browser, path.absolute().as_uri(), path.with_suffix(".pdf"))
    how = "and the same as PDF" if browser else "any browser prints them: Print, paper A4"
    return f"{len(paths)} pages in {folder}; {how}"
