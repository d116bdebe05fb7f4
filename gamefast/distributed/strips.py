"""Two tokens in strips: a block is some vertices of the first token, with everything that depends
on them.

The first token steps from a vertex of the strip to neighbours, which may belong to other strips. So
from each neighbour a strip reads, as rows of bits, the positions where the second player moves and
wins or loses. The second token's step stays in the strip. A round is a move of both players. First,
with the neighbours' news of the last round, the first player's losses and wins are found; then,
with these, the second player's wins and losses. See ``rounds`` for the rest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.boards.meeting import Meeting, Table
from gamefast.machine import Array, Kernel
from gamefast.retrograde.bits import Known, Side, by_tiles, packed
from gamefast.retrograde.tiles import Tiles
from gamefast.storage.npz import replacing
from gamelib.core import LOSS, WIN

#: No marks are kept, because the bits are enough.
NO_MARKS = np.empty(0, np.int16)

#: What the second player, to move in the rows of a strip, is known to win and to lose.
Public = tuple[Known, Known]

#: What has joined in a pass: FIRST or SECOND, the player to move; the code of that player's result;
#: the numbers of the words that have changed; and their new bits.
News = tuple[int, int, NDArray[np.int64], NDArray[np.uint64]]

#: The players, as codes and news number them.
FIRST = 0
SECOND = 1

#: What a pass settles: ``every`` of ``Side.settle``.
WINS = 0
LOSSES = 1


@Kernel
def write_codes(
    where: Array, words: Array, rows: int, down: int, right: int, codes: Array, code: int
) -> None:
    """Write the same code for every bit that is set in some words of a table of bits.

    Parameters
    ----------
    where, words
        int64 and uint64: word ``where[k]`` of the table is ``words[k]``.
    rows
        int: the number of rows of the table; the first words of all rows come first.
    down, right
        int: how far it is in ``codes`` from one row to the next, and from one bit to the next.
    codes, code
        int16, and int.
    """
    for k in range(len(where)):
        row = where[k] % rows
        bit = where[k] // rows * 64  # the first bit of this word
        word = words[k]
        while word != 0:
            if word & 1:
                codes[row * down + bit * right] = code
            word >>= 1
            bit += 1


def results_until(codes: NDArray[np.int16], most: int) -> NDArray[np.int8]:
    """The results that codes stand for, WIN or LOSS; 0 for the code 0, and for codes larger than
    ``most`` in size, which are taken as not yet known.

    >>> results_until(np.array([1, -2, 3, 0], np.int16), 2)
    array([ 1, -1,  0,  0], dtype=int8)
    """
    results = np.sign(codes).astype(np.int8)
    results[np.abs(codes) > most] = 0
    return results


@dataclass
class Strip:
    """What a block keeps for itself: open positions of either player, and what the first player
    wins and loses.

    ``news``: what has joined since the file was written.
    """

    open: tuple[NDArray[np.uint64], NDArray[np.uint64]]
    first: tuple[Known, Known]
    news: list[News] = field(default_factory=list)


@dataclass(frozen=True)
class Strips:
    """The blocks of a game of two tokens, each with ``size`` vertices of the first, and their files
    in ``folder``.

    A file holds int16, shape (2, vertices of the block, n1), for each position: 0 while nothing is
    known, otherwise its remoteness plus 1, negative for a LOSS for the player to move. In the first
    half the first player is to move. ``longest``: how many rounds a file can hold;
    ``moves_a_step``: a round is a move of each player.

    >>> from gamefast.boards.chases import tokens_of
    >>> from gamelib.games import CopsAndThief
    >>> arena = tokens_of(CopsAndThief.from_text("P.....T"))
    >>> strips = Strips(arena.indptr, arena.targets, arena.won, 2, "nowhere")
    >>> len(strips), strips.needs(1)
    (4, [0, 1, 2])
    """

    longest = 16_383  # in round r the largest code is 2r + 1, and the largest int16 is 32,767
    moves_a_step = 2

    indptr: NDArray[np.int64]
    targets: NDArray[np.int32]
    won: Table
    size: int
    folder: str

    def fair(self, workers: int, most: int) -> int:
        """A size that keeps every file within ``most`` bytes and gives each worker two blocks."""
        n0, n1 = self.won.shape
        fits = most // (4 * n1)  # for each vertex an int16 of either player, n1 times
        two_each = -(-n0 // (2 * max(1, workers)))  # rounded up
        size = max(64, min(fits, two_each))  # but not less than one tile
        return int(max(1, min(n0, size)))

    @property
    def total(self) -> int:
        """How many positions there are."""
        return 2 * self.won.size

    @property
    def name(self) -> str:
        """What is solved, in a few letters: another board has another name."""
        # A Meeting is a table that is not stored: its exits say all of it.
        ends = self.won.exits if isinstance(self.won, Meeting) else self.won
        digest = hashlib.sha256()
        for part in (self.indptr, self.targets, ends, np.array(self.won.shape)):
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()

    def __len__(self) -> int:
        return (int(self.won.shape[0]) + self.size - 1) // self.size

    def needs(self, block: int) -> list[int]:
        """The blocks that this block reads from."""
        return sorted({*(self._reached(block) // self.size).tolist(), block})

    def begin(self, block: int, round: int) -> tuple[Strip, Public]:
        """What is known of a block after ``round`` rounds, from its file; before the first round,
        from the rules: what it keeps for itself, and what it publishes.

        Everything counts as changed. What the file has of later rounds is ignored.
        """
        codes = self.codes(block) if round else self._ends(block)
        # After round r the first player's positions are known up to remoteness 2r - 1 (a win), and
        # the second player's up to 2r (a loss). A code is one more, so that is 2r and 2r + 1. Where
        # play is over the code is 1: that is known before the first round.
        first = results_until(codes[FIRST], max(2 * round, 1))
        second = results_until(codes[SECOND], 2 * round + 1)
        rows, columns = first.shape
        # A table of bits has a row for each vertex of the token of the player who reads it. The
        # player reads what is open, and the opponent reads the player's wins and losses. Codes have
        # a row for each vertex of the first token, so some tables are turned round.
        first_open = packed(first == 0)
        first_wins = Known.of(packed((first == WIN).T), columns)
        first_losses = Known.of(packed((first == LOSS).T), columns)
        second_open = packed((second == 0).T)
        second_wins = Known.of(packed(second == WIN), rows)
        second_losses = Known.of(packed(second == LOSS), rows)
        own = Strip((first_open, second_open), (first_wins, first_losses))
        return own, (second_wins, second_losses)

    def advance(
        self, block: int, round: int, own: Strip, public: Mapping[int, Public]
    ) -> tuple[Strip, Public, int]:
        """Play one round of one block.

        Parameters
        ----------
        block, round
            The number of the block, and the number of the round, counted from 1.
        own
            What the block kept from the round before. It is not changed.
        public
            What each block that it needs published in the round before.

        Returns
        -------
        tuple
            What the block keeps, what it publishes, and how many positions have joined.

        Raises
        ------
        ValueError
            If a player must lose with the next move.

        Examples
        --------
        >>> from gamefast.boards.chases import tokens_of
        >>> from gamelib.games import CopsAndThief
        >>> arena = tokens_of(CopsAndThief.from_text("PT"))
        >>> strips = Strips(arena.indptr, arena.targets, arena.won, 2, "nowhere")
        >>> own, public = strips.begin(0, 0)
        >>> strips.advance(0, 1, own, {0: public})[2]  # the policeman wins in 1 on either cell, the thief loses in 2
        4
        """
        first, second = self._sides(block, own, public)
        # The passes, each with the remoteness of what it finds.
        passes = [
            (first, FIRST, LOSSES, 2 * round - 2),
            (first, FIRST, WINS, 2 * round - 1),
            (second, SECOND, WINS, 2 * round - 1),
            (second, SECOND, LOSSES, 2 * round),
        ]
        # Before any win is found, a lost position is one in which every move ends play with a win
        # of the opponent. If there is one, rounds do not work: so in round 1 both players look for
        # one.
        if round == 1:
            passes.insert(0, (second, SECOND, LOSSES, 0))
        news = list(own.news)
        total = 0
        for side, player, every, rank in passes:
            before = side.writes[every].words.copy()
            joined = side.settle(every, mark=0)  # no marks are kept, so any number will do
            side.reads[every].changed[:] = 0  # everything has been read
            if joined and rank == 0:
                raise ValueError(
                    f"block {block} has a position that is lost in one move: rounds cannot tell "
                    "that"
                )
            total += joined
            after = side.writes[every].words
            changed = np.flatnonzero(before != after)
            code = rank + 1 if every == WINS else -rank - 1
            if len(changed):
                new_bits = before[changed] ^ after[changed]
                news.append((player, code, changed, new_bits))
        kept = Strip((first.open, second.open), first.writes, news)
        return kept, second.writes, total

    def _sides(self, block: int, own: Strip, public: Mapping[int, Public]) -> tuple[Side, Side]:
        """Both players of a block, on copies of what it has kept; the parameters are those of
        ``advance``.

        The first player reads what the neighbours have published, and writes what the second reads.
        """
        n0 = self.won.shape[0]
        low, high = self._rows(block)
        # The first token's graph as far as it begins in this block: from its vertices, counted from
        # ``low``, to places in ``near``.
        near = self._reached(block)
        steps = self.indptr[low : high + 1] - self.indptr[low]
        targets = self.targets[self.indptr[low] : self.indptr[high]]
        places = np.searchsorted(near, targets).astype(np.int32)
        first_tiles = Tiles.of(steps, places)
        second_tiles = Tiles.of(self.indptr[n0:], self.targets)
        second_wins = self._gathered(near, {b: wins for b, (wins, _) in public.items()})
        second_losses = self._gathered(near, {b: losses for b, (_, losses) in public.items()})
        first_wins, first_losses = (known.copy() for known in own.first)
        own_second_wins, own_second_losses = (known.copy(read=True) for known in public[block])
        # A side reads losses before wins, and writes wins before losses.
        first = Side(
            graph=first_tiles,
            reads=(second_losses, second_wins),
            writes=(first_wins, first_losses),
            open=own.open[FIRST].copy(),
            marks=NO_MARKS,
            size=self.total,
        )
        second = Side(
            graph=second_tiles,
            reads=(first_losses, first_wins),
            writes=(own_second_wins, own_second_losses),
            open=own.open[SECOND].copy(),
            marks=NO_MARKS,
            size=self.total,
        )
        return first, second

    def save(self, block: int, own: Strip) -> None:
        """Write all news of the block into its file, in one step; doing this twice does no harm."""
        low, high = self._rows(block)
        n1 = self.won.shape[1]
        path = self._path(block)
        codes = np.array(self.codes(block)) if path.exists() else self._ends(block)
        write = write_codes.at(self.total)
        for player, code, where, words in own.news:
            # A view: a row of n1 codes for each vertex of the first token.
            into = codes[player].ravel()
            # The bits that a player writes have a row for each vertex of the opponent's token.
            # ``down`` and ``right``: how many codes it is to the next row of bits, and to the next
            # bit in a row.
            if player == FIRST:
                rows, down, right = n1, 1, n1
            else:
                rows, down, right = high - low, n1, 1
            write(where, words, rows, down, right, into, code)
        with replacing(path) as file:
            codes.tofile(file)

    def places(
        self, numbers: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]:
        """The block of each position, by the arena's number, and its place in the file."""
        n0, n1 = self.won.shape
        player, pair = np.divmod(numbers, n0 * n1)
        # See ``TokenGraph``: second * n0 + first, or first * n1 + second.
        first = np.where(player == FIRST, pair % n0, pair // n1)
        second = np.where(player == FIRST, pair // n0, pair % n1)
        return first // self.size, (player, first % self.size, second)

    def codes(self, block: int) -> NDArray[np.int16]:
        """The file of a block; only the parts you look at are read."""
        low, high = self._rows(block)
        return np.memmap(self._path(block), np.int16, "r", shape=(2, high - low, self.won.shape[1]))

    def _ends(self, block: int) -> NDArray[np.int16]:
        """The codes of a block before the first round: 1 or -1 where play is over, otherwise 0."""
        won = self.won[slice(*self._rows(block))].astype(np.int16)
        return np.stack([won, -won])

    def _rows(self, block: int) -> tuple[int, int]:
        """The first vertex of a block, and the one after the last."""
        return block * self.size, min((block + 1) * self.size, self.won.shape[0])

    def _path(self, block: int) -> Path:
        return Path(self.folder, f"{block:06}.i2")

    def _reached(self, block: int) -> NDArray[np.int32]:
        """The vertices that the first token can step to from a block, in order."""
        low, high = self._rows(block)
        return np.unique(self.targets[self.indptr[low] : self.indptr[high]])

    def _gathered(self, near: NDArray[np.int32], known: Mapping[int, Known]) -> Known:
        """One set of positions, with a row for each of the vertices ``near`` (in rising order).

        ``known``: by the number of a block, the rows that it has published of this set.
        """
        words: list[NDArray[np.uint64]] = []
        changed: list[NDArray[Any]] = []
        for block in sorted(
            known
        ):  # in this order their vertices are in rising order, as in ``near``
            low, high = self._rows(block)
            rows = near[near // self.size == block] - low  # the vertices in this block
            words_of_rows, tile_changed = known[block].of_rows(rows, height=high - low)
            words.append(words_of_rows)
            changed.append(tile_changed)
        # Both arrays of a block have a column for each of its vertices in ``near``, so those of all
        # blocks are put side by side. A flag in ``changed`` is that of the vertex's tile in its own
        # block. Now each 64 columns are a new tile, which counts as changed if any flag is set.
        all_words = np.concatenate(words, axis=1)
        all_changed = np.concatenate(changed, axis=1)
        return Known(all_words.ravel(), by_tiles(all_changed))
