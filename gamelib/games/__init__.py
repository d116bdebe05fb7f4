"""The rules of games, one file a family. Rules know no algorithm and no drawing."""

from gamelib.games.cops import CopsAndThief
from gamelib.games.matches import Matches

__all__ = ["CopsAndThief", "Matches"]
