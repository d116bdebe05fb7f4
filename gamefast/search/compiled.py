"""Compiled searches of a game given by ``CompiledRules``, in the place of gamelib's own; the loops
are in ``loops``.

The first positions are searched by plain Python, so that nobody waits for a compiler to search a
small game, and mistakes in the rules are named with their line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import floor, inf
from time import perf_counter
from typing import Any

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

#: The options on its stack take no more numbers than this.
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
            # As many as take LOOK seconds, by the time of this step; but not much more at once.
            step = 1 + int(step * min(16, LOOK / (perf_counter() - begin)))


def _parts_at_most(bound: Any, scale: int) -> int:
    """The largest whole number of parts, each 1 / ``scale``, that make a value of at most
    ``bound``, as floats have it.

    >>> _parts_at_most(2 / 3, 3), _parts_at_most(0.6666666666666665, 3), _parts_at_most(-inf, 3)
    (2, 1, -6)
    """
    finite: float = max(-2, min(2, bound))  # no value is larger than 1
    parts: int = floor(finite * scale)
    while parts / scale > finite:  # the product was rounded up
        parts -= 1
    while (parts + 1) / scale <= finite:  # or down
        parts += 1
    return parts


def chained(moves: Iterable[Any]) -> Line:
    """Moves as a search has them, each with the rest of the line: ``(first, (second, None))``."""
    line: Line = None
    for move in reversed([*moves]):
        line = (move, line)
    return line


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
        self._step = 256  # how many positions to search at first; see ``carry_on``
        row = len(game.words) * game.most  # numbers for the options of a position
        frames = min(DEEPEST, WIDEST // row)
        self._stack = np.zeros((frames, FRAME), np.int64)
        self._out = with_spare(row * (frames + 1))  # a row for each frame, and twice for the last
        self._begin_anew(game.frozen())

    def _begin_anew(self, rules: CompiledRules) -> None:
        """Search by these frozen rules, with an empty table."""
        self._rules = rules
        self._table = np.zeros((1 << FIRST, ENTRY), np.int64)
        self._compared = 0  # how many positions were searched when rules were last compared

    def begin(self, position: Any) -> None:
        """Turn to a position, and search by the rules as they are now: in the windows that follow,
        they are not looked at again.
        """
        super().begin(position)
        rules = self.game.frozen()
        if rules.digest != self._rules.digest:  # what the table knows holds for other rules
            self._begin_anew(rules)

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
        # In the loops a score is one number. With scale 1, a win in 3 is UNIT - 3 and a loss in 3 is
        # 3 - UNIT; in general, k / scale is k * UNIT, moved by less than half a UNIT. So half a UNIT
        # above alpha's multiple (rounded down), and half a UNIT below beta's (rounded up), is a
        # window that leaves out every score with the value alpha or less, or beta or more.
        scale = max(self.game.scale, 1)
        low = _parts_at_most(alpha.value, scale) * UNIT + UNIT // 2
        parts_of_beta = -_parts_at_most(-beta.value, scale)  # rounded up
        high = parts_of_beta * UNIT - UNIT // 2
        root_score, best = self._search(position, low, high, depth)

        # Then follow best play: each position on it is searched for its best option. Its score is
        # known by then, so the window is as narrow as can be.
        moves: list[Any] = []
        score = root_score
        while best >= 0:
            option = self._rules.options_of(self._rules.numbers(position))[best]
            move = self._rules.move_to(position, option)
            position = self._rules.play(position, move)
            moves.append(move)
            if not low < score < high:  # outside the window only the first move is known
                break
            if depth is not None:
                depth -= 1
            # The same score as the next player sees it, one move nearer to the end.
            score = loops.bound_behind(score)
            low, high = score - 1, score + 1
            score, best = self._search(position, low, high, depth)

        # The nearest multiple of UNIT is the value; the rest is the hurry.
        parts, shifted_hurry = divmod(root_score + UNIT // 2, UNIT)
        hurry = shifted_hurry - UNIT // 2
        is_whole = parts % scale == 0
        value = parts // scale if is_whole else parts / scale
        return Score(value, hurry), chained(moves)

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

        # If the table knows that the score is low + 1, the lowest in the window, nothing need be
        # searched. On the line of best play this is the usual case.
        entry = self._table[place_of(i, j, len(self._table))]
        score_is_known = entry[: loops.LEFT].tolist() == [i, j, low + 1, low + 1]
        if score_is_known and entry[loops.LEFT] >> 1 == left:
            return low + 1, int(entry[loops.MOVE]) - 1

        state = np.zeros(loops.STATE, np.int64)
        state[DONE] = self.nodes
        state[loops.DEPTH] = left
        state[loops.SCALE] = self.game.scale
        state[loops.LATE] = self.game.ends_late
        state[loops.BEST] = -1
        self._stack[0, [I, J, loops.ALPHA, loops.BETA]] = i, j, low, high

        def go(limit: float) -> tuple[int, bool]:
            """Search on until so many positions are looked at; see ``carry_on``."""
            state[UNTIL] = limit
            self._look_ahead(state, depth)
            root_has_score = bool(state[loops.PLY] < 0)
            return self.nodes, root_has_score

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
        is_much = self.nodes >= FEW  # then the rules and the loop are compiled
        self._rules.run(loops.look_ahead, is_much, arrays)
        self.nodes = int(state[DONE])
        is_in_last_frame = state[loops.PLY] == len(self._stack) - 1
        if is_in_last_frame and state[loops.BACK] == 0:  # a new position, and no room for options
            self._too_deep(depth)

    def _compare(self, position: Any) -> None:
        """Compare compiled rules with plain Python, at a sample of the positions that have been
        searched since.
        """
        if self._compared and self.nodes - self._compared < FEW:
            return
        self._compared = self.nodes
        entries = np.flatnonzero(self._table[:, loops.MOVE])  # the places that are not empty
        if len(entries):
            entries = np.random.default_rng(len(entries)).choice(entries, SAMPLE)
        words = len(self.game.words)  # how many numbers a position is
        positions = [tuple(numbers) for numbers in self._table[entries, :words].tolist()]
        self._rules.compare_after_search(self._rules.numbers(position), positions)

    def _too_deep(self, depth: int | None) -> None:
        """The stack is full: raise an error that says whether play can come back to the last
        position.
        """
        # Without a limit of depth, and only then, a position that comes back explains it.
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
        entries = self._table[self._table[:, loops.MOVE] > 0]
        self._table = np.zeros((len(self._table) << MORE, ENTRY), np.int64)
        places = place_of(entries[:, I], entries[:, J], len(self._table))
        self._table[places] = entries


class CompiledTree(BoundedTree):
    """Monte-Carlo tree search by a compiled loop."""

    def run(self, playouts: int | None, seconds: float | None = None) -> MctsResult:
        """What is known after this many playouts and seconds, or earlier if the value is proved."""
        until = inf if seconds is None else perf_counter() + seconds
        most = inf if playouts is None else playouts
        game = self.game.frozen()
        i, j = (*game.numbers(self.root.position), 0)[:2]  # j is 0 if a position is one number
        # The loop's arrays, as ``loops.play_out`` describes them. A playout gives one node its
        # options: at most ``game.most`` new nodes. A full tree grows no more, but playouts go on.
        room = int(min(most * game.most, LARGEST)) + 2
        room_for_options = 2 * len(game.words) * game.most
        out = with_spare(room_for_options)
        spare = with_spare(room_for_options)
        nodes = np.zeros(NODE * room, np.int64)
        edges = np.zeros(EDGE * room, np.int64)
        index = np.zeros(1 << (3 * room // 2).bit_length(), np.int64)  # filled to two thirds
        path = np.zeros(loops.LONGEST, np.int64)
        queue = np.zeros(room, np.int64)
        state = np.zeros(loops.TREE, np.int64)
        arrays = game.data, out, spare, nodes, edges, index, path, queue, state

        # The root begins at 0, its value is from -1 to 1, and no edge (-1) leads to it.
        nodes[[I, J, loops.INTO, LOWER, UPPER]] = i, j, -1, -1, 1
        index[place_of(i, j, len(index))] = 1  # where the node begins, plus 1
        state[loops.NODES] = NODE  # where the next node begins
        state[loops.CHANCE] = random_below(self.rng, 1 << 62)

        def go(limit: float) -> tuple[int, bool]:
            """Play on until so many playouts are done; see ``carry_on``."""
            state[UNTIL] = limit
            is_much = state[DONE] >= FEW_PLAYOUTS  # then the rules and the loop are compiled
            game.run(loops.play_out, is_much, float(self.curiosity), arrays)
            is_proved = nodes[LOWER] == nodes[UPPER]  # of the root
            return int(state[DONE]), bool(state[DONE] == most or is_proved)

        done, finished = go(1)  # one is played, however short the time
        if not finished:
            with suppress(LimitReached):  # all playouts are done, or the time is up
                carry_on(go, done, most, until, step=16)
        self._nodes = nodes.reshape(-1, NODE)
        self._edges = edges.reshape(-1, EDGE)

        # Compiled rules are compared with plain Python at some positions of the tree.
        rows = self._nodes[: state[loops.NODES] // NODE, : len(game.words)]
        drawn = np.random.default_rng(len(rows)).integers(len(rows), size=SAMPLE)
        positions = [tuple(numbers) for numbers in rows[drawn].tolist()]
        game.compare_after_search(game.numbers(self.root.position), positions)

        self.root = self._node_with_options(0, self.root.position)
        return self.record(int(state[DONE]))

    def line(self) -> tuple[Any, ...]:
        """The line of best moves down the tree, until the tree ends or a position comes back."""
        node = self.root
        v = 0  # its number
        moves: list[Any] = []
        visited: set[int] = set()
        while node.options and v not in visited:
            visited.add(v)
            k = self.best_place(node)
            move = node.moves[k]
            moves.append(move)
            edge = self._nodes[v, loops.BEGIN] // EDGE + k
            v = self._edges[edge, loops.TO] // NODE
            node = self._node_with_options(v, self.game.play(node.position, move))
        return tuple(moves)

    def _node_with_options(self, v: int, position: Any) -> Node:
        """Node number v of the tree as gamelib has it, with its options, but not theirs.

        ``position``: the one of its positions that is meant, if several have its number. In the
        arrays a node or an edge is named by where it begins, so its number is that divided by NODE
        or EDGE.
        """
        begin, end = self._nodes[v, [loops.BEGIN, loops.END]] // EDGE
        edges = self._edges[begin:end]
        node = self._node(v, position)
        for u in edges[:, loops.TO] // NODE:
            numbers = tuple(self._nodes[u, : len(self.game.words)].tolist())
            node.moves.append(self.game.move_to(position, numbers))
            node.options.append(self._node(u, self.game.position(*numbers)))
        node.tries = edges[:, loops.TRIES].tolist()
        return node

    def _node(self, v: int, position: Any) -> Node:
        """Node number v of the tree as gamelib has it, without its options."""
        row = self._nodes[v].tolist()
        return Node(
            position,
            lower=row[LOWER],
            upper=row[UPPER],
            visits=row[loops.VISITS],
            total=row[loops.TOTAL],
        )
