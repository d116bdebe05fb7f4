"""WebAssembly as bytes: the instructions that kernels need, and how numbers, texts and lists are
written (LEB128).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

# Each instruction has its name in the WebAssembly specification beside it.

# What controls the flow. The second byte of a block, a loop or an if says what it leaves on the
# stack: nothing, a number of 64 bits, or a truth, which is a number of 32 bits.
UNREACHABLE = b"\x00"  # unreachable: ends the call with an error
BLOCK = b"\x02\x40"  # block
LOOP = b"\x03\x40"  # loop
IF = b"\x04\x40"  # if
IF_NUMBER = b"\x04\x7e"  # if (result i64)
IF_TRUE = b"\x04\x7f"  # if (result i32)
ELSE = b"\x05"  # else
END = b"\x0b"  # end
BRANCH = b"\x0c"  # br: to the end of a block, or to the beginning of a loop, so many levels out
BRANCH_IF = b"\x0d"  # br_if
RETURN = b"\x0f"  # return
CALL = b"\x10"  # call
DROP = b"\x1a"  # drop
SELECT = b"\x1b"  # select: the first of two numbers if the truth above them holds, or the second

# Places: the parameters and the other local variables of a function.
GET = b"\x20"  # local.get
SET = b"\x21"  # local.set
TEE = b"\x22"  # local.tee: sets a place, and leaves the number
SET_GLOBAL = b"\x24"  # global.set

# Numbers of 32 bits: truths, addresses, and the line at which a kernel has stopped.
SMALL = b"\x41"  # i32.const
FALSE = b"\x41\x00"  # i32.const 0
TRUE = b"\x41\x01"  # i32.const 1
NOT = b"\x45"  # i32.eqz
OR = b"\x72"  # i32.or

# Numbers of 64 bits. Division rounds towards 0; a shift is by the last six bits of its right
# operand.
NUMBER = b"\x7e"  # i64, the type
CONSTANT = b"\x42"  # i64.const
ZERO = b"\x42\x00"  # i64.const 0
IS_ZERO = b"\x50"  # i64.eqz
EQUAL = b"\x51"  # i64.eq
DIFFERENT = b"\x52"  # i64.ne
BELOW = b"\x53"  # i64.lt_s
ABOVE = b"\x55"  # i64.gt_s
AT_MOST = b"\x57"  # i64.le_s
AT_MOST_UNSIGNED = b"\x58"  # i64.le_u
AT_LEAST = b"\x59"  # i64.ge_s
AT_LEAST_UNSIGNED = b"\x5a"  # i64.ge_u
ADD = b"\x7c"  # i64.add
SUBTRACT = b"\x7d"  # i64.sub
MULTIPLY = b"\x7e"  # i64.mul
DIVIDE = b"\x7f"  # i64.div_s
REMAINDER = b"\x81"  # i64.rem_s
BIT_AND = b"\x83"  # i64.and
BIT_OR = b"\x84"  # i64.or
XOR = b"\x85"  # i64.xor
SHIFT_LEFT = b"\x86"  # i64.shl
SHIFT_RIGHT = b"\x87"  # i64.shr_s
SHIFT_RIGHT_UNSIGNED = b"\x88"  # i64.shr_u
TO_SMALL = b"\xa7"  # i32.wrap_i64
FROM_SMALL = b"\xad"  # i64.extend_i32_u

#: The typecodes of arrays. The number of a typecode in this row is the width of its entries: an
#: entry of width w has 2 ** w bytes.
TYPECODES = "bhiq"

#: By width: what loads an entry, and what stores one.
LOAD = (
    b"\x30",  # i64.load8_s
    b"\x32",  # i64.load16_s
    b"\x34",  # i64.load32_s
    b"\x29",  # i64.load
)
STORE = (
    b"\x3c",  # i64.store8
    b"\x3d",  # i64.store16
    b"\x3e",  # i64.store32
    b"\x37",  # i64.store
)

#: The end of a load or a store: no alignment is promised, and nothing is added to the address.
UNALIGNED = b"\x00\x00"

#: By width: what leaves of a number only as many lower bits as an entry has, with their sign.
NARROWED = (
    b"\xc2",  # i64.extend8_s
    b"\xc3",  # i64.extend16_s
    b"\xc4",  # i64.extend32_s
    b"",  # an entry holds the whole number
)

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
    """Return a number from 0 on in as few bytes as it needs, the lowest bits first: seven bits in
    each byte, and the eighth says that another byte follows.
    """
    if n < 128:
        return bytes([n])
    return bytes([n & 127 | 128]) + unsigned(n >> 7)


def signed(n: int) -> bytes:
    """Return a number in the same way; the seventh bit of the last byte is its sign."""
    if -64 <= n < 64:
        return bytes([n & 127])
    return bytes([n & 127 | 128]) + signed(n >> 7)


def sized(content: bytes) -> bytes:
    """Return the content after its length."""
    return unsigned(len(content)) + content


def listed(items: Sequence[bytes]) -> bytes:
    """Return the items after their number."""
    return unsigned(len(items)) + b"".join(items)
