"""A whole strategy as boards inside boards, to walk into."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from gamecourse.show.boards import Answered, Answers
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.table import pack
from gamecourse.show.stage.widget import Stage
from gamelib.core import Game, IllegalMove, Text, text_of

#: How large the board is drawn, in pixels: a cell must hold a board.
SIZE = 600


class StrategyWalk(Stage):
    """A strategy as one nested board: on each free cell the board that follows if the opponent goes
    there.

    Pressing one of the opponent's moves walks into that board; the way back is written beside it.
    The idea of the map is Randall Munroe's (xkcd 832). From code, ``go(move)`` follows a move of
    the opponent, and ``up()`` goes back; ``position`` is the board that is shown.

    Parameters
    ----------
    game
        A Game on a board, each move of which fills a cell.
    strategy
        A function from position to move, such as a solver's answer.
    first
        Whether the strategy begins.

    Raises
    ------
    TypeError
        For anything that is not such a game, or not a strategy.
    TooLarge
        If more than 20,000 boards can come up against the strategy.
    """

    def __init__(
        self, game: Game[Any, Any], strategy: Callable[[Any], Any], first: bool = True
    ) -> None:
        self.game, self._answers = game, Answers(game, strategy, first)
        answers, picture = self._answers, self._answers.drawing.spec(type(game).__name__)
        begins = -1 if answers.first is None else answers.cell(game.start(), answers.first)
        scene = {
            "kind": "walk",
            "picture": picture | {"unit": SIZE / max(picture["width"], picture["height"])},
            "root": answers.root.number,
            "first": begins,
            "boards": pack([self._told(board) for board in answers.boards.values()]),
        }
        super().__init__(scene=scene, state={"path": []})

    @property
    def path(self) -> list[Answered]:
        """The boards from the whole map to the one that is shown."""
        return [
            *accumulate(
                self.state["path"], lambda board, k: board.answers[k][2], initial=self._answers.root
            )
        ]

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.path[-1].position

    def go(self, move: Any) -> None:
        """Walk into the board that follows if the opponent makes this move."""
        moves = [his for his, _, _ in self.path[-1].answers]
        if move not in moves:
            raise IllegalMove(
                f"{move!r} is not a move of the opponent here: there are "
                f"{moves or 'none, play is over'}"
            )
        self.state = {"path": [*self.state["path"], moves.index(move)]}

    def up(self) -> None:
        """Go one board back."""
        self.state = {"path": self.state["path"][:-1]}

    def _told(self, board: Answered) -> dict[str, Any]:
        """Return a board as the browser reads it: each answer's two cells, the number of its board,
        and the words.
        """
        told, cell = [], self._answers.cell
        for move, answer, there in board.answers:
            after = self.game.play(board.position, move)
            cells = [cell(board.position, move), -1 if answer is None else cell(after, answer)]
            words = [move_words(self.game, board.position, move)]
            words += [] if answer is None else [move_words(self.game, after, answer)]
            told.append([*cells, there.number, ", then ".join(words)])
        return {
            "pieces": self._answers.drawing.pieces(board.position),
            "answers": told,
            "plays": board.plays,
        }

    def as_text(self) -> Text:
        """Return the board that is shown, how play can end from there, and the answer to every
        move.
        """
        path = self.path
        walked = zip(path, self.state["path"], strict=False)
        said = [move_words(self.game, board.position, board.answers[k][0]) for board, k in walked]
        won, drawn, lost = path[-1].plays
        lines = [f"After {', '.join(said)}:"] if said else ["The whole strategy:"]
        all_plays = won + drawn + lost
        lines.append(
            f"{all_plays:,} play{'s' * (all_plays != 1)}, {won:,} won, {drawn:,} drawn, {lost:,} "
            "lost"
        )
        answers = [words for *_, words in self._told(path[-1])["answers"]]
        return Text("\n".join([*lines, text_of(self.game, self.position), *answers]))
