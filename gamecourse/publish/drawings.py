"""Figures as SVG that stands in a page, so that their words have the page's font and stay sharp."""

from __future__ import annotations

import html
import re

#: Where a name of a part of a drawing begins: as it is given, and as it is used.
NAMED = re.compile(r'(\bid="|href="#|url\(#)')


def inline(svg: str, prefix: str, words: str) -> str:
    """A drawing to be put into a page.

    Parameters
    ----------
    svg
        The drawing (``show.figures.drawings``).
    prefix
        With this the names in it begin, so that two drawings on a page have no name in common.
    words
        What is read to those who cannot see it; "" if it is to be passed over.

    Examples
    --------
    >>> inline('<svg><path id="a"/></svg>', "one-", "A line.")
    '<svg role="img" aria-label="A line."><path id="one-a"/></svg>'
    """
    own_names = NAMED.sub(rf"\g<1>{prefix}", svg)
    label = html.escape(words, quote=True)
    attributes = f'role="img" aria-label="{label}"' if words else 'aria-hidden="true"'
    return own_names.replace("<svg", f"<svg {attributes}", 1)
