"""The rules of chess for up to four pieces without pawns, over whole numbers.

A position is ``turn`` (0 white, 1 black) and ``at``, the squares of four pieces: the white king, the black king, and
two more. A captured piece, or one that the ending does not have, stands on S, the number of squares: in the box. All
positions that a symmetry of the board, or a swap of two equal pieces, makes of one another share one number, the
smallest that ``number`` finds. A position is legal where the king of the player who is not to move is not attacked.

These functions run as they are or compiled (``arenas.compiled``), so they know numbers only. They share their words:

``code``                  the number of a position
``turn``, ``side``        0 white, 1 black
``at``                    the squares of the four pieces
``piece``                 0 to 3, as they stand in ``at``; ``captured`` likewise, -1 for none
``square``, ``target``    0 to S - 1, row by row; ``home``: one of the few to which the white king can be taken
``symmetry``              one of the 4 or 8 of the board
``direction``             0 to 15, see ``tables``
``data``                  what they look up (``tables``); first S, the number of pieces, of homes, of symmetries, and
                          whether the last two pieces are equal
``out``, ``count``        a list that is filled, and how far
"""

from __future__ import annotations

from typing import Any

At = tuple[int, int, int, int]

#: Where the parts of the table begin; those behind the pieces lie S entries apart.
PIECES, STEPS = 8, 24


def step(direction: int, square: int, data: Any) -> int:
    """The next square in a direction, or -1."""
    return int(data[STEPS + direction * data[0] + square])


def towards(square: int, target: int, data: Any) -> int:
    """The direction from a square to another, or -1."""
    return int(data[STEPS + (16 + square) * data[0] + target])


def home_square(home: int, data: Any) -> int:
    """The square of the white king's home with this number."""
    return int(data[STEPS + (16 + data[0]) * data[0] + home])


def image(symmetry: int, square: int, data: Any) -> int:
    """Where a symmetry of the board takes a square; the box stays the box."""
    return int(data[STEPS + (17 + data[0]) * data[0] + symmetry * (data[0] + 1) + square])


def home_of(symmetry: int, square: int, data: Any) -> int:
    """The number of the white king's home to which a symmetry takes him from a square, or -1 if to none."""
    return int(data[STEPS + (17 + data[0] + data[3]) * data[0] + data[3] + symmetry * data[0] + square])


def image_number(turn: int, at: At, symmetry: int, data: Any) -> int:
    """The number of a position's image under a symmetry that takes the white king home; -1 where it does not."""
    home = home_of(symmetry, at[0], data)
    if home < 0:
        return -1
    box = data[0] + 1
    code = (turn * data[2] + home) * data[0] + image(symmetry, at[1], data)
    if data[1] > 2:
        third = image(symmetry, at[2], data)
        if data[1] > 3:
            fourth = image(symmetry, at[3], data)
            if data[4] and fourth < third:
                third, fourth = fourth, third
            return int((code * box + third) * box + fourth)
        return int(code * box + third)
    return int(code)


def number(turn: int, at: At, data: Any) -> int:
    """The number of a position: the smallest of all its images."""
    least = -1
    for symmetry in range(data[3]):
        code = image_number(turn, at, symmetry, data)
        if code >= 0 and (least < 0 or code < least):
            least = code
    return least


