"""Positions as pictures, built from the text that the game itself gives.

A game with a ``shape`` draws its board as rows of characters, one for each cell, and may add lines.
Any other game is shown as its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
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
from gamelib.adapters import NormalPlay
from gamelib.core import Game, PlayGoesRound, TooLarge, text_of
from gamelib.play import play_checked

#: A board in a strategy map cannot be read if it is smaller than this, in cells of the whole board.
SMALLEST = 0.15

#: How much of a cell a board inside fills, and the margin on either side.
INNER_BOARD, INNER_MARGIN = 0.92, 0.04

#: The outcomes of a cell of a strategy map, the worst first, and their words in a legend.
OUTCOMES = ("lost", "drawn", "won")
LEGEND = {"won": "won", "drawn": "● drawn", "lost": "lost"}

#: Room for the border of a cell at the edge of a picture, in cells.
BORDER = 0.03

#: The edges of a board have all numbers up to this many rows or columns, otherwise every fifth.
MOST_NUMBERS = 16


def cells(game: Any, position: Any) -> list[str]:
    """Return the rows of the board, one character for each cell; [] if the game's text is not a
    board of cells.
    """
    if not hasattr(game, "shape"):
        return []
    rows, _ = ask.shape(game)
    return text_of(game, position).split("\n")[:rows]


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
    if isinstance(game, NormalPlay):
        check_size(game, position)
    board = sketch(game, position) if hasattr(game, "shape") else None
    if board is None:
        # Without a ``text`` of the game, ``text_of`` would put a string in quotes.
        is_plain_text = isinstance(position, str) and not hasattr(game, "text")
        return _draw_text(position if is_plain_text else text_of(game, position), ax)
    frame: Frame = {"pieces": board.pieces(position)}
    label = "\n".join(cells(game, position))
    return draw_board(board.spec("a board"), frame, ax, title=board.caption(position), label=label)


def check_size(game: NormalPlay[Any, Any], position: Any) -> None:
    """Raise ValueError if a board of a partizan game has another size than the game's own.

    The rules of such a game are those of every size, so no other check refuses the position.
    """
    shape = getattr(game.game, "shape", None)
    if shape is None:
        return
    board, _ = position
    lines = text_of(game.game, board).split("\n")
    size = len(lines), len(lines[0])
    if size != shape:
        raise ValueError(
            f"a board of {size[0]} × {size[1]} cells, in a game of {shape[0]} × {shape[1]}: give "
            f"the game of this size, as {type(game.game).__name__}({size[0]}, {size[1]})"
        )


def draw_rows(
    rows: Sequence[str], pieces: Mapping[str, str] = MARKS | CHASE, *, ax: Axes | None = None
) -> Axes:
    """Draw a board given as rows of characters, one for each cell; ``pieces`` names what a
    character stands for.
    """
    spec = picture("a board", board_cells(len(rows), len(rows[0])), [], legend=dict(pieces))
    return draw_board(spec, {"pieces": "".join(rows)}, ax, label="\n".join(rows))


def draw_board(
    board: PictureSpec,
    frame: Frame,
    ax: Axes | None,
    legend: strokes.Words | None = None,
    before: Frame | None = None,
    **about: str,
) -> Axes:
    """Draw a picture of cells with the numbers of rows and columns at its edges, unless it has
    names there already. A legend stands beside it. ``before`` is shown before the answer.
    """
    shown_before = None if before is None else partial(strokes.Shown, board, before)
    ax = strokes.draw(board, frame, ax, legend, legend is not None, shown_before, **about)
    if board.get("texts"):
        # The cells reach to the upper and the right edge, where half of a border would be cut off.
        ax.set(xlim=(0, board["width"] + BORDER), ylim=(board["height"], -BORDER))
        return ax
    # The middle of the last cell is half a cell from the edge.
    columns = round(max(spot["x"] for spot in board["spots"]) + 0.5)
    rows = round(max(spot["y"] for spot in board["spots"]) + 0.5)
    ax.set(xlim=(0, columns), ylim=(rows, 0), xlabel="column", ylabel="row")
    every = 1 if max(rows, columns) <= MOST_NUMBERS else 5
    column_numbers = range(0, columns, every)
    row_numbers = range(0, rows, every)
    ax.set_xticks([c + 0.5 for c in column_numbers], [str(c) for c in column_numbers])
    ax.set_yticks([r + 0.5 for r in row_numbers], [str(r) for r in row_numbers])
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

    ``root`` is the first board, after the strategy's move ``first``, None if the opponent begins.
    ``boards`` holds every board that can come up, by position and whether the opponent is to move.
    Raises TypeError for anything that is not a game on a board, or not a strategy. Raises TooLarge
    for more than 20,000 boards, and PlayGoesRound for a cycle.
    """

    def __init__(self, game: Game[Any, Any], strategy: Callable[[Any], Any], first: bool) -> None:
        self.game = ask.a_game(game)
        self.drawing = drawing(game)
        self._strategy = ask.strategy(strategy)
        self.boards: dict[Any, Board] = {}
        position = game.start()
        self.first = None
        if first and ask.outcome(game, position) is None:
            self.first = strategy(position)
            position = play_checked(game, position, self.first)
        self.root = self._board(position, opponent_moves=True)

    def cell(self, position: Any, move: Any) -> int:
        """Return the number of the cell that a move fills; raise TypeError if it fills none."""
        ways = self.drawing.ways(position, move)
        if len(ways) != 1 or len(ways[0]) != 1:
            raise no_board(self.game)
        (spot,) = ways[0]
        if self.drawing.spots[spot]["shape"] != "cell":
            raise no_board(self.game)
        return spot

    def _board(self, position: Any, opponent_moves: bool) -> Board:
        """Return the board at a position, with every board after it; ``opponent_moves`` says who is
        to move.
        """
        key = position, opponent_moves
        if board := self.boards.get(key):
            if board.plays == UNCOUNTED:  # we come from this board
                raise PlayGoesRound(
                    f"play comes back to {position!r}: a map of boards inside boards has no end"
                )
            return board
        if len(self.boards) >= MOST_POSITIONS:
            raise TooLarge(
                f"more than {MOST_POSITIONS:,} boards come up against this strategy: take a "
                "smaller game"
            )
        board = self.boards[key] = Board(position, len(self.boards))
        result = ask.outcome(self.game, position)
        if result is not None:
            for_strategy = -result if opponent_moves else result
            board.plays = _one_play(for_strategy)
        else:
            moves = ask.moves(self.game, position)
            board.replies = [self._reply(position, move) for move in moves]
            board.plays = _added_up([reply.board.plays for reply in board.replies])
        return board

    def _reply(self, position: Any, move: Any) -> Reply:
        """Return the opponent's move, the answer to it if play goes on, and the board after
        both.
        """
        self.cell(position, move)  # refuses, before anything else, a game without a board
        after_move = self.game.play(position, move)
        if ask.outcome(self.game, after_move) is not None:
            return Reply(move, None, self._board(after_move, opponent_moves=False))
        answer = self._strategy(after_move)
        after_answer = play_checked(self.game, after_move, answer)
        return Reply(move, answer, self._board(after_answer, opponent_moves=True))


