"""A student's strategy on trial against every possible opponent, and the line of play that refutes
the strategy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gamecourse.grading import limits
from gamecourse.grading.calls import (
    Reply,
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
from gamecourse.grading.plain import plain, same, same_kind
from gamelib import Searched, Solution, gate, solve
from gamelib.core import Game, IllegalMove, Outcome, TooLarge, move_text_of, text_of
from gamelib.diagnose import diagnose
from gamelib.play import Strategy

#: The most moves that are listed.
MOST_MOVES_LISTED = 6

#: A game of at most this many positions is solved, to say which move was the mistake, and to play
#: on from a line that is taken over.
MOST_SOLVED = 100_000


#: What to say if a strategy does worse when it is asked again.
WON_ONCE = (
    "The first time it was tried, it did better: its move must depend on the position alone, not on "
    "what it was asked before."
)

#: The next positions where the student moves, each with the two moves that lead there: the student's
#: and the opponent's.
NextPositions = dict[Any, tuple[Any, Any]]

#: The next positions of each position where the student moves.
Rounds = dict[Any, NextPositions]

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
    because the strategy makes the same move there again. A strategy that wins is asked once
    more at each position, because it must win whatever it was asked before. The first move that
    gives the win away is marked. If ``draws``, it is enough not to lose.

    ``habits`` are other ways to write moves. Each is a question to the student, and a function that
    takes the position and what the strategy returns, and gives the intended move. The question is
    asked if the strategy fails as it is written, and would win if it is read like that.

    Examples
    --------
    >>> from gamelib.games import Matches
    >>> wins(Matches(7), lambda pile: pile % 4, 7)
    ✓ right
    """
    if not callable(strategy):
        what = "the strategy itself, a function from position to move"
        return wrong_kind(what, strategy).feedback
    if (mistake := diagnose(game, position)) is not None:
        raise mistake
    trial = _Trial(game, strategy, gate.begin(game, position), draws, {})
    feedback = trial.feedback()
    if feedback.state == State.RIGHT:
        return _asked_again(trial)
    if feedback.play is None:
        return feedback
    limits.so_far(feedback)
    for question, intended_move in (habits or {}).items():

        def reread(here: Any, intended: Callable[[Any, Any], Any] = intended_move) -> Any:
            """The strategy, with its moves read in the other way."""
            return intended(here, call(strategy, here))

        if trial._replace(strategy=reread).feedback().state == State.RIGHT:
            success = "never loses" if draws else "wins"
            return feedback.with_remark(f"{question} Read like that, it {success}.")
    return feedback


def _asked_again(trial: _Trial) -> Feedback:
    """The feedback on a strategy that has won: it is asked again at each position, and where it now
    says something else, it is tried from there on.
    """
    for asked, before in list(trial.replies.items()):
        call_text = f"{name_of(trial.strategy)}({shorten(repr(asked))})"
        reply = call_function(trial.strategy, (asked,), call_text)
        if reply.stopped:
            return stopped(reply, call_text, begun=True).with_remark(WON_ONCE)
        if same(reply.value, before.value):
            continue

        def with_new_move(position: Any, asked: Any = asked, move: Any = reply.value) -> Any:
            """The strategy, with the move that it has just given kept where it was asked."""
            return move if position == asked else call(trial.strategy, position)

        with_new_move.__name__ = name_of(trial.strategy)  # by which the feedback names it
        second_trial = trial._replace(strategy=with_new_move, start=asked, replies={})
        feedback = second_trial.feedback()
        if feedback.state != State.RIGHT:
            return feedback.with_remark(WON_ONCE)
    return RIGHT


