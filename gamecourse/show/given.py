"""What a picture is asked for: the one sentence with which anything else is refused."""

from __future__ import annotations

from typing import Any

from gamelib import ask


def answer(given: Any, kind: type, solver: str, cure: str) -> Any:
    """The answer of a solver, if it is of this kind; else TypeError, with what to write.

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
        What was given.

    Raises
    ------
    TypeError
        For anything else; for a class in the words of the gate.
    """
    if isinstance(given, kind):
        return given
    if isinstance(given, type):
        ask.any_game(given)  # says that it is a class
    raise TypeError(f"{type(given).__name__} is given, and what {solver} answers is wanted here: {cure}")
