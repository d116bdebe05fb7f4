"""Lecture 11: alpha-beta."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import inf, prod
from random import Random
from typing import Any, Self

from gamecourse.publish.exams import plain
from gamecourse.publish.exams.family import Family, Results
from gamecourse.publish.exams.words import capital, in_words, listed
from gamefast import alphabeta
from gamelib.alphabeta import highest_score, lowest_score, scores_of_window
from gamelib.games import MinMaxTree
from gamelib.search import Score
from gamelib.tables import Bounds, answer_in_window, bounds_from

#: The leaves below a node of Min's, from left to right.
Leaves = tuple[int, ...]
#: Alpha and beta.
Window = tuple[int, int]


class SeenLeaves(MinMaxTree):
    """A tree that notes in ``seen`` at which nodes a search asks whether play is over."""

    @property
    def seen(self) -> list[Any]:
        """The nodes, in the order in which the search has come to them."""
        nodes: list[Any] = self.__dict__.setdefault("seen_nodes", [])
        return nodes

    def outcome(self, position: Any) -> float | None:
        self.seen.append(position)
        return super().outcome(position)


def max_then_min(nodes: dict[str, Leaves]) -> SeenLeaves:
    """The tree in which Max chooses a node and Min a leaf there."""
    tree: dict[Any, Any] = {"A": list(nodes)}
    for name, leaves in nodes.items():
        names = [(name, place) for place in range(len(leaves))]
        tree[name] = names
        tree.update(zip(names, leaves, strict=True))
    return SeenLeaves(tree)


@dataclass(frozen=True)
class NeverSeen(Family):
    """11.1: three nodes with three leaves each, searched from left to right."""

    number = "11.1"
    b: Leaves = (4, 6, 8)
    c: Leaves = (5, 3, 9)
    d: Leaves = (7, 6, 2)

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        leaves = rng.sample(range(1, 13), 9)
        return cls(tuple(leaves[:3]), tuple(leaves[3:6]), tuple(leaves[6:]))

    def is_sound(self) -> bool:
        # B is best, and no leaf at C or D is worth as much. At C and at D one leaf cuts off.
        if min(self.b) in (*self.c, *self.d):
            return False
        for leaves in (self.c, self.d):
            if sum(leaf < min(self.b) for leaf in leaves) != 1:
                return False
        # Some leaf is never seen, and another order is better.
        return 5 < 9 - len(self._never_seen()) < 9

    @property
    def _nodes(self) -> dict[str, Leaves]:
        return {"B": self.b, "C": self.c, "D": self.d}

    def _place_of_cutoff(self, leaves: Leaves) -> int:
        """The place of the leaf, from 0, after which no more leaves of a node are looked at."""
        return leaves.index(min(leaves))

    def _never_seen(self) -> list[int]:
        """The leaves behind the cutoffs at C and D."""
        behind: list[int] = []
        for leaves in (self.c, self.d):
            behind.extend(leaves[self._place_of_cutoff(leaves) + 1 :])
        return behind

    def asked(self) -> str:
        def row(leaves: Leaves) -> str:
            return ", ".join(map(str, leaves))

        return (
            f"Max moves at A, Min at B, C and D. The leaves from left to right are {row(self.b)} "
            f"at B, then {row(self.c)} at C, then {row(self.d)} at D. Search from left to right. "
            "Which leaves are never looked at, and what is A worth? Then reorder the leaves at C "
            "and D so that as few leaves as possible are looked at. How many leaves are looked at then?"
        )

    def results(self) -> Results:
        tree = max_then_min(self._nodes)
        found = alphabeta(tree)
        never = [
            leaf
            for name, leaves in self._nodes.items()
            for place, leaf in enumerate(leaves)
            if (name, place) not in tree.seen
        ]
        # Min's best move first, as the lecture says.
        ordered = {"B": self.b, "C": tuple(sorted(self.c)), "D": tuple(sorted(self.d))}
        inner_nodes = 1 + len(ordered)
        return {
            "never": never,
            "looked at": found.nodes - inner_nodes,
            "worth": found.value,
            "fewest": alphabeta(max_then_min(ordered)).nodes - inner_nodes,
        }

    def results_again(self) -> Results:
        seen = looked_at([self.b, self.c, self.d])
        never: list[int] = []
        for leaves, looks in zip((self.b, self.c, self.d), seen, strict=True):
            never.extend(leaves[looks:])
        orders = product(permutations(self.c), permutations(self.d))
        return {
            "never": never,
            "looked at": sum(seen),
            "worth": max(min(self.b), min(self.c), min(self.d)),
            "fewest": min(sum(looked_at([self.b, c, d])) for c, d in orders),
        }

    def answer(self) -> str:
        found = self.results()
        sure = min(self.b)
        said = [f"B is worth {sure}."]
        for name, leaves in (("C", self.c), ("D", self.d)):
            said.append(self._search_of(name, leaves))
        never = found["never"]
        of_them = listed(f"the **{leaf}**" for leaf in never)
        if len(never) == 1:
            said.append(f"Only {of_them} is never seen.")
        else:
            said.append(f"{capital(of_them)} are never seen.")
        said.append(
            f"So **{found['looked at']}** of 9 leaves are looked at, and A is worth "
            f"**{found['worth']}**. With the {min(self.c)} first at C and the {min(self.d)} first "
            "at D, one look at each of these nodes is enough. That makes "
            f"**{found['fewest']}** leaves in all. This is 3 + 3 − 1, the least for three moves "
            "and depth two."
        )
        return " ".join(said)

    def _search_of(self, name: str, leaves: Leaves) -> str:
        """What happens at C or D."""
        place, least = self._place_of_cutoff(leaves), min(leaves)
        why = f"because {name} is then worth at most {least}, and Max already has {min(self.b)}."
        if place == 0:
            return f"At {name} the {least} comes first and gives a cutoff, {why}"
        if place == 1:
            return f"At {name} the {leaves[0]} gives no cutoff. The {least} does, {why}"
        return f"At {name} the {least} comes last, so all three leaves are seen."

    def measure(self) -> dict[str, float]:
        return {"leaves": 9, "leaves looked at": 9 - len(self._never_seen())}


def looked_at(nodes: Iterable[Sequence[int]]) -> list[int]:
    """How many leaves a search from left to right looks at, for each of Min's nodes."""
    sure: float = -inf
    looks = []
    for leaves in nodes:
        least: float = inf
        count = 0
        for leaf in leaves:
            count += 1
            least = min(least, leaf)
            if least <= sure:
                break
        looks.append(count)
        sure = max(sure, least)
    return looks


