"""Faster functions that another package offers, by type. Gamelib asks for a function when it needs
one.

``gamefast``, if it is installed, is imported at the first question. Without it the answer to every
question is None, and gamelib does the work itself: the answers are the same, but come later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_OFFERS: dict[tuple[str, type], Callable[..., Any]] = {}


def offer(what: str, kind: type = object) -> Callable[[Any], Any]:
    """Say that a function does ``what`` for a thing of exactly this class: a subclass may have
    other rules.
    """
    return lambda function: _OFFERS.setdefault((what, kind), function)


def offered(what: str, thing: object = None) -> Callable[..., Any] | None:
    """The function that does ``what`` for this thing, or for anything if none is given; None if
    nobody offers one.
    """
    _load()
    return _OFFERS.get((what, type(thing) if thing is not None else object))


def needed(what: str, words: str) -> Callable[..., Any]:
    """Return the function as ``offered`` does; if gamefast is missing, raise ModuleNotFoundError in
    these ``words``.
    """
    if (found := offered(what)) is None:
        raise ModuleNotFoundError(
            f"{words} is in gamefast, which is not installed here", name="gamefast"
        )
    return found


@cache
def _load() -> None:
    if find_spec("gamefast") is not None:
        import_module("gamefast.offers")
