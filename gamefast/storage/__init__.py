"""An answer in a file: saved once, loaded again without solving; and a run in a file, to be
resumed.

The file is numpy's own ``.npz``, not compressed: ``numpy.load(path)["remoteness"]`` reads only that
column. One more member, ``about.json``, says what the columns belong to, and carries their
checksums. Positions are written as Python writes them, and read as literals and as objects of
classes that are imported already: nothing in a file is ever executed. A damaged file is refused,
not guessed.

npz         the file: written in one step, read with care
literals    positions, moves and values as lines of text, and back
codec       arenas as columns, and back
solutions   ``save`` and ``load``
checkpoint  what ``solve(game, keep=path)`` keeps while it runs
"""

from gamefast.storage.solutions import load, save

__all__ = ["load", "save"]
