"""Pages as PDF, by the Chromium of the system, where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

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
