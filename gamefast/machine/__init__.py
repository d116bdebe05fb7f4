"""What stands between a loop and the computer it runs on.

kernels     one source, two speeds: a loop as plain Python, or compiled
memory      what fits
"""

from gamefast.machine.kernels import CHUNK as CHUNK
from gamefast.machine.kernels import Array as Array
from gamefast.machine.kernels import Kernel as Kernel
from gamefast.machine.memory import BYTES_ON_THE_FLY as BYTES_ON_THE_FLY
from gamefast.machine.memory import MAX_EDGES as MAX_EDGES
from gamefast.machine.memory import MAX_EDGES_AS_ARRAYS as MAX_EDGES_AS_ARRAYS
from gamefast.machine.memory import MAX_EDGES_COMPILED as MAX_EDGES_COMPILED
from gamefast.machine.memory import MAX_KEPT as MAX_KEPT
from gamefast.machine.memory import MAX_POSITIONS as MAX_POSITIONS
from gamefast.machine.memory import MAX_POSITIONS_COMPILED as MAX_POSITIONS_COMPILED
from gamefast.machine.memory import MOST_NUMBERED as MOST_NUMBERED
from gamefast.machine.memory import check_memory as check_memory
from gamefast.machine.memory import check_more as check_more
from gamefast.machine.memory import in_words as in_words
