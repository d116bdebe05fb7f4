"""Retrograde analysis beyond one machine: step by step over blocks of positions, on Dask.

The positions are cut into blocks. A step is one task for each block: on a board a round, that is, a
move of each player, and in a game with compiled rules a single move. The task takes what the block
has kept from the step before and what its neighbours have published, and changes neither, so Dask
may run it anywhere, and again if a worker is lost. A block rests if nothing was found in its
neighbourhood. Now and then every block writes its answer into a file in one go, and continues from
that file. So the cost of a lost worker is bounded, and a run that was stopped resumes from the last
saved step. The files are the answer.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import ExitStack
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from gamefast import ask, registry
from gamefast.answers import Solution
from gamefast.boards.chases import tokens_of
from gamefast.boards.tokens import TokenGraph
from gamefast.compiled.graph import CompiledGraph
from gamefast.distributed.ranges import Ranges
from gamefast.distributed.strips import Strips
from gamefast.progress import Progress
from gamefast.retrograde.ranked import Decoded, Kept
from gamefast.storage.codec import code_of, fingerprint
from gamefast.storage.npz import replacing
from gamelib.core import DRAW, LOSS, WIN, Outcome, TooLarge
from gamelib.games import CopsAndThief
from gamelib.packages import needs

#: The file that says how far the files in a folder have come.
ABOUT = "about.json"

#: A block makes a file of this many bytes, unless that leaves workers idle.
BYTES_A_BLOCK = 64_000_000


#: A game in blocks. ``name`` tells games apart; ``size`` is what a block holds, ``total`` the
#: number of positions, ``longest`` the largest number of steps, of ``moves_a_step`` moves each.
_Blocks = Strips | Ranges


def solve_spread(
    board: Any,
    folder: str | os.PathLike[str],
    client: Any = None,
    *,
    size: int | None = None,
    every: int = 16,
) -> Solution[Any, Any]:
    """Who wins every position of a board too large for one machine, in how many moves, and by which
    move.

    Parameters
    ----------
    board
        A CopsAndThief or a TokenGraph in which no player may have to lose with the next move; or an
        Ending, or another game with compiled rules.
    folder
        Where the answer is written, four bytes for each pair of places; all workers must be able to
        see it. If a run on the same board was stopped there, it is resumed from its last saved
        step.
    client
        A ``dask.distributed.Client``; by default, a worker for each core of this machine.
    size
        How many places of the first player, or numbers of a game with compiled rules, make a block.
        By default a block's file has at most 64 MB.
    every
        After how many steps the answer so far is saved. On a board a step is a round, that is, a
        move of each player; with compiled rules it is a single move.

    Returns
    -------
    Solution
        It reads from the folder only what is asked for; ``outcome`` and ``remoteness`` read
        everything.

    Raises
    ------
    ValueError
        For any other game, a folder that holds something else, or a player who must lose with the
        next move.
    TooLarge
        If play is longer than 32,766 moves.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from gamelib.games import CopsAndThief
    >>> board = CopsAndThief.from_text("P..*..T.E")
    >>> with TemporaryDirectory() as folder:                       # doctest: +SKIP
    ...     str(solve_spread(board, folder)[board.start()])  # needs dask: pip install -e '.[scale]'
    'LOSS in 4'
    """
    arena, blocks = _arena_and_blocks(board, str(Path(folder).resolve()))
    about = _about(blocks, size)  # what the folder says, or what it will say of a new run
    with ExitStack() as stack:
        if client is None and not about["over"]:
            distributed = needs("distributed", "scale", "boards beyond one machine")
            cluster = distributed.LocalCluster(
                threads_per_worker=1, n_workers=os.cpu_count(), dashboard_address=":0"
            )
            stack.enter_context(cluster)  # so that it is closed in the end
            client = stack.enter_context(distributed.Client(cluster))
        if about["size"] is None:
            workers = client.scheduler_info(n_workers=-1)["workers"]  # -1: all of them
            about["size"] = blocks.fair(len(workers), BYTES_A_BLOCK)
        blocks = replace(blocks, size=about["size"])
        Run(blocks, client, every, about).to_the_end()
    return Spread(arena, blocks)


class Spread(Kept):
    """An answer in the files of blocks, of which only what you ask for is read."""

    kept: _Blocks

    def decoded(self, low: int, high: int) -> Decoded:
        """Outcome and remoteness of positions ``low`` to ``high`` - 1, from the files of the
        blocks.
        """
        numbers: Any = np.arange(low, high)
        if isinstance(self.graph, CompiledGraph):
            # The files go by the rules' numbers, some of which stand for no position.
            numbers = self.graph.codes[low:high]
        blocks, places = self.kept.places(numbers)
        answers = np.empty(len(numbers), np.int16)
        for block in np.unique(blocks).tolist():
            in_block = blocks == block
            places_in_file = tuple(place[in_block] for place in places)
            answers[in_block] = self.kept.codes(block)[places_in_file]
        # An answer is the remoteness plus 1, negative for a LOSS, and 0 for a draw.
        outcome = np.sign(answers).astype(np.int8)
        remoteness = np.abs(answers).astype(np.int32) - 1
        return outcome, remoteness

    def counts(self) -> dict[Outcome, int]:
        """How many positions are a WIN, a LOSS, a DRAW for the player to move; reads the files
        once.
        """
        wins = 0
        losses = 0
        for block in range(len(self.kept)):
            codes = self.kept.codes(block)
            wins += int((codes > 0).sum())
            losses += int((codes < 0).sum())
        return {WIN: wins, LOSS: losses, DRAW: len(self) - wins - losses}


@dataclass
class Run:
    """The steps of one game in blocks: those under way, and their futures.

    A future is Dask's promise of a result; what it holds stays with the worker. ``every``: after
    how many steps to save. ``about``: what the folder's ``about.json`` says, such as how far the
    files have come. ``own``, ``public``: for each block, futures of what it keeps for itself, and
    of what it publishes. ``unsaved``: the blocks that have changed since they were saved.
    """

    blocks: _Blocks
    client: Any
    every: int
    about: dict[str, Any]
    own: dict[int, Any] = field(default_factory=dict)
    public: dict[int, Any] = field(default_factory=dict)
    unsaved: set[int] = field(default_factory=set)

    def to_the_end(self) -> None:
        """Take all steps that are still to be done."""
        if self.about["over"]:
            return
        # The blocks as a future, so that they are sent to each worker only once. (``copy`` returns
        # what it is given; pure=False lets Dask run the same call again.)
        self.shared = self.client.submit(copy, self.blocks, pure=False)
        everywhere = range(len(self.blocks))
        near = [list(self.blocks.needs(b)) for b in everywhere]
        step = self.about["round"]  # the last one that is in the files
        active = list(everywhere)
        self.unsaved = set() if step else set(everywhere)  # a new run has no files yet
        self.begin(everywhere, step)
        with Progress(self.blocks.total, "settling", self.blocks.total) as bar:
            while active:
                step += 1
                if step > self.blocks.longest:
                    moves = self.blocks.longest * self.blocks.moves_a_step
                    raise TooLarge(f"play is longer than {moves:,} moves, more than the files hold")
                joined = self.advance(active, step, near)
                bar(sum(joined.values()))
                # A block rests unless something was found in a block that it reads from.
                active = [b for b in everywhere if any(joined.get(other) for other in near[b])]
                if step % self.every == 0 or not active:
                    self.save(step, over=not active)

    def begin(self, blocks: Iterable[int], step: int) -> None:
        """Let these blocks begin from what is saved."""
        for b in blocks:
            self._keep(b, self._ask("begin", b, step))

    def advance(self, active: list[int], step: int, near: list[list[int]]) -> dict[int, int]:
        """Take one step with the ``active`` blocks; return how many positions were settled in each.

        ``near``: for every block, the blocks that it reads from.
        """
        # For each block the future of what ``advance`` returns, and of the third part of that.
        results = {}
        joined = {}
        for block in active:
            public = {other: self.public[other] for other in near[block]}
            results[block] = self._ask("advance", block, step, self.own[block], public)
            joined[block] = self.client.submit(itemgetter(2), results[block], pure=False)
        # Only now, because every block has to read what was published in the step before.
        for block, result in results.items():
            self._keep(block, result)
        self.unsaved.update(active)
        return dict(self.client.gather(joined))

    def save(self, step: int, *, over: bool) -> None:
        """Have every changed block write its file, record this in the folder, and continue from the
        files.
        """
        changed = sorted(self.unsaved)
        self.client.gather([self._ask("save", b, self.own[b]) for b in changed])
        with replacing(Path(self.blocks.folder, ABOUT)) as file:
            file.write(json.dumps(self.about | {"round": step, "over": over}).encode())
        self.unsaved.clear()
        if not over:
            self.begin(changed, step)

    def _ask(self, name: str, *arguments: Any) -> Any:
        """Let a worker call a method of the blocks with these arguments; return the future."""
        method = getattr(type(self.blocks), name)
        return self.client.submit(method, self.shared, *arguments, pure=False)

    def _keep(self, block: int, future: Any) -> None:
        """Note the first two parts of a task's result: what the block keeps, and what it publishes.
        The result is split by the worker that has it, and is not sent here.
        """
        self.own[block] = self.client.submit(itemgetter(0), future, pure=False)
        self.public[block] = self.client.submit(itemgetter(1), future, pure=False)


def _arena_and_blocks(board: Any, folder: str) -> tuple[Any, Any]:
    """The arena of a board (the game as arrays), and its blocks. Their size is 1 until the caller
    chooses one.
    """
    arena: Any = board
    if not isinstance(board, TokenGraph | CompiledGraph):
        ask.a_game(board)
        arena = tokens_of(board) if type(board) is CopsAndThief else registry.arena(board)
    if isinstance(arena, TokenGraph):
        return arena, Strips(arena.indptr, arena.targets, arena.won, size=1, folder=folder)
    if isinstance(arena, CompiledGraph):
        if arena.ends_late:
            raise ValueError("results that take further moves (remoteness=...) are for solve alone")
        arena = arena.present()
        arena.rules.compile()
        words = f"{fingerprint(arena)} {code_of(arena)}"  # other words for other rules
        name = sha256(words.encode()).hexdigest()
        return arena, Ranges(name, arena.rules, arena.sign, size=1, folder=folder)
    raise ValueError(
        f"{type(board).__name__} is not a game of two tokens, and its rules are not compiled: use "
        "solve"
    )


def _about(blocks: _Blocks, size: int | None) -> dict[str, Any]:
    """What ``about.json`` says: the name of what is solved, the size of blocks, the last step that
    is in the files ("round"), and whether that was the last of all. In a new folder, what it would
    say before the first step. Raises ValueError for the files of something else.
    """
    folder = Path(blocks.folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ABOUT
    about = {"name": blocks.name, "size": size, "round": 0, "over": False}
    if path.exists():
        about |= json.loads(path.read_text())
        wanted_size = size or about["size"]
        if about["name"] != blocks.name or about["size"] != wanted_size:
            raise ValueError(f"{folder} holds another board, or other blocks: take another folder")
    elif any(folder.iterdir()):
        raise ValueError(f"{folder} holds other files: take a new folder")
    return about
