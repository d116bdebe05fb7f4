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
    go_to: Callable[[float], tuple[int, bool]],
    done: int,
    most: float = inf,
    until: float = inf,
    step: int = 256,
) -> int:
    """Call a loop until it is finished; raise LimitReached at a limit, and heed the stop button.

    Returns the step of the last call, a good first step for the next question.

    Parameters
    ----------
    go_to
        A function of a number: runs the loop until so many positions are searched in all. Returns
        how many have been, and whether the loop is finished.
    done
        How many positions have been searched so far.
    most, until
        The number of positions, and the time by ``perf_counter``, after which to stop.
    step
        How many positions the first call searches.
    """
    with Progress(None, "searching", COMPILE_FROM) as bar, StopButton() as button:
        while True:
            begin = perf_counter()
            before = done
            if done >= most or begin > until:
                raise LimitReached
            done, finished = go_to(min(most, done + step))
            bar(done - before)
            button.said = f"stopped after {done:,} positions"
            button.heed()
            if finished:
                return step
            # The next step is to take LOOK seconds, if it is as quick as this one. But it is at most
            # 16 times as long, since a short time is not measured well.
            step = 1 + int(step * min(16, LOOK / (perf_counter() - begin)))


def _parts_at_most(bound: Any, scale: int) -> int:
    """The largest whole number k with ``k / scale <= bound``, where k / scale is the float.

    A bound outside [-2, 2] counts as -2 or 2: no value is larger than 1 in size.

    >>> _parts_at_most(2 / 3, 3), _parts_at_most(0.6666666666666665, 3), _parts_at_most(-inf, 3)
    (2, 1, -6)
    """
    finite: float = max(-2, min(2, bound))
    parts: int = floor(finite * scale)
    while parts / scale > finite:  # the product was rounded up
        parts -= 1
    while (parts + 1) / scale <= finite:  # the product was rounded down
        parts += 1
    return parts


def _as_pair(numbers: tuple[int, ...]) -> tuple[int, int]:
    """A position's numbers as the loops have them, i and j; j is 0 if a position is one number."""
    if len(numbers) == 1:
        return numbers[0], 0
    i, j = numbers
    return i, j


def chained(moves: Iterable[Any]) -> Line:
    """Moves in the form of a Line, each with the rest of the line: ``(first, (second, None))``."""
    line: Line = None
    for move in reversed([*moves]):
        line = (move, line)
    return line


