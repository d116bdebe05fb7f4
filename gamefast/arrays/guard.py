"""What watches a walk: it stops as soon as the game is certainly too large, and shows how far it
has come.

Random lines of play tell early that a limit is far away: the more positions there are, the more
seldom two lines meet.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Hashable, Iterator
from math import inf
from time import process_time
from typing import Any

import numpy as np

from gamefast import ask
from gamefast.machine.kernels import COMPILE_FROM
from gamefast.memory import check_left
from gamefast.progress import Progress
from gamelib.core import TooLarge

#: The number of moves after which random play is stopped: the game tree may be endless, for example
#: if play cycles.
LONGEST = 400

#: No more random lines are begun after this many positions looked at.
LOOKS = 60_000

#: But at least this many lines are played, unless the time is up.
FEWEST = 50

#: How many positions and moves, counted together, a walk finds between two looks at how large the
#: game will be.
LOOK = 300_000

#: By what factor a game must seem larger than a limit before a walk stops early.
SURELY = 3


def random_lines(
    game: Any, root: Any, probes: int, rng: np.random.Generator, seconds: float = inf
) -> tuple[float, int, list[Counter[Hashable]]]:
    """Play random lines: the estimate of the tree's nodes, the longest line, and how often each
    position was met.

    The estimate is inf if the tree may be endless. Positions are counted apart for each depth, the
    number of moves before them: ``met[depth][position]`` says how often. At most ``probes`` lines
    are played; no more are begun after LOOKS positions, or after so many ``seconds``. These are
    seconds of the processor, because what is found must not depend on what else the computer does.

    >>> from gamelib.games import Matches
    >>> random_lines(Matches(50, takes=(1,)), 50, 9, np.random.default_rng(1))[:2]  # there is only one line
    (51.0, 50)
    """
    met: list[Counter[Hashable]] = []
    nodes_in_all = (
        0.0  # the sum, over all lines, of what each line estimates the tree's nodes to be
    )
    played = 0
    looked = 0
    has_cycle = False
    until = process_time() + seconds
    random_step = _random_turn if ask.is_extensive(game) else _random_move
    fractions = _random_fractions(rng)
    while played < probes and (looked < LOOKS or played < FEWEST):
        played += 1
        position = root
        depth = 0
        # Knuth's estimate of the tree's nodes at this depth: the product of the numbers of moves
        # so far. It is right on average: a line with the product 6 is played with probability 1/6.
        nodes = 1.0
        path: set[Any] = set()  # the positions of this line
        while True:
            if depth == len(met):
                met.append(Counter())
            has_cycle = has_cycle or position in path
            path.add(position)
            met[depth][position] += 1
            nodes_in_all += nodes
            looked += 1
            if depth == LONGEST:
                break
            degree, option = random_step(game, position, fractions)
            if degree == 0:  # play is over
                break
            position = option
            nodes *= degree
            depth += 1
        if process_time() > until:
            break
    may_be_endless = has_cycle or len(met) > LONGEST  # the latter if a line was stopped
    tree = inf if may_be_endless else nodes_in_all / played
    longest = len(met) - 1
    return tree, longest, met


def _random_fractions(rng: np.random.Generator) -> Iterator[float]:
    """Random numbers from 0 up to 1, drawn a thousand at a time."""
    while True:
        yield from rng.random(1_000).tolist()


def _random_move(game: Any, position: Any, fractions: Iterator[float]) -> tuple[int, Any]:
    """The number of moves at a position, and where one of them leads; (0, None) if play is over."""
    if ask.outcome(game, position) is not None:
        return 0, None
    moves = ask.moves(game, position)
    move = moves[int(next(fractions) * len(moves))]
    return len(moves), ask.played(game, position, move)


def _random_turn(game: Any, position: Any, fractions: Iterator[float]) -> tuple[int, Any]:
    """The number of moves or chances in an extensive game, and where one of them leads; (0, None)
    if play is over. Chances are taken as equally likely, because the lines estimate how many nodes
    the tree has, not what happens in it.
    """
    steps = ask.steps(game, position)
    if not steps:
        return 0, None
    _, option = steps[int(next(fractions) * len(steps))]
    return len(steps), option


def _at_least(met: list[Counter[Hashable]]) -> float:
    """How many positions there must be if random lines meet as seldom as they did.

    The fewer positions there are, the more often two lines meet, just as few fish in a lake are
    often caught twice. The number is a lower bound, usually far too small, because lines hardly
    ever visit some parts of the game. So it is no estimate of the game; it tells only that a limit
    is far away. Source: Chao, Estimating the population size for capture-recapture data (1987), a
    lower bound corrected for bias.
    """
    at_any_depth: Counter[Hashable] = Counter()
    for at_depth in met:
        at_any_depth.update(at_depth)
    # If no position is met at two depths, each depth is a lake of its own; then the sum of their
    # bounds is a bound as well, and a better one.
    is_layered = len(at_any_depth) == sum(map(len, met))
    if is_layered:
        return sum(map(_population, met))
    return _population(at_any_depth)


def _population(met: Counter[Hashable]) -> float:
    """Chao's lower bound of a population, from how often each position was met."""
    how_many_met = Counter(met.values())  # by how often
    once = how_many_met[1]
    twice = how_many_met[2]
    return len(met) + once * (once - 1) / (2 * (twice + 1))


