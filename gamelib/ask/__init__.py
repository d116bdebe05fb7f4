"""The gate: whoever takes a game asks it here, so that a mistake is named once, in the same words everywhere.

What is asked first: is this a game, and of which protocol (``a_game``, ``an_extensive_game``)? Is this a position of it
(``position``)? Then, wherever play is followed: what does it say at a position (``outcome``, ``moves``, ``turn``,
``chances``, ``payoffs``)? Each error names the class or the position, what was said there, and the cure: TypeError for
what is no game, ValueError for what a game says wrongly.
"""

from gamelib.ask.inputs import hashable, listed, number, offered, source_of_chance, strategy, whole
from gamelib.ask.protocols import a_game, a_graph, an_extensive_game, any_game, arena, is_extensive, position
from gamelib.ask.rules import chances, moves, outcome, payoff, played, result, score, steps, turn

__all__ = [
    "a_game",
    "a_graph",
    "an_extensive_game",
    "any_game",
    "arena",
    "chances",
    "hashable",
    "is_extensive",
    "listed",
    "moves",
    "number",
    "offered",
    "outcome",
    "payoff",
    "played",
    "position",
    "result",
    "score",
    "source_of_chance",
    "steps",
    "strategy",
    "turn",
    "whole",
]
