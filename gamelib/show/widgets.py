"""Things to click: play a game against a strategy, on a board or by buttons.

Every widget is also text (``as_text``): what is stored in a notebook, what a reader without a running kernel
sees, and what a test compares. Buttons can be reached with the Tab key and pressed with Enter or Space.
"""

from __future__ import annotations

import html
from functools import cached_property
from typing import Any

import ipywidgets

from gamelib import ask
from gamelib.answers import Answer, Verdict
from gamelib.core import Game, IllegalMove, Outcome, move_text_of, text_of
from gamelib.play import Strategy, play_checked
from gamelib.show import boards, given
from gamelib.show.buttons import auto, make_button
from gamelib.show.clickable import Board, ButtonBoard, CellBoard, ColumnBoard
from gamelib.show.style import MARKS
from gamelib.show.terminal import last_words
from gamelib.solvers.backward.solve import solve


class Play(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets is untyped
    """Play a game against perfect play, or against any strategy.

    A game with a board (``shape``) whose moves are its cells is played by clicking cells, every other by a button for
    each move; where they are its columns, a click anywhere in a column will do. "Who wins?" shows where each
    move leads.

    From code: ``move(m)`` plays a move (and the answer), ``take_back()``, ``restart(you)``; ``position`` is where play
    stands.

    Parameters
    ----------
    game
        A Game that can be solved; or any, if ``opponent`` is given and nobody asks who wins.
    you
        0 to move first, 1 to move second; a button changes sides.
    opponent
        A strategy, a function from position to move, instead of perfect play.
    solution
        What a solver has answered for this game (``solve``, ``Searched``); solved here, when needed, if not given.
    hints
        Whether there are the buttons that tell something: "Who wins?", and what a game's own widget adds to it.

    Raises
    ------
    TypeError
        For what is no Game, no strategy, no answer of a solver.
    IllegalMove
        For a move that is not there; play then stands where it stood.
    """

    hint_words = "Who wins?"
    gate = staticmethod(ask.a_game)

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        you: int = 0,
        opponent: Strategy | None = None,
        solution: Answer[Any] | None = None,
        hints: bool = True,
    ) -> None:
        self.game = self.gate(game)
        if solution is not None:
            self.solution = given.answer(solution, Answer, "a solver", "solution=solve(game)")
        self._opponent = ask.strategy(self.solution if opponent is None else opponent, "the opponent")
        self._status = ipywidgets.HTML()
        self._new = make_button("New game", lambda _: self.restart(self.you))
        self._sides = make_button("Change sides", lambda _: self.restart(1 - self.you))
        self._back = make_button("Take back", lambda _: self.take_back())
        self._hint = ipywidgets.ToggleButton(description=self.hint_words, layout=auto())
        self._hint.observe(lambda _: self._refresh(), "value")
        self._board = self.make_board()
        told = [self._hint, *self.more_tools()]
        tools = ipywidgets.HBox([self._new, self._sides, self._back, *(told if hints else [])])
        super().__init__([self._status, self._board.widget, tools])
        self.restart(you)

    def make_board(self) -> Board:
        """What is clicked: a grid of cells where moves are cells, else a button a move."""
        if hasattr(self.game, "cell_of"):
            return ColumnBoard(self)
        start = self.game.start()
        moves = [] if self.game.outcome(start) is not None else list(self.game.moves(start))
        return CellBoard(self) if boards.is_board(self.game, moves) else ButtonBoard(self)

    def more_tools(self) -> list[Any]:
        """More buttons that tell something, for a game that has more to show than who wins."""
        return []

    @cached_property
    def solution(self) -> Answer[Any]:
        """The solution of the game, found when it is first needed."""
        return solve(self.game)

    @property
    def position(self) -> Any:
        """Where play stands now."""
        return self._played[-1][1]

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return self.game.outcome(self.position) is not None

    def restart(self, you: int = 0) -> None:
        """Begin anew; ``you`` is 0 to move first, 1 to move second."""
        if you not in (0, 1):
            raise ValueError(f"you={you!r}: give 0 to move first or 1 to move second")
        self.you = you
        self._played = self._answered([(None, self.game.start())])  # the move made, the position after it
        self._refresh()

    def move(self, move: Any) -> None:
        """Play a move of yours; the opponent answers at once."""
        if self.over:
            raise IllegalMove("play is over: begin a new game or take a move back")
        option = play_checked(self.game, self.position, move)
        self._played = self._answered([*self._played, (move, option)])
        self._refresh()

    def take_back(self) -> None:
        """Take back your last move and the opponent's answer."""
        if len(self._played) > 2 - self._yours(0):
            del self._played[-1]
            while not self._yours(len(self._played) - 1):
                del self._played[-1]
        self._refresh()

    def verdicts(self) -> dict[int, Verdict]:
        """What each of your moves leads to, for you, by its place in the game's order."""
        steps = self.solution.options(self.position)
        return {k: _other_chair(verdict) for k, (_, _, verdict) in enumerate(steps)}

    def _yours(self, ply: int) -> bool:
        return ply % 2 == self.you

    def _answered(self, played: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """What has been played, and the opponent's move if it is his turn."""
        position = played[-1][1]
        if self.game.outcome(position) is not None or self._yours(len(played) - 1):
            return played
        move = self._opponent(position)
        return [*played, (move, play_checked(self.game, position, move))]

    def _refresh(self) -> None:
        self.say(self.said())
        self._board.refresh()

    def say(self, lines: list[str]) -> None:
        """Show these lines above the board."""
        words = "<br>".join(html.escape(line) for line in lines)
        self._status.value = f"<div style='font-size:16px; line-height:1.4'>{words}</div>"

    @property
    def hints(self) -> bool:
        """Whether the verdicts are shown."""
        return bool(self._hint.value)

    def said(self) -> list[str]:
        """What stands above the board, line by line."""
        lines = []
        ply = len(self._played) - 1
        if ply and self._yours(ply):
            lines.append(f"Your opponent: {move_text_of(self.game, self._played[-2][1], self._played[-1][0])}.")
        result = self.game.outcome(self.position)
        if result is not None:
            lines.append(last_words(result if self._yours(ply) else -result))
        else:
            caption = boards.caption(self.game, self.position)
            lines.append(f"Your move ({caption})." if caption else "Your move.")
            if self.hints:
                verdict = self.solution[self.position]
                lines.append(f"The position is a {MARKS[verdict.outcome].sign} {verdict} for you.")
        return lines

    def as_text(self) -> str:
        """The widget as text: what is said, the board, the moves."""
        lines = [*self.said(), text_of(self.game, self.position)]
        if not self.over:
            moves = [move_text_of(self.game, self.position, move) for move in self.game.moves(self.position)]
            lines.append("Moves: " + ", ".join(moves))
        return "\n".join(lines)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**options)
        return {**bundle, "text/plain": self.as_text()}


def _other_chair(verdict: Verdict) -> Verdict:
    """The verdict on a move, from the verdict on the position it leads to: one move more, the other sign."""
    moves = None if verdict.remoteness is None else verdict.remoteness + 1
    return Verdict(Outcome(-verdict.outcome), moves, -verdict.value)
