"""The rules of chess for up to four pieces without pawns, over whole numbers.

A position is ``turn`` (0 white, 1 black) and ``at``, the squares of four pieces: the white king,
the black king, and two more. Each square is a byte, the first piece's the lowest. A captured piece,
or one that the ending does not have, stands on S, the number of squares: in the box. All positions
that are the same up to a symmetry of the board or a swap of two equal pieces share one number, the
smallest that ``number`` finds. A position is legal if the king of the player who is not to move is
not attacked.

These functions run as they are or compiled (``compiled.graph``), so they use only numbers. They
share their words:

``code``                  the number of a position
``turn``, ``side``        0 white, 1 black
``at``                    the squares of the four pieces
``piece``                 0 to 3, in the order of ``at``; ``captured`` likewise, -1 for none
``square``, ``target``    0 to S - 1, row by row; ``home``: one of the few squares where a symmetry puts the white king
``symmetry``              one of the board's 4 or 8; several take the white king home if it stands on an axis
``direction``             0 to 15, see ``tables``
``data``                  what they look up (``tables``); first S, the numbers of pieces, homes and symmetries,
                          whether the last two pieces are equal, and the first number with Black to
                          move
``out``, ``count``        a list that is filled, and how far it is filled
"""

from __future__ import annotations

from typing import Any

#: Where the pieces begin in the table, and where its rows begin; a row has an entry for every
#: square and the box.
PIECES, ROWS = 8, 24


def square_of(piece: int, at: int) -> int:
    """The square of a piece."""
    return at >> 8 * piece & 255


def placed(piece: int, square: int, at: int) -> int:
    """The squares of all pieces, once one piece stands elsewhere."""
    return at & ~(255 << 8 * piece) | square << 8 * piece


def entry(row: int, square: int, data: Any) -> int:
    """What a ``row`` of the table says of a square."""
    return int(data[ROWS + row * (data[0] + 1) + square])


def step(direction: int, square: int, data: Any) -> int:
    """The next square in a direction, or -1."""
    return entry(direction, square, data)


def home_of(square: int, data: Any) -> int:
    """The number of the home to which a symmetry takes the white king from a square."""
    return entry(16, square, data)


def home_square(home: int, data: Any) -> int:
    """The square of the white king's home with this number."""
    return entry(17, home, data)


def ways_home(square: int, data: Any) -> int:
    """How many symmetries take the white king home from a square: more than one only if it stands
    on an axis.
    """
    return entry(18, square, data)


def way_home(k: int, square: int, data: Any) -> int:
    """Number ``k`` of the symmetries that take the white king home from a square."""
    return entry(19 + k, square, data)


def image(symmetry: int, square: int, data: Any) -> int:
    """Where a symmetry of the board takes a square; the box stays the box."""
    return entry(27 + symmetry, square, data)


def towards(square: int, target: int, data: Any) -> int:
    """The direction from one square to another; -1 if there is none, or if one of them is the
    box.
    """
    return entry(35 + square, target, data)


def image_number(turn: int, at: int, symmetry: int, data: Any) -> int:
    """The number of a position's image under a symmetry that takes the white king home."""
    box = data[0] + 1
    code = (turn * data[2] + home_of(square_of(0, at), data)) * data[0] + image(
        symmetry, square_of(1, at), data
    )
    third, fourth = image(symmetry, square_of(2, at), data), image(symmetry, square_of(3, at), data)
    if data[4] and fourth < third:
        third, fourth = fourth, third
    if data[1] > 2:
        code = code * box + third
    return int(code * box + fourth if data[1] > 3 else code)


def number(turn: int, at: int, data: Any) -> int:
    """The number of a position: the smallest of its images with the white king at home."""
    least = image_number(turn, at, way_home(0, square_of(0, at), data), data)
    for k in range(1, ways_home(square_of(0, at), data)):
        least = min(least, image_number(turn, at, way_home(k, square_of(0, at), data), data))
    return least


def turn_of(code: int, data: Any) -> int:
    """Whose turn it is in the position with this number."""
    return int(code >= data[5])


def squares_of(code: int, data: Any) -> int:
    """The squares of the pieces in the position with this number."""
    at, box = data[0] << 16 | data[0] << 24, data[0] + 1
    if code >= data[5]:
        code -= data[5]
    for piece in range(data[1] - 1, 1, -1):
        rest = code // box
        at, code = placed(piece, code - rest * box, at), rest
    home = code // data[0]
    return int(at | home_square(home, data) | code - home * data[0] << 8)


def piece_on(square: int, at: int) -> int:
    """The piece that stands on a square, or -1."""
    for j in range(4):
        if square_of(j, at) == square:
            return j
    return -1


def side_of(piece: int, data: Any) -> int:
    """0 for a white piece, 1 for a black one."""
    return int(data[PIECES + 4 * piece + 3])


def attacks(piece: int, target: int, at: int, data: Any) -> bool:
    """Whether a piece attacks a square."""
    square = square_of(piece, at)
    if square == data[0]:
        return False
    direction = towards(square, target, data)
    if direction < data[PIECES + 4 * piece] or direction >= data[PIECES + 4 * piece + 1]:
        return False
    there = step(direction, square, data)
    if data[PIECES + 4 * piece + 2]:
        while there != target and piece_on(there, at) < 0:
            there = step(direction, there, data)
    return bool(there == target)


