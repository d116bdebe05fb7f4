"""The rules of chess for up to four pieces without pawns, over whole numbers.

A position is ``turn`` (0 white, 1 black) and ``placement``, the squares of four pieces: the white
king, the black king, and two more. Each square is a byte, the first piece's the lowest. A captured
piece, or one that the ending does not have, stands on S, the number of squares: in the box. All
positions that are the same up to a symmetry of the board or a swap of two equal pieces share one
number, the smallest that ``number`` finds. A position is legal if the king of the player who is not
to move is not attacked.

These functions run as they are or compiled (``compiled.graph``), so they use only numbers. They
share their words:

``code``                  the number of a position
``turn``, ``side``        0 white, 1 black
``placement``             the squares of the four pieces
``piece``                 0 to 3, in the order of ``placement``; ``captured`` likewise, -1 for none
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

from gamefast.compiled.rules import NO_POSITION

# Where the first numbers of ``data`` stand.
SQUARES = 0  # S, the number of squares
COUNT = 1  # how many pieces there are
HOMES = 2  # how many squares there are where a symmetry puts the white king
SYMMETRIES = 3  # how many symmetries the board has
TWINS = 4  # 1 if the last two pieces are equal
BLACK_FROM = 5  # the number of the first position with Black to move

# From PIECES on stand four numbers for each of four pieces, in this order.
PIECES = 8
FIRST = 0  # the first direction in which the piece goes
LAST = 1  # the direction after the last one
SLIDES = 2  # 1 if it goes on in this direction, 0 if it goes a single step
SIDE = 3  # 0 for a white piece, 1 for a black one

# From ROWS on stand rows with an entry for each square, and one for the box. The first 16 rows have
# the next square in each direction. These are the numbers of the others; see the functions that
# read them.
ROWS = 24
HOME_OF = 16
HOME_SQUARE = 17
WAYS_HOME = 18
WAY_HOME = 19  # the first of 8 rows
IMAGE = 27  # the first of 8 rows
TOWARDS = 35  # the first of S + 1 rows, one for each square and one for the box

#: A square is a byte.
BYTE = 255


def square_of(piece: int, placement: int) -> int:
    """The square of a piece."""
    return placement >> 8 * piece & BYTE


def placed(piece: int, square: int, placement: int) -> int:
    """The placement in which one piece stands on this square, and the others where they were."""
    without = placement & ~(BYTE << 8 * piece)
    return without | square << 8 * piece


def entry(row: int, square: int, data: Any) -> int:
    """What a ``row`` of the table says of a square."""
    length = data[SQUARES] + 1  # of a row: an entry for each square, and one for the box
    return int(data[ROWS + row * length + square])


def step(direction: int, square: int, data: Any) -> int:
    """The next square in a direction; -1 at the edge of the board."""
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


def image_number(turn: int, placement: int, symmetry: int, data: Any) -> int:
    """The number of a position's image under a symmetry that takes the white king home.

    Its digits are whose turn it is, the white king's home, and the squares of the other pieces.
    They have different bases: the third and the fourth piece may also be in the box.
    """
    squares = data[SQUARES]
    with_box = squares + 1
    home = home_of(square_of(0, placement), data)
    black_king = image(symmetry, square_of(1, placement), data)
    third = image(symmetry, square_of(2, placement), data)
    fourth = image(symmetry, square_of(3, placement), data)
    if data[TWINS] and fourth < third:  # two equal pieces are in the order of their squares
        third, fourth = fourth, third

    # Pieces that the ending does not have are no digits.
    code = turn * data[HOMES] + home
    code = code * squares + black_king
    if data[COUNT] > 2:
        code = code * with_box + third
    if data[COUNT] > 3:
        code = code * with_box + fourth
    return int(code)


def number(turn: int, placement: int, data: Any) -> int:
    """The number of a position: the smallest of its images with the white king at home."""
    white_king = square_of(0, placement)
    least = image_number(turn, placement, way_home(0, white_king, data), data)
    for k in range(1, ways_home(white_king, data)):
        least = min(least, image_number(turn, placement, way_home(k, white_king, data), data))
    return least


def turn_of(code: int, data: Any) -> int:
    """Whose turn it is in the position with this number."""
    return int(code >= data[BLACK_FROM])


def squares_of(code: int, data: Any) -> int:
    """The placement of the pieces in the position with this number.

    Its digits are read from the last to the first: see ``image_number``.
    """
    squares = data[SQUARES]
    with_box = squares + 1
    if code >= data[BLACK_FROM]:  # drop the first digit, whose turn it is
        code -= data[BLACK_FROM]

    # The last digits are the squares of the fourth and the third piece. A piece that the ending
    # does not have stays in the box.
    placement = squares << 16 | squares << 24
    for piece in range(data[COUNT] - 1, 1, -1):
        rest = code // with_box
        square = code - rest * with_box
        placement = placed(piece, square, placement)
        code = rest

    # What remains are the digits of the two kings, who have the lowest two bytes.
    home = code // squares
    black_king = code - home * squares
    return int(placement | home_square(home, data) | black_king << 8)


def piece_on(square: int, placement: int) -> int:
    """The piece that stands on a square of the board; -1 if it is empty."""
    for j in range(4):
        if square_of(j, placement) == square:
            return j
    return -1


def side_of(piece: int, data: Any) -> int:
    """0 for a white piece, 1 for a black one."""
    return int(data[PIECES + 4 * piece + SIDE])


def attacks(piece: int, target: int, placement: int, data: Any) -> bool:
    """Whether a piece attacks a square."""
    square = square_of(piece, placement)
    if square == data[SQUARES]:  # it is in the box
        return False
    # The only direction that leads there must be one in which the piece goes; -1 is none.
    direction = towards(square, target, data)
    if direction < data[PIECES + 4 * piece + FIRST] or direction >= data[PIECES + 4 * piece + LAST]:
        return False
    # Go there from square to square, up to the first piece that is in the way.
    reached = step(direction, square, data)
    if data[PIECES + 4 * piece + SLIDES]:
        while reached != target and piece_on(reached, placement) < 0:
            reached = step(direction, reached, data)
    return bool(reached == target)


def in_check(side: int, placement: int, data: Any) -> bool:
    """Whether a side's king is attacked."""
    king = square_of(side, placement)  # the first two pieces are the kings, White's and Black's
    for piece in range(data[COUNT]):
        is_of_opponent = side_of(piece, data) != side
        if is_of_opponent and attacks(piece, king, placement, data):
            return True
    return False