class Limits:
    """How large a walk may become: a walk asks ``look`` now and then whether it may go on.

    ``next_look``: the number of positions and moves together at which a walk is to ask again,
    whether or not a limit is passed; inf, because these limits need nothing else. ``what``: what
    the moves are called in an error.
    """

    next_look: float = inf

    def __init__(
        self, game: Any, start: Any, max_positions: int, max_edges: int, what: str
    ) -> None:
        self.game = game
        self.start = start
        self.limits = (
            ("positions", "max_positions", max_positions),
            (what, "max_edges", max_edges),
        )

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge if a limit is passed; ``walked`` is the number of positions whose options
        are listed.
        """
        for size, (what, name, most) in zip((positions, moves), self.limits, strict=True):
            if size > most:
                raise TooLarge(
                    f"the game has more than {most:,} {what}; raise {name} if memory allows, or "
                    f"take a smaller game. {self.so_far(walked, positions)}"
                )

    def foresee(self, walked: int, positions: int) -> None:
        """Raise TooLarge if random lines of play tell that there are far more positions."""
        (what, name, most), _limit_of_moves = self.limits
        rng = np.random.default_rng(1)  # always the same, so that a walk stops at the same place
        _tree, _longest, met = random_lines(self.game, self.start, 2_000, rng, seconds=1)
        if _at_least(met) > SURELY * most:
            raise TooLarge(self.message_if_far(walked, positions, what, name, most))

    def message_if_far(self, walked: int, positions: int, what: str, name: str, most: int) -> str:
        """The message of the error for a game that is far beyond a limit: ``most`` of ``what``,
        which the parameter ``name`` sets.
        """
        return (
            f"the game has far more than {most:,} {what}; raise {name} if memory allows, or take "
            f"a smaller game. {self.so_far(walked, positions)} when this was clear"
        )

    def so_far(self, walked: int, positions: int) -> str:
        """How far the walk has come."""
        return f"At least {positions:,} positions were found, {walked:,} of them opened"

    def __enter__(self) -> Limits:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        """Do nothing; a ``Guard`` has something to undo when the walk has ended."""


class Guard(Limits):
    """Limits that also look, every LOOK positions and moves, how large the game will be, and show
    how far the walk has come.
    """

    next_look = LOOK
    _bar: Progress | None = None

    def look(self, walked: int, positions: int, moves: int) -> None:
        """Raise TooLarge, saying how far the walk has come, if a limit is passed or certainly will
        be.
        """
        super().look(walked, positions, moves)
        check_left(positions)
        _limit_of_positions, (what, name, most_moves) = self.limits
        if self._bar is None:  # this is the first look: the game is not a small one
            self.foresee(walked, positions)
            self._bar = Progress(None, "walking", size=COMPILE_FROM)  # large enough to show a bar
        # All positions that are found will be opened, with about as many moves as those so far. The
        # first positions of a game may have far more moves than the others, so this is doubted more
        # than an estimate from random lines.
        moves_foreseen = positions * moves / walked
        if moves_foreseen > 2 * SURELY * most_moves:
            raise TooLarge(self.message_if_far(walked, positions, what, name, most_moves))
        # Positions stay, so garbage collection need not look at all of them again and again.
        gc.freeze()
        self._bar(walked - self._bar.done)
        self.next_look += LOOK

    def __exit__(self, failed: object, *_: object) -> None:
        if self._bar is not None:  # there was a look, so positions were frozen
            gc.unfreeze()
            self._bar.__exit__(failed)