def in_check(side: int, at: int, data: Any) -> bool:
    """Whether a side's king is attacked."""
    for piece in range(data[1]):
        if side_of(piece, data) != side and attacks(piece, square_of(side, at), at, data):
            return True
    return False


def is_legal(turn: int, at: int, data: Any) -> bool:
    """Whether no two pieces share a square, and the player who has just moved is not in check."""
    for j in range(1, data[1]):
        for k in range(j):
            if square_of(j, at) == square_of(k, at) and square_of(j, at) != data[0]:
                return False
    return not in_check(1 - turn, at, data)


def only_kings(at: int, data: Any) -> bool:
    """Whether only the two kings are left: neither can be mated, and play is over."""
    return bool(square_of(2, at) == data[0] and square_of(3, at) == data[0])


def moved(piece: int, square: int, captured: int, at: int, data: Any) -> int:
    """The squares after a piece moves to a square and a captured piece, if any (otherwise -1), goes
    into the box.
    """
    if captured >= 0:
        at = placed(captured, data[0], at)
    return placed(piece, square, at)


def legal_moves(turn: int, at: int, data: Any, out: Any) -> int:
    """Write the legal moves as ``piece * 64 + square`` into ``out``; return how many there are."""
    count = 0
    for piece in range(data[1]):
        if side_of(piece, data) != turn or square_of(piece, at) == data[0]:
            continue
        for direction in range(data[PIECES + 4 * piece], data[PIECES + 4 * piece + 1]):
            there = step(direction, square_of(piece, at), data)
            while there >= 0:
                hit = piece_on(there, at)
                if hit >= 0 and side_of(hit, data) == turn:
                    break
                if not in_check(turn, moved(piece, there, hit, at, data), data):
                    out[count] = piece * 64 + there
                    count += 1
                if hit >= 0 or not data[PIECES + 4 * piece + 2]:
                    break
                there = step(direction, there, data)
    return count


def legal_unmoves(turn: int, at: int, data: Any, out: Any) -> int:
    """Write the last moves that the player not to move may have made, as ``(piece * 64 + from) * 4
    + uncaptured``.

    ``uncaptured`` is the piece that this move captured, 0 for none. Returns how many un-moves there
    are.
    """
    count = 0
    for piece in range(data[1]):
        if side_of(piece, data) == turn or square_of(piece, at) == data[0]:
            continue
        for direction in range(data[PIECES + 4 * piece], data[PIECES + 4 * piece + 1]):
            there = step(direction, square_of(piece, at), data)
            while there >= 0 and piece_on(there, at) < 0:
                before = moved(piece, there, -1, at, data)
                if not only_kings(before, data) and not in_check(turn, before, data):
                    out[count] = (piece * 64 + there) * 4
                    count += 1
                for back in range(2, data[1]):
                    if square_of(back, at) != data[0] or side_of(back, data) != turn:
                        continue
                    if back == 3 and data[4] and square_of(2, at) == data[0]:
                        continue  # either of two equal pieces may come out of the box: once is enough
                    if not in_check(
                        turn, moved(back, square_of(piece, at), -1, before, data), data
                    ):
                        out[count] = (piece * 64 + there) * 4 + back
                        count += 1
                if not data[PIECES + 4 * piece + 2]:
                    break
                there = step(direction, there, data)
    return count


def on_an_axis(at: int, data: Any) -> bool:
    """Whether a king stands on an axis of the board: only then can two moves lead to mirror
    images.
    """
    return ways_home(square_of(0, at), data) > 1 or ways_home(square_of(1, at), data) > 1


def each_once(count: int, out: Any) -> int:
    """Keep only the first occurrence of each number of ``out[:count]``; return how many numbers are
    left.

    Two moves may lead to positions that are mirror images, for example if both kings stand on a
    diagonal.
    """
    kept = 0
    for k in range(count):
        out[kept], j = out[k], 0
        while out[j] != out[kept]:
            j += 1
        if j == kept:
            kept += 1
    return kept


def options(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one move away: 0 if play is over, -1 if ``code`` is not a
    position.
    """
    turn, at = turn_of(code, data), squares_of(code, data)
    if not is_legal(turn, at, data) or number(turn, at, data) != code:
        return -1
    if only_kings(at, data):
        return 0
    count = legal_moves(turn, at, data, out)
    for k in range(count):
        piece, there = out[k] // 64, out[k] % 64
        out[k] = number(1 - turn, moved(piece, there, piece_on(there, at), at, data), data)
    return each_once(count, out) if on_an_axis(at, data) else count


def outcome(code: int, data: Any) -> int:
    """Mate is lost for the player to move; stalemate and two lone kings are drawn."""
    turn, at = turn_of(code, data), squares_of(code, data)
    return -1 if in_check(turn, at, data) else 0


def sources(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one un-move away."""
    turn, at = turn_of(code, data), squares_of(code, data)
    count = legal_unmoves(turn, at, data, out)
    for k in range(count):
        back, rest = out[k] % 4, out[k] // 4
        piece, there = rest // 64, rest % 64
        before = moved(piece, there, -1, at, data)
        if back:
            before = moved(back, square_of(piece, at), -1, before, data)
        out[k] = number(1 - turn, before, data)
    return each_once(count, out) if on_an_axis(at, data) else count
