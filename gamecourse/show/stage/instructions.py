"""WebAssembly as bytes: the instructions that kernels need, and how numbers, texts and lists are
written (LEB128).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

# What controls the flow. A block, a loop or an if may leave nothing, a number of 64 bits, or a
# truth of 32 bits.
CALL, DROP, UNREACHABLE, RETURN, BRANCH, BRANCH_IF = (
    b"\x10",
    b"\x1a",
    b"\0",
    b"\x0f",
    b"\x0c",
    b"\x0d",
)
BLOCK, LOOP, IF, IF_NUMBER, IF_TRUE, ELSE, END = (
    b"\2\x40",
    b"\3\x40",
    b"\4\x40",
    b"\4\x7e",
    b"\4\x7f",
    b"\5",
    b"\x0b",
)
GET, SET, TEE, SET_GLOBAL, SELECT = b"\x20", b"\x21", b"\x22", b"\x24", b"\x1b"

# Numbers of 32 bits: truths, addresses, and the line at which a kernel has stopped.
SMALL, TRUE, FALSE, NOT, OR = b"\x41", b"\x41\1", b"\x41\0", b"\x45", b"\x72"

# Numbers of 64 bits. Division rounds towards 0; a shift is by the last six bits of its right
# operand.
NUMBER, CONSTANT, ZERO, IS_ZERO = b"\x7e", b"\x42", b"\x42\0", b"\x50"
ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER = b"\x7c", b"\x7d", b"\x7e", b"\x7f", b"\x81"
BIT_AND, BIT_OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED = (
    b"\x83",
    b"\x84",
    b"\x85",
    b"\x86",
    b"\x87",
    b"\x88",
)
EQUAL, DIFFERENT, BELOW, ABOVE, AT_MOST, AT_LEAST = (
    b"\x51",
    b"\x52",
    b"\x53",
    b"\x55",
    b"\x57",
    b"\x59",
)
AT_MOST_UNSIGNED, AT_LEAST_UNSIGNED = b"\x58", b"\x5a"
TO_SMALL, FROM_SMALL = b"\xa7", b"\xad"

#: The typecodes of arrays, from one byte to eight; what loads and stores an entry; what the entry
#: can hold of a number.
TYPECODES = "bhiq"
LOAD, STORE = (b"\x30", b"\x32", b"\x34", b"\x29"), (b"\x3c", b"\x3d", b"\x3e", b"\x37")
NARROWED = (b"\xc2", b"\xc3", b"\xc4", b"")
#: The lower 32 bits of a number, with their sign.
HALF = NARROWED[TYPECODES.index("i")]

COMPARED: dict[type[ast.cmpop], bytes] = {
    ast.Eq: EQUAL,
    ast.NotEq: DIFFERENT,
    ast.Lt: BELOW,
    ast.Gt: ABOVE,
    ast.LtE: AT_MOST,
    ast.GtE: AT_LEAST,
}
#: Operators whose result always fits into 64 bits, if the operands do.
BITWISE: dict[type[ast.operator], bytes] = {ast.BitAnd: BIT_AND, ast.BitOr: BIT_OR, ast.BitXor: XOR}
#: Operators of which the lower bits depend on nothing but the lower bits of the operands.
WRAPPING: dict[type[ast.operator], bytes] = {
    ast.Add: ADD,
    ast.Sub: SUBTRACT,
    ast.Mult: MULTIPLY,
    **BITWISE,
}

#: The smallest and the largest number of 64 bits.
LEAST, MOST = -(1 << 63), (1 << 63) - 1


def unsigned(n: int) -> bytes:
    """Return a number in as few bytes as it needs, seven bits in each."""
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + unsigned(n >> 7)


def signed(n: int) -> bytes:
    """Return a signed number in as few bytes as it needs, seven bits in each."""
    return bytes([n & 127]) if -64 <= n < 64 else bytes([n & 127 | 128]) + signed(n >> 7)


def sized(content: bytes) -> bytes:
    """Return the content after its length."""
    return unsigned(len(content)) + content


def listed(items: Sequence[bytes]) -> bytes:
    """Return the items after their number."""
    return unsigned(len(items)) + b"".join(items)
