"""Playing a game: a strategy is a function from position to move.

The answer of a solver is one, perfect; ``random_moves`` makes one that knows only the rules; any function of a
student's is another. ``match`` lets them play.
"""

from gamelib.moved import signpost
from gamelib.play.match import LONGEST, Match, Roll, match, play_checked, roll
from gamelib.play.strategies import Strategy, erring, random_moves, tricky

__all__ = [
    "LONGEST",
    "Match",
    "Roll",
    "Strategy",
    "erring",
    "match",
    "play_checked",
    "random_moves",
    "roll",
    "tricky",
]

__getattr__ = signpost(__name__)
