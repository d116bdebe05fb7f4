"""Things to click: play a game against a strategy, on a picture or by buttons.

Every widget is also text (``as_text``), which a notebook stores, a reader without a running kernel
sees, and a test compares. The page plays (``stage/js/play.js``). It carries a small game as a
table. About a larger game it asks the kernel how a position stands, and what the opponent plays
there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np

from gamecourse.show import given
from gamecourse.show import style as style  # so that a figure beside a game looks like all others
from gamecourse.show.stage.drawing import drawing, move_words
from gamecourse.show.stage.marks import looks_ahead
from gamecourse.show.stage.table import Teller, may_fit, packed_columns
from gamecourse.show.stage.widget import Stage
from gamecourse.show.turns import ENDLESS, ENDS, PATIENCE, WORTH, Turns
from gamefast import ask, solve
from gamelib import Answer, Solution
from gamelib.core import Game, text_of
from gamelib.play import Strategy, tricky


class Play(Stage):
    """Play a game against perfect play, or against any strategy.

    Cells, matches and vertices that you can press have a frame; a move without a place on the
    picture has a button. "Who wins?" shows where each move leads. On the keyboard, use Tab, the
    arrow keys and Enter. From code, ``move(m)`` plays a move and the answer to it; there are also
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

    # What a subclass for another kind of game replaces: gate, solver, the answers that know every
    # position, words.
    gate: Callable[[Any], Any] = staticmethod(ask.a_game)
    solver: Callable[[Any], Answer[Any, Any, Any]] = staticmethod(solve)
    whole: type[Answer[Any, Any, Any]] = Solution
    cure, hint_words = "solution=solve(game)", "Who wins?"
    parts: Callable[[Any], list[int]] = staticmethod(lambda position: [])
    rng: np.random.Generator = np.random.default_rng()  # throws the dice, if there are any

    _turns: Turns

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        you: int = 0,
        opponent: Strategy | None = None,
        solution: Answer[Any, Any, Any] | None = None,
        hints: bool = True,
    ) -> None:
        self.game = self.gate(game)
        if solution is not None:
            self.solution = given.answer(solution, Answer, "a solver", self.cure)
        if perfect := opponent is None:
            opponent = (
                tricky(self.solution) if isinstance(self.solution, Solution) else self.solution
            )
        self.opponent = ask.strategy(opponent, "the opponent")
        self.drawing = drawing(self.game, self.begin())
        super().__init__()
        table = None
        if perfect and isinstance(self.solution, self.whole) and may_fit(self.solution):
            table = packed_columns(self.teller(True), self.begin(), self.opponent)
        search = (
            looks_ahead(self.game, self.begin(), self.solution) if perfect and table is None else {}
        )
        self.live = table is None and not search
        self.scene = self.make_scene() | search | {"table": table, "hints": hints}
        self.restart(you)

    def make_scene(self) -> dict[str, Any]:
        """Return what the browser is told once, at the beginning."""
        extensive = ask.is_extensive(self.game)
        return {
            "kind": "play",
            "picture": self.drawing.spec(type(self.game).__name__),
            "columns": self.drawing.columns,
            "hint_words": self.hint_words,
            "extensive": extensive,
            "side": extensive,  # there is much to tell, so it stands beside the board
            "patience": PATIENCE,
            "words": {"ends": ENDS, "worth": WORTH, "endless": ENDLESS},
        }

    def teller(self, known: bool) -> Teller:
        """Return what tells the browser about positions, and, with ``known``, who wins there."""
        return Teller(self.game, self.drawing, self.solution if known else None, self.parts)

    @cached_property
    def solution(self) -> Answer[Any, Any, Any]:
        """The solution of the game, found when it is first needed."""
        return self.solver(self.game)

    @property
    def turns(self) -> Turns:
        """The game in progress, brought up to date with the moves made on the page."""
        played, you = self.state["played"], self.state["you"]
        if (self._turns.numbers, self._turns.you) != (played, you):
            self._turns = self._played(played, you)
        return self._turns

    @property
    def position(self) -> Any:
        """The present position."""
        return self.turns.position

    @property
    def over(self) -> bool:
        """Whether play has ended."""
        return bool(self.turns.turn != self.you)

    @property
    def you(self) -> int:
        """Which player you are: 0 moves first."""
        return int(self.state["you"])

    def begin(self) -> Any:
        """Return the position where play begins."""
        return self.game.start()

    def been(self) -> list[Any]:
        """Return the positions in which moves were made; a page without a kernel keeps every move
        there.
        """
        return self.turns.been[:-1]

    def restart(self, you: int = 0) -> None:
        """Begin again; ``you`` is 0 to move first, 1 to move second."""
        if you not in (0, 1):
            raise ValueError(f"you={you!r}: give 0 to move first or 1 to move second")
        self._answer(self._played((), you))

    def move(self, move: Any) -> None:
        """Play your move; the opponent answers at once."""
        turns = self._played(self.state["played"], self.you)
        turns.move(move)
        self._answer(turns)

    def take_back(self) -> None:
        """Take back your last move and everything after it; dice are thrown anew."""
        turns = self._played(self.state["played"], self.you)
        if turns.take_back():
            self._answer(turns)

    def _played(self, played: Iterable[int], you: int) -> Turns:
        return Turns(self.game, self.opponent, self.rng, self.begin(), you, played)

    def _answer(self, turns: Turns) -> None:
        """Make throws and the opponent's moves until it is your turn or play is over, then show
        them all.
        """
        begun = len(turns.numbers)
        faces = {str(begun + k): face for k, face in enumerate(turns.replies()) if face}
        before = {"hints": False, "numbers": False, **self.state}
        self._turns, self.state = (
            turns,
            before | {"played": [*turns.numbers], "you": turns.you, "faces": faces},
        )

    def told(self, asked: dict[str, Any]) -> dict[str, Any]:
        turns = self._played(asked["line"], self.you)
        if asked["what"] == "row":
            return self.teller(asked["known"]).whole_row(turns.position)
        return {"face": turns.reply(), "move": turns.numbers[-1]}

    def as_text(self) -> str:
        """Return the widget as text: how play has ended or whose turn it is, the board, and the
        moves.
        """
        turns, here = self.turns, self.position
        if self.over:
            return f"{turns.ending()}\n{text_of(self.game, here)}"
        caption = self.drawing.caption(here)
        moves = ", ".join(move_words(self.game, here, move) for move in self.game.moves(here))
        return (
            f"Your move{f' ({caption})' if caption else ''}.\n{text_of(self.game, here)}\nMoves: "
            f"{moves}"
        )
