"""What the commands share: how a function becomes one, and what it says if it cannot do what it is asked."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable
from typing import Any


class Refusal(Exception):
    """What is wrong with the input, in one line."""


def add(commands: Any, name: str, run: Callable[[argparse.Namespace], int | None]) -> argparse.ArgumentParser:
    """A parser for the command that ``run`` is, its options still to be added.

    The docstring is the command's help: a line for the list of commands, a description, and what stands last.
    """
    short, text, last = (" ".join(part.split()) for part in inspect.cleandoc(run.__doc__ or "").split("\n\n"))
    parser: argparse.ArgumentParser = commands.add_parser(name, help=short.rstrip("."), description=text, epilog=last)
    parser.set_defaults(run=run)
    return parser
