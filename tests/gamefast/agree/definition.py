"""What a search promises, from the definition of the value of a position: a second method.

There is no window, no table and no score with a sign to turn here: every line of play is followed
to its end, and its length is counted.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

import gamelib
from gamefast import CompiledRules
from gamelib.core import PlayGoesRound


@dataclass
class Truth:
    """What is true of a position, for the player to move.

    ``line``: best play, always by the first of equally good moves. ``guessed``: whether an
    evaluation stands in for a result somewhere below. ``nodes``: how many positions the whole tree
    has.
    """

    value: Any
    line: tuple[Any, ...]
    guessed: bool
    nodes: int

    @property
    def rank(self) -> tuple[Any, int]:
        """Quick wins are better than slow ones, slow losses better than quick ones."""
        if self.value > 0:
            return self.value, -len(self.line)
        return self.value, len(self.line) if self.value < 0 else 0


class Definition:
    """The truth about the positions of a game, for searches to any depth. ``known`` has what was
    asked for, by position and depth.

    Raises PlayGoesRound if play can come back to a position, unless the depth is limited.
    """

    def __init__(self, game: Any, evaluate: Any = True) -> None:
        self.game = game
        if evaluate is True:
            evaluate = getattr(game, "evaluate", None)
        self.evaluate = evaluate or (lambda position: 0)
        self.known: dict[Any, Truth] = {}
        self.path: list[Any] = []

    def truth(self, position: Any, depth: int | None = None) -> Truth:
        if (position, depth) not in self.known:
            if position in self.path and depth is None:
                raise PlayGoesRound(str(position))
            self.path.append(position)
            try:
                self.known[position, depth] = self.found(position, depth)
            finally:
                self.path.pop()
        return self.known[position, depth]

    def found(self, position: Any, depth: int | None) -> Truth:
        result = self.game.outcome(position)
        if result is not None:
            return Truth(result, (), guessed=False, nodes=1)
        if depth == 0:
            return Truth(self.evaluate(position), (), guessed=True, nodes=1)
        choices = []
        for move in self.game.moves(position):
            option = self.game.play(position, move)
            below = self.truth(option, None if depth is None else depth - 1)
            choices.append(Truth(-below.value, (move, *below.line), below.guessed, below.nodes))
        best = max(choices, key=lambda choice: choice.rank)
        guessed = any(choice.guessed for choice in choices)
        return Truth(best.value, best.line, guessed, 1 + sum(choice.nodes for choice in choices))


def real_rules(game: Any) -> Any:
    return game.game if isinstance(game, gamelib.Quotient) else game


def class_of(game: Any, position: Any) -> Any:
    return game.class_of(position) if isinstance(game, gamelib.Quotient) else position


def end_of(game: Any, found: Any) -> Any:
    """Where the line of a search leads, each of whose moves is a move there."""
    rules = real_rules(game)
    position = found.position
    for move in found.line:
        assert move in list(rules.moves(position))
        position = rules.play(position, move)
    return position


def check_minimax(found: Any, game: Any, chosen: dict[str, Any]) -> None:
    """The value, the line, whether it is exact, and how much was looked at."""
    definition = Definition(game, chosen.get("evaluate", True))
    depth = chosen.get("depth")
    true = definition.truth(class_of(game, found.position), depth)
    assert (found.value, found.exact) == (true.value, not true.guessed)
    assert len(found.line) == len(true.line)
    if real_rules(game) is game:
        assert found.line == true.line
    end_of(game, found)
    if chosen.get("table") is None:
        assert (found.nodes, found.table_hits) == (true.nodes, 0)
    else:
        assert found.nodes == len(definition.known)  # each position once, for each depth


def check_alphabeta(found: Any, game: Any, chosen: dict[str, Any]) -> None:
    """The contract of the window, and best play inside it."""
    definition = Definition(game, chosen.get("evaluate", True))
    depth = chosen.get("depth")
    here = class_of(game, found.position)
    true = definition.truth(here, depth)
    low, high = found.window
    cut = chosen.get("bounds", True) and hasattr(game, "bounds")
    if cut and true.guessed:  # a bound that is certain is better than a guess
        unlimited = definition.truth(here)
        assert not found.exact or not low < found.value < high or found.value == unlimited.value
        return
    if found.value <= low:
        assert true.value <= found.value
    elif found.value >= high:
        assert true.value >= found.value
        if found.best is not None:  # and the move secures it
            option = real_rules(game).play(found.position, found.best)
            there = definition.truth(class_of(game, option), depth and depth - 1)
            assert -there.value >= found.value
    else:
        assert found.value == true.value
        assert found.exact or true.guessed
        end_of(game, found)
        if not cut or found.value != 0:
            assert len(found.line) == len(true.line) or found.value == 0
        is_order_given = chosen.get("order", True) is not True or hasattr(game, "order")
        if (
            not cut
            and not is_order_given
            and real_rules(game) is game
            and (low, high) == (-inf, inf)
        ):
            assert found.line == true.line or chosen.get("table") is not None
    if chosen.get("table") is None and not cut:
        assert found.nodes <= true.nodes


def check_deepen(found: Any, game: Any, chosen: dict[str, Any]) -> None:
    """Each search to a fixed depth has the value of this depth; what is exact is true."""
    definition = Definition(game, chosen.get("evaluate", True))
    here = class_of(game, found.position)
    cut = chosen.get("bounds", True) and hasattr(game, "bounds")
    for number, step in enumerate(found.iterations, 1):
        assert step.depth == number
        true = definition.truth(here, number)
        assert cut or step.value == true.value
    if found.iterations:
        assert (found.value, found.line) == (found.iterations[-1].value, found.iterations[-1].line)
    assert found.best in list(real_rules(game).moves(found.position))
    assert len(found.iterations) <= (chosen.get("depth") or inf)
    assert found.nodes <= (chosen.get("nodes") or inf)
    if found.exact and "span" not in chosen:
        assert float(found.value) == gamelib.solve(game, found.position)[found.position].value


def check_mcts(found: Any, game: Any, chosen: dict[str, Any]) -> None:
    """The bounds are certain, and what is proved is true."""
    solution = gamelib.solve(game, found.position)
    value = solution[found.position].value
    low, high = found.bounds
    assert float(low) <= value <= float(high)  # a verdict has floats, a game may have fractions
    assert found.exact == (low == high)
    rules = real_rules(game)
    assert list(found.visits) == list(found.values) == list(rules.moves(found.position))
    assert found.best in found.visits
    assert found.playouts == chosen["playouts"] or found.exact
    assert sum(found.visits.values()) == max(0, found.playouts - 1)
    if found.exact:
        assert float(found.value) == value
        assert -solution[rules.play(found.position, found.best)].value == value


def as_rules(game: Any, scale: int = 1, evaluate: Any = None) -> CompiledRules:
    """A game written down, its results 1, 0 and -1, as rules over numbers: the same positions, and
    the position to go to is the move.
    """
    n = len(game.options)
    rows = [list(dict.fromkeys(game.options[position])) for position in range(n)]
    results = [int(game.results.get(position, 0)) for position in range(n)]
    scores = [round(scale * evaluate(position)) if evaluate else 0 for position in range(n)]
    starts = np.cumsum([2 + 3 * n, *map(len, rows)])
    data = [n, *starts, *results, *scores, *(option for row in rows for option in row)]
    rules = options_of, result_of, score_of if evaluate else None
    return CompiledRules(*rules, scale=scale, start=game.first, most=8, data=data)


def options_of(i: int, data: Any, out: Any) -> int:
    first = data[1 + i]
    last = data[2 + i]
    for place in range(first, last):
        out[place - first] = data[place]
    return last - first


def result_of(i: int, data: Any) -> int:
    return data[2 + data[0] + i]


def score_of(i: int, data: Any) -> int:
    return data[2 + 2 * data[0] + i]
