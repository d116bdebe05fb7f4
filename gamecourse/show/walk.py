"""A whole strategy as boards inside boards, to walk into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from gamecourse.show.boards import Answers, Board, Plays, Reply
from gamecourse.show.stage.drawing import move_words
from gamecourse.show.stage.table import pack
from gamecourse.show.stage.widget import Stage
from gamelib.core import Game, IllegalMove, Text, text_of


class AnswerRecord(NamedTuple):
    """The opponent's cell, ours (-1 if play is over), the number of the board then, and the
    words.
    """

    theirs: int
    ours: int
    board: int
    words: str


class BoardRecord(TypedDict):
    """A board as ``stage/js/walk.js`` reads it, with the numbers of lines of play that are won,
    drawn and lost.
    """

    pieces: str
    answers: list[AnswerRecord]
    plays: Plays


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
        self.game = game
        self._answers = answers = Answers(game, strategy, first)
        picture = answers.drawing.spec(type(game).__name__)
        first_cell = -1  # if the strategy does not begin
        if answers.first is not None:
            first_cell = answers.cell(game.start(), answers.first)
        scene = {
            "kind": "walk",
            "picture": picture | {"unit": SIZE / max(picture["width"], picture["height"])},
            "root": answers.root.number,
            "first": first_cell,
            "boards": pack([self._record(board) for board in answers.boards.values()]),
        }
        super().__init__(scene=scene, state={"path": []})

    @property
    def path(self) -> list[Board]:
        """The boards from the whole map to the one that is shown."""
        boards = [self._answers.root]
        for k in self.state["path"]:
            boards.append(boards[-1].replies[k].board)
        return boards

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.path[-1].position

    def go(self, move: Any) -> None:
        """Walk into the board that follows if the opponent makes this move."""
        moves = [reply.move for reply in self.path[-1].replies]
        if move not in moves:
            raise IllegalMove(
                f"{move!r} is not a move of the opponent here: there are "
                f"{moves or 'none, play is over'}"
            )
        self.state = {"path": [*self.state["path"], moves.index(move)]}

    def up(self) -> None:
        """Go one board back."""
        self.state = {"path": self.state["path"][:-1]}

    def _record(self, board: Board) -> BoardRecord:
        """Return a board in the form that the browser needs."""
        return {
            "pieces": self._answers.drawing.pieces(board.position),
            "answers": [self._answer(board, reply) for reply in board.replies],
            "plays": board.plays,
        }

    def _answer(self, board: Board, reply: Reply) -> AnswerRecord:
        """Return a reply in the form that the browser needs."""
        theirs = self._answers.cell(board.position, reply.move)
        words = move_words(self.game, board.position, reply.move)
        if reply.answer is None:
            return AnswerRecord(theirs, -1, reply.board.number, words)
        after = self.game.play(board.position, reply.move)
        ours = self._answers.cell(after, reply.answer)
        words += f", then {move_words(self.game, after, reply.answer)}"
        return AnswerRecord(theirs, ours, reply.board.number, words)

    def as_text(self) -> Text:
        """Return the board that is shown, how play can end from there, and the answer to every
        move.
        """
        path = self.path
        steps = zip(path, self.state["path"], strict=False)  # no step leaves the last board
        moves = [move_words(self.game, board.position, board.replies[k].move) for board, k in steps]
        heading = f"After {', '.join(moves)}:" if moves else "The whole strategy:"
        won, drawn, lost = path[-1].plays
        total = won + drawn + lost
        plays = "1 play" if total == 1 else f"{total:,} plays"
        counts = f"{plays}, {won:,} won, {drawn:,} drawn, {lost:,} lost"
        answers = [answer.words for answer in self._record(path[-1])["answers"]]
        board = text_of(self.game, self.position)
        return Text("\n".join([heading, counts, board, *answers]))
