"""The rules of games, one file for each family. Rules know no algorithm and no drawing.

A new game is a file in this folder and a line below. ``GAMES`` has all of them by name.
"""

from typing import Any

from gamelib.games.connect4 import ConnectFour as ConnectFour
from gamelib.games.heaps import Grundy as Grundy
from gamelib.games.heaps import HeapGame as HeapGame
from gamelib.games.heaps import Nim as Nim
from gamelib.games.heaps import Octal as Octal
from gamelib.games.heaps import Subtraction as Subtraction
from gamelib.games.matches import Matches as Matches
from gamelib.games.overwrite import OverwriteTicTacToe as OverwriteTicTacToe
from gamelib.games.robber import CopsAndRobber as CopsAndRobber
from gamelib.games.shaded import ShadedTicTacToe as ShadedTicTacToe
from gamelib.games.thief import CopsAndThief as CopsAndThief
from gamelib.games.tictactoe import TicTacToe as TicTacToe
from gamelib.games.token import Token as Token
from gamelib.games.tree import MinMaxTree as MinMaxTree
from gamelib.games.tree import Tree as Tree

#: All the classes above by name.
GAMES: dict[str, Any] = {
    name: kind
    for name, kind in globals().items()
    if getattr(kind, "__module__", "").startswith(__name__)
}
