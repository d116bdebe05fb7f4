"""Monte-Carlo tree search: random play, most often where it went well, and bounds that prove.

A **playout** has four steps. (1) *Selection*: go down the tree, at each node to the option that
looks best. (2) *Expansion*: where the tree ends, add the options of that position. (3)
*Simulation*: from there, play on at random until play is over. (4) *Backpropagation*: all nodes
that were passed remember the result.

Which option looks best? Its average so far says how good it is, but after few visits an average
says little. So **UCT** adds a bonus for being little known: c √(ln N / n), after n visits of the
option and N of the node. If an option is neglected, its bonus grows, and sooner or later it is
tried again. So no option is given up for ever, but most visits go where play goes well. A position
that is reached in two ways is one node, so the "tree" is a directed graph. (With n we count how
often the *move* was taken. For N we take one more, because ln 1 is 0: after the first visit of the
node, no option would have a bonus.)

``UctTree`` does this and nothing else: only terminal positions are proved. It can become as sure as
you like, but never certain.

``BoundedTree`` **adds proof**. Every node has a lower and an upper bound on its true value. At a
terminal position both are the result. The bounds move up, with the sign turned at each move: the
lower bound of a node is the largest that one of its options guarantees, and the upper bound the
largest that one of its options could give. If the two meet, the value is proved, and no playout
goes on from there. An option that cannot be better than what is certain is not selected any more.

Sources: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006), for UCT; Coulom, Efficient
selectivity and backup operators in Monte-Carlo tree search (2006), for the tree; Cazenave and
Saffidine, Score bounded Monte-Carlo tree search (2010), for the bounds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any

from gamelib import gate
from gamelib.answers import PositionResult
from gamelib.arguments import check_above_zero, check_whole, increasing_pair
from gamelib.core import Game
from gamelib.diagnose import GAME, check_hashable, with_diagnosis
from gamelib.dice import check_rng, random_choice
from gamelib.symmetry import real_rules, unfold

#: The weight of the bonus against the average. The theory has the square root of 2 for results
#: between 0 and 1, and twice as much for results between -1 and 1. We keep the smaller weight, which
#: explores less; ``curiosity`` takes any other.
CURIOSITY = sqrt(2)

#: A random play of more moves than this counts as endless: a draw.
LONGEST_PLAYOUT = 1_000


@dataclass(slots=True, eq=False)
class Node:
    """A position in the tree; its numbers are for the player to move there.

    Only ``secures`` and ``at_most`` are for the opponent, who has moved there.

    Attributes
    ----------
    lower, upper
        The true value is certain to lie between these.
    visits, total
        How many playouts passed here, and the sum of their results.
    moves, options, tries
        The moves, where they lead, and how many playouts took each; empty before the expansion.
    before
        The nodes with a move to this one.
    """

    position: Any
    lower: float
    upper: float
    visits: int = 0
    total: float = 0.0
    moves: list[Any] = field(default_factory=list)
    options: list[Node] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)
    before: list[Node] = field(default_factory=list)

    @property
    def proved(self) -> bool:
        """Whether the true value is known."""
        return self.lower == self.upper

    @property
    def secures(self) -> float:
        """What a move to this node is certain to give at least, to the player who makes it."""
        return -self.upper

    @property
    def at_most(self) -> float:
        """What a move to this node can give at most, to the player who makes it."""
        return -self.lower

    @property
    def mean(self) -> float:
        """The average result so far."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def best_guess(self) -> float:
        """The value if it is proved, otherwise the average."""
        return self.lower if self.proved else self.mean


@dataclass(frozen=True, repr=False)
class MctsResult(PositionResult):
    """What Monte-Carlo tree search found.

    Attributes
    ----------
    value
        For the player to move; the average result unless it is ``exact``, that is, proved.
    line
        The moves down the tree: those proved best, or otherwise those tried most often.
    bounds
        The true value is certain to lie between these.
    visits, values
        How many times each move was tried, and its average or proved value, for the player to move
        here.
    playouts
        How many were played; if the value is proved, there may be fewer than were asked for.
    """

    bounds: tuple[float, float]
    visits: dict[Any, int]
    values: dict[Any, float]
    playouts: int