@dataclass(frozen=True, repr=False)
class LateResult(SearchResult):
    """What a search has found by rules with a ``remoteness``.

    ``further``: how many moves the result takes after those of ``line``, as ``remoteness`` says of
    the position at its end. If the line ends where a king can be taken, that is 1.
    """

    further: int = 0

    @property
    def verdict(self) -> Verdict:
        """Outcome, remoteness and value for the player to move, as in ``SearchResult``."""
        found = super().verdict
        if found.remoteness is None:  # a draw
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

    def __init__(
        self, game: CompiledRules, depth: int | None = None, most_nodes: float = inf
    ) -> None:
        super().__init__(game, depth, most_nodes)
        if game.scale:  # ``evaluate`` stays below ``scale``, which would be a win
            self.largest_evaluation = (game.scale - 1) / game.scale
        self._step = 256  # how many positions the first call searches; see ``carry_on``
        # Each frame of the stack has a row of ``_out``, to which the rules write the options of its
        # position. A rule that lists too many writes on into the next row, before the loop notices:
        # so there is one row more, behind that of the last frame.
        row_length = len(game.words) * game.most
        frames = min(DEEPEST, WIDEST // row_length)
        self._stack = np.zeros((frames, FRAME), np.int64)
        self._out = with_spare((frames + 1) * row_length)
        self._begin_anew(game.frozen())

    def _begin_anew(self, rules: CompiledRules) -> None:
        """Search by these frozen rules from now on, with an empty table."""
        self._rules = rules
        self._table = np.zeros((1 << FIRST, ENTRY), np.int64)
        self._nodes_at_comparison = 0  # ``nodes`` when ``_compare`` last did its work

    def begin(self, position: Any) -> None:
        """Turn to a position, and freeze the rules as they are now, for all searches of it.

        If what the rules read has changed since the last position, the table is of no use any more.
        """
        super().begin(position)
        rules = self.game.frozen()
        if rules.digest != self._rules.digest:
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

        The window must be one of ``scores_of_window``: only its values count.
        """
        low, high = self._window_in_units(alpha.value, beta.value)
        score, best = self._search(position, low, high, depth)
        line = self._follow(position, low, high, depth, score, best)
        return self._as_score(score), chained(line)

    def _window_in_units(self, alpha: Any, beta: Any) -> tuple[int, int]:
        """A window of values as a window of scores of the loops, which are whole numbers.

        There the value k / scale is k * UNIT, moved by the hurry, which is less than half a UNIT.
        (With scale 1, a win in 3 is UNIT - 3, and a loss in 3 is 3 - UNIT.) So this window begins
        half a UNIT above alpha and ends half a UNIT below beta: it leaves out every score whose
        value is alpha or less, or beta or more.
        """
        scale = max(self.game.scale, 1)
        parts_of_alpha = _parts_at_most(alpha, scale)
        parts_of_beta = -_parts_at_most(-beta, scale)  # beta * scale, rounded up
        return parts_of_alpha * UNIT + UNIT // 2, parts_of_beta * UNIT - UNIT // 2

    def _as_score(self, number: int) -> Score:
        """A score of the loops as gamelib has it: the nearest multiple of UNIT is the value, and the
        rest is the hurry.
        """
        half = UNIT // 2
        parts, hurry_and_half = divmod(number + half, UNIT)
        scale = max(self.game.scale, 1)
        is_whole = parts % scale == 0
        value = parts // scale if is_whole else parts / scale
        return Score(value, hurry_and_half - half)

    def _follow(
        self, position: Any, low: int, high: int, depth: int | None, score: int, best: int
    ) -> list[Any]:
        """The moves of best play from a position that was searched, with this score and best option.

        Each position on the way is searched for its best option. Its score is known by then, so the
        window is as narrow as can be.
        """
        moves: list[Any] = []
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
            low = score - 1
            high = score + 1
            score, best = self._search(position, low, high, depth)
        return moves

    def is_proved(self, value: Any, lowest: Any, highest: Any) -> bool:
        """Whether a value, and how soon it comes, cannot be bettered by a deeper search.

        If the rules have a ``remoteness``, no size of the value proves that. A line of one move may
        end in a position that is lost in 4, which makes a win in 5, and a win in 3 may lie deeper.
        """
        return not self.game.ends_late and super().is_proved(value, lowest, highest)

    def record(self, score: Score, line: Line, **more: Any) -> SearchResult:
        """What was found about the position where the search began. If the rules have a
        ``remoteness``, this includes the moves that the result takes after the line.
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
        """The score of a position in the window from ``low`` to ``high``, and the number of its best
        option, -1 if there is none.
        """
        left = loops.FOREVER if depth is None else depth
        i, j = _as_pair(self.game.numbers(position))

        # On the line of best play the table usually knows that the score is low + 1, the lowest in
        # the window, and nothing need be searched.
        entry = self._table[place_of(i, j, len(self._table))]
        position_and_bounds = entry[[I, J, loops.LOW, loops.HIGH]].tolist()
        moves_ahead = entry[loops.LEFT] >> 1  # without the bit that marks a guess
        if position_and_bounds == [i, j, low + 1, low + 1] and moves_ahead == left:
            return low + 1, int(entry[loops.MOVE]) - 1

        state = np.zeros(loops.STATE, np.int64)
        state[DONE] = self.nodes
        state[loops.DEPTH] = left
        state[loops.SCALE] = self.game.scale
        state[loops.LATE] = self.game.ends_late
        state[loops.BEST] = -1
        self._stack[0, [I, J, loops.ALPHA, loops.BETA]] = i, j, low, high

        def go_to(limit: float) -> tuple[int, bool]:
            """Search on until so many positions are looked at; see ``carry_on``."""
            state[UNTIL] = limit
            self._look_ahead(state, depth)
            root_has_score = bool(state[loops.PLY] < 0)
            return self.nodes, root_has_score

        try:
            self._step = carry_on(go_to, self.nodes, self.most_nodes, self.end_of_time, self._step)
        finally:  # also after an error or a stop: wrong rules may be the reason
            self._compare(position)
        self.cutoffs += int(state[loops.CUTOFFS])
        self.table_hits += int(state[loops.HITS])
        self.guesses += int(state[loops.GUESSED])
        return int(state[loops.SCORE]), int(state[loops.BEST])

    def _look_ahead(self, state: NDArray[np.int64], depth: int | None) -> None:
        """Run the loop until the limit in its ``state``; raise an error if the stack is full."""
        if self.nodes > 2 * len(self._table) and len(self._table) < 1 << LAST:
            self._grow()
        # ``ravel`` copies nothing: the loop writes to the same memory.
        arrays = self.game.data, self._out, self._stack.ravel(), self._table.ravel(), state
        is_much = self.nodes >= FEW  # then the rules and the loop are compiled
        self._rules.run(loops.look_ahead, is_much, arrays)
        self.nodes = int(state[DONE])
        # At a new position (BACK is 0) in the last frame the loop cannot go on: there is no frame for
        # an option.
        is_in_last_frame = state[loops.PLY] == len(self._stack) - 1
        if is_in_last_frame and state[loops.BACK] == 0:
            raise self._too_deep(depth)

    def _compare(self, position: Any) -> None:
        """Compare compiled rules with plain Python, at a sample of the positions in the table.

        This is done after the first search by these rules, and again when FEW more positions have
        been looked at.
        """
        if self._nodes_at_comparison and self.nodes - self._nodes_at_comparison < FEW:
            return
        self._nodes_at_comparison = self.nodes
        places = np.flatnonzero(self._table[:, loops.MOVE])  # those that are not empty
        if len(places):
            rng = np.random.default_rng(len(places))  # a fixed seed: the same sample in every run
            places = rng.choice(places, SAMPLE)
        words = len(self.game.words)  # how many numbers a position is
        positions = [tuple(numbers) for numbers in self._table[places, :words].tolist()]
        self._rules.compare_after_search(self._rules.numbers(position), positions)

    def _too_deep(self, depth: int | None) -> Exception:
        """The error for a full stack; it says whether play can come back to the last position."""
        *before, last = self._stack[:, [I, J]].tolist()
        # With a limit of depth, a position that comes back is not the reason.
        if depth is None and last in before:
            i, j = last
            return PlayGoesRound(
                f"play can come back to {self.game.position(i, j)}: use solve, or give a depth"
            )
        return TooLarge(
            f"play can go deeper than {len(self._stack):,} moves: look less far ahead, depth=..."
        )

    def _grow(self) -> None:
        """Take a larger table, and keep all that is known.

        A place in the smaller table is the lowest bits of the place in the larger one, so no two
        entries come to the same place.
        """
        entries = self._table[self._table[:, loops.MOVE] > 0]
        self._table = np.zeros((len(self._table) << MORE, ENTRY), np.int64)
        places = place_of(entries[:, I], entries[:, J], len(self._table))
        self._table[places] = entries


class CompiledTree(BoundedTree):
    """Monte-Carlo tree search by a compiled loop."""

    def run(self, playouts: int | None, seconds: float | None = None) -> MctsResult:
        """What is known after this many playouts and seconds, or earlier if the value is proved."""
        until = inf if seconds is None else perf_counter() + seconds
        most_playouts = inf if playouts is None else playouts
        game = self.game.frozen()

        # The loop's arrays, as ``loops.play_out`` describes them. A playout gives one node its
        # options: at most ``game.most`` new nodes. A full tree grows no more, but playouts go on.
        most_nodes = int(min(most_playouts * game.most, LARGEST)) + 2  # the root, and one to spare
        room_for_options = 2 * len(game.words) * game.most
        out = with_spare(room_for_options)
        spare = with_spare(room_for_options)
        nodes = np.zeros(NODE * most_nodes, np.int64)
        edges = np.zeros(EDGE * most_nodes, np.int64)
        index = np.zeros(1 << (3 * most_nodes // 2).bit_length(), np.int64)  # 2/3 full at most
        path = np.zeros(loops.LONGEST, np.int64)
        queue = np.zeros(most_nodes, np.int64)
        state = np.zeros(loops.TREE, np.int64)
        arrays = game.data, out, spare, nodes, edges, index, path, queue, state

        # The root is the node that begins at 0. Its value is from -1 to 1, and no edge leads to it.
        i, j = _as_pair(game.numbers(self.root.position))
        nodes[I] = i
        nodes[J] = j
        nodes[loops.INTO] = -1
        nodes[LOWER] = -1
        nodes[UPPER] = 1
        index[place_of(i, j, len(index))] = 1  # where the node begins, plus 1: 0 is an empty place
        state[loops.NODES] = NODE  # where the next node begins
        state[loops.CHANCE] = random_below(self.rng, 1 << 62)

        def go_to(limit: float) -> tuple[int, bool]:
            """Play on until so many playouts are done; see ``carry_on``."""
            state[UNTIL] = limit
            is_much = state[DONE] >= FEW_PLAYOUTS  # then the rules and the loop are compiled
            game.run(loops.play_out, is_much, float(self.curiosity), arrays)
            is_proved = nodes[LOWER] == nodes[UPPER]  # of the root
            return int(state[DONE]), bool(state[DONE] == most_playouts or is_proved)

        done, finished = go_to(1)  # one is played, however short the time
        if not finished:
            with suppress(LimitReached):  # all playouts are done, or the time is up
                carry_on(go_to, done, most_playouts, until, step=16)
        self._nodes = nodes.reshape(-1, NODE)
        self._edges = edges.reshape(-1, EDGE)

        # Compiled rules are compared with plain Python at some positions of the tree.
        count = int(state[loops.NODES]) // NODE
        rng = np.random.default_rng(count)  # a fixed seed: the same sample in every run
        sample = rng.integers(count, size=SAMPLE)
        positions = [tuple(numbers) for numbers in self._nodes[sample, : len(game.words)].tolist()]
        game.compare_after_search(game.numbers(self.root.position), positions)

        self.root = self._node_with_options(0, self.root.position)
        return self.record(int(state[DONE]))

    def line(self) -> tuple[Any, ...]:
        """The line of best moves down the tree, until the tree ends or a position comes back."""
        node = self.root
        v = 0  # the node's number in the arrays
        moves: list[Any] = []
        visited: set[int] = set()
        while node.options and v not in visited:
            visited.add(v)
            k = self.best_place(node)
            move = node.moves[k]
            moves.append(move)
            edge = self._nodes[v, loops.BEGIN] // EDGE + k  # the number of the node's k-th edge
            v = self._edges[edge, loops.TO] // NODE
            node = self._node_with_options(v, self.game.play(node.position, move))
        return tuple(moves)

    def _node_with_options(self, v: int, position: Any) -> Node:
        """Node number v of the tree as gamelib has it, with its options, but without theirs.

        ``position``: the node's position; several may have the same numbers, so it has to be said.
        In the loop's arrays a node or an edge is named by where it begins, so its number is that
        divided by NODE or EDGE.
        """
        begin = self._nodes[v, loops.BEGIN] // EDGE
        end = self._nodes[v, loops.END] // EDGE
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
