"""The code that really runs, shown in a lecture."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import Any

#: The sections of a docstring, from the first to the closing quotes; help() shows them, but a slide
#: has no room.
SECTIONS = re.compile(r"\n\n +(Parameters|Returns)\n +-+\n.*?(?=\n +\"\"\")", re.DOTALL)


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

    A lecture that prints it cannot drift away from the code. The sections of its docstring
    (Parameters and what follows) are left to ``help``. Raises TypeError for anything that was not
    written in Python.

    >>> from gamelib.games import Matches
    >>> show_source(Matches.start)
    def start(self) -> int:
        return self.n
    """
    try:
        return Source(SECTIONS.sub("", textwrap.dedent(inspect.getsource(thing)).strip()))
    except (TypeError, OSError):
        raise TypeError(
            f"{thing!r} has no source to show: give a function, a method or a class of the library"
        ) from None