@with_diagnosis(GAME)
def mcts(
    game: Game[Any, Any],
    position: Any = None,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
    rng: Any,
    curiosity: float = CURIOSITY,
    span: tuple[float, float] = (-1, 1),
) -> MctsResult:
    """Look for the best move at a position by random playouts, and prove what can be proved.

    With ``playouts`` alone, the same ``rng``, newly seeded, gives the same result.

    Parameters
    ----------
    game, position
        A Game and the position to search from; the start if no position is given.
    playouts, seconds
        The limits, at least one of them: how many playouts are played, and for how long. One is
        always played; the search ends earlier if the value is proved.
    rng
        The source of all random choices: ``random.Random(1)``, or a Generator of numpy.
    curiosity
        The exploration constant of UCT: the weight of the bonus for options that have seldom been
        tried.
    span
        The utility range: the smallest and the largest possible result, for either player.

    Raises
    ------
    ValueError
        If no limit is given, if play is over, and for a result outside ``span``.
    TypeError
        For moves that cannot be dict keys.

    Examples
    --------
    >>> from random import Random
    >>> from gamelib.games import Nim
    >>> found = mcts(Nim((1, 2)), rng=Random(1), playouts=500)
    >>> found.best, found.value, found.exact
    ((1, 1), 1, True)
    """
    check_choices(playouts, seconds, rng, curiosity, span)
    end_of_time = inf if seconds is None else time.perf_counter() + seconds
    here = gate.begin(real_rules(game), position)
    if gate.result(game, here) is not None:
        raise ValueError(f"play is over at {here!r}: there is no move to look for")
    for move in gate.moves(game, here):
        check_hashable(move, "move")
    tree = BoundedTree(game, here, rng, curiosity, span)
    most = inf if playouts is None else playouts
    played = 0
    while played < most and not tree.root.proved:
        tree.playout()
        played += 1
        if time.perf_counter() > end_of_time:
            break
    return tree.record(played)


class UctTree:
    """UCT as in the textbooks, one ``playout()`` after another.

    >>> from random import Random
    >>> from gamelib.games import Nim
    >>> tree = UctTree(Nim((1, 2)), (1, 2), Random(1), CURIOSITY, (-1, 1))
    >>> for _ in range(500):
    ...     path = tree.playout()
    >>> dict(zip(tree.root.moves, tree.root.tries))        # mostly the move that wins
    {(0, 1): 6, (1, 1): 490, (1, 2): 3}
    """

    def __init__(
        self,
        game: Any,
        position: Any,
        rng: Any,
        curiosity: float,
        span: tuple[float, float],
    ) -> None:
        self.game = game
        self.rng = rng
        self.curiosity = curiosity
        self.span = span
        self.nodes: dict[Any, Node] = {}
        self.root = self.node(position)

    def node(self, position: Any) -> Node:
        """The node of a position, made when it is first met."""
        node = self.nodes.get(position)
        if node is None:
            result = gate.result(self.game, position)
            if result is None:
                lowest, highest = self.span
                node = Node(position, lower=lowest, upper=highest)
            else:
                self.check_result(result, position)
                node = Node(position, lower=result, upper=result)
            self.nodes[position] = node
        return node

    def check_result(self, result: float, position: Any) -> None:
        """Raise ValueError for a result outside the span: the bounds would not be certain."""
        lowest, highest = self.span
        if not lowest <= result <= highest:
            raise ValueError(
                f"the result at {position!r} is {result!r}, but span=({lowest!r}, {highest!r}): "
                "give the smallest and the largest result of the game, for either player"
            )

    def playout(self) -> list[Node]:
        """One playout, in four steps; return the nodes that it has passed, the root first."""
        path = self.select_path()
        end = path[-1]
        if not end.options and not end.proved:  # neither met before on this path, nor over
            self.expand(end)
        result = self.simulate(path)
        self.backpropagate(path, result)
        return path

    def select_path(self) -> list[Node]:
        """1. Selection: from the root by the best-looking options to where the tree ends.

        The path also ends where play is over, and where play comes back to one of its nodes.
        """
        node = self.root
        path = [node]
        passed = {node.position}
        while node.options and not node.proved:
            place = self.select_option(node)
            node.tries[place] += 1
            node = node.options[place]
            path.append(node)
            if node.position in passed:
                break
            passed.add(node.position)
        return path

    def select_option(self, node: Node) -> int:
        """The place of the option that looks best; the first of several."""
        worths = self.worths(node)
        return worths.index(max(worths))

    def worths(self, node: Node) -> list[float]:
        """How good each option looks: its average for the player who chooses, plus its bonus."""
        log_of_visits = log(node.visits + 1)
        worths = []
        for option, tries in zip(node.options, node.tries, strict=True):
            average = -option.best_guess
            # an option that was never tried gets an enormous bonus, instead of a division by 0
            bonus = self.curiosity * sqrt(log_of_visits / (tries + 1e-9))
            worths.append(average + bonus)
        return worths

    def expand(self, node: Node) -> None:
        """2. Expansion: add the options of a node to the tree."""
        node.moves = gate.moves(self.game, node.position)
        node.tries = [0] * len(node.moves)
        node.options = [self.node(gate.play(self.game, node.position, move)) for move in node.moves]
        for option in node.options:
            option.before.append(node)

    def simulate(self, path: list[Node]) -> float:
        """3. Simulation: the result for the player to move at the end of the path.

        Nothing is played if the value is known there. Play that has come back to a position is
        endless as far as we know, so it is a draw.
        """
        end = path[-1]
        if end.proved:
            return end.lower
        if end in path[:-1]:
            return 0.0
        return self.play_on(end.position)

    def play_on(self, position: Any) -> float:
        """The result of a random play from a position that is not over, for the player to move."""
        sign = 1
        for _ in range(LONGEST_PLAYOUT):
            move = random_choice(self.rng, gate.moves(self.game, position))
            position = gate.play(self.game, position, move)
            sign = -sign
            result = gate.result(self.game, position)
            if result is not None:
                self.check_result(result, position)
                return float(sign * result)
        return 0.0  # too long: it counts as a draw

    def backpropagate(self, path: list[Node], result: float) -> None:
        """4. Backpropagation: every node on the path remembers the result, from its own side."""
        for node in reversed(path):
            node.visits += 1
            node.total += result
            result = -result


