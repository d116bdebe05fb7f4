"""What stands between a loop and the computer it runs on.

kernels     one source, two speeds: a loop as plain Python, or compiled
memory      what fits
packages    what may be absent
"""

from gamelib.machine.kernels import CHUNK as CHUNK
from gamelib.machine.kernels import Array as Array
from gamelib.machine.kernels import Kernel as Kernel
from gamelib.machine.memory import BYTES_ON_THE_FLY as BYTES_ON_THE_FLY
from gamelib.machine.memory import MAX_EDGES as MAX_EDGES
from gamelib.machine.memory import MAX_EDGES_AS_ARRAYS as MAX_EDGES_AS_ARRAYS
from gamelib.machine.memory import MAX_KEPT as MAX_KEPT
from gamelib.machine.memory import MAX_POSITIONS as MAX_POSITIONS
from gamelib.machine.memory import check_memory as check_memory
from gamelib.machine.memory import in_words as in_words
from gamelib.machine.packages import needs as needs
