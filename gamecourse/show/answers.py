"""The answer of a solver that a picture or a widget needs; anything else is refused in one
sentence.
"""

from __future__ import annotations

from typing import Any

import gamefast
import gamelib
from gamecourse.show.arrays import with_arrays
from gamefast import ask


def require_answer(answer: Any, kind: type, solver: str, cure: str) -> Any:
    """Return a solver's answer if it is of this kind; otherwise raise TypeError and say what to
    write.

    Parameters
    ----------
    answer
        The argument of the reader: perhaps a game that is not solved yet.
    kind
        The class of the answer that is wanted.
    solver
        The name of the solver that gives it.
    cure
        The call as it should be.

    Returns
    -------
    Answer
        The answer itself; a Solution with its arrays, whichever ``solve`` has made it.

    Raises
    ------
    TypeError
        For anything else; a class is refused in the words of ``ask.any_game``.
    """
    if kind is gamefast.Solution and isinstance(answer, gamelib.Solution):
        return with_arrays(answer)
    if isinstance(answer, kind):
        return answer
    if isinstance(answer, type):
        ask.any_game(answer)  # says that it is a class
    raise TypeError(f"{type(answer).__name__} is not an answer of {solver}: write {cure}")
