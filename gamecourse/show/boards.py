"""Positions as pictures, built from the text that the game itself gives.

A game with a ``shape`` draws its board as rows of characters, one for each cell, and may add lines.
Any other game is shown as its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from gamecourse.show import strokes
from gamecourse.show.colours import GRID
from gamecourse.show.records import Frame, PictureSpec, Size, Spot
from gamecourse.show.stage.drawing import CHASE, MARKS, drawing, sketch
from gamecourse.show.stage.drawing import cells as board_cells
from gamecourse.show.stage.spots import picture
from gamecourse.show.stage.table import MOST_POSITIONS
from gamefast import ask
from gamelib.core import Game, PlayGoesRound, TooLarge, text_of
from gamelib.play import play_checked

#: A board in a strategy map cannot be read if it is smaller than this, in cells of the whole board.
SMALLEST = 0.15
#: The outcomes of a cell, and their words in a legend.
WORST, SIGNS = ("lost", "drawn", "won"), {"won": "won", "drawn": "● drawn", "lost": "lost"}


def cells(game: Any, position: Any) -> list[str]:
    """Return the rows of the board, one character for each cell; [] if the game's text is not a
    board of cells.
    """
    return (
        text_of(game, position).split("\n")[: ask.shape(game)[0]] if hasattr(game, "shape") else []
    )


def in_vertex(game: Any, position: Any) -> str:
    """Return the label of a position's vertex: the rows of its board, or the position as Python
    prints it.
    """
    return "\n".join(cells(game, position)).replace(".", "·") or str(position)


def draw(game: Any, position: Any = None, *, ax: Axes | None = None) -> Axes:
    """Draw a position as a board of cells, or as its text if the game has no board.

    The pieces are those of the widgets: policeman and thief, crosses and rings, discs that fall in
    columns. Rows run downwards and columns to the right, both from 0. A chequered board is a
    chessboard, with letters and numbers at its edges; KQRBNP are White's pieces and kqrbnp are
    Black's.

    Parameters
    ----------
    game
        A Game or an ExtensiveGame.
    position
        One of its positions; the start if none is given.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamelib.games import TicTacToe
    >>> draw(TicTacToe(), "X........").get_title()
    'O to move'
    """
    position = ask.position(ask.any_game(game), position)
    made = sketch(game, position) if hasattr(game, "shape") else None
    if made is None:
        unquoted = isinstance(position, str) and not hasattr(game, "text")
        return _draw_text(position if unquoted else text_of(game, position), ax)
    frame: Frame = {"pieces": made.pieces(position)}
    label = "\n".join(cells(game, position))
    return draw_board(made.spec("a board"), frame, ax, title=made.caption(position), label=label)


def draw_rows(
    rows: Sequence[str], pieces: Mapping[str, str] = MARKS | CHASE, *, ax: Axes | None = None
) -> Axes:
    """Draw a board given as rows of characters, one for each cell; ``pieces`` names what a
    character stands for.
    """
    made = picture("a board", board_cells(len(rows), len(rows[0])), [], legend=dict(pieces))
    return draw_board(made, {"pieces": "".join(rows)}, ax, label="\n".join(rows))


def draw_board(
    made: PictureSpec,
    frame: Frame,
    ax: Axes | None,
    words: strokes.Words | None = None,
    **about: str,
) -> Axes:
    """Draw a picture of cells with the numbers of rows and columns at its edges, unless it has
    names there already.
    """
    ax = strokes.draw(made, frame, ax, words, beside=words is not None, **about)
    if made.get("texts"):
        return ax
    columns = round(max(spot["x"] for spot in made["spots"]) + 0.5)
    rows = round(max(spot["y"] for spot in made["spots"]) + 0.5)
    ax.set(xlim=(0, columns), ylim=(rows, 0), xlabel="column", ylabel="row")
    every = 1 if max(rows, columns) <= 16 else 5
    ax.set_xticks(
        [c + 0.5 for c in range(0, columns, every)], [str(c) for c in range(0, columns, every)]
    )
    ax.set_yticks([r + 0.5 for r in range(0, rows, every)], [str(r) for r in range(0, rows, every)])
    ax.spines[:].set(visible=True, color=GRID, linewidth=0.8)
    return ax


class Plays(NamedTuple):
    """How many lines of play are won, drawn and lost."""

    won: int
    drawn: int
    lost: int


#: What is known while the lines of play are counted.
UNCOUNTED = Plays(0, 0, 0)


class Reply(NamedTuple):
    """A move of the opponent, the strategy's answer to it, None if play is over, and the board
    after both.
    """

    move: Any
    answer: Any
    board: Board


@dataclass
class Board:
    """A board on which the opponent is to move, or play is over.

    ``number`` counts the boards in the order in which they are found. ``replies`` has one for each
    of the opponent's moves. ``plays`` counts the lines of play from here, for the strategy.
    """

    position: Any
    number: int
    replies: list[Reply] = field(default_factory=list)
    plays: Plays = UNCOUNTED


class Answers:
    """A strategy against everything that the opponent can play.

    ``root`` is the first board, after the strategy's move ``first``. ``boards`` holds every board
    that can come up, by position and whether the opponent is to move. Raises TypeError for anything
    that is not a game on a board, or not a strategy. Raises TooLarge for more than 20,000 boards,
    and PlayGoesRound for a cycle.
    """

    def __init__(self, game: Game[Any, Any], strategy: Callable[[Any], Any], first: bool) -> None:
        self.game, self.drawing = ask.a_game(game), drawing(game)
        self._strategy = ask.strategy(strategy)
        self.boards: dict[Any, Board] = {}
        start = game.start()
        begins = first and ask.outcome(game, start) is None
        self.first = strategy(start) if begins else None
        self.root = self._board(play_checked(game, start, self.first) if begins else start, True)

    def cell(self, position: Any, move: Any) -> int:
        """The cell that a move fills."""
        ways = self.drawing.ways(position, move)
        if len(ways) != 1 or len(ways[0]) != 1 or self.drawing.spots[ways[0][0]]["shape"] != "cell":
            raise no_board(self.game)
        return ways[0][0]

    def _board(self, position: Any, theirs: bool) -> Board:
        """Return the board at a position, with every board after it; ``theirs`` if the opponent is
        to move.
        """
        if board := self.boards.get((position, theirs)):
            if not any(board.plays):
                raise PlayGoesRound(
                    f"play comes back to {position!r}: a map of boards inside boards has no end"
                )
            return board
        if len(self.boards) >= MOST_POSITIONS:
            raise TooLarge(
                f"more than {MOST_POSITIONS:,} boards come up against this strategy: take a "
                "smaller game"
            )
        board = self.boards[position, theirs] = Board(position, len(self.boards))
        if (result := ask.outcome(self.game, position)) is not None:
            worth = -result if theirs else result
            board.plays = Plays(int(worth > 0), int(worth == 0), int(worth < 0))
        else:
            moves = ask.moves(self.game, position)
            board.replies = [self._reply(position, move) for move in moves]
            after = [reply.board.plays for reply in board.replies]
            board.plays = Plays(*map(sum, zip(*after, strict=True)))
        return board

    def _reply(self, position: Any, move: Any) -> Reply:
        """Return the opponent's move, the answer to it if play goes on, and the board after
        both.
        """
        self.cell(position, move)  # before anything else: is this a board at all?
        there = self.game.play(position, move)
        if ask.outcome(self.game, there) is not None:
            return Reply(move, None, self._board(there, False))
        answer = self._strategy(there)
        return Reply(move, answer, self._board(play_checked(self.game, there, answer), True))


def no_board(game: Any) -> TypeError:
    """Return the error for a game that has no strategy map."""
    return TypeError(
        f"{type(game).__name__} is not played on the cells of a board: a strategy map shows "
        "TicTacToe()"
    )


def strategy_map(
    game: Any, strategy: Callable[[Any], Any], *, first: bool = True, ax: Axes | None = None
) -> Axes:
    """Draw a whole strategy for tic-tac-toe as boards inside boards: each cell holds the answer to
    a move there.

    The heavy mark on a board is the strategy's move. Go to the cell where the opponent has
    answered, and look at the board inside. A blue cell is won for the strategy, a grey cell drawn,
    an orange cell lost. If a board would be too small to read, its cell shows the worst that can
    happen there. The idea is Randall Munroe's (xkcd 832).

    Parameters
    ----------
    game
        A Game on a board, whose moves are the cells of the board.
    strategy
        A function from position to move, such as a solver's answer.
    first
        Whether the strategy begins.
    ax
        Where to draw; a new figure if none is given.

    Examples
    --------
    >>> from gamefast import solve
    >>> from gamelib.games import TicTacToe
    >>> strategy_map(TicTacToe(), solve(TicTacToe())).get_title()
    'Every play against this strategy: 71 won, 2 drawn, 0 lost'
    """
    if not hasattr(ask.a_game(game), "shape") or hasattr(game, "cell_of"):
        raise no_board(game)
    answers = Answers(game, strategy, first)
    if ax is None:
        _, ax = plt.subplots(figsize=(9.6, 10), dpi=110)
    whole = max(game.shape)
    nested = _Nested(game)
    nested.draw(answers.root, answers.first, _Square(0.0, 0.0, whole))
    frame: Frame = {"marks": nested.marks, "pieces": nested.pieces, "last": nested.last}
    legend = answers.drawing.legend
    made = picture("a strategy", nested.spots, size=Size(whole, whole), legend=legend)
    counts = zip(answers.root.plays, reversed(WORST), strict=True)
    plays = ", ".join(f"{number} {word}" for number, word in counts)
    title = f"Every play against this strategy: {plays}"
    return strokes.draw(made, frame, ax, SIGNS, title=title, label=plays)


class _Square(NamedTuple):
    """A square in a picture: its upper left corner, and its side."""

    x: float
    y: float
    side: float


class _Nested:
    """The spots of a strategy map, and for each of them its mark and its piece; ``last`` has the
    strategy's moves.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.spots: list[Spot] = []
        self.marks: list[str] = []
        self.pieces: list[str] = []
        self.last: list[int] = []

    def draw(self, board: Board, move: Any, square: _Square) -> None:
        """Draw a board in a square, where ``move`` is the strategy's last move."""
        counts = zip(WORST, reversed(board.plays), strict=True)
        worst = next(word for word, count in counts if count)
        if square.side < SMALLEST:
            self.add(square, worst, label="●" if worst == "drawn" else "")
            return
        if not board.replies:
            self.add(square, worst)
        cell = square.side / max(self.game.shape)
        if board.replies or move is not None:
            for r, row in enumerate(cells(self.game, board.position)):
                for c, piece in enumerate(row):
                    if (r, c) == move:
                        self.last.append(len(self.spots))
                    place = _Square(square.x + c * cell, square.y + r * cell, cell)
                    self.add(place, " " if board.replies else worst, piece)
        for (r, c), answer, after in board.replies:
            x = square.x + (c + 0.04) * cell
            y = square.y + (r + 0.04) * cell
            self.draw(after, answer, _Square(x, y, 0.92 * cell))

    def add(self, square: _Square, mark: str, piece: str = ".", label: str = "") -> None:
        """Add a cell that fills a square."""
        x = square.x + square.side / 2
        y = square.y + square.side / 2
        spot = Spot(x=x, y=y, w=square.side, h=square.side, shape="cell", name="", label=label)
        self.spots.append(spot)
        self.marks.append(mark)
        self.pieces.append(piece)


def _draw_text(text: str, ax: Axes | None) -> Axes:
    lines = text.split("\n")
    if ax is None:
        _, ax = plt.subplots(figsize=(0.16 * max(map(len, lines)) + 0.6, 0.33 * len(lines) + 0.4))
    style: strokes.Style = {
        "family": "monospace",
        "ha": "center",
        "va": "center",
        "fontsize": "large",
    }
    ax.text(0.5, 0.5, text, transform=ax.transAxes, parse_math=False, **style)
    ax.set_label(text)
    ax.set_axis_off()
    return ax
