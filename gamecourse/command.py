"""What the commands share: how a function becomes a command, and what a command says if it refuses."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable
from typing import Any


class Refusal(Exception):
    """Raised with one line that says what is wrong with the input."""


def add(commands: Any, name: str, run: Callable[[argparse.Namespace], int | None]) -> argparse.ArgumentParser:
    """A parser for the command that ``run`` implements; its options are still to be added.

    The docstring of ``run`` is the command's help: a line for the list of commands, a description, and a last part.
    """
    short, text, last = (" ".join(part.split()) for part in inspect.cleandoc(run.__doc__ or "").split("\n\n"))
    parser: argparse.ArgumentParser = commands.add_parser(name, help=short.rstrip("."), description=text, epilog=last)
    parser.set_defaults(run=run)
    return parser
