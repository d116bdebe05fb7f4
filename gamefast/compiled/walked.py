"""An arena that is walked by compiled rules: only the positions that play reaches, at the speed of
C.

Rules with a ``size`` are counted through (``gamefast.compiled.graph``). Here positions are sparse:
one or two numbers of 64 bits, most of which stand for no position. So the positions are found from
the start on, breadth first, and numbered in the order in which they are found (``walking``). No
move is stored: options are computed again when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamefast.arrays.arena import Arena
from gamefast.arrays.graph import GameGraph, row_starts
from gamefast.arrays.guard import Limits
from gamefast.boards.tokens import stored
from gamefast.compiled import walking
from gamefast.compiled.rules import TRIED, chosen, numbers_by, require_unwritten, with_spare
from gamefast.compiled.searchable import CompiledRules, Numbers, shown
from gamefast.compiled.unmoves import forgotten, invented, listed_twice, wrong_unmoves
from gamefast.compiled.walking import Opened, Table
from gamefast.machine import (
    CHUNK,
    MAX_EDGES_AS_ARRAYS,
    MAX_EDGES_COMPILED,
    MAX_POSITIONS_COMPILED,
    MOST_NUMBERED,
    Kernel,
    check_more,
    kernels,
)
from gamefast.progress import Progress
from gamelib.core import Game, UnknownPosition

#: A walk that has come so far is expected to become so many times as large: then compiling pays.
EXPECTED = 5

#: How many positions are opened between two looks at the stop button while rules are plain Python.
FEW = 1 << 12

#: Room for so many positions is reserved at first (untouched memory costs nothing), and so many
#: slots.
ROOM, SLOTS = 1 << 20, 1 << 14

#: The largest part of the slots that is taken, in tenths.
LOAD = 7

#: A walk that has found so many positions looks whether the limit is far away.
FORESEEN = 10_000_000

#: Bytes for each position when moves are reversed and settled: where its row begins, outcome,
#: remoteness, hopes, its place in the queue and as a terminal position; and for each move.
BYTES_SETTLED, BYTES_REVERSED = 14, 4


@dataclass(frozen=True, eq=False)
class WalkedGraph(Arena):
    """A game as an arena whose positions were found by compiled rules. Make one by ``of``.

    ``rules``: the rules, frozen. ``table``: the positions by number, and the numbers by position.
    ``degrees``: int8, int16 or int32, shape (n,): how many options each position has. ``ends``:
    int8, shape (n,): by the rules, the result for the player to move if play is over, otherwise 0.
    ``edges``: how many moves there are. ``starts``: the walk began at so many first positions.
    ``limits``: its ``max_positions`` and ``max_edges``. ``sign``: -1 if every result is reversed, as
    in misère play.
    """

    rules: CompiledRules
    table: Table
    degrees: NDArray[Any]
    ends: NDArray[np.int8]
    edges: int
    starts: int
    game: Game[Any, Any] | None
    limits: tuple[int, int] = (MAX_POSITIONS_COMPILED, MAX_EDGES_COMPILED)
    sign: int = 1

    @classmethod
    def of(
        cls,
        game: CompiledRules,
        positions: Iterable[Any] = (),
        *,
        max_positions: int = MAX_POSITIONS_COMPILED,
        max_edges: int = MAX_EDGES_COMPILED,
    ) -> WalkedGraph:
        """Everything that can be reached from some positions, breadth first.

        Parameters
        ----------
        game
            The rules.
        positions
            Where the walk begins; these get the first numbers. The start if none are given.
        max_positions, max_edges
            The largest number of positions, and of moves in all positions together.

        Returns
        -------
        WalkedGraph
            Its positions are numbered as they are found. An option that is listed twice is two
            moves.

        Raises
        ------
        ValueError
            For rules that fail, say what cannot be, or differ when they are compiled; names the
            position.
        TooLarge
            Beyond the limits, as soon as it is clear that they will be passed, or if memory does
            not suffice; says how many positions were found and opened.

        Examples
        --------
        >>> def options(pile, data, out):
        ...     out[0], out[1] = pile - 1, pile - 2
        ...     return min(2, pile)
        >>> race = CompiledRules(options, lambda pile, data: -1, start=10**15)
        >>> WalkedGraph.of(race, [6])
        <WalkedGraph: 7 positions, 11 moves, rules compiled, no move stored>
        """
        rules = game.frozen()
        given = list(positions) or [rules.start()]
        first = list(dict.fromkeys(map(rules.numbers, given)))
        most = min(max_positions, MOST_NUMBERED - 2 * rules.most)
        data_before = rules.data.copy()
        walk = Walk(rules, first, Limits(rules, given[0], most, max_edges, "moves"))
        walk.run()
        require_unwritten(rules.data, data_before)
        found = cls(
            rules,
            walk.table,
            walk.opened.degrees,
            walk.opened.results,
            walk.moves,
            len(first),
            game,
            (max_positions, max_edges),
        )
        found._keep(walk.opened)
        found.compare()
        return found

    @classmethod
    def found_before(
        cls,
        game: CompiledRules,
        codes: NDArray[np.int64],
        degrees: NDArray[Any],
        ends: NDArray[np.int8],
        starts: int,
    ) -> WalkedGraph:
        """The arena of positions that an earlier walk has found, which are not walked again.

        ``codes, degrees, ends, starts``: what the arena of that walk had. Raises ValueError for
        what no walk can have found.
        """
        rules = game.frozen()
        n = len(degrees)
        shape = (n,) if len(rules.words) == 1 else (n, 2)
        if codes.shape != shape or ends.shape != (n,) or not 1 <= starts <= n:
            raise ValueError("the positions that were found do not fit each other")
        if not 0 <= degrees.min() <= degrees.max() <= rules.most or np.abs(ends).max() > 1:
            raise ValueError("no rules have such counts of options, or such results")
        slots = slots_for(n)
        check_more(12 * n + 4 * slots, "to number the positions", f"{n:,} positions are there")
        table = Table(np.array(codes).ravel(), np.zeros(slots, np.uint32))
        enter_all(walking.add_all.at(EXPECTED * n), rules.words, table, n)
        edges = int(degrees.sum(dtype=np.int64))
        return cls(rules, table, np.array(degrees), np.array(ends), edges, starts, game)

    def _keep(self, opened: Opened) -> None:
        """Keep what is known of the moves to each position, until the game is settled by it."""
        if self.rules.sources is None:
            self.__dict__["incoming"] = opened.incoming
        else:
            self.__dict__["move_sums"] = opened.sums

    def __len__(self) -> int:
        return len(self.degrees)

    @property
    def classes(self) -> bool:  # type: ignore[override]  # several positions may have one number
        return self.rules.code is not None

    @property
    def codes(self) -> NDArray[np.int64]:
        """int64, shape (n,) or (n, 2): each position in numbers."""
        codes = self.table.codes
        return codes if len(self.rules.words) == 1 else codes.reshape(-1, 2)

    @property
    def terminal(self) -> NDArray[np.int8]:
        """int8, shape (n,): the result for the player to move if play is over, otherwise 0."""
        return self.ends if self.sign == 1 else -self.ends

    @property
    def bytes(self) -> int:
        """How many bytes solving takes besides the arena's own."""
        if self.rules.sources is None:
            return BYTES_SETTLED * len(self) + BYTES_REVERSED * self.edges
        return BYTES_SETTLED * len(self)

    def index(self, position: Any) -> int:
        """The number of a position; raises UnknownPosition."""
        try:
            numbers = self.rules.checked_numbers(position)
        except (TypeError, ValueError) as error:
            raise UnknownPosition(f"no position {position!r} here ({error})") from None
        number = self._number_of(numbers)
        if number < 0:
            raise UnknownPosition(
                f"no position {position!r} here; one of them is {self.position(0)!r}"
            )
        return number

    def _number_of(self, numbers: Numbers) -> int:
        """The number in the arena of a position in numbers; -1 if it was not found."""
        i, j = (*numbers, 0)[:2]  # j is 0 if a position is one number
        return int(walking.find.interpreted(self.rules.words, self.table, i, j))

    def position(self, index: int) -> Any:
        """The position with this number."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"no position number {index}: there are {len(self):,}")
        return self.rules.position(*self.numbers(index))

    def numbers(self, index: int) -> Numbers:
        """The one or two numbers of the position with this number in the arena."""
        wide = len(self.rules.words)
        return tuple(self.table.codes.reshape(-1, wide)[index].tolist())

    def rows(self, which: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The options of several positions, as ``(indptr, targets)`` of their own."""
        which = np.ascontiguousarray(which, np.int64)
        indptr = row_starts(self.degrees[which].astype(np.int64))
        targets = np.empty(indptr[-1], np.int32)
        size = len(which) + len(targets)
        list_all = walking.list_targets.at(size)
        fault = list_all(self.loop_rules(size), self.table, which, indptr, targets)
        if fault >= 0:
            self._contradicted(int(which[fault]))
        return indptr, targets

    def results(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        """What several positions are worth to the player to move if play is over; NaN if it goes
        on.
        """
        return np.where(self.degrees[which] == 0, self.ends[which] * np.int8(self.sign), np.nan)

    @property
    def ends_late(self) -> bool:  # type: ignore[override]  # as the rules have it
        return self.rules.ends_late

    def end_remoteness(self, which: NDArray[np.int64]) -> NDArray[np.int32]:
        """int32, shape (k,): for several positions, how many further moves the result takes if play
        is over.
        """
        found = np.zeros(len(which), np.int32)
        if self.rules.remoteness is not None:
            settled = np.flatnonzero((self.degrees[which] == 0) & (self.ends[which] != 0))
            codes = self.table.codes.reshape(-1, len(self.rules.words))[which[settled]]
            work = len(self) + self.edges  # of the whole game: it decides whether to compile
            found[settled] = numbers_by(self.rules.remoteness, codes.ravel(), self.rules.data, work)
        return found

    @cached_property
    def incoming(self) -> NDArray[np.uint32]:
        """uint32, shape (n + 1,): how many moves lead to each position, and a 0."""
        return self._opened_again(len(self) + 1, 0).incoming

    @cached_property
    def move_sums(self) -> NDArray[np.uint32]:
        """uint32, shape (n + 1,): for each position, the sum of the summands of the positions with a
        move to it, and a 0. Settling compares it with the un-moves, and then it is not kept.
        """
        return self._opened_again(0, len(self) + 1).sums

    def _opened_again(self, incoming: int, sums: int) -> Opened:
        """What the walk has known of the moves to each position: ``incoming`` and ``sums`` with so
        many entries.
        """
        again = Opened(
            self.degrees, self.ends, np.zeros(incoming, np.uint32), np.zeros(sums, np.uint32)
        )
        count, rules = self._kernel(walking.count_incoming)
        for begin in range(0, len(self), CHUNK):
            end = min(begin + CHUNK, len(self))
            fault = count(rules, self.table, again, begin, end)
            if fault >= 0:
                self._contradicted(fault)
        return again

    def reversed(self) -> tuple[NDArray[Any], NDArray[np.uint32]]:
        """The reversed graph, ``(indptr, sources)``: for each position, the positions with a move to
        it, in rising order. Raises TooLarge, before anything is allocated, if memory does not
        suffice to solve the game by it.
        """
        found = f"{len(self):,} positions with {self.edges:,} moves were found, all of them opened"
        check_more(self.bytes, "to reverse the moves and settle the positions", found)
        row_ends: NDArray[Any] = self.incoming
        del self.__dict__["incoming"]  # because it is overwritten
        if self.edges >= 1 << 32:
            row_ends = row_ends.astype(np.uint64)
        np.cumsum(row_ends, out=row_ends, dtype=row_ends.dtype)
        sources = np.empty(self.edges, np.uint32)
        fill, rules = self._kernel(walking.list_sources)
        # Each row is filled from its end, which moves down to its beginning. So that a row rises, the
        # last positions come first.
        with Progress(len(self), "reversing moves", len(self) + self.edges) as bar:
            for end in range(len(self), 0, -CHUNK):
                begin = max(end - CHUNK, 0)
                fault = fill(rules, self.table, self.degrees, row_ends, sources, begin, end)
                if fault >= 0:
                    self._contradicted(fault)
                bar(end - begin)
        return row_ends, sources

    def _kernel(self, kernel: Any) -> tuple[Any, walking.Game]:
        """A kernel for all positions and moves, and the rules that it takes."""
        size = len(self) + self.edges
        return kernel.at(size), self.loop_rules(size)

    def loop_rules(self, size: float) -> walking.Game:
        """The rules for a loop over ``size`` positions and moves."""
        return in_loop(self.rules, size >= kernels.COMPILE_FROM)

    def _contradicted(self, k: int) -> None:
        """Raise ValueError: the rules list other options than they did in the walk."""
        raise ValueError(
            f"position {self.position(k)} has other options now than when it was found: do the "
            "rules depend on anything but the position?"
        )

    def compare(self) -> None:
        """Compare compiled rules with plain Python, ``code`` with ``decode``, the rules with their
        game, and un-moves with moves, at a sample.

        Raises ValueError where they differ.
        """
        if self.rules.remoteness is not None:
            # The walk has not asked it. Where it will be compiled, that is done here: to be compared.
            self.rules.remoteness.at(len(self) + self.edges)
        if self.rules.is_partly_compiled:
            which = [
                *chosen(np.arange(len(self))),
                *chosen(np.flatnonzero(self.degrees == 0)),
            ]
            self.rules.compare(self.numbers(0), [*map(self.numbers, dict.fromkeys(which))])
        tried = np.unique(np.linspace(0, len(self) - 1, TRIED).astype(int)).tolist()
        some = [*map(self.numbers, tried)]
        self.rules.compare_coded(
            [*some, *map(self.numbers, chosen(np.flatnonzero(self.degrees == 0), TRIED))]
        )
        if self.rules.sources is not None:
            for numbers in some:
                self._compare_unmoves(numbers)

    def _compare_unmoves(self, numbers: Numbers) -> None:
        """Compare moves with un-moves at one position, in plain Python."""
        here = shown(numbers)
        options = self.rules.options_of(numbers)
        if len({*options}) < len(options):
            raise listed_twice(here, [*map(shown, options)])
        for option in options:
            if self.rules.sources_of(option).count(numbers) != 1:
                raise forgotten(here, shown(option))
        for source in self.rules.sources_of(numbers):
            was_found = self._number_of(source) >= 0
            if was_found and numbers not in self.rules.options_of(source):
                raise invented(shown(source), here)

    def wrong_unmoves(self, k: int) -> ValueError:
        """The error for un-moves that are not all the moves to position number k."""

        def name(number: int) -> Any:
            return shown(self.numbers(number))

        before = self.rules.sources_of(self.numbers(k))  # raises ValueError for too many
        numbers = [self._number_of(source) for source in before]
        listed = [number for number in numbers if number >= 0]  # others are not reached by play
        if len({*listed}) < len(listed):
            return ValueError(f"sources({name(k)}) lists {[*map(shown, before)]}: each once")
        return wrong_unmoves(self, k, listed, name)

    def present(self) -> WalkedGraph:
        """The arena by the rules as they are now: itself, unless a value that the rules read has
        changed; then it is walked again.
        """
        rules = self.rules.frozen()
        if rules.digest == self.rules.digest:
            return self
        first = [self.position(k) for k in range(self.starts)]
        most, moves = self.limits
        found = WalkedGraph.of(rules, first, max_positions=most, max_edges=moves)
        return replace(found, game=self.game, sign=self.sign)

    def negated(self, game: Game[Any, Any]) -> WalkedGraph:
        """The arena of ``game``, a game that differs only in the sign of every result."""
        found = replace(self, sign=-self.sign, game=game)
        for name in ("incoming", "move_sums"):
            if name in self.__dict__:
                found.__dict__[name] = self.__dict__.pop(name)
        return found

    def explicit(self, *, max_edges: int = MAX_EDGES_AS_ARRAYS) -> GameGraph:
        """Return the same game with the same numbers and every move stored. Raises TooLarge beyond
        ``max_edges``.
        """
        return stored(self.present(), max_edges, "take the arena as it is: it stores no move")

    def __repr__(self) -> str:
        return (
            f"<WalkedGraph: {len(self):,} positions, {self.edges:,} moves, rules compiled, no move "
            "stored>"
        )


def in_loop(rules: CompiledRules, quick: bool) -> walking.Game:
    """Frozen rules as a loop takes them: compiled if ``quick``, otherwise as they are."""
    options, outcome = rules.functions(quick)
    return walking.Game(
        rules.words, options, outcome, rules.data, with_spare(2 * len(rules.words) * rules.most)
    )


class Walk:
    """A walk that is under way.

    ``table`` and ``opened`` have room for more positions than the ``found`` ones; of these, the
    first ``done`` are opened, with ``moves`` moves together.

    Parameters
    ----------
    rules
        Frozen rules.
    first
        The positions at which the walk begins, in numbers.
    limits
        How large it may become.
    """

    def __init__(self, rules: CompiledRules, first: list[Numbers], limits: Limits) -> None:
        self.rules, self.limits = rules, limits
        self.done = self.moves = 0
        self.found = len(first)
        self.room = max(ROOM, len(first) + 2 * rules.most)
        wide = len(rules.words)
        self.table = Table(np.empty(wide * self.room, np.int64), np.empty(0, np.uint32))
        self.table.codes[: wide * len(first)] = np.array(first, np.int64).ravel()
        reversing = self.room if rules.sources is None else 0
        self.opened = Opened(
            np.empty(self.room, degree_type(rules.most)),
            np.zeros(self.room, np.int8),
            np.zeros(reversing, np.uint32),
            np.zeros(self.room - reversing, np.uint32),
        )
        self._enter(SLOTS)

    def run(self) -> None:
        """Open positions until none is left; then the arrays have no more room than is needed."""
        foreseen = False
        with Progress(None, "walking", kernels.COMPILE_FROM, " positions opened") as bar:
            while self.done < self.found:
                before = self.done
                self._make_room()
                self._step()
                self.limits.look(self.done, self.found, self.moves)
                if self.found >= FORESEEN and not foreseen:
                    self.limits.foresee(self.done, self.found)
                    foreseen = True
                bar(self.done - before, f"{self.found:,} found")
        self._resize(self.found)

    @property
    def is_quick(self) -> bool:
        """Whether the loops are compiled from here on."""
        expected = EXPECTED * (self.found + self.moves)
        return expected >= kernels.COMPILE_FROM or self.rules.is_walk_compiled

    def _at_speed(self, kernel: Kernel) -> Callable[..., Any]:
        """A kernel, compiled or as plain Python."""
        return kernel.compiled if self.is_quick else kernel.interpreted

    def _step(self) -> None:
        """Open some positions."""
        quick = self.is_quick
        self.done, self.found, more, wrong = self._at_speed(walking.open_positions)(
            in_loop(self.rules, quick),
            self.table,
            self.opened,
            self.done,
            self.done + (CHUNK if quick else FEW),
            self.found,
            self._full(),
        )
        self.moves += more
        if wrong:
            self._blame()

    def _blame(self) -> None:
        """Say what is wrong with the rules at the position that was to be opened."""
        wide = len(self.rules.words)
        here = tuple(self.table.codes[wide * self.done :][:wide].tolist())
        self.rules.blame(here)

    def _full(self) -> int:
        """With more positions than this there may be no room for the options of one more."""
        taken = len(self.table.slots) * LOAD // 10
        (_, _, most), _ = self.limits.limits
        return min(self.room - self.rules.most, taken - self.rules.most, most)

    def _make_room(self) -> None:
        """Make the arrays and the table larger if they are full."""
        if self.found > self.room - self.rules.most:
            self._resize(min(self.room + max(self.room // 4, self.rules.most), MOST_NUMBERED))
        if self.found > len(self.table.slots) * LOAD // 10 - self.rules.most:
            self._enter(2 * len(self.table.slots))

    def _resize(self, room: int) -> None:
        """Give the arrays room for so many positions.

        ``incoming`` or ``sums``, of which one is empty and stays so, gets one entry more, a 0: sums
        over ``incoming`` will say where the n rows begin and end.
        """
        opened = self.opened
        bytes_each = sum(
            array.itemsize for array in opened if len(array)
        ) + self.table.codes.itemsize * len(self.rules.words)
        if room >= self.room:
            self._check((room - self.room) * bytes_each)
        # nothing else refers to the arrays, so they may move
        self.table.codes.resize(len(self.rules.words) * room, refcheck=False)
        opened.degrees.resize(room, refcheck=False)
        opened.results.resize(room, refcheck=False)
        for array in (opened.incoming, opened.sums):
            if len(array):
                array.resize(room + 1, refcheck=False)
        self.room = room

    def _enter(self, slots: int) -> None:
        """Make a table of so many slots, or more if that is too few, and enter all positions."""
        slots = max(slots, slots_for(self.found + self.rules.most))
        more_slots = slots - len(self.table.slots)
        self._check(4 * more_slots)
        # The old slots go first: both tables together would take half as much again.
        self.table = self.table._replace(slots=np.empty(0, np.uint32))
        self.table = self.table._replace(slots=np.zeros(slots, np.uint32))
        add_all = self._at_speed(walking.add_all)
        enter_all(add_all, self.rules.words, self.table, self.found)

    def _check(self, need: int) -> None:
        """Raise TooLarge if so many more bytes are not free."""
        found = f"{self.found:,} positions with {self.moves:,} moves were found so far"
        check_more(need, "to walk on", f"{found}, {self.done:,} of them opened")


def enter_all(
    add_all: Callable[..., int], words: tuple[int, ...], table: Table, found: int
) -> None:
    """Enter the first ``found`` positions into a table with free slots, by the kernel ``add_all``.

    Raises ValueError if a position is there twice.
    """
    for begin in range(0, found, CHUNK):
        twice = add_all(words, table, begin, min(begin + CHUNK, found))
        if twice >= 0:
            raise ValueError(f"position number {twice} is there twice")


def slots_for(positions: int) -> int:
    """How many slots a table of so many positions needs: a power of two."""
    return 1 << (positions * 10 // LOAD + 1).bit_length()


def degree_type(most: int) -> Any:
    """The smallest kind of whole numbers for counts up to ``most``."""
    return next(kind for kind in (np.int8, np.int16, np.int32) if most <= np.iinfo(kind).max)
