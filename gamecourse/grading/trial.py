"""A student's strategy on trial against every possible opponent, and the line of play that refutes
the strategy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gamecourse.grading import limits
from gamecourse.grading.calls import (
    brief,
    call_function,
    clause,
    cure,
    name_of,
    shorten,
    shown,
)
from gamecourse.grading.exercises import call, stopped
from gamecourse.grading.feedback import RIGHT, Feedback, State, agrees, wrong, wrong_kind
from gamecourse.grading.plain import plain, same_kind
from gamelib import gate, solve
from gamelib.core import Game, IllegalMove, Outcome, TooLarge, move_text_of, text_of
from gamelib.diagnose import diagnose
from gamelib.play import Strategy

#: The most moves that are listed.
MOVES_TOLD = 6

#: A game of at most this many positions is solved to say which move was the mistake.
MOST_SOLVED = 100_000


WON_ONCE = (
    "The first time it was tried, it did better: its move must depend on the position alone, not on "
    "what it was asked before."
)

#: For each position where we move: the positions where we move next, and the two moves that lead
#: there.
Rounds = dict[Any, dict[Any, tuple[Any, Any]]]

#: Other ways to write moves: a question to the student, and the move that a returned value means at
#: a position.
Habits = dict[str, Callable[[Any, Any], Any]]

#: The ways in which a cell (row, column) may have been written otherwise.
CELL_HABITS: Habits = {
    "Rows and columns are counted from 0: did you begin with 1?": (
        lambda position, cell: (cell[0] - 1, cell[1] - 1)
    ),
    "The row comes first, then the column: did you write it the other way round?": (
        lambda position, cell: cell[::-1]
    ),
}


def wins(
    game: Game[Any, Any],
    strategy: Strategy,
    position: Any,
    *,
    draws: bool = False,
    habits: Habits | None = None,
) -> Feedback:
    """Whether a strategy, a function from position to move, wins against every opponent if it moves
    first.

    The search goes breadth first through all the opponent's answers, so the line that refutes a
    strategy is as short as possible. A line that comes back to a position does not win either,
    because the strategy makes the same move there again. A strategy that wins is tried once more,
    because it must win whatever it was asked before. The first move that gives the win away is
    marked. If ``draws``, it is enough not to lose. ``habits`` are other ways to write moves. Each
    is a question to the student, and a function that takes the position and what the strategy
    returns, and gives the intended move.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> wins(Matches(7), lambda pile: pile % 4, 7)
    ✓ right
    """
    if not callable(strategy):
        return wrong_kind(
            "the strategy itself, a function from position to move", strategy
        ).feedback
    if (mistake := diagnose(game, position)) is not None:
        raise mistake
    trial = _Trial(game, strategy, gate.begin(game, position), draws)
    feedback = trial.feedback()
    if feedback.state == State.RIGHT:
        again = trial.feedback()
        return again if again.state == State.RIGHT else again.with_remark(WON_ONCE)
    if feedback.play is None:
        return feedback
    limits.so_far(feedback)
    for question, meant in (habits or {}).items():

        def otherwise(here: Any, meant: Callable[[Any, Any], Any] = meant) -> Any:
            return meant(here, call(strategy, here))

        if trial._replace(strategy=otherwise).feedback().state == State.RIGHT:
            how = "never loses" if draws else "wins"
            return feedback.with_remark(f"{question} Read like that, it {how}.")
    return feedback


class _Trial(NamedTuple):
    """A trial of a strategy, from ``start`` on."""

    game: Game[Any, Any]
    strategy: Strategy
    start: Any
    draws: bool

    def feedback(self) -> Feedback:
        """What comes of it: the search goes breadth first."""
        queue, line = (
            deque([self.start]),
            dict[Any, tuple[Any, ...]]({self.start: ()}),
        )  # shortest lines
        after: Rounds = {}
        while queue:
            here = queue.popleft()
            options = self.round(here, line[here])
            if isinstance(options, Feedback):
                return options
            after[here] = options
            for option, moves in options.items():
                if option not in line:
                    line[option] = (*line[here], *moves)
                    queue.append(option)
        return RIGHT if self.draws or not (left := _endless(after)) else self.goes_round(left, line)

    def round(self, here: Any, line: tuple[Any, ...]) -> dict[Any, tuple[Any, Any]] | Feedback:
        """Each position after our move and an answer to that move, with both moves; or what ends
        the trial.
        """
        if (result := gate.result(self.game, here)) is not None:
            return self.ended(result, line)
        who = f"{name_of(self.strategy)}({shorten(repr(here))})"
        reply = call_function(self.strategy, (here,), who)
        if reply.stopped:
            found = stopped(reply, who, begun=bool(line))
            return self.refuted(line, found.reason) if found.state == State.WRONG else found
        move, why = move_of(self.game, here, reply.value, who)
        if why:
            why = f"{who} is None." if reply.value is None and reply.printed else why
            return self.refuted(line, why + reply.why_none)
        there = gate.play(self.game, here, move)
        if (result := gate.result(self.game, there)) is not None:
            return self.ended(-result, (*line, move))
        return {
            gate.play(self.game, there, answer): (move, answer)
            for answer in gate.moves(self.game, there)
        }

    def ended(self, result: float, line: tuple[Any, ...]) -> dict[Any, Any] | Feedback:
        """Play is over with this payoff for us: if it is good enough, nothing follows."""
        if result > 0 or (self.draws and result == 0):
            return {}
        return self.refuted(
            line, "You have lost." if result < 0 else "It is a draw, and you have not won."
        )

    def refuted(self, line: tuple[Any, ...], ending: str) -> Feedback:
        """The feedback that the strategy fails, shown by this line of play as boards."""
        notes = first_mistake(self.game, self.start, line, draws=self.draws)
        play = Played(self.game, self.start, line, notes, ending)
        return wrong(f"this play shows it.\n{play}\n{ending}", play)

    def goes_round(self, left: Rounds, line: dict[Any, tuple[Any, ...]]) -> Feedback:
        """The feedback that an opponent can keep play going for ever, with the cycle."""
        here = min(left, key=lambda position: len(line[position]))
        path, moves = [here], list(line[here])
        while True:  # every position left has an option that is left
            here, both = next(
                (option, both) for option, both in left[path[-1]].items() if option in left
            )
            moves += both
            if here in path:
                break
            path.append(here)
        begin = len(line[path[0]]) + 2 * path.index(here)
        notes = {begin: "from here", len(moves) - 1: "and there it is again"}
        play = Played(
            self.game, self.start, tuple(moves), notes, "Play can cycle for ever, and nobody wins."
        )
        where = brief(here) if "\n" in text_of(self.game, here) else text_of(self.game, here)
        said = f"against it play can cycle for ever: nobody wins. Play comes back to {where}."
        return wrong(f"{said}\n{play}\nand so on.", play)


def _endless(after: Rounds) -> Rounds:
    """What is left after repeatedly removing every position whose options have all been removed."""
    left = dict(after)
    while ends := [here for here, options in left.items() if options.keys().isdisjoint(left)]:
        left = {here: options for here, options in left.items() if here not in ends}
    return left


def move_of(
    game: Game[Any, Any], position: Any, found: Any, who: str = "the move"
) -> tuple[Any, str]:
    """The move that plain data stands for, and ""; or None, and a sentence that says why ``who``
    returned no legal move.

    Examples
    --------
    >>> from gamelib.games import Matches, Nim
    >>> move_of(Nim((3, 4)), (3, 4), [1, 2]), move_of(Matches(5), 5, 4)[1]
    (((1, 2), ''), 'The move 4 is not allowed: take 4 from a pile of 5: only 1, 2, 3 may be taken.')
    """
    moves = gate.moves(game, position)
    for move in moves:
        if agrees(found, plain(move), who):
            return move, ""
    told = shorten(", ".join(repr(move) for move in moves[:MOVES_TOLD]))
    told += " and so on" if len(moves) > MOVES_TOLD else ""
    if not any(same_kind(found, plain(move)) for move in moves):
        return (
            None,
            f"{who} is {shown(found)}, which is not a move.{cure(found)} The moves here are "
            f"{told}.",
        )
    return None, f"The move {brief(found)} is not allowed: {_why(game, position, found, told)}."


def _why(game: Game[Any, Any], position: Any, found: Any, told: str) -> str:
    """What the game itself says against a move, or the moves that are allowed."""
    try:
        game.play(position, tuple(found) if isinstance(found, list) else found)
    except IllegalMove as error:
        return clause(shorten(str(error)))
    except Exception:  # the rules need not cope with something that is not a move
        pass
    return f"the moves here are {told}"


class Step(NamedTuple):
    """A move in a line of play, the position to which it leads, and a note on the move; the
    position is "" if the move says it.
    """

    said: str
    board: str
    note: str = ""


class Played(NamedTuple):
    """A line from a position, where the student moves first, with notes beside the moves, which are
    numbered from 0.

    ``names`` holds the name of the player who begins, then the opponent's.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> print(Played(Matches(3), 3, (2,)))
    |||  (3)
    you: take 2
    |  (1)
    """

    game: Game[Any, Any]
    start: Any
    line: tuple[Any, ...]
    notes: Mapping[int, str] = {}
    ending: str = ""
    names: tuple[str, str] = ("you", "opponent")

    def __str__(self) -> str:
        lines = []
        for step in self.steps():
            note = f"   <-- {step.note}" if step.note else ""
            lines += [f"{step.said}{note}"] if step.said else []
            lines += [step.board] if step.board else []
        return "\n".join(lines)

    def steps(self) -> list[Step]:
        """The position at the beginning, and each move with the position to which it leads."""
        game, position = self.game, self.start
        steps = [Step("", text_of(game, position))]
        for ply, move in enumerate(self.line):
            words = move_text_of(game, position, move)
            position = game.play(position, move)
            board = text_of(game, position)
            who = self.names[ply % 2]
            said = words if words.startswith(f"{who} ") else f"{who}: {words}"
            steps.append(Step(said, "" if board == words else board, self.notes.get(ply, "")))
        return steps

    def widget(self) -> Any:
        """What a notebook shows besides the words: a widget that steps through the line, or None
        without widgets.
        """
        try:
            from gamecourse.show.replay import Replay  # widgets are loaded when one is shown
        except ImportError:
            return None
        said = f"✗ wrong: {self.ending}"
        return Replay(self.game, self.line, position=self.start, notes=self.notes, verdict=said)


def first_mistake(
    game: Game[Any, Any], start: Any, line: tuple[Any, ...], *, draws: bool = False
) -> dict[int, str]:
    """The number of the first move that gives away the first player's win or draw, and a note on a
    better move.

    Empty if no single move is to blame, or if the game is too large to be solved. If ``draws``, a
    draw is good enough.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> first_mistake(Matches(7), 7, (3, 1, 2, 1))
    {2: 'this gives the win away: take 3 keeps it'}
    """
    wanted = Outcome.DRAW if draws else Outcome.WIN
    try:
        solution = solve(game, start, max_positions=MOST_SOLVED)
    except (TooLarge, ValueError, TypeError):
        return {}
    position = start
    for ply, move in enumerate(line):
        option = game.play(position, move)
        if ply % 2 == 0 and solution[position].outcome >= wanted > -solution[option].outcome:
            better = move_text_of(game, position, solution.best(position))
            return {ply: f"this gives the {'draw' if draws else 'win'} away: {better} keeps it"}
        position = option
    return {}
