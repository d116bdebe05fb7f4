"""Checking a student's answer: not attempted, wrong with a reason, or right.

An exercise is called with the answer and says one of three things. *Not attempted yet*: the stub is still there (it
returns ``NotImplemented``). *Wrong*: with the smallest input on which the answer differs, or, for a strategy, the
shortest play in which an opponent gets the better of it. *Right*. ``exercise.hint()`` gives one hint after the other.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from gamelib.core import Game, IllegalMove, Text, move_text_of, text_of
from gamelib.play import play_checked

#: What a student's code may raise; exit() in a cell must not end the checker either.
STUDENT_ERRORS = (Exception, SystemExit)


class State(Enum):
    """What can be said of an answer."""

    NOT_ATTEMPTED = "○ not attempted yet"
    WRONG = "✗ wrong"
    RIGHT = "✓ right"


class Finding(Text):
    """A state and a reason, shown as it stands."""

    state: State
    _made_of: tuple[State, str]

    def __new__(cls, state: State, reason: str = "") -> Finding:
        finding = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        finding.state = state
        finding._made_of = state, reason
        return finding

    def __reduce__(self) -> tuple[Any, ...]:
        return Finding, self._made_of


NOT_ATTEMPTED, RIGHT = Finding(State.NOT_ATTEMPTED), Finding(State.RIGHT)


def wrong(reason: str) -> Finding:
    """The finding that an answer is wrong, and why."""
    return Finding(State.WRONG, reason)


class Exercise:
    """A task with a checker and hints; call it with the answer."""

    def __init__(self, check: Callable[[Any], Finding], *hints: str) -> None:
        self._check, self._hints, self._given = check, hints, 0
        self.__doc__ = check.__doc__

    def __call__(self, answer: Any) -> Finding:
        if answer is NotImplemented:
            return NOT_ATTEMPTED
        try:
            return self._check(answer)
        except STUDENT_ERRORS as error:  # an answer of a kind nobody has thought of
            return wrong(f"this answer cannot be read, {type(error).__name__}: {error}")

    def hint(self) -> Text:
        """The next hint; the last one again when there are no more."""
        self._given = min(self._given + 1, len(self._hints))
        return Text(f"hint {self._given} of {len(self._hints)}: {self._hints[self._given - 1]}")


def exercise(*hints: str) -> Callable[[Callable[[Any], Finding]], Exercise]:
    """Make an exercise of a checker, with these hints: ``@exercise("Begin at the end.")``. At least one."""
    if not hints or not all(isinstance(hint, str) for hint in hints):
        raise TypeError('an exercise needs at least one hint: @exercise("...")')
    return lambda check: Exercise(check, *hints)


def compare(
    answer: Callable[..., Any],
    right: Callable[..., Any],
    inputs: Iterable[tuple[Any, ...]],
    shown: Callable[..., str] = lambda *arguments: ", ".join(map(repr, arguments)),
) -> Finding:
    """Compare a student's function with the right one on inputs given from small to large.

    ``shown``: how the inputs are written in the reason.
    """
    if not callable(answer):
        return wrong(f"give the function itself, without calling it; this is {answer!r}")
    for arguments in inputs:
        expected = right(*arguments)
        said = f"{getattr(answer, '__name__', 'it')}({shorten(shown(*arguments))})"
        try:
            found = answer(*copy.deepcopy(arguments))
        except RecursionError:
            return wrong(f"{said} calls itself for ever")
        except STUDENT_ERRORS as error:
            return wrong(f"{said} stops with {type(error).__name__}: {error}")
        if found is NotImplemented:
            return NOT_ATTEMPTED
        if not equal(found, expected):
            return wrong(f"{said} is {shorten(repr(found))}, it should be {shorten(repr(expected))}")
    return RIGHT


def equal(found: Any, expected: Any) -> bool:
    """Equality that is a yes or a no, whatever a student returns."""
    try:
        return bool(found == expected)
    except Exception:  # an array compared with a number is an array; and there are stranger things
        return False


def shorten(text: str, most: int = 300) -> str:
    """A text cut in the middle where it is long."""
    return text if len(text) <= most else f"{text[: most // 2]} ... {text[-most // 2 :]}"


def wins(game: Game[Any, Any], strategy: Callable[[Any], Any], position: Any, *, draws: bool = False) -> Finding:
    """Whether a strategy wins from a position, against every opponent; if not, the shortest play that shows it.

    With ``draws`` it is enough not to lose.

    Breadth first over all the opponent's answers: so the play shown is as short as can be. Play that comes back to a
    position is not won either, for a strategy does the same there again.
    """
    if not callable(strategy):
        return wrong(f"give the strategy itself, a function from position to move; this is {strategy!r}")
    queue: deque[tuple[Any, tuple[Any, ...]]] = deque([(position, ())])
    after: dict[Any, set[Any]] = {position: set()}  # for each position met, those in which it is our turn next
    failure = "you have lost" if draws else "you have not won"
    while queue:
        here, line = queue.popleft()
        result = game.outcome(here)
        if result is not None:
            if result > 0 or (draws and result == 0):
                continue
            return wrong(_refuted(game, position, line, failure))
        try:
            move = strategy(here)
        except STUDENT_ERRORS as error:
            return wrong(
                _refuted(game, position, line, f"there your strategy stops with {type(error).__name__}: {error}")
            )
        if move is NotImplemented:
            return NOT_ATTEMPTED
        try:
            there = play_checked(game, here, move)
        except IllegalMove as error:
            return wrong(_refuted(game, position, line, f"there your move {move!r} is not allowed: {error}"))
        result = game.outcome(there)
        if result is not None:
            if result < 0 or (draws and result == 0):
                continue
            return wrong(_refuted(game, position, (*line, move), failure))
        for answer in game.moves(there):
            option = game.play(there, answer)
            after[here].add(option)
            if option not in after:
                after[option] = set()
                queue.append((option, (*line, move, answer)))
    return RIGHT if draws or _ends(after) else wrong("against it play can go round for ever: nobody wins")


def _ends(after: dict[Any, set[Any]]) -> bool:
    """Whether play can never come back: peel off, from the ends, what leads to nothing but ends."""
    while ends := [here for here, options in after.items() if not options]:
        for end in ends:
            del after[end]
        for options in after.values():
            options.difference_update(ends)
    return not after


def _refuted(game: Game[Any, Any], position: Any, line: tuple[Any, ...], ending: str) -> str:
    """A play in which a strategy fails, as boards."""
    return f"this play shows it.\n{as_boards(game, position, line, ('you', 'opponent'))}\n{ending}."


def as_boards(game: Game[Any, Any], position: Any, line: Iterable[Any], names: tuple[str, str]) -> str:
    """A play as text: the position, and after each move who made it, the move, and the position then."""
    lines = [text_of(game, position)]
    for ply, move in enumerate(line):
        lines.append(f"{names[ply % 2]}: {move_text_of(game, position, move)}")
        position = game.play(position, move)
        lines.append(text_of(game, position))
    return "\n".join(lines)
