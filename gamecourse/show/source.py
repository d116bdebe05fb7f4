"""The code that really runs, shown in a lecture."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import Any

#: The sections of a docstring, from the first to the closing quotes, and its examples; help() shows
#: them, but a slide has no room.
LEFT_OUT = re.compile(
    r"\n\n +(?:(?:Parameters|Returns|Raises|Examples)\n +-+|>>>.*)\n.*?(?=\n +\"\"\")", re.DOTALL
)
#: The docstring of what is shown, if it has several lines: its indentation and its text.
DOCSTRING = re.compile(r'^( +)"""(.+?)\n +"""$', re.DOTALL | re.MULTILINE)
ONE_LINE = re.compile(r'^( +)"""(.+)"""$', re.MULTILINE)

#: What a page and a slide have room for.
COLUMNS = 80


class Source:
    """A piece of source, shown as a highlighted block in a notebook and as itself elsewhere."""

    def __init__(self, text: str) -> None:
        self._text = text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self._text}\n```"

    def __repr__(self) -> str:
        return self._text


def show_source(thing: Any) -> Source:
    """Return the source of a function, method, class or kernel, as it stands in the library at this
    moment.

    A lecture that prints it cannot drift away from the code. Sections and examples of its docstring
    are left to ``help``, and the rest of the docstring is laid out for 80 columns. Raises TypeError
    for anything that was not written in Python.

    >>> from gamelib.games import Matches
    >>> show_source(Matches.start)
    def start(self) -> int:
        return self.n
    """
    try:
        text = textwrap.dedent(inspect.getsource(thing)).strip()
    except (TypeError, OSError):
        raise TypeError(
            f"{thing!r} has no source to show: give a function, a method or a class of the library"
        ) from None
    text = LEFT_OUT.sub("", text)
    text = ONE_LINE.sub(narrowed, text, count=1)
    return Source(DOCSTRING.sub(narrowed, text, count=1))


def narrowed(docstring: re.Match[str]) -> str:
    """Return a docstring with its quotes, each paragraph laid out anew for 80 columns; a docstring
    of one line that fits stays as it is.
    """
    indent, words = docstring[1], docstring[2]
    if "\n" not in words and len(docstring[0]) <= COLUMNS:
        return docstring[0]
    room = COLUMNS - len(indent)
    laid_out = []
    for paragraph in re.split(r"\n\n+", '"""' + words.strip()):
        in_one_line = " ".join(line.strip() for line in paragraph.splitlines())
        laid_out.append(textwrap.fill(in_one_line, room, break_long_words=False))
    return textwrap.indent("\n\n".join(laid_out) + '\n"""', indent)
