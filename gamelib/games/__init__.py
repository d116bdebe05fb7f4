"""The rules of games, one file a family. Rules know no algorithm and no drawing."""

from gamelib.games.connect4 import ConnectFour
from gamelib.games.heaps import Grundy, HeapGame, Nim, Octal, Subtraction
from gamelib.games.matches import Matches
from gamelib.games.overwrite import OverwriteTicTacToe
from gamelib.games.robber import CopsAndRobber
from gamelib.games.shaded import ShadedTicTacToe
from gamelib.games.thief import CopsAndThief
from gamelib.games.tictactoe import TicTacToe
from gamelib.games.token import Token
from gamelib.games.tree import MinMaxTree, Tree
from gamelib.moved import signpost

__all__ = [
    "ConnectFour",
    "CopsAndRobber",
    "CopsAndThief",
    "Grundy",
    "HeapGame",
    "Matches",
    "MinMaxTree",
    "Nim",
    "Octal",
    "OverwriteTicTacToe",
    "ShadedTicTacToe",
    "Subtraction",
    "TicTacToe",
    "Token",
    "Tree",
]

__getattr__ = signpost(__name__)
