"""Things to click: play a game against a strategy, on a picture or by buttons.

Every widget is also text (``as_text``), which a notebook stores, a reader without a running kernel
sees, and a test compares. The page plays (``stage/js/play.js``). It carries a small game as a
table. About a larger game it asks the kernel how a position stands, and what the opponent plays
there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import traitlets

from gamecourse.progress.remember import course_here, remember_win
from gamecourse.show import style as style  # so that a figure beside a game looks like all others
from gamecourse.show.stage.marks import looks_ahead
from gamecourse.show.stage.play import PlayModel
from gamecourse.show.stage.widget import Stage
from gamecourse.show.thinking import Program, Thinker, Thought
from gamefast import solve
from gamelib import Answer
from gamelib.core import Game
from gamelib.play import checked_strategy


class Play(PlayModel, Stage):
    """Play a game against perfect play, or against any strategy.

    Cells, matches and vertices that you can press have a frame; a move without a place on the
    picture has a button. "Who wins?" shows where each move leads. If you have not won, a button
    leads back to your first mistake, provided that the game is solved. On the keyboard, use Tab,
    the arrow keys and Enter. From code, ``move(m)`` plays a move and the answer to it; there are also
    ``take_back()`` and ``restart(you)``, and ``position`` is the present position.

    Parameters
    ----------
    game
        A Game that can be solved, or any Game if ``opponent`` is given and nobody asks who wins.
    you
        0 to move first, 1 to move second; a button changes sides.
    opponent
        A strategy, a function from position to move, instead of perfect play that sets traps
        (``gamelib.play.tricky``).
    solution
        An answer of a solver for this game. If none is given, the game is solved at once, unless
        there is an opponent and no hint is asked for; that takes long if it is large, and
        ``Searched(game)`` does not.
    hints
        Whether there are buttons that give hints: "Who wins?", and others that a game's own widget
        adds.

    Raises
    ------
    TypeError
        For anything that is not a Game, a strategy or an answer of a solver.
    IllegalMove
        For an illegal move; the position stays as it was.
    """

    solver: Callable[[Any], Answer[Any, Any, Any]] = staticmethod(solve)

    @traitlets.observe("state")
    def _remember_win(self, _: Any) -> None:
        """Called after each change of the state: in the reader's copy of the course, a game that is
        won is remembered.
        """
        if self.state and course_here() is not None and self.session.is_won():
            remember_win()

    def looks_ahead(self, answer: Answer[Any, Any, Any] | None) -> Mapping[str, Any]:
        return looks_ahead(self.game, self.begin(), answer)


class PlayProgram(Play):
    """Play against a program, and see how it thinks: your own, or a friend's.

    While it thinks, a line under the board says how many moves it has tried, and bars show below
    which of its moves. What it asks of ``game`` is counted, so a program need not be changed; one
    that searches by rules of its own shows its time alone.

    Parameters
    ----------
    game
        A Game.
    program
        A function ``move(game, position, seconds)`` that returns a move.
    seconds
        How long it may think about a move: it is told so, and nobody stops it.
    you
        0 to move first, 1 to move second; a button changes sides.

    Raises
    ------
    TypeError
        For anything that is not a Game, or no function.
    """

    #: What is seen of the program: how it thinks, or has thought, about its last move.
    thought = traitlets.Dict().tag(sync=True)

    def __init__(
        self, game: Game[Any, Any], program: Program, *, seconds: float = 1.0, you: int = 0
    ) -> None:
        checked_strategy(program, "the program")
        thinker = Thinker(game, program, seconds, self._show_thought)
        super().__init__(game, opponent=thinker, you=you, hints=False)

    def _show_thought(self, thought: Thought) -> None:
        self.thought = dict(thought)

    def restart(self, you: int = 0) -> None:
        self.thought = {}
        super().restart(you)

    def as_text(self) -> str:
        """Return the board as text, and what is seen of the program's last thought."""
        lines = [super().as_text()]
        if self.thought:
            lines += [self.thought["words"], self.thought["line"]]
        return "\n".join(filter(None, lines))
