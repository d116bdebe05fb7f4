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

# The first numbers of ``data``.
SQUARES = 0  # S, the number of squares
COUNT = 1  # how many pieces there are,
HOMES = 2  # how many squares where a symmetry puts the white king,
SYMMETRIES = 3  # and how many symmetries the board has
TWINS = 4  # 1 if the last two pieces are equal
BLACK_FROM = 5  # the number of the first position with Black to move

# Then come four numbers for each of four pieces.
PIECES = 8  # where they begin
FIRST = 0  # the first direction in which the piece goes,
LAST = 1  # and the one after the last
SLIDES = 2  # 1 if it goes on in this direction, and not just one step
SIDE = 3  # 0 for a white piece, 1 for a black one

# Then come rows with an entry for every square, and one for the box: in the first 16 rows the next
# square in each direction, and then these.
ROWS = 24  # where they begin
HOME_OF = 16
HOME_SQUARE = 17
WAYS_HOME = 18
WAY_HOME = 19  # 8 rows
IMAGE = 27  # 8 rows
TOWARDS = 35  # a row for each square, and one for the box

#: A square is a byte.
BYTE = 255


def square_of(piece: int, at: int) -> int:
    """The square of a piece."""
    return at >> 8 * piece & BYTE


def placed(piece: int, square: int, at: int) -> int:
    """The squares of all pieces, once one piece stands elsewhere."""
    without = at & ~(BYTE << 8 * piece)
    return without | square << 8 * piece


def entry(row: int, square: int, data: Any) -> int:
    """What a ``row`` of the table says of a square."""
    return int(data[ROWS + row * (data[SQUARES] + 1) + square])


def step(direction: int, square: int, data: Any) -> int:
    """The next square in a direction, or -1."""
    return entry(direction, square, data)


def home_of(square: int, data: Any) -> int:
    """The number of the home to which a symmetry takes the white king from a square."""
    return entry(HOME_OF, square, data)


def home_square(home: int, data: Any) -> int:
    """The square of the white king's home with this number."""
    return entry(HOME_SQUARE, home, data)


def ways_home(square: int, data: Any) -> int:
    """How many symmetries take the white king home from a square: more than one only if it stands
    on an axis.
    """
    return entry(WAYS_HOME, square, data)


def way_home(k: int, square: int, data: Any) -> int:
    """Number ``k`` of the symmetries that take the white king home from a square."""
    return entry(WAY_HOME + k, square, data)


def image(symmetry: int, square: int, data: Any) -> int:
    """Where a symmetry of the board takes a square; the box stays the box."""
    return entry(IMAGE + symmetry, square, data)


def towards(square: int, target: int, data: Any) -> int:
    """The direction from one square to another; -1 if there is none, or if one of them is the
    box.
    """
    return entry(TOWARDS + square, target, data)


def image_number(turn: int, at: int, symmetry: int, data: Any) -> int:
    """The number of a position's image under a symmetry that takes the white king home.

    Its digits are whose turn it is, the white king's home, and the squares of the other pieces;
    the third and the fourth piece may also be in the box.
    """
    squares = data[SQUARES]
    with_box = squares + 1
    home = home_of(square_of(0, at), data)
    black_king = image(symmetry, square_of(1, at), data)
    third = image(symmetry, square_of(2, at), data)
    fourth = image(symmetry, square_of(3, at), data)
    if data[TWINS] and fourth < third:  # equal pieces stand in order
        third, fourth = fourth, third
    code = turn * data[HOMES] + home
    code = code * squares + black_king
    if data[COUNT] > 2:
        code = code * with_box + third
    if data[COUNT] > 3:
        code = code * with_box + fourth
    return int(code)


def number(turn: int, at: int, data: Any) -> int:
    """The number of a position: the smallest of its images with the white king at home."""
    white_king = square_of(0, at)
    least = image_number(turn, at, way_home(0, white_king, data), data)
    for k in range(1, ways_home(white_king, data)):
        least = min(least, image_number(turn, at, way_home(k, white_king, data), data))
    return least


def turn_of(code: int, data: Any) -> int:
    """Whose turn it is in the position with this number."""
    return int(code >= data[BLACK_FROM])


def squares_of(code: int, data: Any) -> int:
    """The squares of the pieces in the position with this number.

    Its digits are read from the last one, the fourth piece's, to the first: see ``image_number``.
    """
    squares = data[SQUARES]
    with_box = squares + 1
    at = squares << 16 | squares << 24  # the third and the fourth piece in the box
    if code >= data[BLACK_FROM]:
        code -= data[BLACK_FROM]
    for piece in range(data[COUNT] - 1, 1, -1):
        rest = code // with_box
        at = placed(piece, code - rest * with_box, at)
        code = rest
    home = code // squares
    black_king = code - home * squares
    return int(at | home_square(home, data) | black_king << 8)


def piece_on(square: int, at: int) -> int:
    """The piece that stands on a square, or -1."""
    for j in range(4):
        if square_of(j, at) == square:
            return j
    return -1


def side_of(piece: int, data: Any) -> int:
    """0 for a white piece, 1 for a black one."""
    return int(data[PIECES + 4 * piece + SIDE])


def attacks(piece: int, target: int, at: int, data: Any) -> bool:
    """Whether a piece attacks a square."""
    square = square_of(piece, at)
    if square == data[SQUARES]:  # it is in the box
        return False
    direction = towards(square, target, data)
    if direction < data[PIECES + 4 * piece + FIRST] or direction >= data[PIECES + 4 * piece + LAST]:
        return False
    reached = step(direction, square, data)
    if data[PIECES + 4 * piece + SLIDES]:
        while reached != target and piece_on(reached, at) < 0:
            reached = step(direction, reached, data)
    return bool(reached == target)


