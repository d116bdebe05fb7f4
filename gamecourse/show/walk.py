"""A whole strategy as boards inside boards, to walk into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gamecourse.show.stage.drawing import drawing, move_words
from gamecourse.show.stage.table import MOST_POSITIONS, pack
from gamecourse.show.stage.widget import Stage
from gamelib import ask
from gamelib.core import Game, IllegalMove, PlayGoesRound, Text, TooLarge, text_of
from gamelib.play import play_checked

#: How large the board is drawn, in pixels: a cell must hold a board.
SIZE = 600


@dataclass
class _Board:
    """A board on which the opponent is to move, or the play is over.

    ``answers``: for each of his moves (the move, the strategy's answer or None, the board then). ``plays``: how many
    plays below are won, drawn and lost for the strategy.
    """

    position: Any
    answers: list[tuple[Any, Any, _Board]] = field(default_factory=list)
    plays: tuple[int, int, int] = (0, 0, 0)
    number: int = 0


class StrategyWalk(Stage):
    """A strategy as one nested board: on each free cell the board that follows if the opponent goes there.

    A press on one of his moves walks into that board; the way back is written beside it. The idea of the map is Randall
    Munroe's (xkcd 832). From code: ``go(move)`` follows a move of the opponent, ``up()`` goes back; ``position`` is the
    board that is shown.

    Parameters
    ----------
    game
        A Game on a board, each move of which fills a cell.
    strategy
        A function from position to move; what a solver has answered is one.
    first
        Whether the strategy begins.

    Raises
    ------
    TypeError
        For what is no such game, and for what is no strategy.
    TooLarge
        Where more than 20,000 boards can come up against the strategy.
    """

    def __init__(self, game: Game[Any, Any], strategy: Callable[[Any], Any], first: bool = True) -> None:
        self.game = ask.a_game(game)
        self._strategy = ask.strategy(strategy)
        self._drawing = drawing(game)
        self._boards: dict[Any, _Board | None] = {}
        start = self.game.start()
        begins = first and ask.outcome(game, start) is None
        self._first = strategy(start) if begins else None
        self._root = self._board(play_checked(game, start, self._first) if begins else start, True)
        super().__init__(scene=self._scene(), state={"path": []})

    @property
    def path(self) -> list[_Board]:
        """The boards from the whole map to the one that is shown."""
        boards = [self._root]
        for k in self.state["path"]:
            boards.append(boards[-1].answers[k][2])
        return boards

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.path[-1].position

    def go(self, move: Any) -> None:
        """Walk into the board that follows when the opponent makes this move."""
        moves = [his for his, _, _ in self.path[-1].answers]
        if move not in moves:
            raise IllegalMove(f"{move!r} is no move of the opponent here: he has {moves or 'none, play is over'}")
        self.state = {"path": [*self.state["path"], moves.index(move)]}

    def up(self) -> None:
        """One board back."""
        self.state = {"path": self.state["path"][:-1]}

    def _board(self, position: Any, theirs: bool) -> _Board:
        """The board at a position, with all that is below it; ``theirs``: whether the opponent is to move."""
        if (position, theirs) in self._boards:
            known = self._boards[position, theirs]
            if known is None:
                raise PlayGoesRound(f"play comes back to {position!r}: a map of boards inside boards has no end")
            return known
        if len(self._boards) >= MOST_POSITIONS:
            raise TooLarge(f"more than {MOST_POSITIONS:,} boards come up against this strategy: take a smaller game")
        self._boards[position, theirs] = None
        board, result = _Board(position), ask.outcome(self.game, position)
        if result is not None:
            worth = -result if theirs else result
            board.plays = (int(worth > 0), int(worth == 0), int(worth < 0))
        else:
            board.answers = [self._answered(position, move) for move in ask.moves(self.game, position)]
            won, drawn, lost = zip(*(there.plays for _, _, there in board.answers), strict=True)
            board.plays = (sum(won), sum(drawn), sum(lost))
        self._boards[position, theirs] = board
        return board

    def _answered(self, position: Any, move: Any) -> tuple[Any, Any, _Board]:
        """A move of the opponent, the answer to it if play goes on, and the board then."""
        self._cell(position, move)  # before anything else: is this a board at all?
        there = self.game.play(position, move)
        if ask.outcome(self.game, there) is not None:
            return move, None, self._board(there, False)
        answer = self._strategy(there)
        return move, answer, self._board(play_checked(self.game, there, answer), True)

    def _cell(self, position: Any, move: Any) -> int:
        """The cell that a move fills."""
        ways = self._drawing.ways(position, move)
        if len(ways) != 1 or len(ways[0]) != 1 or self._drawing.spots[ways[0][0]]["shape"] != "cell":
            raise TypeError(
                f"{type(self.game).__name__} is not played on the cells of a board: a strategy map shows TicTacToe()"
            )
        return ways[0][0]

    def _scene(self) -> dict[str, Any]:
        boards = [board for board in self._boards.values() if board is not None]
        for number, board in enumerate(boards):
            board.number = number
        picture = self._drawing.spec(type(self.game).__name__)
        first = -1 if self._first is None else self._cell(self.game.start(), self._first)
        return {
            "kind": "walk",
            "picture": picture | {"unit": SIZE / max(picture["width"], picture["height"])},
            "root": self._root.number,
            "first": first,
            "boards": pack([self._told(board) for board in boards]),
        }

    def _told(self, board: _Board) -> dict[str, Any]:
        """A board as the browser reads it: of each answer the two cells, the number of the board, and the words."""
        answers = []
        for move, answer, there in board.answers:
            after = self.game.play(board.position, move)
            cells = [self._cell(board.position, move), -1 if answer is None else self._cell(after, answer)]
            words = [move_words(self.game, board.position, move)]
            words += [] if answer is None else [move_words(self.game, after, answer)]
            answers.append([*cells, there.number, ", then ".join(words)])
        return {"pieces": self._drawing.pieces(board.position), "answers": answers, "plays": board.plays}

    def as_text(self) -> Text:
        """The board that is shown, how the plays below it end, and the answer to every move."""
        path = self.path
        ways = [board.answers[k] for board, k in zip(path, self.state["path"], strict=False)]
        said = [f"{move_words(self.game, board.position, way[0])}" for board, way in zip(path, ways, strict=False)]
        won, drawn, lost = path[-1].plays
        lines = [f"After {', '.join(said)}:"] if said else ["The whole strategy:"]
        all_plays = won + drawn + lost
        lines.append(f"{all_plays:,} play{'s' * (all_plays != 1)}, {won:,} won, {drawn:,} drawn, {lost:,} lost")
        lines += [text_of(self.game, self.position)]
        lines += [self._told(path[-1])["answers"][k][3] for k in range(len(path[-1].answers))]
        return Text("\n".join(lines))