class _Trial(NamedTuple):
    """A trial of a strategy, from ``start`` on.

    A *line* is the tuple of the moves from ``start`` to a position, the student's and the
    opponent's in turn.
    """

    game: Game[Any, Any]
    strategy: Strategy
    start: Any
    draws: bool  # whether a draw is good enough
    replies: dict[Any, Reply]  # what the strategy has said at each position

    def feedback(self) -> Feedback:
        """The feedback on the strategy: a breadth-first search through all the opponent's moves."""
        queue = deque([self.start])
        shortest_line: dict[Any, tuple[Any, ...]] = {self.start: ()}
        rounds: Rounds = {}
        while queue:
            here = queue.popleft()
            options = self.play_round(here, shortest_line[here])
            if isinstance(options, Feedback):
                return options
            rounds[here] = options
            for option, moves in options.items():
                if option not in shortest_line:
                    shortest_line[option] = (*shortest_line[here], *moves)
                    queue.append(option)
        if self.draws:
            return RIGHT
        endless = _without_ends(rounds)
        return self.cycle_feedback(endless, shortest_line) if endless else RIGHT

    def play_round(self, here: Any, line: tuple[Any, ...]) -> NextPositions | Feedback:
        """Ask for the student's move here, and try every answer to it; feedback if the strategy
        fails.

        If play is over and the result is good enough, there are no next positions.
        """
        if (result := gate.result(self.game, here)) is not None:
            return self.judge_end(result, line)
        call_text = f"{name_of(self.strategy)}({shorten(repr(here))})"
        reply = call_function(self.strategy, (here,), call_text)
        self.replies[here] = reply
        if reply.stopped:
            feedback = stopped(reply, call_text, begun=bool(line))
            is_wrong = feedback.state == State.WRONG
            return self.refutation(line, feedback.reason) if is_wrong else feedback
        move, problem = move_of(self.game, here, reply.value, call_text)
        if problem:
            if reply.value is None and reply.printed:
                problem = f"{call_text} is None."  # why_none says the rest
            return self.refutation(line, problem + reply.why_none)
        option = gate.play(self.game, here, move)
        if (opponents_result := gate.result(self.game, option)) is not None:
            return self.judge_end(-opponents_result, (*line, move))
        return {
            gate.play(self.game, option, answer): (move, answer)
            for answer in gate.moves(self.game, option)
        }

    def judge_end(self, result: float, line: tuple[Any, ...]) -> NextPositions | Feedback:
        """Play is over with this result for the student: no next positions if it is good enough,
        otherwise feedback.
        """
        if result > 0 or (self.draws and result == 0):
            return {}
        if result < 0:
            return self.refutation(line, "You have lost.")
        return self.refutation(line, "It is a draw, and you have not won.")

    def refutation(self, line: tuple[Any, ...], ending: str) -> Feedback:
        """The feedback that the strategy fails, shown by this line of play as boards."""
        notes = first_mistake(self.game, self.start, line, draws=self.draws)
        play = Played(self.game, self.start, line, notes, ending)
        return wrong(f"this play shows it.\n{play}\n{ending}", play)

    def cycle_feedback(
        self, endless: Rounds, shortest_line: dict[Any, tuple[Any, ...]]
    ) -> Feedback:
        """The feedback that an opponent can keep play going for ever, with a cycle that shows it.

        Every position in ``endless`` has an option in ``endless``, so a walk through these
        positions comes back to one of them.
        """
        nearest = min(endless, key=lambda position: len(shortest_line[position]))
        path = [nearest]
        moves = list(shortest_line[nearest])
        while True:
            here, both_moves = next(
                (option, both) for option, both in endless[path[-1]].items() if option in endless
            )
            moves += both_moves
            if here in path:
                break
            path.append(here)
        # Two moves, the student's and the opponent's, lead from each position of the path to the next.
        cycle_begins = len(shortest_line[nearest]) + 2 * path.index(here)
        notes = {cycle_begins: "from here", len(moves) - 1: "and there it is again"}
        ending = "Play can cycle for ever, and nobody wins."
        play = Played(self.game, self.start, tuple(moves), notes, ending)
        place = text_of(self.game, here)
        if "\n" in place:  # a board does not fit into a sentence
            place = brief(here)
        reason = f"against it play can cycle for ever: nobody wins. Play comes back to {place}."
        return wrong(f"{reason}\n{play}\nand so on.", play)


def _without_ends(rounds: Rounds) -> Rounds:
    """What is left of the rounds after repeatedly removing every position that has no option left."""
    left = dict(rounds)
    while ends := [here for here, options in left.items() if options.keys().isdisjoint(left)]:
        left = {here: options for here, options in left.items() if here not in ends}
    return left


