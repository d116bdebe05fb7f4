"""The one sentence with which a picture refuses anything but the right solver's answer."""

from __future__ import annotations

from typing import Any

import gamefast
import gamelib
from gamecourse.show.arrays import arrays
from gamefast import ask


def answer(given: Any, kind: type, solver: str, cure: str) -> Any:
    """Return a solver's answer if it is of this kind; otherwise raise TypeError and say what to
    write.

    Parameters
    ----------
    given
        What was given: perhaps a game that is not solved yet.
    kind
        The class of the answer that is wanted.
    solver
        The name of the solver that gives it.
    cure
        The call as it should be.

    Returns
    -------
    Answer
        What was given; a Solution with its arrays, whichever ``solve`` has made it.

    Raises
    ------
    TypeError
        For anything else; a class is refused in the words of ``ask.any_game``.
    """
    if kind is gamefast.Solution and isinstance(given, gamelib.Solution):
        return arrays(given)
    if isinstance(given, kind):
        return given
    if isinstance(given, type):
        ask.any_game(given)  # says that it is a class
    raise TypeError(f"{type(given).__name__} is not an answer of {solver}: write {cure}")