def turn_of(code: int, data: Any) -> int:
    """Who moves in the position with a number."""
    box = data[0] + 1
    for _ in range(data[1] - 2):
        code //= box
    return int(code // data[0] // data[2])


def squares_of(code: int, data: Any) -> At:
    """Where the pieces stand in the position with a number."""
    box = data[0] + 1
    third, fourth = data[0], data[0]
    if data[1] > 3:
        code, fourth = code // box, code % box
    if data[1] > 2:
        code, third = code // box, code % box
    return home_square(code // data[0] % data[2], data), int(code % data[0]), int(third), int(fourth)


def piece_on(square: int, at: At) -> int:
    """Which piece stands on a square, or -1."""
    for j in range(4):
        if at[j] == square:
            return j
    return -1


def side_of(piece: int, data: Any) -> int:
    """0 for a white piece, 1 for a black one."""
    return int(data[PIECES + 4 * piece + 3])


def attacks(piece: int, target: int, at: At, data: Any) -> bool:
    """Whether a piece attacks a square."""
    square = at[piece]
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


def in_check(side: int, at: At, data: Any) -> bool:
    """Whether a side's king is attacked."""
    for piece in range(data[1]):  # noqa: SIM110  # a loop, which compiles
        if side_of(piece, data) != side and attacks(piece, at[side], at, data):
            return True
    return False


def is_legal(turn: int, at: At, data: Any) -> bool:
    """Whether no two pieces share a square, and the player who has just moved is not in check."""
    for j in range(1, data[1]):
        for k in range(j):
            if at[j] == at[k] and at[j] != data[0]:
                return False
    return not in_check(1 - turn, at, data)


def only_kings(at: At, data: Any) -> bool:
    """Whether the two kings are alone: nobody can be mated any more, and play is over."""
    return bool(at[2] == data[0] and at[3] == data[0])


def moved(piece: int, square: int, captured: int, at: At, data: Any) -> At:
    """The squares once a piece stands on another one, and a captured one, if any (else -1), is in the box."""
    a = data[0] if captured == 0 else at[0]
    b = data[0] if captured == 1 else at[1]
    c = data[0] if captured == 2 else at[2]
    d = data[0] if captured == 3 else at[3]
    if piece == 0:
        a = square
    elif piece == 1:
        b = square
    elif piece == 2:
        c = square
    else:
        d = square
    return a, b, c, d


def legal_moves(turn: int, at: At, data: Any, out: Any) -> int:
    """Write the legal moves as ``piece * S + square`` into ``out``; returns how many there are."""
    count = 0
    for piece in range(data[1]):
        if side_of(piece, data) != turn or at[piece] == data[0]:
            continue
        for direction in range(data[PIECES + 4 * piece], data[PIECES + 4 * piece + 1]):
            there = step(direction, at[piece], data)
            while there >= 0:
                hit = piece_on(there, at)
                if hit >= 0 and side_of(hit, data) == turn:
                    break
                if not in_check(turn, moved(piece, there, hit, at, data), data):
                    out[count] = piece * data[0] + there
                    count += 1
                if hit >= 0 or not data[PIECES + 4 * piece + 2]:
                    break
                there = step(direction, there, data)
    return count


def legal_unmoves(turn: int, at: At, data: Any, out: Any) -> int:
    """Write what the player who is not to move may have done, as ``(piece * S + from) * 4 + uncaptured``.

    ``uncaptured`` is the piece that he has taken with that move, 0 for none. Returns how many un-moves there are.
    """
    count = 0
    for piece in range(data[1]):
        if side_of(piece, data) == turn or at[piece] == data[0]:
            continue
        for direction in range(data[PIECES + 4 * piece], data[PIECES + 4 * piece + 1]):
            there = step(direction, at[piece], data)
            while there >= 0 and piece_on(there, at) < 0:
                before = moved(piece, there, -1, at, data)
                if not only_kings(before, data) and not in_check(turn, before, data):
                    out[count] = (piece * data[0] + there) * 4
                    count += 1
                for back in range(2, data[1]):
                    if at[back] != data[0] or side_of(back, data) != turn:
                        continue
                    if back == 3 and data[4] and at[2] == data[0]:
                        continue  # of two equal pieces in the box either may be taken out: once is enough
                    if not in_check(turn, moved(back, at[piece], -1, before, data), data):
                        out[count] = (piece * data[0] + there) * 4 + back
                        count += 1
                if not data[PIECES + 4 * piece + 2]:
                    break
                there = step(direction, there, data)
    return count


def each_once(count: int, out: Any) -> int:
    """Leave each number of ``out[:count]`` where it stands first; returns how many are left.

    Two moves may lead to positions that are mirror images: where both kings stand on a diagonal, say.
    """
    kept = 0
    for k in range(count):
        new = True
        for j in range(kept):
            if out[j] == out[k]:
                new = False
        if new:
            out[kept] = out[k]
            kept += 1
    return kept


def options(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one move away; 0 where play is over, -1 for what is no position."""
    turn, at = turn_of(code, data), squares_of(code, data)
    if not is_legal(turn, at, data) or number(turn, at, data) != code:
        return -1
    if only_kings(at, data):
        return 0
    count = legal_moves(turn, at, data, out)
    for k in range(count):
        piece, there = out[k] // data[0], out[k] % data[0]
        out[k] = number(1 - turn, moved(piece, there, piece_on(there, at), at, data), data)
    return each_once(count, out)


def outcome(code: int, data: Any) -> int:
    """Mate is lost for the player to move; stalemate, and two lone kings, are drawn."""
    turn, at = turn_of(code, data), squares_of(code, data)
    return -1 if in_check(turn, at, data) else 0


def sources(code: int, data: Any, out: Any) -> int:
    """The numbers of the positions one un-move away."""
    turn, at = turn_of(code, data), squares_of(code, data)
    count = legal_unmoves(turn, at, data, out)
    for k in range(count):
        back, rest = out[k] % 4, out[k] // 4
        piece, there = rest // data[0], rest % data[0]
        before = moved(piece, there, -1, at, data)
        if back:
            before = moved(back, at[piece], -1, before, data)
        out[k] = number(1 - turn, before, data)
    return each_once(count, out)