def is_legal(turn: int, placement: int, data: Any) -> bool:
    """Whether no two pieces share a square, and the player who has just moved is not in check."""
    for j in range(1, data[COUNT]):
        for k in range(j):
            if (
                square_of(j, placement) == square_of(k, placement)
                and square_of(j, placement) != data[SQUARES]
            ):
                return False
    return not in_check(1 - turn, placement, data)


def only_kings(placement: int, data: Any) -> bool:
    """Whether only the two kings are left: neither can be mated, and play is over."""
    return bool(
        square_of(2, placement) == data[SQUARES] and square_of(3, placement) == data[SQUARES]
    )


def moved(piece: int, square: int, captured: int, placement: int, data: Any) -> int:
    """The placement after a piece moves to a square. A captured piece goes into the box;
    ``captured`` is -1 if there is none.
    """
    if captured >= 0:
        placement = placed(captured, data[SQUARES], placement)
    return placed(piece, square, placement)


def legal_moves(turn: int, placement: int, data: Any, out: Any) -> int:
    """Write the legal moves as ``piece * 64 + square`` into ``out``; return how many there are."""
    count = 0
    for piece in range(data[COUNT]):
        if side_of(piece, data) != turn or square_of(piece, placement) == data[SQUARES]:
            continue  # it is the opponent's, or in the box
        for direction in range(data[PIECES + 4 * piece + FIRST], data[PIECES + 4 * piece + LAST]):
            target = step(direction, square_of(piece, placement), data)
            while target >= 0:  # -1: the edge of the board
                hit = piece_on(target, placement)
                if hit >= 0 and side_of(hit, data) == turn:  # its own side is in the way
                    break
                if not in_check(turn, moved(piece, target, hit, placement, data), data):
                    out[count] = piece * 64 + target
                    count += 1
                if hit >= 0 or not data[PIECES + 4 * piece + SLIDES]:
                    break  # it captures and stops there, or goes a single step
                target = step(direction, target, data)
    return count


