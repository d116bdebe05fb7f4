"""Things to click: play a game against a strategy, on a picture or by buttons.

Every widget is also text (``as_text``): what is stored in a notebook, what a reader without a running kernel
sees, and what a test compares. A small game is carried by the page and played there; a larger one asks the kernel.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import traitlets

from gamecourse.show import given
from gamecourse.show.stage.drawing import drawing, move_words
from gamecourse.show.stage.table import face, live_row, may_fit, other_chair, packed_columns, step_words, why_over
from gamecourse.show.stage.widget import Stage
from gamecourse.show.style import MARKS
from gamecourse.show.terminal import last_words, taken_back
from gamelib import ask
from gamelib.answers import Answer, Solution
from gamelib.core import CHANCE, Game, IllegalMove, text_of
from gamelib.play import Strategy, play_checked, roll
from gamelib.solvers.backward.solve import solve

#: So many moves and throws without your turn are taken for endless play; of a longer story the last lines are told.
PATIENCE, TOLD = 1_000, 6


class Play(Stage):
    """Play a game against perfect play, or against any strategy.

    What can be pressed has a frame: cells of a board, matches, vertices; a move without a place on the picture has a
    button. "Who wins?" shows where each move leads. By keyboard: Tab, the arrow keys, Enter. From code: ``move(m)``
    plays a move (and the answer), ``take_back()``, ``restart(you)``; ``position`` is where play stands.

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
    whole: type[Answer[Any]] = Solution  # answers that know every position
    now = traitlets.Dict().tag(sync=True)
    rng: np.random.Generator  # throws the dice, where there are any

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
        self._drawing = drawing(self.game, self.begin())
        self._played: list[tuple[Any, Any]] = []  # the move made, the position after it
        self._writing, self._fault = False, ""
        super().__init__()
        table = self._table() if opponent is None else None
        self.live = table is None
        self.scene = self.make_scene() | {"table": table, "hints": hints}
        self.observe(self._heard, "state")
        self.restart(you)

    def make_scene(self) -> dict[str, Any]:
        """What the browser is told once."""
        return {
            "kind": "play",
            "picture": self._drawing.spec(type(self.game).__name__),
            "columns": self._drawing.columns,
            "hint_words": self.hint_words,
            "side": ask.is_extensive(self.game),  # there is much to tell: it stands beside the board
            "extensive": ask.is_extensive(self.game),
            "values": not self.live and getattr(self.solution, "numbers", None) is not None,
        }

    def parts(self, position: Any) -> list[int]:
        """The numbers behind a position, for a widget that shows them."""
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
        return self._turn(self.position, len(self._played) - 1) is None or self._endless

    @property
    def you(self) -> int:
        """Which player you are: 0 moves first."""
        return int(self.state["you"])

    @property
    def hints(self) -> bool:
        """Whether the verdicts are shown."""
        return bool(self.state.get("hints"))

    @hints.setter
    def hints(self, shown: bool) -> None:
        self._write(hints=shown)

    def been(self) -> list[Any]:
        """The positions in which moves have been made: a page without a kernel keeps every move there."""
        return [position for _, position in self._played[:-1]]

    def restart(self, you: int = 0) -> None:
        """Begin anew; ``you`` is 0 to move first, 1 to move second."""
        if you not in (0, 1):
            raise ValueError(f"you={you!r}: give 0 to move first or 1 to move second")
        self._answer([(None, self.begin())], [], you)

    def begin(self) -> Any:
        """Where play begins."""
        return self.game.start()

    def move(self, move: Any) -> None:
        """Play a move of yours; the opponent answers at once."""
        if self.over:
            raise IllegalMove("play is over: begin a new game or take a move back")
        option = play_checked(self.game, self.position, move)
        k = ask.moves(self.game, self.position).index(move)
        self._answer([*self._played, (move, option)], [*self.state["played"], k], self.you)

    def take_back(self) -> None:
        """Take back your last move, and all that came of it; dice are thrown anew."""
        if (back := self._back()) >= 0:
            self._answer(self._played[: back + 1], self.state["played"][:back], self.you)

    def verdicts(self) -> dict[int, Any]:
        """What each of your moves leads to, for you, by its place in the game's order."""
        return {k: other_chair(verdict) for k, (_, _, verdict) in enumerate(self.solution.options(self.position))}

    def _turn(self, position: Any, ply: int) -> int | str | None:
        """Whose turn it is after so many moves: a player, CHANCE, or None where play is over."""
        return ply % 2 if self.game.outcome(position) is None else None

    def _back(self) -> int:
        """How many moves had been made when you made your last one; -1 if you made none."""
        mine = [k for k, (_, p) in enumerate(self._played[:-1]) if self._turn(p, k) == self.you]
        return mine[-1] if mine else -1

    def _answer(self, played: list[tuple[Any, Any]], numbers: list[int], you: int) -> None:
        """Dice and the opponent's moves until it is your turn or play is over; then all is shown."""
        faces: dict[str, str] = {}
        self._fault = ""
        for _ in range(PATIENCE):
            position, ply = played[-1][1], len(played) - 1
            turn = self._turn(position, ply)
            if turn in (None, you):
                break
            if turn == CHANCE:
                thrown = roll(self.game, position, self.rng)
                faces[str(ply)] = face(thrown)
                there = [option for _, option in ask.chances(self.game, position)]
                played, numbers = [*played, (None, thrown.position)], [*numbers, there.index(thrown.position)]
            else:
                played = [*played, self._reply(position)]
                numbers = [*numbers, ask.moves(self.game, position).index(played[-1][0])]
        self._write(played, played=numbers, you=you, faces=faces)

    def _write(self, moves: list[tuple[Any, Any]] | None = None, **change: Any) -> None:
        """Show how it stands; where that cannot be told, all stays as it was."""
        before, played, self._writing = self.state, self._played, True
        self._played = moves or played
        try:
            self.state = {"played": [], "you": 0, "hints": False, "numbers": False, "faces": {}} | before | change
            if self.live:
                self.now = self._now()
        except BaseException:
            self.state, self._played = before, played
            raise
        finally:
            self._writing = False

    def _heard(self, change: Any) -> None:
        """The browser has played: what it played is played here, too, and answered if it could not answer itself."""
        if self._writing:
            return
        before = self._played
        try:
            played = [(None, self.begin())]
            for k in change.new["played"]:
                move, there = ask.steps(self.game, played[-1][1])[k]
                played.append((None if self._turn(played[-1][1], len(played) - 1) == CHANCE else move, there))
            self._played = played
            if self.live:
                self._answer(played, list(change.new["played"]), change.new["you"])
        except (Exception, KeyboardInterrupt) as error:  # whoever presses a button sees no traceback
            self._fault = taken_back(error)
            self._write(before, **change.old)

    def _reply(self, position: Any) -> tuple[Any, Any]:
        """The opponent's move, and where it leads."""
        try:
            move = self._opponent(position)
            return move, play_checked(self.game, position, move)
        except (Exception, KeyboardInterrupt) as error:
            error.add_note(f"your opponent, asked at {position!r}, raises")
            raise

    def _table(self) -> str | None:
        """The whole game for the page to carry; None where it is too large, or not known as a whole."""
        if isinstance(self.solution, self.whole) and may_fit(self.solution):
            return packed_columns(self.game, self.solution, self._drawing, self.begin(), self.parts)
        return None

    def _now(self) -> dict[str, Any]:
        """How it stands, for a browser that has no table."""
        position, ply = self.position, len(self._played) - 1
        turn, known = self._turn(position, ply), self.solution if self.hints else None
        shown = live_row(self.game, known, self._drawing, position, turn == self.you)
        shown |= {"parts": self.parts(position), "turn": "." if turn is None else "c" if turn == CHANCE else str(turn)}
        for option, (_, there) in zip(shown["options"], ask.steps(self.game, position), strict=False):
            option["parts"] = self.parts(there)
        last = None
        if ply:
            before, (move, there) = self._played[-2][1], self._played[-1]
            words = step_words(self.game, before, move, there, CHANCE if move is None else 0)
            last = {"text": words, "ways": [] if move is None else self._drawing.ways(before, move)}
        told = {"story": self._story(), "last": last, "back": self._back(), "you": self.you}
        return {"row": shown, "ply": ply, "values": getattr(known, "numbers", None) is not None, **told}

    def _story(self) -> list[str]:
        """What has happened since your last move, with dice your move too."""
        turns = [self._turn(position, ply) for ply, (_, position) in enumerate(self._played[:-1])]
        mine = max((ply for ply, turn in enumerate(turns) if turn == self.you), default=-1)
        lines = []
        for ply in range(max(mine, 0) if ask.is_extensive(self.game) else mine + 1, len(turns)):
            position, (move, there) = self._played[ply][1], self._played[ply + 1]
            words = step_words(self.game, position, move, there, turns[ply])
            who = "You" if turns[ply] == self.you else "Your opponent"
            shown = self.state["faces"].get(str(ply), "?")
            lines.append(f"The die shows {shown}: {words}." if turns[ply] == CHANCE else f"{who}: {words}.")
        lines = ["...", *lines[-TOLD:]] if len(lines) > TOLD + 1 else lines
        return [*lines, self._fault] if self._fault else lines

    @property
    def _endless(self) -> bool:
        """Whether a thousand moves and throws have passed without your turn."""
        return self._turn(self.position, len(self._played) - 1) not in (None, self.you)

    def said(self) -> list[str]:
        """What stands above the board, line by line."""
        lines = self._story()
        if self._endless:
            return [*lines, f"{PATIENCE:,} times without you: play goes round for ever, and that is a draw."]
        if self.over:
            return [*lines, f"{why_over(self.game, self.position)} {last_words(self._result())}".strip()]
        caption = self._drawing.caption(self.position)
        lines.append(f"Your move ({caption})." if caption else "Your move.")
        return [*lines, self.verdict()] if self.hints else lines

    def verdict(self) -> str:
        """What the position is for you, in words."""
        known = self.solution[self.position]
        return f"The position is a {MARKS[known.outcome].sign} {known} for you."

    def _result(self) -> Any:
        """What you get where play is over."""
        return self.game.outcome(self.position) * (1 if (len(self._played) - 1) % 2 == self.you else -1)

    def as_text(self) -> str:
        """The widget as text: what is said, the board, the moves."""
        game, here = self.game, self.position
        lines = [*self.said(), text_of(game, here)]
        if not self.over:
            lines.append("Moves: " + ", ".join(move_words(game, here, move) for move in game.moves(here)))
        return "\n".join(lines)