def _one_play(result: float) -> Plays:
    """Return the count of a single line of play with this result for the strategy."""
    if result > 0:
        return Plays(won=1, drawn=0, lost=0)
    if result < 0:
        return Plays(won=0, drawn=0, lost=1)
    return Plays(won=0, drawn=1, lost=0)


def _added_up(counts: Sequence[Plays]) -> Plays:
    """Return the sums of some counts."""
    return Plays(
        won=sum(plays.won for plays in counts),
        drawn=sum(plays.drawn for plays in counts),
        lost=sum(plays.lost for plays in counts),
    )


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
    # Where ``cell_of`` says which cell a move fills, the move itself is not the cell.
    if not hasattr(ask.a_game(game), "shape") or hasattr(game, "cell_of"):
        raise no_board(game)
    answers = Answers(game, strategy, first)
    if ax is None:
        _, ax = plt.subplots(figsize=(11.4, 9.6), dpi=110)
    side = max(game.shape)
    nested = _NestedBoards(game)
    nested.draw(answers.root, answers.first, _Square(0.0, 0.0, side))
    frame: Frame = {"marks": nested.marks, "pieces": nested.pieces, "last": nested.last}
    pieces = answers.drawing.legend
    spec = picture("a strategy", nested.spots, size=Size(side, side), legend=pieces)
    won, drawn, lost = answers.root.plays
    counts = f"{won} won, {drawn} drawn, {lost} lost"
    title = f"Every play against this strategy: {counts}"

    def begun() -> strokes.Shown:
        """Return the first two moves: on a slide, what comes of them waits for the answer."""
        first = _NestedBoards(game, levels=2)
        first.draw(answers.root, answers.first, _Square(0.0, 0.0, side))
        asked = picture("its first moves", first.spots, size=Size(side, side), legend=pieces)
        return strokes.Shown(asked, {"pieces": first.pieces, "last": first.last})

    ax = strokes.draw(spec, frame, ax, LEGEND, beside=True, before=begun, title=title, label=counts)
    ax.spines[:].set(visible=True, color=GRID, linewidth=0.8)
    return ax