def legal_unmoves(turn: int, placement: int, data: Any, out: Any) -> int:
    """Write the last moves that the player not to move may have made, as ``(piece * 64 + from) * 4
    + uncaptured``.

    ``uncaptured`` is the piece that this move captured, 0 for none: piece 0 is a king, which is
    never captured. Returns how many un-moves there are. Before the move it was not the turn of the
    player who is to move now, so that player was not in check.
    """
    count = 0
    for piece in range(data[COUNT]):
        square = square_of(piece, placement)
        if side_of(piece, data) == turn or square == data[SQUARES]:
            continue  # it has not moved, or is in the box
        for direction in range(data[PIECES + 4 * piece + FIRST], data[PIECES + 4 * piece + LAST]):
            origin = step(direction, square, data)
            while origin >= 0 and piece_on(origin, placement) < 0:
                # The move may have captured nothing. It was made only if play was not over before.
                before = moved(piece, origin, -1, placement, data)
                if not only_kings(before, data) and not in_check(turn, before, data):
                    out[count] = (piece * 64 + origin) * 4
                    count += 1

                # Or it captured a piece that is in the box now, and stood where the move has led.
                for back in range(2, data[COUNT]):
                    if square_of(back, placement) != data[SQUARES] or side_of(back, data) != turn:
                        continue  # it is not in the box, or of the side that moved
                    if back == 3 and data[TWINS] and square_of(2, placement) == data[SQUARES]:
                        continue  # either of two equal pieces may come out: once is enough
                    with_captured = moved(back, square, -1, before, data)
                    if not in_check(turn, with_captured, data):
                        out[count] = (piece * 64 + origin) * 4 + back
                        count += 1
                if not data[PIECES + 4 * piece + SLIDES]:
                    break
                origin = step(direction, origin, data)
    return count


def on_an_axis(placement: int, data: Any) -> bool:
    """Whether a king stands on an axis of the board: only then can two moves lead to positions that
    are mirror images of each other. (The symmetry between these leaves the king of the player who
    has not moved on its square.)
    """
    white_king = square_of(0, placement)
    black_king = square_of(1, placement)
    return ways_home(white_king, data) > 1 or ways_home(black_king, data) > 1


def each_once(count: int, out: Any) -> int:
    """Keep only the first occurrence of each number of ``out[:count]``; return how many numbers are
    left.

    Two moves may lead to positions that are mirror images, for example if both kings stand on a
    diagonal: these have the same number.
    """
    kept = 0  # how many numbers are kept so far, at the front
    for k in range(count):
        out[kept] = out[k]  # behind those that are kept, where the next loop ends at the latest
        j = 0
        while out[j] != out[kept]:
            j += 1
        if j == kept:  # it is not among them
            kept += 1
    return kept


def options(code: int, data: Any, out: Any) -> int:
    """Write the numbers of the positions one move away into ``out``. Return how many there are: 0
    if play is over, NO_POSITION if ``code`` does not stand for a position.
    """
    turn = turn_of(code, data)
    placement = squares_of(code, data)
    # A position stands under one number only, and not under those of its other images.
    if not is_legal(turn, placement, data) or number(turn, placement, data) != code:
        return NO_POSITION
    if only_kings(placement, data):
        return 0
    count = legal_moves(turn, placement, data, out)
    for k in range(count):  # each move becomes the number of the position that it leads to
        piece = out[k] // 64
        target = out[k] % 64
        after = moved(piece, target, piece_on(target, placement), placement, data)
        out[k] = number(1 - turn, after, data)
    return each_once(count, out) if on_an_axis(placement, data) else count


def outcome(code: int, data: Any) -> int:
    """The result of a position at which play is over: mate is lost for the player to move, and
    stalemate and two lone kings are drawn.
    """
    turn = turn_of(code, data)
    placement = squares_of(code, data)
    is_mate = in_check(turn, placement, data)  # because there are no moves
    return -1 if is_mate else 0


def sources(code: int, data: Any, out: Any) -> int:
    """Write the numbers of the positions one un-move away into ``out``; return how many there
    are.
    """
    turn = turn_of(code, data)
    placement = squares_of(code, data)
    count = legal_unmoves(turn, placement, data, out)
    for k in range(count):  # each un-move becomes the number of the position that it comes from
        uncaptured = out[k] % 4
        piece = out[k] // 4 // 64
        origin = out[k] // 4 % 64
        before = moved(piece, origin, -1, placement, data)
        if uncaptured:
            before = moved(uncaptured, square_of(piece, placement), -1, before, data)
        out[k] = number(1 - turn, before, data)
    return each_once(count, out) if on_an_axis(placement, data) else count
