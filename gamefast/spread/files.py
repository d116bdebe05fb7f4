"""Answers in the files of blocks: only what you ask for is read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamefast.backward.ranked import Decoded, Kept
from gamefast.spread.ranges import Ranges
from gamefast.spread.strips import Strips
from gamelib.core import DRAW, LOSS, WIN, Outcome


class SpreadOverStrips(Kept):
    """An answer in the files of strips, of which only what you ask for is read."""

    kept: Strips

    def decoded(self, low: int, high: int) -> Decoded:
        """See ``Kept``."""
        strips = self.kept
        n0, n1 = strips.won.shape
        codes = np.empty(high - low, np.int16)
        for player, base in ((0, 0), (1, n0 * n1)):
            begin, end = max(low, base), min(high, base + n0 * n1)
            if begin < end:
                outer, inner = np.divmod(np.arange(begin - base, end - base), (n0, n1)[player])
                first, second = (outer, inner) if player else (inner, outer)
                here, part = first // strips.size, codes[begin - low : end - low]
                for block in np.unique(here).tolist():
                    one = here == block
                    part[one] = strips.codes(block)[player][first[one] - block * strips.size, second[one]]
        return np.sign(codes).astype(np.int8), np.abs(codes).astype(np.int32) - 1

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move; reads the files once."""
        strips = self.kept
        found = dict.fromkeys((WIN, LOSS, DRAW), 0)
        for block in range(len(strips)):
            for row in strips.codes(block).reshape(-1, strips.won.shape[1]):
                for outcome, of in ((WIN, row > 0), (LOSS, row < 0), (DRAW, row == 0)):
                    found[outcome] += int(np.count_nonzero(of))
        return found


class SpreadOverRanges(Kept):
    """An answer in the files of ranges, of which only what you ask for is read."""

    kept: Ranges

    def decoded(self, low: int, high: int) -> Decoded:
        """See ``Kept``."""
        ranges = self.kept
        numbers: NDArray[np.int32] = self.graph.codes[low:high]
        found, here = np.empty(len(numbers), np.int16), numbers // ranges.width
        for block in np.unique(here).tolist():
            one = here == block
            found[one] = ranges.codes(block)[numbers[one] - block * ranges.width]
        return np.sign(found).astype(np.int8), np.abs(found).astype(np.int32) - 1
