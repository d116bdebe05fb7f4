"""The rules of games, one file a family. Rules know no algorithm and no drawing."""

from gamelib.games.cops import CopsAndThief
from gamelib.games.matches import Matches
from gamelib.games.nim import Grundy, HeapGame, Nim, Octal, Subtraction
from gamelib.games.robbers import CopsAndRobber
from gamelib.games.token import Token

__all__ = ["CopsAndRobber", "CopsAndThief", "Grundy", "HeapGame", "Matches", "Nim", "Octal", "Subtraction", "Token"]