def move_of(
    game: Game[Any, Any], position: Any, given: Any, who: str = "the move"
) -> tuple[Any, str]:
    """The legal move that a student's answer stands for, and ""; or None, and a sentence that says
    why it is no legal move.

    Parameters
    ----------
    game, position
        Where the move is to be made.
    given
        The answer, as plain data.
    who
        What gave the answer, such as the call "wins(3)": the subject of the sentence.

    Examples
    --------
    >>> from gamelib.games import Matches, Nim
    >>> move_of(Nim((3, 4)), (3, 4), [1, 2]), move_of(Matches(5), 5, 4)[1]
    (((1, 2), ''), 'The move 4 is not allowed: take 4 from a pile of 5: only 1, 2, 3 may be taken.')
    """
    moves = gate.moves(game, position)
    for move in moves:
        if agrees(given, plain(move), who):
            return move, ""
    listed = shorten(", ".join(repr(move) for move in moves[:MOST_MOVES_LISTED]))
    if len(moves) > MOST_MOVES_LISTED:
        listed += " and so on"
    if not any(same_kind(given, plain(move)) for move in moves):
        not_a_move = f"{who} is {shown(given)}, which is not a move.{cure(given)}"
        return None, f"{not_a_move} The moves here are {listed}."
    why = _why_not_allowed(game, position, given) or f"the moves here are {listed}"
    return None, f"The move {brief(given)} is not allowed: {why}."


def _why_not_allowed(game: Game[Any, Any], position: Any, given: Any) -> str:
    """What the game itself says against a move; "" if it says nothing."""
    try:
        game.play(position, tuple(given) if isinstance(given, list) else given)
    except IllegalMove as error:
        return clause(shorten(str(error)))
    except Exception:  # the rules need not cope with something that is not a move
        pass
    return ""


class Step(NamedTuple):
    """A move in a line of play, as text."""

    said: str  # who makes which move; "" for the position at the beginning
    board: str  # the position to which it leads; "" if the words of the move say it already
    note: str = ""  # a note on the move


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
        """The line as text: each move with its note, and the position after it."""
        lines = []
        for step in self.steps():
            note = f"   <-- {step.note}" if step.note else ""
            if step.said:
                lines.append(f"{step.said}{note}")
            if step.board:
                lines.append(step.board)
        return "\n".join(lines)

    def steps(self) -> list[Step]:
        """The position at the beginning, and each move with the position to which it leads."""
        game, position = self.game, self.start
        steps = [Step("", text_of(game, position))]
        for number, move in enumerate(self.line):
            words = move_text_of(game, position, move)
            position = game.play(position, move)
            board = text_of(game, position)
            player = self.names[number % 2]
            said = words if words.startswith(f"{player} ") else f"{player}: {words}"
            if board == words:
                board = ""
            steps.append(Step(said, board, self.notes.get(number, "")))
        return steps

    def widget(self) -> Any:
        """What a notebook shows besides the words: a widget that steps through the line, or None
        without widgets.
        """
        try:
            from gamecourse.show.replay import Replay  # widgets are loaded when one is shown
        except ImportError:
            return None
        return self._replay(Replay)

    def model(self) -> Any:
        """What a page is told to step through the line, without a widget."""
        from gamecourse.show.stage.replay import ReplayModel  # loaded when a play is shown

        return self._replay(ReplayModel)

    def _replay(self, kind: Callable[..., Any]) -> Any:
        """The line as this kind of replay."""
        solution = solution_from(self.game, self.start)
        return kind(
            self.game,
            self.line,
            position=self.start,
            notes=self.notes,
            verdict=f"✗ wrong: {self.ending}" if self.ending else "✗ wrong",
            solution=Searched(self.game) if solution is None else solution,
        )


def solution_from(game: Game[Any, Any], start: Any) -> Solution[Any, Any] | None:
    """Who wins at each position that play can reach from ``start``; None if the game is too large
    to be solved.
    """
    try:
        return solve(game, start, max_positions=MOST_SOLVED)
    except (TooLarge, ValueError, TypeError):
        return None


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
    solution = solution_from(game, start)
    if solution is None:
        return {}
    position = start
    for number, move in enumerate(line):
        option = game.play(position, move)
        students_move = number % 2 == 0
        before = solution[position].outcome
        after = -solution[option].outcome  # for the student again, not for the opponent to move
        if students_move and before >= wanted > after:
            better = move_text_of(game, position, solution.best(position))
            prize = "draw" if draws else "win"
            return {number: f"this gives the {prize} away: {better} keeps it"}
        position = option
    return {}
