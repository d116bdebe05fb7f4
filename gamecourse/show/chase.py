"""Policeman and thief to drag: the map of verdicts follows the finger, and needs no kernel."""

from __future__ import annotations

from gamecourse.show.colours import palette
from gamecourse.show.heat import board_columns, in_letters, map_of
from gamecourse.show.stage.drawing import drawing
from gamecourse.show.stage.table import pack
from gamecourse.show.stage.widget import Stage
from gamefast import ask, solve
from gamelib.core import DRAW, WIN, Text
from gamelib.games.thief import POLICEMAN, THIEF, Cell, CopsAndThief, Position

#: A page carries the verdicts of boards with at most this many free cells.
MOST_CELLS = 144

#: In pixels: the largest and the smallest size of a cell, and the size of a board if there is room.
LARGEST_CELL, SMALLEST_CELL, BOARD = 76, 56, 560


class Chase(Stage):
    """A board of policeman and thief with its map of verdicts. Drag either player, and the map
    follows.

    The map shows the verdict for each cell of one player while the other stays. The colour says who
    wins: the darker it is, the sooner. The number says in how many moves. Arrows are the best
    moves, and a trail is the line of best play. On the keyboard, Enter picks a player up, the arrow
    keys move the player, and Enter puts the player down.

    From code, ``position`` is what is shown, and can be set.

    Parameters
    ----------
    board
        The board, with both players where they stand at first; at most 144 free cells.
    of
        The player whose cells the map shows, "policeman" or "thief".
    turn
        The player to move, for whom the verdicts are.

    Raises
    ------
    TypeError
        For anything but a CopsAndThief.
    ValueError
        For a larger board, and for a player who is neither "policeman" nor "thief".
    """

    def __init__(self, board: CopsAndThief, *, of: str = POLICEMAN, turn: str = POLICEMAN) -> None:
        if not isinstance(ask.a_game(board), CopsAndThief):
            raise TypeError(
                f"{type(board).__name__} is not a board of policeman and thief: give "
                f"{type(self).__name__}(CopsAndThief.from_text(...))"
            )
        if len(board.cells) > MOST_CELLS:
            raise ValueError(
                f"the board has {len(board.cells)} free cells, and a page carries the verdicts of "
                f"{MOST_CELLS} at "
                "most: cut out a smaller board, or draw the map with plots.heat(solve(board), "
                "thief=board.thief)"
            )
        for name, player in (("of", of), ("turn", turn)):
            if player not in (POLICEMAN, THIEF):
                raise ValueError(f"{name}={player!r}: give 'policeman' or 'thief'")
        self.board = board
        super().__init__()
        self.state = {**self._places(), "turn": turn, "of": of}
        self._solve()

    @property
    def position(self) -> Position:
        """Where both players stand, and whose turn it is."""
        return (
            self._cell(self.state["policeman"]),
            self._cell(self.state["thief"]),
            self.state["turn"],
        )

    @position.setter
    def position(self, position: Position) -> None:
        self.board.check_position(position)
        policeman, thief, turn = position
        self.state = self.state | {
            "policeman": self._spot(policeman),
            "thief": self._spot(thief),
            "turn": turn,
        }

    def _solve(self) -> None:
        """Solve the board as it stands and tell the browser."""
        self.solution = solve(self.board)
        picture = drawing(self.board).spec("policeman and thief")
        cell = BOARD / max(self.board.shape)
        picture["unit"] = min(LARGEST_CELL, max(SMALLEST_CELL, cell))
        picture["palette"] = palette(int(self.solution.remoteness.max(initial=0)))
        self.scene = {
            "kind": "chase",
            "picture": picture,
            "table": pack(board_columns(self.solution)),
        }

    def _places(self) -> dict[str, int]:
        """Return the spots of both players where the board begins."""
        return {
            "policeman": self._spot(self.board.policeman),
            "thief": self._spot(self.board.thief),
        }

    def _spot(self, cell: Cell) -> int:
        """Return the number of a cell, row by row."""
        row, column = cell
        _, columns = self.board.shape
        return row * columns + column

    def _cell(self, spot: int) -> Cell:
        """Return the cell that has this number."""
        _, columns = self.board.shape
        return divmod(int(spot), columns)

    def as_text(self) -> Text:
        """Return the board, the verdict, and the map in letters."""
        policeman, thief, turn = self.position
        verdict = self.solution[self.position]
        policeman_wins = (verdict.outcome == WIN) == (turn == POLICEMAN)
        end = "the policeman catches the thief" if policeman_wins else "the thief gets away"
        if verdict.outcome == DRAW:
            end = "neither can force an end"
        sentence = f"{verdict}: the {turn} moves first, and {end}."
        # The map is of one player's cells, while the other stands still.
        fixed, name = (thief, THIEF) if self.state["of"] == POLICEMAN else (policeman, POLICEMAN)
        verdicts = map_of(self.solution, fixed, name, turn)
        initial = name[0].upper()  # on the cell of the player who stands still
        letters = in_letters(self.board, {**verdicts, fixed: initial})
        return Text("\n".join([self.board.text(self.position), sentence, *letters]))
