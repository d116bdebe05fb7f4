"""Endings of chess, without pawns: the games that gave retrograde analysis its name.

These are the rules of chess, but nobody castles, and neither fifty quiet moves nor a repetition
ends play: endless play is a draw. If only the two kings are left, play is over with a draw. The
remoteness is what chess players call the distance to mate, in plies. Source of the rules: FIDE Laws
of Chess (2023), articles 3 and 5.

The rules themselves are in ``rules``, over numbers: there a position is ``turn`` (0 or 1) and
``at``, the squares of all pieces in one number. Here positions have names for squares, and
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

#: A square by its name (None: captured) for each piece, in the order of the ending's name, and
#: whose turn it is.
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

    chequered: ClassVar = True

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str) or not re.fullmatch("K[QRBN]*K[QRBN]*", self.pieces):
            raise ValueError(
                f"{self.pieces!r} is not an ending: name White's pieces and then Black's, each "
                "side from its king on, "
                "by the letters K, Q, R, B, N (no pawns), as in 'KRK' or 'KQKR'"
            )
        if len(self.pieces) > 4:
            raise ValueError(
                f"{self.pieces!r} has {len(self.pieces)} pieces: at most four are allowed"
            )
        for name, number in (("rows", self.rows), ("columns", self.columns)):
            if type(number) is not int or not 4 <= number <= 8:
                raise ValueError(f"{name} is {number!r}: give a number from 4 to 8")
        if self.begin is not None:
            self.check_position(self.begin)

    def start(self) -> Position:
        """Where play begins: as ``begin`` says, or the first lining up in which the rules let White
        move: Black's row is shifted until it is no check.
        """
        if self.begin is not None:
            return self.begin
        for shift in range(self.columns):
            position = self._lined_up(shift)
            turn, at = self._read(position)
            if rules.is_legal(turn, at, self._data):
                return position
        raise ValueError(
            f"say with begin= where the pieces of {self.pieces} stand: their first rows are in "
            "check"
        )

    def moves(self, position: Position) -> list[str]:
        return list(_moves(self, position)) if self.outcome(position) is None else []

    def play(self, position: Position, move: str) -> Position:
        """The position after a move; raises IllegalMove."""
        if move not in _moves(self, position):
            moves = ", ".join(self.moves(position)) or "none"
            raise IllegalMove(f"{move!r} is not a move of {position[-1]} here: {moves}")
        turn, at = self._read(position)
        piece = rules.piece_on(self._square(move[:2]), at)
        target = self._square(move[2:])
        captured = rules.piece_on(target, at)
        return self._write(1 - turn, rules.moved(piece, target, captured, at, self._data))

    def outcome(self, position: Position) -> Outcome | None:
        turn, at = self._read(position)
        if rules.only_kings(at, self._data):
            return DRAW
        if _moves(self, position):
            return None
        return LOSS if rules.in_check(turn, at, self._data) else DRAW

    def check_position(self, position: Any) -> None:
        """Raise ValueError, saying why, for anything that is not a legal position of this
        ending.
        """
        n = len(self.pieces)
        if not isinstance(position, tuple) or len(position) != n + 1 or position[-1] not in TURNS:
            example = (*self.squares[:n], WHITE)
            raise ValueError(
                f"{position!r} is not a position: give a square for each of {self.pieces} and "
                f"whose turn it is, as {example!r}"
            )
        for letter, square in zip(self.pieces, position, strict=False):
            if square is None and letter == "K":
                raise ValueError(f"{position!r} is not a position: a king is never captured")
            if square is not None and square not in self.squares:
                raise ValueError(
                    f"{square!r} is not a square of this board: they run from a1 to "
                    f"{self.squares[-1]}"
                )
        standing = [square for square in position[:-1] if square is not None]
        if len({*standing}) < len(standing):
            raise ValueError(f"{position!r} is not a position: two pieces stand on one square")
        turn, at = self._read(position)
        if not rules.is_legal(turn, at, self._data):
            raise ValueError(
                f"{position!r} cannot arise: {TURNS[1 - turn]} is in check, but {TURNS[turn]} is "
                "to move"
            )
        written = self._write(turn, at)
        if position != written:
            raise ValueError(f"{position!r} is written {written!r}, with equal pieces in order")

    def move_text(self, position: Position, move: str) -> str:
        """A move with the letter of its piece, ``"Ra1-a8"``; with an x if it captures."""
        _turn, at = self._read(position)
        origin = move[:2]
        target = move[2:]
        piece = rules.piece_on(self._square(origin), at)
        letter = self.pieces[self._places_in_name[piece]]
        captures = rules.piece_on(self._square(target), at) >= 0
        sign = "x" if captures else "-"
        return f"{letter}{origin}{sign}{target}"

    def end_text(self, position: Position) -> str:
        turn, at = self._read(position)
        if rules.only_kings(at, self._data):
            return "two kings alone"
        return "checkmate" if rules.in_check(turn, at, self._data) else "stalemate"

    def cells_of(self, position: Position, move: str) -> tuple[tuple[int, int], tuple[int, int]]:
        return self._cell(move[:2]), self._cell(move[2:])

    def text(self, position: Position) -> str:
        """The board, with White's pieces in capital letters, and whose turn it is or how play has
        ended.
        """
        # From Black's king on the pieces are Black's, in small letters.
        black_king = self._places_in_name[1]
        board = [["."] * self.columns for _ in range(self.rows)]
        for j, square in enumerate(position[:-1]):
            if square is not None:
                r, c = self._cell(square)
                letter = self.pieces[j]
                board[r][c] = letter if j < black_king else letter.lower()
        if self.outcome(position) is None:
            words = f"{position[-1]} to move"
            turn, at = self._read(position)
            if rules.in_check(turn, at, self._data):
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

    @cached_property
    def _places_in_name(self) -> list[int]:
        """The places, in the ending's name, of the pieces as the rules order them: they begin with
        the two kings.
        """
        white_king = 0
        black_king = self.pieces.index("K", 1)
        others = [j for j in range(len(self.pieces)) if j not in (white_king, black_king)]
        return [white_king, black_king, *others]

    @cached_property
    def _data(self) -> list[int]:
        """The table that the rules look things up in, as a list for functions that are not
        compiled.
        """
        black_king = self._places_in_name[1]
        pieces = [(self.pieces[j], int(j >= black_king)) for j in self._places_in_name]
        return [*map(int, table(pieces, self.rows, self.columns))]

    @property
    def _most(self) -> int:
        """More moves, or un-moves, than any position has: 3 pieces, 8 directions, the squares of a
        line, 2 pieces to bring back.
        """
        longest_line = max(self.rows, self.columns)
        return 3 * 8 * longest_line * 2

    def _lined_up(self, shift: int) -> Position:
        """White's pieces on the first row and Black's on the last, ``shift`` columns further to the
        right.
        """
        n_white = self._places_in_name[1]  # the pieces before the black king
        n_black = len(self.pieces) - n_white
        last_row = (self.rows - 1) * self.columns
        left = (self.columns - max(n_white, n_black)) // 2
        squares = [(left + j) % self.columns for j in range(n_white)]
        squares += [last_row + (left + shift + j) % self.columns for j in range(n_black)]
        turn, at = self._read((*map(self._name, squares), WHITE))
        return self._write(turn, at)  # with equal pieces in order

    def _code(self, position: Any) -> int:
        """The number of a position: what ``CompiledGraph`` calls it."""
        self.check_position(position)
        turn, at = self._read(position)
        return rules.number(turn, at, self._data)

    def _decode(self, code: int) -> Position:
        """The position with this number."""
        return self._write(rules.turn_of(code, self._data), rules.squares_of(code, self._data))

    def _read(self, position: Position) -> tuple[int, int]:
        """A position in the numbers of the rules: whose turn it is, and the squares."""
        missing = [None] * (4 - len(self.pieces))  # in the box
        names = [position[place] for place in self._places_in_name] + missing
        at = sum(self._square(name) << 8 * j for j, name in enumerate(names))  # a byte for each
        return TURNS.index(position[-1]), at

    def _write(self, turn: int, at: int) -> Position:
        """A position in names, with two equal pieces in the order of their squares."""
        squares = [rules.square_of(j, at) for j in range(4)]
        if self._data[rules.TWINS]:
            # The rules have both kings first, and then the two other pieces.
            squares[2:] = sorted(squares[2:])
        names = dict(zip(self._places_in_name, map(self._name, squares), strict=False))
        in_order = [names[j] for j in range(len(self.pieces))]
        return (*in_order, TURNS[turn])

    def _name(self, square: int) -> Any:
        """A square's name, or None for the box."""
        return self.squares[square] if square < len(self.squares) else None

    def _cell(self, name: str) -> tuple[int, int]:
        """The row from the top, and the column, of the square with this name."""
        r, c = divmod(self._square(name), self.columns)
        return self.rows - 1 - r, c

    def _square(self, name: str | None) -> int:
        """The number of the square with this name; None is the box."""
        return len(self.squares) if name is None else self.squares.index(name)


@lru_cache(maxsize=256)
def _moves(game: Ending, position: Position) -> tuple[str, ...]:
    """The moves at a position, kept because the caller plays one of them next and asks again."""
    turn, at = game._read(position)
    out = [0] * game._most
    count = rules.legal_moves(turn, at, game._data, out)
    moves = []
    for code in out[:count]:  # piece * 64 + square
        piece, target = divmod(code, 64)
        origin = rules.square_of(piece, at)
        moves.append(game.squares[origin] + game.squares[target])
    return tuple(moves)
