"""The answer of a solver that a picture or a widget needs; anything else is refused in one
sentence.
"""

from __future__ import annotations

from typing import Any

from gamelib.diagnose import check_protocol, protocol_of


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
        The answer itself.

    Raises
    ------
    TypeError
        For anything else; a class is refused in the words of ``check_protocol``.
    """
    if isinstance(answer, kind):
        return answer
    if isinstance(answer, type):
        check_protocol(answer, protocol_of(answer))  # says that it is a class
    raise TypeError(f"{type(answer).__name__} is not an answer of {solver}: write {cure}")
