"""The exact values of a game with chance and cycles, as fractions, with a proof that they are
optimal.

Once both players' strategies are fixed, play is a Markov chain, and its values solve a system of
linear equations, here in fractions. The strategies come from ``intervals``: they guarantee the
bounds found there, once these are close together. If a single move leads to a better value, the
strategy switches to that move, as in strategy improvement.

Next comes a **proof** that the strategies are optimal: against either of them the other player has
no better reply. Suppose that no single move is better. Then against player 0's strategy the
expected value never falls as play goes on, whatever player 1 does. So player 1 could gain only by
endless play, which counts 0 instead of a positive value. Such play needs an end component of
positive values in which player 0 follows the strategy and player 1 makes only moves that keep the
value. If there is no such component, player 0's strategy is optimal. The proof for player 1 is the
same, with the signs reversed. Sources: Howard, Dynamic programming and Markov processes (1960), for
strategies and their equations; Doob (1953), for values that do not fall on average.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from typing import TypeVar

from gamefast.arrays.chance import MAX, MIN, NATURE, NOBODY, ChanceGraph
from gamefast.chance.intervals import Intervals
from gamelib.components import components, end_components, leaving

V = TypeVar("V", bound=Hashable)

#: How close together the bounds are brought, step by step, until the strategies behind them can be
#: proved optimal; 0.0: as close as floats come.
WIDTHS = 1e-6, 1e-9, 1e-12, 0.0

#: How many times moves are switched in a component before closer bounds are computed.
ROUNDS = 100


class Unproved(Exception):
    """The value of a position could not be proved; from ``Strategies.prove``, with its number."""


def exact(intervals: Intervals) -> Strategies:
    """Return optimal strategies with their values, proved; ``intervals`` are narrowed until the
    proof succeeds.

    Raises ValueError, naming a position, if the narrowest bounds do not give strategies that can be
    proved.
    """
    graph = intervals.graph
    first_width = min(intervals.width, WIDTHS[0])
    closer_widths = [width for width in WIDTHS if width < first_width]
    for width in (first_width, *closer_widths):
        if width < intervals.width:  # no run has brought the bounds so close yet
            intervals.run(width)
        strategies = Strategies(graph, intervals.choice.tolist())
        try:
            for k, part in enumerate(graph.parts):  # each after those that it leads to
                endless = k in graph.endless
                strategies.prove(part, endless=endless)
                strategies.prefer_first_moves(part, endless=endless)
            return strategies
        except Unproved as error:
            unproved = error.args[0]  # the number of a position
    name = graph.numbering.position(unproved)
    low = intervals.lower[unproved]
    high = intervals.upper[unproved]
    raise ValueError(
        f"the value of {name!r} could not be proved: it lies between {low} and {high}, and play "
        "takes too long to tell more"
    )


class Strategies:
    """A strategy for each player, and the values of the Markov chain that they make.

    A position is a number (p, q), and a move is the place in the graph's ``targets`` that says where
    it leads. ``choice[p]``: the move at p; it may be changed. ``values[p]``: the value to player 0,
    which ``solve`` brings up to date.
    """

    def __init__(self, graph: ChanceGraph, choice: list[int]) -> None:
        self._graph = graph
        self.choice = choice
        self._options = graph.options
        self._turn = graph.turn.tolist()
        self._targets: list[int] = graph.targets.tolist()
        self.values = [graph.payoff.get(p, Fraction(0)) for p in range(len(graph))]

    def prove(self, part: list[int], *, endless: bool) -> None:
        """Solve and prove a component, once the components it leads to are proved, switching moves
        if necessary.

        ``endless``: whether play can be kept going for ever in the component. Raises Unproved if
        the proof fails.
        """
        if self._turn[part[0]] == NOBODY:  # a terminal position is a component of its own
            return
        for _ in range(ROUNDS):
            self.solve(part)
            refuting_moves = self.refuting_moves(part, endless=endless)
            if not refuting_moves:
                return
            for p, move in refuting_moves.items():
                self.choice[p] = move
        raise Unproved(next(iter(refuting_moves)))

    def refuting_moves(self, part: list[int], *, endless: bool) -> dict[int, int]:
        """The moves, by position, that refute a component's values; {} if the values are proved.

        If possible, these moves lead to better values at once. Otherwise they keep play going for
        ever where that is better for the player who moves. All are moves of one player, player 1
        first: if both switched in the same round, strategies could come back for ever. ``endless``:
        whether play can be kept going for ever in the component.
        """
        better_moves = self.better_moves(part)
        if better_moves:
            of_player_1 = {p: move for p, move in better_moves.items() if self._turn[p] == MIN}
            return of_player_1 or better_moves
        if not endless:
            return {}
        # Where player 0 is ahead, it is player 1 who keeps play going; and the other way round.
        of_player_1 = dict(self._endless_moves(part, ahead_player=MAX))
        return of_player_1 or dict(self._endless_moves(part, ahead_player=MIN))

    def prefer_first_moves(self, part: list[int], *, endless: bool) -> None:
        """Where several moves are best, take the first in the order of the game's moves.

        A player who is ahead must not go on for ever, because endless play is worth only 0. So where
        play among such positions need not end, best moves are those that lead nearer to the exit.
        ``endless``: whether play can be kept going for ever in the component.
        """
        for player in (MAX, MIN):
            opponent = 1 - player
            ahead: list[int] = []  # where the player is ahead; empty if play must end anyway
            if endless:
                ahead = [p for p in part if self._is_ahead(player, p)]
            nearer: dict[int, set[int]] = {}
            if end_components(ahead, self.as_good, self._graph.is_chance):
                nearer = self._nearer_the_exit(ahead, staying_player=opponent)
            for p in part:
                if self._turn[p] == player:
                    best_options = nearer[p] if p in nearer else set(self.as_good(p))
                    self.choice[p] = self._graph.way(p, best_options)

    def _is_ahead(self, player: int, p: int) -> bool:
        """Whether the value of p, which is to player 0, is good for a player."""
        return bool(self.values[p] > 0 if player == MAX else self.values[p] < 0)

    def _nearer_the_exit(self, positions: list[int], staying_player: int) -> dict[int, set[int]]:
        """From each position, the options nearer to the exit, that is, to any position that is not
        one of ``positions``; the ``staying_player`` wants to stay among these.

        The distance to the exit counts moves that keep the value, and chances. The
        ``staying_player`` takes the longest way. The other player takes the shortest, and so, by
        this count, does chance.
        """
        distance_of_exit = 0
        unknown = -1
        distance = dict.fromkeys(positions, unknown)
        nearer = {}
        # In the order in which play can leave: options nearer to the exit come first.
        for p in leaving(positions, self.as_good, lambda p: bool(self._turn[p] != staying_player)):
            distances = {q: distance.get(q, distance_of_exit) for q in self.as_good(p)}
            known = {q: steps for q, steps in distances.items() if steps != unknown}
            if self._turn[p] == staying_player:
                steps_left = max(known.values())  # from the next position
            else:
                steps_left = min(known.values())
            distance[p] = steps_left + 1
            nearer[p] = {q for q, steps in known.items() if steps <= steps_left}
        return nearer

    def _endless_moves(self, part: list[int], ahead_player: int) -> Iterator[tuple[int, int]]:
        """The moves that keep play going for ever where ``ahead_player`` is ahead and follows the
        strategy, each with its position. They are the opponent's.
        """
        opponent = 1 - ahead_player
        ahead = [p for p in part if self._is_ahead(ahead_player, p)]

        def allowed(p: int) -> list[int]:
            return self.as_good(p, bound_player=ahead_player)

        for component in end_components(ahead, allowed, self._graph.is_chance):
            inside = set(component)
            for p in component:
                if self._turn[p] == opponent:
                    yield p, self._graph.way(p, inside.intersection(allowed(p)))

    def better_moves(self, positions: Iterable[int]) -> dict[int, int]:
        """The best move at each of these positions at which ``better_move`` finds one."""
        moves = {}
        for p in positions:
            move = self.better_move(p)
            if move is not None:
                moves[p] = move
        return moves

    def better_move(self, p: int) -> int | None:
        """The best move at p if it leads to a value better for the player to move than that of p;
        otherwise None.
        """
        if self._turn[p] in (NATURE, NOBODY):
            return None

        def value_of(move: int) -> Fraction:
            return self.values[self._targets[move]]

        if self._turn[p] == MAX:
            best = max(self._graph.places(p), key=value_of)
            is_better = value_of(best) > self.values[p]
        else:
            best = min(self._graph.places(p), key=value_of)
            is_better = value_of(best) < self.values[p]
        return best if is_better else None

    def as_good(self, p: int, bound_player: int | None = None) -> list[int]:
        """Where play can go from p by chance or by moves that keep the value; ``bound_player``, if
        one is given, makes only the move of the strategy.
        """
        if self._turn[p] == bound_player:
            return [self._targets[self.choice[p]]]
        if self._turn[p] == NATURE:
            return self._options(p)
        return [q for q in self._options(p) if self.values[q] == self.values[p]]

    def _next_in_chain(self, p: int) -> list[tuple[int, Fraction]]:
        """The next positions in the Markov chain, with their probabilities."""
        if self._turn[p] == NATURE:
            return list(zip(self._options(p), self._graph.probabilities(p), strict=True))
        return [(self._targets[self.choice[p]], Fraction(1))]

    def solve(self, part: list[int]) -> None:
        """Bring the values of some positions up to date by the linear equations of the Markov
        chain.
        """
        inside = set(part)

        def next_inside(p: int) -> list[int]:
            return [q for q, _probability in self._next_in_chain(p) if q in inside]

        # The chain's own components are smaller systems, each solved after those it leads to.
        for unknowns in components(part, next_inside):
            p = unknowns[0]
            if len(unknowns) == 1 and self._turn[p] != NATURE:
                option = self._targets[self.choice[p]]
                if option != p:  # the usual case: the value is that of the only next position
                    self.values[p] = self.values[option]
                    continue
            self._solve_system(unknowns)

    def _solve_system(self, unknowns: list[int]) -> None:
        """Solve the equations for some positions; the values of all others are known."""
        rows: dict[int, dict[int, Fraction]] = {p: {} for p in unknowns}
        constants = dict.fromkeys(unknowns, Fraction(0))
        for p, row in rows.items():
            for q, probability in self._next_in_chain(p):
                if q in rows:
                    row[q] = row.get(q, Fraction(0)) + probability
                else:
                    constants[p] += probability * self.values[q]
        for p, value in solved(rows, constants).items():
            self.values[p] = value


def solved(rows: dict[V, dict[V, Fraction]], constants: dict[V, Fraction]) -> dict[V, Fraction]:
    """Solve the equations v[p] = constants[p] + the sum over q of rows[p][q] v[q], by Gaussian
    elimination.

    ``rows[p][q]`` is the probability of going from p to q, without zeros; ``constants[p]`` is what
    leaving the system from p is worth. If play never leaves the system, v is 0. Both dicts are
    changed: each unknown in turn is substituted in the equations that still contain it, and then
    the values follow in reverse order.

    >>> half = Fraction(1, 2)
    >>> race = solved({"mine": {"yours": half}, "yours": {"mine": half}}, {"mine": half, "yours": Fraction(0)})
    >>> print(race["mine"], race["yours"])  # whoever throws heads first wins: if you begin, and if you do not
    2/3 1/3
    """
    # For each unknown, the equations that contain it.
    equations_with: dict[V, set[V]] = {p: set() for p in rows}
    for p, row in rows.items():
        for q in row:
            equations_with[q].add(p)

    # First those whose substitution makes the fewest new entries (Markowitz).
    order = sorted(rows, key=lambda p: len(rows[p]) * len(equations_with[p]))
    for p in order:
        # Bring v[p] alone to the left side of its own equation.
        row = rows[p]
        own_share = row.pop(p, Fraction(0))
        # If it is 0, there is nothing to do. If it is 1, play never leaves p: so nothing else is in
        # the row, the constant is 0, and so is v[p].
        if own_share not in (0, 1):
            constants[p] /= 1 - own_share
            for q in row:
                row[q] /= 1 - own_share
        equations_with[p].discard(p)
        # Put that in the place of v[p] in the other equations.
        for r in equations_with[p]:
            factor = rows[r].pop(p)
            constants[r] += factor * constants[p]
            for q, share in row.items():
                rows[r][q] = rows[r].get(q, Fraction(0)) + factor * share
                equations_with[q].add(r)
        # Nothing more is put into this equation until the values of its unknowns are known.
        for q in row:
            equations_with[q].discard(p)

    # The last one now contains no unknown, the one before only the last, and so on.
    values: dict[V, Fraction] = {}
    for p in reversed(order):
        values[p] = sum((share * values[q] for q, share in rows[p].items()), constants[p])
    return values
