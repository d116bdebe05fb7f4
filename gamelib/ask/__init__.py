"""The gate: every function that takes a game checks it here, so that a mistake gets the same message everywhere.

First: is this a game, and of which protocol (``a_game``, ``an_extensive_game``)? Is this a position of it
(``position``)? Then, wherever play is followed: does the game give a result, moves, chances that make sense
(``outcome``, ``moves``, ``turn``, ``chances``, ``payoffs``)? Each error names the class or the position, what the game
has given there, and the cure: TypeError for what is no game, ValueError for a game that contradicts its protocol.
"""

from gamelib.ask.inputs import hashable, listed, number, offered, source_of_chance, strategy, whole
from gamelib.ask.protocols import (
    a_game,
    a_graph,
    an_extensive_game,
    any_game,
    arena,
    bitboard,
    has_arena,
    is_extensive,
    position,
    walked_graph,
)
from gamelib.ask.rules import (
    bounds,
    chances,
    chances_given,
    chances_of,
    moves,
    ordered,
    outcome,
    payoff,
    payoffs,
    played,
    representative,
    result,
    score,
    shape,
    steps,
    turn,
)

__all__ = [
    "a_game",
    "a_graph",
    "an_extensive_game",
    "any_game",
    "arena",
    "bitboard",
    "bounds",
    "chances",
    "chances_given",
    "chances_of",
    "has_arena",
    "hashable",
    "is_extensive",
    "listed",
    "moves",
    "number",
    "offered",
    "ordered",
    "outcome",
    "payoff",
    "payoffs",
    "played",
    "position",
    "representative",
    "result",
    "score",
    "shape",
    "source_of_chance",
    "steps",
    "strategy",
    "turn",
    "walked_graph",
    "whole",
]
