"""Endings of chess, without pawns: the games that gave retrograde analysis its name.

These are the rules of chess, but nobody castles, and neither fifty quiet moves nor a repetition
ends play: endless play is a draw. If only the two kings are left, play is over with a draw. The
remoteness is what chess players call the distance to mate, in plies. Source of the rules: FIDE Laws
of Chess (2023), articles 3 and 5.

The rules themselves are in ``rules``, over numbers: there a position is ``turn`` (0 or 1) and
``placement``, the squares of all pieces in one number. Here positions have names for squares, and
``_read`` and ``_write`` lead from one to the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from gamefast.compiled.graph import CompiledGraph
from gamefast.endings import rules
from gamefast.endings.tables import table
from gamelib.core import DRAW, LOSS, IllegalMove, Outcome

WHITE, BLACK = "white", "black"
TURNS = (WHITE, BLACK)

#: For each piece, in the order of the ending's name, the name of its square (None if it is
#: captured); and last whose turn it is, WHITE or BLACK.
Position = tuple[Any, ...]


@dataclass(frozen=True)
class Ending:
    """An ending of chess: ``Ending("KRK")`` is king and rook against king.

    ``pieces``: White's pieces, then Black's, each side beginning with its king: K, Q (queen), R
    (rook), B (bishop), N (knight); at most four. ``rows``, ``columns``: of the board, 4 to 8.
    ``begin``: where play begins; by default both sides stand on their first rows, with White to
    move. A position names the square of each piece in the order of ``pieces`` (None for a captured
    piece) and then whose turn it is; the outcome is for the player to move. A move names two
    squares, ``"a1a8"``. Raises ValueError for anything that is not an ending.

    >>> from gamefast import solve
    >>> game = Ending("KRK", rows=4, columns=4)
    >>> solution = solve(game)
    >>> position = ("b3", "d2", "a1", "white")  # the white king, the rook, the black king; White to move
    >>> str(solution[position]), solution.best(position)
    ('WIN in 1', 'd2d1')
    """

    #: The solvers of gamelib refuse it, and name the import.
    needs_engine: ClassVar[bool] = True

    pieces: str
    rows: int = 8
    columns: int = 8
    begin: Position | None = None

    #: The board is drawn like a chessboard.
    chequered: ClassVar = True

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str) or not re.fullmatch("K[QRBN]*K[QRBN]*", self.pieces):
            raise ValueError(
                f"{self.pieces!r} is not an ending: name White's pieces and then Black's, each "
                "side from its king on, by the letters K, Q, R, B, N (no pawns), as in 'KRK' or "
                "'KQKR'"
            )
        if len(self.pieces) > 4:
            raise ValueError(
                f"{self.pieces!r} has {len(self.pieces)} pieces: at most four are allowed"
            )
        for name, number in (("rows", self.rows), ("columns", self.columns)):
            if type(number) is not int or not 4 <= number <= 8:  # nor is True a number here
                raise ValueError(f"{name} is {number!r}: give a number from 4 to 8")
        if self.begin is not None:
            self.check_position(self.begin)

    def start(self) -> Position:
        """Where play begins: as ``begin`` says. Otherwise both sides stand on their first rows, and
        Black's pieces are shifted to the right until Black, who is not to move, is not in check.
        """
        if self.begin is not None:
            return self.begin
        for shift in range(self.columns):
            position = self._lined_up(shift)
            turn, placement = self._read(position)
            if rules.is_legal(turn, placement, self._data):
                return position
        raise ValueError(
            f"say with begin= where the pieces of {self.pieces} stand: their first rows are in "
            "check"
        )

    def moves(self, position: Position) -> list[str]:
        return list(_moves(self, position)) if self.outcome(position) is None else []

    def play(self, position: Position, move: str) -> Position:
        """The position after a move; raises IllegalMove."""
        turn, placement = self._read(position)
        if move not in _moves(self, position):
            moves = ", ".join(self.moves(position)) or "none"
            raise IllegalMove(f"{move!r} is not a move of {TURNS[turn]} here: {moves}")
        origin, target = self._squares_of_move(move)
        piece = rules.piece_on(origin, placement)
        captured = rules.piece_on(target, placement)
        after = rules.moved(piece, target, captured, placement, self._data)
        return self._write(1 - turn, after)

    def outcome(self, position: Position) -> Outcome | None:
        turn, placement = self._read(position)
        if rules.only_kings(placement, self._data):
            return DRAW
        if _moves(self, position):
            return None
        return LOSS if rules.in_check(turn, placement, self._data) else DRAW

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a legal position of this
        ending.
        """
        # A tuple of the right length that ends with whose turn it is.
        n = len(self.pieces)
        if not isinstance(position, tuple) or len(position) != n + 1 or position[-1] not in TURNS:
            example = (*self.squares[:n], WHITE)
            raise ValueError(
                f"{position!r} is not a position: give a square for each of {self.pieces} and "
                f"whose turn it is, as {example!r}"
            )

        # Each piece by itself, and then whether two stand on one square.
        *squares, _turn = position
        for letter, square in zip(self.pieces, squares, strict=True):
            if square is None and letter == "K":
                raise ValueError(f"{position!r} is not a position: a king is never captured")
            if square is not None and square not in self.squares:
                raise ValueError(
                    f"{square!r} is not a square of this board: they run from a1 to "
                    f"{self.squares[-1]}"
                )
        on_board = [square for square in squares if square is not None]
        if len({*on_board}) < len(on_board):
            raise ValueError(f"{position!r} is not a position: two pieces stand on one square")

        # All together: by the rules, and as ``_write`` would write it.
        turn, placement = self._read(position)
        if not rules.is_legal(turn, placement, self._data):
            raise ValueError(
                f"{position!r} cannot arise: {TURNS[1 - turn]} is in check, but {TURNS[turn]} is "
                "to move"
            )
        written = self._write(turn, placement)
        if position != written:
            raise ValueError(f"{position!r} is written {written!r}, with equal pieces in order")

    def move_text(self, position: Position, move: str) -> str:
        """A move with the letter of its piece, ``"Ra1-a8"``; with an x if it captures."""
        _turn, placement = self._read(position)
        origin, target = self._squares_of_move(move)
        piece = rules.piece_on(origin, placement)
        letter = self.pieces[self._places_in_name[piece]]
        captures = rules.piece_on(target, placement) >= 0
        sign = "x" if captures else "-"
        return f"{letter}{self._name(origin)}{sign}{self._name(target)}"

    def end_text(self, position: Position) -> str:
        """How play has ended."""
        turn, placement = self._read(position)
        if rules.only_kings(placement, self._data):
            return "two kings alone"
        return "checkmate" if rules.in_check(turn, placement, self._data) else "stalemate"

    def cells_of(self, position: Position, move: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """The cells, by row from the top and column, that a move leads from and to."""
        origin, target = self._squares_of_move(move)
        return self._cell(origin), self._cell(target)

    def text(self, position: Position) -> str:
        """The board, with White's pieces in capital letters, and whose turn it is or how play has
        ended.
        """
        *squares, turn_in_words = position
        board = [["."] * self.columns for _ in range(self.rows)]
        for j, name in enumerate(squares):
            if name is not None:
                r, c = self._cell(self._square(name))
                letter = self.pieces[j]
                is_white = j < self._black_king
                board[r][c] = letter if is_white else letter.lower()
        if self.outcome(position) is None:
            words = f"{turn_in_words} to move"
            turn, placement = self._read(position)
            if rules.in_check(turn, placement, self._data):
                words += ", in check"
        else:
            words = self.end_text(position)
        rows = ["".join(row) for row in board]
        return "\n".join([*rows, words])

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the board."""
        return self.rows, self.columns

    @cached_property
    def squares(self) -> list[str]:
        """The names of the squares, a1 first, row by row."""
        return ["abcdefgh"[c] + str(r + 1) for r in range(self.rows) for c in range(self.columns)]

    def compiled(self) -> CompiledGraph:
        """All legal positions, with either side to move, one for each symmetry class; nothing is
        solved yet.
        """
        size = 2 * self._data[rules.BLACK_FROM]  # as many with White to move as with Black
        return CompiledGraph.of(
            size,
            rules.options,
            rules.outcome,
            rules.sources,
            most=self._most,
            data=self._data,
            code=self._code,
            decode=self._decode,
            game=self,
        )

    @property
    def _black_king(self) -> int:
        """The place of the black king in the ending's name. From there on the pieces are Black's."""
        return self.pieces.index("K", 1)

    @cached_property
    def _places_in_name(self) -> list[int]:
        """The rules have the white king first, the black king second, and then the other pieces.
        For each piece in this order, its place in the ending's name.
        """
        kings = [0, self._black_king]
        others = [j for j in range(len(self.pieces)) if j not in kings]
        return [*kings, *others]

    @cached_property
    def _data(self) -> list[int]:
        """The table that the rules look things up in, as a list for functions that are not
        compiled.
        """
        pieces = [(self.pieces[j], int(j >= self._black_king)) for j in self._places_in_name]
        return [*map(int, table(pieces, self.rows, self.columns))]

    @property
    def _most(self) -> int:
        """No position has more moves, or un-moves, than this. A side has 3 pieces at most, which go
        in 8 directions, along lines of so many squares; and an un-move brings back one of 2
        captured pieces, or none.
        """
        longest_line = max(self.rows, self.columns)
        return 3 * 8 * longest_line * 2

    def _lined_up(self, shift: int) -> Position:
        """White's pieces on the first row, in the middle, and Black's on the last row, ``shift``
        columns further to the right; what would stand beyond the edge comes in again on the left.
        """
        n_white = self._black_king  # the pieces before it in the name
        n_black = len(self.pieces) - n_white
        first_of_last_row = (self.rows - 1) * self.columns
        left = (self.columns - max(n_white, n_black)) // 2
        squares = [(left + j) % self.columns for j in range(n_white)]
        squares += [first_of_last_row + (left + shift + j) % self.columns for j in range(n_black)]
        turn, placement = self._read((*map(self._name, squares), WHITE))
        return self._write(turn, placement)  # with equal pieces in order

    def _code(self, position: Any) -> int:
        """The number of a position in the rules; raises ValueError for anything else."""
        self.check_position(position)
        turn, placement = self._read(position)
        return rules.number(turn, placement, self._data)

    def _decode(self, code: int) -> Position:
        """The position with this number."""
        return self._write(rules.turn_of(code, self._data), rules.squares_of(code, self._data))

    def _read(self, position: Position) -> tuple[int, int]:
        """A position in the numbers of the rules: whose turn it is, and the placement."""
        *names, turn_in_words = position
        in_order = [names[place] for place in self._places_in_name]
        in_box = [None] * (4 - len(self.pieces))  # the rules have four pieces in every ending
        placement = 0
        for j, name in enumerate([*in_order, *in_box]):
            placement |= self._square(name) << 8 * j  # a byte for each piece
        return TURNS.index(turn_in_words), placement

    def _write(self, turn: int, placement: int) -> Position:
        """A position in names, with two equal pieces in the order of their squares."""
        n = len(self.pieces)
        squares = [rules.square_of(j, placement) for j in range(n)]
        if self._data[rules.TWINS]:
            # The rules have both kings first, and then the two other pieces.
            squares[2:] = sorted(squares[2:])
        names = dict(zip(self._places_in_name, map(self._name, squares), strict=True))
        in_order = [names[j] for j in range(n)]
        return (*in_order, TURNS[turn])

    def _name(self, square: int) -> Any:
        """A square's name, or None for the box."""
        return self.squares[square] if square < len(self.squares) else None

    def _square(self, name: str | None) -> int:
        """The number of the square with this name; None is the box."""
        return len(self.squares) if name is None else self.squares.index(name)

    def _squares_of_move(self, move: str) -> tuple[int, int]:
        """The numbers of the squares that a move leads from and to: it is their names, of two
        letters each.
        """
        return self._square(move[:2]), self._square(move[2:])

    def _cell(self, square: int) -> tuple[int, int]:
        """The row from the top, and the column, of the square with this number."""
        row_from_below, column = divmod(square, self.columns)
        return self.rows - 1 - row_from_below, column


@lru_cache(maxsize=256)
def _moves(game: Ending, position: Position) -> tuple[str, ...]:
    """The moves at a position by the rules for each piece, also if play is over because only the
    two kings are left. They are kept because the caller plays one of them next and asks again.
    """
    turn, placement = game._read(position)
    out = [0] * game._most
    count = rules.legal_moves(turn, placement, game._data, out)
    moves = []
    for code in out[:count]:  # piece * 64 + square
        piece, target = divmod(code, 64)
        origin = rules.square_of(piece, placement)
        moves.append(game.squares[origin] + game.squares[target])
    return tuple(moves)