class BoundedTree(UctTree):
    """UCT with bounds, which move up the tree until they prove the value of the root.

    >>> from random import Random
    >>> from gamelib.games import Nim
    >>> tree = BoundedTree(Nim((1, 2)), (1, 2), Random(1), CURIOSITY, (-1, 1))
    >>> path = [tree.playout() for _ in range(4)]     # each of three moves once; two certainly lose
    >>> [round(worth, 2) for worth in tree.worths(tree.root)]     # one wins: 1 + 1.41 √(ln 5 / 1)
    [-inf, 2.79, -inf]
    """

    def expand(self, node: Node) -> None:
        """Add the options of a node, and see at once whether they prove something."""
        super().expand(node)
        self.tighten(node)

    def tighten(self, node: Node) -> None:
        """Bring the bounds of a node up to date, and of all nodes whose bounds change with them."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            lower = max(option.secures for option in here.options)
            upper = max(option.at_most for option in here.options)
            if lower > here.lower or upper < here.upper:
                here.lower = max(here.lower, lower)
                here.upper = min(here.upper, upper)
                waiting.extend(here.before)

    def worths(self, node: Node) -> list[float]:
        """How good each option looks, as in plain UCT; minus infinity if it cannot be better."""
        worths = super().worths(node)
        for place, option in enumerate(node.options):
            if cannot_be_better(option, node):
                worths[place] = -inf
        return worths

    def record(self, playouts: int) -> MctsResult:
        """What is known now, after this many playouts."""
        root = self.root
        guesses = [-option.best_guess for option in root.options]
        return MctsResult(
            game=real_rules(self.game),
            position=root.position,
            value=root.best_guess,
            line=self.line(),
            exact=root.proved,
            bounds=(root.lower, root.upper),
            visits=dict(zip(root.moves, root.tries, strict=True)),
            values=dict(zip(root.moves, guesses, strict=True)),
            playouts=playouts,
        )

    def line(self) -> tuple[Any, ...]:
        """The best moves down the tree, on the real board; it stops if play comes back."""
        node = self.root
        moves: list[Any] = []
        passed: set[Any] = set()
        while node.options and node.position not in passed:
            passed.add(node.position)
            place = self.best_place(node)
            moves.append(node.moves[place])
            node = node.options[place]
        if not moves:
            return ()
        first, *rest = moves  # the root is on the real board, all others come from the game's rules
        option = real_rules(self.game).play(self.root.position, first)
        return first, *unfold(self.game, option, rest)

    def best_place(self, node: Node) -> int:
        """The place of the best move, as far as is known.

        If the value is proved, a move that guarantees it; otherwise the one that was tried most
        often, among those that are not certain to be bad.
        """
        places = range(len(node.options))
        if node.proved:
            return max(places, key=lambda place: (node.options[place].secures, node.tries[place]))
        lowest, _ = self.span
        good = []
        for place, option in enumerate(node.options):
            loses_all = option.at_most <= lowest
            if not loses_all and not is_worse(option, node):
                good.append(place)
        return max(good or places, key=lambda place: node.tries[place])


# There are two questions about an option, because one that is certain to give just what the node
# guarantees cannot be better, but is not worse: there is nothing to search, but it may be chosen.


def cannot_be_better(option: Node, node: Node) -> bool:
    """Whether a move to an option gives at most what the node guarantees already.

    A move that secures the most that the node can give is never left out.
    """
    return option.at_most <= node.lower and option.secures < node.upper


def is_worse(option: Node, node: Node) -> bool:
    """Whether a move to an option gives at most, and perhaps less than, what the node guarantees."""
    return option.at_most <= node.lower and option.secures < node.lower


def check_choices(playouts: Any, seconds: Any, rng: Any, curiosity: Any, span: Any) -> None:
    """Raise ValueError or TypeError for choices with which no search is possible."""
    check_above_zero(curiosity, "curiosity")
    lowest, highest = increasing_pair(span, "span")
    if lowest + highest != 0:
        raise ValueError(
            f"span={span!r}: what one player wins the other loses, so give (-x, x), x the largest "
            "result"
        )
    if playouts is None and seconds is None:
        raise ValueError("how long? Give playouts=... or seconds=...")
    if playouts is not None:
        check_whole(playouts, "playouts", least=1)
    if seconds is not None:
        check_above_zero(seconds, "seconds")
    check_rng(rng)
