"""Games with compiled rules in ranges: a block is a run of consecutive numbers, and steps look
forward.

In a step each open position asks for its options, which may lie in any block. So all blocks publish
the sets of their wins and losses, one bit for each number. A position joins the wins if some option
is a loss, and the losses if all are wins. A step is a single move, and nothing is stored except the
answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.compiled.rules import GraphRules
from gamefast.machine import Array, Kernel
from gamefast.storage.npz import replacing

#: Which numbers of a block are lost and which are won, eight to a byte.
Sets = tuple[NDArray[np.uint8], NDArray[np.uint8]]


@Kernel
def look_forward(
    options: Any,
    low: int,
    data: Array,
    out: Array,
    lost: Array,
    won: Array,
    codes: Array,
    open: Array,
    code: int,
) -> int:
    """Settle the open positions of a block that follow from the sets of all blocks; return how
    many.

    Parameters
    ----------
    options
        The rule.
    low, code
        int: the first number of the block, and the code for a win; its negative is the code for a
        loss.
    data, out
        int64: the game's table, and room for the options of one position.
    lost, won
        uint8: bits of all numbers.
    codes, open
        int16 and uint8: those of the block.
    """
    settled = 0
    for i in range(len(codes)):
        if open[i] == 0:
            continue
        count = options(low + i, data, out)
        wins = 0  # how many options are lost for the opponent, who moves there
        hopeless = 0  # how many are won for the opponent
        for k in range(count):
            byte = out[k] >> 3  # option out[k] has bit out[k] % 8 of byte out[k] // 8
            bit = out[k] & 7
            wins += lost[byte] >> bit & 1
            hopeless += won[byte] >> bit & 1
        if wins > 0 or hopeless == count:
            codes[i] = code if wins > 0 else -code
            open[i] = 0
            settled += 1
    return settled


@dataclass(frozen=True)
class Ranges:
    """The blocks of a game with compiled rules, of ``size`` numbers each (rounded up to a multiple
    of 8), with files.

    A file holds an int16 for each number: 0 for a draw or if nothing is known yet, otherwise the
    remoteness plus 1, negative for a LOSS. ``name`` identifies what is solved in a few letters: a
    game with other moves has another name. ``longest``: how many steps a file can hold, of
    ``moves_a_step`` moves each.

    >>> from gamefast import CompiledGraph
    >>> def options(total, data, out):
    ...     out[0], out[1] = total + 1, total + 2
    ...     return min(2, 20 - total)
    >>> rules = CompiledGraph.of(21, options, lambda total, data: -1).rules
    >>> race = Ranges("race", rules, 1, 8, "nowhere")
    >>> begun = [race.begin(block, 0) for block in range(len(race))]
    >>> race.advance(2, 1, begun[2][0], {block: sets for block, (_, sets) in enumerate(begun)})[2]  # 18 and 19
    2
    """

    longest = 32_766  # step s finds the code s + 1, and the largest int16 is 32,767
    moves_a_step = 1

    name: str
    rules: GraphRules
    sign: int
    size: int
    folder: str

    def __len__(self) -> int:
        return (self.rules.size + self.width - 1) // self.width

    @property
    def total(self) -> int:
        """How many positions there are, or more, because some numbers may stand for no position."""
        return self.rules.size

    @property
    def width(self) -> int:
        """How many numbers make a block: ``size``, rounded up to a multiple of eight."""
        return -(-self.size // 8) * 8

    def fair(self, workers: int, most: int) -> int:
        """A size that keeps files within ``most`` bytes and gives each worker four blocks, because
        some blocks have more work than others.
        """
        fits = most // 2  # an int16 for each number
        blocks = 4 * max(1, workers)
        four_each = -(-self.rules.size // blocks)  # rounded up
        return max(8, min(fits, four_each))

    def needs(self, block: int) -> range:
        """The blocks that this block reads from: all of them."""
        return range(len(self))

    def begin(
        self, block: int, step: int
    ) -> tuple[tuple[NDArray[np.int16], NDArray[np.uint8]], Sets]:
        """What is known of a block after ``step`` steps, from its file; before the first step, from
        the rules. Returns what the block keeps for itself, and what it publishes.
        """
        low = block * self.width
        high = min((block + 1) * self.width, self.rules.size)
        # A copy, because Dask hands over arrays that cannot be written to.
        rules = replace(self.rules, data=self.rules.data.copy())
        degrees, results = rules.counted(low, high)
        codes = results.astype(np.int16) * self.sign  # 1 or -1, because remoteness 0 plus 1 is 1
        open = (degrees > 0).astype(np.uint8)
        if step:
            in_file = self.codes(block)
            # The file may have later steps, which are taken again. A step finds the remoteness with
            # its number, so the code that is one more.
            known = (in_file != 0) & (np.abs(in_file) <= step + 1)
            codes[known] = in_file[known]
            open[known] = 0
        return (codes, open), _sets(codes)

    def advance(
        self,
        block: int,
        step: int,
        own: tuple[NDArray[np.int16], NDArray[np.uint8]],
        public: Mapping[int, Sets],
    ) -> tuple[tuple[NDArray[np.int16], NDArray[np.uint8]], Sets, int]:
        """Take step ``step``, counted from 1, of one block, with what all blocks have published in
        the step before.

        ``own``: the codes of the block, and 1 for each position where play goes on and nothing is
        known yet; these arrays are not changed. Returns what the block keeps, what it publishes,
        and how many positions have joined.
        """
        published = [public[other] for other in self.needs(block)]
        lost = np.concatenate([lost_in_block for lost_in_block, _ in published])
        won = np.concatenate([won_in_block for _, won_in_block in published])
        old_codes, old_open = own
        codes = old_codes.copy()
        open = old_open.copy()
        size = self.rules.size * self.rules.most
        look = look_forward.at(size)
        options = self.rules.options.at(size)
        first = block * self.width
        data = self.rules.data.copy()  # as in ``begin``
        room = self.rules.room()
        joined = look(options, first, data, room, lost, won, codes, open, step + 1)
        return (codes, open), _sets(codes), int(joined)

    def save(self, block: int, own: tuple[NDArray[np.int16], NDArray[np.uint8]]) -> None:
        """Write the codes into the file, in one step."""
        codes, _open = own
        with replacing(self._path(block)) as file:
            codes.tofile(file)

    def places(
        self, numbers: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], tuple[NDArray[np.int32], ...]]:
        """The block of each number, and its place in the file."""
        return numbers // self.width, (numbers % self.width,)

    def codes(self, block: int) -> NDArray[np.int16]:
        """The file of a block; only the parts you look at are read."""
        return np.memmap(self._path(block), np.int16, "r")

    def _path(self, block: int) -> Path:
        return Path(self.folder, f"{block:06}.i2")


def _sets(codes: NDArray[np.int16]) -> Sets:
    """Where a code says lost, and where it says won."""
    return np.packbits(codes < 0, bitorder="little"), np.packbits(codes > 0, bitorder="little")
