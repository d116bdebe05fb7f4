"""The rules of games, one file a family. Rules know no algorithm and no drawing."""

from gamelib.games.cops import CopsAndThief
from gamelib.games.matches import Matches
from gamelib.games.robbers import CopsAndRobber

__all__ = ["CopsAndRobber", "CopsAndThief", "Matches"]
