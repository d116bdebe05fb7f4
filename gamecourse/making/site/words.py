"""Words for a page that are other than those for a notebook."""

from __future__ import annotations

import html
import re
from pathlib import Path

from gamecourse.making import ROOT

LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def at_home(text: str, path: Path) -> str:
    """The text of a file in which links to what has no page, such as a file of the library, are words alone.

    A link to what is not there at all stays as it is, for the builder to find.
    """

    def kept(match: re.Match[str]) -> str:
        target = (path.parent / match[2].partition("#")[0]).resolve()
        folder = target.relative_to(ROOT).parts[:1] if target.is_relative_to(ROOT) else ()
        page = target.suffix in (".ipynb", ".md") and folder in (("notebooks",), ("docs",))
        return match[0] if page or not target.exists() else match[1]

    return LINK.sub(kept, text)


def folded(summary: str, body: str) -> str:
    """Markdown behind a triangle."""
    return f"<details><summary>{html.escape(summary)}</summary>\n\n{body.strip()}\n\n</details>\n"


def inside(name: str, *pages: str) -> str:
    """What hangs on this page in the table of contents."""
    return "\n\n```{toctree}\n:hidden:\n\n" + "".join(f"{name} <{page}>\n" for page in pages) + "```"


def facts(*words: str) -> str:
    """A line below the title."""
    return '\n\n<p class="facts">' + " · ".join(filter(None, words)) + "</p>\n\n"