@dataclass(frozen=True)
class InAWindow(Family):
    """11.2: what three searches with a window tell, and how many leaves must be seen."""

    number = "11.2"
    window: Window = (2, 5)
    returned: tuple[int, int, int] = (1, 4, 6)
    moves: int = 4
    depth: int = 3

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        low = rng.randint(2, 6)
        high = low + rng.randint(2, 5)
        returned = [
            low - rng.randint(1, 2),
            rng.randint(low + 1, high - 1),
            high + rng.randint(1, 2),
        ]
        rng.shuffle(returned)
        first, second, third = returned
        return cls((low, high), (first, second, third), rng.randint(3, 5), rng.randint(3, 4))

    def asked(self) -> str:
        low, high = self.window
        return (
            f"Three trees are searched with the window ({low}, {high}). The searches return "
            f"{listed(self.returned)}. What do you know about the three values? Another tree has "
            f"{in_words(self.moves)} moves at every node, and {in_words(self.depth)} moves lead "
            "from the root to each leaf. How many of its leaves must you look at, at least, to be "
            "sure of its value, and why?"
        )

    def results(self) -> Results:
        # With equal leaves every order is the best.
        nodes: dict[Any, Any] = {}
        row: list[Any] = [()]
        for _ in range(self.depth):
            for path in row:
                nodes[path] = [(*path, move) for move in range(self.moves)]
            row = [child for path in row for child in nodes[path]]
        leaves = set(row)
        tree = SeenLeaves(nodes | dict.fromkeys(row, 0))
        alphabeta(tree)
        return {
            "values": [self._known(value) for value in self.returned],
            "must be seen": len(leaves.intersection(tree.seen)),
            "leaves": len(leaves),
        }

    def _known(self, value: int) -> str:
        """What the library notes in its table if a search returns this value."""
        alpha, beta = scores_of_window(*self.window)
        score = Score(value, 0)
        known = bounds_from(score, None, alpha, beta, guessed=False, cut=False)
        return in_bounds(known.lower == score, known.upper == score, value)

    def results_again(self) -> Results:
        # All trees with two moves of Max's and two answers of Min's, and leaves near the window.
        low, high = self.window
        near = range(min(low, *self.returned) - 1, max(high, *self.returned) + 2)
        values: dict[float, set[int]] = {}
        for b, c, d, e in product(near, repeat=4):
            told = plain.alpha_beta([[b, c], [d, e]], low, high)
            values.setdefault(told, set()).add(max(min(b, c), min(d, e)))
        known = [
            in_bounds(min(values[told]) == told, max(values[told]) == told, told)
            for told in self.returned
        ]
        # In a proof one player always plays the first move, and the other one any move.
        lines = list(product(range(self.moves), repeat=self.depth))
        in_a_proof = [line for line in lines if not any(line[::2]) or not any(line[1::2])]
        return {"values": known, "must be seen": len(in_a_proof), "leaves": len(lines)}

    def answer(self) -> str:
        found = self.results()
        first, second, third = (f"**{known}**" for known in found["values"])
        return (
            f"The first value is {first}, the second is {second}, and the third is {third}. To be "
            "sure of a value you need two proofs. If Max moves first, Max's proof has one move at "
            f"Max's turns and all at Min's: {self._leaves_of_proof(0)} leaves. Min's has "
            f"{self._leaves_of_proof(1)}. One leaf belongs to both proofs, so you need "
            f"**{found['must be seen']}** of the **{found['leaves']}** leaves."
        )

    def _leaves_of_proof(self, player: int) -> str:
        """How many leaves the proof of Max (0) or Min (1) has: ``1 · 4 · 1 = 4``."""
        moves = [1 if turn % 2 == player else self.moves for turn in range(self.depth)]
        return f"{' · '.join(map(str, moves))} = {prod(moves)}"

    def measure(self) -> dict[str, float]:
        return {"moves at a node": self.moves, "moves to a leaf": self.depth}