class _Square(NamedTuple):
    """A square in a picture: its upper left corner, and its side."""

    x: float
    y: float
    side: float


class _NestedBoards:
    """The spots of a strategy map, and for each of them its mark and its piece; ``last`` has the
    numbers of the spots on which the strategy's moves stand. Boards inside boards are drawn down to
    so many ``levels``, or all if no number is given.
    """

    def __init__(self, game: Any, levels: float = inf) -> None:
        self.game = game
        self.levels = levels
        self.spots: list[Spot] = []
        self.marks: list[str] = []
        self.pieces: list[str] = []
        self.last: list[int] = []

    def draw(self, board: Board, move: Any, square: _Square, level: int = 1) -> None:
        """Draw a board in a square, and in its free cells the boards that follow.

        ``move`` is the strategy's last move, None if the strategy has made none, or if play was
        over before.
        """
        # OUTCOMES are the names of the fields of ``Plays``, the worst first.
        worst = next(word for word in OUTCOMES if getattr(board.plays, word) > 0)
        if square.side < SMALLEST:
            # a square of two pixels: won and lost are told apart by their colours alone
            self.add(square, worst, label="●" if worst == "drawn" else "")
            return
        is_over = not board.replies
        if is_over:
            self.add(square, worst)
        if not is_over or move is not None:
            self._draw_cells(board, move, square, mark=worst if is_over else " ")
        if level == self.levels:
            return
        cell = square.side / max(self.game.shape)
        for (r, c), answer, after in board.replies:
            x = square.x + (c + INNER_MARGIN) * cell
            y = square.y + (r + INNER_MARGIN) * cell
            self.draw(after, answer, _Square(x, y, INNER_BOARD * cell), level + 1)

    def _draw_cells(self, board: Board, move: Any, square: _Square, mark: str) -> None:
        """Draw the cells of a board with this mark, and what stands on them."""
        cell = square.side / max(self.game.shape)
        for r, row in enumerate(cells(self.game, board.position)):
            for c, piece in enumerate(row):
                if (r, c) == move:
                    self.last.append(len(self.spots))
                self.add(_Square(square.x + c * cell, square.y + r * cell, cell), mark, piece)

    def add(self, square: _Square, mark: str, piece: str = ".", label: str = "") -> None:
        """Add a cell that fills a square."""
        x = square.x + square.side / 2
        y = square.y + square.side / 2
        spot = Spot(x=x, y=y, w=square.side, h=square.side, shape="cell", name="", label=label)
        self.spots.append(spot)
        self.marks.append(mark)
        self.pieces.append(piece)


def _draw_text(text: str, ax: Axes | None) -> Axes:
    """Write a text as a figure, by default just large enough."""
    lines = text.split("\n")
    if ax is None:
        width = 0.16 * max(map(len, lines)) + 0.6  # inches of a letter, and of the margins
        height = 0.33 * len(lines) + 0.4
        _, ax = plt.subplots(figsize=(width, height))
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
