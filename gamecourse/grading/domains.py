"""What the questions of an exercise range over, and how they are made from that.

A task says what its function may be asked; a ``Domain`` says the same to the checker, and makes the
questions. They come from small to large, in three parts: all small values; values in which some
measure is at its least, one above it, or at its greatest; and values drawn at random. Beside each
value of the last two parts stand the values related to it, as the same graph under other names, and
with its vertices in another order: a right function is right on all of them, and a function that
relies on an order is not. Now and then a question is asked again, after another one, because a
function must not depend on what it was asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from itertools import chain, cycle, islice, product
from math import prod
from string import ascii_lowercase
from typing import Any, Generic, TypeVar

from gamecourse.grading.draws import Draws
from gamelib.games import MinMaxTree

T = TypeVar("T")

#: One question: the arguments of a call.
Question = tuple[Any, ...]

#: What makes the questions about a value of a domain.
Ask = Callable[[Any, Draws], Iterable[Question]]

#: A graph as a dict from each vertex to the list of its options.
Options = dict[Any, list[Any]]

#: At most this many small combinations of several arguments are asked.
MOST_COMBINATIONS = 2_000

#: A question is asked again after so many others.
AGAIN = 7

#: So many of the first questions are asked again at the end, backwards.
AT_THE_END = 10


class Domain(Generic[T]):
    """The values that an argument, or a whole question, may have.

    A subclass says which values are small, which are extreme, and how to draw one. ``related``
    gives values that differ from one of these only in what must not matter.
    """

    #: How many values are drawn at random.
    draws: int = 60

    #: Whether ``small`` yields all values.
    complete: bool = False

    def small(self) -> Iterable[T]:
        """All small values, the smallest first."""
        return ()

    def extreme(self) -> Iterable[T]:
        """Values with a measure at its least, one above it, or at its greatest."""
        return ()

    def draw(self, rng: Draws) -> T:
        """A value at random."""
        raise NotImplementedError

    def related(self, value: T, rng: Draws) -> Iterable[T]:
        """The value in other orders and under other names."""
        return ()

    def altered(self, value: T, rng: Draws) -> Iterable[T]:
        """Values that differ from this one in a single part. A program that remembers answers, and
        looks at too little to know a question again, takes the two for the same.
        """
        return ()

    def values(self, rng: Draws) -> Iterator[T]:
        """Small values, then the others with those related to them, by size."""
        yield from self.small()
        if self.complete:
            return
        others: list[T] = []
        for value in (*self.extreme(), *(self.draw(rng) for _ in range(self.draws))):
            others.append(value)
            others.extend(self.related(value, rng))
            others.extend(self.altered(value, rng))
        yield from sorted(others, key=size_of)

    def questions(self, seed: int = 1) -> Questions:
        """The values themselves, each as the arguments of a call."""
        return self.asking(lambda value, rng: [value], seed)

    def alone(self, seed: int = 1, last: Iterable[Question] = ()) -> Questions:
        """Each value as the only argument of a call; the questions ``last`` come after them."""
        return self.asking(lambda value, rng: [(value,)], seed, last=last)

    def asking(
        self,
        ask: Ask,
        seed: int = 1,
        first: Iterable[Question] = (),
        last: Iterable[Question] = (),
    ) -> Questions:
        """The questions that ``ask`` makes of each value: ``ask(value, rng)`` yields them. The
        questions ``first`` come before all others, and ``last`` after them.
        """
        return Questions(self, ask, seed, tuple(first), tuple(last))


@dataclass(frozen=True)
class Questions:
    """The questions of an exercise. Called, it yields them; another seed draws other values.

    Examples
    --------
    >>> list(Whole(0, 2).asking(lambda n, rng: [(n, n + 1)])())
    [(0, 1), (1, 2), (2, 3), (2, 3), (1, 2), (0, 1)]
    """

    domain: Domain[Any]
    ask: Ask
    seed: int = 1
    first: tuple[Question, ...] = ()
    last: tuple[Question, ...] = ()

    def __call__(self, seed: int | None = None) -> Iterator[Question]:
        rng = Draws(self.seed if seed is None else seed)
        asked = (question for value in self.domain.values(rng) for question in self.ask(value, rng))
        return with_repetitions(chain(self.first, asked, self.last))


def with_repetitions(questions: Iterable[Question]) -> Iterator[Question]:
    """The questions, and now and then the two last ones once more: A, B, A, B. At the end come the
    first ones again, backwards.

    >>> "".join(letter for (letter,) in with_repetitions(zip("abcdefgh")))
    'abcdefgfghhgfedcba'
    """
    before: Question | None = None
    first: list[Question] = []
    for count, question in enumerate(questions, 1):
        yield question
        if len(first) < AT_THE_END:
            first.append(question)
        if before is not None and count % AGAIN == 0:
            yield before
            yield question
        before = question
    yield from reversed(first)


def size_of(thing: Any) -> int:
    """How large a question is: the number of its parts, and the digits of its numbers.

    >>> size_of((7, [1, 2])) < size_of((7, [1, 2, 3])) < size_of((7, [1, 2, 1000]))
    True
    """
    if isinstance(thing, bool):
        return 1
    if isinstance(thing, int | Fraction):
        return len(str(thing))
    if isinstance(thing, list | tuple | set | frozenset):
        return 1 + sum(map(size_of, thing))
    if isinstance(thing, dict):
        return 1 + sum(map(size_of, thing)) + sum(map(size_of, thing.values()))
    if is_dataclass(thing):
        return 1 + sum(size_of(getattr(thing, part.name)) for part in fields(thing))
    return 1


@dataclass(frozen=True)
class Whole(Domain[int]):
    """Whole numbers from ``least`` to ``most``: all, if there are at most ``few``, and otherwise the
    first ten, the last two, and some between.
    """

    least: int
    most: int
    few: int = 130
    draws: int = 20

    def small(self) -> Iterable[int]:
        count = self.few if self.complete else 10
        return range(self.least, self.most + 1)[:count]

    def extreme(self) -> Iterable[int]:
        return () if self.complete else (self.most - 1, self.most)

    def draw(self, rng: Draws) -> int:
        return rng.randint(self.least, self.most)

    @property
    def complete(self) -> bool:  # type: ignore[override]
        return self.most - self.least < self.few


@dataclass(frozen=True)
class OneOf(Domain[T]):
    """These values, the simplest first."""

    choices: Sequence[T]
    complete: bool = True

    def small(self) -> Iterable[T]:
        return self.choices

    def draw(self, rng: Draws) -> T:
        return rng.choice(self.choices)


@dataclass(frozen=True)
class Lists(Domain[Any]):
    """Lists, or tuples, of ``least`` to ``most`` items. If ``distinct``, no two items are equal.

    ``any_order`` says that the order of the items must not matter for the answer; then each list
    comes in several orders.
    """

    items: Domain[Any]
    least: int
    most: int
    kind: type = list
    distinct: bool = False
    any_order: bool = True
    draws: int = 60

    def small(self) -> Iterable[Any]:
        """All lists of up to two items, out of the smallest ones."""
        few = list(islice(self.items.small(), 10))
        for length in range(self.least, min(self.most, 2) + 1):
            yield from filter(self._fits, map(self.kind, product(few, repeat=length)))

    def extreme(self) -> Iterable[Any]:
        """Lists of the least and the greatest length, of the smallest and the greatest items."""
        low, high = self._ends()
        for length in sorted({self.least, self.least + 1, self.most}):
            for items, others in product((low, high), repeat=2):
                row = [items[k % len(items)] for k in range(length)]
                yield from filter(self._fits, (self.kind(row),))
                if row:  # what differs stands last, and first
                    yield from filter(self._fits, (self.kind([*row[:-1], others[-1]]),))
                    yield from filter(self._fits, (self.kind([others[-1], *row[1:]]),))

    def draw(self, rng: Draws) -> Any:
        """A list of any length; where items must differ, they are drawn until there are enough."""
        length = rng.randint(self.least, self.most)
        if not self.distinct:
            return self.kind(self.items.draw(rng) for _ in range(length))
        distinct: dict[Any, None] = {}  # the items, in the order in which they were drawn
        while len(distinct) < length:
            distinct[self.items.draw(rng)] = None
        return self.kind(distinct)

    def related(self, value: Any, rng: Draws) -> Iterable[Any]:
        if self.any_order and len(value) > 1:
            yield self.kind(value[::-1])
            yield self.kind(rng.shuffled(value))

    def altered(self, value: Any, rng: Draws) -> Iterable[Any]:
        """The list with another item in one place."""
        if len(value):
            row = list(value)
            row[rng.below(len(row))] = self.items.draw(rng)
            yield from filter(self._fits, (self.kind(row),))

    def _ends(self) -> tuple[list[Any], list[Any]]:
        """The smallest items, and the greatest, as many as a list may have."""
        every = [*self.items.small(), *self.items.extreme()]
        return every[: self.most], every[-self.most :]

    def _fits(self, row: Any) -> bool:
        return self.least <= len(row) and (not self.distinct or len(set(row)) == len(row))


class Together(Domain[Question]):
    """Questions of several arguments that do not depend on each other, a domain for each."""

    def __init__(self, *domains: Domain[Any], draws: int = 100) -> None:
        self.domains = domains
        self.draws = draws
        combinations = prod(len(list(domain.small())) for domain in domains)
        all_complete = all(domain.complete for domain in domains)
        self.complete = all_complete and combinations <= MOST_COMBINATIONS

    def small(self) -> Iterable[Question]:
        """All combinations of small values; if there are too many, only of the smallest of each
        argument, equally many.
        """
        rows = [list(domain.small()) for domain in self.domains]
        if prod(map(len, rows)) > MOST_COMBINATIONS:
            most = int(MOST_COMBINATIONS ** (1 / len(rows)))
            rows = [row[:most] for row in rows]
        return product(*rows)

    def extreme(self) -> Iterable[Question]:
        """All combinations of what is least and what is extreme."""
        rows = []
        for domain in self.domains:
            small = list(domain.small())
            rows.append([*small[:1], *small[-1:], *domain.extreme()])
        return islice(product(*rows), MOST_COMBINATIONS)

    def draw(self, rng: Draws) -> Question:
        return tuple(domain.draw(rng) for domain in self.domains)

    def related(self, value: Question, rng: Draws) -> Iterable[Question]:
        for place, domain in enumerate(self.domains):
            for other in domain.related(value[place], rng):
                yield (*value[:place], other, *value[place + 1 :])

    def altered(self, value: Question, rng: Draws) -> Iterable[Question]:
        """The question with one argument altered, or replaced by any other; and one that reads alike,
        digit after digit.
        """
        for place in range(len(self.domains) - 1):
            yield from self._read_alike(value, place)
        for place, domain in enumerate(self.domains):
            for other in domain.altered(value[place], rng):
                yield (*value[:place], other, *value[place + 1 :])
        place = rng.below(len(self.domains))
        yield (*value[:place], self.domains[place].draw(rng), *value[place + 1 :])

    def _read_alike(self, value: Question, place: int) -> Iterator[Question]:
        """The question with a digit moved from one whole number to the number before it: 1, 11 and
        11, 1 read alike.
        """
        first, second = self.domains[place : place + 2]
        if isinstance(first, Whole) and isinstance(second, Whole):
            digits = str(value[place + 1])
            rest = digits[1:]
            if value[place] > 0 and rest and not rest.startswith("0"):
                pair = int(f"{value[place]}{digits[0]}"), int(rest)
                first_fits = first.least <= pair[0] <= first.most
                if first_fits and second.least <= pair[1] <= second.most:
                    yield (*value[:place], *pair, *value[place + 2 :])


@dataclass(frozen=True)
class Graphs(Domain[Options]):
    """Directed graphs of 1 to ``most`` vertices, as dicts from each vertex to its options.

    Parameters
    ----------
    most
        The most vertices.
    cycles
        Whether there may be cycles, and arrows from a vertex to itself. Without cycles vertex v has
        options below v, until the vertices get other names.
    widest
        The most options of a vertex; as many as there are vertices, if 0.
    repeated
        Whether a list of options may name a vertex several times, in small graphs.
    letters
        Whether the vertices may be letters instead of numbers.
    """

    most: int
    cycles: bool = True
    widest: int = 0
    repeated: bool = False
    letters: bool = True
    draws: int = 60

    def small(self) -> Iterable[Options]:
        for n in (1, 2, 3):
            yield from all_graphs(n, cycles=self.cycles)

    def extreme(self) -> Iterable[Options]:
        """Graphs of the most vertices: paths, combs, ladders; many arrows from one vertex, also at
        the end of a path; and cycles, if there may be any.
        """
        widest = min(self.widest or self.most, self.most)
        yield from acyclic_shapes(self.most, widest)
        # A fan with much room beside it, with room for all remotenesses, and with little.
        for width in sorted(
            {min(6, widest), min(widest, self.most - 8), min(widest, self.most - 3)}
        ):
            yield from fans(width, self.most - width - 1, cycles=self.cycles)
        if self.cycles:
            yield from cyclic_shapes(self.most)

    def draw(self, rng: Draws) -> Options:
        """A random graph of 4 vertices or more, mostly of at most 9; no vertex has more options than
        are allowed.
        """
        largest = 9 if rng.random() < 0.7 else self.most
        n = rng.randint(4, min(self.most, largest))
        options = random_graph(rng, n, rng.uniform(0.5, 3.0), cycles=self.cycles)
        widest = min(self.widest or n, n)
        return {v: row[:widest] for v, row in options.items()}

    def related(self, value: Options, rng: Draws) -> Iterable[Options]:
        """The graph in the opposite order, with other numbers, with letters if there are enough, and,
        if it is small, with repeated options.
        """
        yield backwards(value)
        yield renamed(value, rng.shuffled(range(len(value))), rng)
        if self.letters and len(value) <= len(ascii_lowercase):
            yield renamed(value, rng.sample(ascii_lowercase, len(value)), rng)
        if self.repeated and 3 * len(value) <= self.most:
            yield with_repeated_options(value, self.widest or self.most)

    def altered(self, value: Options, rng: Draws) -> Iterable[Options]:
        """The graph without one of its arrows."""
        arrows = [(v, k) for v, row in value.items() for k in range(len(row))]
        if arrows:
            v, k = rng.choice(arrows)
            yield value | {v: [*value[v][:k], *value[v][k + 1 :]]}


def all_graphs(n: int, *, cycles: bool) -> Iterator[Options]:
    """Every graph of n vertices, with loops; or, without cycles, every graph whose arrows lead to
    smaller numbers.
    """
    pairs = [(v, w) for v in range(n) for w in range(n if cycles else v)]
    for bits in product((False, True), repeat=len(pairs)):
        arrows = [pair for pair, bit in zip(pairs, bits, strict=True) if bit]
        yield {v: [w for u, w in arrows if u == v] for v in range(n)}


def random_graph(rng: Draws, n: int, out: float, *, cycles: bool) -> Options:
    """A random graph of n vertices with ``out`` arrows from a vertex, on average."""
    if cycles:
        return {v: [w for w in range(n) if rng.random() < out / n] for v in range(n)}
    # A vertex has only about n / 2 smaller ones, on average.
    return {v: [w for w in range(v) if rng.random() < 2 * out / n] for v in range(n)}


def acyclic_shapes(n: int, widest: int) -> Iterator[Options]:
    """Graphs of n vertices without cycles in which some measure is as large as it can be."""
    yield {v: [v - 1] if v else [] for v in range(n)}  # a path
    for length in sorted({4, 5, 6, 7, 8, n - 1, n}):
        if length <= n:
            yield path_from_zero(length)
    # a comb: a path, and an arrow from everywhere to the end
    yield {v: [0, v - 1] if v > 1 else [0] * v for v in range(n)}
    yield {v: [w for w in (v - 1, v - 2) if w >= 0] for v in range(n)}  # a ladder: many ways
    yield {v: list(range(v))[-widest:] for v in range(n)}  # all arrows, or those to near vertices
    yield {v: list(range(v))[:widest] for v in range(n)}  # all arrows, or those to far ones
    yield {v: [0] if v else [] for v in range(n)}  # a star in
    yield {v: list(range(v))[-widest:] if v == n - 1 else [] for v in range(n)}  # a star out
    for last in (n - 2, n - 1):  # so that the lengths of the longer way are odd and even
        if last >= 5:
            yield late_choice(last, last - 3)
            yield late_choice(last, 0)
    # Both lengths of a fork are odd, or both even.
    for short, long in ((1, 3), (2, 4), (1, 5), (2, 6), (1, 7), (2, 8), (1, n - 4), (2, n - 5)):
        if 0 < short < long <= n - short - 3:
            yield fork(short, long)


def path_from_zero(n: int) -> Options:
    """A path of n vertices that begins at 0: two such paths differ only at their ends, far from
    where a program begins to look.
    """
    return {v: [v + 1] if v < n - 1 else [] for v in range(n)}


def late_choice(last: int, nearer: int) -> Options:
    """A path whose last vertex, the farthest from the end, can also go to a vertex nearer to it: a
    longer way and a shorter one.
    """
    return {v: [v - 1] if v else [] for v in range(last)} | {last: [last - 1, nearer]}


def fork(short: int, long: int) -> Options:
    """A vertex where a short and a long path begin; both ends can be reached in as many moves by the
    same player, if the lengths are both odd or both even.

    The numbers rise from the end of the long path to the fork, and then from the fork to the end of
    the short path. A program that goes through the vertices in order, and settles at once what it
    can, finds the long path first.
    """
    start = long + 1
    options: Options = {v: [v - 1] for v in range(start + short + 2)}
    return options | {0: [], start: [start - 1, start + short + 1], start + 1: []}


def cyclic_shapes(n: int) -> Iterator[Options]:
    """Graphs of n vertices with cycles: a circle, circles with a way out or in, and all arrows."""
    yield {v: [(v + 1) % n] for v in range(n)}  # a circle
    # a circle with a way out from 0, of one move, and of two
    yield {v: [(v + 1) % (n - 1)] for v in range(n - 1)} | {0: [1, n - 1], n - 1: []}
    yield {v: [(v + 1) % (n - 2)] for v in range(n - 2)} | {
        0: [n - 2, 1],
        n - 2: [n - 1],
        n - 1: [],
    }
    yield {v: [v - 1] if v else [1] for v in range(n)}  # a path into a cycle of two
    yield {v: [v - 1] if v else [0] for v in range(n)}  # a path to a loop
    # all arrows, with an end and without loops; then all with loops
    yield {v: [w for w in range(n) if w != v] if v else [] for v in range(n)}
    yield {v: list(range(n)) for v in range(n)}


def fans(width: int, room: int, *, cycles: bool) -> Iterator[Options]:
    """Graphs with a vertex of ``width`` options that have one remoteness, all except the last.

    There is a graph for each pair of remotenesses up to 4, as far as ``room`` vertices allow them
    besides the options. With cycles, a drawn option counts as one remoteness more.
    """
    ends = list(range(min(room, 5)))
    path: Options = {v: [v - 1] if v else [] for v in ends}
    if cycles and len(ends) < room:
        loop = len(ends)
        path[loop] = [loop]
        ends.append(loop)
    for others, last in product(ends, repeat=2):
        if others != last:
            leads_to = [*[others] * (width - 1), last]
            middle = {len(path) + k: [end] for k, end in enumerate(leads_to)}
            yield path | middle | {len(path) + width: list(middle)}


def backwards(options: Options) -> Options:
    """The same graph with its vertices, and the options of each, in the opposite order."""
    return {v: options[v][::-1] for v in reversed(options)}


def renamed(options: Options, names: Sequence[Any], rng: Draws) -> Options:
    """The same graph with new names, and everything in random order, so that neither tells
    anything.
    """
    new_name = dict(zip(options, names, strict=True))
    return {
        new_name[v]: rng.shuffled([new_name[w] for w in options[v]]) for v in rng.shuffled(options)
    }


def with_repeated_options(options: Options, widest: int) -> Options:
    """The same graph with the first option of each vertex listed twice or three times, as far as a
    vertex may have so many.
    """
    return {
        v: [*row, *row[:1] * (1 + place % 2)][: max(widest, len(row))]
        for place, (v, row) in enumerate(options.items())
    }


def scaled(thing: Any, factor: int | Fraction) -> Any:
    """The same thing with all its numbers multiplied; True and False stay.

    >>> scaled({"a": [1, (2, "b")]}, 10)
    {'a': [10, (20, 'b')]}
    """
    if isinstance(thing, Mapping):
        return {key: scaled(value, factor) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return type(thing)(scaled(item, factor) for item in thing)
    if isinstance(thing, int | Fraction) and not isinstance(thing, bool):
        return thing * factor
    return thing


#: A tree as nested lists, with whole numbers at its leaves.
ListTree = Any


@dataclass(frozen=True)
class Trees(Domain[ListTree]):
    """Trees as nested lists of up to so many levels and branches, with whole numbers from ``-most``
    to ``most`` at their leaves.
    """

    levels: int
    branches: int
    most: int
    draws: int = 60

    def small(self) -> Iterable[ListTree]:
        """Single numbers, nodes with one or two leaves, and trees of two levels with four leaves."""
        yield from (0, 1, -1, self.most, -self.most)
        for row in ((0,), (1,), (-1,), *product((0, 1, -1), repeat=2)):
            yield list(row)
        for a, b, c, d in product((0, 1), repeat=4):
            yield [[a, b], [c, d]]

    def extreme(self) -> Iterable[ListTree]:
        """Trees with one row of leaves, as far from the root as can be and nearer: one leaf, or as
        many as branches may be, all equal, all but one, or rising. Then rows that rise and fall in
        turn, below one root.
        """
        for number in (1, -1, self.most, -self.most):
            nearer = number - (1 if number > 0 else -1)
            yield from self._at_each_depth([number])
            yield from self._at_each_depth([number] * self.branches)
            yield from self._at_each_depth([nearer] * (self.branches - 1) + [number])
            yield from self._at_each_depth([number] * (self.branches - 1) + [nearer])
        row = list(range(-(self.branches // 2), self.branches - self.branches // 2))
        yield from self._at_each_depth(row)
        yield [scaled(row, sign) for sign in islice(cycle((1, -1)), self.branches)]

    def draw(self, rng: Draws) -> ListTree:
        most = rng.choice((1, 9, 100, self.most))
        return self._drawn(rng, rng.randint(1, self.levels), most)

    def related(self, value: ListTree, rng: Draws) -> Iterable[ListTree]:
        """The tree with all branches in the opposite order, and with its numbers made large."""
        yield opposite_order(value)
        size = max(map(abs, leaves_of(value)))
        if 0 < size <= 100:
            yield scaled(value, self.most // size)

    def altered(self, value: ListTree, rng: Draws) -> Iterable[ListTree]:
        """The tree with another number at one leaf."""
        leaf = rng.below(len(leaves_of(value)))
        yield with_leaf(value, leaf, rng.randint(-self.most, self.most))

    def _at_each_depth(self, row: list[int]) -> Iterator[ListTree]:
        """The row at the end of a path from the root, and the row with a path from each branch to its
        leaf, for all lengths: of [1, 2] first [1, 2] itself, then [[1, 2]] and [[1], [2]].
        """
        at_the_end: ListTree = row
        at_the_root: ListTree = row
        for _ in range(self.levels):
            yield at_the_end
            yield at_the_root
            at_the_end = [at_the_end]
            at_the_root = [[branch] for branch in at_the_root]

    def _drawn(self, rng: Draws, levels: int, most: int) -> ListTree:
        """A random tree of up to so many levels, in which only the lowest nodes may have many
        branches.
        """
        if levels == 0 or rng.random() < 0.1:
            return rng.randint(-most, most)
        widest = rng.choice((3, 4, self.branches)) if levels == 1 else 3
        width = rng.randint(1, widest)
        return [self._drawn(rng, levels - 1, most) for _ in range(width)]


def leaves_of(tree: ListTree) -> list[Any]:
    """The leaves of a tree, from left to right.

    >>> leaves_of([[3, 7], 1])
    [3, 7, 1]
    """
    if not isinstance(tree, list):
        return [tree]
    return [leaf for branch in tree for leaf in leaves_of(branch)]


def opposite_order(tree: ListTree) -> ListTree:
    """The tree with the branches of every node in the opposite order.

    >>> opposite_order([[3, 7], 1])
    [1, [7, 3]]
    """
    if not isinstance(tree, list):
        return tree
    return [opposite_order(branch) for branch in reversed(tree)]


def with_leaf(tree: ListTree, place: int, number: int) -> ListTree:
    """The tree with this number at the leaf in this place, counted from the left, from 0.

    >>> with_leaf([1, [2, 3]], 1, 9)
    [1, [9, 3]]
    """
    if not isinstance(tree, list):
        return number
    branches = []
    for branch in tree:
        leaves = len(leaves_of(branch))
        branches.append(with_leaf(branch, place, number) if 0 <= place < leaves else branch)
        place -= leaves  # counted from the next branch on
    return branches


@dataclass(frozen=True)
class GamesOfTwo(Domain[MinMaxTree]):
    """Games of Max and Min in which many ways may lead to the same node, with up to ``most`` nodes,
    up to ten children of a node, and numbers from ``-largest`` to ``largest``.

    If ``ladder`` is more than 0, there is a ladder of so many nodes, an odd number: too many lines
    to follow each.
    """

    most: int
    ladder: int = 0
    largest: int = 10**12
    draws: int = 70

    def small(self) -> Iterable[MinMaxTree]:
        """Games of no move, of one, and of two, with results from -1 to 1."""
        for number in (0, 1, -1):
            yield MinMaxTree({0: number})
            yield MinMaxTree({0: [1], 1: number})
        for a, b in product((0, 1, -1), repeat=2):
            yield MinMaxTree({0: [1, 2], 1: a, 2: b})
            yield MinMaxTree({0: [1, 2], 1: [3], 2: [4], 3: a, 4: b})

    def extreme(self) -> Iterable[MinMaxTree]:
        """A path, a star, a diamond, numbers that are largest, and the ladder."""
        last = self.most - 1
        path: dict[Any, Any] = {v: [v + 1] for v in range(last)}
        star: dict[Any, Any] = {0: list(range(1, 11)), **dict.fromkeys(range(1, 10), 0)}
        for end in (1, -1):
            yield MinMaxTree({**path, last: end})
            yield MinMaxTree({**star, 10: end})
        far = self.largest
        yield MinMaxTree({1: [2, 3, 4], 2: far, 3: 1 - far, 4: -far})
        if self.ladder:  # from 1 to 3 and 4, from 2 and 3 to 4 and 5, from 4 and 5 to 6 and 7 ...
            rungs = {v: [v + 2 - v % 2, v + 3 - v % 2] for v in range(1, self.ladder - 1)}
            yield MinMaxTree(rungs | {self.ladder - 1: 5, self.ladder: 3})

    def draw(self, rng: Draws) -> MinMaxTree:
        """A game whose nodes may be reached in several ways, made from its ends backwards: a node has
        other nodes for children, whose turn is the opponent's, or a number.
        """
        if rng.random() < 0.2:
            return _diamond(rng)
        n = rng.randint(1, self.most)
        largest = rng.choice((1, 9, self.largest))
        names: Sequence[Any] = rng.choice((range(n), ascii_lowercase))
        turn = rng.choices((0, 1), k=n)  # children have the other turn: it is clear who moves
        nodes: dict[Any, Any] = {}
        for v in reversed(range(n)):
            may_follow = [names[w] for w in range(v) if turn[w] != turn[v]]
            if may_follow and rng.random() < 0.8:
                nodes[names[v]] = rng.sample(may_follow, rng.randint(1, 10))  # all, if fewer
            else:
                nodes[names[v]] = rng.randint(-largest, largest)
        return MinMaxTree(nodes)

    def related(self, value: MinMaxTree, rng: Draws) -> Iterable[MinMaxTree]:
        """The game with the children of each node in the opposite order."""
        yield MinMaxTree(
            {v: row[::-1] if isinstance(row, list) else row for v, row in value.nodes.items()}
        )

    def altered(self, value: MinMaxTree, rng: Draws) -> Iterable[MinMaxTree]:
        """The game with another number at one leaf."""
        leaves = [v for v, row in value.nodes.items() if not isinstance(row, list)]
        number = rng.randint(-self.largest, self.largest)
        yield MinMaxTree({**value.nodes, rng.choice(leaves): number})


def _diamond(rng: Draws) -> MinMaxTree:
    """A game in which two nodes share a child, which is reached with two windows."""
    leaves = {leaf: rng.randint(-4, 4) for leaf in "bcde"}
    return MinMaxTree({"A": ["B", "C"], "B": ["b", "D"], "C": ["D", "c"], "D": ["d", "e"]} | leaves)