def in_bounds(is_lower: bool, is_upper: bool, value: int) -> str:
    """What is known of a value if a number is a lower bound of it, an upper bound, or both."""
    if is_lower and is_upper:
        return f"exactly {value}"
    return f"at least {value}" if is_lower else f"at most {value}"


@dataclass(frozen=True)
class FromTheTable(Family):
    """11.3: bounds in a transposition table, and four windows."""

    number = "11.3"
    low: int = 2
    high: int = 5
    windows: tuple[Window, ...] = ((5, 9), (0, 2), (3, 4), (1, 6))
    exactly: int = 3

    @classmethod
    def draw(cls, rng: Random, shared: Family | None) -> Self:
        low = rng.randint(2, 5)
        high = low + rng.randint(3, 5)
        alpha = high + rng.choice((0, 0, 1))
        beta = low - rng.choice((0, 0, 1))
        inside = sorted(rng.sample(range(low, high + 1), 2))
        around = (low - rng.randint(1, 2), high + rng.randint(1, 2))
        windows = [
            (alpha, alpha + rng.randint(1, 4)),
            (max(0, beta - rng.randint(1, 3)), beta),
            (inside[0], inside[1]),
            around,
        ]
        rng.shuffle(windows)
        return cls(low, high, tuple(windows), rng.randint(low + 1, high - 1))

    def is_sound(self) -> bool:
        # One window above the bounds, one below, and two in which the value may lie.
        above = [alpha for alpha, _ in self.windows if alpha >= self.high]
        below = [beta for _, beta in self.windows if beta <= self.low]
        return len(above) == len(below) == 1 and len(self.windows) == 4

    def asked(self) -> str:
        return (
            f"The transposition table says that the value of a position is at least {self.low} and "
            f"at most {self.high}. Four searches come to this position, with the windows "
            f"{listed(self.windows)}. Which searches can take their answer from the table, and "
            "what is the answer? What would the four searches do if the table said "
            f'"exactly {self.exactly}"?'
        )

    def results(self) -> Results:
        between = Bounds(lowest_score(self.low), highest_score(self.high), None, False, False)
        score = Score(self.exactly, 0)
        exact = Bounds(score, score, None, False, False)
        return {"answers": self._answers(between), "exactly": self._answers(exact)}

    def _answers(self, known: Bounds) -> list[float | None]:
        """What the library's table answers in each of the windows; None if it cannot."""
        answers = []
        for window in self.windows:
            score = answer_in_window(known, *scores_of_window(*window))
            answers.append(None if score is None else score.value)
        return answers

    def results_again(self) -> Results:
        some = range(self.low, self.high + 1)
        only = range(self.exactly, self.exactly + 1)
        return {
            "answers": [told_in(window, some) for window in self.windows],
            "exactly": [told_in(window, only) for window in self.windows],
        }

    def answer(self) -> str:
        said: list[str] = []
        for window, told in zip(self.windows, self.results()["answers"], strict=True):
            where = f"With {window}" if said else f"With the window {window}"
            if told == self.high:
                said.append(
                    f'{where}, "at most {self.high}" does not exceed alpha, so the answer is '
                    f"**{told}**, an upper bound."
                )
            elif told == self.low:
                said.append(
                    f'{where}, "at least {self.low}" reaches beta, so the answer is **{told}**, a '
                    "lower bound."
                )
        exact, *_ = self.results()["exactly"]
        said.append(
            "Inside the other two windows the value is still open, so both searches must go on. "
            f'With "exactly {self.exactly}" all four answer **{exact}**.'
        )
        return " ".join(said)

    def measure(self) -> dict[str, float]:
        answered = [told for told in self.results()["answers"] if told is not None]
        return {"windows": len(self.windows), "answered by the table": len(answered)}


def told_in(window: Window, possible: Sequence[int]) -> int | None:
    """What a search in a window may answer if the value is one of these; None if it must look."""
    alpha, beta = window
    if all(value <= alpha for value in possible):
        return max(possible)
    if all(value >= beta for value in possible):
        return min(possible)
    return possible[0] if len(possible) == 1 else None


FAMILIES = (NeverSeen, InAWindow, FromTheTable)
