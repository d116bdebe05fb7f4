"""What stands between a loop and the computer it runs on.

kernels     one source, two speeds: a loop as plain Python, or compiled
memory      what fits
packages    what may be absent
"""

from gamelib.machine.kernels import CHUNK, Array, Kernel
from gamelib.machine.memory import (
    BYTES_ON_THE_FLY,
    MAX_EDGES,
    MAX_EDGES_AS_ARRAYS,
    MAX_KEPT,
    MAX_POSITIONS,
    check_memory,
    in_words,
)
from gamelib.machine.packages import needs

__all__ = [
    "BYTES_ON_THE_FLY",
    "CHUNK",
    "MAX_EDGES",
    "MAX_EDGES_AS_ARRAYS",
    "MAX_KEPT",
    "MAX_POSITIONS",
    "Array",
    "Kernel",
    "check_memory",
    "in_words",
    "needs",
]
