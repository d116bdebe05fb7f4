"""Compiled searches of a game given by ``CompiledRules``, in the place of gamelib's own; the loops
are in ``loops``.

The first positions are searched by plain Python, so that nobody waits for a compiler to search a
small game, and mistakes in the rules are named with their line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from math import floor, inf
from time import perf_counter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from gamefast.compiled.rules import with_spare
from gamefast.compiled.searchable import CompiledRules
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.progress import Progress
from gamefast.search import loops
from gamefast.search.base import EngineSearch
from gamefast.search.loops import (
    DONE,
    EDGE,
    ENTRY,
    FRAME,
    LOWER,
    NODE,
    UNIT,
    UNTIL,
    UPPER,
    I,
    J,
    place_of,
)
from gamefast.stopping import StopButton
from gamelib.answers import Verdict
from gamelib.core import PlayGoesRound, TooLarge
from gamelib.deepen import LimitReached
from gamelib.dice import random_below
from gamelib.montecarlo import BoundedTree, MctsResult, Node
from gamelib.search import Line, Score, SearchResult

#: The table has 2 ** FIRST places at first. After twice as many positions it becomes 2 ** MORE
#: times as large, up to 2 ** LAST.
FIRST = 16
MORE = 2
LAST = 22

#: A search goes no more moves deep than this.
DEEPEST = 10_000

#: Its stack lists no more options than this.
WIDEST = 1 << 24

#: A tree has no more nodes than this.
LARGEST = 1 << 22

#: This many positions, and playouts, are searched by plain Python unless the rules are compiled
#: already.
FEW = 10_000
FEW_PLAYOUTS = 500

#: Compiled rules are compared with plain Python at this many of the positions of a search.
SAMPLE = 32

#: A loop runs for about this long, in seconds, before limits and the stop button are looked at.
LOOK = 0.01


def carry_on(
    go: Callable[[float], tuple[int, bool]],
    done: int,
    most: float = inf,
    until: float = inf,
    step: int = 256,
) -> int:
    """Call a loop until it is finished; raise LimitReached at a limit, and heed the stop button.

    ``go(limit)`` goes on until so many positions are searched; it returns how many are, and whether
    it is finished. ``most``: the number of positions, and ``until``: the time, after which to stop.
    ``step``: how many positions are searched at first; returns how many can be at once.
    """
    with Progress(None, "searching", COMPILE_FROM) as bar, StopButton() as button:
        while True:
            begin = perf_counter()
            before = done
            if done >= most or begin > until:
                raise LimitReached
            done, finished = go(min(most, done + step))
            bar(done - before)
            button.said = f"stopped after {done:,} positions"
            button.heed()
            if finished:
                return step
            step = 1 + int(step * min(16, LOOK / (perf_counter() - begin)))


def _most_at_most(bound: Any, scale: int) -> int:
    """The largest number of parts of 1, ``scale`` of them, that make a value of at most ``bound``,
    as floats have it.

    >>> _most_at_most(2 / 3, 3), _most_at_most(0.6666666666666665, 3), _most_at_most(-inf, 3)
    (2, 1, -6)
    """
    near: float = max(-2, min(2, bound))  # no value is larger than 1
    parts: int = floor(near * scale)
    while parts / scale > near:
        parts -= 1
    while (parts + 1) / scale <= near:
        parts += 1
    return parts


def chained(moves: Iterable[Any]) -> Line:
    """Moves as a search has them, each with the rest of the line."""
    return reduce(lambda line, move: (move, line), reversed([*moves]), cast(Line, None))


@dataclass(frozen=True, repr=False)
class LateResult(SearchResult):
    """What a search has found by rules with a ``remoteness``: behind the line, the result takes
    ``further`` moves.
    """

    further: int = 0

    @property
    def verdict(self) -> Verdict:
        """Outcome, remoteness and value for the player to move, as in ``SearchResult``."""
        found = super().verdict
        if found.remoteness is None:
            return found
        return replace(found, remoteness=found.remoteness + self.further)


class CompiledSearch(EngineSearch):
    """Alpha-beta by a compiled loop, with a table that serves all its questions.

    >>> def options(total, data, out):
    ...     out[0], out[1] = total + 1, total + 2
    ...     return min(2, 20 - total)
    >>> from gamelib.alphabeta import scores_of_window
    >>> search = CompiledSearch(CompiledRules(options, lambda total, data: -1))
    >>> search.in_window(17, *scores_of_window(-inf, inf), None)  # lost in two moves
    (Score(value=-1, hurry=2), (18, (20, None)))
    """

    def __init__(self, game: CompiledRules, depth: int | None = None, most: float = inf) -> None:
        super().__init__(game, depth, most)
        if game.scale:  # a score is smaller than a win, which has the size of the scale
            self.largest_evaluation = (game.scale - 1) / game.scale
        self._step = 256
        row = len(game.words) * game.most
        self._stack = np.zeros((min(DEEPEST, WIDEST // row), FRAME), np.int64)
        self._out = with_spare(row * (len(self._stack) + 1))
        self._begin_anew(game.frozen())

    def _begin_anew(self, rules: CompiledRules) -> None:
        """Search by these frozen rules, with an empty table."""
        self._rules = rules
        self._table = np.zeros((1 << FIRST, ENTRY), np.int64)
        self._compared = 0

    @property
    def known(self) -> int:
        """How many positions the table knows."""
        return int(np.count_nonzero(self._table[:, loops.MOVE]))

    def in_window(
        self, position: Any, alpha: Score, beta: Score, depth: int | None
    ) -> tuple[Score, Line]:
        """The score of a position and best play, or only the first move if the score is outside the
        window.
        """
        rules = self.game.frozen()
        if rules.digest != self._rules.digest:  # what the table knows holds for other rules
            self._begin_anew(rules)
        scale = max(self.game.scale, 1)
        moves = list[Any]()
        low = _most_at_most(alpha.value, scale) * UNIT + UNIT // 2
        high = -_most_at_most(-beta.value, scale) * UNIT - UNIT // 2
        found, best = self._search(position, low, high, depth)
        score = found
        while best >= 0:
            option = self._rules.options_of(self._rules.numbers(position))[best]
            move = self._rules.move_to(position, option)
            position = self._rules.play(position, move)
            moves.append(move)
            if not low < score < high:
                break
            if depth is not None:
                depth -= 1
            score = loops.bound_behind(score)  # known: the narrow window gives the move
            low, high = score - 1, score + 1
            score, best = self._search(position, low, high, depth)
        value, distance = divmod(found + UNIT // 2, UNIT)
        is_whole = value % scale == 0
        found_score = Score(value // scale if is_whole else value / scale, distance - UNIT // 2)
        return found_score, chained(moves)

    def is_proved(self, value: Any, lowest: Any, highest: Any) -> bool:
        """Whether a value cannot be bettered. Where results take further moves, a quicker win may
        still be found deeper.
        """
        return not self.game.ends_late and super().is_proved(value, lowest, highest)

    def record(self, score: Score, line: Line, **more: Any) -> SearchResult:
        """What was found about the position where the search began; where results take further
        moves, with those behind the line.
        """
        found = super().record(score, line, **more)
        if not self.game.ends_late:
            return found
        position = self.position
        for move in found.line:
            position = self._rules.play(position, move)
        numbers = self._rules.numbers(position)
        is_over = not self._rules.options_of(numbers)
        further = self._rules.remoteness_of(numbers) if is_over else 0
        return LateResult(**vars(found), further=further)

    def _search(self, position: Any, low: int, high: int, depth: int | None) -> tuple[int, int]:
        """The score of a position and the number of its best option, -1 if there is none."""
        left = loops.FOREVER if depth is None else depth
        i, j = (*self.game.numbers(position), 0)[:2]  # j is 0 if a position is one number
        known = self._table[place_of(i, j, len(self._table))]
        just_above = known[: loops.LEFT].tolist() == [i, j, low + 1, low + 1]
        if just_above and known[loops.LEFT] >> 1 == left:
            return low + 1, int(known[loops.MOVE]) - 1
        state = np.zeros(loops.STATE, np.int64)
        state[DONE] = self.nodes
        state[loops.DEPTH] = left
        state[loops.SCALE] = self.game.scale
        state[loops.LATE] = self.game.ends_late
        state[loops.BEST] = -1
        self._stack[0, [I, J, loops.ALPHA, loops.BETA]] = i, j, low, high

        def go(limit: float) -> tuple[int, bool]:
            state[UNTIL] = limit
            self._look_ahead(state, depth)
            return self.nodes, bool(state[loops.PLY] < 0)

        try:
            self._step = carry_on(go, self.nodes, self.most_nodes, self.end_of_time, self._step)
        finally:
            self._compare(position)
        self.cutoffs += int(state[loops.CUTOFFS])
        self.table_hits += int(state[loops.HITS])
        self.guesses += int(state[loops.GUESSED])
        return int(state[loops.SCORE]), int(state[loops.BEST])

    def _look_ahead(self, state: NDArray[np.int64], depth: int | None) -> None:
        """Run the loop until the limit in its ``state``; raise an error if the stack is full."""
        if self.nodes > 2 * len(self._table) and len(self._table) < 1 << LAST:
            self._grow()
        arrays = self.game.data, self._out, self._stack.ravel(), self._table.ravel(), state
        self._rules.run(loops.look_ahead, self.nodes >= FEW, arrays)
        self.nodes = int(state[DONE])
        if state[loops.PLY] == len(self._stack) - 1 and state[loops.BACK] == 0:
            self._too_deep(depth)

    def _compare(self, position: Any) -> None:
        """Compare compiled rules with plain Python, at a sample of the positions that have been
        searched since.
        """
        if self._compared and self.nodes - self._compared < FEW:
            return
        self._compared = self.nodes
        searched = np.flatnonzero(self._table[:, loops.MOVE])
        if len(searched):
            searched = np.random.default_rng(len(searched)).choice(searched, SAMPLE)
        words = len(self.game.words)
        positions = [tuple(numbers) for numbers in self._table[searched, :words].tolist()]
        self._rules.compare(self._rules.numbers(position), positions)

    def _too_deep(self, depth: int | None) -> None:
        """The stack is full: raise an error that says whether play can come back to the last
        position.
        """
        *before, last = self._stack[:, [I, J]].tolist()
        if depth is None and last in before:
            raise PlayGoesRound(
                f"play can come back to {self.game.position(*last)}: use solve, or give a depth"
            )
        raise TooLarge(
            f"play can go deeper than {len(self._stack):,} moves: look less far ahead, depth=..."
        )

    def _grow(self) -> None:
        """Take a larger table, and keep all that is known."""
        known = self._table[self._table[:, loops.MOVE] > 0]
        self._table = np.zeros((len(self._table) << MORE, ENTRY), np.int64)
        self._table[place_of(known[:, I], known[:, J], len(self._table))] = known


class CompiledTree(BoundedTree):
    """Monte-Carlo tree search by a compiled loop."""

    def run(self, playouts: int | None, seconds: float | None = None) -> MctsResult:
        """What is known after this many playouts and seconds, or earlier if the value is proved."""
        until = inf if seconds is None else perf_counter() + seconds
        most = inf if playouts is None else playouts
        game = self.game.frozen()
        i, j = (*game.numbers(self.root.position), 0)[:2]  # j is 0 if a position is one number
        room = int(min(most * game.most, LARGEST)) + 2
        out, spare = (with_spare(2 * len(game.words) * game.most) for _ in range(2))
        nodes = np.zeros(NODE * room, np.int64)
        edges = np.zeros(EDGE * room, np.int64)
        index = np.zeros(1 << (3 * room // 2).bit_length(), np.int64)
        path = np.zeros(loops.LONGEST, np.int64)
        queue = np.zeros(room, np.int64)
        state = np.zeros(loops.TREE, np.int64)
        arrays = game.data, out, spare, nodes, edges, index, path, queue, state
        nodes[[I, J, loops.INTO, LOWER, UPPER]] = i, j, -1, -1, 1  # the root, node 0
        index[place_of(i, j, len(index))] = 1
        state[loops.NODES] = NODE
        state[loops.CHANCE] = random_below(self.rng, 1 << 62)

        def go(limit: float) -> tuple[int, bool]:
            state[UNTIL] = limit
            often = state[DONE] >= FEW_PLAYOUTS
            game.run(loops.play_out, often, float(self.curiosity), arrays)
            return int(state[DONE]), bool(state[DONE] == most or nodes[LOWER] == nodes[UPPER])

        done, finished = go(1)  # one is played, however short the time
        if not finished:
            with suppress(LimitReached):
                carry_on(go, done, most, until, step=16)
        met = nodes.reshape(-1, NODE)[: state[loops.NODES] // NODE, : len(game.words)]
        drawn = np.random.default_rng(len(met)).integers(len(met), size=SAMPLE)
        positions = [tuple(node) for node in met[drawn].tolist()]
        game.compare(game.numbers(self.root.position), positions)
        self._nodes = nodes.reshape(-1, NODE)
        self._edges = edges.reshape(-1, EDGE)
        self.root = self._seen(0, self.root.position)
        return self.record(int(state[DONE]))

    def line(self) -> tuple[Any, ...]:
        """The line of best moves down the tree, until the tree ends or a position comes back."""
        node = self.root
        v = 0
        moves = list[Any]()
        been = set[int]()
        while node.options and v not in been:
            been.add(v)
            k = self.best_place(node)
            move = node.moves[k]
            moves.append(move)
            v = self._edges[self._nodes[v, loops.BEGIN] // EDGE + k, loops.TO] // NODE
            node = self._seen(v, self.game.play(node.position, move))
        return tuple(moves)

    def _seen(self, v: int, position: Any) -> Node:
        """Node number v of the tree as gamelib has it, with its options, but not theirs.

        ``position``: the one of its positions that is meant, if several have its number.
        """
        begin, end = self._nodes[v, [loops.BEGIN, loops.END]] // EDGE
        edges = self._edges[begin:end]
        node = self._without_options(v, position)
        there = [self._numbers_of(u) for u in edges[:, loops.TO] // NODE]
        node.moves = [self.game.move_to(position, numbers) for numbers in there]
        for u, numbers in zip(edges[:, loops.TO] // NODE, there, strict=True):
            node.options.append(self._without_options(u, self.game.position(*numbers)))
        node.tries = edges[:, loops.TRIES].tolist()
        return node

    def _numbers_of(self, v: int) -> tuple[int, ...]:
        """The one or two numbers of the position of node number v."""
        return tuple(self._nodes[v, : len(self.game.words)].tolist())

    def _without_options(self, v: int, position: Any) -> Node:
        """Node number v of the tree as gamelib has it, without its options."""
        row = self._nodes[v].tolist()
        return Node(
            position,
            lower=row[LOWER],
            upper=row[UPPER],
            visits=row[loops.VISITS],
            total=row[loops.TOTAL],
        )