def in_check(side: int, at: int, data: Any) -> bool:
    """Whether a side's king is attacked."""
    for piece in range(data[COUNT]):
        if side_of(piece, data) != side and attacks(piece, square_of(side, at), at, data):
            return True
    return False


def is_legal(turn: int, at: int, data: Any) -> bool:
    """Whether no two pieces share a square, and the player who has just moved is not in check."""
    for j in range(1, data[COUNT]):
        for k in range(j):
            if square_of(j, at) == square_of(k, at) and square_of(j, at) != data[SQUARES]:
                return False
    return not in_check(1 - turn, at, data)


def only_kings(at: int, data: Any) -> bool:
    """Whether only the two kings are left: neither can be mated, and play is over."""
    return bool(square_of(2, at) == data[SQUARES] and square_of(3, at) == data[SQUARES])


def moved(piece: int, square: int, captured: int, at: int, data: Any) -> int:
    """The squares after a piece moves to a square and a captured piece, if any (otherwise -1), goes
    into the box.
    """
    if captured >= 0:
        at = placed(captured, data[SQUARES], at)
    return placed(piece, square, at)


def legal_moves(turn: int, at: int, data: Any, out: Any) -> int:
    """Write the legal moves as ``piece * 64 + square`` into ``out``; return how many there are."""
    count = 0
    for piece in range(data[COUNT]):
        if side_of(piece, data) != turn or square_of(piece, at) == data[SQUARES]:
            continue
        for direction in range(data[PIECES + 4 * piece + FIRST], data[PIECES + 4 * piece + LAST]):
            target = step(direction, square_of(piece, at), data)
            while target >= 0:  # -1: the edge of the board
                hit = piece_on(target, at)
                if hit >= 0 and side_of(hit, data) == turn:  # a piece of one's own is in the way
                    break
                if not in_check(turn, moved(piece, target, hit, at, data), data):
                    out[count] = piece * 64 + target
                    count += 1
                if hit >= 0 or not data[PIECES + 4 * piece + SLIDES]:
                    break
                target = step(direction, target, data)
    return count


def legal_unmoves(turn: int, at: int, data: Any, out: Any) -> int:
    """Write the last moves that the player not to move may have made, as ``(piece * 64 + from) * 4
    + uncaptured``.

    ``uncaptured`` is the piece that this move captured, 0 for none. Returns how many un-moves there
    are. Before the move the player who is to move now was not in check: it was not their turn.
    """
    count = 0
    for piece in range(data[COUNT]):
        square = square_of(piece, at)
        if side_of(piece, data) == turn or square == data[SQUARES]:
            continue
        for direction in range(data[PIECES + 4 * piece + FIRST], data[PIECES + 4 * piece + LAST]):
            origin = step(direction, square, data)
            while origin >= 0 and piece_on(origin, at) < 0:
                # The move may have captured nothing,
                before = moved(piece, origin, -1, at, data)
                if not only_kings(before, data) and not in_check(turn, before, data):
                    out[count] = (piece * 64 + origin) * 4
                    count += 1
                # or a piece that is in the box now, and stood where the move has led.
                for back in range(2, data[COUNT]):
                    if square_of(back, at) != data[SQUARES] or side_of(back, data) != turn:
                        continue
                    if back == 3 and data[TWINS] and square_of(2, at) == data[SQUARES]:
                        continue  # either of two equal pieces may come out: once is enough
                    with_captured = moved(back, square, -1, before, data)
                    if not in_check(turn, with_captured, data):
                        out[count] = (piece * 64 + origin) * 4 + back
                        count += 1
                if not data[PIECES + 4 * piece + SLIDES]:
                    break
                origin = step(direction, origin, data)
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
        out[kept] = out[k]
        j = 0
        while out[j] != out[kept]:
            j += 1
        if j == kept:  # it does not stand further in front
            kept += 1
    return kept


def options(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one move away: 0 if play is over, -1 if ``code`` is not a
    position.
    """
    turn = turn_of(code, data)
    at = squares_of(code, data)
    if not is_legal(turn, at, data) or number(turn, at, data) != code:
        return -1
    if only_kings(at, data):
        return 0
    count = legal_moves(turn, at, data, out)
    for k in range(count):
        piece = out[k] // 64
        target = out[k] % 64
        after = moved(piece, target, piece_on(target, at), at, data)
        out[k] = number(1 - turn, after, data)
    return each_once(count, out) if on_an_axis(at, data) else count


def outcome(code: int, data: Any) -> int:
    """Mate is lost for the player to move; stalemate and two lone kings are drawn."""
    turn = turn_of(code, data)
    at = squares_of(code, data)
    return -1 if in_check(turn, at, data) else 0


def sources(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one un-move away."""
    turn = turn_of(code, data)
    at = squares_of(code, data)
    count = legal_unmoves(turn, at, data, out)
    for k in range(count):
        uncaptured = out[k] % 4
        piece = out[k] // 4 // 64
        origin = out[k] // 4 % 64
        before = moved(piece, origin, -1, at, data)
        if uncaptured:
            before = moved(uncaptured, square_of(piece, at), -1, before, data)
        out[k] = number(1 - turn, before, data)
    return each_once(count, out) if on_an_axis(at, data) else count
