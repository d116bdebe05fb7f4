"""What the commands share: how a function becomes a command, and what a command says if it
refuses.
"""

from __future__ import annotations

import argparse
import codecs
import inspect
from collections.abc import Callable
from typing import Any

#: What stands for our signs where an output has no room for them.
PLAIN_SIGNS = {
    "✓": "+",
    "✗": "x",
    "○": "o",
    "◔": "~",
    "≈": "~",
    "–": "-",
    "★": "*",
    "▲": "^",
    "▼": "v",
    "●": "o",
}

#: The name of the rule by which an output that is not UTF-8 writes what it cannot write.
IN_PLAIN_SIGNS = "gamecourse.plain_signs"


class Refusal(Exception):
    """Raised with one line that says what is wrong with the input."""


def add(
    commands: Any, name: str, run: Callable[[argparse.Namespace], int | None]
) -> argparse.ArgumentParser:
    """Add a command to ``commands`` (argparse's subparsers), and return its parser, which has no
    options yet.

    ``run`` implements the command. Its docstring is the command's help: a line for the list of
    commands, a description, and a last part.
    """
    paragraphs = inspect.cleandoc(run.__doc__ or "").split("\n\n")
    line, description, last = (" ".join(paragraph.split()) for paragraph in paragraphs)
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=line.rstrip("."), description=description, epilog=last
    )
    parser.set_defaults(run=run)
    return parser


def printable(text: str) -> str:
    """The text with escapes for signs that cannot be seen: such a sign may end a line, move the
    cursor, or reverse the order of writing.

    >>> print(printable("a\\x1b[2K\\n\\u202eb"))
    a\\x1b[2K\\n\\u202eb
    """
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def _in_plain_signs(error: UnicodeError) -> tuple[str, int]:
    """What an output writes in place of what it cannot write, and where it goes on: an error handler
    for ``codecs``.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    plain = (
        PLAIN_SIGNS.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in text
    )
    return "".join(plain), error.end


codecs.register_error(IN_PLAIN_SIGNS, _in_plain_signs)


def write_any_sign(output: Any) -> None:
    """Let an output write every text: in its own signs, or in plain ones."""
    may_fail = getattr(output, "errors", None) in ("strict", "surrogateescape")
    if may_fail and hasattr(output, "reconfigure"):
        output.reconfigure(errors=IN_PLAIN_SIGNS)
