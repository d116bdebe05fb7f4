"""Checking a student's answer: not attempted, wrong with a reason, or right.

An exercise is called with the answer and says one of three things. *Not attempted yet*: the stub is still there (it
returns ``NotImplemented``). *Wrong*: with the smallest input on which the answer differs, or, for a strategy, the
shortest play in which an opponent gets the better of it. *Right*. ``exercise.hint()`` gives one hint after the other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from gamelib.adapters import Misere
from gamelib.core import LOSS, WIN, Game, IllegalMove, Text, move_text_of, text_of
from gamelib.games import Matches
from gamelib.play import play_checked
from gamelib.solvers import solve
from gamelib.solvers.periods import find_period


class State(Enum):
    """What can be said of an answer."""

    NOT_ATTEMPTED = "○ not attempted yet"
    WRONG = "✗ wrong"
    RIGHT = "✓ right"


class Finding(Text):
    """A state and a reason, shown as it stands."""

    state: State

    def __new__(cls, state: State, reason: str = "") -> Finding:
        finding = super().__new__(cls, state.value + (f": {reason}" if reason else ""))
        finding.state = state
        return finding


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
        return NOT_ATTEMPTED if answer is NotImplemented else self._check(answer)

    def hint(self) -> Text:
        """The next hint; the last one again when there are no more."""
        self._given = min(self._given + 1, len(self._hints))
        return Text(f"hint {self._given} of {len(self._hints)}: {self._hints[self._given - 1]}")


def compare(answer: Callable[..., Any], right: Callable[..., Any], inputs: Iterable[tuple[Any, ...]]) -> Finding:
    """Compare a student's function with the right one on inputs given from small to large."""
    if not callable(answer):
        return wrong(f"give the function itself, without calling it; this is {answer!r}")
    for arguments in inputs:
        said = f"{getattr(answer, '__name__', 'it')}({', '.join(map(repr, arguments))})"
        try:
            found = answer(*arguments)
        except RecursionError:
            return wrong(f"{said} calls itself for ever")
        except Exception as error:  # whatever the student's code may raise
            return wrong(f"{said} stops with {type(error).__name__}: {error}")
        if found is NotImplemented:
            return NOT_ATTEMPTED
        expected = right(*arguments)
        if found != expected:
            return wrong(f"{said} is {found!r}, it should be {expected!r}")
    return RIGHT


def wins(game: Game[Any, Any], strategy: Callable[[Any], Any], position: Any) -> Finding:
    """Whether a strategy wins from a position, against every opponent; if not, the shortest play that shows it.

    Breadth first over all the opponent's answers: so the play shown is as short as can be. Play that comes back to a
    position is not won either, for a strategy does the same there again.
    """
    queue: deque[tuple[Any, tuple[Any, ...]]] = deque([(position, ())])
    seen = {position}
    while queue:
        here, line = queue.popleft()
        result = game.outcome(here)
        if result is not None:
            if result > 0:
                continue
            return wrong(_refuted(game, position, line, "you have not won"))
        try:
            move = strategy(here)
        except Exception as error:  # whatever the student's code may raise
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
            if result < 0:
                continue
            return wrong(_refuted(game, position, (*line, move), "you have not won"))
        for answer in game.moves(there):
            after = game.play(there, answer)
            if after not in seen:
                seen.add(after)
                queue.append((after, (*line, move, answer)))
    return RIGHT if _ends(game, strategy, position) else wrong("against it play can go round for ever: nobody wins")


def _ends(game: Game[Any, Any], strategy: Callable[[Any], Any], position: Any) -> bool:
    """Whether play against it can never come back: peel off, from the ends, what leads to nothing but ends."""
    options: dict[Any, set[Any]] = {}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here in options:
            continue
        options[here] = set()
        if game.outcome(here) is None:
            there = game.play(here, strategy(here))
            if game.outcome(there) is None:
                options[here] = {game.play(there, answer) for answer in game.moves(there)}
        waiting += options[here]
    while ends := [here for here, after in options.items() if not after]:
        for end in ends:
            del options[end]
        for after in options.values():
            after.difference_update(ends)
    return not options


def _refuted(game: Game[Any, Any], position: Any, line: tuple[Any, ...], ending: str) -> str:
    """A play as boards, you and the opponent in turn."""
    lines = ["this play shows it.", text_of(game, position)]
    for ply, move in enumerate(line):
        lines.append(f"{('you', 'opponent')[ply % 2]}: {move_text_of(game, position, move)}")
        position = game.play(position, move)
        lines.append(text_of(game, position))
    return "\n".join([*lines, f"{ending}."])


def _pile_wins(takes: tuple[int, ...], misere: bool = False) -> Callable[[int], bool]:
    game: Any = Misere(Matches(60, takes)) if misere else Matches(60, takes)
    solution = solve(game)
    return lambda n: solution[n].outcome == WIN


def _other_takes(answer: Any) -> Finding:
    """wins(n): does the player to move win with n matches, if 1, 3 or 4 may be taken?"""
    return compare(answer, _pile_wins((1, 3, 4)), ((n,) for n in range(61)))


def _good_to_leave(answer: Any) -> Finding:
    """The piles up to 30 to leave to the opponent, as a list, if the last match loses and 1 to 4 may be taken."""
    is_won = _pile_wins((1, 2, 3, 4), misere=True)
    right = [n for n in range(31) if not is_won(n)]
    if not isinstance(answer, list | tuple | set | range):
        return wrong(f"give a list of piles; this is {answer!r}")
    for n in range(31):
        if (n in answer) != (n in right):
            return wrong(
                f"{n} is {'in your list, but is a WIN' if n in answer else 'missing: it is a LOSS'} for who faces it"
            )
    return RIGHT


def _strategy(answer: Any) -> Finding:
    """A strategy for 32 matches of which 1 to 5 may be taken: pile -> take, winning against everybody."""
    return wins(Matches(32, (1, 2, 3, 4, 5)), answer, 32)


def _two_takes(answer: Any) -> Finding:
    """period(a, b): the period of won and lost piles if a or b may be taken, a < b."""

    def right(a: int, b: int) -> int:
        solution = solve(Matches(12 * b, (a, b)))
        found = find_period([verdict.outcome == LOSS for verdict in solution.values()], b)
        assert found is not None
        return found.period

    return compare(answer, right, ((a, b) for b in range(2, 11) for a in range(1, b)))


other_takes = Exercise(
    _other_takes,
    "Climb from 0: what can the player to move do with 0, 1, 2 matches?",
    "won, if some take that is there leads to a pile that is not won: any(not wins(n - t) for t in (1, 3, 4) if ...).",
)
good_to_leave = Exercise(
    _good_to_leave,
    "Who faces 1 match must take it and has lost. Who faces 2, 3, 4 or 5?",
    "Whatever he takes, you take what is missing to 5. Which pile do you want to come down to?",
)
strategy = Exercise(
    _strategy,
    "Which piles does a player want to leave, if 1 to 5 may be taken?",
    "Take the remainder by 6; where it is 0 you will never stand, if you have begun well.",
)
two_takes = Exercise(
    _two_takes,
    "Let find_period tell you the period for some pairs. When is it not a + b?",
    "Look at the pairs (1, 3), (1, 5), (2, 6): how often does a go into b?",
)
